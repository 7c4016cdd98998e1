//! Orders on their way: each is sent until it is answered, whatever becomes of the server and of those who take it.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, Message};
use futures::StreamExt as _;
use problem::{digest::Digest, executor::ExecutorError};
use tokio::{
    select,
    sync::{mpsc, watch},
    task::AbortHandle,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    blobs,
    connection::Connection,
    jetstream::{self, Stream, Trouble},
    looks::Looks,
    presence::{Kind, Presence},
    signing,
    sync::lock,
    takers::given_up,
    way::MAX_STUCK,
    wire::{self, Answer, Cancelled, Parcel},
};

/// So often a batch may be lost with its answer.
const MAX_LOSSES: u32 = 8;
/// So often nobody may have answered, one after the other, before a run is given up.
const MAX_SILENCES: u32 = 12;
/// So often an order is sent again that lies there while nobody who takes it has anything to do: a server that came back
/// without the end of a stream takes what is new in it for delivered.
const MAX_PASSED_OVER: u32 = 30;
/// So long a server is lost for all that was given up: somebody may start it again.
const LOST_FOR: Duration = Duration::from_secs(30);
/// So many answers of strangers to one order are looked through.
const MAX_ANSWERS: usize = 1000;
/// So many pauses one waits for room before one looks whether somebody is there.
const PAUSES_BEFORE_A_LOOK: u32 = 20;
/// Why orders are given up.
const LOST: &str = "the server loses what it is sent; see its disk and its limits";
const OF_NOBODY: &str = "what came back is of nobody on the list of keys";
/// How long the server may take to be told that all is over.
const FAREWELL: Duration = Duration::from_secs(2);

/// The orders of one client.
pub(crate) struct Orders {
    connection: Arc<Connection>,
    shared: Arc<Shared>,
    n_sent: AtomicU64,
    /// What reads answers, until these orders are gone.
    reader: AbortHandle,
    /// How many of them a farewell was said for, and how many farewells are under way.
    n_over: AtomicU64,
    farewells: Arc<watch::Sender<usize>>,
    /// Why somebody has given the server up, and when: nobody else waits until he does, too.
    lost: watch::Sender<Option<(Trouble, Instant)>>,
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
    /// An answer of somebody who is believed; `None` for one that is none.
    Answer(Option<Box<Parcel<Answer>>>),
    Order,
    /// Neither; perhaps answers of others.
    Nothing {
        was_answered: bool,
    },
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
        let client = connection.link.way.client.clone();
        let subscribed = connection.block_on(async { timeout(jetstream::PATIENCE, client.subscribe(subjects)).await });
        let Ok(Ok(mut answers)) = subscribed else { return Err(Trouble::Silent.into()) };
        let hears = Arc::clone(&shared);
        let reader = connection.spawn(async move {
            while let Some(message) = answers.next().await {
                hears.deliver(message);
            }
        });
        let (reader, farewells) = (reader.abort_handle(), Arc::new(watch::Sender::new(0)));
        let (n_sent, n_over, lost) = (AtomicU64::new(0), AtomicU64::new(0), watch::Sender::new(None));
        Ok(Orders { connection, shared, n_sent, n_over, reader, farewells, lost })
    }

    /// What tells this client's messages from those of others.
    pub(crate) fn run(&self) -> &str {
        &self.shared.run
    }

    /// Whether nobody waits.
    pub(crate) fn are_answered(&self) -> bool {
        lock(&self.shared.waiting).is_empty()
    }

    /// Sends an order and waits for an answer of somebody who is believed; `None` for one that is none.
    pub(crate) async fn send_and_wait(
        &self,
        kind: &Kind,
        payload: &[u8],
    ) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        self.finished().await;
        self.connection.ensure_somebody_takes(kind).await?;
        let ear = self.shared.listen(self.next_number().await);
        let subject = format!("{}.{}.{}.{}", Stream::Work.prefix(), kind.token(), self.shared.run, ear.number);
        let answers = self.shared.answers_to(ear.number);
        let salt = fastrand::u64(..);
        let mut errand = Errand {
            orders: self,
            kind,
            payload,
            order: Digest::of(payload),
            ear,
            subject,
            answers,
            salt,
            is_answered: false,
        };
        select! {
            biased;
            trouble = self.until_lost() => Err(trouble.into()),
            came_to = errand.run() => {
                errand.is_answered = came_to.is_ok();
                came_to
            }
        }
    }

    /// Does what the server must be there for, unless it is given up, by this or by somebody else.
    pub(crate) async fn unless_lost<T>(
        &self,
        what: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, ExecutorError> {
        self.finished().await;
        select! {
            biased;
            trouble = self.until_lost() => Err(trouble.into()),
            came_to = what => came_to.map_err(|trouble| self.give_up(trouble)),
        }
    }

    /// Waits until somebody has given the server up.
    async fn until_lost(&self) -> Trouble {
        let mut lost = self.lost.subscribe();
        let is_of_now =
            |lost: &Option<(Trouble, Instant)>| lost.as_ref().is_some_and(|(_, when)| when.elapsed() < LOST_FOR);
        match lost.wait_for(is_of_now).await.ok().and_then(|lost| lost.clone()) {
            Some((trouble, _)) => trouble,
            // Nobody can any more, since it is gone itself.
            None => std::future::pending().await,
        }
    }

    /// Has all others give the server up, too.
    fn give_up(&self, why: Trouble) -> ExecutorError {
        self.lost.send_replace(Some((why.clone(), Instant::now())));
        why.into()
    }

    /// The number of the next order.
    async fn next_number(&self) -> u64 {
        loop {
            let number = self.n_sent.fetch_add(1, Ordering::SeqCst);
            // A farewell that began meanwhile may not be about this number: the order would run, and nobody would wait for it.
            if *self.farewells.borrow() == 0 {
                return number;
            }
            self.finished().await;
        }
    }

    /// Has the server forget everything of this client, and workers stop what they run for it, without waiting for that.
    pub(crate) fn say_farewell(&self, is_cancelled: bool) {
        // Who takes a number from here on sees that a farewell is under way.
        self.farewells.send_modify(|number| *number += 1);
        let next = self.n_sent.load(Ordering::SeqCst);
        if self.n_over.swap(next, Ordering::SeqCst) == next {
            self.farewells.send_modify(|number| *number -= 1);
            return;
        }
        self.lost.send_replace(None);
        let farewells = Arc::clone(&self.farewells);
        let (client, run) = (self.connection.link.way.client.clone(), self.shared.run.clone());
        let said = async move {
            if is_cancelled {
                drop(jetstream::say(&client, wire::cancelled(&run), Cancelled::Before(next).words(), None).await);
            }
            let orders = format!("{}.*.{run}.*", Stream::Work.prefix());
            drop(jetstream::purge(&client, Stream::Work, &orders).await);
            let answers = format!("{}.{run}.*", Stream::Results.prefix());
            drop(jetstream::purge(&client, Stream::Results, &answers).await);
            drop(jetstream::purge(&client, Stream::Contents, &blobs::of_run(&run)).await);
        };
        // What stays expires.
        self.connection.spawn(async move {
            drop(timeout(FAREWELL, said).await);
            farewells.send_modify(|number| *number -= 1);
        });
    }

    /// Waits until farewells were said: what is sent then is not meant.
    async fn finished(&self) {
        drop(self.farewells.subscribe().wait_for(|number| *number == 0).await);
    }

    /// The same, for who goes.
    pub(crate) fn finish(&self) {
        self.connection.block_on(self.finished());
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        self.finish();
        self.reader.abort();
    }
}

/// One order, until it is answered.
struct Errand<'a> {
    orders: &'a Orders,
    kind: &'a Kind,
    payload: &'a [u8],
    /// What answers are about.
    order: Digest,
    ear: Ear<'a>,
    /// Where it lies, and where answers to it do.
    subject: String,
    answers: String,
    /// Nobody else can take the place of its messages with the server, which keeps the first with a name.
    salt: u64,
    is_answered: bool,
}

impl Drop for Errand<'_> {
    /// What another worker has answered meanwhile, or is not wanted any more, is not run to its end.
    fn drop(&mut self) {
        // A farewell says it of all of them.
        if self.is_answered || self.ear.number < self.orders.n_over.load(Ordering::SeqCst) {
            return;
        }
        let (client, subject) = (self.client().clone(), self.subject.clone());
        let cancelled = wire::cancelled(&self.orders.shared.run);
        let words = Cancelled::One(self.ear.number).words();
        self.orders.connection.spawn(async move {
            let said = async {
                drop(jetstream::say(&client, cancelled, words, None).await);
                drop(jetstream::purge(&client, Stream::Work, &subject).await);
            };
            drop(timeout(FAREWELL, said).await);
        });
    }
}

impl Errand<'_> {
    fn client(&self) -> &Client {
        &self.orders.connection.link.way.client
    }

    /// What an answer says, if somebody says so who is believed; anybody can write one.
    fn heard(&self, message: &Message) -> Option<Option<Parcel<Answer>>> {
        let believed = self.orders.connection.believed();
        let (answer, signer) = signing::open(believed, &self.answers, self.order, &message.payload)?;
        let parcel = wire::unpack::<Answer>(answer);
        Some(parcel.map(|Parcel { head, contents }| Parcel { head: Answer { signer, ..head }, contents }))
    }

    /// Sends the order, again when it was lost, until there is an answer.
    async fn run(&mut self) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        let mut reconnected = self.orders.connection.link.reconnected.clone();
        reconnected.mark_unchanged();
        let (mut n_lost, mut n_silences, mut n_pauses) = (0, 0, 0);
        let (mut n_passed_over, mut n_not_kept) = (0, 0);
        let mut suspicion = self.orders.connection.link.way.suspicion();
        let (mut is_there, mut looks) = (false, Looks::default());
        loop {
            let mut is_full = false;
            if !is_there {
                match self.send(n_lost + n_passed_over).await {
                    Ok(()) => (is_there, n_not_kept) = (true, 0),
                    // Whether it has come is seen below.
                    Err(Trouble::Silent) => n_not_kept += 1,
                    // Streams that are not there say nothing either; they are made anew.
                    Err(Trouble::NobodyThere) => {
                        suspicion.end();
                        n_not_kept = 0;
                    }
                    Err(Trouble::Full) => is_full = true,
                    Err(refused @ (Trouble::Stuck | Trouble::Refused(..))) => return Err(refused.into()),
                }
            }
            if let Some(answer) = self.listen(&mut looks, is_there && suspicion.is_none(), &mut reconnected).await? {
                return Ok(answer);
            }
            let was_silent = looks.is_due(Instant::now());
            if is_full {
                // Others are before it; somebody must be there who takes them away.
                n_pauses += 1;
                if n_pauses % PAUSES_BEFORE_A_LOOK == 0 {
                    self.orders.connection.ensure_somebody_takes(self.kind).await?;
                }
                looks = Looks::default();
                continue;
            }
            match self.look_for().await {
                Ok(Found::Answer(answer)) => return Ok(answer.map(|answer| *answer)),
                Ok(Found::Order) => {
                    is_there = true;
                    looks.found_it(was_silent);
                }
                // The server says what it has, and nothing of what it is to keep.
                Ok(Found::Nothing { .. }) if n_not_kept >= MAX_STUCK => {
                    return Err(self.orders.give_up(Trouble::Stuck));
                }
                Ok(Found::Nothing { was_answered }) => {
                    n_lost += 1;
                    if n_lost > MAX_LOSSES {
                        return Err(given_up(if was_answered || looks.are_hurried() { OF_NOBODY } else { LOST }));
                    }
                    (is_there, looks) = (false, Looks::default());
                }
                Err(trouble @ (Trouble::Silent | Trouble::NobodyThere | Trouble::Full)) => {
                    n_silences += u32::from(was_silent);
                    let n_stuck = suspicion.note(&trouble).await;
                    if n_silences > MAX_SILENCES || n_stuck >= MAX_STUCK {
                        // There were streams when this began.
                        let has_none = n_stuck > 0 || trouble == Trouble::NobodyThere;
                        return Err(self.orders.give_up(if has_none { Trouble::Stuck } else { trouble }));
                    }
                    (is_there, n_not_kept, looks) = (false, 0, Looks::default());
                    continue;
                }
                Err(trouble) => return Err(trouble.into()),
            }
            n_silences = 0;
            suspicion.end();
            if is_there && was_silent {
                // It waits, perhaps for somebody who is no longer there.
                self.orders.connection.look_again(|worker| worker.takes_now(self.kind)).await;
                self.orders.connection.ensure_somebody_takes(self.kind).await?;
                let works = |worker: &Presence| worker.takes_now(self.kind) && worker.work.n_in_hand > 0;
                self.orders.connection.look_again(works).await;
                if n_passed_over < MAX_PASSED_OVER && !self.orders.connection.has_worker(works) {
                    drop(jetstream::purge(self.client(), Stream::Work, &self.subject).await);
                    (n_passed_over, is_there) = (n_passed_over + 1, false);
                }
            }
        }
    }

    /// Waits for an answer of somebody who is believed, until it is time to look after the order: then `None`. However many
    /// strangers answer, that moment comes.
    async fn listen(
        &mut self,
        looks: &mut Looks,
        is_well: bool,
        reconnected: &mut watch::Receiver<u64>,
    ) -> Result<Option<Option<Parcel<Answer>>>, ExecutorError> {
        loop {
            let moment = looks.next(is_well, Instant::now());
            select! {
                biased;
                () = sleep_until(moment) => return Ok(None),
                answer = self.ear.answers.recv() => {
                    let answer = self.heard(&answer.ok_or(ExecutorError::Cancelled)?);
                    if answer.is_some() {
                        return Ok(answer);
                    }
                    looks.hurry(Instant::now());
                }
                Ok(()) = reconnected.changed() => return Ok(None),
            }
        }
    }

    /// Sends it. Under its name it is kept once, however often it has to be sent.
    async fn send(&self, n_before: u32) -> Result<(), Trouble> {
        let id = format!("{}.{:016x}.{n_before}", self.ear.number, self.salt);
        let kept = jetstream::keep(self.client(), self.subject.clone(), &id, self.payload.to_vec()).await;
        if kept == Err(Trouble::NobodyThere) {
            // The server came back without its streams.
            drop(jetstream::make_streams(self.client()).await);
        }
        kept
    }

    /// What has become of it.
    async fn look_for(&self) -> Result<Found, Trouble> {
        let (found, _) = self.look_for_answer().await?;
        if let Some(answer) = found {
            return Ok(Found::Answer(answer.map(Box::new)));
        }
        if jetstream::kept(self.client(), Stream::Work, &self.subject).await?.is_some() {
            return Ok(Found::Order);
        }
        // It may have been answered between the two questions.
        let (found, was_answered) = self.look_for_answer().await?;
        Ok(match found {
            Some(answer) => Found::Answer(answer.map(Box::new)),
            None => Found::Nothing { was_answered },
        })
    }

    /// An answer of somebody who is believed, among those that there are; and whether there are any.
    async fn look_for_answer(&self) -> Result<(Option<Option<Parcel<Answer>>>, bool), Trouble> {
        let (mut from, mut was_answered) = (0, false);
        for _ in 0..MAX_ANSWERS {
            let kept = jetstream::kept_from(self.client(), Stream::Results, &self.answers, from).await?;
            let Some((message, next)) = kept else { break };
            if let Some(answer) = self.heard(&message) {
                return Ok((Some(answer), true));
            }
            (from, was_answered) = (next, true);
        }
        Ok((None, was_answered))
    }
}
