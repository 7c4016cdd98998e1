//! Lays `touchstone.toml` over a problem that a reader has understood without it.

use checkers::Standard;

use super::{
    cast,
    folder::{CheckerChoice, FolderSettings, StatedLanguageLimits},
    suggest::nearest,
};
use crate::{
    finding::{Code, Finding, Related},
    folder::Folder,
    label::{Label, LabelWord, Pool},
    language::Language,
    model::{Checker, CheckerKind, Format, LanguageLimits, Problem, ProgramIdx, Role, TimeLimit},
    path::RelPath,
    text::{Place, Range},
};

impl FolderSettings {
    /// Overrides what is stated, adds findings about what is stated in vain, and takes back the reader's findings that
    /// the statements answer. The format, the script, the listed tests and the roles of a plain folder are the
    /// reader's business; it gets them from the fields and from [`FolderSettings::role_hints`].
    pub fn apply(&self, problem: &mut Problem, folder: &dyn Folder, settings_path: &RelPath) {
        let layer = Layer { settings: self, folder, path: settings_path };
        if let Some(name) = &self.name {
            problem.name.clone_from(name);
        }
        layer.limits(problem);
        let had_main = problem.main.is_some();
        let changed = cast::recast(problem, folder, self, &layer.reason());
        layer.compiling(problem);
        layer.checker(problem);
        layer.labels(problem, &changed);
        layer.main(problem, had_main);
        layer.groups(problem);
        layer.files(problem);
        layer.choices(problem);
    }
}

struct Layer<'a> {
    settings: &'a FolderSettings,
    folder: &'a dyn Folder,
    path: &'a RelPath,
}

impl Layer<'_> {
    fn reason(&self) -> String {
        format!("stated in {}", self.path)
    }

    fn place(&self, range: Range) -> Place {
        Place { path: self.path.clone(), range }
    }

    fn stale(&self, problem: &mut Problem, range: Range, message: String) {
        problem.findings.push(Finding::at(Code::ManifestStale, self.place(range), message));
    }

    fn limits(&self, problem: &mut Problem) {
        let stated = &self.settings.limits;
        let was_assumed = problem.findings.iter().any(|finding| finding.code == Code::LimitsAssumed);
        if let Some(ms) = stated.time_ms {
            problem.limits.time = TimeLimit::Fixed(ms);
            retract(problem, Code::LimitsUnitSuspect);
            problem.tests.iter_mut().for_each(|test| test.limits.time_ms = None);
        }
        if stated.memory_mb.is_some() {
            problem.tests.iter_mut().for_each(|test| test.limits.memory_bytes = None);
        }
        problem.limits.memory_bytes = stated.memory_mb.map_or(problem.limits.memory_bytes, |mb| mb << 20);
        problem.limits.output_bytes = stated.output_mb.map_or(problem.limits.output_bytes, |mb| mb << 20);
        let of_language = |(name, stated): (&String, &StatedLanguageLimits)| {
            let memory_bytes = stated.memory_mb.map(|mb| mb << 20);
            (name.clone(), LanguageLimits { time_ms: stated.time_ms, memory_bytes })
        };
        problem.limits.languages.extend(stated.languages.iter().map(of_language));
        if stated.time_ms.or(stated.memory_mb).is_none() {
            return;
        }
        problem.limits.source = self.path.to_string();
        retract(problem, Code::LimitsAssumed);
        if was_assumed && let Some(message) = half_assumed(problem, stated.time_ms, stated.memory_mb) {
            problem.findings.push(Finding::of_file(Code::LimitsAssumed, self.path, message));
        }
    }

    fn compiling(&self, problem: &mut Problem) {
        if let Some(standard) = self.settings.standard {
            for program in problem.programs.iter_mut().filter(|program| program.language == Language::Cpp) {
                program.standard = Some(standard);
            }
        }
        let name = |define: &str| define.split('=').next().unwrap_or_default().to_owned();
        for define in &self.settings.defines {
            problem.defines.retain(|other| name(other) != name(define));
            problem.defines.push(define.clone());
        }
        let stated: Vec<RelPath> = self.settings.include.iter().map(|directory| directory.value.clone()).collect();
        problem.include_dirs.retain(|directory| !stated.contains(directory));
        problem.include_dirs.splice(0..0, stated);
    }

    fn checker(&self, problem: &mut Problem) {
        let Some(stated) = &self.settings.checker else { return };
        let kind = match &stated.value {
            CheckerChoice::Standard(standard) => CheckerKind::Standard(*standard),
            CheckerChoice::Program(path) => match problem.program_at(path) {
                Some(program) => {
                    CheckerKind::Program { program, protocol: cast::protocol(problem, self.folder, program) }
                }
                None => return self.stale(problem, stated.range, no_checker(path)),
            },
        };
        problem.checker = Checker { kind, reason: self.reason() };
        // Whatever a manifest names has no part any more.
        problem.standard_source = None;
        problem.further_checkers.clear();
    }

    fn labels(&self, problem: &mut Problem, changed: &[ProgramIdx]) {
        for idx in problem.programs.indices() {
            let program = &problem.programs[idx];
            let matches = |rule: &&super::LabelRule| {
                let paths = std::iter::once(&program.path).chain(&program.sources);
                paths.into_iter().any(|path| rule.solutions.matches_path(path))
            };
            let rule = self.settings.labels.iter().rev().find(matches);
            match rule.filter(|_| program.role == Role::Solution) {
                Some(rule) => {
                    let label = rule.expected.label(program.label.as_ref(), self.place(rule.solutions.range));
                    give_label(problem, idx, label);
                }
                None if program.role == Role::Solution && changed.contains(&idx) => unlabelled(problem, idx),
                None => {}
            }
        }
        for rule in &self.settings.labels {
            let is_used = problem.solutions().any(|(_, program)| {
                rule.solutions.matches_path(&program.path)
                    || program.sources.iter().any(|source| rule.solutions.matches_path(source))
            });
            if !is_used {
                let message = format!("no solution matches `{}`", rule.solutions.written);
                self.stale(problem, rule.solutions.range, message);
            }
        }
    }

    /// The stated main solution; when the folder's own has lost its role, the first accepted one.
    fn main(&self, problem: &mut Problem, had_main: bool) {
        let Some(stated) = &self.settings.main else {
            if had_main && problem.main.is_none() {
                another_main(problem);
            }
            return;
        };
        let Some(main) = problem.program_at(&stated.value) else {
            let message = format!("there is no program {} in the folder", stated.value);
            return self.stale(problem, stated.range, message);
        };
        problem.main = Some(main);
        retract(problem, Code::NoMain);
        if problem.programs[main].label.is_none() {
            let label = Label::of(LabelWord::Accepted, "main").at(self.place(stated.range));
            give_label(problem, main, label);
        }
    }

    fn groups(&self, problem: &mut Problem) {
        for test in &mut problem.tests {
            let matches = |rule: &&super::GroupRule| rule.tests.matches(&test.id) || rule.tests.matches(&test.name);
            if let Some(rule) = self.settings.groups.iter().rev().find(matches) {
                test.group = Some(rule.group.clone());
            }
        }
        for rule in &self.settings.groups {
            if !problem.tests.iter().any(|test| rule.tests.matches(&test.id) || rule.tests.matches(&test.name)) {
                self.stale(problem, rule.tests.range, format!("no test matches `{}`", rule.tests.written));
            }
        }
    }

    /// Takes back what was said of a choice between programs that the settings have made.
    fn choices(&self, problem: &mut Problem) {
        let Problem { programs, findings, .. } = problem;
        let role = |path: &RelPath| programs.iter().find(|program| program.sources.contains(path)).map(|one| one.role);
        findings.retain(|finding| {
            let Some(place) = finding.place.as_ref().filter(|_| finding.code == Code::RoleAmbiguous) else {
                return true;
            };
            let same = |other: &Related| role(&other.place.path) == role(&place.path);
            let is_stated = self.settings.checker.is_some() && role(&place.path) == Some(Role::Checker);
            !is_stated && role(&place.path).is_some() && finding.related.iter().any(same)
        });
    }

    /// Findings about files that are named and do not exist.
    fn files(&self, problem: &mut Problem) {
        for rule in &self.settings.roles {
            let listed = self.folder.files().iter().map(|entry| &entry.path);
            let mut there = listed.chain(self.folder.left_out().iter().filter_map(|one| one.path.as_ref()));
            if !there.any(|path| rule.files.matches_path_or_parent(path)) {
                self.stale(problem, rule.files.range, format!("no file matches `{}`", rule.files.written));
            }
        }
        for directory in &self.settings.include {
            if self.folder.below(&directory.value).is_empty() {
                let message = format!("there is no folder {} with a file in it", directory.value);
                self.stale(problem, directory.range, message);
            }
        }
        if let Some(script) = self.settings.script.as_ref().filter(|script| !self.folder.has(&script.value)) {
            self.stale(problem, script.range, format!("there is no file {} in the folder", script.value));
        }
        if let Some(listed) = self.settings.tests.first().filter(|_| problem.format != Format::Plain) {
            let message = "`tests` has no effect here: the manifest of this package says which tests it has";
            self.stale(problem, listed.inputs.range, message.to_owned());
        }
    }
}

fn retract(problem: &mut Problem, code: Code) {
    problem.findings.retain(|finding| finding.code != code);
}

/// What is still assumed when one of the two limits is stated.
fn half_assumed(problem: &Problem, time_ms: Option<u64>, memory_mb: Option<u64>) -> Option<String> {
    match (time_ms, memory_mb) {
        (Some(_), None) => {
            Some(format!("no memory limit is stated, so {} MB is assumed", problem.limits.memory_bytes >> 20))
        }
        (None, Some(_)) => {
            let ms = problem.limits.time.fixed_ms()?;
            Some(format!("no time limit is stated, so {ms} ms is assumed"))
        }
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn no_checker(path: &RelPath) -> String {
    match nearest(path.as_str(), Standard::ALL.map(Standard::name)) {
        Some(name) => format!("there is no program {path} in the folder; did you mean the standard checker `{name}`?"),
        None => format!("there is no program {path} in the folder"),
    }
}

/// Sets a label and takes back what was said about the one before.
fn give_label(problem: &mut Problem, solution: ProgramIdx, label: Label) {
    problem.programs[solution].label = Some(label);
    let program = problem.programs[solution].clone();
    cast::retract_label_findings(problem, &program);
}

fn unlabelled(problem: &mut Problem, solution: ProgramIdx) {
    let program = &problem.programs[solution];
    let message = "no label says what to expect of this solution";
    let finding = Finding::of_file(Code::SolutionUnlabelled, &program.sources[0], message);
    problem.findings.push(finding);
}

fn another_main(problem: &mut Problem) {
    retract(problem, Code::NoMain);
    let first = problem.solutions().find(|(_, program)| program.pool() == Some(Pool::Correct));
    let first = first.map(|(idx, program)| (idx, program.sources[0].clone()));
    problem.main = first.as_ref().map(|&(idx, _)| idx);
    problem.findings.push(match first {
        Some((_, path)) => {
            Finding::of_file(Code::NoMain, &path, format!("no solution is named as main, so {path} is taken"))
        }
        None => Finding::of_folder(Code::NoMain, "no solution is accepted, so no answers can be made"),
    });
}
