//! Folders of formats that are known and have no reader of their own: they are read as plain ones, and a finding says so. Limits
//! and points of tests that stand in their manifests as data are laid over that.
//!
//! Invariant: a manifest alone is no proof where its name is a common one; then something beside it has to fit.

mod dmoj;
mod listed;
mod luogu;
mod rime;
#[cfg(test)]
mod tests;

use self::listed::Listed;
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{plain::Hints, statement},
    model::{ByTest, Problem, Test, TimeLimit},
    path::RelPath,
    scoring::Scoring,
};

/// A format without a reader.
struct Format {
    /// What people call it.
    name: &'static str,
    /// Its manifest.
    manifest: &'static str,
    /// Whether the rest of a directory is of it; `text` is the manifest's.
    fits: fn(directory: At<'_>, text: &str) -> bool,
    /// Nothing else has what `fits` looks for.
    is_unmistakable: bool,
    /// What the manifest says of tests, where it is data: how it is read, what it is, and what is not known all the same.
    read: Option<(Read, [&'static str; 2])>,
    /// Tells the reader of plain folders what the files of the format say of its parts.
    hint: fn(folder: &dyn Folder, text: &str, hints: &mut Hints),
    /// The time limit that the manifest states, milliseconds.
    time_ms: fn(text: &str) -> Option<u64>,
    /// What is read of its own files and what is not, where `hint` knows something.
    known: Option<&'static str>,
}

/// Reads what a manifest says of tests.
type Read = fn(path: &RelPath, text: &str, findings: &mut Vec<Finding>) -> Listed;

/// A directory of a folder.
#[derive(Clone, Copy)]
struct At<'a> {
    folder: &'a dyn Folder,
    path: &'a RelPath,
}

impl At<'_> {
    fn has(self, name: &str) -> bool {
        self.path.join(name).is_some_and(|path| self.folder.has(&path))
    }

    fn has_below(self, name: &str) -> bool {
        self.path.join(name).is_some_and(|path| !self.folder.below(&path).is_empty())
    }

    fn text(self, name: &str) -> Option<String> {
        self.folder.text(&self.path.join(name)?)
    }
}

impl Format {
    const fn unread(name: &'static str, manifest: &'static str, fits: fn(At<'_>, &str) -> bool) -> Format {
        Format {
            name,
            manifest,
            fits,
            is_unmistakable: false,
            read: None,
            hint: |_, _, _| {},
            time_ms: |_| None,
            known: None,
        }
    }
}

/// The test script of PPS.
const PPS_SCRIPT: &str = "genscript";

const FORMATS: [Format; 6] = [
    Format::unread("Terry", "task.yaml", |at, _| at.has_below("managers")),
    Format {
        is_unmistakable: true,
        hint: rime::hint,
        time_ms: rime::time_ms,
        known: Some(
            "with the parts, labels and the time limit that PROBLEM, TESTSET and SOLUTION write out; nothing of them is run, so \
             tests that generators make are not known: put them into tests/",
        ),
        ..Format::unread("Rime", rime::MANIFEST, |at, text| rime::is_manifest(text) && at.has_below("tests"))
    },
    Format {
        read: Some((dmoj::read, ["points of tests and batches", "its checker, generator and limits are"])),
        ..Format::unread("DMOJ", "init.yml", |_, text| has_line(text, |line| line.starts_with("test_cases:")))
    },
    Format {
        read: Some((luogu::read, ["limits and points of tests", "what subtasks give together is"])),
        ..Format::unread("Luogu", "config.yml", is_of_luogu)
    },
    Format {
        is_unmistakable: true,
        hint: |_, _, hints| hints.script = hints.script.take().or_else(|| RelPath::parse(PPS_SCRIPT)),
        known: Some(
            "with genscript as its script; what config.json says of limits, the checker and solutions is not known: state that in \
             touchstone.toml. Lines that are the same make the same test here",
        ),
        ..Format::unread("PPS", "config.json", |at, _| at.has(PPS_SCRIPT))
    },
    Format::unread("Rake", "Rakefile", |at, _| at.has_below("tests")),
];

/// Whether a directory of a tree is a folder of a format whose marks nothing else has: what lies in it is a part of it, also where
/// that could be a problem by itself.
pub(super) fn is_root(folder: &dyn Folder, directory: &RelPath) -> bool {
    let at = At { folder, path: directory };
    let fits = |format: &&Format| at.text(format.manifest).is_some_and(|text| (format.fits)(at, &text));
    FORMATS.iter().filter(|format| format.is_unmistakable).any(|format| fits(&format))
}

/// A folder of such a format.
pub(super) struct Foreign {
    format: &'static Format,
    path: RelPath,
    /// The time limit that the manifest states, milliseconds.
    time_ms: Option<u64>,
    /// The manifest's.
    text: String,
    listed: Option<Listed>,
    /// Whether a statement states the memory limit; asked where the manifest states that of time alone.
    states_memory: bool,
    findings: Vec<Finding>,
}

impl Foreign {
    /// Which format a folder is of.
    pub(super) fn find(folder: &dyn Folder) -> Option<Foreign> {
        let root = RelPath::root();
        let at = At { folder, path: &root };
        FORMATS.iter().find_map(|format| {
            let path = RelPath::parse(format.manifest)?;
            let text = folder.text(&path).filter(|text| (format.fits)(at, text))?;
            let mut findings = Vec::new();
            let listed = format.read.map(|(read, _)| read(&path, &text, &mut findings));
            let time_ms = (format.time_ms)(&text);
            // What is wrong in a statement is said where the limits are read.
            let states_memory = time_ms.is_some() && statement::read(folder, &mut Vec::new()).memory_bytes.is_some();
            Some(Foreign { format, path, time_ms, text, listed, states_memory, findings })
        })
    }

    /// Tells the reader of plain folders what the folder's own files say of its parts.
    pub(super) fn hint(&self, folder: &dyn Folder, hints: &mut Hints) {
        (self.format.hint)(folder, &self.text, hints);
    }

    /// Lays what the manifest says over what a plain folder's reader has found.
    pub(super) fn lay_over(&mut self, problem: &mut Problem) {
        if let Some(ms) = self.time_ms {
            problem.limits.time = TimeLimit::Fixed(ms);
            problem.limits.source = self.path.to_string();
            problem.findings.retain(|finding| finding.code != Code::LimitsAssumed);
            if !self.states_memory {
                let message = format!("{} states no memory limit, so 256 MB is assumed", self.path);
                problem.findings.push(Finding::of_file(Code::LimitsAssumed, &self.path, message));
            }
        }
        if let Some(listed) = &self.listed {
            listed.lay_over(&self.path, problem, &mut self.findings);
        }
    }

    /// What tests give by the manifest; `None` where it says nothing of it.
    pub(super) fn scoring(&self, tests: &ByTest<Test>) -> Option<Scoring> {
        self.listed.as_ref()?.scoring(&self.path, tests)
    }

    /// What there is to say: of the format, and of what is wrong in the manifest.
    pub(super) fn findings(self) -> Vec<Finding> {
        let Foreign { format, path, listed, mut findings, .. } = self;
        let name = format.name;
        let read = format.read.filter(|_| listed.is_some_and(|listed| !listed.entries.is_empty()));
        let message = match (read, format.known) {
            (Some((_, [known, unknown])), _) => format!(
                "this is a folder of {name}, read as a plain folder with {known} as {path} states them; {unknown} not known: \
                 state that in touchstone.toml, or export a Polygon or ICPC package"
            ),
            (None, Some(known)) => format!("this is a folder of {name}, read as a plain folder {known}"),
            (None, None) => format!(
                "this is a folder of {name}, a format that is not read here, so it is read as a plain folder and what {path} says \
                 of tests, solutions and limits is not known; state that in touchstone.toml, or export a Polygon or ICPC package"
            ),
        };
        findings.push(Finding::of_file(Code::ToolMissing, &path, message));
        findings
    }
}

/// Limits and points of tests by the names of their inputs.
fn is_of_luogu(_at: At<'_>, text: &str) -> bool {
    has_line(text, |line| line.trim_end().ends_with(".in:"))
        && has_line(text, |line| line.trim().starts_with("timeLimit:"))
}

fn has_line(text: &str, is_it: fn(&str) -> bool) -> bool {
    text.lines().any(is_it)
}
