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
pub(super) enum Availability {
    /// It is in its place.
    There,
    /// Another compile is making it.
    BeingMade,
    /// It cannot be had now.
    Absent,
}

/// When a file that is not there is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MakeWhen {
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
pub(super) struct SharedFile<'a> {
    /// Where it is kept.
    pub(super) path: &'a AbsPath,
    /// What it depends on.
    pub(super) key: Digest,
    /// So many programs of the folder make it worth its making at once.
    pub(super) worth_at_once: usize,
    /// When fewer want it.
    pub(super) when: MakeWhen,
}

/// The files that help one folder's builds.
#[derive(Default)]
pub(super) struct SharedFiles {
    /// Keys of those that are being made.
    making: Mutex<HashSet<Digest>>,
    /// Some making has ended.
    ended: Condvar,
    /// Keys of those that were wanted for the first time by these builds.
    first_wanted: Mutex<HashSet<Digest>>,
}

/// Ends a making however it went.
struct Ending<'a>(&'a SharedFiles, Digest);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        lock(&self.0.making).remove(&self.1);
        self.0.ended.notify_all();
    }
}

impl SharedFiles {
    /// Whether a file is there, after making it if this is the time: `make` hands it over.
    ///
    /// # Errors
    /// When `make` fails with the executor's own failure.
    pub(super) fn find(
        &self,
        store: &Store,
        file: &SharedFile<'_>,
        n_wanted: impl FnOnce() -> usize,
        make: impl FnOnce() -> Result<Making, ExecutorError>,
    ) -> Result<Availability, ExecutorError> {
        if is_there(store, file) {
            return Ok(Availability::There);
        }
        if lock(&self.making).contains(&file.key) {
            return Ok(Availability::BeingMade);
        }
        if !self.note_wanted_and_decide(store, file, n_wanted)? {
            return Ok(Availability::Absent);
        }
        if !lock(&self.making).insert(file.key) {
            return Ok(Availability::BeingMade);
        }
        let _ending = Ending(self, file.key);
        // Another making may have ended just now.
        if is_there(store, file) {
            return Ok(Availability::There);
        }
        match make()? {
            Making::Made(contents) => {
                let is_kept = store.adopt_header(file.path, contents).is_ok();
                Ok(if is_kept { Availability::There } else { Availability::Absent })
            }
            Making::NotNow => Ok(Availability::Absent),
            Making::Never => {
                store.put_result(file.key, &false);
                Ok(Availability::Absent)
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
    fn note_wanted_and_decide(
        &self,
        store: &Store,
        file: &SharedFile<'_>,
        n_wanted: impl FnOnce() -> usize,
    ) -> Result<bool, ExecutorError> {
        Ok(match store.built::<bool>(file.key) {
            _ if file.when == MakeWhen::Never => false,
            kept if file.when == MakeWhen::Now => kept != Some(false),
            Some(true) => file.when == MakeWhen::WantedAgain || !lock(&self.first_wanted).contains(&file.key),
            Some(false) => false,
            None if n_wanted() >= file.worth_at_once => true,
            None => {
                lock(&self.first_wanted).insert(file.key);
                store.put_result(file.key, &true);
                false
            }
        })
    }
}

fn is_there(store: &Store, file: &SharedFile<'_>) -> bool {
    let is_there = store.holds_header(file.path);
    if is_there {
        store.mark_used(file.path);
    }
    is_there
}
