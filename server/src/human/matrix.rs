//! The pass matrix: solutions by tests, one character for each verdict, and what each solution comes to.
//!
//! Invariant: no line is wider than the terminal.

use std::collections::HashMap;

use problem::{report::Report, verdict::Verdict};

use super::{
    columns::{self, Columns},
    heads::{self, Head},
    layout::{self, BEFORE_SUMMARY, Band, Frame, Slot},
    rows::{self, Group, Row, WORST_WIDTH},
    style::{self, BAD, DIM, Line, PLAIN, Sign, View},
};

/// Blanks before a name, and after the longest one.
const INDENT: usize = 2;
const AFTER_NAME: usize = 2;
/// Blanks between the fields of the summary.
const BETWEEN_FIELDS: usize = 2;
/// What stands below tests that no validator stands behind.
const INVALID: &str = "invalid";

/// The matrix with its legend; nothing when there is no solution.
pub(super) fn lines(report: &Report, view: &View) -> Vec<Line> {
    let groups = rows::groups(report, view);
    if groups.is_empty() {
        return Vec::new();
    }
    let invalid = invalid_tests(report);
    let fields = Fields::of(&groups, &invalid, view.columns());
    let frame = Frame { columns: view.columns(), name: fields.name, summary: fields.width() };
    let first_alike = first_alike(&groups, &invalid);
    let columns = columns::columns(&report.matrix.tests, &first_alike, frame, view);
    let table = Table { groups: &groups, invalid: &invalid, fields, columns: &columns };
    let bands: Vec<Vec<Line>> = columns.bands.iter().map(|band| table.band(band, frame.alone())).collect();
    let mut lines = bands.join(&Line::default());
    lines.extend(legend(&groups, &invalid, view));
    let note = columns.note.iter().flat_map(|note| note.split(' ')).map(|word| Line::of(DIM, word));
    lines.extend(style::flow(&note.collect::<Vec<_>>(), " ", INDENT, view.columns()));
    lines
}

/// Whether each test is invalid.
fn invalid_tests(report: &Report) -> Vec<bool> {
    let valid: HashMap<&str, bool> = report.tests.iter().map(|test| (test.id.as_str(), test.valid)).collect();
    report.matrix.tests.iter().map(|id| valid.get(id.as_str()) == Some(&false)).collect()
}

/// For each test the first on which every solution fares the same.
fn first_alike(groups: &[Group<'_>], invalid: &[bool]) -> Vec<usize> {
    let rows: Vec<&Row<'_>> = groups.iter().flat_map(|group| &group.rows).collect();
    let mut firsts: HashMap<(bool, Vec<&str>), usize> = HashMap::new();
    let first = |(test, &invalid): (usize, &bool)| {
        let column = rows.iter().map(|row| row.verdicts.get(test).map_or(Verdict::Sk.code(), String::as_str));
        *firsts.entry((invalid, column.collect())).or_insert(test)
    };
    invalid.iter().enumerate().map(first).collect()
}

/// The widths of what surrounds the tests; 0 for a field that is not shown.
#[derive(Clone, Copy)]
struct Fields {
    name: usize,
    time: usize,
    memory: usize,
    mark: usize,
    /// Whether the mark is in letters.
    short_mark: bool,
}

impl Fields {
    /// The fields that all rows need; in a narrow terminal the marks in letters, without memory, without time.
    fn of(groups: &[Group<'_>], invalid: &[bool], columns: usize) -> Fields {
        let rows = || groups.iter().flat_map(|group| &group.rows);
        let widest = |width: fn(&Row<'_>) -> usize| rows().map(width).max().unwrap_or(0);
        let titles = groups.iter().map(|group| group.title.len());
        let label = if invalid.contains(&true) { INDENT + INVALID.len() } else { 0 };
        let name = (INDENT + widest(|row| row.name.width())).max(titles.max().unwrap_or(0)).max(label);
        let mut fields = Fields {
            name: name + AFTER_NAME,
            time: widest(|row| row.time.width()),
            memory: widest(|row| row.memory.width()),
            mark: widest(|row| row.mark.width()),
            short_mark: false,
        };
        let too_wide = |fields: &Fields| fields.name + fields.width() > columns;
        if too_wide(&fields) {
            fields.mark = widest(|row| row.short_mark.width());
            fields.short_mark = true;
        }
        if too_wide(&fields) {
            fields.memory = 0;
        }
        if too_wide(&fields) {
            fields.time = 0;
        }
        fields
    }

    fn width(&self) -> usize {
        let shown = [self.time, self.memory, self.mark].into_iter().filter(|&width| width > 0);
        WORST_WIDTH + shown.map(|width| BETWEEN_FIELDS + width).sum::<usize>()
    }

    fn summary(&self, row: &Row<'_>) -> Line {
        let mut line = Line::default();
        rows::left(&mut line, &row.worst, WORST_WIDTH);
        for (field, width) in [(&row.time, self.time), (&row.memory, self.memory)] {
            if width > 0 {
                rows::right(&mut line, field, BETWEEN_FIELDS + width);
            }
        }
        line.push(PLAIN, " ".repeat(BETWEEN_FIELDS));
        line.append(if self.short_mark { &row.short_mark } else { &row.mark });
        line
    }
}

/// The whole matrix, ready to be drawn band by band.
struct Table<'a> {
    groups: &'a [Group<'a>],
    invalid: &'a [bool],
    fields: Fields,
    columns: &'a Columns,
}

impl Table<'_> {
    fn band(&self, band: &Band, room: usize) -> Vec<Line> {
        let slots = &self.columns.slots[band.slots.clone()];
        let mut lines = self.heads(slots, room);
        for (nth, group) in self.groups.iter().enumerate() {
            if nth > 0 || lines.is_empty() || self.columns.shared {
                lines.push(Line::of(DIM, group.title));
            }
            lines.extend(group.rows.iter().map(|row| self.row(row, slots, band.summary)));
        }
        if slots.iter().any(|slot| self.invalid[slot.test]) {
            lines.push(self.invalid_row(slots));
        }
        lines
    }

    /// Titles of blocks, where there are any, and ids of tests, which share a line with the first group's title.
    fn heads(&self, slots: &[Slot], room: usize) -> Vec<Line> {
        let (titles, ids) = (heads::titles(slots), heads::ids(slots, room));
        if slots.is_empty() {
            return Vec::new();
        }
        if self.columns.shared {
            return vec![self.head("tests", &titles), self.head("first", &ids)];
        }
        let titles = (!titles.is_empty()).then(|| self.head("", &titles));
        let ids = self.head(self.groups.first().map_or("", |group| group.title), &ids);
        titles.into_iter().chain([ids]).collect()
    }

    fn head(&self, name: &str, heads: &[Head]) -> Line {
        let mut line = Line::of(DIM, name);
        for head in heads {
            line.pad_to(self.fields.name + head.column);
            line.push(DIM, &head.text);
        }
        line
    }

    fn row(&self, row: &Row<'_>, slots: &[Slot], summary: bool) -> Line {
        let mut line = Line::of(PLAIN, " ".repeat(INDENT));
        line.append(&row.name);
        line.pad_to(self.fields.name);
        for (slot, start) in slots.iter().zip(layout::starts(slots)) {
            let sign = rows::cell(row.verdicts, slot.test);
            line.pad_to(self.fields.name + start + slot.cell);
            line.push(if self.invalid[slot.test] { DIM } else { sign.style }, sign.glyph);
        }
        if summary {
            let before = if slots.is_empty() { 0 } else { layout::extent(slots) + BEFORE_SUMMARY };
            line.pad_to(self.fields.name + before);
            line.append(&self.fields.summary(row));
        }
        line
    }

    fn invalid_row(&self, slots: &[Slot]) -> Line {
        let mut line = Line::of(DIM, format!("{:INDENT$}{INVALID}", ""));
        for (slot, start) in slots.iter().zip(layout::starts(slots)).filter(|(slot, _)| self.invalid[slot.test]) {
            line.pad_to(self.fields.name + start + slot.cell);
            line.push(BAD, "x");
        }
        line
    }
}

/// What the signs mean, for those that occur.
fn legend(groups: &[Group<'_>], invalid: &[bool], view: &View) -> Vec<Line> {
    let mut signs: Vec<Sign> = Vec::new();
    for row in groups.iter().flat_map(|group| &group.rows) {
        for sign in (0..invalid.len()).map(|test| rows::cell(row.verdicts, test)) {
            if signs.iter().all(|known| known.glyph != sign.glyph) {
                signs.push(sign);
            }
        }
    }
    // Best first; what was not run, the first of all verdicts, goes to the end with what is unknown.
    let rank = |sign: &Sign| Verdict::ALL[1..].iter().position(|&verdict| style::sign(verdict).glyph == sign.glyph);
    signs.sort_by_key(|sign| rank(sign).unwrap_or(Verdict::ALL.len()));
    let mut pieces: Vec<Line> =
        signs.iter().map(|sign| Line::of(sign.style, sign.glyph).with(DIM, format!(" {}", sign.words))).collect();
    if invalid.contains(&true) {
        pieces.push(Line::of(BAD, "x").with(DIM, " not a valid test, counts for nothing"));
    }
    style::flow(&pieces, "   ", INDENT, view.columns())
}
