//! What a validator's reads of each name came to in one input: told by our testlib.h in its record, or by any testlib.h
//! in its overview log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Site;

/// The reads of one name that have bounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedReads {
    /// The name.
    pub name: String,
    /// The least integer that is allowed, if it was the same in all of the reads.
    pub lo: Option<i128>,
    /// The greatest.
    pub hi: Option<i128>,
    /// Some read gave the least one that it allowed.
    pub lo_hit: bool,
    /// Some read gave the greatest one.
    pub hi_hit: bool,
    /// The least and the greatest integer that was read, where the program tells that.
    pub seen: Option<(i128, i128)>,
    /// The sum of the integers that were read in one input, where the program tells that.
    pub sum: Option<i128>,
    /// The call of the first read, where the program tells that.
    pub site: Option<Site>,
}

/// Reads an overview log, which says of each name `"n": min-value-hit max-value-hit` and `constant-bounds "n": 1 100`. A
/// bound that varied is a question mark, and one that is no integer is left out.
pub fn overview(text: &str) -> Vec<NamedReads> {
    let mut names: BTreeMap<&str, NamedReads> = BTreeMap::new();
    for line in text.lines() {
        let constant = line.strip_prefix("constant-bounds ");
        let Some((name, words)) = constant.unwrap_or(line).strip_prefix('"').and_then(|rest| rest.rsplit_once("\":"))
        else {
            continue;
        };
        let mut words = words.split_ascii_whitespace();
        let reads = names.entry(name).or_insert_with(|| NamedReads { name: name.to_owned(), ..NamedReads::default() });
        if constant.is_some() {
            let mut bound = || words.next().and_then(|word| word.parse().ok());
            (reads.lo, reads.hi) = (bound(), bound());
        } else {
            for word in words {
                reads.lo_hit |= word == "min-value-hit";
                reads.hi_hit |= word == "max-value-hit";
            }
        }
    }
    names.into_values().collect()
}

/// Folds what the reads of several inputs came to. A bound that is not the same in all of them is no constant one.
pub fn merged<'a>(inputs: impl Iterator<Item = &'a NamedReads>) -> BTreeMap<&'a str, NamedReads> {
    let mut names: BTreeMap<&str, NamedReads> = BTreeMap::new();
    for reads in inputs {
        let Some(known) = names.get_mut(reads.name.as_str()) else {
            names.insert(&reads.name, reads.clone());
            continue;
        };
        // They are not read in one input, or not known to be.
        known.sum = None;
        known.lo = known.lo.filter(|_| known.lo == reads.lo);
        known.hi = known.hi.filter(|_| known.hi == reads.hi);
        known.lo_hit |= reads.lo_hit;
        known.hi_hit |= reads.hi_hit;
        known.seen = known.seen.zip(reads.seen).map(|(one, other)| (one.0.min(other.0), one.1.max(other.1)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Codeforces' own testlib.h writes it.
    const LOG: &str = concat!(
        "\"a\": max-value-hit\n\"n\": min-value-hit max-value-hit\n\"x\":\n\"r\":\n",
        "feature \"is a tree\": hit\n",
        "constant-bounds \"a\": ? 1000\nconstant-bounds \"n\": 1 100\nconstant-bounds \"x\": -5 18446744073709551615\n",
        "constant-bounds \"r\": 0.500000 1.000000\nvariable \"n\"\n",
    );

    fn shown(reads: &NamedReads) -> String {
        let NamedReads { name, lo, hi, lo_hit, hi_hit, seen, .. } = reads;
        format!("{name} {lo:?} {lo_hit} {hi:?} {hi_hit} {seen:?}")
    }

    #[test]
    fn an_overview_log() {
        let lines: Vec<String> = overview(LOG).iter().map(shown).collect();
        let expected = [
            "a None false Some(1000) true None",
            "n Some(1) true Some(100) true None",
            "r None false None false None",
            "x Some(-5) false Some(18446744073709551615) false None",
        ];
        assert_eq!(lines, expected);
        assert_eq!(overview("\"a\nconstant-bounds\nconstant-bounds \"b\"\n\n: x"), []);
    }

    #[test]
    fn inputs_are_taken_together() {
        let reads = |hi: i128, hi_hit: bool, seen: (i128, i128)| NamedReads {
            name: "n".to_owned(),
            lo: Some(1),
            hi: Some(hi),
            hi_hit,
            seen: Some(seen),
            ..NamedReads::default()
        };
        let of = |inputs: &[NamedReads]| shown(&merged(inputs.iter())["n"]);
        assert_eq!(
            of(&[reads(9, false, (3, 4)), reads(9, true, (2, 9)), reads(9, false, (5, 5))]),
            "n Some(1) false Some(9) true Some((2, 9))"
        );
        assert_eq!(of(&[reads(9, false, (3, 4)), reads(8, false, (2, 7))]), "n Some(1) false None false Some((2, 7))");
        let untold = NamedReads { seen: None, ..reads(9, false, (0, 0)) };
        assert_eq!(of(&[reads(9, false, (3, 4)), untold]), "n Some(1) false Some(9) false None");
    }
}
