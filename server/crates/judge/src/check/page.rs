//! What the last check of a problem found in the cache, in one piece for each row and one for all else.
//!
//! Looking up every result by itself costs more than all the rest of a check in which nothing has changed. So the results
//! that a check has used are also kept side by side, and the next one has them at hand before it asks for any.
//!
//! Invariant: a page holds only what the cache gave out under the same key, and what files of the folder hold by their
//! stamps; contents that its results point to are still there, since the cache lets go of its pages with them.

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
    store::{Kept, Store},
    sync::lock,
};

/// A page that would be larger lets go of what was not used, bytes.
const MAX_BYTES: usize = 64 << 20;
/// So many results may be there that were not used, for each that was.
const UNUSED_SHARE: usize = 2;
/// So many results may be missing before nobody asks a page any more, beside a share of those that it had.
const MAX_MISSED: usize = 16;
const MISSED_SHARE: usize = 8;

/// The results of one row, or of all that is no row.
pub(super) struct Page {
    key: Digest,
    kept: Kept,
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
        let kept = store.page(key);
        let known = entries(&kept.bytes);
        let (news, has_news) = (Mutex::default(), AtomicBool::new(false));
        Page { key, kept, known, news, has_news, n_had: AtomicUsize::new(0), n_missed: AtomicUsize::new(0) }
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
        read(&self.kept.bytes[known.range.clone()])
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
        !self.known.is_empty() && self.n_missed.load(Ordering::Relaxed) <= MAX_MISSED + n_had / MISSED_SHARE
    }

    /// Keeps what this check has found beside what there was. What it did not use stays too, since a check of a part or one
    /// in which a program did not compile says nothing of it, until it is most of the page.
    pub(super) fn save(&self, store: &Store) {
        if let Some(bytes) = self.page_to_write() {
            store.put_page(self.key, Kept { bytes, mark: self.kept.mark.clone() });
        }
    }

    /// The page as it should be from now on; `None` when it is as it should be.
    fn page_to_write(&self) -> Option<Vec<u8>> {
        let news = lock(&self.news);
        let is_used = |known: &Known| known.is_used.load(Ordering::Relaxed);
        let n_used = self.known.values().filter(|known| is_used(known)).count() + news.len();
        let n_unused = self.known.values().filter(|known| !is_used(known)).count();
        let is_crowded = n_used > 0 && n_unused > UNUSED_SHARE * n_used;
        if news.is_empty() && !is_crowded {
            return None;
        }
        let page = |stays: &dyn Fn(&Known) -> bool| {
            let old = self.known.iter().filter(|(key, known)| stays(known) && !news.contains_key(key));
            let old = old.map(|(key, known)| (*key, &self.kept.bytes[known.range.clone()]));
            let mut entries: Vec<(Digest, &[u8])> =
                old.chain(news.iter().map(|(key, bytes)| (*key, bytes.as_slice()))).collect();
            entries.sort_unstable();
            let size: usize = entries.iter().map(|(_, bytes)| KEY_BYTES + LENGTH_BYTES + bytes.len()).sum();
            (size <= MAX_BYTES).then(|| written(&entries, size))
        };
        let whole = if is_crowded { None } else { page(&|_| true) };
        // One that is too large even so is none.
        Some(whole.or_else(|| page(&is_used)).unwrap_or_default())
    }
}

fn written(entries: &[(Digest, &[u8])], size: usize) -> Vec<u8> {
    let mut page = Vec::with_capacity(size);
    for (key, bytes) in entries {
        page.extend(key.0);
        page.extend((bytes.len() as u32).to_le_bytes());
        page.extend(*bytes);
    }
    page
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

    fn filled(store: &Store, names: &[&str]) {
        let page = Page::load(store, key("page"));
        names.iter().for_each(|name| page.add(key(name), name.as_bytes().to_vec()));
        page.save(store);
    }

    #[test]
    fn what_was_found_is_there_the_next_time() {
        let (_scratch, store) = store();
        assert!(!Page::load(&store, key("page")).is_worth_asking());
        let first = Page::load(&store, key("page"));
        first.add(key("one"), b"1".to_vec());
        first.add(key("none"), Vec::new());
        assert_eq!(read(&first, "one"), Some(b"1".to_vec()), "news are there at once");
        first.save(&store);
        let second = Page::load(&store, key("page"));
        assert_eq!((read(&second, "none"), read(&second, "two")), (Some(Vec::new()), None));
        second.add(key("none"), b"0".to_vec());
        second.save(&store);
        let third = Page::load(&store, key("page"));
        assert_eq!((read(&third, "one"), read(&third, "none")), (Some(b"1".to_vec()), Some(b"0".to_vec())));
    }

    #[test]
    fn what_is_not_used_goes_when_it_is_most() {
        let (_scratch, store) = store();
        filled(&store, &["a", "b", "c", "d"]);
        let has = |name: &str| read(&Page::load(&store, key("page")), name).is_some();
        let nothing = Page::load(&store, key("page"));
        nothing.save(&store);
        assert!(has("a"), "who used nothing says nothing");
        let two = Page::load(&store, key("page"));
        assert!(read(&two, "a").is_some() && read(&two, "b").is_some());
        two.save(&store);
        assert!(has("d"));
        let one = Page::load(&store, key("page"));
        assert!(read(&one, "a").is_some());
        one.save(&store);
        assert_eq!((has("a"), has("d")), (true, false));
    }

    #[test]
    fn pages_go_with_contents_and_do_not_come_back() {
        let (_scratch, store) = store();
        store.put(b"contents").unwrap();
        filled(&store, &["a"]);
        let loaded = Page::load(&store, key("page"));
        store.clean().unwrap();
        assert_eq!(read(&Page::load(&store, key("page")), "a"), None);
        loaded.add(key("b"), b"b".to_vec());
        loaded.save(&store);
        store.flush();
        let after = Page::load(&store, key("page"));
        assert_eq!((read(&after, "a"), read(&after, "b")), (None, None), "it was read before the contents went");
        filled(&store, &["c"]);
        store.flush();
        assert!(read(&Page::load(&store, key("page")), "c").is_some());
    }

    #[test]
    fn who_believes_no_results_leaves_none_on_the_page() {
        let (scratch, store) = store();
        filled(&store, &["a"]);
        store.flush();
        let root = AbsPath::new(scratch.path().join("cache")).unwrap();
        let distrusting_results = Store::open(&root).unwrap().distrusting_results();
        assert_eq!(read(&Page::load(&distrusting_results, key("page")), "a"), None);
        drop(distrusting_results);
        assert_eq!(read(&Page::load(&store, key("page")), "a"), None, "also when it was stopped");
    }

    #[test]
    fn who_misses_much_is_not_asked_again() {
        let (_scratch, store) = store();
        filled(&store, &["one"]);
        let page = Page::load(&store, key("page"));
        (0..MAX_MISSED).for_each(|_| page.note(false));
        assert!(page.is_worth_asking());
        page.note(false);
        assert!(!page.is_worth_asking());
        (0..MISSED_SHARE).for_each(|_| page.note(true));
        assert!(page.is_worth_asking());
    }

    #[test]
    fn a_spoiled_page_is_an_empty_one() {
        let (_scratch, store) = store();
        filled(&store, &["one"]);
        let Kept { bytes, mark } = store.page(key("page"));
        for length in 1..bytes.len() {
            store.put_page(key("page"), Kept { bytes: bytes[..length].to_vec(), mark: mark.clone() });
            assert_eq!(read(&Page::load(&store, key("page")), "one"), None, "{length}");
        }
    }
}
