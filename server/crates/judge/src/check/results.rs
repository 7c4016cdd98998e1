//! What workers have finished, on its way to the thread that folds it.
//!
//! Waking that thread costs as much as a good part of a cell, and nothing waits for most cells. So results gather until
//! one comes that something may wait for, or there are many.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

use crate::sync::lock;

/// So many results are fetched even if nothing waits for them.
const MANY: usize = 16;

/// Finished work.
pub(super) struct Results<T> {
    finished: Mutex<Vec<T>>,
    is_worth_waking: Condvar,
}

impl<T> Results<T> {
    pub(super) fn new() -> Results<T> {
        Results { finished: Mutex::default(), is_worth_waking: Condvar::new() }
    }

    /// Adds a result; something may wait for one that is urgent.
    pub(super) fn push(&self, result: T, is_urgent: bool) {
        let mut finished = lock(&self.finished);
        finished.push(result);
        let wake = is_urgent || finished.len() >= MANY;
        drop(finished);
        if wake {
            self.is_worth_waking.notify_one();
        }
    }

    /// Everything that is finished, after waiting until that is worth it, but no longer than `patience`.
    pub(super) fn take(&self, patience: Duration) -> Vec<T> {
        let mut finished = lock(&self.finished);
        if !finished.is_empty() {
            return std::mem::take(&mut *finished);
        }
        let waited = self.is_worth_waking.wait_timeout(finished, patience);
        let (mut finished, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_urgent_is_there_at_once_and_the_rest_with_it() {
        let results = Results::new();
        let long = Duration::from_secs(600);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                results.push(1, false);
                results.push(2, true);
            });
            let mut taken = Vec::new();
            while taken.len() < 2 {
                taken.extend(results.take(long));
            }
            assert_eq!(taken, [1, 2]);
        });
        assert_eq!(results.take(Duration::ZERO), Vec::<i32>::new());
    }
}
