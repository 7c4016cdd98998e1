//! Stress: inputs are made until solutions and those whose answers are believed differ.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use judge::{
    check::Unwatched,
    compile::{Builder, Runnable},
    engine::{Engine, LoadedProblem},
    inputs::{InputRun, write_inputs},
};
use problem::{
    digest::Digest,
    model::ProgramIdx,
    path::RelPath,
    request::{CheckRequest, escaped, glob},
    state::Build,
    verdict::Verdict,
};
use serde::Serialize;

use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench},
    commands,
    hack::{ForgeError, Stop},
    offline::{Candidate, Sources, pattern::Pattern},
    smaller::{Search, is_answered, may_stand},
};

/// So many commands of a pattern are run at once.
const BATCH: usize = 200;
/// An input above that size is not made smaller, bytes.
const MAX_SHRUNK: usize = 64 << 10;
/// The most that making an input smaller takes.
const SHRINKING: Duration = Duration::from_secs(10);

/// What is wanted.
#[derive(Clone, Debug)]
pub struct StressOptions {
    /// Commands of generators, with parts that vary; without it inputs come from where the offline engine has them.
    pub pattern: Option<String>,
    /// The solutions that are looked at.
    pub solutions: Vec<RelPath>,
    /// The solution that makes the answers.
    pub against: RelPath,
    /// How long it goes on.
    pub budget: Duration,
    /// Where chance comes from.
    pub seed: u64,
    /// Asks it to come to an end.
    pub stop: Stop,
}

/// An input on which a solution does otherwise.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// The input.
    pub input: String,
    /// The command that made the input as it was found.
    pub command: Option<String>,
    /// How large that was, bytes.
    pub bytes_before: usize,
    /// Who does otherwise.
    pub solution: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The checker's words, or what the program ended with.
    pub message: String,
}

/// What it came to.
#[derive(Clone, Debug, Serialize)]
pub struct Stressed {
    /// How many inputs were made.
    pub n_made: usize,
    /// On how many of them the solutions were run: those that are valid, and new.
    pub n_judged: usize,
    /// How long that took, seconds.
    pub seconds: f64,
    /// Every command of the pattern was run.
    pub is_exhausted: bool,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// Makes inputs until somebody differs or the time is over.
///
/// # Errors
/// When the pattern says nothing that can be run, when no solution can be looked at, and the tool's own failures.
pub fn stress(
    bench: &Workbench<'_>,
    fresh: &Engine,
    options: &StressOptions,
    observer: &mut dyn StageObserver,
) -> Result<Stressed, ForgeError> {
    let loaded = bench.open()?;
    let mut inputs = Inputs::new(bench, &loaded, options)?;
    let mut known = HashSet::new();
    let mut stressed = Stressed { n_made: 0, n_judged: 0, seconds: 0.0, is_exhausted: false, difference: None };
    let judging = Judging { bench, options };
    observer.stage("looking for a difference");
    let began = Instant::now();
    while began.elapsed() < options.budget && !options.stop.is_asked() {
        let Some(batch) = inputs.batch(bench)? else {
            stressed.is_exhausted = true;
            break;
        };
        stressed.n_made += batch.len();
        let is_new = |candidate: &Candidate| known.insert(Digest::of(candidate.text.as_bytes()));
        let batch: Vec<Candidate> = batch.into_iter().filter(is_new).collect();
        let trial = judging.trial(bench.engine(), &batch)?;
        for (candidate, test) in batch.into_iter().zip(&trial.candidate_tests) {
            let Ok(test) = test else { continue };
            if !may_stand(&trial, *test) {
                continue;
            }
            stressed.n_judged += 1;
            if stressed.difference.is_none() {
                stressed.difference = judging.difference(&trial, *test, &candidate);
            }
            inputs.keep(candidate);
        }
        stressed.seconds = began.elapsed().as_secs_f64();
        if stressed.difference.is_some() {
            break;
        }
        let rate = stressed.n_judged as f64 / stressed.seconds.max(0.001);
        observer.progress(&format!("{} inputs, {rate:.0} a second", stressed.n_judged));
    }
    if let Some(found) = stressed.difference.take() {
        stressed.difference = judging.smaller(fresh, found, observer)?;
    }
    Ok(stressed)
}

/// Where inputs come from.
enum Inputs {
    /// Commands of a pattern, and the generators that they call.
    Commands {
        commands: Box<dyn Iterator<Item = String>>,
        runnables: BTreeMap<ProgramIdx, Arc<Runnable>>,
        loaded: Box<LoadedProblem>,
    },
    Engine {
        sources: Sources,
        random: fastrand::Rng,
    },
}

impl Inputs {
    fn new(bench: &Workbench<'_>, loaded: &LoadedProblem, options: &StressOptions) -> Result<Inputs, ForgeError> {
        let random = fastrand::Rng::with_seed(options.seed);
        let Some(pattern) = &options.pattern else {
            let own = bench.try_out(&Extra::default(), &crate::bench::validate_only(), &mut Unwatched)?;
            let texts = own.own_tests().filter_map(|test| own.text(bench.engine(), test, false)).collect();
            let mut sources = Sources::new(loaded, texts);
            sources.prepare(bench, loaded)?;
            return Ok(Inputs::Engine { sources, random });
        };
        let commands = Pattern::parse(pattern).map_err(ForgeError::Refused)?.commands(random.clone());
        let first = Pattern::parse(pattern).map_err(ForgeError::Refused)?.commands(random).next().unwrap_or_default();
        let parsed = commands::parse(&first, &loaded.problem.generators_by_name()).map_err(ForgeError::Refused)?;
        let builder = Builder::new(bench.engine().context(loaded));
        let mut runnables = BTreeMap::new();
        for program in parsed.pipeline.iter().filter_map(|call| call.program) {
            let source = &loaded.problem.programs[program];
            match builder.build(source).map_err(crate::bench::WorkbenchError::from)? {
                Build::Ok { executable, .. } => {
                    let runnable = builder.runnable(source, executable).map_err(crate::bench::WorkbenchError::from)?;
                    runnables.insert(program, Arc::new(runnable));
                }
                Build::Failed { .. } | Build::Skipped { .. } => {
                    return Err(ForgeError::Refused(format!(
                        "{} does not compile; see `touchstone check`",
                        source.path
                    )));
                }
            }
        }
        let loaded = Box::new(bench.open()?);
        Ok(Inputs::Commands { commands, runnables, loaded })
    }

    /// The next ones; `None` when there are no more.
    fn batch(&mut self, bench: &Workbench<'_>) -> Result<Option<Vec<Candidate>>, ForgeError> {
        match self {
            Inputs::Engine { sources, random } => Ok(Some(sources.batch(bench, random)?)),
            Inputs::Commands { commands, runnables, loaded } => {
                let texts: Vec<String> = commands.take(BATCH).collect();
                if texts.is_empty() {
                    return Ok(None);
                }
                let generators = loaded.problem.generators_by_name();
                let run = |text: &String| {
                    let command = commands::parse(text, &generators).ok()?;
                    let mut calls = command
                        .pipeline
                        .into_iter()
                        .filter_map(|call| Some((Arc::clone(runnables.get(&call.program?)?), call.args)));
                    let (program, args) = calls.next()?;
                    Some(InputRun { program, args, env: BTreeMap::new(), files: Vec::new(), pipes: calls.collect() })
                };
                let (texts, runs): (Vec<String>, Vec<InputRun>) =
                    texts.into_iter().filter_map(|text| Some((text.clone(), run(&text)?))).unzip();
                let machine = &*bench.engine().machine;
                let written =
                    write_inputs(machine, &runs, bench.n_workers()).map_err(crate::bench::WorkbenchError::from)?;
                let candidates = texts.into_iter().zip(written).filter_map(|(command, bytes)| {
                    let text = String::from_utf8(bytes?.to_vec()).ok()?;
                    Some(Candidate { text, command: Some(command), how: "a command of the pattern" })
                });
                Ok(Some(candidates.collect()))
            }
        }
    }

    fn keep(&mut self, candidate: Candidate) {
        if let Inputs::Engine { sources, .. } = self {
            sources.keep(candidate.text);
        }
    }
}

struct Judging<'a> {
    bench: &'a Workbench<'a>,
    options: &'a StressOptions,
}

impl Judging<'_> {
    fn trial(&self, engine: &Engine, batch: &[Candidate]) -> Result<Trial, ForgeError> {
        let who = self.options.solutions.iter().chain([&self.options.against]);
        let request = CheckRequest {
            tests: glob("candidate-*").into_iter().collect(),
            solutions: who.filter_map(|path| glob(&escaped(path.as_str())).ok()).collect(),
            only_valid: true,
            ..CheckRequest::default()
        };
        let candidates = batch.iter().map(|candidate| TestSource::Input(candidate.text.clone())).collect();
        let main = Some(self.options.against.clone());
        let extra = Extra { candidates, main, ..Extra::default() };
        Ok(self.bench.try_out_with(engine, &extra, &request, &mut Unwatched)?)
    }

    fn difference(&self, trial: &Trial, test: problem::model::TestIdx, candidate: &Candidate) -> Option<Difference> {
        if !is_answered(trial, test) {
            return None;
        }
        self.options.solutions.iter().find_map(|path| {
            let cell = trial.state.cell(trial.problem.program_at(path)?, test)?;
            cell.verdict.is_failure().then(|| Difference {
                input: candidate.text.clone(),
                command: candidate.command.clone(),
                bytes_before: candidate.text.len(),
                solution: path.to_string(),
                verdict: cell.verdict,
                message: cell.message.clone(),
            })
        })
    }

    /// The same difference on a smaller input; `None` if it is not there when it is looked for without the cache.
    fn smaller(
        &self,
        fresh: &Engine,
        found: Difference,
        observer: &mut dyn StageObserver,
    ) -> Result<Option<Difference>, ForgeError> {
        let mut input = found.input.clone();
        if let Some(name) = RelPath::parse(&found.solution).filter(|_| input.len() <= MAX_SHRUNK) {
            let search = Search::new(self.bench, name, found.verdict)
                .against(self.options.against.clone())
                .until(Instant::now() + SHRINKING);
            input = search.smallest(&input, &BTreeSet::new(), observer)?;
        }
        observer.stage("judging what was found again, without the cache");
        let candidate = Candidate { text: input, command: found.command.clone(), how: "" };
        let trial = self.trial(fresh, std::slice::from_ref(&candidate))?;
        let Some(Ok(test)) = trial.candidate_tests.first() else { return Ok(None) };
        let again = self.difference(&trial, *test, &candidate);
        Ok(again.map(|again| Difference { bytes_before: found.bytes_before, ..again }))
    }
}
