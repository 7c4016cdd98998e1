//! One test, by hand.

use ide::show_test::{Difference, ShownLimits, ShownTest, ShownText};

use super::hostile::{assert_balanced, without_colours};
use crate::human::{View, shown_test};

fn shown() -> ShownTest {
    let text = |text: &str| Some(ShownText::Whole(text.to_owned()));
    ShownTest {
        input: text("1\n\x1b[2J2\n"),
        expected: text("多 5 6\n"),
        found: text("多 4 6\n"),
        stderr: None,
        first_difference: Some(Difference { line: 0, column: 2 }),
        expected_difference: Some(Difference { line: 0, column: 2 }),
        input_place: None,
        validator: None,
        checker: Some("second word differs: expected 5, found 4, and this is said at length\n".to_owned()),
        verdict: Some("WA".to_owned()),
        time_ms: Some(12.0),
        memory_kb: Some(2048),
        limits: Some(ShownLimits { time_ms: Some(1000), memory_kb: 262_144 }),
        exceeded: None,
        made_by: "gen 1".to_owned(),
        declared: None,
        transcript: None,
        rerun: None,
    }
}

#[test]
fn marks_stand_below_what_they_mean() {
    let view = View { width: 48, color: false, unicode: true };
    expect_test::expect![[r"
        wa.cpp on test 3: WA
        made by   gen 1
        time      12 ms (limit 1 s)
        memory    2.0 MB (limit 256 MB)
        checker   second word differs: expected 5, found
                  4, and this is said at length

        input
            1
            \u{1b}[2J2

        expected
            多 5 6
               ^ expected here

        found
            多 4 6
               ^ differs here
    "]]
    .assert_eq(&shown_test(&shown(), "3", Some("wa.cpp"), &view));
}

#[test]
fn colours_change_nothing_else() {
    let view = View { width: 80, color: true, unicode: true };
    let painted = shown_test(&shown(), "3", Some("wa.cpp"), &view);
    assert_balanced(&painted);
    assert_eq!(without_colours(&painted), shown_test(&shown(), "3", Some("wa.cpp"), &View { color: false, ..view }));
    // The word, and no more, has the colour of its mark.
    assert!(painted.contains("多 \x1b[1m\x1b[31m4\x1b[0m 6\n"), "{painted:?}");
}

/// A long line is cut on both sides of its mark, and no line is wider than the terminal.
#[test]
fn a_narrow_terminal_gets_short_lines() {
    let view = View { width: 40, color: false, unicode: false };
    let long = format!("{} x {}\n", "7".repeat(60), "8".repeat(60));
    let found = Some(ShownText::Whole(long));
    let text = shown_test(
        &ShownTest { found, first_difference: Some(Difference { line: 0, column: 61 }), ..shown() },
        "3",
        None,
        &view,
    );
    assert!(
        text.contains("    ..777777777777777 x 88888888888888..\n                      ^ differs here\n"),
        "{text}"
    );
    assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
}
