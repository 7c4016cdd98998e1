//! One order at a worker: what it needs is fetched, it runs, and the answer is sent.
//!
//! Invariant: what an order asks for is looked at before anything of it runs; nothing in it is taken at its word.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use judge::{cores::Core, engine::Engine, local::LocalExecutor, machine::Machine};
use problem::{
    digest::Digest,
    executor::{Batch, Blob, Executor as _, ExecutorError, Task, TaskResult, Timing},
};
use tokio::{
    sync::Semaphore,
    task::spawn_blocking,
    time::{Instant, timeout},
};

use crate::{
    answer::{MOST_NAMED, size_of},
    blobs,
    jetstream::{self, Stream},
    refusal::refusal,
    signing::{self, SigningKey},
    sync::lock,
    way::Way,
    wire::{self, Answer, INSIDE_BYTES, Letter, MAX_HEAD_BYTES, MAX_WALL_MS, Order, Outcome, Parcel, wall_ms},
    worker::{Addressee, Books},
};

/// How long the server may be away while an answer is offered to it, or contents are asked from it.
const OFFERED: Duration = Duration::from_secs(60);
/// What a message holds beside its contents and its head, bytes.
const ROOM_FOR_HEADERS: usize = 4 << 10;
/// So many contents are known to be as long as they are said to be.
const MAX_KNOWN: usize = 100_000;
/// What an order may take beyond the time of its programs.
const SLACK: Duration = Duration::from_secs(120);

/// Why there is no message.
const NO_FORM: &str = "a result cannot be described";

/// Where orders are run.
pub(crate) struct Desk {
    way: Way,
    pub(crate) name: String,
    /// What answers are signed with.
    key: Option<SigningKey>,
    pub(crate) engine: Arc<Engine>,
    /// So many batches run at once, and so many are fetched; queues of several kinds may give more than that.
    turns: Semaphore,
    fetches: Semaphore,
    /// One for each core: each can be stopped by itself.
    free: Mutex<Vec<Arc<LocalExecutor>>>,
    /// Held for reading by every batch, and for writing by one that must be alone.
    gate: RwLock<()>,
    /// How many cores there are, without those that have something that cannot be ended.
    n_cores: AtomicUsize,
    /// How long contents are that were looked at.
    known: Mutex<HashMap<Digest, u64>>,
    /// Contents that are being fetched: whoever needs them too waits for that.
    arriving: Mutex<HashMap<Digest, Arc<tokio::sync::Mutex<()>>>>,
}

/// Why there is no outcome.
pub(crate) enum Failure {
    /// The machine's own, or the way to the server.
    Ours(ExecutorError),
    /// What was asked for is not to be had anywhere, or from nobody like us: one sentence.
    Theirs(String),
}

impl<E: Into<ExecutorError>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Ours(error.into())
    }
}

impl Desk {
    pub(crate) fn new(
        way: Way,
        name: String,
        key: Option<SigningKey>,
        engine: Arc<Engine>,
        machines: Vec<Arc<LocalExecutor>>,
    ) -> Desk {
        Desk {
            way,
            name,
            key,
            engine,
            turns: Semaphore::new(machines.len()),
            n_cores: AtomicUsize::new(machines.len()),
            fetches: Semaphore::new(machines.len()),
            free: Mutex::new(machines),
            gate: RwLock::new(()),
            known: Mutex::default(),
            arriving: Mutex::default(),
        }
    }

    /// Gets what an order needs, and runs it.
    pub(crate) async fn run(
        self: &Arc<Self>,
        books: &Books,
        whose: &Addressee,
        bytes: Vec<u8>,
    ) -> Result<Outcome, Failure> {
        let fetch = self.fetches.acquire().await.map_err(|_| ExecutorError::Cancelled)?;
        let desk = Arc::clone(self);
        let order = match in_background(move || desk.unpack(&bytes)).await?? {
            Letter::Whole(order) => order,
            Letter::Laid(blob) if blob.size > MAX_HEAD_BYTES as u64 => return Err(no_order()),
            Letter::Laid(blob) => {
                if !self.fetch(&[blob], whose).await?.is_empty() {
                    return Ok(Outcome::Missing(vec![blob]));
                }
                let desk = Arc::clone(self);
                in_background(move || desk.laid_order(blob)).await??
            }
        };
        let missing = self.fetch(&wire::needed(&order.tasks), whose).await?;
        drop(fetch);
        if !missing.is_empty() {
            return Ok(Outcome::Missing(missing));
        }
        let turn = self.turns.acquire().await.map_err(|_| ExecutorError::Cancelled)?;
        let machine = lock(&self.free).pop().ok_or(ExecutorError::Cancelled)?;
        let stoppable: Arc<dyn Machine> = Arc::<LocalExecutor>::clone(&machine);
        books.begin(whose, &stoppable);
        // One that must be alone waits for another one first.
        let longest = Duration::from_millis(wall_ms(&order.tasks) + MAX_WALL_MS) + SLACK;
        let (desk, on) = (Arc::clone(self), Arc::clone(&machine));
        let run = in_background(move || desk.run_here(&on, order));
        let Ok(came_to) = timeout(longest, run).await else {
            // Its core is lost to us, but nobody goes on waiting.
            machine.cancel();
            turn.forget();
            self.n_cores.fetch_sub(1, Ordering::Relaxed);
            return Err(ExecutorError::Failed("a program does not end, and cannot be ended".to_owned()).into());
        };
        books.end(&stoppable);
        machine.resume();
        lock(&self.free).push(machine);
        drop(turn);
        Ok(Outcome::Done(came_to??))
    }

    /// Takes a message apart, and keeps the contents in it that are needed.
    fn unpack(&self, bytes: &[u8]) -> Result<Letter, Failure> {
        let Parcel { head, contents } = wire::unpack::<Letter>(bytes).ok_or_else(no_order)?;
        let Letter::Whole(order) = &head else { return Ok(head) };
        self.ensure_fit(order)?;
        let needed: HashSet<(Digest, u64)> =
            wire::needed(&order.tasks).iter().map(|blob| (blob.digest, blob.size)).collect();
        for bytes in &contents {
            let blob = Blob::of(bytes);
            if needed.contains(&(blob.digest, blob.size)) {
                self.engine.machine.put(bytes)?;
                self.note(blob);
            }
        }
        Ok(head)
    }

    /// The order that lay among the contents.
    fn laid_order(&self, blob: Blob) -> Result<Order, Failure> {
        let bytes = self.engine.machine.get(blob.digest).ok_or_else(no_order)?;
        let order = wire::unpack::<Order>(&bytes).ok_or_else(no_order)?.head;
        self.ensure_fit(&order)?;
        Ok(order)
    }

    /// Fails unless this machine gives runs what an order asks for.
    fn ensure_fit(&self, order: &Order) -> Result<(), Failure> {
        refusal(order, self.engine.user.caps()).map_or(Ok(()), |why| Err(Failure::Theirs(why)))
    }

    /// Sees to it that contents are here; those that neither this machine nor the server has.
    async fn fetch(self: &Arc<Self>, needed: &[Blob], whose: &Addressee) -> Result<Vec<Blob>, Failure> {
        let mut missing = Vec::new();
        for &blob in needed {
            let desk = Arc::clone(self);
            if in_background(move || desk.has(blob)).await?? {
                continue;
            }
            let arriving = Arc::clone(lock(&self.arriving).entry(blob.digest).or_default());
            let is_here = self.fetch_one(blob, &arriving, whose).await;
            let mut all = lock(&self.arriving);
            // The map's own, and this one.
            if Arc::strong_count(&arriving) <= 2 {
                all.remove(&blob.digest);
            }
            drop(all);
            if !is_here? {
                missing.push(blob);
            }
        }
        Ok(missing)
    }

    /// Fetches contents, unless another batch has done so meanwhile; whether they are here.
    async fn fetch_one(
        self: &Arc<Self>,
        blob: Blob,
        arriving: &tokio::sync::Mutex<()>,
        whose: &Addressee,
    ) -> Result<bool, Failure> {
        let _first = arriving.lock().await;
        let desk = Arc::clone(self);
        if in_background(move || desk.has(blob)).await?? {
            return Ok(true);
        }
        let end = Instant::now() + OFFERED;
        let got = blobs::get(&self.way, &whose.run, blob, end).await.map_err(ExecutorError::from)?;
        let Some(bytes) = got else { return Ok(false) };
        let desk = Arc::clone(self);
        in_background(move || desk.engine.machine.put(&bytes)).await??;
        self.note(blob);
        Ok(true)
    }

    /// How many batches run at once.
    pub(crate) fn n_cores(&self) -> usize {
        self.n_cores.load(Ordering::Relaxed)
    }

    /// Whether contents are here, and are as long as they are said to be.
    fn has(&self, blob: Blob) -> Result<bool, Failure> {
        if !self.engine.machine.missing(&[blob.digest]).is_empty() {
            return Ok(false);
        }
        let known = lock(&self.known).get(&blob.digest).copied();
        let size = match known {
            Some(size) => size,
            None => match self.engine.machine.get(blob.digest) {
                Some(bytes) => bytes.len() as u64,
                None => return Ok(false),
            },
        };
        if size != blob.size {
            return Err(Failure::Theirs("an order says of contents that they have another size".to_owned()));
        }
        self.note(blob);
        Ok(true)
    }

    fn note(&self, blob: Blob) {
        let mut known = lock(&self.known);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(blob.digest, blob.size);
    }

    fn run_here(&self, machine: &LocalExecutor, order: Order) -> Result<Vec<TaskResult>, Failure> {
        for action in order.tasks.iter().flat_map(Task::actions) {
            if let Some(why) = machine.refusal(action)? {
                return Err(Failure::Theirs(why));
            }
        }
        let (_alone, _together);
        if order.timing == Timing::Alone {
            _alone = self.gate.write().unwrap_or_else(PoisonError::into_inner);
        } else {
            _together = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        }
        let core = Core::hold();
        machine.stay_on(core.as_ref().map(Core::number));
        let mut results = Vec::new();
        let since = Instant::now();
        for task in order.tasks {
            let batch = Batch { tasks: vec![task], timing: order.timing };
            machine.run(&batch, &mut |_, result| results.push(result))?;
            if order.enough_ms.is_some_and(|enough| since.elapsed() >= Duration::from_millis(enough)) {
                break;
            }
        }
        Ok(results)
    }

    /// Sends an answer with its contents, until the server has kept it.
    pub(crate) async fn send(
        self: &Arc<Self>,
        outcome: Outcome,
        (whose, order): (&Addressee, Digest),
        id: &str,
    ) -> Result<(), ExecutorError> {
        let desk = Arc::clone(self);
        let Message { payload, outside } = in_background(move || desk.pack(outcome)).await??;
        let end = Instant::now() + OFFERED;
        for (blob, bytes) in outside {
            blobs::put(&self.way, &whose.run, blob, &bytes, end).await?;
        }
        let subject = format!("{}.{}.{}", Stream::Results.prefix(), whose.run, whose.number);
        let payload = signing::seal(self.key.as_ref(), &subject, order, &payload);
        let keep = || jetstream::keep(&self.way.client, subject.clone(), id, payload.clone());
        Ok(self.way.until(end, keep).await?)
    }

    /// The message with an outcome: with small contents, as far as there is room for them.
    fn pack(&self, outcome: Outcome) -> Result<Message, ExecutorError> {
        let failed = |why: &str| ExecutorError::Failed(why.to_owned());
        let named: Vec<Blob> = match &outcome {
            Outcome::Done(results) => wire::named(results),
            Outcome::Laid(_) | Outcome::Missing(_) | Outcome::Refused(_) | Outcome::Failed(_) => Vec::new(),
        };
        let most = self.way.client.max_payload().saturating_sub(ROOM_FOR_HEADERS);
        let mut answer = Answer { worker: self.name.clone(), outcome, signer: None };
        let mut n_bytes = wire::pack(&answer, &[]).map_or(usize::MAX, |bytes| bytes.len());
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        if size_of(&named) > MOST_NAMED {
            answer.outcome = Outcome::Refused("its programs write more than is sent".to_owned());
        } else if n_bytes > MAX_HEAD_BYTES {
            answer.outcome = Outcome::Refused("there is more to say of its programs' results than is sent".to_owned());
        } else {
            if n_bytes > most {
                let laid = wire::pack(&answer.outcome, &[]).ok_or_else(|| failed(NO_FORM))?;
                let blob = Blob::of(&laid);
                answer.outcome = Outcome::Laid(blob);
                outside.push((blob, Arc::from(laid)));
                n_bytes = wire::pack(&answer, &[]).map_or(usize::MAX, |bytes| bytes.len());
            }
            for blob in named {
                let bytes = self.engine.machine.get(blob.digest).ok_or_else(|| failed("what a run wrote is gone"))?;
                // What stands before it in the message takes a few bytes too.
                let size = bytes.len().saturating_add(8);
                if blob.size <= INSIDE_BYTES && n_bytes.saturating_add(size) <= most {
                    n_bytes += size;
                    inside.push(bytes);
                } else {
                    outside.push((blob, bytes));
                }
            }
        }
        let payload = wire::pack(&answer, &inside).ok_or_else(|| failed(NO_FORM))?;
        Ok(Message { payload, outside })
    }
}

/// What is said of an order that nobody of ours would send.
fn no_order() -> Failure {
    Failure::Theirs("an order cannot be read".to_owned())
}

/// An answer, and the contents that have no room in it.
struct Message {
    payload: Vec<u8>,
    outside: Vec<(Blob, Arc<[u8]>)>,
}

/// Does what takes a while where nobody else waits for it.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ExecutorError> {
    let mistake = |_| ExecutorError::Failed("a worker made a mistake; please report it".to_owned());
    spawn_blocking(work).await.map_err(mistake)
}
