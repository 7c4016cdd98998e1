//! What a worker asks the server for: a wish is for one batch of one kind, and holds until it is answered.

use std::{collections::HashMap, time::Duration};

use async_nats::{Client, Message};
use tokio::time::Instant;

use crate::jetstream::{self, SILENCE, Stream};

/// How long the server holds a wish for a batch before it says that there is none.
pub(crate) const WISH: Duration = Duration::from_secs(30);

/// What the server was asked for and has not answered.
pub(crate) struct Wishes {
    pub(crate) kinds: Vec<String>,
    inbox: String,
    open: HashMap<usize, Vec<Instant>>,
}

impl Wishes {
    pub(crate) fn new(kinds: Vec<String>, inbox: String) -> Wishes {
        Wishes { kinds, inbox, open: HashMap::new() }
    }

    /// Wishes for as many batches of each kind as could be run now.
    pub(crate) async fn make(&mut self, client: &Client, n_free: usize) {
        for (number, kind) in self.kinds.iter().enumerate() {
            let open = self.open.entry(number).or_default();
            while open.len() < n_free {
                if jetstream::pull(client, kind, format!("{}.{number}", self.inbox), WISH).await.is_err() {
                    return;
                }
                open.push(Instant::now());
            }
        }
    }

    /// A wish was fulfilled, or will not be: a batch has the subject that it was sent under, a status that of the wish.
    pub(crate) fn note(&mut self, message: &Message) {
        let number = match kind_of(&message.subject) {
            Some(kind) => self.kinds.iter().position(|other| other == kind),
            None => message.subject.rsplit('.').next().and_then(|number| number.parse().ok()),
        };
        if let Some(open) = number.and_then(|number| self.open.get_mut(&number)).filter(|open| !open.is_empty()) {
            open.remove(0);
        }
    }

    /// The server has forgotten them all.
    pub(crate) fn forget(&mut self) {
        self.open.clear();
    }

    /// What was answered by nobody in its time never will be.
    pub(crate) fn forget_old(&mut self) {
        for open in self.open.values_mut() {
            open.retain(|since| since.elapsed() < WISH + SILENCE);
        }
    }
}

/// The kind of the batch with this subject.
fn kind_of(subject: &str) -> Option<&str> {
    subject.strip_prefix(&Stream::Work.prefix())?.strip_prefix('.')?.split('.').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_subjects() {
        assert_eq!(kind_of(&format!("{}.some-kind.0123.45", Stream::Work.prefix())), Some("some-kind"));
        assert_eq!(kind_of("_INBOX.abc.3"), None);
    }
}
