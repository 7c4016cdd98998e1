//! Where the columns of the matrix stand, so that no line is wider than the terminal.
//!
//! Invariant: every band is at most as wide as the frame allows, whatever the tests are called.

use std::ops::Range;

/// Blank columns between the tests and the summary.
pub(super) const BEFORE_SUMMARY: usize = 2;

/// A place in a row for the verdict on one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// The test's column in the matrix.
    pub(super) test: usize,
    /// Blank columns before it, except at the start of a band.
    pub(super) gap: usize,
    /// Columns it takes.
    pub(super) width: usize,
    /// Where in it the verdict stands.
    pub(super) cell: usize,
    /// Slots with the same number stand below one title.
    pub(super) block: usize,
    /// The block's title.
    pub(super) title: String,
    /// The test's number or name.
    pub(super) id: String,
    /// Whether the id is shown where there is room, not only at the start of a band.
    pub(super) labelled: bool,
}

/// Rows that stand below one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Band {
    /// Its slots.
    pub(super) slots: Range<usize>,
    /// Whether the summary stands at its right.
    pub(super) summary: bool,
}

/// Columns that slots take, the gaps between them included.
pub(super) fn extent(slots: &[Slot]) -> usize {
    let gaps: usize = slots.iter().skip(1).map(|slot| slot.gap).sum();
    gaps + slots.iter().map(|slot| slot.width).sum::<usize>()
}

/// The first column of each slot, counted from the band's start.
pub(super) fn starts(slots: &[Slot]) -> Vec<usize> {
    let mut at = 0;
    let start = |(idx, slot): (usize, &Slot)| {
        let start = at + if idx == 0 { 0 } else { slot.gap };
        at = start + slot.width;
        start
    };
    slots.iter().enumerate().map(start).collect()
}

/// The room there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Columns of the terminal.
    pub(super) columns: usize,
    /// Columns before the first slot: the name and a blank.
    pub(super) name: usize,
    /// Columns of the summary.
    pub(super) summary: usize,
}

impl Frame {
    /// Room for slots on a line without the summary.
    pub(super) fn alone(&self) -> usize {
        self.columns.saturating_sub(self.name)
    }

    fn beside_summary(&self) -> usize {
        self.alone().saturating_sub(self.summary + BEFORE_SUMMARY)
    }

    /// At most two bands of tests, the summary behind the last slots or else in a band of its own.
    pub(super) fn bands(&self, slots: &[Slot]) -> Option<Vec<Band>> {
        let (n, alone, beside) = (slots.len(), self.alone(), self.beside_summary());
        let extent = extent(slots);
        let of = |slots: Range<usize>, summary: bool| Band { slots, summary };
        if extent <= beside {
            return Some(vec![of(0..n, true)]);
        }
        if let Some(middle) = split(slots, alone, beside) {
            return Some(vec![of(0..middle, false), of(middle..n, true)]);
        }
        if extent <= alone {
            return Some(vec![of(0..n, false), of(n..n, true)]);
        }
        let middle = split(slots, alone, alone)?;
        Some(vec![of(0..middle, false), of(middle..n, false), of(n..n, true)])
    }
}

/// Where to cut slots in two, near the middle and at a gap if possible.
fn split(slots: &[Slot], first: usize, second: usize) -> Option<usize> {
    if slots.iter().map(|slot| slot.width).sum::<usize>() > first + second {
        return None;
    }
    let fits = |&at: &usize| extent(&slots[..at]) <= first && extent(&slots[at..]) <= second;
    let mut middles = slots.len().div_ceil(2)..slots.len();
    middles.clone().filter(|&at| slots[at].gap > 0).find(fits).or_else(|| middles.find(fits))
}
