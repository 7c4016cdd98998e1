//! Problems of several passes: the output validator asks for another run of the solution, on an input that it writes.
//!
//! A pass ends the test when the validator objects, or accepts without an input for the next one. What the validator leaves
//! in its feedback directory lies there again in the next pass. Where it talks to the solution, each pass is a talk of its
//! own.

use std::collections::BTreeMap;

use checkers::OutcomeKind;
use problem::{
    digest::KeyBuilder,
    executor::{Blob, ExecutorError, InputFile},
    model::Protocol,
    path::RelPath,
    state::CheckerResult,
};

use super::{
    counts::Purpose,
    runner::{CachingRunner, data},
    solution_run::{self, SolutionLimits, SolutionRun},
    tools::{self, Call},
};

/// The directory that the validator writes into.
pub(super) const FEEDBACK: &str = "feedback/";
/// The most files there that a next pass is given.
const MAX_KEPT: usize = 200;
/// The input of the next pass, in that directory.
const NEXT: &str = "nextpass.in";

/// What judges a solution in several passes.
pub(super) struct Passes {
    most: u32,
    /// How the validator is called; `None` where it talks to the solution, and has spoken by the end of the run.
    call: Option<Call>,
}

impl Passes {
    /// How the validator is called unless it is the interactor, and the most passes that it may ask for.
    pub(super) fn new(call: Option<Call>, most: u32) -> Passes {
        Passes { most, call }
    }

    /// The last run, with the greatest costs of all, and what the validator said of it.
    pub(super) fn judge(
        &self,
        runner: &CachingRunner<'_>,
        limits: &SolutionLimits,
        input: Blob,
        answer: Option<Blob>,
        solve: &dyn Fn(Blob, &Feedback) -> Result<SolutionRun, ExecutorError>,
    ) -> Result<(SolutionRun, Option<CheckerResult>), ExecutorError> {
        let mut feedback = Feedback::new();
        let mut run = solve(input, &feedback)?;
        for n_passes in 1..=self.most {
            if solution_run::verdict_of_run(&run, limits).is_some() {
                return Ok((run, None));
            }
            let pass = match (&self.call, answer) {
                (Some(call), Some(answer)) => validate(runner, call, [input, run.output, answer], &feedback)?,
                (Some(_), None) => return Ok((run, None)),
                (None, _) => match run.interaction.clone() {
                    Some(interaction) => pass(interaction.check, interaction.feedback),
                    None => return Ok((run, None)),
                },
            };
            let Some(next) = pass.next else {
                // What the talk says and what comes of it are to be one.
                if let Some(interaction) = &mut run.interaction {
                    interaction.check = pass.check.clone();
                }
                return Ok((run, Some(pass.check)));
            };
            if pass.feedback.len() > MAX_KEPT {
                return Ok((run, Some(too_much())));
            }
            feedback = pass.feedback;
            if n_passes < self.most {
                run = solve(next, &feedback)?.with_costs_of(&run);
            }
        }
        Ok((run, Some(too_many(self.most))))
    }
}

/// What lies in the feedback directory, by name.
pub(super) type Feedback = BTreeMap<String, Blob>;

/// What lies there before a pass, as a run finds it.
pub(super) fn before(feedback: &Feedback) -> impl Iterator<Item = (String, InputFile)> {
    feedback.iter().map(|(name, blob)| (format!("{FEEDBACK}{name}"), data(*blob)))
}

/// What is asked for of a run: what the format names, however much lies beside it, and all the rest.
pub(super) fn feedback_outputs() -> Vec<String> {
    tools::FEEDBACK.into_iter().map(str::to_owned).chain([format!("{FEEDBACK}{NEXT}"), FEEDBACK.to_owned()]).collect()
}

/// What a run has left there. What has a name that no path can have does not come back.
pub(super) fn left(files: &BTreeMap<String, Blob>) -> Feedback {
    let left = files.iter().filter_map(|(path, blob)| Some((path.strip_prefix(FEEDBACK)?.to_owned(), *blob)));
    left.filter(|(name, _)| RelPath::parse(name).is_some_and(|path| path.as_str() == name)).collect()
}

/// What a validator said of one pass.
struct Pass {
    check: CheckerResult,
    /// The input of the next pass, where there is one.
    next: Option<Blob>,
    /// What the next pass finds.
    feedback: Feedback,
}

/// Asks the validator about the output of a pass.
fn validate(
    runner: &CachingRunner<'_>,
    call: &Call,
    contents: [Blob; 3],
    before: &Feedback,
) -> Result<Pass, ExecutorError> {
    let mut run = tools::checker_action(runner, call, Protocol::Kattis, contents)?;
    run.inputs.extend(self::before(before));
    run.outputs = feedback_outputs();
    let key = KeyBuilder::new("pass 2").digest(run.key()).finish();
    let are_held = |kept: &(CheckerResult, Feedback)| kept.1.values().all(|blob| runner.holds(*blob));
    if let Some((check, feedback)) = runner.kept(key, are_held) {
        return Ok(pass(check, feedback));
    }
    let result = runner.run(Purpose::Check, run)?;
    let check = tools::of_exit(runner, Protocol::Kattis, &result);
    let feedback = left(&result.files);
    if runner.is_lasting(result.status) {
        runner.keep(key, &(check.clone(), feedback.clone()));
    }
    Ok(pass(check, feedback))
}

fn pass(mut check: CheckerResult, mut feedback: Feedback) -> Pass {
    let next = feedback.remove(NEXT);
    if next.is_some() && check.kind != OutcomeKind::Ok && !check.crashed {
        check.message = format!("it asks for another pass and does not accept this one: {}", check.message);
        check.kind = OutcomeKind::Fail;
    }
    let next = next.filter(|_| check.kind == OutcomeKind::Ok);
    Pass { check, next, feedback }
}

/// What is said of a validator that leaves more than the next pass can be given.
fn too_much() -> CheckerResult {
    let message =
        format!("it leaves more than {MAX_KEPT} files in its feedback directory; keep what it remembers in one");
    CheckerResult::of(OutcomeKind::Fail, message)
}

/// What is said of a validator that asks for more passes than the package allows.
fn too_many(most: u32) -> CheckerResult {
    let message = format!("it asks for more than {most} passes; raise limits.validation_passes if that is meant");
    CheckerResult::of(OutcomeKind::Fail, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_that_objects_has_no_next_one() {
        let said = |kind| CheckerResult::of(kind, "m");
        let left = || Feedback::from([(NEXT.to_owned(), Blob::of(b"2"))]);
        assert_eq!(pass(said(OutcomeKind::Ok), left()).next, Some(Blob::of(b"2")));
        let objects = pass(said(OutcomeKind::Wa), left());
        assert_eq!((objects.next, objects.check.kind), (None, OutcomeKind::Fail));
        assert_eq!(pass(said(OutcomeKind::Wa), Feedback::new()).check.kind, OutcomeKind::Wa);
    }
}
