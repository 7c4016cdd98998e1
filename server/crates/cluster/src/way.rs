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
    pub(crate) place: String,
    /// How often something came of what was asked, over this connection.
    pub(crate) n_done: Arc<AtomicU64>,
}

impl Way {
    /// Whether the server greets whoever comes, whatever has become of its streams and of this connection.
    async fn is_reached(&self) -> bool {
        let greeting = async { TcpStream::connect(&self.place).await?.read_u8().await };
        matches!(timeout(GREETING, greeting).await, Ok(Ok(_)))
    }

    /// How often something came of what was asked.
    pub(crate) fn n_done(&self) -> u64 {
        self.n_done.load(Ordering::Relaxed)
    }

    /// Something came of what was asked.
    pub(crate) fn note_done(&self) {
        self.n_done.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether trouble may be a server's that is there and keeps nothing any more: one says nothing, too, that is busy with what
    /// others send over a slow connection, of which something has come since `n_done`.
    pub(crate) async fn seems_stuck(&self, trouble: &Trouble, n_done: &mut u64) -> bool {
        let before = std::mem::replace(n_done, self.n_done());
        *trouble == Trouble::Silent && before == *n_done && self.is_reached().await
    }

    /// Does something again for as long as the server is away, until `end` at the latest.
    ///
    /// # Errors
    /// What it came to last; [`Trouble::Stuck`] where the server is there, and says nothing time and again.
    pub(crate) async fn until<T, F>(&self, end: Instant, again: impl Fn() -> F) -> Result<T, Trouble>
    where
        F: Future<Output = Result<T, Trouble>>,
    {
        let (mut n_stuck, mut n_done) = (0, self.n_done());
        loop {
            let trouble = match again().await {
                Err(trouble @ (Trouble::Silent | Trouble::NobodyThere)) => trouble,
                came_to => {
                    self.note_done();
                    return came_to;
                }
            };
            n_stuck = if self.seems_stuck(&trouble, &mut n_done).await { n_stuck + 1 } else { 0 };
            if n_stuck >= MAX_STUCK {
                return Err(Trouble::Stuck);
            }
            if Instant::now() >= end {
                return Err(trouble);
            }
            sleep(BREATH).await;
        }
    }
}
