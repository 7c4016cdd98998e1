//! What answers do to generators: edits, or a whole source, in the copy alone.

use std::collections::{BTreeMap, BTreeSet};

use problem::{
    folder::Folder,
    missing::{MissingProgram, ProgramPlace},
    model::{Problem, Role, TestIdx},
    path::RelPath,
};

use super::{ForgeError, HackLoop, StageObserver, described};
use crate::{
    answers::{self, WrittenEdit},
    bench::{Trial, WorkbenchError},
    edits::{Applied, Edit, Texts},
    write::build_error,
};

/// Where a generator goes that an answer brings: there is none yet.
///
/// # Errors
/// Why there is no place for one.
pub(super) fn new_generator(folder: &dyn Folder, problem: &Problem) -> Result<ProgramPlace, String> {
    if problem.programs.iter().any(|program| program.role == Role::Generator) {
        return Err("there is a generator already".to_owned());
    }
    MissingProgram::Generator.place(folder, problem, 0)
}

/// What was done to files.
#[derive(Clone, Debug, Default)]
pub(super) struct Changed {
    /// The edits as they were given.
    pub given: Vec<Edit>,
    /// What became of them.
    pub applied: Applied,
    /// A whole source was written.
    pub is_new: bool,
    /// Why a whole source was not taken.
    pub source_rejected: Option<String>,
    /// The commands to drop or to replace that are none of the current ones.
    pub unknown_commands: Vec<String>,
}

impl Changed {
    pub(super) fn is_change(&self) -> bool {
        self.is_new || !self.applied.carried_out.is_empty()
    }

    /// What was left out, as sentences.
    pub(super) fn left_out(&self) -> Vec<String> {
        let edits = self.applied.left_out.iter().map(|out| format!("{}: {}", out.edit.path, out.why));
        let unknown: Vec<String> = self.unknown_commands.iter().map(|command| format!("`{command}`")).collect();
        let unknown = (!unknown.is_empty()).then(|| format!("{} is none of the current commands", unknown.join(", ")));
        edits.chain(self.source_rejected.clone()).chain(unknown).collect()
    }
}

/// What came of changing generators.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// Something in the copy is another.
    pub is_edited: bool,
    /// What was left out, as sentences.
    pub left_out: Vec<String>,
    /// A generator that was written does not compile, so it was taken back: what the compiler says.
    pub compile_error: Option<String>,
}

/// The first sources of the generators, which answers may edit.
pub(super) fn generators(trial: &Trial) -> BTreeSet<RelPath> {
    let contents = |_, _| None;
    described(trial, &contents).generators().into_iter().collect()
}

/// Refuses a folder that has neither a generator nor a place for one: everything that comes of commands would be refused.
pub(super) fn ensure_generator_place(trial: &Trial) -> Result<(), ForgeError> {
    if !generators(trial).is_empty() {
        return Ok(());
    }
    new_generator(&*trial.folder, &trial.problem).map(drop).map_err(ForgeError::Refused)
}

/// What the compiler says of a generator among those that were written and does not compile.
fn broken(written: &BTreeSet<RelPath>, after: &Trial) -> Option<String> {
    let Trial { problem, state, .. } = after;
    let of_them = generators(after).into_iter().filter(|path| written.contains(path));
    of_them.filter_map(|path| build_error(problem, state, problem.program_at(&path)?)).next()
}

impl HackLoop<'_> {
    /// The first sources of the generators of the copy as it is now.
    fn generators_now(&self) -> Result<BTreeSet<RelPath>, WorkbenchError> {
        let problem = self.bench.open()?.problem;
        let generators = problem.programs.into_iter().filter(|program| program.role == Role::Generator);
        Ok(generators.flat_map(|program| program.sources.into_iter().take(1)).collect())
    }

    /// Writes the whole source of a generator, where the answer has one, or carries edits out.
    pub(super) fn change(
        &self,
        source: Option<String>,
        edits: Vec<WrittenEdit>,
        may_edit: &BTreeSet<RelPath>,
    ) -> Result<Changed, ForgeError> {
        let first = may_edit.first().cloned();
        if let Some(source) = source.filter(|source| !source.trim().is_empty()) {
            let opened = self.bench.open()?;
            let place = match first {
                Some(path) => Ok(ProgramPlace { path, texts: Texts::new(), is_foreign: false }),
                None => new_generator(&*opened.folder, &opened.problem),
            };
            let ProgramPlace { path, mut texts, .. } = match place {
                Ok(place) => place,
                Err(why) => return Ok(Changed { source_rejected: Some(why), ..Changed::default() }),
            };
            texts.insert(path, source);
            self.bench.write(&texts)?;
            return Ok(Changed { is_new: true, ..Changed::default() });
        }
        let given = answers::edits(edits, &first.map(|path| path.to_string()).unwrap_or_default());
        let applied = self.bench.edit(&given, may_edit)?;
        Ok(Changed { given, applied, ..Changed::default() })
    }

    /// Writes a source or carries edits out, and takes that back if a test of the folder gets another input, or if a generator
    /// that was written does not compile, or one of `trial` no more. Inputs of joined tests may change. Gives whether
    /// anything has changed, what was left out, with the reason, and what a compiler says.
    pub(super) fn change_unless_harmful(
        &self,
        source: Option<String>,
        edits: Vec<WrittenEdit>,
        trial: &Trial,
        observer: &mut dyn StageObserver,
    ) -> Result<Changes, ForgeError> {
        let may_edit = self.generators_now()?;
        // A new generator may be named by the manifest.
        let with_manifest = may_edit.iter().cloned().chain(trial.problem.manifest.clone()).collect();
        let before = self.bench.texts(&with_manifest)?;
        let changed = self.change(source, edits, &may_edit)?;
        let mut left_out = changed.left_out();
        if !changed.is_change() {
            return Ok(Changes { left_out, ..Changes::default() });
        }
        let now = self.bench.texts(&self.generators_now()?)?;
        let is_written = |(path, text): &(&RelPath, &String)| before.get(*path) != Some(*text);
        let written = now.iter().filter(is_written).map(|(path, _)| path.clone()).collect();
        let edited = self.judge_joined(observer)?;
        let compile_error = broken(&written, &edited);
        if let Some(why) = harm(trial, &edited).or_else(|| compile_error.clone()) {
            self.put_back(&before, &edited)?;
            let what = if changed.is_new {
                "the generator was not taken: with it"
            } else {
                "the edits were undone: after them"
            };
            left_out.push(format!("{what} {why}"));
            return Ok(Changes { is_edited: false, left_out, compile_error });
        }
        Ok(Changes { is_edited: true, left_out, compile_error: None })
    }

    /// Gives the generators the texts that they had, and removes a generator that was newly created.
    pub(super) fn put_back(&self, before: &Texts, now: &Trial) -> Result<(), WorkbenchError> {
        self.bench.write(before)?;
        let new: BTreeSet<RelPath> = generators(now).into_iter().filter(|path| !before.contains_key(path)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let kept = self.bench.changes()?.into_iter().map(|change| change.path).filter(|path| !new.contains(path));
        self.bench.reset_but(&kept.collect())
    }
}

/// What edits of generators broke: a generator that compiled in `before` and does not now, or is none; a test of the folder
/// with another input.
pub(super) fn harm(before: &Trial, after: &Trial) -> Option<String> {
    let generators = |trial: &Trial| -> BTreeMap<RelPath, bool> {
        let programs = trial.problem.programs.iter_enumerated();
        let generators = programs.filter(|(_, program)| program.role == Role::Generator);
        generators.map(|(idx, program)| (program.path.clone(), trial.state.is_built(idx))).collect()
    };
    let built = generators(after);
    let broken = generators(before).into_iter().find(|(path, was)| *was && built.get(path) != Some(&true));
    if let Some((path, _)) = broken {
        return Some(format!("{path} is no generator that compiles"));
    }
    let input = |trial: &Trial, test: TestIdx| Some(trial.state.tests.get(test)?.input_blob()?.digest);
    let is_other = |&test: &TestIdx| input(before, test) != input(after, test);
    let test = &before.problem.tests[before.own_tests().find(is_other)?];
    let command = test.command().map(|command| &before.problem.commands[command].text);
    let made = command.map(|text| format!(" (`{text}`)")).unwrap_or_default();
    Some(format!("test {}{made} would have another input, or none", test.id))
}
