//! Boxes: launchers with what they are shut in, lent to programs.
//!
//! A box belongs to one program. It is lent for the program's runs; when there are too many, the one that has waited
//! longest is ended. New boxes are made beside running programs. What the machine allows is found once after each boot
//! and kept in the cache, so that a check that runs nothing starts nothing.

use std::{
    collections::HashSet,
    fs::{self, File},
    io,
    sync::{
        Arc, Mutex, OnceLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
};

use crossbeam_channel::Sender;
use problem::{
    digest::{Digest, KeyBuilder},
    executor::{ExecutorError, Sandbox},
    path::AbsPath,
    settings::SandboxChoice,
};

use super::{failed, view};
use crate::{
    launcher::{Cgroups, Launcher, Level, Setup, VisibleFiles, WritablePlace, remove_directory},
    scratch::Scratch,
    store::Store,
    sync::lock,
    system::{make_private, set_mode},
};

/// Size of the working directory in memory, bytes: of programs, and of compilers, which make precompiled headers.
const PROGRAM_BYTES: u64 = 640 << 20;
const COMPILER_BYTES: u64 = 1 << 30;
/// How many files a working directory in memory holds.
const WORK_INODES: u64 = 8192;

/// Used boxes of programs that are kept for their next run; the one that has waited longest goes first.
const MAX_USED: usize = 64;
/// At most so many new boxes are kept ready.
const MAX_READY: usize = 4;
/// The same where programs run one after the other.
const MAX_USED_OF_ONE_CORE: usize = 8;
/// So many programs are remembered to have reached a limit.
const MAX_NOTED: usize = 100_000;

/// Whose runs a box is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Owner {
    /// One solution, generator, validator, checker or interactor, by its contents: nothing that it leaves in a box is
    /// seen by another.
    Program(Digest),
    /// Compilers, which read what strangers wrote.
    Compilers,
    /// The person's own tools, asked what they are: not shut in.
    Probes,
}

/// What a box is for before anybody has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Programs,
    Compilers,
    Probes,
}

impl Owner {
    fn kind(self) -> Kind {
        match self {
            Owner::Program(_) => Kind::Programs,
            Owner::Compilers => Kind::Compilers,
            Owner::Probes => Kind::Probes,
        }
    }
}

/// A box: a launcher with the directory on disk that it works in, where it has none in memory.
pub(super) struct Boxed {
    pub(super) launcher: Launcher,
    /// Nothing has been run in it.
    pub(super) is_new: bool,
    directory: Option<Directory>,
}

/// A directory on disk, removed with its box.
struct Directory {
    path: AbsPath,
    /// The folder that it lies in when it does not lie in the cache; gone with its last directory.
    _outside: Option<Arc<Scratch>>,
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed now is removed as a leftover later.
        drop(remove_directory(self.path.as_path()));
    }
}

/// What is done on this machine, found once.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    level: Level,
    layers: Vec<String>,
}

/// Makes and lends boxes.
///
/// Invariant: between two runs of different programs a box is made anew, and a run that is to be in a new box is in one
/// that no run was in before.
pub(super) struct Boxes {
    pool: Arc<Pool>,
    /// Orders to a thread, for what nobody should wait for.
    background: OnceLock<Sender<BackgroundOrder>>,
}

/// What is done in the background.
enum BackgroundOrder {
    /// New boxes are made before they are asked for.
    Make,
    /// A box is ended.
    End(Boxed),
}

struct Pool {
    store: Arc<Store>,
    choice: SandboxChoice,
    /// The person has said that limits are enough where nothing better is to be had.
    accepts_limits: AtomicBool,
    /// The person has allowed scripts of packages, which start files of their own.
    starts_files: AtomicBool,
    cgroups: OnceLock<Cgroups>,
    /// What programs and what compilers see.
    views: OnceLock<(VisibleFiles, VisibleFiles)>,
    /// Boxes in which programs have run, each with its owner; the one that has waited longest first.
    used: Mutex<Vec<(Owner, Boxed)>>,
    /// New ones for programs.
    ready: Mutex<Vec<Boxed>>,
    /// Nobody runs anything for now.
    rests: AtomicBool,
    /// Programs run one after the other.
    is_for_one_core: AtomicBool,
    /// Programs that have reached a limit: each of their runs gets a new box, so that what they are said to need is not
    /// what an earlier run of theirs has left, and they gain nothing from it.
    only_new: Mutex<HashSet<Owner>>,
    found: OnceLock<Found>,
    /// Where directories on disk lie that cannot lie in the cache.
    outside: Mutex<Weak<Scratch>>,
}

impl Boxes {
    pub(super) fn new(store: Arc<Store>, choice: SandboxChoice) -> Boxes {
        let pool = Pool {
            store,
            choice,
            accepts_limits: AtomicBool::new(false),
            starts_files: AtomicBool::new(false),
            cgroups: OnceLock::new(),
            views: OnceLock::new(),
            used: Mutex::default(),
            ready: Mutex::default(),
            rests: AtomicBool::new(false),
            is_for_one_core: AtomicBool::new(false),
            only_new: Mutex::default(),
            found: OnceLock::new(),
            outside: Mutex::default(),
        };
        Boxes { pool: Arc::new(pool), background: OnceLock::new() }
    }

    /// Lets programs start files of their working directory; said before the first of them is run.
    pub(super) fn let_files_start(&self) {
        self.pool.starts_files.store(true, Ordering::SeqCst);
    }

    /// Whether they may.
    pub(super) fn lets_files_start(&self) -> bool {
        self.pool.starts_files.load(Ordering::SeqCst)
    }

    /// Keeps no more than who runs one program after the other can use.
    pub(super) fn keep_few(&self) {
        self.pool.is_for_one_core.store(true, Ordering::SeqCst);
    }

    /// What programs and compilers see; said once, before the first of them is run.
    pub(super) fn show(&self, programs: VisibleFiles, compilers: VisibleFiles) {
        // A second word would come too late for boxes that are there already.
        drop(self.pool.views.set((programs, compilers)));
    }

    /// A box for a run: the owner's own from an earlier run, unless a new one is wanted.
    pub(super) fn take(&self, owner: Owner, wants_new: bool) -> Result<Boxed, ExecutorError> {
        self.pool.rests.store(false, Ordering::SeqCst);
        let wants_new = wants_new || lock(&self.pool.only_new).contains(&owner);
        if !wants_new && let Some(boxed) = self.pool.take_used(owner) {
            return Ok(boxed);
        }
        if owner == Owner::Probes {
            return self.pool.start(Kind::Probes, Level::LimitsOnly)?.map_err(|reason| no_sandbox(&reason));
        }
        let found = self.pool.found()?;
        if owner.kind() == Kind::Programs {
            // Finding out may have left one behind.
            let ready = lock(&self.pool.ready).pop();
            self.in_background(BackgroundOrder::Make);
            if let Some(boxed) = ready {
                return Ok(boxed);
            }
        }
        self.pool.start(owner.kind(), found.level)?.map_err(|reason| no_sandbox(&reason))
    }

    /// Takes a box back that its owner can run in again.
    pub(super) fn give_back(&self, owner: Owner, mut boxed: Boxed) {
        if lock(&self.pool.only_new).contains(&owner) {
            return self.in_background(BackgroundOrder::End(boxed));
        }
        let mut used = lock(&self.pool.used);
        boxed.is_new = false;
        used.push((owner, boxed));
        let most = if self.pool.is_for_one_core.load(Ordering::SeqCst) { MAX_USED_OF_ONE_CORE } else { MAX_USED };
        let oldest = (used.len() > most).then(|| used.remove(0));
        drop(used);
        if let Some((_, oldest)) = oldest {
            self.in_background(BackgroundOrder::End(oldest));
        }
    }

    /// Takes note that a program has reached a limit.
    pub(super) fn give_only_new_boxes_to(&self, owner: Owner) {
        let mut only_new = lock(&self.pool.only_new);
        // Who runs programs of others for months sees many; one that is forgotten is noticed again.
        if only_new.len() >= MAX_NOTED {
            only_new.clear();
        }
        only_new.insert(owner);
    }

    fn in_background(&self, order: BackgroundOrder) {
        let sender = self.background.get_or_init(|| {
            let (sender, orders) = crossbeam_channel::unbounded::<BackgroundOrder>();
            let pool = Arc::downgrade(&self.pool);
            std::thread::spawn(move || {
                for order in orders {
                    match (order, pool.upgrade()) {
                        (BackgroundOrder::Make, Some(pool)) => pool.make_ready(),
                        (BackgroundOrder::End(boxed), _) => drop(boxed),
                        (BackgroundOrder::Make, None) => {}
                    }
                }
            });
            sender
        });
        // A thread that is gone has left what it should end, and that ends here.
        drop(sender.send(order));
    }

    /// Whether an answer of the person could make limits enough.
    pub(super) fn may_accept_limits_only(&self) -> bool {
        self.pool.choice == SandboxChoice::Auto
    }

    /// Ends the boxes that are lent to nobody.
    pub(super) fn release(&self) {
        self.pool.rests.store(true, Ordering::SeqCst);
        let idle = (std::mem::take(&mut *lock(&self.pool.used)), std::mem::take(&mut *lock(&self.pool.ready)));
        drop(idle);
    }

    /// Ends those that would grow old: used ones of programs, which may never run again, and all that have a directory
    /// on disk.
    pub(super) fn rest(&self) {
        self.pool.rests.store(true, Ordering::SeqCst);
        let is_old = |(owner, boxed): &mut (Owner, Boxed)| owner.kind() == Kind::Programs || boxed.directory.is_some();
        let used: Vec<_> = lock(&self.pool.used).extract_if(.., is_old).collect();
        let ready: Vec<_> = lock(&self.pool.ready).extract_if(.., |boxed| boxed.directory.is_some()).collect();
        // Ending them takes a moment, for which nothing is held.
        drop((used, ready));
    }

    /// The level and its layers. A machine is asked once after each of its starts; what it said is kept.
    pub(super) fn sandbox(&self) -> Result<Sandbox, ExecutorError> {
        self.pool.sandbox()
    }

    /// Takes note that the person is content with limits where nothing better is to be had.
    pub(super) fn accept_limits_only(&self) {
        self.pool.accepts_limits.store(true, Ordering::SeqCst);
    }
}

impl Pool {
    fn take_used(&self, owner: Owner) -> Option<Boxed> {
        let mut used = lock(&self.used);
        let position = used.iter().rposition(|(other, _)| *other == owner)?;
        Some(used.remove(position).1)
    }

    /// Makes as many new boxes as are kept ready; where one cannot be made, whoever needs it hears why.
    fn make_ready(&self) {
        let Some(found) = self.found.get() else { return };
        let most = if self.is_for_one_core.load(Ordering::SeqCst) { 1 } else { MAX_READY };
        let n_wanted = std::thread::available_parallelism().map_or(1, usize::from).min(most);
        while !self.rests.load(Ordering::SeqCst) && lock(&self.ready).len() < n_wanted {
            let Ok(Ok(boxed)) = self.start(Kind::Programs, found.level) else { return };
            if !self.rests.load(Ordering::SeqCst) {
                lock(&self.ready).push(boxed);
            }
        }
    }

    fn start(&self, kind: Kind, level: Level) -> Result<Result<Boxed, String>, ExecutorError> {
        let nothing = VisibleFiles::default();
        let shown = match (kind, self.views.get()) {
            (Kind::Programs, Some((programs, _))) => programs,
            (Kind::Compilers, Some((_, compilers))) => compilers,
            (_, _) => &nothing,
        };
        let directory = (level != Level::Full).then(|| self.make_directory(kind, level)).transpose();
        let directory = directory.map_err(|error| failed("making a working directory", &error))?;
        let work = match &directory {
            Some(directory) => WritablePlace::Directory(directory.path.to_string().into_bytes()),
            None => WritablePlace::Memory {
                bytes: if kind == Kind::Compilers { COMPILER_BYTES } else { PROGRAM_BYTES },
                inodes: WORK_INODES,
            },
        };
        let executables = self.store.root().child("bin").to_string().into_bytes();
        // A cache below root's home is out of any other user's reach, and compilers must read its headers; a compiler may
        // be nobody else's. They then stay root in name, shut in and without any of root's rights.
        let keeps_user = kind == Kind::Compilers && !view::is_open_to_all(shown, level == Level::Reduced);
        let setup = Setup {
            level,
            view: shown.clone(),
            executables,
            work,
            runs_compilers: kind != Kind::Programs,
            starts_files: self.starts_files.load(Ordering::SeqCst),
            keeps_user,
        };
        let started = match kind {
            Kind::Probes => Launcher::start(&setup, &Cgroups::none()),
            Kind::Programs | Kind::Compilers => Launcher::start(&setup, self.cgroups.get_or_init(Cgroups::find)),
        };
        let started = started.map_err(|error| failed("starting a helper process", &error))?;
        Ok(started.map(|launcher| Boxed { launcher, is_new: true, directory }))
    }

    /// Makes a directory on disk for one box. It lies in the cache, or in a temporary folder where programs run as a user
    /// to whom the way to the cache is closed: an interpreter opens its script by the whole path.
    fn make_directory(&self, kind: Kind, level: Level) -> io::Result<Directory> {
        let name = self.store.temporary();
        let name = name.as_path().file_name().and_then(|name| name.to_str()).unwrap_or("run");
        let in_cache = self.store.root().child("work");
        let is_closed =
            kind == Kind::Programs && level == Level::Reduced && view::is_closed_to_others_of_root(&in_cache);
        let outside = is_closed.then(|| self.outside_of_the_cache()).transpose()?;
        let path = outside.as_ref().map_or(&in_cache, |outside| outside.path()).child(name);
        fs::create_dir(path.as_path())?;
        make_private(path.as_path())?;
        Ok(Directory { path, _outside: outside })
    }

    fn outside_of_the_cache(&self) -> io::Result<Arc<Scratch>> {
        let mut outside = lock(&self.outside);
        if let Some(scratch) = outside.upgrade() {
            return Ok(scratch);
        }
        let scratch = Arc::new(Scratch::make()?);
        // Others may walk through it, and see no name.
        set_mode(&File::open(scratch.path().as_path())?, 0o711)?;
        *outside = Arc::downgrade(&scratch);
        Ok(scratch)
    }

    fn sandbox(&self) -> Result<Sandbox, ExecutorError> {
        let of = |found: &Found| Sandbox { level: found.level.to_string(), layers: found.layers.clone() };
        if let Some(found) = self.found.get() {
            return Ok(of(found));
        }
        let key = self.machine_key();
        if let Some((level, layers)) = self.store.built::<(Level, Vec<String>)>(key) {
            return Ok(of(&Found { level, layers }));
        }
        self.found().map(of)
    }

    fn found(&self) -> Result<&Found, ExecutorError> {
        if let Some(found) = self.found.get() {
            return Ok(found);
        }
        let found = self.find()?;
        self.store.put_result(self.machine_key(), &(found.level, found.layers.clone()));
        Ok(self.found.get_or_init(|| found))
    }

    /// Tries the levels that may be used, the strongest first.
    fn find(&self) -> Result<Found, ExecutorError> {
        let levels: &[Level] = match self.choice {
            SandboxChoice::Auto if self.accepts_limits.load(Ordering::SeqCst) => {
                &[Level::Full, Level::Reduced, Level::LimitsOnly]
            }
            SandboxChoice::Auto => &[Level::Full, Level::Reduced],
            SandboxChoice::Reduced => &[Level::Reduced],
            SandboxChoice::LimitsOnly => &[Level::LimitsOnly],
        };
        let mut reasons = Vec::new();
        for &level in levels {
            match self.start(Kind::Programs, level)? {
                Ok(boxed) => {
                    let layers = boxed.launcher.layers().to_vec();
                    lock(&self.ready).push(boxed);
                    return Ok(Found { level, layers });
                }
                Err(reason) => reasons.push(format!("{level}: {reason}")),
            }
        }
        Err(no_sandbox(&reasons.join("; ")))
    }

    /// Changes when the machine, the user or the tool may have changed what is possible.
    fn machine_key(&self) -> Digest {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        KeyBuilder::new("sandbox 1")
            .text(&format!("{:?} {:?}", self.choice, self.accepts_limits))
            .text(&read("/proc/sys/kernel/random/boot_id"))
            .text(&read("/proc/self/cgroup"))
            .text(&read("/proc/self/uid_map"))
            .text(&read("/proc/sys/user/max_user_namespaces"))
            .text(&read("/proc/sys/kernel/unprivileged_userns_clone"))
            .text(&read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"))
            .text(&crate::system::user())
            .finish()
    }
}

fn no_sandbox(reason: &str) -> ExecutorError {
    ExecutorError::Failed(format!(
        "programs cannot be shut in on this machine ({reason}); if you trust the programs of this folder, run again with \
         `--sandbox limits-only`, or write sandbox = \"limits-only\" into config.toml"
    ))
}
