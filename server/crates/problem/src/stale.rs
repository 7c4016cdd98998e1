//! Which results may be others, after the folder has changed.
//!
//! An estimate beforehand of what may be judged otherwise, so that a person sees doubt where there is some. It misses effects
//! by way of a time limit that is found, of points that are compared with the main solution's, and of included files with
//! other extensions: no work may be skipped because of it.

use std::collections::{HashMap, HashSet};

use crate::{
    folder::Folder,
    language::Language,
    model::{
        AnswerMaker, ByProgram, ByTest, CheckerKind, CommandIdx, GenCommand, InputFrame, InputSource, Problem,
        ProgramIdx, Test, TestIdx,
    },
    path::RelPath,
};

/// Extensions of files that sources include.
const INCLUDED: [&str; 9] = ["h", "hh", "hpp", "hxx", "h++", "inc", "ipp", "tcc", "tpp"];

/// The files whose contents cells depend on directly: sources with what they may include, inputs and answers.
pub fn files(folder: &dyn Folder, problem: &Problem) -> Vec<RelPath> {
    let sources = folder.files().iter().map(|entry| &entry.path).filter(|path| may_be_source(path));
    let programs = problem.programs.iter();
    let sources_of_programs = programs.flat_map(|program| program.sources.iter().chain(&program.beside));
    let inputs = problem.tests.iter().filter_map(|test| match &test.input {
        InputSource::File(path) => Some(path),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
    });
    let answers = problem.tests.iter().filter_map(|test| test.answer.as_ref());
    let given = problem.tests.iter().flat_map(|test| test.given_files.values());
    let frames = problem.tests.iter().filter_map(|test| test.frame.as_deref()).flat_map(InputFrame::files);
    sources.chain(sources_of_programs).chain(inputs).chain(answers).chain(given).chain(frames).cloned().collect()
}

fn may_be_source(path: &RelPath) -> bool {
    INCLUDED.contains(&path.extension().as_str()) || Language::from_path(path).is_some()
}

/// What may be another than it was, of a problem as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleCells {
    /// Every cell: what all solutions are judged with has changed.
    pub everything: bool,
    programs: ByProgram<bool>,
    tests: ByTest<bool>,
}

impl StaleCells {
    /// Everything of a problem.
    pub fn everything(problem: &Problem) -> StaleCells {
        StaleCells {
            everything: true,
            programs: vec![true; problem.programs.len()].into(),
            tests: vec![true; problem.tests.len()].into(),
        }
    }

    /// Compares a problem with what it was, given the files that have other contents now, came or went.
    pub fn of(before: &Problem, after: &Problem, changed: &HashSet<RelPath>) -> StaleCells {
        let tests = before.tests.iter().map(|test| (test.id.as_str(), test)).collect();
        let change = Change { before, after, changed, tests };
        StaleCells {
            everything: change.affects_everything(),
            programs: after.programs.indices().map(|program| change.affects_program(program)).collect(),
            tests: after.tests.iter().map(|test| change.affects_test(test)).collect(),
        }
    }

    /// Whether the result of a solution on a test may be another.
    pub fn has(&self, solution: ProgramIdx, test: TestIdx) -> bool {
        self.everything || self.programs[solution] || self.tests[test]
    }
}

struct Change<'a> {
    before: &'a Problem,
    after: &'a Problem,
    changed: &'a HashSet<RelPath>,
    /// Those from before, by id.
    tests: HashMap<&'a str, &'a Test>,
}

impl Change<'_> {
    fn affects_everything(&self) -> bool {
        let (before, after) = (self.before, self.after);
        let of_all = |problem: &Problem| {
            (
                problem.limits.clone(),
                problem.io.clone(),
                problem.line_ends,
                problem.include_dirs.clone(),
                problem.defines.clone(),
                problem.constants.clone(),
                problem.passes,
            )
        };
        of_all(before) != of_all(after) || self.affects_header() || self.affects_judge() || self.affects_answers()
    }

    /// A source that is no program may be part of every program.
    fn affects_header(&self) -> bool {
        let is_program =
            |problem: &Problem, path: &RelPath| problem.programs.iter().any(|one| one.sources.contains(path));
        let is_free = |path: &&RelPath| !is_program(self.before, path) && !is_program(self.after, path);
        self.changed.iter().filter(is_free).any(may_be_source)
    }

    fn affects_judge(&self) -> bool {
        let program_of = |problem: &Problem| {
            let checker = match problem.checker.kind {
                CheckerKind::Program { program, .. } => Some(program),
                CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => None,
            };
            [checker, problem.interactor.map(|interactor| interactor.program)]
        };
        let paths =
            |problem: &Problem| program_of(problem).map(|one| one.map(|one| problem.programs[one].path.clone()));
        let is_same_kind = match (&self.before.checker.kind, &self.after.checker.kind) {
            // Which program it is, is compared by its path.
            (CheckerKind::Program { protocol, .. }, CheckerKind::Program { protocol: now, .. }) => protocol == now,
            (before, after) => before == after,
        };
        let others = |problem: &Problem| {
            let all = problem.further_checkers.iter().chain(&problem.answer_validators);
            all.map(|one| problem.programs[one.program].path.clone()).collect::<Vec<_>>()
        };
        let now = self.after.further_checkers.iter().chain(&self.after.answer_validators);
        let others_differ =
            others(self.before) != others(self.after) || now.into_iter().any(|one| self.affects_program(one.program));
        !is_same_kind
            || others_differ
            || paths(self.before) != paths(self.after)
            || program_of(self.after).into_iter().flatten().any(|program| self.affects_program(program))
    }

    /// The main solution makes the answers that are not files, unless rules name others.
    fn affects_answers(&self) -> bool {
        let path = |problem: &Problem| problem.main.map(|main| problem.programs[main].path.clone());
        let is_of_main = |test: &Test| test.rule.as_ref().is_none_or(|rule| rule.answers_by == AnswerMaker::Main);
        let is_needed = |test: &Test| test.answer.is_none() && !has_fixed_rule_answer(test) && is_of_main(test);
        let is_needed = self.after.tests.iter().any(is_needed);
        let is_other =
            path(self.before) != path(self.after) || self.after.main.is_some_and(|main| self.affects_program(main));
        is_needed && is_other
    }

    fn affects_program(&self, program: ProgramIdx) -> bool {
        let now = &self.after.programs[program];
        let then = self.before.programs.iter().find(|one| one.path == now.path);
        let is_built_alike = then.is_some_and(|then| {
            (&then.sources, &then.language, then.standard) == (&now.sources, &now.language, now.standard)
        });
        !is_built_alike || now.sources.iter().chain(&now.beside).any(|file| self.changed.contains(file))
    }

    fn affects_test(&self, test: &Test) -> bool {
        let Some(then) = self.tests.get(test.id.as_str()) else { return true };
        let declared = |test: &Test| {
            (test.answer.clone(), test.checker_args.clone(), test.solution_args.clone(), test.given_files.clone())
        };
        let is_declared_alike = declared(then) == declared(test)
            && self.has_same_rule_answer(then, test)
            && self.has_same_answer_maker(then, test)
            && !test.given_files.values().any(|file| self.changed.contains(file))
            && then.frame == test.frame
            && !test.frame.iter().flat_map(|frame| frame.files()).any(|file| self.changed.contains(file));
        let is_of_answer = test.answer.as_ref().is_some_and(|answer| self.changed.contains(answer));
        let is_of_input = match (&then.input, &test.input) {
            (InputSource::File(then), InputSource::File(now)) => then != now || self.changed.contains(now),
            (InputSource::Stdout(then), InputSource::Stdout(now)) => self.affects_command(*then, *now),
            (
                InputSource::Written { command: then, file: file_then },
                InputSource::Written { command: now, file: file_now },
            ) => file_then != file_now || self.affects_command(*then, *now),
            (InputSource::Inline(then), InputSource::Inline(now)) => then != now,
            (
                InputSource::File(_) | InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_),
                _,
            ) => true,
        };
        !is_declared_alike || is_of_answer || is_of_input
    }

    /// Who makes the answer, where that is not the main solution, is the same program and has not changed.
    fn has_same_answer_maker(&self, then: &Test, now: &Test) -> bool {
        let maker = |test: &Test| test.rule.as_ref().map(|rule| rule.answers_by.clone()).unwrap_or_default();
        let is_same_program = match maker(now) {
            AnswerMaker::Main | AnswerMaker::Nobody => true,
            AnswerMaker::Solution(path) => {
                let program = self.after.programs.position(|program| program.path == path);
                program.is_none_or(|program| !self.affects_program(program))
            }
        };
        let is_needed = now.answer.is_none() && !has_fixed_rule_answer(now);
        !is_needed || maker(then) == maker(now) && is_same_program
    }

    /// What a command writes for an answer changes with the input that it makes.
    fn has_same_rule_answer(&self, then: &Test, now: &Test) -> bool {
        match (then.rule_answer(), now.rule_answer()) {
            (Some(InputSource::Written { .. }), Some(InputSource::Written { .. })) => true,
            (Some(InputSource::File(then)), Some(InputSource::File(now))) => then == now && !self.changed.contains(now),
            (then, now) => then == now,
        }
    }

    fn affects_command(&self, then: CommandIdx, now: CommandIdx) -> bool {
        let (then, now): (&GenCommand, &GenCommand) = (&self.before.commands[then], &self.after.commands[now]);
        let programs = now.pipeline.iter().filter_map(|call| call.program);
        then.text != now.text
            || then.rule != now.rule
            || programs.into_iter().any(|program| self.affects_program(program))
    }
}

/// Whether a rule gives the answer whatever its generator does.
fn has_fixed_rule_answer(test: &Test) -> bool {
    matches!(test.rule_answer(), Some(InputSource::File(_) | InputSource::Inline(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{folder::MemoryFolder, formats};

    const FILES: [(&str, &str); 8] = [
        ("checker.cpp", "int main() {}"),
        ("gen.cpp", "int main() {}"),
        ("script.txt", "gen 1\ngen 2\n"),
        ("solutions/sol.cpp", "int main() {}"),
        ("solutions/sol_wa.cpp", "int main() {}"),
        ("solutions/common.h", "// nothing"),
        ("tests/07.in", "7\n"),
        ("tests/07.ans", "7\n"),
    ];

    fn problem(files: &[(&str, &str)]) -> Problem {
        let mut folder = MemoryFolder::new("p");
        for (path, text) in files {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        formats::open(&folder).0
    }

    /// The cells that may be others after files got other texts, `solution test` by `solution test`.
    fn stale(changes: &[(&'static str, &'static str)]) -> String {
        let before = problem(&FILES);
        let mut files = FILES.to_vec();
        for (path, text) in changes {
            match files.iter_mut().find(|(known, _)| known == path) {
                Some(file) => file.1 = text,
                None => files.push((path, text)),
            }
        }
        let after = problem(&files);
        let changed = changes.iter().map(|(path, _)| RelPath::parse(path).unwrap()).collect();
        let stale = StaleCells::of(&before, &after, &changed);
        if stale.everything {
            return "everything".to_owned();
        }
        let cells = after.solutions().flat_map(|(solution, program)| {
            let stale = &stale;
            let tests = after.tests.iter_enumerated().filter(move |(test, _)| stale.has(solution, *test));
            tests.map(|(_, test)| format!("{} {}", program.name(), test.id))
        });
        cells.collect::<Vec<String>>().join(", ")
    }

    #[test]
    fn nothing_is_in_doubt_where_nothing_has_changed() {
        assert_eq!(stale(&[]), "");
        assert_eq!(stale(&[("statement.md", "other words")]), "");
    }

    #[test]
    fn a_solution_is_in_doubt_on_every_test() {
        assert_eq!(stale(&[("solutions/sol_wa.cpp", "int main() { return 0; }")]), "sol_wa 1, sol_wa 2, sol_wa 07");
        assert_eq!(stale(&[("solutions/sol_tle.cpp", "int main() {}")]), "sol_tle 1, sol_tle 2, sol_tle 07");
    }

    #[test]
    fn a_test_is_in_doubt_for_every_solution() {
        assert_eq!(stale(&[("tests/07.in", "8\n")]), "sol 07, sol_wa 07");
        assert_eq!(stale(&[("tests/07.ans", "8\n")]), "sol 07, sol_wa 07");
        assert_eq!(stale(&[("gen.cpp", "int main() { return 0; }")]), "sol 1, sol 2, sol_wa 1, sol_wa 2");
        assert_eq!(stale(&[("script.txt", "gen 1\ngen 3\n")]), "sol 2, sol_wa 2");
    }

    #[test]
    fn what_all_are_judged_with_puts_everything_in_doubt() {
        for path in ["checker.cpp", "solutions/common.h", "solutions/sol.cpp"] {
            assert_eq!(stale(&[(path, "int main() { return 0; }")]), "everything", "{path}");
        }
        assert_eq!(stale(&[("touchstone.toml", "[limits]\ntime_ms = 500\n")]), "everything");
    }
}
