//! What the sources of a problem say, read from their syntax trees: C++, C, Python and checktestdata.
//!
//! Invariant: nothing here fails or touches a file. A source that does not parse yields what can still be seen in it,
//! in time linear in its length.

use std::borrow::Cow;

use problem::{
    facts::{Register, SourceFacts},
    language::Language,
    lint::Lint,
    model::Role,
    path::RelPath,
    text::Range,
};

use crate::source::Source;

pub mod api;
mod around;
mod assumptions;
pub mod call;
mod checktestdata;
mod choices;
pub mod comments;
mod constants;
mod exits;
pub mod extract;
mod grammar;
mod inactive;
mod includes;
pub mod lint;
mod literal;
pub mod mutants;
mod nodes;
mod once;
mod options;
mod other;
mod python;
mod readers;
mod reads;
mod registers;
mod rounds;
mod scan;
pub mod scope;
pub mod skeleton;
pub mod source;
pub mod sums;
mod walk;

/// Facts of one source file or header; `None` when it is none. C++, C, Python and checktestdata are understood; of others
/// only what can be told of any language.
///
/// Bytes that are not UTF-8 count as one U+FFFD for each broken sequence, as in the text an editor shows.
pub fn facts(path: &RelPath, bytes: &[u8]) -> Option<SourceFacts> {
    let text: Cow<'_, str> = String::from_utf8_lossy(bytes);
    match Language::from_path(path) {
        Some(Language::Cpp | Language::C) => Some(source_facts(&Source::parse(&text))),
        Some(Language::Python) => Some(python::facts(&text)),
        Some(Language::Checktestdata) => Some(checktestdata::facts(&text)),
        None if Language::is_header(path) => Some(source_facts(&Source::parse(&text))),
        Some(language @ Language::Other(_)) => Some(other::facts(&text, &language)),
        Some(Language::Scripts) | None => None,
    }
}

/// What is wrong with the text of a source of a program in a role, in source order, without what its comments allow;
/// `None` when its language has no lints (only C++ and checktestdata have).
pub fn lints(path: &RelPath, bytes: &[u8], role: Role) -> Option<Vec<Lint>> {
    let text: Cow<'_, str> = String::from_utf8_lossy(bytes);
    match Language::from_path(path)? {
        Language::Cpp => Some(lint::lints(&Source::parse(&text), role)),
        Language::Checktestdata => Some(checktestdata::lints(&text)),
        Language::C | Language::Python | Language::Scripts | Language::Other(_) => None,
    }
}

/// The innermost call around a place as compilers name it: line and column, in bytes, from 1 on. `None` where there is
/// none. Compilers name headers too, whatever they are called, so a file in no language counts as C++.
pub fn call_at(path: &RelPath, bytes: &[u8], line: u32, column: u32) -> Option<Range> {
    match Language::from_path(path) {
        Some(Language::Cpp | Language::C) | None => {
            around::call_at(&Source::parse(&String::from_utf8_lossy(bytes)), line, column)
        }
        Some(Language::Checktestdata) => checktestdata::command_at(&String::from_utf8_lossy(bytes), line, column),
        Some(Language::Python | Language::Scripts | Language::Other(_)) => None,
    }
}

/// Facts of a C++ or C source that is already parsed.
pub fn source_facts(source: &Source) -> SourceFacts {
    let mut scope = scope::Scope::default();
    let mut registers = registers::Registers::new(source);
    let mut options = options::Options::new(source);
    let mut exits = exits::Exits::new(source);
    let mut once = once::Once::new(source);
    let mut reads = reads::Reads::new(source);
    let mut constants = constants::Constants::new(source);
    let mut facts = SourceFacts::default();
    for visit in source.walk() {
        scope.see(source, &visit);
        registers.see(&visit);
        options.see(&scope, &visit);
        exits.see(&scope, &visit);
        once.see(&visit);
        constants.see(&visit);
        facts.includes.extend(includes::include(source, &visit));
        let call = call::Call::at(source, &visit).or_else(|| registers::disguised(source, &scope, &visit));
        if let Some(call) = call {
            registers.see_call(&call);
            options.see_call(&call);
            exits.see_call(&call);
            once.see_call(&scope, &call);
            reads.see_call(&call);
        }
    }
    facts.main = scope.main().map(|main| source.range(main.name.clone()));
    facts.registers = registers.finish();
    (facts.options, facts.options_incomplete) = options.finish();
    if facts.registers.iter().any(|call| call.register == Register::Generator) {
        facts.choices = choices::choices(source);
    }
    facts.exit_codes = exits.finish();
    facts.reads_once = once.finish();
    if facts.registers.iter().any(|call| call.register == Register::Validator) {
        facts.input = grammar::lines(source);
        facts.sums = sums::sums(source, &constants);
    }
    facts.reads = reads.finish(&constants);
    if !facts.includes.iter().any(|include| include.name.rsplit('/').next() == Some("testlib.h")) {
        facts.assumptions = assumptions::assumptions(source, &constants);
    }
    facts.constants = constants.integers();
    facts.allows = comments::allows(source.text(), source.lines(), source.comments());
    facts.expected_results = comments::expected_results(source.text(), source.lines(), source.comments());
    facts.expected_score = comments::expected_score(source.text(), source.lines(), source.comments());
    facts
}

#[cfg(test)]
mod tests;
