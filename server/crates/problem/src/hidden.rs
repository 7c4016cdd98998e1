//! Characters that are not seen and change how what is around them is seen, or steer a terminal.

use std::{borrow::Cow, fmt::Write as _};

/// Whether a character is a control character, or one that turns the reading direction or has no width.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(character, '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A text for people, of lines: hidden characters are written as `\u{202e}`; ends of lines and tabs stay.
pub fn shown(text: &str) -> Cow<'_, str> {
    let hides = |character: char| is_hidden(character) && !matches!(character, '\n' | '\t');
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\r' => shown.push_str("\\r"),
            _ if hides(character) => shown.extend(character.escape_unicode()),
            _ => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// JSON that means the same, with hidden characters written as `\u202e`: no terminal that shows it obeys them.
pub fn escaped_json(json: String) -> String {
    // Between strings there are ends of lines and nothing else of the kind.
    let hides = |character: char| is_hidden(character) && character != '\n';
    if !json.contains(hides) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 8);
    for character in json.chars() {
        if hides(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m\u{e0041}\u{7f}\n\té\u{200d}";

    #[test]
    fn people_see_what_is_there() {
        assert_eq!(shown(EVIL), "a\\u{1b}[2Jb\\rc\\u{7}\\u{202e}d\\u{9b}31m\\u{e0041}\\u{7f}\n\té\\u{200d}");
        assert!(matches!(shown("plain\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_means_the_same() {
        let value = serde_json::json!({ EVIL: [EVIL, "plain"] });
        let written = escaped_json(serde_json::to_string_pretty(&value).unwrap());
        assert!(!written.contains(|character| is_hidden(character) && character != '\n'), "{written:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), value);
    }
}
