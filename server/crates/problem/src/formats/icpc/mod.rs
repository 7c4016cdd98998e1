//! ICPC and Kattis problem packages: legacy, 2023-07 and 2025-09.
//!
//! The versions differ in a few keys and directory names and agree on the rest, so all of them are read by the same
//! code, which takes either version's words wherever they cannot be confused.

mod arguments;
mod data;
mod expectations;
mod generators;
mod generators_yaml;
mod grader;
mod group_keys;
mod groups;
mod include;
mod keys;
mod labels;
mod limits;
mod main_solution;
mod manifest;
mod scores;
mod sources;
mod submissions;
mod unread;
mod validators;

use crate::{
    folder::Folder,
    model::{
        ByProgram, ByTest, Checker, CheckerKind, Format, Interactor, Problem, Program, ProgramIdx, TimeLimit, Validator,
    },
    path::RelPath,
    scoring::Scoring,
};
pub use generators_yaml::{
    GENERATORS_YAML, KEYS, Key, KeyPlace, NewRule, RuleBody, RulesText, Shortened, TestsHome, WrittenRule,
    rule_command, written_names, written_rules,
};

pub(super) use generators_yaml::shell_words;
pub(crate) use keys::OF_LIMITS;

use arguments::{ArgumentReader, CaseArguments};
use manifest::Manifest;
use validators::{InputValidator, OutputValidation};

/// How the time limit of a package follows from runs, also where one is stated: [`TimeLimit::FromRuns`].
pub fn time_multipliers(folder: &dyn Folder) -> TimeLimit {
    limits::multipliers(&Manifest::read(folder, &mut Vec::new()))
}

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
    let answer_validators = validators::answer_validators(folder, &mut findings);
    let submissions = submissions::read(folder, &manifest, &mut findings);
    let rules = generators_yaml::of_folder(folder, &manifest, &mut findings).unwrap_or_default();
    let generators = generators_yaml::programs(folder, &rules, generators::read(folder), &mut findings);

    let mut programs: ByProgram<Program> = validators.iter().map(|validator| validator.program.clone()).collect();
    programs.extend(answer_validators.iter().map(|validator| validator.program.clone()));
    if let OutputValidation::Programs(validators) = &validation {
        programs.extend(validators.iter().map(|validator| validator.program.clone()));
    }
    let grader = grader::own(folder, &manifest, &mut findings);
    programs.extend(grader.iter().cloned());
    let grader = grader.map(|program| program.path);
    programs.extend(submissions.iter().map(|submission| submission.program.clone()));
    programs.extend(generators);
    programs.extend(generators_yaml::solutions(folder, &rules, &programs, &mut findings));
    programs.sort_by(|a, b| a.path.cmp(&b.path));

    let main = main_solution::choose(folder, &submissions, &mut findings);
    let validator_names = validators.iter().map(InputValidator::name).collect();
    let is_default = matches!(validation, OutputValidation::Default);
    let linked = generators_yaml::link(folder, &rules, &programs, !manifest.interactive, &mut findings);
    let mut reader = ArgumentReader::new(folder, &manifest, validator_names, is_default, rules.settings);
    let root_arguments = reader.of_group(&at("data"), &mut findings);
    let (checker, interactor) = checker(&programs, &manifest, &validation, &root_arguments);
    let tests = ByTest::from(data::tests(folder, &linked, &mut reader, &mut findings));
    let scoring = groups::scoring(folder, &manifest, &tests, reader.written(), grader.is_some(), &mut findings);
    let grader = grader.filter(|_| scoring.as_ref().is_some_and(Scoring::has_own_grader));
    let validator_tests = data::validator_tests(folder, &linked, &mut reader, &mut findings);
    // An output alone says nothing where a solution talks, or is run again.
    let checker_tests = match (interactor, manifest.passes) {
        (None, None) => data::checker_tests(folder, &linked, &mut reader, &mut findings),
        (Some(_), _) | (_, Some(_)) => Vec::new(),
    };
    findings.extend(unread::findings(folder, &linked));
    Some(Problem {
        manifest: manifest.path.clone(),
        limits,
        main: main.and_then(|path| index_of(&programs, &path)),
        checker,
        further_checkers: further_checkers(&programs, &validation),
        answer_validators: answer_validators.iter().filter_map(|validator| indexed(&programs, validator)).collect(),
        interactor,
        grader: grader.and_then(|path| index_of(&programs, &path)),
        validators: validators.iter().filter_map(|validator| indexed(&programs, validator)).collect(),
        commands: linked.commands,
        tests,
        scoring,
        validator_tests,
        checker_tests,
        passes: manifest.passes,
        include_dirs: include::search_directories(folder),
        constants: manifest.constants.clone(),
        programs,
        findings,
        ..Problem::new(manifest.name.clone().unwrap_or_else(|| folder.name().to_owned()), Format::Icpc)
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
    let program = index_of(programs, &validator.program.path)?;
    Some(Validator { takes_options: validator.takes_options, ..Validator::of_stdin(program, validator.protocol) })
}

/// The output validators behind the first one.
fn further_checkers(programs: &ByProgram<Program>, validation: &OutputValidation) -> Vec<Validator> {
    let OutputValidation::Programs(validators) = validation else { return Vec::new() };
    let further = validators.iter().skip(1).filter_map(|validator| {
        let program = index_of(programs, &validator.program.path)?;
        Some(Validator::of_stdin(program, validator.protocol))
    });
    further.collect()
}

/// The checker, and the interactor of an interactive problem. There the output validator does both: it talks to the
/// solution and its exit code is the verdict.
fn checker(
    programs: &ByProgram<Program>,
    manifest: &Manifest,
    validation: &OutputValidation,
    root: &CaseArguments,
) -> (Checker, Option<Interactor>) {
    if let OutputValidation::Programs(validators) = validation
        && let Some(validator) = validators.first()
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

#[cfg(test)]
mod tests;
