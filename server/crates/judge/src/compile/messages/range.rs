//! From a compiler's place to a range of the report.

use std::ops;

use problem::text::{LineIndex, Range};
use unicode_width::UnicodeWidthChar;

use super::model::{ColumnUnit, SourcePlace};

/// The distance of tab stops that GCC assumes.
const TAB_STOP: usize = 8;

/// Which line ends a compiler counts; CR LF is one for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedEnds {
    /// LF: GCC.
    Lf,
    /// LF and a lone CR, as editors do: Clang, Python.
    Every,
}

/// The lines of a text as a compiler counts them.
struct Counted<'a> {
    index: LineIndex<'a>,
    ends: CountedEnds,
    n_lines: u32,
}

impl<'a> Counted<'a> {
    fn new(text: &'a str, ends: CountedEnds) -> Counted<'a> {
        let index = LineIndex::new(text);
        let n_lines = match ends {
            CountedEnds::Lf => text.matches('\n').count() + 1,
            CountedEnds::Every => index.n_lines(),
        };
        Counted { index, ends, n_lines: n_lines as u32 }
    }

    fn span(&self, line: u32) -> Option<ops::Range<usize>> {
        match self.ends {
            CountedEnds::Lf => self.index.lf_line_span(line),
            CountedEnds::Every => self.index.line_span(line),
        }
    }

    fn whole(&self, line: u32) -> Range {
        match self.ends {
            CountedEnds::Lf => self.index.lf_line_range(line),
            CountedEnds::Every => self.index.line_range(line),
        }
    }
}

/// The range of a place in the text of its file.
///
/// A place outside the text is moved into it: the source may have changed since it was compiled. A point becomes the
/// word or operator at it, or the one before it where there is only space; column 0 becomes the whole line. Space at the
/// ends of a range does not belong to it.
pub fn to_range(place: &SourcePlace, text: &str, ends: CountedEnds) -> Range {
    let lines = Counted::new(text, ends);
    let index = &lines.index;
    let last_line = lines.n_lines - 1;
    let line = place.line.saturating_sub(1).min(last_line);
    if place.column == 0 || place.line > last_line + 1 {
        return lines.whole(line);
    }
    let offset = |line: u32, column: u32, bias| {
        let span = lines.span(line).unwrap_or(text.len()..text.len());
        span.start + byte_in_line(&text[span], place.unit, column, bias)
    };
    let start = offset(line, place.column, Bias::Left);
    let end = offset(place.end_line.saturating_sub(1).min(last_line), place.end_column, Bias::Right);
    let words = text.get(start..end).unwrap_or("").trim();
    if !words.is_empty() {
        let lead = text[start..end].len() - text[start..end].trim_start().len();
        return index.range(start + lead..start + lead + words.len());
    }
    let span = lines.span(line).unwrap_or(start..start);
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
        to_range(&SourcePlace::point("a.cpp", line, column, unit), text, CountedEnds::Lf)
    }

    #[test]
    fn compilers_differ_in_what_ends_a_line() {
        let text = "int a;\rint b;\r\nint c\n";
        let of = |line, ends| to_range(&SourcePlace::point("a.cpp", line, 5, ColumnUnit::Byte), text, ends);
        assert_eq!(of(2, CountedEnds::Lf), Range::new(2, 4, 2, 5));
        assert_eq!(of(3, CountedEnds::Every), Range::new(2, 4, 2, 5));
        assert_eq!(
            (of(1, CountedEnds::Lf), of(1, CountedEnds::Every)),
            (Range::new(0, 4, 0, 5), Range::new(0, 4, 0, 5))
        );
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
        assert_eq!(to_range(&SourcePlace::line("a.cpp", 2), text, CountedEnds::Lf), Range::new(1, 2, 1, 3));
    }

    #[test]
    fn covers_several_lines() {
        let text = "f(\n  é,\n  b);\n";
        let place = SourcePlace { end_line: 2, end_column: 5, ..SourcePlace::point("a.cpp", 1, 1, ColumnUnit::Byte) };
        assert_eq!(to_range(&place, text, CountedEnds::Lf), Range::new(0, 0, 1, 3));
    }
}
