//! What is known of a problem beside its checks: what probes of its tools and mutants of its solutions came to; and the idle
//! work, which probes the tools of one problem at a time while nothing else is to be done.
//!
//! Invariant: idle work begins only after a whole check, in a folder that is trusted, and ends at once when a check or a task
//! begins anywhere.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use problem::{
    executor::Blob,
    finding::Finding,
    label::Pool,
    model::{Problem, Role},
    path::{AbsPath, RelPath},
};

use super::{Session, TimerKind, entry::ProblemEntry};
use crate::{
    protocol::payload::ProbeParams,
    workers::{
        judging::CheckInputs,
        tasks::{Learnt, MutantCount, ProbedTools, TaskId, TaskKind, TaskOutcome, TaskSpec},
    },
};

/// From the end of a check to idle work.
const IDLE_AFTER: Duration = Duration::from_secs(5);
/// How long idle work goes on for a problem, seconds.
const SECONDS: u32 = 60;

/// The idle work under way.
pub(super) struct IdleTask {
    root: AbsPath,
    id: TaskId,
}

/// What tasks have learnt of a problem, as long as it is true.
#[derive(Default)]
pub(crate) struct Known {
    probed: Option<ProbedTools>,
    mutants: Option<MutantCount>,
    /// What the tools and those who have to be right were made of when they were probed last.
    probed_of: Option<BTreeMap<RelPath, Blob>>,
}

impl ProblemEntry {
    /// What probes have found, of files that are as they were then.
    pub(super) fn probed(&self) -> impl Iterator<Item = &Finding> {
        let probed = self.known.probed.as_ref();
        let now = self.shown.as_ref().map(|ran| &ran.results.files);
        let is_same = move |probed: &ProbedTools, path: &RelPath| {
            now.is_some_and(|now| now.blob(path).is_some() && now.blob(path) == probed.files.blob(path))
        };
        let findings = probed.into_iter().flat_map(|probed| probed.findings.iter().map(move |one| (probed, one)));
        findings
            .filter(move |(probed, one)| one.place.as_ref().is_some_and(|place| is_same(probed, &place.path)))
            .map(|(_, one)| one)
    }

    /// What checks and probes have found.
    pub(super) fn of_runs(&self) -> Arc<Vec<Finding>> {
        let of_checks = self.shown.as_ref().map(|ran| Arc::clone(&ran.results.findings)).unwrap_or_default();
        let mut probed = self.probed().filter(|one| !of_checks.contains(one)).peekable();
        if probed.peek().is_none() {
            return Arc::clone(&of_checks);
        }
        let mut all = (*of_checks).clone();
        all.extend(probed.cloned());
        Arc::new(all)
    }

    /// Lets diagnostics look at what probes have read of files that are not open.
    pub(super) fn lend_closed_texts(&self) {
        if let (Some(ran), Some(probed)) = (&self.shown, &self.known.probed) {
            ran.results.closed.take_in(&probed.closed);
        }
    }

    /// What mutants of a solution came to, if the solution and the suite are as they were then.
    pub(super) fn mutants(&self) -> Option<&MutantCount> {
        let mutants = self.known.mutants.as_ref()?;
        let (now, then) = (self.shown.as_ref()?, &mutants.loaded.problem);
        let commands = |problem: &Problem| problem.commands.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
        let is_same_suite = commands(now.results.problem()) == commands(then);
        (is_same_suite && tools_of(now) == tools(then, &mutants.files)).then_some(mutants)
    }
}

impl Session {
    /// Takes down what a task has learnt, and shows it.
    pub(super) fn learn(&mut self, root: &AbsPath, learnt: Learnt) {
        let Some(entry) = self.problems.get_mut(root) else { return };
        match learnt {
            Learnt::Nothing => return,
            Learnt::Probed(probed) => {
                entry.known.probed_of = Some(tools(&probed.loaded.problem, &probed.files));
                entry.known.probed = Some(*probed);
            }
            Learnt::Mutants(mutants) => entry.known.mutants = Some(*mutants),
        }
        self.publish_known(root);
    }

    /// Has idle work begin in a while.
    pub(super) fn be_idle_soon(&mut self) {
        if self.settings.editor.probes_when_idle() {
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
        let waits = |entry: &&ProblemEntry| self.is_trusted(&entry.root) == Some(true) && has_news(entry);
        let Some(root) = self.problems.values().find(waits).map(|entry| entry.root.clone()) else { return };
        self.last_task_id += 1;
        let id = self.last_task_id;
        let spec = TaskSpec {
            id,
            root: root.clone(),
            kind: TaskKind::Probe(ProbeParams { seconds: SECONDS }),
            // One core at most.
            settings: problem::settings::UserSettings { jobs: Some(1), ..self.settings.clone() },
            client_stores_keys: false,
            encoding: self.client.encoding,
            progress: None,
        };
        self.idle = Some(IdleTask { root, id });
        self.services.tasks.start(spec);
    }

    /// Ends idle work, since there is something to do. It begins again after the next check.
    pub(super) fn stop_idling(&mut self) {
        self.timers.forget(&TimerKind::Idle);
        if let Some(idle) = self.idle.take() {
            self.services.tasks.cancel(idle.id);
        }
    }

    /// Takes the end of idle work; whether it was that.
    pub(super) fn is_end_of_idling(&mut self, id: TaskId, outcome: &mut TaskOutcome) -> bool {
        let Some(IdleTask { root, .. }) = self.idle.take_if(|idle| idle.id == id) else { return false };
        match outcome {
            TaskOutcome::Proposed(proposal) => {
                let learnt = std::mem::take(&mut proposal.learnt);
                self.learn(&root, learnt);
            }
            // Nobody has asked for it, and it would fail again.
            TaskOutcome::Failed(words) => {
                tracing::warn!("idle work in {root} ended: {words}");
                if let Some(entry) = self.problems.get_mut(&root) {
                    entry.known.probed_of = entry.shown.as_ref().map(tools_of);
                }
            }
            TaskOutcome::Text(_) | TaskOutcome::Cancelled => {}
        }
        // The next problem.
        self.be_idle_soon();
        true
    }
}

/// Whether tools of a problem are others than those that were probed last.
fn has_news(entry: &ProblemEntry) -> bool {
    let Some(ran) = entry.shown.as_ref().filter(|ran| ran.ever_whole) else { return false };
    let problem = ran.results.problem();
    let has_tools = problem.programs.iter().any(|program| is_probed(program.role));
    has_tools && problem.main.is_some() && entry.known.probed_of.as_ref() != Some(&tools_of(ran))
}

fn is_probed(role: Role) -> bool {
    matches!(role, Role::Validator | Role::Checker | Role::Interactor)
}

fn tools_of(ran: &super::entry::ShownResults) -> BTreeMap<RelPath, Blob> {
    tools(ran.results.problem(), &ran.results.files)
}

/// What probes depend on: everything but the solutions that need not be right.
fn tools(problem: &Problem, files: &CheckInputs) -> BTreeMap<RelPath, Blob> {
    let others = problem.programs.iter_enumerated().filter(|(program, described)| {
        described.role == Role::Solution && described.pool() != Some(Pool::Correct) && problem.main != Some(*program)
    });
    let mut files = files.by_path();
    for source in others.flat_map(|(_, described)| &described.sources) {
        files.remove(source);
    }
    files
}
