//! The rules of ICPC and Kattis packages of the version `legacy`: graders over a tree of groups.
//!
//! - A test has `accept_score` or `reject_score` of its group, or what the output validator left in `score.txt`.
//! - Tests and groups are judged in the order of their names. With `on_reject: break` the first one that is not accepted
//!   ends its group: what comes after it is not judged (SK) and not graded.
//! - The default grader sums up a group's verdicts by `worst_error`, `first_error` or `always_accept`, and before that by
//!   `accept_if_any_accepted`; and its scores by `sum`, `avg`, `min` or `max`.
//! - `ignore_sample` leaves `sample` out at the root. A score of the whole that is not accepted is ignored, so it is 0; a
//!   group within it hands on the score that its grader gave, as the tools of the format do.
//! - `grading: custom` asks for a program, which is told the results of the parts that were judged. Until it has answered,
//!   and while one of those is open, nothing is known of the group.

use super::{
    AskGrader, GroupResult, Item, Points, Seen, TestGroup,
    possible::{Possible, Span, first, greatest, least, sum, worst},
};
use crate::{
    model::TestIdx,
    verdict::{Verdict, VerdictSet},
};

/// What `testdata.yaml` says of a group, with what it inherits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LegacyRule {
    /// `on_reject: break`
    pub breaks: bool,
    /// `grading: custom`
    pub custom: bool,
    /// How verdicts are summed up.
    pub verdict: VerdictMode,
    /// How scores are summed up.
    pub score: ScoreMode,
    /// One accepted part makes the group accepted.
    pub accept_if_any_accepted: bool,
    /// `sample` is judged and not graded; at the root only.
    pub ignore_sample: bool,
    /// For an accepted test.
    pub accept_score: f64,
    /// For one that is not.
    pub reject_score: f64,
    /// Output validators may give scores of their own.
    pub custom_scores: bool,
}

/// How the default grader sums up verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictMode {
    /// The worst.
    WorstError,
    /// The first that is not accepted.
    FirstError,
    /// Always accepted.
    AlwaysAccept,
}

/// How the default grader sums up scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreMode {
    /// All together.
    Sum,
    /// The average.
    Avg,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

impl Default for LegacyRule {
    fn default() -> LegacyRule {
        LegacyRule {
            breaks: true,
            custom: false,
            verdict: VerdictMode::WorstError,
            score: ScoreMode::Sum,
            accept_if_any_accepted: false,
            ignore_sample: false,
            accept_score: 1.0,
            reject_score: 0.0,
            custom_scores: false,
        }
    }
}

/// The format's order, from the worst. It knows neither CE nor PE.
const ORDER: [Verdict; 7] =
    [Verdict::Ce, Verdict::Rte, Verdict::Mle, Verdict::Tle, Verdict::Ole, Verdict::Wa, Verdict::Pe];

/// The name of the group that `ignore_sample` leaves out.
const SAMPLE: &str = "sample";

/// The result of each group, that of the whole first.
pub(super) fn results(
    groups: &[TestGroup],
    rules: &[LegacyRule],
    seen: &dyn Fn(TestIdx) -> Option<Seen>,
    grader: AskGrader<'_>,
) -> Vec<GroupResult> {
    let mut judging = Judging { groups, rules, seen, grader, results: vec![GroupResult::default(); groups.len()] };
    let mut whole = judging.judge(0, Some(true));
    whole.rejected = whole.rejected.map(|(verdicts, _)| (verdicts, Span::ZERO));
    judging.results[0] = whole.result();
    judging.results
}

struct Judging<'a> {
    groups: &'a [TestGroup],
    rules: &'a [LegacyRule],
    seen: &'a dyn Fn(TestIdx) -> Option<Seen>,
    grader: AskGrader<'a>,
    results: Vec<GroupResult>,
}

impl Judging<'_> {
    /// What may come of a group, and its result where it is judged: surely, surely not, or perhaps.
    fn judge(&mut self, group: usize, judged: Option<bool>) -> Possible {
        let groups = self.groups;
        let rule = self.rules[group];
        let mut goes_on = judged;
        let mut parts = Vec::new();
        for item in &groups[group].items {
            let part = match *item {
                Item::Test(test) => self.of_test(test, rule),
                Item::Group(part) => self.judge(part, goes_on),
            };
            if rule.breaks {
                goes_on = match (goes_on, part.passes()) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (before, Some(true)) => before,
                    (_, None) => None,
                };
            }
            parts.push(part);
        }
        let possible = self.grade(group, &parts, judged);
        self.results[group] = match judged {
            Some(true) => possible.result(),
            Some(false) => GroupResult { verdict: Some(Verdict::Sk), score: Some(0.0) },
            None => GroupResult::default(),
        };
        possible
    }

    fn of_test(&self, test: TestIdx, rule: LegacyRule) -> Possible {
        let seen = (self.seen)(test);
        let given = match seen.and_then(|seen| seen.points) {
            Some(Points::Exactly(points)) => Some(Span::of(points)),
            Some(Points::Share(_)) | None => None,
        };
        let is_any = seen.is_none() && rule.custom_scores;
        let of = |score| given.unwrap_or(if is_any { Span::ANY } else { Span::of(score) });
        Possible::of_cell(seen, of(rule.accept_score), of(rule.reject_score))
    }

    fn grade(&self, group: usize, parts: &[Possible], judged: Option<bool>) -> Possible {
        let rule = self.rules[group];
        let names = self.groups[group].items.iter().map(|item| match *item {
            Item::Group(part) => self.groups[part].name.as_str(),
            Item::Test(_) => "",
        });
        let is_graded: Vec<bool> = names.map(|name| !(rule.ignore_sample && group == 0 && name == SAMPLE)).collect();
        if rule.custom {
            // Of what is not judged nobody asks.
            let is_asked = judged == Some(true);
            return if is_asked { self.ask_grader(group, parts, &is_graded) } else { Possible::ANY };
        }
        if parts.is_empty() {
            return Possible::EMPTY;
        }
        if !rule.breaks {
            return rule.graded(parts, &is_graded);
        }
        const MAX_OPEN: usize = 100;
        if parts.iter().filter(|part| part.passes().is_none()).count() > MAX_OPEN {
            return Possible::ANY;
        }
        // Each part may be the one that ends the group, and if none is, all are accepted.
        let mut accepted: Vec<Possible> = Vec::new();
        let mut all: Option<Possible> = None;
        for part in parts {
            if part.rejected.is_some() {
                let judged = [accepted.clone(), vec![Possible { accepted: None, ..*part }]].concat();
                let ended = rule.graded(&judged, &is_graded);
                all = Some(all.map_or(ended, |all| all.or(ended)));
            }
            if part.accepted.is_none() {
                return all.unwrap_or(Possible::ANY);
            }
            accepted.push(Possible { rejected: None, ..*part });
        }
        let whole = rule.graded(&accepted, &is_graded);
        all.map_or(whole, |all| all.or(whole))
    }

    /// What the package's own grader makes of the parts that are judged, once all of them are known.
    fn ask_grader(&self, group: usize, parts: &[Possible], is_graded: &[bool]) -> Possible {
        let mut results = Vec::new();
        for (part, is_graded) in parts.iter().zip(is_graded) {
            let result = part.result();
            let (Some(verdict), Some(_)) = (result.verdict, result.score) else { return Possible::ANY };
            results.extend(is_graded.then_some(result));
            if self.rules[group].breaks && verdict != Verdict::Ac {
                break;
            }
        }
        match (self.grader)(group, &results) {
            Some(GroupResult { verdict: Some(Verdict::Ac), score: Some(score) }) => {
                Possible { accepted: Some(Span::of(score)), rejected: None }
            }
            Some(GroupResult { verdict: Some(failure), .. }) => {
                Possible { accepted: None, rejected: Some((VerdictSet::of(&[failure]), Span::ZERO)) }
            }
            Some(GroupResult { verdict: None, .. }) | None => Possible::ANY,
        }
    }
}

impl LegacyRule {
    /// What the default grader makes of the parts that were judged.
    fn graded(&self, parts: &[Possible], is_graded: &[bool]) -> Possible {
        let parts: Vec<Possible> =
            parts.iter().zip(is_graded).filter(|(_, is_graded)| **is_graded).map(|(part, _)| *part).collect();
        if parts.is_empty() {
            return Possible::ANY;
        }
        let every = self.score(&parts.iter().map(|part| part.score()).collect::<Vec<_>>());
        let if_accepted = parts.iter().map(|part| part.accepted).collect::<Option<Vec<Span>>>();
        if self.verdict == VerdictMode::AlwaysAccept {
            return Possible { accepted: Some(every), rejected: None };
        }
        let failures = if self.verdict == VerdictMode::FirstError { first(&parts) } else { worst(&parts, &ORDER) };
        if self.accept_if_any_accepted {
            let may_be = parts.iter().any(|part| part.accepted.is_some());
            let must_be = parts.iter().any(|part| part.rejected.is_none());
            let rejected = (!must_be && failures != VerdictSet::EMPTY).then_some((failures, every));
            return Possible { accepted: may_be.then_some(every), rejected };
        }
        let rejected = (failures != VerdictSet::EMPTY).then_some((failures, every));
        Possible { accepted: if_accepted.map(|scores| self.score(&scores)), rejected }
    }

    fn score(&self, scores: &[Span]) -> Span {
        match self.score {
            ScoreMode::Sum => sum(scores),
            ScoreMode::Avg => sum(scores).times(1.0 / scores.len() as f64),
            ScoreMode::Min => least(scores),
            ScoreMode::Max => greatest(scores),
        }
    }
}
