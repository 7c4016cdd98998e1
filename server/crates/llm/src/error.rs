//! Why there is no answer: for people, one sentence that says what happened and what to do.
//!
//! Invariant: a sentence never holds a key or anything of a question. `Unusable` and `Refused` quote the answer: they are for
//! the person, not for a log.

use std::time::Duration;

use crate::origin::Origin;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No model is named.
    #[error(
        "no language model is configured; name a server's by `model` and `base_url`, or another kind by `provider`, under [llm] \
         in config.toml, in the editor's settings, or in TOUCHSTONE_LLM_MODEL and TOUCHSTONE_LLM_BASE_URL; check, minimize \
         and explain work without one"
    )]
    NotConfigured,
    /// The settings cannot be used.
    #[error("the settings of the language model cannot be used: {sentence}")]
    Config {
        /// What is wrong and what to write.
        sentence: String,
    },
    /// The program that answers in place of a server gave no answer.
    #[error("{origin} gave no answer ({cause}); {}", origin.advice())]
    Program {
        /// The program.
        origin: Origin,
        /// The cause.
        cause: String,
    },
    /// The key could not be got.
    #[error("the key for {origin} could not be got: {cause}; check `api_key_env` or `api_key_command` in config.toml")]
    Key {
        /// The server.
        origin: Origin,
        /// The cause.
        cause: String,
    },
    /// The server was not reached.
    #[error("{origin} cannot be reached ({cause}); check `base_url` and that the server runs")]
    Unreachable {
        /// The server.
        origin: Origin,
        /// The cause.
        cause: String,
    },
    /// The server's certificate is not trusted.
    #[error(
        "{origin} shows a certificate that is not trusted ({cause}); if it is right, name the authority's file as `ca_file` in config.toml"
    )]
    Untrusted {
        /// The server.
        origin: Origin,
        /// The cause.
        cause: String,
    },
    /// The server sends elsewhere.
    #[error("{origin} redirects to {to}, where no key is sent; set `base_url` to the address that answers itself")]
    Redirected {
        /// The server.
        origin: Origin,
        /// Where to, as far as it says.
        to: String,
    },
    /// The key is missing, wrong or lacks a right.
    #[error(
        "{origin} refuses the key ({words}); set TOUCHSTONE_LLM_API_KEY, or `api_key_env` in config.toml, to one that is valid"
    )]
    Unauthorized {
        /// The server.
        origin: Origin,
        /// The server's words.
        words: String,
    },
    /// There is no such model or path.
    #[error("{origin} has no model `{model}`, or not under this `base_url` ({words}); check both")]
    NotFound {
        /// The server.
        origin: Origin,
        /// The model asked for.
        model: String,
        /// The server's words.
        words: String,
    },
    /// The account has nothing left.
    #[error("the account at {origin} has nothing left to spend ({words}); add to it, or name another model")]
    Quota {
        /// The server.
        origin: Origin,
        /// The server's words.
        words: String,
    },
    /// Too many requests for too long.
    #[error("{origin} takes no more requests for {} s ({words}); try again after that", .wait.as_secs().max(1))]
    RateLimited {
        /// The server.
        origin: Origin,
        /// How long it wants to be left alone.
        wait: Duration,
        /// The server's words.
        words: String,
    },
    /// The request was sent again until no further try was allowed, and failed every time.
    #[error("{origin} failed {n_tries} times, the last time with {words}; try again later")]
    GaveUp {
        /// The server.
        origin: Origin,
        /// How often it was tried.
        n_tries: u32,
        /// What it said the last time.
        words: String,
    },
    /// The request was not taken.
    #[error("{origin} does not take the request ({words}); check `provider` and `model`")]
    Rejected {
        /// The server.
        origin: Origin,
        /// The server's words.
        words: String,
    },
    /// The question is longer than the model can read.
    #[error(
        "the question is longer than the model can read ({words}); name a model with a larger context, or a smaller problem"
    )]
    ContextOverflow {
        /// The server's words.
        words: String,
    },
    /// Nothing came for too long.
    #[error("{origin} said nothing for {} s; try again, or raise `idle_timeout_s`", .idle.as_secs_f64())]
    Silent {
        /// The server.
        origin: Origin,
        /// For how long.
        idle: Duration,
    },
    /// The question took too long in all.
    #[error("there was no whole answer from {origin} within {} s; try again, or raise `total_timeout_s`", .total.as_secs_f64())]
    Late {
        /// The server.
        origin: Origin,
        /// Within how long.
        total: Duration,
    },
    /// The model will not answer.
    #[error("the model refuses to answer ({words}); change the question, or name another model")]
    Refused {
        /// The model's words.
        words: String,
    },
    /// The answer was cut at its limit.
    #[error("the answer is longer than {max_tokens} tokens; raise `max_answer_tokens`")]
    TooLong {
        /// The limit.
        max_tokens: u32,
    },
    /// The answer does not fit its schema, even after a second try.
    #[error(
        "the model's answer does not fit `{name}`, even after it was told so ({problems}); try again, or name a stronger model"
    )]
    Unusable {
        /// The schema's name.
        name: String,
        /// What is wrong with the answer.
        problems: String,
    },
    /// The budget does not allow the question.
    #[error("the question is not sent: it could use {needed} where {left} of {budget} is left; raise that budget")]
    OverBudget {
        /// Which budget.
        budget: &'static str,
        /// What the question could use at most.
        needed: String,
        /// What is left.
        left: String,
    },
    /// A bound on money without prices.
    #[error(
        "a bound on the cost needs `price_input` and `price_output` under [llm] in config.toml; set them, or bound the tokens instead"
    )]
    PriceUnknown,
    /// Nothing is recorded for the question, and nothing may be sent.
    #[error(
        "no recorded answer fits this question, and `replies = \"replay\"` sends none; record it with `replies = \"cache\"`"
    )]
    NotRecorded,
    /// Whoever asked wants no answer any more.
    #[error("the question was cancelled; ask again when an answer is wanted")]
    Cancelled,
}
