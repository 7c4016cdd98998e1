//! What each program of a plain folder is for.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    folder::Folder,
    formats::wording::{Stem, labels, roles},
    included,
    language::Language,
    model::{ByProgram, Program, Role},
    path::RelPath,
    settings::RoleHint,
};

use super::{
    Context, Hints,
    sources::{self, Unit},
};

/// Why a program has the role that the settings give it.
pub(super) const STATED: &str = "stated in touchstone.toml";

/// The programs, and the sources that may still turn out to be one, both in path order.
pub(super) fn programs(context: &Context<'_>) -> (Vec<Program>, Vec<Unit>) {
    let (mut programs, mut others) = (Vec::new(), Vec::new());
    for unit in sources::units(context) {
        match classify(context, &unit) {
            Classified::As(role, reason) => programs.push(program(unit, role, reason)),
            Classified::Nothing => others.push(unit),
            Classified::NoPart => {}
        }
    }
    (without_copies(context.folder, programs), others)
}

/// Says of programs whose part nothing stated to the person's settings where it is stated.
pub(in crate::formats) fn restate(programs: &mut ByProgram<Program>, person: &Hints, reason: &str) {
    let is_theirs =
        |program: &Program| person.role(&program.path).is_some() || person.main.as_ref() == Some(&program.path);
    programs
        .iter_mut()
        .filter(|program| program.reason == STATED && !is_theirs(program))
        .for_each(|program| program.reason = reason.to_owned());
}

/// A program for something.
pub(super) fn program(unit: Unit, role: Role, reason: impl Into<String>) -> Program {
    Program { sources: unit.sources, ..Program::of_file(unit.path, role, unit.language, reason) }
}

enum Classified {
    As(Role, String),
    /// Neither content nor name nor place says anything.
    Nothing,
    /// It is a program, but not one that problems are made of.
    NoPart,
}

fn classify(context: &Context<'_>, unit: &Unit) -> Classified {
    let found = by_hint(context, unit).or_else(|| by_content(context.folder, unit)).or_else(|| by_name(context, unit));
    found.unwrap_or_else(|| match by_place(context, unit) {
        Some((role, reason)) => Classified::As(role, reason),
        None => Classified::Nothing,
    })
}

fn by_hint(context: &Context<'_>, unit: &Unit) -> Option<Classified> {
    let stated = |role| Classified::As(role, STATED.to_owned());
    let main = context.hints.main.as_ref();
    let is_main = main.is_some_and(|main| *main == unit.path || unit.sources.contains(main));
    match context.hints.role(&unit.path).or_else(|| context.hints.role(unit.first_source())) {
        Some(RoleHint::Role(role)) => Some(stated(role)),
        Some(RoleHint::Ignore) => Some(Classified::NoPart),
        None => is_main.then(|| stated(Role::Solution)),
    }
}

fn by_content(folder: &dyn Folder, unit: &Unit) -> Option<Classified> {
    if unit.language == Language::Checktestdata {
        return Some(Classified::As(Role::Validator, "checktestdata program".to_owned()));
    }
    let facts = included::facts(folder, unit.first_source())?;
    let register = facts.register()?.register;
    Some(match Role::of_register(register) {
        Some(role) => Classified::As(role, format!("calls {}", register.function())),
        None => Classified::NoPart,
    })
}

/// A tool by its own name. In a place of solutions a name that begins with a label is one of a solution.
fn by_name(context: &Context<'_>, unit: &Unit) -> Option<Classified> {
    let stem = Stem::new(unit.name());
    let named = roles::of_stem(&stem)?;
    let is_solution = labels::is_named_like_problem(&stem, &context.problem)
        || unit.is_directory()
        || !named.at_start && begins_with_label(&stem) && solution_folder(&unit.path).is_some();
    if is_solution {
        return None;
    }
    let runs = sources::has_main(context.folder, unit.first_source());
    let as_named = || Classified::As(named.role, format!("named like {}", named.role.with_article()));
    Some(if runs { as_named() } else { Classified::NoPart })
}

/// A program by the directories it lies in, nearest first.
fn by_place(context: &Context<'_>, unit: &Unit) -> Option<(Role, String)> {
    if unit.is_directory() {
        return Some((Role::Solution, "a folder with the sources of one program".to_owned()));
    }
    if let Some(directory) = solution_folder(&unit.path) {
        return Some((Role::Solution, format!("in the folder {directory}")));
    }
    let directory = unit.path.parent();
    if directory.is_root() {
        return Some((Role::Solution, "in the root folder".to_owned()));
    }
    let (role, name) = tool_folder(&directory)?;
    let runs = sources::has_main(context.folder, unit.first_source());
    runs.then(|| (role, format!("in the folder {name}")))
}

/// The nearest directory of a path that says what lies in it.
enum Folderly<'a> {
    Tools(Role, &'a str),
    Solutions(&'a str),
    Tests,
}

fn nearest_telling(directory: &RelPath) -> Option<Folderly<'_>> {
    directory.parts().rev().find_map(|part| {
        if roles::is_test_folder(part) {
            Some(Folderly::Tests)
        } else if roles::is_solution_folder(part) {
            Some(Folderly::Solutions(part))
        } else {
            roles::of_directory(part).map(|role| Folderly::Tools(role, part))
        }
    })
}

fn solution_folder(path: &RelPath) -> Option<String> {
    match nearest_telling(&path.parent())? {
        Folderly::Solutions(name) => Some(name.to_owned()),
        Folderly::Tools(..) | Folderly::Tests => None,
    }
}

fn tool_folder(directory: &RelPath) -> Option<(Role, String)> {
    match nearest_telling(directory)? {
        Folderly::Tools(role, name) => Some((role, name.to_owned())),
        Folderly::Solutions(_) | Folderly::Tests => None,
    }
}

fn begins_with_label(stem: &Stem) -> bool {
    let nameless = Stem::new("");
    stem.tokens()
        .first()
        .is_some_and(|first| labels::of_solution(&Stem::new(first), &nameless) != labels::Named::Nothing)
}

/// Leaves out copies of validators, checkers and interactors. The original is the one nearest to the root, or with the
/// shorter path: `validator copy.cpp` is a copy of `validator.cpp`.
fn without_copies(folder: &dyn Folder, mut programs: Vec<Program>) -> Vec<Program> {
    let mut originals: BTreeMap<(Role, Arc<[u8]>), RelPath> = BTreeMap::new();
    let depth = |path: &RelPath| (path.parts().count(), path.as_str().len(), path.clone());
    let tools = programs.iter().filter(|program| is_judge(program.role));
    for program in tools {
        if let Some(bytes) = folder.bytes(&program.sources[0]) {
            let original = originals.entry((program.role, bytes)).or_insert_with(|| program.path.clone());
            if depth(&program.path) < depth(original) {
                *original = program.path.clone();
            }
        }
    }
    programs.retain(|program| {
        let is_original = || originals.values().any(|path| *path == program.path);
        !is_judge(program.role) || folder.bytes(&program.sources[0]).is_none() || is_original()
    });
    programs
}

fn is_judge(role: Role) -> bool {
    match role {
        Role::Validator | Role::Checker | Role::Interactor => true,
        Role::Generator | Role::Grader | Role::Solution => false,
    }
}
