//! Checker, interactor, and the validators of the whole package.

use checkers::Standard;

use super::{
    items::{self, Cast},
    manifest::Manifest,
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::yaml::unknown_keys,
    model::{ByProgram, Checker, CheckerKind, Interactor, Program, Protocol, Role},
    path::RelPath,
};

/// Keys of programs.
const KEYS: [&str; 8] =
    ["path", "language", "compilationFiles", "executionFiles", "fallback_to", "mode", "legacy", "capture"];

/// What judges outputs.
pub(super) struct Judges {
    checker: Option<RelPath>,
    standard: Option<Standard>,
    /// The folder's copy of a standard checker, which judges as that does.
    pub(super) standard_source: Option<RelPath>,
    pub(super) interactor: Option<RelPath>,
}

impl Judges {
    /// The checker as the problem has it.
    pub(super) fn checker(&self, programs: &ByProgram<Program>) -> Checker {
        let listed = self.checker.as_ref().and_then(|path| programs.position(|program| &program.path == path));
        let (kind, reason) = match (listed, self.standard, &self.interactor) {
            (Some(program), ..) => (
                CheckerKind::Program { program, protocol: Protocol::Testlib },
                "listed in problem.rbx.yml as the checker",
            ),
            (None, Some(standard), _) => (CheckerKind::Standard(standard), "listed in problem.rbx.yml as the checker"),
            (None, None, Some(_)) => {
                (CheckerKind::Interactor, "there is no checker, so the interactor's verdict is final")
            }
            (None, None, None) => {
                (CheckerKind::Standard(Standard::Wcmp), "there is no checker, and wcmp is the usual one")
            }
        };
        Checker { kind, reason: reason.to_owned() }
    }

    /// The interactor as the problem has it.
    pub(super) fn interactor(&self, programs: &ByProgram<Program>) -> Option<Interactor> {
        let path = self.interactor.as_ref()?;
        let program = programs.position(|program| &program.path == path)?;
        Some(Interactor { program, protocol: Protocol::Testlib })
    }
}

/// Reads them.
pub(super) fn read(folder: &dyn Folder, manifest: &Manifest, cast: &mut Cast, findings: &mut Vec<Finding>) -> Judges {
    let mut judges = Judges { checker: None, standard: None, standard_source: None, interactor: None };
    read_checker(folder, manifest, cast, &mut judges, findings);
    let interactor = manifest.root.get("interactor");
    match (interactor, manifest.talks) {
        (Some(node), true) => {
            findings.extend(unknown_keys(node, &KEYS, &manifest.path));
            if let Some(program) = items::program(folder, manifest, node, Role::Interactor, findings) {
                judges.interactor = Some(program.path.clone());
                cast.add(program);
            }
        }
        (Some(node), false) => {
            let message = "the problem is no `type: COMMUNICATION`, so its interactor is not used";
            findings.push(manifest.finding(Code::ManifestStale, node.range, message));
        }
        (None, true) => {
            let message = "solutions are to talk to an interactor, and none is stated; write `interactor`";
            let range = manifest.root.get("type").map_or(manifest.root.range, |node| node.range);
            findings.push(manifest.finding(Code::ManifestBroken, range, message));
        }
        (None, false) => {}
    }
    for (key, is_main) in [("validator", true), ("extraValidators", false)] {
        for item in manifest.items(&manifest.root, key) {
            findings.extend(unknown_keys(item, &KEYS, &manifest.path));
            let Some(program) = items::program(folder, manifest, item, Role::Validator, findings) else { continue };
            let number = cast.add_validator(program);
            cast.usual.push(number);
            cast.has_main_validator |= is_main;
        }
    }
    if let Some(node) = manifest.root.get("outputValidators") {
        findings.push(manifest.not_done(node.range, "validators of outputs are not run here"));
    }
    judges
}

/// A name of testlib's is that checker, decided in-process; a file of such a name only if it judges otherwise.
fn read_checker(
    folder: &dyn Folder,
    manifest: &Manifest,
    cast: &mut Cast,
    judges: &mut Judges,
    findings: &mut Vec<Finding>,
) {
    let Some(item) = manifest.items(&manifest.root, "checker").first() else { return };
    findings.extend(unknown_keys(item, &KEYS, &manifest.path));
    if let Some(mode) =
        item.get("mode").filter(|mode| mode.text().is_ok_and(|mode| !mode.eq_ignore_ascii_case("testlib")))
    {
        findings
            .push(manifest.not_done(mode.range, "the checker's exit codes are read as testlib's, whatever its mode"));
    }
    let path = items::path_of(item).and_then(|node| RelPath::parse(node.text().ok()?.trim()));
    let standard = path.as_ref().and_then(|path| Standard::from_name(path.file_name()));
    if let (Some(path), Some(standard)) = (&path, standard) {
        let is_there = folder.has(path);
        if !is_there || folder.is_standard(path, standard) {
            judges.standard = Some(standard);
            judges.standard_source = is_there.then(|| path.clone());
            return;
        }
        let message = format!("{path} judges otherwise than the standard checker of its name, so it is used itself");
        findings.push(manifest.finding(Code::ManifestStale, item.range, message).with_severity(Severity::Information));
    }
    if let Some(program) = items::program(folder, manifest, item, Role::Checker, findings) {
        judges.checker = Some(program.path.clone());
        cast.add(program);
    }
}
