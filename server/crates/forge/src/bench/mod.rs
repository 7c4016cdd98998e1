//! The workbench: a copy of a problem folder in which tests and edits are tried out before anyone sees them.
//!
//! Invariant: the folder itself is read and never written.

mod probes;
mod trial;
mod unified;

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    io,
    sync::Arc,
};

use checkers::Standard;
use judge::{
    check::{CheckRun, Observer, screen::Screen, traces::Traces},
    disk::{
        copy::FolderCopy,
        folder::{DiskFolder, FileChange, FolderError},
    },
    engine::{Engine, LoadedProblem},
};
use problem::{
    executor::ExecutorError,
    folder::Folder as _,
    model::{CheckerKind, GenCommand, InputSource, Problem, ProgramIdx, RuleRun, Test, TestIdx, TimeLimit},
    path::RelPath,
    request::{CheckRequest, exactly, glob},
};

pub(crate) use self::probes::{Guest, OutputProbe, Probes};
pub use self::trial::Trial;
pub(crate) use self::unified::{unified_diff, unified_diffs};
use crate::{
    commands,
    edits::{self, Applied, Edit, Texts, exact_text},
};

/// Where inputs that are tried out lie in the copy.
const CANDIDATES: &str = "touchstone-candidates";
/// The ids of tests that candidates make.
const CANDIDATE_TESTS: &str = "candidate-*";

/// Something that would make a test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TestSource {
    /// A generator command.
    Command(String),
    /// The input itself.
    Input(String),
}

impl TestSource {
    /// What is written out.
    pub(crate) fn input(&self) -> Option<&String> {
        match self {
            TestSource::Input(input) => Some(input),
            TestSource::Command(_) => None,
        }
    }
}

/// A verdict that is known beforehand: what a checker has to say of an output.
#[derive(Clone, Debug)]
pub struct KnownOutput {
    /// The input.
    pub input: String,
    /// The output that is judged.
    pub output: String,
    /// The answer.
    pub answer: String,
    /// Whether the output is right.
    pub is_right: bool,
}

/// What is tried out beside the folder's own tests.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Further tests.
    pub candidates: Vec<TestSource>,
    /// Outputs for the checker.
    pub outputs: Vec<KnownOutput>,
    /// Outputs are compared with answers word by word, whatever the checker (CCO-26).
    pub compares_words: bool,
    /// The solution that makes answers, where it is not the folder's main one (HTG-14).
    pub main: Option<RelPath>,
    /// What the problem's tools are asked about, in place of the folder's own tests of them.
    pub(crate) probes: Option<Probes>,
}

/// Observes the stages of a loop.
pub trait StageObserver: Observer {
    /// Something begins, in a few words.
    fn stage(&mut self, words: &str);

    /// Something goes on: what there is to say of it now takes the place of what was said before.
    fn progress(&mut self, _words: &str) {}
}

/// Why trying out did not work: the tool's own failure, never that of a program of the folder.
#[derive(Debug, thiserror::Error)]
pub enum WorkbenchError {
    /// The folder cannot be copied, or the copy cannot be written.
    #[error("there is no place to try things out ({0}); free some space, or set TMPDIR")]
    Copy(#[from] io::Error),
    /// The copy cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Programs cannot be run.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
}

/// A request that makes inputs, validates them, and has the main solution make missing answers. No solution is judged, but those
/// labelled correct are run where the time limit is found from them.
pub(crate) fn validate_only() -> CheckRequest {
    // No file is called this.
    CheckRequest { solutions: glob("/").into_iter().collect(), ..CheckRequest::default() }
}

/// A request for candidates alone: what the validators accept of them goes to these solutions.
pub(crate) fn candidates_to<'p>(solutions: impl IntoIterator<Item = &'p RelPath>) -> CheckRequest {
    CheckRequest {
        tests: glob(CANDIDATE_TESTS).into_iter().collect(),
        solutions: exactly(solutions.into_iter().map(RelPath::as_str)),
        only_valid: true,
        ..CheckRequest::default()
    }
}

/// A folder's copy, and what runs programs in it.
pub struct Workbench<'a> {
    engine: &'a Engine,
    n_workers: usize,
    strips_comments: bool,
    copy: FolderCopy,
    /// What was written over, as it was; `None` where nothing was there.
    original: RefCell<BTreeMap<RelPath, Option<Vec<u8>>>>,
    /// The time limit of the last run on all tests, milliseconds.
    limit_ms: Cell<Option<u64>>,
    guests: RefCell<Vec<Guest>>,
    /// Of the folder's own tests the samples alone are judged.
    hides_tests: bool,
}

impl<'a> Workbench<'a> {
    /// A bench for a folder.
    ///
    /// # Errors
    /// When the folder cannot be copied.
    pub fn new(engine: &'a Engine, n_workers: usize, loaded: &LoadedProblem) -> Result<Workbench<'a>, WorkbenchError> {
        Ok(Workbench {
            engine,
            n_workers,
            strips_comments: false,
            copy: FolderCopy::make(&loaded.folder)?,
            original: RefCell::default(),
            limit_ms: Cell::new(None),
            guests: RefCell::default(),
            hides_tests: false,
        })
    }

    /// Whether solutions are shown without their comments, which may say what is wrong with them.
    pub fn strip_comments(&mut self, strips_comments: bool) {
        self.strips_comments = strips_comments;
    }

    /// From now on the folder's tests that are no samples are not there, for whoever does not name them. The time limit is
    /// that of a run on all of them, milliseconds.
    pub(crate) fn hide_tests(&mut self, limit_ms: Option<u64>) {
        self.hides_tests = true;
        self.limit_ms.set(limit_ms);
    }

    /// The folder's tests that are no samples [are not there](Self::hide_tests).
    pub(crate) fn hides_tests(&self) -> bool {
        self.hides_tests
    }

    /// How many programs run at once.
    pub(crate) fn n_workers(&self) -> usize {
        self.n_workers
    }

    /// What runs programs.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// The copy as it is now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(&self) -> Result<LoadedProblem, WorkbenchError> {
        Ok(LoadedProblem::read(&self.copy.path(), Arc::clone(&self.engine.store))?)
    }

    /// The texts of files of the copy, of those that are UTF-8.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn texts(&self, paths: &BTreeSet<RelPath>) -> Result<Texts, WorkbenchError> {
        let folder = self.open()?.folder;
        Ok(paths.iter().filter_map(|path| Some((path.clone(), exact_text(&folder, path)?))).collect())
    }

    /// Carries edits out in files of the copy, of those that may be edited.
    ///
    /// # Errors
    /// When the copy cannot be read or written.
    pub fn edit(&self, edits: &[Edit], may_edit: &BTreeSet<RelPath>) -> Result<Applied, WorkbenchError> {
        let before = self.texts(may_edit)?;
        let mut after = before.clone();
        let applied = edits::apply(&mut after, edits);
        after.retain(|path, text| before.get(path) != Some(text));
        self.write(&after)?;
        Ok(applied)
    }

    /// Gives files of the copy other texts; also files that are new.
    ///
    /// # Errors
    /// When the copy cannot be read or written.
    pub fn write(&self, texts: &Texts) -> Result<(), WorkbenchError> {
        let files = texts.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes()));
        self.put(&files.collect())
    }

    /// Gives files of the copy other contents, which need be no texts; also files that are new.
    ///
    /// # Errors
    /// When the copy cannot be read or written.
    pub fn put(&self, files: &BTreeMap<RelPath, Vec<u8>>) -> Result<(), WorkbenchError> {
        let folder = self.open()?.folder;
        for (path, bytes) in files {
            let before = folder.bytes(path).map(|bytes| bytes.to_vec());
            self.original.borrow_mut().entry(path.clone()).or_insert(before);
            self.copy.write(path, bytes)?;
        }
        Ok(())
    }

    /// Takes back what was written.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn reset(&self) -> Result<(), WorkbenchError> {
        self.reset_but(&BTreeSet::new())
    }

    /// Takes back what was written, but for these files.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn reset_but(&self, kept: &BTreeSet<RelPath>) -> Result<(), WorkbenchError> {
        let mut original = self.original.borrow_mut();
        for (path, before) in original.iter().filter(|(path, _)| !kept.contains(*path)) {
            match before {
                Some(bytes) => self.copy.write(path, bytes)?,
                None => self.copy.remove(path)?,
            }
        }
        original.retain(|path, _| kept.contains(path));
        Ok(())
    }

    /// What is different from the folder as it was copied.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn changes(&self) -> Result<Vec<FileChange>, WorkbenchError> {
        let folder = self.open()?.folder;
        let original = self.original.borrow();
        let change = |(path, before): (&RelPath, &Option<Vec<u8>>)| {
            let after = folder.bytes(path)?.to_vec();
            let is_other = before.as_ref() != Some(&after);
            is_other.then(|| FileChange { path: path.clone(), before: before.clone(), after })
        };
        Ok(original.iter().filter_map(change).collect())
    }

    /// What is different from the folder as it was copied, as a unified diff of what is text.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn diff(&self) -> Result<String, WorkbenchError> {
        Ok(unified_diffs(&self.changes()?))
    }

    /// Judges the whole pool on the folder's tests and on these candidates.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn judge(&self, candidates: &[TestSource], observer: &mut dyn Observer) -> Result<Trial, WorkbenchError> {
        let extra = Extra { candidates: candidates.to_vec(), ..Extra::default() };
        self.try_out_with(self.engine, &extra, &CheckRequest::default(), observer)
    }

    /// Does what is asked for with the folder's tests and with more.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn try_out(
        &self,
        extra: &Extra,
        request: &CheckRequest,
        observer: &mut dyn Observer,
    ) -> Result<Trial, WorkbenchError> {
        self.try_out_with(self.engine, extra, request, observer)
    }

    /// Judges these candidates, and no test of the folder, with another engine, such as one that believes no earlier run.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn judge_candidates_only(
        &self,
        engine: &Engine,
        candidates: &[TestSource],
        observer: &mut dyn Observer,
    ) -> Result<Trial, WorkbenchError> {
        let loaded = engine.resolve(LoadedProblem::read(&self.copy.path(), Arc::clone(&engine.store))?)?;
        let first_candidate = loaded.problem.tests.next_idx();
        let ids: Vec<String> = (0..candidates.len()).map(|candidate| id(first_candidate, candidate)).collect();
        let request = CheckRequest { tests: exactly(ids.iter().map(String::as_str)), ..CheckRequest::default() };
        let extra = Extra { candidates: candidates.to_vec(), ..Extra::default() };
        self.try_out_with(engine, &extra, &request, observer)
    }

    /// Does what is asked for with the folder's tests and with more, by another engine.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub(crate) fn try_out_with(
        &self,
        engine: &Engine,
        extra: &Extra,
        request: &CheckRequest,
        observer: &mut dyn Observer,
    ) -> Result<Trial, WorkbenchError> {
        let read = engine.resolve(LoadedProblem::read(&self.copy.path(), Arc::clone(&engine.store))?)?;
        let mut problem = read.problem;
        let first_candidate = problem.tests.next_idx();
        let mut candidate_tests = Vec::new();
        for (number, candidate) in extra.candidates.iter().enumerate() {
            candidate_tests.push(match self.source(&problem, number, candidate)? {
                Ok((command, input)) => {
                    problem.commands.extend(command);
                    Ok(problem.tests.push(Test::new(id(first_candidate, number), input)))
                }
                Err(why) => Err(why),
            });
        }
        for (number, known) in extra.outputs.iter().enumerate() {
            problem.checker_tests.push(self.checker_test(number, known)?);
        }
        self.seat_guests(&mut problem)?;
        if let Some(probes) = &extra.probes {
            self.lay_probes(&mut problem, probes)?;
        }
        if let Some(main) = extra.main.as_ref().and_then(|path| problem.program_at(path)) {
            problem.main = Some(main);
        }
        let narrowed = (self.hides_tests && request.tests.is_empty()).then(|| {
            let samples = problem.tests.iter().filter(|test| test.sample).map(|test| test.id.as_str());
            let tests = exactly(samples).into_iter().chain(glob(CANDIDATE_TESTS)).collect();
            CheckRequest { tests, ..request.clone() }
        });
        let request = narrowed.as_ref().unwrap_or(request);
        // A limit derived from the correct solutions is that of the last full run, even if only some tests run now.
        if let (TimeLimit::FromRuns { .. }, false, Some(known)) =
            (problem.limits.time, request.tests.is_empty() && request.solutions.is_empty(), self.limit_ms.get())
        {
            problem.limits.time = TimeLimit::Fixed(known);
        }
        if extra.compares_words {
            problem.checker.kind = CheckerKind::Standard(Standard::Wcmp);
        }
        // List the copy again, so that the candidates' files are in it; the problem stays as it was read without them.
        let folder = DiskFolder::open(&self.copy.path(), Arc::clone(&engine.store))?.completed();
        let folder = Arc::new(folder);
        let loaded = LoadedProblem { folder, problem, settings: read.settings };
        let check_run = CheckRun {
            context: engine.context(&loaded),
            executor: &*engine.machine,
            request,
            n_workers: self.n_workers,
            counts: Arc::default(),
        };
        let state = check_run.run(observer)?;
        if request.tests.is_empty() && request.solutions.is_empty() {
            self.limit_ms.set(state.time_limit_ms);
        }
        self.copy.remove_directory(CANDIDATES)?;
        self.dismiss_guests()?;
        let LoadedProblem { folder, problem, settings } = loaded;
        let (candidates, strips_comments) = (extra.candidates.clone(), self.strips_comments);
        Ok(Trial { problem, state, folder, settings, first_candidate, candidate_tests, candidates, strips_comments })
    }

    /// What looks quickly at many inputs for these solutions; nothing where that cannot be done.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub(crate) fn screen(&self, main: &RelPath, solutions: &[RelPath]) -> Result<Option<Screen>, WorkbenchError> {
        self.build_of(solutions, |loaded, programs| {
            let Some(main) = loaded.problem.program_at(main) else { return Ok(None) };
            let limit_ms = loaded.problem.limits.time.fixed_ms().or(self.limit_ms.get());
            Screen::new(self.engine.context(loaded), (main, programs), limit_ms, self.n_workers)
        })
    }

    /// What tells to which of their places inputs lead solutions of the folder, or guests of the copy.
    pub(crate) fn traces(&self, solutions: &[RelPath]) -> Result<Traces, WorkbenchError> {
        self.build_of(solutions, |loaded, programs| {
            Traces::build(self.engine.context(loaded), programs, self.n_workers)
        })
    }

    /// Has something built of solutions while all of them lie in the copy.
    fn build_of<Built>(
        &self,
        solutions: &[RelPath],
        build: impl FnOnce(&LoadedProblem, &[ProgramIdx]) -> Result<Built, ExecutorError>,
    ) -> Result<Built, WorkbenchError> {
        let engine = self.engine;
        let mut loaded = engine.resolve(self.open()?)?;
        self.seat_guests(&mut loaded.problem)?;
        // List the copy again, so that the guests' files are in it.
        loaded.folder = Arc::new(DiskFolder::open(&self.copy.path(), Arc::clone(&engine.store))?);
        let programs: Vec<ProgramIdx> = solutions.iter().filter_map(|path| loaded.problem.program_at(path)).collect();
        let built = build(&loaded, &programs);
        self.dismiss_guests()?;
        Ok(built?)
    }

    /// The command, where there is one, and the input of a candidate.
    fn source(
        &self,
        problem: &Problem,
        number: usize,
        candidate: &TestSource,
    ) -> Result<Result<(Option<GenCommand>, InputSource), String>, WorkbenchError> {
        Ok(match candidate {
            TestSource::Command(text) => commands::parse(text, &problem.generators_by_name())
                .map(|command| (Some(as_rule(problem, command)), InputSource::Stdout(problem.commands.next_idx()))),
            TestSource::Input(text) => {
                Ok((None, InputSource::File(self.lay(&format!("{number}.in"), text.as_bytes())?)))
            }
        })
    }

    /// Writes a file for trying out.
    fn lay(&self, name: &str, bytes: &[u8]) -> Result<RelPath, WorkbenchError> {
        let path = RelPath::parse(&format!("{CANDIDATES}/{name}"));
        let path = path.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        self.copy.write(&path, bytes)?;
        Ok(path)
    }
}

/// A command that runs as the folder's own do: as rules, where its tests come from `generators.yaml`.
fn as_rule(problem: &Problem, command: GenCommand) -> GenCommand {
    let is_rule = problem.tests.iter().any(|test| test.rule.is_some());
    GenCommand { rule: is_rule.then(RuleRun::default).or(command.rule), ..command }
}

/// The id of a candidate's test.
fn id(first_candidate: TestIdx, number: usize) -> String {
    format!("candidate-{}-{number}", usize::from(first_candidate))
}
