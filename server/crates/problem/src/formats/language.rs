//! The language of a source, by its name and, where one name is common to two, by its text.

use crate::{folder::Folder, language::Language, languages, path::RelPath};

/// The name that the table of languages has for what a manifest calls one: by its files' extension, or by its name.
pub(super) fn of_key(key: &str) -> Option<&'static str> {
    let table = languages::table();
    let named = || table.iter().map(|(name, _)| name).find(|name| *name == key);
    let by_extension = RelPath::parse(&format!("a.{key}")).and_then(|path| table.of_path(&path, false));
    by_extension.or_else(named).or_else(|| table.of_key(key, |keys| &keys.icpc))
}

/// The language of a file of a folder; `None` when it is no program.
pub(super) fn of_file(folder: &dyn Folder, path: &RelPath) -> Option<Language> {
    Some(of_text(folder, path, Language::from_path(path)?))
}

/// What is called Python may be its older version, which does not run here, or want the faster one.
pub(super) fn of_text(folder: &dyn Folder, path: &RelPath, named: Language) -> Language {
    if named != Language::Python {
        return named;
    }
    let Some(facts) = folder.facts(path) else { return named };
    let told = facts.interpreter.as_deref().and_then(|line| languages::table().of_interpreter(line));
    match told.map(Language::named) {
        _ if facts.python_2 => Language::Other("python2"),
        // Python 2 is told by what is not in Python 3: its name in the first line is often an old habit.
        Some(Language::Other("pypy3")) => Language::Other("pypy3"),
        Some(_) | None => named,
    }
}
