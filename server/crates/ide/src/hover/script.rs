//! A command of the script: what it calls, and what became of it.

use problem::{
    model::{CommandIdx, GenCall, TestIdx},
    text::Position,
    words::enumerated,
};

use super::{Hover, option};
use crate::{
    Text, View,
    known::{Suite, tests_by_command, tests_of},
    navigate::test,
    script::{Commands, commands},
    words::{block, cell, code, head},
};

/// The command at a place.
pub(super) fn hover(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let is_here = |one: &Commands| one.range.start.line <= at.line && at.line <= one.range.end.line;
    let here = commands(view, text).into_iter().find(is_here)?;
    let markdown = match (here.known.first(), here.tests.first()) {
        (Some(&command), _) => markdown(view, &here.known, command),
        (None, Some(&test)) => {
            let said = Suite::new(view).test(test);
            format!("**Test {}**: {said}.\n{}", view.context.problem.tests[test].id, input(view, &[test], test))
        }
        (None, None) if here.text.is_empty() => "This test was not read yet.\n".to_owned(),
        (None, None) => format!("{} was not run yet.\n", code(&here.text)),
    };
    Some(Hover { range: here.range, markdown })
}

/// The test whose id stands at a place.
pub(super) fn of_test(view: &View<'_>, text: &Text<'_>, at: Position) -> Option<Hover> {
    let (test, range) = test::at(view, text, at)?;
    let said = Suite::new(view).test(test);
    let id = code(&view.context.problem.tests[test].id);
    Some(Hover { range, markdown: format!("**Test {id}**: {said}.\n{}", input(view, &[test], test)) })
}

/// About the commands at one place, and the first of them in detail.
pub(super) fn markdown(view: &View<'_>, commands: &[CommandIdx], first: CommandIdx) -> String {
    let described = &view.context.problem.commands[first];
    let tests = tests_of(&tests_by_command(view.context.problem), commands.iter().copied());
    let mut text = makes(view, &tests, &described.text);
    text.extend(described.pipeline.iter().map(|call| calls(view, call)));
    if let Some(&test) = tests.first() {
        text += &input(view, &tests, test);
    }
    text
}

fn makes(view: &View<'_>, tests: &[TestIdx], command: &str) -> String {
    let suite = Suite::new(view);
    let id = |test: TestIdx| &view.context.problem.tests[test].id;
    match tests {
        [] => format!("{} makes no test.\n", code(command)),
        [test] => format!("{} makes **test {}**: {}.\n", code(command), id(*test), suite.test(*test)),
        [first, .., last] => {
            let range = format!("**tests {} to {}**", id(*first), id(*last));
            format!("{} and the like make {range}: {}.\n", code(command), suite.tests(tests))
        }
    }
}

/// The options of a call as a table, and the program.
fn calls(view: &View<'_>, call: &GenCall) -> String {
    let Some(program) = call.program else {
        return format!("\nThere is no generator {}.\n", code(&call.name));
    };
    let path = view.path_of(program);
    let rows = option::rows(view, program, &call.args);
    if rows.is_empty() {
        return format!("\nThe generator is {}.\n", code(&path));
    }
    let rows: String =
        rows.iter().map(|row| format!("| {} | {} | {} |\n", row.name, row.type_name, row.value)).collect();
    format!("\n| option of {} | type | value |\n|---|---|---|\n{rows}", cell(&path))
}

/// The head of the input that was made last, and the solutions that it kills.
fn input(view: &View<'_>, tests: &[TestIdx], test: TestIdx) -> String {
    let killed = Suite::new(view).killed_by(test).unwrap_or_default();
    let names: Vec<String> = killed.into_iter().map(|solution| code(&view.path_of(solution))).collect();
    let mut text = String::new();
    let id = &view.context.problem.tests[test].id;
    if !names.is_empty() {
        text += &format!("\nTest {id} kills {}.\n", enumerated(&names, 6));
    }
    let shown = view.context.state.tests[test].input_blob().and_then(|blob| (view.context.contents)(blob));
    if let Some(bytes) = shown {
        let which = if tests.len() > 1 { format!("Test {id}:\n\n") } else { String::new() };
        text += &format!("\n{which}{}", block(&head(&bytes)));
    }
    text
}
