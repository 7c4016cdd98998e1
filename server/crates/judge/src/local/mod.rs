//! The executor on this machine.
//!
//! Invariant: every run gets an empty working directory, an explicit environment and its own session; when a run's
//! result is handed out, nothing of it is left but blobs.

mod attached;
mod boxes;
mod files;
mod machine;
#[cfg(target_os = "linux")]
mod named_pipes;
mod prepare;
mod raw;
#[cfg(target_os = "linux")]
mod referee;
mod relay;
mod streams;
mod talk;
#[cfg(not(target_os = "linux"))]
mod temporary;
#[cfg(not(target_os = "linux"))]
mod unwatched;
mod view;

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    sync::{
        Arc, Mutex, OnceLock, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use problem::{
    digest::Digest,
    executor::{
        Action, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, RunLimits, RunResult, Sandbox, Task,
        TaskResult, Timing,
    },
    path::AbsPath,
    settings::SandboxChoice,
};

#[cfg(target_os = "linux")]
use self::files::Executables;
use self::{
    boxes::{Boxes, Owner},
    files::{Inputs, memory_file, read_back},
};
use crate::{
    launcher::{Finished, Launcher, Reply, StopHandle},
    machine::Machine as _,
    store::{Store, StoreError},
    sync::lock,
    system,
};

pub use raw::{CompilerCommand, CompilerResult, ProbeCommand, ProbeResult};
pub(crate) use view::ViewBuilder;

/// How much of standard error is kept, bytes.
pub(crate) const STDERR_BYTES: u64 = 64 << 10;

/// Runs programs on this machine, as many at once as there are callers.
pub struct LocalExecutor {
    store: Arc<Store>,
    cpu_model: OnceLock<Arc<str>>,
    python: Option<AbsPath>,
    /// Tools that run programs, by the language and the name that its commands have for them.
    tools: BTreeMap<(String, String), AbsPath>,
    inputs: Inputs,
    #[cfg(target_os = "linux")]
    executables: Executables,
    boxes: Boxes,
    busy: Mutex<Vec<(u64, StopHandle)>>,
    /// Held for reading by every run, and for writing by one that must be alone.
    gate: RwLock<()>,
    cancelled: AtomicBool,
    n_runs: AtomicU64,
    /// Where programs run, if they are not free to move.
    core: Mutex<Option<usize>>,
}

/// The box that a run is to be in.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    owner: Owner,
    /// No run was in it before.
    is_new: bool,
}

impl Wanted {
    /// The owner's own from an earlier run will do.
    fn any(owner: Owner) -> Wanted {
        Wanted { owner, is_new: false }
    }
}

/// What came of lending a box.
struct Lent<T> {
    came_to: T,
    /// No run was in it before.
    was_new: bool,
}

/// A box whose launcher was gone before its program's end: the program killed it, or the kernel did for want of memory.
struct Lost {
    ran_out_of_memory: bool,
    was_new: bool,
}

impl Lost {
    /// What is said of the program: it cannot have ended well.
    fn finished(&self) -> Finished {
        let status = if self.ran_out_of_memory {
            ExitStatus::Killed(Exceeded::Memory)
        } else {
            ExitStatus::Signalled(crate::words::SIGKILL)
        };
        Finished { reply: Reply::of(status), outputs: Vec::new() }
    }
}

fn failed(what: &str, error: &io::Error) -> ExecutorError {
    ExecutorError::Failed(format!("{what} failed ({error}); free some memory or disk space and try again"))
}

impl From<StoreError> for ExecutorError {
    fn from(error: StoreError) -> ExecutorError {
        ExecutorError::Failed(error.to_string())
    }
}

impl LocalExecutor {
    /// An executor over a store, which knows no tools yet.
    pub fn new(store: Arc<Store>, choice: SandboxChoice) -> LocalExecutor {
        LocalExecutor {
            boxes: Boxes::new(Arc::clone(&store), choice),
            store,
            cpu_model: OnceLock::new(),
            python: None,
            tools: BTreeMap::new(),
            inputs: Inputs::default(),
            #[cfg(target_os = "linux")]
            executables: Executables::default(),
            busy: Mutex::default(),
            gate: RwLock::new(()),
            cancelled: AtomicBool::new(false),
            n_runs: AtomicU64::new(0),
            core: Mutex::default(),
        }
    }

    /// The same for whoever runs one program after the other and has an executor for each core: few helpers wait.
    #[must_use]
    pub fn for_one_core(self) -> LocalExecutor {
        self.boxes.keep_few();
        self
    }

    /// Has programs run on one core from now on, by its number; with `None` they are free to move.
    pub fn stay_on(&self, core: Option<usize>) {
        *lock(&self.core) = core;
    }

    /// The person allows scripts of packages: programs see the system's tools, and may start files of their working
    /// directory. Said before anything is run.
    pub fn allow_scripts(&self) {
        self.boxes.let_files_start();
    }

    /// Whether that was said.
    pub fn allows_scripts(&self) -> bool {
        self.boxes.lets_files_start()
    }

    /// The same executor with tools: the interpreter for Python programs, those of other languages, and what programs and compilers may see.
    #[must_use]
    pub(crate) fn with_tools(
        mut self,
        python: Option<AbsPath>,
        tools: BTreeMap<(String, String), AbsPath>,
        programs: ViewBuilder,
        compilers: ViewBuilder,
    ) -> Self {
        self.python = python;
        self.tools = tools;
        self.boxes.show(programs.finish(), compilers.finish());
        self
    }

    /// The CPU's model, asked for once: a check that runs nothing need not know.
    fn cpu_model(&self) -> &Arc<str> {
        self.cpu_model.get_or_init(|| system::cpu_model().into())
    }

    fn check_cancelled(&self) -> Result<(), ExecutorError> {
        if self.is_cancelled() { Err(ExecutorError::Cancelled) } else { Ok(()) }
    }

    /// Lends a box for one use, and takes it back when `then` has made something of what came of it: what a run has left
    /// in memory is counted with its box until it is let go.
    fn lend<T>(
        &self,
        wanted: Wanted,
        use_it: impl FnOnce(&mut Launcher) -> io::Result<Finished>,
        then: impl FnOnce(Finished) -> Result<T, ExecutorError>,
    ) -> Result<Result<Lent<T>, Lost>, ExecutorError> {
        let take = || self.boxes.take(wanted.owner, wanted.is_new);
        // A key that interrupts us may end a helper that is just being started, before we have heard of it ourselves.
        let mut boxed = take().or_else(|_| self.check_cancelled().and_then(|()| take()))?;
        let was_new = boxed.is_new;
        let number = self.n_runs.fetch_add(1, Ordering::Relaxed);
        lock(&self.busy).push((number, boxed.launcher.stop_handle()));
        // After the handle is known: a cancellation either sees the handle or is seen here.
        let used = self.check_cancelled().map(|()| use_it(&mut boxed.launcher));
        lock(&self.busy).retain(|(other, _)| *other != number);
        // A launcher that was told to stop when it had nothing to do has ended.
        self.check_cancelled()?;
        let finished = match used? {
            Ok(finished) => finished,
            Err(error) if is_loss(&error) => {
                return Ok(Err(Lost { ran_out_of_memory: boxed.launcher.ran_out_of_memory(), was_new }));
            }
            Err(error) => return Err(failed("running a program", &error)),
        };
        let is_worn = finished.reply.is_worn;
        let came_to = then(finished)?;
        if !is_worn {
            self.boxes.give_back(wanted.owner, boxed);
        }
        Ok(Ok(Lent { came_to, was_new }))
    }

    /// The same for whoever takes the program at its word when its launcher is lost.
    fn with_launcher(
        &self,
        wanted: Wanted,
        use_it: impl FnOnce(&mut Launcher) -> io::Result<Finished>,
    ) -> Result<Finished, ExecutorError> {
        let lent = self.lend(wanted, use_it, Ok)?;
        Ok(lent.map_or_else(|lost| lost.finished(), |lent| lent.came_to))
    }

    /// Runs a task. What is run alone is to be measured, and gets boxes that no run was in.
    fn run_task(&self, task: &Task, timing: Timing) -> Result<TaskResult, ExecutorError> {
        match task {
            Task::Single(action) => self.run_single(action, timing).map(TaskResult::Single),
            Task::Chain { first, then, fed } => {
                let first = self.run_single(first, timing)?;
                let second = fed.second(then, &first);
                let then = second.map(|second| self.run_single(&second, Timing::Final)).transpose()?;
                Ok(TaskResult::Chain { first, then })
            }
            Task::Talk { solutions, interactor } => self.run_talk(solutions, interactor, timing),
        }
    }

    /// Whether a run tells what its program needs. One that has reached a limit of time or memory, or was not even started,
    /// does so only in a box that no run was in before, unless its time is provisional; its owner gets no other boxes from
    /// then on.
    fn note_and_accept_run(
        &self,
        owner: Owner,
        limits: &RunLimits,
        result: &RunResult,
        timing: Timing,
        was_new: bool,
    ) -> bool {
        let took_too_long = matches!(result.status, ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall));
        if !reached_limit(limits, result) {
            return true;
        }
        self.boxes.give_only_new_boxes_to(owner);
        was_new || (took_too_long && timing == Timing::Provisional)
    }

    fn run_single(&self, action: &Action, timing: Timing) -> Result<RunResult, ExecutorError> {
        let prepared = self.prepare(action)?;
        let run = |is_new| {
            let stdin = self.inputs.open_stdin(&self.store, action.stdin)?;
            let (stdout, stderr) = (memory_file()?, memory_file()?);
            let files = prepared.descriptors([&stdin, &stdout, &stderr]);
            let run = |launcher: &mut Launcher| launcher.run(&prepared.request, &files);
            let wanted = Wanted { owner: prepared.owner, is_new };
            self.lend(wanted, run, |finished| self.finish(action, finished, &stdout, &stderr))
        };
        // A program may have killed the helper that started it. The second time it is taken at its word.
        let first = run(timing == Timing::Alone)?;
        match first {
            Ok(lent)
                if self.note_and_accept_run(prepared.owner, &action.limits, &lent.came_to, timing, lent.was_new) =>
            {
                return Ok(lent.came_to);
            }
            Ok(_) | Err(_) => {}
        }
        match run(true)? {
            Ok(lent) => Ok(lent.came_to),
            Err(lost) => self.finish(action, lost.finished(), &memory_file()?, &memory_file()?),
        }
    }

    fn finish(
        &self,
        action: &Action,
        finished: Finished,
        stdout: &File,
        stderr: &File,
    ) -> Result<RunResult, ExecutorError> {
        let cap = action.limits.output_bytes;
        let (stdout, stdout_bytes) = read_back(stdout, cap)?;
        let (stderr, stderr_bytes) = read_back(stderr, STDERR_BYTES)?;
        let mut files = BTreeMap::new();
        let mut too_long = stdout_bytes > cap || stderr_bytes > cap;
        for (path, output) in &finished.outputs {
            let (bytes, size) = read_back(output, cap)?;
            too_long |= size > cap;
            files.insert(path.clone(), self.store.put(&bytes)?);
        }
        let reply = finished.reply;
        let status = if too_long && !matches!(reply.status, ExitStatus::Killed(Exceeded::Memory)) {
            ExitStatus::Killed(Exceeded::Output)
        } else {
            reply.status
        };
        let kept = if status == ExitStatus::Killed(Exceeded::Output) { head(&stdout) } else { &stdout };
        Ok(RunResult {
            status,
            cpu_us: reply.cpu_us,
            wall_us: reply.wall_us,
            waited_us: reply.waited_us,
            memory_kb: reply.memory_kb,
            stdout: self.store.put(kept)?,
            stderr: self.store.put(&stderr)?,
            files,
            cpu_model: Arc::clone(self.cpu_model()),
        })
    }
}

/// Whether a run reached a limit of time or memory, or was not even started.
fn reached_limit(limits: &RunLimits, result: &RunResult) -> bool {
    let was_stopped = matches!(
        result.status,
        ExitStatus::Killed(Exceeded::Cpu | Exceeded::Wall | Exceeded::Memory) | ExitStatus::NotStarted(_)
    );
    was_stopped || result.memory_kb.saturating_mul(1024) > limits.memory_bytes
}

/// Whether an error means that a launcher is gone, and not that this process could not do its part.
fn is_loss(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof)
}

/// The beginning of an output that nobody will judge.
fn head(output: &[u8]) -> &[u8] {
    &output[..output.len().min(STDERR_BYTES as usize)]
}

impl Executor for LocalExecutor {
    fn sandbox(&self) -> Sandbox {
        // A machine without one has been refused before anything was run.
        self.boxes.sandbox().unwrap_or_else(|_| Sandbox { level: "none".to_owned(), layers: Vec::new() })
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        digests.iter().copied().filter(|digest| !self.store.holds(*digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        Ok(self.store.put(bytes)?)
    }

    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        Ok(self.store.put_all(source)?)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.store.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        for (idx, task) in batch.tasks.iter().enumerate() {
            let result = if batch.timing == Timing::Alone {
                let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                self.run_task(task, batch.timing)?
            } else {
                let _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
                self.run_task(task, batch.timing)?
            };
            sink(idx, result);
        }
        Ok(())
    }
}
