//! HTML, and what of it stands in Markdown.

use super::{Gatherer, Printed, StatedSample};

/// What stands for a character.
const ENTITIES: [(&str, &str); 7] =
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&nbsp;", " "), ("&amp;", "&")];

/// Tags that stand within a line.
const INLINE: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u", "var"];

pub(super) fn samples(text: &str) -> Vec<StatedSample> {
    let mut gathered = Gatherer::default();
    let (mut at, mut is_heading, mut words) = (0, false, String::new());
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let n_words = rest.find('<').unwrap_or(rest.len());
        words.push_str(&rest[..n_words]);
        at += n_words;
        let Some(tag) = Tag::at(&text[at..]) else {
            // A sign that stands for itself, or the end.
            words.push_str(text[at..].get(..1).unwrap_or_default());
            at += 1;
            continue;
        };
        at += tag.length;
        if INLINE.contains(&tag.name.as_str()) {
            continue;
        }
        above(&mut gathered, &std::mem::take(&mut words), is_heading);
        is_heading = !tag.closes && matches!(tag.name.as_str(), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        if tag.closes || !matches!(tag.name.as_str(), "pre" | "script" | "style") {
            continue;
        }
        let Some(length) = find_closing(&text[at..], &tag.name) else { break };
        if tag.name == "pre" {
            let span = at..at + length;
            match shown(&text[span.clone()]) {
                Some(text) => gathered.block(Printed { span, text }),
                // It stands between what is.
                None => gathered.words("no text", false),
            }
        }
        at += length;
    }
    gathered.samples
}

/// What stands above a block, line by line.
fn above(gathered: &mut Gatherer, words: &str, is_heading: bool) {
    let lines = words.lines().map(decoded);
    // A button of Codeforces, inside of the label.
    for line in lines.filter(|line| !line.trim().is_empty() && line.trim() != "Copy") {
        gathered.words(&line, is_heading || line.trim_start().starts_with('#'));
    }
}

struct Tag {
    name: String,
    closes: bool,
    /// From `<` to `>`, bytes.
    length: usize,
}

impl Tag {
    /// The tag with which a text begins.
    fn at(text: &str) -> Option<Tag> {
        let inside = text.strip_prefix('<')?;
        let (closes, words) = inside.strip_prefix('/').map_or((false, inside), |words| (true, words));
        let n_name = words.find(|one: char| !one.is_ascii_alphanumeric()).unwrap_or(words.len());
        // Comments and the like have no name; another sign stands for itself, as in `1 <= n`.
        (n_name > 0 || inside.starts_with('!')).then_some(())?;
        let length = text.find('>')? + 1;
        Some(Tag { name: words[..n_name].to_ascii_lowercase(), closes, length })
    }
}

/// Where a tag is closed, bytes.
fn find_closing(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let at = from + at;
        if Tag::at(&text[at..]).is_some_and(|tag| tag.name == name) {
            return Some(at);
        }
        from = at + 2;
    }
    None
}

/// What a `<pre>` shows; nothing where it marks something in it, so that it is more than a text.
fn shown(inside: &str) -> Option<String> {
    // The first line end is not shown.
    let inside = inside.strip_prefix("\r\n").or_else(|| inside.strip_prefix('\n')).unwrap_or(inside);
    let mut text = String::new();
    let mut rest = inside;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let tag = Tag::at(&rest[at..])?;
        match (tag.name.as_str(), tag.closes) {
            // Codeforces has a line in each.
            ("br", _) | ("div" | "p", true) => text.push('\n'),
            ("div" | "p" | "code" | "samp" | "span" | "tt", _) => {}
            _ => return None,
        }
        rest = &rest[at + tag.length..];
    }
    text.push_str(rest);
    Some(decoded(&text))
}

fn decoded(text: &str) -> String {
    ENTITIES.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}
