//! Writing a validator (CCP-8, CCP-9), with broken inputs that it has to reject (AC-1) and bounds that it should have
//! (CCP-18).

mod bounds;

use std::collections::BTreeSet;

use problem::{
    model::{Role, Test, TestIdx},
    state::Validation,
    words::quantity,
};

use super::{
    MissingProgram, ProgramWriter, ProposedProgram, StageObserver, Stood, Tried, build_error, probed::probed, refused,
    samples,
};
use crate::{
    answers::{self, ProblemAnalysis},
    bench::{Extra, TestSource, Trial},
    tries::Measure,
};

/// In so many samples numbers are replaced.
const N_PROBED: usize = 2;

/// Tries a validator. What was wrong with those before it is known, so that a model may insist on a bound.
pub(super) fn tried(
    writer: &ProgramWriter<'_>,
    known: &Trial,
    (answer, analysis): (answers::Validator, &ProblemAnalysis),
    before: &[Vec<String>],
    observer: &mut dyn StageObserver,
) -> Tried {
    let answers::Validator { source, constraints_skipped, .. } = answer;
    let path = match writer.put(MissingProgram::Validator, 0, &source, Role::Validator)? {
        Ok(path) => path,
        Err(complaints) => return refused(complaints),
    };
    let samples = samples(known);
    let texts: Vec<(String, String)> = samples
        .iter()
        .filter_map(|&test| Some((known.problem.tests[test].id.clone(), writer.text(known, test, false)?)))
        .collect();
    let broken: Vec<(String, String)> = texts.iter().flat_map(|(id, text)| broken(id, text)).collect();
    let too_large: Vec<_> = texts.iter().take(N_PROBED).flat_map(|(id, text)| bounds::too_large(id, text)).collect();
    let candidates = broken.iter().chain(&too_large).map(|(_, text)| TestSource::Input(text.clone())).collect();
    let trial = writer.validate(&Extra { candidates, ..Extra::default() }, observer)?;
    let Some(program) = trial.problem.program_at(&path) else { return refused(vec![format!("{path} is gone")]) };
    if let Some(error) = build_error(&trial.problem, &trial.state, program) {
        return refused(vec![error]);
    }
    let said = |test: TestIdx| validation(&trial, test);
    let mut complaints = Vec::new();
    for &test in &samples {
        if let Some(Validation { ok: false, message, .. }) = said(test) {
            let text = writer.text(&trial, test, false).unwrap_or_default();
            let Test { id, sample, .. } = &trial.problem.tests[test];
            let word = if *sample { "sample" } else { "test" };
            complaints.push(format!("it rejects {word} {id}, which is valid: {message}\nIts input:\n{text}"));
        }
    }
    for ((what, text), test) in broken.iter().zip(&trial.candidate_tests) {
        match test.as_ref().ok().and_then(|&test| said(test)) {
            Some(Validation { ok: true, .. }) => complaints.push(format!("it accepts {what}:\n{text}")),
            Some(Validation { broken: true, message, .. }) => {
                complaints.push(format!("it fails on {what}: {message}\n{text}"))
            }
            Some(_) | None => {}
        }
    }
    for (idx, known) in trial.problem.validator_tests.iter().enumerate() {
        let accepts = trial.state.validator_tests[idx].iter().flatten().all(|validation| validation.ok);
        if accepts != known.valid {
            let word = if known.valid { "valid" } else { "invalid" };
            complaints.push(format!("it judges {} wrongly, which is {word}", known.input));
        }
    }
    let is_limited = bounds::is_limited(&analysis.constraints);
    let mut found = BTreeSet::new();
    for ((what, text), test) in too_large.iter().zip(&trial.candidate_tests[broken.len()..]) {
        match test.as_ref().ok().and_then(|&test| said(test)) {
            Some(Validation { ok: true, .. }) if is_limited => complaints.push(format!("it accepts {what}:\n{text}")),
            Some(refused) => found.extend(bounds::bound(refused)),
            None => {}
        }
    }
    let accepted = |tests: &mut dyn Iterator<Item = TestIdx>| {
        tests.filter(|&test| said(test).is_some_and(|validation| validation.ok)).count()
    };
    let candidate = |at: usize| trial.candidate_tests[at].as_ref().ok().copied();
    let others: Vec<TestIdx> = trial.own_tests().filter(|test| !samples.contains(test)).collect();
    let n_let_through = accepted(&mut (0..broken.len()).filter_map(candidate));
    let mut measures = vec![
        Measure { what: "samples accepted", good: accepted(&mut samples.iter().copied()), of: samples.len() },
        Measure { what: "broken copies rejected", good: broken.len() - n_let_through, of: broken.len() },
        Measure { what: "other tests accepted", good: accepted(&mut others.iter().copied()), of: others.len() },
    ];
    let coverage = bounds::coverage(&analysis.constraints, &found);
    let is_old = |contradiction: &String| before.iter().flatten().any(|said| said == contradiction);
    let (old, new): (Vec<String>, Vec<String>) = coverage.contradictions.into_iter().partition(is_old);
    complaints.extend(new);
    if !complaints.is_empty() {
        return Ok(Stood::of(Err(complaints), measures));
    }
    let probes = probed(writer, (MissingProgram::Validator, &path), before, observer)?;
    measures.extend(probes.measure);
    if !probes.complaints.is_empty() {
        return Ok(Stood::of(Err(probes.complaints), measures));
    }
    let mut proof = proof(&trial, &samples, broken.len());
    if coverage.n_found > 0 {
        proof.push(format!("it has {} of the statement", quantity(coverage.n_found, "bound")));
    }
    let skipped = constraints_skipped.into_iter().flatten();
    let skipped = skipped.map(|skipped| format!("not checked: {} ({})", skipped.text, skipped.why));
    let notes = skipped.chain(coverage.missing).chain(old).chain(probes.notes).collect();
    Ok(Stood::of(Ok(ProposedProgram { proof, notes, ..ProposedProgram::default() }), measures))
}

/// What the new validator, the only one, says of a test.
fn validation(trial: &Trial, test: TestIdx) -> Option<&Validation> {
    trial.state.tests[test].validations.iter().flatten().next()
}

fn proof(trial: &Trial, samples: &[TestIdx], n_broken: usize) -> Vec<String> {
    let mut proof = vec!["it compiles".to_owned()];
    if samples.is_empty() {
        proof.push("there is no test to try it on".to_owned());
    } else {
        proof.push(format!("it accepts {}", quantity(samples.len(), "sample")));
        proof.push(format!("it rejects {} of them", quantity(n_broken, "broken copy").replace("copys", "copies")));
    }
    let others: Vec<TestIdx> = trial.own_tests().filter(|test| !samples.contains(test)).collect();
    let accepts = |test: &TestIdx| validation(trial, *test).is_some_and(|validation| validation.ok);
    let rejected: Vec<&str> =
        others.iter().filter(|test| !accepts(test)).map(|&test| trial.problem.tests[test].id.as_str()).collect();
    if !others.is_empty() {
        proof.push(format!(
            "it accepts {} of the {}",
            others.len() - rejected.len(),
            quantity(others.len(), "other test")
        ));
    }
    if !rejected.is_empty() {
        proof.push(format!("it rejects these tests of the folder, which may be invalid: {}", rejected.join(" ")));
    }
    proof
}

/// Copies of a valid input that a validator has to reject where the input is made of tokens, as nearly always (AC-1).
fn broken(id: &str, text: &str) -> Vec<(String, String)> {
    let text = text.replace("\r\n", "\n");
    let body = text.trim_end_matches('\n');
    if body.is_empty() {
        return Vec::new();
    }
    let copies = vec![
        (format!("sample {id} with one more line behind it"), format!("{body}\n#\n")),
        (format!("sample {id} without its last line end"), body.to_owned()),
        (format!("sample {id} with a blank at its end"), format!("{body} \n")),
        (format!("sample {id} with a blank before it"), format!(" {body}\n")),
    ];
    copies.into_iter().filter(|(_, copy)| *copy != text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ac_1_copies_that_no_strict_validator_accepts() {
        let texts = |text: &str| broken("1", text).into_iter().map(|(_, copy)| copy).collect::<Vec<_>>();
        assert_eq!(texts("1 2\n3\n"), ["1 2\n3\n#\n", "1 2\n3", "1 2\n3 \n", " 1 2\n3\n"]);
        // What has no line end already is no broken copy of itself.
        assert_eq!(texts("7"), ["7\n#\n", "7 \n", " 7\n"]);
        assert_eq!(texts("\n"), Vec::<String>::new());
    }
}
