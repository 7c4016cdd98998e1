//! Writing an interactor: right solutions pass, and sides that break the protocol do not.

use problem::{model::Role, request::CheckRequest, verdict::Verdict, words::quantity};

use super::{
    MissingProgram, ProgramWriter, ProposedProgram, StageObserver, Stood, Tried, build_error, is_right, probed::probed,
    rates, refused,
};
use crate::{answers, bench::Extra, tries::Measure};

pub(super) fn tried(
    writer: &ProgramWriter<'_>,
    answer: answers::Interactor,
    told: &[Vec<String>],
    observer: &mut dyn StageObserver,
) -> Tried {
    let answers::Interactor { protocol, source } = answer;
    let path = match writer.put(MissingProgram::Interactor, 0, &source, Role::Interactor)? {
        Ok(path) => path,
        Err(complaints) => return refused(complaints),
    };
    let trial = writer.bench.try_out(&Extra::default(), &CheckRequest::default(), super::as_observer(observer))?;
    let Some(program) = trial.problem.program_at(&path) else { return refused(vec![format!("{path} is gone")]) };
    if let Some(error) = build_error(&trial.problem, &trial.state, program) {
        return refused(vec![error]);
    }
    let (mut n_cells, mut n_right, mut complaints) = (0, 0, Vec::new());
    for (idx, solution) in trial.problem.solutions() {
        let is_right = is_right(&trial.problem, idx);
        let mut first = None;
        for test in trial.own_tests() {
            let Some(cell) = trial.state.cell(idx, test) else { continue };
            let is_bad = cell.verdict == Verdict::Fail || is_right && cell.verdict.is_failure();
            (n_cells, n_right) = (n_cells + 1, n_right + usize::from(!is_bad));
            if is_bad && first.is_none() {
                first = Some((test, cell));
            }
        }
        if let Some((test, cell)) = first {
            let id = &trial.problem.tests[test].id;
            let who = if is_right { "which is right, " } else { "" };
            complaints.push(format!("{} {who}gets {} on test {id}: {}", solution.path, cell.verdict, cell.message));
        }
    }
    let mut measures = vec![Measure { what: "games played as they should be", good: n_right, of: n_cells }];
    if n_cells == 0 {
        complaints.push("no solution could play on any test".to_owned());
    }
    if !complaints.is_empty() {
        return Ok(Stood::of(Err(complaints), measures));
    }
    let probes = probed(writer, (MissingProgram::Interactor, &path), told, observer)?;
    measures.extend(probes.measure);
    if !probes.complaints.is_empty() {
        return Ok(Stood::of(Err(probes.complaints), measures));
    }
    let sides = probes.measure.map_or(0, |measure| measure.of);
    let proof = vec![
        "it compiles, right solutions pass, and it fails in no game".to_owned(),
        format!("it lets none of {} through that should not pass", quantity(sides, "probe")),
        rates(&trial),
    ];
    let notes = protocol.into_iter().chain(probes.notes).collect();
    Ok(Stood::of(Ok(ProposedProgram { proof, notes, ..ProposedProgram::default() }), measures))
}
