//! One request and its answer.
//!
//! Invariant: nothing outlives the future. When it is dropped, the connection is closed and what was used is booked.

use std::{
    future::Future,
    time::{Duration, SystemTime},
};

use reqwest::{
    Response,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER},
};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::OnProgress;
use crate::{
    config::Header,
    failure::Failure,
    ledger::{Reservation, estimated_tokens},
    network,
    question::{Progress, Usage},
    retry,
    secret::Secret,
    sse,
    wire::{ModelOutput, Step, Stop, Wire},
};

/// A failure's words, and a whole answer, are read up to this length, bytes.
const MAX_FAILURE_BYTES: usize = 64 << 10;
const MAX_BODY_BYTES: usize = 32 << 20;

/// When the answer is whole, counts of tokens may follow, but not for ever.
const AFTER_THE_ANSWER: Duration = Duration::from_secs(5);

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum ExchangeError {
    /// The server's certificate is not trusted.
    Untrusted(String),
    /// No connection stood.
    Unreachable(String),
    /// The connection broke, or what came makes no sense.
    Disconnected(String),
    /// The server sends elsewhere.
    Redirected(String),
    /// The server says by its status, or in its answer, that it failed.
    Status(Failure),
    /// Nothing came for too long.
    IdleTimeout,
    /// The time for the question is over.
    Deadline,
}

/// A request, ready to be sent any number of times.
pub(super) struct Exchange<'a> {
    pub(super) http: &'a reqwest::Client,
    pub(super) wire: &'static dyn Wire,
    pub(super) url: String,
    pub(super) headers: &'a HeaderMap,
    pub(super) body: Vec<u8>,
    pub(super) streams: bool,
    /// Where a server that does not keep to the bound is stopped.
    pub(super) max_answer_bytes: usize,
    pub(super) idle: Duration,
    pub(super) deadline: Instant,
}

/// A request that was sent and is not answered yet: what it may use, and what it has used so far.
pub(super) struct InFlight {
    pub(super) reservation: Reservation,
    /// What the question takes, by its length.
    pub(super) estimate: Usage,
}

impl InFlight {
    /// What was used by an answer so far.
    fn used(&self, output: &ModelOutput) -> Usage {
        let told = output.usage.filter(|usage| usage.input_tokens > 0 || usage.output_tokens > 0);
        let said = estimated_tokens(output.n_bytes());
        let estimate = Usage { output_tokens: said, ..self.estimate };
        match told {
            // While a stream runs, its counts are behind.
            Some(told) if output.stop.is_none() && told.output_tokens < said => Usage { output_tokens: said, ..told },
            Some(told) => told,
            None => estimate,
        }
    }

    fn note(&mut self, output: &ModelOutput) {
        let used = self.used(output);
        self.reservation.note(Some(used));
    }
}

/// The headers of requests; `None` when the key has characters that cannot be sent.
pub(super) fn headers(wire: &dyn Wire, key: Option<&Secret>, more: &[Header]) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    let secret = |text: &Secret| {
        let mut value = HeaderValue::from_str(text.expose()).ok()?;
        value.set_sensitive(true);
        Some(value)
    };
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in wire.headers(key) {
        headers.insert(HeaderName::from_static(name), secret(&value)?);
    }
    for header in more {
        headers.insert(header.name.clone(), secret(&header.value)?);
    }
    Some(headers)
}

impl Exchange<'_> {
    /// Sends the request and reads the answer.
    pub(super) async fn run(
        &self,
        in_flight: &mut InFlight,
        on_progress: OnProgress<'_>,
    ) -> Result<ModelOutput, ExchangeError> {
        // From here on the server may work, whether an answer comes or not.
        in_flight.note(&ModelOutput::default());
        let request = self.http.post(&self.url).headers(self.headers.clone()).body(self.body.clone());
        // A server that sends its answer whole says nothing until it is there.
        let patience = if self.streams { self.idle } else { self.deadline.duration_since(Instant::now()) };
        let response = match self.within(patience, request.send()).await? {
            Ok(response) => response,
            Err(error) if error.is_connect() => {
                in_flight.reservation.note(None);
                let cause = network::cause(&error);
                let is_distrust = network::is_distrust(&error);
                return Err(if is_distrust {
                    ExchangeError::Untrusted(cause)
                } else {
                    ExchangeError::Unreachable(cause)
                });
            }
            Err(error) => return Err(ExchangeError::Disconnected(network::cause(&error))),
        };
        if !response.status().is_success() {
            in_flight.reservation.note(None);
            return Err(self.failure(response).await);
        }
        let mut output = ModelOutput::default();
        if self.streams && !is_whole(&response) {
            self.read_stream(response, &mut output, in_flight, on_progress).await?;
        } else {
            output = self.read_whole(response, on_progress).await?;
        }
        in_flight.note(&output);
        output.usage = Some(in_flight.used(&output));
        Ok(output)
    }

    /// Waits for the network, but not for ever.
    async fn within<T>(&self, patience: Duration, work: impl Future<Output = T>) -> Result<T, ExchangeError> {
        let idle_until = Instant::now() + patience;
        let until = idle_until.min(self.deadline);
        let late = || if until == self.deadline { ExchangeError::Deadline } else { ExchangeError::IdleTimeout };
        timeout_at(until, work).await.map_err(|_| late())
    }

    async fn failure(&self, mut response: Response) -> ExchangeError {
        let status = response.status();
        let word = |name: HeaderName| response.headers().get(name)?.to_str().ok().map(str::to_owned);
        if status.is_redirection() {
            let to = word(LOCATION).unwrap_or_else(|| "somewhere else".to_owned());
            // What follows the path may hold anything.
            return ExchangeError::Redirected(to.split(['?', '#']).next().unwrap_or_default().to_owned());
        }
        let retry_after = word(RETRY_AFTER).and_then(|value| retry::retry_after(&value, SystemTime::now()));
        let body = self.read_up_to(&mut response, MAX_FAILURE_BYTES).await.unwrap_or_default();
        let mut failure = Failure::of_answer(status.as_u16(), &String::from_utf8_lossy(&body));
        failure.retry_after = retry_after;
        ExchangeError::Status(failure)
    }

    /// A body up to a length; the rest is left.
    async fn read_up_to(&self, response: &mut Response, max_bytes: usize) -> Result<Vec<u8>, ExchangeError> {
        let mut body = Vec::new();
        while body.len() < max_bytes {
            match self.within(self.idle, response.chunk()).await? {
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) => return Err(ExchangeError::Disconnected(network::cause(&error))),
            }
        }
        Ok(body)
    }

    async fn read_whole(
        &self,
        mut response: Response,
        on_progress: OnProgress<'_>,
    ) -> Result<ModelOutput, ExchangeError> {
        let body = self.read_up_to(&mut response, MAX_BODY_BYTES).await?;
        let no_json = |_| {
            ExchangeError::Status(Failure {
                status: Some(404),
                message: "the answer is no JSON, as from a server of another kind".to_owned(),
                ..Failure::default()
            })
        };
        let body: Value = serde_json::from_slice(&body).map_err(no_json)?;
        let output = self.wire.whole(&body).map_err(ExchangeError::Status)?;
        on_progress(Progress::Text(output.spoken()));
        Ok(output)
    }

    async fn read_stream(
        &self,
        mut response: Response,
        output: &mut ModelOutput,
        in_flight: &mut InFlight,
        on_progress: OnProgress<'_>,
    ) -> Result<(), ExchangeError> {
        let mut parser = sse::Parser::default();
        let mut step = Step::More;
        while step == Step::More {
            let patience = if output.stop.is_some() { self.idle.min(AFTER_THE_ANSWER) } else { self.idle };
            let chunk = match self.within(patience, response.chunk()).await {
                Ok(Ok(Some(chunk))) => chunk,
                Ok(Ok(None)) => break,
                // The answer is whole; what is missing is only the end of the stream.
                Ok(Err(_)) | Err(_) if output.stop.is_some() => break,
                Ok(Err(error)) => return Err(ExchangeError::Disconnected(network::cause(&error))),
                Err(failed) => return Err(failed),
            };
            let events =
                parser.push(&chunk).map_err(|_| ExchangeError::Disconnected("a line without an end".to_owned()))?;
            step = self.fold_events(output, &events, on_progress)?;
            in_flight.note(output);
            if output.n_bytes() > self.max_answer_bytes {
                output.stop = Some(Stop::Length);
                return Ok(());
            }
        }
        if step == Step::More {
            let last: Vec<String> = parser.finish().into_iter().collect();
            step = self.fold_events(output, &last, on_progress)?;
        }
        match (output.stop, step) {
            (Some(_), _) => {}
            (None, Step::End) => output.stop = Some(Stop::Done),
            (None, Step::More) => {
                return Err(ExchangeError::Disconnected("the stream ended before the answer did".to_owned()));
            }
        }
        Ok(())
    }

    /// Adds the events of a stream to the answer; says whether it ended.
    fn fold_events(
        &self,
        output: &mut ModelOutput,
        events: &[String],
        on_progress: OnProgress<'_>,
    ) -> Result<Step, ExchangeError> {
        for data in events.iter().map(|data| data.trim()).filter(|data| !data.is_empty()) {
            if data == "[DONE]" {
                return Ok(Step::End);
            }
            let data: Value = serde_json::from_str(data)
                .map_err(|_| ExchangeError::Disconnected("an event is no JSON".to_owned()))?;
            let (n_text, n_arguments) = (output.text.len(), output.arguments.len());
            let step = self.wire.event(output, &data).map_err(ExchangeError::Status)?;
            for new in [output.text.get(n_text..), output.arguments.get(n_arguments..)].into_iter().flatten() {
                if !new.is_empty() {
                    on_progress(Progress::Text(new));
                }
            }
            if step == Step::End {
                return Ok(step);
            }
        }
        Ok(Step::More)
    }
}

/// Whether the server sends its answer whole although a stream was asked for.
fn is_whole(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("application/json") || kind.starts_with("text/html")
}
