//! Gives points: the distance of two real numbers, as samples of how a score is reported.

use super::{
    files::Files,
    message::fixed,
    number::is_infinite,
    outcome::{Outcome, points_text},
    stream::Reading,
};

/// Most points.
const MAX_POINTS: f64 = 1e6;

/// How far points may exceed the maximum and still count as the maximum.
const POINTS_SLACK: f64 = 1e-8;

/// `pointscmp`: the distance as the score.
pub(super) fn pointscmp(files: &mut Files<'_>) -> Reading<Outcome> {
    let (expected, found) = (files.answer.real()?, files.output.real()?);
    let points = (expected - found).abs();
    let fault = if points.is_nan() {
        "nan"
    } else if is_infinite(points) {
        "infinite"
    } else if points > MAX_POINTS + POINTS_SLACK {
        "greater than 1E6"
    } else {
        let points = points.min(MAX_POINTS);
        let text = points_text(points);
        let message = format!("{text} ja={} pa={}", fixed(expected, 4), fixed(found, 4));
        return Ok(Outcome::points(Some(points), message));
    };
    Ok(Outcome::fail(format!("Parameter 'points' can't be {fault}")))
}

/// `pointsinfo`: both numbers as a text in place of a score.
pub(super) fn pointsinfo(files: &mut Files<'_>) -> Reading<Outcome> {
    let (found, expected) = (files.output.real()?, files.answer.real()?);
    let distance = (expected - found).abs();
    let [found, expected, distance] = [found, expected, distance].map(|value| fixed(value, 6));
    Ok(Outcome::points(None, format!("points_info=pa={found},ja={expected} d={distance}")))
}
