//! What came of asking, as the objects that commands print and editors get.

mod page;

use judge::folder::FileChange;
use llm::ledger::Spent;
use problem::finding::Code;
use serde_json::{Map, Value, json};

pub use self::page::{code_span, fenced, hack_page, line, minimise_page, percent, repair_page, write_page};
use crate::{
    bench::TestSource,
    evolve::{Outcome, ProvedTest},
    minimise::Minimised,
    repair::Repaired,
    suite::metrics::{DROPPED, N_DRAWS, Quality, diversity, pareto, pass_at, precision_without, quality},
    write::WriteOutcome,
};

/// The numbers of draws for which pass@k is told (EVC-13).
const DRAWS: [usize; 3] = [1, 4, 8];

/// What asking took.
pub fn spent(spent: &Spent) -> Value {
    json!({
        "calls": spent.n_calls,
        "from_cache": spent.n_from_cache,
        "input_tokens": spent.usage.input_tokens,
        "output_tokens": spent.usage.output_tokens,
        "cost": spent.cost.map(f64::from),
    })
}

/// The same as a line.
pub fn spent_text(spent: &Spent) -> String {
    let cost = spent.cost.map_or("cost unknown".to_owned(), |cost| format!("cost {:.4}", f64::from(cost)));
    format!(
        "{} calls, {} answers kept from earlier; {} tokens asked, {} answered; {cost}",
        spent.n_calls, spent.n_from_cache, spent.usage.input_tokens, spent.usage.output_tokens
    )
}

/// What a loop came to, and what was written of it.
pub fn hack(outcome: &Outcome, of_model: &Spent, written: Option<&[FileChange]>) -> Value {
    let offer = |offer: &ProvedTest| {
        let (command, input) = match &offer.source {
            TestSource::Command(command) => (Some(command), None),
            TestSource::Input(input) => (None, Some(input)),
        };
        json!({
            "command": command,
            "input": input,
            "why": offer.why,
            "method": offer.method,
            "round": offer.round,
            "evidence": offer.evidence,
        })
    };
    let fallen: Vec<Value> = outcome.fallen.iter().map(|(test, why)| json!({ "test": test, "why": why })).collect();
    json!({
        "offers": outcome.offers.iter().map(offer).collect::<Vec<_>>(),
        "diff": outcome.diff,
        "written": written.map(paths),
        "ended": outcome.ended,
        "audit": outcome.audit,
        "records": outcome.records,
        "standings": outcome.standings,
        "refinements": outcome.refinements,
        "dropped": outcome.dropped,
        "without_checker": outcome.without_checker,
        "ablations": outcome.ablations,
        "pareto": outcome.pareto,
        "notes": outcome.notes,
        "fallen": fallen,
        "spent": spent(of_model),
    })
}

/// The paths of changed files.
pub fn paths(changes: &[FileChange]) -> Vec<&str> {
    changes.iter().map(|change| change.path.as_str()).collect()
}

/// A program that was written.
pub fn write(written: &WriteOutcome, of_model: &Spent) -> Value {
    json!({ "work": written.work, "attempts": written.attempts, "spent": spent(of_model) })
}

/// A repair.
pub fn repair(repaired: &Repaired, of_model: &Spent) -> Value {
    json!({
        "finding": repaired.finding,
        "diff": repaired.diff,
        "explanation": repaired.explanation,
        "attempts": repaired.attempts,
        "spent": spent(of_model),
    })
}

/// Which tests are needed.
pub fn minimise(found: &Minimised) -> Value {
    let Minimised { matrix, thinned } = found;
    let of = |quality: Quality| json!({ "tpr": quality.tpr, "tnr": quality.tnr, "precision": quality.precision, "recall": quality.recall });
    let ids =
        |columns: &[usize]| -> Vec<&str> { columns.iter().map(|&column| matrix.tests[column].id.as_str()).collect() };
    let verdicts = |column: usize| -> Map<String, Value> {
        let named = matrix.solutions.iter().zip(&matrix.tests[column].verdicts);
        let failing = named.filter_map(|(solution, verdict)| Some((solution, (*verdict)?)));
        let failing = failing.filter(|(_, verdict)| verdict.is_failure());
        failing.map(|(solution, verdict)| (solution.name.clone(), json!(verdict.code()))).collect()
    };
    let kept: Vec<Value> = thinned
        .kept
        .iter()
        .map(|&column| {
            let test = &matrix.tests[column];
            json!({ "id": test.id, "sample": test.is_sample, "shows": verdicts(column) })
        })
        .collect();
    let frontier: Vec<Value> = pareto(matrix)
        .into_iter()
        .map(|point| {
            json!({ "test": matrix.tests[point.column].id, "tpr": point.quality.tpr, "tnr": point.quality.tnr })
        })
        .collect();
    let pass_at: Map<String, Value> =
        DRAWS.into_iter().filter_map(|k| Some((k.to_string(), json!(pass_at(matrix, k)?)))).collect();
    json!({
        "n_solutions": matrix.solutions.len(),
        "n_tests": matrix.tests.len(),
        "diversity": diversity(matrix),
        "quality": of(quality(matrix)),
        "kept_quality": of(quality(&matrix.with_tests(&thinned.kept))),
        "pass_at": pass_at,
        "at_random": { "dropped": DROPPED, "precision": precision_without(matrix, DROPPED, N_DRAWS, 1) },
        "kept": kept,
        "dropped": ids(&thinned.dropped),
        "pareto": frontier,
    })
}

/// The code that a person names, also as it is pasted from the output: `error[test-invalid]`.
///
/// # Errors
/// A sentence that says which there are.
pub fn code(written: &str) -> Result<Code, String> {
    let word = written.rsplit('[').next().unwrap_or_default().trim_matches([']', ' ']).to_ascii_lowercase();
    let unknown = |_| match Code::nearest(&word) {
        Some(code) => format!("`{word}` is no finding code; did you mean `{code}`?"),
        None => {
            let codes: Vec<String> = Code::all().map(|code| code.to_string()).collect();
            format!("`{word}` is no finding code; the codes are {}", codes.join(", "))
        }
    };
    word.parse().map_err(unknown)
}
