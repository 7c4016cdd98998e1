//! Proof: what has to be true of a test before it is shown to anyone.
//!
//! Invariant: a test is offered only with an [`TestProof`], and [`prove_test`] is the only place that makes one.

use problem::{
    label::Pool,
    model::{InputSource, ProgramIdx, TestIdx},
    state::{GeneratorRun, JuryAnswer},
    verdict::Verdict,
};
use serde::Serialize;

use crate::bench::Trial;

/// The share of the right solutions that has to agree with the main solution when there are more than two, unless told
/// otherwise (HTG-14).
pub const AGREEMENT: f64 = 0.9;

/// What was found about a test: where its answer comes from and who vouches for it (EVC-17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestProof {
    /// The size of its input, bytes.
    pub bytes: u64,
    /// The digest of its input.
    pub sha256: String,
    /// The validators that accept it.
    pub validators: Vec<String>,
    /// The main solution, which made its answer; a model never does (EVC-15).
    pub main: String,
    /// How many right solutions pass it, the main solution among them.
    pub n_agreeing: usize,
    /// How many right solutions were run on it.
    pub n_right: usize,
    /// The solutions outside S+ that passed all tests before and fail this one.
    pub kills: Vec<Kill>,
}

/// A solution that a test fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kill {
    /// Its path.
    pub solution: String,
    /// What it gets.
    pub verdict: Verdict,
    /// The checker's words, or what the program ended with.
    pub message: String,
}

/// The proof of a test that was judged with the whole pool; the tests before `trial.first` are the folder's own.
///
/// # Errors
/// Why it proves nothing: a sentence for the person, and for the model that proposed it.
pub fn prove_test(trial: &Trial, test: TestIdx, agreement: f64) -> Result<TestProof, String> {
    let Trial { problem, state, first, .. } = trial;
    let input = state.tests[test].blob().ok_or_else(|| no_input(trial, test))?;
    ensure_reproducible(trial, test)?;
    let mut earlier = problem.tests.indices().take_while(|earlier| *earlier < test);
    let same = earlier.find(|&earlier| state.tests[earlier].blob().is_some_and(|blob| blob.digest == input.digest));
    if let Some(earlier) = same {
        let whose =
            if earlier < *first { format!("test {}", problem.tests[earlier].id) } else { "an earlier one".to_owned() };
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
    let right: Vec<(ProgramIdx, Verdict)> = problem
        .solutions()
        .filter(|(idx, program)| program.pool() == Some(Pool::Correct) || Some(*idx) == problem.main)
        .filter_map(|(idx, _)| Some((idx, state.cell(idx, test)?.verdict)))
        .collect();
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
    let (InputSource::Stdout(command) | InputSource::Written { command, .. }) = trial.problem.tests[test].input else {
        return Ok(());
    };
    match trial.state.reproduced[command] {
        Some(false) => Err("the generator makes another input each time".to_owned()),
        Some(true) | None => Ok(()),
    }
}

fn no_input(trial: &Trial, test: TestIdx) -> String {
    let command = match trial.problem.tests[test].input {
        InputSource::Stdout(command) | InputSource::Written { command, .. } => command,
        InputSource::File(_) => return "its input cannot be read".to_owned(),
    };
    match &trial.state.generations[command] {
        Some(GeneratorRun::Failed { message, .. }) => format!("the generator fails: {message}"),
        Some(GeneratorRun::Ok { .. }) => "the generator writes nothing".to_owned(),
        None => "the generator does not compile".to_owned(),
    }
}

/// Whether there is an input, always the same one, that every validator accepts.
///
/// # Errors
/// One sentence on what is wrong with it.
pub fn accepted(trial: &Trial, test: TestIdx) -> Result<(), String> {
    trial.state.tests[test].blob().ok_or_else(|| no_input(trial, test))?;
    ensure_reproducible(trial, test)?;
    accepted_by(trial, test).map(drop)
}

/// The validators of the problem, all of which accept the input.
fn accepted_by(trial: &Trial, test: TestIdx) -> Result<Vec<String>, String> {
    let Trial { problem, state, .. } = trial;
    let mut accepted = Vec::new();
    for (validator, validation) in problem.validators.iter().zip(&state.tests[test].validations) {
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

/// Whom a test fails that no test before the candidates fails.
fn kills(trial: &Trial, test: TestIdx) -> Vec<Kill> {
    let Trial { problem, state, .. } = trial;
    let may_die = problem.solutions().filter(|(idx, program)| {
        program.pool() != Some(Pool::Correct) && Some(*idx) != problem.main && is_alive(trial, *idx)
    });
    let kill = |(idx, program): (ProgramIdx, &problem::model::Program)| {
        let cell = state.cell(idx, test).filter(|cell| cell.verdict.is_failure())?;
        Some(Kill { solution: program.path.to_string(), verdict: cell.verdict, message: cell.message.clone() })
    };
    may_die.filter_map(kill).collect()
}

fn is_alive(trial: &Trial, solution: ProgramIdx) -> bool {
    let state = &trial.state;
    !trial.own_tests().any(|test| {
        state.tests[test].is_valid() && state.cell(solution, test).is_some_and(|cell| cell.verdict.is_failure())
    })
}

impl TestProof {
    /// Whether a second look found the same input, accepted by the same validators, and whether it fails again, by whatever
    /// verdict, everyone that it is said to fail.
    pub fn holds_again(&self, first: &TestProof) -> bool {
        let fails_again = |kill: &Kill| self.kills.iter().any(|again| again.solution == kill.solution);
        self.sha256 == first.sha256 && self.validators == first.validators && first.kills.iter().all(fails_again)
    }
}
