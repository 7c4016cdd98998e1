//! A problem as the readers of all formats describe it.
//!
//! Invariant: indices (`ProgramIdx`, `CommandIdx`, `TestIdx`) point into the vectors of the same [`Problem`].

use std::{collections::BTreeMap, num::NonZeroUsize};

use checkers::{Standard, kattis::KattisFlags};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod bare;
mod limits;
mod suite;

pub use self::limits::{LanguageLimits, Limits, TimeLimit};
pub use self::suite::{
    AnswerMaker, CheckerTest, GenCall, GenCommand, InputFrame, InputSource, MadeFiles, RULE_ANSWER, RULE_INPUT,
    RULE_OUTPUT, Recorded, RulePattern, RuleRun, Test, TestRule, ValidatorArgs, ValidatorTest,
};
pub use crate::index::{ByCommand, ByProgram, ByTest, CommandIdx, ProgramIdx, TestIdx};
use crate::{
    constants::Constants,
    facts::Register,
    finding::Finding,
    label::{Label, LabelWord, Pool},
    language::{CppStandard, Language},
    path::RelPath,
    scoring::Scoring,
};

/// A problem folder, understood.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The problem's short name.
    pub name: String,
    /// Which format the folder follows.
    pub format: Format,
    /// The manifest that describes it, where there is one.
    pub manifest: Option<RelPath>,
    /// Time, memory and output limits.
    pub limits: Limits,
    /// Every program, in path order; solutions among them.
    pub programs: ByProgram<Program>,
    /// The main solution, which makes the answers.
    pub main: Option<ProgramIdx>,
    /// What decides whether an output is right.
    pub checker: Checker,
    /// Further programs that an output has to satisfy, each with the checker's arguments.
    pub further_checkers: Vec<Validator>,
    /// Programs that decide whether an answer is well formed, with the input at hand.
    pub answer_validators: Vec<Validator>,
    /// The folder's own source of a standard checker, which is not used as long as it judges as the built-in one does.
    pub standard_source: Option<RelPath>,
    /// The program that talks to the solutions, in interactive problems.
    pub interactor: Option<Interactor>,
    /// The package's own program that makes the results of groups, where one asks for it.
    pub grader: Option<ProgramIdx>,
    /// Programs that decide whether an input is valid; all must agree.
    pub validators: Vec<Validator>,
    /// Generator commands in script order.
    pub commands: ByCommand<GenCommand>,
    /// Tests in judging order.
    pub tests: ByTest<Test>,
    /// Groups of tests and the rules of their scores; `None` where there are neither.
    pub scoring: Option<Scoring>,
    /// Inputs with a known answer to "is it valid?".
    pub validator_tests: Vec<ValidatorTest>,
    /// Outputs with a known verdict.
    pub checker_tests: Vec<CheckerTest>,
    /// How a solution gets its input and gives its output.
    pub io: SolutionIo,
    /// How often a solution may be run on one test at most, each time on what the checker wrote for it; `None` where it is
    /// run once.
    pub passes: Option<u32>,
    /// What happens to CRLF line ends of inputs before they are used.
    pub line_ends: LineEnds,
    /// Extra directories for `#include`, inside the folder.
    pub include_dirs: Vec<RelPath>,
    /// Macros defined for every compile, `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Values that stand as `{{name}}` in the statement and in sources.
    pub constants: Constants,
    /// What the readers found wrong.
    pub findings: Vec<Finding>,
}

impl Problem {
    /// The solutions, in path order.
    pub fn solutions(&self) -> impl Iterator<Item = (ProgramIdx, &Program)> {
        self.programs.iter_enumerated().filter(|(_, program)| program.role == Role::Solution)
    }

    /// The program of a path.
    pub fn program_at(&self, path: &RelPath) -> Option<ProgramIdx> {
        self.programs.position(|program| &program.path == path || program.sources.contains(path))
    }

    /// The solution that makes the answer of a test where nothing else gives it: the main one, unless a rule says otherwise.
    pub fn answer_maker(&self, test: TestIdx) -> Option<ProgramIdx> {
        match self.tests[test].rule.as_ref().map(|rule| &rule.answers_by) {
            None | Some(AnswerMaker::Main) => self.main,
            Some(AnswerMaker::Solution(path)) => {
                self.programs.position(|program| &program.path == path && program.role == Role::Solution)
            }
            Some(AnswerMaker::Nobody) => None,
        }
    }

    /// The commands that have to be run before it is known which tests there are.
    pub fn listing_commands(&self) -> impl Iterator<Item = CommandIdx> {
        self.commands.iter_enumerated().filter(|(_, command)| command.lists_tests).map(|(idx, _)| idx)
    }

    /// Generators by the name that a script calls them by: the stem of the file, or the name of the directory.
    pub fn generators_by_name(&self) -> BTreeMap<&str, ProgramIdx> {
        let generators = self.programs.iter_enumerated().filter(|(_, program)| program.role == Role::Generator);
        generators.map(|(idx, program)| (program.name(), idx)).collect()
    }
}

/// The folder formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Files with telling names, no manifest needed.
    Plain,
    /// A Polygon package.
    Polygon,
    /// An ICPC or Kattis problem package.
    Icpc,
    /// A folder of library-checker.
    #[serde(rename = "library-checker")]
    LibraryChecker,
    /// A folder of tps, the task preparation system.
    Tps,
    /// A problem of Hydro: `config.yaml` and test data.
    Hydro,
    /// A package of sinol-make and SIO2.
    Sinol,
    /// A package of rbx.
    Rbx,
    /// A task of task-maker, in the format that CMS imports.
    #[serde(rename = "task-maker")]
    TaskMaker,
}

impl Format {
    /// The report's word.
    pub fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Polygon => "polygon",
            Format::Icpc => "icpc",
            Format::LibraryChecker => "library-checker",
            Format::Tps => "tps",
            Format::Hydro => "hydro",
            Format::Sinol => "sinol",
            Format::Rbx => "rbx",
            Format::TaskMaker => "task-maker",
        }
    }

    /// Whether its folders say how much memory a solution may have.
    pub fn has_memory_limit(self) -> bool {
        self != Format::LibraryChecker
    }
}

/// What a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Makes test inputs.
    Generator,
    /// Decides whether an input is valid.
    Validator,
    /// Decides whether an output is right.
    Checker,
    /// Talks to the solution.
    Interactor,
    /// Makes the results of groups from those of their parts.
    Grader,
    /// Solves the problem, or claims to.
    Solution,
}

impl Role {
    /// What a program is that calls one of testlib's register functions; `None` for scorers, which play no part here.
    pub fn of_register(register: Register) -> Option<Role> {
        match register {
            Register::Generator => Some(Role::Generator),
            Register::Validator => Some(Role::Validator),
            Register::Checker => Some(Role::Checker),
            Register::Interactor => Some(Role::Interactor),
            Register::Scorer => None,
        }
    }

    /// What a program of this role registers as; `None` for those that testlib knows nothing of.
    pub fn register(self) -> Option<Register> {
        match self {
            Role::Generator => Some(Register::Generator),
            Role::Validator => Some(Register::Validator),
            Role::Checker => Some(Register::Checker),
            Role::Interactor => Some(Register::Interactor),
            Role::Grader | Role::Solution => None,
        }
    }

    /// The report's word.
    pub fn name(self) -> &'static str {
        match self {
            Role::Generator => "generator",
            Role::Validator => "validator",
            Role::Checker => "checker",
            Role::Interactor => "interactor",
            Role::Grader => "grader",
            Role::Solution => "solution",
        }
    }

    /// The word with its article, for sentences.
    pub fn with_article(self) -> &'static str {
        match self {
            Role::Generator => "a generator",
            Role::Validator => "a validator",
            Role::Checker => "a checker",
            Role::Interactor => "an interactor",
            Role::Grader => "a grader",
            Role::Solution => "a solution",
        }
    }
}

/// A program of the folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The source file, or the directory of a program with several.
    pub path: RelPath,
    /// The files to compile or, for Python, the one to run first; never empty.
    pub sources: Vec<RelPath>,
    /// What it is for.
    pub role: Role,
    /// Why that role: "calls registerGen", "listed in problem.xml", "in the folder sols".
    pub reason: String,
    /// The language it is written in.
    pub language: Language,
    /// The C++ standard its manifest declares.
    pub standard: Option<CppStandard>,
    /// What a solution is expected to do; `None` for other roles and for solutions without a label.
    pub label: Option<Label>,
    /// Arguments of all its runs, before those of a call.
    pub args: Vec<String>,
    /// Files of the folder that lie in its working directory, under their own names.
    pub beside: Vec<RelPath>,
    /// Whether the reader of the folder has it not run, and has said why.
    pub is_stopped: bool,
}

/// What graders of CMS and tps in Python are called; where solutions talk to a manager they are stubs.
pub const PYTHON_GRADERS: [&str; 2] = ["grader.py", "stub.py"];

impl Program {
    /// A program of one source file.
    pub fn of_file(path: RelPath, role: Role, language: Language, reason: impl Into<String>) -> Program {
        Program {
            sources: vec![path.clone()],
            path,
            role,
            reason: reason.into(),
            language,
            standard: None,
            label: None,
            args: Vec::new(),
            beside: Vec::new(),
            is_stopped: false,
        }
    }

    /// Which of some directories is the nearest: of those that hold a testlib.h of the folder's own, the one that it is built
    /// with.
    pub fn nearest_of(&self, directories: impl IntoIterator<Item = RelPath>) -> Option<RelPath> {
        let near = self.path.parent();
        directories.into_iter().min_by_key(|directory| {
            let shared = directory.parts().zip(near.parts()).take_while(|(one, other)| one == other).count();
            (directory.parts().count() + near.parts().count() - 2 * shared, directory.clone())
        })
    }

    /// Has it not run, whatever is expected of it; who calls this also says why in a finding.
    pub fn stop(&mut self, why: &str) {
        self.is_stopped = true;
        self.label.get_or_insert_with(|| Label::of(LabelWord::DoNotRun, why)).run = false;
    }

    /// Whether it is a solution that is to be judged.
    pub fn is_judged_solution(&self) -> bool {
        self.role == Role::Solution && self.label.as_ref().is_none_or(|label| label.run)
    }

    /// The pool its label puts it in.
    pub fn pool(&self) -> Option<Pool> {
        self.label.as_ref().and_then(Label::pool)
    }

    /// The further sources of a program in Python that import it and are started in its place: they are no files of its own, and
    /// none that every program includes.
    pub fn python_graders(&self) -> impl Iterator<Item = &RelPath> {
        let is_one = |path: &&RelPath| {
            let is_shared = path.is_below(&self.path) || path.parts().next() == Some("include");
            self.language == Language::Python && !is_shared && PYTHON_GRADERS.contains(&path.file_name())
        };
        self.sources.iter().skip(1).filter(is_one)
    }

    /// The name scripts and people call it by: the file's stem, or the directory's name.
    pub fn name(&self) -> &str {
        if self.sources.first() == Some(&self.path) { self.path.stem() } else { self.path.file_name() }
    }
}

/// What decides whether an output is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Checker {
    /// Which.
    pub kind: CheckerKind,
    /// Why that one.
    pub reason: String,
}

/// The kinds of checkers.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckerKind {
    /// One of testlib's standard checkers, decided in-process.
    Standard(Standard),
    /// The default comparison of Kattis packages, decided in-process.
    KattisDefault(KattisFlags),
    /// The interactor's word is final.
    Interactor,
    /// A program of the folder.
    Program {
        /// Which program.
        program: ProgramIdx,
        /// How it is called and answers.
        protocol: Protocol,
    },
}

/// How checkers, validators and interactors are called and answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// testlib's arguments and exit codes; for other programs 0 is yes and the rest is no.
    Testlib,
    /// Kattis: 42 is yes, 43 is no, the rest is a failure of the judge.
    Kattis,
    /// tps and CMS: a checker gets the answer before the output, and prints which share of the points it gives. So does an
    /// interactor, which is a manager: it has the input on its standard input, and its arguments name pipes. Validators are
    /// called as testlib's.
    Cms,
    /// SIO2: testlib's order of arguments; the checker prints `OK` or `WRONG`, a comment, and the share in percent, each on a
    /// line of its own, and an exit code above 2 is a failure of the judge.
    Sinol,
}

/// The program that talks to the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interactor {
    /// Which program.
    pub program: ProgramIdx,
    /// How it is called and answers.
    pub protocol: Protocol,
}

/// A program that decides whether something is valid: an input, where nothing else is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Validator {
    /// Which program.
    pub program: ProgramIdx,
    /// How it answers.
    pub protocol: Protocol,
    /// Whether it takes `--testset` and `--group`: only `registerValidation(argc, argv)` does.
    pub takes_options: bool,
    /// How it gets what it is asked about.
    pub input: ValidatorInput,
}

impl Validator {
    /// One that reads its standard input and is called without options.
    pub fn of_stdin(program: ProgramIdx, protocol: Protocol) -> Validator {
        Validator { program, protocol, takes_options: false, input: ValidatorInput::Stdin }
    }
}

/// How a validator gets what it is asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ValidatorInput {
    /// On its standard input.
    #[default]
    Stdin,
    /// In a file of its working directory; its standard input is empty.
    File {
        /// The file's name there, which stands among the arguments.
        name: String,
        /// Its arguments on an input that states none.
        usual_args: Vec<String>,
    },
}

impl ValidatorInput {
    /// What task-maker calls the file that a validator is asked about.
    pub const FILE_OF_TASK_MAKER: &str = "tm_validation_file";

    /// As validators of task-maker get it; on an input that states no arguments they are asked as in a subtask, numbered from 1.
    pub fn of_task_maker(subtask: usize) -> ValidatorInput {
        let name = ValidatorInput::FILE_OF_TASK_MAKER.to_owned();
        ValidatorInput::File { usual_args: vec![name.clone(), subtask.to_string()], name }
    }

    /// The arguments of a call, with those that a test states.
    pub fn args(&self, stated: &[String]) -> Vec<String> {
        match self {
            ValidatorInput::File { usual_args, .. } if stated.is_empty() => usual_args.clone(),
            ValidatorInput::File { .. } | ValidatorInput::Stdin => stated.to_vec(),
        }
    }

    /// The name of the file; `None` where it is the standard input.
    pub fn file(&self) -> Option<&str> {
        match self {
            ValidatorInput::Stdin => None,
            ValidatorInput::File { name, .. } => Some(name),
        }
    }
}

/// How a solution gets its input and gives its output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolutionIo {
    /// Read from this file instead of standard input.
    pub input_file: Option<String>,
    /// Written to this file instead of standard output.
    pub output_file: Option<String>,
    /// With an interactor: its arguments name the pipes that it reads from and writes to, and its standard input is empty.
    pub by_named_pipes: bool,
    /// With a manager: how many processes of a solution talk to it at once, if they are several. Each has its number, from 0,
    /// as its last argument.
    pub processes: Option<NonZeroUsize>,
    /// Whether the time limit is for each of those processes by itself, rather than for all together.
    pub time_for_each: bool,
    /// The name by which a grader in Python imports a solution: the task's own, whatever settings call the problem.
    pub module: Option<String>,
}

/// What happens to CRLF line ends of inputs before they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnds {
    /// Bytes stay as they are.
    Keep,
    /// CRLF becomes LF: packages exported for Windows.
    ToLf,
}
