//! Programs in `prog/`, by their names.

use std::collections::BTreeMap;

use super::{
    at,
    names::{Kind, TaskId},
};
use crate::{
    finding::{Code, Finding, Severity},
    folder::Folder,
    formats::language,
    language::Language,
    model::{Program, ProgramIdx, Role},
    path::RelPath,
    words::first_of,
};

/// Where the ingen is run.
const IN: &str = "in";

/// Tools that the format has one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Writes the inputs.
    Ingen,
    /// Decides whether an input is valid.
    Inwer,
    /// Decides whether an output is right.
    Chk,
    /// Talks to solutions and judges them.
    Soc,
}

impl Part {
    const ALL: [Part; 4] = [Part::Ingen, Part::Inwer, Part::Chk, Part::Soc];

    /// The ending of its name.
    fn ending(self) -> &'static str {
        match self {
            Part::Ingen => "ingen",
            Part::Inwer => "inwer",
            Part::Chk => "chk",
            Part::Soc => "soc",
        }
    }

    fn role(self) -> Role {
        match self {
            Part::Ingen => Role::Generator,
            Part::Inwer => Role::Validator,
            Part::Chk => Role::Checker,
            Part::Soc => Role::Interactor,
        }
    }
}

/// The programs of a package, in path order.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) programs: Vec<Member>,
    parts: BTreeMap<Part, RelPath>,
}

/// A program with what its name says of it.
pub(super) struct Member {
    pub(super) program: Program,
    /// Set for solutions.
    pub(super) kind: Option<Kind>,
}

impl Cast {
    /// The program that plays a part.
    pub(super) fn of(&self, part: Part) -> Option<ProgramIdx> {
        let path = self.parts.get(&part)?;
        self.programs.iter().position(|one| &one.program.path == path).map(ProgramIdx::from)
    }

    /// The main solution: of several the one that is sure to run here, in C++ before other languages.
    pub(super) fn main(&self) -> Option<ProgramIdx> {
        let rank = |language: &Language| match language {
            Language::Cpp => 0,
            Language::C => 1,
            other if other.is_sure_to_run() => 2,
            other if other.is_run() => 3,
            _ => 4,
        };
        let named = self.programs.iter().enumerate().filter(|(_, one)| one.kind == Some(Kind::Main));
        named.min_by_key(|(idx, one)| (rank(&one.program.language), *idx)).map(|(idx, _)| ProgramIdx::from(idx))
    }

    /// The solutions.
    pub(super) fn solutions(&mut self) -> impl Iterator<Item = (&mut Program, Kind)> {
        self.programs.iter_mut().filter_map(|one| Some((&mut one.program, one.kind?)))
    }
}

/// Reads `prog/`; files whose names say nothing are told.
pub(super) fn read(folder: &dyn Folder, id: &TaskId, findings: &mut Vec<Finding>) -> Cast {
    let mut cast = Cast::default();
    let mut nameless = Vec::new();
    for file in folder.children(&at("prog")) {
        let path = &file.path;
        let part = Part::ALL.into_iter().find(|part| id.rest(path.stem()) == Some(part.ending()));
        let Some(language) = language_of(folder, path, part) else { continue };
        if file.size <= 1 {
            let message = format!("{path} is empty, so it is left out; write it, or remove it");
            findings.push(Finding::of_file(Code::ManifestStale, path, message));
            continue;
        }
        let (role, kind, reason) = match (part, id.solution(path.stem())) {
            (Some(part), _) if is_better(&cast, part, &language) => {
                cast.parts.insert(part, path.clone());
                (part.role(), None, format!("named like the task's {}", part.ending()))
            }
            (None, Some(kind)) => (Role::Solution, Some(kind), "named like a solution of the task".to_owned()),
            (Some(_), _) | (None, None) => {
                nameless.push(path.clone());
                continue;
            }
        };
        let mut program = Program::of_file(path.clone(), role, language, reason);
        if program.language == Language::Scripts {
            program.args.push(IN.to_owned());
        }
        cast.programs.push(Member { program, kind });
    }
    keep_one_of_each(&mut cast, &mut nameless);
    findings.extend(told(folder, id, &cast, nameless));
    findings.extend(not_judged(&cast));
    cast
}

/// The language of a file; a shell script is one only where it writes the inputs.
fn language_of(folder: &dyn Folder, path: &RelPath, part: Option<Part>) -> Option<Language> {
    if part == Some(Part::Ingen) && path.extension() == "sh" {
        return Some(Language::Scripts);
    }
    language::of_file(folder, path).filter(|language| *language != Language::Checktestdata)
}

/// Whether a program takes a part: nobody has it, or it is an ingen in shell, which calls the others.
fn is_better(cast: &Cast, part: Part, language: &Language) -> bool {
    !cast.parts.contains_key(&part) || part == Part::Ingen && *language == Language::Scripts
}

/// Takes out the tools whose part another one has taken.
fn keep_one_of_each(cast: &mut Cast, nameless: &mut Vec<RelPath>) {
    let parts = &cast.parts;
    cast.programs.retain(|one| {
        let is_kept = one.kind.is_some() || parts.values().any(|path| *path == one.program.path);
        if !is_kept {
            nameless.push(one.program.path.clone());
        }
        is_kept
    });
}

/// A finding about programs that are none of the format's. What an ingen in shell may call, and libraries, are parts of
/// others.
fn told(folder: &dyn Folder, id: &TaskId, cast: &Cast, mut nameless: Vec<RelPath>) -> Option<Finding> {
    let has_script = cast.programs.iter().any(|one| one.program.language == Language::Scripts);
    nameless.retain(|path| {
        let rest = id.rest(path.stem()).unwrap_or_default();
        let is_called = has_script && (rest.contains("ingen") || rest.is_empty());
        let is_included = folder
            .files()
            .iter()
            .any(|file| folder.facts(&file.path).is_some_and(|facts| facts.includes_file(path.file_name())));
        !rest.starts_with("lib") && !is_called && !is_included
    });
    nameless.sort();
    let first = nameless.first()?;
    let (are, them) = if nameless.len() == 1 { ("is", "it is") } else { ("are", "they are") };
    let message = format!(
        "{} {are} named like no program of the task, so {them} left out; solutions are `{id}`, `{id}2`, `{id}s1` and `{id}b1`, \
         and there is one {id}ingen, {id}inwer and {id}chk",
        first_of(first, nameless.len())
    );
    Some(Finding::of_file(Code::FileLeftOut, first, message).with_severity(Severity::Information))
}

/// What cannot be judged here.
fn not_judged(cast: &Cast) -> Option<Finding> {
    let soc = cast.parts.get(&Part::Soc)?;
    let message = "problems whose solutions talk to a program over further file descriptors are not judged here, so no \
                   solution is run";
    Some(Finding::of_file(Code::ToolMissing, soc, message))
}
