//! What the runs say about one test, one solution, or the suite, in short words.
//!
//! Invariant: every sentence is right for a state in which nothing or only a part was run.

use problem::{
    classify::{self, Class, Metrics, Row},
    label::Pool,
    language::Language,
    model::{ByCommand, ByTest, CommandIdx, Problem, ProgramIdx, TestIdx},
    state::{Build, Cell, GeneratorRun, State},
    verdict::Verdict,
    words::{percent, quantity},
};

use crate::{View, words::bytes};

/// What is worth finding once for several tests.
pub(crate) struct Suite<'a> {
    problem: &'a Problem,
    state: &'a State,
    duplicates: ByTest<Option<TestIdx>>,
    wrong: Vec<ProgramIdx>,
}

impl<'a> Suite<'a> {
    pub(crate) fn new(view: &View<'a>) -> Suite<'a> {
        let (problem, state) = (view.context.problem, view.context.state);
        let wrong = problem.solutions().filter(|(_, program)| program.pool() == Some(Pool::Wrong));
        Suite { problem, state, duplicates: state.duplicates(), wrong: wrong.map(|(idx, _)| idx).collect() }
    }

    /// The wrong solutions that fail a test; `None` while none of them was run on it in a way that counts.
    pub(crate) fn killed_by(&self, test: TestIdx) -> Option<Vec<ProgramIdx>> {
        let verdict = |solution: ProgramIdx| self.state.cell(solution, test).map(|cell| cell.verdict);
        let counts = |solution: ProgramIdx| verdict(solution).is_some_and(Verdict::counts);
        let is_known = self.state.tests[test].is_valid() && self.wrong.iter().any(|&solution| counts(solution));
        let fails = |solution: &ProgramIdx| verdict(*solution).is_some_and(Verdict::is_failure);
        is_known.then(|| self.wrong.iter().copied().filter(fails).collect())
    }

    /// What a test is and does: `120 bytes, kills 3`.
    pub(crate) fn test(&self, test: TestIdx) -> String {
        if let Some(failed) = self.generation_failure(test) {
            return failed.to_owned();
        }
        let known = &self.state.tests[test];
        let mut said = match known.input {
            None => return "not run yet".to_owned(),
            Some(None) => return "no input".to_owned(),
            Some(Some(blob)) => bytes(blob.size),
        };
        if known.validations.iter().flatten().any(|said| said.broken) {
            return said + ", the validator broke on it";
        }
        if !known.is_valid() {
            return said + ", rejected by the validator";
        }
        if let Some(first) = self.duplicates[test] {
            said += &format!(", the same as test {}", self.problem.tests[first].id);
        }
        said + &kills(self.killed_by(test).map(|killed| killed.len()))
    }

    /// What several tests are and do together: `20 tests, 4.1 KB, kills 5`.
    pub(crate) fn tests(&self, tests: &[TestIdx]) -> String {
        let blobs: Vec<_> = tests.iter().filter_map(|&test| self.state.tests[test].input_blob()).collect();
        let failed = tests.iter().filter(|&&test| self.generation_failure(test).is_some()).count();
        if blobs.is_empty() && failed == 0 {
            return "not run yet".to_owned();
        }
        let mut said = match blobs.len() {
            n if n == tests.len() => quantity(n, "test"),
            n => format!("{n} of {}", quantity(tests.len(), "test")),
        };
        said += &format!(", {}", bytes(blobs.iter().map(|blob| blob.size).sum()));
        if failed > 0 {
            said += &format!(", {failed} failed");
        }
        let invalid = tests.iter().filter(|&&test| !self.state.tests[test].is_valid()).count();
        if invalid > failed {
            said += &format!(", {} not accepted by the validator", invalid - failed);
        }
        let mut killed: Vec<ProgramIdx> = tests.iter().filter_map(|&test| self.killed_by(test)).flatten().collect();
        killed.sort_unstable();
        killed.dedup();
        let is_known = tests.iter().any(|&test| self.killed_by(test).is_some());
        said + &kills(is_known.then_some(killed.len()))
    }

    /// What happened when the command of a test failed.
    fn generation_failure(&self, test: TestIdx) -> Option<&'static str> {
        match self.state.generations[self.problem.tests[test].input.command()?].as_ref()? {
            GeneratorRun::Ok { .. } => None,
            GeneratorRun::Failed { timed_out: true, .. } => Some("the generator did not finish in time"),
            GeneratorRun::Failed { timed_out: false, .. } => Some("the generator failed"),
        }
    }
}

fn kills(n: Option<usize>) -> String {
    match n {
        None => String::new(),
        Some(0) => ", kills nothing".to_owned(),
        Some(n) => format!(", kills {n}"),
    }
}

/// The command that makes a test.
fn command_of(problem: &Problem, test: TestIdx) -> Option<CommandIdx> {
    problem.tests[test].command()
}

/// The tests of each command, in judging order.
pub(crate) fn tests_by_command(problem: &Problem) -> ByCommand<Vec<TestIdx>> {
    let mut tests = ByCommand::from(vec![Vec::new(); problem.commands.len()]);
    for test in problem.tests.indices() {
        if let Some(command) = command_of(problem, test) {
            tests[command].push(test);
        }
    }
    tests
}

/// The tests that some commands make, in judging order.
pub(crate) fn tests_of(
    by_command: &ByCommand<Vec<TestIdx>>,
    commands: impl IntoIterator<Item = CommandIdx>,
) -> Vec<TestIdx> {
    let mut tests: Vec<TestIdx> = commands.into_iter().flat_map(|command| &by_command[command]).copied().collect();
    tests.sort_unstable();
    tests
}

/// Whether mutants can be made of a solution: it is one file in C++.
pub(crate) fn can_mutate(problem: &Problem, solution: ProgramIdx) -> bool {
    let described = &problem.programs[solution];
    described.language == Language::Cpp && described.sources.len() == 1
}

/// The row of a solution.
pub(crate) fn row(view: &View<'_>, solution: ProgramIdx) -> Row {
    classify::row(view.context.problem, view.context.state, view.context.request, solution)
}

/// The verdict of a solution as one clause: `AC on 40 tests`, `WA on test 12, expected accepted`.
pub(crate) fn solution(view: &View<'_>, solution: ProgramIdx) -> String {
    let row = row(view, solution);
    let n_judged = classify::counted(view.context.state, solution).count();
    if view.context.problem.programs[solution].label.as_ref().is_some_and(|label| !label.run) {
        return "not to be run".to_owned();
    }
    let said = match (build_failure(view, solution), row.first_failed) {
        (Some(failure), _) => return failure.to_owned(),
        (None, Some(test)) => match view.context.state.cell(solution, test) {
            Some(cell) => format!("{} on test {}", cell.verdict, view.context.problem.tests[test].id),
            None => return "not run yet".to_owned(),
        },
        (None, None) if n_judged > 0 => format!("AC on {}", quantity(n_judged, "test")),
        (None, None) => return without_verdict(view, solution),
    };
    let label = view.context.problem.programs[solution].label.as_ref();
    let words = label.map(|label| label.words.join(" or ")).unwrap_or_default();
    match (row.expectation_met, row.class) {
        (Some(false), _) | (_, Some(Class::FalsePositive | Class::FalseNegative)) => {
            format!("{said}, expected {words}")
        }
        (Some(true), Some(Class::TrueNegative)) => format!("{said}, as expected"),
        (Some(true) | None, _) => said,
    }
}

/// About a solution that has no verdict that counts.
fn without_verdict(view: &View<'_>, solution: ProgramIdx) -> String {
    let is_failed = |cell: &Option<Cell>| cell.as_ref().is_some_and(|cell| cell.verdict == Verdict::Fail);
    match view.context.state.cells[solution].position(is_failed) {
        Some(test) => format!("{} on test {}", Verdict::Fail, view.context.problem.tests[test].id),
        None => "not run yet".to_owned(),
    }
}

/// Why a program cannot be run, if that is settled.
pub(crate) fn build_failure(view: &View<'_>, program: ProgramIdx) -> Option<&'static str> {
    match view.context.state.builds[program] {
        Some(Build::Failed { .. }) => Some("does not build"),
        Some(Build::Skipped { .. }) => Some("cannot be built here"),
        Some(Build::Ok { .. }) | None => None,
    }
}

/// The shares over both pools: `TPR 100%, TNR 75%`.
pub(crate) fn metrics(view: &View<'_>) -> String {
    let rows: Vec<Row> = view.context.problem.solutions().map(|(idx, _)| row(view, idx)).collect();
    let Metrics { tpr, tnr, .. } = classify::metrics(view.context.problem, &rows);
    let share = |name: &str, share: Option<f64>| match share {
        Some(share) => format!("{name} {}", percent(share)),
        None => format!("{name} unknown"),
    };
    match rows.iter().any(|row| row.judged) {
        true => format!("{}, {}", share("TPR", tpr), share("TNR", tnr)),
        false => "TPR and TNR: not run yet".to_owned(),
    }
}
