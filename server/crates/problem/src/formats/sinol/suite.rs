//! Tests: inputs that the ingen writes, and those that lie in `in/`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    at, extra,
    limits::OfTests,
    manifest::Manifest,
    names::{TaskId, TestName},
    programs::{Cast, Part},
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{plain::natural::natural_key, yaml::Node},
    language::Language,
    model::{ByCommand, ByProgram, CommandIdx, GenCall, GenCommand, InputSource, Program, Test, ValidatorArgs},
    path::RelPath,
    text::{Place, Range},
    words::first_of,
};

/// Where a script has the directory of inputs among its files.
const IN_SCRIPT: &str = "in/";

/// Whether all tests are known: there is no ingen, or it was seen to end well.
pub(super) fn is_whole(folder: &dyn Folder, cast: &Cast) -> bool {
    cast.of(Part::Ingen).is_none_or(|ingen| {
        let source = &cast.programs[usize::from(ingen)].program.sources[0];
        folder.seen_run(source).is_some_and(|seen| seen.ok)
    })
}

/// The command of the ingen, and the tests in the order of their groups.
pub(super) fn read(
    folder: &dyn Folder,
    manifest: &Manifest,
    id: &TaskId,
    programs: &ByProgram<Program>,
    cast: &Cast,
    findings: &mut Vec<Finding>,
) -> (ByCommand<GenCommand>, Vec<Test>) {
    let mut commands = ByCommand::new();
    let mut inputs: BTreeMap<String, (TestName, InputSource)> = BTreeMap::new();
    let mut is_whole = true;
    if let Some(ingen) = cast.of(Part::Ingen) {
        let program = &programs[ingen];
        let call = GenCall { name: program.name().to_owned(), program: Some(ingen), args: Vec::new() };
        let command = commands.push(GenCommand {
            text: program.name().to_owned(),
            pipeline: vec![call],
            place: Some(Place { path: program.sources[0].clone(), range: Range::default() }),
            rule: None,
            lists_tests: true,
        });
        is_whole = made(folder, id, program, command, &mut inputs, findings);
    }
    lying(folder, manifest, id, is_whole && !commands.is_empty(), &mut inputs, findings);
    let mut inputs: Vec<(TestName, InputSource)> = inputs.into_values().collect();
    inputs.sort_by_cached_key(|(name, _)| (natural_key(&name.group), name.is_ocen, natural_key(&name.stem)));
    if is_whole {
        findings.extend(lone_answers(folder, &inputs));
    }
    let names: Option<Vec<TestName>> = is_whole.then(|| inputs.iter().map(|(name, _)| name.clone()).collect());
    let limits = OfTests::read(manifest, names.as_deref().unwrap_or_default(), findings);
    let given: BTreeMap<String, RelPath> = extra::given(folder, manifest).into_iter().collect();
    let tests = inputs.into_iter().map(|(name, input)| {
        let answer = at("out").join(&format!("{}.out", name.stem)).filter(|path| folder.has(path));
        Test {
            sample: name.group == "0" && !name.is_ocen,
            // That of a test that is made anew may be older than the ingen.
            answer: answer.filter(|_| matches!(input, InputSource::File(_))),
            validator_args: ValidatorArgs::All(vec![format!("{}.in", name.stem)]),
            given_files: given.clone(),
            limits: limits.of(&name),
            group: Some(name.group.clone()),
            ..Test::new(name.stem, input)
        }
    });
    (commands, tests.collect())
}

/// Adds the tests that the ingen writes; whether they are known.
fn made(
    folder: &dyn Folder,
    id: &TaskId,
    program: &Program,
    command: CommandIdx,
    inputs: &mut BTreeMap<String, (TestName, InputSource)>,
    findings: &mut Vec<Finding>,
) -> bool {
    let source = &program.sources[0];
    let Some(seen) = folder.seen_run(source) else {
        let message = format!("which tests {source} writes is known once it has been run, as a check does");
        findings.push(Finding::of_file(Code::NoTests, source, message).with_severity(Severity::Information));
        return false;
    };
    let mut others = Vec::new();
    for file in seen.files {
        let is_script = program.language == Language::Scripts;
        let name = if is_script { file.strip_prefix(IN_SCRIPT) } else { Some(file.as_str()) };
        let Some(name) = name else { continue };
        match id.test(name) {
            Some(test) => {
                inputs.insert(test.stem.clone(), (test, InputSource::Written { command, file }));
            }
            None if name.ends_with(".in") => others.push(name.to_owned()),
            None => {}
        }
    }
    if let Some(first) = others.first() {
        let (is, it) = if others.len() == 1 { ("is", "it is") } else { ("are", "they are") };
        let message = format!(
            "it writes {}, which {is} named like no test, so {it} left out; a test is named like `{id}1a.in`",
            first_of(first, others.len())
        );
        findings.push(Finding::of_file(Code::FileLeftOut, source, message));
    } else if seen.ok && inputs.is_empty() {
        let message = format!("it ends well and writes no input; a test is a file such as `{id}1a.in` where it runs");
        findings.push(Finding::of_file(Code::NoTests, source, message));
    }
    seen.ok
}

/// Adds the tests that lie in `in/` and that no ingen writes. Where the ones written by hand are listed, the others are old.
fn lying(
    folder: &dyn Folder,
    manifest: &Manifest,
    id: &TaskId,
    ingen_is_known: bool,
    inputs: &mut BTreeMap<String, (TestName, InputSource)>,
    findings: &mut Vec<Finding>,
) {
    let listed = manifest.root.get("sinol_static_tests");
    let by_hand = manifest.texts(listed, findings);
    let by_hand: BTreeMap<&str, &Range> = by_hand.iter().map(|(name, range)| (file_name(name), range)).collect();
    let (mut nameless, mut old) = (Vec::new(), Vec::new());
    for file in folder.below(&at("in")) {
        let path = &file.path;
        let Some(test) = id.test(path.file_name()).filter(|_| path.parent() == at("in")) else {
            if path.extension() == "in" {
                nameless.push(path.clone());
            }
            continue;
        };
        if inputs.contains_key(&test.stem) {
            continue;
        }
        if ingen_is_known && listed.is_some() && !by_hand.contains_key(path.file_name()) {
            old.push(path.clone());
            continue;
        }
        inputs.insert(test.stem.clone(), (test, InputSource::File(path.clone())));
    }
    for (name, range) in by_hand {
        let is_there = at("in").join(name).is_some_and(|path| folder.has(&path));
        if !is_there {
            let message = format!("there is no file in/{name}; write it, or remove it from the list");
            findings.push(manifest.finding(Code::ManifestStale, *range, message));
        }
    }
    if let Some(first) = nameless.first() {
        let (are, them) = if nameless.len() == 1 { ("is", "it is") } else { ("are", "they are") };
        let message = format!(
            "{} {are} named like no test of the task, so {them} left out; a test is named like in/{id}1a.in",
            first_of(first, nameless.len())
        );
        findings.push(Finding::of_file(Code::FileLeftOut, first, message));
    }
    if let (Some(first), Some(listed)) = (old.first(), listed.map(|node: &Node| node.range)) {
        let (are, them) = if old.len() == 1 { ("is", "it is") } else { ("are", "they are") };
        let message = format!(
            "{} {are} neither written by the ingen nor listed in `sinol_static_tests`, so {them} left out; remove it, or list it",
            first_of(first, old.len())
        );
        findings
            .push(Finding::of_file(Code::FileLeftOut, first, message).with_related(manifest.place(listed), "the list"));
    }
}

/// Outputs without an input.
fn lone_answers(folder: &dyn Folder, inputs: &[(TestName, InputSource)]) -> Option<Finding> {
    let stems: BTreeSet<&str> = inputs.iter().map(|(name, _)| name.stem.as_str()).collect();
    let files = folder.children(&at("out")).into_iter().map(|file| &file.path);
    let lone: Vec<&RelPath> = files.filter(|path| path.extension() == "out" && !stems.contains(path.stem())).collect();
    let first = lone.first()?;
    let (has, them) = if lone.len() == 1 { ("has", "it is") } else { ("have", "they are") };
    let message = format!(
        "{} {has} no input, so {them} left out; add what is missing, or remove the rest",
        first_of(first, lone.len())
    );
    Some(Finding::of_file(Code::FileLeftOut, first, message))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
