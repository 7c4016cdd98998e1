//! Text that tries to be more than text.

use expect_test::expect;
use problem::{finding::Code, label::LabelWord, report::Report, text::Range};

use super::samples::{finding, over, related, small, solution, sources};
use crate::human::{View, render};

const EVIL: &str = "a\x1b[2Jb\rc\x07\u{202e}d\u{9b}31m";

fn evil() -> Report {
    let mut report = over([format!("{EVIL}/1"), "2".into()]);
    solution(&mut report, &format!("{EVIL}.cpp"), Some(LabelWord::WrongAnswer), "W.", 1.0);
    report.problem.name = EVIL.into();
    report.problem.format = EVIL.into();
    report.problem.limits_source = EVIL.into();
    report.problem.main = Some(EVIL.into());
    report.problem.checker.builtin = Some(EVIL.into());
    report.problem.sandbox.level = EVIL.into();
    report.metrics.tle_only_kills = vec![EVIL.into()];
    let message = format!("{EVIL}\n{EVIL}");
    let mut with_related = finding(Code::BuildFailed, Some(EVIL), Range::new(0, 1, 0, 4), &message);
    with_related.code = EVIL.into();
    with_related.related.push(related(EVIL, Range::new(0, 0, 0, 1), EVIL));
    with_related.related.push(related(&format!("other {EVIL}"), Range::new(0, 0, 0, 1), EVIL));
    report.findings.push(with_related);
    report.findings.push(finding(Code::NoMain, Some(EVIL), Range::default(), &message));
    report.findings.push(finding(Code::NoWrongSolution, None, Range::default(), &message));
    report
}

fn source(_: &str) -> Option<String> {
    Some(format!("\tx{EVIL}\n"))
}

#[test]
fn nothing_reaches_the_terminal_but_text() {
    let text = render(&evil(), &source, &View { width: 80, color: false, unicode: true });
    assert!(!text.chars().any(|character| character.is_control() && character != '\n'), "{text:?}");
    assert!(!text.contains('\u{202e}'), "{text:?}");
    expect![[r#"
        a\u{1b}[2Jb\rc\u{7}\u{202e}d… · a\u{1b}[2Jb\rc\u{7}\u{202e}d…
          2 s, 256 MB (a\u{1b}[2Jb\rc\u{7}…) · built-in checker a\u{1b}[2Jb\rc\u{7}…
          main …2Jb\rc\u{7}\u{202e}d\u{9b}31m · sandbox a\u{1b}[2Jb\rc\u{7}\u{202e}d…
          1 program, 2 tests

                                   a\u{1b}[2Jb\rc…
        wrong                      1                2
          …\u{202e}d\u{9b}31m.cpp  W                .  WA    1 ms  3.3 MB  ✓
        . accepted   W wrong answer

        TPR no correct solution
        TNR 100% (1 of 1 wrong solution fails)
        1 wrong solution fails by time alone: a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m

        error[a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m]: a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m
          ┌─ a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m:1:2
        1 │     xa\u{1b}[2Jb
          │     ^^^^^^^^
          = a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m
          = a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m:1:1:
            a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m
          = other a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m:1:1:
            a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m

        warning[no-wrong-solution]: a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m
          = a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m

        note[no-main]: a\u{1b}[2Jb\rc\u{7}\u{202e}d\u{9b}31m …

        1 error, 1 warning, 1 note
    "#]]
    .assert_eq(&text);
}

/// Every colour is reset on its own line, and nothing else is escaped.
pub(super) fn assert_balanced(text: &str) {
    for line in text.lines() {
        let mut open = false;
        for escape in line.split('\x1b').skip(1) {
            let end = escape.find('m').expect("an escape sets a colour");
            assert!(
                escape.starts_with('[') && escape[1..end].bytes().all(|byte| byte.is_ascii_digit() || byte == b';')
            );
            open = escape[1..end] != *"0";
        }
        assert!(!open, "{line:?}");
    }
}

#[test]
fn colours_are_balanced() {
    let view = View { width: 80, color: true, unicode: true };
    for (report, text) in [(small(), render(&small(), &sources, &view)), (evil(), render(&evil(), &source, &view))] {
        assert!(text.contains("\x1b["));
        assert_balanced(&text);
        let plain = render(&report, if report == small() { &sources } else { &source }, &View { color: false, ..view });
        assert_eq!(without_colours(&text), plain, "colours change nothing else");
    }
}

pub(super) fn without_colours(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().unwrap_or("").to_owned();
    pieces.fold(first, |plain, piece| plain + piece.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn positions_outside_of_the_source() {
    let mut report = over([]);
    for range in
        [Range::new(9, 9, 9, 9), Range::new(0, 99, 0, 3), Range::new(u32::MAX, u32::MAX, 0, 0), Range::new(0, 2, 7, 1)]
    {
        let mut finding = finding(Code::TestInvalid, Some("a.txt"), range, "odd");
        finding.related.push(related("a.txt", range, "odder"));
        report.findings.push(finding);
    }
    expect![[r#"
        sum · plain · 2 s, 256 MB (assumed) · built-in checker tokens · no main solution
          sandbox full · 0 programs, 0 tests

        TPR no correct solution
        TNR no wrong solution

        error[test-invalid]: a.txt:10:10: odd
          = a.txt:10:10: odder

        error[test-invalid]: odd
          ┌─ a.txt:1:5
        1 │ éa😀b
          │      ^
          = a.txt:1:5: odder

        error[test-invalid]: a.txt:4294967296:4294967296: odd
          = a.txt:4294967296:4294967296: odder

        error[test-invalid]: odd
          ┌─ a.txt:1:3
        1 │ éa😀b
          │   ^^^
          = a.txt:1:3: odder

        4 errors
    "#]]
    .assert_eq(&render(&report, &|_| Some("éa😀b".into()), &View { width: 80, color: false, unicode: true }));
}
