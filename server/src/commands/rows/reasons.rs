//! Why solutions of a row are not judged, as the findings of its folder say it.

use std::sync::Arc;

use judge::engine::LoadedProblem;
use problem::{
    executor::Blob,
    finding::{Code, Finding, Severity},
    findings::{FindingContext, collect},
    request::CheckRequest,
    state::State,
};

use crate::{app::App, human::clean};

/// So many are told at most.
const MOST: usize = 10;

/// What is wrong with a folder beside what is said of solutions that were judged.
pub(super) fn why_not_judged(app: &App, loaded: &LoadedProblem, request: &CheckRequest, state: &State) -> Vec<String> {
    let contents = |blob: Blob| -> Option<Arc<[u8]>> { app.store.get(blob.digest) };
    let evidence =
        FindingContext { folder: &loaded.folder, problem: &loaded.problem, state, request, contents: &contents };
    let is_meant = |finding: &Finding| {
        let is_of_judged = matches!(finding.code, Code::WrongSolutionPasses | Code::CorrectSolutionFails);
        finding.severity == Severity::Error && !is_of_judged
    };
    let none = loaded.problem.tests.is_empty().then(|| "there is no test".to_owned());
    let found = loaded.settings.filter(collect(&evidence)).into_iter().filter(is_meant);
    none.into_iter().chain(found.map(|finding| clean::line(&in_words(&finding)))).take(MOST).collect()
}

fn in_words(finding: &Finding) -> String {
    match &finding.place {
        Some(place) => format!("{place}: {}", finding.message),
        None => finding.message.clone(),
    }
}
