//! Which tests there are, and in which subtasks they count, as whichever text of the folder says it.

use std::collections::BTreeSet;

use crate::{
    finding::{Code, Finding},
    model::ValidatorInput,
    path::RelPath,
    text::{Lines, Place, Range},
};

/// The name of the file that a validator is asked about.
pub(super) const VALIDATED_FILE: &str = ValidatorInput::FILE_OF_TASK_MAKER;
/// More subtasks than any task has. A test may count in all of them.
pub(super) const MAX_SUBTASKS: usize = 200;
/// More tests than any task has.
const MAX_CASES: usize = 100_000;
/// In more subtasks than this tests do not count all together.
const MAX_COUNTED: usize = 500_000;
/// What all subtasks give together.
pub(super) const TOTAL: f64 = 100.0;

/// The tests of a task.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) subtasks: Vec<Subtask>,
    pub(super) cases: Vec<Case>,
    /// Generators that are declared, whether a test calls them or not.
    pub(super) generators: Vec<RelPath>,
    /// Whether somebody has declared the subtasks; else there is one of all tests.
    pub(super) has_subtasks: bool,
    /// There are more tests than are made, so that no more are looked at.
    pub(super) is_cut: bool,
}

/// A subtask.
pub(super) struct Subtask {
    /// Its name; no other one has it.
    pub(super) name: String,
    pub(super) points: f64,
    /// Where it is declared.
    pub(super) place: Option<Place>,
}

/// A test.
pub(super) struct Case {
    /// The subtasks that it counts in, its own first; never empty.
    pub(super) subtasks: Vec<usize>,
    pub(super) maker: Maker,
    /// The validators that are asked about it, each with its arguments.
    pub(super) asked: Vec<(RelPath, Vec<String>)>,
    /// Contestants are shown it.
    pub(super) sample: bool,
    /// A file with its answer.
    pub(super) answer: Option<RelPath>,
    /// Where it is declared.
    pub(super) place: Option<Place>,
}

/// What makes the input of a test.
pub(super) enum Maker {
    /// A file of the folder.
    File(RelPath),
    /// A call of a generator; there may be none of that name.
    Call {
        /// The name to call it by.
        name: String,
        /// The source.
        generator: Option<RelPath>,
        /// The arguments.
        args: Vec<String>,
    },
}

impl Case {
    /// A test that nothing more is known of.
    pub(super) fn new(subtask: usize, maker: Maker, place: Option<Place>) -> Case {
        Case { subtasks: vec![subtask], maker, asked: Vec::new(), sample: false, answer: None, place }
    }
}

impl Plan {
    /// Adds a subtask under a name that no other one has; `None`, with a finding, if there are too many.
    pub(super) fn begin(
        &mut self,
        name: Option<&str>,
        points: f64,
        place: Place,
        findings: &mut Vec<Finding>,
    ) -> Option<usize> {
        if self.subtasks.len() == MAX_SUBTASKS {
            let message = format!("more than {MAX_SUBTASKS} subtasks are not read; what follows is left out");
            findings.push(Finding::at(Code::ManifestBroken, place, message));
            return None;
        }
        let number = self.subtasks.len();
        let mut usual = usual_name(number);
        while self.subtask(&usual).is_some() {
            usual.push('_');
        }
        self.subtasks.push(Subtask { name: usual, points, place: Some(place.clone()) });
        if let Some(name) = name {
            self.rename(number, name, &place, findings);
        }
        self.has_subtasks = true;
        Some(number)
    }

    /// Gives a subtask the name that is written for it, unless another one has it.
    pub(super) fn rename(&mut self, subtask: usize, name: &str, place: &Place, findings: &mut Vec<Finding>) {
        if self.subtasks.iter().any(|other| other.name == name) {
            let message = format!(
                "there is already a subtask `{name}`, so this one is called `{}`; choose another name",
                self.subtasks[subtask].name
            );
            findings.push(Finding::at(Code::ManifestStale, place.clone(), message));
        } else {
            name.clone_into(&mut self.subtasks[subtask].name);
        }
    }

    /// The subtask of a name.
    pub(super) fn subtask(&self, name: &str) -> Option<usize> {
        self.subtasks.iter().position(|subtask| subtask.name == name)
    }

    /// Adds a test; a finding, once, if there are too many.
    pub(super) fn add(&mut self, case: Case, findings: &mut Vec<Finding>) {
        if self.cases.len() < MAX_CASES {
            self.cases.push(case);
        } else if !self.is_cut {
            self.is_cut = true;
            let message = format!("more than {MAX_CASES} tests are not made; write fewer");
            findings.extend(case.place.map(|place| Finding::at(Code::ManifestBroken, place, message)));
        }
    }

    /// Lets tests count also in the subtasks that include their own; `direct` lists what each one includes.
    pub(super) fn include(&mut self, direct: &[Vec<usize>], findings: &mut Vec<Finding>) {
        let mut counts: Vec<Vec<usize>> = (0..self.subtasks.len()).map(|own| vec![own]).collect();
        for subtask in 0..self.subtasks.len() {
            reached(direct, subtask).into_iter().for_each(|one| counts[one].push(subtask));
        }
        let counts = self.cases.iter().map(|case| counts[case.subtasks[0]].clone()).collect();
        let _ = self.count(counts, findings);
    }

    /// Lets each test count in these subtasks, its own first; whether they are few enough for that.
    pub(super) fn count(&mut self, subtasks: Vec<Vec<usize>>, findings: &mut Vec<Finding>) -> bool {
        let are_few = subtasks.iter().map(Vec::len).sum::<usize>() <= MAX_COUNTED;
        if are_few {
            self.cases.iter_mut().zip(subtasks).for_each(|(case, subtasks)| case.subtasks = subtasks);
        } else {
            let message =
                "these are too many tests in too many subtasks, so that each counts in one alone; include fewer";
            let place = self.subtasks.first().and_then(|first| first.place.clone());
            findings.extend(place.map(|place| Finding::at(Code::ManifestBroken, place, message)));
        }
        are_few
    }

    /// Asks a validator about each test, once for each subtask that it counts in.
    pub(super) fn ask(&mut self, validator: Option<&RelPath>, args: impl Fn(usize) -> Vec<String>) {
        let Some(validator) = validator else { return };
        for case in &mut self.cases {
            case.asked = case.subtasks.iter().map(|&subtask| (validator.clone(), args(subtask))).collect();
        }
    }

    /// Says that the points of the subtasks are not those that importers want.
    pub(super) fn tell_total(&self, findings: &mut Vec<Finding>) {
        let sum: f64 = self.subtasks.iter().map(|subtask| subtask.points).sum();
        let Some(place) = self.subtasks.first().and_then(|first| first.place.clone()).filter(|_| self.has_subtasks)
        else {
            return;
        };
        if (sum - TOTAL).abs() > 1e-9 {
            let message =
                format!("the subtasks give {sum} points together, and CMS imports a task only if it is {TOTAL}");
            findings.push(Finding::at(Code::ManifestStale, place, message));
        }
    }
}

/// What a subtask without a name is called, by its index.
pub(super) fn usual_name(subtask: usize) -> String {
    format!("subtask{}", subtask + 1)
}

/// The arguments that a validator has where nothing else is written: the file, and the subtask, numbered from 1.
pub(super) fn usual_args(subtask: usize) -> Vec<String> {
    vec![VALIDATED_FILE.to_owned(), (subtask + 1).to_string()]
}

/// What a subtask includes, directly or not, but itself.
fn reached(direct: &[Vec<usize>], subtask: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut unseen: Vec<usize> = direct.get(subtask).cloned().unwrap_or_default();
    while let Some(one) = unseen.pop() {
        if one != subtask && found.insert(one) {
            unseen.extend(direct.get(one).into_iter().flatten());
        }
    }
    found
}

/// The lines of a text without the blanks around them, each with where it stands.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, Range)> {
    let places = Lines::new(text);
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let content = line.trim_end();
        let written = content.trim_start();
        let from = start + content.len() - written.len();
        start += line.len();
        (written, places.range(from..from + written.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_where_they_stand() {
        let found: Vec<_> = lines("a\r\n\n  b c \n\t").collect();
        let at = |line, from, to| Range::new(line, from, line, to);
        assert_eq!(found, [("a", at(0, 0, 1)), ("", at(1, 0, 0)), ("b c", at(2, 2, 5)), ("", at(3, 0, 0))]);
    }

    #[test]
    fn what_is_included_by_what_is_included() {
        let direct = [vec![1], vec![2], vec![0], vec![2, 3]];
        let found: Vec<Vec<usize>> = (0..4).map(|one| reached(&direct, one).into_iter().collect()).collect();
        assert_eq!(found, [vec![1, 2], vec![0, 2], vec![0, 1], vec![0, 1, 2]]);
    }
}
