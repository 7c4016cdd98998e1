//! What to do next: a pure function from what is known to the jobs that are ready.
//!
//! Invariant: [`plan`] never names a job whose result is already in the state, nor one whose needs are not met; when it
//! returns nothing and no job is under way, all that can be known is known.

use std::collections::BTreeSet;

use crate::{
    classify,
    model::{
        AnswerMaker, ByCommand, ByProgram, CheckerKind, CommandIdx, InputSource, Problem, ProgramIdx, Role, TestIdx,
    },
    request::{CheckRequest, Until},
    state::{GeneratorRun, JuryAnswer, State, Validation},
    timing,
};

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Job {
    /// Build a program.
    Build(ProgramIdx),
    /// Run a generator command.
    Generate(CommandIdx),
    /// Run a generator command again, when all else is known: to see whether it writes the same.
    Reproduce(CommandIdx),
    /// Find the input of a test: read its file, or take it from its command's output.
    Input(TestIdx),
    /// Ask a validator about a test.
    Validate {
        /// Which test.
        test: TestIdx,
        /// Index into the problem's validators.
        validator: usize,
    },
    /// Find the answer of a test: read its file, or run the main solution.
    Answer(TestIdx),
    /// Ask the checker about the answer itself.
    CheckAnswer(TestIdx),
    /// Find the time limit from the runs of the solutions labelled correct, all of which are in the state.
    TimeLimit,
    /// Judge a solution on a test.
    Cell {
        /// Which solution.
        solution: ProgramIdx,
        /// Which test.
        test: TestIdx,
    },
    /// Ask the package's own grader about a solution, all of whose cells are in the state.
    Grade(ProgramIdx),
    /// Ask the validators about an input whose validity is known.
    ValidatorTest(usize),
    /// Ask the checker about an output whose verdict is known.
    CheckerTest(usize),
}

/// The jobs that are ready and not done, in the order to start them.
pub fn plan(problem: &Problem, state: &State, request: &CheckRequest) -> Vec<Job> {
    let jobs = first_runs(problem, state, request);
    if !jobs.is_empty() {
        return jobs;
    }
    let is_open = |command: &CommandIdx| {
        matches!(state.generations[*command], Some(GeneratorRun::Ok { .. })) && state.reproduced[*command].is_none()
    };
    problem.commands.indices().filter(is_open).map(Job::Reproduce).collect()
}

fn first_runs(problem: &Problem, state: &State, request: &CheckRequest) -> Vec<Job> {
    let cut_short = problem.programs.indices().map(|idx| is_cut_short(problem, state, request, idx)).collect();
    let named_makers = named_makers(problem, request);
    let planner = Planner { problem, state, request, cut_short, named_makers };
    let mut jobs = planner.builds();
    jobs.extend(planner.generations());
    for test in problem.tests.indices().filter(|&test| request.wants_test(problem, test)) {
        planner.test_jobs(test, &mut jobs);
    }
    if request.until < Until::Judged {
        return jobs;
    }
    jobs.extend(planner.side_tests());
    jobs.extend(planner.grades());
    if state.time_limit_ms.is_none() && planner.time_limit_runs_are_done() {
        jobs.push(Job::TimeLimit);
    }
    jobs
}

/// What the end of a job can have made ready, so that a plan of many tests need not be made anew after each job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlocked<'a> {
    /// Nothing.
    Nothing,
    /// Jobs of these tests, which [`ready_on`] names.
    Tests(&'a [TestIdx]),
    /// Any job.
    Anything,
}

/// What is made of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeByCommand {
    /// The tests.
    pub tests: Vec<TestIdx>,
    /// Some test of the validator or of the checker is made of it too.
    pub has_side_tests: bool,
}

/// What is made of each command.
pub fn made_by_commands(problem: &Problem) -> ByCommand<MadeByCommand> {
    let mut made = ByCommand::from(vec![MadeByCommand::default(); problem.commands.len()]);
    for (test, described) in problem.tests.iter_enumerated() {
        if let Some(command) = described.input.command() {
            made[command].tests.push(test);
        }
    }
    let of_validators = problem.validator_tests.iter().filter_map(|test| test.made.as_ref()?.command());
    let of_checkers = problem.checker_tests.iter().filter_map(|test| test.made.as_ref());
    for command in of_validators.chain(of_checkers.flat_map(|made| made.commands())) {
        made[command].has_side_tests = true;
    }
    made
}

/// What the end of a job can have made ready while others are under way; `of_commands` is [`made_by_commands`].
///
/// The caller chooses the next cell of rows that are cut short, and asks for a whole plan when nothing is under way and
/// once all runs that set the time limit are done: only the whole plan names [`Job::TimeLimit`], [`Job::Grade`] and
/// [`Job::Reproduce`].
pub fn unlocked_by<'a>(
    job: &'a Job,
    of_commands: &'a ByCommand<MadeByCommand>,
    request: &CheckRequest,
) -> Unlocked<'a> {
    match job {
        Job::Build(_) | Job::TimeLimit => Unlocked::Anything,
        Job::Generate(command) if of_commands[*command].has_side_tests => Unlocked::Anything,
        Job::Generate(command) => Unlocked::Tests(&of_commands[*command].tests),
        Job::Validate { test, .. } if request.only_valid => Unlocked::Tests(std::slice::from_ref(test)),
        Job::Input(test) | Job::Answer(test) | Job::CheckAnswer(test) => Unlocked::Tests(std::slice::from_ref(test)),
        Job::Validate { .. }
        | Job::Cell { .. }
        | Job::Grade(_)
        | Job::Reproduce(_)
        | Job::ValidatorTest(_)
        | Job::CheckerTest(_) => Unlocked::Nothing,
    }
}

/// The jobs of one test that are ready and not done. Cells are among them whatever their solution has failed before.
pub fn ready_on(problem: &Problem, state: &State, request: &CheckRequest, test: TestIdx) -> Vec<Job> {
    let (cut_short, named_makers) = (ByProgram::new(), BTreeSet::new());
    let planner = Planner { problem, state, request, cut_short, named_makers };
    let mut jobs = Vec::new();
    if request.wants_test(problem, test) {
        planner.test_jobs(test, &mut jobs);
    }
    jobs
}

/// Whether a solution has failed a test that counts, when that is enough.
fn is_cut_short(problem: &Problem, state: &State, request: &CheckRequest, solution: ProgramIdx) -> bool {
    request.fail_fast
        && !decides_limit(problem, state, solution)
        && problem.programs[solution].role == Role::Solution
        && classify::counted(state, solution).any(|(_, verdict)| verdict.is_failure())
}

/// Whether the time limit is still to be found, and follows from this solution's runs: all of them count then.
pub fn decides_limit(problem: &Problem, state: &State, solution: ProgramIdx) -> bool {
    state.time_limit_ms.is_none() && timing::sets_limit(problem, solution)
}

struct Planner<'a> {
    problem: &'a Problem,
    state: &'a State,
    request: &'a CheckRequest,
    /// Whether the row of a program is cut short; empty when nobody asks.
    cut_short: ByProgram<bool>,
    /// The solutions that rules name for answers; empty when nobody asks which programs are needed.
    named_makers: BTreeSet<ProgramIdx>,
}

/// The solutions that rules name for the answers of tests that are wanted.
fn named_makers(problem: &Problem, request: &CheckRequest) -> BTreeSet<ProgramIdx> {
    let makers = problem.tests.iter_enumerated().filter_map(|(test, described)| {
        let is_named = matches!(described.rule.as_ref()?.answers_by, AnswerMaker::Solution(_));
        let is_asked = is_named && described.answer.is_none() && request.wants_test(problem, test);
        problem.answer_maker(test).filter(|_| is_asked)
    });
    makers.collect()
}

impl Planner<'_> {
    /// The main solution first, since every answer waits for it, then the tools, then the rest.
    fn builds(&self) -> Vec<Job> {
        let wanted = |&idx: &ProgramIdx| self.state.builds[idx].is_none() && self.program_is_needed(idx);
        let mut programs: Vec<ProgramIdx> = self.problem.programs.indices().filter(wanted).collect();
        programs.sort_by_key(|&idx| (Some(idx) != self.problem.main, self.problem.programs[idx].role, idx));
        programs.into_iter().map(Job::Build).collect()
    }

    fn program_is_needed(&self, program: ProgramIdx) -> bool {
        match (self.problem.programs[program].role, self.request.until) {
            (Role::Generator, _) => true,
            (Role::Interactor | Role::Validator, until) => until >= Until::Answers,
            (Role::Solution, Until::Answers) => self.makes_answers(program),
            (Role::Solution, Until::Judged) => self.is_needed_solution(program),
            (Role::Checker | Role::Grader, until) => until == Until::Judged,
            (Role::Solution, Until::Inputs) => false,
        }
    }

    fn is_needed_solution(&self, solution: ProgramIdx) -> bool {
        self.makes_answers(solution)
            || timing::sets_limit(self.problem, solution)
            || (self.problem.programs[solution].is_judged_solution()
                && self.request.wants_solution(self.problem, solution))
    }

    fn makes_answers(&self, solution: ProgramIdx) -> bool {
        Some(solution) == self.problem.main || self.named_makers.contains(&solution)
    }

    fn generations(&self) -> impl Iterator<Item = Job> {
        let ready = |&command: &CommandIdx| {
            let calls = &self.problem.commands[command].pipeline;
            self.state.generations[command].is_none()
                && self.command_is_wanted(command)
                && calls.iter().all(|call| call.program.is_some_and(|program| self.state.is_built(program)))
        };
        self.problem.commands.indices().filter(ready).map(Job::Generate)
    }

    fn command_is_wanted(&self, command: CommandIdx) -> bool {
        let uses = |test: &TestIdx| self.problem.tests[*test].input.command() == Some(command);
        self.request.tests.is_empty()
            || self.problem.tests.indices().filter(uses).any(|test| self.request.wants_test(self.problem, test))
    }

    fn command_will_never_run(&self, command: CommandIdx) -> bool {
        let calls = &self.problem.commands[command].pipeline;
        calls.iter().any(|call| call.program.is_none_or(|program| self.state.is_unbuildable(program)))
    }

    fn test_jobs(&self, test: TestIdx, jobs: &mut Vec<Job>) {
        let known = &self.state.tests[test];
        let Some(input) = known.input else {
            if self.input_can_be_taken(test) {
                jobs.push(Job::Input(test));
            }
            return;
        };
        if input.is_none() || self.request.until == Until::Inputs {
            return;
        }
        let asked = &self.problem.tests[test].validator_args;
        let validations = || known.validations.iter().enumerate().filter(|(validator, _)| asked.asks(*validator));
        for (validator, validation) in validations() {
            if validation.is_none() && self.state.is_built(self.problem.validators[validator].program) {
                jobs.push(Job::Validate { test, validator });
            }
        }
        let is_accepted = |validation: &Option<Validation>| validation.as_ref().is_some_and(|validation| validation.ok);
        if self.request.only_valid && !validations().all(|(_, validation)| is_accepted(validation)) {
            return;
        }
        match &known.answer {
            None if self.answer_is_possible(test) => jobs.push(Job::Answer(test)),
            None => {}
            Some(_) if self.request.until < Until::Judged => {}
            Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded) => self.judging_jobs(test, jobs),
            Some(JuryAnswer::Missing) => self.cell_of_maker(test, jobs),
        }
    }

    fn input_can_be_taken(&self, test: TestIdx) -> bool {
        match &self.problem.tests[test].input {
            InputSource::File(_) | InputSource::Inline(_) => true,
            InputSource::Stdout(command) | InputSource::Written { command, .. } => self.command_is_settled(*command),
        }
    }

    /// Whether a command has run, or never will.
    fn command_is_settled(&self, command: CommandIdx) -> bool {
        self.state.generations[command].is_some() || self.command_will_never_run(command)
    }

    fn answer_is_possible(&self, test: TestIdx) -> bool {
        if self.state.has_given_answer(&self.problem.tests[test]) || self.answers_are_not_needed() {
            return true;
        }
        let maker = self.problem.answer_maker(test).is_some_and(|maker| self.state.is_built(maker));
        maker && self.problem.interactor.is_none_or(|interactor| self.state.is_built(interactor.program))
    }

    /// An interactor with nothing behind it decides alone, without an answer.
    fn answers_are_not_needed(&self) -> bool {
        self.problem.interactor.is_some() && self.problem.checker.kind == CheckerKind::Interactor
    }

    fn judging_jobs(&self, test: TestIdx, jobs: &mut Vec<Job>) {
        if !self.judging_may_begin() {
            return;
        }
        if !self.answer_is_checked(test) {
            jobs.push(Job::CheckAnswer(test));
            return;
        }
        let solutions = self.problem.solutions().map(|(solution, _)| solution);
        let ready = solutions.filter(|&solution| self.cell_is_ready(solution, test));
        jobs.extend(ready.map(|solution| Job::Cell { solution, test }));
    }

    /// The checker and the interactor are built, and the main solution is built or never will be: points are compared with
    /// its own.
    fn judging_may_begin(&self) -> bool {
        self.checker_and_interactor_are_built()
            && self.problem.main.is_none_or(|main| self.state.builds[main].is_some())
    }

    /// A solution that could not make the answer is judged all the same, so that its verdict shows.
    fn cell_of_maker(&self, test: TestIdx, jobs: &mut Vec<Job>) {
        let ready = self.problem.answer_maker(test).filter(|&maker| self.cell_is_ready(maker, test));
        jobs.extend(ready.map(|solution| Job::Cell { solution, test }));
    }

    fn cell_is_ready(&self, solution: ProgramIdx, test: TestIdx) -> bool {
        let wanted = || {
            self.request.wants_solution(self.problem, solution) || timing::sets_limit_on(self.problem, solution, test)
        };
        match &self.state.tests[test].answer {
            Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded) => {
                self.judging_may_begin()
                    && self.answer_is_checked(test)
                    && self.cell_is_pending(solution, test)
                    && wanted()
            }
            Some(JuryAnswer::Missing) => {
                Some(solution) == self.problem.answer_maker(test)
                    && self.checker_and_interactor_are_built()
                    && self.cell_is_pending(solution, test)
            }
            None => false,
        }
    }

    fn cell_is_pending(&self, solution: ProgramIdx, test: TestIdx) -> bool {
        let cells = &self.state.cells[solution];
        let limit_is_known = self.state.time_limit_ms.is_some() || timing::sets_limit_on(self.problem, solution, test);
        self.problem.programs[solution].is_judged_solution()
            && self.state.is_built(solution)
            && limit_is_known
            && cells[test].is_none()
            && !self.cut_short.get(solution).is_some_and(|is_cut_short| *is_cut_short)
    }

    fn checker_and_interactor_are_built(&self) -> bool {
        let checker = match self.problem.checker.kind {
            CheckerKind::Program { program, .. } => self.state.is_built(program),
            CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => true,
        };
        let further = self.problem.further_checkers.iter().all(|checker| self.state.is_built(checker.program));
        let mut formats = self.problem.answer_validators.iter();
        let formats_are_settled = formats.all(|validator| self.state.builds[validator.program].is_some());
        checker
            && further
            && formats_are_settled
            && self.problem.interactor.is_none_or(|interactor| self.state.is_built(interactor.program))
    }

    fn side_tests(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        if !self.request.tests.is_empty() {
            return jobs;
        }
        if self.problem.validators.iter().all(|validator| self.state.builds[validator.program].is_some()) {
            let open = self.state.validator_tests.iter().enumerate().filter(|(_, done)| done.is_none());
            let is_made = |idx: usize| {
                let made = self.problem.validator_tests[idx].made.as_ref();
                made.and_then(InputSource::command).is_none_or(|command| self.command_is_settled(command))
            };
            jobs.extend(open.filter(|(idx, _)| is_made(*idx)).map(|(idx, _)| Job::ValidatorTest(idx)));
        }
        if self.checker_and_interactor_are_built() {
            let open = self.state.checker_tests.iter().enumerate().filter(|(_, done)| done.is_none());
            let is_made = |idx: usize| {
                let made = self.problem.checker_tests[idx].made.as_ref();
                made.is_none_or(|made| made.commands().all(|command| self.command_is_settled(command)))
            };
            jobs.extend(open.filter(|(idx, _)| is_made(*idx)).map(|(idx, _)| Job::CheckerTest(idx)));
        }
        jobs
    }

    /// Solutions that are judged on every test and not graded.
    fn grades(&self) -> Vec<Job> {
        if !self.problem.grader.is_some_and(|grader| self.state.is_built(grader)) {
            return Vec::new();
        }
        let is_ready = |solution: &ProgramIdx| {
            let cells = &self.state.cells[*solution];
            self.state.grades[*solution].is_none() && !cells.is_empty() && cells.iter().all(Option::is_some)
        };
        self.problem.solutions().map(|(solution, _)| solution).filter(is_ready).map(Job::Grade).collect()
    }

    /// Every solution that sets the time limit has been run on every test that it will ever be run on.
    fn time_limit_runs_are_done(&self) -> bool {
        if self.state.builds.iter_enumerated().any(|(idx, build)| build.is_none() && self.is_needed_solution(idx)) {
            return false;
        }
        let tests = self.problem.tests.indices().filter(|&test| self.request.wants_test(self.problem, test));
        tests.into_iter().all(|test| match &self.state.tests[test].answer {
            Some(JuryAnswer::Known(_) | JuryAnswer::NotNeeded) => {
                !self.checker_and_interactor_are_built() && self.builds_are_done()
                    || self.answer_is_checked(test)
                        && self.problem.solutions().all(|(idx, _)| {
                            !timing::sets_limit_on(self.problem, idx, test) || !self.cell_is_pending(idx, test)
                        })
            }
            Some(JuryAnswer::Missing) => true,
            None => self.test_cannot_be_judged(test),
        })
    }

    /// Whether an answer is what a right solution would write, so that the checker can be asked about it.
    fn answers_are_outputs(&self) -> bool {
        self.problem.interactor.is_none() && self.problem.passes.is_none()
    }

    fn answer_is_checked(&self, test: TestIdx) -> bool {
        self.checker_and_interactor_are_built()
            && (self.state.tests[test].answer_check.is_some() || !self.answers_are_outputs())
    }

    fn test_cannot_be_judged(&self, test: TestIdx) -> bool {
        match self.state.tests[test].input {
            Some(Some(_)) if self.is_refused(test) => true,
            Some(Some(_)) => !self.answer_is_possible(test) && self.builds_are_done(),
            Some(None) => true,
            None => false,
        }
    }

    /// Whether a validator has said that a test goes no further.
    fn is_refused(&self, test: TestIdx) -> bool {
        let said = self.state.tests[test].validations.iter().flatten();
        self.request.only_valid && said.into_iter().any(|validation| !validation.ok)
    }

    fn builds_are_done(&self) -> bool {
        let needed =
            |idx: ProgramIdx| self.problem.programs[idx].role != Role::Solution || self.is_needed_solution(idx);
        self.state.builds.iter_enumerated().all(|(idx, build)| build.is_some() || !needed(idx))
    }
}
