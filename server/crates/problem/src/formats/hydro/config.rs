//! What the manifest says, with its places.

use std::{collections::BTreeMap, num::NonZeroUsize};

use super::{amounts, ini, keys};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        bounded::{self, whole},
        processes,
        yaml::{Document, Node, Value, accept, unknown_keys},
    },
    language::Language,
    model::{LanguageLimits, Limits, SolutionIo, TimeLimit},
    path::RelPath,
    scoring::Fold,
    text::{Place, Range},
};

/// The manifest.
pub(super) struct Config {
    pub(super) path: RelPath,
    pub(super) root: Node,
    /// Whether solutions are run here.
    pub(super) is_judged: bool,
    pub(super) way: Way,
    pub(super) io: SolutionIo,
    /// In the order of the file; one without an id is there where `cases` stand at the top.
    pub(super) subtasks: Vec<Subtask>,
    time_ms: Option<u64>,
    memory_bytes: Option<u64>,
    languages: BTreeMap<String, (Option<f64>, Option<f64>)>,
}

/// How solutions are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// They read an input and write an output.
    Batch,
    /// They talk to an interactor.
    Interactive,
    /// Their processes talk to a manager.
    Communication,
}

/// One of `subtasks`.
pub(super) struct Subtask {
    pub(super) id: Option<String>,
    pub(super) fold: Fold,
    pub(super) score: Option<f64>,
    /// The ids of those that it depends on, each with its place.
    pub(super) needs: Vec<(String, Range)>,
    pub(super) cases: Vec<Case>,
    /// Those that it states for its tests.
    pub(super) limits: LanguageLimits,
    pub(super) range: Range,
}

/// One of `cases`.
pub(super) struct Case {
    pub(super) input: String,
    pub(super) output: Option<String>,
    pub(super) score: Option<f64>,
    /// Those that it states.
    pub(super) limits: LanguageLimits,
    pub(super) range: Range,
}

impl Subtask {
    /// What stands for the tests of a manifest without subtasks, none yet.
    pub(super) fn of_all(range: Range) -> Subtask {
        let limits = LanguageLimits::default();
        Subtask { id: None, fold: Fold::Sum, score: None, needs: Vec::new(), cases: Vec::new(), limits, range }
    }
}

impl Config {
    /// Reads the manifest; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Config {
        let text = folder.text(&path).unwrap_or_default();
        let mut config = Config {
            root: Node { range: Range::default(), value: Value::Null },
            path,
            is_judged: true,
            way: Way::Batch,
            io: SolutionIo::default(),
            subtasks: Vec::new(),
            time_ms: None,
            memory_bytes: None,
            languages: BTreeMap::new(),
        };
        if config.path.extension() == "ini" {
            ini::read(&text, &mut config, findings);
            return config;
        }
        if config.path.file_name() == super::ABOUT {
            return config;
        }
        let document = Document::parse(&text);
        findings.extend(document.complaints.into_iter().map(|complaint| complaint.finding(&config.path)));
        config.root = document.root;
        accept(config.root.map(), &config.path, findings);
        findings.extend(unknown_keys(&config.root, &keys::CONFIG.names(), &config.path));
        config.read_type(findings);
        config.read_io(findings);
        config.read_subtasks(findings);
        config.read_limits(findings);
        config
    }

    /// A place in it.
    pub(super) fn at(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    /// A text of the manifest, with its place.
    pub(super) fn text(&self, key: &str, findings: &mut Vec<Finding>) -> Option<(String, Range)> {
        let node = self.root.get(key)?;
        Some((accept(node.text(), &self.path, findings)?.trim().to_owned(), node.range))
    }

    /// Whether both limits are stated.
    pub(super) fn states_limits(&self) -> bool {
        self.time_ms.is_some() && self.memory_bytes.is_some()
    }

    /// Lays what is stated over the limits.
    pub(super) fn limit(&self, limits: &mut Limits) {
        if let Some(ms) = self.time_ms {
            limits.time = TimeLimit::Fixed(ms);
        }
        limits.memory_bytes = self.memory_bytes.unwrap_or(limits.memory_bytes);
        if self.time_ms.is_some() || self.memory_bytes.is_some() {
            limits.source = self.path.to_string();
        }
        let time_ms = limits.time.fixed_ms();
        limits.languages = self
            .languages
            .iter()
            .map(|(name, (time, memory))| {
                let times = |amount: u64, factor: f64| whole(amount as f64 * factor);
                let of_language = LanguageLimits {
                    time_ms: time.and_then(|factor| Some(times(time_ms?, factor))),
                    memory_bytes: memory.map(|factor| times(limits.memory_bytes, factor)),
                };
                (name.clone(), of_language)
            })
            .collect();
    }

    /// The limits on a case where they differ from those of the problem.
    pub(super) fn limits_on(&self, subtask: &Subtask, case: &Case) -> LanguageLimits {
        let time_ms = case.limits.time_ms.or(subtask.limits.time_ms);
        let memory_bytes = case.limits.memory_bytes.or(subtask.limits.memory_bytes);
        LanguageLimits {
            time_ms: time_ms.filter(|ms| Some(*ms) != self.time_ms),
            memory_bytes: memory_bytes.filter(|bytes| Some(*bytes) != self.memory_bytes),
        }
    }

    /// Takes limits over that the manifest states as numbers.
    pub(super) fn set_limits(&mut self, time_ms: Option<u64>, memory_bytes: Option<u64>) {
        self.time_ms = time_ms;
        self.memory_bytes = memory_bytes;
    }

    fn read_type(&mut self, findings: &mut Vec<Finding>) {
        let Some((written, range)) = self.text("type", findings) else { return };
        match written.as_str() {
            "default" => {}
            "interactive" => self.way = Way::Interactive,
            "communication" => {
                self.way = Way::Communication;
                self.read_processes(findings);
            }
            "submit_answer" | "objective" | "remote_judge" => {
                let missing = match written.as_str() {
                    "submit_answer" => "contestants hand in outputs, which have no place in a folder of this format",
                    "objective" => "contestants answer questions, and there are no programs",
                    _ => "another site judges",
                };
                let message = format!("{missing}, so no solution is judged here; tests are validated all the same");
                findings.push(Finding::at(Code::ToolMissing, self.at(range), message));
                self.is_judged = false;
            }
            _ => {
                let message = format!("`{written}` is no type of problems, so `default` is assumed; correct it");
                findings.push(Finding::at(Code::ManifestBroken, self.at(range), message));
            }
        }
    }

    /// How many processes of a solution the manager talks to. Each has its number as its argument, also a single one.
    fn read_processes(&mut self, findings: &mut Vec<Finding>) {
        let node = self.root.get("num_processes");
        let number = node.and_then(|node| accept(node.positive(), &self.path, findings)).unwrap_or(1.0);
        match processes(number) {
            Ok(number) => self.io.processes = number.or(NonZeroUsize::new(1)),
            Err(message) => {
                let range = node.map(|node| node.range).unwrap_or_default();
                findings.push(Finding::at(Code::ToolMissing, self.at(range), message));
                self.is_judged = false;
            }
        }
    }

    /// With `filename: sum`, solutions read `sum.in` and write `sum.out`.
    fn read_io(&mut self, findings: &mut Vec<Finding>) {
        let Some((name, range)) = self.text("filename", findings).filter(|(name, _)| !name.is_empty()) else { return };
        if self.way == Way::Communication {
            let message = "processes talk to the manager by their standard streams, so this changes nothing; remove it";
            findings.push(Finding::at(Code::ManifestStale, self.at(range), message));
            return;
        }
        if name.contains(['/', '\\']) {
            let message = format!("`{name}` is no name of a file; write it without a directory");
            findings.push(Finding::at(Code::ManifestBroken, self.at(range), message));
            return;
        }
        self.io = SolutionIo {
            input_file: Some(format!("{name}.in")),
            output_file: Some(format!("{name}.out")),
            ..SolutionIo::default()
        };
    }

    fn read_subtasks(&mut self, findings: &mut Vec<Finding>) {
        let (root, path) = (self.root.clone(), self.path.clone());
        for node in list(root.get("subtasks"), &path, findings) {
            accept(node.map(), &path, findings);
            findings.extend(unknown_keys(node, &keys::SUBTASK.names(), &path));
            let fold = node.get("type").and_then(|node| fold(node, &path, findings)).unwrap_or_default();
            let needs = list(node.get("if"), &path, findings).iter();
            let needs = needs.filter_map(|one| Some((accept(one.text(), &path, findings)?.to_owned(), one.range)));
            let needs: Vec<(String, Range)> = needs.collect();
            let id = node.get("id").and_then(|id| accept(id.text(), &path, findings)).map(str::to_owned);
            self.subtasks.push(Subtask {
                id: id.or_else(|| Some((self.subtasks.len() + 1).to_string())),
                fold,
                score: number(node, "score", &path, findings),
                needs,
                cases: cases(node, &path, findings),
                limits: stated(node, &path, findings),
                range: node.range,
            });
        }
        let loose = cases(&root, &path, findings);
        if !loose.is_empty() {
            let score = number(&root, "score", &path, findings);
            let range = loose[0].range;
            self.subtasks.push(Subtask { score, cases: loose, ..Subtask::of_all(range) });
        }
    }

    /// The limits at the top, else the greatest of those that subtasks and cases state; and what languages get of them.
    fn read_limits(&mut self, findings: &mut Vec<Finding>) {
        let path = self.path.clone();
        let top = stated(&self.root, &path, findings);
        let cases = self.subtasks.iter().flat_map(|subtask| &subtask.cases).map(|case| case.limits);
        let inner: Vec<LanguageLimits> = self.subtasks.iter().map(|subtask| subtask.limits).chain(cases).collect();
        let (times, memories) = (inner.iter().map(|one| one.time_ms), inner.iter().map(|one| one.memory_bytes));
        self.set_limits(top.time_ms.or(times.max().flatten()), top.memory_bytes.or(memories.max().flatten()));
        let differ = [
            inner.iter().any(|one| one.time_ms.is_some_and(|ms| Some(ms) != self.time_ms)),
            inner.iter().any(|one| one.memory_bytes.is_some_and(|bytes| Some(bytes) != self.memory_bytes)),
        ];
        for (key, is_time) in [("time_limit_rate", true), ("memory_limit_rate", false)] {
            let Some(node) = self.root.get(key) else { continue };
            if differ[usize::from(!is_time)] {
                let message = "some tests have limits of their own, which these factors do not change here: a language that \
                               stands here gets its factor times the limit of the problem on every test";
                let place = Place { path: path.clone(), range: node.range };
                findings.push(Finding::at(Code::ToolMissing, place, message).with_severity(Severity::Information));
            }
            for entry in accept(node.map(), &path, findings).unwrap_or_default().to_vec() {
                let Some(factor) = accept(entry.value.positive(), &path, findings) else { continue };
                let Some(name) = language(&entry.key) else {
                    let message = format!("`{}` is no language that is known here, so this changes nothing", entry.key);
                    findings.push(Finding::at(
                        Code::ToolMissing,
                        Place { path: path.clone(), range: entry.key_range },
                        message,
                    ));
                    continue;
                };
                let rates = self.languages.entry(name).or_default();
                *(if is_time { &mut rates.0 } else { &mut rates.1 }) = Some(factor);
            }
        }
    }
}

/// The name in the table of languages of one that the format calls `py` or `cc.cc17`.
fn language(written: &str) -> Option<String> {
    let family = written.split('.').next().unwrap_or(written);
    let path = RelPath::parse(&format!("x.{family}"))?;
    Language::from_path(&path).map(|language| language.name().to_owned())
}

/// The limits that the manifest, a subtask or a case states itself.
fn stated(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> LanguageLimits {
    let time_ms = node.get("time").and_then(|node| accept(amounts::milliseconds(node), path, findings));
    let memory_bytes = node.get("memory").and_then(|node| accept(amounts::bytes(node), path, findings));
    LanguageLimits { time_ms, memory_bytes }
}

/// The items of a list; any other value is a finding.
fn list<'a>(node: Option<&'a Node>, path: &RelPath, findings: &mut Vec<Finding>) -> &'a [Node] {
    match node.map(|node| (&node.value, node.range)) {
        Some((Value::List(items), _)) => items,
        Some((Value::Scalar(_) | Value::Map(_), range)) => {
            let place = Place { path: path.clone(), range };
            findings.push(Finding::at(Code::ManifestBroken, place, "a list is wanted here; begin each item with `-`"));
            &[]
        }
        Some((Value::Null, _)) | None => &[],
    }
}

fn fold(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Option<Fold> {
    let written = accept(node.text(), path, findings)?;
    match written {
        "min" => Some(Fold::Min),
        "max" => Some(Fold::Max),
        "sum" => Some(Fold::Sum),
        _ => {
            let message = format!("`{written}` is neither `min`, `max` nor `sum`; `min` is assumed");
            let place = Place { path: path.clone(), range: node.range };
            findings.push(Finding::at(Code::ManifestBroken, place, message));
            None
        }
    }
}

fn number(node: &Node, key: &str, path: &RelPath, findings: &mut Vec<Finding>) -> Option<f64> {
    node.get(key).and_then(|node| accept(node.number(), path, findings)).and_then(bounded::points)
}

fn cases(node: &Node, path: &RelPath, findings: &mut Vec<Finding>) -> Vec<Case> {
    let mut cases = Vec::new();
    for case in list(node.get("cases"), path, findings) {
        accept(case.map(), path, findings);
        findings.extend(unknown_keys(case, &keys::CASE.names(), path));
        let mut text =
            |key: &str| case.get(key).and_then(|node| accept(node.text(), path, findings)).map(str::to_owned);
        let (input, output) = (text("input"), text("output"));
        let Some(input) = input else {
            let message = "this case has no `input`, so it is left out; name its file";
            let place = Place { path: path.clone(), range: case.range };
            findings.push(Finding::at(Code::ManifestBroken, place, message));
            continue;
        };
        let (score, limits) = (number(case, "score", path, findings), stated(case, path, findings));
        cases.push(Case { input, output, score, limits, range: case.range });
    }
    cases
}
