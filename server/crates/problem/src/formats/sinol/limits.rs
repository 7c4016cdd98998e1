//! Limits: milliseconds and kibibytes, for all, for groups and tests, and for languages.

use std::collections::BTreeMap;

use super::{keys, manifest::Manifest, names::TestName};
use crate::{
    finding::{Code, Finding, Severity},
    formats::{
        language,
        yaml::{Entry, Node, accept, unknown_keys},
    },
    model::{LanguageLimits, Limits, TimeLimit},
};

/// A time limit below this was most likely meant in seconds, milliseconds.
const LEAST_MS: u64 = 10;
/// A memory limit below this was most likely meant in megabytes, KiB.
const LEAST_KIB: u64 = 1 << 12;

/// The limits that hold for all tests.
pub(super) fn read(manifest: &Manifest, findings: &mut Vec<Finding>) -> Limits {
    let assumed = Limits::assumed();
    let time = number(manifest, manifest.root.get("time_limit"), findings);
    let memory = number(manifest, manifest.root.get("memory_limit"), findings);
    suspect(manifest, findings);
    let of_groups = |key: &str| {
        let entries = manifest.root.get(key).map(Node::entries).unwrap_or_default();
        entries.iter().filter_map(|entry| entry.value.positive().ok()).map(|value| value as u64).max()
    };
    let (of_times, of_memories) = (of_groups("time_limits"), of_groups("memory_limits"));
    findings.extend(assumption(manifest, time.or(of_times).is_none(), memory.or(of_memories).is_none()));
    let is_stated = [time, memory, of_times, of_memories].iter().any(Option::is_some);
    Limits {
        time: time.or(of_times).map_or(assumed.time, TimeLimit::Fixed),
        memory_bytes: memory.or(of_memories).map_or(assumed.memory_bytes, |kib| kib.saturating_mul(1024)),
        languages: of_languages(manifest, findings),
        source: if is_stated { manifest.path.to_string() } else { assumed.source },
        output_bytes: assumed.output_bytes,
    }
}

fn assumption(manifest: &Manifest, time: bool, memory: bool) -> Option<Finding> {
    let message = match (time, memory) {
        (true, true) => "no limits are stated, so 2 s and 256 MB are assumed; write `time_limit` and `memory_limit`",
        (true, false) => "no time limit is stated, so 2 s are assumed; write `time_limit`",
        (false, true) => "no memory limit is stated, so 256 MB are assumed; write `memory_limit`",
        (false, false) => return None,
    };
    Some(Finding::of_file(Code::LimitsAssumed, &manifest.path, message))
}

/// Limits of groups and of tests, by the number of a group or the name of a test behind the id.
pub(super) struct OfTests(BTreeMap<String, LanguageLimits>);

impl OfTests {
    /// Reads them; those that are of no test are told.
    pub(super) fn read(manifest: &Manifest, names: &[TestName], findings: &mut Vec<Finding>) -> OfTests {
        let mut limits: BTreeMap<String, LanguageLimits> = BTreeMap::new();
        for (key, is_time) in [("time_limits", true), ("memory_limits", false)] {
            for entry in manifest.entries(key, findings) {
                let Some(value) = number(manifest, Some(&entry.value), findings) else { continue };
                if !names.is_empty() && !names.iter().any(|name| entry.key == name.group || entry.key == name.number) {
                    let message =
                        format!("there is no group and no test `{}`, so this limit changes nothing", entry.key);
                    findings.push(manifest.finding(Code::ManifestStale, entry.key_range, message));
                }
                let of_key = limits.entry(entry.key.clone()).or_default();
                if is_time {
                    of_key.time_ms = Some(value);
                } else {
                    of_key.memory_bytes = Some(value.saturating_mul(1024));
                }
            }
        }
        OfTests(limits)
    }

    /// What holds on a test: the more precise limit goes before the other.
    pub(super) fn of(&self, name: &TestName) -> LanguageLimits {
        let both = [&name.number, &name.group].map(|key| self.0.get(key).copied().unwrap_or_default());
        let [of_test, of_group] = both;
        LanguageLimits {
            time_ms: of_test.time_ms.or(of_group.time_ms),
            memory_bytes: of_test.memory_bytes.or(of_group.memory_bytes),
        }
    }
}

fn of_languages(manifest: &Manifest, findings: &mut Vec<Finding>) -> BTreeMap<String, LanguageLimits> {
    let mut limits = BTreeMap::new();
    for Entry { key, key_range, value } in manifest.entries("override_limits", findings) {
        let Some(language) = language::of_key(key) else {
            let message = format!("`{key}` is no language that is known here, so these limits change nothing");
            findings.push(manifest.finding(Code::ManifestStale, *key_range, message));
            continue;
        };
        if accept(value.map(), &manifest.path, findings).is_none() {
            continue;
        }
        findings.extend(unknown_keys(value, &keys::LIMITS.names(), &manifest.path));
        for inner in
            value.entries().iter().filter(|inner| matches!(inner.key.as_str(), "time_limits" | "memory_limits"))
        {
            let message = format!(
                "limits of a language for single groups are not used here; what holds for {key} on all tests is, and \
                 otherwise what holds for the group"
            );
            let finding = manifest.finding(Code::ToolMissing, inner.key_range, message);
            findings.push(finding.with_severity(Severity::Information));
        }
        let time_ms = number(manifest, value.get("time_limit"), findings);
        let memory_bytes = number(manifest, value.get("memory_limit"), findings).map(|kib| kib.saturating_mul(1024));
        limits.insert(language.to_owned(), LanguageLimits { time_ms, memory_bytes });
    }
    limits
}

fn number(manifest: &Manifest, node: Option<&Node>, findings: &mut Vec<Finding>) -> Option<u64> {
    accept(node?.positive(), &manifest.path, findings).map(|value| value as u64)
}

/// Whether the numbers look like other units.
fn suspect(manifest: &Manifest, findings: &mut Vec<Finding>) {
    for (key, least, what) in
        [("time_limit", LEAST_MS, "milliseconds"), ("memory_limit", LEAST_KIB, "kilobytes, so 256 MB are 262144")]
    {
        let Some(node) = manifest.root.get(key) else { continue };
        if node.positive().is_ok_and(|value| (value as u64) < least) {
            let message =
                format!("a {} of {} is unusual; it is in {what}", key.replace('_', " "), node.text().unwrap_or("0"));
            findings.push(manifest.finding(Code::LimitsUnitSuspect, node.range, message));
        }
    }
}
