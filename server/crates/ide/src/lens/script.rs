//! Lenses of the test script: the suite's quality at its head, and one for each place that commands stand at.

use problem::{model::TestIdx, request::escaped, text::Range};
use serde_json::json;

use super::{Lens, run, with_matrix, with_test};
use crate::{
    Text, View,
    known::{Suite, metrics, tests_by_command, tests_of},
    script::{Commands, commands},
};

pub(super) fn lenses(view: &View<'_>, text: &Text<'_>) -> Vec<Lens> {
    let suite = Suite::new(view);
    let by_command = tests_by_command(view.context.problem);
    let of_commands = |one: &Commands| {
        let mut tests = tests_of(&by_command, one.known.iter().copied());
        tests.extend(&one.tests);
        let ids: Vec<String> = tests.iter().map(|&test| escaped(&view.context.problem.tests[test].id)).collect();
        // A command that was typed since the folder was read makes no test that could be named.
        let run = (view.is_trusted && !ids.is_empty()).then(|| run(view, one.range, json!({ "tests": ids })));
        run.into_iter().chain([of_tests(view, &suite, one.range, &tests)])
    };
    let head = with_matrix(Range::default(), metrics(view));
    std::iter::once(head).chain(commands(view, text).iter().flat_map(of_commands)).collect()
}

fn of_tests(view: &View<'_>, suite: &Suite<'_>, range: Range, tests: &[TestIdx]) -> Lens {
    let id = |test: TestIdx| view.context.problem.tests[test].id.as_str();
    match tests {
        [] => Lens { range, title: "not run yet".to_owned(), command: None },
        [test] => with_test(range, format!("test {}: {}", id(*test), suite.test(*test)), None, id(*test)),
        [first, .., last] => {
            let title = format!("tests {} to {}: {}", id(*first), id(*last), suite.tests(tests));
            with_test(range, title, None, id(*first))
        }
    }
}
