//! Which model is asked, and how: the user's settings, read and ready.

use std::time::Duration;

use problem::settings::{LlmSettings, Provider, RepliesFrom};
use reqwest::header::{HeaderName, HeaderValue};

use crate::{
    error::Error,
    ledger::Prices,
    network::Network,
    origin::{BaseUrl, Origin},
    retry::Retries,
    secret::{KeyPlaces, Secret},
};

/// How many tokens an answer may have when nothing is set.
pub const DEFAULT_MAX_ANSWER_TOKENS: u32 = 16_384;

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Until a connection stands.
    pub connect: Duration,
    /// Without a byte from the server, before the first one or between two.
    pub idle: Duration,
    /// For a question in all, with everything that is sent again.
    pub total: Duration,
    /// When a request is sent again.
    pub retries: Retries,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(120),
            total: Duration::from_secs(900),
            retries: Retries::default(),
        }
    }
}

/// Which model is asked, and how.
#[derive(Clone, Debug)]
pub struct Config {
    /// The format that is spoken.
    pub provider: Provider,
    /// The server.
    pub base_url: BaseUrl,
    /// The model's name; empty where a program answers that chooses one itself.
    pub model: String,
    /// How many tokens an answer may have, unless its question says so.
    pub max_answer_tokens: u32,
    /// Whether answers are asked for as streams. Some gateways cannot pass them on.
    pub streams: bool,
    /// What tokens cost, when it is known.
    pub prices: Option<Prices>,
    /// Where answers come from.
    pub replies: RepliesFrom,
    /// How long things may take.
    pub timing: Timing,
    /// The way to the server.
    pub network: Network,
    pub(crate) key_places: KeyPlaces,
    pub(crate) headers: Vec<Header>,
}

/// A header that the user adds. Its value may be a key.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) name: HeaderName,
    pub(crate) value: Secret,
}

impl Config {
    /// Reads the settings.
    ///
    /// # Errors
    /// [`Error::NotConfigured`] when no model is named; [`Error::Config`] when something in them cannot be used.
    pub fn from_settings(settings: &LlmSettings, network: Network) -> Result<Config, Error> {
        // Half of what was said may name another server.
        if let Some(sentence) = settings.mistakes.first() {
            return Err(Error::Config { sentence: sentence.clone() });
        }
        let provider = settings.provider.unwrap_or_default();
        let (model, base_url) = if provider == Provider::Command {
            let command = settings.command.clone().filter(|command| !command.is_empty());
            let sentence =
                "`provider` is `command`, and `command` names no program; write `command = [\"PROGRAM\"]`".to_owned();
            let command = command.ok_or(Error::Config { sentence })?;
            (settings.model.clone().unwrap_or_default(), BaseUrl::of_program(command))
        } else if provider == Provider::Editor {
            // Which one it is, is the editor's business; its name comes from there.
            (String::new(), BaseUrl::of_editor())
        } else {
            let model = settings.model.clone().filter(|model| !model.is_empty()).ok_or(Error::NotConfigured)?;
            (model, BaseUrl::parse(settings.effective_base_url())?)
        };
        let timing = Timing::default();
        let seconds = |set: Option<u32>, usual| set.map_or(usual, |seconds| Duration::from_secs(u64::from(seconds)));
        let headers = settings.headers.iter().flatten().map(|header| read_header(&header.0));
        Ok(Config {
            provider,
            base_url,
            model,
            max_answer_tokens: settings.max_answer_tokens.unwrap_or(DEFAULT_MAX_ANSWER_TOKENS),
            streams: true,
            prices: Prices::from_settings(settings),
            replies: settings.replies.unwrap_or_default(),
            timing: Timing {
                idle: seconds(settings.idle_timeout_s, timing.idle),
                total: seconds(settings.total_timeout_s, timing.total),
                ..timing
            },
            network,
            key_places: KeyPlaces {
                variable: settings.api_key_env.clone(),
                command: settings.api_key_command.clone().filter(|arguments| !arguments.is_empty()),
            },
            headers: headers.collect::<Result<_, _>>()?,
        })
    }

    /// Who gets what is sent.
    pub fn origin(&self) -> &Origin {
        self.base_url.origin()
    }
}

/// `Name: value`. What cannot be read is not quoted, since it may hold a key.
fn read_header(written: &str) -> Result<Header, Error> {
    let error = |why: &str| Error::Config { sentence: format!("one of `headers` {why}; write `Name: value`") };
    let (name, value) = written.split_once(':').ok_or_else(|| error("has no colon"))?;
    let name: HeaderName = name.trim().parse().map_err(|_| error("has a name that is none"))?;
    if matches!(name.as_str(), "host" | "content-length" | "content-type" | "transfer-encoding" | "connection") {
        return Err(error(&format!("is `{name}`, which is not yours to set")));
    }
    let value = value.trim();
    HeaderValue::from_str(value).map_err(|_| error("has a value with characters that no header may have"))?;
    Ok(Header { name, value: Secret::new(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> LlmSettings {
        let (settings, mistakes) = problem::settings::UserSettings::parse(&format!("[llm]\n{text}"));
        assert_eq!(mistakes, []);
        settings.llm
    }

    fn error(text: &str) -> String {
        Config::from_settings(&settings(text), Network::default()).unwrap_err().to_string()
    }

    #[test]
    fn defaults() {
        let config = Config::from_settings(&settings("model = \"m\""), Network::default()).unwrap();
        assert_eq!(config.base_url.to_string(), "https://api.openai.com/v1");
        assert_eq!((config.timing, config.max_answer_tokens), (Timing::default(), DEFAULT_MAX_ANSWER_TOKENS));
        let anthropic = settings("model = \"m\"\nprovider = \"anthropic\"\nidle_timeout_s = 5");
        let anthropic = Config::from_settings(&anthropic, Network::default()).unwrap();
        assert_eq!(anthropic.base_url.to_string(), "https://api.anthropic.com/v1");
        assert_eq!(anthropic.timing.idle, Duration::from_secs(5));
    }

    #[test]
    fn no_model() {
        assert_eq!(
            error("base_url = \"http://127.0.0.1:1/v1\""),
            "no language model is configured; name a server's by `model` and `base_url`, or another kind by `provider`, \
             under [llm] in config.toml, in the editor's settings, or in TOUCHSTONE_LLM_MODEL and TOUCHSTONE_LLM_BASE_URL; \
             check, minimize and explain work without one"
        );
    }

    #[test]
    fn what_is_not_understood_is_asked_of_nobody() {
        let (settings, _) = problem::settings::UserSettings::parse("[llm]\nprovider = \"openapi\"\nmodel = \"m\"\n");
        let error = Config::from_settings(&settings.llm, Network::default()).unwrap_err().to_string();
        let sentence = "the settings of the language model cannot be used: `llm.provider` cannot be `openapi`; did you mean \
                        `openai`?";
        assert_eq!(error, sentence);
    }

    #[test]
    fn a_program_in_place_of_a_server() {
        let config = settings("provider = \"command\"\ncommand = [\"my-model\", \"a b\"]");
        let config = Config::from_settings(&config, Network::default()).unwrap();
        assert_eq!(config.origin().to_string(), r#"the command ["my-model","a b"]"#);
        assert_eq!((config.origin().is_loopback(), config.model.as_str()), (false, ""));
        let none = error("provider = \"command\"\nmodel = \"m\"");
        assert!(none.contains("write `command = [\"PROGRAM\"]`"), "{none}");
    }

    #[test]
    fn headers_are_read_and_never_shown() {
        let with = |header: &str| settings(&format!("model = \"m\"\nheaders = [\"{header}\"]"));
        let config = Config::from_settings(&with("X-Key: hush: 1"), Network::default()).unwrap();
        assert_eq!((config.headers[0].name.as_str(), config.headers[0].value.expose()), ("x-key", "hush: 1"));
        assert!(!format!("{config:?}").contains("hush"));
        for bad in ["hush", "a b: hush", "Host: hush", "X: hush\\u0007"] {
            let error = Config::from_settings(&with(bad), Network::default()).unwrap_err().to_string();
            assert!(error.contains("one of `headers`") && !error.contains("hush"), "{error}");
        }
    }
}
