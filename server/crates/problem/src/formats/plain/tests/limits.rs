//! Limits.

use expect_test::expect;

use super::check;

const LIMITS: &[&str] = &["limits", "finding"];

#[test]
fn stated_and_assumed() {
    check(
        &[("statement/en.tex", "\\begin{problem}{A}{stdin}{stdout}{3 s}{64 MB}")],
        LIMITS,
        expect![[r#"
        limits Fixed(3000) 64 MiB (statement/en.tex)
    "#]],
    );
    check(
        &[("README.md", "Time limit: 2000 seconds")],
        LIMITS,
        expect![[r#"
            limits Fixed(2000) 256 MiB (README.md)
            finding limits-assumed information -: no statement states the memory limit, so 256 MB are assumed; write `Memory limit: 256 MB` into it
            finding limits-unit-suspect warning README.md:0:12-0:24: `2000 seconds` cannot be meant as a time limit; 2000 ms is assumed
        "#]],
    );
    check(
        &[("README.md", "Memory limit: 64 MB")],
        LIMITS,
        expect![[r#"
            limits Fixed(2000) 64 MiB (README.md)
            finding limits-assumed information -: no statement states the time limit, so 2 seconds are assumed; write `Time limit: 2 seconds` into it
        "#]],
    );
    check(
        &[],
        LIMITS,
        expect![[r#"
            limits Fixed(2000) 256 MiB (assumed)
            finding limits-assumed information -: no statement states the limits, so 2 seconds and 256 MB are assumed; write `Time limit: 2 seconds` and `Memory limit: 256 MB` into it
        "#]],
    );
}
