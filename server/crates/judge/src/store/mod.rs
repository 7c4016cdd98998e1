//! The cache on disk: contents by their digest, results by their key, and a memo from a file's identity to its digest.
//!
//! Small contents and all results live in one SQLite file in write-ahead mode, so that several processes share it and a
//! killed one loses at most its last moments; large contents are files of their own, written under a temporary name
//! and renamed. Writes gather in memory and go out in one short transaction soon after, so that no process holds the
//! database while it does something else.
//!
//! Invariant: an entry's content never depends on a path or a time; times serve only to decide what is oldest.

mod database;
mod error;
mod headers;
mod instead;
mod large;
mod memo;
mod pages;
mod place;
mod recreation;
#[cfg(test)]
mod tests;
mod trim;

pub use error::StoreError;
pub(crate) use headers::KEPT_LIBRARY;
pub use instead::{Cache, NoCache, clean};
pub use memo::changed_since;
pub(crate) use memo::{Stamp, lasting_stamp, stamp};
pub(crate) use pages::{INSIDE_BYTES, Kept};
pub use trim::Usage;

use std::{
    collections::{HashMap, HashSet},
    fs,
    hash::{BuildHasher as _, RandomState},
    io::{self, Read as _, Write as _},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use problem::{digest::Digest, executor::Blob, path::AbsPath};
use rusqlite::OptionalExtension as _;
use serde::{Serialize, de::DeserializeOwned};

use self::database::{Database, Unwritten, file_number, unsealed};
use crate::{sync::lock, system::set_mode};

const INLINE_BYTES: usize = 32 << 10;
/// Contents kept in memory for the next reader, bytes in all.
const MEMORY_BYTES: usize = 128 << 20;

/// The cache.
pub struct Store {
    root: AbsPath,
    database: Mutex<Database>,
    n_recreations: AtomicU64,
    memory: Mutex<Memory>,
    n_temporaries: AtomicU64,
    n_adopted: AtomicU64,
    /// Executables and large contents that this process has found to be what their names say.
    verified: Mutex<HashSet<Digest>>,
    /// Bytes that this process has added.
    n_added_bytes: AtomicU64,
    /// Where results of earlier processes are not believed: those of this one.
    found_anew: Option<Mutex<HashSet<Digest>>>,
    /// Then, too, what was built by earlier processes, and what was found out about the machine and its tools, is believed.
    believes_builds: bool,
    /// The person has allowed scripts of folders: what they made before is known then, and only then.
    knows_scripts: AtomicBool,
    /// Tells this process's temporary files from those of others, which may have the same process id in a container.
    mark: u64,
}

#[derive(Default)]
struct Memory {
    contents: HashMap<Digest, Arc<[u8]>>,
    bytes: usize,
}

impl Store {
    /// Opens the cache, making it when there is none.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn open(root: &AbsPath) -> Result<Store, StoreError> {
        Ok(Store {
            root: root.clone(),
            database: Mutex::new(Database::open(root)?),
            n_recreations: AtomicU64::new(0),
            memory: Mutex::default(),
            n_temporaries: AtomicU64::new(0),
            n_adopted: AtomicU64::new(0),
            verified: Mutex::default(),
            n_added_bytes: AtomicU64::new(0),
            found_anew: None,
            believes_builds: false,
            knows_scripts: AtomicBool::new(false),
            mark: RandomState::new().hash_one(std::process::id()),
        })
    }

    /// Where the cache is.
    pub fn root(&self) -> &AbsPath {
        &self.root
    }

    fn error(&self, cause: rusqlite::Error) -> StoreError {
        StoreError::Database { place: self.root.clone(), cause }
    }

    fn io_error(&self, cause: io::Error) -> StoreError {
        StoreError::Io { place: self.root.clone(), cause }
    }

    /// Keeps contents.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn put(&self, bytes: &[u8]) -> Result<Blob, StoreError> {
        let blob = Blob::of(bytes);
        let is_small = bytes.len() <= INLINE_BYTES;
        let is_held = self.is_at_hand(blob.digest) || (!is_small && self.has_file(blob.digest));
        if is_held {
            return Ok(blob);
        }
        let bytes: Arc<[u8]> = bytes.into();
        self.n_added_bytes.fetch_add(blob.size, Ordering::Relaxed);
        if is_small {
            self.write(|unwritten| drop(unwritten.blobs.insert(blob.digest, Arc::clone(&bytes))));
        } else {
            self.write_file(&self.blob_path(blob.digest), &bytes, 0o444, false)?;
        }
        self.remember(blob.digest, bytes);
        Ok(blob)
    }

    /// Keeps everything that can be read, which is never held as a whole.
    ///
    /// # Errors
    /// When it cannot be read, or the cache cannot be written.
    pub fn put_all(&self, source: &mut dyn io::Read) -> Result<Blob, StoreError> {
        let mut start = Vec::new();
        source.take(INLINE_BYTES as u64 + 1).read_to_end(&mut start).map_err(|cause| self.io_error(cause))?;
        if start.len() <= INLINE_BYTES {
            return self.put(&start);
        }
        let temporary = self.temporary();
        let kept = large::write(temporary.as_path(), (&start[..]).chain(source)).and_then(|blob| {
            fs::rename(temporary.as_path(), self.blob_path(blob.digest).as_path())?;
            Ok(blob)
        });
        if kept.is_err() {
            drop(fs::remove_file(temporary.as_path()));
        }
        let blob = kept.map_err(|cause| self.io_error(cause))?;
        self.n_added_bytes.fetch_add(blob.size, Ordering::Relaxed);
        lock(&self.verified).insert(blob.digest);
        Ok(blob)
    }

    /// Large contents as an open file; `None` when they are not held, or are not what they were.
    pub(crate) fn open_large(&self, blob: Blob) -> Option<fs::File> {
        let path = self.blob_path(blob.digest);
        if !self.is_verified(blob, &path) {
            self.forget(blob.digest);
            return None;
        }
        trim::mark_used(&path);
        fs::File::open(path.as_path()).ok()
    }

    /// Whether contents are held, those of executables included.
    pub fn holds(&self, digest: Digest) -> bool {
        self.is_at_hand(digest) || self.has_file(digest)
    }

    /// Whether contents are in memory or in the database.
    fn is_at_hand(&self, digest: Digest) -> bool {
        lock(&self.memory).contents.contains_key(&digest) || self.has_row(digest)
    }

    /// Whether contents are a file, which is in use then.
    fn has_file(&self, digest: Digest) -> bool {
        trim::mark_used(&self.blob_path(digest)) || trim::mark_used(&self.executable_path(digest))
    }

    fn has_row(&self, digest: Digest) -> bool {
        let mut database = lock(&self.database);
        if database.unwritten.blobs.contains_key(&digest) {
            return true;
        }
        database.begin_reading();
        let statement = database.connection.prepare_cached("SELECT 1 FROM blob WHERE digest = ?1");
        statement.and_then(|mut statement| statement.exists([digest.0])).unwrap_or(false)
    }

    /// Contents by their digest. Contents that do not have it, because a disk or a person changed them, count as lost.
    pub fn get(&self, digest: Digest) -> Option<Arc<[u8]>> {
        if let Some(bytes) = lock(&self.memory).contents.get(&digest) {
            return Some(Arc::clone(bytes));
        }
        let read = |path: AbsPath| fs::read(path.as_path()).ok();
        let bytes = self.read_row(digest).or_else(|| read(self.blob_path(digest)));
        let bytes = bytes.or_else(|| read(self.executable_path(digest)))?;
        if Digest::of(&bytes) != digest {
            // Out of the way, or it would count as held and never be written again.
            self.forget(digest);
            return None;
        }
        let bytes: Arc<[u8]> = bytes.into();
        self.remember(digest, Arc::clone(&bytes));
        Some(bytes)
    }

    fn read_row(&self, digest: Digest) -> Option<Vec<u8>> {
        let mut database = lock(&self.database);
        if let Some(bytes) = database.unwritten.blobs.get(&digest) {
            return Some(bytes.to_vec());
        }
        database.begin_reading();
        let mut statement = database.connection.prepare_cached("SELECT bytes FROM blob WHERE digest = ?1").ok()?;
        statement.query_row([digest.0], |row| row.get(0)).optional().ok()?
    }

    fn forget(&self, digest: Digest) {
        drop(fs::remove_file(self.blob_path(digest).as_path()));
        drop(fs::remove_file(self.executable_path(digest).as_path()));
        let mut database = lock(&self.database);
        database.end_reading();
        drop(database.connection.execute("DELETE FROM blob WHERE digest = ?1", [digest.0]));
    }

    fn remember(&self, digest: Digest, bytes: Arc<[u8]>) {
        let mut memory = lock(&self.memory);
        if memory.bytes + bytes.len() > MEMORY_BYTES {
            *memory = Memory::default();
        }
        if bytes.len() <= MEMORY_BYTES / 4 {
            memory.bytes += bytes.len();
            memory.contents.insert(digest, bytes);
        }
    }

    /// The path of contents as an executable file; `None` when they are not held.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn executable(&self, blob: Blob) -> Result<Option<AbsPath>, StoreError> {
        let path = self.executable_path(blob.digest);
        if self.is_verified(blob, &path) && self.holds_executable(blob) {
            trim::mark_used(&path);
            return Ok(Some(path));
        }
        let Some(bytes) = self.get(blob.digest) else { return Ok(None) };
        self.write_file(&path, &bytes, 0o555, true)?;
        Ok(Some(path))
    }

    /// Whether a file is what its name says. One that this process has not written is read the first time that it is
    /// wanted.
    fn is_verified(&self, blob: Blob, path: &AbsPath) -> bool {
        if lock(&self.verified).contains(&blob.digest) {
            return true;
        }
        let read = fs::File::open(path.as_path()).and_then(Blob::read);
        let is_right = read.is_ok_and(|read| read == blob);
        if is_right {
            lock(&self.verified).insert(blob.digest);
        }
        is_right
    }

    /// Keeps a finished executable among the executables.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn adopt_executable(&self, mut from: fs::File) -> Result<Blob, StoreError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map_err(|cause| self.io_error(cause))?;
        let blob = Blob::of(&bytes);
        if !self.holds_executable(blob) {
            // A power cut must not leave a name with half a program behind it.
            self.write_file(&self.executable_path(blob.digest), &bytes, 0o555, true)?;
        }
        lock(&self.verified).insert(blob.digest);
        self.n_adopted.fetch_add(1, Ordering::Relaxed);
        self.n_added_bytes.fetch_add(blob.size, Ordering::Relaxed);
        Ok(blob)
    }

    /// How many executables were taken over since the cache was opened.
    pub fn n_adopted(&self) -> u64 {
        self.n_adopted.load(Ordering::Relaxed)
    }

    /// Notes that a file of the cache was used, so that it does not count as old.
    pub(crate) fn mark_used(&self, path: &AbsPath) {
        trim::mark_used(path);
    }

    /// Whether an executable is held, as it was when it was last read.
    pub fn holds_executable(&self, blob: Blob) -> bool {
        self.file_blob(&self.executable_path(blob.digest)) == Some(blob)
    }

    fn executable_path(&self, digest: Digest) -> AbsPath {
        self.root.child("bin").child(&digest.hex())
    }

    /// A result by its key; an entry that cannot be read counts as absent.
    pub fn result<T: DeserializeOwned>(&self, key: Digest) -> Option<T> {
        self.with_result(key, |bytes| postcard::from_bytes(bytes).ok())
    }

    /// Takes note whether scripts of folders are run.
    pub(crate) fn note_scripts(&self, are_allowed: bool) {
        self.knows_scripts.store(are_allowed, Ordering::Relaxed);
    }

    /// Whether what scripts of folders have made counts.
    pub(crate) fn knows_scripts(&self) -> bool {
        self.knows_scripts.load(Ordering::Relaxed)
    }

    /// The same for what was built, or was found out about the machine and its tools.
    pub fn built<T: DeserializeOwned>(&self, key: Digest) -> Option<T> {
        let read = |bytes: &[u8]| postcard::from_bytes(bytes).ok();
        if self.believes_builds { self.kept_result(key, read) } else { self.with_result(key, read) }
    }

    /// Hands a result to `read`, as it is kept.
    pub(crate) fn with_result<T>(&self, key: Digest, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        if self.found_anew.as_ref().is_some_and(|found_anew| !lock(found_anew).contains(&key)) {
            return None;
        }
        self.kept_result(key, read)
    }

    fn kept_result<T>(&self, key: Digest, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let mut database = lock(&self.database);
        if let Some(value) = database.unwritten.results.get(&key) {
            return read(value);
        }
        database.begin_reading();
        let mut statement = database.connection.prepare_cached("SELECT value FROM result WHERE key = ?1").ok()?;
        let mut rows = statement.query([key.0]).ok()?;
        let row = rows.next().ok()??;
        read(unsealed(key, row.get_ref(0).ok()?.as_blob().ok()?)?)
    }

    /// Keeps a result under its key, in place of an older one.
    pub fn put_result<T: Serialize>(&self, key: Digest, value: &T) {
        if let Ok(bytes) = postcard::to_stdvec(value) {
            self.put_result_bytes(key, bytes);
        }
    }

    pub(crate) fn put_result_bytes(&self, key: Digest, bytes: Vec<u8>) {
        if let Some(found_anew) = &self.found_anew {
            lock(found_anew).insert(key);
        }
        self.write(|unwritten| drop(unwritten.results.insert(key, bytes)));
    }

    fn write(&self, gather: impl FnOnce(&mut Unwritten)) {
        let mut database = lock(&self.database);
        gather(&mut database.unwritten);
        database.unwritten.since.get_or_insert_with(Instant::now);
        database.write_if_due();
    }

    /// Writes out what was gathered, if it has waited long enough.
    pub fn tick(&self) {
        lock(&self.database).write_if_due();
    }

    /// Writes out what was gathered.
    pub fn flush(&self) {
        lock(&self.database).write_out();
    }

    /// Writes out what was gathered. What cannot be written is tried again later.
    ///
    /// # Errors
    /// When a write has failed since the last call.
    pub fn ensure_it_keeps(&self) -> Result<(), StoreError> {
        let mut database = lock(&self.database);
        database.write_out();
        database.lost.take().map_or(Ok(()), |cause| Err(self.error(cause)))
    }

    fn blob_path(&self, digest: Digest) -> AbsPath {
        self.root.child("blobs").child(&digest.hex())
    }

    /// A path for a file that is being made; nobody else uses it.
    pub fn temporary(&self) -> AbsPath {
        let number = self.n_temporaries.fetch_add(1, Ordering::Relaxed);
        self.root.child("tmp").child(&format!("{:016x}-{number}", self.mark))
    }

    fn write_file(&self, path: &AbsPath, bytes: &[u8], mode: u32, lasting: bool) -> Result<(), StoreError> {
        let temporary = self.temporary();
        let write = || {
            let mut file = fs::File::create_new(temporary.as_path())?;
            file.write_all(bytes)?;
            set_mode(&file, mode)?;
            if lasting {
                file.sync_data()?;
            }
            // Whoever executes it while a descriptor for writing is open would be refused.
            drop(file);
            fs::rename(temporary.as_path(), path.as_path())
        };
        write().map_err(|source| self.io_error(source))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.flush();
    }
}
