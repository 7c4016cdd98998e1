//! What a question about a finding is answered from: the files that a repair may change, and those that are only read. What can
//! have nothing to do with the finding is not shown.

use std::collections::BTreeSet;

use problem::{
    finding::{Code, Finding},
    model::{CheckerKind, CommandIdx, Problem, ProgramIdx, Role, TestIdx, Validator},
    path::RelPath,
};

/// The files that belong to a finding.
#[derive(Debug, Default)]
pub(super) struct Material {
    /// Those that a repair may change. A solution is what it is, unless it does not compile.
    pub(super) may_edit: BTreeSet<RelPath>,
    /// Those that show what the others are to do, or what the finding is about.
    pub(super) to_read: BTreeSet<RelPath>,
}

/// What can be the cause of a finding.
enum Cause {
    /// A validator, or what makes a test.
    OfInput,
    /// What makes a test.
    Generator,
    /// What judges outputs.
    Judge,
    /// What judges outputs, or a test that a command makes.
    OfVerdict,
    /// The program in which it stands.
    Place,
    /// Any program but a solution, or a script.
    Anything,
}

impl Cause {
    fn of(code: Code) -> Cause {
        match code {
            Code::ValidatorRejectsSample
            | Code::ValidatorRejectsTest
            | Code::ValidatorAcceptsInvalid
            | Code::BoundNeverHit
            | Code::TestInvalid => Cause::OfInput,
            Code::GeneratorFailed
            | Code::GeneratorTimeout
            | Code::GeneratorNotReproducible
            | Code::GeneratorUnknown
            | Code::GeneratorUnused
            | Code::FailsWithUpstreamTestlib
            | Code::OptionUnknown
            | Code::OptionMissing
            | Code::OptionUnused
            | Code::OptionValueUnhandled
            | Code::TestDuplicate => Cause::Generator,
            Code::CheckerRejectsAnswer
            | Code::CheckerCrashed
            | Code::CheckerAcceptsJunk
            | Code::CheckerBoundNarrower
            | Code::CheckerReadsDiffer
            | Code::InteractorFailed
            | Code::InteractorAcceptsJunk
            | Code::InteractorRejectsRight => Cause::Judge,
            Code::CorrectSolutionFails
            | Code::WrongSolutionPasses
            | Code::ExpectationUnmet
            | Code::TestKillsNothing
            | Code::TestSoleKiller
            | Code::OraclesDisagree => Cause::OfVerdict,
            Code::BuildFailed
            | Code::BuildWarning
            | Code::UndefinedBehaviour
            | Code::MemoryError
            | Code::Testlib(_) => Cause::Place,
            _ => Cause::Anything,
        }
    }
}

/// The files that belong to a finding of a problem.
pub(super) fn material(problem: &Problem, finding: &Finding) -> Material {
    let programs = &problem.programs;
    let at_place = finding.place.as_ref().and_then(|place| problem.program_at(&place.path));
    let test = finding.about.test.as_ref().and_then(|id| problem.tests.position(|test| test.id == *id));
    let (cause, commands) = (Cause::of(finding.code), commands(problem, finding, (at_place, test)));
    let validators = || sources(problem, problem.validators.iter().map(program_of));
    let makers = || makers(problem, &commands);
    let mut of = Material::default();
    match cause {
        Cause::OfInput => {
            of.may_edit.extend(validators());
            // What no command makes was written by a person.
            of.may_edit.extend((!commands.is_empty()).then(makers).into_iter().flatten());
        }
        Cause::Generator => {
            of.may_edit.extend(makers());
            of.to_read.extend(validators());
        }
        Cause::Judge => {
            of.may_edit.extend(judges(problem));
            of.to_read.extend(validators());
            of.to_read.extend(sources(problem, problem.main));
        }
        Cause::OfVerdict => {
            of.may_edit.extend(judges(problem));
            if !commands.is_empty() {
                of.may_edit.extend(makers());
                of.may_edit.extend(validators());
            }
            of.to_read.extend(sources(problem, problem.main));
        }
        Cause::Place => {}
        Cause::Anything => {
            let tools = programs.indices().filter(|&program| programs[program].role != Role::Solution);
            of.may_edit.extend(sources(problem, tools));
            of.may_edit.extend(scripts(problem, problem.commands.indices()));
            of.to_read.extend(sources(problem, problem.main));
        }
    }
    let may_change =
        |program: ProgramIdx| programs[program].role != Role::Solution || finding.code == Code::BuildFailed;
    let of_place = finding.place.as_ref().map(|place| place.path.clone());
    match at_place {
        Some(program) if may_change(program) => of.may_edit.extend(sources(problem, [program]).chain(of_place)),
        Some(_) => of.to_read.extend(of_place),
        // Where expectations are written there is nothing to repair.
        None if !matches!(cause, Cause::OfVerdict) => of.may_edit.extend(of_place),
        None => {}
    }
    let solution = finding.about.solution.as_ref().and_then(|path| problem.program_at(path));
    let related = finding.related.iter().filter_map(|related| problem.program_at(&related.place.path));
    of.to_read.extend(sources(problem, solution.into_iter().chain(related)));
    of.to_read.retain(|path| !of.may_edit.contains(path));
    of
}

/// The commands that a finding is about: that of its test, those of its place, and those that call the program there.
fn commands(
    problem: &Problem,
    finding: &Finding,
    (program, test): (Option<ProgramIdx>, Option<TestIdx>),
) -> BTreeSet<CommandIdx> {
    let of_test = test.and_then(|test| problem.tests[test].input.command());
    let place = finding.place.as_ref();
    let is_it = |command: &CommandIdx| {
        let command = &problem.commands[*command];
        let calls = program.is_some() && command.pipeline.iter().any(|call| call.program == program);
        calls || command.place.is_some() && command.place.as_ref() == place
    };
    problem.commands.indices().filter(is_it).chain(of_test).collect()
}

/// The programs that some commands call, all generators where none is called, and the scripts.
fn makers(problem: &Problem, commands: &BTreeSet<CommandIdx>) -> BTreeSet<RelPath> {
    let called = commands.iter().flat_map(|&command| &problem.commands[command].pipeline);
    let mut programs: BTreeSet<ProgramIdx> = called.filter_map(|call| call.program).collect();
    if programs.is_empty() {
        let is_generator = |program: &ProgramIdx| problem.programs[*program].role == Role::Generator;
        programs = problem.programs.indices().filter(is_generator).collect();
    }
    let of: Vec<CommandIdx> =
        if commands.is_empty() { problem.commands.indices().collect() } else { commands.iter().copied().collect() };
    sources(problem, programs).chain(scripts(problem, of)).collect()
}

/// The files in which some commands are written.
fn scripts(problem: &Problem, commands: impl IntoIterator<Item = CommandIdx>) -> BTreeSet<RelPath> {
    let places = commands.into_iter().filter_map(|command| problem.commands[command].place.as_ref());
    places.map(|place| place.path.clone()).collect()
}

/// The programs that judge outputs: checkers, validators of answers, the interactor.
fn judges(problem: &Problem) -> BTreeSet<RelPath> {
    let checker = match &problem.checker.kind {
        CheckerKind::Program { program, .. } => Some(*program),
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => None,
    };
    let further = problem.further_checkers.iter().chain(&problem.answer_validators).map(program_of);
    let interactor = problem.interactor.iter().map(|interactor| interactor.program);
    sources(problem, checker.into_iter().chain(further).chain(interactor)).collect()
}

fn program_of(validator: &Validator) -> ProgramIdx {
    validator.program
}

fn sources(problem: &Problem, programs: impl IntoIterator<Item = ProgramIdx>) -> impl Iterator<Item = RelPath> {
    programs.into_iter().flat_map(|program| problem.programs[program].sources.clone())
}
