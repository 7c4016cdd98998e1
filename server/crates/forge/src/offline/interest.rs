//! What tells that an input is worth going on with though nobody fails on it: a program that still passes comes to places that
//! it was not at before, is slower beside the main solution, or is right in another way.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use judge::check::{screen::Look, traces::Trace};
use problem::path::RelPath;

/// What is quicker is not told from chance, microseconds.
const LEAST_US: u64 = 4_000;
/// A program is slower than ever if it takes so much more.
const SLOWER: f64 = 1.25;

/// What inputs have led to so far.
#[derive(Default)]
pub(super) struct Interest {
    /// The places of each program, with about how often it was there at once.
    places: BTreeMap<RelPath, HashSet<u32>>,
    /// How much longer than the main solution each program took at most, microseconds.
    slowest: BTreeMap<RelPath, u64>,
    /// Who was right in another way on one input, and what the checker said.
    otherwise: BTreeSet<Vec<(RelPath, u64)>>,
}

impl Interest {
    /// Whether a program that was asked about takes longer on an input than on any before, and the main solution does not.
    pub(super) fn is_slower(&mut self, asked: &[RelPath], look: &Look) -> bool {
        let mut is_slower = false;
        for (path, us) in asked.iter().zip(&look.times_us) {
            let longer = us.saturating_sub(look.main_us);
            let slowest = self.slowest.entry(path.clone()).or_insert(LEAST_US);
            if longer as f64 > *slowest as f64 * SLOWER {
                *slowest = longer;
                is_slower = true;
            }
        }
        is_slower
    }

    /// Whether other programs than ever are right in another way than the main solution, or the checker says so in other words.
    pub(super) fn is_otherwise(&mut self, asked: &[RelPath], look: &Look) -> bool {
        let all: Vec<(RelPath, u64)> = look.otherwise.iter().map(|(of, words)| (asked[*of].clone(), *words)).collect();
        !all.is_empty() && self.otherwise.insert(all)
    }

    /// Whether a program comes to a place as often as it never was there before.
    pub(super) fn is_elsewhere(&mut self, asked: &[RelPath], traces: &[Trace]) -> bool {
        let mut is_elsewhere = false;
        for Trace { of, places } in traces {
            let known = self.places.entry(asked[*of].clone()).or_default();
            let n_before = known.len();
            known.extend(places);
            is_elsewhere |= known.len() > n_before;
        }
        is_elsewhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Vec<RelPath> {
        ["one.cpp", "two.cpp"].map(|path| RelPath::parse(path).unwrap()).into()
    }

    #[test]
    fn slow_is_who_was_never_slower() {
        let mut interest = Interest::default();
        let mut is_slower = |main_us, times_us: [u64; 2]| {
            interest.is_slower(&asked(), &Look { main_us, times_us: times_us.into(), ..Look::default() })
        };
        assert!(!is_slower(1_000, [3_000, 2_000]), "that may be chance");
        assert!(is_slower(1_000, [3_000, 9_000]));
        assert!(!is_slower(1_000, [3_000, 10_000]), "it is a little more");
        assert!(!is_slower(30_000, [3_000, 36_000]), "the main solution is slow, too");
        assert!(is_slower(1_000, [9_000, 9_000]), "the other one has its own");
    }

    #[test]
    fn news_is_news_once() {
        let mut interest = Interest::default();
        let asked = asked();
        let right = |otherwise: &[(usize, u64)]| Look { otherwise: otherwise.to_vec(), ..Look::default() };
        let told: Vec<bool> = [&[][..], &[(0, 5)], &[(0, 5)], &[(0, 6)], &[(1, 5)], &[(0, 5), (1, 5)]]
            .map(|otherwise| interest.is_otherwise(&asked, &right(otherwise)))
            .into();
        assert_eq!(told, [false, true, false, true, true, true]);
        let trace = |of, places: &[u32]| Trace { of, places: places.to_vec() };
        let traces = [
            vec![trace(0, &[1, 2])],
            vec![trace(0, &[2])],
            vec![trace(1, &[2])],
            vec![trace(0, &[2, 3]), trace(1, &[2])],
        ];
        assert_eq!(traces.map(|traces| interest.is_elsewhere(&asked, &traces)), [true, false, true, true]);
    }
}
