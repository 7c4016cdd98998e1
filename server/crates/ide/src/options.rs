//! Options of generators: what their sources read, and what the arguments of a command give.

use problem::{
    facts::{OptionKey, OptionRead},
    included,
    model::ProgramIdx,
    words::enumerated,
};

use crate::View;

/// An option that a generator reads.
pub(crate) struct Known {
    pub(crate) key: OptionKey,
    pub(crate) type_name: String,
    pub(crate) may_be_left_out: bool,
    /// The default as it is written.
    pub(crate) default: Option<String>,
}

/// The options of a generator, each once, in the order of its source.
pub(crate) fn options(view: &View<'_>, generator: ProgramIdx) -> Vec<Known> {
    let mut options: Vec<Known> = Vec::new();
    for source in &view.context.problem.programs[generator].sources {
        let Some(facts) = included::facts(view.context.folder, source) else { continue };
        if facts.options.is_empty() {
            continue;
        }
        let text = view.context.folder.text(source).unwrap_or_default();
        let parsed = cpp::source::Source::parse(&text);
        for read in &facts.options {
            let default = default_of(&parsed, read);
            match options.iter_mut().find(|option| option.key == read.key) {
                Some(option) => option.default = option.default.take().or(default),
                None => options.push(Known {
                    key: read.key.clone(),
                    type_name: read.type_name.clone(),
                    may_be_left_out: read.has_default,
                    default,
                }),
            }
        }
    }
    options
}

/// Whether every option that a generator reads is known.
pub(crate) fn are_whole(view: &View<'_>, generator: ProgramIdx) -> bool {
    let sources = &view.context.problem.programs[generator].sources;
    sources.iter().all(|path| included::facts(view.context.folder, path).is_some_and(|facts| !facts.options_incomplete))
}

/// The second argument of `opt<int>("n", 5)`.
fn default_of(source: &cpp::source::Source, read: &OptionRead) -> Option<String> {
    let mut calls = source.calls().filter(|call| call.name == "opt" && call.arguments.len() > 1);
    let call = calls.find(|call| source.range(call.span.clone()) == read.range)?;
    Some(call.arguments[1].text.to_owned())
}

/// The name behind the dashes of an argument; a dash before a digit begins a number.
pub(crate) fn name_of(arg: &str) -> Option<&str> {
    let body = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    let name = body.split('=').next().unwrap_or(body);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_').then_some(name)
}

/// Whether a word behind dashes names an option: `n5` is `n` with a value stuck to it, unless an option is called so.
pub(crate) fn names(word: &str, name: &str, options: &[Known]) -> bool {
    let is_an_option = |word: &str| options.iter().any(|option| option.key == OptionKey::Name(word.to_owned()));
    let stuck = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    word == name || !is_an_option(word) && word.strip_prefix(name).is_some_and(stuck)
}

/// What an argument list gives for an option.
pub(crate) fn value_of(key: &OptionKey, options: &[Known], args: &[String]) -> Option<String> {
    let name = match key {
        OptionKey::Name(name) => name,
        OptionKey::Index(index) => return args.get((*index as usize).checked_sub(1)?).cloned(),
    };
    let at = args.iter().position(|arg| name_of(arg).is_some_and(|word| names(word, name, options)))?;
    let word = name_of(&args[at])?;
    let stuck = &word[name.len()..];
    let next = || args.get(at + 1).filter(|next| name_of(next).is_none());
    Some(match args[at].split_once('=') {
        Some((_, value)) => value.to_owned(),
        None if !stuck.is_empty() => stuck.to_owned(),
        None => next().cloned().unwrap_or_else(|| "true".to_owned()),
    })
}

/// `2 to 50000` for numbers, a list for words, each as it is to be shown.
pub(crate) fn range_of(values: &[String], shown: &dyn Fn(&str) -> String) -> String {
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse::<f64>().ok()).collect();
    let mut sorted: Vec<usize> = (0..values.len()).collect();
    if let Some(numbers) = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite())) {
        sorted.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]));
        let (least, most) = (&values[sorted[0]], &values[sorted[sorted.len() - 1]]);
        return if least == most { shown(least) } else { format!("{} to {}", shown(least), shown(most)) };
    }
    let mut different: Vec<String> = values.iter().map(|value| shown(value)).collect();
    different.sort();
    different.dedup();
    enumerated(&different, 6)
}

/// An option as people say it.
pub(crate) fn spoken(key: &OptionKey) -> String {
    match key {
        OptionKey::Name(name) => format!("-{name}"),
        OptionKey::Index(index) => format!("argument {index}"),
    }
}
