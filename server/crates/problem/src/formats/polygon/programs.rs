//! Which files are programs and what each is for: first what the manifest says, then what the sources say.

use std::collections::{BTreeMap, BTreeSet};

use checkers::Standard;

use super::{
    manifest::{Assets, CheckerAsset, Files, Manifest, Source, broken, stale},
    source_type::{language_of, standard_of},
};
use crate::{
    facts::Register,
    finding::{Finding, Severity},
    folder::Folder,
    formats::{language, several},
    included,
    language::Language,
    model::{Program, Role},
    path::RelPath,
    text::{Place, Range},
};

/// The programs of the folder, and those that have a part to play.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) programs: BTreeMap<RelPath, Program>,
    /// Every source the manifest names, even those that are no programs or are missing.
    listed: BTreeSet<RelPath>,
    /// The standard checker the manifest names.
    pub(super) standard: Option<Standard>,
    /// Its source in the folder.
    pub(super) standard_source: Option<RelPath>,
    pub(super) checker: Option<RelPath>,
    pub(super) interactor: Option<RelPath>,
    pub(super) validators: Vec<RelPath>,
    pub(super) main: Option<RelPath>,
    /// Where the manifest names a program whose role only its source tells.
    places: BTreeMap<RelPath, Place>,
}

/// What the reading of programs works on.
pub(super) struct Casting<'a> {
    pub(super) folder: &'a dyn Folder,
    pub(super) manifest: &'a Manifest,
    /// The stems of the programs that test commands call.
    pub(super) called: &'a BTreeSet<String>,
    pub(super) cast: Cast,
    pub(super) findings: Vec<Finding>,
}

impl Casting<'_> {
    /// Takes in every program and gives out the parts.
    pub(super) fn read(&mut self) {
        let Manifest { assets, files, .. } = self.manifest;
        let solutions = assets.as_ref().and_then(|assets| assets.solutions.as_ref());
        if let Some(assets) = assets {
            self.read_assets(assets);
        }
        if let Some(solutions) = solutions {
            self.read_listed_solutions(&solutions.entries);
        }
        if let Some(files) = files {
            self.read_executables(files);
        }
        self.read_unlisted_sources();
        self.read_unlisted_solutions(solutions.is_some());
        self.fill_roles();
        self.fill_main();
    }

    fn read_assets(&mut self, assets: &Assets) {
        if let Some(checker) = &assets.checker {
            self.read_checker(checker);
        }
        if let Some(source) = &assets.interactor {
            self.cast.interactor = self.claim(source, Role::Interactor, "listed in problem.xml as the interactor");
        }
        for validator in &assets.validators {
            let path = self.claim(&validator.source, Role::Validator, "listed in problem.xml as a validator");
            let path = path.filter(|path| !self.cast.validators.contains(path));
            self.cast.validators.extend(path);
        }
    }

    /// A standard checker is decided in-process, so its source is no program, unless that judges otherwise. Another's copy
    /// at the root stands in when the source is missing.
    fn read_checker(&mut self, checker: &CheckerAsset) {
        let standard = checker.name.as_ref().filter(|name| name.text.starts_with("std::"));
        self.cast.standard = standard.and_then(|name| Standard::from_name(&name.text));
        let sources = [&checker.source, &checker.copy].into_iter().flatten();
        self.cast.listed.extend(sources.clone().map(|source| source.path.clone()));
        let present = sources.clone().find(|source| self.folder.has(&source.path));
        if let (Some(name), Some(standard)) = (standard, self.cast.standard) {
            let other = present.filter(|source| !self.folder.is_standard(&source.path, standard));
            let Some(source) = other else {
                self.cast.standard_source = present.map(|source| source.path.clone());
                return;
            };
            let message = format!("problem.xml names {}, but {} judges otherwise than that", name.text, source.path);
            self.findings.push(stale(name.place.clone(), message).with_severity(Severity::Information));
            self.cast.standard = None;
        }
        if let Some(source) = present.or(checker.source.as_ref()) {
            self.cast.checker = self.claim(source, Role::Checker, "listed in problem.xml as the checker");
        }
    }

    fn read_executables(&mut self, files: &Files) {
        for source in &files.executables {
            if self.cast.listed.contains(&source.path) {
                continue;
            }
            let (role, reason) = match self.register_of(&source.path) {
                Some(register) => (Role::of_register(register), format!("calls {}", register.function())),
                None => (Some(Role::Generator), "listed in problem.xml as an executable".to_owned()),
            };
            self.cast.listed.insert(source.path.clone());
            if let Some(role) = role
                && let Some(path) = self.claim(source, role, reason)
            {
                self.cast.places.insert(path, source.place.clone());
            }
        }
    }

    /// Sources in `files` that the manifest is silent about: those that register with testlib, and those that test
    /// commands call.
    fn read_unlisted_sources(&mut self) {
        let Some(directory) = RelPath::parse("files") else { return };
        let folder = self.folder;
        for entry in folder.children(&directory) {
            let path = &entry.path;
            let called = self.called.contains(path.stem());
            if self.cast.listed.contains(path) || (self.is_resource(path) && !called) {
                continue;
            }
            let (role, reason) = match self.register_of(path) {
                Some(register) => (Role::of_register(register), format!("calls {}", register.function())),
                None => (called.then_some(Role::Generator), "called by a test command".to_owned()),
            };
            let Some(role) = role else { continue };
            let source = Source::unlisted(path);
            if self.claim(&source, role, reason).is_some() && self.manifest.files.is_some() && !self.is_resource(path) {
                self.findings.push(stale(source.place, format!("{path} is not listed in problem.xml")));
            }
        }
    }

    /// Parts that the manifest leaves open go to the programs whose sources ask for them. What a manifest with assets
    /// does not list at all gets no part, so that a forgotten interactor does not make a problem interactive.
    fn fill_roles(&mut self) {
        let assets = self.manifest.assets.as_ref();
        let of_role = |role| self.cast.programs.values().filter(move |program| program.role == role);
        let paths = |role| of_role(role).map(|program| program.path.clone()).collect::<Vec<RelPath>>();
        let (checkers, interactors, mut validators) =
            (paths(Role::Checker), paths(Role::Interactor), paths(Role::Validator));
        validators.retain(|path| assets.is_none() || self.cast.places.contains_key(path));
        if self.cast.validators.is_empty() {
            validators.iter().for_each(|path| self.note_validator(path));
            if assets.is_none() {
                self.findings.extend(several::all_validators(&validators.iter().collect::<Vec<_>>()));
            }
            self.cast.validators = validators;
        }
        if self.cast.interactor.is_none() && assets.is_none_or(|assets| assets.interactor.is_some()) {
            self.cast.interactor = self.first_of(Role::Interactor, &interactors);
        }
        if self.cast.checker.is_none() && self.cast.standard.is_none() {
            self.cast.checker = self.first_of(Role::Checker, &checkers).or_else(|| self.checker_at_root());
            self.note_checker();
        }
    }

    /// The first program of those that register in a role; where there are others, a finding says so.
    fn first_of(&mut self, role: Role, paths: &[RelPath]) -> Option<RelPath> {
        let (first, others) = paths.split_first()?;
        if !others.is_empty() {
            let others: Vec<&RelPath> = others.iter().collect();
            let why = "problem.xml names none and it comes first by its path";
            self.findings.push(several::one_of(role, first, &others, why));
        }
        Some(first.clone())
    }

    fn note_validator(&mut self, path: &RelPath) {
        if let Some(place) = self.cast.places.get(path) {
            let message = format!("problem.xml names no validator, so {path} is taken, which registers as one");
            self.findings.push(stale(place.clone(), message));
        }
    }

    fn note_checker(&mut self) {
        let Some(assets) = &self.manifest.assets else { return };
        let has_source = |checker: &CheckerAsset| checker.source.is_some() || checker.copy.is_some();
        if !assets.checker.as_ref().is_some_and(has_source) {
            let instead = self.cast.checker.as_ref().map_or("wcmp", RelPath::as_str);
            let message = format!("problem.xml names no checker, so {instead} is taken");
            self.findings.push(broken(assets.place.clone(), message));
        }
    }

    /// `check.cpp`, which is usually a copy of a source in `files`.
    fn checker_at_root(&mut self) -> Option<RelPath> {
        let folder = self.folder;
        let files = folder.files().iter().map(|entry| &entry.path);
        let mut at_root = files.filter(|path| path.parent().is_root() && path.stem() == "check");
        let path = at_root.find(|path| Language::from_path(path).is_some())?;
        self.claim(&Source::unlisted(path), Role::Checker, "named check")
    }

    /// Makes a file a program, if it is there and is one, and nothing else already.
    pub(super) fn claim(&mut self, source: &Source, role: Role, reason: impl Into<String>) -> Option<RelPath> {
        let Source { path, kind, place } = source;
        self.cast.listed.insert(path.clone());
        let mut language = language_of(path, kind)?;
        if kind.is_empty() {
            language = language::of_text(self.folder, path, language);
        }
        if !self.folder.has(path) {
            self.findings.push(stale(place.clone(), format!("there is no file {path}")));
            return None;
        }
        if self.folder.size(path).is_some_and(|size| size <= 1) {
            self.findings.push(stale(place.clone(), format!("{path} is empty, so it is left out")));
            return None;
        }
        if let Some(program) = self.cast.programs.get(path) {
            if program.role != role {
                let message = format!("{path} is already the {}, so it is no {}", program.role.name(), role.name());
                self.findings.push(broken(place.clone(), message));
            }
            return (program.role == role).then(|| path.clone());
        }
        let mut program = Program::of_file(path.clone(), role, language, reason);
        program.standard = standard_of(&program.language, kind);
        self.cast.programs.insert(path.clone(), program);
        Some(path.clone())
    }

    /// Whether the manifest names this file as a source.
    pub(super) fn is_listed(&self, path: &RelPath) -> bool {
        self.cast.listed.contains(path)
    }

    fn is_resource(&self, path: &RelPath) -> bool {
        self.manifest.files.as_ref().is_some_and(|files| files.resources.contains(path))
    }

    fn register_of(&self, path: &RelPath) -> Option<Register> {
        Some(included::facts(self.folder, path)?.register()?.register)
    }
}

impl Source {
    /// A file that the manifest does not name.
    pub(super) fn unlisted(path: &RelPath) -> Source {
        let place = Place { path: path.clone(), range: Range::default() };
        Source { path: path.clone(), kind: String::new(), place }
    }
}
