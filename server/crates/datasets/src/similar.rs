//! Rows that tell of the same problem (HTG-23): those of one name, and those whose statements have most of their 3-grams
//! of words in common.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

/// Statements with more of their 3-grams in common are of the same problem.
pub const THRESHOLD: f64 = 0.7;

/// The rows seen so far.
#[derive(Debug, Default)]
pub struct Seen {
    rows: Vec<(String, Vec<u64>)>,
    names: HashMap<String, usize>,
    /// By 3-gram, the rows that have it among their first: two sets that have enough in common share one of those.
    index: HashMap<u64, Vec<usize>>,
}

/// An earlier row that tells of the same problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Same {
    /// Its name.
    pub name: String,
    /// How much the statements have in common; `None` for a row of the same name.
    pub similarity: Option<f64>,
}

impl Seen {
    /// Whether an earlier row tells of the same problem; if none does, this one counts as seen.
    pub fn see(&mut self, name: &str, statement: &str) -> Option<Same> {
        if let Some(&row) = self.names.get(name) {
            return Some(Same { name: self.rows[row].0.clone(), similarity: None });
        }
        let grams = grams(statement);
        let first = grams.len() - (THRESHOLD * grams.len() as f64).ceil() as usize;
        let first = &grams[..grams.len().min(first + 1)];
        let candidates: BTreeSet<usize> =
            first.iter().filter_map(|gram| self.index.get(gram)).flatten().copied().collect();
        let of = |row: usize| (jaccard(&self.rows[row].1, &grams), row);
        let best = candidates.into_iter().map(of).max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((similarity, row)) = best.filter(|(similarity, _)| *similarity > THRESHOLD) {
            return Some(Same { name: self.rows[row].0.clone(), similarity: Some(similarity) });
        }
        let row = self.rows.len();
        for &gram in first {
            self.index.entry(gram).or_default().push(row);
        }
        self.rows.push((name.to_owned(), grams));
        self.names.insert(name.to_owned(), row);
        None
    }
}

/// The 3-grams of the words of a text, by number and in order; of a shorter text its words together.
fn grams(text: &str) -> Vec<u64> {
    let words = text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let number = |gram: &[String]| {
        let mut hasher = DefaultHasher::new();
        gram.hash(&mut hasher);
        hasher.finish()
    };
    let grams: HashSet<u64> = match words.len() {
        0 => HashSet::new(),
        1 | 2 => HashSet::from([number(&words)]),
        _ => words.windows(3).map(number).collect(),
    };
    let mut grams: Vec<u64> = grams.into_iter().collect();
    grams.sort_unstable();
    grams
}

/// How much two ordered sets have in common, from 0 to 1.
fn jaccard(one: &[u64], other: &[u64]) -> f64 {
    let (mut at, mut common) = (0, 0_usize);
    for gram in one {
        while other.get(at).is_some_and(|other| other < gram) {
            at += 1;
        }
        common += usize::from(other.get(at) == Some(gram));
    }
    let all = one.len() + other.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn statement(words: &[u8]) -> String {
        words.iter().map(|word| format!("w{word} ")).collect()
    }

    #[test]
    fn htg_23_near_duplicates_are_found_across_names() {
        let mut seen = Seen::default();
        let long =
            "Pick two different parcels that together weigh exactly s grams, or find out that there are none at all.";
        assert_eq!(seen.see("a", long), None);
        let same = seen.see("b", &long.to_uppercase().replace(',', " ,")).unwrap();
        assert_eq!((same.name.as_str(), same.similarity), ("a", Some(1.0)));
        let edited = seen.see("c", &format!("{long} Good luck!")).unwrap();
        assert!(edited.similarity.is_some_and(|similarity| (0.7..1.0).contains(&similarity)), "{edited:?}");
        assert_eq!(seen.see("d", "Write down the badge with the most scans of the day, and how many."), None);
        assert_eq!(seen.see("d", "Something else"), Some(Same { name: "d".to_owned(), similarity: None }));
        assert_eq!((seen.see("e", ""), seen.see("f", "  ")), (None, None), "nothing has nothing in common");
    }

    proptest! {
        #[test]
        fn htg_23_the_index_misses_nothing(texts in prop::collection::vec(prop::collection::vec(0_u8..6, 0..30), 1..12)) {
            let mut seen = Seen::default();
            let mut kept: Vec<Vec<u64>> = Vec::new();
            for (number, words) in texts.iter().enumerate() {
                let own = grams(&statement(words));
                let is_same = kept.iter().any(|earlier| jaccard(earlier, &own) > THRESHOLD);
                prop_assert_eq!(seen.see(&number.to_string(), &statement(words)).is_some(), is_same);
                if !is_same {
                    kept.push(own);
                }
            }
        }
    }
}
