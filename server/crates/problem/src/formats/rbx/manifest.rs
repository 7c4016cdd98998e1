//! `problem.rbx.yml`: its keys, limits and variables.

use std::collections::BTreeMap;

use super::{keys, vars::Vars};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        keys::Word,
        language,
        yaml::{Complaint, Document, Node, Value, accept, unknown_keys},
    },
    model::{LanguageLimits, Limits, TimeLimit},
    path::RelPath,
    text::{Place, Range},
};

/// The manifest.
pub(in crate::formats) const MANIFEST: &str = "problem.rbx.yml";

/// What the manifest says of the problem as a whole.
pub(super) struct Manifest {
    pub(super) path: RelPath,
    pub(super) root: Node,
    pub(super) name: Option<String>,
    pub(super) limits: Limits,
    /// `type: COMMUNICATION`
    pub(super) talks: bool,
    /// `scoring: POINTS`
    pub(super) points: bool,
    pub(super) vars: Vars,
}

impl Manifest {
    /// Reads the manifest; `None` when there is none.
    pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Option<Manifest> {
        let path = RelPath::parse(MANIFEST).filter(|path| folder.has(path))?;
        let Document { root, complaints } = Document::parse(&folder.text(&path).unwrap_or_default());
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
        accept(root.map(), &path, findings);
        findings.extend(unknown_keys(&root, &keys::MANIFEST.names(), &path));
        let text = |key: &str, findings: &mut Vec<Finding>| {
            root.get(key).and_then(|node| Some((accept(node.text(), &path, findings)?.to_owned(), node.range)))
        };
        let name = text("name", findings).map(|(name, _)| name).filter(|name| !name.trim().is_empty());
        let talks = choice(text("type", findings), keys::TYPES, &path, findings);
        let points = choice(text("scoring", findings), keys::SCORINGS, &path, findings);
        let limits = limits(&root, &path, findings);
        let vars = root.get("vars").map(|node| Vars::read(node, &path, findings)).unwrap_or_default();
        Some(Manifest { name, limits, talks, points, vars, root, path })
    }

    /// A place in the manifest.
    pub(super) fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    /// A finding at a range of the manifest.
    pub(super) fn finding(&self, code: Code, range: Range, message: impl Into<String>) -> Finding {
        Finding::at(code, self.place(range), message)
    }

    /// The same about something that is not done here.
    pub(super) fn not_done(&self, range: Range, message: impl Into<String>) -> Finding {
        self.finding(Code::ToolMissing, range, message).with_severity(Severity::Information)
    }

    /// The items of a key that holds a list; one that is no list is taken for its only item.
    pub(super) fn items<'n>(&self, node: &'n Node, key: &str) -> &'n [Node] {
        match node.get(key) {
            Some(node) => items(node),
            None => &[],
        }
    }

    /// Takes a value out of a result.
    pub(super) fn accept<T>(&self, result: Result<T, Complaint>, findings: &mut Vec<Finding>) -> Option<T> {
        accept(result, &self.path, findings)
    }

    /// A path of the folder that is written in the manifest.
    pub(super) fn file(&self, node: &Node, findings: &mut Vec<Finding>) -> Option<RelPath> {
        let written = self.accept(node.text(), findings)?;
        let path = RelPath::parse(written.trim()).filter(|path| !path.is_root() && !written.trim().starts_with('/'));
        if path.is_none() {
            let message = format!("`{written}` names no file of the folder");
            findings.push(self.finding(Code::ManifestBroken, node.range, message));
        }
        path
    }
}

/// The items of a list, or the only thing that stands in the place of one.
pub(super) fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Null => &[],
        Value::Scalar(_) | Value::Map(_) => std::slice::from_ref(node),
    }
}

/// Whether the second of two words stands there.
fn choice(written: Option<(String, Range)>, words: [Word; 2], path: &RelPath, findings: &mut Vec<Finding>) -> bool {
    let Some((word, range)) = written else { return false };
    let words = words.map(|word| word.name);
    if words.iter().any(|known| known.eq_ignore_ascii_case(&word)) {
        return word.eq_ignore_ascii_case(words[1]);
    }
    let message = format!("`{word}` is not known, so {} is assumed; {} and {} are", words[0], words[0], words[1]);
    findings.push(Complaint::new(range, message).finding(path));
    false
}

fn limits(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Limits {
    let mut number = |node: Option<&Node>| accept(node?.positive(), path, findings);
    let [time, memory, output] = ["timeLimit", "memoryLimit", "outputLimit"].map(|key| number(root.get(key)));
    let assumed = Limits::assumed();
    let message = match (time, memory) {
        (None, None) => {
            Some("no limits are stated, so 2 s and 256 MB are assumed; write `timeLimit` and `memoryLimit`")
        }
        (None, Some(_)) => Some("no time limit is stated, so 2 s are assumed; write `timeLimit`, in milliseconds"),
        (Some(_), None) => Some("no memory limit is stated, so 256 MB are assumed; write `memoryLimit`, in megabytes"),
        (Some(_), Some(_)) => None,
    };
    findings.extend(message.map(|message| Finding::of_file(Code::LimitsAssumed, path, message)));
    if let (Some(ms), Some(node)) = (time, root.get("timeLimit"))
        && ms < 10.0
    {
        let message = format!("a time limit of {ms} ms is unusual; `timeLimit` is in milliseconds");
        findings.push(Finding::at(Code::LimitsUnitSuspect, Place { path: path.clone(), range: node.range }, message));
    }
    let base_ms = time.map_or(2000, |ms| ms as u64);
    Limits {
        time: TimeLimit::Fixed(base_ms),
        memory_bytes: memory.map_or(assumed.memory_bytes, mebibytes),
        output_bytes: output.map_or(assumed.output_bytes, |kib| (kib as u64).saturating_mul(1024)),
        languages: modifiers(root, path, base_ms, findings),
        source: if time.or(memory).is_some() { path.to_string() } else { assumed.source },
    }
}

/// What languages have instead.
fn modifiers(
    root: &Node,
    path: &RelPath,
    base_ms: u64,
    findings: &mut Vec<Finding>,
) -> BTreeMap<String, LanguageLimits> {
    let mut limits = BTreeMap::new();
    let entries = root.get("modifiers").and_then(|node| accept(node.map(), path, findings)).unwrap_or_default();
    for entry in entries {
        let Some(name) = language::of_key(&entry.key) else {
            let message = format!("`{}` is no language that is known here, so these limits change nothing", entry.key);
            findings.push(Finding::at(
                Code::ManifestStale,
                Place { path: path.clone(), range: entry.key_range },
                message,
            ));
            continue;
        };
        accept(entry.value.map(), path, findings);
        findings.extend(unknown_keys(&entry.value, &keys::MODIFIER.names(), path));
        let mut number = |key: &str| accept(entry.value.get(key)?.positive(), path, findings);
        let (time, multiplier, memory) = (number("time"), number("timeMultiplier"), number("memory"));
        let time_ms = match (time, multiplier) {
            (None, None) => None,
            (time, factor) => Some((time.unwrap_or(base_ms as f64) * factor.unwrap_or(1.0)).ceil() as u64),
        };
        limits.insert(name.to_owned(), LanguageLimits { time_ms, memory_bytes: memory.map(mebibytes) });
    }
    limits
}

fn mebibytes(number: f64) -> u64 {
    (number as u64).saturating_mul(1 << 20)
}
