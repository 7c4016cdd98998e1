//! What right solutions take for granted of variables.

use serde::Serialize;

use super::Variable;
use crate::{
    findings::FindingContext,
    label::Pool,
    model::{Program, ProgramIdx},
    path::RelPath,
    text::Range,
};

/// What a solution takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumed {
    /// The solution's source.
    pub path: RelPath,
    /// The greatest value that it provides for, in decimal digits.
    pub greatest: String,
    /// What has no room for more: `int`, `a[200005]`.
    pub why: String,
    /// Where that is read, or used.
    pub range: Range,
    #[serde(skip)]
    number: i128,
}

impl Assumed {
    /// `sol.cpp: at most 200005 (a[200005])`
    pub(super) fn shown(&self) -> String {
        format!("{}: at most {} ({})", self.path.file_name(), self.greatest, self.why)
    }

    /// What is to be said where a validator allows more.
    pub(super) fn is_too_little_for(&self, variable: &Variable) -> Option<String> {
        let (_, greatest) = variable.agreed().filter(|(_, greatest)| self.number < *greatest)?;
        let Assumed { path, greatest: most, why, .. } = self;
        Some(format!("{path} provides for at most {most} (`{why}`), and the validator allows {greatest}"))
    }
}

/// What solutions that are right take for granted of a variable: the elements that their arrays have room for, and the greatest
/// number of a type where it is less than every validator allows.
pub(super) fn solutions(context: &FindingContext<'_>, variable: &Variable) -> Vec<Assumed> {
    let problem = context.problem;
    let greatest = variable.agreed().map(|(_, greatest)| greatest);
    let is_right =
        |(idx, program): &(ProgramIdx, &Program)| program.pool() == Some(Pool::Correct) || Some(*idx) == problem.main;
    let mut found = Vec::new();
    for (_, program) in problem.solutions().filter(is_right) {
        for path in &program.sources {
            let Some(facts) = context.folder.facts(path) else { continue };
            let of_it = facts.assumptions.iter().filter(|one| one.variable == variable.name);
            let told =
                of_it.filter(|one| one.why.contains('[') || greatest.is_some_and(|greatest| one.greatest < greatest));
            found.extend(told.map(|one| Assumed {
                path: path.clone(),
                greatest: one.greatest.to_string(),
                why: one.why.clone(),
                range: one.range,
                number: one.greatest,
            }));
        }
    }
    found
}
