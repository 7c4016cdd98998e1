//! The seam behind which a model answers.

use llm::{config::DEFAULT_MAX_ANSWER_TOKENS, ledger::Spent, question::Question, schema};
use serde_json::Value;

use crate::answers::Answer;

/// Answers questions.
pub trait LanguageModel {
    /// The answer to a question; it has the question's shape, see [`read`]. `disclosed` is what this question and the
    /// questions after it may show, in lines for the person who is asked for consent: how many tests, and paths in the folder.
    ///
    /// # Errors
    /// One sentence for a person; the loop ends with it.
    fn ask(&mut self, question: &Question, disclosed: &[String]) -> Result<Value, ModelError>;

    /// How many tokens an answer may have.
    fn max_answer_tokens(&self) -> u32 {
        DEFAULT_MAX_ANSWER_TOKENS
    }

    /// What all questions so far have taken, as its ledger has it; `None` where nobody keeps one.
    fn ledger_so_far(&self) -> Option<Spent> {
        None
    }
}

/// Nobody who answers: for the offline engine.
pub struct NoModel;

impl LanguageModel for NoModel {
    fn ask(&mut self, _question: &Question, _disclosed: &[String]) -> Result<Value, ModelError> {
        Err(llm::error::Error::NotConfigured.into())
    }
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
                | Error::Program { .. }
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
