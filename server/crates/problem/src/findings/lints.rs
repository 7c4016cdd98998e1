//! What is wrong with the texts of the problem's own programs.

use super::FindingContext;
use crate::{
    finding::{Code, Finding},
    model::{Program, Protocol, Role},
};

/// What a program lacks may stand in another of its sources.
const ABOUT_THE_WHOLE: [Code; 2] = [Code::Testlib(10), Code::Testlib(25)];

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    // A manager reads its standard input and talks by pipes of its own, which is none of testlib's ways.
    let manager = context.problem.interactor.filter(|interactor| interactor.protocol == Protocol::Cms);
    let others =
        context.problem.programs.iter_enumerated().filter(|(idx, _)| manager.is_none_or(|it| it.program != *idx));
    others.flat_map(|(_, program)| of_program(context, program)).collect()
}

fn of_program(context: &FindingContext<'_>, program: &Program) -> Vec<Finding> {
    match program.role {
        Role::Generator | Role::Validator | Role::Checker | Role::Interactor => {}
        Role::Grader | Role::Solution => return Vec::new(),
    }
    let one_source = program.sources.len() == 1;
    let mut findings = Vec::new();
    for path in &program.sources {
        let lints = context.folder.lints(path, program.role);
        let lints = lints.iter().filter(|lint| one_source || !ABOUT_THE_WHOLE.contains(&lint.code));
        findings.extend(lints.map(|lint| Finding::of_lint(lint, path)));
    }
    findings
}
