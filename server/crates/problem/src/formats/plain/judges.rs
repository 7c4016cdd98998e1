//! Validators, the checker and the interactor.

use checkers::Standard;

use crate::{
    facts::{Register, SourceFacts},
    finding::Finding,
    formats::{several, wording::Stem},
    included,
    model::{ByProgram, Checker, CheckerKind, Interactor, Program, ProgramIdx, Protocol, Role, Validator},
    path::RelPath,
};

use super::{Context, roles::STATED};

/// Every validator; all of them must agree.
pub(super) fn validators(
    context: &Context<'_>,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Vec<Validator> {
    let all: Vec<_> = of_role(programs, Role::Validator).collect();
    let is_stated = all.iter().all(|(_, program)| program.reason == STATED);
    let paths: Vec<&RelPath> = all.iter().map(|(_, program)| &program.path).collect();
    findings.extend(several::all_validators(&paths).filter(|_| !is_stated));
    let validator = |(program, source): (ProgramIdx, &Program)| Validator {
        takes_options: takes_options(context, source),
        ..Validator::of_stdin(program, protocol(context, source))
    };
    all.into_iter().map(validator).collect()
}

/// The interactor with the plainest name, the nearest to the root.
pub(super) fn interactor(
    context: &Context<'_>,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Option<Interactor> {
    let (program, source) = best(programs, Role::Interactor, &["interactor"], findings)?;
    Some(Interactor { program, protocol: protocol(context, source) })
}

/// One of the folder's checkers, else the interactor, else tokens in order (HTG-2).
pub(super) fn checker(
    context: &Context<'_>,
    programs: &ByProgram<Program>,
    interactor: Option<Interactor>,
    findings: &mut Vec<Finding>,
) -> Checker {
    if let Some((program, source)) = best(programs, Role::Checker, &["checker", "check", "chk"], findings) {
        let kind = CheckerKind::Program { program, protocol: protocol(context, source) };
        return Checker { kind, reason: source.reason.clone() };
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

fn of_role(programs: &ByProgram<Program>, role: Role) -> impl Iterator<Item = (ProgramIdx, &Program)> {
    programs.iter_enumerated().filter(move |(_, program)| program.role == role)
}

/// The program that is stated, else the one named by one of `usual`, the nearest to the root, the first in path order;
/// where there are others, a finding says why it is this one.
fn best<'a>(
    programs: &'a ByProgram<Program>,
    role: Role,
    usual: &[&str],
    findings: &mut Vec<Finding>,
) -> Option<(ProgramIdx, &'a Program)> {
    let rank = |program: &Program| {
        let is_usual = usual.contains(&Stem::new(program.name()).first());
        (u8::from(program.reason != STATED), u8::from(!is_usual), program.path.parts().count())
    };
    let (idx, used) = of_role(programs, role).min_by_key(|(idx, program)| (rank(program), *idx))?;
    let others: Vec<&Program> =
        of_role(programs, role).map(|(_, other)| other).filter(|other| other.path != used.path).collect();
    let Some(next) = others.iter().map(|other| rank(other)).min() else { return Some((idx, used)) };
    let (unstated, unusual, depth) = rank(used);
    let why = if unstated < next.0 {
        "touchstone.toml says so"
    } else if unusual < next.1 {
        "it has the usual name"
    } else if depth < next.2 {
        "it lies nearest to the root"
    } else {
        "it comes first by its path"
    };
    let paths: Vec<&RelPath> = others.iter().map(|other| &other.path).collect();
    findings.push(several::one_of(role, &used.path, &paths, why));
    Some((idx, used))
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
