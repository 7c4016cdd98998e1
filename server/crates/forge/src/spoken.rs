//! What kinds of data a problem speaks of, so that a question is not long by rules for what cannot be there.
//!
//! Invariant: in doubt a kind is there. Without an example nobody knows what inputs and outputs are made of; a statement
//! in another language than English says nothing.

use crate::prompt::values::{SampleText, SpokenOf};

/// Words of statements about numbers that are not whole.
const OF_REALS: [&str; 6] = ["real number", "real value", "floating", "decimal", "10^{-", "10^-"];
/// Words about letters.
const OF_WORDS: [&str; 6] = ["string", "character", "letter", "symbol", "alphabet", "lowercase"];
/// Words about inputs of several cases.
const OF_CASES: [&str; 7] = ["test case", "testcase", "test-case", "cases", "scenario", "dataset", "data set"];
/// Words about parts of a problem with constraints of their own.
const OF_SUBTASKS: [&str; 3] = ["subtask", "sub-task", "points"];

/// Beginnings of words about what is connected; what is written in a photograph is none.
const OF_GRAPHS: [&str; 26] = [
    "tree",
    "subtree",
    "graph",
    "subgraph",
    "multigraph",
    "edge",
    "road",
    "vertex",
    "vertices",
    "node",
    "connect",
    "path",
    "network",
    "link",
    "parent",
    "route",
    "channel",
    "bridge",
    "cable",
    "tunnel",
    "rail",
    "flight",
    "corridor",
    "friend",
    "boss",
    "pipe",
];
/// Words about outputs of which several are right.
const OF_CHOICES: [&str; 20] = [
    "any order",
    "any of",
    "any one",
    "any valid",
    "any correct",
    "any optimal",
    "any such",
    "any solution",
    "any answer",
    "any output",
    "any pair",
    "any way",
    "print any",
    "output any",
    "accept any",
    "there are several",
    "several answers",
    "several solutions",
    "multiple",
    "arbitrary",
];
/// What is said of ways, by whatever they are called.
const OF_WAYS: [&str; 6] = ["to another", "leads from", "leads to", "lead to", "reached from", "city to city"];
/// Words about what comes time after time.
const OF_QUERIES: [&str; 5] = ["quer", "question", "request", "operation", "update"];
/// Words about common divisors.
const OF_DIVISORS: [&str; 7] =
    ["gcd", "lcm", "common divisor", "common multiple", "coprime", "fraction", "irreducible"];

/// What a statement, in plain text or marked up, and examples of inputs and outputs speak of.
pub(crate) fn spoken_of(statement: &str, examples: &[SampleText]) -> SpokenOf {
    let (inputs, outputs): (Vec<&str>, Vec<&str>) =
        examples.iter().map(|example| (example.input.as_str(), example.output.as_str())).unzip();
    // A heading may be in capitals.
    let heading =
        statement.trim_start().lines().next().filter(|line| !line.bytes().any(|byte| byte.is_ascii_lowercase()));
    let is_given = |word: &str| inputs.iter().any(|input| input.split_whitespace().any(|token| token == word));
    let has_quoted = quotes_words(statement.trim_start().trim_start_matches(heading.unwrap_or_default()), &is_given);
    let is_data = statement.trim().is_empty();
    let statement = statement.to_lowercase();
    let is_english = statement.split_whitespace().any(|word| word == "the");
    if !is_english {
        return SpokenOf::all();
    }
    let says = |words: &[&str]| words.iter().any(|word| statement.contains(word));
    // In `how many pairs` nothing says `any pair`.
    let says_of_outputs = |words: &[&str]| {
        let is_own_word = |at: usize| !statement[..at].ends_with(char::is_alphabetic);
        words.iter().any(|word| statement.match_indices(word).any(|(at, _)| is_own_word(at)))
    };
    let begins_word = |beginnings: &[&str]| {
        let mut spoken = statement.split(|letter: char| !letter.is_alphabetic());
        spoken.any(|word| beginnings.iter().any(|beginning| word.starts_with(beginning)))
    };
    let has = |texts: &[&str], is_so: &dyn Fn(&str) -> bool| {
        texts.is_empty() || texts.iter().flat_map(|text| text.split_whitespace()).any(is_so)
    };
    let is_whole = |token: &str| token.parse::<i128>().is_ok();
    let is_real = |token: &str| token.parse::<f64>().is_ok() && !is_whole(token);
    let is_word = |token: &str| token.parse::<f64>().is_err();
    SpokenOf {
        words: has(&inputs, &is_word) || says(&OF_WORDS),
        reals: has(&inputs, &is_real) || says(&OF_REALS),
        lists: !has_few_numbers(&inputs) || announces(&inputs),
        counts: inputs.is_empty() || announces(&inputs),
        cases: says(&OF_CASES),
        subtasks: says(&OF_SUBTASKS),
        graphs: begins_word(&OF_GRAPHS) || says(&OF_WAYS),
        queries: says(&OF_QUERIES),
        divisors: says(&OF_DIVISORS),
        huge: is_data || speaks_of_huge(&without_outputs(&statement)),
        choices: says_of_outputs(&OF_CHOICES),
        // Of outputs that are words one of several shows it.
        out_words: has(&outputs, &is_word) || has_quoted || outputs.len() < 2 && says(&OF_WORDS),
        out_reals: has(&outputs, &is_real) || says(&OF_REALS),
    }
}

/// Whether examples of inputs, of which there are several, are all as many numbers, and few.
fn has_few_numbers(inputs: &[&str]) -> bool {
    const FEW: usize = 5;
    let counted = |input: &&str| {
        let are_numbers = input.split_whitespace().all(|token| token.parse::<f64>().is_ok());
        are_numbers.then(|| input.split_whitespace().count()).filter(|count| *count <= FEW)
    };
    let counts: Option<Vec<usize>> = inputs.iter().map(counted).collect();
    counts.is_some_and(|counts| counts.len() > 1 && counts.windows(2).all(|pair| pair[0] == pair[1]))
}

/// A statement, in small letters, without its section about outputs, if a heading of its own stands above that.
fn without_outputs(statement: &str) -> String {
    // A heading has few words beside those of its markup.
    const OF_MARKUP: [&str; 8] = ["section", "subsection", "paragraph", "textbf", "strong", "b", "h", "p"];
    const OTHERS: [&str; 9] =
        ["input", "example", "sample", "constraint", "note", "scoring", "subtask", "limit", "explanation"];
    let heading = |line: &str| {
        let words = line.split(|one: char| !one.is_alphabetic());
        let words: Vec<&str> = words.filter(|word| !word.is_empty() && !OF_MARKUP.contains(word)).collect();
        (1..=3).contains(&words.len()).then(|| words[0].to_owned())
    };
    let mut is_of_outputs = false;
    let kept = statement.lines().filter(|line| {
        if let Some(first) = heading(line) {
            is_of_outputs =
                first.starts_with("output") || is_of_outputs && !OTHERS.iter().any(|other| first.starts_with(other));
        }
        !is_of_outputs
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// Whether a statement, in small letters, has a number beyond 2·10^9, written out or as a power.
fn speaks_of_huge(statement: &str) -> bool {
    const DIGITS: usize = 10;
    let plain: String = statement
        .chars()
        .filter(|one| !matches!(one, '{' | '}' | ' ' | ',' | '\\' | '\u{a0}' | '\u{2009}' | '$'))
        .collect();
    let is_written_out = plain.split(|one: char| !one.is_ascii_digit()).any(|digits| digits.len() >= DIGITS);
    let exponent = |behind: &str| {
        let behind = behind.trim_start_matches(['*', '^', '<', 's', 'u', 'p', '>']);
        behind.split(|one: char| !one.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    // Several times 10^9 may be more.
    let is_multiple = |before: &str| {
        let before = before.strip_suffix("cdot").or_else(|| before.strip_suffix("times")).unwrap_or(before);
        before.trim_end_matches(['*', '·', '×', '⋅']).ends_with(|one: char| one.is_ascii_digit())
    };
    let is_power = |base: &str, least: u32| {
        let mut found = plain.match_indices(base).map(|(at, _)| (&plain[..at], &plain[at + base.len()..]));
        found.any(|(before, behind)| {
            // In `the 10 numbers` there is no power.
            let is_sign = base != "e" || is_multiple(before);
            let least = least - u32::from(is_multiple(before));
            is_sign && exponent(behind).is_some_and(|exponent| (least..1000).contains(&exponent))
        })
    };
    // Powers with exponents that are letters, and words for them.
    const WORDS: [&str; 6] = ["10¹", "64-bit", "64 bit", "long long", "billion", "quintillion"];
    is_written_out
        || ["10^", "10**", "10<sup>", "e"].iter().any(|base| is_power(base, 10))
        || ["2^", "2**", "2<sup>"].iter().any(|base| is_power(base, 31))
        || WORDS.iter().any(|words| statement.contains(words))
}

/// Whether each of the inputs may say by a number how many tokens, letters or lines follow it.
fn announces(inputs: &[&str]) -> bool {
    let is_announced = |count: usize, behind: &[&str], later: &[&str]| {
        let n_rows = later.len();
        let is_of_line = |line: &&str| {
            let n_tokens = line.split_whitespace().count();
            [n_tokens, n_tokens / 2].contains(&count) || n_tokens == 1 && line.trim().len() == count
        };
        // Of a tree there is one row less than it has vertices.
        (!behind.is_empty() && behind.len() == count)
            || [n_rows, n_rows / 2].contains(&count)
            || n_rows > 1 && n_rows + 1 == count
            || later.iter().any(is_of_line)
    };
    let of_input = |input: &&str| {
        let lines: Vec<&str> = input.trim_end().lines().collect();
        lines.iter().enumerate().any(|(row, line)| {
            let tokens: Vec<&str> = line.split_whitespace().collect();
            tokens.iter().enumerate().any(|(place, token)| {
                let (behind, later) = (&tokens[place + 1..], &lines[row + 1..]);
                let is_said = |count| is_announced(count, behind, later);
                !(behind.is_empty() && later.is_empty()) && token.parse().is_ok_and(is_said)
            })
        })
    };
    !inputs.is_empty() && inputs.iter().all(of_input)
}

/// Whether a statement has words that may have to be printed as they are: in capitals, or in quotes or a fixed-width font,
/// and not given in the inputs of examples.
fn quotes_words(statement: &str, is_given: &dyn Fn(&str) -> bool) -> bool {
    let is_name = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_given(word);
    let is_unit = |word: &str| ["KB", "MB", "GB", "CPU"].contains(&word);
    let is_shouted =
        |word: &str| is_name(word) && !word.bytes().any(|byte| byte.is_ascii_lowercase()) && !is_unit(word);
    let is_no_letter = |letter: char| !letter.is_ascii_alphabetic();
    // What stands between two of these marks, and beside pairs of them, is looked at alike.
    let marks = ['`', '"', '\'', '{', '}', '‘', '’', '“', '”'];
    let parts: Vec<&str> = statement.split(marks).collect();
    // What LaTeX calls a part of the text, or stresses, is not printed.
    const OF_TEXT: [&str; 8] =
        ["\\begin", "\\end", "\\emph", "\\textit", "\\section", "\\section*", "\\paragraph", "\\problemname"];
    let is_of_latex = |before: &str| OF_TEXT.iter().any(|command| before.ends_with(command));
    statement.split(is_no_letter).any(is_shouted)
        || parts.windows(2).any(|pair| is_name(pair[1]) && !is_of_latex(pair[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(statement: &str, input: &str, output: &str) -> SpokenOf {
        spoken_of(statement, &[SampleText { input: input.to_owned(), output: output.to_owned() }])
    }

    #[test]
    fn a_kind_is_there_if_a_sample_or_the_statement_has_it() {
        let whole = of("Print the sum of the numbers.", "2\n-3 5\n", "2\n");
        assert_eq!(whole, SpokenOf { lists: true, counts: true, ..SpokenOf::default() });
        let examples = |inputs: &[&str]| -> Vec<SampleText> {
            inputs.iter().map(|input| SampleText { input: (*input).to_owned(), output: "1\n".to_owned() }).collect()
        };
        assert!(!spoken_of("Add the numbers.", &examples(&["3 4\n", "5\n6\n"])).lists);
        assert!(spoken_of("Add the numbers.", &examples(&["2 3 4\n", "1 5\n"])).lists);
        assert!(spoken_of("Add the numbers.", &examples(&["2\n3 4\n", "2\n1 5\n"])).lists, "as many by chance");
        assert!(spoken_of("Mirror the word.", &examples(&["abba\n", "b\n"])).lists);
        let words = of("Is the sum even?", "2\n", "YES\n");
        assert!(!words.words && words.out_words && !words.out_reals);
        let reals = of("Print the mean of the numbers.", "2\n", "1.5\n");
        assert!(!reals.reals && reals.out_reals && !reals.out_words);
        for printed in ["print IMPOSSIBLE", "print `stuck`", "print \\texttt{stuck}", "print \"no\""] {
            let words = of(&format!("If the boat cannot leave, {printed}."), "1\n", "1\n");
            assert!(words.out_words && !words.words, "{printed}");
        }
        for none in [
            "Print the sum of `n` and $a_i$.",
            "Use the 256 MB well.",
            "\\begin{example} the sum \\end{example}",
            "\\emph{spell}",
        ] {
            assert!(!of(&format!("{none} It is the sum."), "1\n", "1\n").out_words, "{none}");
        }
        assert!(of("There is the number of test cases.", "1\n", "1\n").cases);
        assert!(!of("TIDE MARKS\n\nThe sum is wanted.", "1\n", "1\n").out_words, "a heading");
        assert!(
            of("Print the pairs in any order.", "1\n", "1\n").choices && !of("Print the sum.", "1\n", "1\n").choices
        );
        assert!(!of("There is exactly one way between any two of the towns.", "1\n", "1\n").choices);
        for huge in [
            "1 <= n <= 10^18",
            "$10^{12}$",
            "at most 3 \\cdot 10^{10}",
            "4 000 000 000",
            "4,000,000,000",
            "2^{63}",
            "10**15",
            "$3 \\cdot 10^9$",
            "4*10^9",
            "3e9",
            "1e18",
        ] {
            assert!(of(&format!("The bound is {huge}."), "1\n", "1\n").huge, "{huge}");
        }
        for small in
            ["1 <= n <= 10^9", "2 \\cdot 10^{5}", "200 000", "2^{20}", "n = 100, m = 200", "the 10 and the 12", "2e5"]
        {
            assert!(!of(&format!("The bound is {small}."), "1\n", "1\n").huge, "{small}");
        }
        let sections = "## Input\n\nThe numbers.\n\n## Output\n\nLess than 2^64.\n";
        assert!(!of(sections, "1\n", "1\n").huge, "of outputs alone");
        assert!(of(&format!("{sections}\n## Constraints\n\nn <= 10^18"), "1\n", "1\n").huge);
        assert!(of("The output is 10^18 at least\nfor the large.", "1\n", "1\n").huge, "no heading");
        assert!(!of("In how many pairs is the sum odd? Many of them.", "1\n", "1\n").choices);
        let cities = of("The roads between cities are described; answer each query.", "1\n", "1\n");
        assert!(cities.graphs && cities.queries && !cities.divisors);
        assert!(of("A lock lets boats from one basin to another one; the ways are long.", "1\n", "1\n").graphs);
        let counted = |input: &str| of("Print the sum.", input, "1\n").counts;
        for announced in ["3\n1 2 3\n", "3 1 2 3\n", "2\nab\n", "1\n2\n5 6\n", "3\n1 2\n1 3\n", "2 2\n1 2 9\n2 1 9\n"] {
            assert!(counted(announced), "{announced:?}");
        }
        for silent in ["4 2 1009\n", "2\nbanana\n", "abba\n", "5\n"] {
            assert!(!counted(silent), "{silent:?}");
        }
        assert!(!of("The photograph shows the stars.", "1\n", "1\n").graphs);
        assert!(of("Print the fraction in lowest terms.", "1\n", "1\n").divisors);
        assert!(!of("Print the answer modulo 998244353.", "1\n", "1\n").divisors);
        assert!(of("A row of the letters a and b.", "1\n", "1\n").words);
        assert!(of("A row of the letters a and b.", "1\n", "1\n").out_words, "one sample shows nothing");
        let shown = ["ab", "b"].map(|input| SampleText { input: input.to_owned(), output: "1\n".to_owned() });
        assert!(!spoken_of("Count the letters of `ab`.", &shown).out_words, "both samples are numbers");
        assert!(of("Give the answer with an error of at most 10^{-6}.", "1\n", "1\n").out_reals);
    }

    #[test]
    fn in_doubt_everything_is_there() {
        let of_data = spoken_of("Print the sum.", &[]);
        assert!(of_data.words && of_data.reals && of_data.out_words && of_data.out_reals);
        assert!(!of_data.cases && !of_data.subtasks && !of_data.graphs, "of these the statement speaks");
        let all = spoken_of("", &[]);
        assert_eq!(all, SpokenOf::all());
        assert_eq!(of("Wypisz sumę.", "1\n", "1\n"), all, "words in another language say nothing");
    }
}
