//! Files of ours and of the person's, written as a whole or not at all.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Read as _},
    path::Path,
    sync::Mutex,
};

use problem::path::AbsPath;
use tempfile::{Builder, NamedTempFile};

use crate::{
    disk::dirs::{self, Dirs},
    sync::lock,
    system,
    words::Refusal,
};

/// How many directories above a folder its repository may begin.
const MAX_ABOVE: usize = 8;

/// Writes a file in one step: whoever reads it sees the old contents or the new ones.
///
/// # Errors
/// When the directory cannot be made or the file cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    put_in_place(path, bytes, None)
}

/// The same where a person wants a file to be: no directory is made for it. Those who could read a file that was there can
/// still read it, and a new one whoever can read the person's files. What is no file, as a pipe, stays what it is; a link to
/// a file is replaced, since a stranger may have laid it.
///
/// # Errors
/// One sentence: the directory is not there, or the file cannot be written.
pub fn write_for_person(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !directory.is_dir() {
        return Err(format!("{} is no folder; make it first, or choose another path", directory.display()));
    }
    put_for_person(path, directory, bytes).map_err(|error| match Refusal::of(&error) {
        Refusal::Full => format!("{} cannot be written, since the disk is full; free some space", path.display()),
        Refusal::Denied | Refusal::ReadOnly | Refusal::Other => {
            format!("{} cannot be written ({error}); choose another path", path.display())
        }
    })
}

fn put_for_person(path: &Path, directory: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = fs::symlink_metadata(path).ok();
    if let Some(old) = old.as_ref().filter(|old| old.is_file()) {
        return put_in_place(path, bytes, Some(old.permissions()));
    }
    // A link may be a stranger's and lead anywhere: it is replaced. Those to streams, such as `/dev/stdout`, are meant.
    let is_strange = |old: &fs::Metadata| {
        old.is_symlink() && !path.starts_with("/dev") && fs::metadata(path).map_or(true, |target| target.is_file())
    };
    if old.is_some_and(|old| !is_strange(&old)) {
        return fs::write(path, bytes);
    }
    let mut builder = Builder::new();
    if let Some(permissions) = system::new_file_permissions() {
        builder.permissions(permissions);
    }
    finish(builder.tempfile_in(directory)?, path, bytes, None)
}

/// The same in a directory that is there, with other permissions than a temporary file has.
pub(crate) fn put_in_place(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    // A lone name has an empty path above it.
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    finish(NamedTempFile::new_in(directory)?, path, bytes, permissions)
}

fn finish(mut file: NamedTempFile, path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    io::Write::write_all(&mut file, bytes)?;
    if let Some(permissions) = permissions {
        fs::set_permissions(file.path(), permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Reads a file that a person has named.
///
/// # Errors
/// One sentence: it cannot be read, or is larger than `most` bytes.
pub fn read_for_person(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| format!("{} cannot be read ({error}); name a file", path.display()))?;
    if bytes.len() as u64 > most {
        return Err(format!("{} is larger than {} MB", path.display(), most >> 20));
    }
    Ok(bytes)
}

/// The root of the repository that a folder lies in, which has `.git`.
pub fn repository_around(folder: &AbsPath) -> Option<AbsPath> {
    let directories = may_be_repositories(folder.as_path());
    AbsPath::new(directories[with_git(&directories)?])
}

/// A folder and the directories above it that may be its repository's root: few, below the person's home and the root of all.
pub(super) fn may_be_repositories(folder: &Path) -> Vec<&Path> {
    let home = dirs::environment_word("HOME");
    let is_too_high = |directory: &Path| {
        directory.parent().is_none() || home.as_deref().is_some_and(|home| Path::new(home) == directory)
    };
    folder.ancestors().take(MAX_ABOVE + 1).take_while(|directory| !is_too_high(directory)).collect()
}

/// The nearest of some directories that has `.git`.
pub(super) fn with_git(directories: &[&Path]) -> Option<usize> {
    directories.iter().position(|directory| directory.join(".git").exists())
}

/// Makes a directory of ours.
///
/// # Errors
/// When it cannot be made.
pub fn make_directory(path: &AbsPath) -> io::Result<()> {
    fs::create_dir_all(path.as_path())
}

/// Reads a file's text, where there is one.
pub fn read(path: &AbsPath) -> Option<String> {
    fs::read_to_string(path.as_path()).ok()
}

/// How a file begins: as much as a long line may have, and nothing where there is none.
pub fn beginning(path: &AbsPath) -> String {
    const MAX_BYTES: u64 = 4 << 10;
    let mut bytes = Vec::new();
    // Others may be pipes, which nobody writes.
    let is_file = fs::metadata(path.as_path()).is_ok_and(|metadata| metadata.is_file());
    if is_file && let Ok(file) = fs::File::open(path.as_path()) {
        drop(file.take(MAX_BYTES).read_to_end(&mut bytes));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a path leads to something.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a path leads to a file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether anything is there, be it a link that leads nowhere.
pub fn is_there(path: &AbsPath) -> bool {
    fs::symlink_metadata(path.as_path()).is_ok()
}

/// The text of the file of a directory that was written last.
pub fn newest(directory: &AbsPath) -> Option<String> {
    let files = fs::read_dir(directory.as_path()).ok()?.flatten();
    let with_time = files.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())));
    let (_, path) = with_time.max()?;
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
}

/// The real path of a file or directory that is there; of one that is not, the real path of what is there above it, with
/// the names that lead on: a folder may be gone with all that was in it.
pub fn real(path: &Path) -> Option<AbsPath> {
    match crate::system::real_path(path) {
        Ok(real) => AbsPath::new(real),
        Err(_) => AbsPath::new(real(path.parent()?)?.as_path().join(path.file_name()?)),
    }
}

/// Lays a text that is part of the tool beside the cache, for people to open, and says where it is.
///
/// # Errors
/// When it cannot be written.
pub fn lay_text(dirs: &Dirs, name: &str, text: &str) -> io::Result<AbsPath> {
    let path = dirs.state.child(name);
    if read(&path).as_deref() != Some(text) {
        write(path.as_path(), text.as_bytes())?;
    }
    Ok(path)
}

fn trust_file(dirs: &Dirs) -> AbsPath {
    dirs.state.child("trust.json")
}

/// What people answered when they were asked whether programs below a root may be run, by root.
pub fn trust_answers(dirs: &Dirs) -> BTreeMap<String, bool> {
    read(&trust_file(dirs)).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// What the person answered when asked whether programs below a root may be run; `None` when nobody did.
pub fn trust(dirs: &Dirs, root: &AbsPath) -> Option<bool> {
    trust_answers(dirs).get(&root.to_string()).copied()
}

/// Keeps that answer.
///
/// # Errors
/// When it cannot be written.
pub fn keep_trust(dirs: &Dirs, root: &AbsPath, answer: bool) -> io::Result<()> {
    static KEEPING: Mutex<()> = Mutex::new(());
    // Two answers at once are both kept.
    let _keeping = lock(&KEEPING);
    let mut answers = trust_answers(dirs);
    answers.insert(root.to_string(), answer);
    write(trust_file(dirs).as_path(), serde_json::to_string_pretty(&answers)?.as_bytes())
}

fn consent_file(dirs: &Dirs) -> AbsPath {
    dirs.state.child("consent.json")
}

fn consents(dirs: &Dirs) -> BTreeMap<String, BTreeSet<String>> {
    read(&consent_file(dirs)).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Whether the person said that what is in a folder may always be sent to a server, named by its origin.
pub fn has_consent(dirs: &Dirs, root: &AbsPath, origin: &str) -> bool {
    consents(dirs).get(&root.to_string()).is_some_and(|origins| origins.contains(origin))
}

/// Keeps that.
///
/// # Errors
/// When it cannot be written.
pub fn keep_consent(dirs: &Dirs, root: &AbsPath, origin: &str) -> io::Result<()> {
    let mut consents = consents(dirs);
    consents.entry(root.to_string()).or_default().insert(origin.to_owned());
    write(consent_file(dirs).as_path(), serde_json::to_string_pretty(&consents)?.as_bytes())
}

fn struck_file(dirs: &Dirs) -> AbsPath {
    dirs.state.child("struck-workers.json")
}

/// Workers of clusters that said what is not so, each by the key that it signed with; and the file that has them.
pub fn struck_workers(dirs: &Dirs) -> (BTreeMap<String, String>, AbsPath) {
    let file = struck_file(dirs);
    (read(&file).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(), file)
}

/// Keeps another one of them.
///
/// # Errors
/// When it cannot be written.
pub fn keep_struck_worker(dirs: &Dirs, key: &str, name: &str) -> io::Result<()> {
    let (mut struck, file) = struck_workers(dirs);
    struck.insert(key.to_owned(), name.to_owned());
    write(file.as_path(), serde_json::to_string_pretty(&struck)?.as_bytes())
}

/// The bytes that are kept under a name below a directory of ours.
pub fn kept(directory: &AbsPath, name: &str) -> Option<Vec<u8>> {
    fs::read(directory.child(name).as_path()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn files_for_a_person_are_theirs_to_share() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let mode = |name: &str| fs::symlink_metadata(at(name)).unwrap().permissions().mode() & 0o777;
        // Made by others, by the same mask.
        fs::write(at("plain"), "").unwrap();
        write_for_person(&at("new"), b"1").unwrap();
        assert_eq!(mode("new"), mode("plain"));
        fs::set_permissions(at("new"), fs::Permissions::from_mode(0o604)).unwrap();
        write_for_person(&at("new"), b"2").unwrap();
        assert_eq!((mode("new"), fs::read(at("new")).unwrap()), (0o604, b"2".to_vec()));
        symlink(at("new"), at("link")).unwrap();
        write_for_person(&at("link"), b"3").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_file(), "what it led to is somebody else's");
        assert_eq!((fs::read(at("new")).unwrap(), fs::read(at("link")).unwrap()), (b"2".to_vec(), b"3".to_vec()));
        symlink("/dev/null", at("null")).unwrap();
        write_for_person(&at("null"), b"3").unwrap();
        assert!(fs::symlink_metadata(at("null")).unwrap().is_symlink());
        write_for_person(Path::new("/dev/null"), b"4").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert!(write_for_person(place.path(), b"5").unwrap_err().contains("cannot be written"));
    }

    #[test]
    fn paths_of_what_is_gone() {
        let place = tempfile::tempdir().unwrap();
        let above = real(place.path()).unwrap();
        assert_eq!(real(&place.path().join("a/b/c.cpp")), AbsPath::new(above.as_path().join("a/b/c.cpp")));
        assert_eq!(real(Path::new("/")), AbsPath::new("/"));
    }

    #[test]
    fn consent_is_for_one_folder_and_one_server() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| AbsPath::new(home.path().join(name)).unwrap();
        let dirs = Dirs { cache: at("cache"), config: at("config"), state: at("state") };
        assert!(!has_consent(&dirs, &at("a"), "https://one"));
        keep_consent(&dirs, &at("a"), "https://one").unwrap();
        let asked = [("a", "https://one"), ("a", "https://two"), ("b", "https://one")];
        assert_eq!(asked.map(|(root, origin)| has_consent(&dirs, &at(root), origin)), [true, false, false]);
    }

    #[test]
    fn answers_are_kept_by_root() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| AbsPath::new(home.path().join(name)).unwrap();
        let dirs = Dirs { cache: at("cache"), config: at("config"), state: at("state") };
        assert_eq!(trust(&dirs, &at("a")), None);
        keep_trust(&dirs, &at("a"), true).unwrap();
        keep_trust(&dirs, &at("b"), false).unwrap();
        assert_eq!((trust(&dirs, &at("a")), trust(&dirs, &at("b"))), (Some(true), Some(false)));
        write(trust_file(&dirs).as_path(), b"{").unwrap();
        assert_eq!(trust(&dirs, &at("a")), None, "what cannot be read is no answer");
    }
}
