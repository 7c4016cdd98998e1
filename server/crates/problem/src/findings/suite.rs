//! What the folder as a whole lacks.

use super::{FindingContext, judging::does_not_build};
use crate::{
    finding::{Code, Finding},
    label::Pool,
    language::Language,
    model::{Format, ProgramIdx, Role},
    modules,
    path::RelPath,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let problem = context.problem;
    if problem.validators.is_empty() && !problem.tests.is_empty() {
        let message = "there is no validator: nothing proves that the tests follow the statement";
        findings.push(Finding::of_folder(Code::ValidatorMissing, message));
    }
    if problem.tests.is_empty() {
        let message =
            "there are no tests: nothing is judged; add a script of generator commands, or files under tests/";
        findings.push(Finding::of_folder(Code::NoTests, message));
    }
    if !are_stopped(context) {
        findings.extend(pool(context, Pool::Correct, Code::NoCorrectSolution, NO_CORRECT));
        findings.extend(pool(context, Pool::Wrong, Code::NoWrongSolution, NO_WRONG));
    }
    if !problem.commands.is_empty() {
        findings.extend(unused_generators(context));
    }
    findings
}

const NO_CORRECT: &str =
    "there is no solution labelled correct that can be run: nothing proves that the problem is solvable";
const NO_WRONG: &str =
    "there is no solution labelled wrong that can be run: nothing proves that the tests catch mistakes";

/// Whether the reader of the folder has no solution run, and has said why.
fn are_stopped(context: &FindingContext<'_>) -> bool {
    let mut solutions = context.problem.solutions().map(|(_, program)| program).peekable();
    solutions.peek().is_some() && solutions.all(|program| program.is_stopped && !program.is_judged_solution())
}

fn pool(context: &FindingContext<'_>, pool: Pool, code: Code, message: &str) -> Option<Finding> {
    let in_pool = |idx: ProgramIdx| context.problem.programs[idx].pool() == Some(pool) && !does_not_build(context, idx);
    let any = context.programs_of(Role::Solution).any(in_pool);
    (!any).then(|| Finding::of_folder(code, message))
}

fn unused_generators(context: &FindingContext<'_>) -> Vec<Finding> {
    let used: Vec<ProgramIdx> = context
        .problem
        .commands
        .iter()
        .flat_map(|command| command.pipeline.iter().filter_map(|call| call.program))
        .collect();
    let is_package = context.problem.format == Format::Icpc;
    let is_used = |program: ProgramIdx| used.contains(&program) || is_package && is_imported(context, program);
    let unused = context.programs_of(Role::Generator).filter(|&program| !is_used(program));
    let finding = |program: ProgramIdx| {
        let message = if is_package {
            "no rule of generators.yaml calls this generator"
        } else {
            "no command of the script calls this generator"
        };
        Finding::at(Code::GeneratorUnused, context.register_call(program), message)
    };
    unused.map(finding).collect()
}

/// Whether a generator in Python is a module of another one.
fn is_imported(context: &FindingContext<'_>, program: ProgramIdx) -> bool {
    let module = &context.problem.programs[program];
    let imports = |source: &RelPath| {
        modules::needed(context.folder, &source.parent(), [source]).iter().any(|path| module.sources.contains(path))
    };
    let mut others = context.programs_of(Role::Generator).filter(|&other| other != program);
    module.language == Language::Python
        && others.any(|other| context.problem.programs[other].sources.iter().any(imports))
}
