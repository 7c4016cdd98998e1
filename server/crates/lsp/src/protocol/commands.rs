//! Commands as clients call them: parsed once, with their options.

use std::ops::RangeInclusive;

use ide::command::CommandName;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{ExecuteCommandParams, ProgressToken, Url},
};

use crate::protocol::payload::{
    CalibrateParams, ExplainParams, ExportReportParams, FixParams, HackParams, MinimizeParams, MutateParams,
    ProbeParams, RunParams, SetLabelParams, ShowTestParams, WriteParams,
};

/// A command with its options.
#[derive(Debug)]
pub(crate) enum Command {
    Run(RunParams),
    ShowMatrix,
    ShowTest(ShowTestParams),
    ShowBounds,
    SetLabel(SetLabelParams),
    ClearCache,
    ExportReport(ExportReportParams),
    Explain(ExplainParams),
    Hack(HackParams),
    Write(WriteParams),
    Fix(FixParams),
    Minimize(MinimizeParams),
    Probe(ProbeParams),
    Mutate(MutateParams),
    Calibrate(CalibrateParams),
}

/// A command with the problem that it is about.
#[derive(Debug)]
pub(crate) struct CommandCall {
    pub(crate) command: Command,
    /// The problem's root, or any file of it.
    pub(crate) uri: Option<Url>,
    /// Where the client wants its progress.
    pub(crate) token: Option<ProgressToken>,
}

impl CommandCall {
    /// Reads what a client sent.
    ///
    /// # Errors
    /// `InvalidParams`, when there is no such command or its options are none.
    pub(crate) fn parse(params: ExecuteCommandParams) -> Result<CommandCall> {
        let name = CommandName::parse(&params.command)
            .ok_or_else(|| Error::invalid_params(format!("there is no command {}", params.command)))?;
        let arguments = params.arguments.into_iter().next().unwrap_or(Value::Null);
        let uri = uri_of(&arguments);
        let command = match name {
            CommandName::Run => Command::Run(options(arguments)?),
            CommandName::ShowMatrix => Command::ShowMatrix,
            CommandName::ShowTest => Command::ShowTest(options(arguments)?),
            CommandName::ShowBounds => Command::ShowBounds,
            CommandName::SetLabel => Command::SetLabel(options(arguments)?),
            CommandName::ClearCache => Command::ClearCache,
            CommandName::ExportReport => Command::ExportReport(options(arguments)?),
            CommandName::Explain => Command::Explain(options(arguments)?),
            CommandName::Hack => {
                let hack: HackParams = options(arguments)?;
                within("rounds", hack.rounds, 1..=100)?;
                within("tests", hack.tests, 1..=200)?;
                within("seeds", hack.seeds, 1..=5)?;
                within("seconds", hack.seconds, 1..=86_400)?;
                Command::Hack(hack)
            }
            CommandName::Write => {
                let write: WriteParams = options(arguments)?;
                within("attempts", write.attempts, 1..=20)?;
                within("candidates", write.candidates, 1..=20)?;
                Command::Write(write)
            }
            CommandName::Fix => {
                let fix: FixParams = options(arguments)?;
                within("attempts", fix.attempts, 1..=20)?;
                within("candidates", fix.candidates, 1..=20)?;
                Command::Fix(fix)
            }
            CommandName::Minimize => {
                let minimize: MinimizeParams = options(arguments)?;
                within("per_class", minimize.per_class.unwrap_or(1), 1..=100_000)?;
                Command::Minimize(minimize)
            }
            CommandName::Probe => {
                let probe: ProbeParams = options(arguments)?;
                within("seconds", probe.seconds, 1..=86_400)?;
                Command::Probe(probe)
            }
            CommandName::Mutate => {
                let mutate: MutateParams = options(arguments)?;
                within("most", u32::try_from(mutate.most).unwrap_or(u32::MAX), 1..=1000)?;
                within("seconds", mutate.seconds, 0..=86_400)?;
                Command::Mutate(mutate)
            }
            CommandName::Calibrate => {
                let calibrate: CalibrateParams = options(arguments)?;
                within("runs", calibrate.runs, 1..=100)?;
                let given = [calibrate.ratio_ac, calibrate.ratio_tle, Some(calibrate.ratio_memory)];
                if given.into_iter().flatten().any(|ratio| !(1.0..=1000.0).contains(&ratio)) {
                    return Err(Error::invalid_params("a ratio is a number from 1 to 1000"));
                }
                Command::Calibrate(calibrate)
            }
        };
        Ok(CommandCall { command, uri, token: params.work_done_progress_params.work_done_token })
    }
}

/// The address that parameters name, if they name one.
pub(crate) fn uri_of(params: &Value) -> Option<Url> {
    params.get("uri").and_then(Value::as_str).and_then(|uri| Url::parse(uri).ok())
}

fn options<T: for<'de> Deserialize<'de>>(arguments: Value) -> Result<T> {
    T::deserialize(arguments).map_err(|error| Error::invalid_params(format!("the command's options: {error}")))
}

fn within(name: &str, value: u32, range: RangeInclusive<u32>) -> Result<()> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Error::invalid_params(format!("the command's options: `{name}` is from {least} to {most}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(command: &str, arguments: Value) -> Result<CommandCall> {
        let params =
            ExecuteCommandParams { command: command.to_owned(), arguments: vec![arguments], ..Default::default() };
        CommandCall::parse(params)
    }

    #[test]
    fn each_command_is_read_with_the_least_that_it_needs() {
        let needed = json!({
            "uri": "file:///p", "test": "1", "solution": "a.cpp", "label": "accepted", "path": "r.json",
            "code": "no-main", "piece": "checker",
        });
        for name in CommandName::ALL {
            let call = parsed(name.as_str(), needed.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(call.uri.map(String::from).as_deref(), Some("file:///p"), "{name}");
        }
    }

    #[test]
    fn what_is_no_command_or_no_option_is_refused() {
        let unsent = |command: &str, arguments: Value| parsed(command, arguments).expect_err("it is refused").message;
        assert_eq!(unsent("touchstone.nothing", json!({})), "there is no command touchstone.nothing");
        assert_eq!(unsent("touchstone.hack", json!({ "seeds": 9 })), "the command's options: `seeds` is from 1 to 5");
        assert_eq!(
            unsent("touchstone.minimize", json!({ "per_class": 0 })),
            "the command's options: `per_class` is from 1 to 100000"
        );
        assert!(unsent("touchstone.showTest", json!({})).contains("missing field `test`"));
    }

    #[test]
    fn an_address_may_be_missing_or_none() {
        assert!(parsed("touchstone.run", json!({})).is_ok_and(|call| call.uri.is_none()));
        assert!(parsed("touchstone.run", json!({ "uri": "no address" })).is_ok_and(|call| call.uri.is_none()));
    }
}
