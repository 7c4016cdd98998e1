//! Places in a template's source, and what is said about them.
//!
//! Invariant: a place is a span of bytes; lines and characters are for the caller to make of it.

use std::collections::HashSet;

/// Bytes of the source from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte behind the last one.
    pub end: usize,
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

    /// The bytes of the span.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// What is said about the source, at most once about each span: a line in a loop is wrong in each iteration.
#[derive(Debug, Default)]
pub struct Messages {
    said: Vec<(Span, String)>,
    about: HashSet<Span>,
}

impl Messages {
    /// Says something about a span, unless something is said of it.
    pub fn say(&mut self, span: Span, message: impl Into<String>) {
        if self.about.insert(span) {
            self.said.push((span, message.into()));
        }
    }

    /// All that was said, in the order of the source.
    pub fn into_sorted(mut self) -> Vec<(Span, String)> {
        self.said.sort_by_key(|(span, _)| *span);
        self.said
    }
}

/// Something that goes beyond what the reader is willing to do; ends the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is to blame.
    pub span: Span,
    /// What is too much, and what to do about it.
    pub message: &'static str,
}
