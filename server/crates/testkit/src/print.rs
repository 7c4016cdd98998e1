//! Problems and findings as short texts, to be compared with what a test expects.

use std::fmt::Write as _;

use problem::{
    finding::Finding,
    model::{InputSource, Problem},
};

/// A problem in a few lines: limits, judges, programs with their reasons, tests.
pub fn problem(problem: &Problem) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} ({}) {:?}", problem.name, problem.format.name(), problem.limits.time);
    let _ = writeln!(out, "checker {:?} because {}", problem.checker.kind, problem.checker.reason);
    for (idx, program) in problem.programs.iter().enumerate() {
        let main = if problem.main == Some(idx) { " main" } else { "" };
        let label = program.label.as_ref().map(|label| format!(" {:?}", label.words)).unwrap_or_default();
        let _ = writeln!(out, "{} {}{main}{label}: {}", program.role.name(), program.path, program.reason);
    }
    for test in &problem.tests {
        let sample = if test.sample { " sample" } else { "" };
        let source = match &test.input {
            InputSource::File(path) => path.to_string(),
            InputSource::Stdout(command) => format!("`{}`", problem.commands[*command].text),
            InputSource::Written { command, file } => format!("`{}` writes {file}", problem.commands[*command].text),
        };
        let _ = writeln!(out, "test {}{sample}: {source}", test.id);
    }
    out.push_str(&findings(&problem.findings));
    out
}

/// Findings, one a line: severity, code, place, message.
pub fn findings(findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = finding.place.as_ref();
        let place = place.map(|place| format!(" {}:{}", place.path, place.range.start.line + 1)).unwrap_or_default();
        let severity = format!("{:?}", finding.severity).to_lowercase();
        let _ = writeln!(out, "{severity} {}{place}: {}", finding.code, finding.message);
    }
    out
}
