//! Programs in checktestdata are built when they can be read. What is wrong with their text is among the lints.

use ::checktestdata::{Breakage, Program as Description};
use problem::{
    executor::ExecutorError,
    finding::{Code, Severity},
    folder::Folder as _,
    model::{Program, Role},
    state::{Build, BuildMessage},
    text::{Place, Range},
};

use super::build::{Builder, skipped};

impl Builder<'_> {
    /// The build of a checktestdata program is its source.
    pub(super) fn build_checktestdata(&self, program: &Program) -> Result<Build, ExecutorError> {
        let Some(source) = self.contents(program, &program.sources[0]) else {
            return Ok(skipped("the source cannot be read"));
        };
        if program.role != Role::Validator {
            return Ok(skipped("a program in checktestdata only says whether an input is valid"));
        }
        if let Some(breakage) = Description::parse(&source).breakage() {
            return Ok(Build::Failed { messages: self.untold(program, breakage) });
        }
        let executable = self.context.machine.store().put(&source)?;
        Ok(Build::Ok { executable, standard: None, messages: Vec::new() })
    }
    /// What keeps a program from running, unless its text tells that by itself: a constant stands for something else there.
    fn untold(&self, program: &Program, breakage: &Breakage) -> Vec<BuildMessage> {
        let path = &program.sources[0];
        let lints = self.context.folder.lints(path, program.role);
        if lints.iter().any(|lint| lint.code == Code::BuildFailed) {
            return Vec::new();
        }
        let place = Some(Place { path: path.clone(), range: Range::default() });
        vec![BuildMessage { severity: Severity::Error, place, text: breakage.reason.clone(), related: Vec::new() }]
    }
}
