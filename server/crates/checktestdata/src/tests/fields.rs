//! Commands that read.

use expect_test::expect;

use super::verdicts;

#[test]
fn single_bytes() {
    verdicts(
        r#"
        SPACE SPACE <<< \040\040
        SPACE <<< x
        SPACE <<<
        NEWLINE <<< ⏎
        NEWLINE <<< \015⏎
        NEWLINE <<< ⏎⏎
        EOF EOF <<<
        EOF SPACE <<< \040
        SPACE # one⏎SPACE# two <<< \040\040
        SPACE⏎	SPACE <<< \040\040
        "#,
        expect![[r#"
            SPACE SPACE <<< \040\040
                accepted
            SPACE <<< x
                rejected at 1:1: expected a space, found `x`; by SPACE
            SPACE <<<
                rejected at 1:1: expected a space, found the end of the input; by SPACE
            NEWLINE <<< ⏎
                accepted
            NEWLINE <<< \015⏎
                rejected at 1:1: expected a line end, found a carriage return; by NEWLINE
            NEWLINE <<< ⏎⏎
                rejected at 2:1: expected the end of the input, found a line end; by 
            EOF EOF <<<
                accepted
            EOF SPACE <<< \040
                rejected at 1:1: expected the end of the input, found a space; by EOF
            SPACE # one⏎SPACE# two <<< \040\040
                accepted
            SPACE⏎	SPACE <<< \040\040
                accepted
        "#]],
    );
}

#[test]
fn integers() {
    verdicts(
        r#"
        INT(1,2)INT(3,4) <<< 23
        INT(1, 12) SPACE INT(-3, -1, n) ASSERT(n == -2) <<< 12 -2
        INT(1, 2, n) <<< 01
        INT(-5, 2) <<< -0
        INT(-5, 2) <<< +1
        INT(-5, 2) <<< -
        INT(-5, 2) <<< -01
        INT(-5, 2) <<<
        INT(-5, 2) NEWLINE <<< ⏎
        INT(1, 3) <<< 4
        INT(5, 1) <<< 3
        INT(1, 5) <<< 1.5
        INT(1, 5) REGEX("x") <<< 1x
        INT(0, 9) INT(0, 9) <<< 01
        INT(1, 99999999999999999999999999, n) ASSERT(n == 12345678901234567890123) <<< 12345678901234567890123
        INT(1, 2^100, n) ASSERT(n % 2 == 1) <<< 1267650600228229401496703205375
        INT(1, 10) <<< 1267650600228229401496703205376
        INT(-9223372036854775808, 0, n) ASSERT(n == -2^63) <<< -9223372036854775808
        INT(0, 9223372036854775807) <<< 9223372036854775808
        INT(1.0, 2) <<< 1
        INT(0, 01) <<< 1
        INT(0, 1e5) <<< 1
        INT("a", 2) <<< 2
        "#,
        expect![[r#"
            INT(1,2)INT(3,4) <<< 23
                rejected at 1:1: expected an integer from 1 to 2, found `23`; by INT(1,2)
            INT(1, 12) SPACE INT(-3, -1, n) ASSERT(n == -2) <<< 12 -2
                accepted
            INT(1, 2, n) <<< 01
                rejected at 1:1: expected an integer without leading zeros from 1 to 2, found `01`; by INT(1, 2, n)
            INT(-5, 2) <<< -0
                rejected at 1:1: expected an integer without a sign before 0 from -5 to 2, found `-0`; by INT(-5, 2)
            INT(-5, 2) <<< +1
                rejected at 1:1: expected an integer from -5 to 2, found `+1`; by INT(-5, 2)
            INT(-5, 2) <<< -
                rejected at 1:1: expected an integer from -5 to 2, found `-`; by INT(-5, 2)
            INT(-5, 2) <<< -01
                rejected at 1:1: expected an integer without leading zeros from -5 to 2, found `-01`; by INT(-5, 2)
            INT(-5, 2) <<<
                rejected at 1:1: expected an integer from -5 to 2, found the end of the input; by INT(-5, 2)
            INT(-5, 2) NEWLINE <<< ⏎
                rejected at 1:1: expected an integer from -5 to 2, found a line end; by INT(-5, 2)
            INT(1, 3) <<< 4
                rejected at 1:1: expected an integer from 1 to 3, found `4`; by INT(1, 3)
            INT(5, 1) <<< 3
                rejected at 1:1: expected an integer from 5 to 1, found `3`; by INT(5, 1)
            INT(1, 5) <<< 1.5
                rejected at 1:2: expected the end of the input, found `.5`; by 
            INT(1, 5) REGEX("x") <<< 1x
                accepted
            INT(0, 9) INT(0, 9) <<< 01
                rejected at 1:1: expected an integer without leading zeros from 0 to 9, found `01`; by INT(0, 9)
            INT(1, 99999999999999999999999999, n) ASSERT(n == 12345678901234567890123) <<< 12345678901234567890123
                accepted
            INT(1, 2^100, n) ASSERT(n % 2 == 1) <<< 1267650600228229401496703205375
                accepted
            INT(1, 10) <<< 1267650600228229401496703205376
                rejected at 1:1: expected an integer from 1 to 10, found `1267650600228229401496703205376`; by INT(1, 10)
            INT(-9223372036854775808, 0, n) ASSERT(n == -2^63) <<< -9223372036854775808
                accepted
            INT(0, 9223372036854775807) <<< 9223372036854775808
                rejected at 1:1: expected an integer from 0 to 9223372036854775807, found `9223372036854775808`; by INT(0, 9223372036854775807)
            INT(1.0, 2) <<< 1
                broken `1.0`: an integer is needed here and not a float; correct it
            INT(0, 01) <<< 1
                broken `01`: an integer is needed here and not a float; correct it
            INT(0, 1e5) <<< 1
                broken `1e5`: an integer is needed here and not a float; correct it
            INT("a", 2) <<< 2
                broken `"a"`: an integer is needed here and not a string; correct it
        "#]],
    );
}

#[test]
fn floats() {
    verdicts(
        r#"
        FLOAT(0, 20) <<< 1.5
        FLOAT(0, 20) NEWLINE <<< 10⏎
        FLOAT(0, 20) <<< 1.
        FLOAT(0, 20) <<< .5
        FLOAT(0, 20) <<< 01.5
        FLOAT(0, 20) <<< 1e1
        FLOAT(0, 20) <<< 1E+1
        FLOAT(0, 20) <<< 1e01
        FLOAT(0, 20) <<< 1e-0
        FLOAT(0, 20) <<< 1e
        FLOAT(0, 20, x, FIXED) REGEX("e") <<< 1e
        FLOAT(0, 20) REGEX("x") <<< 1.5x
        FLOAT(-1, 20) <<< -0.0
        FLOAT(-1, 20) <<< -0e5
        FLOAT(-1, 20) <<< -0.5
        FLOAT(0, 20, x, FIXED) <<< 1e1
        FLOAT(0, 20, x, SCIENTIFIC) <<< 1.5
        FLOAT(0, 20, x, SCIENTIFIC) <<< 10.5e0
        FLOAT(1.5, 1.5) <<< 15e-1
        FLOAT(0, 1) <<< 1.000000000000000000000000000001
        FLOAT(0.1, 0.3, x) ASSERT(x * 3 == 0.3) <<< 0.1
        FLOAT(0, 20) <<< 1e-9999
        FLOAT(0, 20) <<< 1e99999999
        FLOAT(1, 1, x) SET(b[x] = 1) <<< 1
        "#,
        expect![[r#"
            FLOAT(0, 20) <<< 1.5
                accepted
            FLOAT(0, 20) NEWLINE <<< 10⏎
                accepted
            FLOAT(0, 20) <<< 1.
                rejected at 1:1: expected a float with digits behind the point from 0 to 20, found `1.`; by FLOAT(0, 20)
            FLOAT(0, 20) <<< .5
                rejected at 1:1: expected a float from 0 to 20, found `.5`; by FLOAT(0, 20)
            FLOAT(0, 20) <<< 01.5
                rejected at 1:1: expected a float without leading zeros from 0 to 20, found `01.5`; by FLOAT(0, 20)
            FLOAT(0, 20) <<< 1e1
                accepted
            FLOAT(0, 20) <<< 1E+1
                accepted
            FLOAT(0, 20) <<< 1e01
                rejected at 1:1: expected a float whose exponent has no leading zeros from 0 to 20, found `1e01`; by FLOAT(0, 20)
            FLOAT(0, 20) <<< 1e-0
                accepted
            FLOAT(0, 20) <<< 1e
                rejected at 1:1: expected a float with digits in its exponent from 0 to 20, found `1e`; by FLOAT(0, 20)
            FLOAT(0, 20, x, FIXED) REGEX("e") <<< 1e
                accepted
            FLOAT(0, 20) REGEX("x") <<< 1.5x
                accepted
            FLOAT(-1, 20) <<< -0.0
                rejected at 1:1: expected a float without a sign before 0 from -1 to 20, found `-0.0`; by FLOAT(-1, 20)
            FLOAT(-1, 20) <<< -0e5
                rejected at 1:1: expected a float without a sign before 0 from -1 to 20, found `-0e5`; by FLOAT(-1, 20)
            FLOAT(-1, 20) <<< -0.5
                accepted
            FLOAT(0, 20, x, FIXED) <<< 1e1
                rejected at 1:2: expected the end of the input, found `e1`; by 
            FLOAT(0, 20, x, SCIENTIFIC) <<< 1.5
                rejected at 1:1: expected a float with an exponent from 0 to 20, found `1.5`; by FLOAT(0, 20, x, SCIENTIFIC)
            FLOAT(0, 20, x, SCIENTIFIC) <<< 10.5e0
                accepted
            FLOAT(1.5, 1.5) <<< 15e-1
                accepted
            FLOAT(0, 1) <<< 1.000000000000000000000000000001
                rejected at 1:1: expected a float from 0 to 1, found `1.000000000000000000000000000001`; by FLOAT(0, 1)
            FLOAT(0.1, 0.3, x) ASSERT(x * 3 == 0.3) <<< 0.1
                accepted
            FLOAT(0, 20) <<< 1e-9999
                accepted
            FLOAT(0, 20) <<< 1e99999999
                rejected at 1:1: expected a float with fewer digits and a smaller exponent from 0 to 20, found `1e99999999`; by FLOAT(0, 20)
            FLOAT(1, 1, x) SET(b[x] = 1) <<< 1
                broken `x`: an index must be an integer and not a float; correct it
        "#]],
    );
}

#[test]
fn floats_with_decimals() {
    verdicts(
        r#"
        FLOATP(0, 20, 1, 2) <<< 1.55
        FLOATP(0, 20, 1, 2) <<< 1
        FLOATP(0, 20, 1, 2) <<< 1.555
        FLOATP(0, 20, 0, 0) <<< 7
        FLOATP(0, 20, 1, 1) <<< 10.5
        FLOATP(0, 20, 1, 1) <<< 1.5e1
        FLOATP(0, 20, 1, 1) <<< 10.5e0
        FLOATP(0, 20, 1, 1) <<< 0.5e0
        FLOATP(-9, 9, 1, 1, x, FIXED) <<< -0.5
        FLOATP(0, 20, 1, 1, x, SCIENTIFIC) <<< 1.5
        FLOATP(0, 20, 2, 1) <<< 1.5
        FLOATP(0, 20, -1, 1) <<< 1.5
        FLOATP(0, 20, 1.0, 1) <<< 1.5
        FLOATP(0, 20, 1, 2^70) <<< 1.5
        "#,
        expect![[r#"
            FLOATP(0, 20, 1, 2) <<< 1.55
                accepted
            FLOATP(0, 20, 1, 2) <<< 1
                rejected at 1:1: expected a float with 1 to 2 decimals from 0 to 20, found `1`; by FLOATP(0, 20, 1, 2)
            FLOATP(0, 20, 1, 2) <<< 1.555
                rejected at 1:1: expected a float with 1 to 2 decimals from 0 to 20, found `1.555`; by FLOATP(0, 20, 1, 2)
            FLOATP(0, 20, 0, 0) <<< 7
                accepted
            FLOATP(0, 20, 1, 1) <<< 10.5
                accepted
            FLOATP(0, 20, 1, 1) <<< 1.5e1
                accepted
            FLOATP(0, 20, 1, 1) <<< 10.5e0
                rejected at 1:1: expected a float with exactly one digit, not 0, before the point, found `10.5e0`; by FLOATP(0, 20, 1, 1)
            FLOATP(0, 20, 1, 1) <<< 0.5e0
                rejected at 1:1: expected a float with exactly one digit, not 0, before the point, found `0.5e0`; by FLOATP(0, 20, 1, 1)
            FLOATP(-9, 9, 1, 1, x, FIXED) <<< -0.5
                accepted
            FLOATP(0, 20, 1, 1, x, SCIENTIFIC) <<< 1.5
                rejected at 1:1: expected a float with an exponent from 0 to 20, found `1.5`; by FLOATP(0, 20, 1, 1, x, SCIENTIFIC)
            FLOATP(0, 20, 2, 1) <<< 1.5
                rejected at 1:1: expected a float with 2 to 1 decimals from 0 to 20, found `1.5`; by FLOATP(0, 20, 2, 1)
            FLOATP(0, 20, -1, 1) <<< 1.5
                broken `-1`: a number of decimals is not negative; correct it
            FLOATP(0, 20, 1.0, 1) <<< 1.5
                broken `1.0`: an integer is needed here and not a float; correct it
            FLOATP(0, 20, 1, 2^70) <<< 1.5
                accepted
        "#]],
    );
}

#[test]
fn strings() {
    verdicts(
        r##"
        STRING("abc") <<< abc
        STRING("abc") <<< ab
        STRING("abc") <<< abd
        STRING("abc") <<< abcd
        STRING("") <<<
        STRING("\n\t\r\b\"\\\x\.") <<< ⏎\011\015\010"\x\.
        STRING("\101\08\1011\377") <<< A\0008A1\377
        STRING("\400") <<< x
        STRING("a\⏎b⏎c") <<< ab⏎c
        STRING("é") <<< é
        STRING("#") # comment <<< #
        SET(s = "ab") STRING(s) <<< ab
        SET(s = 5) STRING(s) <<< 5
        STRING(5) <<< 5
        STRING("ab <<< ab
        "##,
        expect![[r##"
            STRING("abc") <<< abc
                accepted
            STRING("abc") <<< ab
                rejected at 1:1: expected `abc`, found `ab`; by STRING("abc")
            STRING("abc") <<< abd
                rejected at 1:1: expected `abc`, found `abd`; by STRING("abc")
            STRING("abc") <<< abcd
                rejected at 1:4: expected the end of the input, found `d`; by 
            STRING("") <<<
                accepted
            STRING("\n\t\r\b\"\\\x\.") <<< ⏎\011\015\010"\x\.
                rejected at 1:1: expected `␊␉␍␈"\\x\.`, found `␊␉␍␈"\x\.`; by STRING("\n\t\r\b\"\\\x\.")
            STRING("\101\08\1011\377") <<< A\0008A1\377
                accepted
            STRING("\400") <<< x
                broken `\400`: an octal escape goes up to `\377`; write a smaller one
            STRING("a\⏎b⏎c") <<< ab⏎c
                accepted
            STRING("é") <<< é
                accepted
            STRING("#") # comment <<< #
                accepted
            SET(s = "ab") STRING(s) <<< ab
                accepted
            SET(s = 5) STRING(s) <<< 5
                broken `s`: a string is needed here and not an integer; put quotes around it
            STRING(5) <<< 5
                broken `5`: a string is needed here and not an integer; put quotes around it
            STRING("ab <<< ab
                broken `"ab`: this string is not closed; write `"` at its end
        "##]],
    );
}
