//! Tests by their ids: where scripts say which test a command makes, where rules and settings name tests.

use std::collections::HashMap;

use problem::{
    formats::icpc::written_names,
    model::{InputSource, Problem, TestIdx},
    path::RelPath,
    settings::{SETTINGS_FILE, parse},
    text::{LineIndex, Position, Range},
};

use super::{Target, group};
use crate::{
    Text, View,
    script::{is_rules, is_script, is_test_list, targets},
};

/// The test that is named at a place, and where its id stands.
pub(crate) fn at(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(TestIdx, Range)> {
    if text.source.is_some() || view.program_at(text.path).is_some() {
        return None;
    }
    let holds = |range: Range| range.start <= at && at <= range.end;
    named(view, text.path, text.text).into_iter().find(|(range, _)| holds(*range)).map(|(range, test)| (test, range))
}

/// Where a test is declared: its id there, else the line that makes it, else its input.
pub(super) fn definition(view: &View<'_>, text: &Text<'_>, test: TestIdx) -> Vec<Target> {
    let described = &view.context.problem.tests[test];
    let Some(place) = &described.place else {
        return match &described.input {
            InputSource::File(path) => vec![Target { path: path.clone(), range: Range::default() }],
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => Vec::new(),
        };
    };
    let lines = place.range.start.line..=place.range.end.line;
    let named = uses(view, text, test).into_iter();
    let mut within = named.filter(|one| one.path == place.path && lines.contains(&one.range.start.line));
    vec![within.next().unwrap_or_else(|| Target { path: place.path.clone(), range: place.range })]
}

/// Where a test is named.
pub(super) fn uses(view: &View<'_>, text: &Text<'_>, test: TestIdx) -> Vec<Target> {
    let mut found = Vec::new();
    for path in group::texts(view, text) {
        let of_folder = view.context.folder.text(path).unwrap_or_default();
        let written = if path == text.path { text.text } else { &of_folder };
        let of_it = named(view, path, written).into_iter().filter(|(_, one)| *one == test);
        found.extend(of_it.map(|(range, _)| Target { path: path.clone(), range }));
    }
    found
}

/// The tests that a manifest or list of tests declares without an id, in its order, each at the word that begins it: the `test`
/// of an element of `problem.xml`, the `manual`, `copy` or `@copy` of a line. A command begins with the generator's name,
/// which is what is asked about there. Nothing while the problem was read from another text.
fn declared(view: &View<'_>, path: &RelPath, text: &str) -> Vec<(Range, TestIdx)> {
    let Problem { manifest, tests, .. } = view.context.problem;
    if manifest.as_ref() != Some(path) && !is_test_list(view, path) {
        return Vec::new();
    }
    if view.context.folder.text(path).as_deref() != Some(text) {
        return Vec::new();
    }
    let lines = LineIndex::new(text);
    let word = |range: Range| {
        let start = lines.offset(range.start);
        let rest = text.get(start..)?;
        let lead = rest.find(|one: char| !matches!(one, '<' | '@' | '-' | ' ')).unwrap_or(0);
        let length = rest[lead..].find(|one: char| !one.is_ascii_alphabetic()).unwrap_or(rest.len() - lead);
        let span = start + lead..start + lead + length;
        WORDS.contains(&&text[span.clone()]).then(|| lines.range(span))
    };
    let places = tests.iter_enumerated().filter_map(|(idx, test)| Some((idx, test.place.as_ref()?)));
    let mut found: Vec<(Range, TestIdx)> = places
        .filter(|(_, place)| &place.path == path)
        .filter_map(|(idx, place)| Some((word(place.range)?, idx)))
        .collect();
    found.sort_by_key(|(range, _)| *range);
    // A pattern of files declares several, of which the first is meant.
    found.dedup_by_key(|(range, _)| *range);
    found
}

/// The words that begin the declaration of a test.
const WORDS: [&str; 5] = ["test", "manual", "copy", "input", "inputPath"];

/// The tests of the problem that a text names, in its order.
fn named(view: &View<'_>, path: &RelPath, text: &str) -> Vec<(Range, TestIdx)> {
    let written: Vec<(Range, String)> = if is_rules(view, path) {
        written_names(view.context.folder, text)
    } else if path.as_str() == SETTINGS_FILE {
        groups_of_settings(path, text).into_iter().map(|(tests, ..)| tests).collect()
    } else if is_script(view, path) {
        let lines = LineIndex::new(text);
        let found: Vec<_> =
            targets(text).into_iter().map(|span| (lines.range(span.clone()), text[span].to_owned())).collect();
        if found.is_empty() {
            return declared(view, path, text);
        }
        found
    } else {
        return declared(view, path, text);
    };
    let tests = view.context.problem.tests.iter_enumerated();
    let known: HashMap<&str, TestIdx> = tests.map(|(idx, test)| (test.id.as_str(), idx)).collect();
    let is_there = |range: &Range| range.start < range.end;
    let mut found: Vec<(Range, TestIdx)> = written
        .into_iter()
        .filter(|(range, _)| is_there(range))
        .filter_map(|(range, id)| Some((range, *known.get(id.as_str())?)))
        .collect();
    found.sort_by_key(|(range, _)| *range);
    found
}

/// The rules of the settings that put tests into groups: the pattern of tests and the group, with where they stand.
pub(super) fn groups_of_settings(path: &RelPath, text: &str) -> Vec<((Range, String), Range, String)> {
    let lines = LineIndex::new(text);
    let rule = |rule: problem::settings::GroupRule| {
        let from = lines.offset(rule.tests.range.end);
        let line = text[from..].lines().next().unwrap_or_default();
        let at = line.find(['"', '\'']).filter(|at| line[at + 1..].starts_with(&rule.group))?;
        let group = lines.range(from + at + 1..from + at + 1 + rule.group.len());
        let key = lines.offset(rule.tests.range.start)..from;
        let inside = text[key.clone()].find(rule.tests.written.as_str()).unwrap_or(0);
        let tests = lines.range(key.start + inside..(key.start + inside + rule.tests.written.len()).min(key.end));
        Some(((tests, rule.tests.written.clone()), group, rule.group))
    };
    parse(path, text).0.groups.into_iter().filter_map(rule).collect()
}
