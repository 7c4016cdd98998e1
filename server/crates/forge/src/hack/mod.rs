//! The hack loop: a model proposes tests, they are run, and those that are proved are offered.
//!
//! Each paper's method is a module of its own: [`evolve_coder`], [`code_contests_o`], [`code_contests_plus`],
//! [`hard_test_gen`]. They share the bench, how edits to generators are carried out, and what is
//! offered in the end: so few tests that together they fail every wrong solution that only new tests fail; or, when the whole
//! suite was asked for, also the others that the final filter leaves.

mod ablations;
mod code_contests_o;
mod code_contests_plus;
mod confirm;
mod eligible;
mod evolve_coder;
mod generator;
mod hard_test_gen;
mod kinds;
mod offline;
mod outcome;
mod report;

use std::collections::BTreeSet;

use cpp::api::api;
use llm::question::Question;
use problem::{facts::Register, model::TestIdx, path::RelPath};
use serde_json::Value;

pub use self::{
    ablations::Ablation,
    kinds::{GroupScore, Grouping, Made, MadeBy, SuiteOfKinds},
    outcome::{
        Audit, ForgeError, FrontierPoint, HackMethod, HackOptions, Outcome, ProvedTest, Record, Refinement, Refused,
        Stop, SuiteScore, TestKind,
    },
};
use crate::{
    answers::{Answer, ProblemAnalysis},
    ask::{LanguageModel, read},
    bench::{TestSource, Trial, Workbench, WorkbenchError},
    describe::{boundary, described},
    evidence::prove_test,
    offline::{SHORT, Ways},
    prompt::{PromptError, Prompts, mark, values::Values},
    suite::{
        PassMatrix,
        thin::{TooWeak, additions_short_first, final_filter},
    },
    write::needs_reference,
};
pub use crate::{bench::StageObserver, offline::SourceKind};

/// Inputs up to that size are as good as each other, bytes.
const ALL_ALIKE: u64 = 64;
/// A long input counts so many times where it is written out, and not made by a command, bytes.
const COST_OF_LONG: u64 = 16;

/// Why a test is refused that was tried already.
const KNOWN: &str = "it was proposed before";
/// Why an input is not taken that is there already; with further seeds that is to be expected.
const SAME_INPUT: &str = "it has the same input as another one";

/// A test that joined the suite.
#[derive(Clone)]
struct Joined {
    source: TestSource,
    why: String,
    kind: TestKind,
    round: u32,
}

/// The loop of one method over one folder.
pub struct HackLoop<'a> {
    bench: Workbench<'a>,
    prompts: &'a Prompts<'a>,
    settings: HackOptions,
    joined: Vec<Joined>,
    /// Tests tried since the generators last changed.
    tried_since_edit: Vec<TestSource>,
    /// Files beside generators that the tests need, new or changed: a validator, a brute force, `touchstone.toml`.
    pieces: BTreeSet<RelPath>,
    mark: String,
    /// Proved tests that fail somebody and are not offered, the cheapest first.
    archive: Vec<ProvedTest>,
    /// Tests of the offline engine that are proved only if they are needed.
    spares: Vec<Joined>,
    /// Where the inputs of the offline engine came from.
    ways: Ways,
    /// Whether the main solution exceeded a limit on a test of a model.
    exceeds_limits: bool,
    outcome: Outcome,
}

impl<'a> HackLoop<'a> {
    /// A loop that is ready to begin.
    pub fn new(bench: Workbench<'a>, prompts: &'a Prompts<'a>, settings: HackOptions) -> HackLoop<'a> {
        HackLoop {
            bench,
            prompts,
            settings,
            joined: Vec::new(),
            tried_since_edit: Vec::new(),
            pieces: BTreeSet::new(),
            mark: String::new(),
            archive: Vec::new(),
            spares: Vec::new(),
            ways: Ways::default(),
            exceeds_limits: false,
            outcome: Outcome::default(),
        }
    }

    /// Runs the method and leaves what is worth adding in `self.outcome.offers`, each with its proof from this trial;
    /// [`HackLoop::confirm`] tries it once more without the cache.
    ///
    /// If the model stops answering after a test joined, in CodeContests-O after round 0, the loop ends early with what it has
    /// ([`Outcome::ended_early_because`]).
    ///
    /// # Errors
    /// See [`ForgeError`].
    pub fn run(
        &mut self,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        observer.stage("judging the pool");
        let baseline = self.bench.judge(&[], observer)?;
        ensure_worthwhile(&baseline, &self.settings)?;
        self.outcome.audit = Audit::of(&baseline);
        self.outcome.scores.push(SuiteScore::of(&PassMatrix::of(&baseline.problem, &baseline.state), None));
        // HardTestGen has both written where they are missing; then there is nothing to search with.
        let can_search = baseline.problem.main.is_some() && !baseline.problem.validators.is_empty();
        let begins_offline = self.settings.begins_offline && can_search;
        let searched = begins_offline.then(|| self.offline(&baseline, observer)).transpose()?;
        let last = match searched {
            Some(trial) if !self.has_work_left(&trial) => trial,
            // It goes on from any suite; the others make one of their own.
            Some(trial) if self.settings.method == HackMethod::EvolveCoder => {
                self.evolve_coder(trial, language_model, observer)?
            }
            Some(_) => self.by_method_beside_the_search(baseline, language_model, observer)?,
            None => self.by_method(baseline, language_model, observer)?,
        };
        self.outcome.made = self.made(&last);
        self.outcome.cumulative_quality = outcome::frontier(&PassMatrix::of(&last.problem, &last.state));
        let (mut offers, too_weak) = self.worth_adding(&last);
        self.make_small(&mut offers, observer)?;
        self.outcome.offers = offers;
        self.outcome.notes.extend(too_weak.map(|why| why.to_string()));
        Ok(())
    }

    fn by_method(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        match self.settings.method {
            HackMethod::Offline => self.offline(&baseline, observer),
            HackMethod::EvolveCoder => self.evolve_coder(baseline, language_model, observer),
            HackMethod::CodeContestsO => self.code_contests_o(&baseline, language_model, observer),
            HackMethod::CodeContestsPlus => self.code_contests_plus(&baseline, language_model, observer),
            HackMethod::HardTestGen => self.hard_test_gen(baseline, language_model, observer),
        }
    }

    /// The same, with what the search has found put before it; without it, if the model says nothing. Then the search goes on.
    fn by_method_beside_the_search(
        &mut self,
        baseline: Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<Trial, ForgeError> {
        let found = std::mem::take(&mut self.joined);
        match self.by_method(baseline, language_model, observer) {
            Err(error @ (ForgeError::Ask(_) | ForgeError::Prompt(_) | ForgeError::Refused(_)))
                if !error.is_cancelled() =>
            {
                self.outcome.ended_early_because = Some(error.to_string());
            }
            other => drop(other?),
        }
        self.joined.splice(0..0, found);
        let trial = self.judge_joined(observer)?;
        self.look_on(trial, 1.0, self.settings.n_rounds, observer)
    }

    /// Whether there is something that is not to be lost because a model does not answer.
    fn has_something(&self) -> bool {
        !self.joined.is_empty() || self.settings.begins_offline
    }

    /// Whether somebody is left for a model behind the offline engine, which nobody asked to stop.
    fn has_work_left(&self, trial: &Trial) -> bool {
        let matrix = PassMatrix::of(&trial.problem, &trial.state);
        !self.settings.stop.is_asked() && (self.settings.wants_all || has_unbroken_target(trial, &matrix))
    }

    /// The reply; or `None` where the model did not answer, but something was found before: then the loop ends early.
    fn reply_or_end_early<T>(
        &mut self,
        reply: Result<T, ForgeError>,
        has_found_something: bool,
    ) -> Result<Option<T>, ForgeError> {
        match reply {
            Err(ForgeError::Ask(error)) if has_found_something && !error.is_cancelled() => {
                self.outcome.ended_early_because = Some(error.to_string());
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// Asks one question about what was tried last.
    fn ask<A: Answer>(
        &mut self,
        attempt: u32,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<A, ForgeError> {
        Ok(self.asked(attempt, values, trial, language_model)?.0)
    }

    /// Asks one question; gives the answer, and its text.
    fn asked<A: Answer>(
        &mut self,
        attempt: u32,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<(A, String), ForgeError> {
        let said = self.said::<A>(attempt, values, trial, language_model)?;
        Ok((read(&said)?, said.to_string()))
    }

    /// Asks one question about what was tried last; gives the answer as the model said it, with keys that nobody asked for.
    fn said<A: Answer>(
        &mut self,
        attempt: u32,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<Value, ForgeError> {
        let (mut question, disclosed) = self.question::<A>(values, trial)?;
        // The same question at another time asks for another answer.
        question.attempt = attempt;
        Ok(language_model.ask(&question, &disclosed)?)
    }

    /// Shows the person the limits that a model proposes, if it does.
    fn note_limits(&mut self, limits: Option<&str>) {
        if let Some(limits) = limits.map(str::trim).filter(|limits| !limits.is_empty()) {
            let note = format!("the model proposes other limits, by which nothing was judged: {limits}");
            if !self.outcome.notes.contains(&note) {
                self.outcome.notes.push(note);
            }
        }
    }

    /// Asks what the problem demands; the questions that follow show it (CCO-5).
    fn analyse(
        &mut self,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
        observer: &mut dyn StageObserver,
    ) -> Result<ProblemAnalysis, ForgeError> {
        observer.stage("asking what the problem demands");
        let said = self.said::<ProblemAnalysis>(0, values, trial, language_model)?;
        values.set_analysis(&said);
        Ok(read(&said)?)
    }

    /// A question, and what this question and the questions after it may disclose.
    fn question<A: Answer>(
        &mut self,
        values: &mut Values,
        trial: &Trial,
    ) -> Result<(Question, Vec<String>), PromptError> {
        let of_report = ["/generator/compile_error", "/generator/undone"].into_iter().filter_map(|place| {
            let said = values.feedback.as_ref()?.pointer(place)?;
            said.as_str()
        });
        let mut said = values.complaints.iter().map(String::as_str).chain(of_report);
        let is_of_use = said.any(needs_reference);
        let written = || values.generator.iter().map(|generator| &*generator.source).chain(values.previous.as_deref());
        let words = || values.complaints.iter().map(String::as_str).chain(written()).collect::<Vec<_>>().join("\n");
        values.api = if is_of_use {
            api().prompt(Register::Generator, &values.problem.spoken.topics(), &words())
        } else {
            String::new()
        };
        mark(&mut self.mark, values);
        let contents = |_, _| None;
        let disclosed = described(trial, &contents).everything_disclosed();
        Ok((self.prompts.question::<A>(values)?, disclosed))
    }

    /// The values that every question has.
    fn values(&self, trial: &Trial) -> Values {
        let contents = |test, is_answer| trial.text(self.bench.engine(), test, is_answer);
        let described = described(trial, &contents);
        let mut values = described.values();
        values.files = described.generators().iter().map(|path| described.source(path)).collect();
        if self.bench.hides_tests() {
            // Then the folder's own commands make nothing.
            let of_tests =
                trial.candidate_tests.iter().flatten().filter_map(|&test| trial.problem.tests[test].input.command());
            values.commands = of_tests.map(|command| trial.problem.commands[command].text.clone()).collect();
        }
        let place = generator::new_generator(&*trial.folder, &trial.problem).ok();
        values.set_new_generator(place.map(|place| place.path.to_string()));
        values.n_wanted = self.settings.n_wanted;
        values.n_commands = self.settings.n_wanted;
        values
    }

    /// The sources of the tests that joined.
    fn sources(&self) -> Vec<TestSource> {
        self.joined.iter().map(|joined| joined.source.clone()).collect()
    }

    /// Judges the pool on the folder's tests and on all tests that joined.
    fn judge_joined(&self, observer: &mut dyn StageObserver) -> Result<Trial, WorkbenchError> {
        self.bench.judge(&self.sources(), observer)
    }

    /// The tests that were not tried since the generators last changed, and the others as refused.
    fn without_known(&mut self, given: Vec<(TestSource, String)>) -> (Vec<(TestSource, String)>, Vec<Refused>) {
        let (mut new, mut refused) = (Vec::new(), Vec::new());
        for (source, why) in given {
            if self.tried_since_edit.contains(&source) {
                refused.push((words(&source), KNOWN.to_owned()));
            } else {
                self.tried_since_edit.push(source.clone());
                new.push((source, why));
            }
        }
        (new, refused)
    }

    /// A test of a trial of these tests with its proof.
    fn proved(&self, trial: &Trial, tried: &[Joined], test: TestIdx) -> Option<ProvedTest> {
        let at = trial.candidate_tests.iter().position(|tried| *tried == Ok(test))?;
        let Joined { source, why, kind, round } = tried[at].clone();
        let evidence = prove_test(trial, test, self.settings.agreement).ok()?;
        Some(ProvedTest { source, why, kind, round, evidence })
    }

    /// The tests that fail someone whom nothing failed before; behind them, if the whole suite was asked for, the others
    /// that the final filter leaves (EVC-12), and whether the suite is too weak then. What else fails somebody is kept, to take
    /// the place of those that fall when they are judged again.
    fn worth_adding(&mut self, trial: &Trial) -> (Vec<ProvedTest>, Option<TooWeak>) {
        let all = PassMatrix::of(&trial.problem, &trial.state);
        // A test that cannot be proved makes no other one needless.
        let is_proved =
            |test: TestIdx| test < trial.first_candidate || prove_test(trial, test, self.settings.agreement).is_ok();
        let proved: Vec<usize> = (0..all.tests.len()).filter(|&column| is_proved(all.tests[column].test)).collect();
        let matrix = all.with_tests(&proved);
        let n_old = matrix.tests.iter().take_while(|column| column.test < trial.first_candidate).count();
        let offer = |column: usize| self.proved(trial, &self.joined, matrix.tests[column].test);
        let size = |column: usize| {
            trial.state.tests[matrix.tests[column].test].input_blob().map_or(u64::MAX, |input| input.size)
        };
        let cost = |column: usize| {
            let test: TestIdx = matrix.tests[column].test;
            let n_bytes = size(column);
            let is_written_out = trial.problem.tests[test].input.command().is_none();
            // A long input is much to have in a folder; below a few lines it does not matter who is shorter.
            let n_times = if is_written_out && n_bytes > SHORT as u64 { COST_OF_LONG } else { 1 };
            n_bytes.max(ALL_ALIKE).saturating_mul(n_times)
        };
        let mut columns = additions_short_first(&matrix, n_old, |column| size(column) <= SHORT as u64, cost);
        let mut too_weak = None;
        if self.settings.wants_all {
            let (filtered, weakness) = final_filter(&matrix, &self.settings.rules);
            too_weak = weakness;
            let others: Vec<usize> = filtered.kept.into_iter().filter(|column| *column >= n_old).collect();
            columns.extend(others.into_iter().filter(|column| !columns.contains(column)).collect::<Vec<_>>());
        }
        let mut others: Vec<usize> = (n_old..matrix.tests.len()).filter(|column| !columns.contains(column)).collect();
        others.sort_by_key(|column| cost(*column));
        let (offers, archive) = (columns.into_iter().filter_map(offer).collect(), others.into_iter().filter_map(offer));
        let archive = archive.filter(|test| !test.evidence.kills.is_empty()).collect();
        self.archive = archive;
        (offers, too_weak)
    }
}

/// A test in a few words.
pub fn words(source: &TestSource) -> String {
    const MAX: usize = 60;
    match source {
        TestSource::Command(command) => command.clone(),
        TestSource::Input(input) if input.len() <= MAX => format!("{input:?}"),
        TestSource::Input(input) => format!("{:?}… ({} bytes)", &input[..boundary(input, MAX)], input.len()),
    }
}

/// Why a solution cannot be a target of the search.
fn no_target(trial: &Trial, path: &RelPath) -> Option<String> {
    let solution = trial.problem.solutions().find(|(_, program)| program.path == *path);
    let Some((idx, _)) = solution else {
        return Some(format!("there is no solution {path}; give its path in the folder"));
    };
    if !trial.is_target(idx) {
        return Some(format!(
            "{path} is labelled right; `touchstone stress --solution {path}` looks for where it is not"
        ));
    }
    let is_built = trial.state.is_built(idx);
    (!is_built).then(|| format!("{path} cannot be run; see `touchstone check`"))
}

/// Why EvolveCoder cannot begin.
/// Fails where asking surely comes to nothing: there must be someone to make answers (HTG-1), and wrong solutions to begin
/// with. With `wants_all` nobody need be left to break; EvolveCoder then asks nothing.
fn ensure_worthwhile(trial: &Trial, settings: &HackOptions) -> Result<(), ForgeError> {
    let refuse = |why: &str| Err(ForgeError::Refused(why.to_owned()));
    let is_hardtestgen = settings.method == HackMethod::HardTestGen;
    match trial.problem.main {
        None if is_hardtestgen => {}
        None => return refuse("there is no main solution to make answers; name one by `main` in touchstone.toml"),
        Some(main) if !trial.state.is_built(main) => {
            return refuse("the main solution does not compile; see `touchstone check`");
        }
        Some(_) => {}
    }
    if trial.problem.validators.is_empty() && !is_hardtestgen {
        return refuse("there is no validator to accept new tests; write one first");
    }
    let is_oracle = |path: &RelPath| trial.problem.program_at(path).is_some_and(|program| !trial.is_target(program));
    if let Some(path) = settings.oracles.iter().find(|path| !is_oracle(path)) {
        return refuse(&format!("{path} is no solution that is labelled right, so nobody can ask it for answers"));
    }
    if let Some(why) = settings.targets.iter().find_map(|path| no_target(trial, path)) {
        return refuse(&why);
    }
    let reasons = eligible::reasons(trial);
    let asks_about_statement = !matches!(settings.method, HackMethod::EvolveCoder | HackMethod::Offline);
    if asks_about_statement && !settings.anyway && !reasons.is_empty() {
        let why = reasons.join("; ");
        return Err(ForgeError::Refused(format!(
            "not eligible because {why}; `--anyway`, or `anyway` in an editor, goes on all the same"
        )));
    }
    let matrix = PassMatrix::of(&trial.problem, &trial.state);
    if settings.wants_all {
        return Ok(());
    }
    if trial.problem.solutions().all(|(program, _)| !trial.is_target(program)) {
        return refuse("there is no solution that may be broken; add wrong ones, such as wa_greedy.cpp");
    }
    if !matrix.tests.is_empty() && !has_unbroken_target(trial, &matrix) {
        return refuse("every wrong solution fails a test already; add wrong solutions that should fail");
    }
    Ok(())
}

/// Whether a target passes every test: a solution that a test may fail ([`Trial::is_target`]).
fn has_unbroken_target(trial: &Trial, matrix: &PassMatrix) -> bool {
    (0..matrix.solutions.len()).any(|row| trial.is_target(matrix.solutions[row].program) && matrix.passes_all(row))
}

#[cfg(test)]
mod tests;
