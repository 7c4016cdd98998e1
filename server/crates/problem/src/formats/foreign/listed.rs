//! What a list of tests says of points, groups and limits, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    finding::{Code, Finding, Severity},
    model::{ByTest, InputSource, LanguageLimits, Problem, Test, TestIdx, TimeLimit},
    path::RelPath,
    scoring::{Fold, Item, Rules, Scoring, SubtaskRule, TestGroup},
    text::{Place, Range},
    words::first_of,
};

/// The list of a manifest.
#[derive(Default)]
pub(super) struct Listed {
    pub(super) entries: Vec<Entry>,
    /// Those that give points together, in their order.
    pub(super) groups: Vec<Group>,
    /// Whether points are known: how groups make them too.
    pub(super) has_points: bool,
}

/// A test.
pub(super) struct Entry {
    /// The path of its input, from the folder or from an archive.
    pub(super) input: String,
    /// The number of its group in [`Listed::groups`].
    pub(super) group: Option<usize>,
    pub(super) points: Option<f64>,
    pub(super) limits: LanguageLimits,
    pub(super) range: Range,
}

/// Tests that give points together.
pub(super) struct Group {
    pub(super) name: String,
    /// What passing all of its tests gives.
    pub(super) points: f64,
    /// The numbers of groups that have to be passed before.
    pub(super) needs: Vec<usize>,
    pub(super) range: Range,
}

impl Listed {
    /// Gives the tests of a folder what the list says of them.
    pub(super) fn lay_over(&self, path: &RelPath, problem: &mut Problem, findings: &mut Vec<Finding>) {
        let found = Inputs::of(&problem.tests);
        let tests: Vec<Option<TestIdx>> = self.entries.iter().map(|entry| found.find(&entry.input)).collect();
        let missing = || self.entries.iter().zip(&tests).filter(|(_, test)| test.is_none()).map(|(entry, _)| entry);
        if let Some(first) = missing().next() {
            let message = format!(
                "there is no test with the input {}, so what is said of it changes nothing; add the file, or correct the name",
                first_of(format!("`{}`", first.input), missing().count())
            );
            findings.push(Finding::at(Code::ManifestStale, Place { path: path.clone(), range: first.range }, message));
        }
        self.limit(path, problem);
        let named: BTreeSet<TestIdx> = tests.iter().flatten().copied().collect();
        problem.tests.iter_mut().for_each(|test| test.group = None);
        for (entry, test) in self.entries.iter().zip(&tests) {
            let Some(test) = test.map(|idx| &mut problem.tests[idx]) else { continue };
            let name = entry.group.map(|group| self.groups[group].name.clone());
            test.group = test.group.take().or(name);
            test.points = entry.points;
            let (time, memory) = (problem.limits.time.fixed_ms(), problem.limits.memory_bytes);
            test.limits = LanguageLimits {
                time_ms: entry.limits.time_ms.filter(|ms| Some(*ms) != time),
                memory_bytes: entry.limits.memory_bytes.filter(|bytes| *bytes != memory),
            };
        }
        let of_file = |(idx, test): (TestIdx, &'_ Test)| match &test.input {
            InputSource::File(input) if !named.contains(&idx) && !test.sample => Some(input.clone()),
            _ => None,
        };
        let mut others = problem.tests.iter_enumerated().filter_map(of_file);
        if let Some(first) = others.next() {
            let message = format!(
                "{path} does not name {}, so it gives no points; name it there, or remove it",
                first_of(&first, 1 + others.count())
            );
            findings.push(Finding::of_file(Code::ManifestStale, path, message).with_severity(Severity::Information));
        }
    }

    /// The greatest limits are those of the problem.
    fn limit(&self, path: &RelPath, problem: &mut Problem) {
        let time = self.entries.iter().filter_map(|entry| entry.limits.time_ms).max();
        let memory = self.entries.iter().filter_map(|entry| entry.limits.memory_bytes).max();
        if let Some(ms) = time {
            problem.limits.time = TimeLimit::Fixed(ms);
        }
        problem.limits.memory_bytes = memory.unwrap_or(problem.limits.memory_bytes);
        if time.is_some() || memory.is_some() {
            problem.limits.source = path.to_string();
        }
        if time.is_some() && memory.is_some() {
            problem.findings.retain(|finding| finding.code != Code::LimitsAssumed);
        }
    }

    /// What the tests of the list give; `None` where it does not say it.
    pub(super) fn scoring(&self, path: &RelPath, tests: &ByTest<Test>) -> Option<Scoring> {
        if !self.has_points {
            return None;
        }
        let found = Inputs::of(tests);
        let mut scoring = Scoring::of_one_group();
        let mut rules = vec![SubtaskRule { fold: Fold::Sum, points: 0.0 }];
        for group in &self.groups {
            scoring.add(TestGroup {
                name: group.name.clone(),
                parent: Some(0),
                // The first group is the whole.
                dependencies: group.needs.iter().map(|on| on + 1).collect(),
                max_score: Some(group.points),
                place: Some(Place { path: path.clone(), range: group.range }),
                ..TestGroup::default()
            });
            rules.push(SubtaskRule { fold: Fold::Min, points: group.points });
        }
        // Groups and tests of the whole, in the order of the list.
        let parts = self.groups.iter().enumerate().map(|(number, group)| (group.range, Item::Group(number + 1)));
        let mut parts: Vec<(Range, Item)> = parts.collect();
        for entry in &self.entries {
            let Some(test) = found.find(&entry.input) else { continue };
            if let Some(group) = entry.group {
                scoring.groups[group + 1].items.push(Item::Test(test));
            } else {
                parts.push((entry.range, Item::Test(test)));
                rules[0].points += entry.points.unwrap_or_default();
            }
        }
        parts.sort_by_key(|(range, _)| *range);
        scoring.groups[0].items = parts.into_iter().map(|(_, item)| item).collect();
        let whole = rules.iter().map(|rule| rule.points).sum();
        scoring.groups[0].max_score = Some(whole);
        (whole > 0.0).then_some(Scoring { rules: Rules::Subtasks(rules), scored: true, ..scoring })
    }
}

/// Tests by the names of the files that hold their inputs.
struct Inputs<'a>(BTreeMap<&'a str, Vec<(&'a RelPath, TestIdx)>>);

impl<'a> Inputs<'a> {
    fn of(tests: &'a ByTest<Test>) -> Inputs<'a> {
        let mut by_name: BTreeMap<&str, Vec<(&RelPath, TestIdx)>> = BTreeMap::new();
        for (idx, test) in tests.iter_enumerated() {
            if let InputSource::File(path) = &test.input {
                by_name.entry(path.file_name()).or_default().push((path, idx));
            }
        }
        Inputs(by_name)
    }

    /// The test whose input has this path, or ends with it.
    fn find(&self, written: &str) -> Option<TestIdx> {
        /// No list means one of so many files of a name.
        const MOST: usize = 16;
        let path = RelPath::parse(written)?;
        let is_it = |other: &RelPath| {
            let rest = other.as_str().strip_suffix(path.as_str());
            rest.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        let of_name = self.0.get(path.file_name())?;
        of_name.iter().take(MOST).find(|(other, _)| is_it(other)).map(|(_, idx)| *idx)
    }
}
