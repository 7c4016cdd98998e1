//! Another name: for an option, in sources and scripts at once; for a variable of the input, in all programs that read it.
//!
//! A variable keeps its name in the statement, and so do the options that are called like it: generators draw by what their
//! command says, so that another name of an option would make other tests.

use problem::{
    facts::OptionKey,
    path::RelPath,
    text::{LineIndex, Position, Range},
};

use super::{Named, Target, for_each_use, named, reads, variable};
use crate::{Edit, FileEdit, Text, View, options::options};

/// What comes of the wish for another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renamed {
    /// Edits of all files in which it stands.
    Edits(Vec<FileEdit>),
    /// Why it cannot be called so: a sentence for the person.
    Refused(String),
    /// Nothing at the place can be renamed here.
    Nothing,
}

/// What could be renamed at a place: the name and where it stands.
pub fn can_rename(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(String, Range)> {
    let (name, range) = match named(view, text, at)? {
        (Named::Option(_, OptionKey::Name(name)), range) => (name, range),
        (Named::Variable(_), _) => return variable::name_at(view, text, at),
        (Named::Option(..) | Named::Generator(_) | Named::Group(_) | Named::Test(_), _) => return None,
    };
    let lines = LineIndex::new(text.text);
    let written = text.text.get(lines.offset(range.start)..lines.offset(range.end))?;
    let within = name_within(written, &name)?;
    let start = lines.offset(range.start);
    Some((name, lines.range(start + within.start..start + within.end)))
}

/// Where the name stands in a word such as `--n=5`, or in a literal without its quotation marks.
fn name_within(word: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let start = word.len() - word.trim_start_matches(['-', '"', '\'']).len();
    word[start..].starts_with(name).then(|| start..start + name.len())
}

/// Gives an option or a variable another name.
pub fn rename(view: &View<'_>, text: &Text<'_>, at: Position, new: &str) -> Renamed {
    let (generator, key) = match named(view, text, at) {
        Some((Named::Option(generator, key), _)) => (generator, key),
        Some((Named::Variable(variable), _)) if variable::name_at(view, text, at).is_some() => {
            return variable::renamed(view, &variable, new).map_or_else(Renamed::Refused, Renamed::Edits);
        }
        Some(_) | None => return Renamed::Nothing,
    };
    let OptionKey::Name(name) = &key else { return Renamed::Nothing };
    let new = new.trim_start_matches('-');
    let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let begins_well = new.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !begins_well || !new.chars().all(is_word) {
        return Renamed::Refused("the name of an option is a letter and then letters, digits, `_` or `-`".to_owned());
    }
    let known = options(view, generator);
    if new != name && known.iter().any(|option| option.key == OptionKey::Name(new.to_owned())) {
        return Renamed::Refused(format!("{} reads an option `{new}` already", view.path_of(generator)));
    }
    let mut edits: Vec<FileEdit> = Vec::new();
    let mut add = |path: &RelPath, edit: Edit| match edits.iter_mut().find(|file| file.path == *path) {
        Some(file) => file.edits.push(edit),
        None => edits.push(FileEdit { path: path.clone(), edits: vec![edit] }),
    };
    for Target { path, range } in reads(view, generator, &key) {
        add(&path, Edit { range, text: new.to_owned() });
    }
    for_each_use(view, text, &Named::Option(generator, key.clone()), &mut |path, script, word| {
        let written = &script.text[word.span.clone()];
        let Some(within) = name_within(written, name) else { return };
        let rest = &written[within.end..];
        // A value may be stuck to one letter only.
        let is_stuck = rest.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        let joint = if is_stuck && new.len() > 1 { "=" } else { "" };
        let range = script.lines.range(word.span.start + within.start..word.span.start + within.end);
        add(path, Edit { range, text: format!("{new}{joint}") });
    });
    Renamed::Edits(edits)
}
