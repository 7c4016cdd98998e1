//! Legacy packages.

use expect_test::expect;

use super::{Package, exits, main, registers};
use crate::facts::Register;

#[test]
fn a_whole_package() {
    let manifest = "\
name: Hello
author: A. Uthor
limits:
    memory: 512
    time_multiplier: 3
validator_flags: float_tolerance 1e-6
";
    Package::new()
        .file("problem.yaml", manifest)
        .files(&["problem_statement/problem.tex", "attachments/skeleton.cpp", "solution/solution.cpp"])
        .files(&["data/sample/1.in", "data/sample/1.ans", "data/sample/2.interaction"])
        .files(&["data/secret/10-large.in", "data/secret/10-large.ans", "data/secret/9.in"])
        .files(&["data/secret/group1/a.in", "data/secret/group1/a.ans", "data/secret/group1/deep/b.in"])
        .file("data/testdata.yaml", "on_reject: break\n")
        .file("data/secret/group1/testdata.yaml", "input_validator_flags: max_n=2 small\n")
        .file("data/secret/group1/deep/testdata.yaml", "output_validator_flags: case_sensitive\n")
        .files(&["data/invalid_input/neg.in", "data/bad/old.in", "data/invalid_answer/x.in"])
        .files(&["data/invalid_output/x.in", "data/invalid_output/x.ans", "data/invalid_output/x.out"])
        .files(&["data/valid_output/y.in", "data/valid_output/y.ans", "data/valid_output/y.out"])
        .files(&["data/valid_output/incomplete.in"])
        .source("input_validators/validate.cpp", exits(42))
        .source("input_validators/py/validate.py", exits(42))
        .files(&["input_validators/format.ctd", "input_validators/other.ctd", "input_validators/run.sh"])
        .source("submissions/accepted/fast.cpp", main())
        .source("submissions/accepted/Main.java", main())
        .source("submissions/time_limit_exceeded/slow.py", main())
        .source("submissions/wrong_answer/wa.c", main())
        .source("submissions/run_time_error/crash.cpp", main())
        .source("generators/gen.cpp", registers(Register::Generator, 3))
        .files(&["generators/gen.sh", "submissions/accepted/README.md", "submissions/accepted/a.out"])
        .check(expect![[r#"
            Hello | x3, margin x2, 512 MiB, 8 MiB from accepted submissions
            checker KattisDefault (default validation)
            main submissions/accepted/fast.cpp
            generator generators/gen.cpp cpp (calls registerGen)
            validator input_validators/format.ctd checktestdata (checktestdata program)
            validator input_validators/other.ctd checktestdata (checktestdata program)
            validator input_validators/py python ["input_validators/py/validate.py"] (in input_validators)
            validator input_validators/validate.cpp cpp (in input_validators)
            solution submissions/accepted/Main.java java (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/fast.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/run_time_error/crash.cpp cpp (in submissions/run_time_error) ["run_time_error"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Rte, Mle, Ole}
            solution submissions/time_limit_exceeded/slow.py python (in submissions/time_limit_exceeded) ["time_limit_exceeded"] permits {Ac, Wa, Pe, Tle} requires {Tle}
            solution submissions/wrong_answer/wa.c c (in submissions/wrong_answer) ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe}
            validator input_validators/format.ctd Testlib
            validator input_validators/other.ctd Testlib
            validator input_validators/py Kattis
            validator input_validators/validate.cpp Kattis
            test sample/1 of sample sample [] [float_tolerance 1e-6]
            test secret/10-large of secret [] [float_tolerance 1e-6]
            test secret/9 of secret no answer [] [float_tolerance 1e-6]
            test secret/group1/a of secret/group1 [max_n=2 small] [float_tolerance 1e-6]
            test secret/group1/deep/b of secret/group1/deep no answer [max_n=2 small] [float_tolerance 1e-6 case_sensitive]
            valid? data/invalid_input/neg.in false
            valid? data/bad/old.in false
            verdict? data/invalid_output/x.in data/invalid_output/x.out data/invalid_output/x.ans {Wa, Pe}
            verdict? data/valid_output/y.in data/valid_output/y.out data/valid_output/y.ans {Ac}
            ! tool-missing input_validators/run.sh:0:0-0:0 shell input validators are not run here; input_validators/run.sh is left out
            ! no-main submissions/accepted/fast.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/fast.cpp is taken for it
            ! manifest-stale data/invalid_answer/x.in:0:0-0:0 data/invalid_answer/x.ans is missing, so nothing can be judged here; add it
            ! manifest-stale data/valid_output/incomplete.in:0:0-0:0 data/valid_output/incomplete.out is missing, so nothing can be judged here; add it
        "#]]);
}

#[test]
fn time_limits() {
    let limits = |package: Package| {
        let limits = package.read().limits;
        format!("{:?} from {}\n", limits.time, limits.source)
    };
    let ini = "short-name='A'\ntimelimit = '2.5'\n";
    let both = Package::minimal().file("domjudge-problem.ini", ini).file(".timelimit", "3\n");
    let out = [
        limits(Package::minimal()),
        limits(both),
        limits(Package::minimal().file("domjudge-problem.ini", ini)),
        limits(Package::minimal().file("problem.yaml", "limits: {time_limit: 1.5}\n")),
        limits(Package::minimal().file(".timelimit", "soon\n")),
    ];
    expect![[r#"
        FromRuns { multiplier: 5.0, resolution_ms: 1000, safety_margin: 2.0 } from accepted submissions
        Fixed(2500) from domjudge-problem.ini
        Fixed(2500) from domjudge-problem.ini
        Fixed(1500) from problem.yaml
        FromRuns { multiplier: 5.0, resolution_ms: 1000, safety_margin: 2.0 } from accepted submissions
    "#]]
    .assert_eq(&out.concat());
}

#[test]
fn custom_validation() {
    Package::minimal()
        .file("problem.yaml", "validation: custom\nvalidator_flags: 17 strict\n")
        .source("output_validators/check/validate.cpp", exits(43))
        .files(&["output_validators/check/validate.h", "output_validators/check/build"])
        .check(expect![[r#"
            hello | x5, margin x2, 2048 MiB, 8 MiB from accepted submissions
            checker output_validators/check Kattis (in output_validators)
            main submissions/accepted/sol.cpp
            checker output_validators/check scripts ["output_validators/check/build"] (in output_validators)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            test sample/1 of sample sample [] [17 strict]
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn interactive_validation() {
    Package::minimal()
        .file("problem.yaml", "validation: custom interactive\n")
        .source("output_validators/interact.py", main())
        .files(&["data/invalid_output/x.in", "data/invalid_output/x.ans", "data/invalid_output/x.out"])
        .check(expect![[r#"
            hello | x5, margin x2, 2048 MiB, 8 MiB from accepted submissions
            checker output_validators/interact.py Kattis (in output_validators)
            interactor output_validators/interact.py Kattis
            main submissions/accepted/sol.cpp
            interactor output_validators/interact.py python (in output_validators)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            test sample/1 of sample sample [] []
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn output_validators_that_do_not_fit_the_manifest() {
    let validator = || Package::minimal().source("output_validators/v.cpp", exits(42));
    validator().file("problem.yaml", "name: x\n").check_findings(expect![[r#"
        ! manifest-stale output_validators/v.cpp:0:0-0:0 output_validators/v.cpp is never called, because the validation is the default one
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
    validator().file("problem.yaml", "validation: default\n").check_findings(expect![[r#"
        ! manifest-stale output_validators/v.cpp:0:0-0:0 output_validators/v.cpp is never called, because the validation is the default one
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
    Package::minimal().file("problem.yaml", "name: x\nvalidation: custom\n").check_findings(expect![[r#"
        ! manifest-stale problem.yaml:1:12-1:18 an output validator is asked for, but the folder has none; the default validation takes its place
        ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
    "#]]);
    validator()
        .file("problem.yaml", "validation: custom score\n")
        .source("output_validators/w.cpp", exits(42))
        .check_findings(expect![[r#"
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
    Package::minimal()
        .file("problem.yaml", "validation: custom\nvalidator_flags: own words\n")
        .files(&["output_validators/v/build", "output_validators/v/Main.kt.in"])
        .check_findings(expect![[r#"
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}
