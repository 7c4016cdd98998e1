//! What a problem is before anything is read: the readers of formats say what differs.

use checkers::Standard;

use super::{ByCommand, ByProgram, ByTest, Checker, CheckerKind, Format, Limits, LineEnds, Problem, SolutionIo};
use crate::constants::Constants;

impl Problem {
    /// A problem of which nothing is known but its name: without programs and tests, with the limits that are assumed, and with
    /// outputs compared word by word.
    pub fn new(name: impl Into<String>, format: Format) -> Problem {
        Problem {
            name: name.into(),
            format,
            manifest: None,
            limits: Limits::assumed(),
            programs: ByProgram::new(),
            main: None,
            checker: Checker {
                kind: CheckerKind::Standard(Standard::Wcmp),
                reason: "nothing says how outputs are judged, so words are compared".to_owned(),
            },
            further_checkers: Vec::new(),
            answer_validators: Vec::new(),
            standard_source: None,
            interactor: None,
            grader: None,
            validators: Vec::new(),
            commands: ByCommand::new(),
            tests: ByTest::new(),
            scoring: None,
            validator_tests: Vec::new(),
            checker_tests: Vec::new(),
            io: SolutionIo::default(),
            passes: None,
            line_ends: LineEnds::Keep,
            include_dirs: Vec::new(),
            defines: Vec::new(),
            constants: Constants::default(),
            findings: Vec::new(),
        }
    }
}
