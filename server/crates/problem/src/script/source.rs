//! Places in a script's source, and what is said about them.
//!
//! Invariant: inside the reader a place is a span of bytes; only [`ranges`] turns spans into lines and characters.

use std::collections::{HashMap, HashSet};

use crate::text::{Position, Range};

/// Bytes of the source from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// From the start of this span to the end of `last`.
    pub(crate) fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }

    /// The smallest span that holds both.
    pub(crate) fn with(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub(crate) fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// What is said about the source, at most once about each span: a line in a loop is wrong in each iteration.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    said: Vec<(Span, String)>,
    about: HashSet<Span>,
}

impl Messages {
    pub(crate) fn say(&mut self, span: Span, message: impl Into<String>) {
        if self.about.insert(span) {
            self.said.push((span, message.into()));
        }
    }

    pub(crate) fn into_sorted(mut self) -> Vec<(Span, String)> {
        self.said.sort_by_key(|(span, _)| *span);
        self.said
    }
}

/// Something that goes beyond what the reader is willing to do; ends the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) span: Span,
    pub(crate) message: &'static str,
}

/// Turns spans into ranges in one sweep over the text, so that many places on one long line stay cheap.
pub(crate) fn ranges(text: &str, spans: &[Span]) -> HashMap<Span, Range> {
    let mut offsets: Vec<usize> = spans.iter().flat_map(|span| [span.start, span.end]).collect();
    offsets.sort_unstable();
    offsets.dedup();
    let mut positions = HashMap::new();
    let (mut at, mut here) = (0, Position::default());
    for offset in offsets {
        for character in text[at..offset].chars() {
            if character == '\n' {
                here = Position { line: here.line + 1, character: 0 };
            } else {
                here.character += character.len_utf16() as u32;
            }
        }
        at = offset;
        positions.insert(offset, here);
    }
    spans.iter().map(|&span| (span, Range { start: positions[&span.start], end: positions[&span.end] })).collect()
}
