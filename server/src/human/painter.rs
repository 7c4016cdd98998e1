//! What the source renderer writes to: bytes, with our colours in between.

use std::io::{self, Write};

use anstyle::Style;
use codespan_reporting::{
    diagnostic::{LabelStyle, Severity as Level},
    term::WriteStyle,
};
use problem::finding::Severity;

use super::style::{self, BORDER, STRONG};

/// Takes what the renderer writes, with our colours.
pub(super) struct Painter {
    out: Vec<u8>,
    color: bool,
    /// Whether a colour is set.
    open: bool,
}

impl Painter {
    pub(super) fn new(color: bool) -> Painter {
        Painter { out: Vec::new(), color, open: false }
    }

    pub(super) fn finish(self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    fn set(&mut self, style: Style) -> io::Result<()> {
        self.reset()?;
        self.open = self.color;
        if self.color { write!(self.out, "{style}") } else { Ok(()) }
    }
}

impl Write for Painter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The colour of a finding's header.
fn level_style(level: Level) -> Style {
    let severity = match level {
        Level::Bug | Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Information,
        Level::Help => Severity::Hint,
    };
    style::severity(severity).1
}

impl WriteStyle for Painter {
    fn set_header(&mut self, level: Level) -> io::Result<()> {
        self.set(level_style(level))
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.set(STRONG)
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.set(BORDER)
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.set(BORDER)
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.set(BORDER)
    }

    fn set_label(&mut self, level: Level, style: LabelStyle) -> io::Result<()> {
        match style {
            LabelStyle::Primary => self.set(level_style(level)),
            LabelStyle::Secondary => self.set(BORDER),
        }
    }

    fn reset(&mut self) -> io::Result<()> {
        if self.open {
            self.open = false;
            self.out.write_all(b"\x1b[0m")?;
        }
        Ok(())
    }
}
