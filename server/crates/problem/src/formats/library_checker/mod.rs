//! Folders of library-checker: `info.toml` counts the tests of each generator and names the solutions.
//!
//! A generator `random.cpp` with `number = 3` makes `random_00`, `random_01` and `random_02`: it is called with the index.
//! A name that ends in `.in` stands for files of `gen/` instead. The answers are those of `sol/correct.cpp`.
//!
//! What lies in `in/` and `out/` is a product of the format's tool and counts for nothing here.

mod hashes;
mod info;
pub(in crate::formats) mod keys;
mod params;
mod programs;
mod suite;
#[cfg(test)]
mod tests;

use crate::{
    folder::Folder,
    model::{ByProgram, Checker, CheckerKind, Format, Problem, Program, Protocol, Validator},
    path::RelPath,
    settings::takes_options,
};
use checkers::Standard;

use super::{above, yaml::Value};
use info::Info;
pub(super) use params::made_header;

/// The manifest.
pub(super) const MANIFEST: &str = "info.toml";
/// The directory beside the problems, or further up in their repository, that holds what they share.
pub(super) const SHARED: &str = "common";

/// Whether a file is the manifest of such a folder: others have a file of this name, too.
pub(super) fn is_manifest(folder: &dyn Folder, path: &RelPath) -> bool {
    let is_it = |text: String| text.lines().any(|line| line.trim_start().starts_with("[[tests]]"));
    path.file_name() == MANIFEST && folder.text(path).is_some_and(is_it)
}

/// Reads such a folder; `None` when there is no `info.toml`.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let path = RelPath::root().with_file_name(MANIFEST);
    if !folder.has(&path) {
        return None;
    }
    let mut findings = Vec::new();
    let info = Info::read(folder, path, &mut findings);
    params::check(&info, &mut findings);
    let cast = programs::read(folder, &info, &mut findings);
    let programs: ByProgram<Program> = cast.programs;
    let idx_of = |path: &RelPath| programs.position(|program| &program.path == path);
    let suite = suite::read(folder, &info, &programs, &mut findings);
    let validator = cast.validator.as_ref().and_then(idx_of);
    let checker = match cast.checker.as_ref().and_then(|path| Some((path, idx_of(path)?))) {
        Some((path, program)) => Checker {
            kind: CheckerKind::Program { program, protocol: Protocol::Testlib },
            reason: format!("{path} is the checker of this format"),
        },
        None => Checker {
            kind: CheckerKind::Standard(Standard::Wcmp),
            reason: "there is no checker, so tokens are compared".to_owned(),
        },
    };
    findings.sort_by(|one, other| (&one.place, one.code).cmp(&(&other.place, other.code)));
    Some(Problem {
        limits: info.limits.clone(),
        main: cast.main.as_ref().and_then(idx_of),
        checker,
        validators: validator
            .map(|program| Validator {
                takes_options: takes_options(folder, &programs[program]),
                ..Validator::of_stdin(program, Protocol::Testlib)
            })
            .into_iter()
            .collect(),
        commands: suite.commands,
        tests: suite.tests.into(),
        include_dirs: include_dirs(folder),
        constants: params::constants(&info),
        findings,
        programs,
        manifest: Some(info.path),
        ..Problem::new(folder.name(), Format::LibraryChecker)
    })
}

/// The grader's headers, and what the problems of a repository share.
fn include_dirs(folder: &dyn Folder) -> Vec<RelPath> {
    let grader = programs::at(programs::GRADER);
    let own = [grader, programs::at(SHARED)].into_iter().filter(|directory| !folder.below(directory).is_empty());
    own.chain(above::directories(folder, SHARED)).collect()
}

/// The items of a list of tables; nothing for another value.
fn items(node: Option<&super::yaml::Node>) -> &[super::yaml::Node] {
    match node.map(|node| &node.value) {
        Some(Value::List(items)) => items,
        Some(Value::Null | Value::Scalar(_) | Value::Map(_)) | None => &[],
    }
}
