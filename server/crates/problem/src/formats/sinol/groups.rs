//! Groups and their points: a group gives the least share that one of its tests has, and the whole is the sum.

use std::collections::BTreeMap;

use super::manifest::{Contest, Manifest};
use crate::{
    finding::{Code, Finding},
    formats::{
        plain::natural::natural_key,
        yaml::{Complaint, Node, Value, accept},
    },
    model::{ByTest, Test},
    scoring::{Aggregation, Item, NewerRule, Rules, Scoring},
};

/// The group of tests that give no points.
const SAMPLES: &str = "0";
/// What all groups give together where nothing is stated.
const TOTAL: f64 = 100.0;

/// The groups of a package that has tests; `is_whole`: these are all tests there are.
pub(super) fn scoring(
    manifest: &Manifest,
    tests: &ByTest<Test>,
    is_whole: bool,
    findings: &mut Vec<Finding>,
) -> Option<Scoring> {
    let mut scoring = Scoring::of_one_group();
    let mut names = BTreeMap::new();
    for (idx, test) in tests.iter_enumerated() {
        let group = test.group.as_ref().map_or(0, |name| scoring.named(name, &mut names));
        scoring.groups[group].items.push(Item::Test(idx));
    }
    let points = Points::read(manifest, &scoring, is_whole, findings);
    let scored = manifest.contest != Contest::Icpc;
    let mut rules = vec![NewerRule { aggregation: Aggregation::Sum, scored, ..NewerRule::default() }];
    for group in scoring.groups.iter_mut().skip(1) {
        let worth = points.of(&group.name);
        let is_scored = scored && group.name != SAMPLES;
        rules.push(NewerRule {
            aggregation: if is_scored { Aggregation::Min } else { Aggregation::PassFail },
            scored: is_scored,
            test_max: is_scored.then_some(worth),
            ..NewerRule::default()
        });
        group.max_score = is_scored.then_some(worth);
        group.place = points.stated.get(&group.name).map(|(_, place)| place.clone());
    }
    if scored {
        scoring.groups[0].max_score =
            Some(scoring.groups.iter().filter_map(|group| group.max_score).sum::<f64>() + 0.0);
    }
    depend(manifest, &mut scoring, &names, is_whole, findings);
    (scoring.groups.len() > 1).then_some(Scoring { rules: Rules::Newer(rules), scored, ..scoring })
}

/// What the groups are worth.
struct Points {
    stated: BTreeMap<String, (f64, crate::text::Place)>,
    /// Shared out where nothing is stated.
    shared: BTreeMap<String, f64>,
}

impl Points {
    fn read(manifest: &Manifest, scoring: &Scoring, is_whole: bool, findings: &mut Vec<Finding>) -> Points {
        let groups = scoring.groups.iter().skip(1).map(|group| group.name.as_str()).filter(|name| *name != SAMPLES);
        let mut groups: Vec<&str> = groups.collect();
        groups.sort_by_key(|name| natural_key(name));
        let total = manifest.root.get("sinol_total_score");
        let total = total.and_then(|node| accept(node.positive(), &manifest.path, findings)).unwrap_or(TOTAL);
        let Some(node) = manifest.root.get("scores") else {
            return Points { stated: BTreeMap::new(), shared: shares(total, &groups) };
        };
        let mut stated = BTreeMap::new();
        for entry in accept(node.map(), &manifest.path, findings).unwrap_or_default() {
            let Some(points) = accept(entry.value.number(), &manifest.path, findings) else { continue };
            stated.insert(entry.key.clone(), (points, manifest.place(entry.key_range)));
            if is_whole && !groups.is_empty() && !groups.contains(&entry.key.as_str()) && entry.key != SAMPLES {
                let message = format!("group {} has a score and no tests", entry.key);
                findings.push(manifest.finding(Code::ManifestStale, entry.key_range, message));
            }
        }
        for group in groups.iter().filter(|group| !stated.contains_key(**group)) {
            let message = format!("group {group} has tests and no score, so it gives no points; add it");
            findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        }
        let sum: f64 = stated.iter().filter(|(name, _)| *name != SAMPLES).map(|(_, (points, _))| points).sum();
        if manifest.contest != Contest::Icpc && (sum - total).abs() > 1e-9 {
            let message =
                format!("the scores add up to {sum} and not to {total}; change them, or write `sinol_total_score`");
            findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        }
        Points { stated, shared: BTreeMap::new() }
    }

    fn of(&self, group: &str) -> f64 {
        let stated = self.stated.get(group).map(|(points, _)| *points);
        stated.or_else(|| self.shared.get(group).copied()).unwrap_or(0.0)
    }
}

/// The same for each group; the last ones have what remains.
fn shares(total: f64, groups: &[&str]) -> BTreeMap<String, f64> {
    let n = groups.len().max(1) as u64;
    let (each, more) = (total as u64 / n, total as u64 % n);
    let first_with_more = n - more;
    let share = |(idx, name): (usize, &&str)| {
        let extra = u64::from(idx as u64 >= first_with_more);
        ((*name).to_owned(), (each + extra) as f64)
    };
    groups.iter().enumerate().map(share).collect()
}

/// `subtask_dependencies: {3: [1, 2]}`
fn depend(
    manifest: &Manifest,
    scoring: &mut Scoring,
    names: &BTreeMap<String, usize>,
    is_whole: bool,
    findings: &mut Vec<Finding>,
) {
    for entry in manifest.entries("subtask_dependencies", findings) {
        let items: &[Node] = match &entry.value.value {
            Value::List(items) => items,
            Value::Null => &[],
            Value::Scalar(_) | Value::Map(_) => std::slice::from_ref(&entry.value),
        };
        let group = names.get(&entry.key).copied();
        if group.is_none() && is_whole && !names.is_empty() {
            let message = format!("there is no group {}", entry.key);
            findings.push(manifest.finding(Code::ManifestStale, entry.key_range, message));
        }
        for item in items {
            let Some(on) = accept(item.text(), &manifest.path, findings) else { continue };
            match (group, names.get(on.trim())) {
                // What a group depends on is judged before it.
                (Some(group), Some(&on)) if on < group => scoring.groups[group].dependencies.push(on),
                (Some(_), Some(_)) => {
                    let message = "a group depends on groups before it; this one is not before it";
                    findings.push(Complaint::new(item.range, message).finding(&manifest.path));
                }
                (Some(_), None) if is_whole => {
                    let message = format!("there is no group {on}");
                    findings.push(manifest.finding(Code::ManifestStale, item.range, message));
                }
                (Some(_) | None, _) => {}
            }
        }
    }
}
