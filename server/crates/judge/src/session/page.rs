//! What the last check of a problem found in the cache, in one piece for each row and one for all else.
//!
//! Looking up every result by itself costs more than all the rest of a check in which nothing has changed. So the results
//! that a check has used are also kept side by side, and the next one has them at hand before it asks for any.
//!
//! Invariant: a page holds nothing that the cache did not give out under the same key; contents that its results point to
//! are still there, since the cache lets go of its pages before it lets go of contents.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use problem::digest::Digest;

use crate::{
    store::{Store, StoreError},
    sync::lock,
};

/// A page that would be larger is not kept, bytes.
const MOST_BYTES: usize = 64 << 20;
/// So many results may be missing before nobody asks a page any more, beside a share of those that it had.
const MOST_MISSED: usize = 16;
const MISSED_SHARE: usize = 8;

/// The results of one row, or of all that is no row.
pub(super) struct Page {
    key: Digest,
    bytes: Vec<u8>,
    /// Where each result stands.
    known: HashMap<Digest, Known>,
    news: Mutex<HashMap<Digest, Vec<u8>>>,
    has_news: AtomicBool,
    n_had: AtomicUsize,
    n_missed: AtomicUsize,
}

struct Known {
    range: Range<usize>,
    is_used: AtomicBool,
}

const KEY_BYTES: usize = size_of::<Digest>();
const LENGTH_BYTES: usize = size_of::<u32>();

impl Page {
    /// What the last check left; empty when there was none.
    pub(super) fn load(store: &Store, key: Digest) -> Page {
        let bytes = store.page(key).unwrap_or_default();
        let known = entries(&bytes);
        let (news, has_news) = (Mutex::default(), AtomicBool::new(false));
        Page { key, bytes, known, news, has_news, n_had: AtomicUsize::new(0), n_missed: AtomicUsize::new(0) }
    }

    /// Hands a result to `read`.
    pub(super) fn with<T>(&self, key: Digest, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        if self.has_news.load(Ordering::Acquire)
            && let Some(bytes) = lock(&self.news).get(&key)
        {
            return read(bytes);
        }
        let known = self.known.get(&key)?;
        known.is_used.store(true, Ordering::Relaxed);
        read(&self.bytes[known.range.clone()])
    }

    /// Takes a result that was found elsewhere.
    pub(super) fn add(&self, key: Digest, bytes: Vec<u8>) {
        lock(&self.news).insert(key, bytes);
        self.has_news.store(true, Ordering::Release);
    }

    /// Takes note of whether everything was there that something wanted.
    pub(super) fn note(&self, had: bool) {
        let counter = if had { &self.n_had } else { &self.n_missed };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether it is likely to have what is wanted next.
    pub(super) fn is_worth_asking(&self) -> bool {
        let n_had = self.n_had.load(Ordering::Relaxed);
        !self.known.is_empty() && self.n_missed.load(Ordering::Relaxed) <= MOST_MISSED + n_had / MISSED_SHARE
    }

    /// Keeps what this check has used, if that is anything else than what there was. A check of a part leaves the rest.
    pub(super) fn save(&self, store: &Store, is_whole: bool) -> Result<(), StoreError> {
        let news = lock(&self.news);
        let stays = |known: &Known| !is_whole || known.is_used.load(Ordering::Relaxed);
        if news.is_empty() && self.known.values().all(stays) {
            return Ok(());
        }
        let old = self.known.iter().filter(|(key, known)| stays(known) && !news.contains_key(key));
        let old = old.map(|(key, known)| (key, &self.bytes[known.range.clone()]));
        let mut entries: Vec<(&Digest, &[u8])> =
            old.chain(news.iter().map(|(key, bytes)| (key, bytes.as_slice()))).collect();
        entries.sort_unstable();
        let size: usize = entries.iter().map(|(_, bytes)| KEY_BYTES + LENGTH_BYTES + bytes.len()).sum();
        if size > MOST_BYTES {
            return Ok(());
        }
        let mut page = Vec::with_capacity(size);
        for (key, bytes) in entries {
            page.extend(key.0);
            page.extend((bytes.len() as u32).to_le_bytes());
            page.extend(bytes);
        }
        store.put_page(self.key, page)
    }
}

/// A page that does not end where an entry does was spoiled, and counts for nothing.
fn entries(bytes: &[u8]) -> HashMap<Digest, Known> {
    let mut known = HashMap::with_capacity(bytes.len() / 128);
    let mut rest = bytes;
    while let Some((key, after)) = rest.split_first_chunk::<KEY_BYTES>() {
        let Some((length, after)) = after.split_first_chunk::<LENGTH_BYTES>() else { return HashMap::new() };
        let length = u32::from_le_bytes(*length) as usize;
        let start = bytes.len() - after.len();
        let Some(after) = after.get(length..) else { return HashMap::new() };
        known.insert(Digest(*key), Known { range: start..start + length, is_used: AtomicBool::new(false) });
        rest = after;
    }
    if rest.is_empty() { known } else { HashMap::new() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use problem::path::AbsPath;

    use super::*;

    fn store() -> (tempfile::TempDir, Arc<Store>) {
        let scratch = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&AbsPath::new(scratch.path().join("cache")).unwrap()).unwrap());
        (scratch, store)
    }

    fn key(text: &str) -> Digest {
        Digest::of(text.as_bytes())
    }

    fn read(page: &Page, name: &str) -> Option<Vec<u8>> {
        page.with(key(name), |bytes| Some(bytes.to_vec()))
    }

    #[test]
    fn what_was_used_is_there_the_next_time_and_nothing_else() {
        let (_scratch, store) = store();
        let first = Page::load(&store, key("page"));
        assert!(!first.is_worth_asking());
        first.add(key("one"), b"1".to_vec());
        first.add(key("none"), Vec::new());
        assert_eq!(read(&first, "one"), Some(b"1".to_vec()), "news are there at once");
        first.save(&store, true).unwrap();

        let second = Page::load(&store, key("page"));
        assert_eq!((read(&second, "none"), read(&second, "two")), (Some(Vec::new()), None));
        second.save(&store, false).unwrap();
        assert_eq!(
            read(&Page::load(&store, key("page")), "one"),
            Some(b"1".to_vec()),
            "a part says nothing of the rest"
        );
        second.add(key("none"), b"0".to_vec());
        second.save(&store, true).unwrap();

        let third = Page::load(&store, key("page"));
        assert_eq!((read(&third, "one"), read(&third, "none")), (None, Some(b"0".to_vec())));
    }

    #[test]
    fn who_misses_much_is_not_asked_again() {
        let (_scratch, store) = store();
        let page = Page::load(&store, key("page"));
        page.add(key("one"), b"1".to_vec());
        page.save(&store, true).unwrap();
        let page = Page::load(&store, key("page"));
        (0..MOST_MISSED).for_each(|_| page.note(false));
        assert!(page.is_worth_asking());
        page.note(false);
        assert!(!page.is_worth_asking());
        (0..MISSED_SHARE).for_each(|_| page.note(true));
        assert!(page.is_worth_asking());
    }

    #[test]
    fn a_spoiled_page_is_an_empty_one() {
        let (_scratch, store) = store();
        let page = Page::load(&store, key("page"));
        page.add(key("one"), b"1".to_vec());
        page.save(&store, true).unwrap();
        let whole = store.page(key("page")).unwrap();
        for length in 1..whole.len() {
            store.put_page(key("page"), whole[..length].to_vec()).unwrap();
            assert_eq!(read(&Page::load(&store, key("page")), "one"), None, "{length}");
        }
    }
}
