//! The session: everything the server knows, and the one thread that changes it.
//!
//! Invariant: events are handled one after the other; a turn reads no folder, compiles nothing and waits for nobody.

mod actions;
mod changes;
mod commands;
mod edits;
mod entry;
mod labels;
mod lifecycle;
mod publishing;
mod requests;
mod runs;
mod snapshot;
mod tasks;
#[cfg(test)]
mod tests;

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use judge::{dirs::Dirs, store::Store};
use problem::{path::AbsPath, settings::UserSettings};
use tower_lsp::lsp_types::Url;

use self::{changes::Watch, entry::ProblemEntry, tasks::ActiveTask};
use crate::{
    analyst::AnalysisRequest,
    capabilities::Client,
    diagnostics::FileDiagnostics,
    documents::Documents,
    inbox::{ClientRequest, Event, Inbox},
    judging::{JudgeCommand, RunCanceller, RunId},
    leaving::Leave,
    outbox::Outbox,
    pool::Pool,
    tasks::{TaskId, Tasks},
    timers::{Pace, Timers},
};

/// Of so many turns the length is kept.
const MOST_TURNS: usize = 4096;
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
    pub(crate) control: RunCanceller,
    pub(crate) tasks: Tasks,
    pub(crate) pool: Pool,
    pub(crate) store: Arc<Store>,
    pub(crate) dirs: Dirs,
    /// The user's settings by file.
    pub(crate) user: UserSettings,
    /// The user's settings by environment, which no editor overrides.
    pub(crate) environment: UserSettings,
    /// Why nothing is kept, until the person was told.
    pub(crate) cache_trouble: Option<String>,
    /// The reference page of finding codes.
    pub(crate) page: Option<Url>,
    /// Ends the server.
    pub(crate) leave: Leave,
}

/// A folder that the client has open.
pub(crate) struct Workspace {
    pub(crate) url: Url,
    pub(crate) path: AbsPath,
    pub(crate) is_discovered: bool,
}

/// The file that an address names; other schemes, such as versions of a file in a repository, name none.
fn file_of(url: &Url) -> Option<AbsPath> {
    let path = url.to_file_path().ok().filter(|_| url.scheme() == "file")?;
    judge::files::real(&path)
}

/// What a timer is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimerKind {
    Analyse(AbsPath),
    Run(AbsPath),
    Progress(AbsPath, RunId),
    Discover(AbsPath),
    Lenses,
    /// The client does not say what its settings are.
    NoConfiguration,
    /// What waits for a file to be read has waited long enough.
    WaitingRequests,
}

/// The state of the server.
pub(crate) struct Session {
    services: Services,
    client: Client,
    settings: UserSettings,
    /// What came with `initialize`, and what the client answered when it was asked.
    editor_settings: [UserSettings; 2],
    /// What the client said of all folders.
    trusted: Option<bool>,
    is_ready: bool,
    /// The client has asked us to end; nothing new begins.
    is_ending: bool,
    /// What came before the client was ready.
    queued_before_init: Vec<Event>,
    workspaces: Vec<Workspace>,
    documents: Documents,
    /// By root.
    problems: BTreeMap<AbsPath, ProblemEntry>,
    /// Files that were looked for in vain.
    unowned_files: HashSet<AbsPath>,
    /// Files that are being looked for.
    files_being_located: HashSet<AbsPath>,
    /// Watches of places at which there is no problem any more.
    orphaned_watches: BTreeMap<AbsPath, Watch>,
    /// What the diagnostics are now, by file.
    reports: HashMap<Url, FileDiagnostics>,
    /// What the client was told.
    published: HashMap<Url, FileDiagnostics>,
    /// What the diagnostics of open documents were when the client asked for them last, or was told to.
    pulled: HashMap<Url, FileDiagnostics>,
    /// Some of them are others now.
    is_refresh_due: bool,
    /// The client asks for the diagnostics of files that are not open, too.
    pulls_workspace: bool,
    timers: Timers<TimerKind>,
    lens_pace: Pace,
    n_runs: RunId,
    /// What is under way for the person, by root: one for a problem at a time.
    tasks: BTreeMap<AbsPath, ActiveTask>,
    n_tasks: TaskId,
    /// Counts changes of texts, of all problems.
    last_revision: u64,
    /// Roots for which the question was asked.
    asked_trust: HashSet<AbsPath>,
    /// What is kept of earlier answers, by root.
    kept_trust: RefCell<HashMap<AbsPath, Option<bool>>>,
    /// Requests about files whose problem is being read.
    waiting_requests: Vec<(Url, ClientRequest)>,
    /// How long the last turns took, microseconds.
    turns: VecDeque<u32>,
}

impl Session {
    pub(crate) fn new(services: Services) -> Session {
        Session {
            settings: services.environment.clone().or(services.user.clone()),
            editor_settings: Default::default(),
            services,
            client: Client::default(),
            trusted: None,
            is_ready: false,
            is_ending: false,
            queued_before_init: Vec::new(),
            workspaces: Vec::new(),
            documents: Documents::default(),
            problems: BTreeMap::new(),
            unowned_files: HashSet::new(),
            files_being_located: HashSet::new(),
            orphaned_watches: BTreeMap::new(),
            reports: HashMap::new(),
            published: HashMap::new(),
            pulled: HashMap::new(),
            is_refresh_due: false,
            pulls_workspace: false,
            timers: Timers::new(),
            lens_pace: Pace::new(LENSES_AFTER, LENSES_APART),
            n_runs: 0,
            tasks: BTreeMap::new(),
            n_tasks: 0,
            last_revision: 0,
            asked_trust: HashSet::new(),
            kept_trust: RefCell::default(),
            waiting_requests: Vec::new(),
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
        if self.turns.len() == MOST_TURNS {
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
                self.services.control.end();
                drop(reply.send(Ok(())));
            }
            Event::WorkspaceFoldersChanged(params) => self.workspace_folders_changed(params.event),
            Event::Trust { root, answer } => self.trust_answered(&root, answer),
            Event::Opened(item) => self.opened(item),
            Event::Changed(params) => self.changed(params),
            Event::Saved(url) => self.saved(&url),
            Event::Closed(url) => self.closed(&url),
            Event::FilesChanged(changes) => self.files_changed(changes),
            Event::WatchedFolderChanged { root, paths } => self.watched_folder_changed(&root, &paths),
            Event::Discovered { workspace, roots } => self.discovered(&workspace, roots),
            Event::Located { file, root } => self.located(&file, root),
            Event::ResponseReady { url, version, respond } => {
                respond(self.documents.get(&url).is_none_or(|document| document.version != version));
            }
            Event::Analysed(analysis) => self.analysed(*analysis),
            Event::Run(event) => self.on_run_event(event),
            Event::TaskDone(result) => self.on_task_result(*result),
            Event::ProgressCancelled(token) => self.progress_cancelled(&token),
            Event::RequestClosed(id) => self.request_closed(id),
            Event::ClientRequest(request) => self.answer(request),
            Event::End => {}
        }
    }

    /// The workspace folder that a path lies in.
    fn workspace_of(&self, path: &AbsPath) -> Option<&Workspace> {
        self.workspaces.iter().find(|workspace| path.as_path().starts_with(workspace.path.as_path()))
    }

    /// Whether the problems around a path are still being looked for.
    fn is_discovery_pending(&self, path: &AbsPath) -> bool {
        let around = |workspace: &&Workspace| path.as_path().starts_with(workspace.path.as_path());
        self.workspaces.iter().filter(around).any(|workspace| !workspace.is_discovered)
    }

    fn on_timer(&mut self, due: TimerKind) {
        match due {
            TimerKind::Analyse(root) => self.analyse(&root),
            TimerKind::Run(root) => self.submit_run(&root),
            TimerKind::Progress(root, run) => self.begin_progress(&root, run),
            TimerKind::Discover(workspace) => drop(self.services.analyst.send(AnalysisRequest::Discover(workspace))),
            // A server that is shutting down sends no requests.
            TimerKind::Lenses if self.is_ending => {}
            TimerKind::Lenses => {
                self.lens_pace.note(Instant::now());
                self.services.outbox.send(crate::outbox::ClientMessage::RefreshLenses);
            }
            TimerKind::NoConfiguration => self.configured(None),
            TimerKind::WaitingRequests => self.answer_waiting_requests(),
        }
    }
}
