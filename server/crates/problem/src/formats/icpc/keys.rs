//! Keys of manifests that nobody reads: a slip of the pen would otherwise change nothing and say nothing.

use crate::{
    finding::{Code, Finding, Severity},
    formats::yaml::Node,
    path::RelPath,
    settings::suggest::nearest,
    text::Place,
};

/// The keys of `problem.yaml` in any version, and those that judging systems have added. Keys that only describe the problem
/// are known too.
pub(super) const OF_MANIFEST: &[&str] = &[
    "problem_format_version",
    "type",
    "name",
    "uuid",
    "version",
    "credits",
    "author",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "embargo_until",
    "limits",
    "validation",
    "validator_flags",
    "grading",
    "keywords",
    "languages",
    "libraries",
    "allow_file_writing",
    "constants",
    // DOMjudge's and PC^2's.
    "label",
    "letter",
    "short-name",
    "short_name",
    "external-id",
    "externalid",
    "color",
    "rgb",
    "timelimit",
    "time_limit",
    "memory_limit",
    "output_limit",
    "points",
    "datapath",
    "ans_file_ext",
];

/// The keys below `limits` in any version.
pub(super) const OF_LIMITS: &[&str] = &[
    "time",
    "time_limit",
    "time_multiplier",
    "time_multipliers",
    "time_safety_margin",
    "time_resolution",
    "memory",
    "output",
    "code",
    "compilation_time",
    "compilation_memory",
    "validation_time",
    "validation_memory",
    "validation_output",
    "validation_passes",
];

/// A finding for each key of a map that is none of those known: a warning where one of them was perhaps meant. Keys that
/// begin with `x-` are a person's own.
pub(super) fn unknown(node: &Node, known: &[&str], path: &RelPath) -> Vec<Finding> {
    let unknown = node
        .entries()
        .iter()
        .filter(|entry| !known.contains(&entry.key.as_str()) && !entry.key.starts_with("x-") && !entry.key.is_empty());
    let findings = unknown.map(|entry| {
        let (severity, cure) = match nearest(&entry.key, known.iter().copied()) {
            Some(meant) => (Severity::Warning, format!("perhaps `{meant}` is meant")),
            None => (Severity::Information, "remove it if it has no meaning to you".to_owned()),
        };
        let message = format!("the key `{}` is not known, so it changes nothing here; {cure}", entry.key);
        let place = Place { path: path.clone(), range: entry.key_range };
        Finding::at(Code::ManifestStale, place, message).with_severity(severity)
    });
    findings.collect()
}
