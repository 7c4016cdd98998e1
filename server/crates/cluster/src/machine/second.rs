//! Messages that are out for long while workers idle go to one of these, too; the first answer counts.
//!
//! So a worker that is slow, though it is there, holds nobody up at the end.

use std::{pin::pin, time::Duration};

use problem::executor::ExecutorError;
use tokio::{select, time::sleep};

use super::{ClusterMachine, together::Key};
use crate::{
    presence::{Kind, Presence},
    wire::{Answer, Outcome, Parcel},
};

/// How long a message may be out beside what its programs take, and how many times as long as those before took.
const PATIENCE: Duration = Duration::from_secs(3);
const TIMES_LONGER: u32 = 4;
/// What a batch is thought to take before one has come back.
const UNKNOWN: Duration = Duration::from_secs(2);

/// A worker with a core that has nothing to do.
fn idles(worker: &Presence) -> bool {
    worker.work.n_in_hand < worker.cores
}

impl ClusterMachine {
    /// Sends a message of so many batches and waits for an answer; where that takes long and somebody idles, for the answer of
    /// either.
    pub(super) async fn first_answer(
        &self,
        (kind, key): (&Kind, &Key),
        payload: &[u8],
        n_batches: usize,
    ) -> Result<Option<Parcel<Answer>>, ExecutorError> {
        let mut first = pin!(self.orders.send_and_wait(kind, payload));
        let batches = u32::try_from(n_batches).unwrap_or(u32::MAX);
        let idle = loop {
            let pace = self.together.pace(key).unwrap_or(UNKNOWN);
            let patience = PATIENCE + pace.saturating_mul(batches).saturating_mul(TIMES_LONGER);
            select! {
                biased;
                came = &mut first => return came,
                () = sleep(patience) => {}
            }
            if let Some(idle) = self.idle_worker(kind, key).await {
                break idle;
            }
        };
        let there = kind.at(&idle);
        let mut second = pin!(self.orders.send_and_wait(&there, payload));
        select! {
            biased;
            came = &mut first => came,
            // Where the second one comes to nothing, since that worker has gone, refuses or fails, there is the first one still.
            Ok(Some(came @ Parcel { head: Answer { outcome: Outcome::Done(_) | Outcome::Missing(_), .. }, .. })) =
                &mut second => Ok(Some(came)),
        }
    }

    /// A worker that idles while nothing of this client waits to be sent.
    async fn idle_worker(&self, kind: &Kind, key: &Key) -> Option<String> {
        if self.together.has_waiting(key) {
            return None;
        }
        let is_idle = |worker: &Presence| worker.takes(kind) && idles(worker);
        self.connection.look_again(is_idle).await;
        let idle: Vec<Presence> = self.connection.workers().into_iter().filter(is_idle).collect();
        fastrand::choice(idle).map(|worker| worker.name)
    }
}
