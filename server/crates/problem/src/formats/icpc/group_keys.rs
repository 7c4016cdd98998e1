//! Keys of `testdata.yaml`, `test_group.yaml` and the `.yaml` file of a test.
//!
//! Words for arguments are taken from any version, since they cannot be confused; words for results are not.

use super::{
    groups::GroupFile,
    manifest::{Manifest, Version},
};
use crate::{
    finding::{Code, Finding, Severity},
    formats::yaml::{Entry, Node},
    path::RelPath,
    settings::suggest::nearest,
    text::Place,
};

/// Of all versions, for groups and tests.
const COMMON: [&str; 14] = [
    "args",
    "description",
    "full_feedback",
    "hint",
    "input_validator_args",
    "input_validator_flags",
    "input_visualizer_args",
    "output_validator_args",
    "output_validator_flags",
    "output_visualizer_args",
    "static_validation",
    "static_validation_score",
    "static_validator_args",
    "run_samples",
];
const LEGACY: [&str; 6] = ["on_reject", "grading", "grader_flags", "accept_score", "reject_score", "range"];
const OF_2023: [&str; 1] = ["scoring"];
const OF_2025: [&str; 3] = ["max_score", "score_aggregation", "require_pass"];

/// A finding for each key that says nothing here: one that no version has, and one that another version has.
pub(super) fn findings(root: &Node, path: &RelPath, manifest: &Manifest) -> Vec<Finding> {
    let of_group = GroupFile::NAMES.contains(&path.file_name());
    let (known, version): (&[&str], &str) = match (manifest.version, manifest.is_of_2023) {
        (Version::Legacy, _) => (&LEGACY, "legacy"),
        (Version::Since2023, true) => (&OF_2023, "2023-07"),
        (Version::Since2023, false) => (&OF_2025, "2025-09"),
    };
    let known: Vec<&str> = known.iter().filter(|_| of_group).chain(&COMMON).copied().collect();
    let strange = root.entries().iter().filter(|entry| !entry.key.is_empty() && !known.contains(&entry.key.as_str()));
    let finding = |entry: &Entry| {
        let key = &entry.key;
        let is_of_another = LEGACY.iter().chain(&OF_2023).chain(&OF_2025).any(|other| other == key);
        let message = if is_of_another && of_group {
            format!("`{key}` is no key of the version {version} of this package, so it says nothing")
        } else if is_of_another {
            format!("`{key}` is a key of groups, so it says nothing of a test")
        } else {
            let likely = nearest(key, known.iter().copied());
            let likely = likely.map(|likely| format!("; did you mean `{likely}`?")).unwrap_or_default();
            format!("there is no key `{key}`{likely}")
        };
        let place = Place { path: path.clone(), range: entry.key_range };
        Finding::at(Code::ManifestBroken, place, message).with_severity(Severity::Warning)
    };
    strange.map(finding).collect()
}
