//! Variables and arrays.

use expect_test::expect;

use super::verdicts;

#[test]
fn elements() {
    verdicts(
        "
        SET(a = 1, b = a+1) ASSERT(b == 2)
        SET(a = 1, a[1] = 2, a[1,2] = 3) ASSERT(a == 1 && a[1] == 2 && a[1,2] == 3)
        SET(a[-1] = 1, a[2^80] = 2, a[1,2,3] = 4, a[1,2^80] = 5) ASSERT(a[-1] == 1 && a[2^80] == 2 && a[1,2,3] == 4)
        SET(a[7] = 7, a[0] = 0, a[1] = 1, a[5] = 5, a[7] = 8) ASSERT(a[7] == 8 && a[0] == 0 && a[5] == 5)
        SET(b[1] = 5, a[b[1]] = 1) ASSERT(a[5] == 1)
        SET(a[1] = 1) ASSERT(a == 1)
        SET(a = 1) ASSERT(a[1] == 1)
        SET(a[1] = 1) ASSERT(a[2] == 1)
        SET(a[1.0] = 1)
        SET(a[\"x\"] = 1)
        ASSERT(a == 1)
        SET(a = 1) UNSET(a) ASSERT(a == 1)
        SET(a[1] = 1) UNSET(a) ASSERT(a[1] == 1)
        UNSET(a, b)
        ",
        expect![[r#"
            SET(a = 1, b = a+1) ASSERT(b == 2)
                accepted
            SET(a = 1, a[1] = 2, a[1,2] = 3) ASSERT(a == 1 && a[1] == 2 && a[1,2] == 3)
                accepted
            SET(a[-1] = 1, a[2^80] = 2, a[1,2,3] = 4, a[1,2^80] = 5) ASSERT(a[-1] == 1 && a[2^80] == 2 && a[1,2,3] == 4)
                accepted
            SET(a[7] = 7, a[0] = 0, a[1] = 1, a[5] = 5, a[7] = 8) ASSERT(a[7] == 8 && a[0] == 0 && a[5] == 5)
                accepted
            SET(b[1] = 5, a[b[1]] = 1) ASSERT(a[5] == 1)
                accepted
            SET(a[1] = 1) ASSERT(a == 1)
                broken `a`: `a` has no value here; assign it before
            SET(a = 1) ASSERT(a[1] == 1)
                broken `a[1]`: `a` has no value at this index; assign it before
            SET(a[1] = 1) ASSERT(a[2] == 1)
                broken `a[2]`: `a` has no value at this index; assign it before
            SET(a[1.0] = 1)
                broken `1.0`: an index must be an integer and not a float; correct it
            SET(a["x"] = 1)
                broken `"x"`: an index must be an integer and not a string; correct it
            ASSERT(a == 1)
                broken `a`: `a` has no value here; assign it before
            SET(a = 1) UNSET(a) ASSERT(a == 1)
                broken `a`: `a` has no value here; assign it before
            SET(a[1] = 1) UNSET(a) ASSERT(a[1] == 1)
                broken `a[1]`: `a` has no value at this index; assign it before
            UNSET(a, b)
                accepted
        "#]],
    );
}

#[test]
fn uniqueness() {
    verdicts(
        r#"
        SET(a[0] = 1, a[1] = 2) ASSERT(UNIQUE(a))
        SET(a[0] = 1, a[1] = 1.0) ASSERT(UNIQUE(a))
        SET(a[0] = 1, a[1] = "1") ASSERT(UNIQUE(a))
        SET(a[0] = 1.5, a[1] = 3.0/2) ASSERT(UNIQUE(a))
        SET(a = 1, a[0] = 1) ASSERT(UNIQUE(a))
        SET(a[0] = 1, a[0,0] = 1) ASSERT(UNIQUE(a))
        SET(a[0] = 1, a[1] = 1, b[0] = 1, b[1] = 2) ASSERT(UNIQUE(a, b))
        SET(a[0] = 1, a[1] = 1, b[0] = 1, b[1] = 1) ASSERT(UNIQUE(a, b))
        SET(a[0] = 1, a[1] = 1, b[0] = 1) ASSERT(!UNIQUE(a, b))
        SET(a[0] = 1, b[1] = 1) ASSERT(!UNIQUE(a, b))
        SET(a = 1) ASSERT(UNIQUE(a, a))
        ASSERT(UNIQUE(a, b))
        SET(a[0] = 1) ASSERT(UNIQUE(a)) SET(a[1] = 1) ASSERT(!UNIQUE(a)) SET(a[1] = 2) ASSERT(UNIQUE(a)) UNSET(a) ASSERT(UNIQUE(a))
        "#,
        expect![[r#"
            SET(a[0] = 1, a[1] = 2) ASSERT(UNIQUE(a))
                accepted
            SET(a[0] = 1, a[1] = 1.0) ASSERT(UNIQUE(a))
                rejected at 1:1: expected `UNIQUE(a)` to hold, found that it does not; by ASSERT(UNIQUE(a))
            SET(a[0] = 1, a[1] = "1") ASSERT(UNIQUE(a))
                accepted
            SET(a[0] = 1.5, a[1] = 3.0/2) ASSERT(UNIQUE(a))
                rejected at 1:1: expected `UNIQUE(a)` to hold, found that it does not; by ASSERT(UNIQUE(a))
            SET(a = 1, a[0] = 1) ASSERT(UNIQUE(a))
                rejected at 1:1: expected `UNIQUE(a)` to hold, found that it does not; by ASSERT(UNIQUE(a))
            SET(a[0] = 1, a[0,0] = 1) ASSERT(UNIQUE(a))
                rejected at 1:1: expected `UNIQUE(a)` to hold, found that it does not; by ASSERT(UNIQUE(a))
            SET(a[0] = 1, a[1] = 1, b[0] = 1, b[1] = 2) ASSERT(UNIQUE(a, b))
                accepted
            SET(a[0] = 1, a[1] = 1, b[0] = 1, b[1] = 1) ASSERT(UNIQUE(a, b))
                rejected at 1:1: expected `UNIQUE(a, b)` to hold, found that it does not; by ASSERT(UNIQUE(a, b))
            SET(a[0] = 1, a[1] = 1, b[0] = 1) ASSERT(!UNIQUE(a, b))
                rejected at 1:1: expected `a`, `b` to have the same indices, found others; by ASSERT(!UNIQUE(a, b))
            SET(a[0] = 1, b[1] = 1) ASSERT(!UNIQUE(a, b))
                rejected at 1:1: expected `a`, `b` to have the same indices, found others; by ASSERT(!UNIQUE(a, b))
            SET(a = 1) ASSERT(UNIQUE(a, a))
                accepted
            ASSERT(UNIQUE(a, b))
                accepted
            SET(a[0] = 1) ASSERT(UNIQUE(a)) SET(a[1] = 1) ASSERT(!UNIQUE(a)) SET(a[1] = 2) ASSERT(UNIQUE(a)) UNSET(a) ASSERT(UNIQUE(a))
                accepted
        "#]],
    );
}

#[test]
fn membership() {
    verdicts(
        r#"
        SET(a[0] = 1, a[1] = 2.0) ASSERT(INARRAY(1.0, a) && INARRAY(2, a) && !INARRAY(3, a))
        SET(a[0] = 1) ASSERT(!INARRAY("1", a))
        SET(a[0] = "y") ASSERT(!INARRAY(1, a) && INARRAY("y", a))
        SET(a = "y") ASSERT(INARRAY(1, a))
        SET(a = 1, a[0] = "y") ASSERT(INARRAY("y", a))
        ASSERT(INARRAY(1, a))
        SET(a[0] = 1) ASSERT(INARRAY(1, a)) SET(a[0] = 2) ASSERT(!INARRAY(1, a) && INARRAY(2, a)) UNSET(a) ASSERT(!INARRAY(2, a))
        SET(a[0] = 1) ASSERT(INARRAY(1, a[0]))
        SET(a[0] = 0, a[1] = "") ASSERT(UNIQUE(a) && INARRAY("", a) && INARRAY(0, a))
        "#,
        expect![[r#"
            SET(a[0] = 1, a[1] = 2.0) ASSERT(INARRAY(1.0, a) && INARRAY(2, a) && !INARRAY(3, a))
                accepted
            SET(a[0] = 1) ASSERT(!INARRAY("1", a))
                accepted
            SET(a[0] = "y") ASSERT(!INARRAY(1, a) && INARRAY("y", a))
                accepted
            SET(a = "y") ASSERT(INARRAY(1, a))
                broken `INARRAY(1, a)`: the variable holds a string and this is none, or the other way round; compare values of one kind
            SET(a = 1, a[0] = "y") ASSERT(INARRAY("y", a))
                broken `INARRAY("y", a)`: the variable holds a string and this is none, or the other way round; compare values of one kind
            ASSERT(INARRAY(1, a))
                rejected at 1:1: expected `INARRAY(1, a)` to hold, found that it does not; by ASSERT(INARRAY(1, a))
            SET(a[0] = 1) ASSERT(INARRAY(1, a)) SET(a[0] = 2) ASSERT(!INARRAY(1, a) && INARRAY(2, a)) UNSET(a) ASSERT(!INARRAY(2, a))
                accepted
            SET(a[0] = 1) ASSERT(INARRAY(1, a[0]))
                broken `[`: `)` is expected here, and not `[`; write `INARRAY(value, name)`
            SET(a[0] = 0, a[1] = "") ASSERT(UNIQUE(a) && INARRAY("", a) && INARRAY(0, a))
                accepted
        "#]],
    );
}
