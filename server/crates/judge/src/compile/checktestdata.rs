//! Programs in checktestdata are built when they can be read. What is wrong with their text is among the lints. They also
//! make inputs: they are run backwards in-process.

use std::convert::Infallible;

use ::checktestdata::{Breakage, Limits, Program as Description, Verdict, tree::Operation};
pub use ::checktestdata::{Draws, Policy, Shape, Sizes, Small};
use problem::{
    executor::ExecutorError,
    finding::{Code, Severity},
    folder::Folder as _,
    language::Language,
    model::{Program, Role},
    state::{Build, BuildMessage},
    text::{Place, Range},
};

use super::build::{Builder, skipped};
use crate::sync::each_of;

/// A validator in checktestdata, which can be run backwards.
#[derive(Debug)]
pub struct Describer(Description);

impl Describer {
    /// A program by its text; `None` where that cannot be read.
    pub fn parse(source: &[u8]) -> Option<Describer> {
        let description = Description::parse(source);
        description.breakage().is_none().then_some(Describer(description))
    }

    /// The variables whose values it reads, the first read first.
    pub fn names(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        self.0.visit(&mut |command| {
            let target = match &command.operation {
                Operation::Number(field) => field.target.as_ref(),
                Operation::Pattern(field) => field.target.as_ref(),
                _ => None,
            };
            let name = target.map(|target| &self.0.variables()[target.slot].text);
            if let Some(name) = name.filter(|name| !found.contains(name)) {
                found.push(name.clone());
            }
        });
        found
    }

    /// Whether it accepts an input.
    pub fn accepts(&self, input: &[u8]) -> bool {
        matches!(self.0.observe(input, &Limits::default()).verdict, Verdict::Accepted)
    }

    /// Inputs that it accepts: for each of the draws one, where one was found.
    pub fn inputs(&self, draws: &[Draws], n_workers: usize) -> Vec<Option<Vec<u8>>> {
        let generate = |at: usize| Ok::<_, Infallible>(self.0.generate(&draws[at], &Limits::default()));
        let Ok(made) = each_of(draws.len(), n_workers, generate);
        made
    }

    /// All small inputs that it accepts, in an order that is always the same, or as many of them as are wanted.
    pub fn small_inputs(&self, small: &Small) -> Vec<Vec<u8>> {
        self.0.small_inputs(small, &Limits::default())
    }
}

impl Builder<'_> {
    /// A validator in checktestdata, ready to be run backwards. `None` for any other program, and where it cannot be read.
    pub fn describer(&self, validator: &Program) -> Option<Describer> {
        if validator.role != Role::Validator || validator.language != Language::Checktestdata {
            return None;
        }
        Describer::parse(&self.contents(validator, validator.sources.first()?)?)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_in_the_order_of_their_draws() {
        let source =
            "INT(1, 9, n) NEWLINE REP(n, SPACE) INT(1, 5, a) END NEWLINE REGEX(\"[a-z]+\", s) NEWLINE SET(k = n)";
        let describer = Describer(Description::parse(source.as_bytes()));
        assert_eq!(describer.names(), ["n", "a", "s"]);
        let draws: Vec<Draws> = (0..20).map(|seed| Draws { seed, ..Draws::default() }).collect();
        let made = describer.inputs(&draws, 4);
        assert_eq!(made, describer.inputs(&draws, 1));
        let made: Vec<Vec<u8>> = made.into_iter().flatten().collect();
        assert_eq!(made.len(), 20);
        assert!(
            made.iter().all(|input| describer.0.run(input, &Limits::default()) == ::checktestdata::Verdict::Accepted)
        );
    }
}
