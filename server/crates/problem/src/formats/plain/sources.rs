//! The sources of a folder that may be programs, and the directories that are one program.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    facts::SourceFacts,
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        language,
        wording::{
            labels,
            roles::{self, is_no_part, is_solution_folder},
        },
    },
    included,
    label::LabelWord,
    language::Language,
    model::Role,
    modules,
    path::RelPath,
    settings::RoleHint,
};

use super::Context;

/// How many directories down programs are looked for.
pub(super) const MAX_DEPTH: usize = 4;

/// A program, before it is known what it is for.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The file or directory.
    pub(super) path: RelPath,
    /// The files to compile, the one with `main` first; of an interpreted program only the one to run.
    pub(super) sources: Vec<RelPath>,
    pub(super) language: Language,
}

impl Unit {
    /// The file that tells what the program is for.
    pub(super) fn first_source(&self) -> &RelPath {
        &self.sources[0]
    }

    /// The stem of a file, or the name of a directory.
    pub(super) fn name(&self) -> &str {
        if self.is_directory() { self.path.file_name() } else { self.path.stem() }
    }

    pub(super) fn is_directory(&self) -> bool {
        self.sources[0] != self.path
    }
}

/// Every program there may be, in path order.
pub(super) fn units(context: &Context<'_>) -> Vec<Unit> {
    let mut files = source_files(context);
    let mut units: Vec<Unit> = program_directories(context, &files);
    let has_role = |path: &RelPath| context.hints.role(path).is_some();
    files.retain(|path, _| has_role(path) || !units.iter().any(|unit| path.is_below(&unit.path)));
    let included = included_names(context.folder, files.keys());
    let imported = imported_modules(context.folder, files.keys());
    for (path, language) in files {
        let is_fragment = included.contains(path.file_name()) && !has_main(context.folder, &path);
        // Definitions alone, which another source imports.
        let is_module = imported.contains(&path) && context.folder.facts(&path).is_some_and(|facts| !starts(&facts));
        if !is_fragment && !is_module {
            units.push(Unit { sources: vec![path.clone()], path, language });
        }
    }
    units.sort_by(|a, b| a.path.cmp(&b.path));
    units
}

/// Whether a source can be run as it is, as far as can be told.
pub(super) fn has_main(folder: &dyn Folder, path: &RelPath) -> bool {
    let may_lack_it = Language::from_path(path).is_some_and(|language| language.is_started_anywhere());
    may_lack_it || included::facts(folder, path).is_none_or(|facts| starts(&facts))
}

fn starts(facts: &SourceFacts) -> bool {
    facts.main.is_some() || !facts.registers.is_empty()
}

fn source_files(context: &Context<'_>) -> BTreeMap<RelPath, Language> {
    let files = context.folder.files().iter().filter(|file| file.size > 1);
    let wanted = files.filter(|file| match context.hints.role(&file.path) {
        Some(RoleHint::Role(_)) => true,
        Some(RoleHint::Ignore) => false,
        None => context.hints.main.as_ref() == Some(&file.path) || may_be_a_part(&file.path),
    });
    wanted.filter_map(|file| Some((file.path.clone(), language::of_file(context.folder, &file.path)?))).collect()
}

/// Sources with nothing in them, where solutions and tools lie: a finding each, for somebody may have wanted them.
pub(super) fn empty(context: &Context<'_>) -> Vec<Finding> {
    let files = context.folder.files().iter().filter(|file| file.size <= 1).map(|file| &file.path);
    let empty = files.filter(|path| {
        let directory = path.parent();
        let is_place = |part: &str| is_solution_folder(part) || roles::of_directory(part).is_some();
        may_be_a_part(path)
            && Language::from_path(path).is_some()
            && context.hints.role(path) != Some(RoleHint::Ignore)
            && (directory.is_root() || directory.parts().any(is_place))
    });
    empty.map(empty_source).collect()
}

/// The finding about a source among the solutions that, by what it calls, is a tool that judges them.
pub(in crate::formats) fn tool_among_solutions(folder: &dyn Folder, path: &RelPath) -> Option<Finding> {
    let role = Role::of_register(included::facts(folder, path)?.register()?.register)?;
    if role == Role::Generator {
        // A solution may draw numbers.
        return None;
    }
    let name = role.name();
    let message = format!(
        "{path} is a {name} by what it calls, and nothing names it, so it is left out; move it out of the solutions"
    );
    Some(Finding::of_file(Code::FileLeftOut, path, message).with_severity(Severity::Information))
}

/// The finding about a source with nothing in it.
pub(in crate::formats) fn empty_source(path: &RelPath) -> Finding {
    let message = format!("{path} is empty, so it is left out; write it, or remove it");
    Finding::of_file(Code::FileLeftOut, path, message).with_severity(Severity::Information)
}

fn may_be_a_part(path: &RelPath) -> bool {
    let directory = path.parent();
    let is_no_program = path.file_name().starts_with('.') || path.stem() == "__init__";
    directory.parts().count() <= MAX_DEPTH && !directory.parts().any(is_no_part) && !is_no_program
}

/// The base names of what sources include; such a source that cannot be run by itself is a fragment of another.
fn included_names<'a>(folder: &dyn Folder, paths: impl Iterator<Item = &'a RelPath>) -> BTreeSet<String> {
    let facts = paths.filter_map(|path| folder.facts(path));
    let base_name = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
    let names = facts.flat_map(|facts| {
        let quoted = facts.includes.iter().filter(|include| include.quoted);
        quoted.map(|include| base_name(&include.name)).collect::<Vec<_>>()
    });
    names.collect()
}

/// The sources that sources in Python import.
fn imported_modules<'a>(folder: &dyn Folder, paths: impl Iterator<Item = &'a RelPath>) -> BTreeSet<RelPath> {
    let in_python = paths.filter(|path| Language::from_path(path) == Some(Language::Python));
    in_python.flat_map(|path| modules::needed(folder, &path.parent(), [path])).collect()
}

/// The directories below a solution folder that are one program each.
fn program_directories(context: &Context<'_>, files: &BTreeMap<RelPath, Language>) -> Vec<Unit> {
    let mut directories: BTreeMap<RelPath, Vec<(RelPath, Language)>> = BTreeMap::new();
    let unassigned = files.iter().filter(|(path, _)| context.hints.role(path).is_none());
    for (path, language) in unassigned.filter(|(_, language)| **language != Language::Checktestdata) {
        let directory = path.parent();
        if directory.parent().parts().any(is_solution_folder) || is_of_failures(directory.file_name()) {
            directories.entry(directory).or_default().push((path.clone(), language.clone()));
        }
    }
    let mut units: Vec<Unit> = Vec::new();
    for (directory, sources) in directories {
        let is_inside_another = units.iter().any(|unit| directory.is_below(&unit.path));
        if !is_inside_another && let Some(entry) = entry(context.folder, &directory, &sources) {
            units.push(of_directory(context, directory, entry, files));
        }
    }
    units
}

/// `wa/main.cpp`: the directory is named after what becomes of its program, with or without a solution folder around.
fn is_of_failures(directory: &str) -> bool {
    labels::of_directory(directory).is_some_and(|words| words != [LabelWord::Accepted])
}

/// The source to start in a directory that is one program: `main.*`, unless the directory only collects programs, or
/// else the only one of several that can be run.
fn entry<'a>(
    folder: &dyn Folder,
    directory: &RelPath,
    sources: &'a [(RelPath, Language)],
) -> Option<&'a (RelPath, Language)> {
    let facts: Vec<_> = sources.iter().map(|(path, _)| folder.facts(path)).collect();
    let known = || facts.iter().flatten();
    if known().any(|facts| !facts.registers.is_empty()) {
        return None;
    }
    let n_mains = known().filter(|facts| facts.main.is_some()).count();
    let named = sources.iter().find(|(path, _)| path.stem().eq_ignore_ascii_case("main"));
    if named.is_some() {
        let n_linked = sources.iter().zip(&facts).filter(|((_, language), facts)| {
            let starts = facts.as_ref().is_some_and(|facts| facts.main.is_some());
            starts && (language.is_compiled() || is_solution_folder(directory.file_name()))
        });
        return named.filter(|_| n_linked.count() <= 1);
    }
    let starting =
        sources.iter().zip(&facts).find(|(_, facts)| facts.as_ref().is_some_and(|facts| facts.main.is_some()));
    let all_known = known().count() == sources.len();
    starting.map(|(source, _)| source).filter(|_| sources.len() > 1 && all_known && n_mains == 1)
}

fn of_directory(
    context: &Context<'_>,
    directory: RelPath,
    (entry, language): &(RelPath, Language),
    files: &BTreeMap<RelPath, Language>,
) -> Unit {
    let mut sources = vec![entry.clone()];
    if language.is_compiled() {
        let inside = files.iter().filter(|(path, _)| path.is_below(&directory) && context.hints.role(path).is_none());
        let others: Vec<_> = inside.filter(|(path, other)| *path != entry && *other == language).collect();
        let included = included_names(context.folder, others.iter().map(|(path, _)| *path).chain([entry]));
        let linked = others.into_iter().filter(|(path, _)| {
            context.folder.facts(path).is_none_or(|facts| !starts(&facts)) && !included.contains(path.file_name())
        });
        sources.extend(linked.map(|(path, _)| path.clone()));
    }
    Unit { path: directory, sources, language: language.clone() }
}
