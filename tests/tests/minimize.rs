//! `touchstone minimize`: fewer tests, the same verdicts.

use std::collections::BTreeSet;

use e2e::{report::Report, touchstone::Touchstone};
use serde_json::Value;
use testkit::{examples, folder::Folder};

/// Which solution fails, and how, on some tests of a report.
fn shown(report: &Report, tests: &dyn Fn(&str) -> bool) -> BTreeSet<(String, String)> {
    let ids: Vec<&str> = words(&report.0["matrix"]["tests"]);
    let solutions: Vec<&str> = words(&report.0["matrix"]["solutions"]);
    let mut shown = BTreeSet::new();
    for solution in solutions {
        for (id, verdict) in ids.iter().zip(report.verdicts(solution)) {
            if tests(id) && !["AC", "SK", "FAIL"].contains(&verdict) {
                shown.insert((solution.to_owned(), verdict.to_owned()));
            }
        }
    }
    shown
}

fn words(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word")).collect()
}

fn minimized(folder: &Folder, more: &[&str]) -> Value {
    let touchstone = Touchstone::new();
    let done = touchstone.args(["minimize", "--format", "json"]).args(more).arg(folder.path()).run();
    serde_json::from_str(&done.expect_code(0).stdout).expect("one JSON object")
}

#[test]
fn every_verdict_stays_and_none_is_shown_twice_in_vain() {
    for name in ["two-parcels", "firmware-order"] {
        let folder = Folder::copy_of(&examples::folder(name));
        let before = folder.contents();
        let found = minimized(&folder, &[]);
        let kept: BTreeSet<&str> =
            found["kept"].as_array().expect("a list").iter().map(|test| test["id"].as_str().expect("an id")).collect();
        let (report, _) = Touchstone::new().check(folder.path());
        let whole = shown(&report, &|_| true);
        assert_eq!(shown(&report, &|id| kept.contains(id)), whole, "{name}");
        for needless in &kept {
            let is_sample = report.test(needless)["sample"] == true;
            let others = shown(&report, &|id| kept.contains(id) && id != *needless);
            assert!(is_sample || others.len() < whole.len(), "{name}: {needless} shows nothing of its own");
        }
        let n_dropped = words(&found["dropped"]).len();
        assert_eq!(kept.len() + n_dropped, words(&report.0["matrix"]["tests"]).len(), "{name}");
        // HTG-20: with fewer tests no more of those that pass are right.
        let (few, all) = (&found["at_random"]["precision"], &found["quality"]["precision"]);
        assert!(few.as_f64().is_some_and(|few| few > 0.0 && Some(few) < all.as_f64()), "{name}: {few} {all}");
        assert_eq!(folder.contents(), before, "nothing is written without being asked for");
    }
}

#[test]
fn lines_of_needless_tests_leave_the_script() {
    let command = || Touchstone::new();
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let (before, _) = command().check(folder.path());
    let mut files = folder.contents();
    let done = command().args(["minimize", "--apply"]).arg(folder.path()).run().expect_code(0);
    assert!(done.stdout.contains("Their lines were taken out of script.txt."), "{}", done.stdout);
    assert!(done.stdout.contains("take them out by hand: 1 2\n"), "{}", done.stdout);
    assert!(done.stdout.contains("; with 60 % of the tests dropped at random it would be "), "{}", done.stdout);
    // Only the two strongest commands are left, as they were written.
    let script = std::fs::read_to_string(folder.path().join("script.txt")).expect("it is there");
    let original = std::fs::read_to_string(examples::folder("two-parcels").join("script.txt")).expect("it is there");
    let last_two: Vec<&str> = original.lines().rev().take(2).collect();
    assert_eq!(script.lines().rev().collect::<Vec<_>>(), last_two);
    let (after, _) = command().check(folder.path());
    assert_eq!(shown(&after, &|_| true), shown(&before, &|_| true));
    // No other file is another, and none is new.
    let is_script = |path: &std::path::Path| path.ends_with("script.txt");
    let mut left = folder.contents();
    files.retain(|path, _| !is_script(path));
    left.retain(|path, _| !is_script(path));
    assert_eq!(left, files);
}

#[test]
fn where_no_solution_fails_no_test_is_called_needless() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    for entry in std::fs::read_dir(folder.path()).expect("it can be listed").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["wa_", "re_", "slow", "greedy"].iter().any(|start| name.starts_with(start)) {
            folder.remove(&name);
        }
    }
    let before = folder.contents();
    let minimize = || Touchstone::new().arg("minimize").arg(folder.path());
    let done = minimize().run().expect_code(0);
    assert!(done.stdout.contains("No solution fails any test"), "{}", done.stdout);
    let done = minimize().arg("--apply").run().expect_code(2);
    assert!(done.stderr.contains("add wrong solutions"), "{}", done.stderr);
    assert_eq!(folder.contents(), before);
}

#[test]
fn classes_may_keep_more_than_one() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let n_kept = |more: &[&str]| minimized(&folder, more)["kept"].as_array().expect("a list").len();
    let (few, one, two) = (n_kept(&[]), n_kept(&["--per-class", "1"]), n_kept(&["--per-class", "2"]));
    assert!(few <= one && one < two, "{few} {one} {two}");
    // As many as there are kinds of tests.
    assert_eq!(one as u64, minimized(&folder, &[])["diversity"].as_u64().expect("a number"));
}

#[test]
fn one_test_is_made_smaller_as_long_as_a_solution_fails_it() {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let before = folder.contents();
    let shrink = |more: &[&str]| {
        let minimize = ["minimize", "--test", "6", "--solution", "wa_sorted_index.cpp", "--format", "json"];
        Touchstone::new().args(minimize).args(more).arg(folder.path()).run()
    };
    let done = shrink(&[]).expect_code(0);
    let found: Value = serde_json::from_str(&done.stdout).expect("one object");
    let input = found["input"].as_str().expect("a text");
    // It has to be out of order for the solution to fail, so two parcels and a third one before them are needed at most.
    let numbers: Vec<u64> = input.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert!(numbers[0] <= 3 && numbers.len() as u64 == 2 + numbers[0] && input.len() < 20, "{input:?}");
    assert!(found["bytes_before"].as_u64() > Some(30), "{}", done.stdout);
    assert_eq!(found["evidence"]["kills"][0]["solution"], "wa_sorted_index.cpp");
    assert_eq!(found["evidence"]["n_agreeing"], 2);
    assert_eq!(folder.contents(), before);
    shrink(&["--apply"]).expect_code(0);
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.0["tests"].as_array().map(Vec::len), Some(12), "{}", report.matrix());
    // What it does not fail is no test to make smaller.
    let wrong = ["minimize", "--test", "6", "--solution", "sol.cpp"];
    let done = Touchstone::new().args(wrong).arg(folder.path()).run().expect_code(2);
    assert!(done.stderr.contains("sol.cpp gets AC on test 6; name one that it fails"), "{}", done.stderr);
}
