//! New tests in a folder of library-checker: files in `gen/` that an entry of `info.toml` counts. A generator is called with
//! numbers of its own only, so that no other command can be written there.

use problem::{folder::Folder, model::Problem, path::RelPath};

use super::{NewTest, Placed};
use crate::edits::exact_text;

/// What the tests are called: `touchstone_00`.
const STEM: &str = "touchstone";

/// What to write so that a folder has these tests.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let manifest = problem.manifest.clone().ok_or("there is no info.toml to add tests to")?;
    let text = exact_text(folder, &manifest).ok_or_else(|| format!("{manifest} is no text in UTF-8"))?;
    let prefix = format!("{STEM}_");
    let before = problem.tests.iter().filter(|test| test.id.starts_with(&prefix)).count();
    let mut placed = Placed::default();
    for (at, test) in tests.iter().enumerate() {
        let path = RelPath::parse(&format!("gen/{STEM}_{:02}.in", before + at)).filter(|path| !folder.has(path));
        let path = path.ok_or_else(|| format!("there is a file of the name `{STEM}_{:02}.in` already", before + at))?;
        placed.new_files.insert(path, test.input.to_vec());
    }
    placed.texts.insert(
        manifest.clone(),
        with_count(&text, before, before + tests.len())
            .ok_or_else(|| format!("the entry of `{STEM}.in` in {manifest} cannot be counted up; do it by hand"))?,
    );
    Ok(placed)
}

/// The manifest with as many tests of ours as there are now: an entry at its end, or the number of the one that is there.
fn with_count(text: &str, before: usize, now: usize) -> Option<String> {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    if before == 0 {
        let between = if text.is_empty() || text.ends_with('\n') { "" } else { line_end };
        let lines = [String::new(), "[[tests]]".to_owned(), format!("name = \"{STEM}.in\""), format!("number = {now}")];
        let entry: String = lines.iter().map(|line| format!("{line}{line_end}")).collect();
        return Some(format!("{text}{between}{entry}"));
    }
    let name = text.find(&format!("\"{STEM}.in\""))?;
    let written = format!("number = {before}");
    let number = name + text[name..].find(&written)?;
    let is_of_entry = !text[name..number].contains("[[");
    is_of_entry.then(|| format!("{}number = {now}{}", &text[..number], &text[number + written.len()..]))
}
