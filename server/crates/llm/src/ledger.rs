//! What was used and what it cost, within a budget.
//!
//! Before a request is sent, the most it could use is set aside; afterwards what it did use takes that place.
//!
//! Invariant: a request that could exceed the budget is not sent, however many questions are open at the same time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use problem::settings::{LlmSettings, Money, Provider};

use crate::{error::Error, question::Usage};

/// What may be used. What is left out is not bounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Requests that a model works at. Tries that the server refused at once do not count.
    pub max_calls: Option<u32>,
    /// Tokens, questions and answers together.
    pub max_tokens: Option<u64>,
    /// Money, in the unit of the prices.
    pub max_cost: Option<Money>,
}

impl Budget {
    /// What the settings allow.
    pub fn from_settings(settings: &LlmSettings) -> Budget {
        Budget { max_calls: settings.max_calls, max_tokens: settings.max_tokens, max_cost: settings.max_cost }
    }
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// Of questions.
    pub input: Money,
    /// Of answers.
    pub output: Money,
}

impl Prices {
    /// The prices, when both are set; what an editor's model costs is the editor's business.
    pub fn from_settings(settings: &LlmSettings) -> Option<Prices> {
        if settings.provider == Some(Provider::Editor) {
            return None;
        }
        Some(Prices { input: settings.price_input?, output: settings.price_output? })
    }

    /// In millionths of a millionth of the unit. Cached tokens count in full, and those that the server wrote to its
    /// cache a quarter more, so that the true cost is never higher.
    fn cost(&self, usage: Usage) -> u128 {
        let input = u128::from(usage.input_tokens) + u128::from(usage.written_tokens.div_ceil(4));
        input * u128::from(self.input.micros) + u128::from(usage.output_tokens) * u128::from(self.output.micros)
    }
}

/// What was used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests that a model worked at.
    pub n_calls: u32,
    /// Of them, those whose tokens are estimated from lengths, at least in part, because the server did not tell.
    pub n_estimated: u32,
    /// Their tokens.
    pub usage: Usage,
    /// Their cost; `None` when no prices are set.
    pub cost: Option<Money>,
    /// Questions answered from what was kept.
    pub n_from_cache: u32,
}

/// Keeps account. One ledger may serve any number of questions at the same time.
#[derive(Debug)]
pub struct Ledger {
    budget: Budget,
    prices: Option<Prices>,
    book: Mutex<Book>,
}

#[derive(Debug, Default)]
struct Book {
    n_calls: u32,
    n_estimated: u32,
    usage: Usage,
    n_from_cache: u32,
    /// Set aside for open requests.
    n_open: u32,
    open: Usage,
}

impl Ledger {
    /// An empty ledger.
    ///
    /// # Errors
    /// When money is bounded and prices are not known.
    pub fn new(budget: Budget, prices: Option<Prices>) -> Result<Ledger, Error> {
        if budget.max_cost.is_some() && prices.is_none() {
            return Err(Error::PriceUnknown);
        }
        Ok(Ledger { budget, prices, book: Mutex::default() })
    }

    /// What was used so far, without what is still open.
    pub fn spent(&self) -> Spent {
        let book = self.book();
        let cost = self.prices.map(|prices| as_money(prices.cost(book.usage)));
        let Book { n_calls, n_estimated, usage, n_from_cache, .. } = *book;
        Spent { n_calls, n_estimated, usage, cost, n_from_cache }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note_from_cache(&self) {
        self.book().n_from_cache += 1;
    }

    /// Sets aside what a request could use at most.
    pub(crate) fn reserve(self: &Arc<Ledger>, most: Usage) -> Result<Reservation, Error> {
        let mut book = self.book();
        let promised = book.usage.plus(book.open);
        let calls = book.n_calls + book.n_open;
        if let Some(max) = self.budget.max_calls
            && calls >= max
        {
            return Err(over("calls", "1 call".into(), "0".into()));
        }
        let tokens = |usage: Usage| usage.input_tokens.saturating_add(usage.output_tokens);
        if let Some(max) = self.budget.max_tokens
            && tokens(promised).saturating_add(tokens(most)) > max
        {
            let left = max.saturating_sub(tokens(promised));
            return Err(over("tokens", format!("{} tokens", tokens(most)), left.to_string()));
        }
        if let (Some(max), Some(prices)) = (self.budget.max_cost, self.prices) {
            let left = (u128::from(max.micros) * 1_000_000).saturating_sub(prices.cost(promised));
            if prices.cost(most) > left {
                let show = |amount| format!("{:.6}", f64::from(as_money(amount)));
                return Err(over("cost", show(prices.cost(most)), show(left)));
            }
        }
        book.n_open += 1;
        book.open = book.open.plus(most);
        Ok(Reservation { ledger: Arc::clone(self), most, used: None })
    }
}

fn over(budget: &'static str, needed: String, left: String) -> Error {
    let budget = match budget {
        "calls" => "the budget of calls (max_calls)",
        "tokens" => "the budget of tokens (max_tokens)",
        _ => "the budget of money (max_cost)",
    };
    Error::OverBudget { budget, needed, left }
}

fn as_money(amount: u128) -> Money {
    Money { micros: u64::try_from(amount.div_ceil(1_000_000)).unwrap_or(u64::MAX) }
}

/// What is set aside for one request. When it is dropped, what was noted as used is booked and the rest is free again;
/// that holds for a request that is broken off, too.
#[derive(Debug)]
pub(crate) struct Reservation {
    ledger: Arc<Ledger>,
    most: Usage,
    used: Option<Usage>,
}

impl Reservation {
    /// Notes what the request has used so far, `None` when no model worked at it; a later note takes its place.
    pub(crate) fn note(&mut self, used: Option<Usage>) {
        self.used = used;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut book = self.ledger.book();
        book.n_open -= 1;
        book.open.input_tokens -= self.most.input_tokens;
        book.open.output_tokens -= self.most.output_tokens;
        if let Some(used) = self.used {
            book.n_calls += 1;
            book.n_estimated += u32::from(used.is_estimated);
            book.usage = book.usage.plus(used);
        }
    }
}

/// About how many tokens a text of that many bytes has: rather too many than too few for prose and programs.
pub(crate) fn estimated_tokens(n_bytes: usize) -> u64 {
    (n_bytes as u64).div_ceil(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(input_tokens: u64, output_tokens: u64) -> Usage {
        Usage { input_tokens, output_tokens, ..Usage::default() }
    }

    fn money(amount: f64) -> Money {
        Money::try_from(amount).unwrap()
    }

    fn ledger(budget: Budget, prices: Option<(f64, f64)>) -> Arc<Ledger> {
        let prices = prices.map(|(input, output)| Prices { input: money(input), output: money(output) });
        Arc::new(Ledger::new(budget, prices).unwrap())
    }

    #[test]
    fn tokens_are_set_aside_and_given_back() {
        let ledger = ledger(Budget { max_tokens: Some(100), ..Budget::default() }, None);
        let mut first = ledger.reserve(usage(30, 30)).unwrap();
        let refused = ledger.reserve(usage(20, 21)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the question is not sent: it could use 41 tokens where 40 of the budget of tokens (max_tokens) is left; raise that budget"
        );
        drop(ledger.reserve(usage(20, 20)).unwrap());
        assert_eq!(ledger.spent(), Spent::default(), "what was not sent costs nothing");
        first.note(Some(usage(30, 1)));
        first.note(Some(usage(30, 5)));
        drop(first);
        assert_eq!((ledger.spent().n_calls, ledger.spent().usage), (1, usage(30, 5)));
        assert_eq!(ledger.spent().n_estimated, 0);
        assert!(ledger.reserve(usage(65, 0)).is_ok());
        assert!(ledger.reserve(usage(66, 0)).is_err());
    }

    #[test]
    fn requests_whose_tokens_are_estimated_are_told_apart() {
        let ledger = ledger(Budget::default(), None);
        for is_estimated in [false, true, false] {
            let mut request = ledger.reserve(usage(9, 9)).unwrap();
            request.note(Some(Usage { is_estimated, ..usage(3, 1) }));
        }
        assert_eq!((ledger.spent().n_calls, ledger.spent().n_estimated), (3, 1));
    }

    #[test]
    fn money_is_exact_and_rounded_up() {
        // 1000 questions' tokens at 3 a million are 0.003; 100 answers' tokens at 15 a million are 0.0015.
        let ledger = ledger(Budget { max_cost: Some(money(0.0045)), ..Budget::default() }, Some((3.0, 15.0)));
        let mut request = ledger.reserve(usage(1000, 100)).unwrap();
        assert!(ledger.reserve(usage(1, 0)).is_err());
        request.note(Some(usage(1, 0)));
        drop(request);
        assert_eq!(ledger.spent().cost, Some(Money { micros: 3 }));
        assert!(ledger.reserve(usage(1000, 100)).is_err());
        assert!(ledger.reserve(usage(999, 100)).is_ok());
        let written = Usage { written_tokens: 400, ..usage(400, 0) };
        let prices = Prices { input: money(1.0), output: money(1.0) };
        assert_eq!(as_money(prices.cost(written)), Money { micros: 500 });
    }

    #[test]
    fn calls_and_unknown_prices() {
        let ledger = ledger(Budget { max_calls: Some(1), ..Budget::default() }, None);
        let mut request = ledger.reserve(usage(1, 1)).unwrap();
        assert!(matches!(ledger.reserve(usage(1, 1)), Err(Error::OverBudget { .. })), "an open request counts");
        request.note(Some(usage(1, 1)));
        drop(request);
        assert!(ledger.reserve(usage(1, 1)).is_err());
        assert_eq!(ledger.spent().cost, None);
        let bounded = Budget { max_cost: Some(money(1.0)), ..Budget::default() };
        assert_eq!(Ledger::new(bounded, None).unwrap_err(), Error::PriceUnknown);
    }
}
