//! Where new tests go in a folder of each format: a line of the script, an element of `problem.xml`, a rule of
//! `generators.yaml`, an entry of `info.toml`, a case of `config.yaml`, an item of `gen.toml`, files.
//!
//! Invariant: texts are added to and nothing in them is changed but counts of tests; files are new.

mod cases;
mod counted;
mod gen_data;
mod rules;
mod sinol;
mod task_maker;

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use freemarker::TEMPLATE_SIGNS;
use problem::{
    digest::Digest,
    folder::Folder,
    model::{Format, InputSource, Problem},
    path::RelPath,
};

use crate::{
    bench::TestSource,
    commands::is_script,
    edits::{Texts, exact_text},
};

/// A test to add.
#[derive(Clone, Debug)]
pub struct NewTest {
    /// What makes it.
    pub source: TestSource,
    /// Its input.
    pub input: Arc<[u8]>,
    /// Its answer, where it is known.
    pub answer: Option<Arc<[u8]>>,
}

/// What has to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// Texts that are there, as they will be, and a new script.
    pub texts: Texts,
    /// Files that are not there yet.
    pub new_files: BTreeMap<RelPath, Vec<u8>>,
}

/// The script of a plain folder that has none yet.
const NEW_SCRIPT: &str = "script.txt";

/// What to write so that a folder has these tests.
///
/// # Errors
/// One sentence when the folder has no place for them.
pub fn place(folder: &dyn Folder, problem: &Problem, tests: &[NewTest]) -> Result<Placed, String> {
    let mut placed = Placed::default();
    if problem.format == Format::Polygon {
        return polygon(folder, problem, tests, placed);
    }
    if problem.format == Format::Icpc
        && let Some(placed) = rules::place(folder, problem, tests)
    {
        return placed;
    }
    match problem.format {
        Format::LibraryChecker => return counted::place(folder, problem, tests),
        Format::Tps => return gen_data::place(folder, problem, tests),
        Format::Sinol => return sinol::place(folder, problem, tests),
        Format::TaskMaker => return task_maker::place(folder, problem, tests),
        Format::Hydro if !are_found_by_name(problem) => return cases::place(folder, problem, tests),
        Format::Plain | Format::Polygon | Format::Icpc | Format::Hydro | Format::Rbx => {}
    }
    let script = script(problem).or_else(|| new_script(folder, problem));
    for test in tests {
        match (&test.source, &script) {
            (TestSource::Command(command), Some(script))
                if !TEMPLATE_SIGNS.iter().any(|sign| command.contains(sign)) =>
            {
                let text = match placed.texts.get(script) {
                    Some(text) => text.clone(),
                    None if !folder.has(script) => String::new(),
                    None => exact_text(folder, script).ok_or_else(|| format!("{script} is no text in UTF-8"))?,
                };
                placed.texts.insert(script.clone(), with_line(&text, command));
            }
            _ => drop(files(folder, problem, test, &mut placed)?),
        }
    }
    Ok(placed)
}

/// Whether nothing but the names of files says which tests there are.
fn are_found_by_name(problem: &Problem) -> bool {
    problem.tests.iter().all(|test| test.place.is_none() && test.group.is_none())
}

/// The script that commands are read from, where it is a file of its own.
fn script(problem: &Problem) -> Option<RelPath> {
    let places = problem.commands.iter().rev().filter_map(|command| command.place.as_ref());
    places.map(|place| &place.path).find(|path| is_script(problem, path)).cloned()
}

/// Where a folder without any command gets its first ones.
fn new_script(folder: &dyn Folder, problem: &Problem) -> Option<RelPath> {
    let path = RelPath::parse(NEW_SCRIPT)?;
    (problem.format == Format::Plain && problem.commands.is_empty() && !folder.has(&path)).then_some(path)
}

/// A script with one more command, written as its last one is.
fn with_line(text: &str, command: &str) -> String {
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let last = text.lines().rev().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let redirect = if last.is_none_or(|line| line.contains('>')) { " > $" } else { "" };
    let between = if text.is_empty() || text.ends_with('\n') { "" } else { line_end };
    format!("{text}{between}{command}{redirect}{line_end}")
}

/// Files for a test, named as those that are there: that of its input, and that of its answer if it gets one.
fn files(
    folder: &dyn Folder,
    problem: &Problem,
    test: &NewTest,
    placed: &mut Placed,
) -> Result<(RelPath, Option<RelPath>), String> {
    let of_file = |test: &problem::model::Test| match &test.input {
        InputSource::File(path) if !test.sample => Some((path.clone(), test.answer.clone())),
        InputSource::File(_) | InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
    };
    let packed = |test: &problem::model::Test| match &test.input {
        InputSource::File(path) => path.archive(),
        InputSource::Stdout(_) | InputSource::Written { .. } | InputSource::Inline(_) => None,
    };
    if let Some(archive) = problem.tests.iter().find_map(packed) {
        return Err(format!(
            "the tests are packed in {archive}, which a file beside it would replace; unpack it first"
        ));
    }
    let like = problem.tests.iter().filter_map(of_file).next_back();
    let (input, answer) = match (problem.format, like) {
        (Format::Icpc, like) => {
            // Where tests are in groups, one beside the groups would be a group of its own, with points of its own. The last
            // group is the one that asks for most.
            let secret = RelPath::parse("data/secret").ok_or("no name can be found for it")?;
            let beside = like.map(|(input, _)| input.parent()).filter(|folder| folder.is_below(&secret));
            let folder = beside.unwrap_or(secret);
            let name = format!("{folder}/touchstone-{}", &Digest::of(&test.input).hex()[..8]);
            (format!("{name}.in"), Some(format!("{name}.ans")))
        }
        (_, Some((input, answer))) => {
            let number = next_number(folder, problem, placed, &input);
            (numbered(&input, &number), answer.map(|answer| numbered(&answer, &number)))
        }
        (_, None) => {
            let first = RelPath::parse("tests/1.in").ok_or("no name can be found for it")?;
            (numbered(&first, &next_number(folder, problem, placed, &first)), None)
        }
    };
    let mut add = |path: &str, bytes: &Arc<[u8]>| {
        let is_free = |path: &RelPath| !folder.has(path) && !placed.new_files.contains_key(path);
        let path = RelPath::parse(path).filter(is_free);
        let path = path.ok_or("no name that is free can be found for it")?;
        placed.new_files.insert(path.clone(), bytes.to_vec());
        Ok::<RelPath, String>(path)
    };
    let input = add(&input, &test.input)?;
    let answer = match (answer, &test.answer) {
        (Some(path), Some(bytes)) => Some(add(&path, bytes)?),
        _ => None,
    };
    Ok((input, answer))
}

/// A number above those of all tests and files beside `like`, as wide as its own.
fn next_number(folder: &dyn Folder, problem: &Problem, placed: &Placed, like: &RelPath) -> String {
    // The number that gives way to the new one: the first.
    let number = |text: &str| text[first_number(text)?].parse::<u64>().ok();
    let ids = problem.tests.iter().filter_map(|test| number(&test.id));
    let beside = folder.children(&like.parent());
    let there = beside.iter().filter_map(|entry| number(entry.path.stem()));
    let new = placed.new_files.keys().filter_map(|path| number(path.stem()).or_else(|| number(directory_name(path))));
    let next = ids.chain(there).chain(new).max().unwrap_or_default().saturating_add(1);
    let named = if has_own_directory(like) { directory_name(like) } else { like.stem() };
    let width = first_number(named).map_or(0, |digits| digits.len());
    format!("{next:0width$}")
}

/// The name of the directory that a file lies in.
fn directory_name(path: &RelPath) -> &str {
    path.parts().rev().nth(1).unwrap_or_default()
}

/// Whether a file is all that its directory says of a test: `tests/7/in` with `tests/7/out`.
fn has_own_directory(path: &RelPath) -> bool {
    const WORDS: [&str; 7] = ["in", "input", "out", "output", "ans", "answer", "expected"];
    let is_word = WORDS.contains(&path.stem().to_lowercase().as_str());
    is_word && directory_name(path).bytes().any(|byte| byte.is_ascii_digit())
}

/// A path whose name, or whose directory, has this number in the place of its own.
fn numbered(like: &RelPath, number: &str) -> String {
    let with_number = |path: &RelPath| path.with_file_name(&with_number(path.file_name(), number));
    if has_own_directory(like) {
        with_number(&like.parent()).join(like.file_name()).unwrap_or_else(|| like.clone()).to_string()
    } else {
        with_number(like).to_string()
    }
}

/// Where the first number of a name stands.
fn first_number(name: &str) -> Option<Range<usize>> {
    let start = name.find(|one: char| one.is_ascii_digit())?;
    let end = name[start..].find(|one: char| !one.is_ascii_digit()).map_or(name.len(), |length| start + length);
    Some(start..end)
}

/// A name with this number in the place of its own, or before it.
fn with_number(name: &str, number: &str) -> String {
    match first_number(name) {
        Some(digits) => format!("{}{number}{}", &name[..digits.start], &name[digits.end..]),
        None => format!("{number}-{name}"),
    }
}

/// Elements of the first test set in `problem.xml`, and the inputs of tests that no command makes.
fn polygon(folder: &dyn Folder, problem: &Problem, tests: &[NewTest], mut placed: Placed) -> Result<Placed, String> {
    let manifest = problem.manifest.clone().ok_or("there is no problem.xml to add tests to")?;
    let text = exact_text(folder, &manifest).ok_or_else(|| format!("{manifest} is no text in UTF-8"))?;
    let unreadable = |what: &str| format!("{manifest} has no {what} to add tests to");
    let document = roxmltree::Document::parse(&text).map_err(|error| format!("{manifest} cannot be read: {error}"))?;
    let set =
        document.descendants().find(|node| node.has_tag_name("testset")).ok_or_else(|| unreadable("`testset`"))?;
    let child = |name: &str| set.children().find(|node| node.has_tag_name(name));
    let list = child("tests").ok_or_else(|| unreadable("`tests`"))?;
    let pattern = child("input-path-pattern").and_then(|node| node.text()).unwrap_or("tests/%02d").trim().to_owned();
    let n_tests = list.children().filter(|node| node.has_tag_name("test")).count();
    let mut elements = String::new();
    for (number, test) in (n_tests + 1..).zip(tests) {
        match &test.source {
            TestSource::Command(command) => {
                elements += &format!("    <test cmd=\"{}\" method=\"generated\"/>\n            ", attribute(command));
            }
            TestSource::Input(_) => {
                elements += "    <test method=\"manual\"/>\n            ";
                let path = RelPath::parse(&at(&pattern, number)).filter(|path| !folder.has(path));
                let path = path.ok_or_else(|| format!("the input of test {number} would not be a new file"))?;
                placed.new_files.insert(path, test.input.to_vec());
            }
        }
    }
    let end = list.range().end - "</tests>".len();
    if !text[end..].starts_with("</tests>") {
        return Err(unreadable("list of `tests` that is written out"));
    }
    let mut new = text.clone();
    new.insert_str(end, &elements);
    // It stands before the list or behind it; where both ranges are known, the later one is written first.
    if let Some(count) = child("test-count").and_then(|node| node.first_child()).filter(roxmltree::Node::is_text) {
        let shift = if count.range().start > end { elements.len() } else { 0 };
        let range = count.range().start + shift..count.range().end + shift;
        new.replace_range(range, &(n_tests + tests.len()).to_string());
    }
    placed.texts.insert(manifest, new);
    Ok(placed)
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// `tests/%02d` for a number.
fn at(pattern: &str, number: usize) -> String {
    let Some((before, rest)) = pattern.split_once('%') else { return format!("{pattern}{number}") };
    let (width, after) = rest.split_once('d').unwrap_or((rest, ""));
    let width: usize = width.parse().unwrap_or_default();
    format!("{before}{number:0width$}{after}")
}

#[cfg(test)]
mod tests;
