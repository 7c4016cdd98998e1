//! Solutions and interactors that do not keep to the talk.

use e2e::{report::Report, touchstone::Touchstone};
use serde_json::Value;
use testkit::folder::Folder;

/// Plays by the number in the input: 0 says 5 and wants it back, the rest is odd.
const INTERACTOR: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[200000];

static int wants(const char *word) {
    if (!fgets(line, sizeof line, stdin)) {
        fprintf(stderr, "wrong answer nothing was said\n");
        return 1;
    }
    line[strcspn(line, "\n")] = 0;
    if (strcmp(line, word) != 0) {
        fprintf(stderr, "wrong answer %.20s is not %s\n", line, word);
        return 1;
    }
    return 0;
}

/// A million bytes each way, in small and in large pieces.
static int talk_much(void) {
    for (int i = 0; i < 20000; i++) {
        char word[64];
        sprintf(word, "%049d", i);
        puts(word);
        fflush(stdout);
        if (wants(word)) return 1;
    }
    static char word[100001];
    for (int i = 0; i < 10; i++) {
        memset(word, 'a' + i, 100000);
        puts(word);
        fflush(stdout);
        if (wants(word)) return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    FILE *input = fopen(argv[1], "r");
    int mode = -1;
    if (argc < 3 || !input || fscanf(input, "%d", &mode) != 1) return 3;
    if (mode == 1) abort();
    if (mode == 2) return 3;
    if (mode == 3) return wants("5");
    if (mode == 4) return talk_much();
    puts("5");
    fflush(stdout);
    return wants("5");
}
"#;

const ECHO: &str = r#"#include <stdio.h>
static char line[200000];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        fputs(line, stdout);
        fflush(stdout);
    }
}
"#;

const SETTINGS: &str = r#"
[limits]
time_ms = 1500
memory_mb = 64
output_mb = 8

[labels]
"*.c" = "accepted"
"#;

fn c(body: &str) -> String {
    format!("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) {{ {body} }}\n")
}

fn check(solutions: &[(&str, String)], inputs: &[&str]) -> Report {
    let folder = Folder::of("talk", [("touchstone.toml", SETTINGS), ("interactor.c", INTERACTOR), ("sol.c", ECHO)]);
    for (path, source) in solutions {
        folder.write(path, source);
    }
    for (idx, input) in inputs.iter().enumerate() {
        folder.write(&format!("tests/{}.in", idx + 1), input);
    }
    Touchstone::new().check(folder.path()).0
}

fn verdicts(solutions: &[(&str, String)], input: &str) -> Vec<String> {
    let report = check(solutions, &[input]);
    let rows = solutions.iter().map(|(path, _)| format!("{path}: {}", report.verdicts(path).join(" ")));
    rows.collect()
}

#[test]
fn solutions_that_misbehave() {
    let rest = "char line[100]; while (fgets(line, sizeof line, stdin)) {}";
    let solutions = [
        ("reads_nothing.c", c("puts(\"5\");")),
        ("silent.c", c("")),
        ("dies.c", c("abort();")),
        ("dies_late.c", c("puts(\"5\"); fflush(stdout); abort();")),
        ("floods.c", c("for (;;) puts(\"666\");")),
        (
            "floods_when_right.c",
            c("static char b[65536]; puts(\"5\"); fflush(stdout); while (write(1, b, sizeof b) > 0) {}"),
        ),
        ("wrong_then_dies.c", c(&format!("puts(\"6\"); fflush(stdout); {rest} abort();"))),
        ("wrong_then_spins.c", c(&format!("puts(\"6\"); fflush(stdout); {rest} for (;;) getppid();"))),
        ("reads_on.c", c(&format!("puts(\"5\"); fflush(stdout); {rest}"))),
        ("sleeps.c", c("sleep(1000);")),
        ("closes.c", c("puts(\"5\"); fflush(stdout); close(0); close(1);")),
    ];
    let found = verdicts(&solutions, "0\n");
    let expected = [
        "reads_nothing.c: AC",
        "silent.c: WA",
        "dies.c: RTE",
        "dies_late.c: RTE",
        "floods.c: WA",
        "floods_when_right.c: RTE",
        "wrong_then_dies.c: WA",
        "wrong_then_spins.c: WA",
        "reads_on.c: AC",
        "sleeps.c: TLE",
        "closes.c: AC",
    ];
    assert_eq!(found, expected);
}

#[test]
fn interactors_that_break() {
    let report = check(&[("ac_other.c", ECHO.to_owned())], &["1\n", "0\n", "2\n"]);
    assert_eq!(report.verdicts("sol.c"), ["FAIL", "AC", "FAIL"]);
    assert_eq!(report.verdicts("ac_other.c"), ["FAIL", "AC", "FAIL"]);
    assert_eq!(report.findings_of("interactor-failed").len(), 1, "{:#?}", report.findings());
    assert_eq!(report.findings_of("correct-solution-fails"), Vec::<String>::new());
    assert_eq!(report.0["metrics"]["tpr"], Value::Null, "what failed is not known to pass");
}

#[test]
fn both_wait_for_each_other() {
    let report = check(&[], &["3\n"]);
    assert_eq!(report.verdicts("sol.c"), ["TLE"]);
    let findings = report.findings_of("correct-solution-fails");
    assert!(findings.len() == 1 && findings[0].contains("deadlock: "), "{findings:?}");
}

#[test]
fn a_million_bytes_each_way() {
    let report = check(&[("ac_other.c", ECHO.to_owned())], &["4\n"]);
    assert_eq!(report.matrix(), "ac_other.c: AC | true_positive met\nsol.c: AC | true_positive met\n");
}
