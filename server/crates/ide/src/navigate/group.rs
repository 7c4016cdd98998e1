//! Groups of tests by their names: where manifests, scripts and lists of tests declare them and where they speak of them.
//!
//! A group that is a directory of tests, and that no text names, leads to the first of them.

use std::{collections::BTreeSet, ops};

use problem::{
    formats::{
        icpc::written_names,
        keys::{Value, directives, named_groups, shape_of},
    },
    model::{Format, InputSource},
    path::RelPath,
    script::named_groups as named_groups_of_script,
    settings::SETTINGS_FILE,
    text::{LineIndex, Position, Range},
};

use super::{Target, test};
use crate::{
    Text, View,
    script::{is_rules, is_script, is_test_list},
};

/// The group that is named at a place, and where its name stands.
pub(super) fn at(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(String, Range)> {
    if text.source.is_some() || view.program_at(text.path).is_some() {
        return None;
    }
    let holds = |range: Range| range.start <= at && at <= range.end;
    named(view, text.path, text.text, &known(view))
        .into_iter()
        .find(|(range, _)| holds(*range))
        .map(|(range, name)| (name, range))
}

/// Where a group is declared: its name there, or all that declares it.
pub(super) fn definition(view: &View<'_>, text: &Text<'_>, name: &str) -> Vec<Target> {
    let scoring = view.context.problem.scoring.as_ref();
    let groups = scoring.into_iter().flat_map(|scoring| &scoring.groups).filter(|group| group.name == name);
    let places: Vec<_> = groups.filter_map(|group| group.place.as_ref()).collect();
    let named = uses(view, text, name);
    let declared = places.iter().map(|place| {
        let within = named.iter().find(|one| {
            let is_within = place.range.start <= one.range.start && one.range.end <= place.range.end;
            one.path == place.path && is_within
        });
        within.cloned().unwrap_or_else(|| Target { path: place.path.clone(), range: place.range })
    });
    let mut found: Vec<Target> = declared.collect();
    if found.is_empty() {
        // A comment of a script, and a key of the rules, declare what they name first.
        let of_script = named.iter().find(|one| is_script(view, &one.path));
        found.extend(of_script.or(named.first()).cloned());
    }
    if found.is_empty() {
        let mut tests = view.context.problem.tests.iter().filter(|test| test.groups().any(|group| group == name));
        found.extend(tests.find_map(|test| match &test.input {
            InputSource::File(path) => Some(Target { path: path.clone(), range: Range::default() }),
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        }));
    }
    found.sort();
    found.dedup();
    found
}

/// Where a group is named.
pub(super) fn uses(view: &View<'_>, text: &Text<'_>, name: &str) -> Vec<Target> {
    let problem = view.context.problem;
    let known = known(view);
    let mut found = Vec::new();
    for path in texts(view, text).into_iter().filter(|path| problem.program_at(path).is_none()) {
        let of_folder = view.context.folder.text(path).unwrap_or_default();
        let written = if path == text.path { text.text } else { &of_folder };
        let of_it = named(view, path, written, &known).into_iter().filter(|(_, one)| one == name);
        found.extend(of_it.map(|(range, _)| Target { path: path.clone(), range }));
    }
    found
}

/// The texts that may name groups and tests, the one in the editor among them.
pub(super) fn texts<'a>(view: &View<'a>, text: &Text<'a>) -> BTreeSet<&'a RelPath> {
    let problem = view.context.problem;
    let commands = problem.commands.iter().filter_map(|command| Some(&command.place.as_ref()?.path));
    let listed = problem.tests.iter().filter_map(|test| Some(&test.place.as_ref()?.path));
    let groups = problem.scoring.iter().flat_map(|scoring| &scoring.groups);
    let declared = groups.filter_map(|group| Some(&group.place.as_ref()?.path));
    let is_settings = |path: &RelPath| path.as_str() == SETTINGS_FILE;
    let files = view.context.folder.files().iter().map(|file| &file.path);
    let shaped = files.filter(|path| shape_of(problem, path).is_some() || is_settings(path) || is_rules(view, path));
    let mut paths: BTreeSet<&RelPath> = commands.chain(listed).chain(declared).chain(shaped).collect();
    paths.extend(&problem.manifest);
    paths.insert(text.path);
    paths
}

/// The groups of the problem.
fn known<'a>(view: &View<'a>) -> BTreeSet<&'a str> {
    let problem = view.context.problem;
    let mut known: BTreeSet<&str> = problem.tests.iter().flat_map(|test| test.groups()).collect();
    known.extend(problem.scoring.iter().flat_map(|scoring| &scoring.groups).map(|group| group.name.as_str()));
    known.remove("");
    known
}

/// The names of known groups in a text, in its order.
fn named(view: &View<'_>, path: &RelPath, text: &str, known: &BTreeSet<&str>) -> Vec<(Range, String)> {
    let problem = view.context.problem;
    if known.is_empty() {
        return Vec::new();
    }
    if is_rules(view, path) {
        let mut found = written_names(view.context.folder, text);
        found.retain(|(range, name)| range.start < range.end && known.contains(name.as_str()));
        found.sort_by_key(|(range, _)| *range);
        return found;
    }
    if path.as_str() == SETTINGS_FILE {
        let of_settings = test::groups_of_settings(path, text).into_iter();
        return of_settings
            .map(|(_, group, name)| (group, name))
            .filter(|(_, one)| known.contains(one.as_str()))
            .collect();
    }
    let mut found = named_groups(problem, path, text);
    let lines = LineIndex::new(text);
    let spans = if is_test_list(view, path) {
        in_list(problem.format, text)
    } else if path.extension() == "xml" && problem.format == Format::Polygon {
        in_package(text)
    } else if is_script(view, path) {
        named_groups_of_script(text)
    } else {
        Vec::new()
    };
    found.extend(spans.into_iter().map(|span| (lines.range(span.clone()), text[span].to_owned())));
    found.retain(|(_, name)| known.contains(name.as_str()));
    found.sort_by_key(|(range, _)| *range);
    found
}

/// The words of a text with their places, from an offset on.
fn words(text: &str, from: usize) -> impl Iterator<Item = ops::Range<usize>> + '_ {
    let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text[from..].split_whitespace().map(move |word| start(word)..start(word) + word.len())
}

/// Behind the words of a list of tests that begin sections or name them.
fn in_list(format: Format, text: &str) -> Vec<ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut words = words(line, 0);
        let first = words.next().map_or("", |word| &line[word]);
        if let Some(key) = directives(format).iter().find(|key| key.name == first) {
            let value = key.shape.items.map_or(key.shape.value, |items| items.value);
            let begins = matches!(first, "@subtask" | "@testset");
            let n_names = match value {
                _ if begins => 1,
                Value::Group | Value::Section if key.shape.items.is_some() => usize::MAX,
                Value::Group | Value::Section => 1,
                _ => 0,
            };
            found.extend(words.take(n_names).map(|word| start + word.start..start + word.end));
        }
        start += line.len();
    }
    found
}

/// The attributes of a `problem.xml` that name groups.
fn in_package(text: &str) -> Vec<ops::Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find('<').map(|at| from + at) {
        let (end, tag) = match text[open..].strip_prefix("<!--") {
            Some(rest) => (rest.find("-->").map(|at| open + 4 + at), ""),
            None => {
                let name = text[open + 1..].split(|one: char| !one.is_ascii_alphanumeric()).next().unwrap_or_default();
                (text[open..].find('>').map(|at| open + at), name)
            }
        };
        let Some(end) = end else { break };
        let wanted = match tag {
            "group" => "name",
            "test" | "dependency" => "group",
            _ => "",
        };
        if !wanted.is_empty() {
            found.extend(attribute(text, open..end, wanted));
        }
        from = end + 1;
    }
    found
}

/// The value of an attribute in a tag.
fn attribute(text: &str, tag: ops::Range<usize>, name: &str) -> Option<ops::Range<usize>> {
    let mut rest = &text[tag];
    rest = &rest[rest.find(char::is_whitespace)?..];
    loop {
        let at = rest.find('=')?;
        let is_it = rest[..at].trim() == name;
        let value = rest[at + 1..].trim_start();
        let quote = value.chars().next().filter(|one| matches!(one, '"' | '\''))?;
        let value = &value[1..];
        let length = value.find(quote)?;
        if is_it {
            let start = value.as_ptr() as usize - text.as_ptr() as usize;
            return Some(start..start + length);
        }
        rest = &value[length + 1..];
    }
}
