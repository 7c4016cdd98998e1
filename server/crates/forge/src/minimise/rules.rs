//! Rules of `generators.yaml` that make dropped tests and no others.

use std::collections::{BTreeMap, HashSet};

use problem::{
    folder::Folder,
    formats::icpc::{GENERATORS_YAML, RulesText},
    model::{InputSource, Problem, Test, TestIdx},
    path::RelPath,
    text::Range,
    words::enumerated,
};

use super::Rewritten;
use crate::edits::exact_text;

/// Takes rules out, adds what is to be done by hand, and says which tests are gone with them.
pub(super) fn take_out(
    folder: &dyn Folder,
    problem: &Problem,
    dropped: &HashSet<TestIdx>,
    rewritten: &mut Rewritten,
) -> HashSet<TestIdx> {
    let mut gone = HashSet::new();
    let Some(path) = RelPath::parse(GENERATORS_YAML).filter(|path| folder.has(path)) else { return gone };
    let Some(text) = exact_text(folder, &path) else { return gone };
    let Some(rules) = RulesText::new(folder, &text) else { return gone };
    let tests_of = tests_of_rules(problem);
    let lies_there = |test: &TestIdx| lies_below_data(&problem.tests[*test]);
    let is_needless = |tests: &Vec<TestIdx>| tests.iter().all(|test| dropped.contains(test) && !lies_there(test));
    let places: Vec<Range> = tests_of.iter().filter(|(_, tests)| is_needless(tests)).map(|(place, _)| *place).collect();
    let shortened = rules.without(&places);
    gone.extend(shortened.gone.iter().flat_map(|place| &tests_of[place]));
    if !shortened.gone.is_empty() {
        rewritten.texts.insert(path, shortened.text);
    }
    let left = tests_of
        .iter()
        .filter(|(place, tests)| !shortened.gone.contains(place) && tests.iter().any(|test| dropped.contains(test)));
    rewritten.by_hand.extend(left.map(|(place, tests)| {
        let is_wanted = |id: &str| tests.iter().any(|&test| problem.tests[test].id == id && !dropped.contains(&test));
        let lying = tests.iter().filter(|test| lies_there(test)).map(|&test| problem.tests[test].id.clone());
        by_hand(&rules, *place, is_wanted, &lying.collect::<Vec<_>>())
    }));
    gone
}

/// The tests that each rule makes, those that are included elsewhere too.
fn tests_of_rules(problem: &Problem) -> BTreeMap<Range, Vec<TestIdx>> {
    let mut tests: BTreeMap<Range, Vec<TestIdx>> = BTreeMap::new();
    for (test, described) in problem.tests.iter_enumerated() {
        if let Some(rule) = &described.rule {
            tests.entry(rule.place.range).or_default().push(test);
        }
    }
    tests
}

/// Whether the input lies where BAPCtools puts it, where it stays a test when its rule goes.
fn lies_below_data(test: &Test) -> bool {
    matches!(&test.input, InputSource::File(path) if path.parts().next() == Some("data"))
}

/// What a person can do about a rule that stays: a sentence with the line to write.
fn by_hand(rules: &RulesText<'_>, place: Range, is_wanted: impl Fn(&str) -> bool, lying: &[String]) -> String {
    let line = place.start.line + 1;
    if let Some(numbers) = rules.numbers_of(place, is_wanted) {
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        return format!(
            "The rule in line {line} of {GENERATORS_YAML} makes needed tests too; `count: [{}]` makes those alone.",
            numbers.join(", ")
        );
    }
    if lying.is_empty() {
        format!(
            "The rule in line {line} of {GENERATORS_YAML} stays: another one names it, or tests whose files lie in data/ would \
             get other numbers."
        )
    } else {
        format!(
            "{} lie in data/, where they stay tests without the rule in line {line} of {GENERATORS_YAML}; remove the files \
             too.",
            enumerated(lying, 4)
        )
    }
}
