//! The memo from a file's identity to the digest of its contents, which spares reading files that did not change.
//!
//! Invariant: a file whose times are younger than [`TOO_YOUNG`] is read again, since a change within the clock's grain
//! would leave the times as they are.

use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use problem::{digest::Digest, executor::Blob, path::AbsPath};
use rusqlite::OptionalExtension as _;

use super::Store;
use crate::{
    sync::lock,
    system::{FileState, Moment, file_state},
};

const TOO_YOUNG: Duration = Duration::from_secs(2);

/// Device, number, size and times of a file or directory: others when anything about it was touched.
pub(crate) type Stamp = Vec<u8>;

impl Store {
    /// The address of a file's contents; the contents themselves are read only when the memo does not know the file.
    /// `None` when the file cannot be read.
    pub fn file_blob(&self, path: &AbsPath) -> Option<Blob> {
        self.stamped_blob(path).map(|(_, blob)| blob)
    }

    /// The same, with the file's stamp, which is never younger than the contents.
    pub(crate) fn stamped_blob(&self, path: &AbsPath) -> Option<(Stamp, Blob)> {
        // A device or a pipe, which a compiler may name among what it has read, has no contents that end.
        let state = file_state(path.as_path()).ok().filter(|state| state.is_file)?;
        let identity = identity(&state);
        let old_enough = is_old_enough(&state, SystemTime::now());
        if old_enough && let Some(blob) = self.memo(&identity) {
            return Some((identity, blob));
        }
        let blob = Blob::read(fs::File::open(path.as_path()).ok()?).ok()?;
        if old_enough {
            self.write(|unwritten| {
                unwritten.memos.insert(identity.clone(), blob);
            });
        }
        Some((identity, blob))
    }

    fn memo(&self, identity: &[u8]) -> Option<Blob> {
        let mut database = lock(&self.database);
        if let Some(blob) = database.unwritten.memos.get(identity) {
            return Some(*blob);
        }
        database.begin_reading();
        let mut statement = database.connection.prepare_cached("SELECT digest, size FROM memo WHERE file = ?1").ok()?;
        let found = statement.query_row([identity], |row| Ok((row.get::<_, [u8; 32]>(0)?, row.get::<_, i64>(1)?)));
        let (digest, size) = found.optional().ok()??;
        Some(Blob { digest: Digest(digest), size: size as u64 })
    }
}

/// The stamp of a regular file that was seen then, if it was old enough to stand for the file's contents.
pub(crate) fn lasting_stamp(state: &FileState, seen: SystemTime) -> Option<Stamp> {
    (state.is_file && is_old_enough(state, seen)).then(|| identity(state))
}

/// Files may be stamped with a time that is this much old.
const CLOCK_GRAIN: Duration = Duration::from_millis(10);

/// Whether a file's contents, name or status may have changed after a moment; also when it is gone.
pub fn changed_since(path: &Path, moment: SystemTime) -> bool {
    let moment = moment.checked_sub(CLOCK_GRAIN).unwrap_or(moment);
    let is_later = |(seconds, nanos): Moment| {
        SystemTime::UNIX_EPOCH + Duration::new(seconds.max(0) as u64, nanos.clamp(0, 999_999_999) as u32) > moment
    };
    file_state(path).map_or(true, |state| is_later(state.modified) || is_later(state.changed))
}

/// The stamp of a file or directory, if it is there.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    file_state(path).ok().as_ref().map(identity)
}

fn identity(state: &FileState) -> Stamp {
    let FileState { device, number, size, modified, changed, is_file: _ } = *state;
    let numbers = [device as i64, number as i64, size as i64, modified.0, modified.1, changed.0, changed.1];
    numbers.into_iter().flat_map(i64::to_le_bytes).collect()
}

fn is_old_enough(state: &FileState, seen: SystemTime) -> bool {
    let newest = state.modified.0.max(state.changed.0);
    let newest = SystemTime::UNIX_EPOCH + Duration::from_secs(newest.max(0) as u64 + 1);
    seen.duration_since(newest).is_ok_and(|age| age >= TOO_YOUNG)
}
