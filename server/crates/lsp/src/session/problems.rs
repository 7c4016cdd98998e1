//! What is told of all problems together: how they belong together, and how each is.
//!
//! Invariant: every problem that is known is told once, and so is every folder that a list names.

use std::{collections::BTreeSet, time::Duration};

use problem::{finding::Severity, hidden::shown, path::AbsPath};
use serde_json::{Value, json};
use tower_lsp::lsp_types::Url;

use super::{Session, TimerKind, changes::relative, entry::ProblemEntry, roots::Workspace};
use crate::{
    inbox::Responder,
    protocol::{
        outbox::ServerMessage,
        payload::{ContestItem, Health, ProblemItem},
    },
    workers::analyst::{FoundContest, FoundProblem},
};

/// From a change to telling that there was one: several come at once.
const AFTER_CHANGE: Duration = Duration::from_millis(50);

impl Session {
    /// Something was found, or a problem came or went.
    pub(super) fn problems_changed(&mut self) {
        if self.told_problems.is_some() {
            self.timers.after(AFTER_CHANGE, TimerKind::Problems);
        }
    }

    /// Tells a client that knows something else that it should ask again.
    pub(super) fn tell_if_problems_changed(&mut self) {
        let now = Some(self.all_problems());
        if self.told_problems != now && !self.is_ending {
            self.told_problems = now;
            self.services.outbox.send(ServerMessage::ProblemsChanged);
        }
    }

    pub(super) fn answer_problems(&mut self, reply: Responder<Value>) {
        let now = self.all_problems();
        self.told_problems = Some(now.clone());
        drop(reply.send(Ok(now)));
    }

    fn all_problems(&self) -> Value {
        let mut left: BTreeSet<&AbsPath> = self.problems.keys().collect();
        let mut contests = Vec::new();
        // Workspace folders may lie in each other.
        let mut told: BTreeSet<&AbsPath> = BTreeSet::new();
        for workspace in &self.roots.workspaces {
            for contest in workspace.contests.iter().filter(|contest| told.insert(&contest.root)) {
                let problems = contest.problems.iter().filter_map(|found| {
                    let root = workspace.path.at(&found.one.path);
                    let is_told = self.problems.contains_key(&root) && !left.remove(&root);
                    if is_told { None } else { self.problem_of_contest(workspace, found, &root) }
                });
                let problems: Vec<ProblemItem> = problems.collect();
                if !problems.is_empty() || !contest.findings.is_empty() {
                    contests.push(contest_item(workspace, contest, problems));
                }
            }
        }
        let others: Vec<ProblemItem> =
            left.into_iter().filter_map(|root| Some(item(self.problems.get(root)?))).collect();
        if !others.is_empty() {
            let name = if contests.is_empty() { "Problems" } else { "Other problems" };
            contests.push(ContestItem {
                uri: None,
                name: name.to_owned(),
                file: None,
                messages: Vec::new(),
                problems: others,
            });
        }
        json!({ "contests": contests })
    }

    fn problem_of_contest(&self, workspace: &Workspace, found: &FoundProblem, root: &AbsPath) -> Option<ProblemItem> {
        let mut item = match self.problems.get(root) {
            Some(entry) => item(entry),
            None => nothing_there(url_of(workspace, root)?),
        };
        if item.file.is_none() {
            item.file = found.file.as_ref().and_then(|file| url_of(workspace, file));
        }
        item.format = item.format.or_else(|| Some(found.format?.name().to_owned()));
        item.name = found.one.title.as_deref().map_or(item.name, in_a_line);
        item.label = found.one.label.as_deref().map(in_a_line);
        item.listed = found.one.is_listed;
        Some(item)
    }
}

/// A path in a workspace folder, as the client spells that.
pub(super) fn url_of(workspace: &Workspace, path: &AbsPath) -> Option<Url> {
    let inside = relative(&workspace.path, path)?;
    let mut url = workspace.url.clone();
    url.path_segments_mut().ok()?.pop_if_empty().extend(inside.parts());
    Some(url)
}

fn contest_item(workspace: &Workspace, contest: &FoundContest, problems: Vec<ProblemItem>) -> ContestItem {
    let name = contest.name.as_deref().map_or_else(|| name_of(&contest.root), in_a_line);
    let messages = contest.findings.iter().map(|finding| in_a_line(&finding.message)).collect();
    let file = contest.list.as_ref().and_then(|list| url_of(workspace, &list.path));
    ContestItem { uri: url_of(workspace, &contest.root), name, file, messages, problems }
}

/// What a file of a folder says, as lists of editors can show it.
fn in_a_line(text: &str) -> String {
    shown(text).replace(['\n', '\t'], " ")
}

fn name_of(root: &AbsPath) -> String {
    root.as_path().file_name().map_or_else(|| root.to_string(), |name| in_a_line(&name.to_string_lossy()))
}

/// A folder that is listed and holds no problem.
fn nothing_there(uri: Url) -> ProblemItem {
    let name = uri.to_file_path().ok().and_then(AbsPath::new).map_or_else(|| uri.to_string(), |root| name_of(&root));
    ProblemItem {
        uri,
        name,
        label: None,
        listed: true,
        found: false,
        format: None,
        health: Health::Error,
        busy: false,
        message: "there is no problem in this folder".to_owned(),
        judged: false,
        correct: None,
        wrong: None,
        tpr: None,
        tnr: None,
        errors: 0,
        file: None,
    }
}

/// A problem by itself.
fn item(entry: &ProblemEntry) -> ProblemItem {
    let judged = entry.shown.as_ref().is_some_and(|ran| ran.ever_whole);
    let metrics = entry.matrix.as_ref().filter(|_| judged).map(|matrix| &matrix.metrics);
    let read = entry.read.as_ref().map(|(_, read)| read);
    let main = read.and_then(|read| Some(&read.problem.programs[read.problem.main?].path));
    let file = main.and_then(|main| {
        let mut url = entry.url.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(main.parts());
        Some(url)
    });
    let status = entry.status.as_ref();
    ProblemItem {
        uri: entry.url.clone(),
        name: name_of(&entry.root),
        label: None,
        listed: false,
        found: true,
        format: read.map(|read| read.problem.format.name().to_owned()),
        health: status.map_or(Health::Ok, |status| status.health),
        busy: status.is_some_and(|status| status.busy),
        message: status.map(|status| status.message.clone()).unwrap_or_default(),
        judged,
        correct: metrics.map(|metrics| metrics.correct.labelled),
        wrong: metrics.map(|metrics| metrics.wrong.labelled),
        tpr: metrics.and_then(|metrics| metrics.tpr),
        tnr: metrics.and_then(|metrics| metrics.tnr),
        errors: entry.n_found(Severity::Error),
        file,
    }
}
