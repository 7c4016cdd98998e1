//! Folders of tps: `problem.json`, tests in `gen/data`, labels in `solutions.json`, points and validators in `subtasks.json`.
//!
//! Decisions where folders differ:
//! - A test is called `X-YY`: X is the number of its `@subtask` or `@testset` in `gen/data`, from 0, and YY its own, from 01.
//! - A test counts in its subtask and in every one that includes it. The validators of a subtask are asked about all of them.
//! - Without `subtasks.json`, every program in `validator/` is asked about every test.
//! - A checker that is built with a testlib.h of the folder, or without testlib, is called as the format does; one that is
//!   built with ours is called as testlib's are.
//! - A file that `solutions.json` names and that is not there means the one of the same stem, if there is just one.
//! - What lies in `tests/`, `sandbox/`, `logs/`, `public/` and `scripts/` counts for nothing: it is made, or a copy.

mod gen_data;
mod grader;
pub(in crate::formats) mod keys;
mod labels;
mod problem_json;
mod programs;
mod subtasks;
mod suite;
#[cfg(test)]
mod tests;
mod validators;

use checkers::Standard;

use self::{gen_data::GenData, problem_json::Manifest, subtasks::Subtasks};
use super::yaml::Document;
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    included,
    model::{
        ByProgram, Checker, CheckerKind, Format, Interactor, LineEnds, Problem, Program, Protocol, Role, SolutionIo,
    },
    path::RelPath,
    text::{Place, Range},
};

/// The manifest.
pub(super) const MANIFEST: &str = "problem.json";

/// Whether a file is the manifest of such a folder: others have a file of this name, too.
pub(super) fn is_manifest(folder: &dyn Folder, path: &RelPath) -> bool {
    let root = path.parent();
    let has = |name: &str| root.join(name).is_some_and(|path| folder.has(&path));
    path.file_name() == MANIFEST && folder.has(path) && (has("gen/data") || has("solutions.json"))
}

/// Reads such a folder; `None` when there is no `problem.json`.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let path = at(MANIFEST);
    if !folder.has(&path) {
        return None;
    }
    let mut findings = Vec::new();
    let manifest = Manifest::read(folder, path, &mut findings);
    let data = GenData::read(folder, &mut findings);
    let subtasks = Subtasks::read(folder, &data, &mut findings);
    let cast = programs::read(folder, &manifest, &data, &mut findings);
    let mut programs = cast.programs;
    let wanted = validators::wanted(folder, &data, &subtasks, &mut findings);
    for path in wanted.programs() {
        let language = super::language::of_file(folder, path);
        let program = language
            .map(|language| Program::of_file(path.clone(), Role::Validator, language, "a validator of subtasks.json"));
        programs.extend(program.map(|program| (path.clone(), program)));
    }
    let programs: ByProgram<Program> = programs.into_values().collect();
    let idx_of = |path: &RelPath| programs.position(|program| &program.path == path);
    let linked = wanted.linked(&data, &programs);
    let suite = suite::read(folder, &data, &programs, &linked, &mut findings);
    let tests = suite.tests.into();
    let scoring = subtasks.scoring(&data, &tests);
    let interactor = cast.manager.as_ref().and_then(idx_of);
    let interactor = interactor.map(|program| Interactor { program, protocol: Protocol::Cms });
    let checker = match interactor {
        Some(_) if !has_checker(&manifest, cast.checker.as_ref()) => {
            if let Some((true, range)) = manifest.has_checker {
                let message = "there is no checker/checker.cpp to read what the manager prints, so the manager judges alone; \
                               write it, or set `has_checker` to false";
                findings.push(stale(&manifest.path, range, message));
            }
            Checker { kind: CheckerKind::Interactor, reason: "the manager judges while it talks".to_owned() }
        }
        _ => checker(folder, &manifest, &programs, cast.checker.as_ref(), &mut findings),
    };
    findings.sort_by(|one, other| (&one.place, one.code).cmp(&(&other.place, other.code)));
    // A validator that is asked for every subtask is looked for as often.
    findings.dedup();
    Some(Problem {
        limits: manifest.limits.clone(),
        main: cast.main.as_ref().and_then(idx_of),
        checker,
        interactor,
        validators: linked.validators,
        commands: suite.commands,
        tests,
        scoring,
        io: SolutionIo {
            by_named_pipes: interactor.is_some(),
            processes: interactor.and_then(|_| manifest.processes.as_ref().ok().copied().flatten()),
            ..SolutionIo::default()
        },
        line_ends: LineEnds::ToLf,
        include_dirs: grader::include_dirs(folder, &manifest),
        findings,
        programs,
        manifest: Some(manifest.path),
        ..Problem::new(manifest.name.clone().unwrap_or_else(|| folder.name().to_owned()), Format::Tps)
    })
}

/// A path that is written in this module's sources.
fn at(path: &str) -> RelPath {
    RelPath::parse(path).unwrap_or_else(RelPath::root)
}

/// A JSON file, if it is there.
fn json(folder: &dyn Folder, path: &RelPath, findings: &mut Vec<Finding>) -> Option<Document> {
    let document = super::json::parse(&folder.text(path)?);
    findings.extend(document.complaints.iter().cloned().map(|complaint| complaint.finding(path)));
    Some(document)
}

fn broken(path: &RelPath, range: Range, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestBroken, Place { path: path.clone(), range }, message)
}

fn stale(path: &RelPath, range: Range, message: impl Into<String>) -> Finding {
    Finding::at(Code::ManifestStale, Place { path: path.clone(), range }, message)
}

/// Whether a checker reads what a manager has printed.
fn has_checker(manifest: &Manifest, path: Option<&RelPath>) -> bool {
    manifest.has_checker.is_none_or(|(has, _)| has) && path.is_some()
}

fn checker(
    folder: &dyn Folder,
    manifest: &Manifest,
    programs: &ByProgram<Program>,
    path: Option<&RelPath>,
    findings: &mut Vec<Finding>,
) -> Checker {
    let has_checker = manifest.has_checker.as_ref().map(|(has, _)| *has);
    let found = path.and_then(|path| Some((path, programs.position(|program| &program.path == path)?)));
    match (has_checker, found) {
        (None | Some(true), Some((path, program))) => {
            let facts = included::facts(folder, path);
            let has_own = folder.files().iter().any(|file| file.path.file_name() == "testlib.h");
            let is_ours = !has_own && facts.is_some_and(|facts| !facts.registers.is_empty());
            let protocol = if is_ours { Protocol::Testlib } else { Protocol::Cms };
            let reason = format!("{path} is the checker of this format");
            Checker { kind: CheckerKind::Program { program, protocol }, reason }
        }
        (Some(false), _) => Checker {
            kind: CheckerKind::Standard(Standard::Lcmp),
            reason: format!("{} says that there is no checker, so lines are compared", manifest.path),
        },
        (None | Some(true), None) => {
            if let Some((_, range)) = manifest.has_checker {
                let message =
                    "there is no checker/checker.cpp, so lines are compared; write it, or set `has_checker` to false";
                findings.push(stale(&manifest.path, range, message));
            }
            Checker {
                kind: CheckerKind::Standard(Standard::Lcmp),
                reason: "there is no checker, so lines are compared".to_owned(),
            }
        }
    }
}
