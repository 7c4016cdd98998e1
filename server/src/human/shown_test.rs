//! One test and what a solution makes of it: what was read, expected and found, each with a mark where it matters.

use ide::{
    rerun::Rerun,
    show_test::{Difference, ShownTest, ShownText},
};
use problem::verdict::Verdict;

use super::{
    clean,
    style::{BAD, DIM, GOOD, Line, PLAIN, STRONG, View, sign, wrap},
    units,
};

/// So many lines of a text are printed, and so many columns of a line at most.
const N_LINES: usize = 20;
const N_COLUMNS: usize = 100;
/// How far texts stand to the right, and the words behind a name.
const INDENT: usize = 4;
const NAMES: usize = 10;

/// A place in a text, and what is there; the style of both.
#[derive(Clone, Copy)]
struct Mark<'a> {
    place: Difference,
    words: &'a str,
    style: anstyle::Style,
}

/// Writes a test for a person, and what the solution made of it.
pub(crate) fn shown_test(shown: &ShownTest, test: &str, solution: Option<&str>, view: &View) -> String {
    let mut lines = head(shown, test, solution, view);
    let mark = |place: Option<Difference>, words, style| place.map(|place| Mark { place, words, style });
    let parts = [
        ("input", &shown.input, mark(shown.input_place, "the validator stopped here", BAD)),
        ("expected", &shown.expected, mark(shown.expected_difference, "expected here", GOOD)),
        ("found", &shown.found, mark(shown.first_difference, "differs here", BAD)),
        ("standard error", &shown.stderr, None),
    ];
    for (name, part, mark) in parts {
        if let Some(part) = part {
            lines.extend([Line::default(), Line::of(STRONG, name)]);
            lines.extend(excerpt(part, mark, view));
        }
    }
    if let Some(transcript) = &shown.transcript {
        lines.push(Line::default());
        lines.extend(talk(transcript, view));
    }
    lines.extend(shown.rerun.iter().flat_map(by_hand));
    lines.iter().map(|line| line.paint(view.color) + "\n").collect()
}

/// What it is and what it cost.
fn head(shown: &ShownTest, test: &str, solution: Option<&str>, view: &View) -> Vec<Line> {
    let mut lines = vec![match solution {
        Some(solution) => {
            let code = shown.verdict.as_deref().unwrap_or_default();
            let style = match Verdict::from_code(code) {
                Some(Verdict::Ac) => GOOD,
                verdict => verdict.map_or(PLAIN, |verdict| sign(verdict).style),
            };
            let names = format!("{} on test {}", clean::line(solution), clean::line(test));
            Line::of(STRONG, names).with(PLAIN, ": ").with(style, code)
        }
        None => Line::of(STRONG, format!("test {}", clean::line(test))),
    }];
    let name = |name: &str| Line::of(DIM, format!("{name:<NAMES$}"));
    lines.push(name("made by").with(PLAIN, clean::line(&shown.made_by)));
    if let (Some(time), Some(memory), Some(limits)) = (shown.time_ms, shown.memory_kb, shown.limits) {
        let limit = limits.time_ms.map(|limit| format!("limit {}", units::time_limit(limit)));
        let limit = limit.unwrap_or_else(|| "no limit known".to_owned());
        lines.push(name("time").with(PLAIN, units::time(time)).with(DIM, format!(" ({limit})")));
        let limit = format!(" (limit {})", units::memory(limits.memory_kb));
        lines.push(name("memory").with(PLAIN, units::memory(memory)).with(DIM, limit));
    }
    for (who, words) in [("validator", &shown.validator), ("checker", &shown.checker)] {
        let words = clean::lines(words.as_deref().unwrap_or_default());
        let said = words.trim_end().split('\n').enumerate().filter(|_| !words.is_empty());
        for (number, words) in said {
            let start = name(if number == 0 { who } else { "" });
            lines.extend(wrap(start, PLAIN, words, NAMES, view.columns()));
        }
    }
    lines
}

/// The commands that run it again; each is a line, whatever its length.
fn by_hand(rerun: &Rerun) -> Vec<Line> {
    let command = |command: &String| indented().with(PLAIN, clean::line(command));
    let mut lines = vec![Line::default(), Line::of(STRONG, "to run it by hand")];
    lines.extend(rerun.commands.iter().map(command));
    if let Some(debugger) = &rerun.debugger {
        lines.extend([Line::of(STRONG, "under a debugger, in place of the last line"), command(debugger)]);
    }
    lines
}

fn indented() -> Line {
    Line::of(PLAIN, " ".repeat(INDENT))
}

/// What is left out, and where.
fn omission(words: &str, view: &View) -> Line {
    indented().with(DIM, format!("{} {words}", view.ellipsis()))
}

fn start_of(text: &ShownText) -> (&str, Option<u64>) {
    match text {
        ShownText::Whole(text) => (text, None),
        ShownText::Long { head, bytes, .. } => (head, Some(*bytes)),
    }
}

/// The lines around a place, else the first ones; a mark with its words below the place.
fn excerpt(part: &ShownText, mark: Option<Mark<'_>>, view: &View) -> Vec<Line> {
    let (mut text, bytes) = start_of(part);
    // The number of the first line that is there.
    let mut start = 0;
    if let ShownText::Long { around: Some(piece), .. } = part {
        (text, start) = (&piece.text, piece.line as usize);
    }
    let given: Vec<&str> = text.lines().collect();
    let at = mark.map(|mark| (mark.place.line as usize).saturating_sub(start));
    let first = at.map_or(0, |line| line.saturating_sub(N_LINES / 2).min(given.len().saturating_sub(N_LINES)));
    let mut lines = Vec::new();
    if start + first > 0 {
        lines.push(omission(&format!("{} lines before", start + first), view));
    }
    for (number, line) in given.iter().enumerate().skip(first).take(N_LINES) {
        lines.extend(line_with_mark(line, mark.filter(|_| at == Some(number)), view));
    }
    if given.is_empty() {
        lines.push(indented().with(DIM, "(nothing)"));
        return lines;
    }
    if at.is_some_and(|line| line >= given.len()) {
        lines.push(indented().with(mark.map_or(PLAIN, |mark| mark.style), "^ ends here"));
    }
    match (bytes, given.len() - (first + N_LINES).min(given.len())) {
        (Some(bytes), _) => lines.push(omission(&format!("cut, {bytes} bytes in all; `--out` writes all of it"), view)),
        (None, 0) => {}
        (None, more) => lines.push(omission(&format!("{more} more lines; `--out` writes all of it"), view)),
    }
    lines
}

/// A line, cut where it is long, and a mark below a place in it, which is in UTF-16 units. What stands at the place, up to the
/// next blank, has the style of the mark.
fn line_with_mark(line: &str, mark: Option<Mark<'_>>, view: &View) -> Vec<Line> {
    let n_columns = N_COLUMNS.min(view.columns() - INDENT - 2 * clean::width(view.ellipsis()));
    let column = mark.map_or(0, |mark| n_characters(line, mark.place.column));
    // A difference far to the right is shown where it is.
    let from = column.saturating_sub(n_columns / 2);
    let part = |from: usize, n: usize| clean::line(&line.chars().skip(from).take(n).collect::<String>());
    let rest = from + n_columns - column;
    let n_marked = line.chars().skip(column).take_while(|one| !one.is_whitespace()).take(rest).count();
    let mut shown = indented();
    if from > 0 {
        shown.push(DIM, view.ellipsis());
    }
    shown.push(PLAIN, part(from, column - from));
    let gap = shown.width();
    shown.push(mark.map_or(PLAIN, |mark| mark.style), part(column, n_marked));
    shown.push(PLAIN, part(column + n_marked, rest - n_marked));
    if line.chars().count() > from + n_columns {
        shown.push(DIM, view.ellipsis());
    }
    let below = mark.map(|mark| Line::of(PLAIN, " ".repeat(gap)).with(mark.style, format!("^ {}", mark.words)));
    [shown].into_iter().chain(below).collect()
}

/// How many characters take so many UTF-16 units at the start of a line.
fn n_characters(line: &str, n_units: u32) -> usize {
    let mut n_taken = 0;
    let is_before = |character: &char| {
        n_taken += character.len_utf16() as u32;
        n_taken <= n_units
    };
    line.chars().take_while(is_before).count()
}

/// What both said, each on a side of its own.
fn talk(transcript: &ShownText, view: &View) -> Vec<Line> {
    const GAP: usize = 2;
    let side = 38.min((view.columns() - INDENT - GAP) / 2);
    let (text, bytes) = start_of(transcript);
    let sides = |left: &str, right: &str, style| {
        let mut line = indented().with(style, left);
        line.pad_to(INDENT + side + GAP);
        line.with(style, right)
    };
    let mut lines = vec![sides("solution", "interactor", STRONG)];
    let mut said = text.lines();
    for line in said.by_ref().take(4 * N_LINES) {
        let (who, words) = line.split_at_checked(2).unwrap_or_default();
        let words = view.fit(words, side);
        lines.push(if who.starts_with('<') { sides("", &words, PLAIN) } else { sides(&words, "", PLAIN) });
    }
    let rest = said.count();
    if rest > 0 {
        lines.push(omission(&format!("{rest} more lines; `--out` writes all that is kept"), view));
    } else if bytes.is_some() {
        lines.push(omission("cut; `--out` writes all that is kept", view));
    }
    lines
}
