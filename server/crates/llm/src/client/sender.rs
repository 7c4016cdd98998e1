//! Sends the requests of one question, each again while that may help and time and budget allow it.

use std::{sync::Arc, time::Duration};

use tokio::time::{Instant, sleep_until};

use super::{
    OnProgress,
    exchange::{self, Exchange, InFlight},
};
use crate::{
    config::Config,
    error::Error,
    failure::{Failure, Meaning},
    ledger::{Ledger, estimated_tokens},
    question::{Progress, Usage},
    redact,
    secret::Secret,
    wire::{ModelOutput, Request, Wire},
};

/// Why a request brought no answer.
#[derive(Debug)]
pub(super) enum SendError {
    /// The server does not take the request as it is.
    Unsuited(Failure),
    /// Nothing more can be done.
    Final(Error),
}

/// Sends the requests of one question; they share headers, budget and deadline.
pub(super) struct Sender<'a> {
    config: &'a Config,
    http: &'a reqwest::Client,
    ledger: &'a Arc<Ledger>,
    wire: &'static dyn Wire,
    headers: reqwest::header::HeaderMap,
    deadline: Instant,
    /// What no message may show.
    pub(super) secrets: Vec<Secret>,
}

/// What to do after a failed try.
enum RetryDecision {
    Retry { why: String, retry_after: Option<Duration>, in_the_end: Error },
    GiveUp(SendError),
}

impl<'a> Sender<'a> {
    /// A sender whose requests all end at the deadline. The key is the one for the configured origin.
    pub(super) fn new(
        config: &'a Config,
        wire: &'static dyn Wire,
        http: &'a reqwest::Client,
        ledger: &'a Arc<Ledger>,
        key: Option<&Secret>,
        deadline: Instant,
    ) -> Result<Sender<'a>, Error> {
        let headers = exchange::headers(wire, key, &config.headers).ok_or_else(|| Error::Key {
            origin: config.origin().clone(),
            cause: "it has characters that no key has".into(),
        })?;
        let secrets =
            key.cloned().into_iter().chain(config.headers.iter().map(|header| header.value.clone())).collect();
        Ok(Sender { config, http, ledger, wire, headers, deadline, secrets })
    }

    /// Sends a request, again where that may help. The answer has its usage, by the server's count or by an estimate.
    pub(super) async fn send_with_retries(
        &self,
        request: &Request<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<ModelOutput, SendError> {
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
        let mut n_tries = 0;
        loop {
            n_tries += 1;
            let reservation = self.ledger.reserve(most).map_err(SendError::Final)?;
            let mut in_flight = InFlight { reservation, estimate };
            on_progress(Progress::Sending { n_bytes: exchange.body.len() });
            let outcome = exchange.run(&mut in_flight, on_progress).await;
            drop(in_flight);
            let retry_decision = match outcome {
                Ok(output) => return Ok(output),
                Err(failed) => self.retry_decision(failed, n_tries),
            };
            let (why, retry_after, in_the_end) = match retry_decision {
                RetryDecision::Retry { why, retry_after, in_the_end } => (why, retry_after, in_the_end),
                RetryDecision::GiveUp(broken) => return Err(broken),
            };
            let pause = self.config.timing.retries.pause(n_tries, fastrand::f64(), retry_after);
            let Some(pause) = pause.filter(|pause| Instant::now() + *pause < self.deadline) else {
                return Err(SendError::Final(in_the_end));
            };
            tracing::info!(origin = %self.config.origin(), n_tries, ?pause, "a request is sent again");
            on_progress(Progress::Waiting { pause, n_tries, why: &why });
            sleep_until(Instant::now() + pause).await;
        }
    }

    fn retry_decision(&self, failed: exchange::ExchangeError, n_tries: u32) -> RetryDecision {
        let origin = self.config.origin().clone();
        let words = |text: &str| redact::words(text, &self.secrets);
        let over = |error| RetryDecision::GiveUp(SendError::Final(error));
        match failed {
            exchange::ExchangeError::Unreachable(cause) => {
                let why = words(&cause);
                RetryDecision::Retry {
                    retry_after: None,
                    in_the_end: Error::Unreachable { origin, cause: why.clone() },
                    why,
                }
            }
            exchange::ExchangeError::Disconnected(cause) => {
                let why = words(&cause);
                RetryDecision::Retry {
                    retry_after: None,
                    in_the_end: Error::GaveUp { origin, n_tries, words: why.clone() },
                    why,
                }
            }
            exchange::ExchangeError::Untrusted(cause) => over(Error::Untrusted { origin, cause: words(&cause) }),
            exchange::ExchangeError::Redirected(to) => over(Error::Redirected { origin, to: words(&to) }),
            exchange::ExchangeError::IdleTimeout => over(Error::Silent { origin, idle: self.config.timing.idle }),
            exchange::ExchangeError::Deadline => over(Error::Late { origin, total: self.config.timing.total }),
            exchange::ExchangeError::Status(failure) => self.decision_on(failure, n_tries),
        }
    }

    fn decision_on(&self, failure: Failure, n_tries: u32) -> RetryDecision {
        let origin = self.config.origin().clone();
        let words = redact::words(&failure.message, &self.secrets);
        let error = match failure.meaning() {
            Meaning::Unsuited => return RetryDecision::GiveUp(SendError::Unsuited(failure)),
            Meaning::Transient => {
                let retry_after = failure.retry_after;
                let in_the_end = if failure.is_rate_limit() {
                    Error::RateLimited {
                        origin,
                        wait: retry_after.unwrap_or(Duration::from_secs(60)),
                        words: words.clone(),
                    }
                } else {
                    Error::GaveUp { origin, n_tries, words: words.clone() }
                };
                return RetryDecision::Retry { why: words, retry_after, in_the_end };
            }
            Meaning::Quota => Error::Quota { origin, words },
            Meaning::Unauthorized => Error::Unauthorized { origin, words },
            Meaning::NotFound => Error::NotFound { origin, model: self.config.model.clone(), words },
            Meaning::ContextOverflow => Error::ContextOverflow { words },
        };
        RetryDecision::GiveUp(SendError::Final(error))
    }
}
