//! The database of the cache.
//!
//! Invariant: a row whose bytes are not those that were written counts as absent, and a database that cannot be written
//! any more costs what it would have kept, nothing else: what was gathered then stays in memory.

use std::{
    collections::HashMap,
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use problem::{
    digest::{Digest, KeyBuilder},
    executor::Blob,
    path::AbsPath,
};
use rusqlite::{Connection, ErrorCode, TransactionBehavior, params};

use super::{
    StoreError,
    pages::{self, Kept},
    place,
};
use crate::system::file_state;

/// Each layout has a file of its own, so that versions of the tool that keep different things get along.
pub(super) const DATABASE: &str = "cache-2.db";
/// The layout of the database; a file with another one is started anew.
const LAYOUT: i64 = 2;
/// Gathered writes go out after this long.
const WRITE_AFTER: Duration = Duration::from_millis(50);
/// One transaction serves readers for this long.
const READ_FOR: Duration = Duration::from_millis(50);
/// Bytes that tell whether a row is as it was written.
const SEAL_BYTES: usize = 8;

/// The database, with what is still to be written to it.
pub(super) struct Database {
    pub(super) connection: Connection,
    /// Device and number of the file, which may be removed while it is open.
    pub(super) file: Option<(u64, u64)>,
    pub(super) unwritten: Unwritten,
    /// Why nothing could be written, until that was said.
    pub(super) lost: Option<rusqlite::Error>,
    /// Since when one transaction has served all readers.
    reading_since: Option<Instant>,
}

/// What is still to be written.
#[derive(Default)]
pub(super) struct Unwritten {
    pub(super) since: Option<Instant>,
    pub(super) blobs: HashMap<Digest, Arc<[u8]>>,
    pub(super) results: HashMap<Digest, Vec<u8>>,
    pub(super) pages: HashMap<Digest, Kept>,
    /// Digests and sizes of files, by identity.
    pub(super) memos: HashMap<Vec<u8>, Blob>,
}

impl Database {
    /// Opens the database and makes the directories around it.
    pub(super) fn open(root: &AbsPath) -> Result<Database, StoreError> {
        place::prepare(root)?;
        let connection = open_database(root).map_err(|cause| StoreError::Database { place: root.clone(), cause })?;
        Ok(Database {
            connection,
            file: file_number(root),
            unwritten: Unwritten::default(),
            lost: None,
            reading_since: None,
        })
    }

    /// One transaction serves many lookups: beginning and ending one costs more than a lookup. It ends soon, so that what
    /// others write is seen and their log can be cut.
    pub(super) fn begin_reading(&mut self) {
        if self.reading_since.is_some_and(|since| since.elapsed() < READ_FOR) {
            return;
        }
        self.end_reading();
        // Without a transaction each lookup has its own.
        if self.connection.execute_batch("BEGIN").is_ok() {
            self.reading_since = Some(Instant::now());
        }
    }

    pub(super) fn end_reading(&mut self) {
        if self.reading_since.take().is_some() {
            drop(self.connection.execute_batch("COMMIT"));
        }
    }

    pub(super) fn write_if_due(&mut self) {
        if self.reading_since.is_some_and(|since| since.elapsed() >= READ_FOR) {
            self.end_reading();
        }
        if self.unwritten.since.is_some_and(|since| since.elapsed() >= WRITE_AFTER) {
            self.write_out();
        }
    }

    /// While another process keeps the database busy, what was gathered stays for the next time; where it can never be
    /// written, for good.
    pub(super) fn write_out(&mut self) {
        self.end_reading();
        if self.unwritten.since.is_none() || self.lost.is_some() {
            return;
        }
        match self.write_transaction() {
            Ok(()) => {
                self.unwritten = Unwritten::default();
            }
            Err(error) if is_busy(&error) => self.unwritten.since = Some(Instant::now()),
            Err(error) => self.lost = Some(error),
        }
    }

    fn write_transaction(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let now_s = now_s();
        {
            let mut blob = transaction.prepare_cached("INSERT OR IGNORE INTO blob VALUES (?1, ?2, ?3)")?;
            for (digest, bytes) in &self.unwritten.blobs {
                blob.execute(params![digest.0, &bytes[..], now_s])?;
            }
            let mut result = transaction.prepare_cached("INSERT OR REPLACE INTO result VALUES (?1, ?2, ?3)")?;
            for (key, value) in &self.unwritten.results {
                result.execute(params![key.0, sealed(*key, value), now_s])?;
            }
            for (key, page) in &self.unwritten.pages {
                pages::write(&transaction, *key, page)?;
            }
            let mut memo = transaction.prepare_cached("INSERT OR REPLACE INTO memo VALUES (?1, ?2, ?3)")?;
            for (file, blob) in &self.unwritten.memos {
                memo.execute(params![file, blob.digest.0, blob.size as i64])?;
            }
        }
        transaction.commit()
    }
}

/// A row's bytes, with what tells whether they stayed as they are.
pub(super) fn sealed(key: Digest, bytes: &[u8]) -> Vec<u8> {
    [bytes, &seal(key, bytes)[..]].concat()
}

/// The bytes of a row, if they are those that were written.
pub(super) fn unsealed(key: Digest, row: &[u8]) -> Option<&[u8]> {
    let (bytes, end) = row.split_last_chunk::<SEAL_BYTES>()?;
    (*end == seal(key, bytes)).then_some(bytes)
}

fn seal(key: Digest, bytes: &[u8]) -> [u8; SEAL_BYTES] {
    let whole = KeyBuilder::new("row").digest(key).field(bytes).finish();
    std::array::from_fn(|idx| whole.0[idx])
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn open_database(root: &AbsPath) -> rusqlite::Result<Connection> {
    // SQLite waits for nobody when several connections make one new database keep a journal of the other kind.
    let lock = fs::File::create(root.child("lock").as_path()).and_then(|file| file.lock().map(|()| file));
    let path = root.child(DATABASE);
    let mut connection = Connection::open(path.as_path())?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;")?;
    if layout(&connection)? != LAYOUT {
        lay_out(&mut connection)?;
    }
    connection.execute_batch(pages::TABLE)?;
    drop(lock);
    Ok(connection)
}

/// Tells the database's file from one that takes its place.
pub(super) fn file_number(root: &AbsPath) -> Option<(u64, u64)> {
    file_state(root.child(DATABASE).as_path()).ok().map(|state| (state.device, state.number))
}

fn layout(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Makes the tables, unless another process has just done so.
fn lay_out(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if layout(&transaction)? != LAYOUT {
        transaction.execute_batch(&format!(
            "DROP TABLE IF EXISTS page; DROP TABLE IF EXISTS blob; DROP TABLE IF EXISTS result; DROP TABLE IF EXISTS memo;
             CREATE TABLE blob (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL, made_s INTEGER NOT NULL) WITHOUT ROWID;
             CREATE TABLE result (key BLOB PRIMARY KEY, value BLOB NOT NULL, made_s INTEGER NOT NULL) WITHOUT ROWID;
             CREATE TABLE memo (file BLOB PRIMARY KEY, digest BLOB NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
             PRAGMA user_version = {LAYOUT};"
        ))?;
    }
    transaction.commit()
}

/// Seconds since 1970, for deciding what is oldest.
pub(super) fn now_s() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |age| age.as_secs() as i64)
}
