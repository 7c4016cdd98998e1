//! Waiting until the contents of a problem folder change.
//!
//! What the operating system reports only wakes us: whether something changed is found by comparing the folder's
//! listing and contents with what was seen before. So a file that is saved without a change, a hidden file or an
//! editor's temporary one is no change, however many events it makes, and a save is one change.
//!
//! Headers above the folder that belong to the problem are a part of its contents.
//!
//! It waits until nothing has happened for 50 ms. Where the operating system cannot watch, it looks once a second.
//!
//! Invariant: what [`FolderWatch`] calls seen is never newer than what a check that begins afterwards reads.

mod snapshot;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use notify::{
    EventKind, RecommendedWatcher, RecursiveMode, Watcher as _,
    event::{AccessKind, AccessMode},
};
use problem::path::{AbsPath, RelPath};

use self::snapshot::Snapshot;
pub use self::snapshot::is_ignored;
use crate::{
    disk::{
        folder::{DiskFolder, FolderError, real_folder},
        walk::Walk,
    },
    store::Store,
    system,
};

/// A change counts when nothing has happened for this long.
const QUIET: Duration = Duration::from_millis(50);
/// A folder in which something happens all the time is looked at this often all the same.
const RESTLESS: Duration = Duration::from_secs(1);
/// How often is looked whether the folder is still the one that is watched, or, where the operating system watches
/// nothing for us, whether something changed.
const LOOK: Duration = Duration::from_secs(1);

/// Files that may ask for headers above the folder: the manifest of library-checker, and settings.
const MAY_ASK: [&str; 2] = ["info.toml", problem::settings::SETTINGS_FILE];

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is new.
    Added,
    /// Its contents are others.
    Changed,
    /// It is gone.
    Removed,
}

/// A file with other contents than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: RelPath,
    /// What happened to it.
    pub kind: Kind,
}

/// Why waiting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// These files changed, at least one.
    Changed(Vec<Change>),
    /// Something happened, and the contents are the seen ones: whoever looked meanwhile may have seen others.
    Touched,
    /// [`Stopper::stop`] was called.
    Stopped,
}

enum Message {
    /// Something may have changed.
    Wake,
    Stop,
}

/// Ends the waiting, from any thread.
pub struct Stopper(Sender<Message>);

impl Stopper {
    /// Ends the waiting that is under way, or the next one.
    pub fn stop(&self) {
        // A watch that is gone waits no more.
        drop(self.0.send(Message::Stop));
    }
}

/// A folder that is watched.
pub struct FolderWatch {
    root: AbsPath,
    store: Arc<Store>,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
    eyes: Eyes,
    seen: Snapshot,
    /// Something has happened, and not yet been looked at: since when, and when last.
    pending: Option<(Instant, Instant)>,
    /// Other contents than the seen ones were noticed while a check was under way.
    is_outdated: bool,
    is_stopped: bool,
}

/// What the operating system watches for us.
struct Eyes {
    watcher: Option<RecommendedWatcher>,
    /// The device and number of the folder that is watched; another one may take its place.
    root: Option<(u64, u64)>,
    /// A directory could not be watched.
    has_blind_spot: bool,
}

impl FolderWatch {
    /// Begins to watch, and takes what is there as seen.
    ///
    /// # Errors
    /// When there is no such folder, or it cannot be read. A folder that vanishes later is a change.
    pub fn start(path: &Path, store: Arc<Store>) -> Result<FolderWatch, FolderError> {
        Ok(FolderWatch::at(real_folder(path)?, store))
    }

    /// Begins to watch a real path, and takes what is there as seen. That there is no folder yet, or no more, is seen as an
    /// empty one.
    pub fn at(root: AbsPath, store: Arc<Store>) -> FolderWatch {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let eyes = Eyes::open(&root, &sender);
        let mut watch = FolderWatch {
            root,
            store,
            sender,
            receiver,
            eyes,
            seen: Snapshot::default(),
            pending: None,
            is_outdated: false,
            is_stopped: false,
        };
        watch.seen = watch.look();
        watch
    }

    /// What ends the waiting.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.sender.clone())
    }

    /// Waits until something has happened and nothing happens any more, and takes what is there as seen.
    pub fn wait(&mut self) -> Awaited {
        // A wish to stop may have come while a check was under way.
        while !self.is_stopped {
            match self.receiver.recv_timeout(LOOK) {
                Ok(message) => self.take(&message),
                Err(RecvTimeoutError::Timeout) if self.eyes.are_on(&self.root) => continue,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            let was_told = self.pending.is_some();
            self.wait_until_quiet();
            if self.is_stopped {
                break;
            }
            let now = self.look();
            let changes = self.seen.changes(&now);
            self.seen = now;
            if !changes.is_empty() {
                return Awaited::Changed(changes);
            }
            if was_told {
                return Awaited::Touched;
            }
        }
        Awaited::Stopped
    }

    /// Whether the contents are not the seen ones any more. Cheap: looks only when something happened and has ended.
    pub fn is_outdated(&mut self) -> bool {
        while let Ok(message) = self.receiver.try_recv() {
            self.take(&message);
        }
        let is_due = |(first, last): (Instant, Instant)| last.elapsed() >= QUIET || first.elapsed() >= RESTLESS;
        if !self.is_outdated && self.pending.is_some_and(is_due) {
            self.pending = None;
            let now = self.look();
            self.is_outdated = !self.seen.changes(&now).is_empty();
        }
        self.is_outdated
    }

    /// To be called when a check has ended: `None` when nothing in the folder was touched since the contents were seen,
    /// so that the check is of these contents. Otherwise waits until nothing happens any more and takes what is there
    /// as seen; gives what changed, which may be nothing where a file was changed and changed back.
    pub fn changed_meanwhile(&mut self) -> Option<Vec<Change>> {
        let is_outdated = std::mem::take(&mut self.is_outdated);
        let now = self.look();
        if !is_outdated && now == self.seen {
            return None;
        }
        self.wait_until_quiet();
        let now = self.look();
        let changes = self.seen.changes(&now);
        self.seen = now;
        Some(changes)
    }

    fn take(&mut self, message: &Message) {
        match message {
            Message::Wake => {
                let now = Instant::now();
                self.pending = Some((self.pending.map_or(now, |(first, _)| first), now));
            }
            Message::Stop => self.is_stopped = true,
        }
    }

    /// Waits until nothing happens any more.
    fn wait_until_quiet(&mut self) {
        let began = Instant::now();
        while !self.is_stopped && began.elapsed() < RESTLESS {
            match self.receiver.recv_timeout(QUIET) {
                Ok(message) => self.take(&message),
                Err(_) => break,
            }
        }
        self.pending = None;
    }

    /// What is there now. Watches new directories first, so that what comes into them later wakes us.
    fn look(&mut self) -> Snapshot {
        if self.eyes.root != identity(&self.root) {
            self.eyes = Eyes::open(&self.root, &self.sender);
        }
        let listed = SystemTime::now();
        let listing = crate::disk::walk::walk(&self.root);
        let (above, mut directories) = self.above(&listing, listed);
        directories.extend(above.values().filter_map(|path| path.as_path().parent()).map(Path::to_owned));
        self.eyes.watch(&self.root, listing.directories.iter().chain(&directories));
        Snapshot::take(&listing, &above, &self.root, &self.store)
    }

    /// The headers above the folder that its format or its settings ask for, and the directories for them.
    fn above(&self, listing: &Walk, listed: SystemTime) -> (BTreeMap<RelPath, AbsPath>, BTreeSet<PathBuf>) {
        if !listing.files.iter().any(|file| MAY_ASK.contains(&file.path.as_str())) {
            return Default::default();
        }
        DiskFolder::of_listing(self.root.clone(), listing.clone(), listed, Arc::clone(&self.store)).files_above()
    }
}

impl Eyes {
    /// Where the operating system refuses to watch, the folder is looked at now and then.
    fn open(root: &AbsPath, sender: &Sender<Message>) -> Eyes {
        let sender = sender.clone();
        let handler = move |event: notify::Result<notify::Event>| {
            if event.map_or(true, |event| is_a_change(event.kind)) {
                // A watch that is gone waits no more.
                drop(sender.send(Message::Wake));
            }
        };
        let watcher = if system::is_remote(root.as_path()) { None } else { notify::recommended_watcher(handler).ok() };
        Eyes { watcher, root: identity(root), has_blind_spot: false }
    }

    /// Watches directories; those that are watched already stay so.
    fn watch<'a>(&mut self, root: &AbsPath, directories: impl Iterator<Item = &'a PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        let watched = directories.map(|directory| watcher.watch(directory, RecursiveMode::NonRecursive).is_ok());
        // One that vanished meanwhile is a change of the directory above it.
        self.has_blind_spot = watched.filter(|is_watched| !is_watched).count() > 0 && root.as_path().exists();
    }

    /// Whether we are told of every change.
    fn are_on(&self, root: &AbsPath) -> bool {
        self.watcher.is_some() && !self.has_blind_spot && self.root == identity(root)
    }
}

/// Whether an event may mean other contents; looking at a file does not.
fn is_a_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Other => true,
    }
}

fn identity(root: &AbsPath) -> Option<(u64, u64)> {
    system::file_state(root.as_path()).ok().map(|state| (state.device, state.number))
}
