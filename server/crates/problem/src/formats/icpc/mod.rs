//! ICPC and Kattis problem packages: legacy, 2023-07 and 2025-09.
//!
//! The versions differ in a few keys and directory names and agree on the rest, so all of them are read by the same
//! code, which takes either version's words wherever they cannot be confused.

mod arguments;
mod data;
mod expectations;
mod generators;
mod grader;
mod groups;
mod keys;
mod labels;
mod limits;
mod main_solution;
mod manifest;
mod scores;
mod sources;
mod submissions;
mod validators;

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    model::{
        ByCommand, ByProgram, ByTest, Checker, CheckerKind, Format, Interactor, LineEnds, Problem, Program, ProgramIdx,
        SolutionIo, Validator,
    },
    path::RelPath,
    text::Place,
};
use arguments::{ArgumentReader, CaseArguments};
use manifest::Manifest;
use validators::{InputValidator, OutputValidation};

/// Reads an ICPC or Kattis package; `None` when the folder is none.
///
/// A folder without `problem.yaml` counts as a legacy package when it has `data/sample` or `data/secret`, and
/// `submissions`.
pub fn read(folder: &dyn Folder) -> Option<Problem> {
    if !folder.has(&at("problem.yaml")) && !looks_like_a_package(folder) {
        return None;
    }
    let mut findings = Vec::new();
    let manifest = Manifest::read(folder, &mut findings);
    let limits = limits::read(folder, &manifest, &mut findings);
    let validators = validators::input_validators(folder, &mut findings);
    let validation = validators::output_validation(folder, &manifest, &mut findings);
    let submissions = submissions::read(folder, &manifest, &mut findings);
    let generators = generators::read(folder);

    let mut programs: ByProgram<Program> = validators.iter().map(|validator| validator.program.clone()).collect();
    if let OutputValidation::Program(validator) = &validation {
        programs.push(validator.program.clone());
    }
    programs.extend(submissions.iter().map(|submission| submission.program.clone()));
    programs.extend(generators);
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    warn_about_constants(folder, &manifest, &programs, &mut findings);

    let main = main_solution::choose(folder, &submissions, &mut findings);
    let validator_names = validators.iter().map(InputValidator::name).collect();
    let is_default = matches!(validation, OutputValidation::Default);
    let mut reader = ArgumentReader::new(folder, &manifest, validator_names, is_default);
    let root_arguments = reader.of_group(&at("data"), &mut findings);
    let (checker, interactor) = checker(&programs, &manifest, &validation, &root_arguments);
    let tests = ByTest::from(data::tests(folder, &mut reader, &mut findings));
    let scoring = groups::scoring(folder, &manifest, &tests, &mut findings);
    Some(Problem {
        name: manifest.name.clone().unwrap_or_else(|| folder.name().to_owned()),
        format: Format::Icpc,
        manifest: manifest.path.clone(),
        limits,
        main: main.and_then(|path| index_of(&programs, &path)),
        checker,
        standard_source: None,
        interactor,
        validators: validators.iter().filter_map(|validator| indexed(&programs, validator)).collect(),
        commands: ByCommand::new(),
        tests,
        scoring,
        validator_tests: data::validator_tests(folder),
        checker_tests: if interactor.is_some() { Vec::new() } else { data::checker_tests(folder) },
        io: SolutionIo::default(),
        line_ends: LineEnds::Keep,
        include_dirs: Vec::new(),
        defines: Vec::new(),
        programs,
        findings,
    })
}

/// A path that is written in this module's sources.
fn at(path: &str) -> RelPath {
    RelPath::parse(path).expect("a path without `..`")
}

fn looks_like_a_package(folder: &dyn Folder) -> bool {
    let any_below = |directory: &str| folder.files().iter().any(|file| file.path.is_below(&at(directory)));
    (any_below("data/sample") || any_below("data/secret")) && any_below("submissions")
}

fn index_of(programs: &ByProgram<Program>, path: &RelPath) -> Option<ProgramIdx> {
    programs.position(|program| &program.path == path)
}

fn indexed(programs: &ByProgram<Program>, validator: &InputValidator) -> Option<Validator> {
    Some(Validator {
        program: index_of(programs, &validator.program.path)?,
        protocol: validator.protocol,
        takes_options: validator.takes_options,
    })
}

/// The checker, and the interactor of an interactive problem. There the output validator does both: it talks to the
/// solution and its exit code is the verdict.
fn checker(
    programs: &ByProgram<Program>,
    manifest: &Manifest,
    validation: &OutputValidation,
    root: &CaseArguments,
) -> (Checker, Option<Interactor>) {
    if let OutputValidation::Program(validator) = validation
        && let Some(program) = index_of(programs, &validator.program.path)
    {
        let protocol = validator.protocol;
        let kind = CheckerKind::Program { program, protocol };
        let checker = Checker { kind, reason: validator.program.reason.clone() };
        return (checker, manifest.interactive.then_some(Interactor { program, protocol }));
    }
    let kind = CheckerKind::KattisDefault(root.default_flags());
    (Checker { kind, reason: "default validation".to_owned() }, None)
}

/// Constants of the manifest stand in sources as `{{name}}`; nothing replaces them there yet.
fn warn_about_constants(
    folder: &dyn Folder,
    manifest: &Manifest,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) {
    let Some((path, range)) = manifest.path.clone().zip(manifest.constants_range) else { return };
    let marks: Vec<String> = manifest.constants.keys().map(|name| format!("{{{{{name}}}}}")).collect();
    let uses_one = |source: &&RelPath| {
        folder.text(source).is_some_and(|text| marks.iter().any(|mark| text.contains(mark.as_str())))
    };
    if let Some(source) = programs.iter().flat_map(|program| &program.sources).find(uses_one) {
        let message = format!("constants are not put into sources here, so {source} will not build as it is meant to");
        findings.push(Finding::at(Code::ToolMissing, Place { path, range }, message));
    }
}

#[cfg(test)]
mod tests;
