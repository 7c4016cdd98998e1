//! The values of literals, from their text.
//!
//! Invariant: `None` for everything whose value is not plain to see, such as an escape in a string.

use crate::scan::is_word;

/// The value of an integer literal, with its sign, base, digit separators and suffix; parentheses around it may be
/// there.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let text = without_parentheses(text);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits: String = digits.chars().filter(|&character| character != '\'').collect();
    let lower = digits.to_ascii_lowercase();
    let (base, body) = if let Some(body) = lower.strip_prefix("0x") {
        (16, body)
    } else if let Some(body) = lower.strip_prefix("0b") {
        (2, body)
    } else if let Some(body) = lower.strip_prefix('0').filter(|body| body.starts_with(|c: char| c.is_ascii_digit())) {
        (8, body)
    } else {
        (10, lower.as_str())
    };
    let body = body.trim_end_matches(['u', 'l', 'z']);
    if body.starts_with(['+', '-']) {
        return None;
    }
    let value = i64::from_str_radix(body, base).ok()?;
    Some(if negative { -value } else { value })
}

/// The text of a string literal, or of several side by side. `None` when an escape is in it.
pub(crate) fn string(text: &str) -> Option<String> {
    let mut rest = without_parentheses(text);
    let mut value = String::new();
    let mut n_literals = 0_usize;
    while !rest.is_empty() {
        let prefix_end = rest.bytes().position(|byte| !is_word(byte))?;
        let (prefix, quoted) = rest.split_at(prefix_end);
        let body = quoted.strip_prefix('"')?;
        let (content, after) = match prefix {
            "" | "L" | "u" | "U" | "u8" => body.split_once('"')?,
            "R" | "LR" | "uR" | "UR" | "u8R" => {
                let (delimiter, body) = body.split_once('(')?;
                body.split_once(&format!("){delimiter}\""))?
            }
            _ => return None,
        };
        if content.contains('\\') || after.bytes().next().is_some_and(is_word) {
            return None;
        }
        value.push_str(content);
        n_literals += 1;
        rest = after.trim_start();
    }
    (n_literals > 0).then_some(value)
}

/// A text up to the first comment, trimmed. Right where no string is expected.
pub(crate) fn without_comment(text: &str) -> &str {
    let end = [text.find("//"), text.find("/*")].into_iter().flatten().min().unwrap_or(text.len());
    text[..end].trim()
}

fn without_parentheses(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        text = inner.trim();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, value) in [
            ("42", Some(42)),
            ("-1", Some(-1)),
            ("(42)", Some(42)),
            ("1'000u", Some(1000)),
            ("0x2aLL", Some(42)),
            ("052", Some(42)),
            ("0", Some(0)),
            ("0b101", Some(5)),
            ("-9223372036854775807", Some(-i64::MAX)),
            ("9223372036854775808", None),
            ("1.5", None),
            ("--1", None),
            ("n", None),
            ("", None),
            ("(", None),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn strings() {
        for (text, value) in [
            (r#""n""#, Some("n")),
            (r#"("n")"#, Some("n")),
            (r#""n" "m""#, Some("nm")),
            (r#"u8"n""#, Some("n")),
            (r#"R"x(n)x""#, Some("n")),
            (r#""""#, Some("")),
            (r#""n\n""#, None),
            (r#""n"s"#, None),
            (r#""n" + m"#, None),
            ("n", None),
            ("()", None),
            ("", None),
        ] {
            assert_eq!(string(text).as_deref(), value, "{text}");
        }
    }
}
