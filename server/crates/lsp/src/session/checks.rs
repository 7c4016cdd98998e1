//! Checks are scheduled, submitted, report what they find, and end.

use std::{sync::Arc, time::Duration};

use problem::{path::AbsPath, request::CheckRequest};
use serde_json::json;
use tower_lsp::{
    jsonrpc::{Error, ErrorCode},
    lsp_types::{MessageType, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressReport},
};

use super::{
    Session, TimerKind,
    entry::{ActiveCheck, NextCheck, ProblemEntry, ShownResults, Waiter},
};
use crate::{
    inbox::{ClientRequest, RequestId},
    protocol::outbox::{ServerMessage, ShownProgress, progress},
    workers::judging::{CheckEvent, CheckEventKind, CheckId, CheckSpec, JudgeCommand, PriorResults},
};

/// From a save to a check.
const AFTER_SAVE: Duration = Duration::from_millis(50);
/// Progress is shown of what takes longer.
const PROGRESS_AFTER: Duration = Duration::from_millis(300);

/// A request that was cancelled.
pub(super) fn cancelled() -> Error {
    Error { code: ErrorCode::RequestCancelled, message: "cancelled".into(), data: None }
}

impl Session {
    /// Schedules a full check, where the folder is trusted.
    pub(super) fn schedule_full_check(&mut self, root: &AbsPath) {
        self.schedule_check(root, CheckRequest::default(), None);
    }

    /// Schedules a check; who waits for it gets a response when it ends.
    pub(super) fn schedule_check(&mut self, root: &AbsPath, request: CheckRequest, waiter: Option<Waiter>) {
        if self.is_ending {
            return;
        }
        if self.is_trusted(root) != Some(true) {
            if let Some(waiter) = waiter {
                let words = "nothing may be compiled or run in this folder until it is trusted";
                drop(waiter.reply.send(Err(crate::request_failed(words))));
            }
            return;
        }
        if self.problems.get(root).is_some_and(|entry| entry.read.is_none()) {
            // Findings are published for texts that are known, and nothing of this problem may be open.
            self.invalidate(root, true);
        }
        let delay = if waiter.is_some() { Duration::ZERO } else { AFTER_SAVE };
        let Some(entry) = self.problems.get_mut(root) else { return };
        // Join the active full check.
        let can_be_joined = |active: &&mut ActiveCheck| {
            !active.is_outdated
                && !active.is_cancelled
                && active.request.is_whole()
                && request.is_whole()
                && (active.request.sanitize || !request.sanitize)
        };
        if waiter.is_some()
            && self.n_unread_changes == 0
            && entry.next_check.is_none()
            && let Some(active) = entry.active_check.as_mut().filter(can_be_joined)
        {
            active.waiters.extend(waiter);
            return;
        }
        let is_automatic = waiter.is_none();
        match &mut entry.next_check {
            Some(wanted) => {
                // Two merged requests become a full check.
                wanted.request = CheckRequest::default();
                wanted.waiters.extend(waiter);
                wanted.is_automatic |= is_automatic;
            }
            None => {
                entry.next_check = Some(NextCheck {
                    request,
                    waiters: waiter.into_iter().collect(),
                    is_automatic,
                    may_reuse_listing: false,
                })
            }
        }
        self.stop_idling();
        self.timers.again_after(delay, TimerKind::Run(root.clone()));
        self.publish_status(root);
    }

    /// Hands the scheduled check to the judge. An active one is cancelled, since this one finds what it would have.
    pub(super) fn submit_check(&mut self, root: &AbsPath) {
        let documents = self.documents_in(root).into_iter().map(|(_, document)| document).collect();
        let Some(entry) = self.problems.get_mut(root).filter(|_| !self.is_ending) else { return };
        let Some(NextCheck { mut request, mut waiters, mut is_automatic, may_reuse_listing }) = entry.next_check.take()
        else {
            return;
        };
        if let Some(before) = entry.active_check.take() {
            self.services.canceller.cancel(before.id);
            if before.request.is_whole() || !before.waiters.is_empty() {
                request = CheckRequest::default();
            }
            waiters.extend(before.waiters);
            is_automatic |= before.is_automatic;
        }
        // Only for those who are still there.
        request.sanitize = waiters.iter().any(|waiter| waiter.sanitize);
        self.last_check_id += 1;
        let id = self.last_check_id;
        let known = entry.shown.as_ref().map(|ran| PriorResults {
            loaded: Arc::clone(&ran.results.loaded),
            state: Arc::clone(&ran.results.state),
            files: Arc::clone(&ran.results.files),
            matrix: Arc::clone(&ran.results.matrix),
            ever_whole: ran.ever_whole,
        });
        let encoding = self.client.encoding;
        // A check after a change on disk reuses the analysis's listing. One that a command waits for lists anew: files may
        // have changed without a notification.
        let may_reuse_listing = may_reuse_listing && waiters.is_empty();
        let read = entry.read.as_ref().filter(|_| may_reuse_listing && !entry.relist && entry.is_up_to_date());
        let folder = read.map(|(_, read)| Arc::clone(read.folder.disk()));
        let spec = CheckSpec { root: root.clone(), id, request: request.clone(), known, documents, encoding, folder };
        entry.active_check = Some(ActiveCheck {
            id,
            request,
            waiters,
            is_automatic,
            disk_texts: None,
            disk_revision: entry.disk_revision,
            is_outdated: false,
            is_cancelled: false,
            is_started: false,
            progress: None,
            words: String::new(),
            percent: 0,
        });
        tracing::info!("a check of {root}");
        drop(self.services.judge.send(JudgeCommand::Check(spec)));
        self.timers.after(PROGRESS_AFTER, TimerKind::Progress(root.clone(), id));
        self.publish_status(root);
    }

    pub(super) fn on_check_event(&mut self, event: CheckEvent) {
        let CheckEvent { root, id, kind } = event;
        let Some(entry) = self.problems.get_mut(&root) else { return };
        // An event of a check that was given up.
        let Some(active) = entry.active_check.as_mut().filter(|active| active.id == id) else { return };
        match kind {
            CheckEventKind::Started => {
                active.is_started = true;
                self.publish_status(&root);
            }
            CheckEventKind::FilesRead(disk_texts) => {
                let is_read = |(path, text): &(AbsPath, String)| disk_texts.get(path).is_some_and(|read| read == text);
                let is_found = std::mem::take(&mut entry.expected_on_disk).iter().all(is_read);
                active.disk_texts = Some(disk_texts);
                if !is_found {
                    // It came too late for this one.
                    self.disk_changed(&root, self.settings.editor.checks_on_save());
                }
            }
            CheckEventKind::Progressed { results, done, all, words } => {
                active.words = words;
                active.percent = (done * 100 / all.max(1)).min(100) as u32;
                if active.progress.is_some() {
                    let report = WorkDoneProgress::Report(WorkDoneProgressReport {
                        cancellable: Some(true),
                        message: Some(active.words.clone()),
                        percentage: Some(active.percent),
                    });
                    self.services.outbox.send(progress(token(id), report));
                }
                if !active.is_outdated {
                    let (disk_texts, disk_revision) =
                        (active.disk_texts.clone().unwrap_or_default(), active.disk_revision);
                    let ever_whole = entry.shown.as_ref().is_some_and(|ran| ran.ever_whole);
                    entry.shown = Some(ShownResults { results, disk_texts, disk_revision, ever_whole });
                    self.publish_check(&root);
                }
            }
            CheckEventKind::Done { results, ever_whole } => {
                let Some(active) = entry.active_check.take() else { return };
                entry.trouble = None;
                Arc::make_mut(&mut entry.history).note(&results.outcomes);
                let read = entry.read.as_ref().filter(|_| entry.is_up_to_date());
                let has_learnt = read.is_some_and(|(_, read)| {
                    let (known, found) = (&read.problem, results.problem());
                    let has_other_tests = || known.tests.len() != found.tests.len();
                    known.checker.kind != found.checker.kind
                        || found.listing_commands().next().is_some() && has_other_tests()
                });
                if !active.is_outdated {
                    let (disk_texts, disk_revision) =
                        (active.disk_texts.clone().unwrap_or_default(), active.disk_revision);
                    entry.shown = Some(ShownResults { results, disk_texts, disk_revision, ever_whole });
                    self.publish_check(&root);
                }
                self.respond_to_waiters(&root, active, |generation| Ok(Some(json!(generation))));
                if has_learnt {
                    // The check has found out that the folder's own copy of a standard checker is another one, or which tests
                    // its generators make.
                    self.analyse(&root);
                }
            }
            CheckEventKind::Cancelled => {
                let Some(active) = entry.active_check.take() else { return };
                self.respond_to_waiters(&root, active, |_| Err(cancelled()));
            }
            CheckEventKind::Failed(sentence) => {
                tracing::error!("a check of {root} failed: {sentence}");
                let Some(active) = entry.active_check.take() else { return };
                if entry.trouble.as_ref() != Some(&sentence) {
                    self.services
                        .outbox
                        .send(ServerMessage::Show(MessageType::ERROR, format!("Touchstone: {sentence}")));
                }
                entry.trouble = Some(sentence.clone());
                self.respond_to_waiters(&root, active, |_| Err(crate::request_failed(&sentence)));
            }
        }
    }

    fn respond_to_waiters(
        &mut self,
        root: &AbsPath,
        active: ActiveCheck,
        answer: impl Fn(u64) -> tower_lsp::jsonrpc::Result<Option<serde_json::Value>>,
    ) {
        self.timers.forget(&TimerKind::Progress(root.clone(), active.id));
        let generation = self.problems.get(root).map_or(0, |entry| entry.matrix_generation());
        for waiter in active.waiters {
            drop(waiter.reply.send(answer(generation)));
        }
        self.be_idle_soon();
        self.publish_status(root);
    }

    pub(super) fn begin_progress(&mut self, root: &AbsPath, id: CheckId) {
        if !self.client.shows_progress {
            return;
        }
        let Some(entry) = self.problems.get_mut(root) else { return };
        let Some(active) = entry.active_check.as_mut().filter(|active| active.id == id) else { return };
        active.progress = Some(ShownProgress { outbox: self.services.outbox.clone(), token: token(id) });
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let begin = WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: format!("Checking {name}"),
            cancellable: Some(true),
            message: Some(active.words.clone()).filter(|words| !words.is_empty()),
            percentage: Some(active.percent),
        });
        self.services.outbox.send(ServerMessage::CreateProgress(token(id)));
        self.services.outbox.send(progress(token(id), begin));
    }

    pub(super) fn progress_cancelled(&mut self, pressed: &ProgressToken) {
        if self.cancel_tasks(|_, task| task.is_shown_as(pressed)) {
            return;
        }
        let is_meant =
            |entry: &ProblemEntry| entry.active_check.as_ref().is_some_and(|active| token(active.id) == *pressed);
        let root = self.problems.values().find(|entry| is_meant(entry)).map(|entry| entry.root.clone());
        if let Some(root) = root {
            self.cancel_check(&root);
        }
    }

    /// Cancels a check; one that is still queued ends at once.
    fn cancel_check(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        let Some(active) = &mut entry.active_check else { return };
        active.is_cancelled = true;
        self.services.canceller.cancel(active.id);
        if !active.is_started
            && let Some(active) = entry.active_check.take()
        {
            self.respond_to_waiters(root, active, |_| Err(cancelled()));
        }
    }

    /// A command that is not wanted any more takes its check with it, where nobody else waits for that and no file has
    /// changed.
    pub(super) fn request_dropped(&mut self, id: RequestId) {
        self.cancel_tasks(|_, task| task.request_id == id);
        let is_it = |request: &ClientRequest| matches!(request, ClientRequest::Command(waiting, ..) if *waiting == id);
        self.waiting_requests.retain(|(_, request)| !is_it(request));
        let (mut unscheduled, mut unwanted) = (Vec::new(), Vec::new());
        for entry in self.problems.values_mut() {
            if let Some(wanted) = &mut entry.next_check {
                wanted.waiters.retain(|waiter| waiter.id != id);
            }
            let dropped = entry.next_check.take_if(|wanted| wanted.waiters.is_empty() && !wanted.is_automatic);
            unscheduled.extend(dropped.map(|_| entry.root.clone()));
            let Some(active) = &mut entry.active_check else { continue };
            let n_before = active.waiters.len();
            active.waiters.retain(|waiter| waiter.id != id);
            if active.waiters.is_empty() && n_before > 0 && !active.is_automatic {
                unwanted.push(entry.root.clone());
            }
        }
        for root in unwanted {
            self.cancel_check(&root);
        }
        for root in unscheduled {
            // It was shown as busy since the check was scheduled.
            self.publish_status(&root);
        }
        self.be_idle_soon();
    }
}

fn token(id: CheckId) -> ProgressToken {
    ProgressToken::String(format!("touchstone/run/{id}"))
}
