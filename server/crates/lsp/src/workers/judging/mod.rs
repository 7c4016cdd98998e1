//! The judge's thread: one check at a time, of one problem, and what it has to say meanwhile.
//!
//! Invariant: a check that was cancelled says that it was, once; whatever it found before stays in the cache. The state
//! that is told of begins with what was known before, so nothing that is still true disappears while it is found again.

mod reporter;
#[cfg(test)]
pub(crate) use reporter::CheckReporter as TestReporter;

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use ide::matrix::Matrix;
use judge::{
    check::CheckRun,
    compile::Builder,
    disk::{
        dirs::Dirs,
        folder::{DiskFolder, FolderError},
    },
    engine::{CacheUse, Engine, EngineConfig, LoadedProblem},
    machine::{Machine, MakeMachine},
    store::{Store, changed_since},
    testlib::TestlibText,
};
use problem::{
    executor::{Blob, ExecutorError, Sandbox},
    finding::Finding,
    folder::Folder as _,
    label::Pool,
    model::{InputSource, Problem, Role},
    path::{AbsPath, RelPath},
    request::CheckRequest,
    settings::{EditorSettings, LlmSettings, SandboxChoice, UserSettings},
    stale,
    state::State,
};

use ropey::Rope;

use self::reporter::CheckReporter;
use crate::{
    diagnostics::ClosedTexts,
    documents::Document,
    inbox::{Event, Inbox},
    protocol::encoding::Encoding,
    session::relative,
    sync::lock,
    workers::threads,
};

/// Numbers checks; a later one has a greater number.
pub(crate) type CheckId = u64;

/// A check to make.
pub(crate) struct CheckSpec {
    pub(crate) root: AbsPath,
    pub(crate) id: CheckId,
    pub(crate) request: CheckRequest,
    /// What is known from before.
    pub(crate) known: Option<PriorResults>,
    /// The open texts of the problem.
    pub(crate) documents: Vec<Arc<Document>>,
    /// How the client counts characters.
    pub(crate) encoding: Encoding,
    /// The folder, where it was listed since something in it changed.
    pub(crate) folder: Option<Arc<DiskFolder>>,
}

/// The results of earlier checks.
pub(crate) struct PriorResults {
    pub(crate) loaded: Arc<LoadedProblem>,
    pub(crate) state: Arc<State>,
    /// The contents of the files that they depended on.
    pub(crate) files: Arc<CheckInputs>,
    /// What was told of it.
    pub(crate) matrix: Arc<Matrix>,
    /// Some check so far judged everything.
    pub(crate) ever_whole: bool,
}

/// What files held.
pub(crate) type Contents = BTreeMap<RelPath, Blob>;

/// What the files that cells depend on directly held when a check began (`stale::files`): not manifests, scripts or settings.
#[derive(Default, PartialEq)]
pub(crate) struct CheckInputs {
    contents: HashMap<RelPath, Blob>,
    /// Another number when programs are built or run in another way.
    engine: u64,
}

impl CheckInputs {
    pub(crate) fn of(loaded: &LoadedProblem, engine: u64) -> CheckInputs {
        let paths = stale::files(&loaded.folder, &loaded.problem);
        let contents = paths.into_iter().filter_map(|path| Some((path.clone(), loaded.folder.blob(&path)?)));
        CheckInputs { contents: contents.collect(), engine }
    }

    /// What a file held.
    pub(crate) fn blob(&self, path: &RelPath) -> Option<Blob> {
        self.contents.get(path).copied()
    }

    /// What the worth of a suite depends on: everything but the solutions that need not be right.
    pub(crate) fn of_suite(&self, problem: &Problem) -> Contents {
        let others = problem.programs.iter_enumerated().filter(|(program, described)| {
            described.role == Role::Solution
                && described.pool() != Some(Pool::Correct)
                && problem.main != Some(*program)
        });
        let others: HashSet<&RelPath> = others.flat_map(|(_, described)| &described.sources).collect();
        let files = self.contents.iter().filter(|(path, _)| !others.contains(path));
        files.map(|(path, blob)| (path.clone(), *blob)).collect()
    }

    /// What probes depend on: of these everything but tests.
    pub(crate) fn of_tools(&self, problem: &Problem) -> Contents {
        let of_tests = problem.tests.iter().flat_map(|test| {
            let input = match &test.input {
                InputSource::File(path) => Some(path),
                InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
            };
            input.into_iter().chain(&test.answer)
        });
        let mut contents = self.of_suite(problem);
        for path in of_tests {
            contents.remove(path);
        }
        contents
    }

    /// Whether programs are built and run as they were then.
    fn is_made_as(&self, before: &CheckInputs) -> bool {
        self.engine == before.engine
    }

    /// The files whose contents differ.
    fn changed_since(&self, before: &CheckInputs) -> HashSet<RelPath> {
        let paths = self.contents.keys().chain(before.contents.keys());
        paths.filter(|path| self.contents.get(*path) != before.contents.get(*path)).cloned().collect()
    }
}

/// A problem with the results of a check of it.
#[derive(Clone)]
pub(crate) struct CheckResults {
    pub(crate) loaded: Arc<LoadedProblem>,
    pub(crate) state: Arc<State>,
    pub(crate) findings: Arc<Vec<Finding>>,
    /// What it was made of.
    pub(crate) files: Arc<CheckInputs>,
    /// What became of the solutions; nothing while the check goes on.
    pub(crate) outcomes: Arc<Vec<(String, String)>>,
    /// Drawn from the state.
    pub(crate) matrix: Arc<Matrix>,
    /// How programs were shut in.
    pub(crate) sandbox: Sandbox,
    /// What its diagnostics need of files that are not open.
    pub(crate) closed: Arc<ClosedTexts>,
}

impl CheckResults {
    pub(crate) fn problem(&self) -> &Problem {
        &self.loaded.problem
    }
}

/// What a check reports to the session.
pub(crate) struct CheckEvent {
    pub(crate) root: AbsPath,
    pub(crate) id: CheckId,
    pub(crate) kind: CheckEventKind,
}

/// See [`CheckEvent`].
pub(crate) enum CheckEventKind {
    /// It has begun.
    Started,
    /// The files were read; this is what open texts were on disk.
    FilesRead(HashMap<AbsPath, Rope>),
    /// It goes on.
    Progressed { results: CheckResults, done: usize, all: usize, words: String },
    /// It is at its end.
    Done { results: CheckResults, ever_whole: bool },
    /// It was stopped.
    Cancelled,
    /// It could not be made, as the sentence says.
    Failed(String),
}

/// What the judge is asked to do.
pub(crate) enum JudgeCommand {
    Check(CheckSpec),
    /// Use other settings from the next check on.
    Settings(Box<UserSettings>),
    /// Give up the cache's contents, and tell how many bytes that freed.
    Clear(Box<dyn FnOnce(Result<u64, String>) + Send>),
}

/// Stops checks from outside of the judge's thread.
#[derive(Clone, Default)]
pub(crate) struct CheckCanceller(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Runs that were cancelled.
    cancelled: Mutex<HashSet<CheckId>>,
    executor: Mutex<Option<Arc<dyn Machine>>>,
    current: AtomicU64,
    /// The server is shutting down.
    is_over: AtomicBool,
}

impl CheckCanceller {
    /// Stops a check, or keeps it from beginning.
    pub(crate) fn cancel(&self, id: CheckId) {
        lock(&self.0.cancelled).insert(id);
        if self.0.current.load(Ordering::SeqCst) == id {
            self.stop_everything();
        }
    }

    /// Kills whatever runs.
    fn stop_everything(&self) {
        if let Some(executor) = &*lock(&self.0.executor) {
            executor.cancel();
        }
    }

    /// Kills whatever runs, for good.
    pub(crate) fn end(&self) {
        self.0.is_over.store(true, Ordering::SeqCst);
        self.stop_everything();
    }

    fn is_cancelled(&self, id: CheckId) -> bool {
        self.0.is_over.load(Ordering::SeqCst) || lock(&self.0.cancelled).contains(&id)
    }

    fn forget(&self, id: CheckId) {
        lock(&self.0.cancelled).remove(&id);
    }
}

/// What the judge's thread needs.
pub(crate) struct JudgeConfig {
    pub(crate) dirs: Dirs,
    pub(crate) store: Arc<Store>,
    pub(crate) user: UserSettings,
    /// How programs are shut in, where the command line says so.
    pub(crate) sandbox: Option<SandboxChoice>,
    pub(crate) testlib: TestlibText<'static>,
    pub(crate) make_machine: MakeMachine,
}

/// Starts the thread. It runs with low priority, and so does all that it starts.
pub(crate) fn start(config: JudgeConfig, inbox: Inbox, canceller: CheckCanceller) -> Sender<JudgeCommand> {
    let (sender, receiver) = unbounded();
    let mut judge =
        Judge { config, engine: None, n_engines: 0, inbox, canceller, waiting: VecDeque::new(), to_prebuild: None };
    let work = move || {
        judge::lower_priority();
        judge.work(&receiver);
    };
    threads::start("judge", work);
    sender
}

struct Judge {
    config: JudgeConfig,
    engine: Option<Engine>,
    /// How many were set up.
    n_engines: u64,
    inbox: Inbox,
    canceller: CheckCanceller,
    waiting: VecDeque<JudgeCommand>,
    /// What was judged last, until its next builds are made ready for.
    to_prebuild: Option<Arc<LoadedProblem>>,
}

impl Judge {
    fn work(&mut self, receiver: &Receiver<JudgeCommand>) {
        loop {
            let command = match self.waiting.pop_front() {
                Some(command) => command,
                None => match receiver.recv() {
                    Ok(command) => command,
                    Err(_) => return,
                },
            };
            self.waiting.extend(receiver.try_iter());
            match command {
                JudgeCommand::Check(spec) => self.check_to_end(&spec),
                JudgeCommand::Settings(user) => self.change_settings(*user),
                JudgeCommand::Clear(reply) => {
                    let freed = self.config.store.clean().map_err(|error| error.to_string());
                    reply(freed);
                }
            }
            if self.waiting.is_empty()
                && let Some(engine) = &self.engine
            {
                engine.machine.rest();
                if let Err(error) = engine.trim() {
                    tracing::warn!("{error}");
                }
                if let Some(loaded) = self.to_prebuild.take() {
                    self.waiting.extend(prebuild(engine, &loaded, receiver));
                }
            }
        }
    }

    fn change_settings(&mut self, user: UserSettings) {
        // Editor and LLM settings do not affect runs.
        let user = UserSettings { editor: EditorSettings::default(), llm: LlmSettings::default(), ..user };
        if self.config.user != user {
            self.config.user = user;
            // The next check sets one up.
            *lock(&self.canceller.0.executor) = None;
            self.engine = None;
        }
    }

    fn check_to_end(&mut self, spec: &CheckSpec) {
        let kind = catch_unwind(AssertUnwindSafe(|| self.check(spec)));
        let kind =
            kind.unwrap_or_else(|_| CheckEventKind::Failed("the judge made a mistake; the log has more".to_owned()));
        self.canceller.0.current.store(0, Ordering::SeqCst);
        self.canceller.forget(spec.id);
        if let CheckEventKind::Done { results, .. } = &kind {
            self.to_prebuild = Some(Arc::clone(&results.loaded));
        }
        self.send_event(spec, kind);
    }

    fn send_event(&self, spec: &CheckSpec, kind: CheckEventKind) {
        self.inbox.send(Event::Check(CheckEvent { root: spec.root.clone(), id: spec.id, kind }));
    }

    fn check(&mut self, spec: &CheckSpec) -> CheckEventKind {
        self.canceller.0.current.store(spec.id, Ordering::SeqCst);
        if self.canceller.is_cancelled(spec.id) {
            return CheckEventKind::Cancelled;
        }
        self.send_event(spec, CheckEventKind::Started);
        if let Err(sentence) = self.engine() {
            return CheckEventKind::Failed(sentence);
        }
        let Some(engine) = &self.engine else { return CheckEventKind::Cancelled };
        loop {
            engine.machine.resume();
            if self.canceller.is_cancelled(spec.id) {
                return CheckEventKind::Cancelled;
            }
            match self.attempt(engine, spec) {
                Ok(kind) => return kind,
                // A late cancellation of the previous check: try again.
                Err(ExecutorError::Cancelled) if !self.canceller.is_cancelled(spec.id) => {}
                Err(ExecutorError::Cancelled) => return CheckEventKind::Cancelled,
                Err(error) => return CheckEventKind::Failed(error.to_string()),
            }
        }
    }

    fn attempt(&self, engine: &Engine, spec: &CheckSpec) -> Result<CheckEventKind, ExecutorError> {
        let (loaded, files, disk_texts) = match self.read_stable(engine, spec) {
            Ok(read) => read,
            Err(error) => return Ok(CheckEventKind::Failed(error.to_string())),
        };
        self.send_event(spec, CheckEventKind::FilesRead(disk_texts));
        let sandbox = engine.machine.find_sandbox()?;
        let loaded = Arc::new(engine.resolve(loaded)?);
        let send = |kind| self.send_event(spec, kind);
        let mut reporter = CheckReporter::new(spec, &loaded, files, &engine.store, sandbox, &send);
        let check = CheckRun {
            context: engine.context(&loaded),
            executor: &*engine.machine,
            request: &spec.request,
            // Leave one core to the user.
            n_workers: engine.n_workers(None).saturating_sub(usize::from(engine.user.jobs.is_none())).max(1),
            counts: Arc::default(),
        };
        let state = check.run(&mut reporter)?;
        Ok(reporter.finish(state, engine.machine.find_sandbox()?))
    }

    /// Reads a problem with what its files held then. A source, a header, a test's input or answer that is saved meanwhile may
    /// have been read half: then it is read again, but not for ever. A change of other files arrives as an event.
    fn read_stable(
        &self,
        engine: &Engine,
        spec: &CheckSpec,
    ) -> Result<(LoadedProblem, CheckInputs, HashMap<AbsPath, Rope>), FolderError> {
        const MAX_TIMES: usize = 5;
        let mut n_times = 0;
        let mut listed = spec.folder.clone();
        loop {
            n_times += 1;
            let folder = match listed.take() {
                Some(folder) => folder,
                None => Arc::new(DiskFolder::of_problem(spec.root.as_path(), Arc::clone(&engine.store))?),
            };
            let began = folder.listed_at();
            // Before anything else is read: what changes meanwhile is seen as a change.
            let mut disk_texts = texts_on_disk(&spec.documents);
            let loaded = LoadedProblem::of(folder);
            let is_listed =
                |path: &AbsPath| relative(&spec.root, path).is_some_and(|inside| loaded.folder.has(&inside));
            disk_texts.retain(|path, _| is_listed(path));
            let files = CheckInputs::of(&loaded, self.n_engines);
            let place = |path: &RelPath| loaded.folder.at(path.archive().as_ref().unwrap_or(path));
            let is_at_rest =
                |path: &RelPath| !loaded.folder.is_on_disk(path) || !changed_since(place(path).as_path(), began);
            if n_times == MAX_TIMES || files.contents.keys().all(is_at_rest) {
                return Ok((loaded, files, disk_texts));
            }
        }
    }

    fn engine(&mut self) -> Result<&Engine, String> {
        if let Some(engine) = &self.engine
            && !engine.recreate_cache_if_removed().map_err(|error| error.to_string())?
        {
            tracing::warn!("somebody removed the cache in {}; it is made anew", engine.store.root());
            *lock(&self.canceller.0.executor) = None;
            self.engine = None;
        }
        if self.engine.is_none() {
            let config = EngineConfig {
                dirs: self.config.dirs.clone(),
                user: self.config.user.clone(),
                sandbox: self.config.sandbox,
                cache: CacheUse::Kept,
                store: Some(Arc::clone(&self.config.store)),
                testlib: self.config.testlib,
                make_machine: self.config.make_machine,
            };
            let engine = Engine::start(config).map_err(|error| error.to_string())?;
            *lock(&self.canceller.0.executor) = Some(Arc::clone(&engine.machine));
            self.engine = Some(engine);
            self.n_engines += 1;
        }
        self.engine.as_ref().ok_or_else(|| "the judge is not set up".to_owned())
    }
}

/// What open texts are on disk: neither what is shown nor what was saved last need be there.
fn texts_on_disk(documents: &[Arc<Document>]) -> HashMap<AbsPath, Rope> {
    let on_disk = |document: &Arc<Document>| {
        let text = judge::disk::files::read(&document.path)?;
        let rope = if document.rope == *text { document.rope.clone() } else { Rope::from_str(&text) };
        Some((document.path.clone(), rope))
    };
    documents.iter().filter_map(on_disk).collect()
}

/// Makes what the next builds of a folder will want, so that the first edit costs its own compile only; stops when there
/// is work to do, which it returns.
fn prebuild(engine: &Engine, loaded: &LoadedProblem, receiver: &Receiver<JudgeCommand>) -> Option<JudgeCommand> {
    thread::scope(|scope| {
        let making = scope.spawn(|| {
            let made = Builder::new(engine.context(loaded)).make_ahead();
            engine.machine.rest();
            made
        });
        let work = receiver.recv().ok();
        if !making.is_finished() {
            engine.machine.cancel();
        }
        match making.join() {
            Ok(Ok(()) | Err(ExecutorError::Cancelled)) => {}
            Ok(Err(error)) => tracing::warn!("{error}"),
            Err(_) => tracing::error!("making ready for builds has panicked"),
        }
        engine.machine.resume();
        work
    })
}
