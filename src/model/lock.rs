//! Locks of what is whole after every step, so that a panic elsewhere does not spoil it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is kept under this lock, for as long as nobody else needs it.
pub fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
