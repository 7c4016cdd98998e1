//! Programs that run backwards: what they make is accepted, and shows what was asked for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::verdict;
use crate::{Draws, Limits, Policy, Program, Sizes};

/// Programs as contests have them, one below the other, with a name before each.
const PROGRAMS: &str = include_str!("backwards.txt");

fn programs() -> impl Iterator<Item = (&'static str, Program)> {
    let parts = PROGRAMS.split("=== ").skip(1);
    parts.map(|part| {
        let (name, source) = part.split_once('\n').unwrap();
        (name, Program::parse(source.as_bytes()))
    })
}

/// Some inputs of each line's program, with a few bytes.
fn made(lines: &str, draws: &Draws, expect: Expect) {
    let mut printed = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        writeln!(printed, "{line}").unwrap();
        let program = Program::parse(line.as_bytes());
        for seed in 1..=3 {
            let input = program.generate(&Draws { seed, ..draws.clone() }, &Limits::default());
            let Some(input) = input else {
                writeln!(printed, "    none").unwrap();
                continue;
            };
            assert_eq!(verdict(&program, &input, &Limits::default()), "accepted");
            writeln!(printed, "    `{}`", String::from_utf8_lossy(&input).replace('\n', "⏎")).unwrap();
        }
    }
    expect.assert_eq(&printed);
}

fn tiny() -> Draws {
    Draws { max_bytes: 60, sizes: Sizes::Small, n_steps: 200_000, ..Draws::default() }
}

/// How many of so many seeds make an input, and how long they are.
fn rate(program: &Program, draws: &Draws, n_seeds: u64) -> String {
    let (mut n_made, mut lengths) = (0, Vec::new());
    for seed in 0..n_seeds {
        if let Some(input) = program.generate(&Draws { seed, ..draws.clone() }, &Limits::default()) {
            assert_eq!(verdict(program, &input, &Limits::default()), "accepted");
            assert!(input.len() <= draws.max_bytes);
            n_made += 1;
            lengths.push(input.len());
        }
    }
    lengths.sort_unstable();
    let shown: Vec<String> = lengths.first().into_iter().chain(lengths.last()).map(ToString::to_string).collect();
    format!("{n_made}/{n_seeds} ({})", shown.join("–"))
}

#[test]
fn most_seeds_make_an_input() {
    let mut printed = String::new();
    for (name, program) in programs() {
        assert_eq!(program.breakage(), None, "{name}");
        let tiny = Draws { max_bytes: 120, sizes: Sizes::Small, n_steps: 300_000, ..Draws::default() };
        let middle = Draws { max_bytes: 4000, n_steps: 1_000_000, ..Draws::default() };
        let large = Draws { max_bytes: 20_000, sizes: Sizes::High, n_steps: 1_000_000, ..Draws::default() };
        let (tiny, middle, large) = (rate(&program, &tiny, 20), rate(&program, &middle, 5), rate(&program, &large, 2));
        writeln!(printed, "{name}: tiny {tiny}, middle {middle}, large {large}").unwrap();
    }
    expect![[r#"
        numbers: tiny 20/20 (12–55), middle 5/5 (12–2189), large 2/2 (14885–19953)
        pairs that differ: tiny 20/20 (10–41), middle 5/5 (11–312), large 2/2 (16028–16900)
        a simple graph: tiny 20/20 (4–20), middle 5/5 (4–1591), large 2/2 (18200–19980)
        a permutation: tiny 20/20 (4–12), middle 5/5 (4–3064), large 2/2 (19338–19343)
        a tree: tiny 20/20 (2–18), middle 5/5 (2–2781), large 2/2 (7516–7519)
        a sum of sizes: tiny 20/20 (14–110), middle 5/5 (234–894), large 2/2 (13535–18933)
        a sum that is told before: tiny 20/20 (14–35), middle 5/5 (16–108), large 2/2 (67–216)
        shares of one: tiny 20/20 (11–44), middle 5/5 (11–33), large 2/2 (86–87)
        a text of a length: tiny 20/20 (4–8), middle 5/5 (4–978), large 2/2 (1003–1006)
        a grid: tiny 20/20 (6–20), middle 5/5 (11–71), large 2/2 (348–1646)
        lines of a grid: tiny 20/20 (6–28), middle 5/5 (11–741), large 2/2 (2506–2556)
        words that differ: tiny 20/20 (4–16), middle 5/5 (5–3428), large 2/2 (4005–4005)
        words among others: tiny 20/20 (8–27), middle 5/5 (16–213), large 2/2 (445–445)
        numbers of earlier lines: tiny 20/20 (20–100), middle 5/5 (22–1934), large 2/2 (1973–1975)
        not one that was there: tiny 20/20 (4–12), middle 5/5 (4–3788), large 2/2 (3898–3898)
        a sorted list: tiny 20/20 (11–52), middle 5/5 (12–3922), large 2/2 (9888–9889)
        a list that should be sorted: tiny 20/20 (4–52), middle 5/5 (12–1885), large 2/2 (10974–10979)
        until the end: tiny 20/20 (0–23), middle 5/5 (158–1449), large 2/2 (9981–10004)
        lines of any length: tiny 20/20 (3–19), middle 5/5 (136–3224), large 2/2 (10437–12777)
        rounds that are told before: tiny 20/20 (3–109), middle 5/5 (3–131), large 2/2 (5–44)
        until a zero: tiny 20/20 (2–26), middle 5/5 (2–437), large 2/2 (2603–12260)
        until two zeros: tiny 20/20 (4–113), middle 5/5 (416–3631), large 2/2 (10078–10110)
        commands of several kinds: tiny 20/20 (11–52), middle 5/5 (21–417), large 2/2 (17264–18638)
        words for commands: tiny 20/20 (10–41), middle 5/5 (11–676), large 2/2 (622–666)
        floats: tiny 20/20 (22–116), middle 5/5 (27–2752), large 2/2 (2727–2739)
        large numbers: tiny 20/20 (67–70), middle 5/5 (69–70), large 2/2 (69–70)
        factors of one number: tiny 20/20 (4–20), middle 5/5 (4–20), large 2/2 (13–19)
        points that differ: tiny 20/20 (32–82), middle 5/5 (33–1883), large 2/2 (10801–10821)
        a triangle: tiny 20/20 (11–12), middle 5/5 (12–12), large 2/2 (12–12)
        at least half: tiny 20/20 (6–14), middle 5/5 (6–394), large 2/2 (402–404)
        an expression: tiny 20/20 (4–15), middle 5/5 (6–50), large 2/2 (1931–2000)
        several cases with forgotten arrays: tiny 20/20 (6–36), middle 5/5 (16–927), large 2/2 (2850–2868)
        dates: tiny 20/20 (11–11), middle 5/5 (11–11), large 2/2 (11–11)
        a name and its number: tiny 20/20 (7–36), middle 5/5 (11–1546), large 2/2 (3240–3245)
        balanced: tiny 20/20 (5–13), middle 5/5 (5–979), large 2/2 (1005–1005)
        a matrix of the same sums: tiny 20/20 (4–75), middle 5/5 (5–175), large 2/2 (168–193)
        a sum of products: tiny 20/20 (11–34), middle 5/5 (11–577), large 2/2 (285–406)
    "#]]
    .assert_eq(&printed);
}

/// The fixtures of the other tests: where some input fits, one is made.
#[test]
fn fixtures_are_made() {
    let texts = [
        include_str!("arrays.rs"),
        include_str!("fields.rs"),
        include_str!("loops.rs"),
        include_str!("patterns.rs"),
        include_str!("values.rs"),
    ];
    let (mut n_made, mut n_all, mut failed) = (0, 0, String::new());
    let mut met = std::collections::BTreeSet::new();
    for line in texts.iter().flat_map(|text| text.lines()).map(str::trim) {
        let Some((source, input)) = line.split_once("<<<") else { continue };
        let program = Program::parse(source.trim_end().replace('⏎', "\n").as_bytes());
        let input = super::bytes(input.trim_start());
        if !met.insert(source) || verdict(&program, &input, &Limits::default()) != "accepted" {
            continue;
        }
        n_all += 1;
        match program.generate(&tiny(), &Limits::default()) {
            Some(input) => {
                assert_eq!(verdict(&program, &input, &Limits::default()), "accepted");
                n_made += 1;
            }
            None => writeln!(failed, "    {source}").unwrap(),
        }
    }
    expect![[r#"
        76 of 76, not
    "#]]
    .assert_eq(&format!("{n_made} of {n_all}, not\n{failed}"));
}

#[test]
fn example_problems_are_made() {
    let sources = [
        include_str!("../../../../../tests/problems/night-ferry/input_validators/ferry.ctd"),
        include_str!("../../../../../tests/languages/best-stretch/input_validators/line.ctd"),
        include_str!("../../../../../tests/languages/hidden-card/input_validators/card.ctd"),
    ];
    let mut printed = String::new();
    for source in sources {
        let program = Program::parse(source.as_bytes());
        let large = Draws { max_bytes: 1 << 20, sizes: Sizes::High, ..Draws::default() };
        let (tiny, large) = (rate(&program, &tiny(), 20), rate(&program, &large, 3));
        writeln!(printed, "tiny {tiny}, large {large}").unwrap();
    }
    expect![[r#"
        tiny 20/20 (24–59), large 3/3 (72797–73051)
        tiny 20/20 (11–53), large 3/3 (1043–1044)
        tiny 20/20 (2–4), large 3/3 (2–4)
    "#]]
    .assert_eq(&printed);
}

#[test]
fn policies() {
    let mut printed = String::new();
    let program =
        Program::parse(b"INT(8, 8, n) SPACE REPI(i, n, SPACE) INT(1, 1000, a[i]) END SPACE REGEX(\"[a-c]{6}\", s)");
    for (name, policy) in Policy::ALL {
        assert_eq!(Policy::of(name), Some(policy));
        let draws = Draws { policy, ..Draws::default() };
        let input = program.generate(&draws, &Limits::default()).unwrap();
        writeln!(printed, "{name}: {}", String::from_utf8_lossy(&input)).unwrap();
    }
    expect![[r#"
        uniform: 8 95 303 719 826 981 236 470 378 bccacb
        low: 8 1 1 1 1 1 1 1 1 aaaaaa
        high: 8 1000 1000 1000 1000 1000 1000 1000 1000 ccacca
        near_high: 8 1000 997 993 992 991 998 996 997 caacbc
        ends: 8 1000 1 1 1000 1000 1000 1000 1 abcccc
        magnitude: 8 20 1 106 15 95 1 3 26 abcbbc
        constant: 8 95 95 95 95 95 95 95 95 bbbbbb
        few: 8 95 303 719 719 95 719 95 95 aaccac
        distinct: 8 95 303 719 826 981 236 470 378 bccacb
        ascending: 8 4 13 35 60 89 95 108 118 bccacb
        descending: 8 972 951 943 938 938 916 901 883 bccacb
        repeat: 8 95 95 95 353 981 977 91 91 aaaaaa
        index: 8 1 2 3 4 5 6 7 8 caacab
        mountain: 8 1 1 1 1 1 1 1 1 caacab
        valley: 8 1 1 1 1 1 1 1 1 caacab
        powers: 8 31 2 65 9 127 1 5 32 abcbbc
        buckets: 8 95 303 719 826 981 236 470 378 bccacb
    "#]]
    .assert_eq(&printed);
}

#[test]
fn policies_of_single_variables() {
    let by_name = [("a", Policy::Highest), ("s", Policy::Constant)].map(|(name, policy)| (name.to_owned(), policy));
    let draws = Draws { by_name: BTreeMap::from(by_name), ..tiny() };
    made(
        r#"
        INT(0, 9, n) SPACE INT(0, 9, a) SPACE REGEX("[a-z]{4}", s)
        REPI(i, 3) INT(0, 9, a[i]) SPACE END ASSERT(UNIQUE(a))
        "#,
        &draws,
        expect![[r#"
            INT(0, 9, n) SPACE INT(0, 9, a) SPACE REGEX("[a-z]{4}", s)
                `2 9 qqqq`
                `7 9 mmmm`
                `3 9 cccc`
            REPI(i, 3) INT(0, 9, a[i]) SPACE END ASSERT(UNIQUE(a))
                `9 7 6 `
                `9 3 2 `
                `9 8 4 `
        "#]],
    );
}

#[test]
fn sizes() {
    let program = Program::parse(b"INT(1, 1000, n) NEWLINE SET(k = 2*n) REP(k, SPACE) INT(1, 9) END");
    let mut printed = String::new();
    for sizes in [Sizes::Small, Sizes::Any, Sizes::High] {
        let made = (0..8).filter_map(|seed| {
            let draws = Draws { seed, sizes, max_bytes: 1000, ..Draws::default() };
            Some(program.generate(&draws, &Limits::default())?.len())
        });
        writeln!(printed, "{sizes:?}: {:?}", made.collect::<Vec<_>>()).unwrap();
    }
    expect![[r#"
        Small: [9, 17, 5, 21, 5, 9, 5, 5]
        Any: [5, 5, 799, 122, 146, 17, 5, 971]
        High: [803, 695, 803, 983, 999, 991, 803, 803]
    "#]]
    .assert_eq(&printed);
}

#[test]
fn what_comes_next_is_decided_before() {
    made(
        r#"
        WHILE(!ISEOF, SPACE) REGEX("[a-c]+") END
        WHILEI(i, MATCH("ab")) REGEX(".") END ASSERT(i == 3)
        IF(MATCH("x")) STRING("xyz") ELSE STRING("abc") END
        IF(ISEOF) ELSE SPACE END
        ASSERT(MATCH("5")) INT(0, 100)
        ASSERT(!MATCH("-")) INT(-100, 3)
        REGEX("[0-9]{1,3}") INT(0, 9) EOF
        INT(0, 99) INT(-9, 9)
        FLOAT(0, 1) STRING(".") NEWLINE
        REGEX("[a-z]+( [a-z]+)*") SPACE INT(0, 9)
        REGEX("p|ps") STRING("s")
        SPACE ASSERT(ISEOF) SPACE
        "#,
        &tiny(),
        expect![[r#"
            WHILE(!ISEOF, SPACE) REGEX("[a-c]+") END
                ``
                `ab`
                `ba`
            WHILEI(i, MATCH("ab")) REGEX(".") END ASSERT(i == 3)
                `aaa`
                `baa`
                `bba`
            IF(MATCH("x")) STRING("xyz") ELSE STRING("abc") END
                `abc`
                `abc`
                `xyz`
            IF(ISEOF) ELSE SPACE END
                ` `
                ` `
                ``
            ASSERT(MATCH("5")) INT(0, 100)
                `53`
                `56`
                `55`
            ASSERT(!MATCH("-")) INT(-100, 3)
                `0`
                `3`
                `1`
            REGEX("[0-9]{1,3}") INT(0, 9) EOF
                `5195`
                `3851`
                `0266`
            INT(0, 99) INT(-9, 9)
                `53-6`
                `91-2`
                `31-4`
            FLOAT(0, 1) STRING(".") NEWLINE
                `0.239.⏎`
                `0.725601.⏎`
                `0.39.⏎`
            REGEX("[a-z]+( [a-z]+)*") SPACE INT(0, 9)
                `w 0`
                `zo 2`
                `ha 6`
            REGEX("p|ps") STRING("s")
                `pss`
                `pss`
                `pss`
            SPACE ASSERT(ISEOF) SPACE
                none
                none
                none
        "#]],
    );
}

#[test]
fn what_is_demanded_is_met() {
    made(
        r#"
        INT(1, 10^9, a) SPACE INT(1, 10^9, b) ASSERT(a + 2*b == 10^9 - 7)
        INT(1, 10^9, a) SPACE INT(1, 10^9, b) ASSERT(a < b && b < a + 3)
        INT(0, 10^18, a) SPACE INT(0, 10^18, b) ASSERT(b == a + 1 || b == a - 1)
        FLOAT(0, 1, x) SPACE FLOAT(0, 1, y) ASSERT(x + y == 1)
        REGEX("[a-z]+", s) SPACE INT(1, 9, n) ASSERT(STRLEN(s) == n)
        REPI(i, 6, SPACE) INT(1, 6, a[i]) END ASSERT(UNIQUE(a)) SPACE INT(1, 100, x) ASSERT(INARRAY(x - 10, a))
        REPI(i, 4, SPACE) REGEX("[ab]", a[i]) INT(1, 2, b[i]) END ASSERT(UNIQUE(a, b))
        REGEX("[a-z]{2}", s) SPACE REGEX("[a-z]{2}", t) ASSERT(s == t)
        INT(5, 6, a) SPACE INT(a, 5, b)
        SET(n = 1) WHILE(n != 0, SPACE) INT(0, 10^9, n) END
        INT(1, 2) ASSERT(1 == 2)
        INT(1, n)
        WHILE(1 == 1) END
        "#,
        &tiny(),
        expect![[r#"
            INT(1, 10^9, a) SPACE INT(1, 10^9, b) ASSERT(a + 2*b == 10^9 - 7)
                `239635171 380182411`
                `725600419 137199787`
                `393731343 303134325`
            INT(1, 10^9, a) SPACE INT(1, 10^9, b) ASSERT(a < b && b < a + 3)
                `239635171 239635172`
                `725600419 725600420`
                `393731344 393731346`
            INT(0, 10^18, a) SPACE INT(0, 10^18, b) ASSERT(b == a + 1 || b == a - 1)
                `239635170425665491 239635170425665492`
                `725600418264664278 725600418264664279`
                `393731343271599035 393731343271599034`
            FLOAT(0, 1, x) SPACE FLOAT(0, 1, y) ASSERT(x + y == 1)
                `0.239 0.761000`
                `0.725601 0.274399`
                `0.39 0.610000`
            REGEX("[a-z]+", s) SPACE INT(1, 9, n) ASSERT(STRLEN(s) == n)
                `u 1`
                `jz 2`
                `wh 2`
            REPI(i, 6, SPACE) INT(1, 6, a[i]) END ASSERT(UNIQUE(a)) SPACE INT(1, 100, x) ASSERT(INARRAY(x - 10, a))
                `5 2 1 4 3 6 12`
                `5 6 2 1 4 3 14`
                `3 6 1 2 4 5 13`
            REPI(i, 4, SPACE) REGEX("[ab]", a[i]) INT(1, 2, b[i]) END ASSERT(UNIQUE(a, b))
                `b2 b1 a1 a2`
                `a2 a1 b1 b2`
                `b1 b2 a2 a1`
            REGEX("[a-z]{2}", s) SPACE REGEX("[a-z]{2}", t) ASSERT(s == t)
                `tw tw`
                `lv lv`
                `yh yh`
            INT(5, 6, a) SPACE INT(a, 5, b)
                `5 5`
                `5 5`
                `5 5`
            SET(n = 1) WHILE(n != 0, SPACE) INT(0, 10^9, n) END
                `769157353 5299111 0`
                `2156496 0`
                `1 413209017 613182091 1 430526687 0`
            INT(1, 2) ASSERT(1 == 2)
                none
                none
                none
            INT(1, n)
                none
                none
                none
            WHILE(1 == 1) END
                none
                none
                none
        "#]],
    );
}

#[test]
fn floats_are_written_as_they_are_read() {
    made(
        r#"
        FLOAT(0, 1)
        FLOAT(-0.001, -0.0001)
        FLOATP(1, 1.05, 1, 1)
        FLOATP(-5, 5, 2, 4, x, FIXED)
        FLOATP(0, 1000, 1, 3, x, SCIENTIFIC)
        FLOAT(1, 1000, x, SCIENTIFIC)
        INT(10^40, 10^41) SPACE INT(-10^50, 5)
        "#,
        &Draws { max_bytes: 200, ..Draws::default() },
        expect![[r#"
            FLOAT(0, 1)
                `0.239`
                `0.725601`
                `0.39`
            FLOAT(-0.001, -0.0001)
                `-0.001`
                `-0.000347`
                `-0.001`
            FLOATP(1, 1.05, 1, 1)
                `1.0`
                `1.0`
                `1.0`
            FLOATP(-5, 5, 2, 4, x, FIXED)
                `-2.604`
                `2.2560`
                `-1.06`
            FLOATP(0, 1000, 1, 3, x, SCIENTIFIC)
                `2.39e2`
                `7.256e2`
                `3.9e2`
            FLOAT(1, 1000, x, SCIENTIFIC)
                `240.395e0`
                `725.874818e0`
                `394.34e0`
            INT(10^40, 10^41) SPACE INT(-10^50, 5)
                `100000000000000000000000000000000000000000 -32342342991373817183748436439279469513`
                `100000000000000000000000000000000000000000 -11671667394376944316138467152695189642`
                `10000000000000000000000000000000000000000 -25787816687689778110704506263331847957`
        "#]],
    );
}

#[test]
fn one_seed_makes_one_input() {
    for (name, program) in programs() {
        let made = || program.generate(&Draws { seed: 7, ..tiny() }, &Limits::default());
        assert_eq!(made(), made(), "{name}");
    }
}

/// Whatever part of a program is there, it is run backwards or not at all.
#[test]
fn parts_of_programs() {
    let source = PROGRAMS.split("=== ").skip(1).map(|part| part.split_once('\n').unwrap().1).collect::<String>();
    for end in (0..source.len()).step_by(7).filter(|end| source.is_char_boundary(*end)) {
        let start = end.saturating_sub(150);
        let program = Program::parse(&source.as_bytes()[start..end]);
        program.generate(&Draws { seed: end as u64, n_steps: 3000, ..tiny() }, &Limits::default());
    }
}

#[test]
fn what_is_meant_to_do_harm_ends_soon() {
    let programs = [
        "FLOATP(0, 1, 10^9, 10^9)",
        "FLOATP(0, 1, 0, 2^70)",
        "FLOAT(-10^9000, 10^9000, x)",
        "INT(-10^9000, 10^9000, x) SPACE INT(x, x + 1)",
        "REP(4294967295) REP(4294967295) END END",
        "REPI(i, 4294967295) SET(a[i] = i) END",
        "SET(a = 2) WHILE(1 == 1) SET(a = a*a) END",
        "REGEX(\"(a{0,1000}b?){0,1000}\")",
        "REGEX(\"(a?){1000}(b|c*)*\")",
        "WHILE(!ISEOF) REGEX(\"a(.*b)?\") END",
        "INT(0, 2^63, x) ASSERT(x * x * x == 2^180)",
        "INT(1, 10, x) ASSERT(10 / (x - x) == 1)",
    ];
    for program in programs {
        let program = Program::parse(program.as_bytes());
        let long = Draws { max_bytes: 20_000, sizes: Sizes::High, n_steps: 20_000, ..Draws::default() };
        for seed in 0..3 {
            program.generate(&Draws { seed, n_steps: 20_000, ..tiny() }, &Limits::default());
            program.generate(&Draws { seed, ..long.clone() }, &Limits::default());
        }
    }
}
