//! Contents on their way: those of runs are laid on the server, and what runs wrote is fetched from it.

use std::{collections::HashSet, sync::Arc, time::Duration};

use judge::machine::Machine as _;
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{Batch, Blob, Executor as _, ExecutorError, TaskResult},
};
use tokio::time::Instant;

use super::ClusterMachine;
use crate::{blobs, sync::lock, wire};

/// How long contents are offered to a server that is away, or asked from it.
const OFFERED: Duration = Duration::from_secs(60);

impl ClusterMachine {
    /// Contents that the server has; `None` where it does not have them as a whole.
    pub(super) fn fetched(&self, blob: Blob) -> Result<Option<Vec<u8>>, ExecutorError> {
        let (way, run) = (&self.connection.link.way, self.orders.run());
        self.wait_for(self.orders.unless_lost(blobs::get(way, run, blob, Instant::now() + OFFERED)))
    }

    /// Lays on the server what this cluster was never sent before: no worker has it, and an order that lacks something waits in
    /// the queue twice.
    pub(super) fn lay_new(&self, blobs: &[Blob]) -> Result<(), ExecutorError> {
        for blob in blobs {
            let is_new = self.home.store().built::<()>(self.sent(blob.digest)).is_none();
            // What is gone from the cache here may be there all the same.
            if is_new && self.home.missing(&[blob.digest]).is_empty() {
                self.lay(blob, false)?;
            }
        }
        Ok(())
    }

    /// Lays on the server what a worker lacks, if its order names it, or is it.
    pub(super) fn lay_lacking(
        &self,
        (batch, order): (&Batch, Option<Blob>),
        blobs: &[Blob],
        again: bool,
    ) -> Result<(), ExecutorError> {
        let needed: HashSet<(Digest, u64)> = wire::needed(&batch.tasks).iter().chain(&order).map(named_by).collect();
        blobs.iter().filter(|blob| needed.contains(&named_by(blob))).try_for_each(|blob| self.lay(blob, again))
    }

    /// Lays contents on the server, unless this client has done so; then only `again`.
    fn lay(&self, blob: &Blob, again: bool) -> Result<(), ExecutorError> {
        let of_contents = Arc::clone(lock(&self.laid).entry(blob.digest).or_default());
        // Several batches may lack the same at once.
        let mut is_laid = lock(&of_contents);
        if *is_laid && !again {
            return Ok(());
        }
        let bytes = self.home.get(blob.digest).ok_or_else(|| {
            ExecutorError::Failed("contents that a run needs are gone from the cache; try again".to_owned())
        })?;
        // One after the other: together they would be too much for a slow network.
        let _turn = lock(&self.laying);
        let (way, run) = (&self.connection.link.way, self.orders.run());
        self.wait_for(self.orders.unless_lost(blobs::put(way, run, *blob, &bytes, Instant::now() + OFFERED)))?;
        *is_laid = true;
        self.note_sent(blob.digest);
        Ok(())
    }

    /// Takes note that this cluster has seen contents.
    fn note_sent(&self, contents: Digest) {
        self.home.store().put_result(self.sent(contents), &());
    }

    /// What it is kept under that this cluster has seen contents.
    fn sent(&self, contents: Digest) -> Digest {
        KeyBuilder::new("sent 1").digest(self.connection.whose()).digest(contents).finish()
    }

    /// Keeps the contents of results; whether all are there, as they are called.
    pub(super) fn take_in(&self, results: &[TaskResult], contents: &[Vec<u8>]) -> Result<bool, ExecutorError> {
        let mut named: HashSet<(Digest, u64)> = wire::named(results).iter().map(named_by).collect();
        for bytes in contents {
            let blob = Blob::of(bytes);
            if named.remove(&(blob.digest, blob.size)) {
                self.home.put(bytes)?;
            }
        }
        for (digest, size) in named {
            if let Some(bytes) = self.home.get(digest) {
                if bytes.len() as u64 != size {
                    return Ok(false);
                }
                continue;
            }
            let Some(bytes) = self.fetched(Blob { digest, size })? else { return Ok(false) };
            self.home.put(&bytes)?;
            self.note_sent(digest);
        }
        Ok(true)
    }
}

fn named_by(blob: &Blob) -> (Digest, u64) {
    (blob.digest, blob.size)
}
