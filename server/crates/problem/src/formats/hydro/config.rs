//! What the manifest says, with its places.

use std::collections::BTreeMap;

use super::{amounts, ini, keys};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Document, Node, Value, accept, unknown_keys},
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
    /// Whether solutions are programs that are run on inputs, one at a time.
    pub(super) is_judged: bool,
    pub(super) io: SolutionIo,
    /// In the order of the file; one without an id is there where `cases` stand at the top.
    pub(super) subtasks: Vec<Subtask>,
    time_ms: Option<u64>,
    memory_bytes: Option<u64>,
    languages: BTreeMap<String, (Option<f64>, Option<f64>)>,
}

/// One of `subtasks`.
pub(super) struct Subtask {
    pub(super) id: Option<String>,
    pub(super) fold: Fold,
    pub(super) score: Option<f64>,
    /// The ids of those that it depends on, each with its place.
    pub(super) needs: Vec<(String, Range)>,
    pub(super) cases: Vec<Case>,
    pub(super) range: Range,
}

/// One of `cases`.
pub(super) struct Case {
    pub(super) input: String,
    pub(super) output: Option<String>,
    pub(super) score: Option<f64>,
    pub(super) range: Range,
}

impl Config {
    /// Reads the manifest; what is wrong in it is a finding at its line.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Config {
        let text = folder.text(&path).unwrap_or_default();
        let mut config = Config {
            root: Node { range: Range::default(), value: Value::Null },
            path,
            is_judged: true,
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
                let times = |amount: u64, factor: f64| (amount as f64 * factor).ceil() as u64;
                let of_language = LanguageLimits {
                    time_ms: time.and_then(|factor| Some(times(time_ms?, factor))),
                    memory_bytes: memory.map(|factor| times(limits.memory_bytes, factor)),
                };
                (name.clone(), of_language)
            })
            .collect();
    }

    /// Takes limits over that the manifest states as numbers.
    pub(super) fn set_limits(&mut self, time_ms: Option<u64>, memory_bytes: Option<u64>) {
        self.time_ms = time_ms;
        self.memory_bytes = memory_bytes;
    }

    fn read_type(&mut self, findings: &mut Vec<Finding>) {
        let Some((written, range)) = self.text("type", findings) else { return };
        match written.as_str() {
            "default" | "interactive" => {}
            "communication" | "submit_answer" | "objective" | "remote_judge" => {
                let message = format!("solutions of problems of the type `{written}` are not judged here");
                findings.push(Finding::at(Code::ToolMissing, self.at(range), message));
                self.is_judged = false;
            }
            _ => {
                let message = format!("`{written}` is no type of problems, so `default` is assumed; correct it");
                findings.push(Finding::at(Code::ManifestBroken, self.at(range), message));
            }
        }
    }

    /// With `filename: sum`, solutions read `sum.in` and write `sum.out`.
    fn read_io(&mut self, findings: &mut Vec<Finding>) {
        let Some((name, range)) = self.text("filename", findings).filter(|(name, _)| !name.is_empty()) else { return };
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
                range: node.range,
            });
        }
        let loose = cases(&root, &path, findings);
        if !loose.is_empty() {
            let score = number(&root, "score", &path, findings);
            let range = loose[0].range;
            self.subtasks.push(Subtask { id: None, fold: Fold::Sum, score, needs: Vec::new(), cases: loose, range });
        }
    }

    /// The limits at the top, else the greatest of those that subtasks and cases state: there is one for all.
    fn read_limits(&mut self, findings: &mut Vec<Finding>) {
        let path = self.path.clone();
        let mut inner: Vec<Node> = list(self.root.get("subtasks"), &path, &mut Vec::new()).to_vec();
        let of_subtasks = inner.iter().flat_map(|node| list(node.get("cases"), &path, &mut Vec::new()).to_vec());
        let cases: Vec<Node> =
            of_subtasks.chain(list(self.root.get("cases"), &path, &mut Vec::new()).to_vec()).collect();
        inner.extend(cases);
        type Read = fn(&Node) -> Result<u64, crate::formats::yaml::Complaint>;
        let mut read = |key: &str, read: Read| {
            let top = self.root.get(key).and_then(|node| accept(read(node), &path, findings));
            let stated: Vec<(u64, Range)> = inner
                .iter()
                .filter_map(|node| node.get(key))
                .filter_map(|node| Some((accept(read(node), &path, findings)?, node.range)))
                .collect();
            let chosen = top.or_else(|| stated.iter().map(|(amount, _)| *amount).max());
            if let Some((_, range)) = stated.iter().find(|(amount, _)| Some(*amount) != chosen) {
                let message = format!(
                    "`{key}` differs here from that of other tests; one limit counts for all of them here, {}",
                    if top.is_some() { "the one at the top" } else { "the greatest" }
                );
                findings.push(Finding::at(Code::ToolMissing, Place { path: path.clone(), range: *range }, message));
            }
            chosen
        };
        let (time, memory) = (read("time", amounts::milliseconds), read("memory", amounts::bytes));
        self.set_limits(time, memory);
        for (key, is_time) in [("time_limit_rate", true), ("memory_limit_rate", false)] {
            let Some(node) = self.root.get(key) else { continue };
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
    node.get(key).and_then(|node| accept(node.number(), path, findings)).filter(|number| *number >= 0.0)
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
        cases.push(Case { input, output, score: number(case, "score", path, findings), range: case.range });
    }
    cases
}
