//! The small problem in a folder that can be changed, with a cache of its own.

use std::{fs, path::Path, sync::OnceLock, time::Duration};

use e2e::{report::Report, touchstone::Touchstone};
use tempfile::TempDir;
use testkit::{
    folder::Folder,
    small::{self, Files},
    temporary, wait,
};

/// Files may be stamped with a time that is not more than this too old.
const CLOCK_GRAIN: Duration = Duration::from_millis(20);

/// A folder with a cache of its own.
pub(crate) struct Scene {
    pub(crate) folder: Folder,
    pub(crate) cache: TempDir,
    pub(crate) files: Files,
}

impl Scene {
    pub(crate) fn new() -> Scene {
        let mut scene = Scene { folder: Folder::empty("small"), cache: temporary::folder(), files: Files::new() };
        scene.put(small::files());
        scene
    }

    /// Makes the folder hold these files; those that stay as they are are not touched.
    pub(crate) fn put(&mut self, files: Files) {
        for path in self.files.keys().filter(|path| !files.contains_key(*path)) {
            self.folder.remove(path);
        }
        for (path, text) in files.iter().filter(|(path, text)| self.files.get(*path) != Some(text)) {
            self.folder.write(path, text);
        }
        self.files = files;
    }

    /// Lets a moment pass since the last save: the build of a source that was saved just before is not kept, since it
    /// might have been saved meanwhile.
    pub(crate) fn settle(&self) {
        let newest = self
            .files
            .keys()
            .filter_map(|path| fs::metadata(self.folder.path().join(path)).and_then(|file| file.modified()).ok());
        let newest = newest.max().expect("there are files");
        let is_old = || newest.elapsed().is_ok_and(|age| age > CLOCK_GRAIN).then_some(());
        wait::until(Duration::from_secs(5), is_old).expect("time passes");
    }

    /// A command with the cache.
    pub(crate) fn command(&self) -> Touchstone {
        Touchstone::new().with_cache(self.cache.path())
    }

    /// Saves one file with another text.
    pub(crate) fn write(&mut self, path: &str, text: impl Into<String>) {
        let mut files = self.files.clone();
        files.insert(path.to_owned(), text.into());
        self.put(files);
    }

    /// Saves one file with another number behind `#define NAME`.
    pub(crate) fn set(&mut self, path: &str, name: &str, value: u32) {
        let text = small::with_number(&self.files[path], name, value);
        assert_ne!(text, self.files[path], "an edit changes something");
        self.write(path, text);
    }
}

/// Checks a copy of the folder in a cache that knows the compilers and nothing else.
pub(crate) fn from_scratch(folder: &Path) -> (Report, Option<i32>) {
    static COMPILERS: OnceLock<TempDir> = OnceLock::new();
    let compilers = COMPILERS.get_or_init(|| {
        let cache = temporary::folder();
        Touchstone::new().with_cache(cache.path()).args(["doctor", "--quick"]).run().expect_code(0);
        cache
    });
    let (cache, copy) = (Folder::copy_of(compilers.path()), Folder::copy_of(folder));
    Touchstone::new().with_cache(cache.path()).check(copy.path())
}
