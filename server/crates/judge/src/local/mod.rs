//! The executor on this machine.
//!
//! Invariant: every run gets a fresh working directory, an explicit environment and its own process group; when a run's
//! result is handed out, nothing of it is left but blobs.

mod attached;
mod files;
mod pair;
mod raw;

use std::{
    io,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::ffi::OsStrExt as _,
    },
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use problem::{
    digest::Digest,
    executor::{
        Action, Batch, Blob, Exceeded, Executor, ExecutorError, ExitStatus, RunResult, Sandbox, Task, TaskResult,
    },
    path::AbsPath,
};

use self::files::{Inputs, WorkDir, memory_file, read_back};
use crate::{
    spawner::{Reply, Request, Spawner, StopHandle},
    store::{Store, StoreError},
    sync::lock,
};

pub use raw::{RawCommand, RawResult};

/// How much of standard error is kept, bytes.
const STDERR_BYTES: u64 = 64 << 10;

/// Runs programs on this machine, as many at once as there are callers.
pub struct LocalExecutor {
    store: Arc<Store>,
    python: Option<AbsPath>,
    inputs: Inputs,
    idle: Mutex<Vec<Spawner>>,
    busy: Mutex<Vec<(u64, StopHandle)>>,
    /// Held for reading by every run, and for writing by one that must be alone.
    gate: RwLock<()>,
    cancelled: AtomicBool,
    n_runs: AtomicU64,
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
    /// An executor over a store. `python` is the real interpreter, where there is one.
    pub fn new(store: Arc<Store>, python: Option<AbsPath>) -> LocalExecutor {
        LocalExecutor {
            store,
            python,
            inputs: Inputs::default(),
            idle: Mutex::default(),
            busy: Mutex::default(),
            gate: RwLock::new(()),
            cancelled: AtomicBool::new(false),
            n_runs: AtomicU64::new(0),
        }
    }

    /// The same executor with an interpreter for Python programs.
    #[must_use]
    pub fn with_python(mut self, python: Option<AbsPath>) -> LocalExecutor {
        self.python = python;
        self
    }

    /// The store behind it.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Stops everything that is running and refuses to run more.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        for (_, stop) in lock(&self.busy).iter() {
            stop.stop();
        }
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    fn check_cancelled(&self) -> Result<(), ExecutorError> {
        if self.is_cancelled() { Err(ExecutorError::Cancelled) } else { Ok(()) }
    }

    /// Lends a spawner for one use. A spawner that was in an error is not used again.
    fn with_spawner<T>(&self, use_it: impl FnOnce(&mut Spawner) -> io::Result<T>) -> Result<T, ExecutorError> {
        let idle = lock(&self.idle).pop();
        let mut spawner = match idle {
            Some(spawner) => spawner,
            None => Spawner::start().map_err(|error| failed("starting a helper process", &error))?,
        };
        let number = self.n_runs.fetch_add(1, Ordering::Relaxed);
        lock(&self.busy).push((number, spawner.stop_handle()));
        // After the handle is known: a cancellation either sees the handle or is seen here.
        let result = match self.check_cancelled() {
            Ok(()) => use_it(&mut spawner).map_err(|error| failed("running a program", &error)),
            Err(cancelled) => Err(cancelled),
        };
        lock(&self.busy).retain(|(other, _)| *other != number);
        if result.is_ok() {
            lock(&self.idle).push(spawner);
        }
        self.check_cancelled()?;
        result
    }

    fn run_task(&self, task: &Task) -> Result<TaskResult, ExecutorError> {
        match task {
            Task::Single(action) => self.run_single(action).map(TaskResult::Single),
            Task::Pair { solution, interactor } => self.run_pair(solution, interactor),
        }
    }

    fn run_single(&self, action: &Action) -> Result<RunResult, ExecutorError> {
        let prepared = self.prepare(action)?;
        let stdin = self.inputs.open(&self.store, action.stdin)?;
        let stdout = memory_file().map_err(|error| failed("making a file in memory", &error))?;
        let stderr = memory_file().map_err(|error| failed("making a file in memory", &error))?;
        let streams = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        let run = || self.with_spawner(|spawner| spawner.run(&prepared.request, streams));
        // A program may kill the helper that started it. The second time it is taken at its word.
        let reply = match run() {
            Err(ExecutorError::Failed(_)) => match run() {
                Err(ExecutorError::Failed(_)) => killed_its_helper(),
                other => other?,
            },
            other => other?,
        };
        self.finish(action, &prepared, reply, &stdout, &stderr)
    }

    /// Lays the inputs into a fresh directory and finds what to execute.
    fn prepare(&self, action: &Action) -> Result<Prepared, ExecutorError> {
        self.check_cancelled()?;
        let directory = WorkDir::make(&self.store).map_err(|error| failed("making a working directory", &error))?;
        let first = action.args.first().map(String::as_str).unwrap_or_default();
        let name = first.strip_prefix("./").unwrap_or(first);
        for (path, file) in action.inputs.iter().filter(|(path, _)| path.as_str() != name) {
            directory.lay(&self.store, path, file.blob)?;
        }
        let program = match action.inputs.get(name) {
            Some(file) => self.store.executable(file.blob)?,
            None if name == "python3" => self.python.clone(),
            None => None,
        };
        let program = program.ok_or_else(|| ExecutorError::Failed(format!("the program `{first}` is not at hand")))?;
        let env = action.env.iter().map(|(name, value)| format!("{name}={value}").into_bytes()).collect();
        let request = Request {
            program: program.as_path().as_os_str().as_bytes().to_vec(),
            args: action.args.iter().map(|arg| arg.clone().into_bytes()).collect(),
            env,
            directory: directory.path().as_path().as_os_str().as_bytes().to_vec(),
            limits: action.limits,
            address_bytes: None,
        };
        Ok(Prepared { directory, request })
    }

    fn finish(
        &self,
        action: &Action,
        prepared: &Prepared,
        reply: Reply,
        stdout: &OwnedFd,
        stderr: &OwnedFd,
    ) -> Result<RunResult, ExecutorError> {
        let cap = action.limits.output_bytes;
        let (stdout, stdout_bytes) = read_back(stdout, cap).map_err(|error| failed("reading an output", &error))?;
        let (stderr, stderr_bytes) =
            read_back(stderr, STDERR_BYTES).map_err(|error| failed("reading an output", &error))?;
        let stderr = prepared.directory.without_its_name(&stderr);
        let mut files = std::collections::BTreeMap::new();
        let mut too_long = stdout_bytes > cap || stderr_bytes > cap;
        for path in &action.outputs {
            if let Some(bytes) = prepared.directory.read(path, cap) {
                too_long |= bytes.len() as u64 > cap;
                files.insert(path.clone(), self.store.put(&bytes)?);
            }
        }
        let status = if too_long && !matches!(reply.status, ExitStatus::Killed(Exceeded::Memory)) {
            ExitStatus::Killed(Exceeded::Output)
        } else {
            reply.status
        };
        Ok(RunResult {
            status,
            cpu_us: reply.cpu_us,
            wall_us: reply.wall_us,
            memory_kb: reply.memory_kb,
            stdout: self.store.put(if status == ExitStatus::Killed(Exceeded::Output) {
                head(&stdout)
            } else {
                &stdout
            })?,
            stderr: self.store.put(&stderr)?,
            files,
        })
    }
}

/// The beginning of an output that nobody will judge.
fn head(output: &[u8]) -> &[u8] {
    &output[..output.len().min(STDERR_BYTES as usize)]
}

/// What is said of a program whose helper was gone twice: it cannot have ended well.
fn killed_its_helper() -> Reply {
    Reply { status: ExitStatus::Signalled(libc::SIGKILL), cpu_us: 0, wall_us: 0, memory_kb: 0 }
}

struct Prepared {
    directory: WorkDir,
    request: Request,
}

impl Executor for LocalExecutor {
    fn sandbox(&self) -> Sandbox {
        Sandbox {
            level: "limits-only".to_owned(),
            layers: ["rlimits", "process-group", "fresh-directory", "no-environment"].map(str::to_owned).to_vec(),
        }
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        digests.iter().copied().filter(|digest| !self.store.holds(*digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        Ok(self.store.put(bytes)?)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.store.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        for (idx, task) in batch.tasks.iter().enumerate() {
            let result = if batch.alone {
                let _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
                self.run_task(task)?
            } else {
                let _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
                self.run_task(task)?
            };
            sink(idx, result);
        }
        Ok(())
    }
}
