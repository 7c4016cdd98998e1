//! How a server ends: `exit`, the end of the input, a stream that fails, and the end of the client's process all say so
//! here; once is enough.

use std::{thread, time::Duration};

use crossbeam_channel::{Receiver, Sender};

use crate::workers::threads;

/// How often is looked whether the client's process is still there.
const LOOK_FOR_CLIENT: Duration = Duration::from_secs(1);

/// Ends the server.
#[derive(Clone)]
pub(crate) struct Leave(Sender<bool>);

/// The two ends: the receiver gets whether the client had asked for the end before.
pub(crate) fn channel() -> (Leave, Receiver<bool>) {
    let (sender, receiver) = crossbeam_channel::unbounded();
    (Leave(sender), receiver)
}

impl Leave {
    /// Ends it now, in order or not.
    pub(crate) fn now(&self, in_order: bool) {
        // A server that has left already hears nothing more.
        let _ = self.0.send(in_order);
    }

    /// Ends it once a process has ended: a client that was killed cannot say goodbye.
    pub(crate) fn after(&self, process: u32) {
        let leave = self.clone();
        let look = move || {
            while judge::is_alive(process) {
                thread::park_timeout(LOOK_FOR_CLIENT);
            }
            tracing::warn!("the client's process is gone");
            leave.now(false);
        };
        // Without this thread the end of the input tells, too.
        drop(threads::try_start("watchdog", look));
    }
}
