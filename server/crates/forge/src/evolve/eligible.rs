//! Which problems a loop can do something with (CCO-3, HTG-1, CCP-14).

use problem::{formats::statement, model::CheckerKind};

use crate::bench::Trial;

/// What an image looks like in a statement.
const IMAGES: [&str; 5] = ["![", "<img", "\\includegraphics", "\\epsf", "\\input{figure"];

/// Fewer letters than this are no statement.
const MIN_LETTERS: usize = 40;

/// Why a problem is not eligible; empty when it is.
pub(super) fn reasons(trial: &Trial) -> Vec<String> {
    let mut reasons = Vec::new();
    match statement::text(&trial.folder) {
        None => reasons.push("there is no statement".to_owned()),
        Some((path, text)) => {
            if text.chars().filter(|one| one.is_alphabetic()).count() < MIN_LETTERS {
                reasons.push(format!("the statement {path} says nothing"));
            }
            if IMAGES.iter().any(|image| text.contains(image)) {
                reasons.push(format!("the statement {path} has an image, which is not sent"));
            }
        }
    }
    if matches!(trial.problem.checker.kind, CheckerKind::Interactor) {
        reasons.push("the problem is interactive".to_owned());
    }
    reasons
}
