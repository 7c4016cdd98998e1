//! Why the cache cannot be used, as one sentence that says what to do.

use std::{io, path::PathBuf};

use problem::path::AbsPath;
use rusqlite::ErrorCode;

use crate::words::Refusal;

/// The cache could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file of the cache could not be read or written.
    #[error("{}", sentence(.place, Refusal::of(.cause), .cause))]
    Io {
        /// The cache.
        place: AbsPath,
        /// The cause.
        cause: io::Error,
    },
    /// It is a link, or there is one in it.
    #[error("the cache is not used, since {} is a link; name the folder itself with --cache-dir", .0.display())]
    Link(PathBuf),
    /// It is not the person's own.
    #[error("the cache is not used, since {} belongs to {name}; name a folder of yours with --cache-dir", .path.display())]
    Foreign {
        /// What.
        path: PathBuf,
        /// Whose.
        name: String,
    },
    /// The database failed.
    #[error("{}", of_database(.place, .cause))]
    Database {
        /// The cache.
        place: AbsPath,
        /// The cause.
        cause: rusqlite::Error,
    },
}

fn sentence(place: &AbsPath, refusal: Refusal, cause: &dyn std::error::Error) -> String {
    const ELSEWHERE: &str = "or choose another place with --cache-dir";
    match refusal {
        Refusal::Full => format!("the disk with the cache in {place} is full; free some space, {ELSEWHERE}"),
        Refusal::Denied => {
            format!("the cache in {place} may not be read or written by you; change its permissions, {ELSEWHERE}")
        }
        Refusal::ReadOnly => format!(
            "the cache in {place} cannot be written, since the disk is read-only; choose another place with --cache-dir"
        ),
        Refusal::Other => format!("the cache in {place} cannot be used ({cause}); remove it, {ELSEWHERE}"),
    }
}

fn of_database(place: &AbsPath, cause: &rusqlite::Error) -> String {
    match cause.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("the cache in {place} is damaged ({cause}); `touchstone cache clean` makes it anew")
        }
        Some(_) | None => sentence(place, refusal(cause), cause),
    }
}

fn refusal(cause: &rusqlite::Error) -> Refusal {
    match cause.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Refusal::Full,
        Some(ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => Refusal::Denied,
        Some(_) | None => Refusal::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_system(errno: i32) -> String {
        let place = AbsPath::new("/home/ada/.cache/touchstone").unwrap();
        StoreError::Io { place, cause: io::Error::from_raw_os_error(errno) }.to_string()
    }

    fn of_database(code: i32) -> String {
        let place = AbsPath::new("/home/ada/.cache/touchstone").unwrap();
        let cause = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        StoreError::Database { place, cause }.to_string()
    }

    #[test]
    fn what_can_be_done_depends_on_the_cause() {
        let full = "the disk with the cache in /home/ada/.cache/touchstone is full; free some space, or choose another \
                    place with --cache-dir";
        let denied = "the cache in /home/ada/.cache/touchstone may not be read or written by you; change its \
                      permissions, or choose another place with --cache-dir";
        assert_eq!([libc::ENOSPC, libc::EDQUOT].map(of_system), [full, full]);
        assert_eq!([libc::EACCES, libc::EPERM].map(of_system), [denied; 2]);
        assert_eq!(of_database(rusqlite::ffi::SQLITE_FULL), full);
        assert_eq!([rusqlite::ffi::SQLITE_READONLY, rusqlite::ffi::SQLITE_PERM].map(of_database), [denied; 2]);
        assert!(of_system(libc::EROFS).contains("the disk is read-only"));
        assert!(of_database(rusqlite::ffi::SQLITE_CORRUPT).contains("is damaged ("));
        let other = [of_system(libc::EIO), of_database(rusqlite::ffi::SQLITE_IOERR)];
        assert!(other.iter().all(|words| words.contains("cannot be used (")), "{other:?}");
    }
}
