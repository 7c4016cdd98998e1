//! `touchstone hack`: a model proposes, and only what was proved is offered.

use e2e::{
    answers::{asking, server},
    examples,
    folder::Folder,
    temporary,
    touchstone::Touchstone,
};
use serde_json::Value;

struct Scene {
    folder: Folder,
}

impl Scene {
    fn of(problem: &str) -> Scene {
        Scene { folder: Folder::copy_of(&examples::folder(problem)) }
    }

    fn command(&self) -> Touchstone {
        Touchstone::new().with_cache(temporary::shared_cache())
    }

    fn hack(&self, more: &[&str]) -> Touchstone {
        self.command().args(["hack", "--format", "json"]).args(more).arg(self.folder.path())
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

#[test]
fn evc_9_evc_11_tests_that_are_proved_are_offered_and_added() {
    let scene = Scene::of("two-parcels");
    let before = scene.folder.contents();
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes"]), &model).run().expect_code(0);
    let found = json(&done.stdout);
    // Of several tests that fail the one survivor, one is enough.
    let offers = found["offers"].as_array().expect("a list");
    assert_eq!(offers.len(), 1, "{}", done.stdout);
    assert_eq!(offers[0]["command"], "gen -n 3 -max 9 -type half");
    let evidence = &offers[0]["evidence"];
    assert_eq!(evidence["kills"][0]["solution"], "wa_same_parcel.cpp");
    assert_eq!(evidence["kills"][0]["verdict"], "WA");
    assert_eq!((&evidence["validators"][0], &evidence["main"]), (&Value::from("val.cpp"), &Value::from("sol.cpp")));
    // Each of the others is left out for its own reason.
    let refused: Vec<String> = found["records"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|record| record["refused"].as_array().expect("a list"))
        .map(|refused| format!("{} | {}", refused[0].as_str().expect("a text"), refused[1].as_str().expect("a text")))
        .collect();
    for (test, why) in [
        ("\"2 10\\n5 7\"", "val.cpp rejects it, at line 2 of the input: "),
        ("gen -n 50001", "val.cpp rejects it, at line 1 of the input: "),
        ("generator -n 50000", "`generator` is no generator of this problem; there is gen"),
        ("gen -n 500 -max 5 -type pair -shape star", "the generator fails: "),
        ("\"2 2\\n1 1\\n\"", "it has the same input as test "),
        ("gen -n 3 -max 9 -type half", "it was proposed before"),
        ("\"4 4000000000", "it does not tell the programs apart"),
    ] {
        assert!(refused.iter().any(|line| line.contains(test) && line.contains(why)), "{test}: {refused:#?}");
    }
    assert_eq!(found["records"][0]["left_out"].as_array().expect("a list").len(), 1, "the edit that does not match");
    let diff = found["diff"].as_str().expect("a text");
    assert!(diff.contains("\n+    } else if (type == \"half\") {\n"), "{diff}");
    // The suite before and after: one of seven wrong solutions passed.
    assert_eq!(found["standings"][0]["tnr"], 6.0 / 7.0);
    assert_eq!(found["standings"][1]["tnr"], 1.0);
    assert_eq!(scene.folder.contents(), before, "nothing is written without being asked for");
    // With the answers that were kept the same comes out, and nothing is sent.
    let n_requests = model.requests().len();
    let again = asking(scene.hack(&["--replay", "--apply"]), &model).run().expect_code(0);
    assert_eq!((n_requests, model.requests().len()), (2, 0));
    assert_eq!(json(&again.stdout)["offers"], found["offers"]);
    let (report, _) = scene.command().check(scene.folder.path());
    assert_eq!(report.0["metrics"]["tnr"], 1.0, "{}", report.matrix());
    assert_eq!(report.0["metrics"]["tpr"], 1.0, "{}", report.matrix());
    let script = std::fs::read_to_string(scene.folder.path().join("script.txt")).expect("it is there");
    assert!(script.ends_with("\ngen -n 3 -max 9 -type half > $\n"), "{script}");
}

#[test]
fn a_hijacked_model_is_harmless() {
    let scene = Scene::of("two-parcels");
    let outside = scene.folder.path().parent().expect("it lies somewhere").join("outside.txt");
    std::fs::write(&outside, "mine").expect("it can be written");
    let before = scene.folder.contents();
    let model = server("hostile");
    let hack = scene.command().args(["hack", "--yes", "--apply", "--rounds", "1"]).arg(scene.folder.path());
    let done = asking(hack, &model).run().expect_code(1);
    assert!(done.stdout.contains("No test was found"), "{}", done.stdout);
    for said in [
        "../outside.txt: `../outside.txt` is none of the files that edits may name",
        "/etc/passwd: `/etc/passwd` is none of the files that edits may name",
        "val.cpp: `val.cpp` is none of the files that edits may name",
        "touchstone.toml: `touchstone.toml` is none of the files that edits may name",
        "the edits were undone",
        "`sh` is no generator of this problem",
        "`../../../bin/sh` is no generator of this problem",
        "`tee` is no generator of this problem",
        "the command has a redirect",
    ] {
        assert!(done.stdout.contains(said), "{said}: {}", done.stdout);
    }
    assert!(!done.stdout.contains('\u{1b}') && !done.stdout.contains('\u{7}'), "{:?}", done.stdout);
    assert_eq!(scene.folder.contents(), before);
    assert_eq!(std::fs::read_to_string(&outside).expect("it is there"), "mine");
}

#[test]
fn nothing_is_sent_before_someone_has_said_so() {
    let scene = Scene::of("two-parcels");
    let model = server("two-parcels");
    let done = asking(scene.hack(&[]), &model).run().expect_code(2);
    for word in ["nothing was sent", "--yes", &model.origin(), "scripted", "sol.cpp", "statement.md", "gen.cpp"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert_eq!(model.requests(), []);
}

#[test]
fn without_a_model_one_sentence_says_what_to_do() {
    let scene = Scene::of("two-parcels");
    let done = scene.hack(&["--yes"]).run().expect_code(2);
    assert!(done.stderr.contains("TOUCHSTONE_LLM_MODEL") && done.stderr.lines().count() == 1, "{}", done.stderr);
}

#[test]
fn where_nothing_is_left_to_break_nobody_is_asked() {
    let scene = Scene::of("badge-race");
    let model = server("two-parcels");
    let done = asking(scene.hack(&["--yes"]), &model).run().expect_code(2);
    assert!(done.stderr.contains("every wrong solution fails a test already"), "{}", done.stderr);
    assert_eq!(model.requests(), []);
}
