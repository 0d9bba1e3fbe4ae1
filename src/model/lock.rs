//! A lock that ignores poisoning, for contents that are consistent after every step.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for the lock, even if a thread has panicked while it had the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
