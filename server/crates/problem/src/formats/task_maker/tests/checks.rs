//! `@check-…` in solutions.

use expect_test::expect;

use super::Task;

fn task(solution: &str) -> Task {
    Task::new()
        .file(
            "gen/GEN",
            "#ST: 0\n#STNAME: examples\n0\n#ST: 30\n#STNAME: small\n1\n#ST: 50\n#STNAME: N<=[10]\n2\n#ST: 20\n3\n",
        )
        .file("sol/a.cpp", solution)
        .files(&["gen/generator.cpp", "sol/solution.cpp"])
}

fn check(solution: &str, expected: expect_test::Expect) {
    task(solution).check_lines(&["solution sol/a.cpp", "!"], expected);
}

#[test]
fn of_every_subtask() {
    check(
        "// @check-accepted: *\n",
        expect![[r#"
        solution sol/a.cpp cpp ["accepted"] permits {Ac} requires {}; examples permits {Ac}; small permits {Ac}; N<=[[]10[]] permits {Ac}; subtask4 permits {Ac}
    "#]],
    );
    check(
        "/* @check-zero: * */\n",
        expect![[r#"
        solution sol/a.cpp cpp ["zero"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole}; examples requires {Wa, Pe, Tle, Rte, Mle, Ole}; small requires {Wa, Pe, Tle, Rte, Mle, Ole}; N<=[[]10[]] requires {Wa, Pe, Tle, Rte, Mle, Ole}; subtask4 requires {Wa, Pe, Tle, Rte, Mle, Ole}; small gives 0 to 0; N<=[[]10[]] gives 0 to 0; subtask4 gives 0 to 0
    "#]],
    );
}

#[test]
fn of_some_subtasks() {
    check(
        "# @check-accepted: examples small\n",
        expect![[r#"
        solution sol/a.cpp cpp ["accepted"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {}; examples permits {Ac}; small permits {Ac}
    "#]],
    );
    check(
        " * @check-accepted: ex*\n * @check-partial-score: small N*\n * @check-time-limit-exceeded: subtask?\n",
        expect![[r#"
            solution sol/a.cpp cpp ["accepted", "partial-score", "time-limit-exceeded"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle}; examples permits {Ac}; small permits {Ac, Wa, Pe} requires {Wa, Pe}; N<=[[]10[]] permits {Ac, Wa, Pe} requires {Wa, Pe}; subtask4 requires {Tle}; small gives 0.03 to 29.97; N<=[[]10[]] gives 0.05 to 49.95; subtask4 gives 0 to 0
        "#]],
    );
    check(
        "// @check-accepted: N<=[10]\n// @check-runtime-error: small\n",
        expect![[r#"
        solution sol/a.cpp cpp ["accepted", "runtime-error"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Rte, Ole}; N<=[[]10[]] permits {Ac}; small requires {Rte, Ole}; small gives 0 to 0
    "#]],
    );
    check(
        "// @check-memory-limit-exceeded: small\n// @check-wall-time-limit-exceeded: examples\n",
        expect![[r#"
        solution sol/a.cpp cpp ["memory-limit-exceeded", "wall-time-limit-exceeded"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Tle, Mle}; small requires {Mle}; examples requires {Tle}; small gives 0 to 0
    "#]],
    );
}

/// The name of a solution says something where its comments do not, and one that says nothing is told of.
#[test]
fn names() {
    check(
        "// nothing\n",
        expect![[r#"
        solution sol/a.cpp cpp
        ! solution-unlabelled sol/a.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
    "#]],
    );
    task("").file("sol/wa_a.cpp", "// nothing\n").check_lines(
        &["solution sol/wa_a.cpp"],
        expect![[r#"
        solution sol/wa_a.cpp cpp ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe}
    "#]],
    );
}

#[test]
fn mistakes() {
    check(
        "// é @check-acepted: *\n// @check-accepted small\n// @check-lolnope: *\n// @check-accepted:\n// @check-accepted: smal\n",
        expect![[r#"
            solution sol/a.cpp cpp
            ! solution-unlabelled sol/a.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
            ! manifest-stale sol/a.cpp:0:5-0:22 `@check-acepted` is no check; did you mean `accepted`?
            ! manifest-stale sol/a.cpp:1:3-1:24 this is no check, so it asks for nothing; write `@check-accepted: NAME`, with the names of subtasks
            ! manifest-stale sol/a.cpp:2:3-2:20 this is no check, so it asks for nothing; write `@check-accepted: NAME`, with the names of subtasks
            ! manifest-stale sol/a.cpp:3:3-3:19 this check names no subtask, so it asks for nothing; write `@check-accepted: *` for all
            ! manifest-stale sol/a.cpp:4:3-4:24 no subtask is called `smal`; did you mean `small`?
        "#]],
    );
}

/// Where no subtask is declared there is one of all tests, which every pattern of all names means.
#[test]
fn without_subtasks() {
    Task::new()
        .file("gen/GEN", "1\n2\n")
        .file("sol/a.cpp", "// @check-wrong-answer: *\n")
        .files(&["gen/generator.cpp", "sol/solution.cpp"])
        .check_lines(&["solution sol/a.cpp", "!"], expect![[r#"
            solution sol/a.cpp cpp ["wrong-answer"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe}; tests ** requires {Wa, Pe}
        "#]]);
}
