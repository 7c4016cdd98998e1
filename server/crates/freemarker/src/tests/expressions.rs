//! Values inside `${…}`.

use expect_test::{Expect, expect};

use super::{Expanded, check, expanded};

/// Prints what the interpolations make, or the errors.
fn values(expressions: &[&str], expect: Expect) {
    let mut printed = String::new();
    for expression in expressions {
        let Expanded { lines, errors, notes } = expanded(&format!("gen \"${{{expression}}}\" > $"));
        let values = lines.iter().map(|(_, line)| line["gen \"".len()..line.len() - "\" > $".len()].to_owned());
        let errors = errors.iter().map(|(span, message)| format!("error at {}-{}: {message}", span.start, span.end));
        let notes = notes.iter().map(|_| "(note)".to_owned());
        let all: Vec<String> = values.chain(errors).chain(notes).collect();
        printed.push_str(&format!("{expression} = {}\n", all.join(" ")));
    }
    expect.assert_eq(&printed);
}

#[test]
fn arithmetic() {
    values(
        &["1 + 2 * 3", "(1 + 2) * 3", "7 / 2", "1 / 3", "-7 % 3", "2 - -2", "10 - 2 - 3", "--5", "0.1 + 0.2", "1.50"],
        expect![[r#"
            1 + 2 * 3 = 7
            (1 + 2) * 3 = 9
            7 / 2 = 3.5
            1 / 3 = 0.333333333333 (note)
            -7 % 3 = -1
            2 - -2 = 4
            10 - 2 - 3 = 5
            --5 = 5
            0.1 + 0.2 = 0.3
            1.50 = 1.5
        "#]],
    );
    values(
        &["1 / 0", "1 % 0", "5 % 0.5", "1 - \"x\"", "true + 1", "-\"x\"", "!5", "1 +", "", "1 2", "(1", "1)"],
        expect![[r#"
            1 / 0 = error at 11-12: this is a division by zero; check the divisor
            1 % 0 = error at 11-12: this is a division by zero; check the divisor
            5 % 0.5 = error at 11-14: this is a division by zero; check the divisor
            1 - "x" = error at 11-14: this is a string; convert it with `?number`
            true + 1 = error at 7-11: a boolean is not printed; add `?c` or `?string("yes", "no")`
            -"x" = error at 7-11: a sign needs a number and not a string; convert it with `?number`
            !5 = error at 7-9: `!` needs a condition and not a number; compare it with something
            1 + = error at 7-10: something is missing at the end; write a value
             = error at 7-7: something is missing here; write a value
            1 2 = error at 9-10: this is not expected here; write an operator or the end
            (1 = error at 5-15: `${` is not closed; add `}` on the same line
            1) = error at 8-9: this is not expected here; write an operator or the end
        "#]],
    );
    values(
        &["999", "1000", "1000?c", "-1000", "0.12345", "\"\" + 1000", "100000000000000 * 100000000000000"],
        expect![[r#"
            999 = 999
            1000 = 1000 (note)
            1000?c = 1000
            -1000 = -1000 (note)
            0.12345 = 0.12345 (note)
            "" + 1000 = 1000 (note)
            100000000000000 * 100000000000000 = error at 7-40: the result is too large; use smaller numbers
        "#]],
    );
}

#[test]
fn comparison() {
    values(
        &[
            "(1 < 2)?c",
            "(2 >= 2)?c",
            "(1 gt 2)?c",
            "(1 lte 1)?c",
            "(1 = 1)?c",
            "(\"a\" != \"b\")?string",
            "(1 == \"1\")?c",
        ],
        expect![[r#"
            (1 < 2)?c = true
            (2 >= 2)?c = true
            (1 gt 2)?c = false
            (1 lte 1)?c = true
            (1 = 1)?c = true
            ("a" != "b")?string = true
            (1 == "1")?c = error at 8-16: a number cannot be compared with a string; convert one of them
        "#]],
    );
    values(
        &[
            "(true && false)?c",
            "(true || missing)?c",
            "(false || 5)?c",
            "true",
            "true?string('y', 'n')",
            "(1 < 2)?then(3, 4)",
        ],
        expect![[r#"
            (true && false)?c = false
            (true || missing)?c = true
            (false || 5)?c = error at 17-18: this is a number and not a condition; compare it with something
            true = error at 7-11: a boolean is not printed; add `?c` or `?string("yes", "no")`
            true?string('y', 'n') = y
            (1 < 2)?then(3, 4) = 3
        "#]],
    );
}

#[test]
fn strings() {
    values(
        &[
            "'a' + 'b'",
            "\"n=${1 + 1}\"",
            "r'a\\b'",
            "'it\\'s'",
            "'abc'[1]",
            "'abcdef'[1..3]",
            "'abc'[1..]",
            "'abc'[9]",
            "'a${'",
        ],
        expect![[r#"
            'a' + 'b' = ab
            "n=${1 + 1}" = n=2
            r'a\b' = a\b
            'it\'s' = it's
            'abc'[1] = b
            'abcdef'[1..3] = bcd
            'abc'[1..] = bc
            'abc'[9] = error at 7-15: there is no element 9; elements count from 0
            'a${' = error at 7-12: `${` is not closed; add `}` in the string
        "#]],
    );
    values(
        &[
            "'abc'?length",
            "'aB'?upper_case",
            "'aB'?lowerCase",
            "'12'?number + 1",
            "'x'?number",
            "'a,b'?split(',')?join('-')",
            "7?string?left_pad(3, '0')",
            "7?string('000')",
            "7?string[\"0.00\"]",
            "1234?string.computer",
            "'aXa'?replace('a', 'b')",
            "'\\q'",
        ],
        expect![[r#"
            'abc'?length = 3
            'aB'?upper_case = AB
            'aB'?lowerCase = ab
            '12'?number + 1 = 13
            'x'?number = error at 7-17: the string is not a number; write digits only
            'a,b'?split(',')?join('-') = a-b
            7?string?left_pad(3, '0') = 007
            7?string('000') = 007
            7?string["0.00"] = 7.00
            1234?string.computer = 1234
            'aXa'?replace('a', 'b') = bXb
            '\q' = error at 7-8: `\q` is not an escape; write `\\` for a backslash
        "#]],
    );
}

#[test]
fn sequences() {
    values(
        &[
            "[1, 2, 3][1]",
            "[1, 2, 3]?size",
            "(1..10)?size",
            "[1, 2]?first",
            "(3..7)?last",
            "[1, 2, 3]?reverse?join(' ')",
            "([1] + [2, 3])?join(',')",
            "[1, 'a']?seq_contains('a')?c",
            "(1..1000000)?seq_contains(5)?c",
            "[4, 9, 2]?max",
            "[]?first",
            "[1][5]",
            "[1][5]!7",
            "[1, 2]",
            "(1..5)[1..2]?join(' ')",
            "{'a': 5}.a",
            "{'a': 5}['a']",
            "{'a': 5}.b",
            "(1..)?size",
        ],
        expect![[r#"
            [1, 2, 3][1] = 2
            [1, 2, 3]?size = 3
            (1..10)?size = 10
            [1, 2]?first = 1
            (3..7)?last = 7
            [1, 2, 3]?reverse?join(' ') = 3 2 1
            ([1] + [2, 3])?join(',') = 1,2,3
            [1, 'a']?seq_contains('a')?c = true
            (1..1000000)?seq_contains(5)?c = true
            [4, 9, 2]?max = 9
            []?first = error at 7-15: the sequence is empty; check with `?has_content` first
            [1][5] = error at 7-13: there is no element 5; elements count from 0
            [1][5]!7 = 7
            [1, 2] = error at 7-13: a sequence is not printed; add `?join(" ")` or an index
            (1..5)[1..2]?join(' ') = 2 3
            {'a': 5}.a = 5
            {'a': 5}['a'] = 5
            {'a': 5}.b = error at 7-17: the hash has no `b`; add it or correct the name
            (1..)?size = error at 7-17: the range has no end; give it one
        "#]],
    );
}

#[test]
fn numbers() {
    values(
        &["2.7?int", "2.5?round", "-2.5?round", "2.1?ceiling", "-2.1?floor", "(-5)?abs", "5?foo", "[1]?upper_case"],
        expect![[r#"
            2.7?int = 2
            2.5?round = 3
            -2.5?round = -3
            2.1?ceiling = 3
            -2.1?floor = -2
            (-5)?abs = 5
            5?foo = error at 9-12: `?foo` is not supported for a number, or not with these arguments; remove it
            [1]?upper_case = error at 11-21: `?upper_case` is not supported for a sequence, or not with these arguments; remove it
        "#]],
    );
}

#[test]
fn defaults() {
    values(
        &["x!5", "x!", "(x!5) + 1", "x!1 + 1", "x??c", "(x??)?c", "x?has_content?c", "x.y!3", "x?foo"],
        expect![[r#"
            x!5 = 5
            x! = 
            (x!5) + 1 = 6
            x!1 + 1 = 2
            x??c = error at 10-11: this is not expected here; write an operator or the end
            (x??)?c = false
            x?has_content?c = false
            x.y!3 = error at 7-8: `x` has no value; add `<#assign x = …>` before it or correct the name
            x?foo = error at 7-8: `x` has no value; add `<#assign x = …>` before it or correct the name
        "#]],
    );
}

#[test]
fn positions_of_errors() {
    check(
        "gen 😀 ${1 + nope} > $\ngen \"${'a${nope}'}\"",
        expect![[r#"
            0:13-17 error: `nope` has no value; add `<#assign nope = …>` before it or correct the name
            1:7-17 error: `nope` has no value; add `<#assign nope = …>` before it or correct the name
        "#]],
    );
    check(
        "<#assign a = 1 +\n  nope>\ngen 1",
        expect![[r#"
            2:0-5 gen 1
            1:2-6 error: `nope` has no value; add `<#assign nope = …>` before it or correct the name
        "#]],
    );
    check(
        "gen ${1 @ 2} ${'x} ${1 ? 2}\ngen ${as} ${f(2)} ${x -> y}\ngen 2",
        expect![[r#"
            2:0-5 gen 2
            0:8-9 error: this is not expected here; write an operator or the end
            0:13-27 error: `${` is not closed; add `}` on the same line
            1:6-8 error: this is not expected here; write a value
            1:13-14 error: functions and methods are not supported; use a built-in such as `?size`
            1:23-24 error: this is not expected here; write a value
        "#]],
    );
}
