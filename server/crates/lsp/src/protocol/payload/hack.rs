//! Options of the command that makes tests.

use forge::hack::HackMethod;
use problem::finding::Bound;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ModelOptions, three};

/// How tests are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HackMethodParam {
    #[default]
    Evolvecoder,
    CodecontestsO,
    CodecontestsPlus,
    Hardtestgen,
}

fn minute() -> u32 {
    60
}

impl From<HackMethodParam> for HackMethod {
    fn from(method: HackMethodParam) -> HackMethod {
        match method {
            HackMethodParam::Evolvecoder => HackMethod::EvolveCoder,
            HackMethodParam::CodecontestsO => HackMethod::CodeContestsO,
            HackMethodParam::CodecontestsPlus => HackMethod::CodeContestsPlus,
            HackMethodParam::Hardtestgen => HackMethod::HardTestGen,
        }
    }
}

/// Who makes tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum HackEngineParam {
    Offline,
    Llm,
    Both,
}

/// Options of `touchstone.hack`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct HackParams {
    /// Who makes the tests: `offline`, a search that asks no model; `llm`, the model; `both`, the model behind the search. If
    /// nothing is said, the model where one is configured, else the search.
    pub(crate) engine: Option<HackEngineParam>,
    /// The solutions that the search is to fail, by their paths in the folder; all wrong ones if there are none.
    #[serde(default)]
    pub(crate) targets: Vec<String>,
    /// Look for a test that reaches a bound of what the validator reads instead: `{validator, name, is_upper}`, as in the data of
    /// `bound-never-hit`.
    #[schemars(with = "Option<serde_json::Value>", extend("type" = "object"))]
    pub(crate) bound: Option<Bound>,
    /// Judge this input, and offer it as a test, instead of looking for any.
    pub(crate) input: Option<String>,
    /// How long the search looks, 60 seconds if nothing is said.
    #[serde(default = "minute")]
    pub(crate) seconds: u32,
    /// How the model makes them: `evolvecoder` if nothing is said, `codecontests-o`, `codecontests-plus` or `hardtestgen`.
    #[serde(default)]
    pub(crate) method: HackMethodParam,
    /// How many rounds at most, 3 if nothing is said.
    #[serde(default = "three")]
    pub(crate) rounds: u32,
    /// How many tests to ask for each time, 20 if nothing is said.
    #[serde(default = "twenty")]
    pub(crate) tests: u32,
    /// Where chance comes from.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// How many seeds each command gets, 1 if nothing is said (`codecontests-plus`).
    #[serde(default = "one_seed")]
    pub(crate) seeds: u32,
    /// Offer also proved tests that fail nobody new, but no doubtful ones, and few of those that behave alike.
    #[serde(default)]
    pub(crate) all: bool,
    /// Go on although the problem is none that the method is for.
    #[serde(default)]
    pub(crate) anyway: bool,
    /// Send solutions without their comments.
    #[serde(default)]
    pub(crate) strip_comments: bool,
    /// Have the client show the edit and apply it.
    #[serde(default)]
    pub(crate) apply: bool,
    #[serde(flatten)]
    pub(crate) model_options: ModelOptions,
}

fn one_seed() -> u32 {
    1
}

fn one() -> u64 {
    1
}

fn twenty() -> u32 {
    20
}
