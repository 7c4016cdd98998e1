//! What a statement says about how exact an answer has to be, and how often one may ask.
//!
//! Invariant: what can be read in two ways says nothing.

use std::collections::BTreeSet;

/// The one error that is allowed, as in `10^{-6}` or `1e-6`.
pub(super) fn tolerance(text: &str) -> Option<f64> {
    let mut exponents = BTreeSet::new();
    for start in ["10^{-", "10^-", "10^{−", "10^−", "10⁻", "1e-", "1E-", "10**-", "10<sup>-"] {
        for (at, _) in text.match_indices(start) {
            let plain = |c: char| {
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|high| high == c).map_or(Some(c), |n| char::from_digit(n as u32, 10))
            };
            let rest = text[at + start.len()..].chars().filter_map(plain);
            let digits: String = rest.take_while(char::is_ascii_digit).collect();
            exponents.extend(digits.parse::<i32>().ok().filter(|exponent| (1..=15).contains(exponent)));
        }
    }
    // Of several, the loosest may be that of the answer.
    exponents.first().map(|exponent| 10f64.powi(-exponent))
}

/// The greatest number that stands near words about asking, where there are some.
pub(super) fn most_questions(text: &str) -> Option<u64> {
    const WORDS: [&str; 9] =
        ["quer", "question", "ask", "guess", "attempt", "tries", "times", "comparison", "requests"];
    let mut most = None;
    for sentence in text.split(['.', '\n', ';']) {
        let lower = sentence.to_lowercase();
        let is_limit = ["at most", "no more than", "not more than", "up to", "maximum", "limit"]
            .iter()
            .any(|word| lower.contains(word));
        if !is_limit || !WORDS.iter().any(|word| lower.contains(word)) {
            continue;
        }
        if lower.contains("log") || lower.contains("\\cdot") || lower.contains("2n") {
            return None;
        }
        let separated = lower.replace("\\,", "").replace(",", "").replace("{}", "");
        let words = separated.split(|c: char| !c.is_ascii_alphanumeric() && c != '^');
        most = most.max(words.filter_map(|word| word.parse::<u64>().ok()).max());
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances() {
        assert_eq!(tolerance("an error of at most $10^{-6}$"), Some(1e-6));
        assert_eq!(tolerance("relative error 1e-9 or absolute 1e-4"), Some(1e-4));
        assert_eq!(tolerance("bis zu 10⁻⁷ daneben"), Some(1e-7));
        assert_eq!(tolerance("exactly 10^9"), None);
    }

    #[test]
    fn how_often_one_may_ask() {
        assert_eq!(most_questions("You may ask at most $30$ questions.\nThere are at most 1000 numbers."), Some(30));
        assert_eq!(most_questions("Ask at most n log n questions, at most 2000."), None);
        assert_eq!(most_questions("Ask as you like."), None);
    }
}
