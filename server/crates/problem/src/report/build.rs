//! From what is known to the report.

use super::{
    CheckerReport, ClusterReport, FindingReport, GradedReport, GroupReport, GroupResultReport, MatrixReport,
    MetricsReport, OverReport, ProblemReport, ProgramReport, RelatedReport, Report, SandboxReport, SanitizersReport,
    SolutionReport, TestReport, VERSION, ValidatorReport,
};
use crate::{
    classify::{self, Over, Row},
    executor::Sandbox,
    finding::Finding,
    label::{Label, Pool},
    model::{CheckerKind, InputSource, Problem, Program, ProgramIdx, TestIdx},
    request::CheckRequest,
    sanitizer::SanitizerEvent,
    scoring::{GroupResult, TestGroup},
    state::{Build, Cell, State},
    verdict::{Verdict, VerdictSet},
};

/// What the report says of the machine.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The folder's absolute path.
    pub root: String,
    /// How programs were shut in.
    pub sandbox: Sandbox,
    /// Who ran programs, where a cluster did.
    pub cluster: Option<ClusterReport>,
}

/// Makes the report of a run.
pub fn report(
    problem: &Problem,
    state: &State,
    request: &CheckRequest,
    findings: &[Finding],
    surroundings: &Surroundings,
) -> Report {
    let rows: Vec<Row> = problem.solutions().map(|(idx, _)| classify::row(problem, state, request, idx)).collect();
    Report {
        version: VERSION,
        problem: problem_report(problem, state, surroundings),
        programs: problem.programs.indices().map(|idx| program_report(problem, state, idx)).collect(),
        tests: test_reports(problem, state),
        groups: group_reports(problem),
        solutions: rows.iter().map(|row| solution_report(problem, state, row)).collect(),
        matrix: matrix_report(problem, state),
        metrics: metrics_report(problem, &rows, classify::why_unknown(problem, state, request)),
        findings: findings.iter().map(finding_report).collect(),
    }
}

fn path_of(problem: &Problem, program: ProgramIdx) -> String {
    problem.programs[program].path.to_string()
}

fn codes(set: VerdictSet) -> Vec<String> {
    set.iter().map(|verdict| verdict.code().to_owned()).collect()
}

/// Milliseconds with a tenth of precision: what lies below is noise.
fn milliseconds(us: u64) -> f64 {
    (us as f64 / 100.0).round() / 10.0
}

fn problem_report(problem: &Problem, state: &State, surroundings: &Surroundings) -> ProblemReport {
    ProblemReport {
        root: surroundings.root.clone(),
        name: problem.name.clone(),
        format: problem.format.name().to_owned(),
        time_limit_ms: state.time_limit_ms,
        memory_limit_mb: problem.limits.memory_bytes >> 20,
        limits_source: problem.limits.source.clone(),
        main: problem.main.map(|main| path_of(problem, main)),
        checker: checker_report(problem),
        sandbox: SandboxReport {
            level: surroundings.sandbox.level.clone(),
            layers: surroundings.sandbox.layers.clone(),
        },
        cluster: surroundings.cluster.clone(),
        sanitizers: state.sanitized.iter().find_map(|event| match event {
            SanitizerEvent::Ran { n_programs, n_runs } => {
                Some(SanitizersReport { programs: *n_programs, runs: *n_runs })
            }
            _ => None,
        }),
    }
}

fn checker_report(problem: &Problem) -> CheckerReport {
    let (path, builtin) = match &problem.checker.kind {
        CheckerKind::Program { program, .. } => (Some(path_of(problem, *program)), None),
        CheckerKind::Standard(standard) => (None, Some(standard.name().to_owned())),
        CheckerKind::KattisDefault(_) => (None, Some("kattis-default".to_owned())),
        CheckerKind::Interactor => (problem.interactor.map(|interactor| path_of(problem, interactor.program)), None),
    };
    CheckerReport { path, builtin, reason: problem.checker.reason.clone() }
}

fn program_report(problem: &Problem, state: &State, idx: ProgramIdx) -> ProgramReport {
    let program = &problem.programs[idx];
    let (build, built_with) = match &state.builds[idx] {
        Some(Build::Ok { standard, .. }) => ("ok", *standard),
        Some(Build::Failed { .. }) => ("failed", None),
        Some(Build::Skipped { .. }) | None => ("skipped", None),
    };
    let (expected, permitted, required) = label_words(program);
    ProgramReport {
        path: program.path.to_string(),
        role: program.role.name().to_owned(),
        language: program.language.name().to_owned(),
        standard: built_with.or(program.standard).map(|standard| standard.name().to_owned()),
        reason: program.reason.clone(),
        expected,
        permitted,
        required,
        main: problem.main == Some(idx),
        build: build.to_owned(),
    }
}

fn label_words(program: &Program) -> (Vec<String>, Vec<String>, Vec<String>) {
    match &program.label {
        Some(Label { words, sets, .. }) => (words.clone(), codes(sets.permitted), codes(sets.required)),
        None => (Vec::new(), Vec::new(), Vec::new()),
    }
}

fn test_reports(problem: &Problem, state: &State) -> Vec<TestReport> {
    let duplicates = state.duplicates();
    let of_test = |idx: TestIdx| test_report(problem, state, idx, duplicates[idx]);
    problem.tests.indices().map(of_test).collect()
}

fn test_report(problem: &Problem, state: &State, idx: TestIdx, duplicate_of: Option<TestIdx>) -> TestReport {
    let (test, known) = (&problem.tests[idx], &state.tests[idx]);
    let (origin, path, command) = match &test.input {
        InputSource::File(path) => ("manual", Some(path.to_string()).filter(|_| path.archive().is_none()), None),
        InputSource::Inline(_) => ("generated", None, None),
        InputSource::Stdout(command) | InputSource::Written { command, .. } => {
            ("generated", None, Some(problem.commands[*command].text.clone()))
        }
    };
    let validators = validator_reports(problem, state, idx);
    let verdicts: Vec<(ProgramIdx, Verdict)> = counted_column(problem, state, idx).collect();
    TestReport {
        id: test.id.clone(),
        name: test.name.clone(),
        testset: test.testset.clone(),
        group: test.group.clone(),
        points: test.points,
        sample: test.sample,
        origin: origin.to_owned(),
        path,
        answer_path: test.answer.as_ref().map(ToString::to_string),
        command,
        bytes: known.input_blob().map(|blob| blob.size),
        digest: known.input_blob().map(|blob| blob.digest.hex()),
        duplicate_of: duplicate_of.map(|first| problem.tests[first].id.clone()),
        valid: known.is_valid(),
        validator_message: validators.iter().find(|one| !one.ok).map(|one| one.message.clone()).unwrap_or_default(),
        validators,
        passed_by: verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Ac).count(),
        killed: verdicts
            .iter()
            .filter(|(solution, verdict)| {
                verdict.is_failure() && problem.programs[*solution].pool() == Some(Pool::Wrong)
            })
            .count(),
    }
}

fn validator_reports(problem: &Problem, state: &State, idx: TestIdx) -> Vec<ValidatorReport> {
    let said = state.tests[idx].validations.iter().enumerate();
    let reports = said.filter_map(|(validator, validation)| {
        let validation = validation.as_ref()?;
        Some(ValidatorReport {
            path: path_of(problem, problem.validators[validator].program),
            ok: validation.ok,
            message: validation.message.clone(),
            line: validation.line(),
            column: validation.read_at().and_then(|place| place.column?.checked_sub(1)),
        })
    });
    reports.collect()
}

/// The verdicts on one test that count, with their solutions.
fn counted_column<'a>(
    problem: &'a Problem,
    state: &'a State,
    test: TestIdx,
) -> impl Iterator<Item = (ProgramIdx, Verdict)> + 'a {
    let valid = state.tests[test].is_valid();
    problem.solutions().filter_map(move |(idx, _)| {
        let verdict = state.cell(idx, test)?.verdict;
        (valid && verdict.counts()).then_some((idx, verdict))
    })
}

fn solution_report(problem: &Problem, state: &State, row: &Row) -> SolutionReport {
    let cells = || state.cells[row.solution].iter().flatten();
    let (expected, permitted, required) = label_words(&problem.programs[row.solution]);
    let limit = problem.limits_of(&problem.programs[row.solution], state.time_limit_ms).time_ms;
    SolutionReport {
        path: path_of(problem, row.solution),
        expected,
        permitted,
        required,
        verdict: row.verdict.code().to_owned(),
        verdicts_seen: codes(row.seen),
        first_failed_test: row.first_failed.map(|test| problem.tests[test].id.clone()),
        class: row.class.map(|class| class.name().to_owned()),
        expectation_met: row.expectation_met,
        points: cells().map(|cell| cell.points).sum::<Option<f64>>().filter(|_| cells().next().is_some()),
        graded: graded_report(problem, state, row.solution),
        time_limit_ms: limit.filter(|_| limit != state.time_limit_ms),
        max_time_ms: cells().map(|cell| cell.cpu_us).max().map(milliseconds),
        max_memory_kb: cells().map(|cell| cell.memory_kb).max(),
    }
}

/// The groups, without the whole.
fn group_reports(problem: &Problem) -> Vec<GroupReport> {
    let Some(scoring) = &problem.scoring else { return Vec::new() };
    let name = |&group: &usize| scoring.groups[group].name.clone();
    let of_group = |(idx, group): (usize, &TestGroup)| GroupReport {
        name: group.name.clone(),
        parent: group.parent.filter(|&parent| parent > 0).as_ref().map(name),
        max_score: group.max_score,
        tests: scoring.tests_of(idx).into_iter().map(|test| problem.tests[test].id.clone()).collect(),
        dependencies: group.dependencies.iter().map(name).collect(),
    };
    scoring.groups.iter().enumerate().skip(1).map(of_group).collect()
}

fn graded_report(problem: &Problem, state: &State, solution: ProgramIdx) -> GradedReport {
    let Some((scoring, results)) = problem.scoring.as_ref().zip(classify::graded(problem, state, solution)) else {
        return GradedReport::default();
    };
    let code = |result: &GroupResult| result.verdict.map(|verdict| verdict.code().to_owned());
    let of_group = |(group, result): (&TestGroup, &GroupResult)| GroupResultReport {
        name: group.name.clone(),
        verdict: code(result),
        score: result.score,
    };
    GradedReport {
        graded_verdict: code(&results[0]),
        score: results[0].score,
        max_score: scoring.groups[0].max_score,
        groups: scoring.groups.iter().zip(&results).skip(1).map(of_group).collect(),
    }
}

fn matrix_report(problem: &Problem, state: &State) -> MatrixReport {
    let solutions: Vec<ProgramIdx> = problem.solutions().map(|(idx, _)| idx).collect();
    MatrixReport {
        solutions: solutions.iter().map(|&idx| path_of(problem, idx)).collect(),
        tests: problem.tests.iter().map(|test| test.id.clone()).collect(),
        verdicts: cells(problem, state, &solutions, |cell| {
            cell.map_or(Verdict::Sk, |cell| cell.verdict).code().to_owned()
        }),
        time_ms: cells(problem, state, &solutions, |cell| cell.map(|cell| milliseconds(cell.cpu_us))),
        memory_kb: cells(problem, state, &solutions, |cell| cell.map(|cell| cell.memory_kb)),
    }
}

fn cells<T>(
    problem: &Problem,
    state: &State,
    solutions: &[ProgramIdx],
    show: impl Fn(Option<&Cell>) -> T,
) -> Vec<Vec<T>> {
    let row = |&idx: &ProgramIdx| problem.tests.indices().map(|test| show(state.cell(idx, test))).collect();
    solutions.iter().map(row).collect()
}

fn metrics_report(problem: &Problem, rows: &[Row], unknown: Option<String>) -> MetricsReport {
    let metrics = classify::metrics(problem, rows);
    let over = |Over { known, asked, labelled }| OverReport { known, asked, labelled };
    let paths = |solutions: &[ProgramIdx]| solutions.iter().map(|&idx| path_of(problem, idx)).collect();
    MetricsReport {
        tpr: metrics.tpr,
        tnr: metrics.tnr,
        correct: over(metrics.correct),
        wrong: over(metrics.wrong),
        unknown,
        false_positives: paths(&metrics.false_positives),
        false_negatives: paths(&metrics.false_negatives),
        tle_only_kills: paths(&metrics.tle_only_kills),
    }
}

/// A finding as the report has it.
pub fn finding_report(finding: &Finding) -> FindingReport {
    FindingReport {
        code: finding.code.to_string(),
        severity: finding.severity,
        path: finding.place.as_ref().map(|place| place.path.to_string()),
        range: finding.place.as_ref().map(|place| place.range).unwrap_or_default(),
        message: finding.message.clone(),
        related: finding
            .related
            .iter()
            .map(|related| RelatedReport {
                path: related.place.path.to_string(),
                range: related.place.range,
                message: related.message.clone(),
            })
            .collect(),
    }
}
