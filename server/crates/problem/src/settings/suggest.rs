//! "Did you mean …?"

/// The candidate that a mistyped word most likely stands for.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase().replace('-', "_");
    let rank = |candidate: &'a str| Some((distance_if_near(&word, &candidate.replace('-', "_"))?, candidate));
    candidates.into_iter().filter_map(rank).min_by_key(|&(distance, _)| distance).map(|(_, candidate)| candidate)
}

/// A word that only lacks its end, such as `time` for `time_ms`, is near whatever its length.
fn distance_if_near(word: &str, candidate: &str) -> Option<usize> {
    let distance = edit_distance(word, candidate);
    let is_start = word.len() >= 3 && candidate.starts_with(word);
    let allowed = candidate.len().div_ceil(3);
    if is_start { Some(distance.min(1)) } else { (distance <= allowed).then_some(distance) }
}

/// The number of characters to insert, delete or replace, or of neighbours to exchange.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // The row before the one before, the row before, and this one.
    let (mut older, mut old) = (Vec::new(), (0..=b.len()).collect::<Vec<usize>>());
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let replaced = old[j] + usize::from(from != to);
            let best = replaced.min(old[j + 1] + 1).min(row[j] + 1);
            let is_exchanged = i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to;
            row.push(if is_exchanged { best.min(older[j - 1] + 1) } else { best });
        }
        older = std::mem::replace(&mut old, row);
    }
    old[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let keys = ["name", "limits", "include", "time_ms", "no-main"];
        for (word, meant) in [
            ("nmae", Some("name")),
            ("nam", Some("name")),
            ("limist", Some("limits")),
            ("limit", Some("limits")),
            ("Includes", Some("include")),
            ("time", Some("time_ms")),
            ("no_main", Some("no-main")),
            ("zzz", None),
        ] {
            assert_eq!(nearest(word, keys), meant, "{word}");
        }
        assert_eq!(nearest("gne", ["gen"]), Some("gen"));
        assert_eq!(nearest("neg", ["gen"]), None);
    }
}
