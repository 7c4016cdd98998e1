//! What a server can do: found out by asking, one step down at a time, and remembered.
//!
//! That is how the answer is made to be JSON, the name of the bound on its length, and whether the server streams. It
//! is kept by server and model.
//!
//! Invariant: every step leaves a strictly smaller choice, so a question is asked a bounded number of times.

use problem::{digest::Digest, settings::Provider};
use serde::{Deserialize, Serialize};

use crate::{failure::Failure, origin::BaseUrl};

/// How the answer is made to fit its schema, the strongest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutputMode {
    /// The server takes the schema and enforces it.
    JsonSchema,
    /// The server enforces JSON; the schema stands in the prompt.
    JsonObject,
    /// The model must call a tool whose arguments are the answer.
    Tool,
    /// The prompt asks for it, in a fence.
    Prompt,
}

impl OutputMode {
    /// The next weaker mode; Anthropic's servers have no mode for JSON without a schema.
    fn below(self, provider: Provider) -> Option<OutputMode> {
        match self {
            OutputMode::JsonSchema if provider == Provider::Anthropic => Some(OutputMode::Tool),
            OutputMode::JsonSchema => Some(OutputMode::JsonObject),
            OutputMode::JsonObject => Some(OutputMode::Tool),
            OutputMode::Tool => Some(OutputMode::Prompt),
            OutputMode::Prompt => None,
        }
    }
}

/// The name of the bound on an answer's length, in chat completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitName {
    /// What most servers have.
    MaxTokens,
    /// What OpenAI has, and wants for its newer models.
    MaxCompletionTokens,
}

impl LimitName {
    /// The word in requests.
    pub(crate) fn word(self) -> &'static str {
        match self {
            LimitName::MaxTokens => "max_tokens",
            LimitName::MaxCompletionTokens => "max_completion_tokens",
        }
    }

    fn other(self) -> LimitName {
        match self {
            LimitName::MaxTokens => LimitName::MaxCompletionTokens,
            LimitName::MaxCompletionTokens => LimitName::MaxTokens,
        }
    }
}

/// What one model of one server can do, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Capabilities {
    /// How answers are made to fit.
    pub(crate) mode: OutputMode,
    /// Whether the schema stands in the prompt although the server has it, because it did not keep to it.
    pub(crate) schema_in_prompt: bool,
    /// The name of the bound on an answer's length.
    pub(crate) limit: LimitName,
    /// Whether the other name was tried.
    #[serde(rename = "limit_is_sure")]
    pub(crate) tried_other_limit_name: bool,
    /// Whether a temperature may be set.
    pub(crate) takes_temperature: bool,
    /// Whether answers come as streams.
    pub(crate) streams: bool,
    /// Whether a stream can be asked for its usage.
    pub(crate) stream_usage: bool,
    /// Whether a whole answer has come this way.
    #[serde(rename = "is_proved")]
    pub(crate) has_worked: bool,
}

impl Capabilities {
    /// What is tried first.
    pub(crate) fn untried(base_url: &BaseUrl) -> Capabilities {
        let (host, is_program) = (base_url.origin().host(), base_url.origin().program().is_some());
        let is_openai = host == "api.openai.com" || host.ends_with(".openai.azure.com");
        Capabilities {
            // A program gets a text and gives one.
            mode: if is_program { OutputMode::Prompt } else { OutputMode::JsonSchema },
            schema_in_prompt: false,
            // Servers that do not know the newer name ignore it, and with it the bound.
            limit: if is_openai { LimitName::MaxCompletionTokens } else { LimitName::MaxTokens },
            tried_other_limit_name: false,
            takes_temperature: true,
            streams: true,
            stream_usage: true,
            has_worked: false,
        }
    }

    /// What to try after the server did not take a request; `None` when that would not help.
    pub(crate) fn after(&self, provider: Provider, failure: &Failure) -> Option<Capabilities> {
        let words = failure.words();
        let says = |list: &[&str]| list.iter().any(|word| words.contains(word));
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let names = |name: &str| words.split(|character| !is_part(character)).any(|word| word == name);
        let is_refusal = says(&UNSUPPORTED);
        if is_refusal && provider == Provider::Openai && !self.tried_other_limit_name && names(self.limit.word()) {
            return Some(Capabilities { limit: self.limit.other(), tried_other_limit_name: true, ..*self });
        }
        if is_refusal && self.takes_temperature && names("temperature") {
            return Some(Capabilities { takes_temperature: false, ..*self });
        }
        if is_refusal && self.streams && self.stream_usage && (names("stream_options") || names("include_usage")) {
            return Some(Capabilities { stream_usage: false, ..*self });
        }
        if is_refusal && self.streams && (names("stream") || names("streaming")) {
            return Some(Capabilities { streams: false, ..*self });
        }
        let mode = self.mode.below(provider)?;
        let is_about_form = says(&FORM_WORDS);
        // Some servers only say that the request is bad. One that has worked before is not doubted for that.
        (is_about_form || !self.has_worked).then_some(Capabilities { mode, ..*self })
    }
}

const UNSUPPORTED: [&str; 12] = [
    "unsupported",
    "not support",
    "does not allow",
    "not allowed",
    "not permitted",
    "unrecognized",
    "unknown",
    "unexpected",
    "extra inputs",
    "not available",
    "not implemented",
    "instead",
];

const FORM_WORDS: [&str; 9] = [
    "response_format",
    "json_schema",
    "json_object",
    "structured output",
    "schema",
    "grammar",
    "tool",
    "output_config",
    "text.format",
];

/// The key under which what a server can do is kept.
pub(crate) fn store_key(provider: Provider, base_url: &BaseUrl, model: &str) -> String {
    let named = serde_json::json!(["capabilities 1", provider.word(), base_url.to_string(), model]);
    Digest::of(named.to_string().as_bytes()).hex()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(message: &str) -> Failure {
        Failure::of_answer(400, &serde_json::json!({ "error": { "message": message } }).to_string())
    }

    fn untried() -> Capabilities {
        Capabilities::untried(&BaseUrl::parse("http://127.0.0.1:1/v1").unwrap())
    }

    fn modes(provider: Provider, words: &str) -> Vec<OutputMode> {
        let steps = std::iter::successors(Some(untried()), |now| now.after(provider, &refused(words)));
        steps.map(|capabilities| capabilities.mode).collect()
    }

    #[test]
    fn down_the_ladder() {
        let words = "response_format is not supported";
        let all = [OutputMode::JsonSchema, OutputMode::JsonObject, OutputMode::Tool, OutputMode::Prompt];
        assert_eq!(modes(Provider::Openai, words), all);
        assert_eq!(modes(Provider::OpenaiResponses, words), all);
        assert_eq!(modes(Provider::Anthropic, words), [OutputMode::JsonSchema, OutputMode::Tool, OutputMode::Prompt]);
        assert_eq!(modes(Provider::Openai, "bad request"), all, "an untried server may say anything");
    }

    #[test]
    fn what_has_worked_is_doubted_only_for_its_form() {
        let proved = Capabilities { has_worked: true, ..untried() };
        assert_eq!(proved.after(Provider::Openai, &refused("bad request")), None);
        let next = proved.after(Provider::Openai, &refused("json_schema is too deep")).unwrap();
        assert_eq!(next.mode, OutputMode::JsonObject);
    }

    #[test]
    fn other_names_and_parameters() {
        let limit = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
        let next = untried().after(Provider::Openai, &refused(limit)).unwrap();
        assert_eq!((next.limit, next.mode), (LimitName::MaxCompletionTokens, OutputMode::JsonSchema));
        let openai = Capabilities::untried(&BaseUrl::parse("https://api.openai.com/v1").unwrap());
        assert_eq!(openai.limit, LimitName::MaxCompletionTokens);
        let back = openai.after(Provider::Openai, &refused("Unrecognized request argument: max_completion_tokens"));
        assert_eq!(back.unwrap().limit, LimitName::MaxTokens);

        let temperature = "Unsupported value: 'temperature' does not support 0.7 with this model";
        assert!(!untried().after(Provider::Openai, &refused(temperature)).unwrap().takes_temperature);
        let usage = untried().after(Provider::Openai, &refused("unknown field stream_options")).unwrap();
        assert!(usage.streams && !usage.stream_usage);
        assert!(!untried().after(Provider::Openai, &refused("stream is not supported with tools")).unwrap().streams);
    }

    #[test]
    fn parameters_are_whole_words() {
        let next = untried().after(Provider::Openai, &refused("unsupported upstream temperature_x")).unwrap();
        assert_eq!(next, Capabilities { mode: OutputMode::JsonObject, ..untried() });
    }

    #[test]
    fn it_ends() {
        let everything = format!(
            "unsupported: max_tokens max_completion_tokens temperature stream stream_options {}",
            FORM_WORDS.join(" ")
        );
        for provider in [Provider::Openai, Provider::OpenaiResponses, Provider::Anthropic] {
            let steps = std::iter::successors(Some(untried()), |now| now.after(provider, &refused(&everything)));
            assert!(steps.take(20).count() < 10);
        }
    }

    #[test]
    fn keys_tell_servers_and_models_apart() {
        let base_url = |text: &str| BaseUrl::parse(text).unwrap();
        let keys = [
            store_key(Provider::Openai, &base_url("http://a.example/v1"), "m"),
            store_key(Provider::OpenaiResponses, &base_url("http://a.example/v1"), "m"),
            store_key(Provider::Openai, &base_url("http://b.example/v1"), "m"),
            store_key(Provider::Openai, &base_url("http://a.example/v1"), "n"),
        ];
        let distinct: std::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), 4);
    }
}
