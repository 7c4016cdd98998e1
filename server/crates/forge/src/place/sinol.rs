//! New tests of a task of sinol-make: files in `in/`, in the last group, under names that no ingen uses.

use problem::{folder::Folder, model::Problem, path::RelPath};

use super::{NewTest, Placed, TestSource};

/// What to write so that a task has these tests.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    if tests.iter().any(|test| matches!(test.source, TestSource::Command(_))) {
        return Err(
            "in this format one program writes all inputs, and takes no arguments; add the tests to it".to_owned()
        );
    }
    let manifest = problem.manifest.as_ref().and_then(|path| folder.text(path)).unwrap_or_default();
    let group = problem.tests.iter().filter_map(|test| test.group.as_deref()).next_back().unwrap_or("1");
    let group = if group == "0" { "1" } else { group };
    let is_taken = |name: &str| problem.tests.iter().any(|test| test.name == name);
    let mut placed = Placed::default();
    let mut number = 0;
    for test in tests {
        let stem = loop {
            number += 1;
            let stem = format!("{}{group}t{number}", problem.name);
            if !is_taken(&stem) {
                break stem;
            }
        };
        if manifest.contains("sinol_static_tests") {
            let message = "the manifest lists which tests are written by hand, so a file alone would be left out";
            return Err(format!("{message}; add `{stem}.in` to `sinol_static_tests`, or take the list out"));
        }
        let input = RelPath::parse(&format!("in/{stem}.in")).filter(|path| !folder.has(path));
        placed.new_files.insert(input.ok_or("no name that is free can be found for it")?, test.input.to_vec());
        if let (Some(output), Some(answer)) = (RelPath::parse(&format!("out/{stem}.out")), &test.answer) {
            placed.new_files.insert(output, answer.to_vec());
        }
    }
    Ok(placed)
}
