//! Whether an answer is still wanted: its query is given up when nobody waits for it any more, and when its time is
//! up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether one answer is wanted, as those who wait for it and those who make it know it.
pub struct Wanted {
    gone: AtomicBool,
    within: Duration,
    until: Instant,
}

/// Why an answer is not wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwanted {
    Gone,
    /// It takes longer than an answer may.
    Overdue,
}

impl Wanted {
    pub fn for_so_long(time: Duration) -> Self {
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
    pub fn unwanted(&self) -> Option<Unwanted> {
        if self.gone.load(Ordering::Relaxed) {
            return Some(Unwanted::Gone);
        }
        (self.until <= Instant::now()).then_some(Unwanted::Overdue)
    }
}

impl std::fmt::Display for Unwanted {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Unwanted::Gone => "its client has gone",
            Unwanted::Overdue => "its time was up",
        })
    }
}
