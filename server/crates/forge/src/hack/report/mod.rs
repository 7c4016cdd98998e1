//! The report that a refinement gets: what each command did, whom the suite judges wrongly, and how (CCO-13, CCO-14, CCO-15,
//! CCO-19, CCO-20).

use std::collections::BTreeSet;

use judge::engine::Engine;
use problem::{
    classify::counted,
    label::Pool,
    model::{ProgramIdx, TestIdx},
    state::GeneratorRun,
};
use serde::Serialize;

use super::{described, generator::Changed};
use crate::{
    bench::{TestSource, Trial},
    describe::cut,
    prompt::values::PoolProgram,
    write::build_error,
};

/// A text longer than this is replaced, characters (CCO-20).
const MAX_FIELD: usize = 1000;
/// So long is the input of a command that says something beside the command, in characters.
const MAX_INPUT: usize = 200;
/// So many right programs that fail are shown, and so many wrong ones that pass.
const MAX_PROGRAMS: usize = 10;
/// The status of a command that made an input.
const OK: &str = "ok";
/// So many failed tests are shown of a program.
const MAX_TESTS: usize = 3;
/// The whole report has at most this many bytes; beyond it, things are cut in the order that [`Report::fit`] says.
const MAX_REPORT: usize = 160 << 10;
/// What is left of a program's source when there is no place for all of it, bytes.
const SHORT_CODE: usize = 2 << 10;

/// The report of one round, on programs, commands and failures alike (CCO-15).
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Report {
    pub iteration: u32,
    pub tpr: Option<f64>,
    pub tnr: Option<f64>,
    pub alpha: f64,
    pub beta: f64,
    pub generator: GeneratorReport,
    pub commands: Vec<CommandRun>,
    #[serde(rename = "fn")]
    pub false_negatives: Vec<ProgramReport>,
    #[serde(rename = "fp")]
    pub false_positives: Vec<ProgramReport>,
    pub oracle_errors: Vec<String>,
    /// Whether a command made no valid input.
    pub has_fallen: bool,
    /// Whether something is replaced by a word for it.
    pub is_cut: bool,
}

/// What became of the last edits.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct GeneratorReport {
    pub applied: Vec<String>,
    pub unmatched: Vec<Unmatched>,
    pub compile_error: Option<String>,
    /// Why everything that the last answer changed was taken back, if it was.
    pub undone: Option<String>,
    /// Why the source of a new generator was not taken, if it was not.
    pub source_rejected: Option<String>,
    /// The commands to drop or to replace that were none of the current ones.
    pub unknown_commands: Vec<String>,
}

/// An edit that was not carried out.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Unmatched {
    pub path: String,
    pub search: String,
    pub replace: String,
    pub nearest: String,
}

/// What a command did.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct CommandRun {
    pub cmd: String,
    /// What its author said that it is for.
    pub aim: Option<String>,
    pub status: String,
    pub input: Option<String>,
    pub bytes: Option<u64>,
    pub sha: Option<String>,
    pub validator: Option<ValidatorRun>,
    /// The largest shares of the limits that the main solution used, in per cent, to the nearest ten: measured times differ
    /// from run to run, and a question that differs is asked anew.
    pub time_percent: Option<u64>,
    pub memory_percent: Option<u64>,
    /// The wrong programs that fail it, each with its verdict.
    pub kills: Vec<String>,
}

/// What the validator says.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ValidatorRun {
    pub ok: bool,
    pub line: Option<u32>,
    /// What was found there.
    pub token: Option<String>,
    pub message: Option<String>,
}

/// A program that is judged wrongly.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ProgramReport {
    pub solution: String,
    pub lang: String,
    /// Its text, or what differs from the one that it is like.
    pub code: String,
    pub like: Option<String>,
    pub tests: Vec<TestReport>,
    /// It seems to do something else in each run.
    pub is_random: bool,
    /// The largest share of the time limit that a wrong program used, to the nearest tenth; it says how near it is to being
    /// too slow.
    pub closest_margin: Option<f64>,
}

/// A test that a right program fails.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct TestReport {
    pub input: String,
    pub got: String,
    pub expected: String,
    pub verdict: String,
    pub message: String,
}

/// What a report is made of.
pub(super) struct Found<'a> {
    pub trial: &'a Trial,
    pub engine: &'a Engine,
    pub sources: &'a [TestSource],
    /// Solutions that do not count.
    pub useless: &'a [ProgramIdx],
    pub seed: u64,
}

impl Found<'_> {
    /// The report of a round, without its numbers.
    pub(super) fn report(&self, changed: &Changed) -> Report {
        let mut report = Report {
            generator: GeneratorReport {
                applied: changed.applied.carried_out.clone(),
                unmatched: changed.applied.left_out.iter().map(unmatched).collect(),
                compile_error: self.compile_error(),
                undone: None,
                source_rejected: changed.source_rejected.clone(),
                unknown_commands: changed.unknown_commands.iter().map(|command| cut(command, MAX_FIELD)).collect(),
            },
            commands: (0..self.sources.len()).map(|at| self.command(at)).collect(),
            false_negatives: self.sampled(self.false_negatives()),
            false_positives: self.sampled(self.false_positives()),
            oracle_errors: self.oracle_errors(),
            ..Report::default()
        };
        let is_valid = |run: &CommandRun| run.status == OK && run.validator.as_ref().is_none_or(|said| said.ok);
        report.has_fallen = !report.commands.iter().all(is_valid);
        report.fit(MAX_REPORT);
        report.is_cut = report.has_placeholders();
        report
    }

    /// Why a generator does not compile (CCO-14).
    fn compile_error(&self) -> Option<String> {
        let Trial { problem, state, .. } = self.trial;
        let programs = problem.programs.iter_enumerated();
        let mut generators = programs.filter(|(_, program)| program.role == problem::model::Role::Generator);
        generators.find_map(|(idx, _)| build_error(problem, state, idx)).map(|text| cut(&text, 4 * MAX_FIELD))
    }

    fn command(&self, at: usize) -> CommandRun {
        let cmd = super::words(&self.sources[at]);
        let test = match &self.trial.candidate_tests[at] {
            Ok(test) => *test,
            Err(why) => return CommandRun { cmd, status: why.clone(), ..CommandRun::default() },
        };
        let state = &self.trial.state.tests[test];
        let Some(blob) = state.input_blob() else {
            return CommandRun { cmd, status: self.why_no_input(test), ..CommandRun::default() };
        };
        let judged = state.validations.iter().flatten().find(|validation| !validation.ok);
        let validator = state.validations.iter().flatten().next().map(|accepted| {
            let validation = judged.unwrap_or(accepted);
            ValidatorRun {
                ok: judged.is_none(),
                line: validation.line().map(|line| line + 1),
                token: validation.failure.as_ref().and_then(|failure| failure.found.clone()),
                message: judged.map(|validation| cut(&validation.message, MAX_FIELD)),
            }
        });
        let input = self.trial.text(self.engine, test, false);
        // What an invalid input does says nothing.
        let shares = self.shares(test).filter(|_| judged.is_none());
        CommandRun {
            cmd,
            aim: None,
            status: OK.to_owned(),
            input: Some(input.filter(|text| text.chars().count() <= MAX_INPUT).unwrap_or("[input]".to_owned())),
            bytes: Some(blob.size),
            sha: Some(blob.digest.hex()[..16].to_owned()),
            validator,
            time_percent: shares.map(|(time, _)| time),
            memory_percent: shares.map(|(_, memory)| memory),
            kills: if judged.is_none() { self.kills(test) } else { Vec::new() },
        }
    }

    /// The shares of the limits for time and memory that the main solution used on a test, in per cent.
    fn shares(&self, test: TestIdx) -> Option<(u64, u64)> {
        let Trial { problem, state, .. } = self.trial;
        let cell = state.cell(problem.main?, test)?;
        let limit_us = state.time_limit_ms?.max(1) * 1000;
        let limit_kb = (problem.limits.memory_bytes >> 10).max(1);
        Some((in_tens(cell.cpu_us, limit_us), in_tens(cell.memory_kb, limit_kb)))
    }

    /// Whom a test fails of those that are to fail.
    fn kills(&self, test: TestIdx) -> Vec<String> {
        let Trial { problem, state, .. } = self.trial;
        let fails = |(idx, program): (ProgramIdx, &problem::model::Program)| {
            let verdict = state.cell(idx, test)?.verdict;
            let is_kill = self.trial.is_target(idx) && !self.useless.contains(&idx) && verdict.is_failure();
            is_kill.then(|| format!("{} {verdict}", program.path))
        };
        problem.solutions().filter_map(fails).collect()
    }

    fn why_no_input(&self, test: TestIdx) -> String {
        use problem::model::InputSource;
        match self.trial.problem.tests[test].input {
            InputSource::Stdout(command) | InputSource::Written { command, .. } => {
                match &self.trial.state.generations[command] {
                    Some(GeneratorRun::Failed { message, .. }) => {
                        cut(&format!("the generator fails: {message}"), MAX_FIELD)
                    }
                    Some(GeneratorRun::Ok { .. }) => "the generator writes nothing".to_owned(),
                    None => "not run".to_owned(),
                }
            }
            InputSource::File(_) | InputSource::Inline(_) => "not read".to_owned(),
        }
    }

    /// Right programs that fail a test.
    fn false_negatives(&self) -> Vec<ProgramIdx> {
        self.pool(Pool::Correct, |program| counted(&self.trial.state, program).any(|(_, verdict)| verdict.is_failure()))
    }

    /// Wrong programs that pass everything (CCO-13).
    fn false_positives(&self) -> Vec<ProgramIdx> {
        let passes_all = |program| {
            let mut cells = counted(&self.trial.state, program).peekable();
            cells.peek().is_some() && cells.all(|(_, verdict)| !verdict.is_failure())
        };
        self.pool(Pool::Wrong, passes_all)
    }

    fn pool(&self, pool: Pool, holds: impl Fn(ProgramIdx) -> bool) -> Vec<ProgramIdx> {
        let solutions = self.trial.problem.solutions();
        let of_pool = solutions.filter(|(idx, program)| program.pool() == Some(pool) && !self.useless.contains(idx));
        of_pool.map(|(idx, _)| idx).filter(|&idx| holds(idx)).collect()
    }

    /// At most [`MAX_PROGRAMS`], drawn by the seed.
    fn sampled(&self, programs: Vec<ProgramIdx>) -> Vec<ProgramReport> {
        let mut random = fastrand::Rng::with_seed(self.seed);
        let mut drawn = random.choose_multiple(programs, MAX_PROGRAMS);
        drawn.sort_unstable();
        let contents = |_, _| None;
        let shown = described(self.trial, &contents).solutions(drawn.iter().copied());
        drawn.into_iter().zip(shown).map(|(program, shown)| self.program(program, shown)).collect()
    }

    fn program(&self, idx: ProgramIdx, shown: PoolProgram) -> ProgramReport {
        let failed = counted(&self.trial.state, idx).filter(|(_, verdict)| verdict.is_failure());
        let tests: Vec<TestReport> = failed.take(MAX_TESTS).map(|(test, _)| self.test(idx, test)).collect();
        let margin = time_percent(self.trial, idx).map(|percent| percent as f64 / 100.0);
        ProgramReport {
            solution: shown.name,
            lang: shown.language,
            code: shown.source,
            like: shown.like,
            is_random: shown.is_random,
            closest_margin: margin.filter(|_| tests.is_empty()),
            tests,
        }
    }

    fn test(&self, program: ProgramIdx, test: TestIdx) -> TestReport {
        let Trial { problem, state, .. } = self.trial;
        let cell = state.cell(program, test);
        let text = |blob: problem::executor::Blob, word: &str| {
            let bytes = self.engine.store.get(blob.digest);
            let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
            let is_short = blob.size as usize <= MAX_FIELD;
            if is_short { text } else { format!("[{word}] {} bytes, sha256 {}", blob.size, &blob.digest.hex()[..16]) }
        };
        let input = self.trial.text(self.engine, test, false).unwrap_or_default();
        let contents = |_, _| None;
        let command = described(self.trial, &contents).test(test).command;
        TestReport {
            input: match command {
                _ if input.chars().count() <= MAX_FIELD => input,
                Some(command) => format!("{command} [command]"),
                None => format!("test {} [input]", problem.tests[test].id),
            },
            got: cell.and_then(|cell| cell.output).map(|blob| text(blob, "output")).unwrap_or_default(),
            expected: state.tests[test].known_answer().map(|blob| text(blob, "expected output")).unwrap_or_default(),
            verdict: cell.map(|cell| cell.verdict.to_string()).unwrap_or_default(),
            message: cell.map(|cell| cut(&cell.message, MAX_FIELD)).unwrap_or_default(),
        }
    }

    /// What the main solution does wrong (CCO-14).
    fn oracle_errors(&self) -> Vec<String> {
        let Trial { problem, state, .. } = self.trial;
        let Some(main) = problem.main else { return Vec::new() };
        let sentence = |test: TestIdx| {
            let cell = state.cell(main, test).filter(|cell| cell.verdict.is_failure())?;
            let contents = |_, _| None;
            let of = described(self.trial, &contents).test(test);
            let name = of.command.unwrap_or(format!("test {}", of.id));
            Some(cut(&format!("{name}: {} {}", cell.verdict, cell.message), MAX_FIELD))
        };
        problem.tests.indices().filter_map(sentence).take(MAX_PROGRAMS).collect()
    }
}

/// The largest share of the time limit that a solution used so far, as [`in_tens`] has it.
pub(super) fn time_percent(trial: &Trial, solution: ProgramIdx) -> Option<u64> {
    let limit_us = trial.state.time_limit_ms?.max(1) * 1000;
    let used = counted(&trial.state, solution).filter_map(|(test, _)| Some(trial.state.cell(solution, test)?.cpu_us));
    used.max().map(|used| in_tens(used, limit_us))
}

/// A share in per cent, to the nearest ten.
fn in_tens(used: u64, limit: u64) -> u64 {
    (used * 10 + limit / 2) / limit * 10
}

fn unmatched(left_out: &crate::edits::LeftOut) -> Unmatched {
    let nearest = if left_out.nearest.is_empty() { left_out.why.clone() } else { left_out.nearest.clone() };
    Unmatched {
        path: left_out.edit.path.clone(),
        search: cut(&left_out.edit.search, MAX_FIELD),
        replace: cut(&left_out.edit.replace, MAX_FIELD),
        nearest: cut(&nearest, MAX_FIELD),
    }
}

impl Report {
    /// Whether a word stands for a text that is too long (CCO-20), or a text says that it is cut.
    fn has_placeholders(&self) -> bool {
        let of_test = |test: &TestReport| {
            let texts = [&test.input, &test.got, &test.expected, &test.message];
            texts.iter().any(|text| {
                text.ends_with("[command]")
                    || text.ends_with("[input]")
                    || text.starts_with('[')
                    || text.contains("[cut: ")
            })
        };
        let is_replaced = |run: &CommandRun| run.kills.is_empty() && run.input.as_deref() == Some("[input]");
        let mut programs = self.false_negatives.iter().chain(&self.false_positives);
        self.commands.iter().any(is_replaced)
            || programs.any(|program| program.code.contains("[cut: ") || program.tests.iter().any(of_test))
    }

    /// Cuts until the report has at most so many bytes: first the ends of wrong programs that pass, then further tests of right
    /// programs that fail, then the inputs of commands, then commands on which nothing was wrong.
    fn fit(&mut self, most: usize) {
        let size = |report: &Report| serde_json::to_string(report).map_or(0, |text| text.len());
        let is_too_long = |report: &Report| size(report) > most;
        if is_too_long(self) {
            for program in &mut self.false_positives {
                program.code = cut(&program.code, SHORT_CODE);
            }
        }
        if is_too_long(self) {
            for program in &mut self.false_negatives {
                program.tests.truncate(1);
            }
        }
        if is_too_long(self) {
            for run in &mut self.commands {
                run.input = run.input.as_ref().map(|_| "[input]".to_owned());
            }
        }
        if is_too_long(self) {
            let is_fine = |run: &CommandRun| run.validator.as_ref().is_some_and(|validator| validator.ok);
            self.commands.retain(|run| !is_fine(run));
        }
    }
}

/// The texts of an edit as the block that the papers write.
pub(super) fn block(edit: &crate::edits::Edit) -> String {
    format!("<<<<<<< SEARCH\n{}\n=======\n{}\n>>>>>>> REPLACE", edit.search, edit.replace)
}

/// Commands whose names the answer got wrong.
pub(super) fn unknown<'a>(wanted: &'a [String], known: &BTreeSet<String>) -> Vec<&'a String> {
    wanted.iter().filter(|command| !known.contains(*command)).collect()
}

#[cfg(test)]
mod tests;
