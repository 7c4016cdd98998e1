//! Tests below `data/`, and the inputs and outputs with known verdicts that lie beside them.

use std::collections::BTreeMap;

use super::{arguments::ArgumentReader, at};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    model::{CheckerTest, InputSource, Test, ValidatorTest},
    path::RelPath,
    verdict::{Verdict, VerdictSet},
};

/// The tests: samples first, then the secret ones, each in the order of their names.
pub(super) fn tests(folder: &dyn Folder, reader: &mut ArgumentReader<'_>, findings: &mut Vec<Finding>) -> Vec<Test> {
    let directories = [("data/sample", true), ("data/secret", false)];
    let stems = directories
        .iter()
        .flat_map(|&(directory, sample)| inputs(folder, directory).into_iter().map(move |stem| (stem, sample)));
    let stems: Vec<(RelPath, bool)> = stems.collect();
    stems.into_iter().map(|(stem, sample)| test(folder, &stem, sample, reader, findings)).collect()
}

/// `data/invalid_input`: inputs that must be rejected.
pub(super) fn validator_tests(
    folder: &dyn Folder,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<ValidatorTest> {
    let stems = inputs(folder, "data/invalid_input").into_iter();
    let tests = stems.map(|stem| ValidatorTest {
        input: beside(&stem, "in"),
        valid: false,
        testset: "tests".to_owned(),
        group: Some(below_data(&stem.parent())),
        validator_args: reader.of_test(&stem, findings).validator,
        place: None,
    });
    tests.collect()
}

/// `data/invalid_output` and `data/invalid_answer`, outputs and answers that must be rejected, and `data/valid_output`, those
/// that must be accepted.
pub(super) fn checker_tests(
    folder: &dyn Folder,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Vec<CheckerTest> {
    let wrong = VerdictSet::of(&[Verdict::Wa, Verdict::Pe]);
    let right = VerdictSet::of(&[Verdict::Ac]);
    let directories = [
        ("data/invalid_answer", wrong, true),
        ("data/invalid_output", wrong, false),
        ("data/valid_output", right, false),
    ];
    let mut tests = Vec::new();
    for (directory, wanted, is_answer) in directories {
        for stem in inputs(folder, directory) {
            let checker_args = reader.of_test(&stem, findings).checker;
            let output = beside(&stem, if is_answer { "ans" } else { "out" });
            let answer = beside(&stem, "ans");
            let input = beside(&stem, "in");
            // An output without an answer is judged against itself by no one, so it is left out.
            if folder.has(&output) && folder.has(&answer) {
                tests.push(CheckerTest { input, output, answer, wanted, checker_args, is_answer, place: None });
            } else {
                let missing = if folder.has(&output) { &answer } else { &output };
                let message = format!("{missing} is missing, so nothing can be judged here; add it");
                findings.push(Finding::of_file(Code::ManifestStale, &input, message));
            }
        }
    }
    tests
}

fn test(
    folder: &dyn Folder,
    stem: &RelPath,
    sample: bool,
    reader: &mut ArgumentReader<'_>,
    findings: &mut Vec<Finding>,
) -> Test {
    let arguments = reader.of_test(stem, findings);
    let answer = beside(stem, "ans");
    Test {
        group: Some(below_data(&stem.parent())),
        sample,
        answer: folder.has(&answer).then_some(answer),
        validator_args: arguments.validator,
        checker_args: arguments.checker,
        solution_args: arguments.solution,
        given_files: given_files(folder, stem),
        ..Test::new(below_data(stem), InputSource::File(beside(stem, "in")))
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

/// What lies in the directory `NAME.files` of a test, by the paths in it.
fn given_files(folder: &dyn Folder, stem: &RelPath) -> BTreeMap<String, RelPath> {
    let directory = beside(stem, "files");
    let inside = |path: &RelPath| path.as_str()[directory.as_str().len()..].trim_start_matches('/').to_owned();
    folder.below(&directory).into_iter().map(|file| (inside(&file.path), file.path.clone())).collect()
}

fn beside(stem: &RelPath, extension: &str) -> RelPath {
    stem.with_file_name(&format!("{}.{extension}", stem.file_name()))
}

fn below_data(path: &RelPath) -> String {
    path.as_str().strip_prefix("data/").unwrap_or(path.as_str()).to_owned()
}
