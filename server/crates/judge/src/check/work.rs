//! From a job to the work it means, with everything the work needs taken from the state beforehand.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use checkers::OutcomeKind;
use problem::{
    executor::{Blob, ExecutorError},
    folder::Folder as _,
    label::Pool,
    language::Language,
    model::{
        ByProgram, CheckerKind, CommandIdx, InputFrame, InputSource, Problem, ProgramIdx, RULE_ANSWER, RULE_INPUT,
        RULE_OUTPUT, Test, TestIdx, TimeLimit,
    },
    path::RelPath,
    plan::Job,
    state::{CheckerResult, JuryAnswer, State, StateEvent},
    timing,
    verdict::Verdict,
};

use super::{
    Built, Description, Shared, Work,
    generators::{self, CommandRun},
    passes::{Feedback, Passes},
    runner::CachingRunner,
    solution_run::{self, SolutionInput, SolutionLimits},
    tools::{self, Call, OutputChecker},
    validator_reads,
};
use crate::compile::Runnable;

/// Up to this many times a limit that was found from the solutions labelled correct, a run is still only borderline; 1
/// for stated limits, which have the least margin of all.
pub(super) fn safety_margin(problem: &Problem) -> f64 {
    match problem.limits.time {
        TimeLimit::Fixed(_) => 1.0,
        TimeLimit::FromRuns { safety_margin, .. } => safety_margin,
    }
}

/// Turns jobs into work, and knows the programs that can be run.
pub(super) struct WorkMaker<'a> {
    pub(super) shared: &'a Shared<'a>,
    built: ByProgram<Built>,
    /// Programs in checktestdata, once they are built.
    pub(super) descriptions: ByProgram<Option<Arc<Description>>>,
    /// By validator: whether it is built with a testlib.h of the folder's that writes an overview log.
    pub(super) writes_overview: Vec<bool>,
}

impl<'a> WorkMaker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> WorkMaker<'a> {
        let validators = shared.problem.validators.iter();
        let writes = validators.map(|validator| {
            let own = shared.builder.own_testlib(&shared.problem.programs[validator.program]);
            let text =
                own.and_then(|path| shared.outside_rows.runner.folder.text(&path)).filter(|_| validator.takes_options);
            text.is_some_and(|text| text.contains(validator_reads::OPTION.trim_start_matches('-')))
        });
        let writes_overview = writes.collect();
        let built = vec![None; shared.problem.programs.len()].into();
        let descriptions = vec![None; shared.problem.programs.len()].into();
        WorkMaker { shared, built, descriptions, writes_overview }
    }

    /// Takes note of a program that can be run from now on.
    pub(super) fn note_built(&mut self, program: ProgramIdx, executable: Blob) -> Result<(), ExecutorError> {
        let described = &self.shared.problem.programs[program];
        if described.language == Language::Checktestdata {
            let source = self.shared.outside_rows.runner.bytes(executable)?;
            self.descriptions[program] = Some(Arc::new(Description::new(&described.sources[0], &source)));
            return Ok(());
        }
        let runnable = self.shared.builder.runnable(&self.shared.problem.programs[program], executable)?;
        self.shared.outside_rows.runner.hand_over_program(&runnable)?;
        self.built[program] = Some(Arc::new(runnable));
        Ok(())
    }

    /// Has a program run as another build of it.
    pub(super) fn use_instead(&mut self, program: ProgramIdx, build: Arc<Runnable>) -> Result<(), ExecutorError> {
        self.shared.outside_rows.runner.hand_over_program(&build)?;
        self.built[program] = Some(build);
        Ok(())
    }

    pub(super) fn runnable(&self, program: ProgramIdx) -> Option<Arc<Runnable>> {
        self.built[program].clone()
    }

    /// Whether what a job comes to may well stand on its page.
    pub(super) fn may_be_on_page(&self, job: &Job) -> bool {
        !matches!(job, Job::Build(_)) && self.shared.runners_of(job).page.is_worth_asking()
    }

    /// What a job comes to, if all that it takes stands on its page. Work that panics is left to a worker, which tells.
    pub(super) fn read_page(&self, job: &Job, state: &State) -> Option<Vec<StateEvent>> {
        let runners = self.shared.runners_of(job);
        let work = self.work(job, state, &runners.page_only);
        let found = work.and_then(|work| catch_unwind(AssertUnwindSafe(work)).ok()?.ok());
        runners.page.note(found.is_some());
        found
    }

    /// The work of a job that the plan says is ready. A job whose needs are missing all the same fails the whole
    /// check, as a mistake of ours.
    pub(super) fn prepare(&self, job: &Job, state: &State) -> Work<'a> {
        let work = self.work(job, state, &self.shared.runners_of(job).runner);
        let broken = format!("the plan named a job that is not ready ({job:?}); please report this");
        work.unwrap_or_else(|| Box::new(move || Err(ExecutorError::Failed(broken))))
    }

    fn work(&self, job: &Job, state: &State, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        match job {
            Job::Build(program) => Some(self.build(*program)),
            Job::Generate(command) => self.generate(*command, runner),
            Job::Reproduce(command) => self.reproduce(*command, state, runner),
            Job::Input(test) => Some(self.input(*test, state, runner)),
            Job::Validate { test, validator } => self.validate(*test, *validator, state, runner),
            Job::Answer(test) => self.answer(*test, state, runner),
            Job::CheckAnswer(test) => self.check_answer(*test, state, runner),
            Job::TimeLimit => self.time_limit(state),
            Job::Cell { solution, test } => self.cell(*solution, *test, state, runner),
            Job::Grade(solution) => self.grade(*solution, state, runner),
            Job::ValidatorTest(idx) => Some(self.validator_test(*idx, state, runner)),
            Job::CheckerTest(idx) => Some(self.checker_test(*idx, state, runner)),
        }
    }

    fn build(&self, program: ProgramIdx) -> Work<'a> {
        let shared = self.shared;
        Box::new(move || {
            let build = shared.builder.build(&shared.problem.programs[program])?;
            Ok(vec![StateEvent::Built { program, build }])
        })
    }

    fn generate(&self, command: CommandIdx, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        let shared = self.shared;
        let run = self.command_run(command)?;
        Some(Box::new(move || {
            let outcome = generators::generate(runner, &run, &shared.last_first_run_s)?;
            Ok(vec![StateEvent::Generated { command, outcome }])
        }))
    }

    fn reproduce(&self, command: CommandIdx, state: &State, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        let shared = self.shared;
        let run = self.command_run(command)?;
        let first = state.generations[command].clone()?;
        Some(Box::new(move || {
            let same = generators::reproduces(runner, &run, &first, &shared.last_first_run_s)?;
            Ok(vec![StateEvent::Reproduced { command, same }])
        }))
    }

    /// The calls of a command, and the files of theirs that tests are made of.
    pub(super) fn command_run(&self, command: CommandIdx) -> Option<CommandRun> {
        let shared = self.shared;
        let described = &shared.problem.commands[command];
        let calls = described.pipeline.iter().map(|call| {
            let program = self.runnable(call.program?)?;
            Some(Call { program, args: call.args.clone() })
        });
        let calls = calls.collect::<Option<Vec<Call>>>()?;
        if described.lists_tests {
            return Some(CommandRun::that_lists_tests(calls));
        }
        let mut files = Vec::new();
        for test in &shared.problem.tests {
            if let InputSource::Written { command: of, file } = &test.input
                && *of == command
                && !files.contains(file)
            {
                files.push(file.clone());
            }
        }
        if described.rule.is_some() {
            files.extend([RULE_INPUT, RULE_ANSWER, RULE_OUTPUT].map(str::to_owned));
        }
        Some(CommandRun { calls, files, rule: described.rule.clone() })
    }

    fn input(&self, test: TestIdx, state: &State, runner: &'a CachingRunner<'a>) -> Work<'a> {
        let shared = self.shared;
        let source = &shared.problem.tests[test].input;
        let generated = state.generated_input(source);
        Box::new(move || {
            let input = match (taken(runner, source, generated)?, &shared.problem.tests[test].frame) {
                (Some(input), Some(frame)) => Some(framed(runner, frame, input)?),
                (input, _) => input,
            };
            Ok(vec![StateEvent::Input { test, input }])
        })
    }

    fn validate(
        &self,
        test: TestIdx,
        validator: usize,
        state: &State,
        runner: &'a CachingRunner<'a>,
    ) -> Option<Work<'a>> {
        let shared = self.shared;
        let of_test = &shared.problem.tests[test];
        let input = state.tests[test].input_blob()?;
        let mut args = of_test.validator_args.of(validator).to_vec();
        args.extend(of_test.solution_args.iter().cloned());
        let call = self.validator_call(validator, &of_test.testset, of_test.group.as_deref(), &args)?;
        let call = call.with_files(&of_test.given_files);
        Some(Box::new(move || {
            let validation = tools::validate(runner, &call, input)?;
            Ok(vec![StateEvent::Validated { test, validator, validation }])
        }))
    }

    fn answer(&self, test: TestIdx, state: &State, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        let shared = self.shared;
        let problem = shared.problem;
        let input = state.tests[test].input_blob()?;
        if problem.tests[test].answer.is_some() {
            return Some(Box::new(move || {
                let file = problem.tests[test].answer.as_ref().map(|path| runner.file(path)).transpose()?.flatten();
                let answer = file.map_or(JuryAnswer::Missing, JuryAnswer::Known);
                Ok(vec![StateEvent::Answer { test, answer }])
            }));
        }
        if state.has_given_answer(&problem.tests[test]) {
            let source = problem.tests[test].rule_answer()?;
            let written = state.generated_input(source);
            return Some(Box::new(move || {
                let answer = taken(runner, source, written)?;
                Ok(vec![StateEvent::Answer { test, answer: answer.map_or(JuryAnswer::Missing, JuryAnswer::Known) }])
            }));
        }
        if problem.checker.kind == CheckerKind::Interactor {
            return Some(Box::new(move || Ok(vec![StateEvent::Answer { test, answer: JuryAnswer::NotNeeded }])));
        }
        let maker = problem.answer_maker(test)?;
        let program = self.runnable(maker)?;
        let interactor = self.interactor(test)?;
        let of_test = shared.limits(state).on(&problem.tests[test]);
        let limits = of_test.for_answers(Some(maker) == problem.main).of(&program);
        Some(Box::new(move || {
            let run_input = SolutionInput {
                input,
                answer: None,
                io: &problem.io,
                args: &problem.tests[test].solution_args,
                files: tools::given(runner, &problem.tests[test].given_files)?,
                interactor: interactor.as_ref(),
                asked_next: None,
                feedback: None,
                limits,
            };
            let run = solution_run::run_solution(runner, &shared.slow, maker, &program, &run_input)?;
            let talked_well = run
                .interaction
                .as_ref()
                .is_none_or(|interaction| !interaction.check.crashed && interaction.check.kind.exit_code() == 0);
            let usable = solution_run::verdict_of_run(&run, &limits).is_none() && talked_well;
            let answer = if usable { JuryAnswer::Known(run.output) } else { JuryAnswer::Missing };
            Ok(vec![StateEvent::Answer { test, answer }])
        }))
    }

    fn check_answer(&self, test: TestIdx, state: &State, runner: &'a CachingRunner<'a>) -> Option<Work<'a>> {
        let shared = self.shared;
        let input = state.tests[test].input_blob()?;
        let Some(JuryAnswer::Known(answer)) = state.tests[test].answer else { return None };
        let with = self.output_checker(&shared.problem.tests[test].checker_args)??;
        let validators = self.answer_validators();
        Some(Box::new(move || {
            let check = match tools::objection_to_answer(runner, &validators, input, answer)? {
                Some(objection) => objection,
                None => tools::check_output(runner, &with, input, answer, Some(answer))?,
            };
            let shown = shared.shown.judged(runner, shared.problem, &with, [input, answer])?;
            Ok(vec![StateEvent::AnswerChecked { test, check, shown }])
        }))
    }

    fn cell(
        &self,
        solution: ProgramIdx,
        test: TestIdx,
        state: &State,
        runner: &'a CachingRunner<'a>,
    ) -> Option<Work<'a>> {
        let shared = self.shared;
        let problem = shared.problem;
        let known = &state.tests[test];
        let input = known.input_blob()?;
        let answer = match known.answer {
            Some(JuryAnswer::Known(answer)) => Some(answer),
            Some(JuryAnswer::NotNeeded | JuryAnswer::Missing) | None => None,
        };
        let answer_failed = known.answer == Some(JuryAnswer::Missing);
        let program = self.runnable(solution)?;
        let interactor = self.interactor(test)?;
        let with = self.output_checker(&problem.tests[test].checker_args)?.filter(|_| !answer_failed);
        let of_test = shared.limits(state).on(&problem.tests[test]);
        let limits = of_test.of(&program);
        let is_given = state.has_given_answer(&problem.tests[test]);
        let main = problem.main.filter(|main| *main != solution);
        let main = main.and_then(|main| Some((main, self.runnable(main)?)));
        let passes = self.passes(&problem.tests[test]);
        Some(Box::new(move || {
            let files = tools::given(runner, &problem.tests[test].given_files)?;
            let run_and_judge = |solver: ProgramIdx, program: &Runnable| {
                let limits = of_test.of(program);
                // The run that made the answer had none to give to the interactor; the same run must be found again.
                let for_interactor = answer.filter(|_| Some(solver) != problem.answer_maker(test) || is_given);
                let interactor = interactor.as_ref();
                let run_input = SolutionInput {
                    input,
                    answer: for_interactor,
                    io: &problem.io,
                    args: &problem.tests[test].solution_args,
                    files: files.clone(),
                    interactor,
                    // With several passes validators are asked in another way.
                    asked_next: with.as_ref().filter(|_| passes.is_none()).map(|with| (with, answer)),
                    feedback: None,
                    limits,
                };
                if let Some(passes) = passes.as_ref().filter(|_| !answer_failed) {
                    let solve = |input: Blob, before: &Feedback| {
                        let feedback = interactor.map(|_| before.clone());
                        let of_pass = SolutionInput { input, feedback, ..run_input.clone() };
                        solution_run::run_solution(runner, &shared.slow, solver, program, &of_pass)
                    };
                    return passes.judge(runner, &limits, input, answer, &solve);
                }
                let run = solution_run::run_solution(runner, &shared.slow, solver, program, &run_input)?;
                let check = judge(runner, &run, &limits, with.as_ref(), input, answer)?;
                Ok::<_, ExecutorError>((run, check))
            };
            let (run, check) = run_and_judge(solution, &program)?;
            let gives_points = check.as_ref().is_some_and(|check| check.kind == OutcomeKind::Points);
            let main_check = match main.filter(|_| gives_points) {
                Some((main, program)) => run_and_judge(main, &program)?.1,
                None => None,
            };
            let mut cell = solution_run::cell(runner, &run, &limits, check.as_ref(), main_check.as_ref());
            if answer_failed && cell.verdict == Verdict::Ac {
                // There is no answer to compare with: its file cannot be read, the run that should have made it could not be
                // measured, or the interactor gave points. One that objects or fails has decided above.
                cell.verdict = Verdict::Fail;
            }
            Ok(vec![StateEvent::Cell { solution, test, cell }])
        }))
    }

    /// How a solution is judged in several passes, where the problem has them.
    fn passes(&self, test: &Test) -> Option<Passes> {
        let problem = self.shared.problem;
        let most = problem.passes?;
        let CheckerKind::Program { program, .. } = problem.checker.kind else {
            return problem.interactor.map(|_| Passes::new(None, most));
        };
        let call = Call { program: self.runnable(program)?, args: test.checker_args.clone() };
        Some(Passes::new(Some(call).filter(|_| problem.interactor.is_none()), most))
    }

    fn time_limit(&self, state: &State) -> Option<Work<'a>> {
        let problem = self.shared.problem;
        let TimeLimit::FromRuns { multiplier, resolution_ms, .. } = problem.limits.time else { return None };
        let cells = problem.solutions().flat_map(|(solution, program)| {
            let is_correct = program.pool() == Some(Pool::Correct);
            let of_row = state.cells[solution].iter_enumerated();
            let cells = of_row.filter_map(move |(test, cell)| Some((test, cell.as_ref()?)));
            // A wrong solution that is stopped has told nothing, or the limit would follow from an endless loop.
            cells.filter(move |(test, cell)| {
                timing::sets_limit_on(problem, solution, *test) && (is_correct || cell.verdict != Verdict::Tle)
            })
        });
        let slowest_us = cells.map(|(_, cell)| cell.cpu_us).max().unwrap_or(0);
        let limit_ms = timing::limit_ms(slowest_us, multiplier, resolution_ms);
        Some(Box::new(move || Ok(vec![StateEvent::TimeLimit { limit_ms }])))
    }

    fn validator_test(&self, idx: usize, state: &State, runner: &'a CachingRunner<'a>) -> Work<'a> {
        let shared = self.shared;
        let wanted = &shared.problem.validator_tests[idx];
        let calls: Vec<_> = (0..shared.problem.validators.len())
            .filter(|validator| wanted.validator_args.asks(*validator))
            .filter_map(|validator| {
                let args = wanted.validator_args.of(validator);
                self.validator_call(validator, &wanted.testset, wanted.group.as_deref(), args)
            })
            .collect();
        let generated = wanted.made.as_ref().and_then(|made| state.generated_input(made));
        Box::new(move || {
            let mut validations = Vec::new();
            let input = match &wanted.made {
                Some(made) => taken(runner, made, generated)?,
                None => runner.file(&wanted.input)?,
            };
            if let Some(input) = input {
                for call in &calls {
                    validations.push(tools::validate(runner, call, input)?);
                }
            }
            Ok(vec![StateEvent::ValidatorTest { idx, validations }])
        })
    }

    fn checker_test(&self, idx: usize, state: &State, runner: &'a CachingRunner<'a>) -> Work<'a> {
        let shared = self.shared;
        let wanted = &shared.problem.checker_tests[idx];
        let with = self.output_checker(&wanted.checker_args).flatten();
        let validators = if wanted.is_answer { self.answer_validators() } else { Vec::new() };
        // An answer is its own answer: without its validators nobody can object.
        let with = with.filter(|_| {
            !wanted.is_answer
                || !validators.is_empty() && validators.len() == shared.problem.answer_validators.len()
                || matches!(shared.problem.checker.kind, CheckerKind::Program { .. })
        });
        let made = wanted.made.as_ref().map(|made| [&made.input, &made.output, &made.answer]);
        let made = made.map(|sources| sources.map(|source| (source, state.generated_input(source))));
        Box::new(move || {
            let [input, output, answer] = match made {
                Some(made) => made.map(|(source, generated)| taken(runner, source, generated)),
                None => [&wanted.input, &wanted.output, &wanted.answer].map(|path| runner.file(path)),
            };
            let check = match (input?, output?, answer?, with) {
                (Some(input), Some(output), Some(answer), Some(with)) => {
                    Some(match tools::objection_to_answer(runner, &validators, input, output)? {
                        Some(objection) => objection,
                        None => tools::check_output(runner, &with, input, output, Some(answer))?,
                    })
                }
                _ => None,
            };
            Ok(vec![StateEvent::CheckerTest { idx, check }])
        })
    }
}

/// The bytes of a file that a test consists of; `generated` is what a command has left for it.
pub(super) fn taken(
    runner: &CachingRunner<'_>,
    source: &InputSource,
    generated: Option<Blob>,
) -> Result<Option<Blob>, ExecutorError> {
    Ok(match source {
        InputSource::File(path) => runner.file(path)?,
        InputSource::Inline(text) => Some(runner.text(text)?),
        InputSource::Stdout(_) | InputSource::Written { .. } => generated,
    })
}

/// An input with what stands around it.
fn framed(runner: &CachingRunner<'_>, frame: &InputFrame, input: Blob) -> Result<Blob, ExecutorError> {
    let file = |path: &Option<RelPath>| path.as_ref().map(|path| runner.file(path)).transpose().map(Option::flatten);
    let parts = [file(&frame.header)?, Some(input), file(&frame.footer)?];
    let mut whole = Vec::new();
    for part in parts.into_iter().flatten() {
        whole.extend_from_slice(&runner.bytes(part)?);
    }
    runner.executor.put(&whole)
}

/// What the interactor and then the checker say of a run that did not fail by itself.
fn judge(
    runner: &CachingRunner<'_>,
    run: &solution_run::SolutionRun,
    limits: &SolutionLimits,
    with: Option<&OutputChecker>,
    input: Blob,
    answer: Option<Blob>,
) -> Result<Option<CheckerResult>, ExecutorError> {
    if solution_run::verdict_of_run(run, limits).is_some() {
        return Ok(None);
    }
    if let Some(interaction) = &run.interaction {
        let is_satisfied = interaction.check.kind.exit_code() == 0;
        return match with {
            Some(with) if is_satisfied => tools::check_output(runner, with, input, run.output, answer).map(Some),
            Some(_) | None => Ok(Some(interaction.check.clone())),
        };
    }
    with.map(|with| tools::check_output(runner, with, input, run.output, answer)).transpose()
}
