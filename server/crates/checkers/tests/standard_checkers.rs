//! The standard checkers against what the C++ programs said, and against simpler ways to decide.
#![expect(clippy::disallowed_methods, reason = "the recorded cases are files")]
#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::{fmt::Write as _, fs, path::PathBuf};

use checkers::{Outcome, OutcomeKind, Report, ReportForm, Standard};
use proptest::prelude::*;
use serde_json::Value;

/// Cases recorded in all.
const N_CASES: usize = 5081;

/// A text with one character per byte, a repeated text, or a list of these.
fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => text.chars().map(|character| u8::try_from(character as u32).unwrap()).collect(),
        Value::Array(pieces) => pieces.iter().flat_map(bytes).collect(),
        Value::Object(fields) => bytes(&fields["repeat"]).repeat(fields["times"].as_u64().unwrap() as usize),
        Value::Null | Value::Bool(_) | Value::Number(_) => panic!("no content: {value}"),
    }
}

fn file(case: &Value, key: &str) -> Option<Vec<u8>> {
    (!case[key].is_null()).then(|| bytes(&case[key]))
}

/// Exit code, standard error and report file, as a program with these arguments would leave them.
fn run(checker: Standard, case: &Value) -> (i32, Vec<u8>, Option<Vec<u8>>) {
    let (output, answer) = (file(case, "out"), file(case, "ans"));
    let outcome = checker.check(output.as_deref(), answer.as_deref(), "ans.txt", "out.txt");
    let form = match case["extra"].as_array().map_or(0, Vec::len) {
        0 => return (outcome.kind.exit_code(), outcome.stderr_line(), None),
        1 => ReportForm::Plain,
        _ => ReportForm::Xml,
    };
    let report = outcome.report(form);
    (report.kind.exit_code(), Report::STDERR.to_vec(), Some(report.content))
}

fn wanted(case: &Value) -> (i32, Vec<u8>, Option<Vec<u8>>) {
    let report = case["out_files"].get("rep.txt").map(bytes);
    (case["exit"].as_i64().unwrap() as i32, bytes(&case["stderr"]), report)
}

fn show((exit_code, stderr, report): &(i32, Vec<u8>, Option<Vec<u8>>)) -> String {
    let report = report.as_ref().map(|content| content.escape_ascii().to_string());
    format!("{exit_code} {} {report:?}", stderr.escape_ascii())
}

#[test]
fn golden_cases_agree() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../testlib/tests/golden/checkers");
    let (mut n_cases, mut differences) = (0, String::new());
    for checker in Standard::ALL {
        let text = fs::read_to_string(folder.join(checker.name()).with_extension("jsonl")).unwrap();
        let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut n_agree = 0;
        for case in &cases {
            let (found, expected) = (run(checker, case), wanted(case));
            n_agree += usize::from(found == expected);
            if found != expected {
                let (name, expected, found) = (&case["name"], show(&expected), show(&found));
                writeln!(differences, "{} {name}\n  expected {expected}\n  found    {found}", checker.name()).unwrap();
            }
        }
        println!("{:<10} {n_agree:>3}/{}", checker.name(), cases.len());
        n_cases += cases.len();
    }
    assert!(differences.is_empty(), "{differences}");
    assert_eq!(n_cases, N_CASES);
}

fn check(checker: Standard, output: &[u8], answer: &[u8]) -> Outcome {
    checker.check(Some(output), Some(answer), "ans.txt", "out.txt")
}

#[test]
fn names_are_read_in_every_spelling() {
    for checker in Standard::ALL {
        let name = checker.name();
        for spelling in [name.to_owned(), format!("{name}.cpp"), format!("std::{name}.cpp")] {
            assert_eq!(Standard::from_name(&spelling), Some(checker), "{spelling}");
        }
    }
    assert_eq!(Standard::from_name("xcmp"), None);
}

#[test]
fn limits_of_size() {
    let file = vec![b' '; (128 << 20) + 1];
    let outcome = check(Standard::Wcmp, &file, b"");
    assert_eq!(outcome.stderr_line(), b"wrong output format File size exceeds 134217728 bytes, size is 134217729\n");
    let outcome = check(Standard::Wcmp, &file[1..], &file);
    let line = b"FAIL File size exceeds 134217728 bytes, size is 134217729 (ans.txt)\n";
    assert_eq!(outcome.stderr_line(), line);
    let token = vec![b'a'; (32 << 20) + 2];
    let outcome = check(Standard::Wcmp, &token, &token);
    let shown = format!("{}...{}...", "a".repeat(30), "a".repeat(31));
    let line = format!("FAIL Length of token exceeds 33554432, token is '{shown}' (ans.txt)\n");
    assert_eq!(outcome.text(), line.trim_end().strip_prefix("FAIL ").unwrap());
    assert_eq!(check(Standard::Wcmp, &token[2..], &token[2..]).kind, OutcomeKind::Ok);
}

/// Bytes that are likely to mean something to a checker.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(vec![" ", "\n", "\r\n", "\r", "\t", "0", "1", "-", ".", "e", "YES", "no", "Case 1:"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Long files with few differences, so that stretches in common are skipped; the pieces of one differ in `changes`.
fn similar_files() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let piece = proptest::sample::select(vec!["a ", "bc\n", "d\r\n", "\n", "ef \t", "ghi\x0B"]);
    let pieces = proptest::collection::vec(piece.clone(), 1..40);
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), piece), 0..3);
    (pieces, 1..3000_usize, changes).prop_map(|(pieces, n_times, changes)| {
        let pieces = pieces.repeat(n_times);
        let mut changed = pieces.clone();
        for (index, piece) in changes {
            let index = index.index(changed.len());
            changed[index] = piece;
        }
        (pieces.concat().into_bytes(), changed.concat().into_bytes())
    })
}

/// `wcmp` in few words.
fn same_tokens(output: &[u8], answer: &[u8]) -> Result<usize, usize> {
    fn tokens(text: &[u8]) -> Vec<&[u8]> {
        text.split(|byte| b" \t\r\n".contains(byte)).filter(|token| !token.is_empty()).collect()
    }
    let (output, answer) = (tokens(output.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(output)), tokens(answer));
    if output == answer {
        return Ok(answer.len());
    }
    Err(output.iter().zip(&answer).take_while(|(found, expected)| found == expected).count())
}

/// `lcmp` in few words, for files where every CR ends a line.
fn same_lines(output: &[u8], answer: &[u8]) -> bool {
    let lines = |text: &[u8]| -> Vec<Vec<String>> {
        let text = String::from_utf8(text.to_vec()).unwrap();
        text.split_terminator('\n').map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let (output, answer) = (lines(output), lines(answer));
    let n_lines = output.len().max(answer.len());
    (0..n_lines).all(|idx| output.get(idx).unwrap_or(&vec![]) == answer.get(idx).unwrap_or(&vec![]))
}

#[track_caller]
fn wcmp_is_the_naive_one(output: &[u8], answer: &[u8]) {
    let outcome = check(Standard::Wcmp, output, answer);
    match same_tokens(output, answer) {
        Ok(1) => assert_eq!(outcome.kind, OutcomeKind::Ok),
        Ok(n) => assert_eq!(outcome.stderr_line(), format!("ok {n} tokens\n").as_bytes()),
        Err(n_same) => {
            assert_eq!(outcome.kind, OutcomeKind::Wa);
            let text = outcome.text();
            assert!(!text.contains("words differ") || text.starts_with(&(n_same + 1).to_string()), "{text} {n_same}");
        }
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn nothing_panics(output in content(), answer in content()) {
        for checker in Standard::ALL {
            for form in [ReportForm::Plain, ReportForm::Xml] {
                check(checker, &output, &answer).report(form);
            }
        }
    }

    #[test]
    fn wcmp_agrees_with_splitting(output in content(), answer in content()) {
        wcmp_is_the_naive_one(&output, &answer);
        wcmp_is_the_naive_one(&answer, &answer);
    }

    #[test]
    fn an_output_equal_to_a_well_formed_answer_passes(answer in proptest::collection::vec(any::<i64>(), 0..9)) {
        let answer: String = answer.iter().map(|number| format!("{number} ")).collect();
        for checker in [Standard::Wcmp, Standard::Ncmp, Standard::Uncmp, Standard::Fcmp, Standard::Rcmp9] {
            prop_assert_eq!(check(checker, answer.as_bytes(), answer.as_bytes()).kind, OutcomeKind::Ok);
        }
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn long_files_with_much_in_common((output, answer) in similar_files()) {
        wcmp_is_the_naive_one(&output, &answer);
        let outcome = check(Standard::Lcmp, &output, &answer);
        prop_assert_eq!(outcome.kind == OutcomeKind::Ok, same_lines(&output, &answer), "{}", outcome.text());
    }
}
