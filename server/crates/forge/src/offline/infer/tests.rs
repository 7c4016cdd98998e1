//! Formats of contest-like inputs, with validators that are a few lines of Rust.

use std::convert::Infallible;

use super::{
    find::formats,
    learn::{Stop, describe},
    lines,
};

fn found(texts: &[&str]) -> String {
    let known: Vec<_> = texts.iter().map(|text| lines(text).unwrap()).collect();
    formats(&known).iter().map(|format| format!("{:?}\n", format.items)).collect()
}

/// The program that is learned of inputs, by asking what says whether one is valid.
fn learned(texts: &[&str], is_valid: impl Fn(&str) -> bool) -> String {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    texts.iter().for_each(|text| assert!(is_valid(text), "{text:?}"));
    let mut ask = |texts: &[String]| Ok::<_, Stop<Infallible>>(texts.iter().map(|text| is_valid(text)).collect());
    let Ok(source) = describe(&texts, &mut ask);
    source.unwrap_or_default().replace('\n', " ")
}

/// Numbers of a line in plain form, each from a lower to an upper bound.
fn numbers(line: Option<&str>, low: i64, high: i64) -> Option<Vec<i64>> {
    let line = line?;
    if line.is_empty() {
        return Some(Vec::new());
    }
    let number = |word: &str| {
        let number: i64 = word.parse().ok()?;
        (number.to_string() == word && (low..=high).contains(&number)).then_some(number)
    };
    line.split(' ').map(number).collect()
}

#[test]
fn a_list_and_its_length() {
    let is_valid = |text: &str| {
        let mut lines = text.split_terminator('\n');
        let n = numbers(lines.next(), 1, 2000)?;
        let all = numbers(lines.next(), -1_000_000_000, 1_000_000_000)?;
        (n.len() == 1 && all.len() as i64 == n[0] && lines.next().is_none() && text.ends_with('\n')).then_some(())
    };
    let program = learned(&["3\n1 2 -3\n", "2\n7 7\n"], |text| is_valid(text).is_some());
    assert_eq!(program, "INT(1, 2000, v0) NEWLINE REP(v0, SPACE) INT(-1000000000, 1000000000, v1) END NEWLINE EOF ");
}

#[test]
fn a_graph_whose_ends_are_bounded_by_what_was_read() {
    let is_valid = |text: &str| {
        let mut lines = text.split_terminator('\n');
        let [n, m] = numbers(lines.next(), 0, 3000)?[..] else { return None };
        (1..=2000).contains(&n).then_some(())?;
        for _ in 0..m {
            let [a, b, _] = numbers(lines.next(), 1, 1_000_000_000)?[..] else { return None };
            (a <= n && b <= n && a != b).then_some(())?;
        }
        lines.next().is_none().then_some(())
    };
    let program = learned(&["4 4\n1 2 1\n2 4 2\n1 3 1\n3 4 2\n", "2 1\n2 1 5\n"], |text| is_valid(text).is_some());
    assert_eq!(
        program,
        "INT(1, 2000, v0) SPACE INT(0, 3000, v1) NEWLINE REP(v1) INT(1, v0, v2) SPACE INT(1, v0, v3) SPACE \
         INT(1, 1000000000, v4) NEWLINE ASSERT(v2 != v3) END EOF "
    );
}

#[test]
fn test_cases_with_words() {
    let is_valid = |text: &str| {
        let mut lines = text.split_terminator('\n');
        let [t] = numbers(lines.next(), 1, 50)?[..] else { return None };
        for _ in 0..t {
            let [n, k] = numbers(lines.next(), 1, 1000)?[..] else { return None };
            let word = lines.next()?;
            let is_word = word.len() as i64 == n && word.bytes().all(|byte| byte.is_ascii_lowercase());
            (k <= n && is_word).then_some(())?;
        }
        lines.next().is_none().then_some(())
    };
    let texts = ["2\n3 1\nabz\n5 5\nqwert\n", "1\n1 1\na\n"];
    let program = learned(&texts, |text| is_valid(text).is_some());
    assert_eq!(
        program,
        "INT(1, 50, t) NEWLINE REP(t) INT(1, 1000, v1) SPACE INT(1, v1, v2) NEWLINE REP(v1) REGEX(\"[a-z]\") END \
         NEWLINE END EOF "
    );
}

#[test]
fn a_permutation() {
    let is_valid = |text: &str| {
        let mut lines = text.split_terminator('\n');
        let [n] = numbers(lines.next(), 1, 5000)?[..] else { return None };
        let mut all = numbers(lines.next(), 1, n)?;
        all.sort_unstable();
        (all == (1..=n).collect::<Vec<i64>>() && lines.next().is_none()).then_some(())
    };
    let program = learned(&["3\n2 1 3\n", "4\n1 3 2 4\n", "1\n1\n"], |text| is_valid(text).is_some());
    assert_eq!(
        program,
        "INT(1, 5000, v0) NEWLINE REPI(i, v0, SPACE) INT(1, v0, v1[i]) END NEWLINE ASSERT(UNIQUE(v1)) EOF "
    );
}

#[test]
fn what_is_no_line_of_tokens_has_no_format() {
    for text in ["", "1 2", "1  2\n", " 1\n", "1 \n", "1\t2\n", "1\r\n"] {
        assert!(lines(text).is_none(), "{text:?}");
    }
    assert_eq!(found(&["1 2\n", "1\n"]), "");
}
