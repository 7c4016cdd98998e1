//! Groups of tests, and what a solution's cells make of them: a verdict and a score for each group and for the whole.
//!
//! Each format has rules of its own, in one module and one function: [`polygon`], [`legacy`] (ICPC and Kattis packages of
//! the version `legacy`) and [`newer`] (2023-07 and 2025-09, and groups that have no rules at all), [`subtasks`] (olympiads).
//!
//! Invariant: a result is given only when every verdict that open cells may still get leads to it ([`possible`]).

mod legacy;
mod newer;
mod polygon;
mod possible;
mod subtasks;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    model::{ByTest, Test, TestIdx},
    text::Place,
    verdict::Verdict,
};

pub use legacy::{LegacyRule, ScoreMode, VerdictMode};
pub use newer::{Aggregation, NewerRule};
pub use polygon::PolygonRule;
pub(crate) use polygon::max_of_polygon_group;
pub use subtasks::{Fold, SubtaskRule};

/// The groups of a problem, and how results are made of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scoring {
    /// The first is the whole problem, and parents come before their children.
    pub groups: Vec<TestGroup>,
    /// By which rules.
    pub rules: Rules,
    /// Whether there are scores; otherwise groups have verdicts only.
    pub scored: bool,
}

/// A group of tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestGroup {
    /// The name, as in [`Test::group`]; empty for the whole problem.
    pub name: String,
    /// The group that this one is a part of; `None` for the whole problem.
    pub parent: Option<usize>,
    /// Its tests and parts in judging order.
    pub items: Vec<Item>,
    /// Groups that must be passed for this one to count.
    pub dependencies: Vec<usize>,
    /// The most that can be had; `None` without a bound, and where nothing says it.
    pub max_score: Option<f64>,
    /// What a grader of the package's own is called with.
    pub grader_args: Vec<String>,
    /// Where the group is declared.
    pub place: Option<Place>,
}

/// A part of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A test that lies directly in it.
    Test(TestIdx),
    /// A group, by its index.
    Group(usize),
}

/// The rules of a format, with what each group states, in the order of the groups.
#[derive(Clone, Debug, PartialEq)]
pub enum Rules {
    /// Polygon: policies and dependencies.
    Polygon(Vec<PolygonRule>),
    /// ICPC and Kattis, `legacy`: the default grader.
    Legacy(Vec<LegacyRule>),
    /// ICPC, 2023-07 and 2025-09: aggregations.
    Newer(Vec<NewerRule>),
    /// Olympiads: points of a subtask, by the shares that its tests give.
    Subtasks(Vec<SubtaskRule>),
}

/// What is known of a solution on a test that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The verdict.
    pub verdict: Verdict,
    /// What the checker gave for it.
    pub points: Option<Points>,
}

/// What a checker gives for an output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Points {
    /// So many points.
    Exactly(f64),
    /// This share of what the test is worth.
    Share(f64),
}

/// What a grader of the package's own says of a group, by its index, from the results of the parts of it that were judged,
/// all of which are known; `None` while it was not asked.
pub type AskGrader<'a> = &'a dyn Fn(usize, &[GroupResult]) -> Option<GroupResult>;

/// What came of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupResult {
    /// The verdict; [`Verdict::Sk`] for a group that a judge would leave out, since a group before it failed; `None` while it
    /// is not known.
    pub verdict: Option<Verdict>,
    /// The score; `None` while it is not known, and where there are none.
    pub score: Option<f64>,
}

impl Scoring {
    /// The result of each group, in the order of the groups: the first is that of the whole. `seen` gives the cells of one
    /// solution that count; the others are open. `grader` is asked for groups that have one of the package's own.
    pub fn results(
        &self,
        tests: &ByTest<Test>,
        seen: &dyn Fn(TestIdx) -> Option<Seen>,
        grader: AskGrader<'_>,
    ) -> Vec<GroupResult> {
        let mut results = match &self.rules {
            Rules::Polygon(rules) => polygon::results(&self.groups, rules, tests, seen),
            Rules::Legacy(rules) => legacy::results(&self.groups, rules, seen, grader),
            Rules::Newer(rules) => newer::results(&self.groups, rules, seen),
            Rules::Subtasks(rules) => subtasks::results(&self.groups, rules, tests, seen),
        };
        if !self.scored {
            results.iter_mut().for_each(|result| result.score = None);
        }
        results
    }

    /// Groups of tests that nothing more is said of, by the names that the tests carry; `None` when there are none.
    pub fn of_names(tests: &ByTest<Test>) -> Option<Scoring> {
        let mut scoring = Scoring::of_one_group();
        let mut names = scoring.by_name();
        for (idx, test) in tests.iter_enumerated() {
            let group = test.group.as_ref().map_or(0, |name| scoring.named(name, &mut names));
            scoring.groups[group].items.push(Item::Test(idx));
        }
        let rules = vec![NewerRule::default(); scoring.groups.len()];
        (rules.len() > 1).then_some(Scoring { rules: Rules::Newer(rules), ..scoring })
    }

    /// A problem whose only group is the whole.
    pub(crate) fn of_one_group() -> Scoring {
        Scoring { groups: vec![TestGroup::default()], rules: Rules::Newer(Vec::new()), scored: false }
    }

    /// The groups by their names, without the whole.
    pub(crate) fn by_name(&self) -> BTreeMap<String, usize> {
        self.groups.iter().enumerate().skip(1).map(|(idx, group)| (group.name.clone(), idx)).collect()
    }

    /// The group of a name, made as a part of the whole where there is none.
    pub(crate) fn named(&mut self, name: &str, names: &mut BTreeMap<String, usize>) -> usize {
        if let Some(&known) = names.get(name) {
            return known;
        }
        let idx = self.add(TestGroup { name: name.to_owned(), parent: Some(0), ..TestGroup::default() });
        names.insert(name.to_owned(), idx);
        idx
    }

    /// Adds a group, and makes it a part of its parent.
    pub(crate) fn add(&mut self, group: TestGroup) -> usize {
        let idx = self.groups.len();
        if let Some(parent) = group.parent {
            self.groups[parent].items.push(Item::Group(idx));
        }
        self.groups.push(group);
        idx
    }

    /// Whether a group has a grader of the package's own.
    pub fn has_own_grader(&self) -> bool {
        matches!(&self.rules, Rules::Legacy(rules) if rules.iter().any(|rule| rule.custom))
    }

    /// All tests of a group, those of its parts too, each once and in judging order.
    pub fn tests_of(&self, group: usize) -> Vec<TestIdx> {
        let of_item = |item: &Item| match *item {
            Item::Test(test) => vec![test],
            Item::Group(part) => self.tests_of(part),
        };
        let mut tests: Vec<TestIdx> = self.groups[group].items.iter().flat_map(of_item).collect();
        let mut seen = BTreeSet::new();
        tests.retain(|test| seen.insert(*test));
        tests
    }
}
