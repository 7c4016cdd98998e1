//! Machines that lack something: a compiler, space on disk, the right to write.

use std::{fs, os::unix::fs::PermissionsExt as _};

use e2e::{binary, disk::SmallDisk, remarks, scene::STRANGER, server};
use nix::{
    mount::{MsFlags, mount},
    sys::statvfs::statvfs,
    unistd::geteuid,
};
use serde_json::json;
use testkit::{
    editor::{matrix, uri},
    examples,
    folder::{self, Folder},
    small, temporary,
};

#[test]
fn no_compiler() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let (empty, cache) = (temporary::folder(), temporary::folder());
    let setup = server::trusting().env("PATH", empty.path()).with_cache(cache.path());
    let mut client = setup.folder(folder.path()).start();
    let script = folder.path().join("script.txt");
    client.open(&script);
    client.open(&folder.path().join("sol.cpp"));
    let root = uri::of(folder.path());
    client.wait_for(&folder.path().join("sol.cpp"), "no C++ compiler was found; install g++");
    client.wait_until_idle(folder.path());
    assert_eq!(client.seen.status[&root]["health"], "warning");
    // What needs no compiler works.
    client.replace(&script, "gen -n 6 -max", "gne -n 6 -max");
    client.wait_for(&script, "error generator-unknown 3:1 `gne ");
    client.replace(&script, "gne -n 6 -max", "gen -n 6 -max");
    client.wait_for_no(&script, "generator-unknown");
    // Nothing pops up.
    client.judge(folder.path());
    assert_eq!(client.seen.shown, Vec::<String>::new());
    assert!(client.has(&folder.path().join("sol.cpp"), "no C++ compiler was found"));
    assert!(client.leave().success());
}

#[test]
fn a_folder_that_cannot_be_written() {
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let place = folder.path().parent().expect("it lies in one").to_owned();
    let (home, cache) = (temporary::folder(), temporary::folder());
    let is_root = geteuid().is_root();
    let binary = home.path().join("touchstone");
    if is_root {
        // Root may write everywhere, so somebody else does the work, with what he can reach and read.
        binary::copy_to(&binary);
        for path in [home.path(), cache.path(), &binary] {
            std::os::unix::fs::chown(path, Some(STRANGER), Some(STRANGER)).expect("root can give folders away");
        }
        fs::set_permissions(&place, fs::Permissions::from_mode(0o755)).expect("it is ours");
        for file in folder::files(folder.path()) {
            fs::set_permissions(folder.path().join(file), fs::Permissions::from_mode(0o644)).expect("it is ours");
        }
    }
    let mode = |mode: u32| {
        for inside in ["", "tests", "samples"] {
            fs::set_permissions(folder.path().join(inside), fs::Permissions::from_mode(mode)).expect("it is ours");
        }
    };
    mode(0o555);
    let before = folder.contents();
    let mut setup = server::trusting().with_home(home.path()).with_cache(cache.path()).in_folder(home.path());
    if is_root {
        setup = setup.at(&binary).as_user(STRANGER);
    }
    let mut client = setup.folder(folder.path()).start();
    client.open(&folder.path().join("val.c"));
    client.judge(folder.path());
    assert_eq!(matrix::verdicts(&client.matrix(folder.path()), "sol.c"), ["AC"; 5]);
    let export = json!({ "uri": uri::of(folder.path()), "format": "json", "path": "report.json" });
    let refused = client.try_command("touchstone.exportReport", export).expect_err("nobody may write there");
    assert!(refused["message"].as_str().is_some_and(|words| words.contains("cannot be written")), "{refused}");
    assert_eq!(folder.contents(), before);
    mode(0o755);
    assert!(client.leave().success());
}

#[test]
fn a_cache_that_is_removed() {
    let place = temporary::folder();
    let cache = place.path().join("cache");
    let validator = |most: u32| {
        format!(
            "#include \"testlib.h\"\nint main(int argc, char* argv[]) {{\n    registerValidation(argc, argv);\n    \
             inf.readInt(1, {most}, \"n\");\n    inf.readEoln();\n    inf.readEof();\n}}\n"
        )
    };
    let folder = Folder::of("echo", [("touchstone.toml", "[limits]\ntime_ms = 1000\nmemory_mb = 64\n")]);
    folder.write("val.cpp", validator(9));
    folder.write("sol.c", "int puts(const char *);\nint main(void) { puts(\"5\"); }\n");
    folder.write("tests/1.in", "5\n");
    folder.write("tests/1.ans", "5\n");
    let mut client = server::trusting().with_cache(&cache).folder(folder.path()).start();
    let path = folder.path().join("val.cpp");
    client.open(&path);
    client.judge(folder.path());
    temporary::take_away(&cache);
    // Compilers and programs are shut in anew with what takes its place.
    client.set_text(&path, &validator(4));
    client.save(&path);
    client.wait_for(&path, "error validator-rejects-test 4:5 `inf.readInt(1, 4, \"n\")`: ");
    client.judge(folder.path());
    assert_eq!(client.seen.shown, Vec::<String>::new());
    assert!(cache.join("cache-2.db").is_file());
    assert!(client.leave().success());
}

#[test]
fn a_full_disk() {
    let place = temporary::folder();
    let Some(_disk) = SmallDisk::new(place.path(), "160k") else {
        let words = "a full disk: no file system can be mounted here";
        assert!(std::env::var_os("TOUCHSTONE_REQUIRE").is_none_or(|wanted| wanted != "full"), "{words}");
        return remarks::not_tried(words);
    };
    let files = small::files();
    let folder = Folder::of("small", files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    folder.write("wa_right.c", small::solution(100_000));
    let mut client = server::trusting().with_cache(place.path()).folder(folder.path()).start();
    let (script, wrong) = (folder.path().join("script.txt"), folder.path().join("wa_right.c"));
    client.open(&script);
    client.open(&wrong);
    // It judges as far as it can, and says something either way; then it goes on.
    let outcome = client.try_command("touchstone.run", json!({ "uri": uri::of(folder.path()) }));
    match outcome {
        Ok(_) => client.wait_for(&wrong, "error wrong-solution-passes"),
        Err(error) => {
            assert!(error["message"].as_str().is_some_and(|words| words.contains(" is full; free")), "{error}")
        }
    }
    client.replace(&script, "gen 5 -seed 2 > $", "gne 5 -seed 2 > $");
    client.wait_for(&script, "error generator-unknown 2:1 `gne ");
    client.replace(&script, "gne 5 -seed 2 > $", "gen 5 -seed 2 > $");
    client.wait_for_no(&script, "generator-unknown");
    let room = statvfs(place.path()).expect("it is mounted");
    let left = room.blocks_available() * room.fragment_size();
    assert!(left < 40_000, "{left} bytes are left, so nothing was tried");
    assert!(client.leave().success());
    // With room it is judged, whatever the cache has kept of that.
    let none: Option<&str> = None;
    mount(none, place.path(), none, MsFlags::MS_REMOUNT, Some("size=200m")).expect("it can be made larger");
    let mut client = server::trusting().with_cache(place.path()).folder(folder.path()).start();
    client.open(&wrong);
    client.judge(folder.path());
    client.wait_for(&wrong, "error wrong-solution-passes");
    assert_eq!(matrix::verdicts(&client.matrix(folder.path()), "sol.c"), ["AC"; 5]);
    assert!(client.leave().success());
}
