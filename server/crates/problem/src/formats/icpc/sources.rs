//! Programs in a directory of a package: each is a file, or a directory of files.

use std::collections::BTreeSet;

use crate::{folder::Folder, formats::language, included, language::Language, languages, path::RelPath};

/// A program, before it is known what it is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unit {
    /// The file or directory.
    pub(super) path: RelPath,
    /// The files to compile, the one with `main` first; of an interpreted program only the one to run.
    pub(super) sources: Vec<RelPath>,
    pub(super) language: Language,
}

/// Every file and directory directly in `directory`, in path order.
pub(super) fn entries(folder: &dyn Folder, directory: &RelPath) -> BTreeSet<RelPath> {
    let depth = directory.parts().count();
    let below = folder.below(directory).into_iter();
    below.filter_map(|file| file.path.parts().nth(depth).and_then(|name| directory.join(name))).collect()
}

/// The program that a file or directory is; `None` when it has no source in a language that is recognised.
pub(super) fn unit(folder: &dyn Folder, entry: &RelPath, entry_point: Option<&str>) -> Option<Unit> {
    if folder.has(entry) {
        return Some(of_file(entry.clone(), language_in(folder, entry)?));
    }
    // Submissions have no scripts.
    if entry.parts().next() != Some("submissions")
        && let Some(scripts) = of_scripts(folder, entry)
    {
        return Some(scripts);
    }
    of_directory(folder, entry, entry_point)
}

/// The programs that an entry stands for where people sort programs into directories of their own: a directory that
/// only collects files each of which has a `main` is not one program.
pub(super) fn units(folder: &dyn Folder, entry: &RelPath, entry_point: Option<&str>) -> Vec<Unit> {
    let files = sources_below(folder, entry);
    let mains: Vec<_> = files.iter().filter(|(path, _)| has_main(folder, path)).cloned().collect();
    let collects = mains.len() > 1 && entry_point.is_none() && !files.iter().any(|(path, _)| is_named_main(path));
    if collects {
        return mains.into_iter().map(|(path, language)| of_file(path, language)).collect();
    }
    unit(folder, entry, entry_point).into_iter().collect()
}

/// A directory as one program.
pub(super) fn of_directory(folder: &dyn Folder, directory: &RelPath, entry_point: Option<&str>) -> Option<Unit> {
    let files = sources_below(folder, directory);
    let (entry, language) = files.iter().min_by_key(|(path, _)| entry_rank(folder, directory, path, entry_point))?;
    let mut sources = vec![entry.clone()];
    if language.is_compiled() {
        let others = files.iter().filter(|(path, other)| path != entry && other == language);
        let linked = others.filter(|(path, _)| !has_main(folder, path) && !is_included(folder, &files, path));
        sources.extend(linked.map(|(path, _)| path.clone()));
    }
    Some(Unit { path: directory.clone(), sources, language: language.clone() })
}

/// A directory that is built or run by scripts of its own.
pub(super) fn of_scripts(folder: &dyn Folder, directory: &RelPath) -> Option<Unit> {
    let scripts = ["build", "run"].iter().filter_map(|name| directory.join(name)).filter(|path| folder.has(path));
    let sources: Vec<RelPath> = scripts.collect();
    (!sources.is_empty()).then(|| Unit { path: directory.clone(), sources, language: Language::Scripts })
}

/// Whether a source has a `main`, as far as sources of its language can be looked into.
pub(super) fn has_main(folder: &dyn Folder, path: &RelPath) -> bool {
    included::facts(folder, path).is_some_and(|facts| facts.main.is_some() || !facts.registers.is_empty())
}

/// The checktestdata programs that an entry is or holds.
pub(super) fn checktestdata(folder: &dyn Folder, entry: &RelPath) -> Vec<Unit> {
    let files = folder.below(entry).into_iter().map(|file| file.path.clone());
    let files = folder.has(entry).then(|| entry.clone()).into_iter().chain(files);
    let programs = files.filter(|path| Language::from_path(path) == Some(Language::Checktestdata));
    programs.map(|path| of_file(path, Language::Checktestdata)).collect()
}

/// The language of a program, rare ones among them. A checktestdata program only describes data.
pub(super) fn language_of(path: &RelPath) -> Option<Language> {
    let named = languages::table().of_path(path, true).map(Language::named);
    named.filter(|language| *language != Language::Checktestdata)
}

/// The same, by the file's text too.
fn language_in(folder: &dyn Folder, path: &RelPath) -> Option<Language> {
    let by_first_line = || {
        let text = path.extension().is_empty().then(|| folder.text(path)).flatten()?;
        languages::table().of_interpreter(text.lines().next()?).map(Language::named)
    };
    Some(language::of_text(folder, path, language_of(path).or_else(by_first_line)?))
}

fn of_file(path: RelPath, language: Language) -> Unit {
    Unit { sources: vec![path.clone()], path, language }
}

fn sources_below(folder: &dyn Folder, directory: &RelPath) -> Vec<(RelPath, Language)> {
    let files = folder.below(directory).into_iter();
    files.filter_map(|file| Some((file.path.clone(), language_in(folder, &file.path)?))).collect()
}

fn is_named_main(path: &RelPath) -> bool {
    matches!(path.stem().to_ascii_lowercase().as_str(), "main" | "__main__")
}

/// Which file of a directory is started: the lowest rank wins, then the first in path order.
fn entry_rank(folder: &dyn Folder, directory: &RelPath, path: &RelPath, entry_point: Option<&str>) -> (u8, usize) {
    let stem = path.stem();
    let rank = if entry_point.is_some_and(|name| name == path.file_name() || name == stem) {
        0
    } else if is_named_main(path) {
        1
    } else if has_main(folder, path) {
        2
    } else if stem == directory.file_name() {
        3
    } else if stem == "__init__" {
        5
    } else {
        4
    };
    (rank, path.parts().count())
}

fn is_included(folder: &dyn Folder, files: &[(RelPath, Language)], path: &RelPath) -> bool {
    let includes = |other: &RelPath| folder.facts(other).is_some_and(|facts| facts.includes_file(path.file_name()));
    files.iter().any(|(other, _)| other != path && includes(other))
}
