//! Reading folders, away from the session: where problems are, and what a problem's files say.
//!
//! Invariant: a folder is listed anew only when something on disk may have changed; an edit in the editor costs no
//! listing. Of several requests to read one problem only the last is carried out.

use std::{
    collections::{HashMap, HashSet},
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
    request::RunRequest,
    state::State,
};
use tower_lsp::lsp_types::Url;

use crate::{
    diagnostics::ClosedTexts,
    disk::Disk,
    documents::Document,
    encoding::Encoding,
    inbox::{Event, Inbox},
    overlay::Overlay,
    session::ResolvedFile,
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

/// A file that changed, as whoever watches spells it.
pub(crate) struct Change {
    pub(crate) path: AbsPath,
    /// It came or went.
    pub(crate) is_of_listing: bool,
}

/// A file that changed, by its real path.
pub(crate) struct ChangedFile {
    pub(crate) path: AbsPath,
    /// It came or went.
    pub(crate) is_of_listing: bool,
    /// What is in it now, if it is open in the editor.
    pub(crate) text: Option<String>,
}

/// What was read of a problem.
pub(crate) struct AnalysedProblem {
    pub(crate) folder: Overlay,
    pub(crate) problem: Problem,
    /// Of the text layer.
    pub(crate) findings: Vec<Finding>,
    pub(crate) closed: Arc<ClosedTexts>,
}

/// Something to do.
pub(crate) enum AnalysisRequest {
    /// Find the problems of a workspace folder.
    Discover(AbsPath),
    /// Find the real path of a workspace folder or of a document, and the text on disk of the latter.
    Resolve { url: Url, path: AbsPath, is_document: bool },
    /// Look at files that changed; the texts of those that are open are read.
    ReadChanges { root: Option<AbsPath>, changes: Vec<Change>, open: HashSet<AbsPath> },
    /// Find the problem of a file, in a directory above it.
    Locate(AbsPath),
    /// Read a problem.
    Read {
        root: AbsPath,
        generation: u64,
        /// Files may have come or gone, or changed.
        relist: bool,
        documents: Vec<(RelPath, Arc<Document>)>,
        encoding: Encoding,
    },
    /// Nobody wants to know of a problem any more.
    Forget(AbsPath),
}

/// Starts the thread.
pub(crate) fn start(store: Arc<Store>, disk: Arc<dyn Disk>, inbox: Inbox) -> Sender<AnalysisRequest> {
    let (sender, receiver) = unbounded();
    let changes = read_changes(Arc::clone(&disk), inbox.clone());
    let mut analyst = Analyst { store, disk, inbox, changes, folders: HashMap::new() };
    let work = move || {
        while let Some(requests) = next(&receiver) {
            for request in requests {
                let subject = match &request {
                    AnalysisRequest::Read { root, generation, .. } => Some((root.clone(), *generation)),
                    AnalysisRequest::Discover(_)
                    | AnalysisRequest::Resolve { .. }
                    | AnalysisRequest::ReadChanges { .. }
                    | AnalysisRequest::Locate(_)
                    | AnalysisRequest::Forget(_) => None,
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

/// Files that changed, with the problem and the open files.
type Changes = (Option<AbsPath>, Vec<Change>, HashSet<AbsPath>);

/// Starts the thread that looks at files that changed, in the order in which they did.
fn read_changes(disk: Arc<dyn Disk>, inbox: Inbox) -> Sender<Changes> {
    let (sender, receiver) = unbounded::<Changes>();
    threads::start("changes", move || {
        for (root, changes, open) in receiver {
            let look = |change: Change| {
                let path = disk.real(change.path.as_path())?;
                let text = open.contains(&path).then(|| disk.read(&path)).flatten();
                Some(ChangedFile { path, is_of_listing: change.is_of_listing, text })
            };
            let files = changes.into_iter().filter_map(look).collect();
            inbox.send(Event::ChangesRead { root, files });
        }
    });
    sender
}

struct Analyst {
    store: Arc<Store>,
    disk: Arc<dyn Disk>,
    inbox: Inbox,
    changes: Sender<Changes>,
    folders: HashMap<AbsPath, Listed>,
}

/// A folder as it was listed last.
struct Listed {
    folder: Arc<DiskFolder>,
    closed: Arc<ClosedTexts>,
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
            AnalysisRequest::Resolve { url, path, is_document } => {
                let (disk, inbox) = (Arc::clone(&self.disk), self.inbox.clone());
                // One that does not answer keeps no other waiting.
                let resolve = move || {
                    let path = disk.real(path.as_path()).unwrap_or(path);
                    let text = is_document.then(|| disk.read(&path)).flatten();
                    inbox.send(Event::Resolved(ResolvedFile { url, path, text }));
                };
                drop(threads::try_start("resolving", resolve));
            }
            AnalysisRequest::ReadChanges { root, changes, open } => drop(self.changes.send((root, changes, open))),
            AnalysisRequest::Locate(file) => {
                let (store, inbox) = (Arc::clone(&self.store), self.inbox.clone());
                let look = move || {
                    let find = || judge::folder::problem_around(&file, &store);
                    let root = catch_unwind(AssertUnwindSafe(find)).ok().flatten();
                    inbox.send(Event::Located { file, root });
                };
                drop(threads::try_start("locating", look));
            }
            AnalysisRequest::Read { root, generation, relist, documents, encoding } => {
                let read = self
                    .read(&root, relist, documents, encoding)
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
        encoding: Encoding,
    ) -> Option<AnalysedProblem> {
        if relist || !self.folders.contains_key(root) {
            let folder = DiskFolder::of_problem(root.as_path(), Arc::clone(&self.store)).ok();
            match folder {
                Some(folder) => {
                    let listed = Listed { folder: Arc::new(folder), closed: Arc::default() };
                    self.folders.insert(root.clone(), listed)
                }
                None => self.folders.remove(root),
            };
        }
        let listed = self.folders.get(root)?;
        let closed = Arc::clone(&listed.closed);
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
        closed.load(root, &folder, &problem, &findings, encoding);
        Some(AnalysedProblem { folder, problem, findings, closed })
    }
}
