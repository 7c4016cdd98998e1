//! Subtasks as olympiads have them: groups beside each other, each with points and a rule of how its tests make them.

use std::collections::BTreeSet;

use super::{Target, laying::Laying};
use crate::{
    model::TestIdx,
    scoring::{Fold, Item, Rules, Scoring, TestGroup},
};

/// What a problem that states no points is worth.
const WHOLE: f64 = 100.0;
/// More steps from groups to those that they depend on are not taken, for all groups together.
const MAX_STEPS: usize = 1_000_000;

/// A subtask.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subtask {
    /// What the folder calls it; empty where it has no name.
    pub(super) name: String,
    pub(super) points: f64,
    pub(super) fold: Fold,
    /// Never empty.
    pub(super) tests: Vec<TestIdx>,
    /// Those that have to be passed, by their indices, with all that these need.
    pub(super) needs: Vec<usize>,
}

/// The subtasks, each test in one. Where points are made in another way, samples are one and everything else is one; that is
/// listed.
pub(super) fn read(laying: &mut Laying<'_>) -> Vec<Subtask> {
    let scoring = laying.scoring();
    let flat = scoring.filter(|scoring| scoring.scored).and_then(|scoring| of_flat_groups(laying, scoring));
    let is_told = flat.as_ref().is_some_and(|flat| flat.says_all);
    if !is_told && laying.problem().tests.iter().any(|test| !test.further_groups.is_empty()) {
        laying.cannot("that tests count in several groups: they are in the first");
    }
    if let Some(flat) = flat {
        return flat.subtasks;
    }
    if scoring.is_some_and(|scoring| scoring.scored) {
        laying
            .cannot("scores: the target has no rules that make the same of these groups, so all tests are one subtask");
    } else if scoring.is_some_and(|scoring| scoring.groups.len() > 1) {
        laying.cannot("groups without points: all tests but the samples are one subtask");
    }
    let (samples, others): (Vec<TestIdx>, Vec<TestIdx>) =
        laying.tests().into_iter().partition(|&test| laying.problem().tests[test].sample);
    let of =
        |name: &str, points, tests| Subtask { name: name.to_owned(), points, fold: Fold::Min, tests, needs: vec![] };
    let (first, second) = if others.is_empty() { (WHOLE, 0.0) } else { (0.0, WHOLE) };
    let subtasks = [of("samples", first, samples), of("tests", second, others)];
    subtasks.into_iter().filter(|subtask| !subtask.tests.is_empty()).collect()
}

/// Groups that lie beside each other.
struct Flat {
    subtasks: Vec<Subtask>,
    /// What counts in several of them is whole subtasks, which those behind them need.
    says_all: bool,
}

fn of_flat_groups(laying: &Laying<'_>, scoring: &Scoring) -> Option<Flat> {
    let tests = &laying.problem().tests;
    let is_flat = scoring.groups.iter().skip(1).all(|group| group.parent == Some(0));
    let mut taken = BTreeSet::new();
    let mut subtasks = Vec::new();
    let mut places = vec![None; scoring.groups.len()];
    let (mut shared, mut has_gone) = (Vec::new(), false);
    // Tests outside groups come last, as one.
    for group in (1..scoring.groups.len()).chain([0]) {
        let own = scoring.groups[group].items.iter().filter_map(|item| match item {
            Item::Test(test) if (laying.given.has_input)(*test) => Some(*test),
            Item::Test(_) | Item::Group(_) => None,
        });
        let (own, others): (Vec<TestIdx>, Vec<TestIdx>) = own.partition(|test| taken.insert(*test));
        if own.is_empty() {
            has_gone |= !others.is_empty();
            continue;
        }
        let of_tests: f64 = own.iter().filter_map(|&test| tests[test].points).sum();
        let (fold, points) = match &scoring.rules {
            Rules::Polygon(rules) if rules.get(group).is_some_and(|rule| rule.complete) => {
                (Fold::Min, rules[group].points.unwrap_or(of_tests))
            }
            Rules::Polygon(_) => (Fold::Sum, of_tests),
            Rules::Subtasks(rules) => (rules[group].fold, rules[group].points),
            Rules::Legacy(_) | Rules::Newer(_) => return None,
        };
        places[group] = Some(subtasks.len());
        if !others.is_empty() {
            shared.push((subtasks.len(), others.into_iter().collect::<BTreeSet<TestIdx>>()));
        }
        let name = scoring.groups[group].name.clone();
        subtasks.push(Subtask { name, points, fold, tests: own, needs: Vec::new() });
    }
    let mut steps = MAX_STEPS;
    for (group, place) in places.iter().enumerate() {
        let Some(place) = *place else { continue };
        // A group without tests has none that fail.
        let needed = needed(&scoring.groups, group, &mut steps)?;
        subtasks[place].needs = needed.into_iter().filter_map(|on| places[on]).collect();
    }
    let mut says_all = !has_gone;
    for (place, tests) in &shared {
        says_all &= counts_in(&mut subtasks, *place, tests, laying.target);
    }
    is_flat.then_some(Flat { subtasks, says_all })
}

/// Has a subtask need those before it that its shared tests are; whether these are all of the tests. In CMS the least share of
/// all the tests together counts, as it does in the subtask that shares them.
fn counts_in(subtasks: &mut [Subtask], place: usize, shared: &BTreeSet<TestIdx>, target: Target) -> bool {
    let is_within = |subtask: &Subtask| subtask.tests.iter().all(|test| shared.contains(test));
    let whole: Vec<usize> = (0..place).filter(|&before| is_within(&subtasks[before])).collect();
    let n_tests: usize = whole.iter().map(|&before| subtasks[before].tests.len()).sum();
    let is_said = target == Target::Cms && subtasks[place].fold == Fold::Min && n_tests == shared.len();
    if is_said {
        let needs: BTreeSet<usize> = subtasks[place].needs.iter().copied().chain(whole).collect();
        subtasks[place].needs = needs.into_iter().collect();
    }
    is_said
}

/// The groups that a group depends on, directly or not, without itself; `None` when that takes more steps than are left.
fn needed(groups: &[TestGroup], group: usize, steps: &mut usize) -> Option<BTreeSet<usize>> {
    let mut found = BTreeSet::new();
    let mut unseen = groups[group].dependencies.clone();
    while let Some(on) = unseen.pop() {
        *steps = steps.checked_sub(1)?;
        if on != group && found.insert(on) {
            unseen.extend(&groups[on].dependencies);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_by_what_is_needed() {
        let depends = [vec![], vec![], vec![1], vec![2], vec![3, 5], vec![4]];
        let groups = depends.map(|dependencies| TestGroup { dependencies, ..TestGroup::default() });
        let found = |group| needed(&groups, group, &mut 100).map(Vec::from_iter);
        let expected = [vec![], vec![], vec![1], vec![1, 2], vec![1, 2, 3, 5], vec![1, 2, 3, 4]];
        assert_eq!((0..6).map(found).collect::<Vec<_>>(), expected.map(Some));
        assert_eq!(needed(&groups, 3, &mut 1), None);
    }
}
