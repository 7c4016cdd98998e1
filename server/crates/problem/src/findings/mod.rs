//! From what is known to findings: pure functions, one file per theme.
//!
//! Invariant: the same problem and state give the same findings in the same order.

mod bounds;
mod builds;
mod failure;
mod judging;
mod lints;
mod options;
mod oracles;
mod recorded;
mod rules;
mod runs;
mod sanitizers;
mod statement;
mod suite;
mod tests_of_suite;
mod tools;

use std::sync::Arc;

use crate::{
    executor::Blob,
    finding::Finding,
    folder::Folder,
    included,
    model::{Problem, ProgramIdx, Role, TestIdx},
    request::CheckRequest,
    state::State,
    text::{Place, Range},
};

/// What the collectors look at.
pub struct FindingContext<'a> {
    /// The folder, for the facts and texts of sources.
    pub folder: &'a dyn Folder,
    /// The problem.
    pub problem: &'a Problem,
    /// What happened.
    pub state: &'a State,
    /// What was asked for; findings about the whole suite need the whole suite.
    pub request: &'a CheckRequest,
    /// Contents by their address, for showing what was expected and found.
    pub contents: &'a dyn Fn(Blob) -> Option<Arc<[u8]>>,
}

/// Every finding, in the order of the report: by path, place and code, those about the folder as a whole first.
pub fn collect(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = of_texts(context);
    findings.extend(of_runs(context));
    sorted(findings)
}

/// The layer of texts, made again after every edit, in the same order: the readers' findings, mistakes with testlib, options
/// that nobody reads.
pub fn of_texts(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = context.problem.findings.clone();
    findings.extend(options::findings(context));
    findings.extend(lints::findings(context));
    findings.extend(bounds::of_judges(context));
    findings.retain(|finding| !is_allowed(context.folder, finding));
    sorted(findings)
}

/// The layer of checks, in the same order: what building and running showed, and what the folder as a whole lacks, which is
/// said only once it is checked.
pub fn of_runs(context: &FindingContext<'_>) -> Vec<Finding> {
    let mut findings = context.state.findings.clone();
    findings.extend(builds::findings(context));
    findings.extend(tools::findings(context));
    findings.extend(rules::findings(context));
    findings.extend(recorded::findings(context));
    findings.extend(tests_of_suite::findings(context));
    findings.extend(bounds::findings(context));
    findings.extend(statement::findings(context));
    findings.extend(judging::findings(context));
    findings.extend(suite::findings(context));
    findings.extend(sanitizers::findings(context));
    findings.retain(|finding| !is_allowed(context.folder, finding));
    sorted(findings)
}

fn sorted(findings: Vec<Finding>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = findings.into_iter().map(Finding::on_disk).collect();
    findings.sort_by(|one, other| order(one).cmp(&order(other)));
    findings.dedup();
    findings
}

fn order(finding: &Finding) -> (Option<&Place>, String, &str) {
    (finding.place.as_ref(), finding.code.to_string(), &finding.message)
}

/// Whether a comment of the source that a finding stands in allows what it complains about.
pub fn is_allowed(folder: &dyn Folder, finding: &Finding) -> bool {
    let Some(place) = &finding.place else { return false };
    folder.facts(&place.path).is_some_and(|facts| facts.allows(&finding.code.to_string(), place.range.start.line))
}

impl FindingContext<'_> {
    /// The first line of a program's first source.
    fn head(&self, program: ProgramIdx) -> Place {
        Place { path: self.problem.programs[program].sources[0].clone(), range: Range::default() }
    }

    /// The call that gives a tool its role, else its first line.
    pub fn register_call(&self, program: ProgramIdx) -> Place {
        let sources = &self.problem.programs[program].sources;
        let call = sources.iter().find_map(|source| {
            let facts = included::facts(self.folder, source)?;
            Some(Place { path: source.clone(), range: facts.register()?.range })
        });
        call.unwrap_or_else(|| self.head(program))
    }

    /// Where a solution's label is written, else its first line.
    fn label(&self, solution: ProgramIdx) -> Place {
        let label = self.problem.programs[solution].label.as_ref();
        label.and_then(|label| label.place.clone()).unwrap_or_else(|| self.head(solution))
    }

    /// A solution as a finding at `place` speaks of it: by name only where the place does not say which it is.
    fn subject(&self, solution: ProgramIdx, place: &Place) -> String {
        let program = &self.problem.programs[solution];
        if program.sources.contains(&place.path) { "this solution".to_owned() } else { program.path.to_string() }
    }

    /// Where a test is declared: its line in a script or manifest, or its file.
    pub fn test_place(&self, test: TestIdx) -> Option<Place> {
        let described = &self.problem.tests[test];
        described.place.clone().or_else(|| match &described.input {
            crate::model::InputSource::File(path) => Some(Place { path: path.clone(), range: Range::default() }),
            crate::model::InputSource::Stdout(command) | crate::model::InputSource::Written { command, .. } => {
                self.problem.commands[*command].place.clone()
            }
            crate::model::InputSource::Inline(_) => None,
        })
    }

    /// A test as people speak of it.
    pub fn test_name(&self, test: TestIdx) -> String {
        let described = &self.problem.tests[test];
        let kind = if described.sample { "sample" } else { "test" };
        match &described.input {
            crate::model::InputSource::File(_) | crate::model::InputSource::Inline(_) => {
                format!("{kind} {}", described.id)
            }
            crate::model::InputSource::Stdout(command) | crate::model::InputSource::Written { command, .. } => {
                format!("{kind} {} (`{}`)", described.id, self.problem.commands[*command].text)
            }
        }
    }

    fn programs_of(&self, role: Role) -> impl Iterator<Item = ProgramIdx> + '_ {
        self.problem.programs.indices().filter(move |&idx| self.problem.programs[idx].role == role)
    }

    /// The first lines of some contents, for a message.
    fn head_of(&self, blob: Blob) -> Option<String> {
        let bytes = (self.contents)(blob)?;
        Some(excerpt(&String::from_utf8_lossy(&bytes[..bytes.len().min(4096)])))
    }
}

/// A finding at a place, or about the folder where there is none.
fn finding_at(code: crate::finding::Code, place: Option<Place>, message: String) -> Finding {
    match place {
        Some(place) => Finding::at(code, place, message),
        None => Finding::of_folder(code, message),
    }
}

/// The beginning of a text on one line, at most 80 characters.
fn excerpt(text: &str) -> String {
    const MAX: usize = 80;
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= MAX {
        return flat;
    }
    flat.chars().take(MAX - 1).chain(['…']).collect()
}
