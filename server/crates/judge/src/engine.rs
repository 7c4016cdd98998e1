//! Everything that work on problems needs, set up once: settings, cache, machine, tools.

use std::{path::Path, sync::Arc, time::Duration};

use problem::{
    executor::{ExecutorError, Runtime},
    folder::Folder as _,
    formats, languages,
    model::{CheckerKind, Problem},
    settings::{DEFAULT_CACHE_MB, FolderSettings, SandboxChoice, UserSettings},
};

use crate::{
    check::{judges_alike, see},
    compile::{BuildContext, Builder, Found, Look, Python, Toolchain},
    disk::{
        dirs::Dirs,
        folder::{DiskFolder, FolderError},
    },
    machine::{Machine, MachineConfig, MakeMachine},
    scratch::Scratch,
    store::{Cache, NoCache, Store, StoreError},
    testlib::{TestlibHeader, TestlibText, lay_header},
    user::accepted_limits,
};

/// What an engine is made from.
pub struct EngineConfig<'a> {
    /// Touchstone's own directories.
    pub dirs: Dirs,
    /// The user's settings.
    pub user: UserSettings,
    /// How programs are shut in, where the command line says so.
    pub sandbox: Option<SandboxChoice>,
    /// How the cache of `dirs` is used; without effect where `store` is given.
    pub cache: CacheUse,
    /// The cache, where it is open already.
    pub store: Option<Arc<Store>>,
    /// The header that is built in.
    pub testlib: TestlibText<'a>,
    /// What builds and runs programs: [`machine::local`](crate::machine::local), or what a test makes up.
    pub make_machine: MakeMachine,
}

/// How the cache is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheUse {
    /// What it knows is not found again.
    #[default]
    Kept,
    /// What it knows is ignored: everything is found again and replaces it.
    Ignored,
    /// What it knows of runs is ignored and replaced; what was built is used.
    RunsIgnored,
    /// An empty one is used and thrown away.
    Scratch,
}

/// Everything that work on problems needs.
pub struct Engine {
    /// Touchstone's own directories.
    pub dirs: Dirs,
    /// The user's settings.
    pub user: UserSettings,
    /// The cache.
    pub store: Arc<Store>,
    /// Builds and runs programs.
    pub machine: Arc<dyn Machine>,
    /// Compilers and interpreters.
    pub toolchain: Toolchain,
    /// The header for folders that bring none.
    pub testlib: TestlibHeader,
    /// How often the cache had been made anew when this was set up.
    n_recreations: u64,
    /// Why the cache is not the person's own but an empty one that is thrown away.
    pub cache_trouble: Option<StoreError>,
    /// Removed when the engine ends: the cache of a run that keeps nothing.
    _scratch: Option<Scratch>,
}

/// Why an engine could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The cache.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is none, and none in its place.
    #[error(transparent)]
    NoCache(#[from] NoCache),
    /// The tools.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
}

/// A folder with the problem that it holds.
pub struct LoadedProblem {
    /// The folder.
    pub folder: Arc<DiskFolder>,
    /// The problem.
    pub problem: Problem,
    /// The folder's own settings.
    pub settings: FolderSettings,
}

impl LoadedProblem {
    /// Lists a folder and reads the problem in it.
    ///
    /// # Errors
    /// When the folder cannot be read; a folder that holds no problem gives an empty one.
    pub fn read(dir: &Path, store: Arc<Store>) -> Result<LoadedProblem, FolderError> {
        Ok(LoadedProblem::of(Arc::new(DiskFolder::of_problem(dir, store)?)))
    }

    /// Reads the problem in a folder that is listed.
    pub fn of(folder: Arc<DiskFolder>) -> LoadedProblem {
        let (problem, settings) = formats::open(&folder);
        LoadedProblem { folder, problem, settings }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Whoever handles signals holds the machine to the end, and so may a thread that makes a box, with the store.
        self.store.flush();
        self.machine.release();
    }
}

impl Engine {
    /// Sets everything up.
    ///
    /// # Errors
    /// When the cache cannot be used, or the tools cannot be asked what they are. A tool that is missing is no error.
    pub fn start(config: EngineConfig<'_>) -> Result<Engine, EngineError> {
        let EngineConfig { dirs, user, sandbox, cache, store, testlib, make_machine } = config;
        let (store, cache_trouble, scratch) = match (store, cache) {
            (Some(store), _) => (store, None, None),
            (None, how) => {
                let Cache { store, trouble, scratch } =
                    if how == CacheUse::Scratch { Cache::empty(None)? } else { Cache::open(&dirs.cache)? };
                let store = match how {
                    CacheUse::Ignored => store.distrusting_results(),
                    CacheUse::RunsIgnored => store.distrusting_runs(),
                    CacheUse::Kept | CacheUse::Scratch => store,
                };
                (Arc::new(store), trouble, scratch)
            }
        };
        let n_recreations = store.recreate_if_removed()?;
        store.note_scripts(user.allow_scripts == Some(true));
        let sandbox = sandbox.unwrap_or(user.sandbox.unwrap_or_default());
        let (machine, toolchain) = make_machine(MachineConfig { store: Arc::clone(&store), sandbox, user: &user })?;
        if accepted_limits(&dirs) {
            machine.accept_limits_only();
        }
        let testlib = lay_header(&store, testlib, user.testlib.as_ref())?;
        Ok(Engine { dirs, user, store, machine, toolchain, testlib, n_recreations, cache_trouble, _scratch: scratch })
    }

    /// Makes the cache anew if somebody has removed it. Whether this engine can still be used: not when the cache was made
    /// anew since it was set up, since helpers are shut in with the directories that were there then.
    ///
    /// # Errors
    /// When it cannot be made anew.
    pub fn recreate_cache_if_removed(&self) -> Result<bool, StoreError> {
        Ok(self.store.recreate_if_removed()? == self.n_recreations)
    }

    /// The context that builds, and runs, of a loaded problem share.
    pub fn context<'a>(&'a self, loaded: &'a LoadedProblem) -> BuildContext<'a> {
        BuildContext {
            folder: &loaded.folder,
            problem: &loaded.problem,
            toolchain: &self.toolchain,
            machine: self.machine.here(),
            testlib: &self.testlib,
            flags: self.user.flags.as_deref().unwrap_or_default(),
            caps: self.user.caps(),
            allows_scripts: self.user.allow_scripts == Some(true),
        }
    }

    /// What languages of the table there are here, each with its version and what starting a program costs.
    ///
    /// # Errors
    /// When the machine itself fails.
    pub fn languages(&self, look: Look) -> Result<Vec<Found>, EngineError> {
        let place = Scratch::make().map_err(|error| ExecutorError::Failed(error.to_string()))?;
        let loaded = LoadedProblem::read(place.path().as_path(), Arc::clone(&self.store))
            .map_err(|error| ExecutorError::Failed(error.to_string()))?;
        let builder = Builder::new(self.context(&loaded));
        let entries = languages::table().iter().filter(|(_, entry)| entry.is_run());
        Ok(entries.map(|(language, entry)| builder.look_at(language, entry, look)).collect::<Result<_, _>>()?)
    }

    /// What programs of languages that are not compiled run in here, as their runs require it.
    ///
    /// # Errors
    /// When the machine itself fails.
    pub fn runtimes(&self) -> Result<Vec<Runtime>, EngineError> {
        let place = Scratch::make().map_err(|error| ExecutorError::Failed(error.to_string()))?;
        let loaded = LoadedProblem::read(place.path().as_path(), Arc::clone(&self.store))
            .map_err(|error| ExecutorError::Failed(error.to_string()))?;
        let builder = Builder::new(self.context(&loaded));
        let mut runtimes: Vec<Runtime> = self.toolchain.python.iter().map(Python::runtime).collect();
        for (language, entry) in languages::table().iter().filter(|(_, entry)| entry.is_run()) {
            runtimes.extend(builder.runtime_here(language, entry)?);
        }
        Ok(runtimes)
    }

    /// How many programs run at once.
    pub fn n_workers(&self, asked: Option<u32>) -> usize {
        // The settings speak of this machine.
        let of_settings = self.user.jobs.filter(|_| self.machine.others().is_none());
        asked.or(of_settings).map_or_else(|| self.machine.n_cores(), |jobs| jobs as usize).max(1)
    }

    /// Finds out what only programs of the folder can tell, and reads the problem again with that.
    ///
    /// # Errors
    /// The executor's own failure or a cancellation.
    pub fn resolve(&self, loaded: LoadedProblem) -> Result<LoadedProblem, ExecutorError> {
        self.resolve_tests(self.resolve_standard_checker(loaded)?)
    }

    /// Runs the generators that alone know which tests they make, once for their contents, and keeps what they made.
    fn resolve_tests(&self, loaded: LoadedProblem) -> Result<LoadedProblem, ExecutorError> {
        let mut is_changed = false;
        for command in loaded.problem.listing_commands() {
            let program = loaded.problem.commands[command].pipeline.first().and_then(|call| call.program);
            let source = program.and_then(|program| loaded.problem.programs[program].sources.first());
            let Some(source) = source.filter(|source| loaded.folder.seen_run(source).is_none()) else { continue };
            let Some(key) = loaded.folder.seen_run_key(source) else { continue };
            if let Some(seen) = see(&self.context(&loaded), command)? {
                self.store.put_result(key, &seen);
                is_changed = true;
            }
        }
        Ok(if is_changed { LoadedProblem::of(loaded.folder) } else { loaded })
    }

    /// Tries a folder's own copy of a standard checker once on recorded cases, keeps whether it judges alike, and reads the
    /// problem again with that.
    fn resolve_standard_checker(&self, loaded: LoadedProblem) -> Result<LoadedProblem, ExecutorError> {
        let (CheckerKind::Standard(checker), Some(source)) =
            (&loaded.problem.checker.kind, &loaded.problem.standard_source)
        else {
            return Ok(loaded);
        };
        let key = loaded.folder.likeness_key(source, *checker);
        let Some(key) = key.filter(|key| self.store.result::<bool>(*key).is_none()) else { return Ok(loaded) };
        match judges_alike(&self.context(&loaded), source, *checker)? {
            Some(is_alike) => self.store.put_result(key, &is_alike),
            None => return Ok(loaded),
        }
        Ok(LoadedProblem::of(loaded.folder))
    }

    /// Keeps the cache below its cap.
    ///
    /// # Errors
    /// When the cache cannot be written, or could not be meanwhile.
    pub fn trim(&self) -> Result<(), StoreError> {
        self.store.ensure_it_keeps()?;
        self.store.trim_if_due(self.cache_cap())
    }

    /// The same for who runs programs of others without an end: only what was used within so much time stays above the cap.
    ///
    /// # Errors
    /// When the cache's database cannot be written.
    pub fn trim_unused(&self, in_use: Duration) -> Result<(), StoreError> {
        self.store.ensure_it_keeps()?;
        self.store.trim_unused_if_due(self.cache_cap(), in_use)
    }

    /// The most that the cache takes, bytes.
    fn cache_cap(&self) -> u64 {
        self.user.cache_cap_mb.unwrap_or(DEFAULT_CACHE_MB) << 20
    }
}
