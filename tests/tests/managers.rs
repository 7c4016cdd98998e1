//! Tasks in which solutions talk to a manager by named pipes, as the pages of CMS and tps say: the manager has the input on its
//! standard input and is given the pipe from the solution and the pipe to it, prints the share of the points and says why on its
//! standard error. However it behaves, a check ends.

use e2e::{report::Report, touchstone::Touchstone};
use testkit::folder::Folder;

/// Thinks of a number up to a greatest one, and wants it guessed in so many questions; for twice as many there is half of the
/// points.
const MANAGER: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *from, *to;

static int result(const char *share, const char *words) {
    puts(share);
    fprintf(stderr, "%s\nmore, which counts for nothing\n", words);
    return 0;
}

int main(int argc, char **argv) {
    int greatest, secret, most, n_asked = 0, guess;
    char way[100];
    static char much[1 << 16];
    memset(much, '1', sizeof much);
    if (argc != 3 || scanf("%d %d %d %99s", &greatest, &secret, &most, way) != 4) return 9;
    if (!strcmp(way, "leaves")) return result("1", "not even opened");
    if (!strcmp(way, "hangs")) for (;;) pause();
    if (!strcmp(way, "spins")) for (;;) {}
    if (!strcmp(way, "sulks")) return 7;
    /* In this order a program that opens its own side in the other one would wait for ever. */
    to = fopen(argv[2], "w");
    from = fopen(argv[1], "r");
    if (!to || !from) return 8;
    if (!strcmp(way, "waits")) return fgets(way, sizeof way, from) ? 0 : result("0", "heard nothing");
    fprintf(to, "%d\n", greatest);
    fflush(to);
    if (!strcmp(way, "babbles")) return result("very good", "");
    if (!strcmp(way, "boasts")) return result("100", "percent");
    if (!strcmp(way, "floods")) for (;;) fwrite(much, 1, sizeof much, to);
    while (fscanf(from, "%d", &guess) == 1) {
        n_asked++;
        if (guess < 1 || guess > greatest) return result("0.0", "out of bounds");
        fprintf(to, "%c\n", guess == secret ? '=' : guess < secret ? '<' : '>');
        fflush(to);
        if (guess != secret) continue;
        if (n_asked <= most) return result("1.0", "well done");
        return n_asked <= 2 * most ? result("0.5", "too many questions") : result("0", "far too many");
    }
    return result("0", "nothing more was said");
}
"#;

/// What stands between the manager and a solution; the pipes are named where there are arguments.
const STUB: &str = r#"#include "guess.h"
#include <stdio.h>
#include <stdlib.h>

static FILE *in, *out;

char ask(int number) {
    char answer;
    fprintf(out, "%d\n", number);
    fflush(out);
    if (fscanf(in, " %c", &answer) != 1) exit(0);
    return answer;
}

int main(int argc, char **argv) {
    int greatest;
    in = argc > 1 ? fopen(argv[1], "r") : stdin;
    out = argc > 2 ? fopen(argv[2], "w") : stdout;
    if (fscanf(in, "%d", &greatest) != 1) return 0;
    find(greatest);
    return 0;
}
"#;

const HEADER: &str = "char ask(int number);\nvoid find(int greatest);\n";

/// Halves.
const HALVES: &str = r#"#include "guess.h"
void find(int greatest) {
    int low = 1, high = greatest;
    for (;;) {
        int middle = (low + high) / 2;
        char answer = ask(middle);
        if (answer == '=') return;
        if (answer == '<') low = middle + 1; else high = middle - 1;
    }
}
"#;

/// As many questions as the number says.
const FROM_ONE: &str = "#include \"guess.h\"\nvoid find(int n) { for (int i = 1; i <= n && ask(i) != '='; i++) {} }\n";
/// Zero is out of bounds.
const FROM_ZERO: &str = "#include \"guess.h\"\nvoid find(int n) { for (int i = 0; i <= n && ask(i) != '='; i++) {} }\n";
const SILENT: &str = "#include \"guess.h\"\nvoid find(int n) { (void)n; }\n";
const DIES: &str = "#include \"guess.h\"\n#include <stdlib.h>\nvoid find(int n) { ask(n); abort(); }\n";
const ENDLESS: &str = "#include \"guess.h\"\nvoid find(int n) { ask(n); for (;;) {} }\n";

/// A task of task-maker with these inputs.
fn task(settings: &str, inputs: &[&str], solutions: &[(&str, &str)]) -> Folder {
    let manifest = format!("name: guess\ntime_limit: 0.3\nmemory_limit: 64\n{settings}");
    let folder = Folder::of(
        "guess",
        [
            ("task.yaml", manifest.as_str()),
            ("check/manager.c", MANAGER),
            ("sol/stub.c", STUB),
            ("sol/guess.h", HEADER),
            ("sol/solution.c", HALVES),
        ],
    );
    let mut gen_file = "#ST: 100\n".to_owned();
    for (idx, input) in inputs.iter().enumerate() {
        folder.write(&format!("gen/{idx}.txt"), format!("{input}\n"));
        gen_file.push_str(&format!("#COPY: gen/{idx}.txt\n"));
    }
    folder.write("gen/GEN", gen_file);
    for (path, source) in solutions {
        folder.write(path, source);
    }
    folder
}

fn check(folder: &Folder) -> Report {
    Touchstone::new().check(folder.path()).0
}

const INPUTS: [&str; 3] = ["7 7 3 plays", "7 5 3 plays", "7 2 3 plays"];

/// Halving 1 to 7 asks 4, then 2 or 6, then the others. The number 7 in at most three questions: three by halving, seven from
/// one on, which is more than twice three. The number 5: three (4, 6, 5), and five, which is more than three and less than six.
/// The number 2: two, and two.
#[test]
fn shares_and_words() {
    let solutions = [
        ("sol/from_one.c", FROM_ONE),
        ("sol/from_zero.c", FROM_ZERO),
        ("sol/silent.c", SILENT),
        ("sol/dies.c", DIES),
        ("sol/endless.c", ENDLESS),
    ];
    for settings in ["", "user_io: std_io\nnum_processes: 1\n", "user_io: fifo_io\n"] {
        let report = check(&task(settings, &INPUTS, &solutions));
        assert_eq!(report.verdicts("sol/solution.c"), ["AC"; 3]);
        assert_eq!(report.verdicts("sol/from_one.c"), ["WA", "WA", "AC"]);
        assert_eq!(report.verdicts("sol/from_zero.c"), ["WA"; 3]);
        assert_eq!(report.verdicts("sol/silent.c"), ["WA"; 3]);
        assert_eq!(report.verdicts("sol/dies.c"), ["RTE"; 3]);
        assert_eq!(report.verdicts("sol/endless.c"), ["TLE"; 3]);
        assert_eq!(report.findings_of("tool-missing"), [""; 0]);
    }
}

/// Half of the points for the one test of a subtask is half of the subtask's.
#[test]
fn a_share_scores() {
    let report = check(&task("", &["7 5 3 plays"], &[("sol/from_one.c", FROM_ONE)]));
    assert_eq!(report.solution("sol/from_one.c")["score"].as_f64(), Some(50.0));
    assert_eq!(report.solution("sol/solution.c")["score"].as_f64(), Some(100.0));
}

/// The one that hangs is waited for, and the solution with it; CMS ignores what a manager says of a solution that fails.
#[test]
fn managers_that_do_not_play() {
    let wanted = [("leaves", "AC"), ("sulks", "FAIL"), ("waits", "TLE"), ("babbles", "FAIL"), ("boasts", "FAIL")];
    for (settings, more) in [("", Some(("hangs", "TLE"))), ("user_io: fifo_io\n", None)] {
        let (ways, verdicts): (Vec<&str>, Vec<&str>) = wanted.into_iter().chain(more).unzip();
        let inputs: Vec<String> = ways.iter().map(|way| format!("7 5 3 {way}")).collect();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let report = check(&task(settings, &inputs, &[]));
        assert_eq!(report.verdicts("sol/solution.c"), verdicts, "{settings}");
    }
}

#[test]
fn what_is_wrong_with_a_manager_is_said() {
    let wanted = [
        ("sulks", "interactor-failed", "exit code 7"),
        ("waits", "correct-solution-fails", "TLE"),
        ("babbles", "interactor-failed", "the manager printed `very good`, where a number from 0 to 1 is wanted"),
        ("boasts", "interactor-failed", "the manager printed `100`, where a number from 0 to 1 is wanted"),
    ];
    for (way, code, words) in wanted {
        let report = check(&task("", &[&format!("7 5 3 {way}")], &[]));
        assert!(report.findings_of(code)[0].contains(words), "{:?}", report.findings());
    }
}

/// What a manager writes for a solution that has ended is nobody's, and it may write only so much of it.
#[test]
fn a_manager_that_floods() {
    for settings in ["", "user_io: fifo_io\n"] {
        let report = check(&task(settings, &["7 5 3 floods"], &[("sol/silent.c", SILENT)]));
        assert_eq!(report.verdicts("sol/silent.c"), ["FAIL"]);
        let failed = report.findings_of("interactor-failed");
        assert!(failed.iter().any(|said| said.contains("output limit exceeded")), "{:?}", report.findings());
    }
}

/// The stub in Python, which imports the solution by the name of the task.
const STUB_IN_PYTHON: &str = r#"import sys
import guess

source = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
target = open(sys.argv[2], "w") if len(sys.argv) > 2 else sys.stdout


def ask(number):
    print(number, file=target, flush=True)
    answer = source.readline().strip()
    if not answer:
        sys.exit(0)
    return answer


guess.find(int(source.readline()), ask)
"#;

const HALVES_IN_PYTHON: &str = r#"def find(greatest, ask):
    low, high = 1, greatest
    while True:
        middle = (low + high) // 2
        answer = ask(middle)
        if answer == "=":
            return
        if answer == "<":
            low = middle + 1
        else:
            high = middle - 1
"#;

/// As in [`shares_and_words`].
#[test]
fn in_python() {
    let from_one = "def find(n, ask):\n    for i in range(1, n + 1):\n        if ask(i) == '=':\n            return\n";
    let solutions =
        [("sol/stub.py", STUB_IN_PYTHON), ("sol/halves.py", HALVES_IN_PYTHON), ("sol/from_one.py", from_one)];
    for settings in ["user_io: std_io\n", "user_io: fifo_io\n"] {
        let report = check(&task(settings, &INPUTS, &solutions));
        assert_eq!(report.verdicts("sol/halves.py"), ["AC"; 3]);
        assert_eq!(report.verdicts("sol/from_one.py"), ["WA", "WA", "AC"]);
        assert_eq!(report.findings_of("tool-missing"), [""; 0]);
    }
    let more = [("grader/py/stub.py", STUB_IN_PYTHON), ("solution/halves.py", HALVES_IN_PYTHON)];
    assert_eq!(check(&tps(&more)).verdicts("solution/halves.py"), ["AC"; 3]);
}

/// A task of tps with the same inputs.
fn tps(more: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(
        "guess",
        [
            ("problem.json", r#"{ "name": "guess", "type": "Communication", "time_limit": 0.3, "memory_limit": 64 }"#),
            ("solutions.json", r#"{ "halves.c": "model_solution", "from_one.c": "incorrect" }"#),
            ("subtasks.json", r#"{ "subtasks": { "all": { "index": 1, "score": 100 } } }"#),
            ("gen/data", "@subtask all\nmanual 0.in\nmanual 1.in\nmanual 2.in\n"),
            ("grader/manager.c", MANAGER),
            ("grader/c/stub.c", STUB),
            ("grader/c/guess.h", HEADER),
            ("solution/halves.c", HALVES),
            ("solution/from_one.c", FROM_ONE),
        ],
    );
    for (idx, input) in INPUTS.iter().enumerate() {
        folder.write(&format!("gen/manual/{idx}.in"), format!("{input}\n"));
    }
    for (path, text) in more {
        folder.write(path, text);
    }
    folder
}

#[test]
fn of_tps() {
    let report = check(&tps(&[]));
    assert_eq!(report.verdicts("solution/halves.c"), ["AC"; 3]);
    assert_eq!(report.verdicts("solution/from_one.c"), ["WA", "WA", "AC"]);
    assert_eq!(report.findings_of("tool-missing"), [""; 0]);
}

/// Where there is a checker it has what the manager printed as the output. This one is content with half of the points.
#[test]
fn with_a_checker() {
    let checker = r#"#include <stdio.h>
int main(int argc, char **argv) {
    FILE *output = argc == 4 ? fopen(argv[3], "r") : 0;
    double share;
    if (!output || fscanf(output, "%lf", &share) != 1) return 3;
    printf("%d\n", share >= 0.5);
    return 0;
}
"#;
    let report = check(&tps(&[("checker/checker.c", checker)]));
    assert_eq!(report.verdicts("solution/halves.c"), ["AC"; 3]);
    assert_eq!(report.verdicts("solution/from_one.c"), ["WA", "AC", "AC"]);
}

/// What cannot be judged is named, and the rest goes on.
#[test]
fn no_manager() {
    let without = tps(&[]);
    without.remove("grader/manager.c");
    let report = check(&without);
    assert_eq!(report.verdicts("solution/halves.c"), ["SK"; 3]);
    assert!(report.findings_of("tool-missing")[0].contains("there is no grader/manager.cpp for solutions to talk to"));
}
