//! What a source in a language of the table says, as far as that can be told without knowing the language: the tags that
//! stand in it, the numbers that it exits with, whether it has a `main`.

use problem::{
    facts::SourceFacts,
    language::Language,
    text::{Lines, Range},
};

use crate::{comments, exits::Codes, scan::is_word};

/// The most lines at whose tags are looked.
const MAX_TAGGED: usize = 1 << 16;

/// Facts of a source.
pub(crate) fn facts(text: &str, language: &Language) -> SourceFacts {
    let lines = Lines::new(text);
    // Tags stand in comments, and those of all languages end with their lines or hold them.
    let mut start = 0;
    let tagged: Vec<_> = text
        .split_inclusive('\n')
        .take(MAX_TAGGED)
        .filter_map(|line| {
            let span = start..start + line.len();
            start = span.end;
            line.contains('@').then_some(span)
        })
        .collect();
    SourceFacts {
        main: (language.has_main() && has_main(text)).then(Range::default),
        expected_results: comments::expected_results(text, &lines, &tagged),
        expected_score: comments::expected_score(text, &lines, &tagged),
        exit_codes: exit_codes(text),
        interpreter: text.lines().next().filter(|line| line.starts_with("#!")).map(str::to_owned),
        ..SourceFacts::default()
    }
}

/// `fun main() {`, `static void Main(string[] args)`, `main = interact solve`
fn has_main(text: &str) -> bool {
    text.match_indices("main").chain(text.match_indices("Main")).any(|(at, word)| {
        let before = text[..at].bytes().next_back().is_some_and(is_word);
        let after = text[at + word.len()..].trim_start();
        !before && after.starts_with(['(', '=', ':'])
    })
}

/// The numbers in `System.exit(43)`, `process.exit(42)`, `os.Exit(1)`, `halt(2)`, `exit 1`.
fn exit_codes(text: &str) -> Vec<i32> {
    let mut codes = Codes::default();
    for name in ["exit", "Exit", "exitProcess", "halt", "Halt", "exitWith"] {
        for (at, _) in text.match_indices(name) {
            if text[..at].bytes().next_back().is_some_and(is_word) {
                continue;
            }
            let rest = text[at + name.len()..].trim_start_matches(['(', ' ']);
            let number = rest.trim_start_matches("ExitFailure").trim_start_matches(['(', ' ']);
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            codes.add_constant(&number[..digits]);
        }
    }
    codes.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_of_any_language() {
        let told = |text: &str, name: &'static str| {
            let facts = facts(text, &Language::Other(name));
            let words = facts.expected_results.map(|(words, _)| words.join(" ")).unwrap_or_default();
            (facts.main.is_some(), words, facts.exit_codes)
        };
        let java = "// @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\nclass A {\n static void main (String[] a) { System.exit(43); }\n}\n";
        assert_eq!(told(java, "java"), (true, "WRONG-ANSWER TIMELIMIT".to_owned(), vec![43]));
        assert_eq!(told("mainly = 3\ndomain(4)\n", "go"), (false, String::new(), vec![]));
        assert_eq!(told("# @EXPECTED_RESULTS@: CORRECT\nexit 42\n", "ruby"), (false, "CORRECT".to_owned(), vec![42]));
        assert_eq!(told("main = exitWith (ExitFailure 43)\n", "haskell"), (true, String::new(), vec![43]));
    }
}
