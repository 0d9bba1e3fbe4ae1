//! Locks that ignore poisoning: their content is consistent after every step.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks the mutex, even if a thread panicked while it held the lock.
pub fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
