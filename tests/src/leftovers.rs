//! What a machine shows of programs that are gone: files, processes, kernel objects, control groups.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use walkdir::WalkDir;

use crate::process;
use testkit::wait;

/// How long what is on its way out may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The names that programs of the corpus give to files in directories that are everybody's.
const MARK: &str = "touchstone-hostile";
/// The key of their System V objects, as `/proc` writes it.
const KEY: &str = "1886745189";
/// Where programs may try to leave something.
const EVERYBODYS: [&str; 12] = [
    "/",
    "/tmp",
    "/var/tmp",
    "/dev",
    "/dev/shm",
    "/dev/mqueue",
    "/run",
    "/run/lock",
    "/home",
    "/usr",
    "/usr/lib",
    "/etc",
];
/// The names that they give to files in their own directories.
const OWN: [&str; 14] = [
    "deeper",
    "closed",
    "mark",
    "visited",
    "out.txt",
    "inner",
    "copy",
    "large",
    "large0",
    "nest",
    "left-file",
    "written",
    "replaced",
    "elsewhere",
];

/// Nobody with the tag in its name runs, nor anybody from the folder.
pub fn no_process(tag: &str, folder: &Path) {
    let left = || [process::running_with(tag), process::running_in(folder)].concat();
    let gone = wait::until(PATIENCE, || left().is_empty().then_some(()));
    assert!(gone.is_some(), "left running: {:?}", left());
}

/// No file of the corpus lies where it should not.
pub fn no_file(cache: &Path, temporaries: &Path, place: &Path) {
    let seen = EVERYBODYS.into_iter().flat_map(names_in).filter(|path| path.to_string_lossy().contains(MARK));
    let seen: Vec<PathBuf> = seen.collect();
    assert!(seen.is_empty(), "left behind: {seen:?}");
    let temporary: Vec<PathBuf> = names_in(temporaries).collect();
    assert!(temporary.is_empty(), "left in the temporary folder: {temporary:?}");
    let work: Vec<PathBuf> = names_in(cache.join("work")).collect();
    assert!(work.is_empty(), "working directories are left: {work:?}");
    let is_one_of = |path: &Path, names: &[&str]| names.iter().any(|name| path.file_name() == Some(name.as_ref()));
    let own: Vec<PathBuf> = all_below(cache).filter(|path| is_one_of(path, &OWN)).collect();
    assert!(own.is_empty(), "left in the cache: {own:?}");
    let is_core = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name == "core" || name.starts_with("core.")
    };
    let cores: Vec<PathBuf> = all_below(place).filter(|path| is_core(path)).collect();
    assert!(cores.is_empty(), "core files: {cores:?}");
}

/// No object of the kernel has the key of the corpus.
pub fn no_kernel_object() {
    for kind in ["shm", "msg", "sem"] {
        let listing = fs::read_to_string(Path::new("/proc/sysvipc").join(kind)).unwrap_or_default();
        let left: Vec<&str> = listing.lines().filter(|line| line.split_whitespace().next() == Some(KEY)).collect();
        assert!(left.is_empty(), "{kind}: {left:?}");
    }
}

/// No control group is left that one of these processes made, beyond those that were there before: its name has the
/// process number in it, and a machine uses numbers again.
pub fn no_control_group(owners: &BTreeSet<i32>, before: &BTreeSet<PathBuf>) {
    let is_left = |path: &PathBuf| is_of(path, owners) && !before.contains(path);
    let left = || control_groups().filter(is_left).collect::<Vec<PathBuf>>();
    let gone = wait::until(PATIENCE, || left().is_empty().then_some(()));
    assert!(gone.is_some(), "control groups are left: {:?}", left());
}

/// Control groups with our name: other tests have some, too, and judges that were killed.
pub fn control_groups() -> impl Iterator<Item = PathBuf> {
    let folders = WalkDir::new("/sys/fs/cgroup").max_depth(8).into_iter().flatten();
    let folders = folders.filter(|entry| entry.file_type().is_dir()).map(walkdir::DirEntry::into_path);
    folders.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("touchstone")))
}

fn is_of(group: &Path, owners: &BTreeSet<i32>) -> bool {
    let name = group.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbers = name.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok());
    numbers.into_iter().any(|number| owners.contains(&number))
}

fn names_in(folder: impl AsRef<Path>) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn all_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    WalkDir::new(folder).min_depth(1).into_iter().flatten().map(walkdir::DirEntry::into_path)
}
