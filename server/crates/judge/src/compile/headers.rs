//! Headers of a folder.

use problem::{
    digest::{Digest, KeyBuilder},
    folder::Folder as _,
    language::Language,
    model::Program,
    path::RelPath,
};

use crate::disk::folder::DiskFolder;

/// Headers of the folder: what a build may include that its sources do not name.
pub(super) struct Headers {
    /// Every file with a header's name.
    pub(super) paths: Vec<RelPath>,
    /// A digest of the paths: a header that appears may win over another one.
    pub(super) listing: Digest,
    /// A digest of the names of all files: what is missing may appear under any of them.
    pub(super) every_name: Digest,
    /// Directories that hold a testlib.h of the folder's own.
    own_testlib: Vec<RelPath>,
}

impl Headers {
    /// Those of a folder.
    pub(super) fn of(folder: &DiskFolder) -> Headers {
        let paths = folder.files().iter().map(|entry| entry.path.clone());
        let paths: Vec<RelPath> = paths.filter(Language::is_header).collect();
        let listing = KeyBuilder::new("headers 1").texts(paths.iter().map(RelPath::as_str)).finish();
        let own_testlib = paths.iter().filter(|path| path.file_name() == "testlib.h").map(RelPath::parent).collect();
        let names = folder.files().iter().map(|entry| entry.path.as_str());
        let every_name = KeyBuilder::new("names 1").texts(names).finish();
        Headers { paths, listing, every_name, own_testlib }
    }

    /// The directory with the folder's own testlib.h that is nearest to a program.
    pub(super) fn nearest_testlib(&self, program: &Program) -> Option<RelPath> {
        program.nearest_of(self.own_testlib.iter().cloned())
    }
}
