//! What is due later, and what is not to be done too often.
//!
//! Invariant: of equal things only one waits. `after` keeps the earlier moment; `again_after` sets a new one, even a later one.

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

/// Keeps two moments of doing something apart.
pub(crate) struct Pace {
    soonest: Duration,
    apart: Duration,
    last: Option<Instant>,
}

impl Pace {
    /// A pace at which nothing is done sooner than `soonest` after the wish, nor sooner than `apart` after the last time.
    pub(crate) fn new(soonest: Duration, apart: Duration) -> Pace {
        Pace { soonest, apart, last: None }
    }

    /// How long something that is wished for now has to wait.
    pub(crate) fn wait(&self, now: Instant) -> Duration {
        let since = self.last.map(|last| now.saturating_duration_since(last));
        since.map_or(Duration::ZERO, |since| self.apart.saturating_sub(since)).max(self.soonest)
    }

    /// Takes note that it is done now.
    pub(crate) fn note(&mut self, now: Instant) {
        self.last = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wished_for_often_is_done_once_in_a_while_and_after_the_last_wish() {
        let (start, ms) = (Instant::now(), Duration::from_millis);
        let mut pace = Pace::new(ms(250), ms(1000));
        let mut done = Vec::new();
        // A wish every 100 ms for three seconds; the clock is the test's.
        let mut due: Option<Duration> = None;
        for now in (0..60).map(|tick| ms(100 * tick)) {
            if due.take_if(|due| *due <= now).is_some() {
                pace.note(start + now);
                done.push(now);
            }
            if now <= ms(3000) {
                due = due.or(Some(now + pace.wait(start + now)));
            }
        }
        assert_eq!(done, [ms(300), ms(1300), ms(2300), ms(3300)]);
    }

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
