//! What stands above and below the matrix: the problem in a line, the metrics, and the count of findings.

use problem::{
    finding::Severity,
    report::{FindingReport, OverReport, ProblemReport, Report, SanitizersReport},
    words::{percent, quantity},
};

use super::{
    style::{self, BAD, DIM, GOOD, Line, PLAIN, SLOW, STRONG, View},
    units,
};

/// Columns of a name or a path among other facts.
const FACT_WIDTH: usize = 30;
/// Columns of a path that a sentence ends with.
const NAME_WIDTH: usize = 60;
/// Blanks before all lines of a paragraph but the first.
const INDENT: usize = 2;
/// Solutions that are named in a sentence before the rest is only counted.
const NAMED: usize = 3;

/// The problem: what it is called, and what it is judged with.
pub(super) fn headline(report: &Report, view: &View) -> Vec<Line> {
    let problem = &report.problem;
    let fact = |text: &str| view.fit(text, FACT_WIDTH);
    let plain = |text: String| Line::of(PLAIN, text);
    let main = match &problem.main {
        Some(main) => plain(format!("main {}", view.fit_path(main, FACT_WIDTH))),
        None => Line::of(SLOW, "no main solution"),
    };
    let sandbox_style = if problem.sandbox.level == "full" { PLAIN } else { SLOW };
    let facts = [
        Line::of(STRONG, fact(&problem.name)),
        plain(fact(&problem.format)),
        limits(problem, view),
        checker(problem, view),
        main,
        Line::of(sandbox_style, format!("sandbox {}", fact(&problem.sandbox.level))),
        plain(format!("{}, {}", quantity(report.programs.len(), "program"), quantity(report.tests.len(), "test"))),
    ];
    style::flow(&facts, view.separator(), INDENT, view.columns())
}

fn limits(problem: &ProblemReport, view: &View) -> Line {
    let time = problem.time_limit_ms.map_or("no time limit".to_owned(), units::time_limit);
    let source = problem.limits_source.rsplit('/').next().unwrap_or_default();
    let source = view.fit(source, FACT_WIDTH - 5);
    let style = if problem.limits_source == "assumed" { SLOW } else { PLAIN };
    Line::of(PLAIN, format!("{time}, {} MB ", problem.memory_limit_mb)).with(style, format!("({source})"))
}

fn checker(problem: &ProblemReport, view: &View) -> Line {
    match (&problem.checker.path, &problem.checker.builtin) {
        (Some(path), _) => Line::of(PLAIN, format!("checker {}", view.fit_path(path, FACT_WIDTH))),
        (None, Some(builtin)) => Line::of(PLAIN, format!("built-in checker {}", view.fit(builtin, FACT_WIDTH - 9))),
        (None, None) => Line::of(SLOW, "no checker"),
    }
}

/// TPR and TNR with what they are shares of, and the wrong solutions that only a clock finds.
pub(super) fn metrics(report: &Report, view: &View) -> Vec<Line> {
    let of = |class: &str| report.solutions.iter().filter(|one| one.class.as_deref() == Some(class)).count();
    let metrics = &report.metrics;
    let mut lines = vec![
        metric("TPR", metrics.tpr, metrics.correct, of("true_positive"), ["correct solution", "pass", "passes"]),
        metric("TNR", metrics.tnr, metrics.wrong, of("true_negative"), ["wrong solution", "fail", "fails"]),
    ];
    if let Some(reason) = &metrics.unknown {
        lines.push(Line::of(SLOW, format!("Not known of each solution whether it passes: {reason}")));
    }
    let by_time = &metrics.tle_only_kills;
    if !by_time.is_empty() {
        lines.extend(time_only(by_time, view));
    }
    if let Some(SanitizersReport { programs, runs }) = report.problem.sanitizers {
        let words = format!("{} ran with sanitizers, in {}", quantity(programs, "program"), quantity(runs, "run"));
        lines.push(Line::of(PLAIN, words));
    }
    lines
}

fn metric(name: &str, value: Option<f64>, over: OverReport, good: usize, [noun, verb, verbs]: [&str; 3]) -> Line {
    let line = Line::of(STRONG, name);
    let Some(value) = value else {
        return match over {
            OverReport { labelled: 0, .. } => line.with(SLOW, format!(" no {noun}")),
            OverReport { asked: 0, .. } => line.with(SLOW, format!(" no {noun} was judged")),
            OverReport { known, asked, .. } => {
                line.with(SLOW, " unknown").with(PLAIN, format!(" (known of {known} of {})", quantity(asked, noun)))
            }
        };
    };
    let verb = if over.known == 1 { verbs } else { verb };
    let others = match over.labelled - over.known.min(over.labelled) {
        0 => String::new(),
        others => format!("; {others} not judged"),
    };
    line.with(if value < 1.0 { BAD } else { GOOD }, format!(" {}", percent(value)))
        .with(PLAIN, format!(" ({good} of {} {verb}{others})", quantity(over.known, noun)))
}

fn time_only(paths: &[String], view: &View) -> Vec<Line> {
    let verb = if paths.len() == 1 { "fails" } else { "fail" };
    let start = format!("{} {verb} by time alone:", quantity(paths.len(), "wrong solution"));
    let mut words: Vec<Line> = start.split(' ').map(|word| Line::of(SLOW, word)).collect();
    let named = paths.iter().take(NAMED).map(|path| view.fit_path(path, NAME_WIDTH));
    words.extend(named.map(|path| Line::of(PLAIN, path)));
    if paths.len() > NAMED {
        words.push(Line::of(DIM, format!("and {} more", paths.len() - NAMED)));
    }
    style::flow(&words, " ", INDENT, view.columns())
}

/// How many findings there are of each severity.
pub(super) fn tally(findings: &[&FindingReport]) -> Line {
    let severities = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];
    let mut line = Line::default();
    for severity in severities {
        let n = findings.iter().filter(|finding| finding.severity == severity).count();
        if n > 0 {
            let (noun, style) = style::severity(severity);
            line.push(PLAIN, if line.width() > 0 { ", " } else { "" });
            line.push(style, quantity(n, noun));
        }
    }
    if line.width() > 0 { line } else { Line::of(GOOD, "no findings") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_everything() {
        let shares = [1.0, 0.75, 2.0 / 3.0, 0.9999, 0.0, 0.29];
        assert_eq!(shares.map(percent), ["100%", "75%", "66.7%", "99.9%", "0%", "29%"]);
    }
}
