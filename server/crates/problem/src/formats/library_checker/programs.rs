//! The programs: by the places that the format gives them, and by what `info.toml` names.

use std::collections::BTreeMap;

use super::info::Info;
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{language, plain},
    included,
    label::{Label, LabelWord},
    language::Language,
    model::{ByProgram, Program, Role},
    path::RelPath,
    text::Range,
};

/// Where generators lie.
pub(super) const GENERATORS: &str = "gen";
/// Where solutions lie.
const SOLUTIONS: &str = "sol";
/// Where the program lies that calls solutions that are functions.
pub(super) const GRADER: &str = "grader";
/// The stem of the solution that makes the answers.
const MAIN: &str = "correct";

/// The programs in path order, and who plays which part.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) programs: ByProgram<Program>,
    pub(super) validator: Option<RelPath>,
    pub(super) checker: Option<RelPath>,
    pub(super) main: Option<RelPath>,
}

/// A path that is written in this module's sources.
pub(super) fn at(path: &str) -> RelPath {
    RelPath::parse(path).unwrap_or_else(RelPath::root)
}

/// Finds the programs of a folder.
pub(super) fn read(folder: &dyn Folder, info: &Info, findings: &mut Vec<Finding>) -> Cast {
    let mut programs = BTreeMap::new();
    let mut tool = |key: &str, usual: &str, role: Role, findings: &mut Vec<Finding>| {
        let path = judge_path(folder, info, key, usual, findings)?;
        let program = of_file(folder, &path, role, &format!("the {} of this format", role.name()))?;
        programs.insert(path.clone(), program);
        Some(path)
    };
    let validator = tool("verifier", "verifier.cpp", Role::Validator, findings);
    let checker = tool("checker", "checker.cpp", Role::Checker, findings);
    generators(folder, info, &mut programs, findings);
    let main = solutions(folder, info, &mut programs, findings);
    Cast { programs: programs.into_values().collect(), validator, checker, main }
}

/// The file that a key names, else the usual one; a finding says which is not there.
fn judge_path(
    folder: &dyn Folder,
    info: &Info,
    key: &str,
    usual: &str,
    findings: &mut Vec<Finding>,
) -> Option<RelPath> {
    let (path, place) = match info.stated(key, findings) {
        Some((path, range)) => (path, Some(info.at(range))),
        None => (at(usual), None),
    };
    if folder.has(&path) {
        return Some(path);
    }
    let message = format!("there is no {path}; write it, or name another file by `{key}`");
    let finding = Finding::at(Code::ManifestStale, place.unwrap_or_else(|| info.at(Range::default())), message);
    // A folder without a validator is told so anyway.
    if key == "checker" || info.root.get(key).is_some() {
        findings.push(finding);
    }
    None
}

fn of_file(folder: &dyn Folder, path: &RelPath, role: Role, reason: &str) -> Option<Program> {
    Some(Program::of_file(path.clone(), role, language::of_file(folder, path)?, reason))
}

/// Generators that tests come from, and the others beside them.
fn generators(
    folder: &dyn Folder,
    info: &Info,
    programs: &mut BTreeMap<RelPath, Program>,
    findings: &mut Vec<Finding>,
) {
    for entry in info.tests.iter().filter(|entry| !entry.name.ends_with(".in")) {
        let path = below(GENERATORS, &entry.name);
        let there = path.as_ref().filter(|path| folder.has(path));
        let program = there.and_then(|path| of_file(folder, path, Role::Generator, "makes tests of info.toml"));
        match program {
            Some(program) => drop(programs.insert(program.path.clone(), program)),
            None => {
                let message = format!("there is no generator `{}` in {GENERATORS}", entry.name);
                findings.push(Finding::at(Code::GeneratorUnknown, info.at(entry.range), message));
            }
        }
    }
    for file in folder.children(&at(GENERATORS)) {
        let is_whole = included::facts(folder, &file.path).is_none_or(|facts| facts.main.is_some());
        if is_whole && !programs.contains_key(&file.path) {
            let program = of_file(folder, &file.path, Role::Generator, "in the folder gen");
            programs.extend(program.map(|program| (file.path.clone(), program)));
        }
    }
}

/// Solutions that are listed, the main one, and the others beside them; the path of the main one.
fn solutions(
    folder: &dyn Folder,
    info: &Info,
    programs: &mut BTreeMap<RelPath, Program>,
    findings: &mut Vec<Finding>,
) -> Option<RelPath> {
    let files = folder.below(&at(SOLUTIONS));
    for entry in &info.solutions {
        let path = below(SOLUTIONS, &entry.name).filter(|path| folder.has(path));
        let Some(program) = path.and_then(|path| of_file(folder, &path, Role::Solution, "listed in info.toml")) else {
            let message =
                format!("there is no solution `{}` in {SOLUTIONS}; correct the name, or remove it", entry.name);
            findings.push(Finding::at(Code::ManifestStale, info.at(entry.range), message));
            continue;
        };
        let program = Program { label: Some(entry.label.clone()), ..program };
        let program =
            if entry.is_function { with_grader(folder, info, program, entry.range, findings) } else { program };
        programs.insert(program.path.clone(), program);
    }
    let is_main = |path: &&RelPath| path.stem() == MAIN && Language::from_path(path).is_some();
    let main = files.iter().map(|file| &file.path).find(is_main).cloned();
    for file in files {
        let is_part = programs.contains_key(&file.path);
        let Some(program) = of_file(folder, &file.path, Role::Solution, "in the folder sol").filter(|_| !is_part)
        else {
            continue;
        };
        if file.size <= 1 {
            findings.push(plain::empty_source(&file.path));
            continue;
        }
        if let Some(finding) = plain::tool_among_solutions(folder, &file.path) {
            findings.push(finding);
            continue;
        }
        let is_main = main.as_ref() == Some(&program.path);
        let label =
            if is_main { Some(Label::of(LabelWord::Accepted, MAIN)) } else { plain::label_by_names(folder, &program) };
        let program = Program { label, ..program };
        if program.label.is_none() {
            findings.push(plain::unlabelled_solution(&program));
        }
        programs.insert(program.path.clone(), program);
    }
    if main.is_none() {
        let message = format!("there is no {SOLUTIONS}/{MAIN}.cpp, so tests get no answers; write it");
        findings.push(Finding::of_file(Code::NoMain, &info.path, message));
    }
    main
}

/// A solution that is a function, with the sources of the grader that calls it.
fn with_grader(
    folder: &dyn Folder,
    info: &Info,
    mut program: Program,
    range: Range,
    findings: &mut Vec<Finding>,
) -> Program {
    let files = folder.children(&at(GRADER));
    let is_of_it = |path: &&RelPath| Language::from_path(path).as_ref() == Some(&program.language);
    let sources: Vec<RelPath> = files.iter().map(|file| &file.path).filter(is_of_it).cloned().collect();
    if sources.is_empty() || !program.language.is_compiled() {
        let message = format!(
            "`{}` is a function, and {GRADER} has no source in its language that calls it; add one, or remove `function`",
            program.path.file_name()
        );
        findings.push(Finding::at(Code::ManifestStale, info.at(range), message));
    }
    program.sources.extend(sources);
    program
}

fn below(directory: &str, name: &str) -> Option<RelPath> {
    let directory = at(directory);
    directory.join(name).filter(|path| path.is_below(&directory))
}
