//! Folders of formats that are known and have no reader of their own: they are read as plain ones, and a finding says so. Limits
//! and points of tests that stand in their manifests as data are laid over that.
//!
//! Invariant: a manifest alone is no proof where its name is a common one; then something beside it has to fit.

mod dmoj;
pub(super) mod keys;
mod listed;
mod luogu;
mod pps;
mod rime;
#[cfg(test)]
mod tests;

use self::listed::Listed;
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::{plain::Hints, statement},
    model::{ByTest, LanguageLimits, Problem, Test, TimeLimit},
    path::RelPath,
    scoring::Scoring,
};

/// A format without a reader.
struct Format {
    /// What people call it.
    name: &'static str,
    /// Its manifest.
    manifest: &'static str,
    /// Whether what it has beside the manifest is in a directory.
    has_rest: fn(directory: At<'_>) -> bool,
    /// Whether the text of a file that is called as the manifest is one.
    is_manifest: fn(text: &str) -> bool,
    /// Nothing else has what these two look for.
    is_unmistakable: bool,
    /// What the manifest says of tests, where it is data: how it is read, what it is, and what is not known all the same.
    read: Option<(Read, [&'static str; 2])>,
    /// Tells the reader of plain folders what the files of the format say of its parts.
    hint: fn(folder: &dyn Folder, text: &str, hints: &mut Hints),
    /// The limits that the manifest states for the whole problem.
    limits: fn(text: &str) -> LanguageLimits,
    /// The archive of tests that the manifest names.
    archive: fn(text: &str) -> Option<RelPath>,
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
    const fn unread(name: &'static str, manifest: &'static str) -> Format {
        Format {
            name,
            manifest,
            has_rest: |_| true,
            is_manifest: |_| true,
            is_unmistakable: false,
            read: None,
            hint: |_, _, _| {},
            limits: |_| LanguageLimits::default(),
            archive: |_| None,
            known: None,
        }
    }

    /// The manifest of a directory that is a folder of this format. It is read last: other files of its name may be long.
    fn text(&self, at: At<'_>) -> Option<String> {
        let is_likely = at.has(self.manifest) && (self.has_rest)(at);
        is_likely.then(|| at.text(self.manifest)).flatten().filter(|text| (self.is_manifest)(text))
    }
}

/// Where Rime and Rake have the tests.
const TESTS: &str = "tests";

const FORMATS: [Format; 6] = [
    Format { has_rest: |at| at.has_below("managers"), ..Format::unread("Terry", "task.yaml") },
    Format {
        has_rest: |at| at.has_below(TESTS),
        is_manifest: rime::is_manifest,
        is_unmistakable: true,
        hint: rime::hint,
        limits: rime::limits,
        known: Some(
            "with the parts, labels and the time limit that PROBLEM, TESTSET and SOLUTION write out; nothing of them is run, so \
             of the tests that generators make those are known that rime-out/tests has from Rime's last run",
        ),
        ..Format::unread("Rime", rime::MANIFEST)
    },
    Format {
        is_manifest: |text| {
            let is_archive = |line: &str| line.starts_with("archive:") && line.trim_end().ends_with(".zip");
            text.lines().any(|line| line.starts_with("test_cases:") || is_archive(line))
        },
        is_unmistakable: true,
        read: Some((
            dmoj::read,
            ["points of tests and batches, and how outputs are compared,", "its generators and limits are"],
        )),
        archive: dmoj::archive,
        ..Format::unread("DMOJ", "init.yml")
    },
    Format {
        is_manifest: is_of_luogu,
        is_unmistakable: true,
        read: Some((luogu::read, ["limits and points of tests", "what subtasks give together is"])),
        ..Format::unread("Luogu", "config.yml")
    },
    Format {
        has_rest: |at| at.has(pps::SCRIPT),
        is_unmistakable: true,
        hint: pps::hint,
        limits: pps::limits,
        known: Some(
            "with genscript as its script, and with the limits, parts and labels that config.json names; state what is missing in \
             touchstone.toml. Lines that are the same make the same test here",
        ),
        ..Format::unread("PPS", "config.json")
    },
    Format { has_rest: |at| at.has_below(TESTS), ..Format::unread("Rake", "Rakefile") },
];

/// Whether a directory of a tree is a folder of a format whose marks nothing else has: what lies in it is a part of it, also where
/// that could be a problem by itself.
pub(super) fn is_root(folder: &dyn Folder, directory: &RelPath) -> bool {
    let at = At { folder, path: directory };
    FORMATS.iter().filter(|format| format.is_unmistakable).any(|format| format.text(at).is_some())
}

/// The archive of tests that the manifest of such a folder names.
pub(super) fn archive(folder: &dyn Folder) -> Option<RelPath> {
    let root = RelPath::root();
    let at = At { folder, path: &root };
    FORMATS.iter().find_map(|format| (format.archive)(&format.text(at)?)).filter(|path| folder.has(path))
}

/// A folder of such a format.
pub(super) struct Foreign {
    format: &'static Format,
    path: RelPath,
    /// The manifest's.
    text: String,
    listed: Option<Listed>,
    /// The limits that the manifest states.
    limits: LanguageLimits,
    /// Whether the manifest or a statement states the memory limit; asked where the manifest states that of time.
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
            let text = format.text(at)?;
            let mut findings = Vec::new();
            let listed = format.read.map(|(read, _)| read(&path, &text, &mut findings));
            let limits = (format.limits)(&text);
            // What is wrong in a statement is said where the limits are read.
            let in_statement = || statement::read(folder, &mut Vec::new()).memory_bytes.is_some();
            let states_memory = limits.time_ms.is_some() && (limits.memory_bytes.is_some() || in_statement());
            Some(Foreign { format, path, text, listed, limits, states_memory, findings })
        })
    }

    /// Tells the reader of plain folders what the folder's own files say of its parts.
    pub(super) fn hint(&self, folder: &dyn Folder, hints: &mut Hints) {
        (self.format.hint)(folder, &self.text, hints);
    }

    /// Lays what the manifest says over what a plain folder's reader has found.
    pub(super) fn lay_over(&mut self, problem: &mut Problem) {
        let LanguageLimits { time_ms, memory_bytes } = self.limits;
        problem.limits.memory_bytes = memory_bytes.unwrap_or(problem.limits.memory_bytes);
        if let Some(ms) = time_ms {
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
fn is_of_luogu(text: &str) -> bool {
    has_line(text, |line| line.trim_end().ends_with(".in:"))
        && has_line(text, |line| line.trim().starts_with("timeLimit:"))
}

fn has_line(text: &str, is_it: fn(&str) -> bool) -> bool {
    text.lines().any(is_it)
}
