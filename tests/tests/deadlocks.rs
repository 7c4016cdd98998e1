//! Talks in which a side stops reading, stops writing, dies, floods or leaves: every one of them ends.

use e2e::{report::Report, touchstone::Touchstone};
use testkit::folder::Folder;

const SETTINGS: &str = r#"
[limits]
time_ms = 300
memory_mb = 64
output_mb = 8

[labels]
"*.c" = "accepted"
"#;

/// Behaves as the input says.
const INTERACTOR: &str = r#"
int main(int argc, char **argv) {
    FILE *input = argc < 3 ? 0 : fopen(argv[1], "r");
    char way[100];
    if (!input || fscanf(input, "%99s", way) != 1) return 3;
    if (is(way, "asks")) return say("5"), !hears("5");
    if (is(way, "asks_twice")) return say("5"), !hears("5") || !hears("5");
    if (is(way, "says_nothing")) return !hears("5");
    if (is(way, "leaves")) return 0;
    if (is(way, "rejects_at_once")) return 1;
    if (is(way, "dies")) abort();
    if (is(way, "dies_later")) say("5"), abort();
    if (is(way, "pauses")) for (;;) pause();
    if (is(way, "floods")) return flood(), 0;
    if (is(way, "closes_output")) return close(1), read_all(), 0;
    if (is(way, "closes_input")) return close(0), say("5"), 0;
    if (is(way, "closes_both")) return close(0), close(1), 0;
    if (is(way, "leaves_a_child")) { if (!fork()) for (;;) pause(); return say("5"), !hears("5"); }
    return 3;
}
"#;

/// What both sides are made of.
const PARTS: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[1000];

static int is(const char *one, const char *other) { return !strcmp(one, other); }
static void say(const char *word) { puts(word), fflush(stdout); }
static int hears(const char *word) {
    if (!fgets(line, sizeof line, stdin)) return 0;
    line[strcspn(line, "\n")] = 0;
    return is(line, word);
}
static void read_all(void) { static char much[1 << 16]; while (read(0, much, sizeof much) > 0) {} }
static void echo(void) { while (fgets(line, sizeof line, stdin)) fputs(line, stdout), fflush(stdout); }
/* 100 MB. */
static void flood(void) {
    static char block[1 << 16];
    for (size_t i = 0; i < sizeof block; i += 8) memcpy(block + i, "1234567\n", 8);
    for (int i = 0; i < 1600; i++) fwrite(block, 1, sizeof block, stdout);
    fflush(stdout);
}
static void for_ever(void) { for (;;) pause(); }
"#;

fn with_parts(body: &str) -> String {
    format!("{PARTS}\nint main(void) {{ {body} return 0; }}\n")
}

/// Judges an echo and other solutions against an interactor that behaves in one way.
fn check(way: &str, solutions: &[(&str, &str, &str)]) -> Report {
    let interactor = format!("{PARTS}{INTERACTOR}");
    let folder = Folder::of("talks", [("touchstone.toml", SETTINGS), ("interactor.c", &interactor)]);
    folder.write("sol.c", with_parts("echo();"));
    for (path, body, _) in solutions {
        folder.write(path, with_parts(body));
    }
    folder.write("tests/1.in", format!("{way}\n"));
    Touchstone::new().check(folder.path()).0
}

/// The verdict of the echo comes first.
fn expect(way: &str, of_echo: &str, solutions: &[(&str, &str, &str)]) -> Report {
    let report = check(way, solutions);
    let expected = [("sol.c", of_echo)].into_iter().chain(solutions.iter().map(|(path, _, verdict)| (*path, *verdict)));
    let expected: Vec<String> = expected.map(|(path, verdict)| format!("{path}: {verdict}")).collect();
    let path_of = |row: &String| row.split(':').next().unwrap_or_default().to_owned();
    let found: Vec<String> = expected
        .iter()
        .map(path_of)
        .map(|path| {
            let verdict = report.verdicts(&path).join(" ");
            format!("{path}: {verdict}")
        })
        .collect();
    assert_eq!(found, expected, "{way}: {:#?}", report.findings());
    report
}

fn is_idle(report: &Report, path: &str) -> bool {
    let words = format!(": {path} is labelled correct and gets TLE on test 1: idle");
    report.findings_of("correct-solution-fails").iter().any(|finding| finding.contains(&words))
}

#[test]
fn a_solution_stops_in_every_way() {
    let keeps_the_pipes = "if (!fork()) for_ever();";
    let answers = format!("{keeps_the_pipes} say(\"5\");");
    let solutions = [
        ("closes_input.c", "say(\"5\"); close(0);", "AC"),
        ("closes_output.c", "close(1); read_all();", "WA"),
        ("closes_both_and_stays.c", "say(\"5\"); close(0); close(1); for_ever();", "TLE"),
        ("stops_reading.c", "say(\"5\"); for_ever();", "TLE"),
        ("stops_writing.c", "hears(\"5\"); for_ever();", "TLE"),
        ("no_end_of_line.c", "printf(\"5\");", "AC"),
        ("dies_at_start.c", "abort();", "RTE"),
        ("dies_later.c", "hears(\"5\"); abort();", "RTE"),
        ("leaves_a_child.c", &answers, "AC"),
        ("leaves_a_silent_child.c", keeps_the_pipes, "WA"),
        ("floods.c", "flood();", "WA"),
        ("floods_and_stays.c", "flood(); for_ever();", "WA"),
    ];
    let report = expect("asks", "AC", &solutions);
    for path in ["closes_both_and_stays.c", "stops_reading.c", "stops_writing.c"] {
        assert!(is_idle(&report, path), "{path}");
    }
}

#[test]
fn both_sides_wait() {
    for way in ["says_nothing", "asks_twice"] {
        let report = expect(way, "TLE", &[]);
        let findings = report.findings_of("correct-solution-fails");
        assert!(findings.len() == 1 && findings[0].contains("deadlock: "), "{way}: {findings:?}");
    }
}

#[test]
fn an_interactor_leaves_first() {
    let floods = "flood();";
    let goes_on = "for (;;) say(\"6\");";
    expect("leaves", "AC", &[("floods.c", floods, "AC"), ("goes_on.c", goes_on, "TLE")]);
    expect("rejects_at_once", "WA", &[("floods.c", floods, "WA"), ("goes_on.c", goes_on, "WA")]);
    expect("leaves_a_child", "AC", &[("reads_nothing.c", "say(\"5\");", "AC")]);
}

#[test]
fn an_interactor_closes_a_stream() {
    expect("closes_output", "AC", &[("floods.c", "flood();", "AC")]);
    expect("closes_input", "AC", &[("floods.c", "flood();", "AC")]);
    expect("closes_both", "AC", &[("floods.c", "flood();", "AC")]);
}

#[test]
fn an_interactor_dies() {
    for way in ["dies", "dies_later"] {
        let report = expect(way, "FAIL", &[("floods.c", "flood();", "FAIL")]);
        assert_eq!(report.findings_of("interactor-failed").len(), 1, "{way}: {:#?}", report.findings());
    }
}

#[test]
fn an_interactor_floods() {
    let solutions =
        [("reads_all.c", "read_all();", "AC"), ("reads_nothing.c", "", "AC"), ("stays.c", "for_ever();", "TLE")];
    // The echo and the interactor both wait for someone to read.
    expect("floods", "TLE", &solutions);
}

#[test]
fn an_interactor_that_never_ends() {
    let report = expect("pauses", "TLE", &[("leaves.c", "say(\"5\");", "FAIL")]);
    assert!(is_idle(&report, "sol.c"), "{:#?}", report.findings());
}
