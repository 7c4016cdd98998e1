//! The parts of the page that stand in its text: they are read without its script, and printed.

use problem::{
    finding::Severity,
    hidden::shown,
    report::{ContestReport, FindingReport, Report, SolutionReport},
    words::quantity,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    details::{Details, SourceLine},
    redundancy::redundancy,
};
use crate::{
    Material,
    changes::Changes,
    subject::Judged,
    words::{self, severity},
};

/// So many classes of tests are listed.
const MAX_CLASSES: usize = 200;
/// So many lines of changes are listed.
const MAX_CHANGES: usize = 500;

/// What several problems are called together.
pub(super) fn title(material: &Material) -> String {
    let contests = material.subject.contest().into_iter().flat_map(|contest| &contest.contests);
    let names: Vec<&str> = contests.filter_map(|contest| contest.name.as_deref()).collect();
    if names.is_empty() { "Problems".to_owned() } else { names.join(", ") }
}

#[derive(Serialize)]
struct Finding {
    severity: &'static str,
    code: String,
    place: Option<String>,
    message: String,
    lines: Vec<SourceLine>,
    related: Vec<Value>,
}

fn place(path: &str, line: u32) -> String {
    shown(&format!("{path}:{}", line + 1)).into_owned()
}

/// A finding; without contents the meaning of its code stands for its message, in which programs may have a say.
fn finding(one: &FindingReport, lines: &[SourceLine], contents: bool) -> Finding {
    let related = one.related.iter().filter(|_| contents).map(|related| {
        json!({ "place": place(&related.path, related.range.start.line), "message": shown(&related.message) })
    });
    Finding {
        severity: severity(one.severity),
        code: one.code.clone(),
        place: one.path.as_ref().map(|path| place(path, one.range.start.line)),
        message: if contents { shown(&one.message).into_owned() } else { words::meaning(&one.code) },
        lines: lines.to_vec(),
        related: related.collect(),
    }
}

pub(super) fn of_contest(contest: &ContestReport, contents: bool) -> Value {
    let findings = contest.contests.iter().flat_map(|head| &head.findings);
    let findings: Vec<Finding> = findings.map(|one| finding(one, &[], contents)).collect();
    let not_judged = contest.not_judged.iter().map(|one| {
        let name = words::name_of(one);
        json!({ "name": shown(&name), "message": if contents { shown(&one.message).into_owned() } else { String::new() } })
    });
    json!({ "findings": findings, "not_judged": not_judged.collect::<Vec<_>>() })
}

/// The section of a problem, but for what the script draws.
pub(super) fn of_problem(
    at: usize,
    judged: &Judged<'_>,
    details: &Details,
    changes: Option<&Changes>,
    contents: bool,
) -> Value {
    let report = judged.report;
    let findings: Vec<Finding> = report
        .findings
        .iter()
        .enumerate()
        .map(|(at, one)| finding(one, details.excerpts.get(at).map_or(&[][..], Vec::as_slice), contents))
        .collect();
    let changes = changes.map(|changes| lines_of(changes, contents)).unwrap_or_default();
    let mut section = json!({
        "id": format!("p{}", at + 1),
        "name": shown(&judged.shown()),
        "facts": facts(report),
        "tally": tally(&report.findings),
        "tpr": words::share(report.metrics.tpr),
        "tnr": words::share(report.metrics.tnr),
        "n_correct": report.metrics.correct.known,
        "n_wrong": report.metrics.wrong.known,
        "n_solutions": report.solutions.len(),
        "n_tests": report.tests.len(),
        "remarks": remarks(report, contents),
        "changes": changes,
        "findings": findings,
        "solutions": report.solutions.iter().map(solution).collect::<Vec<_>>(),
        "has_scores": report.solutions.iter().any(|one| one.graded.graded_verdict.is_some() || one.graded.score.is_some()),
    });
    if let Some(section) = section.as_object_mut() {
        section.extend(suite(report));
        section.extend(bounds(details));
    }
    section
}

fn lines_of(changes: &Changes, contents: bool) -> Vec<String> {
    let told = |one: &FindingReport| FindingReport { message: words::meaning(&one.code), ..one.clone() };
    let mut changes = changes.clone();
    if !contents {
        changes.findings_added = changes.findings_added.iter().map(told).collect();
        changes.findings_removed = changes.findings_removed.iter().map(told).collect();
    }
    let lines = words::changes(&changes);
    let more = lines.len().saturating_sub(MAX_CHANGES);
    let shown_lines = lines.iter().take(MAX_CHANGES).map(|line| shown(line).into_owned());
    shown_lines.chain((more > 0).then(|| format!("and {more} more"))).collect()
}

fn facts(report: &Report) -> Vec<String> {
    let problem = &report.problem;
    let checker = problem.checker.path.as_ref().or(problem.checker.builtin.as_ref());
    let facts = [
        problem.format.clone(),
        problem.time_limit_ms.map_or("no time limit".to_owned(), |limit| words::time(limit as f64)),
        format!("{} MB", problem.memory_limit_mb),
        checker.map_or("no checker".to_owned(), |checker| format!("checker {checker}")),
        problem.main.as_ref().map_or("no main solution".to_owned(), |main| format!("main solution {main}")),
        format!("sandbox {}", problem.sandbox.level),
        quantity(report.solutions.len(), "solution"),
        quantity(report.tests.len(), "test"),
    ];
    let cluster = problem.cluster.as_ref().map(|cluster| {
        let attributed = if cluster.keys.is_some() { "attributed" } else { "not attributed" };
        let workers = quantity(cluster.workers.len(), "worker");
        format!("run by {workers} of a cluster, on {}, {attributed}", cluster.cpu_model)
    });
    facts.into_iter().chain(cluster).map(|fact| shown(&fact).into_owned()).collect()
}

fn tally(findings: &[FindingReport]) -> String {
    let all = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
    let counts = words::tally(findings, &all);
    if counts.is_empty() { "nothing".to_owned() } else { counts }
}

fn remarks(report: &Report, contents: bool) -> Vec<String> {
    let metrics = &report.metrics;
    let lists = [
        ("Wrong solutions that pass every test", &metrics.false_positives),
        ("Correct solutions that fail a test", &metrics.false_negatives),
        ("Wrong solutions that fail by time alone", &metrics.tle_only_kills),
    ];
    let lists = lists.into_iter().filter(|(_, paths)| !paths.is_empty());
    let lists = lists.map(|(words, paths)| shown(&format!("{words}: {}.", words::some(paths))).into_owned());
    let unknown = metrics.unknown.as_ref().filter(|_| contents);
    lists.chain(unknown.map(|why| shown(&format!("Not everything is known: {why}.")).into_owned())).collect()
}

fn solution(one: &SolutionReport) -> Value {
    let points = |score: f64| if score.fract() == 0.0 { format!("{score:.0}") } else { format!("{score:.2}") };
    let score = one.graded.score.map(|score| match one.graded.max_score {
        Some(most) => format!("{} of {}", points(score), points(most)),
        None => points(score),
    });
    json!({
        "path": shown(&one.path),
        "label": shown(&one.expected.join(", ")),
        "verdict": one.verdict,
        "met": match one.expectation_met { Some(true) => "yes", Some(false) => "no", None => "-" },
        "first": one.first_failed_test.as_deref().map_or("-".into(), shown),
        "time": one.max_time_ms.map_or("-".to_owned(), words::time),
        "memory": one.max_memory_kb.map_or("-".to_owned(), |kb| format!("{:.1} MB", kb as f64 / 1024.0)),
        "graded": one.graded.graded_verdict.as_deref().unwrap_or("-"),
        "score": score.unwrap_or("-".to_owned()),
    })
}

/// What the tests are worth.
fn suite(report: &Report) -> serde_json::Map<String, Value> {
    let found = redundancy(report);
    let ids = |columns: &[usize]| columns.iter().map(|&column| report.tests[column].id.clone()).collect::<Vec<_>>();
    let class = |columns: &Vec<usize>| {
        shown(&format!("{}: {}", quantity(columns.len(), "test"), words::some(&ids(columns)))).into_owned()
    };
    let more = found.classes.len().saturating_sub(MAX_CLASSES);
    let classes = found.classes.iter().take(MAX_CLASSES).map(class);
    let classes: Vec<String> = classes.chain((more > 0).then(|| format!("and {more} more classes"))).collect();
    let n_spare: usize = found.classes.iter().map(|class| class.len() - 1).sum();
    let redundancy = match (found.n_judged, n_spare) {
        (0, _) => "No test was judged with all solutions.".to_owned(),
        (n_judged, 0) => format!("Of {}, no two are passed by the same solutions.", quantity(n_judged, "test")),
        (n_judged, n_spare) => format!(
            "Of {}, {n_spare} could go, and each set of solutions that pass a test together would still be there. These are passed by \
             the same solutions:",
            quantity(n_judged, "test")
        ),
    };
    let sole = found.sole.iter().map(|(column, rows)| {
        let paths: Vec<String> = rows.iter().map(|&row| report.solutions[row].path.clone()).collect();
        json!({ "test": shown(&report.tests[*column].id), "solutions": shown(&words::some(&paths)) })
    });
    let sole: Vec<Value> = sole.collect();
    [("redundancy", json!(redundancy)), ("classes", json!(classes)), ("sole", json!(sole))]
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

fn bounds(details: &Details) -> serde_json::Map<String, Value> {
    let cells: Vec<_> = details.variables.iter().map(problem::bounds::Variable::cells).collect();
    let told = problem::bounds::told(&cells);
    let sources: Vec<&str> = told.iter().map(|&source| problem::bounds::SOURCES[source]).collect();
    let variables = details.variables.iter().zip(&cells).map(|(variable, cells)| {
        let cells: Vec<_> = told.iter().map(|&source| shown(&cells[source])).collect();
        let remarks: Vec<_> = variable.remarks.iter().map(|remark| shown(remark)).collect();
        json!({ "name": shown(&variable.name), "cells": cells, "remarks": remarks })
    });
    let variables: Vec<Value> = variables.collect();
    let reads =
        details.reads.iter().map(|(path, lines)| json!({ "path": shown(path), "lines": shown(&lines.join("\n")) }));
    let reads: Vec<Value> = reads.collect();
    [("bounds", json!(variables)), ("sources", json!(sources)), ("reads", json!(reads))]
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}
