//! Bounds, and what a run meets of them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::{Limits, Program};

fn sites(program: &str, inputs: &[&str], expect: Expect) {
    let program = Program::parse(program.as_bytes());
    let shown = |value: &Option<crate::Value>| value.as_ref().map_or("?".to_owned(), ToString::to_string);
    let mut printed = String::new();
    for site in program.sites() {
        let text = String::from_utf8_lossy(site.span.of(program.source()));
        let variable = site.variable.as_deref().unwrap_or("-");
        writeln!(printed, "{text}: {variable} from {} to {}", shown(&site.min), shown(&site.max)).unwrap();
    }
    for input in inputs {
        let run = program.observe(input.as_bytes(), &Limits::default());
        writeln!(printed, "{input:?}").unwrap();
        for reach in run.reaches {
            let (least, greatest) = (shown(&reach.least), shown(&reach.greatest));
            let met = match (reach.has_met_min, reach.has_met_max) {
                (true, true) => "both",
                (true, false) => "min",
                (false, true) => "max",
                (false, false) => "neither",
            };
            let (min, max) = (shown(&reach.min), shown(&reach.max));
            let n_reads = reach.n_reads;
            writeln!(printed, "    {n_reads} reads, {least} to {greatest}, met {met} of {min} and {max}").unwrap();
        }
    }
    expect.assert_eq(&printed);
}

#[test]
fn constants_are_computed() {
    sites(
        "INT(1, 2*10^5, n) NEWLINE INT(-10^18, 10^30) FLOATP(0, 1.50, 1, 2, x[1]) REP(2+1, INT(1, n)) REPI(i, n) END END",
        &[],
        expect![[r#"
            INT(1, 2*10^5, n): n from 1 to 200000
            INT(-10^18, 10^30): - from -1000000000000000000 to 1000000000000000000000000000000
            FLOATP(0, 1.50, 1, 2, x[1]): x from 0 to 1.5
            REP(2+1, INT(1, n)): - from 3 to 3
            INT(1, n): - from 1 to ?
            REPI(i, n): - from ? to ?
        "#]],
    );
}

#[test]
fn what_is_met() {
    sites(
        "INT(1, 5, n) NEWLINE REP(n, SPACE) INT(1, n, a) END NEWLINE FLOAT(0, 1)",
        &["3\n1 2 3\n0.5", "5\n2 3 2 4 3\n1.0", "1\n1\n0e0", "3\n2 7 1\n0"],
        expect![[r#"
            INT(1, 5, n): n from 1 to 5
            REP(n, SPACE): - from ? to ?
            INT(1, n, a): a from 1 to ?
            FLOAT(0, 1): - from 0 to 1
            "3\n1 2 3\n0.5"
                1 reads, 3 to 3, met neither of 1 and 5
                1 reads, 3 to 3, met both of 3 and 3
                3 reads, 1 to 3, met both of 1 and 3
                1 reads, 0.5 to 0.5, met neither of 0 and 1
            "5\n2 3 2 4 3\n1.0"
                1 reads, 5 to 5, met max of 1 and 5
                1 reads, 5 to 5, met both of 5 and 5
                5 reads, 2 to 4, met neither of 1 and 5
                1 reads, 1 to 1, met max of 0 and 1
            "1\n1\n0e0"
                1 reads, 1 to 1, met min of 1 and 5
                1 reads, 1 to 1, met both of 1 and 1
                1 reads, 1 to 1, met both of 1 and 1
                1 reads, 0 to 0, met min of 0 and 1
            "3\n2 7 1\n0"
                1 reads, 3 to 3, met neither of 1 and 5
                1 reads, 3 to 3, met both of 3 and 3
                1 reads, 2 to 2, met neither of 1 and 3
                0 reads, ? to ?, met neither of ? and ?
        "#]],
    );
}

#[test]
fn bounds_that_vary() {
    sites(
        "SET(most = 10) INT(0, most, n) REPI(i, 3) SPACE INT(i, 4 - i, a) END",
        &["10 0 3 2", "7 4 1 2"],
        expect![[r#"
            INT(0, most, n): n from 0 to ?
            REPI(i, 3): - from 3 to 3
            INT(i, 4 - i, a): a from ? to ?
            "10 0 3 2"
                1 reads, 10 to 10, met max of 0 and 10
                1 reads, 3 to 3, met both of 3 and 3
                3 reads, 0 to 3, met both of ? and ?
            "7 4 1 2"
                1 reads, 7 to 7, met neither of 0 and 10
                1 reads, 3 to 3, met both of 3 and 3
                3 reads, 1 to 4, met both of ? and ?
        "#]],
    );
}
