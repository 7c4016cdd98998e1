//! What stands above the columns of a band: titles of blocks and ids of tests.

use super::{
    clean,
    layout::{self, Slot},
};

/// A text and the column it starts at, counted from the band's start.
pub(super) struct Head {
    pub(super) column: usize,
    pub(super) text: String,
}

/// The narrowest a title is cut to; what is narrower is left out.
const NARROWEST_TITLE: usize = 3;

/// The title of each block, no wider than the block.
pub(super) fn titles(slots: &[Slot]) -> Vec<Head> {
    let starts = layout::starts(slots);
    let mut titles = Vec::new();
    let mut from = 0;
    for block in slots.chunk_by(|a, b| a.block == b.block) {
        if let Some(text) = shortened(&block[0].title, layout::extent(block)) {
            titles.push(Head { column: starts[from], text });
        }
        from += block.len();
    }
    titles
}

/// The title, or the number at its end, or its start.
fn shortened(title: &str, room: usize) -> Option<String> {
    if clean::width(title) <= room {
        return Some(title.to_owned()).filter(|title| !title.is_empty());
    }
    let number = title.trim_start_matches(|character: char| !character.is_ascii_digit());
    if !number.is_empty() && clean::width(number) <= room {
        return Some(number.to_owned());
    }
    (room >= NARROWEST_TITLE).then(|| clean::keep_start(title, room, ""))
}

/// Ids of the first test and of those that are labelled, where they do not run into each other.
pub(super) fn ids(slots: &[Slot], room: usize) -> Vec<Head> {
    let (mut ids, mut free): (Vec<Head>, usize) = (Vec::new(), 0);
    for (nth, (slot, column)) in slots.iter().zip(layout::starts(slots)).enumerate() {
        let end = column + clean::width(&slot.id);
        if (slot.labelled || nth == 0) && !slot.id.is_empty() && column >= free && end <= room {
            ids.push(Head { column, text: slot.id.clone() });
            free = end + 1;
        }
    }
    ids
}
