//! From a compiler's place to a range of the report.

use problem::text::{LineIndex, Range};
use unicode_width::UnicodeWidthChar;

use super::model::{ColumnUnit, SourcePlace};

/// The distance of tab stops that GCC assumes.
const TAB_STOP: usize = 8;

/// The range of a place in the text of its file.
///
/// A place outside the text is moved into it: the source may have changed since it was compiled. A point becomes the
/// word or operator at it, or the one before it where there is only space; column 0 becomes the whole line. Space at the
/// ends of a range does not belong to it.
pub fn to_range(place: &SourcePlace, text: &str) -> Range {
    let index = LineIndex::new(text);
    let last_line = index.n_lines() as u32 - 1;
    let line = place.line.saturating_sub(1).min(last_line);
    if place.column == 0 || place.line > last_line + 1 {
        return index.line_range(line);
    }
    let offset = |line: u32, column: u32, bias| {
        let span = index.line_span(line).unwrap_or(text.len()..text.len());
        span.start + byte_in_line(&text[span], place.unit, column, bias)
    };
    let start = offset(line, place.column, Bias::Left);
    let end = offset(place.end_line.saturating_sub(1).min(last_line), place.end_column, Bias::Right);
    let words = text.get(start..end).unwrap_or("").trim();
    if !words.is_empty() {
        let lead = text[start..end].len() - text[start..end].trim_start().len();
        return index.range(start + lead..start + lead + words.len());
    }
    let span = index.line_span(line).unwrap_or(start..start);
    let (from, to) = token_at(&text[span.clone()], start - span.start);
    index.range(span.start + from..span.start + to)
}

/// Where a column inside a character goes.
#[derive(Clone, Copy)]
enum Bias {
    Left,
    Right,
}

/// The byte of a line at which a 1-based column begins; its length for a column behind it.
fn byte_in_line(line: &str, unit: ColumnUnit, column: u32, bias: Bias) -> usize {
    let skipped = match unit {
        ColumnUnit::AfterIndent => line.len() - line.trim_start().len(),
        ColumnUnit::Byte | ColumnUnit::CodePoint | ColumnUnit::Utf16 | ColumnUnit::Display => 0,
    };
    let wanted = column.saturating_sub(1) as usize;
    let mut seen = 0;
    for (at, character) in line[skipped..].char_indices() {
        let next = seen + width(unit, character, seen);
        match bias {
            Bias::Left if wanted < next => return skipped + at,
            Bias::Right if wanted <= seen => return skipped + at,
            Bias::Left | Bias::Right => seen = next,
        }
    }
    line.len()
}

/// How many columns a character takes that begins at column `at`, 0-based.
fn width(unit: ColumnUnit, character: char, at: usize) -> usize {
    match unit {
        ColumnUnit::Byte => character.len_utf8(),
        ColumnUnit::Utf16 => character.len_utf16(),
        ColumnUnit::CodePoint | ColumnUnit::AfterIndent => 1,
        ColumnUnit::Display if character == '\t' => TAB_STOP - at % TAB_STOP,
        ColumnUnit::Display => character.width().unwrap_or(1),
    }
}

/// The word, operator or character at a byte of a line; before it when there is only space, or when it opens the
/// arguments of a call, where GCC sees the call. The whole line when that is blank.
fn token_at(line: &str, at: usize) -> (usize, usize) {
    let before = line[..at].trim_end().char_indices().next_back().map(|(before, _)| before);
    let is_call = line[at..].starts_with('(') && line[..at].ends_with(is_word);
    let is_space = line[at..].chars().next().is_none_or(char::is_whitespace);
    let last = match before {
        Some(before) if is_call || is_space => before,
        Some(_) | None => at,
    };
    let Some(character) = line[last..].chars().next().filter(|character| !character.is_whitespace()) else {
        return (0, line.len());
    };
    let belongs: fn(char) -> bool = if is_word(character) {
        is_word
    } else if is_operator(character) {
        is_operator
    } else {
        return (last, last + character.len_utf8());
    };
    let from = line[..last].rfind(|other| !belongs(other)).map_or(0, |before| next_character(line, before));
    let to = line[last..].find(|other| !belongs(other)).map_or(line.len(), |length| last + length);
    (from, to)
}

fn next_character(line: &str, at: usize) -> usize {
    at + line[at..].chars().next().map_or(0, char::len_utf8)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn is_operator(character: char) -> bool {
    "<>=!&|+-*/%^:~".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(unit: ColumnUnit, text: &str, line: u32, column: u32) -> Range {
        to_range(&SourcePlace::point("a.cpp", line, column, unit), text)
    }

    #[test]
    fn counts_in_every_unit() {
        let text = "\té日😀 = word;\r\n";
        let at_word = Range::new(0, 8, 0, 12);
        assert_eq!(covered(ColumnUnit::Byte, text, 1, 14), at_word);
        assert_eq!(covered(ColumnUnit::CodePoint, text, 1, 8), at_word);
        assert_eq!(covered(ColumnUnit::Utf16, text, 1, 9), at_word);
        assert_eq!(covered(ColumnUnit::Display, text, 1, 17), at_word);
        assert_eq!(covered(ColumnUnit::AfterIndent, text, 1, 7), at_word);
    }

    #[test]
    fn widens_points() {
        let text = "a <<= bc ;  \n\n";
        assert_eq!(covered(ColumnUnit::Byte, text, 1, 4), Range::new(0, 2, 0, 5));
        assert_eq!(covered(ColumnUnit::Byte, text, 1, 8), Range::new(0, 6, 0, 8));
        assert_eq!(covered(ColumnUnit::Byte, text, 1, 9), Range::new(0, 6, 0, 8));
        assert_eq!(covered(ColumnUnit::Byte, text, 1, 99), Range::new(0, 9, 0, 10));
        assert_eq!(covered(ColumnUnit::Byte, text, 2, 1), Range::new(1, 0, 1, 0));
    }

    #[test]
    fn stays_in_the_text() {
        let text = "int x;\n  y";
        assert_eq!(covered(ColumnUnit::Byte, text, 9, 9), Range::new(1, 2, 1, 3));
        assert_eq!(covered(ColumnUnit::Byte, text, 0, 1), Range::new(0, 0, 0, 3));
        assert_eq!(covered(ColumnUnit::Byte, "", 1, 1), Range::new(0, 0, 0, 0));
        assert_eq!(to_range(&SourcePlace::line("a.cpp", 2), text), Range::new(1, 2, 1, 3));
    }

    #[test]
    fn covers_several_lines() {
        let text = "f(\n  é,\n  b);\n";
        let place = SourcePlace { end_line: 2, end_column: 5, ..SourcePlace::point("a.cpp", 1, 1, ColumnUnit::Byte) };
        assert_eq!(to_range(&place, text), Range::new(0, 0, 1, 3));
    }
}
