//! The bounds of variables side by side: as a page, and of the one that a read names.

use cpp::source::Source;
use problem::{
    bounds::{SOURCES, Variable, inputs, table, told},
    facts::ReadCall,
    text::Position,
};

use crate::{
    Text, View,
    hover::Hover,
    words::{block, cell, code},
};

/// The page of a problem, as Markdown.
pub fn page(view: &View<'_>) -> String {
    let variables = table(&view.context);
    let mut page = "# Bounds\n\n".to_owned();
    for (path, lines) in inputs(&view.context) {
        page += &format!("{} reads\n\n{}\n", code(&path), block(&lines.join("\n")));
    }
    if variables.is_empty() {
        page += "No validator reads a number under a name, and no bounds could be read from the statement.\n";
    } else {
        page += &rows(&variables);
    }
    let remarks = variables.iter().flat_map(|variable| {
        variable.remarks.iter().map(|remark| format!("- {}: {}\n", code(&variable.name), code(remark)))
    });
    let remarks: String = remarks.collect();
    if !remarks.is_empty() {
        page += &format!("\n{remarks}");
    }
    page
}

/// What is known of the variable that a read at a place names.
pub(crate) fn hover(view: &View<'_>, text: &Text<'_>, source: &Source, at: Position) -> Option<Hover> {
    let is_there = |read: &&ReadCall| read.range.start <= at && at <= read.range.end;
    // Others are in no table, which takes a look at every test.
    let read = source.facts().reads.iter().find(is_there).filter(|read| read.is_of_input() && read.name.is_some())?;
    let variables = table(&view.context);
    let is_it = |variable: &&Variable| {
        let mut all = variable.validators.iter().chain(&variable.judges);
        all.any(|bounds| bounds.path == *text.path && bounds.range == read.range)
    };
    let variable = variables.iter().find(is_it)?;
    let cells = variable.cells();
    let said = SOURCES.iter().zip(&cells).filter(|(_, cell)| !cell.is_empty());
    let said: String = said.map(|(source, cell)| format!("- {source}: {}\n", code(cell))).collect();
    let remarks: String = variable.remarks.iter().map(|remark| format!("\n{}\n", code(remark))).collect();
    Some(Hover { range: read.range, markdown: format!("**{}**\n\n{said}{remarks}", code(&variable.name)) })
}

fn rows(variables: &[Variable]) -> String {
    let cells: Vec<_> = variables.iter().map(Variable::cells).collect();
    let shown = told(&cells);
    let heads: String = shown.iter().map(|&source| format!(" {} |", SOURCES[source])).collect();
    let mut rows = format!("| |{heads}\n|---|{}\n", "---|".repeat(shown.len()));
    for (variable, cells) in variables.iter().zip(&cells) {
        let cells = shown.iter().map(|&source| match &cells[source][..] {
            "" => " |".to_owned(),
            said => format!(" {} |", cell(said)),
        });
        rows += &format!("| {} |{}\n", cell(&variable.name), cells.collect::<String>());
    }
    rows
}
