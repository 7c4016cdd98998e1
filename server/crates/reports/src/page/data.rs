//! What the page's script draws of a problem, as it stands in the page.

use std::collections::BTreeMap;

use problem::{
    hidden::shown,
    label::{Pool, VerdictSets},
    report::{Report, SolutionReport, TestReport},
    verdict::{Verdict, VerdictSet},
};
use serde::Serialize;

use super::details::{CellDetail, Details, TestTexts};
use crate::subject::{Judged, inside};

#[derive(Serialize)]
pub(super) struct Data<'a> {
    name: String,
    /// The folder as a shell's user writes it where places are told from; none where it cannot be shown as it is.
    folder: Option<String>,
    /// Milliseconds.
    limit: Option<u64>,
    solutions: Vec<Solution>,
    tests: Vec<Test>,
    groups: Vec<Group>,
    /// Verdicts: a letter stands for the first, second and so on of the codes.
    codes: Vec<String>,
    verdicts: Vec<String>,
    /// Tenths of a millisecond; -1 for a cell without costs.
    time: Vec<Vec<i64>>,
    /// Kibibytes; -1 likewise.
    memory: Vec<Vec<i64>>,
    texts: &'a BTreeMap<usize, TestTexts>,
    cells: BTreeMap<String, &'a CellDetail>,
}

#[derive(Serialize)]
struct Solution {
    path: String,
    /// Whether the path is another one, and cannot be shown as it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    altered: bool,
    label: String,
    verdict: String,
    /// `correct` or `wrong`.
    pool: Option<&'static str>,
    met: Option<bool>,
    /// Milliseconds.
    time: Option<f64>,
    /// Its own limit, where it has one, milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u64>,
}

#[derive(Serialize)]
struct Test {
    id: String,
    /// Likewise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    altered: bool,
    group: Option<String>,
    /// The command or the file.
    made: Option<String>,
    bytes: Option<u64>,
    valid: bool,
    killed: usize,
    passed: usize,
}

#[derive(Serialize)]
struct Group {
    name: String,
    /// Columns.
    tests: Vec<usize>,
}

pub(super) fn of_problem<'a>(judged: &Judged<'_>, details: &'a Details, base: &str, contents: bool) -> Data<'a> {
    let report = judged.report;
    let codes = codes(report);
    let letter = |code: &String| {
        let at = codes.iter().position(|known| known == code).unwrap_or(0);
        char::from(b'a'.saturating_add(u8::try_from(at).unwrap_or(u8::MAX)))
    };
    let verdicts = report.matrix.verdicts.iter().map(|row| row.iter().map(letter).collect()).collect();
    let tenths = |time: &Option<f64>| time.map_or(-1, |time| (time * 10.0).round() as i64);
    let kilobytes = |memory: &Option<u64>| memory.map_or(-1, |memory| i64::try_from(memory).unwrap_or(i64::MAX));
    Data {
        name: shown(&judged.shown()).into_owned(),
        folder: folder(base, &report.problem.root),
        limit: report.problem.time_limit_ms,
        solutions: report.solutions.iter().map(solution).collect(),
        tests: report.tests.iter().map(|one| test(one, contents)).collect(),
        groups: groups(report),
        time: report.matrix.time_ms.iter().map(|row| row.iter().map(tenths).collect()).collect(),
        memory: report.matrix.memory_kb.iter().map(|row| row.iter().map(kilobytes).collect()).collect(),
        verdicts,
        codes,
        texts: &details.texts,
        cells: details.cells.iter().map(|((row, column), cell)| (format!("{row},{column}"), cell)).collect(),
    }
}

fn codes(report: &Report) -> Vec<String> {
    let mut codes: Vec<String> = Vec::new();
    for code in report.matrix.verdicts.iter().flatten() {
        if !codes.contains(code) {
            codes.push(code.clone());
        }
    }
    codes
}

fn solution(one: &SolutionReport) -> Solution {
    Solution {
        path: shown(&one.path).into_owned(),
        altered: is_altered(&one.path),
        label: shown(&one.expected.join(", ")).into_owned(),
        verdict: one.verdict.clone(),
        pool: pool(one),
        met: one.expectation_met,
        time: one.max_time_ms,
        limit: one.time_limit_ms,
    }
}

fn pool(one: &SolutionReport) -> Option<&'static str> {
    let set = |codes: &[String]| {
        VerdictSet::of(&codes.iter().filter_map(|code| Verdict::from_code(code)).collect::<Vec<_>>())
    };
    let has_label = !one.permitted.is_empty() || !one.required.is_empty();
    let sets = VerdictSets { permitted: set(&one.permitted), required: set(&one.required) };
    sets.pool().filter(|_| has_label).map(|pool| match pool {
        Pool::Correct => "correct",
        Pool::Wrong => "wrong",
    })
}

/// Whether a name is shown otherwise than it is.
fn is_altered(name: &str) -> bool {
    shown(name) != name
}

fn folder(base: &str, root: &str) -> Option<String> {
    let folder = match inside(base, root) {
        Some(names) if names.is_empty() => ".".to_owned(),
        // No option.
        Some(names) if names[0].starts_with('-') => format!("./{}", names.join("/")),
        Some(names) => names.join("/"),
        None => root.to_owned(),
    };
    (!is_altered(&folder)).then_some(folder)
}

fn test(one: &TestReport, contents: bool) -> Test {
    let made = one.command.as_ref().filter(|_| contents).or(one.path.as_ref());
    Test {
        id: shown(&one.id).into_owned(),
        altered: is_altered(&one.id),
        group: one.group.as_deref().map(|group| shown(group).into_owned()),
        made: made.map(|made| shown(made).into_owned()),
        bytes: one.bytes,
        valid: one.valid,
        killed: one.killed,
        passed: one.passed_by,
    }
}

/// The groups of the format's rules, else what tests call their groups.
fn groups(report: &Report) -> Vec<Group> {
    let column: BTreeMap<&str, usize> = report.tests.iter().enumerate().map(|(at, test)| (&*test.id, at)).collect();
    let mut named: Vec<(String, Vec<usize>)> = Vec::new();
    for group in &report.groups {
        named.push((group.name.clone(), group.tests.iter().filter_map(|id| column.get(&**id).copied()).collect()));
    }
    if named.is_empty() {
        let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, test) in report.tests.iter().enumerate() {
            let Some(group) = test.group.as_deref() else { continue };
            let number = *by_name.entry(group).or_insert_with(|| {
                named.push((group.to_owned(), Vec::new()));
                named.len() - 1
            });
            named[number].1.push(at);
        }
    }
    named.into_iter().map(|(name, tests)| Group { name: shown(&name).into_owned(), tests }).collect()
}
