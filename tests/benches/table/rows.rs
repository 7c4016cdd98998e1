//! Plain text in columns.

use std::fmt;

/// A part of the table: its rows are aligned with each other.
pub(crate) struct Part {
    title: String,
    /// The first is the heading; every row has as many cells.
    rows: Vec<Vec<String>>,
}

impl Part {
    pub(crate) fn new(title: impl Into<String>, heading: &[&str]) -> Part {
        Part { title: title.into(), rows: vec![heading.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        assert_eq!(cells.len(), self.rows[0].len(), "a row has a cell for every column");
        self.rows.push(cells.to_vec());
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        writeln!(f, "{}", self.title)?;
        for row in &self.rows {
            let mut line = String::from("  ");
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Names and remarks begin at the left, numbers end at the right.
                let is_text = column == 0 || column + 1 == row.len();
                line += &if is_text { format!("{cell:<width$}  ") } else { format!("{cell:>width$}  ") };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A time in the unit that suits it.
pub(crate) fn time(seconds: f64) -> String {
    match seconds.abs() {
        0.0 => "0".to_owned(),
        ..0.01 => format!("{:.3} ms", seconds * 1e3),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

pub(crate) fn times(one: f64, other: f64) -> String {
    format!("{:.2}x", one / other)
}

/// An aim with a word on whether this run met it.
pub(crate) fn aim(words: &str, met: bool) -> String {
    format!("{words}: {}", if met { "met" } else { "not met" })
}
