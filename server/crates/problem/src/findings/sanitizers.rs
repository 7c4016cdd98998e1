//! What runs with sanitizers showed.

use super::{FindingContext, finding_at};
use crate::{
    finding::{Code, Finding, Severity},
    model::{ProgramIdx, Role},
    sanitizer::{SanitizedRun, SanitizerEvent, Sighting},
    text::{LineIndex, Place},
    words::quantity,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    context.state.sanitized.iter().filter_map(|event| finding(context, event)).collect()
}

fn finding(context: &FindingContext<'_>, event: &SanitizerEvent) -> Option<Finding> {
    let finding = match event {
        SanitizerEvent::Seen(sighting) => seen(context, sighting),
        SanitizerEvent::NotBuilt { program, why } => {
            let message = format!("does not compile with sanitizers, so nothing is known of it there: {why}");
            Finding::at(Code::BuildFailed, context.head(*program), message).with_severity(Severity::Information)
        }
        SanitizerEvent::Stopped { program, run, why, n_more } => {
            let runs = others(*n_more, "run");
            let message = format!(
                "with sanitizers it was followed only so far on {}{runs} ({why}), so what it does from there on is not known",
                words(context, *run)
            );
            Finding::at(Code::NotMeasured, context.head(*program), message).with_severity(Severity::Information)
        }
        SanitizerEvent::More { program, n_lines } => {
            let message = format!(
                "sanitizers have something to say of {} more of it; mend those that are told first",
                quantity(*n_lines, "line")
            );
            Finding::at(Code::NotMeasured, context.head(*program), message).with_severity(Severity::Information)
        }
        SanitizerEvent::NoLibraries(sentence) => Finding::of_folder(Code::ToolMissing, sentence.clone()),
        SanitizerEvent::Failed(why) => {
            let message = format!("what programs do with sanitizers is not known, since their runs broke off: {why}");
            Finding::of_folder(Code::NotMeasured, message)
        }
        SanitizerEvent::Ran { .. } => return None,
    };
    Some(finding)
}

fn seen(context: &FindingContext<'_>, sighting: &Sighting) -> Finding {
    let Sighting { program, is_memory, line, message, run, n_more } = sighting;
    let code = if *is_memory { Code::MemoryError } else { Code::UndefinedBehaviour };
    let place = line.as_ref().and_then(|(path, line)| {
        let text = context.folder.text(path)?;
        let range = LineIndex::new(&text).lf_line_range(line.checked_sub(1)?);
        Some(Place { path: path.clone(), range })
    });
    let runs = others(*n_more, "run");
    let described = &context.problem.programs[*program];
    // A header is the place of several programs.
    let is_own = place.as_ref().is_none_or(|place| described.sources.contains(&place.path));
    let of = if is_own { String::new() } else { format!(" by {}", described.path) };
    let message = format!("{message} (seen{of} on {}{runs})", words(context, *run));
    let place = place.unwrap_or_else(|| context.head(*program));
    let finding = finding_at(code, Some(place), message).with_severity(severity(context, *program));
    let finding = match described.role {
        Role::Solution => finding.about_solution(&described.path),
        Role::Generator | Role::Validator | Role::Checker | Role::Interactor | Role::Grader => finding,
    };
    with_run(context, *run, finding)
}

/// What a judge does without meaning decides verdicts.
fn severity(context: &FindingContext<'_>, program: ProgramIdx) -> Severity {
    match context.problem.programs[program].role {
        Role::Solution => Severity::Warning,
        Role::Generator | Role::Validator | Role::Checker | Role::Interactor | Role::Grader => Severity::Error,
    }
}

fn words(context: &FindingContext<'_>, run: SanitizedRun) -> String {
    match run {
        SanitizedRun::Test(test) => context.test_name(test),
        SanitizedRun::Output { solution, test } => {
            format!("the output of {} for {}", context.problem.programs[solution].path, context.test_name(test))
        }
        SanitizedRun::Command(command) => format!("`{}`", context.problem.commands[command].text),
        SanitizedRun::ValidatorTest(idx) => context.problem.validator_tests[idx].input.to_string(),
        SanitizedRun::CheckerTest(idx) => context.problem.checker_tests[idx].output.to_string(),
    }
}

fn others(n: usize, noun: &str) -> String {
    match n {
        0 => String::new(),
        n => format!(" and in {} more", crate::words::quantity(n, noun)),
    }
}

/// With the place of what shows it.
fn with_run(context: &FindingContext<'_>, run: SanitizedRun, finding: Finding) -> Finding {
    let (place, finding) = match run {
        SanitizedRun::Test(test) | SanitizedRun::Output { test, .. } => {
            (context.test_place(test), finding.about_test(&context.problem.tests[test].id))
        }
        SanitizedRun::Command(command) => (context.problem.commands[command].place.clone(), finding),
        SanitizedRun::ValidatorTest(idx) => (context.problem.validator_tests[idx].place.clone(), finding),
        SanitizedRun::CheckerTest(idx) => (context.problem.checker_tests[idx].place.clone(), finding),
    };
    match place {
        Some(place) => finding.with_related(place, "what shows it"),
        None => finding,
    }
}
