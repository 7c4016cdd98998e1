//! The ways to spoil an output, one thing at a time.

use std::{collections::BTreeSet, ops::Range};

use super::{
    outputs::{Known, Variant},
    text::{BEYOND, Words, fraction, integer},
};

/// So many places of an output are tried.
const N_PLACES: usize = 4;
/// What numbers that are looked at stay below.
const SMALL: i128 = 1_000_000_000_000;

/// Makes variants of what right solutions write on one test.
pub(super) struct Make<'a> {
    pub(super) test: usize,
    pub(super) known: &'a Known,
}

impl Make<'_> {
    pub(super) fn variant(
        &self,
        output: impl Into<Vec<u8>>,
        wrong: Option<String>,
        words: impl Into<String>,
        place: Option<usize>,
    ) -> Variant {
        Variant { test: self.test, output: output.into(), wrong, words: words.into(), place }
    }

    fn first(&self) -> &Words {
        self.known.first()
    }

    fn writes(&self) -> Option<String> {
        self.known.all(|output| output.len() > 0).then(|| "every right solution writes something".to_owned())
    }

    /// Every right solution writes that many words.
    fn counted(&self) -> Option<String> {
        let n = self.first().len();
        let are_several = self.known.outputs.len() > 1;
        (are_several && self.known.same_length()).then(|| format!("every right solution writes {}", count(n)))
    }

    pub(super) fn empty(&self) -> Vec<Variant> {
        let blank = |text: &str, words: &str| self.variant(text, self.writes(), words, None);
        vec![blank("", "nothing at all"), blank("\n", "an empty line"), blank(" \n\n", "blank lines")]
    }

    pub(super) fn cut(&self) -> Vec<Variant> {
        let first = self.first();
        if first.len() < 2 {
            return Vec::new();
        }
        let last = first.len() - 1;
        let start = |at: usize| first.text[..first.places[at].start].trim_end().to_owned() + "\n";
        let line = first.on_line(first.lines[last]).start;
        let mut variants = vec![self.variant(start(last), self.counted(), "an output without its last word", None)];
        if line > 0 {
            variants.push(self.variant(start(line), self.counted(), "an output without its last line", None));
        }
        variants.push(self.variant(start(1), self.counted(), "the first word alone", None));
        variants.push(self.variant(start(first.len().div_ceil(2)), self.counted(), "half of an output", None));
        variants
    }

    pub(super) fn longer(&self) -> Vec<Variant> {
        let first = self.first();
        if first.len() == 0 {
            return Vec::new();
        }
        let last = first.word(first.len() - 1);
        let body = first.text.trim_end();
        let longer = |more: &str, words: &str| self.variant(format!("{body}{more}\n"), self.counted(), words, None);
        vec![
            longer(&format!(" {last}"), "an output with its last word twice"),
            longer(&format!("\n{body}"), "an output written twice"),
            longer("\nxyzzy", "an output with a word behind it"),
        ]
    }

    /// Some words, the first and the last among them.
    fn places(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let all: Vec<usize> = (0..self.first().len()).filter(|at| is_wanted(*at)).collect();
        let step = all.len().div_ceil(N_PLACES).max(1);
        let mut some: BTreeSet<usize> = all.iter().copied().step_by(step).collect();
        some.extend(all.get(1));
        some.extend(all.last());
        some.into_iter().collect()
    }

    fn is_number(&self, at: usize) -> bool {
        let is_one = |word: &str| integer(word).is_some() || fraction(word).is_some();
        self.known.same_length() && self.known.all(|output| is_one(output.word(at)))
    }

    fn is_integer(&self, at: usize) -> bool {
        self.number(at).is_some()
    }

    fn number(&self, at: usize) -> Option<i128> {
        integer(self.first().word(at)).filter(|number| number.abs() < SMALL)
    }

    fn replaced(&self, at: usize, word: &str, wrong: Option<String>) -> Variant {
        let words = format!("{} instead of {}", shown(word), shown(self.first().word(at)));
        self.variant(self.first().with(at, word), wrong, words, Some(at))
    }

    pub(super) fn no_number(&self) -> Vec<Variant> {
        let wrong = || Some("every right solution writes a number there".to_owned());
        let places = self.places(|at| self.is_number(at));
        let words = ["nan", "-nan", "inf", "xyzzy", "-", "1e400", "0x"];
        let all = places.iter().flat_map(|at| words.map(|word| self.replaced(*at, word, wrong())));
        all.chain(places.iter().map(|at| {
            let long = format!("{}{}", "7".repeat(5000), self.first().word(*at));
            self.variant(self.first().with(*at, &long), None, "a number of thousands of digits", Some(*at))
        }))
        .collect()
    }

    pub(super) fn other_numbers(&self, is_determined: impl Fn(usize) -> bool) -> Vec<Variant> {
        let mut variants = Vec::new();
        for at in self.places(|at| self.is_integer(at)) {
            let Some(number) = self.number(at) else { continue };
            let wrong = is_determined(at).then(|| format!("every right solution writes {number} there"));
            for other in [number + 1, number - 1, 0, -1, -number, number * 2 + 10, i128::from(i32::MAX)] {
                if other != number {
                    variants.push(self.replaced(at, &other.to_string(), wrong.clone()));
                }
            }
        }
        variants
    }

    pub(super) fn overflown(
        &self,
        is_determined: impl Fn(usize) -> bool,
        are_distinct: impl Fn(usize) -> bool,
    ) -> Vec<Variant> {
        let mut variants = Vec::new();
        for at in self.places(|at| self.is_integer(at)) {
            let Some(number) = self.number(at) else { continue };
            let wrong = if is_determined(at) {
                Some(format!("every right solution writes {number} there"))
            } else {
                are_distinct(self.first().lines[at]).then(|| "it is beyond all that right solutions write".to_owned())
            };
            for other in [number + (1 << 32), number - (1 << 32)] {
                variants.push(self.replaced(at, &other.to_string(), wrong.clone()));
            }
            let beyond = wrong.map(|_| "it has more than 64 bits".to_owned());
            variants.push(self.replaced(at, &(number + (1 << 64)).to_string(), beyond));
        }
        variants
    }

    pub(super) fn inexact(&self, tolerance: Option<f64>, is_determined: impl Fn(usize) -> bool) -> Vec<Variant> {
        let mut variants = Vec::new();
        let off = tolerance.map_or(0.05, |tolerance| tolerance * 50.0).clamp(0.002, 0.1);
        for at in self.places(|at| fraction(self.first().word(at)).is_some()) {
            let Some(number) = fraction(self.first().word(at)) else { continue };
            let is_same = |output: &Words| {
                let other = output.words().nth(at).and_then(|word| word.parse::<f64>().ok());
                other.is_some_and(|other| (other - number).abs() <= off * 0.01 * number.abs().max(1.0))
            };
            let agree = self.known.outputs.len() > 1 && self.known.same_length() && self.known.all(is_same);
            let is_far = tolerance.is_some_and(|tolerance| off >= 10.0 * tolerance);
            let wrong = (agree && is_far && is_determined(at))
                .then(|| format!("every right solution writes about {number} there"));
            for other in [number + off * number.abs().max(1.0), number - off * number.abs().max(1.0)] {
                variants.push(self.replaced(at, &format!("{other:.12}"), wrong.clone()));
            }
        }
        variants
    }

    pub(super) fn twice(&self, are_distinct: impl Fn(usize) -> bool) -> Vec<Variant> {
        let first = self.first();
        let lines: BTreeSet<usize> = first.lines.iter().copied().take(64).collect();
        let mut variants = Vec::new();
        for line in lines {
            let words = first.on_line(line);
            if words.len() < 2 || variants.len() >= N_PLACES {
                continue;
            }
            let (one, other) = (words.start, words.end - 1);
            let wrong = are_distinct(line)
                .then(|| "the numbers of that line are different in every output of right solutions".to_owned());
            variants.push(self.replaced(other, first.word(one), wrong.clone()));
            variants.push(self.replaced(one, first.word(other), wrong.clone()));
            variants.extend(self.one_more(words, first.word(other), "a list with its last number twice", wrong));
        }
        variants
    }

    /// A list with one more number at its end, and with its count raised.
    fn one_more(&self, words: Range<usize>, more: &str, what: &str, wrong: Option<String>) -> Option<Variant> {
        let first = self.first();
        let number = |at: usize| integer(first.word(at)).and_then(|number| usize::try_from(number).ok());
        let before = words.start.checked_sub(1).filter(|at| number(*at) == Some(words.len()));
        let count = before.or_else(|| Some(words.start).filter(|at| number(*at) == Some(words.len() - 1)))?;
        let end = first.places[words.end - 1].end;
        let longer = Words::of(format!("{} {more}{}", &first.text[..end], &first.text[end..]));
        let text = longer.with(count, &(number(count)? + 1).to_string());
        Some(self.variant(text, wrong, what, Some(words.end - 1)))
    }

    /// Zero and less where counting begins with one.
    pub(super) fn before(&self, begins_with_one: impl Fn(usize) -> bool) -> Vec<Variant> {
        let mut variants = Vec::new();
        for at in self.places(|at| self.is_integer(at)) {
            let wrong = begins_with_one(self.first().lines[at])
                .then(|| "right solutions write nothing below 1 on that line".to_owned());
            for word in ["0", "-1"] {
                variants.push(self.replaced(at, word, wrong.clone()));
            }
        }
        let lines: BTreeSet<usize> = self.first().lines.iter().copied().take(64).collect();
        for line in lines.into_iter().filter(|line| begins_with_one(*line)).take(N_PLACES) {
            let wrong = Some("right solutions write nothing below 1 on that line".to_owned());
            variants.extend(self.one_more(self.first().on_line(line), "0", "a list with 0 added to it", wrong));
        }
        variants
    }

    pub(super) fn beyond(&self, is_bounded: impl Fn(usize) -> bool) -> Vec<Variant> {
        let mut variants = Vec::new();
        for at in self.places(|at| self.is_integer(at)) {
            let wrong = || {
                let words = self.first().words();
                let all_small = words.filter_map(integer).all(|number| number.abs() < SMALL);
                (all_small && is_bounded(at)).then(|| "no right solution writes a number of that size".to_owned())
            };
            for word in [BEYOND, "-4611686018427387904", "1000000000000000000000000000000"] {
                variants.push(self.replaced(at, word, wrong()));
            }
            // Right solutions may well write that; but nothing may break on it.
            for word in ["1000000000", "-1000000000", "2147483647", "-2147483648", "100000"] {
                variants.push(self.replaced(at, word, None));
            }
        }
        variants
    }

    /// The same words in another order.
    pub(super) fn order(&self, has_one: bool) -> Vec<Variant> {
        let first = self.first();
        if first.len() < 2 || first.len() > 10_000 {
            return Vec::new();
        }
        let wrong = has_one.then(|| "every right solution writes the same words in the same order".to_owned());
        let mut words: Vec<&str> = first.words().collect();
        words.reverse();
        let mut lines: Vec<&str> = first.text.lines().collect();
        lines.reverse();
        let change = |output: String, words: &str| {
            let is_other = !Words::of(output.clone()).words().eq(first.words());
            self.variant(output, wrong.clone().filter(|_| is_other), words, None)
        };
        vec![
            change(words.join(" ") + "\n", "the words of an output backwards"),
            change(lines.join("\n") + "\n", "the lines of an output backwards"),
        ]
    }

    /// A number larger than the first word, where none is.
    pub(super) fn above(&self, stay_below: bool) -> Vec<Variant> {
        let wrong =
            stay_below.then(|| "no right solution writes a number there that is larger than the first".to_owned());
        let Some(first) = self.first().words().next().and_then(integer) else { return Vec::new() };
        let places = self.places(|at| at > 0 && self.is_integer(at));
        places.into_iter().map(|at| self.replaced(at, &(first + 1).to_string(), wrong.clone())).collect()
    }

    pub(super) fn case(&self) -> Vec<Variant> {
        let text = &self.first().text;
        vec![
            self.variant(text.to_ascii_uppercase(), None, "an output in capitals", None),
            self.variant(text.to_ascii_lowercase(), None, "an output in small letters", None),
        ]
    }

    pub(super) fn huge(&self) -> Vec<Variant> {
        let few = self.first().text.len() < 10_000;
        let wrong = || few.then(|| "no right solution writes that much".to_owned());
        vec![
            self.variant("1 ".repeat(200_000), wrong(), "200,000 ones", None),
            self.variant(
                format!("{} {}", self.first().text.trim_end(), "0 ".repeat(200_000)),
                wrong(),
                "200,000 zeros behind an output",
                None,
            ),
            self.variant("a".repeat(1_000_000), wrong(), "a word of a million letters", None),
        ]
    }

    pub(super) fn binary(&self) -> Vec<Variant> {
        let wrong = Some("it is no text".to_owned());
        let bytes: Vec<u8> = (0..=255).cycle().take(600).collect();
        let mut behind = self.first().text.clone().into_bytes();
        behind.extend(b"\0\xff\xfe");
        vec![
            self.variant(bytes, wrong.clone(), "binary bytes", None),
            self.variant(b"\0\0\0\0".to_vec(), wrong, "zero bytes", None),
            self.variant(behind, None, "an output with binary bytes behind it", None),
        ]
    }
}

fn count(n: usize) -> String {
    if n == 1 { "one word".to_owned() } else { format!("{n} words") }
}

pub(super) fn shown(word: &str) -> String {
    let short: String = word.chars().take(24).collect();
    let dots = if short.len() < word.len() { "…" } else { "" };
    format!("`{short}{dots}`")
}
