//! Validators, the checker and the interactor.

use crate::{
    checkers::Standard,
    facts::{Register, SourceFacts},
    formats::wording::Stem,
    included,
    model::{Checker, CheckerKind, Interactor, Program, ProgramIdx, Protocol, Role, Validator},
};

use super::Context;

/// Every validator; all of them must agree.
pub(super) fn validators(context: &Context<'_>, programs: &[Program]) -> Vec<Validator> {
    let all = of_role(programs, Role::Validator);
    all.map(|(program, source)| Validator {
        program,
        protocol: protocol(context, source),
        takes_options: takes_options(context, source),
        groups: Vec::new(),
    })
    .collect()
}

/// The interactor with the plainest name, the nearest to the root.
pub(super) fn interactor(context: &Context<'_>, programs: &[Program]) -> Option<Interactor> {
    let (program, source) = best(of_role(programs, Role::Interactor), &["interactor"])?;
    Some(Interactor { program, protocol: protocol(context, source) })
}

/// One of the folder's checkers, else the interactor, else tokens in order (HTG-2).
pub(super) fn checker(context: &Context<'_>, programs: &[Program], interactor: Option<Interactor>) -> Checker {
    if let Some((program, source)) = best(of_role(programs, Role::Checker), &["checker", "check", "chk"]) {
        let kind = CheckerKind::Program { program, protocol: protocol(context, source) };
        return Checker { kind, reason: choice_reason(source, of_role(programs, Role::Checker).count()) };
    }
    match interactor {
        Some(_) => Checker {
            kind: CheckerKind::Interactor,
            reason: "there is no checker, so the interactor's verdict is final".to_owned(),
        },
        None => Checker {
            kind: CheckerKind::Standard(Standard::Wcmp),
            reason: "there is no checker, so tokens are compared".to_owned(),
        },
    }
}

fn choice_reason(checker: &Program, n_checkers: usize) -> String {
    if n_checkers > 1 {
        format!("{}; chosen among {n_checkers} checkers by its name", checker.reason)
    } else {
        checker.reason.clone()
    }
}

fn of_role(programs: &[Program], role: Role) -> impl Iterator<Item = (ProgramIdx, &Program)> {
    programs.iter().enumerate().filter(move |(_, program)| program.role == role)
}

/// The program named by one of `usual`, the nearest to the root, the first in path order.
fn best<'a>(
    candidates: impl Iterator<Item = (ProgramIdx, &'a Program)>,
    usual: &[&str],
) -> Option<(ProgramIdx, &'a Program)> {
    candidates.min_by_key(|(idx, program)| {
        let is_usual = usual.contains(&Stem::new(program.name()).first());
        (!is_usual, program.path.parts().count(), *idx)
    })
}

/// A program that is none of testlib's and exits with 42 or 43 speaks Kattis.
fn protocol(context: &Context<'_>, program: &Program) -> Protocol {
    let is_kattis = |facts: &SourceFacts| facts.register().is_none() && facts.exits_like_kattis();
    let facts = included::facts(context.folder, &program.sources[0]);
    if facts.is_some_and(|facts| is_kattis(&facts)) { Protocol::Kattis } else { Protocol::Testlib }
}

/// `registerValidation(argc, argv)` reads options, `registerValidation()` does not.
fn takes_options(context: &Context<'_>, program: &Program) -> bool {
    let facts = included::facts(context.folder, &program.sources[0]);
    let register = facts.and_then(|facts| facts.register().copied());
    register.is_some_and(|call| call.register == Register::Validator && call.n_args >= 2)
}
