//! Bounds of a validator's reads that no test reaches.
//!
//! Names that are read once at most (`SourceFacts::reads_once`) are numbers, which have to reach a bound; others are
//! elements, which only have to come near it.
//!
//! Invariant: silence where anything is unsure: a test that is not valid or was not looked at, a bound that is another one
//! in another read, the end of a type, the number of test cases. Tests that are all samples are a beginning, no suite.
//! Elements are drawn, so of them it is only said when the values stay far from their bound.

use std::collections::BTreeMap;

use super::FindingContext;
use crate::{
    bounds::{Narrower, sums},
    finding::{Bound, Code, Finding},
    model::{ProgramIdx, Validator},
    path::RelPath,
    text::{LineIndex, Place},
    trace::{NamedReads, Site, merged},
};

/// The ends of types, which are written where nothing is meant.
const MEANINGLESS: [i128; 8] = [
    i32::MIN as i128,
    i32::MIN as i128 + 1,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MIN as i128,
    i64::MIN as i128 + 1,
    i64::MAX as i128,
    u64::MAX as i128,
];

/// Values of elements stay far from a bound when none comes nearer than this part of the range.
const FAR: (i128, i128) = (9, 10);

/// Names of the number of test cases, in lower case and without underscores.
const CASES: [&str; 9] = ["t", "tt", "tc", "tests", "ntests", "testcases", "cases", "ncases", "testcount"];

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let suite = &context.problem.tests;
    if !context.request.tests.is_empty() || suite.iter().all(|test| test.sample) {
        return Vec::new();
    }
    let validators = 0..context.problem.validators.len();
    let reads: Vec<_> = validators.map(|validator| context.reads_of_suite(validator)).collect();
    let are_told = !reads.is_empty() && reads.iter().all(Option::is_some);
    let of_reads = |(validator, reads): (&Validator, Option<_>)| Some(of_validator(context, validator.program, reads?));
    let mut findings: Vec<Finding> =
        context.problem.validators.iter().zip(reads).filter_map(of_reads).flatten().collect();
    if are_told {
        let far = sums::far(context).into_iter();
        findings.extend(far.map(|(place, message)| Finding::at(Code::BoundNeverHit, place, message)));
    }
    findings
}

/// Reads of checkers and interactors that refuse what validators let through.
pub(super) fn of_judges(context: &FindingContext<'_>) -> Vec<Finding> {
    let narrower = crate::bounds::narrower(context).into_iter();
    let finding = |Narrower { place, validator, message }: Narrower| {
        Finding::at(Code::CheckerBoundNarrower, place, message).with_related(validator, "the validator reads it here")
    };
    narrower.map(finding).collect()
}

fn of_validator(context: &FindingContext<'_>, program: ProgramIdx, reads: BTreeMap<&str, NamedReads>) -> Vec<Finding> {
    let sources = &context.problem.programs[program].sources;
    let facts: Vec<_> = sources.iter().filter_map(|source| context.folder.facts(source)).collect();
    let once =
        |name: &str| facts.iter().any(|facts| facts.reads_once.iter().any(|once| once.trim_matches('~') == name));
    let mut findings = Vec::new();
    for (name, reads) in reads {
        for end in [End::Lower, End::Upper] {
            let Some(message) = missed(&reads, end, once(name)) else { continue };
            let place = context.read_call(program, &reads);
            let mut finding = Finding::at(Code::BoundNeverHit, place, message);
            finding.about.bound = Some(Bound {
                validator: context.problem.programs[program].path.clone(),
                name: name.to_owned(),
                is_upper: end == End::Upper,
            });
            findings.push(finding);
        }
    }
    findings
}

impl FindingContext<'_> {
    /// What the reads of each name came to in all tests; `None` unless all of them are there, are valid, and the validator
    /// told of its reads in each.
    pub fn reads_of_suite(&self, validator: usize) -> Option<BTreeMap<&str, NamedReads>> {
        let mut all: Vec<&NamedReads> = Vec::new();
        for (test, described) in self.state.tests.iter().zip(&self.problem.tests) {
            test.input_blob()?;
            let is_valid = |said: &Option<crate::state::Validation>| said.as_ref().is_some_and(|said| said.ok);
            let asked = &described.validator_args;
            if !test.validations.iter().enumerate().all(|(one, said)| !asked.asks(one) || is_valid(said)) {
                return None;
            }
            if !asked.asks(validator) {
                continue;
            }
            all.extend(test.validations[validator].as_ref()?.reads.as_ref()?);
        }
        Some(merged(all.into_iter()))
    }

    /// The call that reads a name, else the one that makes the validator.
    pub(super) fn read_call(&self, validator: ProgramIdx, reads: &NamedReads) -> Place {
        let recorded = reads.site.as_ref().and_then(|site| self.call_of(site));
        let named = || self.call_with(validator, &reads.name);
        recorded.or_else(named).unwrap_or_else(|| self.register_call(validator))
    }

    fn call_of(&self, site: &Site) -> Option<Place> {
        let path = RelPath::parse(&site.file).filter(|path| self.folder.has(path))?;
        let line = || Some(LineIndex::new(&self.folder.text(&path)?).line_range(site.line.checked_sub(1)?));
        let range = site.column.and_then(|column| self.folder.call_at(&path, site.line, column)).or_else(line)?;
        Some(Place { path, range })
    }
}

/// What there is to say of one end of the range of a name.
fn missed(reads: &NamedReads, end: End, is_once: bool) -> Option<String> {
    let (lo, hi) = (reads.lo?, reads.hi?);
    let (bound, word, is_hit) = match end {
        End::Lower => (lo, "lower", reads.lo_hit),
        End::Upper => (hi, "upper", reads.hi_hit),
    };
    let plain: String = reads.name.chars().filter(|one| *one != '_').flat_map(char::to_lowercase).collect();
    if is_hit || lo >= hi || MEANINGLESS.contains(&bound) || CASES.contains(&plain.as_str()) {
        return None;
    }
    let seen = reads.seen.map(|(least, greatest)| match end {
        End::Lower => (least, "smallest", least - lo),
        End::Upper => (greatest, "largest", hi - greatest),
    });
    // A testlib.h that tells no values says nothing of elements.
    if !is_once && seen.is_none_or(|(.., distance)| distance * FAR.1 <= (hi - lo) * FAR.0) {
        return None;
    }
    let seen = seen.map_or_else(String::new, |(value, which, _)| format!(" ({which} seen: {value})"));
    Some(format!("no test reaches the {word} bound {bound} of `{}`{seen}", reads.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, range: (i128, i128), seen: Option<(i128, i128)>, is_once: bool) -> Vec<String> {
        let is_hit = |bound: i128| seen.is_some_and(|(least, greatest)| least == bound || greatest == bound);
        let reads = NamedReads {
            name: name.to_owned(),
            lo: Some(range.0),
            hi: Some(range.1),
            lo_hit: is_hit(range.0),
            hi_hit: is_hit(range.1),
            seen,
            sum: None,
            site: None,
        };
        [End::Lower, End::Upper].into_iter().filter_map(|end| missed(&reads, end, is_once)).collect()
    }

    #[test]
    fn a_number_that_is_read_once() {
        let both = ["no test reaches the lower bound 1 of `n` (smallest seen: 2)"];
        let both = [both[0], "no test reaches the upper bound 200000 of `n` (largest seen: 1000)"];
        assert_eq!(said("n", (1, 200_000), Some((2, 1000)), true), both);
        assert_eq!(said("n", (1, 200_000), Some((1, 199_999)), true).len(), 1);
        assert_eq!(said("n", (1, 200_000), Some((1, 200_000)), true), [""; 0]);
        let bare = ["no test reaches the lower bound 1 of `n`", "no test reaches the upper bound 9 of `n`"];
        assert_eq!(said("n", (1, 9), None, true), bare, "an overview log tells no values");
    }

    #[test]
    fn elements_are_far_from_their_bound_or_nothing_is_said() {
        assert_eq!(said("a", (1, 1_000_000_000), Some((3, 100_000_000)), false).len(), 1);
        assert_eq!(said("a", (1, 1_000_000_000), Some((3, 100_000_002)), false).len(), 0);
        assert_eq!(said("a", (-1000, 1000), Some((950, 999)), false).len(), 1);
        assert_eq!(said("a", (1, 1_000_000_000), None, false).len(), 0);
    }

    #[test]
    fn bounds_that_nobody_means_to_reach() {
        assert_eq!(said("t", (1, 10_000), Some((1, 1)), true), [""; 0]);
        assert_eq!(said("test_cases", (1, 10_000), Some((5, 9)), true), [""; 0]);
        assert_eq!(said("x", (i32::MIN.into(), i32::MAX.into()), Some((1, 1)), true), [""; 0]);
        assert_eq!(said("x", (0, i64::MAX.into()), Some((0, 1)), true), [""; 0]);
        assert_eq!(said("x", (5, 5), None, true), [""; 0]);
        let varying = NamedReads { name: "p".to_owned(), lo: Some(1), ..NamedReads::default() };
        assert_eq!(missed(&varying, End::Lower, true), None);
    }
}
