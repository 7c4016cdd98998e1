//! The label in `touchstone.toml`, under `[labels]`.

use problem::{
    path::RelPath,
    settings::{FolderSettings, LabelRule, new_rule, parse, patterns_of},
    text::LineIndex,
};

use super::{Labelling, SETTINGS};
use crate::{Edit, FileEdit};

/// The edit of the rule for this solution alone, if that is the one that counts; else a new rule behind the others.
pub(super) fn edit(labelling: &Labelling<'_>) -> Result<FileEdit, String> {
    let path = RelPath::root().with_file_name(SETTINGS);
    let text = labelling.view.context.folder.text(&path).unwrap_or_default();
    let stated = parse(&path, &text).0;
    let value = format!("\"{}\"", labelling.word.name());
    let counting = stated.labels.iter().rev().find(|rule| rule.solutions.matches_path(labelling.path()));
    let keys = patterns_of(labelling.path());
    let own = counting.filter(|rule| keys.contains(&rule.solutions.written));
    let edit = match own {
        Some(rule) => replaced(&text, rule, value).ok_or_else(|| {
            format!("{SETTINGS} says more of {} than a word; change its label there", labelling.path())
        })?,
        None => added(&text, &free_key(&stated, keys, labelling.path())?, &value),
    };
    Ok(FileEdit { path, edits: vec![edit] })
}

fn free_key(stated: &FolderSettings, keys: [String; 2], path: &RelPath) -> Result<String, String> {
    let is_free = |key: &String| stated.labels.iter().all(|rule| &rule.solutions.written != key);
    keys.into_iter()
        .find(is_free)
        .ok_or_else(|| format!("in {SETTINGS} a later rule counts before those for {path}; put one of these behind it"))
}

/// The value of a rule replaced, if it is a word or a list of words.
fn replaced(text: &str, rule: &LabelRule, value: String) -> Option<Edit> {
    let lines = LineIndex::new(text);
    let key_end = lines.offset(rule.solutions.range.end);
    let equals = text[key_end..].trim_start_matches(['"', '\'', ' ', '\t']).strip_prefix('=')?;
    let written = equals.trim_start_matches([' ', '\t']);
    let start = text.len() - written.len();
    Some(Edit { range: lines.range(start..start + value_length(written)?), text: value })
}

/// The length of a string or a list of strings.
fn value_length(written: &str) -> Option<usize> {
    let is_list = written.starts_with('[');
    let mut quote: Option<char> = None;
    let mut characters = written.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(open), _) if open == character => {
                quote = None;
                if !is_list {
                    return Some(at + 1);
                }
            }
            (Some('"'), '\\') => drop(characters.next()),
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, ']') => return Some(at + 1),
            (None, '[' | ',' | ' ' | '\t' | '\r' | '\n') if is_list => {}
            (None, '#') if is_list => drop(characters.find(|(_, character)| *character == '\n')),
            (None, _) => return None,
        }
    }
    None
}

/// A new rule at the end of the table, which is made where there is none.
fn added(text: &str, key: &str, value: &str) -> Edit {
    let (offset, new) = new_rule(text, "labels", key, value);
    Edit { range: LineIndex::new(text).range(offset..offset), text: new }
}
