//! What holds for every report.

use problem::{
    finding::Code,
    label::LabelWord,
    report::{FindingReport, Report},
    text::Range,
};
use proptest::prelude::*;

use super::samples::{finding, over, related, solution};
use crate::human::{View, clean, matrix, render};

fn id() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[0-9]{1,4}",
        3 => "(sample|secret/g[0-9]{1,2}|secret)/[0-9]{2}(-[a-z]{1,12})?",
        1 => any::<String>(),
    ]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z]{1,9}(/[a-z_]{1,40})?\\.(cpp|py)", 1 => any::<String>(), 1 => "(解|é|\u{301}|\x1b|/){0,40}"]
}

fn a_report() -> impl Strategy<Value = Report> {
    let ids = prop_oneof![prop::collection::vec(id(), 0..40), prop::collection::vec(id(), 0..300)];
    let cell = prop_oneof![8 => Just('.'), 1 => prop::char::range('A', 'Z')];
    let row = prop::collection::vec(cell, 0..300);
    let label = prop::option::of(prop::sample::select(LabelWord::ALL.to_vec()));
    let rows = prop::collection::vec((path(), label, row, 0.0..1e7_f64), 0..12);
    (ids, rows, prop::collection::vec(any::<bool>(), 300), prop::collection::vec(a_finding(), 0..12)).prop_map(
        |(ids, rows, valid, findings)| {
            let mut report = over(ids);
            report.tests.iter_mut().zip(valid).for_each(|(test, valid)| test.valid = valid);
            for (path, label, row, time) in rows {
                solution(&mut report, &path, label, &row.into_iter().collect::<String>(), time);
            }
            report.findings = findings;
            report
        },
    )
}

fn a_range() -> impl Strategy<Value = Range> {
    let number = || prop_oneof![8 => 0..12_u32, 1 => any::<u32>()];
    (number(), number(), number(), number()).prop_map(|(a, b, c, d)| Range::new(a, b, c, d))
}

fn a_finding() -> impl Strategy<Value = FindingReport> {
    let code = prop::sample::select(Code::NAMED.to_vec());
    let file = || prop::option::of(prop::sample::select(vec!["a", "b"]));
    (code, file(), a_range(), any::<String>(), prop::collection::vec((file(), a_range(), any::<String>()), 0..4))
        .prop_map(|(code, path, range, message, places)| {
            let mut finding = finding(code, path, range, &message);
            finding.related =
                places.iter().map(|(path, range, message)| related(path.unwrap_or("c"), *range, message)).collect();
            finding
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_matrix_is_never_wider_than_the_terminal(report in a_report(), width in 0..200_usize, unicode: bool) {
        let view = View { width, color: false, unicode };
        for line in matrix::lines(&report, &view) {
            let line = line.paint(false);
            prop_assert!(clean::width(&line) <= width.max(View::NARROWEST), "{line:?}");
        }
    }

    #[test]
    fn every_report_is_shown(report in a_report(), width in 0..200_usize, color: bool, text: String, lines in 0..9_usize) {
        let source = |path: &str| (path != "c").then(|| format!("{text}\n").repeat(lines));
        let shown = render(&report, &source, &View { width, color, unicode: true });
        let allowed = |character: char| !character.is_control() || character == '\n' || (color && character == '\x1b');
        prop_assert!(shown.chars().all(allowed), "{shown:?}");
    }
}
