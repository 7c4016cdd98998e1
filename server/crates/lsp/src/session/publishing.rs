//! Publishing: diagnostics, status and matrix of problems.
//!
//! Clients are asked to refresh their lenses at most once a second, and once after the last change.
//!
//! Invariant: diagnostics are published when they differ from what was published, with the version they are of; a client
//! that pulls those of open documents gets them as responses only.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use ide::matrix::{MatrixChange, changed};
use problem::{finding::Severity, path::AbsPath, settings::EditorSettings, words::quantity};
use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
    Url,
};

use super::{Session, TimerKind, snapshot::Snapshot};
use crate::{
    diagnostics::{Context, FileDiagnostics, diagnostics},
    protocol::{
        outbox::ServerMessage,
        payload::{Health, MatrixChanged, Status},
    },
};

impl Session {
    fn refreshes_lenses(&self) -> bool {
        self.client.refreshes_lenses && self.settings.editor.shows_lenses()
    }

    fn refreshes_hints(&self) -> bool {
        self.client.refreshes_hints && self.settings.editor.shows_hints()
    }

    /// Has the client ask again for what lenses and hints say of runs.
    pub(super) fn refresh_lenses_and_hints(&mut self) {
        if self.refreshes_lenses() {
            self.services.outbox.send(ServerMessage::RefreshLenses);
        }
        if self.refreshes_hints() {
            self.services.outbox.send(ServerMessage::RefreshHints);
        }
    }

    /// Has the client ask again for lenses or hints that were switched on or off; some hints stand only where lenses do not.
    pub(super) fn refresh_what_is_switched(&self, before: &EditorSettings) {
        // Before it has said that it is ready it may be asked nothing, and shows nothing.
        if !self.is_ready {
            return;
        }
        let switches_lenses = before.shows_lenses() != self.settings.editor.shows_lenses();
        let switches_hints = before.shows_hints() != self.settings.editor.shows_hints();
        if self.client.refreshes_lenses && switches_lenses {
            self.services.outbox.send(ServerMessage::RefreshLenses);
        }
        if self.client.refreshes_hints && (switches_lenses || switches_hints) {
            self.services.outbox.send(ServerMessage::RefreshHints);
        }
    }

    /// Publishes what a check has found.
    pub(super) fn publish_check(&mut self, root: &AbsPath) {
        if let Some(entry) = self.problems.get_mut(root) {
            entry.snapshot = None;
        }
        // Diagnostics name the generation of the matrix that they belong to.
        self.publish_matrix(root);
        self.publish_problem_diagnostics(root);
        if self.refreshes_lenses() || self.refreshes_hints() {
            self.timers.after(self.lens_pace.wait(Instant::now()), TimerKind::Lenses);
        }
        self.request_refresh();
        self.publish_status(root);
    }

    /// Publishes what is known of a problem beside its checks.
    pub(super) fn publish_known(&mut self, root: &AbsPath) {
        if let Some(entry) = self.problems.get_mut(root) {
            entry.snapshot = None;
        }
        self.publish_problem_diagnostics(root);
        if self.refreshes_lenses() || self.refreshes_hints() {
            self.timers.after(self.lens_pace.wait(Instant::now()), TimerKind::Lenses);
        }
        self.request_refresh();
        self.publish_status(root);
    }

    /// Publishes everything again, after a change of settings.
    pub(super) fn publish_all(&mut self) {
        let roots: Vec<AbsPath> = self.problems.keys().cloned().collect();
        for root in roots {
            self.publish_problem_diagnostics(&root);
        }
        self.request_refresh();
    }

    /// Sends `workspace/diagnostic/refresh` to a client that pulls, where a response would differ now.
    pub(super) fn request_refresh(&mut self) {
        if self.diagnostics.take_refresh() && !self.is_ending {
            self.services.outbox.send(ServerMessage::RefreshDiagnostics);
        }
    }

    /// Computes the diagnostics of a problem's files, and publishes those that differ.
    pub(super) fn publish_problem_diagnostics(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get(root) else { return };
        let Some((_, read)) = entry.read.as_ref().filter(|_| entry.is_up_to_date()) else { return };
        let no_bases = Default::default();
        let context = Context {
            root,
            root_url: &entry.url,
            folder: &read.folder,
            problem: &read.problem,
            documents: &self.documents,
            encoding: self.client.encoding,
            shows_related: self.client.shows_related,
            keeps_data: self.client.keeps_data,
            page: self.services.page.as_ref().filter(|_| self.client.describes_codes),
            disk_texts: entry.shown.as_ref().map_or(&no_bases, |ran| &ran.disk_texts),
            generation: entry.matrix_generation(),
            hides_compiler: !self.settings.editor.shows_compiler_warnings(),
            closed: &read.closed,
            closed_in_run: entry.shown.as_ref().map_or(&read.closed, |ran| &ran.results.closed),
        };
        let of_runs = entry.of_runs();
        entry.lend_closed_texts();
        let reports = diagnostics(&context, &read.findings, &of_runs);
        let now: BTreeSet<Url> = reports.keys().cloned().collect();
        let gone: Vec<Url> = entry.reported.difference(&now).cloned().collect();
        for (url, report) in reports {
            self.diagnostics.set(url, report);
        }
        for url in &gone {
            self.diagnostics.remove(url);
        }
        for url in now.iter().chain(&gone) {
            self.publish_file(url);
        }
        if let Some(entry) = self.problems.get_mut(root) {
            entry.reported = now;
        }
    }

    /// Publishes the diagnostics of one file if they differ from what was published. A client that pulls gets an empty
    /// list, which clears what was pushed before.
    pub(super) fn publish_file(&mut self, url: &Url) {
        let document = self.documents.get(url);
        let is_pulled =
            if document.is_some() { self.client.pulls_diagnostics } else { self.diagnostics.pulls_workspace() };
        let Some(FileDiagnostics { items: diagnostics }) = self.diagnostics.push(url, is_pulled) else { return };
        let version = document.map(|document| document.version).filter(|_| self.client.takes_versions);
        self.services.outbox.send(ServerMessage::Publish { url: url.clone(), diagnostics, version });
    }

    /// Responds to pulls that wait for the analysis of a problem.
    pub(super) fn answer_pulls(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        for pull in std::mem::take(&mut entry.pulls) {
            let report = self.diagnostics.of(&pull.url);
            drop(pull.reply.send(Ok(answer(&report, pull.known.as_deref()))));
        }
    }

    /// Publishes what has changed in the matrix.
    fn publish_matrix(&mut self, root: &AbsPath) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        let Some(ran) = &entry.shown else { return };
        let before = entry.matrix.take();
        let mut matrix = (*ran.results.matrix).clone();
        matrix.generation = before.as_ref().map_or(1, |before| before.generation + 1);
        let change = match &before {
            Some(before) => changed(before, &matrix),
            None => MatrixChange {
                generation: matrix.generation,
                base: matrix.generation,
                cells: Vec::new(),
                metrics: matrix.metrics.clone(),
            },
        };
        self.services.outbox.send(ServerMessage::MatrixChanged(MatrixChanged { uri: entry.url.clone(), change }));
        entry.matrix = Some(Arc::new(matrix));
    }

    /// Publishes the status of a problem, if it has changed.
    pub(super) fn publish_status(&mut self, root: &AbsPath) {
        self.problems_changed();
        let Some(status) = self.status_of(root) else { return };
        if let Some(entry) = self.problems.get_mut(root).filter(|entry| entry.status.as_ref() != Some(&status)) {
            self.services.outbox.send(ServerMessage::Status(status.clone()));
            entry.status = Some(status);
        }
    }

    /// How a problem is.
    fn status_of(&self, root: &AbsPath) -> Option<Status> {
        let trust = self.is_trusted(root);
        let entry = self.problems.get(root)?;
        let is_busy = entry.active_check.is_some() || entry.next_check.is_some();
        let (n_errors, n_warnings) = (entry.n_found(Severity::Error), entry.n_found(Severity::Warning));
        // Shares of a part of the solutions say nothing.
        let was_checked = entry.shown.as_ref().is_some_and(|ran| ran.ever_whole);
        let metrics = entry.matrix.as_ref().filter(|_| was_checked).map(|matrix| &matrix.metrics);
        let (health, message) = match (&entry.trouble, trust) {
            (Some(trouble), _) => (Health::Error, trouble.clone()),
            (None, None) => (Health::Warning, "nothing is compiled or run until this folder is trusted".to_owned()),
            (None, Some(false)) => {
                (Health::Warning, "this folder is not trusted, so nothing is compiled or run".to_owned())
            }
            (None, Some(true)) if n_errors > 0 => (Health::Error, quantity(n_errors, "error")),
            (None, Some(true)) if n_warnings > 0 => (Health::Warning, quantity(n_warnings, "warning")),
            (None, Some(true)) if !was_checked => (Health::Ok, "not checked yet".to_owned()),
            (None, Some(true)) => (Health::Ok, "nothing found".to_owned()),
        };
        Some(Status {
            uri: entry.url.clone(),
            health,
            busy: is_busy,
            message,
            tpr: metrics.and_then(|metrics| metrics.tpr),
            tnr: metrics.and_then(|metrics| metrics.tnr),
            gone: false,
        })
    }

    /// The problem at this moment; `None` while it was never read.
    pub(super) fn snapshot(&mut self, root: &AbsPath) -> Option<Arc<Snapshot>> {
        let is_trusted = self.is_trusted(root) == Some(true);
        let store = Arc::clone(&self.services.store);
        if self.problems.get(root)?.read.is_none() {
            // Nothing of it is open; the next question finds it read.
            self.invalidate(root, true);
        }
        let entry = self.problems.get_mut(root)?;
        if entry.snapshot.is_none() {
            let (_, read) = entry.read.as_ref()?;
            let ran = entry.shown.as_ref().map(|ran| ran.results.clone());
            let mutants = entry.mutants().map(|mutants| (mutants.solution.clone(), mutants.words.clone()));
            let (read, history) = (Arc::clone(read), Arc::clone(&entry.history));
            let mut snapshot = Snapshot::new(read, ran, store, history, is_trusted);
            snapshot.mutants = mutants;
            entry.snapshot = Some(Arc::new(snapshot));
        }
        entry.snapshot.clone()
    }
}

/// The answer to a question for diagnostics.
pub(super) fn answer(report: &FileDiagnostics, known: Option<&str>) -> DocumentDiagnosticReportResult {
    let id = report.id();
    if known == Some(id.as_str()) {
        return DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Unchanged(
            RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id: id },
            },
        ));
    }
    full(report)
}

/// All diagnostics of a file as an answer.
pub(super) fn full(report: &FileDiagnostics) -> DocumentDiagnosticReportResult {
    DocumentDiagnosticReportResult::Report(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(report.id()),
            items: report.items.clone(),
        },
    }))
}
