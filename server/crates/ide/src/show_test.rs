//! One test with what was expected and what a solution made of it.

use std::sync::Arc;

use checkers::Standard;
use problem::{
    executor::Blob,
    model::{CheckerKind, InputSource, ProgramIdx, Role, TestIdx},
    path::RelPath,
    text::LineIndex,
    verdict::Verdict,
};
use serde::Serialize;

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
    },
}

/// A place in `found`: 0-based line, and 0-based UTF-16 code units from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// Longer texts are cut, bytes.
const MAX_SHOWN: usize = 1 << 16;

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
        input: input.as_deref().map(text),
        expected: None,
        found: None,
        stderr: None,
        first_difference: None,
        checker: None,
        verdict: None,
        time_ms: None,
        memory_kb: None,
        made_by: made_by(view, idx),
        declared: declared(view, idx),
        transcript: None,
        rerun: None,
    };
    let expected = expected(view, idx);
    shown.expected = expected.as_deref().map(text);
    if let Some(solution) = solution {
        add_cell(view, solution, idx, expected.as_deref(), &mut shown);
    }
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
    let words = cell.told.as_deref().unwrap_or(&cell.message);
    shown.checker = (!words.is_empty()).then(|| words.to_owned());
    if !cell.unmeasured {
        (shown.time_ms, shown.memory_kb) = (Some(cell.cpu_us as f64 / 1e3), Some(cell.memory_kb));
    }
    let stderr = cell.stderr.as_deref().and_then(|blob| (view.context.contents)(*blob));
    shown.stderr = stderr.as_deref().map(text);
    let Some(output) = cell.output.and_then(|blob| (view.context.contents)(blob)) else { return };
    if view.context.problem.interactor.is_some() {
        shown.transcript = Some(text(&output));
        return;
    }
    shown.found = Some(text(&output));
    if cell.verdict != Verdict::Ac {
        let difference = if compares_tokens(view) { difference_of_tokens } else { difference };
        shown.first_difference = expected.and_then(|expected| difference(expected, &output));
    }
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

/// Whether blanks of any kind are all the same to what decides.
fn compares_tokens(view: &View<'_>) -> bool {
    match &view.context.problem.checker.kind {
        CheckerKind::Standard(standard) => !matches!(standard, Standard::Fcmp | Standard::Lcmp),
        CheckerKind::KattisDefault(flags) => !flags.space_change_sensitive,
        CheckerKind::Interactor | CheckerKind::Program { .. } => false,
    }
}

fn text(bytes: &[u8]) -> ShownText {
    if bytes.len() <= MAX_SHOWN {
        return ShownText::Whole(String::from_utf8_lossy(bytes).into_owned());
    }
    let head = &bytes[..MAX_SHOWN];
    // A whole number of lines, or of characters in a line that is longer than all that is shown.
    let end = head.iter().rposition(|&byte| byte == b'\n').map_or_else(|| character_end(head), |end| end + 1);
    ShownText::Long { head: String::from_utf8_lossy(&head[..end]).into_owned(), bytes: bytes.len() as u64 }
}

/// Where the last whole character of some bytes ends.
fn character_end(bytes: &[u8]) -> usize {
    let start = bytes.iter().rposition(|byte| byte & 0xc0 != 0x80).unwrap_or(0);
    match std::str::from_utf8(&bytes[start..]) {
        Ok(_) => bytes.len(),
        Err(_) => start,
    }
}

/// Where an output first differs from the answer, blanks at the ends of lines and empty lines at the end aside.
fn difference(expected: &[u8], found: &[u8]) -> Option<Difference> {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let (expected, found) = (expected.trim_end(), found.trim_end());
    let wanted: Vec<&str> = expected.split('\n').map(str::trim_end).collect();
    let mut start = 0;
    for (line, written) in found.split('\n').enumerate() {
        let written_end = written.trim_end();
        let want = wanted.get(line).copied();
        if want != Some(written_end) {
            let common = want.map_or(0, |want| common_start(want, written_end));
            return Some(place(found, start + common));
        }
        start += written.len() + 1;
    }
    let missing = wanted.len() > found.split('\n').count();
    missing.then(|| place(found, found.len()))
}

/// Where the first word of an output begins that is not that of the answer; its end, where words are missing.
fn difference_of_tokens(expected: &[u8], found: &[u8]) -> Option<Difference> {
    let (expected, found) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(found));
    let mut wanted = expected.split_ascii_whitespace();
    for word in found.split_ascii_whitespace() {
        if wanted.next() != Some(word) {
            return Some(place(&found, word.as_ptr() as usize - found.as_ptr() as usize));
        }
    }
    wanted.next().map(|_| place(&found, found.trim_end().len()))
}

/// The length of what both texts begin with, in bytes of whole characters.
fn common_start(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
}

fn place(text: &str, offset: usize) -> Difference {
    let position = LineIndex::new(text).position(offset);
    Difference { line: position.line, column: position.character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        let place = |expected: &str, found: &str| {
            difference(expected.as_bytes(), found.as_bytes()).map(|one| (one.line, one.column))
        };
        assert_eq!(place("1 2\n3\n", "1 2\r\n3"), None);
        assert_eq!(place("1 2\n3\n", "1 2 \n3\n\n"), None);
        assert_eq!(place("1 2\n3\n", "1 3\n3\n"), Some((0, 2)));
        assert_eq!(place("1 2\r\n3\r\n", "1 2\n4\n"), Some((1, 0)));
        assert_eq!(place("é😀a", "é😀b"), Some((0, 3)));
        assert_eq!(place("1\n2\n", "1\n"), Some((0, 1)));
        assert_eq!(place("1\n", "1\n2\n"), Some((1, 0)));
        assert_eq!(place("12", "1"), Some((0, 1)));
        assert_eq!(place("1", ""), Some((0, 0)));
        let token = |expected: &str, found: &str| {
            difference_of_tokens(expected.as_bytes(), found.as_bytes()).map(|one| (one.line, one.column))
        };
        assert_eq!(token("1 2\n3\n", "1\n2   3"), None);
        assert_eq!(token("1 2\n3\n", "1\n 4 3"), Some((1, 1)));
        assert_eq!((token("1 2", "1\n"), token("1", "1 2")), (Some((0, 1)), Some((0, 2))));
        assert_eq!(place("", ""), None);
    }

    #[test]
    fn long_texts_are_cut_between_lines_or_characters() {
        let cut = |written: String| match text(written.as_bytes()) {
            ShownText::Whole(_) => None,
            ShownText::Long { head, bytes } => Some((head.len(), bytes)),
        };
        assert_eq!(cut("x".repeat(MAX_SHOWN)), None);
        assert_eq!(cut("é".repeat(MAX_SHOWN)), Some((MAX_SHOWN, 2 * MAX_SHOWN as u64)));
        assert_eq!(cut("x".to_owned() + &"é".repeat(MAX_SHOWN)), Some((MAX_SHOWN - 1, 2 * MAX_SHOWN as u64 + 1)));
        assert_eq!(cut("ab\n".repeat(MAX_SHOWN)), Some((MAX_SHOWN - 1, 3 * MAX_SHOWN as u64)));
    }
}
