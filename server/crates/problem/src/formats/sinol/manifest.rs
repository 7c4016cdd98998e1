//! `config.yml`.

use super::keys;
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{
        keys::find_word,
        yaml::{Document, Entry, Node, accept, unknown_keys},
    },
    language::Language,
    path::RelPath,
    text::{Place, Range},
};

/// The names of the manifest, that which counts before the other first.
const MANIFESTS: [&str; 2] = ["config.yml", "config.yaml"];

/// Keys that other tools write and that say nothing here.
const OTHERS: [&str; 3] = ["sinol_latex_compiler", "tags", "id"];

/// What `config.yml` says.
pub(super) struct Manifest {
    pub(super) path: RelPath,
    pub(super) root: Node,
    /// The rules by which points are given.
    pub(super) contest: Contest,
}

/// The contest types of `sinol_contest_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contest {
    /// Points for what is in time.
    Default,
    /// The same, but points fall with time beyond half of the limit.
    Oi,
    /// The points have to add up.
    Oij,
    /// All or nothing.
    Icpc,
}

/// The manifest of a directory that is a package: with programs beside it, since its name is a common one.
pub(in crate::formats) fn manifest_in(folder: &dyn Folder, directory: &RelPath) -> Option<RelPath> {
    let path = MANIFESTS.iter().filter_map(|name| directory.join(name)).find(|path| folder.has(path))?;
    let programs = directory.join("prog")?;
    let is_source = |path: &RelPath| path.parent() == programs && Language::from_path(path).is_some();
    folder.files().iter().any(|file| is_source(&file.path)).then_some(path)
}

impl Manifest {
    /// Reads the manifest; one that is broken gives what can be read of it.
    pub(super) fn read(folder: &dyn Folder, path: RelPath, findings: &mut Vec<Finding>) -> Manifest {
        let text = folder.text(&path).unwrap_or_default();
        let Document { root, complaints } = Document::parse(&text);
        findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
        accept(root.map(), &path, findings);
        let is_free =
            |key: &str| key.starts_with("title_") || key.starts_with("sinol_undocumented") || OTHERS.contains(&key);
        let own = root.entries().iter().map(|entry| entry.key.as_str()).filter(|key| is_free(key));
        let known: Vec<&str> = keys::MANIFEST.names().into_iter().chain(own).collect();
        findings.extend(unknown_keys(&root, &known, &path));
        let mut manifest = Manifest { path, root, contest: Contest::Default };
        manifest.contest = manifest.contest(findings);
        manifest
    }

    /// The id that the manifest states.
    pub(super) fn task_id(&self, findings: &mut Vec<Finding>) -> Option<String> {
        let node = self.root.get("sinol_task_id")?;
        let id = accept(node.text(), &self.path, findings)?.trim();
        if id.is_empty() || id.contains(['/', '\\']) || id.starts_with('.') {
            let message = format!("`{id}` cannot be what file names begin with; write the task's short name");
            findings.push(self.finding(Code::ManifestBroken, node.range, message));
            return None;
        }
        Some(id.to_owned())
    }

    fn contest(&self, findings: &mut Vec<Finding>) -> Contest {
        let Some(node) = self.root.get("sinol_contest_type") else { return Contest::Default };
        let Some(word) = accept(node.text(), &self.path, findings) else { return Contest::Default };
        match find_word(&keys::CONTESTS, word).map_or("", |known| known.name) {
            "default" => Contest::Default,
            "oi" => {
                let message = "points that fall with time beyond half of the limit are not reckoned here: a group that is \
                               passed in time has its full score";
                let finding = self.finding(Code::ToolMissing, node.range, message.to_owned());
                findings.push(finding.with_severity(Severity::Information));
                Contest::Oi
            }
            "oij" => Contest::Oij,
            "icpc" => Contest::Icpc,
            _ => {
                let message = format!(
                    "the contest type `{word}` is not known, so `default` is assumed; default, oi, oij and icpc are"
                );
                findings.push(self.finding(Code::ManifestBroken, node.range, message));
                Contest::Default
            }
        }
    }

    /// The entries of a key that is a map; none when it is missing.
    pub(super) fn entries(&self, key: &str, findings: &mut Vec<Finding>) -> &[Entry] {
        self.root.get(key).and_then(|node| accept(node.map(), &self.path, findings)).unwrap_or_default()
    }

    /// The texts of a key that is a list of texts, or one text, with where each stands.
    pub(super) fn texts(&self, node: Option<&Node>, findings: &mut Vec<Finding>) -> Vec<(String, Range)> {
        let Some(node) = node else { return Vec::new() };
        let items: &[Node] = match &node.value {
            crate::formats::yaml::Value::List(items) => items,
            _ => std::slice::from_ref(node),
        };
        let texts =
            items.iter().filter_map(|item| Some((accept(item.text(), &self.path, findings)?.to_owned(), item.range)));
        texts.collect()
    }

    /// A place in the manifest.
    pub(super) fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    /// A finding at a range of the manifest.
    pub(super) fn finding(&self, code: Code, range: Range, message: String) -> Finding {
        Finding::at(code, self.place(range), message)
    }
}
