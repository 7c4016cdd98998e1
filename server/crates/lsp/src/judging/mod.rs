//! The judge's thread: one run at a time, of one problem, and what it has to say meanwhile.
//!
//! Invariant: a run that was cancelled says that it was, once; whatever it found before stays in the cache. The state
//! that is told of begins with what was known before, so nothing that is still true disappears while it is found again.

mod reporter;
#[cfg(test)]
pub(crate) use reporter::Reporter as TestReporter;

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::SystemTime,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use ide::matrix::Matrix;
use judge::{
    compile::Builder,
    dirs::Dirs,
    engine::{CacheUse, Engine, EngineConfig, Opened},
    folder::FolderError,
    machine::{Machine, MakeMachine},
    session::Session,
    store::{Store, changed_since},
    testlib::TestlibText,
};
use problem::{
    executor::{Blob, ExecutorError, Sandbox},
    finding::Finding,
    model::Problem,
    path::{AbsPath, RelPath},
    plan::Request,
    settings::{EditorSettings, LlmSettings, SandboxChoice, UserSettings},
    stale,
    state::State,
};

use self::reporter::Reporter;
use crate::{
    inbox::{Event, Inbox},
    sync::lock,
    threads,
};

/// Numbers runs; a later one has a greater number.
pub(crate) type RunId = u64;

/// A run to make.
pub(crate) struct Order {
    pub(crate) root: AbsPath,
    pub(crate) run: RunId,
    pub(crate) request: Request,
    /// What is known from before.
    pub(crate) known: Option<Known>,
}

/// What earlier runs have shown.
pub(crate) struct Known {
    pub(crate) opened: Arc<Opened>,
    pub(crate) state: Arc<State>,
    /// The contents of the files that they depended on.
    pub(crate) files: Arc<Files>,
    /// What was told of it.
    pub(crate) matrix: Arc<Matrix>,
    /// One of them judged everything.
    pub(crate) is_whole: bool,
}

/// What files held when a run began.
#[derive(Default, PartialEq)]
pub(crate) struct Files {
    contents: HashMap<RelPath, Blob>,
    /// Another number when programs are built or run in another way.
    engine: u64,
}

impl Files {
    pub(crate) fn of(opened: &Opened, engine: u64) -> Files {
        let paths = stale::files(&opened.folder, &opened.problem);
        let contents = paths.into_iter().filter_map(|path| Some((path.clone(), opened.folder.blob(&path)?)));
        Files { contents: contents.collect(), engine }
    }

    /// Whether programs are built and run as they were then.
    fn is_made_as(&self, before: &Files) -> bool {
        self.engine == before.engine
    }

    /// Those that were others.
    fn changed_since(&self, before: &Files) -> HashSet<RelPath> {
        let paths = self.contents.keys().chain(before.contents.keys());
        paths.filter(|path| self.contents.get(*path) != before.contents.get(*path)).cloned().collect()
    }
}

/// A problem as a run sees it.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) opened: Arc<Opened>,
    pub(crate) state: Arc<State>,
    pub(crate) findings: Arc<Vec<Finding>>,
    /// What it was made of.
    pub(crate) files: Arc<Files>,
    /// What became of the solutions; nothing while the run goes on.
    pub(crate) outcomes: Arc<Vec<(String, String)>>,
    /// Drawn from the state.
    pub(crate) matrix: Arc<Matrix>,
    /// How programs were shut in.
    pub(crate) sandbox: Sandbox,
}

impl Subject {
    pub(crate) fn problem(&self) -> &Problem {
        &self.opened.problem
    }
}

/// What the judge says.
pub(crate) struct News {
    pub(crate) root: AbsPath,
    pub(crate) run: RunId,
    pub(crate) what: What,
}

/// See [`News`].
pub(crate) enum What {
    /// It has begun.
    Started,
    /// It goes on.
    Goes { subject: Subject, done: usize, all: usize, words: String },
    /// It is at its end.
    Done { subject: Subject, is_whole: bool },
    /// It was stopped.
    Cancelled,
    /// It could not be made, as the sentence says.
    Failed(String),
}

/// What the judge is asked to do.
pub(crate) enum Work {
    Run(Order),
    /// Use other settings from the next run on.
    Settings(Box<UserSettings>),
    /// Give up the cache's contents, and tell how many bytes that freed.
    Clear(Box<dyn FnOnce(Result<u64, String>) + Send>),
}

/// Stops runs from outside of the judge's thread.
#[derive(Clone, Default)]
pub(crate) struct Control(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Runs that nobody wants.
    unwanted: Mutex<HashSet<RunId>>,
    executor: Mutex<Option<Arc<dyn Machine>>>,
    current: AtomicU64,
    /// Nothing is wanted any more.
    is_over: AtomicBool,
}

impl Control {
    /// Stops a run, or keeps it from beginning.
    pub(crate) fn cancel(&self, run: RunId) {
        lock(&self.0.unwanted).insert(run);
        if self.0.current.load(Ordering::SeqCst) == run {
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

    fn is_unwanted(&self, run: RunId) -> bool {
        self.0.is_over.load(Ordering::SeqCst) || lock(&self.0.unwanted).contains(&run)
    }

    fn forget(&self, run: RunId) {
        lock(&self.0.unwanted).remove(&run);
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
    pub(crate) machine: MakeMachine,
}

/// Starts the thread. It runs with low priority, and so does all that it starts.
pub(crate) fn start(config: JudgeConfig, inbox: Inbox, control: Control) -> Sender<Work> {
    let (sender, receiver) = unbounded();
    let mut judge =
        Judge { config, engine: None, n_engines: 0, inbox, control, waiting: VecDeque::new(), judged: None };
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
    control: Control,
    waiting: VecDeque<Work>,
    /// What was judged last, until its next builds are made ready for.
    judged: Option<Arc<Opened>>,
}

impl Judge {
    fn work(&mut self, receiver: &Receiver<Work>) {
        loop {
            let work = match self.waiting.pop_front() {
                Some(work) => work,
                None => match receiver.recv() {
                    Ok(work) => work,
                    Err(_) => return,
                },
            };
            self.waiting.extend(receiver.try_iter());
            match work {
                Work::Run(order) => self.run_and_tell(&order),
                Work::Settings(user) => self.change_settings(*user),
                Work::Clear(reply) => {
                    let freed = self.config.store.clean().map_err(|error| error.to_string());
                    reply(freed);
                }
            }
            if self.waiting.is_empty()
                && let Some(engine) = &self.engine
            {
                engine.executor.rest();
                if let Err(error) = engine.trim() {
                    tracing::warn!("{error}");
                }
                if let Some(opened) = self.judged.take() {
                    self.waiting.extend(make_ahead(engine, &opened, receiver));
                }
            }
        }
    }

    fn change_settings(&mut self, user: UserSettings) {
        // What editors show is no matter of the judge, nor is who answers questions.
        let user = UserSettings { editor: EditorSettings::default(), llm: LlmSettings::default(), ..user };
        if self.config.user != user {
            self.config.user = user;
            // The next run sets one up.
            *lock(&self.control.0.executor) = None;
            self.engine = None;
        }
    }

    fn run_and_tell(&mut self, order: &Order) {
        let what = catch_unwind(AssertUnwindSafe(|| self.run(order)));
        let what = what.unwrap_or_else(|_| What::Failed("the judge made a mistake; the log has more".to_owned()));
        self.control.0.current.store(0, Ordering::SeqCst);
        self.control.forget(order.run);
        if let What::Done { subject, .. } = &what {
            self.judged = Some(Arc::clone(&subject.opened));
        }
        self.tell(order, what);
    }

    fn tell(&self, order: &Order, what: What) {
        self.inbox.send(Event::Judge(News { root: order.root.clone(), run: order.run, what }));
    }

    fn run(&mut self, order: &Order) -> What {
        self.control.0.current.store(order.run, Ordering::SeqCst);
        if self.control.is_unwanted(order.run) {
            return What::Cancelled;
        }
        self.tell(order, What::Started);
        if let Err(sentence) = self.engine() {
            return What::Failed(sentence);
        }
        let Some(engine) = &self.engine else { return What::Cancelled };
        loop {
            engine.executor.resume();
            if self.control.is_unwanted(order.run) {
                return What::Cancelled;
            }
            match self.attempt(engine, order) {
                Ok(what) => return what,
                // Somebody stopped the run before this one, and came late.
                Err(ExecutorError::Cancelled) if !self.control.is_unwanted(order.run) => {}
                Err(ExecutorError::Cancelled) => return What::Cancelled,
                Err(error) => return What::Failed(error.to_string()),
            }
        }
    }

    fn attempt(&self, engine: &Engine, order: &Order) -> Result<What, ExecutorError> {
        let (opened, files) = match self.read_at_rest(engine, order) {
            Ok(read) => read,
            Err(error) => return Ok(What::Failed(error.to_string())),
        };
        let sandbox = engine.executor.find_sandbox()?;
        let opened = Arc::new(engine.with_true_checker(opened)?);
        let tell = |what| self.tell(order, what);
        let mut reporter = Reporter::new(order, &opened, files, &engine.store, sandbox, &tell);
        let session = Session {
            context: engine.context(&opened),
            runner: &*engine.executor,
            request: &order.request,
            // The person works here too.
            n_workers: engine.n_workers(None).saturating_sub(usize::from(engine.user.jobs.is_none())).max(1),
            counts: Arc::default(),
        };
        let state = session.run(&mut reporter)?;
        Ok(reporter.finish(state, engine.executor.find_sandbox()?))
    }

    /// Reads a problem with what its files held then. A file that is saved meanwhile may have been read half: then it is
    /// read again, but not for ever.
    fn read_at_rest(&self, engine: &Engine, order: &Order) -> Result<(Opened, Files), FolderError> {
        const MOST_TIMES: usize = 5;
        let mut n_times = 0;
        loop {
            n_times += 1;
            let began = SystemTime::now();
            let opened = Opened::read(order.root.as_path(), Arc::clone(&engine.store))?;
            let files = Files::of(&opened, self.n_engines);
            let is_at_rest = |path: &RelPath| !changed_since(order.root.at(path).as_path(), began);
            if n_times == MOST_TIMES || files.contents.keys().all(is_at_rest) {
                return Ok((opened, files));
            }
        }
    }

    fn engine(&mut self) -> Result<&Engine, String> {
        if let Some(engine) = &self.engine
            && !engine.is_current().map_err(|error| error.to_string())?
        {
            tracing::warn!("somebody removed the cache in {}; it is made anew", engine.store.root());
            *lock(&self.control.0.executor) = None;
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
                machine: self.config.machine,
            };
            let engine = Engine::start(config).map_err(|error| error.to_string())?;
            *lock(&self.control.0.executor) = Some(Arc::clone(&engine.executor));
            self.engine = Some(engine);
            self.n_engines += 1;
        }
        self.engine.as_ref().ok_or_else(|| "the judge is not set up".to_owned())
    }
}

/// Makes what the next builds of a folder will want, so that the first edit costs its own compile only; stops when there
/// is work to do, which it returns.
fn make_ahead(engine: &Engine, opened: &Opened, receiver: &Receiver<Work>) -> Option<Work> {
    thread::scope(|scope| {
        let making = scope.spawn(|| {
            let made = Builder::new(engine.context(opened)).make_ahead();
            engine.executor.rest();
            made
        });
        let work = receiver.recv().ok();
        if !making.is_finished() {
            engine.executor.cancel();
        }
        match making.join() {
            Ok(Ok(()) | Err(ExecutorError::Cancelled)) => {}
            Ok(Err(error)) => tracing::warn!("{error}"),
            Err(_) => tracing::error!("making ready for builds has panicked"),
        }
        engine.executor.resume();
        work
    })
}
