//! Sources that the manifest does not name.

use super::judges::Judges;
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::wording::roles::is_no_part,
    language::Language,
    model::{ByProgram, Program},
    path::RelPath,
    words::first_of,
};

/// A finding about programs that nothing is made of: neither named nor included, and not of the tool's own directories.
pub(super) fn finding(folder: &dyn Folder, programs: &ByProgram<Program>, judges: &Judges) -> Option<Finding> {
    let is_used = |path: &RelPath| programs.iter().any(|program| program.sources.contains(path));
    let is_included = |path: &RelPath| {
        let includes = |other: &RelPath| folder.facts(other).is_some_and(|facts| facts.includes_file(path.file_name()));
        folder.files().iter().any(|file| includes(&file.path))
    };
    let sources = folder.files().iter().map(|file| &file.path).filter(|path| Language::from_path(path).is_some());
    let left: Vec<&RelPath> = sources
        .filter(|path| !path.parent().parts().any(is_no_part) && path.stem() != "__init__")
        .filter(|path| !is_used(path) && judges.standard_source.as_ref() != Some(path) && !is_included(path))
        .collect();
    let first = left.first()?;
    let (are, them) = if left.len() == 1 { ("is", "it is") } else { ("are", "they are") };
    let message = format!("{} {are} named nowhere in problem.rbx.yml, so {them} left out", first_of(first, left.len()));
    Some(Finding::of_file(Code::FileLeftOut, first, message).with_severity(Severity::Information))
}
