//! What may still come of a group while some of its cells are open.
//!
//! Invariant: whatever verdicts the open cells get, the result is among what is given here.

use super::{GroupResult, Seen};
use crate::{
    label::FAILURES,
    verdict::{Verdict, VerdictSet},
};

/// The scores between two bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// Any score.
    pub(super) const ANY: Span = Span { low: f64::NEG_INFINITY, high: f64::INFINITY };
    /// Nothing.
    pub(super) const ZERO: Span = Span { low: 0.0, high: 0.0 };

    /// One score.
    pub(super) fn of(score: f64) -> Span {
        Span { low: score, high: score }
    }

    /// Both spans, and what lies between them.
    pub(super) fn or(self, other: Span) -> Span {
        Span { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The score, when there is only one. What sums of fractions leave below a millionth is cut off.
    pub(super) fn known(self) -> Option<f64> {
        let is_one = self.low == self.high && self.low.is_finite();
        is_one.then(|| (self.low * 1e6).round() / 1e6 + 0.0)
    }

    /// Each score multiplied.
    pub(super) fn times(self, factor: f64) -> Span {
        Span { low: self.low * factor, high: self.high * factor }
    }

    fn map2(self, other: Span, join: fn(f64, f64) -> f64) -> Span {
        Span { low: join(self.low, other.low), high: join(self.high, other.high) }
    }
}

/// The sum of some spans; 0 for none.
pub(super) fn sum(spans: &[Span]) -> Span {
    spans.iter().fold(Span::ZERO, |all, &one| all.map2(one, |a, b| a + b))
}

/// The least of some spans; 0 for none.
pub(super) fn least(spans: &[Span]) -> Span {
    spans.iter().copied().reduce(|all, one| all.map2(one, f64::min)).unwrap_or(Span::ZERO)
}

/// The greatest of some spans; 0 for none.
pub(super) fn greatest(spans: &[Span]) -> Span {
    spans.iter().copied().reduce(|all, one| all.map2(one, f64::max)).unwrap_or(Span::ZERO)
}

/// What may come of a test or a group: each of the two that is not excluded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Possible {
    /// The score if it is accepted.
    pub(super) accepted: Option<Span>,
    /// The verdicts and the score if it is not.
    pub(super) rejected: Option<(VerdictSet, Span)>,
}

impl Possible {
    /// Anything at all.
    pub(super) const ANY: Possible = Possible { accepted: Some(Span::ANY), rejected: Some((FAILURES, Span::ANY)) };
    /// Nothing was judged.
    pub(super) const EMPTY: Possible = Possible { accepted: Some(Span::ZERO), rejected: None };

    /// A cell, with the scores that it has if it is accepted and if it is not. An open one may still get either.
    pub(super) fn of_cell(seen: Option<Seen>, accepted: Span, rejected: Span) -> Possible {
        match seen.map(|seen| seen.verdict) {
            Some(Verdict::Ac) => Possible { accepted: Some(accepted), rejected: None },
            Some(failure) => Possible { accepted: None, rejected: Some((VerdictSet::of(&[failure]), rejected)) },
            None => Possible { accepted: Some(accepted), rejected: Some((FAILURES, rejected)) },
        }
    }

    /// Either of both; nothing excludes what neither excludes.
    pub(super) fn or(self, other: Possible) -> Possible {
        let join =
            |(set, span): (VerdictSet, Span), (more, other): (VerdictSet, Span)| (set.union(more), span.or(other));
        Possible {
            accepted: either(self.accepted, other.accepted, Span::or),
            rejected: either(self.rejected, other.rejected, join),
        }
    }

    /// All scores.
    pub(super) fn score(self) -> Span {
        either(self.accepted, self.rejected.map(|(_, span)| span), Span::or).unwrap_or(Span::ANY)
    }

    /// Whether it is accepted; `None` while that is open.
    pub(super) fn passes(self) -> Option<bool> {
        match (self.accepted, self.rejected) {
            (Some(_), None) => Some(true),
            (None, Some(_)) => Some(false),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// The verdict, when there is only one.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match (self.accepted, self.rejected) {
            (Some(_), None) => Some(Verdict::Ac),
            (None, Some((verdicts, _))) => only(verdicts),
            (Some(_), Some(_)) | (None, None) => None,
        }
    }

    /// What of it is known.
    pub(super) fn result(self) -> GroupResult {
        GroupResult { verdict: self.verdict(), score: self.score().known() }
    }
}

fn only(verdicts: VerdictSet) -> Option<Verdict> {
    let mut all = verdicts.iter();
    all.next().filter(|_| all.next().is_none())
}

fn either<T>(a: Option<T>, b: Option<T>, join: impl FnOnce(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(a, b)),
        (a, b) => a.or(b),
    }
}

/// The failures that may be the worst of some parts, by an order from the worst to the least; empty when all may only be
/// accepted.
pub(super) fn worst(parts: &[Possible], order: &[Verdict]) -> VerdictSet {
    let rank = |verdict: Verdict| order.iter().position(|&one| one == verdict).unwrap_or(0);
    // Every part can be made as harmless as its most harmless verdict, and no part more.
    let least_rank = |part: &Possible| match (part.accepted, part.rejected) {
        (None, Some((verdicts, _))) => verdicts.iter().map(rank).max().unwrap_or(order.len()),
        _ => order.len(),
    };
    let bound = parts.iter().map(least_rank).min().unwrap_or(order.len());
    let all = parts.iter().filter_map(|part| Some(part.rejected?.0)).reduce(VerdictSet::union).unwrap_or_default();
    all.iter().filter(|&verdict| rank(verdict) <= bound).collect()
}

/// The failures that may be the first of some parts.
pub(super) fn first(parts: &[Possible]) -> VerdictSet {
    let mut verdicts = VerdictSet::EMPTY;
    for part in parts {
        verdicts = verdicts.union(part.rejected.map(|(set, _)| set).unwrap_or_default());
        if part.accepted.is_none() {
            break;
        }
    }
    verdicts
}

/// Whether all of some hold: one that does not decides, and otherwise one that is open leaves it open.
pub(super) fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut whole = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => whole = None,
            Some(true) => {}
        }
    }
    whole
}
