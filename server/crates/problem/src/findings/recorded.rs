//! Tests that are no longer what the folder records of them.

use super::FindingContext;
use crate::{
    finding::{Code, Finding},
    model::TestIdx,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    context.problem.tests.indices().filter_map(|test| of_test(context, test)).collect()
}

/// An answer is compared only where the input is as it was: it follows from it.
fn of_test(context: &FindingContext<'_>, test: TestIdx) -> Option<Finding> {
    let (described, known) = (&context.problem.tests[test], &context.state.tests[test]);
    let recorded = described.recorded.as_deref()?;
    let input = recorded.input.as_ref().zip(known.input_blob());
    let answer = recorded.answer.as_ref().zip(known.known_answer());
    let differs = [("input", input), ("answer", answer)].into_iter().find_map(|(what, pair)| {
        let ((digest, place), blob) = pair?;
        (*digest != blob.digest).then_some((what, place))
    });
    let (what, place) = differs?;
    let cause = match described.command() {
        Some(command) if what == "input" => {
            format!("what `{}` prints", context.problem.commands[command].text)
        }
        Some(_) | None if what == "input" => "its file".to_owned(),
        Some(_) | None => "what the main solution prints".to_owned(),
    };
    let message = format!(
        "the {what} of {} is not the one that is recorded here: {cause} has changed since; undo that, or let the format's \
         tool write {} anew",
        context.test_name(test),
        place.path
    );
    Some(Finding::at(Code::ManifestStale, place.clone(), message).about_test(&described.id))
}
