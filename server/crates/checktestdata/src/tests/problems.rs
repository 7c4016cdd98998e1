//! What is said of programs.

use expect_test::expect;

use super::problems;

#[test]
fn commands_that_are_none() {
    problems(
        &[
            "FOO SPACE",
            "NEWLIEN",
            "SPACESPACE",
            "space",
            "SPACE() NEWLINE",
            "SPACE, SPACE",
            "MATCH(\"a\")",
            "STRLEN(\"a\") SPACE",
            "FIXED",
            "; SPACE",
            "\u{e9}",
            "1 a \"x\" SPACE",
            "END SPACE",
            "ELSE",
            "IF(ISEOF) ELSE SPACE ELSE SPACE END",
            "REP(2) ELSE END",
        ],
        expect![[r#"
            FOO SPACE
                1:1 error (Syntax) `FOO`: there is no command `FOO`; see the list of commands
            NEWLIEN
                1:1 error (Syntax) `NEWLIEN`: there is no command `NEWLIEN`; did you mean `NEWLINE`?
            SPACESPACE
                1:1 error (Syntax) `SPACESPACE`: there is no command `SPACESPACE`; see the list of commands
            space
                1:1 error (Syntax) `space`: words of the language have capital letters; write `SPACE`
            SPACE() NEWLINE
                1:6 error (Syntax) `(`: this command takes no arguments; remove the parentheses
            SPACE, SPACE
                1:6 error (Syntax) `,`: a command is expected here, and not `,`; write one, or remove this
            MATCH("a")
                1:1 error (Syntax) `MATCH`: `MATCH` is a test; write it within ASSERT, IF or WHILE
            STRLEN("a") SPACE
                1:1 error (Syntax) `STRLEN`: `STRLEN` is a value; write it where a value is expected
            FIXED
                1:1 error (Syntax) `FIXED`: `FIXED` is the last argument of FLOAT and FLOATP; write it there
            ; SPACE
                1:1 error (Syntax) `;`: a command is expected here, and not `;`; write one, or remove this
            é
                1:1 error (Syntax) `é`: a command is expected here, and not `é`; write one, or remove this
            1 a "x" SPACE
                1:1 error (Syntax) `1`: a command is expected here, and not `1`; write one, or remove this
            END SPACE
                1:1 error (Syntax) `END`: this `END` closes nothing; remove it, or write the loop or IF that it ends
            ELSE
                1:1 error (Syntax) `ELSE`: this `ELSE` has no IF of its own; remove it, or end the command before it with END
            IF(ISEOF) ELSE SPACE ELSE SPACE END
                1:22 error (Syntax) `ELSE`: this `ELSE` has no IF of its own; remove it, or end the command before it with END
            REP(2) ELSE END
                1:8 error (Syntax) `ELSE`: this `ELSE` has no IF of its own; remove it, or end the command before it with END
        "#]],
    );
}

#[test]
fn arguments_of_numbers() {
    problems(
        &[
            "INT",
            "INT 1, 2",
            "INT()",
            "INT(1)",
            "INT(1,,2)",
            "INT(1, 2, )",
            "INT(1, 2, 3)",
            "INT(1, 2, n + 1)",
            "INT(1, 2, n, m) SPACE",
            "INT(1, 2 NEWLINE INT(1, 2)",
            "INT(1, (2 NEWLINE",
            "FLOAT(0, 1, FIXED)",
            "FLOAT(0, 1, x, ANY)",
            "FLOATP(0, 1, 2)",
        ],
        expect![[r#"
            INT
                1:1 error (Syntax) `INT`: `INT` needs its arguments; write `INT(min, max [, var])`
            INT 1, 2
                1:1 error (Syntax) `INT`: `INT` needs its arguments; write `INT(min, max [, var])`
            INT()
                1:5 error (Syntax) `)`: a value is expected here, and not `)`; write a number, a string or a variable
            INT(1)
                1:6 error (Syntax) `)`: a comma is expected here, and not `)`; write `INT(min, max [, var])`
            INT(1,,2)
                1:7 error (Syntax) `,`: a value is expected here, and not `,`; write a number, a string or a variable
            INT(1, 2, )
                1:11 error (Syntax) `)`: a variable is expected here, and not `)`; write a name in small letters
            INT(1, 2, 3)
                1:11 error (Syntax) `3`: a variable is expected here, and not `3`; write a name in small letters
            INT(1, 2, n + 1)
                1:13 error (Syntax) `+`: `)` is expected here, and not `+`; write `INT(min, max [, var])`
            INT(1, 2, n, m) SPACE
                1:12 error (Syntax) `,`: this is one argument too many for `INT`; write `INT(min, max [, var])`
            INT(1, 2 NEWLINE INT(1, 2)
                1:10 error (Syntax) `NEWLINE`: `)` is expected here, and not `NEWLINE`; write `INT(min, max [, var])`
            INT(1, (2 NEWLINE
                1:11 error (Syntax) `NEWLINE`: `)` is expected here, and not `NEWLINE`; close the parenthesis
            FLOAT(0, 1, FIXED)
                1:13 error (Syntax) `FIXED`: a variable is expected here, and not `FIXED`; write a name in small letters
            FLOAT(0, 1, x, ANY)
                1:16 error (Syntax) `ANY`: FIXED or SCIENTIFIC is expected here, and not `ANY`; write one of them
            FLOATP(0, 1, 2)
                1:15 error (Syntax) `)`: a comma is expected here, and not `)`; write `FLOATP(min, max, mindecimals, maxdecimals [, var [, FIXED|SCIENTIFIC]])`
        "#]],
    );
}

#[test]
fn arguments_of_other_commands() {
    problems(
        &[
            "STRING(\"a\" + \"b\")",
            "STRING((\"a\"))",
            "STRING(\"abc) SPACE\nNEWLINE",
            "SET(a == 1)",
            "SET(a = )",
            "SET()",
            "UNSET(a[1])",
            "SET(a[] = 1) SET(a[1 = 2) SPACE",
            "REP(2, ) SPACE END",
            "REP(2, REP(1) END) END",
            "REPI(2) SPACE END",
            "WHILE(1) END",
            "ASSERT(1 == 2 == 3)",
            "ASSERT(ISEOF + 1 == 2)",
            "ASSERT(UNIQUE(1))",
            "ASSERT(INARRAY(1))",
            "ASSERT((1 == 1)",
            "INT(1, 2 == 3, n)",
        ],
        expect![[r#"
            STRING("a" + "b")
                1:12 error (Syntax) `+`: `)` is expected here, and not `+`; write `STRING(text)`
            STRING(("a"))
                1:8 error (Syntax) `(`: a string or a variable is expected here, and not `(`; store a computed value with SET before
            STRING("abc) SPACE
            NEWLINE
                1:8 error (Syntax) `"abc) SPACE`: this string is not closed; write `"` at its end
            SET(a == 1)
                1:7 error (Syntax) `==`: `=` is expected behind the variable, and not `==`; write `var = value`
            SET(a = )
                1:9 error (Syntax) `)`: a value is expected here, and not `)`; write a number, a string or a variable
            SET()
                1:5 error (Syntax) `)`: a variable is expected here, and not `)`; write a name in small letters
            UNSET(a[1])
                1:8 error (Syntax) `[`: the whole variable is meant here; remove the index
            SET(a[] = 1) SET(a[1 = 2) SPACE
                1:7 error (Syntax) `]`: a value is expected here, and not `]`; write a number, a string or a variable
                1:22 error (Syntax) `=`: `]` is expected behind the index, and not `=`; close it
            REP(2, ) SPACE END
                1:8 error (Syntax) `)`: a command is expected here, and not `)`; write SPACE or the like
            REP(2, REP(1) END) END
                1:8 error (Syntax) `REP`: `REP` cannot be a separator; only a command without a block can
            REPI(2) SPACE END
                1:6 error (Syntax) `2`: a variable is expected here, and not `2`; write a name in small letters
            WHILE(1) END
                1:7 error (Syntax) `1`: this is a value, and a test is needed here; compare it with something
            ASSERT(1 == 2 == 3)
                1:15 error (Syntax) `==`: a comparison cannot be compared; join two comparisons with `&&`
            ASSERT(ISEOF + 1 == 2)
                1:8 error (Syntax) `ISEOF`: this is true or false, and this operator needs a value; check the parentheses
            ASSERT(UNIQUE(1))
                1:15 error (Syntax) `1`: a variable is expected here, and not `1`; write a name in small letters
            ASSERT(INARRAY(1))
                1:17 error (Syntax) `)`: a comma is expected here, and not `)`; write `INARRAY(value, name)`
            ASSERT((1 == 1)
                1:16 error (Syntax) ``: `)` is expected here, and the program ends; write `ASSERT(test)`
            INT(1, 2 == 3, n)
                1:8 error (Syntax) `2 == 3`: this is true or false, and a value is needed here; remove the comparison
        "#]],
    );
}

/// What stands behind an error is read all the same.
#[test]
fn half_written() {
    problems(
        &[
            "INT(1, 10, n) NEWLINE\nREP(n, SPACE\n  INT(1, m)\nEND\nNEWLINE\nREP(q) STRING(5) END",
            "INT(1, 10, n)\nREPI(i, n)\n  INT(\n  IF(i < ) SPACE ELSE NEWLINE\nEND",
            "IF(ISEOF)",
            "REP(2) IF(ISEOF) SPACE END",
        ],
        expect![[r#"
            INT(1, 10, n) NEWLINE
            REP(n, SPACE
              INT(1, m)
            END
            NEWLINE
            REP(q) STRING(5) END
                3:3 error (Syntax) `INT`: `)` is expected here, and not `INT`; write `REP(count [, separator]) … END`
                3:10 error (Unassigned) `m`: nothing assigns `m`; store a value in it before
                6:5 error (Unassigned) `q`: nothing assigns `q`; store a value in it before
                6:15 error (Type) `5`: a string is needed here, and this is an integer; put quotes around it
            INT(1, 10, n)
            REPI(i, n)
              INT(
              IF(i < ) SPACE ELSE NEWLINE
            END
                2:1 error (Syntax) `REPI(i, n)`: this `REPI` has no `END`; write it behind its last command
                4:3 error (Syntax) `IF`: a value is expected here, and not `IF`; write a number, a string or a variable
                4:10 error (Syntax) `)`: a value is expected here, and not `)`; write a number, a string or a variable
            IF(ISEOF)
                1:1 error (Syntax) `IF(ISEOF)`: this `IF` has no `END`; write it behind its last command
            REP(2) IF(ISEOF) SPACE END
                1:1 error (Syntax) `REP(2)`: this `REP` has no `END`; write it behind its last command
        "#]],
    );
}

#[test]
fn types() {
    problems(
        &[
            "INT(1.0, 2)",
            "INT(0, 007)",
            "INT(0, 1e5)",
            "INT(\"1\", 2)",
            "FLOAT(0, \"1\")",
            "FLOATP(0, 1, 0.5, -1)",
            "FLOAT(0, 1, x) REP(x) END",
            "REGEX(\"a\", s) INT(0, s)",
            "INT(0, 1, n) STRING(n)",
            "INT(0, 1, n) FLOAT(0, 1, n) INT(0, n)",
            "SET(a = b) SET(b = c) SET(c = \"x\") INT(0, a)",
            "STRING(5) REGEX(5) ASSERT(MATCH(5) && STRLEN(5) == 1)",
            "ASSERT(\"a\" == 1)",
            "ASSERT(\"a\" + 1 == -\"b\")",
            "ASSERT(1.5 % 2 == 1 && 2 ^ 0.5 == 1 && 2 ^ -1 == 1 && 1 / 0 == 1 && 1 % 0 == 1)",
            "SET(a[1.5] = 1, b[\"x\"] = 2)",
        ],
        expect![[r#"
            INT(1.0, 2)
                1:5 error (Type) `1.0`: INT needs integers as bounds, and this is a float; write it without point, exponent and leading zeros
            INT(0, 007)
                1:8 error (Type) `007`: INT needs integers as bounds, and this is a float; write it without point, exponent and leading zeros
            INT(0, 1e5)
                1:8 error (Type) `1e5`: INT needs integers as bounds, and this is a float; write it without point, exponent and leading zeros
            INT("1", 2)
                1:5 error (Type) `"1"`: INT needs integers as bounds, and this is a string; remove the quotes
            FLOAT(0, "1")
                1:10 error (Type) `"1"`: bounds are numbers, and this is a string; remove the quotes
            FLOATP(0, 1, 0.5, -1)
                1:14 error (Type) `0.5`: a number of decimals is an integer, and this is a float; write it without point, exponent and leading zeros
                1:14 warning (Bounds) `0.5, -1`: no number of decimals lies between these; swap them
                1:19 error (Bounds) `-1`: a number of decimals is not negative; correct it
            FLOAT(0, 1, x) REP(x) END
                1:20 error (Type) `x`: a count of rounds is an integer, and this is a float; read it with INT, or compute it from integers
            REGEX("a", s) INT(0, s)
                1:22 error (Type) `s`: INT needs integers as bounds, and this is a string; use another variable
            INT(0, 1, n) STRING(n)
                1:21 error (Type) `n`: a string is needed here, and this is an integer; use another variable
            INT(0, 1, n) FLOAT(0, 1, n) INT(0, n)
            SET(a = b) SET(b = c) SET(c = "x") INT(0, a)
                1:9 error (Unassigned) `b`: `b` is only assigned further down; move that before this place
                1:20 error (Unassigned) `c`: `c` is only assigned further down; move that before this place
                1:43 error (Type) `a`: INT needs integers as bounds, and this is a string; use another variable
            STRING(5) REGEX(5) ASSERT(MATCH(5) && STRLEN(5) == 1)
                1:8 error (Type) `5`: a string is needed here, and this is an integer; put quotes around it
                1:17 error (Type) `5`: a regular expression is a string, and this is an integer; put quotes around it
                1:33 error (Type) `5`: MATCH needs its characters as a string, and this is an integer; put quotes around it
                1:46 error (Type) `5`: STRLEN measures a string, and this is an integer; put quotes around it
            ASSERT("a" == 1)
                1:8 error (Type) `"a" == 1`: a string cannot be compared with an integer; compare values of one kind
            ASSERT("a" + 1 == -"b")
                1:8 error (Type) `"a"`: this operator needs numbers, and this is a string; remove the quotes
                1:20 error (Type) `"b"`: a minus sign needs a number, and this is a string; remove the quotes
            ASSERT(1.5 % 2 == 1 && 2 ^ 0.5 == 1 && 2 ^ -1 == 1 && 1 / 0 == 1 && 1 % 0 == 1)
                1:8 error (Type) `1.5`: `%` needs integers, and this is a float; write it without point, exponent and leading zeros
                1:28 error (Type) `0.5`: an exponent is an integer, and this is a float; write it without point, exponent and leading zeros
                1:44 error (Type) `-1`: an exponent is not negative; divide instead
                1:59 error (Type) `0`: this is a division by zero; correct the divisor
                1:73 error (Type) `0`: this is a division by zero; correct the divisor
            SET(a[1.5] = 1, b["x"] = 2)
                1:7 error (Type) `1.5`: an index is an integer, and this is a float; write it without point, exponent and leading zeros
                1:19 error (Type) `"x"`: an index is an integer, and this is a string; remove the quotes
        "#]],
    );
}

#[test]
fn variables_without_values() {
    problems(
        &[
            "ASSERT(n == 1)",
            "ASSERT(n == 1) INT(1, 2, n)",
            "INT(1, n, n)",
            "SET(n = n + 1)",
            "WHILE(n < 3) INT(1, 3, n) END",
            "REP(3) IF(ISEOF) ASSERT(n == 1) END INT(1, 2, n) END",
            "REP(3) REP(n) END END INT(1, 2, n)",
            "REPI(i, i) END",
            "ASSERT(UNIQUE(a) && INARRAY(1, b))",
            "REP(2) ASSERT(!INARRAY(1, a)) SET(a[1] = 2) UNSET(a) END",
        ],
        expect![[r#"
            ASSERT(n == 1)
                1:8 error (Unassigned) `n`: nothing assigns `n`; store a value in it before
            ASSERT(n == 1) INT(1, 2, n)
                1:8 error (Unassigned) `n`: `n` is only assigned further down; move that before this place
            INT(1, n, n)
                1:8 error (Unassigned) `n`: `n` is only assigned further down; move that before this place
            SET(n = n + 1)
                1:9 error (Unassigned) `n`: `n` is only assigned further down; move that before this place
            WHILE(n < 3) INT(1, 3, n) END
                1:7 error (Unassigned) `n`: `n` is only assigned further down; move that before this place
            REP(3) IF(ISEOF) ASSERT(n == 1) END INT(1, 2, n) END
            REP(3) REP(n) END END INT(1, 2, n)
                1:12 error (Unassigned) `n`: `n` is only assigned further down; move that before this place
            REPI(i, i) END
                1:9 error (Unassigned) `i`: `i` is only assigned further down; move that before this place
            ASSERT(UNIQUE(a) && INARRAY(1, b))
                1:8 warning (Unassigned) `UNIQUE(a)`: nothing assigns `a`, so there is nothing to compare; correct the name
                1:21 warning (Unassigned) `INARRAY(1, b)`: nothing assigns `b`, so there is nothing to compare; correct the name
            REP(2) ASSERT(!INARRAY(1, a)) SET(a[1] = 2) UNSET(a) END
        "#]],
    );
}

#[test]
fn bounds() {
    problems(
        &[
            "INT(2, 1)",
            "FLOATP(1.5, 1, 3, 2)",
            "REP(-1) END",
            "REP(4294967296) END",
            "REP(2^70) END",
            "REP(4294967295) END",
        ],
        expect![[r#"
            INT(2, 1)
                1:5 warning (Bounds) `2, 1`: nothing lies between these bounds; swap them
            FLOATP(1.5, 1, 3, 2)
                1:8 warning (Bounds) `1.5, 1`: nothing lies between these bounds; swap them
                1:16 warning (Bounds) `3, 2`: no number of decimals lies between these; swap them
            REP(-1) END
                1:5 warning (Bounds) `-1`: a negative count makes no round; correct it
            REP(4294967296) END
                1:5 error (Bounds) `4294967296`: a count must fit 32 bits; use a smaller one
            REP(2^70) END
                1:5 error (Bounds) `2^70`: a count must fit 32 bits; use a smaller one
            REP(4294967295) END
        "#]],
    );
}

#[test]
fn grouping() {
    problems(
        &[
            "ASSERT(!ISEOF && 1 == 1)",
            "ASSERT(1 == 1 && !ISEOF || 1 == 2)",
            "ASSERT(!(1 == 1) && 1 == 1)",
            "ASSERT((!ISEOF) && 1 == 1 && !ISEOF)",
            "ASSERT(1 == 1 || 1 == 1 && 1 == 2)",
            "ASSERT(1 == 1 && 1 == 1 || 1 == 2)",
            "ASSERT(1 == 1 || (1 == 1 && 1 == 2))",
        ],
        expect![[r#"
            ASSERT(!ISEOF && 1 == 1)
                1:8 hint (Grouping) `!ISEOF`: implementations differ on how far this `!` reaches; add parentheses around it and its test
            ASSERT(1 == 1 && !ISEOF || 1 == 2)
                1:18 hint (Grouping) `!ISEOF`: implementations differ on how far this `!` reaches; add parentheses around it and its test
            ASSERT(!(1 == 1) && 1 == 1)
                1:8 hint (Grouping) `!(1 == 1)`: implementations differ on how far this `!` reaches; add parentheses around it and its test
            ASSERT((!ISEOF) && 1 == 1 && !ISEOF)
            ASSERT(1 == 1 || 1 == 1 && 1 == 2)
                1:18 hint (Grouping) `1 == 1 && 1 == 2`: implementations differ on whether `&&` binds tighter than `||`; add parentheses
            ASSERT(1 == 1 && 1 == 1 || 1 == 2)
            ASSERT(1 == 1 || (1 == 1 && 1 == 2))
        "#]],
    );
}
