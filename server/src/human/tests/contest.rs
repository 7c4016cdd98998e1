//! Several problems: each in short, and the table.

use std::time::Duration;

use expect_test::{Expect, expect};
use problem::report::{ContestHead, Report};

use super::samples::{empty, small, view};
use crate::human::{Outcome, Row, contest, render_one, table};

fn check_table(rows: &[Row<'_>], width: usize, expected: Expect) {
    expected.assert_eq(&table(rows, &view(width)));
}

fn rows<'a>(good: &'a Report, bad: &'a Report) -> [Row<'a>; 4] {
    [
        Row { label: Some("A"), name: "two", outcome: Outcome::Judged(bad, Duration::from_millis(1240)) },
        Row { label: Some("B"), name: "a-rather-long-name", outcome: Outcome::Judged(good, Duration::from_millis(31)) },
        Row { label: Some("C"), name: "gone", outcome: Outcome::Not("listed, and there is no such folder") },
        Row { label: None, name: "evil\u{1b}[2J", outcome: Outcome::Not("the disk said no\u{7}") },
    ]
}

#[test]
fn a_table() {
    let (good, bad) = (empty(), small());
    check_table(
        &rows(&good, &bad),
        80,
        expect![[r#"
               problem             format  S+  S-   TPR    TNR  errors    time
            A  two                 plain    2   3  100%  66.7%       2  1.24 s
            B  a-rather-long-name  plain    0   0     -      -       0   31 ms
            C  gone  not judged: listed, and there is no such folder
               evil\u{1b}[2J  not judged: the disk said no\u{7}

            4 problems: 1 with errors, 2 not judged
        "#]],
    );
}

#[test]
fn a_narrow_table_gives_up_what_matters_least() {
    let (good, bad) = (empty(), small());
    check_table(
        &rows(&good, &bad),
        44,
        expect![[r#"
               problem              TPR    TNR  errors
            A  two                 100%  66.7%       2
            B  a-rather-long-name     -      -       0
            C  gone  not judged: listed, and there is n…
               evil\u{1b}[2J  not judged: the disk said…

            4 problems: 1 with errors, 2 not judged
        "#]],
    );
    let lines = table(&rows(&good, &bad), &view(44));
    assert!(lines.lines().all(|line| super::super::clean::width(line) <= 44), "{lines}");
}

#[test]
fn without_labels_there_is_no_column_for_them() {
    let good = empty();
    let row = Row { label: None, name: "one", outcome: Outcome::Judged(&good, Duration::ZERO) };
    check_table(
        &[row],
        80,
        expect![[r#"
            problem  format  S+  S-  TPR  TNR  errors  time
            one      plain    0   0    -    -       0  0 ms

            1 problem
        "#]],
    );
}

#[test]
fn a_problem_in_short() {
    let shown = render_one("A two", &small(), &|_| None, &view(60));
    assert!(!shown.contains("correct            1"), "there is no matrix: {shown}");
    expect![[r#"
        ── A two ───────────────────────────────────────────────────
        sum · plain · 2 s, 256 MB (statement.md) · checker check.cpp
          main solutions/sol.cpp · sandbox full
          7 programs, 12 tests
    "#]]
    .assert_eq(&shown.lines().take(4).map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn a_contest_with_nothing_to_say_is_not_mentioned() {
    let mut head = ContestHead { root: "/c".into(), name: None, file: None, findings: Vec::new() };
    assert_eq!(contest(&head, &|_| None, &view(40)), None);
    head.name = Some("Spring\u{1b}".into());
    expect![[r#"
        ── Spring\u{1b} ────────────────────────
    "#]]
    .assert_eq(&contest(&head, &|_| None, &view(40)).expect("it has a name"));
    head.findings.push(small().findings.remove(0));
    let said = contest(&head, &|_| None, &view(40)).expect("there is something to say");
    assert!(said.contains("warning[testlib-07]"), "{said}");
}
