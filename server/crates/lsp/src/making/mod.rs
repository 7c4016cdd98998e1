//! Errands: what asks a language model, or judges a whole suite for a proposal. Each has a thread and programs of its own,
//! so that runs go on beside it.
//!
//! Invariant: an errand writes nothing into a problem's folder; what it makes is handed to the session, once, also when it
//! was cancelled or broke.

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

use forge::repair::Which;
use judge::{dirs::Dirs, folder::FileChange, machine::MakeMachine, store::Store, testlib::TestlibText};
use problem::{
    path::AbsPath,
    settings::{SandboxChoice, UserSettings},
};
use serde_json::Value;
use tower_lsp::lsp_types::ProgressToken;

use crate::{
    inbox::{Event, Inbox},
    outbox::Outbox,
    payload::{Asking, Hack, Minimize, Write},
    sync::lock,
    threads,
};

/// Numbers errands; a later one has a greater number.
pub(crate) type ErrandId = u64;

/// What is to be made.
pub(crate) enum Kind {
    Hack(Hack),
    Write(Write),
    Fix { which: Which, attempts: u32, asking: Asking },
    Minimize(Minimize),
    Explain { which: Which, asking: Asking },
}

impl Kind {
    /// What goes on, as a title.
    pub(crate) fn title(&self) -> String {
        match self {
            Kind::Hack(_) => "Looking for tests".to_owned(),
            Kind::Write(write) => format!("Writing a {}", write.piece.words()),
            Kind::Fix { which, .. } => format!("Repairing {}", which.code),
            Kind::Minimize(_) => "Minimising the suite".to_owned(),
            Kind::Explain { which, .. } => format!("Explaining {}", which.code),
        }
    }
}

/// An errand to do.
pub(crate) struct Order {
    pub(crate) errand: ErrandId,
    pub(crate) root: AbsPath,
    pub(crate) kind: Kind,
    pub(crate) settings: UserSettings,
    /// The client can be asked for keys.
    pub(crate) has_keys: bool,
    /// Where progress is told, where the client shows any.
    pub(crate) progress: Option<ProgressToken>,
}

/// How an errand ended.
pub(crate) enum Ending {
    /// It came to this.
    Made(Box<Product>),
    /// A text was asked for, and this is it.
    Told(String),
    /// It was stopped.
    Cancelled,
    /// It could not be done, as the sentence says.
    Failed(String),
}

/// A proposal with its proof.
pub(crate) struct Product {
    /// As the command line prints it.
    pub(crate) result: Value,
    /// The same for a person, in Markdown.
    pub(crate) page: String,
    /// What it would do, in a few words.
    pub(crate) title: String,
    /// Why that is right, in a sentence.
    pub(crate) proof: String,
    /// What it would do to the folder.
    pub(crate) changes: Vec<FileChange>,
}

/// The end of an errand.
pub(crate) struct Made {
    pub(crate) root: AbsPath,
    pub(crate) errand: ErrandId,
    pub(crate) ending: Ending,
}

/// What errands work with.
pub(crate) struct Kit {
    pub(crate) dirs: Dirs,
    pub(crate) store: Arc<Store>,
    /// How programs are shut in, where the command line says so.
    pub(crate) sandbox: Option<SandboxChoice>,
    pub(crate) testlib: TestlibText<'static>,
    pub(crate) machine: MakeMachine,
    pub(crate) inbox: Inbox,
    pub(crate) outbox: Outbox,
}

/// The errands under way.
#[derive(Clone)]
pub(crate) struct Errands(Arc<Shared>);

struct Shared {
    kit: Kit,
    under_way: Mutex<HashMap<ErrandId, Stop>>,
    is_one_less: Condvar,
}

impl Errands {
    pub(crate) fn new(kit: Kit) -> Errands {
        Errands(Arc::new(Shared { kit, under_way: Mutex::default(), is_one_less: Condvar::new() }))
    }

    /// Begins an errand; its end is told to the session.
    pub(crate) fn start(&self, order: Order) {
        let stop = Stop::default();
        let (errand, root) = (order.errand, order.root.clone());
        lock(&self.0.under_way).insert(errand, stop.clone());
        let errands = self.clone();
        let work = move || {
            judge::lower_priority();
            let kit = &errands.0.kit;
            let ending = catch_unwind(AssertUnwindSafe(|| work::work(kit, &order, &stop)));
            let broken = |_| Ending::Failed("the server made a mistake; the log has more".to_owned());
            errands.tell(order.errand, order.root.clone(), ending.unwrap_or_else(broken));
        };
        if let Err(error) = threads::try_start("errand", work) {
            self.tell(errand, root, Ending::Failed(format!("no thread can be started ({error}); try again later")));
        }
    }

    fn tell(&self, errand: ErrandId, root: AbsPath, ending: Ending) {
        self.0.kit.inbox.send(Event::Made(Box::new(Made { root, errand, ending })));
        lock(&self.0.under_way).remove(&errand);
        self.0.is_one_less.notify_all();
    }

    /// Stops an errand.
    pub(crate) fn cancel(&self, errand: ErrandId) {
        let stop = lock(&self.0.under_way).get(&errand).cloned();
        if let Some(stop) = stop {
            stop.stop();
        }
    }

    /// Stops all of them, and waits until what they have on disk is gone, but no longer than that.
    pub(crate) fn end(&self, at_most: Duration) {
        let stops: Vec<Stop> = lock(&self.0.under_way).values().cloned().collect();
        stops.iter().for_each(Stop::stop);
        let is_busy = |under_way: &mut HashMap<ErrandId, Stop>| !under_way.is_empty();
        let waited = self.0.is_one_less.wait_timeout_while(lock(&self.0.under_way), at_most, is_busy);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

/// Ends whatever an errand is about.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<Stopping>);

#[derive(Default)]
struct Stopping {
    is_wanted: AtomicBool,
    acts: Mutex<Vec<Box<dyn Fn() + Send>>>,
}

impl Stop {
    fn stop(&self) {
        self.0.is_wanted.store(true, Ordering::SeqCst);
        lock(&self.0.acts).iter().for_each(|act| act());
    }

    fn is_wanted(&self) -> bool {
        self.0.is_wanted.load(Ordering::SeqCst)
    }

    /// Has something done when it is wanted, at once if it is already.
    fn also(&self, act: impl Fn() + Send + 'static) {
        let mut acts = lock(&self.0.acts);
        if self.is_wanted() {
            act();
        }
        acts.push(Box::new(act));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_act_is_done_at_once() {
        let stop = Stop::default();
        let done = Arc::new(Mutex::new(Vec::new()));
        for name in ["early", "late"] {
            let done = Arc::clone(&done);
            stop.also(move || lock(&done).push(name));
            stop.stop();
        }
        assert_eq!(*lock(&done), ["early", "late", "early", "late"]);
    }
}
