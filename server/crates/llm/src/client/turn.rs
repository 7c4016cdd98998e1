//! One turn with the model: a request, sent again while that may help and time and budget allow it.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, sleep_until};

use super::{
    OnProgress,
    exchange::{self, Exchange, Open},
};
use crate::{
    config::Config,
    error::Error,
    failure::{Failure, Meaning},
    ledger::{Ledger, estimated_tokens},
    redact,
    secret::Secret,
    task::{Progress, Usage},
    wire::{self, ModelOutput, Request, Wire},
};

/// Why a turn brought no answer.
#[derive(Debug)]
pub(super) enum Broken {
    /// The server does not take the request as it is.
    Unsuited(Failure),
    /// Nothing more can be done.
    Final(Error),
}

/// What turns of one question share.
pub(super) struct Turn<'a> {
    config: &'a Config,
    http: &'a reqwest::Client,
    ledger: &'a Arc<Ledger>,
    wire: &'static dyn Wire,
    headers: reqwest::header::HeaderMap,
    deadline: Instant,
    /// What no message may show.
    pub(super) secrets: Vec<Secret>,
}

/// What to do about a failed try.
enum RetryDecision {
    Retry { why: String, wish: Option<Duration>, in_the_end: Error },
    GiveUp(Broken),
}

impl<'a> Turn<'a> {
    /// Prepares turns that end at the deadline. The key is the one for the configured origin.
    pub(super) fn new(
        config: &'a Config,
        http: &'a reqwest::Client,
        ledger: &'a Arc<Ledger>,
        key: Option<&Secret>,
        deadline: Instant,
    ) -> Result<Turn<'a>, Error> {
        let wire = wire::of(config.provider);
        let headers = exchange::headers(wire, key, &config.headers).ok_or_else(|| Error::Key {
            origin: config.origin().clone(),
            cause: "it has characters that no key has".into(),
        })?;
        let secrets =
            key.cloned().into_iter().chain(config.headers.iter().map(|header| header.value.clone())).collect();
        Ok(Turn { config, http, ledger, wire, headers, deadline, secrets })
    }

    /// Takes the turn. The answer has its usage, by the server's count or by an estimate.
    pub(super) async fn take(&self, request: &Request<'_>, on_progress: OnProgress<'_>) -> Result<ModelOutput, Broken> {
        let body = self.wire.body(request).to_string().into_bytes();
        let estimate = Usage { input_tokens: estimated_tokens(body.len()), is_estimated: true, ..Usage::default() };
        let most = Usage { output_tokens: u64::from(request.max_tokens), ..estimate };
        let exchange = Exchange {
            http: self.http,
            wire: self.wire,
            url: self.config.base_url.at(self.wire.path()),
            headers: &self.headers,
            body,
            streams: request.capabilities.streams,
            max_answer_bytes: 64 * 1024 + 32 * request.max_tokens as usize,
            idle: self.config.timing.idle,
            deadline: self.deadline,
        };
        for n_tries in 1.. {
            let reservation = self.ledger.reserve(most).map_err(Broken::Final)?;
            let mut open = Open { reservation, estimate };
            on_progress(Progress::Sending { n_bytes: exchange.body.len() });
            let outcome = exchange.run(&mut open, on_progress).await;
            drop(open);
            let verdict = match outcome {
                Ok(answer) => return Ok(answer),
                Err(failed) => self.verdict(failed, n_tries),
            };
            let (why, wish, in_the_end) = match verdict {
                RetryDecision::Retry { why, wish, in_the_end } => (why, wish, in_the_end),
                RetryDecision::GiveUp(broken) => return Err(broken),
            };
            let pause = self.config.timing.retries.pause(n_tries, fastrand::f64(), wish);
            let Some(pause) = pause.filter(|pause| Instant::now() + *pause < self.deadline) else {
                return Err(Broken::Final(in_the_end));
            };
            tracing::info!(origin = %self.config.origin(), n_tries, ?pause, "a request is sent again");
            on_progress(Progress::Waiting { pause, n_tries, why: &why });
            sleep_until(Instant::now() + pause).await;
        }
        Err(Broken::Final(Error::Cancelled))
    }

    fn verdict(&self, failed: exchange::TransportError, n_tries: u32) -> RetryDecision {
        let origin = self.config.origin().clone();
        let words = |text: &str| redact::words(text, &self.secrets);
        let over = |error| RetryDecision::GiveUp(Broken::Final(error));
        match failed {
            exchange::TransportError::Unreachable(cause) => {
                let why = words(&cause);
                RetryDecision::Retry { wish: None, in_the_end: Error::Unreachable { origin, cause: why.clone() }, why }
            }
            exchange::TransportError::Lost(cause) => {
                let why = words(&cause);
                RetryDecision::Retry {
                    wish: None,
                    in_the_end: Error::TransportError { origin, n_tries, words: why.clone() },
                    why,
                }
            }
            exchange::TransportError::Untrusted(cause) => over(Error::Untrusted { origin, cause: words(&cause) }),
            exchange::TransportError::Redirected(to) => over(Error::Redirected { origin, to: words(&to) }),
            exchange::TransportError::Silent => over(Error::Silent { origin, idle: self.config.timing.idle }),
            exchange::TransportError::Late => over(Error::Late { origin, total: self.config.timing.total }),
            exchange::TransportError::Told(failure) => self.verdict_on(failure, n_tries),
        }
    }

    fn verdict_on(&self, failure: Failure, n_tries: u32) -> RetryDecision {
        let origin = self.config.origin().clone();
        let words = redact::words(&failure.message, &self.secrets);
        let error = match failure.meaning() {
            Meaning::Unsuited => return RetryDecision::GiveUp(Broken::Unsuited(failure)),
            Meaning::Transient => {
                let wish = failure.retry_after;
                let in_the_end = if failure.is_rate_limit() {
                    Error::RateLimited { origin, wait: wish.unwrap_or(Duration::from_secs(60)), words: words.clone() }
                } else {
                    Error::TransportError { origin, n_tries, words: words.clone() }
                };
                return RetryDecision::Retry { why: words, wish, in_the_end };
            }
            Meaning::Quota => Error::Quota { origin, words },
            Meaning::Unauthorized => Error::Unauthorized { origin, words },
            Meaning::NotFound => Error::NotFound { origin, model: self.config.model.clone(), words },
            Meaning::ContextOverflow => Error::ContextOverflow { words },
        };
        RetryDecision::GiveUp(Broken::Final(error))
    }
}
