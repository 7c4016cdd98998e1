//! The test script of a plain folder: where it is, and which programs its commands call.

use std::collections::BTreeSet;

use crate::{
    finding::{Code, Finding, Severity},
    folder::{FileEntry, MAX_PROSE_BYTES},
    formats::wording::roles::{is_no_part, is_test_folder, of_directory},
    model::{ByProgram, GenCall, GenCommand, Program, ProgramIdx, Role},
    path::RelPath,
    script::{self, Call, Script, ScriptCommand},
    settings::{RoleHint, suggest::nearest},
    text::{LineIndex, Place, word_in},
};

use super::{Context, labels, roles, sources::Unit};

/// Longer texts are no scripts.
const MAX_BYTES: u64 = MAX_PROSE_BYTES;
/// Longer texts without a usual name are not looked into.
const MAX_UNNAMED_BYTES: u64 = 1 << 16;

/// A script of the folder.
pub(super) struct ScriptFile {
    pub(super) path: RelPath,
    pub(super) text: String,
    pub(super) script: Script,
}

impl ScriptFile {
    pub(super) fn place(&self, command: &ScriptCommand) -> Place {
        Place { path: self.path.clone(), range: command.range }
    }
}

/// Finds and reads the script. What it calls is a generator, whatever else it might have been taken for.
pub(super) fn read(
    context: &Context<'_>,
    programs: &mut ByProgram<Program>,
    others: Vec<Unit>,
    findings: &mut Vec<Finding>,
) -> Option<ScriptFile> {
    let path = find(context, programs)?;
    let text = context.folder.text(&path)?;
    let file = ScriptFile { script: script::parse(&text), text, path };
    let at = |range| Place { path: file.path.clone(), range };
    let errors = file.script.errors.iter();
    findings.extend(errors.map(|error| Finding::at(Code::ManifestBroken, at(error.range), &error.message)));
    let notes = file.script.notes.iter().map(|note| Finding::at(Code::ManifestBroken, at(note.range), &note.message));
    findings.extend(notes.map(|note| note.with_severity(Severity::Hint)));
    adopt(context, programs, others, &file);
    Some(file)
}

fn find(context: &Context<'_>, programs: &ByProgram<Program>) -> Option<RelPath> {
    let stated = context.hints.script.as_ref().filter(|path| context.folder.has(path));
    if let Some(path) = stated {
        return Some(path.clone());
    }
    let generators: BTreeSet<&str> =
        programs.iter().filter(|program| program.role == Role::Generator).map(Program::name).collect();
    let is_ignored = |file: &FileEntry| context.hints.role(&file.path) == Some(RoleHint::Ignore);
    let is_wanted = |file: &&FileEntry| (1..=MAX_BYTES).contains(&file.size) && !is_ignored(file);
    let small = || context.folder.files().iter().filter(is_wanted);
    let named = small().filter_map(|file| Some((rank(&file.path)?, &file.path)));
    let named = named.filter(|(rank, path)| is_meant(context, *rank, path, &generators));
    let is_script = |file: &&FileEntry| {
        let text = may_be_script(file).then(|| context.folder.text(&file.path)).flatten();
        text.is_some_and(|text| script::looks_like_script(&text, &generators))
    };
    named.min().map(|(_, path)| path.clone()).or_else(|| Some(small().find(is_script)?.path.clone()))
}

/// The place of a file in the order of usual names; `None` when it has none of them.
fn rank(path: &RelPath) -> Option<usize> {
    let name = path.file_name().to_lowercase();
    let directory = path.parent();
    let is_root = directory.is_root();
    let is_beside_generators = of_directory(directory.as_str()) == Some(Role::Generator);
    match name.as_str() {
        "script" if is_root => Some(0),
        "script.txt" if is_root => Some(1),
        _ if is_root && name.ends_with(".script") => Some(2),
        "tests.txt" if is_root => Some(TESTS_TXT),
        "script" | "script.txt" if is_beside_generators => Some(4),
        _ if is_beside_generators && name.ends_with(".script") => Some(5),
        _ => None,
    }
}

/// The place of `tests.txt`, which may be about something else.
const TESTS_TXT: usize = 3;

/// Whether a file with a usual name is a test script, and not one of a shell or notes about tests.
fn is_meant(context: &Context<'_>, rank: usize, path: &RelPath, generators: &BTreeSet<&str>) -> bool {
    let Some(text) = context.folder.text(path) else {
        return false;
    };
    let calls_one = || text.lines().any(|line| script::looks_like_script(line, generators));
    !text.starts_with("#!") && (rank != TESTS_TXT || calls_one())
}

/// Whether a file without a usual name may be a script, going by its place.
fn may_be_script(file: &FileEntry) -> bool {
    let directory = file.path.parent();
    let is_text = matches!(file.path.extension().as_str(), "" | "txt" | "gen" | "cmd");
    let is_elsewhere = |part: &str| is_no_part(part) || is_test_folder(part);
    let is_near = directory.parts().count() <= 1 && !directory.parts().any(is_elsewhere);
    is_text && is_near && file.size <= MAX_UNNAMED_BYTES && !file.path.file_name().starts_with('.')
}

/// Turns sources that the script calls by name into generators, unless their names say that they are something else.
fn adopt(context: &Context<'_>, programs: &mut ByProgram<Program>, others: Vec<Unit>, file: &ScriptFile) {
    let calls = file.script.commands.iter().flat_map(|command| &command.pipeline);
    let called: BTreeSet<&str> = calls.map(|call| call.program.as_str()).collect();
    let unknown: Vec<&str> = called.into_iter().filter(|name| generator(name, programs).is_none()).collect();
    let reason = format!("called by {}", file.path);
    for program in programs.iter_mut().filter(|program| program.role == Role::Solution) {
        let is_called = unknown.iter().any(|name| how_well(name, &program.path, program.name()).is_some());
        if is_called && labels::is_unlabelled(context, program) {
            program.role = Role::Generator;
            program.reason.clone_from(&reason);
        }
    }
    for unit in others {
        if unknown.iter().any(|name| how_well(name, &unit.path, unit.name()).is_some()) {
            programs.push(roles::program(unit, Role::Generator, reason.clone()));
        }
    }
}

/// The commands with their programs; those that call none are findings.
pub(super) fn commands(
    file: &ScriptFile,
    programs: &ByProgram<Program>,
    findings: &mut Vec<Finding>,
) -> Vec<GenCommand> {
    let commands: Vec<GenCommand> = file.script.commands.iter().map(|command| link(file, command, programs)).collect();
    let calls = commands.iter().flat_map(|command| command.pipeline.iter().map(move |call| (command, call)));
    let unknown: BTreeSet<(&Option<Place>, &str)> = calls
        .filter(|(_, call)| call.program.is_none())
        .map(|(command, call)| (&command.place, call.name.as_str()))
        .collect();
    let lines = LineIndex::new(&file.text);
    let finding = |(place, name): (&Option<Place>, &str)| unknown_generator(&lines, place.as_ref()?, name, programs);
    findings.extend(unknown.into_iter().filter_map(finding));
    commands
}

fn link(file: &ScriptFile, command: &ScriptCommand, programs: &ByProgram<Program>) -> GenCommand {
    let linked = |call: &Call| GenCall {
        name: call.program.clone(),
        program: generator(&call.program, programs),
        args: call.args.clone(),
    };
    GenCommand {
        text: command.text.clone(),
        pipeline: command.pipeline.iter().map(linked).collect(),
        place: Some(file.place(command)),
        rule: None,
        lists_tests: false,
    }
}

fn unknown_generator(
    lines: &LineIndex<'_>,
    place: &Place,
    name: &str,
    programs: &ByProgram<Program>,
) -> Option<Finding> {
    let generators = programs.iter().filter(|program| program.role == Role::Generator).map(Program::name);
    let other = programs.iter().find(|program| how_well(name, &program.path, program.name()).is_some());
    let near = nearest(name, generators).filter(|_| other.is_none());
    let message = match (other, near) {
        (Some(other), _) => format!("`{name}` is the {} {}, not a generator", other.role.name(), other.path),
        (None, Some(near)) => format!("there is no generator `{name}`; did you mean `{near}`?"),
        (None, None) => format!("there is no generator `{name}` in this folder"),
    };
    let finding = Finding::at(Code::GeneratorUnknown, place.clone(), message);
    Some(match near.and_then(|near| Some((word_in(lines, place.range, name)?, near))) {
        Some((word, near)) => finding.with_words(word, near),
        None => finding,
    })
}

/// The generator that a name in a script means.
fn generator(name: &str, programs: &ByProgram<Program>) -> Option<ProgramIdx> {
    let generators = programs.iter_enumerated().filter(|(_, program)| program.role == Role::Generator);
    let ranked = generators.filter_map(|(idx, program)| Some((how_well(name, &program.path, program.name())?, idx)));
    ranked.min().map(|(_, idx)| idx)
}

/// How well a written name fits a program, 0 best: its path, its file name, its stem, its stem with `.exe` or the like
/// or behind `./`.
fn how_well(written: &str, path: &RelPath, stem: &str) -> Option<usize> {
    let written = written.replace('\\', "/");
    let base = written.rsplit('/').next().unwrap_or(&written);
    let without_extension = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
    let fits = [written == path.as_str(), base == path.file_name(), base == stem, without_extension == stem];
    fits.iter().position(|fits| *fits)
}
