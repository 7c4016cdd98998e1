//! Expressions and tests.

use expect_test::expect;

use super::verdicts;

#[test]
fn precedence() {
    verdicts(
        "
        ASSERT(-2^2 == -4)
        ASSERT(--2^2 == 4)
        ASSERT(2--2^2 == 6)
        ASSERT(1*-2^2 == -4)
        ASSERT((-2)^2 == 4)
        ASSERT(2^3^2 == 64)
        ASSERT(2^-0^2 == 1)
        ASSERT(2^--1 == 2)
        ASSERT(2+3*4 == 14)
        ASSERT(2*7%4 == 2 && 7%4*2 == 6 && 12/2*3 == 18 && 12/2/3 == 2)
        ASSERT(10-3+2 == 9 && 10 -3 == 7 && 1--1 == 2)
        ASSERT((((1)+1)*2) == 4)
        ",
        expect![[r#"
            ASSERT(-2^2 == -4)
                accepted
            ASSERT(--2^2 == 4)
                accepted
            ASSERT(2--2^2 == 6)
                accepted
            ASSERT(1*-2^2 == -4)
                accepted
            ASSERT((-2)^2 == 4)
                accepted
            ASSERT(2^3^2 == 64)
                accepted
            ASSERT(2^-0^2 == 1)
                accepted
            ASSERT(2^--1 == 2)
                accepted
            ASSERT(2+3*4 == 14)
                accepted
            ASSERT(2*7%4 == 2 && 7%4*2 == 6 && 12/2*3 == 18 && 12/2/3 == 2)
                accepted
            ASSERT(10-3+2 == 9 && 10 -3 == 7 && 1--1 == 2)
                accepted
            ASSERT((((1)+1)*2) == 4)
                accepted
        "#]],
    );
}

#[test]
fn numbers() {
    verdicts(
        "
        ASSERT(-7/2 == -3 && -7%3 == -1 && 7%-3 == 1 && -7/-2 == 3)
        ASSERT(7/2.0 == 3.5 && 1.0/3*3 == 1 && 0.1+0.2 == 0.3)
        ASSERT(1 == 1.0 && 01 == 1 && 1. == 1 && .5 == 0.5 && 1e3 == 1000 && 15e-1 == 1.5)
        ASSERT(2^100/2^99 == 2 && 9223372036854775807+1 == 2^63 && -2^63-1 < -2^63)
        ASSERT(1.5^2 == 2.25 && 0^0 == 1)
        ASSERT(2^100 == 2^100+1)
        ASSERT(1.0/3 == 0.3)
        SET(n = 0) ASSERT(1/n == 1)
        SET(n = 0) ASSERT(1%n == 1)
        SET(n = 1.5) ASSERT(n%1 == 1)
        SET(n = -1) ASSERT(2^n == 1)
        SET(n = 2^1000) SET(m = n^100)
        SET(a = \"x\"+1)
        SET(a = -\"x\")
        ",
        expect![[r#"
            ASSERT(-7/2 == -3 && -7%3 == -1 && 7%-3 == 1 && -7/-2 == 3)
                accepted
            ASSERT(7/2.0 == 3.5 && 1.0/3*3 == 1 && 0.1+0.2 == 0.3)
                accepted
            ASSERT(1 == 1.0 && 01 == 1 && 1. == 1 && .5 == 0.5 && 1e3 == 1000 && 15e-1 == 1.5)
                accepted
            ASSERT(2^100/2^99 == 2 && 9223372036854775807+1 == 2^63 && -2^63-1 < -2^63)
                accepted
            ASSERT(1.5^2 == 2.25 && 0^0 == 1)
                accepted
            ASSERT(2^100 == 2^100+1)
                rejected at 1:1: expected `2^100 == 2^100+1` to hold, found 1267650600228229401496703205376 and 1267650600228229401496703205377; by ASSERT(2^100 == 2^100+1)
            ASSERT(1.0/3 == 0.3)
                rejected at 1:1: expected `1.0/3 == 0.3` to hold, found 1/3 and 0.3; by ASSERT(1.0/3 == 0.3)
            SET(n = 0) ASSERT(1/n == 1)
                broken `1/n`: this is a division by zero; check the divisor before
            SET(n = 0) ASSERT(1%n == 1)
                broken `1%n`: this is a division by zero; check the divisor before
            SET(n = 1.5) ASSERT(n%1 == 1)
                broken `n%1`: `%` needs integers and not floats; store the number with INT
            SET(n = -1) ASSERT(2^n == 1)
                broken `2^n`: an exponent must be an integer that is not negative; correct it
            SET(n = 2^1000) SET(m = n^100)
                broken `n^100`: this number has too many digits; use smaller numbers
            SET(a = "x"+1)
                broken `"x"+1`: this operator needs numbers and not strings; strings can only be compared
            SET(a = -"x")
                broken `-"x"`: this operator needs numbers and not strings; strings can only be compared
        "#]],
    );
}

/// Operators between literals are computed before the program runs.
#[test]
fn literals_without_a_result() {
    verdicts(
        r#"
        IF(1 == 2) SET(a = 5%0) END
        IF(1 == 2) SET(a = 2.5/2%2) END
        IF(1 == 2) SET(a = 2^(0-1)) END
        IF(1 == 2) SET(a = "a"+"b") END
        IF(1 == 2) SET(a = 1/0) END
        IF(1 == 2) SET(a = (1/0)%0) END
        IF(1 == 2) SET(a = "a"+1) END
        IF(1 == 2) SET(a = -"a") END
        IF(1 == 2) SET(a = n%0) END
        IF(1 == 2) SET(a = STRLEN("a")%0) END
        "#,
        expect![[r#"
            IF(1 == 2) SET(a = 5%0) END
                broken `5%0`: this is a division by zero; check the divisor before
            IF(1 == 2) SET(a = 2.5/2%2) END
                broken `2.5/2%2`: `%` needs integers and not floats; store the number with INT
            IF(1 == 2) SET(a = 2^(0-1)) END
                broken `2^(0-1)`: an exponent must be an integer that is not negative; correct it
            IF(1 == 2) SET(a = "a"+"b") END
                broken `"a"+"b"`: this operator needs numbers and not strings; strings can only be compared
            IF(1 == 2) SET(a = 1/0) END
                accepted
            IF(1 == 2) SET(a = (1/0)%0) END
                accepted
            IF(1 == 2) SET(a = "a"+1) END
                accepted
            IF(1 == 2) SET(a = -"a") END
                accepted
            IF(1 == 2) SET(a = n%0) END
                accepted
            IF(1 == 2) SET(a = STRLEN("a")%0) END
                accepted
        "#]],
    );
}

#[test]
fn tests_are_joined() {
    verdicts(
        "
        ASSERT(!1 == 2 && 1 == 1)
        ASSERT(!1 == 1 && 1 == 2)
        ASSERT(!1 == 1 || 1 == 1)
        ASSERT(!(1)==2)
        ASSERT(!!(1 == 1))
        ASSERT(1 == 1 || 1 == 1 && 1 == 2)
        ASSERT(1 == 2 && 1 == 2 || 1 == 1)
        ASSERT((1 == 1 || 1 == 1) && 1 == 2)
        ASSERT(1 == 2 && 1/0 == 1)
        ASSERT(1 == 1 || a == 1)
        ASSERT(1 == 1 == 1)
        ASSERT((1 == 1) == (1 == 1))
        ASSERT(1 + (1 == 1) == 2)
        ASSERT(1)
        SET(a = 1 == 1)
        ",
        expect![[r#"
            ASSERT(!1 == 2 && 1 == 1)
                accepted
            ASSERT(!1 == 1 && 1 == 2)
                rejected at 1:1: expected `!1 == 1 && 1 == 2` to hold, found that it does not; by ASSERT(!1 == 1 && 1 == 2)
            ASSERT(!1 == 1 || 1 == 1)
                accepted
            ASSERT(!(1)==2)
                accepted
            ASSERT(!!(1 == 1))
                accepted
            ASSERT(1 == 1 || 1 == 1 && 1 == 2)
                accepted
            ASSERT(1 == 2 && 1 == 2 || 1 == 1)
                accepted
            ASSERT((1 == 1 || 1 == 1) && 1 == 2)
                rejected at 1:1: expected `(1 == 1 || 1 == 1) && 1 == 2` to hold, found that it does not; by ASSERT((1 == 1 || 1 == 1) && 1 == 2)
            ASSERT(1 == 2 && 1/0 == 1)
                rejected at 1:1: expected `1 == 2 && 1/0 == 1` to hold, found that it does not; by ASSERT(1 == 2 && 1/0 == 1)
            ASSERT(1 == 1 || a == 1)
                accepted
            ASSERT(1 == 1 == 1)
                broken `==`: a comparison cannot be compared; join two comparisons with `&&`
            ASSERT((1 == 1) == (1 == 1))
                broken `(1 == 1)`: this is true or false, and this operator needs a value; check the parentheses
            ASSERT(1 + (1 == 1) == 2)
                broken `(1 == 1)`: this is true or false, and this operator needs a value; check the parentheses
            ASSERT(1)
                broken `1`: this is a value, and a test is needed here; compare it with something
            SET(a = 1 == 1)
                broken `1 == 1`: this is true or false, and a value is needed here; remove the comparison
        "#]],
    );
}

#[test]
fn comparisons_of_strings() {
    verdicts(
        r#"
        ASSERT("a" < "b" && "Z" < "a" && "" < "a" && "ab" > "a" && "\377" > "a" && ("a") == "a")
        ASSERT("a" == 1)
        ASSERT(1 != "a")
        IF(1 == 2) ASSERT("a" == 1) END
        ASSERT(STRLEN("a\n\101é") == 5)
        ASSERT(STRLEN(5) == 1)
        ASSERT(STRLEN(("a")) == 1)
        "#,
        expect![[r#"
            ASSERT("a" < "b" && "Z" < "a" && "" < "a" && "ab" > "a" && "\377" > "a" && ("a") == "a")
                accepted
            ASSERT("a" == 1)
                broken `"a" == 1`: a string cannot be compared with an integer; compare values of one kind
            ASSERT(1 != "a")
                broken `1 != "a"`: an integer cannot be compared with a string; compare values of one kind
            IF(1 == 2) ASSERT("a" == 1) END
                accepted
            ASSERT(STRLEN("a\n\101é") == 5)
                accepted
            ASSERT(STRLEN(5) == 1)
                broken `5`: a string is needed here and not an integer; put quotes around it
            ASSERT(STRLEN(("a")) == 1)
                broken `(`: a string or a variable is expected here, and not `(`; store a computed value with SET before
        "#]],
    );
}

#[test]
fn the_next_character() {
    verdicts(
        r#"
        ASSERT(MATCH("ab")) STRING("b") <<< b
        ASSERT(MATCH("ab")) <<< c
        ASSERT(MATCH("ab")) <<<
        ASSERT(MATCH("")) <<< a
        SET(s = "a") ASSERT(MATCH(s)) STRING("a") <<< a
        ASSERT(MATCH(5)) <<< 5
        ASSERT(ISEOF) <<<
        ASSERT(!ISEOF) STRING("a") <<< a
        INT(1, 5, n) ASSERT(n == 4) <<< 3
        "#,
        expect![[r#"
            ASSERT(MATCH("ab")) STRING("b") <<< b
                accepted
            ASSERT(MATCH("ab")) <<< c
                rejected at 1:1: expected `MATCH("ab")` to hold, found that it does not; by ASSERT(MATCH("ab"))
            ASSERT(MATCH("ab")) <<<
                rejected at 1:1: expected `MATCH("ab")` to hold, found that it does not; by ASSERT(MATCH("ab"))
            ASSERT(MATCH("")) <<< a
                rejected at 1:1: expected `MATCH("")` to hold, found that it does not; by ASSERT(MATCH(""))
            SET(s = "a") ASSERT(MATCH(s)) STRING("a") <<< a
                accepted
            ASSERT(MATCH(5)) <<< 5
                broken `5`: a string is needed here and not an integer; put quotes around it
            ASSERT(ISEOF) <<<
                accepted
            ASSERT(!ISEOF) STRING("a") <<< a
                accepted
            INT(1, 5, n) ASSERT(n == 4) <<< 3
                rejected at 1:2: expected `n == 4` to hold, found 3 and 4; by ASSERT(n == 4)
        "#]],
    );
}
