//! Tasks in which one manager talks to several processes of a solution, as CMS' page on task types says: the manager is given, for
//! each process, the pipe from it and the pipe to it, and each process its number, from 0, as its last argument. The time limit is
//! for all processes together, the memory limit for each; a process that fails decides, whatever the manager prints.

use e2e::{report::Report, touchstone::Touchstone};
use testkit::folder::Folder;

use crate::show::by_hand;

/// Hands a number to the first process, what that says to the second, and wants the number from there.
const MANAGER: &str = r#"#include <stdio.h>

int main(int argc, char **argv) {
    FILE *from[2], *to[2];
    long number, said, heard;
    if (argc != 5 || scanf("%ld", &number) != 1) return 9;
    for (int i = 0; i < 2; i++) {
        from[i] = fopen(argv[1 + 2 * i], "r");
        to[i] = fopen(argv[2 + 2 * i], "w");
        if (!from[i] || !to[i]) return 8;
    }
    fprintf(to[0], "%ld\n", number);
    fflush(to[0]);
    if (fscanf(from[0], "%ld", &said) != 1) return !puts("0");
    if (said == number) return !puts("0");
    fprintf(to[1], "%ld\n", said);
    fflush(to[1]);
    puts(fscanf(from[1], "%ld", &heard) == 1 && heard == number ? "1" : "0");
    return 0;
}
"#;

const HEADER: &str = "#include <stdio.h>\nvoid speak(int which, FILE *in, FILE *out);\n";

const STUB: &str = r#"#include "speak.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *in = argc > 2 ? fopen(argv[1], "r") : stdin, *out = argc > 2 ? fopen(argv[2], "w") : stdout;
    if (!in || !out || (argc != 2 && argc != 4)) return 5;
    speak(atoi(argv[argc - 1]), in, out);
    return 0;
}
"#;

/// The first process doubles, the second halves; `before` is done by each when it has its number.
fn solution(before: &str) -> String {
    format!(
        "#include \"speak.h\"\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n\
         static void burn(double seconds) {{ while (clock() < seconds * CLOCKS_PER_SEC) {{}} }}\n\
         static void take(size_t bytes) {{\n    volatile char *all = malloc(bytes);\n    \
         for (size_t at = 0; at < bytes; at += 1024) all[at] = 1;\n}}\n\
         void speak(int which, FILE *in, FILE *out) {{\n    long n;\n    (void)burn, (void)take;\n    \
         if (fscanf(in, \"%ld\", &n) != 1) return;\n    {before}\n    \
         fprintf(out, \"%ld\\n\", which ? n / 2 : n * 2);\n    fflush(out);\n}}\n"
    )
}

/// What solutions do, and what comes of it. The time limit is 0.4 s, the memory limit 64 MiB.
const WAYS: [(&str, &str, &str); 13] = [
    ("solution", "", "AC"),
    // The manager hears the number itself from the first, or twice the number from the second.
    ("same", "if (!which) { fprintf(out, \"%ld\\n\", n); fflush(out); return; }", "WA"),
    ("twice", "if (which) n *= 2;", "WA"),
    // Who says nothing and ends well is no failure.
    ("first_leaves", "if (!which) return;", "WA"),
    ("second_leaves", "if (which) { fclose(out); return; }", "WA"),
    ("first_dies", "if (!which) abort();", "RTE"),
    ("second_dies", "if (which) exit(3);", "RTE"),
    // The manager has heard what it needs to say no, and has ended or closed its pipe.
    (
        "dies_when_wrong",
        "if (!which) { fprintf(out, \"%ld\\n\", n); fflush(out); fscanf(in, \"%ld\", &n); abort(); }",
        "RTE",
    ),
    ("second_spins", "if (which) for (;;) {}", "TLE"),
    // The first has ended, the second and the manager wait for each other.
    ("second_waits", "if (which) fscanf(in, \"%ld\", &n);", "TLE"),
    // Each is fast enough by itself.
    ("both_slow", "burn(0.35);", "TLE"),
    ("both_large", "take(40 << 20);", "AC"),
    ("second_too_large", "if (which) take(100 << 20);", "MLE"),
];

fn task(settings: &str) -> Folder {
    let manifest = format!("name: speak\ntime_limit: 0.4\nmemory_limit: 64\nnum_processes: 2\n{settings}");
    let folder = Folder::of(
        "speak",
        [
            ("task.yaml", manifest.as_str()),
            ("gen/GEN", "#ST: 100\n#COPY: gen/0.txt\n"),
            ("gen/0.txt", "21\n"),
            ("check/manager.c", MANAGER),
            ("sol/stub.c", STUB),
            ("sol/speak.h", HEADER),
        ],
    );
    for (name, before, _) in WAYS {
        folder.write(&format!("sol/{name}.c"), solution(before));
    }
    folder
}

fn check(folder: &Folder) -> Report {
    Touchstone::new().check(folder.path()).0
}

#[test]
fn each_way_to_fail() {
    for settings in ["user_io: std_io\n", "user_io: fifo_io\n"] {
        let report = check(&task(settings));
        for (name, _, verdict) in WAYS {
            assert_eq!(report.verdicts(&format!("sol/{name}.c")), [verdict], "{name}, {settings}");
        }
        assert_eq!(report.findings_of("interactor-failed"), [""; 0]);
        assert_eq!(report.findings_of("tool-missing"), [""; 0]);
    }
}

#[test]
fn a_shell_runs_them_all() {
    for settings in ["user_io: std_io\n", "user_io: fifo_io\n"] {
        for (solution, share) in [("sol/solution.c", "1\n"), ("sol/twice.c", "0\n")] {
            let output = by_hand(task(settings).path(), "000", solution, "wait");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(String::from_utf8_lossy(&output.stdout), share, "{solution}, {settings}");
        }
    }
}

/// What a process writes for a manager that has ended well is nobody's, and the writer is told so in the end, or out of time.
#[test]
fn a_process_that_floods() {
    let folder = task("");
    folder.write("sol/flood.c", solution("if (which) for (;;) { fprintf(out, \"%ld\\n\", n / 2); }"));
    let report = check(&folder);
    let verdicts = report.verdicts("sol/flood.c");
    assert!(verdicts == ["RTE"] || verdicts == ["TLE"], "{verdicts:?}");
}

/// The same in a folder of tps, where solutions are always given the names of pipes.
#[test]
fn of_tps() {
    let manifest =
        r#"{ "name": "speak", "type": "Communication", "num_processes": 2, "time_limit": 0.4, "memory_limit": 64 }"#;
    let folder = Folder::of(
        "speak",
        [
            ("problem.json", manifest),
            ("solutions.json", r#"{ "solution.c": "model_solution", "twice.c": "incorrect" }"#),
            ("subtasks.json", r#"{ "subtasks": { "all": { "index": 1, "score": 100 } } }"#),
            ("gen/data", "@subtask all\nmanual 0.in\n"),
            ("gen/manual/0.in", "21\n"),
            ("grader/manager.c", MANAGER),
            ("grader/c/stub.c", STUB),
            ("grader/c/speak.h", HEADER),
        ],
    );
    for (name, before, _) in WAYS {
        folder.write(&format!("solution/{name}.c"), solution(before));
    }
    let report = check(&folder);
    for (name, _, verdict) in WAYS {
        assert_eq!(report.verdicts(&format!("solution/{name}.c")), [verdict], "{name}");
    }
}

/// More than can be are named, and the rest goes on.
#[test]
fn too_many() {
    let folder = task("");
    for (number, words) in [("17", "16 at most"), ("1.5", "a whole number")] {
        let manifest = format!("name: speak\ntime_limit: 0.4\nmemory_limit: 64\nnum_processes: {number}\n");
        folder.write("task.yaml", manifest);
        let report = check(&folder);
        assert_eq!(report.verdicts("sol/solution.c"), ["SK"]);
        let said = report.findings_of("tool-missing");
        assert!(said[0].contains("task.yaml:4: ") && said[0].contains(words), "{said:?}");
    }
}
