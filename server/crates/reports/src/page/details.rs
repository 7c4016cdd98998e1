//! What the page shows beside the report: the bounds, lines of sources, and failing cells closely.
//!
//! Invariant: what is read and what is kept is bounded, however large tests and outputs are and however many fail.

use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

use ide::{
    View,
    show_test::{ShownTest, ShownText, show_test},
};
use problem::{
    bounds::{self, Variable},
    executor::Blob,
    findings::FindingContext,
    hidden::shown,
    model::InputSource,
    path::RelPath,
    report::{FindingReport, Report},
    verdict::Verdict,
};
use serde::Serialize;

/// So much of an input, an answer or an output is shown, bytes.
const HEAD: usize = 1024;
/// So many failing cells are shown closely.
const MAX_CELLS: usize = 4000;
/// So many bytes of inputs, answers and outputs are looked at for them; one that is looked at for two cells counts twice.
const MAX_READ: u64 = 256 << 20;
/// So many findings are shown with lines of their source, and so many lines, of so many characters.
const MAX_EXCERPTS: usize = 500;
const MAX_LINES: u32 = 8;
const MAX_COLUMNS: usize = 200;
/// So many lines around the lines of a finding are shown.
const AROUND: u32 = 2;
/// The contents that were read last are kept: the cells of a test share its input and its answer.
const N_KEPT: usize = 4;

/// What the page shows beside the report.
#[derive(Clone, Debug, Default)]
pub struct Details {
    pub(super) variables: Vec<Variable>,
    /// What each validator reads, in lines.
    pub(super) reads: Vec<(String, Vec<String>)>,
    /// For each finding of the report the lines around it; none where there are none to show.
    pub(super) excerpts: Vec<Vec<SourceLine>>,
    /// Of tests that have a cell below, by their column.
    pub(super) texts: BTreeMap<usize, TestTexts>,
    /// Failing cells, by row and column.
    pub(super) cells: BTreeMap<(usize, usize), CellDetail>,
}

/// A line of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SourceLine {
    /// 1-based.
    pub(super) number: u32,
    pub(super) text: String,
    /// Whether the finding stands in it.
    pub(super) marked: bool,
}

/// A text, with the number of bytes in all where it is cut: `"text"` or `["beginning", 2000]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Head {
    Whole(String),
    Cut(String, u64),
}

/// Input and answer of a test.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct TestTexts {
    pub(super) input: Option<Head>,
    pub(super) expected: Option<Head>,
}

/// What a solution made of a test.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct CellDetail {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<Head>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) transcript: Option<Head>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checker: Option<String>,
    /// 0-based line and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) difference: Option<(u32, u32)>,
}

/// Gathers what the page shows of a problem beside its report. `room` bounds what cells take in the page, in bytes.
pub fn details(view: &View<'_>, report: &Report, room: usize) -> Details {
    let mut details = Details {
        variables: bounds::table(&view.context),
        reads: bounds::inputs(&view.context),
        excerpts: excerpts(&view.context, &report.findings),
        ..Details::default()
    };
    let reader = Reader::default();
    let contents = |blob: Blob| reader.read(blob, view.context.contents);
    let FindingContext { folder, problem, state, request, .. } = view.context;
    let context = FindingContext { folder, problem, state, request, contents: &contents };
    let view = View { context, history: view.history, is_trusted: view.is_trusted, mutants: view.mutants };
    let (mut room, mut left) = (room, MAX_READ);
    for (column, row) in chosen(report) {
        let (solution, test) = (&report.matrix.solutions[row], &report.matrix.tests[column]);
        let sizes = Sizes::of(&view, solution, test);
        let Some(rest) = left.checked_sub(sizes.sum()) else { continue };
        left = rest;
        let Ok(cell) = show_test(&view, Some(solution), test) else { continue };
        let texts = (!details.texts.contains_key(&column)).then(|| TestTexts {
            input: cell.input.as_ref().map(|text| head(text, sizes.input)),
            expected: cell.expected.as_ref().map(|text| head(text, sizes.expected)),
        });
        let cell = of_cell(&cell, sizes.output);
        // Cells are as long in the page as they are as JSON, but for signs that are written as numbers.
        let size = written_size(&cell) + texts.as_ref().map_or(0, written_size);
        if size > room {
            continue;
        }
        room -= size;
        details.texts.extend(texts.map(|texts| (column, texts)));
        details.cells.insert((row, column), cell);
    }
    details
}

/// The failing cells that are to be shown closely, by column and row: the first one of each solution, then the second, and
/// so on, and of these the first columns first, since cells of a test share its texts.
pub(super) fn chosen(report: &Report) -> Vec<(usize, usize)> {
    let fails = |code: &String| code != Verdict::Ac.code() && code != Verdict::Sk.code();
    let failing = |row: &Vec<String>| -> Vec<usize> {
        row.iter().enumerate().filter(|(_, code)| fails(code)).map(|(column, _)| column).take(MAX_CELLS).collect()
    };
    let rows: Vec<Vec<usize>> = report.matrix.verdicts.iter().map(failing).collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let round = |n: usize| {
        let cells = rows.iter().enumerate().filter_map(|(row, columns)| Some((*columns.get(n)?, row)));
        let mut cells: Vec<(usize, usize)> = cells.collect();
        cells.sort_unstable();
        cells
    };
    (0..most).flat_map(round).take(MAX_CELLS).collect()
}

fn written_size(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |written| super::in_page(written).len())
}

/// How many bytes there are of what a cell shows.
struct Sizes {
    input: u64,
    expected: u64,
    output: u64,
}

impl Sizes {
    fn of(view: &View<'_>, solution: &str, test: &str) -> Sizes {
        let FindingContext { folder, problem, state, .. } = view.context;
        let mut sizes = Sizes { input: 0, expected: 0, output: 0 };
        let Some(test) = problem.tests.position(|one| one.id == test) else { return sizes };
        let size = |blob: Option<Blob>, file: Option<&RelPath>| {
            blob.map(|blob| blob.size).or_else(|| folder.size(file?)).unwrap_or(0)
        };
        let file = match &problem.tests[test].input {
            InputSource::File(path) => Some(path),
            InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
        };
        sizes.input = size(state.tests[test].input_blob(), file);
        sizes.expected = size(state.tests[test].known_answer(), problem.tests[test].answer.as_ref());
        let solution = RelPath::parse(solution).and_then(|path| problem.program_at(&path));
        let output = solution.and_then(|solution| state.cell(solution, test)).and_then(|cell| cell.output);
        sizes.output = size(output, None);
        sizes
    }

    fn sum(&self) -> u64 {
        self.input.saturating_add(self.expected).saturating_add(self.output)
    }
}

fn of_cell(cell: &ShownTest, output: u64) -> CellDetail {
    let words = |words: &String| match head(&ShownText::Whole(words.clone()), words.len() as u64) {
        Head::Whole(words) => words,
        Head::Cut(words, _) => words + "…",
    };
    CellDetail {
        found: cell.found.as_ref().map(|text| head(text, output)),
        transcript: cell.transcript.as_ref().map(|text| head(text, output)),
        checker: cell.checker.as_ref().map(words),
        difference: cell.first_difference.map(|place| (place.line, place.column)),
    }
}

/// The beginning of a text that was `bytes` long before what is no UTF-8 in it was replaced.
pub(super) fn head(text: &ShownText, bytes: u64) -> Head {
    let (ShownText::Whole(text) | ShownText::Long { head: text, .. }) = text;
    if bytes <= HEAD as u64 {
        return Head::Whole(shown(text).into_owned());
    }
    let end = (0..=HEAD.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    Head::Cut(shown(&text[..end]).into_owned(), bytes)
}

fn excerpts(context: &FindingContext<'_>, findings: &[FindingReport]) -> Vec<Vec<SourceLine>> {
    let mut sources: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let lines = |finding| excerpt(context, finding, &mut sources);
    findings.iter().take(MAX_EXCERPTS).map(lines).collect()
}

fn excerpt<'a>(
    context: &FindingContext<'_>,
    finding: &'a FindingReport,
    sources: &mut BTreeMap<&'a str, Option<String>>,
) -> Vec<SourceLine> {
    // What stands at the beginning of a file is about the whole file.
    let Some(path) = finding.path.as_deref().filter(|_| finding.range != Default::default()) else { return Vec::new() };
    let text = sources.entry(path).or_insert_with(|| context.folder.text(&RelPath::parse(path)?));
    let Some(text) = text else { return Vec::new() };
    let (start, end) = (finding.range.start.line, finding.range.end.line.max(finding.range.start.line));
    let first = start.saturating_sub(AROUND);
    let n_lines = (end + AROUND + 1 - first).min(MAX_LINES);
    let lines = text.lines().enumerate().skip(first as usize).take(n_lines as usize);
    let line = |(at, text): (usize, &str)| SourceLine {
        number: at as u32 + 1,
        text: shown(&text.chars().take(MAX_COLUMNS).collect::<String>()).into_owned(),
        marked: (start as usize..=end as usize).contains(&at),
    };
    lines.map(line).collect()
}

/// The bytes of a blob, where they are there.
type Contents = Option<Arc<[u8]>>;

/// Reads contents, and keeps the last ones.
#[derive(Default)]
struct Reader {
    kept: RefCell<Vec<(Blob, Contents)>>,
}

impl Reader {
    fn read(&self, blob: Blob, contents: &dyn Fn(Blob) -> Contents) -> Contents {
        if let Some((_, bytes)) = self.kept.borrow().iter().find(|(kept, _)| *kept == blob) {
            return bytes.clone();
        }
        let bytes = contents(blob);
        let mut kept = self.kept.borrow_mut();
        if kept.len() == N_KEPT {
            kept.remove(0);
        }
        kept.push((blob, bytes.clone()));
        bytes
    }
}
