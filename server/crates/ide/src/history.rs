//! What became of each solution in the runs before.
//!
//! It is kept as long as the server lives, for the hover on a solution's label.
//!
//! Invariant: of two runs with the same outcome one is kept, and of all only the last few.

use std::collections::HashMap;

use problem::model::ProgramIdx;

use crate::{View, known};

/// So many outcomes are kept of a solution, the last one among them.
const MAX: usize = 6;

/// The outcomes of solutions, the last one at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History(HashMap<String, Vec<String>>);

/// What became of each solution that was run, by its path: `WA on test 12, as expected`.
pub fn outcomes(view: &View<'_>) -> Vec<(String, String)> {
    let has_cells = |solution: ProgramIdx| view.context.state.cells[solution].iter().any(Option::is_some);
    let is_known = |solution: ProgramIdx| has_cells(solution) || known::build_failure(view, solution).is_some();
    let known = view.context.problem.solutions().filter(|(idx, _)| is_known(*idx));
    known.map(|(idx, program)| (program.path.to_string(), known::solution(view, idx))).collect()
}

impl History {
    /// Notes what a run has shown.
    pub fn note(&mut self, outcomes: &[(String, String)]) {
        for (path, outcome) in outcomes {
            let known = self.0.entry(path.clone()).or_default();
            if known.last() != Some(outcome) {
                known.push(outcome.clone());
                let too_many = known.len().saturating_sub(MAX);
                known.drain(..too_many);
            }
        }
    }

    /// What became of a solution before `now`, the last first.
    pub(crate) fn before(&self, path: &str, now: &str) -> Vec<&str> {
        let known = self.0.get(path).map(Vec::as_slice).unwrap_or_default();
        let earlier = match known.split_last() {
            Some((last, earlier)) if last == now => earlier,
            Some(_) | None => known,
        };
        earlier.iter().rev().map(String::as_str).collect()
    }
}
