//! Plain folders: no manifest, but content and habits that tell what each file is for.
//!
//! What is known of a source comes, the strongest first, from the settings, from what the source calls, from its name,
//! and from the directories it lies in. Nothing that is read here can make reading fail: what is not understood is no
//! part of the problem, and what is understood only in part is a finding.
//!
//! Decisions where habits differ:
//! - A source of at most one byte is a file somebody has just made or emptied; it is left out, and said to be.
//! - Helpers are no part of the problem: directories such as `docs` and `scripts`, hidden ones, and everything more than
//!   four directories down.
//! - In the root, an input is a test only when its answer lies beside it: `1.in` with `1.out`, `input1.txt` with
//!   `output1.txt`.
//! - What is named like an output is never an input, and an answer follows from the name of its input. An input without
//!   an answer is a test where its name says that it is one; a file that only may be one is a finding.
//! - Of several validators, checkers or interactors with the same bytes only the one nearest to the root counts.
//! - A test that the script names by its index or name is what the command makes, not the file of the same name, which
//!   is taken for an earlier product of it; neither that file nor its answer is used.
//! - `build/tests` counts only when nothing else gives tests, because it is made from the others; an archive of tests
//!   only when no other files do, because it most likely holds the same.
//! - A label in the source (`@EXPECTED_RESULTS@`) counts before the name, and the name before the directory; but a name
//!   that says no more than "a solution", such as `sol2` or `sol_py`, leaves it to the directory.

mod judges;
mod labels;
mod limits;
mod listed;
mod names;
pub(super) mod natural;
mod roles;
mod script;
mod sources;
mod suite;
mod test_files;
#[cfg(test)]
pub(super) mod tests;
mod unused;

use std::collections::BTreeSet;

use globset::{Glob, GlobMatcher, escape};

use crate::{
    finding::Finding,
    folder::Folder,
    label::Label,
    model::{ByProgram, Format, Problem},
    path::RelPath,
    settings::{ListedTests, RoleHint, SETTINGS_FILE},
};

pub(in crate::formats) use self::{
    labels::{label_by_names, unlabelled_solution},
    roles::restate,
    sources::{empty_source, tool_among_solutions},
};
use self::{names::Names, unused::Unused};
use super::{foreign, sinol, wording::Stem};

/// What the settings say that must be known before the folder is read. What can be laid over a [`Problem`] that is
/// read, such as its name, its limits and its checker, is not among it; nor are findings about what the settings say.
#[derive(Clone, Debug)]
pub struct Hints {
    /// What files are for, by globs over their paths; the first that matches counts.
    pub roles: Vec<(GlobMatcher, RoleHint)>,
    /// What solutions are expected to do, by globs over their paths; the first that matches counts.
    pub labels: Vec<(GlobMatcher, Label)>,
    /// The main solution.
    pub main: Option<RelPath>,
    /// The test script.
    pub script: Option<RelPath>,
    /// Tests by globs over the paths of their inputs; the last that matches counts.
    pub tests: Vec<ListedTests>,
    /// The file that says all this.
    pub settings: RelPath,
}

impl Default for Hints {
    fn default() -> Hints {
        Hints {
            roles: Vec::new(),
            labels: Vec::new(),
            main: None,
            script: None,
            tests: Vec::new(),
            settings: RelPath::root().with_file_name(SETTINGS_FILE),
        }
    }
}

impl Hints {
    fn role(&self, path: &RelPath) -> Option<RoleHint> {
        self.roles.iter().find(|(glob, _)| glob.is_match(path.as_str())).map(|(_, hint)| *hint)
    }

    fn label(&self, path: &RelPath) -> Option<&Label> {
        self.labels.iter().find(|(glob, _)| glob.is_match(path.as_str())).map(|(_, label)| label)
    }
}

/// The glob that matches a file and nothing else.
pub(in crate::formats) fn exactly(path: &RelPath) -> Option<GlobMatcher> {
    Glob::new(&escape(path.as_str())).ok().map(|glob| glob.compile_matcher())
}

/// What every part of the reader looks at.
struct Context<'a> {
    folder: &'a dyn Folder,
    hints: &'a Hints,
    /// The folder's name, taken apart.
    problem: Stem,
}

impl Context<'_> {
    /// Whether the settings say that a file is no part of the problem.
    fn is_ignored(&self, path: &RelPath) -> bool {
        let is_said_of = |path: &RelPath| self.hints.role(path) == Some(RoleHint::Ignore);
        is_said_of(path) || path.archive().is_some_and(|archive| is_said_of(&archive))
    }
}

/// The archives that are to be listed with what is in them: those of tests, in a plain folder that has no other tests as
/// files.
pub fn packed_tests(folder: &dyn Folder) -> Vec<RelPath> {
    let named = foreign::archive(folder);
    let is_named = |path: &RelPath| named.as_ref() == Some(path);
    let is_packed =
        |path: &&RelPath| path.extension() == "zip" && (unused::is_archive_of_tests(path) || is_named(path));
    let archives: Vec<RelPath> = folder.files().iter().map(|file| &file.path).filter(is_packed).cloned().collect();
    let is_package = || {
        let is_there = |name: &&str| RelPath::parse(name).is_some_and(|path| folder.has(&path));
        ["problem.xml", "problem.yaml"].iter().any(is_there) || sinol::manifest_in(folder, &RelPath::root()).is_some()
    };
    if archives.is_empty() || is_package() {
        return Vec::new();
    }
    let hints = Hints::default();
    let context = Context { folder, hints: &hints, problem: Stem::new(folder.name()) };
    let tests = test_files::read(&context, &Names::of(folder), &BTreeSet::new(), &mut Vec::new());
    if tests.inputs.iter().all(|input| input.built) { archives } else { Vec::new() }
}

/// Reads any folder as a plain one.
pub fn read(folder: &dyn Folder, hints: &Hints) -> Problem {
    let context = Context { folder, hints, problem: Stem::new(folder.name()) };
    let mut findings = sources::empty(&context);
    let (programs, others) = roles::programs(&context);
    let mut programs = ByProgram::from(programs);
    let script = script::read(&context, &mut programs, others, &mut findings);
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    let main = labels::label(&context, &mut programs, &mut findings);
    let interactor = judges::interactor(&context, &programs, &mut findings);
    let checker = judges::checker(&context, &programs, interactor, &mut findings);
    let validators = judges::validators(&context, &programs, &mut findings);
    let names = Names::of(folder);
    let listed = listed::inputs(&context, &names, &mut findings);
    let mut side = test_files::read(&context, &names, &listed.files, &mut findings);
    side.inputs.extend(listed.inputs);
    let mut used: BTreeSet<RelPath> = listed.files;
    used.extend(script.as_ref().map(|script| script.path.clone()));
    let unused = Unused::new(&context, &names, &side, used);
    let suite = suite::assemble(script.as_ref(), side.inputs, &programs, &mut findings);
    unused.tell(&suite.tests, &mut findings);
    Problem {
        limits: limits::limits(folder, &mut findings),
        main,
        checker,
        interactor,
        validators,
        commands: suite.commands,
        tests: suite.tests.into(),
        validator_tests: side.validator_tests,
        checker_tests: side.checker_tests,
        findings: sorted(findings),
        programs,
        ..Problem::new(folder.name(), Format::Plain)
    }
}

/// By place, so that the report does not depend on the order of the steps above.
fn sorted(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|a, b| (&a.place, a.code).cmp(&(&b.place, b.code)));
    findings
}
