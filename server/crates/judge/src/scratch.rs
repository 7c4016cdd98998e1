//! A folder that is gone when its value is.
//!
//! Invariant: as long as its value lives the folder is locked; so one that is not was left by a process that was killed, and
//! the next process removes it.

use std::{
    fs::{self, File},
    io,
    path::Path,
    sync::Once,
    time::{Duration, SystemTime},
};

use problem::path::AbsPath;

/// What the names of such folders begin with.
const PREFIX: &str = "touchstone-scratch-";
/// A younger folder may be about to be locked.
const YOUNG: Duration = Duration::from_secs(60);

/// A temporary folder.
pub struct Scratch {
    _folder: tempfile::TempDir,
    _lock: Option<File>,
    path: AbsPath,
}

impl Scratch {
    /// Makes an empty temporary folder.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn make() -> io::Result<Scratch> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let path = AbsPath::new(crate::system::real_path(folder.path())?).ok_or(io::ErrorKind::InvalidInput)?;
        // Where nothing can be locked, nothing is swept either.
        let lock = File::open(path.as_path()).ok().filter(|folder| folder.lock().is_ok());
        Ok(Scratch { _folder: folder, _lock: lock, path })
    }

    /// Where it is.
    pub fn path(&self) -> &AbsPath {
        &self.path
    }
}

/// Removes what processes that are gone have left.
fn sweep(place: &Path) {
    let Ok(folders) = fs::read_dir(place) else { return };
    for folder in folders.flatten() {
        let is_ours = folder.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let is_directory = folder.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours && is_directory && is_left(&folder.path()) {
            // What cannot be removed stays.
            drop(fs::remove_dir_all(folder.path()));
        }
    }
}

fn is_left(folder: &Path) -> bool {
    let Ok(file) = File::open(folder) else { return false };
    let made = file.metadata().and_then(|metadata| metadata.modified());
    let is_old = made.is_ok_and(|made| SystemTime::now().duration_since(made).is_ok_and(|age| age > YOUNG));
    is_old && file.try_lock().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_swept_away() {
        let place = tempfile::tempdir().unwrap();
        let folder = |name: &str, age_s: u64| {
            let path = place.path().join(name);
            fs::create_dir_all(path.join("inside")).unwrap();
            let file = File::open(&path).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age_s)).unwrap();
            (path, file)
        };
        let (left, _) = folder("touchstone-scratch-left", 90);
        let (used, in_use) = folder("touchstone-scratch-used", 90);
        let (young, _) = folder("touchstone-scratch-young", 1);
        let (other, _) = folder("touchstone-other", 90);
        in_use.lock().unwrap();
        sweep(place.path());
        assert_eq!([&left, &used, &young, &other].map(|path| path.exists()), [false, true, true, true]);
    }

    #[test]
    fn a_folder_that_is_used_is_locked() {
        let scratch = Scratch::make().unwrap();
        assert!(File::open(scratch.path().as_path()).unwrap().try_lock().is_err());
        let path = scratch.path().clone();
        drop(scratch);
        assert!(!path.as_path().exists());
    }
}
