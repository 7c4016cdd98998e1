//! Keys: where they come from, and the type that does not show them.
//!
//! Invariant: a key is got for one origin, and is in the hands of the client for that origin only.

use std::{fmt, sync::Arc};

use crate::{error::Error, origin::Origin};

/// The variable that holds a key for whatever server is configured.
const OWN_VARIABLE: &str = "TOUCHSTONE_LLM_API_KEY";

/// The variables that the providers' own programs read, for their own origins and no other.
const USUAL_VARIABLES: [(&str, &str); 2] =
    [("https://api.openai.com", "OPENAI_API_KEY"), ("https://api.anthropic.com", "ANTHROPIC_API_KEY")];

/// The variables in which keys are looked for that no setting names.
pub fn usual_variables() -> impl Iterator<Item = &'static str> {
    USUAL_VARIABLES.into_iter().map(|(_, name)| name).chain([OWN_VARIABLE])
}

/// A text that is never shown: not in messages, not in logs, not by `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a text.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// How keys are got: the environment, programs and an editor's store are out of reach here.
///
/// The methods may block; they are called on a thread that may.
pub trait Secrets: Send + Sync {
    /// A variable of the environment.
    fn variable(&self, name: &str) -> Option<String>;

    /// What a program prints that is started with these arguments, without a shell.
    ///
    /// # Errors
    /// Why it printed none: a sentence without the output.
    fn command(&self, arguments: &[String]) -> Result<String, String>;

    /// The key that a person has stored for an origin, in an editor's secret store for example.
    ///
    /// # Errors
    /// Why the store could not be asked.
    fn stored(&self, origin: &Origin) -> Result<Option<String>, String>;
}

/// Where the key of one origin is to be found, beside the places that always count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyPlaces {
    /// A variable of the environment.
    pub(crate) variable: Option<String>,
    /// A program that prints it, with its arguments.
    pub(crate) command: Option<Vec<String>>,
}

/// The key for an origin, `None` when there is none, as with most servers on one's own machine.
pub(crate) async fn find(
    secrets: Arc<dyn Secrets>,
    places: KeyPlaces,
    origin: Origin,
) -> Result<Option<Secret>, Error> {
    let of = origin.clone();
    let found = tokio::task::spawn_blocking(move || find_blocking(&*secrets, &places, &origin)).await;
    let found = found.unwrap_or_else(|_| Err("the lookup broke off".to_owned()));
    found.map_err(|cause| Error::Key { origin: of, cause })
}

fn find_blocking(secrets: &dyn Secrets, places: &KeyPlaces, origin: &Origin) -> Result<Option<Secret>, String> {
    let as_key = |text: String| Some(text.trim()).filter(|text| !text.is_empty()).map(Secret::new);
    let variable = |name: &str| secrets.variable(name).and_then(as_key);
    if let Some(key) = variable(OWN_VARIABLE) {
        return Ok(Some(key));
    }
    if let Some(name) = &places.variable {
        return variable(name).map(Some).ok_or_else(|| format!("the environment variable {name} is not set"));
    }
    if let Some(arguments) = &places.command {
        let program = arguments.first().map_or("the program", String::as_str);
        let printed = secrets.command(arguments)?;
        return as_key(printed).map(Some).ok_or_else(|| format!("{program} printed nothing"));
    }
    if let Some(key) = secrets.stored(origin)?.and_then(as_key) {
        return Ok(Some(key));
    }
    let usual = USUAL_VARIABLES.iter().find(|(of, _)| Origin::of(of).as_ref() == Some(origin));
    Ok(usual.and_then(|(_, name)| variable(name)))
}
