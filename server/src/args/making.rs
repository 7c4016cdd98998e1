//! Arguments of commands that make tests.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use clap::ValueEnum;
use forge::{evaluate::TestMaker, hack::Ablation};
use problem::path::RelPath;

use super::{Asking, Elsewhere, OutputFormat, inside};

/// How tests are made.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Making {
    /// Who makes the tests; if left out, a language model where one is configured, else the offline engine.
    #[arg(long, value_name = "E")]
    pub(crate) engine: Option<HackEngine>,
    /// A solution to fail, by its path in the folder; repeat it for several (offline).
    #[arg(long, value_name = "PATH", value_parser = inside)]
    pub(crate) target: Vec<RelPath>,
    /// How a language model makes them: `evolvecoder` if left out.
    #[arg(long, value_name = "M")]
    pub(crate) method: Option<HackMethodArg>,
    /// How many rounds at most: of two questions (evolvecoder), of refinement (codecontests-o), of supervision
    /// (codecontests-plus).
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) rounds: u32,
    /// How many tests or commands to ask for each time.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) tests: u32,
    /// How many seeds each command gets (codecontests-plus).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(crate) seeds: u32,
    /// The TPR from which on a suite is good enough (codecontests-o).
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share)]
    pub(crate) alpha: f64,
    /// The TNR from which on it is.
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = share)]
    pub(crate) beta: f64,
    /// Keep refinements that make the suite worse.
    #[arg(long)]
    pub(crate) keep_worse: bool,
    /// From which pass rate on a test is so easy that it is not shown (evolvecoder).
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share)]
    pub(crate) easy: f64,
    /// What a test is taken for that nearly everyone fails.
    #[arg(long, value_name = "RULE", default_value = "trusted-oracle")]
    pub(crate) low_pass_rate: LowPassRule,
    /// With `--all`, offer at most so many tests that the same solutions pass.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..), requires = "all")]
    pub(crate) per_class: u32,
    /// A right solution whose answers are believed next after the main one's; repeat it for an order (hardtestgen).
    #[arg(long, value_name = "PATH", value_parser = inside)]
    pub(crate) oracle: Vec<RelPath>,
    /// Offer also proved tests that fail nobody new, but no doubtful ones, and few of those that behave alike.
    #[arg(long)]
    pub(crate) all: bool,
    /// Go on although the problem is none that the method is for.
    #[arg(long)]
    pub(crate) anyway: bool,
    /// Send solutions without their comments, which may say what is wrong with them.
    #[arg(long)]
    pub(crate) strip_comments: bool,
    /// Where chance comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// Arguments of `calibrate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Calibrate {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// How often each solution is run where it takes longest.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) runs: u32,
    /// The least ratio of the time limit to the slowest correct solution; if left out, the format's, else 2.
    #[arg(long, value_name = "R", value_parser = ratio)]
    pub(crate) ratio_ac: Option<f64>,
    /// The least ratio of the fastest solution that is too slow to the time limit; if left out, the format's, else 1.5.
    #[arg(long, value_name = "R", value_parser = ratio)]
    pub(crate) ratio_tle: Option<f64>,
    /// The least ratio of the memory limit to the peak memory of correct solutions.
    #[arg(long, value_name = "R", default_value_t = 2.0, value_parser = ratio)]
    pub(crate) ratio_memory: f64,
    /// Where the tests have too few sizes to say how times grow, run on generated inputs for at most so many seconds; 0 for not
    /// at all.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) growth_seconds: u32,
    /// Draw how times grow with the size of inputs, as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Set the suggested limits where the problem's format has them.
    #[arg(long)]
    pub(crate) apply: bool,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio = text.parse::<f64>().ok().filter(|ratio| (1.0..=1000.0).contains(ratio));
    ratio.ok_or_else(|| "a ratio is a number from 1 to 1000".to_owned())
}

/// Arguments of `stress`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Stress {
    /// Commands of the folder's generators, with parts that vary: `gen [1..10] [tree|path] [1..1000]`. Without it inputs come
    /// from where `hack` has them.
    pub(crate) pattern: Option<String>,
    /// The problem folder.
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// A solution to look at, by its path or file name; repeat it for several. If left out, all that are labelled right.
    #[arg(long, value_name = "NAME")]
    pub(crate) solution: Vec<String>,
    /// The solution whose answers are believed; if left out, the main one.
    #[arg(long, value_name = "NAME")]
    pub(crate) against: Option<String>,
    /// How long to go on, such as 10s or 5m.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    pub(crate) budget: Duration,
    /// Where chance comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

/// Arguments of `mutate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Mutate {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// The solution to change, by its path or file name; if left out, the main one.
    #[arg(long, value_name = "NAME")]
    pub(crate) solution: Option<String>,
    /// How many changes to try at most.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) most: usize,
    /// How long to look for tests that fail what no test of the folder fails, such as 10s or 5m; 0s: not at all.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time_or_none)]
    pub(crate) budget: Duration,
    /// Where chance comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

/// Arguments of `show`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Show {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// The test: its id, or a pattern that only it matches.
    #[arg(long, short = 't', value_name = "T")]
    pub(crate) test: String,
    /// The solution: its path or file name, or a pattern that only it matches. If left out, the test alone is shown.
    #[arg(long, short = 's', value_name = "S")]
    pub(crate) solution: Option<String>,
    /// Write input, answer and output into this folder, whole; no file in it is replaced.
    #[arg(long, value_name = "D")]
    pub(crate) out: Option<PathBuf>,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

/// Arguments of `bounds`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Bounds {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

/// Arguments of `probe`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Probe {
    /// The problem folder.
    #[arg(default_value = ".")]
    pub(crate) dir: PathBuf,
    /// How long to go on, such as 10s or 5m.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    pub(crate) budget: Duration,
    /// The form of the output.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

/// Arguments of `evaluate`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Evaluate {
    /// The problem folders. What looks for tests begins with their samples; their other tests are a row of their own.
    #[arg(required = true)]
    pub(crate) dirs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) elsewhere: Elsewhere,
    /// A way to make tests; repeat it for several. If left out, all of them: the samples alone, the folder's tests, its commands
    /// with other seeds, changes of inputs, validators run backwards, the offline engine; those that ask
    /// a model only if they are named.
    #[arg(long, value_name = "E", value_parser = engine_named)]
    pub(crate) engine: Vec<TestMaker>,
    /// An ablation: a part that a model's loop goes without; repeat it to leave out several at once.
    #[arg(long, value_name = "PART")]
    pub(crate) without: Vec<Without>,
    /// An ablation: the one kind of test that is asked for (hardtestgen).
    #[arg(long, value_name = "KIND")]
    pub(crate) only: Option<Only>,
    /// How many seeds each command gets, 1 if left out (codecontests-plus).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=5))]
    pub(crate) seeds: Option<u32>,
    /// Where chance comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write a picture of kills over time, in SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) asking: Asking,
    /// The form of the output; as json each result is a line.
    #[arg(long, value_name = "F", default_value = "human")]
    pub(crate) format: OutputFormat,
}

impl Evaluate {
    /// What the loops go without.
    pub(crate) fn ablations(&self) -> BTreeSet<Ablation> {
        let without = self.without.iter().map(|part| match part {
            Without::Feedback => Ablation::WithoutFeedback,
            Without::CheckerEdits => Ablation::WithoutCheckerEdits,
            Without::Validator => Ablation::WithoutValidator,
        });
        let only = self.only.map(|Only::Direct| Ablation::OnlyDirect);
        without.chain(only).collect()
    }
}

/// `--without`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Without {
    /// Nothing goes back after the first generator and its commands (codecontests-o, codecontests-plus).
    Feedback,
    /// The checker is not refined (codecontests-o).
    CheckerEdits,
    /// The loop does not look at what validators say; a proof does (codecontests-o, codecontests-plus, hardtestgen).
    Validator,
}

/// `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// Small inputs that are written out.
    Direct,
}

fn engine_named(name: &str) -> Result<TestMaker, String> {
    let names = || TestMaker::ALL.map(TestMaker::name).join(", ");
    TestMaker::ALL.into_iter().find(|one| one.name() == name).ok_or_else(|| format!("it is one of {}", names()))
}

/// `--engine`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HackEngine {
    /// A search of our own, without a network: validators run backwards, changed inputs, the folder's generators.
    Offline,
    /// A language model over HTTP, configured in config.toml or by TOUCHSTONE_LLM_* variables.
    Llm,
    /// The search first; the model is asked about what survives.
    Both,
}

/// `--budget`: an amount of money, or of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Budget {
    /// For language models, in the unit of their prices.
    Cost(f64),
    /// For the offline engine.
    Time(Duration),
}

/// A time with its unit.
fn time(text: &str) -> Result<Duration, String> {
    match budget(text) {
        Ok(Budget::Time(time)) => Ok(time),
        Ok(Budget::Cost(_)) | Err(_) => Err("a time such as 60s or 10m is wanted".to_owned()),
    }
}

/// A time that may be none at all.
fn time_or_none(text: &str) -> Result<Duration, String> {
    if text == "0s" { Ok(Duration::ZERO) } else { time(text) }
}

/// The longest time that can be given: a week.
const LONGEST: Duration = Duration::from_secs(7 * 86_400);

/// Money as a number, time with its unit.
pub(super) fn budget(text: &str) -> Result<Budget, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let time = units.into_iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    });
    match (time, text.parse()) {
        (Some(time), _) if time > Duration::ZERO && time <= LONGEST => Ok(Budget::Time(time)),
        (None, Ok(amount)) => Ok(Budget::Cost(amount)),
        _ => Err("a time such as 60s or 10m is wanted, or an amount such as 0.5".to_owned()),
    }
}

/// `--low-pass-rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LowPassRule {
    /// The main solution makes its answer, so it is hard; it is wrong only if a right solution fails it.
    TrustedOracle,
    /// Its answer may be wrong, so it is left out.
    Paper,
}

/// `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HackMethodArg {
    /// In rounds: tests against the strongest wrong solutions, then tests that tell alike ones apart.
    Evolvecoder,
    /// A generator with commands, refined by what the pool got on them.
    CodecontestsO,
    /// A generator with commands, supervised by the validator, each with several seeds.
    CodecontestsPlus,
    /// Small inputs written out, random ones, some for each kind of output, some against flawed programs.
    Hardtestgen,
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "a number from 0 to 1 is wanted".to_owned())?;
    if (0.0..=1.0).contains(&share) && share > 0.0 {
        Ok(share)
    } else {
        Err("a number above 0, up to 1, is wanted".to_owned())
    }
}
