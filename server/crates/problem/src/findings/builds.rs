//! Programs that do not compile, and what compilers warn of.

use std::collections::{HashMap, hash_map::Entry};

use super::{FindingContext, finding_at, lints};
use crate::{
    finding::{Code, Finding, Severity},
    model::ProgramIdx,
    state::{Build, BuildMessage},
    text::Place,
};

/// More errors of one program than this are summed up: the later ones mostly follow from the first.
const MAX_ERRORS: usize = 8;

pub(super) fn findings(context: &FindingContext<'_>) -> Vec<Finding> {
    let builds = context.state.builds.iter_enumerated();
    let found = builds
        .flat_map(|(program, build)| build.as_ref().map_or(Vec::new(), |build| of_build(context, program, build)));
    let mut findings: Vec<Finding> = Vec::new();
    // A header that several programs include has a mistake once.
    let mut known: HashMap<(Code, Option<Place>, String), usize> = HashMap::new();
    for mut finding in found {
        match known.entry((finding.code, finding.place.clone(), finding.message.clone())) {
            Entry::Occupied(at) => {
                let related = &mut findings[*at.get()].related;
                finding.related.retain(|place| !related.contains(place));
                related.append(&mut finding.related);
            }
            Entry::Vacant(place) => {
                place.insert(findings.len());
                findings.push(finding);
            }
        }
    }
    if findings.iter().any(|finding| finding.code == Code::FailsWithUpstreamTestlib) {
        // Where the text alone has told it, there is a fix beside it.
        let told: Vec<Finding> =
            lints::findings(context).into_iter().filter(|lint| lint.code.is_portability()).collect();
        let line = |finding: &Finding| finding.place.as_ref().map(|place| (place.path.clone(), place.range.start.line));
        findings.retain(|finding| {
            finding.code != Code::FailsWithUpstreamTestlib || told.iter().all(|lint| line(lint) != line(finding))
        });
    }
    findings
}

/// What our testlib.h lets the compiler say of a call that the usual one does not take.
const UPSTREAM: &str = "fails-with-upstream-testlib: ";

fn of_build(context: &FindingContext<'_>, program: ProgramIdx, build: &Build) -> Vec<Finding> {
    match build {
        Build::Ok { messages, .. } => messages.iter().map(|message| warning(context, program, message)).collect(),
        Build::Failed { messages } => failed(context, program, messages),
        Build::Skipped { reason } => not_run(context, program, reason).into_iter().collect(),
    }
}

/// A program that cannot be run here. What several programs in a language of the table lack is said once, on the first.
fn not_run(context: &FindingContext<'_>, program: ProgramIdx, reason: &str) -> Option<Finding> {
    const SHOWN: usize = 4;
    // Without a compiler of C++ each file is told of, since nothing at all can be done then.
    let is_shared = !context.problem.programs[program].language.is_sure_to_run();
    let lacks_it = |build: &Option<Build>| matches!(build, Some(Build::Skipped { reason: other }) if other == reason);
    let all: Vec<ProgramIdx> =
        context.state.builds.iter_enumerated().filter(|(_, build)| lacks_it(build)).map(|(idx, _)| idx).collect();
    if is_shared && all.first() != Some(&program) {
        return None;
    }
    let others = if is_shared { &all[1..] } else { &[] };
    let others: Vec<&str> = others.iter().map(|idx| context.problem.programs[*idx].path.as_str()).collect();
    let more = others.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = match &others[..] {
        [] => format!("this program cannot be run: {reason}"),
        others => format!(
            "this program cannot be run: {reason} (the same for {}{more})",
            others[..others.len().min(SHOWN)].join(", ")
        ),
    };
    Some(Finding::at(Code::ToolMissing, context.head(program), message))
}

fn failed(context: &FindingContext<'_>, program: ProgramIdx, messages: &[BuildMessage]) -> Vec<Finding> {
    let (errors, rest): (Vec<_>, Vec<_>) = messages.iter().partition(|message| message.severity == Severity::Error);
    let mut findings: Vec<Finding> =
        errors.iter().take(MAX_ERRORS).map(|message| finding(context, program, Code::BuildFailed, message)).collect();
    if let Some(last) = findings.last_mut()
        && errors.len() > MAX_ERRORS
    {
        last.message.push_str(&format!(" (and {} more errors)", errors.len() - MAX_ERRORS));
    }
    findings.extend(rest.into_iter().map(|message| warning(context, program, message)));
    findings
}

fn warning(context: &FindingContext<'_>, program: ProgramIdx, message: &BuildMessage) -> Finding {
    match message.text.split_once(UPSTREAM) {
        Some((_, words)) => {
            let text = words.rsplit_once(" [-W").map_or(words, |(words, _)| words).to_owned();
            finding(context, program, Code::FailsWithUpstreamTestlib, &BuildMessage { text, ..message.clone() })
        }
        None => finding(context, program, Code::BuildWarning, message),
    }
}

fn finding(context: &FindingContext<'_>, program: ProgramIdx, code: Code, message: &BuildMessage) -> Finding {
    let place = message.place.clone().unwrap_or_else(|| context.head(program));
    let finding = finding_at(code, Some(place), message.text.clone());
    message.related.iter().fold(finding, |finding, (place, text)| finding.with_related(place.clone(), text.clone()))
}
