//! Scripts.

use expect_test::expect;

use super::{GEN, MAIN, check, check_with, path};
use crate::formats::plain::Hints;

const TESTS: &[&str] = &["test", "finding generator", "finding manifest"];

#[test]
fn free_numbers_and_claimed_ones() {
    let files = [
        ("gen.cpp", GEN),
        ("gen_tree.py", "print(1)"),
        ("script", "# big\ngen 1\ngen_tree 2 > 4\ngen 3 | gen_tree 4 > $\ngen > {6-7}\ngen 9 > named\n"),
        ("tests/1.ans", "1"),
        ("tests/1.in", "1"),
        ("tests/03.in", "1"),
        ("tests/4.ans", "1"),
        ("tests/4.in", "1"),
        ("tests/named.in", "1"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
        test 1: tests/1.in answer tests/1.ans
        test 2: `gen 1` by gen.cpp at script:1:0-1:5
        test 03: tests/03.in
        test 4: `gen_tree 2` by gen_tree.py at script:2:0-2:14
        test 5: `gen 3 | gen_tree 4` by gen.cpp | gen_tree.py at script:3:0-3:22
        test 6: 6 of `gen` by gen.cpp at script:4:0-4:11
        test 7: 7 of `gen` by gen.cpp at script:4:0-4:11
        test named: `gen 9` by gen.cpp at script:5:0-5:13
    "#]],
    );
}

#[test]
fn loops_and_groups() {
    let script = "<#-- group 1 score 10 -->\n<#list 1..3 as i>\ngen ${i} > $\n</#list>\n<#-- group 2 -->\ngen 9 > $\n";
    check(
        &[("gen.cpp", GEN), ("script.txt", script)],
        TESTS,
        expect![[r#"
        test 1 group 1: `gen 1` by gen.cpp at script.txt:2:0-2:12
        test 2 group 1: `gen 2` by gen.cpp at script.txt:2:0-2:12
        test 3 group 1: `gen 3` by gen.cpp at script.txt:2:0-2:12
        test 4 group 2: `gen 9` by gen.cpp at script.txt:5:0-5:9
    "#]],
    );
}

#[test]
fn generators_unknown_and_unused() {
    let files = [
        ("gen.cpp", GEN),
        ("gen_star.cpp", GEN),
        ("sol.cpp", MAIN),
        ("script", "gem 1\ngem 1 | gem 2\nsol 5\nmystery 1\ngen 2\n"),
    ];
    check(
        &files,
        TESTS,
        expect![[r#"
            test 1: `gem 1` by ? at script:0:0-0:5
            test 2: `gem 1 | gem 2` by ? | ? at script:1:0-1:13
            test 3: `sol 5` by ? at script:2:0-2:5
            test 4: `mystery 1` by ? at script:3:0-3:9
            test 5: `gen 2` by gen.cpp at script:4:0-4:5
            finding generator-unknown error script:0:0-0:5: there is no generator `gem`; did you mean `gen`?
            finding generator-unknown error script:1:0-1:13: there is no generator `gem`; did you mean `gen`?
            finding generator-unknown error script:2:0-2:5: `sol` is the solution sol.cpp, not a generator
            finding generator-unknown error script:3:0-3:9: there is no generator `mystery` in this folder
        "#]],
    );
    check(&[("gen.cpp", GEN)], TESTS, expect![[""]]);
}

#[test]
fn broken_lines() {
    let script = "gen 1 > 2\ngen 2 > 2\ngen 3 > x\ngen 4 > x\ngen \"5\n<#list 1..2 as i>gen\n";
    check(
        &[("gen.cpp", GEN), ("script", script)],
        TESTS,
        expect![[r#"
        test 1: `gen` by gen.cpp at script:5:17-5:20
        test 2: `gen 1` by gen.cpp at script:0:0-0:9
        test x: `gen 3` by gen.cpp at script:2:0-2:9
        finding manifest-broken error script:1:0-1:9: test 2 is already made by the command on line 1; choose another index
        finding manifest-broken error script:3:0-3:9: an earlier command makes the test `x`; choose another name
        finding manifest-broken error script:4:4-4:6: a quote is not closed; close it
        finding manifest-broken error script:5:0-5:17: `<#list>` has no end; add `</#list>`
    "#]],
    );
    check(
        &[("gen.cpp", GEN), ("script", "gen 1\ngen \"5\ngen 2 > 2\ngen 3 > 2")],
        TESTS,
        expect![[r#"
        test 1: `gen 1` by gen.cpp at script:0:0-0:5
        test 2: `gen 2` by gen.cpp at script:2:0-2:9
        finding manifest-broken error script:1:4-1:6: a quote is not closed; close it
        finding manifest-broken error script:3:0-3:9: test 2 is already made by the command on line 3; choose another index
    "#]],
    );
}

#[test]
fn what_the_script_calls_is_a_generator() {
    let files = [
        ("other/spike.cpp", MAIN),
        ("random.cpp", MAIN),
        ("script", "random 1\nspike 2\n./random.exe 3\n"),
        ("unused.cpp", MAIN),
    ];
    check(
        &files,
        &["program", "test", "finding generator"],
        expect![[r#"
        program other/spike.cpp generator cpp (called by script)
        program random.cpp generator cpp (called by script)
        program unused.cpp solution cpp (in the root folder)
        test 1: `random 1` by random.cpp at script:0:0-0:8
        test 2: `spike 2` by other/spike.cpp at script:1:0-1:7
        test 3: `./random.exe 3` by random.cpp at script:2:0-2:14
    "#]],
    );
}

#[test]
fn where_scripts_lie() {
    let found_at = |place: &str, expected| {
        let files = [("gen.cpp", GEN), (place, "gen 1\n")];
        check(&files, TESTS, expected);
    };
    found_at(
        "gen/script",
        expect![[r#"
        test 1: `gen 1` by gen.cpp at gen/script:0:0-0:5
    "#]],
    );
    found_at(
        "big.script",
        expect![[r#"
        test 1: `gen 1` by gen.cpp at big.script:0:0-0:5
    "#]],
    );
    found_at(
        "tests.txt",
        expect![[r#"
        test 1: `gen 1` by gen.cpp at tests.txt:0:0-0:5
    "#]],
    );
    found_at(
        "commands",
        expect![[r#"
        test 1: `gen 1` by gen.cpp at commands:0:0-0:5
    "#]],
    );
    found_at("docs/script", expect![[""]]);
    check(
        &[("gen.cpp", GEN), ("script", "#!/bin/sh\ngen 1\n")],
        TESTS,
        expect![[r#"
        test 1: `gen 1` by gen.cpp at script:1:0-1:5
    "#]],
    );
    check(&[("gen.cpp", GEN), ("tests.txt", "the tests are easy\n")], TESTS, expect![[""]]);
}

#[test]
fn the_script_of_the_settings() {
    let files = [("gen.cpp", GEN), ("plan/list.cfg", "gen 5"), ("script", "gen 1")];
    let with = |script: &str| Hints { script: Some(path(script)), ..Hints::default() };
    check_with(
        "abc",
        &with("plan/list.cfg"),
        &files,
        TESTS,
        expect![[r#"
        test 1: `gen 5` by gen.cpp at plan/list.cfg:0:0-0:5
    "#]],
    );
    check_with(
        "abc",
        &with("gone"),
        &files,
        TESTS,
        expect![[r#"
            test 1: `gen 1` by gen.cpp at script:0:0-0:5
        "#]],
    );
}
