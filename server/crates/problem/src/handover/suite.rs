//! Names, commands and groups of tests, for targets.

use super::laying::{Laying, plain};
use crate::model::{AnswerMaker, CheckerTest, GenCall, InputSource, TestIdx, ValidatorTest};
use crate::words::enumerated;

/// The call that makes a test, where it says all of it: contestants do not see it, and the main solution makes its answer.
pub(super) fn commands<'a>(laying: &Laying<'a>, test: TestIdx) -> Option<&'a GenCall> {
    let problem = laying.problem();
    let about = &problem.tests[test];
    let call = only_call(laying, test)?;
    let by_main = about.rule.as_ref().is_none_or(|rule| rule.answer.is_none() && rule.answers_by == AnswerMaker::Main);
    let is_callable = laying.callable.contains(&call.program?);
    let is_whole = !about.sample && about.answer.is_none() && problem.main.is_some() && by_main;
    (is_whole && is_callable).then_some(call)
}

/// Lists the commands whose tests become files although the target has commands: what a script would have to say of them is
/// more than a name with words.
pub(super) fn list_what_is_no_command(laying: &mut Laying<'_>) {
    let problem = laying.problem();
    let is_lost = |test: &TestIdx| {
        let about = &problem.tests[*test];
        let is_made = matches!(about.input, InputSource::Stdout(_) | InputSource::Written { .. });
        is_made && !about.sample && about.answer.is_none() && commands(laying, *test).is_none()
    };
    let mut lost: Vec<&str> = laying
        .tests()
        .into_iter()
        .filter(is_lost)
        .filter_map(|test| match problem.tests[test].input {
            InputSource::Stdout(command) | InputSource::Written { command, .. } => {
                Some(problem.commands[command].text.trim())
            }
            _ => None,
        })
        .collect();
    // One command may make several tests.
    lost.dedup();
    if !lost.is_empty() {
        let shown = enumerated(&lost.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>(), 3);
        laying.cannot(format!("which commands make some of the tests, which are files: {shown}"));
    }
}

/// The group of a test as people name it: that of an ICPC package without its directory; none where it says nothing more
/// than that a test is a sample or not.
pub(super) fn group(laying: &Laying<'_>, test: TestIdx) -> Option<String> {
    let group = laying.problem().tests[test].group.as_deref()?;
    let inner = group.strip_prefix("secret/").unwrap_or(group);
    let is_directory = laying.problem().format == crate::model::Format::Icpc && matches!(inner, "secret" | "sample");
    (!is_directory && !inner.is_empty()).then(|| inner.to_owned())
}

/// Inputs with a known answer to "is it valid?" that lie in the folder; the others are listed as lost.
pub(super) fn validator_tests<'a>(laying: &mut Laying<'a>) -> Vec<&'a ValidatorTest> {
    let folder = laying.given.folder;
    let all = &laying.problem().validator_tests;
    let here: Vec<_> = all.iter().filter(|test| folder.has(&test.input)).collect();
    if here.len() < all.len() {
        laying.cannot("inputs for the validators that rules make");
    }
    if here.iter().any(|test| test.validator_args != crate::model::ValidatorArgs::default()) {
        laying.cannot("arguments of validators on inputs that are to be rejected");
    }
    let has_place = matches!(laying.target, super::Target::Polygon);
    if !has_place && here.iter().any(|test| test.group.is_some()) {
        laying.cannot("which group an input is invalid in: it is an input that is invalid");
    }
    here
}

/// Outputs with a known verdict that lie in the folder; the others are listed as lost.
pub(super) fn checker_tests<'a>(laying: &mut Laying<'a>) -> Vec<&'a CheckerTest> {
    let folder = laying.given.folder;
    let all = &laying.problem().checker_tests;
    let is_here = |test: &&CheckerTest| {
        let files = [&test.input, &test.output, &test.answer];
        !test.is_answer && test.checker_args.is_empty() && files.iter().all(|path| folder.has(path))
    };
    let here: Vec<_> = all.iter().filter(is_here).collect();
    if here.len() < all.len() {
        laying.cannot("tests of the checker that rules make, that are answers, or that have arguments");
    }
    here
}

/// The call that makes a test, where it is one call of a generator that prints the input.
fn only_call<'a>(laying: &Laying<'a>, test: TestIdx) -> Option<&'a GenCall> {
    let problem = laying.problem();
    let test = &problem.tests[test];
    let InputSource::Stdout(command) = test.input else { return None };
    let command = &problem.commands[command];
    let retries = command.rule.as_ref().is_some_and(|rule| !rule.retries.is_empty());
    let [call] = command.pipeline.as_slice() else { return None };
    let is_plain = !retries && !command.lists_tests && test.frame.is_none();
    let program = &problem.programs[call.program?];
    let is_called = call.args.iter().all(|word| is_word(word)) && program.args.is_empty() && program.beside.is_empty();
    (is_plain && is_called && is_word(&call.name)).then_some(call)
}

/// Whether a word says the same in every script without quotes.
fn is_word(word: &str) -> bool {
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "+-._=,:/@%^".contains(one);
    !word.is_empty() && word.chars().all(is_plain)
}

/// A command as scripts have it.
pub(super) fn command(name: &str, call: &GenCall) -> String {
    let words: Vec<&str> = std::iter::once(name).chain(call.args.iter().map(String::as_str)).collect();
    words.join(" ")
}

/// Names for tests that keep their order wherever names are sorted: a number, and the last part of the old name where it
/// says more.
pub(super) fn numbered(laying: &Laying<'_>, tests: &[TestIdx]) -> Vec<String> {
    let width = tests.len().to_string().len().max(2);
    let name = |(number, test): (usize, &TestIdx)| {
        let old = laying.problem().tests[*test].name.rsplit('/').next().unwrap_or_default();
        let old = plain(old.trim_start_matches(|one: char| one.is_ascii_digit() || one == '-'));
        match old.as_str() {
            "unnamed" => format!("{number:0width$}"),
            old => format!("{number:0width$}-{old}"),
        }
    };
    (1..).zip(tests).map(name).collect()
}
