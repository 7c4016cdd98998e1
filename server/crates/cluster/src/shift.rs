//! A worker from its start to its end: what it has asked the server for, how much of it runs, and when it rests.

use std::{sync::Arc, time::Duration};

use async_nats::{Client, Message, StatusCode, Subscriber};
use futures::StreamExt as _;
use problem::executor::ExecutorError;
use tokio::{
    sync::{Notify, mpsc},
    time::{Instant, timeout},
};

use crate::{
    jetstream::{PATIENCE, Trouble},
    presence::Work,
    wishes::Wishes,
    worker::{Served, Worker},
};

/// How long a worker takes nothing after a failure of its own; longer with each that follows, up to the most.
const REST: Duration = Duration::from_secs(2);
const MOST_REST: Duration = Duration::from_secs(60);
/// A batch that takes less than this is awaited with the next one in hand; a longer one had better be where a core gets free
/// first.
const SHORT: Duration = Duration::from_secs(1);

/// What a worker hears batches by, and what it has asked for; `None` while it takes none.
pub(crate) struct Intake {
    pub(crate) batches: Subscriber,
    wishes: Option<Wishes>,
}

impl Intake {
    async fn open(client: &Client, kinds: &[String]) -> Result<Intake, ExecutorError> {
        let inbox = client.new_inbox();
        let subscribed = timeout(PATIENCE, client.subscribe(format!("{inbox}.*"))).await;
        let Ok(Ok(batches)) = subscribed else { return Err(Trouble::Silent.into()) };
        Ok(Intake { batches, wishes: Some(Wishes::new(kinds.to_vec(), inbox)) })
    }

    /// Takes no more: the server gives what was wished for to others. What has come already is given back by whoever reads it.
    async fn close(&mut self) {
        self.wishes = None;
        drop(timeout(PATIENCE, self.batches.drain()).await);
    }
}

/// A batch is done with.
pub(crate) struct End {
    served: Served,
    /// How long it was in hand.
    took: Duration,
}

/// A worker from its start to its end: what it has asked for, and how much of it runs.
pub(crate) struct Shift {
    worker: Arc<Worker>,
    kinds: Vec<String>,
    pub(crate) intake: Intake,
    ended: mpsc::UnboundedSender<End>,
    pub(crate) work: Work,
    /// How long the last batch was in hand; `None` before there was one.
    last_took: Option<Duration>,
    pub(crate) is_draining: bool,
    /// Queues are being made; who is told when they are.
    pub(crate) is_restoring: bool,
    pub(crate) restored: Arc<Notify>,
    /// One after the other, and what the last one was.
    n_troubles: u32,
    trouble: String,
    pub(crate) rests_until: Option<Instant>,
}

impl Shift {
    pub(crate) async fn begin(
        worker: Arc<Worker>,
        kinds: Vec<String>,
        ended: mpsc::UnboundedSender<End>,
    ) -> Result<Shift, ExecutorError> {
        let intake = Intake::open(&worker.client, &kinds).await?;
        Ok(Shift {
            worker,
            kinds,
            intake,
            ended,
            work: Work::default(),
            last_took: None,
            is_draining: false,
            is_restoring: false,
            restored: Arc::default(),
            n_troubles: 0,
            trouble: String::new(),
            rests_until: None,
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_draining && self.work.n_in_hand == 0
    }

    pub(crate) async fn end(&mut self) {
        // What was on its way here when the server was told to send no more.
        while let Ok(Some(message)) = timeout(PATIENCE, self.intake.batches.next()).await {
            self.worker.give_back(&message).await;
        }
        drop(timeout(PATIENCE, self.worker.client.flush()).await);
    }

    /// Asks for a batch for each core; where batches are short, for the next one too, which comes while they run.
    pub(crate) async fn ask_for_work(&mut self) {
        if let Some(wishes) = self.intake.wishes.as_mut().filter(|_| !self.is_restoring) {
            let is_short = self.last_took.is_some_and(|took| took < SHORT);
            let most = self.worker.desk.n_cores() * if is_short { 2 } else { 1 };
            wishes.make(&self.worker.client, most.saturating_sub(self.work.n_in_hand)).await;
        }
    }

    pub(crate) async fn drain(&mut self) {
        (self.is_draining, self.rests_until) = (true, None);
        self.intake.close().await;
    }

    /// Something has come: a batch, or that there is none.
    pub(crate) async fn take(&mut self, message: Message) {
        let Some(wishes) = &mut self.intake.wishes else { return self.worker.give_back(&message).await };
        wishes.note(&message);
        if message.status == Some(StatusCode::NO_RESPONDERS) {
            self.restore();
        } else if message.status.is_none() {
            self.work.n_in_hand += 1;
            let (worker, ended) = (Arc::clone(&self.worker), self.ended.clone());
            tokio::spawn(async move {
                let since = Instant::now();
                let served = worker.take(message).await;
                drop(ended.send(End { served, took: since.elapsed() }));
            });
        }
    }

    /// A batch is done with; why this worker could not do it, if it could not: then it rests.
    pub(crate) async fn note(&mut self, End { served, took }: End) -> Option<String> {
        self.work.n_in_hand -= 1;
        match served {
            Served::Answered => {
                self.n_troubles = 0;
                self.work.n_answered += 1;
                self.last_took = Some(took);
            }
            Served::Dropped => {}
            Served::Troubled { batch, why, .. } => {
                self.work.n_failed += 1;
                let told = format!("{}, batch {batch}: {why}", self.worker.presence.name);
                self.trouble = why;
                // What was in hand when it began to rest says nothing new.
                if !self.is_draining && self.rests_until.is_none() {
                    self.rests_until = Some(Instant::now() + MOST_REST.min(REST * 2_u32.pow(self.n_troubles)));
                    self.n_troubles = (self.n_troubles + 1).min(8);
                    self.intake.close().await;
                }
                return Some(told);
            }
        }
        None
    }

    /// Why it rests, if it has failed more than once: the first time it may have been the batch.
    pub(crate) fn trouble(&self) -> Option<String> {
        (self.rests_until.is_some() && self.n_troubles > 1).then(|| self.trouble.clone())
    }

    /// After a rest.
    pub(crate) async fn go_on(&mut self) {
        match Intake::open(&self.worker.client, &self.kinds).await {
            Ok(intake) => (self.intake, self.rests_until) = (intake, None),
            Err(_) => self.rests_until = Some(Instant::now() + REST),
        }
    }

    /// The server was away, and has forgotten what it was asked.
    pub(crate) fn begin_again(&mut self) {
        if let Some(wishes) = &mut self.intake.wishes {
            wishes.forget();
        }
        self.restore();
    }

    /// Sees to it that there are queues, while all else goes on; nothing is asked for before there are.
    pub(crate) fn restore(&mut self) {
        if !std::mem::replace(&mut self.is_restoring, true) {
            let (worker, kinds, restored) = (Arc::clone(&self.worker), self.kinds.clone(), Arc::clone(&self.restored));
            tokio::spawn(async move {
                worker.restore(&kinds).await;
                restored.notify_one();
            });
        }
    }

    pub(crate) fn forget_old(&mut self) {
        if let Some(wishes) = &mut self.intake.wishes {
            wishes.forget_old();
        }
    }
}
