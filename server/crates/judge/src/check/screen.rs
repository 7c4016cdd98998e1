//! Very many inputs looked at quickly, to find the few that are worth judging.
//!
//! Validators, the main solution, others and the checker are run many cases to a process where that can be done, and nothing is
//! kept of it. What seems to tell solutions apart is judged as always afterwards, by whoever asked.

use std::collections::{BTreeMap, BTreeSet};

use checkers::{OutcomeKind, Standard, kattis::KattisFlags};
use problem::{
    executor::{ExecutorError, RunLimits},
    language::Language,
    model::{CheckerKind, Problem, ProgramIdx, Protocol, ValidatorInput},
    path::RelPath,
};

use super::{
    Description,
    runner::TOOL_LIMITS,
    solution_run::SolutionLimits,
    tools::{ANSWER, INPUT, JUDGE_MESSAGE, OUTPUT, checker_args, is_yes},
};
use crate::{
    cases::{Case, CaseRunner, Ended, run_all},
    compile::{BuildContext, Builder},
    machine::Machine,
    sync::each_of,
};

/// The time limit of solutions where none is known yet, milliseconds.
const UNKNOWN_MS: u64 = 2_000;
/// Where validators take long, at most so many inputs on which somebody seems to fail are validated at once, and of the others
/// one in so many.
const MOST_VALIDATED: usize = 40;
const ONE_VALIDATED_IN: usize = 12;
/// The testset of an input that belongs to none.
const TESTSET: &str = "tests";
/// What tools have, milliseconds: small inputs take less.
const TOOL_MS: u64 = 4_000;

/// What an input seems to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What the validators say of it.
    pub validity: Validity,
    /// The main solution ended well on it.
    pub is_answered: bool,
    /// The solutions that seem to fail on it.
    pub failing: Vec<Failing>,
    /// The processor's time that the main solution took on it, microseconds.
    pub main_us: u64,
    /// That of each solution that was asked about, in their order; 0 where it is not known.
    pub times_us: Vec<u64>,
    /// Those among them whose output is another one than the answer and is right: their places in the order, with a digest of
    /// what the checker said.
    pub otherwise: Vec<(usize, u64)>,
}

impl Look {
    /// Whether a solution seems to fail.
    pub fn fails(&self, solution: &RelPath) -> bool {
        self.failing.iter().any(|one| one.solution == *solution)
    }
}

/// What validators say of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Validity {
    /// All accept it.
    Valid,
    /// One does not.
    Invalid,
    /// They were not asked.
    #[default]
    Unknown,
}

/// A solution that seems to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Which.
    pub solution: RelPath,
    /// For want of time, of the processor's or by the clock.
    pub is_slow: bool,
}

/// The programs of a problem, ready to look at inputs.
pub struct Screen {
    validators: Validators,
    main: CaseRunner,
    others: BTreeMap<RelPath, CaseRunner>,
    checker: Checker,
    input_file: Option<String>,
    limits: SolutionLimits,
    n_workers: usize,
}

/// The validators of a problem, ready to be asked about many inputs.
pub struct Validators {
    all: Vec<Validator>,
    n_workers: usize,
}

enum Validator {
    Description(Description),
    Program { runner: CaseRunner, args: Vec<String>, protocol: Protocol, input: ValidatorInput },
}

enum Checker {
    Standard(Standard),
    Kattis(KattisFlags),
    Program {
        runner: Box<CaseRunner>,
        protocol: Protocol,
    },
    /// Only what is the same to the byte is known to be right.
    Same,
}

impl Screen {
    /// Builds what is run. `None` where solutions are not simply run on an input, or something that has to be run is not built.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn new(
        context: BuildContext<'_>,
        (main, others): (ProgramIdx, &[ProgramIdx]),
        time_limit_ms: Option<u64>,
        n_workers: usize,
    ) -> Result<Option<Screen>, ExecutorError> {
        let problem = context.problem;
        if problem.interactor.is_some() || problem.passes.is_some() || problem.io.output_file.is_some() {
            return Ok(None);
        }
        let limits = SolutionLimits::of_problem(problem, context.caps, Some(time_limit_ms.unwrap_or(UNKNOWN_MS)));
        let Some(validators) = Validators::build(context.clone(), n_workers)? else { return Ok(None) };
        let builder = Builder::new(context);
        let of_checker = match problem.checker.kind {
            CheckerKind::Program { program, .. } => Some(program),
            _ => None,
        };
        let wanted: Vec<ProgramIdx> = [main].into_iter().chain(others.iter().copied()).chain(of_checker).collect();
        let built = each_of(wanted.len(), n_workers, |at| CaseRunner::build(&builder, &problem.programs[wanted[at]]))?;
        let mut built: BTreeMap<ProgramIdx, CaseRunner> =
            wanted.iter().copied().zip(built).filter_map(|(idx, runner)| Some((idx, runner?))).collect();
        let Some(main) = built.remove(&main) else { return Ok(None) };
        let checker = checker(problem, &mut built);
        let others =
            others.iter().filter_map(|idx| Some((problem.programs[*idx].path.clone(), built.remove(idx)?))).collect();
        let input_file = problem.io.input_file.clone();
        Ok(Some(Screen { validators, main, others, checker, input_file, limits, n_workers }))
    }

    /// Whether inputs can be looked at for a solution.
    pub fn knows(&self, solution: &RelPath) -> bool {
        self.others.contains_key(solution)
    }

    /// Looks at inputs, for those of the solutions that are still asked about.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn look(&self, machine: &dyn Machine, inputs: &[&[u8]], asked: &[RelPath]) -> Result<Vec<Look>, ExecutorError> {
        let mut looks = vec![Look::default(); inputs.len()];
        if self.validators.are_quick() {
            let all: Vec<usize> = (0..inputs.len()).collect();
            self.validate(machine, inputs, &all, &mut looks)?;
            let valid: Vec<usize> = all.into_iter().filter(|at| looks[*at].validity == Validity::Valid).collect();
            self.compare(machine, inputs, &valid, asked, &mut looks)?;
            return Ok(looks);
        }
        // Where it takes longer to ask a validator than to run the solutions, only what could be of use is validated.
        let all: Vec<usize> = (0..inputs.len()).collect();
        self.compare(machine, inputs, &all, asked, &mut looks)?;
        let (mut failing, others): (Vec<usize>, Vec<usize>) =
            all.into_iter().filter(|at| looks[*at].is_answered).partition(|at| !looks[*at].failing.is_empty());
        failing.sort_by_key(|at| inputs[*at].len());
        failing.truncate(MOST_VALIDATED);
        let some = others.into_iter().step_by(ONE_VALIDATED_IN);
        let chosen: Vec<usize> = failing.into_iter().chain(some).collect();
        self.validate(machine, inputs, &chosen, &mut looks)?;
        looks.iter_mut().filter(|look| look.validity != Validity::Valid).for_each(|look| look.failing.clear());
        Ok(looks)
    }

    fn validate(
        &self,
        machine: &dyn Machine,
        inputs: &[&[u8]],
        chosen: &[usize],
        looks: &mut [Look],
    ) -> Result<(), ExecutorError> {
        let given: Vec<&[u8]> = chosen.iter().map(|at| inputs[*at]).collect();
        for (at, ok) in chosen.iter().zip(self.validators.accept(machine, &given)?) {
            looks[*at].validity = if ok { Validity::Valid } else { Validity::Invalid };
        }
        Ok(())
    }

    /// Takes down who seems to fail on chosen inputs.
    fn compare(
        &self,
        machine: &dyn Machine,
        inputs: &[&[u8]],
        chosen: &[usize],
        asked: &[RelPath],
        looks: &mut [Look],
    ) -> Result<(), ExecutorError> {
        let others: Vec<(usize, &RelPath, &CaseRunner)> =
            asked.iter().enumerate().filter_map(|(of, path)| Some((of, path, self.others.get(path)?))).collect();
        let runners: Vec<&CaseRunner> = [&self.main].into_iter().chain(others.iter().map(|(_, _, one)| *one)).collect();
        let given: Vec<&[u8]> = chosen.iter().map(|at| inputs[*at]).collect();
        let mut ended = self.solve(machine, &runners, &given)?.into_iter();
        let answers = ended.next().unwrap_or_default();
        for (at, answer) in chosen.iter().zip(&answers) {
            looks[*at].is_answered = answer.status.is_success();
            looks[*at].main_us = answer.cpu_us;
            looks[*at].times_us = vec![0; asked.len()];
        }
        for ((of, path, _), ended) in others.iter().zip(ended) {
            let outputs: Vec<Output<'_>> = (given.iter().zip(&ended).zip(&answers))
                .map(|((input, one), answer)| Output { input, output: &one.stdout, answer: &answer.stdout })
                .collect();
            let ends_well = |at: &usize| answers[*at].status.is_success() && ended[*at].status.is_success();
            let other: Vec<usize> =
                (0..outputs.len()).filter(|at| ends_well(at) && outputs[*at].output != outputs[*at].answer).collect();
            let unlike: Vec<&Output<'_>> = other.iter().map(|at| &outputs[*at]).collect();
            let mut is_right = vec![true; outputs.len()];
            for (at, said) in other.iter().zip(self.checked(machine, &unlike)?) {
                is_right[*at] = said.is_right;
                if said.is_right {
                    looks[chosen[*at]].otherwise.push((*of, said.words));
                }
            }
            for (at, one) in ended.iter().enumerate() {
                let look = &mut looks[chosen[at]];
                look.times_us[*of] = one.cpu_us;
                if look.is_answered && (!one.status.is_success() || !is_right[at]) {
                    look.failing.push(Failing { solution: (*path).clone(), is_slow: one.status.is_timeout() });
                }
            }
        }
        Ok(())
    }

    /// What solutions do on inputs.
    fn solve(
        &self,
        machine: &dyn Machine,
        runners: &[&CaseRunner],
        inputs: &[&[u8]],
    ) -> Result<Vec<Vec<Ended>>, ExecutorError> {
        let cases: Vec<Case<'_>> = inputs.iter().map(|input| case_of(self.input_file.as_deref(), input)).collect();
        let limits = |runner: &CaseRunner| self.limits.of(runner.program()).run_limits();
        let work: Vec<_> = runners.iter().map(|runner| (*runner, limits(runner), &cases[..])).collect();
        run_all(machine, self.n_workers, &work)
    }

    /// What the checker says of some outputs.
    fn checked(&self, machine: &dyn Machine, outputs: &[&Output<'_>]) -> Result<Vec<Said>, ExecutorError> {
        let in_process = |check: &(dyn Fn(&[u8], &[u8]) -> OutcomeKind + Sync)| {
            each_of(outputs.len(), self.n_workers, |at| {
                let kind = check(outputs[at].output, outputs[at].answer);
                Ok(Said { is_right: kind == OutcomeKind::Ok, words: 0 })
            })
        };
        match &self.checker {
            Checker::Same => Ok(vec![Said { is_right: false, words: 0 }; outputs.len()]),
            Checker::Standard(standard) => {
                in_process(&|output, answer| standard.check(Some(output), Some(answer), ANSWER, OUTPUT).kind)
            }
            Checker::Kattis(flags) => in_process(&|output, answer| flags.check(output, answer).kind),
            Checker::Program { runner, protocol } => {
                let args = checker_args(*protocol).map(str::to_owned);
                let cases: Vec<Case<'_>> = outputs.iter().map(|one| one.case(&args, *protocol)).collect();
                let ended = run_all(machine, self.n_workers, &[(runner, tool_limits(), &cases)])?;
                let said = |ended: Ended| Said { is_right: is_yes(*protocol, ended.status), words: ended.words };
                Ok(ended.into_iter().flatten().map(said).collect())
            }
        }
    }
}

/// What a checker says of an output.
#[derive(Clone, Copy)]
struct Said {
    is_right: bool,
    /// A digest of its words, 0 where there are none.
    words: u64,
}

/// A run of a solution on an input, which it may want to be in a file.
pub(super) fn case_of<'a>(input_file: Option<&'a str>, input: &'a [u8]) -> Case<'a> {
    match input_file {
        Some(name) => Case { files: vec![(name, input)], ..Case::default() },
        None => Case { stdin: input, ..Case::default() },
    }
}

impl Validators {
    /// Builds them. `None` where one cannot be run.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn build(context: BuildContext<'_>, n_workers: usize) -> Result<Option<Validators>, ExecutorError> {
        let problem = context.problem;
        let builder = Builder::new(context);
        let distinct = distinct(problem);
        let all = each_of(distinct.len(), n_workers, |at| validator(&builder, problem, distinct[at]))?;
        Ok(all.into_iter().collect::<Option<Vec<_>>>().map(|all| Validators { all, n_workers }))
    }

    /// Whether many can be asked about at once.
    fn are_quick(&self) -> bool {
        self.all.iter().all(|validator| match validator {
            Validator::Description(_) => true,
            Validator::Program { runner, .. } => runner.takes_many(),
        })
    }

    /// Which of some inputs all of them accept.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn accept(&self, machine: &dyn Machine, inputs: &[&[u8]]) -> Result<Vec<bool>, ExecutorError> {
        let mut valid: Vec<usize> = (0..inputs.len()).collect();
        for validator in &self.all {
            let accepted = self.accepted(machine, validator, inputs, &valid)?;
            valid = valid.into_iter().zip(accepted).filter_map(|(at, ok)| ok.then_some(at)).collect();
        }
        let mut all = vec![false; inputs.len()];
        valid.into_iter().for_each(|at| all[at] = true);
        Ok(all)
    }

    /// Which of some inputs a validator accepts.
    fn accepted(
        &self,
        machine: &dyn Machine,
        validator: &Validator,
        inputs: &[&[u8]],
        at: &[usize],
    ) -> Result<Vec<bool>, ExecutorError> {
        match validator {
            Validator::Description(description) => {
                each_of(at.len(), self.n_workers, |one| Ok(description.says_of(inputs[at[one]]).ok))
            }
            Validator::Program { runner, args, protocol, input } => {
                let case = |at: &usize| match input.file() {
                    Some(name) => Case { args, files: vec![(name, inputs[*at])], ..Case::default() },
                    None => Case { args, stdin: inputs[*at], ..Case::default() },
                };
                let cases: Vec<Case<'_>> = at.iter().map(case).collect();
                let ended = run_all(machine, self.n_workers, &[(runner, tool_limits(), &cases)])?;
                Ok(ended.into_iter().flatten().map(|ended| is_yes(*protocol, ended.status)).collect())
            }
        }
    }
}

/// The validators but those that are called as an earlier one is: some tests ask one program several times.
fn distinct(problem: &Problem) -> Vec<usize> {
    let mut calls = BTreeSet::new();
    let is_new = |at: &usize| {
        let described = &problem.validators[*at];
        calls.insert((described.program, described.input.file(), described.input.args(&[])))
    };
    (0..problem.validators.len()).filter(is_new).collect()
}

/// A validator of the problem, unless it cannot be run.
fn validator(builder: &Builder<'_>, problem: &Problem, at: usize) -> Result<Option<Validator>, ExecutorError> {
    let described = &problem.validators[at];
    let program = &problem.programs[described.program];
    if program.language == Language::Checktestdata {
        let source = program.sources.first().and_then(|path| Some((path, builder.contents(program, path)?)));
        return Ok(source.map(|(path, text)| Validator::Description(Description::new(path, &text))));
    }
    // What a test of no group is validated with.
    let options = if described.takes_options { &["--testset", TESTSET][..] } else { &[] };
    let args = options.iter().map(|&word| word.to_owned()).chain(described.input.args(&[])).collect();
    let (protocol, input) = (described.protocol, described.input.clone());
    let runner = CaseRunner::build(builder, program)?;
    Ok(runner.map(|runner| Validator::Program { runner, args, protocol, input }))
}

/// An output that differs from the answer.
struct Output<'a> {
    input: &'a [u8],
    output: &'a [u8],
    answer: &'a [u8],
}

impl<'a> Output<'a> {
    /// What a checker that is called with these arguments is run on.
    fn case(&self, args: &'a [String], protocol: Protocol) -> Case<'a> {
        let (last, stdin): (_, &[u8]) = match protocol {
            Protocol::Testlib | Protocol::Cms | Protocol::Sinol => ((OUTPUT, self.output), b""),
            Protocol::Kattis => ((JUDGE_MESSAGE, &b""[..]), self.output),
        };
        Case { args, files: vec![(INPUT, self.input), (ANSWER, self.answer), last], stdin, ..Case::default() }
    }
}

fn tool_limits() -> RunLimits {
    RunLimits { cpu_ms: TOOL_MS, wall_ms: 2 * TOOL_MS, ..TOOL_LIMITS }
}

fn checker(problem: &Problem, built: &mut BTreeMap<ProgramIdx, CaseRunner>) -> Checker {
    if !problem.further_checkers.is_empty() {
        return Checker::Same;
    }
    match &problem.checker.kind {
        CheckerKind::Standard(standard) => Checker::Standard(*standard),
        CheckerKind::KattisDefault(flags) => Checker::Kattis(flags.clone()),
        // What it prints decides, which cases do not tell.
        CheckerKind::Program { protocol: Protocol::Cms | Protocol::Sinol, .. } => Checker::Same,
        CheckerKind::Program { program, protocol } => match built.remove(program) {
            Some(runner) => Checker::Program { runner: Box::new(runner), protocol: *protocol },
            None => Checker::Same,
        },
        CheckerKind::Interactor => Checker::Same,
    }
}

#[cfg(test)]
mod tests {
    use problem::{folder::MemoryFolder, formats, settings::FolderSettings};

    use super::*;

    /// A test that counts in two subtasks has its validator asked twice, and an input that is no test once.
    #[test]
    fn calls_that_are_the_same_are_made_once() {
        let mut folder = MemoryFolder::new("task");
        for (path, text) in [
            ("task.yaml", "name: task\n"),
            ("gen/GEN", "#ST: 40\n#STNAME: a\n1\n#ST: 60\n#STDEP: a\n2\n"),
            ("gen/generator.py", "print(1)\n"),
            ("gen/validator.py", "print(1)\n"),
        ] {
            folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
        }
        let settings = RelPath::parse("touchstone.toml").unwrap();
        let problem = formats::read(&folder, &FolderSettings::default(), &settings);
        assert_eq!((problem.validators.len(), distinct(&problem)), (2, vec![0]));
    }
}
