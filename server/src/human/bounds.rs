//! The bounds of variables: a table where it fits, else a paragraph for each.

use problem::bounds::{SOURCES, Variable, told};

use super::{
    clean,
    style::{DIM, Line, PLAIN, STRONG, View},
};

/// Blanks between columns, and before what belongs to a variable.
const GAP: usize = 2;

/// Writes bounds for a person.
pub(crate) fn bounds(variables: &[Variable], view: &View) -> String {
    let rows: Vec<[String; SOURCES.len()]> =
        variables.iter().map(|variable| variable.cells().map(|cell| clean::line(&cell))).collect();
    let names: Vec<String> = variables.iter().map(|variable| clean::line(&variable.name)).collect();
    let name_width = names.iter().map(|name| clean::width(name)).max().unwrap_or(0);
    // What nothing says gets no column.
    let shown = told(&rows);
    let column_width = |source: usize| {
        let cells = rows.iter().map(|cells| clean::width(&cells[source]));
        cells.chain([SOURCES[source].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = shown.iter().map(|&source| column_width(source)).collect();
    let lines = if name_width + widths.iter().map(|width| GAP + width).sum::<usize>() <= view.columns() {
        let line = |name: &str, cells: &dyn Fn(usize) -> Line| {
            let mut line = Line::of(STRONG, padded(name, name_width));
            for (&source, &width) in shown.iter().zip(&widths) {
                let cell = cells(source);
                line.push(PLAIN, " ".repeat(GAP));
                let rest = width - cell.width().min(width);
                line.append(&cell);
                line.push(PLAIN, " ".repeat(rest));
            }
            line
        };
        let head = line("", &|source| Line::of(DIM, SOURCES[source]));
        let body =
            names.iter().zip(&rows).map(|(name, cells)| line(name, &|source| Line::of(PLAIN, cells[source].clone())));
        [head].into_iter().chain(body).collect::<Vec<Line>>()
    } else {
        let source_width = SOURCES.iter().map(|source| source.len()).max().unwrap_or(0);
        let paragraph = |(name, cells): (&String, &[String; SOURCES.len()])| {
            let lines = shown.iter().filter(|&&source| !cells[source].is_empty()).map(|&source| {
                let head = padded(SOURCES[source], source_width + GAP);
                Line::of(PLAIN, " ".repeat(GAP)).with(DIM, head).with(PLAIN, cells[source].clone())
            });
            [Line::of(STRONG, name.clone())].into_iter().chain(lines).collect::<Vec<Line>>()
        };
        names.iter().zip(&rows).flat_map(paragraph).collect()
    };
    lines.iter().map(|line| line.paint(view.color).trim_end().to_owned() + "\n").collect()
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width - clean::width(text).min(width)))
}
