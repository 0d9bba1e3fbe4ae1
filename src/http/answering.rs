//! Whether a connection is answering: what a graceful stop waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a request that has come whole is being answered: only then a stop waits for it.
#[derive(Clone, Default)]
pub struct Answering(Arc<AtomicBool>);

impl Answering {
    /// From now on until the guard is dropped.
    pub fn begin(&self) -> AnsweringGuard {
        self.0.store(true, Ordering::Release);
        AnsweringGuard(self.clone())
    }

    /// Whether it does at this moment.
    pub fn now(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Held as long as a request is being answered.
pub struct AnsweringGuard(Answering);

impl Drop for AnsweringGuard {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Release);
    }
}
