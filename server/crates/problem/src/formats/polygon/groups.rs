//! The groups of a testset and what points they give.

use std::collections::BTreeSet;

use super::{
    manifest::{Manifest, broken, stale},
    testset::{Testset, points},
    xml::{Element, Written},
};
use crate::{
    finding::{Finding, Severity},
    model::{ByTest, Test, TestIdx},
    scoring::{Item, PolygonRule, Rules, Scoring, TestGroup, max_of_polygon_group},
    text::Place,
};

/// One element `group`.
pub(super) struct GroupEntry {
    name: String,
    rule: PolygonRule,
    dependencies: Vec<Written>,
    place: Place,
}

/// The element `groups` of a testset; nothing when there is none.
pub(super) fn read(testset: Element<'_>, findings: &mut Vec<Finding>) -> Vec<GroupEntry> {
    let list = testset.child("groups").into_iter().flat_map(|groups| groups.elements());
    list.filter_map(|group| read_group(group, findings)).collect()
}

fn read_group(group: Element<'_>, findings: &mut Vec<Finding>) -> Option<GroupEntry> {
    let Some(name) = group.word("name") else {
        findings.push(slip(group.place(), "this group has no `name` and is left out"));
        return None;
    };
    let policy = group.attribute("points-policy");
    let complete = match policy.as_ref().map(|policy| policy.text.as_str()) {
        Some("complete-group") => true,
        Some("each-test") | None => false,
        Some(other) => {
            let message = format!("`{other}` is neither `complete-group` nor `each-test`; the latter is taken");
            findings.extend(policy.as_ref().map(|policy| slip(policy.place.clone(), message)));
            false
        }
    };
    let dependencies = group.child("dependencies").into_iter().flat_map(|list| list.elements());
    Some(GroupEntry {
        name,
        rule: PolygonRule { complete, points: points(group, findings) },
        dependencies: dependencies.filter_map(|dependency| dependency.attribute("group")).collect(),
        place: group.place(),
    })
}

/// A finding about a group. It says nothing of which tests there are, so it is no error.
fn slip(place: Place, message: impl Into<String>) -> Finding {
    broken(place, message).with_severity(Severity::Warning)
}

/// The scoring of a package; `None` when there are neither groups nor points. Of several testsets the one called `tests`
/// gives the score, or else the first.
pub(super) fn scoring(manifest: &Manifest, tests: &ByTest<Test>, findings: &mut Vec<Finding>) -> Option<Scoring> {
    let named = manifest.testsets.iter().find(|testset| testset.name == "tests");
    let testset = named.or(manifest.testsets.first())?;
    let listed = || testset.tests.iter();
    let has_groups = !testset.groups.is_empty() || listed().any(|test| test.group.is_some());
    let scored =
        testset.groups.iter().any(|group| group.rule.points.is_some()) || listed().any(|test| test.points.is_some());
    if !has_groups && !scored {
        return None;
    }
    let mut builder = Builder { testset, groups: Scoring::of_one_group(), rules: vec![PolygonRule::default()] };
    builder.declare(findings);
    builder.depend(findings);
    builder.fill(tests, findings);
    Some(builder.finish(tests, scored))
}

struct Builder<'a> {
    testset: &'a Testset,
    groups: Scoring,
    rules: Vec<PolygonRule>,
}

impl Builder<'_> {
    fn declare(&mut self, findings: &mut Vec<Finding>) {
        let used: BTreeSet<&str> = self.testset.tests.iter().filter_map(|test| test.group.as_deref()).collect();
        let mut known = BTreeSet::new();
        for entry in &self.testset.groups {
            if !known.insert(entry.name.as_str()) {
                let message = format!("there is already a group `{}`, which counts", entry.name);
                findings.push(slip(entry.place.clone(), message));
                continue;
            }
            if !used.contains(entry.name.as_str()) {
                findings.push(stale(entry.place.clone(), format!("the group `{}` has no tests", entry.name)));
            }
            let place = Some(entry.place.clone());
            self.groups.add(TestGroup { name: entry.name.clone(), parent: Some(0), place, ..TestGroup::default() });
            self.rules.push(entry.rule);
        }
    }

    fn depend(&mut self, findings: &mut Vec<Finding>) {
        let names = self.groups.by_name();
        for entry in &self.testset.groups {
            let Some(&group) = names.get(&entry.name).filter(|&&group| self.is_of(group, entry)) else { continue };
            for written in &entry.dependencies {
                match names.get(&written.text) {
                    Some(&on) => {
                        if on == group {
                            let message = format!("the group `{}` depends on itself", entry.name);
                            findings.push(slip(written.place.clone(), message));
                        }
                        self.groups.groups[group].dependencies.push(on);
                    }
                    None => {
                        let message = format!("there is no group `{}` to depend on", written.text);
                        findings.push(slip(written.place.clone(), message));
                    }
                }
            }
        }
    }

    /// Whether an entry is the one that declares a group: the first of its name.
    fn is_of(&self, group: usize, entry: &GroupEntry) -> bool {
        self.groups.groups[group].place.as_ref() == Some(&entry.place)
    }

    fn fill(&mut self, tests: &ByTest<Test>, findings: &mut Vec<Finding>) {
        let is_declared = !self.testset.groups.is_empty();
        let mut names = self.groups.by_name();
        for (idx, test) in tests.iter_enumerated().filter(|(_, test)| test.testset == self.testset.name) {
            let Some(name) = &test.group else {
                self.put(0, idx);
                continue;
            };
            let group = self.groups.named(name, &mut names);
            if group == self.rules.len() {
                self.rules.push(PolygonRule::default());
                if let Some(place) = test.place.clone().filter(|_| is_declared) {
                    let message = format!("the group `{name}` is not among the groups of the testset");
                    findings.push(stale(place, message));
                }
            }
            self.put(group, idx);
        }
    }

    fn put(&mut self, group: usize, test: TestIdx) {
        self.groups.groups[group].items.push(Item::Test(test));
    }

    fn finish(self, tests: &ByTest<Test>, scored: bool) -> Scoring {
        let mut scoring = self.groups;
        if scored {
            for (group, rule) in scoring.groups.iter_mut().zip(&self.rules) {
                group.max_score = max_of_polygon_group(group, *rule, tests);
            }
            // Tests outside groups without points give none, and the whole is all of it.
            let outside = scoring.groups[0].max_score.unwrap_or(0.0);
            let of_groups = scoring.groups.iter().skip(1).map(|group| group.max_score).sum::<Option<f64>>();
            scoring.groups[0].max_score = of_groups.map(|points| points + outside);
        }
        Scoring { rules: Rules::Polygon(self.rules), scored, ..scoring }
    }
}
