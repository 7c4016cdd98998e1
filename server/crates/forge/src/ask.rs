//! The seam behind which a model answers.

use llm::task::Task;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use crate::edits::{Edit, blocks};

/// Answers questions.
pub trait Asker {
    /// The answer to a task; it fits the task's schema. `files` is what the question and those after
    /// it may show: how many tests, and paths in the folder.
    ///
    /// # Errors
    /// One sentence for a person; the loop ends with it.
    fn ask(&mut self, task: &Task, files: &[String]) -> Result<Value, AskError>;
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The client's own words.
    #[error(transparent)]
    Model(#[from] llm::error::Error),
    /// The person does not want anything to be sent.
    #[error("{0}")]
    NotAllowed(String),
}

impl AskError {
    /// Whether no other question will have an answer either: nothing is configured, or nothing may be spent any more.
    pub fn is_final(&self) -> bool {
        use llm::error::Error;
        let AskError::Model(error) = self else { return false };
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
        matches!(self, AskError::Model(llm::error::Error::Cancelled))
    }
}

/// An answer as a value of its type. It has been checked against the schema, so what is still wrong is ours.
pub(crate) fn read<T: DeserializeOwned + Default>(value: Value) -> T {
    serde_json::from_value(value).unwrap_or_default()
}

/// An edit of an answer: an object, or a text with blocks in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum WrittenEdit {
    Object { path: String, search: String, replace: String },
    Text(String),
}

/// The edits of an answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct WrittenEdits(Option<Vec<WrittenEdit>>);

impl WrittenEdits {
    /// All edits in order; those written as blocks without a path are of `path`.
    pub(crate) fn edits(self, path: &str) -> Vec<Edit> {
        let edits = |edit: WrittenEdit| match edit {
            WrittenEdit::Text(text) => blocks(path, &text),
            WrittenEdit::Object { path: own, search, replace } => {
                let path = if own.is_empty() { path.to_owned() } else { own };
                let inside = blocks(&path, &search);
                if inside.is_empty() { vec![Edit { path, search, replace }] } else { inside }
            }
        };
        self.0.into_iter().flatten().flat_map(edits).collect()
    }
}

#[cfg(test)]
mod tests;
