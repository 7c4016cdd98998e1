//! Hostile scripts end soon, with an error.

use std::{fmt::Write as _, time::Instant};

use expect_test::expect;
use proptest::prelude::*;

use super::{super::parse, check};

#[test]
fn many_tests_are_too_many() {
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
            assert!(start.elapsed().as_secs() < 100, "{part:?} takes {:?}", start.elapsed());
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
    assert!(start.elapsed().as_secs() < 100);
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
        prop_assert!(start.elapsed().as_secs() < 100);
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
