//! Limits, from `problem.yaml`, `.timelimit` and `domjudge-problem.ini`.

use super::{
    at,
    manifest::{Manifest, Version},
};
use crate::{
    finding::Finding,
    folder::Folder,
    formats::yaml::{Complaint, Node, Value, accept},
    model::{Limits, TimeLimit},
    path::RelPath,
    text::LineIndex,
};

/// MiB of memory where nothing is stated: what the format's pages call the typical system default.
const DEFAULT_MEMORY_MIB: f64 = 2048.0;
/// MiB of output where nothing is stated, from the same pages.
const DEFAULT_OUTPUT_MIB: f64 = 8.0;
/// A time limit above this many seconds is a slip of the pen.
const MAX_SECONDS: f64 = 1e6;
/// More MiB than this do not fit into a count of bytes.
const MAX_MIB: f64 = (1u64 << 40) as f64;

/// The limits of a package.
pub(super) fn read(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> Limits {
    let nothing = Node { range: manifest.root.range, value: Value::Null };
    let keys = Keys { manifest, node: manifest.root.get("limits").unwrap_or(&nothing) };
    keys.check(findings);
    let (time, source) = time_limit(folder, &keys, findings);
    Limits {
        time,
        memory_bytes: mebibytes(keys.number("memory", findings).unwrap_or(DEFAULT_MEMORY_MIB)),
        output_bytes: mebibytes(keys.number("output", findings).unwrap_or(DEFAULT_OUTPUT_MIB)),
        languages: Default::default(),
        source: source.to_owned(),
    }
}

/// How a time limit follows from runs by the manifest, also where a limit is stated: by its multipliers, else by those of
/// its version of the format.
pub(super) fn multipliers(manifest: &Manifest) -> TimeLimit {
    let nothing = Node { range: manifest.root.range, value: Value::Null };
    let keys = Keys { manifest, node: manifest.root.get("limits").unwrap_or(&nothing) };
    keys.following_runs(&mut Vec::new())
}

/// The keys below `limits`.
struct Keys<'a> {
    manifest: &'a Manifest,
    node: &'a Node,
}

impl Keys<'_> {
    fn check(&self, findings: &mut Vec<Finding>) {
        if let Some(path) = &self.manifest.path {
            accept(self.node.map(), path, findings);
        }
    }

    fn number(&self, key: &str, findings: &mut Vec<Finding>) -> Option<f64> {
        self.number_in(self.node, key, findings)
    }

    fn number_in(&self, node: &Node, key: &str, findings: &mut Vec<Finding>) -> Option<f64> {
        accept(node.get(key)?.positive(), self.manifest.path.as_ref()?, findings)
    }

    /// `time_limit` of the manifest, seconds.
    fn time_limit(&self, findings: &mut Vec<Finding>) -> Option<f64> {
        let seconds = self.number("time_limit", findings)?;
        if seconds <= MAX_SECONDS {
            return Some(seconds);
        }
        let complaint = Complaint::new(self.node.get("time_limit")?.range, "the time limit is stated in seconds");
        findings.push(complaint.finding(self.manifest.path.as_ref()?));
        None
    }

    /// How the limit follows from runs of submissions. The keys of the versions do not collide, so all are read.
    fn following_runs(&self, findings: &mut Vec<Finding>) -> TimeLimit {
        let (multiplier, safety_margin) = match self.manifest.version {
            Version::Legacy => (5.0, 2.0),
            Version::Since2023 => (2.0, 1.5),
        };
        let old = self.number("time_multiplier", findings);
        let old_margin = self.number("time_safety_margin", findings);
        let resolution = self.number("time_resolution", findings).unwrap_or(1.0).min(MAX_SECONDS);
        let multipliers = self.node.get("time_multipliers");
        let mut new = |key: &str| self.number_in(multipliers?, key, findings);
        TimeLimit::FromRuns {
            multiplier: new("ac_to_time_limit").or(old).unwrap_or(multiplier),
            resolution_ms: ((resolution * 1000.0).round() as u64).max(1),
            safety_margin: new("time_limit_to_tle").or(old_margin).unwrap_or(safety_margin),
        }
    }
}

/// The time limit and where it comes from. Legacy packages state it in files of their own, newer ones in the
/// manifest; each is looked for in the other's places too.
fn time_limit(folder: &dyn Folder, keys: &Keys<'_>, findings: &mut Vec<Finding>) -> (TimeLimit, &'static str) {
    let stated = keys.time_limit(findings).map(|seconds| (seconds, "problem.yaml"));
    // DOMjudge looks at the other one only where its own says nothing.
    let beside = domjudge_ini(folder, findings).or_else(|| dot_timelimit(folder, findings));
    let found = match keys.manifest.version {
        Version::Legacy => beside.or(stated),
        Version::Since2023 => stated.or(beside),
    };
    match found {
        Some((seconds, source)) => (TimeLimit::Fixed(((seconds * 1000.0).round() as u64).max(1)), source),
        None => {
            let source = match keys.manifest.version {
                Version::Legacy => "accepted submissions",
                Version::Since2023 => "submissions",
            };
            (keys.following_runs(findings), source)
        }
    }
}

/// `.timelimit`: nothing but a number of seconds.
fn dot_timelimit(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Option<(f64, &'static str)> {
    let path = at(".timelimit");
    let text = folder.text(&path)?;
    let word = text.trim_start_matches('\u{feff}').trim();
    Some((seconds(word, &path, &text, 0, findings)?, ".timelimit"))
}

/// `timelimit = '3'` in `domjudge-problem.ini`, with or without quotes.
fn domjudge_ini(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Option<(f64, &'static str)> {
    let path = at("domjudge-problem.ini");
    let text = folder.text(&path)?;
    let mut lines = (0u32..).zip(text.lines());
    let (line, value) = lines.find_map(|(line, content)| {
        let (key, value) = content.split_once('=')?;
        key.trim().eq_ignore_ascii_case("timelimit").then_some((line, value))
    })?;
    let word = value.split(';').next().unwrap_or_default().trim().trim_matches(['\'', '"']);
    Some((seconds(word, &path, &text, line, findings)?, "domjudge-problem.ini"))
}

fn seconds(word: &str, path: &RelPath, text: &str, line: u32, findings: &mut Vec<Finding>) -> Option<f64> {
    let number = word.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= MAX_SECONDS);
    if number.is_none() {
        let range = LineIndex::new(text).lf_line_range(line);
        findings.push(Complaint::new(range, "a number of seconds is wanted here").finding(path));
    }
    number
}

fn mebibytes(number: f64) -> u64 {
    (number.min(MAX_MIB) * f64::from(1u32 << 20)).round() as u64
}
