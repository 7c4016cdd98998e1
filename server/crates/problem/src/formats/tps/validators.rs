//! Which validators are asked about which tests, and with which arguments.

use std::collections::{BTreeMap, BTreeSet};

use super::{at, gen_data::GenData, stale, subtasks::Subtasks};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::{language, several},
    included,
    language::Language,
    model::{ByProgram, Program, Protocol, Validator, ValidatorArgs},
    path::RelPath,
    script::split_command,
    text::Place,
    words::first_of,
};

/// Where they lie.
const DIRECTORY: &str = "validator";
/// What stands for the name of a subtask in the arguments.
const SUBTASK: &str = "{subtask}";

/// A validator that is to be asked.
struct Wanted {
    path: RelPath,
    args: Vec<String>,
    of: Of,
}

/// About which tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Every,
    /// Those that count in a subtask, by its section.
    Subtask(usize),
}

/// All that are to be asked.
pub(super) struct WantedValidators(Vec<Wanted>);

/// The validators as the model has them, and what each test hands to them.
pub(super) struct Linked {
    pub(super) validators: Vec<Validator>,
    /// What is handed to them, by the section of a test.
    pub(super) args: Vec<ValidatorArgs>,
}

/// Finds the validators that are named; a finding for each that cannot be asked, and for those that nobody names.
pub(super) fn wanted(
    folder: &dyn Folder,
    data: &GenData,
    subtasks: &Subtasks,
    findings: &mut Vec<Finding>,
) -> WantedValidators {
    let mut wanted = Vec::new();
    let mut add = |text: &str, place: &Place, of: Of| {
        let program = program(folder, text, place, findings);
        wanted.extend(program.map(|(path, args)| Wanted { path, args, of }));
    };
    subtasks.global.iter().for_each(|(text, place)| add(text, place, Of::Every));
    for (text, place) in &subtasks.sensitive {
        for (idx, section) in data.sections.iter().enumerate().filter(|(_, section)| section.is_subtask) {
            add(&text.replace(SUBTASK, &section.name), place, Of::Subtask(idx));
        }
    }
    subtasks.own.iter().for_each(|(section, (text, place))| {
        add(&text.replace(SUBTASK, &data.sections[*section].name), place, Of::Subtask(*section));
    });
    for (idx, section) in data.sections.iter().enumerate() {
        section.validators.iter().for_each(|(text, place)| {
            // A set of tests is validated with each subtask that includes it.
            let of = if section.is_subtask { vec![idx] } else { data.subtasks_of(idx).collect() };
            of.into_iter()
                .for_each(|one| add(&text.replace(SUBTASK, &data.sections[one].name), place, Of::Subtask(one)));
        });
    }
    let named: BTreeSet<RelPath> = wanted.iter().map(|one| one.path.clone()).collect();
    let files = folder.children(&at(DIRECTORY)).into_iter().map(|file| &file.path);
    let others: Vec<&RelPath> = files.filter(|path| !named.contains(*path) && runs(folder, path)).collect();
    if !subtasks.is_there && wanted.is_empty() {
        findings.extend(several::all_validators(&others));
        wanted.extend(others.into_iter().map(|path| Wanted { path: path.clone(), args: Vec::new(), of: Of::Every }));
    } else if let Some(first) = others.first() {
        let message =
            format!("{} validates nothing; name it in subtasks.json, or remove it", first_of(first, others.len()));
        findings.push(Finding::of_file(Code::ManifestStale, first, message).with_severity(Severity::Information));
    }
    let mut seen = BTreeSet::new();
    wanted.retain(|one| {
        let of = match one.of {
            Of::Every => None,
            Of::Subtask(section) => Some(section),
        };
        seen.insert((one.path.clone(), one.args.clone(), of))
    });
    WantedValidators(wanted)
}

fn runs(folder: &dyn Folder, path: &RelPath) -> bool {
    let Some(language) = language::of_file(folder, path) else { return false };
    let facts = included::facts(folder, path);
    !language.has_main() || facts.is_none_or(|facts| facts.main.is_some() || !facts.registers.is_empty())
}

/// The program and its arguments; a finding where it is none that can be run.
fn program(
    folder: &dyn Folder,
    text: &str,
    place: &Place,
    findings: &mut Vec<Finding>,
) -> Option<(RelPath, Vec<String>)> {
    let calls = split_command(text).ok().filter(|calls| calls.len() == 1);
    let Some(call) = calls.and_then(|mut calls| calls.pop()) else {
        let message =
            format!("`{text}` is no call of one program, so it validates nothing; write a file and its arguments");
        findings.push(stale(&place.path, place.range, message));
        return None;
    };
    let directory = at(DIRECTORY);
    let path = directory.join(&call.program).filter(|path| path.is_below(&directory));
    let path = path.and_then(|path| if folder.has(&path) { Some(path) } else { source(folder, &path) });
    let Some(path) = path else {
        let has_extension = call.program.contains('.');
        let message = if has_extension {
            format!("there is no {DIRECTORY}/{}; correct the name, or remove it", call.program)
        } else {
            format!("`{text}` is a command of a shell, which is not run here; write a validator in a file")
        };
        let code = if has_extension { Code::ManifestStale } else { Code::ToolMissing };
        findings.push(Finding::at(code, place.clone(), message));
        return None;
    };
    if language::of_file(folder, &path).is_none_or(|language| language == Language::Scripts) {
        let message = format!("{path} is in no language that is run here, so it validates nothing");
        findings.push(Finding::at(Code::ToolMissing, place.clone(), message));
        return None;
    }
    Some((path, call.args))
}

/// The only source of what is named without an ending, as it is called once it is compiled.
fn source(folder: &dyn Folder, compiled: &RelPath) -> Option<RelPath> {
    let beside = folder.children(&compiled.parent());
    let is_source = |path: &&RelPath| path.stem() == compiled.file_name() && runs(folder, path);
    let mut sources = beside.into_iter().map(|file| &file.path).filter(is_source);
    sources.next().filter(|_| sources.next().is_none()).cloned()
}

impl WantedValidators {
    /// The programs that are asked.
    pub(super) fn programs(&self) -> BTreeSet<&RelPath> {
        self.0.iter().map(|one| &one.path).collect()
    }

    /// The validators as the model has them. The format calls them with the arguments that are written and no others.
    pub(super) fn linked(&self, data: &GenData, programs: &ByProgram<Program>) -> Linked {
        let known = self.0.iter().filter_map(|one| Some((one, programs.position(|program| program.path == one.path)?)));
        let known: Vec<_> = known.collect();
        let validator = |program| Validator::of_stdin(program, Protocol::Testlib);
        let of_section = |section: usize| {
            let counts_in: Vec<usize> = data.subtasks_of(section).collect();
            let asked = known.iter().enumerate().filter(|(_, (one, _))| match one.of {
                Of::Every => true,
                Of::Subtask(subtask) => counts_in.contains(&subtask),
            });
            ValidatorArgs::Only(asked.map(|(idx, (one, _))| (idx, one.args.clone())).collect::<BTreeMap<_, _>>())
        };
        Linked {
            validators: known.iter().map(|(_, program)| validator(*program)).collect(),
            args: (0..data.sections.len()).map(of_section).collect(),
        }
    }
}
