//! The reference page of finding codes.

use super::Code;

const PAGE: &str = include_str!("reference.md");

/// The whole page, as markdown.
pub fn page() -> &'static str {
    PAGE
}

/// The section about a code, as markdown with its heading. Empty only for a number that is not in [`Code::TESTLIB`].
pub fn reference(code: Code) -> &'static str {
    let word = code.to_string();
    sections().find(|(heading, _)| *heading == word).map_or("", |(_, section)| section)
}

/// The sections in order, each with its heading's words.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let starts = PAGE.match_indices("\n## ").map(|(at, _)| at + 1);
    starts.map(|start| {
        let end = PAGE[start..].find("\n## ").map_or(PAGE.len(), |length| start + length);
        let section = PAGE[start..end].trim_end();
        let heading = section.lines().next().unwrap_or_default();
        (heading.trim_start_matches('#').trim(), section)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;

    #[test]
    fn every_code_has_one_section_in_order() {
        let headings: Vec<String> = sections().map(|(heading, _)| heading.to_owned()).collect();
        let codes: Vec<String> = Code::all().map(|code| code.to_string()).collect();
        assert_eq!(headings, codes);
    }

    #[test]
    fn sections_state_the_severity() {
        for code in Code::all() {
            let word = match code.severity() {
                Severity::Error => "**Error**, ",
                Severity::Warning => "**Warning**, ",
                Severity::Information => "**Information**, ",
                Severity::Hint => "**Hint**, ",
            };
            let stated = reference(code).lines().nth(2).unwrap_or_default();
            assert!(stated.starts_with(word), "{code} is stated as {stated}");
        }
    }

    #[test]
    fn sections_are_short_and_say_what_to_do() {
        for code in Code::all() {
            let lines = reference(code).lines().filter(|line| !line.is_empty()).count() - 1;
            assert!((3..=9).contains(&lines), "{code} has {lines} lines");
            assert!(reference(code).contains("\n- Cure: "), "{code}");
            if !matches!(code, Code::Testlib(_)) {
                assert!(reference(code).contains("\n- Example: `"), "{code}");
            }
        }
    }

    #[test]
    fn every_code_that_is_named_exists() {
        let named = PAGE.split('`').skip(1).step_by(2);
        let like_codes = named.filter(|word| {
            word.contains('-')
                && word.split('-').all(|part| part.len() > 1 && part.bytes().all(|b| b.is_ascii_lowercase()))
        });
        for word in like_codes {
            assert!(word.parse::<Code>().is_ok(), "{word}");
        }
    }

    #[test]
    fn a_section_stands_alone() {
        assert!(reference(Code::NoMain).starts_with("## no-main\n"));
        assert!(!reference(Code::NoMain).contains("no-correct-solution"));
        assert_eq!(reference(Code::Testlib(40)), "");
    }
}
