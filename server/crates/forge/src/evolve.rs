//! EvolveCoder's loop: rounds of tests that break the strongest programs and of tests that split those that are alike.
//!
//! A round asks twice about the same matrix (EVC-11). What comes back is run; a test that is valid joins the suite that the
//! next round begins with, and in the end those that fail a solution which nothing failed before are offered.

mod outcome;

use std::collections::{BTreeMap, BTreeSet};

use problem::{
    label::Pool,
    model::{ProgramIdx, Role},
    path::RelPath,
};
use serde::Deserialize;

pub use self::outcome::{LoopError, Method, Offer, Outcome, Record, Refused, Settings, Standing, Watcher};
use crate::{
    ask::{Asker, WrittenEdits, read},
    bench::{Bench, BenchError, Source, Trial},
    commands,
    describe::{Described, boundary},
    edits::Edit,
    evidence::weigh,
    prompt::{PromptError, Prompts, mark},
    suite::{
        PassMatrix,
        select::{adversarial_filter, adversarial_targets, discriminative_filter, discriminative_targets, splits},
        thin::additions,
    },
};

/// A test shown beside programs; more would say no more and cost much.
const MAX_SHOWN: usize = 40;

/// A test that came back.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct WrittenTest {
    command: Option<String>,
    input: Option<String>,
    why: String,
}

/// An answer to either question.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    edits: WrittenEdits,
    tests: Vec<WrittenTest>,
}

/// A test that joined the suite.
struct Joined {
    source: Source,
    why: String,
    method: Method,
    round: u32,
}

/// The loop.
pub struct Evolution<'a> {
    bench: Bench<'a>,
    prompts: &'a Prompts<'a>,
    settings: Settings,
    joined: Vec<Joined>,
    /// Everything that was proposed.
    seen: Vec<Source>,
    mark: String,
    outcome: Outcome,
}

impl<'a> Evolution<'a> {
    /// Ready to begin.
    pub fn new(bench: Bench<'a>, prompts: &'a Prompts<'a>, settings: Settings) -> Evolution<'a> {
        let (joined, seen, mark) = (Vec::new(), Vec::new(), String::new());
        Evolution { bench, prompts, settings, joined, seen, mark, outcome: Outcome::default() }
    }

    /// Goes through the rounds, and gives what is worth adding; it is still to be proved ([`Evolution::prove`]).
    ///
    /// # Errors
    /// See [`LoopError`]. When there is no answer after a first one, what was found so far counts, and the outcome says why
    /// it ended.
    pub fn run(&mut self, asker: &mut dyn Asker, watcher: &mut dyn Watcher) -> Result<(), LoopError> {
        watcher.stage("judging the pool");
        let mut trial = self.bench.judge(&[], watcher)?;
        worth_while(&trial)?;
        self.outcome.standings.push(Standing::of(&PassMatrix::of(&trial.problem, &trial.state)));
        for round in 1..=self.settings.n_rounds {
            let matrix = PassMatrix::of(&trial.problem, &trial.state);
            if self.outcome.ended.is_some() || !anyone_is_left(&trial, &matrix) {
                break;
            }
            for method in [Method::Adversarial, Method::Discriminative] {
                match self.question(round, method, &matrix, &trial, asker, watcher) {
                    Err(LoopError::Ask(error)) if !self.joined.is_empty() && !error.is_cancelled() => {
                        self.outcome.ended = Some(error.to_string());
                        break;
                    }
                    other => other?,
                }
            }
            let sources: Vec<Source> = self.joined.iter().map(|joined| joined.source.clone()).collect();
            trial = self.bench.judge(&sources, watcher)?;
            self.outcome.standings.push(Standing::of(&PassMatrix::of(&trial.problem, &trial.state)));
        }
        self.outcome.offers = self.worth_adding(&trial);
        Ok(())
    }

    /// Asks once, and runs what comes back.
    fn question(
        &mut self,
        round: u32,
        method: Method,
        matrix: &PassMatrix,
        trial: &Trial,
        asker: &mut dyn Asker,
        watcher: &mut dyn Watcher,
    ) -> Result<(), LoopError> {
        let seed = self.settings.seed.wrapping_add(u64::from(round));
        let targets = match method {
            Method::Adversarial => adversarial_targets(matrix, |row| may_die(trial, matrix, row), seed),
            Method::Discriminative => discriminative_targets(matrix, seed),
        };
        let names: Vec<String> = targets.iter().map(|&row| matrix.solutions[row].name.clone()).collect();
        watcher.stage(&format!("round {round}: asking for tests against {}", names.join(", ")));
        let (mut task, files) = self.task(method, matrix, trial, &targets)?;
        // The same question in a later round asks for another answer.
        task.sample = round;
        let answer: Answer = read(asker.ask(&task, &files)?);
        let (is_edited, left_out) = self.edit(answer.edits, trial, watcher)?;
        if is_edited {
            // What made no test before may make one now.
            self.seen = self.joined.iter().map(|joined| joined.source.clone()).collect();
        }
        let generators = trial.problem.generators_by_name();
        let given: Vec<(Source, String)> =
            answer.tests.into_iter().filter_map(|test| source_of(test, &generators)).collect();
        let n_given = given.len();
        let (given, mut refused) = self.without_known(given);
        watcher.stage(&format!("round {round}: trying {} tests", given.len()));
        let candidates: Vec<Source> = self
            .joined
            .iter()
            .map(|joined| &joined.source)
            .chain(given.iter().map(|(source, _)| source))
            .cloned()
            .collect();
        let tried = self.bench.judge(&candidates, watcher)?;
        let after = PassMatrix::of(&tried.problem, &tried.state);
        let rows = same_programs(matrix, &targets, &after);
        let mut n_kept = 0;
        for ((source, why), test) in given.into_iter().zip(&tried.tests[self.joined.len()..].to_vec()) {
            let verdict = test.clone().and_then(|test| {
                weigh(&tried, test, self.settings.agreement)?;
                let column = after.tests.iter().find(|column| column.test == test);
                let is_needed = method == Method::Adversarial || column.is_some_and(|column| splits(column, &rows));
                if is_needed { Ok(()) } else { Err("it does not tell the programs apart".to_owned()) }
            });
            match verdict {
                Ok(()) => {
                    n_kept += 1;
                    self.joined.push(Joined { source, why, method, round });
                }
                Err(reason) => refused.push((words(&source), reason)),
            }
        }
        self.outcome.records.push(Record { round, method, targets: names, n_given, n_kept, refused, left_out });
        Ok(())
    }

    /// The question about these programs (EVC-6, EVC-9).
    fn task(
        &mut self,
        method: Method,
        matrix: &PassMatrix,
        trial: &Trial,
        targets: &[usize],
    ) -> Result<(llm::task::Task, Vec<String>), PromptError> {
        let contents = |test, is_answer| trial.text(self.bench.engine(), test, is_answer);
        let described =
            Described { folder: &trial.folder, problem: &trial.problem, state: &trial.state, contents: &contents };
        let mut columns = match method {
            Method::Adversarial => adversarial_filter(matrix),
            Method::Discriminative => discriminative_filter(matrix, self.settings.low_pass_rate),
        };
        columns.truncate(MAX_SHOWN);
        let mut values = described.values();
        values.files = described.generators().iter().map(|path| described.source(path)).collect();
        values.n_wanted = self.settings.n_wanted;
        values.programs = targets.iter().map(|&row| described.solution(matrix.solutions[row].program)).collect();
        values.tests = columns.iter().map(|&column| described.test(matrix.tests[column].test)).collect();
        let cell = |row: usize, column: usize| u8::from(matrix.tests[column].passes(row) == Some(true));
        values.matrix = targets.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect();
        mark(&mut self.mark, &mut values);
        let files = described.files(&values);
        Ok((self.prompts.task(method.task(), &values)?, files))
    }

    /// Carries edits to generators out, if the tests that are there stay what they are: whether any was, and what was left
    /// out, with the reason.
    fn edit(
        &self,
        edits: WrittenEdits,
        trial: &Trial,
        watcher: &mut dyn Watcher,
    ) -> Result<(bool, Vec<String>), BenchError> {
        let contents = |_, _| None;
        let described =
            Described { folder: &trial.folder, problem: &trial.problem, state: &trial.state, contents: &contents };
        let generators: BTreeSet<RelPath> = described.generators().into_iter().collect();
        let first = generators.first().map(RelPath::to_string).unwrap_or_default();
        let edits: Vec<Edit> = edits.edits(&first);
        if edits.is_empty() {
            return Ok((false, Vec::new()));
        }
        let before = self.bench.texts(&generators)?;
        let applied = self.bench.edit(&edits, &generators)?;
        let mut left_out: Vec<String> =
            applied.left_out.into_iter().map(|out| format!("{}: {}", out.edit.path, out.why)).collect();
        if applied.n_applied == 0 {
            return Ok((false, left_out));
        }
        let sources: Vec<Source> = self.joined.iter().map(|joined| joined.source.clone()).collect();
        let edited = self.bench.judge(&sources, watcher)?;
        if let Some(why) = harm(trial, &edited) {
            self.bench.write(&before)?;
            left_out.push(format!("the edits were undone: after them {why}"));
            return Ok((false, left_out));
        }
        Ok((true, left_out))
    }

    /// Tests that were not proposed before.
    fn without_known(&mut self, given: Vec<(Source, String)>) -> (Vec<(Source, String)>, Vec<Refused>) {
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

    /// The tests that fail someone whom nothing failed before.
    fn worth_adding(&self, trial: &Trial) -> Vec<Offer> {
        let matrix = PassMatrix::of(&trial.problem, &trial.state);
        let n_old = matrix.tests.iter().take_while(|column| column.test < trial.first).count();
        let offer = |column: usize| {
            let test = matrix.tests[column].test;
            let joined = &self.joined[trial.tests.iter().position(|tried| *tried == Ok(test))?];
            let evidence = weigh(trial, test, self.settings.agreement).ok()?;
            Some(Offer {
                source: joined.source.clone(),
                why: joined.why.clone(),
                method: joined.method,
                round: joined.round,
                evidence,
            })
        };
        additions(&matrix, n_old).into_iter().filter_map(offer).collect()
    }

    /// Judges what is offered again with an engine that remembers nothing, keeps what is the same, and gives everything.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn prove(
        mut self,
        fresh: &judge::engine::Engine,
        watcher: &mut dyn Watcher,
    ) -> Result<(Outcome, Bench<'a>), LoopError> {
        if !self.outcome.offers.is_empty() {
            watcher.stage("judging what was found again, without the cache");
            let sources: Vec<Source> = self.outcome.offers.iter().map(|offer| offer.source.clone()).collect();
            let trial = self.bench.judge_alone(fresh, &sources, watcher)?;
            let offers = std::mem::take(&mut self.outcome.offers);
            for (offer, test) in offers.into_iter().zip(&trial.tests) {
                let again = test.clone().and_then(|test| weigh(&trial, test, self.settings.agreement));
                let other = "it does not fail the same solutions again";
                match again {
                    Ok(again) if again.holds_again(&offer.evidence) => self.outcome.offers.push(offer),
                    Ok(_) => self.outcome.fallen.push((words(&offer.source), other.to_owned())),
                    Err(why) => self.outcome.fallen.push((words(&offer.source), why)),
                }
            }
        }
        self.bench.reset_but(&self.called()?)?;
        self.outcome.diff = self.bench.diff()?;
        Ok((self.outcome, self.bench))
    }

    /// The sources of the generators that offers call.
    fn called(&self) -> Result<BTreeSet<RelPath>, BenchError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.generators_by_name();
        let command = |offer: &Offer| match &offer.source {
            Source::Command(text) => commands::parse(text, &generators).ok(),
            Source::Input(_) => None,
        };
        let programs = self.outcome.offers.iter().filter_map(command).flat_map(|command| command.pipeline);
        let sources = programs.filter_map(|call| Some(problem.programs[call.program?].sources.clone()));
        Ok(sources.flatten().collect())
    }
}

/// The rows of another matrix that are of the same programs.
fn same_programs(matrix: &PassMatrix, rows: &[usize], other: &PassMatrix) -> Vec<usize> {
    let is_same =
        |row: usize| other.solutions.iter().position(|solution| solution.program == matrix.solutions[row].program);
    rows.iter().filter_map(|&row| is_same(row)).collect()
}

/// What edits of generators have done that they may not: a generator that does not compile any more or is none, a test of
/// the folder with another input.
fn harm(before: &Trial, after: &Trial) -> Option<String> {
    let generators = |trial: &Trial| -> BTreeMap<RelPath, bool> {
        let programs = trial.problem.programs.iter().enumerate();
        let generators = programs.filter(|(_, program)| program.role == Role::Generator);
        generators.map(|(idx, program)| (program.path.clone(), trial.state.is_built(idx))).collect()
    };
    let built = generators(after);
    let broken = generators(before).into_iter().find(|(path, was)| *was && built.get(path) != Some(&true));
    if let Some((path, _)) = broken {
        return Some(format!("{path} is no generator that compiles"));
    }
    let input = |trial: &Trial, test: usize| Some(trial.state.tests.get(test)?.blob()?.digest);
    let is_other = |&test: &usize| input(before, test) != input(after, test);
    let test = (0..before.first).find(is_other)?;
    Some(format!("test {} would have another input, or none", before.problem.tests[test].id))
}

/// What a test is made by: a command as a script has it, if it can be understood.
fn source_of(test: WrittenTest, generators: &BTreeMap<&str, ProgramIdx>) -> Option<(Source, String)> {
    let as_understood = |text: String| commands::parse(&text, generators).map_or(text, |command| command.text);
    let command = test.command.filter(|command| !command.trim().is_empty()).map(as_understood);
    let input = || test.input.filter(|input| !input.is_empty()).map(Source::Input);
    Some((command.map(Source::Command).or_else(input)?, test.why))
}

/// A test in a few words.
pub fn words(source: &Source) -> String {
    const MOST: usize = 60;
    match source {
        Source::Command(command) => command.clone(),
        Source::Input(input) if input.len() <= MOST => format!("{input:?}"),
        Source::Input(input) => format!("{:?}… ({} bytes)", &input[..boundary(input, MOST)], input.len()),
    }
}

/// Whether asking can come to anything.
fn worth_while(trial: &Trial) -> Result<(), LoopError> {
    let pointless = |why: &str| Err(LoopError::Pointless(why.to_owned()));
    let Some(main) = trial.problem.main else {
        return pointless("there is no main solution to make answers; name one by `main` in touchstone.toml");
    };
    if !trial.state.is_built(main) {
        return pointless("the main solution does not compile; see `touchstone check`");
    }
    if trial.problem.validators.is_empty() {
        return pointless("there is no validator to accept new tests; write one first");
    }
    let matrix = PassMatrix::of(&trial.problem, &trial.state);
    if matrix.tests.is_empty() {
        return pointless("no solution was judged on any test; `touchstone write generator` makes first ones");
    }
    if !(0..matrix.solutions.len()).any(|row| may_die(trial, &matrix, row)) {
        return pointless("there is no solution that may be broken; add wrong ones, such as wa_greedy.cpp");
    }
    if !anyone_is_left(trial, &matrix) {
        return pointless("every wrong solution fails a test already; add wrong solutions that should fail");
    }
    Ok(())
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
