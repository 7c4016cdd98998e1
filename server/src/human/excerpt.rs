//! A finding with the lines of source it is about.
//!
//! A range over several lines is underlined on its first: that is where a person looks, and it keeps findings short.

use std::{
    collections::{BTreeMap, HashMap},
    io::Write,
    ops,
};

use anstyle::Style;
use codespan_reporting::{
    diagnostic::{LabelStyle, Severity as Level},
    files::Error,
    term::{Chars, Config, Renderer, WriteStyle},
};
use problem::{
    finding::Severity,
    report::{FindingReport, RelatedReport},
    text::{LineIndex, Position, Range},
    words::quantity,
};

use super::{
    clean,
    painter::Painter,
    style::{self, Line, PLAIN, STRONG, View},
    window::Window,
};

/// Columns of a message's line before it is wrapped.
pub(super) const MESSAGE_WIDTH: usize = 300;
/// Columns a path may take.
pub(super) const PATH_WIDTH: usize = 100;
/// Lines of a message that are shown, and places that explain it.
const MESSAGE_LINES: usize = 8;
const RELATED: usize = 5;
/// Blanks before a header's lines but the first.
const HEADER_INDENT: usize = 4;
/// The blank, the border and the blank between a line's number and its text.
const GUTTER: usize = 3;

/// A text of the folder.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) index: LineIndex<'a>,
}

impl<'a> Source<'a> {
    fn line(&self, line: u32) -> Option<&'a str> {
        Some(&self.text[self.index.line_span(line)?])
    }

    /// The bytes of a range in its first line.
    fn bytes(&self, range: Range) -> Option<ops::Range<usize>> {
        let line = self.index.line_span(range.start.line)?;
        let (start, end) = (self.index.offset(range.start), self.index.offset(range.end));
        Some(start - line.start..end.clamp(start, line.end) - line.start)
    }
}

/// Texts by path.
pub(super) type Sources<'a> = HashMap<&'a str, Source<'a>>;

/// A label below a line: its style, the bytes of the shown text, its words.
type Label = (LabelStyle, ops::Range<usize>, String);

/// Lines to be shown, by number, and what could not be put below them.
#[derive(Default)]
struct Excerpt {
    lines: BTreeMap<u32, (Window, Label)>,
    notes: Vec<String>,
    number_width: usize,
}

/// A place to be underlined.
struct Mark<'a> {
    style: LabelStyle,
    range: Range,
    message: &'a str,
}

/// Whether the message begins with the file it is about.
pub(super) fn names_its_file(finding: &FindingReport) -> bool {
    finding.path.as_ref().is_some_and(|path| finding.message.starts_with(path.as_str()))
}

/// `path:line:column`, or the path alone for a file as a whole. Columns count characters where the source is known.
pub(super) fn locus(path: &str, range: Range, source: Option<&Source<'_>>, view: &View) -> String {
    let path = view.fit_path(path, PATH_WIDTH);
    if range == Range::default() {
        return path;
    }
    let Position { line, character } = range.start;
    let before = source.and_then(|source| source.line(line)?.get(..source.bytes(range)?.start));
    let column = before.map_or(u64::from(character), |before| before.chars().count() as u64);
    format!("{path}:{}:{}", u64::from(line) + 1, column + 1)
}

/// The finding as it is written: header, excerpt, notes.
pub(super) fn diagnostic(finding: &FindingReport, sources: &Sources<'_>, view: &View) -> String {
    let mut painter = Painter::new(view.color);
    let chars = if view.unicode { Chars::box_drawing() } else { Chars::ascii() };
    let config = Config { chars, ..Config::default() };
    let excerpt = Excerpt::of(finding, sources, view);
    let locus = finding.path.as_deref().map(|path| locus(path, finding.range, sources.get(path), view));
    let mut renderer = Renderer::new(&mut painter, &config);
    write(&mut renderer, finding, excerpt, locus, view).expect("a vector takes every byte");
    painter.finish()
}

fn write(
    renderer: &mut Renderer<'_, '_>,
    finding: &FindingReport,
    excerpt: Excerpt,
    locus: Option<String>,
    view: &View,
) -> Result<(), Error> {
    let mut message = message_lines(&finding.message, view).into_iter();
    let first = message.next().unwrap_or_default();
    let level = if finding.severity == Severity::Error { Level::Error } else { Level::Warning };
    match locus {
        Some(_) if excerpt.lines.is_empty() && names_its_file(finding) => {
            write_header(renderer, finding, &first, view)?
        }
        Some(locus) if excerpt.lines.is_empty() => write_header(renderer, finding, &format!("{locus}: {first}"), view)?,
        Some(locus) => {
            write_header(renderer, finding, &first, view)?;
            excerpt.write(renderer, level, &locus, view)?;
        }
        None => write_header(renderer, finding, &first, view)?,
    }
    let columns = view.columns().saturating_sub(excerpt.number_width + GUTTER);
    message.chain(excerpt.notes).try_for_each(|note| {
        let lines = style::wrap(Line::default(), PLAIN, &note, 0, columns);
        let lines: Vec<String> = lines.iter().map(|line| line.paint(false)).collect();
        renderer.render_snippet_note(excerpt.number_width, &lines.join("\n"))
    })
}

/// `error[code]: message`, on as many lines as it needs.
pub(super) fn header(finding: &FindingReport, message: &str, message_style: Style, view: &View) -> String {
    let (word, style) = style::severity(finding.severity);
    let start = Line::of(style, format!("{word}[{}]", view.fit(&finding.code, PATH_WIDTH))).with(message_style, ": ");
    let lines = style::wrap(start, message_style, message, HEADER_INDENT, view.columns());
    lines.iter().map(|line| line.paint(view.color) + "\n").collect()
}

fn write_header(
    renderer: &mut Renderer<'_, '_>,
    finding: &FindingReport,
    message: &str,
    view: &View,
) -> Result<(), Error> {
    Ok(renderer.write_all(header(finding, message, STRONG, view).as_bytes())?)
}

/// The lines of a message, clean and not too many.
fn message_lines(message: &str, view: &View) -> Vec<String> {
    let mut lines = message.lines().filter(|line| !line.trim().is_empty());
    let mut shown: Vec<String> = lines.by_ref().take(MESSAGE_LINES).map(|line| view.fit(line, MESSAGE_WIDTH)).collect();
    let more = lines.count();
    if more > 0 {
        shown.push(format!("{} and {}", view.ellipsis(), quantity(more, "more line")));
    }
    shown
}

impl Excerpt {
    fn of(finding: &FindingReport, sources: &Sources<'_>, view: &View) -> Excerpt {
        let related = &finding.related[..finding.related.len().min(RELATED)];
        let mut excerpt = Excerpt { number_width: 1, ..Excerpt::default() };
        let here = finding.path.as_deref().and_then(|path| sources.get(path));
        let here = here.filter(|source| finding.range != Range::default() && source.bytes(finding.range).is_some());
        let is_here = |related: &RelatedReport| here.is_some() && finding.path.as_ref() == Some(&related.path);
        if let Some(here) = here {
            let lines = related.iter().filter(|related| is_here(related)).map(|related| related.range.start.line);
            let last = lines.chain([finding.range.start.line]).max().unwrap_or(0);
            excerpt.number_width = (u64::from(last) + 1).to_string().len();
            excerpt.mark(here, Mark { style: LabelStyle::Primary, range: finding.range, message: "" }, view);
        }
        for related in related {
            let mark = Mark { style: LabelStyle::Secondary, range: related.range, message: &related.message };
            if here.is_none_or(|here| !is_here(related) || !excerpt.mark(here, mark, view)) {
                excerpt.notes.push(note(related, sources.get(related.path.as_str()), view));
            }
        }
        if finding.related.len() > RELATED {
            excerpt.notes.push(format!("{} and {} more", view.ellipsis(), finding.related.len() - RELATED));
        }
        excerpt
    }

    /// Underlines a place; `false` when it cannot be shown, its words do not fit behind it, or its line has a label.
    fn mark(&mut self, source: &Source<'_>, mark: Mark<'_>, view: &View) -> bool {
        let number = mark.range.start.line;
        let (Some(line), Some(bytes)) = (source.line(number), source.bytes(mark.range)) else {
            return false;
        };
        let columns = view.columns().saturating_sub(self.number_width + GUTTER);
        let window = Window::around(line, bytes.start, columns, view.ellipsis());
        let start = window.place(bytes.start);
        let end = window.place(bytes.end).max(start + 1);
        let words = view.fit(mark.message, MESSAGE_WIDTH);
        let fits = words.is_empty() || window.column(end) + 1 + clean::width(&words) <= columns;
        let shown = fits && !self.lines.contains_key(&number);
        if shown {
            self.lines.insert(number, (window, (mark.style, start..end, words)));
        }
        shown
    }

    fn write(&self, renderer: &mut Renderer<'_, '_>, level: Level, locus: &str, view: &View) -> Result<(), Error> {
        let width = self.number_width;
        write!(renderer, "{:width$} ", "")?;
        renderer.set_source_border()?;
        renderer.write_all(view.excerpt_start().as_bytes())?;
        renderer.reset()?;
        writeln!(renderer, " {locus}")?;
        let mut last = None;
        for (&number, (window, (style, range, words))) in &self.lines {
            if last.is_some_and(|last| last + 1 < number) {
                renderer.render_snippet_break(width, level, 0, &[])?;
            }
            let label = (*style, range.clone(), words.as_str());
            renderer.render_snippet_source(width, number as usize + 1, &window.text, level, &[label], 0, &[])?;
            last = Some(number);
        }
        Ok(())
    }
}

fn note(related: &RelatedReport, source: Option<&Source<'_>>, view: &View) -> String {
    let locus = locus(&related.path, related.range, source, view);
    let words = view.fit(&related.message, MESSAGE_WIDTH);
    if words.is_empty() { locus } else { format!("{locus}: {words}") }
}
