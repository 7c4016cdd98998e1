//! All small inputs that a validator accepts, made one after the other by a validator that runs backwards, and given out once.
//!
//! Most mistakes show on an input that a person could write down, and of all such the smallest says most. Each decision of an
//! input has a few values only: with two or three there are mostly so few inputs that all can be tried.

use std::{
    collections::{HashSet, VecDeque},
    sync::Arc,
};

use judge::{
    cases::CaseRunner,
    compile::Small,
    inputs::{InputRun, write_inputs},
};

use super::{
    Candidate, MAX_TRIED,
    backwards::{Backwards, LONGEST, Validator},
    runs::{backwards_run, separated},
};
use crate::bench::{Workbench, WorkbenchError};

/// How many values each decision has: at first, and where all of those were given out. What is made together takes as long as
/// one.
const VALUES: [[usize; 2]; 2] = [[2, 3], [4, 5]];
/// So many inputs are made for each of them at most.
const MOST: usize = 2000;
/// And of so many bytes.
const MAX_BYTES: usize = 120;
/// For so long, in seconds.
const SECONDS: u32 = 1;
/// In-process that takes so many steps.
const STEPS: u64 = 2_000_000;
/// So many are given out at first, when each takes long to try, and then.
const FIRST: usize = 100;
const LATER: usize = 200;

/// What of them was given out.
#[derive(Default)]
pub(super) struct AllSmall {
    /// How many of [`VALUES`] were made.
    n_made: usize,
    n_turns: usize,
    /// Those that are next, the smallest first.
    waiting: VecDeque<String>,
    /// All that were made: more values for each decision make those of fewer again.
    known: HashSet<String>,
}

impl AllSmall {
    /// The next ones, made where none is left; none when all were given out.
    fn next<E>(&mut self, mut make: impl FnMut(&[usize]) -> Result<Vec<Vec<String>>, E>) -> Result<Vec<String>, E> {
        self.fill(&mut make)?;
        let n_wanted = if self.n_turns == 0 { FIRST } else { LATER };
        self.n_turns += 1;
        Ok(self.waiting.drain(..n_wanted.min(self.waiting.len())).collect())
    }

    fn fill<E>(&mut self, make: &mut impl FnMut(&[usize]) -> Result<Vec<Vec<String>>, E>) -> Result<(), E> {
        while let Some(values) = VALUES.get(self.n_made).filter(|_| self.waiting.is_empty()) {
            self.n_made += 1;
            for mut inputs in make(values)? {
                inputs.sort_by_key(String::len);
                let new = inputs.into_iter().filter(|input| self.known.insert(input.clone()));
                self.waiting.extend(new);
            }
        }
        Ok(())
    }
}

/// One of each in turn, and what is left of either behind them: a mistake at a bound is not to wait for all that is small.
pub(super) fn in_turn<T>(first: Vec<T>, second: Vec<T>) -> Vec<T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    loop {
        let n_before = all.len();
        all.extend(first.next());
        all.extend(second.next());
        if all.len() == n_before {
            return all;
        }
    }
}

impl Backwards {
    /// Whether there are small inputs, which are made then.
    pub(super) fn has_small(&mut self, bench: &Workbench<'_>) -> Result<bool, WorkbenchError> {
        let mut small = std::mem::take(&mut self.all_small);
        small.fill(&mut |values: &[usize]| self.exhaustive(bench, values))?;
        self.all_small = small;
        Ok(!self.all_small.waiting.is_empty())
    }

    /// The next small inputs, until all were given out.
    pub(super) fn small(&mut self, bench: &Workbench<'_>) -> Result<Vec<Candidate>, WorkbenchError> {
        let mut small = std::mem::take(&mut self.all_small);
        let next = small.next(|values| self.exhaustive(bench, values));
        self.all_small = small;
        let how = "one of all small inputs";
        Ok(next?.into_iter().map(|text| Candidate { text, command: None, how }).collect())
    }

    /// All small inputs where each decision has so many values, for each of these numbers.
    fn exhaustive(&self, bench: &Workbench<'_>, values: &[usize]) -> Result<Vec<Vec<String>>, WorkbenchError> {
        let small = |n_values: &usize| Small {
            n_values: *n_values,
            max_bytes: MAX_BYTES,
            n_inputs: MOST,
            n_steps: STEPS * u64::from(SECONDS),
        };
        let all: Vec<Small> = values.iter().map(small).collect();
        let inputs = match &self.validator {
            None => Vec::new(),
            Some(Validator::Described(described) | Validator::Inferred(described)) => {
                all.iter().map(|small| described.small(small)).collect()
            }
            Some(Validator::Testlib(program)) => written(program, bench, &all)?,
        };
        let texts =
            |inputs: Vec<Vec<u8>>| inputs.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect();
        Ok(inputs.into_iter().map(texts).collect())
    }
}

/// What a validator with testlib writes.
fn written(
    program: &Arc<CaseRunner>,
    bench: &Workbench<'_>,
    all: &[Small],
) -> Result<Vec<Vec<Vec<u8>>>, WorkbenchError> {
    let run = |small: &Small| {
        let env = [
            ("TESTLIB_EXHAUSTIVE", small.n_values.to_string()),
            ("TESTLIB_COUNT", small.n_inputs.to_string()),
            ("TESTLIB_MAX_SIZE", small.max_bytes.to_string()),
            ("TESTLIB_MAX_DRAWS", small.max_bytes.to_string()),
            ("TESTLIB_MAX_SECONDS", SECONDS.to_string()),
            ("TESTLIB_MAX_RETRIES", small.n_steps.to_string()),
        ];
        backwards_run(program, env, Vec::new())
    };
    let runs: Vec<InputRun> = all.iter().map(run).collect();
    let written = write_inputs(&*bench.engine().machine, &runs, bench.n_workers(), LONGEST, MAX_TRIED as u64)?;
    Ok(written.into_iter().map(separated).collect())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// All lines of up to so many letters of the first ones.
    fn words(n_values: usize) -> Vec<String> {
        let letters = "abcde".chars().take(n_values);
        let longer = |words: Vec<String>| {
            words.into_iter().flat_map(|word| letters.clone().map(move |letter| format!("{word}{letter}"))).collect()
        };
        let all = std::iter::successors(Some(vec![String::new()]), |words| Some(longer(words.clone())));
        // The longest first.
        all.skip(1).take(n_values).flatten().collect::<Vec<_>>().into_iter().rev().collect()
    }

    #[test]
    fn all_small_inputs_are_given_out_once_the_smallest_first() {
        let mut small = AllSmall::default();
        let mut asked = Vec::new();
        let mut next = || {
            let make = |values: &[usize]| {
                asked.push(values.to_vec());
                Ok::<_, Infallible>(values.iter().map(|n_values| words(*n_values)).collect())
            };
            let Ok(texts) = small.next(make);
            texts
        };
        let first = next();
        // Of two letters 2 + 4, of three 3 + 9 + 27; those of two letters come first.
        assert_eq!(first.len(), 39);
        assert!(
            first[..6].iter().all(|text| !text.contains('c'))
                && first[6..].iter().all(|text| text.len() > 2 || text.contains('c'))
        );
        let lengths = |texts: &[String]| texts.iter().map(String::len).collect::<Vec<_>>();
        assert!(lengths(&first[..6]).is_sorted() && lengths(&first[6..]).is_sorted());
        let mut all = first;
        loop {
            let more = next();
            if more.is_empty() {
                break;
            }
            assert!(more.len() <= LATER);
            all.extend(more);
        }
        let different: HashSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        // Five letters in words of up to five.
        assert_eq!(all.len(), 5 + 25 + 125 + 625 + 3125);
        assert_eq!(asked, VALUES);
    }

    #[test]
    fn each_has_its_turn() {
        assert_eq!(in_turn(vec![1, 2, 3], vec![7]), [1, 7, 2, 3]);
        assert_eq!(in_turn(vec![], vec![7, 8]), [7, 8]);
    }

    #[test]
    fn few_are_given_out_at_first() {
        let mut small = AllSmall::default();
        let mut next = |n_values| {
            let Ok(texts) = small.next(|_| Ok::<_, Infallible>(vec![words(n_values)]));
            texts.len()
        };
        assert_eq!([next(4), next(4), next(4)], [FIRST, LATER, 4 + 16 + 64 + 256 - FIRST - LATER]);
    }
}
