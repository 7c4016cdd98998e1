//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a lock. One is only poisoned when another thread panicked between two statements; what our locks guard is
/// whole between any two.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
