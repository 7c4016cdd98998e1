//! Subtasks as olympiads have them: groups beside each other, each with points and a rule of how its tests make them.

use std::collections::BTreeSet;

use super::laying::Laying;
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
    if laying.problem().tests.iter().any(|test| !test.further_groups.is_empty()) {
        laying.cannot("that tests count in several groups: they are in the first");
    }
    let scoring = laying.scoring();
    if let Some(scoring) = scoring.filter(|scoring| scoring.scored) {
        if let Some(subtasks) = of_flat_groups(laying, scoring) {
            return subtasks;
        }
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

fn of_flat_groups(laying: &Laying<'_>, scoring: &Scoring) -> Option<Vec<Subtask>> {
    let tests = &laying.problem().tests;
    let is_flat = scoring.groups.iter().skip(1).all(|group| group.parent == Some(0));
    let mut taken = BTreeSet::new();
    let mut subtasks = Vec::new();
    let mut places = vec![None; scoring.groups.len()];
    // Tests outside groups come last, as one.
    for group in (1..scoring.groups.len()).chain([0]) {
        let own = scoring.groups[group].items.iter().filter_map(|item| match item {
            Item::Test(test) if (laying.given.has_input)(*test) => Some(*test),
            Item::Test(_) | Item::Group(_) => None,
        });
        let own: Vec<TestIdx> = own.filter(|test| taken.insert(*test)).collect();
        if own.is_empty() {
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
    is_flat.then_some(subtasks)
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
