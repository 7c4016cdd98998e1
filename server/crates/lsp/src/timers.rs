//! What is due later.
//!
//! Invariant: of equal things only one waits, and it keeps the earlier moment.

use std::time::{Duration, Instant};

/// Things with the moments at which they are due.
pub(crate) struct Timers<T> {
    waiting: Vec<(Instant, T)>,
}

impl<T: PartialEq> Timers<T> {
    pub(crate) fn new() -> Timers<T> {
        Timers { waiting: Vec::new() }
    }

    /// Makes a thing due after a while, unless it is due earlier already.
    pub(crate) fn after(&mut self, delay: Duration, thing: T) {
        let at = Instant::now() + delay;
        match self.waiting.iter_mut().find(|(_, waiting)| *waiting == thing) {
            Some((due, _)) => *due = at.min(*due),
            None => self.waiting.push((at, thing)),
        }
    }

    /// Makes a thing due after a while from now, however early it was due before.
    pub(crate) fn again_after(&mut self, delay: Duration, thing: T) {
        self.waiting.retain(|(_, waiting)| *waiting != thing);
        self.after(delay, thing);
    }

    /// Lets a thing wait no more.
    pub(crate) fn forget(&mut self, thing: &T) {
        self.waiting.retain(|(_, waiting)| waiting != thing);
    }

    /// The moment of the earliest.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.waiting.iter().map(|(due, _)| *due).min()
    }

    /// Takes the earliest that is due.
    pub(crate) fn take_due(&mut self) -> Option<T> {
        let now = Instant::now();
        let due = self.waiting.iter().enumerate().filter(|(_, (at, _))| *at <= now).min_by_key(|(_, (at, _))| *at)?.0;
        Some(self.waiting.remove(due).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_moments_are_kept() {
        let mut timers = Timers::new();
        timers.after(Duration::ZERO, "a");
        timers.after(Duration::from_secs(60), "a");
        timers.after(Duration::from_secs(60), "b");
        assert_eq!((timers.take_due(), timers.take_due()), (Some("a"), None));
        assert!(timers.next().is_some());
        timers.again_after(Duration::ZERO, "b");
        assert_eq!((timers.take_due(), timers.next()), (Some("b"), None));
    }
}
