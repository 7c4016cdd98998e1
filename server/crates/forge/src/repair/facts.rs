//! What a check has seen that belongs to a finding, in words: its test, what its solution gets elsewhere, which tests there are.

use problem::{
    classify,
    finding::{Code, Finding},
    model::TestIdx,
    verdict::Verdict,
    words::{enumerated, quantity},
};

use crate::{
    bench::Trial,
    describe::{Described, MAX_FIELD},
    prompt::values::TestText,
};

/// So many failed tests of a solution, and so many of those that it passes in part, are named.
const MAX_NAMED: usize = 10;
/// So many tests of a suite are listed.
const MAX_LISTED: usize = 40;

/// The test that a finding is about: what makes it, its input and its answer where they are short.
pub(super) fn test_text(described: &Described<'_>, test: TestIdx) -> String {
    let TestText { id, sample, command, input } = described.test(test);
    let is_short = |text: &String| sample.is_none() && text.len() <= MAX_FIELD;
    let answer = (described.contents)(test, true).filter(is_short);
    let answer = answer.map(|answer| format!("its answer is:\n{answer}"));
    let sample = sample.map(|number| format!("it is sample {number}"));
    let command = command.map(|command| format!("its command is {command}"));
    let input = input.map(|input| format!("its input is:\n{input}"));
    let known: Vec<String> =
        [Some(format!("test {id}")), sample, command, input, answer].into_iter().flatten().collect();
    known.join("\n")
}

/// What the solution of a finding gets on the tests: which it fails, and how many it passes.
pub(super) fn seen_of(trial: &Trial, finding: &Finding) -> Option<String> {
    let path = finding.about.solution.as_ref()?;
    let solution = trial.problem.program_at(path)?;
    let counted: Vec<_> = classify::counted(&trial.state, solution).collect();
    let failed: Vec<String> = counted
        .iter()
        .filter(|(_, verdict)| verdict.is_failure())
        .map(|(test, verdict)| format!("{} ({verdict})", trial.problem.tests[*test].id))
        .collect();
    let n_passed = counted.len() - failed.len();
    let is_part = |(test, verdict): &&(TestIdx, Verdict)| {
        let share = trial.state.cell(solution, *test).and_then(|cell| cell.share);
        !verdict.is_failure() && share.is_some_and(|share| share < 1.0)
    };
    let parts: Vec<String> =
        counted.iter().filter(is_part).map(|(test, _)| trial.problem.tests[*test].id.clone()).collect();
    let parts = match parts[..] {
        [] => String::new(),
        _ => format!(", of which {} for a part of the points", enumerated(&parts, MAX_NAMED)),
    };
    match (failed.is_empty(), n_passed) {
        (true, 0) => None,
        (true, _) => Some(format!("{path} passes {}{parts}", quantity(n_passed, "test"))),
        (false, _) => {
            let failed = enumerated(&failed, MAX_NAMED);
            Some(format!("{path} fails {failed}, and passes {}{parts}", quantity(n_passed, "test")))
        }
    }
}

/// The tests of the suite, where a finding is about what they do not show.
pub(super) fn suite_of(described: &Described<'_>, code: Code) -> Option<String> {
    let is_of_suite =
        matches!(code, Code::WrongSolutionPasses | Code::BoundNeverHit | Code::TestKillsNothing | Code::TestSoleKiller);
    let Described { problem, state, .. } = described;
    let line = |test: TestIdx| {
        let TestText { id, sample, command, .. } = described.test(test);
        let size = state.tests[test].input_blob().map(|blob| format!(", {}", quantity(blob.size as usize, "byte")));
        let sample = sample.map(|number| format!(", sample {number}"));
        let command = command.map(|command| format!(", {command}"));
        [Some(id), size, sample, command].into_iter().flatten().collect::<String>()
    };
    let lines: Vec<String> = problem.tests.indices().take(MAX_LISTED).map(line).collect();
    let more = problem.tests.len() - lines.len();
    let more = if more == 0 { String::new() } else { format!("\nand {more} more") };
    (is_of_suite && !lines.is_empty()).then(|| format!("the tests are:\n{}{more}", lines.join("\n")))
}
