//! Bounds that name other variables, or that are strict: `1 ≤ a, b ≤ n`, `0 < k ≤ n - 1`, `1 ≤ l_i ≤ r_i ≤ n`.
//!
//! Invariant: only what cannot be misunderstood counts. A variable that stands in the middle of more than one chain has no
//! bounds here. They are for people to read; nothing is found wrong by them.

use std::ops::Range;

use super::{
    bounds::{once, stem},
    comments::without_comments,
    formula,
    tokens::{Kind, begins_item, tokens},
};

/// One end of what a variable may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatedEnd {
    /// A number.
    Number(i128),
    /// Another variable, with what is added to it or taken from it: `n`, `n - 1`.
    Text(String),
}

/// What a chain of a statement says of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedChain {
    /// The variable without its index.
    pub name: String,
    /// The least value.
    pub least: StatedEnd,
    /// The greatest value.
    pub greatest: StatedEnd,
    /// The bytes that say it.
    pub span: Range<usize>,
}

/// What stands between the signs of a chain.
enum Operand<'t> {
    Number(i128),
    /// A variable, and what is added to it.
    Sum(&'t str, i128),
    /// Variables that share a place.
    Names(Vec<&'t str>),
}

type Tokens<'t> = [(Kind<'t>, Range<usize>)];

/// The bounds that chains of a text state clearly, in order.
pub fn chains(text: &str) -> Vec<StatedChain> {
    let seen = without_comments(text);
    let text = &*seen;
    let tokens = tokens(text);
    let mut found: Vec<(StatedChain, bool)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (said, is_clear, end) = chain(text, &tokens, at);
        found.extend(said.into_iter().map(|one| (one, is_clear)));
        at = end.max(at + 1);
    }
    // What may mean something else bounds its variable a second time all the same.
    let found = once(found, |(one, _)| &one.name);
    found.into_iter().filter(|(_, is_clear)| *is_clear).map(|(one, _)| one).collect()
}

/// What the chain that begins at a token says, whether it can mean nothing else, and where what follows it begins.
fn chain(text: &str, tokens: &Tokens<'_>, start: usize) -> (Vec<StatedChain>, bool, usize) {
    let (mut operands, mut signs) = (Vec::new(), Vec::new());
    let mut at = start;
    while let Some((operand, end)) = operand(text, tokens, at) {
        operands.push(operand);
        at = end;
        match tokens.get(at) {
            Some((sign @ (Kind::AtMost | Kind::Less), _)) => {
                signs.push(*sign);
                at += 1;
            }
            Some(_) | None => break,
        }
    }
    let begins = formula::goes_into(text, tokens, start)
        || start
            .checked_sub(1)
            .is_some_and(|before| joins(text, tokens, before) && &text[tokens[before].1.clone()] != "(");
    let goes_on = tokens.get(at).is_some_and(|(kind, _)| matches!(kind, Kind::Order | Kind::Number(_)));
    let is_whole = operands.len() == signs.len() + 1 && !begins && !goes_on && !joins(text, tokens, at);
    if operands.len() < 3 {
        return (Vec::new(), false, at);
    }
    let is_clear = is_whole && !formula::is_of_part(text, tokens[start].1.start);
    let span = tokens[start].1.start..tokens[at - 1].1.end;
    let mut said = Vec::new();
    for (place, around) in operands.windows(3).enumerate() {
        let strict = |sign: &Kind<'_>| i128::from(*sign == Kind::Less);
        let least = end_of(&around[0], strict(&signs[place]));
        let greatest = end_of(&around[2], -strict(&signs[place + 1]));
        let names = match &around[1] {
            Operand::Names(names) => names.clone(),
            Operand::Sum(name, 0) => vec![*name],
            Operand::Sum(..) | Operand::Number(_) => Vec::new(),
        };
        let (Some(least), Some(greatest)) = (least, greatest) else { continue };
        let stated = |name: &str| StatedChain {
            name: stem(name).to_owned(),
            least: least.clone(),
            greatest: greatest.clone(),
            span: span.clone(),
        };
        said.extend(names.into_iter().map(stated));
    }
    (said, is_clear, at)
}

fn operand<'t>(text: &str, tokens: &Tokens<'t>, at: usize) -> Option<(Operand<'t>, usize)> {
    const MOST: usize = 4;
    let name = match tokens.get(at)?.0 {
        Kind::Number(number) => return Some((Operand::Number(number), at + 1)),
        Kind::Name(name) => name,
        _ => return None,
    };
    let mut names = vec![name];
    let mut end = at + 1;
    while let [(Kind::Comma, _), (Kind::Name(name), _), (sign, _), ..] = &tokens[end..]
        && names.len() < MOST
        && matches!(sign, Kind::Comma | Kind::AtMost | Kind::Less)
    {
        names.push(*name);
        end += 2;
    }
    // Behind the last sign a comma ends the chain: `1 ≤ a ≤ n, b ≤ 5` is two.
    let is_shared = names.len() > 1 && matches!(tokens.get(end), Some((Kind::AtMost | Kind::Less, _)));
    if is_shared {
        // Behind a number they share their bounds; else they are a list.
        let is_behind_number = matches!(&tokens[..at], [.., (Kind::Number(_), _), (Kind::AtMost | Kind::Less, _)]);
        return is_behind_number.then_some((Operand::Names(names), end));
    }
    let by = match &tokens[at + 1..] {
        [(Kind::Other, sign), (Kind::Number(by), number), ..] if !begins_item(text, tokens[at].1.end, sign.start) => {
            match &text[sign.clone()] {
                "+" => Some((*by, number.end)),
                "-" | "−" => Some((-*by, number.end)),
                _ => None,
            }
        }
        [(Kind::Number(by), number), ..] if *by < 0 => Some((*by, number.end)),
        _ => None,
    };
    let Some((by, number_end)) = by else { return Some((Operand::Sum(name, 0), at + 1)) };
    let n_tokens = tokens[at + 1..].iter().take_while(|(_, place)| place.end <= number_end).count();
    Some((Operand::Sum(name, by), at + 1 + n_tokens))
}

fn end_of(operand: &Operand<'_>, by: i128) -> Option<StatedEnd> {
    match operand {
        Operand::Number(number) => Some(StatedEnd::Number(number.checked_add(by)?)),
        Operand::Sum(name, more) => Some(StatedEnd::Text(match more.checked_add(by)? {
            0 => (*name).to_owned(),
            more if more < 0 => format!("{name} - {}", more.unsigned_abs()),
            more => format!("{name} + {more}"),
        })),
        Operand::Names(_) => None,
    }
}

/// Whether a token makes a larger formula of what stands beside it.
fn joins(text: &str, tokens: &Tokens<'_>, at: usize) -> bool {
    const SIGNS: [&str; 16] =
        ["+", "-", "−", "*", "/", "^", "·", "×", "(", "!", "|", "\\cdot", "\\times", "\\frac", "\\sqrt", "_"];
    let Some((kind, place)) = tokens.get(at) else { return false };
    // What begins a text may be the sign of an item.
    let Some(before) = at.checked_sub(1).map(|before| tokens[before].1.end) else { return false };
    match kind {
        Kind::Other => SIGNS.contains(&&text[place.clone()]) && !begins_item(text, before, place.start),
        Kind::AtMost | Kind::Less | Kind::Order => true,
        Kind::Number(_) | Kind::Name(_) | Kind::Comma => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Vec<String> {
        let end = |end: &StatedEnd| match end {
            StatedEnd::Number(number) => number.to_string(),
            StatedEnd::Text(text) => text.clone(),
        };
        chains(text).iter().map(|one| format!("{}: {} to {}", one.name, end(&one.least), end(&one.greatest))).collect()
    }

    #[test]
    fn bounds_that_name_variables() {
        assert_eq!(said("($1 \\le a, b \\le n$, $a \\ne b$)"), ["a: 1 to n", "b: 1 to n"]);
        assert_eq!(
            said("$-10^9 \\le s_i < e_i \\le 10^9$."),
            ["s: -1000000000 to e_i - 1", "e: s_i + 1 to 1000000000"]
        );
        assert_eq!(said("- `1 <= k <= n-1`\n- `0 < m < 2*10^5`"), ["k: 1 to n - 1", "m: 1 to 199999"]);
        assert_eq!(said("1 ≤ l_i ≤ r_i ≤ n, 1 ≤ n ≤ 100"), ["l: 1 to r_i", "r: l_i to n", "n: 1 to 100"]);
        assert_eq!(said("<p>1 &le; p<sub>i</sub> &lt; i</p>"), ["p: 1 to i - 1"]);
        assert_eq!(said("$i + 1 \\le j \\le n$"), ["j: i + 1 to n"]);
    }

    #[test]
    fn what_may_mean_something_else() {
        for text in [
            "1 ≤ k ≤ 2n",
            "1 ≤ k ≤ n·m",
            "1 ≤ k ≤ n(n-1)/2",
            "1 ≤ a ≤ n and 1 ≤ a ≤ m",
            "n ≤ 10, 5 ≤ m",
            "1 ≤ 2a ≤ n",
            "n - 1 ≤ m",
            "k ≤ a, b ≤ n",
            "n > m > 5",
            "- $2 \\le n \\le 200000$ (the number of cities)\n\n## Subtasks\n- Subtask 1: $2 \\le n \\le 100$",
            "1 ≤ n ≤ k (of them)\n1 ≤ n ≤ 100",
        ] {
            assert_eq!(said(text), [""; 0], "{text}");
        }
    }
}
