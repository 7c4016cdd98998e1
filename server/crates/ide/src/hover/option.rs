//! An option in the script or in its generator: what the source says of it, and what commands give.

use problem::{
    facts::{OptionKey, OptionRead},
    model::{ProgramIdx, Role},
    options::{name_of, names, range_of, spoken, value_of},
    text::{LineIndex, Position},
    words::quantity,
};

use super::Hover;
use crate::{
    Text, View,
    options::{Known, are_whole, options},
    script::{call, generator},
    words::{cell, code},
};

/// A row of the table of options.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) type_name: String,
    pub(super) value: String,
}

/// The options that a generator reads, with what some arguments give, in the order of the source.
pub(super) fn rows(view: &View<'_>, generator: ProgramIdx, args: &[String]) -> Vec<Row> {
    let options = options(view, generator);
    let row = |option: &Known| {
        let value = match (value_of(&option.key, &options, args), &option.default) {
            (Some(value), _) => cell(&value),
            (None, Some(default)) => format!("not given: {}", cell(default)),
            (None, None) if option.may_be_left_out => "not given".to_owned(),
            (None, None) => "**missing**".to_owned(),
        };
        Row { name: cell(&spoken(&option.key)), type_name: of_type(&option.type_name), value }
    };
    options.iter().map(row).collect()
}

fn of_type(name: &str) -> String {
    if name.is_empty() { String::new() } else { cell(name) }
}

/// The option whose name or value stands at a place of the script.
pub(super) fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let call = call(view, text, at)?;
    let word = call.words.get(call.at).filter(|word| word.span == call.span)?;
    let generator = generator(view, &call.words.first()?.text)?;
    let before = call.at.checked_sub(1).filter(|&at| at > 0).map(|at| &call.words[at].text);
    let named =
        name_of(&word.text).or_else(|| name_of(before?).filter(|_| before.is_some_and(|arg| !arg.contains('='))));
    let named = named.filter(|_| call.at > 0)?;
    let options = options(view, generator);
    let known = options.iter().find(|option| match &option.key {
        OptionKey::Name(name) => names(named, name, &options),
        OptionKey::Index(_) => false,
    });
    let path = view.path_of(generator);
    let markdown = match known {
        Some(option) => about(view, generator, option, &options),
        None if are_whole(view, generator) => format!("{} reads no option {}.\n", code(&path), code(named)),
        None => return None,
    };
    Some(Hover { range: LineIndex::new(text.text).range(call.span), markdown })
}

/// The option that a generator's source reads at a place.
pub(super) fn of_source(view: &View<'_>, text: &Text<'_>, source: &cpp::source::Source, at: Position) -> Option<Hover> {
    let generator =
        view.program_at(text.path).filter(|&it| view.context.problem.programs[it].role == Role::Generator)?;
    let is_here = |read: &&OptionRead| read.range.start <= at && at <= read.range.end;
    // The innermost one: a default may read another option.
    let read = source.facts().options.iter().filter(is_here).max_by_key(|read| read.range.start)?;
    let options = options(view, generator);
    let option = options.iter().find(|option| option.key == read.key)?;
    Some(Hover { range: read.range, markdown: about(view, generator, option, &options) })
}

fn about(view: &View<'_>, generator: ProgramIdx, option: &Known, options: &[Known]) -> String {
    let of_type = if option.type_name.is_empty() { String::new() } else { format!(": {}", code(&option.type_name)) };
    let when_left_out = match (&option.default, option.may_be_left_out) {
        (Some(default), _) => format!("; {} when it is left out", code(default)),
        (None, true) => "; it may be left out".to_owned(),
        (None, false) => "; it has to be given".to_owned(),
    };
    let key = code(&spoken(&option.key));
    let mut text = format!("{key} of {}{of_type}{when_left_out}.\n", code(&view.path_of(generator)));
    let calls = view.context.problem.commands.iter().flat_map(|command| &command.pipeline);
    let calls: Vec<_> = calls.filter(|call| call.program == Some(generator)).collect();
    let values: Vec<String> = calls.iter().filter_map(|call| value_of(&option.key, options, &call.args)).collect();
    if !values.is_empty() {
        text += &format!(
            "\nIn {} of the script: {}.\n",
            quantity(values.len(), "command"),
            range_of(&values, &|value| code(value))
        );
    }
    text
}
