//! Words that several writers share.

use problem::{
    finding::{Code, Severity, reference},
    report::{FindingReport, NotJudged},
    words::{permille, quantity},
};

use crate::changes::{Changes, MetricChange, SolutionChange};

/// So many names stand in a line before the rest is only counted.
const NAMED: usize = 10;

pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "information",
        Severity::Hint => "hint",
    }
}

/// How many findings of some severities there are; empty where there are none.
pub(crate) fn tally(findings: &[FindingReport], severities: &[Severity]) -> String {
    let count = |one: Severity| findings.iter().filter(|finding| finding.severity == one).count();
    let counts = severities.iter().map(|&one| (count(one), one)).filter(|(n, _)| *n > 0);
    let counts = counts.map(|(n, one)| match one {
        // What is called information is not counted in English.
        Severity::Information => quantity(n, "note"),
        Severity::Error | Severity::Warning | Severity::Hint => quantity(n, severity(one)),
    });
    counts.collect::<Vec<_>>().join(", ")
}

/// What people call a problem that was not judged: its letter, where it has one, and its folder.
pub(crate) fn name_of(problem: &NotJudged) -> String {
    let name = problem.root.rsplit(['/', '\\']).next().unwrap_or_default();
    problem.place.label.as_ref().map_or(name.to_owned(), |label| format!("{label} {name}"))
}

/// What a finding code means, from the reference: its second paragraph, after the severity and the place.
pub(crate) fn meaning(code: &str) -> String {
    let section = code.parse::<Code>().map(reference).unwrap_or_default();
    let mut paragraphs = section.split("\n\n").skip(1).map(|paragraph| paragraph.replace('\n', " "));
    let (first, second) = (paragraphs.next().unwrap_or_default(), paragraphs.next());
    second.filter(|second| !second.starts_with("- ")).unwrap_or(first).replace(['`', '*'], "")
}

/// A share with three decimals; `-` for what is not known.
pub(crate) fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.3}", permille(share) / 1000.0))
}

/// A time in milliseconds.
pub(crate) fn time(milliseconds: f64) -> String {
    if milliseconds < 1000.0 { format!("{milliseconds:.0} ms") } else { format!("{:.2} s", milliseconds / 1000.0) }
}

/// Some names, and how many more there are.
pub(crate) fn some(names: &[String]) -> String {
    let shown = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What a metric was and is.
pub(crate) fn metric(change: &MetricChange) -> String {
    format!("{} {} -> {}", change.metric.to_uppercase(), share(change.before), share(change.after))
}

/// What became of the tests of a solution: `WA -> AC on 3, 4`.
pub(crate) fn of_tests(change: &SolutionChange) -> String {
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for one in &change.tests {
        let kind = format!("{} -> {}", one.before, one.after);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, tests)) => tests.push(one.test.clone()),
            None => kinds.push((kind, vec![one.test.clone()])),
        }
    }
    let kinds =
        kinds.iter().map(|(kind, tests)| format!("{kind} on {} ({})", quantity(tests.len(), "test"), some(tests)));
    kinds.collect::<Vec<_>>().join("; ")
}

/// What has changed with a solution as a whole; empty where its verdict has not.
pub(crate) fn of_solution(change: &SolutionChange) -> String {
    let met = match (change.met_before, change.met_after) {
        (Some(true), Some(false)) => ", and its label is not met any more",
        (Some(false), Some(true)) => ", and its label is met now",
        _ => "",
    };
    if change.before == change.after {
        met.trim_start_matches(", and ").to_owned()
    } else {
        format!("{} -> {}{met}", change.before, change.after)
    }
}

/// Which solutions and tests came and went, with how many in words; those lists that are not empty.
pub(crate) fn lists(changes: &Changes) -> impl Iterator<Item = (String, String)> {
    let lists = [
        ("removed", "problem", &changes.problems_removed),
        ("new", "solution", &changes.solutions_added),
        ("removed", "solution", &changes.solutions_removed),
        ("new", "test", &changes.tests_added),
        ("removed", "test", &changes.tests_removed),
    ];
    let lists = lists.into_iter().filter(|(_, _, names)| !names.is_empty());
    lists.map(|(how, what, names)| (format!("{} {how}", quantity(names.len(), what)), some(names)))
}

/// What has changed, in lines without an end. Texts of the folder stand in them as they are.
pub fn changes(changes: &Changes) -> Vec<String> {
    if !changes.compared {
        let sentence = "the earlier report does not have this problem".to_owned();
        return [sentence].into_iter().chain(lists(changes).map(|(head, names)| format!("{head}: {names}"))).collect();
    }
    if changes.is_empty() {
        return vec!["nothing has changed since the earlier report".to_owned()];
    }
    let mut lines: Vec<String> = changes.metrics.iter().map(metric).collect();
    for solution in &changes.solutions {
        let parts = [of_solution(solution), of_tests(solution)].into_iter().filter(|part| !part.is_empty());
        lines.push(format!("{}: {}", solution.path, parts.collect::<Vec<_>>().join("; ")));
    }
    lines.extend(lists(changes).map(|(head, names)| format!("{head}: {names}")));
    for (how, findings) in [("new", &changes.findings_added), ("gone", &changes.findings_removed)] {
        for one in findings {
            let place = one.path.as_ref().map(|path| format!("{path}: ")).unwrap_or_default();
            lines.push(format!("{how}: {place}{}[{}]: {}", severity(one.severity), one.code, one.message));
        }
    }
    lines
}
