//! Reports made by hand.

use problem::{
    finding::Code,
    label::{LabelWord, Pool},
    report::{
        CheckerReport, FindingReport, GradedReport, MatrixReport, MetricsReport, OverReport, ProblemReport,
        ProgramReport, RelatedReport, Report, SandboxReport, SolutionReport, TestReport, VERSION,
    },
    text::Range,
    verdict::{Verdict, VerdictSet},
};

use crate::human::{View, rows};

/// A plain view of some width.
pub(super) fn view(width: usize) -> View {
    View { width, color: false, unicode: true }
}

/// A report with nothing in it.
pub(super) fn empty() -> Report {
    Report {
        version: VERSION,
        problem: ProblemReport {
            root: "/nowhere".into(),
            name: "sum".into(),
            format: "plain".into(),
            time_limit_ms: Some(2000),
            memory_limit_mb: 256,
            limits_source: "assumed".into(),
            main: None,
            checker: CheckerReport { path: None, builtin: Some("tokens".into()), reason: String::new() },
            sandbox: SandboxReport { level: "full".into(), layers: Vec::new() },
            cluster: None,
            sanitizers: None,
        },
        programs: Vec::new(),
        tests: Vec::new(),
        groups: Vec::new(),
        solutions: Vec::new(),
        matrix: MatrixReport {
            solutions: Vec::new(),
            tests: Vec::new(),
            verdicts: Vec::new(),
            time_ms: Vec::new(),
            memory_kb: Vec::new(),
        },
        metrics: MetricsReport {
            tpr: None,
            tnr: None,
            correct: OverReport::default(),
            wrong: OverReport::default(),
            unknown: None,
            false_positives: Vec::new(),
            false_negatives: Vec::new(),
            tle_only_kills: Vec::new(),
        },
        findings: Vec::new(),
    }
}

/// A report over tests with these ids.
pub(super) fn over(ids: impl IntoIterator<Item = String>) -> Report {
    let mut report = empty();
    report.matrix.tests = ids.into_iter().collect();
    report.tests = report.matrix.tests.iter().map(|id| test(id)).collect();
    report
}

fn test(id: &str) -> TestReport {
    TestReport {
        id: id.into(),
        name: id.into(),
        testset: "tests".into(),
        group: None,
        points: None,
        sample: false,
        origin: "manual".into(),
        path: None,
        answer_path: None,
        command: None,
        bytes: None,
        digest: None,
        duplicate_of: None,
        valid: true,
        validator_message: String::new(),
        validators: Vec::new(),
        passed_by: 0,
        killed: 0,
    }
}

fn program(path: &str) -> ProgramReport {
    ProgramReport {
        path: path.into(),
        role: "solution".into(),
        language: "cpp".into(),
        standard: None,
        reason: String::new(),
        expected: Vec::new(),
        permitted: Vec::new(),
        required: Vec::new(),
        main: false,
        build: "ok".into(),
    }
}

/// What a character of a row stands for.
fn verdict(sign: char) -> Verdict {
    match sign {
        '.' => Verdict::Ac,
        'W' => Verdict::Wa,
        'P' => Verdict::Pe,
        'T' => Verdict::Tle,
        'M' => Verdict::Mle,
        'R' => Verdict::Rte,
        'F' => Verdict::Fail,
        _ => Verdict::Sk,
    }
}

fn codes(set: VerdictSet) -> Vec<String> {
    set.iter().map(|verdict| verdict.code().to_owned()).collect()
}

/// Adds a solution with its row, one character for each test, and counts it in the metrics.
pub(super) fn solution(report: &mut Report, path: &str, label: Option<LabelWord>, row: &str, time_ms: f64) {
    let verdicts: Vec<Verdict> = row.chars().map(verdict).collect();
    let seen: VerdictSet = verdicts.iter().copied().filter(|verdict| verdict.counts()).collect();
    let fails = verdicts.iter().any(|verdict| verdict.is_failure());
    let sets = label.map(LabelWord::sets);
    let class = label.filter(|_| !seen.is_empty()).and_then(|label| Some((label.sets().pool()?, fails)));
    let class = class.map(|class| match class {
        (Pool::Correct, false) => "true_positive",
        (Pool::Correct, true) => "false_negative",
        (Pool::Wrong, false) => "false_positive",
        (Pool::Wrong, true) => "true_negative",
    });
    report.programs.push(program(path));
    report.solutions.push(SolutionReport {
        path: path.into(),
        expected: label.iter().map(|label| label.name().to_owned()).collect(),
        permitted: sets.map(|sets| codes(sets.permitted)).unwrap_or_default(),
        required: sets.map(|sets| codes(sets.required)).unwrap_or_default(),
        verdict: verdicts.iter().max().map_or("CE", |verdict| verdict.code()).into(),
        verdicts_seen: codes(seen),
        first_failed_test: None,
        class: class.map(str::to_owned),
        expectation_met: sets.filter(|_| !seen.is_empty()).map(|sets| sets.met_by(seen)),
        points: None,
        graded: GradedReport::default(),
        time_limit_ms: None,
        max_time_ms: (!seen.is_empty()).then_some(time_ms),
        max_memory_kb: (!seen.is_empty()).then_some(3400),
    });
    report.matrix.solutions.push(path.into());
    report.matrix.verdicts.push(verdicts.iter().map(|verdict| verdict.code().to_owned()).collect());
    count(report);
}

fn count(report: &mut Report) {
    let of = |class: &str| report.solutions.iter().filter(|one| one.class.as_deref() == Some(class)).count() as f64;
    let share = |good: f64, bad: f64| (good + bad > 0.0).then(|| good / (good + bad));
    report.metrics.tpr = share(of("true_positive"), of("false_negative"));
    report.metrics.tnr = share(of("true_negative"), of("false_positive"));
    let over = |pool: rows::Pool, classes: [&str; 2]| {
        let labelled = report.solutions.iter().filter(|solution| rows::Pool::of(solution) == pool).count();
        let known = classes.iter().map(|class| of(class) as usize).sum();
        OverReport { known, asked: known, labelled }
    };
    let correct = over(rows::Pool::Correct, ["true_positive", "false_negative"]);
    let wrong = over(rows::Pool::Wrong, ["true_negative", "false_positive"]);
    (report.metrics.correct, report.metrics.wrong) = (correct, wrong);
}

/// A finding of the code's usual severity.
pub(super) fn finding(code: Code, path: Option<&str>, range: Range, message: &str) -> FindingReport {
    FindingReport {
        code: code.to_string(),
        severity: code.severity(),
        path: path.map(str::to_owned),
        range,
        message: message.into(),
        related: Vec::new(),
    }
}

/// A place that explains a finding.
pub(super) fn related(path: &str, range: Range, message: &str) -> RelatedReport {
    RelatedReport { path: path.into(), range, message: message.into() }
}

/// The generator and the script of [`small`].
pub(super) fn sources(path: &str) -> Option<String> {
    match path {
        "gen.cpp" => Some(
            "#include \"testlib.h\"\n\nint main(int argc, char* argv[]) {\n\tregisterGen(argc, argv, 1);\n\tint n = \
             opt<int>(\"n\");\n\tint m = rand() % n;\n\tprintf(\"%d %d\\n\", n, m);\n}\n"
                .into(),
        ),
        "script.txt" => Some("gen -n 1 > 1\ngen -n 10 > 2\ngen -n 10 > 3\ngne -n 5 > 4\n".into()),
        _ => None,
    }
}

/// A problem as they usually are.
pub(super) fn small() -> Report {
    let mut report = over((1..=12).map(|id| id.to_string()));
    report.problem.main = Some("solutions/sol.cpp".into());
    report.problem.limits_source = "statement.md".into();
    report.problem.checker = CheckerReport { path: Some("check.cpp".into()), builtin: None, reason: String::new() };
    solution(&mut report, "solutions/sol.cpp", Some(LabelWord::Accepted), "............", 31.2);
    solution(&mut report, "solutions/sol_slow.py", Some(LabelWord::Accepted), "............", 1712.0);
    solution(&mut report, "solutions/brute.cpp", Some(LabelWord::AcceptedOrTle), "......TTTTTT", 2310.0);
    solution(&mut report, "solutions/wa_overflow.cpp", Some(LabelWord::WrongAnswer), "..W......W..", 28.0);
    solution(&mut report, "solutions/wa_greedy.cpp", Some(LabelWord::WrongAnswer), "............", 27.0);
    solution(&mut report, "solutions/tle_n2.cpp", Some(LabelWord::TimeLimitExceeded), ".......RRR..", 412.0);
    solution(&mut report, "solutions/unsure.cpp", None, "............", 27.0);
    report.metrics.false_positives = vec!["solutions/wa_greedy.cpp".into()];
    let whole = Range::default();
    let mut passes = finding(
        Code::WrongSolutionPasses,
        Some("solutions/wa_greedy.cpp"),
        whole,
        "labelled wrong_answer, but passes all 12 tests",
    );
    passes.related.push(related("script.txt", Range::new(0, 0, 0, 8), "the tests are made here"));
    let mut duplicate =
        finding(Code::TestDuplicate, Some("script.txt"), Range::new(2, 0, 2, 9), "test 3 is the same as test 2");
    duplicate.related.push(related("script.txt", Range::new(1, 0, 1, 9), "test 2"));
    let unknown =
        finding(Code::GeneratorUnknown, Some("script.txt"), Range::new(3, 0, 3, 3), "there is no generator `gne`");
    let rand = finding(
        Code::Testlib(7),
        Some("gen.cpp"),
        Range::new(5, 9, 5, 15),
        "`rand()` differs from machine to machine\nuse `rnd.next(n)`",
    );
    report.findings = vec![
        rand,
        duplicate,
        unknown,
        passes,
        finding(Code::ExpectationUnmet, Some("solutions/tle_n2.cpp"), whole, "expected TLE, saw RTE on test 8"),
        finding(Code::NoMain, None, whole, "no solution is marked as the main one; sol.cpp is taken"),
        finding(Code::SolutionUnlabelled, Some("solutions/unsure.cpp"), whole, "nothing says what is expected of it"),
        finding(Code::TestKillsNothing, Some("script.txt"), Range::new(0, 0, 0, 8), "test 1 kills no wrong solution"),
    ];
    report
}
