//! The binary copied alone into an empty folder, with an empty home: everything it needs travels inside it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use e2e::{
    binary,
    touchstone::{Done, Touchstone},
};
use tempfile::TempDir;
use testkit::{
    examples::here,
    folder::{self, Folder},
    temporary,
};

use crate::codes;

/// The binary, alone in a folder.
struct Alone {
    place: TempDir,
    binary: PathBuf,
}

impl Alone {
    fn new() -> Alone {
        let place = temporary::folder();
        let binary = place.path().join("touchstone");
        binary::copy_to(&binary);
        Alone { place, binary }
    }

    fn path(&self) -> &Path {
        self.place.path()
    }

    /// A command in the folder. Its home is empty each time, and nothing is kept but what it writes there.
    fn run(&self, args: &[&str]) -> Done {
        self.command(args).run()
    }

    fn command(&self, args: &[&str]) -> Touchstone {
        let cache = temporary::shared_cache();
        Touchstone::at(&self.binary).with_cache(&cache).in_folder(self.path()).args(args)
    }
}

#[test]
fn a_new_problem_passes() {
    let alone = Alone::new();
    let made = alone.run(&["new", "demo"]).expect_code(0);
    assert!(made.stdout.contains("touchstone check demo"), "{made:?}");
    let checked = Touchstone::at(&alone.binary).in_folder(alone.path()).args(["check", "demo"]).run().expect_code(0);
    assert!(checked.stdout.contains("TPR 100%") && checked.stdout.contains("TNR 100%"), "{}", checked.stdout);
    assert!(checked.stdout.trim_end().ends_with("no findings"), "{}", checked.stdout);
    alone.run(&["new", "demo"]).expect_code(2);
    let (report, code) = alone.command(&[]).check(&alone.path().join("demo"));
    assert_eq!((report.findings_of("wrong-solution-passes"), code), (Vec::new(), Some(0)));
}

#[test]
fn generating() {
    let alone = Alone::new();
    alone.run(&["new", "demo"]).expect_code(0);
    alone.run(&["gen", "demo", "--out", "tests"]).expect_code(0);
    let (report, _) = alone.command(&[]).check(&alone.path().join("demo"));
    let tests = report.0["tests"].as_array().expect("a list").clone();
    for test in &tests {
        let id = test["id"].as_str().expect("a word");
        let input = fs::read(alone.path().join(format!("tests/{id}.in"))).expect("each test is written");
        assert_eq!(Some(input.len() as u64), test["bytes"].as_u64());
        assert!(alone.path().join(format!("tests/{id}.ans")).is_file(), "each answer is written");
    }
    assert_eq!(folder::files(&alone.path().join("tests")).len(), 2 * tests.len());
    alone.run(&["gen", "demo", "--seeds", "3", "--out", "many"]).expect_code(0);
    let n_generated = tests.iter().filter(|test| test["origin"] == "generated").count();
    assert_eq!(folder::files(&alone.path().join("many")).len(), 3 * n_generated);
    // What is there already is kept when it is the same, and never overwritten when it is not.
    alone.run(&["gen", "demo", "--out", "tests"]).expect_code(0);
    fs::write(alone.path().join("tests/1.in"), "mine").expect("a file can be written");
    alone.run(&["gen", "demo", "--out", "tests"]).expect_code(2);
    assert_eq!(fs::read(alone.path().join("tests/1.in")).expect("it is there"), b"mine");
}

#[test]
fn running_one_program() {
    let alone = Alone::new();
    alone.run(&["new", "demo"]).expect_code(0);
    let sample = fs::read(alone.path().join("demo/samples/1.in")).expect("a sample is there");
    let run = alone.command(&["run", "demo/sol.cpp"]).stdin(sample.clone()).run().expect_code(0);
    let brute = alone.command(&["run", "demo/brute.cpp"]).stdin(sample).run().expect_code(0);
    assert_eq!(run.stdout, brute.stdout);
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    assert!(run.stderr.contains("ms CPU") && run.stderr.lines().count() == 1, "{run:?}");
    let generated = alone.run(&["run", "demo/gen.cpp", "-n", "3", "-low", "7", "-high", "7"]).expect_code(0);
    assert_eq!(generated.stdout, "3\n7 7 7\n");
    let rejected = alone.command(&["run", "demo/val.cpp"]).stdin("junk").run().expect_code(1);
    assert!(rejected.stderr.contains("FAIL"), "{rejected:?}");
}

#[test]
fn housekeeping() {
    let alone = Alone::new();
    let doctor = alone.run(&["doctor", "--quick"]).expect_code(0);
    for part in ["C++", "Python", "testlib.h", "sandbox", "cache"] {
        assert!(doctor.stdout.contains(part), "{}", doctor.stdout);
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = alone.run(&["completions", shell]).expect_code(0);
        assert!(script.stdout.contains("touchstone") && script.stdout.contains("check"), "{shell}");
    }
    let command = Touchstone::at(&alone.binary).args(["cache", "show"]);
    let home = command.home();
    let shown = command.run().expect_code(0);
    assert!(shown.stdout.starts_with(home.to_str().expect("a plain path")), "{shown:?}");
    Touchstone::at(&alone.binary).args(["cache", "clean"]).run().expect_code(0);
}

#[test]
fn the_version_names_the_header() {
    let header = fs::read_to_string(here("../testlib/testlib.h")).expect("the header is there");
    let version = header.lines().find_map(|line| line.strip_prefix("#define VERSION ")).expect("it has a version");
    let printed = Alone::new().run(&["--version"]).expect_code(0).stdout;
    assert!(printed.starts_with("touchstone ") && printed.contains(version.trim_matches('"')), "{printed}");
}

#[test]
fn every_code_is_explained() {
    let alone = Alone::new();
    for codes::Section { code, .. } in codes::of_the_page() {
        let explained = alone.run(&["explain", &code]).expect_code(0);
        assert!(explained.stdout.starts_with(&format!("## {code}\n")), "{code}: {}", explained.stdout);
        assert!(explained.stdout.contains("Cure"), "{code}: {}", explained.stdout);
    }
    says_one_sentence(&alone.run(&["explain", "no-such-code"]));
    // A number that nothing is found under yet.
    says_one_sentence(&alone.run(&["explain", "testlib-40"]));
}

#[test]
fn what_cannot_be_done_is_said_in_a_sentence() {
    let alone = Alone::new();
    fs::create_dir(alone.path().join("empty")).expect("a folder can be made");
    fs::write(alone.path().join("file"), "").expect("a file can be written");
    says_one_sentence(&alone.run(&["check", "no-such-folder"]));
    says_one_sentence(&alone.run(&["check", "file"]));
    says_one_sentence(&alone.run(&["check", "empty"]));
    says_one_sentence(&alone.run(&["gen", "empty", "--out", "out"]));
    says_one_sentence(&alone.run(&["run", "no-such.cpp"]));
    let bundle = alone.run(&["doctor", "--bundle", "no/such/folder/bundle.txt"]);
    assert!(bundle.code() == Some(2) && bundle.stderr.contains("no/such/folder is no folder"), "{bundle:?}");
    assert!(!alone.path().join("no").exists());
    says_one_sentence(&alone.run(&["check", "empty", "--solution", "[", "--format", "json"]));
}

#[test]
fn usage_errors() {
    let alone = Alone::new();
    for args in [
        &[][..],
        &["no-such-command"],
        &["check", "--format", "sarif"],
        &["check", "--no-such-option"],
        &["check", "--jobs", "many"],
        &["gen", "."],
        &["hack", "."],
        &["completions", "no-such-shell"],
    ] {
        let done = alone.run(args).expect_code(2);
        assert_eq!(done.stdout, "", "{args:?}");
        assert!(!done.stderr.contains("panicked") && !done.stderr.is_empty(), "{done:?}");
    }
}

#[test]
fn without_a_compiler() {
    let alone = Alone::new();
    alone.run(&["new", "demo"]).expect_code(0);
    let nothing = temporary::folder();
    let bare =
        |args: &[&str]| Touchstone::at(&alone.binary).in_folder(alone.path()).env("PATH", nothing.path()).args(args);
    let (report, code) = bare(&[]).check(&alone.path().join("demo"));
    assert_eq!(code, Some(1));
    let missing = report.findings_of("tool-missing");
    assert!(missing.iter().any(|finding| finding.contains("g++")), "{missing:?}");
    let doctor = bare(&["doctor", "--quick"]).run().expect_code(1);
    assert!(doctor.stdout.contains("install g++"), "{doctor:?}");
    let run = bare(&["run", "demo/sol.cpp"]).run();
    says_one_sentence(&run);
    assert!(run.stderr.contains("install g++"), "{run:?}");
}

#[test]
fn a_folder_of_c_and_python_only() {
    let folder = Folder::of(
        "small",
        [
            ("statement.md", "Time limit: 1 second\nMemory limit: 64 MB\n"),
            ("sol.py", "print(int(input()) * 2)\n"),
            (
                "wa_add.c",
                "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + 2); }\n",
            ),
            ("tests/1.in", "2\n"),
            ("tests/2.in", "3\n"),
        ],
    );
    let (report, _) = Touchstone::at(&Alone::new().binary).check(folder.path());
    assert_eq!(report.matrix(), "sol.py: AC AC | true_positive met\nwa_add.c: AC WA | true_negative met\n");
}

/// Exit code 2, and one line on standard error.
fn says_one_sentence(done: &Done) {
    assert_eq!(done.code(), Some(2), "{done:?}");
    assert_eq!(done.stdout, "", "{done:?}");
    assert_eq!(done.stderr.lines().count(), 1, "{done:?}");
    assert!(done.stderr.starts_with("error: ") && !done.stderr.contains("panicked"), "{done:?}");
}
