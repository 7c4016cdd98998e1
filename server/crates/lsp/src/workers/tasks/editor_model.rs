//! The editor's own model: a question goes to the client as a notification with an id of ours, and the answer comes back in parts.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Instant,
};

use crossbeam_channel::{Sender, unbounded};
use forge::model::{EditorModel, ProgramLimits, Programs, Started};

use crate::{
    protocol::{
        outbox::{Outbox, ServerMessage},
        payload::EditorSaid,
    },
    sync::lock,
};

/// The questions that are open, by their ids.
#[derive(Clone, Default)]
pub(crate) struct Exchanges(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    last_id: u64,
    /// Nothing comes for one that nobody wants any more.
    asked: HashMap<u64, Sender<Option<EditorSaid>>>,
}

struct Asking {
    exchanges: Exchanges,
    outbox: Outbox,
}

impl Exchanges {
    /// The model that the client has.
    pub(super) fn model(&self, name: String, outbox: &Outbox) -> EditorModel {
        EditorModel { name, asks: Arc::new(Asking { exchanges: self.clone(), outbox: outbox.clone() }) }
    }

    /// What came for a question; for one that is not open, nothing.
    pub(super) fn said(&self, id: u64, said: EditorSaid) {
        if let Some(to) = lock(&self.0).asked.get(&id) {
            // Whoever asked may have gone.
            drop(to.send(Some(said)));
        }
    }

    fn open(&self, to: Sender<Option<EditorSaid>>) -> u64 {
        let mut open = lock(&self.0);
        open.last_id += 1;
        let id = open.last_id;
        open.asked.insert(id, to);
        id
    }

    fn close(&self, id: u64) {
        lock(&self.0).asked.remove(&id);
    }
}

impl Programs for Asking {
    fn start(&self, _arguments: &[String], question: String, limits: ProgramLimits) -> Result<Started, String> {
        let (to, parts) = unbounded();
        let id = self.exchanges.open(to.clone());
        self.outbox.send(ServerMessage::AskModel { id, text: question });
        let deadline = Instant::now() + limits.time;
        let (exchanges, outbox) = (self.exchanges.clone(), self.outbox.clone());
        let wait = move || {
            let mut answer = String::new();
            let ended = loop {
                match parts.recv_deadline(deadline) {
                    Ok(Some(EditorSaid::Part(text))) if answer.len() + text.len() <= limits.output => answer += &text,
                    Ok(Some(EditorSaid::Part(_))) => break Err("its model says too much".to_owned()),
                    Ok(Some(EditorSaid::End(None))) => break Ok(()),
                    Ok(Some(EditorSaid::End(Some(why)))) => {
                        exchanges.close(id);
                        return Err(why);
                    }
                    Ok(None) => break Err("it was stopped".to_owned()),
                    Err(_) => break Err("its model did not answer in time".to_owned()),
                }
            };
            exchanges.close(id);
            match ended {
                Ok(()) => Ok(answer),
                Err(why) => {
                    outbox.send(ServerMessage::CancelModel(id));
                    Err(why)
                }
            }
        };
        // Nobody waits any more where it has ended.
        Ok(Started { wait: Box::new(wait), stop: Box::new(move || drop(to.send(None))) })
    }
}
