//! Programs of several files, kept as one content.

use std::collections::BTreeMap;

use problem::executor::{Blob, ExecutorError, InputFile};

use crate::store::Store;

/// The files of a program by their paths in its working directory.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Keeps files.
pub(super) fn keep(store: &Store, files: &Files) -> Result<Blob, ExecutorError> {
    let pack = postcard::to_stdvec(files).map_err(|error| ExecutorError::Failed(error.to_string()))?;
    Ok(store.put(&pack)?)
}

/// The files that were kept.
pub(super) fn open(store: &Store, pack: Blob) -> Result<Files, ExecutorError> {
    let bytes = store.get(pack.digest).unwrap_or_default();
    let lost = |_| ExecutorError::Failed("a built program is gone from the cache; check again".to_owned());
    postcard::from_bytes(&bytes).map_err(lost)
}

/// The same as a run finds them.
pub(super) fn lay(store: &Store, files: Files) -> Result<BTreeMap<String, InputFile>, ExecutorError> {
    let laid = files.into_iter();
    laid.map(|(name, bytes)| Ok((name, InputFile { blob: store.put(&bytes)?, executable: true }))).collect()
}
