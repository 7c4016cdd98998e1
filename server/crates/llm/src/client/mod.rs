//! The client: one question in, one checked answer out.
//!
//! A question is answered from what was kept, or by one turn with the model, and a second one when the first answer did
//! not fit. A turn that the server does not take is asked again in another way ([`crate::ladder`]); one that broke is
//! sent again ([`sender`]).

mod exchange;
mod kept;
mod run;
mod sender;
#[cfg(test)]
mod tests;

use std::{
    future::Future,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use problem::settings::RepliesFrom;
use serde_json::Value;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    answer::{self, Form},
    config::Config,
    error::Error,
    ladder::{self, Capabilities, OutputMode},
    ledger::Ledger,
    network,
    program::Programs,
    question::{Progress, Question, Reply, Usage},
    redact,
    secret::{self, Secret, Secrets},
    store::{Shelf, Store},
    wire::{self, Correction, ModelOutput, Request, Stop, Wire},
};
use sender::{SendError, Sender};

/// Who is told what happens.
pub type OnProgress<'a> = &'a mut (dyn FnMut(Progress<'_>) + Send);

/// Asks one model of one server. Any number of questions may be open at the same time, all on one runtime, since
/// connections are kept for the next question.
pub struct Client {
    config: Config,
    ledger: Arc<Ledger>,
    store: Arc<dyn Store>,
    secrets: Arc<dyn Secrets>,
    programs: Option<Arc<dyn Programs>>,
    http: OnceLock<reqwest::Client>,
    /// The key for the server, once it was got: `Some(None)` when the server needs none.
    api_key: tokio::sync::Mutex<Option<Option<Secret>>>,
    capabilities: Mutex<Option<Capabilities>>,
}

impl Client {
    /// A client for the configured model. Nothing is sent, and no key is got, before the first question.
    pub fn new(config: Config, ledger: Arc<Ledger>, store: Arc<dyn Store>, secrets: Arc<dyn Secrets>) -> Client {
        let (http, api_key, capabilities) = (OnceLock::new(), tokio::sync::Mutex::default(), Mutex::default());
        Client { config, ledger, store, secrets, programs: None, http, api_key, capabilities }
    }

    /// The same, which can ask a program.
    #[must_use]
    pub fn with_programs(self, programs: Arc<dyn Programs>) -> Client {
        Client { programs: Some(programs), ..self }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What was used, and what may be.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// How many bytes a question would send now, for asking a person's consent; `None` when it is answered without sending
    /// any. What is learnt from the answer may make a second request necessary, of about the same size.
    ///
    /// # Errors
    /// When nothing may be sent and no answer is kept.
    pub fn would_send(&self, question: &Question) -> Result<Option<usize>, Error> {
        let max_tokens = self.max_tokens(question);
        if self.kept(&kept::cache_key(&self.config, question, max_tokens), question)?.is_some() {
            return Ok(None);
        }
        let capabilities = self.capabilities();
        let request = Request { model: &self.config.model, question, max_tokens, capabilities, repair: None };
        Ok(Some(match wire::of(self.config.provider) {
            Some(wire) => wire.body(&request).to_string().len(),
            None => request.text().len(),
        }))
    }

    fn max_tokens(&self, question: &Question) -> u32 {
        question.max_answer_tokens.unwrap_or(self.config.max_answer_tokens)
    }

    /// The kept answer, where one may be given.
    fn kept(&self, cache_key: &str, question: &Question) -> Result<Option<Value>, Error> {
        let kept = || kept::read(&*self.store, cache_key, question);
        match self.config.replies {
            RepliesFrom::Cache => Ok(kept()),
            RepliesFrom::Model => Ok(None),
            RepliesFrom::Replay => kept().map(Some).ok_or(Error::NotRecorded),
        }
    }

    /// Asks. Dropping the future, or cancelling the token, closes the connection, which stops the model too.
    ///
    /// # Errors
    /// See [`Error`]; each is one sentence for a person.
    pub async fn ask(
        &self,
        question: &Question,
        cancel: &CancellationToken,
        on_progress: OnProgress<'_>,
    ) -> Result<Reply, Error> {
        until_cancelled(cancel, self.answered(question, on_progress)).await
    }

    async fn answered(&self, question: &Question, on_progress: OnProgress<'_>) -> Result<Reply, Error> {
        let max_tokens = self.max_tokens(question);
        let cache_key = kept::cache_key(&self.config, question, max_tokens);
        if let Some(value) = self.kept(&cache_key, question)? {
            self.ledger.note_from_cache();
            return Ok(Reply { value, usage: Usage::default(), served_from_cache: true, turns: 0 });
        }
        let reply = self.conversation(question, max_tokens, on_progress).await?;
        kept::write(&*self.store, &cache_key, &reply.value);
        Ok(reply)
    }

    /// One turn, and a second one when the first answer does not fit.
    async fn conversation(
        &self,
        question: &Question,
        max_tokens: u32,
        on_progress: OnProgress<'_>,
    ) -> Result<Reply, Error> {
        let deadline = Instant::now() + self.config.timing.total;
        let wire = wire::of(self.config.provider);
        let api_key = if wire.is_some() { self.api_key().await? } else { None };
        let sender = wire.map(|wire| self.sender(wire, api_key.as_ref(), deadline)).transpose()?;
        let secrets: &[Secret] = sender.as_ref().map_or(&[], |sender| &sender.secrets);
        let mut capabilities = self.capabilities();
        let mut usage = Usage::default();
        let mut repair: Option<Correction> = None;
        let mut n_turns = 0;
        loop {
            n_turns += 1;
            let request =
                Request { model: &self.config.model, question, max_tokens, capabilities, repair: repair.as_ref() };
            let (output, able) = match &sender {
                Some(sender) => self.send_with_fallbacks(sender, request, on_progress).await?,
                None => (self.run(&request, deadline, on_progress).await?, capabilities),
            };
            capabilities = able;
            usage = usage.plus(output.usage.unwrap_or_default());
            let problems = match read_answer(&output, capabilities.mode, question) {
                Ok(value) => {
                    self.remember(Capabilities { has_worked: true, ..capabilities });
                    return Ok(Reply { value, usage, served_from_cache: false, turns: n_turns });
                }
                Err(problems) => problems,
            };
            give_up_on(&output, max_tokens, secrets)?;
            if repair.is_some() {
                let problems = redact::words(&problems, secrets);
                return Err(Error::Unusable { name: question.name.clone(), problems });
            }
            on_progress(Progress::Repairing { problems: &problems });
            // Whatever the server promised, it does not enforce the schema, so the model must see it.
            capabilities.schema_in_prompt |= capabilities.mode == OutputMode::JsonSchema;
            repair = Some(repair_of(&output, &problems));
        }
    }

    /// One turn: the request is asked in other ways until the server takes one.
    async fn send_with_fallbacks(
        &self,
        sender: &Sender<'_>,
        mut request: Request<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<(ModelOutput, Capabilities), Error> {
        let mut first_refusal = None;
        loop {
            let failure = match sender.send_with_retries(&request, on_progress).await {
                Ok(output) => return Ok((output, request.capabilities)),
                Err(SendError::Final(error)) => {
                    if matches!(error, Error::Unauthorized { .. }) {
                        // It may have been renewed by the time of the next question.
                        *self.api_key.lock().await = None;
                    }
                    return Err(error);
                }
                Err(SendError::Unsuited(failure)) => failure,
            };
            let next = request.capabilities.after(self.config.provider, &failure);
            let first = first_refusal.get_or_insert(failure);
            match next {
                Some(capabilities) => {
                    tracing::info!(origin = %self.config.origin(), ?capabilities, "asked in another way");
                    request.capabilities = capabilities;
                }
                None => {
                    let words = redact::words(&first.message, &sender.secrets);
                    return Err(Error::Rejected { origin: self.config.origin().clone(), words });
                }
            }
        }
    }

    async fn api_key(&self) -> Result<Option<Secret>, Error> {
        let mut known = self.api_key.lock().await;
        if let Some(key) = &*known {
            return Ok(key.clone());
        }
        let places = self.config.key_places.clone();
        let key = secret::find(Arc::clone(&self.secrets), places, self.config.origin().clone()).await?;
        *known = Some(key.clone());
        Ok(key)
    }

    fn sender(
        &self,
        wire: &'static dyn Wire,
        api_key: Option<&Secret>,
        deadline: Instant,
    ) -> Result<Sender<'_>, Error> {
        let http = match self.http.get() {
            Some(http) => http,
            None => {
                let config = &self.config;
                let http = network::client(&config.network, config.origin(), config.timing.connect)?;
                self.http.get_or_init(|| http)
            }
        };
        Sender::new(&self.config, wire, http, &self.ledger, api_key, deadline)
    }

    fn capabilities_store_key(&self) -> String {
        ladder::store_key(self.config.provider, &self.config.base_url, &self.config.model)
    }

    fn capabilities(&self) -> Capabilities {
        let known = *self.capabilities.lock().unwrap_or_else(PoisonError::into_inner);
        let stored = || {
            let bytes = self.store.read(Shelf::Capabilities, &self.capabilities_store_key())?;
            serde_json::from_slice(&bytes).ok()
        };
        let capabilities = known.or_else(stored).unwrap_or_else(|| Capabilities::untried(&self.config.base_url));
        Capabilities { streams: capabilities.streams && self.config.streams, ..capabilities }
    }

    fn remember(&self, capabilities: Capabilities) {
        let before = self.capabilities.lock().unwrap_or_else(PoisonError::into_inner).replace(capabilities);
        if before == Some(capabilities) {
            return;
        }
        let bytes = serde_json::to_vec(&capabilities).unwrap_or_default();
        if let Err(error) = self.store.write(Shelf::Capabilities, &self.capabilities_store_key(), &bytes) {
            tracing::warn!(%error, "what a server can do is not remembered");
        }
    }
}

async fn until_cancelled<T>(
    cancel: &CancellationToken,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(Error::Cancelled),
        done = work => done,
    }
}

/// The value of an answer, or what is wrong with it, in words for the model.
fn read_answer(output: &ModelOutput, mode: OutputMode, question: &Question) -> Result<Value, String> {
    let form = if mode == OutputMode::Prompt { Form::Fenced } else { Form::Bare };
    let value = (question.normalise)(answer::parse(output.spoken(), form)?);
    (question.shape.check)(&value)?;
    Ok(value)
}

/// The answers that another turn would not make better.
fn give_up_on(output: &ModelOutput, max_tokens: u32, secrets: &[Secret]) -> Result<(), Error> {
    match output.stop {
        Some(Stop::Refusal) => {
            let words = if output.refusal.is_empty() { &output.text } else { &output.refusal };
            Err(Error::Refused { words: redact::words(words, secrets) })
        }
        Some(Stop::Filter) => Err(Error::Refused { words: "a filter of the server stopped the answer".to_owned() }),
        Some(Stop::Length) => Err(Error::TooLong { max_tokens }),
        Some(Stop::Done) | None => Ok(()),
    }
}

/// What the model is told about an answer that does not fit.
fn repair_of(output: &ModelOutput, problems: &str) -> Correction {
    let said = output.spoken().trim();
    let feedback = format!(
        "This answer cannot be used:\n{problems}\n\nGive the whole answer again with that put right, as the JSON object \
         that was asked for."
    );
    Correction { answer: if said.is_empty() { "(nothing)".to_owned() } else { said.to_owned() }, feedback }
}
