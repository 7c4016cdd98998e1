//! What is kept comes back, what is damaged counts as lost, and several stores share one folder.

use std::{
    fs,
    sync::{Arc, Barrier},
    thread,
};

use problem::{digest::Digest, path::AbsPath};

use super::{Cache, INLINE_BYTES, KEPT_LIBRARY, NoCache, Store, StoreError, clean, database::DATABASE};

struct Place {
    _folder: tempfile::TempDir,
    root: AbsPath,
}

fn cache() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let root = AbsPath::new(folder.path()).unwrap();
    Place { _folder: folder, root }
}

#[test]
fn contents_come_back_small_and_large() {
    let cache = cache();
    let large = vec![7; INLINE_BYTES + 1];
    let blobs = {
        let store = Store::open(&cache.root).unwrap();
        [store.put(b"small").unwrap(), store.put(&large).unwrap(), store.put(b"").unwrap()]
    };
    let store = Store::open(&cache.root).unwrap();
    let read = |idx: usize| store.get(blobs[idx].digest).unwrap();
    assert_eq!((&*read(0), &*read(1), &*read(2)), (&b"small"[..], &large[..], &b""[..]));
    assert_eq!(store.get(Digest::of(b"never put")), None);
}

#[test]
fn damaged_contents_count_as_lost() {
    let cache = cache();
    let large = vec![7; INLINE_BYTES + 1];
    let blob = Store::open(&cache.root).unwrap().put(&large).unwrap();
    let file = cache.root.child("blobs").child(&blob.digest.hex());
    fs::remove_file(file.as_path()).unwrap();
    fs::write(file.as_path(), "something else").unwrap();
    let store = Store::open(&cache.root).unwrap();
    assert_eq!(store.get(blob.digest), None);
    store.put(&large).unwrap();
    assert!(store.get(blob.digest).is_some(), "and can be put again");
}

#[test]
fn results_are_replaced_and_of_another_type_absent() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let key = Digest::of(b"key");
    assert_eq!(store.result::<String>(key), None);
    store.put_result(key, &"one".to_owned());
    store.put_result(key, &"two".to_owned());
    assert_eq!(store.result::<String>(key).as_deref(), Some("two"));
}

#[test]
fn a_file_is_known_by_its_contents_not_its_name() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let (one, other) = (cache.root.child("one"), cache.root.child("other"));
    fs::write(one.as_path(), "same").unwrap();
    fs::write(other.as_path(), "same").unwrap();
    assert_eq!(store.file_blob(&one), store.file_blob(&other));
    fs::write(one.as_path(), "SAME").unwrap();
    assert_eq!(
        store.file_blob(&one).map(|blob| blob.digest),
        Some(Digest::of(b"SAME")),
        "changed within the clock's grain"
    );
    assert_eq!(store.file_blob(&cache.root.child("absent")), None);
}

#[test]
fn cleaning_and_trimming_free_space() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let blob = store.put(&vec![1; 1 << 20]).unwrap();
    store.put_result(Digest::of(b"key"), &1_u32);
    assert_eq!(store.trim(1 << 30).unwrap(), 0, "below the cap");
    store.trim(1 << 19).unwrap();
    let file = cache.root.child("blobs").child(&blob.digest.hex());
    assert!(file.as_path().exists(), "it was made just now and may be in use");
    assert_eq!(store.result(Digest::of(b"key")), Some(1_u32), "and so are the results about it");
    store.trim_unused_if_due(1 << 19, std::time::Duration::ZERO).unwrap();
    assert!(!file.as_path().exists(), "who says that nothing is in use");
    assert!(!store.holds(blob.digest), "it cannot be opened any more");
    store.put(&vec![1; 1 << 20]).unwrap();
    let yesterday = std::time::SystemTime::now() - std::time::Duration::from_secs(24 * 3600);
    fs::File::open(file.as_path()).unwrap().set_modified(yesterday).unwrap();
    assert!(store.trim(1 << 19).unwrap() >= 1 << 20);
    assert!(!cache.root.child("blobs").child(&blob.digest.hex()).as_path().exists());
    // Rows go where they are what is large, and nobody may be using them.
    store.trim(1 << 10).unwrap();
    assert_eq!(store.result(Digest::of(b"key")), Some(1_u32));
    store.trim_unused_if_due(1 << 10, std::time::Duration::ZERO).unwrap();
    assert_eq!(store.usage().n_results, 1, "nobody has added much since");
    store.put(&vec![2; 65 << 20]).unwrap();
    store.trim_unused_if_due(1 << 10, std::time::Duration::ZERO).unwrap();
    assert_eq!(store.usage().n_results, 0);
    store.clean().unwrap();
    assert_eq!((store.usage().n_results, store.usage().blob_bytes), (0, 0));
}

#[test]
fn a_compiled_library_counts_and_goes_as_a_whole() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let library = cache.root.child("include").child("1234").child(KEPT_LIBRARY);
    for (name, bytes) in [("00/first", &b"abc"[..]), ("ff/deep/second", b"de"), ("whole", b"")] {
        store.put_header(&library.child(name), bytes).unwrap();
    }
    assert_eq!(store.usage().header_bytes, 5);
    store.clean().unwrap();
    assert!(!library.as_path().exists());
}

#[test]
fn two_stores_write_at_once() {
    let cache = cache();
    let stores = [0, 1].map(|_| Arc::new(Store::open(&cache.root).unwrap()));
    thread::scope(|scope| {
        for (who, store) in stores.iter().enumerate() {
            scope.spawn(move || {
                for number in 0..200_u32 {
                    let text = format!("{who} {number}");
                    store.put_result(Digest::of(text.as_bytes()), &number);
                    store.flush();
                }
            });
        }
    });
    drop(stores);
    assert_eq!(Store::open(&cache.root).unwrap().usage().n_results, 400);
}

#[test]
fn many_open_a_new_cache_at_once() {
    let cache = cache();
    thread::scope(|scope| {
        for number in 0..8_u32 {
            let root = &cache.root;
            scope.spawn(move || {
                let store = Store::open(root).unwrap();
                store.put_result(Digest::of(&number.to_le_bytes()), &number);
            });
        }
    });
    assert_eq!(Store::open(&cache.root).unwrap().usage().n_results, 8);
}

#[test]
fn an_executable_is_contents_too() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let built = store.temporary();
    fs::write(built.as_path(), b"a program").unwrap();
    let blob = store.adopt_executable(fs::File::open(built.as_path()).unwrap()).unwrap();
    assert!(store.holds(blob.digest));
    assert_eq!(store.get(blob.digest).as_deref(), Some(&b"a program"[..]));
}

#[test]
fn many_may_make_it_at_once() {
    for _ in 0..30 {
        let scratch = tempfile::tempdir().unwrap();
        let root = AbsPath::new(scratch.path().join("cache")).unwrap();
        let all_ready = Barrier::new(8);
        let open = || {
            all_ready.wait();
            Store::open(&root).map(drop)
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
        });
    }
}

#[test]
fn a_row_that_is_not_as_it_was_written_counts_as_absent() {
    let cache = cache();
    let key = Digest::of(b"key");
    Store::open(&cache.root).unwrap().put_result(key, &7_u32);
    let database = rusqlite::Connection::open(cache.root.child(DATABASE).as_path()).unwrap();
    let row: Vec<u8> = database.query_row("SELECT value FROM result", [], |row| row.get(0)).unwrap();
    assert_eq!(Store::open(&cache.root).unwrap().result::<u32>(key), Some(7));
    let changed: Vec<u8> = row.iter().enumerate().map(|(idx, byte)| byte ^ u8::from(idx == 0)).collect();
    database.execute("UPDATE result SET value = ?1", [changed]).unwrap();
    assert_eq!(Store::open(&cache.root).unwrap().result::<u32>(key), None);
}

#[test]
fn what_cannot_be_written_any_more_is_kept_in_memory_and_said() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    rusqlite::Connection::open(cache.root.child(DATABASE).as_path()).unwrap().execute("DROP TABLE result", []).unwrap();
    let key = Digest::of(b"key");
    store.put_result(key, &7_u32);
    store.flush();
    assert_eq!(store.result::<u32>(key), Some(7));
    assert!(store.ensure_it_keeps().unwrap_err().to_string().contains("no such table"));
    assert_eq!(store.result::<u32>(key), Some(7));
}

#[test]
fn a_changed_executable_is_not_run() {
    let cache = cache();
    let adopt = |store: &Store| {
        let built = store.temporary();
        fs::write(built.as_path(), b"a program").unwrap();
        store.adopt_executable(fs::File::open(built.as_path()).unwrap()).unwrap()
    };
    let blob = adopt(&Store::open(&cache.root).unwrap());
    let file = cache.root.child("bin").child(&blob.digest.hex());
    fs::remove_file(file.as_path()).unwrap();
    fs::write(file.as_path(), b"A PROGRAM").unwrap();
    let store = Store::open(&cache.root).unwrap();
    assert!(!store.holds_executable(blob));
    assert_eq!(store.executable(blob).unwrap(), None);
    assert_eq!(adopt(&store), blob);
    assert!(store.executable(blob).unwrap().is_some(), "and can be kept again");
}

#[test]
fn a_damaged_cache_is_left_as_it_is_until_it_is_cleaned() {
    let cache = cache();
    drop(Store::open(&cache.root).unwrap());
    let file = cache.root.child(DATABASE);
    let nonsense = vec![b'?'; 8192];
    fs::write(file.as_path(), &nonsense).unwrap();
    let instead = Cache::open(&cache.root).unwrap();
    let words = instead.trouble.unwrap().to_string();
    assert!(words.contains("is damaged (") && words.contains("touchstone cache clean"), "{words}");
    assert_ne!(instead.store.root(), &cache.root);
    assert_eq!(fs::read(file.as_path()).unwrap(), nonsense);
    clean(&cache.root).unwrap();
    assert!(Cache::open(&cache.root).unwrap().trouble.is_none());
}

#[cfg(unix)]
#[test]
fn a_cache_is_private_and_has_no_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let cache = cache();
    fs::set_permissions(cache.root.as_path(), fs::Permissions::from_mode(0o755)).unwrap();
    drop(Store::open(&cache.root).unwrap());
    assert_eq!(fs::metadata(cache.root.as_path()).unwrap().permissions().mode() & 0o777, 0o700);
    let elsewhere = tempfile::tempdir().unwrap();
    fs::remove_dir(cache.root.child("bin").as_path()).unwrap();
    symlink(elsewhere.path(), cache.root.child("bin").as_path()).unwrap();
    assert!(matches!(Cache::open(&cache.root), Err(NoCache::Refused(StoreError::Link(_)))));
    let link = AbsPath::new(elsewhere.path().join("link")).unwrap();
    symlink(cache.root.as_path(), link.as_path()).unwrap();
    assert!(matches!(Store::open(&link), Err(StoreError::Link(_))));
}

#[test]
fn what_is_read_in_pieces_is_kept_as_it_is() {
    let cache = cache();
    let store = Store::open(&cache.root).unwrap();
    let mut large = vec![0; 1 << 20];
    large[700_000] = 7;
    for bytes in [&b""[..], b"small", &large, &large] {
        let blob = store.put_all(&mut &bytes[..]).unwrap();
        assert_eq!(blob.digest, Digest::of(bytes));
        assert_eq!(store.get(blob.digest).as_deref(), Some(bytes));
    }
    let blob = store.put_all(&mut &large[..]).unwrap();
    assert!(store.open_large(blob).is_some());
    let file = cache.root.child("blobs").child(&blob.digest.hex());
    fs::remove_file(file.as_path()).unwrap();
    fs::write(file.as_path(), vec![0; 1 << 20]).unwrap();
    assert!(Store::open(&cache.root).unwrap().open_large(blob).is_none(), "it is not what it was");
    assert!(fs::read_dir(cache.root.child("tmp").as_path()).unwrap().next().is_none());
}
