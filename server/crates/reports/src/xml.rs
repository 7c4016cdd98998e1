//! Text in XML: escaped, and without the characters that XML forbids.

use problem::hidden::shown;

/// A text as it may stand between tags and, in double quotes, in an attribute. Hidden characters are written as
/// `\u{1b}`, and U+FFFD stands for what XML has no way to write.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in shown(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Attributes would be read with blanks in their place.
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Attributes as they stand in a tag, each with a blank before it.
pub(crate) fn attributes(attributes: &[(&str, &str)]) -> String {
    attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_ends_what_it_stands_in() {
        assert_eq!(escaped("a<b>&\"c\"\n]]>"), "a&lt;b&gt;&amp;&quot;c&quot;&#10;]]&gt;");
        assert_eq!(escaped("\0\u{1b}[2J\u{fffe}\u{ffff}\r"), "\\u{0}\\u{1b}[2J\u{fffd}\u{fffd}\\r");
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_read_back(text in ".*") {
            let document = format!("<a{}>{}</a>", attributes(&[("b", &text)]), escaped(&text));
            let read = roxmltree::Document::parse(&document).unwrap();
            let root = read.root_element();
            let expected = shown(&text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
            prop_assert_eq!(root.attribute("b"), Some(&*expected));
            prop_assert_eq!(root.text().unwrap_or_default(), expected);
        }
    }
}
