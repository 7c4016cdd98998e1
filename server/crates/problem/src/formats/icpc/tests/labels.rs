//! What is expected of submissions.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{Package, dump, findings, label, main, tagged};

fn check(package: &Package, expected: Expect) {
    let problem = package.read();
    let mut out = String::new();
    for (_, program) in problem.solutions() {
        let label = program.label.as_ref().map_or(" -".to_owned(), |_| label(program));
        let pool = program.label.as_ref().and_then(crate::label::Label::pool);
        writeln!(out, "{}{label} {pool:?}", program.path.as_str().trim_start_matches("submissions/")).unwrap();
    }
    expected.assert_eq(&(out + &findings(&problem)));
}

fn in_directories(package: Package, directories: &[&str]) -> Package {
    let add = |package: Package, name: &&str| package.source(&format!("submissions/{name}/a.cpp"), main());
    directories.iter().fold(package, add)
}

const STANDARD: [&str; 7] = [
    "accepted",
    "brute_force",
    "partially_accepted",
    "rejected",
    "run_time_error",
    "time_limit_exceeded",
    "wrong_answer",
];

#[test]
fn directories_of_the_format() {
    check(
        &in_directories(Package::new().file("problem.yaml", ""), &STANDARD),
        expect![[r#"
        accepted/a.cpp ["accepted"] permits {Ac} Some(Correct)
        brute_force/a.cpp ["brute_force"] permits {Ac, Tle} None
        partially_accepted/a.cpp ["partially_accepted"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole} Some(Wrong)
        rejected/a.cpp ["rejected"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole} Some(Wrong)
        run_time_error/a.cpp ["run_time_error"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Rte, Mle, Ole} Some(Wrong)
        time_limit_exceeded/a.cpp ["time_limit_exceeded"] permits {Ac, Wa, Pe, Tle} requires {Tle} Some(Wrong)
        wrong_answer/a.cpp ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe} Some(Wrong)
        ! no-main submissions/accepted/a.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/a.cpp is taken for it
    "#]],
    );
    let newer = Package::new().file("problem.yaml", "problem_format_version: 2025-09\n");
    check(
        &in_directories(newer, &STANDARD),
        expect![[r#"
        accepted/a.cpp ["accepted"] permits {Ac} Some(Correct)
        brute_force/a.cpp ["brute_force"] permits {Ac, Tle, Rte, Mle, Ole} requires {Tle, Rte, Mle, Ole} Some(Wrong)
        partially_accepted/a.cpp ["partially_accepted"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole} Some(Wrong)
        rejected/a.cpp ["rejected"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole} Some(Wrong)
        run_time_error/a.cpp ["run_time_error"] permits {Ac, Rte, Mle, Ole} requires {Rte, Mle, Ole} Some(Wrong)
        time_limit_exceeded/a.cpp ["time_limit_exceeded"] permits {Ac, Tle} requires {Tle} Some(Wrong)
        wrong_answer/a.cpp ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe} Some(Wrong)
        ! no-main submissions/accepted/a.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/a.cpp is taken for it
    "#]],
    );
    let scoring =
        Package::new().file("problem.yaml", "validation: custom score\n").source("output_validators/v.cpp", main());
    check(
        &in_directories(scoring, &["partially_accepted"]),
        expect![[r#"
        partially_accepted/a.cpp ["partially_accepted"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} None
    "#]],
    );
}

#[test]
fn directories_in_the_wild() {
    let names =
        ["ac_or_wa", "mixed", "partial", "slow", "slow_accepted", "check_manually", "runtime_error", "do_not_run"];
    let package = in_directories(Package::new().file("problem.yaml", ""), &names);
    check(
        &package.source("submissions/loose.cpp", main()),
        expect![[r#"
            ac_or_wa/a.cpp ["ac_or_wa"] permits {Ac, Wa, Pe} None
            check_manually/a.cpp - None
            do_not_run/a.cpp ["do_not_run"] permits {} not run None
            loose.cpp - None
            mixed/a.cpp - None
            partial/a.cpp ["partial"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole} Some(Wrong)
            runtime_error/a.cpp ["runtime_error"] permits {Ac, Rte, Mle, Ole} requires {Rte, Mle, Ole} Some(Wrong)
            slow/a.cpp ["slow"] permits {Ac, Tle} requires {Tle} Some(Wrong)
            slow_accepted/a.cpp ["slow_accepted"] permits {Ac, Tle} None
            ! solution-unlabelled submissions/check_manually/a.cpp:0:0-0:0 submissions/check_manually does not tell what to expect of submissions/check_manually/a.cpp; use a directory of the format or list it in submissions.yaml
            ! solution-unlabelled submissions/loose.cpp:0:0-0:0 submissions does not tell what to expect of submissions/loose.cpp; use a directory of the format or list it in submissions.yaml
            ! solution-unlabelled submissions/mixed/a.cpp:0:0-0:0 submissions/mixed does not tell what to expect of submissions/mixed/a.cpp; use a directory of the format or list it in submissions.yaml
        "#]],
    );
}

#[test]
fn tags_in_sources() {
    let package = Package::new()
        .file("problem.yaml", "")
        .source("submissions/accepted/a.cpp", tagged("WRONG_ANSWER"))
        .source("submissions/wrong_answer/a.cpp", tagged("TIMELIMIT, WRONG-ANSWER"))
        .source("submissions/mixed/a.cpp", tagged("CORRECT"))
        .source("submissions/mixed/b.cpp", tagged("ACCEPTED, TIMELIMIT"))
        .source("submissions/mixed/c.cpp", tagged("RUN-ERROR, OUTPUT_LIMIT"))
        .source("submissions/mixed/d.cpp", tagged("CHECK-MANUALLY"))
        .source("submissions/mixed/e.cpp", tagged("COMPILER_ERROR"))
        .source("submissions/slow/f.cpp", tagged("WRONG_ANSWER"));
    check(
        &package,
        expect![[r#"
        accepted/a.cpp ["accepted"] permits {Ac} Some(Correct)
        mixed/a.cpp ["CORRECT"] permits {Ac} Some(Correct)
        mixed/b.cpp ["ACCEPTED", "TIMELIMIT"] permits {Ac, Tle} None
        mixed/c.cpp ["RUN-ERROR", "OUTPUT_LIMIT"] permits {Ac, Rte, Mle, Ole} requires {Rte, Mle, Ole} Some(Wrong)
        mixed/d.cpp - None
        mixed/e.cpp ["COMPILER_ERROR"] permits {Ac, Ce} requires {Ce} Some(Wrong)
        slow/f.cpp ["WRONG_ANSWER"] permits {Ac, Wa, Pe} requires {Wa, Pe} Some(Wrong)
        wrong_answer/a.cpp ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe} Some(Wrong)
        ! label-contradiction submissions/accepted/a.cpp:0:3-0:30 this tag contradicts the label `accepted`, which counts here
        ! solution-unlabelled submissions/mixed/d.cpp:0:0-0:0 submissions/mixed does not tell what to expect of submissions/mixed/d.cpp; use a directory of the format or list it in submissions.yaml
        ! no-main submissions/accepted/a.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/a.cpp is taken for it
    "#]],
    );
}

#[test]
fn a_file_of_expectations() {
    let yaml = "\
accepted/*.py:
  permitted: [AC, TLE]
time_limit_exceeded:
  permitted: [AC, WA, TLE]
time_limit_exceeded/{easy,other}.cpp:
  sample:
    permitted: [AC]
  secret/*-hard:
    permitted: [AC, TLE]
    required: [TLE]
mixed/a.cpp:
  permitted: AC
  model_solution: true
mixed/b:
  entrypoint: start.cpp
  language: cpp
  secret/group2:
    permitted: [WA, RTE]
    required: [WA, RTE]
mixed/c.cpp:
  required: [AC, TLE]
mixed/d.cpp:
  required: [TLE, RTE]
mixed/{c,d}.cpp:
  required: [WA, TLE]
wrong_answer/x.cpp: {permitted: [AC]}
gone.cpp: {permitted: [AC]}
bad.cpp:
  permitted: [OK]
";
    let package = Package::new()
        .file("problem.yaml", "problem_format_version: 2023-07\n")
        .file("submissions/submissions.yaml", yaml)
        .source("submissions/accepted/a.py", main())
        .source("submissions/accepted/b.cpp", main())
        .source("submissions/mixed/a.cpp", main())
        .source("submissions/mixed/b/other.cpp", main())
        .source("submissions/mixed/b/start.cpp", main())
        .source("submissions/mixed/c.cpp", main())
        .source("submissions/mixed/d.cpp", main())
        .source("submissions/bad.cpp", main())
        .source("submissions/time_limit_exceeded/easy.cpp", main())
        .source("submissions/wrong_answer/x.cpp", tagged("ACCEPTED"));
    check(
        &package,
        expect![[r#"
            accepted/a.py ["accepted", "accepted/*.py"] permits {Ac} Some(Correct)
            accepted/b.cpp ["accepted"] permits {Ac} Some(Correct)
            bad.cpp - None
            mixed/a.cpp ["mixed/a.cpp"] permits {Ac} Some(Correct)
            mixed/b ["mixed/b"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Rte, Mle, Ole}; secret/group2 permits {Wa, Pe, Rte, Mle, Ole} requires {Wa, Pe, Rte, Mle, Ole} Some(Wrong)
            mixed/c.cpp ["mixed/c.cpp", "mixed/{c,d}.cpp"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle}; ** permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle}; ** permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Ac, Tle} Some(Wrong)
            mixed/d.cpp ["mixed/d.cpp", "mixed/{c,d}.cpp"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Tle, Rte, Mle, Ole}; ** permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle} Some(Wrong)
            time_limit_exceeded/easy.cpp ["time_limit_exceeded", "time_limit_exceeded/{easy,other}.cpp"] permits {Ac, Wa, Pe, Tle} requires {Tle}; sample permits {Ac} requires {}; secret/*-hard permits {Ac, Tle} requires {Tle} Some(Wrong)
            wrong_answer/x.cpp ["wrong_answer", "wrong_answer/x.cpp"] permits {Ac} Some(Correct)
            ! manifest-broken submissions/submissions.yaml:28:13-28:17 `OK` is no verdict; AC, WA, TLE and RTE are
            ! solution-unlabelled submissions/bad.cpp:0:0-0:0 submissions does not tell what to expect of submissions/bad.cpp; use a directory of the format or list it in submissions.yaml
            ! label-contradiction submissions/submissions.yaml:25:0-25:18 `wrong_answer/x.cpp` and the other rules for this submission cannot all hold
            ! manifest-stale submissions/submissions.yaml:26:0-26:8 `gone.cpp` matches no submission
        "#]],
    );
    assert!(dump(&package.read()).contains("main submissions/mixed/a.cpp\n"));
}

#[test]
fn the_main_solution() {
    let chosen = |paths: &[&str]| {
        let package = Package::new().file("problem.yaml", "");
        let package = paths.iter().fold(package, |package, path| package.source(path, main()));
        let problem = package.read();
        let path = problem.main.map_or("-", |idx| problem.programs[idx].path.as_str());
        format!("{path}\n{}", findings(&problem))
    };
    let out = [
        chosen(&["submissions/accepted/a.java", "submissions/accepted/b.py", "submissions/accepted/remainder.cpp"]),
        chosen(&["submissions/accepted/a.cpp", "submissions/accepted/main_fast.py"]),
        chosen(&["submissions/wrong_answer/a.cpp"]),
    ];
    expect![[r#"
        submissions/accepted/remainder.cpp
        ! no-main submissions/accepted/remainder.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/remainder.cpp is taken for it
        submissions/accepted/main_fast.py
        ! no-main submissions/accepted/main_fast.py:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/main_fast.py is taken for it
        -
    "#]].assert_eq(&out.concat());
    let package = Package::minimal().source("submissions/accepted/better.cpp", main());
    let named = package.file("generators/generators.yaml", "solution: /submissions/accepted/sol.cpp\n");
    assert!(dump(&named.read()).contains("main submissions/accepted/sol.cpp\n"));
    assert_eq!(findings(&named.read()), "");
}

#[test]
fn on_which_tests_submissions_have_to_be_in_time() {
    let yaml = "\
accepted:
  use_for_time_limit: false
accepted/kept.cpp:
  use_for_time_limit: lower
run_time_error/part.cpp:
  use_for_time_limit: false
  secret/small: {permitted: [AC]}
mixed/a.cpp:
  permitted: [AC, WA]
  message: not sorted
mixed/b.cpp:
  sample: {permitted: [AC], message: ''}
  secret/large: {required: [WA], use_for_time_limit: lower, message: 'too large'}
  secret/huge: {permitted: [AC], use_for_time_limit: false}
mixed/c.cpp:
  use_for_time_limit: upper
mixed/d.cpp:
  use_for_time_limit: sometimes
";
    let paths = [
        "accepted/a.cpp",
        "accepted/kept.cpp",
        "brute_force/a.cpp",
        "mixed/a.cpp",
        "mixed/b.cpp",
        "mixed/c.cpp",
        "mixed/d.cpp",
        "run_time_error/a.cpp",
        "run_time_error/part.cpp",
        "time_limit_exceeded/a.cpp",
        "wrong_answer/a.cpp",
    ];
    let package = |version: &str| {
        let package = Package::new().file("problem.yaml", version).file("submissions/submissions.yaml", yaml);
        paths.iter().fold(package, |package, path| package.source(&format!("submissions/{path}"), main())).read()
    };
    let mut out = String::new();
    let problem = package("problem_format_version: 2025-09\nlimits: {time_resolution: 0.25}\n");
    for program in &problem.programs {
        let label = program.label.as_ref();
        let in_time = label.and_then(|label| label.in_time.as_ref()).map(|tests| tests.join(" "));
        let messages = label.into_iter().flat_map(|label| &label.messages);
        let messages: Vec<_> = messages.map(|message| (message.tests.as_deref(), &message.text)).collect();
        writeln!(out, "{} {:?} {messages:?}", program.path, in_time.unwrap_or("-".to_owned())).unwrap();
    }
    let findings = findings(&problem);
    findings.lines().filter(|line| line.contains("submissions.yaml")).for_each(|line| writeln!(out, "{line}").unwrap());
    expect![[r#"
        submissions/accepted/a.cpp "" []
        submissions/accepted/kept.cpp "**" []
        submissions/brute_force/a.cpp "" []
        submissions/mixed/a.cpp "**" [(None, "not sorted")]
        submissions/mixed/b.cpp "sample secret/large" [(Some("secret/large"), "too large")]
        submissions/mixed/c.cpp "" []
        submissions/mixed/d.cpp "-" []
        submissions/run_time_error/a.cpp "**" []
        submissions/run_time_error/part.cpp "** secret/small" []
        submissions/time_limit_exceeded/a.cpp "" []
        submissions/wrong_answer/a.cpp "**" []
        ! manifest-broken submissions/submissions.yaml:17:22-17:31 one of true, false, lower and upper is wanted here
        ! solution-unlabelled submissions/mixed/d.cpp:0:0-0:0 submissions/mixed does not tell what to expect of submissions/mixed/d.cpp; use a directory of the format or list it in submissions.yaml
    "#]]
    .assert_eq(&out);
    assert!(dump(&problem).contains("| x2 by 250 ms, margin x1.5"));
    // Legacy packages leave it to the pool.
    let legacy = package("name: x\n");
    assert!(legacy.programs.iter().flat_map(|program| &program.label).all(|label| label.in_time.is_none()));
}
