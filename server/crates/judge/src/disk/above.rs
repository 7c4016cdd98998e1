//! Headers in the directories above a problem, inside its repository.
//!
//! Invariant: nothing is read beyond the repository's root, not even by way of a symbolic link; a folder that is in no
//! repository has nothing above it.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::{Path, PathBuf},
};

use problem::{
    folder::{FileEntry, Folder, LeftOut, MAX_TEXT_BYTES},
    formats::WantedAbove,
    included::include_name,
    language::Language,
    path::{ABOVE, AbsPath, RelPath},
};

use super::{
    files,
    walk::{Walk, walk},
};
use crate::system::{FileState, real_path, state_of};

/// The most files that are listed.
const MAX_FILES: usize = 2000;
/// How many directories above what is not there are looked at.
const MAX_PARENTS: usize = 32;
/// No system has longer paths, bytes.
const MAX_PATH: usize = 4096;

/// What was found, by its path in the listing.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: BTreeMap<RelPath, (FileEntry, Option<FileState>, AbsPath)>,
    pub(super) left_out: Vec<LeftOut>,
    /// The directories that were looked through, and the nearest ones above what is not there: headers may come into them.
    pub(super) directories: BTreeSet<PathBuf>,
}

/// Looks for what a folder wants. A copy of a folder has it inside.
pub(super) fn find(root: &AbsPath, folder: &dyn Folder, wanted: &WantedAbove) -> Found {
    let mut found = Found::default();
    let copied = root.child(ABOVE);
    if copied.as_path().symlink_metadata().is_ok_and(|state| state.is_dir()) {
        found.add(walk(&copied), &copied, &RelPath::root().with_file_name(ABOVE));
        return found;
    }
    let Some(repository) = Repository::around(root.as_path(), wanted) else { return found };
    for name in &wanted.nearest {
        for path in (1..=repository.n_up).filter_map(|n_up| place(n_up, name)) {
            // One may come that is nearer than the one that counts now.
            found.directories.extend(repository.nearest_above(&path));
            if let Some(directory) = repository.directory(&path) {
                found.add(walk(&directory), &directory, &path);
                break;
            }
        }
    }
    for path in &wanted.directories {
        match repository.directory(path) {
            Some(directory) => found.add(walk(&directory), &directory, path),
            None => found.directories.extend(repository.nearest_above(path)),
        }
    }
    if wanted.follows_includes {
        found.follow(folder, &repository);
    }
    found
}

fn place(n_up: usize, name: &str) -> Option<RelPath> {
    RelPath::parse(&format!("{ABOVE}/{n_up}/{name}"))
}

/// The repository that a problem lies in.
struct Repository {
    problem: PathBuf,
    root: PathBuf,
    /// How many directories above the problem it begins.
    n_up: usize,
}

impl Repository {
    /// The nearest directory with `.git`, else the nearest that has the marks of the format.
    fn around(problem: &Path, wanted: &WantedAbove) -> Option<Repository> {
        let above = files::may_be_repositories(problem);
        let has_marks = |directory: &Path| {
            let marker = wanted.marker.is_some_and(|marker| directory.join(marker).is_file());
            marker && wanted.nearest.iter().any(|name| directory.join(name).is_dir())
        };
        let n_up = files::with_git(&above)
            .or_else(|| above.iter().skip(1).position(|directory| has_marks(directory)).map(|at| at + 1))?;
        Some(Repository { problem: problem.to_owned(), root: above[n_up].to_owned(), n_up })
    }

    /// The real place of a path below `.above`; `None` where nothing is, or where it lies beyond the root.
    fn real(&self, path: &RelPath) -> Option<PathBuf> {
        let (n_up, parts) = path.from_above();
        if n_up == 0 || n_up > self.n_up {
            return None;
        }
        let mut place = self.problem.ancestors().nth(n_up)?.to_owned();
        place.extend(parts);
        real_path(&place).ok().filter(|real| real.starts_with(&self.root))
    }

    /// The nearest directory above a path below `.above` that is there; `None` where it is far above.
    fn nearest_above(&self, path: &RelPath) -> Option<PathBuf> {
        if path.as_str().len() > MAX_PATH {
            return None;
        }
        let (_, parts) = path.from_above();
        std::iter::successors(Some(path.parent()), |path| Some(path.parent()))
            .take(parts.len().min(MAX_PARENTS))
            .find_map(|path| self.directory(&path))
            .map(|directory| directory.as_path().to_owned())
    }

    fn directory(&self, path: &RelPath) -> Option<AbsPath> {
        self.real(path).filter(|real| real.is_dir()).and_then(AbsPath::new)
    }
}

impl Found {
    /// Adds the headers and sources of a directory, by their paths in the listing.
    fn add(&mut self, walk: Walk, directory: &AbsPath, path: &RelPath) {
        for (entry, state) in walk.files.into_iter().zip(walk.states) {
            let is_wanted = Language::is_header(&entry.path) || Language::from_path(&entry.path).is_some();
            let Some(listed) = path.join(entry.path.as_str()).filter(|_| is_wanted) else { continue };
            if self.files.len() < MAX_FILES {
                let at = directory.at(&entry.path);
                self.files.insert(listed.clone(), (FileEntry { path: listed, size: entry.size }, state, at));
            }
        }
        self.directories.extend(walk.directories);
        self.left_out.extend(walk.left_out.into_iter().map(|one| LeftOut {
            shown: format!("{path}/{}", one.shown),
            path: one.path.and_then(|inside| path.join(inside.as_str())),
            ..one
        }));
    }

    /// Adds the files that sources name in what they include, and those that these name.
    fn follow(&mut self, folder: &dyn Folder, repository: &Repository) {
        let is_text = |path: &RelPath| Language::is_header(path) || Language::from_path(path).is_some();
        let own = folder.files().iter().filter(|entry| entry.size <= MAX_TEXT_BYTES).map(|entry| &entry.path);
        let mut unread: VecDeque<RelPath> = own.filter(|path| is_text(path)).cloned().collect();
        unread.extend(self.files.keys().cloned());
        let mut seen: BTreeSet<RelPath> = BTreeSet::new();
        while let Some(path) = unread.pop_front() {
            if self.files.len() >= MAX_FILES || !seen.insert(path.clone()) {
                continue;
            }
            let text = match self.files.get(&path) {
                Some((_, _, at)) => {
                    std::fs::read(at.as_path()).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                }
                None => folder.text(&path),
            };
            let home = path.parent();
            for name in text.iter().flat_map(|text| text.lines()).filter_map(include_name) {
                let Some(target) = home.climb(name).filter(|target| target.from_above().0 > 0) else { continue };
                if self.files.contains_key(&target) || self.add_file(&target, repository) {
                    unread.push_back(target);
                }
            }
        }
    }

    fn add_file(&mut self, target: &RelPath, repository: &Repository) -> bool {
        let Some(real) = repository.real(target) else {
            self.directories.extend(repository.nearest_above(target));
            return false;
        };
        let metadata = real.metadata().ok().filter(|state| state.is_file() && state.len() <= MAX_TEXT_BYTES);
        let (Some(metadata), Some(at)) = (metadata, AbsPath::new(real)) else { return false };
        let entry = FileEntry { path: target.clone(), size: metadata.len() };
        self.files.insert(target.clone(), (entry, state_of(&metadata), at));
        true
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use problem::folder::MemoryFolder;
    use tempfile::TempDir;

    use super::*;

    /// A repository `r` with files; a problem is in `r/set/sums`.
    struct Tree(TempDir);

    impl Tree {
        fn of(files: &[&str]) -> Tree {
            let tree = Tree(tempfile::tempdir().unwrap());
            for file in files.iter().chain(&["r/set/sums/info.toml", "outside/secret.h"]) {
                let path = tree.0.path().join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, format!("// {file}\n")).unwrap();
            }
            tree
        }

        fn found(&self, wanted: &WantedAbove, sources: &[(&str, &str)]) -> Vec<String> {
            let mut folder = MemoryFolder::new("sums");
            for (path, text) in sources {
                folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
            }
            let root = self.0.path().canonicalize().unwrap().join("r/set/sums");
            let found = find(&AbsPath::new(root).unwrap(), &folder, wanted);
            found.files.keys().map(ToString::to_string).collect()
        }
    }

    fn nearest() -> WantedAbove {
        WantedAbove {
            nearest: vec!["common"],
            follows_includes: true,
            marker: Some("generate.py"),
            ..WantedAbove::default()
        }
    }

    #[test]
    fn the_nearest_directory_inside_the_repository() {
        let common = ["r/common/random.h", "r/common/notes.txt", "r/common/deep/bits.hpp"];
        let mut with_git = common.to_vec();
        with_git.push("r/.git/HEAD");
        let found = [".above/2/common/deep/bits.hpp", ".above/2/common/random.h"];
        assert_eq!(Tree::of(&with_git).found(&nearest(), &[]), found);
        with_git.push("r/set/common/nearer.h");
        assert_eq!(Tree::of(&with_git).found(&nearest(), &[]), [".above/1/common/nearer.h"]);
        let mut with_tool = common.to_vec();
        with_tool.push("r/generate.py");
        assert_eq!(Tree::of(&with_tool).found(&nearest(), &[]), found);
        assert!(Tree::of(&common).found(&nearest(), &[]).is_empty(), "no repository");
        let inner = [common[0], "r/.git/HEAD", "r/set/sums/.git/HEAD"];
        assert!(Tree::of(&inner).found(&nearest(), &[]).is_empty(), "the problem is its own repository");
        let beyond = ["common/random.h", "r/.git/HEAD"];
        assert!(Tree::of(&beyond).found(&nearest(), &[]).is_empty(), "beyond its root");
    }

    #[test]
    fn what_sources_name() {
        let tree = Tree::of(&["r/.git/HEAD", "r/lib/a.h", "r/set/b.h"]);
        fs::write(tree.0.path().join("r/lib/a.h"), "#include \"../set/b.h\"\n#include \"../../outside/secret.h\"\n")
            .unwrap();
        let sources = [(
            "gen/x.cpp",
            "#include \"../../../lib/a.h\"\n#include \"../../../../outside/secret.h\"\n#include \"../y.h\"\n",
        )];
        assert_eq!(tree.found(&nearest(), &sources), [".above/2/lib/a.h", ".above/2/set/b.h"]);
        let stated =
            WantedAbove { directories: RelPath::parse(".above/2/lib").into_iter().collect(), ..WantedAbove::default() };
        assert_eq!(tree.found(&stated, &sources), [".above/2/lib/a.h"]);
        let beyond = WantedAbove {
            directories: RelPath::parse(".above/3/outside").into_iter().collect(),
            ..WantedAbove::default()
        };
        assert!(tree.found(&beyond, &[]).is_empty());
    }

    #[test]
    fn only_near_directories_are_watched_for_what_is_not_there() {
        let tree = Tree::of(&["r/.git/HEAD"]);
        let problem = tree.0.path().canonicalize().unwrap().join("r/set/sums");
        let repository = Repository::around(&problem, &nearest()).unwrap();
        let above = |name: &str, depth: usize| {
            let path = format!(".above/1/{}x.h", format!("{name}/").repeat(depth));
            repository.nearest_above(&RelPath::parse(&path).unwrap())
        };
        assert!(above("gone", 1).is_some_and(|found| found.ends_with("r/set")));
        assert!(above("gone", MAX_PARENTS - 1).is_some());
        assert_eq!(above("gone", MAX_PARENTS), None);
        assert_eq!(above(&"long".repeat(1100), 1), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else() {
        let tree = Tree::of(&["r/.git/HEAD", "r/common/random.h"]);
        let at = |path: &str| tree.0.path().join(path);
        std::os::unix::fs::symlink(at("outside/secret.h"), at("r/common/link.h")).unwrap();
        std::os::unix::fs::symlink(at("outside"), at("r/lib")).unwrap();
        assert_eq!(
            tree.found(&nearest(), &[("x.cpp", "#include \"../../lib/secret.h\"\n")]),
            [".above/2/common/random.h"]
        );
    }
}
