//! The workbench: a copy of a problem folder in which tests and edits are tried out before anyone sees them.
//!
//! Invariant: the folder itself is read and never written.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    io,
    path::PathBuf,
    sync::Arc,
};

use judge::{
    copy::FolderCopy,
    engine::{Engine, Opened},
    folder::{DiskFolder, FolderError},
    session::{Observer, Session},
};
use problem::{
    executor::{Blob, ExecutorError},
    folder::Folder as _,
    model::{CheckerTest, GenCommand, InputSource, Problem, Test, TestIdx},
    path::RelPath,
    plan::{Request, escaped, glob},
    state::State,
    verdict::Verdict,
};

use crate::{
    commands,
    edits::{self, Applied, Edit, Texts},
};

/// Where inputs that are tried out lie in the copy.
const CANDIDATES: &str = "touchstone-candidates";

/// Something that would make a test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A generator command.
    Command(String),
    /// The input itself.
    Input(String),
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
    pub candidates: Vec<Source>,
    /// Outputs for the checker.
    pub outputs: Vec<KnownOutput>,
}

/// Why trying out did not work: the tool's own failure, never that of a program of the folder.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
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

/// A folder's copy, and what runs programs in it.
pub struct Bench<'a> {
    engine: &'a Engine,
    n_workers: usize,
    copy: FolderCopy,
    /// The texts that were given other ones, as they were.
    original: RefCell<Texts>,
}

/// What came of trying out.
pub struct Trial {
    /// The copy's problem, with the candidates as further tests.
    pub problem: Problem,
    /// What was found.
    pub state: State,
    /// The folder that it was read from.
    pub folder: DiskFolder,
    /// The first of the candidates' tests; the folder's own come before it.
    pub first: TestIdx,
    /// By candidate: its test, or why it makes none.
    pub tests: Vec<Result<TestIdx, String>>,
}

impl<'a> Bench<'a> {
    /// A bench for a folder.
    ///
    /// # Errors
    /// When the folder cannot be copied.
    pub fn new(engine: &'a Engine, n_workers: usize, opened: &Opened) -> Result<Bench<'a>, BenchError> {
        Ok(Bench { engine, n_workers, copy: FolderCopy::make(&opened.folder)?, original: RefCell::default() })
    }

    /// What runs programs.
    pub fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// Where the copy is.
    pub fn path(&self) -> PathBuf {
        self.copy.path()
    }

    /// The copy as it is now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(&self) -> Result<Opened, BenchError> {
        Ok(Opened::read(&self.copy.path(), Arc::clone(&self.engine.store))?)
    }

    /// The texts of files of the copy.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn texts(&self, paths: &BTreeSet<RelPath>) -> Result<Texts, BenchError> {
        let folder = self.open()?.folder;
        Ok(paths.iter().filter_map(|path| Some((path.clone(), folder.text(path)?))).collect())
    }

    /// Carries edits out in files of the copy, of those that may be edited.
    ///
    /// # Errors
    /// When the copy cannot be read or written.
    pub fn edit(&self, edits: &[Edit], may_edit: &BTreeSet<RelPath>) -> Result<Applied, BenchError> {
        let before = self.texts(may_edit)?;
        let mut after = before.clone();
        let applied = edits::apply(&mut after, edits);
        after.retain(|path, text| before.get(path) != Some(text));
        self.write(&after)?;
        Ok(applied)
    }

    /// Gives files of the copy other texts.
    ///
    /// # Errors
    /// When the copy cannot be read or written.
    pub fn write(&self, texts: &Texts) -> Result<(), BenchError> {
        let before = self.texts(&texts.keys().cloned().collect())?;
        for (path, text) in texts {
            self.copy.write(path, text.as_bytes())?;
        }
        let mut original = self.original.borrow_mut();
        for (path, text) in before {
            original.entry(path).or_insert(text);
        }
        Ok(())
    }

    /// Writes files that are new.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn add(&self, files: &BTreeMap<RelPath, Vec<u8>>) -> Result<(), BenchError> {
        for (path, bytes) in files {
            self.copy.write(path, bytes)?;
        }
        Ok(())
    }

    /// The files that have other texts than at the beginning, with these.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn changed_texts(&self) -> Result<Texts, BenchError> {
        let original = self.original.borrow();
        let mut texts = self.texts(&original.keys().cloned().collect())?;
        texts.retain(|path, text| original.get(path) != Some(text));
        Ok(texts)
    }

    /// Judges the whole pool on the folder's tests and on these candidates.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn judge(&self, candidates: &[Source], observer: &mut dyn Observer) -> Result<Trial, BenchError> {
        let extra = Extra { candidates: candidates.to_vec(), outputs: Vec::new() };
        self.run(self.engine, &extra, &Request::default(), observer)
    }

    /// Does what is asked for with the folder's tests and with more.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn try_out(&self, extra: &Extra, request: &Request, observer: &mut dyn Observer) -> Result<Trial, BenchError> {
        self.run(self.engine, extra, request, observer)
    }

    /// Judges these candidates alone with another engine, such as one whose cache is empty.
    ///
    /// # Errors
    /// The tool's own failures, and the wish to stop.
    pub fn judge_alone(
        &self,
        engine: &Engine,
        candidates: &[Source],
        observer: &mut dyn Observer,
    ) -> Result<Trial, BenchError> {
        let opened = Opened::read(&self.copy.path(), Arc::clone(&engine.store))?;
        let first = opened.problem.tests.len();
        let ids = (0..candidates.len()).map(|candidate| id(first, candidate));
        let request = Request { tests: ids.filter_map(|id| glob(&escaped(&id)).ok()).collect(), ..Request::default() };
        let extra = Extra { candidates: candidates.to_vec(), outputs: Vec::new() };
        self.run(engine, &extra, &request, observer)
    }

    fn run(
        &self,
        engine: &Engine,
        extra: &Extra,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Trial, BenchError> {
        let read = Opened::read(&self.copy.path(), Arc::clone(&engine.store))?;
        let mut problem = read.problem;
        let first = problem.tests.len();
        let mut tests = Vec::new();
        for (number, candidate) in extra.candidates.iter().enumerate() {
            tests.push(match self.source(&problem, number, candidate)? {
                Ok((command, input)) => {
                    problem.commands.extend(command);
                    problem.tests.push(Test::new(id(first, number), input));
                    Ok(problem.tests.len() - 1)
                }
                Err(why) => Err(why),
            });
        }
        for (number, known) in extra.outputs.iter().enumerate() {
            problem.checker_tests.push(self.checker_test(number, known)?);
        }
        // Listed again: what is tried out is there now. It is no part of what the problem was read from.
        let folder = DiskFolder::open(&self.copy.path(), Arc::clone(&engine.store))?;
        let opened = Opened { folder, problem, settings: read.settings };
        let session = Session {
            context: engine.context(&opened),
            runner: &*engine.executor,
            request,
            n_workers: self.n_workers,
            counts: Arc::default(),
        };
        let state = session.run(observer)?;
        self.copy.remove_directory(CANDIDATES)?;
        Ok(Trial { problem: opened.problem, state, folder: opened.folder, first, tests })
    }

    /// The command, where there is one, and the input of a candidate.
    fn source(
        &self,
        problem: &Problem,
        number: usize,
        candidate: &Source,
    ) -> Result<Result<(Option<GenCommand>, InputSource), String>, BenchError> {
        Ok(match candidate {
            Source::Command(text) => commands::parse(text, &problem.generators_by_name())
                .map(|command| (Some(command), InputSource::Stdout(problem.commands.len()))),
            Source::Input(text) => Ok((None, InputSource::File(self.lay(&format!("{number}.in"), text)?))),
        })
    }

    fn checker_test(&self, number: usize, known: &KnownOutput) -> Result<CheckerTest, BenchError> {
        let wanted = [Verdict::Ac, Verdict::Wa, Verdict::Pe].into_iter();
        Ok(CheckerTest {
            input: self.lay(&format!("checked-{number}.in"), &known.input)?,
            output: self.lay(&format!("checked-{number}.out"), &known.output)?,
            answer: self.lay(&format!("checked-{number}.ans"), &known.answer)?,
            wanted: wanted.filter(|verdict| (*verdict == Verdict::Ac) == known.is_right).collect(),
            place: None,
        })
    }

    /// Writes a file for trying out.
    fn lay(&self, name: &str, text: &str) -> Result<RelPath, BenchError> {
        let path = RelPath::parse(&format!("{CANDIDATES}/{name}"));
        let path = path.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        self.copy.write(&path, text.as_bytes())?;
        Ok(path)
    }
}

/// The id of a candidate's test.
fn id(first: TestIdx, number: usize) -> String {
    format!("candidate-{first}-{number}")
}

impl Trial {
    /// The bytes of an input or an answer, which a file of the folder may hold.
    pub fn contents(&self, engine: &Engine, file: Option<&RelPath>, blob: Blob) -> Option<Arc<[u8]>> {
        match file {
            Some(path) => self.folder.bytes(path),
            None => engine.store.get(blob.digest),
        }
    }
}
