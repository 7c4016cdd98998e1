//! A connection to the server, and who is there.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event};
use futures::StreamExt as _;
use problem::executor::ExecutorError;
use tokio::{
    runtime::Handle,
    sync::{oneshot, watch},
    time::{Instant, timeout_at},
};

use crate::{
    address::{Address, Login},
    jetstream,
    presence::{Presence, ROLL_CALL},
    wire::PROTOCOL,
};

/// How long the server may take to let us in.
const CONNECT: Duration = Duration::from_secs(4);
/// How long workers may take to say who they are, and how long after the last of them one waits for more.
const ROLL_CALL_PATIENCE: Duration = Duration::from_secs(5);
const ROLL_CALL_PAUSE: Duration = Duration::from_millis(250);
/// The oldest server that has what is needed.
const OLDEST: [u64; 2] = [2, 9];
/// The least that a message may hold, bytes: a piece of contents, with room to spare.
const LEAST_PAYLOAD: usize = 512 << 10;

/// A connection, kept up in the background by a thread of its own.
pub struct Connection {
    pub(crate) link: Link,
    handle: Handle,
    _thread: oneshot::Sender<()>,
    workers: Mutex<Vec<Presence>>,
}

/// What tasks of a connection share.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: Client,
    /// Changes whenever the connection was lost and is there again.
    pub(crate) reconnected: watch::Receiver<u64>,
}

fn failed(sentence: String) -> ExecutorError {
    ExecutorError::Failed(sentence)
}

fn distrusted(address: &Address, error: &ConnectError) -> String {
    format!("{address} cannot prove who it is ({error}); name the file with its certificate in SSL_CERT_FILE")
}

impl Link {
    /// Connects, and sees that the server has what is needed.
    pub(crate) async fn open(address: &Address, login: &Login) -> Result<Link, ExecutorError> {
        let (sender, reconnected) = watch::channel(0);
        let n_connected = Arc::new(AtomicU64::new(0));
        let mut options = ConnectOptions::new()
            .name("touchstone")
            .require_tls(address.is_encrypted())
            .ignore_discovered_servers()
            .connection_timeout(CONNECT)
            .event_callback(move |event| {
                if matches!(event, Event::Connected) && n_connected.fetch_add(1, Ordering::Relaxed) > 0 {
                    sender.send_modify(|number| *number += 1);
                }
                async {}
            });
        if let Login::User { name, password } = login {
            options = options.user_and_password(name.clone(), password.clone());
        }
        let client = options.connect(address.to_string()).await.map_err(|error| {
            // The library says of a certificate that it does not believe that reading failed.
            let is_distrusted = error.to_string().contains("certificate");
            failed(match error.kind() {
                _ if is_distrusted => distrusted(address, &error),
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    format!("{address} does not let this user in; check TOUCHSTONE_CLUSTER_USER and its password")
                }
                ConnectErrorKind::Tls => distrusted(address, &error),
                _ => format!("no server of a cluster answers at {address} ({error}); see that it runs"),
            })
        })?;
        let info = client.server_info();
        let mut numbers = info.version.split('.').map(|part| part.parse().unwrap_or(0));
        if [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)] < OLDEST {
            return Err(failed(format!(
                "the server at {address} is nats-server {}, and 2.9 or newer is needed",
                info.version
            )));
        }
        if client.max_payload() < LEAST_PAYLOAD {
            return Err(failed(format!(
                "the server at {address} takes messages of {} bytes at most; set its `max_payload` to 1MB",
                client.max_payload()
            )));
        }
        jetstream::make_streams(&client).await?;
        Ok(Link { client, reconnected })
    }

    /// Asks all workers who they are.
    async fn call_the_roll(&self) -> Vec<Presence> {
        let mut workers = Vec::new();
        let inbox = self.client.new_inbox();
        let Ok(mut answers) = self.client.subscribe(inbox.clone()).await else { return workers };
        if self.client.publish_with_reply(ROLL_CALL, inbox, "".into()).await.is_err() {
            return workers;
        }
        let mut end = Instant::now() + ROLL_CALL_PATIENCE;
        while let Ok(Some(message)) = timeout_at(end, answers.next()).await {
            match serde_json::from_slice::<Presence>(&message.payload) {
                Ok(worker) => {
                    workers.push(worker);
                    end = end.min(Instant::now() + ROLL_CALL_PAUSE);
                }
                // Nobody listens.
                Err(_) if message.status.is_some() => break,
                Err(_) => {}
            }
        }
        workers
    }

    /// The same, as long as nobody is there that could be of use: workers may just be starting.
    pub(crate) async fn find_workers(&self, is_of_use: impl Fn(&Presence) -> bool) -> Vec<Presence> {
        let end = Instant::now() + ROLL_CALL_PATIENCE;
        loop {
            let workers = self.call_the_roll().await;
            if workers.iter().any(&is_of_use) || Instant::now() > end {
                return workers;
            }
            tokio::time::sleep(ROLL_CALL_PAUSE).await;
        }
    }
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// One sentence: the server is not there, too old, lets nobody in, or has no workers that understand us.
    pub fn open(address: &Address, login: &Login) -> Result<Connection, ExecutorError> {
        let no_thread = |error: std::io::Error| failed(format!("a thread cannot be started ({error}); try again"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
        let handle = runtime.handle().clone();
        let (end, ended) = oneshot::channel::<()>();
        // It ends with the other half of the channel.
        let drive = move || drop(runtime.block_on(ended));
        thread::Builder::new().name("cluster".to_owned()).spawn(drive).map_err(no_thread)?;
        let link = handle.block_on(Link::open(address, login))?;
        let workers = handle.block_on(link.find_workers(|worker| worker.protocol == PROTOCOL));
        let connection = Connection { link, handle, _thread: end, workers: Mutex::new(workers) };
        if connection.n_cores() > 0 {
            return Ok(connection);
        }
        Err(failed(match connection.workers().first() {
            None => format!("no worker answers at {address}; start one with `touchstone worker --cluster {address}`"),
            Some(other) => format!(
                "the workers at {address} are of another version ({} is of {}); use the same everywhere",
                other.name, other.version
            ),
        }))
    }

    /// The workers that were there when somebody last looked.
    pub(crate) fn workers(&self) -> Vec<Presence> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks who is there.
    pub(crate) async fn look_again(&self, is_of_use: impl Fn(&Presence) -> bool) -> Vec<Presence> {
        let workers = self.link.find_workers(is_of_use).await;
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&workers);
        workers
    }

    /// How many batches the workers run at once.
    pub fn n_cores(&self) -> usize {
        self.workers().iter().filter(|worker| worker.protocol == PROTOCOL).map(|worker| worker.cores).sum()
    }

    /// The models of their CPUs, each once.
    pub fn cpu_models(&self) -> Vec<String> {
        let models: BTreeSet<String> = self.workers().into_iter().map(|worker| worker.cpu_model).collect();
        models.into_iter().collect()
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        self.handle.spawn(future);
    }
}
