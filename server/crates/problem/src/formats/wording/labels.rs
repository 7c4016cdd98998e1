//! Names of solutions and of the directories that sort them.

use super::{Stem, readings, without_digits};
use crate::{
    label::{LabelWord, VerdictSets},
    verdict::{Verdict, VerdictSet},
};

/// Names of main solutions, the strongest first.
const MAIN: [&str; 7] = ["std", "sol", "solution", "main", "model", "official", "correct"];

/// Labels of more than one word.
const PHRASES: [(&[&str], LabelWord); 15] = [
    (&["time", "limit", "exceeded"], LabelWord::TimeLimitExceeded),
    (&["time", "limit"], LabelWord::TimeLimitExceeded),
    (&["too", "slow"], LabelWord::TimeLimitExceeded),
    (&["wrong", "answer"], LabelWord::WrongAnswer),
    (&["presentation", "error"], LabelWord::WrongAnswer),
    (&["run", "time", "error"], LabelWord::RunTimeError),
    (&["runtime", "error"], LabelWord::RunTimeError),
    (&["run", "error"], LabelWord::RunTimeError),
    (&["memory", "limit", "exceeded"], LabelWord::MemoryLimitExceeded),
    (&["memory", "limit"], LabelWord::MemoryLimitExceeded),
    (&["output", "limit", "exceeded"], LabelWord::OutputLimitExceeded),
    (&["brute", "force"], LabelWord::AcceptedOrTle),
    (&["slow", "accepted"], LabelWord::AcceptedOrTle),
    (&["accepted", "slow"], LabelWord::AcceptedOrTle),
    (&["sl", "slowio"], LabelWord::AcceptedOrTle),
];

/// What a solution's name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Named {
    /// It is the main solution, or would be if there were no better name.
    Main(MainName),
    /// It is a solution by a name like `sol_py`, and nothing worse.
    Solution,
    /// One label, or several that are all allowed.
    Label(Vec<LabelWord>),
    /// It solves a part of the problem: `sub1`, `easy_dp`, `sol_40`.
    Partial,
    /// Nothing.
    Nothing,
}

/// How good a name for the main solution is; the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::formats) struct MainName {
    rank: usize,
    /// A number follows the word: `sol2`.
    pub(in crate::formats) numbered: bool,
}

/// What the name of a solution says in a problem of the given name.
pub(in crate::formats) fn of_solution(stem: &Stem, problem: &Stem) -> Named {
    let tokens = stem.tokens();
    let partial = is_partial(tokens);
    if is_bad_of(stem, problem) {
        return Named::Label(vec![LabelWord::WrongAnswer]);
    }
    if let Some((words, _)) = words_at(tokens, 0) {
        return if partial && words == [LabelWord::Accepted] { Named::Partial } else { Named::Label(words) };
    }
    if let Some((name, suffix)) = main_name(stem, problem) {
        return of_main_like(name, suffix, partial);
    }
    match tokens.iter().find_map(|token| verdict_word(token)) {
        Some(LabelWord::Accepted) if partial => Named::Partial,
        Some(word) => Named::Label(vec![word]),
        None if partial => Named::Partial,
        None => Named::Nothing,
    }
}

/// Whether a file that begins like the problem itself is a solution whatever its words mean elsewhere: `check-mate.cpp`
/// in the folder `check-mate`.
pub(in crate::formats) fn is_named_like_problem(stem: &Stem, problem: &Stem) -> bool {
    let is_tool_word = problem.tokens().len() == 1;
    !is_tool_word && stem.after(problem).is_some()
}

/// The label that a directory's name gives to the solutions in it.
pub(in crate::formats) fn of_directory(name: &str) -> Option<Vec<LabelWord>> {
    let is_partial = is_partial(Stem::new(name).tokens());
    readings(name).find_map(|name| {
        let stem = Stem::new(name);
        let is_main =
            matches!(stem.tokens(), [only] if matches!(only.as_str(), "main" | "model" | "official" | "correct"));
        let words = words_at(stem.tokens(), 0).map(|(words, _)| words).filter(|_| !is_partial);
        words.or_else(|| is_main.then(|| vec![LabelWord::Accepted]))
    })
}

/// The union of what several words expect; a word that asks for nothing frees them all. `None` when a word is unknown.
pub(in crate::formats) fn sets_of_words(words: &[String]) -> Option<VerdictSets> {
    union(words.iter().map(|word| match word.trim().to_ascii_uppercase().replace('-', "_").as_str() {
        "COMPILER_ERROR" | "COMPILE_ERROR" | "CE" => Some(VerdictSets::of(&[Verdict::Ce], &[Verdict::Ce])),
        _ => LabelWord::parse(word).filter(|word| *word != LabelWord::DoNotRun).map(LabelWord::sets),
    }))
}

/// The union of what several labels expect.
pub(in crate::formats) fn sets_of_labels(labels: &[LabelWord]) -> Option<VerdictSets> {
    union(labels.iter().map(|label| Some(label.sets())))
}

/// The verdicts that the name of a checker's test asks for.
pub(in crate::formats) fn wanted_verdicts(stem: &Stem) -> Option<VerdictSet> {
    stem.tokens().iter().find_map(|token| {
        Some(match without_digits(token) {
            "ac" | "ok" | "accepted" | "correct" | "right" | "good" => VerdictSet::of(&[Verdict::Ac]),
            "wa" | "wrong" | "rejected" | "incorrect" | "bad" => VerdictSet::of(&[Verdict::Wa, Verdict::Pe]),
            "pe" | "presentation" => VerdictSet::of(&[Verdict::Pe]),
            "fail" | "crashed" => VerdictSet::of(&[Verdict::Fail]),
            _ => return None,
        })
    })
}

fn union(sets: impl Iterator<Item = Option<VerdictSets>>) -> Option<VerdictSets> {
    let sets = sets.collect::<Option<Vec<_>>>()?;
    let all_ask = sets.iter().all(|sets| !sets.required.is_empty());
    let both = |a: VerdictSets, b: VerdictSets| VerdictSets {
        permitted: a.permitted.union(b.permitted),
        required: a.required.union(b.required),
    };
    let union = sets.into_iter().reduce(both)?;
    Some(if all_ask { union } else { VerdictSets { required: VerdictSet::EMPTY, ..union } })
}

/// A name like `sol_wa` keeps its verdict word: `sol` alone only says that it is a solution.
fn of_main_like(name: MainName, suffix: &[String], partial: bool) -> Named {
    if suffix.is_empty() {
        return Named::Main(name);
    }
    let failing = (0..suffix.len()).filter_map(|at| words_at(suffix, at)).map(|(words, _)| words);
    match failing.into_iter().find(|words| *words != [LabelWord::Accepted]) {
        Some(words) => Named::Label(words),
        None if partial => Named::Partial,
        None => Named::Solution,
    }
}

fn main_name<'a>(stem: &'a Stem, problem: &Stem) -> Option<(MainName, &'a [String])> {
    let (first, rest) = stem.tokens().split_first()?;
    let listed = MAIN.iter().position(|name| *name == without_digits(first));
    match listed {
        Some(rank) => Some((MainName { rank, numbered: first != MAIN[rank] }, rest)),
        None => {
            let rest = stem.after(problem)?;
            let numbered = stem.tokens().len() == problem.tokens().len() && stem != problem;
            Some((MainName { rank: MAIN.len(), numbered }, rest))
        }
    }
}

/// `abcb2`: a bad solution of the problem `abc`. Shorter names would be too easily taken for something else.
fn is_bad_of(stem: &Stem, problem: &Stem) -> bool {
    let ([token], [id]) = (stem.tokens(), problem.tokens()) else {
        return false;
    };
    id.chars().count() >= 3 && without_digits(token).strip_suffix('b') == Some(id)
}

/// The label that begins at a word, with `or` between alternatives, and the number of words it takes.
fn words_at(tokens: &[String], at: usize) -> Option<(Vec<LabelWord>, usize)> {
    let (word, n_words) = phrase_at(tokens.get(at..)?)?;
    let mut words = vec![word];
    let mut end = at + n_words;
    while tokens.get(end).is_some_and(|token| token == "or")
        && let Some((word, n_words)) = tokens.get(end + 1..).and_then(phrase_at)
    {
        words.push(word);
        end += 1 + n_words;
    }
    Some((words, end - at))
}

fn phrase_at(tokens: &[String]) -> Option<(LabelWord, usize)> {
    let matches = |phrase: &[&str]| {
        tokens.len() >= phrase.len() && phrase.iter().zip(tokens).all(|(word, token)| *word == without_digits(token))
    };
    let phrase = PHRASES.iter().find(|(phrase, _)| matches(phrase)).map(|(phrase, word)| (*word, phrase.len()));
    phrase.or_else(|| Some((word_of(tokens.first()?)?, 1)))
}

/// Whether a word, its number aside, names main solutions.
pub(in crate::formats) fn is_main_word(token: &str) -> bool {
    MAIN.contains(&without_digits(token))
}

/// The words of the table.
pub(in crate::formats) fn word_of(token: &str) -> Option<LabelWord> {
    if token == "n2" {
        return Some(LabelWord::TimeLimitExceeded);
    }
    match without_digits(token) {
        "ac" | "ok" | "alt" | "good" | "accepted" | "right" => Some(LabelWord::Accepted),
        "brute" | "bf" | "naive" | "stupid" | "baoli" | "bruteforce" => Some(LabelWord::AcceptedOrTle),
        "slow" | "tle" | "tl" | "timelimit" | "timelimitexceeded" => Some(LabelWord::TimeLimitExceeded),
        "wa" | "wrong" | "bad" | "fake" | "greedy" | "hack" | "pe" | "wronganswer" => Some(LabelWord::WrongAnswer),
        "re" | "rte" | "runtimeerror" => Some(LabelWord::RunTimeError),
        "mle" | "ml" | "memorylimitexceeded" => Some(LabelWord::MemoryLimitExceeded),
        "ole" | "outputlimitexceeded" => Some(LabelWord::OutputLimitExceeded),
        "rejected" | "fail" | "incorrect" => Some(LabelWord::Rejected),
        _ => None,
    }
}

/// The words that mean a verdict wherever they stand. Words that people use in other senses too are not among them.
fn verdict_word(token: &str) -> Option<LabelWord> {
    let is_plain_word = matches!(
        without_digits(token),
        "ok" | "alt" | "good" | "right" | "bad" | "fake" | "greedy" | "hack" | "fail" | "bf" | "stupid" | "timelimit"
    );
    if is_plain_word || token == "n2" { None } else { word_of(token) }
}

/// `easy_dp`, `sub1`, and `sol_40`, which is about points.
fn is_partial(tokens: &[String]) -> bool {
    let names_a_part =
        |token: &String| matches!(without_digits(token), "easy" | "partial" | "partially" | "sub" | "subtask");
    let is_points = |token: &String| token.len() == 2 && !token.starts_with('0') && token.parse::<u8>().is_ok();
    tokens.iter().any(names_a_part) || tokens.len() > 1 && tokens.last().is_some_and(is_points)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(problem: &str, names: &str, expect: Expect) {
        let line = |name: &str| {
            let said = match of_solution(&Stem::new(name), &Stem::new(problem)) {
                Named::Main(main) => format!("main {}{}", main.rank, if main.numbered { " numbered" } else { "" }),
                Named::Solution => "solution".to_owned(),
                Named::Label(words) => words.iter().map(|word| word.name()).collect::<Vec<_>>().join(" or "),
                Named::Partial => "partial".to_owned(),
                Named::Nothing => "-".to_owned(),
            };
            format!("{name}: {said}\n")
        };
        expect.assert_eq(&names.split('|').map(line).collect::<String>());
    }

    #[test]
    fn names_of_solutions() {
        check(
            "abc",
            "std|SOL2|sol_py|main-fast|abc|abc3|abc_dp|abcb|abcb2|sol_wa|solution-brute-force|correct",
            expect![[r#"
                std: main 0
                SOL2: main 1 numbered
                sol_py: solution
                main-fast: solution
                abc: main 7
                abc3: main 7 numbered
                abc_dp: solution
                abcb: wrong_answer
                abcb2: wrong_answer
                sol_wa: wrong_answer
                solution-brute-force: accepted_or_tle
                correct: main 6
            "#]],
        );
        check(
            "two-parcels",
            "AC_2|wa1|WA2|wrong_leg|dp_wa2|possibly_wrong|very_slow|MLE|n2|n2_dp|n3|rte_stack|tle_or_wa|wa smallest badge",
            expect![[r#"
                AC_2: accepted
                wa1: wrong_answer
                WA2: wrong_answer
                wrong_leg: wrong_answer
                dp_wa2: wrong_answer
                possibly_wrong: wrong_answer
                very_slow: time_limit_exceeded
                MLE: memory_limit_exceeded
                n2: time_limit_exceeded
                n2_dp: time_limit_exceeded
                n3: -
                rte_stack: run_time_error
                tle_or_wa: time_limit_exceeded or wrong_answer
                wa smallest badge: wrong_answer
            "#]],
        );
        check(
            "two-parcels",
            "easy_dp|sub1|name_40|sol_40|sol_sub2|ac_easy|easy_wa|jeroen|float|no_long_long|awards|not_ok",
            expect![[r#"
                easy_dp: partial
                sub1: partial
                name_40: partial
                sol_40: partial
                sol_sub2: partial
                ac_easy: partial
                easy_wa: wrong_answer
                jeroen: -
                float: -
                no_long_long: -
                awards: -
                not_ok: -
            "#]],
        );
    }

    #[test]
    fn names_of_directories() {
        assert_eq!(of_directory("wrong_answer"), Some(vec![LabelWord::WrongAnswer]));
        assert_eq!(of_directory("ac_or_wa"), Some(vec![LabelWord::Accepted, LabelWord::WrongAnswer]));
        assert_eq!(of_directory("slow_accepted"), Some(vec![LabelWord::AcceptedOrTle]));
        assert_eq!(of_directory("sl_slowio"), Some(vec![LabelWord::AcceptedOrTle]));
        assert_eq!(of_directory("correct"), Some(vec![LabelWord::Accepted]));
        assert_eq!(of_directory("old (wrong)"), Some(vec![LabelWord::WrongAnswer]));
        for neutral in ["sols", "sol", "solutions", "std", "submissions", "partially_accepted", "mixed"] {
            assert_eq!(of_directory(neutral), None, "{neutral}");
        }
    }

    #[test]
    fn words_of_comments() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let sets = sets_of_words(&words("WRONG_ANSWER TIMELIMIT")).unwrap();
        assert_eq!(
            serde_json::to_string(&sets).unwrap(),
            r#"{"permitted":["AC","WA","PE","TLE"],"required":["WA","PE","TLE"]}"#
        );
        let sets = sets_of_words(&words("CORRECT RUN-ERROR")).unwrap();
        assert_eq!(serde_json::to_string(&sets).unwrap(), r#"{"permitted":["AC","RTE"],"required":[]}"#);
        assert_eq!(sets_of_words(&words("CHECK-MANUALLY")), None);
        assert_eq!(sets_of_words(&[]), None);
    }
}
