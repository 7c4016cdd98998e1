//! Programs that end in every way a program can, and what they are given to live with.

use e2e::{report::Report, touchstone::Touchstone};
use testkit::folder::Folder;

const SETTINGS: &str = r#"
[limits]
time_ms = 400
memory_mb = 64
output_mb = 1

[labels]
"*.c" = "accepted"
"*.cpp" = "accepted"
"#;

/// A body of `main` in C, for which `n` is what stands in the input.
fn c(body: &str) -> String {
    format!(
        "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         int main(void) {{ int n = 0; {body} }}\n"
    )
}

const READ: &str = "if (scanf(\"%d\", &n) != 1) return 1;";
const PRINT: &str = "printf(\"%d\\n\", n);";

fn reads(body: &str) -> String {
    c(&format!("{READ} {body}"))
}

fn folder(settings: &str, programs: &[(&str, String)], inputs: &[&str]) -> Folder {
    let folder = Folder::of("ways", [("touchstone.toml", settings)]);
    for (path, source) in programs {
        folder.write(path, source);
    }
    for (idx, input) in inputs.iter().enumerate() {
        folder.write(&format!("tests/{}.in", idx + 1), input);
    }
    folder
}

/// The answers are the main solution's.
fn check(settings: &str, programs: &[(&str, String)], inputs: &[&str]) -> Report {
    Touchstone::new().check(folder(settings, programs, inputs).path()).0
}

fn expect_verdicts(report: &Report, programs: &[(&str, String)], expected: &[&str]) {
    let found: Vec<String> =
        programs.iter().map(|(path, _)| format!("{path}: {}", report.verdicts(path).join(" "))).collect();
    let expected: Vec<String> =
        programs.iter().zip(expected).map(|((path, _), verdicts)| format!("{path}: {verdicts}")).collect();
    assert_eq!(found, expected, "{:#?}", report.findings());
}

#[test]
fn endings() {
    let throws = "#include <stdexcept>\nint main() { throw std::runtime_error(\"out of luck\"); }\n";
    let programs = [
        ("sol.c", reads(PRINT)),
        ("busy.c", c("volatile int x = 1; while (x) {}")),
        ("idle.c", c("sleep(1000);")),
        (
            "leaves_children.c",
            reads(&format!("for (int i = 0; i < 5; i++) if (fork() == 0) for (;;) pause(); {PRINT}")),
        ),
        ("memory.c", c("for (;;) memset(malloc(1 << 20), 1, 1 << 20);")),
        ("output.c", c("for (;;) puts(\"and on and on\");")),
        ("code.c", reads("printf(\"%d\\n\", n); return 3;")),
        ("signal.c", reads("raise(SIGSEGV);")),
        ("abort.c", reads("abort();")),
        ("throw.cpp", throws.to_owned()),
        ("wrong.c", reads("printf(\"%d\\n\", n + 1);")),
        ("silent.c", reads("")),
        ("binary.c", c("for (int i = 0; i < 256; i++) putchar(i);")),
        ("no_newline.c", reads("printf(\"%d\", n);")),
    ];
    let report = check(SETTINGS, &programs, &["5\n"]);
    let expected = ["AC", "TLE", "TLE", "AC", "MLE", "OLE", "RTE", "RTE", "RTE", "RTE", "WA", "WA", "WA", "AC"];
    expect_verdicts(&report, &programs, &expected);
    let left = e2e::process::running_with("./leaves_children");
    assert!(left.is_empty(), "{left:?}");
    let findings = report.findings().join("\n");
    for words in
        ["idle.c is labelled correct and gets TLE on test 1: idle", "exit code 3", "segmentation fault", "out of luck"]
    {
        assert!(findings.contains(words), "{words} is not in\n{findings}");
    }
}

#[test]
fn what_does_not_compile() {
    let programs = [("sol.c", reads(PRINT)), ("broken.c", "int main(void) { return x; }\n".to_owned())];
    let report = check(SETTINGS, &programs, &["5\n"]);
    assert_eq!(report.verdicts("broken.c"), ["SK"]);
    let solution = report.solution("broken.c");
    assert_eq!((&solution["verdict"], &solution["class"]), (&"CE".into(), &serde_json::Value::Null));
    assert_eq!(report.program("broken.c")["build"], "failed");
    assert_eq!(report.0["metrics"]["tpr"], 1.0);
}

#[test]
fn standard_streams() {
    let large = format!("5\n{}", "0123456789abcdef ".repeat(5 << 16));
    let programs = [
        ("sol.c", reads(PRINT)),
        ("reads_all.c", reads("while (getchar() != EOF) {} printf(\"%d\\n\", n);")),
        ("reads_nothing.c", c("puts(\"5\");")),
        ("closes_stdin.c", c("close(0); puts(\"5\");")),
        ("closes_stdout.c", reads("printf(\"%d\\n\", n); fclose(stdout); close(1);")),
        ("closes_all.c", reads("printf(\"%d\\n\", n); fflush(stdout); close(0); close(1); close(2);")),
        ("chatty.c", reads("for (int i = 0; i < 3000; i++) fputs(\"debug \", stderr); printf(\"%d\\n\", n);")),
    ];
    let report = check(SETTINGS, &programs, &["5\n", &large]);
    expect_verdicts(&report, &programs, &["AC AC"; 7]);
}

#[test]
fn surroundings() {
    let environment = "extern char **environ; for (char **e = environ; *e; e++) puts(*e);";
    let mark = "if (access(\"mark\", F_OK) == 0) n = 0; fclose(fopen(\"mark\", \"w\"));";
    let descriptors = "for (int fd = 3; fd < 256; fd++) if (lseek(fd, 0, SEEK_CUR) != -1) n = fd;";
    let programs = [
        ("sol.c", reads(PRINT)),
        ("environment.c", reads(&format!("{environment} {PRINT}"))),
        ("mark.c", reads(&format!("{mark} {PRINT}"))),
        ("descriptors.c", reads(&format!("{descriptors} {PRINT}"))),
        (
            "python.py",
            "import os\nprint(5)\nfor name in ['HOME', 'PATH']:\n    assert name not in os.environ\n".to_owned(),
        ),
    ];
    let report = check(SETTINGS, &programs, &["5\n", "5\n \n", "5\n  \n"]);
    expect_verdicts(&report, &programs, &["AC AC AC"; 5]);
}

#[test]
fn memory() {
    let settings = SETTINGS.replace("64", "256").replace("400", "2000");
    let touch = "char *volatile p = malloc(100 << 20); memset(p, 1, 100 << 20); n += p[77] - 1;";
    let deep = "static int down(int depth) { volatile char frame[1 << 20]; memset((char *)frame, 1, sizeof frame); \
                return depth == 0 ? 0 : down(depth - 1) + frame[5] - 1; }\n";
    let deep = reads(&format!("n += down(100); {PRINT}")).replace("int main", &format!("{deep}int main"));
    let programs = [
        ("sol.c", reads(PRINT)),
        ("hundred.c", reads(&format!("{touch} {PRINT}"))),
        ("deep.c", deep),
        ("asks_much.c", reads(&format!("char *volatile p; if (!(p = malloc(2000L << 20))) n = 0; {PRINT}"))),
    ];
    let report = check(&settings, &programs, &["5\n"]);
    expect_verdicts(&report, &programs, &["AC"; 4]);
    let megabytes = |path: &str| report.memory_kb(path)[0] as f64 / 1024.0;
    assert!(megabytes("sol.c") < 8.0, "{}", megabytes("sol.c"));
    assert!((90.0..110.0).contains(&megabytes("hundred.c")), "{}", megabytes("hundred.c"));
    assert!((90.0..115.0).contains(&megabytes("deep.c")), "{}", megabytes("deep.c"));
    assert!(megabytes("asks_much.c") < 8.0, "{}", megabytes("asks_much.c"));
}

/// A checker that ends as the output says: with an exit code, or by a signal.
const OBEDIENT_CHECKER: &str = r#"#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *output = fopen(argv[2], "r");
    int code = -1;
    double points = 0;
    if (argc < 4 || !output || fscanf(output, "%d %lf", &code, &points) < 1) return 2;
    if (code == 9) abort();
    if (code == 7) fprintf(stderr, "points %g\n", points);
    return code;
}
"#;

#[test]
fn exit_codes_of_checkers() {
    let mut programs = vec![("check.c", OBEDIENT_CHECKER.to_owned())];
    let outputs = [
        ("sol.c", "7 50", "AC"),
        ("ok.c", "0", "AC"),
        ("wrong.c", "1", "WA"),
        ("format.c", "2", "PE"),
        ("fail.c", "3", "FAIL"),
        ("dirt.c", "4", "PE"),
        ("five.c", "5", "FAIL"),
        ("six.c", "6", "FAIL"),
        ("more_points.c", "7 50.5", "AC"),
        ("fewer_points.c", "7 49", "WA"),
        ("end_of_file.c", "8", "PE"),
        ("crash.c", "9", "FAIL"),
        ("nothing.c", "", "PE"),
    ];
    programs.extend(outputs.map(|(path, output, _)| (path, c(&format!("puts(\"{output}\"); return n;")))));
    let report = check(&SETTINGS.replace("\"*.c\" =", "\"[!c]*.c\" ="), &programs, &["5\n"]);
    let verdicts = outputs.map(|(_, _, verdict)| verdict);
    expect_verdicts(&report, &programs[1..], &verdicts);
    assert_eq!(report.solution("more_points.c")["points"], 50.5);
    assert_eq!(report.solution("fewer_points.c")["points"], 49.0);
    assert_eq!(report.findings_of("checker-crashed").len(), 1, "{:#?}", report.findings());
}
