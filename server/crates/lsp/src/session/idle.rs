//! What is known of a problem beside its checks: what probes of its tools and mutants of its solutions came to; and the idle
//! work, which probes the tools of one problem at a time while nothing else is to be done.
//!
//! Invariant: idle work begins only after a whole check, in a folder that is trusted, and ends at once when a check or a task
//! begins anywhere.

use std::{collections::HashSet, sync::Arc, time::Duration};

use problem::{finding::Finding, model::Role, path::AbsPath, text::Place};

use super::{
    Session, TimerKind,
    entry::{ProblemEntry, ShownResults},
};
use crate::{
    protocol::payload::ProbeParams,
    workers::{
        judging::{CheckResults, Contents},
        tasks::{Learnt, MutantCount, ProbedTools, TaskId, TaskKind, TaskOutcome, TaskSpec},
    },
};

/// From the end of a check to idle work.
const IDLE_AFTER: Duration = Duration::from_secs(5);
/// How long idle work goes on for a problem, seconds.
const SECONDS: u32 = 60;

/// The idle work under way.
pub(super) struct IdleTask {
    pub(super) root: AbsPath,
    id: TaskId,
    /// What it was begun for.
    of: Contents,
}

/// What tasks have learnt of a problem, as long as it is true.
#[derive(Default)]
pub(crate) struct Known {
    probed: Option<ProbedTools>,
    /// The last that were tried.
    mutants: Option<MutantCount>,
    /// What the tools and those who have to be right were made of when idle work ended last.
    idle_work_of: Option<Contents>,
}

impl ProblemEntry {
    /// What probes have found, of files that are as they were then, without what the folder's settings leave out.
    pub(super) fn probed(&self) -> Vec<Finding> {
        let (Some(probed), Some(ran)) = (&self.known.probed, &self.shown) else { return Vec::new() };
        let now = &ran.results.files;
        let is_same = |place: &Place| {
            let blob = now.blob(&place.path);
            blob.is_some() && blob == probed.files.blob(&place.path)
        };
        let stands = |one: &&Finding| {
            one.place.as_ref().is_some_and(is_same) && one.related.iter().all(|related| is_same(&related.place))
        };
        ran.results.loaded.settings.filter(probed.findings.iter().filter(stands).cloned().collect())
    }

    /// What checks and probes have found.
    pub(super) fn of_runs(&self) -> Arc<Vec<Finding>> {
        let of_checks = self.shown.as_ref().map(|ran| Arc::clone(&ran.results.findings)).unwrap_or_default();
        let mut probed = self.probed();
        probed.retain(|one| !of_checks.contains(one));
        if probed.is_empty() {
            return of_checks;
        }
        Arc::new(of_checks.iter().cloned().chain(probed).collect())
    }

    /// Lets diagnostics look at what probes have read of files that are not open, and are as they were then.
    pub(super) fn lend_closed_texts(&self) {
        if let (Some(ran), Some(probed)) = (&self.shown, &self.known.probed) {
            let places = self.probed().into_iter().flat_map(|one| {
                let related = one.related.into_iter().map(|related| related.place);
                one.place.into_iter().chain(related)
            });
            let paths: HashSet<AbsPath> = places.map(|place| self.root.at(&place.path)).collect();
            ran.results.closed.take_in(&probed.closed, &paths);
        }
    }

    /// What mutants of a solution came to, if the solution and the suite are as they were then.
    pub(super) fn mutants(&self) -> Option<&MutantCount> {
        let mutants = self.known.mutants.as_ref()?;
        let CheckResults { loaded, files, .. } = &self.shown.as_ref()?.results;
        let is_same = loaded.problem.commands.iter().map(|one| &one.text).eq(&mutants.commands)
            && files.of_suite(&loaded.problem) == mutants.suite;
        is_same.then_some(mutants)
    }
}

impl Session {
    /// Takes down what a task has learnt, and shows it.
    pub(super) fn learn(&mut self, root: &AbsPath, learnt: Learnt) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        match learnt {
            Learnt::Nothing => return,
            Learnt::Probed(probed) => {
                entry.known.idle_work_of = Some(probed.tools.clone());
                entry.known.probed = Some(*probed);
            }
            Learnt::Mutants(mutants) => entry.known.mutants = Some(*mutants),
        }
        self.publish_known(root);
    }

    /// Has idle work begin in a while.
    pub(super) fn be_idle_soon(&mut self) {
        if self.settings.editor.probes_when_idle() && !self.is_ending {
            self.timers.again_after(IDLE_AFTER, TimerKind::Idle);
        }
    }

    /// Begins idle work, if there is some and nothing else is to be done.
    pub(super) fn work_idly(&mut self) {
        let is_busy = |entry: &ProblemEntry| entry.active_check.is_some() || entry.next_check.is_some();
        let is_idle = self.tasks.is_empty() && self.idle.is_none() && !self.problems.values().any(is_busy);
        if !is_idle || self.is_ending || !self.settings.editor.probes_when_idle() {
            return;
        }
        let wanted = |entry: &ProblemEntry| {
            let is_trusted = self.is_trusted(&entry.root) == Some(true);
            is_trusted.then(|| news(entry)).flatten().map(|of| (entry.root.clone(), of))
        };
        let Some((root, of)) = self.problems.values().find_map(wanted) else { return };
        self.last_task_id += 1;
        let id = self.last_task_id;
        let spec = TaskSpec {
            id,
            root: root.clone(),
            kind: TaskKind::Probe(ProbeParams { seconds: SECONDS }),
            // One core at most.
            settings: problem::settings::UserSettings { jobs: Some(1), ..self.settings.clone() },
            client_stores_keys: false,
            client_model: None,
            encoding: self.client.encoding,
            progress: None,
        };
        self.idle = Some(IdleTask { root, id, of });
        self.services.tasks.start(spec);
    }

    /// Ends idle work, since there is something to do. It begins again after the next check.
    pub(super) fn stop_idling(&mut self) {
        self.timers.forget(&TimerKind::Idle);
        if let Some(idle) = self.idle.take() {
            self.services.tasks.cancel(idle.id);
        }
    }

    /// Ends idle work in one problem, in which nothing is to be run any more.
    pub(super) fn idle_elsewhere(&mut self, root: &AbsPath) {
        if self.idle.as_ref().is_some_and(|idle| idle.root == *root) {
            self.stop_idling();
        }
        self.be_idle_soon();
    }

    /// Takes the end of idle work; whether it was that.
    pub(super) fn is_end_of_idling(&mut self, id: TaskId, outcome: &mut TaskOutcome) -> bool {
        let Some(IdleTask { root, of, .. }) = self.idle.take_if(|idle| idle.id == id) else { return false };
        match outcome {
            TaskOutcome::Proposed(proposal) => {
                let learnt = std::mem::take(&mut proposal.learnt);
                self.learn(&root, learnt);
            }
            TaskOutcome::Failed(words) => tracing::warn!("idle work in {root} ended: {words}"),
            TaskOutcome::Text(_) | TaskOutcome::Cancelled => {}
        }
        // Whatever came of it, and whatever the files hold by now, it is not done twice for the same check.
        if let Some(entry) = self.problems.get_mut(&root) {
            entry.known.idle_work_of = Some(of);
        }
        // The next problem.
        self.be_idle_soon();
        true
    }
}

/// What idle work would be for, where tools of a problem are others than those of the last time.
fn news(entry: &ProblemEntry) -> Option<Contents> {
    let ShownResults { results, .. } = entry.shown.as_ref().filter(|ran| ran.ever_whole)?;
    let problem = results.problem();
    let is_probed = |role: Role| matches!(role, Role::Validator | Role::Checker | Role::Interactor);
    if problem.main.is_none() || !problem.programs.iter().any(|program| is_probed(program.role)) {
        return None;
    }
    let now = results.files.of_tools(problem);
    (entry.known.idle_work_of.as_ref() != Some(&now)).then_some(now)
}
