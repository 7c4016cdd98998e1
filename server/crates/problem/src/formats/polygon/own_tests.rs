//! The tests of validators and checkers.

use super::{
    manifest::{CheckerAsset, Manifest, ValidatorAsset, broken, stale},
    pattern::Pattern,
    testset::{Method, TestEntry, Testset},
};
use crate::{
    finding::Finding,
    folder::Folder,
    model::{CheckerTest, ValidatorArgs, ValidatorTest},
    path::RelPath,
    verdict::{Verdict, VerdictSet},
};

/// The tests of all validators, each input once: the validators judge together, so the first verdict counts.
pub(super) fn of_validators(
    folder: &dyn Folder,
    manifest: &Manifest,
    findings: &mut Vec<Finding>,
) -> Vec<ValidatorTest> {
    let usual_testset = manifest.testsets.first().map_or("tests", |testset| &testset.name);
    let validators = manifest.assets.iter().flat_map(|assets| &assets.validators);
    let mut tests: Vec<ValidatorTest> = Vec::new();
    for test in validators.flat_map(|validator| of_validator(folder, validator, usual_testset, findings)) {
        if tests.iter().all(|other| other.input != test.input) {
            tests.push(test);
        }
    }
    tests
}

/// The tests of the checker.
pub(super) fn of_checker(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> Vec<CheckerTest> {
    let checker = manifest.assets.as_ref().and_then(|assets| assets.checker.as_ref());
    let Some(CheckerAsset { testset: Some(testset), .. }) = checker else {
        return Vec::new();
    };
    let usual = |end: &str| Pattern::numbered("files/tests/checker-tests/", end);
    let input = testset.input.clone().unwrap_or_else(|| usual(""));
    let output = testset.output.clone().unwrap_or_else(|| usual(".o"));
    let answer = testset.answer.clone().unwrap_or_else(|| usual(".a"));
    let mut tests = Vec::new();
    for (number, entry) in listed(testset) {
        let files = [&input, &output, &answer].map(|pattern| present(folder, pattern, number, entry, findings));
        let wanted = verdict(entry, checker_verdict, findings);
        if let ([Some(input), Some(output), Some(answer)], Some(wanted)) = (files, wanted) {
            tests.push(CheckerTest {
                input,
                output,
                answer,
                wanted,
                checker_args: Vec::new(),
                is_answer: false,
                made: None,
                place: place_of(entry),
            });
        }
    }
    tests
}

fn of_validator(
    folder: &dyn Folder,
    validator: &ValidatorAsset,
    usual_testset: &str,
    findings: &mut Vec<Finding>,
) -> Vec<ValidatorTest> {
    let Some(testset) = &validator.testset else {
        return Vec::new();
    };
    let usual = || Pattern::numbered("files/tests/validator-tests/", "");
    let pattern = testset.input.clone().unwrap_or_else(usual);
    let mut tests = Vec::new();
    for (number, entry) in listed(testset) {
        let input = present(folder, &pattern, number, entry, findings);
        let valid = verdict(entry, validator_verdict, findings);
        if let (Some(input), Some(valid)) = (input, valid) {
            let testset = entry.testset.clone().unwrap_or_else(|| usual_testset.to_owned());
            let place = place_of(entry);
            let (group, validator_args) = (entry.group.clone(), ValidatorArgs::default());
            tests.push(ValidatorTest { input, made: None, valid, testset, group, validator_args, place });
        }
    }
    tests
}

/// The entries with their 1-based numbers; what is only counted has no verdict and is no test.
fn listed(testset: &Testset) -> impl Iterator<Item = (usize, &TestEntry)> {
    let numbered = testset.tests.iter().enumerate().map(|(idx, entry)| (idx + 1, entry));
    numbered.filter(|(_, entry)| entry.method != Method::Unlisted)
}

fn present(
    folder: &dyn Folder,
    pattern: &Pattern,
    number: usize,
    entry: &TestEntry,
    findings: &mut Vec<Finding>,
) -> Option<RelPath> {
    let path = pattern.path(number)?;
    if folder.has(&path) {
        return Some(path);
    }
    findings.push(stale(entry.place.clone(), format!("there is no file {path}, so the test is left out")));
    None
}

fn verdict<T>(entry: &TestEntry, read: fn(&str) -> Option<T>, findings: &mut Vec<Finding>) -> Option<T> {
    let Some(written) = &entry.verdict else {
        findings.push(broken(entry.place.clone(), "the test has no `verdict` and is left out"));
        return None;
    };
    let verdict = read(&written.text.to_ascii_lowercase().replace(['_', ' '], "-"));
    if verdict.is_none() {
        findings.push(broken(written.place.clone(), format!("`{}` is no verdict that is known here", written.text)));
    }
    verdict
}

fn validator_verdict(word: &str) -> Option<bool> {
    match word {
        "valid" => Some(true),
        "invalid" => Some(false),
        _ => None,
    }
}

fn checker_verdict(word: &str) -> Option<VerdictSet> {
    let verdict = match word {
        "ok" => Verdict::Ac,
        "wrong-answer" => Verdict::Wa,
        "presentation-error" => Verdict::Pe,
        "crashed" => Verdict::Fail,
        _ => return None,
    };
    Some(VerdictSet::of(&[verdict]))
}

fn place_of(entry: &TestEntry) -> Option<crate::text::Place> {
    Some(entry.verdict.as_ref()?.place.clone())
}
