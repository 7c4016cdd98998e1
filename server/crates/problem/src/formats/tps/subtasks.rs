//! `subtasks.json`: points of subtasks, and validators.

use super::{at, broken, gen_data::GenData, json, keys, stale};
use crate::{
    finding::Finding,
    folder::Folder,
    formats::yaml::{Complaint, Node, Value, accept, unknown_keys},
    model::{ByTest, Test},
    path::RelPath,
    scoring::{Item, Rules, Scoring, SubtaskRule, TestGroup},
    settings::suggest::nearest,
    text::{Place, Range},
};

/// The file.
pub(super) const FILE: &str = "subtasks.json";

/// A validator as it is written, with its arguments.
pub(super) type Written = (String, Place);

/// What the file says.
#[derive(Default)]
pub(super) struct Subtasks {
    pub(super) is_there: bool,
    /// Validators of every test.
    pub(super) global: Vec<Written>,
    /// Validators of every test, once for each subtask that it counts in.
    pub(super) sensitive: Vec<Written>,
    /// Validators of the tests of a subtask, by its section.
    pub(super) own: Vec<(usize, Written)>,
    /// Points by section.
    points: Vec<(usize, f64, Range)>,
}

impl Subtasks {
    /// Reads the file; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, data: &GenData, findings: &mut Vec<Finding>) -> Subtasks {
        let path = at(FILE);
        let Some(document) = json(folder, &path, findings) else { return Subtasks::default() };
        let root = document.root;
        accept(root.map(), &path, findings);
        findings.extend(unknown_keys(&root, &keys::SUBTASKS.names(), &path));
        let mut subtasks = Subtasks {
            is_there: true,
            global: validators(root.get("global_validators"), &path, findings),
            sensitive: validators(root.get("subtask_sensitive_validators"), &path, findings),
            ..Subtasks::default()
        };
        let listed = root.get("subtasks").map(|node| accept(node.map(), &path, findings).unwrap_or_default());
        for entry in listed.unwrap_or_default() {
            let Some(section) = data.subtask(&entry.key) else {
                let names =
                    data.sections.iter().filter(|section| section.is_subtask).map(|section| section.name.as_str());
                let meant =
                    nearest(&entry.key, names).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
                let message = format!("gen/data has no subtask `{}`{meant}", entry.key);
                findings.push(stale(&path, entry.key_range, message));
                continue;
            };
            accept(entry.value.map(), &path, findings);
            findings.extend(unknown_keys(&entry.value, &keys::SUBTASK.names(), &path));
            let own = validators(entry.value.get("validators"), &path, findings);
            subtasks.own.extend(own.into_iter().map(|written| (section, written)));
            let points = entry.value.get("score").and_then(|node| accept(points(node), &path, findings));
            subtasks.points.extend(points.map(|points| (section, points, entry.key_range)));
        }
        subtasks.tell_missing(data, &path, findings);
        subtasks
    }

    fn tell_missing(&self, data: &GenData, path: &RelPath, findings: &mut Vec<Finding>) {
        let has = |section: usize| self.points.iter().any(|(one, ..)| *one == section);
        let missing = data.sections.iter().enumerate().filter(|(idx, section)| section.is_subtask && !has(*idx));
        for (_, section) in missing {
            let message =
                format!("{path} states no score of the subtask `{}`, so it gives none; add it there", section.name);
            findings.push(stale(&section.place.path, section.place.range, message));
        }
    }

    /// The subtasks of `gen/data` with their points; `None` where there are none.
    pub(super) fn scoring(&self, data: &GenData, tests: &ByTest<Test>) -> Option<Scoring> {
        let mut scoring = Scoring::of_one_group();
        let mut rules = vec![SubtaskRule::default()];
        for (idx, section) in data.sections.iter().enumerate().filter(|(_, section)| section.is_subtask) {
            let points = self.points.iter().find(|(one, ..)| *one == idx).map_or(0.0, |(_, points, _)| *points);
            let counts = |test: &Test| test.groups().any(|group| group == section.name);
            let items =
                tests.iter_enumerated().filter(|(_, test)| counts(test)).map(|(test, _)| Item::Test(test)).collect();
            scoring.add(TestGroup {
                name: section.name.clone(),
                parent: Some(0),
                items,
                max_score: Some(points),
                place: Some(section.place.clone()),
                ..TestGroup::default()
            });
            rules.push(SubtaskRule { points, ..SubtaskRule::default() });
        }
        let outside = tests.iter_enumerated().filter(|(_, test)| test.groups().next().is_none());
        let outside: Vec<Item> = outside.map(|(test, _)| Item::Test(test)).collect();
        scoring.groups[0].items.extend(outside);
        scoring.groups[0].max_score = Some(rules.iter().map(|rule| rule.points).sum());
        let scored = rules.iter().any(|rule| rule.points > 0.0);
        (rules.len() > 1).then_some(Scoring { rules: Rules::Subtasks(rules), scored, ..scoring })
    }
}

/// Points are no number below zero.
fn points(node: &Node) -> Result<f64, Complaint> {
    let points = node.number()?;
    if points >= 0.0 { Ok(points) } else { Err(Complaint::new(node.range, "a score is no number below zero")) }
}

/// The validators of a list. One that names nothing is a finding.
fn validators(node: Option<&Node>, path: &RelPath, findings: &mut Vec<Finding>) -> Vec<Written> {
    let items: &[Node] = match node.map(|node| &node.value) {
        Some(Value::List(items)) => items,
        Some(Value::Scalar(_) | Value::Map(_)) => {
            let range = node.map_or(Range::default(), |node| node.range);
            findings.push(broken(path, range, "a list of validators is wanted here"));
            &[]
        }
        Some(Value::Null) | None => &[],
    };
    let mut written = Vec::new();
    for item in items {
        match accept(item.text(), path, findings) {
            Some(text) if !text.trim().is_empty() => {
                written.push((text.trim().to_owned(), Place { path: path.clone(), range: item.range }));
            }
            Some(_) => findings.push(stale(path, item.range, "this validator has no name; remove it, or name one")),
            None => {}
        }
    }
    written
}
