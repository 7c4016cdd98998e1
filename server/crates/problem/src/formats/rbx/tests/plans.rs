//! Testplans.

use expect_test::expect;

use super::Package;
use crate::{finding::Code, formats::rbx::testplan};

fn show(text: &str) -> String {
    let (entries, mistakes) = testplan::parse(text);
    let entries =
        entries.iter().map(|entry| format!("{} {:?} {:?}\n", entry.range.start.line, entry.blocks, entry.what));
    let mistakes = mistakes.iter().map(|one| format!("! {}: {}\n", one.range.start.line, one.message));
    entries.chain(mistakes).collect()
}

#[test]
fn texts() {
    let text = "# a comment\n// another\n gen 1  2 # no comment\n\n@input \"1\\t2\\n\"\n@input '5'\n@input \"\"\"  3  \n   4\"\"\"\n\
                @input {\n   7  8  \n\n   9\n}\n@input { 10 }\n@copy  a/b.in\n";
    expect![[r#"
        2 [] Call("gen 1  2 # no comment")
        4 [] Input { words: [], text: "1\t2\n" }
        5 [] Input { words: [], text: "5" }
        6 [] Input { words: [], text: "3  \n   4\n" }
        8 [] Input { words: [], text: "7  8\n\n9\n" }
        13 [] Input { words: [], text: "10\n" }
        14 [] Copy("a/b.in")
    "#]]
    .assert_eq(&show(text));
}

#[test]
fn blocks_and_tests() {
    let text = "@testgroup large {\n  gen 1\n  @input {\n    2\n  }\n  @testgroup large/deep {\n  gen 3\n  }\n}\n\
                @test one ACCEPTED {\n  @input {\n 1\n }\n  @output \"2\"\n  @answer { 3 }\n}\n@test WRONG_ANSWER {\n @input '' \n}\n";
    expect![[r#"
        1 ["large"] Call("gen 1")
        2 ["large"] Input { words: [], text: "2\n" }
        6 ["large", "large/deep"] Call("gen 3")
        9 [] Test { words: ["one", "ACCEPTED"], input: "1\n", output: "2", answer: "3\n" }
        16 [] Test { words: ["WRONG_ANSWER"], input: "", output: "", answer: "" }
    "#]]
    .assert_eq(&show(text));
}

#[test]
fn mistakes() {
    for (text, expected) in [
        (
            "}\n",
            expect![[r#"
            ! 0: this closes nothing
        "#]],
        ),
        (
            "@testgroup a\n",
            expect![[r#"
            ! 0: a block of a group is `@testgroup NAME {`, with a line `}` at its end
        "#]],
        ),
        (
            "@testgroup a {\ngen\n",
            expect![[r#"
            1 ["a"] Call("gen")
            ! 0: this block is not closed; write a line `}` at its end
        "#]],
        ),
        (
            "@input \"open\ngen\n",
            expect![[r#"
                1 [] Call("gen")
                ! 0: the text of this is not closed, or not there
            "#]],
        ),
        (
            "@input {\n1\n",
            expect![[r#"
                ! 0: the text of this is not closed, or not there
            "#]],
        ),
        (
            "@input 5\n",
            expect![[r#"
                ! 0: the text of this is not closed, or not there
            "#]],
        ),
        (
            "@output 5\n",
            expect![[r#"
            ! 0: `@output` is not known; @input, @copy, @testgroup and @test are
        "#]],
        ),
        (
            "@test a ACCEPTED {\n@inptu {1}\n}\n",
            expect![[r#"
            0 [] Test { words: ["a", "ACCEPTED"], input: "", output: "", answer: "" }
            ! 1: a test has `@input`, `@output` and `@answer` only
            ! 0: a test has to have an `@input`; add it, if only as `@input ""`
        "#]],
        ),
        (
            "@test a ACCEPTED {\n",
            expect![[r#"
                ! 0: the text of this is not closed, or not there
            "#]],
        ),
    ] {
        expected.assert_eq(&show(text));
    }
}

const MANIFEST: &str = "name: a\ntimeLimit: 1000\nmemoryLimit: 64\ngenerators: [{name: gen, path: gen.cpp}]\n\
                        solutions: [{path: a.cpp, outcome: ac}]\ntestcases:\n";

/// Each group takes what stands in no block, and in its own.
#[test]
fn groups_that_share_a_plan() {
    let groups = "- {name: one, generatorScript: {path: plans/all.txt, root: plans}}\n\
                  - name: two\n  generatorScript: {path: plans/all.txt, root: plans}\n  subgroups:\n  \
                  - {name: deep, generatorScript: {path: plans/all.txt, root: plans}}\n";
    Package::new(&format!("{MANIFEST}{groups}"))
        .files(&["gen.cpp", "a.cpp", "plans/x.in", "plans/x.ans"])
        .file(
            "plans/all.txt",
            "gen all\n@testgroup one {\n  gen one\n  @copy x.in\n}\n@testgroup two {\n  gen two\n}\n\
             @testgroup two/deep {\n  gen deep\n}\n@testgroup deep {\n gen nobody\n}\n",
        )
        .check(expect![[r#"
            a | Fixed(1000), 64 MiB, 65536 KiB from problem.rbx.yml
            checker Standard(Wcmp) (there is no checker, and wcmp is the usual one)
            main a.cpp
            solution a.cpp cpp ["ACCEPTED"] permits {Ac} requires {}
            generator gen.cpp cpp
            test one/0 of one: gen.cpp ["all"] 
            test one/1 of one: gen.cpp ["one"] 
            test one/2 of one: plans/x.in plans/x.ans 
            test two/0 of two: gen.cpp ["all"] 
            test two/1 of two: gen.cpp ["two"] 
            test two/2 of two: gen.cpp ["all"] 
            test two/3 of two: gen.cpp ["two"] 
            test two/4 of two: gen.cpp ["deep"] 
            group all PassFail []
            group one PassFail []
            group two PassFail []
            ! manifest-stale plans/all.txt:12:1-12:11 no group that reads this plan is called `deep`, so this test is left out; name a group or subgroup so, or correct the block
        "#]]);
}

/// What a program prints is known once it has been run.
#[test]
fn a_plan_that_is_printed() {
    let groups = "- {name: one, generatorScript: {path: plan.py}}\n- {name: two, generatorScript: {path: plan.py}}\n";
    let package = Package::new(&format!("{MANIFEST}{groups}")).files(&["gen.cpp", "a.cpp", "plan.py"]);
    package.check_findings(expect![[r#"
        ! no-tests problem.rbx.yml:6:31-6:46 which tests plan.py prints is known once it has been run, as a check does
        ! no-tests problem.rbx.yml:7:31-7:46 which tests plan.py prints is known once it has been run, as a check does
    "#]]);
    package.printed("plan.py", "gen 1\ngne 2\n@testgroup two {\ngen 3\n}\n").check(expect![[r#"
        a | Fixed(1000), 64 MiB, 65536 KiB from problem.rbx.yml
        checker Standard(Wcmp) (there is no checker, and wcmp is the usual one)
        main a.cpp
        solution a.cpp cpp ["ACCEPTED"] permits {Ac} requires {}
        generator gen.cpp cpp
        generator plan.py python
        test one/0 of one: gen.cpp ["1"] 
        test one/1 of one: ? ["2"] 
        test two/0 of two: gen.cpp ["1"] 
        test two/1 of two: ? ["2"] 
        test two/2 of two: gen.cpp ["3"] 
        group all PassFail []
        group one PassFail []
        group two PassFail []
        ! generator-unknown problem.rbx.yml:6:31-6:46 there is no generator `gne`, so this test is not made; perhaps `gen` is meant
        ! generator-unknown problem.rbx.yml:7:31-7:46 there is no generator `gne`, so this test is not made; perhaps `gen` is meant
    "#]]);
}

/// What nothing can run is never known.
#[test]
fn a_plan_in_no_language() {
    let groups = "- {name: one, generatorScript: {path: plan.rbx}}\n";
    Package::new(&format!("{MANIFEST}{groups}")).files(&["gen.cpp", "a.cpp", "plan.rbx"]).check_findings(expect![[
        r#"
        ! tool-missing problem.rbx.yml:6:38-6:46 plan.rbx is in no language that is known here, so it is left out
    "#
    ]]);
}

#[test]
fn generators_are_called_by_their_paths_too() {
    let problem = Package::new("testcases: [{name: a, generatorScript: {path: tests/plan.txt}}]\n")
        .file("tests/plan.txt", "tests/gen 2\ntests/gen.py 3\ntests/two 4\n")
        .file("tests/gen.py", "print(1)\n")
        .file("tests/two.py", "print(1)\n")
        .file("tests/two.cpp", "int main() {}\n")
        .read();
    let called = problem.commands.iter().map(|command| command.pipeline[0].program);
    let called: Vec<Option<&str>> =
        called.map(|program| program.map(|program| problem.programs[program].path.as_str())).collect();
    assert_eq!(called, [Some("tests/gen.py"), Some("tests/gen.py"), None], "one of two sources may be meant");
    let unknown = problem.findings.iter().filter(|finding| finding.code == Code::GeneratorUnknown);
    let messages: Vec<&str> = unknown.map(|finding| finding.message.as_str()).collect();
    assert!(matches!(messages[..], [only] if only.contains("`tests/two`")), "{messages:?}");
}
