//! What the tests of a loop are worth by their kinds (HTG-17, HTG-18).

use problem::model::TestIdx;
use serde::Serialize;

use super::{HackLoop, Joined, TestKind};
use crate::{
    bench::{TestSource, Trial},
    suite::{
        PassMatrix,
        metrics::{Quality, Tally, tally},
    },
};

/// A suite of some kinds of tests only, and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteOfKinds {
    /// Which kinds.
    pub kinds: Vec<TestKind>,
    /// Number of tests.
    pub n_tests: usize,
    /// Of the solutions that pass all of them, the share that is right.
    pub precision: Option<f64>,
    /// Of the right solutions, the share that passes all of them.
    pub recall: Option<f64>,
    /// These are the inputs of AceCoder, the baseline, and too few for it (HTG-22).
    pub is_too_small: bool,
}

/// What makes an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MadeBy {
    /// A command of generators.
    Command,
    /// Nobody: it is written out.
    WrittenOut,
}

/// By what tests are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Grouping {
    /// What was asked for.
    Kind(TestKind),
    /// What makes the input.
    MadeBy(MadeBy),
}

impl Grouping {
    /// Its name, as JSON has it.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

/// Tests that have something in common, and what they are worth alone: without samples, and without a proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupScore {
    /// What they have in common.
    pub group: Grouping,
    /// How many there are that validators accept.
    pub n_tests: usize,
    /// How many bytes their inputs have together.
    pub n_bytes: u64,
    /// How many there are beside these that a validator rejects; nothing is judged by them.
    pub n_invalid: usize,
    /// What the pool gets on them.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of S- that fails one of them.
    pub tnr: Option<f64>,
    /// Of the solutions that pass all of them, the share that is right.
    pub precision: Option<f64>,
    /// Of the right solutions, the share that passes all of them.
    pub recall: Option<f64>,
}

impl GroupScore {
    fn of_tally(group: Grouping, tally: Tally) -> GroupScore {
        let Quality { tnr, precision, recall, .. } = tally.quality();
        GroupScore { group, n_tests: 0, n_bytes: 0, n_invalid: 0, tally, tnr, precision, recall }
    }

    /// The same group of two problems together.
    #[must_use]
    pub fn plus(&self, other: &GroupScore) -> GroupScore {
        GroupScore {
            n_tests: self.n_tests + other.n_tests,
            n_bytes: self.n_bytes + other.n_bytes,
            n_invalid: self.n_invalid + other.n_invalid,
            ..GroupScore::of_tally(self.group, self.tally.plus(other.tally))
        }
    }
}

/// The suite that a loop made, before anything of it is proved and chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Made {
    /// How many tests it has that validators accept.
    pub n_tests: usize,
    /// How many tests it has that a validator rejects.
    pub n_invalid: usize,
    /// Its tests by what was asked for, in the order in which they joined.
    pub by_kind: Vec<GroupScore>,
    /// The same tests by what makes their inputs.
    pub by_maker: Vec<GroupScore>,
}

impl Made {
    /// The suites of two problems together. Groups are those of the problems that have such tests.
    #[must_use]
    pub fn plus(&self, other: &Made) -> Made {
        Made {
            n_tests: self.n_tests + other.n_tests,
            n_invalid: self.n_invalid + other.n_invalid,
            by_kind: together(&self.by_kind, &other.by_kind),
            by_maker: together(&self.by_maker, &other.by_maker),
        }
    }
}

fn together(one: &[GroupScore], other: &[GroupScore]) -> Vec<GroupScore> {
    let mut groups = one.to_vec();
    for more in other {
        match groups.iter_mut().find(|known| known.group == more.group) {
            Some(known) => *known = known.plus(more),
            None => groups.push(more.clone()),
        }
    }
    groups
}

fn maker(joined: &Joined) -> MadeBy {
    match joined.source {
        TestSource::Command(_) => MadeBy::Command,
        TestSource::Input(_) => MadeBy::WrittenOut,
    }
}

impl HackLoop<'_> {
    /// What joined, in a trial of all of it.
    pub(super) fn made(&self, last: &Trial) -> Made {
        let matrix = PassMatrix::of(&last.problem, &last.state);
        let tests = |test: &Result<TestIdx, String>| test.clone().ok();
        // What has no input is no test.
        let joined: Vec<(&Joined, TestIdx)> = self
            .joined
            .iter()
            .zip(&last.candidate_tests)
            .filter_map(|(joined, test)| Some((joined, tests(test)?)))
            .filter(|(_, test)| last.state.tests[*test].input_blob().is_some())
            .collect();
        let score = |group: Grouping| {
            let is_in = |joined: &Joined| match group {
                Grouping::Kind(kind) => joined.kind == kind,
                Grouping::MadeBy(by) => maker(joined) == by,
            };
            let of_group = joined.iter().filter(|(joined, _)| is_in(joined)).map(|(_, test)| *test);
            let (valid, invalid): (Vec<TestIdx>, Vec<TestIdx>) =
                of_group.partition(|test| last.state.tests[*test].is_valid());
            let is_valid = |column: &usize| valid.contains(&matrix.tests[*column].test);
            let columns: Vec<usize> = (0..matrix.tests.len()).filter(is_valid).collect();
            let size = |test: &TestIdx| last.state.tests[*test].input_blob().map_or(0, |input| input.size);
            GroupScore {
                n_tests: valid.len(),
                n_bytes: valid.iter().map(size).sum(),
                n_invalid: invalid.len(),
                ..GroupScore::of_tally(group, tally(&matrix.with_tests(&columns)))
            }
        };
        let by = |group: &dyn Fn(&Joined) -> Grouping| {
            let mut groups: Vec<Grouping> = Vec::new();
            for (joined, _) in &joined {
                let group = group(joined);
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
            groups.into_iter().map(score).collect::<Vec<_>>()
        };
        let by_kind = by(&|joined| Grouping::Kind(joined.kind));
        Made {
            n_tests: by_kind.iter().map(|one| one.n_tests).sum(),
            n_invalid: by_kind.iter().map(|one| one.n_invalid).sum(),
            by_kind,
            by_maker: by(&|joined| Grouping::MadeBy(maker(joined))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn htg_17_a_kind_of_two_problems_has_the_shares_of_all_their_solutions() {
        let group = |kind, n_wrong, n_wrong_failing| {
            let tally = Tally { n_right: 2, n_right_passing: 2, n_wrong, n_wrong_failing };
            GroupScore { n_tests: 3, n_bytes: 10, n_invalid: 1, ..GroupScore::of_tally(Grouping::Kind(kind), tally) }
        };
        let one = Made { n_tests: 3, n_invalid: 1, by_kind: vec![group(TestKind::Direct, 4, 4)], ..Made::default() };
        let by_kind = vec![group(TestKind::Range, 4, 0), group(TestKind::Direct, 4, 0)];
        let both = one.plus(&Made { n_tests: 6, n_invalid: 2, by_kind, ..Made::default() });
        assert_eq!((both.n_tests, both.n_invalid), (9, 3));
        // Of the first kind 4 right ones pass beside 4 wrong ones; only the second problem has the other.
        let direct = GroupScore { tnr: Some(0.5), precision: Some(0.5), recall: Some(1.0), ..both.by_kind[0].clone() };
        assert_eq!((direct.n_tests, direct.n_bytes, direct.n_invalid), (6, 20, 2));
        assert_eq!(both.by_kind, [direct, group(TestKind::Range, 4, 0)]);
    }
}
