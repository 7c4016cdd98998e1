//! `solutions.json`: what is expected of each solution, over all tests and in subtasks.

use super::{at, broken, gen_data::GenData, json, keys};
use crate::{
    finding::Finding,
    folder::Folder,
    formats::yaml::{Entry, Node, accept, unknown_keys},
    label::{Label, LabelWord, ScopedSets, VerdictSets},
    path::RelPath,
    settings::suggest::nearest,
    text::{Place, Range},
    verdict::{Verdict, VerdictSet},
};

/// The file.
pub(super) const FILE: &str = "solutions.json";

/// A solution as it is listed.
pub(super) struct Listed {
    /// The name of its file.
    pub(super) name: String,
    pub(super) range: Range,
    /// `None` where its verdict could not be read.
    pub(super) label: Option<Label>,
    pub(super) is_model: bool,
}

/// The solutions that are listed.
pub(super) fn read(folder: &dyn Folder, data: &GenData, findings: &mut Vec<Finding>) -> Vec<Listed> {
    let path = at(FILE);
    let Some(document) = json(folder, &path, findings) else { return Vec::new() };
    let entries = accept(document.root.map(), &path, findings).unwrap_or_default();
    let mut listed: Vec<Listed> = entries.iter().map(|entry| listed(entry, &path, data, findings)).collect();
    let mut models = listed.iter_mut().filter(|one| one.is_model).skip(1).peekable();
    if let Some(second) = models.peek() {
        let message = "there is already a model solution, which makes the answers; call this one `correct`";
        findings.push(broken(&path, second.range, message));
    }
    models.for_each(|one| one.is_model = false);
    listed
}

fn listed(entry: &Entry, path: &RelPath, data: &GenData, findings: &mut Vec<Finding>) -> Listed {
    // Some write the verdict alone.
    let node = entry.value.get("verdict").or(Some(&entry.value).filter(|node| node.entries().is_empty()));
    findings.extend(unknown_keys(&entry.value, &keys::SOLUTION.names(), path));
    let verdict = node.and_then(|node| verdict(node, path, findings));
    if node.is_none() {
        let message = format!("`{}` has no `verdict`, so nothing is expected of it; write one", entry.key);
        findings.push(broken(path, entry.key_range, message));
    }
    let label = verdict.as_ref().map(|(word, sets)| {
        let mut label = Label::of_sets(*sets, vec![word.clone()]);
        if let Some(except) = entry.value.get("except") {
            add_exceptions(&mut label, except, path, data, findings);
        }
        label.at(Place { path: path.clone(), range: node.map_or(entry.key_range, |node| node.range) })
    });
    let is_model = verdict.is_some_and(|(word, _)| word == keys::MODEL);
    Listed { name: entry.key.clone(), range: entry.key_range, label, is_model }
}

/// A verdict's word and what it expects; other words than the format's are taken if they can be.
fn verdict(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<(String, VerdictSets)> {
    let written = accept(node.text(), path, findings)?;
    let sets = sets(written);
    if sets.is_none() {
        let meant = nearest(written, keys::VERDICTS.iter().map(|word| word.name))
            .map(|meant| format!("; did you mean `{meant}`?"))
            .unwrap_or_default();
        let message = format!("`{written}` is no verdict of this format, so nothing is expected of it{meant}");
        findings.push(broken(path, node.range, message));
    }
    Some((written.to_owned(), sets?))
}

fn sets(word: &str) -> Option<VerdictSets> {
    let of = |word: LabelWord| Some(word.sets());
    match word {
        keys::MODEL | "correct" | "accept" => of(LabelWord::Accepted),
        "time_limit" => of(LabelWord::TimeLimitExceeded),
        "memory_limit" => of(LabelWord::MemoryLimitExceeded),
        // A part of the points is less than the main solution gets.
        "incorrect" | "partially_correct" => of(LabelWord::WrongAnswer),
        "runtime_error" => of(LabelWord::RunTimeError),
        "failed" => of(LabelWord::Rejected),
        "time_limit_and_runtime_error" => Some(VerdictSets::of(
            &[Verdict::Ac, Verdict::Tle, Verdict::Rte, Verdict::Mle],
            &[Verdict::Tle, Verdict::Rte, Verdict::Mle],
        )),
        other => LabelWord::parse(other).filter(|word| *word != LabelWord::DoNotRun).map(LabelWord::sets),
    }
}

/// Subtasks with verdicts of their own: what is expected over all is no more than both, and in the other subtasks nothing may
/// be seen that the solution's own verdict does not permit.
fn add_exceptions(label: &mut Label, except: &Node, path: &RelPath, data: &GenData, findings: &mut Vec<Finding>) {
    let own = label.sets;
    let mut excepted = Vec::new();
    for entry in accept(except.map(), path, findings).unwrap_or_default() {
        let Some(subtask) = data.subtask(&entry.key) else {
            let names = data.sections.iter().filter(|section| section.is_subtask).map(|section| section.name.as_str());
            let meant =
                nearest(&entry.key, names).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let message = format!("gen/data has no subtask `{}`, so this expects nothing{meant}", entry.key);
            findings.push(broken(path, entry.key_range, message));
            continue;
        };
        let Some((_, sets)) = verdict(&entry.value, path, findings) else { continue };
        excepted.push(subtask);
        label.sets.permitted = label.sets.permitted.union(sets.permitted);
        if own.required.is_empty() {
            label.sets.required = label.sets.required.union(sets.required);
        }
        label.scoped.push(of_subtask(&entry.key, sets));
    }
    if excepted.is_empty() {
        return;
    }
    let others = data.sections.iter().enumerate().filter(|(idx, one)| one.is_subtask && !excepted.contains(idx));
    let rest = VerdictSets { required: VerdictSet::EMPTY, ..own };
    label.scoped.extend(others.map(|(_, section)| of_subtask(&section.name, rest)));
}

fn of_subtask(name: &str, sets: VerdictSets) -> ScopedSets {
    // The name is no pattern.
    let tests =
        name.chars().flat_map(|sign| "*?[]{}\\".contains(sign).then_some('\\').into_iter().chain([sign])).collect();
    ScopedSets { tests, by_group: true, sets }
}
