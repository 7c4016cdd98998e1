//! Problems of several passes: the output validator asks for another run of the solution, on an input that it writes.
//!
//! A pass ends the test when the validator objects, or accepts without an input for the next one. What the validator leaves
//! in its feedback directory lies there again in the next pass. A run gives back files by name only, so the names are those
//! of the format and those that stand in the validator's sources.

use std::collections::{BTreeMap, BTreeSet};

use checkers::OutcomeKind;
use problem::{
    digest::KeyBuilder,
    executor::{Blob, ExecutorError},
    folder::Folder,
    model::{Program, Protocol},
    state::CheckerResult,
};

use super::{
    counts::Purpose,
    runner::{CachingRunner, data},
    solution_run::{self, SolutionLimits, SolutionRun},
    tools::{self, Call},
};

/// The directory that the validator writes into.
const FEEDBACK: &str = "feedback/";
/// The input of the next pass, in that directory.
const NEXT: &str = "nextpass.in";
/// Names that the format gives files in that directory.
const NAMES: [&str; 5] = [NEXT, "judgemessage.txt", "teammessage.txt", "score.txt", "score_multiplier.txt"];
/// Further names that are looked for.
const MAX_NAMES: usize = 500;

/// What judges a solution in several passes.
pub(super) struct Passes {
    most: u32,
    call: Call,
    names: BTreeSet<String>,
}

impl Passes {
    /// The validator's program, how it is called, and the most passes that it may ask for.
    pub(super) fn new(folder: &dyn Folder, validator: &Program, call: Call, most: u32) -> Passes {
        Passes { most, call, names: names_in(folder, validator) }
    }

    /// The last run, with the greatest costs of all, and what the validator said of it.
    pub(super) fn judge(
        &self,
        runner: &CachingRunner<'_>,
        limits: &SolutionLimits,
        input: Blob,
        answer: Blob,
        solve: &dyn Fn(Blob) -> Result<SolutionRun, ExecutorError>,
    ) -> Result<(SolutionRun, Option<CheckerResult>), ExecutorError> {
        let mut feedback = Feedback::new();
        let mut run = solve(input)?;
        for n_passes in 1..=self.most {
            if solution_run::verdict_of_run(&run, limits).is_some() {
                return Ok((run, None));
            }
            let pass = validate(runner, &self.call, &self.names, [input, run.output, answer], &feedback)?;
            let Some(next) = pass.next else { return Ok((run, Some(pass.check))) };
            feedback = pass.feedback;
            if n_passes < self.most {
                run = solve(next)?.with_costs_of(&run);
            }
        }
        Ok((run, Some(too_many(self.most))))
    }
}

/// What lies in the feedback directory, by name.
type Feedback = BTreeMap<String, Blob>;

/// What a validator said of one pass.
struct Pass {
    check: CheckerResult,
    /// The input of the next pass, where there is one.
    next: Option<Blob>,
    /// What the next pass finds.
    feedback: Feedback,
}

/// The names of files that a validator may leave, as its sources tell them.
fn names_in(folder: &dyn Folder, validator: &Program) -> BTreeSet<String> {
    let texts = validator.sources.iter().filter_map(|source| folder.text(source));
    let quoted: BTreeSet<String> = texts.flat_map(|text| quoted_names(&text)).collect();
    // What looks most like the name of a file comes first.
    let (dotted, plain): (Vec<String>, Vec<String>) = quoted.into_iter().partition(|name| name.contains('.'));
    dotted.into_iter().chain(plain).take(MAX_NAMES).chain(NAMES.map(str::to_owned)).collect()
}

/// The last part of each text between quotes that could be the path of a file.
fn quoted_names(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        for quote in ['"', '\''] {
            // The pieces in odd places stand between quotes, if those are even; the others do no harm.
            for piece in line.split(quote) {
                let name = piece.rsplit('/').next().unwrap_or_default();
                let is_name = (1..=64).contains(&name.len())
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
                    && name.bytes().any(|byte| byte.is_ascii_alphanumeric());
                if is_name {
                    names.insert(name.to_owned());
                }
            }
        }
    }
    names
}

/// Asks the validator about the output of a pass.
fn validate(
    runner: &CachingRunner<'_>,
    call: &Call,
    names: &BTreeSet<String>,
    contents: [Blob; 3],
    before: &Feedback,
) -> Result<Pass, ExecutorError> {
    let mut run = tools::checker_action(runner, call, Protocol::Kattis, contents)?;
    run.inputs.extend(before.iter().map(|(name, blob)| (format!("{FEEDBACK}{name}"), data(*blob))));
    run.outputs = names.iter().map(|name| format!("{FEEDBACK}{name}")).collect();
    let key = KeyBuilder::new("pass 1").digest(run.key()).finish();
    let are_held = |kept: &(CheckerResult, Feedback)| kept.1.values().all(|blob| runner.holds(*blob));
    if let Some((check, feedback)) = runner.kept(key, are_held) {
        return Ok(pass(check, feedback));
    }
    let result = runner.run(Purpose::Check, run)?;
    let check = tools::of_exit(runner, Protocol::Kattis, &result);
    let left = result.files.iter().filter_map(|(path, blob)| Some((path.strip_prefix(FEEDBACK)?.to_owned(), *blob)));
    let feedback: Feedback = left.collect();
    if result.status.is_lasting() {
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

/// What is said of a validator that asks for more passes than the package allows.
fn too_many(most: u32) -> CheckerResult {
    let message = format!("it asks for more than {most} passes; raise limits.validation_passes if that is meant");
    CheckerResult { kind: OutcomeKind::Fail, message, points: None, share: None, crashed: false, failure: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_quotes() {
        let text =
            "open(sys.argv[3] + \"/state.txt\", 'w')\nstd::ofstream(dir + \"nextpass.in\"); puts(\"two words\\n\");";
        let names = quoted_names(text);
        assert!(names.contains("state.txt") && names.contains("nextpass.in"), "{names:?}");
        assert!(!names.iter().any(|name| name.contains(' ')), "{names:?}");
    }

    #[test]
    fn a_pass_that_objects_has_no_next_one() {
        let said = |kind| CheckerResult {
            kind,
            message: "m".to_owned(),
            points: None,
            share: None,
            crashed: false,
            failure: None,
        };
        let left = || Feedback::from([(NEXT.to_owned(), Blob::of(b"2"))]);
        assert_eq!(pass(said(OutcomeKind::Ok), left()).next, Some(Blob::of(b"2")));
        let objects = pass(said(OutcomeKind::Wa), left());
        assert_eq!((objects.next, objects.check.kind), (None, OutcomeKind::Fail));
        assert_eq!(pass(said(OutcomeKind::Wa), Feedback::new()).check.kind, OutcomeKind::Wa);
    }
}
