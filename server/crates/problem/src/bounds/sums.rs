//! Sums of variables over the cases of an input: what the statement says, and what validators refuse.

use super::{Bound, Bounds, Ends, Variable, find};
use crate::{
    findings::FindingContext,
    formats::statement,
    included,
    state::TestState,
    text::{LineIndex, Place},
};

/// What stands before the name of a variable in that of its sum.
const SUM_OF: &str = "sum of ";

/// A row for each sum of a variable of the table that a statement or a validator bounds.
pub(super) fn sums(context: &FindingContext<'_>, variables: &mut [Variable]) -> Vec<Variable> {
    let mut rows: Vec<Variable> = Vec::new();
    let mut row = |name: String| -> usize {
        let name = format!("{SUM_OF}{name}");
        rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
            rows.push(Variable::named(name));
            rows.len() - 1
        })
    };
    let mut stated = Vec::new();
    for (path, text) in statement::parts(context.folder) {
        let text = context.problem.constants.shown_in(&text);
        let index = LineIndex::new(&text);
        for sum in statement::sums(&text) {
            let Some(variable) = find(variables, &sum.name) else { continue };
            let greatest = Bound::of_number(sum.hi);
            let bounds = Bounds { least: None, greatest, path: path.clone(), range: index.range(sum.span) };
            stated.push((row(variable.name.clone()), bounds));
        }
    }
    let mut read = Vec::new();
    let programs = context.problem.validators.iter().map(|validator| &context.problem.programs[validator.program]);
    for path in programs.flat_map(|program| &program.sources) {
        let Some(facts) = context.folder.facts(path).filter(|facts| !facts.sums.is_empty()) else { continue };
        let shared = included::facts(context.folder, path).unwrap_or_else(|| facts.clone());
        for sum in &facts.sums {
            // Its name in the table is that which the read gives it.
            let named = facts.reads.iter().find(|read| read.receiver.as_ref() == Some(&sum.variable));
            let name = named.and_then(|read| super::base(read.name.as_ref()?)).unwrap_or_else(|| sum.variable.clone());
            let Some(variable) = find(variables, &name) else { continue };
            let bounds =
                Bounds { least: None, greatest: Bound::read(&sum.most, &shared), path: path.clone(), range: sum.range };
            read.push((row(variable.name.clone()), bounds));
        }
    }
    stated.into_iter().for_each(|(row, bounds)| rows[row].statement = Some(bounds));
    read.into_iter().for_each(|(row, bounds)| rows[row].validators.push(bounds));
    for row in &mut rows {
        let least = bounds(row).min();
        // Beyond what all allow it is another sum: of each case, or of another variable of that name.
        let is_within = |ends: &Ends<'_>| least.is_none_or(|least| ends.1.0 <= least);
        let ends = row.name.strip_prefix(SUM_OF).and_then(|name| seen(context, name)).filter(is_within);
        row.seen = ends.map(super::shown);
        row.remarks = disagreement(row).into_iter().chain(missed(row)).collect();
    }
    rows
}

/// What the tests have, as far as validators told: the sums of the reads of a name in one input.
fn seen<'a>(context: &FindingContext<'a>, name: &str) -> Option<Ends<'a>> {
    let mut ends = None;
    for (test, state) in context.problem.tests.iter().zip(&context.state.tests) {
        for said in state.validations.iter().flatten().filter(|said| said.ok) {
            let named = said.reads.iter().flatten().filter(|reads| super::base(&reads.name).as_deref() == Some(name));
            let sums: Option<Vec<i128>> = named.map(|reads| reads.sum).collect();
            // Who does not read it says nothing of it.
            let Some(sum) = sums.filter(|sums| !sums.is_empty()).map(|sums| sums.iter().sum()) else { continue };
            super::stretch(&mut ends, (sum, sum), &test.id);
        }
    }
    ends
}

/// The greatest sums that are allowed, as numbers.
fn bounds(row: &Variable) -> impl Iterator<Item = i128> {
    row.statement.iter().chain(&row.validators).filter_map(|bounds| bounds.greatest.number)
}

/// The greatest sum that is allowed, where all agree on it, and the greatest one of a test.
fn agreed(row: &Variable) -> Option<(i128, i128)> {
    let (least, most) = (bounds(row).min()?, bounds(row).max()?);
    let greatest = row.seen.as_ref()?.greatest.parse().ok()?;
    (least == most).then_some((least, greatest))
}

/// The greatest sum, where all agree on it and no test has it.
fn missed(row: &Variable) -> Option<String> {
    let (allowed, greatest) = agreed(row)?;
    (allowed != greatest).then(|| format!("no test reaches the upper bound {allowed} ({greatest})"))
}

/// Sums that may be more than twice as great as that of any test, and of what size: where each is bounded, and words about it.
/// A suite without a large sum tells no slow solution from a fast one, however large a single case is.
pub(crate) fn far(context: &FindingContext<'_>) -> Vec<(Place, String)> {
    // This is asked after every edit.
    let is_summed = |state: &TestState| {
        state.validations.iter().flatten().any(|said| said.reads.iter().flatten().any(|reads| reads.sum.is_some()))
    };
    if !context.state.tests.iter().any(is_summed) {
        return Vec::new();
    }
    let rows = sums(context, &mut super::places(context));
    let of_row = |row: Variable| {
        let (allowed, greatest) = agreed(&row)?;
        let bounds = row.validators.first().or(row.statement.as_ref())?;
        let place = Place { path: bounds.path.clone(), range: bounds.range };
        let message = format!("no test has half of the {} that is allowed: {greatest} of {allowed}", row.name);
        (greatest.checked_mul(2)? < allowed).then_some((place, message))
    };
    rows.into_iter().filter_map(of_row).collect()
}

/// What the statement and a validator say differently.
fn disagreement(row: &Variable) -> Option<String> {
    let stated = row.statement.as_ref()?.greatest.number?;
    let other = row.validators.iter().filter_map(|bounds| bounds.greatest.number).find(|number| *number != stated)?;
    Some(format!("the statement allows at most {stated}, the validator {other}"))
}
