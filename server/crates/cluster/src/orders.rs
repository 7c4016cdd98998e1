//! Orders on their way: each is sent until it is answered, whatever becomes of the server and of those who take it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::Message;
use futures::StreamExt as _;
use problem::{digest::Digest, executor::ExecutorError};
use tokio::{
    select,
    sync::mpsc,
    time::{sleep, timeout},
};

use crate::{
    blobs,
    connection::Connection,
    jetstream::{self, Stream, Trouble},
    presence::Kind,
    signing,
    wire::{self, Answer, Parcel},
};

/// So often a batch may be lost with its answer.
const MAX_LOSSES: u32 = 8;
/// How long a batch is out before one asks what has become of it, without a reason to; and how long one that may not have
/// reached the server.
const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_secs(1);
/// So often nobody may have answered, one after the other, before a run is given up.
const MAX_SILENCES: u32 = 12;
/// How long the server may take to be told that all is over.
const FAREWELL: Duration = Duration::from_secs(2);

/// The orders of one client.
pub(crate) struct Orders {
    connection: Arc<Connection>,
    shared: Arc<Shared>,
    n_sent: AtomicU64,
}

/// What the thread that reads answers shares with those who wait for them.
struct Shared {
    /// Tells this client's messages from those of others.
    run: String,
    waiting: Mutex<HashMap<u64, mpsc::UnboundedSender<Message>>>,
}

/// Hears of the answers to a batch for as long as it is there.
struct Ear<'a> {
    shared: &'a Shared,
    number: u64,
    answers: mpsc::UnboundedReceiver<Message>,
}

/// What there is of an order on the server.
enum Found {
    Answer(Box<Message>),
    Order,
    Nothing,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is said where a cluster comes to nothing.
pub(crate) fn given_up(why: &str) -> ExecutorError {
    ExecutorError::Failed(format!("the cluster could not run a program ({why}); see to the workers, and try again"))
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

    fn listen(&self, number: u64) -> Ear<'_> {
        let (sender, answers) = mpsc::unbounded_channel();
        lock(&self.waiting).insert(number, sender);
        Ear { shared: self, number, answers }
    }
}

impl Drop for Ear<'_> {
    fn drop(&mut self) {
        lock(&self.shared.waiting).remove(&self.number);
    }
}

impl Orders {
    /// Those of a new client.
    ///
    /// # Errors
    /// When the server does not let us hear of answers.
    pub(crate) fn of(connection: Arc<Connection>) -> Result<Orders, ExecutorError> {
        let run = format!("{:016x}", fastrand::u64(..));
        let subjects = format!("{}.{run}.*", Stream::Results.prefix());
        let shared = Arc::new(Shared { run, waiting: Mutex::default() });
        let client = connection.link.client.clone();
        let subscribed = connection.block_on(async { timeout(jetstream::PATIENCE, client.subscribe(subjects)).await });
        let Ok(Ok(mut answers)) = subscribed else { return Err(Trouble::Silent.into()) };
        let reader = Arc::downgrade(&shared);
        connection.spawn(async move {
            while let Some(message) = answers.next().await {
                let Some(shared) = reader.upgrade() else { return };
                shared.deliver(message);
            }
        });
        Ok(Orders { connection, shared, n_sent: AtomicU64::new(0) })
    }

    /// What tells this client's messages from those of others.
    pub(crate) fn run(&self) -> &str {
        &self.shared.run
    }

    /// Whether nobody waits.
    pub(crate) fn are_answered(&self) -> bool {
        lock(&self.shared.waiting).is_empty()
    }

    /// Fails unless somebody is there who takes such batches.
    async fn ensure_somebody_takes(&self, kind: &Kind) -> Result<(), ExecutorError> {
        if self.connection.has_worker(|worker| worker.takes(kind)) {
            return Ok(());
        }
        self.connection.look_again(|worker| worker.takes(kind)).await;
        if self.connection.has_worker(|worker| worker.takes(kind)) {
            return Ok(());
        }
        let mut lacking: Vec<String> = self.connection.workers().iter().map(|worker| worker.lacking(kind)).collect();
        lacking.sort();
        lacking.truncate(3);
        let lacking = if lacking.is_empty() { "none is there any more".to_owned() } else { lacking.join("; ") };
        Err(ExecutorError::Failed(format!(
            "no worker of the cluster can run this ({}): {lacking}; start one that can, and do this again",
            kind.words()
        )))
    }

    /// Sends an order and waits for an answer; `None` for one that is none.
    pub(crate) async fn send_and_wait(
        &self,
        kind: &Kind,
        payload: &[u8],
    ) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        self.ensure_somebody_takes(kind).await?;
        let mut ear = self.shared.listen(self.n_sent.fetch_add(1, Ordering::Relaxed));
        let answer = self.wait_for_answer(kind, payload, &mut ear).await?;
        let subject = self.shared.answers_to(ear.number);
        let answer = signing::open(self.connection.believed(), &subject, Digest::of(payload), &answer.payload);
        Ok(answer.and_then(wire::unpack))
    }

    /// Sends an order, again when it was lost, until there is an answer.
    async fn wait_for_answer(&self, kind: &Kind, payload: &[u8], ear: &mut Ear<'_>) -> Result<Message, ExecutorError> {
        let client = &self.connection.link.client;
        let mut reconnected = self.connection.link.reconnected.clone();
        reconnected.mark_unchanged();
        let number = ear.number;
        let subject = format!("{}.{}.{}.{number}", Stream::Work.prefix(), kind.token(), self.shared.run);
        let (mut n_lost, mut n_silences, mut is_there) = (0, 0, false);
        loop {
            if !is_there {
                // Under this name it is kept once, however often it has to be sent.
                let id = format!("{}.{number}.{n_lost}", self.shared.run);
                is_there = match jetstream::keep(client, subject.clone(), &id, payload.to_vec()).await {
                    Ok(()) => true,
                    // The server came back without its streams.
                    Err(Trouble::NobodyThere) => {
                        drop(jetstream::make_streams(client).await);
                        false
                    }
                    // Whether it has come is seen below.
                    Err(Trouble::Silent) => false,
                    Err(refused @ Trouble::Refused(..)) => return Err(refused.into()),
                };
            }
            select! {
                biased;
                answer = ear.answers.recv() => return answer.ok_or(ExecutorError::Cancelled),
                Ok(()) = reconnected.changed() => {}
                () = sleep(if is_there { LONG } else { SHORT }) => n_silences += 1,
            }
            let was_silent = n_silences > 0;
            match self.look_for(&subject, number).await {
                Ok(Found::Answer(message)) => return Ok(*message),
                Ok(Found::Order) => is_there = true,
                Ok(Found::Nothing) => {
                    is_there = false;
                    n_lost += 1;
                    if n_lost > MAX_LOSSES {
                        return Err(given_up("the server loses what it is sent; see its disk and its limits"));
                    }
                }
                Err(Trouble::Silent | Trouble::NobodyThere) if n_silences < MAX_SILENCES => {
                    is_there = false;
                    continue;
                }
                Err(trouble) => return Err(trouble.into()),
            }
            n_silences = 0;
            if is_there && was_silent {
                // It waits, perhaps for somebody who is no longer there.
                self.connection.look_again(|worker| worker.takes(kind)).await;
                self.ensure_somebody_takes(kind).await?;
            }
        }
    }

    /// What has become of an order.
    async fn look_for(&self, subject: &str, number: u64) -> Result<Found, Trouble> {
        let client = &self.connection.link.client;
        let answers = self.shared.answers_to(number);
        if let Some(message) = jetstream::kept(client, Stream::Results, &answers).await? {
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
    pub(crate) fn say_farewell(&self, is_cancelled: bool) {
        let (client, run) = (&self.connection.link.client, &self.shared.run);
        let next = self.n_sent.load(Ordering::Relaxed);
        if next == 0 {
            return;
        }
        let farewell = async {
            if is_cancelled {
                drop(jetstream::say(client, wire::cancelled(run), next.to_string().into_bytes(), None).await);
            }
            let orders = format!("{}.*.{run}.*", Stream::Work.prefix());
            drop(jetstream::purge(client, Stream::Work, &orders).await);
            let answers = format!("{}.{run}.*", Stream::Results.prefix());
            drop(jetstream::purge(client, Stream::Results, &answers).await);
            drop(jetstream::purge(client, Stream::Contents, &blobs::of_run(run)).await);
        };
        // What stays expires.
        drop(self.connection.block_on(async { timeout(FAREWELL, farewell).await }));
    }
}
