//! Colours, glyphs and lines made of coloured pieces.
//!
//! Invariant: every colour that a line sets is reset before the line ends.

use anstyle::{AnsiColor, Color, Style};
use problem::{finding::Severity, verdict::Verdict};

use super::clean;

/// How the reader sees the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// Columns of the terminal; less than [`View::NARROWEST`] counts as that.
    pub(crate) width: usize,
    /// Whether colours may be set.
    pub(crate) color: bool,
    /// Whether signs beyond ASCII may be drawn. Names and sources keep theirs.
    pub(crate) unicode: bool,
}

impl View {
    /// The narrowest terminal for which lines are laid out, in columns.
    pub(crate) const NARROWEST: usize = 40;

    pub(super) fn columns(&self) -> usize {
        self.width.max(View::NARROWEST)
    }

    fn either(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }

    pub(super) fn ellipsis(&self) -> &'static str {
        self.either("…", "..")
    }

    pub(super) fn separator(&self) -> &'static str {
        self.either(" · ", " | ")
    }

    pub(super) fn dash(&self) -> &'static str {
        self.either("─", "-")
    }

    pub(super) fn met(&self) -> &'static str {
        self.either("✓", "ok")
    }

    pub(super) fn cross(&self) -> &'static str {
        self.either("✗", "x")
    }

    pub(super) fn excerpt_start(&self) -> &'static str {
        self.either("┌─", "-->")
    }

    /// The text with nothing dangerous in it, at most `columns` wide.
    pub(super) fn fit(&self, text: &str, columns: usize) -> String {
        clean::keep_start(text, columns, self.ellipsis())
    }

    /// The same, but the text's end is kept: what tells paths apart.
    pub(super) fn fit_path(&self, text: &str, columns: usize) -> String {
        clean::keep_end(text, columns, self.ellipsis())
    }
}

const fn of(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

pub(super) const PLAIN: Style = Style::new();
pub(super) const STRONG: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GOOD: Style = of(AnsiColor::Green);
pub(super) const PASSED: Style = of(AnsiColor::Green).dimmed();
pub(super) const BAD: Style = of(AnsiColor::Red).bold();
pub(super) const SLOW: Style = of(AnsiColor::Yellow);
pub(super) const HUNGRY: Style = of(AnsiColor::Blue);
pub(super) const CRASHED: Style = of(AnsiColor::Magenta);
pub(super) const BROKEN: Style = of(AnsiColor::White).bg_color(Some(Color::Ansi(AnsiColor::Red))).bold();
pub(super) const BORDER: Style = of(AnsiColor::Cyan);

/// How a verdict looks.
pub(super) struct Sign {
    /// Its character in the matrix.
    pub(super) glyph: &'static str,
    /// The legend's words.
    pub(super) words: &'static str,
    /// Its colour.
    pub(super) style: Style,
}

/// How a verdict looks.
pub(super) fn sign(verdict: Verdict) -> Sign {
    let (glyph, words, style) = match verdict {
        Verdict::Ac => (".", "accepted", PASSED),
        Verdict::Wa => ("W", "wrong answer", BAD),
        Verdict::Pe => ("P", "presentation error", BAD),
        Verdict::Tle => ("T", "time limit", SLOW),
        Verdict::Mle => ("M", "memory limit", HUNGRY),
        Verdict::Ole => ("O", "output limit", HUNGRY),
        Verdict::Rte => ("R", "run-time error", CRASHED),
        Verdict::Ce => ("C", "does not build", CRASHED),
        Verdict::Fail => ("F", "checker or answer failed", BROKEN),
        Verdict::Sk => ("-", "not run", DIM),
    };
    Sign { glyph, words, style }
}

/// The word of a severity and its colour.
pub(super) fn severity(severity: Severity) -> (&'static str, Style) {
    match severity {
        Severity::Error => ("error", BAD),
        Severity::Warning => ("warning", SLOW.bold()),
        Severity::Information => ("note", of(AnsiColor::Green).bold()),
        Severity::Hint => ("hint", of(AnsiColor::Cyan).bold()),
    }
}

/// A line of coloured pieces that knows its width.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(Style, String)>,
    width: usize,
}

impl Line {
    /// A line of one piece.
    pub(super) fn of(style: Style, text: impl AsRef<str>) -> Line {
        let mut line = Line::default();
        line.push(style, text);
        line
    }

    /// The same line with one more piece.
    #[must_use]
    pub(super) fn with(mut self, style: Style, text: impl AsRef<str>) -> Line {
        self.push(style, text);
        self
    }

    /// Columns it takes.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Adds text, which must be clean.
    pub(super) fn push(&mut self, style: Style, text: impl AsRef<str>) {
        let text = text.as_ref();
        self.width += clean::width(text);
        match self.pieces.last_mut() {
            Some((last, piece)) if *last == style => piece.push_str(text),
            Some(_) | None => self.pieces.push((style, text.to_owned())),
        }
    }

    /// Adds blanks up to a column.
    pub(super) fn pad_to(&mut self, column: usize) {
        if column > self.width {
            self.push(PLAIN, " ".repeat(column - self.width));
        }
    }

    /// Adds the pieces of another line.
    pub(super) fn append(&mut self, other: &Line) {
        for (style, text) in &other.pieces {
            self.push(*style, text);
        }
    }

    /// The line as it is written, without blanks at its end.
    pub(super) fn paint(&self, color: bool) -> String {
        let piece = |(style, text): &(Style, String)| {
            if color { format!("{style}{text}{style:#}") } else { text.clone() }
        };
        let painted: String = self.pieces.iter().map(piece).collect();
        painted.trim_end_matches(' ').to_owned()
    }
}

/// Sets pieces one after another on as few lines as the width allows; all lines but the first are indented.
pub(super) fn flow(pieces: &[Line], separator: &str, indent: usize, columns: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + clean::width(separator) + piece.width() <= columns => {
                line.push(DIM, separator);
                line.append(piece);
            }
            Some(_) => {
                let mut line = Line::of(PLAIN, " ".repeat(indent));
                line.append(piece);
                lines.push(line);
            }
            None => lines.push(piece.clone()),
        }
    }
    lines
}

/// Adds words to a line; what does not fit goes on, indented, on lines of its own. A word is never broken.
pub(super) fn wrap(start: Line, style: Style, text: &str, indent: usize, columns: usize) -> Vec<Line> {
    let (mut lines, mut line) = (Vec::new(), start);
    for (nth, word) in text.split(' ').enumerate() {
        if nth > 0 && line.width() + 1 + clean::width(word) > columns {
            lines.push(line);
            line = Line::of(PLAIN, " ".repeat(indent));
        } else if nth > 0 {
            line.push(style, " ");
        }
        line.push(style, word);
    }
    lines.push(line);
    lines
}
