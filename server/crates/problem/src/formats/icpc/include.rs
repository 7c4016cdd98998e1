//! `include/`: files that are part of every submission, in a directory for each language and one for all of them.

use std::collections::BTreeMap;

use super::{at, sources};
use crate::{folder::Folder, language::Language, languages, model::Program, path::RelPath};

/// Where the files lie.
const ROOT: &str = "include";
/// What is there for all languages; a file of a language's own directory goes before one of the same name.
const FOR_ALL: &str = "default";

/// The directories in which sources in C and C++ find what is included with them.
pub(super) fn search_directories(folder: &dyn Folder) -> Vec<RelPath> {
    let names = ["cpp", "c", FOR_ALL].into_iter().filter_map(|name| at(ROOT).join(name));
    names.filter(|directory| !folder.below(directory).is_empty()).collect()
}

/// Makes the files for its language part of a submission. A file of the submission that has the name of one is left out.
pub(super) fn add(folder: &dyn Folder, program: &mut Program) {
    let files = of_language(folder, &program.language);
    let is_part = |path: &&RelPath| match program.language {
        Language::Cpp | Language::C => sources::language_of(path).as_ref() == Some(&program.language),
        Language::Python => true,
        Language::Other(_) if program.language.is_compiled() => {
            sources::language_of(path).as_ref() == Some(&program.language)
        }
        Language::Other(_) => program.language.is_run(),
        Language::Checktestdata | Language::Scripts => false,
    };
    let parts: Vec<RelPath> = files.values().filter(is_part).cloned().collect();
    let replaced =
        |source: &RelPath| source != &program.path && parts.iter().any(|part| part.file_name() == source.file_name());
    program.sources.retain(|source| !replaced(source));
    program.sources.extend(parts);
}

/// The files for a language by their paths in the working directory.
fn of_language(folder: &dyn Folder, language: &Language) -> BTreeMap<String, RelPath> {
    let names = match language {
        Language::Checktestdata | Language::Scripts => Vec::new(),
        Language::Cpp | Language::C | Language::Python | Language::Other(_) => {
            let keys = languages::table().get(language.name()).map_or(&[][..], |entry| &entry.keys.icpc);
            [FOR_ALL, language.name()].into_iter().chain(keys.iter().map(String::as_str)).collect()
        }
    };
    let mut files = BTreeMap::new();
    for directory in names.into_iter().filter_map(|name| at(ROOT).join(name)) {
        files.extend(folder.below(&directory).into_iter().map(|file| {
            let inside = file.path.as_str()[directory.as_str().len()..].trim_start_matches('/').to_owned();
            (inside, file.path.clone())
        }));
    }
    files
}
