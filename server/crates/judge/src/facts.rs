//! What sources say, kept in the cache by content so that an unchanged source is not parsed again.

use std::sync::Arc;

use problem::{digest::KeyBuilder, executor::Blob, facts::SourceFacts, path::RelPath};

use crate::store::Store;

/// The facts of a source file; `bytes` is called only when the cache does not know them.
pub(crate) fn read(
    store: &Store,
    path: &RelPath,
    bytes: impl FnOnce() -> Option<Arc<[u8]>>,
    blob: Blob,
) -> Option<SourceFacts> {
    problem::language::Language::from_path(path)?;
    let key = KeyBuilder::new("facts 3").text(&path.extension()).digest(blob.digest).finish();
    if let Some(facts) = store.result::<Option<SourceFacts>>(key) {
        return facts;
    }
    let facts = cpp::facts(path, &bytes()?);
    // What cannot be kept is found again next time.
    drop(store.put_result(key, &facts));
    facts
}
