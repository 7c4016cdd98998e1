//! Messages in both directions, with an end that comes only when every call is answered.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rmcp::{
    RoleServer,
    model::{ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::Transport,
};
use tokio::{
    sync::Notify,
    time::{Instant, timeout, timeout_at},
};

/// For so long calls may go on when nothing comes any more.
const AFTER_THE_END: Duration = Duration::from_secs(300);

/// For so long what was sent may be on its way then.
const TO_CLOSE: Duration = Duration::from_secs(1);

/// A transport at whose end answers are still given: a client that has only said all that it wanted gets them.
pub(super) struct Waiting<T> {
    inner: T,
    asked: Arc<Asked>,
    /// When the wait for answers is over, once nothing comes any more.
    until: Option<Instant>,
}

/// What was asked and not answered.
#[derive(Default)]
struct Asked {
    state: Mutex<State>,
    is_changed: Notify,
}

#[derive(Default)]
struct State {
    ids: HashSet<RequestId>,
    /// Whether nobody reads answers any more.
    is_gone: bool,
}

impl<T: Transport<RoleServer>> Waiting<T> {
    pub(super) fn new(inner: T) -> Waiting<T> {
        Waiting { inner, asked: Arc::default(), until: None }
    }
}

impl Asked {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing is waited for.
    fn is_over(&self) -> bool {
        let state = self.lock();
        state.is_gone || state.ids.is_empty()
    }

    fn is_gone(&self) -> bool {
        self.lock().is_gone
    }

    /// Waits until something holds that answers and their readers change.
    async fn wait(&self, holds: impl Fn(&Asked) -> bool) {
        loop {
            let changed = self.is_changed.notified();
            if holds(self) {
                return;
            }
            changed.await;
        }
    }

    fn heard(&self, message: &ClientJsonRpcMessage) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.lock().ids.insert(request.id.clone());
            }
            JsonRpcMessage::Notification(said) => {
                if let ClientNotification::CancelledNotification(given_up) = &said.notification
                    && let Some(id) = &given_up.params.request_id
                {
                    self.lock().ids.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    fn sent(&self, answered: Option<&RequestId>, is_read: bool) {
        let mut state = self.lock();
        if let Some(id) = answered {
            state.ids.remove(id);
        }
        state.is_gone |= !is_read;
        self.is_changed.notify_waiters();
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Waiting<T> {
    type Error = T::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let answered = match &message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let (asked, sending) = (Arc::clone(&self.asked), self.inner.send(message));
        async move {
            let done = sending.await;
            asked.sent(answered.as_ref(), done.is_ok());
            done
        }
    }

    /// It may be dropped and called again at any time, so what it has seen stays in `self`.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        if self.until.is_none() {
            let message = tokio::select! {
                message = self.inner.receive() => message,
                () = self.asked.wait(Asked::is_gone) => return None,
            };
            if let Some(message) = message {
                self.asked.heard(&message);
                return Some(message);
            }
            self.until = Some(Instant::now() + AFTER_THE_END);
        }
        drop(timeout_at(self.until?, self.asked.wait(Asked::is_over)).await);
        None
    }

    /// Whoever does not read holds nobody up.
    async fn close(&mut self) -> Result<(), T::Error> {
        timeout(TO_CLOSE, self.inner.close()).await.unwrap_or(Ok(()))
    }
}
