//! The way to a server: whether it is there at all, and what is done again until it is.

use std::time::Duration;

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
}

impl Way {
    /// Whether the server greets whoever comes, whatever has become of its streams and of this connection.
    pub(crate) async fn is_reached(&self) -> bool {
        let greeting = async { TcpStream::connect(&self.place).await?.read_u8().await };
        matches!(timeout(GREETING, greeting).await, Ok(Ok(_)))
    }

    /// Does something again for as long as the server is away, until `end` at the latest.
    ///
    /// # Errors
    /// What it came to last; [`Trouble::Stuck`] where the server is there, and says nothing time and again.
    pub(crate) async fn until<T, F>(&self, end: Instant, again: impl Fn() -> F) -> Result<T, Trouble>
    where
        F: Future<Output = Result<T, Trouble>>,
    {
        let mut n_stuck = 0;
        loop {
            let trouble = match again().await {
                Err(trouble @ (Trouble::Silent | Trouble::NobodyThere)) => trouble,
                came_to => return came_to,
            };
            let is_stuck = trouble == Trouble::Silent && self.is_reached().await;
            n_stuck = if is_stuck { n_stuck + 1 } else { 0 };
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
