//! Caches that cannot be used: damaged ones, links, and other people's.

use std::{
    fs,
    os::unix::fs::{chown, symlink},
    path::Path,
};

use e2e::{
    scene::STRANGER,
    server,
    touchstone::{Done, Touchstone},
};
use nix::unistd::Uid;
use testkit::{folder::Folder, temporary};

use crate::folders::echo;

fn check(cache: &Path, folder: &Folder) -> Done {
    Touchstone::new().with_cache(cache).arg("check").arg(folder.path()).run()
}

/// What was found: the times above it are never the same.
fn found(done: &Done) -> &str {
    done.stdout.find("TPR ").map_or("", |at| &done.stdout[at..])
}

/// Puts nonsense in the place of the database.
fn damage(cache: &Path) {
    for end in ["-wal", "-shm"] {
        // It is there only where somebody was stopped.
        drop(fs::remove_file(cache.join(format!("cache-2.db{end}"))));
    }
    fs::write(cache.join("cache-2.db"), vec![b'?'; 8192]).expect("it can be written");
}

#[test]
fn a_damaged_one_is_said_to_be_and_left_alone_until_it_is_cleaned() {
    let (place, folder) = (temporary::folder(), echo());
    let cache = place.path().join("cache");
    let before = check(&cache, &folder);
    assert!(found(&before).contains("TNR 100%") && !before.stderr.contains("warning:"), "{before:?}");
    damage(&cache);
    let damaged = check(&cache, &folder);
    assert_eq!((found(&damaged), damaged.code()), (found(&before), before.code()));
    assert!(damaged.stderr.contains("is damaged (") && damaged.stderr.contains("goes on without it"), "{damaged:?}");
    assert_eq!(fs::read(cache.join("cache-2.db")).expect("it is there"), vec![b'?'; 8192]);
    Touchstone::new().with_cache(&cache).args(["cache", "clean"]).run().expect_code(0);
    assert!(!check(&cache, &folder).stderr.contains("warning:"));
}

#[test]
fn an_editor_is_told_of_a_damaged_one() {
    let (place, folder) = (temporary::folder(), echo());
    let cache = place.path().join("cache");
    check(&cache, &folder);
    damage(&cache);
    let mut client = server::trusting().with_cache(&cache).folder(folder.path()).start();
    let wrong = folder.path().join("wa.c");
    client.open(&wrong);
    client.judge(folder.path());
    assert!(matches!(&client.seen.shown[..], [words] if words.contains("is damaged (")), "{:?}", client.seen.shown);
    assert!(client.leave().success());
}

#[test]
fn links_and_those_of_others_are_refused() {
    let (place, folder) = (temporary::folder(), echo());
    let cache = place.path().join("cache");
    check(&cache, &folder);
    let link = place.path().join("link");
    symlink(&cache, &link).expect("a link can be made");
    let refused = check(&link, &folder).expect_code(2);
    assert!(refused.stderr.contains("link is a link; name the folder itself"), "{refused:?}");
    if Uid::effective().is_root() {
        chown(&cache, Some(STRANGER), None).expect("root may give it away");
        let refused = check(&cache, &folder).expect_code(2);
        assert!(refused.stderr.contains("belongs to the user 62017"), "{refused:?}");
    }
}
