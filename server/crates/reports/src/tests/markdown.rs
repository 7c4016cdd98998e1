//! Comments for pull requests.

use super::{EVIL, finding, material, report};
use crate::{Kind, text};

#[test]
fn texts_of_a_folder_are_code_and_nothing_else() {
    let mut report = report(&[(EVIL, EVIL, "W")], &["d1"]);
    report.problem.name = EVIL.to_owned();
    report.findings = vec![finding("no-main", Some(EVIL), EVIL)];
    let written = text(Kind::Markdown, &material(report));
    // What is left without code is ours: letters, and signs of tables and lists.
    let mut rest = written.as_str();
    let mut ours = String::new();
    while let Some((before, after)) = rest.split_once("<code>") {
        let (code, after) = after.split_once("</code>").unwrap();
        let is_harmless = |letter: char| letter.is_alphanumeric() || " &#;…".contains(letter);
        assert!(code.chars().all(is_harmless), "{code}");
        ours += before;
        rest = after;
    }
    ours += rest;
    assert!(!ours.contains("evil") && !ours.contains('@') && !ours.contains('<') && !ours.contains("://"), "{ours}");
}

#[test]
fn a_long_report_is_cut_between_lines_and_says_so() {
    let mut report = report(&[("sol.cpp", "accepted", "A")], &["d1"]);
    report.findings = (0..3000).map(|at| finding("no-main", None, &format!("{at} {}", "é😀".repeat(50)))).collect();
    let written = text(Kind::Markdown, &material(report));
    assert!(written.chars().count() <= 60_000 && written.chars().count() > 55_000, "{}", written.len());
    let last = written.trim_end().lines().last().unwrap();
    assert!(last.starts_with("There is no room for ") && last.ends_with("shows all."), "{last}");
    let n_shown = written.lines().filter(|line| line.starts_with("- warning")).count();
    // Beside the findings, the table's head, its row, and two blank lines are missing.
    assert!(last.contains(&format!(" {} further lines", 3000 - n_shown + 4)), "{last} {n_shown}");
}
