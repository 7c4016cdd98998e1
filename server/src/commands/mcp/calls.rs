//! Calls that wait, and the one that is being answered.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde_json::Value;

use super::wire::Call;
use crate::app::Machines;

/// So many calls may wait.
const MAX_WAITING: usize = 64;

/// For so long calls may go on when nothing comes any more.
const AFTER_THE_END: Duration = Duration::from_secs(300);

/// What the thread that reads and the one that answers share.
#[derive(Default)]
pub(super) struct Calls {
    state: Mutex<CallState>,
    is_changed: Condvar,
}

#[derive(Default)]
struct CallState {
    waiting: VecDeque<Call>,
    current: Option<Current>,
    is_ended: bool,
}

/// The call that is being answered.
struct Current {
    id: Value,
    is_given_up: bool,
}

impl Calls {
    /// Has a call wait for its turn; its id where too many do.
    pub(super) fn add(&self, call: Call) -> Result<(), Value> {
        let mut state = self.lock();
        if state.waiting.len() >= MAX_WAITING {
            return Err(call.id);
        }
        state.waiting.push_back(call);
        self.is_changed.notify_all();
        Ok(())
    }

    /// Nobody wants the answer to a call any more, be it waiting or under way.
    pub(super) fn give_up(&self, id: &Value, machines: &Machines) {
        let mut state = self.lock();
        state.waiting.retain(|call| call.id != *id);
        if let Some(current) = state.current.as_mut().filter(|current| current.id == *id) {
            current.is_given_up = true;
            // Whoever answers sees that first, and resumes afterwards.
            machines.cancel();
        }
    }

    /// No further call comes: returns when those that are there have had their time.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        state.is_ended = true;
        self.is_changed.notify_all();
        drop(self.is_changed.wait_timeout_while(state, AFTER_THE_END, |_| true));
    }

    /// No further call is answered.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.waiting.clear();
        state.is_ended = true;
        self.is_changed.notify_all();
    }

    /// The next call, which is being answered from now on; nothing at the end.
    pub(super) fn take(&self) -> Option<Call> {
        let waited = self.is_changed.wait_while(self.lock(), |state| state.waiting.is_empty() && !state.is_ended);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        let call = state.waiting.pop_front()?;
        state.current = Some(Current { id: call.id.clone(), is_given_up: false });
        Some(call)
    }

    /// Whether nobody wants the answer to the current call, which is at its end.
    pub(super) fn was_given_up(&self) -> bool {
        self.lock().current.take().is_some_and(|current| current.is_given_up)
    }

    fn lock(&self) -> MutexGuard<'_, CallState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_wait_for_their_turn_unless_they_are_given_up_or_too_many() {
        let (calls, machines) = (Calls::default(), Machines::default());
        let call = |id: usize| Call { id: Value::from(id), method: String::new(), params: Value::Null };
        for id in 0..MAX_WAITING {
            assert_eq!(calls.add(call(id)), Ok(()));
        }
        assert_eq!(calls.add(call(MAX_WAITING)), Err(Value::from(MAX_WAITING)));
        assert_eq!(calls.take(), Some(call(0)));
        assert!(!calls.was_given_up());
        calls.give_up(&Value::from(1), &machines);
        assert_eq!(calls.take(), Some(call(2)));
        calls.give_up(&Value::from(2), &machines);
        assert!(calls.was_given_up());
        calls.abandon();
        assert_eq!(calls.take(), None);
    }
}
