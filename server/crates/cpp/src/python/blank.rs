//! The lexical layer of Python.
//!
//! Invariant: the blanked code has the length and the lines of the text, so offsets in one are offsets in the other.

use std::ops::Range;

use crate::scan::is_word;

/// A text without what is in its strings and comments.
pub(crate) struct Blanked {
    /// The text with blanks in place of comments and strings, of which the first quote stays.
    pub(crate) code: String,
    /// The spans of `# …`, without the line end.
    pub(crate) comments: Vec<Range<usize>>,
}

/// Blanks a text. A byte-order mark is blanked too.
pub(crate) fn blank(text: &str) -> Blanked {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut comments = Vec::new();
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    wipe(&mut code[..at]);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'#' => {
                let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |length| at + length);
                wipe(&mut code[at..end]);
                comments.push(at..at + text[at..end].trim_end().len());
                at = end;
            }
            b'"' | b'\'' => {
                let triple = bytes[at..].starts_with(&[byte; 3]);
                let n_quotes = if triple { 3 } else { 1 };
                let end = string_end(bytes, at + n_quotes, &[byte; 3][..n_quotes]);
                wipe(&mut code[at + 1..end]);
                at = end;
            }
            _ => at += 1,
        }
    }
    Blanked { code: String::from_utf8(code).unwrap_or_else(|_| " ".repeat(text.len())), comments }
}

/// Whether a blanked text does anything but import and define when it is run.
pub(crate) fn has_top_level_code(code: &str) -> bool {
    const QUIET: [&str; 5] = ["def", "class", "async", "import", "from"];
    let mut depth = 0_usize;
    let mut continued = false;
    for line in code.lines() {
        let first = line.bytes().next().unwrap_or(b' ');
        let word_end = line.bytes().position(|byte| !is_word(byte)).unwrap_or(line.len());
        let (word, rest) = line.split_at(word_end);
        let docstring = word.len() <= 2 && rest.starts_with(['"', '\'']);
        let quiet = first.is_ascii_whitespace() || first == b'@' || docstring || QUIET.contains(&word);
        if depth == 0 && !continued && !quiet {
            return true;
        }
        for byte in line.bytes() {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        continued = line.trim_end().ends_with('\\');
    }
    false
}

/// Where a string ends whose content starts at `from`. One that is not closed ends with its line, or with the text when
/// its quotes are triple.
fn string_end(bytes: &[u8], from: usize, quotes: &[u8]) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' if quotes.len() == 1 => return at,
            _ if bytes[at..].starts_with(quotes) => return at + quotes.len(),
            _ => at += 1,
        }
    }
    bytes.len()
}

fn wipe(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: Expect) {
        let blanked = blank(text);
        assert_eq!(blanked.code.len(), text.len());
        let comments: Vec<&str> = blanked.comments.iter().map(|span| &text[span.clone()]).collect();
        expected.assert_eq(&format!("{:?} {comments:?} {}", blanked.code, has_top_level_code(&blanked.code)));
    }

    #[test]
    fn blanks() {
        check("x = 'a#b' # c", expect![[r##""x = '        " ["# c"] true"##]]);
        check("\"\"\"a\n# no 'x' \"\" \"\"\"\nb", expect![[r#""\"   \n               \nb" [] true"#]]);
        check("f('it\\'s', \"é\", r'\\', '')", expect![[r#""f('      , \"   , r'     ' " [] true"#]]);
        check("'open\nx = 1", expect![[r#""'    \nx = 1" [] true"#]]);
        check("'''open\nx = 1", expect![[r#""'      \n     " [] false"#]]);
        check(
            "\u{feff}import x\ndef f():\n    return 1\n@d\nclass A: pass\n",
            expect![[r#""   import x\ndef f():\n    return 1\n@d\nclass A: pass\n" [] false"#]],
        );
        check("from x import (\na,\nb)\nx = 1", expect![[r#""from x import (\na,\nb)\nx = 1" [] true"#]]);
        check("import a, \\\nb\n", expect![[r#""import a, \\\nb\n" [] false"#]]);
        check("''", expect![[r#""' " [] false"#]]);
        check("'", expect![[r#""'" [] false"#]]);
        check("'\\", expect![[r#""' " [] false"#]]);
    }
}
