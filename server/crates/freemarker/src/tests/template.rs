//! Tags, interpolations and where the commands of loops come from.

use expect_test::expect;

use super::{Messages, Redirects, check, expand};

#[test]
fn lists() {
    check(
        "<#list 1..3 as i>\n  gen ${i} > $\n</#list>\ngen last > $\n",
        expect![[r#"
            1:2-14 gen 1 > $
            1:2-14 gen 2 > $
            1:2-14 gen 3 > $
            3:0-12 gen last > $
        "#]],
    );
    check(
        "<#list 3..1 as i>\ngen ${i}\n</#list>\n<#list 0..<0 as i>\ngen ${i}\n<#else>\ngen none\n</#list>",
        expect![[r#"
            1:0-8 gen 3
            1:0-8 gen 2
            1:0-8 gen 1
            6:0-8 gen none
        "#]],
    );
    check(
        "<#list [1, 2, \"x\"] as x>\ngen ${x} > $\n</#list>\n<#list [\n  10,\n  20\n] as x>\ngen ${x}\n</#list>",
        expect![[r#"
            1:0-12 gen 1 > $
            1:0-12 gen 2 > $
            1:0-12 gen x > $
            7:0-8 gen 10
            7:0-8 gen 20
        "#]],
    );
    check(
        "<#list 5..*3 as i>${i} </#list>\n<#list 5..!8 as i>${i} </#list>\n<#list 2..*-3 as i>${i} </#list>",
        expect![[r#"
            0:18-23 5 6 7
            1:18-23 5 6 7
            2:19-24 2 1 0
        "#]],
    );
}

#[test]
fn nested_lists() {
    check(
        concat!(
            "<#list 1..2 as i>\n",
            "  <#list i..2 as j>\n",
            "    <#if i != j>\n",
            "      gen ${i} ${j} > $\n",
            "    <#elseif i == 1>\n",
            "      same ${i} > $\n",
            "    <#else>\n",
            "      other ${i + j} > $\n",
            "    </#if>\n",
            "  </#list>\n",
            "</#list>\n",
        ),
        expect![[r#"
            5:6-19 same 1 > $
            3:6-23 gen 1 2 > $
            7:6-24 other 4 > $
        "#]],
    );
}

#[test]
fn separators_and_items() {
    check(
        "gen \"<#list 1..3 as x>${x}<#sep>,</#sep></#list>\" > $",
        expect![[r#"
            0:0-53 gen "1,2,3" > $
        "#]],
    );
    check(
        "gen <#list 1..3 as x>${x}<#sep>,</#list> > $",
        expect![[r#"
            0:0-44 gen 1,2,3 > $
        "#]],
    );
    check(
        "<#list 1..2>\nhead\n<#items as i>\ngen ${i}\n</#items>\ntail\n</#list>",
        expect![[r#"
            1:0-4 head
            3:0-8 gen 1
            3:0-8 gen 2
            5:0-4 tail
        "#]],
    );
    check(
        "<#list {\"a\": 1, \"b\": 2} as key, value>\ngen ${key}=${value}\n</#list>",
        expect![[r#"
            1:0-19 gen a=1
            1:0-19 gen b=2
        "#]],
    );
    check(
        "<#foreach i in 1..2>\ngen ${i}\n</#foreach>\n<#items as i>${i}</#items>",
        expect![[r#"
            1:0-8 gen 1
            1:0-8 gen 2
            3:0-13 error: `<#items>` needs a list without `as` around it; write `<#list … as x>`
        "#]],
    );
}

#[test]
fn jumps() {
    check(
        "<#list 1..10 as i>\n<#if i == 2><#continue></#if>\n<#if i == 4><#break></#if>\ngen ${i}\n</#list>\n<#break>",
        expect![[r#"
            3:0-8 gen 1
            3:0-8 gen 3
            5:0-8 error: `<#break>` is outside a list; move it into a `<#list>`
        "#]],
    );
}

#[test]
fn loop_variables() {
    check(
        "<#list [\"a\", \"b\"] as x>\ngen ${x} ${x?index} ${x?counter} ${x?has_next?c} ${x?isFirst?c} ${x?is_last?c} ${x?item_parity} ${x_index} ${x_has_next?c}\n</#list>",
        expect![[r#"
            1:0-122 gen a 0 1 true true false odd 0 true
            1:0-122 gen b 1 2 false false true even 1 false
        "#]],
    );
    check(
        "<#assign x = 1>\ngen ${x?index} > $",
        expect![[r#"
            1:8-13 error: `?index` works on the variable of a list; use it inside the `<#list>`
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "<#assign n = 5 />\n<#assign n = n + 1>\ngen ${n} > $",
        expect![[r#"
            2:0-12 gen 6 > $
        "#]],
    );
    check(
        "<#assign a = 1 b = a + 1, c=\"x\">\n<#assign a += 10 b++>\n<#assign c -= 1>\ngen ${a} ${b} ${c}",
        expect![[r#"
            2:9-10 error: this is a string; convert it with `?number`
        "#]],
    );
    check(
        "<#assign x>a<#list 1..2 as i> ${i}</#list></#assign>\ngen ${x} > $",
        expect![[r#"
            1:0-12 gen a 1 2 > $
        "#]],
    );
    check(
        "<#assign all>\ngen 1 > $\ngen 2 > $\n</#assign>\n${all}",
        expect![[r#"
            4:0-6 gen 1 > $
            4:0-6 gen 2 > $
        "#]],
    );
    check(
        "<#assign\n  a = 1\n  b = 2\n>\ngen ${a} ${b}",
        expect![[r#"
            4:0-13 gen 1 2
        "#]],
    );
    check(
        "<#assign a = >\ngen ${a}\ngen ${b}\n<#assign 5 = 3>",
        expect![[r#"
            0:9-12 error: something is missing at the end; write a value
            2:6-7 error: `b` has no value; add `<#assign b = …>` before it or correct the name
            3:9-10 error: this is not expected here; write a variable
        "#]],
    );
}

#[test]
fn conditions() {
    check(
        "<#if 1 < 2 && !(3 gte 4)>\ngen yes\n</#if>\n<#if (1 > 2) || 2 lt 1>\ngen no\n</#if>",
        expect![[r#"
            1:0-7 gen yes
        "#]],
    );
    check(
        "<#if 5>\ngen 1\n</#if>\n<#if missing>\ngen 2\n<#else>\ngen 3\n</#if>\ngen 4",
        expect![[r#"
            8:0-5 gen 4
            0:5-6 error: the condition is a number; compare it with something, and write `gt` for `>`
            3:5-12 error: `missing` has no value; add `<#assign missing = …>` before it or correct the name
        "#]],
    );
    check(
        "<#list 1..3 as i>\n<#if i > 2>\ngen ${i}\n</#if>\n</#list>\ngen 1",
        expect![[r#"
            5:0-5 gen 1
            1:5-6 error: the condition is a number; compare it with something, and write `gt` for `>`
        "#]],
    );
    check(
        "<#if \"a\" == \"a\">\ngen <#if false>x<#else>y</#if> > $\n</#if>",
        expect![[r#"
            1:0-34 gen y > $
        "#]],
    );
}

#[test]
fn white_space_of_tags() {
    check(
        "gen 1<#rt>\n<#if true>\n 2<#t>\n</#if>\n 3 > $",
        expect![[r#"
            0:0-4:6 gen 1 2 3 > $
        "#]],
    );
    check(
        "gen <#if true>\n1 > $\n</#if>",
        expect![[r#"
            0:0-3 gen
            1:0-5 1 > $
        "#]],
    );
    check(
        "<#compress>\ngen 1\n</#compress>\n<#ftl encoding=\"utf-8\">\ngen 2",
        expect![[r#"
            1:0-5 gen 1
            4:0-5 gen 2
        "#]],
    );
}

#[test]
fn unclosed() {
    check(
        "<#list 1..3 as i>\ngen ${i} > $\ngen 5 > $\n",
        expect![[r#"
            2:0-9 gen 5 > $
            0:0-17 error: `<#list>` has no end; add `</#list>`
        "#]],
    );
    check(
        "<#list 1..3 as i\ngen ${i} > $\ngen 5 > $\n</#list>\ngen 6 > $",
        expect![[r#"
            4:0-9 gen 6 > $
            0:0-16 error: `<#list` is not closed; add `>`, and write variables inside the tag without `${}`
        "#]],
    );
    check(
        "<#list 1..${n} as i>\ngen ${i} > $\n</#list>\ngen 6 > $",
        expect![[r#"
            3:0-9 gen 6 > $
            0:0-20 error: `<#list` is not closed; add `>`, and write variables inside the tag without `${}`
        "#]],
    );
    check(
        "<#if true>\ngen 1\n<#list 1..2 as i>\ngen ${i}\n</#if>\ngen 3",
        expect![[r#"
            1:0-5 gen 1
            5:0-5 gen 3
            2:0-17 error: `<#list>` has no end; add `</#list>`
        "#]],
    );
    check(
        "gen ${1 > $\ngen 2 > $\n</#list>\n</#if\ngen 3",
        expect![[r#"
            1:0-9 gen 2 > $
            4:0-5 gen 3
            0:4-11 error: `${` is not closed; add `}` on the same line
            2:0-8 error: `</#list>` closes nothing; remove it or add `<#list>`
            3:0-5 error: `</#if` is not closed; add `>`
        "#]],
    );
    check(
        "<#assign x>\ngen 1\ngen ${x}",
        expect![[r#"
            1:0-5 gen 1
            0:0-11 error: `<#assign>` has no end; add `</#assign>`
        "#]],
    );
    check(
        "<#list\n<#list>\n</#list>\ngen <# > 1",
        expect![[r#"
            3:0-10 gen <# > 1
            0:0-6 error: `<#list` is not closed; add `>`, and write variables inside the tag without `${}`
            1:6-6 error: something is missing here; write a value
        "#]],
    );
}

#[test]
fn errors_keep_other_lines() {
    check(
        "gen 1\ngen ${n} > $\ngen ${n} ${m} > $\n<#list k as i>\ngen ${i}\n</#list>\ngen 2",
        expect![[r#"
            0:0-5 gen 1
            6:0-5 gen 2
            1:6-7 error: `n` has no value; add `<#assign n = …>` before it or correct the name
            2:6-7 error: `n` has no value; add `<#assign n = …>` before it or correct the name
            2:11-12 error: `m` has no value; add `<#assign m = …>` before it or correct the name
            3:7-8 error: `k` has no value; add `<#assign k = …>` before it or correct the name
        "#]],
    );
    check(
        "gen 1\n<#assign a = 1 / 0>\ngen ${a} > $\ngen ${a + 1}\ngen 2",
        expect![[r#"
            0:0-5 gen 1
            4:0-5 gen 2
            1:17-18 error: this is a division by zero; check the divisor
        "#]],
    );
    check(
        "<#list 1..3 as i>\ngen ${6 / (i - 2)} > $\n</#list>",
        expect![[r#"
            1:0-22 gen -6 > $
            1:0-22 gen 6 > $
            1:10-17 error: this is a division by zero; check the divisor
        "#]],
    );
    check(
        "<#list 1..2 as i> gen ${bad} > $ </#list>\ngen 2 <#list bad as i>${i}</#list> > $\ngen 3",
        expect![[r#"
            2:0-5 gen 3
            0:24-27 error: `bad` has no value; add `<#assign bad = …>` before it or correct the name
            1:13-16 error: `bad` has no value; add `<#assign bad = …>` before it or correct the name
        "#]],
    );
    check(
        "<#list 5 as i>\ngen ${i}\n</#list>\n<#list 1..2.5 as i>\ngen\n</#list>\n<#else>\ngen ok",
        expect![[r#"
            7:0-6 gen ok
            0:7-8 error: a number cannot be listed; write a sequence or a range such as `1..10`
            3:10-13 error: 2.5 is not a whole number; round it with `?int`
            6:0-7 error: nothing is open that this could belong to; add `<#if>` before it
        "#]],
    );
}

#[test]
fn unsupported() {
    check(
        "<#macro m x>\ngen ${x} > $\n<#if>\n</#macro>\n<@m 5/>\n<#function f>\n<#return 1>\n</#function>\ngen ${f(1)} > $\ngen 2",
        expect![[r#"
            9:0-5 gen 2
            0:0-12 error: macros and functions are not supported; write the commands out or use `<#list>`
            8:7-8 error: functions and methods are not supported; use a built-in such as `?size`
        "#]],
    );
    check(
        "<#include \"x\">\n<#switch 5>\n<#case 5>\ngen 1\n</#switch>\ngen <#foo> 1\ngen 2",
        expect![[r#"
            6:0-5 gen 2
            0:0-14 error: `<#include>` is not supported; leave it out
            1:0-11 error: `<#switch>` is not supported; leave it out or use `<#if>`
            5:4-10 error: `<#foo>` is not supported; leave it out
        "#]],
    );
}

#[test]
fn settings() {
    check(
        "<#setting number_format=\"computer\">\ngen ${100000} > $\n<#setting number_format=\"000\">\ngen ${7}",
        expect![[r#"
            1:0-17 gen 100000 > $
            3:0-8 gen 007
        "#]],
    );
    check(
        "<#setting locale=\"en_US\">\n<#setting number_format=\"x\">\n<#setting number_format=5>\ngen 1",
        expect![[r#"
            3:0-5 gen 1
            1:24-27 error: this number format is not supported; use `computer`, or `0`, `#`, `,` and `.` only
            2:24-25 error: a number format is a string; put it in quotes
            0:17-24 note: this setting has no effect here; remove it
        "#]],
    );
}

#[test]
fn marks() {
    let text = "a\n<#-- mark 1 -->\n<#-- other -->\n<#list 1..2 as i>\nb\n<#-- mark 2 --></#list>\nc\n<#assign x><#-- mark 3 --></#assign>\nd";
    let output = expand(text, &Redirects, &mut Messages::default(), &mut Messages::default()).unwrap();
    let before = |(start, line): (usize, &str)| {
        let mark = output.mark_before(start).map_or("nothing", |mark| mark.inner.of(text).trim());
        format!("{line} after {mark}")
    };
    let lines: Vec<String> = output.lines().map(before).collect();
    assert_eq!(lines, ["a after nothing", "b after mark 1", "b after mark 2", "c after mark 2", "d after mark 2"]);
}
