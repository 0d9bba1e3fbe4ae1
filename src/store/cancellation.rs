//! Cancels a response: its query stops when the client has disconnected or the time limit is reached.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The state by which a request stops its queries: the client's presence and the time limit. Threads share it.
pub struct Cancellation {
    has_client_left: AtomicBool,
    time_limit: Duration,
    deadline: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationReason {
    ClientLeft,
    Overdue,
}

impl Cancellation {
    /// Starts the time limit now.
    pub fn with_time_limit(time: Duration) -> Self {
        Self { has_client_left: AtomicBool::new(false), time_limit: time, deadline: Instant::now() + time }
    }

    pub fn time_limit(&self) -> Duration {
        self.time_limit
    }

    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    pub fn cancel(&self) {
        self.has_client_left.store(true, Ordering::Relaxed);
    }

    pub fn reason(&self) -> Option<CancellationReason> {
        if self.has_client_left.load(Ordering::Relaxed) {
            return Some(CancellationReason::ClientLeft);
        }
        (self.deadline <= Instant::now()).then_some(CancellationReason::Overdue)
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
