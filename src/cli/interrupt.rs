//! Handles Ctrl-C and similar signals in commands that must clean up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use anyhow::{Context, Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::model::message::{Message, MessageName};
use crate::store::connection::is_stopped;

/// Makes the first SIGINT, SIGTERM or SIGHUP set the returned flag. A second signal ends the process at once.
pub fn stop_flag_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    // `signal` needs the context of a runtime
    let runtime_context = runtime.enter();
    let failure = "signals cannot be awaited";
    let mut interrupt = signal(SignalKind::interrupt()).context(failure)?;
    let mut terminate = signal(SignalKind::terminate()).context(failure)?;
    let mut hangup = signal(SignalKind::hangup()).context(failure)?;
    drop(runtime_context);
    let flag = Arc::clone(&stop);
    // the handlers are installed already: the thread only waits for signals
    let mut next_signal = async move || {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    };
    thread::spawn(move || {
        runtime.block_on(next_signal());
        flag.store(true, Relaxed);
        // after a second signal, the user does not wait for the cleanup
        runtime.block_on(next_signal());
        std::process::exit(1);
    });
    Ok(stop)
}

/// Returns `outcome`. If the stop flag caused its error, returns an error that names the consequence instead.
pub fn explain_interrupt<T>(outcome: Result<T>, stop: &AtomicBool, consequence: MessageName) -> Result<T> {
    match outcome {
        Err(error) if stop.load(Relaxed) && is_stopped(&error) => {
            bail!(Message::new(MessageName::Stopped).with_part(consequence))
        }
        outcome => outcome,
    }
}
