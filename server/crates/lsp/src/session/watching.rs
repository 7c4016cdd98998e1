//! Folders are watched where the client does not: those outside its workspace folders, those that headers above them belong to,
//! which no client connects with them, or all of them.

use std::sync::{Arc, Mutex};

use judge::disk::watch::{Awaited, FolderWatch, Stopper};
use problem::path::AbsPath;

use super::Session;
use crate::{inbox::Event, sync::lock, workers::threads};

/// Ends the watching of a folder when it is gone.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<Mutex<WatchState>>);

#[derive(Default)]
struct WatchState {
    is_over: bool,
    is_begun: bool,
    stopper: Option<Stopper>,
}

impl Watch {
    /// Whether changes are seen from now on.
    fn is_begun(&self) -> bool {
        lock(&self.0).is_begun
    }

    /// Keeps what ends the watching; whether that is wanted still.
    fn hold(&self, stopper: Stopper) -> bool {
        let mut state = lock(&self.0);
        state.stopper = Some(stopper);
        state.is_begun = true;
        !state.is_over
    }

    fn stop(&self) {
        let mut state = lock(&self.0);
        state.is_over = true;
        if let Some(stopper) = &state.stopper {
            stopper.stop();
        }
    }
}

impl Session {
    /// Begins to watch a folder where the client does not, if nobody does: whether `watch_begun` follows.
    pub(super) fn begin_watching(&mut self, root: &AbsPath) -> bool {
        // A client watches what lies in its folders.
        let is_inside = self.roots.workspace_of(root).is_some();
        !(self.client.watches_files && is_inside) && self.watch(root)
    }

    /// Begins to watch a folder and what belongs to it above, if nobody of ours does: whether `watch_begun` follows.
    pub(super) fn watch(&mut self, root: &AbsPath) -> bool {
        let Some(entry) = self.problems.get_mut(root) else { return false };
        if entry.watch.is_none() {
            entry.watch = self.orphaned_watches.remove(root);
        }
        if let Some(watch) = &entry.watch {
            return !watch.is_begun();
        }
        let handle = Watch::default();
        entry.watch = Some(handle.clone());
        let (inbox, place, store) = (self.services.inbox.clone(), root.clone(), Arc::clone(&self.services.store));
        // The folder may be large, so that even the first look at it takes long.
        let look = move || {
            let mut watch = FolderWatch::at(place.clone(), store);
            if !handle.hold(watch.stopper()) {
                return;
            }
            inbox.send(Event::WatchBegun(place.clone()));
            loop {
                let paths = match watch.wait() {
                    Awaited::Changed(changes) => changes.iter().map(|change| place.at(&change.path)).collect(),
                    // A folder that was away for a moment may have been taken for gone.
                    Awaited::Touched => Vec::new(),
                    Awaited::Stopped => return,
                };
                inbox.send(Event::WatchedFolderChanged { root: place.clone(), paths });
            }
        };
        let is_started = threads::try_start("watch", look).is_ok();
        if !is_started && let Some(entry) = self.problems.get_mut(root) {
            entry.watch = None;
        }
        is_started
    }

    /// A folder is watched from now on: nobody has told of what changed since it was listed last, such as that it is gone.
    pub(super) fn watch_begun(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get(root) else { return self.look_again(root) };
        if entry.shown.is_some() || entry.active_check.is_some() {
            // That check may have read what has changed since.
            return self.disk_changed(root, self.settings.editor.checks_on_save());
        }
        self.invalidate(root, true);
        if !self.documents_in(root).is_empty() {
            self.schedule_first_check(root);
        }
    }

    /// Ends the watching of places that had problems and of which nothing is open any more.
    pub(super) fn stop_orphaned_watches(&mut self) {
        let documents = &self.documents;
        self.orphaned_watches.retain(|root, watch| {
            let is_open = documents.iter().any(|document| document.path.as_path().starts_with(root.as_path()));
            if !is_open {
                watch.stop();
            }
            is_open
        });
    }
}
