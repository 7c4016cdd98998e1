//! `touchstone fix`: a repair is shown only if the finding is gone after it.

use e2e::{answers::asking, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder};

fn command() -> Touchstone {
    Touchstone::new()
}

/// The example with a validator that allows too few parcels.
fn broken() -> Folder {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    let validator = std::fs::read_to_string(folder.path().join("val.cpp")).expect("it is there");
    folder.write("val.cpp", validator.replace("50000", "100"));
    folder
}

#[test]
fn a_repair_has_to_make_the_finding_go_away() {
    let folder = broken();
    let before = folder.contents();
    let model = server("two-parcels-fix");
    let fix = |more: &[&str]| {
        let fix = command().args(["fix", "validator-rejects-test", "--yes", "--attempts", "4", "--format", "json"]);
        asking(fix.args(more).arg(folder.path()), &model).run().expect_code(0)
    };
    let found: Value = serde_json::from_str(&fix(&[]).stdout).expect("one JSON object");
    let attempts: Vec<String> = found["attempts"].as_array().expect("a list").iter().map(ToString::to_string).collect();
    assert_eq!(attempts.len(), 3, "{attempts:#?}");
    assert!(attempts[0].contains("a comment would silence a finding"), "{}", attempts[0]);
    for words in ["the edit of val.cpp was left out", "inf.readInt(2, 100", "the finding is still there"] {
        assert!(attempts[1].contains(words), "{words}: {}", attempts[1]);
    }
    assert!(attempts[2].contains("a finding is new: build-failed val.cpp"), "{}", attempts[2]);
    let diff = found["diff"].as_str().expect("a text");
    let change = "-    int n = inf.readInt(2, 100, \"n\");\n+    int n = inf.readInt(2, 50000, \"n\");\n";
    assert!(diff.contains(change), "{diff}");
    assert!(!diff.contains("sol.cpp"), "a solution is not there to be edited: {diff}");
    assert_eq!(folder.contents(), before, "nothing is written without being asked for");
    // Kept answers do for the second time.
    fix(&["--replay", "--apply"]);
    let (report, _) = command().check(folder.path());
    assert!(!report.findings().iter().any(|line| line.contains("validator-rejects")), "{:#?}", report.findings());
    let original = std::fs::read(examples::folder("two-parcels").join("val.cpp")).expect("it is there");
    assert_eq!(std::fs::read(folder.path().join("val.cpp")).expect("it is there"), original);
}

#[test]
fn a_finding_is_explained_where_it_stands() {
    let folder = broken();
    let model = server("two-parcels-explain");
    let explain = command().args(["explain", "validator-rejects-test", "--yes", "--in"]).arg(folder.path());
    let done = asking(explain, &model).run().expect_code(0);
    assert!(done.stdout.starts_with("validator-rejects-test val.cpp:5: "), "{}", done.stdout);
    assert!(done.stdout.contains("The model says:\n`val.cpp` stops at 100 parcels"), "{}", done.stdout);
    let asked = model.request().body;
    for shown in ["val.cpp", "readInt(2, 100", "validator-rejects-test", "Two Parcels"] {
        assert!(asked.contains(shown), "{shown}: {asked}");
    }
}

#[test]
fn what_is_not_there_is_not_repaired() {
    let folder = broken();
    let model = server("two-parcels-fix");
    for (code, said) in [
        ("checker-crashed", "finds no checker-crashed there; it finds "),
        ("wrong-solution-passes", "`touchstone hack` looks for one"),
        ("no-such-code", "`no-such-code` is no finding code"),
    ] {
        let fix = asking(command().args(["fix", code, "--yes"]).arg(folder.path()), &model);
        let done = fix.run().expect_code(2);
        assert!(done.stderr.contains(said), "{}", done.stderr);
    }
    assert_eq!(model.requests(), []);
}
