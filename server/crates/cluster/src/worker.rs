//! The other side: takes batches, runs them in the sandbox of its machine, and answers.
//!
//! Invariant: a batch is acknowledged only when the server has kept its answer; what is not acknowledged comes back to
//! somebody else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use async_nats::{Client, Message};
use futures::StreamExt as _;
use judge::{engine::Engine, local::LocalExecutor, machine::Machine};
use problem::{
    executor::{Batch, Blob, ExecutorError, TaskResult, Timing},
    settings::SandboxChoice,
};
use tokio::{
    select,
    sync::{Semaphore, mpsc, watch},
    time::{Instant, MissedTickBehavior, interval, interval_at, sleep},
};

use crate::{
    address::{Address, Login},
    blobs,
    connection::Link,
    jetstream::{self, SILENCE, Stream, Trouble},
    presence::{Presence, ROLL_CALL, platform},
    wire::{self, Answer, INSIDE_BYTES, Order, Outcome, PROTOCOL, Parcel},
    wishes::{WISH, Wishes},
};

/// A batch that is handed out more often may break whoever takes it.
const MAX_DELIVERIES: u64 = 4;
/// How long an answer is offered to a server that does not take it.
const OFFERED: Duration = Duration::from_secs(60);
/// The pause after a failure of this machine, so that others get the next batch.
const BREATH: Duration = Duration::from_secs(2);
/// The room for an answer's contents that is left for all else, bytes.
const ROOM: usize = 64 << 10;
/// How many cancelled runs are remembered.
const MAX_CANCELLED: usize = 10_000;

/// What a worker works with.
pub struct WorkerConfig {
    /// Its cache and its tools; what runs for others is kept apart from a person's own.
    pub engine: Engine,
    /// How programs are shut in.
    pub sandbox: SandboxChoice,
    /// How many batches it runs at once.
    pub cores: usize,
}

/// Tells a worker to come to an end.
#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Stop {
        Stop(watch::Sender::new(false))
    }
}

impl Stop {
    /// Has the worker take no more, finish what it has, and end.
    pub fn drain(&self) {
        self.0.send_replace(true);
    }
}

/// Serves a cluster until it is told to stop. `ready` is called when it takes batches.
///
/// # Errors
/// One sentence: the server is not there or does not let us in, or this machine has no sandbox.
pub fn work(
    config: WorkerConfig,
    (address, login): (&Address, &Login),
    stop: &Stop,
    ready: &dyn Fn(&Presence),
    troubled: &(dyn Fn(&str) + Sync),
) -> Result<(), ExecutorError> {
    let WorkerConfig { engine, sandbox, cores } = config;
    let found = engine.machine.find_sandbox()?;
    if found.level == "limits-only" {
        return Err(ExecutorError::Failed(
            "a worker runs what strangers send, and this machine has no sandbox for it; `touchstone doctor` says why"
                .to_owned(),
        ));
    }
    let presence = Presence {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        name: format!("worker-{:08x}", fastrand::u32(..)),
        cores,
        level: found.level,
        cpu_model: judge::cpu_model(),
        platform: platform(),
        runtimes: engine.runtimes().map_err(|error| ExecutorError::Failed(error.to_string()))?,
    };
    let another = || -> Arc<dyn Machine> {
        let bare = LocalExecutor::new(Arc::clone(&engine.store), sandbox);
        Arc::new(engine.toolchain.equip(bare, &[]))
    };
    let machines: Vec<Arc<dyn Machine>> = (0..cores).map(|_| another()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| ExecutorError::Failed(format!("a worker cannot start ({error}); try again")))?;
    runtime.block_on(async {
        let link = Link::open(address, login).await?;
        let worker = Arc::new(Worker {
            client: link.client.clone(),
            presence,
            engine,
            turns: Semaphore::new(cores),
            free: Mutex::new(machines),
            running: Mutex::default(),
            cancelled: Mutex::default(),
            gate: RwLock::new(()),
        });
        worker.serve(&link, stop, ready, troubled).await
    })
}

struct Worker {
    client: Client,
    presence: Presence,
    engine: Engine,
    /// So many batches run at once; queues of several kinds may give more than that.
    turns: Semaphore,
    /// One for each core: each can be stopped by itself.
    free: Mutex<Vec<Arc<dyn Machine>>>,
    /// What runs, and for whom.
    running: Mutex<Vec<(Addressee, Arc<dyn Machine>)>>,
    /// Of clients' runs the first batch that somebody waits for again.
    cancelled: Mutex<HashMap<String, u64>>,
    /// Held for reading by every batch, and for writing by one that must be alone.
    gate: RwLock<()>,
}

/// Who waits for a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Addressee {
    /// The client's run.
    run: String,
    /// The number of the batch there.
    number: u64,
}

/// What became of a batch that was taken.
enum Served {
    Answered,
    /// Nobody waits for it.
    Dropped,
    /// This machine, or the way to the server, is in trouble: one sentence.
    Troubled(String),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    async fn serve(
        self: Arc<Self>,
        link: &Link,
        stop: &Stop,
        ready: &dyn Fn(&Presence),
        troubled: &(dyn Fn(&str) + Sync),
    ) -> Result<(), ExecutorError> {
        let kinds = self.presence.kinds();
        for kind in &kinds {
            jetstream::make_consumer(&self.client, kind).await?;
        }
        let lost = |_| ExecutorError::from(Trouble::Silent);
        let mut roll_calls = self.client.subscribe(ROLL_CALL).await.map_err(lost)?;
        let mut cancellations = self.client.subscribe(wire::cancelled("*")).await.map_err(lost)?;
        let inbox = self.client.new_inbox();
        let mut batches = self.client.subscribe(format!("{inbox}.*")).await.map_err(lost)?;
        let (ended, mut ends) = mpsc::unbounded_channel::<Served>();
        let mut wishes = Wishes::new(kinds, inbox);
        let (mut reconnected, mut stopped) = (link.reconnected.clone(), stop.0.subscribe());
        let mut ticks = interval(WISH);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut n_busy, mut is_draining) = (0, false);
        ready(&self.presence);
        loop {
            if is_draining && n_busy == 0 {
                drop(self.client.flush().await);
                return Ok(());
            }
            if !is_draining {
                wishes.make(&self.client, self.presence.cores.saturating_sub(n_busy)).await;
            }
            select! {
                Some(message) = batches.next() => {
                    wishes.note(&message);
                    if message.status.is_some() {
                        // The queue is gone with the server's disk.
                        if message.status == Some(async_nats::StatusCode::NO_RESPONDERS) {
                            self.restore(&wishes.kinds).await;
                        }
                    } else if is_draining {
                        self.tell(&message, "-NAK").await;
                    } else {
                        n_busy += 1;
                        let (worker, ended) = (Arc::clone(&self), ended.clone());
                        tokio::spawn(async move { drop(ended.send(worker.take(message).await)) });
                    }
                }
                Some(served) = ends.recv() => {
                    n_busy -= 1;
                    match served {
                        Served::Answered | Served::Dropped => {}
                        Served::Troubled(why) => troubled(&why),
                    }
                }
                Some(call) = roll_calls.next() => {
                    if let (false, Some(reply), Ok(words)) = (is_draining, call.reply, serde_json::to_vec(&self.presence)) {
                        drop(self.client.publish(reply, words.into()).await);
                    }
                }
                Some(cancelled) = cancellations.next() => {
                    self.cancel(&cancelled);
                }
                Ok(()) = reconnected.changed() => {
                    wishes.forget();
                    self.restore(&wishes.kinds).await;
                }
                Ok(_) = stopped.wait_for(|is_stopped| *is_stopped), if !is_draining => is_draining = true,
                _ = ticks.tick() => {
                    wishes.forget_old();
                    // What cannot be tidied up now is later.
                    drop(self.engine.trim());
                }
            }
        }
    }

    /// Sees to it that there are queues, after the server was away.
    async fn restore(&self, kinds: &[String]) {
        drop(jetstream::make_streams(&self.client).await);
        for kind in kinds {
            drop(jetstream::make_consumer(&self.client, kind).await);
        }
    }

    async fn tell(&self, message: &Message, what: &'static str) {
        if let Some(reply) = message.reply.clone() {
            drop(self.client.publish(reply, what.into()).await);
        }
    }

    /// Stops what runs for a client that waits no more.
    fn cancel(&self, message: &Message) {
        let run = message.subject.rsplit('.').next().unwrap_or_default();
        let Some(next) = std::str::from_utf8(&message.payload).ok().and_then(|number| number.parse().ok()) else {
            return;
        };
        let mut cancelled = lock(&self.cancelled);
        if cancelled.len() >= MAX_CANCELLED {
            cancelled.clear();
        }
        cancelled.insert(run.to_owned(), next);
        let running = lock(&self.running);
        let concerned = running.iter().filter(|(whose, _)| whose.run == run && whose.number < next);
        concerned.for_each(|(_, machine)| machine.cancel());
    }

    fn is_cancelled(&self, whose: &Addressee) -> bool {
        lock(&self.cancelled).get(&whose.run).is_some_and(|next| whose.number < *next)
    }

    /// Takes a batch, and lets the server know that it is not lost until it is answered.
    async fn take(self: Arc<Self>, message: Message) -> Served {
        let mut signs_of_life = interval_at(Instant::now() + SILENCE / 3, SILENCE / 3);
        let served = Arc::clone(&self).answer(&message);
        tokio::pin!(served);
        let came_to = loop {
            select! {
                came_to = &mut served => break came_to,
                _ = signs_of_life.tick() => self.tell(&message, "+WPI").await,
            }
        };
        match &came_to {
            Served::Answered => self.tell(&message, "+ACK").await,
            Served::Dropped => self.tell(&message, "+TERM").await,
            Served::Troubled(_) => sleep(BREATH).await,
        }
        came_to
    }

    async fn answer(self: Arc<Self>, message: &Message) -> Served {
        let Some(whose) = addressee(&message.subject) else { return Served::Dropped };
        let Some(parcel) = wire::unpack::<Order>(&message.payload) else { return Served::Dropped };
        if self.is_cancelled(&whose) {
            return Served::Dropped;
        }
        let n_deliveries = message.reply.as_deref().map_or(1, n_deliveries);
        let outcome = if n_deliveries > MAX_DELIVERIES {
            Ok(Outcome::Failed(format!("{MAX_DELIVERIES} workers were lost while they ran it")))
        } else {
            Arc::clone(&self).run(&whose, parcel).await
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(ExecutorError::Cancelled) => return Served::Dropped,
            Err(ExecutorError::Failed(why)) => Outcome::Failed(why),
        };
        let trouble = match &outcome {
            Outcome::Failed(why) => Some(why.clone()),
            Outcome::Done(_) | Outcome::Missing(_) => None,
        };
        let Addressee { run, number } = whose;
        let subject = format!("{}.{run}.{number}", Stream::Results.prefix());
        let id = format!("{}.{run}.{number}.{n_deliveries}", self.presence.name);
        match (self.send(outcome, subject, &id).await, trouble) {
            (Ok(()), None) => Served::Answered,
            (Ok(()), Some(why)) => {
                self.tell(message, "+ACK").await;
                Served::Troubled(why)
            }
            (Err(error), _) => Served::Troubled(error.to_string()),
        }
    }

    /// Gets what an order needs, and runs it.
    async fn run(self: Arc<Self>, whose: &Addressee, parcel: Parcel<Order>) -> Result<Outcome, ExecutorError> {
        for bytes in &parcel.contents {
            self.engine.machine.put(bytes)?;
        }
        let mut missing = Vec::new();
        for blob in wire::needed(&parcel.head.tasks) {
            if self.engine.machine.missing(&[blob.digest]).is_empty() {
                continue;
            }
            match blobs::get(&self.client, blob).await? {
                Some(bytes) => drop(self.engine.machine.put(&bytes)?),
                None => missing.push(blob),
            }
        }
        if !missing.is_empty() {
            return Ok(Outcome::Missing(missing));
        }
        let turn = self.turns.acquire().await.map_err(|_| ExecutorError::Cancelled)?;
        let machine = lock(&self.free).pop().ok_or(ExecutorError::Cancelled)?;
        lock(&self.running).push((whose.clone(), Arc::clone(&machine)));
        // A cancellation either saw it run or is seen here.
        if self.is_cancelled(whose) {
            machine.cancel();
        }
        let (worker, on) = (Arc::clone(&self), Arc::clone(&machine));
        let came_to = tokio::task::spawn_blocking(move || worker.run_here(&*on, &parcel.head)).await;
        lock(&self.running).retain(|(_, other)| !Arc::ptr_eq(other, &machine));
        machine.resume();
        lock(&self.free).push(machine);
        drop(turn);
        came_to
            .unwrap_or_else(|_| Err(ExecutorError::Failed("a worker made a mistake; please report it".to_owned())))
            .map(Outcome::Done)
    }

    fn run_here(&self, machine: &dyn Machine, order: &Order) -> Result<Vec<TaskResult>, ExecutorError> {
        let (_alone, _together);
        if order.timing == Timing::Alone {
            _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        } else {
            _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        }
        let mut results = Vec::new();
        let batch = Batch { tasks: order.tasks.clone(), timing: order.timing };
        machine.run(&batch, &mut |_, result| results.push(result))?;
        Ok(results)
    }

    /// Sends an answer with its contents, until the server has kept it.
    async fn send(&self, outcome: Outcome, subject: String, id: &str) -> Result<(), ExecutorError> {
        let named: Vec<Blob> = match &outcome {
            Outcome::Done(results) => wire::named(results),
            Outcome::Missing(_) | Outcome::Failed(_) => Vec::new(),
        };
        let mut room = self.client.max_payload().saturating_sub(ROOM);
        let mut inside = Vec::new();
        let end = Instant::now() + OFFERED;
        for blob in named {
            let bytes = self.engine.machine.get(blob.digest);
            let bytes = bytes.ok_or_else(|| ExecutorError::Failed("what a run wrote is gone".to_owned()))?;
            if blob.size <= INSIDE_BYTES && bytes.len() <= room {
                room -= bytes.len();
                inside.push(bytes);
            } else {
                until(end, || blobs::put(&self.client, blob, &bytes)).await?;
            }
        }
        let answer = Answer { worker: self.presence.name.clone(), outcome };
        let payload = wire::pack(&answer, &inside)
            .ok_or_else(|| ExecutorError::Failed("a result cannot be described".to_owned()))?;
        until(end, || jetstream::keep(&self.client, subject.clone(), id, payload.clone())).await?;
        Ok(())
    }
}

/// Does something again for as long as the server is away.
async fn until<F: Future<Output = Result<(), Trouble>>>(end: Instant, again: impl Fn() -> F) -> Result<(), Trouble> {
    loop {
        match again().await {
            Err(Trouble::Silent | Trouble::NobodyThere) if Instant::now() < end => sleep(BREATH).await,
            came_to => return came_to,
        }
    }
}

/// Who waits for the batch with this subject.
fn addressee(subject: &str) -> Option<Addressee> {
    let mut words = subject.strip_prefix(&Stream::Work.prefix())?.strip_prefix('.')?.split('.').skip(1);
    let (run, number) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
    words.next().is_none().then_some(Addressee { run, number })
}

/// How often a message was handed out, by where its acknowledgement goes.
fn n_deliveries(reply: &str) -> u64 {
    let words: Vec<&str> = reply.split('.').collect();
    // Newer servers name a domain and an account first.
    let place = if words.len() >= 11 { 6 } else { 4 };
    words.get(place).and_then(|number| number.parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_subjects() {
        let subject = format!("{}.some-kind.0123.45", Stream::Work.prefix());
        assert_eq!(addressee(&subject), Some(Addressee { run: "0123".to_owned(), number: 45 }));
        assert_eq!(addressee("touchstone.1.result.0123.45"), None);
        assert_eq!(addressee(&format!("{subject}.6")), None);
        assert_eq!(n_deliveries("$JS.ACK.S.C.3.10.11.1700000000.0"), 3);
        assert_eq!(n_deliveries("$JS.ACK._.HASH.S.C.2.10.11.1700000000.0.TOKEN"), 2);
        assert_eq!(n_deliveries("else"), 1);
    }
}
