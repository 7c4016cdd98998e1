//! A connection to the server, and who is there.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    net::TcpListener,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use async_nats::{ConnectError, ConnectErrorKind, ConnectOptions, Event};
use futures::StreamExt as _;
use problem::{
    digest::{Digest, KeyBuilder},
    executor::ExecutorError,
    report::{ClusterReport, WorkerReport},
};
use tokio::{
    runtime::Handle,
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    address::Address,
    audit::{Audit, Caught},
    jetstream,
    login::Login,
    metrics::{self, Metrics, label},
    presence::{Kind, Presence, ROLL_CALL, chosen_model, nobody_of_use},
    signing::{Believed, PublicKey},
    sync::lock,
    way::Way,
    wire::clean,
};

/// How long the server may take to let us in.
const CONNECT: Duration = Duration::from_secs(4);
/// How often one looks whether the connection still is one: after a network was away, a new one is there long before the old
/// one is heard of again.
const PING: Duration = Duration::from_secs(5);
/// How long workers may take to say who they are, and how long after the last of them one waits for more.
const ROLL_CALL_PATIENCE: Duration = Duration::from_secs(3);
const ROLL_CALL_PAUSE: Duration = Duration::from_millis(250);
/// So long after one has waited in vain for a worker nobody waits for one again.
const JUST_NOW: Duration = Duration::from_secs(1);
/// So many workers are heard at most.
const MAX_WORKERS: usize = 10_000;
/// How many programs are named that stay here.
const MAX_NAMED: usize = 20;
/// The oldest server that has what is needed.
const OLDEST: [u64; 2] = [2, 9];
/// The least that a message may hold, bytes: a piece of contents, with room to spare.
const LEAST_PAYLOAD: usize = 512 << 10;

/// A connection, kept up in the background by a thread of its own.
pub struct Connection {
    pub(crate) link: Link,
    handle: Handle,
    _thread: oneshot::Sender<()>,
    seen: Mutex<Seen>,
    /// The kinds of batches that somebody was there for.
    pub(crate) had: Mutex<HashSet<String>>,
    /// The level of the sandbox that is asked for.
    level: String,
    /// The CPU that programs run on: times compare only between equal ones.
    cpu_model: String,
    /// Who runs them.
    whose: Digest,
    trust: Trust,
    /// Runs that are repeated by others.
    pub(crate) audit: Audit,
    /// Counts what is sent to one worker after the other.
    n_addressed: AtomicUsize,
    /// What does not run there, by the reason.
    stayed: Mutex<Stayed>,
    /// Who is told at once of what does not run there.
    listener: OnceLock<Listener>,
    /// Of those whose results came, how many runs.
    ran: Mutex<BTreeMap<(String, Option<PublicKey>), u64>>,
    /// How many callers wait for results.
    pub(crate) n_waiting: AtomicU64,
}

/// Who is believed, and how far.
#[derive(Default)]
pub struct Trust {
    /// Whose answers count; everybody's if nobody says.
    pub believed: Option<Believed>,
    /// Who was caught before: nothing is sent to them, and their keys are not on the list any more.
    pub caught: Vec<Caught>,
    /// The share of batches that run twice, in per cent.
    pub audit: u8,
}

/// Who is told things as they happen.
type Listener = Box<dyn Fn(&str) + Send + Sync>;

/// Programs by the reason and by their name.
type Stayed = BTreeMap<String, BTreeMap<String, BTreeSet<Digest>>>;

/// The workers that were there when somebody last looked.
struct Seen {
    workers: Vec<Presence>,
    /// Those with the CPU and the sandbox level that are asked for, and what they run at once: every batch asks for them.
    n_workers: usize,
    n_cores: usize,
    when: Instant,
    /// One has waited for somebody who did not come.
    was_in_vain: bool,
}

impl Seen {
    fn now(workers: Vec<Presence>, (level, cpu_model): (&str, &str)) -> Seen {
        let used = workers.iter().filter(|worker| worker.serves(level) && worker.cpu_model == cpu_model);
        let cores: Vec<usize> = used.map(|worker| worker.cores).collect();
        let (n_workers, n_cores) = (cores.len(), cores.iter().sum());
        Seen { workers, n_workers, n_cores, when: Instant::now(), was_in_vain: false }
    }
}

/// What tasks of a connection share.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) way: Way,
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
            .ping_interval(PING)
            .event_callback(move |event| {
                if matches!(event, Event::Connected) && n_connected.fetch_add(1, Ordering::Relaxed) > 0 {
                    sender.send_modify(|number| *number += 1);
                }
                async {}
            });
        options = match login {
            Login::Nobody => options,
            Login::User { name, password } => options.user_and_password(name.clone(), password.clone()),
            Login::Nkey(seed) => options.nkey(seed.clone()),
            Login::Credentials(text) => options.credentials(text).map_err(|_| {
                failed(format!("{} holds no whole credentials; have `nsc` write it again", login.where_it_is_said()))
            })?,
        };
        let client = options.connect(address.to_string()).await.map_err(|error| {
            // The library says of a certificate that it does not believe that reading failed.
            let is_distrusted = error.to_string().contains("certificate");
            failed(match error.kind() {
                _ if is_distrusted => distrusted(address, &error),
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    format!("{address} does not let this user in; check {}", login.where_it_is_said())
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
        Ok(Link { way: Way::new(client, address.place()), reconnected })
    }

    /// Asks all workers who they are.
    pub(crate) async fn call_the_roll(&self) -> Vec<Presence> {
        let mut workers = Vec::new();
        let inbox = self.way.client.new_inbox();
        let last = Instant::now() + ROLL_CALL_PATIENCE;
        let subscribed = timeout_at(last, self.way.client.subscribe(inbox.clone())).await;
        let Ok(Ok(mut answers)) = subscribed else { return workers };
        if jetstream::say(&self.way.client, ROLL_CALL.to_owned(), Vec::new(), Some(inbox)).await.is_err() {
            return workers;
        }
        let mut end = last;
        while let Ok(Some(message)) = timeout_at(end, answers.next()).await {
            match Presence::read(&message.payload) {
                Some(worker) => {
                    workers.push(worker);
                    end = last.min(Instant::now() + ROLL_CALL_PAUSE);
                }
                // Nobody listens.
                None if message.status.is_some() => break,
                None => {}
            }
            if workers.len() >= MAX_WORKERS {
                break;
            }
        }
        workers
    }

    /// The same, for some seconds as long as nobody is there that could be of use: workers may just be starting.
    pub(crate) async fn find_workers(&self, is_of_use: impl Fn(&Presence) -> bool) -> Vec<Presence> {
        let end = Instant::now() + ROLL_CALL_PATIENCE;
        loop {
            let workers = self.call_the_roll().await;
            if workers.iter().any(&is_of_use) || Instant::now() > end {
                return workers;
            }
            sleep(ROLL_CALL_PAUSE).await;
        }
    }
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// One sentence: the server is not there, too old, lets nobody in, or has no workers that understand us.
    pub fn open(address: &Address, login: &Login, mut trust: Trust, level: &str) -> Result<Connection, ExecutorError> {
        let struck: Vec<PublicKey> = trust.caught.iter().map(|caught| caught.key).collect();
        trust.believed = trust.believed.take().map(|list| list.without(&struck));
        let no_thread = |error: std::io::Error| failed(format!("a thread cannot be started ({error}); try again"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(no_thread)?;
        let handle = runtime.handle().clone();
        let (end, ended) = oneshot::channel::<()>();
        // It ends with the other half of the channel.
        let drive = move || drop(runtime.block_on(ended));
        thread::Builder::new().name("cluster".to_owned()).spawn(drive).map_err(no_thread)?;
        let link = handle.block_on(Link::open(address, login))?;
        let may_serve = |worker: &Presence| worker.serves(level) && !trust.has_caught(worker);
        let mut workers = handle.block_on(link.find_workers(may_serve));
        let was_in_vain = !workers.iter().any(may_serve);
        workers.retain(|worker| !trust.has_caught(worker));
        let Some(cpu_model) = chosen_model(&workers, level, &judge::cpu_model()) else {
            return Err(failed(nobody_of_use(address, &workers)));
        };
        let whose = KeyBuilder::new("cluster 1").text(&address.to_string()).text(&login.user()).text(&cpu_model);
        let whose = trust.believed.iter().fold(whose, |whose, believed| whose.digest(believed.identity())).finish();
        let seen = Mutex::new(Seen { was_in_vain, ..Seen::now(workers, (level, &cpu_model)) });
        let (audit, n_addressed) = (Audit::of(trust.audit), AtomicUsize::new(0));
        let (stayed, ran, n_waiting) = Default::default();
        Ok(Connection {
            link,
            handle,
            _thread: end,
            seen,
            had: Mutex::default(),
            level: level.to_owned(),
            cpu_model,
            whose,
            trust,
            audit,
            n_addressed,
            stayed,
            listener: OnceLock::new(),
            ran,
            n_waiting,
        })
    }

    /// The workers that were there when somebody last looked.
    pub(crate) fn workers(&self) -> Vec<Presence> {
        lock(&self.seen).workers.clone()
    }

    /// Whether one of them will do.
    pub(crate) fn has_worker(&self, will_do: impl Fn(&Presence) -> bool) -> bool {
        lock(&self.seen).workers.iter().any(will_do)
    }

    /// Looks who is there, unless somebody has just done so and seen whom this is about, or has just waited for those to come
    /// that are missing.
    pub(crate) async fn look_again(&self, is_of_use: impl Fn(&Presence) -> bool) {
        let is_known = {
            let seen = lock(&self.seen);
            let age = seen.when.elapsed();
            age < JUST_NOW && seen.was_in_vain || age < ROLL_CALL_PATIENCE && seen.workers.iter().any(&is_of_use)
        };
        if !is_known {
            let is_of_use = |worker: &Presence| is_of_use(worker) && !self.trust.has_caught(worker);
            let mut workers = self.link.find_workers(&is_of_use).await;
            let was_in_vain = !workers.iter().any(is_of_use);
            workers.retain(|worker| !self.trust.has_caught(worker));
            *lock(&self.seen) = Seen { was_in_vain, ..Seen::now(workers, (&self.level, &self.cpu_model)) };
        }
    }

    /// How many batches the workers with the CPU and the level that are used run at once.
    pub fn n_cores(&self) -> usize {
        lock(&self.seen).n_cores
    }

    /// How many workers those are.
    pub(crate) fn n_workers(&self) -> usize {
        lock(&self.seen).n_workers
    }

    /// The CPU that programs run on: this machine's, if a worker of the level has it, otherwise the one of which there are most
    /// cores.
    pub fn cpu_model(&self) -> &str {
        &self.cpu_model
    }

    /// Whether that is this machine's.
    pub fn has_this_cpu(&self) -> bool {
        self.cpu_model == clean(&judge::cpu_model())
    }

    /// The other CPUs of workers, which get nothing to do.
    pub fn other_cpu_models(&self) -> BTreeSet<String> {
        let seen = lock(&self.seen);
        let others = seen.workers.iter().filter(|worker| worker.is_of_use() && worker.cpu_model != self.cpu_model);
        others.map(|worker| worker.cpu_model.clone()).collect()
    }

    /// Who runs programs there.
    pub(crate) fn whose(&self) -> Digest {
        self.whose
    }

    /// Whose answers count, if somebody has said so.
    pub fn believed(&self) -> Option<&Believed> {
        self.trust.believed.as_ref()
    }

    /// Who has said what is not so.
    pub fn caught(&self) -> Vec<Caught> {
        self.audit.caught()
    }

    /// How much ran twice, in a sentence, where some was to.
    pub fn audited(&self) -> Option<String> {
        self.audit.sentence()
    }

    /// The workers beside one that take batches of a kind.
    pub(crate) fn others(&self, kind: &Kind, than: &str) -> Vec<String> {
        let mut others = self.workers();
        others.retain(|worker| worker.takes(kind) && worker.name != than);
        fastrand::shuffle(&mut others);
        others.into_iter().map(|worker| worker.name).collect()
    }

    /// The worker that the next batch of a kind goes to: each in its turn where somebody was caught, who would take from a
    /// queue that all share; else `None`, whoever has time.
    pub(crate) fn next_of(&self, kind: &Kind) -> Option<String> {
        if self.trust.caught.is_empty() {
            return None;
        }
        let seen = lock(&self.seen);
        let mut takes: Vec<&Presence> = seen.workers.iter().filter(|worker| worker.takes(kind)).collect();
        if takes.iter().any(|worker| worker.takes_now(kind)) {
            takes.retain(|worker| worker.takes_now(kind));
        }
        let turn = self.n_addressed.fetch_add(1, Ordering::Relaxed).checked_rem(takes.len())?;
        Some(takes[turn].name.clone())
    }

    /// Takes note of a program that does not run there; whether it is the first one for that reason. Of many reasons none is new.
    pub(crate) fn note_stayed(&self, why: &str, name: &str, program: Digest) -> bool {
        let mut stayed = lock(&self.stayed);
        let n_reasons = stayed.len();
        let names = stayed.entry(clean(why)).or_default();
        let is_new = names.is_empty() && n_reasons < MAX_NAMED;
        if names.len() <= MAX_NAMED {
            names.entry(clean(name)).or_default().insert(program);
        }
        is_new
    }

    /// Has somebody told at once of what may run elsewhere and does not.
    pub fn tell(&self, listener: impl Fn(&str) + Send + Sync + 'static) {
        // The first one stays.
        drop(self.listener.set(Box::new(listener)));
    }

    /// Says that a program does not run there, and what workers lack for it: where all programs are of one language, it may be
    /// days until the end, where that is said, too.
    pub(crate) fn tell_at_once(&self, why: &str, name: &str, lacking: &[String]) {
        if let Some(listener) = self.listener.get() {
            let lacking: String = lacking.iter().map(|lacking| format!("; {lacking}")).collect();
            listener(&format!("{} runs on this machine, since {}{lacking}", clean(name), clean(why)));
        }
    }

    /// Takes note of results that count.
    pub(crate) fn note_ran(&self, worker: &str, key: Option<PublicKey>, n_runs: usize) {
        let (mut ran, who) = (lock(&self.ran), (worker.to_owned(), key));
        // Where results are not attributed, whoever answers may call itself what it likes.
        if ran.len() < MAX_WORKERS || ran.contains_key(&who) {
            *ran.entry(who).or_default() += n_runs as u64;
        }
    }

    /// Who has run programs so far.
    pub fn report(&self) -> ClusterReport {
        let worker = |((name, key), runs): (&(String, Option<PublicKey>), &u64)| WorkerReport {
            name: name.clone(),
            key: key.map(PublicKey::hex),
            runs: *runs,
        };
        ClusterReport {
            cpu_model: self.cpu_model.clone(),
            keys: self.believed().map(Believed::n_keys),
            workers: lock(&self.ran).iter().map(worker).collect(),
            audit: self.audit.report(),
            stayed: self.stayed(),
        }
    }

    /// Gives metrics of this client over HTTP, for as long as it is connected.
    ///
    /// # Errors
    /// When the system does not let us listen.
    pub fn give_metrics(self: &Arc<Connection>, listener: TcpListener) -> Result<(), ExecutorError> {
        let connection = Arc::downgrade(self);
        let text = move || connection.upgrade().map_or_else(String::new, |connection| connection.metrics());
        let _entered = self.handle.enter();
        drop(self.spawn(metrics::give(listener, text)?));
        Ok(())
    }

    fn metrics(&self) -> String {
        let report = self.report();
        let mut metrics = Metrics::default();
        let waiting = self.n_waiting.load(Ordering::Relaxed);
        metrics.add_one("client_waiting", "gauge", "Batches whose results are awaited.", waiting);
        metrics.add_one("client_cores", "gauge", "Cores of the workers that are used.", self.n_cores() as u64);
        let runs = report.workers.iter().map(|worker| (label("worker", &worker.name), worker.runs));
        metrics.add("client_runs_total", "counter", "Runs whose results came.", runs);
        let repeated = report.audit.map_or(0, |audit| audit.repeated);
        metrics.add_one("client_repeated_total", "counter", "Batches that ran twice.", repeated);
        metrics.0
    }

    /// What ran here, and why: a sentence for each reason.
    pub fn stayed(&self) -> Vec<String> {
        let named = |(name, programs): (&String, &BTreeSet<Digest>)| match programs.len() {
            0 | 1 => name.clone(),
            n_programs => format!("{name} ({n_programs} programs)"),
        };
        // What is judged by such a time is judged otherwise than the rest.
        let of_here = || format!(", with times of {}", judge::cpu_model());
        let times = if self.has_this_cpu() { String::new() } else { of_here() };
        let sentence = |(why, names): (&String, &BTreeMap<String, BTreeSet<Digest>>)| {
            let shown: Vec<String> = names.iter().take(MAX_NAMED).map(named).collect();
            let more = if names.len() > MAX_NAMED { ", …" } else { "" };
            format!("ran on this machine{times}, since {why}: {}{more}", shown.join(", "))
        };
        lock(&self.stayed).iter().map(sentence).collect()
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    pub(crate) fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.handle.spawn(future)
    }
}

impl Trust {
    /// By its key, with which it is started again; anybody may take a name.
    fn has_caught(&self, worker: &Presence) -> bool {
        let key = worker.key.as_deref().and_then(PublicKey::parse);
        self.caught.iter().any(|caught| key.map_or(caught.worker == worker.name, |key| caught.key == key))
    }
}
