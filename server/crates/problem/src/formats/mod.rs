//! Readers of folder formats: a folder in, a [`Problem`] with findings out. A broken manifest gives findings, never a
//! refusal.

mod above;
mod bounded;
mod contest;
mod discover;
mod foreign;
mod hydro;
pub mod icpc;
mod json;
mod keyed;
pub mod keys;
mod language;
mod left_out;
mod library_checker;
mod module_name;
mod outline;
pub mod plain;
pub mod polygon;
mod rbx;
mod several;
#[cfg(test)]
mod shown;
mod sinol;
pub mod statement;
mod task_maker;
mod toml;
mod tps;
mod wording;
mod yaml;

use std::num::NonZeroUsize;

use crate::{
    executor::MOST_PROCESSES,
    folder::Folder,
    model::{CheckerKind, Format, Problem},
    path::RelPath,
    scoring::Scoring,
    settings::{self, FolderSettings, LabelRule, SETTINGS_FILE},
    text::Place,
};

use self::foreign::Foreign;
pub use self::{
    above::{WantedAbove, wanted_above},
    contest::{Contest, ContestProblem, contests, is_contest_file},
    keyed::{place_of, text_of},
    left_out::most_bytes,
    outline::{Outline, outline},
    plain::packed_tests,
    wording::roles::role_of_name,
};
pub use discover::{FURTHER_MANIFESTS, MANIFESTS, discover, is_part, is_root, nested, problems};

/// Reads a folder with the settings it brings, and those settings.
pub fn open(folder: &dyn Folder) -> (Problem, FolderSettings) {
    let path = RelPath::root().with_file_name(SETTINGS_FILE);
    let (settings, mistakes) = match folder.text(&path) {
        Some(text) => settings::parse(&path, &text),
        None => (FolderSettings::default(), Vec::new()),
    };
    let mut problem = read(folder, &settings, &path);
    problem.findings.extend(mistakes);
    (problem, settings)
}

/// Reads a folder in the format that its settings state or its manifest shows, and lays the settings over it.
pub fn read(folder: &dyn Folder, settings: &FolderSettings, settings_path: &RelPath) -> Problem {
    let stated = settings.format;
    let by_manifest = match stated {
        Some(Format::Plain) => None,
        Some(Format::Polygon) => polygon::read(folder),
        Some(Format::Icpc) => icpc::read(folder),
        Some(Format::LibraryChecker) => library_checker::read(folder),
        Some(Format::Tps) => tps::read(folder),
        Some(Format::Hydro) => hydro::read(folder),
        Some(Format::Sinol) => sinol::read(folder),
        Some(Format::Rbx) => rbx::read(folder),
        Some(Format::TaskMaker) => task_maker::read(folder),
        None => match by_manifest(folder, &RelPath::root()) {
            Some(Format::LibraryChecker) => library_checker::read(folder),
            Some(Format::Tps) => tps::read(folder),
            Some(Format::Hydro) => hydro::read(folder),
            Some(Format::Sinol) => sinol::read(folder),
            Some(Format::Rbx) => rbx::read(folder),
            Some(Format::TaskMaker) => task_maker::read(folder),
            Some(Format::Polygon | Format::Plain | Format::Icpc) | None => {
                polygon::read(folder).or_else(|| icpc::read(folder))
            }
        },
    };
    let mut foreign = if by_manifest.is_none() && stated.is_none() { Foreign::find(folder) } else { None };
    let mut problem = by_manifest.unwrap_or_else(|| {
        let person = hints(settings, settings_path);
        let Some(foreign) = &foreign else { return plain::read(folder, &person) };
        let mut hints = person.clone();
        foreign.hint(folder, &mut hints);
        let mut problem = plain::read(folder, &hints);
        plain::restate(&mut problem.programs, &person, "named in the folder's own files");
        problem
    });
    if let Some(foreign) = &mut foreign {
        foreign.lay_over(&mut problem);
    }
    let task = problem.name.clone();
    settings.apply(&mut problem, folder, settings_path);
    module_name::note(&mut problem, task);
    if problem.format == Format::Plain {
        let by_manifest = foreign.as_ref().and_then(|foreign| foreign.scoring(&problem.tests));
        problem.scoring = by_manifest.or_else(|| Scoring::of_names(&problem.tests));
    }
    problem.findings.extend(foreign.into_iter().flat_map(Foreign::findings));
    let_interactor_decide(&mut problem);
    problem.findings.extend(left_out::findings(folder, settings));
    let unread = left_out::unread(folder, &problem);
    problem.findings.extend(unread);
    problem
}

/// The format that a manifest in a directory of a tree shows. Names that other things have too count with what stands in
/// the file or beside it.
fn by_manifest(folder: &dyn Folder, directory: &RelPath) -> Option<Format> {
    let at = |name: &str| directory.join(name).filter(|path| folder.has(path));
    if at("problem.xml").is_some() {
        Some(Format::Polygon)
    } else if at(library_checker::MANIFEST).is_some_and(|path| library_checker::is_manifest(folder, &path)) {
        Some(Format::LibraryChecker)
    } else if at(tps::MANIFEST).is_some_and(|path| tps::is_manifest(folder, &path)) {
        Some(Format::Tps)
    } else if at(rbx::MANIFEST).is_some() {
        Some(Format::Rbx)
    } else if hydro::is_root(folder, directory) {
        Some(Format::Hydro)
    } else {
        let is_sinol = || sinol::manifest_in(folder, directory).is_some();
        let is_task_maker = || task_maker::manifest_in(folder, directory).is_some();
        let icpc = at("problem.yaml").map(|_| Format::Icpc);
        icpc.or_else(|| is_sinol().then_some(Format::Sinol)).or_else(|| is_task_maker().then_some(Format::TaskMaker))
    }
}

/// Files that a manifest states the contents of: they are there for every program, as if they lay in the folder.
pub fn made_files(folder: &dyn Folder) -> Vec<(RelPath, String)> {
    library_checker::made_header(folder).into_iter().chain(rbx::made_header(folder)).collect()
}

/// What a plain folder's reader must know of the settings beforehand.
fn hints(settings: &FolderSettings, settings_path: &RelPath) -> plain::Hints {
    let label = |rule: &LabelRule| {
        let place = Place { path: settings_path.clone(), range: rule.solutions.range };
        rule.expected.sets.map(|_| (rule.solutions.matcher().clone(), rule.expected.label(None, place)))
    };
    plain::Hints {
        roles: settings.role_hints(),
        labels: settings.labels.iter().rev().filter_map(label).collect(),
        main: settings.main.as_ref().map(|main| main.value.clone()),
        script: settings.script.as_ref().map(|script| script.value.clone()),
        tests: settings.tests.clone(),
        settings: settings_path.clone(),
    }
}

/// A package whose one validator both talks and judges names it twice.
fn let_interactor_decide(problem: &mut Problem) {
    if let (CheckerKind::Program { program, .. }, Some(interactor)) = (&problem.checker.kind, problem.interactor)
        && *program == interactor.program
    {
        problem.checker.kind = CheckerKind::Interactor;
    }
}

/// How many processes of a solution talk to a manager at once, of a number above zero; `None` is one.
///
/// # Errors
/// A sentence where no manager can talk to so many here.
fn processes(number: f64) -> Result<Option<NonZeroUsize>, String> {
    if number == 1.0 {
        return Ok(None);
    }
    let is_known = number.fract() == 0.0 && number <= MOST_PROCESSES as f64;
    let whole = is_known.then(|| NonZeroUsize::new(number as usize)).flatten();
    whole.map(Some).ok_or_else(|| {
        format!(
            "a manager talks to a whole number of processes, here to {MOST_PROCESSES} at most, so no solution is run; tests are \
             made and validated all the same"
        )
    })
}
