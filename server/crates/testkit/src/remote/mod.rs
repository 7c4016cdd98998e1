//! An executor whose programs run in other processes with which it shares nothing but a store of contents: the shape of a
//! cluster, on one machine and without a network. A batch goes to a worker as one line, and results come back one by one.
//!
//! Invariant: a worker knows its store, its own scratch directory and the actions it is sent, and nothing else.

mod program;
mod store;
mod talk;
mod wire;
mod worker;

use std::{
    fs,
    io::{self, BufReader},
    os::unix::process::CommandExt as _,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use problem::{
    digest::Digest,
    executor::{Batch, Blob, Executor, ExecutorError, Sandbox, Task, TaskResult, Timing},
};

use self::{
    store::Store,
    wire::{Order, Reply},
};

pub use worker::work_if_asked;

/// Hands batches to worker processes.
pub struct RemoteExecutor {
    store: Store,
    scratch: PathBuf,
    idle: Mutex<Vec<Worker>>,
    /// Held for reading by every batch, and for writing by one that must be alone.
    gate: RwLock<()>,
    n_workers: AtomicU64,
}

/// A worker process. Dropping it ends it.
struct Worker {
    child: Child,
    orders: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
    scratch: PathBuf,
}

fn failed(what: &str, error: &io::Error) -> ExecutorError {
    ExecutorError::Failed(format!("{what} failed ({error})"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RemoteExecutor {
    /// An executor that keeps its store and its workers' scratch directories below `place`. The workers are this same
    /// executable, whose `main` must begin with [`work_if_asked`].
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn start(place: &Path) -> io::Result<RemoteExecutor> {
        let scratch = place.join("scratch");
        fs::create_dir_all(&scratch)?;
        Ok(RemoteExecutor {
            store: Store::open(&place.join("store"))?,
            scratch,
            idle: Mutex::default(),
            gate: RwLock::new(()),
            n_workers: AtomicU64::new(0),
        })
    }

    /// How many workers were started so far.
    pub fn n_workers(&self) -> u64 {
        self.n_workers.load(Ordering::Relaxed)
    }

    fn start_worker(&self) -> io::Result<Worker> {
        let number = self.n_workers.fetch_add(1, Ordering::Relaxed);
        let scratch = self.scratch.join(number.to_string());
        fs::create_dir(&scratch)?;
        let mut child = Command::new("/proc/self/exe")
            .arg0(worker::NAME)
            .args([self.store.root(), &scratch])
            .env_clear()
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(orders), Some(replies)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Worker { child, orders: Some(orders), replies: BufReader::new(replies), scratch })
    }

    /// Has a worker run a batch.
    fn hand_out(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> io::Result<()> {
        let idle = lock(&self.idle).pop();
        let mut worker = idle.map_or_else(|| self.start_worker(), Ok)?;
        let order = Order { tasks: batch.tasks.clone() };
        wire::send(worker.orders.as_mut().ok_or(io::ErrorKind::BrokenPipe)?, &order)?;
        for idx in 0..batch.tasks.len() {
            match wire::receive(&mut worker.replies)? {
                Some(Reply::Done(result)) => sink(idx, *result),
                Some(Reply::Failed(sentence)) => return Err(io::Error::other(sentence)),
                None => return Err(io::Error::other("the worker is lost")),
            }
        }
        lock(&self.idle).push(worker);
        Ok(())
    }
}

impl Worker {
    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A worker ends when nobody can send it anything; one that is at work is not waited for.
        drop(self.orders.take());
        let _ = killpg(self.pid(), Signal::SIGKILL);
        drop(self.child.wait());
        drop(fs::remove_dir_all(&self.scratch));
    }
}

impl Executor for RemoteExecutor {
    fn sandbox(&self) -> Sandbox {
        Sandbox { level: "limits-only".to_owned(), layers: ["rlimits", "worker-process"].map(str::to_owned).to_vec() }
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        digests.iter().copied().filter(|digest| !self.store.holds(*digest)).collect()
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.store.put(bytes).map_err(|error| failed("keeping contents", &error))
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.store.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        let (_alone, _together);
        if batch.timing == Timing::Alone {
            _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        } else {
            _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        }
        let mut required = batch.tasks.iter().flat_map(Task::actions).filter_map(|action| action.requires.as_ref());
        if let Some(lacking) = required.find_map(|requires| requires.lacking(&self.sandbox(), std::env::consts::ARCH)) {
            return Err(ExecutorError::Failed(format!("no worker can run this: {lacking}")));
        }
        self.hand_out(batch, sink).map_err(|error| failed("running a batch", &error))
    }
}
