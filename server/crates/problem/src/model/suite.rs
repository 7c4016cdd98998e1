//! Commands, tests, and inputs and outputs of which it is known what to say.

use std::{collections::BTreeMap, sync::Arc};

use super::{CommandIdx, LanguageLimits, ProgramIdx};
use crate::{digest::Digest, path::RelPath, text::Place, verdict::VerdictSet};

/// One command of the test script.
#[derive(Clone, Debug, PartialEq)]
pub struct GenCommand {
    /// The command as people write it, without the redirect.
    pub text: String,
    /// Programs joined by pipes, at least one.
    pub pipeline: Vec<GenCall>,
    /// Where it is written.
    pub place: Option<Place>,
    /// Set for commands that run as rules of `generators.yaml` do.
    pub rule: Option<RuleRun>,
    /// Nothing but what it makes tells which tests there are: all files that it leaves count, and the readers learn their
    /// names from [`Folder::seen_run`](crate::folder::Folder::seen_run).
    pub lists_tests: bool,
}

/// The file that a command of `generators.yaml` may write in place of its standard output.
pub const RULE_INPUT: &str = "testcase.in";
/// The file with the answer that a command of `generators.yaml` may write.
pub const RULE_ANSWER: &str = "testcase.ans";
/// The file with an output to judge that a command of `generators.yaml` may write.
pub const RULE_OUTPUT: &str = "testcase.out";

/// How a command of `generators.yaml` runs: a file `testcase.in` that it writes takes the place of its standard output, one
/// of the two must not be empty, and a failure may be followed by another attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleRun {
    /// The arguments of further attempts, each made when all before it have failed.
    pub retries: Vec<Vec<String>>,
    /// The argument that a seed was put into, where there is one.
    pub seed_at: Option<usize>,
}

/// A call of one program in a command.
#[derive(Clone, Debug, PartialEq)]
pub struct GenCall {
    /// The name as written.
    pub name: String,
    /// The program of that name; `None` when the folder has none.
    pub program: Option<ProgramIdx>,
    /// The arguments.
    pub args: Vec<String>,
}

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The stable id of the report.
    pub id: String,
    /// The name people use, `secret/group1/03`; the id where there is no other.
    pub name: String,
    /// The testset; `tests` where the format has none.
    pub testset: String,
    /// The group.
    pub group: Option<String>,
    /// Further groups that it counts in, where groups include others.
    pub further_groups: Vec<String>,
    /// Points for this test.
    pub points: Option<f64>,
    /// Whether it is shown to contestants.
    pub sample: bool,
    /// Where the input comes from.
    pub input: InputSource,
    /// The answer file, if the folder has one; else the main solution makes the answer.
    pub answer: Option<RelPath>,
    /// Extra arguments for the validators on this test.
    pub validator_args: ValidatorArgs,
    /// Extra arguments or flags for the checker on this test.
    pub checker_args: Vec<String>,
    /// Arguments for the solutions on this test; validators get them behind their own.
    pub solution_args: Vec<String>,
    /// Files that solutions and validators find in their working directory, by their names there.
    pub given_files: BTreeMap<String, RelPath>,
    /// Limits for solutions on this test, where they differ from those of the problem.
    pub limits: LanguageLimits,
    /// Where the test is declared: a line of the script or the manifest.
    pub place: Option<Place>,
    /// The rule of `generators.yaml` that makes it, also where its files lie in the folder.
    pub rule: Option<Arc<TestRule>>,
    /// What stands around the input, whatever makes it.
    pub frame: Option<Arc<InputFrame>>,
    /// What the folder records of its files, as they were when somebody made them.
    pub recorded: Option<Arc<Recorded>>,
}

/// Files of the folder that stand at the beginning and at the end of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputFrame {
    /// At the beginning.
    pub header: Option<RelPath>,
    /// At the end.
    pub footer: Option<RelPath>,
}

impl InputFrame {
    /// Both of them.
    pub fn files(&self) -> impl Iterator<Item = &RelPath> {
        self.header.iter().chain(&self.footer)
    }
}

/// The digests of a test's files, each with the place that states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Of the input.
    pub input: Option<(Digest, Place)>,
    /// Of the answer.
    pub answer: Option<(Digest, Place)>,
}

/// What a rule of `generators.yaml` says of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestRule {
    /// What it makes the input of.
    pub input: InputSource,
    /// What it makes the answer of; `None` where that is left to a solution. A command may write one, or not.
    pub answer: Option<InputSource>,
    /// Who makes the answer where nothing else gives it.
    pub answers_by: AnswerMaker,
    /// What it makes the output of, of a test of the output validator.
    pub output: Option<InputSource>,
    /// What the test must contain.
    pub patterns: Vec<RulePattern>,
    /// Its line.
    pub place: Place,
}

/// Which solution makes an answer that nothing else gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AnswerMaker {
    /// The main one.
    #[default]
    Main,
    /// The one of this path.
    Solution(RelPath),
    /// None: the answer has to be given.
    Nobody,
}

/// A regular expression that a file of a test must contain a match of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulePattern {
    /// The expression as written.
    pub text: String,
    /// It is about the answer, not the input.
    pub of_answer: bool,
    /// Where it is written.
    pub place: Place,
}

impl Test {
    /// A test of the default testset with nothing special about it.
    pub fn new(id: impl Into<String>, input: InputSource) -> Test {
        let id = id.into();
        Test {
            name: id.clone(),
            id,
            testset: "tests".to_owned(),
            group: None,
            further_groups: Vec::new(),
            points: None,
            sample: false,
            input,
            answer: None,
            validator_args: ValidatorArgs::default(),
            checker_args: Vec::new(),
            solution_args: Vec::new(),
            given_files: BTreeMap::new(),
            limits: LanguageLimits::default(),
            place: None,
            rule: None,
            frame: None,
            recorded: None,
        }
    }

    /// The groups that it counts in.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.group.iter().chain(&self.further_groups).map(String::as_str)
    }

    /// The command that makes the input, or would make it if its file did not lie in the folder.
    pub fn command(&self) -> Option<CommandIdx> {
        self.input.command().or_else(|| self.rule.as_ref()?.input.command())
    }

    /// Where a rule takes the answer from, for a test without an answer file. What a command writes for an answer belongs
    /// to the input that it makes.
    pub fn rule_answer(&self) -> Option<&InputSource> {
        let source = self.rule.as_ref().filter(|_| self.answer.is_none())?.answer.as_ref()?;
        (source.command().is_none() || source.command() == self.input.command()).then_some(source)
    }
}

/// Extra arguments for the validators of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValidatorArgs {
    /// The same for all of them.
    All(Vec<String>),
    /// For each of them, in the order of [`Problem::validators`].
    Each(Vec<Vec<String>>),
    /// For some of them, by their index there; the others are not asked.
    Only(BTreeMap<usize, Vec<String>>),
}

impl Default for ValidatorArgs {
    fn default() -> ValidatorArgs {
        ValidatorArgs::All(Vec::new())
    }
}

impl ValidatorArgs {
    /// Those for a validator, by its index.
    pub fn of(&self, validator: usize) -> &[String] {
        match self {
            ValidatorArgs::All(words) => words,
            ValidatorArgs::Each(lists) => lists.get(validator).map_or(&[], Vec::as_slice),
            ValidatorArgs::Only(lists) => lists.get(&validator).map_or(&[], Vec::as_slice),
        }
    }

    /// Whether a validator, by its index, is asked.
    pub fn asks(&self, validator: usize) -> bool {
        match self {
            ValidatorArgs::All(_) | ValidatorArgs::Each(_) => true,
            ValidatorArgs::Only(lists) => lists.contains_key(&validator),
        }
    }
}

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum InputSource {
    /// A file of the folder.
    File(RelPath),
    /// What a command prints.
    Stdout(CommandIdx),
    /// A file that a command writes into its working directory.
    Written {
        /// The command.
        command: CommandIdx,
        /// The file's name, such as `7`.
        file: String,
    },
    /// A text that is written where the test is declared.
    Inline(Arc<str>),
}

impl InputSource {
    /// The command that makes it.
    pub fn command(&self) -> Option<CommandIdx> {
        match self {
            InputSource::File(_) | InputSource::Inline(_) => None,
            InputSource::Stdout(command) | InputSource::Written { command, .. } => Some(*command),
        }
    }
}

/// An input with a known answer to "is it valid?".
#[derive(Clone, Debug, PartialEq)]
pub struct ValidatorTest {
    /// The input.
    pub input: RelPath,
    /// What it is made of where no such file lies in the folder.
    pub made: Option<InputSource>,
    /// The wanted answer.
    pub valid: bool,
    /// The testset to pass; `tests` where the format has none.
    pub testset: String,
    /// The group to pass.
    pub group: Option<String>,
    /// Extra arguments for the validators.
    pub validator_args: ValidatorArgs,
    /// Where the wanted answer is written.
    pub place: Option<Place>,
}

/// What the files of an output with a known verdict are made of.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeFiles {
    /// The input.
    pub input: InputSource,
    /// The output.
    pub output: InputSource,
    /// The answer.
    pub answer: InputSource,
}

impl MadeFiles {
    /// The commands that make some of them.
    pub fn commands(&self) -> impl Iterator<Item = CommandIdx> {
        [&self.input, &self.output, &self.answer].into_iter().filter_map(InputSource::command)
    }
}

/// An output with a known verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckerTest {
    /// The input.
    pub input: RelPath,
    /// The output to judge.
    pub output: RelPath,
    /// The answer to judge it against.
    pub answer: RelPath,
    /// The verdicts that would be right.
    pub wanted: VerdictSet,
    /// Extra arguments or flags for the checker.
    pub checker_args: Vec<String>,
    /// The output is an answer, which the validators of answers look at first.
    pub is_answer: bool,
    /// What its files are made of, where not all of them lie in the folder.
    pub made: Option<Box<MadeFiles>>,
    /// Where the wanted verdict is written.
    pub place: Option<Place>,
}
