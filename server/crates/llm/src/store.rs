//! What is kept between runs: answers, and what servers can do.

use std::{collections::HashMap, io, sync::Mutex};

/// Which of the two kinds of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelf {
    /// Answers; they may be thrown away at any time.
    Replies,
    /// What servers can do; small, and found again when it is lost.
    Capabilities,
}

/// Keeps bytes under keys, on disk for example. What cannot be read counts as absent.
///
/// The methods should be quick: they are called on threads that should not wait.
pub trait Store: Send + Sync {
    /// What is kept under a key of 64 hexadecimal digits.
    fn read(&self, shelf: Shelf, key: &str) -> Option<Vec<u8>>;

    /// Keeps something under a key, in place of what was there.
    ///
    /// # Errors
    /// When it cannot be kept; the question is answered all the same.
    fn write(&self, shelf: Shelf, key: &str, bytes: &[u8]) -> io::Result<()>;
}

/// Keeps things as long as the process lives.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<HashMap<(Shelf, String), Vec<u8>>>);

impl Store for MemoryStore {
    fn read(&self, shelf: Shelf, key: &str) -> Option<Vec<u8>> {
        let kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.get(&(shelf, key.to_owned())).cloned()
    }

    fn write(&self, shelf: Shelf, key: &str, bytes: &[u8]) -> io::Result<()> {
        let mut kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.insert((shelf, key.to_owned()), bytes.to_vec());
        Ok(())
    }
}
