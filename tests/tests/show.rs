//! `show`: one test, and what a solution makes of it.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use e2e::touchstone::Touchstone;
use serde_json::{Value, json};
use testkit::{examples, folder::Folder, temporary};

fn shown(folder: &str, args: &[&str]) -> String {
    let done = Touchstone::new().arg("show").arg(examples::folder(folder)).args(args).run().expect_code(0);
    // What it cost differs.
    let costs = |line: &&str| line.starts_with("time ") || line.starts_with("memory ");
    let (shown, _) = done.stdout.split_once("\nto run it by hand\n").expect("commands");
    let (costs, others): (Vec<&str>, Vec<&str>) = shown.lines().partition(costs);
    assert!(costs.iter().all(|line| line.contains("(limit 1 s)") || line.contains("(limit 256 MB)")), "{costs:?}");
    others.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn where_an_output_differs() {
    // The numbers add up to 4,000,000,000: in 32 bits they do not.
    let expected = "\
wa_overflow.cpp on test 4: WA
made by   gen -n 2 -min 2e9 -max 2e9 -type pair
checker   a pair exists, none was found

input
    2 4000000000
    2000000000 2000000000

expected
    1 2
    ^ expected here

found
    -1
    ^ differs here
";
    assert_eq!(shown("two-parcels", &["--test", "4", "--solution", "wa_overflow.cpp"]), expected);
}

/// By hand: line 20001 is beyond the first 64 KB of what is shown, and Python has a limit of its own.
#[test]
fn a_difference_far_behind_and_a_limit_of_a_language() {
    let folder = Folder::of(
        "late",
        [
            ("touchstone.toml", "[limits]\ntime_ms = 5000\n[limits.languages.python]\ntime_ms = 9000\n"),
            ("sol.py", "n = int(input())\nfor i in range(n): print(i)\n"),
            ("wa.py", "n = int(input())\nfor i in range(n): print(i if i != 20000 else 'x')\n"),
            (
                "val.cpp",
                "#include \"testlib.h\"\nint main(int c, char** v) { registerValidation(c, v); inf.readInt(1, 30000, \"n\"); inf.readEoln(); inf.readEof(); }\n",
            ),
            ("tests/1.in", "25000\n"),
            ("tests/2.in", "40000\n"),
        ],
    );
    let show = |test: &str| {
        let done = Touchstone::new().arg("show").arg(folder.path()).args(["-t", test, "-s", "wa.py"]).run();
        done.expect_code(0).stdout
    };
    let late = show("1");
    assert!(late.contains("(limit 9 s)"), "{late}");
    for part in ["    … 19995 lines before\n", "    20000\n    ^ expected here\n", "    x\n    ^ differs here\n"] {
        assert!(late.contains(part), "{part}: {late}");
    }
    assert!(!late.contains("ends here"), "{late}");
    // The validator rejects it, on the only read that bounds it.
    let rejected = show("2");
    assert!(rejected.contains("    40000\n    ^ the validator stopped here\n"), "{rejected}");
    assert!(rejected.contains("validator ") && rejected.contains("30000"), "{rejected}");
}

#[test]
fn a_talk_side_by_side() {
    let found = shown("quiet-room", &["-t", "2", "-s", "sol.cpp"]);
    let talk = found.split("    solution ").nth(1).expect("a talk").lines().skip(1);
    let (mut questions, mut answers) = (0, 0);
    for line in talk {
        // What the interactor says stands to the right.
        if line.starts_with(&" ".repeat(44)) { answers += 1 } else { questions += 1 }
    }
    assert!(questions > 1 && answers > 1, "{found}");
}

#[test]
fn exactly_one_of_each() {
    let refused = |args: &[&str]| {
        Touchstone::new().arg("show").arg(examples::folder("two-parcels")).args(args).run().expect_code(2).stderr
    };
    assert!(refused(&["-t", "1?"]).contains("`1?` means 2 tests; name one of 10, 11"));
    let several = "`wa_s*` means 2 solutions; name one of wa_same_parcel.cpp, wa_sorted_index.cpp";
    assert!(refused(&["-t", "4", "-s", "wa_s*"]).contains(several));
    assert!(
        refused(&["-t", "4", "-s", "nobody"])
            .contains("`nobody` means no solution; name one of ac_alt.py, greedy_heaviest.cpp")
    );
}

#[test]
fn whole_files_and_json() {
    let out = temporary::folder();
    let place = out.path().join("cell");
    let args = ["-t", "10", "-s", "wa_overflow.cpp", "--format", "json", "--out"];
    let run = || Touchstone::new().arg("show").arg(examples::folder("two-parcels")).args(args).arg(&place).run();
    let said: Value = serde_json::from_str(&run().expect_code(0).stdout).expect("it is JSON");
    assert_eq!((&said["verdict"], &said["found"]), (&json!("WA"), &json!("-1\n")));
    let input = fs::read(place.join("input.txt")).expect("it is written");
    assert_eq!(said["input"]["bytes"], json!(input.len()));
    assert_eq!(fs::read_to_string(place.join("found.txt")).expect("it is written"), "-1\n");
    fs::write(place.join("found.txt"), "mine").expect("it can be written");
    let refused = run().expect_code(2);
    assert!(refused.stderr.contains("found.txt is there already"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(place.join("found.txt")).expect("it is there"), "mine");
}

/// What a shell does that gets the commands of a cell, and what it prints; their files were written before.
pub(crate) fn by_hand(folder: &Path, test: &str, solution: &str, then: &str) -> Output {
    let place = temporary::folder();
    let args = ["-t", test, "-s", solution, "--format", "json", "--out"];
    let done = Touchstone::new().arg("show").arg(folder).args(args).arg(place.path()).run();
    let said: Value = serde_json::from_str(&done.expect_code(0).stdout).expect("it is JSON");
    let lines = said["rerun"]["commands"].as_array().expect("a list").iter().filter_map(Value::as_str);
    let lines: Vec<&str> = lines.chain([then]).collect();
    Command::new("sh").args(["-e", "-c", &lines.join("\n")]).output().expect("there is a shell")
}

#[test]
fn a_shell_runs_a_cell_as_it_was_judged() {
    let printed = |test: &str, solution: &str| {
        let output = by_hand(&examples::folder("two-parcels"), test, solution, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(printed("4", "wa_overflow.cpp"), "-1\n");
    assert_eq!(printed("4", "ac_alt.py"), "1 2\n");
    // The interactor's exit code is its verdict.
    let output = by_hand(&examples::folder("quiet-room"), "2", "sol.cpp", "wait $!");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && words.contains("ok"), "{words}");
}

/// A check puts constants of the package into sources and headers.
#[test]
fn a_shell_builds_what_a_check_builds() {
    let folder = Folder::of(
        "constants",
        [
            ("problem.yaml", "problem_format_version: 2025-09\nname: Add\nconstants:\n  more: 1/2\n  most: 40\n"),
            ("data/secret/1.in", "2\n"),
            ("data/secret/1.ans", "42 1/2\n"),
            ("submissions/accepted/sol.py", "print(int(input()) + {{most}}, '{{more}}')\n"),
            (
                "submissions/accepted/own/sol.c",
                "#include <stdio.h>\n#include \"most.h\"\n#include \"same.h\"\nint main(void) { int n; if (scanf(\"%d\", &n) != 1) return 1; printf(\"%d {{more}}\\n\", n + MOST + SAME); }\n",
            ),
            ("submissions/accepted/own/most.h", "#define MOST {{most}}\n"),
            ("submissions/accepted/own/same.h", "#define SAME 0\n"),
        ],
    );
    for solution in ["submissions/accepted/sol.py", "submissions/accepted/own"] {
        let output = by_hand(folder.path(), "secret/1", solution, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "42 1/2\n", "{solution}");
    }
}

#[test]
fn an_input_of_ones_own_becomes_a_test_if_it_is_proved() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let before = folder.contents();
    let hack = |input: &str, args: &[&str]| {
        let command = Touchstone::new().arg("hack").arg(folder.path()).args(["--input", "-"]).args(args);
        command.stdin(input).run()
    };
    // Two parcels of 5 are there, and one of them does not weigh 10 twice.
    let input = "3 10\n5 7 5\n";
    let offered = hack(input, &[]).expect_code(0);
    assert!(offered.stdout.contains("1 test is worth adding"), "{}", offered.stdout);
    for (refused, why) in [("1 10\n5\n", "val.cpp rejects it"), ("3 10\n5 7 5", "val.cpp rejects it")] {
        let refused = hack(refused, &["--apply"]).expect_code(2);
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    assert_eq!(folder.contents(), before, "nothing was asked for, or nothing was proved");
    hack(input, &["--apply"]).expect_code(0);
    let after = folder.contents();
    let new = after.keys().filter(|path| !before.contains_key(*path)).map(|path| folder.path().join(path));
    let texts: Vec<String> = new.filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(texts.iter().any(|text| text == input), "{texts:?}");
    let again = hack(input, &["--apply"]).expect_code(2);
    assert!(again.stderr.contains("it has the same input as test"), "{}", again.stderr);
}

#[test]
fn standard_error_is_shown_and_written() {
    let (folder, out) = (crate::folders::echo(), temporary::folder());
    let loud = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); fprintf(stderr, \"read %d\\n\", n); printf(\"%d\\n\", n); }\n";
    folder.write("ac_loud.c", loud);
    let place = out.path().join("cell");
    let done = Touchstone::new().arg("show").arg(folder.path()).args(["-t", "**", "-s", "ac_loud.c", "--out"]);
    let done = done.arg(&place).run().expect_code(0);
    assert!(done.stdout.contains("\nstandard error\n    read 5\n\n"), "{}", done.stdout);
    assert_eq!(fs::read_to_string(place.join("stderr.txt")).expect("it is written"), "read 5\n");
}
