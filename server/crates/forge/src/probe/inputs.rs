//! Inputs that a validator is to refuse: valid ones with one thing wrong.

use super::text::{Words, integer};

/// So many words of an input are tried.
const N_PLACES: usize = 12;

/// An input that no validator may accept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NearMiss {
    pub(super) input: Vec<u8>,
    /// What is wrong with it: "a blank too many".
    pub(super) words: &'static str,
    /// The word that was changed, or that stands before the change.
    pub(super) place: Option<usize>,
}

/// What a word of an input is to those who read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A whole number.
    Number,
    /// What looks like one, to a validator that does not tell.
    PerhapsNumber,
    /// A word, or a number with a point.
    Word,
    /// A part of a text, in which blanks may mean something.
    Text,
}

/// Near misses of a valid input.
pub(super) fn near_misses(input: &str, read_as: &dyn Fn(&str, usize) -> Read) -> Vec<NearMiss> {
    let words = Words::of(input.to_owned());
    let mut all = Vec::new();
    let mut add = |text: String, what: &'static str, place: Option<usize>| {
        if text != input {
            all.push(NearMiss { input: text.into_bytes(), words: what, place });
        }
    };
    let body = input.trim_end_matches(['\n', '\r']);
    let end = words.len().checked_sub(1);
    let of = |at: usize| read_as(words.word(at), at);
    let ends_in_text = end.is_some_and(|end| of(end) == Read::Text);
    add(body.to_owned(), "no end of the last line", end);
    add(format!("{input}\n"), "an empty line behind it", end);
    add(format!("{input} "), "a blank behind it", end);
    add(format!("{input}1\n"), "a line behind it", end);
    add(format!("{input}{input}"), "everything twice", end);
    add(format!(" {input}"), "a blank before it", Some(0));
    add(format!("\n{input}"), "an empty line before it", Some(0));
    add(input.replace('\n', "\r\n"), "line ends of Windows", Some(0));
    if let Some(end) = end.filter(|_| !ends_in_text) {
        add(words.without(end), "no last word", Some(end));
        let start = words.on_line(words.lines[end]).start;
        if start > 0 {
            add(format!("{}\n", input[..words.places[start].start].trim_end()), "no last line", Some(start - 1));
        }
    }
    let step = words.len().div_ceil(N_PLACES).max(1);
    for at in (0..words.len()).step_by(step).chain(end) {
        let (word, place) = (words.word(at), words.places[at].clone());
        let with_blank = |blank: &str, at: usize| format!("{}{blank}{}", &input[..at], &input[at..]);
        let next = input.as_bytes().get(place.end);
        if of(at) == Read::Text {
            continue;
        }
        if next == Some(&b' ') {
            add(with_blank(" ", place.end), "a blank too many", Some(at));
            add(format!("{}\t{}", &input[..place.end], &input[place.end + 1..]), "a tab for a blank", Some(at));
            add(format!("{}\n{}", &input[..place.end], &input[place.end + 1..]), "a line end for a blank", Some(at));
        } else if next == Some(&b'\n') {
            add(with_blank(" ", place.end), "a blank at the end of a line", Some(at));
            add(with_blank(" 1", place.end), "a word too many in a line", Some(at));
            if place.end + 1 < input.len() {
                add(with_blank("\n", place.end), "an empty line", Some(at));
                add(format!("{} {}", &input[..place.end], &input[place.end + 1..]), "a blank for a line end", Some(at));
            }
        }
        let is_number = matches!(of(at), Read::Number | Read::PerhapsNumber);
        let Some(number) = integer(word).filter(|_| is_number) else { continue };
        let digits = word.trim_start_matches('-');
        let sign = if number < 0 { "-" } else { "" };
        add(words.with(at, &format!("{sign}0{digits}")), "a leading zero", Some(at));
        if of(at) == Read::Number {
            add(words.with(at, &format!("{word}.0")), "a number with a point", Some(at));
        }
        add(words.with(at, &format!("{word}x")), "a letter behind a number", Some(at));
        add(words.with(at, &format!("{word}00000000000000000000")), "a number of more than 64 bits", Some(at));
        if number >= 0 {
            add(words.with(at, &format!("+{word}")), "a plus sign", Some(at));
        }
        if number == 0 {
            add(words.with(at, "-0"), "a minus sign before zero", Some(at));
        }
    }
    all
}

/// Without those that are valid where a line or a list may be as long as one likes: longer and shorter ones are accepted then.
pub(super) fn without_open_ends(mut accepted: Vec<NearMiss>) -> Vec<NearMiss> {
    const ENDS: [(&str, &[&str]); 2] =
        [("no last line", &["a line behind it", "everything twice"]), ("no last word", &["a word too many in a line"])];
    for (shorter, longer) in ENDS {
        let has_shorter = accepted.iter().any(|miss| miss.words == shorter);
        let has_longer = accepted.iter().any(|miss| longer.contains(&miss.words));
        accepted.retain(|miss| !(has_shorter && has_longer) || miss.words != shorter && !longer.contains(&miss.words));
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_wrong_with_each() {
        let misses = near_misses("2 0\nab\n", &|_, at| if at < 2 { Read::Number } else { Read::Word });
        let of = |what: &str| -> Vec<String> {
            let some = misses.iter().filter(|miss| miss.words == what);
            some.map(|miss| String::from_utf8_lossy(&miss.input).into_owned()).collect()
        };
        assert_eq!(of("a leading zero"), ["02 0\nab\n", "2 00\nab\n"]);
        assert_eq!(of("a minus sign before zero"), ["2 -0\nab\n"]);
        assert_eq!(of("a blank too many"), ["2  0\nab\n"]);
        assert_eq!(of("no last line"), ["2 0\n"]);
        assert_eq!(of("no end of the last line"), ["2 0\nab"]);
        assert!(misses.iter().all(|miss| miss.input != b"2 0\nab\n"));
    }

    #[test]
    fn blanks_of_a_text_stay() {
        let misses = near_misses("2\na b\n", &|_, at| if at == 0 { Read::Number } else { Read::Text });
        assert!(misses.iter().all(|miss| miss.words != "a blank too many" && miss.words != "no last word"));
        assert!(misses.iter().any(|miss| miss.words == "a leading zero"));
    }

    #[test]
    fn a_list_without_an_end_may_be_longer_and_shorter() {
        let accepted = |words: &[&'static str]| -> Vec<&str> {
            let misses = words.iter().map(|words| NearMiss { input: Vec::new(), words, place: None });
            without_open_ends(misses.collect()).iter().map(|miss| miss.words).collect()
        };
        assert_eq!(accepted(&["no last line", "everything twice", "a leading zero"]), ["a leading zero"]);
        assert_eq!(accepted(&["everything twice"]), ["everything twice"]);
    }
}
