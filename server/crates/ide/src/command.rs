//! The commands of the server: what editors offer, and any client may call.

use std::fmt;

use serde_json::Value;

/// A command without its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandName {
    /// Judges the problem, or a part of it.
    Run,
    /// The pass matrix.
    ShowMatrix,
    /// One test, with what a solution made of it.
    ShowTest,
    /// The bounds of variables side by side.
    ShowBounds,
    /// Gives a solution another label.
    SetLabel,
    /// Empties the cache.
    ClearCache,
    /// Writes a report into a file.
    ExportReport,
    /// Explains a finding.
    Explain,
    /// Looks for tests that break solutions.
    Hack,
    /// Writes a missing program.
    Write,
    /// Repairs what a finding is about.
    Fix,
    /// Makes the suite smaller.
    Minimize,
    /// Asks the checker, the interactor and the validators what nobody in the pool says.
    Probe,
    /// Judges small changes of a right solution.
    Mutate,
    /// Measures solutions alone, and says which limits follow.
    Calibrate,
}

impl CommandName {
    /// All of them, in the order in which the server's page has them.
    pub const ALL: [CommandName; 15] = [
        CommandName::Run,
        CommandName::ShowMatrix,
        CommandName::ShowTest,
        CommandName::ShowBounds,
        CommandName::SetLabel,
        CommandName::ClearCache,
        CommandName::ExportReport,
        CommandName::Explain,
        CommandName::Hack,
        CommandName::Write,
        CommandName::Fix,
        CommandName::Minimize,
        CommandName::Probe,
        CommandName::Mutate,
        CommandName::Calibrate,
    ];

    /// The name that the protocol has for it.
    pub fn as_str(self) -> &'static str {
        match self {
            CommandName::Run => "touchstone.run",
            CommandName::ShowMatrix => "touchstone.showMatrix",
            CommandName::ShowTest => "touchstone.showTest",
            CommandName::ShowBounds => "touchstone.showBounds",
            CommandName::SetLabel => "touchstone.setLabel",
            CommandName::ClearCache => "touchstone.clearCache",
            CommandName::ExportReport => "touchstone.exportReport",
            CommandName::Explain => "touchstone.explain",
            CommandName::Hack => "touchstone.hack",
            CommandName::Write => "touchstone.write",
            CommandName::Fix => "touchstone.fix",
            CommandName::Minimize => "touchstone.minimize",
            CommandName::Probe => "touchstone.probe",
            CommandName::Mutate => "touchstone.mutate",
            CommandName::Calibrate => "touchstone.calibrate",
        }
    }

    /// The command of that name.
    pub fn parse(name: &str) -> Option<CommandName> {
        CommandName::ALL.into_iter().find(|command| command.as_str() == name)
    }
}

impl fmt::Display for CommandName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A command that an editor is offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// Which one.
    pub name: CommandName,
    /// The named options; the caller adds `uri`.
    pub arguments: Value,
}
