//! Size of the cache, and making it smaller.

use std::{
    fs, io,
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, SystemTime},
};

use problem::path::AbsPath;
use walkdir::WalkDir;

use super::{
    Store, StoreError,
    database::{DATABASE, now_s},
    headers::KEPT_LIBRARY,
    pages::FORGET,
};
use crate::sync::lock;

/// What was used this recently may be in use by another process, and is never removed.
const IN_USE: Duration = Duration::from_secs(3600);
/// What was marked as used this recently is not marked again; far less than anybody's time of use.
const MARKED_FOR: Duration = Duration::from_secs(30);
/// Leftovers of killed processes are removed when they are older than this.
const LEFTOVER_AGE: Duration = Duration::from_secs(24 * 3600);

/// A cache that was trimmed this recently is left alone, unless this many bytes were added since.
const TRIMMED_FOR: Duration = Duration::from_secs(600);
const MUCH_BYTES: u64 = 64 << 20;
/// Precompiled headers are large and soon made again, bytes.
const HEADERS_CAP_BYTES: u64 = 1 << 30;

/// What is in the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Bytes of the database.
    pub database_bytes: u64,
    /// Bytes of large contents.
    pub blob_bytes: u64,
    /// Bytes of built programs.
    pub binary_bytes: u64,
    /// Bytes of what was compiled beforehand: headers, and archives of their bodies.
    pub header_bytes: u64,
    /// Bytes of what language models have answered.
    pub reply_bytes: u64,
    /// Results held.
    pub n_results: u64,
}

impl Usage {
    /// All bytes together.
    pub fn total_bytes(&self) -> u64 {
        self.database_bytes + self.blob_bytes + self.binary_bytes + self.header_bytes + self.reply_bytes
    }
}

struct Entry {
    path: AbsPath,
    size: u64,
    modified: SystemTime,
}

impl Entry {
    /// Removes the file, or the whole directory.
    fn remove(&self) -> io::Result<()> {
        let path = self.path.as_path();
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
    }
}

impl Store {
    /// Measures the cache.
    pub fn usage(&self) -> Usage {
        let n_results = lock(&self.database)
            .connection
            .query_row("SELECT count(*) FROM result", [], |row| row.get::<_, i64>(0))
            .unwrap_or(0);
        Usage { n_results: n_results as u64, ..self.sizes() }
    }

    /// The usage without the number of results, which takes a walk through the whole database.
    fn sizes(&self) -> Usage {
        let bytes = |directory: &str| entries(&self.root.child(directory)).iter().map(|entry| entry.size).sum();
        let database = ["", "-wal"].map(|end| fs::metadata(self.root.child(&format!("{DATABASE}{end}")).as_path()));
        Usage {
            database_bytes: database.iter().flatten().map(fs::Metadata::len).sum(),
            blob_bytes: bytes("blobs"),
            binary_bytes: bytes("bin"),
            header_bytes: self.headers().iter().map(|entry| entry.size).sum(),
            reply_bytes: bytes("replies"),
            n_results: 0,
        }
    }

    /// Precompiled headers, archives of bodies, and compiled libraries of languages, each a directory.
    fn headers(&self) -> Vec<Entry> {
        let files = WalkDir::new(self.root.child("include").as_path()).max_depth(3).into_iter().flatten();
        let made = files
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "gch" || extension == "a"));
        let made = made.filter_map(|entry| entry_of(entry.path(), &entry.metadata().ok()?));
        made.chain(self.libraries()).collect()
    }

    /// Compiled libraries, as old as their last use.
    fn libraries(&self) -> impl Iterator<Item = Entry> {
        let places = fs::read_dir(self.root.child("include").as_path()).into_iter().flatten().flatten();
        let kept = places.map(|place| place.path().join(KEPT_LIBRARY)).filter(|library| library.is_dir());
        kept.filter_map(|library| {
            let files = WalkDir::new(&library).into_iter().flatten().filter_map(|entry| entry.metadata().ok());
            let files: Vec<_> = files.filter(fs::Metadata::is_file).collect();
            let modified = files.iter().filter_map(|metadata| metadata.modified().ok()).max()?;
            Some(Entry { path: AbsPath::new(&library)?, size: files.iter().map(fs::Metadata::len).sum(), modified })
        })
    }

    /// Removes the precompiled headers that were not used for longest, until few enough are left.
    fn trim_headers(&self) {
        let mut headers = self.headers();
        headers.sort_by_key(|entry| std::cmp::Reverse(entry.modified));
        let mut bytes = 0;
        for header in headers {
            bytes += header.size;
            // Whoever has it open keeps it.
            if bytes > HEADERS_CAP_BYTES {
                drop(header.remove());
            }
        }
    }

    /// Brings the cache under `cap_bytes`, oldest first, and removes what killed processes left behind. Returns the
    /// bytes freed.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn trim(&self, cap_bytes: u64) -> Result<u64, StoreError> {
        self.trim_unused(cap_bytes, IN_USE)
    }

    /// The same, where a file counts as in use for so long after it was used.
    fn trim_unused(&self, cap_bytes: u64, in_use: Duration) -> Result<u64, StoreError> {
        self.remove_leftovers();
        self.trim_headers();
        // Replies were paid for, and stay.
        let bytes = || {
            let sizes = self.sizes();
            sizes.total_bytes() - sizes.reply_bytes
        };
        let before = bytes();
        if before <= cap_bytes {
            return Ok(0);
        }
        let mut files = entries(&self.root.child("blobs"));
        files.extend(entries(&self.root.child("bin")));
        files.extend(self.headers());
        let now = SystemTime::now();
        files.retain(|entry| now.duration_since(entry.modified).is_ok_and(|age| age > in_use));
        files.sort_by_key(|entry| entry.modified);
        let mut excess = before - cap_bytes;
        // What has no file any more is not held, also where the next reader would have found it in memory.
        *lock(&self.memory) = super::Memory::default();
        for file in files {
            if excess == 0 {
                break;
            }
            if file.remove().is_ok() {
                excess = excess.saturating_sub(file.size);
            }
        }
        // Files that somebody uses are no reason to forget results, and what these files are to be compared with.
        if excess > 0 && self.sizes().database_bytes > cap_bytes / 2 {
            self.halve_database(in_use)?;
        }
        Ok(before.saturating_sub(bytes()))
    }

    /// Does the same if this process has added much, or nobody has done it for a while: looking at every file takes longer
    /// than a check in which nothing has changed.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn trim_if_due(&self, cap_bytes: u64) -> Result<(), StoreError> {
        self.trim_unused_if_due(cap_bytes, IN_USE)
    }

    /// The same, where a file counts as in use for so long after it was used.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn trim_unused_if_due(&self, cap_bytes: u64, in_use: Duration) -> Result<(), StoreError> {
        let stamp = self.root.child("trimmed");
        let trimmed = fs::metadata(stamp.as_path()).and_then(|metadata| metadata.modified());
        let is_fresh = trimmed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age < TRIMMED_FOR));
        if is_fresh && self.n_added_bytes.load(Ordering::Relaxed) < MUCH_BYTES {
            return Ok(());
        }
        self.trim_unused(cap_bytes, in_use)?;
        self.n_added_bytes.store(0, Ordering::Relaxed);
        // Without the stamp it is only done again sooner.
        drop(fs::write(stamp.as_path(), ""));
        Ok(())
    }

    /// Empties the cache. Returns the bytes freed.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn clean(&self) -> Result<u64, StoreError> {
        self.recreate_if_removed()?;
        let before = self.sizes().total_bytes();
        for directory in ["blobs", "bin", "tmp", "replies"] {
            for entry in entries(&self.root.child(directory)) {
                drop(fs::remove_file(entry.path.as_path()));
            }
        }
        for header in self.headers() {
            drop(header.remove());
        }
        *lock(&self.memory) = super::Memory::default();
        self.flush();
        let emptied = lock(&self.database)
            .connection
            .execute_batch(&format!("{FORGET} DELETE FROM blob; DELETE FROM result; DELETE FROM memo; VACUUM;"));
        emptied.map_err(|source| self.error(source))?;
        Ok(before.saturating_sub(self.sizes().total_bytes()))
    }

    /// Drops the older half of the rows, but none that was written so recently that it may be in use.
    fn halve_database(&self, in_use: Duration) -> Result<(), StoreError> {
        self.flush();
        let newest_s = now_s().saturating_sub_unsigned(in_use.as_secs());
        let older_half = |table: &str| {
            format!(
                "DELETE FROM {table} WHERE made_s <= min({newest_s}, (SELECT made_s FROM {table} ORDER BY made_s LIMIT 1
                     OFFSET (SELECT count(*) / 2 FROM {table})));"
            )
        };
        let halved = lock(&self.database).connection.execute_batch(&format!(
            "{} {} DELETE FROM memo; VACUUM;",
            older_half("result"),
            older_half("blob")
        ));
        halved.map_err(|source| self.error(source))
    }

    fn remove_leftovers(&self) {
        let now = SystemTime::now();
        let is_old = |entry: &&Entry| now.duration_since(entry.modified).is_ok_and(|age| age > LEFTOVER_AGE);
        for entry in entries(&self.root.child("tmp")).iter().filter(is_old) {
            drop(fs::remove_file(entry.path.as_path()));
        }
        for entry in entries(&self.root.child("work")).iter().filter(is_old) {
            drop(crate::launcher::remove_directory(entry.path.as_path()));
        }
    }
}

/// Notes that a file was used, so that it does not count as old; whether it is there.
pub(super) fn mark_used(path: &AbsPath) -> bool {
    let now = SystemTime::now();
    let Ok(metadata) = fs::metadata(path.as_path()) else { return false };
    if metadata.modified().is_ok_and(|modified| now.duration_since(modified).is_ok_and(|age| age > MARKED_FOR)) {
        // A file that cannot be marked is only removed earlier.
        drop(fs::File::open(path.as_path()).and_then(|file| file.set_modified(now)));
    }
    true
}

fn entries(directory: &AbsPath) -> Vec<Entry> {
    let Ok(listing) = fs::read_dir(directory.as_path()) else { return Vec::new() };
    listing.flatten().filter_map(|entry| entry_of(&entry.path(), &entry.metadata().ok()?)).collect()
}

fn entry_of(path: &Path, metadata: &fs::Metadata) -> Option<Entry> {
    Some(Entry { path: AbsPath::new(path)?, size: metadata.len(), modified: metadata.modified().ok()? })
}
