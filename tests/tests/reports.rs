//! Reports of a check as files, and what its exit code says.

use std::{fs, path::Path};

use e2e::touchstone::{Done, Touchstone};
use serde_json::Value;
use testkit::{
    examples,
    folder::{Folder, files},
    temporary,
};

use crate::folders::echo;

const RIGHT: &str = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n";

fn check(folder: &Path, args: &[&str]) -> Done {
    Touchstone::new().arg("check").arg(folder).args(args).run()
}

/// A problem in which a wrong solution passes.
fn with_a_right_wrong_solution() -> Folder {
    let folder = echo();
    folder.write("wa_right.c", RIGHT);
    folder
}

#[test]
fn every_kind_in_one_run_and_nothing_else_changes() {
    // A cache of its own: in the common one a test beside this one, with the same programs, may put its measurement in
    // the place of the first run's.
    let (folder, out, cache) = (with_a_right_wrong_solution(), temporary::folder(), temporary::folder());
    let check =
        |args: &[&str]| Touchstone::new().with_cache(cache.path()).arg("check").arg(folder.path()).args(args).run();
    let plain = check(&["--format", "json"]).expect_code(1);
    let at = |kind: &str| format!("{kind}={}", out.path().join(kind).display());
    let kinds = ["json", "html", "junit", "sarif", "markdown"];
    let options: Vec<String> = kinds.iter().flat_map(|kind| ["--report".to_owned(), at(kind)]).collect();
    let options: Vec<&str> = ["--format", "json"].into_iter().chain(options.iter().map(String::as_str)).collect();
    let done = check(&options).expect_code(1);
    assert_eq!(done.stdout, plain.stdout, "every run of it is in the cache");
    let read = |kind: &str| fs::read_to_string(out.path().join(kind)).expect("it was written");
    assert_eq!(read("json"), done.stdout);
    assert!(read("junit").contains("<testcase classname=\"echo.solutions\" name=\"wa_right.c\""), "{}", read("junit"));
    assert!(
        read("html").starts_with("<!DOCTYPE html>") && read("html").contains("touchstone show"),
        "{}",
        read("html")
    );
    assert!(read("markdown").starts_with("## `echo`\n"), "{}", read("markdown"));
    let sarif: Value = serde_json::from_str(&read("sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "wrong-solution-passes");
    assert_eq!(fs::read_dir(out.path()).expect("a folder").count(), kinds.len(), "nothing temporary is left");
}

#[test]
fn places_are_relative_to_the_repository() {
    let repository = Folder::of("repository", [(".git/HEAD", "ref: refs/heads/main\n")]);
    let echo = echo();
    for file in files(echo.path()) {
        let bytes = fs::read(echo.path().join(&file)).expect("a file");
        repository.write(&format!("problems/echo/{}", file.display()), bytes);
    }
    repository.write("problems/echo/wa_right.c", RIGHT);
    let file = repository.path().join("found.sarif");
    check(&repository.path().join("problems/echo"), &["--report", &format!("sarif={}", file.display())]).expect_code(1);
    let sarif: Value = serde_json::from_slice(&fs::read(file).expect("it was written")).expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(place, "problems/echo/wa_right.c");
}

#[test]
fn a_report_that_cannot_be_written_keeps_no_other_back() {
    let (folder, out) = (echo(), temporary::folder());
    let good = out.path().join("good.xml");
    let (bad, good_one) =
        (format!("json={}", out.path().join("no/such/a.json").display()), format!("junit={}", good.display()));
    let done = check(folder.path(), &["--report", &bad, "--report", &good_one]).expect_code(2);
    assert!(
        done.stderr.contains("error: json report: ") && done.stderr.contains("is no folder; make it first"),
        "{done:?}"
    );
    assert!(good.is_file() && done.stdout.contains("TPR 100%"), "{done:?}");
}

#[test]
fn what_is_no_report_is_a_usage_error() {
    let folder = echo();
    for (args, words) in [
        (&["--report", "pdf=a"][..], "`pdf` is no kind of report; the kinds are json, "),
        (&["--report", "json"], "write the kind and the file"),
        (&["--report", "json="], "write the kind and the file"),
        (&["--report", "json=a", "--report", "junit=a"], "two reports would go to a;"),
        (&["--min-tpr", "1.5"], "a number from 0 to 1 is wanted"),
        (&["--min-tnr", "nan"], "a number from 0 to 1 is wanted"),
        (&["--fail-on", "no-mainn"], "did you mean `no-main`?"),
        (&["--allow", "errror"], "is no finding code"),
        (&["--allow", "no-main", "--fail-on", "no-main"], "contradict each other"),
        (&["--watch", "--report", "json=a"], "cannot be used with"),
    ] {
        let done = check(folder.path(), args).expect_code(2);
        assert!(done.stderr.contains(words) && done.stdout.is_empty(), "{args:?}: {done:?}");
    }
}

#[test]
fn thresholds_change_the_exit_code_and_hide_nothing() {
    let bad = with_a_right_wrong_solution();
    let plain = check(bad.path(), &[]).expect_code(1).stdout;
    let same = |args: &[&str], code: i32| {
        let done = check(bad.path(), args).expect_code(code);
        assert_eq!(done.stdout, plain, "{args:?}");
        done.stderr
    };
    assert_eq!(same(&["--allow", "wrong-solution-passes"], 0), "");
    // One of the two wrong solutions of the folder fails.
    assert_eq!(same(&["--allow", "wrong-solution-passes", "--min-tnr", "0.5", "--min-tpr", "1"], 0), "");
    let told = same(&["--allow", "wrong-solution-passes", "--min-tnr", "0.51"], 1);
    assert_eq!(told, "`--min-tnr 0.51` is not reached: TNR is 0.5\n");
    // What is told once is allowed at once: the test that a validator rejects is invalid, too.
    let good = echo();
    good.write("tests/8.in", "0\n");
    good.write("tests/8.ans", "0\n");
    let rejected = check(good.path(), &[]).expect_code(1);
    assert!(rejected.stdout.contains("error[validator-rejects-test]"), "{rejected:?}");
    check(good.path(), &["--allow", "validator-rejects-test"]).expect_code(0);
    check(good.path(), &["--allow", "validator-rejects-test", "--fail-on", "test-invalid"]).expect_code(1);
    let good = echo();
    check(good.path(), &[]).expect_code(0);
    let hints = check(good.path(), &["--fail-on", "hint"]);
    let has_hints = hints.stdout.contains("hint[");
    assert_eq!(hints.status.code(), Some(i32::from(has_hints)), "{hints:?}");
    same(&["--fail-on", "error"], 1);
    same(&["--fail-on", "error", "--allow", "wrong-solution-passes"], 0);
    same(&["--allow", "wrong-solution-passes", "--fail-on", "no-main"], 0);
}

#[test]
fn a_metric_that_is_not_known_is_not_reached() {
    let folder = Folder::of("alone", [("sol.cpp", RIGHT), ("tests/1.in", "1\n"), ("tests/1.ans", "1\n")]);
    let done = check(folder.path(), &["--min-tnr", "0"]).expect_code(1);
    let words = "`--min-tnr 0` is not reached: TNR is not known, since no solution is labelled wrong\n";
    assert!(done.stderr.ends_with(words), "{done:?}");
}

#[test]
fn what_changed_comes_first() {
    let (folder, out) = (with_a_right_wrong_solution(), temporary::folder());
    let before = out.path().join("before.json");
    check(folder.path(), &["--report", &format!("json={}", before.display())]).expect_code(1);
    let baseline = before.display().to_string();
    let same = check(folder.path(), &["--baseline", &baseline]).expect_code(1);
    assert!(same.stdout.starts_with("changes in echo\n  nothing has changed since the earlier report\n\n"), "{same:?}");
    fs::remove_file(folder.path().join("wa_right.c")).expect("it was there");
    let done = check(folder.path(), &["--baseline", &baseline, "--format", "json"]).expect_code(0);
    let report: Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert!(done.stdout.starts_with("{\n  \"changes\": ["), "{done:?}");
    let changes = &report["changes"][0];
    assert_eq!(changes["solutions_removed"], serde_json::json!(["wa_right.c"]));
    assert_eq!(changes["metrics"], serde_json::json!([{ "metric": "tnr", "before": 0.5, "after": 1.0 }]));
    assert_eq!(changes["findings_removed"][0]["code"], "wrong-solution-passes");
    let text = fs::read_to_string(&before).expect("it was written").replacen("\"version\": 1", "\"version\": 2", 1);
    fs::write(&before, text).expect("it can be written");
    let refused = check(folder.path(), &["--baseline", &baseline]).expect_code(2);
    assert!(
        refused.stderr.contains("is a report of version 2, and this touchstone compares those of version 1"),
        "{refused:?}"
    );
    assert!(refused.stdout.is_empty());
}

#[test]
fn several_problems_have_a_suite_each_and_one_run() {
    let out = temporary::folder();
    let folders = ["two-parcels", "quiet-room"].map(examples::folder);
    let options = ["json", "html", "junit", "sarif", "markdown"]
        .map(|kind| format!("{kind}={}", out.path().join(kind).display()));
    let mut command = Touchstone::new().arg("check").args(&folders).args(["--min-tnr", "1", "--format", "json"]);
    for option in &options {
        command = command.args(["--report", option]);
    }
    let done = command.run().expect_code(1);
    let read = |kind: &str| fs::read_to_string(out.path().join(kind)).expect("it was written");
    assert_eq!(read("json"), done.stdout);
    for name in ["two-parcels", "quiet-room"] {
        assert!(read("junit").contains(&format!("<testsuite name=\"{name}\"")), "{name}");
        assert!(read("markdown").contains(&format!("\n## `{name}`\n")), "{name}");
        assert!(read("html").contains(&format!("-name\">{name}</h2>")), "{name}");
    }
    let sarif: Value = serde_json::from_str(&read("sarif")).expect("JSON");
    assert_eq!(sarif["runs"].as_array().map(Vec::len), Some(1));
    // Of two-parcels a wrong solution passes.
    assert!(done.stderr.contains("two-parcels: `--min-tnr 1` is not reached: TNR is 0."), "{done:?}");
}
