//! Files that are made once and help many compiles: precompiled headers, and the bodies of testlib.h.
//!
//! One costs as much to make as a few compiles save: it is made when several programs of the folder want it, when it is
//! wanted for the second time, or when nobody waits. It stays for all folders.

use std::{
    collections::HashSet,
    fs,
    sync::{Condvar, Mutex, PoisonError},
};

use problem::{digest::Digest, executor::ExecutorError, path::AbsPath};

use crate::{store::Store, sync::lock};

/// What making a file came to.
pub(super) enum Making {
    /// It is in this one.
    Made(fs::File),
    /// It cannot be made.
    Never,
    /// The compiler was killed or had no room; it may do better another time.
    NotNow,
}

/// What a compile is told about a file that would help it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It is in its place.
    There,
    /// Another compile is making it.
    BeingMade,
    /// It cannot be had now.
    Absent,
}

/// When a file that is not there is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Once it was wanted before.
    WantedAgain,
    /// Once it was wanted before these builds.
    WantedEarlier,
    /// Now: there is time.
    Now,
    /// Not for this compile.
    Never,
}

/// A file that would help a compile.
pub(super) struct Wish<'a> {
    /// Where it is kept.
    pub(super) file: &'a AbsPath,
    /// What it depends on.
    pub(super) key: Digest,
    /// So many programs of the folder make it worth its making at once.
    pub(super) worth_at_once: usize,
    /// When fewer want it.
    pub(super) when: When,
}

/// The files that help one folder's builds.
#[derive(Default)]
pub(super) struct Workshop {
    /// Keys of those that are being made.
    making: Mutex<HashSet<Digest>>,
    /// Some making has ended.
    ended: Condvar,
    /// Keys of those that were wanted for the first time by these builds.
    first_wanted: Mutex<HashSet<Digest>>,
}

/// Ends a making however it went.
struct Ending<'a>(&'a Workshop, Digest);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        lock(&self.0.making).remove(&self.1);
        self.0.ended.notify_all();
    }
}

impl Workshop {
    /// Whether a file is there, after making it if this is the time: `make` hands it over.
    ///
    /// # Errors
    /// When `make` fails with the executor's own failure.
    pub(super) fn find(
        &self,
        store: &Store,
        wish: &Wish<'_>,
        n_wanted: impl FnOnce() -> usize,
        make: impl FnOnce() -> Result<Making, ExecutorError>,
    ) -> Result<Found, ExecutorError> {
        if is_there(store, wish) {
            return Ok(Found::There);
        }
        if lock(&self.making).contains(&wish.key) {
            return Ok(Found::BeingMade);
        }
        if !self.is_time(store, wish, n_wanted)? {
            return Ok(Found::Absent);
        }
        if !lock(&self.making).insert(wish.key) {
            return Ok(Found::BeingMade);
        }
        let _ending = Ending(self, wish.key);
        // Another making may have ended just now.
        if is_there(store, wish) {
            return Ok(Found::There);
        }
        match make()? {
            Making::Made(contents) => {
                let is_kept = store.adopt_header(wish.file, contents).is_ok();
                Ok(if is_kept { Found::There } else { Found::Absent })
            }
            Making::NotNow => Ok(Found::Absent),
            Making::Never => {
                store.put_result(wish.key, &false);
                Ok(Found::Absent)
            }
        }
    }

    /// Waits until nobody is making a file.
    pub(super) fn wait(&self, key: Digest) {
        let mut making = lock(&self.making);
        while making.contains(&key) {
            making = self.ended.wait(making).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Keeps in the cache whether a file was wanted before, and whether making it has failed.
    fn is_time(&self, store: &Store, wish: &Wish<'_>, n_wanted: impl FnOnce() -> usize) -> Result<bool, ExecutorError> {
        Ok(match store.result::<bool>(wish.key) {
            _ if wish.when == When::Never => false,
            kept if wish.when == When::Now => kept != Some(false),
            Some(true) => wish.when == When::WantedAgain || !lock(&self.first_wanted).contains(&wish.key),
            Some(false) => false,
            None if n_wanted() >= wish.worth_at_once => true,
            None => {
                lock(&self.first_wanted).insert(wish.key);
                store.put_result(wish.key, &true);
                false
            }
        })
    }
}

fn is_there(store: &Store, wish: &Wish<'_>) -> bool {
    let is_there = store.holds_header(wish.file);
    if is_there {
        store.mark_used(wish.file);
    }
    is_there
}
