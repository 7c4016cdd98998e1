//! What templates can speak of.
//!
//! The names and shapes are those that `prompts/README.md` lists; people write templates by them.

use cpp::api::Topics;
use std::collections::BTreeMap;

use minijinja::{Value, value::Serde};
use serde::Serialize;

/// All that a template can use. A template gets what its header lists and nothing else.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Values {
    /// A word derived from the values that occurs in none of them; see [`super::mark`].
    pub mark: String,
    /// The problem.
    pub problem: ProblemText,
    /// The answer to `problem_analysis` as JSON; may be empty.
    pub analysis: String,
    /// Of that answer the constraints alone, for whoever does not make tests.
    pub constraints: String,
    /// Whether that answer knows of ranges and layout alone, which are never too dear to check.
    pub is_plain: bool,
    /// The generator as it is now.
    pub generator: Option<SourceText>,
    /// How it reads its options, or all of several theirs.
    pub generator_reads: OptionsRead,
    /// Where a generator goes that an answer brings, where there is none and the folder has a place for it.
    pub new_generator: Option<String>,
    /// The validator.
    pub validator: Option<SourceText>,
    /// The checker.
    pub checker: Option<CheckerText>,
    /// The main solution.
    pub main: Option<ProgramText>,
    /// The files that edits may name.
    pub files: Vec<SourceText>,
    /// Files that are shown and that no edit may name.
    pub to_read: Vec<SourceText>,
    /// For which of testlib's programs rules are wanted, by its role's name; none where no such program is written.
    pub rules_for: Option<String>,
    /// The generator commands as they are now.
    pub commands: Vec<String>,
    /// The folder's own tests are made by commands, which stay.
    pub has_own_commands: bool,
    /// The commands of earlier answers that work and are kept.
    pub kept: Vec<String>,
    /// How many commands are wanted.
    pub n_commands: usize,
    /// The report on the last round.
    pub feedback: Option<serde_json::Value>,
    /// What was tried before a model was asked, if anything was.
    pub searched: Option<SearchedText>,
    /// The programs to break or to split.
    pub programs: Vec<PoolProgram>,
    /// The tests so far.
    pub tests: Vec<TestText>,
    /// Rows are programs, columns are tests; 1 is passed.
    pub matrix: Vec<Vec<u8>>,
    /// The matrix says nothing: all of these programs pass all of these tests.
    pub tells_nothing: bool,
    /// How many tests are wanted.
    pub n_wanted: usize,
    /// The main solution exceeded a limit on a test of an earlier answer.
    pub exceeds_limits: bool,
    /// How many ways there are to split the programs; a trusted one fails nothing.
    pub n_splits: usize,
    /// How long what comes back may be.
    pub limits: AnswerLimits,
    /// What earlier answers of a loop came to that nobody needs: a test and the reason each.
    pub earlier: Vec<String>,
    /// What was wrong with the previous attempt: one complaint each. Templates know them as `problems`.
    #[serde(rename = "problems")]
    pub complaints: Vec<String>,
    /// What is to be seen of the previous answer: its source, its edits, its programs, or all of it.
    pub previous: Option<String>,
    /// The finding.
    pub finding: Option<FindingText>,
    /// The part of testlib's reference for the program that is written, once an attempt did not compile; else empty.
    pub api: String,
}

/// How long an answer and the inputs that are written out in it may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AnswerLimits {
    /// One input, bytes.
    pub literal: usize,
    /// All inputs together, bytes.
    pub literals: usize,
    /// The whole answer, tokens.
    pub answer: u32,
}

impl AnswerLimits {
    /// The limits where an answer may have so many tokens: digits and blanks take about a token for two bytes, and half of an
    /// answer is for other things.
    pub fn of_tokens(answer: u32) -> AnswerLimits {
        let literals = answer as usize;
        AnswerLimits { literal: literals / 2, literals, answer }
    }
}

/// The problem.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ProblemText {
    /// Its name.
    pub name: String,
    /// Its statement; may be empty.
    pub statement: String,
    /// The time limit, milliseconds.
    pub time_limit_ms: u64,
    /// The memory limit, mebibytes.
    pub memory_limit_mb: u64,
    /// The statement says both limits itself, as they are here.
    pub states_limits: bool,
    /// Solutions talk to a program of the jury.
    pub is_interactive: bool,
    /// The statement shows a sample that is no test.
    pub has_samples_apart: bool,
    /// The samples.
    pub samples: Vec<SampleText>,
    /// What they and the statement speak of.
    pub spoken: SpokenOf,
}

/// Kinds of data that a problem may have, as far as its statement and samples tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SpokenOf {
    /// Inputs have words or other text.
    pub words: bool,
    /// Inputs have numbers that are not whole.
    pub reals: bool,
    /// Inputs are more than a few numbers.
    pub lists: bool,
    /// Inputs may say how many things follow.
    pub counts: bool,
    /// Inputs have several test cases.
    pub cases: bool,
    /// Parts of the tests have constraints of their own.
    pub subtasks: bool,
    /// Something is connected by edges, roads, links and the like.
    pub graphs: bool,
    /// Inputs ask, or change something, time after time.
    pub queries: bool,
    /// Common divisors matter.
    pub divisors: bool,
    /// Numbers may be beyond 2·10^9.
    pub huge: bool,
    /// Several outputs may be right.
    pub choices: bool,
    /// Outputs have words or other text.
    pub out_words: bool,
    /// Outputs have numbers that are not whole.
    pub out_reals: bool,
}

impl SpokenOf {
    /// All kinds.
    pub fn all() -> SpokenOf {
        SpokenOf {
            words: true,
            reals: true,
            lists: true,
            counts: true,
            cases: true,
            subtasks: true,
            graphs: true,
            queries: true,
            divisors: true,
            huge: true,
            choices: true,
            out_words: true,
            out_reals: true,
        }
    }

    /// What testlib's reference is to tell of.
    pub fn topics(self) -> Topics {
        Topics {
            words: self.words || self.out_words,
            reals: self.reals || self.out_reals,
            cases: self.cases,
            groups: self.subtasks,
        }
    }
}

/// A sample.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SampleText {
    /// Its input.
    pub input: String,
    /// Its output.
    pub output: String,
}

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SourceText {
    /// Its path in the folder.
    pub path: String,
    /// Its text.
    pub source: String,
}

/// How a generator reads its options, as far as that is certain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OptionsRead {
    /// All of them by name.
    pub only_by_name: bool,
    /// All of them by position.
    pub only_by_position: bool,
    /// By what the first one chooses among structures, or would: `its option `-type``; `None` where that is not certain.
    pub chooses_by: Option<String>,
    /// There is none yet, and commands call it with values that have no names.
    pub called_by_position: bool,
}

/// A checker: a source, or one that is built in.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CheckerText {
    /// Its path; empty for one that is built in.
    pub path: String,
    /// Its text.
    pub source: Option<String>,
    /// The built-in one's name.
    pub builtin: Option<String>,
    /// What the built-in one compares, in a few words.
    pub rule: Option<String>,
}

/// A program with its language.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ProgramText {
    /// Its path.
    pub path: String,
    /// Its text.
    pub source: String,
    /// Its language, as people say it.
    pub language: String,
}

/// A program of the pool.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PoolProgram {
    /// Its path.
    pub name: String,
    /// Its language, as people say it.
    pub language: String,
    /// Its text; of one that is `like` another only what differs, as a unified diff.
    pub source: String,
    /// The program of the same question that it nearly equals.
    pub like: Option<String>,
    /// The largest share of the time limit that it used so far, in per cent to the nearest ten, if that is known.
    pub time_percent: Option<u64>,
    /// It is labelled right, so no valid test may fail it.
    pub is_trusted: bool,
    /// It seems to draw random numbers or to read the time, so that it may do something else in another run.
    pub is_random: bool,
}

/// What the offline engine came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SearchedText {
    /// At least so many valid inputs were tried, a power of ten.
    pub n_valid: usize,
    /// Inputs were made after the validator or a learned format: small ones in order, random ones, with values at the ends.
    pub runs_backwards: bool,
    /// Generators were called with other arguments, too.
    pub has_generators: bool,
    /// The ends of ranges that no test reaches, a sentence each.
    pub missed: Vec<String>,
}

/// A test.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TestText {
    /// Its id.
    pub id: String,
    /// Which of the problem's samples it is, from 1 on; then nothing else of it is there.
    pub sample: Option<usize>,
    /// The command that makes it.
    pub command: Option<String>,
    /// The input, where it is short or no command makes it.
    pub input: Option<String>,
}

/// A finding.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FindingText {
    /// Its code.
    pub code: String,
    /// The file.
    pub path: Option<String>,
    /// The line, from 1 on.
    pub line: Option<u32>,
    /// The words of the finding.
    pub message: String,
    /// What the reference says of its code.
    pub reference: String,
    /// What belongs to it: tokens of the input, other places, outputs.
    pub related: Vec<String>,
}

impl Values {
    /// Shows an answer to `problem_analysis` in the questions that follow (CCO-5). What nobody asked for may still help.
    pub fn set_analysis(&mut self, said: &serde_json::Value) {
        // What is empty says nothing.
        let is_said =
            |value: &serde_json::Value| !value.is_null() && value.as_array().is_none_or(|all| !all.is_empty());
        let said = said.as_object().into_iter().flatten().filter(|(_, value)| is_said(value));
        let said: serde_json::Map<_, _> = said.map(|(key, value)| (key.clone(), value.clone())).collect();
        self.is_plain = said.get("constraints").is_some_and(are_plain);
        self.constraints = said.get("constraints").map(ToString::to_string).unwrap_or_default();
        self.analysis = if said.is_empty() { String::new() } else { serde_json::Value::from(said).to_string() };
    }

    /// Says where a generator goes that is written, if there is a place; the commands are there already.
    pub(crate) fn set_new_generator(&mut self, path: Option<String>) {
        let stem = path.as_deref().and_then(|path| path.rsplit('/').next()?.split('.').next());
        let is_name =
            |word: &str| word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|one: char| !one.is_ascii_digit()));
        let is_by_position = |command: &String| {
            let mut words = command.split_whitespace();
            words.next() == stem && words.next().is_some_and(|word| !is_name(word))
        };
        self.generator_reads.called_by_position =
            self.generator.is_none() && stem.is_some() && self.commands.iter().any(is_by_position);
        self.new_generator = path;
    }

    /// Shows generators as they are in fresh values.
    pub(crate) fn renew_generators(&mut self, fresh: Values) {
        self.generator = fresh.generator;
        self.generator_reads = fresh.generator_reads;
        self.new_generator = fresh.new_generator;
        self.files = fresh.files;
    }

    /// The values that a header lists, by name.
    pub(super) fn of(&self, names: &[String]) -> Result<Value, String> {
        let all = Value::from(Serde(self));
        let mut given = BTreeMap::new();
        for name in names {
            match all.get_attr(name) {
                Ok(value) if !value.is_undefined() => drop(given.insert(name.clone(), value)),
                Ok(_) | Err(_) => return Err(format!("`{name}` in its `inputs` is nothing that there is")),
            }
        }
        Ok(Value::from_pairs(given))
    }
}

/// Whether constraints are ranges and layout alone, as far as can be told.
fn are_plain(constraints: &serde_json::Value) -> bool {
    let is_plain = |constraint: &serde_json::Value| {
        let said = |key: &str| constraint[key].as_str();
        let is_count = said("lower").is_some() && said("lower") == said("upper");
        match said("kind") {
            Some("range" | "format") => true,
            Some("relation") if is_count => true,
            Some("structure" | "relation") => said("text").is_some_and(is_freedom),
            _ => false,
        }
    };
    constraints.as_array().is_some_and(|all| all.iter().all(is_plain))
}

/// Whether a sentence says what need not hold, and nothing that must.
fn is_freedom(text: &str) -> bool {
    const FREE: [&str; 4] = ["need not", "need be neither", "arbitrary", "allowed"];
    const BOUND: [&str; 8] = ["must", "guarantee", "tree", "connected", "permutation", "not allowed", "only", "each"];
    let text = text.to_lowercase();
    FREE.iter().any(|words| text.contains(words)) && !BOUND.iter().any(|words| text.contains(words))
}
