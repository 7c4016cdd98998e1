//! Words of commands with names in braces, and what is put in their place.

use std::fmt;

/// What stands for the names in the words of a command.
pub trait Meanings {
    /// What a name means here, one word or several; `None` where it means nothing.
    fn of(&self, name: &str) -> Option<Vec<String>>;
}

/// A name in braces that means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing is called `{{{}}}` here", self.0)
    }
}

/// The names that may stand in braces, by where; everywhere `home` may, followed by a tool's name.
pub(super) const IN_COMPILE: &[&str] = &["source", "name", "directory", "sources", "others", "out"];
pub(super) const IN_RUN: &[&str] = &["source", "name", "directory", "out", "class", "memory_mb"];
pub(super) const IN_ENVIRONMENT: &[&str] = &["box"];
pub(super) const ELSEWHERE: &[&str] = &[];
const HOME: &str = "home ";

/// The words of a command with everything put in. A name that stands for several words is a word of its own.
///
/// # Errors
/// The first name that means nothing.
pub fn fill(command: &[String], meanings: &dyn Meanings) -> Result<Vec<String>, UnknownName> {
    let mut filled = Vec::new();
    for word in command {
        match word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).filter(|name| !name.contains(['{', '}'])) {
            Some(name) => filled.extend(meanings.of(name).ok_or_else(|| UnknownName(name.to_owned()))?),
            None => filled.push(fill_word(word, meanings)?),
        }
    }
    Ok(filled)
}

fn fill_word(word: &str, meanings: &dyn Meanings) -> Result<String, UnknownName> {
    let mut filled = String::new();
    let mut rest = word;
    while let Some((before, name, after)) = next(rest) {
        filled.push_str(before);
        filled.push_str(&meanings.of(name).ok_or_else(|| UnknownName(name.to_owned()))?.join(" "));
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// What stands before the next name, the name, and what follows.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Refuses a word with a name that means nothing where it stands.
pub(super) fn ensure_known(word: &str, known: &[&str]) -> Result<(), UnknownName> {
    let mut rest = word;
    while let Some((_, name, after)) = next(rest) {
        if !known.contains(&name) && !name.starts_with(HOME) {
            return Err(UnknownName(name.to_owned()));
        }
        rest = after;
    }
    Ok(())
}
