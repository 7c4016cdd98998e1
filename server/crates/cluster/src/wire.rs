//! What client and workers say to each other, as bytes: a head in postcard, then contents one after the other.

use std::sync::Arc;

use problem::{
    digest::Digest,
    executor::{Action, Blob, Task, TaskResult, Timing},
    hidden::is_hidden,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::signing::PublicKey;

/// Changes whenever one side would not understand the other; it is part of every subject.
pub(crate) const PROTOCOL: u32 = 3;
/// Contents up to this size ride inside a message where there is room, bytes.
pub(crate) const INSIDE_BYTES: u64 = 64 << 10;
/// What beside contents stands in a message, or lies on the server in its place: no more is read, bytes.
pub(crate) const MAX_HEAD_BYTES: usize = 16 << 20;

/// How long the programs of one order may take one after the other, milliseconds.
pub(crate) const MAX_WALL_MS: u64 = 2 * 3600 * 1000;

/// The subject by which workers are told that nobody waits for batches of a run any more.
pub(crate) fn cancelled(run: &str) -> String {
    format!("touchstone.{PROTOCOL}.cancelled.{run}")
}

/// The batches of a run that nobody waits for any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cancelled {
    /// All before this one.
    Before(u64),
    /// This one.
    One(u64),
}

impl Cancelled {
    /// What is said of them.
    pub(crate) fn words(self) -> Vec<u8> {
        match self {
            Cancelled::Before(next) => next.to_string().into_bytes(),
            Cancelled::One(number) => format!("={number}").into_bytes(),
        }
    }

    /// What was said; `None` for what says nothing.
    pub(crate) fn read(words: &[u8]) -> Option<Cancelled> {
        let words = std::str::from_utf8(words).ok()?;
        match words.strip_prefix('=') {
            Some(number) => number.parse().ok().map(Cancelled::One),
            None => words.parse().ok().map(Cancelled::Before),
        }
    }

    /// Whether it is about a batch.
    pub(crate) fn holds(self, number: u64) -> bool {
        match self {
            Cancelled::Before(next) => number < next,
            Cancelled::One(one) => number == one,
        }
    }
}

/// To a worker: run these.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// What to run.
    pub(crate) tasks: Vec<Task>,
    /// What will be made of their times.
    pub(crate) timing: Timing,
    /// No further one is begun when those before have taken so long, milliseconds: what is done by then is the answer, and at
    /// least the first.
    pub(crate) enough_ms: Option<u64>,
}

/// An order as it travels.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Letter {
    /// The order itself.
    Whole(Order),
    /// An order, packed, that is longer than any message may be lies among the contents.
    Laid(Blob),
}

/// From a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The worker's name, and what it ran on.
    pub(crate) worker: String,
    /// What came of it.
    pub(crate) outcome: Outcome,
    /// Who has signed it, where that was looked at.
    #[serde(skip)]
    pub(crate) signer: Option<PublicKey>,
}

/// What came of an order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// Results, one for each task.
    Done(Vec<TaskResult>),
    /// An outcome, packed, that is longer than any message may be lies among the contents.
    Laid(Blob),
    /// These contents are not on the server (any more).
    Missing(Vec<Blob>),
    /// This worker gives no run what is asked for, or lacks it, in whatever state it is: one sentence.
    Refused(String),
    /// The worker could not do its job: one sentence.
    Failed(String),
}

/// A message with its contents apart.
#[derive(Debug)]
pub(crate) struct Parcel<T> {
    pub(crate) head: T,
    pub(crate) contents: Vec<Vec<u8>>,
}

/// Packs a message; `None` where it has no form, which no message of ours lacks.
pub(crate) fn pack(head: &impl Serialize, contents: &[Arc<[u8]>]) -> Option<Vec<u8>> {
    let sizes: Vec<u32> = contents.iter().map(|one| u32::try_from(one.len())).collect::<Result<_, _>>().ok()?;
    let head = postcard::to_stdvec(&(head, sizes)).ok()?;
    let mut bytes = u32::try_from(head.len()).ok()?.to_le_bytes().to_vec();
    bytes.extend(head);
    contents.iter().for_each(|one| bytes.extend_from_slice(one));
    Some(bytes)
}

/// Words of a stranger, as they are shown: short, on one line, and without what steers a terminal.
pub(crate) fn clean(words: &str) -> String {
    /// What a line has room for, characters.
    const MOST: usize = 200;
    words.chars().filter(|&character| !is_hidden(character)).take(MOST).collect()
}

/// Takes a message apart; `None` for what is none.
pub(crate) fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<Parcel<T>> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok().filter(|&length| length <= MAX_HEAD_BYTES)?;
    let (head, mut rest) = rest.split_at_checked(length)?;
    let ((head, sizes), beyond) = postcard::take_from_bytes::<(T, Vec<u32>)>(head).ok()?;
    let mut contents = Vec::new();
    for size in sizes {
        let (one, others) = rest.split_at_checked(size as usize)?;
        contents.push(one.to_vec());
        rest = others;
    }
    (beyond.is_empty() && rest.is_empty()).then_some(Parcel { head, contents })
}

/// How long the programs of tasks may take one after the other, milliseconds: those that talk do so at the same time.
pub(crate) fn wall_ms(tasks: &[Task]) -> u64 {
    let of_task = |task: &Task| {
        let each = task.actions().into_iter().map(|action| action.limits.wall_ms);
        match task {
            Task::Single(_) | Task::Chain { .. } => each.fold(0, u64::saturating_add),
            Task::Talk { .. } => each.max().unwrap_or_default(),
        }
    };
    tasks.iter().map(of_task).fold(0, u64::saturating_add)
}

/// The contents that tasks need, each once.
pub(crate) fn needed(tasks: &[Task]) -> Vec<Blob> {
    let of_action =
        |action: &Action| -> Vec<Blob> { action.inputs.values().map(|file| file.blob).chain(action.stdin).collect() };
    once(tasks.iter().flat_map(Task::actions).flat_map(of_action))
}

/// The contents that results name, each once.
pub(crate) fn named(results: &[TaskResult]) -> Vec<Blob> {
    let mut blobs = Vec::new();
    for result in results {
        if let TaskResult::Talk { transcript, .. } = result {
            blobs.push(*transcript);
        }
        for run in result.runs() {
            blobs.extend([run.stdout, run.stderr].into_iter().chain(run.files.values().copied()));
        }
    }
    once(blobs)
}

/// Contents that somebody gives two sizes stand there twice: one of them is wrong, and is found to be.
fn once(blobs: impl IntoIterator<Item = Blob>) -> Vec<Blob> {
    let mut seen = std::collections::HashSet::<(Digest, u64)>::new();
    blobs.into_iter().filter(|blob| seen.insert((blob.digest, blob.size))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_of_two_sizes_are_two() {
        let (right, wrong) = (Blob::of(b"abc"), Blob { size: 4, ..Blob::of(b"abc") });
        assert_eq!(once([right, wrong, right]), [right, wrong]);
    }

    #[test]
    fn what_nobody_waits_for() {
        for (wish, held) in [(Cancelled::Before(3), [0, 2]), (Cancelled::One(4), [4, 4])] {
            assert_eq!(Cancelled::read(&wish.words()), Some(wish));
            assert!(held.into_iter().all(|number| wish.holds(number)) && !wish.holds(3) && !wish.holds(5));
        }
        assert_eq!([&b""[..], b"=", b"-1", b"\xff", b"=x"].map(Cancelled::read), [None; 5]);
    }

    #[test]
    fn words_of_strangers() {
        assert_eq!(clean("a\u{1b}[2J b\n\u{202e}c"), "a[2J bc");
        assert_eq!(clean(&"x".repeat(1000)).len(), 200);
    }

    #[test]
    fn what_is_packed_comes_back_and_nothing_else_does() {
        let contents: Vec<Arc<[u8]>> = [&b"one"[..], b"", b"three"].map(Arc::from).to_vec();
        let bytes = pack(&Outcome::Failed("no".to_owned()), &contents).unwrap();
        let parcel: Parcel<Outcome> = unpack(&bytes).unwrap();
        assert!(matches!(&parcel.head, Outcome::Failed(why) if why == "no"));
        assert_eq!(parcel.contents, [&b"one"[..], b"", b"three"]);
        for length in 0..bytes.len() {
            assert!(unpack::<Outcome>(&bytes[..length]).is_none(), "{length}");
        }
        assert!(unpack::<Outcome>(&[&bytes[..], b"x"].concat()).is_none());
        assert!(unpack::<Outcome>(&[255; 64]).is_none());
    }
}
