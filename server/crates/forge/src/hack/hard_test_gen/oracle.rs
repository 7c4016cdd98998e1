//! Where answers come from: several right solutions that agree, or a brute force.

use problem::{
    label::Pool,
    model::{ProgramIdx, TestIdx},
    path::RelPath,
    request::{CheckRequest, exactly, glob},
    verdict::Verdict,
};

use super::{ForgeError, HackLoop, StageObserver, TestKind, words};
use crate::{
    answers::RangeInputs,
    ask::LanguageModel,
    bench::{Extra, TestSource, Trial},
    evidence::ensure_valid,
    prompt::values::Values,
    suite::consensus::{Consensus, consensus},
    tries::Tries,
    write::{MissingProgram, ProposedProgram, set, write},
};

/// How often a missing piece is tried.
const N_ATTEMPTS: u32 = 3;
/// How many edge cases there are without an oracle; one input of the largest size comes after them (HTG-21).
const N_EDGE_CASES: usize = 10;

/// Where the main solution comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MainSolution {
    /// The folder has one.
    Original,
    /// A brute force was written for it.
    WrittenBruteForce,
}

impl HackLoop<'_> {
    /// Writes a validator if there is none (HTG-9).
    pub(super) fn ensure_validator(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        if !baseline.problem.validators.is_empty() {
            return Ok(baseline);
        }
        self.piece(MissingProgram::Validator, language_model, observer)?;
        Ok(self.bench.judge(&[], observer)?)
    }

    /// Writes a brute force and makes it the main solution if there is none; says whether the folder had one of its own
    /// (HTG-21).
    pub(super) fn ensure_main_solution(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(Trial, MainSolution), ForgeError> {
        if baseline.problem.main.is_some() {
            return Ok((baseline, MainSolution::Original));
        }
        let work = self.piece(MissingProgram::BruteForce, language_model, observer)?;
        let Some(path) = work.files.keys().find(|path| path.starts_with("brute.")) else {
            return Err(ForgeError::Refused("the brute force is gone".to_owned()));
        };
        self.pieces.insert(set(&self.bench, "main", path)?);
        self.outcome
            .notes
            .push(format!("there is no main solution: answers come from {path}, which was written for it"));
        Ok((self.bench.judge(&[], observer)?, MainSolution::WrittenBruteForce))
    }

    /// Writes a missing program into the copy; the tests need it from then on.
    fn piece(
        &mut self,
        piece: MissingProgram,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<ProposedProgram, ForgeError> {
        let written = write(piece, &self.bench, self.prompts, Tries::of(N_ATTEMPTS), language_model, observer)?;
        let Some(work) = written.work else {
            let last = written.attempts.last().and_then(|complaints| complaints.first()).cloned().unwrap_or_default();
            let piece = piece.words();
            return Err(ForgeError::Refused(format!(
                "no {piece} that came back stood its trial; the last one: {last}"
            )));
        };
        self.pieces.extend(work.changes.iter().map(|change| change.path.clone()));
        Ok(work)
    }

    /// Drops joined tests that are not valid. Then, where there are two right solutions, looks for the first pair that agrees on
    /// more than `agreement` of the inputs (HTG-14): with the main solution in it, what they agree on stays; without, or if
    /// there is none, nothing does. Judges what remains.
    pub(super) fn retain_agreed(
        &mut self,
        judged: Trial,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let Some(main) = judged.problem.main else { return Ok(judged) };
        // A later edit may have taken a test its input.
        let is_there =
            |test: &Result<TestIdx, String>| test.clone().is_ok_and(|test| self.ensure_may_join(&judged, test).is_ok());
        if judged.candidate_tests.iter().any(|test| !is_there(test)) {
            let there: Vec<bool> = judged.candidate_tests.iter().map(is_there).collect();
            let mut there = there.into_iter();
            self.joined.retain(|_| there.next().unwrap_or_default());
            let again = self.judge_joined(observer)?;
            return if again.candidate_tests.is_empty() { Ok(again) } else { self.retain_agreed(again, observer) };
        }
        // HTG-16: the main solution is the most reliable one, then come those that the person named, then the others that are
        // labelled right.
        let right = judged.problem.solutions().filter(|(_, program)| program.pool() == Some(Pool::Correct));
        let is_oracle = |program: &ProgramIdx| *program != main && judged.state.is_built(*program);
        let mut others: Vec<ProgramIdx> = right.map(|(program, _)| program).filter(is_oracle).collect();
        let rank = |path: &RelPath| self.settings.oracles.iter().position(|named| named == path);
        others.sort_by_key(|&program| rank(&judged.problem.programs[program].path).unwrap_or(usize::MAX));
        let oracles: Vec<ProgramIdx> = std::iter::once(main).chain(others).collect();
        let name = |oracle: usize| judged.problem.programs[oracles[oracle]].path.clone();
        let verdicts = |trial: &Trial, program: ProgramIdx| -> Vec<Option<bool>> {
            let passes = |test: &Result<TestIdx, String>| {
                let verdict = trial.state.cell(program, *test.as_ref().ok()?)?.verdict;
                verdict.counts().then_some(verdict == Verdict::Ac)
            };
            trial.candidate_tests.iter().map(passes).collect()
        };
        // Here it is a share of the inputs, and the pair has to agree on more than it.
        let share_of_inputs = self.settings.agreement;
        let found = consensus(oracles.len(), share_of_inputs, |one, other| {
            if one == 0 {
                return Ok(verdicts(&judged, oracles[other]));
            }
            let extra = Extra { candidates: self.sources(), main: Some(name(one)), ..Extra::default() };
            let trial = self.bench.try_out(&extra, &CheckRequest::default(), observer)?;
            Ok::<_, ForgeError>(verdicts(&trial, oracles[other]))
        })?;
        // HTG-15: what went wrong is told by its kind.
        let kept: Vec<bool> = match found {
            Consensus::Single => {
                self.outcome.notes.push(format!("nothing checks the answers of {}, the only right solution", name(0)));
                return Ok(judged);
            }
            Consensus::Agreed { pair: (0, other), on } => {
                let n = on.iter().filter(|agrees| **agrees).count();
                let note = format!("{} and {} agree on {n} of {} new tests", name(0), name(other), on.len());
                self.outcome.notes.push(note);
                on
            }
            Consensus::Agreed { pair: (one, other), on } => {
                self.outcome.notes.push(format!(
                    "{} and {} agree with each other and not with {}: look at that one first",
                    name(one),
                    name(other),
                    name(0)
                ));
                vec![false; on.len()]
            }
            Consensus::Nowhere => {
                let passes_any = |oracle: &ProgramIdx| verdicts(&judged, *oracle).contains(&Some(true));
                let why = if oracles.iter().any(passes_any) {
                    "all outputs were removed, since no two right solutions agree"
                } else {
                    "all right solutions fail on the new tests"
                };
                self.outcome.notes.push(why.to_owned());
                vec![false; self.joined.len()]
            }
        };
        let mut keep = kept.into_iter();
        self.joined.retain(|_| keep.next().unwrap_or_default());
        Ok(self.judge_joined(observer)?)
    }

    /// Asks for ten edge cases and one input of the largest size (HTG-21).
    pub(super) fn ask_for_edge_cases(
        &mut self,
        values: &mut Values,
        baseline: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        observer.stage("asking for edge cases and one largest input");
        let RangeInputs { source, edits, commands, .. } = self.ask(0, values, baseline, language_model)?;
        let left_out = self.take_edits(source, edits.unwrap_or_default(), values, baseline, observer)?;
        let mut commands = self.normalised_commands(commands)?;
        let n_given = commands.len();
        let largest = if commands.len() > N_EDGE_CASES { commands.pop() } else { None };
        commands.truncate(N_EDGE_CASES);
        let given =
            commands.into_iter().map(|command| (TestSource::Command(command), "an edge case".to_owned())).collect();
        let mut refused = Vec::new();
        let n_kept = self.join_valid(TestKind::Range, given, N_EDGE_CASES, &mut refused, observer)?;
        self.push_record(TestKind::Range, (n_given, n_kept), refused, left_out);
        if let Some(largest) = largest {
            self.run_largest_input(baseline, &TestSource::Command(largest), observer)?;
        }
        Ok(())
    }

    /// Runs every solution on an input of which no answer is known; all that counts is whether it ends in time.
    fn run_largest_input(
        &mut self,
        baseline: &Trial,
        largest: &TestSource,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        observer.stage("running every solution on the largest input");
        let mut told = Vec::new();
        let brute = baseline.problem.main;
        let solutions: Vec<RelPath> = baseline
            .problem
            .solutions()
            .filter(|(program, _)| Some(*program) != brute && baseline.state.is_built(*program))
            .map(|(_, program)| program.path.clone())
            .collect();
        for path in solutions {
            // Against its own output every solution is right that ends in time.
            let extra = Extra { candidates: vec![largest.clone()], main: Some(path.clone()), ..Extra::default() };
            let request = CheckRequest {
                solutions: exactly([path.as_str()]),
                tests: glob("candidate-*").into_iter().collect(),
                ..CheckRequest::default()
            };
            let trial = self.bench.try_out(&extra, &request, observer)?;
            let Some(Ok(test)) = trial.candidate_tests.first() else {
                let why = trial.candidate_tests.first().and_then(|test| test.clone().err()).unwrap_or_default();
                self.outcome.notes.push(format!("no largest input: {}: {why}", words(largest)));
                return Ok(());
            };
            if let Err(why) = ensure_valid(&trial, *test) {
                self.outcome.notes.push(format!("no largest input: {}: {why}", words(largest)));
                return Ok(());
            }
            let cell = trial.problem.program_at(&path).and_then(|program| trial.state.cell(program, *test));
            if let Some(cell) = cell.filter(|cell| !matches!(cell.verdict, Verdict::Ac | Verdict::Wa | Verdict::Pe)) {
                told.push(format!("{path} gets {}", cell.verdict));
            }
        }
        let who = if told.is_empty() { "every solution ends in time".to_owned() } else { told.join(", ") };
        self.outcome.notes.push(format!("on the largest input, {}, {who}; outputs are not compared", words(largest)));
        Ok(())
    }
}
