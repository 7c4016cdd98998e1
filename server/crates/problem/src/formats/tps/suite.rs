//! The tests that the lines of `gen/data` make.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    at, broken,
    gen_data::{GenData, Maker, TestLine},
    stale,
    validators::Linked,
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::wording::roles::is_sample,
    model::{ByCommand, ByProgram, GenCall, GenCommand, InputFrame, InputSource, Program, ProgramIdx, Role, Test},
    path::RelPath,
    script::{Call, split_command},
    settings::suggest::nearest,
    text::Place,
    words::quantity,
};

/// Where files lie that somebody has written by hand.
const MANUAL: &str = "gen/manual";

/// Commands and the tests that they make.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
}

/// Plans the tests.
pub(super) fn read(
    folder: &dyn Folder,
    data: &GenData,
    programs: &ByProgram<Program>,
    linked: &Linked,
    findings: &mut Vec<Finding>,
) -> Suite {
    let mut suite = Suite::default();
    let mut unknown: BTreeMap<String, (Place, usize)> = BTreeMap::new();
    let mut numbers = vec![0usize; data.sections.len()];
    let frame = frame(folder);
    for line in &data.lines {
        numbers[line.section] += 1;
        let id = format!("{}-{:02}", line.section, numbers[line.section]);
        let input = match &line.maker {
            Maker::Manual(name) => file(folder, line, at(MANUAL).join(name), findings),
            Maker::Copy(name) => file(folder, line, RelPath::parse(name), findings),
            Maker::Command => command(line, programs, &mut suite.commands, &mut unknown, findings),
        };
        let Some(input) = input else { continue };
        let mut groups = data.subtasks_of(line.section).map(|subtask| data.sections[subtask].name.clone());
        let group = groups.next();
        let further_groups: Vec<String> = groups.collect();
        suite.tests.push(Test {
            sample: group.as_deref().is_some_and(is_sample),
            group,
            further_groups,
            validator_args: linked.args[line.section].clone(),
            frame: frame.clone(),
            place: Some(line.place.clone()),
            ..Test::new(id, input)
        });
    }
    tell_unknown(programs, unknown, findings);
    for (idx, section) in data.sections.iter().enumerate().filter(|(_, section)| !section.is_subtask) {
        if data.subtasks_of(idx).next().is_none() {
            let message = format!(
                "no subtask includes `{}`, so its tests give no points; include it, or remove it",
                section.name
            );
            findings.push(stale(&section.place.path, section.place.range, message));
        }
    }
    suite
}

/// What stands around every input.
fn frame(folder: &dyn Folder) -> Option<Arc<InputFrame>> {
    let file = |name: &str| Some(at(name)).filter(|path| folder.has(path));
    let frame = InputFrame { header: file("gen/input.header"), footer: file("gen/input.footer") };
    (frame != InputFrame::default()).then(|| Arc::new(frame))
}

fn file(
    folder: &dyn Folder,
    line: &TestLine,
    path: Option<RelPath>,
    findings: &mut Vec<Finding>,
) -> Option<InputSource> {
    let there = path.clone().filter(|path| folder.has(path));
    if there.is_none() {
        let message = match path {
            Some(path) if !path.is_root() => {
                format!("there is no file {path}, so the test is left out; add it, or remove the line")
            }
            Some(_) | None => "this names no file of the folder, so the test is left out; name one".to_owned(),
        };
        findings.push(stale(&line.place.path, line.place.range, message));
    }
    there.map(InputSource::File)
}

fn command(
    line: &TestLine,
    programs: &ByProgram<Program>,
    commands: &mut ByCommand<GenCommand>,
    unknown: &mut BTreeMap<String, (Place, usize)>,
    findings: &mut Vec<Finding>,
) -> Option<InputSource> {
    let calls = match split_command(&line.text) {
        Ok(calls) => calls,
        Err(error) => {
            let message = format!("the command is broken, so the test is left out: {error}");
            findings.push(broken(&line.place.path, line.place.range, message));
            return None;
        }
    };
    let resolved =
        |call: Call| GenCall { program: generator(programs, &call.program), name: call.program, args: call.args };
    let pipeline: Vec<GenCall> = calls.into_iter().map(resolved).collect();
    for call in pipeline.iter().filter(|call| call.program.is_none()) {
        unknown.entry(call.name.clone()).or_insert_with(|| (line.place.clone(), 0)).1 += 1;
    }
    let command = GenCommand {
        text: line.text.clone(),
        pipeline,
        place: Some(line.place.clone()),
        rule: None,
        lists_tests: false,
    };
    Some(InputSource::Stdout(commands.push(command)))
}

/// A generator by the name of its file, with or without the extension.
fn generator(programs: &ByProgram<Program>, name: &str) -> Option<ProgramIdx> {
    let find =
        |fits: &dyn Fn(&Program) -> bool| programs.position(|program| program.role == Role::Generator && fits(program));
    find(&|program| program.name() == name).or_else(|| find(&|program| program.path.file_name() == name))
}

fn tell_unknown(programs: &ByProgram<Program>, unknown: BTreeMap<String, (Place, usize)>, findings: &mut Vec<Finding>) {
    let names = || programs.iter().filter(|program| program.role == Role::Generator).map(Program::name);
    for (name, (place, n_tests)) in unknown {
        let meant = nearest(&name, names()).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
        let message =
            format!("there is no generator `{name}` in gen, which is wanted for {}{meant}", quantity(n_tests, "test"));
        findings.push(Finding::at(Code::GeneratorUnknown, place, message));
    }
}
