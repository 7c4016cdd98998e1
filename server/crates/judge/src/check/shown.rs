//! The samples that a statement shows, where a checker of the folder decides whether their outputs are right.

use std::sync::OnceLock;

use problem::{
    executor::{Blob, ExecutorError},
    formats::statement::{ShownSample, has_words_of},
    model::{CheckerKind, Problem},
    state::CheckerResult,
};

use super::{
    runner::CachingRunner,
    tools::{self, OutputChecker},
};

/// What the statement shows, read when it is first asked for.
#[derive(Default)]
pub(super) struct Shown(OnceLock<Vec<ShownSample>>);

impl Shown {
    /// What the checker says of the output that is shown for an input; `None` where there is none, or it is the answer, or
    /// the answer and nothing else decides.
    pub(super) fn judged(
        &self,
        runner: &CachingRunner<'_>,
        problem: &Problem,
        with: &OutputChecker,
        [input, answer]: [Blob; 2],
    ) -> Result<Option<CheckerResult>, ExecutorError> {
        let may_differ = matches!(problem.checker.kind, CheckerKind::Program { .. });
        if !may_differ || problem.interactor.is_some() || problem.passes.is_some() {
            return Ok(None);
        }
        let samples = self.0.get_or_init(|| ShownSample::of(runner.folder, problem));
        let longest = samples.iter().map(|sample| sample.input.len() as u64).max();
        if longest.is_none_or(|longest| input.size > longest + ShownSample::SLACK) {
            return Ok(None);
        }
        let text = |blob| runner.bytes(blob).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let read = text(input)?;
        let shown = samples.iter().find(|sample| sample.is_of(&read)).and_then(|sample| sample.output.as_ref());
        let Some((_, output)) = shown else { return Ok(None) };
        if has_words_of(output, &text(answer)?) {
            return Ok(None);
        }
        tools::check_output(runner, with, input, runner.text(output)?, Some(answer)).map(Some)
    }
}
