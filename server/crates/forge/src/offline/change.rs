//! Changes to inputs that are there: tokens and lines that are others, gone, twice, or somewhere else.
//!
//! Nothing here knows the format. A number that may count what was added or taken out follows it; what breaks the format all
//! the same is refused by the validator.

use std::collections::VecDeque;

use super::{Candidate, N_KEPT};

/// So many changed inputs are tried at once.
pub(super) const BATCH: usize = 160;
/// So many changes an input gets at most.
const MAX_CHANGES: usize = 4;
/// Inputs up to this size are changed more often than others, bytes.
const SMALL: usize = 200;
/// Numbers that differ by these are the same in a narrower type, or in a table that is too small.
const WRAPS: [i64; 8] = [1 << 32, -(1 << 32), 1 << 31, -(1 << 31), 1 << 16, -(1 << 16), 1 << 8, 1 << 47];
/// So many that did something new are remembered.
pub(super) const N_FAVOURITES: usize = 60;
/// So many of them are late ones.
const N_LATE: usize = 4;
pub(super) const HOW: &str = "a change of another input";

/// Inputs that can be changed, and numbers that are worth trying.
pub(super) struct Changes {
    kept: Vec<String>,
    /// Those among them that did something new, the latest ones.
    favourites: VecDeque<String>,
    numbers: Vec<i64>,
    n_seen: usize,
}

type Lines = Vec<Vec<String>>;

impl Changes {
    pub(super) fn new(numbers: Vec<i64>) -> Changes {
        Changes { kept: Vec::new(), favourites: VecDeque::new(), numbers, n_seen: 0 }
    }

    /// Keeps a valid input; of very many the later ones take the places of others in turn.
    pub(super) fn keep(&mut self, text: String) {
        if self.kept.len() < N_KEPT {
            self.kept.push(text);
        } else {
            // A step that has no divisor in common with the number of places reaches all.
            self.kept[self.n_seen * 7 % N_KEPT] = text;
        }
        self.n_seen += 1;
    }

    /// Changes a valid input more often than others.
    pub(super) fn favour(&mut self, text: String) {
        self.favourites.push_back(text);
        if self.favourites.len() > N_FAVOURITES {
            self.favourites.pop_front();
        }
    }

    /// Inputs that differ from kept ones in a few places.
    pub(super) fn batch(&self, n_wanted: usize, random: &mut fastrand::Rng) -> Vec<Candidate> {
        let changed = (0..n_wanted).filter_map(|_| self.changed(random));
        changed.map(|text| Candidate { text, command: None, how: HOW }).collect()
    }

    /// Every second time one that did something new; else the smaller of two, mostly: it is tried sooner and says more.
    fn choose(&self, random: &mut fastrand::Rng) -> Option<&String> {
        if !self.favourites.is_empty() && random.bool() {
            return self.favourites.get(mostly_late(self.favourites.len(), random));
        }
        let (one, other) = (random.choice(&self.kept)?, random.choice(&self.kept)?);
        let (small, large) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        Some(if small.len() <= SMALL && random.u8(..4) > 0 { small } else { large })
    }

    fn changed(&self, random: &mut fastrand::Rng) -> Option<String> {
        let mut lines = lines(self.choose(random)?);
        let values = values(&lines);
        for _ in 0..random.usize(1..=MAX_CHANGES) {
            match random.u8(..16) {
                0..=5 => self.other_token(&mut lines, &values, random),
                6 => swap_tokens(&mut lines, random),
                7 => one_token_for_all(&mut lines, random),
                8 => order(&mut lines, random),
                9 => swap_lines(&mut lines, random),
                10 | 11 => add_line(&mut lines, random),
                12 => remove_line(&mut lines, random),
                13 => add_token(&mut lines, &values, random),
                14 => remove_token(&mut lines, random),
                _ => {
                    if let Some(other) = self.choose(random) {
                        splice(&mut lines, &self::lines(other), random);
                    }
                }
            }
        }
        Some(lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"))
    }

    fn other_token(&self, lines: &mut Lines, values: &[String], random: &mut fastrand::Rng) {
        let Some((line, at)) = place(lines, random) else { return };
        let token = &lines[line][at];
        let other = match token.parse::<i64>() {
            Ok(number) => self.other_number(number, values, random),
            Err(_) if random.u8(..4) == 0 => random.choice(values).cloned().unwrap_or_default(),
            Err(_) => other_word(token, random),
        };
        lines[line][at] = other;
    }

    fn other_number(&self, number: i64, values: &[String], random: &mut fastrand::Rng) -> String {
        let other = match random.u8(..9) {
            0 => number.saturating_add(1),
            1 => number.saturating_sub(1),
            2 => number.saturating_neg(),
            3 => number.saturating_mul(2),
            4 => random.i64(number.min(0)..=number.max(1)),
            // What a narrower type takes for the same.
            5 => number.saturating_add(*random.choice(&WRAPS).unwrap_or(&1)),
            6 | 7 => random.choice(&self.numbers).copied().unwrap_or(number),
            _ => return random.choice(values).cloned().unwrap_or_else(|| number.to_string()),
        };
        other.to_string()
    }
}

/// One of so many, every second time one of the last few: what was new last has been changed least.
pub(super) fn mostly_late(n: usize, random: &mut fastrand::Rng) -> usize {
    if random.bool() { n - 1 - random.usize(..n.min(N_LATE)) } else { random.usize(..n) }
}

fn lines(text: &str) -> Lines {
    text.split('\n').map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

/// The tokens of an input, as often as they are there, up to a number that is enough.
fn values(lines: &Lines) -> Vec<String> {
    lines.iter().flatten().filter(|token| !token.is_empty()).take(1000).cloned().collect()
}

/// A token that is not empty.
fn place(lines: &Lines, random: &mut fastrand::Rng) -> Option<(usize, usize)> {
    let line = random.usize(..lines.len().max(1));
    let at = random.usize(..lines.get(line)?.len().max(1));
    lines[line].get(at).filter(|token| !token.is_empty())?;
    Some((line, at))
}

/// Lines that hold something.
fn full(lines: &Lines, random: &mut fastrand::Rng) -> Option<usize> {
    let line = random.usize(..lines.len().max(1));
    lines.get(line).filter(|line| line.iter().any(|token| !token.is_empty()))?;
    Some(line)
}

/// A number before a place that may count what stands there is changed by as much.
fn count(lines: &mut Lines, before: usize, by: i64, random: &mut fastrand::Rng) {
    let candidates: Vec<(usize, usize)> = (0..before.min(lines.len()))
        .flat_map(|line| (0..lines[line].len().min(4)).map(move |at| (line, at)))
        .filter(|(line, at)| lines[*line][*at].parse::<i64>().is_ok())
        .take(12)
        .collect();
    // The first numbers of an input mostly are its sizes.
    let n = candidates.len();
    let chosen = if n > 1 && random.u8(..3) == 0 { random.usize(..n) } else { 0 };
    if let Some(&(line, at)) = candidates.get(chosen)
        && let Ok(number) = lines[line][at].parse::<i64>()
    {
        lines[line][at] = number.saturating_add(by).to_string();
    }
}

fn other_word(token: &str, random: &mut fastrand::Rng) -> String {
    let mut characters: Vec<char> = token.chars().collect();
    let n = characters.len();
    let at = random.usize(..n);
    match random.u8(..5) {
        0 => characters[at] = characters[random.usize(..n)],
        1 => characters.swap(at, random.usize(..n)),
        2 => {
            let one = characters[at];
            characters.fill(one);
        }
        3 => characters.reverse(),
        _ => {
            let next = char::from_u32(characters[at] as u32 + 1).filter(char::is_ascii_graphic);
            characters[at] = next.unwrap_or(characters[at]);
        }
    }
    characters.into_iter().collect()
}

fn swap_tokens(lines: &mut Lines, random: &mut fastrand::Rng) {
    let (Some((line, at)), Some((to, place))) = (place(lines, random), place(lines, random)) else { return };
    if (line, at) != (to, place) {
        let token = std::mem::take(&mut lines[to][place]);
        lines[to][place] = std::mem::replace(&mut lines[line][at], token);
    }
}

fn one_token_for_all(lines: &mut Lines, random: &mut fastrand::Rng) {
    let Some((line, at)) = place(lines, random) else { return };
    let token = lines[line][at].clone();
    let from = random.usize(..=at);
    lines[line][from..].iter_mut().filter(|other| !other.is_empty()).for_each(|other| other.clone_from(&token));
}

fn order(lines: &mut Lines, random: &mut fastrand::Rng) {
    let Some(line) = full(lines, random) else { return };
    let from = random.usize(..2.min(lines[line].len()));
    let part = &mut lines[line][from..];
    match random.u8(..4) {
        0 => part.sort_by_key(|token| token.parse::<i64>().unwrap_or(0)),
        1 => part.sort_by_key(|token| std::cmp::Reverse(token.parse::<i64>().unwrap_or(0))),
        2 => part.reverse(),
        _ => random.shuffle(part),
    }
}

fn swap_lines(lines: &mut Lines, random: &mut fastrand::Rng) {
    if let (Some(one), Some(other)) = (full(lines, random), full(lines, random)) {
        lines.swap(one, other);
    }
}

fn add_line(lines: &mut Lines, random: &mut fastrand::Rng) {
    let (Some(line), Some(to)) = (full(lines, random), full(lines, random)) else { return };
    let copies = if random.u8(..4) == 0 { random.usize(2..8) } else { 1 };
    let added = lines[line].clone();
    lines.splice(to + 1..to + 1, std::iter::repeat_n(added, copies));
    count(lines, to + 1, copies as i64, random);
}

fn remove_line(lines: &mut Lines, random: &mut fastrand::Rng) {
    let Some(line) = full(lines, random).filter(|line| *line > 0) else { return };
    lines.remove(line);
    count(lines, line, -1, random);
}

fn add_token(lines: &mut Lines, values: &[String], random: &mut fastrand::Rng) {
    let Some((line, at)) = place(lines, random) else { return };
    let n = if random.u8(..4) == 0 { random.usize(2..10) } else { 1 };
    for _ in 0..n {
        let token = random.choice(values).cloned().unwrap_or_default();
        lines[line].insert(at, token);
    }
    count(lines, line, n as i64, random);
}

fn remove_token(lines: &mut Lines, random: &mut fastrand::Rng) {
    let Some((line, at)) = place(lines, random).filter(|(line, _)| lines[*line].len() > 1) else { return };
    lines[line].remove(at);
    count(lines, line, -1, random);
}

/// Lines or tokens of another input take the places of some here.
fn splice(lines: &mut Lines, other: &Lines, random: &mut fastrand::Rng) {
    let Some(line) = full(lines, random) else { return };
    if random.bool() {
        if let Some(there) = other.get(line) {
            lines[line].clone_from(there);
        }
    } else {
        lines.truncate(line);
        lines.extend(other.iter().skip(line).cloned());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn changed(texts: &[&str], n_batches: usize) -> HashSet<String> {
        let mut changes = Changes::new(vec![0, 1, 999]);
        texts.iter().for_each(|text| changes.keep((*text).to_owned()));
        let mut random = fastrand::Rng::with_seed(1);
        (0..n_batches).flat_map(|_| changes.batch(BATCH, &mut random)).map(|candidate| candidate.text).collect()
    }

    #[test]
    fn changes_reach_what_a_person_would_try() {
        let found = changed(&["3\n1 2 3\n"], 40);
        // A bound, all alike, in order the other way, one more with its count, one less with its count.
        for wanted in ["3\n1 999 3\n", "3\n3 3 3\n", "3\n3 2 1\n", "4\n1 2 3 3\n", "2\n1 2\n"] {
            assert!(found.contains(wanted), "{wanted:?} is not among {} inputs", found.len());
        }
    }

    #[test]
    fn two_inputs_are_joined() {
        assert!(changed(&["2\n5 6\n", "2\n7 8\nx y\n"], 40).contains("2\n5 6\nx y\n"));
    }

    #[test]
    fn the_same_seed_makes_the_same() {
        assert_eq!(changed(&["3\n1 2 3\n", "ab cd\n"], 2), changed(&["3\n1 2 3\n", "ab cd\n"], 2));
    }

    #[test]
    fn what_did_something_new_is_changed_more_often() {
        let mut changes = Changes::new(Vec::new());
        (0..N_KEPT).for_each(|_| changes.keep("1 2\n".to_owned()));
        changes.favour("x y z\n".to_owned());
        let batch = changes.batch(BATCH, &mut fastrand::Rng::with_seed(1));
        let n_new = batch.iter().filter(|candidate| candidate.text.contains(['x', 'y', 'z'])).count();
        assert!(n_new >= BATCH / 3, "{n_new} of {BATCH}");
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert!(changed(&[], 2).is_empty());
        assert!(changed(&[""], 2).iter().all(String::is_empty));
    }
}
