//! Runs that are repeated alone: some of them are with workers, and the others wait here.
//!
//! So whoever shares the workers does not wait behind all of them.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::sync::lock;

/// Lets some in at once.
#[derive(Default)]
pub(super) struct Alone {
    n_in: Mutex<usize>,
    left: Condvar,
}

/// A turn that is taken.
pub(super) struct Turn<'a>(&'a Alone);

impl Alone {
    /// Waits until fewer than `most` are in; how many that is may change meanwhile, and one always is let in.
    pub(super) fn turn(&self, most: impl Fn() -> usize) -> Turn<'_> {
        let mut n_in = lock(&self.n_in);
        while *n_in >= most().max(1) {
            n_in = self.left.wait(n_in).unwrap_or_else(PoisonError::into_inner);
        }
        *n_in += 1;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.n_in) -= 1;
        // More than one may be let in by now.
        self.0.left.notify_all();
    }
}
