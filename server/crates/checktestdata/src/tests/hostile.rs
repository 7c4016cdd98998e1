//! Programs that are meant to do harm end soon, with a sentence.

use expect_test::expect;

use super::{verdict, verdicts, verdicts_of};
use crate::{Limits, Program};

#[test]
fn loops_end() {
    let limits = Limits { n_steps: 200_000, ..Limits::default() };
    verdicts_of(
        r#"
        WHILE(1 == 1) END
        WHILE(ISEOF) SET(a = 1) END
        REP(4294967295) REP(4294967295) END END
        REPI(i, 4294967295) SET(a[i] = i) END
        SET(a = 2) WHILE(1 == 1) SET(a = a*a) END
        SET(a = 1.5) WHILE(1 == 1) SET(a = a/7 + 1) END
        SET(a = 3.0^3000) WHILE(1 == 1) SET(b = a/7 + 1) END
        SET(s = "(((a{9}){99}){9})") REP(100000) REGEX(s) END <<< b
        "#,
        &limits,
        expect![[r#"
            WHILE(1 == 1) END
                broken `WHILE(1 == 1)`: the program takes too many steps here; check that its loops end, and that each round reads something
            WHILE(ISEOF) SET(a = 1) END
                broken `SET(a = 1)`: the program takes too many steps here; check that its loops end, and that each round reads something
            REP(4294967295) REP(4294967295) END END
                broken `REP(4294967295)`: the program takes too many steps here; check that its loops end, and that each round reads something
            REPI(i, 4294967295) SET(a[i] = i) END
                broken `SET(a[i] = i)`: the program takes too many steps here; check that its loops end, and that each round reads something
            SET(a = 2) WHILE(1 == 1) SET(a = a*a) END
                broken `a*a`: this number has too many digits; use smaller numbers
            SET(a = 1.5) WHILE(1 == 1) SET(a = a/7 + 1) END
                broken `a/7 + 1`: the program takes too many steps here; check that its loops end, and that each round reads something
            SET(a = 3.0^3000) WHILE(1 == 1) SET(b = a/7 + 1) END
                broken `a/7`: the program takes too many steps here; check that its loops end, and that each round reads something
            SET(s = "(((a{9}){99}){9})") REP(100000) REGEX(s) END <<< b
                rejected at 1:1: expected text that `(((a{9}){99}){9})` matches, found `b`; by REGEX(s)
        "#]],
    );
}

#[test]
fn searches_to_the_end_count() {
    let program = Program::parse(b"WHILE(!ISEOF) REGEX(\"a(.*b)?\") END");
    let input = vec![b'a'; 5_000];
    assert_eq!(
        verdict(&program, &input, &Limits { n_steps: 100_000, ..Limits::default() }),
        "broken `REGEX(\"a(.*b)?\")`: the program takes too many steps here; check that its loops end, and that each round \
         reads something"
    );
}

#[test]
fn nesting_is_bounded() {
    let last = |source: String| {
        let program = Program::parse(source.as_bytes());
        program.run(b"", &Limits::default());
        let mut messages: Vec<&str> = program.problems().iter().map(|problem| problem.message.as_str()).collect();
        messages.dedup();
        messages.join(" | ")
    };
    let printed = [
        last("REP(1) ".repeat(100_000)),
        last(format!("ASSERT({}1 == 1)", "(".repeat(100_000))),
        last(format!("ASSERT({}1 == 1)", "-".repeat(100_000))),
        last(format!("ASSERT({}ISEOF)", "!".repeat(100_000))),
        last(format!("SET({}1)", "a[".repeat(100_000))),
        last(format!("ASSERT({}1 == 1)", "INARRAY(".repeat(100_000))),
        last(format!("REGEX(\"{}\")", "(".repeat(100_000))),
        last(format!("REGEX(\"{}a{}\")", "(".repeat(60), "*)".repeat(60))),
        last(format!("REGEX(\"{}a{}\")", "(a?b?".repeat(60), "*|)".repeat(60))),
        last(format!("ASSERT({}1 == 100001)", "1+".repeat(100_000))),
        last(format!("ASSERT({}ISEOF)", "ISEOF && ".repeat(100_000))),
        last(format!("{}{}{}{}", "REP(1) ".repeat(32), "ASSERT(", "(".repeat(32), "1 == 1)")),
    ]
    .join("\n");
    expect![[r#"
        the blocks nest deeper than 64; take some apart
        this nests deeper than 64; take it apart with SET
        this nests deeper than 64; take it apart with SET
        this nests deeper than 64; take it apart with SET
        this nests deeper than 64; take it apart with SET
        this nests deeper than 64; take it apart with SET
        the groups nest too deep; take them apart




        this `REP` has no `END`; write it behind its last command | `)` is expected here, and the program ends; close the parenthesis"#]].assert_eq(&printed);
}

#[test]
fn the_deepest_program_runs() {
    let (open, close) = ("REP(1) ".repeat(62), "END ".repeat(62));
    verdicts(
        &format!("{open}ASSERT(((1) == 1)) {close}"),
        expect![[r#"
        REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) REP(1) ASSERT(((1) == 1)) END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END END
            accepted
    "#]],
    );
}

#[test]
fn much_of_one_thing_is_read_in_linear_time() {
    for piece in [
        "\"", "\\\" ", "\"\\\"\n", "REP(", "INT(", "((", "[", "1e", "1.", "a", "FOO ", "! ", "END ", "REP(1)", ",",
        "\"a",
    ] {
        Program::parse(piece.repeat(30_000).as_bytes());
    }
    for pattern in ["[[:", "[a", "(", "a{", "|", "a?", "[:]", "(|a)*"] {
        Program::parse(format!("REGEX(\"{}\")", pattern.repeat(10_000)).as_bytes());
    }
}

#[test]
fn many_patterns_are_compiled_only_where_they_run() {
    let mut source: String = (0..1100).map(|number| format!("REGEX(\"({number})?\") ")).collect();
    source.push_str("REGEX(\"[z-a]\")");
    let printed = verdict(&Program::parse(source.as_bytes()), b"", &Limits::default());
    expect![[
        r#"broken `"[z-a]"`: the ends of this range are in the wrong order; swap them, or write `\\-` for a minus"#
    ]]
    .assert_eq(&printed);
}

#[test]
fn long_programs_are_not_read() {
    let printed = verdict(&Program::parse(&vec![b' '; 5 << 20]), b"", &Limits::default());
    expect!["broken ``: the program is longer than 4 MiB; shorten it"].assert_eq(&printed);
}

/// Whatever part of a program is there, and whatever is left out, it is read, checked and run.
#[test]
fn parts_of_programs() {
    let source = "INT(1, 10^2, n) NEWLINE REPI(i, n, SPACE) FLOATP(-1.5, 1e3, 1, 2, x[i, -1], FIXED) IF(!UNIQUE(x) && (STRLEN(\"a\\101\") \
                  >= 1 || INARRAY(x[i], x))) STRING(\"a\") ELSE REGEX(\"[a-z]+(b|c){1,2}\", s) END END WHILE(MATCH(\"ab\")) UNSET(n, x) END \
                  # end\n SET(a = -2^3 % 5, b[a] = a) ASSERT(a < 1 == ISEOF)";
    for end in 0..=source.len() {
        for start in [0, end / 2, end.saturating_sub(20)] {
            let program = Program::parse(&source.as_bytes()[start..end]);
            program.observe(b"3\n1.55 x", &Limits::default());
            program.folds();
        }
    }
}
