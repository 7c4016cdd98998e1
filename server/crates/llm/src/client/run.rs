//! One question to a program.
//!
//! Invariant: nothing outlives the future. When it is dropped, the program is ended and what was used is booked.

use tokio::time::Instant;

use super::{Client, OnProgress};
use crate::{
    error::Error,
    ledger::estimated_tokens,
    program::{ProgramLimits, StopOnDrop},
    question::{Progress, Usage},
    wire::{ModelOutput, Request, Stop},
};

impl Client {
    /// Has the program answer, until the deadline. Tokens are estimated by lengths.
    pub(super) async fn run(
        &self,
        request: &Request<'_>,
        deadline: Instant,
        on_progress: OnProgress<'_>,
    ) -> Result<ModelOutput, Error> {
        let origin = || self.config.origin().clone();
        let error = |cause: String| Error::Program { origin: origin(), cause };
        let (Some(arguments), Some(programs)) = (self.config.origin().program(), &self.programs) else {
            return Err(error("nothing here can start it".to_owned()));
        };
        let question = request.text();
        let asked = Usage { input_tokens: estimated_tokens(question.len()), is_estimated: true, ..Usage::default() };
        let most = Usage { output_tokens: u64::from(request.max_tokens), ..asked };
        let mut reservation = self.ledger.reserve(most)?;
        on_progress(Progress::Sending { n_bytes: question.len() });
        let limits = ProgramLimits {
            time: deadline.saturating_duration_since(Instant::now()),
            output: 64 * 1024 + 32 * request.max_tokens as usize,
        };
        let started = programs.start(arguments, question, limits).map_err(error)?;
        reservation.note(Some(asked));
        let _stop = StopOnDrop::new(started.stop);
        let ended = tokio::task::spawn_blocking(started.wait).await;
        let text = ended.unwrap_or_else(|_| Err("the wait for it broke off".to_owned())).map_err(error)?;
        let usage = Usage { output_tokens: estimated_tokens(text.len()), ..asked };
        reservation.note(Some(usage));
        on_progress(Progress::Text(&text));
        Ok(ModelOutput { text, stop: Some(Stop::Done), usage: Some(usage), ..ModelOutput::default() })
    }
}
