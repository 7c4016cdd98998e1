//! Names of tests: which word of a file's name says that it is an input or an output, and what people call the test.

use std::ops::Range;

/// Extensions that say nothing but "data".
const NEUTRAL: [&str; 4] = ["txt", "dat", "data", "text"];

/// Words for inputs, the longer first, each with the words that take its place in the name of the output.
const INPUTS: [(&str, &[&str]); 3] = [
    ("input", &["output", "answer", "ans", "out", "expected"]),
    ("inp", &["out", "ans", "oup"]),
    ("in", &["ans", "out", "answer", "output", "ou"]),
];

/// Words for outputs, the longer first.
const OUTPUTS: [&str; 9] = ["expected", "answers", "answer", "outputs", "output", "oup", "out", "ans", "ou"];

/// Extensions of answers, those that decide where a test has several first.
pub(in crate::formats) const ANSWERS: [&str; 9] =
    ["ans", "out", "a", "answer", "output", "expected", "ok", "sol", "diff"];

/// What may stand before such a word without anything between: `testinput1`.
const BEFORE: [&str; 4] = ["sample", "example", "test", "case"];

/// A file name with a word that says that it is an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct InputName {
    /// What the test is called: `1` for `input1.txt` and for `1_in`, nothing for `input.txt`.
    pub(in crate::formats) key: String,
    /// The names that its output may have, the best first.
    pub(in crate::formats) outputs: Vec<String>,
}

/// Reads `input1.txt`, `in`, `1.in.txt`, `x.in1`, `1_input`, `I.1` and the like.
pub(in crate::formats) fn input_name(name: &str) -> Option<InputName> {
    if let Some(number) = name.strip_prefix("I.").filter(|number| is_number(number)) {
        return Some(InputName { key: number.to_owned(), outputs: vec![format!("O.{number}")] });
    }
    let (base, suffix) = without_suffix(name)?;
    let (at, outputs) = INPUTS.iter().find_map(|(word, outputs)| Some((find(base, word)?, outputs)))?;
    let with = |word: &&str| format!("{}{word}{}{suffix}", &base[..at.start], &base[at.end..]);
    Some(InputName { key: key(base, &at), outputs: outputs.iter().map(with).collect() })
}

/// What the test is called that a file is an output of by its name; `None` when its name does not say that it is one.
pub(in crate::formats) fn output_key(name: &str) -> Option<String> {
    if let Some((stem, extension)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())
        && ANSWERS.contains(&extension.to_ascii_lowercase().as_str())
    {
        let inner = input_name(stem).map(|input| input.key).or_else(|| output_key(stem));
        return Some(inner.unwrap_or_else(|| stem.to_owned()));
    }
    if let Some(number) = name.strip_prefix("O.").filter(|number| is_number(number)) {
        return Some(number.to_owned());
    }
    let (base, _) = without_suffix(name)?;
    let at = OUTPUTS.iter().find_map(|word| find(base, word))?;
    Some(key(base, &at))
}

/// A name without an extension that says nothing; `None` when it has one that does.
pub(in crate::formats) fn neutral_stem(name: &str) -> Option<&str> {
    match name.rsplit_once('.') {
        Some((stem, extension)) if NEUTRAL.contains(&extension.to_ascii_lowercase().as_str()) => Some(stem),
        Some((_, extension)) => is_number(extension).then_some(name),
        None => Some(name),
    }
}

/// Whether a text is a number.
pub(in crate::formats) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text has a digit.
pub(in crate::formats) fn has_digit(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// A name in the part that says something and a neutral extension; `None` when the extension says something else.
fn without_suffix(name: &str) -> Option<(&str, &str)> {
    let Some(dot) = name.rfind('.') else { return Some((name, "")) };
    let extension = name[dot + 1..].to_ascii_lowercase();
    let word = extension.trim_end_matches(|end: char| end.is_ascii_digit());
    let is_word = || INPUTS.iter().any(|(input, _)| *input == word) || OUTPUTS.contains(&word);
    if NEUTRAL.contains(&extension.as_str()) {
        return Some(name.split_at(dot));
    }
    (word.is_empty() || is_word()).then_some((name, ""))
}

/// Where a word stands in a name by itself. A short one has to begin or end the name, but for a number behind it.
fn find(base: &str, word: &str) -> Option<Range<usize>> {
    const LONG: usize = 5;
    let lower = base.to_ascii_lowercase();
    let mut places = lower.match_indices(word).map(|(start, word)| start..start + word.len());
    places.find(|at| {
        let (before, after) = (&base[..at.start], &base[at.end..]);
        let is_at_an_end =
            before.is_empty() || after.trim_start_matches(is_separator).bytes().all(|b| b.is_ascii_digit());
        let goes_on = after.starts_with(char::is_alphabetic);
        !goes_on && begins_a_word(before, &base[at.clone()]) && (word.len() >= LONG || is_at_an_end)
    })
}

fn begins_a_word(before: &str, word: &str) -> bool {
    let letters = before.rsplit(|one: char| !one.is_alphabetic()).next().unwrap_or_default();
    let is_camel = || before.ends_with(char::is_lowercase) && word.starts_with(char::is_uppercase);
    letters.is_empty() || is_camel() || BEFORE.iter().any(|known| letters.eq_ignore_ascii_case(known))
}

/// The name without a word in it, and without what joined them.
fn key(base: &str, at: &Range<usize>) -> String {
    let (before, after) = (&base[..at.start], &base[at.end..]);
    let joint = before.chars().next_back().filter(|&last| is_separator(last)).map(String::from).unwrap_or_default();
    let (before, after) = (before.trim_matches(is_separator), after.trim_matches(is_separator));
    if before.is_empty() || after.is_empty() { format!("{before}{after}") } else { format!("{before}{joint}{after}") }
}

fn is_separator(one: char) -> bool {
    "_-.()[]".contains(one) || one.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_and_the_outputs_that_belong_to_them() {
        for (name, test, output) in [
            ("in", "", "out"),
            ("input", "", "output"),
            ("input.txt", "", "output.txt"),
            ("IN.TXT", "", "out.TXT"),
            ("in1", "1", "out1"),
            ("in_2.txt", "2", "out_2.txt"),
            ("input1.txt", "1", "output1.txt"),
            ("input (3).txt", "3", "output (3).txt"),
            ("input.4", "4", "output.4"),
            ("1.in.txt", "1", "1.out.txt"),
            ("1.input", "1", "1.output"),
            ("x.in1", "x.1", "x.ou1"),
            ("big-in.dat", "big", "big-out.dat"),
            ("test1_input.txt", "test1", "test1_output.txt"),
            ("testinput1.txt", "test1", "testoutput1.txt"),
            ("sampleInput2.txt", "sample2", "sampleoutput2.txt"),
            ("sample_input_1.txt", "sample_1", "sample_output_1.txt"),
            ("I.7", "7", "O.7"),
        ] {
            let read = input_name(name).unwrap_or_else(|| panic!("{name} is an input"));
            assert_eq!(read.key, test, "{name}");
            assert!(read.outputs.iter().any(|one| one == output), "{name}: {:?}", read.outputs);
            assert_eq!(output_key(output).as_deref(), Some(test), "{output}");
        }
    }

    #[test]
    fn names_that_say_nothing_of_inputs() {
        for name in
            ["main", "main.txt", "begin1.txt", "input.cpp", "inputs.md", "insight1", "1.txt", "a in b.txt", "I.x"]
        {
            assert_eq!(input_name(name), None, "{name}");
        }
        for name in ["about.txt", "route1.txt", "1.txt", "outline1", "1.in", "answer.cpp"] {
            assert_eq!(output_key(name), None, "{name}");
        }
    }

    #[test]
    fn answers_by_their_extensions() {
        for (name, test) in [("1.a", "1"), ("1.in.out", "1"), ("x1-2.ANS", "x1-2"), ("input5.out", "5")] {
            assert_eq!(output_key(name).as_deref(), Some(test), "{name}");
        }
    }
}
