//! What a template wrote, and where each part came from.
//!
//! Invariant: pieces, marks and gaps are in the order of the text.

use super::node::{Hole, Mark};
use crate::source::Span;

/// The text and its origin.
#[derive(Debug, Default)]
pub struct Output {
    text: String,
    line_start: usize,
    pieces: Vec<Piece>,
    marks: Vec<(usize, Mark)>,
    gaps: Vec<usize>,
}

#[derive(Debug)]
struct Piece {
    start: usize,
    source: Span,
    /// Whether the bytes are those of the source, one by one.
    is_literal: bool,
}

impl Output {
    pub(super) fn literal(&mut self, source: Span, text: &str) {
        self.push(source, source.of(text), true);
    }

    pub(super) fn computed(&mut self, source: Span, text: &str) {
        self.push(source, text, false);
    }

    fn push(&mut self, source: Span, text: &str, is_literal: bool) {
        if text.is_empty() {
            return;
        }
        self.pieces.push(Piece { start: self.text.len(), source, is_literal });
        self.text.push_str(text);
        if let Some(last) = text.rfind('\n') {
            self.line_start = self.text.len() - text.len() + last + 1;
        }
    }

    pub(super) fn end_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    pub(super) fn mark(&mut self, mark: Mark) {
        self.marks.push((self.text.len(), mark));
    }

    /// Something is missing here.
    pub(super) fn hole(&mut self, hole: Hole) {
        if hole.is_in_first_line {
            self.gap();
        }
        if hole.has_lines {
            self.end_line();
        }
        if hole.is_in_last_line {
            self.gap();
        }
    }

    fn gap(&mut self) {
        if self.gaps.last() != Some(&self.text.len()) {
            self.gaps.push(self.text.len());
        }
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// What is written since byte `from`.
    pub(super) fn since(&self, from: usize) -> &str {
        &self.text[from..]
    }

    /// The line that is being written, and its start.
    pub(super) fn current_line(&self) -> (usize, &str) {
        (self.line_start, &self.text[self.line_start..])
    }

    /// The text, or nothing when something is missing in it.
    pub(super) fn into_text(self) -> Option<String> {
        self.gaps.is_empty().then_some(self.text)
    }

    /// The lines and their starts.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut start = 0;
        self.text.split('\n').map(move |line| {
            let this = start;
            start += line.len() + 1;
            (this, line)
        })
    }

    /// Whether something is missing between the two bytes, both included.
    pub fn is_broken(&self, first: usize, last: usize) -> bool {
        self.gaps.get(self.gaps.partition_point(|&gap| gap < first)).is_some_and(|&gap| gap <= last)
    }

    /// The last mark before a byte.
    pub fn mark_before(&self, at: usize) -> Option<Mark> {
        let n_before = self.marks.partition_point(|(place, _)| *place <= at);
        n_before.checked_sub(1).map(|last| self.marks[last].1)
    }

    /// The part of the source that bytes of the text came from.
    pub fn source(&self, start: usize, end: usize) -> Span {
        let first = self.pieces.partition_point(|piece| piece.start <= start).saturating_sub(1);
        let of = |(at, piece): (usize, &Piece)| {
            let piece_end = self.pieces.get(first + at + 1).map_or(self.text.len(), |next| next.start);
            if !piece.is_literal {
                return piece.source;
            }
            let from = start.max(piece.start) - piece.start;
            let to = end.min(piece_end).max(piece.start) - piece.start;
            Span::new(piece.source.start + from, (piece.source.start + to).min(piece.source.end))
        };
        let pieces = self.pieces[first..].iter().enumerate();
        let touched = pieces.take_while(|(at, piece)| *at == 0 || piece.start < end).map(of);
        touched.reduce(Span::with).unwrap_or_default()
    }
}
