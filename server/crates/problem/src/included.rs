//! What a source says together with the files of the folder that it includes.
//!
//! People put what their validators share into a header, sometimes with `main` and the register call. What stands in
//! such a file counts as said by the source, at the `#include` that brings it in.
//!
//! Invariant: a source that registers itself is what it says, whatever it includes.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use crate::{
    facts::{OptionRead, RegisterCall, SourceFacts},
    folder::Folder,
    path::RelPath,
    text::Range,
};

/// The most files that are looked into for one source.
const MAX: usize = 64;
/// It defines what others call, so its own text says nothing of a program.
const LIBRARY: &str = "testlib.h";

/// The facts of a source, with those of the files of the folder that it includes; `None` when it is no source that is
/// understood.
pub fn facts(folder: &dyn Folder, path: &RelPath) -> Option<Arc<SourceFacts>> {
    let own = folder.facts(path)?;
    let included = included(folder, path, &own);
    if included.is_empty() {
        return Some(own);
    }
    let mut whole = SourceFacts::clone(&own);
    if whole.registers.is_empty() {
        whole.registers = registers(&own, &included);
    }
    // A part in front of a program has the last word on how that ends.
    let is_around = own.main.is_none() && !own.exit_codes.is_empty();
    for (facts, range) in &included {
        whole.main = whole.main.or(facts.main.map(|_| *range));
        if !is_around {
            whole.exit_codes.extend(&facts.exit_codes);
        }
        whole.options.extend(facts.options.iter().map(|option| OptionRead { range: *range, ..option.clone() }));
        whole.options_incomplete |= facts.options_incomplete;
        whole.constants.extend(facts.constants.iter().cloned());
    }
    Some(Arc::new(whole))
}

/// The name in an `#include` or `#embed` at the start of a text.
pub fn include_name(text: &str) -> Option<&str> {
    let directive = text.trim_start().strip_prefix('#')?.trim_start();
    let rest = directive.strip_prefix("include").or_else(|| directive.strip_prefix("embed"))?;
    let rest = rest.strip_prefix("_next").unwrap_or(rest).trim_start();
    let close = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    rest[1..].split(close).next().filter(|name| !name.is_empty())
}

/// The facts of every file that is included, directly or not, each with the source's `#include` that leads to it.
fn included(folder: &dyn Folder, path: &RelPath, own: &SourceFacts) -> Vec<(Arc<SourceFacts>, Range)> {
    let mut seen = BTreeSet::from([path.clone()]);
    let mut found = Vec::new();
    let mut waiting: VecDeque<(RelPath, Range)> = quoted(path, own).collect();
    while let Some((path, range)) = waiting.pop_front() {
        if found.len() == MAX || path.file_name() == LIBRARY || !seen.insert(path.clone()) {
            continue;
        }
        let Some(facts) = Some(&path).filter(|path| folder.has(path)).and_then(|path| folder.facts(path)) else {
            continue;
        };
        waiting.extend(quoted(&path, &facts).map(|(path, _)| (path, range)));
        found.push((facts, range));
    }
    found
}

fn quoted<'a>(path: &RelPath, facts: &'a SourceFacts) -> impl Iterator<Item = (RelPath, Range)> + 'a {
    let home = path.parent();
    let includes = facts.includes.iter().filter(|include| include.quoted);
    includes.filter_map(move |include| Some((home.climb(&include.name)?, include.range)))
}

/// The calls in the included file that `main` stands in, else those in all of them. A file with helpers for programs of
/// several kinds says nothing of this one.
fn registers(own: &SourceFacts, included: &[(Arc<SourceFacts>, Range)]) -> Vec<RegisterCall> {
    let calls = |(facts, range): &(Arc<SourceFacts>, Range)| {
        let range = *range;
        facts.registers.iter().map(|call| RegisterCall { range, ..*call }).collect::<Vec<_>>()
    };
    let with_main = included.iter().find(|(facts, _)| own.main.is_none() && facts.main.is_some());
    let of_main = with_main.map(calls).filter(|calls| !calls.is_empty());
    let found = of_main.unwrap_or_else(|| included.iter().flat_map(calls).collect());
    let is_one_kind = found.windows(2).all(|pair| pair[0].register == pair[1].register);
    if is_one_kind { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facts::{Include, Register},
        folder::MemoryFolder,
        text::Position,
    };

    const MAIN: &str = "main";

    /// Files of words: `main`, the names of register functions, and what is included.
    fn read(files: &[(&str, &[&str])]) -> Option<Arc<SourceFacts>> {
        let mut folder = MemoryFolder::new("folder");
        for (path, words) in files {
            let mut facts = SourceFacts::default();
            for (line, word) in words.iter().enumerate() {
                let range = Range { start: Position { line: line as u32, character: 0 }, ..Range::default() };
                let register = match *word {
                    "registerGen" => Some(Register::Generator),
                    "registerValidation" => Some(Register::Validator),
                    _ => None,
                };
                match register {
                    Some(register) => facts.registers.push(RegisterCall { register, n_args: 2, range }),
                    None if *word == MAIN => facts.main = Some(range),
                    None if word.parse::<i32>().is_ok() => facts.exit_codes.push(word.parse().unwrap()),
                    None => facts.includes.push(Include { name: (*word).to_owned(), quoted: true, range }),
                }
            }
            folder.add(RelPath::parse(path).unwrap(), b"x", Some(facts));
        }
        facts(&folder, &RelPath::parse(files[0].0).unwrap())
    }

    fn check(files: &[(&str, &[&str])], main: Option<u32>, registers: &[(Register, u32)]) {
        let facts = read(files).unwrap();
        let found: Vec<_> = facts.registers.iter().map(|call| (call.register, call.range.start.line)).collect();
        assert_eq!((facts.main.map(|main| main.start.line), found.as_slice()), (main, registers), "{files:?}");
    }

    #[test]
    fn who_ends_a_program_says_how() {
        let codes =
            |own: &[&str], header: &[&str]| read(&[("a.cpp", own), ("b.h", header)]).unwrap().exit_codes.clone();
        assert_eq!(codes(&["b.h", MAIN], &["42", "43"]), [42, 43]);
        assert_eq!(codes(&["b.h"], &[MAIN, "42", "43"]), [42, 43]);
        assert_eq!(codes(&["b.h", "42", MAIN], &["43"]), [42, 43]);
        assert_eq!(codes(&["0", "1", "b.h"], &[MAIN, "42", "43"]), [0, 1], "it is wrapped");
    }

    #[test]
    fn main_in_a_header() {
        let validator = [(Register::Validator, 1)];
        check(
            &[
                ("val.cpp", &["a.h", "lib/b.h"]),
                ("a.h", &[]),
                ("lib/b.h", &["../c.h"]),
                ("c.h", &[MAIN, "registerValidation"]),
            ],
            Some(1),
            &validator,
        );
        let helpers: &[&str] = &["registerGen", "registerValidation"];
        check(&[("val.cpp", &[MAIN, "a.h"]), ("a.h", helpers)], Some(0), &[]);
        check(&[("val.cpp", &[MAIN, "a.h"]), ("a.h", &["registerValidation", "val.cpp"])], Some(0), &validator);
        let shared = ("common.h", helpers);
        check(
            &[("val.cpp", &["common.h", "a.h"]), shared, ("a.h", &[MAIN, "registerValidation"])],
            Some(1),
            &validator,
        );
    }

    #[test]
    fn what_a_source_says_itself_counts() {
        check(
            &[("gen.cpp", &[MAIN, "registerGen", "a.h"]), ("a.h", &["registerValidation"])],
            Some(0),
            &[(Register::Generator, 1)],
        );
        check(&[("sol.cpp", &[MAIN, "testlib.h"]), ("testlib.h", &["registerGen"])], Some(0), &[]);
        check(&[("sol.cpp", &[MAIN, "../x.h", "none.h"])], Some(0), &[]);
    }
}
