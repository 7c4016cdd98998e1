//! Regular expressions.

use expect_test::{Expect, expect};

use super::{problems, verdicts, verdicts_of_first};

/// What differs between the two preferences, under both.
const TELLING: &str = r#"
    REGEX("p|ps") <<< ps
    REGEX("(a?)(ab)?") <<< ab
    REGEX("(a|ab)(c|bcd)") <<< abcd
    REGEX("b|a|ab") <<< ab
    REGEX("(|a)*") <<< aaa
    REGEX("(a|b)*c|(a|ab)*c") <<< abc
    REGEX("x*") REGEX("y*") <<< xxy
    REGEX("\\*{,2}( }$|[0-9]{,2}[^\n]*|.[-a])*") <<< b⏎a⏎
    REGEX("(b||a)*") <<< bab
    REGEX("(b|a?|c)+d?") <<< abcd
    REGEX("((a|)b?|c)*") <<< acbab
"#;

#[test]
fn the_longest_match() {
    verdicts(
        TELLING,
        expect![[r#"
            REGEX("p|ps") <<< ps
                accepted
            REGEX("(a?)(ab)?") <<< ab
                accepted
            REGEX("(a|ab)(c|bcd)") <<< abcd
                accepted
            REGEX("b|a|ab") <<< ab
                accepted
            REGEX("(|a)*") <<< aaa
                accepted
            REGEX("(a|b)*c|(a|ab)*c") <<< abc
                accepted
            REGEX("x*") REGEX("y*") <<< xxy
                accepted
            REGEX("\\*{,2}( }$|[0-9]{,2}[^\n]*|.[-a])*") <<< b⏎a⏎
                rejected at 2:2: expected the end of the input, found a line end; by 
            REGEX("(b||a)*") <<< bab
                accepted
            REGEX("(b|a?|c)+d?") <<< abcd
                accepted
            REGEX("((a|)b?|c)*") <<< acbab
                accepted
        "#]],
    );
}

#[test]
fn the_first_match() {
    verdicts_of_first(
        TELLING,
        expect![[r#"
            REGEX("p|ps") <<< ps
                rejected at 1:2: expected the end of the input, found `s`; by 
            REGEX("(a?)(ab)?") <<< ab
                rejected at 1:2: expected the end of the input, found `b`; by 
            REGEX("(a|ab)(c|bcd)") <<< abcd
                accepted
            REGEX("b|a|ab") <<< ab
                rejected at 1:2: expected the end of the input, found `b`; by 
            REGEX("(|a)*") <<< aaa
                rejected at 1:1: expected the end of the input, found `aaa`; by 
            REGEX("(a|b)*c|(a|ab)*c") <<< abc
                accepted
            REGEX("x*") REGEX("y*") <<< xxy
                accepted
            REGEX("\\*{,2}( }$|[0-9]{,2}[^\n]*|.[-a])*") <<< b⏎a⏎
                rejected at 1:2: expected the end of the input, found a line end; by 
            REGEX("(b||a)*") <<< bab
                rejected at 1:2: expected the end of the input, found `ab`; by 
            REGEX("(b|a?|c)+d?") <<< abcd
                rejected at 1:3: expected the end of the input, found `cd`; by 
            REGEX("((a|)b?|c)*") <<< acbab
                rejected at 1:2: expected the end of the input, found `cbab`; by 
        "#]],
    );
}

#[test]
fn sequences_and_repetitions() {
    verdicts_of_first(
        r#"
        REGEX("[0-9]+", s) ASSERT(s == "123") <<< 123
        REGEX(".*") <<< a⏎b
        REGEX("..") <<< é
        REGEX("[^a]") <<< \377
        REGEX("") <<<
        REGEX("a|") <<<
        REGEX("^a$") <<< ^a$
        REGEX("\d+") <<< \ddd
        REGEX("\.") <<< .
        REGEX("\\(a\\)") <<< (a)
        REGEX("a{2}b{,2}c{1,}d{,}") <<< aabbccdd
        REGEX("]*}*-*") <<< ]]}}--
        REGEX("(){2}()*(a*)*") <<< aaa
        REGEX("a{1000}") <<< a
        SET(s = "a+") REGEX(s) <<< aa
        SET(s = "[a") REGEX(s) <<< aa
        IF(ISEOF) REGEX("[z-a]") END <<< a
        REGEX(5) <<< 5
        "#,
        expect![[r#"
            REGEX("[0-9]+", s) ASSERT(s == "123") <<< 123
                accepted
            REGEX(".*") <<< a⏎b
                accepted
            REGEX("..") <<< é
                accepted
            REGEX("[^a]") <<< \377
                accepted
            REGEX("") <<<
                accepted
            REGEX("a|") <<<
                accepted
            REGEX("^a$") <<< ^a$
                accepted
            REGEX("\d+") <<< \ddd
                accepted
            REGEX("\.") <<< .
                accepted
            REGEX("\\(a\\)") <<< (a)
                accepted
            REGEX("a{2}b{,2}c{1,}d{,}") <<< aabbccdd
                accepted
            REGEX("]*}*-*") <<< ]]}}--
                accepted
            REGEX("(){2}()*(a*)*") <<< aaa
                accepted
            REGEX("a{1000}") <<< a
                rejected at 1:1: expected text that `a{1000}` matches, found `a`; by REGEX("a{1000}")
            SET(s = "a+") REGEX(s) <<< aa
                accepted
            SET(s = "[a") REGEX(s) <<< aa
                broken `s`: this `[` is not closed; write `]`, or `\\[` for the character
            IF(ISEOF) REGEX("[z-a]") END <<< a
                rejected at 1:1: expected the end of the input, found `a`; by 
            REGEX(5) <<< 5
                broken `5`: a string is needed here and not an integer; put quotes around it
        "#]],
    );
}

#[test]
fn sets() {
    verdicts_of_first(
        r#"
        REGEX("[a-]") <<< -
        REGEX("[-a-c]") <<< -
        REGEX("[a-c-e]") <<< -
        REGEX("[a-c-e]") <<< d
        REGEX("[a\\-z]") <<< b
        REGEX("[+--]") <<< ,
        REGEX("[!-\\]]") <<< A
        REGEX("[a^]") <<< ^
        REGEX("[^^]") <<< a
        REGEX("[\\$]") <<< \134
        REGEX("[.*+?(){}|]") <<< |
        REGEX("[[:digit:][:alpha:]]+") <<< 1a
        "#,
        expect![[r#"
            REGEX("[a-]") <<< -
                accepted
            REGEX("[-a-c]") <<< -
                accepted
            REGEX("[a-c-e]") <<< -
                accepted
            REGEX("[a-c-e]") <<< d
                rejected at 1:1: expected text that `[a-c-e]` matches, found `d`; by REGEX("[a-c-e]")
            REGEX("[a\\-z]") <<< b
                rejected at 1:1: expected text that `[a\-z]` matches, found `b`; by REGEX("[a\\-z]")
            REGEX("[+--]") <<< ,
                accepted
            REGEX("[!-\\]]") <<< A
                accepted
            REGEX("[a^]") <<< ^
                accepted
            REGEX("[^^]") <<< a
                accepted
            REGEX("[\\$]") <<< \134
                accepted
            REGEX("[.*+?(){}|]") <<< |
                accepted
            REGEX("[[:digit:][:alpha:]]+") <<< 1a
                accepted
        "#]],
    );
}

/// What is said of each of these as a program.
fn unreadable(patterns: &[&str], expect: Expect) {
    let programs: Vec<String> = patterns.iter().map(|pattern| format!("REGEX(\"{pattern}\")")).collect();
    problems(&programs.iter().map(String::as_str).collect::<Vec<_>>(), expect);
}

#[test]
fn groups_and_sets_that_cannot_be_read() {
    unreadable(
        &["(", "a)", "[a", "[", "[]", "[^]", "[z-a]", "[[]", "[a-[]", "[[:x:]]"],
        expect![[r#"
            REGEX("(")
                1:8 error (Regex) `(`: this `(` is not closed; write `)`, or `\\(` for the character
            REGEX("a)")
                1:9 error (Regex) `)`: this `)` closes nothing; write `\\)` for the character
            REGEX("[a")
                1:8 error (Regex) `[`: this `[` is not closed; write `]`, or `\\[` for the character
            REGEX("[")
                1:8 error (Regex) `[`: this `[` is not closed; write `]`, or `\\[` for the character
            REGEX("[]")
                1:8 error (Regex) `[`: this set has no characters; write some, and `\\]` for a bracket among them
            REGEX("[^]")
                1:8 error (Regex) `[`: this set has no characters; write some, and `\\]` for a bracket among them
            REGEX("[z-a]")
                1:9 error (Regex) `z`: the ends of this range are in the wrong order; swap them, or write `\\-` for a minus
            REGEX("[[]")
                1:9 error (Regex) `[`: a set cannot stand in a set; write `\\[` for the character
            REGEX("[a-[]")
                1:11 error (Regex) `[`: a set cannot stand in a set; write `\\[` for the character
            REGEX("[[:x:]]")
                1:9 error (Regex) `[`: a set cannot stand in a set; write `\\[` for the character
        "#]],
    );
}

#[test]
fn repetitions_that_cannot_be_read() {
    unreadable(
        &[
            "a**",
            "*a",
            "a|*",
            "(*)",
            "({2})",
            "a{2,1}",
            "a{}",
            "a{02}",
            "a{1",
            "a{1,2,3}",
            "a{-1}",
            "a{99999999999}",
            "x{2}{2}",
            "(((a{100}){100}){100}){100}",
        ],
        expect![[r#"
            REGEX("a**")
                1:10 error (Regex) `*`: a repetition cannot be repeated; put parentheses around the inner one
            REGEX("*a")
                1:8 error (Regex) `*`: there is nothing that `*` repeats; write `\\*` for the character
            REGEX("a|*")
                1:10 error (Regex) `*`: there is nothing that `*` repeats; write `\\*` for the character
            REGEX("(*)")
                1:9 error (Regex) `*`: there is nothing that `*` repeats; write `\\*` for the character
            REGEX("({2})")
                1:9 error (Regex) `{`: there is nothing that `{` repeats; write `\\{` for the character
            REGEX("a{2,1}")
                1:9 error (Regex) `{`: at least 2 and at most 1 is impossible; swap them
            REGEX("a{}")
                1:10 error (Regex) `}`: the number of repetitions is missing; write `{2}` or `{1,3}`
            REGEX("a{02}")
                1:10 error (Regex) `0`: a number of repetitions has no leading zero; remove it
            REGEX("a{1")
                1:11 error (Regex) ``: `}` is expected here; write the repetition as `{2}` or `{1,3}`
            REGEX("a{1,2,3}")
                1:13 error (Regex) `,`: `}` is expected here; write the repetition as `{2}` or `{1,3}`
            REGEX("a{-1}")
                1:10 error (Regex) `-`: the number of repetitions is missing; write `{2}` or `{1,3}`
            REGEX("a{99999999999}")
                1:10 error (Regex) `9`: this number of repetitions is too large; use a smaller one
            REGEX("x{2}{2}")
                1:12 error (Regex) `{`: a repetition cannot be repeated; put parentheses around the inner one
            REGEX("(((a{100}){100}){100}){100}")
                1:8 error (Regex) `(((a{100}){100}){100}){100}`: this regular expression is too large; lower its repetitions
        "#]],
    );
}

#[test]
fn what_implementations_read_differently() {
    problems(
        &[
            "REGEX(\"p|ps\")",
            "REGEX(\"ps|p\")",
            "REGEX(\"a*(ab)?\")",
            "REGEX(\"[a-z]+|[0-9]+\")",
            "REGEX(\"[a-z]+[a-z0-9]*\")",
            "REGEX(\"-?(0|[1-9][0-9]*)(\\.[0-9]+)?\")",
            "REGEX(\"\\d+\")",
            "REGEX(\"[\\w]\")",
            "REGEX(\"^a$\")",
            "REGEX(\"[[:digit:]]+\")",
        ],
        expect![[r#"
            REGEX("p|ps")
                1:7 warning (Regex) `"p|ps"`: implementations match different parts of `ps`, the longest or what the first alternatives match; rewrite it so that both are the same
            REGEX("ps|p")
            REGEX("a*(ab)?")
                1:7 warning (Regex) `"a*(ab)?"`: implementations match different parts of `ab`, the longest or what the first alternatives match; rewrite it so that both are the same
            REGEX("[a-z]+|[0-9]+")
            REGEX("[a-z]+[a-z0-9]*")
            REGEX("-?(0|[1-9][0-9]*)(\.[0-9]+)?")
            REGEX("\d+")
                1:7 warning (Regex) `"\d+"`: this is a backslash and a letter here; write `[0-9]` for the class
            REGEX("[\w]")
                1:7 warning (Regex) `"[\w]"`: this is a backslash and a letter here; write `[a-zA-Z0-9_]` for the class
            REGEX("^a$")
                1:8 warning (Regex) `^`: `^` is a plain character here; remove it, since an expression is always matched at its place
                1:10 warning (Regex) `$`: `$` is a plain character here; remove it, since an expression is always matched at its place
            REGEX("[[:digit:]]+")
                1:9 warning (Regex) `[:digit:]`: newer implementations refuse named classes; write the characters, such as `0-9` or `a-zA-Z`
        "#]],
    );
}
