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
            writeln!(printed, "    {} reads, {least} to {greatest}, met {met}", reach.n_reads).unwrap();
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
                1 reads, 3 to 3, met neither
                1 reads, 3 to 3, met both
                3 reads, 1 to 3, met both
                1 reads, 0.5 to 0.5, met neither
            "5\n2 3 2 4 3\n1.0"
                1 reads, 5 to 5, met max
                1 reads, 5 to 5, met both
                5 reads, 2 to 4, met neither
                1 reads, 1 to 1, met max
            "1\n1\n0e0"
                1 reads, 1 to 1, met min
                1 reads, 1 to 1, met both
                1 reads, 1 to 1, met both
                1 reads, 0 to 0, met min
            "3\n2 7 1\n0"
                1 reads, 3 to 3, met neither
                1 reads, 3 to 3, met both
                1 reads, 2 to 2, met neither
                0 reads, ? to ?, met neither
        "#]],
    );
}
