//! Gives programs the roles that `touchstone.toml` states, also in folders whose manifest says otherwise.

use checkers::{Standard, kattis::KattisFlags};

use super::folder::{FolderSettings, RoleHint};
use crate::{
    facts::Register,
    finding::Code,
    folder::Folder,
    included,
    language::Language,
    model::{
        ByProgram, Checker, CheckerKind, Format, Interactor, Problem, Program, ProgramIdx, Protocol, Role, Validator,
        ValidatorInput,
    },
    path::RelPath,
    text::Place,
};

/// The new list of programs, and where the old ones went.
struct NewCast {
    programs: ByProgram<Program>,
    /// For each old program its new index; `None` for one that is gone or has another role, so that its uses end.
    moved: ByProgram<Option<ProgramIdx>>,
    /// Programs with a role they did not have before.
    changed: Vec<ProgramIdx>,
}

/// Changes roles, leaves out ignored programs and adds programs that the reader did not list. Returns the programs
/// with a new role.
pub(super) fn recast(
    problem: &mut Problem,
    folder: &dyn Folder,
    settings: &FolderSettings,
    reason: &str,
) -> Vec<ProgramIdx> {
    let cast = new_cast(problem, folder, settings, reason);
    let before = std::mem::replace(&mut problem.programs, cast.programs);
    for (program, _) in before.iter().zip(&cast.moved).filter(|(_, moved)| moved.is_none()) {
        retract_label_findings(problem, program);
    }
    end_uses(problem, &cast.moved);
    for &idx in &cast.changed {
        begin_use(problem, folder, idx, reason);
    }
    resolve_calls(problem);
    cast.changed
}

/// Takes back what a reader said about the label of a solution, which now has another one or is none.
pub(super) fn retract_label_findings(problem: &mut Problem, solution: &Program) {
    let is_here = |place: &Place| place.path == solution.path || solution.sources.contains(&place.path);
    problem.findings.retain(|finding| {
        let mut places = finding.place.iter().chain(finding.related.iter().map(|related| &related.place));
        !matches!(finding.code, Code::SolutionUnlabelled | Code::LabelContradiction) || !places.any(is_here)
    });
}

fn new_cast(problem: &Problem, folder: &dyn Folder, settings: &FolderSettings, reason: &str) -> NewCast {
    let mut actors: Vec<(Option<ProgramIdx>, bool, Program)> = Vec::new();
    for (idx, program) in problem.programs.iter_enumerated() {
        match hint_of(program, settings) {
            Some(RoleHint::Ignore) => {}
            Some(RoleHint::Role(role)) if role != program.role => {
                let changed = Program { role, label: None, reason: reason.to_owned(), ..program.clone() };
                actors.push((None, true, changed));
            }
            Some(RoleHint::Role(_)) | None => actors.push((Some(idx), false, program.clone())),
        }
    }
    let added = unlisted(problem, folder, settings, reason);
    actors.extend(added.into_iter().map(|program| (None, true, program)));
    actors.sort_by(|(_, _, one), (_, _, other)| one.path.cmp(&other.path));
    let moved = vec![None; problem.programs.len()].into();
    let mut cast = NewCast { programs: ByProgram::new(), moved, changed: Vec::new() };
    for (old, is_changed, program) in actors {
        let new = cast.programs.push(program);
        if let Some(old) = old {
            cast.moved[old] = Some(new);
        }
        if is_changed {
            cast.changed.push(new);
        }
    }
    cast
}

fn hint_of(program: &Program, settings: &FolderSettings) -> Option<RoleHint> {
    let of_source = || program.sources.iter().find_map(|source| settings.role_hint(source));
    settings.role_hint(&program.path).or_else(of_source)
}

/// Programs whose files have a stated role and belong to no program so far.
fn unlisted(problem: &Problem, folder: &dyn Folder, settings: &FolderSettings, reason: &str) -> Vec<Program> {
    let is_taken = |path: &RelPath| {
        problem
            .programs
            .iter()
            .any(|program| &program.path == path || program.sources.contains(path) || path.is_below(&program.path))
    };
    let program = |path: &RelPath| {
        let language = Language::from_path(path).filter(|_| !is_taken(path))?;
        match settings.role_hint(path)? {
            RoleHint::Role(role) => Some(Program::of_file(path.clone(), role, language, reason)),
            RoleHint::Ignore => None,
        }
    };
    folder.files().iter().filter_map(|entry| program(&entry.path)).collect()
}

/// Points everything at the new indices; what pointed at a program that has lost its role points nowhere.
fn end_uses(problem: &mut Problem, moved: &ByProgram<Option<ProgramIdx>>) {
    problem.main = problem.main.and_then(|main| moved[main]);
    problem.interactor = problem.interactor.and_then(|old| Some(Interactor { program: moved[old.program]?, ..old }));
    for validators in [&mut problem.validators, &mut problem.further_checkers, &mut problem.answer_validators] {
        validators.retain_mut(|validator| {
            let program = moved[validator.program];
            validator.program = program.unwrap_or(validator.program);
            program.is_some()
        });
    }
    for call in problem.commands.iter_mut().flat_map(|command| &mut command.pipeline) {
        call.program = call.program.and_then(|program| moved[program]);
    }
    if let CheckerKind::Program { program, .. } = &mut problem.checker.kind {
        match moved[*program] {
            Some(new) => *program = new,
            None => problem.checker = usual_checker(problem),
        }
    }
}

/// What decides in a folder without a checker.
fn usual_checker(problem: &Problem) -> Checker {
    let kind = match (problem.interactor, problem.format) {
        (Some(_), _) => CheckerKind::Interactor,
        (None, Format::Icpc) => CheckerKind::KattisDefault(KattisFlags::default()),
        (
            None,
            Format::Plain | Format::Polygon | Format::LibraryChecker | Format::Tps | Format::Hydro | Format::Rbx,
        ) => CheckerKind::Standard(Standard::Wcmp),
        (None, Format::Sinol | Format::TaskMaker) => CheckerKind::Standard(Standard::Lcmp),
    };
    Checker { kind, reason: "the folder has no checker".to_owned() }
}

/// Puts a program to the use that its new role asks for.
fn begin_use(problem: &mut Problem, folder: &dyn Folder, idx: ProgramIdx, reason: &str) {
    let protocol = protocol(problem, folder, idx);
    match problem.programs[idx].role {
        Role::Validator => {
            let takes_options = takes_options(folder, &problem.programs[idx]);
            let input = match problem.format {
                // One that counts its arguments has not been written for task-maker's, which are a file and a number.
                Format::TaskMaker if !takes_options => input_of_task_maker(problem),
                Format::TaskMaker
                | Format::Plain
                | Format::Polygon
                | Format::Icpc
                | Format::LibraryChecker
                | Format::Tps
                | Format::Hydro
                | Format::Sinol
                | Format::Rbx => ValidatorInput::Stdin,
            };
            problem.validators.push(Validator { program: idx, protocol, takes_options, input });
            problem.findings.retain(|finding| finding.code != Code::ValidatorMissing);
        }
        Role::Interactor => {
            // Only a manager talks to several processes.
            problem.io.processes = problem.io.processes.filter(|_| protocol == Protocol::Cms);
            problem.interactor = Some(Interactor { program: idx, protocol });
            // In these, a comparison of ours is nothing that the manifest asks for.
            let is_assumed =
                matches!(problem.format, Format::LibraryChecker | Format::Tps | Format::Sinol | Format::TaskMaker)
                    && matches!(problem.checker.kind, CheckerKind::Standard(_));
            if is_assumed {
                problem.checker = usual_checker(problem);
            }
        }
        Role::Checker => {
            let kind = CheckerKind::Program { program: idx, protocol };
            problem.checker = Checker { kind, reason: reason.to_owned() };
            problem.standard_source = None;
            problem.further_checkers.clear();
        }
        Role::Generator | Role::Grader | Role::Solution => {}
    }
}

/// On an input that is in no subtask, validators are asked as in the last one, whose limits are the widest as a rule.
fn input_of_task_maker(problem: &Problem) -> ValidatorInput {
    let groups = problem.scoring.as_ref().map_or(1, |scoring| scoring.groups.len());
    let known = problem.validators.first().map(|validator| validator.input.clone());
    known.unwrap_or_else(|| ValidatorInput::of_task_maker(groups.saturating_sub(1).max(1)))
}

/// How a program is called and answers: packages of the ICPC format have one way, elsewhere its source tells.
pub(super) fn protocol(problem: &Problem, folder: &dyn Folder, idx: ProgramIdx) -> Protocol {
    let facts = problem.programs[idx].sources.first().and_then(|source| included::facts(folder, source));
    let is_of_testlib = facts.as_ref().is_some_and(|facts| facts.register().is_some());
    let by_exit_code = facts.is_some_and(|facts| !is_of_testlib && facts.exits_like_kattis());
    match problem.format {
        Format::Icpc => Protocol::Kattis,
        Format::Plain | Format::Polygon | Format::LibraryChecker | Format::Tps | Format::Hydro | Format::Rbx
            if by_exit_code =>
        {
            Protocol::Kattis
        }
        Format::Sinol
            if problem.programs[idx].role == Role::Checker
                && !(is_of_testlib && problem.programs[idx].path.parts().next() != Some("prog")) =>
        {
            Protocol::Sinol
        }
        Format::TaskMaker if !is_of_testlib => Protocol::Cms,
        Format::Plain
        | Format::Polygon
        | Format::LibraryChecker
        | Format::Tps
        | Format::Hydro
        | Format::Rbx
        | Format::Sinol
        | Format::TaskMaker => Protocol::Testlib,
    }
}

/// Only `registerValidation(argc, argv)` understands options.
pub(crate) fn takes_options(folder: &dyn Folder, program: &Program) -> bool {
    let facts = program.sources.first().and_then(|source| included::facts(folder, source));
    let register = facts.as_ref().and_then(|facts| facts.register());
    register.is_some_and(|call| call.register == Register::Validator && call.n_args >= 2)
}

/// Finds the generators of commands that had none, and takes back what was said about those.
fn resolve_calls(problem: &mut Problem) {
    let generators: Vec<(String, ProgramIdx)> =
        problem.generators_by_name().into_iter().map(|(name, idx)| (name.to_owned(), idx)).collect();
    let find = |name: &str| generators.iter().find(|(generator, _)| generator == name).map(|&(_, idx)| idx);
    let mut resolved = Vec::new();
    for command in &mut problem.commands {
        if command.pipeline.iter().all(|call| call.program.is_some()) {
            continue;
        }
        for call in &mut command.pipeline {
            call.program = call.program.or_else(|| find(&call.name));
        }
        if command.pipeline.iter().all(|call| call.program.is_some()) {
            resolved.extend(command.place.clone().map(|place| (place.path, place.range.start.line)));
        }
    }
    problem.findings.retain(|finding| {
        let line = finding.place.as_ref().map(|place| (place.path.clone(), place.range.start.line));
        finding.code != Code::GeneratorUnknown || !line.is_some_and(|line| resolved.contains(&line))
    });
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::{
        facts::{RegisterCall, SourceFacts},
        folder::MemoryFolder,
        formats,
        text::Range,
    };

    /// Several processes talk to a manager of CMS only.
    #[test]
    fn how_many_processes_talk_to_another_interactor() {
        let call = RegisterCall { register: Register::Interactor, n_args: 2, range: Range::default() };
        let of_testlib = SourceFacts { registers: vec![call], ..SourceFacts::default() };
        for (facts, protocol, processes) in
            [(None, Protocol::Cms, Some(2)), (Some(of_testlib), Protocol::Testlib, None)]
        {
            let mut folder = MemoryFolder::new("p");
            for (path, text) in [
                ("task.yaml", "name: p\ntime_limit: 1\nmemory_limit: 64\nnum_processes: 2\n"),
                ("gen/GEN", "#ST: 100\n1\n"),
                ("gen/generator.cpp", ""),
                ("check/manager.cpp", ""),
                ("sol/solution.cpp", ""),
                ("touchstone.toml", "[roles]\n\"check/talk.cpp\" = \"interactor\"\n"),
            ] {
                folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
            }
            folder.add(RelPath::parse("check/talk.cpp").unwrap(), b"", facts);
            let problem = formats::open(&folder).0;
            let interactor = problem.interactor.unwrap();
            assert_eq!(problem.programs[interactor.program].path.as_str(), "check/talk.cpp");
            assert_eq!(interactor.protocol, protocol);
            assert_eq!(problem.io.processes.map(NonZeroUsize::get), processes);
        }
    }
}
