//! Lines that begin with a word behind a `#`, as `gen/GEN` has them.

use std::ops;

use problem::{
    formats::keys::{Key, marks},
    text::{LineIndex, Position},
};

use crate::{Text, View};

/// Such a line at a place.
pub(crate) struct Marked {
    /// The words that there are.
    pub(crate) known: &'static [Key],
    /// The word with its `#`, bytes.
    pub(crate) word: ops::Range<usize>,
    /// Whether a colon stands behind it.
    pub(crate) is_closed: bool,
    /// What the place is in behind the colon, bytes; empty between words.
    pub(crate) value: Option<ops::Range<usize>>,
}

impl Marked {
    /// The word, if it is one of the format's.
    pub(crate) fn key(&self, text: &str) -> Option<&'static Key> {
        self.known.iter().find(|key| text.get(self.word.clone()) == Some(key.name))
    }
}

/// The line at a place, if it begins with `#` in a file of that kind and the place is no part of a comment.
pub(crate) fn marked(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Marked> {
    let known = marks(view.context.problem, text.path);
    let lines = LineIndex::new(text.text);
    let span = lines.line_span(at.line).filter(|_| !known.is_empty())?;
    let line = text.text.get(span.clone()).filter(|line| line.starts_with('#'))?;
    let offset = lines.offset(at) - span.start;
    let end = line.find(|one: char| one == ':' || one.is_whitespace()).unwrap_or(line.len());
    let is_closed = line[end..].starts_with(':');
    let word = span.start..span.start + end;
    if offset <= end {
        return Some(Marked { known, word, is_closed, value: None });
    }
    let from = line[..offset].rfind(|one: char| one == ':' || one.is_whitespace())? + 1;
    let to = line[offset..].find(char::is_whitespace).map_or(line.len(), |length| offset + length);
    let value = Some(span.start + from..span.start + to);
    (is_closed && !line[end..offset].contains('#')).then_some(Marked { known, word, is_closed, value })
}
