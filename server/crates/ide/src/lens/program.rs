//! Lenses of programs, above the call that gives them their role or above `main`.

use checkers::OutcomeKind;
use problem::{
    model::{CheckerKind, ProgramIdx, Role, TestIdx},
    request::escaped,
    state::{Cell, CheckerResult, Validation},
    text::{LineIndex, Range},
    verdict::Verdict,
    words::quantity,
};
use serde_json::json;

use super::{Lens, run, with_matrix, with_test};
use crate::{
    Text, View,
    command::{Command, CommandName},
    known::{self, Suite, build_failure, can_mutate, metrics, tests_by_command, tests_of},
};

/// More tests than this are not named one by one: everything is run.
const MAX_NAMED: usize = 1000;

pub(super) fn lenses(view: &View<'_>, text: &Text<'_>) -> Vec<Lens> {
    let Some(program) = view.program_at(text.path) else { return Vec::new() };
    let Some(range) = entry(view, text, program) else { return Vec::new() };
    let role = view.context.problem.programs[program].role;
    let arguments = match role {
        Role::Generator => of_generator(view, program),
        Role::Solution => json!({ "solutions": [escaped(&view.path_of(program))] }),
        Role::Validator | Role::Checker | Role::Interactor | Role::Grader => json!({}),
    };
    let mut lenses = vec![run(view, range, arguments)];
    lenses.push(match (build_failure(view, program), role) {
        (Some(failure), _) => with_matrix(range, format!("{}: {failure}", role.name())),
        (None, Role::Generator) => with_matrix(range, generator(view, program)),
        (None, Role::Validator) => validator(view, range, program),
        (None, Role::Checker) => checker(view, range, program),
        (None, Role::Interactor) => interactor(view, range),
        (None, Role::Grader) => with_matrix(range, grader(view)),
        (None, Role::Solution) => solution(view, range, program),
    });
    if role == Role::Checker {
        lenses.push(with_matrix(range, metrics(view)));
    }
    if view.is_trusted && view.context.problem.main == Some(program) && can_mutate(view.context.problem, program) {
        lenses.push(mutants(view, range, program));
    }
    lenses
}

/// Has mutants of a solution judged; says what came of it, if it is known.
fn mutants(view: &View<'_>, range: Range, program: ProgramIdx) -> Lens {
    let path = &view.context.problem.programs[program].path;
    let known = view.mutants.filter(|(solution, _)| *solution == path);
    let title = known.map_or("try mutants".to_owned(), |(_, words)| words.to_owned());
    let arguments = json!({ "solution": path });
    Lens { range, title, command: Some(Command { name: CommandName::Mutate, arguments }) }
}

/// Where a program begins: its register call, else `main`, else the top of its first source.
fn entry(view: &View<'_>, text: &Text<'_>, program: ProgramIdx) -> Option<Range> {
    let facts = text.facts().unwrap_or_default();
    let described = &view.context.problem.programs[program];
    let register = facts.register().filter(|_| described.role != Role::Solution).map(|call| call.range);
    if let Some(range) = register.or(facts.main) {
        return Some(range);
    }
    let others = described.sources.iter().filter(|source| *source != text.path);
    let is_elsewhere = others.filter_map(|source| view.context.folder.facts(source)).any(|facts| facts.main.is_some());
    let is_first = described.sources.first() == Some(text.path);
    (is_first && !is_elsewhere).then(|| LineIndex::new(text.text).line_range(0))
}

fn of_generator(view: &View<'_>, generator: ProgramIdx) -> serde_json::Value {
    let tests = tests_made(view, generator);
    let ids: Vec<String> = tests.iter().map(|&test| escaped(&view.context.problem.tests[test].id)).collect();
    if ids.is_empty() || ids.len() > MAX_NAMED { json!({}) } else { json!({ "tests": ids }) }
}

/// The tests that some command makes with a generator.
fn tests_made(view: &View<'_>, generator: ProgramIdx) -> Vec<TestIdx> {
    let commands = view.context.problem.commands.iter_enumerated();
    let calling = commands.filter(|(_, command)| command.pipeline.iter().any(|call| call.program == Some(generator)));
    tests_of(&tests_by_command(view.context.problem), calling.map(|(idx, _)| idx))
}

/// `12 tests, 3 kill something`.
fn generator(view: &View<'_>, generator: ProgramIdx) -> String {
    let suite = Suite::new(view);
    let tests = tests_made(view, generator);
    let known = tests.iter().filter(|&&test| view.context.state.tests[test].input.is_some()).count();
    if tests.is_empty() {
        return "generator: no test is made with it".to_owned();
    }
    if known == 0 {
        return format!("{}: not run yet", quantity(tests.len(), "test"));
    }
    let missing = tests.iter().filter(|&&test| view.context.state.tests[test].input == Some(None)).count();
    let invalid = tests.iter().filter(|&&test| !view.context.state.tests[test].is_valid()).count() - missing;
    let killed: Vec<usize> =
        tests.iter().filter_map(|&test| suite.killed_by(test)).map(|killed| killed.len()).collect();
    let mut title = quantity(tests.len(), "test");
    for (n, what) in [(missing, "failed"), (invalid, "not accepted by the validator")] {
        if n > 0 {
            title += &format!(", {n} {what}");
        }
    }
    if !killed.is_empty() {
        let n = killed.iter().filter(|&&n| n > 0).count();
        title += &format!(", {n} {} something", if n == 1 { "kills" } else { "kill" });
    }
    title
}

/// `validator: 40 tests accepted`, `validator: rejects test 3`.
fn validator(view: &View<'_>, range: Range, program: ProgramIdx) -> Lens {
    let indices = || {
        (0..view.context.problem.validators.len())
            .filter(|&one| view.context.problem.validators[one].program == program)
    };
    let said: Vec<(TestIdx, &Validation)> = view
        .context
        .state
        .tests
        .iter_enumerated()
        .flat_map(|(test, known)| indices().filter_map(move |one| Some((test, known.validations.get(one)?.as_ref()?))))
        .collect();
    let rejected: Vec<TestIdx> = said.iter().filter(|(_, one)| !one.ok).map(|(test, _)| *test).collect();
    let broken = said.iter().find(|(_, one)| one.broken).map(|(test, _)| *test);
    let id = |test: TestIdx| view.context.problem.tests[test].id.as_str();
    match (broken, &rejected[..]) {
        (Some(test), _) => with_test(range, format!("validator: broke on test {}", id(test)), None, id(test)),
        (None, []) if said.is_empty() => with_matrix(range, "validator: not run yet".to_owned()),
        (None, []) => with_matrix(range, format!("validator: {} accepted", quantity(said.len(), "test"))),
        (None, [test]) => with_test(range, format!("validator: rejects test {}", id(*test)), None, id(*test)),
        (None, [first, ..]) => {
            let of = format!("{} of {}", rejected.len(), quantity(said.len(), "test"));
            with_test(range, format!("validator: rejects {of}, first test {}", id(*first)), None, id(*first))
        }
    }
}

/// `checker: 40 answers accepted`, `checker: fails on test 3`.
fn checker(view: &View<'_>, range: Range, program: ProgramIdx) -> Lens {
    let decides = match view.context.problem.checker.kind {
        CheckerKind::Program { program: used, .. } => used == program,
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => false,
    };
    if !decides {
        return with_matrix(range, "checker: another one decides".to_owned());
    }
    let answers = view.context.state.tests.iter_enumerated();
    let checks: Vec<(TestIdx, &CheckerResult)> =
        answers.filter_map(|(test, known)| Some((test, known.answer_check.as_ref()?))).collect();
    let is_fine = |check: &CheckerResult| matches!(check.kind, OutcomeKind::Ok | OutcomeKind::Points);
    let rejected = checks.iter().find(|(_, check)| !is_fine(check));
    let failed = failures(view, |cell| !cell.interactor_failed);
    let id = |test: TestIdx| view.context.problem.tests[test].id.as_str();
    match (rejected, failed) {
        (Some((test, check)), _) => {
            let what = if check.crashed { "breaks on" } else { "rejects" };
            with_test(range, format!("checker: {what} the answer of test {}", id(*test)), None, id(*test))
        }
        (None, Some((solution, test))) => {
            let path = view.path_of(solution);
            with_test(range, format!("checker: fails on test {} for {path}", id(test)), Some(&path), id(test))
        }
        (None, None) if checks.is_empty() => with_matrix(range, "checker: not run yet".to_owned()),
        (None, None) => with_matrix(range, format!("checker: {} accepted", quantity(checks.len(), "answer"))),
    }
}

/// The first cell that is FAIL in a way.
fn failures(view: &View<'_>, is_wanted: impl Fn(&Cell) -> bool) -> Option<(ProgramIdx, TestIdx)> {
    let cells = view.context.state.cells.iter_enumerated().flat_map(|(solution, row)| {
        row.iter_enumerated().filter_map(move |(test, cell)| Some((solution, test, cell.as_ref()?)))
    });
    let mut failed = cells.filter(|(_, _, cell)| cell.verdict == Verdict::Fail && is_wanted(cell));
    failed.next().map(|(solution, test, _)| (solution, test))
}

/// `grader: asked about 5 solutions`.
fn grader(view: &View<'_>) -> String {
    let asked = view.context.state.grades.iter().flatten();
    match asked.clone().find_map(|grades| grades.failure.as_ref()) {
        Some(failure) => format!("grader: fails ({failure})"),
        None => format!("grader: asked about {}", quantity(asked.count(), "solution")),
    }
}

/// `interactor: 120 runs without a failure`.
fn interactor(view: &View<'_>, range: Range) -> Lens {
    let n_runs = view.context.state.cells.iter().flatten().flatten().count();
    match failures(view, |cell| cell.interactor_failed) {
        Some((solution, test)) => {
            let (path, id) = (view.path_of(solution), view.context.problem.tests[test].id.as_str());
            with_test(range, format!("interactor: fails on test {id} for {path}"), Some(&path), id)
        }
        None if n_runs == 0 => with_matrix(range, "interactor: not run yet".to_owned()),
        None => with_matrix(range, format!("interactor: {} without a failure", quantity(n_runs, "run"))),
    }
}

fn solution(view: &View<'_>, range: Range, solution: ProgramIdx) -> Lens {
    let title = known::solution(view, solution);
    match known::row(view, solution).first_failed {
        Some(test) => with_test(range, title, Some(&view.path_of(solution)), &view.context.problem.tests[test].id),
        None => with_matrix(range, title),
    }
}
