//! One line of a compiler's text, taken apart.

use super::model::{ColumnUnit, MessageSeverity, SourcePlace, plain_option, severity_of};

/// A line by what it means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// `In file included from a.h:2,` starts a chain; `                 from a.cpp:1:` goes on with GCC's.
    IncludedFrom { place: SourcePlace, goes_on: bool },
    /// `a.cpp:3:5: error: text [-Woption]`.
    Message { place: SourcePlace, ranges: Vec<ByteRange>, said: Said<'a> },
    /// `a.cpp:3:5:   required from here`: how the compiler came to the message that follows.
    Context { place: SourcePlace, text: &'a str },
    /// `a.cpp: In function 'int main()':` names a file.
    InFile(&'a str),
    /// `cc1plus: error: text`, by a program and not about a place.
    Tool(Said<'a>),
    /// `    3 | int x` quotes a line.
    Quote { line: u32 },
    /// `      |     ^~~` marks parts of the quoted line; this is what stands behind the bar and its space.
    Marks(&'a str),
    /// `fix-it:"a.cpp":{1:16-1:17}:";"`; its columns are bytes.
    Fixit { place: SourcePlace, content: String },
    /// `2 errors generated.` ends Clang's output.
    ClangEnd,
    /// Anything else.
    Other,
}

/// What a message says behind its place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said<'a> {
    pub(super) severity: MessageSeverity,
    pub(super) text: &'a str,
    pub(super) option: Option<String>,
}

/// `{4:10-4:14}`: 1-based lines and byte columns, the end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByteRange {
    pub(super) start: (u32, u32),
    pub(super) end: (u32, u32),
}

const KINDS: [&str; 11] = [
    "fatal error",
    "internal compiler error",
    "error",
    "Error",
    "warning",
    "Warning",
    "note",
    "remark",
    "sorry, unimplemented",
    "anachronism",
    "pedwarn",
];

/// Words that tell a line of context from a quoted source that looks like a place.
const CONTEXTS: [&str; 5] = ["required ", "recursively required ", "in ‘constexpr’", "in 'constexpr'", "instantiated "];

/// Tells what a line is.
pub(super) fn classify(line: &str) -> Line<'_> {
    let readers = [included_from, gutter, fixit, clang_end, message, in_file];
    readers.iter().find_map(|read| read(line)).or_else(|| said(line).map(Line::Tool)).unwrap_or(Line::Other)
}

fn included_from(line: &str) -> Option<Line<'_>> {
    let (rest, goes_on) = match line.strip_prefix("In file included from ") {
        Some(rest) => (rest, false),
        None => (line.trim_start().strip_prefix("from ").filter(|_| line.starts_with("    "))?, true),
    };
    let named = rest.trim_end_matches([',', ':']);
    let (file, number) = named.rsplit_once(':')?;
    // Some versions add a column.
    let (file, number) = match file.rsplit_once(':') {
        Some((outer, line)) if line.parse::<u32>().is_ok() => (outer, line),
        Some(_) | None => (file, number),
    };
    Some(Line::IncludedFrom { place: SourcePlace::line(file, number.parse().ok()?), goes_on })
}

fn gutter(line: &str) -> Option<Line<'_>> {
    let (number, behind) = line.split_once('|')?;
    if !number.ends_with(' ') {
        return None;
    }
    match number.trim() {
        "" => Some(Line::Marks(behind.strip_prefix(' ').unwrap_or(behind))),
        number => Some(Line::Quote { line: number.parse().ok()? }),
    }
}

fn fixit(line: &str) -> Option<Line<'_>> {
    let rest = line.strip_prefix("fix-it:\"")?;
    let (file, rest) = rest.split_once("\":{")?;
    let (range, rest) = rest.split_once("}:\"")?;
    let ByteRange { start, end } = byte_range(range)?;
    let point = SourcePlace::point(file, start.0, start.1, ColumnUnit::Byte);
    let content = unescape(rest.strip_suffix('"')?);
    Some(Line::Fixit { place: SourcePlace { end_line: end.0, end_column: end.1, ..point }, content })
}

/// A character that is not ASCII is written as its bytes, `\303\266`.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let octal = behind.get(..3).and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        let (byte, length) = match (first, octal, behind.first()) {
            (b'\\', Some(byte), _) => (byte, 4),
            (b'\\', None, Some(b'n')) => (b'\n', 2),
            (b'\\', None, Some(b't')) => (b'\t', 2),
            (b'\\', None, Some(&escaped)) => (escaped, 2),
            (other, _, _) => (other, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn clang_end(line: &str) -> Option<Line<'_>> {
    let is_end = line.starts_with(|first: char| first.is_ascii_digit()) && line.ends_with(" generated.");
    is_end.then_some(Line::ClangEnd)
}

/// Tries every colon, since a file name may have colons itself.
fn message(line: &str) -> Option<Line<'_>> {
    if line.starts_with([' ', '\t']) {
        return None;
    }
    line.match_indices(':').filter(|&(colon, _)| colon > 0).find_map(|(colon, _)| message_at(line, colon))
}

fn message_at(line: &str, colon: usize) -> Option<Line<'_>> {
    let (line_number, rest) = number(&line[colon + 1..])?;
    let rest = rest.strip_prefix(':')?;
    let (column, rest) = match number(rest) {
        Some((column, behind)) => (column, behind.strip_prefix(':')?),
        None => (0, rest),
    };
    let (ranges, rest) = byte_ranges(rest);
    let place = SourcePlace::point(&line[..colon], line_number, column, ColumnUnit::Display);
    if let Some(said) = said(rest.trim_start()) {
        return Some(Line::Message { place, ranges, said });
    }
    let text = rest.trim();
    CONTEXTS.iter().any(|start| text.starts_with(start)).then_some(Line::Context { place, text })
}

fn number(text: &str) -> Option<(u32, &str)> {
    let length = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..length].parse().ok()?, &text[length..]))
}

/// The ranges that Clang writes behind a place, `{4:10-4:14}{4:17-4:20}:`.
fn byte_ranges(text: &str) -> (Vec<ByteRange>, &str) {
    let mut ranges = Vec::new();
    let mut rest = text;
    while let Some((range, behind)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        let Some(range) = byte_range(range) else { break };
        ranges.push(range);
        rest = behind;
    }
    (ranges, rest.strip_prefix(':').unwrap_or(rest))
}

fn byte_range(text: &str) -> Option<ByteRange> {
    let (start, end) = text.split_once('-')?;
    let point = |text: &str| -> Option<(u32, u32)> {
        let (line, column) = text.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    Some(ByteRange { start: point(start)?, end: point(end)? })
}

/// `error: text [-Woption]`, with the name of a program before it or without.
fn said(text: &str) -> Option<Said<'_>> {
    let (kind, rest) = text.split_once(": ")?;
    if !KINDS.contains(&kind) {
        let is_program =
            !kind.is_empty() && !kind.contains([' ', '(', '"']) && KINDS.iter().any(|kind| rest.starts_with(kind));
        return if is_program { said(rest) } else { None };
    }
    let (text, option) = split_option(rest.trim());
    Some(Said { severity: severity_of(&kind.to_ascii_lowercase()), text, option })
}

/// Clang names several in one bracket, the plain one last.
fn split_option(text: &str) -> (&str, Option<String>) {
    let bracket = text.strip_suffix(']').and_then(|inner| inner.rsplit_once(" [-"));
    match bracket {
        Some((text, options)) if !options.contains(' ') => {
            let last = options.rsplit(',').next().unwrap_or(options);
            (text, Some(plain_option(&format!("-{}", last.trim_start_matches('-')))))
        }
        Some(_) | None => (text, None),
    }
}

fn in_file(line: &str) -> Option<Line<'_>> {
    let (file, rest) = line.split_once(": ")?;
    let is_context = ["In ", "At "].iter().any(|start| rest.starts_with(start)) && rest.ends_with(':');
    is_context.then_some(Line::InFile(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_place_behind_a_name_with_colons() {
        let Line::Message { place, said, .. } = classify("C:\\p\\a b.cpp:3:14: error: expected ‘;’ at a:1:2: end")
        else {
            panic!("not a message");
        };
        assert_eq!((place.file.as_str(), place.line, place.column), ("C:\\p\\a b.cpp", 3, 14));
        assert_eq!(said.text, "expected ‘;’ at a:1:2: end");
    }

    #[test]
    fn reads_options() {
        assert_eq!(split_option("x [-Werror,-Wunused]"), ("x", Some("-Wunused".to_owned())));
        assert_eq!(split_option("x [-Werror=unused]"), ("x", Some("-Wunused".to_owned())));
        assert_eq!(split_option("of int [3]"), ("of int [3]", None));
    }

    #[test]
    fn reads_repairs() {
        let Line::Fixit { place, content } = classify(r#"fix-it:"a.cpp":{4:39-4:45}:"gr\303\266\"\n""#) else {
            panic!("not a repair");
        };
        assert_eq!((place.column, place.end_column, content.as_str()), (39, 45, "grö\"\n"));
    }

    #[test]
    fn other_text_is_not_a_message() {
        assert_eq!(classify("   12 |   case 1:2: error: x"), Line::Quote { line: 12 });
        assert_eq!(classify("12345 |   int x;"), Line::Quote { line: 12345 });
        assert_eq!(classify("        case 3:4: error: x"), Line::Other);
        assert_eq!(classify("compilation terminated."), Line::Other);
        assert_eq!(classify("12:30:01: starting"), Line::Other);
        assert!(matches!(classify("cc1plus: fatal error: x"), Line::Tool(_)));
    }
}
