//! Temporary folders, below cargo's own, so that what a killed test leaves is swept away by the next.

use std::{
    ffi::OsStr,
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::OnceLock,
};

use nix::unistd::geteuid;
use tempfile::TempDir;

/// An empty folder that is gone when its value is. Everybody may enter it: some tests let another user work.
pub fn folder() -> TempDir {
    let folder = tempfile::Builder::new().prefix("e2e-").tempdir_in(root()).expect("a temporary folder can be made");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// Takes a folder away at once, whatever somebody writes into it meanwhile.
pub fn take_away(place: &Path) {
    let elsewhere = folder();
    fs::rename(place, elsewhere.path().join("gone")).expect("the folder is there, and ours");
}

/// Writes a shell script that can be executed.
pub fn script(place: &Path, text: &str) {
    by_another_process("printf %s \"$1\" >\"$0\"", place, text);
}

/// Lets a shell command make the executable file `$0`. A file that this process has open for writing may be inherited by
/// a program that another test starts at the same moment, and nobody can execute it then. Compilers may run as another
/// user, whatever this one hides from others.
pub fn by_another_process(command: &str, place: &Path, what: impl AsRef<OsStr>) {
    let command = format!("{command} && chmod 755 \"$0\"");
    let made = Command::new("sh").args(["-c", &command]).arg(place).arg(what).status();
    assert!(made.expect("sh can be started").success(), "{} cannot be made", place.display());
}

/// The folder of this process, for what is kept until all tests are done.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let all = open_to_all().join(format!("touchstone-e2e-{}", geteuid()));
        sweep(&all);
        let own = all.join(process::id().to_string());
        fs::create_dir_all(&own).expect("the temporary folder can be written to");
        for folder in [&all, &own] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("it is ours");
        }
        own.canonicalize().expect("a folder that was just made has a path")
    })
}

/// The system's temporary folder, unless it lies where only its owner may go: some tests let another user work.
fn open_to_all() -> PathBuf {
    let given = std::env::temp_dir();
    let is_open = |folder: &Path| fs::metadata(folder).is_ok_and(|about| about.permissions().mode() & 0o001 != 0);
    if given.ancestors().all(is_open) { given } else { PathBuf::from("/tmp") }
}

/// Removes the folders of processes that are gone. Other tests may be sweeping at the same time.
fn sweep(all: &Path) {
    let Ok(folders) = fs::read_dir(all) else { return };
    for folder in folders.flatten() {
        let owner = folder.file_name();
        let is_gone = !Path::new("/proc").join(&owner).exists();
        if is_gone && let Err(error) = fs::remove_dir_all(folder.path()) {
            // What such a process has started may still write there.
            let is_of_others = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty);
            assert!(is_of_others, "{} cannot be removed: {error}", folder.path().display());
        }
    }
}

/// Names a cache for runners that start a process for each test.
const GIVEN_CACHE: &str = "TOUCHSTONE_TEST_CACHE";

/// The cache that all tests share that are not about the cache, so that each test program is compiled once.
pub fn shared_cache() -> PathBuf {
    std::env::var_os(GIVEN_CACHE).map_or_else(|| root().join("cache"), PathBuf::from)
}
