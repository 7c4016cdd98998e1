//! The way to a server: whether it is there at all, and what is done again until it is.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::Client;
use tokio::{
    io::AsyncReadExt as _,
    net::TcpStream,
    time::{Instant, sleep, timeout},
};

use crate::jetstream::Trouble;

/// How long a server that is there may take to greet whoever comes.
const GREETING: Duration = Duration::from_secs(4);
/// The pause before the server is asked again for what it did not do.
const BREATH: Duration = Duration::from_secs(1);
/// So often, one after the other, it may have said nothing although it is reached: it does not recover from that, as where its
/// disk is full.
pub(crate) const MAX_STUCK: u32 = 3;

/// A connection to a server, and where that listens.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) client: Client,
    place: String,
    /// How often something came of what was asked, over this connection.
    n_done: Arc<AtomicU64>,
}

/// How often, one after the other, a server that is there has said nothing.
pub(crate) struct Suspicion<'a> {
    way: &'a Way,
    n_times: u32,
    /// How often something had come of what was asked by then.
    n_done: u64,
}

impl Way {
    pub(crate) fn new(client: Client, place: String) -> Way {
        Way { client, place, n_done: Arc::default() }
    }

    /// Whether the server greets whoever comes, whatever has become of its streams and of this connection.
    async fn is_reached(&self) -> bool {
        let greeting = async { TcpStream::connect(&self.place).await?.read_u8().await };
        matches!(timeout(GREETING, greeting).await, Ok(Ok(_)))
    }

    pub(crate) fn suspicion(&self) -> Suspicion<'_> {
        Suspicion { way: self, n_times: 0, n_done: self.n_done() }
    }

    fn n_done(&self) -> u64 {
        self.n_done.load(Ordering::Relaxed)
    }

    /// Does something again for as long as the server is away, until `end` at the latest.
    ///
    /// # Errors
    /// What it came to last; [`Trouble::Stuck`] where the server is there, and says nothing time and again.
    pub(crate) async fn until<T, F>(&self, end: Instant, again: impl Fn() -> F) -> Result<T, Trouble>
    where
        F: Future<Output = Result<T, Trouble>>,
    {
        let mut suspicion = self.suspicion();
        loop {
            let trouble = match again().await {
                Err(trouble @ (Trouble::Silent | Trouble::NobodyThere)) => trouble,
                came_to => {
                    self.n_done.fetch_add(1, Ordering::Relaxed);
                    return came_to;
                }
            };
            if suspicion.note(&trouble).await >= MAX_STUCK {
                return Err(Trouble::Stuck);
            }
            if Instant::now() >= end {
                return Err(trouble);
            }
            sleep(BREATH).await;
        }
    }
}

impl Suspicion<'_> {
    /// How often that is with this trouble. One says nothing, too, that is busy with what others send over a slow connection,
    /// of which something has come meanwhile.
    pub(crate) async fn note(&mut self, trouble: &Trouble) -> u32 {
        let before = std::mem::replace(&mut self.n_done, self.way.n_done());
        let is_one = *trouble == Trouble::Silent && before == self.n_done && self.way.is_reached().await;
        self.n_times = if is_one { self.n_times + 1 } else { 0 };
        self.n_times
    }

    /// Whether there is no reason for one.
    pub(crate) fn is_none(&self) -> bool {
        self.n_times == 0
    }

    /// It has said something.
    pub(crate) fn end(&mut self) {
        self.n_times = 0;
    }
}
