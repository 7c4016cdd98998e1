//! What the source of a validator with testlib says of its reads.

use std::collections::BTreeSet;

use cpp::source::Source;

/// What the reads of a source call what they read, the first read first.
pub(super) fn names(source: &Source) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for call in source.calls().filter(|call| call.name.starts_with("read")) {
        let name = call.arguments.iter().rev().find_map(|argument| quoted(argument.text));
        if let Some(name) = name.filter(|name| !found.iter().any(|known| known == name)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Whether a source reads texts of a pattern, words or lines.
pub(super) fn reads_texts(source: &Source) -> bool {
    let reads = ["readToken", "readWord", "readString", "readLine"];
    source.calls().any(|call| reads.contains(&call.name) && !call.arguments.is_empty())
}

/// What a source calls two numbers that are read in turn with the same bounds, of which the upper one is a name, and those
/// that are bounded by what is before them.
pub(super) fn vertices(source: &Source) -> BTreeSet<String> {
    let reads = source.calls().filter(|call| matches!(call.name, "readInt" | "readLong" | "readInteger"));
    let reads: Vec<Option<(&str, &str, &str)>> = reads
        .map(|call| match &call.arguments[..] {
            [low, high, name, ..] => quoted(name.text).map(|name| (low.text, high.text, name)),
            _ => None,
        })
        .collect();
    let is_name = |text: &str| text.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let mut found = BTreeSet::new();
    for pair in reads.windows(2) {
        if let [Some((low, high, one)), Some((other_low, other_high, other))] = pair
            && (low, high) == (other_low, other_high)
            && is_name(high)
        {
            found.extend([(*one).to_owned(), (*other).to_owned()]);
        }
    }
    let is_parent = |high: &str| {
        let before = high.strip_suffix('1').map(str::trim_end).and_then(|rest| rest.strip_suffix('-'));
        before.is_some_and(|name| is_name(name.trim_end()))
    };
    found.extend(reads.iter().flatten().filter(|(_, high, _)| is_parent(high)).map(|(_, _, name)| (*name).to_owned()));
    found
}

/// The name that an argument writes.
fn quoted(argument: &str) -> Option<&str> {
    argument.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_have_names() {
        let text = "int main() { int n = inf.readInt(1, 9, \"n\"); inf.readToken(\"[a-z]+\", \"s\"); inf.readInt(1, n, \"n\"); }";
        let source = Source::parse(text);
        assert_eq!(names(&source), ["n", "s"]);
        assert!(reads_texts(&source) && !reads_texts(&Source::parse("int main() { inf.readInt(); }")));
    }

    #[test]
    fn vertices_are_known_by_their_bounds() {
        let of = |text: &str| {
            let source = Source::parse(&format!("int main() {{ {text} }}"));
            vertices(&source).into_iter().collect::<Vec<_>>().join(" ")
        };
        let edge = "int a = inf.readInt(1, n, \"a\"); inf.readSpace(); int b = inf.readInt(1, n, \"b\");";
        assert_eq!(of(&format!("int n = inf.readInt(1, 9, \"n\"); {edge} inf.readInt(1, 9, \"w\");")), "a b");
        assert_eq!(of("inf.readInt(1, i - 1, \"p\"); inf.readLong(0, v-1, \"q\");"), "p q");
        assert_eq!(of("inf.readInt(1, 9, \"a\"); inf.readInt(1, 9, \"b\");"), "");
        assert_eq!(of("inf.readInt(1, n, \"a\"); inf.readInt(1, m, \"b\"); inf.readInt(); inf.readInt(1, n);"), "");
    }
}
