//! What the statement says of variables.

use std::ops::Range;

use super::{Bound, Bounds};
use crate::{
    findings::FindingContext,
    formats::statement::{self, StatedBounds, StatedChain, StatedEnd},
    text::LineIndex,
};

/// What the statement says in numbers, in its order.
pub(super) fn numbers(context: &FindingContext<'_>) -> Vec<(String, Bounds)> {
    of_statement(context, |text| {
        let ends = |stated: StatedBounds| (stated.name, [stated.lo, stated.hi].map(Bound::of_number), stated.span);
        statement::bounds(text).into_iter().map(ends).collect()
    })
}

/// What the statement says with other variables, in its order.
pub(super) fn chains(context: &FindingContext<'_>) -> Vec<(String, Bounds)> {
    let bound = |end: StatedEnd| match end {
        StatedEnd::Number(number) => Bound::of_number(number),
        StatedEnd::Text(text) => Bound { text, value: None, number: None },
    };
    of_statement(context, |text| {
        let ends = |stated: StatedChain| (stated.name, [stated.least, stated.greatest].map(bound), stated.span);
        statement::chains(text).into_iter().map(ends).collect()
    })
}

fn of_statement(
    context: &FindingContext<'_>,
    read: impl Fn(&str) -> Vec<(String, [Bound; 2], Range<usize>)>,
) -> Vec<(String, Bounds)> {
    let Some((path, text)) = statement::text(context.folder) else { return Vec::new() };
    let text = context.problem.constants.shown_in(&text);
    let index = LineIndex::new(&text);
    let bounds = read(&text).into_iter().map(|(name, [least, greatest], span)| {
        (name, Bounds { least, greatest, path: path.clone(), range: index.range(span) })
    });
    bounds.collect()
}
