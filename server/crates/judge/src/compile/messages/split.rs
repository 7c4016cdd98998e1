//! Output that is partly JSON, taken apart: the compiler proper writes JSON, the linker and the driver write text.

use serde_json::Value;

/// A part of the output.
pub(super) enum Block<'a> {
    /// GCC's JSON: an array of messages.
    GccJson(Vec<Value>),
    /// A SARIF log.
    Sarif(Value),
    /// Lines that are neither.
    Text(&'a str),
}

/// Takes the output apart. JSON starts at the start of a line and may go over many.
pub(super) fn split(stderr: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut text_start, mut at) = (0, 0);
    while at < stderr.len() {
        if let Some((block, length)) = json_at(&stderr[at..]) {
            push_text(&mut blocks, &stderr[text_start..at]);
            blocks.push(block);
            at += length;
            text_start = at;
        }
        at = stderr[at..].find('\n').map_or(stderr.len(), |line_end| at + line_end + 1);
    }
    push_text(&mut blocks, &stderr[text_start..]);
    blocks
}

fn push_text<'a>(blocks: &mut Vec<Block<'a>>, text: &'a str) {
    if !text.trim().is_empty() {
        blocks.push(Block::Text(text));
    }
}

/// The JSON that a text starts with, and its length in bytes.
fn json_at(text: &str) -> Option<(Block<'static>, usize)> {
    if !text.starts_with(['[', '{']) {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let block = match values.next()?.ok()? {
        Value::Array(diagnostics) => Block::GccJson(diagnostics),
        log @ Value::Object(_) if log.get("runs").is_some() => Block::Sarif(log),
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
    };
    Some((block, values.byte_offset()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_json_between_text() {
        let stderr = "before\n[]\n[\n {\"kind\": \"error\"}\n]\n{\"runs\": []}\n[.text]\nafter\n";
        let kinds: Vec<&str> = split(stderr)
            .iter()
            .map(|block| match block {
                Block::GccJson(_) => "json",
                Block::Sarif(_) => "sarif",
                Block::Text(text) => text.trim(),
            })
            .collect();
        assert_eq!(kinds, ["before", "json", "json", "sarif", "[.text]\nafter"]);
    }
}
