//! How a solution fared, at its label.

use std::cmp::Reverse;

use problem::{
    classify,
    model::{ProgramIdx, Role, TestIdx},
    text::{LineIndex, Position, Range},
    verdict::Verdict,
    words::quantity,
};

use super::Hover;
use crate::{
    Text, View, known,
    words::{code, time},
};

/// The row of a solution, on the label in its source; without one on its first line and on `main`.
pub(super) fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let solution =
        view.program_at(text.path).filter(|&idx| view.context.problem.programs[idx].role == Role::Solution)?;
    let facts = text.facts();
    let label = facts.as_ref().and_then(|facts| facts.expected_results.as_ref()).map(|(_, range)| *range);
    let places = match label {
        Some(label) => vec![label],
        None => {
            let first = LineIndex::new(text.text).line_range(0);
            let main = facts.and_then(|facts| facts.main);
            main.into_iter().chain([Range { start: Position::default(), ..first }]).collect()
        }
    };
    let range = places.into_iter().find(|range| range.start <= at && at <= range.end)?;
    Some(Hover { range, markdown: markdown(view, solution) })
}

/// The row of a solution.
pub(super) fn markdown(view: &View<'_>, solution: ProgramIdx) -> String {
    let program = &view.context.problem.programs[solution];
    let label = match &program.label {
        Some(label) => format!("is labelled {}", label.words.join(" or ")),
        None => "has no label".to_owned(),
    };
    let main = if view.context.problem.main == Some(solution) { "; it is the main solution" } else { "" };
    let outcome = known::solution(view, solution);
    let mut text = format!("{} {label}{main}.\n\n**{outcome}**\n", code(program.path.as_str()));
    let lines = verdicts(view, solution);
    if !lines.is_empty() {
        text += &format!("\n{}", lines.concat());
    }
    text += &costs(view, solution);
    let before = view.history.before(program.path.as_str(), &outcome);
    if before.is_empty() { text } else { text + &format!("- before: {}\n", before.join("; before that: ")) }
}

/// One line for each verdict but AC, with its first test; before them how many tests are passed.
fn verdicts(view: &View<'_>, solution: ProgramIdx) -> Vec<String> {
    let counted: Vec<(TestIdx, Verdict)> = classify::counted(view.context.state, solution).collect();
    if counted.is_empty() {
        return Vec::new();
    }
    let passed = counted.iter().filter(|(_, verdict)| *verdict == Verdict::Ac).count();
    let mut lines = vec![format!("- passes {passed} of {}\n", quantity(counted.len(), "test"))];
    for verdict in Verdict::ALL.into_iter().filter(|verdict| verdict.is_failure()) {
        let mut tests = counted.iter().filter(|(_, seen)| *seen == verdict).map(|(test, _)| *test);
        let Some(first) = tests.next() else { continue };
        let n_tests = 1 + tests.count();
        let which = if n_tests == 1 { "test" } else { "first on test" };
        let said = view.context.state.cell(solution, first).map(|cell| cell.message.as_str()).unwrap_or_default();
        let said = said.chars().take(200).collect::<String>();
        let said = if said.is_empty() { said } else { format!(": {}", code(&said)) };
        let id = &view.context.problem.tests[first].id;
        lines.push(format!("- {verdict} on {}, {which} {id}{said}\n", quantity(n_tests, "test")));
    }
    lines
}

/// The largest time and memory, and where the time was taken.
fn costs(view: &View<'_>, solution: ProgramIdx) -> String {
    let cells =
        view.context.state.cells[solution].iter_enumerated().filter_map(|(test, cell)| Some((test, cell.as_ref()?)));
    let Some((slowest, cell)) = cells.clone().max_by_key(|(test, cell)| (cell.cpu_us, Reverse(*test))) else {
        return String::new();
    };
    let limit = view.context.state.time_limit_ms.map(|ms| format!(" of {}", time(ms * 1000))).unwrap_or_default();
    let memory_kb = cells.map(|(_, cell)| cell.memory_kb).max().unwrap_or_default();
    let id = &view.context.problem.tests[slowest].id;
    format!("- at most {}{limit} (test {id}) and {} MB\n", time(cell.cpu_us), memory_kb.div_ceil(1024))
}
