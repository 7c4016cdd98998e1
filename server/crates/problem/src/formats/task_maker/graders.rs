//! `sol/grader.*` and `sol/stub.*`: sources with `main` that call the functions of a solution in their language.

use crate::{
    finding::{Code, Finding},
    folder::Folder,
    language::Language,
    model::Program,
    path::RelPath,
};

/// The graders of a task; those of a task with a manager are called stubs.
pub(super) struct Graders {
    name: &'static str,
    files: Vec<RelPath>,
}

/// Whether a file of `sol/` is a grader or a stub, or is what contestants begin with.
pub(super) fn is_grader(path: &RelPath) -> bool {
    matches!(path.stem(), "grader" | "stub" | "template")
}

/// Whether a solution in a language can be run with a grader: it is compiled with it, or in Python imported by it.
fn can_be_joined(language: &Language) -> bool {
    language.is_compiled() || *language == Language::Python
}

impl Graders {
    /// Those of a folder.
    pub(super) fn find(folder: &dyn Folder, is_communication: bool) -> Graders {
        let name = if is_communication { "stub" } else { "grader" };
        let files = folder.children(&super::at("sol")).into_iter().map(|file| &file.path);
        let is_one = |path: &&RelPath| path.stem() == name && Language::from_path(path).is_some();
        Graders { name, files: files.filter(is_one).cloned().collect() }
    }

    /// Whether there is one in any language.
    pub(super) fn are_there(&self) -> bool {
        !self.files.is_empty()
    }

    /// Makes the grader a part of a solution. One in a language for which there is none, or in which the two cannot be put
    /// together here, is not run, and a finding says so.
    pub(super) fn add(&self, program: &mut Program, findings: &mut Vec<Finding>) {
        if !self.are_there() {
            return;
        }
        let of_language = |path: &&RelPath| Language::from_path(path).as_ref() == Some(&program.language);
        if let Some(grader) = self.files.iter().find(of_language).filter(|_| can_be_joined(&program.language)) {
            program.sources.push(grader.clone());
            return;
        }
        let message = format!(
            "{} is not run: solutions are called by a {name}, and in {} there is none that can be put together with them here; \
             add one, or have this solution ignored by touchstone.toml",
            program.path,
            program.language.name(),
            name = self.name,
        );
        findings.push(Finding::of_file(Code::ToolMissing, &program.path, message));
        program.stop("no grader");
    }
}
