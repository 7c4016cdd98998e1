//! From one place to another: where something is defined, where it is used, and what it is called there.
//!
//! What clangd knows is left to it: here are options of generators, which scripts give and sources read, generators, which
//! scripts call, variables of the input by the names that reads give them, groups of tests, and tests by their ids.

mod group;
mod links;
mod outline;
mod rename;
mod signature;
pub(crate) mod test;
mod variable;
pub mod workspace;

use std::collections::HashMap;

use problem::{
    bounds::Variable,
    facts::OptionKey,
    formats::keys::named_files,
    included,
    model::{ProgramIdx, Role, TestIdx},
    options::{name_of, names},
    path::RelPath,
    text::{LineIndex, Position, Range},
};

pub use links::{Link, links};
pub use outline::{Symbol, SymbolKind, symbols};
pub use rename::{Renamed, can_rename, rename};
pub use signature::{Signature, signature};

use crate::{
    Text, View,
    options::{Known, options},
    script::{self, Word, is_rules, is_script},
};

/// A place in a file of the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The file.
    pub path: RelPath,
    /// Where it stands.
    pub range: Range,
}

/// Something that stands in several files.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    /// An option of a generator.
    Option(ProgramIdx, OptionKey),
    /// A generator.
    Generator(ProgramIdx),
    /// A variable of the input, with its places.
    Variable(Box<Variable>),
    /// A group of tests, by its name.
    Group(String),
    /// A test.
    Test(TestIdx),
}

/// What stands at a place, and where it is written.
fn named(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<(Named, Range)> {
    if let Some((name, range)) = group::at(view, text, at) {
        return Some((Named::Group(name), range));
    }
    if let Some((test, range)) = test::at(view, text, at) {
        return Some((Named::Test(test), range));
    }
    if is_script(view, text.path) {
        let call = script::call(view, text, at)?;
        let word = call.words.get(call.at).filter(|word| word.span == call.span)?;
        let generator = script::generator(view, &call.words.first()?.text)?;
        let range = LineIndex::new(text.text).range(word.span.clone());
        if call.at == 0 {
            return Some((Named::Generator(generator), range));
        }
        let key = option_of(&options(view, generator), &call.words, call.at)?;
        return Some((Named::Option(generator, key), range));
    }
    let generator = match view.program_at(text.path) {
        Some(program) if view.context.problem.programs[program].role == Role::Generator => program,
        _ => return variable::at(view, text, at).map(|(variable, range)| (Named::Variable(Box::new(variable)), range)),
    };
    let facts = included::facts(view.context.folder, text.path)?;
    let read = facts.options.iter().find(|read| read.range.start <= at && at <= read.range.end)?;
    let range = literal(text.text, &read.key, read.range);
    Some((Named::Option(generator, read.key.clone()), range))
}

/// The option, of those that a generator reads, that a word of a call names, or is the value of.
fn option_of(known: &[Known], words: &[Word], at: usize) -> Option<OptionKey> {
    let of_word = |at: usize| {
        let name = name_of(&words.get(at).filter(|_| at > 0)?.text)?;
        let is_it = |key: &OptionKey| matches!(key, OptionKey::Name(known_name) if names(name, known_name, known));
        known.iter().map(|option| &option.key).find(|key| is_it(key)).cloned()
    };
    let is_whole = |at: usize| words.get(at).is_some_and(|word| !word.text.contains('='));
    let by_name = of_word(at).or_else(|| of_word(at.checked_sub(1)?).filter(|_| is_whole(at - 1)));
    // What no name stands before may be read by its number.
    by_name.or_else(|| {
        let key = OptionKey::Index(u32::try_from(at).ok()?);
        known.iter().any(|option| option.key == key).then_some(key)
    })
}

/// The name of an option within the call that reads it.
fn literal(text: &str, key: &OptionKey, call: Range) -> Range {
    let lines = LineIndex::new(text);
    let span = lines.offset(call.start)..lines.offset(call.end);
    let written = match key {
        OptionKey::Name(name) => format!("\"{name}\""),
        OptionKey::Index(_) => return call,
    };
    match text.get(span.clone()).and_then(|within| within.find(&written)) {
        Some(at) => lines.range(span.start + at + 1..span.start + at + written.len() - 1),
        None => call,
    }
}

/// Where what stands at a place is defined: the reads of an option in the generator's source, the `main` of a generator.
pub fn definition(view: &View<'_>, text: &Text<'_>, at: Position) -> Vec<Target> {
    match named(view, text, at) {
        Some((Named::Option(generator, key), _)) => reads(view, generator, &key),
        Some((Named::Generator(generator), _)) => {
            main_of(view, &view.context.problem.programs[generator].sources).into_iter().collect()
        }
        Some((Named::Variable(variable), _)) => variable::reads(view, &variable.validators),
        Some((Named::Group(name), _)) => group::definition(view, text, &name),
        Some((Named::Test(test), _)) => test::definition(view, text, test),
        None => of_manifest(view, text, at).into_iter().collect(),
    }
}

/// The `main` of a program, or the beginning of its first source.
fn main_of(view: &View<'_>, sources: &[RelPath]) -> Option<Target> {
    let main = |path: &RelPath| included::facts(view.context.folder, path)?.main;
    let with_main = sources.iter().find_map(|path| Some((path, main(path)?)));
    let first = || sources.first().map(|path| (path, Range::default()));
    with_main.or_else(first).map(|(path, range)| Target { path: path.clone(), range })
}

/// The file that a manifest names at a place; from the first line of a solution, where a manifest speaks of it.
fn of_manifest(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Target> {
    let problem = view.context.problem;
    if let Some(program) = problem.program_at(text.path) {
        let label = problem.programs[program]
            .label
            .as_ref()
            .filter(|_| at.line == 0 && !text.text.trim_start().starts_with("#include"))?;
        let place = label.place.as_ref().filter(|place| &place.path != text.path)?;
        return Some(Target { path: place.path.clone(), range: place.range });
    }
    let named = named_files(view.context.folder, problem, text.path, text.text);
    let path = named.into_iter().find(|one| one.range.start <= at && at <= one.range.end)?.path;
    match problem.program_at(&path) {
        Some(program) => main_of(view, &problem.programs[program].sources),
        None => Some(Target { path, range: Range::default() }),
    }
}

/// Where what stands at a place is used, and, if that is wanted, defined.
pub fn references(view: &View<'_>, text: &Text<'_>, at: Position, with_definition: bool) -> Vec<Target> {
    let mut found = match named(view, text, at) {
        Some((Named::Variable(variable), _)) => variable::uses(view, &variable),
        Some((Named::Group(name), _)) => group::uses(view, text, &name),
        Some((Named::Test(test), _)) => test::uses(view, text, test),
        Some((named, _)) => uses(view, text, &named),
        None => of_program(view, text, at),
    };
    if with_definition {
        found.extend(definition(view, text, at));
    }
    found.sort();
    found.dedup();
    found
}

/// Where manifests speak of the program that one names at a place, or whose first line that is.
fn of_program(view: &View<'_>, text: &Text<'_>, at: Position) -> Vec<Target> {
    let problem = view.context.problem;
    let target = of_manifest(view, text, at);
    let named = || problem.program_at(&target.as_ref()?.path);
    let Some(program) = problem.program_at(text.path).filter(|_| target.is_some()).or_else(named) else {
        return Vec::new();
    };
    let label = problem.programs[program].label.as_ref().and_then(|label| label.place.as_ref());
    let label = label.filter(|place| !problem.programs[program].sources.contains(&place.path));
    let mut manifests: Vec<&RelPath> = label.map(|place| &place.path).into_iter().chain(&problem.manifest).collect();
    manifests.extend(problem.program_at(text.path).is_none().then_some(text.path));
    manifests.sort();
    manifests.dedup();
    let mut found: Vec<Target> =
        label.map(|place| Target { path: place.path.clone(), range: place.range }).into_iter().collect();
    for path in manifests {
        let of_folder = view.context.folder.text(path).unwrap_or_default();
        let written = if path == text.path { text.text } else { &of_folder };
        let named = named_files(view.context.folder, problem, path, written).into_iter();
        let of_it = named.filter(|one| problem.programs[program].sources.contains(&one.path));
        found.extend(of_it.map(|one| Target { path: path.clone(), range: one.range }));
    }
    found
}

fn reads(view: &View<'_>, generator: ProgramIdx, key: &OptionKey) -> Vec<Target> {
    let mut found = Vec::new();
    for path in &view.context.problem.programs[generator].sources {
        let Some(facts) = included::facts(view.context.folder, path) else { continue };
        let text = view.context.folder.text(path).unwrap_or_default();
        let reads = facts.options.iter().filter(|read| read.key == *key);
        found.extend(reads.map(|read| Target { path: path.clone(), range: literal(&text, key, read.range) }));
    }
    found
}

/// The words of scripts that name something.
fn uses(view: &View<'_>, text: &Text<'_>, wanted: &Named) -> Vec<Target> {
    let mut found = Vec::new();
    for_each_use(view, text, wanted, &mut |path, script, word| {
        found.push(Target { path: path.clone(), range: script.lines.range(word.span.clone()) });
    });
    found
}

/// A script, while its words are looked at.
struct Script<'t> {
    text: &'t str,
    lines: LineIndex<'t>,
}

/// Looks at the words of scripts that name something.
fn for_each_use(view: &View<'_>, text: &Text<'_>, wanted: &Named, look: &mut dyn FnMut(&RelPath, &Script<'_>, &Word)) {
    let (generator, key) = match wanted {
        Named::Generator(generator) => (*generator, None),
        Named::Option(generator, key) => (*generator, Some(key)),
        Named::Variable(_) | Named::Group(_) | Named::Test(_) => return,
    };
    let known = options(view, generator);
    // A script calls few programs very often.
    let mut called: HashMap<String, bool> = HashMap::new();
    for_each_call(view, text, &mut |path, script, words| {
        let Some(first) = words.first() else { return };
        let is_called = *called
            .entry(first.text.clone())
            .or_insert_with_key(|name| script::generator(view, name) == Some(generator));
        match key {
            _ if !is_called => {}
            None => look(path, script, first),
            Some(key) => {
                // A value is none, but for what is read by its number.
                let is_name = |at: &usize| match key {
                    OptionKey::Name(_) => name_of(&words[*at].text).is_some(),
                    OptionKey::Index(_) => true,
                };
                let of_option = (1..words.len()).filter(is_name);
                let of_option = of_option.filter(|at| option_of(&known, words, *at).as_ref() == Some(key));
                of_option.for_each(|at| look(path, script, &words[at]));
            }
        }
    });
}

/// Looks at the calls of all scripts, that of the editor among them.
fn for_each_call(view: &View<'_>, text: &Text<'_>, look: &mut dyn FnMut(&RelPath, &Script<'_>, &[Word])) {
    let places = view.context.problem.commands.iter().filter_map(|command| command.place.as_ref());
    let mut paths: Vec<&RelPath> = places.map(|place| &place.path).collect();
    paths.push(text.path);
    paths.sort();
    paths.dedup();
    for path in paths.into_iter().filter(|path| is_script(view, path)) {
        let of_folder = view.context.folder.text(path).unwrap_or_default();
        let written = if path == text.path { text.text } else { &of_folder };
        let script = Script { text: written, lines: LineIndex::new(written) };
        script::calls(written, is_rules(view, path)).iter().for_each(|words| look(path, &script, words));
    }
}
