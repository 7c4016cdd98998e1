//! Places of values in manifests, by the keys that lead to them.

use super::{json, toml, yaml::Document};
use crate::{path::RelPath, text::Range};

/// Where the value stands that some keys lead to in a manifest in YAML, JSON or TOML; without keys that of the whole. `None` where
/// there is none. What goes on after a mapping, such as a comment, may be part of its place.
pub fn place_of(path: &RelPath, text: &str, keys: &[&str]) -> Option<Range> {
    let document = parsed(path, text);
    let value = keys.iter().try_fold(&document.root, |node, key| node.get(key))?;
    Some(value.range)
}

/// The text to which some keys lead in such a manifest; `None` where there is none, or it is empty.
pub fn text_of(path: &RelPath, text: &str, keys: &[&str]) -> Option<String> {
    let document = parsed(path, text);
    let value = keys.iter().try_fold(&document.root, |node, key| node.get(key))?;
    value.text().ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn parsed(path: &RelPath, text: &str) -> Document {
    match path.extension().as_str() {
        "json" => json::parse(text),
        "toml" => toml::parse(text),
        _ => Document::parse(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::LineIndex;

    #[test]
    fn values_by_their_keys() {
        let at = |name: &str, text: &str, keys: &[&str]| {
            let range = place_of(&RelPath::parse(name).unwrap(), text, keys)?;
            let index = LineIndex::new(text);
            Some(text[index.offset(range.start)..index.offset(range.end)].to_owned())
        };
        let yaml = "name: x\nlimits: {time: 5, memory: 6} # of ours\n";
        assert_eq!(at("a.yaml", yaml, &["limits", "memory"]).as_deref(), Some("6"));
        assert!(at("a.yaml", yaml, &["limits"]).unwrap().starts_with("{time: 5, memory: 6}"));
        assert_eq!(at("a.yaml", yaml, &["limits", "output"]), None);
        assert_eq!(at("a.json", "{\n\t\"a\": {\"b\": 1.5}\n}\n", &["a", "b"]).as_deref(), Some("1.5"));
        assert!(at("a.json", " {\t\"a\": 1}\n", &[]).unwrap().starts_with("{\t\"a\": 1}"));
        assert_eq!(at("a.toml", "a = 2.0\n[b]\na = 3\n", &["a"]).as_deref(), Some("2.0"));
    }
}
