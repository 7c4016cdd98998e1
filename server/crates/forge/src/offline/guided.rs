//! Changes to inputs of which it is known what stands where: a validator with testlib keeps a record of its reads.
//!
//! A number gets another one that its read allows, and rounds of a loop, with all that is read in them, take the places of
//! others, with the number that counts them. So most of what comes of it is valid.

use std::{collections::VecDeque, ops::Range};

use judge::engine::LoadedProblem;

use super::{
    Candidate,
    change::{HOW, N_FAVOURITES, mostly_late},
};
use crate::{
    bench::{Workbench, WorkbenchError},
    recorded::{Limits, Place, Recorded, Recorder, edited},
};

/// An input above that size is not recorded, bytes.
const MAX_RECORDED: usize = 4000;
/// So many inputs are known, the latest ones.
const N_KNOWN: usize = 120;
/// So many wait to become known, and so many become so at a time.
const N_WAITING: usize = 40;
const N_AT_ONCE: usize = 4;
/// So many numbers are changed at most.
const MAX_CHANGES: usize = 3;

/// Inputs that can be changed.
#[derive(Default)]
pub(super) struct Guided {
    recorder: Recorder,
    known: VecDeque<Recorded>,
    /// Those that did something new, the latest ones.
    favourites: VecDeque<Recorded>,
    waiting: VecDeque<String>,
    /// Those that did something new, which become known first.
    favoured: Vec<String>,
}

impl Guided {
    /// Builds what tells what stands where.
    pub(super) fn prepare(&mut self, bench: &Workbench<'_>, loaded: &LoadedProblem) -> Result<(), WorkbenchError> {
        self.recorder.prepare(bench, loaded)
    }

    /// Has a valid input become known, unless too many do.
    pub(super) fn keep(&mut self, text: &str) {
        if text.len() <= MAX_RECORDED {
            self.waiting.push_back(text.to_owned());
        }
        if self.waiting.len() > N_WAITING {
            self.waiting.pop_front();
        }
    }

    /// Has a valid input become known before others.
    pub(super) fn favour(&mut self, text: &str) {
        if text.len() <= MAX_RECORDED && self.favoured.len() < N_WAITING {
            self.favoured.push(text.to_owned());
        }
    }

    /// Inputs that differ from known ones in a few places.
    pub(super) fn batch(
        &mut self,
        bench: &Workbench<'_>,
        n_wanted: usize,
        random: &mut fastrand::Rng,
    ) -> Result<Vec<Candidate>, WorkbenchError> {
        self.learn(bench)?;
        let changed = (0..n_wanted).filter_map(|_| self.changed(random));
        Ok(changed.map(|text| Candidate { text, command: None, how: HOW }).collect())
    }

    /// Has some of those that wait, the latest first, read by the validator.
    fn learn(&mut self, bench: &Workbench<'_>) -> Result<(), WorkbenchError> {
        let mut texts = std::mem::take(&mut self.favoured);
        let n_favoured = texts.len();
        texts.extend((0..N_AT_ONCE).filter_map(|_| self.waiting.pop_back()));
        for (at, recorded) in self.recorder.read(bench, texts)?.into_iter().enumerate() {
            let (known, most) = match at < n_favoured {
                true => (&mut self.favourites, N_FAVOURITES),
                false => (&mut self.known, N_KNOWN),
            };
            known.extend(recorded);
            if known.len() > most {
                known.pop_front();
            }
        }
        Ok(())
    }

    fn changed(&self, random: &mut fastrand::Rng) -> Option<String> {
        let any = |random: &mut fastrand::Rng| {
            let is_favourite = !self.favourites.is_empty() && (self.known.is_empty() || random.bool());
            let from = if is_favourite { &self.favourites } else { &self.known };
            (!from.is_empty()).then(|| &from[mostly_late(from.len(), random)])
        };
        let one = any(random)?;
        match random.bool().then(|| one.spliced(any(random)?, random)).flatten() {
            Some(text) => Some(text),
            None => one.with_other_numbers(random),
        }
    }
}

impl Recorded {
    /// With a few numbers that are others.
    fn with_other_numbers(&self, random: &mut fastrand::Rng) -> Option<String> {
        // What counts something mostly stays: what is counted stays, too.
        let numbers: Vec<(&Place, Limits)> = self.numbers(random.u8(..8) == 0).collect();
        let mut edits = Vec::new();
        for _ in 0..random.usize(1..=MAX_CHANGES) {
            let (place, limits) = *random.choice(&numbers)?;
            let alike: Vec<i128> =
                numbers.iter().filter(|(other, _)| other.call == place.call).map(|(_, limits)| limits.value).collect();
            let other = limits.other(*random.choice(&alike)?, random);
            edits.push((place.bytes.clone(), other.to_string()));
        }
        Some(edited(&self.text, edits))
    }

    /// With rounds of a loop in place of others, which may be of another input.
    fn spliced(&self, other: &Recorded, random: &mut fastrand::Rng) -> Option<String> {
        let to = random.choice(&self.loops)?;
        let from = random.choice(other.loops.iter().filter(|from| from.call == to.call).collect::<Vec<_>>())?;
        let (taken, given) = (part(to.rounds.len(), random), part(from.rounds.len(), random));
        // A round lasts until the next one begins, so that the last one is never known whole.
        let n_rounds = (to.rounds.len() - taken.len() + given.len()) as i128;
        let bytes = |recorded: &Recorded, rounds: &[usize], part: Range<usize>| {
            let start = |round: usize| recorded.places[rounds[round]].bytes.start;
            start(part.start)..start(part.end)
        };
        let given = &other.text[bytes(other, &from.rounds, given)];
        let count = (self.places[to.count].bytes.clone(), (n_rounds + to.more).to_string());
        Some(edited(&self.text, vec![(bytes(self, &to.rounds, taken), given.to_owned()), count]))
    }
}

impl Limits {
    /// Another number that the read allows.
    fn other(self, alike: i128, random: &mut fastrand::Rng) -> i128 {
        let Limits { value, low, high } = self;
        let other = match random.u8(..8) {
            0 => low,
            1 => high,
            2 => low.saturating_add(1),
            3 => high.saturating_sub(1),
            4 => value.saturating_add(1),
            5 => value.saturating_sub(1),
            6 => alike,
            _ => random.i128(low..=high),
        };
        other.clamp(low, high)
    }
}

/// Rounds from one on to one before the last.
fn part(n_rounds: usize, random: &mut fastrand::Rng) -> Range<usize> {
    let (one, other) = (random.usize(..n_rounds), random.usize(..n_rounds));
    one.min(other)..one.max(other)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::recorded::tests::recorded;

    fn known(texts: &[&str]) -> Guided {
        let mut guided = Guided::default();
        for text in texts {
            let one = recorded(&mut guided.recorder, text);
            guided.known.push_back(one);
        }
        guided
    }

    #[test]
    fn what_comes_of_it_is_valid() {
        let guided = known(&["2\n3\n5 6 7\n2\n8 9\n", "1\n4\n1 1 2 2\n"]);
        let random = &mut fastrand::Rng::with_seed(3);
        let all: BTreeSet<String> = (0..3000).filter_map(|_| guided.changed(random)).collect();
        let is_valid = |text: &String| {
            let numbers: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let mut at = 1;
            for _ in 0..numbers[0] {
                let Some(n) = numbers.get(at) else { return false };
                let Some(row) = numbers.get(at + 1..at + 1 + n) else { return false };
                if !row.iter().all(|number| (1..=9).contains(number)) {
                    return false;
                }
                at += 1 + n;
            }
            at == numbers.len()
        };
        // A count that is changed by itself is none any more.
        let n_valid = all.iter().filter(|text| is_valid(text)).count();
        assert!(n_valid * 2 > all.len(), "{n_valid} of {}", all.len());
        // Numbers at a bound, a round less, and rounds of the other input, each with its count.
        for wanted in ["1\n4\n1 1 9 2\n", "1\n3\n1 2 2\n", "2\n4\n5 1 2 7\n2\n8 9\n"] {
            assert!(all.contains(wanted), "{wanted:?} is not among {}", all.len());
        }
    }
}
