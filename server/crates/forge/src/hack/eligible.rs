//! Which problems a loop can do something with (CCO-3, HTG-1, CCP-14).

use problem::{formats::statement, model::CheckerKind};

use crate::bench::Trial;

/// What an image looks like in a statement.
const IMAGES: [&str; 5] = ["![", "<img", "\\includegraphics", "\\epsf", "\\input{figure"];

/// Fewer letters than this are no statement.
const MIN_LETTERS: usize = 40;

/// Why a problem is not eligible; empty when it is.
pub(super) fn reasons(trial: &Trial) -> Vec<String> {
    let mut reasons = Vec::new();
    match statement::text(&trial.folder) {
        None => reasons.push("there is no statement".to_owned()),
        Some((path, text)) => {
            if text.chars().filter(|one| one.is_alphabetic()).count() < MIN_LETTERS {
                reasons.push(format!("the statement {path} says nothing"));
            }
            if IMAGES.iter().any(|image| text.contains(image)) {
                reasons.push(format!("the statement {path} has an image, which is not sent"));
            }
        }
    }
    if matches!(trial.problem.checker.kind, CheckerKind::Interactor) {
        reasons.push("the problem is interactive".to_owned());
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::{Rig, SUMS, judged, with};

    fn why_not(files: &str) -> Vec<String> {
        let rig = Rig::new(files);
        let bench = rig.bench();
        reasons(&judged(&bench, &[]))
    }

    const SENTENCE: &str = "Print the sum of the numbers on the only line of the input. Each is from 0 to 50.";

    #[test]
    fn cco_3_ccp_14_a_statement_has_to_say_something_without_images() {
        assert_eq!(why_not(SUMS), Vec::<String>::new());
        let says_nothing = "the statement statement.md says nothing".to_owned();
        // `Sums` and 36 letters are 40, one less is too few; digits are no letters.
        let letters = |n: usize| why_not(&with(SUMS, SENTENCE, &format!("{} 1234567890", "x".repeat(n))));
        assert_eq!((letters(36), letters(35)), (vec![], vec![says_nothing]));
        let has_image = ["the statement statement.md has an image, which is not sent".to_owned()];
        for image in ["![a tree](tree.png)", "<img src=\"tree.png\">", "\\includegraphics{tree}"] {
            assert_eq!(why_not(&with(SUMS, SENTENCE, &format!("{SENTENCE} {image}"))), has_image, "{image}");
        }
    }

    #[test]
    fn cco_3_ccp_14_a_problem_without_a_statement_and_one_that_talks() {
        let start = SUMS.find("-- statement.md --").unwrap();
        let end = SUMS.find("-- sol.cpp --").unwrap();
        let without = format!("{}{}", &SUMS[..start], &SUMS[end..]);
        assert_eq!(why_not(&without), ["there is no statement"]);
        let interactor = "-- interactor.cpp --\n#include \"testlib.h\"\n// does: agree\n\
                          int mein(int argc, char *argv[]) { registerInteraction(argc, argv); }\n";
        assert_eq!(why_not(&format!("{SUMS}{interactor}")), ["the problem is interactive"]);
    }
}
