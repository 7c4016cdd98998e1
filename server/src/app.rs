//! What every command that works on a folder needs: settings, cache, machine, tools.

use std::{
    ops::Deref,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Context as _;
use judge::{
    check::{CheckRun, Observer},
    disk::{dirs::Dirs, folder::DiskFolder},
    engine::{CacheUse, Engine, EngineConfig, LoadedProblem},
    machine::{self, Machine},
    user::{install_languages, keep_acceptance, read_user_settings},
};
use problem::{
    executor::Sandbox,
    finding::{Code, Finding},
    folder::Folder as _,
    formats::{self, Contest},
    path::RelPath,
    report::ClusterReport,
    request::CheckRequest,
    settings::UserSettings,
    state::State,
};

use crate::{
    args::{Global, SandboxLevel},
    assets,
    elsewhere::{self, Cluster},
    output,
};

/// The tool, set up, for a person who may stop it.
pub(crate) struct App {
    engine: Engine,
    /// The cluster whose workers run the programs, where one was named.
    cluster: Option<Cluster>,
    is_interrupted: Arc<AtomicBool>,
    /// A folder is being read, and nothing runs: whoever is asked to stop may stop where it is.
    is_reading: Arc<AtomicBool>,
    machines: Machines,
}

/// What runs programs, ours and those of further engines, which stop together; from any thread.
#[derive(Clone, Default)]
pub(crate) struct Machines(Arc<Mutex<Vec<Arc<dyn Machine>>>>);

impl Machines {
    /// Stops everything that runs.
    pub(crate) fn cancel(&self) {
        self.lock().iter().for_each(|machine| machine.cancel());
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<dyn Machine>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a person who named a folder, or the list of a contest, meant.
pub(crate) enum Found {
    /// A problem.
    Problem(Box<LoadedProblem>),
    /// Several, with the folder that they lie in.
    Contests(Box<DiskFolder>, Vec<Contest>),
}

impl Deref for App {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl App {
    /// Sets everything up.
    pub(crate) fn start(global: &Global) -> anyhow::Result<App> {
        App::start_with_cache(global, false)
    }

    /// The same; where the cache is ignored, everything is found anew and replaces what it knows.
    pub(crate) fn start_with_cache(global: &Global, is_ignored: bool) -> anyhow::Result<App> {
        let (dirs, user, mistakes) = settings(global)?;
        for mistake in mistakes {
            output::note(&format!("warning: {mistake}"));
        }
        let sandbox = global.sandbox.map(SandboxLevel::choice);
        let mut engine = Engine::start(EngineConfig {
            dirs,
            user,
            sandbox,
            cache: if is_ignored { CacheUse::Ignored } else { CacheUse::Kept },
            store: None,
            testlib: assets::TESTLIB,
            make_machine: machine::local,
        })?;
        if let Some(trouble) = &engine.cache_trouble {
            output::note(&format!("warning: {trouble}; this run goes on without it"));
        }
        let cluster = elsewhere::connect(global.elsewhere.as_ref(), &engine)?;
        elsewhere::send(&mut engine, cluster.as_ref())?;
        let (is_interrupted, is_reading) = Default::default();
        let app = App { engine, cluster, is_interrupted, is_reading, machines: Machines::default() };
        app.stop_too(&app.engine);
        Ok(app)
    }

    /// Does what is asked for with a problem.
    pub(crate) fn judged(
        &self,
        loaded: &LoadedProblem,
        request: &CheckRequest,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<State> {
        self.judged_by(loaded, request, observer, self.n_workers(None))
    }

    /// The same, with so many jobs under way at once.
    pub(crate) fn judged_by(
        &self,
        loaded: &LoadedProblem,
        request: &CheckRequest,
        observer: &mut dyn Observer,
        n_workers: usize,
    ) -> anyhow::Result<State> {
        let check_run = CheckRun {
            context: self.context(loaded),
            executor: &*self.machine,
            request,
            n_workers,
            counts: Arc::default(),
        };
        Ok(check_run.run(observer)?)
    }

    /// How many problems had better be judged at once: two programs of one run at the same time most of the while, and
    /// where a cluster runs them, nobody here has much to do but to wait.
    pub(crate) fn n_problems_at_once(&self) -> usize {
        match &self.cluster {
            None => (self.n_workers(None) / 2).max(1),
            Some(cluster) => self.machine.here().n_cores() + cluster.n_cores(),
        }
    }

    /// Who ran programs on a cluster, where one is used.
    pub(crate) fn cluster_report(&self) -> Option<ClusterReport> {
        self.cluster.as_ref().map(Cluster::report)
    }

    /// Keeps the cache below its cap. What becomes of it is no matter of what was found.
    pub(crate) fn trim(&self) {
        if let Err(trouble) = self.engine.trim() {
            output::note(&format!("warning: {trouble}; not everything that was found is kept"));
        }
    }

    /// Another engine like this one that believes no earlier run, for proofs.
    pub(crate) fn fresh(&self, global: &Global) -> anyhow::Result<Engine> {
        // What was built is read from there.
        self.store.flush();
        let mut fresh = Engine::start(EngineConfig {
            dirs: self.dirs.clone(),
            user: self.user.clone(),
            sandbox: global.sandbox.map(SandboxLevel::choice),
            cache: CacheUse::RunsIgnored,
            store: None,
            testlib: assets::TESTLIB,
            make_machine: machine::local,
        })?;
        elsewhere::send(&mut fresh, self.cluster.as_ref())?;
        self.stop_too(&fresh);
        Ok(fresh)
    }

    /// Sets everything up anew where somebody has removed the cache since.
    pub(crate) fn restart_if_cache_was_removed(&mut self, global: &Global) -> anyhow::Result<()> {
        if self.engine.recreate_cache_if_removed()? {
            return Ok(());
        }
        output::note(&format!("warning: the cache in {} was removed; it is made anew", self.store.root()));
        self.restart(global)
    }

    /// Whether a worker of the cluster said what is not so.
    pub(crate) fn has_caught(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::has_caught)
    }

    /// Goes on without workers that said what is not so; whether there were any.
    pub(crate) fn restart_without_caught(&mut self, global: &Global) -> anyhow::Result<bool> {
        if !self.has_caught() {
            return Ok(false);
        }
        // At its end it says who they are.
        self.cluster = None;
        self.cluster = elsewhere::connect(global.elsewhere.as_ref(), &self.engine)?;
        self.restart(global)?;
        Ok(true)
    }

    fn restart(&mut self, global: &Global) -> anyhow::Result<()> {
        let mut engine = Engine::start(EngineConfig {
            dirs: self.dirs.clone(),
            user: self.user.clone(),
            sandbox: global.sandbox.map(SandboxLevel::choice),
            cache: CacheUse::Kept,
            store: Some(Arc::clone(&self.store)),
            testlib: assets::TESTLIB,
            make_machine: machine::local,
        })?;
        elsewhere::send(&mut engine, self.cluster.as_ref())?;
        self.stop_too(&engine);
        self.engine = engine;
        Ok(())
    }

    /// Has an engine stop with the others.
    fn stop_too(&self, engine: &Engine) {
        self.machines.lock().push(Arc::clone(&engine.machine));
        if self.is_interrupted() {
            engine.machine.cancel();
        }
    }

    /// What stops everything that runs; [`App::resume`] lets it run again.
    pub(crate) fn machines(&self) -> Machines {
        self.machines.clone()
    }

    /// Stops everything that runs when the person asks for that, and calls `also`.
    pub(crate) fn stop_on_signal(&self, also: impl Fn() + Send + 'static) {
        self.stop_on_signal_unless(|| false, also);
    }

    /// The same, but a wish that `is_granted` grants stops nothing: who was asked comes to an end by itself.
    pub(crate) fn stop_on_signal_unless(
        &self,
        is_granted: impl Fn() -> bool + Send + 'static,
        also: impl Fn() + Send + 'static,
    ) {
        let (is_interrupted, is_reading) = (Arc::clone(&self.is_interrupted), Arc::clone(&self.is_reading));
        let machines = self.machines();
        // Without a handler the signal ends us, and the helpers end with us.
        drop(ctrlc::set_handler(move || {
            if is_granted() {
                output::note("this comes to its end with what it has; Ctrl-C again ends everything");
                return;
            }
            if is_interrupted.swap(true, Ordering::SeqCst) || is_reading.load(Ordering::SeqCst) {
                std::process::exit(i32::from(output::INTERRUPTED));
            }
            machines.cancel();
            also();
        }));
    }

    /// Whether the person asked to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::SeqCst)
    }

    /// Runs programs again after a round was given up.
    pub(crate) fn resume(&self) {
        self.machines.lock().iter().for_each(|machine| machine.resume());
        if self.is_interrupted() {
            // The wish came in the meantime.
            self.machines.cancel();
        }
    }

    /// Reads something, however much a folder holds, in which nothing has to be cleared away when it is stopped.
    pub(crate) fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_reading.store(true, Ordering::SeqCst);
        if self.is_interrupted() {
            // The wish came before it was known that it could be granted so.
            std::process::exit(i32::from(output::INTERRUPTED));
        }
        let read = read();
        self.is_reading.store(false, Ordering::SeqCst);
        read
    }

    /// Opens a folder and reads the problem in it: the folder itself, or the only one below it.
    pub(crate) fn open(&self, dir: &Path) -> anyhow::Result<LoadedProblem> {
        self.reading(|| self.find_and_open(dir))
    }

    fn find_and_open(&self, dir: &Path) -> anyhow::Result<LoadedProblem> {
        let folder = DiskFolder::open(dir, Arc::clone(&self.store))?;
        match &formats::problems(&folder)[..] {
            [only] => self.open_in(folder, only),
            several => anyhow::bail!("{}", several_problems(&folder, several)),
        }
    }

    fn open_in(&self, folder: DiskFolder, only: &RelPath) -> anyhow::Result<LoadedProblem> {
        if only.is_root() {
            self.whole(LoadedProblem::of(Arc::new(folder.without_others())))
        } else {
            self.open_only(folder.at(only).as_path())
        }
    }

    /// Opens a folder or the list of a contest, and reads the problem in it or finds out which problems are in it.
    pub(crate) fn find(&self, named: &Path) -> anyhow::Result<Found> {
        self.reading(|| self.find_all(named))
    }

    /// The folder that was named, or that of the list that was, with the list.
    fn open_folder_or_list(&self, named: &Path) -> anyhow::Result<(DiskFolder, Option<RelPath>)> {
        let open = |dir: &Path| DiskFolder::open(dir, Arc::clone(&self.store));
        if let Some((dir, list)) = list_of_contest(named)
            && let Ok(folder) = open(dir)
            && folder.has(&list)
        {
            return Ok((folder, Some(list)));
        }
        Ok((open(named)?, None))
    }

    fn find_all(&self, named: &Path) -> anyhow::Result<Found> {
        let (folder, list) = self.open_folder_or_list(named)?;
        let has_list = folder.files().iter().any(|entry| formats::is_contest_file(entry.path.file_name()));
        let mut roots = formats::problems(&folder);
        let is_alone = roots.iter().all(RelPath::is_root);
        if is_alone && (!has_list || list.is_none() && formats::is_root(&folder)) {
            return Ok(Found::Problem(Box::new(self.open_in(folder, &RelPath::root())?)));
        }
        roots.retain(|root| !root.is_root());
        let contests = formats::contests(&folder, &roots, list.as_ref());
        if list.as_ref().is_some_and(|list| contests.iter().all(|one| one.root != list.parent() || one.file.is_none()))
        {
            anyhow::bail!("{} lists no problem; write `- id: NAME` for each problem folder", named.display());
        }
        // A list that cannot be read does not make a contest of a folder that holds no other problem.
        if list.is_none() && contests.iter().all(|contest| contest.problems.is_empty()) {
            return Ok(Found::Problem(Box::new(self.open_in(folder, &RelPath::root())?)));
        }
        // What is all there is to say of a contest of one problem is what is said of that.
        let only = match &contests[..] {
            [] => Some(RelPath::root()),
            [Contest { problems, findings, file, .. }] => match &problems[..] {
                [only] if findings.is_empty() || file.is_none() => Some(only.path.clone()),
                _ => None,
            },
            _ => None,
        };
        match only {
            Some(only) => Ok(Found::Problem(Box::new(self.open_in(folder, &only)?))),
            None => Ok(Found::Contests(Box::new(folder), contests)),
        }
    }

    /// Opens exactly this folder.
    pub(crate) fn open_problem(&self, dir: &Path) -> anyhow::Result<LoadedProblem> {
        self.reading(|| self.open_only(dir))
    }

    /// The same, where what is opened has to be cleared away when this is stopped.
    pub(crate) fn open_only(&self, dir: &Path) -> anyhow::Result<LoadedProblem> {
        self.whole(LoadedProblem::read(dir, Arc::clone(&self.store))?)
    }

    /// A problem that was read, if there is anything in it.
    fn whole(&self, loaded: LoadedProblem) -> anyhow::Result<LoadedProblem> {
        if loaded.problem.programs.is_empty() && loaded.problem.tests.is_empty() {
            let folder = DiskFolder::open(loaded.folder.root().as_path(), Arc::clone(&self.store))?;
            match &formats::nested(&folder)[..] {
                [] => anyhow::bail!("{}", nothing_here(&folder, &loaded.problem.findings)),
                inside => anyhow::bail!("{}", several_problems(&folder, inside)),
            }
        }
        Ok(loaded)
    }

    /// How programs are shut in. Where they cannot be, a person at a terminal is asked whether limits are enough; an error
    /// where there is none or the answer is no.
    pub(crate) fn sandbox(&self) -> anyhow::Result<Sandbox> {
        let refusal = match self.machine.find_sandbox() {
            Ok(sandbox) => return Ok(sandbox),
            Err(refusal) => refusal,
        };
        if !self.machine.may_accept_limits_only() {
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
        self.machine.accept_limits_only();
        Ok(self.machine.find_sandbox()?)
    }
}

/// The tool's directories, the user's settings, and what was wrong with these.
pub(crate) fn settings(global: &Global) -> anyhow::Result<(Dirs, UserSettings, Vec<String>)> {
    let mut dirs = Dirs::find(global.cache_dir.clone())?;
    let (user, mut mistakes) = read_user_settings(&dirs)?;
    mistakes.extend(install_languages(&dirs).err());
    if let (None, None, Some(named)) = (&global.cache_dir, Dirs::cache_from_environment(), &user.cache_dir) {
        dirs = Dirs::find(Some(named.as_path().into()))?;
    }
    Ok((dirs, user, mistakes))
}

/// The folder and the file, where what was named is called as a list of a contest is.
pub(crate) fn list_of_contest(named: &Path) -> Option<(&Path, RelPath)> {
    let name = named.file_name()?.to_str().filter(|name| formats::is_contest_file(name))?;
    // The parent of a lone name is empty.
    let dir = named.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some((dir, RelPath::root().with_file_name(name)))
}

/// A folder with several problems, none of which was named.
fn several_problems(folder: &DiskFolder, inside: &[RelPath]) -> String {
    const SHOWN: usize = 30;
    let names: Vec<&str> = inside.iter().take(SHOWN).map(RelPath::as_str).collect();
    let more = inside.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let first = inside.first().map_or_else(|| folder.root().clone(), |first| folder.at(first));
    format!(
        "{} is no problem but has {} in it; name {}, such as {first}: {}{more}",
        folder.root(),
        if inside.len() == 1 { "one".to_owned() } else { inside.len().to_string() },
        if inside.len() == 1 { "it" } else { "one of them" },
        names.join(", "),
    )
}

/// A folder in which nothing was understood; where its manifest is broken, that is why.
fn nothing_here(folder: &DiskFolder, findings: &[Finding]) -> String {
    let nothing = format!("{} holds no problem: no program and no test was found", folder.root());
    let broken = findings.iter().find(|finding| finding.code == Code::ManifestBroken);
    match broken.and_then(|finding| Some((finding.place.as_ref()?, &finding.message))) {
        Some((place, message)) if message.starts_with(place.path.as_str()) => format!("{nothing}; {message}"),
        Some((place, message)) => format!("{nothing}; {}: {message}", place.path),
        None => format!("{nothing}; `touchstone new NAME` makes one"),
    }
}
