//! The report as a person reads it in a terminal: the problem, the pass matrix, the metrics, the findings.
//!
//! Invariants: the output is a function of the report, the sources and the view; what programs and files have written
//! reaches the terminal only after [`clean`] has seen it; the matrix is never wider than the terminal.

mod bounds;
pub(crate) mod clean;
mod columns;
mod contest;
mod excerpt;
mod findings;
mod heads;
mod layout;
mod matrix;
mod painter;
mod rows;
mod rule;
mod scores;
mod select;
mod shown_test;
mod style;
mod summary;
pub(crate) mod units;
mod window;

#[cfg(test)]
mod tests;

use problem::report::{FindingReport, Report};

use self::style::Line;

pub(crate) use self::{
    bounds::bounds,
    contest::{Outcome, Row, contest, render_one, table},
    rule::rule,
    select::told_once,
    shown_test::shown_test,
    style::View,
};

/// Writes findings for a person, as a report has them.
pub(crate) fn findings(findings: &[FindingReport], sources: &dyn Fn(&str) -> Option<String>, view: &View) -> String {
    findings::text(findings, sources, view)
}

/// Writes a report for a person. `sources` gives the text of a path, if it is to be shown; it is asked once for each.
pub(crate) fn render(report: &Report, sources: &dyn Fn(&str) -> Option<String>, view: &View) -> String {
    let paragraph = |lines: Vec<Line>| -> String { lines.iter().map(|line| line.paint(view.color) + "\n").collect() };
    let paragraphs = [
        paragraph(summary::headline(report, view)),
        paragraph(matrix::lines(report, view)),
        paragraph(scores::lines(report, view)),
        paragraph(summary::metrics(report, view)),
        findings::text(&report.findings, sources, view),
        paragraph(vec![summary::tally(&select::told_once(&report.findings))]),
    ];
    let shown: Vec<String> = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    shown.join("\n")
}
