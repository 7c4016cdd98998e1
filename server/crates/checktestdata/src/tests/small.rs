//! All small inputs of programs: exactly those that are there by arithmetic, each once.

use std::collections::BTreeSet;

use super::verdict;
use crate::{Limits, Program, Small};

fn small(n_values: usize) -> Small {
    Small { n_values, max_bytes: 60, n_inputs: 1000, n_steps: 2_000_000 }
}

fn made(source: &str, small: &Small) -> Vec<String> {
    let program = Program::parse(source.as_bytes());
    let made = program.small_inputs(small, &Limits::default());
    assert!(made.iter().all(|input| verdict(&program, input, &Limits::default()) == "accepted"), "{source}");
    made.into_iter().map(|input| String::from_utf8(input).unwrap()).collect()
}

#[track_caller]
fn expect_all(source: &str, n_values: usize, expected: impl IntoIterator<Item = String>) {
    let made = made(source, &small(n_values));
    let (n_made, made): (usize, BTreeSet<String>) = (made.len(), made.into_iter().collect());
    assert_eq!(made, expected.into_iter().collect());
    assert_eq!(n_made, made.len(), "one is there twice");
}

/// All lists of so many of these words.
fn lists(words: &[&str], n: usize) -> Vec<Vec<String>> {
    (0..n).fold(vec![Vec::new()], |lists, _| {
        let longer = |list: Vec<String>| {
            words.iter().map(move |word| list.iter().cloned().chain([(*word).to_owned()]).collect::<Vec<String>>())
        };
        lists.into_iter().flat_map(longer).collect()
    })
}

#[test]
fn numbers_are_the_first_that_their_bounds_allow() {
    let source = "INT(1, 100000, n) NEWLINE REP(n, SPACE) INT(LO, 2) END NEWLINE";
    let expected = |words: &[&str]| -> Vec<String> {
        let lists = (1..=3).flat_map(|n| lists(words, n));
        lists.map(|list| format!("{}\n{}\n", list.len(), list.join(" "))).collect()
    };
    expect_all(&source.replace("LO", "1"), 3, expected(&["1", "2"]));
    expect_all(&source.replace("LO", "-7"), 3, expected(&["0", "1", "-1"]));
}

#[test]
fn what_is_refused_is_left_out() {
    let permutation = "INT(1, 9, n) NEWLINE REPI(i, n, SPACE) INT(1, n, p[i]) END ASSERT(UNIQUE(p)) NEWLINE";
    let expected = ["1\n1\n", "2\n1 2\n", "2\n2 1\n"].map(str::to_owned);
    let of_three = ["1 2 3", "1 3 2", "2 1 3", "2 3 1", "3 1 2", "3 2 1"].map(|text| format!("3\n{text}\n"));
    expect_all(permutation, 3, expected.into_iter().chain(of_three));
    let sum = "INT(0, 9, a) SPACE INT(0, 9, b) ASSERT(a + b == 2) NEWLINE";
    expect_all(sum, 3, ["0 2\n", "1 1\n", "2 0\n"].map(str::to_owned));
    expect_all("INT(1, 100, n) ASSERT(n > 50) NEWLINE", 4, []);
}

#[test]
fn texts_have_the_first_letters() {
    let words = (1..=2).flat_map(|n| lists(&["a", "b"], n)).map(|list| format!("x{}\n", list.concat()));
    expect_all(r#"REGEX("x[a-z]{1,9}|[0-9]") NEWLINE"#, 2, words.chain(["0\n".to_owned(), "1\n".to_owned()]));
    let ambiguous = ["", "a", "aa", "aaa", "aab", "ab", "b"].map(|text| format!("{text}\n"));
    expect_all(r#"REGEX("a{0,2}[ab]?") NEWLINE"#, 3, ambiguous);
}

#[test]
fn decisions_without_a_read_are_counted_as_well() {
    let lines = (0..=2).flat_map(|n| lists(&["1\n", "2\n"], n)).map(|list| list.concat());
    expect_all("WHILE(!ISEOF) INT(1, 9) NEWLINE END", 2, lines);
    expect_all(r#"IF(MATCH("-")) STRING("-") END INT(1, 1) NEWLINE"#, 2, ["1\n", "-1\n"].map(str::to_owned));
}

#[test]
fn floats_are_whole_where_there_are_so_many() {
    expect_all("FLOATP(-1, 9, 1, 3) NEWLINE", 3, ["0.0\n", "1.0\n", "-1.0\n"].map(str::to_owned));
    expect_all("FLOATP(0, 1, 1, 3) NEWLINE", 3, ["0.0\n", "0.5\n", "1.0\n"].map(str::to_owned));
}

#[test]
fn the_order_is_the_same_within_any_bounds() {
    let source = "INT(1, 5, n) NEWLINE REP(n, SPACE) INT(1, 2) END NEWLINE";
    let all = made(source, &small(3));
    assert_eq!(made(source, &Small { n_inputs: 5, ..small(3) }), all[..5]);
    assert_eq!(made(source, &Small { max_bytes: 4, ..small(3) }), ["1\n1\n", "1\n2\n"]);
    let n_made = made(source, &Small { n_steps: 60, ..small(3) }).len();
    assert!(n_made > 0 && n_made < all.len());
}
