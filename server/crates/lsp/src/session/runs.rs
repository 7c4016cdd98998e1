//! Runs are scheduled, submitted, report what they find, and end.

use std::{sync::Arc, time::Duration};

use problem::{path::AbsPath, request::RunRequest};
use serde_json::json;
use tower_lsp::{
    jsonrpc::{Error, ErrorCode},
    lsp_types::{MessageType, ProgressToken, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressReport},
};

use super::{
    Session, TimerKind,
    entry::{ActiveRun, LastRun, NextRun, ProblemEntry, Waiter},
};
use crate::{
    inbox::{ClientRequest, RequestId},
    judging::{JudgeCommand, PriorResults, RunEvent, RunEventKind, RunId, RunSpec},
    outbox::{ClientMessage, ShownProgress, progress},
};

/// From a save to a run.
const AFTER_SAVE: Duration = Duration::from_millis(50);
/// Progress is shown of what takes longer.
const PROGRESS_AFTER: Duration = Duration::from_millis(300);

/// A request that was cancelled.
pub(super) fn cancelled() -> Error {
    Error { code: ErrorCode::RequestCancelled, message: "cancelled".into(), data: None }
}

impl Session {
    /// Schedules a full run, where the folder is trusted.
    pub(super) fn schedule_full_run(&mut self, root: &AbsPath) {
        self.schedule_run(root, RunRequest::default(), None);
    }

    /// Schedules a run; who waits for it gets a response when it ends.
    pub(super) fn schedule_run(&mut self, root: &AbsPath, request: RunRequest, waiter: Option<Waiter>) {
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
            // What a run finds is told of texts that are known, and nothing of this problem may be open.
            self.invalidate(root, true);
        }
        let delay = if waiter.is_some() { Duration::ZERO } else { AFTER_SAVE };
        let Some(entry) = self.problems.get_mut(root) else { return };
        // Join the active full run.
        let is_under_way = |running: &&mut ActiveRun| {
            !running.is_outdated && !running.is_cancelled && running.request.is_whole() && request.is_whole()
        };
        if waiter.is_some()
            && self.n_unread_changes == 0
            && entry.next_run.is_none()
            && let Some(running) = entry.active_run.as_mut().filter(is_under_way)
        {
            running.waiters.extend(waiter);
            return;
        }
        let is_automatic = waiter.is_none();
        match &mut entry.next_run {
            Some(wanted) => {
                // Two merged requests become a full run.
                wanted.request = RunRequest::default();
                wanted.waiters.extend(waiter);
                wanted.is_automatic |= is_automatic;
            }
            None => {
                entry.next_run =
                    Some(NextRun { request, waiters: waiter.into_iter().collect(), is_automatic, is_of_change: false })
            }
        }
        self.timers.again_after(delay, TimerKind::Run(root.clone()));
        self.publish_status(root);
    }

    /// Hands the scheduled run to the judge. An active one is cancelled, since this one finds what it would have.
    pub(super) fn submit_run(&mut self, root: &AbsPath) {
        let documents = self.documents_in(root).into_iter().map(|(_, document)| document).collect();
        let Some(entry) = self.problems.get_mut(root).filter(|_| !self.is_ending) else { return };
        let Some(NextRun { mut request, mut waiters, mut is_automatic, is_of_change }) = entry.next_run.take() else {
            return;
        };
        if let Some(before) = entry.active_run.take() {
            self.services.control.cancel(before.run);
            if before.request.is_whole() || !before.waiters.is_empty() {
                request = RunRequest::default();
            }
            waiters.extend(before.waiters);
            is_automatic |= before.is_automatic;
        }
        self.n_runs += 1;
        let run = self.n_runs;
        let known = entry.last_run.as_ref().map(|ran| PriorResults {
            opened: Arc::clone(&ran.results.opened),
            state: Arc::clone(&ran.results.state),
            files: Arc::clone(&ran.results.files),
            matrix: Arc::clone(&ran.results.matrix),
            is_whole: ran.is_whole,
        });
        let encoding = self.client.encoding;
        // A save lists the folder once, for its analysis and for its run; a command may know of what nobody has told us.
        let is_of_save = is_of_change && waiters.is_empty();
        let read = entry.read.as_ref().filter(|_| is_of_save && !entry.relist && entry.is_up_to_date());
        let listed = read.map(|(_, read)| Arc::clone(read.folder.disk()));
        let spec = RunSpec { root: root.clone(), run, request: request.clone(), known, documents, encoding, listed };
        entry.active_run = Some(ActiveRun {
            run,
            request,
            waiters,
            is_automatic,
            run_texts: None,
            disk_revision: entry.disk_revision,
            is_outdated: false,
            is_cancelled: false,
            is_started: false,
            progress: None,
            words: String::new(),
            percent: 0,
        });
        drop(self.services.judge.send(JudgeCommand::Run(spec)));
        self.timers.after(PROGRESS_AFTER, TimerKind::Progress(root.clone(), run));
        self.publish_status(root);
    }

    pub(super) fn on_run_event(&mut self, event: RunEvent) {
        let RunEvent { root, run, kind } = event;
        let Some(entry) = self.problems.get_mut(&root) else { return };
        // An event of a run that was given up.
        let Some(running) = entry.active_run.as_mut().filter(|running| running.run == run) else { return };
        match kind {
            RunEventKind::Started => {
                running.is_started = true;
                self.publish_status(&root);
            }
            RunEventKind::FilesRead(run_texts) => {
                let is_read = |(path, text): &(AbsPath, String)| run_texts.get(path).is_some_and(|read| read == text);
                let is_found = std::mem::take(&mut entry.to_be_found).iter().all(is_read);
                running.run_texts = Some(run_texts);
                if !is_found {
                    // It came too late for this one.
                    self.disk_changed(&root, self.settings.editor.checks_on_save());
                }
            }
            RunEventKind::Progressed { results, done, all, words } => {
                running.words = words;
                running.percent = (done * 100 / all.max(1)).min(100) as u32;
                if running.progress.is_some() {
                    let report = WorkDoneProgress::Report(WorkDoneProgressReport {
                        cancellable: Some(true),
                        message: Some(running.words.clone()),
                        percentage: Some(running.percent),
                    });
                    self.services.outbox.send(progress(token(run), report));
                }
                if !running.is_outdated {
                    let (run_texts, disk_revision) =
                        (running.run_texts.clone().unwrap_or_default(), running.disk_revision);
                    let is_whole = entry.last_run.as_ref().is_some_and(|ran| ran.is_whole);
                    entry.last_run = Some(LastRun { results, run_texts, disk_revision, is_whole });
                    self.publish_run(&root);
                }
            }
            RunEventKind::Done { results, is_whole } => {
                let Some(running) = entry.active_run.take() else { return };
                entry.trouble = None;
                Arc::make_mut(&mut entry.history).note(&results.outcomes);
                let read = entry.read.as_ref().filter(|_| entry.is_up_to_date());
                let has_other_checker =
                    read.is_some_and(|(_, read)| read.problem.checker.kind != results.problem().checker.kind);
                if !running.is_outdated {
                    let (run_texts, disk_revision) =
                        (running.run_texts.clone().unwrap_or_default(), running.disk_revision);
                    entry.last_run = Some(LastRun { results, run_texts, disk_revision, is_whole });
                    self.publish_run(&root);
                }
                self.respond_to_waiters(&root, running, |generation| Ok(Some(json!(generation))));
                if has_other_checker {
                    // The run has found out that the folder's own copy of a standard checker is another one.
                    self.analyse(&root);
                }
            }
            RunEventKind::Cancelled => {
                let Some(running) = entry.active_run.take() else { return };
                self.respond_to_waiters(&root, running, |_| Err(cancelled()));
            }
            RunEventKind::Failed(sentence) => {
                tracing::error!("a run of {root} failed: {sentence}");
                let Some(running) = entry.active_run.take() else { return };
                if entry.trouble.as_ref() != Some(&sentence) {
                    self.services
                        .outbox
                        .send(ClientMessage::Show(MessageType::ERROR, format!("Touchstone: {sentence}")));
                }
                entry.trouble = Some(sentence.clone());
                self.respond_to_waiters(&root, running, |_| Err(crate::request_failed(&sentence)));
            }
        }
    }

    fn respond_to_waiters(
        &mut self,
        root: &AbsPath,
        running: ActiveRun,
        answer: impl Fn(u64) -> tower_lsp::jsonrpc::Result<Option<serde_json::Value>>,
    ) {
        self.timers.forget(&TimerKind::Progress(root.clone(), running.run));
        let generation = self.problems.get(root).map_or(0, |entry| entry.matrix_generation());
        for waiter in running.waiters {
            drop(waiter.reply.send(answer(generation)));
        }
        self.publish_status(root);
    }

    pub(super) fn begin_progress(&mut self, root: &AbsPath, run: RunId) {
        if !self.client.shows_progress {
            return;
        }
        let Some(entry) = self.problems.get_mut(root) else { return };
        let Some(running) = entry.active_run.as_mut().filter(|running| running.run == run) else { return };
        running.progress = Some(ShownProgress { outbox: self.services.outbox.clone(), token: token(run) });
        let name = root.as_path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let begin = WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: format!("Checking {name}"),
            cancellable: Some(true),
            message: Some(running.words.clone()).filter(|words| !words.is_empty()),
            percentage: Some(running.percent),
        });
        self.services.outbox.send(ClientMessage::CreateProgress(token(run)));
        self.services.outbox.send(progress(token(run), begin));
    }

    pub(super) fn progress_cancelled(&mut self, pressed: &ProgressToken) {
        if self.cancel_tasks(|_, task| task.is_shown_as(pressed)) {
            return;
        }
        let is_meant =
            |entry: &ProblemEntry| entry.active_run.as_ref().is_some_and(|running| token(running.run) == *pressed);
        let root = self.problems.values().find(|entry| is_meant(entry)).map(|entry| entry.root.clone());
        if let Some(root) = root {
            self.cancel_run(&root);
        }
    }

    /// Cancels a run; one that is still queued ends at once.
    fn cancel_run(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        let Some(running) = &mut entry.active_run else { return };
        running.is_cancelled = true;
        self.services.control.cancel(running.run);
        if !running.is_started
            && let Some(running) = entry.active_run.take()
        {
            self.respond_to_waiters(root, running, |_| Err(cancelled()));
        }
    }

    /// A command that is not wanted any more takes its run with it, where nobody else waits for that and no file has
    /// changed.
    pub(super) fn request_closed(&mut self, id: RequestId) {
        self.cancel_tasks(|_, task| task.request_id == id);
        let is_it = |request: &ClientRequest| matches!(request, ClientRequest::Command(waiting, ..) if *waiting == id);
        self.waiting_requests.retain(|(_, request)| !is_it(request));
        let mut unwanted = Vec::new();
        for entry in self.problems.values_mut() {
            if let Some(wanted) = &mut entry.next_run {
                wanted.waiters.retain(|waiter| waiter.id != id);
            }
            entry.next_run.take_if(|wanted| wanted.waiters.is_empty() && !wanted.is_automatic);
            let Some(running) = &mut entry.active_run else { continue };
            let n_before = running.waiters.len();
            running.waiters.retain(|waiter| waiter.id != id);
            if running.waiters.is_empty() && n_before > 0 && !running.is_automatic {
                unwanted.push(entry.root.clone());
            }
        }
        for root in unwanted {
            self.cancel_run(&root);
        }
    }
}

fn token(run: RunId) -> ProgressToken {
    ProgressToken::String(format!("touchstone/run/{run}"))
}
