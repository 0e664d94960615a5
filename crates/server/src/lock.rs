use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a task has panicked while holding it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
