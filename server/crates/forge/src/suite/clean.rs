//! Solutions that say nothing about tests (CCO-4).

use problem::{
    label::Pool,
    model::{Problem, ProgramIdx, TestIdx},
    state::{Build, State},
    verdict::Verdict,
};

/// Solutions to leave out of all counting: those that do not compile, those that do not run to their end on every sample,
/// and right ones that do not pass every sample. Each with the reason.
pub fn useless(problem: &Problem, state: &State) -> Vec<(ProgramIdx, String)> {
    let samples: Vec<TestIdx> = problem.tests.indices().filter(|&test| problem.tests[test].sample).collect();
    let reason = |program: ProgramIdx| {
        if matches!(state.builds[program], Some(Build::Failed { .. } | Build::Skipped { .. })) {
            return Some("it does not compile".to_owned());
        }
        let is_right = problem.programs[program].pool() == Some(Pool::Correct);
        samples.iter().find_map(|&test| {
            let verdict = state.cell(program, test)?.verdict;
            let says_nothing = match verdict {
                Verdict::Ac => false,
                Verdict::Wa | Verdict::Pe => is_right,
                _ => verdict.is_failure(),
            };
            says_nothing.then(|| format!("it gets {verdict} on sample {}", problem.tests[test].id))
        })
    };
    problem.solutions().filter_map(|(program, _)| Some((program, reason(program)?))).collect()
}
