//! `problem.yaml`.

use super::{at, keys};
use crate::{
    constants::Constants,
    finding::{Code, Finding},
    folder::Folder,
    formats::yaml::{Complaint, Document, Node, accept, unknown_keys},
    path::RelPath,
    text::{Place, Range},
};

/// The families of versions that are read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// `legacy`, `legacy-icpc` and packages that name no version.
    Legacy,
    /// `2023-07`, its draft, `2025-09`, and versions that are not known here.
    Since2023,
}

/// Who decides whether an output is right, in the manifest's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Validation {
    /// `validation: default`
    Default,
    /// `validation: custom …`
    Custom,
    /// Not stated.
    Unstated,
}

/// What `problem.yaml` says, apart from the limits.
pub(super) struct Manifest {
    /// The file; `None` when there is none.
    pub(super) path: Option<RelPath>,
    /// Its content; a null node when there is none.
    pub(super) root: Node,
    /// Whether it could be read as a whole.
    pub(super) sound: bool,
    pub(super) version: Version,
    pub(super) name: Option<String>,
    pub(super) interactive: bool,
    /// How often a solution may be run on one test, where the output validator asks for more than one run.
    pub(super) passes: Option<u32>,
    /// Whether an accepted output may still earn less than the full score.
    pub(super) scores: bool,
    /// Whether solutions get a score: `type: scoring`.
    pub(super) scoring: bool,
    /// Whether the words of 2023-07 are used for scores rather than those of 2025-09.
    pub(super) is_of_2023: bool,
    pub(super) validation: Validation,
    pub(super) validation_range: Range,
    /// Arguments for the output validator on every test: legacy `validator_flags`.
    pub(super) validator_flags: Vec<String>,
    pub(super) validator_flags_range: Range,
    /// Values that replace `{{name}}`.
    pub(super) constants: Constants,
}

impl Manifest {
    /// Reads the manifest of a folder; one that is missing or broken gives what the legacy version takes for granted.
    pub(super) fn read(folder: &dyn Folder, findings: &mut Vec<Finding>) -> Manifest {
        let path = at("problem.yaml");
        let Some(text) = folder.text(&path) else { return Manifest::nothing() };
        let Document { root, complaints } = Document::parse(&text);
        let mut manifest = Manifest { path: Some(path.clone()), sound: complaints.is_empty(), ..Manifest::nothing() };
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
        if accept(root.map(), &path, findings).is_none() {
            manifest.sound = false;
        }
        findings.extend(unknown_keys(&root, keys::OF_MANIFEST, &path));
        findings.extend(root.get("limits").map_or(Vec::new(), |limits| unknown_keys(limits, keys::OF_LIMITS, &path)));
        let mut reader = KeyReader { path: &path, findings };
        manifest.version = reader.version(&root);
        manifest.is_of_2023 = root
            .get("problem_format_version")
            .and_then(|node| node.text().ok())
            .is_some_and(|word| word.starts_with("2023-07"));
        manifest.name = reader.name(&root);
        reader.kind(&root, &mut manifest);
        reader.validation(&root, &mut manifest);
        reader.passes(&root, &mut manifest);
        if let Some(node) = root.get("validator_flags") {
            manifest.validator_flags = reader.accept(node.words()).unwrap_or_default();
            manifest.validator_flags_range = node.range;
        }
        if let Some(node) = root.get("constants") {
            manifest.constants = reader.constants(node);
        }
        manifest.root = root;
        manifest
    }

    fn nothing() -> Manifest {
        Manifest {
            path: None,
            root: Document::parse("").root,
            sound: false,
            version: Version::Legacy,
            name: None,
            interactive: false,
            passes: None,
            scores: false,
            scoring: false,
            is_of_2023: false,
            validation: Validation::Unstated,
            validation_range: Range::default(),
            validator_flags: Vec::new(),
            validator_flags_range: Range::default(),
            constants: Constants::default(),
        }
    }

    /// A finding at a range of the manifest, or about the folder when there is no manifest.
    pub(super) fn finding(&self, code: Code, range: Range, message: String) -> Finding {
        match &self.path {
            Some(path) => Finding::at(code, Place { path: path.clone(), range }, message),
            None => Finding::of_folder(code, message),
        }
    }
}

/// How many passes there are at most where nothing is stated.
const DEFAULT_PASSES: u32 = 2;

/// Reads single keys and keeps what is wrong with them.
struct KeyReader<'a> {
    path: &'a RelPath,
    findings: &'a mut Vec<Finding>,
}

impl KeyReader<'_> {
    fn accept<T>(&mut self, result: Result<T, Complaint>) -> Option<T> {
        accept(result, self.path, self.findings)
    }

    fn broken(&mut self, range: Range, message: String) {
        self.findings.push(Complaint::new(range, message).finding(self.path));
    }

    fn not_judged(&mut self, range: Range, word: &str) {
        let message = format!("{word} problems are not judged here; solutions are run once and as programs");
        let place = Place { path: self.path.clone(), range };
        self.findings.push(Finding::at(Code::ToolMissing, place, message));
    }

    fn version(&mut self, root: &Node) -> Version {
        let Some(node) = root.get("problem_format_version") else { return Version::Legacy };
        let Some(word) = self.accept(node.text()) else { return Version::Legacy };
        match word {
            "legacy" | "legacy-icpc" => Version::Legacy,
            "2023-07" | "2023-07-draft" | "2025-09" | "2025-09-draft" => Version::Since2023,
            _ => {
                let message = format!(
                    "the version `{word}` is not known; legacy, legacy-icpc, 2023-07-draft, 2023-07 and 2025-09 are, \
                     and the folder is read as the last of these"
                );
                self.broken(node.range, message);
                Version::Since2023
            }
        }
    }

    /// The English name, else the first one.
    fn name(&mut self, root: &Node) -> Option<String> {
        let node = root.get("name")?;
        let node = node.get("en").or_else(|| Some(&node.entries().first()?.value)).unwrap_or(node);
        self.accept(node.text()).filter(|name| !name.trim().is_empty()).map(str::to_owned)
    }

    fn kind(&mut self, root: &Node, manifest: &mut Manifest) {
        let Some(node) = root.get("type") else { return };
        for word in self.accept(node.words()).unwrap_or_default() {
            match word.as_str() {
                "pass-fail" => {}
                "scoring" => {
                    manifest.scores = manifest.version == Version::Since2023;
                    manifest.scoring = true;
                }
                "interactive" => {
                    manifest.interactive = true;
                    manifest.validation_range = node.range;
                }
                "multi-pass" => manifest.passes = Some(DEFAULT_PASSES),
                "submit-answer" => self.not_judged(node.range, &word),
                _ => {
                    let message = format!(
                        "the type `{word}` is not known; pass-fail, scoring, interactive, multi-pass and \
                         submit-answer are"
                    );
                    self.broken(node.range, message);
                }
            }
        }
    }

    fn validation(&mut self, root: &Node, manifest: &mut Manifest) {
        let Some(node) = root.get("validation") else { return };
        manifest.validation_range = node.range;
        for word in self.accept(node.words()).unwrap_or_default() {
            match word.as_str() {
                "default" => manifest.validation = Validation::Default,
                "custom" => manifest.validation = Validation::Custom,
                "interactive" => manifest.interactive = true,
                "score" => {
                    manifest.scores = true;
                    manifest.scoring = true;
                }
                "multi-pass" => manifest.passes = Some(DEFAULT_PASSES),
                _ => {
                    let message = format!(
                        "`{word}` is no kind of validation; write `default`, or `custom` and perhaps `score` and \
                         `interactive`"
                    );
                    self.broken(node.range, message);
                }
            }
        }
    }

    /// Several passes, and how many.
    fn passes(&mut self, root: &Node, manifest: &mut Manifest) {
        if manifest.passes.is_none() {
            return;
        }
        let stated = root.get("limits").and_then(|limits| limits.get("validation_passes"));
        if let Some(stated) = stated.and_then(|node| self.accept(node.positive())) {
            manifest.passes = Some((stated as u32).max(1));
        }
    }

    fn constants(&mut self, node: &Node) -> Constants {
        let entries = self.accept(node.map()).unwrap_or_default();
        let texts = entries.iter().map(|entry| (entry.key.clone(), entry.value.text()));
        Constants::new(texts.filter_map(|(key, text)| Some((key, self.accept(text)?.to_owned()))).collect())
    }
}
