//! Which submission is the main solution. Answers are files of the package, so it serves for tests that lack one and
//! for inputs that are made up later.

use super::{generators, submissions::Submission};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    label::Pool,
    language::Language,
    path::RelPath,
};

/// The model solution of `submissions.yaml`, else the solution that `generators.yaml` names, else the accepted one
/// that looks most like it; a finding says so then.
pub(super) fn choose(folder: &dyn Folder, submissions: &[Submission], findings: &mut Vec<Finding>) -> Option<RelPath> {
    let models = submissions.iter().filter(|submission| submission.is_model);
    if let Some(model) = models.min_by_key(|submission| rank(submission)) {
        return Some(model.program.path.clone());
    }
    if let Some(named) = generators::answering_solution(folder)
        && submissions.iter().any(|submission| submission.program.path == named)
    {
        return Some(named);
    }
    let accepted = submissions.iter().filter(|submission| {
        submission.program.label.as_ref().is_some_and(|label| label.pool() == Some(Pool::Correct))
    });
    let chosen = accepted.min_by_key(|submission| rank(submission))?.program.path.clone();
    let message = format!("no submission is marked as the model solution, so {chosen} is taken for it");
    findings.push(Finding::of_file(Code::NoMain, &chosen, message));
    Some(chosen)
}

/// The lowest is best: a language that is run, one that is so everywhere, then a telling name, then C++. The first in path order wins.
fn rank(submission: &Submission) -> (bool, bool, bool, bool) {
    let program = &submission.program;
    let name = program.name().to_ascii_lowercase();
    let telling = name.split(|c: char| !c.is_ascii_alphabetic()).any(|word| matches!(word, "main" | "model"));
    let language = &program.language;
    (!language.is_run(), !language.is_sure_to_run(), !telling, *language != Language::Cpp)
}
