//! Turns: some callers are let in at once, and the others wait here.

use std::sync::{Condvar, Mutex, PoisonError};

use crate::sync::lock;

/// Lets some in at once.
#[derive(Default)]
pub(crate) struct Turns {
    n_in: Mutex<usize>,
    left: Condvar,
}

/// A turn that is taken.
pub(crate) struct Turn<'a>(&'a Turns);

impl Turns {
    /// Waits until fewer than `most` are in; how many that is may change meanwhile, and one always is let in.
    pub(crate) fn take(&self, most: impl Fn() -> usize) -> Turn<'_> {
        let mut n_in = lock(&self.n_in);
        while *n_in >= most().max(1) {
            n_in = self.left.wait(n_in).unwrap_or_else(PoisonError::into_inner);
        }
        *n_in += 1;
        // There may be room for more than one by now.
        if *n_in < most() {
            self.left.notify_one();
        }
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.n_in) -= 1;
        self.0.left.notify_one();
    }
}
