//! Results side by side, as a later check wants them: see `session::page`.
//!
//! Invariant: pages go before contents do, so what a page's results point to is held.

use problem::digest::Digest;
use rusqlite::OptionalExtension as _;

use super::{Store, StoreError};
use crate::sync::lock;

/// A cache that an earlier version laid out has none.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS page (key BLOB PRIMARY KEY, bytes BLOB NOT NULL);";

/// Contents of at most so many bytes go and stay with the pages; larger ones are files, which a person may remove.
pub(crate) const INSIDE_BYTES: u64 = super::INLINE_BYTES as u64;

impl Store {
    /// A page by its key; none where earlier results are not to be believed.
    pub(crate) fn page(&self, key: Digest) -> Option<Vec<u8>> {
        if self.renewed.is_some() {
            return None;
        }
        let mut database = lock(&self.database);
        if let Some(bytes) = database.unwritten.pages.get(&key) {
            return Some(bytes.clone());
        }
        database.begin_reading();
        let mut statement = database.connection.prepare_cached("SELECT bytes FROM page WHERE key = ?1").ok()?;
        statement.query_row([key.0], |row| row.get(0)).optional().ok()?
    }

    /// Keeps a page in place of an older one.
    pub(crate) fn put_page(&self, key: Digest, bytes: Vec<u8>) -> Result<(), StoreError> {
        self.write(|unwritten| drop(unwritten.pages.insert(key, bytes)))
    }
}
