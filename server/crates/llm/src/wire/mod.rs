//! What goes over the wire: one trait, and one module for each of the formats that servers speak.
//!
//! Invariant: everything here is pure. A request becomes a JSON value, and the data of events become a [`ModelOutput`].

mod chat;
mod messages;
mod responses;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use problem::settings::Provider;
use serde_json::Value;

use crate::{
    failure::Failure,
    ladder::{Capabilities, OutputMode},
    question::{Question, Usage},
    secret::Secret,
};

/// A question as it is asked now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    /// The model.
    pub(crate) model: &'a str,
    /// What is asked.
    pub(crate) question: &'a Question,
    /// The bound on the answer.
    pub(crate) max_tokens: u32,
    /// How the question is asked.
    pub(crate) capabilities: Capabilities,
    /// An answer that does not fit, and what the model is told about it.
    pub(crate) repair: Option<&'a Correction>,
}

/// What the second turn adds to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Correction {
    /// What the model wrote.
    pub(crate) answer: String,
    /// What the model is told about it.
    pub(crate) feedback: String,
}

impl Request<'_> {
    /// The system text, with the schema where it has to stand in the prompt. It is the same for every question of a
    /// kind, so it belongs to the beginning.
    fn system(&self) -> Cow<'_, str> {
        let how = match self.capabilities.mode {
            OutputMode::JsonSchema | OutputMode::Tool if !self.capabilities.schema_in_prompt => {
                return (&*self.question.system).into();
            }
            OutputMode::JsonSchema | OutputMode::JsonObject => "Answer with one JSON object and nothing else",
            OutputMode::Tool => "Answer by calling the tool, with arguments",
            OutputMode::Prompt => "Answer with one JSON object in one ```json block and nothing else",
        };
        format!("{}\n\n{how}. It must fit this JSON schema:\n{}\n", self.question.system, self.question.shape.schema)
            .into()
    }

    /// All of it as one text, for a program.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n{}", self.system(), question_text(self.question));
        if let Some(Correction { answer, feedback }) = self.repair {
            text += &format!("\n\nThis was your answer:\n\n{answer}\n\n{feedback}\n");
        }
        text
    }

    /// What the tool is for, where the answer comes by a tool.
    fn tool_description(&self) -> &'static str {
        "Takes the answer. Call it once, with the whole answer as its arguments."
    }
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The model was done.
    Done,
    /// The answer is as long as it may be.
    Length,
    /// A filter of the server's.
    Filter,
    /// The model will not answer.
    Refusal,
}

/// What a model has said so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ModelOutput {
    /// Its words.
    pub(crate) text: String,
    /// The arguments of the tool that it called.
    pub(crate) arguments: String,
    /// Its words when it will not answer.
    pub(crate) refusal: String,
    /// Bytes of thinking that were shown; they count as tokens.
    pub(crate) n_thinking_bytes: usize,
    /// Why it stopped; `None` while it has not.
    pub(crate) stop: Option<Stop>,
    /// Tokens, as far as the server told.
    pub(crate) usage: Option<Usage>,
}

impl ModelOutput {
    /// The answer's text: what was said, or what a tool was called with.
    pub(crate) fn spoken(&self) -> &str {
        if self.text.trim().is_empty() && !self.arguments.is_empty() { &self.arguments } else { &self.text }
    }

    /// How much has come, bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.text.len() + self.arguments.len() + self.refusal.len() + self.n_thinking_bytes
    }
}

/// What an event brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// There is more to come.
    More,
    /// Nothing more comes.
    End,
}

/// A wire format.
pub(crate) trait Wire: Send + Sync {
    /// The path below the base address.
    fn path(&self) -> &'static str;

    /// The headers that carry the key, beside those that every request has.
    fn headers(&self, key: Option<&Secret>) -> Vec<(&'static str, Secret)>;

    /// The body of a request.
    fn body(&self, request: &Request<'_>) -> Value;

    /// Adds the data of one event of a stream to an answer.
    ///
    /// # Errors
    /// When it tells of a failure.
    fn event(&self, answer: &mut ModelOutput, data: &Value) -> Result<Step, Failure>;

    /// The answer in a body that came whole.
    ///
    /// # Errors
    /// When it tells of a failure.
    fn whole(&self, body: &Value) -> Result<ModelOutput, Failure>;
}

/// The format that a provider speaks; a program speaks none.
pub(crate) fn of(provider: Provider) -> Option<&'static dyn Wire> {
    match provider {
        Provider::Openai => Some(&chat::Chat),
        Provider::OpenaiResponses => Some(&responses::Responses),
        Provider::Anthropic => Some(&messages::Messages),
        Provider::Command | Provider::Editor => None,
    }
}

fn bearer(key: Option<&Secret>) -> Vec<(&'static str, Secret)> {
    key.map(|key| ("authorization", Secret::new(format!("Bearer {}", key.expose())))).into_iter().collect()
}

/// The question as one text, stable parts first as they stand.
fn question_text(question: &Question) -> String {
    question.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// A text, or the texts of a list of parts.
fn text_of(content: &Value) -> Cow<'_, str> {
    match content {
        Value::String(text) => text.into(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect::<String>().into(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => "".into(),
    }
}

/// Arguments of a tool, which most servers send as text and some as a value.
fn arguments_of(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// How the answer is to be given, which all formats say alike: with how much chance, and whether piece by piece.
fn add_manner(body: &mut Value, request: &Request<'_>) {
    if let Some(temperature) = request.question.temperature.filter(|_| request.capabilities.takes_temperature) {
        body["temperature"] = decimal(temperature);
    }
    if request.capabilities.streams {
        body["stream"] = true.into();
    }
}

/// A number as people write it: 0.7, not 0.699999988.
fn decimal(number: f32) -> Value {
    number.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

fn count(usage: &Value, pointer: &str) -> u64 {
    usage.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

/// The failure of an event or a body that has an `error`.
fn failure_in(body: &Value) -> Option<Failure> {
    let error = body.get("error").filter(|error| !error.is_null())?;
    let nameless = || Failure { message: error.to_string(), ..Failure::default() };
    Some(Failure::of_value(error).unwrap_or_else(nameless))
}

fn no_answer(body: &Value) -> Failure {
    let keys: Vec<&str> = body.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    let message = format!("a body without an answer, whose keys are {}", keys.join(", "));
    Failure { status: Some(400), message, ..Failure::default() }
}
