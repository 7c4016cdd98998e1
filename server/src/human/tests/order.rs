//! The order of findings, and those that are shown as one.

use problem::{finding::Code, report::FindingReport, text::Range};

use super::samples::{empty, finding, related, view};
use crate::human::{render, select};

const CALL: Range = range(4, 4, 26);
const INPUT: Range = range(0, 0, 4);

const fn range(line: u32, start: u32, end: u32) -> Range {
    Range {
        start: problem::text::Position { line, character: start },
        end: problem::text::Position { line, character: end },
    }
}

/// A finding with the place that explains it.
fn explained(code: Code, place: (&str, Range), by: (&str, Range)) -> FindingReport {
    let mut finding = finding(code, Some(place.0), place.1, "words");
    finding.related.push(related(by.0, by.1, "because of this"));
    finding
}

/// The codes of the findings that are shown, each with its file.
fn shown(findings: &[FindingReport]) -> Vec<String> {
    let items = select::select(findings);
    let line = |item: &select::Item<'_>| match item {
        select::Item::Finding(finding) => {
            format!("{} {}", finding.code, finding.path.as_deref().unwrap_or("-"))
        }
        select::Item::More { like, count, .. } => format!("{count} more {}", like.code),
    };
    items.iter().map(line).collect()
}

#[test]
fn an_invalid_test_is_told_where_it_is_rejected() {
    let (val, test) = (("val.cpp", CALL), ("tests/2.in", INPUT));
    let other = ("tests/3.in", INPUT);
    let findings = [
        explained(Code::TestInvalid, test, val),
        explained(Code::ValidatorRejectsTest, val, test),
        // Nobody tells this one otherwise.
        explained(Code::TestInvalid, other, val),
        explained(Code::ValidatorRejectsSample, val, ("samples/1.in", INPUT)),
        explained(Code::TestInvalid, ("samples/1.in", INPUT), val),
    ];
    assert_eq!(
        shown(&findings),
        ["test-invalid tests/3.in", "validator-rejects-test val.cpp", "validator-rejects-sample val.cpp"]
    );
    let mut report = empty();
    report.findings = findings.to_vec();
    let text = render(&report, &|_| None, &view(80));
    assert!(text.ends_with("\n3 errors\n"), "{text}");
}

#[test]
fn causes_come_before_what_follows_from_them() {
    let at = |code: Code, path: &str| finding(code, Some(path), Range::default(), "words");
    let findings = [
        at(Code::CorrectSolutionFails, "a.cpp"),
        at(Code::CheckerCrashed, "b.cpp"),
        at(Code::ValidatorRejectsTest, "c.cpp"),
        at(Code::GeneratorFailed, "script.txt"),
        at(Code::BuildFailed, "z.cpp"),
        at(Code::ManifestBroken, "problem.xml"),
        // What is worse comes first, whatever it follows from.
        at(Code::GeneratorNotReproducible, "a.cpp"),
    ];
    assert_eq!(
        shown(&findings),
        [
            "manifest-broken problem.xml",
            "build-failed z.cpp",
            "generator-failed script.txt",
            "validator-rejects-test c.cpp",
            "checker-crashed b.cpp",
            "correct-solution-fails a.cpp",
            "generator-not-reproducible a.cpp",
        ]
    );
}
