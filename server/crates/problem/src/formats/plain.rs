//! Plain folders.
use crate::{folder::Folder, model::*};
/// Stub.
#[derive(Default)]
pub struct Hints;
/// Stub.
pub fn read(folder: &dyn Folder, _hints: &Hints) -> Problem {
    Problem {
        name: folder.name().to_owned(),
        format: Format::Plain,
        manifest: None,
        limits: Limits::assumed(),
        programs: vec![],
        main: None,
        checker: Checker { kind: CheckerKind::Interactor, reason: String::new() },
        interactor: None,
        validators: vec![],
        commands: vec![],
        tests: vec![],
        validator_tests: vec![],
        checker_tests: vec![],
        io: SolutionIo::default(),
        line_ends: LineEnds::Keep,
        include_dirs: vec![],
        defines: vec![],
        findings: vec![],
    }
}
