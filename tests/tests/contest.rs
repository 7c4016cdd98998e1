//! Several problems at once: named one by one, by their folder, or by the file that lists them.

use std::fs;

use e2e::{
    expect,
    report::Report,
    touchstone::{Done, Touchstone},
};
use serde_json::{Value, json};
use testkit::{
    examples::{self, here, oracle},
    folder::{Folder, files},
};

use crate::folders::echo;

/// A wrong solution that is right.
const RIGHT: &str = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n";

/// The files of a problem with nothing to complain of, below a folder.
fn put_echo(folder: &Folder, name: &str) {
    let echo = echo();
    for file in files(echo.path()) {
        let bytes = fs::read(echo.path().join(&file)).expect("it was just written");
        folder.write(&format!("{name}/{}", file.display()), bytes);
    }
}

/// Two listed problems, of which one has a wrong solution that passes, one that is listed and not there, and one that
/// nobody lists.
fn contest() -> Folder {
    let list = "# in order\n- id: two\n  label: A\n  name: Second\n- id: one\n  label: B\n- id: gone\n  label: C\n";
    let folder = Folder::of("contest", [("problems.yaml", list), ("contest.yaml", "name: Spring\n")]);
    for name in ["one", "two", "extra"] {
        put_echo(&folder, name);
    }
    folder.write("two/wa_right.c", RIGHT);
    folder
}

fn parsed(done: &Done) -> Value {
    serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("no JSON ({error}): {done:?}"))
}

/// What names a problem and what came of it.
fn outline(report: &Value) -> Vec<Value> {
    let problems = report["problems"].as_array().expect("a list");
    let of_one = |one: &Value| {
        let root = one["problem"]["root"].as_str().and_then(|root| root.rsplit('/').next());
        json!([one["label"], one["title"], one["listed"], root, one["metrics"]["tpr"], one["metrics"]["tnr"]])
    };
    problems.iter().map(of_one).collect()
}

fn sentences(findings: &Value) -> Vec<String> {
    let findings = findings.as_array().expect("a list").iter();
    let of_one = |one: &Value| {
        let line = one["range"]["start"]["line"].as_u64().expect("a number") + 1;
        format!(
            "{} {} {}:{line}: {}",
            one["severity"].as_str().unwrap_or_default(),
            one["code"].as_str().unwrap_or_default(),
            one["path"].as_str().unwrap_or("(folder)"),
            one["message"].as_str().unwrap_or_default()
        )
    };
    findings.map(of_one).collect()
}

#[test]
fn a_contest_is_judged_as_it_is_listed() {
    let folder = contest();
    let done = Touchstone::new().args(["check", "--format", "json"]).arg(folder.path()).run().expect_code(1);
    let report = parsed(&done);
    assert_eq!(report["version"], 1);
    assert_eq!(
        outline(&report),
        [
            json!(["A", "Second", true, "two", 1.0, 0.5]),
            json!(["B", null, true, "one", 1.0, 1.0]),
            json!([null, null, false, "extra", 1.0, 1.0]),
        ]
    );
    let head = &report["contests"][0];
    let place = folder.path().canonicalize().expect("it is there");
    assert_eq!((&head["name"], &head["file"]), (&json!("Spring"), &json!("problems.yaml")));
    assert_eq!(head["root"], json!(place));
    assert_eq!(
        sentences(&head["findings"]),
        [
            "warning manifest-stale problems.yaml:7: there is no folder gone beside this file, so the problem is not judged; \
             add it, take it out of the list, or name one that is not listed: extra",
            "information manifest-stale problems.yaml:1: extra is a problem that problems.yaml does not list; it is judged \
             after the others",
        ]
    );
    let not_judged = report["not_judged"].as_array().expect("a list");
    assert_eq!(not_judged.len(), 1);
    assert_eq!(
        (&not_judged[0]["label"], &not_judged[0]["reason"], &not_judged[0]["root"]),
        (&json!("C"), &json!("missing"), &json!(place.join("gone")))
    );
}

/// Each is judged as it is alone, in the order of the list and by its words.
#[test]
fn the_example_contest_has_the_reports_of_its_problems() {
    let folder = examples::folder("harbour-round");
    let done = Touchstone::new().args(["check", "--format", "json"]).arg(&folder).run().expect_code(1);
    let report = parsed(&done);
    let expected = [("A", "Tow Rope", "towrope"), ("B", "Deck Cargo", "deckcargo")].map(|(label, title, name)| {
        let table = oracle(&format!("harbour-round/{name}"));
        json!([label, title, true, name, table["tpr"], table["tnr"]])
    });
    assert_eq!(outline(&report), expected);
    let head = &report["contests"][0];
    assert_eq!(
        (&head["name"], &head["findings"], &report["not_judged"]),
        (&json!("Harbour Round"), &json!([]), &json!([]))
    );
    for (name, problem) in ["towrope", "deckcargo"].iter().zip(report["problems"].as_array().expect("a list")) {
        let mut problem = problem.as_object().expect("an object").clone();
        for key in ["contest", "label", "title", "listed"] {
            assert!(problem.remove(key).is_some(), "{key}");
        }
        let alone = fs::read_to_string(here("snapshots/harbour-round").join(format!("{name}.json")));
        expect::same(name, &alone.expect("it is there"), &Report(problem.into()).text());
    }
    let done = Touchstone::new().arg("check").arg(folder.join("problems.yaml")).run().expect_code(1);
    assert_eq!(
        table(&done),
        [
            "problem format S+ S- TPR TNR errors time",
            "A towrope icpc 3 3 66.7% 66.7% 2",
            "B deckcargo icpc 3 4 66.7% 100% 1",
            "",
            "2 problems: 2 with errors",
        ]
    );
}

/// The table, with blanks made one and the time taken out.
fn table(done: &Done) -> Vec<String> {
    let lines = done.stdout.lines().skip_while(|line| !line.trim_start().starts_with("problem "));
    let words = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_timed = matches!(words[..], [.., "ms" | "s"]);
        words[..words.len() - if is_timed { 2 } else { 0 }].join(" ")
    };
    lines.map(words).collect()
}

#[test]
fn people_get_a_table() {
    let folder = contest();
    let done = Touchstone::new().arg("check").arg(folder.path().join("problems.yaml")).run().expect_code(1);
    assert_eq!(
        table(&done),
        [
            "problem format S+ S- TPR TNR errors time",
            "A two plain 1 2 100% 50% 1",
            "B one plain 1 1 100% 100% 0",
            "C gone not judged: listed, and there is no such folder",
            "extra plain 1 1 100% 100% 0",
            "",
            "4 problems: 1 with errors, 1 not judged",
        ]
    );
    for words in [
        "── A two ──",
        "── extra ──",
        "error[wrong-solution-passes]: two/wa_right.c",
        "── Spring ──",
        "warning[manifest-stale]: there is no folder gone beside this file",
        "  ┌─ problems.yaml:7:7",
    ] {
        let words = words.replace("two/wa_right.c", "wa_right.c");
        assert!(done.stdout.contains(&words), "{words} is missing in\n{}", done.stdout);
    }
    assert!(!done.stdout.contains(". accepted"), "no matrix is shown: {}", done.stdout);
}

#[test]
fn problems_that_are_named_one_by_one() {
    let folder = contest();
    let check = |names: &[&str], format: &str| {
        let command = Touchstone::new().in_folder(folder.path()).args(["check", "--format", format]);
        command.args(names).run()
    };
    // None is listed where nobody named the contest, and each is judged once.
    let good = parsed(&check(&["one", "extra", "./one"], "json").expect_code(0));
    assert_eq!(
        outline(&good),
        [json!([null, null, false, "one", 1.0, 1.0]), json!([null, null, false, "extra", 1.0, 1.0])]
    );
    assert_eq!(good["contests"], json!([]));
    assert_eq!(check(&["one", "two"], "human").code(), Some(1));
    // What cannot be judged hides nothing of the others.
    let done = check(&["nowhere", "one"], "human").expect_code(2);
    assert_eq!(done.stderr, "error: nowhere: nowhere is no folder; name the folder of a problem\n");
    assert_eq!(
        table(&done),
        [
            "problem format S+ S- TPR TNR errors time",
            "nowhere not judged: nowhere is no folder; name the folder of a problem",
            "one plain 1 1 100% 100% 0",
            "",
            "2 problems: 1 not judged",
        ]
    );
    let watched = Touchstone::new().in_folder(folder.path()).args(["check", "--watch", "one", "two"]).run();
    assert_eq!(watched.expect_code(2).stderr, "error: `--watch` follows one problem; name one folder\n");
}

#[test]
fn patterns_are_for_all_problems() {
    let folder = contest();
    let check = |pattern: &str| {
        let command = Touchstone::new().in_folder(folder.path()).args(["check", "--format", "json", "--solution"]);
        command.args([pattern, "two", "one"]).run()
    };
    let report = parsed(&check("wa_right.c").expect_code(1));
    assert_eq!(outline(&report), [json!([null, null, false, "two", null, 0.0])]);
    assert_eq!(report["not_judged"][0]["reason"], "nothing_asked_for");
    assert_eq!(report["not_judged"][0]["message"], "no solution matches `wa_right.c`; a path looks like `sol.c`");
    let done = check("none.c").expect_code(2);
    assert_eq!(done.stderr, "error: no solution matches `none.c`; a path looks like `sol.c`\n");
}

#[test]
fn a_contest_of_one_problem_is_that_problem() {
    let folder = Folder::of("contest", [("problems.yaml", "- id: one\n  label: A\n")]);
    put_echo(&folder, "one");
    for named in ["", "problems.yaml", "one"] {
        let (report, code) = Touchstone::new().check(&folder.path().join(named));
        assert_eq!((code, report.matrix().lines().count()), (Some(0), 2), "{named}");
    }
    let done = Touchstone::new().arg("check").arg(folder.path().join("contest.yaml")).run().expect_code(2);
    assert!(done.stderr.contains("is no folder"), "{done:?}");
    folder.write("contest.yaml", "name: Alone\n");
    let done = Touchstone::new().arg("check").arg(folder.path().join("contest.yaml")).run().expect_code(0);
    assert!(done.stdout.contains(". accepted"), "the list beside it counts: {done:?}");
}
