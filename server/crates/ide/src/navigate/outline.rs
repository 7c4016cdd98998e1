//! What a file holds, in short: reads of a validator or checker, options of a generator, commands of a script with the sections
//! that they stand in, variables of a checktestdata program.

use cpp::source::Source;
use problem::{
    model::Role,
    options::spoken,
    text::{LineIndex, Range},
};

use crate::{
    Text, View,
    options::options,
    script::{Section, commands, is_script, is_test_list, sections},
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
    /// A command of a script, or another line that makes tests.
    Command,
    /// A section of a list of tests; what stands in it lies in its range.
    Group,
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
    let is_list = is_test_list(view, text.path);
    let lines = LineIndex::new(text.text);
    let of = |one: crate::script::Commands| {
        let made = crate::known::tests_of(&tests, one.known.iter().copied());
        let ids: Vec<String> = made.into_iter().chain(one.tests).map(|test| problem.tests[test].id.clone()).collect();
        let detail = match &ids[..] {
            [] => String::new(),
            [id] => format!("test {id}"),
            [first, .., last] => format!("tests {first} to {last}"),
        };
        let name = match one.text {
            text if !text.is_empty() => text,
            _ if is_list => text.text[lines.offset(one.range.start)..lines.offset(one.range.end)].to_owned(),
            _ => detail.clone(),
        };
        Symbol { name, detail, kind: SymbolKind::Command, range: one.range }
    };
    let mut found: Vec<Symbol> = commands(view, text).into_iter().map(of).collect();
    if is_list {
        found.extend(sections(problem.format, text.text).into_iter().filter_map(|section| group(text, section)));
        found.sort_by_key(|symbol| (symbol.range.start, std::cmp::Reverse(symbol.range.end)));
    }
    // An entry without a name is none to an editor.
    found.retain(|symbol| !symbol.name.trim().is_empty());
    found
}

/// A section of a list of tests, by its name.
fn group(text: &Text<'_>, section: Section) -> Option<Symbol> {
    let lines = LineIndex::new(text.text);
    let (head, last) = (lines.line_span(section.head)?, lines.line_span(section.last)?);
    let head = head.start..last.end.max(head.end);
    let line = text.text.get(head.clone())?.lines().next()?;
    let mut words = line.split_whitespace();
    let word = words.next()?.trim_start_matches('@');
    let name = words.collect::<Vec<_>>().join(" ");
    let name = name.trim_end_matches(['{', ' ']);
    Some(Symbol { name: name.to_owned(), detail: word.to_owned(), kind: SymbolKind::Group, range: lines.range(head) })
}

fn of_generator(view: &View<'_>, source: &Source, generator: problem::model::ProgramIdx) -> Vec<Symbol> {
    let known = options(view, generator);
    let mut seen = std::collections::HashSet::new();
    let symbol = |read: &problem::facts::OptionRead| {
        let option = known.iter().find(|option| option.key == read.key);
        let default = option.and_then(|option| option.default.clone());
        let type_name = option.map_or(&read.type_name, |option| &option.type_name);
        let parts = [type_name.clone(), default.map(|default| format!("= {default}")).unwrap_or_default()];
        let detail: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Symbol { name: spoken(&read.key), detail: detail.join(" "), kind: SymbolKind::Option, range: read.range }
    };
    // Where one is asked for first.
    let reads = source.facts().options.iter().filter(|read| seen.insert(read.key.clone()));
    reads.map(symbol).collect()
}

/// Calls such as `inf.readInt(1, n, "a")`, by the names that they give, else by the variables that take what is read.
fn reads(source: &Source) -> Vec<Symbol> {
    let lines = LineIndex::new(source.text());
    let reads = source.facts().reads.iter();
    let symbol = |read: &problem::facts::ReadCall| {
        let span = lines.offset(read.range.start)..lines.offset(read.range.end);
        let written = source.text().get(span).unwrap_or_default();
        let call = written.find(&read.function).map_or(written, |at| &written[at..]);
        let given =
            read.name.as_deref().map(|name| name.trim_end_matches(['[', '(', ' '])).filter(|name| !name.is_empty());
        let name = given.or(read.receiver.as_deref()).unwrap_or(&read.function).to_owned();
        let call = call.split_whitespace().collect::<Vec<_>>().join(" ");
        // The name stands in front of it.
        let bounds = call.strip_suffix("\")").and_then(|rest| rest.rsplit_once(", \""));
        let detail = bounds.map_or(call.clone(), |(bounds, _)| format!("{bounds})"));
        Symbol { name, detail, kind: SymbolKind::Read, range: read.range }
    };
    reads.map(symbol).collect()
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
