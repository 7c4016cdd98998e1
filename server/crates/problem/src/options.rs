//! What argument lists give for options, as testlib reads them: `-n 5`, `-n5`, `--n=5`, and arguments by their number.

use crate::{
    facts::{OptionKey, OptionRead},
    words::enumerated,
};

impl AsRef<OptionKey> for OptionKey {
    fn as_ref(&self) -> &OptionKey {
        self
    }
}

impl AsRef<OptionKey> for OptionRead {
    fn as_ref(&self) -> &OptionKey {
        &self.key
    }
}

/// The name behind the dashes of an argument; a dash before a digit begins a number.
pub fn name_of(arg: &str) -> Option<&str> {
    let body = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'))?;
    let name = body.split('=').next().unwrap_or(body);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_').then_some(name)
}

/// Whether a word behind dashes names an option: `n5` is `n` with a value stuck to it, unless an option is called so. Behind
/// longer names nothing is stuck: `seed5` is a name of its own.
pub fn names(word: &str, name: &str, known: &[impl AsRef<OptionKey>]) -> bool {
    let is_an_option = |word: &str| known.iter().any(|key| *key.as_ref() == OptionKey::Name(word.to_owned()));
    let stuck = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    word == name || name.len() == 1 && !is_an_option(word) && word.strip_prefix(name).is_some_and(stuck)
}

/// What an argument list gives for an option.
pub fn value_of(key: &OptionKey, known: &[impl AsRef<OptionKey>], args: &[String]) -> Option<String> {
    let name = match key {
        OptionKey::Name(name) => name,
        OptionKey::Index(index) => return args.get((*index as usize).checked_sub(1)?).cloned(),
    };
    let at = args.iter().position(|arg| name_of(arg).is_some_and(|word| names(word, name, known)))?;
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
pub fn range_of(values: &[String], shown: &dyn Fn(&str) -> String) -> String {
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
pub fn spoken(key: &OptionKey) -> String {
    match key {
        OptionKey::Name(name) => format!("-{name}"),
        OptionKey::Index(index) => format!("argument {index}"),
    }
}
