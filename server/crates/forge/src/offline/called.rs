//! Inputs from the folder's generators, called with other arguments than its own commands have.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use cpp::source::Source;
use judge::{
    cases::CaseRunner,
    compile::Builder,
    engine::LoadedProblem,
    inputs::{InputRun, write_inputs},
};
use problem::{
    facts::{OptionKey, OptionRead},
    folder::Folder as _,
    language::Language,
    model::{CommandIdx, GenCall, GenCommand, InputSource, Program, ProgramIdx, Role},
    options::value_of,
};

use super::{Candidate, MAX_TRIED, numbers};
use crate::{
    bench::{Workbench, WorkbenchError},
    commands::{with_seed_argument, written_out},
};

/// So many commands are tried at once.
const BATCH: usize = 12;
/// What a call may take: one that hangs on arguments that are not its own is not waited for.
const LONGEST: Duration = Duration::from_secs(2);
/// So many generators that no command calls are tried.
const MAX_IDLE: usize = 10;
/// So many words of a source are tried as values of options.
const MAX_WORDS: usize = 60;

/// The generators with the arguments that they are called with.
#[derive(Default)]
pub(super) struct Called {
    commands: Vec<Commands>,
    /// Numbers that the problem speaks of.
    numbers: Vec<i64>,
    /// Only the seeds differ from the folder's own calls.
    pub(super) only_seeds: bool,
}

/// The arguments of a command, by stage.
type Args = Vec<Vec<String>>;

/// The programs of a command with the names that it calls them by.
type Programs = Vec<(ProgramIdx, String)>;

/// How the folder calls programs.
#[derive(Clone, Default)]
struct FormerCall {
    args: Args,
    /// Which argument of the first program has a seed in it, where the format says so.
    seed_at: Option<usize>,
    /// The files that it writes the inputs of tests into, if it does not print one.
    files: Vec<String>,
}

impl FormerCall {
    fn of(command: &GenCommand, files: Vec<String>) -> FormerCall {
        let args = command.pipeline.iter().map(|call| call.args.clone()).collect();
        FormerCall { args, seed_at: command.rule.as_ref().and_then(|rule| rule.seed_at), files }
    }
}

/// A call that may be none of the folder's.
struct Call<'a> {
    commands: &'a Commands,
    command: GenCommand,
    files: Vec<String>,
}

/// Commands that call the same programs one behind the other, with their arguments.
struct Commands {
    stages: Vec<Stage>,
    runners: Vec<Arc<CaseRunner>>,
    calls: Vec<FormerCall>,
    /// They are rules of `generators.yaml`: what they make is offered as an input.
    are_rules: bool,
    /// No command of the folder has these arguments.
    are_made_up: bool,
}

/// One program of a pipe.
struct Stage {
    program: ProgramIdx,
    name: String,
    options: Vec<OptionRead>,
    /// Words of its source that may be values.
    words: Vec<String>,
}

impl Called {
    /// Whether there is something to call.
    pub(super) fn has_commands(&self) -> bool {
        !self.commands.is_empty()
    }

    /// Builds the generators that commands call, and those that none calls.
    pub(super) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        let builder = Builder::new(bench.engine().context(loaded));
        let problem = &loaded.problem;
        self.numbers = numbers::of_problem(loaded);
        // By the programs of a command, and by whether it is a rule.
        let mut calls: BTreeMap<(Programs, bool), Vec<FormerCall>> = BTreeMap::new();
        let mut files: BTreeMap<CommandIdx, Vec<String>> = BTreeMap::new();
        for test in &problem.tests {
            if let InputSource::Written { command, file } = &test.input {
                files.entry(*command).or_default().push(file.clone());
            }
        }
        for (idx, command) in problem.commands.iter_enumerated().filter(|(_, command)| !command.lists_tests) {
            let files = files.remove(&idx).unwrap_or_default();
            let stages = command.pipeline.iter().map(|call| Some((call.program?, call.name.clone())));
            if let Some(stages) = stages.collect::<Option<Vec<_>>>() {
                calls.entry((stages, command.rule.is_some())).or_default().push(FormerCall::of(command, files));
            }
        }
        let called: BTreeSet<ProgramIdx> =
            problem.commands.iter().flat_map(|command| &command.pipeline).filter_map(|call| call.program).collect();
        let is_idle = |(idx, program): &(ProgramIdx, &Program)| {
            program.role == Role::Generator && program.language == Language::Cpp && !called.contains(idx)
        };
        let most_idle = if self.only_seeds { 0 } else { MAX_IDLE };
        for (idx, program) in problem.programs.iter_enumerated().filter(is_idle).take(most_idle) {
            let stage = Stage::new(loaded, idx, program.path.stem().to_owned());
            let needed = stage.needed(&self.numbers);
            let call = FormerCall { args: vec![needed], ..FormerCall::default() };
            calls.insert((vec![(idx, stage.name)], false), vec![call]);
        }
        for ((stages, are_rules), calls) in calls {
            let build = |(idx, _): &(ProgramIdx, String)| builder.build_runnable(&problem.programs[*idx]);
            let runnables = stages.iter().map(build).collect::<Result<Option<Vec<_>>, _>>()?;
            let Some(runnables) = runnables else { continue };
            let runners = runnables.into_iter().map(|runnable| Arc::new(CaseRunner::single(runnable))).collect();
            let stages: Vec<Stage> = stages.into_iter().map(|(idx, name)| Stage::new(loaded, idx, name)).collect();
            let are_made_up = stages.iter().all(|stage| !called.contains(&stage.program));
            self.commands.push(Commands { stages, runners, calls, are_rules, are_made_up });
        }
        Ok(())
    }

    /// Inputs of calls that differ from the folder's own in a word or two, or in their seed alone.
    pub(super) fn batch(
        &self,
        bench: &Workbench<'_>,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        let Some(_) = self.commands.first() else { return Ok(Vec::new()) };
        let commands = (0..BATCH).map(|_| {
            let commands = &self.commands[random.usize(..self.commands.len())];
            commands.other(self.only_seeds, &self.numbers, random)
        });
        // Its own calls are tests of the folder.
        let is_new = |Call { commands, command, .. }: &Call<'_>| {
            let args = || command.pipeline.iter().map(|call| &call.args);
            commands.are_made_up || !commands.calls.iter().any(|call| call.args.iter().eq(args()))
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
        let mut with_it: Vec<Call<'_>> = Vec::new();
        for commands in &self.commands {
            for FormerCall { args: call, files, .. } in &commands.calls {
                let places =
                    call.iter().enumerate().flat_map(|(stage, args)| (0..args.len()).map(move |at| (stage, at)));
                for (stage, at) in places {
                    let (name, word) = parts(&call[stage][at]);
                    if word.parse::<i128>().is_ok() {
                        let mut args = call.clone();
                        args[stage][at] = format!("{name}{value}");
                        with_it.push(Call { commands, command: commands.command(args), files: files.clone() });
                    }
                }
            }
        }
        with_it.sort_by(|one, other| one.command.text.cmp(&other.command.text));
        with_it.dedup_by(|one, other| one.command.text == other.command.text);
        random.shuffle(&mut with_it);
        with_it.truncate(2 * BATCH);
        written(bench, with_it)
    }
}

/// What commands write.
fn written(bench: &Workbench<'_>, calls: Vec<Call<'_>>) -> Result<Vec<Candidate>, WorkbenchError> {
    let run = |Call { commands, command, files }: &Call<'_>| InputRun {
        calls: commands.runners.iter().cloned().zip(command.pipeline.iter().map(|call| call.args.clone())).collect(),
        written: files.clone(),
        ..InputRun::default()
    };
    let runs: Vec<InputRun> = calls.iter().map(run).collect();
    let inputs = write_inputs(&*bench.engine().machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64)?;
    let mut candidates = Vec::new();
    for (Call { commands, command, files }, inputs) in calls.into_iter().zip(inputs) {
        // What a rule makes, and a file, is offered as an input. Who says nothing writes a file that nobody knows of.
        let is_test = !commands.are_rules && files.is_empty();
        let texts = inputs.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok());
        candidates.extend(texts.filter(|text| is_test || !text.is_empty()).map(|text| Candidate {
            text,
            command: is_test.then(|| command.text.clone()),
            how: "a call of a generator",
        }));
    }
    Ok(candidates)
}

impl Commands {
    fn other(&self, only_seed: bool, numbers: &[i64], random: &mut fastrand::Rng) -> Call<'_> {
        let FormerCall { args: mut call, seed_at, files } = random.choice(&self.calls).cloned().unwrap_or_default();
        let n_changes = if only_seed { 0 } else { random.usize(0..3) };
        for _ in 0..n_changes {
            let stage = random.usize(..self.stages.len());
            let args = &mut call[stage];
            if (args.is_empty() || random.u8(..4) == 0)
                && let Some(added) = self.stages[stage].missing(args, numbers, random)
            {
                args.push(added);
            } else if !args.is_empty() {
                let at = random.usize(..args.len());
                args[at] = self.other_word(stage, at, &args[at], numbers, random);
            }
        }
        if let Some(word) = seed_at.and_then(|at| call.first_mut()?.get_mut(at)) {
            *word = with_other_seed(word, random.u32(1..1 << 31));
        }
        let mut command = self.command(call);
        // Not every generator likes an argument that it does not know.
        if !self.are_rules && (only_seed || random.u8(..4) > 0) {
            command = with_seed_argument(&command, &format!("s{}", random.u32(1..1_000_000)));
        }
        Call { commands: self, command, files }
    }

    fn command(&self, args: Args) -> GenCommand {
        let call = |(stage, args): (&Stage, Vec<String>)| GenCall {
            name: stage.name.clone(),
            program: Some(stage.program),
            args,
        };
        let pipeline: Vec<GenCall> = self.stages.iter().zip(args).map(call).collect();
        GenCommand { text: written_out(&pipeline), pipeline, place: None, rule: None, lists_tests: false }
    }

    fn other_word(&self, stage: usize, at: usize, word: &str, numbers: &[i64], random: &mut fastrand::Rng) -> String {
        if random.bool() {
            let there: Vec<&String> = self.calls.iter().filter_map(|call| call.args.get(stage)?.get(at)).collect();
            if let Some(other) = random.choice(there) {
                return other.clone();
            }
        }
        let (name, value) = parts(word);
        let Ok(number) = value.parse::<i64>() else {
            // Another word that the source speaks of, for one that it speaks of, too.
            let words = &self.stages[stage].words;
            let is_known = words.iter().any(|known| known == value);
            let other = random.choice(words).filter(|_| is_known);
            return other.map_or_else(|| word.to_owned(), |other| format!("{name}{other}"));
        };
        let other = match random.u8(..9) {
            0 => 1,
            1 => 2,
            2 => number.saturating_sub(1),
            3 => number.saturating_add(1),
            4 => number.saturating_mul(2),
            5 => number / 2,
            6 => number.saturating_mul(10),
            7 => random.choice(numbers).copied().unwrap_or(number),
            _ => random.i64(0..=number.max(1)),
        };
        format!("{name}{other}")
    }
}

impl Stage {
    fn new(loaded: &LoadedProblem, program: ProgramIdx, name: String) -> Stage {
        let source = &loaded.problem.programs[program];
        let text = loaded.folder.text(&source.path).filter(|_| source.language == Language::Cpp).unwrap_or_default();
        Stage::of_source(program, name, &text)
    }

    fn of_source(program: ProgramIdx, name: String, text: &str) -> Stage {
        let source = Source::parse(text);
        let options = source.facts().options.clone();
        let is_named = |read: &OptionRead| match &read.key {
            OptionKey::Name(name) => Some(name.clone()),
            OptionKey::Index(_) => None,
        };
        let named: BTreeSet<String> = options.iter().filter_map(is_named).collect();
        let words: BTreeSet<&str> = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("#"))
            .flat_map(|line| line.split('"').skip(1).step_by(2))
            .filter(|word| is_value(word) && !named.contains(*word))
            .collect();
        let words = words.into_iter().take(MAX_WORDS).map(str::to_owned).collect();
        Stage { program, name, options, words }
    }

    /// The arguments without which it does not run.
    fn needed(&self, numbers: &[i64]) -> Vec<String> {
        let random = &mut fastrand::Rng::with_seed(1);
        let mut args: Vec<String> = Vec::new();
        let is_needed = |read: &&OptionRead| read.is_certain && !read.has_default;
        let n_indexed = self.options.iter().filter(is_needed).filter_map(|read| match read.key {
            OptionKey::Index(index) => Some(index),
            OptionKey::Name(_) => None,
        });
        for index in 1..=n_indexed.max().unwrap_or(0).min(20) {
            let read = self.options.iter().find(|read| read.key == OptionKey::Index(index));
            args.push(read.map_or_else(|| "1".to_owned(), |read| self.value(read, numbers, random)));
        }
        for read in self.options.iter().filter(is_needed) {
            if let OptionKey::Name(name) = &read.key
                && value_of(&read.key, &self.options, &args).is_none()
            {
                args.push(format!("-{name}={}", self.value(read, numbers, random)));
            }
        }
        args
    }

    /// An option that is not given, with a value.
    fn missing(&self, args: &[String], numbers: &[i64], random: &mut fastrand::Rng) -> Option<String> {
        let missing: Vec<(&String, &OptionRead)> = self
            .options
            .iter()
            .filter_map(|read| match &read.key {
                OptionKey::Name(name) => Some((name, read)),
                OptionKey::Index(_) => None,
            })
            .filter(|(_, read)| value_of(&read.key, &self.options, args).is_none())
            .collect();
        let (name, read) = random.choice(missing)?;
        Some(format!("-{name}={}", self.value(read, numbers, random)))
    }

    fn value(&self, read: &OptionRead, numbers: &[i64], random: &mut fastrand::Rng) -> String {
        let plain = read.type_name.trim_start_matches("std::");
        match plain {
            "bool" => "true".to_owned(),
            "string" => random.choice(&self.words).cloned().unwrap_or_else(|| "a".to_owned()),
            "double" | "float" | "long double" => ["0", "0.1", "0.5", "1", "2"][random.usize(..5)].to_owned(),
            _ if random.bool() => random.u8(0..20).to_string(),
            _ => random.choice(numbers).map_or_else(|| "1".to_owned(), i64::to_string),
        }
    }
}

/// An argument with another seed in the place of the number that it has.
fn with_other_seed(word: &str, seed: u32) -> String {
    let is_digit = |one: char| one.is_ascii_digit();
    let Some(from) = word.find(is_digit) else { return word.to_owned() };
    let behind = word[from..].trim_start_matches(is_digit);
    format!("{}{seed}{behind}", &word[..from])
}

/// What stands before the value in an argument, with its `=`, and the value.
fn parts(word: &str) -> (&str, &str) {
    word.split_at(word.find('=').map_or(0, |at| at + 1))
}

/// Whether a text looks like what people give as a value: one short word.
fn is_value(word: &str) -> bool {
    (1..=20).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use problem::model::RuleRun;

    use super::*;

    const GENERATOR: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int n = opt<int>("n");
    std::string shape = opt<std::string>("shape", "random");
    bool loops = has_opt("loops");
    if (shape == "star") return 1;
    if (shape == "path" || shape == "all of them") return n + loops;
}
"#;

    fn commands(calls: &[&[&str]]) -> Commands {
        let stages = vec![Stage::of_source(ProgramIdx::from(0), "gen".to_owned(), GENERATOR)];
        let words = |args: &&[&str]| FormerCall {
            args: vec![args.iter().map(|arg| (*arg).to_owned()).collect()],
            ..FormerCall::default()
        };
        let calls = calls.iter().map(words).collect();
        Commands { stages, runners: Vec::new(), calls, are_rules: false, are_made_up: false }
    }

    fn others(commands: &Commands, numbers: &[i64]) -> BTreeSet<String> {
        let mut random = fastrand::Rng::with_seed(7);
        (0..2000).map(|_| commands.other(false, numbers, &mut random).command.text).collect()
    }

    #[test]
    fn options_and_words_that_no_command_has_are_tried() {
        let tried = others(&commands(&[&["-n", "5"]]), &[100_000]);
        for wanted in
            ["gen -n 5 -shape=star", "gen -n 5 -shape=path", "gen -n 5 -loops=true", "gen -n 100000", "gen -n 10"]
        {
            assert!(tried.contains(wanted), "{wanted}");
        }
        assert!(!tried.iter().any(|text| text.contains("all of them")), "that is no word");
        // One word of the source for another one.
        assert!(others(&commands(&[&["-n", "5", "-shape=star"]]), &[]).contains("gen -n 5 -shape=path"));
    }

    #[test]
    fn a_rule_is_called_with_other_seeds_and_nothing_more() {
        let call =
            GenCall { name: "gen".to_owned(), program: None, args: ["5", "8", "s123t"].map(str::to_owned).to_vec() };
        let rule = RuleRun { retries: Vec::new(), seed_at: Some(2) };
        let command =
            GenCommand { text: String::new(), pipeline: vec![call], place: None, rule: Some(rule), lists_tests: false };
        let calls = vec![FormerCall::of(&command, Vec::new())];
        let rules = Commands { calls, are_rules: true, ..commands(&[]) };
        let mut random = fastrand::Rng::with_seed(3);
        let made: BTreeSet<Args> = (0..20)
            .map(|_| rules.other(true, &[], &mut random).command.pipeline.into_iter().map(|call| call.args).collect())
            .collect();
        assert_eq!(made.len(), 20);
        let is_seed = |word: &str| {
            let number = word.strip_prefix('s').and_then(|rest| rest.strip_suffix('t'));
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        assert!(made.iter().all(|args| args[0][..2] == ["5", "8"] && is_seed(&args[0][2])), "{made:?}");
    }

    #[test]
    fn what_is_needed_is_given() {
        let stage = &commands(&[&[]]).stages[0];
        let [n] = &stage.needed(&[])[..] else { panic!("one option has no default") };
        assert!(n.strip_prefix("-n=").is_some_and(|value| value.parse::<u32>().is_ok()), "{n}");
    }
}
