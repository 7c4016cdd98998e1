//! The table `[llm]` of `config.toml`: which language model is asked, with which key, and what it may cost.
//!
//! Invariant: a key, and the headers that may hold one, belong to the address they are written with. When a stronger
//! source names another address, they are dropped, never sent there.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reader::{Field, Reader};
use crate::path::AbsPath;

/// Which model is asked, and how. Without a model, everything that asks none works all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LlmSettings {
    /// How the server is spoken to; or that a program of your own answers, or your editor's model.
    pub provider: Option<Provider>,
    /// The program that answers where `provider` is `command`, with its arguments; no shell is started.
    pub command: Option<Vec<String>>,
    /// The server's address, up to and including `/v1`. If left out, the provider's own.
    pub base_url: Option<String>,
    /// The model's name, as the server has it.
    pub model: Option<String>,
    /// The environment variable that holds the key.
    pub api_key_env: Option<String>,
    /// A program that prints the key, with its arguments; no shell is started.
    pub api_key_command: Option<Vec<String>>,
    /// Further headers of every request, each written `Name: value`.
    #[schemars(with = "Option<Vec<String>>")]
    pub headers: Option<Vec<HeaderLine>>,
    /// What a million tokens of questions cost.
    #[schemars(with = "Option<f64>", range(min = 0, max = MAX_MONEY))]
    pub price_input: Option<Money>,
    /// What a million tokens of answers cost.
    #[schemars(with = "Option<f64>", range(min = 0, max = MAX_MONEY))]
    pub price_output: Option<Money>,
    /// How many requests one run may make: one for a question, another when an answer does not fit; kept answers are free.
    #[schemars(range(min = 1, max = MAX_CALLS))]
    pub max_calls: Option<u32>,
    /// How many tokens one run may use, questions and answers together.
    #[schemars(range(min = 1, max = MAX_TOKENS))]
    pub max_tokens: Option<u64>,
    /// What one run may cost, in the unit of the prices.
    #[schemars(with = "Option<f64>", range(min = 0, max = MAX_MONEY))]
    pub max_cost: Option<Money>,
    /// How many tokens one answer may have, the model's thinking included.
    #[schemars(range(min = 1, max = MAX_ANSWER_TOKENS))]
    pub max_answer_tokens: Option<u32>,
    /// A file of certificates in PEM form to trust beside the system's: an absolute path.
    pub ca_file: Option<AbsPath>,
    /// How long the server may say nothing, in seconds.
    #[schemars(range(min = 1, max = MAX_SECONDS))]
    pub idle_timeout_s: Option<u32>,
    /// How long one question may take, repeated tries included, in seconds.
    #[schemars(range(min = 1, max = MAX_SECONDS))]
    pub total_timeout_s: Option<u32>,
    /// Where answers come from.
    pub replies: Option<RepliesFrom>,
    /// What was written and not understood, a sentence each. Nobody is asked then: what was meant may be another server.
    #[serde(skip)]
    pub mistakes: Vec<String>,
    /// Variables that hold a key in a source whose key is not taken here. No program that answers gets to see them.
    #[serde(skip)]
    pub other_key_variables: Vec<String>,
}

/// A header as it is written, `Name: value`. The value may be a key, so `{:?}` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HeaderLine(pub String);

impl fmt::Debug for HeaderLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.split_once(':').map_or("", |(name, _)| name);
        write!(f, "{name}: …")
    }
}

const MAX_MONEY: u32 = 1_000_000;
const MAX_CALLS: u32 = 1_000_000;
const MAX_TOKENS: u64 = 1 << 40;
const MAX_ANSWER_TOKENS: u32 = 1 << 24;
const MAX_SECONDS: u32 = 24 * 60 * 60;

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// OpenAI's chat completions, which most servers offer.
    #[default]
    Openai,
    /// OpenAI's responses.
    OpenaiResponses,
    /// Anthropic's messages.
    Anthropic,
    /// A program of the user's own, which reads the question and prints the answer.
    Command,
    /// The model that the editor has.
    Editor,
}

impl Provider {
    const WORDS: [(&'static str, Provider); 5] = [
        ("openai", Provider::Openai),
        ("openai-responses", Provider::OpenaiResponses),
        ("anthropic", Provider::Anthropic),
        ("command", Provider::Command),
        ("editor", Provider::Editor),
    ];

    /// The word of the settings.
    pub fn word(self) -> &'static str {
        match self {
            Provider::Openai => "openai",
            Provider::OpenaiResponses => "openai-responses",
            Provider::Anthropic => "anthropic",
            Provider::Command => "command",
            Provider::Editor => "editor",
        }
    }

    /// Whether it is a server, which has an address and may want a key.
    pub fn is_server(self) -> bool {
        !matches!(self, Provider::Command | Provider::Editor)
    }

    /// The address of the provider itself; one that is no server has none.
    pub fn own_base_url(self) -> &'static str {
        match self {
            Provider::Openai | Provider::OpenaiResponses => "https://api.openai.com/v1",
            Provider::Anthropic => "https://api.anthropic.com/v1",
            Provider::Command | Provider::Editor => "",
        }
    }
}

/// Where answers come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RepliesFrom {
    /// From earlier answers to the same question, else from the model.
    #[default]
    Cache,
    /// From the model; they are kept for later.
    Model,
    /// From earlier answers alone: nothing is sent, and a new question fails.
    Replay,
}

const REPLIES: [(&str, RepliesFrom); 3] =
    [("cache", RepliesFrom::Cache), ("model", RepliesFrom::Model), ("replay", RepliesFrom::Replay)];

/// An amount of money, in whatever unit the user's prices are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Money {
    /// Millionths of the unit.
    pub micros: u64,
}

impl TryFrom<f64> for Money {
    type Error = String;

    fn try_from(amount: f64) -> Result<Money, String> {
        if !(0.0..=f64::from(MAX_MONEY)).contains(&amount) {
            return Err(format!("an amount of money is from 0 to {MAX_MONEY}"));
        }
        Ok(Money { micros: (amount * 1e6).round() as u64 })
    }
}

impl From<Money> for f64 {
    fn from(money: Money) -> f64 {
        money.micros as f64 / 1e6
    }
}

/// The keys of the table, in the order of the documentation.
pub(super) const LLM_KEYS: [&str; 17] = [
    "provider",
    "command",
    "base_url",
    "model",
    "api_key_env",
    "api_key_command",
    "headers",
    "price_input",
    "price_output",
    "max_calls",
    "max_tokens",
    "max_cost",
    "max_answer_tokens",
    "ca_file",
    "idle_timeout_s",
    "total_timeout_s",
    "replies",
];

impl LlmSettings {
    /// Whether a model is named, or a program that answers, so that one can be asked.
    pub fn is_configured(&self) -> bool {
        if self.provider == Some(Provider::Editor) {
            return true;
        }
        if self.provider == Some(Provider::Command) {
            return self.command.as_ref().is_some_and(|command| !command.is_empty());
        }
        self.model.as_ref().is_some_and(|model| !model.is_empty())
    }

    /// Whether somebody wants to be asked. What was written and not understood may be the very line that names the model.
    pub fn is_wanted(&self) -> bool {
        self.is_configured() || !self.mistakes.is_empty()
    }

    /// The address that is asked: the one that is set, else the provider's own. What is no server has none.
    pub fn effective_base_url(&self) -> &str {
        if self.provider.is_some_and(|provider| !provider.is_server()) {
            return "";
        }
        let own = self.provider.unwrap_or_default().own_base_url();
        let set = self.base_url.as_deref().filter(|url| !url.is_empty());
        set.unwrap_or(own).trim_end_matches('/')
    }

    /// The settings as they may be shown to others: without the values of headers and the arguments of programs, any of
    /// which may be a key.
    #[must_use]
    pub fn without_secrets(&self) -> LlmSettings {
        let name_only = |header: &HeaderLine| HeaderLine(format!("{header:?}"));
        let program_only = |arguments: &Vec<String>| arguments.iter().take(1).cloned().collect();
        LlmSettings {
            headers: self.headers.as_ref().map(|headers| headers.iter().map(name_only).collect()),
            api_key_command: self.api_key_command.as_ref().map(program_only),
            command: self.command.as_ref().map(program_only),
            ..self.clone()
        }
    }

    /// What `TOUCHSTONE_LLM_*` variables set, with a sentence for every one that cannot be understood. The key itself,
    /// `TOUCHSTONE_LLM_API_KEY`, is no setting: it is read when a question is asked.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> (LlmSettings, Vec<String>) {
        let mut mistakes = Vec::new();
        let text = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let provider = text("TOUCHSTONE_LLM_PROVIDER");
        let provider =
            provider.and_then(|text| word("TOUCHSTONE_LLM_PROVIDER", &text, &Provider::WORDS, &mut mistakes));
        let replies = text("TOUCHSTONE_LLM_REPLIES");
        let replies = replies.and_then(|text| word("TOUCHSTONE_LLM_REPLIES", &text, &REPLIES, &mut mistakes));
        let settings = LlmSettings {
            provider,
            base_url: text("TOUCHSTONE_LLM_BASE_URL"),
            model: text("TOUCHSTONE_LLM_MODEL"),
            replies,
            mistakes: mistakes.clone(),
            ..LlmSettings::default()
        };
        (settings, mistakes)
    }

    /// These settings, and where they say nothing those of a weaker source: of its key and its headers only when the
    /// address is the same, of its prices only when the model is the same too.
    #[must_use]
    pub fn or(self, weaker: LlmSettings) -> LlmSettings {
        let provider = self.provider.or(weaker.provider);
        let base_url = self.base_url.or_else(|| weaker.base_url.clone());
        let address = LlmSettings { provider, base_url: base_url.clone(), ..LlmSettings::default() };
        let same_address = address.effective_base_url() == weaker.effective_base_url();
        let same_model = same_address && self.model.as_ref().is_none_or(|model| Some(model) == weaker.model.as_ref());
        let has_key = self.api_key_env.is_some() || self.api_key_command.is_some();
        let takes_key = same_address && !has_key;
        let not_taken = weaker.api_key_env.clone().filter(|_| !takes_key);
        LlmSettings {
            provider,
            command: self.command.or(weaker.command),
            base_url,
            model: self.model.or(weaker.model),
            api_key_env: self.api_key_env.or(weaker.api_key_env.filter(|_| takes_key)),
            api_key_command: self.api_key_command.or(weaker.api_key_command.filter(|_| takes_key)),
            headers: self.headers.or(weaker.headers.filter(|_| same_address)),
            price_input: self.price_input.or(weaker.price_input.filter(|_| same_model)),
            price_output: self.price_output.or(weaker.price_output.filter(|_| same_model)),
            max_calls: self.max_calls.or(weaker.max_calls),
            max_tokens: self.max_tokens.or(weaker.max_tokens),
            max_cost: self.max_cost.or(weaker.max_cost),
            max_answer_tokens: self.max_answer_tokens.or(weaker.max_answer_tokens),
            ca_file: self.ca_file.or(weaker.ca_file),
            idle_timeout_s: self.idle_timeout_s.or(weaker.idle_timeout_s),
            total_timeout_s: self.total_timeout_s.or(weaker.total_timeout_s),
            replies: self.replies.or(weaker.replies),
            mistakes: self.mistakes.into_iter().chain(weaker.mistakes).collect(),
            other_key_variables: [self.other_key_variables, weaker.other_key_variables, Vec::from_iter(not_taken)]
                .concat(),
        }
    }
}

fn word<T: Copy>(name: &str, text: &str, words: &[(&str, T)], mistakes: &mut Vec<String>) -> Option<T> {
    let found = words.iter().find(|(word, _)| *word == text).map(|&(_, meaning)| meaning);
    if found.is_none() {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        mistakes
            .push(format!("the environment variable {name} cannot be `{text}`; {}", super::reader::hint(text, &known)));
    }
    found
}

/// Reads the table, and keeps what of it was not understood.
pub(super) fn read(reader: &mut Reader<'_>, field: &Field<'_>) -> LlmSettings {
    let n_before = reader.n_mistakes();
    let settings = read_table(reader, field).unwrap_or_default();
    LlmSettings { mistakes: reader.messages_since(n_before), ..settings }
}

fn read_table(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<LlmSettings> {
    let entries = reader.table(field)?;
    let keys = reader.keys(entries, &LLM_KEYS);
    let small = |reader: &mut Reader<'_>, name: &str, most: u32| {
        let number = keys.get(name).and_then(|field| reader.number(field, u64::from(most)));
        number.and_then(|number| u32::try_from(number).ok())
    };
    Some(LlmSettings {
        provider: keys.get("provider").and_then(|field| reader.word(field, &Provider::WORDS)),
        command: keys.get("command").and_then(|field| reader.texts(field)),
        base_url: keys.get("base_url").and_then(|field| reader.text(field)),
        model: keys.get("model").and_then(|field| reader.text(field)),
        api_key_env: keys.get("api_key_env").and_then(|field| reader.text(field)),
        api_key_command: keys.get("api_key_command").and_then(|field| reader.texts(field)),
        headers: keys.get("headers").and_then(|field| header_lines(reader, field)),
        price_input: keys.get("price_input").and_then(|field| money(reader, field)),
        price_output: keys.get("price_output").and_then(|field| money(reader, field)),
        max_calls: small(reader, "max_calls", MAX_CALLS),
        max_tokens: keys.get("max_tokens").and_then(|field| reader.number(field, MAX_TOKENS)),
        max_cost: keys.get("max_cost").and_then(|field| money(reader, field)),
        max_answer_tokens: small(reader, "max_answer_tokens", MAX_ANSWER_TOKENS),
        ca_file: keys.get("ca_file").and_then(|field| reader.absolute(field)),
        idle_timeout_s: small(reader, "idle_timeout_s", MAX_SECONDS),
        total_timeout_s: small(reader, "total_timeout_s", MAX_SECONDS),
        replies: keys.get("replies").and_then(|field| reader.word(field, &REPLIES)),
        mistakes: Vec::new(),
        other_key_variables: Vec::new(),
    })
}

fn header_lines(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Vec<HeaderLine>> {
    Some(reader.texts(field)?.into_iter().map(HeaderLine).collect())
}

fn money(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Money> {
    let amount = reader.amount(field)?;
    let money = Money::try_from(amount);
    if money.is_err() {
        reader.warn(field.range, format!("`{}` must be from 0 to {MAX_MONEY}", field.name));
    }
    money.ok()
}
