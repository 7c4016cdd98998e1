//! What is wrong with the lists of contests, each finding at its line of the list.
//!
//! Lists are read from disk when a workspace folder is searched. Invariant: a finding of a list is shown for as long as its
//! line is as it was read, wherever that has moved to.

use std::collections::{BTreeMap, BTreeSet};

use problem::{finding::Finding, formats::is_contest_file, path::AbsPath, text::Range};
use tower_lsp::lsp_types::{Diagnostic, Url};

use super::{Session, problems::url_of, roots::Workspace};
use crate::{
    diagnostics::{FileDiagnostics, diagnostic},
    documents::moved,
    workers::analyst::{FoundContest, FoundList},
};

/// Whether a file may be the list of a contest, by its name.
pub(super) fn may_be_list(path: &AbsPath) -> bool {
    path.as_path().file_name().and_then(|name| name.to_str()).is_some_and(is_contest_file)
}

impl Session {
    /// Publishes the diagnostics of the lists of contests, as far as they differ from what was published.
    pub(super) fn publish_lists(&mut self) {
        // Workspace folders may lie in each other.
        let mut told: BTreeSet<&AbsPath> = BTreeSet::new();
        let mut reports: BTreeMap<Url, FileDiagnostics> = BTreeMap::new();
        for workspace in &self.roots.workspaces {
            for FoundContest { list, findings, .. } in &workspace.contests {
                // A file of a problem is told of with that.
                let list = list.as_ref().filter(|list| self.root_of(&list.path).is_none() && told.insert(&list.path));
                let Some((url, items)) = list.and_then(|list| self.of_list(workspace, list, findings)) else {
                    continue;
                };
                if !items.is_empty() {
                    reports.insert(url, FileDiagnostics { items });
                }
            }
        }
        let now: BTreeSet<Url> = reports.keys().cloned().collect();
        let before = std::mem::replace(&mut self.reported_lists, now.clone());
        for (url, report) in reports {
            self.diagnostics.set(url, report);
        }
        for url in before.difference(&now) {
            if !self.problems.values().any(|entry| entry.reported.contains(url)) {
                self.diagnostics.remove(url);
            }
        }
        for url in before.union(&now) {
            self.publish_file(url);
        }
        self.request_refresh();
    }

    /// The diagnostics of one list, and its address as the client spells it.
    fn of_list(&self, workspace: &Workspace, list: &FoundList, findings: &[Finding]) -> Option<(Url, Vec<Diagnostic>)> {
        let (url, text) = match self.documents.at(&list.path) {
            Some(document) => (document.url.clone(), &document.rope),
            None => (url_of(workspace, &list.path)?, &list.text),
        };
        let encoding = self.client.encoding;
        let page = self.services.page.as_ref().filter(|_| self.client.describes_codes);
        let items = findings.iter().filter_map(|finding| {
            // What is about no line is about the file as a whole.
            let range = match finding.place.as_ref().map(|place| place.range).filter(|range| *range != Range::default())
            {
                Some(range) => encoding.write(|| Some(text.clone()), moved(&list.text, text, range)?),
                None => encoding.first_line(text),
            };
            Some(diagnostic(finding, range, page))
        });
        Some((url, items.collect()))
    }
}
