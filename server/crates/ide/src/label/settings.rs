//! The label in `touchstone.toml`, under `[labels]`.

use std::ops::Range as Span;

use problem::{
    path::RelPath,
    settings::{FolderSettings, LabelRule, parse},
    text::LineIndex,
};

use super::{Labelling, SETTINGS, comment::line_end};
use crate::{Edit, FileEdit};

/// The edit of the rule for this solution alone, if that is the one that counts; else a new rule behind the others.
pub(super) fn edit(labelling: &Labelling<'_>) -> Result<FileEdit, String> {
    let path = RelPath::root().with_file_name(SETTINGS);
    let text = labelling.view.context.folder.text(&path).unwrap_or_default();
    let stated = parse(&path, &text).0;
    let value = format!("\"{}\"", labelling.word.name());
    let counting = stated.labels.iter().rev().find(|rule| rule.solutions.matches_path(labelling.path()));
    let keys = keys(labelling.path());
    let own = counting.filter(|rule| keys.contains(&rule.solutions.written));
    let edit = match own {
        Some(rule) => replaced(&text, rule, value).ok_or_else(|| {
            format!("{SETTINGS} says more of {} than a word; change its label there", labelling.path())
        })?,
        None => added(&text, free_key(&stated, keys, labelling.path())?, &value),
    };
    Ok(FileEdit { path, edits: vec![edit] })
}

/// The patterns that mean one path and no other; those of the root may also be written without `/`.
fn keys(path: &RelPath) -> Vec<String> {
    let escaped: String = path
        .as_str()
        .chars()
        .map(|one| if "*?[]{}!".contains(one) { format!("[{one}]") } else { one.to_string() })
        .collect();
    vec![escaped.clone(), format!("/{escaped}")]
}

fn free_key(stated: &FolderSettings, keys: Vec<String>, path: &RelPath) -> Result<String, String> {
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
fn added(text: &str, key: String, value: &str) -> Edit {
    let lines = LineIndex::new(text);
    let end = line_end(text);
    let rule = format!("\"{}\" = {value}{end}", key.replace('\\', "\\\\").replace('"', "\\\""));
    let (offset, new) = match end_of_table(text, "labels") {
        Some(table) => (table.end, rule),
        None if text.is_empty() => (0, format!("[labels]{end}{rule}")),
        None => (text.len(), format!("{end}[labels]{end}{rule}")),
    };
    let is_open = offset > 0 && !text[..offset].ends_with('\n');
    let break_before = if is_open { end } else { "" };
    Edit { range: lines.range(offset..offset), text: format!("{break_before}{new}") }
}

/// The lines from a table's header to the last one that says something.
fn end_of_table(text: &str, name: &str) -> Option<Span<usize>> {
    let mut table: Option<Span<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let said = line.split('#').next().unwrap_or("").trim();
        match &mut table {
            None if said.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::trim) == Some(name) => {
                table = Some(start..at);
            }
            None => {}
            Some(_) if is_header(said) => break,
            Some(table) if !said.is_empty() => table.end = at,
            Some(_) => {}
        }
    }
    table
}

/// Whether a line opens a table, and does not go on with a list.
fn is_header(said: &str) -> bool {
    said.starts_with('[') && said.ends_with(']') && !said.contains(['"', '\'', ','])
        || said.starts_with("[[")
        || said.starts_with('[') && said.contains('.')
}
