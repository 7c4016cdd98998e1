//! Tests below `data/`, and the inputs and outputs with known verdicts that lie beside them.

use std::{collections::BTreeMap, sync::Arc};

use super::{arguments::ArgumentReader, at, generators_yaml::Linked};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    model::{CheckerTest, InputSource, MadeFiles, Test, TestRule, ValidatorTest},
    path::RelPath,
    verdict::{Verdict, VerdictSet},
};

/// The tests, those that lie there and those that rules make: samples first, then the secret ones, each in the order of
/// their names.
pub(super) fn tests(
    folder: &dyn Folder,
    rules: &Linked,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<Test> {
    let mut tests = Vec::new();
    for (directory, sample) in [("data/sample", true), ("data/secret", false)] {
        let mut stems = inputs(folder, directory);
        let made = rules.tests.keys().filter(|stem| stem.is_below(&at(directory)) && !folder.has(&beside(stem, "in")));
        stems.extend(made.cloned());
        stems.sort_by(|a, b| a.parts().cmp(b.parts()));
        for stem in stems {
            let rule = rules.tests.get(&stem).cloned();
            if rules.is_whole && rule.is_none() {
                findings.push(without_rule(&stem));
            }
            tests.push(test(folder, &stem, rule, sample, reader, findings));
        }
    }
    tests
}

fn without_rule(stem: &RelPath) -> Finding {
    let message = "generators.yaml has no rule for this test, so BAPCtools removes it; add one, such as `copy`";
    Finding::of_file(Code::ManifestStale, &beside(stem, "in"), message).with_severity(Severity::Information)
}

/// Inputs that must be rejected; the second name is an older one.
const INVALID_INPUTS: [&str; 2] = ["data/invalid_input", "data/invalid_inputs"];

/// What packages had before these directories were told apart: inputs that must be rejected, and, with an answer beside
/// them, answers that must be.
const BAD: &str = "data/bad";

/// `data/invalid_input`: inputs that must be rejected.
pub(super) fn validator_tests(
    folder: &dyn Folder,
    rules: &Linked,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<ValidatorTest> {
    let mut test = |stem: &RelPath, made: Option<&TestRule>| ValidatorTest {
        input: beside(stem, "in"),
        made: made.map(|rule| rule.input.clone()),
        valid: false,
        testset: "tests".to_owned(),
        group: Some(below_data(&stem.parent())),
        validator_args: reader.of_test(stem, findings).validator,
        place: made.map(|rule| rule.place.clone()),
    };
    let mut stems: Vec<RelPath> = INVALID_INPUTS.iter().flat_map(|directory| inputs(folder, directory)).collect();
    stems.extend(inputs(folder, BAD).into_iter().filter(|stem| !folder.has(&beside(stem, "ans"))));
    let mut tests: Vec<ValidatorTest> = stems.iter().map(|stem| test(stem, None)).collect();
    tests.extend(made_in(folder, rules, INVALID_INPUTS[0]).map(|(stem, rule)| test(stem, Some(rule))));
    tests
}

/// The tests of a directory whose inputs only rules make.
fn made_in<'a>(
    folder: &dyn Folder,
    rules: &'a Linked,
    directory: &str,
) -> impl Iterator<Item = (&'a RelPath, &'a Arc<TestRule>)> {
    let directory = at(directory);
    rules.tests.iter().filter(move |(stem, _)| stem.is_below(&directory) && !folder.has(&beside(stem, "in")))
}

/// `data/invalid_output` and `data/invalid_answer`, outputs and answers that must be rejected, and `data/valid_output`, those
/// that must be accepted.
pub(super) fn checker_tests(
    folder: &dyn Folder,
    rules: &Linked,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<CheckerTest> {
    let wrong = VerdictSet::of(&[Verdict::Wa, Verdict::Pe]);
    let right = VerdictSet::of(&[Verdict::Ac]);
    let directories = [
        ("data/invalid_answer", wrong, true),
        ("data/invalid_answers", wrong, true),
        (BAD, wrong, true),
        ("data/invalid_output", wrong, false),
        ("data/invalid_outputs", wrong, false),
        ("data/valid_output", right, false),
        ("data/valid_outputs", right, false),
    ];
    let mut tests = Vec::new();
    for (directory, wanted, is_answer) in directories {
        let mut stems = inputs(folder, directory);
        stems.retain(|stem| directory != BAD || folder.has(&beside(stem, "ans")));
        stems.extend(made_in(folder, rules, directory).map(|(stem, _)| stem.clone()));
        for stem in stems {
            let checker_args = reader.of_test(&stem, findings).checker;
            let rule = rules.tests.get(&stem).map(Arc::as_ref);
            match files(folder, &stem, rule, is_answer) {
                Ok(files) => tests.push(CheckerTest { wanted, checker_args, ..files }),
                Err(finding) => findings.push(*finding),
            }
        }
    }
    tests
}

/// What a test of the checker consists of: files that lie there, and what its rule makes for those that do not. An output
/// without an answer is judged against itself by no one.
fn files(
    folder: &dyn Folder,
    stem: &RelPath,
    rule: Option<&TestRule>,
    is_answer: bool,
) -> Result<CheckerTest, Box<Finding>> {
    let [input, output, answer] = ["in", if is_answer { "ans" } else { "out" }, "ans"].map(|end| beside(stem, end));
    let of_rule = |path: &RelPath, source: Option<&InputSource>| match source {
        _ if folder.has(path) => Ok(InputSource::File(path.clone())),
        Some(source) => Ok(source.clone()),
        None => Err(Box::new(match rule.filter(|_| !folder.has(&input)) {
            Some(rule) => {
                let message =
                    format!("nothing makes {path}, so nothing can be judged here; add `{}`", path.extension());
                Finding::at(Code::ManifestStale, rule.place.clone(), message)
            }
            None => {
                let message = format!("{path} is missing, so nothing can be judged here; add it");
                Finding::of_file(Code::ManifestStale, &input, message)
            }
        })),
    };
    let made_output = rule.and_then(|rule| if is_answer { rule.answer.as_ref() } else { rule.output.as_ref() });
    let made = MadeFiles {
        output: of_rule(&output, made_output)?,
        answer: of_rule(&answer, rule.and_then(|rule| rule.answer.as_ref()))?,
        input: of_rule(&input, rule.map(|rule| &rule.input))?,
    };
    let lies_there = [&input, &output, &answer].iter().all(|path| folder.has(path));
    Ok(CheckerTest {
        made: (!lies_there).then(|| Box::new(made)),
        place: rule.filter(|_| !lies_there).map(|rule| rule.place.clone()),
        wanted: VerdictSet::default(),
        checker_args: Vec::new(),
        is_answer,
        input,
        output,
        answer,
    })
}

fn test(
    folder: &dyn Folder,
    stem: &RelPath,
    rule: Option<Arc<TestRule>>,
    sample: bool,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Test {
    let arguments = reader.of_test(stem, findings);
    let (input, answer) = (beside(stem, "in"), beside(stem, "ans"));
    let copied = match rule.as_ref().and_then(|rule| rule.answer.as_ref()) {
        Some(InputSource::File(path)) => Some(path.clone()),
        Some(_) | None => None,
    };
    let input = match &rule {
        Some(rule) if !folder.has(&input) => rule.input.clone(),
        Some(_) | None => InputSource::File(input),
    };
    Test {
        group: Some(below_data(&stem.parent())),
        sample,
        answer: if folder.has(&answer) { Some(answer) } else { copied },
        validator_args: arguments.validator,
        checker_args: arguments.checker,
        solution_args: arguments.solution,
        given_files: given_files(folder, stem, findings),
        place: rule.as_ref().filter(|_| !matches!(input, InputSource::File(_))).map(|rule| rule.place.clone()),
        rule,
        ..Test::new(below_data(stem), input)
    }
}

/// The inputs below a directory, without `.in`, ordered name by name rather than by the characters of the whole path.
fn inputs(folder: &dyn Folder, directory: &str) -> Vec<RelPath> {
    let files = folder.below(&at(directory)).into_iter().filter(|file| !is_given_to_solutions(&file.path));
    let stems = files.filter_map(|file| {
        let stem = file.path.file_name().strip_suffix(".in").filter(|stem| !stem.is_empty())?;
        Some(file.path.with_file_name(stem))
    });
    let mut stems: Vec<RelPath> = stems.collect();
    stems.sort_by(|a, b| a.parts().cmp(b.parts()));
    stems
}

/// Whether a file lies in a directory `NAME.files`, which a test hands to the solution.
fn is_given_to_solutions(path: &RelPath) -> bool {
    path.parent().parts().any(|part| part.ends_with(".files"))
}

/// More files than this are not given to a program, which has files of its own beside them.
const MAX_GIVEN: usize = 200;

/// What lies in the directory `NAME.files` of a test, by the paths in it.
fn given_files(folder: &dyn Folder, stem: &RelPath, findings: &mut Vec<Finding>) -> BTreeMap<String, RelPath> {
    let directory = beside(stem, "files");
    let inside = |path: &RelPath| path.as_str()[directory.as_str().len()..].trim_start_matches('/').to_owned();
    let files = folder.below(&directory);
    if let Some(first) = files.get(MAX_GIVEN) {
        let message = format!("{directory} has more than {MAX_GIVEN} files, and no more are given to solutions");
        findings.push(Finding::of_file(Code::ToolMissing, &first.path, message));
    }
    files.into_iter().take(MAX_GIVEN).map(|file| (inside(&file.path), file.path.clone())).collect()
}

fn beside(stem: &RelPath, extension: &str) -> RelPath {
    stem.with_file_name(&format!("{}.{extension}", stem.file_name()))
}

fn below_data(path: &RelPath) -> String {
    path.as_str().strip_prefix("data/").unwrap_or(path.as_str()).to_owned()
}
