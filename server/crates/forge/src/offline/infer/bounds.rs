//! Which number to ask about next, where a bound is looked for.

use super::{FieldId, Occurrence};

/// More of something than that is not asked about.
const MOST: i64 = 1_000_000;
/// Numbers that people choose for bounds, not below zero.
const BOUNDS: [i64; 58] = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    12,
    15,
    16,
    18,
    20,
    24,
    25,
    26,
    30,
    40,
    50,
    60,
    64,
    70,
    80,
    90,
    99,
    100,
    128,
    150,
    200,
    255,
    256,
    300,
    360,
    400,
    500,
    1000,
    1024,
    2000,
    3000,
    5000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    300_000,
    500_000,
    1_000_000,
    2_000_000,
    10_000_000,
    100_000_000,
    1_000_000_000,
    2_000_000_000,
    1_000_000_000_000,
    1_000_000_000_000_000,
    1_000_000_000_000_000_000,
];

/// One side of the values of a field, while it is looked for.
pub(super) struct Side<'t> {
    pub(super) field: FieldId,
    pub(super) is_upper: bool,
    /// The text whose token is replaced, and where that stands.
    pub(super) text: usize,
    pub(super) place: Occurrence<'t>,
    /// What is accepted, and what is not, if that is known.
    pub(super) inside: i64,
    pub(super) outside: Option<i64>,
    pub(super) is_done: bool,
}

impl Side<'_> {
    /// The next number to ask about.
    pub(super) fn next(&self) -> i64 {
        let signed = |number: i64| if self.is_upper { number } else { -number };
        let mut outward: Vec<i64> =
            BOUNDS.iter().rev().map(|bound| -bound).chain(BOUNDS).map(signed).filter(|n| self.is_between(*n)).collect();
        outward.dedup();
        match (outward.len(), self.outside) {
            // Nothing that people choose is left: first what is just outside, then the middle.
            (0, Some(outside)) => {
                let step = if self.is_upper { 1 } else { -1 };
                match BOUNDS.contains(&self.inside.saturating_abs()) {
                    true => self.inside + step,
                    false => self.inside + (outside - self.inside) / 2,
                }
            }
            (0, None) => self.inside,
            (n, _) => outward[n / 2],
        }
    }

    fn is_between(&self, number: i64) -> bool {
        match (self.is_upper, self.outside) {
            (true, outside) => number > self.inside && outside.is_none_or(|outside| number < outside),
            (false, outside) => number < self.inside && outside.is_none_or(|outside| number > outside),
        }
    }

    pub(super) fn take(&mut self, number: i64, ok: bool) {
        if number == self.inside {
            self.is_done = true;
        } else if ok {
            self.inside = number;
        } else {
            self.outside = Some(number);
        }
        self.is_done |= self.outside.is_some_and(|outside| outside.abs_diff(self.inside) <= 1);
    }
}

/// The greatest number of those that people choose which is accepted, or one that is known to be.
pub(super) fn greatest<E>(known: i64, mut is_accepted: impl FnMut(i64) -> Result<bool, E>) -> Result<i64, E> {
    let bounds: Vec<i64> = BOUNDS.iter().copied().filter(|n| *n > known && *n <= MOST).collect();
    let (mut from, mut to) = (0, bounds.len());
    while from < to {
        let middle = (from + to) / 2;
        if is_accepted(bounds[middle])? {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    Ok(if from == 0 { known } else { bounds[from - 1] })
}
