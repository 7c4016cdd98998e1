//! Loops and branches.

use expect_test::expect;

use super::verdicts;

#[test]
fn counted() {
    verdicts(
        r#"
        REP(3, SPACE) STRING("a") END <<< a a a
        REP(3, SPACE) STRING("a") END <<< a a a a
        REP(3, SPACE) STRING("a") END <<< a a
        REP(3, INT(1, 2)) STRING("a") END <<< a1a2a
        REP(0, SPACE) STRING("a") END <<<
        REP(-1) STRING("a") END <<<
        REP(1.0) END <<<
        REP("a") END <<<
        REP(4294967296) STRING("a") END <<< a
        SET(n = 3) REP(n) SET(n = n-1) END ASSERT(n == 0) <<<
        REP(2, ASSERT(1 == 2)) END <<<
        REP(1, ASSERT(1 == 2)) END <<<
        REP(2, IF(1 == 1) END) END <<<
        "#,
        expect![[r#"
            REP(3, SPACE) STRING("a") END <<< a a a
                accepted
            REP(3, SPACE) STRING("a") END <<< a a a a
                rejected at 1:6: expected the end of the input, found a space; by 
            REP(3, SPACE) STRING("a") END <<< a a
                rejected at 1:4: expected a space, found the end of the input; by SPACE
            REP(3, INT(1, 2)) STRING("a") END <<< a1a2a
                accepted
            REP(0, SPACE) STRING("a") END <<<
                accepted
            REP(-1) STRING("a") END <<<
                accepted
            REP(1.0) END <<<
                broken `1.0`: an integer is needed here and not a float; correct it
            REP("a") END <<<
                broken `"a"`: an integer is needed here and not a string; correct it
            REP(4294967296) STRING("a") END <<< a
                broken `4294967296`: 4294967296 rounds are too many; a count must fit 32 bits
            SET(n = 3) REP(n) SET(n = n-1) END ASSERT(n == 0) <<<
                accepted
            REP(2, ASSERT(1 == 2)) END <<<
                rejected at 1:1: expected `1 == 2` to hold, found 1 and 2; by ASSERT(1 == 2)
            REP(1, ASSERT(1 == 2)) END <<<
                accepted
            REP(2, IF(1 == 1) END) END <<<
                broken `IF`: `IF` cannot be a separator; only a command without a block can
        "#]],
    );
}

#[test]
fn counters() {
    verdicts(
        "
        REPI(i, 3) ASSERT(i < 3) END ASSERT(i == 3)
        REPI(i, 0) END ASSERT(i == 0)
        REPI(i, -1) END ASSERT(i == -1)
        REPI(i, 3) SET(i = 5) END ASSERT(i == 3)
        REPI(i, 3, SET(j = i)) END ASSERT(j == 2)
        REPI(i, 2) UNSET(i) END ASSERT(i == 2)
        SET(i = 3) REPI(i, i) END ASSERT(i == 3)
        REPI(i, i) END
        SET(i = 0) REPI(a[i], 2) SET(i = i+1) END ASSERT(a[2] == 2)
        WHILEI(i, i < 3, SET(j = i)) END ASSERT(i == 3 && j == 2)
        WHILEI(i, i < 3) SET(i = 2) END ASSERT(i == 3)
        WHILEI(i, 1 == 2) END ASSERT(i == 0)
        ",
        expect![[r#"
            REPI(i, 3) ASSERT(i < 3) END ASSERT(i == 3)
                accepted
            REPI(i, 0) END ASSERT(i == 0)
                accepted
            REPI(i, -1) END ASSERT(i == -1)
                accepted
            REPI(i, 3) SET(i = 5) END ASSERT(i == 3)
                accepted
            REPI(i, 3, SET(j = i)) END ASSERT(j == 2)
                accepted
            REPI(i, 2) UNSET(i) END ASSERT(i == 2)
                accepted
            SET(i = 3) REPI(i, i) END ASSERT(i == 3)
                accepted
            REPI(i, i) END
                broken `i`: `i` has no value here; assign it before
            SET(i = 0) REPI(a[i], 2) SET(i = i+1) END ASSERT(a[2] == 2)
                accepted
            WHILEI(i, i < 3, SET(j = i)) END ASSERT(i == 3 && j == 2)
                accepted
            WHILEI(i, i < 3) SET(i = 2) END ASSERT(i == 3)
                accepted
            WHILEI(i, 1 == 2) END ASSERT(i == 0)
                accepted
        "#]],
    );
}

#[test]
fn conditions() {
    verdicts(
        r#"
        WHILE(!ISEOF, SPACE) STRING("a") END <<< a a
        WHILE(!ISEOF, SPACE) STRING("a") END <<< a a\040
        WHILE(MATCH("a "), SPACE) REGEX(".") END <<< a a
        IF(ISEOF) SPACE END <<< \040
        IF(ISEOF) ELSE SPACE END <<< \040
        IF(1 == 1) REP(2) IF(ISEOF) ELSE SPACE END END END <<< \040
        "#,
        expect![[r#"
            WHILE(!ISEOF, SPACE) STRING("a") END <<< a a
                accepted
            WHILE(!ISEOF, SPACE) STRING("a") END <<< a a\040
                rejected at 1:5: expected `a`, found the end of the input; by STRING("a")
            WHILE(MATCH("a "), SPACE) REGEX(".") END <<< a a
                accepted
            IF(ISEOF) SPACE END <<< \040
                rejected at 1:1: expected the end of the input, found a space; by 
            IF(ISEOF) ELSE SPACE END <<< \040
                accepted
            IF(1 == 1) REP(2) IF(ISEOF) ELSE SPACE END END END <<< \040
                accepted
        "#]],
    );
}
