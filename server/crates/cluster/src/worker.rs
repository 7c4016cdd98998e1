//! The other side: takes batches, has them run, and answers.
//!
//! Invariant: a batch is acknowledged only when the server has kept its answer; what is not acknowledged comes back to
//! somebody else. A worker that cannot do its job gives its batch back and rests, so that others get it.

use std::{
    collections::HashMap,
    net::TcpListener,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, Message, Subscriber};
use futures::StreamExt as _;
use judge::{engine::Engine, local::LocalExecutor, machine::Machine};
use problem::{digest::Digest, executor::ExecutorError, settings::SandboxChoice};
use tokio::{
    select,
    sync::{mpsc, watch},
    task::spawn_blocking,
    time::{Instant, MissedTickBehavior, interval, interval_at, sleep, sleep_until, timeout},
};

use crate::{
    address::Address,
    connection::Link,
    desk::{Desk, Failure},
    jetstream::{self, PATIENCE, SILENCE, Stream, Trouble},
    login::Login,
    metrics::{self, Metrics},
    presence::{Presence, ROLL_CALL, VERSION, Work, platform},
    shift::{End, Shift},
    signing::SigningKey,
    sync::lock,
    wire::{self, Cancelled, Outcome, PROTOCOL, clean},
    wishes::WISH,
};

/// So many workers try a batch, or are lost with it, before it is given up.
const MAX_DELIVERIES: u64 = 4;
/// How long contents are in use after they were used: what belongs to no batch that runs may go.
const IN_USE: Duration = Duration::from_secs(120);
/// How long a worker waits before it makes queues anew.
const PAUSE: Duration = Duration::from_millis(500);
/// How many wishes to run something no more are remembered.
const MAX_CANCELLED: usize = 10_000;

/// What a worker works with.
pub struct WorkerConfig {
    /// Its cache and its tools; what runs for others is kept apart from a person's own.
    pub engine: Engine,
    /// What it signs its answers with, if it does.
    pub key: Option<SigningKey>,
    /// How programs are shut in.
    pub sandbox: SandboxChoice,
    /// How many batches it runs at once.
    pub cores: usize,
    /// Where it gives metrics over HTTP, if anywhere.
    pub metrics: Option<TcpListener>,
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
    let WorkerConfig { engine, key, sandbox, cores, metrics } = config;
    let found = engine.machine.find_sandbox()?;
    if found.level == "limits-only" {
        return Err(ExecutorError::Failed(
            "a worker runs what strangers send, and the sandbox level limits-only shuts nothing in; leave out \
             `--sandbox limits-only` where it is given, else `touchstone doctor` says what this machine lacks"
                .to_owned(),
        ));
    }
    let presence = Presence {
        protocol: PROTOCOL,
        version: VERSION.to_owned(),
        name: format!("worker-{:08x}", fastrand::u32(..)),
        cores,
        level: found.level,
        cpu_model: clean(&judge::cpu_model()),
        platform: platform(),
        runtimes: engine.runtimes().map_err(|error| ExecutorError::Failed(error.to_string()))?,
        work: Work::default(),
        key: key.as_ref().map(SigningKey::public),
        trouble: None,
    };
    let another = || -> Arc<LocalExecutor> {
        let bare = LocalExecutor::new(Arc::clone(&engine.store), sandbox).for_one_core();
        Arc::new(engine.toolchain.equip(bare, &[]))
    };
    let machines: Vec<Arc<LocalExecutor>> = (0..cores).map(|_| another()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| ExecutorError::Failed(format!("a worker cannot start ({error}); try again")))?;
    runtime.block_on(async {
        let link = Link::open(address, login).await?;
        let client = link.way.client.clone();
        let desk = Arc::new(Desk::new(link.way.clone(), presence.name.clone(), key, Arc::new(engine), machines));
        let work = watch::Sender::new(Work::default());
        if let Some(listener) = metrics {
            let (presence, work) = (presence.clone(), work.subscribe());
            let text = move || {
                let mut metrics = Metrics::default();
                metrics.add_workers(&[Presence { work: *work.borrow(), ..presence.clone() }]);
                metrics.0
            };
            tokio::spawn(metrics::give(listener, text)?);
        }
        let worker = Arc::new(Worker { client, presence, desk, books: Books::default(), work });
        worker.serve(&link, stop, ready, troubled).await
    })
}

pub(crate) struct Worker {
    pub(crate) client: Client,
    pub(crate) presence: Presence,
    pub(crate) desk: Arc<Desk>,
    books: Books,
    /// What it has done, for whoever asks.
    work: watch::Sender<Work>,
}

/// What runs, and for whom.
#[derive(Default)]
pub(crate) struct Books {
    running: Mutex<Vec<(Addressee, Arc<dyn Machine>)>>,
    /// By client's run what nobody waits for any more.
    cancelled: Mutex<HashMap<String, Vec<Cancelled>>>,
}

/// Who waits for a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Addressee {
    /// The client's run.
    pub(crate) run: String,
    /// The number of the batch there.
    pub(crate) number: u64,
}

/// What became of a batch that was taken.
pub(crate) enum Served {
    Answered,
    /// Nobody waits for it.
    Dropped,
    /// This machine, or the way to the server, is in trouble: one sentence. The batch was answered all the same, or is for
    /// somebody else.
    Troubled {
        batch: String,
        why: String,
        is_answered: bool,
    },
}

impl Books {
    /// Takes note that a batch runs; one that was cancelled meanwhile does not.
    pub(crate) fn begin(&self, whose: &Addressee, machine: &Arc<dyn Machine>) {
        lock(&self.running).push((whose.clone(), Arc::clone(machine)));
        // A cancellation either saw it run or is seen here.
        if self.is_cancelled(whose) {
            machine.cancel();
        }
    }

    pub(crate) fn end(&self, machine: &Arc<dyn Machine>) {
        lock(&self.running).retain(|(_, other)| !Arc::ptr_eq(other, machine));
    }

    /// Stops what nobody waits for any more.
    fn cancel(&self, message: &Message) {
        let run = message.subject.rsplit('.').next().unwrap_or_default();
        let Some(wish) = Cancelled::read(&message.payload) else { return };
        let mut cancelled = lock(&self.cancelled);
        if cancelled.values().map(Vec::len).sum::<usize>() >= MAX_CANCELLED {
            cancelled.clear();
        }
        let of_run = cancelled.entry(run.to_owned()).or_default();
        if let Cancelled::Before(next) = wish {
            // It says more than what was said of those before.
            of_run.retain(|other| matches!(other, Cancelled::One(number) if *number >= next));
        }
        of_run.push(wish);
        drop(cancelled);
        let running = lock(&self.running);
        let concerned = running.iter().filter(|(whose, _)| whose.run == run && wish.holds(whose.number));
        concerned.for_each(|(_, machine)| machine.cancel());
    }

    fn is_cancelled(&self, whose: &Addressee) -> bool {
        lock(&self.cancelled).get(&whose.run).is_some_and(|wishes| wishes.iter().any(|wish| wish.holds(whose.number)))
    }
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
        let mut roll_calls = self.hear(ROLL_CALL.to_owned()).await?;
        let mut cancellations = self.hear(wire::cancelled("*")).await?;
        let (ended, mut ends) = mpsc::unbounded_channel::<End>();
        let mut shift = Shift::begin(Arc::clone(&self), kinds.clone(), ended).await?;
        // When the server has answered these, it knows what is heard here.
        for kind in &kinds {
            jetstream::make_consumer(&self.client, kind).await?;
        }
        let restored = Arc::clone(&shift.restored);
        let (mut reconnected, mut stopped) = (link.reconnected.clone(), stop.0.subscribe());
        let mut ticks = interval(WISH);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ready(&self.presence);
        loop {
            if shift.is_over() {
                shift.end().await;
                return Ok(());
            }
            self.work.send_replace(shift.work);
            shift.ask_for_work().await;
            select! {
                biased;
                Ok(_) = stopped.wait_for(|is_stopped| *is_stopped), if !shift.is_draining => shift.drain().await,
                Some(end) = ends.recv() => {
                    if let Some(why) = shift.note(end).await {
                        troubled(&why);
                    }
                }
                Some(cancelled) = cancellations.next() => self.books.cancel(&cancelled),
                Ok(()) = reconnected.changed() => shift.begin_again(),
                () = restored.notified() => shift.is_restoring = false,
                Some(message) = shift.intake.batches.next() => shift.take(message).await,
                Some(call) = roll_calls.next(), if !shift.is_draining => {
                    self.answer_the_roll_call(&call, shift.work, shift.trouble()).await;
                },
                () = sleep_until(shift.rests_until.unwrap_or_else(Instant::now)), if shift.rests_until.is_some() => {
                    shift.go_on().await;
                }
                _ = ticks.tick() => {
                    shift.forget_old();
                    self.tidy_up();
                }
            }
        }
    }

    async fn answer_the_roll_call(&self, call: &Message, work: Work, trouble: Option<String>) {
        let presence = Presence { cores: self.desk.n_cores(), work, trouble, ..self.presence.clone() };
        if let (Some(reply), Ok(words)) = (&call.reply, serde_json::to_vec(&presence)) {
            drop(jetstream::say(&self.client, reply.to_string(), words, None).await);
        }
    }

    async fn hear(&self, subject: String) -> Result<Subscriber, ExecutorError> {
        let subscribed = timeout(PATIENCE, self.client.subscribe(subject)).await;
        subscribed.ok().and_then(Result::ok).ok_or_else(|| Trouble::Silent.into())
    }

    /// Keeps the cache below its cap, while all else goes on.
    fn tidy_up(&self) {
        static IS_UNDER_WAY: AtomicBool = AtomicBool::new(false);
        if !IS_UNDER_WAY.swap(true, Ordering::SeqCst) {
            let engine = Arc::clone(&self.desk.engine);
            spawn_blocking(move || {
                // What cannot be tidied up now is later.
                drop(engine.trim_unused(IN_USE));
                IS_UNDER_WAY.store(false, Ordering::SeqCst);
            });
        }
    }

    /// Sees to it that there are queues, after the server was away or somebody has removed them.
    pub(crate) async fn restore(&self, kinds: &[String]) {
        // Not faster than that, where it refuses.
        sleep(PAUSE).await;
        drop(jetstream::make_streams(&self.client).await);
        let mut delivered = Vec::new();
        for kind in kinds {
            delivered.extend(jetstream::make_consumer(&self.client, kind).await.ok().map(|last| (kind, last)));
        }
        // What is not made anew now is seen by who waits for an answer.
        drop(jetstream::renew_consumers(&self.client, &delivered).await);
    }

    /// Leaves a batch to others, at once. It is sent anew, since the server counts what was handed out, and this one was not
    /// lost by anybody.
    pub(crate) async fn give_back(&self, message: &Message) {
        if message.status.is_some() {
            return;
        }
        let id = format!("{}.{:016x}", self.presence.name, fastrand::u64(..));
        let subject = message.subject.to_string();
        let sent = jetstream::keep(&self.client, subject, &id, message.payload.to_vec()).await;
        self.tell(message, if sent.is_ok() { "+TERM" } else { "-NAK" }).await;
    }

    async fn tell(&self, message: &Message, what: &'static str) {
        if let Some(reply) = &message.reply {
            drop(jetstream::say(&self.client, reply.to_string(), what.into(), None).await);
        }
    }

    /// Takes a batch, and lets the server know that it is not lost until it is answered.
    pub(crate) async fn take(self: Arc<Self>, message: Message) -> Served {
        let mut signs_of_life = interval_at(Instant::now() + SILENCE / 3, SILENCE / 3);
        let served = self.answer(&message);
        tokio::pin!(served);
        let came_to = loop {
            select! {
                biased;
                came_to = &mut served => break came_to,
                _ = signs_of_life.tick() => self.tell(&message, "+WPI").await,
            }
        };
        let word = match &came_to {
            Served::Answered | Served::Troubled { is_answered: true, .. } => "+ACK",
            Served::Dropped => "+TERM",
            Served::Troubled { is_answered: false, .. } => "-NAK",
        };
        self.tell(&message, word).await;
        came_to
    }

    async fn answer(&self, message: &Message) -> Served {
        let Some(whose) = addressee(&message.subject) else { return Served::Dropped };
        if self.books.is_cancelled(&whose) {
            return Served::Dropped;
        }
        let n_deliveries = message.reply.as_deref().map_or(1, n_deliveries);
        let came_to = if n_deliveries > MAX_DELIVERIES {
            Ok(Outcome::Failed(format!("{MAX_DELIVERIES} workers were lost while they had it, or could not run it")))
        } else {
            self.desk.run(&self.books, &whose, message.payload.to_vec()).await
        };
        let troubled = |why: String, is_answered: bool| {
            let batch = format!("{}.{}", whose.run, whose.number);
            Served::Troubled { batch, why, is_answered }
        };
        let (outcome, trouble) = match came_to {
            Ok(outcome) => (outcome, None),
            Err(Failure::Theirs(why)) => (Outcome::Refused(why), None),
            Err(Failure::Ours(ExecutorError::Cancelled)) => return Served::Dropped,
            // Somebody else may be able to.
            Err(Failure::Ours(ExecutorError::Failed(why))) if n_deliveries < MAX_DELIVERIES => {
                return troubled(why, false);
            }
            Err(Failure::Ours(ExecutorError::Failed(why))) => (Outcome::Failed(why.clone()), Some(why)),
        };
        // Nobody else can take its place with the server, which keeps the first message with a name.
        let id = format!("{}.{n_deliveries}.{:016x}", self.presence.name, fastrand::u64(..));
        match (self.desk.send(outcome, (&whose, Digest::of(&message.payload)), &id).await, trouble) {
            (Ok(()), None) => Served::Answered,
            (Ok(()), Some(why)) => troubled(why, true),
            (Err(error), _) => troubled(error.to_string(), false),
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
        assert_eq!(addressee("touchstone.3.result.0123.45"), None);
        assert_eq!(addressee(&format!("{subject}.6")), None);
        assert_eq!(n_deliveries("$JS.ACK.S.C.3.10.11.1700000000.0"), 3);
        assert_eq!(n_deliveries("$JS.ACK._.HASH.S.C.2.10.11.1700000000.0.TOKEN"), 2);
        assert_eq!(n_deliveries("else"), 1);
    }
}
