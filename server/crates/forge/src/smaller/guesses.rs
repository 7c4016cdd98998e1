//! Smaller inputs, as they may be: without some lines or tokens, with counts that follow, with lower numbers.
//!
//! Nothing here knows the format. A guess that breaks it is refused by the validator.

use std::collections::HashSet;

/// How big an input is: its bytes, then what its numbers sum up to.
pub(crate) type Size = (usize, u128);

/// The numbers of a line that may be counts of what comes behind are looked for in so many lines at the beginning.
const N_HEADS: usize = 3;
/// So many numbers of a line may be counts.
const MAX_COUNTS: usize = 10;
/// So many numbers are tried lower.
const MAX_NUMBERS: usize = 200;
/// Of at most so many numbers two are tried lower at once.
const MAX_TOGETHER: usize = 24;
/// At most so many guesses are made of one input, and at most so many bytes of them.
const MAX_GUESSES: usize = 4000;
const MAX_BYTES: usize = 16 << 20;

pub(crate) fn size(text: &str) -> Size {
    let number = |token: &str| token.parse::<i128>().map_or(0, i128::unsigned_abs);
    (text.len(), text.split_ascii_whitespace().map(number).fold(0, u128::saturating_add))
}

/// Guesses that are smaller than the input, the smallest first.
pub(super) fn guesses(text: &str) -> Vec<String> {
    let lines: Vec<Vec<&str>> = text.split('\n').map(|line| line.split(' ').collect()).collect();
    let mut guesses = Guesses { most: size(text), known: HashSet::new(), found: Vec::new(), n_bytes: 0 };
    without_lines(&lines, &mut guesses);
    without_tokens(&lines, &mut guesses);
    lower_numbers(&lines, &mut guesses);
    guesses.found.sort_by_cached_key(|guess| size(guess));
    guesses.found
}

struct Guesses {
    most: Size,
    known: HashSet<String>,
    found: Vec<String>,
    n_bytes: usize,
}

impl Guesses {
    fn is_full(&self) -> bool {
        self.found.len() >= MAX_GUESSES || self.n_bytes >= MAX_BYTES
    }

    fn add(&mut self, lines: &[Vec<String>]) {
        if self.is_full() {
            return;
        }
        let text = lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n");
        let is_wanted = size(&text) < self.most && !text.trim().is_empty();
        if is_wanted && self.known.insert(text.clone()) {
            self.n_bytes += text.len();
            self.found.push(text);
        }
    }
}

fn owned(lines: &[Vec<&str>]) -> Vec<Vec<String>> {
    lines.iter().map(|line| line.iter().map(|token| (*token).to_owned()).collect()).collect()
}

/// Sizes of what is taken out at once, the largest first.
pub(super) fn chunks(n: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(n / 2), |size| Some(size / 2)).take_while(|size| *size > 0)
}

/// Without some lines in a row; a number before them that may count them is lower.
fn without_lines(lines: &[Vec<&str>], guesses: &mut Guesses) {
    // Behind the last line end there is an empty line.
    let n = lines.len().saturating_sub(1);
    for size in chunks(n) {
        for start in (0..n).step_by((size / 2).max(1)).filter(|start| start + size <= n) {
            if guesses.is_full() {
                return;
            }
            let mut rest = owned(lines);
            rest.drain(start..start + size);
            guesses.add(&rest);
            let heads = (0..start.min(N_HEADS)).chain(start.checked_sub(1).filter(|before| *before >= N_HEADS));
            for head in heads {
                for token in 0..lines[head].len().min(MAX_COUNTS) {
                    for lines_each in 1..=3 {
                        lowered(
                            &rest,
                            (head, token),
                            size.is_multiple_of(lines_each).then_some(size / lines_each),
                            guesses,
                        );
                    }
                }
            }
        }
    }
}

/// Without some tokens in a row of one line, or of all lines that are as long; a number that may count them is lower.
fn without_tokens(lines: &[Vec<&str>], guesses: &mut Guesses) {
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.len() > 1) {
        for size in chunks(line.len()) {
            for start in (0..line.len()).step_by((size / 2).max(1)).filter(|start| start + size <= line.len()) {
                if guesses.is_full() {
                    return;
                }
                let alike: Vec<usize> = (0..lines.len()).filter(|&other| lines[other].len() == line.len()).collect();
                for cut in [vec![at], alike] {
                    let mut rest = owned(lines);
                    for one in cut {
                        rest[one].drain(start..start + size);
                    }
                    guesses.add(&rest);
                    with_lower_counts(lines, &rest, at, size, guesses);
                }
            }
        }
    }
}

/// Guesses without some lines, with a lower number before a line, where that number is about the line's length.
fn with_lower_counts(lines: &[Vec<&str>], rest: &[Vec<String>], at: usize, by: usize, guesses: &mut Guesses) {
    for head in 0..at {
        for (token, text) in lines[head].iter().enumerate().take(MAX_COUNTS) {
            let is_count = text.parse::<usize>().is_ok_and(|value| value.abs_diff(lines[at].len()) <= 1);
            lowered(rest, (head, token), is_count.then_some(by), guesses);
        }
    }
}

fn lowered(lines: &[Vec<String>], (line, token): (usize, usize), by: Option<usize>, guesses: &mut Guesses) {
    if guesses.is_full() {
        return;
    }
    let number = lines.get(line).and_then(|tokens| tokens.get(token)).and_then(|text| text.parse::<usize>().ok());
    if let Some(lower) = number.zip(by).and_then(|(number, by)| number.checked_sub(by)) {
        let mut rest = lines.to_vec();
        rest[line][token] = lower.to_string();
        guesses.add(&rest);
    }
}

fn lower_numbers(lines: &[Vec<&str>], guesses: &mut Guesses) {
    let places = lines.iter().enumerate().flat_map(|(at, line)| (0..line.len()).map(move |token| (at, token)));
    let numbers = places.filter_map(|(at, token)| Some(((at, token), lines[at][token].parse::<i128>().ok()?)));
    let numbers: Vec<((usize, usize), i128)> = numbers.take(MAX_NUMBERS).collect();
    let mut with = |changes: &[((usize, usize), i128)]| {
        if guesses.is_full() {
            return;
        }
        let mut rest = owned(lines);
        for ((at, token), lower) in changes {
            rest[*at][*token] = lower.to_string();
        }
        guesses.add(&rest);
    };
    for &(place, number) in &numbers {
        for lower in [0, 1, 2, number / 2, number - number.signum()] {
            with(&[(place, lower)]);
        }
    }
    // Numbers that depend on each other, such as parts and their sum, go down together.
    if numbers.len() <= MAX_TOGETHER {
        for (at, &(place, number)) in numbers.iter().enumerate() {
            for &(other_place, other) in &numbers[at + 1..] {
                let least = number.min(other);
                for by in [least.saturating_sub(1), least / 2, 1].into_iter().filter(|by| *by > 0) {
                    with(&[(place, number.saturating_sub(by)), (other_place, other.saturating_sub(by))]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_follow_what_is_taken_out() {
        let found = guesses("3\n5 6 7\n");
        for wanted in ["2\n5 7\n", "2\n5 6\n", "2\n6 7\n", "3\n5 6 1\n"] {
            assert!(found.iter().any(|guess| guess == wanted), "{wanted}: {found:?}");
        }
        let found = guesses("4 9\n1 2\n2 3\n3 4\n4 1\n");
        assert!(found.iter().any(|guess| guess == "2 9\n3 4\n4 1\n"), "{found:?}");
        assert!(guesses("2\n1 2\n3 4\n").iter().any(|guess| guess == "1\n1\n3\n"), "two lists that are as long");
    }

    #[test]
    fn numbers_that_depend_on_each_other_go_down_together() {
        let found = guesses("2 50\n20 30\n");
        assert!(found.iter().any(|guess| guess == "2 31\n1 30\n"), "{found:?}");
    }

    #[test]
    fn every_guess_is_smaller_and_they_come_in_order() {
        let text = "4 9\n1 2\n2 3\n3 4\n4 1\n";
        let found = guesses(text);
        assert!(found.iter().all(|guess| size(guess) < size(text)));
        assert!(found.is_sorted_by_key(|guess| size(guess)));
        assert!(guesses("").is_empty() && guesses("\n").is_empty());
    }

    #[test]
    fn the_size_is_that_in_bytes_and_then_that_of_the_numbers() {
        assert_eq!(size("2\n10 -3 x\n"), (10, 15));
        assert!(size("9\n") < size("10\n") && size("1 1\n") < size("1 2\n"));
        let most = i128::MIN.to_string();
        assert_eq!(size(&most).1, 1 << 127, "the lowest number has a size, too");
        assert_eq!(size(&format!("{most} {most} {most}")).1, u128::MAX);
    }

    #[test]
    fn chunks_are_halves_of_halves() {
        assert_eq!(chunks(9).collect::<Vec<_>>(), [4, 2, 1]);
        assert_eq!(chunks(1).count() + chunks(0).count(), 0);
    }

    #[test]
    fn a_count_of_pairs_of_lines_follows_them() {
        // Four tests of two lines each; one of them goes.
        let found = guesses("4\n1\n5\n2\n6 7\n1\n8\n1\n9\n");
        for wanted in ["3\n2\n6 7\n1\n8\n1\n9\n", "3\n1\n5\n2\n6 7\n1\n8\n"] {
            assert!(found.iter().any(|guess| guess == wanted), "{wanted}: {found:?}");
        }
    }

    #[test]
    fn the_lowest_number_of_all_has_no_lower_one() {
        let found = guesses(&format!("{} 3\n", i128::MIN));
        assert!(found.iter().any(|guess| guess == "0 3\n"), "{found:?}");
    }

    #[test]
    fn negative_numbers_go_towards_nought() {
        let found = guesses("-7\n");
        for wanted in ["0\n", "-3\n", "-6\n"] {
            assert!(found.iter().any(|guess| guess == wanted), "{wanted}: {found:?}");
        }
        assert!(!found.iter().any(|guess| guess == "-8\n"));
    }

    #[test]
    fn of_a_large_input_there_are_so_many_guesses_and_no_more() {
        let text: String = (0..100).map(|line| format!("{} {}\n", line + 100_000, 7)).collect();
        let found = guesses(&text);
        let n_bytes: usize = found.iter().map(String::len).sum();
        assert!(!found.is_empty() && found.len() <= MAX_GUESSES);
        assert!(n_bytes <= MAX_BYTES + text.len(), "{n_bytes}");
    }

    proptest::proptest! {
        #[test]
        fn guesses_are_different_smaller_and_not_empty(text in "[0-9a ]{0,6}(\n-?[0-9]{1,3}( [0-9]{1,2}){0,3}){0,4}\n?") {
            let found = guesses(&text);
            let different: HashSet<&String> = found.iter().collect();
            proptest::prop_assert_eq!(different.len(), found.len());
            for guess in &found {
                proptest::prop_assert!(size(guess) < size(&text) && !guess.trim().is_empty(), "{:?}", guess);
            }
        }
    }
}
