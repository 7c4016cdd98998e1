//! Tasks of task-maker, in the formats that CMS imports: `task.yaml` or `task.toml`, with `gen/`, `sol/` and `check/`, or the
//! Italian names of their files.
//!
//! Decisions where the tools differ or leave something open:
//! - Tests are declared by `gen/gen.toml`, else `gen/cases.gen`, else `gen/GEN`, else they are the files of `input/`; `input/`
//!   and `output/` are made where one of the others is there, and count for nothing then, except where there is no generator.
//! - A test is called by its number, as CMS does: `000`. Subtasks without a name are `subtask1` and so on.
//! - A subtask gives its points times the least share of its tests, as CMS has it, unless `score_type` says otherwise; where
//!   none is declared, all tests together give 100 points.
//! - A validator is asked about a test once for each subtask that the test counts in.
//! - A check in a comment holds for each subtask that its pattern matches, also for those without a name of their own.
//! - `infile` and `outfile` are `input.txt` and `output.txt` where `task.yaml` does not state them, and the standard streams in
//!   `task.toml`.
//!
//! Invariant: work stays bounded for any text: so many subtasks, tests, constraints and patterns, and no more.

mod cases_gen;
mod checks;
mod constraint;
mod gen_file;
mod gen_toml;
mod given;
mod graders;
pub(in crate::formats) mod keys;
mod manifest;
mod plan;
mod programs;
mod scores;
mod suite;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use checkers::Standard;

pub(super) use self::{
    cases_gen::FILE as CASES, gen_file::FILE as GEN, gen_toml::FILE as GEN_TOML, manifest::manifest_in,
};
use self::{manifest::Manifest, plan::Plan, programs::Tools};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    included,
    model::{
        ByProgram, ByTest, Checker, CheckerKind, Format, Interactor, Problem, Program, ProgramIdx, Protocol, SolutionIo,
    },
    path::RelPath,
    settings::suggest::nearest,
    text::{Place, Range},
};

/// Reads a task; `None` when the folder is none.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let path = manifest_in(folder, &RelPath::root())?;
    let mut findings = Vec::new();
    let manifest = Manifest::read(folder, path, &mut findings);
    let tools = Tools::find(folder, &mut findings);
    let mut plan = plan(folder, &manifest, &tools, &mut findings);
    manifest.tell_count(plan.cases.len(), &mut findings);
    let how = scores::read(&manifest, &mut plan, &mut findings);
    let samples = given::samples(folder, &tools, &mut plan);
    let cast = programs::read(folder, &manifest, &tools, &plan, &mut findings);
    let programs: ByProgram<Program> = cast.programs.values().cloned().collect();
    let main = cast.main.as_ref().and_then(|path| programs.position(|program| &program.path == path));
    let suite = suite::read(folder, &plan, &samples, &programs, main.is_some(), &mut findings);
    let tests: ByTest<_> = suite.tests.into();
    let scoring = scores::scoring(&plan, how, &tests);
    let checker = checker(folder, &tools, &programs);
    findings.sort_by(|one, other| (&one.place, one.code).cmp(&(&other.place, other.code)));
    // What is wrong with a subtask is found for each of its tests.
    findings.dedup();
    let manager = tools.manager.as_ref().and_then(|path| programs.position(|program| &program.path == path));
    Some(Problem {
        limits: manifest.limits,
        main,
        checker,
        interactor: manager.map(|program| Interactor { program, protocol: Protocol::Cms }),
        validators: suite.validators,
        commands: suite.commands,
        tests,
        scoring,
        io: SolutionIo {
            processes: manager.and_then(|_| manifest.processes.as_ref().ok().copied().flatten()),
            ..manifest.io
        },
        findings,
        programs,
        manifest: Some(manifest.path),
        ..Problem::new(manifest.name.clone().unwrap_or_else(|| folder.name().to_owned()), Format::TaskMaker)
    })
}

/// Which tests there are.
fn plan(folder: &dyn Folder, manifest: &Manifest, tools: &Tools, findings: &mut Vec<Finding>) -> Plan {
    if folder.has(&at(gen_toml::FILE)) {
        let name = manifest.name.as_deref().unwrap_or(folder.name());
        gen_toml::read(folder, name, findings)
    } else if folder.has(&at(cases_gen::FILE)) {
        cases_gen::read(folder, findings)
    } else if folder.has(&at(gen_file::FILE)) {
        gen_file::read(folder, tools, findings)
    } else {
        given::read(folder, tools, findings)
    }
}

/// The task's own checker, else a comparison line by line, blanks aside.
fn checker(folder: &dyn Folder, tools: &Tools, programs: &ByProgram<Program>) -> Checker {
    if let Some(manager) = &tools.manager {
        return Checker { kind: CheckerKind::Interactor, reason: format!("{manager} judges while it talks") };
    }
    let found =
        tools.checker.as_ref().and_then(|path| Some((path, programs.position(|program| &program.path == path)?)));
    let Some((path, program)): Option<(&RelPath, ProgramIdx)> = found else {
        let reason = "there is no checker, so outputs are compared line by line".to_owned();
        return Checker { kind: CheckerKind::Standard(Standard::Lcmp), reason };
    };
    // Our header makes a checker of testlib, and the header that CMS' own people use makes one of CMS.
    let has_own = folder.files().iter().any(|file| file.path.file_name() == "testlib.h");
    let is_ours = !has_own && included::facts(folder, path).is_some_and(|facts| !facts.registers.is_empty());
    let protocol = if is_ours { Protocol::Testlib } else { Protocol::Cms };
    Checker {
        kind: CheckerKind::Program { program, protocol },
        reason: format!("{path} is the checker of this format"),
    }
}

/// A path that is written in this module's sources, or made of numbers.
fn at(path: &str) -> RelPath {
    RelPath::parse(path).unwrap_or_else(RelPath::root)
}

/// The file of the folder that is written somewhere.
///
/// # Errors
/// One sentence where there is none.
fn file_of(folder: &dyn Folder, written: &str) -> Result<RelPath, String> {
    match RelPath::parse(written).filter(|path| !path.is_root()) {
        Some(path) if folder.has(&path) => Ok(path),
        Some(path) => Err(format!("there is no file {path}, so the test is left out; add it, or correct the path")),
        None => Err("this names no file of the folder, so the test is left out; name one".to_owned()),
    }
}

/// The end of a sentence about a word that is not known: what was perhaps meant. Of many and of long ones nothing is said.
fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, findings: &[Finding]) -> String {
    const MOST_FINDINGS: usize = 100;
    const MOST_NAMES: usize = 200;
    const LONGEST: usize = 64;
    if findings.len() > MOST_FINDINGS || word.len() > LONGEST {
        return String::new();
    }
    let names = known.into_iter().take(MOST_NAMES).filter(|name| name.len() <= LONGEST);
    // In whichever letter case they are written.
    let names: BTreeMap<String, &str> = names.map(|name| (name.to_ascii_lowercase(), name)).collect();
    let meant = nearest(word, names.keys().map(String::as_str)).and_then(|meant| names.get(meant));
    meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default()
}

fn broken(path: &RelPath, range: Range, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestBroken, Place { path: path.clone(), range }, message)
}

fn stale(path: &RelPath, range: Range, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestStale, Place { path: path.clone(), range }, message)
}
