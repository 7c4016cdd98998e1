//! Which places of solutions inputs lead to: what a search for inputs goes by that do something new.

use std::collections::BTreeMap;

use problem::{
    executor::{ExecutorError, RunLimits},
    model::ProgramIdx,
    path::RelPath,
};

use super::{runner::TOOL_LIMITS, screen::case_of};
use crate::{
    cases::{Case, CaseRunner, run_all},
    compile::{BuildContext, Builder},
    machine::Machine,
    sync::each_of,
};

/// What a solution has that tells where it comes, milliseconds.
const TRACED_MS: u64 = 500;

/// Solutions that tell which of their places inputs lead to.
pub struct Traces {
    runners: BTreeMap<RelPath, CaseRunner>,
    input_file: Option<String>,
    limits: RunLimits,
    n_workers: usize,
}

/// Where a solution comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Which, in the order asked.
    pub of: usize,
    /// The places in it, each with about how often it is there.
    pub places: Vec<u32>,
}

impl Traces {
    /// Builds those of some solutions that can tell.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn build(
        context: BuildContext<'_>,
        solutions: &[ProgramIdx],
        n_workers: usize,
    ) -> Result<Traces, ExecutorError> {
        let problem = context.problem;
        let builder = Builder::new(context);
        let of = |at: usize| &problem.programs[solutions[at]];
        let built = each_of(solutions.len(), n_workers, |at| CaseRunner::traced(&builder, of(at)))?;
        let runners = built.into_iter().enumerate().filter_map(|(at, runner)| Some((of(at).path.clone(), runner?)));
        // Small inputs take no time, and what takes long all the same is seen elsewhere.
        let limits = RunLimits { cpu_ms: TRACED_MS, wall_ms: 2 * TRACED_MS, ..TOOL_LIMITS };
        Ok(Traces { runners: runners.collect(), input_file: problem.io.input_file.clone(), limits, n_workers })
    }

    /// For each input, where some solutions come in it, as far as they can tell.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn of(
        &self,
        machine: &dyn Machine,
        inputs: &[&[u8]],
        asked: &[RelPath],
    ) -> Result<Vec<Vec<Trace>>, ExecutorError> {
        let cases: Vec<Case<'_>> = inputs.iter().map(|input| case_of(self.input_file.as_deref(), input)).collect();
        let runners: Vec<(usize, &CaseRunner)> = (asked.iter().enumerate())
            .filter_map(|(of, path)| Some((of, self.runners.get(path).filter(|runner| runner.takes_many())?)))
            .collect();
        let work: Vec<_> = runners.iter().map(|(_, runner)| (*runner, self.limits, &cases[..])).collect();
        let mut traces = vec![Vec::new(); inputs.len()];
        for ((of, _), ended) in runners.iter().zip(run_all(machine, self.n_workers, &work)?) {
            for (trace, one) in traces.iter_mut().zip(ended).filter(|(_, one)| !one.places.is_empty()) {
                trace.push(Trace { of: *of, places: one.places });
            }
        }
        Ok(traces)
    }
}
