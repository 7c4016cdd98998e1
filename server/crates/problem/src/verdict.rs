//! Verdicts and sets of verdicts.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of one solution on one test, or of a solution on all of them.
///
/// Ordered from best to worst, so that the worst seen is the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Not run, or not measured: the machine was too busy, or a cap of the settings was reached.
    Sk,
    /// Accepted.
    Ac,
    /// Presentation error: the output's form is wrong.
    Pe,
    /// Wrong answer.
    Wa,
    /// Time limit exceeded.
    Tle,
    /// Output limit exceeded.
    Ole,
    /// Memory limit exceeded.
    Mle,
    /// Run-time error: a signal or a non-zero exit code.
    Rte,
    /// Compilation error.
    Ce,
    /// The checker, interactor or answer failed, not the solution.
    Fail,
}

impl Verdict {
    /// Every verdict, best first.
    pub const ALL: [Verdict; 10] = [
        Verdict::Sk,
        Verdict::Ac,
        Verdict::Pe,
        Verdict::Wa,
        Verdict::Tle,
        Verdict::Ole,
        Verdict::Mle,
        Verdict::Rte,
        Verdict::Ce,
        Verdict::Fail,
    ];

    /// The code people write: `AC`, `TLE`, …
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Sk => "SK",
            Verdict::Ac => "AC",
            Verdict::Pe => "PE",
            Verdict::Wa => "WA",
            Verdict::Tle => "TLE",
            Verdict::Ole => "OLE",
            Verdict::Mle => "MLE",
            Verdict::Rte => "RTE",
            Verdict::Ce => "CE",
            Verdict::Fail => "FAIL",
        }
    }

    /// Reads a code in any letter case.
    pub fn from_code(code: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.code().eq_ignore_ascii_case(code))
    }

    /// Whether a solution with this verdict has failed the test.
    pub fn is_failure(self) -> bool {
        self.counts() && self != Verdict::Ac
    }

    /// Whether this counts for or against a solution: neither [`Verdict::Fail`] nor [`Verdict::Sk`] does.
    pub fn counts(self) -> bool {
        !matches!(self, Verdict::Fail | Verdict::Sk)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A set of verdicts.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct VerdictSet(u16);

impl VerdictSet {
    /// The set with nothing in it.
    pub const EMPTY: VerdictSet = VerdictSet(0);

    /// The order in which sets are written: the one of the label table.
    const WRITTEN: [Verdict; 9] = [
        Verdict::Ac,
        Verdict::Wa,
        Verdict::Pe,
        Verdict::Tle,
        Verdict::Rte,
        Verdict::Mle,
        Verdict::Ole,
        Verdict::Ce,
        Verdict::Fail,
    ];

    /// The set of some verdicts.
    pub const fn of(verdicts: &[Verdict]) -> VerdictSet {
        let mut bits = 0;
        let mut idx = 0;
        while idx < verdicts.len() {
            bits |= 1 << verdicts[idx] as u16;
            idx += 1;
        }
        VerdictSet(bits)
    }

    /// Whether `verdict` is in the set.
    pub fn contains(self, verdict: Verdict) -> bool {
        self.0 & (1 << verdict as u16) != 0
    }

    /// Whether nothing is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The verdicts that both sets have.
    pub fn intersection(self, other: VerdictSet) -> VerdictSet {
        VerdictSet(self.0 & other.0)
    }

    /// Whether the sets share a verdict.
    pub fn intersects(self, other: VerdictSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether everything in this set is in `other`.
    pub fn is_subset(self, other: VerdictSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Both sets together.
    #[must_use]
    pub fn union(self, other: VerdictSet) -> VerdictSet {
        VerdictSet(self.0 | other.0)
    }

    /// The members, in the order of the label table.
    pub fn iter(self) -> impl Iterator<Item = Verdict> {
        VerdictSet::WRITTEN.into_iter().filter(move |&verdict| self.contains(verdict))
    }
}

impl FromIterator<Verdict> for VerdictSet {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> VerdictSet {
        verdicts.into_iter().fold(VerdictSet::EMPTY, |set, verdict| set.union(VerdictSet::of(&[verdict])))
    }
}

impl fmt::Debug for VerdictSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for VerdictSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for VerdictSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<VerdictSet, D::Error> {
        Ok(Vec::<Verdict>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worst_first_order_is_the_specified_one() {
        let worst_first = ["FAIL", "CE", "RTE", "MLE", "OLE", "TLE", "WA", "PE", "AC"];
        let mut sorted: Vec<Verdict> = worst_first.iter().filter_map(|code| Verdict::from_code(code)).collect();
        sorted.sort();
        sorted.reverse();
        assert_eq!(sorted.iter().map(|verdict| verdict.code()).collect::<Vec<_>>(), worst_first);
    }

    #[test]
    fn json_is_the_code() {
        assert_eq!(serde_json::to_string(&Verdict::Fail).unwrap(), "\"FAIL\"");
        let set = VerdictSet::of(&[Verdict::Pe, Verdict::Wa, Verdict::Ac]);
        assert_eq!(serde_json::to_string(&set).unwrap(), r#"["AC","WA","PE"]"#);
    }
}
