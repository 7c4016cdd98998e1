//! What `problem.json` says.

use std::num::NonZeroUsize;

use super::{broken, json, keys};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        keys::{find_word, list_words},
        processes,
        yaml::{Node, Value, accept, unknown_keys},
    },
    model::{Limits, TimeLimit},
    path::RelPath,
    text::{Place, Range},
};

/// A memory limit from here on is not meant in MB but in KB.
const SURELY_KB: f64 = 65536.0;
/// A memory limit from here on is perhaps not meant in MB.
const PERHAPS_KB: f64 = 2048.0;
/// A time limit from here on is not meant in seconds but in milliseconds.
const SURELY_MS: f64 = 100.0;
/// Larger limits than this are a slip of the pen.
const MOST: f64 = 1e12;

/// The manifest.
pub(super) struct Manifest {
    pub(super) path: RelPath,
    pub(super) name: Option<String>,
    pub(super) limits: Limits,
    pub(super) has_grader: bool,
    /// What it says of a checker, and where.
    pub(super) has_checker: Option<(bool, Range)>,
    pub(super) way: Way,
    /// How many processes of a solution talk to a manager at once, if they are several; or why they cannot be so many, and
    /// where that stands.
    pub(super) processes: Result<Option<NonZeroUsize>, (String, Range)>,
}

/// How solutions are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// They read an input and write an output.
    Batch,
    /// They talk to a manager; where that stands.
    Communication(Range),
    /// Not here.
    NotJudged,
}

impl Manifest {
    /// Reads the manifest; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Manifest {
        let nothing = Node { range: Range::default(), value: Value::Null };
        let root = json(folder, &path, findings).map_or(nothing, |document| document.root);
        accept(root.map(), &path, findings);
        findings.extend(unknown_keys(&root, &keys::PROBLEM.names(), &path));
        let mut flag = |key: &str| {
            let node = root.get(key)?;
            Some((accept(node.flag(), &path, findings)?, node.range))
        };
        let (has_grader, has_checker) = (flag("has_grader"), flag("has_checker"));
        let name = root.get("name").and_then(|node| accept(node.text(), &path, findings)).map(str::to_owned);
        let way = way(&root, &path, findings);
        let number = ["num_processes", "num_sol_processes"].iter().find_map(|key| root.get(key));
        let number = number.and_then(|node| Some((accept(node.positive(), &path, findings)?, node.range)));
        let limits = limits(&root, &path, findings);
        Manifest {
            name: name.filter(|name| !name.trim().is_empty()),
            limits,
            has_grader: has_grader.is_none_or(|(has, _)| has),
            has_checker,
            processes: number.map_or(Ok(None), |(number, range)| processes(number).map_err(|message| (message, range))),
            way,
            path,
        }
    }
}

fn way(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Way {
    let Some(node) = root.get("type") else { return Way::Batch };
    let Some(written) = accept(node.text(), path, findings) else { return Way::Batch };
    match find_word(&keys::TYPES, written).map(|word| word.name) {
        Some("Batch") => Way::Batch,
        Some("Communication") => Way::Communication(node.range),
        Some(kind) => {
            let missing = match kind {
                "OutputOnly" => "contestants hand in outputs, which have no place in a folder of this format",
                _ => "each solution is two programs of which the second goes on with what the first has written",
            };
            let message =
                format!("{missing}, so no solution is judged here; tests are made and validated all the same");
            findings.push(Finding::at(Code::ToolMissing, Place { path: path.clone(), range: node.range }, message));
            Way::NotJudged
        }
        None => {
            let message = format!(
                "`{written}` is no type of tasks, so `Batch` is assumed; take one of {}",
                list_words(&keys::TYPES)
            );
            findings.push(broken(path, node.range, message).with_severity(Severity::Warning));
            Way::Batch
        }
    }
}

fn limits(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Limits {
    let assumed = Limits::assumed();
    let mut number = |key: &str| {
        let node = root.get(key)?;
        Some((accept(node.positive(), path, findings)?.min(MOST), node.range))
    };
    let (time, memory) = (number("time_limit"), number("memory_limit"));
    let mut suspect = |range, message: String| {
        findings.push(Finding::at(Code::LimitsUnitSuspect, Place { path: path.clone(), range }, message));
    };
    let time_ms = time.map(|(seconds, range)| {
        if seconds < SURELY_MS {
            return (seconds * 1000.0).ceil() as u64;
        }
        suspect(range, format!("`time_limit` is in seconds, and {seconds} is too much: milliseconds are assumed"));
        seconds.ceil() as u64
    });
    let memory_bytes = memory.map(|(amount, range)| {
        if amount >= SURELY_KB {
            suspect(range, format!("`memory_limit` is in MB, and {amount} is too much: KB are assumed"));
            return (amount * 1024.0) as u64;
        }
        if amount >= PERHAPS_KB {
            suspect(range, format!("`memory_limit` is in MB, and {amount} is much; write fewer if KB are meant"));
        }
        (amount * f64::from(1 << 20)) as u64
    });
    let missing: Vec<&str> = [("time_limit", time.is_none()), ("memory_limit", memory.is_none())]
        .into_iter()
        .filter(|one| one.1)
        .map(|one| one.0)
        .collect();
    if !missing.is_empty() {
        let message =
            format!("no `{}` could be read, so the usual one is assumed: 2 s, 256 MB", missing.join("` and `"));
        findings.push(Finding::of_file(Code::LimitsAssumed, path, message));
    }
    Limits {
        time: time_ms.map_or(assumed.time, TimeLimit::Fixed),
        memory_bytes: memory_bytes.unwrap_or(assumed.memory_bytes),
        source: if missing.len() == 2 { assumed.source.clone() } else { path.to_string() },
        ..assumed
    }
}
