//! Cancels an answer: its query stops when the client has gone or the time is up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub struct Cancellation {
    has_client_left: AtomicBool,
    within: Duration,
    until: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationReason {
    ClientLeft,
    Overdue,
}

impl Cancellation {
    pub fn with_deadline(time: Duration) -> Self {
        Self { has_client_left: AtomicBool::new(false), within: time, until: Instant::now() + time }
    }

    pub fn within(&self) -> Duration {
        self.within
    }

    pub fn until(&self) -> Instant {
        self.until
    }

    pub fn cancel(&self) {
        self.has_client_left.store(true, Ordering::Relaxed);
    }

    pub fn reason(&self) -> Option<CancellationReason> {
        if self.has_client_left.load(Ordering::Relaxed) {
            return Some(CancellationReason::ClientLeft);
        }
        (self.until <= Instant::now()).then_some(CancellationReason::Overdue)
    }
}

impl std::fmt::Display for CancellationReason {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            CancellationReason::ClientLeft => "its client has gone",
            CancellationReason::Overdue => "its time was up",
        })
    }
}
