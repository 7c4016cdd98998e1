//! Whether somebody is there who takes a batch, and what is said where nobody is.

use std::time::Duration;

use problem::executor::ExecutorError;
use tokio::time::{Instant, sleep};

use crate::{
    connection::Connection,
    presence::{Kind, Presence},
    sync::lock,
};

/// So long nobody may be there for batches that somebody was there for before, and how often one looks meanwhile.
const GONE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_secs(1);

/// What is said where a cluster comes to nothing.
pub(crate) fn given_up(why: &str) -> ExecutorError {
    ExecutorError::Failed(format!("the cluster could not run a program ({why}); see to the workers, and try again"))
}

impl Connection {
    /// Fails unless somebody is there who takes such batches. Where somebody was, the network may be away for a while.
    pub(crate) async fn ensure_somebody_takes(&self, kind: &Kind) -> Result<(), ExecutorError> {
        let takes = |worker: &Presence| worker.takes_now(kind);
        let begin = Instant::now();
        loop {
            if !self.has_worker(takes) {
                self.look_again(takes).await;
            }
            if self.has_worker(takes) {
                lock(&self.had).insert(kind.token());
                return Ok(());
            }
            let in_trouble = self.workers().into_iter().filter(|worker| worker.takes(kind));
            if let Some((name, why)) = in_trouble.filter_map(|worker| Some((worker.name, worker.trouble?))).next() {
                return Err(given_up(&format!("{name} says: {why}")));
            }
            if begin.elapsed() > GONE || !lock(&self.had).contains(&kind.token()) {
                // Whoever asks next does not wait as long again.
                lock(&self.had).remove(&kind.token());
                return Err(self.nobody_takes(kind));
            }
            sleep(PAUSE).await;
        }
    }

    /// What those who are there lack, of some of them.
    pub(crate) fn lacking(&self, kind: &Kind) -> Vec<String> {
        let mut lacking: Vec<String> = self.workers().iter().map(|worker| worker.lacking(kind)).collect();
        lacking.sort();
        lacking.truncate(3);
        lacking
    }

    fn nobody_takes(&self, kind: &Kind) -> ExecutorError {
        let lacking = self.lacking(kind);
        let lacking = if lacking.is_empty() { "none is there any more".to_owned() } else { lacking.join("; ") };
        ExecutorError::Failed(format!(
            "no worker of the cluster can run this ({}): {lacking}; start one that can, and do this again",
            kind.words()
        ))
    }
}
