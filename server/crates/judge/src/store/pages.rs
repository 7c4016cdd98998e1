//! Results side by side, as a later check wants them: see `check::page`.
//!
//! Invariant: pages go when contents do, whichever version of the tool removes them, and a page that was made before does
//! not come back: so what a page's results point to is held. A trigger of the database sees to the first, and a mark that
//! changes each time to the second.

use problem::digest::Digest;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{
    Store,
    database::{sealed, unsealed},
};
use crate::sync::lock;

/// A cache that an earlier version laid out has none.
pub(super) const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS page (key BLOB PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TRIGGER IF NOT EXISTS contents_go AFTER DELETE ON blob BEGIN
        DELETE FROM page;
        INSERT INTO page VALUES (x'', randomblob(16));
    END;";

/// Removes all pages, and changes the mark.
pub(super) const FORGET: &str = "DELETE FROM page; INSERT INTO page VALUES (x'', randomblob(16));";

/// Contents of at most so many bytes go and stay with the pages; larger ones are files, which a person may remove.
pub(crate) const INSIDE_BYTES: u64 = super::INLINE_BYTES as u64;

/// A page as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    /// What stands in it.
    pub(crate) bytes: Vec<u8>,
    /// Another one once contents have gone.
    pub(crate) mark: Vec<u8>,
}

impl Store {
    /// A page by its key, empty where there is none; where earlier results are not to be believed, it is emptied.
    pub(crate) fn page(&self, key: Digest) -> Kept {
        let mut database = lock(&self.database);
        database.begin_reading();
        let mark = row(&database.connection, &[]).unwrap_or_default();
        if self.found_anew.is_some() {
            drop(database);
            // One that stays is believed again, as results are that were not found anew.
            self.put_page(key, Kept { bytes: Vec::new(), mark: mark.clone() });
            return Kept { bytes: Vec::new(), mark };
        }
        if let Some(page) = database.unwritten.pages.get(&key).filter(|page| page.mark == mark) {
            return page.clone();
        }
        let sealed = row(&database.connection, &key.0).unwrap_or_default();
        Kept { bytes: unsealed(key, &sealed).unwrap_or_default().to_vec(), mark }
    }

    /// Keeps a page in place of an older one, if no contents have gone since its mark was read.
    pub(crate) fn put_page(&self, key: Digest, page: Kept) {
        self.write(|unwritten| drop(unwritten.pages.insert(key, page)));
    }
}

fn row(connection: &Connection, key: &[u8]) -> Option<Vec<u8>> {
    let mut statement = connection.prepare_cached("SELECT bytes FROM page WHERE key = ?1").ok()?;
    statement.query_row([key], |row| row.get(0)).optional().ok()?
}

/// Writes a page, unless its mark is an old one.
pub(super) fn write(connection: &Connection, key: Digest, page: &Kept) -> rusqlite::Result<()> {
    if row(connection, &[]).unwrap_or_default() == page.mark {
        let mut statement = connection.prepare_cached("INSERT OR REPLACE INTO page VALUES (?1, ?2)")?;
        statement.execute(params![key.0, sealed(key, &page.bytes)])?;
    }
    Ok(())
}
