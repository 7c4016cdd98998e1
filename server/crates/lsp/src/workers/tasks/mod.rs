//! Tasks: what asks a language model, or judges a whole suite for a proposal; one at a time for a problem. Each has a
//! thread and an executor of its own, so that runs go on beside it, and works on a copy of the folder as it is on disk.
//! Cancelling the request or its progress, closing the folder or the server ends the question's connection and the
//! programs.
//!
//! Invariant: a task writes nothing into a problem's folder; what it makes is handed to the session, once, also when it
//! was cancelled or broke.

mod editor_model;
mod person;
mod work;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use forge::{repair::FindingSelector, tries::Tries};
use judge::{
    disk::{dirs::Dirs, folder::FileChange},
    machine::MakeMachine,
    store::Store,
    testlib::TestlibText,
};
use problem::{
    finding::Finding,
    path::{AbsPath, RelPath},
    settings::{SandboxChoice, UserSettings},
};
use serde_json::Value;
use tower_lsp::lsp_types::ProgressToken;

pub(crate) use self::editor_model::Exchanges;
use crate::{
    diagnostics::ClosedTexts,
    inbox::{Event, Inbox},
    protocol::{
        encoding::Encoding,
        outbox::Outbox,
        payload::{
            CalibrateParams, EditorSaid, HackParams, MinimizeParams, ModelOptions, MutateParams, ProbeParams,
            WriteParams,
        },
    },
    sync::lock,
    workers::{
        judging::{CheckInputs, Contents},
        threads,
    },
};

/// Which task; a later one has a greater number.
pub(crate) type TaskId = u64;

/// What is to be made.
pub(crate) enum TaskKind {
    Hack(HackParams),
    Write(WriteParams),
    Fix { which: FindingSelector, tries: Tries, model_options: ModelOptions },
    Minimize(MinimizeParams),
    Probe(ProbeParams),
    Mutate(MutateParams),
    Calibrate(CalibrateParams),
    Explain { which: FindingSelector, model_options: ModelOptions },
}

impl TaskKind {
    /// What goes on, as a title.
    pub(crate) fn title(&self) -> String {
        match self {
            TaskKind::Hack(params) if params.bound.is_some() => "Looking for a test".to_owned(),
            TaskKind::Hack(params) if params.input.is_some() => "Judging an input".to_owned(),
            TaskKind::Hack(_) => "Looking for tests".to_owned(),
            TaskKind::Write(write) => format!("Writing a {}", write.piece.words()),
            TaskKind::Fix { which, .. } => format!("Repairing {}", which.code),
            TaskKind::Minimize(MinimizeParams { test: Some(test), .. }) => {
                format!("Looking for a smaller test than {test}")
            }
            TaskKind::Minimize(_) => "Minimising the suite".to_owned(),
            TaskKind::Probe(_) => "Probing".to_owned(),
            TaskKind::Mutate(_) => "Trying mutants".to_owned(),
            TaskKind::Calibrate(_) => "Measuring solutions".to_owned(),
            TaskKind::Explain { which, .. } => format!("Explaining {}", which.code),
        }
    }
}

/// A task to do.
pub(crate) struct TaskSpec {
    pub(crate) id: TaskId,
    pub(crate) root: AbsPath,
    pub(crate) kind: TaskKind,
    pub(crate) settings: UserSettings,
    /// The client keeps keys, and can be asked for them.
    pub(crate) client_stores_keys: bool,
    /// What the client calls the model that it can ask.
    pub(crate) client_model: Option<String>,
    /// How the client counts characters.
    pub(crate) encoding: Encoding,
    /// Where progress is told, where the client shows any.
    pub(crate) progress: Option<ProgressToken>,
}

/// How a task ended.
pub(crate) enum TaskOutcome {
    /// It came to this.
    Proposed(Box<Proposal>),
    /// A text was asked for, and this is it.
    Text(String),
    /// It was stopped.
    Cancelled,
    /// It could not be done, as the sentence says.
    Failed(String),
}

/// A proposal with its proof.
pub(crate) struct Proposal {
    /// As the command line prints it.
    pub(crate) result: Value,
    /// The result for a person, in Markdown.
    pub(crate) page: String,
    /// What it would do, in a few words.
    pub(crate) title: String,
    /// Why that is right, in a sentence.
    pub(crate) proof: String,
    /// What it would do to the folder.
    pub(crate) changes: Vec<FileChange>,
    /// What is known of the problem from now on.
    pub(crate) learnt: Learnt,
}

/// What a task has learnt of a problem beside its answer.
#[derive(Default)]
pub(crate) enum Learnt {
    #[default]
    Nothing,
    Probed(Box<ProbedTools>),
    Mutants(Box<MutantCount>),
}

/// What probes have found.
pub(crate) struct ProbedTools {
    /// What the tools and those who have to be right were made of.
    pub(crate) tools: Contents,
    pub(crate) findings: Vec<Finding>,
    /// What it was found of.
    pub(crate) files: CheckInputs,
    /// What diagnostics need of files that are not open.
    pub(crate) closed: ClosedTexts,
}

/// What mutants of a solution came to.
pub(crate) struct MutantCount {
    pub(crate) solution: RelPath,
    /// What the suite was made of.
    pub(crate) suite: Contents,
    pub(crate) commands: Vec<String>,
    /// In a few words, such as `the tests fail 10 of 12`.
    pub(crate) words: String,
}

/// The end of a task.
pub(crate) struct TaskResult {
    pub(crate) root: AbsPath,
    pub(crate) id: TaskId,
    pub(crate) outcome: TaskOutcome,
}

/// What tasks work with.
pub(crate) struct TaskContext {
    pub(crate) dirs: Dirs,
    pub(crate) store: Arc<Store>,
    /// How programs are shut in, where the command line says so.
    pub(crate) sandbox: Option<SandboxChoice>,
    pub(crate) testlib: TestlibText<'static>,
    pub(crate) make_machine: MakeMachine,
    pub(crate) inbox: Inbox,
    pub(crate) outbox: Outbox,
    /// Questions that the editor's model is to answer.
    pub(crate) exchanges: Exchanges,
}

/// The tasks under way.
#[derive(Clone)]
pub(crate) struct Tasks(Arc<Shared>);

struct Shared {
    context: TaskContext,
    under_way: Mutex<HashMap<TaskId, CancelToken>>,
    is_one_less: Condvar,
}

impl Tasks {
    pub(crate) fn new(context: TaskContext) -> Tasks {
        Tasks(Arc::new(Shared { context, under_way: Mutex::default(), is_one_less: Condvar::new() }))
    }

    /// Begins a task; its end is told to the session.
    pub(crate) fn start(&self, spec: TaskSpec) {
        let cancel = CancelToken::default();
        let (id, root) = (spec.id, spec.root.clone());
        lock(&self.0.under_way).insert(id, cancel.clone());
        let tasks = self.clone();
        let work = move || {
            judge::lower_priority();
            let context = &tasks.0.context;
            let outcome = catch_unwind(AssertUnwindSafe(|| work::run(context, &spec, &cancel)));
            let broken = |_| TaskOutcome::Failed("internal error; see the log".to_owned());
            tasks.finish(spec.id, spec.root.clone(), outcome.unwrap_or_else(broken));
        };
        if let Err(error) = threads::try_start("task", work) {
            self.finish(id, root, TaskOutcome::Failed(format!("no thread can be started ({error}); try again later")));
        }
    }

    fn finish(&self, id: TaskId, root: AbsPath, outcome: TaskOutcome) {
        self.0.context.inbox.send(Event::TaskDone(Box::new(TaskResult { root, id, outcome })));
        lock(&self.0.under_way).remove(&id);
        self.0.is_one_less.notify_all();
    }

    /// Stops a task.
    pub(crate) fn cancel(&self, id: TaskId) {
        let cancel = lock(&self.0.under_way).get(&id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// Hands over what the editor's model said.
    pub(crate) fn model_said(&self, id: u64, said: EditorSaid) {
        self.0.context.exchanges.said(id, said);
    }

    /// Cancels all tasks, and waits for `at_most` until their copies on disk are gone.
    pub(crate) fn end(&self, at_most: Duration) {
        let stops: Vec<CancelToken> = lock(&self.0.under_way).values().cloned().collect();
        stops.iter().for_each(CancelToken::cancel);
        let is_busy = |under_way: &mut HashMap<TaskId, CancelToken>| !under_way.is_empty();
        let waited = self.0.is_one_less.wait_timeout_while(lock(&self.0.under_way), at_most, is_busy);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

/// Ends whatever a task is about.
#[derive(Clone, Default)]
pub(crate) struct CancelToken(Arc<CancelState>);

#[derive(Default)]
struct CancelState {
    is_cancelled: AtomicBool,
    callbacks: Mutex<Vec<Box<dyn Fn() + Send>>>,
}

impl CancelToken {
    fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        lock(&self.0.callbacks).iter().for_each(|act| act());
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::SeqCst)
    }

    /// Has something done when it is wanted, at once if it is already.
    fn on_cancel(&self, act: impl Fn() + Send + 'static) {
        let mut callbacks = lock(&self.0.callbacks);
        if self.is_cancelled() {
            act();
        }
        callbacks.push(Box::new(act));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_act_is_done_at_once() {
        let cancel = CancelToken::default();
        let done = Arc::new(Mutex::new(Vec::new()));
        for name in ["early", "late"] {
            let done = Arc::clone(&done);
            cancel.on_cancel(move || lock(&done).push(name));
            cancel.cancel();
        }
        assert_eq!(*lock(&done), ["early", "late", "early", "late"]);
    }
}
