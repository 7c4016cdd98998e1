//! The key `tests`: tests of a plain folder that lie in files whose names say nothing.

use super::{
    pattern::Pattern,
    reader::{Field, Reader, Stated},
};
use crate::{path::RelPath, text::Range};

/// An entry of `tests`.
#[derive(Clone, Debug)]
pub struct ListedTests {
    /// Which files are inputs.
    pub inputs: Pattern,
    /// Where their answers are; by default the usual names are tried.
    pub answers: Option<Stated<AnswerPattern>>,
    /// Whether they are samples; by default their names and directories tell.
    pub sample: Option<bool>,
    /// The group they belong to.
    pub group: Option<String>,
    /// Points for each of them.
    pub points: Option<f64>,
}

/// Where the answers to the inputs of a pattern are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerPattern {
    inputs: Vec<Part>,
    answers: Vec<Part>,
    /// It names no directory, so that an answer lies beside its input.
    is_beside: bool,
}

/// A part of a path in a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// `**`, any number of directories.
    Directories,
    /// Texts with a `*` between each two.
    Name(Vec<String>),
}

impl AnswerPattern {
    /// Takes the pattern of the answers apart, with the one of the inputs.
    ///
    /// # Errors
    /// Why no answer can be named by them, as a whole sentence.
    fn new(inputs: &str, answers: &str) -> Result<AnswerPattern, String> {
        if answers.ends_with('/') {
            return Err(format!("`{answers}` names a folder where the answers are wanted"));
        }
        let is_beside = !answers.contains('/');
        let (input_parts, answer_parts) = (parts(inputs), parts(answers));
        let wild = wildcards(&answer_parts);
        if wild.is_empty() && !answers.contains(SPECIAL) {
            return Ok(AnswerPattern { inputs: Vec::new(), answers: answer_parts, is_beside });
        }
        if answers.contains(SPECIAL) || inputs.contains(SPECIAL) || inputs.ends_with('/') {
            return Err("where `answer` has a `*`, both patterns may have no other signs than `*` and `**`".to_owned());
        }
        let wanted = wildcards(&input_parts);
        let n_deep = wanted.iter().filter(|wild| **wild == Wildcard::Directories).count();
        if wild != wanted || n_deep > 1 {
            return Err(format!("`{answers}` must have the same `*` and `**` as `{inputs}`, and one `**` at most"));
        }
        let mut input_parts = input_parts;
        if !inputs.contains('/') {
            // Such a pattern means a file in any directory.
            input_parts.insert(0, Part::Directories);
        }
        Ok(AnswerPattern { inputs: input_parts, answers: answer_parts, is_beside })
    }

    /// Where the answer of an input is; `None` when the input does not match.
    pub fn of(&self, input: &RelPath) -> Option<RelPath> {
        let mut texts = self.texts(input)?.into_iter();
        let mut written = Vec::new();
        for part in &self.answers {
            match part {
                Part::Directories => written.extend(texts.next().filter(|text| !text.is_empty())),
                Part::Name(pieces) => {
                    let mut name = pieces.first().cloned().unwrap_or_default();
                    for piece in pieces.iter().skip(1) {
                        name.push_str(&texts.next()?);
                        name.push_str(piece);
                    }
                    written.push(name);
                }
            }
        }
        let written = written.join("/");
        if self.is_beside { Some(input.with_file_name(&written)) } else { RelPath::parse(&written) }
    }

    /// What the wildcards of the answer stand for, in their order.
    fn texts(&self, input: &RelPath) -> Option<Vec<String>> {
        if self.inputs.is_empty() {
            return Some(Vec::new());
        }
        let names: Vec<&str> = input.parts().collect();
        let deep = self.inputs.iter().position(|part| *part == Part::Directories);
        let (before, after) = match deep {
            Some(deep) => (&self.inputs[..deep], &self.inputs[deep + 1..]),
            None => (&self.inputs[..], &[][..]),
        };
        let n_between = names.len().checked_sub(before.len() + after.len())?;
        if deep.is_none() && n_between > 0 {
            return None;
        }
        let (first, rest) = names.split_at(before.len());
        let (between, last) = rest.split_at(n_between);
        let mut texts = matched(before, first)?;
        if deep.is_some() && wildcards(&self.inputs) == wildcards(&self.answers) {
            texts.push(between.join("/"));
        }
        texts.extend(matched(after, last)?);
        Some(texts)
    }
}

/// Signs of patterns that stand for no text which could be put elsewhere.
const SPECIAL: [char; 6] = ['?', '[', ']', '{', '}', '\\'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wildcard {
    Text,
    Directories,
}

fn wildcards(parts: &[Part]) -> Vec<Wildcard> {
    let of_part = |part: &Part| match part {
        Part::Directories => vec![Wildcard::Directories],
        Part::Name(pieces) => vec![Wildcard::Text; pieces.len().saturating_sub(1)],
    };
    parts.iter().flat_map(of_part).collect()
}

fn parts(pattern: &str) -> Vec<Part> {
    let names = pattern.split('/').filter(|name| !matches!(*name, "" | "."));
    let part = |name: &str| match name {
        "**" => Part::Directories,
        name => Part::Name(name.split('*').map(str::to_owned).collect()),
    };
    names.map(part).collect()
}

/// What each `*` stands for, as short as possible from the left.
fn matched(parts: &[Part], names: &[&str]) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    for (part, name) in parts.iter().zip(names) {
        let Part::Name(pieces) = part else { return None };
        let (last, others) = pieces.split_last()?;
        let Some((first, middle)) = others.split_first() else {
            if last != name {
                return None;
            }
            continue;
        };
        let mut rest = name.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        for piece in middle {
            let (text, after) = rest.split_once(piece.as_str())?;
            texts.push(text.to_owned());
            rest = after;
        }
        texts.push(rest.to_owned());
    }
    Some(texts)
}

/// Reads the list; entries that cannot be read are left out.
pub(super) fn read(reader: &mut Reader<'_>, field: &Field<'_>) -> Vec<ListedTests> {
    let members = reader.list(field).unwrap_or_default();
    members.iter().filter_map(|member| entry(reader, member)).collect()
}

const KEYS: [&str; 5] = ["input", "answer", "sample", "group", "points"];

fn entry(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<ListedTests> {
    if !field.is_table() {
        let inputs = inputs(reader, field)?;
        return Some(ListedTests { inputs, answers: None, sample: None, group: None, points: None });
    }
    let entries = reader.table(field)?;
    let keys = reader.keys(entries, &KEYS);
    let Some(input) = keys.get("input") else {
        reader.warn(
            field.range,
            format!("`{}` has an entry without `input`, which says where the inputs are", field.name),
        );
        return None;
    };
    let inputs = inputs(reader, input)?;
    let answers = match keys.get("answer") {
        Some(field) => Some(answers(reader, field, &inputs)?),
        None => None,
    };
    Some(ListedTests {
        answers,
        sample: keys.get("sample").and_then(|field| reader.choice(field)),
        group: keys.get("group").and_then(|field| reader.text(field)),
        points: keys.get("points").and_then(|field| points(reader, field)),
        inputs,
    })
}

fn inputs(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<Pattern> {
    let written = reader.text(field)?;
    ensure_inside(reader, &written, field.range)?;
    match Pattern::for_files(&written, field.range) {
        Ok(pattern) => Some(pattern),
        Err(error) => {
            reader.warn(field.range, format!("the pattern `{written}` cannot be read: {error}"));
            None
        }
    }
}

fn answers(reader: &mut Reader<'_>, field: &Field<'_>, inputs: &Pattern) -> Option<Stated<AnswerPattern>> {
    let written = reader.text(field)?;
    ensure_inside(reader, &written, field.range)?;
    match AnswerPattern::new(&inputs.written, &written) {
        Ok(value) => Some(Stated { value, range: field.range }),
        Err(message) => {
            reader.warn(field.range, message);
            None
        }
    }
}

/// Notes a pattern that leads out of the folder.
fn ensure_inside(reader: &mut Reader<'_>, written: &str, range: Range) -> Option<()> {
    let is_inside = !written.split(['/', '\\']).any(|part| part == "..");
    if !is_inside {
        reader.refuse(range, format!("`tests` leaves the problem folder: {written}"));
    }
    is_inside.then_some(())
}

fn points(reader: &mut Reader<'_>, field: &Field<'_>) -> Option<f64> {
    let points = reader.amount(field)?;
    let is_amount = points.is_finite() && points >= 0.0;
    if !is_amount {
        reader.warn(field.range, format!("`{}` must be a number from 0 on", field.name));
    }
    is_amount.then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_inputs() {
        for (inputs, answers, input, answer) in [
            ("a/*.txt", "b/*.sol", "a/7.txt", "b/7.sol"),
            ("a/*.txt", "/*.sol", "a/7.txt", "7.sol"),
            ("x.in", "y.out", "deep/x.in", "deep/y.out"),
            ("x.in", "/y.out", "deep/x.in", "y.out"),
            ("*.q", "*.w", "deep/er/1.q", "deep/er/1.w"),
            ("*.q", "sol/*.w", "deep/er/1.q", "sol/1.w"),
            ("*/in*.txt", "*/out*.txt", "g1/in2.txt", "g1/out2.txt"),
            ("*-*-x", "*+*+y", "1-2-3-x", "1+2-3+y"),
            ("a/**/*.q", "b/**/*.w", "a/x/y/1.q", "b/x/y/1.w"),
            ("a/**/*.q", "b/**/*.w", "a/1.q", "b/1.w"),
            ("a/*.q", "b/all", "a/1.q", "b/all"),
        ] {
            let pattern = AnswerPattern::new(inputs, answers).unwrap();
            assert_eq!(
                pattern.of(&RelPath::parse(input).unwrap()),
                RelPath::parse(answer),
                "{inputs} {answers} {input}"
            );
        }
        let pattern = AnswerPattern::new("a/*.q", "b/*.w").unwrap();
        assert_eq!(
            ["a/x/1.q", "1.q", "a/1.w"].map(|path| pattern.of(&RelPath::parse(path).unwrap())),
            [None, None, None]
        );
    }

    #[test]
    fn patterns_that_name_no_answer() {
        for (inputs, answers) in [("*.in", "*-*.out"), ("[1-9].in", "*.out"), ("a/", "b/*"), ("a/*", "b/"), ("*", "?")]
        {
            assert!(AnswerPattern::new(inputs, answers).is_err(), "{inputs} {answers}");
        }
    }
}
