//! Solutions that do not do what their label says, and checkers and interactors that fail.

use std::collections::BTreeSet;

use checkers::OutcomeKind;

use super::{FindingContext, excerpt, finding_at, oracles::Disputes, runs};
use crate::{
    classify::{self, Class, Row, broken_permission},
    finding::{Code, Finding},
    label::{ScopedSets, WantedScore},
    model::{CheckerKind, ProgramIdx, TestIdx},
    scoring::TestGroup,
    state::{Build, Cell, CheckerResult},
    trace::Fail,
    verdict::{Verdict, VerdictSet},
    words::quantity,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = answers(context);
    findings.extend(checker_failures(context));
    findings.extend(checker_tests(context));
    findings.extend(broken_grader(context));
    let disputes = Disputes::find(context);
    findings.extend(disputes.finding(context));
    for (solution, program) in context.problem.solutions() {
        let row = classify::row(context.problem, context.state, context.request, solution);
        let found = if disputes.puts_in_doubt(context, &row) { Vec::new() } else { of_solution(context, &row) };
        let found = found.into_iter().chain(borderline(context, &row)).chain(runs::findings(context, solution));
        findings.extend(found.map(|finding| finding.about_solution(&program.path)));
    }
    findings
}

/// The checker on the answers, as if they were outputs. A test set with a broken checker says so once, not per test.
fn answers(context: &FindingContext<'_>) -> Vec<Finding> {
    let rejected: Vec<(TestIdx, &CheckerResult)> = context
        .state
        .tests
        .iter_enumerated()
        .filter_map(|(test, known)| Some((test, known.answer_check.as_ref()?)))
        .filter(|(_, check)| !matches!(check.kind, OutcomeKind::Ok | OutcomeKind::Points))
        .collect();
    let Some(&(test, check)) = rejected.first() else { return Vec::new() };
    let (code, what) = if check.crashed {
        (Code::CheckerCrashed, "the checker broke on the answer of")
    } else {
        (Code::CheckerRejectsAnswer, "the checker rejects the answer of")
    };
    let mut message = format!("{what} {}: {}", context.test_name(test), check.message);
    if rejected.len() > 1 {
        message.push_str(&format!(" (and of {})", quantity(rejected.len() - 1, "more test")));
    }
    vec![with_test(
        context,
        test,
        finding_at(code, Some(judge_place(context, test, check.failure.as_deref())), message),
    )]
}

/// Where a complaint about the judge stands: the checker's source, at the call that failed, else the interactor's, else
/// the test.
fn judge_place(context: &FindingContext<'_>, test: TestIdx, failure: Option<&Fail>) -> crate::text::Place {
    if let Some(call) = failure.and_then(|failure| context.recorded_call(failure)) {
        return call;
    }
    let program = match context.problem.checker.kind {
        CheckerKind::Program { program, .. } => Some(program),
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) | CheckerKind::Interactor => None,
    };
    let program = program.or(context.problem.interactor.map(|interactor| interactor.program));
    let of_test = || context.test_place(test).or_else(|| context.problem.main.map(|main| context.head(main)));
    let place = program.map(|program| context.deciding_call(program, failure)).or_else(of_test);
    place.unwrap_or(crate::text::Place { path: crate::path::RelPath::root(), range: Default::default() })
}

pub(super) fn with_test(context: &FindingContext<'_>, test: TestIdx, finding: Finding) -> Finding {
    let finding = finding.about_test(&context.problem.tests[test].id);
    match context.test_place(test) {
        Some(place) if finding.place.as_ref() != Some(&place) => finding.with_related(place, context.test_name(test)),
        Some(_) | None => finding,
    }
}

/// The first FAIL cell; the others mostly have the same cause.
fn checker_failures(context: &FindingContext<'_>) -> Vec<Finding> {
    let solutions = context.problem.solutions().flat_map(|(solution, _)| {
        let cells = context.state.cells[solution].iter_enumerated();
        cells.filter_map(move |(test, cell)| Some((solution, test, cell.as_ref()?)))
    });
    let failed: Vec<(ProgramIdx, TestIdx, &Cell)> =
        solutions.filter(|(_, _, cell)| cell.verdict == Verdict::Fail).collect();
    let Some(&(solution, test, cell)) = failed.first() else { return Vec::new() };
    let interactor = context.problem.interactor.filter(|_| cell.interactor_failed);
    let (code, who) = match interactor {
        Some(_) => (Code::InteractorFailed, "interactor"),
        None => (Code::CheckerCrashed, "checker"),
    };
    let place = interactor.map(|interactor| context.register_call(interactor.program));
    let place = place.unwrap_or_else(|| judge_place(context, test, cell.failure.as_deref()));
    let path = &context.problem.programs[solution].path;
    let mut message = format!("the {who} fails on {} for {path}: {}", context.test_name(test), cell.message);
    if failed.len() > 1 {
        message.push_str(&format!(" (and in {})", quantity(failed.len() - 1, "more cell")));
    }
    vec![with_test(context, test, finding_at(code, Some(place), message).about_solution(path))]
}

fn checker_tests(context: &FindingContext<'_>) -> Vec<Finding> {
    let done = context.state.checker_tests.iter().enumerate();
    let of_test = |(idx, check): (usize, &Option<Option<CheckerResult>>)| {
        let check = check.as_ref()?.as_ref()?;
        let wanted = &context.problem.checker_tests[idx];
        let verdict = match check.kind {
            OutcomeKind::Ok | OutcomeKind::Points => Verdict::Ac,
            OutcomeKind::Wa => Verdict::Wa,
            OutcomeKind::Pe => Verdict::Pe,
            OutcomeKind::Fail => Verdict::Fail,
        };
        if wanted.wanted.contains(verdict) {
            return None;
        }
        let code = match verdict {
            Verdict::Ac => Code::CheckerAcceptsJunk,
            Verdict::Fail => Code::CheckerCrashed,
            _ => Code::CheckerRejectsAnswer,
        };
        let place = wanted
            .place
            .clone()
            .unwrap_or(crate::text::Place { path: wanted.output.clone(), range: Default::default() });
        let words: Vec<&str> = wanted.wanted.iter().map(Verdict::code).collect();
        let why = if check.message.is_empty() { String::new() } else { format!(": {}", check.message) };
        let message = format!(
            "the checker says {verdict} to {}, which is meant to be {}{why}",
            wanted.output,
            words.join(" or ")
        );
        let finding = Finding::at(code, place, message);
        let call = check.failure.as_deref().and_then(|failure| context.recorded_call(failure));
        Some(match call {
            Some(call) => finding.with_related(call, "the call that fails"),
            None => finding,
        })
    };
    done.filter_map(of_test).collect()
}

/// A grader that breaks leaves groups without a result.
fn broken_grader(context: &FindingContext<'_>) -> Option<Finding> {
    let grader = context.problem.grader?;
    let grades = context.state.grades.iter_enumerated();
    let (solution, failure) =
        grades.filter_map(|(solution, grades)| Some((solution, grades.as_ref()?.failure.as_ref()?))).next()?;
    let message = format!(
        "the grader broke on the results of {}, so those of its groups are not known: {failure}",
        context.problem.programs[solution].path
    );
    Some(Finding::at(Code::CheckerCrashed, context.head(grader), message))
}

fn of_solution(context: &FindingContext<'_>, row: &Row) -> Vec<Finding> {
    let mut findings = Vec::new();
    match row.class {
        Some(Class::FalseNegative) => findings.extend(correct_fails(context, row)),
        Some(Class::FalsePositive) => findings.push(wrong_passes(context, row)),
        Some(Class::TruePositive | Class::TrueNegative) | None => {}
    }
    let mut beside = unmet_scores(context, row);
    beside.extend(lacking_message(context, row));
    if row.expectation_met == Some(false) && findings.is_empty() {
        findings.extend(unmet(context, row, !beside.is_empty()));
    }
    findings.extend(beside);
    findings
}

/// A right solution that a test rejects (CCO-2).
fn correct_fails(context: &FindingContext<'_>, row: &Row) -> Option<Finding> {
    let test = row.first_failed?;
    let cell = context.state.cell(row.solution, test)?;
    let place = context.label(row.solution);
    let subject = context.subject(row.solution, &place);
    let n_failed = classify::counted(context.state, row.solution).filter(|(_, verdict)| verdict.is_failure()).count();
    let mut message = format!(
        "{subject} is labelled correct and gets {} on {}{}",
        cell.verdict,
        context.test_name(test),
        details(context, test, cell)
    );
    if n_failed > 1 {
        message.push_str(&format!(" (fails {n_failed} tests)"));
    }
    Some(with_test(context, test, Finding::at(Code::CorrectSolutionFails, place, message)))
}

/// The checker's words, and for wrong outputs what was expected and found.
pub(super) fn details(context: &FindingContext<'_>, test: TestIdx, cell: &Cell) -> String {
    let mut details =
        if cell.message.is_empty() { String::new() } else { format!(": {}", excerpt_long(&cell.message)) };
    if matches!(cell.verdict, Verdict::Wa | Verdict::Pe) && !says_both(context, cell) {
        let expected = context.state.tests[test].known_answer().and_then(|answer| context.head_of(answer));
        let found = cell.output.and_then(|output| context.head_of(output));
        if let (Some(expected), Some(found)) = (expected, found) {
            details.push_str(&format!("; expected `{}`, found `{}`", excerpt(&expected), excerpt(&found)));
        }
    }
    details
}

/// Whether the message already tells what was expected and found, or there is nothing of that kind to tell.
fn says_both(context: &FindingContext<'_>, cell: &Cell) -> bool {
    let in_process = match context.problem.checker.kind {
        CheckerKind::Standard(_) | CheckerKind::KattisDefault(_) => true,
        CheckerKind::Interactor | CheckerKind::Program { .. } => false,
    };
    in_process || context.problem.interactor.is_some() || cell.message.contains("xpected")
}

fn excerpt_long(text: &str) -> String {
    const MAX: usize = 300;
    if text.chars().count() <= MAX { text.to_owned() } else { text.chars().take(MAX).chain(['…']).collect() }
}

/// A wrong solution that no test rejects (CCO-2).
fn wrong_passes(context: &FindingContext<'_>, row: &Row) -> Finding {
    let program = &context.problem.programs[row.solution];
    let n_tests = classify::counted(context.state, row.solution).count();
    let words = program.label.as_ref().map(|label| label.words.join(", ")).unwrap_or_default();
    let tests = if n_tests == 1 { "the only test".to_owned() } else { format!("all {n_tests} tests") };
    let place = context.label(row.solution);
    let subject = context.subject(row.solution, &place);
    let message = format!("{subject} is labelled {words} and passes {tests}: the suite misses its mistake");
    Finding::at(Code::WrongSolutionPasses, place, message)
}

/// Verdicts that are not as the label says. Where only a score or a message is not, which is said `beside`, nothing.
fn unmet(context: &FindingContext<'_>, row: &Row, beside: bool) -> Option<Finding> {
    let program = &context.problem.programs[row.solution];
    let counted: Vec<(TestIdx, Verdict)> = classify::counted(context.state, row.solution).collect();
    let words = program.label.as_ref().map(|label| label.words.join(", ")).unwrap_or_default();
    let forbidden = counted.iter().find_map(|&(test, verdict)| {
        let (sets, scope) = broken_permission(context.problem, row.solution, test, verdict)?;
        Some((test, verdict, sets.permitted, scope))
    });
    let place = context.label(row.solution);
    let subject = context.subject(row.solution, &place);
    if let Some((test, verdict, permitted, scope)) = forbidden {
        let cell = context.state.cell(row.solution, test);
        let why = cell.map(|cell| details(context, test, cell)).unwrap_or_default();
        let message = format!(
            "{subject} is labelled {words}, which permits {}{}, and gets {verdict} on {}{why}",
            codes(permitted),
            scope.map(within).unwrap_or_default(),
            context.test_name(test)
        );
        return Some(with_test(context, test, Finding::at(Code::ExpectationUnmet, place, message)));
    }
    let required = program.label.as_ref().map(|label| label.sets.required).unwrap_or_default();
    let lacks_required = !required.is_empty() && !row.seen.intersects(required);
    let (required, seen, where_) = match classify::unmet_scope(context.problem, row.solution, &counted) {
        Some((scope, seen)) if !lacks_required => (scope.sets.required, seen, within(scope)),
        _ if lacks_required || !beside => (required, row.seen, String::new()),
        _ => return None,
    };
    let message = format!(
        "{subject} is labelled {words}, which requires {}{where_}, and only {} was seen",
        codes(required),
        codes(seen)
    );
    Some(Finding::at(Code::ExpectationUnmet, place, message))
}

/// Where a part of a label holds: ` in secret/group1`.
fn within(scope: &ScopedSets) -> String {
    match scope.tests.as_str() {
        "*" | "**" => String::new(),
        group if scope.by_group => format!(" in group {group}"),
        tests => format!(" in {tests}"),
    }
}

/// Scores that are known and not as they are wanted.
fn unmet_scores(context: &FindingContext<'_>, row: &Row) -> Vec<Finding> {
    let unmet = classify::unmet_scores(context.problem, context.state, row.solution).into_iter();
    let finding = |(wanted, group, score): (&WantedScore, &TestGroup, f64)| {
        let subject = context.subject(row.solution, &wanted.place);
        let right = if wanted.low == wanted.high {
            wanted.low.to_string()
        } else {
            format!("between {} and {}", wanted.low, wanted.high)
        };
        let of = if group.parent.is_some() { format!(" in {}", group.name) } else { String::new() };
        let message = format!("{subject} is to score {right}{of}, and scores {score}");
        Finding::at(Code::ExpectationUnmet, wanted.place.clone(), message)
    };
    unmet.map(finding).collect()
}

/// A message that was wanted and that no test has given.
fn lacking_message(context: &FindingContext<'_>, row: &Row) -> Option<Finding> {
    let wanted = classify::lacking_message(context.problem, context.state, row.solution).filter(|_| row.complete)?;
    let subject = context.subject(row.solution, &wanted.place);
    let tests = wanted.tests.as_ref().map(|tests| format!(" of {tests}")).unwrap_or_default();
    let message = format!("{subject} is to be told `{}` on a test{tests}, and no message says so", wanted.text);
    Some(Finding::at(Code::ExpectationUnmet, wanted.place.clone(), message))
}

fn codes(set: VerdictSet) -> String {
    let words: Vec<&str> = set.iter().map(Verdict::code).collect();
    words.join(" or ")
}

/// One finding per solution whose time lies so near the limit that its class depends on the machine.
fn borderline(context: &FindingContext<'_>, row: &Row) -> Option<Finding> {
    let limit_ms = context.state.time_limit_ms?;
    let solution = row.solution;
    let is_decided = classify::counted(context.state, solution).any(|(test, verdict)| {
        verdict.is_failure() && context.state.cell(solution, test).is_some_and(|cell| !cell.borderline)
    });
    if row.pool.is_none() || is_decided {
        return None;
    }
    let cells = context.state.cells[solution].iter_enumerated();
    let near: Vec<(TestIdx, &Cell)> =
        cells.filter_map(|(test, cell)| Some((test, cell.as_ref().filter(|cell| cell.borderline)?))).collect();
    let &(test, _) = near.first()?;
    let tests: BTreeSet<String> = near.iter().map(|(test, _)| context.test_name(*test)).collect();
    let more = if tests.len() > 1 { format!(" and {} more", tests.len() - 1) } else { String::new() };
    let message = format!(
        "this solution needs about the time limit of {limit_ms} ms on {}{more}: its verdict depends on the machine",
        context.test_name(test)
    );
    let finding = Finding::at(Code::BorderlineTime, context.head(solution), message);
    Some(finding.about_test(&context.problem.tests[test].id))
}

/// Solutions that do not build, for the pools.
pub(super) fn does_not_build(context: &FindingContext<'_>, solution: ProgramIdx) -> bool {
    matches!(context.state.builds[solution], Some(Build::Failed { .. } | Build::Skipped { .. }))
}
