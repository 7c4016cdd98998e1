//! Batches of several callers that travel as one message: what a message costs is paid once for all of them.
//!
//! Who comes while workers would idle sends what there is; who comes later waits for others, until a message is answered or
//! enough have come. So messages are small where there is little to do, at the beginning and at the end, and hold one second to
//! thirty of work in between, more where there are more cores, as far as there are callers for that.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, mpsc},
    time::Duration,
};

use problem::{
    digest::Digest,
    executor::{Batch, ExecutorError, Task, TaskResult, Timing},
};

use super::{Came, ClusterMachine, ROOM_FOR_HEADERS, program_of};
use crate::{
    presence::Kind,
    sync::lock,
    wire::{self, INSIDE_BYTES, MAX_WALL_MS},
};

/// The most batches in one message where there are many cores, and where there are few.
const LEAST_MOST: usize = 8;
const MOST_TOGETHER: usize = 100;
/// So many callers there are for the sake of messages that hold several batches, with few cores and with many.
const MOST_CALLERS: usize = 1024;
const MOST_CALLERS_OF_MANY: usize = 4096;
/// So many messages a core has before batches wait for others: one that runs and the next one.
pub(super) const LEAST_OUT: usize = 2;
/// And where messages are short, one whose answer is on its way.
const MOST_OUT: usize = 3;

/// So many times as long as it was to take may a message take before its worker answers with what is done.
const TIMES_AS_LONG: u32 = 2;

/// How many callers keep so many cores busy.
pub(super) fn n_callers(n_cores: usize) -> usize {
    let n_messages = MOST_OUT * n_cores;
    let most = if n_messages > MOST_CALLERS / LEAST_MOST { MOST_CALLERS_OF_MANY } else { MOST_CALLERS };
    most.min(n_messages * most_together(n_cores))
}

/// How long the programs of a message may take one after the other, as far as is known from those before. The more workers
/// there are, the more a message costs, which the server handles one after the other; and the less it matters at the end that one is long.
fn longest(n_cores: usize) -> Duration {
    let seconds = match n_cores {
        ..100 => 1,
        100..1000 => 5,
        1000.. => 30,
    };
    Duration::from_secs(seconds)
}

/// The most batches in one message: for more of them there are no callers.
fn most_together(n_cores: usize) -> usize {
    (MOST_CALLERS / (MOST_OUT * n_cores.max(1))).clamp(LEAST_MOST, MOST_TOGETHER)
}

/// The batches of this client that wait for others, by the queue of workers that they are for: those that are measured once,
/// and those that may be measured again.
#[derive(Default)]
pub(super) struct Together(Mutex<HashMap<String, [Queue; 2]>>);

/// Batches that may share a message: for one queue of workers, measured in the same way.
pub(super) struct Key {
    token: String,
    way: usize,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Messages that are not answered.
    n_out: usize,
    /// How long a batch takes of late; `None` before one has come back.
    pace: Option<Duration>,
}

/// A batch whose caller waits.
struct Waiting {
    batch: Batch,
    program: Digest,
    /// What it may take of a message, bytes.
    n_bytes: u64,
    /// How long its programs may take, milliseconds.
    wall_ms: u64,
    caller: mpsc::Sender<Word>,
}

/// What a caller is told.
enum Word {
    /// To send these, and to tell their callers.
    Lead(Vec<Waiting>),
    Came(Result<Came, ExecutorError>),
}

impl Queue {
    /// The batches that are to be sent now, as one message, if any are; so many messages to the same workers are not answered,
    /// and those of another queue may wait for that, too.
    fn next(&mut self, n_out: usize, is_shared: bool, n_cores: usize, room: u64) -> Option<Vec<Waiting>> {
        let n_idle = (LEAST_OUT * n_cores).saturating_sub(n_out);
        let most = self.most(n_cores);
        // The other queue would never come to its turn where it may have fewer messages out.
        let may_be_more = !is_shared && n_out < self.most_out(n_cores);
        let is_due = n_idle > 0 || may_be_more && self.waiting.len() >= most;
        if !is_due || self.waiting.is_empty() {
            return None;
        }
        // What is left at the end is for all.
        let most = most.min(self.waiting.len().div_ceil(n_idle.max(n_cores)));
        let mut together = Vec::new();
        let (mut n_bytes, mut wall_ms) = (0, 0_u64);
        let program = self.waiting.front().map(|first| first.program);
        // A program's next run is in what is left of the one before, and it is sent once: those of the same program first.
        for is_same in [true, false] {
            let mut others = VecDeque::new();
            for next in self.waiting.drain(..) {
                let fits = n_bytes + next.n_bytes <= room && wall_ms.saturating_add(next.wall_ms) <= MAX_WALL_MS;
                let has_room = together.is_empty() || together.len() < most && fits;
                if has_room && (Some(next.program) == program) == is_same {
                    (n_bytes, wall_ms) = (n_bytes + next.n_bytes, wall_ms.saturating_add(next.wall_ms));
                    together.push(next);
                } else {
                    others.push_back(next);
                }
            }
            self.waiting = others;
        }
        self.n_out += 1;
        Some(together)
    }

    /// How many batches take no longer together than a message should.
    fn most(&self, n_cores: usize) -> usize {
        let (most, longest) = (most_together(n_cores), longest(n_cores));
        let fit = |pace: Duration| usize::try_from(longest.as_micros() / pace.as_micros().max(1)).unwrap_or(most);
        self.pace.map_or(1, |pace| fit(pace).clamp(1, most))
    }

    /// The most messages to the same workers that are not answered: those of other clients come between them.
    fn most_out(&self, n_cores: usize) -> usize {
        // As many batches as there may be in one are short together.
        n_cores * if self.most(n_cores) == most_together(n_cores) { MOST_OUT } else { LEAST_OUT }
    }

    fn note(&mut self, took: Duration) {
        self.pace = Some(self.pace.map_or(took, |pace| (pace + took) / 2));
    }
}

impl Together {
    /// Lets a caller wait.
    fn add(&self, key: &Key, waiting: Waiting) {
        lock(&self.0).entry(key.token.clone()).or_default()[key.way].waiting.push_back(waiting);
    }

    /// Has the callers whose turn it is send what waits for some workers.
    fn go_on(&self, key: &Key, n_cores: usize, room: u64) {
        let mut all = lock(&self.0);
        let Some(queues) = all.get_mut(&key.token) else { return };
        loop {
            let n_out = queues.iter().map(|queue| queue.n_out).sum();
            let is_shared = queues.iter().all(|queue| !queue.waiting.is_empty());
            // In turns, where both have something to send.
            let first = usize::from(queues[1].n_out < queues[0].n_out);
            let mut next = |way: usize| queues[way].next(n_out, is_shared, n_cores, room);
            let Some(together) = next(first).or_else(|| next(1 - first)) else { return };
            let first = together.first().map(|first| first.caller.clone());
            // Whoever waits is there until it is told.
            first.map(|first| first.send(Word::Lead(together)).ok());
        }
    }

    /// How long a batch takes of late, if that is known.
    pub(super) fn pace(&self, key: &Key) -> Option<Duration> {
        lock(&self.0).get(&key.token)?[key.way].pace
    }

    /// Whether batches wait to be sent to the same workers.
    pub(super) fn has_waiting(&self, key: &Key) -> bool {
        lock(&self.0).get(&key.token).is_some_and(|queues| queues.iter().any(|queue| !queue.waiting.is_empty()))
    }

    /// A message is answered, or will not be; those that nothing came of go before the others.
    fn note(&self, key: &Key, took: Option<Duration>, left: Vec<Waiting>) {
        if let Some(queues) = lock(&self.0).get_mut(&key.token) {
            let queue = &mut queues[key.way];
            queue.n_out -= 1;
            took.into_iter().for_each(|took| queue.note(took));
            left.into_iter().rev().for_each(|waiting| queue.waiting.push_front(waiting));
        }
    }
}

impl ClusterMachine {
    /// Has a batch run by a worker of a kind, in one message with those of others.
    pub(super) fn have_run_together(&self, kind: &Kind, batch: &Batch) -> Result<Came, ExecutorError> {
        let key = Key { token: kind.token(), way: usize::from(batch.timing == Timing::Final) };
        let room = self.connection.link.way.client.max_payload().saturating_sub(ROOM_FOR_HEADERS) as u64 / 2;
        let (caller, told) = mpsc::channel();
        let program = batch.tasks.iter().flat_map(Task::actions).next().map_or(Digest::of(b""), program_of);
        let (n_bytes, wall_ms) = (n_bytes_of(batch), wire::wall_ms(&batch.tasks));
        self.together.add(&key, Waiting { batch: batch.clone(), program, n_bytes, wall_ms, caller });
        self.together.go_on(&key, self.connection.n_cores().max(1), room);
        loop {
            let mut together = match told.recv() {
                Ok(Word::Came(came)) => return came,
                Ok(Word::Lead(together)) => together,
                Err(mpsc::RecvError) => return Err(ExecutorError::Cancelled),
            };
            let came = self.have_all_run((kind, &key), &together);
            let left = together.split_off(came.as_ref().map_or(together.len(), Vec::len));
            self.together.note(&key, came.as_ref().ok().and_then(|came| took(came)), left);
            let shares = match came {
                Ok(came) => came.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error); together.len()],
            };
            for (waiting, share) in together.iter().zip(shares) {
                // Whoever waits is there until it is told.
                drop(waiting.caller.send(Word::Came(share)));
            }
            self.together.go_on(&key, self.connection.n_cores().max(1), room);
        }
    }

    /// What comes of batches that are sent as one: of all, or of the first ones, where these took long.
    fn have_all_run(&self, (kind, key): (&Kind, &Key), waiting: &[Waiting]) -> Result<Vec<Came>, ExecutorError> {
        let Some(first) = waiting.first() else { return Ok(Vec::new()) };
        let batches = || waiting.iter().map(|waiting| &waiting.batch);
        let tasks: Vec<Task> = batches().flat_map(|batch| &batch.tasks).cloned().collect();
        let together = Batch { tasks, timing: first.batch.timing };
        // A batch comes back as a whole.
        let is_split = waiting.len() > 1 && batches().all(|batch| batch.tasks.len() == 1);
        let enough = is_split.then(|| TIMES_AS_LONG * longest(self.connection.n_cores()));
        let ask = |payload: &[u8]| self.wait_for(self.first_answer((kind, key), payload, waiting.len()));
        match self.results_of((&together, enough), kind, ask)? {
            Came::Results(results, whose) => {
                let mut results = results.into_iter();
                let share = |batch: &Batch| {
                    let share: Vec<TaskResult> = results.by_ref().take(batch.tasks.len()).collect();
                    (share.len() == batch.tasks.len()).then(|| Came::Results(share, whose.clone()))
                };
                Ok(batches().map_while(share).collect())
            }
            Came::Refusal(why) if waiting.len() == 1 => Ok(vec![Came::Refusal(why)]),
            // One of them is refused; the others are not to stay here for that.
            Came::Refusal(_) => batches().map(|batch| self.have_run_by(kind, batch)).collect(),
        }
    }
}

/// What a batch may take of a message, bytes: small contents ride inside.
fn n_bytes_of(batch: &Batch) -> u64 {
    /// What describes a task.
    const OF_TASK: u64 = 1 << 10;
    let sizes = wire::needed(&batch.tasks).into_iter().map(|blob| blob.size).filter(|&size| size <= INSIDE_BYTES);
    OF_TASK * batch.tasks.len() as u64 + sizes.sum::<u64>()
}

/// How long a batch took, of those that came back together.
fn took(came: &[Came]) -> Option<Duration> {
    let results = came.iter().filter_map(|came| match came {
        Came::Results(results, _) => Some(results),
        Came::Refusal(_) => None,
    });
    let micros = results.flatten().map(|result| match result {
        TaskResult::Single(_) | TaskResult::Chain { .. } => result.runs().iter().map(|run| run.wall_us).sum(),
        TaskResult::Talk { interactor, .. } => interactor.wall_us,
    });
    Some(Duration::from_micros(micros.sum::<u64>() / u64::try_from(came.len()).ok().filter(|&n| n > 0)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(n_bytes: u64) -> Waiting {
        let batch = Batch { tasks: Vec::new(), timing: Timing::Final };
        Waiting { batch, program: Digest::of(b"one"), n_bytes, wall_ms: 1000, caller: mpsc::channel().0 }
    }

    fn queue(n_waiting: usize, n_out: usize, pace_ms: Option<u64>) -> Queue {
        let waiting = (0..n_waiting).map(|_| waiting(10)).collect();
        Queue { waiting, n_out, pace: pace_ms.map(Duration::from_millis) }
    }

    /// How many go into the next message, with two cores.
    fn n_next(mut queue: Queue) -> Option<usize> {
        queue.next(queue.n_out, false, 2, 1000).map(|together| together.len())
    }

    #[test]
    fn messages_are_as_large_as_is_good() {
        assert_eq!(n_next(queue(0, 0, None)), None);
        assert_eq!(n_next(queue(5, 3, None)), Some(1), "nobody knows how long they take");
        assert_eq!(n_next(queue(400, 3, Some(20))), Some(50), "a second of work");
        assert_eq!(n_next(queue(20, 3, Some(250))), Some(4));
        assert_eq!(n_next(queue(20, 3, Some(5000))), Some(1));
        assert_eq!(n_next(queue(5, 4, Some(5))), None, "workers have enough, and others will come");
        assert_eq!(n_next(queue(100, 4, Some(4))), Some(50), "enough short ones have come, for both cores");
        assert_eq!(n_next(queue(400, 6, Some(4))), None, "the answers are on their way");
        assert_eq!(n_next(queue(400, 4, Some(250))), None, "what takes a second does not wait for answers");
        assert!(queue(100, 4, Some(4)).next(4, true, 2, 1000).is_none(), "it is the other queue's turn");
        assert_eq!(n_next(queue(8, 0, Some(5))), Some(2), "the last ones are for all");
        let most = |n_cores| queue(8000, 0, Some(1)).next(0, false, n_cores, 100_000).map(|together| together.len());
        assert_eq!([2, 20, 400].map(most), [Some(100), Some(17), Some(8)], "as many as there are callers for");
        let long = |n_cores| queue(8000, 0, Some(2000)).next(0, false, n_cores, 100_000).map(|together| together.len());
        assert_eq!([20, 100, 400, 1000].map(long), [Some(1), Some(2), Some(2), Some(4)], "up to 30 s for many cores");
        // Threads, of which a machine has not as many as one may wish.
        assert_eq!([1, 2, 40, 100, 1000, 30_000].map(n_callers), [300, 600, 960, 2400, 4096, 4096]);
        let answered = Together::default();
        let key = Key { token: "kind".to_owned(), way: 1 };
        lock(&answered.0).insert(key.token.clone(), [Queue::default(), queue(1, 2, None)]);
        answered.note(&key, Some(Duration::from_millis(700)), vec![waiting(20), waiting(30)]);
        let left = |queue: &Queue| (queue.n_out, queue.waiting.iter().map(|one| one.n_bytes).collect::<Vec<_>>());
        let all = lock(&answered.0);
        assert_eq!(
            all.get(&key.token).map(|queues| left(&queues[1])),
            Some((1, vec![20, 30, 10])),
            "what is left goes first"
        );
        let mut large = queue(3, 0, Some(5));
        large.waiting.push_front(waiting(5000));
        assert_eq!(
            large.next(0, false, 1, 1000).map(|together| together.len()),
            Some(1),
            "what is too large goes alone"
        );
        let mut slow = queue(9, 1, Some(5));
        slow.waiting.iter_mut().for_each(|one| one.wall_ms = MAX_WALL_MS / 3);
        assert_eq!(
            slow.next(1, false, 1, 1000).map(|together| together.len()),
            Some(3),
            "what takes all day is refused"
        );
        let mut mixed = queue(12, 3, Some(250));
        for number in [1, 3, 5] {
            mixed.waiting[number].program = Digest::of(b"other");
        }
        mixed.waiting.pop_front();
        let programs = |together: Vec<Waiting>| together.iter().map(|one| one.program).collect::<Vec<_>>();
        let [one, other] = [b"one".as_slice(), b"other"].map(Digest::of);
        assert_eq!(
            mixed.next(3, false, 2, 1000).map(programs),
            Some(vec![other, other, other, one]),
            "a program's runs together"
        );
    }
}
