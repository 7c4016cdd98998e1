//! The client against a server on this machine that says, byte by byte, what a test wants.

mod answers;
mod failures;
mod keys;
mod limits;
mod programs;
mod tls;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use problem::settings::LlmSettings;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use testkit::model_server::ModelServer;
use tokio_util::sync::CancellationToken;

use super::Client;
use crate::{
    config::Config,
    error::Error,
    ledger::{Budget, Ledger},
    network::Network,
    origin::Origin,
    question::{Part, Progress, Question, Reply},
    retry::Retries,
    schema::Shape,
    secret::Secrets,
    store::MemoryStore,
};

/// Secrets that a test decides, and what was asked of them.
#[derive(Default)]
struct Keys {
    variables: HashMap<String, String>,
    printed: Option<Result<String, String>>,
    stored: Option<String>,
    asked: Mutex<Vec<String>>,
}

impl Secrets for Keys {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    fn command(&self, arguments: &[String]) -> Result<String, String> {
        self.asked.lock().unwrap().push(arguments.join("|"));
        self.printed.clone().expect("this test starts no program")
    }

    fn stored(&self, origin: &Origin) -> Result<Option<String>, String> {
        self.asked.lock().unwrap().push(origin.to_string());
        Ok(self.stored.clone())
    }
}

fn with_variable(name: &str, value: &str) -> Keys {
    Keys { variables: [(name.to_owned(), value.to_owned())].into(), ..Keys::default() }
}

/// A client with everything around it.
struct Bench {
    settings: LlmSettings,
    network: Network,
    idle: Duration,
    total: Duration,
    store: Arc<MemoryStore>,
    keys: Arc<Keys>,
}

impl Bench {
    fn new(server: &ModelServer) -> Bench {
        Bench::at(&server.base_url())
    }

    fn at(base_url: &str) -> Bench {
        Bench {
            settings: LlmSettings {
                base_url: Some(base_url.to_owned()),
                model: Some("m".to_owned()),
                max_answer_tokens: Some(50),
                ..LlmSettings::default()
            },
            network: Network::default(),
            idle: Duration::from_secs(20),
            total: Duration::from_secs(60),
            store: Arc::default(),
            keys: Arc::default(),
        }
    }

    fn client(&self) -> Client {
        let mut config = Config::from_settings(&self.settings, self.network.clone()).unwrap();
        config.timing.retries = Retries { first_pause: Duration::from_millis(1), ..Retries::default() };
        (config.timing.idle, config.timing.total) = (self.idle, self.total);
        let ledger = Ledger::new(Budget::from_settings(&self.settings), config.prices).unwrap();
        Client::new(config, Arc::new(ledger), self.store.clone(), self.keys.clone())
    }
}

/// What is asked for.
#[derive(Deserialize, JsonSchema)]
struct Line {
    #[serde(rename = "line")]
    _line: i64,
}

fn question_of(question: &str) -> Question {
    Question {
        name: "fix".into(),
        system: "You repair.".into(),
        parts: vec![Part { text: question.into(), is_stable: false }],
        shape: Shape::of::<Line>(),
        normalise: std::convert::identity,
        max_answer_tokens: None,
        temperature: None,
        attempt: 0,
    }
}

/// Asks, and tells what happened meanwhile.
async fn ask_telling(client: &Client, question: &Question) -> (Result<Reply, Error>, Vec<String>) {
    let mut told = Vec::new();
    let mut tell = |progress: Progress<'_>| {
        told.push(match progress {
            Progress::Sending { .. } => "sending".to_owned(),
            Progress::Text(text) => format!("text {text}"),
            Progress::Waiting { n_tries, why, .. } => format!("waiting after {n_tries}: {why}"),
            Progress::Repairing { problems } => format!("repairing: {problems}"),
        });
    };
    let reply = client.ask(question, &CancellationToken::new(), &mut tell).await;
    (reply, told)
}

async fn ask(client: &Client, question: &str) -> Result<Reply, Error> {
    ask_telling(client, &question_of(question)).await.0
}

fn line(value: u32) -> Value {
    json!({ "line": value })
}

/// Waits where waiting is allowed.
async fn off<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}
