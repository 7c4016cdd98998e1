//! Places in a text, in the coordinates of the report and of the Language Server Protocol.
//!
//! Invariant: lines and characters are 0-based, a line ends at LF, CR LF or CR, and characters count UTF-16 code units.
//! Compilers, testlib and readers of XML count lines in another way; their numbers become places by way of bytes.

use std::{fmt, ops};

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

/// The line end that a text uses.
pub fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}

/// Where a word stands in a part of a text, if it is written there once and as it is, between blanks, quotes or signs of
/// a shell.
pub fn word_in(lines: &LineIndex<'_>, part: Range, word: &str) -> Option<Range> {
    let start = lines.offset(part.start);
    let written = lines.text.get(start..lines.offset(part.end))?;
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

/// As compilers say it: the file, and the line where it begins, counted from 1.
impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.path, self.range.start.line + 1)
    }
}

/// Positions from byte offsets, for a text somebody else owns.
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
        let bytes = text.as_bytes();
        Lines::ended_at(text, |at| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
    }

    /// The same for those who end a line at LF alone.
    pub fn at_lf(text: &str) -> Lines {
        Lines::ended_at(text, |at| text.as_bytes()[at] == b'\n')
    }

    fn ended_at(text: &str, is_end: impl Fn(usize) -> bool) -> Lines {
        let mut starts = vec![0];
        let mut wide = Vec::new();
        let mut surplus = 0;
        for (at, character) in text.char_indices() {
            if is_end(at) {
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

/// A text with its lines: positions from byte offsets and back.
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

    /// Number of lines; a text that ends with a line's end has an empty last line.
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
        let Some(&next) = self.lines.starts.get(line as usize + 1) else { return Some(start..self.text.len()) };
        let content = &self.text[start..next];
        let content = content.strip_suffix('\n').unwrap_or(content);
        Some(start..start + content.strip_suffix('\r').unwrap_or(content).len())
    }

    /// The bytes of a line, without its line end, as those count lines for whom only LF ends one: GCC, testlib, readers
    /// of XML. `None` past the last line.
    pub fn lf_line_span(&self, line: u32) -> Option<ops::Range<usize>> {
        let mut start = 0;
        for content in self.text.split('\n').take(line as usize) {
            start += content.len() + 1;
        }
        let content = self.text.get(start..)?.split('\n').next()?;
        Some(start..start + content.strip_suffix('\r').unwrap_or(content).len())
    }

    /// The range of a line from its first character that is not blank to its last; the whole line when all is blank.
    pub fn line_range(&self, line: u32) -> Range {
        self.trimmed(self.line_span(line))
    }

    /// The same of a line as [`LineIndex::lf_line_span`] counts.
    pub fn lf_line_range(&self, line: u32) -> Range {
        self.trimmed(self.lf_line_span(line))
    }

    fn trimmed(&self, line: Option<ops::Range<usize>>) -> Range {
        let Some(span) = line else {
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

    /// The lines of a text, each with its end, by the words of the protocol: `\n`, `\r\n` and `\r` end one.
    fn lines_of(text: &str) -> Vec<&str> {
        let mut lines = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['\n', '\r']) {
            let end = if rest[at..].starts_with("\r\n") { at + 2 } else { at + 1 };
            lines.push(&rest[..end]);
            rest = &rest[end..];
        }
        lines.push(rest);
        lines
    }

    proptest! {
        #[test]
        fn positions_are_those_of_counting(text in "[ab\r\né😀]{0,40}") {
            let (lines, index) = (Lines::new(&text), LineIndex::new(&text));
            let mut start = 0;
            let expected = lines_of(&text);
            prop_assert_eq!(index.n_lines(), expected.len());
            for (number, line) in (0_u32..).zip(&expected) {
                let content = line.trim_end_matches(['\n', '\r']);
                prop_assert_eq!(index.line_span(number), Some(start..start + content.len()));
                for (at, _) in line.char_indices() {
                    let character = line[..at].encode_utf16().count() as u32;
                    prop_assert_eq!(lines.position(start + at), Position { line: number, character });
                }
                start += line.len();
            }
            prop_assert_eq!(lines.position(text.len()).line as usize + 1, expected.len());
        }

        #[test]
        fn compilers_and_testlib_count_lines_by_their_line_feeds(text in "[ab\r\né😀]{0,40}") {
            let (index, at_lf) = (LineIndex::new(&text), Lines::at_lf(&text));
            for (number, line) in text.split('\n').enumerate() {
                let start = line.as_ptr() as usize - text.as_ptr() as usize;
                let content = line.strip_suffix('\r').unwrap_or(line);
                prop_assert_eq!(index.lf_line_span(number as u32), Some(start..start + content.len()));
                prop_assert_eq!((at_lf.start(number), at_lf.line(start)), (Some(start), number));
            }
            prop_assert_eq!(index.lf_line_span(text.split('\n').count() as u32), None);
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
