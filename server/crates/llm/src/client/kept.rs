//! Answers that were kept, by everything that they depend on.

use problem::digest::Digest;
use serde_json::{Value, json};

use crate::{
    config::Config,
    question::Question,
    store::{Shelf, Store},
};

/// The key under which the answer to a question is kept.
pub(super) fn cache_key(config: &Config, question: &Question, max_tokens: u32) -> String {
    let parts: Vec<&str> = question.parts.iter().map(|part| part.text.as_str()).collect();
    let parts_of_key = json!([
        "reply 1",
        config.provider.word(),
        config.base_url.to_string(),
        config.model,
        question.name,
        question.system,
        parts,
        question.shape.schema,
        max_tokens,
        question.temperature,
        question.attempt,
    ]);
    Digest::of(parts_of_key.to_string().as_bytes()).hex()
}

/// The kept answer. One that has not the question's shape counts as absent.
pub(super) fn read(store: &dyn Store, key: &str, question: &Question) -> Option<Value> {
    let value = serde_json::from_slice(&store.read(Shelf::Replies, key)?).ok()?;
    (question.shape.check)(&value).is_ok().then_some(value)
}

/// Keeps an answer.
pub(super) fn write(store: &dyn Store, key: &str, value: &Value) {
    if let Err(error) = store.write(Shelf::Replies, key, value.to_string().as_bytes()) {
        tracing::warn!(%error, "an answer is not kept");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use problem::settings::{LlmSettings, Provider};

    use super::*;
    use crate::{network::Network, question::Part, schema::Shape};

    fn shape(schema: Value) -> Shape {
        Shape { schema, check: |_| Ok(()) }
    }

    #[test]
    fn everything_that_matters_is_in_the_key() {
        let settings = LlmSettings { model: Some("m".into()), ..LlmSettings::default() };
        let config = |settings: LlmSettings| Config::from_settings(&settings, Network::default()).unwrap();
        let part = |text: &str| Part { text: text.into(), is_stable: false };
        let question = Question {
            name: "fix".into(),
            system: "s".into(),
            parts: vec![part("p"), part("q")],
            shape: shape(json!({ "type": "object" })),
            normalise: std::convert::identity,
            max_answer_tokens: None,
            temperature: None,
            attempt: 0,
        };
        let base = config(settings.clone());
        let other_server = config(LlmSettings { base_url: Some("http://127.0.0.1:1/v1".into()), ..settings.clone() });
        let other_model = config(LlmSettings { model: Some("n".into()), ..settings.clone() });
        let other_wire = config(LlmSettings { provider: Some(Provider::OpenaiResponses), ..settings });
        let keys = [
            cache_key(&base, &question, 10),
            cache_key(&other_server, &question, 10),
            cache_key(&other_model, &question, 10),
            cache_key(&other_wire, &question, 10),
            cache_key(&base, &question, 11),
            cache_key(&base, &Question { name: "x".into(), ..question.clone() }, 10),
            cache_key(&base, &Question { system: "x".into(), ..question.clone() }, 10),
            cache_key(&base, &Question { parts: vec![part("pq")], ..question.clone() }, 10),
            cache_key(&base, &Question { shape: shape(json!({})), ..question.clone() }, 10),
            cache_key(&base, &Question { temperature: Some(0.5), ..question.clone() }, 10),
            cache_key(&base, &Question { attempt: 1, ..question.clone() }, 10),
        ];
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        assert_eq!(keys[0], cache_key(&base, &question.clone(), 10));
    }
}
