//! Pages by what they say, and code by what is in it.

use expect_test::expect;
use problem::{model::TestIdx, verdict::Verdict};

use super::*;
use crate::{
    bench::TestSource,
    evidence::{Kill, TestProof},
    hack::{Record, SuiteScore, TestKind},
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
    let kill =
        Kill { solution: "wa.cpp".to_owned(), verdict: Verdict::Wa, message: "expected `3`,\nfound 4".to_owned() };
    ProvedTest {
        source: TestSource::Input("1 2\n".to_owned()),
        why: "it overflows\n```\n# not a heading".to_owned(),
        kind: TestKind::Adversarial,
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
        kind: TestKind::Adversarial,
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
        scores: vec![score(Some(2.0 / 3.0)), score(None), score(Some(1.0))],
        notes: vec!["a note".to_owned()],
        ended_early_because: Some("no answer".to_owned()),
        not_reproduced: vec![("gen 7".to_owned(), "it passes".to_owned())],
        ..Outcome::default()
    };
    expect![[r##"
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

        a note

        It ended early: no answer

        Not offered, since it was not the same without the cache: `gen 7`: it passes

        ## Left out

        - `gen 99`: val.cpp rejects it

        ---

        To be changed: `gen.cpp`, `tests/2.in`

        2 calls, 1 answers kept from earlier; 300 tokens asked (0 of them cached), 40 answered; cost 0.2500
    "##]]
    .assert_eq(&hack_page(&outcome, Some(&spent_for_two()), &[change("gen.cpp"), change("tests/2.in")]));
}

#[test]
fn the_heading_counts_what_is_offered() {
    let heading = |n: usize| {
        let outcome = Outcome { offers: vec![offered(); n], ..Outcome::default() };
        hack_page(&outcome, Some(&Spent::default()), &[]).lines().next().unwrap_or_default().to_owned()
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
    let trials = vec![TrialLine { attempt: 1, n_complaints: 1, ..TrialLine::default() }];
    let written =
        WriteOutcome { work: Some(work), attempts: vec![vec!["no `main`".to_owned()]], trials, stopped: None };
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

        ## Answer 1 did not stand its trial

        ```text
        no `main`
        ```

        ---

        To be changed: `gen.cpp`

        0 calls, 0 answers kept from earlier; 0 tokens asked (0 of them cached), 0 answered; cost unknown
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
        trials: vec![TrialLine { attempt: 1, n_complaints: 2, ..TrialLine::default() }],
        ..Repaired::default()
    };
    expect![[r#"
        # No repair stood its trial

        test-invalid tests/1.in:1: n is 0

        ## Answer 1 did not stand its trial

        ```text
        a
        ```
        ```text
        b
        ```

        0 calls, 0 answers kept from earlier; 0 tokens asked (0 of them cached), 0 answered; cost unknown
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

#[test]
fn what_is_between_backticks_in_a_sentence_is_code_and_nothing_else_means_anything() {
    let page = |text| sentence(text);
    assert_eq!(page("`<=` instead of `<` in wa_same_parcel.cpp"), "`<=` instead of `<` in wa_same_parcel.cpp");
    assert_eq!(page("a < b, *x*, _y_ and [z](u)"), "a \\< b, \\*x\\*, \\_y\\_ and \\[z\\](u)");
    assert_eq!(page("- http://a.b, www.a.b, a@b"), "\\- http\\://a.b, www\\.a.b, a\\@b");
    assert_eq!(page("a ` alone <b>"), "a \\` alone \\<b\\>");
}
