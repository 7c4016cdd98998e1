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
/// More than the commands of all tests, and what validators are asked about them, are long together, bytes.
const MAX_BYTES: usize = 64 << 20;
/// Longer names are cut off, bytes.
pub(super) const MAX_NAME: usize = 200;
/// More than the arguments of a call are long together, bytes: no system takes as many.
pub(super) const MAX_ARGS: usize = 1 << 20;
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
    /// How long all commands and calls are together so far, bytes.
    n_bytes: usize,
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
    /// What validators are asked about it.
    pub(super) asked: Vec<Asked>,
    /// Contestants are shown it.
    pub(super) sample: bool,
    /// A file with its answer.
    pub(super) answer: Option<RelPath>,
    /// Where it is declared.
    pub(super) place: Option<Place>,
}

/// A call of a validator.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) validator: RelPath,
    pub(super) args: Vec<String>,
    /// The subtask for which it is asked.
    pub(super) subtask: usize,
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

impl Asked {
    fn n_bytes(&self) -> usize {
        n_bytes(&self.args)
    }
}

impl Case {
    fn n_bytes(&self) -> usize {
        let made = match &self.maker {
            Maker::File(path) => path.as_str().len(),
            Maker::Call { name, args, .. } => name.len() + n_bytes(args),
        };
        made + self.asked.iter().map(Asked::n_bytes).sum::<usize>()
    }

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

    /// Gives a subtask the name that is written for it, unless another one has it or it is too long.
    pub(super) fn rename(&mut self, subtask: usize, name: &str, place: &Place, findings: &mut Vec<Finding>) {
        if name.len() > MAX_NAME {
            let message = format!(
                "the name of this subtask is longer than {MAX_NAME} bytes, so it is called `{}`; choose a shorter one",
                self.subtasks[subtask].name
            );
            findings.push(Finding::at(Code::ManifestStale, place.clone(), message));
        } else if self.subtask(name).is_some_and(|other| other != subtask) {
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

    /// Adds a test; a finding, once, if there are too many, or if they are too long.
    pub(super) fn add(&mut self, case: Case, findings: &mut Vec<Finding>) {
        if self.cases.len() == MAX_CASES {
            let message = format!("more than {MAX_CASES} tests are not made; write fewer");
            self.cut(case.place.as_ref(), message, findings);
        } else if self.spend(case.n_bytes(), case.place.as_ref(), findings) {
            self.cases.push(case);
        }
    }

    /// Takes so many bytes of those that all calls together may have; `false`, with a finding, once, if they are too many.
    pub(super) fn spend(&mut self, n_bytes: usize, place: Option<&Place>, findings: &mut Vec<Finding>) -> bool {
        self.n_bytes = self.n_bytes.saturating_add(n_bytes);
        if self.n_bytes > MAX_BYTES {
            let message = format!(
                "the arguments of all tests are longer than {} MB together, so what follows is left out; write shorter ones",
                MAX_BYTES >> 20
            );
            self.cut(place, message, findings);
        }
        !self.is_cut
    }

    fn cut(&mut self, place: Option<&Place>, message: String, findings: &mut Vec<Finding>) {
        if !std::mem::replace(&mut self.is_cut, true) {
            findings.extend(place.map(|place| Finding::at(Code::ManifestBroken, place.clone(), message)));
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
        let are_few = are_few(subtasks.iter().map(Vec::len).sum());
        if are_few {
            self.cases.iter_mut().zip(subtasks).for_each(|(case, subtasks)| case.subtasks = subtasks);
        } else {
            let place = self.subtasks.first().and_then(|first| first.place.clone());
            self.tell_many(place, findings);
        }
        are_few
    }

    /// Says that tests do not count in as many subtasks as is written.
    pub(super) fn tell_many(&self, place: Option<Place>, findings: &mut Vec<Finding>) {
        let message = "these are too many tests in too many subtasks, so that each counts in one alone; include fewer";
        findings.extend(place.map(|place| Finding::at(Code::ManifestBroken, place, message)));
    }

    /// Asks about each test, once for each subtask that it counts in, what is asked in that one, if something is.
    pub(super) fn ask(&mut self, asked: &[Option<Asked>], findings: &mut Vec<Finding>) {
        for case in 0..self.cases.len() {
            let of_case = self.cases[case].subtasks.iter().filter_map(|&subtask| asked[subtask].as_ref());
            let (place, n_bytes) = (self.cases[case].place.clone(), of_case.clone().map(Asked::n_bytes).sum());
            let of_case: Vec<&Asked> = of_case.collect();
            if !self.spend(n_bytes, place.as_ref(), findings) {
                return;
            }
            self.cases[case].asked = of_case.into_iter().cloned().collect();
        }
    }

    /// Asks a validator about each test as task-maker does where nothing else is written.
    pub(super) fn ask_usual(&mut self, validator: Option<&RelPath>, findings: &mut Vec<Finding>) {
        let asked = |subtask| {
            validator.map(|validator| Asked { validator: validator.clone(), args: usual_args(subtask), subtask })
        };
        self.ask(&(0..self.subtasks.len()).map(asked).collect::<Vec<_>>(), findings);
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

/// Whether tests count in so many subtasks all together.
pub(super) fn are_few(n_counted: usize) -> bool {
    n_counted <= MAX_COUNTED
}

/// How long arguments are, bytes.
fn n_bytes(args: &[String]) -> usize {
    args.iter().map(|word| word.len() + 1).sum()
}

/// A name, or the beginning of one that is too long.
pub(super) fn cut_off(name: &str) -> String {
    if name.len() <= MAX_NAME {
        return name.to_owned();
    }
    let end = (0..=MAX_NAME).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
    format!("{}…", &name[..end])
}

/// What a subtask without a name is called, by its index.
pub(super) fn usual_name(subtask: usize) -> String {
    format!("subtask{}", subtask + 1)
}

/// The arguments that a validator has where nothing else is written: the file, and the subtask, numbered from 1.
fn usual_args(subtask: usize) -> Vec<String> {
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
