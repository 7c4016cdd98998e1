//! Positions from byte offsets, for a text somebody else owns.
//!
//! Invariant: a position costs a binary search however long the line is, so that a file of one huge line stays linear.
//! (`problem::text::LineIndex` counts from the line's start each time and borrows its text.)

use std::ops;

use problem::text::{Position, Range};

/// Where the lines of a text start and where its characters take more bytes than UTF-16 code units.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// For each character beyond ASCII, the offset of its end and the bytes minus code units of the text up to there.
    wide: Vec<(usize, usize)>,
    len: usize,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        let mut wide = Vec::new();
        let mut surplus = 0;
        for (at, character) in text.char_indices() {
            if character == '\n' {
                starts.push(at + 1);
            } else if !character.is_ascii() {
                surplus += character.len_utf8() - character.len_utf16();
                wide.push((at + character.len_utf8(), surplus));
            }
        }
        Lines { starts, wide, len: text.len() }
    }

    /// The 0-based line a byte offset lies in.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte offset at which the line starts that a byte offset lies in.
    pub(crate) fn line_start(&self, offset: usize) -> usize {
        self.starts[self.line(offset)]
    }

    /// The byte offset after the line end of the line that a byte offset lies in.
    pub(crate) fn next_line_start(&self, offset: usize) -> usize {
        self.starts.get(self.line(offset) + 1).copied().unwrap_or(self.len)
    }

    /// The position of a byte offset that is a character's boundary; offsets past the end are the end.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let start = self.starts[line];
        let character = (offset - start) - (self.surplus(offset) - self.surplus(start));
        Position { line: line as u32, character: character as u32 }
    }

    /// The range of a span of bytes.
    pub(crate) fn range(&self, span: ops::Range<usize>) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    fn surplus(&self, offset: usize) -> usize {
        match self.wide.partition_point(|&(end, _)| end <= offset) {
            0 => 0,
            n_before => self.wide[n_before - 1].1,
        }
    }
}

#[cfg(test)]
mod tests {
    use problem::text::LineIndex;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_the_line_index(text in "[ab\r\né😀]{0,40}") {
            let lines = Lines::new(&text);
            let index = LineIndex::new(&text);
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                prop_assert_eq!(lines.position(at), index.position(at));
            }
        }
    }
}
