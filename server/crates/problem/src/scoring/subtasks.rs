//! The rules of olympiads: tps, Hydro.
//!
//! - Every test gives a share of what it is worth: all of it when it is passed, nothing when it fails, or what the checker
//!   says.
//! - A subtask gives its points times the least or the greatest share of its tests, or the sum of what its tests give; tests
//!   that state no points have equal parts then of what the others leave of the subtask's.
//! - A subtask that depends on others gives nothing when a test of one of them is not passed: its tests are not judged then,
//!   so the verdict is SK.
//! - A test may count in several subtasks. Tests outside subtasks count one by one. The whole is the sum.

use super::{
    GroupResult, Item, Points, Seen, TestGroup,
    polygon::{open, together},
    possible::{Possible, Span, greatest, least, sum},
};
use crate::{
    model::{ByTest, Test, TestIdx},
    verdict::Verdict,
};

/// What is said of a subtask.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SubtaskRule {
    /// How its score is made of the shares of its tests.
    pub fold: Fold,
    /// What it is worth.
    pub points: f64,
}

/// How the score of a subtask is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fold {
    /// The least share counts.
    #[default]
    Min,
    /// The greatest share counts.
    Max,
    /// All together.
    Sum,
}

/// The result of each group, that of the whole first.
pub(super) fn results(
    groups: &[TestGroup],
    rules: &[SubtaskRule],
    tests: &ByTest<Test>,
    seen: &dyn Fn(TestIdx) -> Option<Seen>,
) -> Vec<GroupResult> {
    let cells: Vec<Vec<Possible>> = groups.iter().map(|group| cells(group, seen)).collect();
    let open = open(groups, &cells);
    let of_group = |group: usize| {
        let earned = earned(&groups[group], rules[group], &cells[group], tests);
        match open[group] {
            Some(true) => (together(&cells[group]).verdict(), earned),
            Some(false) => (Some(Verdict::Sk), Span::ZERO),
            None => (None, earned.or(Span::ZERO)),
        }
    };
    let parts: Vec<(Option<Verdict>, Span)> = (0..groups.len()).map(of_group).collect();
    let spans: Vec<Span> = parts.iter().map(|(_, span)| *span).collect();
    let whole = GroupResult { verdict: together(&cells.concat()).verdict(), score: sum(&spans).known() };
    let rest = parts.iter().skip(1).map(|(verdict, span)| GroupResult { verdict: *verdict, score: span.known() });
    std::iter::once(whole).chain(rest).collect()
}

/// The cells of a group with the shares that they give. An open one may still give any.
fn cells(group: &TestGroup, seen: &dyn Fn(TestIdx) -> Option<Seen>) -> Vec<Possible> {
    let any = Span { low: 0.0, high: 1.0 };
    let cell = |test: TestIdx| {
        let seen = seen(test);
        let (accepted, rejected) = match seen.map(|seen| seen.points) {
            None => (any, any),
            Some(Some(Points::Share(share))) => (Span::of(share), Span::of(share)),
            Some(Some(Points::Exactly(points))) => {
                // Of one point or of a hundred; what fails all the same has none.
                let share = if points > 1.0 { points / 100.0 } else { points }.clamp(0.0, 1.0);
                (Span::of(share), Span::of(share))
            }
            Some(None) => (Span::of(1.0), Span::ZERO),
        };
        Possible::of_cell(seen, accepted, rejected)
    };
    own_tests(group).map(cell).collect()
}

fn own_tests(group: &TestGroup) -> impl Iterator<Item = TestIdx> {
    group.items.iter().filter_map(|item| match *item {
        Item::Test(test) => Some(test),
        Item::Group(_) => None,
    })
}

fn earned(group: &TestGroup, rule: SubtaskRule, cells: &[Possible], tests: &ByTest<Test>) -> Span {
    let shares: Vec<Span> = cells.iter().map(|cell| cell.score()).collect();
    match rule.fold {
        Fold::Min => least(&shares).times(rule.points),
        Fold::Max => greatest(&shares).times(rule.points),
        Fold::Sum => {
            let stated: Vec<f64> = own_tests(group).filter_map(|test| tests[test].points).collect();
            let left = (rule.points - stated.iter().sum::<f64>()).max(0.0);
            let equal = left / (shares.len() - stated.len()).max(1) as f64;
            let worth = own_tests(group).map(|test| tests[test].points.unwrap_or(equal));
            sum(&shares.iter().zip(worth).map(|(share, worth)| share.times(worth)).collect::<Vec<_>>())
        }
    }
}
