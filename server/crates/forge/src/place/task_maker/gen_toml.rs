//! New tests of a task whose `gen/gen.toml` declares them: at the end of what the last subtask lists, which as a rule has the widest
//! limits.
//!
//! A test's number may be an argument of its generator, so that no test may get another number: tests that are copied come
//! before those that are made, and are added only where no test of the subtask is made.

use std::ops::Range;

use problem::{
    folder::Folder,
    model::{GenCall, Problem},
    path::RelPath,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{NewTest, Placed, TestSource, copied_file};
use crate::edits::exact_text;

/// The list of tests that are made.
const MADE: &str = "testcases";
/// The list of files that are tests.
const COPIED: &str = "copy";

/// What to write so that a task has these tests.
pub(super) fn place(
    folder: &dyn Folder,
    problem: &Problem,
    path: &RelPath,
    tests: &[NewTest],
) -> Result<Placed, String> {
    let by_hand = |why: &str| format!("{why} of {path}; add the test there by hand");
    let text = exact_text(folder, path).ok_or_else(|| format!("{path} is no text in UTF-8"))?;
    let root = DeTable::parse(&text).map_err(|_| format!("{path} is no valid TOML; mend it first"))?;
    let last = last_subtask(root.get_ref()).ok_or_else(|| by_hand("new tests have no place in a subtask"))?;
    if value(last.1, "repeat").is_some() {
        return Err(by_hand("every test is repeated in the last subtask"));
    }
    let has_made = value(last.1, MADE).is_some();
    let names_generator = [root.get_ref(), last.1].into_iter().any(|table| value(table, "generator").is_some());
    let mut placed = Placed::default();
    let (mut made, mut copied) = (Vec::new(), Vec::new());
    for test in tests {
        let call = match &test.source {
            TestSource::Command(command) => super::call(problem, command),
            TestSource::Input(_) => None,
        };
        match call.and_then(|call| item(problem, &call, names_generator)) {
            Some(item) => made.push(item),
            None if has_made => return Err(by_hand("a file cannot stand behind the tests of the last subtask")),
            None => copied.push(format!("\"{}\"", copied_file(folder, test, &mut placed)?)),
        }
    }
    let wanted = [(COPIED, copied.len()), (MADE, made.len())].map(|(key, more)| count(last.1, key) + more);
    let mut edits = Vec::new();
    for (key, items) in [(COPIED, copied), (MADE, made)] {
        if !items.is_empty() {
            let edit = added(&text, last, key, &items);
            edits.push(edit.ok_or_else(|| by_hand("nothing can be added to the last subtask"))?);
        }
    }
    // The later one first, so that the places of the other stay; at one place in the order of the lists.
    edits.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    if let [(one, _), (other, _)] = &edits[..]
        && one == other
    {
        edits.reverse();
    }
    let mut changed = text.clone();
    for (at, words) in edits {
        changed.insert_str(at, &words);
    }
    // What stands behind a comment is no item.
    let counts = DeTable::parse(&changed).ok().and_then(|root| {
        let (_, table) = last_subtask(root.get_ref())?;
        Some([COPIED, MADE].map(|key| count(table, key)))
    });
    if counts != Some(wanted) {
        return Err(by_hand("nothing can be added to the last subtask"));
    }
    placed.texts.insert(path.clone(), changed);
    Ok(placed)
}

/// How many items a list of a subtask has.
fn count(table: &DeTable<'_>, key: &str) -> usize {
    match value(table, key).map(Spanned::get_ref) {
        Some(DeValue::Array(items)) => items.len(),
        _ => 0,
    }
}

/// The place of the last subtask's name, and its table.
fn last_subtask<'a>(root: &'a DeTable<'_>) -> Option<(usize, &'a DeTable<'a>)> {
    let DeValue::Table(subtasks) = value(root, "subtask")?.get_ref() else { return None };
    let (name, table) = subtasks.iter().max_by_key(|(name, _)| name.span().start)?;
    match table.get_ref() {
        DeValue::Table(table) => Some((name.span().start, table)),
        _ => None,
    }
}

fn value<'a>(table: &'a DeTable<'_>, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
}

/// A call as an item of the list, where its words can be written so.
fn item(problem: &Problem, call: &GenCall, names_generator: bool) -> Option<String> {
    let program = &problem.programs[call.program?];
    let is_plain = |word: &String| {
        !word.is_empty()
            && !word.contains(|one: char| one.is_whitespace() || one.is_control() || "\"'\\$".contains(one))
    };
    if program.path.parts().count() != 2 || !call.args.iter().all(is_plain) || call.args.is_empty() {
        return None;
    }
    let args = call.args.join(" ");
    let is_usual = !names_generator && program.name() == "generator";
    let name = program.path.stem();
    Some(if is_usual { format!("\"{args}\"") } else { format!("{{ args = \"{args}\", generator = \"{name}\" }}") })
}

/// Where something is to be written, and what, so that a list of a subtask has these items at its end.
fn added(text: &str, (name, table): (usize, &DeTable<'_>), key: &str, items: &[String]) -> Option<(usize, String)> {
    let items = items.join(", ");
    let Some(list) = value(table, key) else {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let begin = text[..name].rfind('\n').map_or(0, |at| at + 1);
        // A table in braces has no line of its own.
        text[begin..].starts_with("[subtask").then_some(())?;
        let (at, before) = match text[name..].find('\n') {
            Some(end) => (name + end + 1, ""),
            None => (text.len(), line_end),
        };
        return Some((at, format!("{before}{key} = [{items}]{line_end}")));
    };
    let Range { start, end } = list.span();
    let inside = text.get(start..end)?.strip_prefix('[')?.strip_suffix(']')?;
    let inside = inside.trim_end();
    let between = match inside.chars().next_back() {
        None => "",
        Some(',') => " ",
        Some(_) => ", ",
    };
    Some((start + 1 + inside.len(), format!("{between}{items}")))
}
