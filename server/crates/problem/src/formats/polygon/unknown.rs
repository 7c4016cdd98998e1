//! What a manifest says that nobody reads: a slip of the pen would otherwise change nothing and say nothing, and what is
//! not judged here would be judged as something else.
//!
//! Elements that only describe the problem are not looked into.

use super::{
    manifest::{broken, stale},
    xml::Element,
};
use crate::{
    finding::{Code, Finding, Severity},
    settings::suggest::nearest,
    text::Place,
};

/// An element with the elements and attributes that it may have.
type Known = (&'static str, &'static [&'static str], &'static [&'static str]);

const KNOWN: [Known; 23] = [
    (
        "problem",
        &[
            "names",
            "statements",
            "tutorials",
            "judging",
            "files",
            "assets",
            "properties",
            "stresses",
            "tags",
            "documents",
            "materials",
        ],
        &["revision", "short-name", "url"],
    ),
    ("judging", &["testset"], &["cpu-name", "cpu-speed", "input-file", "output-file", "run-count"]),
    (
        "testset",
        &[
            "time-limit",
            "memory-limit",
            "test-count",
            "input-path-pattern",
            "output-path-pattern",
            "answer-path-pattern",
            "tests",
            "groups",
        ],
        &["name"],
    ),
    ("tests", &["test"], &[]),
    ("test", &[], &["method", "cmd", "from-file", "group", "points", "sample", "description", "verdict", "testset"]),
    ("groups", &["group"], &[]),
    ("group", &["dependencies"], &["name", "points", "points-policy", "feedback-policy"]),
    ("dependencies", &["dependency"], &[]),
    ("dependency", &[], &["group"]),
    ("files", &["resources", "executables", "attachments"], &[]),
    ("executables", &["executable"], &[]),
    ("executable", &["source", "binary"], &[]),
    ("assets", &["checker", "interactor", "validators", "solutions", "programs"], &[]),
    ("checker", &["source", "binary", "copy", "testset"], &["name", "type"]),
    ("interactor", &["source", "binary", "runs"], &[]),
    ("validators", &["validator"], &[]),
    ("validator", &["source", "binary", "testset"], &[]),
    ("solutions", &["solution"], &[]),
    ("solution", &["source", "binary", "extra-tags"], &["tag", "note"]),
    ("extra-tags", &["extra-tag"], &[]),
    ("extra-tag", &[], &["tag", "testset", "test-set", "group", "test-group"]),
    ("source", &[], &["path", "type"]),
    ("copy", &[], &["path", "type"]),
];

/// Elements of kinds of problems that are not judged here, with what they are for.
const NOT_JUDGED: [(&str, &str); 3] = [
    ("scorer", "scores by programs"),
    ("arbiter", "scores by programs"),
    ("strategy", "runs in an order of the package's own"),
];

/// The findings about a manifest.
pub(super) fn findings(root: Element<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut unread = vec![root];
    while let Some(element) = unread.pop() {
        let Some((_, children, attributes)) = KNOWN.iter().find(|(name, _, _)| *name == element.name()) else {
            continue;
        };
        for (name, place) in element.attributes() {
            if !attributes.contains(&name) {
                findings.push(unknown(&format!("the attribute `{name}`"), name, element.name(), attributes, place));
            }
        }
        for child in element.elements() {
            let name = child.name();
            if let Some((_, what)) = NOT_JUDGED.iter().find(|(other, _)| *other == name) {
                findings.push(Finding::at(Code::ToolMissing, child.place(), format!("{what} are not known here")));
            } else if is_read_below(element.name(), name) || children.contains(&name) {
                unread.push(child);
            } else {
                findings.push(unknown(&format!("the element `{name}`"), name, element.name(), children, child.place()));
            }
        }
    }
    findings.extend(runs(root));
    findings
}

/// Validators are also found where no list is around them.
fn is_read_below(parent: &str, name: &str) -> bool {
    (parent, name) == ("assets", "validator")
}

fn unknown(what: &str, name: &str, parent: &str, known: &[&'static str], place: Place) -> Finding {
    let (severity, cure) = match nearest(name, known.iter().copied()) {
        Some(meant) => (Severity::Warning, format!("perhaps `{meant}` is meant")),
        None => (Severity::Information, "remove it if it has no meaning to you".to_owned()),
    };
    let message = format!("{what} is not known in `{parent}`, so it changes nothing here; {cure}");
    stale(place, message).with_severity(severity)
}

/// `run-count`: a solution is run again on what it wrote before.
fn runs(root: Element<'_>) -> Option<Finding> {
    let written = root.child("judging")?.attribute("run-count")?;
    match written.text.parse::<u32>() {
        Ok(0 | 1) => None,
        Ok(n) => {
            let message =
                format!("a solution is run {n} times in this problem, which is not known here: it is run once");
            Some(Finding::at(Code::ToolMissing, written.place, message))
        }
        Err(_) => Some(broken(written.place, "`run-count` is a number of runs")),
    }
}
