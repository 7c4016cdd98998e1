//! Polygon's rules.
//!
//! - `complete-group`: the points of the group when all its tests are passed, else nothing. Without points of its own the
//!   group has those of its tests together.
//! - `each-test`: the points of each test that is passed. What a checker gives for an output takes their place.
//! - A group that depends on others gives nothing when a test of one of them is not passed, or when one of them gives
//!   nothing for that reason: its tests are not judged then, so the verdict is SK.
//! - Tests outside groups count one by one. The whole is the sum.

use super::{
    GroupResult, Item, Points, Seen, TestGroup,
    possible::{Possible, Span, all, sum, worst},
};
use crate::{
    model::{ByTest, Test, TestIdx},
    verdict::Verdict,
};

/// What `problem.xml` says of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PolygonRule {
    /// `complete-group` rather than `each-test`.
    pub complete: bool,
    /// The points that the group itself states.
    pub points: Option<f64>,
}

/// From the worst, as verdicts of solutions are summed up.
const ORDER: [Verdict; 7] =
    [Verdict::Ce, Verdict::Rte, Verdict::Mle, Verdict::Ole, Verdict::Tle, Verdict::Wa, Verdict::Pe];

/// The result of each group, that of the whole first.
pub(super) fn results(
    groups: &[TestGroup],
    rules: &[PolygonRule],
    tests: &ByTest<Test>,
    seen: &dyn Fn(TestIdx) -> Option<Seen>,
) -> Vec<GroupResult> {
    let judging = Judging { groups, rules, tests, seen };
    let cells: Vec<Vec<Possible>> = (0..groups.len()).map(|group| judging.cells(group)).collect();
    let open = open(groups, &cells);
    let of_group = |group: usize| judging.of_group(group, &cells[group], open[group]);
    let parts: Vec<(Option<Verdict>, Span)> = (0..groups.len()).map(of_group).collect();
    let spans: Vec<Span> = parts.iter().map(|(_, span)| *span).collect();
    let whole = GroupResult { verdict: summed_up(&cells.concat()), score: sum(&spans).known() };
    let rest = parts.iter().skip(1).map(|(verdict, span)| GroupResult { verdict: *verdict, score: span.known() });
    std::iter::once(whole).chain(rest).collect()
}

/// Whether all groups that a group depends on are passed, for each group. In a circle nothing is known.
pub(super) fn open(groups: &[TestGroup], cells: &[Vec<Possible>]) -> Vec<Option<bool>> {
    let passes_itself = |group: usize| all(cells[group].iter().map(|cell| cell.passes()));
    let mut open = vec![None; groups.len()];
    let mut n_waiting: Vec<usize> = groups.iter().map(|group| group.dependencies.len()).collect();
    let mut dependents = vec![Vec::new(); groups.len()];
    for (idx, group) in groups.iter().enumerate() {
        group.dependencies.iter().for_each(|&on| dependents[on].push(idx));
    }
    let mut ready: Vec<usize> = (0..groups.len()).filter(|&group| n_waiting[group] == 0).collect();
    while let Some(group) = ready.pop() {
        let passed = groups[group].dependencies.iter().map(|&on| all([passes_itself(on), open[on]]));
        open[group] = all(passed);
        for &dependent in &dependents[group] {
            n_waiting[dependent] -= 1;
            if n_waiting[dependent] == 0 {
                ready.push(dependent);
            }
        }
    }
    open
}

/// The verdict of some cells together, the worst of them.
fn summed_up(cells: &[Possible]) -> Option<Verdict> {
    together(cells).verdict()
}

/// What the verdict of some parts together may be, the worst of them; without their scores.
pub(super) fn together(parts: &[Possible]) -> Possible {
    let failures = worst(parts, &ORDER);
    let accepted = parts.iter().all(|part| part.accepted.is_some()).then_some(Span::ZERO);
    Possible { accepted, rejected: (!failures.is_empty()).then_some((failures, Span::ZERO)) }
}

struct Judging<'a> {
    groups: &'a [TestGroup],
    rules: &'a [PolygonRule],
    tests: &'a ByTest<Test>,
    seen: &'a dyn Fn(TestIdx) -> Option<Seen>,
}

impl Judging<'_> {
    /// The verdict of a group, and what it gives. The first group stands for the tests outside all others.
    fn of_group(&self, group: usize, cells: &[Possible], open: Option<bool>) -> (Option<Verdict>, Span) {
        let rule = self.rules[group];
        let earned = if rule.complete {
            let points = || Span::of(self.points(group, rule));
            match all(cells.iter().map(|cell| cell.passes())) {
                Some(true) => points(),
                Some(false) => Span::ZERO,
                None => points().or(Span::ZERO),
            }
        } else {
            sum(&cells.iter().map(|cell| cell.score()).collect::<Vec<_>>())
        };
        match open {
            Some(true) => (summed_up(cells), earned),
            Some(false) => (Some(Verdict::Sk), Span::ZERO),
            None => (None, earned.or(Span::ZERO)),
        }
    }

    fn points(&self, group: usize, rule: PolygonRule) -> f64 {
        rule.points.unwrap_or_else(|| self.own_tests(group).filter_map(|test| self.tests[test].points).sum())
    }

    fn own_tests(&self, group: usize) -> impl Iterator<Item = TestIdx> {
        self.groups[group].items.iter().filter_map(|item| match *item {
            Item::Test(test) => Some(test),
            Item::Group(_) => None,
        })
    }

    fn cells(&self, group: usize) -> Vec<Possible> {
        self.own_tests(group).map(|test| self.cell(test, self.rules[group])).collect()
    }

    /// A cell with its points. An open one may still get whatever a checker gives; and points that only the group states are
    /// divided nobody says how.
    fn cell(&self, test: TestIdx, rule: PolygonRule) -> Possible {
        let seen = (self.seen)(test);
        let stated = match (self.tests[test].points, rule.points) {
            (Some(points), _) => Span::of(points),
            (None, Some(points)) if points != 0.0 => Span::ANY,
            (None, _) => Span::ZERO,
        };
        let (accepted, rejected) = match seen.map(|seen| seen.points) {
            None => (Span::ANY, Span::ANY),
            Some(Some(Points::Exactly(points))) => (Span::of(points), Span::of(points)),
            Some(Some(Points::Share(_)) | None) => (stated, Span::ZERO),
        };
        Possible::of_cell(seen, accepted, rejected)
    }
}

/// The most that a group can give: what it states, or the points of its tests together.
pub(crate) fn max_of_polygon_group(group: &TestGroup, rule: PolygonRule, tests: &ByTest<Test>) -> Option<f64> {
    let own = group.items.iter().filter_map(|item| match *item {
        Item::Test(test) => Some(tests[test].points),
        Item::Group(_) => None,
    });
    let own: Vec<Option<f64>> = own.collect();
    // A test without points beside others that have some gives none. The sum of nothing is a zero below zero.
    let has_points = own.is_empty() || own.iter().any(Option::is_some);
    let together = has_points.then(|| own.iter().flatten().sum::<f64>() + 0.0);
    if rule.complete || together.is_none() { rule.points.or(together) } else { together }
}
