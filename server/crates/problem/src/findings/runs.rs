//! What the runs of a solution themselves show: that they could not be measured, or that they differ.

use super::FindingContext;
use crate::{
    finding::{Code, Finding},
    model::{ProgramIdx, TestIdx},
    state::Cell,
};

/// Tests on which a solution could not be measured, and on which two runs wrote different outputs.
pub(super) fn findings(context: &FindingContext<'_>, solution: ProgramIdx) -> Vec<Finding> {
    let unmeasured = of_cells(context, solution, |cell| cell.unmeasured).map(|(test, more)| {
        let cause = match context.state.cell(solution, test).filter(|cell| cell.exceeded.is_some()) {
            Some(capped) => capped.message.clone(),
            None => "the machine was too busy; run the check again".to_owned(),
        };
        let test_name = context.test_name(test);
        let message = format!("this solution could not be measured on {test_name}{more}, since {cause}");
        Finding::at(Code::NotMeasured, context.head(solution), message).about_test(&context.problem.tests[test].id)
    });
    let flaky = of_cells(context, solution, |cell| cell.flaky).map(|(test, more)| {
        let message = format!(
            "this solution wrote different outputs in two runs on {}{more}: its verdict depends on chance; look for \
             variables without a value, and for seeds of time",
            context.test_name(test)
        );
        Finding::at(Code::SolutionFlaky, context.head(solution), message).about_test(&context.problem.tests[test].id)
    });
    unmeasured.into_iter().chain(flaky).collect()
}

/// The first test whose cell is such a one, and words for the others.
fn of_cells(
    context: &FindingContext<'_>,
    solution: ProgramIdx,
    holds: impl Fn(&Cell) -> bool,
) -> Option<(TestIdx, String)> {
    let cells = context.state.cells[solution].iter_enumerated();
    let mut tests = cells.filter(|(_, cell)| cell.as_ref().is_some_and(&holds)).map(|(test, _)| test);
    let first = tests.next()?;
    let more = match tests.count() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    Some((first, more))
}
