//! Whether an answer is still wanted: its query is given up when nobody waits for it any more, and when its time is
//! up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether one answer is wanted, as those who wait for it and those who make it know it.
pub struct Cancellation {
    gone: AtomicBool,
    within: Duration,
    until: Instant,
}

/// Why an answer is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationReason {
    Gone,
    /// It takes longer than an answer may.
    Overdue,
}

impl Cancellation {
    pub fn with_deadline(time: Duration) -> Self {
        Self { gone: AtomicBool::new(false), within: time, until: Instant::now() + time }
    }

    /// How long it is wanted in all.
    pub fn within(&self) -> Duration {
        self.within
    }

    pub fn until(&self) -> Instant {
        self.until
    }

    /// Nobody waits for it any more.
    pub fn leave(&self) {
        self.gone.store(true, Ordering::Relaxed);
    }

    /// Why it is not wanted, when it is not.
    pub fn reason(&self) -> Option<CancellationReason> {
        if self.gone.load(Ordering::Relaxed) {
            return Some(CancellationReason::Gone);
        }
        (self.until <= Instant::now()).then_some(CancellationReason::Overdue)
    }
}

impl std::fmt::Display for CancellationReason {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            CancellationReason::Gone => "its client has gone",
            CancellationReason::Overdue => "its time was up",
        })
    }
}
