//! The tests, by the cases of the manifest or by the names of files, and what they give.
//!
//! Where points are added up, what the cases state goes before the score of their subtask, as on the site; those that state
//! nothing share what is left of it.

use std::collections::{BTreeMap, BTreeSet};

use super::config::{Case, Config, Subtask};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    model::{ByTest, InputSource, Test},
    path::RelPath,
    scoring::{Fold, Item, Rules, Scoring, SubtaskRule, TestGroup},
    text::Place,
    words::first_of,
};

/// What a problem is worth where nothing says it.
const WHOLE: f64 = 100.0;
/// Sums of points that differ by no more are the same.
const TINY: f64 = 1e-6;

/// The tests and the subtasks that they are in.
pub(super) struct Suite {
    pub(super) tests: Vec<Test>,
    subtasks: Vec<Counted>,
}

/// A subtask as it counts; one without a name is the whole.
struct Counted {
    name: Option<String>,
    fold: Fold,
    score: Option<f64>,
    needs: Vec<(String, Place)>,
    place: Option<Place>,
}

/// The tests of the manifest, else those that were found by the names of files.
pub(super) fn read(
    folder: &dyn Folder,
    config: &Config,
    data: &RelPath,
    found: Vec<Test>,
    findings: &mut Vec<Finding>,
) -> Suite {
    if config.subtasks.is_empty() {
        return by_names(data, found);
    }
    let mut suite = Suite { tests: Vec::new(), subtasks: Vec::new() };
    let mut ids = BTreeSet::new();
    for subtask in &config.subtasks {
        let before = suite.tests.len();
        for case in &subtask.cases {
            if let Some(test) = test(folder, config, data, (subtask, case), &mut ids, findings) {
                suite.tests.push(test);
            }
        }
        if let Some(id) = subtask.id.as_ref().filter(|_| suite.tests.len() == before) {
            let message = format!("the subtask `{id}` has no tests; add cases, or remove it");
            findings.push(Finding::at(Code::ManifestStale, config.at(subtask.range), message));
        }
        suite.subtasks.push(Counted {
            name: subtask.id.clone(),
            fold: subtask.fold,
            score: subtask.score,
            needs: subtask.needs.iter().map(|(id, range)| (id.clone(), config.at(*range))).collect(),
            place: Some(config.at(subtask.range)),
        });
    }
    tell_unnamed(config, data, &suite, &found, findings);
    suite
}

/// Inputs beside the manifest that no case names.
fn tell_unnamed(config: &Config, data: &RelPath, suite: &Suite, found: &[Test], findings: &mut Vec<Finding>) {
    let input = |test: &Test| match &test.input {
        InputSource::File(path) => Some(path.clone()),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
    };
    let named: BTreeSet<RelPath> = suite.tests.iter().filter_map(input).collect();
    let others = found.iter().filter_map(input).filter(|path| path.parent() == *data && !named.contains(path));
    let others: Vec<RelPath> = others.collect();
    if let Some(first) = others.first() {
        let message = format!(
            "{} names no case with {}, so nobody is judged on it; name it there, or remove it",
            config.path,
            first_of(first, others.len())
        );
        findings.push(Finding::of_file(Code::ManifestStale, first, message).with_severity(Severity::Information));
    }
}

fn test(
    folder: &dyn Folder,
    config: &Config,
    data: &RelPath,
    (subtask, case): (&Subtask, &Case),
    ids: &mut BTreeSet<String>,
    findings: &mut Vec<Finding>,
) -> Option<Test> {
    let file = |name: &str| data.join(name).filter(|path| !path.is_root() && folder.has(path));
    let Some(input) = file(&case.input) else {
        let message = format!("there is no file `{}` beside the manifest, so the test is left out; add it", case.input);
        findings.push(Finding::at(Code::ManifestStale, config.at(case.range), message));
        return None;
    };
    let answer = case.output.as_ref().and_then(|name| file(name));
    if let Some(name) =
        case.output.as_ref().filter(|name| answer.is_none() && !matches!(name.as_str(), "/dev/null" | ""))
    {
        let message = format!("there is no file `{name}`, so the main solution makes this answer; add it");
        findings.push(Finding::at(Code::ManifestStale, config.at(case.range), message));
    }
    let inside = &input.as_str()[if data.is_root() { 0 } else { data.as_str().len() + 1 }..];
    let stem = inside.strip_suffix(".in").unwrap_or(inside);
    let id = std::iter::once(stem.to_owned())
        .chain((2..).map(|number| format!("{stem}#{number}")))
        .find(|id| !ids.contains(id))?;
    ids.insert(id.clone());
    Some(Test {
        group: subtask.id.clone(),
        points: case.score,
        answer,
        limits: config.limits_on(subtask, case),
        place: Some(config.at(case.range)),
        ..Test::new(id, InputSource::File(input))
    })
}

/// Pairs of files beside the manifest. Names such as `a1-2` speak of subtasks, if all of them do.
fn by_names(data: &RelPath, found: Vec<Test>) -> Suite {
    let is_here = |test: &Test| matches!(&test.input, InputSource::File(path) if path.parent() == *data);
    let mut tests: Vec<Test> = found.into_iter().filter(is_here).collect();
    let groups: Option<Vec<String>> = tests.iter().map(|test| subtask_of(&test.id)).collect();
    let mut subtasks = BTreeMap::new();
    for (test, group) in tests.iter_mut().zip(groups.unwrap_or_default()) {
        subtasks.insert(group.parse::<u64>().unwrap_or(u64::MAX), group.clone());
        test.group = Some(group);
    }
    let counted = |name: Option<String>, fold| Counted { name, fold, score: None, needs: Vec::new(), place: None };
    let mut subtasks: Vec<Counted> = subtasks.into_values().map(|name| counted(Some(name), Fold::Min)).collect();
    if subtasks.is_empty() {
        subtasks.push(counted(None, Fold::Sum));
    }
    Suite { tests, subtasks }
}

/// `a1-2` and `1-small` are tests of the subtask 1.
fn subtask_of(id: &str) -> Option<String> {
    let (before, after) = id.split_once('-').filter(|(_, after)| !after.is_empty())?;
    let digits = before.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !after.contains('-')).then(|| digits.to_owned())
}

/// What the cases of a subtask state.
#[derive(Default)]
struct OfCases {
    n_stated: usize,
    /// How many state nothing.
    n_open: usize,
    points: f64,
}

impl OfCases {
    fn add(&mut self, points: Option<f64>) {
        let number = if points.is_some() { &mut self.n_stated } else { &mut self.n_open };
        *number += 1;
        self.points += points.unwrap_or_default();
    }
}

impl Suite {
    /// What the subtasks give. Those without a score share what the others leave, the last ones a point more where it does not
    /// come out even.
    pub(super) fn scoring(&self, tests: &ByTest<Test>, findings: &mut Vec<Finding>) -> Option<Scoring> {
        if tests.is_empty() {
            return None;
        }
        let scores = self.scores(tests, findings);
        let mut scoring = Scoring::of_one_group();
        let mut rules = vec![SubtaskRule { fold: Fold::Sum, points: 0.0 }];
        let mut names = BTreeMap::new();
        for (subtask, points) in self.subtasks.iter().zip(scores) {
            let rule = SubtaskRule { fold: subtask.fold, points };
            let items = |name: &Option<String>| {
                let of_it = tests.iter_enumerated().filter(|(_, test)| test.group == *name);
                of_it.map(|(test, _)| Item::Test(test)).collect::<Vec<_>>()
            };
            let Some(name) = &subtask.name else {
                scoring.groups[0].items.extend(items(&None));
                rules[0] = rule;
                continue;
            };
            let group = TestGroup {
                name: name.clone(),
                parent: Some(0),
                items: items(&subtask.name),
                max_score: Some(points),
                place: subtask.place.clone(),
                ..TestGroup::default()
            };
            if names.contains_key(name) {
                let message = format!("there is already a subtask `{name}`, which counts; give this one another `id`");
                findings.extend(subtask.place.clone().map(|place| Finding::at(Code::ManifestBroken, place, message)));
                continue;
            }
            names.insert(name.clone(), scoring.add(group));
            rules.push(rule);
        }
        for subtask in &self.subtasks {
            let Some(&group) = subtask.name.as_ref().and_then(|name| names.get(name)) else { continue };
            for (id, place) in &subtask.needs {
                match names.get(id) {
                    Some(&on) if on != group => scoring.groups[group].dependencies.push(on),
                    Some(_) | None => {
                        let message = format!("there is no other subtask `{id}` to depend on; correct the id");
                        findings.push(Finding::at(Code::ManifestBroken, place.clone(), message));
                    }
                }
            }
        }
        scoring.groups[0].max_score = Some(rules.iter().map(|rule| rule.points).sum());
        Some(Scoring { rules: Rules::Subtasks(rules), scored: true, ..scoring })
    }

    fn scores(&self, tests: &ByTest<Test>, findings: &mut Vec<Finding>) -> Vec<f64> {
        let mut of_cases: BTreeMap<&Option<String>, OfCases> = BTreeMap::new();
        for test in tests {
            of_cases.entry(&test.group).or_default().add(test.points);
        }
        let mut stated = |one: &Counted| {
            let of_cases = of_cases.get(&one.name).filter(|of_cases| of_cases.n_stated > 0 && one.fold == Fold::Sum);
            let (Some(score), Some(of_cases)) = (one.score, of_cases) else {
                return one.score.or_else(|| of_cases.map(|of_cases| of_cases.points));
            };
            let worth = if of_cases.n_open > 0 { score.max(of_cases.points) } else { of_cases.points };
            if let Some(place) = one.place.clone().filter(|_| (worth - score).abs() > TINY) {
                let name = one.name.as_ref().map_or("these cases".to_owned(), |name| format!("the cases of `{name}`"));
                let message = format!(
                    "{name} give {} points together, which counts, and their `score` is {score}; correct one of them",
                    of_cases.points
                );
                findings.push(Finding::at(Code::ManifestStale, place, message));
            }
            Some(worth)
        };
        let stated: Vec<Option<f64>> = self.subtasks.iter().map(&mut stated).collect();
        let rest = (WHOLE - stated.iter().flatten().sum::<f64>()).max(0.0).floor();
        for one in self.subtasks.iter().filter(|one| one.fold == Fold::Min && one.score == Some(0.0)) {
            let name = one.name.as_ref().map_or("a subtask".to_owned(), |name| format!("subtask {name}"));
            findings.extend(one.place.clone().map(|place| {
                let message =
                    format!("{name} has `type: min` and no points, so none of its cases is run; write `type: sum`");
                Finding::at(Code::ManifestStale, place, message).with_severity(Severity::Warning)
            }));
        }
        let n_open = stated.iter().filter(|score| score.is_none()).count();
        let (each, more) =
            (if n_open == 0 { 0.0 } else { (rest / n_open as f64).floor() }, rest as usize % n_open.max(1));
        let mut at = 0;
        let score = |stated: Option<f64>| {
            stated.unwrap_or_else(|| {
                at += 1;
                if at > n_open - more { each + 1.0 } else { each }
            })
        };
        stated.into_iter().map(score).collect()
    }
}
