//! Texts that are offered: a script in order and without repetitions, the skeleton of a validator or generator, a function
//! in the place of repeated reads.
//!
//! A skeleton is made of what is certain, and says in comments what is to be decided. It is offered in a C++ file that is
//! meant to be a validator or a generator and has nothing in it yet.

mod skeleton;

use std::collections::HashSet;

use problem::{
    bounds::{Bounds, places},
    formats::role_of_name,
    language::Language,
    model::{Format, Role},
    text::{LineIndex, Range},
};

use crate::{
    Edit, Text, View,
    script::{is_rules, is_script, is_test_list},
};

/// Another text in place of the one in the editor, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What it does, as a menu says it.
    pub title: &'static str,
    /// The protocol's kind.
    pub kind: &'static str,
    /// The changes.
    pub edits: Vec<Edit>,
}

/// What is offered for a text.
pub fn rewrites(view: &View<'_>, text: &Text<'_>) -> Vec<Rewrite> {
    let whole = |title, kind, new: String| {
        let range = LineIndex::new(text.text).range(0..text.text.len());
        Rewrite { title, kind, edits: vec![Edit { range, text: new }] }
    };
    if is_script(view, text.path) && !is_rules(view, text.path) && !is_test_list(view, text.path) {
        // Other formats have lines that are no commands. What a template makes has an order of its own, and so have lines that
        // say which test they make; a byte order mark belongs to the first line.
        let has_commands_only = matches!(view.context.problem.format, Format::Plain | Format::Polygon);
        let without_targets = text.text.replace("> $", "");
        let is_plain = !["<#", "${", ">", "\u{feff}", "\r"].iter().any(|word| without_targets.contains(word));
        let sorted = (has_commands_only && is_plain).then(|| sorted(text.text)).filter(|sorted| sorted != text.text);
        let title = "Sort the script and drop repeated lines";
        return sorted.map(|new| whole(title, "source.touchstone.sort", new)).into_iter().collect();
    }
    if Language::from_path(text.path) != Some(Language::Cpp) || !is_blank(text.text) {
        return Vec::new();
    }
    let kind = "source.touchstone.skeleton";
    let role = match view.program_at(text.path) {
        Some(program) => Some(view.context.problem.programs[program].role),
        // A source without `main` is no program yet.
        None => role_of_name(text.path),
    };
    let found = match role {
        Some(Role::Validator) => {
            let stated = validator(view, text).map(|new| ("Write a skeleton from the bounds of the statement", new));
            skeleton::validator(view, text).into_iter().chain(stated).collect()
        }
        Some(Role::Generator) => skeleton::generator(view).into_iter().collect(),
        _ => Vec::new(),
    };
    found.into_iter().map(|(title, new)| whole(title, kind, new)).collect()
}

/// What puts a function in the place of the reads at a range, where reads like them stand elsewhere, too.
pub fn extracted(view: &View<'_>, text: &Text<'_>, range: Range) -> Option<Rewrite> {
    let problem = view.context.problem;
    let role = problem.programs[view.program_at(text.path)?].role;
    let reads = matches!(role, Role::Generator | Role::Validator | Role::Checker | Role::Interactor);
    if !reads || Language::from_path(text.path) != Some(Language::Cpp) {
        return None;
    }
    let lines = LineIndex::new(text.text);
    let at = lines.offset(range.start)..lines.offset(range.end);
    let edits = cpp::extract::extract(text.source?, at)?;
    Some(Rewrite { title: "Extract the repeated reads into a function", kind: EXTRACT, edits })
}

/// The kind of [`extracted`].
pub const EXTRACT: &str = "refactor.extract.touchstone";

/// Whether nothing is written yet but what every program begins with.
fn is_blank(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .all(|line| line.is_empty() || ["#include \"testlib.h\"", "using namespace std;"].contains(&line))
}

/// A script whose commands stand in natural order between comments and blank lines, each once.
fn sorted(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut first_of_block = 0;
    for line in text.lines() {
        let written = line.trim_start();
        if written.is_empty() || written.starts_with('#') || written.starts_with("//") {
            lines[first_of_block..].sort_by_cached_key(|line| order(line));
            lines.push(line);
            first_of_block = lines.len();
            // The same command may belong to two groups.
            seen.clear();
        } else if seen.insert(meaning(line)) {
            lines.push(line);
        }
    }
    lines[first_of_block..].sort_by_cached_key(|line| order(line));
    lines.join("\n") + if text.ends_with('\n') { "\n" } else { "" }
}

/// What lines that do the same have in common: blanks matter in quotes only.
fn meaning(line: &str) -> String {
    if line.contains(['"', '\'', '\\']) {
        return line.trim().to_owned();
    }
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key that commands are sorted by: word by word, numbers by their values and before other words.
fn order(line: &str) -> Vec<(Option<&str>, i64)> {
    let key = |word| match str::parse::<i64>(word) {
        Ok(number) => (None, number),
        Err(_) => (Some(word), 0),
    };
    line.split_whitespace().map(key).collect()
}

/// What the statement bounds, each as a read; `None` where it bounds nothing, or some other file validates.
fn validator(view: &View<'_>, text: &Text<'_>) -> Option<String> {
    let problem = view.context.problem;
    if problem.validators.iter().any(|one| !problem.programs[one.program].sources.contains(text.path)) {
        return None;
    }
    let variables = places(&view.context);
    let stated = variables.iter().filter_map(|variable| Some((&*variable.name, variable.statement.as_ref()?)));
    let lines: String = stated.map(|(name, bounds)| read(view, name, bounds)).collect();
    (!lines.is_empty()).then(|| {
        format!(
            "#include \"testlib.h\"\n\nint main(int argc, char* argv[]) {{\n    registerValidation(argc, argv);\n    \
             // The statement bounds these. To be decided: their order, and what stands between them\n    \
             // (`inf.readSpace()`, `inf.readEoln()`).\n{lines}    inf.readEof();\n}}\n"
        )
    })
}

/// The read of a variable that the statement bounds.
fn read(view: &View<'_>, name: &str, bounds: &Bounds) -> String {
    let Some(least) = bounds.least.as_ref().map(|least| &least.text) else { return String::new() };
    let greatest = &bounds.greatest.text;
    let written = view.context.folder.text(&bounds.path).unwrap_or_default();
    let lines = LineIndex::new(&written);
    let said = written.get(lines.offset(bounds.range.start)..lines.offset(bounds.range.end)).unwrap_or_default();
    let is_one = !said.contains(['_', '[', '|']) && name.chars().all(|one| one.is_ascii_alphanumeric());
    let fits = |within: std::ops::RangeInclusive<i128>| {
        [least, greatest].into_iter().all(|text| text.parse().is_ok_and(|number: i128| within.contains(&number)))
    };
    if !is_one || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return format!("    // To be decided: how often `{name}` is read, from {least} to {greatest}.\n");
    }
    if fits(i128::from(i32::MIN)..=i128::from(i32::MAX)) {
        format!("    inf.readInt({least}, {greatest}, \"{name}\");\n")
    } else if fits(-i128::from(i64::MAX)..=i128::from(i64::MAX)) {
        format!("    inf.readLong({least}LL, {greatest}LL, \"{name}\");\n")
    } else {
        format!("    // To be decided: how `{name}` is read, from {least} to {greatest}.\n")
    }
}
