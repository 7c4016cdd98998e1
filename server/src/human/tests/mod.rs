//! What the output looks like, and what it never does.

mod contest;
mod hostile;
mod names;
mod narrow_and_wide;
mod order;
mod properties;
mod samples;
mod shown_test;
mod whole;
mod wide;

use expect_test::Expect;
use problem::report::Report;

use self::samples::view;

/// Compares the whole output without colours.
fn check(report: &Report, width: usize, expected: Expect) {
    expected.assert_eq(&super::render(report, &samples::sources, &view(width)));
}

/// Compares the matrix alone.
fn check_matrix(report: &Report, width: usize, expected: Expect) {
    expected.assert_eq(&matrix(report, width, |_| true));
}

fn matrix(report: &Report, width: usize, shown: impl Fn(&str) -> bool) -> String {
    let lines = super::matrix::lines(report, &view(width)).into_iter().map(|line| line.paint(false));
    lines.filter(|line| shown(line)).map(|line| line + "\n").collect()
}
