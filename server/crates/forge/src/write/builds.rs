//! What a compiler says of what a model wrote.

use problem::{
    model::{Problem, ProgramIdx},
    state::{Build, BuildMessage, State},
};

use crate::prompt::is_about_names;

/// What [`build_error`] says of a program that the compiler refuses.
const NO_BUILD: &str = "does not compile";

/// Whether what was wrong with a program is what testlib's reference helps with. It is for who did not write what compiles.
pub(crate) fn needs_reference(complaint: &str) -> bool {
    complaint.contains(NO_BUILD) && is_about_names(complaint)
}

/// What a compiler says of a program that does not build.
pub(crate) fn build_error(problem: &Problem, state: &State, program: ProgramIdx) -> Option<String> {
    const MAX: usize = 20;
    let path = &problem.programs[program].path;
    match state.builds[program].as_ref()? {
        Build::Ok { .. } => None,
        Build::Skipped { reason } => Some(format!("{path} cannot be built: {reason}")),
        Build::Failed { messages } => {
            let line = |message: &BuildMessage| match &message.place {
                Some(place) => format!("{place}: {}", message.text),
                None => message.text.clone(),
            };
            let lines: Vec<String> = messages.iter().take(MAX).map(line).collect();
            Some(format!("{path} {NO_BUILD}:\n{}", lines.join("\n")))
        }
    }
}
