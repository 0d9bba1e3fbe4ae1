//! The signals that stop the service or make it reload.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

/// The signal handlers. They are installed before the migration, so that a signal stops and rolls back the migration.
pub struct Signals {
    /// Set by SIGTERM or SIGINT. Work on blocking threads, such as a migration or backup, checks it.
    pub stop: Arc<AtomicBool>,
    /// Completes when SIGTERM or SIGINT has set `stop`.
    pub stopped: JoinHandle<()>,
    /// SIGHUP: reload the certificate.
    pub hangup: Signal,
}

impl Signals {
    /// Installs the handlers. Must be called in the context of a runtime.
    pub fn install() -> Result<Self> {
        // `signal` installs the handler at once; the task below only awaits the signals
        let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be awaited")?;
        let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be awaited")?;
        let hangup = signal(SignalKind::hangup()).context("SIGHUP cannot be awaited")?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let stopped = tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping");
            flag.store(true, Relaxed);
        });
        Ok(Self { stop, stopped, hangup })
    }
}
