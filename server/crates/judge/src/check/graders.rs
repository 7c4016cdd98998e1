//! Graders of a package's own: programs that make the results of groups from those of their parts.

use std::{cell::RefCell, fmt::Write as _, sync::Arc};

use problem::{
    classify,
    digest::KeyBuilder,
    executor::{ExecutorError, ExitStatus},
    model::ProgramIdx,
    scoring::GroupResult,
    state::{Grades, State, StateEvent},
    verdict::Verdict,
};

use super::{
    Work,
    counts::Purpose,
    runner::{CachingRunner, TOOL_LIMITS},
    work::WorkMaker,
};
use crate::{
    compile::{Runnable, action},
    words::ending_with,
};

impl<'a> WorkMaker<'a> {
    /// Grades a solution, all of whose cells are in the state.
    pub(super) fn grade(&self, solution: ProgramIdx, state: &State, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        let problem = self.shared.problem;
        let scoring = problem.scoring.as_ref()?;
        let grader = self.runnable(problem.grader?)?;
        let seen = classify::seen(problem, state, solution);
        Some(Box::new(move || {
            let grading = Grading { runner, grader, grades: RefCell::new(Ok(Grades::default())) };
            let ask = |group: usize, parts: &[GroupResult]| {
                grading.ask(group, &scoring.groups[group].grader_args, parts, scoring.scored)
            };
            scoring.results(&problem.tests, &|test| seen[test], &ask);
            let grades = grading.grades.into_inner()?;
            Ok(vec![StateEvent::Graded { solution, grades }])
        }))
    }
}

/// What the grader has said so far, or why it cannot be asked any more.
struct Grading<'a> {
    runner: &'a CachingRunner<'a>,
    grader: Arc<Runnable>,
    grades: RefCell<Result<Grades, ExecutorError>>,
}

impl Grading<'_> {
    /// The grader's result of a group; `None` when it breaks.
    fn ask(&self, group: usize, args: &[String], parts: &[GroupResult], is_scored: bool) -> Option<GroupResult> {
        let mut grades = self.grades.borrow_mut();
        let known = grades.as_mut().ok()?;
        match grade(self.runner, &self.grader, args, &lines(parts)?, is_scored) {
            Ok(Ok(result)) => {
                known.results.insert(group, result);
                Some(result)
            }
            Ok(Err(message)) => {
                known.failure.get_or_insert(message);
                None
            }
            Err(error) => {
                *grades = Err(error);
                None
            }
        }
    }
}

/// What a grader reads: a line for each part. The format knows four verdicts, and a run that is stopped for its memory or
/// output is one that failed at run time.
fn lines(parts: &[GroupResult]) -> Option<String> {
    let mut lines = String::new();
    for part in parts {
        let verdict = match part.verdict? {
            Verdict::Ac => "AC",
            Verdict::Wa | Verdict::Pe => "WA",
            Verdict::Tle => "TLE",
            Verdict::Rte | Verdict::Mle | Verdict::Ole | Verdict::Ce => "RTE",
            Verdict::Fail | Verdict::Sk => return None,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{verdict} {}", part.score?);
    }
    Some(lines)
}

/// What a grader writes: a verdict and a score, or only a verdict where scores do not count.
fn result(output: &str, is_scored: bool) -> Option<(Verdict, f64)> {
    let mut words = output.split_whitespace();
    let verdict = match words.next()? {
        "AC" => Verdict::Ac,
        "WA" => Verdict::Wa,
        "TLE" => Verdict::Tle,
        "RTE" => Verdict::Rte,
        _ => return None,
    };
    let score = words.next().map(|word| word.parse::<f64>().ok().filter(|score| score.is_finite()));
    let score = match (verdict == Verdict::Ac && is_scored, score) {
        (true, score) => score??,
        (false, _) => 0.0,
    };
    words.next().is_none().then_some((verdict, score))
}

/// One call, kept by content: the result, or what went wrong.
fn grade(
    runner: &CachingRunner<'_>,
    grader: &Runnable,
    args: &[String],
    lines: &str,
    is_scored: bool,
) -> Result<Result<GroupResult, String>, ExecutorError> {
    let run = action(grader, args, Some(runner.executor.put(lines.as_bytes())?), TOOL_LIMITS);
    let key = KeyBuilder::new("graded 2").digest(run.key()).field(&[u8::from(is_scored)]).finish();
    let graded = match runner.kept::<Result<(Verdict, f64), String>>(key, |_| true) {
        Some(graded) => graded,
        None => {
            let finished = runner.run(Purpose::Check, run)?;
            let graded = if finished.status == ExitStatus::Exited(0) {
                let output = runner.bytes(finished.stdout)?;
                let output = String::from_utf8_lossy(&output);
                let first = output.lines().next().unwrap_or_default();
                result(&output, is_scored).ok_or_else(|| {
                    format!("it wrote `{first}` where a verdict and a score are wanted, such as `AC 40`")
                })
            } else {
                Err(ending_with(finished.status, &runner.words(&finished)))
            };
            if finished.status.is_lasting() {
                runner.keep(key, &graded);
            }
            graded
        }
    };
    Ok(graded.map(|(verdict, score)| GroupResult { verdict: Some(verdict), score: Some(score) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_graders_read_and_write() {
        let of = |verdict, score: f64| GroupResult { verdict: Some(verdict), score: Some(score) };
        let parts = [of(Verdict::Ac, 12.5), of(Verdict::Pe, 0.0), of(Verdict::Mle, 1.0)];
        assert_eq!(lines(&parts).as_deref(), Some("AC 12.5\nWA 0\nRTE 1\n"));
        assert_eq!(lines(&[GroupResult::default()]), None);
        assert_eq!(result("AC 40\n", true), Some((Verdict::Ac, 40.0)));
        assert_eq!(result("TLE 40\n", true), Some((Verdict::Tle, 0.0)));
        assert_eq!((result("AC\n", true), result("AC", false)), (None, Some((Verdict::Ac, 0.0))));
        assert_eq!((result("", true), result("AC 1 2", true), result("OK 3", true)), (None, None, None));
        assert_eq!(result("AC nan", true), None);
    }
}
