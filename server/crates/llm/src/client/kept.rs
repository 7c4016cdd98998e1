//! Answers that were kept, by everything that they depend on.

use problem::digest::Digest;
use serde_json::{Value, json};

use crate::{
    config::Config,
    store::{Shelf, Store},
    task::Task,
};

/// The key of a question's answer.
pub(super) fn key(config: &Config, task: &Task, max_tokens: u32) -> String {
    let parts: Vec<&str> = task.parts.iter().map(|part| part.text.as_str()).collect();
    let question = json!([
        "reply 1",
        config.provider.word(),
        config.base_url.to_string(),
        config.model,
        task.name,
        task.system,
        parts,
        task.shape.schema,
        max_tokens,
        task.temperature,
        task.sample,
    ]);
    Digest::of(question.to_string().as_bytes()).hex()
}

/// The kept answer. One that has not the task's shape counts as absent.
pub(super) fn read(store: &dyn Store, key: &str, task: &Task) -> Option<Value> {
    let value = serde_json::from_slice(&store.read(Shelf::Replies, key)?).ok()?;
    (task.shape.check)(&value).is_ok().then_some(value)
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
    use crate::{network::Network, schema::Shape, task::Part};

    fn shape(schema: Value) -> Shape {
        Shape { schema, check: |_| Ok(()) }
    }

    #[test]
    fn everything_that_matters_is_in_the_key() {
        let settings = LlmSettings { model: Some("m".into()), ..LlmSettings::default() };
        let config = |settings: LlmSettings| Config::from_settings(&settings, Network::default()).unwrap();
        let part = |text: &str| Part { text: text.into(), is_stable: false };
        let task = Task {
            name: "fix".into(),
            system: "s".into(),
            parts: vec![part("p"), part("q")],
            shape: shape(json!({ "type": "object" })),
            understand: std::convert::identity,
            max_answer_tokens: None,
            temperature: None,
            sample: 0,
        };
        let base = config(settings.clone());
        let other_server = config(LlmSettings { base_url: Some("http://127.0.0.1:1/v1".into()), ..settings.clone() });
        let other_model = config(LlmSettings { model: Some("n".into()), ..settings.clone() });
        let other_wire = config(LlmSettings { provider: Some(Provider::OpenaiResponses), ..settings });
        let keys = [
            key(&base, &task, 10),
            key(&other_server, &task, 10),
            key(&other_model, &task, 10),
            key(&other_wire, &task, 10),
            key(&base, &task, 11),
            key(&base, &Task { name: "x".into(), ..task.clone() }, 10),
            key(&base, &Task { system: "x".into(), ..task.clone() }, 10),
            key(&base, &Task { parts: vec![part("pq")], ..task.clone() }, 10),
            key(&base, &Task { shape: shape(json!({})), ..task.clone() }, 10),
            key(&base, &Task { temperature: Some(0.5), ..task.clone() }, 10),
            key(&base, &Task { sample: 1, ..task.clone() }, 10),
        ];
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        assert_eq!(keys[0], key(&base, &task.clone(), 10));
    }
}
