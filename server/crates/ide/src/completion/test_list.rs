//! Words at the beginning of lines in files that list tests, and what stands behind them.

use std::collections::HashSet;

use problem::{
    formats::keys::{Key, Value, directives},
    text::{LineIndex, Position, Range},
};

use super::{Completion, CompletionKind, manifest::values};
use crate::{
    Edit, Text, View,
    script::{CallAt, Marked, blocks},
};

/// What fits at a place of a call: a word of the format at its beginning, or what such a word wants. `None` where a
/// generator is called.
pub(super) fn complete(view: &View<'_>, text: &Text<'_>, call: &CallAt) -> Option<Vec<Completion>> {
    let words = directives(view.context.problem.format);
    let lines = LineIndex::new(text.text);
    let range = lines.range(call.span.clone());
    let first = call.words.first().filter(|_| call.at > 0)?;
    let key = words.iter().find(|key| key.name == first.text)?;
    let value = key.shape.items.map_or(key.shape.value, |items| items.value);
    let is_more = call.at > 1 && key.shape.items.is_none();
    if is_more || value == Value::Text {
        return Some(Vec::new());
    }
    let given: HashSet<&str> =
        call.words[1..].iter().filter(|word| word.span != call.span).map(|word| word.text.as_str()).collect();
    let typed = text.text.get(call.span.clone()).unwrap_or_default();
    let fitting = values(view, text, value, typed, &|name| !given.contains(name)).into_iter();
    let edit = |name: &str| Edit { range, text: name.to_owned() };
    Some(fitting.map(|one| one.completion(edit)).collect())
}

/// The words themselves.
pub(super) fn words(view: &View<'_>, text: &Text<'_>, call: &CallAt) -> Vec<Completion> {
    let range = LineIndex::new(text.text).range(call.span.clone());
    directives(view.context.problem.format).iter().map(|key| word(key, range)).collect()
}

fn word(key: &Key, range: Range) -> Completion {
    Completion {
        label: key.name.to_owned(),
        kind: CompletionKind::Macro,
        detail: String::new(),
        documentation: Some(key.about.to_owned()),
        edit: Edit { range, text: format!("{} ", key.name) },
        sort: format!("0{}", key.name),
        snippet: None,
    }
}

/// What fits in a line that begins with such a word: one of the words of the format, or what stands behind it.
pub(super) fn complete_marked(view: &View<'_>, text: &Text<'_>, marked: &Marked) -> Vec<Completion> {
    let lines = LineIndex::new(text.text);
    let Some(span) = marked.value.clone() else {
        let (range, end) = (lines.range(marked.word.clone()), if marked.is_closed { "" } else { marked.marks.behind });
        let completion =
            |key: &Key| Completion { edit: Edit { range, text: format!("{}{end}", key.name) }, ..word(key, range) };
        return marked.marks.words.iter().map(completion).collect();
    };
    let Some(key) = marked.key(text.text) else { return Vec::new() };
    let value = key.shape.items.map_or(key.shape.value, |items| items.value);
    let (range, typed) = (lines.range(span.clone()), text.text.get(span).unwrap_or_default());
    let edit = |name: &str| Edit { range, text: name.to_owned() };
    values(view, text, value, typed, &|_| true).into_iter().map(|one| one.completion(edit)).collect()
}

/// Whether a place is in the text of a test rather than in a line of the list.
pub(super) fn is_in_text(text: &str, at: Position) -> bool {
    blocks(text).iter().any(|lines| lines.contains(&at.line))
}
