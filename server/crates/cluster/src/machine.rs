//! The client's side: a machine that builds here and has others run what was built.
//!
//! Contents are those of the local machine, so whoever looks for what a run wrote finds it there. What no queue is for
//! stays here: scripts, sanitizers, what needs two runtimes, and tools that are asked what they are.

use std::{
    collections::{HashMap, HashSet},
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::Message;
use futures::StreamExt as _;
use judge::{
    compile::Runnable,
    launcher::Reply,
    local::{CompilerCommand, CompilerResult},
    machine::Machine,
    store::Store,
};
use problem::{
    digest::Digest,
    executor::{Batch, Blob, Executor, ExecutorError, IN_PLACE, RunLimits, Sandbox, TaskResult},
};
use tokio::{
    select,
    sync::{mpsc, watch},
    time::{Instant, sleep_until, timeout},
};

use crate::{
    answer::fits,
    blobs,
    connection::Connection,
    jetstream::{self, Stream, Trouble},
    presence::Kind,
    wire::{self, Answer, INSIDE_BYTES, Order, Outcome, Parcel, actions},
};

/// How often a batch is sent before it is given up: what is left may break every worker.
const MAX_ATTEMPTS: u32 = 4;
/// How long a batch is out before one asks what has become of it, without a reason to.
const LONG: Duration = Duration::from_secs(20);
/// So often nobody may have answered, one after the other, before a run is given up.
const MAX_SILENCES: u32 = 12;
/// How long the server may take to be told that all is over.
const FAREWELL: Duration = Duration::from_secs(2);
/// What a message holds beside its contents and its head, bytes.
const ROOM_FOR_HEADERS: usize = 4 << 10;
/// What the environment of a program says where the person has allowed scripts.
const ALLOWS_SCRIPTS: &str = "TOUCHSTONE_ALLOWS_SCRIPTS";

/// Has the workers of a cluster run programs.
pub struct ClusterMachine {
    local: Arc<dyn Machine>,
    connection: Arc<Connection>,
    shared: Arc<Shared>,
    n_sent: AtomicU64,
    is_cancelled: watch::Sender<bool>,
    compilers: Turns,
    /// Contents that this client has laid on the server.
    laid: Mutex<HashSet<Digest>>,
}

/// What the thread that reads answers shares with those who wait for them.
struct Shared {
    /// Tells this client's messages from those of others.
    run: String,
    waiting: Mutex<HashMap<u64, mpsc::UnboundedSender<Message>>>,
}

/// Lets so many in at once.
struct Turns {
    free: Mutex<usize>,
    freed: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    fn take<T>(&self, then: impl FnOnce() -> T) -> T {
        let mut free = lock(&self.free);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        drop(free);
        let came_to = then();
        *lock(&self.free) += 1;
        self.freed.notify_one();
        came_to
    }
}

impl Shared {
    fn answers_to(&self, number: u64) -> String {
        format!("{}.{}.{number}", Stream::Results.prefix(), self.run)
    }

    /// Gives an answer to who waits for it.
    fn deliver(&self, message: Message) {
        let number = message.subject.rsplit('.').next().and_then(|number| number.parse().ok());
        if let Some(waiting) = number.and_then(|number: u64| lock(&self.waiting).get(&number).cloned()) {
            // Who has gone needs nothing any more.
            drop(waiting.send(message));
        }
    }
}

impl ClusterMachine {
    /// A machine that builds on `local`.
    ///
    /// # Errors
    /// When the server does not let us hear of answers.
    pub fn over(local: Arc<dyn Machine>, connection: Arc<Connection>) -> Result<ClusterMachine, ExecutorError> {
        let run = format!("{:016x}", fastrand::u64(..));
        let shared = Arc::new(Shared { run: run.clone(), waiting: Mutex::default() });
        let client = connection.link.client.clone();
        let subjects = format!("{}.{run}.*", Stream::Results.prefix());
        let mut answers =
            connection.block_on(client.subscribe(subjects)).map_err(|_| ExecutorError::from(Trouble::Silent))?;
        let reader = Arc::downgrade(&shared);
        connection.spawn(async move {
            while let Some(message) = answers.next().await {
                let Some(shared) = reader.upgrade() else { return };
                shared.deliver(message);
            }
        });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(ClusterMachine {
            local,
            connection,
            shared,
            n_sent: AtomicU64::new(0),
            is_cancelled: watch::Sender::new(false),
            compilers: Turns { free: Mutex::new(cores), freed: Condvar::new() },
            laid: Mutex::default(),
        })
    }

    /// The queue for a batch; `None` for what stays here.
    fn kind_of(&self, batch: &Batch) -> Option<Kind> {
        let stays = batch.tasks.iter().flat_map(actions).any(|action| {
            let first = action.args.first().map_or("", String::as_str);
            let runtime = action.requires.as_ref().and_then(|requires| requires.runtime.as_ref());
            let brings_its_program = action.inputs.contains_key(first.strip_prefix("./").unwrap_or(first));
            first == IN_PLACE
                || action.env.contains_key(ALLOWS_SCRIPTS)
                || action.requires.as_ref().is_some_and(|requires| requires.fixed_addresses)
                || (!brings_its_program && runtime.is_none())
        });
        if stays { None } else { Kind::of(batch, &self.local.sandbox().level) }
    }

    /// Fails unless somebody is there who takes such batches.
    async fn ensure_somebody_takes(&self, kind: &Kind) -> Result<(), ExecutorError> {
        if self.connection.workers().iter().any(|worker| worker.takes(kind)) {
            return Ok(());
        }
        let workers = self.connection.look_again(|worker| worker.takes(kind)).await;
        if workers.iter().any(|worker| worker.takes(kind)) {
            return Ok(());
        }
        let mut lacking: Vec<String> = workers.iter().map(|worker| worker.lacking(kind)).collect();
        lacking.sort();
        lacking.truncate(3);
        let lacking = if lacking.is_empty() { "none is there any more".to_owned() } else { lacking.join("; ") };
        Err(ExecutorError::Failed(format!(
            "no worker of the cluster can run this ({}): {lacking}; start one that can, and do this again",
            kind.words()
        )))
    }

    /// Has a batch run, and gives its results with the contents that came with them.
    fn have_run(&self, kind: &Kind, batch: &Batch) -> Result<Vec<TaskResult>, ExecutorError> {
        let room = self.connection.link.client.max_payload().saturating_sub(ROOM_FOR_HEADERS);
        let payload = self.pack(batch, room)?;
        let mut trouble = "a worker's answer was none".to_owned();
        let mut n_attempts = 0;
        let mut n_laid = 0;
        while n_attempts < MAX_ATTEMPTS {
            let answer = self.connection.block_on(self.send_and_wait(kind, &payload))?;
            match answer {
                Some(Parcel { head: Answer { outcome: Outcome::Done(results), .. }, contents }) => {
                    if fits(&batch.tasks, &results) && self.take_in(&results, &contents)? {
                        return Ok(results);
                    }
                    trouble = "a worker's answer was none".to_owned();
                }
                Some(Parcel { head: Answer { outcome: Outcome::Missing(blobs), .. }, .. }) => {
                    n_laid += 1;
                    self.lay(batch, &blobs, n_laid > 1)?;
                    // Sent for once, they are there; otherwise something goes wrong again and again.
                    if n_laid <= MAX_ATTEMPTS {
                        continue;
                    }
                    trouble = "contents do not reach a worker".to_owned();
                }
                Some(Parcel { head: Answer { outcome: Outcome::Failed(why), worker }, .. }) => {
                    trouble = format!("{worker} says: {}", why.chars().filter(|c| !c.is_control()).collect::<String>());
                }
                None => {}
            }
            n_attempts += 1;
        }
        Err(ExecutorError::Failed(format!("no worker could run a program ({trouble}); see to the workers")))
    }

    /// The message with an order: with small contents, as far as there is room for them.
    fn pack(&self, batch: &Batch, room: usize) -> Result<Vec<u8>, ExecutorError> {
        let order = Order { tasks: batch.tasks.clone(), timing: batch.timing };
        let bare = wire::pack(&order, &[]).map_or(usize::MAX, |bytes| bytes.len());
        if bare >= room {
            return Err(ExecutorError::Failed(format!(
                "what describes a run is larger than the {room} bytes that the cluster's server takes; raise its `max_payload`"
            )));
        }
        let mut inside = Vec::new();
        let mut n_bytes = bare;
        for blob in wire::needed(&batch.tasks) {
            // What stands before it in the message takes a few bytes too.
            let size = blob.size as usize + 8;
            if blob.size > INSIDE_BYTES || n_bytes + size > room {
                continue;
            }
            if let Some(bytes) = self.local.get(blob.digest) {
                n_bytes += size;
                inside.push(bytes);
            }
        }
        wire::pack(&order, &inside).ok_or_else(|| ExecutorError::Failed("a run cannot be described".to_owned()))
    }

    /// Lays on the server what a worker lacks, if the batch names it.
    fn lay(&self, batch: &Batch, blobs: &[Blob], again: bool) -> Result<(), ExecutorError> {
        let needed = wire::needed(&batch.tasks);
        // One after the other: several batches may lack the same.
        let mut laid = lock(&self.laid);
        for blob in blobs.iter().filter(|blob| needed.contains(blob)) {
            if !laid.insert(blob.digest) && !again {
                continue;
            }
            let bytes = self.local.get(blob.digest).ok_or_else(|| {
                ExecutorError::Failed("contents that a run needs are gone from the cache; try again".to_owned())
            })?;
            self.connection.block_on(blobs::put(&self.connection.link.client, *blob, &bytes))?;
        }
        Ok(())
    }

    /// Keeps the contents of results; whether all are there.
    fn take_in(&self, results: &[TaskResult], contents: &[Vec<u8>]) -> Result<bool, ExecutorError> {
        let named = wire::named(results);
        for bytes in contents {
            if named.contains(&Blob::of(bytes)) {
                self.local.put(bytes)?;
            }
        }
        for blob in named {
            if self.local.missing(&[blob.digest]).is_empty() {
                continue;
            }
            let bytes = self.connection.block_on(blobs::get(&self.connection.link.client, blob))?;
            let Some(bytes) = bytes else { return Ok(false) };
            self.local.put(&bytes)?;
        }
        Ok(true)
    }

    /// Sends an order and waits for an answer; `None` for one that is none.
    async fn send_and_wait(&self, kind: &Kind, payload: &[u8]) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        self.ensure_somebody_takes(kind).await?;
        let number = self.n_sent.fetch_add(1, Ordering::Relaxed);
        let (sender, mut answers) = mpsc::unbounded_channel();
        lock(&self.shared.waiting).insert(number, sender);
        let mut is_cancelled = self.is_cancelled.subscribe();
        let came_to = select! {
            came_to = self.wait(kind, number, payload, &mut answers) => came_to,
            _ = is_cancelled.wait_for(|is_cancelled| *is_cancelled) => Err(ExecutorError::Cancelled),
        };
        lock(&self.shared.waiting).remove(&number);
        Ok(wire::unpack(&came_to?.payload))
    }

    /// Sends an order, as often as it is lost, until there is an answer.
    async fn wait(
        &self,
        kind: &Kind,
        number: u64,
        payload: &[u8],
        answers: &mut mpsc::UnboundedReceiver<Message>,
    ) -> Result<Message, ExecutorError> {
        let client = &self.connection.link.client;
        let mut reconnected = self.connection.link.reconnected.clone();
        reconnected.mark_unchanged();
        let subject = format!("{}.{}.{}.{number}", Stream::Work.prefix(), kind.token(), self.shared.run);
        let mut n_sent = 0;
        let mut is_there = false;
        let mut n_silences = 0;
        loop {
            if !is_there {
                let id = format!("{}.{number}.{n_sent}", self.shared.run);
                is_there = match jetstream::keep(client, subject.clone(), &id, payload.to_vec()).await {
                    Ok(()) => true,
                    // It came back without its streams.
                    Err(Trouble::NobodyThere) => jetstream::make_streams(client).await.map(|()| false)?,
                    // Whether it has come is seen below.
                    Err(Trouble::Silent) => false,
                    Err(refused @ Trouble::Refused(..)) => return Err(refused.into()),
                };
                n_sent += 1;
            }
            select! {
                answer = answers.recv() => return answer.ok_or(ExecutorError::Cancelled),
                _ = reconnected.changed() => {}
                () = sleep_until(Instant::now() + if is_there { LONG } else { Duration::from_secs(1) }) => n_silences += 1,
            }
            match self.look_for(&subject, number).await {
                Ok(Found::Answer(message)) => return Ok(*message),
                Ok(Found::Order) => is_there = true,
                Ok(Found::Nothing) => is_there = false,
                Err(Trouble::Silent | Trouble::NobodyThere) if n_silences < MAX_SILENCES => continue,
                Err(trouble) => return Err(trouble.into()),
            }
            if is_there && n_silences > 0 {
                // It waits, perhaps for somebody who is no longer there.
                self.connection.look_again(|worker| worker.takes(kind)).await;
                self.ensure_somebody_takes(kind).await?;
            }
            n_silences = 0;
        }
    }

    /// What has become of an order.
    async fn look_for(&self, subject: &str, number: u64) -> Result<Found, Trouble> {
        let client = &self.connection.link.client;
        let answers = self.shared.answers_to(number);
        if let Some(mut message) = jetstream::kept(client, Stream::Results, &answers).await? {
            message.subject = answers.into();
            return Ok(Found::Answer(Box::new(message)));
        }
        if jetstream::kept(client, Stream::Work, subject).await?.is_some() {
            return Ok(Found::Order);
        }
        // It may have been answered between the two questions.
        Ok(match jetstream::kept(client, Stream::Results, &answers).await? {
            Some(message) => Found::Answer(Box::new(message)),
            None => Found::Nothing,
        })
    }

    /// Has the server forget everything of this client, and workers stop what they run for it.
    fn say_farewell(&self, is_cancelled: bool) {
        let client = &self.connection.link.client;
        let farewell = async {
            if is_cancelled {
                let next = self.n_sent.load(Ordering::Relaxed).to_string();
                drop(client.publish(wire::cancelled(&self.shared.run), next.into()).await);
                let orders = format!("{}.*.{}.*", Stream::Work.prefix(), self.shared.run);
                drop(jetstream::purge(client, Stream::Work, &orders).await);
            }
            let answers = format!("{}.{}.*", Stream::Results.prefix(), self.shared.run);
            drop(jetstream::purge(client, Stream::Results, &answers).await);
            drop(client.flush().await);
        };
        // What stays expires.
        drop(self.connection.block_on(async { timeout(FAREWELL, farewell).await }));
    }
}

/// What there is of an order on the server.
enum Found {
    Answer(Box<Message>),
    Order,
    Nothing,
}

impl Executor for ClusterMachine {
    /// What every worker that served has, or better.
    fn sandbox(&self) -> Sandbox {
        self.local.sandbox()
    }

    fn missing(&self, digests: &[Digest]) -> Vec<Digest> {
        self.local.missing(digests)
    }

    fn put(&self, bytes: &[u8]) -> Result<Blob, ExecutorError> {
        self.local.put(bytes)
    }

    fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, ExecutorError> {
        self.local.put_all(source)
    }

    fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        self.local.get(digest)
    }

    fn run(&self, batch: &Batch, sink: &mut dyn FnMut(usize, TaskResult)) -> Result<(), ExecutorError> {
        if self.is_cancelled() {
            return Err(ExecutorError::Cancelled);
        }
        let Some(kind) = self.kind_of(batch) else { return self.local.run(batch, sink) };
        let results = self.have_run(&kind, batch)?;
        results.into_iter().enumerate().for_each(|(idx, result)| sink(idx, result));
        Ok(())
    }
}

impl Machine for ClusterMachine {
    fn store(&self) -> &Arc<Store> {
        self.local.store()
    }

    fn n_cores(&self) -> usize {
        // While one answer is on its way here, the worker has the next batch.
        2 * self.connection.n_cores().max(1)
    }

    fn run_compiler(&self, command: &CompilerCommand) -> Result<CompilerResult, ExecutorError> {
        self.compilers.take(|| self.local.run_compiler(command))
    }

    fn run_attached(&self, program: &Runnable, args: &[String], limits: RunLimits) -> Result<Reply, ExecutorError> {
        self.local.run_attached(program, args, limits)
    }

    fn find_sandbox(&self) -> Result<Sandbox, ExecutorError> {
        self.local.find_sandbox()
    }

    fn may_accept_limits_only(&self) -> bool {
        self.local.may_accept_limits_only()
    }

    fn accept_limits_only(&self) {
        self.local.accept_limits_only();
    }

    fn cancel(&self) {
        self.is_cancelled.send_replace(true);
        self.local.cancel();
        self.say_farewell(true);
    }

    fn resume(&self) {
        self.local.resume();
        self.is_cancelled.send_replace(false);
    }

    fn is_cancelled(&self) -> bool {
        self.local.is_cancelled()
    }

    fn release(&self) {
        if self.n_sent.load(Ordering::Relaxed) > 0 && lock(&self.shared.waiting).is_empty() {
            self.say_farewell(false);
        }
        self.local.release();
    }

    fn rest(&self) {
        self.local.rest();
    }
}
