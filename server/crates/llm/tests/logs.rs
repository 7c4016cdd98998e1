//! What the client logs.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use llm::{
    client::Client,
    config::Config,
    ledger::{Budget, Ledger},
    network::Network,
    origin::Origin,
    question::{Part, Progress, Question},
    schema::Shape,
    secret::Secrets,
    store::MemoryStore,
};
use problem::settings::{HeaderLine, LlmSettings};
use serde_json::json;
use testkit::model_server::{ModelServer, chat_answer, whole};
use tokio_util::sync::CancellationToken;

struct Key;

impl Secrets for Key {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "TOUCHSTONE_LLM_API_KEY").then(|| "sk-own-9876".to_owned())
    }

    fn command(&self, _: &[String]) -> Result<String, String> {
        Err("no program is started here".to_owned())
    }

    fn stored(&self, _: &Origin) -> Result<Option<String>, String> {
        Ok(None)
    }
}

/// A log that the test can read.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics with it").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_log_shows_a_key_or_a_text() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(subscriber.finish()).expect("it is the first one");

    let refused = whole(400, &[], "response_format is not supported: hush-question");
    let good = chat_answer("{\"line\": 7, \"text\": \"hush-answer\"}");
    let server = ModelServer::with_answers([refused, whole(500, &[], "hush-question"), good]);
    let settings = LlmSettings {
        base_url: Some(server.base_url()),
        model: Some("m".into()),
        headers: Some(vec![HeaderLine("X-Key: hush-header".into())]),
        ..LlmSettings::default()
    };
    let mut config = Config::from_settings(&settings, Network::default()).expect("the settings are whole");
    config.timing.retries.first_pause = Duration::from_millis(1);
    let ledger = Ledger::new(Budget::default(), None).expect("money is not bounded");
    let client = Client::new(config, Arc::new(ledger), Arc::new(MemoryStore::default()), Arc::new(Key));
    let question = Question {
        name: "fix".into(),
        system: "hush-system".into(),
        parts: vec![Part { text: "hush-question".into(), is_stable: false }],
        shape: Shape { schema: json!({ "type": "object" }), check: |_| Ok(()) },
        normalise: std::convert::identity,
        max_answer_tokens: None,
        temperature: None,
        attempt: 0,
    };
    let mut ignore = |_: Progress<'_>| {};
    client.ask(&question, &CancellationToken::new(), &mut ignore).await.expect("the third request is answered");

    let log = String::from_utf8(log.0.lock().expect("nobody panics with it").clone()).expect("logs are text");
    assert!(log.contains("asked in another way") && log.contains("a request is sent again"), "{log}");
    assert!(!log.contains("sk-own-9876") && !log.contains("hush"), "{log}");
}
