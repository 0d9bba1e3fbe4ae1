//! Locks whose content is consistent after every step, so that a panic in another thread does not matter.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, and ignores poisoning.
pub fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
