//! Folders made by hand, and what is read from them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::read;
use crate::{
    formats::{
        self,
        plain::tests::{dump, folder},
        shown::lines_with,
    },
    model::{LanguageLimits, Problem, Test},
    path::RelPath,
    scoring::Rules,
    settings::FolderSettings,
};

const MAIN: &str = "int main() {}";
const CHECK: &str = "int main() { registerTestlibCmd(argc, argv); }";
const VAL: &str = "int main() { registerValidation(); }";
const INTERACT: &str = "int main() { registerInteraction(argc, argv); }";

fn problem(files: &[(&str, &str)]) -> Problem {
    read(&folder("sums", files)).unwrap()
}

fn check(problem: &Problem, words: &[&str], expected: Expect) {
    expected.assert_eq(&lines_with(&dump(problem), words));
}

/// What each subtask is worth, how, and after which others; the first line is the whole.
fn subtasks(problem: &Problem) -> String {
    let scoring = problem.scoring.as_ref().unwrap();
    let Rules::Subtasks(rules) = &scoring.rules else { panic!("{scoring:?}") };
    let mut out = String::new();
    for (idx, (group, rule)) in scoring.groups.iter().zip(rules).enumerate() {
        let tests: Vec<&str> = scoring.tests_of(idx).into_iter().map(|test| problem.tests[test].id.as_str()).collect();
        let most = group.max_score.unwrap();
        writeln!(out, "{:?} {:?} {most} after {:?}: {}", group.name, rule.fold, group.dependencies, tests.join(" "))
            .unwrap();
    }
    out
}

const CONFIG: &str = "type: default
time: 1500ms
memory: 64m
time_limit_rate:
  py: 2
  cc.cc17: 1.5
memory_limit_rate: {java: 2}
checker_type: testlib
checker: chk.cpp
validator: val.cpp
filename: sum
subtasks:
  - id: 1
    score: 40
    type: sum
    cases:
      - {input: a1.in, output: a1.out, score: 10}
      - {input: a2.in, output: a2.out, score: 30}
  - type: max
    if: [1]
    cases:
      - input: b.in
        output: gone.out
  - id: 3
    cases:
      - {input: b.in, output: b.out}
";

/// Where points are added up, what the cases state counts: 25 + 15 beyond the 30 of the first subtask, 10 and the 20 that are left
/// of the second, 5 + 5 below the 20 of the third, and nothing is said of the fourth, which states no score, and of the least.
#[test]
fn points_of_cases_and_of_their_subtask() {
    let case = |number: usize, points: &str| format!("      - {{input: {number}.in, output: {number}.out{points}}}\n");
    let stated = [
        ("type: sum, score: 30", [", score: 25", ", score: 15"]),
        ("type: sum, score: 30", [", score: 10", ""]),
        ("type: sum, score: 20", [", score: 5", ", score: 5"]),
        ("type: sum", [", score: 1", ", score: 1"]),
        ("type: min, score: 20", [", score: 40", ", score: 40"]),
    ];
    let mut config = "time: 1s\nmemory: 64m\nsubtasks:\n".to_owned();
    for (number, (keys, cases)) in stated.iter().enumerate() {
        let keys: String = keys.split(", ").map(|key| format!("    {key}\n")).collect();
        config.push_str(&format!("  - id: {}\n{keys}    cases:\n", number + 1));
        let cases = cases.iter().enumerate().map(|(at, points)| case(2 * number + at, points));
        config.extend(cases);
    }
    let names: Vec<String> = (0..10).flat_map(|number| [format!("{number}.in"), format!("{number}.out")]).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    files.push(("config.yaml", &config));
    let problem = problem(&files);
    expect![[r#"
        "" Sum 102 after []: 0 1 2 3 4 5 6 7 8 9
        "1" Sum 40 after []: 0 1
        "2" Sum 30 after []: 2 3
        "3" Sum 10 after []: 4 5
        "4" Sum 2 after []: 6 7
        "5" Min 20 after []: 8 9
    "#]]
    .assert_eq(&subtasks(&problem));
    let said = problem.findings.iter().filter(|finding| finding.message.contains("which counts"));
    let said: Vec<&str> = said.map(|finding| finding.message.as_str()).collect();
    assert_eq!(
        said,
        [
            "the cases of `1` give 40 points together, which counts, and their `score` is 30; correct one of them",
            "the cases of `3` give 10 points together, which counts, and their `score` is 20; correct one of them",
        ]
    );
}

#[test]
fn a_whole_folder() {
    let problem = problem(&[
        ("testdata/config.yaml", CONFIG),
        ("testdata/a1.in", ""),
        ("testdata/a1.out", ""),
        ("testdata/a2.in", ""),
        ("testdata/a2.out", ""),
        ("testdata/b.in", ""),
        ("testdata/b.out", ""),
        ("testdata/spare.in", ""),
        ("testdata/chk.cpp", CHECK),
        ("testdata/val.cpp", VAL),
        ("std.cpp", MAIN),
        ("wa_one.cpp", MAIN),
        ("problem_zh.md", ""),
    ]);
    expect![[r#"
        limits Fixed(1500) 64 MiB (testdata/config.yaml)
        program std.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program testdata/chk.cpp checker cpp (the manifest's `checker`)
        program testdata/val.cpp validator cpp (the manifest's `validator`)
        program wa_one.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
        main std.cpp
        checker testdata/chk.cpp testlib (testdata/config.yaml names it)
        validator testdata/val.cpp testlib
        test a1 group 1: testdata/a1.in answer testdata/a1.out at testdata/config.yaml:16:8-16:49
        test a2 group 1: testdata/a2.in answer testdata/a2.out at testdata/config.yaml:17:8-17:49
        test b group 2: testdata/b.in at testdata/config.yaml:21:8-22:24
        test b#2 group 3: testdata/b.in answer testdata/b.out at testdata/config.yaml:25:8-25:36
        finding manifest-stale warning testdata/config.yaml:21:8-22:24: there is no file `gone.out`, so the main solution makes this answer; add it
        finding manifest-stale information testdata/spare.in: testdata/config.yaml names no case with testdata/spare.in, so nobody is judged on it; name it there, or remove it
    "#]].assert_eq(&dump(&problem));
    expect![[r#"
        "" Sum 100 after []: a1 a2 b b#2
        "1" Sum 40 after []: a1 a2
        "2" Max 30 after [1]: b
        "3" Min 30 after []: b#2
    "#]]
    .assert_eq(&subtasks(&problem));
    assert_eq!(
        (problem.io.input_file.as_deref(), problem.io.output_file.as_deref()),
        (Some("sum.in"), Some("sum.out"))
    );
    let languages: Vec<String> = problem
        .limits
        .languages
        .iter()
        .map(|(name, of)| format!("{name} {:?} {:?}", of.time_ms, of.memory_bytes))
        .collect();
    assert_eq!(languages, ["cpp Some(2250) None", "java None Some(134217728)", "python Some(3000) None"]);
}

#[test]
fn tests_by_the_names_of_files() {
    let by_names = |names: &[&str]| {
        let paths: Vec<(String, String)> =
            names.iter().map(|name| (format!("testdata/{name}.in"), format!("testdata/{name}.out"))).collect();
        let mut files = vec![("testdata/config.yaml", "time: 1s\nmemory: 256m\n"), ("std.cpp", MAIN)];
        files.extend(paths.iter().flat_map(|(input, output)| [(input.as_str(), ""), (output.as_str(), "")]));
        subtasks(&problem(&files))
    };
    expect![[r#"
        "" Sum 100 after []: a1-1 a1-2 a2-1 a10-1
        "1" Min 33 after []: a1-1 a1-2
        "2" Min 33 after []: a2-1
        "10" Min 34 after []: a10-1
    "#]]
    .assert_eq(&by_names(&["a1-1", "a1-2", "a2-1", "a10-1"]));
    expect![[r#"
        "" Sum 100 after []: 1 2 10
    "#]]
    .assert_eq(&by_names(&["1", "2", "10"]));
}

/// The site takes a number alone for milliseconds; what nobody can mean so is in seconds.
#[test]
fn times_without_a_unit() {
    for (written, ms) in [("1500", 1500), ("50", 50), ("2", 2000), ("0.5", 500), ("'3s'", 3000), ("20ms", 20)] {
        let config = format!("time: {written}\nchecker_type: default\n");
        let problem = problem(&[("config.yaml", &config), ("1.in", ""), ("1.out", "")]);
        assert_eq!(problem.limits.time.fixed_ms(), Some(ms), "{written}");
    }
}

#[test]
fn cases_without_subtasks_and_the_older_list() {
    let cases = "checker_type: default\ntime: 2\nmemory: 128\ncases:\n- {input: 1.in, output: 1.out, time: 1s}\n- {input: 2.in, output: 2.out, time: 3s}\n- {output: x}\n";
    let files = [("config.yaml", cases), ("1.in", ""), ("1.out", ""), ("2.in", ""), ("std.cpp", MAIN)];
    let problem = problem(&files);
    check(
        &problem,
        &["limits", "checker", "test", "finding"],
        expect![[r#"
        limits Fixed(2000) 128 MiB (config.yaml)
        checker standard lcmp (lines are compared, without blanks at their ends)
        test 1: 1.in answer 1.out at config.yaml:4:2-4:40
        test 2: 2.in at config.yaml:5:2-5:40
        finding manifest-stale warning config.yaml:5:2-5:40: there is no file `2.out`, so the main solution makes this answer; add it
        finding manifest-broken error config.yaml:6:2-6:13: this case has no `input`, so it is left out; name its file
    "#]],
    );
    assert_eq!(own_limits(&problem), ["1 Some(1000) None", "2 Some(3000) None"]);
    expect![[r#"
        "" Sum 100 after []: 1 2
    "#]]
    .assert_eq(&subtasks(&problem));
    let ini = "2\n1.in|1.out|1|40|65536\n2.in|2.out|2|60|65536\nbroken\n";
    let older = self::problem(&[
        ("testdata/Config.ini", ini),
        ("testdata/1.in", ""),
        ("testdata/1.out", ""),
        ("testdata/2.in", ""),
        ("testdata/2.out", ""),
    ]);
    check(
        &older,
        &["limits", "test", "finding"],
        expect![[r#"
        limits Fixed(2000) 64 MiB (testdata/Config.ini)
        test 1: testdata/1.in answer testdata/1.out at testdata/Config.ini:1:0-1:21
        test 2: testdata/2.in answer testdata/2.out at testdata/Config.ini:2:0-2:21
        finding manifest-broken error testdata/Config.ini:3:0-3:6: this line names no input and output; write `1.in|1.out|1|10`
    "#]],
    );
    assert_eq!(own_limits(&older), ["1 Some(1000) None"]);
    expect![[r#"
        "" Sum 100 after []: 1 2
    "#]]
    .assert_eq(&subtasks(&older));
}

/// The limits of tests that differ from those of the problem.
fn own_limits(problem: &Problem) -> Vec<String> {
    let of = |test: &Test| format!("{} {:?} {:?}", test.id, test.limits.time_ms, test.limits.memory_bytes);
    problem.tests.iter().filter(|test| test.limits != LanguageLimits::default()).map(of).collect()
}

/// A case before its subtask, and that before the top.
#[test]
fn limits_of_subtasks_and_cases() {
    let config = "time: 2s
memory: 256m
time_limit_rate: {py: 3}
subtasks:
- time: 500ms
  cases:
  - {input: 1.in}
  - {input: 2.in, time: 1s, memory: 16m}
- memory: 256m
  cases:
  - {input: 3.in}
  - {input: 4.in, memory: 1g}
";
    let inputs = [("1.in", ""), ("2.in", ""), ("3.in", ""), ("4.in", ""), ("std.cpp", MAIN)];
    let of = |config: &str| {
        let mut files = inputs.to_vec();
        files.push(("config.yaml", config));
        problem(&files)
    };
    let problem = of(config);
    check(
        &problem,
        &["limits", "finding tool"],
        expect![[r#"
            limits Fixed(2000) 256 MiB (config.yaml)
            finding tool-missing information config.yaml:2:17-2:24: some tests have limits of their own, which these factors do not change here: a language that stands here gets its factor times the limit of the problem on every test
        "#]],
    );
    assert_eq!(own_limits(&problem), ["1 Some(500) None", "2 Some(1000) Some(16777216)", "4 None Some(1073741824)"]);
    // Without limits at the top the greatest is that of the others.
    let without = of(&config.replace("time: 2s\nmemory: 256m\n", ""));
    assert_eq!(
        (without.limits.time.fixed_ms(), without.limits.memory_bytes),
        (Some(1000), 1 << 30),
        "1 s of a case, 1 GB of another"
    );
    assert_eq!(own_limits(&without), ["1 Some(500) None", "2 None Some(16777216)", "3 None Some(268435456)"]);
}

#[test]
fn what_decides() {
    let judged = |config: &str| {
        let config = format!("subtasks: []\n{config}");
        let files = [
            ("config.yaml", config.as_str()),
            ("chk.cpp", CHECK),
            ("odd.cpp", MAIN),
            ("talk.cpp", INTERACT),
            ("std.cpp", MAIN),
        ];
        let problem = problem(&files);
        let dump = dump(&problem);
        let words = ["checker", "interactor", "finding tool", "finding manifest"];
        let lines = dump.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
        lines.map(|line| format!("  {line}\n")).collect::<String>()
    };
    let mut out = String::new();
    for config in [
        "",
        "checker: chk.cpp",
        "checker_type: testlib\nchecker: chk.cpp",
        "checker_type: testlib\nchecker: ncmp",
        "checker_type: testlib\nchecker: gone.cpp",
        "checker_type: kattis\nchecker: odd.cpp",
        "checker_type: lemon\nchecker: chk.cpp",
        "checker_type: lemon\nchecker: odd.cpp",
        "checker_type: strict",
        "checker_type: exact",
        "type: interactive\ninteractor: talk.cpp",
        "type: communication\nmanager: odd.cpp\nfilename: sum",
        "type: communication\nmanager: gone.cpp\nnum_processes: 1000",
        "type: submit_answer",
    ] {
        writeln!(out, "{}\n{}", config.replace('\n', ", "), judged(config).trim_end()).unwrap();
    }
    expect![[r#"

          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-stale information chk.cpp: chk.cpp is a checker that config.yaml does not name, so it is not used; write `checker_type: testlib` and `checker: chk.cpp` there, or remove it
        checker: chk.cpp
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-stale warning config.yaml: a `checker` is named without a `checker_type`, so it is not used and lines are compared; write `checker_type: testlib`
        checker_type: testlib, checker: chk.cpp
          checker chk.cpp testlib (config.yaml names it)
        checker_type: testlib, checker: ncmp
          checker standard ncmp (config.yaml names it)
        checker_type: testlib, checker: gone.cpp
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-stale warning config.yaml:1:14-1:21: the type `testlib` needs a `checker`, and none can be used; lines are compared
          finding manifest-stale warning config.yaml:2:9-2:17: there is no file `gone.cpp` beside the tests; correct the name, or add it
        checker_type: kattis, checker: odd.cpp
          checker odd.cpp kattis (config.yaml names it)
        checker_type: lemon, checker: chk.cpp
          checker chk.cpp testlib (config.yaml names it)
        checker_type: lemon, checker: odd.cpp
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding tool-missing warning config.yaml:1:14-1:19: a checker of the type `lemon` is called in a way that is not known here, so lines are compared
        checker_type: strict
          checker standard fcmp (lines are compared as they are)
        checker_type: exact
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-broken error config.yaml:1:14-1:19: `exact` is no type of checkers, so lines are compared; write `default`, `strict` or `testlib`
        type: interactive, interactor: talk.cpp
          checker interactor (the interactor's verdict is final)
          interactor talk.cpp testlib
        type: communication, manager: odd.cpp, filename: sum
          checker interactor (the interactor's verdict is final)
          interactor odd.cpp cms
          finding manifest-stale warning config.yaml:3:10-3:13: processes talk to the manager by their standard streams, so this changes nothing; remove it
        type: communication, manager: gone.cpp, num_processes: 1000
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-stale information chk.cpp: chk.cpp is a checker that config.yaml does not name, so it is not used; write `checker_type: testlib` and `checker: chk.cpp` there, or remove it
          finding manifest-stale warning config.yaml: no `manager` that can be used is named for this problem, so no solution is judged; name one
          finding manifest-stale warning config.yaml:2:9-2:17: there is no file `gone.cpp` beside the tests; correct the name, or add it
          finding tool-missing warning config.yaml:3:15-3:19: a manager talks to a whole number of processes, here to 16 at most, so no solution is run; tests are made and validated all the same
        type: submit_answer
          checker standard lcmp (lines are compared, without blanks at their ends)
          finding manifest-stale information chk.cpp: chk.cpp is a checker that config.yaml does not name, so it is not used; write `checker_type: testlib` and `checker: chk.cpp` there, or remove it
          finding tool-missing warning config.yaml:1:6-1:19: contestants hand in outputs, which have no place in a folder of this format, so no solution is judged here; tests are validated all the same
    "#]].assert_eq(&out);
}

/// A process is always told its number, also where it is the only one; what is not judged is not run.
#[test]
fn processes_of_a_solution() {
    for (config, processes, is_run) in [
        ("num_processes: 2\nmanager: manager.cpp", Some(2), true),
        ("manager: manager.cpp", Some(1), true),
        ("num_processes: 2", Some(2), false),
        ("num_processes: 2.5\nmanager: manager.cpp", None, false),
    ] {
        let config = format!("type: communication\nsubtasks: []\n{config}\n");
        let problem =
            problem(&[("config.yaml", &config), ("manager.cpp", MAIN), ("std.cpp", MAIN), ("some.cpp", MAIN)]);
        let run = problem.solutions().map(|(_, program)| program.is_judged_solution()).collect::<Vec<_>>();
        let named = problem.io.processes.map(std::num::NonZeroUsize::get);
        assert_eq!((named, run), (processes, vec![is_run; 2]), "{config}");
    }
}

#[test]
fn what_is_wrong_in_the_manifest() {
    let config = "type: defualt\ntimee: 1s\ntime: fast\nmemory: [1]\nfilename: ../x\ntime_limit_rate: {klingon: 2}\nsubtasks:\n- id: 1\n  type: avg\n  if: [9, 1]\n  cases: none\n- id: 1\n  cases:\n  - input: ../../etc/passwd\n  - input: 1.in\n    output: 1.out\n    scoer: 5\n";
    let files = [("testdata/config.yaml", config), ("testdata/1.in", ""), ("std.cpp", MAIN)];
    check(
        &problem(&files),
        &["test", "finding"],
        expect![[r#"
        test 1 group 1: testdata/1.in at testdata/config.yaml:14:4-16:12
        finding limits-assumed information -: no statement states the limits, so 2 seconds and 256 MB are assumed; write `Time limit: 2 seconds` and `Memory limit: 256 MB` into it
        finding manifest-broken error testdata/config.yaml:0:6-0:13: `defualt` is no type of problems, so `default` is assumed; correct it
        finding manifest-stale warning testdata/config.yaml:1:0-1:5: the key `timee` is not known, so it changes nothing here; perhaps `time` is meant
        finding manifest-broken error testdata/config.yaml:2:6-2:10: a time is wanted here, such as 1000ms or 1.5s
        finding manifest-broken error testdata/config.yaml:3:8-3:11: a text is wanted here, not a list
        finding manifest-broken error testdata/config.yaml:4:10-4:14: `../x` is no name of a file; write it without a directory
        finding tool-missing warning testdata/config.yaml:5:18-5:25: `klingon` is no language that is known here, so this changes nothing
        finding manifest-stale warning testdata/config.yaml:7:2-10:13: the subtask `1` has no tests; add cases, or remove it
        finding manifest-broken error testdata/config.yaml:8:8-8:11: `avg` is neither `min`, `max` nor `sum`; `min` is assumed
        finding manifest-broken error testdata/config.yaml:9:7-9:8: there is no other subtask `9` to depend on; correct the id
        finding manifest-broken error testdata/config.yaml:9:10-9:11: there is no other subtask `1` to depend on; correct the id
        finding manifest-broken error testdata/config.yaml:10:9-10:13: a list is wanted here; begin each item with `-`
        finding manifest-broken error testdata/config.yaml:11:2-16:12: there is already a subtask `1`, which counts; give this one another `id`
        finding manifest-stale warning testdata/config.yaml:13:4-13:27: there is no file `../../etc/passwd` beside the manifest, so the test is left out; add it
        finding manifest-stale warning testdata/config.yaml:14:4-16:12: there is no file `1.out`, so the main solution makes this answer; add it
        finding manifest-stale warning testdata/config.yaml:16:4-16:9: the key `scoer` is not known, so it changes nothing here; perhaps `score` is meant
    "#]],
    );
    let broken = [("testdata/config.yaml", "subtasks:\n- id: [\n"), ("testdata/1.in", ""), ("testdata/1.out", "")];
    check(
        &problem(&broken),
        &["test", "finding manifest"],
        expect![[r#"
        finding manifest-stale information testdata/1.in: testdata/config.yaml names no case with testdata/1.in, so nobody is judged on it; name it there, or remove it
        finding manifest-stale warning testdata/config.yaml:1:2-1:7: the subtask `1` has no tests; add cases, or remove it
        finding manifest-broken error testdata/config.yaml:1:6-1:7: a text is wanted here, not a list
        finding manifest-broken error testdata/config.yaml:2:0-2:0: this is no valid YAML: while parsing a node, did not find expected node content
    "#]],
    );
}

#[test]
fn what_counts_as_such_a_folder() {
    let format = |files: &[(&str, &str)]| {
        let path = RelPath::parse("touchstone.toml").unwrap();
        formats::read(&folder("sums", files), &FolderSettings::default(), &path).format.name()
    };
    assert_eq!(format(&[("config.yaml", "subtasks:\n  - score: 5\n"), ("1.in", "1")]), "hydro");
    assert_eq!(format(&[("testdata/config.yaml", "time: 1s\n")]), "hydro");
    assert_eq!(format(&[("problem.yaml", "title: A\npid: P1\n"), ("testdata/config.yaml", "time: 1s\n")]), "hydro");
    assert_eq!(
        format(&[("problem.yaml", "pid: P1\ntitle: A\n"), ("testdata/1.in", ""), ("testdata/1.out", "")]),
        "hydro"
    );
    assert_eq!(format(&[("problem.yaml", "name: A\n"), ("data/sample/1.in", "")]), "icpc");
    assert_eq!(format(&[("testdata/config.ini", "1\n1.in|1.out|1|100\n")]), "hydro");
    assert_eq!(format(&[("config.yaml", "time: 1s\n"), ("sol.cpp", MAIN)]), "plain");
    assert_eq!(format(&[("config.yaml", "subtasks:\n"), ("prog/abc.cpp", MAIN)]), "sinol");
    let contest = folder("contest", &[("a/testdata/config.yaml", "cases:\n"), ("b/config.yaml", "checker_type: x\n")]);
    let found: Vec<String> = formats::discover(&contest).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["a", "b"]);
}

#[test]
fn wherever_a_manifest_breaks_off() {
    for end in 0..CONFIG.len() {
        let files = [("testdata/config.yaml", &CONFIG[..end]), ("testdata/a1.in", ""), ("std.cpp", MAIN)];
        assert!(problem(&files).tests.len() <= 1);
    }
}
