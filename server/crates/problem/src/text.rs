//! Places in a text, in the coordinates of the report and of the Language Server Protocol.
//!
//! Invariant: lines and characters are 0-based and characters count UTF-16 code units.

use std::ops;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::path::RelPath;

/// A point between two characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// 0-based line.
    pub line: u32,
    /// 0-based UTF-16 code units from the line's start.
    pub character: u32,
}

/// The text from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    /// First position.
    pub start: Position,
    /// First position that is not part of it.
    pub end: Position,
}

impl Range {
    /// From numbers: start line and character, end line and character.
    pub fn new(start_line: u32, start_character: u32, end_line: u32, end_character: u32) -> Range {
        Range {
            start: Position { line: start_line, character: start_character },
            end: Position { line: end_line, character: end_character },
        }
    }
}

/// Where a word stands in a part of a text, if it is written there once and as it is, between blanks, quotes or signs of
/// a shell.
pub fn word_in(text: &str, part: Range, word: &str) -> Option<Range> {
    let lines = LineIndex::new(text);
    let start = lines.offset(part.start);
    let written = text.get(start..lines.offset(part.end))?;
    let is_end = |next: Option<char>| next.is_none_or(|next| next.is_whitespace() || "\"'|><&;".contains(next));
    let mut found = written
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| is_end(written[..at].chars().next_back()) && is_end(written[at + word.len()..].chars().next()));
    let (Some(at), None) = (found.next(), found.next()) else { return None };
    Some(lines.range(start + at..start + at + word.len()))
}

/// A range in a file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub path: RelPath,
    /// Where in it.
    pub range: Range,
}

/// Positions from byte offsets, for a text somebody else owns. A line ends at LF.
///
/// Invariant: a position costs a binary search however long the line is, so that a file of one huge line stays linear.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
    /// For each character beyond ASCII, the offset of its end and the bytes minus code units of the text up to there.
    wide: Vec<(usize, usize)>,
    len: usize,
}

impl Lines {
    /// Indexes a text once, in time linear in its length.
    pub fn new(text: &str) -> Lines {
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

    /// The byte offset at which a 0-based line starts; `None` when there is no such line.
    pub fn start(&self, line: usize) -> Option<usize> {
        self.starts.get(line).copied()
    }

    /// The 0-based line a byte offset lies in.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The byte offset at which the line starts that a byte offset lies in.
    pub fn line_start(&self, offset: usize) -> usize {
        self.starts[self.line(offset)]
    }

    /// The byte offset after the line end of the line that a byte offset lies in.
    pub fn next_line_start(&self, offset: usize) -> usize {
        self.starts.get(self.line(offset) + 1).copied().unwrap_or(self.len)
    }

    /// The position of a byte offset that is a character's boundary; offsets past the end are the end.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.len);
        let line = self.line(offset);
        let start = self.starts[line];
        let character = (offset - start) - (self.surplus(offset) - self.surplus(start));
        Position { line: line as u32, character: character as u32 }
    }

    /// The range of a span of bytes.
    pub fn range(&self, span: ops::Range<usize>) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    fn surplus(&self, offset: usize) -> usize {
        match self.wide.partition_point(|&(end, _)| end <= offset) {
            0 => 0,
            n_before => self.wide[n_before - 1].1,
        }
    }
}

/// A text with its lines: positions from byte offsets and back. A CR before an LF belongs to the line's end.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    lines: Lines,
}

impl<'a> LineIndex<'a> {
    /// Indexes a text once, in time linear in its length.
    pub fn new(text: &'a str) -> LineIndex<'a> {
        LineIndex { text, lines: Lines::new(text) }
    }

    /// Number of lines; a text that ends in LF has an empty last line.
    pub fn n_lines(&self) -> usize {
        self.lines.starts.len()
    }

    /// The position of a byte offset; offsets inside a character are its start, those past the end are the end.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        self.lines.position(offset)
    }

    /// The range of a span of bytes.
    pub fn range(&self, span: ops::Range<usize>) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The bytes of a line without its line end; `None` past the last line.
    pub fn line_span(&self, line: u32) -> Option<ops::Range<usize>> {
        let start = *self.lines.starts.get(line as usize)?;
        let end = self.lines.starts.get(line as usize + 1).map_or(self.text.len(), |next| next - 1);
        let end = if self.text[start..end].ends_with('\r') { end - 1 } else { end };
        Some(start..end)
    }

    /// The range of a line from its first character that is not blank to its last; the whole line when all is blank.
    pub fn line_range(&self, line: u32) -> Range {
        let Some(span) = self.line_span(line) else {
            return self.range(self.text.len()..self.text.len());
        };
        let content = &self.text[span.clone()];
        let trimmed = content.trim();
        if trimmed.is_empty() {
            return self.range(span);
        }
        let lead = content.len() - content.trim_start().len();
        self.range(span.start + lead..span.start + lead + trimmed.len())
    }

    /// The byte offset of a position; characters past the line's end are its end.
    pub fn offset(&self, position: Position) -> usize {
        let Some(span) = self.line_span(position.line) else {
            return self.text.len();
        };
        let mut units = 0;
        for (at, character) in self.text[span.clone()].char_indices() {
            if units >= position.character {
                return span.start + at;
            }
            units += character.len_utf16() as u32;
        }
        span.end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn positions_are_those_of_counting(text in "[ab\r\né😀]{0,40}") {
            let lines = Lines::new(&text);
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let before = &text[..at];
                let line = before.matches('\n').count() as u32;
                let start = before.rfind('\n').map_or(0, |newline| newline + 1);
                let character = before[start..].encode_utf16().count() as u32;
                prop_assert_eq!(lines.position(at), Position { line, character });
            }
        }
    }

    #[test]
    fn counts_utf16() {
        let text = "ab\r\né😀x\n";
        let index = LineIndex::new(text);
        assert_eq!(index.n_lines(), 3);
        let at_x = text.find('x').unwrap();
        assert_eq!(index.position(at_x), Position { line: 1, character: 3 });
        assert_eq!(index.offset(Position { line: 1, character: 3 }), at_x);
        assert_eq!(index.line_span(0), Some(0..2));
        assert_eq!(index.line_range(1), Range::new(1, 0, 1, 4));
        assert_eq!(index.offset(Position { line: 0, character: 99 }), 2);
    }
}
