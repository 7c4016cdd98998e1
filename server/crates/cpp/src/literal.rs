//! The values of literals, from their text.
//!
//! Invariant: `None` for everything whose value is not plain to see, such as an escape in a string.

pub(crate) use problem::fold::literal as integer;

use crate::scan::is_word;

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
