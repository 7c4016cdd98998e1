//! Which tests say the same, and which alone keep a wrong solution from passing.
//!
//! Only what is judged to the end counts: of a test that some solution was not run on, or that is not valid, nothing is said.

use std::collections::BTreeMap;

use problem::{report::Report, verdict::Verdict};

/// What is known of a suite.
pub(super) struct Redundancy {
    /// Columns of tests that the same solutions pass, in classes of at least two.
    pub(super) classes: Vec<Vec<usize>>,
    /// Columns of tests that alone fail some wrong solutions, with the rows of these.
    pub(super) sole: Vec<(usize, Vec<usize>)>,
    /// How many tests this is about.
    pub(super) n_judged: usize,
}

pub(super) fn redundancy(report: &Report) -> Redundancy {
    let rows = &report.matrix.verdicts;
    let is_known = |code: &String| code != Verdict::Sk.code() && code != Verdict::Fail.code();
    let is_run: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].iter().any(is_known)).collect();
    let is_judged = |column: &usize| {
        let all_known = is_run.iter().all(|&row| rows[row].get(*column).is_some_and(is_known));
        report.tests.get(*column).is_some_and(|test| test.valid) && all_known && !is_run.is_empty()
    };
    let judged: Vec<usize> = (0..report.tests.len()).filter(is_judged).collect();
    let passes = |row: usize, column: usize| rows[row][column] == Verdict::Ac.code();
    let mut classes: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
    for &column in &judged {
        classes.entry(is_run.iter().map(|&row| passes(row, column)).collect()).or_default().push(column);
    }
    let mut classes: Vec<Vec<usize>> = classes.into_values().filter(|class| class.len() > 1).collect();
    classes.sort();
    let mut sole: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &row in &is_run {
        let is_killed = report.solutions.get(row).is_some_and(|one| one.class.as_deref() == Some("true_negative"));
        let n_known = report.tests.iter().filter(|test| test.valid).count();
        let mut failed = judged.iter().copied().filter(|&column| !passes(row, column));
        if let (true, Some(only), None) = (is_killed && n_known == judged.len(), failed.next(), failed.next()) {
            sole.entry(only).or_default().push(row);
        }
    }
    Redundancy { classes, sole: sole.into_iter().collect(), n_judged: judged.len() }
}
