//! Keys, words and names of manifests and of lists of tests.

use problem::{
    formats::keys::{Key, Value, directives, find_word},
    text::{LineIndex, Position},
};

use super::{Hover, manifest::of_program};
use crate::{
    Text, View,
    manifest::{Kind, place},
    script::{call_at, is_test_list, marked},
    words::code,
};

/// What there is to say of a place of a manifest.
pub(super) fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let place = place(view, text, at)?;
    let written = &text.text[place.spot.span.clone()];
    let range = LineIndex::new(text.text).range(place.spot.span.clone());
    if written.is_empty() {
        return None;
    }
    let of_value = |value: Value| match value {
        Value::Words(words) => {
            let word = find_word(words, written)?;
            Some(format!("{}: {}\n", code(word.name), word.about))
        }
        Value::File(files) => of_program(view, &files.find(view.context.folder, text.path, written)?),
        _ => None,
    };
    let of_key = || match place.shape.key(written.trim()) {
        Some(key) => Some(about(key)),
        None => of_value(place.shape.others?.names),
    };
    let markdown = match place.spot.kind {
        Kind::Key | Kind::Header { .. } => of_key(),
        Kind::Value => of_value(place.value()),
        Kind::Either => of_value(place.value()).or_else(of_key),
    };
    Some(Hover { range, markdown: markdown? })
}

/// What the word of the format means that a line begins with.
pub(super) fn mark(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let marked = marked(view, text, at).filter(|marked| marked.value.is_none())?;
    let range = LineIndex::new(text.text).range(marked.word.clone());
    Some(Hover { range, markdown: about(marked.key(text.text)?) })
}

/// What a word at the beginning of a line of a list of tests means.
pub(super) fn directive(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    if !is_test_list(view, text.path) {
        return None;
    }
    let call = call_at(text.text, at)?;
    let word = call.words.get(call.at).filter(|word| word.span == call.span)?;
    let first = call.words.first()?;
    let key = directives(view.context.problem.format).iter().find(|key| key.name == first.text)?;
    let range = LineIndex::new(text.text).range(word.span.clone());
    if call.at == 0 {
        return Some(Hover { range, markdown: about(key) });
    }
    let Value::File(files) = key.shape.value else { return None };
    let path = files.find(view.context.folder, text.path, &word.text)?;
    Some(Hover { range, markdown: of_program(view, &path)? })
}

fn about(key: &Key) -> String {
    format!("{}: {}\n", code(key.name), key.about)
}
