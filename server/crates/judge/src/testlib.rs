//! The testlib.h that programs are built with where their folder brings none.

use std::fs;

use problem::{digest::Digest, executor::ExecutorError, path::AbsPath};

use crate::store::Store;

/// A directory that holds a testlib.h.
#[derive(Clone, Debug)]
pub struct TestlibHeader {
    /// The directory.
    pub directory: AbsPath,
    /// Of the header's contents.
    pub digest: Digest,
    /// "built in", or the file that the settings name.
    pub origin: String,
}

/// Lays a header where compilers find it: the configured one, else the one that is built in.
///
/// # Errors
/// When the configured header cannot be read, or the cache cannot be written.
pub fn lay_header(
    store: &Store,
    built_in: &[u8],
    configured: Option<&AbsPath>,
) -> Result<TestlibHeader, ExecutorError> {
    let Some(configured) = configured else {
        return lay(store, built_in, "built in".to_owned());
    };
    let bytes = fs::read(configured.as_path()).map_err(|error| {
        ExecutorError::Failed(format!(
            "the configured testlib.h, {configured}, cannot be read ({error}); correct `testlib` in config.toml"
        ))
    })?;
    lay(store, &bytes, configured.to_string())
}

fn lay(store: &Store, bytes: &[u8], origin: String) -> Result<TestlibHeader, ExecutorError> {
    let digest = Digest::of(bytes);
    let directory = store.root().child("include").child(&digest.hex()[..16]);
    let header = directory.child("testlib.h");
    let is_there = fs::metadata(header.as_path()).is_ok_and(|metadata| metadata.len() == bytes.len() as u64);
    if !is_there {
        let temporary = store.temporary();
        let written = fs::create_dir_all(directory.as_path())
            .and_then(|()| fs::write(temporary.as_path(), bytes))
            .and_then(|()| fs::rename(temporary.as_path(), header.as_path()));
        written
            .map_err(|error| ExecutorError::Failed(format!("{header} cannot be written ({error}); free some space")))?;
    }
    Ok(TestlibHeader { directory, digest, origin })
}
