//! Stress: inputs are made until solutions and those whose answers are believed differ.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    iter::Peekable,
    sync::Arc,
    time::{Duration, Instant},
};

use judge::{
    cases::CaseRunner,
    check::{
        Unwatched,
        screen::{Screen, Validity},
    },
    compile::Builder,
    engine::{Engine, LoadedProblem},
    inputs::{InputRun, write_inputs},
};
use problem::{
    digest::Digest,
    model::{Problem, Program, ProgramIdx, TestIdx, TimeLimit},
    path::RelPath,
    state::Build,
    verdict::Verdict,
};
use serde::Serialize;

use crate::{
    bench::{Extra, StageObserver, TestSource, Trial, Workbench, WorkbenchError, candidates_to, validate_only},
    commands,
    hack::{ForgeError, Stop},
    offline::{Candidate, MAX_IDLE, MAX_TRIED, SourceKind, Sources, pattern::Pattern, small_texts},
    smaller::{Search, is_answered, may_stand},
};

/// So many commands of a pattern are run at once to begin with, and at most.
const FIRST_PART: usize = 20;
const MOST_IN_PART: usize = 2000;
/// What is run at once is to take about that long: then the time, and the wish to stop, are looked at.
const PART: Duration = Duration::from_millis(500);
/// After that time what makes and tries inputs is built for very many of them.
const BEFORE_MANY: Duration = Duration::from_secs(1);
/// So many inputs of a part on which somebody seems to differ are judged.
const N_JUDGED: usize = 8;
/// What a command may take.
const LONGEST: Duration = Duration::from_secs(20);
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
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stressed {
    /// How many inputs were made.
    pub n_made: usize,
    /// How many of them are new, and accepted by the validators where there are any.
    pub n_valid: usize,
    /// On how many of those the believed solution was right, so that others could be compared with it.
    pub n_compared: usize,
    /// How long that took, seconds.
    pub seconds: f64,
    /// Every command of the pattern was run, or no further input could be made.
    pub is_exhausted: bool,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// Makes inputs until somebody differs or the time is over. `fresh` gives an engine that believes no earlier run.
///
/// # Errors
/// When the pattern says nothing that can be run, when there is nobody to compare, and the tool's own failures.
pub fn stress<E: From<ForgeError>>(
    bench: &Workbench<'_>,
    fresh: impl FnOnce() -> Result<Engine, E>,
    options: &StressOptions,
    observer: &mut dyn StageObserver,
) -> Result<Stressed, E> {
    let loaded = bench.open().map_err(ForgeError::from)?;
    let judging = Judging {
        bench,
        options,
        has_validators: !loaded.problem.validators.is_empty(),
        may_be_slow: may_be_slow(&loaded.problem),
    };
    judging.ensure_ready(&loaded, observer)?;
    let mut inputs = Inputs::new(bench, &loaded, options)?;
    observer.stage("looking for a difference");
    options.stop.listen(true);
    let searched = judging.search(&loaded, &mut inputs, observer);
    options.stop.listen(false);
    let mut stressed = searched?;
    if let Some(found) = stressed.difference.take() {
        stressed.difference = judging.smaller(&fresh()?, found, observer)?;
    } else if stressed.n_compared == 0 {
        return Err(judging.nothing_compared(&stressed).into());
    }
    Ok(stressed)
}

/// Where inputs come from.
enum Inputs<'a> {
    /// Commands of a pattern, and the generators that they call.
    Commands {
        commands: Peekable<Box<dyn Iterator<Item = String>>>,
        runners: BTreeMap<ProgramIdx, Arc<CaseRunner>>,
        problem: &'a Problem,
    },
    Engine(Box<Sources>),
}

impl<'a> Inputs<'a> {
    fn new(
        bench: &Workbench<'_>,
        loaded: &'a LoadedProblem,
        options: &StressOptions,
    ) -> Result<Inputs<'a>, ForgeError> {
        let Some(pattern) = &options.pattern else {
            if loaded.problem.validators.is_empty() {
                let why = "there is no validator to say what an input is; give a pattern of generator commands";
                return Err(ForgeError::Refused(why.to_owned()));
            }
            let own = bench.try_out(&Extra::default(), &validate_only(), &mut Unwatched)?;
            let texts = small_texts(bench, &own, |_| true);
            let mut sources = Sources::new(loaded, texts, &SourceKind::ALL, options.seed);
            sources.prepare(bench, loaded, options.budget)?;
            return Ok(Inputs::Engine(Box::new(sources)));
        };
        let commands =
            Pattern::parse(pattern).map_err(ForgeError::Refused)?.commands(fastrand::Rng::with_seed(options.seed));
        let mut commands = commands.peekable();
        let first = commands.peek().map_or("", String::as_str);
        let parsed = commands::parse(first, &loaded.problem.generators_by_name()).map_err(ForgeError::Refused)?;
        let builder = Builder::new(bench.engine().context(loaded));
        let mut runners = BTreeMap::new();
        for program in parsed.pipeline.iter().filter_map(|call| call.program) {
            let source = &loaded.problem.programs[program];
            let Some(runnable) = builder.build_runnable(source).map_err(WorkbenchError::from)? else {
                return Err(ForgeError::Refused(format!("{} does not compile; see `touchstone check`", source.path)));
            };
            runners.insert(program, Arc::new(CaseRunner::single(runnable)));
        }
        Ok(Inputs::Commands { commands, runners, problem: &loaded.problem })
    }

    /// The next ones; `None` when there are no more.
    fn batch(&mut self, bench: &Workbench<'_>, n_wanted: usize) -> Result<Option<Vec<Candidate>>, ForgeError> {
        match self {
            Inputs::Engine(sources) => Ok(Some(sources.batch(bench)?)),
            Inputs::Commands { commands, runners, problem } => {
                let texts: Vec<String> = commands.by_ref().take(n_wanted).collect();
                if texts.is_empty() {
                    return Ok(None);
                }
                let generators = problem.generators_by_name();
                let run = |text: &String| {
                    let calls = commands::parse(text, &generators).ok()?.pipeline.into_iter();
                    let calls = calls.map(|call| Some((Arc::clone(runners.get(&call.program?)?), call.args)));
                    let calls = calls.collect::<Option<_>>()?;
                    Some(InputRun { calls, ..InputRun::default() })
                };
                let (texts, runs): (Vec<String>, Vec<InputRun>) =
                    texts.into_iter().filter_map(|text| Some((text.clone(), run(&text)?))).unzip();
                let machine = &*bench.engine().machine;
                let written = write_inputs(machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64)
                    .map_err(WorkbenchError::from)?;
                let candidates = texts.into_iter().zip(written).filter_map(|(command, bytes)| {
                    let text = String::from_utf8(bytes.into_iter().next()?).ok()?;
                    Some(Candidate { text, command: Some(command), how: "a command of the pattern" })
                });
                Ok(Some(candidates.collect()))
            }
        }
    }

    /// Has generators take many commands in one process, where that can be done.
    fn equip(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), ForgeError> {
        let Inputs::Commands { runners, .. } = self else { return Ok(()) };
        let builder = Builder::new(bench.engine().context(loaded));
        for (program, runner) in runners {
            let equipped = CaseRunner::build(&builder, &loaded.problem.programs[*program]);
            if let Some(equipped) = equipped.map_err(WorkbenchError::from)? {
                *runner = Arc::new(equipped);
            }
        }
        Ok(())
    }

    fn keep(&mut self, candidate: Candidate) {
        if let Inputs::Engine(sources) = self {
            sources.keep(candidate.text);
        }
    }
}

fn permits(program: &Program, verdict: Verdict) -> bool {
    program.label.as_ref().is_some_and(|label| label.sets.permitted.contains(verdict))
}

fn may_be_slow(problem: &Problem) -> BTreeSet<RelPath> {
    let slow = problem.solutions().filter(|(_, program)| permits(program, Verdict::Tle));
    slow.map(|(_, program)| program.path.clone()).collect()
}

struct Judging<'a> {
    bench: &'a Workbench<'a>,
    options: &'a StressOptions,
    has_validators: bool,
    /// Solutions whose label lets them be too slow.
    may_be_slow: BTreeSet<RelPath>,
}

impl Judging<'_> {
    /// Fails where nobody could be compared; and finds the time limit where it follows from the folder's own tests.
    fn ensure_ready(&self, loaded: &LoadedProblem, observer: &mut dyn StageObserver) -> Result<(), ForgeError> {
        let refuse = |why: String| Err(ForgeError::Refused(why));
        let against = &self.options.against;
        if self.options.solutions.contains(against) {
            return refuse(format!("{against} cannot differ from itself; name another solution"));
        }
        let problem = &loaded.problem;
        let builder = Builder::new(self.bench.engine().context(loaded));
        let solutions = self.options.solutions.iter().chain([against]).filter_map(|path| problem.program_at(path));
        let validators = problem.validators.iter().map(|validator| validator.program);
        for program in solutions.chain(validators) {
            let source = &problem.programs[program];
            if !matches!(builder.build(source).map_err(WorkbenchError::from)?, Build::Ok { .. }) {
                return refuse(format!("{} cannot be run; see `touchstone check`", source.path));
            }
        }
        if matches!(problem.limits.time, TimeLimit::FromRuns { .. }) {
            observer.stage("finding the time limit");
            self.bench.judge(&[], observer)?;
        }
        Ok(())
    }

    fn search(
        &self,
        loaded: &LoadedProblem,
        inputs: &mut Inputs<'_>,
        observer: &mut dyn StageObserver,
    ) -> Result<Stressed, ForgeError> {
        let mut stressed = Stressed::default();
        let mut screen = None;
        let mut is_equipped = false;
        let mut known = HashSet::new();
        let (mut n_idle, mut n_in_part) = (0, FIRST_PART);
        let began = Instant::now();
        let is_over = || began.elapsed() >= self.options.budget || self.options.stop.is_asked();
        while stressed.difference.is_none() && !is_over() && n_idle < MAX_IDLE {
            if !is_equipped && began.elapsed() >= BEFORE_MANY && stressed.n_compared > 0 {
                is_equipped = true;
                inputs.equip(self.bench, loaded)?;
                screen = self.bench.screen(&self.options.against, &self.options.solutions)?;
            }
            let Some(batch) = inputs.batch(self.bench, n_in_part)? else { break };
            stressed.n_made += batch.len();
            let is_new = |candidate: &Candidate| known.insert(Digest::of(candidate.text.as_bytes()));
            let mut rest: Vec<Candidate> = batch.into_iter().filter(is_new).collect();
            n_idle = if rest.is_empty() { n_idle + 1 } else { 0 };
            while !rest.is_empty() && stressed.difference.is_none() && !is_over() {
                let behind = rest.split_off(n_in_part.min(rest.len()));
                let (n, part) = (rest.len(), Instant::now());
                match &screen {
                    Some(screen) => self.look_at(screen, rest, inputs, &mut stressed)?,
                    None => self.compare(rest, inputs, &mut stressed)?,
                }
                let share = PART.as_secs_f64() / part.elapsed().as_secs_f64().max(0.001);
                n_in_part = ((n as f64 * share) as usize).clamp(1, MOST_IN_PART);
                rest = behind;
                stressed.seconds = began.elapsed().as_secs_f64();
                let rate = stressed.n_compared as f64 / stressed.seconds.max(0.001);
                observer.progress(&format!("{} inputs, {rate:.0} a second", stressed.n_compared));
            }
        }
        stressed.is_exhausted = stressed.difference.is_none() && !is_over();
        Ok(stressed)
    }

    fn compare(
        &self,
        part: Vec<Candidate>,
        inputs: &mut Inputs<'_>,
        stressed: &mut Stressed,
    ) -> Result<(), ForgeError> {
        let trial = self.trial(self.bench.engine(), &part)?;
        for (candidate, test) in part.into_iter().zip(&trial.candidate_tests) {
            let Ok(test) = test else { continue };
            if !may_stand(&trial, *test) {
                continue;
            }
            stressed.n_valid += 1;
            if is_answered(&trial, *test) {
                stressed.n_compared += 1;
                if stressed.difference.is_none() {
                    stressed.difference = self.difference(&trial, *test, &candidate);
                }
            }
            inputs.keep(candidate);
        }
        Ok(())
    }

    /// Looks at inputs quickly, and judges some of those on which somebody seems to differ.
    fn look_at(
        &self,
        screen: &Screen,
        part: Vec<Candidate>,
        inputs: &mut Inputs<'_>,
        stressed: &mut Stressed,
    ) -> Result<(), ForgeError> {
        let texts: Vec<&[u8]> = part.iter().map(|candidate| candidate.text.as_bytes()).collect();
        let machine = &*self.bench.engine().machine;
        let looks = screen.look(machine, &texts, &self.options.solutions).map_err(WorkbenchError::from)?;
        let mut differing = Vec::new();
        for (candidate, look) in part.into_iter().zip(looks).filter(|(_, look)| look.validity != Validity::Invalid) {
            stressed.n_valid += usize::from(look.validity == Validity::Valid);
            stressed.n_compared += usize::from(look.is_answered);
            let known = self.options.solutions.iter().all(|path| screen.knows(path));
            let differs = look.failing.iter().any(|one| !(one.is_slow && self.may_be_slow.contains(&one.solution)));
            if differs || !known {
                differing.push(candidate);
            } else {
                inputs.keep(candidate);
            }
        }
        while !differing.is_empty() && stressed.difference.is_none() {
            let behind = differing.split_off(N_JUDGED.min(differing.len()));
            let Stressed { n_valid, n_compared, .. } = *stressed;
            self.compare(differing, inputs, stressed)?;
            (stressed.n_valid, stressed.n_compared) = (n_valid, n_compared);
            differing = behind;
        }
        Ok(())
    }

    fn nothing_compared(&self, stressed: &Stressed) -> ForgeError {
        let Stressed { n_made, n_valid, .. } = stressed;
        let against = &self.options.against;
        ForgeError::Refused(match (n_made, n_valid) {
            (0, _) => "no input could be made; see whether the generator takes these arguments".to_owned(),
            (_, 0) => format!("nothing was compared: the validators accept none of {n_made} inputs"),
            _ => format!("nothing was compared: {against} is right on none of {n_valid} inputs"),
        })
    }

    fn trial(&self, engine: &Engine, batch: &[Candidate]) -> Result<Trial, ForgeError> {
        let who = self.options.solutions.iter().chain([&self.options.against]);
        let request = candidates_to(who);
        let candidates = batch.iter().map(|candidate| TestSource::Input(candidate.text.clone())).collect();
        let main = Some(self.options.against.clone());
        let extra = Extra { candidates, main, ..Extra::default() };
        Ok(self.bench.try_out_with(engine, &extra, &request, &mut Unwatched)?)
    }

    fn difference(&self, trial: &Trial, test: TestIdx, candidate: &Candidate) -> Option<Difference> {
        if !is_answered(trial, test) {
            return None;
        }
        self.options.solutions.iter().find_map(|path| {
            let program = trial.problem.program_at(path)?;
            let cell = trial.state.cell(program, test)?;
            // A brute force may be too slow.
            let may_be = matches!(cell.verdict, Verdict::Tle | Verdict::Mle)
                && permits(&trial.problem.programs[program], cell.verdict);
            (cell.verdict.is_failure() && !may_be).then(|| Difference {
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
        if let Some(name) = RelPath::parse(&found.solution).filter(|_| self.has_validators && input.len() <= MAX_SHRUNK)
        {
            let search = Search::new(self.bench, vec![(name, found.verdict)])
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
