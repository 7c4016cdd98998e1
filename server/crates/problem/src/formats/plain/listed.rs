//! Tests that the settings list.
//!
//! Invariant: what is listed in vain, and an answer that is named and is not there, is a finding at its line.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    finding::{Code, Finding},
    path::RelPath,
    settings::{AnswerPattern, ListedTests, Stated},
    text::{Place, Range},
};

use super::{
    Context,
    names::{Form, Names, Reading, reading},
    test_files::InputFile,
};

/// What the settings list.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) inputs: Vec<InputFile>,
    /// The inputs and their answers, of which the names say nothing any more.
    pub(super) files: BTreeSet<RelPath>,
}

/// Finds the tests that are listed.
pub(super) fn inputs(context: &Context<'_>, names: &Names<'_>, findings: &mut Vec<Finding>) -> Listed {
    let entries = &context.hints.tests;
    let mut found: BTreeMap<&RelPath, (usize, Reading)> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let paths = context.folder.files().iter().map(|file| &file.path);
        let mut matching: Vec<&RelPath> =
            paths.filter(|path| entry.inputs.matches_path(path) && !context.is_ignored(path)).collect();
        if matching.is_empty() {
            stale(context, entry.inputs.range, format!("no file matches `{}`", entry.inputs.written), findings);
        }
        let mut readings: Vec<Reading> = matching.iter().map(|path| read(context, names, entry, path)).collect();
        // `data/*` may match the answers, too.
        let answers: BTreeSet<RelPath> = readings.iter().filter_map(|reading| reading.answer.clone()).collect();
        let is_input: Vec<bool> = matching.iter().map(|path| !answers.contains(*path)).collect();
        let mut kept = is_input.iter();
        matching.retain(|_| kept.next() == Some(&true));
        let mut kept = is_input.iter();
        readings.retain(|_| kept.next() == Some(&true));
        if let Some(answers) = &entry.answers {
            missing_answers(context, answers, &matching, findings);
        }
        found.extend(matching.into_iter().zip(readings).map(|(path, reading)| (path, (at, reading))));
    }
    let mut listed = Listed::default();
    for (path, (at, reading)) in found {
        let ListedTests { sample, group, points, .. } = &entries[at];
        listed.files.insert(path.clone());
        listed.files.extend(reading.answer.clone());
        let file = InputFile::new(path, reading);
        let group = group.clone().or_else(|| file.group.clone());
        listed.inputs.push(InputFile {
            sample: sample.unwrap_or(file.sample),
            group,
            points: *points,
            is_listed: true,
            ..file
        });
    }
    listed
}

/// A file as the input that it is said to be.
fn read(context: &Context<'_>, names: &Names<'_>, entry: &ListedTests, path: &RelPath) -> Reading {
    let by_name = reading(names, path);
    let answer = match &entry.answers {
        Some(answers) => answers.value.of(path).filter(|answer| context.folder.has(answer)),
        None => by_name.as_ref().and_then(|reading| reading.answer.clone()),
    };
    let named = by_name.map(|reading| (reading.stem, reading.directory));
    let (stem, directory) = named.unwrap_or_else(|| (path.stem().to_owned(), None));
    Reading { stem, directory, answer, is_clear: true, form: Form::Extension }
}

fn missing_answers(
    context: &Context<'_>,
    answers: &Stated<AnswerPattern>,
    inputs: &[&RelPath],
    findings: &mut Vec<Finding>,
) {
    let named = inputs.iter().filter_map(|input| Some((input, answers.value.of(input)?)));
    let missing: Vec<_> = named.filter(|(_, answer)| !context.folder.has(answer)).collect();
    let Some((input, answer)) = missing.first() else { return };
    let more = match missing.len() - 1 {
        0 => String::new(),
        n => format!(", and {n} more answers are missing"),
    };
    stale(context, answers.range, format!("there is no file {answer}, the answer of {input}{more}"), findings);
}

fn stale(context: &Context<'_>, range: Range, message: String, findings: &mut Vec<Finding>) {
    let place = Place { path: context.hints.settings.clone(), range };
    findings.push(Finding::at(Code::ManifestStale, place, message));
}
