//! An executor whose programs run in other processes with which it shares nothing but a store of contents and results:
//! the shape of a cluster, on one machine.
//!
//! A batch goes to a worker as one line; results come back one by one, each kept by its task's key before it is
//! announced. A worker that is lost has what is left of its batch run again by another one, so a program may run more
//! than once; the first result per key is the one that counts.
//!
//! A batch can be cancelled.
//!
//! Invariant: a worker knows its store, its own scratch directory and the actions it is sent, and nothing else.

mod program;
mod store;
mod talk;
mod wire;
mod worker;

use std::{
    collections::HashSet,
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
    digest::{Digest, KeyBuilder},
    executor::{Batch, Blob, Executor, ExecutorError, Sandbox, Task, TaskResult, Timing},
};

use self::{
    store::Store,
    wire::{Order, Reply, key_of},
};

pub use worker::work_if_asked;

/// How often a batch is handed out before it is given up: what is left may kill every worker.
const MAX_ATTEMPTS: u32 = 3;

/// Hands batches to worker processes.
pub struct RemoteExecutor {
    store: Store,
    scratch: PathBuf,
    idle: Mutex<Vec<Worker>>,
    running: Mutex<Vec<Running>>,
    /// Held for reading by every batch, and for writing by one that must be alone.
    gate: RwLock<()>,
    n_batches: AtomicU64,
    n_workers: AtomicU64,
}

/// A batch under way.
struct Running {
    number: u64,
    key: Digest,
    worker: Option<Pid>,
    cancelled: bool,
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
            running: Mutex::default(),
            gate: RwLock::new(()),
            n_batches: AtomicU64::new(0),
            n_workers: AtomicU64::new(0),
        })
    }

    /// Stops every run of a batch that is under way; their callers get [`ExecutorError::Cancelled`].
    pub fn cancel(&self, batch: &Batch) {
        let Ok(key) = key_of_batch(batch) else { return };
        for running in lock(&self.running).iter_mut().filter(|running| running.key == key) {
            running.cancelled = true;
            running.kill_worker();
        }
    }

    /// Kills every worker that has a batch, as when machines are lost.
    pub fn lose_workers(&self) {
        lock(&self.running).iter().for_each(Running::kill_worker);
    }

    /// How many workers were started so far.
    pub fn n_workers(&self) -> u64 {
        self.n_workers.load(Ordering::Relaxed)
    }

    /// A worker for a batch, unless the batch was cancelled.
    fn hire(&self, batch: u64) -> Result<Worker, ExecutorError> {
        let idle = lock(&self.idle).pop();
        let worker = match idle {
            Some(worker) => worker,
            None => self.start_worker().map_err(|error| failed("starting a worker", &error))?,
        };
        match lock(&self.running).iter_mut().find(|running| running.number == batch) {
            Some(running) if !running.cancelled => running.worker = Some(worker.pid()),
            Some(_) | None => return Err(ExecutorError::Cancelled),
        }
        Ok(worker)
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

    /// Hands out what is open of a batch once, and closes what comes back.
    fn attempt(&self, order: &Order, call: &mut Call<'_>) -> Result<(), ExecutorError> {
        let mut worker = self.hire(order.batch)?;
        let sent = worker.orders.as_mut().is_some_and(|orders| wire::send(orders, order).is_ok());
        while sent && !call.open.is_empty() {
            match wire::receive(&mut worker.replies) {
                Ok(Some(Reply::Done(key))) => {
                    let stored = self.store.result(order.batch, key);
                    let stored = stored.ok_or_else(|| ExecutorError::Failed("an announced result is gone".into()))?;
                    call.close(key, &stored.result);
                }
                Ok(Some(Reply::Failed(sentence))) => return Err(ExecutorError::Failed(sentence)),
                // The worker is lost.
                Ok(None) | Err(_) => break,
            }
        }
        let mut running = lock(&self.running);
        let cancelled = running.iter_mut().find(|running| running.number == order.batch).is_some_and(|running| {
            running.worker = None;
            running.cancelled
        });
        if cancelled {
            return Err(ExecutorError::Cancelled);
        }
        if call.open.is_empty() {
            lock(&self.idle).push(worker);
        }
        Ok(())
    }

    fn run_numbered(&self, number: u64, batch: &Batch, call: &mut Call<'_>) -> Result<(), ExecutorError> {
        for attempt in 1..=MAX_ATTEMPTS {
            if call.open.is_empty() {
                return Ok(());
            }
            let tasks = call.open_once().map(|idx| batch.tasks[idx].clone()).collect();
            self.attempt(&Order { batch: number, attempt, tasks }, call)?;
        }
        if call.open.is_empty() { Ok(()) } else { Err(ExecutorError::Failed("every worker was lost".to_owned())) }
    }
}

/// One call of [`Executor::run`].
struct Call<'a> {
    keys: Vec<Digest>,
    /// The tasks without a result.
    open: Vec<usize>,
    sink: &'a mut dyn FnMut(usize, TaskResult),
}

impl Call<'_> {
    /// The open tasks, equal ones once.
    fn open_once(&self) -> impl Iterator<Item = usize> {
        let mut seen = HashSet::new();
        self.open.iter().copied().filter(move |&idx| seen.insert(self.keys[idx]))
    }

    /// Hands a result to every open task with this key.
    fn close(&mut self, key: Digest, result: &TaskResult) {
        let (closed, open) = self.open.iter().partition(|&&idx| self.keys[idx] == key);
        self.open = open;
        let closed: Vec<usize> = closed;
        closed.into_iter().for_each(|idx| (self.sink)(idx, result.clone()));
    }
}

fn key_of_batch(batch: &Batch) -> io::Result<Digest> {
    let start = KeyBuilder::new("remote batch 2").text(&format!("{:?}", batch.timing));
    let key = batch.tasks.iter().try_fold(start, |key, task| io::Result::Ok(key.digest(key_of(task)?)))?;
    Ok(key.finish())
}

impl Running {
    fn kill_worker(&self) {
        if let Some(worker) = self.worker {
            // It may have ended by itself.
            let _ = killpg(worker, Signal::SIGKILL);
        }
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
        let actions = batch.tasks.iter().flat_map(|task| match task {
            Task::Single(action) => vec![action],
            Task::Talk { solutions, interactor } => solutions.iter().chain([interactor]).collect(),
        });
        let mut required = actions.filter_map(|action| action.requires.as_ref());
        if let Some(lacking) = required.find_map(|requires| requires.lacking(&self.sandbox(), std::env::consts::ARCH)) {
            return Err(ExecutorError::Failed(format!("no worker can run this: {lacking}")));
        }
        let keys = batch.tasks.iter().map(key_of).collect::<io::Result<Vec<_>>>();
        let (keys, key) = keys.and_then(|keys| Ok((keys, key_of_batch(batch)?))).map_err(|e| failed("a key", &e))?;
        let number = self.n_batches.fetch_add(1, Ordering::Relaxed);
        self.store.open_batch(number).map_err(|error| failed("making a folder of results", &error))?;
        lock(&self.running).push(Running { number, key, worker: None, cancelled: false });
        let mut call = Call { keys, open: (0..batch.tasks.len()).collect(), sink };
        let result = self.run_numbered(number, batch, &mut call);
        lock(&self.running).retain(|running| running.number != number);
        self.store.close_batch(number);
        result
    }
}
