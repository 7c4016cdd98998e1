//! Test suites in the dialect that servers of continuous integration share: `junit.xsd` beside the tests.
//!
//! A suite for each problem; in it a case for each solution, which fails when its label is not met, and one for each test,
//! which fails when it is not valid. A cell is no case: there are too many, and most of them are meant to fail.

use problem::{
    finding::Severity,
    report::{FindingReport, NotJudged, Reason, Report, SolutionReport, TestReport},
    verdict::Verdict,
};

use crate::{
    Material,
    changes::Changes,
    subject::Judged,
    words::{self, severity},
    xml::{attributes, escaped},
};

/// A case, written, and what it counts as.
struct Case {
    xml: String,
    outcome: Outcome,
    seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed { message: String, kind: &'static str },
    Error { message: String, kind: &'static str },
    Skipped(String),
}

/// A suite, written, and how many cases of which outcome it has.
#[derive(Default)]
struct Suite {
    xml: String,
    counts: [usize; 4],
    seconds: f64,
}

pub(crate) fn text(material: &Material) -> String {
    let mut suites: Vec<Suite> = Vec::new();
    if let Some(contest) = material.subject.contest() {
        for head in contest.contests.iter().filter(|head| !head.findings.is_empty()) {
            let name = head.name.as_deref().or(head.file.as_deref()).unwrap_or("contest");
            let cases = head.findings.iter().map(|finding| of_finding(name, finding)).collect();
            suites.push(suite(name, cases, ""));
        }
        let not_judged: Vec<Case> = contest.not_judged.iter().map(of_missing).collect();
        if !not_judged.is_empty() {
            suites.push(suite("not judged", not_judged, ""));
        }
    }
    for (at, judged) in material.subject.problems().iter().enumerate() {
        suites.push(of_problem(judged, material.changes.get(at)));
    }
    let totals: [usize; 4] = std::array::from_fn(|at| suites.iter().map(|suite| suite.counts[at]).sum());
    let seconds = suites.iter().map(|suite| suite.seconds).sum();
    let all: String = suites.into_iter().map(|suite| suite.xml).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"touchstone\"{}>\n{all}</testsuites>\n",
        counted(totals, seconds)
    )
}

fn counted([passed, failed, errors, skipped]: [usize; 4], seconds: f64) -> String {
    let numbers = [passed + failed + errors + skipped, failed, errors, skipped].map(|number| number.to_string());
    let [tests, failures, errors, skipped] = &numbers;
    attributes(&[
        ("tests", tests),
        ("failures", failures),
        ("errors", errors),
        ("skipped", skipped),
        ("time", &format!("{seconds:.4}")),
    ])
}

fn suite(name: &str, cases: Vec<Case>, out: &str) -> Suite {
    let mut suite = Suite::default();
    for case in &cases {
        suite.seconds += case.seconds;
        suite.counts[match case.outcome {
            Outcome::Passed => 0,
            Outcome::Failed { .. } => 1,
            Outcome::Error { .. } => 2,
            Outcome::Skipped(_) => 3,
        }] += 1;
    }
    let out = if out.is_empty() { String::new() } else { format!("    <system-out>{}</system-out>\n", escaped(out)) };
    let cases: String = cases.into_iter().map(|case| case.xml).collect();
    let counts = counted(suite.counts, suite.seconds);
    suite.xml = format!("  <testsuite{}{counts}>\n{cases}{out}  </testsuite>\n", attributes(&[("name", name)]));
    suite
}

fn case(class: &str, name: &str, seconds: f64, outcome: Outcome) -> Case {
    let head = attributes(&[("classname", class), ("name", name), ("time", &format!("{seconds:.4}"))]);
    let xml = match &outcome {
        Outcome::Passed => format!("    <testcase{head}/>\n"),
        Outcome::Failed { message, kind } => inside(&head, "failure", &[("message", message), ("type", kind)]),
        Outcome::Error { message, kind } => inside(&head, "error", &[("message", message), ("type", kind)]),
        Outcome::Skipped(message) => inside(&head, "skipped", &[("message", message)]),
    };
    Case { xml, outcome, seconds }
}

fn inside(head: &str, element: &str, words: &[(&str, &str)]) -> String {
    format!("    <testcase{head}>\n      <{element}{}/>\n    </testcase>\n", attributes(words))
}

fn of_problem(judged: &Judged<'_>, changes: Option<&Changes>) -> Suite {
    let (name, report) = (judged.shown(), judged.report);
    let mut cases: Vec<Case> = Vec::new();
    for (row, solution) in report.solutions.iter().enumerate() {
        let milliseconds: f64 = report.matrix.time_ms.get(row).into_iter().flatten().flatten().sum();
        let outcome = of_solution(report, solution);
        cases.push(case(&format!("{name}.solutions"), &solution.path, milliseconds / 1e3, outcome));
    }
    for test in &report.tests {
        cases.push(case(&format!("{name}.tests"), &test.id, 0.0, of_test(test)));
    }
    let changed = changes.map(words::changes).unwrap_or_default().into_iter().map(|line| line + "\n");
    let findings = report.findings.iter().map(line);
    suite(&name, cases, &changed.chain(findings).collect::<String>())
}

/// A finding as a line.
fn line(finding: &FindingReport) -> String {
    let place =
        finding.path.as_ref().map(|path| format!("{path}:{}: ", finding.range.start.line + 1)).unwrap_or_default();
    format!("{place}{}[{}]: {}\n", severity(finding.severity), finding.code, finding.message)
}

fn of_solution(report: &Report, solution: &SolutionReport) -> Outcome {
    let program = report.programs.iter().find(|program| program.path == solution.path);
    if program.is_some_and(|program| program.build == "failed") {
        return Outcome::Error { message: "it does not compile".to_owned(), kind: "build-failed" };
    }
    let expected = solution.expected.join(", ");
    match solution.expectation_met {
        Some(true) => Outcome::Passed,
        Some(false) => {
            let seen = match &solution.verdicts_seen[..] {
                [] => "nothing".to_owned(),
                seen => seen.join(", "),
            };
            let first = solution.first_failed_test.as_ref();
            let first = first.map(|test| format!("; the first test that it fails is {test}")).unwrap_or_default();
            let message = format!("labelled {expected}, and its verdicts are {seen}{first}");
            Outcome::Failed { message, kind: "expectation" }
        }
        None if solution.expected.is_empty() => Outcome::Skipped("it has no label".to_owned()),
        None if solution.verdict == Verdict::Sk.code() => Outcome::Skipped("it was not run".to_owned()),
        None => Outcome::Skipped("whether its label is met is not known".to_owned()),
    }
}

fn of_test(test: &TestReport) -> Outcome {
    if test.valid && test.validators.is_empty() {
        return Outcome::Skipped("no validator has looked at it".to_owned());
    }
    if test.valid {
        return Outcome::Passed;
    }
    if test.digest.is_none() {
        return Outcome::Error { message: "there is no input".to_owned(), kind: "no-input" };
    }
    let by = test.validators.iter().find(|one| !one.ok).map(|one| format!("{}: ", one.path)).unwrap_or_default();
    Outcome::Failed { message: format!("{by}{}", test.validator_message), kind: "invalid" }
}

fn of_finding(contest: &str, finding: &FindingReport) -> Case {
    let message = line(finding).trim_end().to_owned();
    let outcome = match finding.severity {
        Severity::Error | Severity::Warning => Outcome::Failed { message, kind: "finding" },
        Severity::Information | Severity::Hint => Outcome::Skipped(message),
    };
    case(contest, &finding.code, 0.0, outcome)
}

fn of_missing(problem: &NotJudged) -> Case {
    let message = problem.message.clone();
    let outcome = match problem.reason {
        Reason::NothingAskedFor => Outcome::Skipped(message),
        Reason::Missing => Outcome::Error { message, kind: "missing" },
        Reason::Failed => Outcome::Error { message, kind: "failed" },
    };
    case("problems", &words::name_of(problem), 0.0, outcome)
}
