//! The language of a source, by its name and, where one name is common to two, by its text.

use crate::{folder::Folder, language::Language, path::RelPath};

/// The language of a file of a folder; `None` when it is no program.
pub(super) fn of_file(folder: &dyn Folder, path: &RelPath) -> Option<Language> {
    Some(of_text(folder, path, Language::from_path(path)?))
}

/// What is called Python may be its older version, which does not run here.
pub(super) fn of_text(folder: &dyn Folder, path: &RelPath, named: Language) -> Language {
    let is_old = || folder.facts(path).is_some_and(|facts| facts.python_2);
    if named == Language::Python && is_old() { Language::Other("python2") } else { named }
}
