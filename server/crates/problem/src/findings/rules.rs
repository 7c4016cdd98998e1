//! Rules of `generators.yaml` against what lies in the folder: tests that are no longer what their rules make, and inputs
//! without what they are said to contain.

use std::sync::Arc;

use regex_automata::{hybrid::regex::Regex, nfa::thompson, util::syntax};

use super::{FindingContext, excerpt};
use crate::{
    executor::Blob,
    finding::{Code, Finding},
    folder::MAX_TEXT_BYTES,
    model::{AnswerMaker, CheckerTest, InputSource, TestIdx, TestRule},
    path::RelPath,
    state::{GeneratorRun, JuryAnswer},
    text::{Place, Range},
};

/// Larger memory than this is not spent on one expression, bytes.
const MAX_EXPRESSION_BYTES: usize = 1 << 20;

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let of_test = |test: TestIdx| {
        let rule = context.problem.tests[test].rule.as_deref();
        rule.map(|rule| of_rule(context, test, rule)).unwrap_or_default()
    };
    let mut findings: Vec<Finding> = context.problem.tests.indices().flat_map(of_test).collect();
    findings.extend(unmade_outputs(context));
    findings
}

/// Tests of the checker whose command has ended well and has not written what is to be judged.
fn unmade_outputs(context: &FindingContext<'_>) -> Vec<Finding> {
    let of_test = |wanted: &CheckerTest| {
        let made = wanted.made.as_deref()?;
        let lacks = |source: &InputSource| {
            let ended_well = source
                .command()
                .is_some_and(|command| matches!(context.state.generations[command], Some(GeneratorRun::Ok { .. })));
            ended_well && context.state.generated_input(source).is_none()
        };
        let missing = [(&made.output, &wanted.output), (&made.answer, &wanted.answer)];
        let (source, path) = missing.into_iter().find(|(source, _)| lacks(source))?;
        let InputSource::Written { command, file } = source else { return None };
        let message = format!(
            "`{}` writes no `{file}`, so nothing can be judged here; add `{}` to the rule",
            context.problem.commands[*command].text,
            path.extension()
        );
        Some(Finding::at(Code::ManifestStale, wanted.place.clone()?, message))
    };
    context.problem.checker_tests.iter().filter_map(of_test).collect()
}

fn of_rule(context: &FindingContext<'_>, test: TestIdx, rule: &TestRule) -> Vec<Finding> {
    let (described, known) = (&context.problem.tests[test], &context.state.tests[test]);
    let mut findings = Vec::new();
    if let (InputSource::File(path), Some(there)) = (&described.input, known.input_blob()) {
        findings.extend(difference(context, (path, there), &rule.input, rule, &described.id));
    }
    if let (Some(path), Some(answer), Some(JuryAnswer::Known(there))) = (&described.answer, &rule.answer, &known.answer)
        && !(*answer == InputSource::Inline(Arc::from("")) && context.problem.interactor.is_some())
    {
        findings.extend(difference(context, (path, *there), answer, rule, &described.id));
    }
    findings.extend(unmade_answer(context, test, rule));
    findings.extend(patterns(context, test, rule));
    findings
}

/// A test whose answer neither its command nor the solution that is named for it has made.
fn unmade_answer(context: &FindingContext<'_>, test: TestIdx, rule: &TestRule) -> Option<Finding> {
    let (described, known) = (&context.problem.tests[test], &context.state.tests[test]);
    if known.input_blob().is_none() || context.state.has_given_answer(described) {
        return None;
    }
    let of = context.test_name(test);
    let message = match &rule.answers_by {
        AnswerMaker::Nobody => {
            let command = &context.problem.commands[rule.answer.as_ref()?.command()?].text;
            format!("`{command}` writes no answer of {of}, and no solution makes it; add `ans`, or name a `solution`")
        }
        AnswerMaker::Solution(path) if known.answer == Some(JuryAnswer::Missing) => {
            format!("{path} is named for the answer of {of} and makes none; correct it, or name another `solution`")
        }
        AnswerMaker::Solution(_) | AnswerMaker::Main => return None,
    };
    Some(Finding::at(Code::ManifestStale, rule.place.clone(), message).about_test(&described.id))
}

/// What a rule makes for a file that lies in the folder, if that is something else.
fn difference(
    context: &FindingContext<'_>,
    (path, there): (&RelPath, Blob),
    source: &InputSource,
    rule: &TestRule,
    id: &str,
) -> Option<Finding> {
    let made: Arc<[u8]> = match source {
        InputSource::Inline(text) => text.as_bytes().into(),
        InputSource::File(copy) if copy == path || context.folder.size(copy)? > MAX_TEXT_BYTES => return None,
        InputSource::File(copy) => context.folder.bytes(copy)?,
        InputSource::Stdout(_) | InputSource::Written { .. } => {
            let made = context.state.generated_input(source).filter(|made| *made != there)?;
            (context.contents)(made).unwrap_or_default()
        }
    };
    if Blob::of(&made) == there {
        return None;
    }
    let maker = match source.command() {
        Some(command) => format!("`{}`", context.problem.commands[command].text),
        None => "this rule".to_owned(),
    };
    let found = context.folder.bytes(path).or_else(|| (context.contents)(there)).unwrap_or_default();
    let (line, words) = first_difference(&found, &made);
    let message = format!(
        "{path} is not what {maker} makes: line {} {words}; let BAPCtools make it anew, or correct the rule",
        line + 1
    );
    let range = Range::new(line, 0, line, 0);
    let finding = Finding::at(Code::ManifestStale, rule.place.clone(), message).about_test(id);
    Some(finding.with_related(Place { path: path.clone(), range }, "the first line that differs"))
}

/// The first line in which two files differ, 0-based, and how.
fn first_difference(there: &[u8], made: &[u8]) -> (u32, String) {
    let (mut one, mut other) = (there.split(|&byte| byte == b'\n'), made.split(|&byte| byte == b'\n'));
    let mut line = 0;
    let shown = |bytes: &[u8]| {
        let text = excerpt(&String::from_utf8_lossy(&bytes[..bytes.len().min(400)]));
        if text.is_empty() { "is empty".to_owned() } else { format!("is `{text}`") }
    };
    loop {
        match (one.next(), other.next()) {
            (Some(here), Some(there)) if here == there => line += 1,
            (Some(here), Some(there)) if shown(here) == shown(there) => return (line, "has other blanks".to_owned()),
            (Some(here), Some(there)) => return (line, format!("{} there and {} made", shown(here), shown(there))),
            (Some(here), None) => return (line, format!("{} there, and the file is to end before it", shown(here))),
            (None, Some(there)) => return (line, format!("is missing there and {} made", shown(there))),
            (None, None) => return (line, "ends otherwise".to_owned()),
        }
    }
}

/// Expressions without a match. Those that are not understood here are left to BAPCtools.
fn patterns(context: &FindingContext<'_>, test: TestIdx, rule: &TestRule) -> Vec<Finding> {
    let (described, known) = (&context.problem.tests[test], &context.state.tests[test]);
    let mut findings = Vec::new();
    for pattern in &rule.patterns {
        let (blob, file) = if pattern.of_answer {
            (known.known_answer(), described.answer.as_ref())
        } else {
            let file = if let InputSource::File(path) = &described.input { Some(path) } else { None };
            (known.input_blob(), file)
        };
        let Some(blob) = blob.filter(|blob| blob.size <= MAX_TEXT_BYTES) else { continue };
        let bytes = (context.contents)(blob).or_else(|| context.folder.bytes(file?));
        let (Some(bytes), Some(expression)) = (bytes, expression(&pattern.text)) else { continue };
        let mut cache = expression.create_cache();
        if expression.is_match(&mut cache, &*bytes) {
            continue;
        }
        let what = if pattern.of_answer { "answer" } else { "input" };
        let message = format!(
            "the {what} of {} has no match of `{}`; correct the expression, or what makes the test",
            context.test_name(test),
            pattern.text
        );
        let finding = Finding::at(Code::ManifestStale, pattern.place.clone(), message);
        findings.push(finding.about_test(&described.id));
    }
    findings
}

/// `.` matches a line end too, and `^` and `$` match at each line.
fn expression(text: &str) -> Option<Regex> {
    let syntax = syntax::Config::new().multi_line(true).dot_matches_new_line(true).unicode(false).utf8(false);
    let size = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_EXPRESSION_BYTES));
    Regex::builder().syntax(syntax).thompson(size).build(text).ok()
}
