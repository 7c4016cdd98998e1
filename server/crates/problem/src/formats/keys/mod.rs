//! What may stand in the manifests of formats: keys, words and names, and what each of them is for. Readers tell what is
//! not here, and editors offer and explain what is.

mod named;

use super::{foreign, hydro, library_checker, rbx, sinol, task_maker, tps};
use crate::{
    folder::Folder,
    model::{Format, Problem, Role},
    path::RelPath,
};

pub use named::{NamedFile, named_files, named_generators, named_groups};

/// What may stand at a place of a manifest.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The keys of a map.
    pub keys: &'static [Key],
    /// Keys that are names rather than words of the format.
    pub others: Option<Others>,
    /// The items of a list.
    pub items: Option<&'static Shape>,
    /// A single value.
    pub value: Value,
}

/// A word of a format before a value, or at the beginning of a line.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// What it means for judging, in one or two sentences of Markdown.
    pub about: &'static str,
    /// What stands behind it.
    pub shape: &'static Shape,
}

/// Keys that name something.
#[derive(Clone, Copy, Debug)]
pub struct Others {
    /// What they name.
    pub names: Value,
    /// What stands behind each.
    pub shape: &'static Shape,
}

/// A value that is no map and no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// There is none.
    None,
    /// Any text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// One of some words.
    Words(&'static [Word]),
    /// A file of the folder.
    File(Files),
    /// A group of tests, or a subtask.
    Group,
    /// A section of the file itself that tests stand in.
    Section,
    /// A generator, by the name that the format has for it.
    Generator,
    /// A language, by its files' extension.
    Language,
}

/// A word that is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// How it is written.
    pub name: &'static str,
    /// How it may be written too.
    pub short: &'static [&'static str],
    /// What it means, in one sentence of Markdown.
    pub about: &'static str,
}

/// Files that a value may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files {
    /// Where names begin.
    pub within: Within,
    /// What the file is, if it is a program.
    pub role: Option<Role>,
    /// Whether arguments may follow the name.
    pub is_call: bool,
}

/// The directory that a name is meant in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// The problem's.
    Root,
    /// One of the problem, such as `sol`.
    Directory(&'static str),
    /// That of the manifest.
    Manifest,
}

/// Any text.
pub(super) static TEXT: Shape = Shape::of(Value::Text);
/// A number.
pub(super) static NUMBER: Shape = Shape::of(Value::Number);
/// True or false.
pub(super) static FLAG: Shape = Shape::of(Value::Flag);
/// A map or list that only describes the problem.
pub(super) static ANYTHING: Shape = Shape::of(Value::None);
/// Any texts.
pub(super) static TEXTS: Shape = Shape::list(&TEXT);

/// A key with what it means and what stands behind it.
pub(super) const fn key(name: &'static str, about: &'static str, shape: &'static Shape) -> Key {
    Key { name, about, shape }
}

/// A word with what it means.
pub(super) const fn word(name: &'static str, short: &'static [&'static str], about: &'static str) -> Word {
    Word { name, short, about }
}

/// The word that is written, in any letter case.
pub fn find_word(words: &'static [Word], written: &str) -> Option<&'static Word> {
    let is_it = |name: &str| name.eq_ignore_ascii_case(written.trim());
    words.iter().find(|word| is_it(word.name) || word.short.iter().any(|short| is_it(short)))
}

/// The names of words, for a sentence.
pub(super) fn list_words(words: &[Word]) -> String {
    words.iter().map(|word| word.name).collect::<Vec<_>>().join(", ")
}

impl Shape {
    /// A single value.
    pub(super) const fn of(value: Value) -> Shape {
        Shape { keys: &[], others: None, items: None, value }
    }

    /// A map with these keys.
    pub(super) const fn map(keys: &'static [Key]) -> Shape {
        Shape { keys, ..Shape::of(Value::None) }
    }

    /// A list.
    pub(super) const fn list(items: &'static Shape) -> Shape {
        Shape { items: Some(items), ..Shape::of(Value::None) }
    }

    /// A map whose keys are names.
    pub(super) const fn by_name(names: Value, shape: &'static Shape) -> Shape {
        Shape { others: Some(Others { names, shape }), ..Shape::of(Value::None) }
    }

    /// The same, or a single value in its place.
    pub(super) const fn or(self, value: Value) -> Shape {
        Shape { value, ..self }
    }

    /// How the keys of the map are written.
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    /// What stands behind a key. Where a list is usual, a map may stand for its only item.
    pub fn behind(&self, key: &str) -> Option<&'static Shape> {
        let known = self.keys.iter().find(|known| known.name == key).map(|known| known.shape);
        let other = || self.others.map(|others| others.shape);
        known.or_else(other).or_else(|| self.items.and_then(|items| items.behind(key)))
    }

    /// The key of a name; also that of the only item of a list.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name).or_else(|| self.items.and_then(|items| items.key(name)))
    }
}

impl Files {
    /// Programs in a role.
    pub(super) const fn of(role: Role, within: Within) -> Files {
        Files { within, role: Some(role), is_call: false }
    }

    /// Any files.
    pub(super) const fn any(within: Within) -> Files {
        Files { within, role: None, is_call: false }
    }

    /// The directory that names are meant in.
    pub fn directory(&self, manifest: &RelPath) -> RelPath {
        match self.within {
            Within::Root => RelPath::root(),
            Within::Directory(name) => RelPath::parse(name).unwrap_or_else(RelPath::root),
            Within::Manifest => manifest.parent(),
        }
    }

    /// The file of the folder that is written in a manifest.
    pub fn find(&self, folder: &dyn Folder, manifest: &RelPath, written: &str) -> Option<RelPath> {
        let name = if self.is_call { written.split_whitespace().next()? } else { written.trim() };
        self.directory(manifest).join(name).filter(|path| folder.has(path))
    }
}

/// What may stand in a file of a problem; `None` where that is not known.
pub fn shape_of(problem: &Problem, path: &RelPath) -> Option<&'static Shape> {
    let is_manifest = problem.manifest.as_ref() == Some(path);
    match problem.format {
        Format::LibraryChecker => is_manifest.then_some(&library_checker::keys::INFO),
        Format::Tps => tps::keys::of(path.as_str()),
        Format::Rbx => is_manifest.then_some(&rbx::keys::MANIFEST),
        Format::Sinol => is_manifest.then_some(&sinol::keys::MANIFEST),
        Format::Hydro if path.as_str() == "problem.yaml" => Some(&hydro::keys::ABOUT),
        Format::Hydro => (is_manifest && path.extension() == "yaml").then_some(&hydro::keys::CONFIG),
        Format::TaskMaker if path.as_str() == task_maker::GEN_TOML => Some(&task_maker::keys::GEN_TOML),
        Format::TaskMaker => is_manifest.then_some(&task_maker::keys::MANIFEST),
        Format::Plain => foreign::keys::shape(path),
        Format::Polygon | Format::Icpc => None,
    }
}

/// The words at the beginning of lines in the files that list the tests of a problem; none where a line is a command.
pub fn directives(format: Format) -> &'static [Key] {
    match format {
        Format::Tps => &tps::keys::DIRECTIVES,
        Format::Rbx => &rbx::keys::DIRECTIVES,
        Format::LibraryChecker
        | Format::Sinol
        | Format::Hydro
        | Format::TaskMaker
        | Format::Plain
        | Format::Polygon
        | Format::Icpc => &[],
    }
}

/// Words that lines of a file begin with, where others are calls or comments.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// The words.
    pub words: &'static [Key],
    /// What stands before a word, maybe with blanks between them. A sign that words have themselves is none.
    pub before: &'static str,
    /// What stands behind one.
    pub behind: &'static str,
    /// The first sign of every word; `None` where it is a letter.
    pub first: Option<char>,
}

/// The words that lines of a file begin with; `None` where they begin with other things.
pub fn marks(problem: &Problem, path: &RelPath) -> Option<Marks> {
    let marks = |words, before, behind, first| Some(Marks { words, before, behind, first });
    match problem.format {
        Format::TaskMaker if path.as_str() == task_maker::GEN => marks(&task_maker::keys::MARKS, "", ": ", Some('#')),
        Format::TaskMaker if path.as_str() == task_maker::CASES => marks(&task_maker::keys::CASES, ":", " ", None),
        Format::Plain => marks(foreign::keys::calls(path)?, "", "(", None),
        _ => None,
    }
}

/// Whether a file lists tests in the words of [`directives`], also while it makes none.
pub fn is_test_list(folder: &dyn Folder, problem: &Problem, path: &RelPath) -> bool {
    match problem.format {
        Format::Tps => path.as_str() == tps::keys::DATA,
        Format::Rbx => rbx::is_testplan(folder, path),
        Format::LibraryChecker
        | Format::Sinol
        | Format::Hydro
        | Format::TaskMaker
        | Format::Plain
        | Format::Polygon
        | Format::Icpc => false,
    }
}

#[cfg(test)]
mod tests;
