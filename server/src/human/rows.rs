//! The rows of the matrix: solutions by pool, each with its cells and its summary.

use std::collections::HashSet;

use problem::{
    report::{Report, SolutionReport},
    verdict::Verdict,
};

use super::{
    style::{self, BAD, DIM, GOOD, Line, PLAIN, SLOW, STRONG, Sign, View},
    units,
};

/// Columns a name may take at least, and at most.
const SHORTEST_NAME: usize = 12;
const LONGEST_NAME: usize = 32;
/// A time above this share of the limit is pointed out.
const CLOSE_TO_LIMIT: f64 = 0.8;

/// Solutions of one pool.
pub(super) struct Group<'a> {
    /// What they are.
    pub(super) title: &'static str,
    /// One row each.
    pub(super) rows: Vec<Row<'a>>,
}

/// A solution.
pub(super) struct Row<'a> {
    /// Its name, short enough.
    pub(super) name: Line,
    /// The codes of its verdicts, as many as there are.
    pub(super) verdicts: &'a [String],
    /// The worst verdict.
    pub(super) worst: Line,
    /// The largest time, or nothing.
    pub(super) time: Line,
    /// The largest memory, or nothing.
    pub(super) memory: Line,
    /// Whether it does what its label says, in words and in letters.
    pub(super) mark: Line,
    pub(super) short_mark: Line,
}

/// S+, S- or neither, from the label's sets; a label without sets is one that is not run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pool {
    Correct,
    Wrong,
    Neither,
}

impl Pool {
    const ALL: [Pool; 3] = [Pool::Correct, Pool::Wrong, Pool::Neither];

    /// The pool that a label's sets put a solution in, whether it was judged or not.
    pub(super) fn of(solution: &SolutionReport) -> Pool {
        let permits = |code: &str| solution.permitted.iter().any(|permitted| permitted == code);
        if solution.permitted.is_empty() && solution.required.is_empty() {
            Pool::Neither
        } else if solution.permitted == ["AC"] {
            Pool::Correct
        } else if !solution.required.is_empty() || !permits("AC") {
            Pool::Wrong
        } else {
            Pool::Neither
        }
    }

    fn title(self) -> &'static str {
        match self {
            Pool::Correct => "correct",
            Pool::Wrong => "wrong",
            Pool::Neither => "other",
        }
    }
}

/// Groups the solutions of a report; groups without any are left out.
pub(super) fn groups<'a>(report: &'a Report, view: &View) -> Vec<Group<'a>> {
    let common = common_folder(report);
    let names: HashSet<&str> = report.solutions.iter().map(|solution| file_name(&solution.path)).collect();
    let distinct = names.len() == report.solutions.len();
    let name = |path: &'a str| if distinct { file_name(path) } else { &path[common..] };
    let of_pool = |pool: Pool| {
        let has_row = |solution: &&SolutionReport| report.matrix.solutions.contains(&solution.path);
        let solutions = report.solutions.iter().filter(has_row).filter(move |solution| Pool::of(solution) == pool);
        Group {
            title: pool.title(),
            rows: solutions.map(|solution| row(report, solution, name(&solution.path), view)).collect(),
        }
    };
    Pool::ALL.into_iter().map(of_pool).filter(|group| !group.rows.is_empty()).collect()
}

/// The path without the folder.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    &path[..path.len() - file_name(path).len()]
}

/// The length of the folders that all solutions are in.
fn common_folder(report: &Report) -> usize {
    let mut folders = report.solutions.iter().map(|solution| folder(&solution.path));
    let first = folders.next().unwrap_or("");
    let common = folders.fold(first, |common, other| {
        let same = common.split_inclusive('/').zip(other.split_inclusive('/')).take_while(|(a, b)| a == b);
        &common[..same.map(|(part, _)| part.len()).sum()]
    });
    common.len()
}

fn row<'a>(report: &'a Report, solution: &'a SolutionReport, name: &str, view: &View) -> Row<'a> {
    let longest = (view.columns() / 3).clamp(SHORTEST_NAME, LONGEST_NAME);
    let is_main = report.problem.main.as_ref() == Some(&solution.path);
    let idx = report.matrix.solutions.iter().position(|path| *path == solution.path);
    let verdicts = idx.and_then(|idx| report.matrix.verdicts.get(idx));
    Row {
        name: Line::of(if is_main { STRONG } else { PLAIN }, view.fit_path(name, longest)),
        verdicts: verdicts.map_or(&[], Vec::as_slice),
        worst: worst(&solution.verdict, view),
        time: solution.max_time_ms.map(|time| max_time(time, report.problem.time_limit_ms)).unwrap_or_default(),
        memory: solution.max_memory_kb.map(|kb| Line::of(DIM, units::memory(kb))).unwrap_or_default(),
        mark: mark(solution, ["false positive", "false negative", "unmet"], view),
        short_mark: mark(solution, ["FP", "FN", ""], view),
    }
}

/// Columns of the longest code, FAIL.
pub(super) const WORST_WIDTH: usize = 4;

fn worst(code: &str, view: &View) -> Line {
    match Verdict::from_code(code) {
        Some(Verdict::Ac) => Line::of(GOOD, Verdict::Ac.code()),
        Some(verdict) => Line::of(style::sign(verdict).style, verdict.code()),
        None => Line::of(DIM, view.fit(code, WORST_WIDTH)),
    }
}

fn max_time(milliseconds: f64, limit: Option<u64>) -> Line {
    let close = limit.is_some_and(|limit| milliseconds > CLOSE_TO_LIMIT * limit as f64);
    Line::of(if close { SLOW } else { DIM }, units::time(milliseconds))
}

fn mark(solution: &SolutionReport, [positive, negative, unmet]: [&str; 3], view: &View) -> Line {
    match (solution.class.as_deref(), solution.expectation_met) {
        (Some("false_positive"), _) => Line::of(BAD, format!("{} {positive}", view.cross())),
        (Some("false_negative"), _) => Line::of(BAD, format!("{} {negative}", view.cross())),
        (_, Some(false)) => Line::of(SLOW, format!("! {unmet}").trim_end()),
        (_, Some(true)) => Line::of(GOOD, view.met()),
        (_, None) => Line::default(),
    }
}

/// The sign of a cell; codes that are none of the verdicts get a question mark.
pub(super) fn cell(verdicts: &[String], test: usize) -> Sign {
    let code = verdicts.get(test).map_or(Verdict::Sk.code(), String::as_str);
    match Verdict::from_code(code) {
        Some(verdict) => style::sign(verdict),
        None => Sign { glyph: "?", words: "unknown", style: DIM },
    }
}

/// Puts a line at the right of a field.
pub(super) fn right(line: &mut Line, field: &Line, width: usize) {
    line.pad_to(line.width() + width.saturating_sub(field.width()));
    line.append(field);
}

/// Puts a text at the left of a field.
pub(super) fn left(line: &mut Line, field: &Line, width: usize) {
    let end = line.width() + width;
    line.append(field);
    line.pad_to(end);
}
