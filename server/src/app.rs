//! What every command that works on a folder needs: settings, cache, executor, tools.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Context as _;
use judge::{
    compile::{BuildContext, Toolchain, ToolchainConfig},
    dirs::Dirs,
    folder::DiskFolder,
    local::LocalExecutor,
    store::Store,
    testlib::{TestlibHeader, lay_header},
    user::{accepted_limits, keep_acceptance, read_user_settings},
};
use problem::{
    executor::Sandbox,
    finding::Finding,
    folder::Folder as _,
    formats,
    language::Language,
    model::Problem,
    path::RelPath,
    settings::{FolderSettings, UserSettings},
};

use crate::{
    args::{Global, SandboxLevel},
    assets, output,
};

/// The settings file of a problem folder, and the manifests of the formats.
pub(crate) const SETTINGS_FILE: &str = "touchstone.toml";
pub(crate) const MANIFESTS: [&str; 3] = ["problem.xml", "problem.yaml", SETTINGS_FILE];

/// The tool, set up.
pub(crate) struct App {
    pub(crate) dirs: Dirs,
    pub(crate) user: UserSettings,
    pub(crate) store: Arc<Store>,
    pub(crate) executor: Arc<LocalExecutor>,
    pub(crate) toolchain: Toolchain,
    pub(crate) testlib: TestlibHeader,
    is_interrupted: Arc<AtomicBool>,
    /// Removed when the tool ends: the cache of a run that is to keep nothing.
    _scratch: Option<judge::scratch::Scratch>,
}

/// A folder with the problem that it holds.
pub(crate) struct Opened {
    pub(crate) folder: DiskFolder,
    pub(crate) problem: Problem,
    pub(crate) settings: FolderSettings,
}

impl Drop for App {
    fn drop(&mut self) {
        // Whoever handles signals holds the executor to the end.
        self.executor.release();
    }
}

impl App {
    /// Sets everything up. With `scratch`, an empty cache is used and thrown away.
    pub(crate) fn start(global: &Global, scratch: bool) -> anyhow::Result<App> {
        let mut dirs = Dirs::find(global.cache_dir.clone())?;
        let (user, mistakes) = read_user_settings(&dirs)?;
        for mistake in mistakes {
            output::note(&format!("warning: {mistake}"));
        }
        if let (None, None, Some(named)) = (&global.cache_dir, Dirs::cache_from_environment(), &user.cache_dir) {
            dirs = Dirs::find(Some(named.as_path().into()))?;
        }
        let scratch =
            scratch.then(judge::scratch::Scratch::make).transpose().context("no temporary folder can be made")?;
        let root = scratch.as_ref().map_or(&dirs.cache, judge::scratch::Scratch::path);
        let store = Arc::new(Store::open(root)?);
        let choice = global.sandbox.map_or_else(|| user.sandbox.unwrap_or_default(), SandboxLevel::choice);
        let probe = LocalExecutor::new(Arc::clone(&store), choice);
        let config = ToolchainConfig { cxx: user.cxx.clone(), cc: user.cc.clone(), python: user.python.clone() };
        let toolchain = Toolchain::find(&probe, &config)?;
        let executor = Arc::new(toolchain.equip(probe, user.flags.as_deref().unwrap_or_default()));
        if accepted_limits(&dirs) {
            executor.accept_limits();
        }
        let testlib = lay_header(&store, assets::TESTLIB, user.testlib.as_ref())?;
        let is_interrupted = Arc::default();
        Ok(App { dirs, user, store, executor, toolchain, testlib, is_interrupted, _scratch: scratch })
    }

    /// Stops everything that runs when the person asks for that, and calls `also`.
    pub(crate) fn stop_on_signal(&self, also: impl Fn() + Send + 'static) {
        let (is_interrupted, executor) = (Arc::clone(&self.is_interrupted), Arc::clone(&self.executor));
        // Without a handler the signal ends us, and the helpers end with us.
        drop(ctrlc::set_handler(move || {
            if is_interrupted.swap(true, Ordering::SeqCst) {
                std::process::exit(i32::from(output::INTERRUPTED));
            }
            executor.cancel();
            also();
        }));
    }

    /// Whether the person asked to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::SeqCst)
    }

    /// Runs programs again after a round was given up.
    pub(crate) fn resume(&self) {
        self.executor.resume();
        if self.is_interrupted() {
            // The wish came in the meantime.
            self.executor.cancel();
        }
    }

    /// Opens a folder and reads the problem in it.
    pub(crate) fn open(&self, dir: &Path) -> anyhow::Result<Opened> {
        let folder = DiskFolder::open(dir, Arc::clone(&self.store))?;
        let inside = problems_inside(&folder);
        if let Some(first) = inside.first() {
            let names: Vec<&str> = inside.iter().map(RelPath::as_str).collect();
            anyhow::bail!(
                "{} holds {} problems; name one of them, such as {}: {}",
                folder.root(),
                names.len(),
                folder.at(first),
                names.join(", ")
            );
        }
        let settings_path = RelPath::root().with_file_name(SETTINGS_FILE);
        let (settings, mistakes) = match folder.text(&settings_path) {
            Some(text) => problem::settings::parse(&settings_path, &text),
            None => (FolderSettings::default(), Vec::<Finding>::new()),
        };
        let mut problem = formats::read(&folder, &settings, &settings_path);
        problem.findings.extend(mistakes);
        if problem.programs.is_empty() && problem.tests.is_empty() {
            anyhow::bail!("{}", nothing_here(&folder));
        }
        Ok(Opened { folder, problem, settings })
    }

    /// What builds and runs in an opened folder need.
    pub(crate) fn context<'a>(&'a self, opened: &'a Opened) -> BuildContext<'a> {
        BuildContext {
            folder: &opened.folder,
            problem: &opened.problem,
            toolchain: &self.toolchain,
            executor: &self.executor,
            testlib: &self.testlib,
            flags: self.user.flags.as_deref().unwrap_or_default(),
        }
    }

    /// How many programs run at once.
    pub(crate) fn n_workers(&self, asked: Option<u32>) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        asked.or(self.user.jobs).map_or(cores, |jobs| jobs as usize).max(1)
    }

    /// How programs are shut in. Where they cannot be, a person at a terminal is asked whether limits are enough; an error
    /// where there is none or the answer is no.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let refusal = match self.executor.find_sandbox() {
            Ok(sandbox) => return Ok(sandbox),
            Err(refusal) => refusal,
        };
        if !self.executor.may_accept_limits() {
            return Err(refusal.into());
        }
        let question = format!(
            "{refusal}.\nRun programs with limits only on this machine from now on? They can do whatever you can. [y/N] "
        );
        match output::ask(&question) {
            None => return Err(refusal.into()),
            Some(false) => anyhow::bail!(
                "nothing was run, since programs cannot be shut in here; answer y, or use `--sandbox limits-only`"
            ),
            Some(true) => {}
        }
        keep_acceptance(&self.dirs).context("the answer cannot be kept")?;
        self.executor.accept_limits();
        Ok(self.executor.find_sandbox()?)
    }
}

/// The direct subfolders that are problems of their own, where the folder itself is none: it has no manifest and no
/// source, and below it stand manifests, or several statements with sources beside them.
fn problems_inside(folder: &DiskFolder) -> Vec<RelPath> {
    let root = RelPath::root();
    let is_source = |path: &RelPath| Language::from_path(path).is_some();
    let own = folder.children(&root);
    if own.iter().any(|entry| MANIFESTS.contains(&entry.path.file_name()) || is_source(&entry.path)) {
        return Vec::new();
    }
    let directories: BTreeSet<RelPath> =
        folder.files().iter().filter_map(|entry| RelPath::parse(entry.path.parts().next()?)).collect();
    let holds = |directory: &RelPath, wanted: &dyn Fn(&RelPath) -> bool| {
        folder.children(directory).iter().any(|entry| wanted(&entry.path))
    };
    let has_manifest = |directory: &RelPath| holds(directory, &|path| MANIFESTS.contains(&path.file_name()));
    let has_statement = |directory: &RelPath| {
        holds(directory, &|path| path.stem().starts_with("statement") || path.stem() == "problem")
            && folder.below(directory).iter().any(|entry| is_source(&entry.path))
    };
    let inside: Vec<RelPath> =
        directories.iter().filter(|directory| has_manifest(directory) || has_statement(directory)).cloned().collect();
    if inside.len() > 1 || inside.iter().any(has_manifest) { inside } else { Vec::new() }
}

/// A folder in which nothing was understood.
fn nothing_here(folder: &DiskFolder) -> String {
    format!("{} holds no problem: no program and no test was found; `touchstone new NAME` makes one", folder.root())
}
