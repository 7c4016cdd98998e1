//! Wrong solutions made of a right one: small changes such as people make by mistake.
//!
//! Each change is one edit of the text. A mutant is meant to compile and to fail some test, and to be hard to tell from
//! the original; what is known to change nothing is left out, as is what would crash at once. Nobody can tell that of
//! every change, so whoever uses a mutant compiles and judges it first.
//!
//! Invariant: the same text gives the same mutants, in source order, no two of which make the same text, in time linear
//! in its length. What does not parse, hangs on a condition of the preprocessor, or only prints for the author is left
//! as it is.

use std::{collections::HashSet, ops::Range};

use crate::source::Source;

mod bounds;
mod comparisons;
mod constants;
mod drops;
mod names;
mod narrow;
mod slow;
mod swaps;
mod types;
mod view;

/// How much of a text is shown in the words for people, in characters.
const MAX_SHOWN: usize = 48;

/// One change of a source that probably makes it wrong or slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What takes their place.
    pub with: String,
    /// The kind of mistake.
    pub operator: Operator,
    /// The mistake in a few words.
    pub words: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// `<` for `<=` and the like.
    Relational,
    /// A loop that begins or ends one step off.
    LoopBound,
    /// A `+ 1` or `- 1` that is missing.
    OffByOne,
    /// A number that is one off, or an epsilon or precision that is too coarse.
    Constant,
    /// An infinity that is not large enough.
    Infinity,
    /// A variable that starts with the wrong value.
    Initial,
    /// A type that is too small.
    Narrow,
    /// A remainder that is not taken.
    DropModulus,
    /// A case that is not handled.
    DropGuard,
    /// An `else` that is missing.
    DropElse,
    /// A state that is kept from one test case or round to the next.
    DropReset,
    /// A list that is not sorted, or whose repeated values stay.
    DropSort,
    /// The least for the greatest.
    SwapExtremum,
    /// `&&` for `||`.
    SwapLogic,
    /// `+` for `-`.
    SwapSign,
    /// A quotient that is rounded the other way.
    Rounding,
    /// `lower_bound` for `upper_bound`.
    SwapSearch,
    /// The opposite order.
    SwapOrder,
    /// `break` for `continue`.
    SwapJump,
    /// A result that is computed again each time.
    DropMemo,
    /// Paths that are not made shorter.
    DropCompression,
    /// A loop to the end where one to the root would do.
    WholeLoop,
}

impl Operator {
    /// Every kind, in the order in which [`chosen`] goes round.
    pub const ALL: [Operator; 22] = [
        Operator::Relational,
        Operator::LoopBound,
        Operator::OffByOne,
        Operator::Constant,
        Operator::Infinity,
        Operator::Initial,
        Operator::Narrow,
        Operator::DropModulus,
        Operator::DropGuard,
        Operator::DropElse,
        Operator::DropReset,
        Operator::DropSort,
        Operator::SwapExtremum,
        Operator::SwapLogic,
        Operator::SwapSign,
        Operator::Rounding,
        Operator::SwapSearch,
        Operator::SwapOrder,
        Operator::SwapJump,
        Operator::DropMemo,
        Operator::DropCompression,
        Operator::WholeLoop,
    ];

    /// Its name, which stays the same.
    pub fn name(self) -> &'static str {
        match self {
            Operator::Relational => "relational",
            Operator::LoopBound => "loop-bound",
            Operator::OffByOne => "off-by-one",
            Operator::Constant => "constant",
            Operator::Infinity => "infinity",
            Operator::Initial => "initial",
            Operator::Narrow => "narrow",
            Operator::DropModulus => "drop-modulus",
            Operator::DropGuard => "drop-guard",
            Operator::DropElse => "drop-else",
            Operator::DropReset => "drop-reset",
            Operator::DropSort => "drop-sort",
            Operator::SwapExtremum => "swap-extremum",
            Operator::SwapLogic => "swap-logic",
            Operator::SwapSign => "swap-sign",
            Operator::Rounding => "rounding",
            Operator::SwapSearch => "swap-search",
            Operator::SwapOrder => "swap-order",
            Operator::SwapJump => "swap-jump",
            Operator::DropMemo => "drop-memo",
            Operator::DropCompression => "drop-compression",
            Operator::WholeLoop => "whole-loop",
        }
    }
}

impl Mutant {
    /// One text in the place of another.
    fn swap(operator: Operator, range: Range<usize>, old: &str, with: impl Into<String>) -> Mutant {
        let with = with.into();
        let words = format!("`{}` instead of `{}`", shown(&with), shown(old));
        Mutant { range, with, operator, words }
    }

    /// The text with the change.
    pub fn apply(&self, text: &str) -> String {
        let (before, after) = (text.get(..self.range.start), text.get(self.range.end..));
        [before.unwrap_or(text), &self.with, after.unwrap_or("")].concat()
    }

    /// What really changes: where it begins, how much goes, and what comes.
    fn essence(&self, text: &str) -> (usize, usize, &str) {
        let old = text.get(self.range.clone()).unwrap_or("");
        let shared = |pairs: &mut dyn Iterator<Item = (char, char)>| {
            pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum::<usize>()
        };
        let head = shared(&mut old.chars().zip(self.with.chars()));
        let (old, with) = (&old[head..], &self.with[head..]);
        let tail = shared(&mut old.chars().rev().zip(with.chars().rev()));
        (self.range.start + head, old.len() - tail, &with[..with.len() - tail])
    }
}

/// The mutants of a solution in C++ or C, in source order.
pub fn mutants(source: &Source) -> Vec<Mutant> {
    let view = view::View::new(source);
    let families =
        [slow::find, comparisons::find, bounds::find, constants::find, narrow::find, drops::find, swaps::find];
    let mut found: Vec<Mutant> = families.iter().flat_map(|family| family(&view)).collect();
    // The sort is stable, so where two families make the same text the one that is listed first names it.
    found.sort_by_key(|mutant| mutant.range.start);
    let mut seen: HashSet<(usize, usize, String)> = HashSet::new();
    found.retain(|mutant| {
        let (start, length, with) = mutant.essence(source.text());
        (length > 0 || !with.is_empty()) && seen.insert((start, length, with.to_owned()))
    });
    found
}

/// At most `n` mutants, in source order: in turn one of each operator, and those of an operator from all over the source.
/// The seed says where to begin; the same seed gives the same mutants.
pub fn chosen(mutants: Vec<Mutant>, n: usize, seed: u64) -> Vec<Mutant> {
    let n_operators = Operator::ALL.len();
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); n_operators];
    for (at, mutant) in mutants.iter().enumerate() {
        groups[mutant.operator as usize].push(at);
    }
    let first = index(seed, n_operators);
    let mut n_of = vec![0_usize; n_operators];
    let mut left = n.min(mutants.len());
    while left > 0 {
        for turn in 0..n_operators {
            let operator = (first + turn) % n_operators;
            if left > 0 && n_of[operator] < groups[operator].len() {
                n_of[operator] += 1;
                left -= 1;
            }
        }
    }
    let mut taken = vec![false; mutants.len()];
    for (group, n_taken) in groups.iter().zip(n_of) {
        let offset = index(seed, group.len().max(1));
        for turn in 0..n_taken {
            taken[group[(offset + turn * group.len() / n_taken) % group.len()]] = true;
        }
    }
    mutants.into_iter().zip(taken).filter_map(|(mutant, taken)| taken.then_some(mutant)).collect()
}

/// A place below `n` that a seed stands for.
fn index(seed: u64, n: usize) -> usize {
    usize::try_from(seed % n as u64).unwrap_or(0)
}

/// A text as it is shown to people: on one line and not too long.
fn shown(text: &str) -> String {
    let start: String = text.chars().take(MAX_SHOWN * 4).collect();
    let line = start.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests;
