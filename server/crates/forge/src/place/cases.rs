//! New tests of a folder of Hydro that lists its cases: files, and a case for each behind the last one, so in the last subtask,
//! which as a rule has the widest limits.

use problem::{folder::Folder, model::Problem, path::RelPath, text::Place};

use super::{NewTest, Placed, files};
use crate::edits::exact_text;

/// What to write so that a folder has these tests.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let last = problem.tests.iter().filter_map(|test| test.place.as_ref()).max();
    let last = last.ok_or("no case is listed that new ones could stand behind; add one by hand")?;
    let text = exact_text(folder, &last.path).ok_or_else(|| format!("{} is no text in UTF-8", last.path))?;
    let (before, dash, after) = around(&text, last).ok_or_else(|| {
        format!("the last case of {} does not stand on lines of its own; add the test there by hand", last.path)
    })?;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut placed = Placed::default();
    let mut lines = String::new();
    for test in tests {
        let (input, answer) = files(folder, problem, test, &mut placed)?;
        let name = |path: &RelPath| named(&last.path.parent(), path);
        let output = answer.map(|path| format!(", output: {}", name(&path))).unwrap_or_default();
        lines.push_str(&format!("{dash}{{input: {}{output}}}{line_end}", name(&input)));
    }
    let between = if before.ends_with('\n') { "" } else { line_end };
    placed.texts.insert(last.path.clone(), format!("{before}{between}{lines}{after}"));
    Ok(placed)
}

/// The text up to the end of the last line of a case, what stands before the case on its first line, and the rest; `None` where
/// the case is no item of a list that has a line for each.
fn around<'a>(text: &'a str, case: &Place) -> Option<(&'a str, &'a str, &'a str)> {
    let mut starts = vec![0];
    starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
    let first = *starts.get(case.range.start.line as usize)?;
    // What is a case in YAML is nothing in the older list of lines.
    let dash = text.get(first..first + case.range.start.character as usize)?;
    let is_item = dash.trim() == "-" && dash.ends_with(' ');
    // The place of a map in blocks may end at the beginning of the line that follows.
    let end = case.range.end;
    let last = if end.character == 0 { end.line } else { end.line + 1 };
    let end = starts.get(last as usize).copied().unwrap_or(text.len());
    is_item.then(|| (&text[..end], dash, &text[end..]))
}

/// A file as the manifest beside it names it.
fn named(data: &RelPath, path: &RelPath) -> String {
    let whole = path.as_str();
    let name = whole.strip_prefix(data.as_str()).map_or(whole, |rest| rest.trim_start_matches('/'));
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/-".contains(&byte));
    if is_plain && name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        name.to_owned()
    } else {
        // A text in JSON is one in YAML.
        serde_json::Value::from(name).to_string()
    }
}
