//! Calls that wait for the main thread, and the one that it does.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::{
    ErrorData,
    model::{CallToolRequestParams, CallToolResult},
};
use tokio::sync::{oneshot, watch};

use crate::app::Machines;

/// So many calls may wait.
pub(super) const MAX_WAITING: usize = 64;

/// A call of a tool, on its way from the thread that talks with the client.
pub(super) struct Call {
    /// No other call has it, whatever ids the client gives.
    pub(super) number: u64,
    pub(super) params: CallToolRequestParams,
    /// What goes on, in words. Nobody looks where the client does not want to know.
    pub(super) words: watch::Sender<String>,
    pub(super) answer: oneshot::Sender<Result<CallToolResult, ErrorData>>,
}

/// The call that is being done.
#[derive(Default)]
pub(super) struct Current(Mutex<State>);

#[derive(Default)]
struct State {
    number: Option<u64>,
    is_given_up: bool,
}

impl Current {
    /// A call begins, unless nobody waits for it any more.
    pub(super) fn begin(&self, call: &Call) -> bool {
        let mut state = self.lock();
        if call.answer.is_closed() {
            return false;
        }
        *state = State { number: Some(call.number), is_given_up: false };
        true
    }

    /// Nobody wants the answer to a call any more, whose other end must be closed already.
    pub(super) fn give_up(&self, number: u64, machines: &Machines) {
        let mut state = self.lock();
        if state.number == Some(number) {
            state.is_given_up = true;
            // The main thread sees that first, and resumes afterwards.
            machines.cancel();
        }
    }

    /// The call is at its end; whether it was given up.
    pub(super) fn end(&self) -> bool {
        std::mem::take(&mut *self.lock()).is_given_up
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_is_given_up_does_not_begin_and_one_that_has_begun_is_known_to_be() {
        let (current, machines) = (Current::default(), Machines::default());
        let call = |number| {
            let (answer, answered) = oneshot::channel();
            let words = watch::Sender::default();
            (Call { number, params: CallToolRequestParams::new("check"), words, answer }, answered)
        };
        let (waiting, answered) = call(1);
        drop(answered);
        current.give_up(1, &machines);
        assert!(!current.begin(&waiting));
        let (running, answered) = call(2);
        assert!(current.begin(&running));
        drop(answered);
        current.give_up(2, &machines);
        assert!(current.end());
        let (next, _answered) = call(3);
        assert!(current.begin(&next));
        // That one is over.
        current.give_up(2, &machines);
        assert!(!current.end());
    }
}
