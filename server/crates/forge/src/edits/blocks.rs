//! Edits written as `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE` (CCO-10).

use super::Edit;

/// The fewest and the most characters of a marker: models miscount, and so do printed prompts.
const MARKER: std::ops::RangeInclusive<usize> = 5..=9;

/// Where in a block the reader is.
enum State {
    Outside,
    Search(Vec<String>),
    Replace(Vec<String>, Vec<String>),
}

/// The blocks of a text, as edits of `path`. What stands around blocks is passed over; a block that is not closed, or that
/// begins inside another one, is none.
pub fn blocks(path: &str, text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut state = State::Outside;
    for line in text.lines() {
        state = match state {
            _ if is_marker(line, '<', "SEARCH") => State::Search(Vec::new()),
            State::Search(search) if is_marker(line, '=', "") => State::Replace(search, Vec::new()),
            State::Replace(search, replace) if is_marker(line, '>', "REPLACE") => {
                edits.push(Edit { path: path.to_owned(), search: search.join("\n"), replace: replace.join("\n") });
                State::Outside
            }
            State::Search(mut search) => {
                search.push(line.to_owned());
                State::Search(search)
            }
            State::Replace(search, mut replace) => {
                replace.push(line.to_owned());
                State::Replace(search, replace)
            }
            State::Outside => State::Outside,
        };
    }
    edits
}

/// Whether a line is some of these signs, and then this word.
fn is_marker(line: &str, sign: char, word: &str) -> bool {
    let line = line.trim();
    let rest = line.trim_start_matches(sign);
    MARKER.contains(&(line.len() - rest.len())) && rest.trim_start() == word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cco_10_blocks_with_markers_of_five_to_nine_signs() {
        for n_signs in 4..=10 {
            let of = |sign: &str| sign.repeat(n_signs);
            let text = format!("First:\n{} SEARCH\n  a\nb\n{}\nc\n{} REPLACE\nDone.", of("<"), of("="), of(">"));
            let expected = Edit { path: "gen.cpp".to_owned(), search: "  a\nb".to_owned(), replace: "c".to_owned() };
            let found = blocks("gen.cpp", &text);
            assert_eq!(found, if MARKER.contains(&n_signs) { vec![expected] } else { Vec::new() }, "{n_signs}");
        }
    }

    #[test]
    fn blocks_that_are_none() {
        let none = "<<<<<<< SEARCH\na\n=======\nb\n";
        assert_eq!(blocks("x", none), []);
        assert_eq!(blocks("x", "a\n=======\nb\n>>>>>>> REPLACE"), []);
        // The second one begins before the first one ends.
        let nested = "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb\n=======\n>>>>>>> REPLACE";
        assert_eq!(blocks("x", nested), [Edit { path: "x".into(), search: "b".into(), replace: String::new() }]);
    }

    #[test]
    fn cco_10_several_blocks_with_words_between_them() {
        let text = "```cpp\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\nand\n<<<<<SEARCH\nold\n=====\n>>>>>>>>> REPLACE\n```";
        let edit = |search: &str, replace: &str| Edit {
            path: "gen.cpp".to_owned(),
            search: search.to_owned(),
            replace: replace.to_owned(),
        };
        assert_eq!(blocks("gen.cpp", text), [edit("", "new"), edit("old", "")]);
    }

    #[test]
    fn lines_that_only_look_like_markers_are_text() {
        // A comparison, a shift, a rule of signs with words behind it, and a marker of the other kind.
        let search = "a <= b; // =======\ncout << x;\n>>>>>>> SEARCH\n======= 7\n<<<<<<< REPLACE";
        let text = format!("<<<<<<< SEARCH\n{search}\n=======\nx\n=======\n>>>>>>> REPLACE");
        let found = blocks("a", &text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].search.as_str(), found[0].replace.as_str()), (search, "x\n======="));
    }
}
