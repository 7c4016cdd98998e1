//! What `info.toml` says, with its places.

use super::{items, keys};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{
        keys::{find_word, list_words},
        toml,
        yaml::{Node, accept, unknown_keys},
    },
    label::{Label, LabelWord, VerdictSets},
    model::{Limits, TimeLimit},
    path::RelPath,
    text::{Place, Range},
    verdict::{Verdict, VerdictSet},
};

/// The format states no memory limit; its judge gives a gigabyte.
const MEMORY_BYTES: u64 = 1 << 30;
/// A time limit above this many seconds is a slip of the pen.
const MAX_SECONDS: f64 = 1e6;
/// More tests than this of one entry are not made.
const MAX_TESTS: f64 = 1000.0;

/// The manifest.
pub(super) struct Info {
    /// Where it lies.
    pub(super) path: RelPath,
    /// All of it.
    pub(super) root: Node,
    pub(super) limits: Limits,
    pub(super) tests: Vec<TestEntry>,
    pub(super) solutions: Vec<SolutionEntry>,
}

/// One of `[[tests]]`.
pub(super) struct TestEntry {
    pub(super) name: String,
    pub(super) number: usize,
    /// Where its name stands.
    pub(super) range: Range,
}

/// One of `[[solutions]]`.
pub(super) struct SolutionEntry {
    pub(super) name: String,
    /// It is a function, which the grader calls.
    pub(super) is_function: bool,
    pub(super) label: Label,
    /// Where its name stands.
    pub(super) range: Range,
}

impl Info {
    /// Reads the manifest; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Info {
        let document = toml::parse(&folder.text(&path).unwrap_or_default());
        findings.extend(document.complaints.into_iter().map(|complaint| complaint.finding(&path)));
        let root = document.root;
        findings.extend(unknown_keys(&root, &keys::INFO.names(), &path));
        let limits = limits(&root, &path, findings);
        let tests = tables(&root, "tests", &path, findings);
        let tests = tests.iter().filter_map(|node| test(node, &path, findings)).collect();
        let solutions = tables(&root, "solutions", &path, findings);
        let solutions = solutions.iter().filter_map(|node| solution(node, &path, findings)).collect();
        Info { limits, tests, solutions, root, path }
    }

    /// A place in it.
    pub(super) fn at(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    /// A path that it states, with its place; `None`, with a finding, for one that leaves the folder.
    pub(super) fn stated(&self, key: &str, findings: &mut Vec<Finding>) -> Option<(RelPath, Range)> {
        let node = self.root.get(key)?;
        let written = accept(node.text(), &self.path, findings)?;
        let path = RelPath::parse(written).filter(|path| !path.is_root());
        if path.is_none() {
            let message = format!("`{written}` is no file of this folder; name one inside");
            findings.push(Finding::at(Code::ManifestBroken, self.at(node.range), message));
        }
        Some((path?, node.range))
    }
}

/// The tables of a list; any other value there is a finding.
fn tables<'a>(root: &'a Node, key: &str, path: &RelPath, findings: &mut Vec<Finding>) -> &'a [Node] {
    let node = root.get(key);
    if let Some(node) = node.filter(|node| !matches!(node.value, super::Value::List(_))) {
        let message = format!("`{key}` is a list of tables; write `[[{key}]]` before each");
        let place = Place { path: path.clone(), range: node.range };
        findings.push(Finding::at(Code::ManifestBroken, place, message));
    }
    items(node)
}

fn limits(root: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Limits {
    let assumed = Limits::assumed();
    let seconds = root.get("timelimit").and_then(|node| {
        let seconds = accept(node.positive(), path, findings)?;
        if seconds > 120.0 {
            let message = format!("a time limit of {seconds} s is unusual; `timelimit` is in seconds");
            let place = Place { path: path.clone(), range: node.range };
            findings.push(Finding::at(Code::LimitsUnitSuspect, place, message));
        }
        Some(seconds.min(MAX_SECONDS))
    });
    if root.get("timelimit").is_none() {
        let message = "no time limit could be read from info.toml, so 2 s is assumed; write `timelimit = 2.0`";
        findings.push(Finding::of_file(Code::LimitsAssumed, path, message));
    }
    Limits {
        time: seconds.map_or(assumed.time, |seconds| TimeLimit::Fixed((seconds * 1000.0).ceil() as u64)),
        memory_bytes: MEMORY_BYTES,
        source: if seconds.is_some() { path.to_string() } else { assumed.source.clone() },
        ..assumed
    }
}

fn test(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<TestEntry> {
    accept(node.map(), path, findings)?;
    findings.extend(unknown_keys(node, &keys::TEST.names(), path));
    let (name, range) = name(node, path, findings)?;
    let place = || Place { path: path.clone(), range: node.get("number").map_or(range, |number| number.range) };
    let number = match node.get("number") {
        Some(number) => accept(number.number(), path, findings)?,
        None => {
            let message = format!("`{name}` states no `number`, so it makes no tests; write how many it makes");
            findings.push(Finding::at(Code::ManifestBroken, place(), message));
            return None;
        }
    };
    if number < 0.0 || number.fract() != 0.0 || number > MAX_TESTS {
        let message =
            format!("`number` is a whole number of tests up to {MAX_TESTS}, not {number}; these are left out");
        findings.push(Finding::at(Code::ManifestBroken, place(), message));
        return None;
    }
    Some(TestEntry { name, number: number as usize, range })
}

fn name(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<(String, Range)> {
    let Some(name) = node.get("name") else {
        let message = "this entry has no `name` and is left out; name a file";
        findings.push(Finding::at(Code::ManifestBroken, Place { path: path.clone(), range: node.range }, message));
        return None;
    };
    let written = accept(name.text(), path, findings)?;
    if written.contains(['/', '\\']) {
        let message =
            format!("`{written}` is no name of a file, so this entry is left out; name one without its directory");
        findings.push(Finding::at(Code::ManifestBroken, Place { path: path.clone(), range: name.range }, message));
        return None;
    }
    Some((written.to_owned(), name.range))
}

fn solution(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<SolutionEntry> {
    accept(node.map(), path, findings)?;
    findings.extend(unknown_keys(node, &keys::SOLUTION.names(), path));
    let (name, range) = name(node, path, findings)?;
    let is_function = flag(node, "function", path, findings);
    let label = label(node, path, findings).at(Place { path: path.clone(), range: node.range });
    Some(SolutionEntry { name, is_function, label, range })
}

fn flag(node: &Node, key: &str, path: &RelPath, findings: &mut Vec<Finding>) -> bool {
    node.get(key).and_then(|node| accept(node.flag(), path, findings)).unwrap_or(false)
}

/// What the keys of a solution expect: `expect` and the older `wrong` ask for a failure, `allow_…` only permits one.
fn label(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Label {
    let (mut sets, mut words) = (LabelWord::Accepted.sets(), Vec::new());
    if let Some(expect) = node.get("expect")
        && let Some(written) = accept(expect.text(), path, findings)
    {
        match expected(written) {
            Some(wanted) => {
                sets = wanted;
                words.push(written.to_owned());
            }
            None => {
                let message = format!(
                    "`{written}` is no verdict that `expect` knows, so the solution is taken for a right one; take one of {}",
                    list_words(&keys::VERDICTS)
                );
                let place = Place { path: path.clone(), range: expect.range };
                findings.push(Finding::at(Code::ManifestBroken, place, message));
            }
        }
    }
    if flag(node, "wrong", path, findings) && words.is_empty() {
        sets = LabelWord::Rejected.sets();
        words.push("wrong".to_owned());
    }
    let allowed = [
        ("allow_tle", VerdictSet::of(&[Verdict::Tle])),
        ("allow_re", VerdictSet::of(&[Verdict::Rte, Verdict::Mle, Verdict::Ole])),
        ("allow_wa", VerdictSet::of(&[Verdict::Wa, Verdict::Pe])),
    ];
    for (key, verdicts) in allowed {
        if flag(node, key, path, findings) {
            sets.permitted = sets.permitted.union(verdicts);
            words.push(key.to_owned());
        }
    }
    if words.is_empty() {
        words.push(LabelWord::Accepted.name().to_owned());
    }
    Label::of_sets(sets, words)
}

fn expected(written: &str) -> Option<VerdictSets> {
    match find_word(&keys::VERDICTS, written)?.name {
        "AC" => Some(LabelWord::Accepted.sets()),
        "WA" => Some(LabelWord::WrongAnswer.sets()),
        "TLE" => Some(LabelWord::TimeLimitExceeded.sets()),
        // The format's judge has no verdicts for what a program was killed for.
        "RE" => {
            let failures = VerdictSet::of(&[Verdict::Rte, Verdict::Mle, Verdict::Ole]);
            Some(VerdictSets { permitted: failures.union(VerdictSet::of(&[Verdict::Ac])), required: failures })
        }
        _ => None,
    }
}
