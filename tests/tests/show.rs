//! `show`: one test, and what a solution makes of it.

use std::fs;

use e2e::touchstone::Touchstone;
use serde_json::{Value, json};
use testkit::{examples, temporary};

fn shown(folder: &str, args: &[&str]) -> String {
    let done = Touchstone::new().arg("show").arg(examples::folder(folder)).args(args).run().expect_code(0);
    // What it cost differs.
    let costs = |line: &&str| line.starts_with("time ") || line.starts_with("memory ");
    let (costs, others): (Vec<&str>, Vec<&str>) = done.stdout.lines().partition(costs);
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

found
    -1
    ^ differs here
";
    assert_eq!(shown("two-parcels", &["--test", "4", "--solution", "wa_overflow.cpp"]), expected);
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

#[test]
fn standard_error_is_shown_and_written() {
    let (folder, out) = (crate::folders::echo(), temporary::folder());
    let loud = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); fprintf(stderr, \"read %d\\n\", n); printf(\"%d\\n\", n); }\n";
    folder.write("ac_loud.c", loud);
    let place = out.path().join("cell");
    let done = Touchstone::new().arg("show").arg(folder.path()).args(["-t", "**", "-s", "ac_loud.c", "--out"]);
    let done = done.arg(&place).run().expect_code(0);
    assert!(done.stdout.ends_with("standard error\n    read 5\n"), "{}", done.stdout);
    assert_eq!(fs::read_to_string(place.join("stderr.txt")).expect("it is written"), "read 5\n");
}
