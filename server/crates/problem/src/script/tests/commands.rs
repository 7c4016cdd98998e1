//! Lines: words, quotes, pipes, redirects, comments and groups.

use expect_test::expect;

use super::{super::split_command, check};

#[test]
fn targets() {
    check(
        "gen 5 10 > 57\ngen 1 > $\ngen 2\ngen 3>4\ngen 4 > 05\n",
        expect![[r#"
            0:0-13 gen 5 10 > 57
            1:0-9 gen 1 > $
            2:0-5 gen 2 > $
            3:0-7 gen 3 > 4
            4:0-10 gen 4 > 5
        "#]],
    );
    check(
        "gen > {5-10,12,15}\ngen > { 3 - 4 , 1 }",
        expect![[r#"
            0:0-18 gen > [5, 6, 7, 8, 9, 10, 12, 15]
            1:0-19 gen > [1, 3, 4]
        "#]],
    );
    check(
        "gen 1 > secret/01.in\ngen 2 > \"a b\"",
        expect![[r#"
            0:0-20 gen 1 > "secret/01.in"
            1:0-13 gen 2 > "a b"
        "#]],
    );
}

#[test]
fn targets_of_templates() {
    check(
        "<#assign a = 3>\ngen > {${a}-${a + 2},9}\ngen > ${a * 4}",
        expect![[r#"
            1:0-23 gen > [3, 4, 5, 9]
            2:0-14 gen > 12
        "#]],
    );
}

#[test]
fn wrong_targets() {
    check(
        "gen >\ngen > \ngen > 0\ngen > $ 5\ngen > 1 > 2\ngen > a$\ngen 9 > 9",
        expect![[r#"
            6:0-9 gen 9 > 9
            0:4-5 error: the redirect names no test; write `> $` or `> 5`
            1:4-5 error: the redirect names no test; write `> $` or `> 5`
            2:4-7 error: tests are numbered from 1; write `> $` or `> 1`
            3:4-9 error: only one word can follow `>`; write `> $` or `> 5` at the end of the line
            4:8-9 error: a command has one redirect; put the next command on a line of its own, or `>` in quotes
            5:4-8 error: `a$` is not a test; write `> $` or `> 5`
        "#]],
    );
    check(
        "gen > {5-$}\ngen > {5-\ngen > {}\ngen > {9-5}\ngen > {1,2,1}\ngen > {a}\ngen > {1-4000000000}\ngen > {0}",
        expect![[r#"
            0:4-11 error: a generator of several files needs fixed indices; write them out, as in `{5-10,12}`
            1:4-9 error: the set of tests is not closed; write it as in `{5-10,12}`
            2:4-8 error: a test index is missing; write a number such as 5
            3:4-11 error: 9-5 runs backwards; write 5-9
            4:4-13 error: test 1 is named twice; name it once
            5:4-9 error: `a` is not a test index; write a number such as 5
            6:4-20 error: the set names too many tests; name at most 100000
            7:4-9 error: tests are numbered from 1; write `> $` or `> 1`
        "#]],
    );
    check(
        "gen > 99999999999\ngen > 1 # not a comment\ngen 1 >> 5",
        expect![[r#"
            0:4-17 error: `99999999999` is not a test index; write a number such as 5
            1:4-23 error: only one word can follow `>`; write `> $` or `> 5` at the end of the line
            2:7-8 error: a command has one redirect; put the next command on a line of its own, or `>` in quotes
        "#]],
    );
}

#[test]
fn pipes() {
    check(
        "gen_graph 100 | gen_q 200 > $\na|b|c>3",
        expect![[r#"
            0:0-29 gen_graph 100 | gen_q 200 > $
            1:0-7 a | b | c > 3
                "a" [] | "b" [] | "c" []
        "#]],
    );
    check(
        "| gen > $\ngen | > $\ngen || q > 1\n> 5\n\"\" 5 > 1",
        expect![[r#"
            0:0-9 error: a program is missing; write a generator's name there
            1:0-9 error: a program is missing; write a generator's name there
            2:0-12 error: a program is missing; write a generator's name there
            3:0-3 error: a program is missing; write a generator's name there
            4:0-8 error: a program is missing; write a generator's name there
        "#]],
    );
}

#[test]
fn quotes() {
    check(
        concat!(
            "gen \"a b\" 'c  d' > $\n",
            "gen \"x > y | z\" > 3\n",
            "gen \"a\\\"b\\\\c\\d\" 'a\\b' > $\n",
            "gen a\\ b \\> \\| \\\" [a-z]\\d \\\\ > $\n",
            "gen -s\"x y\"z \"\" > $\n",
        ),
        expect![[r#"
            0:0-20 gen "a b" 'c  d' > $
                "gen" ["a b", "c  d"]
            1:0-19 gen "x > y | z" > 3
                "gen" ["x > y | z"]
            2:0-25 gen "a\"b\\c\d" 'a\b' > $
                "gen" ["a\"b\\c\\d", "a\\b"]
            3:0-32 gen a\ b \> \| \" [a-z]\d \\ > $
                "gen" ["a b", ">", "|", "\"", "[a-z]\\d", "\\"]
            4:0-19 gen -s"x y"z "" > $
                "gen" ["-sx yz", ""]
        "#]],
    );
    check(
        "gen \"abc > $\ngen 'x\ngen it's > 1\ngen fine > $",
        expect![[r#"
            3:0-12 gen fine > $
            0:4-12 error: a quote is not closed; close it
            1:4-6 error: a quote is not closed; close it
            2:6-12 error: a quote is not closed; close it
        "#]],
    );
}

#[test]
fn white_space() {
    check(
        "\u{feff}gen 1 > $\r\n\r\n\t gen\t\t2   3 \t>\t$ \r\ngen 4",
        expect![[r#"
            0:1-10 gen 1 > $
            2:2-17 gen 2 3 > $
            3:0-5 gen 4 > $
        "#]],
    );
    check(
        "gen \u{a0} 1\u{3000}2 > $",
        expect![[r#"
            0:0-13 gen 1 2 > $
        "#]],
    );
    check("", expect![[""]]);
    check("\n \n\t\n", expect![[""]]);
}

#[test]
fn comments() {
    check(
        "# gen 1 > $\n// gen 2 > $\n  # x\n\t// y\ngen #3 //4 > $",
        expect![[r#"
            4:0-14 gen #3 //4 > $
        "#]],
    );
    check(
        "<#-- gen 1 > $ -->\n<#-- a\ngen 2 > $\n-->\ngen 3 <#-- inside --> 4 > $",
        expect![[r#"
            4:0-27 gen 3 4 > $
        "#]],
    );
    check(
        "gen 1 > $\n<#-- never closed\ngen 2 > $",
        expect![[r#"
            0:0-9 gen 1 > $
            2:0-9 gen 2 > $
            1:0-17 error: the comment is not closed; add `-->`
        "#]],
    );
}

#[test]
fn groups() {
    check(
        concat!(
            "gen 0 > 1\n",
            "<#-- group 1 score 10 depends 0 1 -->\n",
            "gen 1 > $\n",
            "gen 2 > $\n",
            "<#--group 2-->\n",
            "gen 3 > $\n",
            "<#-- group 3 score 5 -->\n",
            "<#list 1..2 as i>\n",
            "gen ${i} > $\n",
            "</#list>\n",
        ),
        expect![[r#"
            0:0-9 gen 0 > 1
            2:0-9 gen 1 > $ group=1 score=Some(10) depends=["0", "1"] at 1:0-37
            3:0-9 gen 2 > $ group=1 score=Some(10) depends=["0", "1"] at 1:0-37
            5:0-9 gen 3 > $ group=2 score=None depends=[] at 4:0-14
            8:0-12 gen 1 > $ group=3 score=Some(5) depends=[] at 6:0-24
            8:0-12 gen 2 > $ group=3 score=Some(5) depends=[] at 6:0-24
        "#]],
    );
    check(
        "<#-- group of tests -->\ngen 1\n<#-- group 1 tests -->\ngen 2\n<#-- group 4 depends -->\ngen 3",
        expect![[r#"
            1:0-5 gen 1 > $
            3:0-5 gen 2 > $
            5:0-5 gen 3 > $ group=4 score=None depends=[] at 4:0-24
        "#]],
    );
}

#[test]
fn unicode() {
    check(
        "gen \"é😀\" 😀 > $ > 5\ngen 😀${x} > $",
        expect![[r#"
            0:17-18 error: a command has one redirect; put the next command on a line of its own, or `>` in quotes
            1:8-9 error: `x` has no value; add `<#assign x = …>` before it or correct the name
        "#]],
    );
    check(
        "<#assign имя = \"тест\">\ngen ${имя} > $",
        expect![[r#"
            1:0-14 gen тест > $
        "#]],
    );
}

#[test]
fn attribute_of_a_package() {
    let split = |command: &str| match split_command(command) {
        Ok(calls) => {
            calls.iter().map(|call| format!("{} {:?}", call.program, call.args)).collect::<Vec<_>>().join(" | ")
        }
        Err(message) => message,
    };
    expect![[r#"gen ["--type=tree", "01"]"#]].assert_eq(&split("gen --type=tree 01"));
    expect![[r#"gen_graph ["100"] | gen_q ["2 > 1"]"#]].assert_eq(&split("gen_graph 100 | gen_q \"2 > 1\""));
    expect!["the command has a redirect; leave `>` and what follows out, or put it in quotes"]
        .assert_eq(&split("gen 1 > 5"));
    expect!["a program is missing; write a generator's name there"].assert_eq(&split("  "));
    expect!["a quote is not closed; close it"].assert_eq(&split("gen 'x"));
}
