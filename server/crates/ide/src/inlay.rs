//! What runs have shown of a line, in a few words behind it: which values tests reach, which values commands give, how large
//! inputs are.
//!
//! Nothing is said where there is nothing that the line does not say itself.

use cpp::source::Source;
use problem::{
    facts::{OptionKey, ReadBound},
    included,
    model::{ProgramIdx, Role, TestIdx},
    options::{range_of, value_of},
    path::RelPath,
    text::{LineIndex, Position},
};

use crate::{
    Text, View,
    known::{Suite, tests_by_command, tests_of},
    options::options,
    script::{commands, is_script},
};

/// Words behind a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where they stand.
    pub at: Position,
    /// The words.
    pub words: String,
}

/// The hints of a text that belongs to a problem, in its order. What lenses show is left out `beside_lenses`.
pub fn hints(view: &View<'_>, text: &Text<'_>, beside_lenses: bool) -> Vec<Hint> {
    if is_script(view, text.path) {
        return if beside_lenses { Vec::new() } else { of_script(view, text) };
    }
    let (Some(source), Some(program)) = (text.source, view.program_at(text.path)) else { return Vec::new() };
    let mut hints = match view.context.problem.programs[program].role {
        Role::Validator => of_validator(view, source, program),
        Role::Generator => return of_generator(view, source, program),
        Role::Checker | Role::Interactor => Vec::new(),
        Role::Solution | Role::Grader => return Vec::new(),
    };
    hints.extend(of_bounds(view, source, text.path));
    hints.sort_by_key(|hint| hint.at);
    hints
}

/// Behind each bound that is no number as it is written what it comes to.
fn of_bounds(view: &View<'_>, source: &Source, path: &RelPath) -> Vec<Hint> {
    let facts = source.facts();
    if facts.reads.is_empty() {
        return Vec::new();
    }
    let Some(shared) = included::facts(view.context.folder, path) else { return Vec::new() };
    let hint = |bound: &ReadBound| {
        let value = shared.value_of(bound).filter(|_| !bound.is_literal())?;
        Some(Hint { at: bound.range.end, words: format!("= {value}") })
    };
    let bounds =
        facts.reads.iter().filter_map(|read| read.bounds.as_ref()).flat_map(|(least, greatest)| [least, greatest]);
    bounds.filter_map(hint).collect()
}

/// Behind each named read the least and the greatest value that the tests have: `1 … 49998 of 50000`.
fn of_validator(view: &View<'_>, source: &Source, program: ProgramIdx) -> Vec<Hint> {
    let validators = &view.context.problem.validators;
    let Some(number) = validators.iter().position(|validator| validator.program == program) else {
        return Vec::new();
    };
    let Some(reads) = view.context.reads_of_suite(number) else { return Vec::new() };
    let lines = LineIndex::new(source.text());
    let hint = |call: cpp::call::Call<'_>| {
        let last = call.arguments.last().filter(|_| call.name.starts_with("read"))?;
        let name = last.text.strip_prefix('"')?.strip_suffix('"')?;
        let reads = reads.get(name)?;
        let (least, greatest) = reads.seen?;
        let mut words = if least == greatest { least.to_string() } else { format!("{least} … {greatest}") };
        if let Some(bound) = reads.hi.filter(|hi| *hi != greatest) {
            words += &format!(" of {bound}");
        }
        Some(Hint { at: lines.position(call.span.end), words })
    };
    source.calls().filter_map(hint).collect()
}

/// Behind each read of an option the values that commands give.
fn of_generator(view: &View<'_>, source: &Source, generator: ProgramIdx) -> Vec<Hint> {
    let known = options(view, generator);
    let calls = view.context.problem.commands.iter().flat_map(|command| &command.pipeline);
    let calls: Vec<_> = calls.filter(|call| call.program == Some(generator)).collect();
    let hint = |read: &problem::facts::OptionRead| {
        // Whether it is given says nothing about a value.
        if read.type_name == "bool" && matches!(read.key, OptionKey::Name(_)) {
            return None;
        }
        let values: Vec<String> = calls.iter().filter_map(|call| value_of(&read.key, &known, &call.args)).collect();
        (!values.is_empty()).then(|| Hint { at: read.range.end, words: range_of(&values, &|value| value.to_owned()) })
    };
    source.facts().options.iter().filter_map(hint).collect()
}

/// Behind each command how large its inputs are, and what they kill.
fn of_script(view: &View<'_>, text: &Text<'_>) -> Vec<Hint> {
    let (suite, by_command) = (Suite::new(view), tests_by_command(view.context.problem));
    let hint = |one: crate::script::Commands| {
        let mut tests = tests_of(&by_command, one.known.iter().copied());
        tests.extend(one.tests);
        let is_known = |test: &TestIdx| view.context.state.tests[*test].input_blob().is_some();
        let words = match &tests[..] {
            [test] if is_known(test) => suite.test(*test),
            [_, _, ..] if tests.iter().all(is_known) => suite.tests(&tests),
            _ => return None,
        };
        Some(Hint { at: one.range.end, words })
    };
    commands(view, text).into_iter().filter_map(hint).collect()
}
