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
use judge::{disk::folder::DiskFolder, store::Store};
use problem::{
    finding::Finding,
    findings::{FindingContext, of_texts},
    folder::Folder as _,
    formats::{self, Contest, ContestProblem, Outline},
    model::{Format, Problem},
    path::{AbsPath, RelPath},
    request::CheckRequest,
    state::State,
};
use ropey::Rope;
use tower_lsp::lsp_types::Url;

use crate::{
    diagnostics::ClosedTexts,
    documents::Document,
    inbox::{Event, Inbox},
    overlay::Overlay,
    protocol::encoding::Encoding,
    session::ResolvedPath,
    workers::{disk::Disk, threads},
};

/// A problem as its files are now.
pub(crate) struct Analysis {
    /// Its root.
    pub(crate) root: AbsPath,
    /// Which state of the texts it is of.
    pub(crate) revision: u64,
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

/// Problems of a workspace folder that belong together.
pub(crate) struct FoundContest {
    pub(crate) root: AbsPath,
    pub(crate) name: Option<String>,
    /// The file that lists them, where there is one.
    pub(crate) list: Option<FoundList>,
    /// What is wrong with that.
    pub(crate) findings: Vec<Finding>,
    pub(crate) problems: Vec<FoundProblem>,
}

/// A file that lists problems.
pub(crate) struct FoundList {
    pub(crate) path: AbsPath,
    /// What was in it when it was read.
    pub(crate) text: Rope,
}

/// A problem as its names show it.
pub(crate) struct FoundProblem {
    /// What its contest says of it; the path is relative to the workspace folder.
    pub(crate) one: ContestProblem,
    pub(crate) format: Option<Format>,
    /// What a person opens first.
    pub(crate) file: Option<AbsPath>,
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
    /// Whether headers above the folder belong to it.
    pub(crate) wants_above: bool,
}

/// Something to do.
pub(crate) enum AnalysisRequest {
    /// Find the problems of a workspace folder.
    Discover(AbsPath),
    /// Find the real path of a workspace folder or of a document, and the text on disk of the latter.
    Resolve {
        url: Url,
        path: AbsPath,
        /// Which opening of the document this is for; of a folder none.
        opening: Option<u64>,
    },
    /// Look at files that changed; the texts of those that are open are read.
    ReadChanges {
        /// The folder that they lie in.
        place: Option<AbsPath>,
        /// The problem that they belong to, where our own watching says so.
        root: Option<AbsPath>,
        changes: Vec<Change>,
        open: HashSet<AbsPath>,
    },
    /// Find the problem of a file, in a directory above it.
    Locate(AbsPath),
    /// Read a problem.
    Read(ReadRequest),
    /// Nobody wants to know of a problem any more.
    Forget(AbsPath),
}

/// A problem to read.
pub(crate) struct ReadRequest {
    pub(crate) root: AbsPath,
    pub(crate) revision: u64,
    /// Files may have come or gone, or changed.
    pub(crate) relist: bool,
    pub(crate) documents: Vec<(RelPath, Arc<Document>)>,
    pub(crate) encoding: Encoding,
}

/// Starts the threads: one that hands requests on, and one for each problem and for the changes of each place, so that a
/// disk that does not answer keeps no other problem waiting.
pub(crate) fn start(store: Arc<Store>, disk: Arc<dyn Disk>, inbox: Inbox) -> Sender<AnalysisRequest> {
    let (sender, receiver) = unbounded();
    let mut dispatcher = Dispatcher { store, disk, inbox, readers: HashMap::new(), changes: HashMap::new() };
    threads::start("analyst", move || {
        for request in receiver {
            dispatcher.dispatch(request);
        }
    });
    sender
}

/// The problems of a workspace folder, and how they belong together.
fn find_problems(folder: &DiskFolder, workspace: &AbsPath) -> (Vec<AbsPath>, Vec<FoundContest>) {
    let roots = formats::discover(folder);
    let of_contest = |contest: Contest| {
        let problems = contest.problems.iter().map(|one| {
            let Outline { format, file } = formats::outline(folder, &one.path);
            FoundProblem { one: one.clone(), format, file: file.map(|file| workspace.at(&file)) }
        });
        let list = contest.file.as_ref().and_then(|file| {
            let path = contest.root.join(file.as_str())?;
            Some(FoundList { text: Rope::from_str(&folder.text(&path)?), path: workspace.at(&path) })
        });
        let problems = problems.collect();
        let Contest { root, name, findings, .. } = contest;
        FoundContest { root: workspace.at(&root), name, list, findings, problems }
    };
    let contests = formats::contests(folder, &roots, None).into_iter().map(of_contest).collect();
    (roots.iter().map(|root| workspace.at(root)).collect(), contests)
}

/// Reads one problem as often as it is asked to.
fn read_problem(store: Arc<Store>, inbox: Inbox) -> Sender<ReadRequest> {
    let (sender, receiver) = unbounded();
    let mut reader = Reader { store, listing: None };
    threads::start("reader", move || {
        while let Some(request) = next(&receiver) {
            let (root, revision) = (request.root.clone(), request.revision);
            let read = catch_unwind(AssertUnwindSafe(|| reader.read(request)));
            let outcome = match read {
                Ok(Some(read)) => AnalysisOutcome::Done(Box::new(read)),
                Ok(None) => AnalysisOutcome::Gone,
                Err(_) => {
                    tracing::error!("reading a folder panicked");
                    AnalysisOutcome::Failed
                }
            };
            inbox.send(Event::Analysed(Box::new(Analysis { root, revision, read: outcome })));
        }
    });
    sender
}

/// The last of the requests that wait, since it makes the others needless.
fn next(receiver: &Receiver<ReadRequest>) -> Option<ReadRequest> {
    let mut last = receiver.recv().ok()?;
    for request in receiver.try_iter() {
        let relist = last.relist || request.relist;
        last = ReadRequest { relist, ..request };
    }
    Some(last)
}

/// Files that changed, with the problem and the open files.
type Changes = (Option<AbsPath>, Vec<Change>, HashSet<AbsPath>);

/// Starts a thread that looks at files that changed, in the order in which they did.
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

/// Hands requests on, and waits for nobody.
struct Dispatcher {
    store: Arc<Store>,
    disk: Arc<dyn Disk>,
    inbox: Inbox,
    /// By root.
    readers: HashMap<AbsPath, Sender<ReadRequest>>,
    /// By the folder that the files lie in; of those that lie in none together.
    changes: HashMap<Option<AbsPath>, Sender<Changes>>,
}

impl Dispatcher {
    fn dispatch(&mut self, request: AnalysisRequest) {
        match request {
            AnalysisRequest::Discover(workspace) => {
                let (store, inbox) = (Arc::clone(&self.store), self.inbox.clone());
                let discover = move || {
                    let find = || find_problems(&DiskFolder::open(workspace.as_path(), store).ok()?, &workspace).into();
                    let found: Option<(Vec<AbsPath>, Vec<FoundContest>)> =
                        catch_unwind(AssertUnwindSafe(find)).ok().flatten();
                    let (roots, contests) = found.unwrap_or_default();
                    inbox.send(Event::Discovered { workspace, roots, contests });
                };
                drop(threads::try_start("discovery", discover));
            }
            AnalysisRequest::Resolve { url, path, opening } => {
                let (disk, inbox, spelled) = (Arc::clone(&self.disk), self.inbox.clone(), path.clone());
                let of_file = url.clone();
                let resolve = move || {
                    let path = disk.real(path.as_path()).unwrap_or(path);
                    let text = opening.is_some().then(|| disk.read(&path)).flatten();
                    inbox.send(Event::Resolved(ResolvedPath { url, path, text, opening }));
                };
                if let Err(error) = threads::try_start("resolving", resolve) {
                    tracing::warn!("{of_file} is taken to be where it says, since no thread can be started: {error}");
                    let file = ResolvedPath { url: of_file, path: spelled, text: None, opening };
                    self.inbox.send(Event::Resolved(file));
                }
            }
            AnalysisRequest::ReadChanges { place, root, changes, open } => {
                let start = || read_changes(Arc::clone(&self.disk), self.inbox.clone());
                drop(self.changes.entry(place).or_insert_with(start).send((root, changes, open)));
            }
            AnalysisRequest::Locate(file) => {
                let (store, inbox) = (Arc::clone(&self.store), self.inbox.clone());
                let look = move || {
                    let find = || judge::disk::folder::problem_around(&file, &store);
                    let root = catch_unwind(AssertUnwindSafe(find)).ok().flatten();
                    inbox.send(Event::Located { file, root });
                };
                drop(threads::try_start("locating", look));
            }
            AnalysisRequest::Read(request) => {
                let start = || read_problem(Arc::clone(&self.store), self.inbox.clone());
                drop(self.readers.entry(request.root.clone()).or_insert_with(start).send(request));
            }
            AnalysisRequest::Forget(root) => {
                self.readers.remove(&root);
            }
        }
    }
}

/// Reads one problem.
struct Reader {
    store: Arc<Store>,
    listing: Option<Listing>,
}

/// A folder as it was listed last.
struct Listing {
    folder: Arc<DiskFolder>,
    closed: Arc<ClosedTexts>,
}

impl Reader {
    fn read(&mut self, request: ReadRequest) -> Option<AnalysedProblem> {
        let ReadRequest { root, relist, documents, encoding, revision: _ } = request;
        if relist || self.listing.is_none() {
            let folder = DiskFolder::of_problem(root.as_path(), Arc::clone(&self.store)).ok();
            self.listing = folder.map(|folder| Listing { folder: Arc::new(folder), closed: Arc::default() });
        }
        let listing = self.listing.as_ref()?;
        let closed = Arc::clone(&listing.closed);
        let folder = Overlay::new(Arc::clone(&listing.folder), documents);
        let (problem, settings) = formats::open(&folder);
        let state = State::new(&problem);
        let context = FindingContext {
            folder: &folder,
            problem: &problem,
            state: &state,
            request: &CheckRequest::default(),
            contents: &|_| None,
        };
        let findings = settings.filter(of_texts(&context));
        closed.load(&root, &folder, &problem, &findings, encoding);
        let wants_above = formats::wanted_above(&folder).is_some();
        Some(AnalysedProblem { folder, problem, findings, closed, wants_above })
    }
}
