//! JSON files as the tree that YAML files are read into, with the place of every value: JSON is YAML, but for its tabs.

use super::yaml::{Complaint, Document};

/// Reads a text.
pub(super) fn parse(text: &str) -> Document {
    // YAML takes no tabs for indentation; blanks stand in the same columns.
    let mut document = Document::parse(&text.replace('\t', " "));
    for Complaint { message, .. } in &mut document.complaints {
        *message = message.replace("this is no valid YAML", "this is no valid JSON");
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_no_mistake_and_what_breaks_off_is_one() {
        let document = parse("{\n\t\"a\":\t[1, 2],\n\t\"b\": {\"c\": true}\n}\n");
        assert!(document.complaints.is_empty());
        let flag = document.root.get("b").and_then(|node| node.get("c")).unwrap();
        assert_eq!((flag.flag(), flag.range.start.line, flag.range.start.character), (Ok(true), 2, 12));
        let broken = parse("{\"a\": 1,\n\"b\":");
        assert!(broken.complaints[0].message.starts_with("this is no valid JSON"), "{:?}", broken.complaints);
        assert!(broken.root.get("a").is_some());
    }
}
