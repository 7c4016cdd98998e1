//! What is asked, and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::schema::Shape;

/// One question with the schema of its answer.
///
/// What seldom changes comes first (the system text, then parts that are stable), so that a server can keep its work on
/// that beginning from one question to the next.
#[derive(Clone, Debug)]
pub struct Question {
    /// The schema's name, which servers get and tests script answers by.
    pub name: String,
    /// What the model is told about its work.
    pub system: String,
    /// The question, in parts. Those that are the same in the next question should come first.
    pub parts: Vec<Part>,
    /// What the answer has to be.
    pub shape: Shape,
    /// Rewrites an answer that uses other key names into the expected shape, before it is checked.
    pub normalise: fn(Value) -> Value,
    /// How many tokens the answer may have, the model's thinking included; `None` takes the configured number.
    pub max_answer_tokens: Option<u32>,
    /// How much chance there is in the answer, from 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f32>,
    /// Which attempt at the same question this is: each has a kept answer of its own.
    pub attempt: u32,
}

/// A piece of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The text of the part.
    pub text: String,
    /// Whether the next questions will have it too.
    pub is_stable: bool,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer; it has the question's shape.
    pub value: Value,
    /// The tokens that the answer took, over all turns; none when it was kept from earlier.
    pub usage: Usage,
    /// Whether the answer was kept from earlier and nothing was sent.
    pub served_from_cache: bool,
    /// How many answers the model gave: 2 when the first one did not fit, 0 when it was kept from earlier.
    pub turns: u32,
}

/// Tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of questions, whether the server had them cached or not.
    pub input_tokens: u64,
    /// Tokens of questions that the server had cached.
    pub cached_tokens: u64,
    /// Tokens of questions that the server wrote to its cache, which some sell dearer.
    pub written_tokens: u64,
    /// Tokens of answers, thinking included.
    pub output_tokens: u64,
    /// Whether a part is estimated from lengths, because the server did not tell.
    pub is_estimated: bool,
}

impl Usage {
    /// The tokens of two requests together.
    #[must_use]
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            written_tokens: self.written_tokens.saturating_add(other.written_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            is_estimated: self.is_estimated || other.is_estimated,
        }
    }
}

/// What happens while a question is open.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<'a> {
    /// A request goes out.
    Sending {
        /// Its size, bytes.
        n_bytes: usize,
    },
    /// A piece of the answer has come.
    Text(&'a str),
    /// The request is repeated after a pause.
    Waiting {
        /// The pause.
        pause: std::time::Duration,
        /// How many times it has been sent.
        n_tries: u32,
        /// Why, in the words of the server or the system.
        why: &'a str,
    },
    /// The answer does not fit; the model is told what is wrong with it.
    Repairing {
        /// What is wrong with it.
        problems: &'a str,
    },
}
