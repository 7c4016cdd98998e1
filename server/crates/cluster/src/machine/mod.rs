//! The client's side: a machine that builds here and has others run what was built.
//!
//! Contents are those of the local machine, so whoever looks for what a run wrote finds it there. What no queue is for
//! stays here: scripts, sanitizers, programs that need libraries of this machine, what needs two runtimes, and tools that
//! are asked what they are.

mod contents;
mod queue;
mod repetition;
mod second;
mod together;

use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex, atomic::Ordering},
    time::Duration,
};

use judge::{
    compile::Runnable,
    launcher::Reply,
    local::{CompilerCommand, CompilerResult},
    machine::Machine,
    store::Store,
};
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Action, Batch, Blob, Executor, ExecutorError, RunLimits, Sandbox, Task, TaskResult, Timing},
};
use together::{LEAST_OUT, Together, n_callers};
use tokio::{select, sync::watch};

use crate::{
    answer::fits,
    connection::Connection,
    home::Home,
    orders::Orders,
    presence::Kind,
    signing::PublicKey,
    sync::lock,
    takers::given_up,
    turns::Turns,
    wire::{self, Answer, INSIDE_BYTES, Letter, Order, Outcome, Parcel, clean},
};

/// So many answers to a batch may be none, or lack contents, before it is given up.
const MAX_ATTEMPTS: u32 = 4;
/// What a message holds beside its contents and its head, bytes.
const ROOM_FOR_HEADERS: usize = 4 << 10;
/// So many runs are remembered with who ran them, for their repetitions.
const MAX_REMEMBERED: usize = 100_000;

/// Has the workers of a cluster run programs.
pub struct ClusterMachine {
    /// What runs here: compilers, and programs that stay.
    home: Home,
    connection: Arc<Connection>,
    orders: Orders,
    /// Batches that wait for others.
    together: Together,
    /// Runs that nothing may run beside: whoever shares the workers does not wait behind all of them.
    alone: Turns,
    is_cancelled: watch::Sender<bool>,
    /// Of contents, whether this client has laid them on the server; held while it does.
    laid: Mutex<HashMap<Digest, Arc<Mutex<bool>>>>,
    /// Held by who lays some.
    laying: Mutex<()>,
    /// Of runtimes, whether workers have them.
    served: Mutex<HashMap<Digest, bool>>,
    /// Who ran what may be repeated.
    ran_by: Mutex<HashMap<Digest, String>>,
    /// Of programs, whether they run wherever their system is.
    native: Mutex<HashMap<Digest, bool>>,
}

impl ClusterMachine {
    /// A machine that builds on `local`, and runs at most so many programs there at once.
    ///
    /// # Errors
    /// When the server does not let us hear of answers.
    pub fn over(
        local: Arc<dyn Machine>,
        n_here: usize,
        connection: Arc<Connection>,
    ) -> Result<ClusterMachine, ExecutorError> {
        Ok(ClusterMachine {
            home: Home::of(local, n_here),
            orders: Orders::of(Arc::clone(&connection))?,
            connection,
            together: Together::default(),
            alone: Turns::default(),
            is_cancelled: watch::Sender::new(false),
            laid: Mutex::default(),
            laying: Mutex::default(),
            served: Mutex::default(),
            ran_by: Mutex::default(),
            native: Mutex::default(),
        })
    }

    /// Waits for the server or for workers, until somebody asks to stop.
    fn wait_for<T>(&self, what: impl Future<Output = Result<T, ExecutorError>>) -> Result<T, ExecutorError> {
        let mut is_cancelled = self.is_cancelled.subscribe();
        self.connection.block_on(async {
            select! {
                biased;
                _ = is_cancelled.wait_for(|is_cancelled| *is_cancelled) => Err(ExecutorError::Cancelled),
                came_to = what => came_to,
            }
        })
    }

    /// Has a batch run, unless workers refuse it. A run that is repeated alone goes to the worker that it came from, as long as
    /// that is there.
    fn have_run(&self, kind: &Kind, batch: &Batch) -> Result<Came, ExecutorError> {
        let repeated = (batch.timing != Timing::Final).then(|| key_of(batch));
        let worker = repeated.and_then(|key| lock(&self.ran_by).get(&key).cloned());
        let is_alone = batch.timing == Timing::Alone;
        let _turn = is_alone.then(|| self.alone.take(|| LEAST_OUT * self.connection.n_workers()));
        if let Some(worker) = worker.filter(|_| is_alone) {
            let there = kind.at(&worker);
            if self.connection.has_worker(|one| one.takes(&there)) {
                match self.have_run_by(&there, batch) {
                    Ok(came) => return Ok(came),
                    Err(ExecutorError::Cancelled) => return Err(ExecutorError::Cancelled),
                    // It has gone; another one has the same CPU.
                    Err(ExecutorError::Failed(_)) => {}
                }
            }
        }
        let there = self.connection.next_of(kind).map(|worker| kind.at(&worker));
        let kind = there.as_ref().unwrap_or(kind);
        let came = match batch.timing {
            Timing::Alone => self.have_run_by(kind, batch)?,
            Timing::Final | Timing::Provisional => self.have_run_together(kind, batch)?,
        };
        if let (Some(key), Came::Results(_, Whose { worker, .. })) = (repeated, &came) {
            let mut ran_by = lock(&self.ran_by);
            if ran_by.len() >= MAX_REMEMBERED {
                ran_by.clear();
            }
            ran_by.insert(key, worker.clone());
        }
        Ok(came)
    }

    /// Has a batch run by a worker of a kind, and gives its results once their contents are here.
    fn have_run_by(&self, kind: &Kind, batch: &Batch) -> Result<Came, ExecutorError> {
        self.results_of((batch, None), kind, |payload| self.wait_for(self.orders.send_and_wait(kind, payload)))
    }

    /// What comes of a batch that is sent, once its contents are here; `ask` sends a message and gives its answer. Where some
    /// time is enough, these may be the results of its first tasks alone.
    fn results_of(
        &self,
        (batch, enough): (&Batch, Option<Duration>),
        kind: &Kind,
        ask: impl Fn(&[u8]) -> Result<Option<Parcel<Answer>>, ExecutorError>,
    ) -> Result<Came, ExecutorError> {
        let room = self.connection.link.way.client.max_payload().saturating_sub(ROOM_FOR_HEADERS);
        let Packed { payload, order, outside } = self.pack((batch, enough), room)?;
        self.lay_new(&outside)?;
        let (mut n_bad, mut n_laid) = (0, 0);
        while n_bad < MAX_ATTEMPTS {
            match ask(&payload)?.map(|parcel| self.opened(parcel)).transpose()?.flatten() {
                Some(Parcel { head: Answer { outcome: Outcome::Done(results), worker, signer }, contents }) => {
                    let n_tasks = batch.tasks.len();
                    let n_wanted = enough.map_or(n_tasks, |_| results.len().clamp(1, n_tasks));
                    if fits(&batch.tasks[..n_wanted], kind.cpu_model(), &results)
                        && self.take_in(&results, &contents)?
                    {
                        self.connection.note_ran(&clean(&worker), signer, n_runs(&results));
                        return Ok(Came::Results(results, Whose { worker: clean(&worker), key: signer }));
                    }
                    n_bad += 1;
                }
                Some(Parcel { head: Answer { outcome: Outcome::Missing(blobs), .. }, .. }) => {
                    n_laid += 1;
                    if n_laid > MAX_ATTEMPTS {
                        return Err(given_up("contents do not reach the workers"));
                    }
                    self.lay_lacking((batch, order), &blobs, n_laid > 1)?;
                }
                Some(Parcel { head: Answer { outcome: Outcome::Refused(why), .. }, .. }) => {
                    return Ok(Came::Refusal(clean(&why)));
                }
                // It speaks for all those who have tried.
                Some(Parcel { head: Answer { outcome: Outcome::Failed(why), worker, .. }, .. }) => {
                    return Err(given_up(&format!("{} says: {}", clean(&worker), clean(&why))));
                }
                Some(Parcel { head: Answer { outcome: Outcome::Laid(_), .. }, .. }) | None => n_bad += 1,
            }
        }
        Err(given_up("what came back is no answer"))
    }

    /// An answer with its outcome, which may lie on the server; `None` where it does not, or is none.
    fn opened(&self, parcel: Parcel<Answer>) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        let Outcome::Laid(blob) = parcel.head.outcome else { return Ok(Some(parcel)) };
        if blob.size > wire::MAX_HEAD_BYTES as u64 {
            return Ok(None);
        }
        let laid = self.fetched(blob)?.and_then(|bytes| wire::unpack::<Outcome>(&bytes));
        Ok(laid.map(|laid| Parcel { head: Answer { outcome: laid.head, ..parcel.head }, contents: parcel.contents }))
    }

    /// The message with an order: with small contents, as far as there is room for them. What describes an order that has no room
    /// itself is kept here, to be laid on the server.
    fn pack(&self, (batch, enough): (&Batch, Option<Duration>), room: usize) -> Result<Packed, ExecutorError> {
        let failed = || ExecutorError::Failed("a run cannot be described".to_owned());
        let enough_ms = enough.map(|enough| u64::try_from(enough.as_millis()).unwrap_or(u64::MAX));
        let order = Letter::Whole(Order { tasks: batch.tasks.clone(), timing: batch.timing, enough_ms });
        let bare = wire::pack(&order, &[]).ok_or_else(failed)?.len();
        let needed = wire::needed(&batch.tasks);
        if let (Letter::Whole(order), true) = (&order, bare >= room) {
            let bytes = wire::pack(order, &[]).ok_or_else(failed)?;
            if bytes.len() > wire::MAX_HEAD_BYTES {
                return Err(ExecutorError::Failed(format!(
                    "what describes a run is larger than {} MB; give it fewer files",
                    wire::MAX_HEAD_BYTES >> 20
                )));
            }
            let blob = self.home.put(&bytes)?;
            let payload = wire::pack(&Letter::Laid(blob), &[]).ok_or_else(failed)?;
            return Ok(Packed { payload, order: Some(blob), outside: [vec![blob], needed].concat() });
        }
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        let mut n_bytes = bare;
        for blob in needed {
            // What stands before it in the message takes a few bytes too.
            let size = usize::try_from(blob.size).unwrap_or(usize::MAX).saturating_add(8);
            if blob.size > INSIDE_BYTES || n_bytes.saturating_add(size) > room {
                outside.push(blob);
            } else if let Some(bytes) = self.home.get(blob.digest) {
                n_bytes += size;
                inside.push(bytes);
            }
        }
        Ok(Packed { payload: wire::pack(&order, &inside).ok_or_else(failed)?, order: None, outside })
    }

    fn say_farewell(&self, is_cancelled: bool) {
        self.orders.say_farewell(is_cancelled);
        lock(&self.laid).clear();
    }
}

/// An order as a message.
struct Packed {
    payload: Vec<u8>,
    /// What describes it, where that has no room in the message.
    order: Option<Blob>,
    /// What it needs and does not hold.
    outside: Vec<Blob>,
}

/// How many runs there were; those that talk are one.
fn n_runs(results: &[TaskResult]) -> usize {
    let of_one = |result: &TaskResult| match result {
        TaskResult::Single(_) | TaskResult::Chain { .. } => result.runs().len(),
        TaskResult::Talk { .. } => 1,
    };
    results.iter().map(of_one).sum()
}

/// What came of a batch.
#[derive(Clone)]
enum Came {
    /// Its results, and the worker that ran it.
    Results(Vec<TaskResult>, Whose),
    /// Why no worker gives what is asked for.
    Refusal(String),
}

/// Who ran a batch.
#[derive(Clone)]
struct Whose {
    worker: String,
    /// What it has signed with, where somebody looked.
    key: Option<PublicKey>,
}

/// Equal for a run and its repetitions, of which only the first program is measured.
fn key_of(batch: &Batch) -> Digest {
    let measured = |task: &'_ Task| match task {
        Task::Chain { first, .. } => vec![first.key()],
        Task::Single(_) | Task::Talk { .. } => task.actions().into_iter().map(Action::key).collect(),
    };
    let keys = batch.tasks.iter().flat_map(measured);
    keys.fold(KeyBuilder::new("batch 1"), KeyBuilder::digest).finish()
}

/// The contents of an action's program.
fn program_of(action: &Action) -> Digest {
    let name = name_of(action);
    action.inputs.get(name).map_or_else(|| Digest::of(name.as_bytes()), |file| file.blob.digest)
}

/// What a person calls the program of an action.
fn name_of(action: &Action) -> &str {
    let own = action.args.iter().map(|arg| arg.strip_prefix("./").unwrap_or(arg));
    own.clone().find(|arg| action.inputs.contains_key(*arg)).or(own.clone().next()).unwrap_or_default()
}

impl Executor for ClusterMachine {
    /// What every worker that served has, or better.
    fn sandbox(&self) -> Sandbox {
        self.home.sandbox()
    }

    fn others(&self) -> Option<Digest> {
        Some(self.connection.whose())
    }

    fn chains(&self, first: &Action, then: &Action) -> bool {
        self.kind_for(first, &[first, then]).is_ok()
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        self.home.missing(digests)
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.home.put(bytes)
    }

    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        self.home.put_all(source)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.home.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        if self.is_cancelled() {
            return Err(ExecutorError::Cancelled);
        }
        let Some(kind) = self.kind_of(batch) else {
            return self.home.run(batch, sink);
        };
        self.connection.audit.ensure_nobody_is_caught()?;
        self.connection.n_waiting.fetch_add(1, Ordering::Relaxed);
        let came = self.have_run(&kind, batch);
        self.connection.n_waiting.fetch_sub(1, Ordering::Relaxed);
        match came? {
            Came::Results(mut results, whose) => {
                if self.connection.audit.is_due()
                    && let Some(instead) = self.repeat(&kind, batch, &results, &whose)?
                {
                    results = instead;
                }
                // Meanwhile, by another batch.
                self.connection.audit.ensure_nobody_is_caught()?;
                results.into_iter().enumerate().for_each(|(idx, result)| sink(idx, result));
                Ok(())
            }
            Came::Refusal(why) => {
                if let Some(first) = batch.tasks.iter().flat_map(Task::actions).next() {
                    let why = format!("a worker refuses it ({why})");
                    if self.note_stayed(&why, first) {
                        self.connection.tell_at_once(&why, name_of(first), &[]);
                    }
                }
                self.home.run(batch, sink)
            }
        }
    }
}

impl Machine for ClusterMachine {
    fn store(&self) -> &Arc<Store> {
        self.home.store()
    }

    fn here(&self) -> &dyn Machine {
        &self.home
    }

    fn n_cores(&self) -> usize {
        // Callers do nothing while they wait, and those whose batches go together wait together.
        n_callers(self.connection.n_cores().max(1))
    }

    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        self.home.run_compiler(command)
    }

    fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError> {
        self.home.run_attached(program, args, limits)
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        self.home.find_sandbox()
    }

    fn may_accept_limits_only(&self) -> bool {
        self.home.may_accept_limits_only()
    }

    fn accept_limits_only(&self) {
        self.home.accept_limits_only();
    }

    fn cancel(&self) {
        // First, so that nobody who waits says the same of a single batch.
        self.say_farewell(true);
        self.is_cancelled.send_replace(true);
        self.home.cancel();
    }

    fn resume(&self) {
        self.home.resume();
        self.is_cancelled.send_replace(false);
    }

    fn is_cancelled(&self) -> bool {
        self.home.is_cancelled()
    }

    fn release(&self) {
        if self.orders.are_answered() {
            self.say_farewell(false);
        }
        self.orders.finish();
        self.home.release();
    }

    fn rest(&self) {
        self.home.rest();
    }
}
