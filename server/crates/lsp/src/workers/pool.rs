//! Threads for work that takes longer than a turn of the session may.
//!
//! Invariant: work that panics is logged, and nobody else notices; whoever waited for its answer is told by the answer's
//! sender being gone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::workers::threads;

type Work = Box<dyn FnOnce() + Send>;

/// The threads.
pub(crate) struct Pool(Sender<Work>);

impl Pool {
    const N_THREADS: usize = 2;

    pub(crate) fn start() -> Pool {
        let (sender, receiver) = unbounded();
        for _ in 0..Pool::N_THREADS {
            let receiver = receiver.clone();
            threads::start("pool", move || work(&receiver));
        }
        Pool(sender)
    }

    pub(crate) fn run(&self, work: impl FnOnce() + Send + 'static) {
        // The threads live as long as the sender.
        drop(self.0.send(Box::new(work)));
    }
}

fn work(receiver: &Receiver<Work>) {
    for work in receiver {
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            tracing::error!("work for a request panicked");
        }
    }
}
