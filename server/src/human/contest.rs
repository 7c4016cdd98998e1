//! Several problems: each in short, and a table of all.

use std::time::Duration;

use problem::{
    finding::Severity,
    report::{ContestHead, OverReport, Report},
    words::{percent, quantity},
};

use super::{
    clean, findings, scores, select,
    style::{self, BAD, DIM, GOOD, Line, PLAIN, SLOW, STRONG, View},
    summary, units,
};

/// Blanks between columns of the table.
const GAP: usize = 2;
/// Columns of a label, a path and a format at most.
const LABEL_WIDTH: usize = 6;
const NAME_WIDTH: usize = 40;
const FORMAT_WIDTH: usize = 12;

/// A line of the table.
pub(crate) struct Row<'a> {
    /// The problem's letter.
    pub(crate) label: Option<&'a str>,
    /// The problem.
    pub(crate) name: &'a str,
    /// What came of it.
    pub(crate) outcome: Outcome<'a>,
}

/// What came of a problem.
pub(crate) enum Outcome<'a> {
    /// Its report, and how long that took.
    Judged(&'a Report, Duration),
    /// Why there is none.
    Not(&'a str),
}

/// A problem in short: everything but the matrix, below a rule with its name.
pub(crate) fn render_one(name: &str, report: &Report, sources: &dyn Fn(&str) -> Option<String>, view: &View) -> String {
    let paragraph = |lines: Vec<Line>| -> String { lines.iter().map(|line| line.paint(view.color) + "\n").collect() };
    let mut tail = summary::metrics(report, view);
    tail.push(summary::tally(&select::told_once(&report.findings)));
    let paragraphs = [
        rule(name, view) + "\n" + &paragraph(summary::headline(report, view)),
        paragraph(scores::lines(report, view)),
        findings::text(&report.findings, sources, view),
        paragraph(tail),
    ];
    let shown: Vec<String> = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    shown.join("\n")
}

/// What is said of a contest as a whole; `None` where there is nothing to say.
pub(crate) fn contest(contest: &ContestHead, sources: &dyn Fn(&str) -> Option<String>, view: &View) -> Option<String> {
    if contest.findings.is_empty() && contest.name.is_none() {
        return None;
    }
    let name = contest.name.as_deref().unwrap_or(&contest.root);
    let text = findings::text(&contest.findings, sources, view);
    let blank = if text.is_empty() { "" } else { "\n" };
    Some(format!("{}\n{blank}{text}", rule(name, view)))
}

fn rule(words: &str, view: &View) -> String {
    let dash = view.dash();
    let words = view.fit_path(words, view.columns() - 4);
    let tail = dash.repeat(view.columns().saturating_sub(4 + clean::width(&words)));
    let line = Line::of(DIM, format!("{dash}{dash} ")).with(STRONG, words).with(DIM, format!(" {tail}"));
    line.paint(view.color)
}

/// A column of the table, with one cell for each problem; none for problems that were not judged.
struct Column {
    head: &'static str,
    cells: Vec<Option<Line>>,
    is_right: bool,
    /// Columns with lower numbers are given up first on a narrow terminal.
    worth: u8,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().flatten().map(Line::width);
        cells.chain([clean::width(self.head)]).max().unwrap_or(0)
    }
}

/// A line for each problem, and what that comes to.
pub(crate) fn table(rows: &[Row<'_>], view: &View) -> String {
    let columns = columns(rows, view);
    let mut lines = vec![line(&columns, None)];
    for (nth, row) in rows.iter().enumerate() {
        let mut line = line(&columns, Some(nth));
        if let Outcome::Not(reason) = row.outcome {
            line.push(PLAIN, " ".repeat(GAP));
            let left = view.columns().saturating_sub(line.width());
            line.push(SLOW, view.fit(&format!("not judged: {reason}"), left.max(1)));
        }
        lines.push(line);
    }
    let table: String = lines.iter().map(|line| line.paint(view.color) + "\n").collect();
    format!("{table}\n{}\n", total(rows).paint(view.color))
}

fn columns(rows: &[Row<'_>], view: &View) -> Vec<Column> {
    let of_all = |head, is_right, worth, cell: &dyn Fn(&Row<'_>) -> Option<Line>| Column {
        head,
        cells: rows.iter().map(cell).collect(),
        is_right,
        worth,
    };
    let judged = |head, is_right, worth, cell: &dyn Fn(&Report, Duration) -> Line| {
        of_all(head, is_right, worth, &|row| match row.outcome {
            Outcome::Judged(report, took) => Some(cell(report, took)),
            Outcome::Not(_) => None,
        })
    };
    let count = |n: usize| Line::of(if n == 0 { SLOW } else { PLAIN }, n.to_string());
    let mut columns = vec![
        of_all("", false, 9, &|row| row.label.map(|label| Line::of(STRONG, view.fit(label, LABEL_WIDTH)))),
        of_all("problem", false, 9, &|row| Some(Line::of(PLAIN, view.fit_path(row.name, NAME_WIDTH)))),
        judged("format", false, 1, &|report, _| Line::of(PLAIN, view.fit(&report.problem.format, FORMAT_WIDTH))),
        judged("S+", true, 3, &|report, _| count(report.metrics.correct.labelled)),
        judged("S-", true, 3, &|report, _| count(report.metrics.wrong.labelled)),
        judged("TPR", true, 9, &|report, _| share(report.metrics.tpr, report.metrics.correct)),
        judged("TNR", true, 9, &|report, _| share(report.metrics.tnr, report.metrics.wrong)),
        judged("errors", true, 9, &|report, _| errors(report)),
        judged("time", true, 2, &|_, took| Line::of(DIM, units::time(took.as_secs_f64() * 1000.0))),
    ];
    if rows.iter().all(|row| row.label.is_none()) {
        columns.remove(0);
    }
    while width(&columns) > view.columns() {
        let least = columns.iter().map(|column| column.worth).filter(|&worth| worth < 9).min();
        let Some(least) = least else { break };
        columns.retain(|column| column.worth != least);
    }
    narrow_names(&mut columns, rows, view);
    columns
}

fn width(columns: &[Column]) -> usize {
    columns.iter().map(|column| column.width() + GAP).sum::<usize>().saturating_sub(GAP)
}

/// Cuts the names so that the rest has room.
fn narrow_names(columns: &mut [Column], rows: &[Row<'_>], view: &View) {
    let too_much = width(columns).saturating_sub(view.columns());
    if let (Some(names), 1..) = (columns.iter_mut().find(|column| column.head == "problem"), too_much) {
        let left = names.width().saturating_sub(too_much).max(1);
        names.cells = rows.iter().map(|row| Some(Line::of(PLAIN, view.fit_path(row.name, left)))).collect();
    }
}

/// The heads, or the cells of a row.
fn line(columns: &[Column], row: Option<usize>) -> Line {
    let (mut line, mut start) = (Line::default(), 0);
    for column in columns {
        let head = Line::of(DIM, column.head);
        let cell = match row {
            None => Some(&head),
            Some(row) => column.cells.get(row).and_then(Option::as_ref),
        };
        if let Some(cell) = cell {
            line.pad_to(start + if column.is_right { column.width() - cell.width() } else { 0 });
            line.append(cell);
        }
        start += column.width() + GAP;
    }
    line
}

fn share(share: Option<f64>, over: OverReport) -> Line {
    match share {
        None if over.labelled == 0 => Line::of(SLOW, "-"),
        None => Line::of(SLOW, "?"),
        Some(share) => Line::of(if share < 1.0 { BAD } else { GOOD }, percent(share)),
    }
}

fn errors(report: &Report) -> Line {
    let told = select::told_once(&report.findings);
    let n = told.iter().filter(|finding| finding.severity == Severity::Error).count();
    Line::of(if n == 0 { GOOD } else { BAD }, n.to_string())
}

/// How many problems are how.
fn total(rows: &[Row<'_>]) -> Line {
    let worst = |row: &Row<'_>| match row.outcome {
        Outcome::Judged(report, _) => report.findings.iter().map(|finding| finding.severity).min(),
        Outcome::Not(_) => None,
    };
    let count = |is_so: &dyn Fn(&Row<'_>) -> bool| rows.iter().filter(|row| is_so(row)).count();
    let mut line = Line::of(PLAIN, quantity(rows.len(), "problem"));
    let parts = [
        (count(&|row| worst(row) == Some(Severity::Error)), "with errors", style::severity(Severity::Error).1),
        (count(&|row| worst(row) == Some(Severity::Warning)), "with warnings", style::severity(Severity::Warning).1),
        (count(&|row| matches!(row.outcome, Outcome::Not(_))), "not judged", SLOW),
    ];
    for (nth, (n, words, style)) in parts.into_iter().filter(|(n, ..)| *n > 0).enumerate() {
        line.push(PLAIN, if nth == 0 { ": " } else { ", " });
        line.push(style, format!("{n} {words}"));
    }
    line
}
