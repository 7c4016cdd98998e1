//! Tests of the suite: repeated ones, and those that tell nothing apart.

use super::{FindingContext, finding_at};
use crate::{
    finding::{Code, Finding},
    fix::{Edit, Fix},
    label::Pool,
    model::{InputSource, ProgramIdx, Test, TestIdx},
    text::LineIndex,
    words::enumerated,
};

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = duplicates(context);
    if context.request.is_whole() {
        findings.extend(kills(context));
    }
    findings
}

fn duplicates(context: &FindingContext<'_>) -> Vec<Finding> {
    let duplicates = context.state.duplicates();
    let of_test = |(test, first): (TestIdx, &Option<TestIdx>)| {
        let first = (*first)?;
        if !is_worth_saying(context, test, first) {
            return None;
        }
        let message = format!("{} is the same input as {}", context.test_name(test), context.test_name(first));
        let finding = finding_at(Code::TestDuplicate, context.test_place(test), message);
        let mut finding = finding.about_test(&context.problem.tests[test].id);
        finding.fixes.extend(without_line(context, test));
        Some(match context.test_place(first) {
            Some(place) => finding.with_related(place, "the first test with this input"),
            None => finding,
        })
    };
    duplicates.iter_enumerated().filter_map(of_test).collect()
}

/// The script without the line that makes a test, where the line makes nothing else and no test has its number from it.
fn without_line(context: &FindingContext<'_>, test: TestIdx) -> Option<Fix> {
    let InputSource::Stdout(command) = context.problem.tests[test].input else { return None };
    let place = context.problem.commands[command].place.as_ref()?;
    if matches!(place.path.extension().as_str(), "xml" | "yaml" | "yml" | "toml") {
        return None;
    }
    let n_here = context.problem.commands.iter().filter(|other| other.place.as_ref() == Some(place)).count();
    let text = context.folder.text(&place.path)?;
    let lines = LineIndex::new(&text);
    let (start, end) = (lines.offset(place.range.start), lines.offset(place.range.end));
    let line = text[..start].rfind('\n').map_or(0, |before| before + 1);
    let next = text[end..].find('\n').map_or(text.len(), |length| end + length + 1);
    let is_next_free = matches!(text[end..next].split_whitespace().collect::<String>().as_str(), "" | ">$");
    let is_alone = n_here == 1 && text[line..start].trim().is_empty() && is_next_free;
    let edit = || Edit { range: lines.range(line..next), text: String::new() };
    is_alone.then(|| Fix { title: "remove this line".to_owned(), edits: vec![edit()] })
}

/// Packages repeat a test in several groups or testsets on purpose.
fn is_worth_saying(context: &FindingContext<'_>, test: TestIdx, first: TestIdx) -> bool {
    let (test, first) = (&context.problem.tests[test], &context.problem.tests[first]);
    test.testset == first.testset && test.group == first.group && !is_same_rule(context, test, first)
}

/// Two rules with the same command: the reader of the rules has said so, unless a count asks for both.
fn is_same_rule(context: &FindingContext<'_>, test: &Test, first: &Test) -> bool {
    let text = |test: &Test| {
        let command = test.rule.as_ref()?.input.command()?;
        Some(&context.problem.commands[command].text)
    };
    text(test).is_some() && text(test) == text(first)
}

/// Which wrong solutions fail which test. Samples are there for people, not for killing.
fn kills(context: &FindingContext<'_>) -> Vec<Finding> {
    let problem = context.problem;
    let wrong: Vec<ProgramIdx> = problem
        .solutions()
        .filter(|(idx, program)| program.pool() == Some(Pool::Wrong) && context.state.is_built(*idx))
        .map(|(idx, _)| idx)
        .collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let killers = |solution: ProgramIdx| -> Vec<TestIdx> {
        let counted = crate::classify::counted(context.state, solution);
        counted.filter(|(_, verdict)| verdict.is_failure()).map(|(test, _)| test).collect()
    };
    let killed_by: Vec<(ProgramIdx, Vec<TestIdx>)> = wrong.iter().map(|&idx| (idx, killers(idx))).collect();
    let judged = |test: TestIdx| {
        let counts =
            |&solution: &ProgramIdx| context.state.cell(solution, test).is_some_and(|cell| cell.verdict.counts());
        context.state.tests[test].is_valid() && wrong.iter().any(counts)
    };
    let tests = problem.tests.indices().filter(|&test| !problem.tests[test].sample && judged(test));
    let finding =
        |test: TestIdx| Some(kill_finding(context, test, &killed_by)?.about_test(&context.problem.tests[test].id));
    tests.filter_map(finding).collect()
}

fn kill_finding(
    context: &FindingContext<'_>,
    test: TestIdx,
    killed_by: &[(ProgramIdx, Vec<TestIdx>)],
) -> Option<Finding> {
    let alone: Vec<ProgramIdx> =
        killed_by.iter().filter(|(_, tests)| tests[..] == [test]).map(|(idx, _)| *idx).collect();
    let place = context.test_place(test);
    let test_name = context.test_name(test);
    if !alone.is_empty() {
        let names: Vec<String> =
            alone.iter().map(|&solution| context.problem.programs[solution].path.to_string()).collect();
        let finding =
            finding_at(Code::TestSoleKiller, place, format!("{test_name} alone kills {}", enumerated(&names, 4)));
        return Some(match alone[..] {
            [solution] => finding.about_solution(&context.problem.programs[solution].path),
            _ => finding,
        });
    }
    if killed_by.iter().all(|(_, tests)| !tests.contains(&test)) {
        return Some(finding_at(
            Code::TestKillsNothing,
            place,
            format!("{test_name} is passed by every wrong solution"),
        ));
    }
    None
}
