//! What is in a folder at a moment: contents, and the stamps that tell whether anything was touched.

use std::{collections::BTreeMap, path::PathBuf};

use problem::{
    executor::Blob,
    folder::LeftOut,
    path::{AbsPath, RelPath},
};

use super::{Change, Kind};
use crate::{
    disk::walk::Walk,
    store::{Stamp, Store, stamp},
};

/// Files with their contents and stamps, directories with their stamps. Equal snapshots: nothing was touched between
/// them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot {
    files: BTreeMap<RelPath, (Stamp, Blob)>,
    directories: BTreeMap<PathBuf, Stamp>,
    left_out: Vec<LeftOut>,
}

impl Snapshot {
    /// The contents of a folder, and of files above it by their paths in the listing.
    pub(super) fn take(walk: &Walk, above: &BTreeMap<RelPath, AbsPath>, root: &AbsPath, store: &Store) -> Snapshot {
        let files = walk.files.iter().map(|entry| (&entry.path, root.at(&entry.path)));
        let files = files.chain(above.iter().map(|(path, at)| (path, at.clone())));
        let files = files.filter(|(path, _)| !is_an_editors(path));
        let files = files.filter_map(|(path, at)| Some((path.clone(), store.stamped_blob(&at)?)));
        let directories = walk.directories.iter().filter_map(|path| Some((path.clone(), stamp(path)?)));
        let left_out = walk.left_out.iter().filter(|one| one.path.as_ref().is_none_or(|path| !is_an_editors(path)));
        Snapshot { directories: directories.collect(), files: files.collect(), left_out: left_out.cloned().collect() }
    }

    /// Files whose contents are others in `later`, or that cannot be used any more or now can, in path order.
    pub(super) fn changes(&self, later: &Snapshot) -> Vec<Change> {
        let is_other = |(path, (_, blob)): (&RelPath, &(Stamp, Blob))| match self.files.get(path) {
            None => Some(Change { path: path.clone(), kind: Kind::Added }),
            Some((_, before)) => (before != blob).then(|| Change { path: path.clone(), kind: Kind::Changed }),
        };
        let gone = self.files.keys().filter(|path| !later.files.contains_key(*path));
        let gone = gone.map(|path| Change { path: path.clone(), kind: Kind::Removed });
        let mut changes: Vec<Change> = later.files.iter().filter_map(is_other).chain(gone).collect();
        let (before, after) = (self.left_out.iter(), later.left_out.iter());
        let news = after.clone().filter(|one| !self.left_out.contains(one)).map(|one| (one, Kind::Added));
        let olds = before.filter(|one| !later.left_out.contains(one)).map(|one| (one, Kind::Removed));
        let of_left_out = news.chain(olds).filter_map(|(one, kind)| Some((RelPath::parse(&one.shown)?, kind)));
        for (path, kind) in of_left_out {
            match changes.iter_mut().find(|change| change.path == path) {
                Some(change) => change.kind = Kind::Changed,
                None => changes.push(Change { path, kind }),
            }
        }
        changes.sort_by(|one, other| one.path.cmp(&other.path));
        changes
    }
}

/// Whether a file is no part of any problem: hidden, of tools, or an editor's own.
pub fn is_ignored(path: &RelPath) -> bool {
    path.parts().any(crate::disk::walk::is_ignored_name) || is_an_editors(path)
}

/// Names that editors give to their copies; no part of a problem has one.
fn is_an_editors(path: &RelPath) -> bool {
    let name = path.file_name();
    let is_wrapped = name.len() > 1 && name.starts_with('#') && name.ends_with('#');
    is_wrapped || name.ends_with('~') || [".swp", ".swo", ".swx", ".tmp"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_editors() {
        let is_one = |name: &str| is_an_editors(&RelPath::parse(name).unwrap());
        assert!(["a/sol.cpp~", "#sol.cpp#", "x.swp", "y.tmp"].into_iter().all(is_one));
        assert!(!["sol.cpp", "tests/01", "#", "swp", "tests/1.in"].into_iter().any(is_one));
    }
}
