//! Questions and their tokens, counted for one row.

use llm::{error::Error, ledger::Spent, question::Question};
use serde::Serialize;
use serde_json::Value;

use crate::ask::{LanguageModel, ModelError};

/// Whether the tokens of all questions are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum TokenCount {
    /// They are.
    #[serde(rename = "counted")]
    Counted,
    /// The server did not tell.
    #[serde(rename = "not counted")]
    NotCounted,
    /// An answer was kept from earlier, which says nothing of its tokens, or was wanted from there and is missing.
    #[serde(rename = "not recorded")]
    NotRecorded,
}

/// The tokens of questions and of answers, retries among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tokens {
    /// Whether they are known.
    pub count: TokenCount,
    /// Of questions; absent where they are not known.
    pub asked: Option<u64>,
    /// Of answers, thinking included.
    pub answered: Option<u64>,
}

impl TokenCount {
    /// In words, as JSON has it.
    pub fn words(self) -> &'static str {
        match self {
            TokenCount::Counted => "counted",
            TokenCount::NotCounted => "not counted",
            TokenCount::NotRecorded => "not recorded",
        }
    }
}

impl Tokens {
    fn new(count: TokenCount, asked: u64, answered: u64) -> Tokens {
        let known = |n: u64| (count == TokenCount::Counted).then_some(n);
        Tokens { count, asked: known(asked), answered: known(answered) }
    }

    /// Those of two rows together, which are known where both are.
    #[must_use]
    pub fn plus(self, other: Tokens) -> Tokens {
        let sum = |one: Option<u64>, other: Option<u64>| one.unwrap_or_default() + other.unwrap_or_default();
        let (asked, answered) = (sum(self.asked, other.asked), sum(self.answered, other.answered));
        Tokens::new(self.count.max(other.count), asked, answered)
    }
}

/// A model whose answers are counted, for one row.
pub(super) struct Counted<'a> {
    model: &'a mut dyn LanguageModel,
    before: Option<Spent>,
    pub(super) n_answered: usize,
    is_one_missing: bool,
}

impl Counted<'_> {
    pub(super) fn new(model: &mut dyn LanguageModel) -> Counted<'_> {
        let before = model.ledger_so_far();
        Counted { model, before, n_answered: 0, is_one_missing: false }
    }

    /// What was booked since.
    pub(super) fn tokens(&self) -> Tokens {
        let (Some(before), Some(now)) = (self.before, self.model.ledger_so_far()) else {
            return Tokens::new(TokenCount::NotCounted, 0, 0);
        };
        let count = if self.is_one_missing || now.n_from_cache > before.n_from_cache {
            TokenCount::NotRecorded
        } else if now.n_estimated > before.n_estimated {
            TokenCount::NotCounted
        } else {
            TokenCount::Counted
        };
        let (asked, answered) = (now.usage.input_tokens, now.usage.output_tokens);
        Tokens::new(count, asked - before.usage.input_tokens, answered - before.usage.output_tokens)
    }
}

impl LanguageModel for Counted<'_> {
    fn ask(&mut self, question: &Question, disclosed: &[String]) -> Result<Value, ModelError> {
        let answer = self.model.ask(question, disclosed);
        self.is_one_missing |= matches!(answer, Err(ModelError::Model(Error::NotRecorded)));
        self.n_answered += usize::from(answer.is_ok());
        answer
    }

    fn max_answer_tokens(&self) -> u32 {
        self.model.max_answer_tokens()
    }

    fn ledger_so_far(&self) -> Option<Spent> {
        self.model.ledger_so_far()
    }
}

#[cfg(test)]
mod tests {
    use llm::question::Usage;

    use super::*;
    use crate::prompt::{Prompts, tests::everything};

    /// A model with a ledger, to which each answer of these is booked.
    struct Booking {
        answers: Vec<Result<Spent, Error>>,
        spent: Spent,
    }

    impl LanguageModel for Booking {
        fn ask(&mut self, _: &Question, _: &[String]) -> Result<Value, ModelError> {
            let Spent { n_calls, n_estimated, usage, n_from_cache, .. } = self.answers.remove(0)?;
            self.spent.n_calls += n_calls;
            self.spent.n_estimated += n_estimated;
            self.spent.n_from_cache += n_from_cache;
            self.spent.usage = self.spent.usage.plus(usage);
            Ok(Value::Null)
        }

        fn ledger_so_far(&self) -> Option<Spent> {
            Some(self.spent)
        }
    }

    fn booked(n_estimated: u32) -> Spent {
        let usage = Usage { input_tokens: 100, output_tokens: 7, is_estimated: n_estimated > 0, ..Usage::default() };
        Spent { n_calls: 1, n_estimated, usage, ..Spent::default() }
    }

    /// The tokens of a row with these answers, after another row.
    fn row(answers: Vec<Result<Spent, Error>>) -> (usize, Tokens) {
        let earlier = Spent { n_from_cache: 3, ..booked(1) };
        let question = Prompts::default().question::<crate::answers::Explain>(&everything()).unwrap();
        let n = answers.len();
        let mut model = Booking { answers, spent: earlier };
        let mut counted = Counted::new(&mut model);
        for _ in 0..n {
            drop(counted.ask(&question, &[]));
        }
        (counted.n_answered, counted.tokens())
    }

    #[test]
    fn a_row_has_its_own_tokens_where_all_of_them_are_known() {
        let known = Tokens { count: TokenCount::Counted, asked: Some(200), answered: Some(14) };
        assert_eq!(row(vec![Ok(booked(0)), Ok(booked(0))]), (2, known));
        let unknown = |count| Tokens { count, asked: None, answered: None };
        assert_eq!(row(vec![Ok(booked(0)), Ok(booked(1))]), (2, unknown(TokenCount::NotCounted)));
        let kept = Spent { n_from_cache: 1, ..Spent::default() };
        assert_eq!(row(vec![Ok(booked(1)), Ok(kept)]), (2, unknown(TokenCount::NotRecorded)));
        assert_eq!(row(vec![Ok(booked(0)), Err(Error::NotRecorded)]), (1, unknown(TokenCount::NotRecorded)));
        assert_eq!(known.plus(known), Tokens { count: TokenCount::Counted, asked: Some(400), answered: Some(28) });
        assert_eq!(known.plus(unknown(TokenCount::NotCounted)), unknown(TokenCount::NotCounted));
    }
}
