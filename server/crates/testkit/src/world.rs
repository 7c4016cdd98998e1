//! A world in which every job ends in a way that a test chooses, for tests of the plan.

use std::collections::BTreeSet;

use problem::{
    executor::Blob,
    model::{ByCommand, CommandIdx, InputSource, Problem, ProgramIdx, TestIdx},
    plan::{Job, MadeByCommand, Unlocked, made_by_commands, plan, ready_on, unlocked_by},
    request::CheckRequest,
    state::{Build, Cell, CheckerResult, GeneratorRun, Grades, JuryAnswer, State, StateEvent, Validation},
    verdict::Verdict,
};

/// How the jobs of a world end.
pub struct World<'a> {
    /// Whether a program builds.
    pub builds: &'a dyn Fn(ProgramIdx) -> bool,
    /// Whether a command writes an input.
    pub generates: &'a dyn Fn(CommandIdx) -> bool,
    /// Whether validators accept a test.
    pub accepts: &'a dyn Fn(TestIdx) -> bool,
    /// Whether the answer of a test can be made.
    pub answers: &'a dyn Fn(TestIdx) -> bool,
    /// The verdict of a solution on a test.
    pub judges: &'a dyn Fn(ProgramIdx, TestIdx) -> Verdict,
    /// Which of the ready jobs ends next.
    pub next: &'a mut dyn FnMut(usize) -> usize,
}

/// Does jobs one by one until the plan names none, and returns them in the order they were done.
///
/// # Panics
/// When the plan names a job that was done before, since it would go on for ever, and when what jobs are said to open is
/// not what the whole plan has anew.
pub fn live(problem: &Problem, request: &CheckRequest, world: &mut World<'_>) -> (State, Vec<Job>) {
    let mut state = State::new(problem);
    let mut done = Vec::new();
    let mut opened = Openings::new(problem);
    loop {
        let ready = plan(problem, &state, request);
        opened.compare(&ready, request);
        if ready.is_empty() {
            return (state, done);
        }
        let job = ready[(world.next)(ready.len()) % ready.len()].clone();
        assert!(!done.contains(&job), "{job:?} was planned again after it was done");
        state.apply(world.event(problem, &state, &job));
        opened.end_of(&job, problem, &state, request);
        done.push(job);
    }
}

/// The jobs that are ready, by what the end of each opens.
struct Openings {
    of_commands: ByCommand<MadeByCommand>,
    /// `None` when only a whole plan can tell.
    ready: Option<BTreeSet<Job>>,
}

impl Openings {
    fn new(problem: &Problem) -> Openings {
        Openings { of_commands: made_by_commands(problem), ready: None }
    }

    fn end_of(&mut self, job: &Job, problem: &Problem, state: &State, request: &CheckRequest) {
        let Some(ready) = &mut self.ready else { return };
        ready.remove(job);
        match unlocked_by(job, &self.of_commands, request) {
            Unlocked::Nothing => {}
            Unlocked::Tests(tests) => {
                ready.extend(tests.iter().flat_map(|&test| ready_on(problem, state, request, test)));
            }
            Unlocked::Anything => self.ready = None,
        }
    }

    /// Cells of rows that are cut short may be among those that were opened, and what waits for the rest is not.
    fn compare(&mut self, plan: &[Job], request: &CheckRequest) {
        let waits = |job: &&Job| matches!(job, Job::Reproduce(_) | Job::TimeLimit);
        let plan: BTreeSet<Job> = plan.iter().filter(|job| !waits(job)).cloned().collect();
        match &self.ready {
            Some(ready) if request.fail_fast => assert!(ready.is_superset(&plan), "{ready:?} lacks some of {plan:?}"),
            Some(ready) => assert_eq!(ready, &plan),
            None => self.ready = Some(plan),
        }
    }
}

impl World<'_> {
    fn event(&self, problem: &Problem, state: &State, job: &Job) -> StateEvent {
        match *job {
            Job::Build(program) => StateEvent::Built { program, build: self.build(program) },
            Job::Generate(command) => StateEvent::Generated { command, outcome: self.generation(command) },
            Job::Reproduce(command) => StateEvent::Reproduced { command, same: true },
            Job::Input(test) => StateEvent::Input { test, input: input(problem, state, test) },
            Job::Validate { test, validator } => {
                let validation = Validation { ok: (self.accepts)(test), ..Validation::default() };
                StateEvent::Validated { test, validator, validation }
            }
            Job::Answer(test) => {
                let answer =
                    if (self.answers)(test) { JuryAnswer::Known(Blob::of(b"answer")) } else { JuryAnswer::Missing };
                StateEvent::Answer { test, answer }
            }
            Job::CheckAnswer(test) => StateEvent::AnswerChecked { test, check: fine(), shown: None },
            Job::TimeLimit => StateEvent::TimeLimit { limit_ms: 1000 },
            Job::Cell { solution, test } => {
                StateEvent::Cell { solution, test, cell: cell((self.judges)(solution, test)) }
            }
            Job::Grade(solution) => StateEvent::Graded { solution, grades: Grades::default() },
            Job::ValidatorTest(idx) => StateEvent::ValidatorTest { idx, validations: Vec::new() },
            Job::CheckerTest(idx) => StateEvent::CheckerTest { idx, check: None },
        }
    }

    fn build(&self, program: ProgramIdx) -> Build {
        if (self.builds)(program) {
            Build::Ok { executable: Blob::of(b"program"), standard: None, messages: Vec::new() }
        } else {
            Build::Failed { messages: Vec::new() }
        }
    }

    fn generation(&self, command: CommandIdx) -> GeneratorRun {
        if (self.generates)(command) {
            let stdout = Blob::of(format!("input {}", usize::from(command)).as_bytes());
            GeneratorRun::Ok { stdout, files: Vec::new() }
        } else {
            GeneratorRun::Failed { message: "failed".to_owned(), timed_out: false, lasting: true, failure: None }
        }
    }
}

fn input(problem: &Problem, state: &State, test: TestIdx) -> Option<Blob> {
    match &problem.tests[test].input {
        InputSource::File(path) => Some(Blob::of(path.as_str().as_bytes())),
        InputSource::Inline(text) => Some(Blob::of(text.as_bytes())),
        generated @ (InputSource::Stdout(_) | InputSource::Written { .. }) => state.generated_input(generated),
    }
}

fn fine() -> CheckerResult {
    CheckerResult::of(checkers::OutcomeKind::Ok, "")
}

/// A cell with a verdict and small costs.
pub fn cell(verdict: Verdict) -> Cell {
    Cell {
        verdict,
        cpu_us: 1000,
        wall_us: 1000,
        memory_kb: 1024,
        message: String::new(),
        told: None,
        points: None,
        share: None,
        exceeded: None,
        interactor_failed: false,
        output: None,
        stderr: None,
        borderline: false,
        unmeasured: false,
        flaky: false,
        failure: None,
    }
}
