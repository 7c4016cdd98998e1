//! Spawners at hand: how well they are shut in, and what each kind of program sees.

use std::{
    fs, io,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use problem::{
    digest::KeyBuilder,
    executor::{ExecutorError, Sandbox},
    path::AbsPath,
    settings::SandboxChoice,
};

use super::{failed, view};
use crate::{
    spawner::{Cgroups, Level, Setup, Spawner, View, Work, remove_directory},
    store::Store,
    sync::lock,
};

/// Size of the working directory in memory, bytes: of programs, and of compilers, which make precompiled headers.
const PROGRAM_BYTES: u64 = 640 << 20;
const COMPILER_BYTES: u64 = 1 << 30;
/// How many files a working directory in memory holds.
const WORK_INODES: u64 = 8192;

/// Whose programs a spawner runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Solutions, generators, validators, checkers, interactors.
    Programs,
    /// Compilers, which read what strangers wrote.
    Compilers,
    /// The person's own tools, asked what they are: not shut in.
    Probes,
}

/// A spawner with the directory on disk that it works in, where it has none in memory.
pub(super) struct Boxed {
    pub(super) spawner: Spawner,
    kind: Kind,
    directory: Option<AbsPath>,
}

impl Drop for Boxed {
    fn drop(&mut self) {
        if let Some(directory) = &self.directory {
            // What cannot be removed now is removed as a leftover later.
            drop(remove_directory(directory.as_path()));
        }
    }
}

/// What is done on this machine, found once.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    level: Level,
    layers: Vec<String>,
}

/// Starts and lends spawners.
pub(super) struct Boxes {
    store: Arc<Store>,
    choice: SandboxChoice,
    /// The person has said that limits are enough where nothing better is to be had.
    accepts_limits: AtomicBool,
    cgroups: OnceLock<Cgroups>,
    programs: View,
    compilers: View,
    idle: Mutex<Vec<Boxed>>,
    found: OnceLock<Found>,
}

impl Boxes {
    pub(super) fn new(store: Arc<Store>, choice: SandboxChoice) -> Boxes {
        Boxes {
            store,
            choice,
            accepts_limits: AtomicBool::new(false),
            cgroups: OnceLock::new(),
            programs: View::default(),
            compilers: View::default(),
            idle: Mutex::default(),
            found: OnceLock::new(),
        }
    }

    /// What programs and compilers see from now on.
    pub(super) fn show(&mut self, programs: View, compilers: View) {
        (self.programs, self.compilers) = (programs, compilers);
    }

    /// A spawner of a kind.
    pub(super) fn take(&self, kind: Kind) -> Result<Boxed, ExecutorError> {
        if let Some(boxed) = self.take_idle(kind) {
            return Ok(boxed);
        }
        if kind == Kind::Probes {
            return self.start(kind, Level::LimitsOnly)?.map_err(|reason| no_sandbox(&reason));
        }
        let found = self.found()?;
        // Finding out may have left one behind.
        match self.take_idle(kind) {
            Some(boxed) => Ok(boxed),
            None => self.start(kind, found.level)?.map_err(|reason| no_sandbox(&reason)),
        }
    }

    fn take_idle(&self, kind: Kind) -> Option<Boxed> {
        let mut idle = lock(&self.idle);
        let position = idle.iter().rposition(|boxed| boxed.kind == kind)?;
        Some(idle.swap_remove(position))
    }

    /// Takes a spawner back that is as good as new.
    pub(super) fn give_back(&self, boxed: Boxed) {
        lock(&self.idle).push(boxed);
    }

    /// Ends the spawners that are lent to nobody and have a directory on disk, which would grow old.
    pub(super) fn release_directories(&self) {
        let mut idle = lock(&self.idle);
        let on_disk: Vec<Boxed> = idle.extract_if(.., |boxed| boxed.directory.is_some()).collect();
        // Ending them takes a moment, which nobody else need wait.
        drop(idle);
        drop(on_disk);
    }

    /// Whether an answer of the person could make limits enough.
    pub(super) fn may_accept_limits(&self) -> bool {
        self.choice == SandboxChoice::Auto
    }

    /// Ends the spawners that are lent to nobody.
    pub(super) fn release(&self) {
        let idle = std::mem::take(&mut *lock(&self.idle));
        drop(idle);
    }

    fn start(&self, kind: Kind, level: Level) -> Result<Result<Boxed, String>, ExecutorError> {
        let shown = match kind {
            Kind::Programs => &self.programs,
            Kind::Compilers => &self.compilers,
            Kind::Probes => &View::default(),
        };
        let directory = (level != Level::Full).then(|| self.make_directory()).transpose();
        let directory = directory.map_err(|error| failed("making a working directory", &error))?;
        let work = match &directory {
            Some(directory) => Work::Directory(directory.to_string().into_bytes()),
            None => Work::Memory {
                bytes: if kind == Kind::Compilers { COMPILER_BYTES } else { PROGRAM_BYTES },
                inodes: WORK_INODES,
            },
        };
        let executables = self.store.root().child("bin").to_string().into_bytes();
        // A cache below root's home is out of any other user's reach, and compilers must read its headers. Without a
        // private root they then stay root in name, with Landlock and without any of root's rights.
        let keeps_user = kind == Kind::Compilers && level == Level::Reduced && !view::is_open_to_all(shown);
        let setup = Setup { level, view: shown.clone(), executables, work, keeps_user };
        let started = match kind {
            Kind::Probes => Spawner::start(&setup, &Cgroups::none()),
            Kind::Programs | Kind::Compilers => Spawner::start(&setup, self.cgroups.get_or_init(Cgroups::find)),
        };
        let started = started.map_err(|error| failed("starting a helper process", &error))?;
        Ok(started.map(|spawner| Boxed { spawner, kind, directory }))
    }

    fn make_directory(&self) -> io::Result<AbsPath> {
        let name = self.store.temporary();
        let name = name.as_path().file_name().and_then(|name| name.to_str()).unwrap_or("run");
        let path = self.store.root().child("work").child(name);
        fs::create_dir(path.as_path())?;
        Ok(path)
    }

    /// The level and its layers. A machine is asked once after each of its starts; what it said is kept.
    pub(super) fn sandbox(&self) -> Result<Sandbox, ExecutorError> {
        let of = |found: &Found| Sandbox { level: found.level.to_string(), layers: found.layers.clone() };
        if let Some(found) = self.found.get() {
            return Ok(of(found));
        }
        let key = self.machine_key();
        if let Some((level, layers)) = self.store.result::<(Level, Vec<String>)>(key) {
            return Ok(of(&Found { level, layers }));
        }
        self.found().map(of)
    }

    fn found(&self) -> Result<&Found, ExecutorError> {
        if let Some(found) = self.found.get() {
            return Ok(found);
        }
        let found = self.find()?;
        // What cannot be kept is found again next time.
        drop(self.store.put_result(self.machine_key(), &(found.level, found.layers.clone())));
        Ok(self.found.get_or_init(|| found))
    }

    /// Takes note that the person is content with limits where nothing better is to be had.
    pub(super) fn accept_limits(&self) {
        self.accepts_limits.store(true, Ordering::SeqCst);
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
                    let layers = boxed.spawner.layers().to_vec();
                    self.give_back(boxed);
                    return Ok(Found { level, layers });
                }
                Err(reason) => reasons.push(format!("{level}: {reason}")),
            }
        }
        Err(no_sandbox(&reasons.join("; ")))
    }

    /// Changes when the machine, the user or the tool may have changed what is possible.
    fn machine_key(&self) -> problem::digest::Digest {
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
