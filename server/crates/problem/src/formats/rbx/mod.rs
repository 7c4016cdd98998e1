//! Packages of rbx: `problem.rbx.yml` names every part, and testplans say how tests are made.
//!
//! Decisions where the format leaves something open:
//! - A test is called by its group and its number there, from 0 on, as the tool's own commands call it.
//! - What a testplan that is a program prints is known once it has been run.
//! - The first solution that is to be accepted makes the answers.
//! - A file of a standard checker's name is that checker, unless the folder's file judges otherwise.
//!
//! Invariant: nothing is run here. What a program prints is known from [`Folder::seen_run`].

mod expression;
mod groups;
mod header;
mod items;
mod judges;
pub(in crate::formats) mod keys;
mod manifest;
mod outcomes;
mod solutions;
mod suite;
mod testplan;
#[cfg(test)]
mod tests;
mod unit;
mod unused;
mod vars;

use std::collections::BTreeMap;

use self::{items::Cast, manifest::Manifest};
use crate::{
    folder::Folder,
    formats::language,
    language::Language,
    model::{ByProgram, ByTest, Format, Problem, Program, Role},
    path::RelPath,
};

pub(super) use header::made as made_header;
pub(super) use manifest::MANIFEST;

/// Reads a package; `None` when there is no `problem.rbx.yml`.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let mut findings = Vec::new();
    let manifest = Manifest::read(folder, &mut findings)?;
    let mut cast = Cast::default();
    let judges = judges::read(folder, &manifest, &mut cast, &mut findings);
    items::generators(folder, &manifest, &mut cast, &mut findings);
    let main = solutions::read(folder, &manifest, &mut cast, &mut findings);
    suite::scripts(folder, &manifest, &mut cast, &mut findings);
    let groups = suite::groups(folder, &manifest, &mut cast, &mut findings);
    let mut programs = cast.programs();
    let n_findings = findings.len();
    let mut suite = suite::read(folder, &manifest, &cast, &programs, &groups, &mut findings);
    if !suite.unlisted.is_empty() {
        // Which generators are called by their paths is known now, and the calls are read once more.
        findings.truncate(n_findings);
        for (name, path) in std::mem::take(&mut suite.unlisted) {
            let language = language::of_file(folder, &path);
            let program = language
                .map(|language| Program::of_file(path.clone(), Role::Generator, language, "called by its path"));
            cast.generators.insert(name, path);
            program.into_iter().for_each(|program| cast.add(program));
        }
        programs = cast.programs();
        suite = suite::read(folder, &manifest, &cast, &programs, &groups, &mut findings);
    }
    let tests = ByTest::from(suite.tests);
    let scoring = groups::scoring(&manifest, &groups, &tests, &mut findings);
    let validators = cast.validators(folder, &programs);
    let validator_tests = unit::of_validators(folder, &manifest, &cast, &mut findings);
    let checker_tests = unit::of_checker(folder, &manifest, judges.interactor.is_some(), &mut findings);
    findings.extend(unused::finding(folder, &programs, &judges));
    let at = |path: &RelPath| programs.position(|program: &Program| &program.path == path);
    Some(Problem {
        manifest: Some(manifest.path.clone()),
        limits: manifest.limits.clone(),
        main: main.as_ref().and_then(at),
        checker: judges.checker(&programs),
        standard_source: judges.standard_source.clone(),
        interactor: judges.interactor(&programs),
        validators,
        commands: suite.commands,
        tests,
        scoring,
        validator_tests,
        checker_tests,
        include_dirs: vec![RelPath::root()],
        findings,
        programs: ByProgram::clone(&programs),
        ..Problem::new(manifest.name.clone().unwrap_or_else(|| folder.name().to_owned()), Format::Rbx)
    })
}

/// Whether the manifest names a file as a testplan.
pub(super) fn is_testplan(folder: &dyn Folder, path: &RelPath) -> bool {
    if path.as_str() == MANIFEST || Language::from_path(path).is_some() || Language::is_header(path) {
        return false;
    }
    // Editors ask for each file that is typed in, and the manifest is read only where it may name that one.
    let is_spoken_of = |text: String| text.contains(path.file_name());
    RelPath::parse(MANIFEST).and_then(|manifest| folder.text(&manifest)).is_some_and(is_spoken_of)
        && Manifest::read(folder, &mut Vec::new()).is_some_and(|manifest| suite::is_testplan(&manifest, path))
}

/// The generators by the names that testplans call them by.
pub(super) fn generator_names(folder: &dyn Folder) -> BTreeMap<String, RelPath> {
    let mut cast = Cast::default();
    if let Some(manifest) = Manifest::read(folder, &mut Vec::new()) {
        items::generators(folder, &manifest, &mut cast, &mut Vec::new());
    }
    cast.generators
}
