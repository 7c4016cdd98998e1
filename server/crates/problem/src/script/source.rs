//! Places in a script's source, and what is said about them.
//!
//! Invariant: inside the reader a place is a span of bytes; only [`super::parse`] turns spans into lines and characters.

use std::collections::HashSet;

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
