//! Texts of tests within a testplan of rbx: what stands between braces or three quotes over several lines.

use std::ops::RangeInclusive;

const WORDS: [&str; 3] = ["@input", "@output", "@answer"];

/// The lines of each text, with the one that closes it, without the one that opens it.
pub(crate) fn blocks(text: &str) -> Vec<RangeInclusive<u32>> {
    let mut found = Vec::new();
    let mut open: Option<(u32, &str)> = None;
    let mut n_lines = 0;
    for (number, line) in (0..).zip(text.lines()) {
        n_lines = number;
        let line = line.trim();
        match open {
            Some((first, end)) => {
                if line == end || end != "}" && line.contains(end) {
                    found.push(first..=number);
                    open = None;
                }
            }
            None => open = opened(line).map(|end| (number + 1, end)),
        }
    }
    found.extend(open.map(|(first, _)| first..=n_lines + 1));
    found
}

/// What closes the text that a line begins.
fn opened(line: &str) -> Option<&'static str> {
    let rest = WORDS.iter().find_map(|word| line.strip_prefix(word))?;
    let at = rest.find(['{', '"', '\''])?;
    let rest = &rest[at..];
    for quotes in ["\"\"\"", "'''"] {
        if let Some(inside) = rest.strip_prefix(quotes) {
            return (!inside.contains(quotes)).then_some(quotes);
        }
    }
    (rest.starts_with('{') && !rest.ends_with('}')).then_some("}")
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn texts_of_several_lines() {
        for (text, lines) in [
            ("gen 1\n@input {\n1  2\n}\ngen 2\n", vec![2..=3]),
            ("@input { 1 }\n@input \"1\"\ngen\n", vec![]),
            ("@input '''\n1 }\n'''\n@input \"\"\"1\n2\"\"\"\ngen", vec![1..=2, 4..=4]),
            ("@test a AC {\n@input {\n1\n}\n@output {\n2\n}\n}\n", vec![2..=3, 5..=6]),
            ("@testgroup a {\ngen 1\n}\n", vec![]),
            ("@input {\n1", vec![1..=2]),
        ] {
            assert_eq!(blocks(text), lines, "{text}");
        }
    }
}
