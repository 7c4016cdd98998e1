//! Numbers that stand in the sources of a problem: bounds, moduli and sizes are there, and what is just beside them.

use std::collections::BTreeSet;

use judge::engine::LoadedProblem;
use problem::{folder::Folder as _, model::Role};

/// So many are kept.
const MAX_NUMBERS: usize = 200;

/// The numbers of validators and of the main solution, in order, with those beside them.
pub(crate) fn of_problem(loaded: &LoadedProblem) -> Vec<i64> {
    let problem = &loaded.problem;
    let main = problem.main.map(|main| &problem.programs[main]);
    let validators = problem.programs.iter().filter(|program| program.role == Role::Validator);
    let mut found = BTreeSet::from([0, 1, -1, 2]);
    for program in validators.chain(main) {
        for path in &program.sources {
            let bytes = loaded.folder.bytes(path).unwrap_or_default();
            found.extend(in_text(&String::from_utf8_lossy(&bytes)).take(MAX_NUMBERS));
        }
    }
    let beside = found.iter().flat_map(|number| [number.checked_sub(1), Some(*number), number.checked_add(1)]);
    beside.flatten().collect::<BTreeSet<i64>>().into_iter().take(MAX_NUMBERS * 3).collect()
}

/// Numbers as sources write them: `100`, `1'000'000`, `1e9`, `2LL`. What is part of a word is none.
fn in_text(text: &str) -> impl Iterator<Item = i64> + '_ {
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.');
    text.split(move |c: char| !is_of_word(c)).filter_map(number)
}

fn number(word: &str) -> Option<i64> {
    let word: String = word.chars().filter(|c| *c != '\'').collect();
    let plain = word.trim_end_matches(['l', 'L', 'u', 'U']);
    if !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Ok(number) = plain.parse() {
        return Some(number);
    }
    let real: f64 = plain.parse().ok()?;
    (real.fract() == 0.0 && real.abs() < 9e18).then_some(real as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_sources_write_them() {
        let found: Vec<i64> = in_text("readInt(1, 100'000, \"a1\"); x2 = 1e9 + 7LL; f(0.5, 3u)").collect();
        assert_eq!(found, [1, 100_000, 1_000_000_000, 7, 3]);
    }
}
