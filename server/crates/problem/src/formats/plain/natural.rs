//! The order in which people expect tests: `2` before `10`.

/// A name as a sequence of numbers and texts, to sort by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::formats) struct NaturalKey(Vec<Chunk>, String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Chunk {
    /// Number of digits without leading zeros, then the digits: an integer of any length.
    Number(usize, String),
    Text(String),
}

/// The key of a name. Names that differ only in zeros before numbers have different keys.
pub(in crate::formats) fn natural_key(name: &str) -> NaturalKey {
    let mut chunks = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let is_number = rest.starts_with(|character: char| character.is_ascii_digit());
        let end = rest.find(|character: char| character.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        chunks.push(if is_number {
            let digits = chunk.trim_start_matches('0');
            Chunk::Number(digits.len(), digits.to_owned())
        } else {
            Chunk::Text(chunk.to_owned())
        });
        rest = after;
    }
    NaturalKey(chunks, name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_value() {
        let mut names = ["10", "2", "02", "a10", "a9", "1", "a", "99999999999999999999999", "b/1"];
        names.sort_by_key(|name| natural_key(name));
        assert_eq!(names, ["1", "02", "2", "10", "99999999999999999999999", "a", "a9", "a10", "b/1"]);
    }
}
