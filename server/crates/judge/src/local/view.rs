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

use crate::spawner::View;

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
/// What a compiler needs: the system's programs and headers.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/alternatives"];
/// Trees in which a tool's parts lie far from each other.
const TREES: [&str; 4] = ["/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew", "/opt"];

/// Puts a view together.
#[derive(Default)]
pub(crate) struct ViewBuilder {
    shown: BTreeSet<(PathBuf, PathBuf)>,
    links: BTreeSet<(PathBuf, PathBuf)>,
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

    /// With all that belongs to an installed tool: nothing for the system's own, else the tree that it stands in.
    pub(crate) fn with_tool(self, executable: &AbsPath) -> ViewBuilder {
        let real = fs::canonicalize(executable.as_path()).unwrap_or_else(|_| executable.as_path().to_owned());
        [executable.as_path(), real.as_path()].into_iter().fold(self, |view, path| match home_of(path) {
            Some(tree) => view.with(&tree),
            None => view,
        })
    }

    /// The finished view. What lies in another directory that is shown is not shown twice.
    pub(crate) fn finish(self) -> View {
        let is_inside = |(from, to): &(PathBuf, PathBuf)| {
            self.shown.iter().any(|(other_from, other_to)| {
                to != other_to && to.starts_with(other_to) && from.strip_prefix(other_from) == to.strip_prefix(other_to)
            })
        };
        let bytes = |(one, other): &(PathBuf, PathBuf)| {
            (one.as_os_str().as_encoded_bytes().to_vec(), other.as_os_str().as_encoded_bytes().to_vec())
        };
        View {
            shown: self.shown.iter().filter(|pair| !is_inside(pair)).map(bytes).collect(),
            links: self.links.iter().map(bytes).collect(),
        }
    }
}

/// Whether another user can walk to all that is shown.
#[cfg(unix)]
pub(super) fn is_open_to_all(view: &View) -> bool {
    let may_pass = |directory: &Path| fs::metadata(directory).is_ok_and(|metadata| metadata.mode() & 0o001 != 0);
    view.shown.iter().all(|(from, _)| Path::new(OsStr::from_bytes(from)).ancestors().skip(1).all(may_pass))
}

/// Elsewhere programs are always the person's own.
#[cfg(not(unix))]
pub(super) fn is_open_to_all(_view: &View) -> bool {
    true
}

/// The tree of a tool that is not the system's: a known one, or the directory above its `bin`. A home is never shown as
/// a whole.
fn home_of(executable: &Path) -> Option<PathBuf> {
    if executable.starts_with("/usr") || executable.starts_with("/bin") {
        return None;
    }
    if let Some(tree) = TREES.iter().find(|tree| executable.starts_with(tree)) {
        return Some(PathBuf::from(tree));
    }
    let directory = executable.parent()?;
    let prefix = if directory.ends_with("bin") { directory.parent()? } else { directory };
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let holds_a_home =
        prefix == Path::new("/") || prefix == Path::new("/home") || home.is_some_and(|home| home.starts_with(prefix));
    Some(if holds_a_home { executable.to_owned() } else { prefix.to_owned() })
}
