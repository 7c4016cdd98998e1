//! `solutions`: which there are, and what is expected of them.

use super::{
    items::{self, Cast},
    keys,
    manifest::Manifest,
    outcomes::{self, Outcome},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{
        keys::list_words,
        yaml::{Node, Value, unknown_keys},
    },
    globs,
    label::{EVERYTHING, Label, LabelWord, ScopedSets, VerdictSets, WantedScore},
    language::Language,
    model::Role,
    path::RelPath,
    verdict::VerdictSet,
};

/// Adds the solutions; the first that is to be accepted makes the answers.
pub(super) fn read(
    folder: &dyn Folder,
    manifest: &Manifest,
    cast: &mut Cast,
    findings: &mut Vec<Finding>,
) -> Option<RelPath> {
    let mut main = None;
    for item in manifest.items(&manifest.root, "solutions") {
        findings.extend(unknown_keys(item, &keys::SOLUTION.names(), &manifest.path));
        let label = label(manifest, item, findings);
        let is_accepted = label.sets == LabelWord::Accepted.sets() && label.scoped.is_empty();
        for path in paths(folder, manifest, item, findings) {
            let Some(mut program) = items::of_file(folder, manifest, item, path.clone(), Role::Solution, findings)
            else {
                continue;
            };
            program.label = Some(label.clone());
            cast.add(program);
            let is_ours = cast.solution(&path).is_some();
            main = main.or_else(|| (is_accepted && is_ours).then_some(path));
        }
    }
    if main.is_none() {
        let message = "no solution is to be accepted, so tests without an answer file get no answer; give one the outcome \
                       ACCEPTED";
        findings.push(Finding::of_file(Code::NoMain, &manifest.path, message));
    }
    main
}

/// The files of an entry, whose path may be a glob.
fn paths(folder: &dyn Folder, manifest: &Manifest, item: &Node, findings: &mut Vec<Finding>) -> Vec<RelPath> {
    let Some(node) = items::path_of(item) else {
        findings.push(manifest.finding(Code::ManifestBroken, item.range, "this solution has no `path`"));
        return Vec::new();
    };
    let Some(written) = manifest.accept(node.text(), findings) else { return Vec::new() };
    if !written.contains(['*', '?', '[']) {
        let path = manifest.file(node, findings);
        let is_there = path.as_ref().is_some_and(|path| folder.has(path));
        if let Some(path) = path.as_ref().filter(|_| !is_there) {
            let message = format!("there is no solution {path}; add it, or remove this");
            findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        }
        return path.into_iter().filter(|_| is_there).collect();
    }
    let glob = match globs::compile(written) {
        Ok(glob) => glob,
        Err(why) => {
            let message = format!("`{written}` is no pattern: {why}");
            findings.push(manifest.finding(Code::ManifestBroken, node.range, message));
            return Vec::new();
        }
    };
    let files = folder.files().iter().map(|file| &file.path);
    let found: Vec<RelPath> =
        files.filter(|path| glob.is_match(path.as_str()) && Language::from_path(path).is_some()).cloned().collect();
    if found.is_empty() {
        let message = format!("there is no solution `{written}`; add one, or remove this");
        findings.push(manifest.finding(Code::ManifestStale, node.range, message));
    }
    found
}

fn label(manifest: &Manifest, item: &Node, findings: &mut Vec<Finding>) -> Label {
    let anything = VerdictSets { permitted: EVERYTHING, required: VerdictSet::EMPTY };
    let stated = item.get("outcome").and_then(|node| outcome(manifest, node, findings));
    let mut label = match stated {
        Some(outcome) => Label::of_sets(outcome.sets, vec![outcome.name.to_owned()]),
        None => Label::of_sets(anything, vec!["ANY".to_owned()]),
    };
    let range = item.get("outcome").map_or_else(|| items::path_of(item).unwrap_or(item).range, |node| node.range);
    label.place = Some(manifest.place(range));
    let groups = item.get("outcomePerGroup").map(|node| manifest.accept(node.map(), findings).unwrap_or_default());
    for entry in groups.unwrap_or_default() {
        let Some(outcome) = outcome(manifest, &entry.value, findings) else { continue };
        let others = || groups.unwrap_or_default().iter().map(|other| other.key.as_str()).filter(|key| *key != "*");
        if entry.key == "*" {
            let others: Vec<&str> = others().collect();
            label.scoped.extend(
                names_of_groups(manifest).filter(|name| !others.contains(name)).map(|name| scoped(name, outcome)),
            );
        } else {
            if !names_of_groups(manifest).any(|name| name == entry.key) {
                let message = format!("there is no group `{}`", entry.key);
                findings.push(manifest.finding(Code::ManifestStale, entry.key_range, message));
            }
            label.scoped.push(scoped(&entry.key, outcome));
        }
    }
    if let Some(node) = item.get("score") {
        label.scores.extend(score(manifest, node, findings));
    }
    label
}

fn scoped(group: &str, outcome: Outcome) -> ScopedSets {
    ScopedSets { tests: group.to_owned(), by_group: true, sets: outcome.sets }
}

fn names_of_groups(manifest: &Manifest) -> impl Iterator<Item = &str> {
    manifest.items(&manifest.root, "testcases").iter().filter_map(|group| group.get("name")?.text().ok())
}

fn outcome(manifest: &Manifest, node: &Node, findings: &mut Vec<Finding>) -> Option<Outcome> {
    let word = manifest.accept(node.text(), findings)?;
    let known = outcomes::parse(word);
    match known {
        None => {
            let message = format!("`{word}` is no outcome; take one of {}", list_words(&outcomes::WORDS));
            findings.push(manifest.finding(Code::ManifestBroken, node.range, message));
        }
        Some(outcome) if outcome.is_of_judge => {
            findings.push(manifest.not_done(node.range, "that a checker fails is held against no solution here"));
        }
        Some(_) => {}
    }
    known
}

/// A score, or the least and the most.
fn score(manifest: &Manifest, node: &Node, findings: &mut Vec<Finding>) -> Option<WantedScore> {
    let (low, high) = match &node.value {
        Value::List(items) => {
            let [low, high] = items.as_slice() else {
                let message = "a score is a number, or a list of the least and the most";
                findings.push(manifest.finding(Code::ManifestBroken, node.range, message));
                return None;
            };
            let low = if low.is_null() { 0.0 } else { manifest.accept(low.number(), findings)? };
            (low, if high.is_null() { f64::MAX } else { manifest.accept(high.number(), findings)? })
        }
        Value::Null | Value::Scalar(_) | Value::Map(_) => {
            let score = manifest.accept(node.number(), findings)?;
            (score, score)
        }
    };
    Some(WantedScore { groups: None, low, high, place: manifest.place(node.range) })
}
