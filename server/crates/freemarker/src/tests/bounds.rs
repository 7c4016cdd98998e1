//! Hostile templates end soon, with an error.

use expect_test::expect;

use super::{check, expanded};

#[test]
fn loops_end() {
    check(
        "gen 1\n<#list 1..1000000000 as i>\ngen ${i} > $\n</#list>",
        expect![[r#"
            1:0-26 error: the script takes more than 1,000,000 steps; shorten its loops
            2:6-7 note: FreeMarker's default format may print this number with grouping or rounded, as in 1,000; add `?c`
        "#]],
    );
    check(
        "<#list 1.. as i>\n</#list>",
        expect![[r#"
            0:0-16 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    check(
        "<#list 1..9223372036854775807 as i><#list i.. as j></#list></#list>",
        expect![[r#"
            0:0-35 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    check(
        "gen ${(1..1000000000)?join(\" \")}",
        expect![[r#"
            0:6-31 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    check(
        "gen ${(0..)?reverse[0]} ${(0..)?last}",
        expect![[r#"
            0:6-22 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
}

#[test]
fn values_stay_small() {
    check(
        "<#assign x = \"ab\">\n<#list 1..100 as i>\n<#assign x = x + x>\n</#list>\ngen 1",
        expect![[r#"
            1:0-19 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    check(
        "<#assign s = [1]>\n<#list 1..100 as i>\n<#assign s = s + s>\n</#list>",
        expect![[r#"
            1:0-19 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    check(
        "<#assign s = [1]>\n<#list 1..100 as i>\n<#assign s = [s]>\n</#list>\ngen ${s?size}\ngen 1",
        expect![[r#"
            5:0-5 gen 1
            2:13-16 error: the value nests deeper than 64; make it flatter
        "#]],
    );
    check(
        "<#assign x = \"0123456789\"?right_pad(1000)>\n<#list 1..100000 as i>\n${x}${x}${x}\n</#list>\ngen 1",
        expect![[r#"
            1:0-22 error: the script writes more than 16 MiB; shorten its loops
        "#]],
    );
    check(
        "<#list 1..2 as i>\n<#assign x>${x!\"\"}${i}</#assign>\n</#list>\ngen ${x}",
        expect![[r#"
            3:0-8 gen 12
        "#]],
    );
}

#[test]
fn nesting_ends() {
    check(
        &"<#if true>\n".repeat(70),
        expect![[r#"
            64:0-10 error: the blocks nest deeper than 64; take some apart
        "#]],
    );
    check(
        &format!("gen ${{{}1}}\ngen 2", "(".repeat(1000)),
        expect![[r#"
            1:0-5 gen 2
            0:4-1008 error: `${` is not closed; add `}` on the same line
        "#]],
    );
    check(
        &format!("gen ${{{}1{}}}\ngen 2", "[".repeat(1000), "]".repeat(1000)),
        expect![[r#"
            1:0-5 gen 2
            0:70-71 error: the expression nests deeper than 64; take it apart with `<#assign>`
        "#]],
    );
    check(
        &format!("gen ${{{}1{}}}\ngen 2", "(".repeat(60), ")".repeat(60)),
        expect![[r#"
            0:0-128 gen 1
            1:0-5 gen 2
        "#]],
    );
}

#[test]
fn the_deepest_script_is_read() {
    let open = "<#list 1..1 as i>\n".repeat(63);
    let close = "</#list>\n".repeat(63);
    let script = format!("{open}gen ${{{}1{}}} > $\n{close}", "(".repeat(62), ")".repeat(62));
    let made = expanded(&script);
    assert_eq!((made.lines.len(), made.errors.len()), (1, 0));
}

#[test]
fn long_expressions_are_flat() {
    let sum = "1 + ".repeat(100_000);
    assert_eq!(expanded(&format!("gen ${{({sum}1)?c}} > $")).lines[0].1, "gen 100001 > $");
    let negations = "!".repeat(100_000);
    assert_eq!(expanded(&format!("gen ${{({negations}true)?c}} > $")).lines[0].1, "gen true > $");
    let steps = "?trim".repeat(100_000);
    assert_eq!(expanded(&format!("gen ${{\"x\"{steps}}} > $")).lines[0].1, "gen x > $");
}
