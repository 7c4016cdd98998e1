//! Packages of sinol-make and SIO2: `config.yml` beside `prog/`, `in/` and `out/`, with names that begin with the task's id.
//!
//! Decisions where the format leaves something open:
//! - The task's id is `sinol_task_id`, else the folder's name, else what the programs' names begin with.
//! - Which tests there are is what the ingen writes, once it has been run, and what lies in `in/`. An input that the ingen
//!   writes is the ingen's, whatever lies in `in/` under its name, and its answer is the main solution's.
//! - Of several solutions named as the main one that in C++ makes the answers.
//! - `sinol_expected_scores` counts before a solution's name. A program that is named bad may fail in any way.
//! - Points that fall with time (`sinol_contest_type: oi`) are not reckoned, so no score is wanted where they would count.
//!
//! Invariant: nothing is run here. What the ingen writes is known from [`Folder::seen_run`].

mod extra;
mod groups;
pub(in crate::formats) mod keys;
mod labels;
mod limits;
mod manifest;
mod names;
mod programs;
mod suite;
#[cfg(test)]
mod tests;

use checkers::Standard;

use self::{
    manifest::Manifest,
    names::TaskId,
    programs::{Cast, Part},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    model::{
        ByProgram, ByTest, Checker, CheckerKind, Format, Interactor, Problem, Program, ProgramIdx, Protocol, Validator,
    },
    path::RelPath,
};

pub(super) use manifest::manifest_in;

/// Reads a package; `None` when the folder is none: a `config.yml` alone may be of anything.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let path = manifest_in(folder, &RelPath::root())?;
    let mut findings = Vec::new();
    let manifest = Manifest::read(folder, path, &mut findings);
    let id = TaskId::of(folder, &manifest, &mut findings);
    let mut cast = programs::read(folder, &id, &mut findings);
    extra::add(folder, &manifest, &mut cast, &mut findings);
    let is_whole = suite::is_whole(folder, &cast);
    labels::label(&manifest, &id, &mut cast, is_whole, &mut findings);
    let limits = limits::read(&manifest, &mut findings);
    let programs: ByProgram<Program> = cast.programs.iter().map(|one| one.program.clone()).collect();
    let (commands, tests) = suite::read(folder, &manifest, &id, &programs, &cast, &mut findings);
    let tests = ByTest::from(tests);
    let scoring = groups::scoring(&manifest, &tests, is_whole, &mut findings);
    let main = main(&cast, &id, &mut findings);
    Some(Problem {
        manifest: Some(manifest.path.clone()),
        limits,
        main,
        checker: checker(&cast),
        interactor: None::<Interactor>,
        validators: validators(&cast),
        commands,
        tests,
        scoring,
        findings,
        programs,
        ..Problem::new(id.to_string(), Format::Sinol)
    })
}

/// A path that is written in this module's sources.
fn at(path: &str) -> RelPath {
    RelPath::parse(path).expect("a path without `..`")
}

fn validators(cast: &Cast) -> Vec<Validator> {
    let found = cast.of(Part::Inwer).map(|program| Validator::of_stdin(program, Protocol::Testlib));
    found.into_iter().collect()
}

/// The task's own checker, else a comparison line by line, blanks aside.
fn checker(cast: &Cast) -> Checker {
    match cast.of(Part::Chk) {
        Some(program) => Checker {
            kind: CheckerKind::Program { program, protocol: Protocol::Sinol },
            reason: "named like the task's checker".to_owned(),
        },
        None => Checker {
            kind: CheckerKind::Standard(Standard::Lcmp),
            reason: "there is no checker, so outputs are compared line by line".to_owned(),
        },
    }
}

fn main(cast: &Cast, id: &TaskId, findings: &mut Vec<Finding>) -> Option<ProgramIdx> {
    if cast.of(Part::Soc).is_some() {
        return None;
    }
    let main = cast.main();
    if main.is_none() {
        let message = format!(
            "there is no main solution prog/{id}.cpp, so tests without a file in out/ get no answer; name it so"
        );
        findings.push(Finding::of_folder(Code::NoMain, message));
    }
    main
}
