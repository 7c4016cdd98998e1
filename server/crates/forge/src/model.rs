//! The model that a person has configured: its client, kept answers, keys, and the leave to send anything.
//!
//! Invariant: nothing leaves the machine before the person has allowed it for this folder and this server, or the command
//! line has said so.

use std::{collections::BTreeMap, io, sync::Arc};

use judge::{
    answering,
    disk::{dirs::Dirs, files},
    user::{printed_by, variable},
};
use llm::{
    client::Client,
    config::Config,
    ledger::{Budget, Ledger, Prices},
    network::{Network, Proxies},
    origin::Origin,
    question::Question,
    secret::{self, Secrets},
    store::{Shelf, Store},
};
use problem::{
    path::AbsPath,
    settings::{LlmSettings, Money, Provider, RepliesFrom},
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use llm::{
    ledger::Spent,
    program::{ProgramLimits, Programs, Started},
    question::Progress,
};

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

/// The user's own programs that answer.
struct Answering {
    /// Variables that hold keys, beside ours.
    hidden: Vec<String>,
}

impl Programs for Answering {
    fn start(&self, arguments: &[String], question: String, limits: ProgramLimits) -> Result<Started, String> {
        let bounds = (limits.time, limits.output);
        let (program, stopper) = answering::start(arguments, &self.hidden, question, bounds)?;
        Ok(Started { wait: Box::new(|| program.wait()), stop: Box::new(|| stopper.stop()) })
    }
}

/// The variables that hold keys, or would for other settings.
fn key_variables(settings: &LlmSettings) -> Vec<String> {
    let named = settings.api_key_env.iter().chain(&settings.other_key_variables).cloned();
    named.chain(secret::usual_variables().map(str::to_owned)).collect()
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
    /// What this question and the questions after it may show, a line each: how many tests, and paths in the folder.
    pub disclosed: Vec<String>,
}

/// What a person says to the question whether something may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent {
    /// For all questions of this command about this folder; nothing is kept.
    ForThisCommand,
    /// From this folder to this server from now on.
    Always,
    /// No.
    Refused,
}

/// Asks a person whether something may be sent.
pub type AskConsent<'a> = Box<dyn FnMut(&ConsentRequest) -> Result<Consent, String> + 'a>;

/// Told of what goes on while an answer is awaited.
pub type OnWait<'a> = Box<dyn FnMut(&Progress<'_>) + Send + 'a>;

/// The configured model, for one folder.
pub struct Model<'a> {
    client: Client,
    /// What the person has to allow by name: the server, or the editor's model.
    consent_key: String,
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
pub struct ModelSession {
    ledger: Arc<Ledger>,
    cancel: CancellationToken,
}

impl ModelSession {
    /// A session in which nothing was spent yet.
    ///
    /// # Errors
    /// When the settings' budget cannot be kept, such as one in money without prices.
    pub fn new(settings: &LlmSettings) -> Result<ModelSession, llm::error::Error> {
        let ledger = Ledger::new(Budget::from_settings(settings), Prices::from_settings(settings))?;
        Ok(ModelSession { ledger: Arc::new(ledger), cancel: CancellationToken::new() })
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

/// What one command may use of a model; it overrides the user's settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelLimits {
    /// Answers of earlier runs do, and nothing is sent.
    pub replay: bool,
    /// How many requests at most that the model works at.
    pub max_calls: Option<u32>,
    /// How many tokens at most.
    pub max_tokens: Option<u64>,
    /// What the questions may cost, in the unit of the prices.
    pub max_cost: Option<f64>,
}

impl ModelLimits {
    /// The user's settings, with these limits in place of theirs where they are set.
    ///
    /// # Errors
    /// A sentence when `max_cost` is no amount of money.
    pub fn override_settings(self, user: &LlmSettings) -> Result<LlmSettings, String> {
        let max_cost = self.max_cost.map(Money::try_from).transpose()?;
        Ok(LlmSettings {
            max_calls: self.max_calls.or(user.max_calls),
            max_tokens: self.max_tokens.or(user.max_tokens),
            max_cost: max_cost.or(user.max_cost),
            replies: if self.replay { Some(RepliesFrom::Replay) } else { user.replies },
            ..user.clone()
        })
    }
}

impl ConsentRequest {
    /// What would be sent, and to whom, in a few words; at most `most` lines of what is disclosed are named.
    pub fn words(&self, most: usize) -> String {
        let ConsentRequest { origin, model, n_bytes, disclosed } = self;
        let more = match disclosed.len().saturating_sub(most) {
            0 => String::new(),
            n => format!(", and {n} more files"),
        };
        let shown = disclosed[..disclosed.len().min(most)].join(", ");
        let whom = if model.is_empty() { origin.clone() } else { format!("{model} at {origin}") };
        format!("{n_bytes} bytes to {whom}; this and further questions may show {shown}{more}")
    }
}

/// The server that settings name, as a key is kept for it; `None` where they name none that can be used, or a program.
pub fn origin(settings: &LlmSettings) -> Option<String> {
    let config = Config::from_settings(settings, Network::default()).ok()?;
    config.origin().program().is_none().then(|| config.origin().to_string())
}

/// What a [`Model`] is made of.
pub struct ModelConfig<'a> {
    /// What may be spent, and the wish to stop.
    pub model_session: ModelSession,
    /// The tool's own directories.
    pub dirs: Dirs,
    /// The user's settings.
    pub settings: &'a LlmSettings,
    /// Keys by origin that an editor has handed over.
    pub stored_keys: BTreeMap<String, String>,
    /// The folder that is spoken of.
    pub root: AbsPath,
    /// The editor's model, where there is one.
    pub editor: Option<EditorModel>,
}

/// The model that an editor has.
pub struct EditorModel {
    /// What the editor calls it.
    pub name: String,
    /// Asks it, in the way in which programs are asked.
    pub asks: Arc<dyn Programs>,
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
        let ModelConfig { model_session, dirs, settings, stored_keys, root, editor } = config;
        let unusable = |sentence: String| llm::error::Error::Config { sentence };
        let editor = editor.filter(|_| settings.provider == Some(Provider::Editor));
        if editor.is_none() && settings.provider == Some(Provider::Editor) {
            let sentence = "`provider` is `editor`, and there is no editor here that has a model; use a command of an editor, or name \
                            another provider";
            return Err(unusable(sentence.to_owned()));
        }
        let (editor_model, programs): (_, Arc<dyn Programs>) = match editor {
            Some(EditorModel { name, asks }) => (Some(name), asks),
            None => (None, Arc::new(Answering { hidden: key_variables(settings) })),
        };
        let extra_certificates = match &settings.ca_file {
            Some(path) => {
                let text = files::read(path).ok_or_else(|| unusable(format!("`ca_file` {path} cannot be read")))?;
                Some(text.into_bytes())
            }
            None => None,
        };
        let network = Network { proxies: Proxies::from_environment(variable), extra_certificates };
        let mut config = Config::from_settings(settings, network)?;
        let mut consent_key = config.origin().to_string();
        if let Some(name) = editor_model {
            // Neither its answers nor the leave to ask it are another's.
            consent_key = format!("{name} at {consent_key}");
            config.model = name;
        }
        let client = Client::new(
            config,
            Arc::clone(&model_session.ledger),
            Arc::new(Shelves { dirs: dirs.clone() }),
            Arc::new(Keys { stored: stored_keys }),
        )
        .with_programs(programs);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unusable(format!("no connection can be made ({error})")))?;
        let is_allowed = files::has_consent(&dirs, &root, &consent_key);
        let cancel = model_session.cancel;
        Ok(Model { client, consent_key, runtime, cancel, dirs, root, is_allowed, ask_consent, on_wait })
    }

    /// What was used so far.
    pub fn spent(&self) -> Spent {
        self.client.ledger().spent()
    }

    /// Asks the person, unless they have said before that something may be sent, and keeps the answer. Fails unless it is yes.
    fn obtain_consent(&mut self, n_bytes: usize, disclosed: &[String]) -> Result<(), ModelError> {
        if self.is_allowed {
            return Ok(());
        }
        let origin = self.client.config().origin().to_string();
        let model = self.client.config().model.clone();
        let sending = ConsentRequest { origin, model, n_bytes, disclosed: disclosed.to_vec() };
        match (self.ask_consent)(&sending).map_err(ModelError::NotAllowed)? {
            Consent::Refused => return Err(ModelError::NotAllowed("nothing was sent, as you said".to_owned())),
            Consent::ForThisCommand => {}
            Consent::Always => {
                if let Err(error) = files::keep_consent(&self.dirs, &self.root, &self.consent_key) {
                    tracing::warn!(%error, "the answer is not kept");
                }
            }
        }
        self.is_allowed = true;
        Ok(())
    }
}

impl LanguageModel for Model<'_> {
    fn ask(&mut self, question: &Question, disclosed: &[String]) -> Result<Value, ModelError> {
        if let Some(n_bytes) = self.client.would_send(question)? {
            self.obtain_consent(n_bytes, disclosed)?;
        }
        let on_wait = &mut self.on_wait;
        let mut on_progress = |progress: Progress<'_>| on_wait(&progress);
        Ok(self.runtime.block_on(self.client.ask(question, &self.cancel, &mut on_progress))?.value)
    }

    fn max_answer_tokens(&self) -> u32 {
        self.client.config().max_answer_tokens
    }

    fn ledger_so_far(&self) -> Option<Spent> {
        Some(self.spent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_counted() {
        let disclosed = ["11 tests", "gen.cpp", "sol.cpp", "val.cpp"].map(str::to_owned).to_vec();
        let sending = ConsentRequest { origin: "http://a".to_owned(), model: "m".to_owned(), n_bytes: 7, disclosed };
        let said = "7 bytes to m at http://a; this and further questions may show 11 tests, gen.cpp";
        assert_eq!(sending.words(2), format!("{said}, and 2 more files"));
        assert_eq!(sending.words(usize::MAX), format!("{said}, sol.cpp, val.cpp"));
    }

    use testkit::{
        folder::Folder,
        model_server::{ModelServer, chat_answer},
    };

    use crate::{
        answers::Explain,
        ask::read,
        prompt::{Prompts, tests::everything},
    };

    fn settings(server: &ModelServer) -> LlmSettings {
        LlmSettings { base_url: Some(server.base_url()), model: Some("scripted".to_owned()), ..LlmSettings::default() }
    }

    /// Asks once with a person who answers so: the words of the answer or why there is none, and how often they were asked.
    fn asked(server: &ModelServer, home: &Folder, consent: Consent) -> (Result<String, String>, usize) {
        let root = AbsPath::new(home.path()).unwrap();
        let dirs = Dirs { cache: root.child("cache"), config: root.child("config"), state: root.child("state") };
        let settings = settings(server);
        let model_session = ModelSession::new(&settings).unwrap();
        let config = ModelConfig {
            model_session,
            dirs,
            settings: &settings,
            stored_keys: BTreeMap::new(),
            root: root.child("problem"),
            editor: None,
        };
        let mut n_asked = 0;
        let ask_consent = |request: &ConsentRequest| {
            assert_eq!(
                (request.model.as_str(), request.disclosed.as_slice()),
                ("scripted", ["sol.cpp".to_owned()].as_slice())
            );
            assert!(request.n_bytes > 0);
            n_asked += 1;
            Ok(consent)
        };
        let mut model = Model::new(config, Box::new(ask_consent), Box::new(|_| {})).unwrap();
        let question = Prompts::default().question::<Explain>(&everything()).unwrap();
        let answer = |model: &mut Model<'_>| {
            let value = model.ask(&question, &["sol.cpp".to_owned()]).map_err(|error| error.to_string())?;
            Ok(read::<Explain>(&value).unwrap().explanation)
        };
        let first = answer(&mut model);
        if first.is_ok() {
            // The same question again is answered from what was kept, and nobody is asked.
            assert_eq!(answer(&mut model), first);
            assert_eq!(model.spent().n_from_cache, 1);
        }
        drop(model);
        (first, n_asked)
    }

    #[test]
    fn nothing_is_sent_before_the_person_allows_it_and_always_is_remembered() {
        let server = ModelServer::new(|_| chat_answer(r#"{ "explanation": "so" }"#));
        let home = Folder::empty("home");
        let refused = Err("nothing was sent, as you said".to_owned());
        assert_eq!(asked(&server, &home, Consent::Refused), (refused, 1));
        assert_eq!(server.requests(), []);
        assert_eq!(asked(&server, &home, Consent::ForThisCommand), (Ok("so".to_owned()), 1));
        assert_eq!(server.requests().len(), 1);
        let home = Folder::empty("home");
        assert_eq!(asked(&server, &home, Consent::Always), (Ok("so".to_owned()), 1));
        home.remove("cache");
        assert_eq!(
            asked(&server, &home, Consent::Refused),
            (Ok("so".to_owned()), 0),
            "for this folder and this server"
        );
    }

    /// An editor whose model has one answer.
    struct OneAnswer;

    impl Programs for OneAnswer {
        fn start(&self, _: &[String], _: String, _: ProgramLimits) -> Result<Started, String> {
            let wait = || Ok(r#"{ "explanation": "so" }"#.to_owned());
            Ok(Started { wait: Box::new(wait), stop: Box::new(|| ()) })
        }
    }

    #[test]
    fn the_leave_to_ask_one_editors_model_and_its_answers_are_not_anothers() {
        let home = Folder::empty("home");
        let root = AbsPath::new(home.path()).unwrap();
        let dirs = Dirs { cache: root.child("cache"), config: root.child("config"), state: root.child("state") };
        let settings = LlmSettings { provider: Some(Provider::Editor), ..LlmSettings::default() };
        // How often the person was asked, and how many answers were kept ones.
        let asked = |name: &str| {
            let config = ModelConfig {
                model_session: ModelSession::new(&settings).unwrap(),
                dirs: dirs.clone(),
                settings: &settings,
                stored_keys: BTreeMap::new(),
                root: root.child("problem"),
                editor: Some(EditorModel { name: name.to_owned(), asks: Arc::new(OneAnswer) }),
            };
            let mut n_asked = 0;
            let ask_consent = |_: &ConsentRequest| {
                n_asked += 1;
                Ok(Consent::Always)
            };
            let mut model = Model::new(config, Box::new(ask_consent), Box::new(|_| {})).unwrap();
            model.ask(&Prompts::default().question::<Explain>(&everything()).unwrap(), &[]).unwrap();
            let n_from_cache = model.spent().n_from_cache;
            drop(model);
            (n_asked, n_from_cache)
        };
        assert_eq!(asked("one"), (1, 0));
        assert_eq!(asked("one"), (0, 1));
        assert_eq!(asked("other"), (1, 0));
        home.remove("cache");
        assert_eq!(asked("one"), (0, 0), "what was said of it is kept");
    }

    #[test]
    fn what_a_command_says_goes_before_the_settings() {
        let user = LlmSettings { max_calls: Some(7), max_tokens: Some(1000), ..LlmSettings::default() };
        let own = ModelLimits { replay: true, max_calls: Some(2), max_tokens: None, max_cost: Some(0.5) };
        let both = own.override_settings(&user).unwrap();
        assert_eq!((both.max_calls, both.max_tokens, both.replies), (Some(2), Some(1000), Some(RepliesFrom::Replay)));
        assert_eq!(both.max_cost.map(f64::from), Some(0.5));
        assert_eq!(ModelLimits::default().override_settings(&user).unwrap(), user);
        assert!(ModelLimits { max_cost: Some(-1.0), ..ModelLimits::default() }.override_settings(&user).is_err());
        assert!(ModelLimits { max_cost: Some(f64::NAN), ..ModelLimits::default() }.override_settings(&user).is_err());
    }
}
