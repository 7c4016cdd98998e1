//! The seam behind which a model answers.

use llm::{schema, task::Task};
use serde_json::Value;

use crate::answers::Answer;

/// Answers questions.
pub trait LanguageModel {
    /// The answer to a task; it has the task's shape, see [`read`]. `files` is what the question and those after
    /// it may show: how many tests, and paths in the folder.
    ///
    /// # Errors
    /// One sentence for a person; the loop ends with it.
    fn ask(&mut self, task: &Task, files: &[String]) -> Result<Value, ModelError>;
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The client's own words.
    #[error(transparent)]
    Model(#[from] llm::error::Error),
    /// The person does not want anything to be sent.
    #[error("{0}")]
    NotAllowed(String),
}

impl ModelError {
    /// Whether no other question will have an answer either: nothing is configured, or nothing may be spent any more.
    pub fn is_final(&self) -> bool {
        use llm::error::Error;
        let ModelError::Model(error) = self else { return false };
        matches!(
            error,
            Error::NotConfigured
                | Error::Config { .. }
                | Error::Key { .. }
                | Error::Unreachable { .. }
                | Error::Untrusted { .. }
                | Error::Redirected { .. }
                | Error::Unauthorized { .. }
                | Error::NotFound { .. }
                | Error::Quota { .. }
                | Error::OverBudget { .. }
                | Error::PriceUnknown
        )
    }

    /// Whether the person wanted it to end.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, ModelError::Model(llm::error::Error::Cancelled))
    }
}

/// An answer as what it is.
///
/// # Errors
/// When it is something else: whoever answers did not check it.
pub fn read<A: Answer>(answer: &Value) -> Result<A, ModelError> {
    let unusable = |problems| llm::error::Error::Unusable { name: A::TASK.to_owned(), problems };
    Ok(schema::read(answer).map_err(unusable)?)
}
