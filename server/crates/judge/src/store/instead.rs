//! The cache, or one in its place that is thrown away.
//!
//! A cache that is somebody else's or a link is refused. One that is damaged or read-only is left as it is; the run
//! uses an empty one, and the person is told.

use std::io;

use problem::path::AbsPath;

use super::{Store, StoreError, place};
use crate::scratch::Scratch;

/// A cache that can be used.
pub struct Cache {
    /// What is used.
    pub store: Store,
    /// Why that is not the person's own cache but an empty one, one sentence.
    pub trouble: Option<StoreError>,
    /// Removed when the cache is let go.
    pub scratch: Option<Scratch>,
}

/// No cache could be made.
#[derive(Debug, thiserror::Error)]
pub enum NoCache {
    /// The person's is none that may be used.
    #[error(transparent)]
    Refused(#[from] StoreError),
    /// A temporary folder.
    #[error("no temporary folder can be made ({0}); free some space, or set TMPDIR")]
    Scratch(#[from] io::Error),
}

impl Cache {
    /// Opens a cache. One that is damaged, or cannot be written, is left as it is, and an empty one is used in its place.
    ///
    /// # Errors
    /// When it is somebody else's or a link, or nothing can be made in its place.
    pub fn open(root: &AbsPath) -> Result<Cache, NoCache> {
        match Store::open(root) {
            Ok(store) => Ok(Cache { store, trouble: None, scratch: None }),
            Err(refused @ (StoreError::Link(_) | StoreError::Foreign { .. })) => Err(refused.into()),
            Err(trouble) => Cache::empty(Some(trouble)),
        }
    }

    /// The same, for whoever has to go on whatever the cache is like.
    ///
    /// # Errors
    /// When nothing can be made in its place.
    pub fn open_or_empty(root: &AbsPath) -> Result<Cache, NoCache> {
        Cache::open(root).or_else(|no_cache| match no_cache {
            NoCache::Refused(trouble) => Cache::empty(Some(trouble)),
            NoCache::Scratch(_) => Err(no_cache),
        })
    }

    /// An empty cache that is thrown away.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn empty(trouble: Option<StoreError>) -> Result<Cache, NoCache> {
        let scratch = Scratch::make()?;
        let store = Store::open(scratch.path())?;
        Ok(Cache { store, trouble, scratch: Some(scratch) })
    }
}

/// Empties a cache, also one that is damaged. Returns the bytes freed.
///
/// # Errors
/// When it may not be used or written.
pub fn clean(root: &AbsPath) -> Result<u64, StoreError> {
    match Store::open(root).and_then(|store| store.clean()) {
        Err(StoreError::Database { .. }) => {
            let freed = place::remove_databases(root)?;
            Ok(freed + Store::open(root)?.clean()?)
        }
        done => done,
    }
}
