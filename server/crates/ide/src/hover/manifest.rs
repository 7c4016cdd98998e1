//! Programs and commands that a manifest names: a quoted path or command is shown as where it stands itself.

use std::ops::Range as Span;

use problem::{
    formats::{MANIFESTS, keys::shape_of},
    model::{CommandIdx, ProgramIdx, Role},
    path::RelPath,
    settings::SETTINGS_FILE,
    text::{LineIndex, Position},
};

use super::{Hover, label, script};
use crate::{Text, View, words::code};

/// Whether a file describes the problem.
pub(super) fn is_manifest(view: &View<'_>, path: &RelPath) -> bool {
    let name = path.file_name();
    shape_of(view.context.problem, path).is_some()
        || view.context.problem.manifest.as_ref() == Some(path)
        || name == SETTINGS_FILE
        || MANIFESTS.contains(&name)
}

pub(super) fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let lines = LineIndex::new(text.text);
    let span = quoted(text.text, lines.offset(at))?;
    let written = unescaped(&text.text[span.clone()]);
    let of_label = || of_label(view, text.path, &written, at);
    let markdown = of_path(view, &written).or_else(|| of_command(view, &written)).or_else(of_label)?;
    Some(Hover { range: lines.range(span), markdown })
}

fn of_path(view: &View<'_>, written: &str) -> Option<String> {
    of_program(view, &RelPath::parse(written)?)
}

/// What is known of the program in a file.
pub(super) fn of_program(view: &View<'_>, path: &RelPath) -> Option<String> {
    let program = view.program_at(path)?;
    let described = &view.context.problem.programs[program];
    if described.role == Role::Solution {
        return Some(label::markdown(view, program));
    }
    let path = code(described.path.as_str());
    Some(format!("{path} is the {}: {}.\n", described.role.name(), described.reason))
}

fn of_command(view: &View<'_>, written: &str) -> Option<String> {
    let commands = view.context.problem.commands.iter_enumerated().filter(|(_, command)| command.text == written);
    let said: Vec<CommandIdx> = commands.map(|(idx, _)| idx).collect();
    let first = *said.first()?;
    Some(script::markdown(view, &said, first))
}

/// A label that is written here.
fn of_label(view: &View<'_>, path: &RelPath, written: &str, at: Position) -> Option<String> {
    let is_here = |solution: ProgramIdx| {
        let label = view.context.problem.programs[solution].label.as_ref()?;
        let place = label.place.as_ref().filter(|place| &place.path == path)?;
        let is_said = label.words.iter().any(|word| word == written);
        (is_said && place.range.start <= at && at <= place.range.end).then_some(solution)
    };
    let solution = view.context.problem.solutions().find_map(|(solution, _)| is_here(solution))?;
    Some(label::markdown(view, solution))
}

/// The text between quotes around an offset, on one line.
fn quoted(text: &str, offset: usize) -> Option<Span<usize>> {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let end = text[offset..].find('\n').map_or(text.len(), |length| offset + length);
    let mut open: Option<(usize, char)> = None;
    for (at, letter) in text[start..end].char_indices().map(|(at, letter)| (start + at, letter)) {
        match open {
            None if matches!(letter, '"' | '\'') => open = Some((at + 1, letter)),
            Some((from, quote)) if quote == letter => {
                if from <= offset && offset <= at {
                    return Some(from..at);
                }
                open = None;
            }
            None | Some(_) => {}
        }
    }
    None
}

/// As an attribute of XML is read.
fn unescaped(written: &str) -> String {
    [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        .iter()
        .fold(written.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}
