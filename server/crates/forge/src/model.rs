//! The model that a person has configured: its client, kept answers, keys, and the leave to send anything.
//!
//! Invariant: nothing leaves the machine before the person has allowed it for this folder and this server, or the command
//! line has said so.

use std::{collections::BTreeMap, io, sync::Arc};

use judge::{
    dirs::Dirs,
    files,
    user::{printed_by, variable},
};
use llm::{
    client::Client,
    config::Config,
    ledger::{Budget, Ledger, Prices},
    network::{Network, Proxies},
    origin::Origin,
    secret::Secrets,
    store::{Shelf, Store},
    task::Task,
};
use problem::{
    path::AbsPath,
    settings::{LlmSettings, Money, RepliesFrom},
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use llm::{ledger::Spent, task::Progress};

use crate::ask::{LanguageModel, ModelError};

/// Answers below the cache, what servers can do below the state.
struct Shelves {
    dirs: Dirs,
}

impl Shelves {
    fn directory(&self, shelf: Shelf) -> AbsPath {
        match shelf {
            Shelf::Replies => self.dirs.cache.child("replies"),
            Shelf::Capabilities => self.dirs.state.child("models"),
        }
    }
}

impl Store for Shelves {
    fn read(&self, shelf: Shelf, key: &str) -> Option<Vec<u8>> {
        files::kept(&self.directory(shelf), key)
    }

    fn write(&self, shelf: Shelf, key: &str, bytes: &[u8]) -> io::Result<()> {
        files::write(self.directory(shelf).child(key).as_path(), bytes)
    }
}

/// Keys from the environment, from a program, and from an editor that handed some over.
struct Keys {
    stored: BTreeMap<String, String>,
}

impl Secrets for Keys {
    fn variable(&self, name: &str) -> Option<String> {
        variable(name)
    }

    fn command(&self, arguments: &[String]) -> Result<String, String> {
        printed_by(arguments)
    }

    fn stored(&self, origin: &Origin) -> Result<Option<String>, String> {
        Ok(self.stored.get(&origin.to_string()).cloned())
    }
}

/// What is about to be sent for the first time.
#[derive(Clone, Debug)]
pub struct ConsentRequest {
    /// Who would get it.
    pub origin: String,
    /// The model's name.
    pub model: String,
    /// The size of the first request, bytes.
    pub n_bytes: usize,
    /// What it and the questions after it may show: how many tests, and paths in the folder.
    pub files: Vec<String>,
}

/// Whether something may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// This time.
    Once,
    /// From this folder to this server from now on.
    Always,
    /// No.
    Refused,
}

/// Asks a person.
pub type AskConsent<'a> = Box<dyn FnMut(&ConsentRequest) -> Result<Consent, String> + 'a>;

/// Told of what goes on while an answer is awaited.
pub type OnWait<'a> = Box<dyn FnMut(&Progress<'_>) + Send + 'a>;

/// The configured model, for one folder.
pub struct Model<'a> {
    client: Client,
    runtime: tokio::runtime::Runtime,
    cancel: CancellationToken,
    dirs: Dirs,
    root: AbsPath,
    is_allowed: bool,
    ask_consent: AskConsent<'a>,
    on_wait: OnWait<'a>,
}

/// What the models of one command share: what may be spent in all, and the wish to stop.
#[derive(Clone)]
pub struct CommandBudget {
    ledger: Arc<Ledger>,
    cancel: CancellationToken,
}

impl CommandBudget {
    /// An account on which nothing was spent yet.
    ///
    /// # Errors
    /// When the settings' budget cannot be kept, such as one in money without prices.
    pub fn new(settings: &LlmSettings) -> Result<CommandBudget, llm::error::Error> {
        let ledger = Ledger::new(Budget::from_settings(settings), Prices::from_settings(settings))?;
        Ok(CommandBudget { ledger: Arc::new(ledger), cancel: CancellationToken::new() })
    }

    /// Ends questions that are under way, from any thread, and all that come.
    pub fn cancel(&self) {
        self.cancel.cancel();
    }

    /// What was used so far.
    pub fn spent(&self) -> Spent {
        self.ledger.spent()
    }
}

/// What one command may use of a model.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelUse {
    /// Answers of earlier runs do, and nothing is sent.
    pub replay: bool,
    /// How many questions.
    pub max_calls: Option<u32>,
    /// How many tokens.
    pub max_tokens: Option<u64>,
    /// What it may cost, in the unit of the prices.
    pub budget: Option<f64>,
}

impl ModelUse {
    /// The user's settings under these.
    ///
    /// # Errors
    /// A sentence when the budget is no amount of money.
    pub fn over(self, user: &LlmSettings) -> Result<LlmSettings, String> {
        let budget = self.budget.map(Money::try_from).transpose()?;
        Ok(LlmSettings {
            max_calls: self.max_calls.or(user.max_calls),
            max_tokens: self.max_tokens.or(user.max_tokens),
            max_cost: budget.or(user.max_cost),
            replies: if self.replay { Some(RepliesFrom::Replay) } else { user.replies },
            ..user.clone()
        })
    }
}

impl ConsentRequest {
    /// What would be sent, and to whom, in a few words; at most so many of the files are named.
    pub fn words(&self, most: usize) -> String {
        let ConsentRequest { origin, model, n_bytes, files } = self;
        let more = match files.len().saturating_sub(most) {
            0 => String::new(),
            n => format!(", and {n} more files"),
        };
        let shown = files[..files.len().min(most)].join(", ");
        format!("{n_bytes} bytes to {model} at {origin}; this and further questions may show {shown}{more}")
    }
}

/// The server that settings name, as a key is kept for it; `None` where they name none that can be used.
pub fn origin(settings: &LlmSettings) -> Option<String> {
    let config = Config::from_settings(settings, Network::default()).ok()?;
    Some(config.origin().to_string())
}

/// What a [`Model`] is made of.
pub struct ModelConfig<'a> {
    /// What may be spent, and the wish to stop.
    pub account: CommandBudget,
    /// The tool's own directories.
    pub dirs: Dirs,
    /// The user's settings.
    pub settings: &'a LlmSettings,
    /// Keys by origin that an editor has handed over.
    pub stored_keys: BTreeMap<String, String>,
    /// The folder that is spoken of.
    pub root: AbsPath,
}

impl<'a> Model<'a> {
    /// The model that the settings name. Nothing is sent yet.
    ///
    /// # Errors
    /// When none is configured, or the settings cannot be used.
    pub fn new(
        config: ModelConfig<'_>,
        ask_consent: AskConsent<'a>,
        on_wait: OnWait<'a>,
    ) -> Result<Model<'a>, llm::error::Error> {
        let ModelConfig { account, dirs, settings, stored_keys, root } = config;
        let unusable = |sentence: String| llm::error::Error::Config { sentence };
        let extra_certificates = match &settings.ca_file {
            Some(path) => {
                let text = files::read(path).ok_or_else(|| unusable(format!("`ca_file` {path} cannot be read")))?;
                Some(text.into_bytes())
            }
            None => None,
        };
        let network = Network { proxies: Proxies::from_environment(variable), extra_certificates };
        let client = Client::new(
            Config::from_settings(settings, network)?,
            Arc::clone(&account.ledger),
            Arc::new(Shelves { dirs: dirs.clone() }),
            Arc::new(Keys { stored: stored_keys }),
        );
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unusable(format!("no connection can be made ({error})")))?;
        let origin = client.config().origin().to_string();
        let is_allowed = files::has_consent(&dirs, &root, &origin);
        Ok(Model { client, runtime, cancel: account.cancel, dirs, root, is_allowed, ask_consent, on_wait })
    }

    /// What was used so far.
    pub fn spent(&self) -> Spent {
        self.client.ledger().spent()
    }

    fn ensure_may_be_sent(&mut self, n_bytes: usize, files: &[String]) -> Result<(), ModelError> {
        if self.is_allowed {
            return Ok(());
        }
        let origin = self.client.config().origin().to_string();
        let model = self.client.config().model.clone();
        let sending = ConsentRequest { origin: origin.clone(), model, n_bytes, files: files.to_vec() };
        match (self.ask_consent)(&sending).map_err(ModelError::NotAllowed)? {
            Consent::Refused => return Err(ModelError::NotAllowed("nothing was sent, as you said".to_owned())),
            Consent::Once => {}
            Consent::Always => {
                if let Err(error) = files::keep_consent(&self.dirs, &self.root, &origin) {
                    tracing::warn!(%error, "the answer is not kept");
                }
            }
        }
        self.is_allowed = true;
        Ok(())
    }
}

impl LanguageModel for Model<'_> {
    fn ask(&mut self, task: &Task, files: &[String]) -> Result<Value, ModelError> {
        if let Some(n_bytes) = self.client.would_send(task)? {
            self.ensure_may_be_sent(n_bytes, files)?;
        }
        let on_wait = &mut self.on_wait;
        let mut on_progress = |progress: Progress<'_>| on_wait(&progress);
        Ok(self.runtime.block_on(self.client.ask(task, &self.cancel, &mut on_progress))?.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_counted() {
        let files = ["11 tests", "gen.cpp", "sol.cpp", "val.cpp"].map(str::to_owned).to_vec();
        let sending = ConsentRequest { origin: "http://a".to_owned(), model: "m".to_owned(), n_bytes: 7, files };
        let said = "7 bytes to m at http://a; this and further questions may show 11 tests, gen.cpp";
        assert_eq!(sending.words(2), format!("{said}, and 2 more files"));
        assert_eq!(sending.words(usize::MAX), format!("{said}, sol.cpp, val.cpp"));
    }
}
