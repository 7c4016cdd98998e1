//! Groups and scores, each format by its own rules, with results worked out by hand.

use e2e::{
    expect,
    report::{Report, words},
    touchstone::Touchstone,
};
use serde_json::Value;
use testkit::folder::Folder;

/// Prints its number.
const RIGHT: &str = "#include <stdio.h>\nint main(void) { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n); }\n";
/// Right up to 10.
const HALF: &str = "// @EXPECTED_SCORE@: 40\n#include <stdio.h>\n\
                    int main(void) { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n > 10 ? 0 : n); }\n";
/// Right from 10 on.
const HIGH: &str = "// @EXPECTED_SCORE@: 60\n#include <stdio.h>\n\
                    int main(void) { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n < 10 ? 0 : n); }\n";
/// One too much above 10.
const NEAR: &str = "#include <stdio.h>\n\
                    int main(void) { int n; if (scanf(\"%d\", &n) == 1) printf(\"%d\\n\", n > 10 ? n + 1 : n); }\n";

/// A folder with these files, and a test for each of these paths without an ending: the number, which is the answer.
fn folder(files: &[(&str, &str)], tests: &[(&str, i32)]) -> Folder {
    let folder = Folder::of("echo", files.iter().copied());
    for (path, number) in tests {
        folder.write(&format!("{path}.in"), format!("{number}\n"));
        folder.write(&format!("{path}.ans"), format!("{number}\n"));
    }
    folder
}

/// A text or a number; `-` for null, and for what is not there.
fn word(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.as_f64().expect("a number").to_string(),
    }
}

/// Each solution with its score, and its groups in order.
fn graded(report: &Report) -> String {
    let of_group = |group: &Value| ["name", "verdict", "score"].map(|key| word(&group[key])).join(" ");
    let of_solution = |one: &Value| {
        let groups: Vec<String> = one["groups"].as_array().into_iter().flatten().map(of_group).collect();
        let whole = ["path", "graded_verdict", "score", "max_score"].map(|key| word(&one[key])).join(" ");
        format!("{whole} | {}\n", groups.join(", "))
    };
    report.0["solutions"].as_array().expect("there are solutions").iter().map(of_solution).collect()
}

/// The groups of a report: where, for how much, of which tests, and what they need.
fn declared(report: &Report) -> String {
    let line = |group: &Value| {
        let [name, parent, most] = ["name", "parent", "max_score"].map(|key| word(&group[key]));
        let [tests, needed] = ["tests", "dependencies"].map(|key| words(&group[key]).join(" "));
        format!("{name} in {parent} for {most}: {tests} after [{needed}]\n")
    };
    report.0["groups"].as_array().expect("there are groups").iter().map(line).collect()
}

fn check(folder: &Folder, groups: &str, results: &str, unmet: &str) {
    let (report, _) = Touchstone::new().check(folder.path());
    expect::same("groups", groups, &declared(&report));
    expect::same("results", results, &graded(&report));
    expect::same("labels and scores that are not met", unmet, &report.findings_of("expectation-unmet").join("\n"));
}

const KATTIS: [(&str, i32); 5] = [
    ("data/sample/1", 1),
    ("data/secret/large/1", 100),
    ("data/secret/large/2", 5),
    ("data/secret/small/1", 2),
    ("data/secret/small/2", 3),
];

fn kattis() -> Folder {
    let files = [
        ("problem.yaml", "name: Echo\ntype: scoring\n"),
        (".timelimit", "2\n"),
        ("data/testdata.yaml", "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n"),
        ("data/sample/testdata.yaml", "accept_score: 0\nrange: 0 0\n"),
        (
            "data/secret/testdata.yaml",
            "on_reject: continue\nrange: 0 100\ngrader_flags: first_error accept_if_any_accepted\n",
        ),
        ("data/secret/large/testdata.yaml", "on_reject: break\naccept_score: 60\nrange: 0 60\ngrader_flags: min\n"),
        ("data/secret/small/testdata.yaml", "on_reject: break\naccept_score: 40\nrange: 0 40\ngrader_flags: min\n"),
        ("submissions/accepted/sol.c", RIGHT),
        ("submissions/partially_accepted/half.c", HALF),
        ("submissions/wrong_answer/high.c", HIGH),
    ];
    folder(&files, &KATTIS)
}

/// `half.c` fails 100, so `large` gives nothing, and 40 are left. `high.c` fails 2 in `small`, and 5 in `large`: nothing is
/// left, where its tag wants 60.
#[test]
fn a_legacy_package_is_graded_group_by_group() {
    check(
        &kattis(),
        "\
sample in - for 0: sample/1 after []
secret in - for 100: secret/large/1 secret/large/2 secret/small/1 secret/small/2 after []
secret/large in secret for 60: secret/large/1 secret/large/2 after []
secret/small in secret for 40: secret/small/1 secret/small/2 after []
",
        "\
submissions/accepted/sol.c AC 100 100 | sample AC 0, secret AC 100, secret/large AC 60, secret/small AC 40
submissions/partially_accepted/half.c AC 40 100 | sample AC 0, secret AC 40, secret/large WA 0, secret/small AC 40
submissions/wrong_answer/high.c WA 0 100 | sample WA 0, secret WA 0, secret/large WA 0, secret/small WA 0
",
        "warning expectation-unmet submissions/wrong_answer/high.c:1: this solution is to score 60, and scores 0",
    );
}

/// Accepts what solves one part; for all of them it gives the points in its argument on top.
const GRADER: &str = "\
import sys
parts = [line.split() for line in sys.stdin]
solved = [float(score) for verdict, score in parts if verdict == 'AC']
print('AC' if solved else 'WA', sum(solved) + (int(sys.argv[1]) if len(solved) == len(parts) else 0))
";

/// As above, and 7 more for both groups. What the grader writes for the worst solution later is no result.
#[test]
fn a_grader_of_the_packages_own() {
    let folder = kattis();
    folder.write("graders/bonus.py", GRADER);
    folder.write("data/testdata.yaml", "on_reject: continue\nrange: 0 107\ngrader_flags: ignore_sample\n");
    folder.write("data/secret/testdata.yaml", "on_reject: continue\ngrading: custom\nrange: 0 107\ngrader_flags: 7\n");
    for group in ["large", "small"] {
        let path = format!("data/secret/{group}/testdata.yaml");
        let text = std::fs::read_to_string(folder.path().join(&path)).expect("it is there");
        folder.write(&path, text + "grading: default\n");
    }
    let (report, _) = Touchstone::new().check(folder.path());
    let expected = "\
submissions/accepted/sol.c AC 107 107 | sample AC 0, secret AC 107, secret/large AC 60, secret/small AC 40
submissions/partially_accepted/half.c AC 40 107 | sample AC 0, secret AC 40, secret/large WA 0, secret/small AC 40
submissions/wrong_answer/high.c WA 0 107 | sample WA 0, secret WA 0, secret/large WA 0, secret/small WA 0
";
    expect::same("results", expected, &graded(&report));
    assert_eq!(report.program("graders/bonus.py")["role"], "grader");
    folder.write("graders/bonus.py", GRADER.replace("'WA', ", "'no', "));
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.solution("submissions/accepted/sol.c")["score"], 107.0);
    assert_eq!(report.solution("submissions/wrong_answer/high.c")["score"], serde_json::Value::Null);
    let said = report.findings_of("checker-crashed");
    assert!(
        said.len() == 1
            && said[0]
                .contains("graders/bonus.py:1: the grader broke on the results of submissions/wrong_answer/high.c"),
        "{said:?}"
    );
    assert!(said[0].contains("it wrote `no 0` where a verdict and a score are wanted"), "{said:?}");
}

#[test]
fn a_person_sees_scores_and_groups() {
    let done = Touchstone::new().args(["check", "--color", "never"]).arg(kattis().path()).run();
    let shown = done.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = "scores submissions/accepted/sol.c 100 of 100 sample AC 0 secret AC 100 secret/large AC 60 \
                 secret/small AC 40";
    let wrong = "submissions/wrong_answer/high.c 0 of 100 sample WA 0 secret WA 0 secret/large WA 0 secret/small WA 0";
    assert!(shown.contains(whole) && shown.contains(wrong), "{}", done.stdout);
}

const POLYGON: &str = r#"<problem short-name="echo">
<judging>
<testset name="tests">
<time-limit>2000</time-limit><memory-limit>268435456</memory-limit><test-count>5</test-count>
<input-path-pattern>tests/%d.in</input-path-pattern><answer-path-pattern>tests/%d.ans</answer-path-pattern>
<tests>
<test method="manual" group="0" points="0" sample="true"/>
<test method="manual" group="1" points="10"/>
<test method="manual" group="1" points="20"/>
<test method="manual" group="2" points="20"/>
<test method="manual" group="2" points="50"/>
</tests>
<groups>
<group name="0" points="0" points-policy="complete-group"/>
<group name="1" points="30" points-policy="complete-group">
<dependencies><dependency group="0"/></dependencies></group>
<group name="2" points-policy="each-test"><dependencies><dependency group="1"/></dependencies></group>
</groups>
</testset>
</judging>
<assets>
<checker name="std::ncmp.cpp"/>
<solutions>
<solution tag="main"><source path="solutions/sol.c" type="c.gcc"/></solution>
<solution tag="wrong-answer"><source path="solutions/half.c" type="c.gcc"/>
<extra-tags><extra-tag group="1" tag="wrong-answer"/></extra-tags></solution>
<solution tag="wrong-answer"><source path="solutions/high.c" type="c.gcc"/></solution>
</solutions>
</assets>
</problem>
"#;

/// `half.c` fails test 4 alone, of 20 points. `high.c` fails the sample, on which everything depends. That test 1 is passed
/// says nothing of group 1, for which `half.c` has a tag.
#[test]
fn a_polygon_package_has_policies_and_dependencies() {
    let files =
        [("problem.xml", POLYGON), ("solutions/sol.c", RIGHT), ("solutions/half.c", HALF), ("solutions/high.c", HIGH)];
    let tests = [("tests/1", 1), ("tests/2", 2), ("tests/3", 3), ("tests/4", 100), ("tests/5", 5)];
    check(
        &folder(&files, &tests),
        "\
0 in - for 0: 1 after []
1 in - for 30: 2 3 after [0]
2 in - for 70: 4 5 after [1]
",
        "\
solutions/half.c WA 80 100 | 0 AC 0, 1 AC 30, 2 WA 50
solutions/high.c WA 0 100 | 0 WA 0, 1 SK 0, 2 SK 0
solutions/sol.c AC 100 100 | 0 AC 0, 1 AC 30, 2 AC 70
",
        "warning expectation-unmet problem.xml:25: solutions/half.c is labelled wrong-answer, which requires WA or PE in group 1, and only AC was seen",
    );
}

const VALIDATOR: &str = r#"
import sys
wanted = int(open(sys.argv[2]).read())
found = int(sys.stdin.read())
if found == wanted + 1:
    open(sys.argv[3] + "score_multiplier.txt", "w").write("0.5")
sys.exit(42 if found in (wanted, wanted + 1) else 43)
"#;

/// Each test of `b` is worth 30, and half of it to `near.c` for 100. `high.c` fails 2 in `a`, which `b` requires.
#[test]
fn a_package_of_2025_requires_and_multiplies() {
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\ntype: scoring\nname: Echo\nlimits: {time_limit: 2}\n"),
        ("output_validator/validate.py", VALIDATOR),
        ("data/secret/a/test_group.yaml", "max_score: 40\n"),
        ("data/secret/b/test_group.yaml", "max_score: 60\nscore_aggregation: sum\nrequire_pass: [sample, secret/a]\n"),
        ("submissions/accepted/sol.c", RIGHT),
        ("submissions/accepted/near.c", NEAR),
        ("submissions/wrong_answer/high.c", HIGH),
        (
            "submissions/submissions.yaml",
            "accepted/sol.c: {model_solution: true, score: 100}\naccepted/near.c:\n  score: [80, 90]\n  secret/b: {score: 50}\n\
             wrong_answer/high.c: {score: 0}\n",
        ),
    ];
    let tests = [("data/sample/1", 20), ("data/secret/a/1", 2), ("data/secret/b/1", 100), ("data/secret/b/2", 5)];
    check(
        &folder(&files, &tests),
        "\
sample in - for -: sample/1 after []
secret in - for 100: secret/a/1 secret/b/1 secret/b/2 after []
secret/a in secret for 40: secret/a/1 after []
secret/b in secret for 60: secret/b/1 secret/b/2 after [sample secret/a]
",
        "\
submissions/accepted/near.c AC 85 100 | sample AC -, secret AC 85, secret/a AC 40, secret/b AC 45
submissions/accepted/sol.c AC 100 100 | sample AC -, secret AC 100, secret/a AC 40, secret/b AC 60
submissions/wrong_answer/high.c WA 0 100 | sample AC -, secret WA 0, secret/a WA 0, secret/b SK 0
",
        "warning expectation-unmet submissions/submissions.yaml:4: submissions/accepted/near.c is to score 50 in secret/b, and scores 45",
    );
}

#[test]
fn what_was_left_out_leaves_a_score_unknown() {
    let folder = kattis();
    let done =
        Touchstone::new().args(["check", "--format", "json", "--test", "secret/large/*"]).arg(folder.path()).run();
    expect::same(
        "results",
        "\
submissions/accepted/sol.c AC - 100 | sample - 0, secret AC -, secret/large AC 60, secret/small - -
submissions/partially_accepted/half.c - - 100 | sample - 0, secret - -, secret/large WA 0, secret/small - -
submissions/wrong_answer/high.c - - 100 | sample - 0, secret - -, secret/large WA 0, secret/small - -
",
        &graded(&done.report()),
    );
}
