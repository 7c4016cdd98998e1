//! What a task says to the person, and asks: what goes on, whether something may be sent, keys.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, bounded, select};
use forge::{
    hack::StageObserver,
    model::{AskConsent, Consent, ConsentRequest, OnWait, Progress},
    report::line,
};
use judge::check::Observer;
use problem::state::StateEvent;
use tower_lsp::lsp_types::{ProgressToken, WorkDoneProgress, WorkDoneProgressReport};

use super::CancelToken;
use crate::{
    protocol::{
        client_requests::{ALWAYS, NEVER, ONCE},
        outbox::{Outbox, ServerMessage, progress},
    },
    sync::lock,
};

/// Reports of one stage come at most this often.
const EVERY: Duration = Duration::from_millis(250);
/// A message names so many files at most.
const MAX_FILES: usize = 40;
/// A key that an editor does not hand over by then is none.
const KEY_WAIT: Duration = Duration::from_secs(60);

/// Tells the client what goes on.
#[derive(Clone)]
pub(super) struct ProgressReporter {
    outbox: Outbox,
    token: Option<ProgressToken>,
    told: Arc<Mutex<Told>>,
    cancel: CancelToken,
}

struct Told {
    stage: String,
    at: Instant,
    n_runs: usize,
    n_characters: usize,
}

impl ProgressReporter {
    pub(super) fn new(outbox: Outbox, token: Option<ProgressToken>, cancel: CancelToken) -> ProgressReporter {
        let told = Told { stage: String::new(), at: Instant::now(), n_runs: 0, n_characters: 0 };
        ProgressReporter { outbox, token, told: Arc::new(Mutex::new(told)), cancel }
    }

    fn say(&self, message: String) {
        // A progress that was cancelled has ended.
        let Some(token) = self.token.clone().filter(|_| !self.cancel.is_cancelled()) else { return };
        let report = WorkDoneProgressReport { cancellable: Some(true), message: Some(message), percentage: None };
        self.outbox.send(progress(token, WorkDoneProgress::Report(report)));
    }

    /// More of the same stage.
    fn go_on(&self, note: impl FnOnce(&mut Told) -> String) {
        let mut told = lock(&self.told);
        let more = note(&mut told);
        if told.at.elapsed() >= EVERY {
            told.at = Instant::now();
            let message = format!("{}: {more}", told.stage);
            drop(told);
            self.say(message);
        }
    }

    /// What becomes of a question.
    pub(super) fn on_wait(&self) -> OnWait<'static> {
        let reporter = self.clone();
        Box::new(move |now: &Progress<'_>| match now {
            Progress::Sending { n_bytes } => {
                lock(&reporter.told).n_characters = 0;
                reporter.go_on(|_| format!("{n_bytes} bytes sent"));
            }
            Progress::Text(piece) => reporter.go_on(|told| {
                told.n_characters += piece.chars().count();
                format!("{} characters so far", told.n_characters)
            }),
            Progress::Waiting { pause, why, .. } => {
                let stage = lock(&reporter.told).stage.clone();
                reporter.say(format!("{stage}: again in {} s, since {why}", pause.as_secs().max(1)));
            }
            Progress::Repairing { .. } => {
                let stage = lock(&reporter.told).stage.clone();
                reporter.say(format!("{stage}: once more, since the answer does not fit"));
            }
        })
    }
}

impl Observer for ProgressReporter {
    fn event(&mut self, event: &StateEvent) {
        if matches!(event, StateEvent::Cell { .. }) {
            self.go_on(|told| {
                told.n_runs += 1;
                format!("{} runs judged", told.n_runs)
            });
        }
    }

    fn tick(&mut self) {}
}

impl StageObserver for ProgressReporter {
    fn stage(&mut self, words: &str) {
        let mut told = lock(&self.told);
        *told = Told { stage: words.to_owned(), at: Instant::now(), n_runs: 0, n_characters: 0 };
        drop(told);
        self.say(words.to_owned());
    }

    fn progress(&mut self, words: &str) {
        self.go_on(|_| words.to_owned());
    }
}

/// Waits for the response of the person or the client, or for the wish to stop.
fn awaited<T: Send + 'static>(response: &Receiver<T>, cancel: &CancelToken, at_most: Option<Duration>) -> Option<T> {
    let (end, ended) = bounded::<()>(1);
    // Full is as good: one is enough.
    cancel.on_cancel(move || {
        let _ = end.try_send(());
    });
    let timeout = at_most.map_or_else(crossbeam_channel::never, crossbeam_channel::after);
    select! {
        recv(response) -> given => given.ok(),
        recv(ended) -> _ => None,
        recv(timeout) -> _ => None,
    }
}

/// The person says in the editor whether anything may be sent.
pub(super) fn ask_consent(outbox: Outbox, reporter: ProgressReporter, cancel: CancelToken) -> AskConsent<'static> {
    Box::new(move |sending: &ConsentRequest| {
        reporter.say("waiting for your permission to send".to_owned());
        let (give, choice) = bounded(1);
        let words = format!("Touchstone: send {}?", line(&sending.words(MAX_FILES)));
        outbox.send(ServerMessage::AskConsent { words, give });
        let given = awaited(&choice, &cancel, None).flatten();
        let stage = lock(&reporter.told).stage.clone();
        reporter.say(stage);
        match given.as_deref() {
            Some(ONCE) => Ok(Consent::ForThisCommand),
            Some(ALWAYS) => Ok(Consent::Always),
            Some(NEVER) => Ok(Consent::Refused),
            Some(_) | None => Err(format!(
                "nothing was sent, since nobody said that it may be; ask again, and choose `{ONCE}` or `{ALWAYS}`"
            )),
        }
    })
}

/// The key that the client keeps for an origin.
pub(super) fn stored_key(outbox: &Outbox, origin: &str, cancel: &CancelToken) -> Option<String> {
    let (give, response) = bounded(1);
    outbox.send(ServerMessage::AskKey { origin: origin.to_owned(), give });
    awaited(&response, cancel, Some(KEY_WAIT)).flatten()
}
