//! What the page shows beside the report: the bounds, lines of sources, and failing cells closely.
//!
//! Invariant: what is read and what is kept is bounded, however large tests and outputs are and however many fail.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ide::{
    View,
    show_test::{ShownTest, ShownText, show_test},
};
use problem::{
    bounds::{self, Variable},
    executor::Blob,
    findings::FindingContext,
    hidden::shown,
    path::RelPath,
    report::{FindingReport, Report},
    verdict::Verdict,
};
use serde::Serialize;

/// So much of an input, an answer or an output is shown, bytes.
const HEAD: usize = 1024;
/// So many failing cells are shown closely.
const MAX_CELLS: usize = 4000;
/// So many bytes of contents are read for them.
const MAX_READ: usize = 256 << 20;
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
    let mut room = room;
    for (column, row) in chosen(report) {
        let (solution, test) = (&report.matrix.solutions[row], &report.matrix.tests[column]);
        let Ok(cell) = show_test(&view, Some(solution), test) else { continue };
        let texts = (!details.texts.contains_key(&column))
            .then(|| TestTexts { input: cell.input.as_ref().map(head), expected: cell.expected.as_ref().map(head) });
        let cell = of_cell(&cell);
        // Cells are as long in the page as they are as JSON, but for signs that are written as numbers.
        let size = written_size(&cell) + texts.as_ref().map_or(0, written_size);
        if size > room || reader.is_exhausted() {
            break;
        }
        room -= size;
        details.texts.extend(texts.map(|texts| (column, texts)));
        details.cells.insert((row, column), cell);
    }
    details
}

/// The failing cells that are shown closely, by column and row: of each solution the first ones.
fn chosen(report: &Report) -> BTreeSet<(usize, usize)> {
    let fails = |code: &String| code != Verdict::Ac.code() && code != Verdict::Sk.code();
    let failing = |row: &Vec<String>| -> Vec<usize> {
        row.iter().enumerate().filter(|(_, code)| fails(code)).map(|(column, _)| column).take(MAX_CELLS).collect()
    };
    let rows: Vec<Vec<usize>> = report.matrix.verdicts.iter().map(failing).collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let nth = |n: usize| rows.iter().enumerate().filter_map(move |(row, columns)| Some((*columns.get(n)?, row)));
    (0..most).flat_map(nth).take(MAX_CELLS).collect()
}

fn written_size(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |written| super::in_page(written).len())
}

fn of_cell(cell: &ShownTest) -> CellDetail {
    let checker = cell.checker.as_ref().map(|words| match head(&ShownText::Whole(words.clone())) {
        Head::Whole(words) => words,
        Head::Cut(words, _) => words + "…",
    });
    CellDetail {
        found: cell.found.as_ref().map(head),
        transcript: cell.transcript.as_ref().map(head),
        checker,
        difference: cell.first_difference.map(|place| (place.line, place.column)),
    }
}

fn head(text: &ShownText) -> Head {
    let (text, bytes) = match text {
        ShownText::Whole(text) => (text, text.len() as u64),
        ShownText::Long { head, bytes } => (head, *bytes),
    };
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

/// Reads contents until it has read too much, and keeps the last ones.
#[derive(Default)]
struct Reader {
    n_read: Cell<usize>,
    kept: RefCell<Vec<(Blob, Contents)>>,
}

impl Reader {
    fn is_exhausted(&self) -> bool {
        self.n_read.get() > MAX_READ
    }

    fn read(&self, blob: Blob, contents: &dyn Fn(Blob) -> Contents) -> Contents {
        if let Some((_, bytes)) = self.kept.borrow().iter().find(|(kept, _)| *kept == blob) {
            return bytes.clone();
        }
        self.n_read.set(self.n_read.get().saturating_add(usize::try_from(blob.size).unwrap_or(usize::MAX)));
        if self.is_exhausted() {
            return None;
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
