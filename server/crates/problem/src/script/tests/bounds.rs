//! Hostile scripts end soon, with an error.

use std::{fmt::Write as _, time::Instant};

use expect_test::expect;
use proptest::prelude::*;

use super::{super::parse, check};

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
        "<#list 0..<100001 as i>\ng\n</#list>",
        expect![[r#"
            1:0-1 error: the script makes more than 100,000 tests; shorten its loops
        "#]],
    );
    check(
        "<#list 1..2 as i>\ng > {1-60000}\n</#list>",
        expect![[r#"
            1:0-13 error: the script makes more than 100,000 tests; shorten its loops
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
            5:0-5 gen 1 > $
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
            3:0-8 gen 12 > $
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
            1:0-5 gen 2 > $
            0:4-1008 error: `${` is not closed; add `}` on the same line
        "#]],
    );
    check(
        &format!("gen ${{{}1{}}}\ngen 2", "[".repeat(1000), "]".repeat(1000)),
        expect![[r#"
            1:0-5 gen 2 > $
            0:70-71 error: the expression nests deeper than 64; take it apart with `<#assign>`
        "#]],
    );
    check(
        &format!("gen ${{{}1{}}}\ngen 2", "(".repeat(60), ")".repeat(60)),
        expect![[r#"
            0:0-128 gen 1 > $
            1:0-5 gen 2 > $
        "#]],
    );
}

#[test]
fn the_deepest_script_is_read() {
    let open = "<#list 1..1 as i>\n".repeat(63);
    let close = "</#list>\n".repeat(63);
    let script = format!("{open}gen ${{{}1{}}} > $\n{close}", "(".repeat(62), ")".repeat(62));
    let script = parse(&script);
    assert_eq!((script.commands.len(), script.errors.len()), (1, 0));
}

#[test]
fn long_expressions_are_flat() {
    let sum = "1 + ".repeat(100_000);
    assert_eq!(parse(&format!("gen ${{({sum}1)?c}} > $")).commands[0].text, "gen 100001");
    let negations = "!".repeat(100_000);
    assert_eq!(parse(&format!("gen ${{({negations}true)?c}} > $")).commands[0].text, "gen true");
    let steps = "?trim".repeat(100_000);
    assert_eq!(parse(&format!("gen ${{\"x\"{steps}}} > $")).commands[0].text, "gen x");
}

#[test]
fn long_texts_are_quick() {
    let nasty = [
        "<#list 1..1 as i>a>1</#list>",
        "<#list (",
        "<#list \"",
        "${",
        "<#--",
        "</#list>",
        "<#sep>",
        "<#assign a>",
        "<@m ",
        "<#if a>",
        "<#else>",
        "${x!${",
        "gen > {1-9} ",
        "\"",
        "a|",
        "<#break>",
        "${a[",
        "<#macro>",
        "\\",
        "<#list 1..9 as i>",
    ];
    for part in nasty {
        for text in [part.repeat(20_000), format!("{part}\n").repeat(20_000)] {
            let start = Instant::now();
            parse(&text);
            assert!(start.elapsed().as_secs() < 10, "{part:?} takes {:?}", start.elapsed());
        }
    }
}

#[test]
fn lines_built_in_loops_are_quick() {
    check(
        "gen <#list 1..20000 as i>\">\" </#list> > $",
        expect![[r#"
            0:4-25 error: the script takes more than 1,000,000 steps; shorten its loops
        "#]],
    );
    let start = Instant::now();
    let script = parse("<#list 1..60000 as i>\ngen ${i?c} > $\n</#list>");
    assert_eq!((script.commands.len(), script.errors.len()), (60_000, 0));
    assert!(start.elapsed().as_secs() < 10);
}

/// Parts that make up templates, so that random texts reach deep into the reader.
fn part() -> impl Strategy<Value = String> {
    let parts = [
        "<#list ",
        "1..9",
        " as i>",
        "</#list>",
        "<#if ",
        "i > 2",
        ">",
        "<#else>",
        "<#elseif true>",
        "</#if>",
        "<#assign ",
        "x",
        " = ",
        "</#assign>",
        "${",
        "}",
        "i",
        "?c",
        "?join(",
        ")",
        "[",
        "]",
        "\"",
        "'",
        "\n",
        " ",
        "gen",
        " > $",
        "\\",
        "{1-3}",
        "|",
        "<#--",
        "-->",
        " group 1 ",
        "<#sep>",
        "<#items as i>",
        "</#items>",
        "<#list 1..9 as i>",
        "(",
        "..",
        "..*",
        "!",
        "??",
        "+",
        "-",
        "*",
        "/",
        "%",
        "99999999999",
        "<#break>",
        "😀",
        "\r\n",
        "<#list 1..99999999 as i>",
        "<#t>",
        "<#macro m>",
        "</#macro>",
        "<@m/>",
        "?string",
        "{",
        ":",
        ",",
        "<#setting number_format=",
        "i_index",
    ];
    prop_oneof![
        8 => proptest::sample::select(parts.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[ -~]{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(parts in proptest::collection::vec(part(), 0..60)) {
        let text = parts.concat();
        let start = Instant::now();
        let script = parse(&text);
        prop_assert!(start.elapsed().as_secs() < 10);
        let mut printed = String::new();
        write!(printed, "{script:?}").unwrap();
        let n_lines = text.split('\n').count() as u32;
        for command in &script.commands {
            prop_assert!(!command.pipeline.is_empty());
            prop_assert!(command.range.start <= command.range.end && command.range.end.line < n_lines);
        }
        for error in &script.errors {
            prop_assert!(error.range.start <= error.range.end && error.range.end.line < n_lines);
            prop_assert!(!error.message.is_empty());
        }
    }
}
