//! The same as pages in Markdown: what a person reads before accepting anything.
//!
//! Invariant: what programs, files and models say stands in code, so that it is shown and never obeyed.

use judge::folder::FileChange;
use llm::ledger::Spent;

use super::{paths, spent_text};
use crate::{
    evolve::{Outcome, ProvedTest, words},
    minimise::{Minimised, Rewritten},
    repair::Repaired,
    suite::metrics::quality,
    write::{MissingProgram, WriteOutcome},
};

/// What a loop offers, with its proof.
pub fn hack_page(outcome: &Outcome, spent: &Spent, changes: &[FileChange]) -> String {
    let mut page = match outcome.offers.len() {
        0 => "# No test was found that fails a solution which passes all others\n".to_owned(),
        1 => "# 1 test is worth adding\n".to_owned(),
        n => format!("# {n} tests are worth adding\n"),
    };
    if let [first, .., last] = &outcome.standings[..] {
        page += &format!(
            "\nShare of wrong solutions that fail a test: {} before, {} with everything that was tried.\n",
            percent(first.tnr),
            percent(last.tnr)
        );
    }
    page.extend(outcome.offers.iter().map(offer));
    if !outcome.diff.is_empty() {
        page += &format!("\n## Their commands need this\n\n{}", fenced("diff", &outcome.diff));
    }
    page.extend(outcome.notes.iter().map(|note| format!("\n{}\n", code_span(note))));
    if let Some(why) = &outcome.ended {
        page += &format!("\nIt ended early: {}\n", code_span(why));
    }
    for (test, why) in &outcome.fallen {
        page += &format!(
            "\nNot offered, since it was not the same without the cache: {}: {}\n",
            code_span(test),
            code_span(why)
        );
    }
    let left_out: Vec<String> = outcome
        .records
        .iter()
        .flat_map(|record| &record.refused)
        .map(|(test, why)| format!("- {}: {}\n", code_span(test), code_span(why)))
        .collect();
    if !left_out.is_empty() {
        page += &format!("\n## Left out\n\n{}", left_out.concat());
    }
    page + &end(changes, Some(spent))
}

fn offer(offer: &ProvedTest) -> String {
    let evidence = &offer.evidence;
    let mut text = format!("\n## {}\n\n", code_span(&words(&offer.source)));
    for kill in &evidence.kills {
        text +=
            &format!("- fails {} with **{}**: {}\n", code_span(&kill.solution), kill.verdict, code_span(&kill.message));
    }
    let validators: Vec<String> = evidence.validators.iter().map(|path| code_span(path)).collect();
    text += &format!(
        "- {} bytes; {} accepts it; {} made the answer, {} of {} right solutions pass\n",
        evidence.bytes,
        validators.join(" and "),
        code_span(&evidence.main),
        evidence.n_agreeing,
        evidence.n_right
    );
    if !offer.why.is_empty() {
        text += &format!("\nThe model says:\n\n{}", fenced("text", &offer.why));
    }
    text
}

/// A program that was written, with its trials.
pub fn write_page(piece: MissingProgram, written: &WriteOutcome, spent: &Spent) -> String {
    let mut page = match &written.work {
        Some(_) => format!("# A {} that stood its trial\n", piece.words()),
        None => format!("# No {} stood its trial\n", piece.words()),
    };
    let no_changes = Vec::new();
    let mut changes = &no_changes;
    if let Some(work) = &written.work {
        changes = &work.changes;
        if let Some(name) = &work.builtin {
            page += &format!("\nThe built-in checker {} is enough.\n", code_span(name));
        }
        page += "\n## Tried\n\n";
        page.extend(work.proof.iter().map(|one| format!("- {one}\n")));
        page.extend(work.notes.iter().map(|note| format!("\nNote:\n\n{}", fenced("text", note))));
        if !work.commands.is_empty() && !work.files.contains_key("script.txt") {
            page += &format!("\n## Commands to choose from\n\n{}", fenced("text", &work.commands.join("\n")));
        }
        for (path, source) in &work.files {
            page += &format!("\n## {}\n\n{}", code_span(path), fenced(language(path), source));
        }
    }
    page + &attempts(&written.attempts) + &end(changes, Some(spent))
}

/// A repair.
pub fn repair_page(repaired: &Repaired, spent: &Spent) -> String {
    let mut page = if repaired.changes.is_empty() {
        "# No repair stood its trial\n".to_owned()
    } else {
        "# A repair after which the finding is gone, and nothing as bad is new\n".to_owned()
    };
    page += &format!("\n{}\n", code_span(&repaired.finding));
    if !repaired.diff.is_empty() {
        page += &format!("\n{}", fenced("diff", &repaired.diff));
    }
    if !repaired.explanation.is_empty() {
        page += &format!("\nThe model says:\n\n{}", fenced("text", &repaired.explanation));
    }
    page + &attempts(&repaired.attempts) + &end(&repaired.changes, Some(spent))
}

/// Which tests are needed.
pub fn minimise_page(found: &Minimised, rewritten: &Rewritten, changes: &[FileChange]) -> String {
    let Minimised { matrix, thinned } = found;
    let id = |column: usize| code_span(&matrix.tests[column].id);
    let mut page =
        format!("# {} of {} tests show every verdict that any solution gets\n", thinned.kept.len(), matrix.tests.len());
    let (whole, kept) = (quality(matrix), quality(&matrix.with_tests(&thinned.kept)));
    page += &format!("\nTPR {}, TNR {}", percent(whole.tpr), percent(whole.tnr));
    page += &format!("; with these alone TPR {}, TNR {}.\n\n## Kept\n\n", percent(kept.tpr), percent(kept.tnr));
    for &column in &thinned.kept {
        let test = &matrix.tests[column];
        let failing = matrix.solutions.iter().zip(&test.verdicts).filter_map(|(solution, verdict)| {
            let verdict = verdict.filter(|verdict| verdict.is_failure())?;
            Some(format!("{verdict} of {}", code_span(&solution.name)))
        });
        let shows: Vec<String> = failing.collect();
        let shows = match (shows.is_empty(), test.is_sample) {
            (true, true) => "a sample".to_owned(),
            (true, false) => "nothing that other tests do not show".to_owned(),
            (false, _) => shows.join(", "),
        };
        page += &format!("- {}: {shows}\n", id(column));
    }
    if thinned.dropped.is_empty() {
        return page + "\nEvery test is needed.\n" + &end(changes, None);
    }
    if !found.shows_anything() {
        return page + "\nNo solution fails any test, so nothing is known of what the others are good for.\n";
    }
    let dropped: Vec<String> = thinned.dropped.iter().map(|&column| id(column)).collect();
    page += &format!("\n## Not needed for these solutions, though they may fail others\n\n{}\n", dropped.join(" "));
    let remaining: Vec<String> = rewritten
        .remaining
        .iter()
        .filter_map(|test| (0..matrix.tests.len()).find(|&column| matrix.tests[column].test == *test))
        .map(id)
        .collect();
    if !remaining.is_empty() {
        let remaining = remaining.join(" ");
        page += &format!("\nNo line of a script stands for these alone, so take them out by hand: {remaining}\n");
    }
    page + &end(changes, None)
}

fn attempts(attempts: &[Vec<String>]) -> String {
    let one = |(number, problems): (usize, &Vec<String>)| {
        let problems: String = problems.iter().map(|problem| fenced("text", problem)).collect();
        format!("\n## Attempt {} did not stand its trial\n\n{problems}", number + 1)
    };
    attempts.iter().enumerate().map(one).collect()
}

fn end(changes: &[FileChange], spent: Option<&Spent>) -> String {
    let mut text = String::new();
    if !changes.is_empty() {
        let files: Vec<String> = paths(changes).into_iter().map(code_span).collect();
        text += &format!("\n---\n\nTo be changed: {}\n", files.join(", "));
    }
    if let Some(spent) = spent {
        text += &format!("\n{}\n", spent_text(spent));
    }
    text
}

/// A share for people; `-` where there is none.
pub fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn language(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("cpp") => "cpp",
        Some("py") => "python",
        Some("toml") => "toml",
        Some(_) | None => "text",
    }
}

/// Characters that cannot be seen, or turn the direction of writing, shown as what they are.
fn visible(text: &str) -> String {
    problem::hidden::shown(text).into_owned()
}

/// A text in a line, with everything in it that could not be seen.
pub fn line(text: &str) -> String {
    visible(&text.trim().replace(['\n', '\t'], " "))
}

/// A text in a line, as code.
pub fn code_span(text: &str) -> String {
    let text = line(text);
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let ticks = "`".repeat(longest(&text, '`') + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// A text of several lines, as code.
pub fn fenced(language: &str, text: &str) -> String {
    let text = visible(&text.replace("\r\n", "\n"));
    let fence = "`".repeat(longest(&text, '`').max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

/// The length of the longest row of a character.
fn longest(text: &str, of: char) -> usize {
    text.split(|one| one != of).map(|row| row.chars().count()).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use problem::{model::TestIdx, verdict::Verdict};

    use super::*;
    use crate::{
        bench::TestSource,
        evidence::{Kill, TestProof},
        evolve::{Record, SuiteScore, TestKind},
        report::tests::{matrix, spent_for_two},
        rig::path,
        suite::thin::Thinned,
        write::ProposedProgram,
    };

    #[test]
    fn code_holds_what_is_in_it() {
        assert_eq!(code_span("gen -n 3"), "`gen -n 3`");
        assert_eq!(code_span("a `b` ``c``"), "``` a `b` ``c`` ```");
        assert_eq!(code_span("a\nb\u{1b}[31m"), "`a b\\u{1b}[31m`");
        assert_eq!(code_span(" \n"), "(nothing)");
        assert_eq!(fenced("text", "x\n```\n# no heading\n"), "````text\nx\n```\n# no heading\n````\n");
    }

    fn change(name: &str) -> FileChange {
        FileChange { path: path(name), before: None, after: b"x\n".to_vec() }
    }

    fn offered() -> ProvedTest {
        let kill = Kill { solution: "wa.cpp".to_owned(), verdict: Verdict::Wa, message: "expected `3`,\nfound 4".to_owned() };
        ProvedTest {
            source: TestSource::Input("1 2\n".to_owned()),
            why: "it overflows\n```\n# not a heading".to_owned(),
            method: TestKind::Adversarial,
            round: 1,
            evidence: TestProof {
                bytes: 4,
                sha256: "0".repeat(64),
                validators: vec!["val.cpp".to_owned(), "val2.cpp".to_owned()],
                main: "sol.cpp".to_owned(),
                n_agreeing: 2,
                n_right: 3,
                kills: vec![kill],
            },
        }
    }

    fn score(tnr: Option<f64>) -> SuiteScore {
        let (n_tests, n_right, n_wrong, diversity) = (1, 1, 3, 1);
        SuiteScore { round: None, n_tests, n_right, n_wrong, tpr: None, tnr, pass_at_1: None, diversity }
    }

    #[test]
    fn the_page_of_a_loop_has_the_proof_of_each_test_and_what_was_left_out() {
        let record = Record {
            round: 1,
            method: TestKind::Adversarial,
            targets: Vec::new(),
            n_given: 2,
            n_kept: 1,
            refused: vec![("gen 99".to_owned(), "val.cpp rejects it".to_owned())],
            left_out: Vec::new(),
        };
        let outcome = Outcome {
            offers: vec![offered()],
            diff: "+x\n".to_owned(),
            records: vec![record],
            standings: vec![score(Some(2.0 / 3.0)), score(None), score(Some(1.0))],
            notes: vec!["a note".to_owned()],
            ended: Some("no answer".to_owned()),
            fallen: vec![("gen 7".to_owned(), "it passes".to_owned())],
            ..Outcome::default()
        };
        expect![[r#"
            # 1 test is worth adding

            Share of wrong solutions that fail a test: 66.7 % before, 100.0 % with everything that was tried.

            ## `"1 2\n"`

            - fails `wa.cpp` with **WA**: ``expected `3`, found 4``
            - 4 bytes; `val.cpp` and `val2.cpp` accepts it; `sol.cpp` made the answer, 2 of 3 right solutions pass

            The model says:

            ````text
            it overflows
            ```
            # not a heading
            ````

            ## Their commands need this

            ```diff
            +x
            ```

            `a note`

            It ended early: `no answer`

            Not offered, since it was not the same without the cache: `gen 7`: `it passes`

            ## Left out

            - `gen 99`: `val.cpp rejects it`

            ---

            To be changed: `gen.cpp`, `tests/2.in`

            2 calls, 1 answers kept from earlier; 300 tokens asked, 40 answered; cost 0.2500
        "#]]
        .assert_eq(&hack_page(&outcome, &spent_for_two(), &[change("gen.cpp"), change("tests/2.in")]));
    }

    #[test]
    fn the_heading_counts_what_is_offered() {
        let heading = |n: usize| {
            let outcome = Outcome { offers: vec![offered(); n], ..Outcome::default() };
            hack_page(&outcome, &Spent::default(), &[]).lines().next().unwrap_or_default().to_owned()
        };
        assert_eq!(heading(0), "# No test was found that fails a solution which passes all others");
        assert_eq!((heading(1).as_str(), heading(3).as_str()), ("# 1 test is worth adding", "# 3 tests are worth adding"));
    }

    #[test]
    fn a_program_that_was_written_is_shown_with_its_trials() {
        let work = ProposedProgram {
            changes: vec![change("gen.cpp")],
            files: [("gen.cpp".to_owned(), "int main() {}\n".to_owned())].into(),
            builtin: None,
            commands: vec!["gen 1".to_owned(), "gen 2".to_owned()],
            proof: vec!["it compiles".to_owned()],
            notes: vec!["mind *this*".to_owned()],
        };
        let written = WriteOutcome { work: Some(work), attempts: vec![vec!["no `main`".to_owned()]] };
        expect![[r#"
            # A generator that stood its trial

            ## Tried

            - it compiles

            Note:

            ```text
            mind *this*
            ```

            ## Commands to choose from

            ```text
            gen 1
            gen 2
            ```

            ## `gen.cpp`

            ```cpp
            int main() {}
            ```

            ## Attempt 1 did not stand its trial

            ```text
            no `main`
            ```

            ---

            To be changed: `gen.cpp`

            0 calls, 0 answers kept from earlier; 0 tokens asked, 0 answered; cost unknown
        "#]]
        .assert_eq(&write_page(MissingProgram::Generator, &written, &Spent::default()));
        // Commands that are in the script need no choice, and a built-in checker is no file.
        let mut written = written;
        let work = written.work.as_mut().unwrap();
        work.files.insert("script.txt".to_owned(), "gen 1 > $\n".to_owned());
        work.builtin = Some("wcmp".to_owned());
        let page = write_page(MissingProgram::Checker, &written, &Spent::default());
        assert!(!page.contains("to choose from") && page.contains("The built-in checker `wcmp` is enough."), "{page}");
        let none = write_page(MissingProgram::Validator, &WriteOutcome::default(), &Spent::default());
        assert!(none.starts_with("# No validator stood its trial\n") && !none.contains("## Tried"), "{none}");
    }

    #[test]
    fn a_repair_is_a_page_with_its_difference() {
        let mut repaired = Repaired {
            finding: "test-invalid tests/1.in:1: n is 0".to_owned(),
            attempts: vec![vec!["a".to_owned(), "b".to_owned()]],
            ..Repaired::default()
        };
        expect![[r#"
            # No repair stood its trial

            `test-invalid tests/1.in:1: n is 0`

            ## Attempt 1 did not stand its trial

            ```text
            a
            ```
            ```text
            b
            ```

            0 calls, 0 answers kept from earlier; 0 tokens asked, 0 answered; cost unknown
        "#]]
        .assert_eq(&repair_page(&repaired, &Spent::default()));
        repaired.changes = vec![change("val.cpp")];
        repaired.diff = "-a\n+b\n".to_owned();
        repaired.explanation = "n may be 0".to_owned();
        let page = repair_page(&repaired, &Spent::default());
        for said in [
            "# A repair after which the finding is gone, and nothing as bad is new\n",
            "\n```diff\n-a\n+b\n```\n",
            "\nThe model says:\n\n```text\nn may be 0\n```\n",
            "\nTo be changed: `val.cpp`\n",
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }

    #[test]
    fn the_page_of_a_smaller_suite_says_what_each_test_shows() {
        // The second test shows nothing; the third one is no line of a script.
        let found = Minimised { matrix: matrix(), thinned: Thinned { kept: vec![0, 3], dropped: vec![1, 2] } };
        let rewritten = Rewritten { remaining: vec![TestIdx::from(2)], ..Rewritten::default() };
        expect![[r#"
            # 2 of 4 tests show every verdict that any solution gets

            TPR 100.0 %, TNR 100.0 %; with these alone TPR 100.0 %, TNR 100.0 %.

            ## Kept

            - `1`: a sample
            - `4`: TLE of `slow.cpp`, WA of `wa.cpp`

            ## Not needed for these solutions, though they may fail others

            `2` `3`

            No line of a script stands for these alone, so take them out by hand: `3`
        "#]]
        .assert_eq(&minimise_page(&found, &rewritten, &[]));
        let all = Minimised { matrix: matrix(), thinned: Thinned { kept: vec![0, 1, 2, 3], dropped: Vec::new() } };
        let page = minimise_page(&all, &Rewritten::default(), &[]);
        assert!(page.contains("- `2`: nothing that other tests do not show\n"), "{page}");
        assert!(page.ends_with("\nEvery test is needed.\n"), "{page}");
        let silent = crate::suite::PassMatrix { solutions: matrix().solutions, tests: matrix().tests[..2].to_vec() };
        let nothing = Minimised { matrix: silent, thinned: Thinned { kept: vec![0], dropped: vec![1] } };
        let page = minimise_page(&nothing, &Rewritten::default(), &[]);
        assert!(page.contains("No solution fails any test, so nothing is known"), "{page}");
    }

    #[test]
    fn code_has_the_language_of_its_ending() {
        let languages = ["a/gen.cpp", "sol.py", "touchstone.toml", "script.txt", "cpp"].map(language);
        assert_eq!(languages, ["cpp", "python", "toml", "text", "cpp"]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_ends_its_own_code(text in "[`a\n ]{0,12}") {
            let span = code_span(&text);
            proptest::prop_assert!(!span.contains('\n'));
            let fence = span.len() - span.trim_start_matches('`').len();
            if fence > 0 {
                // Between the ticks at both ends there is no row of as many.
                let inside = &span[fence..span.len() - fence];
                proptest::prop_assert!(inside.split(|one| one != '`').all(|row| row.len() != fence), "{}", span);
            }
            let block = fenced("text", &text);
            let ticks = block.split("text\n").next().unwrap_or_default().to_owned();
            let n_ends = block.lines().filter(|line| line.starts_with(&ticks)).count();
            proptest::prop_assert_eq!(n_ends, 2, "{}", block);
        }
    }
}
