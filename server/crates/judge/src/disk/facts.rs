//! What sources say, kept in the cache by content so that an unchanged source is not parsed again.
//!
//! Invariant: what is kept under a digest was found in contents that have it: a file may be saved between two looks at it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::Blob,
    facts::SourceFacts,
    language::Language,
    lint::Lint,
    model::Role,
    path::RelPath,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::store::Store;

/// The facts of a source file or header; `bytes` is called only when the cache does not know them.
pub(crate) fn read(
    store: &Store,
    path: &RelPath,
    bytes: impl FnOnce() -> Option<Arc<[u8]>>,
    blob: Blob,
) -> Option<SourceFacts> {
    if Language::from_path(path).is_none() && !Language::is_header(path) {
        return None;
    }
    let key =
        KeyBuilder::new("facts 14").text(&path.extension()).text(&how_it_is_read(path)).digest(blob.digest).finish();
    kept_or_found(store, key, blob, bytes, |bytes| cpp::facts(path, bytes))?
}

/// What is wrong with the text of a source; `None` when it is neither C++ nor checktestdata.
pub(crate) fn read_lints(
    store: &Store,
    path: &RelPath,
    role: Role,
    bytes: impl FnOnce() -> Option<Arc<[u8]>>,
    blob: Blob,
) -> Option<Vec<Lint>> {
    if !matches!(Language::from_path(path), Some(Language::Cpp | Language::Checktestdata)) {
        return None;
    }
    let key = KeyBuilder::new("lints 6").text(&path.extension()).text(role.name()).digest(blob.digest).finish();
    kept_or_found(store, key, blob, bytes, |bytes| cpp::lints(path, bytes, role).unwrap_or_default())
}

/// What the cache knows, else what is found in the contents, which is kept if they are those of the key.
fn kept_or_found<T: Serialize + DeserializeOwned>(
    store: &Store,
    key: Digest,
    blob: Blob,
    bytes: impl FnOnce() -> Option<Arc<[u8]>>,
    find: impl FnOnce(&[u8]) -> T,
) -> Option<T> {
    if let Some(kept) = store.result(key) {
        return Some(kept);
    }
    let bytes = bytes()?;
    // A mistake of ours costs what one source says, and nothing else.
    let found = catch_unwind(AssertUnwindSafe(|| find(&bytes))).ok()?;
    if Blob::of(&bytes) == blob {
        // What cannot be kept is found again next time.
        store.put_result(key, &found);
    }
    Some(found)
}

/// What a person's table of languages has to do with it.
fn how_it_is_read(path: &RelPath) -> String {
    Language::from_path(path)
        .map_or_else(String::new, |language| format!("{} {}", language.name(), language.has_main()))
}
