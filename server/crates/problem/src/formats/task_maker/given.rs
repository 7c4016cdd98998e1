//! Tests whose files lie in the folder: `input/input0.txt` with `output/output0.txt`, and samples in `att/`.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    at,
    plan::{Asked, Case, Maker, Plan, TOTAL, VALIDATED_FILE, usual_name},
    programs::Tools,
};
use crate::{
    digest::Digest,
    finding::{Code, Finding},
    folder::Folder,
    formats::plain::natural::natural_key,
    path::RelPath,
};

/// The input of a test by its number, if it lies there.
pub(super) fn input(folder: &dyn Folder, number: usize) -> Option<RelPath> {
    Some(at(&format!("input/input{number}.txt"))).filter(|path| folder.has(path))
}

/// The answer of a test by its number, if it lies there.
pub(super) fn output(folder: &dyn Folder, number: usize) -> Option<RelPath> {
    Some(at(&format!("output/output{number}.txt"))).filter(|path| folder.has(path))
}

/// The tests of a folder in which nothing makes them: those in `input/`, from 0 on.
pub(super) fn read(folder: &dyn Folder, tools: &Tools, findings: &mut Vec<Finding>) -> Plan {
    let mut plan = Plan::default();
    for (number, path) in (0..).map_while(|number| Some((number, input(folder, number)?))) {
        let case = Case { answer: output(folder, number), ..Case::new(0, Maker::File(path), None) };
        plan.add(case, findings);
    }
    tell_gap(folder, plan.cases.len(), findings);
    plan.subtasks.push(super::plan::Subtask { name: usual_name(0), points: TOTAL, place: None });
    plan.ask_usual(tools.validator.as_ref(), findings);
    plan
}

/// Inputs beyond a number that is missing.
fn tell_gap(folder: &dyn Folder, n_tests: usize, findings: &mut Vec<Finding>) {
    let number = |path: &RelPath| path.stem().strip_prefix("input")?.parse::<usize>().ok();
    let files = folder.children(&at("input")).into_iter().map(|file| &file.path);
    let mut beyond: Vec<&RelPath> = files.filter(|path| number(path).is_some_and(|one| one >= n_tests)).collect();
    beyond.sort_by_key(|path| natural_key(path.stem()));
    if let Some(first) = beyond.first() {
        let message = format!(
            "{first} is left out, since there is no input/input{n_tests}.txt: tests are numbered from 0 without a gap"
        );
        findings.push(Finding::of_file(Code::FileLeftOut, first, message));
    }
}

/// Marks the tests that contestants are shown, and gives those that no subtask has.
///
/// A file of `att/` that a subtask copies is that test, with the answer that lies beside it.
pub(super) fn samples(folder: &dyn Folder, tools: &Tools, plan: &mut Plan) -> Vec<(String, Case)> {
    let mut others = Vec::new();
    let files = folder.children(&at("att")).into_iter().map(|file| &file.path);
    let mut inputs: Vec<(&RelPath, String)> =
        files.filter_map(|path| Some((path, output_name(path.file_name())?))).collect();
    inputs.sort_by_key(|(path, _)| natural_key(path.file_name()));
    let copied = copied(folder, plan, &inputs);
    for (path, output) in inputs {
        let answer = Some(path.with_file_name(&output)).filter(|path| folder.has(path));
        let known = folder.bytes(path).and_then(|bytes| copied.get(&Digest::of(&bytes)));
        if let Some(case) = known.map(|&number| &mut plan.cases[number]) {
            case.sample = true;
            case.answer = case.answer.take().or(answer);
        } else {
            let asked = |path: &RelPath| Asked { validator: path.clone(), args: sample_args(), subtask: 0 };
            let asked = tools.validator.iter().map(asked).collect();
            let case = Case::new(0, Maker::File(path.clone()), None);
            others.push((path.stem().to_owned(), Case { asked, sample: true, answer, ..case }));
        }
    }
    others
}

/// The tests that are copies of files as large as one of these, by their contents.
fn copied(folder: &dyn Folder, plan: &Plan, inputs: &[(&RelPath, String)]) -> BTreeMap<Digest, usize> {
    let sizes: BTreeSet<u64> = inputs.iter().filter_map(|(path, _)| folder.size(path)).collect();
    // A file that many tests copy is read once.
    let mut first: BTreeMap<&RelPath, usize> = BTreeMap::new();
    for (number, case) in plan.cases.iter().enumerate() {
        if let Maker::File(file) = &case.maker {
            first.entry(file).or_insert(number);
        }
    }
    let mut copied = BTreeMap::new();
    for (file, number) in first {
        let bytes = folder.size(file).filter(|size| sizes.contains(size)).and_then(|_| folder.bytes(file));
        if let Some(bytes) = bytes {
            let known = copied.entry(Digest::of(&bytes)).or_insert(number);
            *known = number.min(*known);
        }
    }
    copied
}

/// What a validator is asked about a sample: its subtask is 0.
fn sample_args() -> Vec<String> {
    vec![VALIDATED_FILE.to_owned(), "0".to_owned()]
}

/// The name of the output that belongs to an input: `task.output0.txt` to `task.input0.txt`.
fn output_name(name: &str) -> Option<String> {
    let stem = name.strip_suffix(".txt")?;
    let before = stem.trim_end_matches(|one: char| one.is_ascii_digit());
    let (number, task) = (&stem[before.len()..], before.strip_suffix("input")?);
    (!number.is_empty()).then(|| format!("{task}output{number}.txt"))
}

#[cfg(test)]
mod tests {
    use super::output_name;

    #[test]
    fn names_of_samples() {
        assert_eq!(output_name("input0.txt").as_deref(), Some("output0.txt"));
        assert_eq!(output_name("ponti.input12.txt").as_deref(), Some("ponti.output12.txt"));
        assert_eq!(["input.txt", "output0.txt", "input0.in", "grader.cpp"].map(output_name), [const { None }; 4]);
    }
}
