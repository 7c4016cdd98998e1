//! Lines that begin with a word of the format, such as `#STNAME: small`: which word it is, and whether a place is in that word or
//! in a value.

use std::ops;

use problem::{
    formats::keys::{Key, Marks, marks},
    text::{LineIndex, Position},
};

use crate::{Text, View};

/// Such a line, as a place in it is to see it.
pub(crate) struct Marked {
    /// The words that such a line may begin with.
    pub(crate) marks: Marks,
    /// Where the line's own word stands, bytes.
    pub(crate) word: ops::Range<usize>,
    /// Whether what has to stand behind it does.
    pub(crate) is_closed: bool,
    /// The value behind it that the place is in, bytes; empty between values, `None` where the place is in the word.
    pub(crate) value: Option<ops::Range<usize>>,
}

impl Marked {
    /// The word, if it is one of the format's.
    pub(crate) fn key(&self, text: &str) -> Option<&'static Key> {
        self.marks.words.iter().find(|key| text.get(self.word.clone()) == Some(key.name))
    }
}

/// The line at a place, if it begins so in a file of that kind and the place is no part of a comment.
pub(crate) fn marked(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Marked> {
    let marks = marks(view.context.problem, text.path)?;
    let lines = LineIndex::new(text.text);
    let span = lines.line_span(at.line)?;
    let line = text.text.get(span.clone())?;
    let rest = line.strip_prefix(marks.before)?;
    let rest = if marks.before.is_empty() { rest } else { rest.trim_start() };
    // Elsewhere it begins a comment.
    if rest.starts_with('#') != (marks.first == Some('#')) {
        return None;
    }
    let start = line.len() - rest.len();
    let offset = (lines.offset(at) - span.start).checked_sub(start)?;
    let end = rest.find(|one: char| matches!(one, ':' | '(') || one.is_whitespace()).unwrap_or(rest.len());
    let sign = Some(marks.behind.trim_end()).filter(|sign| !sign.is_empty()).unwrap_or(marks.behind);
    let is_closed = rest[end..].starts_with(sign);
    let at = span.start + start;
    let word = at..at + end;
    if offset <= end {
        return Some(Marked { marks, word, is_closed, value: None });
    }
    let from = rest[..offset].rfind(|one: char| one == ':' || one.is_whitespace())? + 1;
    let to = rest[offset..].find(char::is_whitespace).map_or(rest.len(), |length| offset + length);
    let is_value = is_closed && !rest[end..offset].contains('#');
    is_value.then(|| Marked { marks, word, is_closed, value: Some(at + from..at + to) })
}
