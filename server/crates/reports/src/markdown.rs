//! A report as a comment on a pull request: GitHub's and GitLab's Markdown.
//!
//! Invariants: at most [`MAX_CHARACTERS`]; every text of a folder is shown as code, so that nothing in it becomes a mention,
//! a link, a reference or HTML.

use problem::{
    finding::Severity,
    report::{FindingReport, NotJudged, Report, SolutionReport},
    words::quantity,
};

use crate::{Material, changes::Changes, subject::Judged, words};

/// Services refuse longer comments: GitHub those of more than 65,536 characters.
pub(crate) const MAX_CHARACTERS: usize = 60_000;
/// What stands below a part that was cut is short enough for this.
const RESERVE: usize = 200;
/// So many characters of a text of the folder are shown.
const MAX_WORDS: usize = 400;

/// A text that only grows as long as there is room.
struct Page {
    text: String,
    n_characters: usize,
    n_left_out: usize,
}

impl Page {
    /// Adds a part, or counts it as left out. What comes after a part that was left out is left out, too.
    fn add(&mut self, part: &str) {
        let n_characters = part.chars().count();
        if self.n_left_out > 0 || self.n_characters + n_characters > MAX_CHARACTERS - RESERVE {
            self.n_left_out += 1;
            return;
        }
        self.text += part;
        self.n_characters += n_characters;
    }

    fn finish(mut self) -> String {
        if self.n_left_out > 0 {
            let lines = quantity(self.n_left_out, "further line");
            self.text +=
                &format!("\n\nThere is no room for {lines}; `touchstone check --report html=FILE` shows all.\n");
        }
        self.text
    }
}

pub(crate) fn text(material: &Material) -> String {
    let mut page = Page { text: String::new(), n_characters: 0, n_left_out: 0 };
    let problems = material.subject.problems();
    // What changed comes first.
    for (judged, changes) in problems.iter().zip(&material.changes) {
        of_changes(&mut page, judged, changes);
    }
    if let Some(contest) = material.subject.contest() {
        let names: Vec<&str> = contest.contests.iter().filter_map(|head| head.name.as_deref()).collect();
        let name = if names.is_empty() {
            "Problems".to_owned()
        } else {
            names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ")
        };
        page.add(&format!("## {name}\n\n"));
        table_of(&mut page, &problems, &contest.not_judged);
        let findings: Vec<&FindingReport> = contest.contests.iter().flat_map(|head| &head.findings).collect();
        list(&mut page, &findings);
    }
    for judged in &problems {
        of_problem(&mut page, judged);
    }
    page.finish()
}

/// A contest as a table of its problems.
fn table_of(page: &mut Page, problems: &[Judged<'_>], not_judged: &[NotJudged]) {
    page.add("| problem | findings | TPR | TNR |\n|---|---|---|---|\n");
    for judged in problems {
        let metrics = &judged.report.metrics;
        page.add(&format!(
            "| {} | {} | {} | {} |\n",
            code(&judged.shown()),
            tally(&judged.report.findings),
            words::share(metrics.tpr),
            words::share(metrics.tnr)
        ));
    }
    for one in not_judged {
        page.add(&format!("| {} | not judged: {} | | |\n", code(&words::name_of(one)), code(&one.message)));
    }
    page.add("\n");
}

fn of_changes(page: &mut Page, judged: &Judged<'_>, changes: &Changes) {
    page.add(&format!("### Changes in {}\n\n", code(&judged.shown())));
    if !changes.compared {
        page.add("The earlier report does not have this problem.\n");
    } else if changes.is_empty() {
        page.add("Nothing has changed.\n");
    }
    for change in &changes.metrics {
        page.add(&format!("- {}\n", words::metric(change)));
    }
    for change in &changes.solutions {
        let parts = [words::of_solution(change), words::of_tests(change)].into_iter().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.map(|part| code(&part)).collect();
        page.add(&format!("- {}: {}\n", code(&change.path), parts.join("; ")));
    }
    for (head, names) in words::lists(changes) {
        page.add(&format!("- {head}: {}\n", code(&names)));
    }
    for (how, findings) in [("new", &changes.findings_added), ("gone", &changes.findings_removed)] {
        for one in findings {
            page.add(&format!("- {how}: {}", item(one)));
        }
    }
    page.add("\n");
}

fn of_problem(page: &mut Page, judged: &Judged<'_>) {
    let Report { problem, metrics, tests, solutions, findings, .. } = judged.report;
    page.add(&format!("## {}\n\n", code(&judged.shown())));
    let limit = problem.time_limit_ms.map_or("no time limit".to_owned(), |limit| words::time(limit as f64));
    page.add(&format!(
        "{}; {}, {}; {limit}, {} MB. TPR {}, TNR {}.\n\n",
        tally(findings),
        quantity(solutions.len(), "solution"),
        quantity(tests.len(), "test"),
        problem.memory_limit_mb,
        words::share(metrics.tpr),
        words::share(metrics.tnr)
    ));
    for (words, paths) in [
        ("Wrong solutions that pass every test", &metrics.false_positives),
        ("Correct solutions that fail a test", &metrics.false_negatives),
    ] {
        if !paths.is_empty() {
            page.add(&format!("{words}: {}.\n\n", code(&words::some(paths))));
        }
    }
    let (bad, others): (Vec<&FindingReport>, Vec<&FindingReport>) =
        findings.iter().partition(|one| one.severity <= Severity::Warning);
    list(page, &bad);
    if !solutions.is_empty() {
        page.add("| solution | label | verdict | met | first failed test | longest |\n|---|---|---|---|---|---|\n");
        solutions.iter().for_each(|one| page.add(&row(one)));
        page.add("\n");
    }
    list(page, &others);
}

fn row(solution: &SolutionReport) -> String {
    let met = match solution.expectation_met {
        Some(true) => "yes",
        Some(false) => "**no**",
        None => "-",
    };
    let or_none = |text: Option<&String>| text.map_or_else(|| "-".to_owned(), |text| code(text));
    format!(
        "| {} | {} | {} | {met} | {} | {} |\n",
        code(&solution.path),
        or_none(Some(&solution.expected.join(", ")).filter(|label| !label.is_empty())),
        code(&solution.verdict),
        or_none(solution.first_failed_test.as_ref()),
        solution.max_time_ms.map_or("-".to_owned(), words::time)
    )
}

fn tally(findings: &[FindingReport]) -> String {
    let counts = words::tally(findings, &[Severity::Error, Severity::Warning]);
    if counts.is_empty() { "nothing found".to_owned() } else { counts }
}

fn list(page: &mut Page, findings: &[&FindingReport]) {
    findings.iter().for_each(|one| page.add(&format!("- {}", item(one))));
    if !findings.is_empty() {
        page.add("\n");
    }
}

fn item(finding: &FindingReport) -> String {
    let place =
        finding.path.as_ref().map(|path| format!(" in {}", code(&format!("{path}:{}", finding.range.start.line + 1))));
    let severity = words::severity(finding.severity);
    format!("{severity} `{}`{}: {}\n", finding.code, place.unwrap_or_default(), code(&finding.message))
}

/// A text of the folder as code on one line. Services look for mentions, references and addresses everywhere but there.
fn code(text: &str) -> String {
    let shown = problem::hidden::shown(text).replace(['\n', '\t'], " ");
    let mut cut: String = shown.chars().take(MAX_WORDS).collect();
    if cut.len() < shown.len() {
        cut.push('…');
    }
    let is_plain = !cut.contains(['`', '|', '\\']) && !cut.trim().is_empty() && cut.trim() == cut;
    if is_plain {
        return format!("`{cut}`");
    }
    // In a table a bar ends the cell, even in code; as a number it does not.
    let mut written = "<code>".to_owned();
    for character in cut.chars() {
        match character {
            'A'..='Z' | 'a'..='z' | '0'..='9' | ' ' => written.push(character),
            _ if !character.is_ascii() => written.push(character),
            _ => written += &format!("&#{};", u32::from(character)),
        }
    }
    written + "</code>"
}
