//! What a statement says about how exact an answer has to be, and how often one may ask.
//!
//! Invariant: what can be read in two ways says nothing.

use std::collections::BTreeSet;

/// The one error that is allowed, as in `10^{-6}`, `1e-6` or `0.001`.
pub(super) fn tolerance(text: &str) -> Option<f64> {
    let mut exponents = BTreeSet::new();
    for start in ["10^{-", "10^-", "10^{−", "10^−", "10⁻", "1e-", "1E-", "10**-", "10<sup>-", "10<sup>−"] {
        for (at, _) in text.match_indices(start) {
            let plain = |c: char| {
                "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|high| high == c).map_or(Some(c), |n| char::from_digit(n as u32, 10))
            };
            let rest = text[at + start.len()..].chars().filter_map(plain);
            let digits: String = rest.take_while(char::is_ascii_digit).collect();
            exponents.extend(digits.parse::<i32>().ok().filter(|exponent| (1..=15).contains(exponent)));
        }
    }
    for word in text.split(|c: char| !c.is_ascii_digit() && c != '.') {
        if let Some(places) = word.strip_prefix("0.").map(|places| places.trim_end_matches('.'))
            && let Some(zeros) = places.strip_suffix('1')
            && zeros.bytes().all(|byte| byte == b'0')
        {
            exponents.extend(i32::try_from(zeros.len() + 1));
        }
    }
    // Of several, the loosest may be that of the answer.
    exponents.first().map(|exponent| 10f64.powi(-exponent))
}

/// How often one may ask: the one number that stands between words of a limit and a word for questions.
pub(super) fn most_questions(text: &str) -> Option<u64> {
    const LIMITS: [&str; 6] = ["at most ", "no more than ", "not more than ", "up to ", "not exceed ", "maximum of "];
    const QUESTIONS: [&str; 7] = ["quer", "question", "guess", "attempt", "tries", "comparison", "measurement"];
    let plain: String = text.to_lowercase().chars().filter(|c| !matches!(c, '$' | '*' | '`' | '~')).collect();
    let mut found = BTreeSet::new();
    for limit in LIMITS {
        for (at, _) in plain.match_indices(limit) {
            let rest = &plain[at + limit.len()..];
            let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let behind = rest[n_digits..].trim_start();
            if n_digits > 0 && QUESTIONS.iter().any(|word| behind.starts_with(word)) {
                found.insert(rest[..n_digits].parse().ok()?);
            }
        }
    }
    found.first().copied().filter(|_| found.len() == 1)
}

/// Whether many answers may be right, or the words that say so are not to be had.
pub(super) fn may_have_many_answers(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    text.trim().is_empty()
        || words.any(|word| matches!(word, "any" | "several" | "multiple" | "arbitrary" | "arbitrarily"))
}

/// Whether things are numbered from one.
pub(super) fn counts_from_one(text: &str) -> bool {
    ["from 1", "from $1$", "1 to", "1 ≤", "1 <=", "1 \\le", "1\\le", "1 and"].iter().any(|words| text.contains(words))
}

/// Whether numbers that are asked for have to differ.
pub(super) fn wants_different(text: &str) -> bool {
    ["different", "distinct", "\\ne", "≠", "!="].iter().any(|words| text.contains(words))
}

/// Whether nothing may be printed behind the answer.
pub(super) fn forbids_more(text: &str) -> bool {
    const WORDS: [&str; 7] = [
        "nothing may be printed after",
        "nothing else may be printed",
        "not print anything after",
        "not print anything else",
        "must not print anything",
        "no output may follow",
        "nothing may follow",
    ];
    let lower = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    WORDS.iter().any(|words| lower.contains(words))
}

/// Whether something is said of asking the same again, or of questions that change something.
pub(super) fn limits_repeating(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic());
    words.any(|word| {
        matches!(
            word,
            "once" | "twice" | "again" | "repeat" | "repeated" | "repeatedly" | "same" | "distinct" | "different"
        ) || ["chang", "mov", "turn"].iter().any(|stem| word.starts_with(stem))
    })
}

/// Whether numbers of more than nine digits are spoken of, be it as powers.
pub(super) fn has_large_numbers(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !matches!(c, '{' | '}' | ' ' | ',' | '\\')).collect();
    let exponents = |base: &str, least: u32| {
        plain.match_indices(base).any(|(at, _)| {
            let digits: String = plain[at + base.len()..].chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().is_ok_and(|exponent| exponent >= least)
        })
    };
    let is_long = |word: &str| word.len() > 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    exponents("10^", 10) || exponents("2^", 31) || text.split(|c: char| !c.is_ascii_digit()).any(is_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances() {
        assert_eq!(tolerance("an error of at most $10^{-6}$"), Some(1e-6));
        assert_eq!(tolerance("relative error 1e-9 or absolute 1e-4"), Some(1e-4));
        assert_eq!(tolerance("bis zu 10⁻⁷ daneben"), Some(1e-7));
        assert_eq!(tolerance("at most 0.001 off"), Some(1e-3));
        assert_eq!(tolerance("exactly 10^9, 0.5 of them"), None);
    }

    #[test]
    fn large_numbers() {
        let texts = ["$0 \\le x < 2^{60}$", "up to 10^{18}", "at most 4000000000", "$n \\le 10^9$, x < 2^{30}"];
        assert_eq!(texts.map(has_large_numbers), [true, true, true, false]);
    }

    #[test]
    fn how_often_one_may_ask() {
        assert_eq!(most_questions("You may ask at most $30$ questions.\nThere are at most 1000 numbers."), Some(30));
        assert_eq!(most_questions("Find it with at most **12** questions."), Some(12));
        for unclear in [
            "at most 10^{4} queries",
            "at most $2 \\times 10^5$ queries",
            "at most 10 000 questions",
            "at most $n + 5$ guesses",
            "at most 5 queries; at most 7 queries",
            "Ask as you like.",
        ] {
            assert_eq!(most_questions(unclear), None, "{unclear}");
        }
    }

    #[test]
    fn what_may_follow() {
        assert!(forbids_more("This is not a question. Nothing may be\nprinted after it."));
        assert!(!forbids_more("After that, stop. Nothing is lost when your program prints more."));
        assert!(limits_repeating("No question may be asked twice."));
        assert!(limits_repeating("After each question the robot moves on."));
        assert!(!limits_repeating("You may ask at most 12 questions."));
    }

    #[test]
    fn many_answers() {
        assert!(may_have_many_answers("If there are several, print any of them."));
        assert!(may_have_many_answers(" "));
        assert!(!may_have_many_answers("Print how many there are."));
    }
}
