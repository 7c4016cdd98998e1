//! Text that programs and files have written, made safe to show.
//!
//! Invariant: what comes out is one line and holds nothing that moves the cursor, sets a colour, rings or turns
//! the reading direction.

use unicode_width::UnicodeWidthChar;

/// Zero-width characters are cheap to stack; so many for each column are kept.
const CHARACTERS_PER_COLUMN: usize = 4;

/// A text of several lines, each of them clean.
pub(crate) fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A text that may hold anything, clean and on one line.
pub(crate) fn line(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// Columns that clean text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(|character| character.width().unwrap_or(0)).sum()
}

/// What stands for a character: itself, a blank for a tab, an escape for what cannot be seen.
pub(super) fn shown(character: char) -> String {
    match character {
        '\t' => " ".to_owned(),
        ' '..='~' => character.to_string(),
        // A combining mark is escaped only where a text begins, and may stay behind the `x`.
        _ => format!("x{character}").escape_debug().skip(1).collect(),
    }
}

/// The clean text; where it is wider than `columns`, its start and an ellipsis.
pub(crate) fn keep_start(text: &str, columns: usize, ellipsis: &str) -> String {
    match taken(text.chars(), columns) {
        (whole, true) => whole.concat(),
        (_, false) => taken(text.chars(), columns.saturating_sub(width(ellipsis))).0.concat() + ellipsis,
    }
}

/// The clean text; where it is wider than `columns`, an ellipsis and its end.
pub(super) fn keep_end(text: &str, columns: usize, ellipsis: &str) -> String {
    match taken(text.chars(), columns) {
        (whole, true) => whole.concat(),
        (_, false) => {
            let (mut end, _) = taken(text.chars().rev(), columns.saturating_sub(width(ellipsis)));
            end.reverse();
            ellipsis.to_owned() + &end.concat()
        }
    }
}

/// As many characters as fit, and whether that is all of them.
fn taken(characters: impl Iterator<Item = char>, columns: usize) -> (Vec<String>, bool) {
    let (mut pieces, mut used) = (Vec::new(), 0);
    for character in characters {
        let piece = shown(character);
        used += width(&piece);
        if used > columns || pieces.len() >= columns * CHARACTERS_PER_COLUMN {
            return (pieces, false);
        }
        pieces.push(piece);
    }
    (pieces, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_dangerous_stays() {
        let clean = keep_start("a\x1b[31mb\r\x07\u{9b}\u{202e}c\u{200b}\td\u{301}\n\"\\", 100, "…");
        assert_eq!(clean, "a\\u{1b}[31mb\\r\\u{7}\\u{9b}\\u{202e}c\\u{200b} d\u{301}\\n\"\\");
    }

    #[test]
    fn cut_at_either_end() {
        assert_eq!(keep_start("abcdef", 6, "…"), "abcdef");
        assert_eq!(keep_start("abcdef", 5, "…"), "abcd…");
        assert_eq!(keep_end("abcdef", 5, "…"), "…cdef");
        assert_eq!(keep_end("解法解法", 6, "…"), "…解法", "a wide character is not halved");
        assert_eq!(keep_start(&"\u{301}".repeat(1000), 10, "…").chars().count(), 37, "marks do not pile up");
    }
}
