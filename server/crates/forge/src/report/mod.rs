//! What came of asking, as the objects that commands print and editors get.

mod page;
mod probes;

use std::collections::BTreeSet;

use judge::disk::folder::FileChange;
use llm::{ledger::Spent, question::Usage};
use problem::finding::Code;
use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

pub use self::{
    page::{code_span, fenced, hack_page, line, minimise_page, repair_page, sentence, write_page},
    probes::{mutants_in_short, mutate_page, mutate_words, probe, probe_page, probe_words},
};
pub use crate::suite::metrics::percent;
use crate::{
    bench::TestSource,
    evidence::TestProof,
    hack::{Outcome, ProvedTest, TestKind},
    minimise::Minimised,
    repair::Repaired,
    suite::metrics::{DROPPED, N_DRAWS, Quality, diversity, pareto, pass_at, precision_without, quality},
    tries::TrialLine,
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
        "cached_tokens": spent.usage.cached_tokens,
        "output_tokens": spent.usage.output_tokens,
        "estimated_calls": spent.n_estimated,
        "cost": spent.cost.map(f64::from),
    })
}

/// What asking took, as a line.
pub fn spent_text(spent: &Spent) -> String {
    let Spent { n_calls, n_from_cache, n_estimated, usage, cost } = spent;
    let cost = cost.map_or("cost unknown".to_owned(), |cost| format!("cost {:.4}", f64::from(cost)));
    let Usage { input_tokens, cached_tokens, output_tokens, .. } = usage;
    let tokens = if *n_estimated > 0 {
        format!("tokens unknown (by lengths about {input_tokens} asked, {output_tokens} answered)")
    } else {
        format!("{input_tokens} tokens asked ({cached_tokens} of them cached), {output_tokens} answered")
    };
    format!("{n_calls} calls, {n_from_cache} answers kept from earlier; {tokens}; {cost}")
}

/// What asking took for each solution that an offer of a model's fails: tokens, and money where prices are known. `None` where
/// none is failed or nobody was asked.
pub fn per_kill(outcome: &Outcome, spent: &Spent) -> Option<(u64, Option<f64>)> {
    // What the search found beside it cost nothing.
    let of_model = outcome.offers.iter().filter(|offer| offer.kind != TestKind::Offline);
    let kills = of_model.flat_map(|offer| &offer.evidence.kills);
    let n_kills = kills.map(|kill| &kill.solution).collect::<BTreeSet<_>>().len();
    let n_tokens = spent.usage.input_tokens.saturating_add(spent.usage.output_tokens);
    if n_kills == 0 || spent.n_calls == 0 {
        return None;
    }
    Some((n_tokens / n_kills as u64, spent.cost.map(|cost| f64::from(cost) / n_kills as f64)))
}

/// What asking took for each solution that an offer fails, as a line; empty where there is nothing to say.
pub fn per_kill_text(outcome: &Outcome, spent: &Spent) -> String {
    let Some((n_tokens, cost)) = per_kill(outcome, spent) else { return String::new() };
    let cost = cost.map_or(String::new(), |cost| format!(", cost {cost:.4}"));
    let about = if spent.n_estimated > 0 { "by lengths about " } else { "" };
    format!("for each wrong solution that fails now: {about}{n_tokens} tokens{cost}\n")
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
            "method": offer.kind,
            "round": offer.round,
            "evidence": offer.evidence,
        })
    };
    let fallen: Vec<Value> =
        outcome.not_reproduced.iter().map(|(test, why)| json!({ "test": test, "why": why })).collect();
    json!({
        "offers": outcome.offers.iter().map(offer).collect::<Vec<_>>(),
        "diff": outcome.diff,
        "written": written.map(paths),
        "ended": outcome.ended_early_because,
        "audit": outcome.audit,
        "records": outcome.records,
        "standings": outcome.scores,
        "refinements": outcome.refinements,
        "dropped": outcome.dropped,
        "without_checker": outcome.without_checker,
        "ablations": outcome.ablations,
        "pareto": outcome.cumulative_quality,
        "notes": outcome.notes,
        "fallen": fallen,
        "spent": spent(of_model),
        "per_kill": per_kill(outcome, of_model).map(|(tokens, cost)| json!({ "tokens": tokens, "cost": cost })),
    })
}

/// The paths of changed files.
pub fn paths(changes: &[FileChange]) -> Vec<&str> {
    changes.iter().map(|change| change.path.as_str()).collect()
}

/// A program that was written.
pub fn write(written: &WriteOutcome, of_model: &Spent) -> Value {
    json!({ "work": written.work, "attempts": written.attempts, "trials": written.trials, "spent": spent(of_model) })
}

/// A repair.
pub fn repair(repaired: &Repaired, of_model: &Spent) -> Value {
    json!({
        "finding": repaired.finding,
        "diff": repaired.diff,
        "explanation": repaired.explanation,
        "attempts": repaired.attempts,
        "trials": repaired.trials,
        "spent": spent(of_model),
    })
}

/// The JSON schema of what was found about a test, [`TestProof`].
pub fn evidence_schema() -> Value {
    schema_of::<TestProof>()
}

/// The JSON schema of tables of trials, lists of [`TrialLine`].
pub fn trials_schema() -> Value {
    schema_of::<Vec<TrialLine>>()
}

/// A schema that stands within another one.
fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
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

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use llm::question::Usage;
    use problem::{label::Pool, settings::Money, verdict::Verdict};

    use super::*;
    use crate::suite::{Column, PassMatrix, Solution, thin::Thinned};

    /// What two questions took, with prices.
    pub(super) fn spent_for_two() -> Spent {
        let usage = Usage { input_tokens: 300, output_tokens: 40, ..Usage::default() };
        let cost = Some(Money::try_from(0.25).unwrap());
        Spent { n_calls: 2, n_estimated: 0, usage, cost, n_from_cache: 1 }
    }

    /// A sample that all pass, one more such test, one that fails a wrong solution, one that fails both.
    pub(super) fn matrix() -> PassMatrix {
        use Verdict::{Ac, Tle, Wa};
        let solutions = [("sol.cpp", Pool::Correct), ("slow.cpp", Pool::Wrong), ("wa.cpp", Pool::Wrong)];
        let solution = |(at, (name, pool)): (usize, (&str, Pool))| Solution {
            program: at.into(),
            name: name.to_owned(),
            pool: Some(pool),
        };
        let columns = [[Ac, Ac, Ac], [Ac, Ac, Ac], [Ac, Ac, Wa], [Ac, Tle, Wa]];
        let column = |(at, verdicts): (usize, [Verdict; 3])| Column {
            test: at.into(),
            id: (at + 1).to_string(),
            is_sample: at == 0,
            verdicts: verdicts.map(Some).to_vec(),
            cpu_us: 1000,
        };
        PassMatrix {
            solutions: solutions.into_iter().enumerate().map(solution).collect(),
            tests: columns.into_iter().enumerate().map(column).collect(),
        }
    }

    #[test]
    fn what_was_spent_is_told_with_and_without_prices() {
        let said = json!({ "calls": 2, "from_cache": 1, "input_tokens": 300, "cached_tokens": 0,
                           "output_tokens": 40, "estimated_calls": 0, "cost": 0.25 });
        assert_eq!(spent(&spent_for_two()), said);
        assert_eq!(spent(&Spent::default())["cost"], Value::Null);
        let line = "0 calls, 0 answers kept from earlier; 0 tokens asked (0 of them cached), 0 answered; cost unknown";
        assert_eq!(spent_text(&Spent::default()), line);
    }

    #[test]
    fn a_code_is_understood_as_it_was_printed() {
        let known = code("test-invalid").unwrap();
        for written in ["error[test-invalid]", " Test-Invalid ", "[test-invalid", "warning[TEST-INVALID] "] {
            assert_eq!(code(written), Ok(known), "{written}");
        }
        assert_eq!(
            code("test-invlid"),
            Err("`test-invlid` is no finding code; did you mean `test-invalid`?".to_owned())
        );
        let all = code("zzzzzzzzzzzzzzzzzzzzzzzz").unwrap_err();
        assert!(all.contains("the codes are ") && all.contains("test-invalid, "), "{all}");
    }

    #[test]
    fn evc_13_htg_20_what_is_printed_of_a_smaller_suite() {
        let found = Minimised { matrix: matrix(), thinned: Thinned { kept: vec![0, 3], dropped: vec![1, 2] } };
        let said = minimise(&found);
        expect![[r#"
            {
              "dropped": [
                "2",
                "3"
              ],
              "kept": [
                {
                  "id": "1",
                  "sample": true,
                  "shows": {}
                },
                {
                  "id": "4",
                  "sample": false,
                  "shows": {
                    "slow.cpp": "TLE",
                    "wa.cpp": "WA"
                  }
                }
              ]
            }"#]]
        .assert_eq(&format!("{:#}", json!({ "kept": said["kept"], "dropped": said["dropped"] })));
        // One of three passes everything; four to draw there are not.
        let pass_at = said["pass_at"].as_object().unwrap();
        assert_eq!(pass_at.keys().collect::<Vec<_>>(), ["1"]);
        assert!(pass_at["1"].as_f64().is_some_and(|share| (share - 1.0 / 3.0).abs() < 1e-12), "{pass_at:?}");
        // The columns are three different ones: all pass, one fails, both fail.
        assert_eq!((&said["diversity"], &said["n_tests"], &said["n_solutions"]), (&json!(3), &json!(4), &json!(3)));
        assert_eq!(said["quality"], json!({ "tpr": 1.0, "tnr": 1.0, "precision": 1.0, "recall": 1.0 }));
        // CCO-28: by themselves the tests are worth 1, 3/4, 1/2 and 1/2.
        let ranked: Vec<&Value> = said["pareto"].as_array().unwrap().iter().map(|point| &point["test"]).collect();
        assert_eq!(ranked, ["4", "3", "1", "2"]);
        let at_random = &said["at_random"];
        assert_eq!(at_random["dropped"], 0.6);
        assert!(at_random["precision"].as_f64().is_some_and(|share| (1.0 / 3.0..=1.0).contains(&share)), "{at_random}");
    }

    #[test]
    fn a_loop_that_found_nothing_has_every_key_all_the_same() {
        let outcome = Outcome { not_reproduced: vec![("gen 1".to_owned(), "why".to_owned())], ..Outcome::default() };
        let said = hack(&outcome, &Spent::default(), None);
        assert_eq!((&said["offers"], &said["written"], &said["ended"]), (&json!([]), &Value::Null, &Value::Null));
        assert_eq!(said["fallen"], json!([{ "test": "gen 1", "why": "why" }]));
        assert_eq!(said["audit"], json!({ "n_tests": 0, "n_valid": 0 }));
        let written = [FileChange { path: crate::rig::path("a/b.txt"), before: None, after: Vec::new() }];
        assert_eq!(hack(&outcome, &Spent::default(), Some(&written))["written"], json!(["a/b.txt"]));
    }
}
