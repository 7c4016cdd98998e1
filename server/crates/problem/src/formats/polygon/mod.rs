//! Polygon packages: a folder with `problem.xml` at its root.
//!
//! The manifest decides; where it is silent or cannot be read, the files do, with a finding. A generated test's command
//! counts even if the package holds the input it once made. When the command cannot be used and the file is there, the
//! file counts.
//!
//! Invariant: every folder with a `problem.xml` gives a problem, whatever is written in it, and the findings about the
//! manifest stand at the line that they are about.

mod doall;
mod groups;
mod limits;
mod loose;
mod manifest;
mod names;
mod own_tests;
mod pattern;
mod programs;
mod samples;
mod solutions;
mod source_type;
mod tags;
#[cfg(test)]
mod tests;
mod tests_plan;
mod testset;
mod unknown;
mod xml;

pub(crate) use samples::examples;

use std::collections::BTreeSet;

use checkers::Standard;

use self::{
    doall::Doall,
    manifest::Manifest,
    programs::{Cast, Casting},
    tests_plan::Plan,
};
use crate::{
    facts::Register,
    finding::Finding,
    folder::Folder,
    included,
    model::{
        ByProgram, ByTest, Checker, CheckerKind, Format, Interactor, LineEnds, Problem, Program, ProgramIdx, Protocol,
        Validator,
    },
    path::RelPath,
    script::split_command,
};

/// Reads a Polygon package; `None` when there is no `problem.xml`.
pub fn read(folder: &dyn Folder) -> Option<Problem> {
    let path = RelPath::parse("problem.xml").filter(|path| folder.has(path))?;
    let mut findings = Vec::new();
    let text = folder.text(&path).unwrap_or_default();
    let manifest = manifest::read(&path, &text, &mut findings).unwrap_or_default();
    let mut problem = read_problem(folder, &manifest, findings);
    problem.manifest = Some(path);
    problem.findings.sort_by(|one, other| (&one.place, one.code).cmp(&(&other.place, other.code)));
    Some(problem)
}

fn read_problem(folder: &dyn Folder, manifest: &Manifest, mut findings: Vec<Finding>) -> Problem {
    let doall = doall::read(folder);
    let cast = read_programs(folder, manifest, &doall, &mut findings);
    let limits = limits::read(manifest, &mut findings);
    let validator_tests = own_tests::of_validators(folder, manifest, &mut findings);
    let checker_tests = own_tests::of_checker(folder, manifest, &mut findings);
    let programs: ByProgram<Program> = cast.programs.values().cloned().collect();
    let idx_of = |path: &RelPath| programs.position(|program| &program.path == path);
    let main = cast.main.as_ref().and_then(idx_of);
    let interactor = cast.interactor.as_ref().and_then(idx_of);
    let validators = cast.validators.iter().filter_map(idx_of).map(|idx| validator(folder, &programs, idx)).collect();
    let checker = checker(&cast, idx_of);
    let standard_source = cast.standard_source.clone();
    let mut plan = Plan::new(folder, &programs, &doall);
    plan.keep_old_answers = main.is_none_or(|main| !programs[main].language.is_sure_to_run());
    plan.read(manifest);
    findings.extend(plan.take_findings());
    let (commands, mut tests) = (plan.commands, plan.tests);
    samples::mark(folder, interactor.is_some(), &mut tests);
    let tests = ByTest::from(tests);
    let scoring = groups::scoring(manifest, &tests, &mut findings);
    Problem {
        limits,
        programs,
        main,
        checker,
        standard_source,
        interactor: interactor.map(|program| Interactor { program, protocol: Protocol::Testlib }),
        validators,
        commands,
        tests,
        scoring,
        validator_tests,
        checker_tests,
        io: manifest.io.clone(),
        line_ends: LineEnds::ToLf,
        include_dirs: RelPath::parse("files").into_iter().collect(),
        findings,
        ..Problem::new(manifest.short_name.clone().unwrap_or_else(|| folder.name().to_owned()), Format::Polygon)
    }
}

fn read_programs(folder: &dyn Folder, manifest: &Manifest, doall: &Doall, findings: &mut Vec<Finding>) -> Cast {
    let called = called_programs(manifest, doall);
    let mut casting = Casting { folder, manifest, called: &called, cast: Cast::default(), findings: Vec::new() };
    casting.read();
    findings.append(&mut casting.findings);
    casting.cast
}

/// The stems of all programs that the commands of the manifest and of `doall.sh` call.
fn called_programs(manifest: &Manifest, doall: &Doall) -> BTreeSet<String> {
    let entries = manifest.testsets.iter().flat_map(|testset| &testset.tests);
    let listed = entries.filter_map(|entry| split_command(&entry.cmd.as_ref()?.text).ok()).flatten();
    let calls = listed.chain(doall.values().flat_map(|command| command.calls.clone()));
    let names = calls.filter_map(|call| RelPath::parse(&call.program));
    names.map(|path| path.stem().to_owned()).filter(|name| !name.is_empty()).collect()
}

fn validator(folder: &dyn Folder, programs: &ByProgram<Program>, program: ProgramIdx) -> Validator {
    let facts = included::facts(folder, &programs[program].path);
    let register = facts.as_ref().and_then(|facts| facts.register());
    let takes_options = register.is_some_and(|call| call.register == Register::Validator && call.n_args >= 2);
    Validator { takes_options, ..Validator::of_stdin(program, Protocol::Testlib) }
}

fn checker(cast: &Cast, idx_of: impl Fn(&RelPath) -> Option<ProgramIdx>) -> Checker {
    let program = cast.checker.as_ref().and_then(idx_of);
    let reason = cast.checker.as_ref().and_then(|path| Some(cast.programs.get(path)?.reason.clone()));
    match (cast.standard, program, reason) {
        (Some(standard), _, _) => {
            Checker { kind: CheckerKind::Standard(standard), reason: "listed in problem.xml as the checker".to_owned() }
        }
        (None, Some(program), Some(reason)) => {
            Checker { kind: CheckerKind::Program { program, protocol: Protocol::Testlib }, reason }
        }
        (None, _, _) => Checker {
            kind: CheckerKind::Standard(Standard::Wcmp),
            reason: "there is no checker, and wcmp is the usual one".to_owned(),
        },
    }
}
