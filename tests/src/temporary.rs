//! Temporary folders, below cargo's own, so that what a killed test leaves is swept away by the next.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::OnceLock,
};

use tempfile::TempDir;

/// An empty folder that is gone when its value is.
pub fn folder() -> TempDir {
    tempfile::Builder::new().prefix("e2e-").tempdir_in(root()).expect("a temporary folder can be made")
}

/// Writes a shell script that can be executed.
pub fn script(place: &Path, text: &str) {
    by_another_process("printf %s \"$1\" >\"$0\"", place, text);
}

/// Lets a shell command make the executable file `$0`. A file that this process has open for writing may be inherited by
/// a program that another test starts at the same moment, and nobody can execute it then.
pub(crate) fn by_another_process(command: &str, place: &Path, what: impl AsRef<OsStr>) {
    let command = format!("{command} && chmod +x \"$0\"");
    let made = Command::new("sh").args(["-c", &command]).arg(place).arg(what).status();
    assert!(made.expect("sh can be started").success(), "{} cannot be made", place.display());
}

/// The folder of this process, for what is kept until all tests are done.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let all = std::env::temp_dir().join("touchstone-e2e");
        sweep(&all);
        let own = all.join(process::id().to_string());
        fs::create_dir_all(&own).expect("the temporary folder can be written to");
        own.canonicalize().expect("a folder that was just made has a path")
    })
}

/// Removes the folders of processes that are gone. Other tests may be sweeping at the same time.
fn sweep(all: &Path) {
    let Ok(folders) = fs::read_dir(all) else { return };
    for folder in folders.flatten() {
        let owner = folder.file_name();
        let is_gone = !Path::new("/proc").join(&owner).exists();
        if is_gone && let Err(error) = fs::remove_dir_all(folder.path()) {
            assert_eq!(error.kind(), io::ErrorKind::NotFound, "{} cannot be removed: {error}", folder.path().display());
        }
    }
}

/// A cache that the tests of this process share, so that the programs of an example are compiled once.
pub fn shared_cache() -> &'static Path {
    static CACHE: OnceLock<TempDir> = OnceLock::new();
    CACHE.get_or_init(folder).path()
}
