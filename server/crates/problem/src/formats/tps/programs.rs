//! Generators, the checker and the solutions; validators are those that are named.

use std::collections::BTreeMap;

use super::{
    at, broken,
    gen_data::GenData,
    grader,
    labels::{self, Listed},
    problem_json::{Manifest, Way},
    stale,
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{language, plain},
    included,
    label::{NOT_JUDGED, Pool},
    language::Language,
    model::{Program, Role},
    path::RelPath,
    text::Place,
    words::enumerated,
};

/// Where the solutions lie.
const SOLUTIONS: &str = "solution";

/// The programs by their paths, and who plays which part.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) programs: BTreeMap<RelPath, Program>,
    pub(super) checker: Option<RelPath>,
    /// Whom the solutions talk to.
    pub(super) manager: Option<RelPath>,
    pub(super) main: Option<RelPath>,
}

/// Finds the programs of a folder.
pub(super) fn read(folder: &dyn Folder, manifest: &Manifest, data: &GenData, findings: &mut Vec<Finding>) -> Cast {
    let mut cast = Cast::default();
    for (directory, role) in [("gen", Role::Generator), ("checker", Role::Checker)] {
        let files = folder.children(&at(directory)).into_iter().map(|file| &file.path);
        let programs = files.filter_map(|path| tool(folder, path, role, directory));
        cast.programs.extend(programs.map(|program| (program.path.clone(), program)));
    }
    manager(folder, manifest, &mut cast, findings);
    let checkers = cast.programs.values().filter(|program| program.role == Role::Checker);
    let checkers: Vec<RelPath> = checkers.map(|program| program.path.clone()).collect();
    cast.checker = checkers.iter().find(|path| path.stem() == "checker").or(checkers.first()).cloned();
    // The others there are copies and drafts.
    cast.programs.retain(|path, program| program.role != Role::Checker || Some(path) == cast.checker.as_ref());
    solutions(folder, manifest, data, &mut cast, findings);
    cast
}

/// Finds the manager of a task in which solutions talk to one, and says why they are not run where they cannot be.
fn manager(folder: &dyn Folder, manifest: &Manifest, cast: &mut Cast, findings: &mut Vec<Finding>) {
    let Way::Communication(range) = manifest.way else { return };
    let files = folder.children(&at("grader")).into_iter().map(|file| &file.path);
    let mut managers = files.filter(|path| path.stem() == "manager");
    let program = managers.find_map(|path| tool(folder, path, Role::Interactor, "grader"));
    let mut missing = |range, message: String| {
        let place = Place { path: manifest.path.clone(), range };
        findings.push(Finding::at(Code::ToolMissing, place, message));
    };
    if let Err((message, range)) = &manifest.processes {
        missing(*range, message.clone());
    } else if program.is_none() {
        let message = "there is no grader/manager.cpp for solutions to talk to, so none is run; write it";
        missing(range, message.to_owned());
    }
    if let Some(program) = program {
        cast.manager = Some(program.path.clone());
        cast.programs.insert(program.path.clone(), program);
    }
}

/// A source that can be run.
fn tool(folder: &dyn Folder, path: &RelPath, role: Role, directory: &str) -> Option<Program> {
    let language = language::of_file(folder, path)?;
    let facts = included::facts(folder, path);
    let is_whole =
        !language.has_main() || facts.is_none_or(|facts| facts.main.is_some() || !facts.registers.is_empty());
    is_whole.then(|| Program::of_file(path.clone(), role, language, format!("in the folder {directory}")))
}

fn solutions(folder: &dyn Folder, manifest: &Manifest, data: &GenData, cast: &mut Cast, findings: &mut Vec<Finding>) {
    let list = at(labels::FILE);
    let add = |cast: &mut Cast, mut program: Program, findings: &mut Vec<Finding>| {
        grader::add(folder, manifest, &mut program, findings);
        let is_run = match manifest.way {
            Way::Batch => true,
            Way::Communication(_) => cast.manager.is_some() && manifest.processes.is_ok(),
            Way::NotJudged => false,
        };
        if !is_run {
            program.stop(NOT_JUDGED);
        }
        cast.programs.insert(program.path.clone(), program);
    };
    for listed in labels::read(folder, data, findings) {
        let path = match file_of(folder, &listed) {
            Ok(path) => path,
            Err(message) => {
                findings.push(stale(&list, listed.range, message));
                continue;
            }
        };
        if path.file_name() != listed.name {
            let message =
                format!("there is no {SOLUTIONS}/{}, so {path} is taken for it; correct the name", listed.name);
            findings.push(stale(&list, listed.range, message));
        }
        let Some(language) = language::of_file(folder, &path) else {
            let message = format!("{path} is in no language that is known, so it is not judged");
            findings.push(broken(&list, listed.range, message).with_severity(Severity::Warning));
            continue;
        };
        if listed.is_model {
            cast.main = Some(path.clone());
        }
        let program = Program::of_file(path, Role::Solution, language, format!("listed in {list}"));
        add(cast, Program { label: listed.label, ..program }, findings);
    }
    for file in folder.below(&at(SOLUTIONS)) {
        let is_new = !cast.programs.contains_key(&file.path);
        let Some(language) = language::of_file(folder, &file.path).filter(|_| is_new) else { continue };
        if file.size <= 1 {
            findings.push(plain::empty_source(&file.path));
            continue;
        }
        if let Some(finding) = plain::tool_among_solutions(folder, &file.path) {
            findings.push(finding);
            continue;
        }
        let program =
            Program::of_file(file.path.clone(), Role::Solution, language, format!("in the folder {SOLUTIONS}"));
        let label = plain::label_by_names(folder, &program);
        let program = Program { label, ..program };
        if program.label.is_none() {
            findings.push(plain::unlabelled_solution(&program));
        }
        add(cast, program, findings);
    }
    if cast.main.is_none() {
        choose_main(folder, cast, findings);
    }
}

/// The file that is listed, or the only one of its stem.
fn file_of(folder: &dyn Folder, listed: &Listed) -> Result<RelPath, String> {
    let directory = at(SOLUTIONS);
    let path = directory.join(&listed.name).filter(|path| path.is_below(&directory));
    let Some(path) = path else {
        return Err(format!("`{}` is no file below {SOLUTIONS}; name one", listed.name));
    };
    if folder.has(&path) {
        return Ok(path);
    }
    let like: Vec<&RelPath> = folder
        .children(&path.parent())
        .into_iter()
        .map(|file| &file.path)
        .filter(|other| other.stem() == path.stem() && Language::from_path(other).is_some())
        .collect();
    match &like[..] {
        [only] => Ok((*only).clone()),
        [] => Err(format!("there is no {path}; correct the name, or remove it")),
        several => {
            let names: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(format!("there is no {path}; correct the name: there are {}", enumerated(&names, 4)))
        }
    }
}

/// Without a model solution the first one that is labelled right makes the answers.
fn choose_main(folder: &dyn Folder, cast: &mut Cast, findings: &mut Vec<Finding>) {
    let is_right = |program: &&Program| program.role == Role::Solution && program.pool() == Some(Pool::Correct);
    let right = || cast.programs.values().filter(is_right);
    let chosen = right().find(|program| program.language.is_sure_to_run()).or_else(|| right().next());
    let path = chosen.map(|program| program.path.clone());
    let message = match &path {
        Some(path) => format!("no solution is the `model_solution`, so {path} makes the answers; label one so in solutions.json"),
        None => "no solution is the `model_solution` and none is right, so tests get no answers; label one so in solutions.json"
            .to_owned(),
    };
    let list = at(labels::FILE);
    findings.push(match folder.has(&list) {
        true => Finding::of_file(Code::NoMain, &list, message),
        false => Finding::of_folder(Code::NoMain, message),
    });
    cast.main = path;
}
