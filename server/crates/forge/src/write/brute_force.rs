//! Writing a brute force (HTG-21; AC-4): slow, and right on what it finishes.

use problem::{
    model::Role,
    request::{CheckRequest, exactly},
    verdict::Verdict,
    words::quantity,
};

use super::{
    MissingProgram, ProgramWriter, ProposedProgram, StageObserver, Stood, Tried, build_error, refused, samples,
};
use crate::{
    answers::{BruteForce, ProgramLanguage},
    bench::{Extra, Trial},
    describe::{MAX_FIELD, cut},
    tries::Measure,
};

/// So many of the tests that it fails are shown, the first ones.
const MAX_SHOWN: usize = 3;

pub(super) fn tried(
    writer: &ProgramWriter<'_>,
    known: &Trial,
    answer: BruteForce,
    observer: &mut dyn StageObserver,
) -> Tried {
    let BruteForce { language, source, max_input_hint } = answer;
    let which = usize::from(language == ProgramLanguage::Python);
    let path = match writer.put(MissingProgram::BruteForce, which, &source, Role::Solution)? {
        Ok(path) => path,
        Err(complaints) => return refused(complaints),
    };
    let request = CheckRequest { solutions: exactly([path.as_str()]), ..CheckRequest::default() };
    let trial = writer.bench.try_out(&Extra::default(), &request, super::as_observer(observer))?;
    let Some(program) = trial.problem.program_at(&path) else { return refused(vec![format!("{path} is gone")]) };
    if let Some(error) = build_error(&trial.problem, &trial.state, program) {
        return refused(vec![error]);
    }
    let samples = samples(known);
    let (mut n_right, mut n_late, mut complaints) = (0, 0, Vec::new());
    for test in trial.own_tests() {
        let Some(cell) = trial.state.cell(program, test) else { continue };
        match cell.verdict {
            Verdict::Ac => n_right += 1,
            Verdict::Tle | Verdict::Mle if !samples.contains(&test) => n_late += 1,
            verdict => {
                let id = &trial.problem.tests[test].id;
                let shown = |what: &str, is_answer| {
                    let text = writer.text(&trial, test, is_answer).filter(|_| complaints.len() < MAX_SHOWN);
                    text.map(|text| format!("\n{what}:\n{}", cut(&text, MAX_FIELD))).unwrap_or_default()
                };
                let (input, answer) = (shown("input", false), shown("answer", true));
                complaints.push(format!("it gets {verdict} on test {id}: {}{input}{answer}", cell.message));
            }
        }
    }
    if complaints.is_empty() && n_right == 0 {
        complaints.push("it passed no test at all within the limits".to_owned());
    }
    let of = n_right + n_late + complaints.len();
    let measures = vec![Measure { what: "tests answered rightly or too late", good: n_right + n_late, of }];
    if !complaints.is_empty() {
        return Ok(Stood::of(Err(complaints), measures));
    }
    let work = ProposedProgram {
        proof: vec![
            format!("it agrees with the answers of {}", quantity(n_right, "test")),
            format!("{} were too much for it, as may be", quantity(n_late, "test")),
        ],
        notes: max_input_hint.into_iter().collect(),
        ..ProposedProgram::default()
    };
    Ok(Stood::of(Ok(work), measures))
}
