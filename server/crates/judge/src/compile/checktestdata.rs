//! Programs in checktestdata are built when they can be read. What is wrong with their text is among the lints.

use ::checktestdata::Program as Description;
use problem::{executor::ExecutorError, model::Program, state::Build};

use super::build::{Builder, skipped};

impl Builder<'_> {
    /// The build of a checktestdata program is its source.
    pub(super) fn build_checktestdata(&self, program: &Program) -> Result<Build, ExecutorError> {
        let Some(source) = self.contents(program, &program.sources[0]) else {
            return Ok(skipped("the source cannot be read"));
        };
        if Description::parse(&source).breakage().is_some() {
            return Ok(Build::Failed { messages: Vec::new() });
        }
        let executable = self.context.machine.store().put(&source)?;
        Ok(Build::Ok { executable, standard: None, messages: Vec::new() })
    }
}
