//! Groups and their points.

use std::collections::BTreeMap;

use super::{
    manifest::Manifest,
    suite::{Group, SAMPLES},
};
use crate::{
    finding::{Code, Finding},
    model::{ByTest, Test},
    scoring::{Aggregation, Item, NewerRule, Rules, Scoring},
};

/// The groups; with `scoring: POINTS` each gives its score when all its tests are passed, and the whole is the sum.
pub(super) fn scoring(
    manifest: &Manifest,
    groups: &[Group<'_>],
    tests: &ByTest<Test>,
    findings: &mut Vec<Finding>,
) -> Option<Scoring> {
    let mut scoring = Scoring::of_one_group();
    let mut names = BTreeMap::new();
    let mut rules = vec![NewerRule { aggregation: Aggregation::Sum, scored: true, ..NewerRule::default() }];
    for group in groups {
        let idx = scoring.named(&group.name, &mut names);
        scoring.groups[idx].place = Some(manifest.place(group.range));
        let score = group.node.get("score").and_then(|node| manifest.accept(node.number(), findings));
        let is_scored = manifest.points && group.name != SAMPLES;
        if is_scored {
            scoring.groups[idx].max_score = Some(score.unwrap_or(0.0));
        }
        rules.push(NewerRule { scored: is_scored, ..NewerRule::default() });
        depend(manifest, group, (&mut scoring, idx), &names, findings);
    }
    for (idx, test) in tests.iter_enumerated() {
        let group = test.group.as_ref().and_then(|name| names.get(name)).copied().unwrap_or(0);
        scoring.groups[group].items.push(Item::Test(idx));
    }
    if !manifest.points {
        rules = vec![NewerRule::default(); scoring.groups.len()];
    } else {
        let whole: f64 = scoring.groups.iter().filter_map(|group| group.max_score).sum();
        scoring.groups[0].max_score = Some(whole + 0.0);
    }
    (scoring.groups.len() > 1).then_some(Scoring { rules: Rules::Newer(rules), scored: manifest.points, ..scoring })
}

/// `deps: [small]`, of groups that come before.
fn depend(
    manifest: &Manifest,
    group: &Group<'_>,
    (scoring, idx): (&mut Scoring, usize),
    names: &BTreeMap<String, usize>,
    findings: &mut Vec<Finding>,
) {
    for node in manifest.items(group.node, "deps") {
        let Some(name) = manifest.accept(node.text(), findings) else { continue };
        match names.get(name) {
            Some(&on) if on < idx => scoring.groups[idx].dependencies.push(on),
            _ => {
                let message = format!("no group `{name}` comes before this one, so it depends on nothing here");
                findings.push(manifest.finding(Code::ManifestStale, node.range, message));
            }
        }
    }
}
