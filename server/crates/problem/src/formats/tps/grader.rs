//! `grader/`: sources with `main` that call the functions of a solution, in a directory for each language.

use super::{
    at,
    problem_json::{Manifest, Way},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    language::Language,
    model::{PYTHON_GRADERS, Program},
    path::RelPath,
};

/// The directory of a language with what is compiled together with a solution, or imports it.
fn directory(language: &Language) -> Option<RelPath> {
    match language {
        Language::Python => Some(at("grader/py")),
        Language::Cpp => Some(at("grader/cpp")),
        Language::C => Some(at("grader/c")),
        Language::Other(_) if language.is_run() => Some(at(&format!("grader/{}", language.name()))),
        Language::Other(_) | Language::Checktestdata | Language::Scripts => None,
    }
}

/// Whether the folder has a grader in any language.
fn is_there(folder: &dyn Folder, manifest: &Manifest) -> bool {
    manifest.has_grader && !folder.below(&at("grader")).is_empty()
}

/// The directories in which solutions find the headers of the grader.
pub(super) fn include_dirs(folder: &dyn Folder, manifest: &Manifest) -> Vec<RelPath> {
    let directories = ["grader/cpp", "grader/c"].map(at).into_iter();
    directories.filter(|path| is_there(folder, manifest) && !folder.below(path).is_empty()).collect()
}

/// Makes the grader a part of a solution. One in a language for which there is none, or in which the two cannot be put together
/// here, is not run, and a finding says so.
pub(super) fn add(folder: &dyn Folder, manifest: &Manifest, program: &mut Program, findings: &mut Vec<Finding>) {
    if !is_there(folder, manifest) || manifest.way == Way::NotJudged {
        return;
    }
    let files = directory(&program.language).map(|directory| folder.children(&directory)).unwrap_or_default();
    let is_of_it = |path: &&RelPath| Language::from_path(path).as_ref() == Some(&program.language);
    let sources: Vec<RelPath> = files.into_iter().map(|file| &file.path).filter(is_of_it).cloned().collect();
    // In Python one of them is started, which only these names tell.
    let is_started =
        program.language == Language::Python && sources.iter().any(|path| PYTHON_GRADERS.contains(&path.file_name()));
    if !sources.is_empty() && (program.language.is_compiled() || is_started) {
        program.sources.extend(sources);
        return;
    }
    let message = format!(
        "{} is not run: solutions are called by a grader, and in {} there is none that can be put together with them here; \
         add one to {}, or have this solution ignored by touchstone.toml",
        program.path,
        program.language.name(),
        directory(&program.language).map_or("grader".to_owned(), |directory| directory.to_string()),
    );
    findings.push(Finding::of_file(Code::ToolMissing, &program.path, message));
    program.stop("no grader");
}
