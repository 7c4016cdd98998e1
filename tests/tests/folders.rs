//! What folders hold that cannot be used, or has odd names.

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{PermissionsExt as _, chown},
    },
    path::Path,
};

use e2e::{binary, report::Report, scene::STRANGER, touchstone::Touchstone};
use nix::{sys::stat::Mode, unistd::Uid};
use testkit::{
    examples::here,
    folder::{Folder, files},
    temporary,
};

/// A problem that prints its number, with nothing to complain of.
pub(crate) fn echo() -> Folder {
    let folder = Folder::empty("echo");
    let parts = [
        ("statement.md", "statement.md"),
        ("sol.c", "sol.c"),
        ("wa.c", "wa.c"),
        ("val.cpp", "val.cpp"),
        ("samples/1.in", "five.txt"),
        ("samples/1.ans", "five.txt"),
    ];
    for (path, part) in parts {
        folder.write(path, part_of(part));
    }
    folder
}

fn part_of(part: &str) -> Vec<u8> {
    fs::read(here("fixtures/parts").join(part)).expect("the part is there")
}

fn findings(touchstone: Touchstone, folder: &Path) -> Vec<String> {
    let (report, _): (Report, _) = touchstone.check(folder);
    report.findings()
}

#[test]
fn names_that_are_not_utf_8_are_told_escaped() {
    let folder = echo();
    let name = |bytes: &[u8]| folder.path().join(OsStr::from_bytes(bytes));
    fs::write(name(b"wa_\xe9t\xe9.c"), part_of("wa.c")).expect("a file can be written");
    fs::write(name(b"a\\b.c"), part_of("wa.c")).expect("a file can be written");
    fs::write(name(b"notes_\xe9.pdf"), "").expect("a file can be written");
    fs::create_dir(name(b"sols\xff")).expect("a folder can be made");
    fs::write(name(b"sols\xff/wa_2.c"), part_of("wa.c")).expect("a file can be written");
    assert_eq!(
        findings(Touchstone::new(), folder.path()),
        [
            r"warning file-left-out (folder):1: the name of a\b.c is not UTF-8 or has a backslash in it, so it is left out; rename it",
            r"warning file-left-out (folder):1: the name of sols\xff is not UTF-8 or has a backslash in it, so everything in it is left out; rename it",
            r"warning file-left-out (folder):1: the name of wa_\xe9t\xe9.c is not UTF-8 or has a backslash in it, so it is left out; rename it",
        ]
    );
}

#[test]
fn pipes_and_deep_folders_are_told() {
    let folder = echo();
    nix::unistd::mkfifo(&folder.path().join("gen.py"), Mode::S_IRWXU).expect("a pipe can be made");
    folder.write("sols/1/2/3/4/5/6/7/8/9/wa.c", part_of("wa.c"));
    assert_eq!(
        findings(Touchstone::new(), folder.path()),
        [
            "warning file-left-out gen.py:1: gen.py is no file but a pipe, a socket or a device, so it is left out; remove it",
            "warning file-left-out sols/1/2/3/4/5/6/7/8/9:1: sols/1/2/3/4/5/6/7/8/9 lies more than 10 folders deep, so everything in it is left out; move it further up",
        ]
    );
}

#[test]
fn what_nobody_may_read_is_told() {
    let folder = echo();
    folder.write("wa_closed.c", part_of("wa.c"));
    folder.write("sols/wa_deep.c", part_of("wa.c"));
    folder.write("cmake/CMakeCache.txt", "");
    let set = |path: &str, mode: u32| {
        fs::set_permissions(folder.path().join(path), fs::Permissions::from_mode(mode)).expect("modes can be set");
    };
    let (home, place) = (temporary::folder(), folder.path().parent().expect("it lies in one"));
    open_to_all(place);
    set("wa_closed.c", 0o000);
    set("sols", 0o000);
    let is_root = Uid::effective().is_root();
    let touchstone = if is_root { of_stranger(home.path()) } else { Touchstone::new() };
    let found = findings(touchstone.in_folder(place), folder.path());
    set("sols", 0o755);
    assert_eq!(
        found,
        [
            "warning file-left-out sols:1: sols cannot be read (permission denied), so everything in it is left out; change its permissions",
            "warning file-left-out wa_closed.c:1: wa_closed.c cannot be read (permission denied), so it is left out; change its permissions",
        ]
    );
}

/// Lets everybody read a folder with all in it, whatever the mask of this user's files is.
fn open_to_all(place: &Path) {
    let is_folder = place.is_dir();
    let mode = if is_folder { 0o755 } else { 0o644 };
    fs::set_permissions(place, fs::Permissions::from_mode(mode)).expect("modes can be set");
    if is_folder {
        for entry in fs::read_dir(place).expect("it can be listed") {
            open_to_all(&entry.expect("it can be listed").path());
        }
    }
}

/// A command by a user who may read what all may read, with a copy of the binary in that home.
fn of_stranger(home: &Path) -> Touchstone {
    let binary = home.join("touchstone");
    binary::copy_to(&binary);
    for path in [home, &binary] {
        chown(path, Some(STRANGER), Some(STRANGER)).expect("root can give folders away");
    }
    Touchstone::at(&binary).env("HOME", home).as_user(STRANGER)
}

#[test]
fn parentheses_are_nothing_special() {
    let folder = echo();
    let sum = "#include \"shared (1).h\"\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n + PLUS); }\n";
    folder.write("sols (old)/shared (1).h", "#include <cstdio>\n#ifndef PLUS\n#define PLUS 0\n#endif\n");
    folder.write("sols (old)/ok (1).cpp", sum);
    folder.write("sols (old)/wa (2).cpp", format!("#define PLUS 1\n{sum}"));
    folder.write("(sols)/wa.cpp", format!("#define PLUS 1\n{}", sum.replace("shared (1)", "../sols (old)/shared (1)")));
    folder.write("old (sols)/wa.c", part_of("wa.c"));
    folder.write("gen (1)/pick (2).cpp", part_of("gen.cpp"));
    folder.write("generators (old)/low.py", "print(8)\n");
    folder.write("script.txt", "\"pick (2)\" -low 7 -high 9\nlow\n");
    folder.write("tests (2)/more.in", "6\n");
    folder.write("tests (2)/more.ans", "6\n");
    folder.write("touchstone.toml", "[labels]\n\"(sols)/*\" = \"wrong_answer\"\n");
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
(sols)/wa.cpp: WA WA WA WA | true_negative met
old (sols)/wa.c: WA WA WA WA | true_negative met
sol.c: AC AC AC AC | true_positive met
sols (old)/ok (1).cpp: AC AC AC AC | true_positive met
sols (old)/wa (2).cpp: WA WA WA WA | true_negative met
wa.c: WA WA WA WA | true_negative met
"
    );
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}

/// The files of a problem, below a folder.
fn put_echo(folder: &Folder, name: &str) {
    let echo = echo();
    for file in files(echo.path()) {
        let bytes = fs::read(echo.path().join(&file)).expect("it was just written");
        folder.write(&format!("{name}/{}", file.display()), bytes);
    }
}

#[test]
fn a_contest_with_a_stray_source_names_its_problems() {
    let folder = Folder::empty("contest");
    put_echo(&folder, "a");
    put_echo(&folder, "b (hard)");
    put_echo(&folder, "late");
    folder.write("late/problem.xml", "<problem/>");
    folder.write("stray.cpp", "int main() {}\n");
    folder.write("common/checker.cpp", "#include \"testlib.h\"\nint main() { registerTestlibCmd(0, 0); }\n");
    let done = Touchstone::new().arg("minimize").arg(folder.path()).run().expect_code(2);
    let place = folder.path().display();
    let expected = format!(
        "error: {place} is no problem but has 3 in it; name one of them, such as {place}/a: a, b (hard), late\n"
    );
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", expected.as_str()));
}

#[test]
fn the_only_problem_of_a_folder_is_checked_as_if_named() {
    let contest = Folder::empty("contest");
    put_echo(&contest, "a");
    contest.write("stray.c", part_of("wa.c"));
    let repository = Folder::of("repository", [("setup.py", "print(1)\n"), ("README.md", "# One\n")]);
    put_echo(&repository, "problems/x");
    repository.write(".git/HEAD", "ref: refs/heads/main\n");
    repository.write("common/testlib.h", "// another one\n");
    for (folder, name) in [(&contest, "a"), (&repository, "problems/x")] {
        let (found, code) = Touchstone::new().check(folder.path());
        let (named, code_named) = Touchstone::new().check(&folder.path().join(name));
        assert_eq!((code, code_named), (Some(0), Some(0)), "{:#?}", found.findings());
        assert_eq!(found.0["problem"]["root"], named.0["problem"]["root"]);
        assert_eq!((found.matrix(), found.findings()), (named.matrix(), named.findings()));
        assert_eq!(found.matrix().lines().count(), 2, "{}", found.matrix());
    }
}

#[test]
fn a_problem_inside_another_is_no_part_of_it() {
    let folder = echo();
    folder.write("tests/2.in", "7\n");
    folder.write("script.txt", "pick -low 1 -high 3\n");
    folder.write("pick.cpp", part_of("gen.cpp"));
    put_echo(&folder, "older");
    folder.write("older/pick.cpp", "this is no program\n");
    folder.write("older/touchstone.toml", "name = \"older\"\n");
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.findings(),
        [
            "information file-left-out older:1: older is a problem of its own, so everything in it is left out here; check it by its own name"
        ]
    );
    assert_eq!(report.matrix().lines().count(), 2, "{}", report.matrix());
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_too_large_is_told_and_never_read() {
    let folder = echo();
    let grow = |path: &str, n_bytes: u64| {
        let file = fs::File::create(folder.path().join(path)).expect("a file can be made");
        file.set_len(n_bytes).expect("it can have holes");
    };
    grow("samples/2.in", 3 << 30);
    grow("wa_long.c", 17 << 20);
    grow("script.txt", 2 << 20);
    assert_eq!(
        findings(Touchstone::new(), folder.path()),
        [
            "warning file-left-out samples/2.in:1: samples/2.in is larger than 512 MB, so it is left out; make it smaller",
            "warning file-left-out script.txt:1: script.txt is larger than 1 MB, so it is left out; make it smaller",
            "warning file-left-out wa_long.c:1: wa_long.c is larger than 16 MB, so it is left out; make it smaller",
        ]
    );
}
