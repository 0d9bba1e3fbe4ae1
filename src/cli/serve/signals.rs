//! The signals that end the service or have it look again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

/// The signals that the service listens to, from before the database is migrated: they are lost at no moment, and what
/// is being written then is taken back.
pub struct Signals {
    /// True from SIGTERM or SIGINT on.
    pub stop: Arc<AtomicBool>,
    /// Ends with that.
    pub stopped: JoinHandle<()>,
    /// Asks for the certificate to be read again.
    pub hangup: Signal,
}

impl Signals {
    /// From here on they are awaited.
    pub fn listen() -> Result<Self> {
        let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be awaited")?;
        let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be awaited")?;
        let hangup = signal(SignalKind::hangup()).context("SIGHUP cannot be awaited")?;
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let stopped = tokio::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping");
            told.store(true, Relaxed);
        });
        Ok(Self { stop, stopped, hangup })
    }
}
