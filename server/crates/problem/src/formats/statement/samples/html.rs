//! HTML, and what of it stands in Markdown.

use super::{Gatherer, Printed, StatedSample};

/// What stands for a character, by name.
const ENTITIES: [(&str, char); 6] =
    [("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", ' '), ("amp", '&')];
/// No name is longer.
const LONGEST_NAME: usize = 32;

/// Tags that stand within a line.
const INLINE: [&str; 14] =
    ["a", "b", "big", "code", "em", "font", "i", "small", "span", "strong", "sub", "sup", "u", "var"];

pub(super) fn samples(text: &str) -> Vec<StatedSample> {
    let mut gathered = Gatherer::default();
    let (mut at, mut is_heading, mut words) = (0, false, String::new());
    // Nothing behind it is a tag.
    let end = text.rfind('>').map_or(0, |last| last + 1);
    while let Some(rest) = text.get(at..end).filter(|rest| !rest.is_empty()) {
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
    let lines = words.lines().map(|line| decoded(line).unwrap_or_else(|| line.to_owned()));
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
    let closes = |at: &usize| {
        let (word, rest) = text[at + 2..].split_at_checked(name.len()).unwrap_or_default();
        word.eq_ignore_ascii_case(name) && !rest.starts_with(|one: char| one.is_ascii_alphanumeric())
    };
    text.match_indices("</").map(|(at, _)| at).find(closes)
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
    decoded(&text)
}

/// A text with the characters that are meant; nothing where one has a name that is not known here.
fn decoded(text: &str) -> Option<String> {
    let mut meant = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        meant.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let length = behind.find(|one: char| !one.is_ascii_alphanumeric() && one != '#').unwrap_or(behind.len());
        if length == 0 || length > LONGEST_NAME || !behind[length..].starts_with(';') {
            // It stands for itself.
            meant.push('&');
            rest = behind;
            continue;
        }
        meant.push(named(&behind[..length])?);
        rest = &behind[length + 1..];
    }
    meant.push_str(rest);
    Some(meant)
}

/// The character with a name, or with a number.
fn named(name: &str) -> Option<char> {
    match name.strip_prefix('#') {
        Some(number) => {
            let of_16 = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(of_16.unwrap_or_else(|| number.parse()).ok()?)
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, one)| *one),
    }
}
