//! The rules of ICPC packages of 2023-07 and 2025-09; and of groups that nothing more is said of, which have no scores.
//!
//! - `pass-fail`: the group's `max_score` when all its tests are accepted, else 0. `sum`: the scores of its tests and groups
//!   together. `min`: the least of them.
//! - A test that is not accepted has 0. An accepted one has its share of the group's score, as the reader has divided it;
//!   or what the output validator left in `score.txt`; or the share of it in `score_multiplier.txt`.
//! - A group whose `require_pass` is not passed is not judged (SK): it has 0, and its tests count as not accepted.
//! - `sample` has no score. The score of the whole is that of `secret`.

use super::{
    GroupResult, Item, Points, Seen, TestGroup,
    polygon::together,
    possible::{Possible, Span, all, least, sum},
};
use crate::{model::TestIdx, verdict::Verdict};

/// What `test_group.yaml` says of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewerRule {
    /// How scores are summed up.
    pub aggregation: Aggregation,
    /// Whether the group has a score at all.
    pub scored: bool,
    /// The most that each of its tests can have; `None` without a bound.
    pub test_max: Option<f64>,
    /// Tests that must be accepted for the group to count, beside groups.
    pub required_tests: Vec<TestIdx>,
    /// Something that is not judged here has a say: a static validator.
    pub unjudged: bool,
}

/// How a group's score is made of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregation {
    /// All or nothing.
    #[default]
    PassFail,
    /// All together.
    Sum,
    /// The least.
    Min,
}

/// The result of each group, that of the whole first.
pub(super) fn results(
    groups: &[TestGroup],
    rules: &[NewerRule],
    seen: &dyn Fn(TestIdx) -> Option<Seen>,
) -> Vec<GroupResult> {
    let (results, passes) = (vec![GroupResult::default(); groups.len()], vec![None; groups.len()]);
    let mut judging = Judging { groups, rules, seen, results, passes };
    judging.judge(0, Some(true));
    judging.results
}

struct Judging<'a> {
    groups: &'a [TestGroup],
    rules: &'a [NewerRule],
    seen: &'a dyn Fn(TestIdx) -> Option<Seen>,
    results: Vec<GroupResult>,
    /// Of the groups that were looked at; what a group requires comes before it.
    passes: Vec<Option<bool>>,
}

/// What a group hands to the one around it.
struct Part {
    /// The verdict of what is judged of it.
    verdict: Possible,
    /// Whether it is judged.
    judged: Option<bool>,
    /// Whether all of it is.
    complete: Option<bool>,
    score: Span,
}

impl Judging<'_> {
    /// Looks at a group, `around` of which says whether the group around it is judged.
    fn judge(&mut self, group: usize, around: Option<bool>) -> Part {
        let (groups, rules, seen) = (self.groups, self.rules, self.seen);
        let rule = &rules[group];
        let accepted = |test: &TestIdx| seen(*test).map(|seen| seen.verdict == Verdict::Ac);
        let required = groups[group].dependencies.iter().map(|&on| self.passes[on]);
        let judged = all(required.chain(rule.required_tests.iter().map(accepted)).chain([around]));

        let (mut verdicts, mut scores, mut passes, mut complete) = (Vec::new(), Vec::new(), vec![judged], vec![judged]);
        for item in &groups[group].items {
            match *item {
                Item::Test(test) => {
                    let cell = Possible::of_cell(seen(test), of_accepted(seen(test), rule.test_max), Span::ZERO);
                    passes.push(cell.passes());
                    scores.push(cell.score());
                    verdicts.push(cell);
                }
                Item::Group(part) => {
                    let found = self.judge(part, judged);
                    passes.push(self.passes[part]);
                    complete.push(found.complete);
                    scores.extend(rules[part].scored.then_some(found.score));
                    verdicts.extend(found.verdict_within());
                }
            }
        }
        if rule.unjudged {
            passes.push(None);
            scores.push(Span { low: 0.0, high: f64::INFINITY });
        }
        let (passes, complete) = (all(passes), all(complete));
        self.passes[group] = passes;
        let score = match rule.aggregation {
            Aggregation::PassFail => all_or_nothing(passes, groups[group].max_score),
            Aggregation::Sum => sum(&scores),
            Aggregation::Min => least(&scores),
        };
        let score = match judged {
            Some(true) => score,
            Some(false) => Span::ZERO,
            None => score.or(Span::ZERO),
        };
        let verdict = together(&verdicts);
        let known = if rule.scored || group == 0 { score.known() } else { None };
        self.results[group] = GroupResult { verdict: shown(verdict.verdict(), judged, complete), score: known };
        Part { verdict, judged, complete, score }
    }
}

impl Part {
    /// What its verdict is to the group around it; nothing where it is not judged.
    fn verdict_within(&self) -> Option<Possible> {
        match self.judged {
            Some(true) => Some(self.verdict),
            Some(false) => None,
            None => Some(Possible { accepted: Some(Span::ZERO), ..self.verdict }),
        }
    }
}

/// The verdict of a group: of one in which something is left out it is not said that it is accepted.
fn shown(verdict: Option<Verdict>, judged: Option<bool>, complete: Option<bool>) -> Option<Verdict> {
    match (judged, complete, verdict) {
        (Some(false), ..) | (Some(true), Some(false), Some(Verdict::Ac)) => Some(Verdict::Sk),
        (None, ..) | (Some(true), None, Some(Verdict::Ac)) => None,
        (Some(true), _, verdict) => verdict,
    }
}

/// The score of an accepted test; while it is open, of one that may be.
fn of_accepted(seen: Option<Seen>, most: Option<f64>) -> Span {
    let open = Span { low: 0.0, high: most.unwrap_or(f64::INFINITY) };
    match seen.map(|seen| seen.points) {
        None => open,
        Some(Some(Points::Exactly(points))) => Span::of(points),
        Some(Some(Points::Share(share))) => most.map_or(Span::ANY, |most| Span::of(share * most)),
        Some(None) => most.map_or(Span::ANY, Span::of),
    }
}

fn all_or_nothing(passes: Option<bool>, most: Option<f64>) -> Span {
    let all = most.map_or(Span { low: 0.0, high: f64::INFINITY }, Span::of);
    match passes {
        Some(true) => all,
        Some(false) => Span::ZERO,
        None => all.or(Span::ZERO),
    }
}
