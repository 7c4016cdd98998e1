//! Texts change, and problems come and go.
//!
//! A problem whose folder or last file is gone is published as gone once, and its diagnostics are cleared. While texts of
//! it are open, its place is watched on, where the client does not: it may come back.

use std::{sync::Arc, time::Duration};

use judge::disk::watch::is_ignored;
use problem::path::{AbsPath, RelPath};
use tower_lsp::lsp_types::{DidChangeTextDocumentParams, TextDocumentItem, Url};

use super::{
    Session, TimerKind,
    contests::may_be_list,
    entry::ProblemEntry,
    roots::{ResolvedPath, spelled},
};
use crate::{
    documents::Document,
    protocol::{
        outbox::ServerMessage,
        payload::{Health, Status},
    },
    workers::analyst::{Analysis, AnalysisOutcome, AnalysisRequest, FoundContest, ReadRequest},
};

/// From an edit to its diagnostics.
const AFTER_EDIT: Duration = Duration::from_millis(100);
/// From a new file to looking for new problems.
const AFTER_NEW_FILE: Duration = Duration::from_millis(300);

impl Session {
    pub(super) fn opened(&mut self, item: TextDocumentItem) {
        let Some(path) = spelled(&item.uri) else { return };
        let url = item.uri.clone();
        self.documents.put(Document::new(item.uri, path.clone(), item.version, &item.text));
        // Nothing more is pushed to a client that pulls.
        self.publish_file(&url);
        if let Some(root) = self.root_of(&path) {
            // Its text may be another than that on disk.
            self.invalidate(&root, false);
        }
        let opening = Some(self.roots.begin_resolving(&url));
        drop(self.services.analyst.send(AnalysisRequest::Resolve { url, path, opening }));
    }

    /// The real path of a workspace folder or of an open document is known.
    pub(super) fn resolved(&mut self, file: ResolvedPath) {
        if file.opening.is_none() {
            if let Some(path) = self.roots.resolve(&file.url, file.path) {
                drop(self.services.analyst.send(AnalysisRequest::Discover(path)));
            }
        } else if self.roots.is_resolving_workspaces() {
            // Whose it is depends on them.
            return self.roots.keep_until_resolved(file);
        } else {
            self.document_resolved(file);
        }
        self.workspaces_resolved();
    }

    /// Goes on with the documents that waited for the real paths of workspace folders, once all are known.
    pub(super) fn workspaces_resolved(&mut self) {
        if self.roots.is_resolving_workspaces() {
            return;
        }
        self.timers.forget(&TimerKind::Workspaces);
        for file in self.roots.take_kept() {
            self.document_resolved(file);
        }
        self.answer_ready_requests();
    }

    /// Some workspace folders do not answer: the others go on.
    pub(super) fn give_up_resolving(&mut self) {
        self.roots.give_up_resolving();
        self.workspaces_resolved();
    }

    fn document_resolved(&mut self, file: ResolvedPath) {
        let ResolvedPath { url, path, text, opening } = file;
        let Some(was_saved) = opening.and_then(|opening| self.roots.end_resolving(&url, opening)) else { return };
        let Some(document) = self.documents.get(&url).cloned() else { return };
        if let Some(spelled) = self.root_of(&document.path).filter(|_| document.path != path) {
            self.invalidate(&spelled, false);
        }
        // What was read of a file that was saved meanwhile may be older.
        let on_disk = text.as_deref().filter(|_| !was_saved);
        self.documents.put(document.resolved(path.clone(), on_disk));
        match self.root_of(&path) {
            Some(root) => {
                self.activate(&root);
                if was_saved {
                    self.disk_changed(&root, self.settings.editor.checks_on_save());
                }
            }
            None => {
                self.look_for(&path);
                self.list_changed(&path);
            }
        }
    }

    /// The text of a file that belongs to no problem is another one in the editor.
    fn list_changed(&mut self, path: &AbsPath) {
        if may_be_list(path) {
            self.publish_lists();
        }
    }

    pub(super) fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let Some(document) = self.documents.get(&params.text_document.uri) else { return };
        let edited = document.edited(params.text_document.version, &params.content_changes, self.client.encoding);
        let path = edited.path.clone();
        self.documents.put(edited);
        match self.root_of(&path) {
            Some(root) => self.invalidate(&root, false),
            None => self.list_changed(&path),
        }
    }

    pub(super) fn saved(&mut self, url: &Url) {
        let Some(document) = self.documents.get(url) else { return };
        let saved = document.saved();
        let path = saved.path.clone();
        self.documents.put(saved);
        // Not every client tells of files that change.
        if may_be_list(&path) {
            self.discover_around(&path);
        }
        if self.roots.note_save_if_resolving(url) {
            return;
        }
        match self.root_of(&path) {
            Some(root) => self.disk_changed(&root, self.settings.editor.checks_on_save()),
            None => {
                // It may have become part of a problem by what is in it now.
                self.roots.forget_unowned(&path);
                self.look_for(&path);
            }
        }
    }

    pub(super) fn closed(&mut self, url: &Url) {
        let Some(document) = self.documents.remove(url) else { return };
        let was_saved = self.roots.give_up_document(url) == Some(true);
        self.roots.forget_unowned(&document.path);
        self.stop_orphaned_watches();
        match self.root_of(&document.path) {
            Some(root) => {
                if was_saved {
                    self.disk_changed(&root, self.settings.editor.checks_on_save());
                }
                self.invalidate(&root, true);
                self.publish_file(url);
                self.forget_if_alone(&root);
            }
            None => {
                self.publish_file(url);
                self.list_changed(&document.path);
            }
        }
    }

    /// Something may be again where nothing was: open texts that belong to nothing may belong to it.
    pub(super) fn look_again(&mut self, place: &AbsPath) {
        let is_below = |path: &AbsPath| path.as_path().starts_with(place.as_path());
        let open: Vec<AbsPath> = self.resolved_paths().filter(is_below).collect();
        for path in open {
            if self.root_of(&path).is_none() {
                self.roots.forget_unowned(&path);
                self.look_for(&path);
            }
        }
    }

    pub(super) fn discover_around(&mut self, path: &AbsPath) {
        if let Some(workspace) = self.roots.workspace_of(path).map(|workspace| workspace.path.clone()) {
            self.timers.again_after(AFTER_NEW_FILE, TimerKind::Discover(workspace));
        }
    }

    /// The innermost problem that a file lies in.
    pub(super) fn root_of(&self, path: &AbsPath) -> Option<AbsPath> {
        let roots = self.problems.keys().filter(|root| path.as_path().starts_with(root.as_path()));
        roots.max_by_key(|root| root.as_path().components().count()).cloned()
    }

    /// The open documents of a problem, by their paths in it.
    pub(super) fn documents_in(&self, root: &AbsPath) -> Vec<(RelPath, Arc<Document>)> {
        let inside = self.documents.iter().filter(|document| self.root_of(&document.path).as_ref() == Some(root));
        inside.filter_map(|document| Some((relative(root, &document.path)?, Arc::clone(document)))).collect()
    }

    fn look_for(&mut self, path: &AbsPath) {
        if self.roots.begin_locating(path) {
            drop(self.services.analyst.send(AnalysisRequest::Locate(path.clone())));
        }
    }

    pub(super) fn located(&mut self, file: &AbsPath, root: Option<AbsPath>) {
        if self.roots.end_locating(file, root.is_some()) && self.documents.at(file).is_some() {
            self.look_for(file);
        }
        if let Some(root) = root {
            self.add_problem(root);
            self.activate_all();
        }
        self.answer_ready_requests();
    }

    pub(super) fn discovered(&mut self, workspace: &AbsPath, roots: Vec<AbsPath>, contests: Vec<FoundContest>) {
        // A folder is open once, whatever its spelling.
        if let Some(known) = self.roots.workspaces.iter_mut().find(|known| &known.path == workspace) {
            (known.is_discovered, known.contests) = (true, contests);
        }
        self.problems_changed();
        let gone = self.not_found(workspace, &roots);
        for root in roots {
            self.add_problem(root);
        }
        for root in &gone {
            tracing::info!("no problem any more in {root}");
            self.forget(root);
        }
        self.publish_lists();
        self.activate_all();
        self.look_for_owners();
        self.answer_ready_requests();
    }

    /// The real paths of open documents, as far as they are known.
    fn resolved_paths(&self) -> impl Iterator<Item = AbsPath> {
        let resolved = self.documents.iter().filter(|document| !self.roots.is_resolving(&document.url));
        resolved.map(|document| document.path.clone())
    }

    /// Looks for the problems of open documents that belong to none.
    pub(super) fn look_for_owners(&mut self) {
        let paths: Vec<AbsPath> = self.resolved_paths().collect();
        for path in paths {
            if self.root_of(&path).is_none() {
                self.look_for(&path);
            }
        }
    }

    /// The problems of a workspace folder that would have been found if they still were some.
    fn not_found(&self, workspace: &AbsPath, found: &[AbsPath]) -> Vec<AbsPath> {
        let is_seen = |root: &AbsPath| {
            let inside = relative(workspace, root);
            inside.is_some_and(|inside| inside.is_root() || !is_ignored(&inside))
        };
        // One that lies deeper than is looked at was found by a file of it; there is nothing else around or below it.
        let is_next_to = |root: &AbsPath| {
            let (root, mut found) = (root.as_path(), found.iter().map(AbsPath::as_path));
            found.any(|one| one != root && (one.starts_with(root) || root.starts_with(one)))
        };
        let known = self.problems.keys().filter(|root| !found.contains(root) && is_seen(root));
        known.filter(|root| is_next_to(root) || self.documents_in(root).is_empty()).cloned().collect()
    }

    fn add_problem(&mut self, root: AbsPath) {
        if self.problems.contains_key(&root) {
            return;
        }
        let by_workspace = self.roots.workspace_of(&root).and_then(|workspace| {
            let mut url = workspace.url.clone();
            let inside = relative(&workspace.path, &root)?;
            url.path_segments_mut().ok()?.pop_if_empty().extend(inside.parts());
            Some(url)
        });
        // A file outside of all workspace folders tells how the client spells its directory.
        let by_document = || {
            let document =
                self.documents.iter().find(|document| document.path.as_path().starts_with(root.as_path()))?;
            let depth = relative(&root, &document.path)?.parts().count();
            let mut url = document.url.clone();
            {
                let mut segments = url.path_segments_mut().ok()?;
                for _ in 0..depth {
                    segments.pop();
                }
            }
            Some(url)
        };
        let url = by_workspace.or_else(by_document).or_else(|| Url::from_file_path(root.as_path()).ok());
        if let Some(url) = url {
            tracing::info!("a problem in {root}");
            self.problems.insert(root.clone(), ProblemEntry::new(root.clone(), url));
            self.publish_status(&root);
        }
    }

    fn activate_all(&mut self) {
        let roots: Vec<AbsPath> = self.problems.keys().cloned().collect();
        for root in roots {
            if !self.documents_in(&root).is_empty() {
                self.activate(&root);
            }
        }
    }

    /// Begins to care for a problem of which a document is open: its analysis, trust, watching, and a first check.
    fn activate(&mut self, root: &AbsPath) {
        self.invalidate(root, false);
        self.ask_for_trust(root);
        // What changes after a check has read it must be seen, so the first one waits for the watch, and until the texts are
        // read, which may want files above the folder.
        if !self.begin_watching(root)
            && let Some(entry) = self.problems.get_mut(root)
        {
            entry.first_check_waits = true;
        }
        self.publish_status(root);
    }

    /// Schedules the check that a problem gets when a file of it is opened, if it has had none.
    pub(super) fn schedule_first_check(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get(root) else { return };
        let is_new = entry.shown.is_none() && entry.active_check.is_none() && entry.next_check.is_none();
        if is_new && self.settings.editor.checks_on_open() {
            self.schedule_full_check(root);
        }
    }

    /// Something on disk has changed.
    pub(super) fn disk_changed(&mut self, root: &AbsPath, may_run: bool) {
        self.invalidate(root, true);
        let Some(entry) = self.problems.get_mut(root) else { return };
        entry.disk_revision += 1;
        // Another run follows; without one, what this one finds is better than nothing.
        if let Some(check) = entry.active_check.as_mut().filter(|_| may_run) {
            check.is_outdated = true;
        }
        let is_of_interest =
            entry.shown.is_some() || entry.active_check.is_some() || !self.documents_in(root).is_empty();
        if may_run && is_of_interest {
            self.schedule_full_check(root);
            if let Some(next) = self.problems.get_mut(root).and_then(|entry| entry.next_check.as_mut()) {
                next.may_reuse_listing = true;
            }
        }
    }

    /// The analysis of a problem is out of date: it will be made again.
    pub(super) fn invalidate(&mut self, root: &AbsPath, relist: bool) {
        self.last_revision += 1;
        let Some(entry) = self.problems.get_mut(root) else { return };
        entry.revision = self.last_revision;
        entry.relist |= relist;
        let is_urgent = relist || entry.read.is_none() || !entry.pulls.is_empty();
        let delay = if is_urgent { Duration::ZERO } else { AFTER_EDIT };
        self.timers.after(delay, TimerKind::Analyse(root.clone()));
    }

    /// Requests an analysis of the texts as they are now.
    pub(super) fn analyse(&mut self, root: &AbsPath) {
        self.timers.forget(&TimerKind::Analyse(root.clone()));
        let documents = self.documents_in(root);
        let Some(entry) = self.problems.get_mut(root) else { return };
        let request = AnalysisRequest::Read(ReadRequest {
            root: root.clone(),
            revision: entry.revision,
            relist: std::mem::take(&mut entry.relist),
            documents,
            encoding: self.client.encoding,
        });
        drop(self.services.analyst.send(request));
    }

    pub(super) fn analysed(&mut self, analysis: Analysis) {
        let Analysis { root, revision, read } = analysis;
        let read = match read {
            AnalysisOutcome::Done(read) => read,
            AnalysisOutcome::Gone => {
                self.forget(&root);
                // A list may name it still.
                return self.discover_around(&root);
            }
            AnalysisOutcome::Failed => {
                // Whoever waits gets what is known.
                self.answer_pulls(&root);
                self.make_first_check(&root, false);
                return self.answer_waiting_requests();
            }
        };
        let Some(entry) = self.problems.get_mut(&root) else { return };
        if entry.read.as_ref().is_some_and(|(known, _)| *known > revision) {
            return;
        }
        let wants_above = read.wants_above;
        entry.read = Some((revision, Arc::from(read)));
        entry.snapshot = None;
        // An analysis of older texts is not published; a newer one follows.
        if entry.is_up_to_date() {
            // After an edit the client asks by itself.
            let has_asked = !entry.pulls.is_empty();
            self.publish_problem_diagnostics(&root);
            self.answer_pulls(&root);
            if has_asked {
                self.diagnostics.needs_no_refresh();
            }
            self.request_refresh();
        }
        self.publish_status(&root);
        self.answer_ready_requests();
        self.make_first_check(&root, wants_above);
    }

    /// Goes on with a problem of which a document is open, once its texts are read: it is watched where something above it
    /// belongs to it, and the first check is scheduled, if that has waited.
    fn make_first_check(&mut self, root: &AbsPath, wants_above: bool) {
        if self.documents_in(root).is_empty() {
            return;
        }
        let will_begin = wants_above && self.watch(root);
        let has_waited = |entry: &mut ProblemEntry| std::mem::take(&mut entry.first_check_waits);
        if self.problems.get_mut(root).is_some_and(has_waited) && !will_begin {
            self.schedule_first_check(root);
        }
    }

    /// A problem without a workspace folder is of interest only while one of its files is open.
    fn forget_if_alone(&mut self, root: &AbsPath) {
        if self.roots.workspace_of(root).is_none() && self.documents_in(root).is_empty() {
            self.forget(root);
        }
    }

    /// A problem that is gone.
    pub(super) fn forget(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.remove(root) else { return };
        self.problems_changed();
        self.idle_elsewhere(root);
        self.cancel_tasks(|of, _| of == root);
        if let Some(active) = &entry.active_check {
            self.services.canceller.cancel(active.id);
        }
        if let Some(watch) = entry.watch {
            // Its files may be open still, and come back.
            self.orphaned_watches.insert(root.clone(), watch);
            self.stop_orphaned_watches();
        }
        let of_run = entry.active_check.into_iter().flat_map(|active| active.waiters);
        for waiter in of_run.chain(entry.next_check.into_iter().flat_map(|wanted| wanted.waiters)) {
            drop(waiter.reply.send(Err(super::checks::cancelled())));
        }
        let (health, message) = (Health::Ok, "no problem any more".to_owned());
        let status = Status { uri: entry.url, health, busy: false, message, tpr: None, tnr: None, gone: true };
        self.services.outbox.send(ServerMessage::Status(status));
        drop(self.services.analyst.send(AnalysisRequest::Forget(root.clone())));
        for url in &entry.reported {
            self.diagnostics.remove(url);
            self.publish_file(url);
        }
        self.request_refresh();
        // Another problem around it may be theirs now.
        let paths: Vec<AbsPath> = self.resolved_paths().collect();
        for path in paths.iter().filter(|path| path.as_path().starts_with(root.as_path())) {
            if self.root_of(path).is_none() {
                self.look_for(path);
            }
        }
        self.answer_ready_requests();
        for pull in entry.pulls {
            drop(pull.reply.send(Ok(super::publishing::full(&Default::default()))));
        }
    }
}

/// A path below a root.
pub(crate) fn relative(root: &AbsPath, path: &AbsPath) -> Option<RelPath> {
    RelPath::parse(path.as_path().strip_prefix(root.as_path()).ok()?.to_str()?)
}
