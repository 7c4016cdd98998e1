//! What lies in a package where the format has nothing, although its name says that it is a part of it.
//!
//! Invariant: files of the same kind in the same directory are one finding, at the first of them.

use std::collections::BTreeMap;

use super::{at, generators_yaml::Linked, sources};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::wording::{Stem, roles, test_names::input_name},
    included,
    model::Role,
    path::RelPath,
    words::first_of,
};

/// The directories below `data/` that are read, with the names that older tools have for them.
const OF_DATA: [&str; 11] = [
    "sample",
    "secret",
    "invalid_input",
    "invalid_inputs",
    "invalid_answer",
    "invalid_answers",
    "invalid_output",
    "invalid_outputs",
    "valid_output",
    "valid_outputs",
    "bad",
];

/// Directories of the format whose names speak of programs.
const OF_PROGRAMS: [&str; 14] = [
    "submissions",
    "generators",
    "graders",
    "input_validators",
    "input_format_validators",
    "input_validator",
    "output_validators",
    "output_validator",
    "answer_validators",
    "answer_format_validators",
    "static_validator",
    "static_validators",
    "solution",
    "data",
];

/// The findings, one for each kind of file in each directory.
pub(super) fn findings(folder: &dyn Folder, rules: &Linked) -> Vec<Finding> {
    let mut kinds: BTreeMap<(Kind, RelPath), Vec<RelPath>> = BTreeMap::new();
    for file in folder.below(&at("data")) {
        if let Some(kind) = of_data(folder, &file.path, rules) {
            kinds.entry((kind, file.path.parent())).or_default().push(file.path.clone());
        }
    }
    for file in folder.files() {
        if let Some((kind, directory)) = of_programs(folder, &file.path) {
            kinds.entry((kind, directory)).or_default().push(file.path.clone());
        }
    }
    let findings = kinds.iter().map(|((kind, directory), files)| kind.finding(directory, files));
    findings.collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A test in a directory that is none of the format's.
    Test,
    /// An answer without an input.
    Answer,
    /// What may be an input, by a name that is none of the format's.
    Input,
    /// A program in a directory that is none of the format's, or in none.
    Program(Role),
}

fn of_data(folder: &dyn Folder, path: &RelPath, rules: &Linked) -> Option<Kind> {
    let parts: Vec<&str> = path.parts().collect();
    let extension = path.extension();
    let (directory, inner) = match parts.as_slice() {
        [_, directory, inner @ .., _] => (*directory, inner),
        _ => ("", [].as_slice()),
    };
    if inner.iter().any(|part| part.ends_with(".files")) {
        return None;
    }
    if !OF_DATA.contains(&directory) {
        return (extension == "in").then_some(Kind::Test);
    }
    if !matches!(directory, "sample" | "secret") {
        return None;
    }
    let has_input = |stem: &str| {
        let made = || rules.tests.contains_key(&path.with_file_name(stem));
        folder.has(&path.with_file_name(&format!("{stem}.in"))) || made()
    };
    match extension.as_str() {
        "ans" => path.file_name().strip_suffix(".ans").filter(|stem| !has_input(stem)).map(|_| Kind::Answer),
        "in" | "yaml" => None,
        _ => input_name(path.file_name()).map(|_| Kind::Input),
    }
}

/// A program, by its place or its name, and the directory whose fault that is.
fn of_programs(folder: &dyn Folder, path: &RelPath) -> Option<(Kind, RelPath)> {
    let first = path.parts().next()?;
    sources::language_of(path)?;
    if path.parent().is_root() {
        let registers = included::facts(folder, path).and_then(|facts| Role::of_register(facts.register()?.register));
        let named = || roles::of_stem(&Stem::new(path.stem())).filter(|named| named.at_start).map(|named| named.role);
        return registers.or_else(named).map(|role| (Kind::Program(role), RelPath::root()));
    }
    let is_of_format = OF_PROGRAMS.contains(&first) || roles::is_no_part(first) || roles::is_test_folder(first);
    if is_of_format || path.parent().parts().any(roles::is_no_part) {
        return None;
    }
    let solutions = roles::is_solution_folder(first).then_some(Role::Solution);
    let role = solutions.or_else(|| roles::of_directory(first))?;
    Some((Kind::Program(role), at(first)))
}

impl Kind {
    fn finding(self, directory: &RelPath, files: &[RelPath]) -> Finding {
        let first = &files[0];
        let what = first_of(first, files.len());
        let is_one = files.len() == 1;
        let (are, them) = if is_one { ("is", "it is") } else { ("are", "they are") };
        let (message, severity) = match self {
            Kind::Test => (
                format!(
                    "{what} {are} below {directory}, where the format has no tests, so {them} left out; move that to data/secret"
                ),
                Severity::Warning,
            ),
            Kind::Answer => (
                format!(
                    "{what} {are} named like {} and {} no input, so {them} left out; add what is missing, or remove the rest",
                    if is_one { "an answer" } else { "answers" },
                    if is_one { "has" } else { "have" }
                ),
                Severity::Warning,
            ),
            Kind::Input => (
                format!("{what} may be {}, but inputs end with `.in`, so {them} left out", input_or_inputs(is_one)),
                Severity::Information,
            ),
            Kind::Program(role) => (
                format!("{what} {are} {}, so {them} not read; {}", place_of(directory), home_of(role)),
                Severity::Information,
            ),
        };
        Finding::of_file(Code::FileLeftOut, first, message).with_severity(severity)
    }
}

fn input_or_inputs(is_one: bool) -> &'static str {
    if is_one { "an input" } else { "inputs" }
}

fn place_of(directory: &RelPath) -> String {
    if directory.is_root() {
        "in no directory of the format".to_owned()
    } else {
        format!("in {directory}, where the format has nothing")
    }
}

fn home_of(role: Role) -> &'static str {
    match role {
        Role::Generator => "generators lie in `generators`",
        Role::Validator => "validators lie in `input_validators`",
        Role::Checker | Role::Interactor => {
            "what judges outputs lies in `output_validators`, or since 2023-07 in `output_validator`"
        }
        Role::Grader => "the grader of a legacy package lies in `graders`",
        Role::Solution => "solutions lie in `submissions`",
    }
}
