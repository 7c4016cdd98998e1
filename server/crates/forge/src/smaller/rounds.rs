//! Smaller inputs, as a validator's record of its reads allows them: with fewer rounds of a loop and the number that counts
//! them, with numbers nearer to the least that their reads allow. So most of them are valid.

use std::{collections::HashSet, ops::Range};

use super::guesses::{chunks, size};
use crate::recorded::{Limits, Loop, Place, Recorded, edited};

/// So many numbers are tried lower.
const MAX_NUMBERS: usize = 200;
/// At most so many are made of one input.
const MAX_MADE: usize = 1000;

impl Recorded {
    /// Inputs that are smaller, the smallest first.
    pub(super) fn smaller(&self) -> Vec<String> {
        let most = size(&self.text);
        let mut known = HashSet::new();
        let edits = self.fewer_rounds().into_iter().chain(self.lower_numbers()).take(MAX_MADE);
        let texts = edits.map(|edits| edited(&self.text, edits));
        let mut smaller: Vec<String> = texts.filter(|text| size(text) < most && known.insert(text.clone())).collect();
        smaller.sort_by_cached_key(|text| size(text));
        smaller
    }

    /// Without some rounds in a row of all loops that one number counts.
    fn fewer_rounds(&self) -> Vec<Vec<Edit>> {
        let mut all = Vec::new();
        let mut counts: Vec<usize> = self.loops.iter().map(|one| one.count).collect();
        counts.dedup();
        for count in counts {
            let bodies = bodies(self.loops.iter().filter(|one| one.count == count));
            let Some(limits) = self.places[count].number else { continue };
            let n_rounds = bodies.iter().map(|body| body.rounds.len()).max().unwrap_or(0);
            for n_taken in n_rounds.checked_sub(1).into_iter().chain(chunks(n_rounds)) {
                for start in (0..n_rounds).step_by((n_taken / 2).max(1)) {
                    let taken = start..start + n_taken;
                    let edits: Option<Vec<Edit>> = bodies.iter().map(|body| self.without(body, &taken)).collect();
                    let lower = limits.value - n_taken as i128;
                    if let Some(mut edits) = edits.filter(|_| lower >= limits.low) {
                        edits.push((self.places[count].bytes.clone(), lower.to_string()));
                        all.push(edits);
                    }
                }
            }
        }
        all
    }

    /// Without rounds of a loop. A round lasts until the next one begins, so that the last one is not known whole.
    fn without(&self, body: &Loop, taken: &Range<usize>) -> Option<Edit> {
        let start = |round: usize| Some(self.places[*body.rounds.get(round)?].bytes.start);
        Some((start(taken.start)?..start(taken.end)?, String::new()))
    }

    /// With numbers that count nothing nearer to nought, or to what their reads allow: one, those of one call, all.
    fn lower_numbers(&self) -> Vec<Vec<Edit>> {
        let numbers: Vec<(&Place, Limits)> = self.numbers(false).take(MAX_NUMBERS).collect();
        let least = |(place, limits): &(&Place, Limits)| (place.bytes.clone(), limits.least().to_string());
        let mut calls: Vec<usize> = numbers.iter().map(|(place, _)| place.call).collect();
        calls.sort_unstable();
        calls.dedup();
        let mut all: Vec<Vec<Edit>> = vec![numbers.iter().map(least).collect()];
        for call in calls {
            all.push(numbers.iter().filter(|(place, _)| place.call == call).map(least).collect());
        }
        for (place, limits) in numbers {
            let (value, least) = (limits.value, limits.least());
            for lower in [least, least + (value - least) / 2, value - (value - least).signum()] {
                all.push(vec![(place.bytes.clone(), lower.to_string())]);
            }
        }
        all
    }
}

/// Other words for some bytes.
type Edit = (Range<usize>, String);

impl Limits {
    /// The number nearest to nought that the read allows.
    fn least(self) -> i128 {
        0.clamp(self.low, self.high)
    }
}

/// Loops of which none goes on within another one: what is read in turn is one round.
fn bodies<'a>(loops: impl Iterator<Item = &'a Loop>) -> Vec<&'a Loop> {
    let mut bodies: Vec<&Loop> = Vec::new();
    for one in loops {
        if bodies.last().is_none_or(|before| before.rounds.last() < one.rounds.first()) {
            bodies.push(one);
        }
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::{Recorder, tests::recorded};

    #[test]
    fn rounds_go_with_the_number_that_counts_them() {
        let smaller = recorded(&mut Recorder::default(), "2\n4\n5 6 7 8\n2\n9 9\n").smaller();
        // The second of two test cases alone; half of the numbers; all but one of them; the least numbers.
        for wanted in ["1\n2\n9 9\n", "2\n2\n7 8\n2\n9 9\n", "2\n1\n8\n2\n9 9\n", "2\n4\n1 1 1 1\n2\n1 1\n"] {
            assert!(smaller.iter().any(|text| text == wanted), "{wanted:?}: {smaller:?}");
        }
        assert!(smaller.is_sorted_by_key(|text| size(text)));
    }
}
