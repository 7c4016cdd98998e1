//! Runs solutions on inputs of growing size, where the tests have too few sizes to say how times grow.
//!
//! Calls of the folder's generators are made with numbers in them doubled or halved ([`super::ladder`]); what the validators
//! accept, and the main solution answers, is run like tests are: alone. Nothing of it is written into the folder.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use judge::{
    cases::CaseRunner,
    compile::Builder,
    inputs::{InputRun, write_inputs},
};
use problem::{
    calibrate::{LEAST_GROWING_US, Runs, Subject, tells_apart, timed},
    model::{ByTest, GenCall, InputSource, ProgramIdx, Test, TestIdx},
    request::{CheckRequest, Until},
    state::JuryAnswer,
};

use super::{
    CalibrateError, CalibrateOptions, Generated, GeneratedInput,
    ladder::{Ladder, ladders},
    measure::{Measuring, Told, told},
};
use crate::{bench::WorkbenchError, commands::written_out, offline::numbers};

/// A run that takes longer is stopped.
const LONGEST_MS: u64 = 5_000;
/// What making an input may take, and how large it may be, bytes.
const LONGEST_MAKING: Duration = Duration::from_secs(5);
const MAX_BYTES: u64 = 16 << 20;
/// Numbers are halved and doubled at most so often.
const MOST_HALVED: i32 = 10;
const MOST_DOUBLED: i32 = 24;
/// So many numbers between the last one that was accepted and the first one that was not are tried.
const MAX_BETWEEN: usize = 12;
/// Fewer sizes say nothing.
const LEAST_RUNGS: usize = 4;
/// So many ladders are climbed, until one tells the classes apart.
const MAX_LADDERS: usize = 6;
/// How often each solution runs on each input at most.
const ROUNDS: u32 = 3;

/// An input that was made.
#[derive(Clone)]
struct Rung {
    command: String,
    text: Arc<str>,
    bytes: u64,
}

/// What a ladder tells: the more, the greater.
#[derive(Default, PartialEq, PartialOrd)]
struct Worth {
    tells_apart: bool,
    is_compared: bool,
    /// Of so many solutions it says how their times grow.
    n_lines: usize,
    /// The greatest exponent of one that is too slow.
    exponent: f64,
}

/// What was measured on a ladder.
#[derive(Default)]
struct Climbed {
    rungs: Vec<Rung>,
    runs: BTreeMap<ProgramIdx, Vec<Runs>>,
    notes: Vec<String>,
    /// The time was over before all runs were made.
    is_cut: bool,
    worth: Worth,
}

/// Has inputs of growing size made, and the solutions that were measured run on them.
pub(super) fn grow(measuring: &mut Measuring<'_>, options: &CalibrateOptions) -> Result<Generated, CalibrateError> {
    let refused = |why: &str| Ok(Generated { notes: vec![why.to_owned()], ..Generated::default() });
    if measuring.loaded.problem.validators.is_empty() {
        return refused("no validator says which inputs are valid, so none were generated");
    }
    let deadline = Instant::now() + options.growing;
    measuring.set_time_limit(LONGEST_MS);
    let mut growing = Growing::prepare(measuring)?;
    let ladders = growing.ladders()?;
    if ladders.is_empty() {
        return refused("no call of a generator has a number that makes its inputs larger, so none were generated");
    }
    let (mut best, mut notes) = (Climbed::default(), Vec::new());
    let n_ladders = ladders.len().min(MAX_LADDERS);
    for (nth, ladder) in ladders[..n_ladders].iter().enumerate() {
        // Each leaves half of the time to those behind it.
        let left = deadline.saturating_duration_since(Instant::now());
        growing.until = Instant::now() + if nth + 1 == n_ladders { left } else { left / 2 };
        let climbed = growing.climb(ladder, options.n_runs.min(ROUNDS))?;
        if best.rungs.len() < LEAST_RUNGS || climbed.worth > best.worth {
            best = climbed;
        }
        if best.worth.tells_apart || Instant::now() >= deadline {
            break;
        }
    }
    if best.rungs.len() < LEAST_RUNGS {
        best.rungs.clear();
        notes.push(format!("fewer than {LEAST_RUNGS} inputs of different sizes could be generated"));
    }
    for (idx, runs) in std::mem::take(&mut best.runs) {
        if let Some(subject) = growing.measuring.subjects.get_mut(&idx) {
            let noisy = runs.iter().find_map(|runs| Some((&runs.test, runs.noise()?)));
            if let Some((command, (least, greatest))) = noisy {
                notes.push(format!(
                    "{}: its runs on `{command}` took from {least:.0} to {greatest:.0} ms: the machine is too busy to measure",
                    subject.path
                ));
            }
            subject.generated = runs;
        }
    }
    notes.extend(best.notes);
    let input = |rung: Rung| GeneratedInput { command: rung.command, input_bytes: rung.bytes };
    Ok(Generated { inputs: best.rungs.into_iter().map(input).collect(), is_cut: best.is_cut, notes })
}

struct Growing<'m, 'a> {
    measuring: &'m mut Measuring<'a>,
    runners: BTreeMap<ProgramIdx, Arc<CaseRunner>>,
    /// The tests of the folder.
    tests: ByTest<Test>,
    /// Numbers that the problem speaks of, bounds among them.
    numbers: Vec<i64>,
    until: Instant,
    is_cut: bool,
}

impl<'m, 'a> Growing<'m, 'a> {
    fn prepare(measuring: &'m mut Measuring<'a>) -> Result<Growing<'m, 'a>, WorkbenchError> {
        let tests = measuring.loaded.problem.tests.clone();
        let numbers = numbers::of_problem(&measuring.loaded);
        Ok(Growing { measuring, runners: BTreeMap::new(), tests, numbers, until: Instant::now(), is_cut: false })
    }

    /// The ladders whose inputs grow. Those of the tests on which solutions that are too slow take longest come first.
    fn ladders(&mut self) -> Result<Vec<Ladder>, WorkbenchError> {
        let time_of = |test: &Test| {
            let subjects = self.measuring.subjects.values().filter(|subject| !subject.is_correct);
            let on_it = subjects.flat_map(|subject| &subject.runs).filter(|runs| runs.test == test.id);
            on_it.filter_map(|runs| runs.stopped_us.or(runs.cpu_us.iter().min().copied())).max().unwrap_or_default()
        };
        let loaded = &self.measuring.loaded;
        let mut ladders = ladders(&loaded.problem, &*loaded.folder, &time_of);
        let builder = Builder::new(self.measuring.engine.context(loaded));
        for idx in ladders.iter().flat_map(Ladder::programs) {
            if !self.runners.contains_key(&idx)
                && let Some(runnable) = builder.build_runnable(&loaded.problem.programs[idx])?
            {
                self.runners.insert(idx, Arc::new(CaseRunner::single(runnable)));
            }
        }
        let probes: Vec<Option<Vec<GenCall>>> = ladders.iter().flat_map(Ladder::probes).collect();
        let sizes: Vec<Option<u64>> = self.made(&probes)?.into_iter().map(|rung| Some(rung?.bytes)).collect();
        let mut sizes = sizes.chunks_exact(2).map(|pair| Ladder::grows([pair[0], pair[1]]));
        ladders.retain(|_| sizes.next().unwrap_or_default());
        let without = ladders.iter().flat_map(|one| ladders.iter().filter_map(|other| one.without(other)));
        let mut all: Vec<Ladder> = without.collect();
        all.extend(ladders);
        Ok(all)
    }

    /// What calls print, where that goes well.
    fn made(&self, calls: &[Option<Vec<GenCall>>]) -> Result<Vec<Option<Rung>>, WorkbenchError> {
        let run = |calls: &Option<Vec<GenCall>>| {
            let runner = |call: &GenCall| Some((Arc::clone(self.runners.get(&call.program?)?), call.args.clone()));
            let calls = calls.iter().flatten().map(runner).collect::<Option<Vec<_>>>();
            InputRun { calls: calls.unwrap_or_default(), ..InputRun::default() }
        };
        let runs: Vec<InputRun> = calls.iter().map(run).collect();
        let machine = &*self.measuring.engine.machine;
        let inputs = write_inputs(machine, &runs, 1, LONGEST_MAKING, MAX_BYTES)?;
        let rung = |(calls, inputs): (&Option<Vec<GenCall>>, Vec<Vec<u8>>)| {
            let text = String::from_utf8(inputs.into_iter().next()?).ok().filter(|text| !text.is_empty())?;
            Some(Rung { command: written_out(calls.as_ref()?), bytes: text.len() as u64, text: text.into() })
        };
        Ok(calls.iter().zip(inputs).map(rung).collect())
    }

    /// Lets inputs be the tests of the problem, each like a test of the folder.
    fn seat(&mut self, rungs: &[Rung], like: Option<TestIdx>) {
        let test = |(nth, rung): (usize, &Rung)| {
            let (id, input) = (format!("growing-{nth}"), InputSource::Inline(Arc::clone(&rung.text)));
            let Some(like) = like.map(|like| &self.tests[like]) else { return Test::new(id, input) };
            Test {
                validator_args: like.validator_args.clone(),
                checker_args: like.checker_args.clone(),
                solution_args: like.solution_args.clone(),
                given_files: like.given_files.clone(),
                frame: like.frame.clone(),
                ..Test::new(id, input)
            }
        };
        let tests: Vec<Test> = rungs.iter().enumerate().map(test).collect();
        self.measuring.loaded.problem.tests = tests.into_iter().collect();
    }

    /// The inputs that the validators accept, and that have an answer.
    fn valid(&mut self, calls: &[Option<Vec<GenCall>>], like: Option<TestIdx>) -> Result<Vec<Rung>, WorkbenchError> {
        let made: Vec<Rung> = self.made(calls)?.into_iter().flatten().collect();
        if made.is_empty() {
            return Ok(made);
        }
        self.seat(&made, like);
        let request = CheckRequest { until: Until::Answers, only_valid: true, ..CheckRequest::default() };
        let state = self.measuring.check(&request)?;
        let sized = |(rung, test): (Rung, &problem::state::TestState)| {
            let has_answer = matches!(test.answer, Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded));
            let blob = test.input_blob().filter(|_| has_answer && test.is_valid())?;
            Some(Rung { bytes: blob.size, ..rung })
        };
        Ok(made.into_iter().zip(state.tests.iter()).filter_map(sized).collect())
    }

    /// The inputs of a ladder by size: its numbers halved, doubled until that is refused, and as large as they may be.
    fn rungs(&mut self, ladder: &Ladder) -> Result<Vec<Rung>, WorkbenchError> {
        let halved: Vec<_> = (0..=MOST_HALVED).map(|times| ladder.rung(-times)).collect();
        let mut rungs = self.valid(&halved, ladder.like)?;
        for times in 1..=MOST_DOUBLED {
            if rungs.is_empty() || self.is_over() {
                break;
            }
            let larger = self.valid(&[ladder.rung(times)], ladder.like)?;
            if larger.is_empty() {
                let between = self.between(ladder, times);
                let between = self.valid(&between, ladder.like)?;
                rungs.extend(between.into_iter().next());
                break;
            }
            rungs.extend(larger);
        }
        rungs.sort_by_key(|rung| rung.bytes);
        rungs.dedup_by_key(|rung| rung.bytes);
        Ok(rungs)
    }

    /// Calls with numbers that the problem speaks of, between the last one that was accepted and the one that was refused.
    fn between(&self, ladder: &Ladder, refused: i32) -> Vec<Option<Vec<GenCall>>> {
        let Some((low, high)) = ladder.number(refused - 1).zip(ladder.number(refused)) else { return Vec::new() };
        let numbers = self.numbers.iter().filter_map(|number| u64::try_from(*number).ok());
        let between = numbers.filter(|number| (low + 1..high).contains(number)).rev();
        between.take(MAX_BETWEEN).map(|number| ladder.with_number(number)).collect()
    }

    fn is_over(&mut self) -> bool {
        let is_over = Instant::now() >= self.until;
        self.is_cut |= is_over;
        is_over
    }

    /// Runs the solutions on a ladder: from rung to rung, each as far as it comes; then again where they take long enough.
    fn climb(&mut self, ladder: &Ladder, n_rounds: u32) -> Result<Climbed, WorkbenchError> {
        self.is_cut = false;
        let mut climbed = Climbed { rungs: self.rungs(ladder)?, ..Climbed::default() };
        if climbed.rungs.len() < LEAST_RUNGS {
            climbed.is_cut = self.is_cut;
            return Ok(climbed);
        }
        self.seat(&climbed.rungs, ladder.like);
        let measured = self.measuring.subjects.iter().filter(|(_, subject)| timed(subject).why.is_none());
        let mut going: Vec<ProgramIdx> = measured.map(|(idx, _)| *idx).collect();
        for idx in &going {
            let runs = |rung: &Rung| Runs { test: rung.command.clone(), input_bytes: rung.bytes, ..Runs::default() };
            climbed.runs.insert(*idx, climbed.rungs.iter().map(runs).collect());
            (self.measuring.on_solution)(self.measuring.subjects[idx].path.as_str());
        }
        for nth in 0..climbed.rungs.len() {
            let mut next = Vec::new();
            for idx in going {
                if self.is_over() {
                    break;
                }
                if self.step(&mut climbed, idx, nth)? {
                    next.push(idx);
                }
            }
            going = next;
        }
        for _ in 1..n_rounds {
            for nth in 0..climbed.rungs.len() {
                for idx in climbed.runs.keys().copied().collect::<Vec<_>>() {
                    let runs = &climbed.runs[&idx][nth];
                    let is_long = runs.cpu_us.iter().min().is_some_and(|us| *us >= LEAST_GROWING_US);
                    if is_long && runs.stopped_us.is_none() && !self.is_over() {
                        self.step(&mut climbed, idx, nth)?;
                    }
                }
            }
        }
        let with = |(idx, runs): (&ProgramIdx, &Vec<Runs>)| {
            Some(Subject { generated: runs.clone(), ..self.measuring.subjects.get(idx)?.clone() })
        };
        let subjects: Vec<Subject> = climbed.runs.iter().filter_map(with).collect();
        let apart = tells_apart(&subjects);
        let lines: Vec<(bool, f64)> =
            subjects.iter().filter_map(|subject| Some((subject.is_correct, timed(subject).growth?.exponent))).collect();
        climbed.is_cut = self.is_cut;
        climbed.worth = Worth {
            tells_apart: apart == Some(true),
            is_compared: apart.is_some(),
            n_lines: lines.len(),
            exponent: lines.iter().filter(|(is_correct, _)| !is_correct).map(|line| line.1).fold(0.0, f64::max),
        };
        Ok(climbed)
    }

    /// Runs a solution on a rung; whether the next one is worth it.
    fn step(&mut self, climbed: &mut Climbed, idx: ProgramIdx, nth: usize) -> Result<bool, WorkbenchError> {
        let state = self.measuring.run(idx, Some(vec![format!("growing-{nth}")]), false)?;
        let Some(Some(cell)) = state.cells[idx].iter().nth(nth) else { return Ok(false) };
        let Some(runs) = climbed.runs.get_mut(&idx) else { return Ok(false) };
        let before = nth.checked_sub(1).and_then(|before| runs[before].cpu_us.first().copied());
        match told(cell, false, &format!("`{}`", runs[nth].test)) {
            Told::Took(us) => {
                runs[nth].cpu_us.push(us);
                // As it grew from the last rung to this one, so it does to the next.
                let grows = before.map_or(2.0, |before| us as f64 / before.max(1) as f64).max(2.0);
                let is_long = us >= LEAST_GROWING_US * 20;
                Ok(!is_long || us as f64 * grows <= LONGEST_MS as f64 * 1e3)
            }
            Told::Stopped(us) => {
                runs[nth].stopped_us = Some(us);
                Ok(false)
            }
            Told::Nothing(why) => {
                climbed.notes.push(format!("{}: {why}", self.measuring.subjects[&idx].path));
                Ok(false)
            }
        }
    }
}
