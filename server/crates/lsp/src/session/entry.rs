//! What is known of one problem.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use ide::{history::History, matrix::Matrix};
use problem::{finding::Severity, path::AbsPath, request::CheckRequest};
use ropey::Rope;
use serde_json::Value;
use tower_lsp::lsp_types::{DocumentDiagnosticReportResult, Url};

use super::{idle::Known, snapshot::Snapshot, watching::Watch};
use crate::{
    inbox::{RequestId, Responder},
    protocol::{outbox::ShownProgress, payload::Status},
    workers::{
        analyst::AnalysedProblem,
        judging::{CheckId, CheckResults},
    },
};

/// One problem.
pub(crate) struct ProblemEntry {
    /// Its root.
    pub(crate) root: AbsPath,
    /// The root as the client spells it.
    pub(crate) url: Url,
    /// The session's revision at which this problem's files, on disk or open, last changed.
    pub(crate) revision: u64,
    /// Something on disk may have changed since it was listed.
    pub(crate) relist: bool,
    /// How often something on disk has changed.
    pub(crate) disk_revision: u64,
    /// The files as they were read last, and at which revision.
    pub(crate) read: Option<(u64, Arc<AnalysedProblem>)>,
    /// What runs have shown.
    pub(crate) shown: Option<ShownResults>,
    /// What tasks have learnt.
    pub(crate) known: Known,
    /// What became of the solutions in all checks.
    pub(crate) history: Arc<History>,
    /// The check that the judge has, queued or executing.
    pub(crate) active_check: Option<ActiveCheck>,
    /// The check to make next.
    pub(crate) next_check: Option<NextCheck>,
    /// Saved texts whose change on disk was taken as no news: the next check must read exactly these, or the folder counts as
    /// changed again.
    pub(crate) expected_on_disk: Vec<(AbsPath, String)>,
    /// Files with diagnostics.
    pub(crate) reported: BTreeSet<Url>,
    /// Made when it is asked for.
    pub(crate) snapshot: Option<Arc<Snapshot>>,
    /// What the client has, if it followed all changes; its generation counts them.
    pub(crate) matrix: Option<Arc<Matrix>>,
    /// What went wrong with the last check.
    pub(crate) trouble: Option<String>,
    /// The last status, so that none is told twice.
    pub(crate) status: Option<Status>,
    /// Questions for diagnostics that wait until the texts are read.
    pub(crate) pulls: Vec<Pull>,
    /// Ends our own watching.
    pub(crate) watch: Option<Watch>,
    /// A file was opened, and its first check waits until the texts are read: they say what else is to be watched.
    pub(crate) first_check_waits: bool,
}

/// What checks have shown: the last one that ended, or the one under way as far as it is.
pub(crate) struct ShownResults {
    pub(crate) results: CheckResults,
    /// For each document that was open then: what its file held on disk when the check read it.
    pub(crate) disk_texts: HashMap<AbsPath, Rope>,
    /// How often something on disk had changed then.
    pub(crate) disk_revision: u64,
    /// Some check so far judged everything.
    pub(crate) ever_whole: bool,
}

/// A check that was handed to the judge: queued or executing.
pub(crate) struct ActiveCheck {
    pub(crate) id: CheckId,
    pub(crate) request: CheckRequest,
    pub(crate) waiters: Vec<Waiter>,
    /// It goes on without waiters: a file was opened or changed.
    pub(crate) is_automatic: bool,
    /// What open texts were on disk when it read them; nothing until then.
    pub(crate) disk_texts: Option<HashMap<AbsPath, Rope>>,
    pub(crate) disk_revision: u64,
    /// The folder has changed since, so what it finds is not told.
    pub(crate) is_outdated: bool,
    /// It is given up, and has not ended yet.
    pub(crate) is_cancelled: bool,
    /// It has begun.
    pub(crate) is_started: bool,
    /// What the client shows of it.
    pub(crate) progress: Option<ShownProgress>,
    /// How far it is.
    pub(crate) words: String,
    pub(crate) percent: u32,
}

/// A check to make.
pub(crate) struct NextCheck {
    pub(crate) request: CheckRequest,
    pub(crate) waiters: Vec<Waiter>,
    /// It goes on without waiters.
    pub(crate) is_automatic: bool,
    /// A listing was asked of the analyst for this check, so that one may be used; false where nothing asked for one.
    pub(crate) may_reuse_listing: bool,
}

/// A command that waits for a check.
pub(crate) struct Waiter {
    pub(crate) id: RequestId,
    pub(crate) reply: Responder<Option<Value>>,
    /// It asked for runs with sanitizers.
    pub(crate) sanitize: bool,
}

/// A question for the diagnostics of a document.
pub(crate) struct Pull {
    pub(crate) url: Url,
    pub(crate) known: Option<String>,
    pub(crate) reply: Responder<DocumentDiagnosticReportResult>,
}

impl ProblemEntry {
    pub(crate) fn new(root: AbsPath, url: Url) -> ProblemEntry {
        ProblemEntry {
            root,
            url,
            revision: 0,
            relist: true,
            disk_revision: 0,
            read: None,
            shown: None,
            known: Known::default(),
            history: Arc::default(),
            active_check: None,
            next_check: None,
            expected_on_disk: Vec::new(),
            reported: BTreeSet::new(),
            snapshot: None,
            matrix: None,
            trouble: None,
            status: None,
            pulls: Vec::new(),
            watch: None,
            first_check_waits: false,
        }
    }

    /// Whether the files are read as they are now.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.read.as_ref().is_some_and(|(revision, _)| *revision == self.revision)
    }

    /// How many findings of a severity there are.
    pub(crate) fn n_found(&self, severity: Severity) -> usize {
        let of_texts = self.read.as_ref().map(|(_, read)| &read.findings[..]).unwrap_or_default();
        of_texts.iter().chain(&*self.of_runs()).filter(|one| one.severity == severity).count()
    }

    /// The generation of the matrix, which commands answer with.
    pub(crate) fn matrix_generation(&self) -> u64 {
        self.matrix.as_ref().map_or(0, |matrix| matrix.generation)
    }
}
