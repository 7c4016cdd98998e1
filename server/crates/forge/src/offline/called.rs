//! Inputs from the folder's generators, called with other arguments than its own commands have.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use judge::{
    cases::CaseRunner,
    compile::Builder,
    engine::LoadedProblem,
    inputs::{InputRun, write_inputs},
};
use problem::model::{GenCall, GenCommand, ProgramIdx};

use super::{Candidate, MAX_TRIED};
use crate::{
    bench::{Workbench, WorkbenchError},
    commands::{with_seed_argument, written_out},
};

/// So many commands are tried at once.
const BATCH: usize = 12;
/// What a call may take: one that hangs on arguments that are not its own is not waited for.
const LONGEST: Duration = Duration::from_secs(2);

/// The generators with the arguments that they are called with.
#[derive(Default)]
pub(super) struct Called {
    programs: Vec<Generator>,
    /// Only the seeds differ from the folder's own calls.
    pub(super) only_seeds: bool,
}

struct Generator {
    program: ProgramIdx,
    name: String,
    runner: Arc<CaseRunner>,
    /// The arguments of its calls.
    calls: Vec<Vec<String>>,
    /// By place, what stands there in calls.
    words: Vec<Vec<String>>,
}

impl Called {
    /// Builds the generators that commands without pipes call.
    pub(super) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        let builder = Builder::new(bench.engine().context(loaded));
        let problem = &loaded.problem;
        let mut calls: BTreeMap<ProgramIdx, (String, Vec<Vec<String>>)> = BTreeMap::new();
        for command in problem.commands.iter() {
            if let ([call], None, false) = (&command.pipeline[..], &command.rule, command.lists_tests)
                && let Some(program) = call.program
            {
                let known = calls.entry(program).or_insert_with(|| (call.name.clone(), Vec::new()));
                known.1.push(call.args.clone());
            }
        }
        for (program, (name, calls)) in calls {
            let source = &problem.programs[program];
            if let Some(runner) = builder.build_runnable(source)?.map(|runnable| Arc::new(CaseRunner::single(runnable)))
            {
                let n_words = calls.iter().map(Vec::len).max().unwrap_or(0);
                let at = |at: usize| calls.iter().filter_map(|call| call.get(at).cloned()).collect();
                let words = (0..n_words).map(at).collect();
                self.programs.push(Generator { program, name, runner, calls, words });
            }
        }
        Ok(())
    }

    /// Inputs of calls that differ from the folder's own in a word or two, or in their seed alone.
    pub(super) fn batch(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let Some(_) = self.programs.first() else { return Ok(Vec::new()) };
        let commands = (0..BATCH).map(|_| {
            let generator = &self.programs[random.usize(..self.programs.len())];
            (generator, generator.other_call(self.only_seeds, random))
        });
        // Its own calls are tests of the folder.
        let is_new = |(generator, command): &(&Generator, GenCommand)| {
            command.pipeline.first().is_some_and(|call| !generator.calls.contains(&call.args))
        };
        written(bench, commands.filter(is_new).collect())
    }

    /// Inputs of calls in which a number is this one.
    pub(super) fn with_value(
        &self,
        bench: &Workbench<'_>,
        value: i128,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let mut commands: Vec<(&Generator, GenCommand)> = Vec::new();
        for generator in &self.programs {
            for call in &generator.calls {
                for at in 0..call.len() {
                    let (name, number) = call[at].split_once('=').map_or(("", &*call[at]), |(name, word)| (name, word));
                    if number.parse::<i128>().is_ok() {
                        let mut args = call.clone();
                        args[at] = if name.is_empty() { value.to_string() } else { format!("{name}={value}") };
                        commands.push((generator, generator.command(args)));
                    }
                }
            }
        }
        commands.sort_by(|(_, one), (_, other)| one.text.cmp(&other.text));
        commands.dedup_by(|(_, one), (_, other)| one.text == other.text);
        random.shuffle(&mut commands);
        commands.truncate(2 * BATCH);
        written(bench, commands)
    }
}

/// What commands write.
fn written(bench: &Workbench<'_>, commands: Vec<(&Generator, GenCommand)>) -> Result<Vec<Candidate>, WorkbenchError> {
    let run = |(generator, command): &(&Generator, GenCommand)| InputRun {
        calls: command.pipeline.iter().map(|call| (Arc::clone(&generator.runner), call.args.clone())).collect(),
        env: BTreeMap::new(),
        files: Vec::new(),
    };
    let runs: Vec<InputRun> = commands.iter().map(run).collect();
    let inputs = write_inputs(&*bench.engine().machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64)?;
    let candidates = commands.into_iter().zip(inputs).filter_map(|((_, command), bytes)| {
        Some(Candidate {
            text: String::from_utf8(bytes?).ok()?,
            command: Some(command.text),
            how: "a call of a generator",
        })
    });
    Ok(candidates.collect())
}

impl Generator {
    fn other_call(&self, only_seed: bool, random: &mut fastrand::Rng) -> GenCommand {
        let mut args = random.choice(&self.calls).cloned().unwrap_or_default();
        let n_changes = if only_seed { 0 } else { random.usize(0..3) };
        for _ in 0..n_changes {
            if args.is_empty() {
                break;
            }
            let at = random.usize(..args.len());
            args[at] = self.other_word(at, &args[at], random);
        }
        let command = self.command(args);
        // Not every generator likes an argument that it does not know.
        if !only_seed && random.u8(..4) == 0 {
            return command;
        }
        with_seed_argument(&command, &format!("s{}", random.u32(1..1_000_000)))
    }

    fn command(&self, args: Vec<String>) -> GenCommand {
        let pipeline = vec![GenCall { name: self.name.clone(), program: Some(self.program), args }];
        GenCommand { text: written_out(&pipeline), pipeline, place: None, rule: None, lists_tests: false }
    }

    fn other_word(&self, at: usize, word: &str, random: &mut fastrand::Rng) -> String {
        if random.bool()
            && let Some(other) = self.words.get(at).and_then(|words| random.choice(words))
        {
            return other.clone();
        }
        let (name, value) = word.split_once('=').map_or(("", word), |(name, value)| (name, value));
        let Ok(number) = value.parse::<i64>() else { return word.to_owned() };
        let other = match random.u8(..8) {
            0 => 1,
            1 => 2,
            2 => number.saturating_sub(1),
            3 => number.saturating_add(1),
            4 => number.saturating_mul(2),
            5 => number / 2,
            6 => number.saturating_mul(10),
            _ => random.i64(0..=number.max(1)),
        };
        if name.is_empty() { other.to_string() } else { format!("{name}={other}") }
    }
}
