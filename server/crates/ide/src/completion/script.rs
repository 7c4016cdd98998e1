//! Names of generators and of their options in the test script.

use std::{
    collections::{BTreeMap, HashSet},
    ops::Range as Span,
};

use problem::{
    facts::OptionKey,
    formats::{
        icpc::{KEYS, Key, KeyPlace},
        keys::named_generators,
    },
    included,
    model::{ProgramIdx, Role},
    options::{name_of, names, value_of},
    text::{LineIndex, Position},
    words::quantity,
};

use super::{Completion, CompletionKind, test_list};
use crate::{
    Edit, Text, View,
    options::{Known, options},
    script::{CallAt, Spot, call_at, generator, is_rules, is_test_list, spot_at},
    words::code,
};

/// More values are no help.
const MAX_VALUES: usize = 50;

/// What fits at a place of the script.
pub(super) fn complete(view: &View<'_>, text: &Text<'_>, at: Position) -> Vec<Completion> {
    let lines = LineIndex::new(text.text);
    let edit_at = |span: &Span<usize>, new: &str| Edit { range: lines.range(span.clone()), text: new.to_owned() };
    let call = match spot(view, text, at) {
        Some(Spot::Call(call)) => call,
        Some(Spot::Key { span, is_at_root }) => return keys(is_at_root, |new| edit_at(&span, new)),
        None => return Vec::new(),
    };
    let edit = |new: &str| edit_at(&call.span, new);
    let is_list = is_test_list(view, text.path);
    if is_list && test_list::is_in_text(text.text, at) {
        return Vec::new();
    }
    if call.at == 0 {
        let names = if is_rules(view, text.path) { paths(view) } else { named(view) };
        let words = if is_list { test_list::words(view, text, &call) } else { Vec::new() };
        return words.into_iter().chain(generators(view, names, edit)).collect();
    }
    if let Some(found) = test_list::complete(view, text, &call).filter(|_| is_list) {
        return found;
    }
    let Some(program) = call.words.first().and_then(|name| generator(view, &name.text)) else { return Vec::new() };
    let options = options(view, program);
    match value_at(&call, &options) {
        Some((key, span)) => option_values(view, program, &key, &options, |new| edit_at(&span, new)),
        None => option_names(&call, &options, edit),
    }
}

fn spot(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Spot> {
    if is_rules(view, text.path) { spot_at(text.text, at) } else { call_at(text.text, at).map(Spot::Call) }
}

/// The keys of the file with the rules.
fn keys(is_at_root: bool, edit: impl Fn(&str) -> Edit) -> Vec<Completion> {
    let fits = |place: KeyPlace| match place {
        KeyPlace::Root => is_at_root,
        KeyPlace::Test => !is_at_root,
        KeyPlace::Directory | KeyPlace::Anywhere => true,
    };
    let completion = |key: &Key| Completion {
        label: key.name.to_owned(),
        kind: CompletionKind::Field,
        detail: key.about.to_owned(),
        documentation: None,
        edit: edit(key.name),
        sort: key.name.to_owned(),
        snippet: None,
    };
    KEYS.iter().filter(|key| fits(key.place)).map(completion).collect()
}

/// Generators by what rules call them: their paths below `generators/`.
fn paths(view: &View<'_>) -> BTreeMap<String, ProgramIdx> {
    let programs = view.context.problem.programs.iter_enumerated();
    let generators = programs.filter(|(_, program)| program.role == Role::Generator);
    generators
        .filter_map(|(idx, program)| Some((program.path.as_str().strip_prefix("generators/")?.to_owned(), idx)))
        .collect()
}

/// Generators by what scripts call them.
fn named(view: &View<'_>) -> BTreeMap<String, ProgramIdx> {
    named_generators(view.context.folder, view.context.problem)
}

fn generators(view: &View<'_>, names: BTreeMap<String, ProgramIdx>, edit: impl Fn(&str) -> Edit) -> Vec<Completion> {
    let completion = |(name, idx): (String, ProgramIdx)| {
        let options = options(view, idx);
        let lines: Vec<String> = options.iter().map(line).collect();
        Completion {
            kind: CompletionKind::Generator,
            detail: format!("generator {}, {}", view.path_of(idx), quantity(options.len(), "option")),
            documentation: (!lines.is_empty()).then(|| lines.concat()),
            edit: edit(&name),
            sort: name.clone(),
            label: name,
            snippet: None,
        }
    };
    names.into_iter().map(completion).collect()
}

/// An option in a list.
fn line(option: &Known) -> String {
    let key = match &option.key {
        OptionKey::Name(name) => code(&format!("-{name}")),
        OptionKey::Index(index) => format!("argument {index}"),
    };
    format!("- {key} {}\n", detail(option))
}

/// `int, needed`, `double, 0.5 when left out`.
fn detail(option: &Known) -> String {
    let when_left_out = match (&option.default, option.may_be_left_out) {
        (Some(default), _) => format!("{default} when left out"),
        (None, true) => "may be left out".to_owned(),
        (None, false) => "needed".to_owned(),
    };
    if option.type_name.is_empty() { when_left_out } else { format!("{}, {when_left_out}", option.type_name) }
}

/// The options that the call does not give yet, those it needs first.
fn option_names(call: &CallAt, options: &[Known], edit: impl Fn(&str) -> Edit) -> Vec<Completion> {
    let typed = call.words.get(call.at).filter(|word| word.span == call.span).map_or("", |word| word.text.as_str());
    if !(typed.is_empty() || typed.starts_with('-')) || typed.contains('=') {
        return Vec::new();
    }
    let dashes = if typed.starts_with("--") { "--" } else { "-" };
    let others = call.words.iter().enumerate().filter(|(at, word)| *at > 0 && word.span != call.span);
    let given: Vec<&str> = others.filter_map(|(_, word)| name_of(&word.text)).collect();
    let completion = |(order, option): (usize, &Known)| {
        let OptionKey::Name(name) = &option.key else { return None };
        if given.iter().any(|word| names(word, name, options)) {
            return None;
        }
        let written = format!("{dashes}{name}");
        Some(Completion {
            kind: CompletionKind::Option,
            detail: detail(option),
            documentation: None,
            edit: edit(&written),
            sort: format!("{}{order:03}", u8::from(option.may_be_left_out)),
            snippet: None,
            label: written,
        })
    };
    options.iter().enumerate().filter_map(completion).collect()
}

/// The option whose value stands at the place, and the bytes of that value: behind `-type`, in `-type=`, or by its number.
fn value_at(call: &CallAt, options: &[Known]) -> Option<(OptionKey, Span<usize>)> {
    let takes_value = |name: &str| {
        let key = OptionKey::Name(name.to_owned());
        options.iter().any(|option| option.key == key && option.type_name != "bool").then_some(key)
    };
    let typed = call.words.get(call.at).filter(|word| word.span == call.span).map_or("", |word| word.text.as_str());
    if let (Some(name), Some((before, _))) = (name_of(typed), typed.split_once('=')) {
        let start = (call.span.start + before.len() + 1).min(call.span.end);
        return takes_value(name).map(|key| (key, start..call.span.end));
    }
    let before = call.at.checked_sub(1).filter(|&at| at > 0).map(|at| call.words[at].text.as_str());
    if let Some(name) = before.filter(|word| !word.contains('=')).and_then(name_of) {
        return takes_value(name).map(|key| (key, call.span.clone()));
    }
    let key = OptionKey::Index(u32::try_from(call.at).ok()?);
    let is_read = name_of(typed).is_none() && options.iter().any(|option| option.key == key);
    is_read.then(|| (key, call.span.clone()))
}

/// The values of an option: those that its generator compares it with, then words that the script gives it elsewhere.
fn option_values(
    view: &View<'_>,
    program: ProgramIdx,
    key: &OptionKey,
    options: &[Known],
    edit: impl Fn(&str) -> Edit,
) -> Vec<Completion> {
    let sources = view.context.problem.programs[program].sources.iter();
    let facts = sources.filter_map(|source| included::facts(view.context.folder, source));
    let compared: Vec<String> = facts
        .flat_map(|facts| facts.choices.clone())
        .filter(|choices| &choices.key == key)
        .flat_map(|choices| choices.values)
        .collect();
    let calls = view.context.problem.commands.iter().flat_map(|command| &command.pipeline);
    let calls = calls.filter(|call| call.program == Some(program));
    let given = calls.filter_map(|call| value_of(key, options, &call.args));
    // Numbers of other tests are of no use here.
    let given = given.filter(|value| value.parse::<f64>().is_err());
    let path = view.path_of(program);
    let mut found: Vec<(String, String)> =
        compared.into_iter().map(|value| (value, format!("a value that {path} compares it with"))).collect();
    found.extend(given.map(|value| (value, "a value in the script".to_owned())));
    let mut seen = HashSet::new();
    found.retain(|(value, _)| is_plain(value) && seen.insert(value.clone()));
    let completion = |(order, (value, detail)): (usize, (String, String))| Completion {
        kind: CompletionKind::Constant,
        detail,
        documentation: None,
        edit: edit(&value),
        sort: format!("{order:03}"),
        snippet: None,
        label: value,
    };
    found.into_iter().take(MAX_VALUES).enumerate().map(completion).collect()
}

/// Whether a value is one word, also without quotes.
fn is_plain(value: &str) -> bool {
    let is_special = |one: char| one.is_whitespace() || one.is_control() || "\"'\\|>$<{}".contains(one);
    !value.is_empty() && !value.starts_with('-') && !value.contains(is_special)
}
