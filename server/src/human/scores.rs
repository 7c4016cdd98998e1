//! What the groups of a problem make of each solution: the score and a verdict for each group, where there are scores.

use problem::{
    report::{GroupResultReport, Report, SolutionReport},
    verdict::Verdict,
};

use super::style::{self, DIM, Line, PLAIN, STRONG, View};

/// Columns of a path, and of a group's name.
const PATH_WIDTH: usize = 32;
const GROUP_WIDTH: usize = 24;
/// Blanks before a line, and before what it goes on with on the next.
const INDENT: usize = 2;

/// One line for each solution that was judged; nothing where there are no scores.
pub(super) fn lines(report: &Report, view: &View) -> Vec<Line> {
    let is_scored = report.groups.iter().any(|group| group.max_score.is_some())
        || report.solutions.iter().any(|one| one.graded.score.is_some());
    let judged: Vec<&SolutionReport> =
        report.solutions.iter().filter(|one| !one.graded.groups.is_empty() || one.graded.score.is_some()).collect();
    if !is_scored || judged.is_empty() {
        return Vec::new();
    }
    let paths: Vec<String> = judged.iter().map(|one| view.fit_path(&one.path, PATH_WIDTH)).collect();
    let width = paths.iter().map(|path| Line::of(PLAIN, path).width()).max().unwrap_or(0);
    let mut lines = vec![Line::of(DIM, "scores")];
    for (solution, path) in judged.iter().zip(&paths) {
        let mut start = Line::of(PLAIN, format!("{:INDENT$}{path}", ""));
        start.pad_to(INDENT + width + INDENT);
        start.append(&score(solution));
        let groups = solution.graded.groups.iter().map(|result| group(result, view));
        let pieces: Vec<Line> = std::iter::once(start).chain(groups).collect();
        lines.extend(style::flow(&pieces, "   ", 2 * INDENT, view.columns()));
    }
    lines
}

fn score(solution: &SolutionReport) -> Line {
    let graded = &solution.graded;
    let score = graded.score.map_or("?".to_owned(), |score| score.to_string());
    let of = graded.max_score.map(|most| format!(" of {most}")).unwrap_or_default();
    Line::of(STRONG, score).with(PLAIN, of)
}

/// A group's name, verdict and score.
fn group(result: &GroupResultReport, view: &View) -> Line {
    let code = result.verdict.as_deref().unwrap_or("?");
    let style = Verdict::from_code(code).map_or(PLAIN, |verdict| style::sign(verdict).style);
    let score = result.score.map(|score| format!(" {score}")).unwrap_or_default();
    let name = view.fit(&result.name, GROUP_WIDTH);
    Line::of(DIM, format!("{name} ")).with(style, code).with(PLAIN, score)
}
