//! What differs between two reports.
//!
//! Solutions are the same if their paths are, and tests if their inputs are, whatever they are called. A verdict has changed
//! only where both reports have one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use problem::{
    report::{FindingReport, Report, SolutionReport, TestReport},
    verdict::Verdict,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::subject::{Judged, Subject, inside, parts};

/// What differs in one problem.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Changes {
    /// The problem's name.
    pub problem: String,
    /// Whether the earlier report has this problem; if not, everything else here is empty.
    pub compared: bool,
    /// Problems that only the earlier report has, by name; told with the first of those that are there now.
    pub problems_removed: Vec<String>,
    /// Metrics that differ.
    pub metrics: Vec<MetricChange>,
    /// Solutions that both reports have, and that were judged otherwise.
    pub solutions: Vec<SolutionChange>,
    /// Paths of solutions that the earlier report does not have.
    pub solutions_added: Vec<String>,
    /// Paths of solutions that only the earlier report has.
    pub solutions_removed: Vec<String>,
    /// Ids of tests whose input the earlier report does not have.
    pub tests_added: Vec<String>,
    /// Ids, in the earlier report, of tests whose input only that has.
    pub tests_removed: Vec<String>,
    /// Findings that the earlier report does not have.
    pub findings_added: Vec<FindingReport>,
    /// Findings that only the earlier report has.
    pub findings_removed: Vec<FindingReport>,
}

/// A metric that differs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MetricChange {
    /// `tpr` or `tnr`.
    pub metric: &'static str,
    /// What it was; null where it was not known.
    pub before: Option<f64>,
    /// What it is; null where it is not known.
    pub after: Option<f64>,
}

/// A solution that was judged otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SolutionChange {
    /// Its path.
    pub path: String,
    /// Its worst verdict, before.
    pub before: String,
    /// Its worst verdict now.
    pub after: String,
    /// Whether its label was met, before; null where that was not known.
    pub met_before: Option<bool>,
    /// Whether its label is met now; null where that is not known.
    pub met_after: Option<bool>,
    /// Its verdicts that differ, in the order of the tests.
    pub tests: Vec<VerdictChange>,
}

/// A verdict that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictChange {
    /// The test's id now.
    pub test: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
}

impl Changes {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        let Changes { metrics, solutions, solutions_added, solutions_removed, .. } = self;
        let Changes { tests_added, tests_removed, findings_added, findings_removed, problems_removed, .. } = self;
        metrics.is_empty()
            && solutions.is_empty()
            && findings_added.is_empty()
            && findings_removed.is_empty()
            && [solutions_added, solutions_removed, tests_added, tests_removed, problems_removed]
                .iter()
                .all(|list| list.is_empty())
    }
}

/// What differs in each problem that was judged now, in their order. Where both reports are on one problem, these are
/// compared unless they are others; else those of the same path in `base`, wherever that lay, and then those whose name no other has.
pub fn changes(before: &Subject, after: &Subject, base: &str) -> Vec<Changes> {
    let is_contest = matches!(after, Subject::Several(..));
    let (before, after) = (before.problems(), after.problems());
    let partners = match (before.len(), after.len()) {
        (1, 1) => vec![is_same(&before[0], &after[0]).then_some(0)],
        _ => partners(&before, &after, base),
    };
    let of_one = |(after, partner): (&Judged<'_>, &Option<usize>)| match *partner {
        Some(at) => of_problem(before[at].report, after.report),
        None => Changes { compared: false, ..nothing(&after.report.problem.name) },
    };
    let mut all: Vec<Changes> = after.iter().zip(&partners).map(of_one).collect();
    // Who looked at one problem says nothing of the others.
    let is_whole = is_contest || before.len() == 1;
    if let Some(first) = all.first_mut().filter(|_| is_whole) {
        let gone = before.iter().enumerate().filter(|(at, _)| !partners.contains(&Some(*at)));
        first.problems_removed = gone.map(|(_, one)| one.report.problem.name.clone()).collect();
    }
    all
}

/// Whether two reports on one problem each may be on the same one, which may have another name by now, or lie elsewhere: they
/// have a test in common, or nothing that tells them apart.
fn is_same(before: &Judged<'_>, after: &Judged<'_>) -> bool {
    let (before, after) = (before.report, after.report);
    let last = |report: &Report| parts(&report.problem.root).last().map(|part| (*part).to_owned());
    before.problem.name == after.problem.name
        || last(before) == last(after)
        || before.tests.is_empty()
        || after.tests.is_empty()
        || !same_tests(before, after).is_empty()
}

/// For each problem now the number of the same one before.
fn partners(before: &[Judged<'_>], after: &[Judged<'_>], base: &str) -> Vec<Option<usize>> {
    // The innermost folder first, as a path from its end: what lies in `base` now ends likewise wherever that was before.
    let reversed = |names: Vec<&str>| names.into_iter().rev().map(|name| format!("{name}/")).collect::<String>();
    let mut by_end: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for (at, one) in before.iter().enumerate() {
        by_end.insert((reversed(parts(&one.report.problem.root)), at), at);
    }
    let end = |one: &Judged<'_>| {
        let root = &one.report.problem.root;
        reversed(inside(base, root).filter(|names| !names.is_empty()).unwrap_or_else(|| parts(root)))
    };
    let mut ends: Vec<(String, usize)> = after.iter().enumerate().map(|(at, one)| (end(one), at)).collect();
    // Longer ones first: what they take is no riddle to shorter ones any more.
    ends.sort_by_key(|(end, at)| (std::cmp::Reverse(end.len()), *at));
    let mut partners = vec![None; after.len()];
    for (end, at) in ends {
        let mut found = by_end.range((end.clone(), 0)..).take_while(|((whole, _), _)| whole.starts_with(&end));
        if let (Some((key, &partner)), None) = (found.next(), found.next()) {
            let key = key.clone();
            partners[at] = Some(partner);
            by_end.remove(&key);
        }
    }
    let mut by_name: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for &at in by_end.values() {
        by_name.entry(&before[at].report.problem.name).or_default().0.push(at);
    }
    for (at, one) in after.iter().enumerate().filter(|(at, _)| partners[*at].is_none()) {
        by_name.entry(&one.report.problem.name).or_default().1.push(at);
    }
    for (old, new) in by_name.into_values() {
        if let (&[old], &[new]) = (&old[..], &new[..]) {
            partners[new] = Some(old);
        }
    }
    partners
}

fn nothing(problem: &str) -> Changes {
    Changes {
        problem: problem.to_owned(),
        compared: true,
        problems_removed: Vec::new(),
        metrics: Vec::new(),
        solutions: Vec::new(),
        solutions_added: Vec::new(),
        solutions_removed: Vec::new(),
        tests_added: Vec::new(),
        tests_removed: Vec::new(),
        findings_added: Vec::new(),
        findings_removed: Vec::new(),
    }
}

fn of_problem(before: &Report, after: &Report) -> Changes {
    let pairs = same_tests(before, after);
    let metric = |metric, before: Option<f64>, after: Option<f64>| {
        (before != after).then_some(MetricChange { metric, before, after })
    };
    let metrics =
        [metric("tpr", before.metrics.tpr, after.metrics.tpr), metric("tnr", before.metrics.tnr, after.metrics.tnr)];
    let paths = |report: &Report| report.solutions.iter().map(|one| one.path.clone()).collect::<Vec<_>>();
    let (old_tests, new_tests): (BTreeSet<usize>, BTreeSet<usize>) = pairs.iter().copied().unzip();
    Changes {
        metrics: metrics.into_iter().flatten().collect(),
        solutions: solutions(before, after, &pairs),
        solutions_added: excess(paths(after), &paths(before)),
        solutions_removed: excess(paths(before), &paths(after)),
        tests_added: unpaired(after, &new_tests, before),
        tests_removed: unpaired(before, &old_tests, after),
        findings_added: other_findings(&after.findings, &before.findings),
        findings_removed: other_findings(&before.findings, &after.findings),
        ..nothing(&after.problem.name)
    }
}

fn excess(of: Vec<String>, over: &[String]) -> Vec<String> {
    let over: BTreeSet<&String> = over.iter().collect();
    of.into_iter().filter(|one| !over.contains(one)).collect()
}

/// Pairs of tests with the same input, the first with the first where several have it.
fn same_tests(before: &Report, after: &Report) -> Vec<(usize, usize)> {
    let mut by_digest: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for (column, test) in before.tests.iter().enumerate() {
        if let Some(digest) = &test.digest {
            by_digest.entry(digest).or_default().push_back(column);
        }
    }
    let with_digest = after.tests.iter().enumerate().filter_map(|(column, test)| Some((column, test.digest.as_ref()?)));
    with_digest
        .filter_map(|(column, digest)| Some((by_digest.get_mut(digest.as_str())?.pop_front()?, column)))
        .collect()
}

/// Ids of tests that have an input and no partner, and that the other report did not leave out.
fn unpaired(report: &Report, paired: &BTreeSet<usize>, other: &Report) -> Vec<String> {
    let left_out: BTreeSet<&String> =
        other.tests.iter().filter(|test| test.digest.is_none()).map(|test| &test.id).collect();
    let has_no_partner = |(column, test): &(usize, &TestReport)| {
        test.digest.is_some() && !paired.contains(column) && !left_out.contains(&test.id)
    };
    let tests = report.tests.iter().enumerate().filter(has_no_partner);
    tests.map(|(_, test)| test.id.clone()).collect()
}

fn solutions(before: &Report, after: &Report, pairs: &[(usize, usize)]) -> Vec<SolutionChange> {
    let then: BTreeMap<&str, &SolutionReport> = before.solutions.iter().map(|one| (&*one.path, one)).collect();
    let (old_rows, new_rows) = (rows(before), rows(after));
    let of_one = |now: &SolutionReport| {
        let then = *then.get(&*now.path)?;
        let tests = match (old_rows.get(&*now.path), new_rows.get(&*now.path)) {
            (Some(&old), Some(&new)) => verdicts(before, after, (old, new), pairs),
            _ => Vec::new(),
        };
        // A solution that was left out says nothing, nor does one as a whole of which tests were.
        let is_known = [then, now].iter().all(|one| one.verdict != Verdict::Sk.code())
            && is_whole(before, old_rows.get(&*now.path))
            && is_whole(after, new_rows.get(&*now.path));
        let is_met = then.expectation_met.zip(now.expectation_met);
        let differs = is_known && (then.verdict != now.verdict || is_met.is_some_and(|(then, now)| then != now));
        (differs || !tests.is_empty()).then(|| SolutionChange {
            path: now.path.clone(),
            before: then.verdict.clone(),
            after: now.verdict.clone(),
            met_before: then.expectation_met,
            met_after: now.expectation_met,
            tests,
        })
    };
    after.solutions.iter().filter_map(of_one).collect()
}

/// Whether a solution ran on every test, where it has a row.
fn is_whole(report: &Report, row: Option<&usize>) -> bool {
    let is_left_out = |verdict: &String| verdict == Verdict::Sk.code();
    row.and_then(|&row| report.matrix.verdicts.get(row)).is_none_or(|row| !row.iter().any(is_left_out))
}

/// The rows of the matrix by paths of solutions.
fn rows(report: &Report) -> BTreeMap<&str, usize> {
    report.matrix.solutions.iter().enumerate().map(|(row, path)| (&**path, row)).collect()
}

fn verdicts(before: &Report, after: &Report, rows: (usize, usize), pairs: &[(usize, usize)]) -> Vec<VerdictChange> {
    let verdict = |report: &Report, row: usize, column: usize| {
        let found = report.matrix.verdicts.get(row)?.get(column)?;
        (found != Verdict::Sk.code()).then(|| found.clone())
    };
    let changed = pairs.iter().filter_map(|&(old, new)| {
        let (then, now) = (verdict(before, rows.0, old)?, verdict(after, rows.1, new)?);
        (then != now).then(|| VerdictChange { test: after.tests[new].id.clone(), before: then, after: now })
    });
    changed.collect()
}

/// Those of some findings that others do not have, wherever in their file they stand. One in which only numbers differ, as
/// times do, is the same.
fn other_findings(of: &[FindingReport], over: &[FindingReport]) -> Vec<FindingReport> {
    let (of, over): (Vec<_>, Vec<_>) = (of.iter().collect(), over.iter().collect());
    let exactly = str::to_owned;
    let (rest, over) = (without(&of, &over, exactly), without(&over, &of, exactly));
    without(&rest, &over, without_numbers).into_iter().cloned().collect()
}

fn without_numbers(message: &str) -> String {
    let words = message.split(|letter: char| letter.is_ascii_digit()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("0")
}

/// Those of some findings that are left when each of others has taken one that says the same.
fn without<'a>(of: &[&'a FindingReport], over: &[&FindingReport], words: fn(&str) -> String) -> Vec<&'a FindingReport> {
    let key = |one: &FindingReport| (one.code.clone(), one.path.clone(), words(&one.message));
    let mut taken: BTreeMap<_, usize> = BTreeMap::new();
    for one in over {
        *taken.entry(key(one)).or_default() += 1;
    }
    let mut is_left = |one: &FindingReport| match taken.get_mut(&key(one)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    of.iter().copied().filter(|one| is_left(one)).collect()
}
