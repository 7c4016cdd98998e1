//! The tests that `info.toml` counts, in its order.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    hashes::Hashes,
    info::{Info, TestEntry},
    programs::{GENERATORS, at},
};
use crate::{
    finding::{Code, Finding},
    folder::Folder,
    formats::wording::roles::is_sample,
    model::{ByCommand, ByProgram, GenCall, GenCommand, InputSource, Program, Test},
    path::RelPath,
};

/// Commands and the tests that they make.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
}

/// Plans the tests.
pub(super) fn read(
    folder: &dyn Folder,
    info: &Info,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Suite {
    let mut suite = Suite::default();
    let mut hashes = Hashes::read(folder, findings);
    let mut seen = BTreeSet::new();
    for entry in &info.tests {
        let stem = entry.name.rsplit_once('.').map_or(entry.name.as_str(), |(stem, _)| stem);
        if !seen.insert(stem) {
            let message = format!("there is already an entry for `{stem}`, which counts; put their numbers together");
            findings.push(Finding::at(Code::ManifestBroken, info.at(entry.range), message));
            continue;
        }
        for index in 0..entry.number {
            let id = format!("{stem}_{index:02}");
            let Some(input) = input(folder, info, entry, (&id, index), programs, &mut suite.commands, findings) else {
                continue;
            };
            let recorded = hashes.of_test(&id).map(Arc::new);
            let (sample, place) = (is_sample(stem), Some(info.at(entry.range)));
            suite.tests.push(Test { sample, place, recorded, ..Test::new(id, input) });
        }
    }
    hashes.tell(findings);
    suite
}

fn input(
    folder: &dyn Folder,
    info: &Info,
    entry: &TestEntry,
    (id, index): (&str, usize),
    programs: &ByProgram<Program>,
    commands: &mut ByCommand<GenCommand>,
    findings: &mut Vec<Finding>,
) -> Option<InputSource> {
    let directory = at(GENERATORS);
    if entry.name.ends_with(".in") {
        let path = directory.join(&format!("{id}.in")).filter(|path| folder.has(path));
        if path.is_none() {
            let message =
                format!("there is no file {GENERATORS}/{id}.in, so the test is left out; write it, or lower `number`");
            findings.push(Finding::at(Code::ManifestStale, info.at(entry.range), message));
        }
        return path.map(InputSource::File);
    }
    let path: Option<RelPath> = directory.join(&entry.name);
    let program = programs.position(|program| Some(&program.path) == path.as_ref());
    let name = entry.name.rsplit_once('.').map_or(entry.name.as_str(), |(stem, _)| stem).to_owned();
    let call = GenCall { name: name.clone(), program, args: vec![index.to_string()] };
    let command = GenCommand {
        text: format!("{name} {index}"),
        pipeline: vec![call],
        place: Some(info.at(entry.range)),
        rule: None,
        lists_tests: false,
    };
    Some(InputSource::Stdout(commands.push(command)))
}
