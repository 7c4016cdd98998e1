//! How bytes of an input and of a string are shown in a sentence.

/// How many characters of a text are shown.
const MAX_SHOWN: usize = 32;

/// The bytes between backticks, with control characters made visible and the rest left out when there are many.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let mut text = String::from("`");
    // Four bytes make at least one character, so what is beyond cannot be shown anyway.
    let head = &bytes[..bytes.len().min(MAX_SHOWN * 4)];
    let mut n_shown = 0;
    'all: for chunk in head.utf8_chunks() {
        for character in chunk.valid().chars() {
            if n_shown == MAX_SHOWN {
                break 'all;
            }
            text.push(visible(character));
            n_shown += 1;
        }
        for byte in chunk.invalid() {
            if n_shown == MAX_SHOWN {
                break 'all;
            }
            text.push_str(&format!("\\{byte:03o}"));
            n_shown += 1;
        }
    }
    let is_whole = head.len() == bytes.len() && head.utf8_chunks().map(n_characters).sum::<usize>() == n_shown;
    text.push_str(if is_whole { "`" } else { "…`" });
    text
}

/// A piece of a program between backticks, on one line, shortened when it is long.
pub(crate) fn shown_code(bytes: &[u8]) -> String {
    const MAX_CODE: usize = 60;
    let text = String::from_utf8_lossy(bytes);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_CODE) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// A number with all its digits, or with those in the middle left out.
pub(crate) fn shown_number(digits: &str) -> String {
    const KEPT: usize = 12;
    if digits.len() <= 3 * KEPT {
        return digits.to_owned();
    }
    let n_digits = digits.bytes().filter(u8::is_ascii_digit).count();
    format!("{}…{} ({n_digits} digits)", &digits[..KEPT], &digits[digits.len() - KEPT..])
}

fn n_characters(chunk: std::str::Utf8Chunk<'_>) -> usize {
    chunk.valid().chars().count() + chunk.invalid().len()
}

fn visible(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + character as u32).unwrap_or(character),
        ' ' => '␣',
        '\u{7f}' => '␡',
        '`' => 'ˋ',
        '\u{80}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '�',
        _ => character,
    }
}
