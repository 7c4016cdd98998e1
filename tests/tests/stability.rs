//! The same folder gives the same bytes; a second run starts nothing; two runs at once do not disturb each other; a
//! problem folder is never written to.

use std::{
    fs,
    path::{Path, PathBuf},
};

use e2e::{expect, touchstone::Touchstone};
use tempfile::TempDir;
use testkit::{
    examples::{self, NAMES},
    folder::{self, Folder},
    temporary,
};

/// A folder of tools that note each call before they do what is asked.
fn noting_tools(tools: &Path, notes: &Path) {
    for tool in ["g++", "gcc", "python3"] {
        let path = std::env::var_os("PATH").expect("there is a PATH");
        let real = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file());
        let real = real.unwrap_or_else(|| panic!("{tool} is needed")).display().to_string();
        let script = format!("#!/bin/sh\necho {tool} \"$@\" >>'{}'\nexec '{real}' \"$@\"\n", notes.display());
        temporary::script(&tools.join(tool), &script);
    }
}

#[test]
fn a_second_run_starts_nothing() {
    let (tools, cache) = (temporary::folder(), temporary::folder());
    let notes = tools.path().join("notes");
    noting_tools(tools.path(), &notes);
    let path = format!("{}:/usr/bin:/bin", tools.path().display());
    let folder = Folder::copy_of(&examples::folder("badge-race"));
    let check = || {
        let command = Touchstone::new().with_cache(cache.path()).env("PATH", &path);
        command.args(["check", "--format", "json"]).arg(folder.path()).run().expect_code(0)
    };
    let first = check();
    let noted = fs::read_to_string(&notes).expect("the first run used the tools");
    assert!(noted.contains("g++") && noted.contains("python3"), "{noted}");
    fs::remove_file(&notes).expect("it is there");
    let second = check();
    assert!(!notes.exists(), "{}", fs::read_to_string(&notes).unwrap_or_default());
    expect::same("a second run measures nothing anew", &first.stdout, &second.stdout);
}

/// Headers that a repository shares, and those that a manifest states, count as any other; a change of one is seen.
#[test]
fn a_header_above_the_problem_counts() {
    let (tools, cache) = (temporary::folder(), temporary::folder());
    let notes = tools.path().join("notes");
    noting_tools(tools.path(), &notes);
    let path = format!("{}:/usr/bin:/bin", tools.path().display());
    let folder = Folder::copy_of(&examples::folder("lending-library/shelf-sums"));
    let check = || {
        let command = Touchstone::new().with_cache(cache.path()).env("PATH", &path);
        command.args(["check", "--format", "json"]).arg(folder.path()).run().expect_code(1)
    };
    let first = check();
    fs::remove_file(&notes).expect("the first run used the tools");
    let second = check();
    assert!(!notes.exists(), "{}", fs::read_to_string(&notes).unwrap_or_default());
    expect::same("a second run measures nothing anew", &first.stdout, &second.stdout);
    let shared = folder.path().join("../common/random.h");
    let text = fs::read_to_string(&shared).expect("it lies above the problem");
    fs::write(&shared, text.replace("seed * 0x9e", "(seed + 9) * 0x9e")).expect("it can be written");
    let third = check();
    assert!(third.stdout.contains("of test small_00"), "its input is not the recorded one any more");
}

#[test]
fn different_caches_give_the_same_bytes() {
    let caches = [temporary::folder(), temporary::folder()];
    let folder = examples::folder("badge-race");
    let check = |cache: &TempDir, jobs| {
        let command = Touchstone::new().with_cache(cache.path()).args(["check", "--format", "json", "--jobs", jobs]);
        command.arg(&folder).run().expect_code(0).report()
    };
    let (one, other) = (check(&caches[0], "1"), check(&caches[1], "4"));
    expect::same("a fresh cache changes nothing", &one.text(), &other.text());
}

#[test]
fn two_at_once() {
    let cache = temporary::folder();
    let folder = examples::folder("badge-race");
    let start = || {
        let command = Touchstone::new().with_cache(cache.path()).args(["check", "--format", "json"]);
        command.arg(&folder).start(false)
    };
    let both = [start(), start()].map(|running| running.wait().expect_code(0).report());
    expect::same("both say the same", &both[0].text(), &both[1].text());
}

#[test]
fn nothing_is_left_among_temporary_files() {
    let (cache, temporaries) = (temporary::folder(), temporary::folder());
    let command = Touchstone::new().with_cache(cache.path()).env("TMPDIR", temporaries.path());
    command.args(["check", "--no-cache"]).arg(examples::folder("badge-race")).run().expect_code(0);
    assert_eq!(folder::files(temporaries.path()), Vec::<PathBuf>::new());
}

#[test]
fn the_folder_is_never_written_to() {
    for name in NAMES {
        let folder = Folder::copy_of(&examples::folder(name));
        let before = folder.contents();
        let quick = ["check", "--test", "*1*", "--solution", "*sol*", "--format", "json"];
        Touchstone::new().args(quick).in_folder(folder.path()).run();
        let source = folder::files(folder.path()).into_iter().find(|file| file.extension().is_some_and(|e| e == "cpp"));
        let source = source.expect("each example has a C++ program");
        Touchstone::new().arg("run").arg(folder.path().join(source)).in_folder(folder.path()).stdin("1\n").run();
        for args in [&["doctor", "--quick"][..], &["explain", "no-main"], &["cache", "show"], &["completions", "bash"]]
        {
            Touchstone::new().args(args).in_folder(folder.path()).run().expect_code(0);
        }
        assert_eq!(folder.contents(), before, "{name}");
    }
}
