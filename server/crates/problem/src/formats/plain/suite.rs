//! The tests of a plain folder, put together from the script and from files.
//!
//! Invariant: ids are unique. A test has the script's index or its file's stem as its id; where a stem is taken, the id
//! is the path without its extension, or the directory of a test that has one of its own.

use std::collections::BTreeSet;

use crate::{
    finding::{Code, Finding},
    model::{ByCommand, ByProgram, GenCommand, InputSource, Program, Test},
    path::RelPath,
    script::{self, Target, TestIndex},
    text::Place,
};

use super::{
    natural::natural_key,
    script::{self as plain_script, ScriptFile},
    test_files::{InputFile, RIME_OUT},
};

/// Commands and the tests of the problem, in judging order.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) commands: ByCommand<GenCommand>,
    pub(super) tests: Vec<Test>,
}

/// Puts the suite together: samples first, then by id as people count.
pub(super) fn assemble(
    file: Option<&ScriptFile>,
    inputs: Vec<InputFile>,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Suite {
    let claimed = file.map(Claimed::of).unwrap_or_default();
    let has_commands = file.is_some_and(|file| !file.script.commands.is_empty());
    let inputs = kept(inputs, &claimed, has_commands);
    let mut suite = Suite::default();
    if let Some(file) = file {
        let taken = inputs.iter().filter_map(index).filter(|index| !claimed.indices.contains(index)).collect();
        let commands = plain_script::commands(file, programs, findings);
        generated(file, commands, &taken, &mut suite, findings);
    }
    add_files(inputs, &mut suite.tests);
    suite.tests.sort_by_cached_key(|test| (!test.sample, natural_key(&test.id)));
    suite
}

/// What the script says it makes, by index or by name.
#[derive(Default)]
struct Claimed {
    indices: BTreeSet<TestIndex>,
    names: BTreeSet<String>,
}

impl Claimed {
    fn of(file: &ScriptFile) -> Claimed {
        let mut claimed = Claimed::default();
        for command in &file.script.commands {
            match &command.target {
                Target::Next => {}
                Target::Index(index) => {
                    claimed.indices.insert(*index);
                }
                Target::Files(indices) => claimed.indices.extend(indices),
                Target::Name(name) => {
                    claimed.names.insert(name.clone());
                }
            }
        }
        claimed
    }

    fn has(&self, input: &InputFile) -> bool {
        index(input).is_some_and(|index| self.indices.contains(&index)) || self.names.contains(&input.stem)
    }
}

fn index(input: &InputFile) -> Option<TestIndex> {
    input.stem.parse().ok()
}

/// Leaves out files that the script makes anew, and when there is anything else those that are built or packed: most likely
/// they are the same. Of those that Rime has made only the ones of other names are kept then: it copies the others.
fn kept(mut inputs: Vec<InputFile>, claimed: &Claimed, has_commands: bool) -> Vec<InputFile> {
    let is_copy = |input: &InputFile| input.built || input.path.archive().is_some() && !input.is_listed;
    let has_sources = has_commands || !inputs.iter().all(is_copy);
    let sources: BTreeSet<String> = inputs.iter().filter(|one| !is_copy(one)).map(|one| one.stem.clone()).collect();
    let is_of_rime = |input: &InputFile| input.path.parts().next() == Some(RIME_OUT);
    let is_again = |input: &InputFile| !is_of_rime(input) || has_commands || sources.contains(&input.stem);
    inputs.retain(|input| !(is_copy(input) && has_sources && is_again(input)) && (input.sample || !claimed.has(input)));
    inputs
}

/// Adds the tests of the script, with the commands that make them.
fn generated(
    file: &ScriptFile,
    commands: Vec<GenCommand>,
    taken: &BTreeSet<TestIndex>,
    suite: &mut Suite,
    findings: &mut Vec<Finding>,
) {
    let numbering = script::number(&file.script.commands, taken);
    let at = |range| Place { path: file.path.clone(), range };
    findings.extend(
        numbering.errors.into_iter().map(|error| Finding::at(Code::ManifestBroken, at(error.range), error.message)),
    );
    let mut names = BTreeSet::new();
    for ((written, command), indices) in file.script.commands.iter().zip(commands).zip(numbering.tests) {
        let idx = suite.commands.next_idx();
        let before = suite.tests.len();
        let mut add = |id: String, input: InputSource| {
            let group = written.group.as_ref().map(|group| group.name.clone());
            suite.tests.push(Test { group, place: command.place.clone(), ..Test::new(id, input) });
        };
        match &written.target {
            Target::Next | Target::Index(_) => {
                indices.iter().for_each(|index| add(index.to_string(), InputSource::Stdout(idx)));
            }
            Target::Files(_) => indices.iter().for_each(|index| {
                add(index.to_string(), InputSource::Written { command: idx, file: index.to_string() });
            }),
            Target::Name(name) if names.insert(name) => add(name.clone(), InputSource::Stdout(idx)),
            Target::Name(name) => {
                let message = format!("an earlier command makes the test `{name}`; choose another name");
                findings.push(Finding::at(Code::ManifestBroken, at(written.range), message));
            }
        }
        if suite.tests.len() > before {
            suite.commands.push(command);
        }
    }
}

/// Adds the tests that are files. Those that are no samples, and lie further up, have the first choice of ids.
fn add_files(mut inputs: Vec<InputFile>, tests: &mut Vec<Test>) {
    inputs.sort_by_cached_key(|input| (input.sample, input.path.parts().count(), natural_key(input.path.as_str())));
    let mut ids: BTreeSet<String> = tests.iter().map(|test| test.id.clone()).collect();
    for input in inputs {
        let path = input.path.as_str();
        let without_extension = input.path.parent().join(input.path.stem()).map(|path| path.to_string());
        let longer = input.directory.as_ref().map(RelPath::to_string).or(without_extension);
        let choices = [Some(input.stem.clone()), longer, Some(path.to_owned())];
        let numbered = (1u32..).map(|number| format!("{path}#{number}"));
        let id = choices.into_iter().flatten().chain(numbered).find(|id| !ids.contains(id));
        let id = id.expect("there are more numbers than ids");
        ids.insert(id.clone());
        let file = InputSource::File(input.path.clone());
        let InputFile { sample, answer, group, points, .. } = input;
        tests.push(Test { sample, answer, group, points, ..Test::new(id, file) });
    }
}
