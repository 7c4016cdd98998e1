//! A program that answers in place of a server: it gets the question as a text and gives a text.
//!
//! Programs are out of reach here, so whoever makes the client says how one is started.

use std::time::Duration;

/// How long a program may take, and how much it may print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramLimits {
    /// From its start to its end.
    pub time: Duration,
    /// On its standard output, bytes.
    pub output: usize,
}

/// Starts programs.
pub trait Programs: Send + Sync {
    /// Starts a program with these arguments, without a shell, and gives it a text on its standard input.
    ///
    /// # Errors
    /// Why it cannot be started: a sentence.
    fn start(&self, arguments: &[String], question: String, limits: ProgramLimits) -> Result<Started, String>;
}

/// A program that runs.
pub struct Started {
    /// Waits for its end, on a thread that may block: what it printed, or why that is no answer.
    pub wait: Box<dyn FnOnce() -> Result<String, String> + Send>,
    /// Ends it, with all that it has started; nothing if it has ended.
    pub stop: Box<dyn FnOnce() + Send>,
}

/// Ends a program when nobody waits for it any more.
pub(crate) struct StopOnDrop(Option<Box<dyn FnOnce() + Send>>);

impl StopOnDrop {
    pub(crate) fn new(stop: Box<dyn FnOnce() + Send>) -> StopOnDrop {
        StopOnDrop(Some(stop))
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(stop) = self.0.take() {
            stop();
        }
    }
}
