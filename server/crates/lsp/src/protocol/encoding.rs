//! Positions of the client and our own. Ours count UTF-16 code units, whatever the client counts.

use problem::text::{Position, Range};
use ropey::{Rope, RopeSlice};
use tower_lsp::lsp_types;

/// How the client counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    #[default]
    Utf16,
    Utf8,
}

impl Encoding {
    /// The byte offset of a client's position; past a line's end is its end, past the last line the text's end.
    pub(crate) fn offset(self, rope: &Rope, position: lsp_types::Position) -> usize {
        let line = position.line as usize;
        if line >= rope.len_lines() {
            return rope.len_bytes();
        }
        let slice = content(rope.line(line));
        let start = rope.line_to_byte(line);
        let character = position.character as usize;
        start
            + match self {
                Encoding::Utf16 if character >= slice.len_utf16_cu() => slice.len_bytes(),
                Encoding::Utf16 => slice.char_to_byte(slice.utf16_cu_to_char(character)),
                Encoding::Utf8 if character >= slice.len_bytes() => slice.len_bytes(),
                Encoding::Utf8 => slice.char_to_byte(slice.byte_to_char(character)),
            }
    }

    /// Our position of the client's.
    pub(crate) fn read(self, rope: &Rope, position: lsp_types::Position) -> Position {
        match self {
            Encoding::Utf16 => Position { line: position.line, character: position.character },
            Encoding::Utf8 => {
                let offset = self.offset(rope, position);
                let line = rope.byte_to_line(offset);
                let slice = rope.line(line);
                let in_line = offset - rope.line_to_byte(line);
                let units = slice.char_to_utf16_cu(slice.byte_to_char(in_line));
                Position { line: line as u32, character: units as u32 }
            }
        }
    }

    /// Our range of the client's.
    pub(crate) fn read_range(self, rope: &Rope, range: lsp_types::Range) -> Range {
        Range { start: self.read(rope, range.start), end: self.read(rope, range.end) }
    }

    /// The client's range of the first line of a text.
    pub(crate) fn first_line(self, rope: &Rope) -> lsp_types::Range {
        let line = content(rope.line(0));
        let character = match self {
            Encoding::Utf16 => line.len_utf16_cu(),
            Encoding::Utf8 => line.len_bytes(),
        };
        lsp_types::Range {
            start: lsp_types::Position::default(),
            end: lsp_types::Position { line: 0, character: character as u32 },
        }
    }

    /// The client's position of ours, in a text that is asked for only where it matters.
    pub(crate) fn write(self, rope: impl FnOnce() -> Option<Rope>, range: Range) -> lsp_types::Range {
        let plain = lsp_types::Range { start: plain(range.start), end: plain(range.end) };
        match self {
            Encoding::Utf16 => plain,
            Encoding::Utf8 => match rope() {
                Some(rope) => lsp_types::Range { start: in_bytes(&rope, range.start), end: in_bytes(&rope, range.end) },
                None => plain,
            },
        }
    }
}

fn plain(position: Position) -> lsp_types::Position {
    lsp_types::Position { line: position.line, character: position.character }
}

fn in_bytes(rope: &Rope, position: Position) -> lsp_types::Position {
    let line = position.line as usize;
    if line >= rope.len_lines() {
        return plain(position);
    }
    let slice = content(rope.line(line));
    let units = (position.character as usize).min(slice.len_utf16_cu());
    let character = slice.char_to_byte(slice.utf16_cu_to_char(units));
    lsp_types::Position { line: position.line, character: character as u32 }
}

/// A line without its end.
fn content(line: RopeSlice<'_>) -> RopeSlice<'_> {
    let mut n_chars = line.len_chars();
    while n_chars > 0 && matches!(line.char(n_chars - 1), '\n' | '\r') {
        n_chars -= 1;
    }
    line.slice(..n_chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> lsp_types::Position {
        lsp_types::Position { line, character }
    }

    #[test]
    fn first_lines() {
        let of = |text: &str| {
            let rope = Rope::from_str(text);
            [Encoding::Utf16, Encoding::Utf8].map(|encoding| encoding.first_line(&rope).end.character)
        };
        assert_eq!(of("aé😀\r\nb"), [4, 7]);
        assert_eq!((of(""), of("\n"), of("ab\rc")), ([0, 0], [0, 0], [2, 2]));
    }

    #[test]
    fn both_encodings() {
        let rope = Rope::from_str("ab\r\né😀x\n");
        assert_eq!(Encoding::Utf16.offset(&rope, at(1, 3)), 4 + "é😀".len());
        assert_eq!(Encoding::Utf8.offset(&rope, at(1, 6)), 4 + 6);
        assert_eq!(Encoding::Utf8.read(&rope, at(1, 6)), Position { line: 1, character: 3 });
        assert_eq!(Encoding::Utf16.offset(&rope, at(0, 99)), 2);
        assert_eq!(Encoding::Utf8.offset(&rope, at(9, 0)), rope.len_bytes());
        let range = Range::new(1, 1, 1, 3);
        assert_eq!(Encoding::Utf16.write(|| None, range).end, at(1, 3));
        assert_eq!(
            Encoding::Utf8.write(|| Some(rope.clone()), range),
            lsp_types::Range { start: at(1, 2), end: at(1, 6) }
        );
        assert_eq!(Encoding::Utf8.write(|| Some(rope), Range::new(7, 1, 7, 3)).start, at(7, 1));
    }
}
