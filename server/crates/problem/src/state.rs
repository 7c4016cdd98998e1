//! Everything known about the runs of a problem: a fold over events.
//!
//! Invariant: within a check the state changes only in [`State::apply`], but for `findings`, which no event carries. The
//! server's live view folds the same events over what was known before (`carry`), and takes the findings, or after a full
//! check everything, from the check's own state.

use std::collections::BTreeMap;

use checkers::OutcomeKind;
use serde::{Deserialize, Serialize};

use crate::{
    executor::{Blob, Exceeded},
    finding::{Finding, Severity},
    language::CppStandard,
    model::{ByCommand, ByProgram, ByTest, CommandIdx, InputSource, Problem, ProgramIdx, Test, TestIdx},
    sanitizer::SanitizerEvent,
    scoring::GroupResult,
    text::Place,
    trace::{Fail, InputPlace, NamedReads},
    verdict::Verdict,
};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum StateEvent {
    /// A program was built, or was not.
    Built {
        /// Which program.
        program: ProgramIdx,
        /// How it went.
        build: Build,
    },
    /// The package's own grader has made the results of a solution's groups.
    Graded {
        /// Which solution.
        solution: ProgramIdx,
        /// What it said.
        grades: Grades,
    },
    /// A generator command was run.
    Generated {
        /// Which command.
        command: CommandIdx,
        /// How it went.
        outcome: GeneratorRun,
    },
    /// A generator command that had ended well was run again.
    Reproduced {
        /// Which command.
        command: CommandIdx,
        /// It wrote the same bytes (CCP-3).
        same: bool,
    },
    /// The input of a test is known, or will never be.
    Input {
        /// Which test.
        test: TestIdx,
        /// The bytes as they are judged; `None` when there are none.
        input: Option<Blob>,
    },
    /// A validator looked at a test.
    Validated {
        /// Which test.
        test: TestIdx,
        /// Index into the problem's validators.
        validator: usize,
        /// What it said.
        validation: Validation,
    },
    /// The answer of a test is known, or will never be.
    Answer {
        /// Which test.
        test: TestIdx,
        /// The answer.
        answer: JuryAnswer,
    },
    /// The checker looked at the answer as if it were an output.
    AnswerChecked {
        /// Which test.
        test: TestIdx,
        /// What it said.
        check: CheckerResult,
        /// What a checker of the folder said of the output that the statement shows for this input, where it is not the answer.
        shown: Option<CheckerResult>,
    },
    /// A solution was judged on a test.
    Cell {
        /// Which solution.
        solution: ProgramIdx,
        /// Which test.
        test: TestIdx,
        /// The result.
        cell: Cell,
    },
    /// A validator test was run: what each validator said.
    ValidatorTest {
        /// Index into the problem's validator tests.
        idx: usize,
        /// One per validator that could be run.
        validations: Vec<Validation>,
    },
    /// A checker test was run.
    CheckerTest {
        /// Index into the problem's checker tests.
        idx: usize,
        /// What the checker said; `None` when it could not be asked.
        check: Option<CheckerResult>,
    },
    /// Runs with sanitizers showed something.
    Sanitized(SanitizerEvent),
    /// The time limit was found from the solutions labelled correct.
    TimeLimit {
        /// Milliseconds.
        limit_ms: u64,
    },
}

/// How a build went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Build {
    /// There is something to run.
    Ok {
        /// What to run: an executable, or the first source of an interpreted program.
        executable: Blob,
        /// The standard it was built with, for C++.
        standard: Option<CppStandard>,
        /// Warnings.
        messages: Vec<BuildMessage>,
    },
    /// The compiler refused it.
    Failed {
        /// Errors and warnings.
        messages: Vec<BuildMessage>,
    },
    /// Nothing here can build it.
    Skipped {
        /// Why, as a sentence.
        reason: String,
    },
}

/// A message of the compiler.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuildMessage {
    /// Error, or warning as [`Severity::Warning`].
    pub severity: Severity,
    /// Where in the folder; `None` when it is nowhere in it.
    pub place: Option<Place>,
    /// The compiler's words.
    pub text: String,
    /// Notes and the header that an error is really in.
    pub related: Vec<(Place, String)>,
}

/// How a generator command went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GeneratorRun {
    /// It wrote something.
    Ok {
        /// Its standard output, or the file that takes its place.
        stdout: Blob,
        /// The files it wrote that tests ask for.
        files: Vec<(String, Blob)>,
    },
    /// It failed, as the sentence says.
    Failed {
        /// What happened.
        message: String,
        /// It ran into its time limit.
        timed_out: bool,
        /// It would fail the next time too.
        lasting: bool,
        /// What the program that failed says of where it did.
        failure: Option<Box<Fail>>,
    },
}

/// What a validator said about an input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// Whether it accepts the input.
    pub ok: bool,
    /// Its words, trimmed.
    pub message: String,
    /// It neither accepted nor rejected: it crashed, hung or gave an exit code that means nothing.
    pub broken: bool,
    /// What a rejecting validator says of the call and the place in the input that decided.
    pub failure: Option<Box<Fail>>,
    /// What its reads came to, where it accepts the input and tells of them.
    pub reads: Option<Vec<NamedReads>>,
}

impl Validation {
    /// The place in the input that was being read when the validator rejected it.
    pub fn read_at(&self) -> Option<&InputPlace> {
        self.failure.as_ref().filter(|failure| failure.wanted.is_some())?.in_input()
    }

    /// The 0-based line of the input that decided.
    pub fn line(&self) -> Option<u32> {
        self.read_at().and_then(|place| place.line?.checked_sub(1)).or_else(|| self.line_in_message())
    }

    /// The 0-based line of the input that a testlib message names.
    fn line_in_message(&self) -> Option<u32> {
        let after = self.message.rsplit("line ").next().filter(|after| after.len() < self.message.len())?;
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()?.checked_sub(1)
    }
}

/// What is known of a test's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum JuryAnswer {
    /// The answer.
    Known(Blob),
    /// The problem needs none here: the interactor decides alone.
    NotNeeded,
    /// The answer file cannot be read, or the main solution failed to make it.
    Missing,
}

/// What the checker said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckerResult {
    /// The verdict it amounts to.
    pub kind: OutcomeKind,
    /// Its words, trimmed.
    pub message: String,
    /// The whole words that it left for judges, the first 4096 bytes, where they are more than the message.
    pub told: Option<Box<str>>,
    /// Points, if it gave some.
    pub points: Option<f64>,
    /// The share of what the test is worth, if it gave one instead.
    pub share: Option<f64>,
    /// It crashed or gave an exit code that means nothing.
    pub crashed: bool,
    /// What a failing checker says of the call that decided.
    pub failure: Option<Box<Fail>>,
}

impl CheckerResult {
    /// An outcome in words, and nothing more.
    pub fn of(kind: OutcomeKind, message: impl Into<String>) -> CheckerResult {
        CheckerResult {
            kind,
            message: message.into(),
            told: None,
            points: None,
            share: None,
            crashed: false,
            failure: None,
        }
    }
}

/// One solution on one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The verdict.
    pub verdict: Verdict,
    /// CPU time, microseconds.
    pub cpu_us: u64,
    /// Wall-clock time without what it waited for a core, microseconds.
    pub wall_us: u64,
    /// Peak memory, kibibytes.
    pub memory_kb: u64,
    /// The checker's or interactor's words, or what the program ended with.
    pub message: String,
    /// The whole words of what judged the output, where they are more than the message.
    pub told: Option<Box<str>>,
    /// Points.
    pub points: Option<f64>,
    /// The share of what the test is worth, where the checker gave one instead of points.
    pub share: Option<f64>,
    /// Which limit it ran into.
    pub exceeded: Option<Exceeded>,
    /// A verdict of FAIL is the interactor's, not the checker's.
    pub interactor_failed: bool,
    /// For people, never to be judged: what the solution wrote, or with an interactor the beginning of what both wrote.
    pub output: Option<Blob>,
    /// For people, too: what the solution wrote to standard error, where it wrote anything.
    pub stderr: Option<Box<Blob>>,
    /// The CPU time lies so close to the limit that the verdict says little: within a tenth of a stated limit, up to the
    /// safety margin above one that was found.
    pub borderline: bool,
    /// It ran and was not measured: the machine was too busy, or a cap below the limit was reached. The verdict is
    /// [`Verdict::Sk`] then, unless an interactor that ended first objected.
    pub unmeasured: bool,
    /// Two runs ended well and wrote different outputs.
    pub flaky: bool,
    /// What a failing checker says of the call that decided.
    pub failure: Option<Box<Fail>>,
}

/// What is known of a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestState {
    /// Unknown yet, absent for good, or the bytes.
    pub input: Option<Option<Blob>>,
    /// One entry per validator of the problem.
    pub validations: Vec<Option<Validation>>,
    /// The answer.
    pub answer: Option<JuryAnswer>,
    /// The checker on the answer itself.
    pub answer_check: Option<CheckerResult>,
    /// A checker of the folder on the output that the statement shows, where it is not the answer.
    pub shown_check: Option<CheckerResult>,
}

impl TestState {
    /// The input's bytes, once known.
    pub fn input_blob(&self) -> Option<Blob> {
        self.input.flatten()
    }

    /// The bytes of its answer, where there is one and it was found.
    pub fn known_answer(&self) -> Option<Blob> {
        match self.answer {
            Some(JuryAnswer::Known(blob)) => Some(blob),
            Some(JuryAnswer::NotNeeded | JuryAnswer::Missing) | None => None,
        }
    }

    /// Nothing speaks against the test: its input is not known to be missing, and no validator that has run rejected it or
    /// broke on it. Without validators every test is valid.
    pub fn is_valid(&self) -> bool {
        self.input != Some(None) && self.validations.iter().flatten().all(|validation| validation.ok)
    }
}

/// What the package's own grader said of one solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grades {
    /// By group, as an index into those of the problem's scoring.
    pub results: BTreeMap<usize, GroupResult>,
    /// How it broke, where it did.
    pub failure: Option<String>,
}

/// The state of a whole problem.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What came of each program.
    pub builds: ByProgram<Option<Build>>,
    /// What came of each command.
    pub generations: ByCommand<Option<GeneratorRun>>,
    /// Whether a second run of a command wrote the same.
    pub reproduced: ByCommand<Option<bool>>,
    /// What is known of each test.
    pub tests: ByTest<TestState>,
    /// What each solution got on each test. Rows of programs that are not judged are empty, also those of solutions that are
    /// labelled not to be run: [`State::cell`] asks for any.
    pub cells: ByProgram<ByTest<Option<Cell>>>,
    /// What the package's own grader said of each solution.
    pub grades: ByProgram<Option<Grades>>,
    /// By validator test.
    pub validator_tests: Vec<Option<Vec<Validation>>>,
    /// By checker test; the inner `None` means it could not be asked.
    pub checker_tests: Vec<Option<Option<CheckerResult>>>,
    /// The time limit in force, milliseconds; `None` while it is not found.
    pub time_limit_ms: Option<u64>,
    /// What runs with sanitizers showed, where they were asked for.
    pub sanitized: Vec<SanitizerEvent>,
    /// Findings of the run itself, such as a limit that is above what runs get.
    pub findings: Vec<Finding>,
}

impl State {
    /// Nothing has happened yet.
    pub fn new(problem: &Problem) -> State {
        let n_tests = problem.tests.len();
        let test = TestState { validations: vec![None; problem.validators.len()], ..TestState::default() };
        State {
            builds: vec![None; problem.programs.len()].into(),
            generations: vec![None; problem.commands.len()].into(),
            reproduced: vec![None; problem.commands.len()].into(),
            tests: vec![test; n_tests].into(),
            cells: problem
                .programs
                .iter()
                .map(|program| if program.is_judged_solution() { vec![None; n_tests].into() } else { ByTest::new() })
                .collect(),
            grades: vec![None; problem.programs.len()].into(),
            validator_tests: vec![None; problem.validator_tests.len()],
            checker_tests: vec![None; problem.checker_tests.len()],
            time_limit_ms: problem.limits.time.fixed_ms(),
            sanitized: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Folds one event in.
    pub fn apply(&mut self, event: StateEvent) {
        match event {
            StateEvent::Built { program, build } => self.builds[program] = Some(build),
            StateEvent::Generated { command, outcome } => self.generations[command] = Some(outcome),
            StateEvent::Reproduced { command, same } => self.reproduced[command] = Some(same),
            StateEvent::Input { test, input } => self.tests[test].input = Some(input),
            StateEvent::Validated { test, validator, validation } => {
                self.tests[test].validations[validator] = Some(validation);
            }
            StateEvent::Answer { test, answer } => self.tests[test].answer = Some(answer),
            StateEvent::AnswerChecked { test, check, shown } => {
                (self.tests[test].answer_check, self.tests[test].shown_check) = (Some(check), shown);
            }
            StateEvent::Cell { solution, test, cell } => {
                self.cells[solution][test] = Some(cell);
                // What was made of the cells before is not made of these.
                self.grades[solution] = None;
            }
            StateEvent::Graded { solution, grades } => self.grades[solution] = Some(grades),
            StateEvent::ValidatorTest { idx, validations } => self.validator_tests[idx] = Some(validations),
            StateEvent::CheckerTest { idx, check } => self.checker_tests[idx] = Some(check),
            StateEvent::Sanitized(event) => self.sanitized.push(event),
            StateEvent::TimeLimit { limit_ms } => self.time_limit_ms = Some(limit_ms),
        }
    }

    /// The cell of a solution on a test, if it was run.
    pub fn cell(&self, solution: ProgramIdx, test: TestIdx) -> Option<&Cell> {
        self.cells.get(solution)?.get(test)?.as_ref()
    }

    /// Whether a program can be run.
    pub fn is_built(&self, program: ProgramIdx) -> bool {
        matches!(self.builds[program], Some(Build::Ok { .. }))
    }

    /// Whether it is settled that a program cannot be run.
    pub fn is_unbuildable(&self, program: ProgramIdx) -> bool {
        matches!(self.builds[program], Some(Build::Failed { .. } | Build::Skipped { .. }))
    }

    /// The input that a finished command left for a test; `None` when it left none.
    pub fn generated_input(&self, source: &InputSource) -> Option<Blob> {
        match source {
            InputSource::File(_) | InputSource::Inline(_) => None,
            InputSource::Stdout(command) => match self.generations[*command].as_ref()? {
                GeneratorRun::Ok { stdout, .. } => Some(*stdout),
                GeneratorRun::Failed { .. } => None,
            },
            InputSource::Written { command, file } => match self.generations[*command].as_ref()? {
                GeneratorRun::Ok { files, .. } => files.iter().find(|(name, _)| name == file).map(|(_, blob)| *blob),
                GeneratorRun::Failed { .. } => None,
            },
        }
    }

    /// Whether the answer of a test is at hand without the main solution: a file, a text, or what a command has written.
    pub fn has_given_answer(&self, test: &Test) -> bool {
        test.answer.is_some()
            || test.rule_answer().is_some_and(|source| match source {
                InputSource::File(_) | InputSource::Inline(_) => true,
                InputSource::Stdout(_) | InputSource::Written { .. } => self.generated_input(source).is_some(),
            })
    }

    /// The first earlier test with the same input, for every test.
    pub fn duplicates(&self) -> ByTest<Option<TestIdx>> {
        let mut first = std::collections::HashMap::new();
        let of_test = self.tests.iter_enumerated().map(|(idx, test)| {
            let blob = test.input_blob()?;
            let earliest = *first.entry(blob.digest).or_insert(idx);
            (earliest != idx).then_some(earliest)
        });
        of_test.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_of_a_testlib_message() {
        let line = |message: &str| Validation { message: message.to_owned(), ..Validation::default() }.line();
        assert_eq!(line("FAIL Expected EOLN (stdin, line 3)"), Some(2));
        assert_eq!(
            line("FAIL Integer parameter [name=n] equals to 0, violates the range [1, 5] (stdin, line 12)"),
            Some(11)
        );
        assert_eq!(line("FAIL no such place"), None);
        assert_eq!(line("the line is long"), None);
    }
}
