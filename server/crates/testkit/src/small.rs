//! A small problem with everything in it that a check can keep: programs in C that compile in no time, a header that two
//! of them share, tests written by hand and by a generator, labels and limits.
//!
//! The answer is the sum of a few numbers. Some programs have a number in them, `#define NAME value`, that decides what
//! they do; the tests change it.

use std::collections::BTreeMap;

/// The files of a folder with their texts.
pub type Files = BTreeMap<String, String>;

const SHARED_HEADER: &str = "#define LOW 1\n#define HIGH 1000\n";

const VALIDATOR: &str = r#"#include "bounds.h"
#define MAX 9
int scanf(const char *, ...);
int printf(const char *, ...);
int main(void) {
    int n, x;
    if (scanf("%d", &n) != 1 || n < 1 || n > MAX) return printf("n is not from 1 to %d\n", MAX), 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &x) != 1 || x < LOW || x > HIGH) return printf("number %d is out of bounds\n", i), 1;
    return 0;
}
"#;

const CHECKER: &str = r#"#include <stdio.h>
#define TOLERANCE 0
int main(int argc, char **argv) {
    long long found = 0, expected = 0;
    FILE *output = fopen(argv[2], "r"), *answer = fopen(argv[argc - 1], "r");
    if (fscanf(answer, "%lld", &expected) != 1) return fprintf(stderr, "the answer is no number"), 3;
    if (fscanf(output, "%lld", &found) != 1) return fprintf(stderr, "no number"), 2;
    long long apart = found > expected ? found - expected : expected - found;
    if (apart > TOLERANCE) return fprintf(stderr, "expected %lld, found %lld", expected, found), 1;
    return 0;
}
"#;

const GENERATOR: &str = r#"#include "bounds.h"
#define TWIST 0
int atoi(const char *);
int printf(const char *, ...);
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    unsigned seed = (unsigned)atoi(argv[argc - 1]) + (n == TWIST);
    printf("%d\n", n);
    for (int i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        printf("%d ", (int)(LOW + (seed >> 8) % (HIGH - LOW + 1)));
    }
    printf("\n");
    return 0;
}
"#;

/// A solution that is right when no number is above `CAP` and the sum is not above `WRAP`.
pub fn solution(cap: u32) -> String {
    format!(
        r#"#define CAP {cap}
int scanf(const char *, ...);
int printf(const char *, ...);
int main(void) {{
    int n, x, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n && scanf("%d", &x) == 1; i++) sum += x < CAP ? x : CAP;
    printf("%d\n", sum);
    return 0;
}}
"#
    )
}

/// Like [`solution`], but from some size of the input on it does `more` first, once.
fn costly(from: u32, more: &str) -> String {
    let costly = format!("    if (n >= FROM) {{ {more} }}\n    for");
    format!("#define FROM {from}\n{}", solution(100_000).replacen("    for", &costly, 1))
}

/// Takes 300 ms of CPU time, whatever else the machine does.
fn slow() -> String {
    "long clock(void);\n".to_owned() + &costly(7, "while (clock() < 300000) {}")
}

/// Uses 40 MB.
fn hungry() -> String {
    "static volatile char big[40 << 20];\n".to_owned()
        + &costly(7, "for (int i = 0; i < (int)sizeof big; i += 4096) big[i] = 1;")
}

/// Ends with code 3 on long inputs.
fn crashing() -> String {
    costly(5, "return 3;")
}

/// The settings file.
pub fn settings(time_ms: u32, memory_mb: u32, labels: &str) -> String {
    format!("[limits]\ntime_ms = {time_ms}\nmemory_mb = {memory_mb}\n{labels}")
}

/// The whole folder.
pub fn files() -> Files {
    let files = [
        ("bounds.h", SHARED_HEADER.to_owned()),
        ("val.c", VALIDATOR.to_owned()),
        ("check.c", CHECKER.to_owned()),
        ("gen.c", GENERATOR.to_owned()),
        ("script.txt", "gen 3 -seed 1 > $\ngen 5 -seed 2 > $\ngen 7 -seed 3 > $\n".to_owned()),
        ("sol.c", solution(100_000)),
        ("wa_cap.c", solution(500)),
        ("rte_long.c", crashing()),
        ("tle_slow.c", slow()),
        ("mle_hungry.c", hungry()),
        ("touchstone.toml", settings(2000, 64, "")),
        ("samples/1.in", "2\n3 4\n".to_owned()),
        ("samples/1.ans", "7\n".to_owned()),
        ("tests/2.in", "1\n900\n".to_owned()),
        ("tests/2.ans", "900\n".to_owned()),
    ];
    files.map(|(path, text)| (path.to_owned(), text)).into()
}

/// The same text with another number behind `#define NAME`.
pub fn with_number(text: &str, name: &str, value: u32) -> String {
    let define = format!("#define {name} ");
    let line = |line: &str| if line.starts_with(&define) { format!("{define}{value}") } else { line.to_owned() };
    text.lines().map(|text| line(text) + "\n").collect()
}
