//! What counts as a change, while a check is under way and while nothing is.

use std::{
    fs::{self, File},
    sync::Arc,
    time::{Duration, SystemTime},
};

use problem::path::{AbsPath, RelPath};

use super::{Awaited, Change, FolderWatch, Kind};
use crate::store::Store;

struct Scene {
    place: tempfile::TempDir,
    watch: FolderWatch,
}

impl Scene {
    /// A folder with an old file, watched.
    fn new() -> Scene {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("sol.cpp"), "one").unwrap();
        // Older than the clock's grain.
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        for path in [folder.join("sol.cpp"), folder.clone()] {
            File::open(path).unwrap().set_modified(long_ago).unwrap();
        }
        let store = Store::open(&AbsPath::new(place.path().join("cache")).unwrap()).unwrap();
        Scene { watch: FolderWatch::start(&folder, Arc::new(store)).unwrap(), place }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.place.path().join("folder").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.place.path().join("folder").join(path)).unwrap();
    }
}

/// Waits until the contents differ: one change may be told of several times.
fn news(watch: &mut FolderWatch) -> Awaited {
    loop {
        let awaited = watch.wait();
        if awaited != Awaited::Touched {
            return awaited;
        }
    }
}

fn change(kind: Kind, path: &str) -> Change {
    Change { kind, path: RelPath::parse(path).unwrap() }
}

#[test]
fn a_check_counts_only_if_nothing_was_touched() {
    let mut scene = Scene::new();
    assert_eq!(scene.watch.changed_meanwhile(), None);
    scene.write("sol.cpp", "one");
    assert_eq!(scene.watch.changed_meanwhile(), Some(Vec::new()), "it may have been another for a moment");
    assert_eq!(scene.watch.changed_meanwhile(), None);
    scene.write("sol.cpp", "two");
    assert_eq!(scene.watch.changed_meanwhile(), Some(vec![change(Kind::Changed, "sol.cpp")]));
    assert_eq!(scene.watch.changed_meanwhile(), None);
}

#[test]
fn a_file_that_came_and_went_was_there() {
    let mut scene = Scene::new();
    scene.write("x.cpp", "");
    scene.remove("x.cpp");
    assert_eq!(scene.watch.changed_meanwhile(), Some(Vec::new()));
}

#[test]
fn waiting() {
    let mut scene = Scene::new();
    scene.write("sol.cpp", "one");
    scene.write(".hidden", "1");
    scene.write("sol.cpp~", "1");
    scene.write("deep/er/1.in", "1");
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Added, "deep/er/1.in")]));
    // The new directories are watched by now.
    scene.write("deep/er/1.in", "2");
    scene.remove("sol.cpp");
    let changes = vec![change(Kind::Changed, "deep/er/1.in"), change(Kind::Removed, "sol.cpp")];
    assert_eq!(news(&mut scene.watch), Awaited::Changed(changes));
    scene.watch.stopper().stop();
    assert_eq!(news(&mut scene.watch), Awaited::Stopped);
    assert_eq!(news(&mut scene.watch), Awaited::Stopped);
}

#[test]
fn another_folder_in_its_place() {
    let mut scene = Scene::new();
    let (folder, other) = (scene.place.path().join("folder"), scene.place.path().join("other"));
    fs::create_dir(&other).unwrap();
    fs::write(other.join("sol.cpp"), "other").unwrap();
    fs::remove_dir_all(&folder).unwrap();
    fs::rename(&other, &folder).unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Changed, "sol.cpp")]));
    scene.write("sol.cpp", "and it is watched");
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Changed, "sol.cpp")]));
}

#[test]
fn a_folder_that_was_away_for_a_moment_is_told_of() {
    let mut scene = Scene::new();
    let (folder, away) = (scene.place.path().join("folder"), scene.place.path().join("away"));
    fs::rename(&folder, &away).unwrap();
    fs::rename(&away, &folder).unwrap();
    assert_eq!(scene.watch.wait(), Awaited::Touched);
    scene.write("sol.cpp", "and it is watched");
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Changed, "sol.cpp")]));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_used_any_more_is_a_change() {
    let mut scene = Scene::new();
    let link = scene.place.path().join("folder/wa.cpp");
    std::os::unix::fs::symlink("nowhere.cpp", &link).unwrap();
    assert_eq!(scene.watch.changed_meanwhile(), Some(vec![change(Kind::Added, "wa.cpp")]));
    scene.remove("wa.cpp");
    scene.write("wa.cpp", "two");
    assert_eq!(scene.watch.changed_meanwhile(), Some(vec![change(Kind::Changed, "wa.cpp")]));
    std::os::unix::fs::symlink("nowhere", link.with_file_name("sol.cpp~")).unwrap();
    assert_eq!(scene.watch.changed_meanwhile(), Some(Vec::new()), "an editor's");
}

#[test]
fn a_folder_that_is_not_there_yet_is_watched_for_coming() {
    let place = tempfile::tempdir().unwrap();
    let root = AbsPath::new(place.path().canonicalize().unwrap().join("folder")).unwrap();
    let store = Store::open(&AbsPath::new(place.path().join("cache")).unwrap()).unwrap();
    let mut watch = FolderWatch::at(root.clone(), Arc::new(store));
    fs::create_dir(root.as_path()).unwrap();
    fs::write(root.child("sol.cpp").as_path(), "one").unwrap();
    assert_eq!(news(&mut watch), Awaited::Changed(vec![change(Kind::Added, "sol.cpp")]));
}

/// A header of the repository is a part of the problem; what lies beside it and is none is not.
#[test]
fn headers_above_the_folder() {
    let mut scene = Scene::new();
    let above = scene.place.path().join("common");
    fs::create_dir_all(&above).unwrap();
    fs::create_dir(scene.place.path().join(".git")).unwrap();
    fs::write(above.join("random.h"), "one").unwrap();
    scene.write("info.toml", "title = 'a'\n[[tests]]\nname = 'a.cpp'\nnumber = 1\n");
    assert_eq!(
        news(&mut scene.watch),
        Awaited::Changed(vec![change(Kind::Added, ".above/1/common/random.h"), change(Kind::Added, "info.toml")])
    );
    fs::write(above.join("notes.txt"), "nothing").unwrap();
    fs::write(above.join("random.h"), "two").unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Changed, ".above/1/common/random.h")]));
    assert!(!scene.watch.is_outdated());
    fs::remove_file(above.join("random.h")).unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Removed, ".above/1/common/random.h")]));
}

/// The first header may come into a directory that has none, and into one that a source names.
#[test]
fn headers_above_the_folder_that_come_later() {
    let mut scene = Scene::new();
    let (common, other) = (scene.place.path().join("common"), scene.place.path().join("other"));
    for directory in [&common, &other, &scene.place.path().join(".git")] {
        fs::create_dir(directory).unwrap();
    }
    scene.write("info.toml", "title = 'a'\n[[tests]]\nname = 'a.cpp'\nnumber = 1\n");
    scene.write("sol.cpp", "#include \"../other/named.h\"\n");
    assert_eq!(
        news(&mut scene.watch),
        Awaited::Changed(vec![change(Kind::Added, "info.toml"), change(Kind::Changed, "sol.cpp")])
    );
    fs::write(common.join("first.h"), "one").unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Added, ".above/1/common/first.h")]));
    fs::write(other.join("named.h"), "one").unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Added, ".above/1/other/named.h")]));
}

/// The directory itself comes later, then one that is nearer, and one that a source names two levels deep.
#[test]
fn directories_above_the_folder_that_come_later() {
    let mut scene = Scene::new();
    let (above, folder) = (scene.place.path().to_owned(), scene.place.path().join("folder/set/sums"));
    fs::create_dir(above.join(".git")).unwrap();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("info.toml"), "title = 'a'\n[[tests]]\nname = 'a.cpp'\nnumber = 1\n").unwrap();
    fs::write(folder.join("sol.cpp"), "#include \"../../lib/deep/named.h\"\n").unwrap();
    let store = Store::open(&AbsPath::new(above.join("cache")).unwrap()).unwrap();
    scene.watch = FolderWatch::start(&folder, Arc::new(store)).unwrap();
    let put = |path: &str| {
        let path = above.join("new").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "one").unwrap();
    };
    put("common/random.h");
    fs::rename(above.join("new/common"), above.join("common")).unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Added, ".above/3/common/random.h")]));
    put("nearer/random.h");
    fs::rename(above.join("new/nearer"), above.join("folder/common")).unwrap();
    assert_eq!(
        news(&mut scene.watch),
        Awaited::Changed(vec![
            change(Kind::Added, ".above/2/common/random.h"),
            change(Kind::Removed, ".above/3/common/random.h"),
        ])
    );
    put("lib/deep/named.h");
    fs::rename(above.join("new/lib"), above.join("folder/lib")).unwrap();
    assert_eq!(news(&mut scene.watch), Awaited::Changed(vec![change(Kind::Added, ".above/2/lib/deep/named.h")]));
}
