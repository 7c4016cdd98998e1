//! What the executor and a worker say to each other, one line of JSON each.

use std::io::{self, BufRead, Write};

use problem::executor::{Task, TaskResult};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// To a worker: run these.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) tasks: Vec<Task>,
}

/// From a worker, for each task in its turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// What it came to; its contents are in the store.
    Done(Box<TaskResult>),
    /// The worker could not do its job.
    Failed(String),
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
