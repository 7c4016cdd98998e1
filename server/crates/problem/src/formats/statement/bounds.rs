//! Bounds of variables: `1 ≤ n ≤ 2 · 10^5`, `$1 \le a_i \le 10^9$`, `1 <= k <= 50`.
//!
//! Invariant: only what cannot be misunderstood counts. A variable that is bounded in more than one place, by something
//! else than a number, or not on both sides, has no bounds here. Time is linear in the text.

use std::{collections::HashMap, ops::Range};

use super::number::integer;

/// What a statement says of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedBounds {
    /// The variable without its index.
    pub name: String,
    /// The least value.
    pub lo: i128,
    /// The greatest value.
    pub hi: i128,
    /// The bytes that say it.
    pub span: Range<usize>,
}

/// What names of one variable have in common: `b_i`, `b[3]` and `b_{i,j}` are of `b`.
pub fn stem(name: &str) -> &str {
    name.trim_start_matches(['$', '|']).split(|one: char| !one.is_alphanumeric()).next().unwrap_or_default()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind<'t> {
    /// Not greater than.
    AtMost,
    /// Another order.
    Order,
    Number(i128),
    /// A variable or a word.
    Name(&'t str),
    Other,
}

const AT_MOST: [&str; 8] = ["\\leqslant", "\\leq", "\\le", "&leq;", "&le;", "<=", "≤", "⩽"];
const ORDERS: [&str; 13] =
    ["\\geqslant", "\\geq", "\\ge", "\\lt", "\\gt", "&geq;", "&ge;", "&lt;", "&gt;", ">=", "≥", "<", ">"];
const TIMES: [&str; 5] = ["\\cdot", "\\times", "*", "·", "×"];
const BLANKS: [&str; 12] = [" ", "\t", "\r", "\n", "\u{a0}", "\u{202f}", "$", "~", "`", "\\,", "\\;", "\\ "];

/// The bounds that a text states clearly, in order.
pub fn bounds(text: &str) -> Vec<StatedBounds> {
    let tokens = tokens(text);
    // How often something that is no variable bounds a variable; twice where it stands between two numbers.
    let mut bounded: HashMap<&str, usize> = HashMap::new();
    for around in tokens.windows(3) {
        let is_order = matches!(around[1].0, Kind::AtMost | Kind::Order);
        match (around[0].0, around[2].0) {
            (Kind::Name(_), Kind::Name(_)) => {}
            (Kind::Name(name), _) | (_, Kind::Name(name)) if is_order => *bounded.entry(stem(name)).or_default() += 1,
            (_, _) => {}
        }
    }
    let mut found = Vec::new();
    for (at, chain) in tokens.windows(5).enumerate() {
        let [Kind::Number(lo), Kind::AtMost, Kind::Name(name), Kind::AtMost, Kind::Number(hi)] =
            [chain[0].0, chain[1].0, chain[2].0, chain[3].0, chain[4].0]
        else {
            continue;
        };
        let before = at.checked_sub(1).map(|before| tokens[before].0);
        let after = tokens.get(at + 5).map(|after| after.0);
        let goes_on = |kind: Option<Kind<'_>>| matches!(kind, Some(Kind::AtMost | Kind::Order | Kind::Number(_)));
        if lo <= hi && !goes_on(before) && !goes_on(after) && bounded.get(stem(name)) == Some(&2) {
            let span = chain[0].1.start..chain[4].1.end;
            found.push(StatedBounds { name: stem(name).to_owned(), lo, hi, span });
        }
    }
    found
}

fn tokens(text: &str) -> Vec<(Kind<'_>, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at = past_blanks(text, at);
        let Some(first) = text[at..].chars().next() else { break };
        let start = at;
        let kind;
        if let Some(length) = one_of(text, at, &AT_MOST) {
            (kind, at) = (Kind::AtMost, at + length);
        } else if let Some(length) = one_of(text, at, &ORDERS) {
            (kind, at) = (Kind::Order, at + length);
        } else if let Some(end) = number_end(text, at) {
            (kind, at) =
                (integer(&text[at..end]).filter(|_| is_whole(text, end)).map_or(Kind::Other, Kind::Number), end);
        } else if first.is_alphabetic() {
            at = name_end(text, at);
            kind = Kind::Name(&text[start..at]);
        } else {
            at += first.len_utf8();
            if first == '\\' {
                at += length_of(&text[at..], char::is_alphabetic);
            }
            kind = Kind::Other;
        }
        tokens.push((kind, start..at));
    }
    tokens
}

/// The length of the first of some words that stands at a place; a command of TeX ends where its letters do.
fn one_of(text: &str, at: usize, words: &[&str]) -> Option<usize> {
    let rest = &text[at..];
    let is_there = |word: &&&str| {
        let after = rest.strip_prefix(**word);
        after.is_some_and(|after| !word.starts_with('\\') || !after.starts_with(|one: char| one.is_ascii_alphabetic()))
    };
    words.iter().find(is_there).map(|word| word.len())
}

fn past_blanks(text: &str, mut at: usize) -> usize {
    while let Some(blank) = BLANKS.iter().find(|blank| text[at..].starts_with(**blank)) {
        at += blank.len();
    }
    at
}

fn length_of(text: &str, is_of_it: impl Fn(char) -> bool) -> usize {
    text.find(|one: char| !is_of_it(one)).unwrap_or(text.len())
}

/// The end of a number with what multiplies it and what is taken from it; `None` where none begins.
fn number_end(text: &str, at: usize) -> Option<usize> {
    let sign = one_of(text, at, &["-", "−"]).unwrap_or(0);
    let mut end = factor_end(text, at + sign)?;
    loop {
        if closes(text, end) {
            return Some(end);
        }
        let next = past_blanks(text, end);
        let Some(times) = one_of(text, next, &TIMES) else { break };
        let Some(further) = factor_end(text, past_blanks(text, next + times)) else { break };
        end = further;
    }
    let next = past_blanks(text, end);
    let minus = one_of(text, next, &["-", "−"]).and_then(|minus| factor_end(text, past_blanks(text, next + minus)));
    Some(minus.unwrap_or(end))
}

/// Digits, in groups of three perhaps, with an exponent perhaps.
fn factor_end(text: &str, at: usize) -> Option<usize> {
    let digits = |at: usize| length_of(&text[at..], |one| one.is_ascii_digit());
    let mut end = at + digits(at);
    if end == at {
        return None;
    }
    if end - at <= 3 {
        while let Some(gap) = one_of(text, end, &["{,}", "\\,", ",", "_", "~", " ", "\u{a0}", "\u{202f}"])
            && digits(end + gap) == 3
        {
            end += gap + 3;
        }
    }
    let rest = &text[end..];
    if let Some(power) = rest.strip_prefix('^') {
        let braces = power.strip_prefix('{').and_then(|inside| inside.find('}')).map(|close| close + 2);
        return Some(end + 1 + braces.unwrap_or_else(|| digits(end + 1)));
    }
    let is_scientific = rest.starts_with(['e', 'E']) && digits(end + 1) > 0;
    Some(if is_scientific { end + 1 + digits(end + 1) } else { end })
}

/// Whether a formula ends there.
fn closes(text: &str, end: usize) -> bool {
    text[end..].starts_with(['$', '`'])
}

/// Whether a number ends there: nothing that it is multiplied with, added to or raised to follows.
fn is_whole(text: &str, end: usize) -> bool {
    if closes(text, end) {
        return true;
    }
    if text[end..].starts_with(|one: char| one.is_alphanumeric() || one == '^' || one == '.') {
        // A full stop may end the sentence.
        let after_stop = text[end..].strip_prefix('.');
        return after_stop.is_some_and(|after| !after.starts_with(|one: char| one.is_ascii_digit()));
    }
    let next = past_blanks(text, end);
    let is_sign = one_of(text, next, &["+", "-", "−", "/", "^", "!", "|", "(", "\\frac", "\\log", "\\sqrt"]).is_some();
    let word = length_of(&text[next..], |one| one.is_alphanumeric() || one == '_');
    !is_sign && word != 1 && one_of(text, next, &TIMES).is_none_or(|_| text[next..].starts_with("**"))
}

/// A word, with its index where it is a variable.
fn name_end(text: &str, at: usize) -> usize {
    let end = at + length_of(&text[at..], char::is_alphanumeric);
    let Some(index) = text[end..].strip_prefix('_') else { return end };
    let braces = index.strip_prefix('{').and_then(|inside| inside.find('}')).map(|close| close + 2);
    end + 1 + braces.unwrap_or_else(|| length_of(index, char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn said(text: &str) -> Vec<String> {
        bounds(text).into_iter().map(|found| format!("{} {} {}", found.name, found.lo, found.hi)).collect()
    }

    #[test]
    fn usual_forms() {
        assert_eq!(said("The number `n` (1 ≤ n ≤ 5000, at most 5000 over all days)"), ["n 1 5000"]);
        assert_eq!(said("`n` and `s` (2 ≤ n ≤ 50 000, 2 ≤ s ≤ 4 000 000 000)."), ["n 2 50000", "s 2 4000000000"]);
        assert_eq!(said("$n$ and $m$ ($1 \\le n \\le 5000$, $0 \\le m \\le 10\\,000$)"), ["n 1 5000", "m 0 10000"]);
        assert_eq!(said("1 <= n <= 2*10^5"), ["n 1 200000"]);
        assert_eq!(
            said("$-10^9 \\leq a_i \\leq 10^{9}$; $1\\leqslant b_{i,j}\\leqslant 3\\cdot 10^5$"),
            ["a -1000000000 1000000000", "b 1 300000"]
        );
        assert_eq!(said("- $1 \\le n \\le 10^5$ --- the length.\n- **1 ≤ k ≤ 50**"), ["n 1 100000", "k 1 50"]);
        assert_eq!(said("0 &le; x &le; 2^31 - 1."), ["x 0 2147483647"]);
        assert_eq!(said("$1 \\le n \\le 10$ - 5 of them"), ["n 1 10"]);
        assert_eq!(said("1 ≤ i ≤ n, 1 ≤ n ≤ 100"), ["n 1 100"], "a bound of another variable");
        let found = &bounds("so (1 ≤ n ≤ 50).")[0];
        assert_eq!(&"so (1 ≤ n ≤ 50)."[found.span.clone()], "1 ≤ n ≤ 50");
    }

    #[test]
    fn what_may_mean_something_else() {
        let unclear = [
            "1 ≤ n ≤ 100. In the first subtask n ≤ 10.",
            "1 ≤ n ≤ 100 and 1 ≤ n ≤ 200",
            "1 ≤ a, b ≤ 10",
            "0 ≤ l ≤ r ≤ 10",
            "0 ≤ 1 ≤ n ≤ 10",
            "1 ≤ n ≤ 10 ≤ m",
            "1 < n ≤ 10",
            "1 ≤ k ≤ 2n",
            "1 ≤ k ≤ 2 n",
            "1 ≤ k ≤ 2 \\cdot n",
            "1 ≤ k ≤ 10^9 + 6",
            "1 ≤ k ≤ 10/n",
            "1 ≤ |s| ≤ 10",
            "1 ≤ k ≤ 0.5",
            "1 ≤ k ≤ 10^n",
            "2 ≤ n ≤ 1",
            "1 ≤ k ≤ 99^99",
            "\\left 1 \\leftarrow n",
            "≤ n ≤",
        ];
        for text in unclear {
            assert_eq!(said(text), [""; 0], "{text}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in any::<String>(), made in "[1 ≤<=n_\\\\{}$^,·−é\u{a0}le-]{0,40}") {
            bounds(&text);
            bounds(&made);
        }
    }
}
