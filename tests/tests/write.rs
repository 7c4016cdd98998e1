//! `touchstone write`: a model writes what is missing, errs as models do, and is told until it stands its trial.

use e2e::{answers::asking, report::Report, touchstone::Touchstone};
use serde_json::Value;
use testkit::{answers::server, examples, folder::Folder, temporary};

/// Has a piece written in the example without these files; what was printed, and the folder judged afterwards.
fn written(piece: &str, without: &[&str]) -> (Value, Report, Folder) {
    let folder = Folder::copy_of(&examples::folder("two-parcels"));
    without.iter().for_each(|file| folder.remove(file));
    let model = server(&format!("two-parcels-{piece}"));
    let command = Touchstone::new();
    let command = command.args(["write", piece, "--yes", "--apply", "--attempts", "5", "--format", "json"]);
    let done = asking(command.arg(folder.path()), &model).run().expect_code(0);
    let (report, _) = Touchstone::new().check(folder.path());
    (serde_json::from_str(&done.stdout).expect("one JSON object"), report, folder)
}

/// What was wrong with the attempts, one text each.
fn attempts(found: &Value) -> Vec<String> {
    let attempts = found["attempts"].as_array().expect("a list").iter();
    attempts
        .map(|problems| problems.as_array().expect("a list").iter().map(|one| one.as_str().expect("a text")).collect())
        .collect()
}

fn has(attempt: &str, words: &[&str]) {
    for word in words {
        assert!(attempt.contains(word), "{word}: {attempt}");
    }
}

#[test]
fn ccp_8_ccp_9_ccp_18_a_validator() {
    let (found, report, _folder) = written("validator", &["val.cpp"]);
    let attempts = attempts(&found);
    assert_eq!(attempts.len(), 4, "{attempts:#?}");
    has(&attempts[0], &["val.cpp does not compile", "val.cpp:7:"]);
    has(&attempts[1], &["it rejects test", "4000000000"]);
    // AC-1
    has(&attempts[2], &["it accepts sample", "with a blank at its end"]);
    // CCP-18: what the statement says of the weights is not what the validator says.
    has(&attempts[3], &["it reads `w` within 1 and 2147483647, and the constraint is `1 ≤ w_i ≤ 2 000 000 000`"]);
    let proof = found["work"]["proof"].to_string();
    has(&proof, &["it compiles", "it accepts 5 samples", "broken copies", "it has 3 bounds of the statement"]);
    let validator = report.program("val.cpp");
    assert_eq!(validator["role"], "validator");
    assert!(report.0["tests"].as_array().expect("a list").iter().all(|test| test["valid"] != false));
}

#[test]
fn ccp_10_ccp_12_a_checker() {
    let (found, report, folder) = written("checker", &["check.cpp"]);
    let attempts = attempts(&found);
    assert_eq!(attempts.len(), 2, "{attempts:#?}");
    // AC-3, HTG-10
    has(&attempts[0], &["any pair will do", "of an output that is wrong"]);
    // What is built in compares, and another pair is as good; nothing of it stays behind.
    has(&attempts[1], &["of ac_alt.py it says WA on test"]);
    assert!(!folder.path().join("touchstone.toml").exists());
    assert_eq!(report.program("check.cpp")["role"], "checker");
    assert_eq!((&report.0["metrics"]["tpr"], &report.0["metrics"]["tnr"]), (&1.0.into(), &(6.0 / 7.0).into()));
}

#[test]
fn ccp_1_ccp_7_a_generator() {
    let (found, report, folder) = written("generator", &["gen.cpp", "script.txt"]);
    let attempts = attempts(&found);
    assert_eq!(attempts.len(), 1, "{attempts:#?}");
    has(
        &attempts[0],
        &[
            "only 1 of 4 commands make a valid new test",
            "unknown type star",
            "-n 60000",
            "val.cpp rejects it, at line 1 of the input",
        ],
    );
    let script = std::fs::read_to_string(folder.path().join("script.txt")).expect("it is there");
    // CCO-6, CCO-7: a generator that options control, and commands of one input each.
    assert_eq!(script.lines().count(), 6, "{script}");
    assert!(script.contains("gen -n 3 -most 1000000 -type half > $\n"), "{script}");
    assert!(report.verdicts("wa_same_parcel.cpp").contains(&"WA"), "{}", report.matrix());
}

#[test]
fn ac_4_htg_21_a_brute_force() {
    let (found, report, _folder) = written("brute-force", &[]);
    let attempts = attempts(&found);
    assert_eq!(attempts.len(), 1, "{attempts:#?}");
    has(&attempts[0], &["it gets WA on test"]);
    let verdicts = report.verdicts("brute.cpp");
    assert!(verdicts.contains(&"AC") && verdicts.iter().all(|verdict| ["AC", "TLE"].contains(verdict)), "{verdicts:?}");
}

#[test]
fn an_interactor_plays_with_the_pool_and_with_sides_that_misbehave() {
    let folder = Folder::copy_of(&examples::folder("quiet-room"));
    folder.remove("interactor.cpp");
    // Each candidate plays with all of them.
    for slow in ["tle_never_narrows.cpp", "ac_slope.py", "wa_ternary.cpp"] {
        folder.remove(&format!("solutions/{slow}"));
    }
    let model = server("quiet-room-interactor");
    let command = Touchstone::new().args(["write", "interactor", "--yes", "--apply", "--format", "json"]);
    let done = asking(command.arg(folder.path()), &model).run().expect_code(0);
    let found: Value = serde_json::from_str(&done.stdout).expect("one JSON object");
    // Three candidates, of which the last one wins.
    let attempts = attempts(&found);
    assert_eq!(attempts.len(), 2, "{attempts:#?}");
    has(&attempts[0], &["interactor.cpp does not compile"]);
    has(&attempts[1], &["sol.cpp which is right, gets WA on test", "more than 3 measurements"]);
    let trials = found["trials"].as_array().expect("a list");
    let taken: Vec<bool> = trials.iter().map(|trial| trial["is_taken"] == true).collect();
    assert_eq!(taken, [false, false, true], "{trials:?}");
    has(&found["work"]["proof"].to_string(), &["right solutions pass", "it lets none of"]);
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.program("interactor.cpp")["role"], "interactor");
}

#[test]
fn what_is_there_is_not_written_again() {
    for (problem, piece, there) in [
        ("two-parcels", "validator", "there is a validator already, val.cpp"),
        ("quiet-room", "interactor", "there is an interactor already, interactor.cpp"),
    ] {
        let folder = Folder::copy_of(&examples::folder(problem));
        let model = server("two-parcels-validator");
        let command =
            Touchstone::new().with_cache(&temporary::shared_cache()).args(["write", piece, "--yes"]).arg(folder.path());
        let done = asking(command, &model).run().expect_code(2);
        assert!(done.stderr.contains(there), "{}", done.stderr);
        assert_eq!(model.requests(), []);
    }
}
