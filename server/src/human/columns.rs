//! Which tests get a column of the matrix, and what stands above it.
//!
//! As long as two bands hold them every test has its own. Beyond that tests on which all solutions fare alike share one.

use std::collections::HashMap;

use super::{
    clean,
    layout::{Band, Frame, Slot},
    style::View,
};

/// Every so many tests there is a gap.
const TESTS_BETWEEN_GAPS: usize = 10;
/// Every so many tests an id is shown.
const TESTS_BETWEEN_IDS: usize = 5;
/// Columns of an id above a column of its own, and above a shared one.
const ID_WIDTH: usize = 4;
const SHARED_ID_WIDTH: usize = 9;
/// Columns of a group's name.
const TITLE_WIDTH: usize = 16;

/// The columns of the matrix.
pub(super) struct Columns {
    /// Every column.
    pub(super) slots: Vec<Slot>,
    /// How they are broken into lines.
    pub(super) bands: Vec<Band>,
    /// Whether columns stand for several tests and have their number for a title.
    pub(super) shared: bool,
    /// What a reader has to know about what is not shown.
    pub(super) note: Option<String>,
}

/// Arranges the tests. `first_alike[j]` is the first test on which every solution fares as on test `j`.
pub(super) fn columns(ids: &[String], first_alike: &[usize], frame: Frame, view: &View) -> Columns {
    let every: Vec<usize> = (0..ids.len()).collect();
    let own = |slots: Vec<Slot>| {
        let bands = frame.bands(&slots)?;
        Some(Columns { slots, bands, shared: false, note: None })
    };
    own(padded(each(ids, &every, view)))
        .or_else(|| own(each(ids, &every, view)))
        .or_else(|| merged(ids, first_alike, frame, view))
        .unwrap_or_else(|| crowded(ids, first_alike, frame, view))
}

/// The group a test is in and its name there.
fn parts(id: &str) -> (&str, &str) {
    match id.rsplit_once('/') {
        Some((group, leaf)) => (group, leaf),
        None => ("", id),
    }
}

/// A leaf's name where it is short, else the number it begins with, else nothing.
fn short(leaf: &str, columns: usize, view: &View) -> String {
    let whole = view.fit(leaf, columns + 1);
    if clean::width(&whole) <= columns {
        return whole;
    }
    let digits = leaf.bytes().take_while(u8::is_ascii_digit).count();
    if digits <= columns { leaf[..digits].to_owned() } else { String::new() }
}

/// The last part of a group's path.
fn title(group: &str) -> &str {
    parts(group).1
}

/// A test's group and number in few columns.
fn shared_id(id: &str, view: &View) -> String {
    let (group, leaf) = parts(id);
    let number = Some(short(leaf, ID_WIDTH, view)).filter(|number| !number.is_empty());
    let number = number.unwrap_or_else(|| leaf.to_owned());
    let whole = if group.is_empty() { number } else { format!("{}/{number}", title(group)) };
    view.fit_path(&whole, SHARED_ID_WIDTH)
}

/// One narrow column for each of some tests, with gaps between groups and every few tests.
fn each(ids: &[String], tests: &[usize], view: &View) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::with_capacity(tests.len());
    let (mut group, mut block, mut nth) = ("", 0, 0);
    for &test in tests {
        let (this_group, leaf) = parts(&ids[test]);
        let new_block = this_group != group && !slots.is_empty();
        (block, nth) = if new_block { (block + 1, 0) } else { (block, nth) };
        let in_gap = new_block || (nth > 0 && nth % TESTS_BETWEEN_GAPS == 0);
        slots.push(Slot {
            test,
            gap: if new_block { 2 } else { usize::from(in_gap) },
            width: 1,
            cell: 0,
            block,
            title: view.fit(title(this_group), TITLE_WIDTH),
            id: short(leaf, ID_WIDTH, view),
            labelled: nth == 0 || (nth + 1) % TESTS_BETWEEN_IDS == 0,
        });
        group = this_group;
        nth += 1;
    }
    slots
}

/// The same columns with blocks as wide as their titles.
fn padded(mut slots: Vec<Slot>) -> Vec<Slot> {
    let mut start = 0;
    while start < slots.len() {
        let len = slots[start..].iter().take_while(|slot| slot.block == slots[start].block).count();
        let block = &slots[start..start + len];
        let missing = clean::width(&block[0].title).saturating_sub(super::layout::extent(block));
        slots[start + len - 1].width += missing;
        start += len;
    }
    slots
}

/// Tests that fare alike, by their first: its number in the matrix and how many they are.
fn alike(first_alike: &[usize]) -> Vec<(usize, usize)> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for &first in first_alike {
        *counts.entry(first).or_default() += 1;
    }
    let mut alike: Vec<_> = counts.into_iter().collect();
    alike.sort_unstable();
    alike
}

/// One column for all tests that fare alike, below their number and the first one's id.
fn merged(ids: &[String], first_alike: &[usize], frame: Frame, view: &View) -> Option<Columns> {
    let slot = |(block, (test, count)): (usize, (usize, usize))| {
        let id = shared_id(&ids[test], view);
        let count = format!("{count}x");
        let width = clean::width(&id).max(count.len());
        Slot {
            test,
            gap: 2,
            width,
            cell: width.saturating_sub(1),
            block,
            title: format!("{count:>width$}"),
            id: " ".repeat(width - clean::width(&id)) + &id,
            labelled: true,
        }
    };
    let slots: Vec<Slot> = alike(first_alike).into_iter().enumerate().map(slot).collect();
    let bands = frame.bands(&slots)?;
    Some(Columns { slots, bands, shared: true, note: None })
}

/// As many narrow columns as fit, one for all tests that fare alike.
fn crowded(ids: &[String], first_alike: &[usize], frame: Frame, view: &View) -> Columns {
    let alike = alike(first_alike);
    let firsts: Vec<usize> = alike.iter().map(|&(first, _)| first).collect();
    let mut slots = each(ids, &firsts, view);
    slots.truncate(2 * frame.alone());
    let bands = loop {
        match frame.bands(&slots) {
            Some(bands) => break bands,
            None => slots.truncate(slots.len().saturating_sub(1)),
        }
    };
    let left_out: usize = alike[slots.len()..].iter().map(|&(_, count)| count).sum();
    let mut note = "tests on which all fare alike share a column, named by the first".to_owned();
    if left_out > 0 {
        note += &format!("; {left_out} of {} tests are not shown", ids.len());
    }
    Columns { slots, bands, shared: false, note: Some(note) }
}
