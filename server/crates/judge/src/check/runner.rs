//! What every job stands on: contents of the folder by their digest, and runs through the executor.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::{
        Action, Batch, Blob, Executor, ExecutorError, ExitStatus, Fed, InputFile, RunLimits, RunResult, Task,
        TaskResult, Timing,
    },
    folder::Folder as _,
    model::LineEnds,
    path::RelPath,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{
    counts::{Counts, Purpose},
    line_ends::ToLf,
    page::Page,
};
use crate::{
    compile::Runnable,
    disk::folder::DiskFolder,
    store::{INSIDE_BYTES, Store},
    sync::lock,
    words::gist,
};

/// Limits of generators, validators, checkers and interactors.
pub(crate) const TOOL_LIMITS: RunLimits =
    RunLimits { cpu_ms: 20_000, wall_ms: 45_000, memory_bytes: 1 << 30, output_bytes: 512 << 20 };

/// The same where what they are asked may be made for them to hang.
const QUICK_TOOL_LIMITS: RunLimits = RunLimits { cpu_ms: 3_000, wall_ms: 10_000, ..TOOL_LIMITS };

/// So many results wait to be asked for at most.
const MAX_AHEAD: usize = 4096;

/// Contents and runs.
#[derive(Clone)]
pub(super) struct CachingRunner<'a> {
    pub(super) folder: &'a DiskFolder,
    pub(super) store: &'a Store,
    pub(super) executor: &'a dyn Executor,
    line_ends: LineEnds,
    counts: Arc<Counts>,
    /// Files of the folder by the digest of what is used of them, so that they are handed over only when needed.
    files: Arc<Mutex<HashMap<Digest, RelPath>>>,
    /// Where the results that are used are noted for the next check. Only a runner that is restricted to it reads results
    /// from it.
    page: Option<Arc<Page>>,
    /// Nothing is run, and the cache is not asked: only the page is read.
    page_only: bool,
    /// The executor's contents are those of the store.
    shares_store: bool,
    /// Who runs programs, if not this machine.
    others: Option<Digest>,
    /// Runs of solutions are measured anew, each alone.
    pub(super) measures: bool,
    /// Limits of validators, checkers and interactors.
    pub(super) tool_limits: RunLimits,
    /// What came of programs that ran right after another one, by their keys, until somebody asks for it.
    ahead: Arc<Mutex<HashMap<Digest, RunResult>>>,
}

impl<'a> CachingRunner<'a> {
    pub(super) fn new(
        folder: &'a DiskFolder,
        store: &'a Store,
        executor: &'a dyn Executor,
        line_ends: LineEnds,
        counts: Arc<Counts>,
    ) -> CachingRunner<'a> {
        CachingRunner {
            folder,
            store,
            executor,
            line_ends,
            counts,
            files: Arc::default(),
            page: None,
            page_only: false,
            shares_store: false,
            others: executor.others(),
            measures: false,
            tool_limits: TOOL_LIMITS,
            ahead: Arc::default(),
        }
    }

    /// The same for tools that may be made to hang.
    pub(super) fn probing(self) -> CachingRunner<'a> {
        CachingRunner { tool_limits: QUICK_TOOL_LIMITS, ..self }
    }

    /// The same for runs of solutions that are measured.
    pub(super) fn measuring(&self) -> CachingRunner<'a> {
        CachingRunner { measures: true, ..self.clone() }
    }

    /// Whether tools are asked what is made for them to break on.
    pub(super) fn is_probing(&self) -> bool {
        self.tool_limits != TOOL_LIMITS
    }

    /// Whether a run would end so again, and under the usual limits.
    pub(super) fn is_lasting(&self, status: ExitStatus) -> bool {
        status.is_lasting() && (!self.is_probing() || !status.is_timeout())
    }

    /// The same for an executor whose contents are those of the store.
    pub(super) fn sharing_store(self) -> CachingRunner<'a> {
        CachingRunner { shares_store: true, ..self }
    }

    /// The same with a page.
    pub(super) fn on_page(&self, page: &Arc<Page>) -> CachingRunner<'a> {
        CachingRunner { page: Some(Arc::clone(page)), ..self.clone() }
    }

    /// The same, restricted to what stands on the page: everything else fails.
    pub(super) fn restricted_to_page(&self) -> CachingRunner<'a> {
        CachingRunner { page_only: true, ..self.clone() }
    }

    /// Whether programs can see what time it is.
    pub(super) fn has_clock(&self) -> bool {
        self.executor.has_clock()
    }

    /// Whether what a program writes is not here, but where it ran.
    pub(super) fn runs_elsewhere(&self) -> bool {
        self.others.is_some()
    }

    /// Fails for a runner that may only read its page.
    pub(super) fn ensure_may_run(&self) -> Result<(), ExecutorError> {
        if self.page_only { Err(ExecutorError::Failed("it is not at hand".to_owned())) } else { Ok(()) }
    }

    /// What a result has as its key here: what others say is no result of this machine, nor of anybody else.
    pub(super) fn key(&self, key: Digest) -> Digest {
        self.others.map_or(key, |others| KeyBuilder::new("of others 1").digest(others).digest(key).finish())
    }

    /// A result by its key, if it is of use. A runner that is restricted to its page gets what stands there; the
    /// cache may know better.
    pub(super) fn kept<T: DeserializeOwned>(&self, key: Digest, is_of_use: impl Fn(&T) -> bool) -> Option<T> {
        let key = self.key(key);
        let read = |bytes: &[u8]| postcard::from_bytes(bytes).ok().filter(&is_of_use);
        if self.page_only {
            return self.page.as_ref()?.with(key, read);
        }
        let bytes = self.store.with_result(key, |bytes| Some(bytes.to_vec()))?;
        let value = read(&bytes)?;
        if let Some(page) = &self.page {
            page.add(key, bytes);
        }
        Some(value)
    }

    /// Keeps a result under its key, in place of an older one.
    pub(super) fn keep<T: Serialize>(&self, key: Digest, value: &T) {
        let key = self.key(key);
        let Ok(bytes) = postcard::to_stdvec(value) else { return };
        if let Some(page) = &self.page {
            page.add(key, bytes.clone());
        }
        self.store.put_result_bytes(key, bytes);
    }

    /// The address of a data file as it is used: with its line ends changed where the format asks for that; `None` when
    /// there is no such file.
    pub(super) fn file(&self, path: &RelPath) -> Result<Option<Blob>, ExecutorError> {
        let stamp = self.page.as_ref().and_then(|_| self.folder.lasting_stamp(path));
        let key = stamp.map(|stamp| {
            KeyBuilder::new("data file 1").field(&stamp).field(&[u8::from(self.line_ends == LineEnds::ToLf)]).finish()
        });
        let on_page = |key| self.page.as_ref()?.with(key, |bytes| postcard::from_bytes(bytes).ok());
        let blob = match key.and_then(on_page) {
            Some(blob) => blob,
            None => {
                self.ensure_may_run()?;
                let Some(raw) = self.folder.blob(path) else { return Ok(None) };
                let used = match self.line_ends {
                    LineEnds::Keep => Some(raw),
                    LineEnds::ToLf => self.with_lf(path, raw),
                };
                let Some(blob) = used else { return Ok(None) };
                if let (Some(page), Some(key), Ok(bytes)) = (&self.page, key, postcard::to_stdvec(&blob)) {
                    page.add(key, bytes);
                }
                blob
            }
        };
        lock(&self.files).insert(blob.digest, path.clone());
        Ok(Some(blob))
    }

    /// The address of a text that stands nowhere as a file; it is handed over for the runs to come.
    pub(super) fn text(&self, text: &str) -> Result<Blob, ExecutorError> {
        let blob = Blob::of(text.as_bytes());
        // A page may know the blob without anybody having it.
        if !self.executor.missing(&[blob.digest]).is_empty() {
            self.ensure_may_run()?;
            self.executor.put(text.as_bytes())?;
        }
        Ok(blob)
    }

    fn with_lf(&self, path: &RelPath, raw: Blob) -> Option<Blob> {
        let key = KeyBuilder::new("crlf to lf 1").digest(raw.digest).finish();
        if let Some(blob) = self.store.result(key) {
            return Some(blob);
        }
        let blob = Blob::read(ToLf::new(self.folder.open_file(path)?)).ok()?;
        // What cannot be kept is found again next time.
        self.store.put_result(key, &blob);
        Some(blob)
    }

    /// Contents by their digest, from the executor or from the folder.
    pub(super) fn bytes(&self, blob: Blob) -> Result<Arc<[u8]>, ExecutorError> {
        self.ensure_may_run()?;
        self.hand_over(blob)?;
        self.executor.get(blob.digest).ok_or_else(|| {
            ExecutorError::Failed("contents that a run needs are gone from the cache; try again".to_owned())
        })
    }

    /// Sees to it that the executor holds some contents.
    fn hand_over(&self, blob: Blob) -> Result<(), ExecutorError> {
        if self.executor.missing(&[blob.digest]).is_empty() {
            return Ok(());
        }
        let path = lock(&self.files).get(&blob.digest).cloned();
        if let Some(mut file) = path.as_ref().and_then(|path| self.folder.open_file(path)) {
            match self.line_ends {
                LineEnds::Keep => self.executor.put_all(&mut file)?,
                LineEnds::ToLf => self.executor.put_all(&mut ToLf::new(file))?,
            };
        } else {
            // What is packed is no file by itself.
            let packed = || self.folder.bytes(&path.filter(|path| path.archive().is_some())?);
            if let Some(bytes) = self.store.get(blob.digest).or_else(packed) {
                self.executor.put(&bytes)?;
            }
        }
        Ok(())
    }

    /// Sees to it that the executor holds a program that was built here.
    pub(super) fn hand_over_program(&self, program: &Runnable) -> Result<(), ExecutorError> {
        program.inputs.values().try_for_each(|file| self.hand_over(file.blob))
    }

    /// Runs a task.
    pub(super) fn task(&self, purpose: Purpose, task: Task, timing: Timing) -> Result<TaskResult, ExecutorError> {
        self.ensure_may_run()?;
        task.actions().into_iter().try_for_each(|action| self.hand_over_all(action))?;
        if matches!(task, Task::Talk { .. }) {
            self.counts.note(Purpose::Check);
        }
        self.counts.note(purpose);
        let mut last = None;
        self.executor.run(&Batch { tasks: vec![task], timing }, &mut |_, result| last = Some(result))?;
        last.ok_or_else(|| ExecutorError::Failed("the executor gave no result; try again".to_owned()))
    }

    fn hand_over_all(&self, action: &Action) -> Result<(), ExecutorError> {
        let files = action.inputs.values().filter(|file| !file.executable).map(|file| file.blob);
        files.chain(action.stdin).try_for_each(|blob| self.hand_over(blob))
    }

    /// Runs a solution, and right after it whoever is asked about its output, where that is better done in one place.
    pub(super) fn run_before(
        &self,
        first: Action,
        next: Option<(Action, Fed)>,
        timing: Timing,
    ) -> Result<RunResult, ExecutorError> {
        let Some((then, fed)) = next.filter(|(then, _)| self.executor.chains(&first, then)) else {
            return self.task(Purpose::Solve, Task::Single(first), timing).and_then(only);
        };
        let task = Task::Chain { first, then: Box::new(then.clone()), fed: fed.clone() };
        let TaskResult::Chain { first, then: second } = self.task(Purpose::Solve, task, timing)? else {
            return Err(mixed_up());
        };
        if let Some((second, result)) = fed.second(&then, &first).zip(second) {
            self.counts.note(Purpose::Check);
            let mut ahead = lock(&self.ahead);
            // Nobody asks about the output of a run that failed otherwise.
            if ahead.len() >= MAX_AHEAD {
                ahead.clear();
            }
            ahead.insert(second.key(), result);
        }
        Ok(first)
    }

    /// Runs one program, unless that was done already.
    pub(super) fn run(&self, purpose: Purpose, action: Action) -> Result<RunResult, ExecutorError> {
        let done = {
            let mut ahead = lock(&self.ahead);
            if ahead.is_empty() { None } else { ahead.remove(&action.key()) }
        };
        match done {
            Some(result) => Ok(result),
            None => self.task(purpose, Task::Single(action), Timing::Final).and_then(only),
        }
    }

    /// What a program wrote to standard error, on one line.
    pub(super) fn words(&self, result: &RunResult) -> String {
        let bytes = self.executor.get(result.stderr.digest).unwrap_or_default();
        gist(&String::from_utf8_lossy(&bytes))
    }

    /// Whether contents that a kept result points to are still there.
    pub(super) fn holds(&self, blob: Blob) -> bool {
        let goes_with_page = self.page_only && self.shares_store && blob.size <= INSIDE_BYTES;
        goes_with_page || self.executor.missing(&[blob.digest]).is_empty()
    }
}

/// What came is not what was asked for.
pub(super) fn mixed_up() -> ExecutorError {
    ExecutorError::Failed("the executor mixed up its results".to_owned())
}

/// The run of a task of one.
pub(super) fn only(result: TaskResult) -> Result<RunResult, ExecutorError> {
    match result {
        TaskResult::Single(result) => Ok(result),
        TaskResult::Chain { .. } | TaskResult::Talk { .. } => Err(mixed_up()),
    }
}

/// A file that a run finds in its directory.
pub(super) fn data(blob: Blob) -> InputFile {
    InputFile { blob, executable: false }
}

/// The same action with more files.
pub(super) fn with_files(mut action: Action, files: BTreeMap<String, InputFile>) -> Action {
    action.inputs.extend(files);
    action
}
