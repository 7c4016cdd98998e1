//! Contests: which problems of a tree belong together, in which order and by which labels.
//!
//! A file beside the problem folders lists them: `problems.yaml` as BAPCtools has it, `problemset.yaml` as DOMjudge took
//! it, or `problems` in `contest.yaml` and in rbx's `contest.rbx.yml` and `contest.ID.rbx.yml`. Problems that no file lists are a contest of the
//! folder around them, without labels.
//!
//! Invariant: every problem of the tree is in exactly one contest, and what a list names and is not there is told.

mod list;

use std::collections::BTreeSet;

use self::list::{List, Listed};
use crate::{
    finding::{Code, Finding, Severity},
    folder::{Folder, Obstacle},
    path::RelPath,
    text::{Place, Range},
    words::enumerated,
};

/// Files that list the problems of a contest, that which counts before the others first. Behind them come rbx's variants.
const CONTEST_FILES: [&str; 4] = ["problems.yaml", "problemset.yaml", "contest.yaml", "contest.rbx.yml"];

/// Whether a file of this name lists the problems of a contest.
pub fn is_contest_file(name: &str) -> bool {
    CONTEST_FILES.contains(&name) || is_variant(name)
}

/// Whether a file of this name is one of several contests of rbx in one folder: `contest.ID.rbx.yml`.
fn is_variant(name: &str) -> bool {
    let id = name.strip_prefix("contest.").and_then(|rest| rest.strip_suffix(".rbx.yml"));
    id.is_some_and(|id| !id.is_empty() && !id.contains('.'))
}

/// Problems that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Its folder.
    pub root: RelPath,
    /// What it is called.
    pub name: Option<String>,
    /// The file that lists its problems, where there is one.
    pub file: Option<RelPath>,
    /// Its problems, those that are listed first and as they are.
    pub problems: Vec<ContestProblem>,
    /// What is wrong with the list; paths are relative to the contest's folder.
    pub findings: Vec<Finding>,
}

/// A problem of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestProblem {
    /// Its folder, from the folder that was searched.
    pub path: RelPath,
    /// Its letter.
    pub label: Option<String>,
    /// What the list calls it.
    pub title: Option<String>,
    /// Whether a file lists it.
    pub is_listed: bool,
    /// A file lists it, and there is no such folder.
    pub is_missing: bool,
}

/// The contests of a tree whose problems lie at `roots`. Of several lists in one folder `named`, if it is among them,
/// counts, else the first of [`CONTEST_FILES`], and then of rbx's variants by their names, that names a problem.
pub fn contests(folder: &dyn Folder, roots: &[RelPath], named: Option<&RelPath>) -> Vec<Contest> {
    let mut free: BTreeSet<RelPath> = roots.iter().cloned().collect();
    let mut contests: Vec<Contest> = folders_with_lists(folder)
        .into_iter()
        .filter_map(|root| listed(folder, &root, named.filter(|file| file.parent() == root), &mut free))
        .collect();
    for path in free {
        let around = contests
            .iter_mut()
            .filter(|contest| path.is_below(&contest.root))
            .max_by_key(|contest| contest.root.parts().count());
        match around {
            Some(contest) => {
                if contest.file.is_some() {
                    contest.findings.push(unlisted(contest, &path));
                }
                contest.problems.push(not_listed(path));
            }
            None => contests.push(Contest {
                root: RelPath::root(),
                name: name_of(folder, &RelPath::root()),
                file: None,
                problems: vec![not_listed(path)],
                findings: Vec::new(),
            }),
        }
    }
    if let (Some(most), Some(contest)) = (cut_after(folder), contests.first_mut()) {
        let message = format!(
            "the folder has more than {most} files and folders, so problems may have been overlooked; name the problems \
             one by one"
        );
        contest.findings.push(Finding::of_folder(Code::FileLeftOut, message));
    }
    contests
}

fn not_listed(path: RelPath) -> ContestProblem {
    ContestProblem { path, label: None, title: None, is_listed: false, is_missing: false }
}

fn unlisted(contest: &Contest, path: &RelPath) -> Finding {
    let (file, shown) = (contest.file.clone().unwrap_or_else(RelPath::root), within(path, &contest.root));
    let message = format!("{shown} is a problem that {file} does not list; it is judged after the others");
    Finding::of_file(Code::ManifestStale, &file, message).with_severity(Severity::Information)
}

/// A path as seen from a folder that it lies in.
fn within(path: &RelPath, root: &RelPath) -> RelPath {
    let parts: Vec<&str> = path.parts().skip(root.parts().count()).collect();
    RelPath::parse(&parts.join("/")).unwrap_or_else(|| path.clone())
}

/// Directories in which a file of a contest lies, in path order. A list inside a problem is of something else.
fn folders_with_lists(folder: &dyn Folder) -> Vec<RelPath> {
    let lists = folder.files().iter().filter(|entry| is_contest_file(entry.path.file_name()));
    let directories: BTreeSet<RelPath> = lists.map(|entry| entry.path.parent()).collect();
    directories.into_iter().collect()
}

/// The contest of a folder in which there is a list, without the problems that nobody lists.
fn listed(
    folder: &dyn Folder,
    root: &RelPath,
    named: Option<&RelPath>,
    free: &mut BTreeSet<RelPath>,
) -> Option<Contest> {
    let usual = CONTEST_FILES.iter().filter_map(|name| root.join(name));
    let variants = folder.children(root).into_iter().map(|entry| entry.path.clone());
    let variants = variants.filter(|path| is_variant(path.file_name()));
    let files = named.into_iter().cloned().chain(usual).chain(variants);
    let (file, list) = files.filter_map(|file| Some((file.clone(), List::read(folder, &file)?))).next()?;
    let own_name = RelPath::root().with_file_name(file.file_name());
    let is_inside_a_problem = free.iter().any(|problem| root == problem || root.is_below(problem));
    if named.is_none() && is_inside_a_problem {
        return None;
    }
    let mut contest = Contest {
        root: root.clone(),
        name: name_of_variant(folder, &file).or_else(|| name_of(folder, root)),
        file: Some(own_name.clone()),
        problems: Vec::new(),
        findings: list.findings,
    };
    let mut absent = Vec::new();
    for one in list.problems {
        let (path, is_missing) = match find(folder, root, &one, free) {
            Ok(path) => (path, false),
            Err(path) => (path, true),
        };
        free.remove(&path);
        if contest.problems.iter().any(|earlier| earlier.path == path) {
            let message = format!("{} is listed twice; the first entry counts", one.id);
            contest.findings.push(at(Code::ManifestBroken, &own_name, one.range, message));
            continue;
        }
        let same_label = one.label.is_some() && contest.problems.iter().any(|earlier| earlier.label == one.label);
        if let Some(label) = one.label.as_ref().filter(|_| same_label) {
            let message = format!("the label {label} is given to several problems; give each its own");
            contest.findings.push(at(Code::ManifestBroken, &own_name, one.range, message));
        }
        contest.problems.push(ContestProblem { path, label: one.label, title: one.title, is_listed: true, is_missing });
        if is_missing {
            absent.push((one.id, one.range));
        }
    }
    // Which problems nobody lists is known after the last entry.
    for (id, range) in absent {
        contest.findings.push(at(Code::ManifestStale, &own_name, range, missing(&id, root, free)));
    }
    // A list of which nothing is here is of other folders.
    let is_of_this_tree = contest.problems.is_empty() || contest.problems.iter().any(|one| !one.is_missing);
    (named.is_some() || is_of_this_tree).then_some(contest)
}

fn at(code: Code, file: &RelPath, range: Range, message: String) -> Finding {
    Finding::at(code, Place { path: file.clone(), range }, message)
}

fn missing(id: &str, root: &RelPath, free: &BTreeSet<RelPath>) -> String {
    const SHOWN: usize = 4;
    let others = free.iter().filter(|problem| problem.is_below(root));
    let others: Vec<String> = others.map(|problem| within(problem, root).to_string()).collect();
    let hint = if others.is_empty() {
        "add it, or take it out of the list".to_owned()
    } else {
        format!("add it, take it out of the list, or name one that is not listed: {}", enumerated(&others, SHOWN))
    };
    format!("there is no folder {id} beside this file, so the problem is not judged; {hint}")
}

/// The folder of a listed problem: the one of that name beside the list, or the only problem of that name anywhere. The
/// error is where it should be.
fn find(folder: &dyn Folder, root: &RelPath, one: &Listed, free: &BTreeSet<RelPath>) -> Result<RelPath, RelPath> {
    let beside = root.join(&one.id).unwrap_or_else(RelPath::root);
    if !folder.below(&beside).is_empty() || cut_after(folder).is_some() {
        return Ok(beside);
    }
    let mut elsewhere = free.iter().filter(|problem| problem.file_name() == one.id);
    match (elsewhere.next(), elsewhere.next()) {
        (Some(only), None) => Ok(only.clone()),
        _ => Err(beside),
    }
}

/// Whether not all of the folder was listed: how many files were.
fn cut_after(folder: &dyn Folder) -> Option<usize> {
    folder.left_out().iter().find_map(|one| match one.obstacle {
        Obstacle::TooManyFiles { most } => Some(most),
        _ => None,
    })
}

/// What `contest.yaml`, or rbx's file, calls the contest.
fn name_of(folder: &dyn Folder, root: &RelPath) -> Option<String> {
    let named = |file| list::contest_name(&folder.text(&root.join(file)?)?);
    ["contest.yaml", "contest.rbx.yml"].into_iter().find_map(named)
}

/// What one of several contests in a folder is called.
fn name_of_variant(folder: &dyn Folder, file: &RelPath) -> Option<String> {
    list::contest_name(&folder.text(file).filter(|_| is_variant(file.file_name()))?)
}

#[cfg(test)]
mod tests;
