//! Files change on disk: told by the client, or seen by our own watching, and looked at by a worker before the session
//! makes anything of it.
//!
//! A save arrives twice, from the editor and from whoever watches the disk: a change to contents that a check has read is
//! no news, but only while nothing else changed since, or a file that others delete and restore would stay gone.

use std::collections::BTreeMap;

use judge::disk::watch::is_ignored;
use problem::{
    folder::Folder as _,
    formats::{FURTHER_MANIFESTS, MANIFESTS, is_contest_file},
    path::AbsPath,
};
use tower_lsp::lsp_types::{FileChangeType, FileEvent};

use super::{Session, changes::relative};
use crate::{
    documents::is_same_text,
    workers::analyst::{AnalysisRequest, Change, ChangedFile},
};

impl Session {
    /// The client has seen files change.
    pub(super) fn files_changed(&mut self, changes: Vec<FileEvent>) {
        let mut by_place: BTreeMap<Option<AbsPath>, Vec<Change>> = BTreeMap::new();
        for change in changes {
            let Some(path) = self.roots.path_of(&change.uri) else { continue };
            let place = self.roots.workspace_of(&path).map(|workspace| workspace.path.clone());
            let is_of_listing = change.typ != FileChangeType::CHANGED;
            by_place.entry(place).or_default().push(Change { path, is_of_listing });
        }
        for (place, changes) in by_place {
            self.read_changes(place, None, changes);
        }
    }

    /// Our own watching has seen files of a folder change.
    pub(super) fn watched_folder_changed(&mut self, root: AbsPath, paths: Vec<AbsPath>) {
        let change = |path| Change { path, is_of_listing: false };
        self.read_changes(Some(root.clone()), Some(root), paths.into_iter().map(change).collect());
    }

    /// Has files looked at that changed.
    fn read_changes(&mut self, place: Option<AbsPath>, root: Option<AbsPath>, changes: Vec<Change>) {
        self.n_unread_changes += 1;
        let open = self.documents.iter().map(|document| document.path.clone()).collect();
        drop(self.services.analyst.send(AnalysisRequest::ReadChanges { place, root, changes, open }));
    }

    /// Files that changed were looked at.
    pub(super) fn changes_read(&mut self, root: Option<AbsPath>, files: Vec<ChangedFile>) {
        self.n_unread_changes = self.n_unread_changes.saturating_sub(1);
        if let Some(root) = root {
            return self.files_of_problem_changed(&root, &files);
        }
        let mut by_root: BTreeMap<AbsPath, Vec<ChangedFile>> = BTreeMap::new();
        for file in files {
            let root = self.root_of(&file.path);
            let is_ignored_below =
                |root: &AbsPath| relative(root, &file.path).is_some_and(|inside| is_ignored(&inside));
            if root.as_ref().is_some_and(is_ignored_below) {
                continue;
            }
            // Manifests say where problems are, also inside of what was taken for one.
            let name = file.path.as_path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_manifest = file.is_of_listing && (MANIFESTS.contains(&name) || FURTHER_MANIFESTS.contains(&name));
            if root.is_none() || is_manifest || is_contest_file(name) {
                self.discover_around(&file.path);
            }
            match root {
                Some(root) => by_root.entry(root).or_default().push(file),
                None => self.look_again(&file.path),
            }
        }
        for (root, files) in by_root {
            self.files_of_problem_changed(&root, &files);
        }
    }

    /// Files of a problem changed on disk. Ignores changes to contents that the active or last check has read already: saves
    /// arrive twice.
    fn files_of_problem_changed(&mut self, root: &AbsPath, files: &[ChangedFile]) {
        let Some(entry) = self.problems.get(root) else { return self.look_again(root) };
        // What has become of a file since, such as that it was gone, is known; that it is as it was then is news.
        let last_read = match &entry.active_check {
            Some(running) => running.disk_texts.as_ref().filter(|_| running.disk_revision == entry.disk_revision),
            None => {
                let ran = entry.shown.as_ref().filter(|ran| ran.disk_revision == entry.disk_revision);
                ran.map(|ran| &ran.disk_texts)
            }
        };
        let was_read =
            |path, text: &str| last_read.is_some_and(|texts| texts.get(path).is_some_and(|base| base == text));
        // A check that is to read the files yet will find what was saved before it was asked for.
        let is_to_read =
            entry.next_check.is_some() || entry.active_check.as_ref().is_some_and(|check| check.disk_texts.is_none());
        let is_saved =
            |path, text: &str| self.documents.at(path).is_some_and(|document| is_same_text(&document.saved, text));
        let mut expected_on_disk = Vec::new();
        let is_known = files.iter().all(|file| match &file.text {
            Some(text) if was_read(&file.path, text) => true,
            Some(text) if is_to_read && is_saved(&file.path, text) => {
                expected_on_disk.push((file.path.clone(), text.clone()));
                true
            }
            Some(_) | None => false,
        });
        let is_listed = |file: &ChangedFile| {
            let (_, read) = entry.read.as_ref().filter(|_| entry.is_up_to_date())?;
            Some(read.folder.disk().has(&relative(root, &file.path)?))
        };
        if !is_known {
            self.disk_changed(root, self.settings.editor.checks_on_save());
            return;
        }
        let is_all_listed = files.iter().all(|file| is_listed(file) == Some(true));
        if let Some(entry) = self.problems.get_mut(root) {
            entry.expected_on_disk.extend(expected_on_disk);
        }
        if !is_all_listed {
            self.invalidate(root, true);
        }
    }
}
