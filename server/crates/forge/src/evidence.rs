//! Proof: what has to be true of a test before it is shown to anyone.
//!
//! Invariant: a test is offered only with an [`TestProof`], and [`prove_test`] is the only place that makes one.

use problem::{
    model::{ProgramIdx, TestIdx},
    state::{GeneratorRun, JuryAnswer},
    verdict::Verdict,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::bench::Trial;

/// The share of the right solutions that has to agree with the main solution when there are more than two, unless told
/// otherwise (HTG-14).
pub const AGREEMENT: f64 = 0.9;

/// What was found about a test: where its answer comes from and who vouches for it (EVC-17).
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[schemars(description = "What was found about a test: where its answer comes from and who vouches for it.")]
pub struct TestProof {
    /// The size of its input, bytes.
    pub bytes: u64,
    /// The digest of its input.
    pub sha256: String,
    /// The validators that accept it.
    pub validators: Vec<String>,
    /// The main solution, which made its answer; a model never does (EVC-15).
    #[schemars(description = "The main solution, which made its answer.")]
    pub main: String,
    /// How many right solutions pass it, the main solution among them.
    pub n_agreeing: usize,
    /// How many right solutions were run on it.
    pub n_right: usize,
    /// The targets ([`Trial::is_target`]) that this test fails and no valid test of the folder does; other new tests may, too.
    #[schemars(description = "The solutions that this test fails and no valid test of the folder does.")]
    pub kills: Vec<Kill>,
}

/// A solution that a test fails.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Kill {
    /// The path of the solution.
    pub solution: String,
    /// The verdict that it gets on the test.
    pub verdict: Verdict,
    /// The checker's words, or what the program ended with.
    pub message: String,
}

/// The proof of a test that was judged with the whole pool; the tests before `trial.first_candidate` are the folder's own.
///
/// `agreement` is the share of the right solutions that have to pass the test, where there are more than two. In a trial of
/// the candidates alone every target that fails is listed as a kill, since the folder's tests were not run.
///
/// # Errors
/// Why the test proves nothing: a sentence for the person, and for the model that proposed it.
pub fn prove_test(trial: &Trial, test: TestIdx, agreement: f64) -> Result<TestProof, String> {
    let Trial { problem, state, first_candidate, .. } = trial;
    let input = state.tests[test].input_blob().ok_or_else(|| no_input(trial, test))?;
    ensure_reproducible(trial, test)?;
    let mut earlier = problem.tests.indices().take_while(|earlier| *earlier < test);
    let same =
        earlier.find(|&earlier| state.tests[earlier].input_blob().is_some_and(|blob| blob.digest == input.digest));
    if let Some(earlier) = same {
        let whose = if earlier < *first_candidate {
            format!("test {}", problem.tests[earlier].id)
        } else {
            "an earlier one".to_owned()
        };
        return Err(format!("it has the same input as {whose}"));
    }
    let validators = accepted_by(trial, test)?;
    let main = problem.main.ok_or("there is no main solution to make its answer")?;
    let name = |program: ProgramIdx| problem.programs[program].path.to_string();
    match (&state.tests[test].answer, state.cell(main, test)) {
        (Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded), Some(cell)) if cell.verdict == Verdict::Ac => {}
        (_, Some(cell)) => return Err(format!("the main solution gets {} on it: {}", cell.verdict, cell.message)),
        (_, None) => return Err("the main solution was not run on it".to_owned()),
    }
    let right: Vec<(ProgramIdx, Verdict)> =
        trial.right_solutions().filter_map(|idx| Some((idx, state.cell(idx, test)?.verdict))).collect();
    let n_agreeing = right.iter().filter(|(_, verdict)| *verdict == Verdict::Ac).count();
    let is_enough = match right.len() {
        0..=2 => n_agreeing == right.len(),
        n => n_agreeing as f64 >= agreement * n as f64,
    };
    if let Some((idx, verdict)) = right.iter().find(|(_, verdict)| *verdict != Verdict::Ac).filter(|_| !is_enough) {
        return Err(format!("{}, which is labelled right, gets {verdict} on it", name(*idx)));
    }
    Ok(TestProof {
        bytes: input.size,
        sha256: input.digest.hex(),
        validators,
        main: name(main),
        n_agreeing,
        n_right: right.len(),
        kills: kills(trial, test),
    })
}

/// A generator that uses another source of chance would make another test on the next machine (CCP-3).
fn ensure_reproducible(trial: &Trial, test: TestIdx) -> Result<(), String> {
    let Some(command) = trial.problem.tests[test].input.command() else { return Ok(()) };
    match trial.state.reproduced[command] {
        Some(false) => Err("the generator makes another input each time".to_owned()),
        Some(true) | None => Ok(()),
    }
}

fn no_input(trial: &Trial, test: TestIdx) -> String {
    let Some(command) = trial.problem.tests[test].input.command() else {
        return "its input cannot be read".to_owned();
    };
    match &trial.state.generations[command] {
        Some(GeneratorRun::Failed { message, .. }) => format!("the generator fails: {message}"),
        Some(GeneratorRun::Ok { .. }) => "the generator writes nothing".to_owned(),
        None => "the generator does not compile".to_owned(),
    }
}

/// Fails unless there is an input, always the same one, that every validator accepts.
///
/// # Errors
/// One sentence on what is wrong with it.
pub fn ensure_valid(trial: &Trial, test: TestIdx) -> Result<(), String> {
    ensure_input(trial, test)?;
    accepted_by(trial, test).map(drop)
}

/// Fails unless there is an input, always the same one; whatever validators say of it.
///
/// # Errors
/// One sentence on what is wrong.
pub(crate) fn ensure_input(trial: &Trial, test: TestIdx) -> Result<(), String> {
    trial.state.tests[test].input_blob().ok_or_else(|| no_input(trial, test))?;
    ensure_reproducible(trial, test)
}

/// The validators of the problem, all of which accept the input.
fn accepted_by(trial: &Trial, test: TestIdx) -> Result<Vec<String>, String> {
    let Trial { problem, state, .. } = trial;
    let mut accepted = Vec::new();
    let asked = &problem.tests[test].validator_args;
    let said = problem.validators.iter().zip(&state.tests[test].validations).enumerate();
    for (_, (validator, validation)) in said.filter(|(one, _)| asked.asks(*one)) {
        let path = &problem.programs[validator.program].path;
        match validation {
            Some(validation) if validation.ok => accepted.push(path.to_string()),
            Some(validation) if validation.broken => return Err(format!("{path} fails on it: {}", validation.message)),
            Some(validation) => {
                let line =
                    validation.line().map_or(String::new(), |line| format!(", at line {} of the input", line + 1));
                return Err(format!("{path} rejects it{line}: {}", validation.message));
            }
            None => return Err(format!("{path} cannot be asked, since it does not compile")),
        }
    }
    if accepted.is_empty() {
        return Err("there is no validator to accept it; write one first".to_owned());
    }
    Ok(accepted)
}

/// The targets that a test fails and no test of the folder fails.
fn kills(trial: &Trial, test: TestIdx) -> Vec<Kill> {
    let Trial { problem, state, .. } = trial;
    let targets = problem.solutions().filter(|(idx, _)| trial.is_target(*idx) && is_alive(trial, *idx));
    let kill = |(idx, program): (ProgramIdx, &problem::model::Program)| {
        let cell = state.cell(idx, test).filter(|cell| cell.verdict.is_failure())?;
        Some(Kill { solution: program.path.to_string(), verdict: cell.verdict, message: cell.message.clone() })
    };
    targets.filter_map(kill).collect()
}

/// Whether no valid test of the folder fails a solution.
pub(crate) fn is_alive(trial: &Trial, solution: ProgramIdx) -> bool {
    let state = &trial.state;
    !trial.own_tests().any(|test| {
        state.tests[test].is_valid() && state.cell(solution, test).is_some_and(|cell| cell.verdict.is_failure())
    })
}

impl TestProof {
    /// Whether a second look found the same input, accepted by the same validators, and whether it fails again, by whatever
    /// verdict, everyone that it is said to fail.
    pub fn holds_again(&self, first: &TestProof) -> bool {
        self.sha256 == first.sha256 && self.validators == first.validators && self.fails_all_of(first)
    }

    /// Whether everyone fails whom another test fails, by whatever verdict.
    pub(crate) fn fails_all_of(&self, other: &TestProof) -> bool {
        other.kills.iter().all(|kill| self.kills.iter().any(|again| again.solution == kill.solution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, Stages, candidate, command, input, judged, sums_where, with};

    /// Whom an input fails, or why it proves nothing.
    fn proved(files: &str, text: &str) -> Result<Vec<String>, String> {
        let rig = Rig::new(files);
        let bench = rig.bench();
        let trial = judged(&bench, &[text]);
        let proof = prove_test(&trial, candidate(&trial, 0), AGREEMENT)?;
        Ok(proof.kills.iter().map(|kill| format!("{} {}", kill.solution, kill.verdict)).collect())
    }

    #[test]
    fn evc_17_a_proof_says_where_everything_comes_from() {
        let rig = Rig::new(SUMS);
        let bench = rig.bench();
        let trial = judged(&bench, &["10 11\n"]);
        let proof = prove_test(&trial, candidate(&trial, 0), AGREEMENT).unwrap();
        assert_eq!((proof.bytes, proof.validators.as_slice()), (6, ["val.cpp".to_owned()].as_slice()));
        assert_eq!(proof.sha256, problem::digest::Digest::of(b"10 11\n").hex());
        assert_eq!((proof.main.as_str(), proof.n_agreeing, proof.n_right), ("sol.cpp", 2, 2));
        // The sum is 21: above 20, not above 30.
        assert_eq!(proof.kills.len(), 1);
        assert_eq!((proof.kills[0].solution.as_str(), proof.kills[0].verdict), ("wa_cap.cpp", Verdict::Wa));
    }

    #[test]
    fn whom_a_test_fails_that_nothing_failed_before() {
        assert_eq!(proved(SUMS, "20\n"), Ok(vec![]));
        assert_eq!(proved(SUMS, "20 11\n"), Ok(vec!["rte_large.cpp RTE".to_owned(), "wa_cap.cpp WA".to_owned()]));
        // A sample fails the one already.
        let failing =
            with(&with(SUMS, "1 2\n-- samples/1.ans --\n3", "30\n-- samples/1.ans --\n30"), "gen 7 > $\n", "");
        assert_eq!(proved(&failing, "20 11\n"), Ok(vec!["rte_large.cpp RTE".to_owned()]));
    }

    #[test]
    fn htg_13_what_no_validator_accepts_proves_nothing() {
        assert_eq!(
            proved(SUMS, "51\n"),
            Err("val.cpp rejects it, at line 1 of the input: 51 is not from 0 to 50 (stdin, line 1)".to_owned())
        );
        assert_eq!(proved(SUMS, "1 2\n"), Err("it has the same input as test 1".to_owned()));
        let broken = with(SUMS, "registerValidation(argc, argv); }", "registerValidation(argc, argv);");
        let broken = with(
            &broken,
            "// does: accept 50\nint main(int argc, char *argv[]) { registerV",
            "// does: accept 50\nint mein(int argc, char *argv[]) { registerV",
        );
        assert_eq!(proved(&broken, "5\n"), Err("val.cpp cannot be asked, since it does not compile".to_owned()));
    }

    #[test]
    fn evc_15_the_answer_is_the_main_solutions_or_there_is_none() {
        let why = proved(&sums_where("sol.cpp", "crash 30"), "31\n").unwrap_err();
        assert!(why.starts_with("the main solution gets "), "{why}");
    }

    #[test]
    fn htg_14_right_solutions_have_to_agree() {
        let why = "ac_other.cpp, which is labelled right, gets WA on it".to_owned();
        assert_eq!(proved(&sums_where("ac_other.cpp", "cap 25"), "26\n"), Err(why));
        // Of many right ones a tenth may differ: 9 of 10, not 8 of 9.
        let many = |n_more: usize| {
            let more =
                (0..n_more).map(|at| format!("-- ac_more{at}.cpp --\n// does: sum\nint main() {{ return {at}; }}\n"));
            let rig = Rig::new(&format!("{}{}", sums_where("ac_other.cpp", "cap 25"), more.collect::<String>()));
            let bench = rig.bench();
            let trial = judged(&bench, &["26\n"]);
            prove_test(&trial, candidate(&trial, 0), AGREEMENT).map(|proof| (proof.n_agreeing, proof.n_right))
        };
        assert_eq!(many(8), Ok((9, 10)));
        assert!(many(7).is_err());
    }

    #[test]
    fn ccp_7_a_command_that_makes_nothing_says_why() {
        let rig = Rig::new(&sums_where("gen.cpp", "refuse"));
        let bench = rig.bench();
        let trial = bench.judge(&[command("gen 8"), command("tree 8"), input("8\n")], &mut Stages::default()).unwrap();
        let why = prove_test(&trial, candidate(&trial, 0), AGREEMENT).unwrap_err();
        assert!(why.starts_with("the generator fails: ") && why.contains("no such type"), "{why}");
        assert_eq!(trial.candidate_tests[1], Err("`tree` is no generator of this problem; there is gen".to_owned()));
        assert!(prove_test(&trial, candidate(&trial, 2), AGREEMENT).is_ok());
    }

    #[test]
    fn a_second_look_has_to_find_the_same_test_and_everyone_it_fails() {
        let kill = |name: &str, verdict| Kill { solution: name.to_owned(), verdict, message: String::new() };
        let proof = |sha256: &str, validators: &[&str], kills: Vec<Kill>| TestProof {
            bytes: 1,
            sha256: sha256.to_owned(),
            validators: validators.iter().map(|name| (*name).to_owned()).collect(),
            main: "sol.cpp".to_owned(),
            n_agreeing: 1,
            n_right: 1,
            kills,
        };
        let first = proof("a", &["val"], vec![kill("x", Verdict::Wa)]);
        let more = vec![kill("x", Verdict::Tle), kill("y", Verdict::Wa)];
        assert!(proof("a", &["val"], more).holds_again(&first), "by another verdict, and someone else, too");
        for other in [
            proof("b", &["val"], first.kills.clone()),
            proof("a", &[], first.kills.clone()),
            proof("a", &["val"], vec![kill("y", Verdict::Wa)]),
        ] {
            assert!(!other.holds_again(&first), "{other:?}");
        }
    }
}
