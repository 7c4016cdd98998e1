//! An output as right solutions write it: lines of words.

use std::ops::Range;

/// Beyond all that a statement asks for, and inside 64 bits.
pub(super) const BEYOND: &str = "4611686018427387904";

/// A text with the places of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) text: String,
    /// In their order.
    pub(super) places: Vec<Range<usize>>,
    /// The line of each, from 0.
    pub(super) lines: Vec<usize>,
}

impl Words {
    pub(super) fn of(text: String) -> Words {
        let (mut places, mut lines) = (Vec::new(), Vec::new());
        let (mut at, mut line) = (0, 0);
        while at < text.len() {
            let rest = &text[at..];
            let n_blank = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
            line += rest[..n_blank].matches('\n').count();
            at += n_blank;
            let n_word = text[at..].find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len() - at);
            if n_word > 0 {
                places.push(at..at + n_word);
                lines.push(line);
            }
            at += n_word;
        }
        Words { text, places, lines }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn word(&self, at: usize) -> &str {
        &self.text[self.places[at].clone()]
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| &self.text[place.clone()])
    }

    /// The text with another word at a place.
    pub(super) fn with(&self, at: usize, word: &str) -> String {
        let Range { start, end } = self.places[at];
        format!("{}{word}{}", &self.text[..start], &self.text[end..])
    }

    /// The text without a word and the blanks before it.
    pub(super) fn without(&self, at: usize) -> String {
        let start = if at == 0 { 0 } else { self.places[at - 1].end };
        format!("{}{}", &self.text[..start], &self.text[self.places[at].end..])
    }

    /// Which words stand on a line.
    pub(super) fn on_line(&self, line: usize) -> Range<usize> {
        self.lines.partition_point(|of| *of < line)..self.lines.partition_point(|of| *of <= line)
    }
}

/// A whole number as programs write it.
pub(super) fn integer(word: &str) -> Option<i128> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_plain = !digits.is_empty() && digits.len() <= 30 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| word.parse().ok()).flatten()
}

/// A number with a point, as programs write it.
pub(super) fn fraction(word: &str) -> Option<f64> {
    let is_plain = word.contains('.') && word.bytes().all(|byte| byte.is_ascii_digit() || b".-+eE".contains(&byte));
    is_plain.then(|| word.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_lines() {
        let words = Words::of("3 14\n\n 15  9\n".to_owned());
        assert_eq!(words.words().collect::<Vec<_>>(), ["3", "14", "15", "9"]);
        assert_eq!(words.lines, [0, 0, 2, 2]);
        assert_eq!((words.on_line(0), words.on_line(1), words.on_line(2)), (0..2, 2..2, 2..4));
        assert_eq!(words.with(1, "x"), "3 x\n\n 15  9\n");
        assert_eq!(words.without(3), "3 14\n\n 15\n");
        assert_eq!(words.without(0), " 14\n\n 15  9\n");
        assert_eq!(Words::of(" \n".to_owned()).len(), 0);
    }

    #[test]
    fn numbers() {
        let integers = ["5", "-12", "", "-", "1.0", "1e5", "+3"].map(integer);
        assert_eq!(integers, [Some(5), Some(-12), None, None, None, None, None]);
        assert_eq!(
            (fraction("1.50"), fraction("-.5e3"), fraction("7"), fraction("a.b")),
            (Some(1.5), Some(-500.0), None, None)
        );
    }
}
