//! What a report shows of a problem of which only some solutions or tests were asked for.
//!
//! Findings about solutions that were left out are not shown, except those of a main solution that keeps others from
//! being judged.

use std::collections::BTreeSet;

use judge::engine::LoadedProblem;
use problem::{
    finding::Finding,
    model::{Problem, ProgramIdx, Role},
    path::RelPath,
    report::Report,
    request::CheckRequest,
    state::{JuryAnswer, State},
};

/// Whether a finding is told: not when it is about a solution that nobody asked for. What the main solution does is told
/// where it keeps others from being judged.
pub(super) fn is_about(problem: &Problem, state: &State, request: &CheckRequest, finding: &Finding) -> bool {
    if request.solutions.is_empty() {
        return true;
    }
    // What a tool did with a solution is about the tool.
    let of_place = finding.place.as_ref().and_then(|place| problem.program_at(&place.path));
    let named = of_place.or_else(|| problem.program_at(finding.about.solution.as_ref()?));
    let solution = named.filter(|&program| problem.programs[program].role == Role::Solution);
    solution.is_none_or(|solution| request.wants_solution(problem, solution) || is_in_the_way(problem, state, solution))
}

/// Whether others wait in vain for an answer that this solution did not give.
fn is_in_the_way(problem: &Problem, state: &State, solution: ProgramIdx) -> bool {
    let has_failed = || state.tests.iter().any(|test| test.answer == Some(JuryAnswer::Missing));
    problem.main == Some(solution) && (!state.is_built(solution) || has_failed())
}

/// The report with those rows and columns of the matrix that were asked for.
pub(super) fn narrowed(report: &Report, problem: &Problem, request: &CheckRequest) -> Report {
    let mut report = report.clone();
    let wanted = problem.solutions().filter(|(idx, _)| request.wants_solution(problem, *idx));
    let wanted: BTreeSet<String> = wanted.map(|(_, program)| program.path.to_string()).collect();
    let matrix = &mut report.matrix;
    let is_wanted: Vec<bool> = matrix.solutions.iter().map(|path| wanted.contains(path)).collect();
    keep(&mut matrix.solutions, &is_wanted);
    keep(&mut matrix.verdicts, &is_wanted);
    keep(&mut matrix.time_ms, &is_wanted);
    keep(&mut matrix.memory_kb, &is_wanted);
    let is_wanted: Vec<bool> = problem.tests.indices().map(|test| request.wants_test(problem, test)).collect();
    keep(&mut matrix.tests, &is_wanted);
    matrix.verdicts.iter_mut().for_each(|row| keep(row, &is_wanted));
    matrix.time_ms.iter_mut().for_each(|row| keep(row, &is_wanted));
    matrix.memory_kb.iter_mut().for_each(|row| keep(row, &is_wanted));
    report
}

fn keep<T>(all: &mut Vec<T>, is_wanted: &[bool]) {
    let mut wanted = is_wanted.iter();
    all.retain(|_| wanted.next().copied().unwrap_or(false));
}

/// The one solution of that path or file name.
pub(super) fn solution_named(loaded: &LoadedProblem, name: &str) -> anyhow::Result<RelPath> {
    let wanted = name.trim_start_matches("./");
    let paths: Vec<&RelPath> = loaded.problem.solutions().map(|(_, program)| &program.path).collect();
    let called: Vec<&RelPath> = paths.iter().copied().filter(|path| path.file_name() == wanted).collect();
    let found = paths.into_iter().find(|path| path.as_str() == wanted).or(match called[..] {
        [only] => Some(only),
        _ => None,
    });
    found
        .cloned()
        .ok_or_else(|| anyhow::anyhow!("there is no solution {name}, or several; give its path in the folder"))
}
