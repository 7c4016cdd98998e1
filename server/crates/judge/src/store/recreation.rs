//! A cache that is made anew: since somebody has removed it, or since what it knows is not to be believed.
//!
//! Helpers that were shut in with the old directories have to be started anew: see `Engine::recreate_cache_if_removed`.

use std::sync::{Mutex, atomic::Ordering};

use super::{Database, Memory, Store, StoreError, file_number, place::DIRECTORIES};
use crate::sync::lock;

impl Store {
    /// The same cache, which gives only results that were found since: every other one is found anew and replaced.
    #[must_use]
    pub fn distrusting_results(mut self) -> Store {
        self.found_anew = Some(Mutex::default());
        self
    }

    /// The same, but what was built is believed: it has the digest that it is asked by, and takes long to build.
    #[must_use]
    pub fn distrusting_runs(self) -> Store {
        let mut store = self.distrusting_results();
        store.believes_builds = true;
        store
    }

    /// Makes the cache anew if somebody has removed it, or a part of it; what it held is lost. Gives how often that was done.
    /// Whoever has started something that looks into it has to start that again.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn recreate_if_removed(&self) -> Result<u64, StoreError> {
        let mut database = lock(&self.database);
        let is_there = |name: &&str| self.root.child(name).as_path().is_dir();
        let is_whole = DIRECTORIES.iter().all(is_there) && database.file == file_number(&self.root);
        if !is_whole {
            *database = Database::open(&self.root)?;
            // What is remembered counts as held, and is not.
            *lock(&self.memory) = Memory::default();
            self.n_recreations.fetch_add(1, Ordering::Relaxed);
        }
        Ok(self.n_recreations.load(Ordering::Relaxed))
    }
}
