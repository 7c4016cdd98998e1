//! A text as an editor has it, with positions in the encoding that client and server agreed on.

use serde_json::{Value, json};

/// What a position's `character` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-16 code units.
    Utf16,
    /// Bytes.
    Utf8,
}

/// Where the lines of a text start: behind `\n`, `\r\n` and `\r`, as the protocol has it.
pub(crate) fn line_starts(text: &str) -> Vec<usize> {
    let is_end = |at: usize, letter: char| letter == '\n' || letter == '\r' && !text[at + 1..].starts_with('\n');
    let ends = text.char_indices().filter(|(at, letter)| is_end(*at, *letter)).map(|(at, _)| at + 1);
    [0].into_iter().chain(ends).collect()
}

impl Encoding {
    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf16 => "utf-16",
            Encoding::Utf8 => "utf-8",
        }
    }

    fn length(self, letter: char) -> usize {
        match self {
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf8 => letter.len_utf8(),
        }
    }

    /// How much of a line a text takes.
    pub(crate) fn width(self, text: &str) -> usize {
        text.chars().map(|letter| self.length(letter)).sum()
    }

    /// The position of a byte offset.
    pub fn position(self, text: &str, offset: usize) -> Value {
        let starts = line_starts(text);
        let line = starts.iter().rposition(|start| *start <= offset).expect("the first line starts at 0");
        let character = self.width(&text[starts[line]..offset]);
        json!({ "line": line, "character": character })
    }

    /// The byte offset of a position; `None` where the text has no such place.
    pub fn offset(self, text: &str, position: &Value) -> Option<usize> {
        let number = |key: &str| position[key].as_u64().expect("positions have numbers") as usize;
        let (line, character) = (number("line"), number("character"));
        let start = *line_starts(text).get(line)?;
        let (mut at, mut seen) = (start, 0);
        for letter in text[start..].chars() {
            if seen >= character || matches!(letter, '\n' | '\r') {
                break;
            }
            seen += self.length(letter);
            at += letter.len_utf8();
        }
        (seen == character).then_some(at)
    }

    /// The range of a part of the text.
    pub fn range(self, text: &str, start: usize, end: usize) -> Value {
        json!({ "start": self.position(text, start), "end": self.position(text, end) })
    }

    /// The part of the text at a range; `None` where the text has no such range.
    pub fn at<'a>(self, text: &'a str, range: &Value) -> Option<&'a str> {
        text.get(self.offset(text, &range["start"])?..self.offset(text, &range["end"])?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings() {
        let text = "ab\né😀x\n";
        let x = text.find('x').expect("it is there");
        assert_eq!(Encoding::Utf16.position(text, x), json!({ "line": 1, "character": 3 }));
        assert_eq!(Encoding::Utf8.position(text, x), json!({ "line": 1, "character": 6 }));
        for encoding in [Encoding::Utf16, Encoding::Utf8] {
            assert_eq!(encoding.at(text, &encoding.range(text, x, x + 1)), Some("x"));
            assert_eq!(encoding.offset(text, &json!({ "line": 2, "character": 0 })), Some(text.len()));
            assert_eq!(encoding.offset(text, &json!({ "line": 1, "character": 9 })), None);
        }
    }

    #[test]
    fn lines() {
        assert_eq!(line_starts("a\rb\r\n\nc\n\r"), [0, 2, 5, 6, 8, 9]);
        assert_eq!(Encoding::Utf16.offset("ab\rc", &json!({ "line": 0, "character": 3 })), None);
    }
}
