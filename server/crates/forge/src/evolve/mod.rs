//! The loops: a model proposes tests, they are run, and those that are proved are offered.
//!
//! Each paper's way is a file of its own: [`rounds`] (EvolveCoder), [`feedback`] (CodeContests-O), [`agent`]
//! (CodeContests+), [`kinds`] (HardTestGen). They share the bench, how edits to generators are carried out, and what is
//! offered in the end: the tests that fail a solution which nothing failed before or, when the whole suite was asked for, all
//! that say something.

mod agent;
mod eligible;
mod feedback;
mod generator;
mod kinds;
mod outcome;
mod report;
mod rounds;

use std::collections::BTreeSet;

use llm::task::Task;
use problem::{
    label::Pool,
    model::{ProgramIdx, TestIdx},
    path::RelPath,
};
use serde_json::Value;

pub use self::outcome::{
    Ablation, Audit, ForgeError, FrontierPoint, HackMethod, HackOptions, Outcome, ProvedTest, Record, Refinement,
    Refused, StageObserver, SuiteScore, TestKind,
};
use crate::{
    answers::{Answer, ProblemAnalysis},
    ask::{LanguageModel, read},
    bench::{TestSource, Trial, Workbench, WorkbenchError},
    commands,
    describe::{boundary, described},
    evidence::prove_test,
    prompt::{PromptError, Prompts, mark, values::Values},
    suite::{
        PassMatrix,
        thin::{TooWeak, additions, final_filter},
    },
};

/// A test that joined the suite.
#[derive(Clone)]
struct Joined {
    source: TestSource,
    why: String,
    method: TestKind,
    round: u32,
}

/// A loop.
pub struct HackLoop<'a> {
    bench: Workbench<'a>,
    prompts: &'a Prompts<'a>,
    settings: HackOptions,
    joined: Vec<Joined>,
    /// Everything that was proposed.
    seen: Vec<TestSource>,
    /// New files beside generators that the tests need: a validator, a brute force.
    pieces: BTreeSet<RelPath>,
    mark: String,
    outcome: Outcome,
}

impl<'a> HackLoop<'a> {
    /// Ready to begin.
    pub fn new(bench: Workbench<'a>, prompts: &'a Prompts<'a>, settings: HackOptions) -> HackLoop<'a> {
        let (joined, seen, mark, pieces) = (Vec::new(), Vec::new(), String::new(), BTreeSet::new());
        HackLoop { bench, prompts, settings, joined, seen, pieces, mark, outcome: Outcome::default() }
    }

    /// Goes through the loop, and gives what is worth adding; it is still to be proved ([`HackLoop::prove`]).
    ///
    /// # Errors
    /// See [`ForgeError`]. When there is no answer after a first one, what was found so far counts, and the outcome says
    /// why it ended.
    pub fn run(
        &mut self,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<(), ForgeError> {
        watcher.stage("judging the pool");
        let first = self.bench.judge(&[], watcher)?;
        worth_while(&first, &self.settings)?;
        self.outcome.audit = Audit::of(&first);
        self.outcome.standings.push(SuiteScore::of(&PassMatrix::of(&first.problem, &first.state), None));
        let last = match self.settings.paper {
            HackMethod::EvolveCoder => self.rounds(first, language_model, watcher)?,
            HackMethod::CodeContestsO => self.feedback(&first, language_model, watcher)?,
            HackMethod::CodeContestsPlus => self.agent(&first, language_model, watcher)?,
            HackMethod::HardTestGen => self.kinds(first, language_model, watcher)?,
        };
        self.outcome.pareto = outcome::frontier(&PassMatrix::of(&last.problem, &last.state));
        let (offers, too_weak) = self.worth_adding(&last);
        self.outcome.offers = offers;
        self.outcome.notes.extend(too_weak.map(|why| why.to_string()));
        Ok(())
    }

    /// Whether an answer came. One that did not come ends the loop, but not what it has found so far.
    fn came<T>(&mut self, answer: Result<T, ForgeError>, has_something: bool) -> Result<Option<T>, ForgeError> {
        match answer {
            Err(ForgeError::Ask(error)) if has_something && !error.is_cancelled() => {
                self.outcome.ended = Some(error.to_string());
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// Asks one question about what was tried last.
    fn ask<A: Answer>(
        &mut self,
        sample: u32,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<A, ForgeError> {
        Ok(read(&self.said::<A>(sample, values, trial, language_model)?)?)
    }

    /// The same, as the model said it.
    fn said<A: Answer>(
        &mut self,
        sample: u32,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<Value, ForgeError> {
        let (mut task, files) = self.question::<A>(values, trial)?;
        // The same question at another time asks for another answer.
        task.sample = sample;
        Ok(language_model.ask(&task, &files)?)
    }

    /// Asks what the problem demands; the questions that follow show it (CCO-5).
    fn analyse(
        &mut self,
        values: &mut Values,
        trial: &Trial,
        language_model: &mut dyn LanguageModel,
        watcher: &mut dyn StageObserver,
    ) -> Result<ProblemAnalysis, ForgeError> {
        watcher.stage("asking what the problem demands");
        let said = self.said::<ProblemAnalysis>(0, values, trial, language_model)?;
        // What nobody asked for may still help the next question.
        values.analysis = format!("{said:#}");
        Ok(read(&said)?)
    }

    /// A question, and the files that it and those after it may show.
    fn question<A: Answer>(&mut self, values: &mut Values, trial: &Trial) -> Result<(Task, Vec<String>), PromptError> {
        mark(&mut self.mark, values);
        let contents = |_, _| None;
        let files = described(trial, &contents).everything();
        Ok((self.prompts.task::<A>(values)?, files))
    }

    /// What every question is told.
    fn values(&self, trial: &Trial) -> Values {
        let contents = |test, is_answer| trial.text(self.bench.engine(), test, is_answer);
        let described = described(trial, &contents);
        let mut values = described.values();
        values.files = described.generators().iter().map(|path| described.source(path)).collect();
        values.n_wanted = self.settings.n_wanted;
        values.n_commands = self.settings.n_wanted;
        values
    }

    /// The sources of what joined.
    fn sources(&self) -> Vec<TestSource> {
        self.joined.iter().map(|joined| joined.source.clone()).collect()
    }

    /// Judges the folder's tests and all that joined.
    fn judge_joined(&self, watcher: &mut dyn StageObserver) -> Result<Trial, WorkbenchError> {
        self.bench.judge(&self.sources(), watcher)
    }

    /// Tests that were not proposed before.
    fn without_known(&mut self, given: Vec<(TestSource, String)>) -> (Vec<(TestSource, String)>, Vec<Refused>) {
        let (mut new, mut refused) = (Vec::new(), Vec::new());
        for (source, why) in given {
            if self.seen.contains(&source) {
                refused.push((words(&source), "it was proposed before".to_owned()));
            } else {
                self.seen.push(source.clone());
                new.push((source, why));
            }
        }
        (new, refused)
    }

    /// The tests that fail someone whom nothing failed before; behind them, if the whole suite was asked for, the others
    /// that the final filter leaves (EVC-12), and whether the suite is too weak then.
    fn worth_adding(&self, trial: &Trial) -> (Vec<ProvedTest>, Option<TooWeak>) {
        let all = PassMatrix::of(&trial.problem, &trial.state);
        // A test that cannot be proved makes no other one needless.
        let is_proved = |test: TestIdx| test < trial.first || prove_test(trial, test, self.settings.agreement).is_ok();
        let proved: Vec<usize> = (0..all.tests.len()).filter(|&column| is_proved(all.tests[column].test)).collect();
        let matrix = all.with_tests(&proved);
        let n_old = matrix.tests.iter().take_while(|column| column.test < trial.first).count();
        let offer = |column: usize| {
            let test: TestIdx = matrix.tests[column].test;
            let joined = self.joined[trial.tests.iter().position(|tried| *tried == Ok(test))?].clone();
            let evidence = prove_test(trial, test, self.settings.agreement).ok()?;
            let Joined { source, why, method, round } = joined;
            Some(ProvedTest { source, why, method, round, evidence })
        };
        let mut columns = additions(&matrix, n_old);
        let mut too_weak = None;
        if self.settings.wants_all {
            let (filtered, weakness) = final_filter(&matrix, &self.settings.rules);
            too_weak = weakness;
            let others: Vec<usize> = filtered.kept.into_iter().filter(|column| *column >= n_old).collect();
            columns.extend(others.into_iter().filter(|column| !columns.contains(column)).collect::<Vec<_>>());
        }
        (columns.into_iter().filter_map(offer).collect(), too_weak)
    }

    /// Judges what is offered again with an engine that remembers nothing, keeps what is the same, and gives everything.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn prove(
        mut self,
        fresh: &judge::engine::Engine,
        watcher: &mut dyn StageObserver,
    ) -> Result<(Outcome, Workbench<'a>), ForgeError> {
        // What counts is the folder with what is offered and nothing else, such as the checker as it was before edits.
        let needed = if self.outcome.offers.is_empty() { BTreeSet::new() } else { self.called()? };
        self.bench.reset_but(&needed)?;
        if !self.outcome.offers.is_empty() {
            watcher.stage("judging what was found again, without the cache");
            let sources: Vec<TestSource> = self.outcome.offers.iter().map(|offer| offer.source.clone()).collect();
            let trial = self.bench.judge_alone(fresh, &sources, watcher)?;
            let offers = std::mem::take(&mut self.outcome.offers);
            for (offer, test) in offers.into_iter().zip(&trial.tests) {
                let again = test.clone().and_then(|test| prove_test(&trial, test, self.settings.agreement));
                let other = "it does not fail the same solutions again";
                match again {
                    Ok(again) if again.holds_again(&offer.evidence) => self.outcome.offers.push(offer),
                    Ok(_) => self.outcome.fallen.push((words(&offer.source), other.to_owned())),
                    Err(why) => self.outcome.fallen.push((words(&offer.source), why)),
                }
            }
        }
        let needed = if self.outcome.offers.is_empty() { BTreeSet::new() } else { self.called()? };
        self.bench.reset_but(&needed)?;
        self.outcome.diff = self.bench.diff()?;
        Ok((self.outcome, self.bench))
    }

    /// The sources of the generators that offers call, and the other files that they need.
    fn called(&self) -> Result<BTreeSet<RelPath>, WorkbenchError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let command = |offer: &ProvedTest| match &offer.source {
            TestSource::Command(text) => commands::parse(text, &generators).ok(),
            TestSource::Input(_) => None,
        };
        let programs = self.outcome.offers.iter().filter_map(command).flat_map(|command| command.pipeline);
        let sources = programs.filter_map(|call| Some(problem.programs[call.program?].sources.clone()));
        Ok(sources.flatten().chain(self.pieces.iter().cloned()).collect())
    }
}

/// A test in a few words.
pub fn words(source: &TestSource) -> String {
    const MOST: usize = 60;
    match source {
        TestSource::Command(command) => command.clone(),
        TestSource::Input(input) if input.len() <= MOST => format!("{input:?}"),
        TestSource::Input(input) => format!("{:?}… ({} bytes)", &input[..boundary(input, MOST)], input.len()),
    }
}

/// Whether asking can come to anything: there is someone to make answers (HTG-1), and there are tests and wrong solutions to
/// begin with (EVC-2).
fn worth_while(trial: &Trial, settings: &HackOptions) -> Result<(), ForgeError> {
    let pointless = |why: &str| Err(ForgeError::Pointless(why.to_owned()));
    let is_hardtestgen = settings.paper == HackMethod::HardTestGen;
    match trial.problem.main {
        None if is_hardtestgen => {}
        None => return pointless("there is no main solution to make answers; name one by `main` in touchstone.toml"),
        Some(main) if !trial.state.is_built(main) => {
            return pointless("the main solution does not compile; see `touchstone check`");
        }
        Some(_) => {}
    }
    if trial.problem.validators.is_empty() && !is_hardtestgen {
        return pointless("there is no validator to accept new tests; write one first");
    }
    let is_oracle = |path: &RelPath| trial.problem.program_at(path).is_some_and(|program| is_right(trial, program));
    if let Some(path) = settings.oracles.iter().find(|path| !is_oracle(path)) {
        return pointless(&format!("{path} is no solution that is labelled right, so nobody can ask it for answers"));
    }
    let reasons = eligible::reasons(trial);
    if settings.paper != HackMethod::EvolveCoder && !settings.anyway && !reasons.is_empty() {
        let why = reasons.join("; ");
        return Err(ForgeError::Pointless(format!(
            "not eligible because {why}; `--anyway`, or `anyway` in an editor, goes on all the same"
        )));
    }
    let matrix = PassMatrix::of(&trial.problem, &trial.state);
    if settings.paper == HackMethod::EvolveCoder && matrix.tests.is_empty() {
        return pointless("no solution was judged on any test; `touchstone write generator` makes first ones");
    }
    if settings.wants_all {
        return Ok(());
    }
    if trial.problem.solutions().all(|(program, _)| is_right(trial, program)) {
        return pointless("there is no solution that may be broken; add wrong ones, such as wa_greedy.cpp");
    }
    if !matrix.tests.is_empty() && !anyone_is_left(trial, &matrix) {
        return pointless("every wrong solution fails a test already; add wrong solutions that should fail");
    }
    Ok(())
}

/// Whether a program is a solution that is labelled right, or the main one.
fn is_right(trial: &Trial, program: ProgramIdx) -> bool {
    trial.problem.programs[program].pool() == Some(Pool::Correct) || Some(program) == trial.problem.main
}

/// Whether a test may fail a solution: it is not labelled right, and answers do not come from it.
fn may_die(trial: &Trial, matrix: &PassMatrix, row: usize) -> bool {
    let solution = &matrix.solutions[row];
    solution.pool != Some(Pool::Correct) && Some(solution.program) != trial.problem.main
}

/// Whether a solution that may fail passes everything.
fn anyone_is_left(trial: &Trial, matrix: &PassMatrix) -> bool {
    (0..matrix.solutions.len()).any(|row| may_die(trial, matrix, row) && matrix.passes_all(row))
}

#[cfg(test)]
mod tests;
