//! What programs and compilers see of this machine's files.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
#[cfg(unix)]
use std::{
    ffi::OsStr,
    os::unix::{ffi::OsStrExt as _, fs::MetadataExt as _},
};

use problem::path::AbsPath;

use crate::launcher::VisibleFiles;

/// Where shared libraries and what belongs to them are.
const LIBRARIES: [&str; 10] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libx32",
    "/usr/local/lib",
    "/etc/ld.so.cache",
];
/// What a compiler needs beside its own: the system's programs, libraries and headers.
const SYSTEM: [&str; 14] = [
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr/bin",
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/libx32",
    "/etc/ld.so.cache",
    "/etc/alternatives",
];
/// Trees in which a tool's parts lie far from each other, and nothing else.
const TREES: [&str; 3] = ["/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew"];
/// What belongs to the tools where they were installed; all else there is somebody's, as in a home.
const PARTS: [&str; 6] = ["bin", "include", "lib", "lib32", "lib64", "libexec"];

/// Puts a view together.
#[derive(Default)]
pub(crate) struct ViewBuilder {
    shown: BTreeSet<(PathBuf, PathBuf)>,
    links: BTreeSet<(PathBuf, PathBuf)>,
    texts: BTreeSet<(PathBuf, String)>,
}

impl ViewBuilder {
    /// What compiled programs need.
    pub(crate) fn libraries() -> ViewBuilder {
        LIBRARIES.iter().fold(ViewBuilder::default(), |view, path| view.with(Path::new(path)))
    }

    /// What compilers need.
    pub(crate) fn system() -> ViewBuilder {
        SYSTEM.iter().fold(ViewBuilder::default(), |view, path| view.with(Path::new(path)))
    }

    /// With a file or directory, at its own path. What is not there is left out.
    pub(crate) fn with(mut self, path: &Path) -> ViewBuilder {
        let Ok(metadata) = fs::symlink_metadata(path) else { return self };
        if metadata.is_symlink()
            && let Ok(target) = fs::read_link(path)
            && path.parent() == Some(Path::new("/"))
        {
            self.links.insert((path.to_owned(), target));
        } else if let Ok(real) = fs::canonicalize(path) {
            self.shown.insert((real, path.to_owned()));
        }
        self
    }

    /// With a file that is not the machine's.
    pub(crate) fn with_text(mut self, path: &Path, text: &str) -> ViewBuilder {
        self.texts.insert((path.to_owned(), text.to_owned()));
        self
    }

    /// With an interpreter and its library: nothing for the system's own, else the tree that it stands in.
    pub(crate) fn with_tool(self, executable: &AbsPath) -> ViewBuilder {
        let real = fs::canonicalize(executable.as_path()).unwrap_or_else(|_| executable.as_path().to_owned());
        let view = self.with_executable(executable);
        match home_of(&real) {
            Some(home) => PARTS.iter().fold(view, |view, part| view.with(&home.join(part))),
            None => view,
        }
    }

    /// With an executable, also where it is a link to another one, and the tree of such tools that it belongs to.
    pub(crate) fn with_executable(self, executable: &AbsPath) -> ViewBuilder {
        let real = fs::canonicalize(executable.as_path()).unwrap_or_else(|_| executable.as_path().to_owned());
        [executable.as_path(), real.as_path()].into_iter().fold(self, |view, path| match tree_of(path) {
            Some(tree) => view.with(tree),
            None if is_systems(path) => view,
            None => view.with(path),
        })
    }

    /// With a folder in which a tool looks for its parts.
    pub(crate) fn with_folder(self, folder: &Path) -> ViewBuilder {
        let is_whole =
            folder.parent().is_none() || std::env::var_os("HOME").is_some_and(|home| Path::new(&home) == folder);
        match tree_of(folder) {
            Some(tree) => self.with(tree),
            // Whoever looks everywhere is shown nothing for that.
            None if is_whole || is_systems(folder) => self,
            None => self.with(folder),
        }
    }

    /// The finished view. What lies in another directory that is shown is not shown twice.
    pub(crate) fn finish(self) -> VisibleFiles {
        let is_inside = |(from, to): &(PathBuf, PathBuf)| {
            self.shown.iter().any(|(other_from, other_to)| {
                to != other_to && to.starts_with(other_to) && from.strip_prefix(other_from) == to.strip_prefix(other_to)
            })
        };
        // A link in a directory that is shown leads where it leads, if that is shown as well.
        let own = |path: &Path, but: &(PathBuf, PathBuf)| {
            self.shown.iter().any(|pair| pair != but && pair.0 == pair.1 && path.starts_with(&pair.0))
        };
        let is_link_inside = |pair: &(PathBuf, PathBuf)| own(&pair.0, pair) && own(&pair.1, pair);
        let bytes = |(one, other): &(PathBuf, PathBuf)| {
            (one.as_os_str().as_encoded_bytes().to_vec(), other.as_os_str().as_encoded_bytes().to_vec())
        };
        VisibleFiles {
            shown: self.shown.iter().filter(|pair| !is_inside(pair) && !is_link_inside(pair)).map(bytes).collect(),
            links: self.links.iter().map(bytes).collect(),
            texts: self
                .texts
                .iter()
                .map(|(at, text)| (at.as_os_str().as_encoded_bytes().to_vec(), text.clone().into_bytes()))
                .collect(),
        }
    }
}

/// Whether another user can use all that is shown, and walk there on the machine's own paths where that has to be.
#[cfg(unix)]
pub(super) fn is_open_to_all(view: &VisibleFiles, has_own_paths: bool) -> bool {
    let may_walk = |path: &Path| !has_own_paths || all_may_walk_to(path);
    view.shown.iter().all(|(from, to)| {
        let [from, to] = [from, to].map(|path| Path::new(OsStr::from_bytes(path)));
        let needed = if from.is_dir() { 0o005 } else { 0o004 };
        mode(from) & needed == needed && may_walk(from) && may_walk(to)
    })
}

/// Whether we are root and the way to a directory, or into it, is closed to other users.
#[cfg(unix)]
pub(super) fn is_closed_to_others_of_root(directory: &AbsPath) -> bool {
    nix::unistd::geteuid().is_root() && !all_may_walk_to(&directory.as_path().join("inside"))
}

#[cfg(unix)]
fn all_may_walk_to(path: &Path) -> bool {
    path.ancestors().skip(1).all(|above| mode(above) & 0o001 != 0)
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    fs::metadata(path).map_or(0, |metadata| metadata.mode())
}

/// Nobody is root elsewhere.
#[cfg(not(unix))]
pub(super) fn is_closed_to_others_of_root(_directory: &AbsPath) -> bool {
    false
}

/// Elsewhere programs are always the person's own.
#[cfg(not(unix))]
pub(super) fn is_open_to_all(_view: &VisibleFiles, _has_own_paths: bool) -> bool {
    true
}

fn tree_of(path: &Path) -> Option<&'static Path> {
    TREES.iter().map(Path::new).find(|tree| path.starts_with(tree))
}

/// Whether compilers see it anyway: nothing need be looked up for that.
fn is_systems(path: &Path) -> bool {
    SYSTEM.iter().any(|systems| path.starts_with(systems))
}

/// Where an interpreter that is not the system's was installed: the directory above its `bin`.
fn home_of(executable: &Path) -> Option<PathBuf> {
    if is_systems(executable) || tree_of(executable).is_some() {
        return None;
    }
    let directory = executable.parent()?;
    directory.ends_with("bin").then(|| directory.parent().map(Path::to_owned))?
}
