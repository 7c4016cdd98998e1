//! When one looks after an order that nobody has answered.

use std::time::Duration;

use tokio::time::Instant;

/// How long an order is out before one looks after it without a reason to: at first, and twice as long each time that it is
/// still there, up to the most.
const LONG: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(20);
/// The same for one that may not have reached the server.
const SHORT: Duration = Duration::from_secs(1);
/// How long one waits after an answer of a stranger, which may mean that the order is gone: at first, and twice as long each
/// time that it is still there, up to [`SHORT`].
const HASTE: Duration = Duration::from_millis(50);

/// When one looks after one order.
pub(crate) struct Looks {
    long: Duration,
    haste: Duration,
    /// When one looks, whatever strangers say.
    due: Option<Instant>,
    /// When one looks because of what a stranger has said.
    hurried: Option<Instant>,
}

impl Default for Looks {
    fn default() -> Looks {
        Looks { long: LONG, haste: HASTE, due: None, hurried: None }
    }
}

impl Looks {
    /// When one looks next; `is_well` says that the order is known to lie there.
    pub(crate) fn next(&mut self, is_well: bool, now: Instant) -> Instant {
        let pause = if is_well { self.long } else { SHORT };
        let due = *self.due.get_or_insert(now + pause);
        self.hurried.map_or(due, |hurried| hurried.min(due))
    }

    /// A stranger has answered.
    pub(crate) fn hurry(&mut self, now: Instant) {
        self.hurried.get_or_insert(now + self.haste);
    }

    /// Whether one looks because nothing was heard for so long, and not because of a stranger.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| due <= now)
    }

    /// Whether a stranger has answered since one has looked.
    pub(crate) fn are_hurried(&self) -> bool {
        self.hurried.is_some()
    }

    /// One has looked, and the order is still there; `was_due` is what [`is_due`](Looks::is_due) said before.
    pub(crate) fn found_it(&mut self, was_due: bool) {
        if self.hurried.take().is_some() {
            self.haste = SHORT.min(2 * self.haste);
        }
        if was_due {
            (self.due, self.long) = (None, LONGEST.min(2 * self.long));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_and_rarer_and_at_once_where_a_stranger_answers() {
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        let (mut looks, mut now) = (Looks::default(), start);
        for expected in [5000, 15_000, 35_000, 55_000] {
            now = looks.next(true, now);
            assert_eq!(now, at(expected));
            assert!(looks.is_due(now));
            looks.found_it(true);
        }
        // What strangers say moves no other look.
        assert_eq!(looks.next(true, now), at(75_000));
        for expected in [55_050, 55_150, 55_350, 55_750, 56_550, 57_550, 58_550] {
            looks.hurry(now);
            now = looks.next(true, now);
            assert_eq!(now, at(expected));
            looks.hurry(now);
            assert!(looks.are_hurried() && !looks.is_due(now));
            looks.found_it(false);
        }
        assert_eq!(looks.next(true, now), at(75_000));
        // What may not have reached the server is looked after soon, too.
        assert_eq!(Looks::default().next(false, start), at(1000));
    }
}
