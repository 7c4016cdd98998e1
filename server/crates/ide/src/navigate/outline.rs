//! What a file holds, in short: reads of a validator or checker, options of a generator, commands of a script, variables of a
//! checktestdata program.

use cpp::source::Source;
use problem::{
    model::Role,
    options::spoken,
    text::{LineIndex, Range},
};

use crate::{
    Text, View,
    options::options,
    script::{commands, is_script},
};

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// More about it, such as its bounds; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub range: Range,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A program.
    Program,
    /// Something that is read.
    Read,
    /// An option of a generator.
    Option,
    /// A command of a script.
    Command,
}

/// The outline of a text that belongs to a problem, in its order.
pub fn symbols(view: &View<'_>, text: &Text<'_>) -> Vec<Symbol> {
    if is_script(view, text.path) {
        return of_script(view, text);
    }
    if let Some(program) = text.checktestdata() {
        return of_checktestdata(text, &program);
    }
    let (Some(source), Some(program)) = (text.source, view.program_at(text.path)) else { return Vec::new() };
    match view.context.problem.programs[program].role {
        Role::Generator => of_generator(view, source, program),
        Role::Validator | Role::Checker | Role::Interactor => reads(source),
        Role::Solution | Role::Grader => Vec::new(),
    }
}

fn of_script(view: &View<'_>, text: &Text<'_>) -> Vec<Symbol> {
    let problem = view.context.problem;
    let tests = crate::known::tests_by_command(problem);
    let of = |one: crate::script::Commands| {
        let made = crate::known::tests_of(&tests, one.known.iter().copied());
        let ids: Vec<String> = made.into_iter().chain(one.tests).map(|test| problem.tests[test].id.clone()).collect();
        let detail = match &ids[..] {
            [] => String::new(),
            [id] => format!("test {id}"),
            [first, .., last] => format!("tests {first} to {last}"),
        };
        let name = if one.text.is_empty() { detail.clone() } else { one.text };
        Symbol { name, detail, kind: SymbolKind::Command, range: one.range }
    };
    // An entry without a name is none to an editor.
    commands(view, text).into_iter().map(of).filter(|symbol| !symbol.name.trim().is_empty()).collect()
}

fn of_generator(view: &View<'_>, source: &Source, generator: problem::model::ProgramIdx) -> Vec<Symbol> {
    let known = options(view, generator);
    let symbol = |read: &problem::facts::OptionRead| {
        let default = known.iter().find(|option| option.key == read.key).and_then(|option| option.default.clone());
        let parts = [read.type_name.clone(), default.map(|default| format!("= {default}")).unwrap_or_default()];
        let detail: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Symbol { name: spoken(&read.key), detail: detail.join(" "), kind: SymbolKind::Option, range: read.range }
    };
    source.facts().options.iter().map(symbol).collect()
}

/// Calls such as `inf.readInt(1, n, "a")`: named by their last argument if that is a text, else by the function.
fn reads(source: &Source) -> Vec<Symbol> {
    let lines = LineIndex::new(source.text());
    let is_read = |call: &cpp::call::Call<'_>| {
        call.on_object && call.name.starts_with("read") && !matches!(call.name, "readSpace" | "readEoln" | "readEof")
    };
    let symbol = |call: cpp::call::Call<'_>| {
        let texts: Vec<&str> = call.arguments.iter().map(|argument| argument.text).collect();
        let literal = texts.last().and_then(|last| last.strip_prefix('"')?.strip_suffix('"'));
        let (name, bounds) = match literal.filter(|_| texts.len() > 1) {
            Some(name) => (name.to_owned(), &texts[..texts.len() - 1]),
            None => (call.name.to_owned(), &texts[..]),
        };
        let detail = format!("{}({})", call.name, bounds.join(", "));
        Symbol { name, detail, kind: SymbolKind::Read, range: lines.range(call.span) }
    };
    source.calls().filter(is_read).map(symbol).filter(|symbol| !symbol.name.is_empty()).collect()
}

fn of_checktestdata(text: &Text<'_>, program: &checktestdata::Program) -> Vec<Symbol> {
    use checktestdata::tree::Operation;
    let lines = LineIndex::new(text.text);
    let mut found = Vec::new();
    program.visit(&mut |command| {
        let target = match &command.operation {
            Operation::Number(field) => field.target.as_ref(),
            Operation::Pattern(field) => field.target.as_ref(),
            _ => None,
        };
        let Some(target) = target else { return };
        let span = command.span.start..command.span.end;
        let written = text.text.get(span.clone()).unwrap_or_default();
        let detail = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = program.variables()[target.slot].text.to_string();
        found.push(Symbol { name, detail, kind: SymbolKind::Read, range: lines.range(span) });
    });
    found
}
