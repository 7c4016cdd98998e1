//! What solutions are expected to do: `sinol_expected_scores`, else their names.

use std::collections::BTreeSet;

use super::{
    keys,
    manifest::{Contest, Manifest},
    names::{Kind, TaskId},
    programs::{Cast, Part},
};
use crate::{
    finding::{Code, Finding},
    formats::{
        keys::{find_word, list_words},
        yaml::{Entry, Node, Value, accept, unknown_keys},
    },
    label::{EVERYTHING, Label, LabelWord, NOT_JUDGED, ScopedSets, VerdictSets, WantedScore},
    model::Program,
    path::RelPath,
    verdict::{Verdict, VerdictSet},
};

/// Labels the solutions. While it is not known which tests there are, nothing is wanted of groups and scores.
pub(super) fn label(manifest: &Manifest, id: &TaskId, cast: &mut Cast, is_whole: bool, findings: &mut Vec<Finding>) {
    let scores = manifest.root.get("scores").map(Node::entries).unwrap_or_default();
    let full = |group: &str| scores.iter().find(|entry| entry.key == group)?.value.number().ok();
    let expected: Vec<(RelPath, Label)> = manifest
        .entries("sinol_expected_scores", findings)
        .iter()
        .filter_map(|entry| {
            let path = super::at("prog").join(&entry.key)?;
            let reader = Reader { manifest, full: &full };
            Some((path, reader.label(&entry.value, findings)?.at(manifest.place(entry.key_range))))
        })
        .collect();
    let judges_nobody = cast.of(Part::Soc).is_some();
    let mut seen = BTreeSet::new();
    for (program, kind) in cast.solutions() {
        let listed = expected.iter().find(|(path, _)| *path == program.path).map(|(path, label)| {
            seen.insert(path.clone());
            label.clone()
        });
        let earns_less = |label: &&Label| label.scores.iter().any(|wanted| is_less(wanted, scores));
        let whole = listed.as_ref().filter(|label| !earns_less(label));
        findings.extend(whole.and_then(|label| contradiction(program, kind, label)));
        let mut label = listed.unwrap_or_else(|| by_name(kind));
        if !is_whole {
            label.scores.clear();
            label.scoped.clear();
        }
        program.label = Some(label);
        if judges_nobody {
            program.stop(NOT_JUDGED);
        }
    }
    for (path, label) in expected.iter().filter(|(path, _)| !seen.contains(path)) {
        let message = format!("there is no solution {path}; remove this, or add it ({id}b1.cpp is one that is wrong)");
        findings.extend(label.place.clone().map(|place| Finding::at(Code::ManifestStale, place, message)));
    }
}

/// Whether a solution is to earn less in a group than it could.
fn is_less(wanted: &WantedScore, scores: &[Entry]) -> bool {
    let full = scores.iter().find(|entry| Some(&entry.key) == wanted.groups.as_ref());
    full.and_then(|entry| entry.value.number().ok()).is_some_and(|full| wanted.high < full)
}

fn by_name(kind: Kind) -> Label {
    match kind {
        Kind::Main | Kind::Correct => Label::of(LabelWord::Accepted, "correct"),
        Kind::Slow => Label::of(LabelWord::TimeLimitExceeded, "slow"),
        Kind::Bad => Label::of(LabelWord::Rejected, "bad"),
    }
}

/// A name and a list that say the opposite.
fn contradiction(program: &Program, kind: Kind, label: &Label) -> Option<Finding> {
    let fails = label.sets != LabelWord::Accepted.sets();
    let named_right = matches!(kind, Kind::Main | Kind::Correct);
    let message = format!(
        "the name {} says that this solution is {}, but it is expected to {}; what stands here counts",
        program.path.file_name(),
        by_name(kind).words.join(" "),
        if fails { "fail" } else { "pass everything" }
    );
    let place = label.place.clone()?;
    // A right solution in a slow language, or one for some groups, is named so on purpose.
    let is_odd = if named_right { kind == Kind::Main && fails } else { !fails };
    is_odd.then(|| Finding::at(Code::LabelContradiction, place, message))
}

struct Reader<'a> {
    manifest: &'a Manifest,
    /// The full score of a group, where one is stated.
    full: &'a dyn Fn(&str) -> Option<f64>,
}

impl Reader<'_> {
    /// `{expected: {1: {points: 30, status: OK}, 2: TL}, points: 30}`
    fn label(&self, node: &Node, findings: &mut Vec<Finding>) -> Option<Label> {
        let path = &self.manifest.path;
        accept(node.map(), path, findings)?;
        findings.extend(unknown_keys(node, &keys::EXPECTED.names(), path));
        let groups = node.get("expected").and_then(|groups| accept(groups.map(), path, findings)).unwrap_or_default();
        let mut label = Label::of_sets(LabelWord::Accepted.sets(), Vec::new());
        let mut falls_with_time = false;
        for entry in groups {
            let (status, points) = match &entry.value.value {
                Value::Map(_) => {
                    findings.extend(unknown_keys(&entry.value, &keys::RESULT.names(), path));
                    (entry.value.get("status"), entry.value.get("points"))
                }
                Value::Null | Value::Scalar(_) | Value::List(_) => (Some(&entry.value), None),
            };
            let word = status.and_then(|node| accept(node.text(), path, findings).map(|word| (word, node.range)));
            let points = points.and_then(|node| Some((accept(node.number(), path, findings)?, node.range)));
            if let Some((word, range)) = word {
                match sets(word) {
                    Some(sets) => {
                        if !label.words.iter().any(|known| known == word) {
                            label.words.push(word.to_owned());
                        }
                        label.scoped.push(ScopedSets { tests: entry.key.clone(), by_group: true, sets });
                    }
                    None => {
                        let message = format!("`{word}` is no status; take one of {}", list_words(&keys::STATUSES));
                        findings.push(self.manifest.finding(Code::ManifestBroken, range, message));
                    }
                }
            }
            if let Some((points, range)) = points.filter(|_| entry.key != "0") {
                let is_passed = word.is_some_and(|(word, _)| word == "OK");
                let is_less = (self.full)(&entry.key).is_some_and(|full| points < full);
                if self.manifest.contest == Contest::Oi && is_passed && is_less {
                    falls_with_time = true;
                    continue;
                }
                label.scores.push(self.score(Some(entry.key.clone()), points, range));
            }
        }
        let total = node.get("points").and_then(|node| Some((accept(node.number(), path, findings)?, node.range)));
        if let Some((points, range)) = total.filter(|_| !falls_with_time) {
            label.scores.push(self.score(None, points, range));
        }
        label.sets = whole(&label.scoped);
        Some(label)
    }

    fn score(&self, groups: Option<String>, points: f64, range: crate::text::Range) -> WantedScore {
        WantedScore { groups, low: points, high: points, place: self.manifest.place(range) }
    }
}

/// What a status asks of a group: it is the status of one of its tests, and others may have failed otherwise.
fn sets(status: &str) -> Option<VerdictSets> {
    let required: &[Verdict] = match find_word(&keys::STATUSES, status)?.name {
        "OK" => return Some(LabelWord::Accepted.sets()),
        "WA" => &[Verdict::Wa, Verdict::Pe],
        "TL" => &[Verdict::Tle],
        "ML" => &[Verdict::Mle],
        "RE" => &[Verdict::Rte],
        "CE" => &[Verdict::Ce],
        _ => return None,
    };
    Some(VerdictSets { permitted: EVERYTHING, required: VerdictSet::of(required) })
}

/// What the groups together ask of the whole.
fn whole(groups: &[ScopedSets]) -> VerdictSets {
    let required: VerdictSet = groups.iter().flat_map(|group| group.sets.required.iter()).collect();
    if required.is_empty() { LabelWord::Accepted.sets() } else { VerdictSets { permitted: EVERYTHING, required } }
}
