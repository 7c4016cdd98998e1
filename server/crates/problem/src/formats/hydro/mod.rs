//! Folders of Hydro: `config.yaml` beside the tests, at the root or in `testdata/`, or an older `config.ini` there.
//!
//! The manifest says which tests there are, what they give, and which checker, interactor and validator decide. It says
//! nothing of solutions and generators: those are found as in a plain folder.
//!
//! Decisions where the manifest is silent:
//! - Without `subtasks` and `cases`, every pair of files is a test. If all of them are named `a1-2`, the number before the dash
//!   is the subtask.
//! - Subtasks without a score share what the others leave of 100.
//! - A checker that the manifest does not name is not used: lines are compared then, without blanks at their ends.

mod amounts;
mod beside;
mod cases;
mod config;
mod ini;
mod judges;
pub(in crate::formats) mod keys;
#[cfg(test)]
mod tests;

use self::config::{Config, Way};
use super::plain::{self, Hints};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    label::NOT_JUDGED,
    language::Language,
    model::{ByCommand, Format, Problem, Role},
    path::RelPath,
};

/// The manifests, the first that is there counts.
pub(super) const MANIFESTS: [&str; 4] =
    ["testdata/config.yaml", "config.yaml", "testdata/config.ini", "testdata/Config.ini"];

/// Where the tests lie, beside what the format exports.
const DATA: &str = "testdata";
/// What the format exports of a problem, which says nothing of its tests.
const ABOUT: &str = "problem.yaml";

/// Keys that no other manifest of one of these names has, at the beginning of a line.
const MARKS: [&str; 5] = ["checker_type:", "subtasks:", "user_extra_files:", "judge_extra_files:", "cases:"];

/// Whether a directory of a tree is such a folder: others have files of these names, too.
pub(super) fn is_root(folder: &dyn Folder, directory: &RelPath) -> bool {
    // Of a tree this is a part of the directory around it.
    if directory.file_name() == DATA {
        return false;
    }
    let at = |name: &str| directory.join(name).filter(|path| folder.has(path));
    let has_marks = |text: &str| text.lines().any(|line| MARKS.iter().any(|mark| line.starts_with(mark)));
    let is_it = |name: &&str| {
        let Some(text) = at(name).and_then(|path| folder.text(&path)) else { return false };
        match name.rsplit_once('.') {
            Some((_, "ini")) => ini::is_one(&text),
            // What lies in `testdata` with limits alone is of nothing else.
            _ if name.starts_with("testdata/") => has_marks(&text) || has_limits(&text),
            _ => has_marks(&text) && directory.join("prog").is_none_or(|prog| folder.below(&prog).is_empty()),
        }
    };
    MANIFESTS.iter().any(is_it) || is_bare(folder, directory)
}

/// Whether there is what the format exports and no manifest of the tests: `problem.yaml` with its own keys, and `testdata/`.
fn is_bare(folder: &dyn Folder, directory: &RelPath) -> bool {
    let has_files = |name: &str| directory.join(name).is_some_and(|path| !folder.below(&path).is_empty());
    let text = directory.join(ABOUT).and_then(|path| folder.text(&path));
    let is_ours = |text: String| text.lines().any(|line| line.starts_with("pid:") || line.starts_with("owner:"));
    text.is_some_and(is_ours) && has_files(DATA) && !has_files("data")
}

fn has_limits(text: &str) -> bool {
    ["time:", "memory:", "type:", "filename:"].iter().any(|key| text.lines().any(|line| line.starts_with(key)))
}

/// Reads such a folder; `None` when none of the manifests is there.
pub(super) fn read(folder: &dyn Folder) -> Option<Problem> {
    let found = MANIFESTS.iter().filter_map(|name| RelPath::parse(name)).find(|path| folder.has(path));
    let about = || RelPath::parse(ABOUT).filter(|_| is_bare(folder, &RelPath::root()));
    let path = found.or_else(about)?;
    let data = if path.file_name() == ABOUT { RelPath::root().with_file_name(DATA) } else { path.parent() };
    let mut findings = Vec::new();
    let config = Config::read(folder, path, &mut findings);
    let mut problem = plain::read(folder, &beside::solutions(folder, &data));
    plain::restate(&mut problem.programs, &Hints::default(), "named like a solution, beside the tests");
    problem.findings.retain(|finding| !is_of_data(folder, &data, finding) && !is_settled(&config, finding));
    let found = std::mem::take(&mut problem.tests).into_iter().collect();
    problem.commands = ByCommand::new();
    judges::cast(folder, &config, &data, &mut problem, &mut findings);
    let mut suite = cases::read(folder, &config, &data, found, &mut findings);
    problem.tests = std::mem::take(&mut suite.tests).into();
    problem.scoring = suite.scoring(&problem.tests, &mut findings);
    config.limit(&mut problem.limits);
    if !config.is_judged || config.way == Way::Communication && problem.interactor.is_none() {
        let solutions = problem.programs.iter_mut().filter(|program| program.role == Role::Solution);
        solutions.for_each(|program| program.stop(NOT_JUDGED));
        // Nothing is expected of what is not run.
        problem.findings.retain(|finding| finding.code != Code::SolutionUnlabelled);
    }
    problem.format = Format::Hydro;
    problem.io = config.io.clone();
    problem.include_dirs = vec![data];
    problem.manifest = Some(config.path);
    problem.findings.extend(findings);
    problem.findings.sort_by(|one, other| (&one.place, one.code).cmp(&(&other.place, other.code)));
    Some(problem)
}

/// Whether a finding of the plain reader is about files of tests, of which the manifest speaks.
fn is_of_data(folder: &dyn Folder, data: &RelPath, finding: &Finding) -> bool {
    let about = matches!(finding.code, Code::ManifestStale | Code::FileLeftOut | Code::RoleAmbiguous);
    let in_data = |path: &RelPath| path.parent() == *data || !data.is_root() && path.is_below(data);
    about
        && finding.place.as_ref().is_some_and(|place| {
            let is_judge = finding.code == Code::RoleAmbiguous;
            is_judge || in_data(&place.path) && folder.has(&place.path) && Language::from_path(&place.path).is_none()
        })
}

/// Whether a finding says that something is assumed that the manifest states.
fn is_settled(config: &Config, finding: &Finding) -> bool {
    finding.code == Code::LimitsAssumed && config.states_limits()
}
