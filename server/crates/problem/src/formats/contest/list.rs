//! The file that lists the problems of a contest.

use super::RelPath;
use crate::{
    finding::Finding,
    folder::Folder,
    formats::yaml::{Complaint, Document, Node, Value, accept, unknown_keys},
    text::Range,
};

/// The keys of an entry: those that are read, and those by which BAPCtools, DOMjudge, rbx and the contest API of CLICS describe a
/// problem to others.
const KEYS: &[&str] = &[
    "id",
    "short-name",
    "label",
    "letter",
    "name",
    "uuid",
    "externalid",
    "ordinal",
    "color",
    "rgb",
    "points",
    "max_score",
    "time_limit",
    "timelimit",
    "memory_limit",
    "output_limit",
    "code_limit",
    "test_data_count",
    "allow_submit",
    "allow_judge",
    "lazy_eval_results",
    "package",
    "statement",
    "attachments",
    "path",
    "short_name",
    "colorName",
    "aliases",
];

/// What a file lists.
pub(super) struct List {
    pub(super) problems: Vec<Listed>,
    /// What is wrong with it; the path is its name alone.
    pub(super) findings: Vec<Finding>,
}

/// A problem as it is listed.
pub(super) struct Listed {
    /// The name of its folder.
    pub(super) id: String,
    pub(super) label: Option<String>,
    pub(super) title: Option<String>,
    /// Where the folder is named.
    pub(super) range: Range,
}

impl List {
    /// Reads a file; `None` when there is none, or it is no list of problems, as a `contest.yaml` without any.
    pub(super) fn read(folder: &dyn Folder, path: &RelPath) -> Option<List> {
        let text = folder.text(path)?;
        let path = RelPath::root().with_file_name(path.file_name());
        let Document { root, complaints } = Document::parse(&text);
        let is_list_alone = !path.file_name().starts_with("contest.");
        let items = match &root.value {
            Value::List(_) if is_list_alone => &root,
            _ => match root.get("problems") {
                Some(problems) => problems,
                // A file of this name that says nothing of problems is somebody else's.
                None if complaints.is_empty() || !is_list_alone => return None,
                None => &root,
            },
        };
        let mut list = List { problems: Vec::new(), findings: Vec::new() };
        let is_broken = !complaints.is_empty();
        list.findings.extend(complaints.into_iter().map(|complaint| complaint.finding(&path)));
        if let Value::List(items) = &items.value {
            for item in items {
                list.findings.extend(unknown_keys(item, KEYS, &path));
                let one = accept(listed(item), &path, &mut list.findings);
                list.problems.extend(one);
            }
        }
        // Entries of which none has a name are somebody else's, too.
        let is_ours = !list.problems.is_empty() || is_broken;
        is_ours.then_some(list)
    }
}

/// An entry: a map with the folder's name, or that name alone.
fn listed(item: &Node) -> Result<Listed, Complaint> {
    let id = match &item.value {
        Value::Scalar(_) => item,
        _ => {
            item.map()?;
            let named = ["id", "short-name", "path", "short_name"].into_iter().find_map(|key| item.get(key));
            named.ok_or_else(|| Complaint::new(item.range, "this problem has no `id`; write the name of its folder"))?
        }
    };
    let name = id.text()?;
    if RelPath::parse(name).is_none_or(|path| path.is_root()) {
        let message = format!("`{name}` leads out of the folder of the contest; write the name of a folder in it");
        return Err(Complaint::new(id.range, message));
    }
    let text = |node: Option<&Node>| node.map(|node| node.text().map(str::to_owned)).transpose();
    Ok(Listed {
        id: name.to_owned(),
        label: text(["label", "letter", "short_name"].into_iter().find_map(|key| item.get(key)))?,
        title: item.get("name").and_then(words),
        range: id.range,
    })
}

/// A text, or the English or else the first of several by language.
fn words(node: &Node) -> Option<String> {
    let text = node.get("en").or_else(|| node.entries().first().map(|entry| &entry.value)).unwrap_or(node);
    text.text().ok().map(str::to_owned)
}

/// What a contest's file calls it.
pub(super) fn contest_name(text: &str) -> Option<String> {
    let Document { root, .. } = Document::parse(text);
    ["name", "formal_name", "formal-name", "short-name"].iter().find_map(|key| words(root.get(key)?))
}
