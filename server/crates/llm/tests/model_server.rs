//! The client against a real server, llama.cpp's, with a tiny model of random weights.
//!
//! `tests/model-server/run.sh` starts one and names it in `TOUCHSTONE_TEST_MODEL_SERVER`; without that nothing is tried.

use std::sync::Arc;

use llm::{
    client::Client,
    config::Config,
    error::Error,
    ledger::{Budget, Ledger},
    network::Network,
    origin::Origin,
    question::{Part, Progress, Question, Reply},
    schema::Shape,
    secret::Secrets,
    store::MemoryStore,
};
use problem::settings::{LlmSettings, Provider, RepliesFrom};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Number;
use tokio_util::sync::CancellationToken;

struct Key(&'static str);

impl Secrets for Key {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "TOUCHSTONE_LLM_API_KEY").then(|| self.0.to_owned())
    }

    fn command(&self, _: &[String]) -> Result<String, String> {
        Err("no program is started here".to_owned())
    }

    fn stored(&self, _: &Origin) -> Result<Option<String>, String> {
        Ok(None)
    }
}

#[expect(clippy::disallowed_methods, reason = "the script that starts the server says where it is")]
fn address() -> Option<String> {
    std::env::var("TOUCHSTONE_TEST_MODEL_SERVER").ok()
}

/// A client of the server, where there is one.
fn client(provider: Provider, key: &'static str, change: impl FnOnce(&mut Config)) -> Option<Client> {
    let address = address()?;
    let settings = LlmSettings {
        provider: Some(provider),
        base_url: Some(format!("{address}/v1")),
        model: Some("tiny-random".to_owned()),
        max_answer_tokens: Some(300),
        replies: Some(RepliesFrom::Model),
        ..LlmSettings::default()
    };
    let mut config = Config::from_settings(&settings, Network::default()).expect("the settings are whole");
    change(&mut config);
    let ledger = Ledger::new(Budget::default(), None).expect("money is not bounded");
    Some(Client::new(config, Arc::new(ledger), Arc::new(MemoryStore::default()), Arc::new(Key(key))))
}

/// What is asked for.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "it is only checked that answers are of this type")]
struct Judgement {
    verdict: Verdict,
    #[schemars(with = "i64")]
    line: Number,
    words: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Ok,
    Wrong,
}

fn question_of(question: &str) -> Question {
    Question {
        name: "judgement".into(),
        system: "You judge.".into(),
        parts: vec![Part { text: question.into(), is_stable: false }],
        shape: Shape::of::<Judgement>(),
        normalise: std::convert::identity,
        max_answer_tokens: None,
        temperature: Some(1.0),
        attempt: 0,
    }
}

/// Asks, and tells how many pieces of text came.
async fn ask(client: &Client, question: &Question) -> (Result<Reply, Error>, usize) {
    let mut n_texts = 0;
    let mut count = |progress: Progress<'_>| n_texts += usize::from(matches!(progress, Progress::Text(_)));
    let reply = client.ask(question, &CancellationToken::new(), &mut count).await;
    (reply, n_texts)
}

#[tokio::test]
async fn answers_that_the_server_makes_fit() {
    for streams in [true, false] {
        let Some(client) = client(Provider::Openai, "test-key", |config| config.streams = streams) else { return };
        let mut n_answers = 0;
        for attempt in 0..20 {
            let (reply, n_texts) = ask(&client, &Question { attempt, ..question_of("hi") }).await;
            match reply {
                Ok(reply) => {
                    assert!(["ok", "wrong"].contains(&reply.value["verdict"].as_str().unwrap()), "{reply:?}");
                    assert!(reply.value["line"].is_number() && reply.value["words"].is_array(), "{reply:?}");
                    assert!(reply.usage.input_tokens > 10 && reply.usage.output_tokens > 10, "{reply:?}");
                    assert!(!reply.usage.is_estimated, "the server counts");
                    assert!(if streams { n_texts > 5 } else { n_texts <= 2 }, "{n_texts} pieces");
                    n_answers += 1;
                }
                // A random model may go on for longer than it may.
                Err(Error::TooLong { max_tokens: 300 }) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert!(n_answers >= 15, "{n_answers} answers");
    }
}

#[tokio::test]
async fn answers_that_the_server_does_not_make_fit() {
    // llama.cpp ignores the schema on these paths, so the model says what it likes, and the local check finds that.
    for provider in [Provider::OpenaiResponses, Provider::Anthropic] {
        for streams in [true, false] {
            let mut counts = false;
            // A call whose connection breaks is tried again, and what it cost is estimated.
            for _ in 0..3 {
                let Some(client) = client(provider, "test-key", |config| config.streams = streams) else { return };
                let (reply, n_texts) = ask(&client, &question_of("hi")).await;
                let error = reply.unwrap_err();
                assert!(matches!(error, Error::TooLong { .. } | Error::Unusable { .. }), "{provider:?}: {error}");
                let spent = client.ledger().spent();
                assert!(n_texts > 0 && spent.n_calls > 0, "{provider:?}: {n_texts} pieces");
                assert!(spent.usage.output_tokens > 0, "{provider:?}: {spent:?}");
                counts |= !spent.usage.is_estimated;
            }
            assert!(counts, "{provider:?}: the server counts");
        }
    }
}

#[tokio::test]
async fn cancelling_frees_the_server() {
    let Some(client) = client(Provider::Openai, "test-key", |_| {}) else { return };
    // The server works at two questions at a time, so a third one shows that the first two have ended.
    for _ in 0..6 {
        let cancel = CancellationToken::new();
        let mut on_text = |progress: Progress<'_>| {
            if matches!(progress, Progress::Text(_)) {
                cancel.cancel();
            }
        };
        assert_eq!(client.ask(&question_of("hi"), &cancel, &mut on_text).await, Err(Error::Cancelled));
    }
    let spent = client.ledger().spent();
    assert!(spent.n_calls == 6 && spent.usage.is_estimated, "{spent:?}");
    let reply = ask(&client, &question_of("hi")).await.0;
    assert!(matches!(reply, Ok(_) | Err(Error::TooLong { .. })), "{reply:?}");
}

#[tokio::test]
async fn questions_that_are_too_long() {
    for provider in [Provider::Openai, Provider::OpenaiResponses, Provider::Anthropic] {
        let Some(client) = client(provider, "test-key", |_| {}) else { return };
        let error = ask(&client, &question_of(&"word ".repeat(4000))).await.0.unwrap_err();
        assert!(matches!(error, Error::ContextOverflow { .. }), "{provider:?}: {error}");
        assert_eq!(client.ledger().spent().n_calls, 0);
    }
}

#[tokio::test]
async fn keys_that_are_wrong() {
    for provider in [Provider::Openai, Provider::OpenaiResponses, Provider::Anthropic] {
        let Some(client) = client(provider, "wrong-key", |_| {}) else { return };
        let error = ask(&client, &question_of("hi")).await.0.unwrap_err();
        assert!(matches!(error, Error::Unauthorized { .. }), "{provider:?}: {error}");
        assert!(!error.to_string().contains("wrong-key"), "{error}");
    }
}
