//! What the executor and a worker say to each other, one line of JSON each.

use std::io::{self, BufRead, Write};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Task, TaskResult},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// To a worker: run these.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// Tells the results of one call from those of another: a program that is run again on purpose is run again.
    pub(super) batch: u64,
    /// How often this batch was handed out, from 1.
    pub(super) attempt: u32,
    /// What is still to be run.
    pub(super) tasks: Vec<Task>,
}

/// From a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The result of the task with this key is in the store.
    Done(Digest),
    /// The worker could not do its job.
    Failed(String),
}

/// A result as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Stored {
    /// The task's.
    pub(super) key: Digest,
    /// Which attempt gave it.
    pub(super) attempt: u32,
    /// What the task came to.
    pub(super) result: TaskResult,
}

/// The content key of a task, limits included.
pub(super) fn key_of(task: &Task) -> io::Result<Digest> {
    Ok(KeyBuilder::new("remote task 1").field(&serde_json::to_vec(task)?).finish())
}

pub(super) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// The next message; `None` at the end, also when it comes in the middle of one.
pub(super) fn receive<T: DeserializeOwned>(from: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line)?;
    if line.last() != Some(&b'\n') {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}
