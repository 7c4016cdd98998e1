//! Answers of a language model that fit their schema and make no sense.

use serde_json::{Map, Value, json};
use testkit::model_server::{ModelServer, chat_answer, whole};

use testkit::random::Random;

/// A server whose answers fit the schema that is asked for and are random otherwise; their texts are often `words`.
pub fn server(seed: u64, words: &[String]) -> ModelServer {
    let (mut random, words) = (Random::new(seed), words.to_vec());
    ModelServer::new(move |request| match request.json().pointer("/response_format/json_schema/schema") {
        Some(schema) => chat_answer(&answer(schema, &words, &mut random).to_string()),
        None => whole(400, &[], "no schema is asked for"),
    })
}

/// A random value that fits a schema.
pub fn answer(schema: &Value, words: &[String], random: &mut Random) -> Value {
    if let Some(choices) = schema["anyOf"].as_array() {
        return answer(random.pick(choices), words, random);
    }
    if let Some(choices) = schema["enum"].as_array() {
        return random.pick(choices).clone();
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    match *random.pick(&kinds) {
        "object" => {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            Value::Object(
                properties.iter().map(|(key, own)| (key.clone(), answer(own, words, random))).collect::<Map<_, _>>(),
            )
        }
        "array" => (0..random.below(5)).map(|_| answer(&schema["items"], words, random)).collect(),
        "string" => text(words, random).into(),
        "boolean" => (random.below(2) == 0).into(),
        "null" => Value::Null,
        _ => json!(*random.pick(&[0.0, -1.0, 1e18, -2.5, 1e300])),
    }
}

/// One of the words, several of them, or letters that parsers stumble over.
fn text(words: &[String], random: &mut Random) -> String {
    const LETTERS: &str = "ab 0-9\n\t\"'\\|>$#{}[]()<=;:./\u{0}\u{1b}\u{e9}\u{2028}\u{1f600}";
    let letters: Vec<char> = LETTERS.chars().collect();
    match random.below(8) {
        0..4 => random.pick(words).clone(),
        4 => format!("{} {}", random.pick(words), random.pick(words)),
        5 => {
            // Cut somewhere, also amid what belongs together.
            let word: Vec<char> = random.pick(words).chars().collect();
            word[..random.below(word.len() + 1)].iter().collect()
        }
        6 => String::new(),
        _ => (0..random.below(40)).map(|_| *random.pick(&letters)).collect(),
    }
}
