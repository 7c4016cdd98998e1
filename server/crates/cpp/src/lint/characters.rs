//! The characters of a string literal, each with the bytes of the source that stand for it.

use std::ops::Range;

use crate::scan::is_word;

/// A character of a literal's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Character {
    pub(super) value: char,
    pub(super) span: Range<usize>,
    /// It stands in a raw literal, where a backslash is written once.
    pub(super) raw: bool,
}

/// The value of a literal that begins at `offset`, or of several side by side; `None` when it is none or holds an escape
/// that is no character.
pub(super) fn characters(text: &str, offset: usize) -> Option<Vec<Character>> {
    let mut characters = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let prefix = text[at..].bytes().position(|byte| !is_word(byte))?;
        let raw = text[at..at + prefix].ends_with('R');
        if prefix > 3 || text.as_bytes()[at + prefix] != b'"' {
            return None;
        }
        let open = at + prefix + 1;
        at = if raw {
            read_raw(text, open, offset, &mut characters)?
        } else {
            read(text, open, offset, &mut characters)?
        };
        at += text[at..].len() - text[at..].trim_start().len();
    }
    Some(characters)
}

/// Reads a plain literal from behind its quote to behind the other.
fn read(text: &str, open: usize, offset: usize, characters: &mut Vec<Character>) -> Option<usize> {
    let mut at = open;
    loop {
        let value = text[at..].chars().next()?;
        let (value, length) = match value {
            '"' => return Some(at + 1),
            '\n' => return None,
            '\\' => escape(&text[at..])?,
            other => (other, other.len_utf8()),
        };
        characters.push(Character { value, span: offset + at..offset + at + length, raw: false });
        at += length;
    }
}

fn read_raw(text: &str, open: usize, offset: usize, characters: &mut Vec<Character>) -> Option<usize> {
    let (delimiter, rest) = text[open..].split_once('(')?;
    let start = open + delimiter.len() + 1;
    let length = rest.find(&format!("){delimiter}\""))?;
    for (at, value) in rest[..length].char_indices() {
        let span = offset + start + at..offset + start + at + value.len_utf8();
        characters.push(Character { value, span, raw: true });
    }
    Some(start + length + delimiter.len() + 2)
}

/// The character that an escape stands for and the escape's length. A backslash before a character that needs none is
/// dropped by compilers.
fn escape(text: &str) -> Option<(char, usize)> {
    let value = text[1..].chars().next()?;
    let made = match value {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'a' | 'b' | 'f' | 'v' | 'x' | 'u' | 'U' | 'N' | '0'..='7' | '\n' | '\r' => return None,
        other => other,
    };
    Some((made, 1 + value.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let found = characters(text, 10);
        let value = found.as_ref().map(|found| found.iter().map(|character| character.value).collect::<String>());
        assert_eq!(value.as_deref(), expected, "{text}");
        for character in found.into_iter().flatten() {
            let written = &text[character.span.start - 10..character.span.end - 10];
            assert!(written.ends_with(character.value) || written.starts_with('\\'), "{text}: {written}");
        }
    }

    #[test]
    fn values() {
        check(r#""[a-z]{1,5}""#, Some("[a-z]{1,5}"));
        check(r#""a\\ b" "c""#, Some("a\\ bc"));
        check(r#""a\ b""#, Some("a b"));
        check(r#"R"(a\ b)" u8"é""#, Some("a\\ bé"));
        check(r#"R"x()")x""#, Some(")\""));
        check(r#""a\x41""#, None);
        check(r#""a" + b"#, None);
        check("\"a", None);
        check("a", None);
        check("", Some(""));
    }
}
