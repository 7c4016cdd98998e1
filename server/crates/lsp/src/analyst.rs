//! Reading folders, away from the session: where problems are, and what a problem's files say.
//!
//! Invariant: a folder is listed anew only when something on disk may have changed; an edit in the editor costs no
//! listing. Of several requests to read one problem only the last is carried out.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use judge::{folder::DiskFolder, store::Store};
use problem::{
    finding::Finding,
    findings::{FindingContext, of_texts},
    formats,
    model::Problem,
    path::{AbsPath, RelPath},
    plan::RunRequest,
    state::State,
};

use crate::{
    diagnostics::FirstLines,
    documents::Document,
    inbox::{Event, Inbox},
    overlay::Overlay,
    threads,
};

/// A problem as its files are now.
pub(crate) struct Analysis {
    /// Its root.
    pub(crate) root: AbsPath,
    /// Which state of the texts it is of.
    pub(crate) generation: u64,
    /// What was read.
    pub(crate) read: AnalysisOutcome,
}

/// What came of reading a problem.
pub(crate) enum AnalysisOutcome {
    /// It is this.
    Done(Box<AnalysedProblem>),
    /// The folder cannot be read any more.
    Gone,
    /// We made a mistake; what was known before is still the best there is.
    Failed,
}

/// What was read of a problem.
pub(crate) struct AnalysedProblem {
    pub(crate) folder: Overlay,
    pub(crate) problem: Problem,
    /// Of the text layer.
    pub(crate) findings: Vec<Finding>,
    pub(crate) first_lines: Arc<FirstLines>,
}

/// Something to do.
pub(crate) enum AnalysisRequest {
    /// Find the problems of a workspace folder.
    Discover(AbsPath),
    /// Find the problem of a file, in a directory above it.
    Locate(AbsPath),
    /// Read a problem.
    Read {
        root: AbsPath,
        generation: u64,
        /// Files may have come or gone, or changed.
        relist: bool,
        documents: Vec<(RelPath, Arc<Document>)>,
    },
    /// Nobody wants to know of a problem any more.
    Forget(AbsPath),
}

/// Starts the thread.
pub(crate) fn start(store: Arc<Store>, inbox: Inbox) -> Sender<AnalysisRequest> {
    let (sender, receiver) = unbounded();
    let mut analyst = Analyst { store, inbox, folders: HashMap::new() };
    let work = move || {
        while let Some(requests) = next(&receiver) {
            for request in requests {
                let subject = match &request {
                    AnalysisRequest::Read { root, generation, .. } => Some((root.clone(), *generation)),
                    AnalysisRequest::Discover(_) | AnalysisRequest::Locate(_) | AnalysisRequest::Forget(_) => None,
                };
                if catch_unwind(AssertUnwindSafe(|| analyst.handle(request))).is_err() {
                    tracing::error!("reading a folder panicked");
                    if let Some((root, generation)) = subject {
                        let analysis = Analysis { root, generation, read: AnalysisOutcome::Failed };
                        analyst.inbox.send(Event::Analysed(Box::new(analysis)));
                    }
                }
            }
        }
    };
    threads::start("analyst", work);
    sender
}

/// Everything that waits, without what a later request makes needless.
fn next(receiver: &Receiver<AnalysisRequest>) -> Option<Vec<AnalysisRequest>> {
    let mut requests = vec![receiver.recv().ok()?];
    requests.extend(receiver.try_iter());
    let mut kept: Vec<AnalysisRequest> = Vec::with_capacity(requests.len());
    for mut request in requests {
        if let AnalysisRequest::Read { root, relist, .. } = &mut request
            && let Some(at) =
                kept.iter().position(|one| matches!(one, AnalysisRequest::Read { root: of, .. } if of == root))
        {
            *relist |= matches!(kept[at], AnalysisRequest::Read { relist: true, .. });
            kept[at] = request;
        } else {
            kept.push(request);
        }
    }
    Some(kept)
}

struct Analyst {
    store: Arc<Store>,
    inbox: Inbox,
    folders: HashMap<AbsPath, Listed>,
}

/// A folder as it was listed last.
struct Listed {
    folder: Arc<DiskFolder>,
    first_lines: Arc<FirstLines>,
}

impl Analyst {
    fn handle(&mut self, request: AnalysisRequest) {
        match request {
            AnalysisRequest::Discover(workspace) => {
                let (store, inbox) = (Arc::clone(&self.store), self.inbox.clone());
                // A workspace may be large, and problems that are known already do not wait for it.
                let discover = move || {
                    let find = || formats::discover(&DiskFolder::open(workspace.as_path(), store).ok()?).into();
                    let roots: Option<Vec<RelPath>> = catch_unwind(AssertUnwindSafe(find)).ok().flatten();
                    let roots = roots.unwrap_or_default().iter().map(|root| workspace.at(root)).collect();
                    inbox.send(Event::Discovered { workspace, roots });
                };
                drop(threads::try_start("discovery", discover));
            }
            AnalysisRequest::Locate(file) => {
                let (store, inbox) = (Arc::clone(&self.store), self.inbox.clone());
                let look = move || {
                    let find = || judge::folder::problem_around(&file, &store);
                    let root = catch_unwind(AssertUnwindSafe(find)).ok().flatten();
                    inbox.send(Event::Located { file, root });
                };
                drop(threads::try_start("locating", look));
            }
            AnalysisRequest::Read { root, generation, relist, documents } => {
                let read = self
                    .read(&root, relist, documents)
                    .map_or(AnalysisOutcome::Gone, |read| AnalysisOutcome::Done(Box::new(read)));
                self.inbox.send(Event::Analysed(Box::new(Analysis { root, generation, read })));
            }
            AnalysisRequest::Forget(root) => {
                self.folders.remove(&root);
            }
        }
    }

    fn read(
        &mut self,
        root: &AbsPath,
        relist: bool,
        documents: Vec<(RelPath, Arc<Document>)>,
    ) -> Option<AnalysedProblem> {
        if relist || !self.folders.contains_key(root) {
            let folder = DiskFolder::of_problem(root.as_path(), Arc::clone(&self.store)).ok();
            match folder {
                Some(folder) => {
                    let listed = Listed { folder: Arc::new(folder), first_lines: Arc::default() };
                    self.folders.insert(root.clone(), listed)
                }
                None => self.folders.remove(root),
            };
        }
        let listed = self.folders.get(root)?;
        let first_lines = Arc::clone(&listed.first_lines);
        let folder = Overlay::new(Arc::clone(&listed.folder), documents);
        let (problem, settings) = formats::open(&folder);
        let state = State::new(&problem);
        let evidence = FindingContext {
            folder: &folder,
            problem: &problem,
            state: &state,
            request: &RunRequest::default(),
            contents: &|_| None,
        };
        let findings = settings.filter(of_texts(&evidence));
        Some(AnalysedProblem { folder, problem, findings, first_lines })
    }
}
