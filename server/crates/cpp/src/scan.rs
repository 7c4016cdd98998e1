//! The lexical layer of C and C++: where comments and preprocessor lines are.
//!
//! Invariant: one pass over the bytes. What looks like a comment or directive inside a string, a character or a raw
//! string is none; a string that is not closed ends with its line.

use std::ops::Range;

/// The comments and directives of a text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan {
    /// Spans of `// …` (without the line end) and `/* … */`.
    pub(crate) comments: Vec<Range<usize>>,
    /// Offsets of each `#` that starts a directive.
    pub(crate) directives: Vec<usize>,
}

/// Reads a text.
pub(crate) fn scan(text: &str) -> Scan {
    let bytes = text.as_bytes();
    let mut scan = Scan::default();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut at_line_start = true;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        let next = bytes.get(at + 1).copied();
        let blank = byte.is_ascii_whitespace();
        at = match byte {
            b'/' if next == Some(b'/') => line_end(bytes, at),
            b'/' if next == Some(b'*') => text[at + 2..].find("*/").map_or(bytes.len(), |length| at + 2 + length + 2),
            b'"' | b'\'' => quoted_end(bytes, at),
            b'0'..=b'9' => number_end(bytes, at),
            _ if is_word(byte) => word_end(text, at),
            _ => at + 1,
        };
        let comment = byte == b'/' && at > start + 1;
        if comment {
            scan.comments.push(start..at);
        }
        if byte == b'#' && at_line_start {
            scan.directives.push(start);
        }
        at_line_start = match byte {
            b'\n' => !is_continued(&bytes[..start]),
            _ => at_line_start && (blank || comment),
        };
    }
    scan
}

/// The offset of the line end that ends a line, past those that follow a backslash.
pub(crate) fn line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        let Some(length) = bytes[at..].iter().position(|&byte| byte == b'\n') else {
            return bytes.len();
        };
        let end = at + length;
        if !is_continued(&bytes[from..end]) {
            return end - usize::from(bytes[from..end].ends_with(b"\r"));
        }
        at = end + 1;
    }
}

/// Whether a line without its line feed goes on in the next one.
fn is_continued(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
}

/// Whether a byte is part of an identifier; every byte beyond ASCII counts.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The end of a string or character that starts at `from`.
fn quoted_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == bytes[from] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of a number, whose digits `'` may separate.
fn number_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while let Some(&byte) = bytes.get(at) {
        let separator = byte == b'\'' && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !(is_word(byte) || byte == b'.' || separator) {
            break;
        }
        at += 1;
    }
    at
}

/// The end of an identifier, and of the raw string it is the prefix of.
fn word_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let end = bytes[from..].iter().position(|&byte| !is_word(byte)).map_or(bytes.len(), |length| from + length);
    let raw = bytes.get(end) == Some(&b'"') && matches!(&text[from..end], "R" | "LR" | "uR" | "UR" | "u8R");
    if !raw {
        return end;
    }
    let Some(open) = bytes[end + 1..].iter().take(17).position(|&byte| byte == b'(') else {
        return end;
    };
    // An opening parenthesis and the quote are ASCII, so the text between them starts and ends at a boundary.
    let closing = format!("){}\"", &text[end + 1..end + 1 + open]);
    text[end + 1 + open..].find(&closing).map_or(bytes.len(), |length| end + 1 + open + length + closing.len())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        let scan = scan(text);
        let comments: Vec<&str> = scan.comments.iter().map(|span| &text[span.clone()]).collect();
        let directives: Vec<&str> = scan.directives.iter().map(|&at| text[at..].lines().next().unwrap_or("")).collect();
        expected.assert_eq(&format!("{comments:?} {directives:?}"));
    }

    #[test]
    fn comments_and_directives() {
        check("a // b\r\nc /* d\n e */ f // g", expect![[r#"["// b", "/* d\n e */", "// g"] []"#]]);
        check("\"// no\" '\"' // yes", expect![[r#"["// yes"] []"#]]);
        check("R\"x(// no )\" )x\" // yes", expect![[r#"["// yes"] []"#]]);
        check("1'000'000 // yes", expect![[r#"["// yes"] []"#]]);
        check("u8'\"' L\"//\" // yes", expect![[r#"["// yes"] []"#]]);
        check("// a \\\n b\nc", expect![[r#"["// a \\\n b"] []"#]]);
        check(
            "#if 0\n # /* x */ define y\nz # no\n/* a */ #endif",
            expect![[r##"["/* x */", "/* a */"] ["#if 0", "# /* x */ define y", "#endif"]"##]],
        );
        check(
            "\u{feff}#include <x>\n#error don't\n// it's",
            expect![[r##"["// it's"] ["#include <x>", "#error don't"]"##]],
        );
        check("#a \\\n# b \\\r\n#c\n#d", expect![[r##"[] ["#a \\", "#d"]"##]]);
        check("/* open", expect![[r#"["/* open"] []"#]]);
        check("\"open\\", expect!["[] []"]);
    }
}
