//! Bounds of sums: `the sum of $n$ over all test cases does not exceed $2 \cdot 10^5$`, `$\sum n \le 10^6$`.
//!
//! Invariant: only what cannot be misunderstood counts: one sentence that names variables, says that their sum is bounded, and
//! gives one number.

use std::ops::Range;

use super::{
    bounds::stem,
    comments::without_comments,
    formula,
    tokens::{Kind, is_sum_sign, tokens},
};

/// The greatest sum of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedSum {
    /// The variable without its index.
    pub name: String,
    /// The greatest sum.
    pub hi: i128,
    /// The bytes that say it.
    pub span: Range<usize>,
}

/// So many words may stand between the variables and the number.
const MOST_BETWEEN: usize = 24;
/// Words between `sum of` and a variable.
const FILLERS: [&str; 6] = ["all", "the", "values", "value", "of", "these"];
/// The last words before the number, where the sum is at most that.
const AT_MOST: [&[&str]; 9] = [
    &["not", "exceed"],
    &["not", "exceeding"],
    &["never", "exceeds"],
    &["at", "most"],
    &["no", "more", "than"],
    &["not", "greater", "than"],
    &["not", "larger", "than"],
    &["less", "than", "or", "equal", "to"],
    &["bounded", "by"],
];

type Tokens<'t> = [(Kind<'t>, Range<usize>)];

/// The sums whose bounds a text states clearly, in order.
pub fn sums(text: &str) -> Vec<StatedSum> {
    let seen = without_comments(text);
    let text = &*seen;
    let tokens = tokens(text);
    let mut found: Vec<StatedSum> = Vec::new();
    for at in 0..tokens.len() {
        let said = in_words(text, &tokens[at..]).or_else(|| in_signs(text, &tokens[at..]));
        for sum in said.into_iter().flatten() {
            // Of those of several parts the largest holds for all.
            match found.iter_mut().find(|one| one.name == sum.name) {
                Some(one) => one.hi = one.hi.max(sum.hi),
                None => found.push(sum),
            }
        }
    }
    found
}

/// `sum of n and m over all test cases does not exceed 10`
fn in_words(text: &str, tokens: &Tokens<'_>) -> Option<Vec<StatedSum>> {
    let word = |at: usize| match tokens.get(at)?.0 {
        Kind::Name(name) => Some(name),
        _ => None,
    };
    let word_or_sign = |at: usize| tokens.get(at).map(|(_, span)| &text[span.clone()]).filter(|said| *said != ".");
    let is_sum = word(0).is_some_and(|word| word.eq_ignore_ascii_case("sum") || word.eq_ignore_ascii_case("sums"));
    if !is_sum || word(1) != Some("of") {
        return None;
    }
    let mut at = 2;
    while word(at).is_some_and(|word| FILLERS.contains(&word)) {
        at += 1;
    }
    let mut names = vec![word(at)?];
    at += 1;
    while let [(between, span), ..] = tokens.get(at..)?
        && (*between == Kind::Comma || matches!(&text[span.clone()], "and" | "or"))
    {
        // `the sum of n and the sum of m`
        let again = ["the", "sum", "of"].iter().enumerate().all(|(by, one)| word(at + 1 + by) == Some(one));
        let next = at + 1 + if again { 3 } else { 0 };
        let Some(name) = word(next).filter(|name| is_variable(name)) else { break };
        names.push(name);
        at = next + 1;
    }
    if !names.iter().all(|name| is_variable(name)) {
        return None;
    }
    // `the sum of n · m` is another one.
    let is_more = tokens.get(at).is_some_and(|(kind, span)| match kind {
        Kind::Name(name) => is_variable(name) || matches!(*name, "log" | "times" | "plus" | "squared"),
        Kind::Other => formula::is_operator(&text[span.clone()]),
        Kind::Number(_) | Kind::AtMost | Kind::Less | Kind::Order | Kind::Comma => true,
    });
    if is_more {
        return None;
    }
    let first = at;
    let number = loop {
        match tokens.get(at)? {
            (Kind::Number(number), _) => break *number,
            (Kind::Name("sum" | "sums"), _) => return None,
            (Kind::Name(_) | Kind::AtMost | Kind::Comma, _) => {}
            // Brackets and signs of formulas; a full stop ends the sentence.
            (Kind::Other, span) if !text[span.clone()].starts_with(['.', ';', '!', '?', '<']) => {}
            _ => return None,
        }
        at += 1;
        if at - first > MOST_BETWEEN {
            return None;
        }
    };
    let before: Vec<&str> = (first..at).filter_map(word).collect();
    let is_at_most = tokens[at - 1].0 == Kind::AtMost || AT_MOST.iter().any(|words| before.ends_with(words));
    // Then each has a number of its own.
    let is_shared_out = (at + 1..).map_while(word_or_sign).take(MOST_BETWEEN).any(|word| word == "respectively");
    (is_at_most && !is_shared_out).then(|| stated(tokens, at, number, &names))
}

/// `\sum n \le 10`
fn in_signs(text: &str, tokens: &Tokens<'_>) -> Option<Vec<StatedSum>> {
    let [(Kind::Other, sum), (Kind::AtMost, _), (Kind::Number(number), _), ..] = tokens else { return None };
    let shown = text[sum.clone()].trim_end();
    let is_of_name =
        |one: char| one.is_alphanumeric() && one != 'Σ' || matches!(one, '_' | '{' | '}' | '[' | ']' | '|');
    let name = shown.rsplit(|one: char| !is_of_name(one)).next();
    let name = name.filter(|name| is_sum_sign(shown) && is_variable(name))?;
    Some(stated(tokens, 2, *number, &[name]))
}

fn stated(tokens: &Tokens<'_>, end: usize, hi: i128, names: &[&str]) -> Vec<StatedSum> {
    let span = tokens[0].1.start..tokens[end].1.end;
    names.iter().map(|name| StatedSum { name: stem(name).to_owned(), hi, span: span.clone() }).collect()
}

/// Whether a word is a variable: a letter or two, or one with an index; else it is a word of the sentence.
fn is_variable(word: &str) -> bool {
    let stem = stem(word);
    (1..=2).contains(&stem.chars().count()) && !matches!(stem, "of" | "in" | "is" | "to" | "it" | "on" | "at" | "or")
        || stem.len() < word.len() && !stem.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_statements_write_them() {
        for (text, expected) in [
            ("the sum of $n$ over all test cases does not exceed $2 \\cdot 10^5$.", &["n 200000"][..]),
            ("It is guaranteed that the sum of n over all test cases is at most 1000.", &["n 1000"]),
            ("The sum of $n$ and the sum of $m$ over all cases do not exceed $10^6$", &["n 1000000", "m 1000000"]),
            ("the sum of $n$ and $m$ over all tests does not exceed $10^6$", &["n 1000000", "m 1000000"]),
            ("sum of all $k_i$ is no more than 300000", &["k 300000"]),
            ("the sum of all values of $n$ across test cases won't be more, it is at most $500$", &["n 500"]),
            ("<p>The sum of <i>n</i> over all test cases is at most 10<sup>5</sup></p>", &["n 100000"]),
            ("$\\sum n \\le 2 \\cdot 10^5$", &["n 200000"]),
            ("$\\sum_{i=1}^{t} n_i \\leq 10^6$ and Σm ≤ 50", &["n 1000000", "m 50"]),
            ("The sum of the lengths of all strings does not exceed $10^5$.", &[]),
            ("Print the sum of n numbers. There are at most 5.", &[]),
            ("the sum of a and b is even; 1 ≤ a ≤ 10", &[]),
            ("the sum of $n$ over all test cases is at least 5", &[]),
            ("the sum of $n \\cdot m$ over all test cases does not exceed $100$", &[]),
            ("the sum of $n + m$ over all test cases does not exceed $100$", &[]),
            ("the sum of $n \\log n$ over all test cases does not exceed $100$", &[]),
            ("The sum of $n$ and $m$ over all cases does not exceed $10^5$ and $1000$, respectively.", &[]),
            ("the sum of $n$ (over all test cases) does not exceed $10$", &["n 10"]),
            ("<!-- the sum of n is at most 10 -->", &[]),
        ] {
            let shown = |sum: &StatedSum| format!("{} {}", sum.name, sum.hi);
            assert_eq!(sums(text).iter().map(shown).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
