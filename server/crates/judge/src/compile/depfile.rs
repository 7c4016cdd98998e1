//! Dependency files as compilers write them for make.

/// The prerequisites of all rules, in order, without duplicates.
pub(super) fn prerequisites(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    for rule in joined.lines() {
        let Some((_, list)) = split_rule(rule) else { continue };
        for path in words(list) {
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// Splits at the colon that ends the target: one that a blank or nothing follows.
fn split_rule(rule: &str) -> Option<(&str, &str)> {
    let colons = rule.match_indices(':');
    let end = colons.map(|(at, _)| at).find(|at| rule[at + 1..].chars().next().is_none_or(char::is_whitespace))?;
    Some((&rule[..end], &rule[end + 1..]))
}

/// Words separated by blanks; a backslash keeps a blank or `#`, and `$$` is a dollar sign.
fn words(list: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut characters = list.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(' ' | '#' | '\t')) => word.extend(characters.next()),
            ('$', Some('$')) => word.extend(characters.next()),
            (blank, _) if blank.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            (other, _) => word.push(other),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_compilers_write_them() {
        let text = "out.o: a.cpp lib/my\\ header.h \\\n  ../x.h $$odd.h\nb.o: a.cpp b.h\n";
        assert_eq!(prerequisites(text), ["a.cpp", "lib/my header.h", "../x.h", "$odd.h", "b.h"]);
        assert_eq!(prerequisites("no rule"), [""; 0]);
    }
}
