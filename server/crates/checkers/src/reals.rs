//! Compares real numbers.

use super::{
    files::Files,
    message::{fixed, ordinal},
    number::{Tolerance, shown_error},
    outcome::Outcome,
    stream::Reading,
};

/// `rcmp`, `acmp` and `dcmp`: one real number.
pub(super) fn one(files: &mut Files<'_>, tolerance: Tolerance) -> Reading<Outcome> {
    let (expected, found) = (files.answer.real()?, files.output.real()?);
    let shown = fixed(expected, 10);
    Ok(if tolerance.accepts(expected, found) {
        Outcome::ok(format!("answer is {shown}"))
    } else {
        Outcome::wa(format!("expected {shown}, found {}", fixed(found, 10)))
    })
}

/// `rncmp`: real numbers in order, by their absolute error.
pub(super) fn rncmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let compared = compare(files, Tolerance::Absolute(1.5e-5))?;
    Ok(match compared.difference {
        Some((expected, found)) => Outcome::wa(differ(compared.n, expected, found, 10)),
        None => Outcome::ok(format!("{} numbers", compared.n)),
    })
}

/// `rcmp4`, `rcmp6` and `rcmp9`: real numbers in order, by their relative or absolute error.
pub(super) fn rcmp_many(files: &mut Files<'_>, tolerance: f64, n_decimals: usize) -> Reading<Outcome> {
    let compared = compare(files, Tolerance::Either(tolerance))?;
    let fixed = |value| fixed(value, n_decimals);
    Ok(match (compared.difference, compared.last) {
        (Some((expected, found)), _) => {
            let (text, error) = (differ(compared.n, expected, found, n_decimals), fixed(shown_error(expected, found)));
            Outcome::wa(format!("{text}, error = '{error}'"))
        }
        (None, Some((expected, found))) if compared.n == 1 => {
            let error = fixed(shown_error(expected, found));
            Outcome::ok(format!("found '{}', expected '{}', error '{error}'", fixed(found), fixed(expected)))
        }
        (None, _) => Outcome::ok(format!("{} numbers", compared.n)),
    })
}

/// How far two sequences agree.
struct Compared {
    /// How many pairs were read.
    n: usize,
    /// The pair that was read last, if it differs: expected and found.
    difference: Option<(f64, f64)>,
    /// The pair that was read last.
    last: Option<(f64, f64)>,
}

/// Reads pairs until the answer ends or a pair differs.
fn compare(files: &mut Files<'_>, tolerance: Tolerance) -> Reading<Compared> {
    let mut compared = Compared { n: 0, difference: None, last: None };
    while compared.difference.is_none() && !files.answer.seek_end() {
        let (expected, found) = (files.answer.real()?, files.output.real()?);
        compared.n += 1;
        compared.last = Some((expected, found));
        compared.difference = compared.last.filter(|_| !tolerance.accepts(expected, found));
    }
    Ok(compared)
}

fn differ(n: usize, expected: f64, found: f64, n_decimals: usize) -> String {
    let (nth, expected, found) = (ordinal(n), fixed(expected, n_decimals), fixed(found, n_decimals));
    format!("{nth} numbers differ - expected: '{expected}', found: '{found}'")
}
