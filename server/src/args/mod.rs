//! The command line.

mod handing;
mod machine;
mod making;
mod reporting;
mod rows;

use std::{path::PathBuf, time::Duration};

use clap::{Parser, Subcommand, ValueEnum};
use forge::tries::Tries;
use problem::{path::RelPath, settings::SandboxChoice};

pub(crate) use self::{
    handing::{HandOver, TakeOver, TargetArg},
    machine::{
        Cluster, ClusterCommand, ClusterInit, ClusterStatus, Completions, Doctor, Elsewhere, Lsp, Mcp, Schema,
        SchemaOf, StatusFormat, Worker,
    },
    making::{
        Bounds, Budget, Calibrate, Evaluate, HackEngine, HackMethodArg, LowPassRule, Making, Mutate, Probe, Show,
        Stress,
    },
    reporting::{FailOn, ReportFile, Reporting},
    rows::{Export, Import, JudgeRows, RowFormat, Rows, RowsCommand},
};

/// Judges the folders of competitive-programming problems.
///
/// Exit code 0: nothing found. 1: at least one finding of severity error or warning. 2: touchstone could not do its job.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version = crate::assets::version(), max_term_width = 100)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Global {
    /// Where binaries, outputs and results are kept.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// How programs are shut in; `auto` if neither given nor set in config.toml.
    #[arg(long, global = true, value_name = "LEVEL")]
    pub(crate) sandbox: Option<SandboxLevel>,
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Where programs run, by what the command says; `None` for one that runs them on this machine.
    #[arg(skip)]
    pub(crate) elsewhere: Option<Elsewhere>,
}

impl Global {
    /// The same for a command whose programs may run elsewhere.
    pub(crate) fn at(&self, elsewhere: &Elsewhere) -> Global {
        Global { elsewhere: Some(elsewhere.clone()), ..self.clone() }
    }
}

/// `--sandbox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SandboxLevel {
    /// The strongest level that this machine allows; where there is none, programs run only if you have accepted limits
    /// when you were asked.
    Auto,
    /// Without namespaces: no file outside, no network, no other process.
    Reduced,
    /// Limits on time, memory and output, a fresh directory, no environment; nothing more.
    LimitsOnly,
}

impl SandboxLevel {
    /// The same as a setting.
    pub(crate) fn choice(self) -> SandboxChoice {
        match self {
            SandboxLevel::Auto => SandboxChoice::Auto,
            SandboxLevel::Reduced => SandboxChoice::Reduced,
            SandboxLevel::LimitsOnly => SandboxChoice::LimitsOnly,
        }
    }
}

/// `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Makes the choice known to everything that prints.
    pub(crate) fn write_global(self) {
        match self {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Builds, generates, validates and judges a problem folder; prints the matrix, the metrics and the findings. Of several
    /// problems, or of a contest, prints a table too.
    Check(Check),
    /// Builds and runs one program of a folder with stdin passed through; verdict and costs on stderr.
    Run(Run),
    /// Shows a test and what a solution makes of it: input, what was expected and found, the checker's words, costs.
    Show(Show),
    /// Writes the test files of a problem.
    Gen(Generate),
    /// Finds out which tests are needed: so few that every solution keeps every verdict that it gets.
    Minimize(Minimize),
    /// Looks for tests that fail the wrong solutions which pass everything, by a search or a language model.
    Hack(Hack),
    /// Makes inputs until a solution does otherwise than the main one, and shows the smallest that was found.
    Stress(Stress),
    /// Makes small changes to a right solution, and shows which of them no test fails.
    Mutate(Mutate),
    /// Shows the bounds of each variable side by side: statement, validator, checker, options of generators, and what the
    /// tests have.
    Bounds(Bounds),
    /// Measures correct and too slow solutions, each run alone, and suggests limits.
    Calibrate(Calibrate),
    /// Asks checker, interactor and validators about what no solution says, and shows what they let through or break on.
    Probe(Probe),
    /// Compares ways to make tests on the pools of folders: how many wrong solutions each fails, and when.
    Evaluate(Evaluate),
    /// Does the same as `hack` for many folders, one after the other, and goes on where it was stopped.
    Evolve(Evolve),
    /// Has a language model repair a finding, and shows the repair only if the finding is gone after it.
    Fix(Fix),
    /// Has a language model write a missing program, and tries it until it stands its trial.
    Write(Write),
    /// Makes problem folders of the rows of a dataset, or rows of problem folders.
    Rows(Rows),
    /// Hands a problem over: writes it as a new folder in another format, after saying what that format cannot say.
    Export(HandOver),
    /// Takes a problem over: makes a new folder of a zip archive, in whatever format, and runs nothing of it.
    Import(TakeOver),
    /// Makes a new problem folder that passes `check`, plain or in another format.
    New(New),
    /// Tells which compilers and which sandbox were found, and what to do about missing ones.
    Doctor(Doctor),
    /// Prints the table of languages that is in force.
    Languages,
    /// Runs what others send to a cluster, until Ctrl-C or a request to end; then it finishes what it has.
    Worker(Worker),
    /// Looks at a cluster.
    Cluster(Cluster),
    /// Serves an editor on stdin and stdout, by the Language Server Protocol.
    Lsp(Lsp),
    /// Serves an agent on stdin and stdout, by the Model Context Protocol: it may judge the named folders, and asks no model.
    Mcp(Mcp),
    /// Prints a JSON schema: of the settings, of a folder's settings, or of the report.
    Schema(Schema),
    /// Explains a finding code.
    Explain(Explain),
    /// Shows or empties the cache.
    Cache(Cache),
    /// Prints a completion script for a shell.
    Completions(Completions),
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Check {
    /// The problem folder. Or several of them, a folder of problem folders, or the `problems.yaml`, `problemset.yaml` or
    /// `contest.yaml` in one.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) dirs: Vec<PathBuf>,
    /// Judge and show only solutions whose path or file name matches; may be repeated.
    #[arg(long, value_name = "GLOB")]
    pub(crate) solution: Vec<String>,
    /// Use only tests whose id matches; may be repeated.
    #[arg(long, value_name = "GLOB")]
    pub(crate) test: Vec<String>,
    /// Leave out a solution's other tests once it has failed one.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Run tools, the main solution and those labelled correct, as far as they are in C or C++, once more with sanitizers,
    /// which see undefined behaviour and memory errors; no verdict rests on these runs.
    #[arg(long, conflicts_with = "mutants")]
    pub(crate) sanitize: bool,
    /// Judge mutants of the main solution as well, and show which of them no test fails. They count in no metric.
    #[arg(long, conflicts_with = "watch")]
    pub(crate) mutants: bool,
    /// How many programs run at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) jobs: Option<u32>,
    /// Do everything anew, in place of what the cache knows.
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Check again whenever a file of the folder, which has to be that of one problem, changes, until Ctrl-C.
    #[arg(long)]
    pub(crate) watch: bool,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// Write down how many programs were run, as opposed to found in the cache.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) stats: Option<PathBuf>,
}

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people.
    Human,
    /// One JSON object on stdout and nothing else; with `--watch` one per check, each on a line.
    Json,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Run {
    /// The program's source.
    pub(crate) file: PathBuf,
    /// Its arguments. They may name files: one that is there is copied in, one that the program writes is copied out.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) args: Vec<String>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Generate {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// Where the test files go; those that a validator rejects too, and it is said which they are.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Run each command this many times, each with one more argument, s1, s2, and so on, which changes testlib's seed and
    /// nothing else.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) seeds: Option<u32>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Minimize {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// Keep up to this many of the tests that the same solutions pass, instead of as few tests as possible.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) per_class: Option<u32>,
    /// Make the input of this one test smaller, as long as `--solution` fails on it as it does now.
    #[arg(long, value_name = "ID", requires = "solution", conflicts_with = "per_class")]
    pub(crate) test: Option<String>,
    /// The solution that fails the test.
    #[arg(long, value_name = "PATH", requires = "test")]
    pub(crate) solution: Option<String>,
    /// Take the lines of tests that are not needed out of the scripts, after a copy of the folder has shown that nothing
    /// else changes. Test files stay. With `--test`: add the smaller test.
    #[arg(long)]
    pub(crate) apply: bool,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Hack {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    #[command(flatten)]
    pub(crate) making: Making,
    /// Judge the input in this file (`-` is the standard input), and offer it as a test, instead of looking for any.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engine", "target", "method"])]
    pub(crate) input: Option<PathBuf>,
    /// Add what was found to the folder.
    #[arg(long)]
    pub(crate) apply: bool,
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Evolve {
    /// The problem folders.
    #[arg(required = true)]
    pub(crate) dirs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    #[command(flatten)]
    pub(crate) making: Making,
    /// Add what was found to each folder.
    #[arg(long)]
    pub(crate) apply: bool,
    /// How many right solutions, and how many wrong ones, a folder must have to count in the means.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_pool: u32,
    /// Where a line is written for each folder that is done; folders that have theirs are not done again.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) asking: Asking,
}

/// A path in the problem's folder.
fn inside(text: &str) -> Result<RelPath, String> {
    RelPath::parse(text).ok_or_else(|| "name a file of the problem's folder, by its path in it".to_owned())
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Fix {
    /// The finding's code, as it stands in brackets behind `error` or `warning`.
    pub(crate) code: String,
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// The file, relative to the folder, that the finding stands in; without it the first finding of the code is meant.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// Save the repair in the folder.
    #[arg(long)]
    pub(crate) apply: bool,
    #[command(flatten)]
    pub(crate) trying: Trying,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Write {
    /// What is missing.
    pub(crate) piece: MissingProgramArg,
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// Save what was written in the folder.
    #[arg(long)]
    pub(crate) apply: bool,
    #[command(flatten)]
    pub(crate) trying: Trying,
}

/// What commands that ask until something stands its trial have in common.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Trying {
    /// How often to ask at most, further candidates aside; what was wrong with the best answer goes into the next question.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) attempts: u32,
    /// How many answers to the first question to try; the one that does best in its trial is taken.
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) candidates: u32,
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

impl Trying {
    /// How often is asked.
    pub(crate) fn tries(&self) -> Tries {
        Tries { candidates: self.candidates, attempts: self.attempts }
    }
}

/// What `write` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingProgramArg {
    /// Accepts exactly the inputs that the statement allows.
    Validator,
    /// Says whether an output is right: a built-in one, or one of its own.
    Checker,
    /// Makes inputs, with the commands of a first script.
    Generator,
    /// Talks with solutions, and judges what they say.
    Interactor,
    /// A slow solution that nobody doubts.
    BruteForce,
}

/// What commands that ask a language model have in common.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Asking {
    /// Send what the question needs of this folder to the configured server, without asking.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Take answers from earlier runs alone, and send nothing.
    #[arg(long)]
    pub(crate) replay: bool,
    /// Ask with the folder's own prompts in .touchstone/prompts, as in a folder that an editor was told to trust.
    #[arg(long)]
    pub(crate) own_prompts: bool,
    /// How many requests to make at most: one for a question, another when an answer does not fit; kept answers are free.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_calls: Option<u32>,
    /// How many tokens to use at most, questions and answers together.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_tokens: Option<u64>,
    /// What to spend at most, in the unit of `price_input` and `price_output`; or, with a unit of time as in 60s or 10m, how
    /// long the offline engine looks, a minute if not given.
    #[arg(long, value_name = "AMOUNT", value_parser = making::budget)]
    pub(crate) budget: Vec<Budget>,
    /// What to spend at most, in the unit of `price_input` and `price_output`.
    #[arg(long, value_name = "AMOUNT")]
    pub(crate) max_cost: Option<f64>,
}

impl Asking {
    /// What may be spent: the last amount of money, where several are given.
    pub(crate) fn cost(&self) -> Option<f64> {
        let cost = |budget: &Budget| if let Budget::Cost(amount) = budget { Some(*amount) } else { None };
        self.max_cost.or_else(|| self.budget.iter().rev().find_map(cost))
    }

    /// Whether something bounds what a model may use.
    pub(crate) fn bounds_model(&self) -> bool {
        self.cost().is_some() || self.max_calls.is_some() || self.max_tokens.is_some()
    }

    /// The last amount of time.
    pub(crate) fn time(&self) -> Option<Duration> {
        let time = |budget: &Budget| if let Budget::Time(time) = budget { Some(*time) } else { None };
        self.budget.iter().rev().find_map(time)
    }
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct New {
    /// The folder to make.
    pub(crate) name: PathBuf,
    /// Its format. For another one than `plain` the tests and answers are made at once, by the programs of the new folder.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<TargetArg>,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Explain {
    /// The code, as it stands in brackets behind `error` or `warning`.
    pub(crate) code: String,
    /// Have a language model explain the first finding of this code in this problem folder.
    #[arg(long = "in", value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// The file, relative to that folder, that the finding stands in.
    #[arg(long, value_name = "FILE", requires = "dir")]
    pub(crate) file: Option<String>,
    #[command(flatten)]
    pub(crate) asking: Asking,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Cache {
    #[command(subcommand)]
    pub(crate) command: CacheCommand,
}

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheCommand {
    /// Says where the cache is and how large it is.
    Show,
    /// Empties the cache.
    Clean,
}
