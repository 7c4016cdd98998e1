//! One test with what was expected and what a solution made of it.

mod differ;

use std::sync::Arc;

use problem::{
    executor::{Blob, Exceeded},
    model::{InputSource, ProgramIdx, Role, TestIdx},
    path::RelPath,
    state::Validation,
    verdict::Verdict,
};
use serde::Serialize;

use self::differ::{Tokens, difference};
use crate::{View, rerun::Rerun};

/// A test to look at. What is not known is null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownTest {
    /// The input.
    pub input: Option<ShownText>,
    /// The answer.
    pub expected: Option<ShownText>,
    /// What the solution wrote.
    pub found: Option<ShownText>,
    /// What the solution wrote to standard error, where it wrote anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<ShownText>,
    /// Where `found` first differs from `expected` in more than blanks at the ends of lines; null where nothing is
    /// wrong.
    pub first_difference: Option<Difference>,
    /// What stands there in `expected`: where its end, if words are missing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_difference: Option<Difference>,
    /// Where a validator that rejects the input stopped reading it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_place: Option<Difference>,
    /// The words of that validator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validator: Option<String>,
    /// The words of the checker, or how the solution ended.
    pub checker: Option<String>,
    /// The verdict; `SK` when the solution was not run.
    pub verdict: Option<String>,
    /// CPU time, milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// Peak memory, kibibytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_kb: Option<u64>,
    /// What the solution may use on this test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<ShownLimits>,
    /// The limit that it ran into: `time`, `memory` or `output`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceeded: Option<&'static str>,
    /// How the test is made: the command, or the file.
    pub made_by: String,
    /// Where it is declared: a line of a script, a manifest or a list of tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declared>,
    /// What solution and interactor said to each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transcript: Option<ShownText>,
    /// How to run it by hand under a debugger; who shows it fills this in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerun: Option<Rerun>,
}

/// What a solution may use on a test: as its language and the test have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShownLimits {
    /// CPU time, milliseconds; null while the limit is not found.
    pub time_ms: Option<u64>,
    /// Memory, kibibytes, with what the runtime of its language has beyond the problem's.
    pub memory_kb: u64,
}

/// A line of a file of the folder, 0-based.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Declared {
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
}

/// A text, or the beginning of a long one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ShownText {
    /// All of it.
    Whole(String),
    /// Its beginning.
    Long {
        /// The first lines.
        head: String,
        /// The size of the whole.
        bytes: u64,
        /// The lines around the place that matters, where it lies behind the head.
        #[serde(skip_serializing_if = "Option::is_none")]
        around: Option<Piece>,
    },
}

/// Some lines out of the middle of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Piece {
    /// The number of the first, 0-based.
    pub line: u32,
    /// They themselves; long ones are cut.
    pub text: String,
}

/// A place in a text: 0-based line, and 0-based UTF-16 code units from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Longer texts are cut, bytes.
const MAX_SHOWN: usize = 1 << 16;
/// So many lines are shown before and behind a place that lies beyond that, and so many characters of each.
const N_AROUND: u32 = 5;
const MAX_LINE: usize = 1 << 12;

/// A test by its id, and what a solution, named by its path, made of it.
///
/// # Errors
/// One sentence when there is no such test or solution, or when nothing is known of the test yet.
pub fn show_test(view: &View<'_>, solution: Option<&str>, test: &str) -> Result<ShownTest, String> {
    let idx = view.context.problem.tests.position(|one| one.id == test);
    let idx = idx.ok_or_else(|| format!("the problem has no test {test}; look at the ids in the matrix"))?;
    let solution = solution.map(|path| solution_at(view, path)).transpose()?;
    let input = input(view, idx);
    if input.is_none() && view.context.state.tests[idx].input.is_none() {
        return Err(format!("the input of test {test} was not made yet; run the problem first"));
    }
    let mut shown = ShownTest {
        input: None,
        expected: None,
        found: None,
        stderr: None,
        first_difference: None,
        expected_difference: None,
        input_place: None,
        validator: None,
        checker: None,
        verdict: None,
        time_ms: None,
        memory_kb: None,
        limits: None,
        exceeded: None,
        made_by: made_by(view, idx),
        declared: declared(view, idx),
        transcript: None,
        rerun: None,
    };
    if let Some(rejected) = view.context.state.tests[idx].validations.iter().flatten().find(|one| !one.ok) {
        shown.validator = Some(rejected.message.clone());
        shown.input_place = input.as_deref().and_then(|input| read_at(rejected, input));
    }
    shown.input = input.as_deref().map(|input| text(input, shown.input_place));
    let expected = expected(view, idx);
    if let Some(solution) = solution {
        add_cell(view, solution, idx, expected.as_deref(), &mut shown);
    }
    shown.expected = expected.as_deref().map(|expected| text(expected, shown.expected_difference));
    Ok(shown)
}

fn solution_at(view: &View<'_>, path: &str) -> Result<ProgramIdx, String> {
    let found = RelPath::parse(path).and_then(|path| view.program_at(&path));
    let found = found.filter(|&idx| view.context.problem.programs[idx].role == Role::Solution);
    found.ok_or_else(|| format!("the problem has no solution {path}; look at the paths in the matrix"))
}

fn contents(view: &View<'_>, blob: Option<Blob>, file: Option<&RelPath>) -> Option<Arc<[u8]>> {
    let known = blob.and_then(|blob| (view.context.contents)(blob));
    known.or_else(|| view.context.folder.bytes(file?))
}

fn input(view: &View<'_>, test: TestIdx) -> Option<Arc<[u8]>> {
    let file = match &view.context.problem.tests[test].input {
        InputSource::File(path) => Some(path),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
    };
    contents(view, view.context.state.tests[test].input_blob(), file)
}

fn expected(view: &View<'_>, test: TestIdx) -> Option<Arc<[u8]>> {
    contents(view, view.context.state.tests[test].known_answer(), view.context.problem.tests[test].answer.as_ref())
}

fn add_cell(view: &View<'_>, solution: ProgramIdx, test: TestIdx, expected: Option<&[u8]>, shown: &mut ShownTest) {
    let Some(cell) = view.context.state.cell(solution, test) else {
        shown.verdict = Some(Verdict::Sk.code().to_owned());
        return;
    };
    shown.verdict = Some(cell.verdict.code().to_owned());
    let (problem, state) = (view.context.problem, view.context.state);
    let limits = problem.limits_on(&problem.programs[solution], &problem.tests[test], state.time_limit_ms);
    let memory_kb = limits.memory_bytes.unwrap_or_default() >> 10;
    shown.limits = Some(ShownLimits { time_ms: limits.time_ms, memory_kb });
    shown.exceeded = cell.exceeded.map(|exceeded| match exceeded {
        Exceeded::Cpu | Exceeded::Wall => "time",
        Exceeded::Memory => "memory",
        Exceeded::Output => "output",
    });
    let words = cell.told.as_deref().unwrap_or(&cell.message);
    shown.checker = (!words.is_empty()).then(|| words.to_owned());
    if !cell.unmeasured {
        (shown.time_ms, shown.memory_kb) = (Some(cell.cpu_us as f64 / 1e3), Some(cell.memory_kb));
    }
    let stderr = cell.stderr.as_deref().and_then(|blob| (view.context.contents)(*blob));
    shown.stderr = stderr.as_deref().map(|stderr| text(stderr, None));
    let Some(output) = cell.output.and_then(|blob| (view.context.contents)(blob)) else { return };
    if view.context.problem.interactor.is_some() {
        shown.transcript = Some(text(&output, None));
        return;
    }
    if cell.verdict != Verdict::Ac
        && let Some(expected) = expected
    {
        let offsets = match Tokens::of(&problem.checker.kind) {
            Some(tokens) => tokens.difference(expected, &output),
            None => difference(expected, &output),
        };
        if let Some((in_expected, in_found)) = offsets {
            let [there, here] = [(expected, in_expected), (&*output, in_found)].map(|(bytes, at)| place(bytes, at));
            (shown.first_difference, shown.expected_difference) = (Some(here), Some(there));
        }
    }
    shown.found = Some(text(&output, shown.first_difference));
}

fn declared(view: &View<'_>, test: TestIdx) -> Option<Declared> {
    let place = view.context.problem.tests[test].place.as_ref()?;
    Some(Declared { path: place.path.to_string(), line: place.range.start.line })
}

fn made_by(view: &View<'_>, test: TestIdx) -> String {
    match &view.context.problem.tests[test].input {
        InputSource::File(path) => path.to_string(),
        InputSource::Stdout(command) | InputSource::Written { command, .. } => {
            view.context.problem.commands[*command].text.clone()
        }
        InputSource::Inline(_) => view.context.problem.manifest.as_ref().map(ToString::to_string).unwrap_or_default(),
    }
}

/// The place in an input at which a validator stopped.
fn read_at(rejected: &Validation, input: &[u8]) -> Option<Difference> {
    match rejected.read_at() {
        Some(read) => Some(place(input, usize::try_from(read.offset).ok()?.min(input.len()))),
        None => Some(Difference { line: rejected.line()?, column: 0 }),
    }
}

fn text(bytes: &[u8], place: Option<Difference>) -> ShownText {
    if bytes.len() <= MAX_SHOWN {
        return ShownText::Whole(String::from_utf8_lossy(bytes).into_owned());
    }
    let head = &bytes[..MAX_SHOWN];
    // A whole number of lines, or of characters in a line that is longer than all that is shown.
    let end = head.iter().rposition(|&byte| byte == b'\n').map_or_else(|| character_end(head), |end| end + 1);
    let n_lines = head[..end].iter().filter(|&&byte| byte == b'\n').count();
    ShownText::Long {
        head: String::from_utf8_lossy(&head[..end]).into_owned(),
        bytes: bytes.len() as u64,
        around: place.filter(|place| place.line as usize >= n_lines.max(1)).map(|place| around(bytes, place.line)),
    }
}

/// The lines around one of them.
fn around(bytes: &[u8], line: u32) -> Piece {
    let first = line.saturating_sub(N_AROUND);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').skip(first as usize).take(2 * N_AROUND as usize + 1);
    let mut text = String::new();
    for line in lines {
        let end = if line.len() > MAX_LINE { character_end(&line[..MAX_LINE]) } else { line.len() };
        text += &String::from_utf8_lossy(&line[..end]);
        text += if end < line.len() { "…\n" } else { "" };
    }
    Piece { line: first, text }
}

/// Where the last whole character of some bytes ends.
fn character_end(bytes: &[u8]) -> usize {
    let start = bytes.iter().rposition(|byte| byte & 0xc0 != 0x80).unwrap_or(0);
    match std::str::from_utf8(&bytes[start..]) {
        Ok(_) => bytes.len(),
        Err(_) => start,
    }
}

/// The place at an offset.
fn place(text: &[u8], offset: usize) -> Difference {
    let before = &text[..offset];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).encode_utf16().count();
    let line = before.iter().filter(|&&byte| byte == b'\n').count();
    Difference { line: line as u32, column: column as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_place_has_its_lines_with_it() {
        let written: String = (0..30_000).map(|number| format!("{number}\n")).collect();
        let around = |line| match text(written.as_bytes(), Some(Difference { line, column: 0 })) {
            ShownText::Whole(_) => None,
            ShownText::Long { around, .. } => around,
        };
        let lines: String = (19_995..20_006).map(|number| format!("{number}\n")).collect();
        assert_eq!(around(20_000), Some(Piece { line: 19_995, text: lines }));
        assert_eq!(around(3), None);
    }

    #[test]
    fn long_texts_are_cut_between_lines_or_characters() {
        let cut = |written: String| match text(written.as_bytes(), None) {
            ShownText::Whole(_) => None,
            ShownText::Long { head, bytes, .. } => Some((head.len(), bytes)),
        };
        assert_eq!(cut("x".repeat(MAX_SHOWN)), None);
        assert_eq!(cut("é".repeat(MAX_SHOWN)), Some((MAX_SHOWN, 2 * MAX_SHOWN as u64)));
        assert_eq!(cut("x".to_owned() + &"é".repeat(MAX_SHOWN)), Some((MAX_SHOWN - 1, 2 * MAX_SHOWN as u64 + 1)));
        assert_eq!(cut("ab\n".repeat(MAX_SHOWN)), Some((MAX_SHOWN - 1, 3 * MAX_SHOWN as u64)));
    }
}
