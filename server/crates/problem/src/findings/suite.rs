//! What the folder as a whole lacks.

use super::{FindingContext, judging::does_not_build};
use crate::{
    finding::{Code, Finding},
    label::Pool,
    model::{ProgramIdx, Role},
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
    findings.extend(pool(context, Pool::Correct, Code::NoCorrectSolution, NO_CORRECT));
    findings.extend(pool(context, Pool::Wrong, Code::NoWrongSolution, NO_WRONG));
    if !problem.commands.is_empty() {
        findings.extend(unused_generators(context));
    }
    findings
}

const NO_CORRECT: &str =
    "there is no solution labelled correct that can be run: nothing proves that the problem is solvable";
const NO_WRONG: &str =
    "there is no solution labelled wrong that can be run: nothing proves that the tests catch mistakes";

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
    let unused = context.programs_of(Role::Generator).filter(|program| !used.contains(program));
    let finding = |program: ProgramIdx| {
        let message = "no command of the script calls this generator";
        Finding::at(Code::GeneratorUnused, context.register_call(program), message)
    };
    unused.map(finding).collect()
}
