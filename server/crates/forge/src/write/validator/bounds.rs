//! Which bounds a validator has, and which the statement has (CCP-18).
//!
//! Each number of a sample is replaced by one that is too large everywhere, and the validator says which read refuses it
//! and what it allows. That is compared with what the analysis of the statement says.

use std::collections::BTreeSet;

use problem::{
    formats::statement::{self, stem},
    state::Validation,
    trace::Number,
};

use crate::answers::{Constraint, Limit};

/// Numbers of one sample that are replaced.
const MAX: usize = 20;
/// A longer sample is left alone: each copy is a whole input, bytes.
const MAX_TEXT: usize = 16 << 10;
/// Larger than what problems allow, and still a number of 64 bits.
const TOO_LARGE: i128 = 1_000_000_000_000_000_001;

/// A read that refused a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    name: String,
    lower: i128,
    upper: i128,
}

/// What the two say of each other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Values that both name and bound differently: sentences.
    pub(super) contradictions: Vec<String>,
    /// Bounds of the statement that no read has: sentences.
    pub(super) missing: Vec<String>,
    /// How many bounds of the statement a read has.
    pub(super) n_found: usize,
}

/// Whether a number of the input can be too large: everything in it has a limit that is smaller.
pub(super) fn is_limited(constraints: &[Constraint]) -> bool {
    let is_limited = |constraint: &Constraint| limit(constraint.upper.as_ref()).is_some_and(|upper| upper < TOO_LARGE);
    !constraints.is_empty() && constraints.iter().all(is_limited)
}

/// Copies of an input with one number too large in each (AC-1), and what they are.
pub(super) fn too_large(id: &str, text: &str) -> Vec<(String, String)> {
    if text.len() > MAX_TEXT {
        return Vec::new();
    }
    let tokens = text.split_ascii_whitespace();
    let numbers = tokens.filter(|token| token.parse::<i64>().is_ok()).take(MAX);
    let start = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    let copy = |token: &str| format!("{}{TOO_LARGE}{}", &text[..start(token)], &text[start(token) + token.len()..]);
    numbers.map(|token| (format!("sample {id} with {TOO_LARGE} in place of {token}"), copy(token))).collect()
}

/// The bounds of the read that refused a number.
pub(super) fn bound(validation: &Validation) -> Option<Bound> {
    let wanted = validation.failure.as_ref()?.wanted.as_ref()?;
    let number = |bound: Option<Number>| match bound? {
        Number::Int(number) => Some(number),
        Number::Real(_) => None,
    };
    let name = wanted.name.clone().unwrap_or_default();
    Some(Bound { name, lower: number(wanted.lo)?, upper: number(wanted.hi)? })
}

/// Compares what the statement says with the bounds of reads. A read that allows less may get its bound from another
/// value; one that allows more is wrong, or the statement is.
pub(super) fn coverage(constraints: &[Constraint], bounds: &BTreeSet<Bound>) -> Coverage {
    let mut coverage = Coverage::default();
    for constraint in constraints {
        let (lower, upper) = (limit(constraint.lower.as_ref()), limit(constraint.upper.as_ref()));
        let Some(upper) = upper else { continue };
        let is_named = |bound: &&Bound| !stem(&bound.name).is_empty() && stem(&bound.name) == stem(&constraint.name);
        let named: Vec<&Bound> = bounds.iter().filter(is_named).collect();
        let fits = |bound: &&Bound| bound.upper == upper && lower.is_none_or(|lower| bound.lower == lower);
        let is_wider = |bound: &&&Bound| bound.upper > upper || lower.is_some_and(|lower| bound.lower < lower);
        let text = constraint.text.trim();
        if let Some(wider) = named.iter().find(is_wider) {
            coverage.contradictions.push(format!(
                "it reads `{}` within {} and {}, and the constraint is `{text}`",
                wider.name, wider.lower, wider.upper
            ));
        } else if named.iter().copied().any(|bound| fits(&bound))
            || named.is_empty() && bounds.iter().any(|bound| fits(&bound))
        {
            coverage.n_found += 1;
        } else {
            coverage.missing.push(format!("no read has the bounds of `{text}`; look whether it is checked"));
        }
    }
    coverage
}

/// A limit that the analysis of the statement gives.
fn limit(written: Option<&Limit>) -> Option<i128> {
    statement::integer(&written?.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::ConstraintKind;

    fn written(text: &str) -> Option<Limit> {
        (text != "none").then(|| Limit(text.to_owned()))
    }

    /// A constraint by its name, its limits and its text.
    fn constraint([name, lower, upper, text]: [&str; 4]) -> Constraint {
        let (lower, upper) = (written(lower), written(upper));
        Constraint { name: name.to_owned(), kind: ConstraintKind::Range, lower, upper, text: text.to_owned() }
    }

    #[test]
    fn ac_1_each_number_is_too_large_once() {
        let big = TOO_LARGE;
        let copies: Vec<String> = too_large("1", "2 x\n-3\n").into_iter().map(|(_, copy)| copy).collect();
        assert_eq!(copies, [format!("{big} x\n-3\n"), format!("2 x\n{big}\n")]);
        assert_eq!(too_large("1", &"7 ".repeat(MAX_TEXT)), []);
        let are_limited = |upper: &[&str]| {
            let constraints: Vec<_> = upper.iter().map(|upper| constraint(["n", "none", upper, ""])).collect();
            is_limited(&constraints)
        };
        assert!(are_limited(&["10^18", "5"]));
        assert!(!are_limited(&["10^18", "none"]), "something may be as large as it likes");
        assert!(!are_limited(&[]));
    }

    /// What a validator's bounds, as name and numbers, and the constraints are to each other.
    fn compared(constraints: &[[&str; 4]], bounds: &[(&str, i128, i128)]) -> Coverage {
        let bound = |(name, lower, upper): &(&str, i128, i128)| Bound {
            name: (*name).to_owned(),
            lower: *lower,
            upper: *upper,
        };
        let constraints: Vec<Constraint> = constraints.iter().copied().map(constraint).collect();
        coverage(&constraints, &bounds.iter().map(bound).collect())
    }

    #[test]
    fn ccp_18_constraints_that_a_validator_forgets() {
        // The validator of the paper's own example bounds coordinates by 1000 and never the number of data sets.
        let constraints = [
            ["t", "1", "35", "1 <= t <= 35"],
            ["x_i", "-1000", "1000", "|x_i| <= 1000"],
            ["n", "2", "100", "2 <= n <= 100"],
            ["m", "1", "n", "1 <= m <= n"],
            ["k", "none", "none", "k is prime"],
        ];
        let found = compared(&constraints, &[("x[1]", -1_000_000_000, 1_000_000_000), ("size", 2, 100)]);
        assert_eq!(
            found.contradictions,
            ["it reads `x[1]` within -1000000000 and 1000000000, and the constraint is `|x_i| <= 1000`"]
        );
        assert_eq!(found.missing, ["no read has the bounds of `1 <= t <= 35`; look whether it is checked"]);
        assert_eq!(found.n_found, 1);
    }

    #[test]
    fn ccp_18_a_bound_is_that_of_its_own_variable() {
        let both = [["n", "1", "100", "n"], ["m", "1", "100", "m"]];
        let found = compared(&both, &[("n", 1, 1000), ("m", 1, 100)]);
        assert_eq!((found.contradictions.len(), found.n_found), (1, 1));
        // What a read allows may depend on another value, and a sum is checked elsewhere.
        let found = compared(&both, &[("n", 1, 5), ("m", 1, 100)]);
        assert_eq!((found.contradictions.len(), found.missing.len(), found.n_found), (0, 1, 1));
    }

    #[test]
    fn ccp_18_the_bounds_of_a_read_that_refused() {
        use problem::trace::{Fail, Wanted};
        let refused = |name: Option<&str>, lo, hi| {
            let (op, name) = ("int".to_owned(), name.map(str::to_owned));
            let wanted = Wanted { op, name, lo, hi, pattern: None };
            let failure = Fail { wanted: Some(wanted), ..Fail::default() };
            bound(&Validation { failure: Some(Box::new(failure)), ..Validation::default() })
        };
        let int = |number| Some(Number::Int(number));
        let known = |name: &str| Some(Bound { name: name.to_owned(), lower: 1, upper: 9 });
        assert_eq!((refused(Some("n"), int(1), int(9)), refused(None, int(1), int(9))), (known("n"), known("")));
        assert_eq!(
            (refused(Some("n"), None, int(9)), refused(Some("n"), int(1), Some(Number::Real(9.0)))),
            (None, None)
        );
        assert_eq!(bound(&Validation::default()), None);
    }

    #[test]
    fn ac_1_at_most_so_many_numbers_are_replaced_and_none_that_is_no_number_of_64_bits() {
        let n_copies = |text: &str| too_large("1", text).len();
        assert_eq!(n_copies(&"5 ".repeat(MAX + 1)), MAX);
        assert_eq!(n_copies("9223372036854775807 9223372036854775808 1.5 x 0x10\n"), 1);
        let (what, copy) = too_large("3", "1 1\n").pop().unwrap();
        assert_eq!(what, format!("sample 3 with {TOO_LARGE} in place of 1"));
        assert_eq!(copy, format!("1 {TOO_LARGE}\n"), "each of equal numbers by itself");
    }
}
