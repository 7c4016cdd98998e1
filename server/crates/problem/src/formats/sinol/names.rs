//! Names that begin with the task's id: which solution is of which kind, and which test is of which group.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use super::{at, manifest::Manifest};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    path::RelPath,
};

/// Endings that tools have behind the id.
const TOOLS: [&str; 4] = ["ingen", "inwer", "chk", "soc"];

/// The word behind the number of a large test that contestants get.
const OCEN: &str = "ocen";

/// What the names of the task's files begin with.
pub(super) struct TaskId(String);

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TaskId {
    /// The id of a folder.
    pub(super) fn of(folder: &dyn Folder, manifest: &Manifest, findings: &mut Vec<Finding>) -> TaskId {
        if let Some(id) = manifest.task_id(findings) {
            return TaskId(id);
        }
        let names: Vec<String> = files(folder).map(|path| path.stem().to_owned()).collect();
        let own = folder.name();
        if names.is_empty() || names.iter().any(|name| name.starts_with(own)) {
            return TaskId(own.to_owned());
        }
        let Some(id) = common(&names) else { return TaskId(own.to_owned()) };
        let message = format!(
            "the names of programs and tests begin with `{id}` and not with the folder's name, so `{id}` is taken for the \
             task's id; write `sinol_task_id: {id}`"
        );
        let finding = Finding::of_file(Code::ManifestStale, &manifest.path, message);
        findings.push(finding.with_severity(Severity::Information));
        TaskId(id)
    }

    /// What stands behind the id in a name.
    pub(super) fn rest<'a>(&self, stem: &'a str) -> Option<&'a str> {
        stem.strip_prefix(&self.0)
    }

    /// What a solution's name says, without its extension; `None` when it is no solution's.
    pub(super) fn solution(&self, stem: &str) -> Option<Kind> {
        let rest = self.rest(stem)?;
        let (kind, rest) = match rest.as_bytes().first() {
            Some(b'b') => (Kind::Bad, &rest[1..]),
            Some(b's') => (Kind::Slow, &rest[1..]),
            _ => (Kind::Correct, rest),
        };
        let suffix = rest.trim_start_matches(|one: char| one.is_ascii_digit());
        let is_main = kind == Kind::Correct && rest.is_empty();
        (suffix.is_empty() || suffix.starts_with('_')).then_some(if is_main { Kind::Main } else { kind })
    }

    /// The test whose input has this name.
    pub(super) fn test(&self, name: &str) -> Option<TestName> {
        let stem = name.strip_suffix(".in")?;
        let rest = self.rest(stem)?;
        let letters = rest.trim_start_matches(|one: char| one.is_ascii_digit());
        let number = &rest[..rest.len() - letters.len()];
        let is_name = letters.bytes().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit());
        if number.is_empty() || !is_name {
            return None;
        }
        let is_ocen = letters == OCEN;
        Some(TestName {
            stem: stem.to_owned(),
            group: if is_ocen { "0".to_owned() } else { number.to_owned() },
            number: rest.to_owned(),
            is_ocen,
        })
    }
}

/// What a solution is by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It makes the answers.
    Main,
    /// It is right too.
    Correct,
    /// It is too slow.
    Slow,
    /// It is wrong.
    Bad,
}

/// The name of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TestName {
    /// `abc1a`.
    pub(super) stem: String,
    /// `1`.
    pub(super) group: String,
    /// `1a`, as limits name it.
    pub(super) number: String,
    /// A large test that contestants get.
    pub(super) is_ocen: bool,
}

/// The files whose names begin with an id.
fn files(folder: &dyn Folder) -> impl Iterator<Item = RelPath> {
    let in_prog =
        folder.children(&at("prog")).into_iter().filter(|file| !crate::language::Language::is_header(&file.path));
    let in_tests = folder.children(&at("in")).into_iter().filter(|file| file.path.extension() == "in");
    in_prog.chain(in_tests).map(|file| file.path.clone()).collect::<Vec<_>>().into_iter()
}

/// What tools or tests are named after; of several, what most names begin with.
fn common(names: &[String]) -> Option<String> {
    let of_tool = |name: &String| TOOLS.iter().find_map(|tool| Some(name.strip_suffix(tool)?.to_owned()));
    let of_test = |name: &String| {
        let letters = name.trim_end_matches(|one: char| one.is_ascii_lowercase());
        let id = letters.trim_end_matches(|one: char| one.is_ascii_digit());
        (id.len() < letters.len()).then(|| id.to_owned())
    };
    let ids: BTreeSet<String> =
        names.iter().filter_map(|name| of_tool(name).or_else(|| of_test(name))).filter(|id| !id.is_empty()).collect();
    let n_names: BTreeMap<&String, usize> =
        ids.iter().map(|id| (id, names.iter().filter(|name| name.starts_with(id.as_str())).count())).collect();
    // The longest of those that as many names begin with.
    n_names.into_iter().max_by_key(|(id, n)| (*n, id.len())).map(|(id, _)| id.clone())
}
