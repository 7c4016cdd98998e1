//! Whether it matters for an expression which of several matches is taken.

use std::collections::HashSet;

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::{Anchored, Input};

/// How many pairs of states are looked at.
const MAX_PAIRS: usize = 400;

/// A pair of states that one text leads to.
struct Pair {
    longest: LazyStateID,
    first: LazyStateID,
    /// The pair before it, and the byte between them.
    before: Option<(usize, u8)>,
}

/// A shortest text that `longest` matches as a whole and `first` does not. Whatever one of them matches the other one
/// matches in part, so without such a text they match the same everywhere.
pub(super) fn telling_text(longest: &DFA, first: &DFA) -> Option<Vec<u8>> {
    let (mut longest_met, mut first_met) = (longest.create_cache(), first.create_cache());
    let start = Input::new("").anchored(Anchored::Yes);
    let mut pairs = vec![Pair {
        longest: longest.start_state_forward(&mut longest_met, &start).ok()?,
        first: first.start_state_forward(&mut first_met, &start).ok()?,
        before: None,
    }];
    let mut met = HashSet::from([(pairs[0].longest, pairs[0].first)]);
    // Both automata stem from the same states and so tell the same bytes apart.
    let bytes: Vec<u8> = longest.byte_classes().representatives(..).filter_map(|unit| unit.as_u8()).collect();
    let mut at = 0;
    while at < pairs.len() && pairs.len() < MAX_PAIRS {
        let is_whole = |automaton: &DFA, cache: &mut Cache, state| {
            automaton.next_eoi_state(cache, state).ok().map(|end| end.is_match())
        };
        if is_whole(longest, &mut longest_met, pairs[at].longest)? && !is_whole(first, &mut first_met, pairs[at].first)?
        {
            return Some(text(&pairs, at));
        }
        for &byte in &bytes {
            let next = Pair {
                longest: longest.next_state(&mut longest_met, pairs[at].longest, byte).ok()?,
                first: first.next_state(&mut first_met, pairs[at].first, byte).ok()?,
                before: Some((at, byte)),
            };
            // Numbers of states that were forgotten mean others now.
            if longest_met.clear_count() + first_met.clear_count() > 0 {
                return None;
            }
            if !next.longest.is_dead() && met.insert((next.longest, next.first)) {
                pairs.push(next);
            }
        }
        at += 1;
    }
    None
}

fn text(pairs: &[Pair], mut at: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while let Some((before, byte)) = pairs[at].before {
        text.push(byte);
        at = before;
    }
    text.reverse();
    text
}
