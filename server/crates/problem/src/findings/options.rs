//! Options of commands against the options that generators read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{FindingContext, finding_at};
use crate::{
    facts::{Choices, OptionKey, OptionRead, SourceFacts},
    finding::{Code, Finding, Severity},
    included,
    model::{CommandIdx, ProgramIdx, Role},
    options::{name_of, names, spoken, value_of},
    path::RelPath,
    settings::suggest::nearest,
    text::{LineIndex, Place, Range, word_in},
    words::enumerated,
};

/// Longer values, in bytes, are nothing that somebody mistypes.
const MAX_WORD: usize = 32;
/// So many values are looked at for the one that was meant.
const MAX_NEAR: usize = 16;
/// So many options of a generator are looked at.
const MAX_CHOICES: usize = 32;
/// So many commands are told for each of them.
const MAX_TOLD: usize = 20;

/// The texts in which commands stand, with their lines.
type Scripts<'t> = HashMap<&'t RelPath, LineIndex<'t>>;

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let places = context.problem.commands.iter().filter_map(|command| command.place.as_ref());
    let paths: BTreeSet<&RelPath> = places.map(|place| &place.path).collect();
    let texts: Vec<(&RelPath, String)> =
        paths.into_iter().filter_map(|path| Some((path, context.folder.text(path)?))).collect();
    let scripts: Scripts<'_> = texts.iter().map(|(path, text)| (*path, LineIndex::new(text))).collect();
    context.programs_of(Role::Generator).flat_map(|generator| of_generator(context, generator, &scripts)).collect()
}

/// Where a word of a command stands.
fn word_at(scripts: &Scripts<'_>, place: &Place, word: &str) -> Option<Range> {
    word_in(scripts.get(&place.path)?, place.range, word)
}

fn of_generator(context: &FindingContext<'_>, generator: ProgramIdx, scripts: &Scripts<'_>) -> Vec<Finding> {
    let sources = &context.problem.programs[generator].sources;
    let [source] = &sources[..] else { return Vec::new() };
    let own = context.folder.facts(source);
    let (Some(own), Some(facts)) = (own, included::facts(context.folder, source)) else { return Vec::new() };
    let given = given(context, generator);
    if given.is_empty() || facts.register().is_none() {
        return Vec::new();
    }
    // What a header reads may be for another generator.
    let mut findings = unused(context, generator, &own, &given);
    findings.extend(missing(context, generator, &own, &facts, scripts));
    if !facts.options_incomplete && facts.options.iter().any(|option| matches!(option.key, OptionKey::Name(_))) {
        findings.extend(unknown(context, generator, &facts, scripts));
    }
    if !facts.options_incomplete {
        let n_reads = |key: &OptionKey, facts: &SourceFacts| facts.options.iter().filter(|one| one.key == *key).count();
        // What a header does with the option nobody knows here.
        let known = own.choices.iter().filter(|one| n_reads(&one.key, &own) == n_reads(&one.key, &facts));
        findings.extend(
            known.take(MAX_CHOICES).flat_map(|choices| unhandled(context, generator, choices, &facts, scripts)),
        );
    }
    findings
}

/// The option names that some command gives to a generator.
fn given(context: &FindingContext<'_>, generator: ProgramIdx) -> BTreeSet<String> {
    calls(context, generator).flat_map(|(_, args)| given_by(args).into_keys()).collect()
}

fn calls<'a>(
    context: &'a FindingContext<'_>,
    generator: ProgramIdx,
) -> impl Iterator<Item = (CommandIdx, &'a [String])> {
    context.problem.commands.iter_enumerated().flat_map(move |(idx, command)| {
        let calls = command.pipeline.iter().filter(move |call| call.program == Some(generator));
        calls.map(move |call| (idx, &call.args[..]))
    })
}

/// The named options of an argument list, each with the argument that gives it.
fn given_by(args: &[String]) -> BTreeMap<String, &str> {
    args.iter().filter_map(|arg| Some((name_of(arg)?.to_owned(), arg.as_str()))).collect()
}

/// Whether a word after the dash names one of the options that are read: `-n5` is `n` with a value stuck to it.
fn is_read(word: &str, options: &[OptionRead]) -> bool {
    options.iter().any(|option| matches!(&option.key, OptionKey::Name(name) if names(word, name, options)))
}

fn unknown(
    context: &FindingContext<'_>,
    generator: ProgramIdx,
    facts: &SourceFacts,
    scripts: &Scripts<'_>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let name = context.problem.programs[generator].name();
    // The commands of a loop stand at one place, and their words differ.
    let mut told: BTreeSet<(&Place, Option<usize>)> = BTreeSet::new();
    for (command, args) in calls(context, generator) {
        let given = given_by(args);
        let place = context.problem.commands[command].place.as_ref();
        for (option, arg) in given.iter().filter(|(option, _)| !is_read(option, &facts.options)) {
            let word = args.iter().position(|word| word == arg);
            if place.is_some_and(|place| !told.insert((place, word))) {
                continue;
            }
            let place = place.cloned();
            let word = place.as_ref().and_then(|place| word_at(scripts, place, arg));
            let place = place.map(|place| Place { range: word.unwrap_or(place.range), ..place });
            let meant = meant(option, &given, facts);
            let hint = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let message = format!("the generator {name} reads no option `{option}`, which `{arg}` gives it{hint}");
            let finding = finding_at(Code::OptionUnknown, place, message);
            findings.push(match (word, meant) {
                (Some(word), Some(meant)) => {
                    // `60` of `-high60`.
                    let value = option.strip_prefix(meant).filter(|rest| rest.bytes().all(|one| one.is_ascii_digit()));
                    let new = value.map_or_else(|| meant.to_owned(), |value| format!("{meant}={value}"));
                    finding.with_words(word, &arg.replacen(option.as_str(), &new, 1))
                }
                (Some(_) | None, _) => finding,
            });
        }
    }
    findings
}

/// Commands that leave out what the generator reads in every run and has no default for. What they may have misspelt is told
/// as unknown.
fn missing(
    context: &FindingContext<'_>,
    generator: ProgramIdx,
    own: &SourceFacts,
    facts: &SourceFacts,
    scripts: &Scripts<'_>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut needed: Vec<&OptionKey> = Vec::new();
    for option in own.options.iter().filter(|option| option.is_certain && !option.has_default) {
        if !needed.contains(&&option.key) {
            needed.push(&option.key);
        }
    }
    let name = context.problem.programs[generator].name();
    let value = |key: &OptionKey, args: &[String]| value_of(key, &facts.options, args);
    // As the first command that gives it has it.
    let known: Vec<Option<String>> =
        needed.iter().map(|key| calls(context, generator).find_map(|(_, args)| value(key, args))).collect();
    for (command, args) in calls(context, generator) {
        let missing: Vec<(&OptionKey, &Option<String>)> =
            needed.iter().copied().zip(&known).filter(|(key, _)| value(key, args).is_none()).collect();
        if missing.is_empty() {
            continue;
        }
        let given = given_by(args);
        let misspelt = given.keys().filter(|word| !is_read(word, &facts.options));
        let meant: Vec<&str> = misspelt.filter_map(|word| meant(word, &given, facts)).collect();
        let is_meant = |key: &OptionKey| matches!(key, OptionKey::Name(name) if meant.contains(&name.as_str()));
        for (key, known) in missing.into_iter().filter(|(key, _)| !is_meant(key)) {
            let place = context.problem.commands[command].place.clone();
            let message = format!(
                "the generator {name} reads {}, which has no default, and this command does not give it",
                spoken(key)
            );
            let finding = finding_at(Code::OptionMissing, place.clone(), message);
            let last = place.and_then(|place| word_at(scripts, &place, args.last()?));
            findings.push(match (key, last, known, args.last()) {
                (OptionKey::Name(_), Some(last), Some(known), Some(word)) => {
                    finding.with_words(last, &format!("{word} {} {known}", spoken(key)))
                }
                _ => finding,
            });
        }
    }
    findings
}

/// Commands whose value of an option no branch of the generator is for, and which is nearly one that there is a branch for:
/// any other one may be meant, for what is done without a branch.
fn unhandled(
    context: &FindingContext<'_>,
    generator: ProgramIdx,
    choices: &Choices,
    facts: &SourceFacts,
    scripts: &Scripts<'_>,
) -> Vec<Finding> {
    let program = &context.problem.programs[generator];
    let shown: Vec<String> = choices.values.iter().filter(|value| value.len() <= MAX_WORD).cloned().collect();
    let (option, values) = (spoken(&choices.key), enumerated(&shown, 6));
    let values_of: BTreeSet<&str> = shown.iter().map(String::as_str).collect();
    let mut findings = Vec::new();
    for (command, args) in calls(context, generator) {
        let value = value_of(&choices.key, &facts.options, args);
        let is_word = |value: &String| value.len() <= MAX_WORD && value.parse::<f64>().is_err();
        let Some(value) = value.filter(|value| is_word(value) && !is_one_of(value, &values_of)) else { continue };
        let Some(meant) = nearest(&value, values_of.iter().copied().take(MAX_NEAR)) else { continue };
        let end = if choices.fails { "fails on" } else { "does nothing for" };
        let message = format!(
            "the generator {} compares {option} with {values}, and {end} `{value}`; did you mean `{meant}`?",
            program.name()
        );
        let place = context.problem.commands[command].place.clone();
        let holds = |arg: &&String| arg.split_once('=').map_or(arg.as_str(), |(_, value)| value) == value;
        let arg = args.iter().find(holds);
        let word = place.as_ref().zip(arg).and_then(|(at, arg)| word_at(scripts, at, arg));
        let place = place.map(|place| Place { range: word.unwrap_or(place.range), ..place });
        let severity = if choices.fails { Severity::Warning } else { Severity::Information };
        let there = Place { path: program.sources[0].clone(), range: choices.range };
        let finding = finding_at(Code::OptionValueUnhandled, place, message).with_severity(severity);
        let finding = finding.with_related(there, "it is compared here");
        findings.push(match (word, arg) {
            (Some(word), Some(arg)) => {
                let name = &arg[..arg.len() - value.len()];
                finding.with_words(word, &format!("{name}{meant}"))
            }
            _ => finding,
        });
        if findings.len() >= MAX_TOLD {
            break;
        }
    }
    findings
}

/// Whether a value is among those of literals: `01` is 1.
fn is_one_of(value: &str, values: &BTreeSet<&str>) -> bool {
    let number = || value.parse::<i64>().is_ok_and(|number| values.contains(number.to_string().as_str()));
    values.contains(value) || number()
}

/// The option that a generator reads, that the command does not give, and that is named like another one.
fn meant<'f>(option: &str, given: &BTreeMap<String, &str>, facts: &'f SourceFacts) -> Option<&'f str> {
    let read = facts.options.iter().filter_map(|option| match &option.key {
        OptionKey::Name(name) => Some(name.as_str()),
        OptionKey::Index(_) => None,
    });
    nearest(option, read.filter(|name| !given.contains_key(*name)))
}

fn unused(
    context: &FindingContext<'_>,
    generator: ProgramIdx,
    facts: &SourceFacts,
    given: &BTreeSet<String>,
) -> Vec<Finding> {
    let source = &context.problem.programs[generator].sources[0];
    let mut seen = BTreeSet::new();
    let is_given = |option: &OptionRead| given.iter().any(|word| is_read(word, std::slice::from_ref(option)));
    let is_unused = |option: &&OptionRead| match &option.key {
        OptionKey::Name(name) => !is_given(option) && seen.insert(name.clone()),
        OptionKey::Index(_) => false,
    };
    let unused: Vec<&OptionRead> = facts.options.iter().filter(is_unused).collect();
    let finding = |option: &OptionRead| {
        let OptionKey::Name(name) = &option.key else { return None };
        let message = format!("no command of the script gives the option `{name}`");
        let place = Place { path: source.clone(), range: option.range };
        Some(Finding::at(Code::OptionUnused, place, message))
    };
    unused.into_iter().filter_map(finding).collect()
}
