//! Tests that the settings list.

use expect_test::{Expect, expect};

use super::{dump, folder};
use crate::formats::open;

fn listed(settings: &str, files: &[&str], expected: Expect) {
    let mut all: Vec<(&str, &str)> = files.iter().map(|path| (*path, "1")).collect();
    all.push(("touchstone.toml", settings));
    let dump = dump(&open(&folder("abc", &all)).0);
    let words = ["test", "finding file", "finding manifest", "finding setting"];
    let lines = dump.lines().filter(|line| words.iter().any(|word| line.starts_with(word)));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn patterns_for_inputs() {
    // The answers are found by the usual names, and are no inputs though the pattern matches them.
    listed(
        "tests = [\"misc/*\"]",
        &["misc/1.q", "misc/10.q", "misc/2.in", "misc/2.out", "misc/input3.txt", "misc/output3.txt"],
        expect![[r#"
            test 1: misc/1.q
            test 2: misc/2.in answer misc/2.out
            test 3: misc/input3.txt answer misc/output3.txt
            test 10: misc/10.q
        "#]],
    );
}

#[test]
fn inputs_with_their_answers() {
    listed(
        "[[tests]]\ninput = \"data/q*.txt\"\nanswer = \"data/w*.txt\"\n[[tests]]\ninput = \"data/q1.txt\"\nanswer = \"w1.txt\"\nsample = true\ngroup = \"easy\"\npoints = 2.5\n",
        &["data/q1.txt", "data/q2.txt", "data/q3.txt", "data/w1.txt", "data/w2.txt", "tests/7.in"],
        expect![[r#"
            test q1 sample group easy: data/q1.txt answer data/w1.txt
            test 7: tests/7.in
            test q2: data/q2.txt answer data/w2.txt
            test q3: data/q3.txt
            finding manifest-stale warning touchstone.toml:2:9-2:22: there is no file data/w3.txt, the answer of data/q3.txt
        "#]],
    );
}

#[test]
fn a_listed_file_is_what_the_list_says() {
    // The name says `1.in` with `1.out`; the list says otherwise.
    listed(
        "tests = [{ input = \"tests/1.in\", answer = \"tests/right.txt\" }, { input = \"samples/2.in\", sample = false }]",
        &["tests/1.in", "tests/1.out", "tests/right.txt", "samples/2.in"],
        expect![[r#"
            test 1: tests/1.in answer tests/right.txt
            test 2: samples/2.in
        "#]],
    );
}

#[test]
fn entries_in_vain() {
    listed(
        "tests = [\n  \"gone/*.in\",\n  { answer = \"x\" },\n  { input = \"*.q\", answer = \"*-*.w\" },\n  { input = \"../x\" },\n  { input = \"a.q\", points = -1, wieght = 2 },\n  7,\n]\n",
        &["a.q"],
        expect![[r#"
            test a: a.q
            finding manifest-stale warning touchstone.toml:1:2-1:13: no file matches `gone/*.in`
            finding manifest-broken warning touchstone.toml:2:2-2:18: `tests` has an entry without `input`, which says where the inputs are
            finding manifest-broken warning touchstone.toml:3:28-3:35: `*-*.w` must have the same `*` and `**` as `*.q`, and one `**` at most
            finding setting-not-allowed-here warning touchstone.toml:4:12-4:18: `tests` leaves the problem folder: ../x
            finding manifest-broken warning touchstone.toml:5:28-5:30: `tests.points` must be a number from 0 on
            finding manifest-broken warning touchstone.toml:5:32-5:38: there is no setting `tests.wieght`; known are `input`, `answer`, `sample`, `group`, `points`
            finding manifest-broken warning touchstone.toml:6:2-6:3: `tests` is a whole number where a string is wanted
        "#]],
    );
}

#[test]
fn packages_have_their_own_lists() {
    listed(
        "tests = [\"a.q\"]",
        &["a.q", "problem.yaml"],
        expect![[r#"
            finding manifest-broken error problem.yaml:0:0-0:1: a map of keys and values is wanted here, not `1`
            finding manifest-stale warning touchstone.toml:0:9-0:14: `tests` has no effect here: the manifest of this package says which tests it has
        "#]],
    );
}
