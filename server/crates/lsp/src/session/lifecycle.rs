//! The client comes, says what it wants, and what it trusts.

use problem::{path::AbsPath, settings::UserSettings};
use serde_json::{Value, json};
use std::time::Duration;
use tower_lsp::lsp_types::{InitializeParams, MessageType, Registration, Url, WorkspaceFoldersChangeEvent};

use super::{Session, TimerKind};
use crate::{
    protocol::{capabilities::Client, outbox::ServerMessage},
    workers::{analyst::AnalysisRequest, judging::JudgeCommand},
};

/// Where the editor's settings come from.
#[derive(Clone, Copy)]
enum Source {
    Initialize,
    Configuration,
}

/// How long a client may take to say what its settings are.
const CONFIGURATION_WAIT: Duration = Duration::from_secs(2);

/// How long workspace folders may take to say what their real paths are.
const RESOLVE_WAIT: Duration = Duration::from_secs(2);

impl Session {
    pub(super) fn initialize(&mut self, params: &InitializeParams) {
        self.client = Client::new(params);
        self.trust.set_by_client(self.client.options.get("trusted").and_then(Value::as_bool));
        self.take_settings(Source::Initialize, &self.client.options.clone());
        if let Some(process) = self.client.process {
            self.services.leave.after(process);
        }
        for url in self.client.folders.clone() {
            self.add_workspace(&url);
        }
    }

    pub(super) fn initialized(&mut self) {
        if let Some(trouble) = self.services.cache_trouble.take() {
            let words = format!("Touchstone: {trouble}; until the next start nothing is kept");
            self.services.outbox.send(ServerMessage::Show(MessageType::WARNING, words));
        }
        let mut registrations = Vec::new();
        if self.client.watches_files {
            registrations.push(registration(
                "workspace/didChangeWatchedFiles",
                json!({ "watchers": [{ "globPattern": "**/*" }] }),
            ));
        }
        if self.client.registers_configuration {
            registrations.push(registration("workspace/didChangeConfiguration", json!({ "section": "touchstone" })));
        }
        if !registrations.is_empty() {
            self.services.outbox.send(ServerMessage::Register(registrations));
        }
        if self.client.has_configuration {
            self.services.outbox.send(ServerMessage::AskConfiguration);
            self.timers.after(CONFIGURATION_WAIT, TimerKind::NoConfiguration);
        } else {
            self.configured(None);
        }
    }

    /// The client's settings are known, as far as they will be.
    pub(super) fn configured(&mut self, settings: Option<Value>) {
        let before = self.settings.clone();
        self.timers.forget(&TimerKind::NoConfiguration);
        if let Some(settings) = settings {
            self.take_settings(Source::Configuration, &settings);
        }
        drop(self.services.judge.send(JudgeCommand::Settings(Box::new(self.settings.clone()))));
        let (editor, llm) = (before.editor.clone(), before.llm.clone());
        let is_of_judge = UserSettings { editor, llm, ..self.settings.clone() } != before;
        if self.is_ready && is_of_judge {
            // Another compiler is as good a reason as another file.
            let judged = self.problems.values().filter(|entry| entry.shown.is_some());
            let judged: Vec<AbsPath> = judged.map(|entry| entry.root.clone()).collect();
            for root in judged {
                self.schedule_full_check(&root);
            }
        }
        if !self.is_ready {
            self.is_ready = true;
            for event in std::mem::take(&mut self.queued_before_init) {
                self.handle(event);
            }
        }
    }

    pub(super) fn configuration_changed(&mut self, settings: Value) {
        if self.client.has_configuration {
            self.services.outbox.send(ServerMessage::AskConfiguration);
        } else {
            self.configured(settings.get("touchstone").cloned().or(Some(settings)));
        }
    }

    /// Lays the editor's settings over those of the user's file, and under those of the environment. An empty answer
    /// changes nothing.
    fn take_settings(&mut self, source: Source, written: &Value) {
        let Some(object) = written.as_object().filter(|object| !object.is_empty()) else { return };
        let (settings, mistakes) = UserSettings::of_editor(object);
        let before = self.settings.clone();
        self.editor_settings[source as usize] = settings;
        let [initial, answered] = self.editor_settings.clone();
        let (environment, user) = (self.services.environment.clone(), self.services.user.clone());
        self.settings = environment.or(answered).or(initial).or(user);
        if before.editor != self.settings.editor {
            self.publish_all();
            self.refresh_what_is_switched(&before.editor);
        }
        if before.editor.probes_when_idle() && !self.settings.editor.probes_when_idle() {
            self.stop_idling();
        } else {
            self.be_idle_soon();
        }
        if !mistakes.is_empty() {
            let words = format!("Touchstone's settings in the editor: {}; correct them there", mistakes.join("; "));
            self.services.outbox.send(ServerMessage::Show(MessageType::WARNING, words));
        }
    }

    /// Adds a workspace folder. It is searched when its real path is known.
    fn add_workspace(&mut self, url: &Url) {
        let Some(path) = self.roots.add(url) else { return };
        let resolve = AnalysisRequest::Resolve { url: url.clone(), path, opening: None };
        drop(self.services.analyst.send(resolve));
        self.timers.after(RESOLVE_WAIT, TimerKind::Workspaces);
    }

    pub(super) fn workspace_folders_changed(&mut self, change: WorkspaceFoldersChangeEvent) {
        for folder in change.removed {
            let gone: Vec<AbsPath> = self
                .roots
                .workspaces
                .iter()
                .filter(|workspace| workspace.url == folder.uri)
                .map(|workspace| workspace.path.clone())
                .collect();
            self.roots.workspaces.retain(|workspace| workspace.url != folder.uri);
            for path in gone {
                let roots: Vec<AbsPath> =
                    self.problems.keys().filter(|root| root.as_path().starts_with(path.as_path())).cloned().collect();
                for root in roots {
                    // Another folder that is open may hold it, too.
                    if self.roots.workspace_of(&root).is_none() && self.documents_in(&root).is_empty() {
                        self.forget(&root);
                    }
                }
            }
        }
        // A file that is still open keeps its problem, but nobody trusts that folder any more.
        let orphans: Vec<AbsPath> =
            self.tasks.keys().filter(|root| self.roots.workspace_of(root).is_none()).cloned().collect();
        self.cancel_tasks(|root, _| orphans.contains(root));
        if self.idle.as_ref().is_some_and(|idle| self.roots.workspace_of(&idle.root).is_none()) {
            self.stop_idling();
            self.be_idle_soon();
        }
        for folder in change.added {
            self.add_workspace(&folder.uri);
        }
        self.workspaces_resolved();
        self.look_for_owners();
        self.publish_lists();
        self.problems_changed();
    }

    /// The folder whose trust counts for a problem: the workspace folder that it lies in, else its own.
    fn trust_root(&self, root: &AbsPath) -> AbsPath {
        self.roots.workspace_of(root).map_or_else(|| root.clone(), |workspace| workspace.path.clone())
    }

    /// Whether programs of a problem may be run; `None` while nobody has said so.
    pub(super) fn is_trusted(&self, root: &AbsPath) -> Option<bool> {
        self.trust.of(&self.trust_root(root), self.is_of_client(root))
    }

    /// Whether what the client says of its folders is about a problem.
    fn is_of_client(&self, root: &AbsPath) -> bool {
        self.roots.workspaces.is_empty() || self.roots.workspace_of(root).is_some()
    }

    /// Asks the person once whether programs of a problem may be run, where nobody has said so.
    pub(super) fn ask_for_trust(&mut self, root: &AbsPath) {
        let (folder, is_of_client) = (self.trust_root(root), self.is_of_client(root));
        if self.trust.begin_asking(&folder, is_of_client) {
            let name =
                folder.as_path().file_name().map_or_else(|| folder.to_string(), |name| name.to_string_lossy().into());
            self.services.outbox.send(ServerMessage::AskTrust { folder, name: format!("`{name}`") });
        }
    }

    pub(super) fn trust_answered(&mut self, root: &AbsPath, answer: Option<bool>) {
        let Some(answer) = answer else { return };
        self.trust.answer(root, answer);
        let (dirs, folder) = (self.services.dirs.clone(), root.clone());
        self.services.disk_pool.run(move || {
            if let Err(error) = judge::disk::files::keep_trust(&dirs, &folder, answer) {
                tracing::warn!("the answer cannot be kept: {error}");
            }
        });
        let roots: Vec<AbsPath> = self.problems.keys().filter(|one| &self.trust_root(one) == root).cloned().collect();
        for root in roots {
            if let Some(entry) = self.problems.get_mut(&root) {
                entry.snapshot = None;
            }
            if !answer {
                self.idle_elsewhere(&root);
                self.cancel_tasks(|of, _| of == &root);
            }
            if answer && !self.documents_in(&root).is_empty() {
                self.schedule_full_check(&root);
            }
            self.publish_status(&root);
        }
        // They say whether programs of the folder are run.
        self.refresh_lenses_and_hints();
    }
}

fn registration(method: &str, options: Value) -> Registration {
    Registration { id: method.to_owned(), method: method.to_owned(), register_options: Some(options) }
}
