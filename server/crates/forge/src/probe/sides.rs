//! Sides for an interactor: programs that break the protocol, and a right solution that says one thing otherwise.
//!
//! Invariant: a changed solution that could not be changed ends with an exit code of its own, so that it is never taken for one
//! that an interactor let through.

use std::sync::Arc;

use super::text::BEYOND;

/// What stands between a right solution and the interactor.
const CHANGED: &str = include_str!("side.cpp");
const BARE: &str = include_str!("bare_side.cpp");
/// So many questions are beyond what any statement allows, and still quick.
const MANY: i64 = 20_000;

/// So many times 4 KiB of numbers are more than is read within any limit.
const ENDLESS: i64 = 1 << 20;
/// So many of the words that a solution says are tried.
const N_SAID: usize = 6;

/// What a side shows by passing, or by failing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// Always.
    Always,
    /// Where it is known which answer is right; else where it is let through on all tests, and on several: by accident it may
    /// be right on one.
    Answer,
    /// Where it is let through on all tests on which it did something else, and on many: by accident it may be right on some.
    Everywhere,
    /// It may be right.
    Never,
    /// It is right, and to be let through.
    Right,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// What it does: "ends at once".
    pub(super) words: String,
    /// It is a changed solution.
    pub(super) is_changed: bool,
    /// What its program is told.
    pub(super) args: Vec<String>,
    pub(super) wrong: Wrong,
    /// The answer that it gives without having asked; a list from 1 on where it ends in `…`.
    pub(super) says: Option<String>,
}

impl Side {
    /// What it gets wrong; of one sort one finding is enough.
    pub(super) fn sort(&self) -> &'static str {
        match (self.is_changed, self.args[0].as_str()) {
            (true, "1" | "5") => "how often one may ask",
            (true, "2") => "what it does not know",
            (true, "3" | "4" | "15" | "17" | "18" | "19") => "what may be asked",
            (true, "6" | "20") => "the end",
            (true, "21") => "what is right",
            (true, _) => "the answer",
            (false, "0" | "2") => "the end",
            (false, _) if self.says.is_some() => "the answer",
            (false, _) => "what it does not know",
        }
    }
}

/// What right solutions show of the questions that may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Questions {
    /// How often the statement allows to ask.
    pub(super) most: Option<u64>,
    /// No number stands twice in a question, and that is how it has to be.
    pub(super) are_distinct: bool,
    /// Their least number is 1.
    pub(super) begin_with_one: bool,
    /// Nothing in the statement is as large as what 32 bits hold.
    pub(super) are_small: bool,
    /// The statement says that several answers may be right.
    pub(super) has_many_answers: bool,
    /// The statement says that nothing may follow the answer.
    pub(super) end_with_the_answer: bool,
    /// Asking what was asked before is one question more and nothing else.
    pub(super) may_be_repeated: bool,
}

/// What a side is told: what to do, how often, and with which text.
struct Told<'a>(u32, i64, &'a str);

impl Told<'_> {
    fn args(&self) -> Vec<String> {
        vec![self.0.to_string(), self.1.to_string(), self.2.to_owned()]
    }
}

/// The program of those that know nothing of the problem.
pub(super) fn bare_source() -> Arc<str> {
    BARE.into()
}

/// The program of those that are this solution with a change.
pub(super) fn changed_source(solution: &str) -> Arc<str> {
    format!("{CHANGED}\n#line 1\n{solution}").into()
}

/// Those that know nothing of the problem.
pub(super) fn bare() -> Vec<Side> {
    [
        ("says nothing and ends", Told(0, 0, "")),
        ("says nothing and listens", Told(1, 0, "")),
        ("closes its output and listens", Told(2, 0, "")),
        ("says a word that means nothing and ends", Told(0, 1, "xyzzy\n")),
        ("says words that mean nothing", Told(1, 2000, "xyzzy 1 -1 nan\n")),
        ("says `!` and nothing behind it", Told(1, 2000, "!\n")),
        ("says `?` and nothing behind it", Told(1, 2000, "?\n")),
        ("says `1` very often", Told(1, 200_000, "1\n")),
        ("says numbers that are too large", Told(1, 50, "99999999999999999999999\n")),
        ("says `-1`", Told(1, 50, "-1\n")),
        ("says a byte that is no text", Told(1, 1, "\u{e9}\u{1}\n")),
        ("says a part of a line and ends", Told(0, 1, "1")),
        (
            "says a line that does not end",
            Told(1, 300_000, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ),
    ]
    .into_iter()
    .map(|(words, told)| {
        // That may be a right answer.
        let wrong = if words.contains("`1`") || words.contains("`-1`") { Wrong::Answer } else { Wrong::Always };
        Side { words: words.to_owned(), is_changed: false, args: told.args(), wrong, says: None }
    })
    .collect()
}

/// Those that say one of the words of a solution at once.
pub(super) fn hasty(said: &[String]) -> Vec<Side> {
    let side = |says: String| {
        let told = match says.strip_suffix(" …") {
            Some(word) => Told(3, 0, word).args(),
            None => Told(1, 1, &format!("{says}\n")).args(),
        };
        let words = format!("says `{says}` without asking");
        Side { words, is_changed: false, args: told, wrong: Wrong::Answer, says: Some(says) }
    };
    said.iter().flat_map(|word| [word.clone(), format!("{word} 1"), format!("{word} …")]).map(side).collect()
}

/// The words in quotation marks of a solution, without what stands for numbers.
pub(super) fn said_by(solution: &str) -> Vec<String> {
    let mut said = Vec::new();
    for line in solution.lines().filter(|line| !line.trim_start().starts_with('#')) {
        for text in line.split('"').skip(1).step_by(2) {
            let word = text.split(['%', '\\', ' ']).next().unwrap_or_default();
            if !word.is_empty() && word.len() <= 12 && said.len() < N_SAID && !said.iter().any(|one| one == word) {
                said.push(word.to_owned());
            }
        }
    }
    said
}

/// Those that are a right solution with a change; `said` are words of that solution.
pub(super) fn changed(questions: Questions, said: &[String]) -> Vec<Side> {
    let side = |words: &str, told: Told<'_>, wrong: Wrong| Side {
        words: words.to_owned(),
        is_changed: true,
        args: told.args(),
        says: None,
        wrong,
    };
    // Without a word on it nobody knows whether questions are limited.
    let often =
        questions.most.and_then(|most| i64::try_from(most).ok()).map_or(MANY, |most| most.saturating_add(1).min(MANY));
    let often_is_wrong = if often < MANY { Wrong::Always } else { Wrong::Never };
    let swapped = if questions.has_many_answers { Wrong::Never } else { Wrong::Answer };
    let mut sides = vec![
        side("ends after its first line", Told(6, 1, ""), Wrong::Always),
        side("ends after two lines", Told(6, 2, ""), Wrong::Always),
        side("says a line that means nothing first", Told(2, 0, "xyzzy 1 2\n"), Wrong::Always),
        side("asks what means nothing first", Told(2, 1, "xyzzy\n"), Wrong::Always),
        side("says its first line 100,000 times", Told(5, 100_000, ""), often_is_wrong),
        side("is one above in its last line", Told(7, 1, ""), Wrong::Answer),
        side("is one below in its last line", Told(7, -1, ""), Wrong::Answer),
        side("repeats a number in its last line", Told(9, 0, ""), Wrong::Answer),
        side("swaps two numbers of its last line", Told(14, 0, ""), swapped),
        side("has -1 for a number of its last line", Told(8, 0, "-1"), Wrong::Answer),
        side("has a huge number in its last line", Told(8, 0, BEYOND), Wrong::Always),
        side("has another word in its last line", Told(10, 0, "xyzzy"), Wrong::Always),
        side("says the first word of its last line alone", Told(11, 0, ""), Wrong::Always),
        side("says numbers without end in its last line", Told(12, ENDLESS, ""), Wrong::Never),
        side("says its first line again and again", Told(16, 0, ""), Wrong::Answer),
        side("says its first line in place of all that begin like it", Told(19, 0, ""), Wrong::Everywhere),
    ];
    let behind = if questions.end_with_the_answer { Wrong::Always } else { Wrong::Never };
    sides.push(side("says more behind its last line", Told(20, 0, "xyzzy 1\n"), behind));
    if questions.may_be_repeated {
        sides.push(side("asks its first question once more", Told(21, 0, ""), Wrong::Right));
    }
    let where_seen = |is_seen: bool| if is_seen { Wrong::Always } else { Wrong::Never };
    let large = where_seen(questions.are_small);
    let below = where_seen(questions.begin_with_one);
    for (mode, which) in [(3, "first"), (4, "last")] {
        let numbers = [(BEYOND, large), ("2147483647", large), ("-2147483648", large), ("-1", below), ("0", below)];
        for (number, wrong) in numbers {
            let words = format!("asks with {number} for the {which} number of its first question");
            sides.push(side(&words, Told(mode, 0, number), wrong));
        }
    }
    let everywhere = if questions.begin_with_one { Wrong::Always } else { Wrong::Everywhere };
    sides.push(side("asks with 0 for the last number of all its questions", Told(18, 0, "0"), everywhere));
    sides.push(side("says its first line with 2147483647 and ends", Told(15, 0, "2147483647"), large));
    let twice = where_seen(questions.are_distinct);
    sides.push(side("asks with a number twice first", Told(17, 0, ""), twice));
    for word in said {
        let line = format!("{word}\n");
        sides.push(side(&format!("says `{word}` for its last line"), Told(13, 0, &line), Wrong::Answer));
    }
    sides.push(side(&format!("asks the same {often} times more"), Told(1, often, ""), often_is_wrong));
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_is_too_often() {
        let sides = changed(Questions { most: Some(7), ..Questions::default() }, &[]);
        let often = sides.last().expect("there are sides");
        assert_eq!((often.words.as_str(), often.wrong), ("asks the same 8 times more", Wrong::Always));
        assert_eq!(often.args, ["1", "8", ""]);
        // Nobody says how often one may ask.
        assert_eq!(changed(Questions::default(), &[]).last().map(|side| side.wrong), Some(Wrong::Never));
    }

    #[test]
    fn words_of_a_solution() {
        let text = "#include \"a.h\"\ncout << \"? \" << i;\nprintf(\"! %d\\n\", 3); // \"win\"\n";
        assert_eq!(said_by(text), ["?", "!", "win"]);
    }

    #[test]
    fn the_solution_keeps_its_lines() {
        assert!(changed_source("int main() {}\n").ends_with("\n#line 1\nint main() {}\n"));
    }
}
