//! What is known of a problem, after its folder has changed.
//!
//! Programs are recognised by their paths, commands by their texts, tests by their ids and where they come from. What is
//! carried over was true of the folder as it was: it is shown until newer results replace it.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::IndexMut;

use crate::{
    model::{CommandIdx, InputSource, Problem, ProgramIdx, Test, TestIdx},
    state::{State, TestState},
};

/// The state of `before`, laid out for `after`. What `after` has anew is unknown.
pub fn carry(state: &State, before: &Problem, after: &Problem) -> State {
    let programs = Match::<ProgramIdx>::of(
        before.programs.iter().map(|one| &one.path),
        after.programs.iter().map(|one| &one.path),
    );
    let commands = Match::<CommandIdx>::of(
        before.commands.iter().map(|one| &one.text),
        after.commands.iter().map(|one| &one.text),
    );
    let tests = Match::<TestIdx>::of(
        before.tests.iter().map(|one| key(before, one)),
        after.tests.iter().map(|one| key(after, one)),
    );
    let path = |problem: &Problem, program: ProgramIdx| problem.programs[program].path.clone();
    let validators = Match::<usize>::of(
        before.validators.iter().map(|one| path(before, one.program)),
        after.validators.iter().map(|one| path(after, one.program)),
    );
    let validator_tests = Match::<usize>::of(
        before.validator_tests.iter().map(|one| (&one.input, one.valid)),
        after.validator_tests.iter().map(|one| (&one.input, one.valid)),
    );
    let checker_tests = Match::<usize>::of(
        before.checker_tests.iter().map(|one| (&one.output, &one.answer)),
        after.checker_tests.iter().map(|one| (&one.output, &one.answer)),
    );
    let mut carried = State::new(after);
    programs.fill(&mut *carried.builds, &state.builds);
    commands.fill(&mut *carried.generations, &state.generations);
    commands.fill(&mut *carried.reproduced, &state.reproduced);
    validator_tests.fill(&mut carried.validator_tests, &state.validator_tests);
    checker_tests.fill(&mut carried.checker_tests, &state.checker_tests);
    tests.each(|new, old| {
        let from = &state.tests[old];
        let mut validations = vec![None; after.validators.len()];
        validators.fill(&mut validations, &from.validations);
        carried.tests[new] = TestState { validations, ..from.clone() };
    });
    programs.each(|new, old| {
        if carried.cells[new].is_empty() || state.cells[old].is_empty() {
            return;
        }
        tests.each(|new_test, old_test| carried.cells[new][new_test] = state.cells[old][old_test].clone());
    });
    if before.scoring == after.scoring {
        programs.fill(&mut *carried.grades, &state.grades);
    }
    carried.time_limit_ms = carried.time_limit_ms.or(state.time_limit_ms);
    carried.findings.clone_from(&state.findings);
    carried
}

/// What a test is recognised by.
fn key<'a>(problem: &'a Problem, test: &'a Test) -> (&'a str, &'a str, &'a str) {
    let (source, file) = match &test.input {
        InputSource::File(path) => (path.as_str(), ""),
        InputSource::Inline(text) => (&**text, ""),
        InputSource::Stdout(command) => (problem.commands[*command].text.as_str(), ""),
        InputSource::Written { command, file } => (problem.commands[*command].text.as_str(), file.as_str()),
    };
    (&test.id, source, file)
}

/// For each new index the old one of the same thing.
struct Match<I>(Vec<Option<I>>);

impl<I: Copy + From<usize>> Match<I> {
    /// The first of equal things counts, so that each old one is used for every new one that equals it.
    fn of<T: Eq + Hash>(before: impl Iterator<Item = T>, after: impl Iterator<Item = T>) -> Match<I> {
        let mut known = HashMap::new();
        for (idx, one) in before.enumerate() {
            known.entry(one).or_insert(idx.into());
        }
        Match(after.map(|one| known.get(&one).copied()).collect())
    }

    fn each(&self, mut with: impl FnMut(I, I)) {
        for (new, old) in self.0.iter().enumerate() {
            if let Some(old) = old {
                with(new.into(), *old);
            }
        }
    }

    fn fill<V: IndexMut<I, Output: Clone> + ?Sized>(&self, to: &mut V, from: &V) {
        self.each(|new, old| to[new] = from[old].clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        executor::Blob,
        folder::MemoryFolder,
        formats,
        path::RelPath,
        state::{Build, GeneratorRun, StateEvent},
    };

    fn problem(files: &[(&str, &str)]) -> Problem {
        let mut folder = MemoryFolder::new("p");
        for (path, text) in files {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        formats::open(&folder).0
    }

    #[test]
    fn what_stays_is_known_at_its_new_place() {
        let files =
            |script: &'static str| [("gen.cpp", "int main() {}"), ("sol.cpp", "int main() {}"), ("script.txt", script)];
        let before = problem(&files("gen 1\ngen 2\n"));
        let after = problem(&[files("gen 3\ngen 2\n").as_slice(), &[("brute.cpp", "int main() {}")]].concat());
        let mut state = State::new(&before);
        let generated = |digit: &[u8]| GeneratorRun::Ok { stdout: Blob::of(digit), files: vec![] };
        state.apply(StateEvent::Generated { command: 1.into(), outcome: generated(b"2") });
        state.apply(StateEvent::Input { test: 1.into(), input: Some(Blob::of(b"2")) });
        let build = Build::Skipped { reason: "no compiler".to_owned() };
        let of = |problem: &Problem, path: &str| problem.program_at(&RelPath::parse(path).unwrap()).unwrap();
        state.apply(StateEvent::Built { program: of(&before, "sol.cpp"), build: build.clone() });

        let carried = carry(&state, &before, &after);
        assert_eq!(carried.generations, [None, Some(generated(b"2"))]);
        assert_eq!(carried.tests[TestIdx::from(0)].input, None);
        assert_eq!(carried.tests[TestIdx::from(1)].input, Some(Some(Blob::of(b"2"))));
        assert_eq!(carried.builds[of(&after, "sol.cpp")], Some(build));
        assert_eq!(carried.builds[of(&after, "brute.cpp")], None);
    }

    #[test]
    fn an_unchanged_problem_keeps_everything() {
        let same = problem(&[("gen.cpp", "int main() {}"), ("sol.cpp", "int main() {}"), ("script.txt", "gen 1\n")]);
        let mut state = State::new(&same);
        state.apply(StateEvent::Input { test: 0.into(), input: Some(Blob::of(b"2")) });
        assert_eq!(carry(&state, &same, &same), state);
    }
}
