//! New tests in a folder of tps: lines at the end of `gen/data`, in its last section, which as a rule has the widest limits.

use problem::{digest::Digest, folder::Folder, model::Problem, path::RelPath};

use super::{NewTest, Placed, with_line};
use crate::{bench::TestSource, edits::exact_text};

/// What to write so that a folder has these tests.
pub(super) fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let data =
        RelPath::parse("gen/data").filter(|path| folder.has(path)).ok_or("there is no gen/data to add tests to")?;
    let mut text = exact_text(folder, &data).ok_or_else(|| format!("{data} is no text in UTF-8"))?;
    let mut placed = Placed::default();
    for test in tests {
        let line = match &test.source {
            // A line that begins so is none of a generator.
            TestSource::Command(command) if !command.starts_with(['@', '#']) => command.clone(),
            _ => {
                let bytes = without_frame(folder, problem, &test.input)?;
                let name = format!("touchstone-{}.in", &Digest::of(bytes).hex()[..8]);
                let path = RelPath::parse(&format!("gen/manual/{name}")).filter(|path| !folder.has(path));
                let path = path.ok_or_else(|| format!("there is a file gen/manual/{name} already"))?;
                placed.new_files.insert(path, bytes.to_vec());
                format!("manual {name}")
            }
        };
        text = with_line(&text, &line);
    }
    placed.texts.insert(data, text);
    Ok(placed)
}

/// The input without what stands around every one.
fn without_frame<'a>(folder: &dyn Folder, problem: &Problem, input: &'a [u8]) -> Result<&'a [u8], String> {
    let Some(frame) = problem.tests.iter().find_map(|test| test.frame.as_ref()) else { return Ok(input) };
    let bytes = |path: &Option<RelPath>| path.as_ref().and_then(|path| folder.bytes(path));
    let (header, footer) = (bytes(&frame.header), bytes(&frame.footer));
    let rest = input.strip_prefix(header.as_deref().unwrap_or_default());
    let rest = rest.and_then(|rest| rest.strip_suffix(footer.as_deref().unwrap_or_default()));
    rest.ok_or_else(|| "the input does not begin and end as every input here does".to_owned())
}
