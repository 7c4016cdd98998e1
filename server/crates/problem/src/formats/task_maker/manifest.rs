//! `task.yaml` and `task.toml`: names, limits, files of solutions, scores. Where the first is made of `task.yaml.orig` and kept
//! out of the repository, that is read.

use std::num::NonZeroUsize;

use super::{broken, keys, stale};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        keys::{find_word, list_words},
        processes, toml,
        yaml::{Document, Node, Value, accept, unknown_keys},
    },
    language::Language,
    model::{Limits, SolutionIo, TimeLimit},
    path::RelPath,
    text::{Place, Range},
};

/// The names of the manifest, those that count before others first: from the first task-maker makes the second.
const MANIFESTS: [&str; 4] = ["task.toml", "task.yaml", "task.yml", "task.yaml.orig"];

/// Keys that are about the contest, or about how things look.
const OTHERS: [&str; 17] = [
    "primary_language",
    "public_testcases",
    "risultati",
    "score_mode",
    "score_precision",
    "max_submission_number",
    "max_user_test_number",
    "min_submission_interval",
    "min_user_test_interval",
    "feedback_level",
    "version",
    "difficulty",
    "syllabuslevel",
    "allowed_languages",
    "submission_format",
    "start",
    "stop",
];

/// A time limit that was surely meant in milliseconds, seconds.
const SURELY_MS: f64 = 100.0;
/// A memory limit that was surely meant in kilobytes, MiB.
const SURELY_KB: f64 = 65_536.0;
/// No limit is larger, in its unit.
const MOST: f64 = 1e9;

/// What the manifest says.
pub(super) struct Manifest {
    pub(super) path: RelPath,
    pub(super) root: Node,
    pub(super) name: Option<String>,
    pub(super) limits: Limits,
    pub(super) io: SolutionIo,
    /// How many processes of a solution talk to a manager at once, if they are several; or why they cannot be so many, and
    /// where that stands.
    pub(super) processes: Result<Option<NonZeroUsize>, (String, Range)>,
    /// Solutions are outputs and no programs; where that stands.
    pub(super) output_only: Option<Range>,
}

/// The manifest of a directory that is a task: its name is a common one, so something beside it has to fit.
pub(in crate::formats) fn manifest_in(folder: &dyn Folder, directory: &RelPath) -> Option<RelPath> {
    let at = |name: &str| directory.join(name).filter(|path| folder.has(path));
    let manifest = || MANIFESTS.iter().find_map(|name| at(name));
    if ["gen/GEN", "gen/cases.gen", "gen/gen.toml"].into_iter().any(|name| at(name).is_some()) {
        return manifest();
    }
    let found = manifest()?;
    let solutions = directory.join("sol")?;
    let is_solution = |path: &RelPath| path.parent() == solutions && Language::from_path(path).is_some();
    let has_inputs = at("input/input0.txt").is_some();
    (has_inputs && folder.files().iter().any(|file| is_solution(&file.path))).then_some(found)
}

impl Manifest {
    /// Reads the manifest; one that is broken gives what can be read of it.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Manifest {
        let text = folder.text(&path).unwrap_or_default();
        let is_toml = path.extension() == "toml";
        let Document { root, complaints } = if is_toml { toml::parse(&text) } else { Document::parse(&text) };
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
        accept(root.map(), &path, findings);
        let is_other = |key: &str| key.starts_with("token_") || OTHERS.contains(&key);
        let ours = root.entries().iter().filter(|entry| !is_other(&entry.key)).cloned().collect();
        let ours = Node { range: root.range, value: Value::Map(ours) };
        findings.extend(unknown_keys(&ours, &keys::MANIFEST.names(), &path));
        let name = ["name", "nome_breve"].iter().find_map(|key| root.get(key));
        let name = name.and_then(|node| accept(node.text(), &path, findings)).map(str::to_owned);
        let output_only = root.get("output_only").filter(|node| accept(node.flag(), &path, findings) == Some(true));
        let usual = |name: &str| (!is_toml).then(|| name.to_owned());
        Manifest {
            name: name.filter(|name| !name.trim().is_empty()),
            limits: limits(&root, &path, findings),
            io: SolutionIo {
                input_file: file(&root, "infile", usual("input.txt"), &path, findings),
                output_file: file(&root, "outfile", usual("output.txt"), &path, findings),
                by_named_pipes: by_named_pipes(&root, &path, findings),
                ..SolutionIo::default()
            },
            processes: several(&root, &path, findings),
            output_only: output_only.map(|node| node.range),
            root,
            path,
        }
    }

    /// A number above zero.
    pub(super) fn positive(&self, key: &str, findings: &mut Vec<Finding>) -> Option<(f64, Range)> {
        let node = self.root.get(key)?;
        Some((accept(node.positive(), &self.path, findings)?, node.range))
    }

    /// Says where there are not as many tests as are stated.
    pub(super) fn tell_count(&self, n_tests: usize, findings: &mut Vec<Finding>) {
        let Some((stated, range)) = self.positive("n_input", findings) else { return };
        if stated != n_tests as f64 {
            let message =
                format!("`n_input` is {stated}, and there are {n_tests} tests; CMS imports a task only if they agree");
            findings.push(stale(&self.path, range, message));
        }
    }

    /// A place in the manifest.
    pub(super) fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }
}

/// The name of a file that solutions read or write; `None` for the standard streams.
fn file(root: &Node, key: &str, usual: Option<String>, path: &RelPath, findings: &mut Vec<Finding>) -> Option<String> {
    let Some(entry) = root.entries().iter().rev().find(|entry| entry.key == key) else { return usual };
    if entry.value.is_null() {
        return None;
    }
    let name = accept(entry.value.text(), path, findings)?;
    let is_name = RelPath::parse(name).is_some_and(|path| path.parts().count() == 1 && path.as_str() == name);
    if !is_name && !name.is_empty() {
        let message = format!("`{name}` is no name of a file beside a solution, so the standard stream is taken");
        findings.push(broken(path, entry.value.range, message).with_severity(Severity::Warning));
    }
    is_name.then(|| name.to_owned())
}

/// Whether processes that talk to a manager are given names of pipes.
fn by_named_pipes(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> bool {
    let Some(node) = root.get("user_io") else { return false };
    let Some(written) = accept(node.text(), path, findings) else { return false };
    if find_word(&keys::USER_IO, written).is_none() {
        let known = list_words(&keys::USER_IO);
        let message =
            format!("`{written}` is no way to talk to a manager, so `std_io` is assumed; take one of {known}");
        findings.push(broken(path, node.range, message).with_severity(Severity::Warning));
    }
    written == keys::FIFO_IO
}

fn several(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Result<Option<NonZeroUsize>, (String, Range)> {
    let Some(node) = root.get("num_processes") else { return Ok(None) };
    let Some(number) = accept(node.positive(), path, findings) else { return Ok(None) };
    processes(number).map_err(|message| (message, node.range))
}

fn limits(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Limits {
    let assumed = Limits::assumed();
    let mut number = |keys: [&str; 2]| {
        let node = keys.iter().find_map(|key| root.get(key))?;
        Some((accept(node.positive(), path, findings)?.min(MOST), node.range))
    };
    let (time, memory) = (number(["time_limit", "timeout"]), number(["memory_limit", "memlimit"]));
    let mut suspect = |range, message: String| {
        findings.push(Finding::at(Code::LimitsUnitSuspect, Place { path: path.clone(), range }, message));
    };
    let time_ms = time.map(|(seconds, range)| {
        if seconds < SURELY_MS {
            return (seconds * 1000.0).ceil() as u64;
        }
        suspect(range, format!("the time limit is in seconds, and {seconds} is too much: milliseconds are assumed"));
        seconds.ceil() as u64
    });
    let memory_bytes = memory.map(|(amount, range)| {
        if amount < SURELY_KB {
            return (amount * f64::from(1 << 20)) as u64;
        }
        suspect(range, format!("the memory limit is in MiB, and {amount} is too much: KiB are assumed"));
        (amount * 1024.0) as u64
    });
    let stated = [("time_limit", time.is_some()), ("memory_limit", memory.is_some())];
    let missing: Vec<&str> = stated.iter().filter(|(_, is_stated)| !is_stated).map(|(key, _)| *key).collect();
    if !missing.is_empty() {
        let message = format!("no `{}` is stated, so the usual one is assumed: 2 s, 256 MB", missing.join("` and `"));
        findings.push(Finding::of_file(Code::LimitsAssumed, path, message));
    }
    Limits {
        time: time_ms.map_or(assumed.time, TimeLimit::Fixed),
        memory_bytes: memory_bytes.unwrap_or(assumed.memory_bytes),
        source: if missing.len() == stated.len() { assumed.source.clone() } else { path.to_string() },
        ..assumed
    }
}
