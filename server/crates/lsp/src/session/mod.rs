//! The session: everything the server knows, and the one thread that changes it.
//!
//! Invariant: events are handled one after the other; a turn looks at no disk, compiles nothing and waits for nobody. (A
//! test of the protocol with a disk that hangs.)

mod actions;
mod answers;
mod changes;
mod checks;
mod commands;
mod contests;
mod edits;
mod entry;
mod files;
mod idle;
mod labels;
mod lifecycle;
mod navigation;
mod problems;
mod published;
mod publishing;
mod requests;
mod roots;
mod snapshot;
mod tasks;
#[cfg(test)]
mod tests;
mod trust;
mod watching;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use judge::{disk::dirs::Dirs, store::Store, testlib::TestlibText};
use problem::{path::AbsPath, settings::UserSettings};
use serde_json::Value;
use tower_lsp::lsp_types::Url;

pub(crate) use self::{changes::relative, roots::ResolvedPath};
use self::{
    entry::ProblemEntry,
    idle::IdleTask,
    published::Diagnostics,
    roots::{Roots, below, spelled},
    tasks::ActiveTask,
    trust::Trust,
    watching::Watch,
};
use crate::{
    documents::Documents,
    inbox::{ClientRequest, Event, Inbox},
    leaving::Leave,
    protocol::{capabilities::Client, outbox::Outbox},
    workers::{
        analyst::AnalysisRequest,
        judging::{CheckCanceller, CheckId, JudgeCommand},
        pool::Pool,
        tasks::{TaskId, Tasks},
        timers::{Pace, Timers},
    },
};

/// Of so many turns the length is kept.
const MAX_TURNS: usize = 4096;
/// A turn that takes longer is logged.
const LONG_TURN: Duration = Duration::from_millis(100);

/// The delay and the least interval of `workspace/codeLens/refresh`.
const LENSES_AFTER: Duration = Duration::from_millis(250);
const LENSES_APART: Duration = Duration::from_secs(1);

/// What the session works with.
pub(crate) struct Services {
    pub(crate) inbox: Inbox,
    pub(crate) outbox: Outbox,
    pub(crate) analyst: Sender<AnalysisRequest>,
    pub(crate) judge: Sender<JudgeCommand>,
    pub(crate) canceller: CheckCanceller,
    pub(crate) tasks: Tasks,
    pub(crate) pool: Pool,
    /// For work that may wait for a disk.
    pub(crate) disk_pool: Pool,
    pub(crate) store: Arc<Store>,
    pub(crate) dirs: Dirs,
    /// The header for folders that bring none.
    pub(crate) testlib: TestlibText<'static>,
    /// The user's settings by file.
    pub(crate) user: UserSettings,
    /// The user's settings by environment, which no editor overrides.
    pub(crate) environment: UserSettings,
    /// What people answered when they were asked whether programs of a folder may be run; the session takes it.
    pub(crate) trust_answers: BTreeMap<String, bool>,
    /// Why nothing is kept, until the person was told.
    pub(crate) cache_trouble: Option<String>,
    /// The reference page of finding codes.
    pub(crate) page: Option<Url>,
    /// Ends the server.
    pub(crate) leave: Leave,
}

/// What a timer is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimerKind {
    Analyse(AbsPath),
    Run(AbsPath),
    Progress(AbsPath, CheckId),
    Discover(AbsPath),
    Lenses,
    /// The client does not say what its settings are.
    NoConfiguration,
    /// Workspace folders have not said what their real paths are.
    Workspaces,
    /// What waits for a file to be read has waited long enough.
    WaitingRequests,
    /// What is told of the problems may have changed.
    Problems,
    /// Nothing has been done for a while.
    Idle,
}

/// The state of the server.
pub(crate) struct Session {
    services: Services,
    client: Client,
    settings: UserSettings,
    /// What came with `initialize`, and what the client answered when it was asked.
    editor_settings: [UserSettings; 2],
    trust: Trust,
    is_ready: bool,
    /// The client has asked us to end; nothing new begins.
    is_ending: bool,
    /// What came before the client was ready.
    queued_before_init: Vec<Event>,
    roots: Roots,
    documents: Documents,
    /// By root.
    problems: BTreeMap<AbsPath, ProblemEntry>,
    /// Watches of places at which there is no problem any more.
    orphaned_watches: BTreeMap<AbsPath, Watch>,
    diagnostics: Diagnostics,
    /// Lists of contests with diagnostics.
    reported_lists: BTreeSet<Url>,
    timers: Timers<TimerKind>,
    lens_pace: Pace,
    last_check_id: CheckId,
    /// What is under way for the person, by root: one for a problem at a time.
    tasks: BTreeMap<AbsPath, ActiveTask>,
    /// What is under way though nobody waits for it: at most one for all problems.
    idle: Option<IdleTask>,
    /// Ids of tasks are given in ascending order.
    last_task_id: TaskId,
    /// Changes on disk that somebody looks at.
    n_unread_changes: u64,
    /// Grows with every change of a file, on disk or open, of any problem.
    last_revision: u64,
    /// Requests about files whose problem is being read.
    waiting_requests: Vec<(Url, ClientRequest)>,
    /// What was told of the problems last, to a client that wants to know.
    told_problems: Option<Value>,
    /// How long the last turns took, microseconds.
    turns: VecDeque<u32>,
}

impl Session {
    pub(crate) fn new(mut services: Services) -> Session {
        Session {
            settings: services.environment.clone().or(services.user.clone()),
            editor_settings: Default::default(),
            trust: Trust::new(std::mem::take(&mut services.trust_answers)),
            services,
            client: Client::default(),
            is_ready: false,
            is_ending: false,
            queued_before_init: Vec::new(),
            roots: Roots::default(),
            documents: Documents::default(),
            problems: BTreeMap::new(),
            orphaned_watches: BTreeMap::new(),
            diagnostics: Diagnostics::default(),
            reported_lists: BTreeSet::new(),
            timers: Timers::new(),
            lens_pace: Pace::new(LENSES_AFTER, LENSES_APART),
            last_check_id: 0,
            tasks: BTreeMap::new(),
            idle: None,
            last_task_id: 0,
            n_unread_changes: 0,
            last_revision: 0,
            waiting_requests: Vec::new(),
            told_problems: None,
            turns: VecDeque::new(),
        }
    }

    /// Handles events until the end, or until nobody can send any more.
    pub(crate) fn run(mut self, events: &Receiver<Event>) {
        loop {
            let event = match self.timers.next() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => events.recv_deadline(due),
            };
            match event {
                Ok(Event::End) => return,
                Ok(event) => self.turn(event.name(), |session| session.handle(event)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            // Handle queued events before timers; they may make one obsolete.
            if events.is_empty() {
                while let Some(due) = self.timers.take_due() {
                    self.turn("timer", |session| session.on_timer(due));
                }
            }
        }
    }

    /// One turn. A mistake in it costs the turn, not the session.
    fn turn(&mut self, name: &'static str, act: impl FnOnce(&mut Session)) {
        let began = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| act(self))).is_err() {
            tracing::error!("the turn `{name}` panicked");
        }
        let took = began.elapsed();
        if self.turns.len() == MAX_TURNS {
            self.turns.pop_front();
        }
        self.turns.push_back(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        if took > LONG_TURN {
            tracing::warn!("the turn `{name}` took {} ms", took.as_millis());
        }
    }

    fn handle(&mut self, event: Event) {
        let waits = !self.is_ready
            && !matches!(
                event,
                Event::Initialize(_) | Event::Initialized | Event::Configuration(_) | Event::Shutdown(_)
            );
        if waits {
            self.queued_before_init.push(event);
            return;
        }
        match event {
            Event::Initialize(params) => self.initialize(&params),
            Event::Initialized => self.initialized(),
            Event::Configuration(settings) => self.configured(settings),
            Event::ConfigurationChanged(settings) => self.configuration_changed(settings),
            Event::Shutdown(reply) => {
                self.is_ending = true;
                self.cancel_tasks(|_, _| true);
                self.stop_idling();
                self.services.canceller.end();
                drop(reply.send(Ok(())));
            }
            Event::WorkspaceFoldersChanged(params) => self.workspace_folders_changed(params.event),
            Event::Trust { folder, answer } => self.trust_answered(&folder, answer),
            Event::Opened(item) => self.opened(item),
            Event::Changed(params) => self.changed(params),
            Event::Saved(url) => self.saved(&url),
            Event::Closed(url) => self.closed(&url),
            Event::FilesChanged(changes) => self.files_changed(changes),
            Event::Resolved(file) => self.resolved(file),
            Event::WatchBegun(root) => self.watch_begun(&root),
            Event::WatchedFolderChanged { root, paths } => self.watched_folder_changed(root, paths),
            Event::ChangesRead { root, files } => self.changes_read(root, files),
            Event::Discovered { workspace, roots, contests } => self.discovered(&workspace, roots, contests),
            Event::Located { file, root } => self.located(&file, root),
            Event::ResponseReady { url, version, respond } => {
                respond(self.documents.get(&url).is_none_or(|document| document.version != version));
            }
            Event::Analysed(analysis) => self.analysed(*analysis),
            Event::Check(event) => self.on_check_event(event),
            Event::TaskDone(result) => self.on_task_result(*result),
            Event::ProgressCancelled(token) => self.progress_cancelled(&token),
            Event::ModelSaid(id, said) => self.services.tasks.model_said(id, said),
            Event::ModelNamed(name) => self.client.name_model(&name),
            Event::RequestDropped(id) => self.request_dropped(id),
            Event::ClientRequest(request) => self.answer(request),
            Event::End => {}
        }
    }

    /// The path of a file, open or not.
    fn path_of(&self, url: &Url) -> Option<AbsPath> {
        let of_document = self.documents.get(url).map(|document| document.path.clone());
        let roots = self.problems.values().map(|entry| (&entry.url, &entry.root));
        of_document.or_else(|| below(roots, &spelled(url)?)).or_else(|| self.roots.path_of(url))
    }

    fn on_timer(&mut self, due: TimerKind) {
        match due {
            TimerKind::Analyse(root) => self.analyse(&root),
            TimerKind::Run(root) => self.submit_check(&root),
            TimerKind::Progress(root, id) => self.begin_progress(&root, id),
            TimerKind::Discover(workspace) => drop(self.services.analyst.send(AnalysisRequest::Discover(workspace))),
            // A server that is shutting down sends no requests.
            TimerKind::Lenses if self.is_ending => {}
            TimerKind::Lenses => {
                self.lens_pace.note(Instant::now());
                self.refresh_lenses_and_hints();
            }
            TimerKind::NoConfiguration => self.configured(None),
            TimerKind::Workspaces => self.give_up_resolving(),
            TimerKind::WaitingRequests => self.answer_waiting_requests(),
            TimerKind::Problems => self.tell_if_problems_changed(),
            TimerKind::Idle => self.work_idly(),
        }
    }
}
