//! The one folder that the executor and its workers share: contents by their digest.
//!
//! Invariant: what stands under its final name is whole: it was written under another name first.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use problem::{digest::Digest, executor::Blob};

/// Numbers temporary names within a process.
static N_TEMPORARIES: AtomicU64 = AtomicU64::new(0);

/// Contents in a folder.
#[derive(Clone, Debug)]
pub(super) struct Store(PathBuf);

impl Store {
    /// A store in a folder, which is made where it is missing.
    pub(super) fn open(root: &Path) -> io::Result<Store> {
        for directory in ["blobs", "temporary"] {
            fs::create_dir_all(root.join(directory))?;
        }
        Ok(Store(root.to_owned()))
    }

    pub(super) fn root(&self) -> &Path {
        &self.0
    }

    pub(super) fn blob_path(&self, digest: Digest) -> PathBuf {
        self.0.join("blobs").join(digest.hex())
    }

    pub(super) fn holds(&self, digest: Digest) -> bool {
        self.blob_path(digest).is_file()
    }

    pub(super) fn put(&self, bytes: &[u8]) -> io::Result<Blob> {
        let blob = Blob::of(bytes);
        if !self.holds(blob.digest) {
            self.publish(bytes, &self.blob_path(blob.digest))?;
        }
        Ok(blob)
    }

    /// Contents that do not have the digest they are asked by count as lost.
    pub(super) fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        let bytes = fs::read(self.blob_path(digest)).ok()?;
        (Digest::of(&bytes) == digest).then(|| bytes.into())
    }

    /// Writes a file under another name, then gives it its own, if nobody was quicker.
    fn publish(&self, bytes: &[u8], place: &Path) -> io::Result<()> {
        let number = N_TEMPORARIES.fetch_add(1, Ordering::Relaxed);
        let temporary = self.0.join("temporary").join(format!("{}-{number}", process::id()));
        fs::write(&temporary, bytes)?;
        // Unlike a rename, a link never takes the place of what is there.
        let linked = fs::hard_link(&temporary, place);
        fs::remove_file(&temporary)?;
        match linked {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}
