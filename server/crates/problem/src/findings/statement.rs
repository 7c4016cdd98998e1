//! What the statement says otherwise than the files: bounds that the validator does not have, samples that no sample test
//! has.
//!
//! Invariant: silence where anything is unsure; see [`statement::bounds`] and [`statement::samples`]. Bounds of validators
//! are those that were used on all tests.

use checkers::OutcomeKind;

use super::FindingContext;
use crate::{
    finding::{Code, Finding, Severity},
    formats::statement::{self, ShownSample, StatedBounds},
    model::{CheckerKind, ProgramIdx, TestIdx},
    path::RelPath,
    text::{LineIndex, Place},
    trace::NamedReads,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    if !context.request.tests.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let parts = statement::parts(context.folder);
    for (path, text) in &parts {
        findings.extend(bounds(context, path, &context.problem.constants.shown_in(text)));
    }
    if !parts.is_empty() && context.problem.interactor.is_none() && context.problem.passes.is_none() {
        findings.extend(samples(context, ShownSample::in_parts(context.folder, context.problem, &parts)));
    }
    findings
}

fn bounds(context: &FindingContext<'_>, path: &RelPath, text: &str) -> Vec<Finding> {
    let stated = statement::bounds(text);
    if stated.is_empty() {
        return Vec::new();
    }
    let validators = context.problem.validators.iter().enumerate();
    let reads = validators.filter_map(|(idx, validator)| Some((validator.program, context.reads_of_suite(idx)?)));
    let reads: Vec<(ProgramIdx, NamedReads)> =
        reads.flat_map(|(program, reads)| reads.into_values().map(move |reads| (program, reads))).collect();
    let index = LineIndex::new(text);
    let of_variable = |stated: &StatedBounds| {
        let mut same = reads.iter().filter(|(_, reads)| statement::stem(&reads.name) == stated.name);
        let ((program, read), None) = (same.next()?, same.next()) else { return None };
        let (lo, hi) = read.lo.zip(read.hi).filter(|bounds| *bounds != (stated.lo, stated.hi))?;
        let StatedBounds { name, lo: least, hi: greatest, span } = stated;
        let message = format!(
            "the statement allows `{name}` from {least} to {greatest}, and the validator reads it from {lo} to {hi}"
        );
        let place = Place { path: path.clone(), range: index.range(span.clone()) };
        let finding = Finding::at(Code::StatementMismatch, place, message).with_severity(Severity::Hint);
        Some(finding.with_related(context.read_call(*program, read), format!("`{}` is read here", read.name)))
    };
    stated.iter().filter_map(of_variable).collect()
}

fn samples(context: &FindingContext<'_>, shown: Vec<ShownSample>) -> Vec<Finding> {
    if shown.is_empty() {
        return Vec::new();
    }
    let samples: Vec<TestIdx> =
        context.problem.tests.indices().filter(|&test| context.problem.tests[test].sample).collect();
    let has_samples = !samples.is_empty();
    // Where none is marked, they may be there all the same.
    let tests = if has_samples { samples } else { small_tests(context, &shown) };
    let inputs: Option<Vec<String>> =
        tests.iter().map(|&test| bytes_as_text(context, context.state.tests[test].input_blob()?)).collect();
    let Some(inputs) = inputs else { return Vec::new() };
    // Perhaps they are shown in another order.
    let place_of = |(idx, sample): (usize, &ShownSample)| {
        let at_its_place = Some(idx).filter(|&idx| inputs.get(idx).is_some_and(|input| sample.is_of(input)));
        at_its_place.or_else(|| inputs.iter().position(|input| sample.is_of(input)))
    };
    let places: Vec<Option<usize>> = shown.iter().enumerate().map(place_of).collect();
    let are_as_many = has_samples && shown.len() == tests.len();
    // Where the statement shows more or fewer, those that are tests say that the others were meant to be.
    if !are_as_many && places.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (idx, (sample, place)) in shown.iter().zip(places).enumerate() {
        let Some(at) = place else {
            if !has_samples {
                continue;
            }
            findings.push(if are_as_many {
                let message = format!("this is not the input of {}", context.test_name(tests[idx]));
                finding(context, tests[idx], &sample.place, Severity::Warning, message)
            } else {
                let message = "this is the input of no sample test".to_owned();
                Finding::at(Code::StatementMismatch, sample.place.clone(), message)
            });
            continue;
        };
        if let Some(severity) = difference(&sample.input, &inputs[at]) {
            let message = format!("this differs from the input of {} in blanks", context.test_name(tests[at]));
            findings.push(finding(context, tests[at], &sample.place, severity, message));
        }
        findings.extend(sample.output.as_ref().and_then(|output| of_output(context, tests[at], output)));
    }
    findings
}

/// The tests whose inputs are not much longer than the samples that are shown.
fn small_tests(context: &FindingContext<'_>, shown: &[ShownSample]) -> Vec<TestIdx> {
    let longest = shown.iter().map(|sample| sample.input.len() as u64).max().unwrap_or_default();
    let size = |test: TestIdx| context.state.tests[test].input_blob().map(|blob| blob.size);
    context
        .problem
        .tests
        .indices()
        .filter(|&test| size(test).is_some_and(|size| size <= longest + ShownSample::SLACK))
        .collect()
}

/// An output that the statement shows, against the answer of the test, as the checker compares them.
fn of_output(context: &FindingContext<'_>, test: TestIdx, (place, shown): &(Place, String)) -> Option<Finding> {
    let answer = context.state.tests[test].known_answer()?;
    let answer = bytes_as_text(context, answer)?;
    let severity = difference(shown, &answer)?;
    let name = context.test_name(test);
    let kind = match &context.problem.checker.kind {
        CheckerKind::Standard(standard) => {
            standard.check(Some(shown.as_bytes()), Some(answer.as_bytes()), "the answer", "the statement").kind
        }
        CheckerKind::KattisDefault(flags) => flags.check(shown.as_bytes(), answer.as_bytes()).kind,
        CheckerKind::Program { .. } => {
            let check = context.state.tests[test].shown_check.as_ref()?;
            if matches!(check.kind, OutcomeKind::Ok | OutcomeKind::Points) {
                return None;
            }
            let why = if check.message.is_empty() { String::new() } else { format!(": {}", check.message) };
            let message = format!("the checker does not accept this as an output of {name}{why}");
            return Some(finding(context, test, place, Severity::Warning, message));
        }
        CheckerKind::Interactor => return None,
    };
    let message = match severity {
        Severity::Warning if kind == OutcomeKind::Ok => return None,
        Severity::Warning => format!("this is not the answer of {name}"),
        Severity::Error | Severity::Information | Severity::Hint => {
            format!("this differs from the answer of {name} in blanks")
        }
    };
    Some(finding(context, test, place, severity, message))
}

fn finding(context: &FindingContext<'_>, test: TestIdx, place: &Place, severity: Severity, message: String) -> Finding {
    let finding = Finding::at(Code::StatementMismatch, place.clone(), message).with_severity(severity);
    let finding = finding.about_test(&context.problem.tests[test].id);
    match context.test_place(test) {
        Some(place) => finding.with_related(place, context.test_name(test)),
        None => finding,
    }
}

fn bytes_as_text(context: &FindingContext<'_>, blob: crate::executor::Blob) -> Option<String> {
    Some(String::from_utf8_lossy(&(context.contents)(blob)?).into_owned())
}

/// How bad it is that two texts differ: not at all in blanks at the ends of lines and of the text.
fn difference(one: &str, other: &str) -> Option<Severity> {
    if !statement::has_words_of(one, other) {
        return Some(Severity::Warning);
    }
    let lines = |text: &str| text.trim().lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    (lines(one) != lines(other)).then_some(Severity::Information)
}
