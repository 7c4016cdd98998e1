//! Which queue programs go to, and why those stay that go to none.

use problem::executor::{Action, Batch, Blob, Executor as _, IN_PLACE, Runtime, Task};

use super::{ClusterMachine, name_of, program_of};
use crate::{native::runs_by_itself, presence::Kind, sync::lock};

/// What the environment of a program says where the person has allowed scripts.
const ALLOWS_SCRIPTS: &str = "TOUCHSTONE_ALLOWS_SCRIPTS";

/// Why programs stay here.
pub(super) struct Stays<'a> {
    why: String,
    /// For whose sake.
    action: &'a Action,
    /// The queue that they would go to, where workers lack something for it.
    for_lack_of: Option<Box<Kind>>,
}

impl ClusterMachine {
    /// The queue for a batch; `None` for what stays here, of which note is taken.
    pub(super) fn kind_of(&self, batch: &Batch) -> Option<Kind> {
        let actions: Vec<&Action> = batch.tasks.iter().flat_map(Task::actions).collect();
        let first = *actions.first()?;
        match self.kind_for(first, &actions) {
            Ok(kind) => Some(kind),
            Err(Stays { why, action, for_lack_of }) => {
                if self.note_stayed(&why, action)
                    && let Some(kind) = for_lack_of
                {
                    self.connection.tell_at_once(&why, name_of(action), &self.connection.lacking(&kind));
                }
                None
            }
        }
    }

    /// The queue for programs that run in one place, `first` among them; else why they stay here, and for whose sake.
    pub(super) fn kind_for<'a>(&self, first: &'a Action, actions: &[&'a Action]) -> Result<Kind, Stays<'a>> {
        if let Some((why, action)) = actions.iter().find_map(|&one| Some((self.keeps_here(one)?, one))) {
            return Err(Stays { why: why.to_owned(), action, for_lack_of: None });
        }
        let kind = Kind::of(actions, &self.home.sandbox().level, self.connection.cpu_model());
        let two =
            || Stays { why: "the two sides need two different runtimes".to_owned(), action: first, for_lack_of: None };
        let kind = kind.ok_or_else(two)?;
        match kind.runtime().filter(|runtime| !self.is_served(&kind, runtime)) {
            None => Ok(kind),
            Some(Runtime { language, version, .. }) => {
                let why = format!("no worker has {language} as it is here ({version})");
                Err(Stays { why, action: first, for_lack_of: Some(Box::new(kind)) })
            }
        }
    }

    /// Takes note of a program that stays here; whether it is the first one for that reason.
    pub(super) fn note_stayed(&self, why: &str, action: &Action) -> bool {
        self.connection.note_stayed(why, name_of(action), program_of(action))
    }

    /// Whether there was a worker with a runtime when it was first needed: all its programs run in the same place.
    fn is_served(&self, kind: &Kind, runtime: &Runtime) -> bool {
        let mut served = lock(&self.served);
        *served.entry(runtime.identity).or_insert_with(|| self.connection.has_worker(|worker| worker.takes(kind)))
    }

    /// Why an action stays here, if it does.
    fn keeps_here(&self, action: &Action) -> Option<&'static str> {
        let first = action.args.first().map_or("", String::as_str);
        let requires = action.requires.as_ref();
        if first == IN_PLACE || action.env.contains_key(ALLOWS_SCRIPTS) {
            return Some("scripts are allowed on this machine only");
        }
        if requires.is_some_and(|requires| requires.fixed_addresses) {
            return Some("runs with sanitizers are read on the machine that built them");
        }
        if requires.is_some_and(|requires| requires.runtime.is_some()) {
            return None;
        }
        match action.inputs.get(first.strip_prefix("./").unwrap_or(first)) {
            None => Some("they are tools of this machine"),
            Some(program) if self.runs_by_itself(program.blob) => None,
            Some(_) => Some("they are linked to libraries of this machine"),
        }
    }

    fn runs_by_itself(&self, program: Blob) -> bool {
        if let Some(known) = lock(&self.native).get(&program.digest) {
            return *known;
        }
        let found = self.home.get(program.digest).is_some_and(|bytes| runs_by_itself(&bytes));
        lock(&self.native).insert(program.digest, found);
        found
    }
}
