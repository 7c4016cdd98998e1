//! Packages of 2023-07 and 2025-09.

use expect_test::expect;

use super::{Package, exits, helper, main, registers};
use crate::facts::Register;

#[test]
fn a_package_of_2023_07() {
    let manifest = "\
problem_format_version: 2023-07-draft
type: pass-fail
name:
  de: Hallo
  en: Hello
uuid: 1-2-3
limits:
  time_limit: 2.5
  memory: 256
  output: 16
";
    Package::minimal()
        .file("problem.yaml", manifest)
        .source("output_validator/compare.cpp", exits(43))
        .source("input_validators/v.py", main())
        .file("data/testdata.yaml", "output_validator_flags: a\ninput_validator_flags: {v: max 5}\n")
        .files(&["data/secret/1.in", "data/secret/1.ans"])
        .file("data/secret/testdata.yaml", "input_validator_flags: ''\n")
        .check(expect![[r#"
            Hello | 2500 ms, 256 MiB, 16 MiB from problem.yaml
            checker output_validator/compare.cpp Kattis (in output_validator)
            main submissions/accepted/sol.cpp
            validator input_validators/v.py python (in input_validators)
            checker output_validator/compare.cpp cpp (in output_validator)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            validator input_validators/v.py Kattis
            test sample/1 of sample sample [max 5] [a]
            test secret/1 of secret [] [a]
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn a_package_of_2025_09() {
    let manifest = "\
problem_format_version: 2025-09
type: [scoring, interactive]
name: Hello
constants: {max_n: 100, title: x}
limits:
  time_multipliers:
    ac_to_time_limit: 3
";
    Package::minimal()
        .file("problem.yaml", manifest)
        .source("output_validator/main.cpp", main())
        .source("output_validator/util.cpp", super::helper())
        .source("input_validators/val.cpp", registers(Register::Validator, 2))
        .file("data/secret/test_group.yaml", "max_score: 30\ninput_validator_args: [--max-n, '{{max_n}}']\n")
        .files(&["data/secret/group1/1.in", "data/secret/group1/1.ans", "data/secret/group1/2.in"])
        .file("data/secret/group1/test_group.yaml", "output_validator_args: [deep, words of, '3']\n")
        .file("data/secret/group1/2.yaml", "input_validator_args: []\noutput_validator_args: own\n")
        .check(expect![[r#"
            Hello | x3, margin x1.5, 2048 MiB, 8 MiB from submissions
            checker output_validator Kattis (in output_validator)
            interactor output_validator Kattis
            main submissions/accepted/sol.cpp
            validator input_validators/val.cpp cpp (in input_validators, calls registerValidation)
            interactor output_validator cpp ["output_validator/main.cpp", "output_validator/util.cpp"] (in output_validator)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            validator input_validators/val.cpp Testlib, takes options
            test sample/1 of sample sample [] []
            test secret/group1/1 of secret/group1 [--max-n 100] [deep words of 3]
            test secret/group1/2 of secret/group1 no answer [] [own]
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
            ! manifest-broken data/secret/test_group.yaml:0:0-0:0 secret has a bounded score, so `secret/group1` needs a `max_score`
        "#]]);
}

#[test]
fn what_is_not_judged_here() {
    Package::minimal()
        .file("problem.yaml", "problem_format_version: 2025-09\ntype:\n- multi-pass\n- interactive\n- odd\n")
        .check_findings(expect![[r#"
            ! manifest-broken problem.yaml:2:2-4:5 the type `odd` is not known; pass-fail, scoring, interactive, multi-pass and submit-answer are
            ! manifest-stale problem.yaml:2:2-4:5 an output validator is asked for, but the folder has none; the default validation takes its place
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn what_tests_and_packages_give_to_solutions() {
    Package::minimal()
        .file("problem.yaml", "problem_format_version: 2025-09\nconstants:\n  n: 5\n")
        .file("submissions/accepted/c.py", "print({{n}})\n")
        .file("data/secret/test_group.yaml", "args: [all, '{{n}}']\n")
        .files(&["data/secret/1.in", "data/secret/1.ans", "data/secret/2.in", "data/secret/2.ans"])
        .file("data/secret/1.yaml", "args: [x]\n")
        .file("data/secret/1.files/more.in", "x\n")
        .file("data/secret/1.files/deep/table.txt", "x\n")
        .files(&["data/invalid_input/a.in", "data/invalid_input/b.in"])
        .file("data/invalid_input/b.yaml", "input_validator_args: [small]\n")
        .source("include/cpp/grader.cpp", helper())
        .files(&[
            "include/cpp/grader.h",
            "include/default/helper.cpp",
            "include/python3/tools.py",
            "include/python3/main.py",
        ])
        .check(expect![[r#"
            hello | x2, margin x1.5, 2048 MiB, 8 MiB from submissions
            checker KattisDefault (default validation)
            main submissions/accepted/sol.cpp
            solution submissions/accepted/c.py python ["submissions/accepted/c.py", "include/default/helper.cpp", "include/python3/main.py", "include/python3/tools.py"] (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/sol.cpp cpp ["submissions/accepted/sol.cpp", "include/cpp/grader.cpp", "include/default/helper.cpp"] (in submissions/accepted) ["accepted"] permits {Ac}
            test sample/1 of sample sample [] []
            test secret/1 of secret [] [] args [x] files ["deep/table.txt", "more.in"]
            test secret/2 of secret [] [] args [all 5]
            valid? data/invalid_input/a.in false
            valid? data/invalid_input/b.in false
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn arguments_for_one_of_several_validators() {
    Package::minimal()
        .file("problem.yaml", "problem_format_version: 2025-09\n")
        .source("input_validators/a.py", main())
        .source("input_validators/b/b.py", main())
        .file("data/sample/test_group.yaml", "input_validator_args:\n  b: [x, y]\n")
        .check(expect![[r#"
            hello | x2, margin x1.5, 2048 MiB, 8 MiB from submissions
            checker KattisDefault (default validation)
            main submissions/accepted/sol.cpp
            validator input_validators/a.py python (in input_validators)
            validator input_validators/b python ["input_validators/b/b.py"] (in input_validators)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            validator input_validators/a.py Kattis
            validator input_validators/b Kattis
            test sample/1 of sample sample [ | x y] []
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn an_unknown_version_is_read_as_the_newest() {
    Package::minimal().file("problem.yaml", "name: x\nproblem_format_version: 2031-01\n").check(expect![[r#"
        x | x2, margin x1.5, 2048 MiB, 8 MiB from submissions
        checker KattisDefault (default validation)
        main submissions/accepted/sol.cpp
        solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
        test sample/1 of sample sample [] []
        ! manifest-broken problem.yaml:1:24-1:31 the version `2031-01` is not known; legacy, legacy-icpc, 2023-07-draft, 2023-07 and 2025-09 are, and the folder is read as the last of these
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
}
