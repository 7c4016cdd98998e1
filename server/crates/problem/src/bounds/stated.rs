//! What the statement says of variables.

use std::ops::Range;

use super::{Bound, Bounds};
use crate::{
    findings::FindingContext,
    formats::statement::{self, StatedEnd},
    path::RelPath,
    text::LineIndex,
};

/// Variables with their bounds, in the statement's order.
type Stated = Vec<(String, Bounds)>;

/// What the statement says in numbers, and what it says with other variables.
pub(super) fn stated(context: &FindingContext<'_>) -> (Stated, Stated) {
    let (mut all_numbers, mut all_chains) = (Vec::new(), Vec::new());
    for (path, text) in statement::parts(context.folder) {
        let (numbers, chains) = in_part(context, &path, &text);
        all_numbers.extend(numbers);
        all_chains.extend(chains);
    }
    (all_numbers, all_chains)
}

fn in_part(context: &FindingContext<'_>, path: &RelPath, text: &str) -> (Stated, Stated) {
    let text = context.problem.constants.shown_in(text);
    let index = LineIndex::new(&text);
    let placed = |name: String, [least, greatest]: [Bound; 2], span: Range<usize>| {
        (name, Bounds { least: Some(least), greatest, path: path.clone(), range: index.range(span) })
    };
    let end = |end: StatedEnd| match end {
        StatedEnd::Number(number) => Bound::of_number(number),
        StatedEnd::Text(text) => Bound { text, value: None, number: None },
    };
    let numbers = statement::bounds(&text).into_iter();
    let chains = statement::chains(&text).into_iter();
    (
        numbers.map(|said| placed(said.name, [said.lo, said.hi].map(Bound::of_number), said.span)).collect(),
        chains.map(|said| placed(said.name, [said.least, said.greatest].map(end), said.span)).collect(),
    )
}
