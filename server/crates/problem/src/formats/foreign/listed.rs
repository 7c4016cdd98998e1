//! What a list of tests says of points, groups and limits, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use checkers::kattis::KattisFlags;

use crate::{
    finding::{Code, Finding, Severity},
    model::{ByTest, Checker, CheckerKind, InputSource, LanguageLimits, Problem, Test, TestIdx, TimeLimit},
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
    /// How outputs are compared, where it is said and no program does it.
    pub(super) comparison: Option<KattisFlags>,
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

/// What an entry means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    Test(TestIdx),
    /// One that is there already.
    Again,
    Nothing,
}

impl Listed {
    /// Gives the tests of a folder what the list says of them. One without tests says nothing.
    pub(super) fn lay_over(&self, path: &RelPath, problem: &mut Problem, findings: &mut Vec<Finding>) {
        if let (Some(flags), CheckerKind::Standard(_)) = (&self.comparison, &problem.checker.kind) {
            let kind = CheckerKind::KattisDefault(flags.clone());
            problem.checker = Checker { kind, reason: format!("{path} says how outputs are compared") };
        }
        if self.entries.is_empty() {
            return;
        }
        let tests = self.meant(&problem.tests);
        self.tell_missing(path, &tests, findings);
        self.limit(path, problem);
        let gives_points = self.gives_points();
        if gives_points || !self.groups.is_empty() {
            problem.tests.iter_mut().for_each(|test| (test.group, test.points) = (None, None));
        }
        let (time, memory) = (problem.limits.time.fixed_ms(), problem.limits.memory_bytes);
        for (entry, meant) in self.entries.iter().zip(&tests) {
            let Meant::Test(test) = *meant else { continue };
            let test = &mut problem.tests[test];
            let name = entry.group.map(|group| self.groups[group].name.clone());
            test.group = test.group.take().or(name);
            // Where others state points, a test that states none gives none.
            let points = entry.points.or((gives_points && entry.group.is_none()).then_some(0.0));
            test.points = test.points.or(points);
            let own = LanguageLimits {
                time_ms: entry.limits.time_ms.filter(|ms| Some(*ms) != time),
                memory_bytes: entry.limits.memory_bytes.filter(|bytes| *bytes != memory),
            };
            test.limits.time_ms = test.limits.time_ms.or(own.time_ms);
            test.limits.memory_bytes = test.limits.memory_bytes.or(own.memory_bytes);
        }
        if gives_points {
            tell_unnamed(path, problem, &tests, findings);
        }
    }

    /// Whether anything gives points.
    fn gives_points(&self) -> bool {
        let of_tests = self.entries.iter().filter_map(|entry| entry.points);
        self.has_points && of_tests.chain(self.groups.iter().map(|group| group.points)).any(|points| points > 0.0)
    }

    /// Which test each entry means; those that write its whole path choose first.
    fn meant(&self, tests: &ByTest<Test>) -> Vec<Meant> {
        let inputs = Inputs::of(tests);
        let exact: Vec<Option<TestIdx>> = self.entries.iter().map(|entry| inputs.exactly(&entry.input)).collect();
        let named: BTreeSet<TestIdx> = exact.iter().flatten().copied().collect();
        let ending = |entry: &Entry| inputs.ending(&entry.input).filter(|test| !named.contains(test));
        // A test may count in several groups, in each once.
        let mut seen = BTreeSet::new();
        let meant = self.entries.iter().zip(exact).map(|(entry, exact)| match exact.or_else(|| ending(entry)) {
            Some(test) if seen.insert((test, entry.group)) => Meant::Test(test),
            Some(_) => Meant::Again,
            None => Meant::Nothing,
        });
        meant.collect()
    }

    /// Entries that mean no test, or one that another entry means.
    fn tell_missing(&self, path: &RelPath, tests: &[Meant], findings: &mut Vec<Finding>) {
        for (kind, what) in [
            (Meant::Nothing, "so what is said of it changes nothing; add the file, or correct the name"),
            (Meant::Again, "and only the first time counts; remove the others"),
        ] {
            let mut of_kind =
                self.entries.iter().zip(tests).filter(|(_, meant)| **meant == kind).map(|(entry, _)| entry);
            let Some(first) = of_kind.next() else { continue };
            let names = first_of(format!("`{}`", first.input), 1 + of_kind.count());
            let message = match kind {
                Meant::Again => format!("the list has the input {names} more than once, {what}"),
                Meant::Nothing | Meant::Test(_) => format!("there is no test with the input {names}, {what}"),
            };
            let place = Place { path: path.clone(), range: first.range };
            findings.push(Finding::at(Code::ManifestStale, place, message));
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
        if !self.gives_points() {
            return None;
        }
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
        for (entry, meant) in self.entries.iter().zip(self.meant(tests)) {
            let Meant::Test(test) = meant else { continue };
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

/// Inputs of the folder that the list does not have.
fn tell_unnamed(path: &RelPath, problem: &Problem, tests: &[Meant], findings: &mut Vec<Finding>) {
    let meant = |meant: &Meant| if let Meant::Test(test) = meant { Some(*test) } else { None };
    let named: BTreeSet<TestIdx> = tests.iter().filter_map(meant).collect();
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

/// Tests by the files that hold their inputs.
struct Inputs<'a> {
    exact: BTreeMap<&'a str, TestIdx>,
    /// Those that are no samples by their paths read backwards, in order: the ends of paths are beginnings here.
    backwards: Vec<(Vec<u8>, TestIdx)>,
}

impl<'a> Inputs<'a> {
    fn of(tests: &'a ByTest<Test>) -> Inputs<'a> {
        let mut inputs = Inputs { exact: BTreeMap::new(), backwards: Vec::new() };
        for (idx, test) in tests.iter_enumerated() {
            let InputSource::File(path) = &test.input else { continue };
            inputs.exact.entry(path.as_str()).or_insert(idx);
            if !test.sample {
                inputs.backwards.push((path.as_str().bytes().rev().collect(), idx));
            }
        }
        inputs.backwards.sort();
        inputs
    }

    /// The test whose input has this path.
    fn exactly(&self, written: &str) -> Option<TestIdx> {
        self.exact.get(RelPath::parse(written)?.as_str()).copied()
    }

    /// The only test, samples aside, whose input has a path that ends with this one: in an archive, or in a directory that only
    /// the judge's settings name.
    fn ending(&self, written: &str) -> Option<TestIdx> {
        let path = RelPath::parse(written).filter(|path| !path.is_root())?;
        let end: Vec<u8> = path.as_str().bytes().rev().chain([b'/']).collect();
        let first = self.backwards.partition_point(|(path, _)| *path < end);
        let mut found = self.backwards[first..].iter().take(2).filter(|(path, _)| path.starts_with(&end));
        match (found.next(), found.next()) {
            (Some((_, test)), None) => Some(*test),
            _ => None,
        }
    }
}
