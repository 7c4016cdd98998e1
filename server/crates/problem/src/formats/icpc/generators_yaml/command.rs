//! A command: its words, and the values that are put into it.

use sha2::{Digest as _, Sha512};

use super::Command;
use crate::{constants::Constants, path::RelPath};

/// How many attempts are made at most, whatever the file asks for.
const MAX_ATTEMPTS: u32 = 100;
/// Every test has this name while it is made.
const NAME: &str = "testcase";

/// What a command depends on beside its own words.
pub(super) struct Surroundings<'a> {
    /// Values of the manifest for `{{name}}`.
    pub(super) constants: &'a Constants,
    pub(super) salt: &'a str,
    /// Number of attempts.
    pub(super) attempts: u32,
    /// The number among those that one rule makes; 1 where it makes one.
    pub(super) count: i64,
    /// Whether the rule states a count, so that `{count}` means it.
    pub(super) has_count: bool,
}

/// Reads a command.
///
/// # Errors
/// One sentence on what is wrong with it.
pub(super) fn parse(written: &str, around: &Surroundings<'_>) -> Result<Command, String> {
    let mut text = around.constants.put_into(written).into_owned();
    if around.has_count {
        text = text.replace("{count}", &around.count.to_string());
    }
    let mut words = words(&text)?.into_iter();
    let program = words.next().ok_or("the command is empty; write the name of a generator")?;
    let name = RelPath::parse(&program).filter(|path| !path.is_root());
    let name = name.ok_or_else(|| format!("`{program}` does not lie in generators/; name a generator there"))?;
    let words: Vec<String> = words.collect();
    let n_seeds: usize = words.iter().map(|word| seeds(word).len()).sum();
    if n_seeds > 1 {
        return Err("`{seed}` may stand in a command once; give the other seed as a number".to_owned());
    }
    let seed = seed(around.salt, around.count, text.trim());
    let fill = |attempt: u32| {
        let seed = (seed + attempt) % (1 << 31);
        words.iter().map(|word| with_seed(&word.replace("{name}", NAME), seed)).collect::<Vec<_>>()
    };
    let further = if n_seeds == 0 { 1..1 } else { 1..around.attempts.min(MAX_ATTEMPTS) };
    let text = text.trim().replace("{name}", NAME);
    Ok(Command {
        text: if n_seeds == 0 { text } else { with_seed(&text, seed) },
        name: name.as_str().to_owned(),
        args: fill(0),
        retries: further.map(fill).collect(),
        seed_at: words.iter().position(|word| !seeds(word).is_empty()),
    })
}

/// The last 31 bits of a digest of the command and what tells it from others like it.
pub(super) fn seed(salt: &str, count: i64, command: &str) -> u32 {
    let number = if count == 1 { String::new() } else { format!(":{}", i128::from(count) - 1) };
    let digest = Sha512::digest(format!("{salt}{number}{command}").as_bytes());
    let last = digest.iter().rev().take(4).rev().fold(0_u32, |value, &byte| value << 8 | u32::from(byte));
    last & 0x7fff_ffff
}

/// The places of `{seed}` and `{seed:5}`.
fn seeds(word: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = word[from..].find("{seed").map(|at| at + from) {
        let rest = &word[at + "{seed".len()..];
        let digits = rest.strip_prefix(':').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
        let tail = if digits > 0 { digits + 1 } else { 0 };
        from = at + "{seed".len() + tail;
        if word[from..].starts_with('}') {
            from += 1;
            found.push(at..from);
        }
    }
    found
}

fn with_seed(word: &str, seed: u32) -> String {
    let mut filled = word.to_owned();
    for place in seeds(word).into_iter().rev() {
        filled.replace_range(place, &seed.to_string());
    }
    filled
}

/// A command that is read as this program with these arguments; `None` where something would be put into them.
pub(super) fn written(name: &str, args: &[String]) -> Option<String> {
    let words = std::iter::once(name).chain(args.iter().map(String::as_str)).map(quoted_word);
    let text = words.collect::<Vec<_>>().join(" ");
    let is_ambiguous = text.contains(['{', '\n', '\r']) || text.ends_with(".in");
    (!is_ambiguous && is_word(name)).then_some(text)
}

fn is_word(word: &str) -> bool {
    let is_harmless = |one: char| one.is_ascii_alphanumeric() || "-_./=+,:@%^".contains(one) || !one.is_ascii();
    !word.is_empty() && word.chars().all(is_harmless)
}

fn quoted_word(word: &str) -> String {
    if is_word(word) { word.to_owned() } else { format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// The words as a POSIX shell splits them, without anything else that a shell does.
pub(in crate::formats) fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\r' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                quoted(&mut characters, word, '\'')?;
            }
            '"' => {
                let word = word.get_or_insert_default();
                quoted(&mut characters, word, '"')?;
            }
            '\\' => {
                let next = characters.next().ok_or("the command ends in a backslash; remove it")?;
                word.get_or_insert_default().push(next);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Reads on to the closing quote; a backslash means something between double quotes, before a quote or a backslash.
fn quoted(characters: &mut std::str::Chars<'_>, word: &mut String, quote: char) -> Result<(), String> {
    const OPEN: &str = "a quote is not closed in the command";
    loop {
        match characters.next().ok_or(OPEN)? {
            character if character == quote => return Ok(()),
            '\\' if quote == '"' => match characters.next().ok_or(OPEN)? {
                escaped @ ('"' | '\\') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            other => word.push(other),
        }
    }
}
