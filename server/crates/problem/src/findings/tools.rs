//! Generators and validators: commands that fail, inputs that are rejected, verdicts of validator tests.

use std::collections::BTreeSet;

use super::{
    FindingContext,
    failure::{reason, words_of_place},
    finding_at,
};
use crate::{
    finding::{Code, Finding, Severity},
    model::{CommandIdx, InputSource, TestIdx},
    state::{GeneratorRun, Validation},
    text::{Place, Range},
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = generations(context);
    findings.extend(rejections(context));
    findings.extend(validator_tests(context));
    findings
}

fn generations(context: &FindingContext<'_>) -> Vec<Finding> {
    let done = context.state.generations.iter_enumerated();
    let of_command = |(command, generation): (CommandIdx, &Option<GeneratorRun>)| {
        let text = &context.problem.commands[command].text;
        let (code, message) = match generation.as_ref()? {
            GeneratorRun::Ok { .. } if context.state.reproduced[command] != Some(false) => {
                return missing_files(context, command);
            }
            GeneratorRun::Ok { .. } => (
                Code::GeneratorNotReproducible,
                format!("`{text}` wrote different bytes when it was run twice; draw only from `rnd`"),
            ),
            GeneratorRun::Failed { message, timed_out: true, .. } => (
                Code::GeneratorTimeout,
                format!("`{text}` did not finish in time ({message}); look for an endless loop, or generate less"),
            ),
            GeneratorRun::Failed { message, timed_out: false, .. } => {
                (Code::GeneratorFailed, format!("`{text}` failed: {message}"))
            }
        };
        let finding = finding_at(code, context.problem.commands[command].place.clone(), message);
        let finding = with_generator(context, command, generation.as_ref(), finding);
        Some(if is_spare(context, command) { finding.with_severity(Severity::Warning) } else { finding })
    };
    done.filter_map(of_command).collect()
}

/// A rule whose tests lie in the folder: they are judged all the same.
fn is_spare(context: &FindingContext<'_>, command: CommandIdx) -> bool {
    context.problem.commands[command].rule.is_some()
        && context.problem.tests.iter().all(|test| test.input.command() != Some(command))
}

/// A command that ended well without writing a file that a test is to be made of.
fn missing_files(context: &FindingContext<'_>, command: CommandIdx) -> Option<Finding> {
    let Some(GeneratorRun::Ok { files, .. }) = &context.state.generations[command] else { return None };
    let missing = context.problem.tests.iter().find_map(|test| match &test.input {
        InputSource::Written { command: of, file } if *of == command && files.iter().all(|(name, _)| name != file) => {
            Some(file)
        }
        InputSource::Written { .. } | InputSource::File(_) | InputSource::Stdout(_) | InputSource::Inline(_) => None,
    })?;
    let text = &context.problem.commands[command].text;
    let message = format!("`{text}` did not write the file `{missing}` that a test is made of");
    Some(finding_at(Code::GeneratorFailed, context.problem.commands[command].place.clone(), message))
}

/// With the call that failed, or else the last generator of the pipeline.
fn with_generator(
    context: &FindingContext<'_>,
    command: CommandIdx,
    generation: Option<&GeneratorRun>,
    finding: Finding,
) -> Finding {
    let failure = match generation {
        Some(GeneratorRun::Failed { failure, .. }) => failure.as_deref(),
        Some(GeneratorRun::Ok { .. }) | None => None,
    };
    if let Some(call) = failure.and_then(|failure| context.recorded_call(failure)) {
        return finding.with_related(call, "the call that fails");
    }
    let program = context.problem.commands[command].pipeline.iter().rev().find_map(|call| call.program);
    match program {
        Some(program) => finding.with_related(context.register_call(program), "the generator"),
        None => finding,
    }
}

/// Every test of the folder that a validator rejects (CCP-16).
fn rejections(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut crashed = BTreeSet::new();
    for (test, known) in context.state.tests.iter_enumerated() {
        let mut is_first = true;
        for (validator, validation) in known.validations.iter().enumerate() {
            match validation {
                Some(validation) if validation.broken => {
                    if crashed.insert(validator) {
                        findings.push(validator_broke(context, test, validator, validation));
                    }
                }
                Some(validation) if !validation.ok => {
                    findings.push(rejection(context, test, validator, validation));
                    findings.extend(invalid_test(context, test, validator, validation).filter(|_| is_first));
                    is_first = false;
                }
                Some(_) | None => {}
            }
        }
    }
    findings
}

fn validator_broke(context: &FindingContext<'_>, test: TestIdx, validator: usize, validation: &Validation) -> Finding {
    let program = context.problem.validators[validator].program;
    let message = format!("the validator broke on {}: {}", context.test_name(test), validation.message);
    let place = context.deciding_call(program, validation.failure.as_deref());
    let finding = Finding::at(Code::ValidatorRejectsTest, place, message);
    finding.about_test(&context.problem.tests[test].id)
}

/// On the call of the validator that decided, with the input's place.
fn rejection(context: &FindingContext<'_>, test: TestIdx, validator: usize, validation: &Validation) -> Finding {
    let described = &context.problem.tests[test];
    let program = context.problem.validators[validator].program;
    let code = if described.sample { Code::ValidatorRejectsSample } else { Code::ValidatorRejectsTest };
    let message = format!("the validator rejects {}: {}", context.test_name(test), reason(validation));
    let finding = Finding::at(code, context.rejecting_call(program, validation), message).about_test(&described.id);
    match &described.input {
        InputSource::File(path) => {
            let range =
                if described.frame.is_some() { Range::default() } else { context.rejected_at(path, validation) };
            finding.with_related(Place { path: path.clone(), range }, words_of_place(validation))
        }
        source => match context.test_place(test) {
            Some(place) if matches!(source, InputSource::Inline(_)) => finding.with_related(place, "the input"),
            Some(place) => finding.with_related(place, "the command that makes the input"),
            None => finding,
        },
    }
}

/// On the test itself: its line in the script or manifest, or the place in its file that decided.
fn invalid_test(
    context: &FindingContext<'_>,
    test: TestIdx,
    validator: usize,
    validation: &Validation,
) -> Option<Finding> {
    let place = match &context.problem.tests[test].input {
        // Its lines are not those of the input.
        InputSource::File(path) if context.problem.tests[test].frame.is_some() => {
            Some(Place { path: path.clone(), range: Range::default() })
        }
        InputSource::File(path) => Some(Place { path: path.clone(), range: context.rejected_at(path, validation) }),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => context.test_place(test),
    }?;
    let message = format!("{} is invalid: {}", context.test_name(test), reason(validation));
    let program = context.problem.validators[validator].program;
    let finding = Finding::at(Code::TestInvalid, place, message).about_test(&context.problem.tests[test].id);
    Some(match context.known_rejecting_call(program, validation) {
        Some(call) => finding.with_related(call, "the call that rejects it"),
        None => finding.with_related(context.register_call(program), "the validator that rejects it"),
    })
}

fn validator_tests(context: &FindingContext<'_>) -> Vec<Finding> {
    let done = context.state.validator_tests.iter().enumerate();
    let of_test = |(idx, validations): (usize, &Option<Vec<Validation>>)| {
        let validations = validations.as_ref().filter(|validations| !validations.is_empty())?;
        let wanted = &context.problem.validator_tests[idx];
        let place = wanted.place.clone().unwrap_or(Place { path: wanted.input.clone(), range: Range::default() });
        let rejected = validations.iter().find(|validation| !validation.ok && !validation.broken);
        let broken = validations.iter().find(|validation| validation.broken);
        match (wanted.valid, rejected, broken) {
            (true, None, None) | (false, Some(_), _) => None,
            (_, None, Some(broken)) => {
                let message = format!("the validator broke on {}: {}", wanted.input, broken.message);
                Some(Finding::at(Code::ValidatorRejectsTest, place, message))
            }
            (false, None, None) => {
                let message = format!("{} is meant to be invalid, and every validator accepts it", wanted.input);
                let validator = context.problem.validators.first()?.program;
                let finding = Finding::at(Code::ValidatorAcceptsInvalid, context.register_call(validator), message);
                Some(finding.with_related(place, "the input that is accepted"))
            }
            (true, Some(rejected), _) => {
                let why = reason(rejected);
                let place = wanted.place.clone().unwrap_or_else(|| Place {
                    path: wanted.input.clone(),
                    range: context.rejected_at(&wanted.input, rejected),
                });
                let message = format!("{} is meant to be valid, and is rejected: {why}", wanted.input);
                let call = rejected.failure.as_deref().and_then(|failure| context.recorded_call(failure));
                let finding = Finding::at(Code::ValidatorRejectsTest, place, message);
                Some(match call {
                    Some(call) => finding.with_related(call, "the call that rejects it"),
                    None => finding,
                })
            }
        }
    };
    done.filter_map(of_test).collect()
}
