//! CodeContests+'s agents: a model writes a missing program, and is told what is wrong with it until it stands every trial
//! (CCP-7, CCP-8, CCP-9, CCP-10, CCP-12).
//!
//! The program is put into the copy and tried on the samples, on copies of samples that are surely broken, and on
//! outputs that are surely right or wrong; what fails goes into the next question.
//!
//! Invariant: what is handed out has passed its trials, and says which.

mod brute_force;
mod builds;
mod checker;
mod generator;
mod interactor;
mod named;
mod probed;
mod validator;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use cpp::api::api;
use judge::{check::Observer, disk::folder::FileChange};
pub use problem::missing::MissingProgram;
use problem::{
    label::Pool,
    language::Language,
    missing::ProgramPlace,
    model::{Problem, Program as FolderProgram, ProgramIdx, Role, TestIdx},
    path::RelPath,
    words::quantity,
};
use serde::Serialize;
use serde_json::Value;

pub(crate) use self::{
    builds::{build_error, needs_reference},
    named::set,
};
use crate::{
    answers::{self, Answer, ProblemAnalysis},
    ask::{LanguageModel, read},
    bench::{Extra, Trial, Workbench, validate_only},
    describe::described,
    hack::{ForgeError, StageObserver},
    prompt::{Prompts, mark, values::Values},
    suite::{
        PassMatrix,
        metrics::{percent, quality},
    },
    tries::{Measure, TrialLine, Tries},
};

/// What was written, and how it stood its trials.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ProposedProgram {
    /// What to change in the folder.
    #[serde(skip)]
    pub changes: Vec<FileChange>,
    /// All files of the copy that differ from the folder, with their texts.
    pub files: BTreeMap<String, String>,
    /// The built-in checker that is enough.
    pub builtin: Option<String>,
    /// Commands for the script.
    pub commands: Vec<String>,
    /// What was found to be so: sentences.
    pub proof: Vec<String>,
    /// What the model says about it.
    pub notes: Vec<String>,
}

/// What came of asking.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WriteOutcome {
    /// The work that passed; absent when none did.
    pub work: Option<ProposedProgram>,
    /// What was wrong with each answer that did not pass.
    pub attempts: Vec<Vec<String>>,
    /// What came of each answer.
    pub trials: Vec<TrialLine>,
    /// Why no more answers were asked for, where that was before one had passed.
    pub stopped: Option<String>,
}

/// Asks for a program, at most so many times, and takes the answer that does best in its trial.
///
/// # Errors
/// See [`ForgeError`]; an answer that does not stand its trials is none of them.
pub fn write(
    piece: MissingProgram,
    bench: &Workbench<'_>,
    prompts: &Prompts<'_>,
    tries: Tries,
    language_model: &mut dyn LanguageModel,
    observer: &mut dyn StageObserver,
) -> Result<WriteOutcome, ForgeError> {
    let writer = ProgramWriter { bench, prompts, mark: RefCell::default() };
    observer.stage("reading the problem");
    let known = writer.validate(&Extra::default(), observer)?;
    ensure_missing(piece, &known)?;
    let mut values = writer.values(piece, &known);
    let mut analysis = ProblemAnalysis::default();
    // CCO-5, CCP-1: the summary goes into every question that follows. Who writes outputs, or judges them, has the statement.
    if !matches!(piece, MissingProgram::Checker | MissingProgram::BruteForce) {
        observer.stage("asking what the problem demands");
        let said = writer.said::<ProblemAnalysis>(0, &mut values, &known, language_model)?;
        values.set_analysis(&said);
        analysis = read(&said)?;
    }
    let there: BTreeSet<RelPath> = bench.changes()?.into_iter().map(|change| change.path).collect();
    let (mut written, mut best, mut told) = (WriteOutcome::default(), None::<Best>, Vec::new());
    let n_commands = values.n_commands;
    let (mut number, mut last) = (0, 0);
    for attempt in tries.questions() {
        if attempt > last
            && let Some(best) = &best
        {
            if best.work.is_ok() {
                break;
            }
            writer.tell((piece, n_commands), best, &mut values, &mut told);
        }
        last = attempt;
        number += 1;
        observer.stage(&format!("attempt {attempt}: asking"));
        bench.reset_but(&there)?;
        let program = match writer.program(piece, number, &mut values, &known, language_model) {
            Ok(program) => program,
            // What was tried is not lost because nobody answers any more.
            Err(error) if !error.is_cancelled() && best.is_some() => {
                let has_passed = best.as_ref().is_some_and(|best| best.work.is_ok());
                written.stopped = (!has_passed).then(|| error.to_string());
                break;
            }
            Err(error) => return Err(error),
        };
        observer.stage(&format!("attempt {attempt}: trying what came back"));
        let source = program.source();
        let stood = writer.tried(program, (&known, &values.kept), (&analysis, &told), observer)?;
        let n_complaints = stood.work.as_ref().err().map_or(0, Vec::len);
        written.trials.push(TrialLine { attempt, measures: stood.measures, n_complaints, is_taken: false });
        let line = written.trials.len() - 1;
        let is_better = best.as_ref().is_none_or(|best| match n_complaints {
            0 => written.trials[line].rank() > written.trials[best.line].rank(),
            // Of those that are as good, the latest knows most.
            _ => written.trials[line].rank() >= written.trials[best.line].rank(),
        });
        written.attempts.extend(stood.work.as_ref().err().cloned());
        if is_better {
            let (work, good_commands) = (stood.work, stood.good_commands);
            best = Some(Best { line, source, work, good_commands, changes: bench.changes()? });
        }
    }
    bench.reset_but(&there)?;
    if let Some(Best { line, work: Ok(work), changes, .. }) = best {
        written.trials[line].is_taken = true;
        bench.put(&changes.iter().map(|change| (change.path.clone(), change.after.clone())).collect())?;
        let text = |change: &FileChange| String::from_utf8_lossy(&change.after).into_owned();
        let files = changes.iter().map(|change| (change.path.to_string(), text(change))).collect();
        let called = named::otherwise_called(piece, &*known.folder, &known.problem).filter(|_| work.builtin.is_none());
        let notes = work.notes.into_iter().chain(called).collect();
        written.work = Some(ProposedProgram { changes, files, notes, ..work });
    }
    Ok(written)
}

/// Tries a program that somebody else wrote, a validator, checker or interactor, as one that a
/// model wrote is tried; in the copy it takes the place of the one that is there. The copy is as before afterwards.
///
/// # Errors
/// See [`ForgeError`]; that it does not stand its trials is none of them.
pub fn try_source(
    piece: MissingProgram,
    bench: &Workbench<'_>,
    source: String,
    observer: &mut dyn StageObserver,
) -> Result<WriteOutcome, ForgeError> {
    let prompts = Prompts::default();
    let writer = ProgramWriter { bench, prompts: &prompts, mark: RefCell::default() };
    observer.stage("reading the problem");
    let known = writer.validate(&Extra::default(), observer)?;
    let analysis = ProblemAnalysis::default();
    let program = match piece {
        MissingProgram::Validator => {
            Program::Validator(answers::Validator { constraints_checked: None, constraints_skipped: None, source })
        }
        MissingProgram::Checker => {
            Program::Checker(answers::Checker { why: None, needs_custom: true, builtin: None, source: Some(source) })
        }
        MissingProgram::Interactor => Program::Interactor(answers::Interactor { protocol: None, source }),
        MissingProgram::Generator | MissingProgram::BruteForce => {
            return Err(ForgeError::Refused(format!("a {} cannot be tried alone", piece.words())));
        }
    };
    observer.stage("trying it");
    let stood = writer.tried(program, (&known, &[]), (&analysis, &[]), observer);
    bench.reset()?;
    let Stood { work, measures, .. } = stood?;
    let n_complaints = work.as_ref().err().map_or(0, Vec::len);
    let line = TrialLine { attempt: 1, measures, n_complaints, is_taken: n_complaints == 0 };
    let attempts = work.as_ref().err().cloned().into_iter().collect();
    Ok(WriteOutcome { work: work.ok(), attempts, trials: vec![line], stopped: None })
}

/// The best answer so far.
struct Best {
    /// Its line in the table.
    line: usize,
    source: Option<String>,
    work: Result<ProposedProgram, Vec<String>>,
    good_commands: Vec<String>,
    changes: Vec<FileChange>,
}

/// A trial: the work, or what is wrong with it in words for the model, and what was counted.
struct Stood {
    work: Result<ProposedProgram, Vec<String>>,
    measures: Vec<Measure>,
    /// The commands that make a valid new test, where commands were asked for.
    good_commands: Vec<String>,
}

impl Stood {
    fn of(work: Result<ProposedProgram, Vec<String>>, measures: Vec<Measure>) -> Stood {
        Stood { work, measures, good_commands: Vec::new() }
    }
}

/// The outer error is the tool's own failure.
type Tried = Result<Stood, ForgeError>;

/// What comes to no trial.
fn refused(complaints: Vec<String>) -> Tried {
    Ok(Stood::of(Err(complaints), Vec::new()))
}

/// What came back.
enum Program {
    Validator(answers::Validator),
    Checker(answers::Checker),
    Generator(answers::TestGenerator),
    BruteForce(answers::BruteForce),
    Interactor(answers::Interactor),
}

impl Program {
    /// The source of the program. A checker that is built in has none, and neither has a generator that is only edited.
    fn source(&self) -> Option<String> {
        match self {
            Program::Validator(answer) => Some(answer.source.clone()),
            Program::Checker(answer) => answer.source.clone(),
            Program::Generator(answer) => answer.source.clone(),
            Program::BruteForce(answer) => Some(answer.source.clone()),
            Program::Interactor(answer) => Some(answer.source.clone()),
        }
    }
}

/// Fails unless there is a place for the program and what its trial needs.
fn ensure_missing(piece: MissingProgram, known: &Trial) -> Result<(), ForgeError> {
    match piece.hindrance(&known.folder, &known.problem, !samples(known).is_empty()) {
        Some(why) => Err(ForgeError::Refused(why)),
        None if piece == MissingProgram::Generator => generator::ensure_place(&*known.folder, &known.problem),
        None => Ok(()),
    }
}

/// The bench with what questions need.
struct ProgramWriter<'a> {
    bench: &'a Workbench<'a>,
    prompts: &'a Prompts<'a>,
    mark: RefCell<String>,
}

impl ProgramWriter<'_> {
    /// Validates the folder's tests and more, and has missing answers made; judges no solution (see [`validate_only`]).
    fn validate(&self, extra: &Extra, observer: &mut dyn StageObserver) -> Result<Trial, ForgeError> {
        Ok(self.bench.try_out(extra, &validate_only(), as_observer(observer))?)
    }

    fn values(&self, piece: MissingProgram, known: &Trial) -> Values {
        let contents = |test, is_answer| self.text(known, test, is_answer);
        let place = MissingProgram::Generator.place(&*known.folder, &known.problem, 0);
        let new_generator = place.ok().map(|place| place.path.to_string());
        let described = described(known, &contents);
        let mut values = Values { n_commands: 20, ..described.values() };
        values.set_new_generator(new_generator);
        values.problem.is_interactive |= piece == MissingProgram::Interactor;
        if values.validator.is_none() {
            values.tests = described.short_inputs();
        }
        values
    }

    /// Has the next question say what was wrong with the best answer.
    fn tell(
        &self,
        (piece, n_commands): (MissingProgram, usize),
        best: &Best,
        values: &mut Values,
        told: &mut Vec<Vec<String>>,
    ) {
        let Err(complaints) = &best.work else { return };
        let register = piece
            .role()
            .and_then(Role::register)
            .filter(|_| complaints.iter().any(|complaint| needs_reference(complaint)));
        let words = complaints.iter().chain(&best.source).map(String::as_str).collect::<Vec<_>>().join("\n");
        let mut topics = values.problem.spoken.topics();
        // What either side says begins with a word as a rule.
        topics.words |= piece == MissingProgram::Interactor;
        values.api = register.map(|register| api().prompt(register, &topics, &words)).unwrap_or_default();
        values.complaints.clone_from(complaints);
        values.previous.clone_from(&best.source);
        values.kept.clone_from(&best.good_commands);
        values.n_commands = n_commands.saturating_sub(values.kept.len()).max(1);
        told.push(complaints.clone());
    }

    /// Puts an answer into the copy and tries it, with the commands of earlier ones that are kept.
    fn tried(
        &self,
        program: Program,
        (known, kept): (&Trial, &[String]),
        (analysis, told): (&ProblemAnalysis, &[Vec<String>]),
        observer: &mut dyn StageObserver,
    ) -> Tried {
        match program {
            Program::Validator(answer) => validator::tried(self, known, (answer, analysis), told, observer),
            Program::Checker(answer) => checker::tried(self, known, answer, told, observer),
            Program::Generator(answer) => generator::tried(self, known, (answer, kept), observer),
            Program::BruteForce(answer) => brute_force::tried(self, known, answer, observer),
            Program::Interactor(answer) => interactor::tried(self, answer, told, observer),
        }
    }

    /// Asks for a piece.
    fn program(
        &self,
        piece: MissingProgram,
        attempt: u32,
        values: &mut Values,
        known: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<Program, ForgeError> {
        Ok(match piece {
            MissingProgram::Validator => Program::Validator(self.ask(attempt, values, known, language_model)?),
            MissingProgram::Checker => Program::Checker(self.ask(attempt, values, known, language_model)?),
            MissingProgram::Generator => Program::Generator(self.ask(attempt, values, known, language_model)?),
            MissingProgram::BruteForce => Program::BruteForce(self.ask(attempt, values, known, language_model)?),
            MissingProgram::Interactor => Program::Interactor(self.ask(attempt, values, known, language_model)?),
        })
    }

    fn ask<A: Answer>(
        &self,
        attempt: u32,
        values: &mut Values,
        known: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<A, ForgeError> {
        Ok(read(&self.said::<A>(attempt, values, known, language_model)?)?)
    }

    /// Asks one question; gives the answer as the model said it, with keys that nobody asked for.
    fn said<A: Answer>(
        &self,
        attempt: u32,
        values: &mut Values,
        known: &Trial,
        language_model: &mut dyn LanguageModel,
    ) -> Result<Value, ForgeError> {
        mark(&mut self.mark.borrow_mut(), values);
        let contents = |_, _| None;
        let disclosed = described(known, &contents).everything_disclosed();
        let mut question = self.prompts.question::<A>(values)?;
        // The same question after another attempt asks for another answer.
        question.attempt = attempt;
        Ok(language_model.ask(&question, &disclosed)?)
    }

    /// The text of a test's input or answer.
    fn text(&self, trial: &Trial, test: TestIdx, is_answer: bool) -> Option<String> {
        trial.text(self.bench.engine(), test, is_answer)
    }

    /// Puts a new program into the copy, where the folder's format has it: its path, or what is wrong with it when the folder
    /// does not take it for what it is meant to be. `which` of the names it may have is meant.
    fn put(
        &self,
        piece: MissingProgram,
        which: usize,
        source: &str,
        role: Role,
    ) -> Result<Result<RelPath, Vec<String>>, ForgeError> {
        let opened = self.bench.open()?;
        let of_role = |program: &&FolderProgram| program.role == role && role != Role::Solution;
        let there: Vec<&FolderProgram> = opened.problem.programs.iter().filter(of_role).collect();
        let is_a_file =
            |program: &FolderProgram| program.language == Language::Cpp && program.sources == [program.path.clone()];
        let ProgramPlace { path, texts, .. } = match there[..] {
            [] => piece.place(&opened.folder, &opened.problem, which).map_err(ForgeError::Refused)?,
            // Another one takes its place.
            [only] if is_a_file(only) => {
                ProgramPlace { path: only.path.clone(), texts: BTreeMap::new(), is_foreign: false }
            }
            [first, ..] => {
                return Err(ForgeError::Refused(format!(
                    "a new {0} can take the place of one file in C++ alone, and the folder has {1}; move what is there away to \
                     have another {0} tried",
                    role.name(),
                    if there.len() > 1 { quantity(there.len(), role.name()) } else { first.path.to_string() },
                )));
            }
        };
        self.bench.write(&texts)?;
        self.bench.put(&BTreeMap::from([(path.clone(), source.as_bytes().to_vec())]))?;
        let problem = self.bench.open()?.problem;
        let taken_for = problem.program_at(&path).map(|idx| problem.programs[idx].role);
        if taken_for == Some(role) {
            return Ok(Ok(path));
        }
        let is = taken_for.map_or("no program at all", Role::with_article);
        Ok(Err(vec![format!(
            "{path} looks like {is}, not like {}: check `main` and its `register…` call",
            role.with_article()
        )]))
    }
}

/// Whether a solution passes where everything is as it should be.
fn is_right(problem: &Problem, solution: ProgramIdx) -> bool {
    problem.programs[solution].pool() == Some(Pool::Correct) || Some(solution) == problem.main
}

/// How many right solutions pass and wrong ones fail, in a line.
fn rates(trial: &Trial) -> String {
    let quality = quality(&PassMatrix::of(&trial.problem, &trial.state));
    let said = |share: Option<f64>| share.map_or("unknown".to_owned(), |_| percent(share));
    format!("TPR {}, TNR {}", said(quality.tpr), said(quality.tnr))
}

fn as_observer(observer: &mut dyn StageObserver) -> &mut dyn Observer {
    observer
}

/// The samples with their input and answer at hand; where none is marked, the folder's first tests.
fn samples(trial: &Trial) -> Vec<TestIdx> {
    const MAX: usize = 5;
    let has_both = |test: &TestIdx| {
        trial.state.tests[*test].input_blob().is_some() && trial.state.tests[*test].known_answer().is_some()
    };
    let all = || trial.own_tests().filter(has_both);
    let marked: Vec<TestIdx> = all().filter(|&test| trial.problem.tests[test].sample).take(MAX).collect();
    if marked.is_empty() { all().take(MAX).collect() } else { marked }
}

#[cfg(test)]
mod tests;
