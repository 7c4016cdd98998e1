//! Where things are: workspace folders, which of them are searched for problems, and what is not known yet of files.
//!
//! Invariant: nothing here looks at a disk. Real paths come from workers; until then a path is as the client spells it.

use std::collections::{HashMap, HashSet};

use problem::path::AbsPath;
use tower_lsp::lsp_types::Url;

use crate::workers::analyst::FoundContest;

/// A folder that the client has open.
pub(crate) struct Workspace {
    pub(crate) url: Url,
    /// Its real path, once that is known.
    pub(crate) path: AbsPath,
    pub(crate) is_resolved: bool,
    pub(crate) is_discovered: bool,
    /// How its problems belong together.
    pub(crate) contests: Vec<FoundContest>,
}

/// A workspace folder or a document whose real path is known now; a document with its text as it was then on disk.
pub(crate) struct ResolvedPath {
    pub(crate) url: Url,
    pub(crate) path: AbsPath,
    pub(crate) text: Option<String>,
    /// Which opening of the document asked; of a folder none.
    pub(crate) opening: Option<u64>,
}

/// See above.
#[derive(Default)]
pub(crate) struct Roots {
    pub(crate) workspaces: Vec<Workspace>,
    /// Open documents whose real path is not known yet.
    resolving: HashMap<Url, Opening>,
    n_openings: u64,
    /// Files that were resolved while a workspace folder was not.
    early: Vec<ResolvedPath>,
    /// Files that belong to no problem.
    unowned: HashSet<AbsPath>,
    /// Files whose problem is being looked for, and whether something has happened since that began.
    locating: HashMap<AbsPath, bool>,
}

/// A document that was opened, while its real path is not known.
struct Opening {
    number: u64,
    was_saved: bool,
}

/// The path that an address spells; other schemes than that of files, such as versions of a file in a repository, have
/// none.
pub(crate) fn spelled(url: &Url) -> Option<AbsPath> {
    AbsPath::new(url.to_file_path().ok().filter(|_| url.scheme() == "file")?)
}

/// The path of a file below the real path of the folder that it is spelled to lie in, the innermost one.
pub(crate) fn below<'a>(folders: impl Iterator<Item = (&'a Url, &'a AbsPath)>, file: &AbsPath) -> Option<AbsPath> {
    let inside = |(url, real): (&Url, &'a AbsPath)| {
        let inside = file.as_path().strip_prefix(spelled(url)?.as_path()).ok()?.to_owned();
        Some((inside, real))
    };
    let (inside, real) = folders.filter_map(inside).min_by_key(|(inside, _)| inside.components().count())?;
    if inside.as_os_str().is_empty() { Some(real.clone()) } else { AbsPath::new(real.as_path().join(inside)) }
}

impl Roots {
    /// Adds a folder as the client spells it; `None` when it is there already, or is no folder of files.
    pub(crate) fn add(&mut self, url: &Url) -> Option<AbsPath> {
        let path = spelled(url)?;
        if self.workspaces.iter().any(|workspace| workspace.url == *url) {
            return None;
        }
        let (url, contests) = (url.clone(), Vec::new());
        let workspace = Workspace { url, path: path.clone(), is_resolved: false, is_discovered: false, contests };
        self.workspaces.push(workspace);
        Some(path)
    }

    /// The real path of a folder is known: `None` when it is not open any more, or another spelling of it is.
    pub(crate) fn resolve(&mut self, url: &Url, path: AbsPath) -> Option<AbsPath> {
        let own = self.workspaces.iter().position(|workspace| workspace.url == *url)?;
        let is_same = |workspace: &Workspace| workspace.url != *url && workspace.is_resolved && workspace.path == path;
        let other = self.workspaces.iter().position(is_same);
        // The one that stands first stays.
        if other.is_some_and(|other| other < own) {
            self.workspaces.remove(own);
            return None;
        }
        (self.workspaces[own].path, self.workspaces[own].is_resolved) = (path.clone(), true);
        if let Some(other) = other {
            let same = self.workspaces.remove(other);
            (self.workspaces[own].is_discovered, self.workspaces[own].contests) = (same.is_discovered, same.contests);
        }
        Some(path)
    }

    /// The real paths of folders that do not answer are taken to be as they are spelled.
    pub(crate) fn give_up_resolving(&mut self) {
        self.workspaces.iter_mut().for_each(|workspace| workspace.is_resolved = true);
    }

    /// The real paths of some folders are not known yet.
    pub(crate) fn is_resolving_workspaces(&self) -> bool {
        self.workspaces.iter().any(|workspace| !workspace.is_resolved)
    }

    /// The workspace folder that a path lies in.
    pub(crate) fn workspace_of(&self, path: &AbsPath) -> Option<&Workspace> {
        self.workspaces.iter().find(|workspace| path.as_path().starts_with(workspace.path.as_path()))
    }

    /// Whether the problems around a path are still being looked for.
    pub(crate) fn is_discovery_pending(&self, path: &AbsPath) -> bool {
        let around = |workspace: &&Workspace| path.as_path().starts_with(workspace.path.as_path());
        self.workspaces.iter().filter(around).any(|workspace| !workspace.is_discovered)
    }

    /// The path of a file that is not open: as it is spelled, below the real path of its workspace folder.
    pub(crate) fn path_of(&self, url: &Url) -> Option<AbsPath> {
        let path = spelled(url)?;
        let folders = self.workspaces.iter().map(|workspace| (&workspace.url, &workspace.path));
        below(folders, &path).or(Some(path))
    }

    /// A document was opened; its real path is asked for.
    pub(crate) fn begin_resolving(&mut self, url: &Url) -> u64 {
        self.n_openings += 1;
        self.resolving.insert(url.clone(), Opening { number: self.n_openings, was_saved: false });
        self.n_openings
    }

    /// Whether a document's real path is not known yet.
    pub(crate) fn is_resolving(&self, url: &Url) -> bool {
        self.resolving.contains_key(url)
    }

    /// Notes that a document was saved while its real path is not known; false when it is known.
    pub(crate) fn note_save_if_resolving(&mut self, url: &Url) -> bool {
        self.resolving.get_mut(url).map(|opening| opening.was_saved = true).is_some()
    }

    /// The real path of a document is known: whether it was saved meanwhile, if this is the opening that waits for it.
    pub(crate) fn end_resolving(&mut self, url: &Url, opening: u64) -> Option<bool> {
        self.resolving.get(url).filter(|waiting| waiting.number == opening)?;
        self.give_up_document(url)
    }

    /// A document is not of interest any more: whether it was saved while its real path was not known.
    pub(crate) fn give_up_document(&mut self, url: &Url) -> Option<bool> {
        self.resolving.remove(url).map(|opening| opening.was_saved)
    }

    /// Keeps a file until all workspace folders are resolved.
    pub(crate) fn keep_until_resolved(&mut self, file: ResolvedPath) {
        self.early.push(file);
    }

    /// What was kept.
    pub(crate) fn take_kept(&mut self) -> Vec<ResolvedPath> {
        std::mem::take(&mut self.early)
    }

    /// Notes that the problem of a file is being looked for; false when it is already, or none was found before.
    pub(crate) fn begin_locating(&mut self, path: &AbsPath) -> bool {
        if self.is_discovery_pending(path) || self.unowned.contains(path) || self.locating.contains_key(path) {
            return false;
        }
        self.locating.insert(path.clone(), false);
        true
    }

    /// A file's problem was looked for; whether it has to be once more, because it may have come since that began.
    pub(crate) fn end_locating(&mut self, path: &AbsPath, was_found: bool) -> bool {
        let is_outdated = self.locating.remove(path) == Some(true) && !was_found;
        if !was_found && !is_outdated {
            self.unowned.insert(path.clone());
        }
        is_outdated
    }

    /// Whether a file is known to belong to no problem.
    pub(crate) fn is_unowned(&self, path: &AbsPath) -> bool {
        self.unowned.contains(path)
    }

    /// A file may belong to a problem again.
    pub(crate) fn forget_unowned(&mut self, path: &AbsPath) {
        self.unowned.remove(path);
        if let Some(is_outdated) = self.locating.get_mut(path) {
            *is_outdated = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> AbsPath {
        AbsPath::new(path).unwrap()
    }

    fn url(path: &str) -> Url {
        Url::from_file_path(path).unwrap()
    }

    #[test]
    fn a_folder_is_open_once_whatever_its_spelling() {
        let mut roots = Roots::default();
        assert_eq!(roots.add(&url("/link")), Some(at("/link")));
        assert_eq!(roots.add(&url("/link")), None, "open already");
        assert_eq!(roots.add(&url("/real")), Some(at("/real")));
        assert_eq!(roots.add(&Url::parse("git:/link").unwrap()), None, "no folder of files");
        assert_eq!(roots.resolve(&url("/real"), at("/real")), Some(at("/real")));
        assert!(roots.is_resolving_workspaces());
        assert_eq!(roots.resolve(&url("/link"), at("/real")), Some(at("/real")), "the same by another name, and first");
        assert!(!roots.is_resolving_workspaces() && roots.workspaces.len() == 1);
        assert_eq!(roots.workspaces[0].url, url("/link"));
        roots.add(&url("/real"));
        assert_eq!(roots.resolve(&url("/real"), at("/real")), None, "the same by another name");
        assert_eq!(roots.resolve(&url("/gone"), at("/gone")), None);
    }

    #[test]
    fn files_lie_below_the_real_path_of_their_folder() {
        let mut roots = Roots::default();
        roots.add(&url("/link"));
        roots.resolve(&url("/link"), at("/real"));
        assert_eq!(roots.path_of(&url("/link/a/b.cpp")), Some(at("/real/a/b.cpp")));
        assert_eq!(roots.path_of(&url("/elsewhere/b.cpp")), Some(at("/elsewhere/b.cpp")));
        assert_eq!(roots.path_of(&Url::parse("untitled:one").unwrap()), None);
        assert_eq!(roots.workspace_of(&at("/real/a")).map(|workspace| workspace.url.clone()), Some(url("/link")));
        assert!(roots.workspace_of(&at("/realm")).is_none());
    }

    #[test]
    fn folders_that_do_not_answer_are_as_they_are_spelled() {
        let mut roots = Roots::default();
        roots.add(&url("/hung"));
        assert!(roots.is_resolving_workspaces() && roots.is_discovery_pending(&at("/hung/a.cpp")));
        roots.give_up_resolving();
        assert!(!roots.is_resolving_workspaces());
        assert_eq!(roots.path_of(&url("/hung/a.cpp")), Some(at("/hung/a.cpp")));
        assert!(roots.is_discovery_pending(&at("/hung/a.cpp")), "nobody has found its problems");
        assert!(!roots.is_discovery_pending(&at("/other/a.cpp")));
    }

    #[test]
    fn a_save_waits_for_the_real_path() {
        let mut roots = Roots::default();
        let file = url("/p/a.cpp");
        assert!(!roots.note_save_if_resolving(&file), "it is known");
        let first = roots.begin_resolving(&file);
        assert!(roots.is_resolving(&file) && roots.note_save_if_resolving(&file));
        assert_eq!(roots.give_up_document(&file), Some(true), "it is closed");
        let second = roots.begin_resolving(&file);
        assert_eq!(roots.end_resolving(&file, first), None, "it is open again");
        assert_eq!(roots.end_resolving(&file, second), Some(false));
        assert_eq!(roots.end_resolving(&file, second), None, "nobody waits for it");
    }

    #[test]
    fn a_problem_is_looked_for_once() {
        let mut roots = Roots::default();
        let file = at("/p/a.cpp");
        assert!(roots.begin_locating(&file));
        assert!(!roots.begin_locating(&file), "somebody looks for it");
        assert!(!roots.end_locating(&file, false));
        assert!(roots.is_unowned(&file) && !roots.begin_locating(&file), "it was looked for in vain");
        roots.forget_unowned(&file);
        assert!(roots.begin_locating(&file));
        roots.forget_unowned(&file);
        assert!(!roots.begin_locating(&file), "somebody still looks for it");
        assert!(roots.end_locating(&file, false), "what came since then was not seen");
        assert!(!roots.is_unowned(&file) && roots.begin_locating(&file));
        assert!(!roots.end_locating(&file, true));
        assert!(!roots.is_unowned(&file));
        roots.add(&url("/p"));
        assert!(!roots.begin_locating(&at("/p/b.cpp")), "the whole folder is being searched");
    }
}
