//! What packages of ICPC contests may have beside the usual parts. Verdicts are worked out by hand from the pages of the
//! format.

use e2e::touchstone::Touchstone;
use serde_json::json;
use testkit::{folder::Folder, temporary};

/// Prints the sum of two numbers and of one in a file, twice that with the argument `double`.
const RIGHT: &str = "\
import os, sys
a, b = map(int, input().split())
more = int(open('more/number.txt').read()) if os.path.exists('more/number.txt') else 0
print((a + b + more) * (2 if sys.argv[1:] == ['double'] else 1))
";

/// The same with a function that every submission is given.
const WITH_LIBRARY: &str = "\
#include \"library.h\"
#include <fstream>
#include <iostream>
#include <string>
int main(int argc, char** argv) {
    int a, b, more = 0;
    std::cin >> a >> b;
    std::ifstream(\"more/number.txt\") >> more;
    std::cout << times(argc > 1 ? 2 : 1, a + b + more) << '\\n';
}
";

/// Takes no notice of arguments.
const WITHOUT_ARGUMENTS: &str = "a, b = map(int, input().split())\nprint(min(a + b, 2 * {{most}}))\n";

/// Takes no notice of files.
const WITHOUT_FILES: &str =
    "import sys\na, b = map(int, input().split())\nprint((a + b) * (2 if sys.argv[1:] else 1))\n";

/// Accepts inputs of tests whose arguments it knows.
const KNOWS_ARGUMENTS: &str = "import sys\nsys.exit(42 if sys.argv[1:] in (['own'], ['own', 'double']) else 43)\n";
/// Gets none of its own.
const GETS_NONE: &str = "import sys\nsys.exit(42 if sys.argv[1:] in ([], ['double']) else 43)\n";

#[test]
fn constants_arguments_files_and_included_code() {
    let manifest = "\
problem_format_version: 2025-09
name: Sum
uuid: 00000000-0000-4000-8000-000000000001
constants: {most: 50}
limits: {time_limit: 2, memory: 256, memroy: 3}
";
    let folder = Folder::of(
        "sum",
        [
            ("problem.yaml", manifest),
            ("statement/problem.en.md", "Print the sum of $a$ and $b$, where $0 \\le a \\le {{most}}$.\n"),
            ("data/sample/1.in", "1 2\n"),
            ("data/sample/1.ans", "3\n"),
            ("data/secret/1.in", "3 4\n"),
            ("data/secret/1.ans", "14\n"),
            ("data/secret/1.yaml", "args: [double]\n"),
            ("data/secret/2.in", "5 6\n"),
            ("data/secret/2.ans", "18\n"),
            ("data/secret/2.files/more/number.txt", "7\n"),
            ("data/secret/3.in", "50 50\n"),
            ("data/secret/3.ans", "100\n"),
            ("data/secret/test_group.yaml", "input_validator_args: {known.py: [own]}\n"),
            ("data/sample/test_group.yaml", "input_validator_args: {known.py: [own]}\n"),
            ("data/invalid_input/large.in", "51 1\n"),
            ("data/invalid_input/no.in", "50 1\n"),
            ("input_validators/format.ctd", "INT(0, {{most}}, a) SPACE INT(0, {{most}}, b) NEWLINE\n"),
            ("input_validators/known.py", KNOWS_ARGUMENTS),
            ("input_validators/none.py", GETS_NONE),
            ("include/cpp/library.h", "int times(int n, int value);\n"),
            ("include/cpp/library.cpp", "#include \"library.h\"\nint times(int n, int value) { return n * value; }\n"),
            ("submissions/accepted/library.cpp", WITH_LIBRARY),
            ("submissions/accepted/right.py", RIGHT),
            ("submissions/wrong_answer/arguments.py", WITHOUT_ARGUMENTS),
            ("submissions/wrong_answer/files.py", WITHOUT_FILES),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/library.cpp: AC AC AC AC | true_positive met
submissions/accepted/right.py: AC AC AC AC | true_positive met
submissions/wrong_answer/arguments.py: AC WA WA AC | true_negative met
submissions/wrong_answer/files.py: AC AC WA AC | true_negative met
"
    );
    let valid: Vec<_> =
        ["sample/1", "secret/1", "secret/2", "secret/3"].map(|id| report.test(id)["valid"].clone()).into();
    assert_eq!(valid, vec![json!(true); 4], "{:#?}", report.findings());
    assert_eq!(
        report.findings_of("manifest-stale"),
        [
            "warning manifest-stale problem.yaml:5: the key `memroy` is not known, so it changes nothing here; perhaps `memory` is meant"
        ]
    );
    // Both are rejected by somebody: the first by the bounds, the second since the argument is missing.
    assert_eq!(report.findings_of("validator-accepts-invalid"), Vec::<String>::new());
    assert_eq!(report.findings_of("statement-mismatch"), Vec::<String>::new());
    assert_eq!(code, Some(1));
}

/// Accepts lines of numbers.
const NUMBERS: &str = "import sys\nsys.exit(42 if all(line.strip().isdigit() for line in sys.stdin) else 43)\n";
/// Accepts any two different numbers up to the one in the input.
const DIFFERENT: &str = "\
import sys
most = int(open(sys.argv[1]).read())
found = [int(word) for word in sys.stdin.read().split()]
sys.exit(42 if len(set(found)) == 2 == len(found) and max(found) <= most else 43)
";

#[test]
fn several_output_validators_and_formats_of_answers() {
    let folder = Folder::of(
        "two",
        [
            ("problem.yaml", "name: Two\nvalidation: custom\nlimits: {memory: 256}\n"),
            (".timelimit", "2\n"),
            ("problem_statement/problem.en.tex", "Print two numbers."),
            ("data/sample/1.in", "5\n"),
            ("data/sample/1.ans", "1\n2\n"),
            ("data/secret/1.in", "7\n"),
            ("data/secret/1.ans", "3 4\n"),
            ("data/invalid_answer/blank.in", "7\n"),
            ("data/invalid_answer/blank.ans", "3 4\n"),
            ("data/invalid_answer/fine.in", "7\n"),
            ("data/invalid_answer/fine.ans", "3\n4\n"),
            ("data/invalid_answer/lost.in", "7\n"),
            ("input_validators/v.ctd", "INT(2, 9) NEWLINE"),
            ("output_validators/a_numbers.py", NUMBERS),
            ("output_validators/b_different.py", DIFFERENT),
            ("output_validators/answer.ctd", "INT(1, 9)\nNEWLINE\nINT(1, 9)\nNEWLINE\n"),
            ("submissions/accepted/right.py", "n = int(input())\nprint(1)\nprint(2)\n"),
            ("submissions/wrong_answer/same.py", "n = int(input())\nprint(2)\nprint(2)\n"),
            ("submissions/wrong_answer/words.py", "n = int(input())\nprint(1)\nprint('two' if n > 5 else 2)\n"),
        ],
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/right.py: AC AC | true_positive met
submissions/wrong_answer/same.py: WA WA | true_negative met
submissions/wrong_answer/words.py: AC WA | true_negative met
"
    );
    assert_eq!(
        report.findings_of("checker-rejects-answer"),
        [
            "error checker-rejects-answer output_validators/answer.ctd:2: the checker rejects the answer of test secret/1: expected a line end, found a space"
        ]
    );
    assert_eq!(
        report.findings_of("manifest-stale"),
        [
            "warning manifest-stale data/invalid_answer/lost.in:1: data/invalid_answer/lost.ans is missing, so nothing can be judged here; add it"
        ]
    );
    let junk: Vec<String> =
        report.findings_of("checker-accepts-junk").into_iter().filter(|one| one.contains("invalid_answer")).collect();
    assert_eq!(junk.len(), 1, "{junk:?}");
    assert!(junk[0].contains("invalid_answer/fine"), "{junk:?}");
}

#[test]
fn a_rejection_by_checktestdata_has_both_places() {
    let folder = Folder::of(
        "list",
        [
            ("problem.yaml", "name: List\nlimits: {memory: 256}\n"),
            (".timelimit", "2\n"),
            ("problem_statement/problem.en.tex", "Print n."),
            ("data/sample/1.in", "2\n3 1\n"),
            ("data/sample/1.ans", "2\n"),
            ("data/secret/1.in", "2\n3  1\n"),
            ("data/secret/1.ans", "2\n"),
            ("data/secret/2.in", "3\n3 8 1\n"),
            ("data/secret/2.ans", "3\n"),
            ("data/invalid_input/zero.in", "0\n\n"),
            ("input_validators/v.ctd", "INT(1, 100, n) NEWLINE\nREP(n, SPACE) INT(0, 9, a) END\nNEWLINE\n"),
            ("submissions/accepted/right.py", "print(input())\n"),
        ],
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.program("input_validators/v.ctd")["reason"], "checktestdata program");
    assert_eq!(report.test("secret/1")["validators"][0]["line"], 1);
    assert_eq!(report.test("secret/1")["validators"][0]["column"], 2);
    let rejected = report.findings_of("validator-rejects-test");
    assert_eq!(
        rejected,
        [
            "error validator-rejects-test input_validators/v.ctd:2: the validator rejects test secret/1: expected an integer from 0 to 9, found a space (line 2, column 3), reading `a` in [0, 9]"
        ]
    );
    assert_eq!(report.findings_of("validator-accepts-invalid"), Vec::<String>::new());

    let program = folder.path().join("input_validators/v.ctd");
    let run = |input: &str| Touchstone::new().arg("run").arg(&program).stdin(input).run();
    run("1\n4\n").expect_code(0);
    let rejected = run("1\n12\n");
    assert_eq!(rejected.code(), Some(1));
    assert!(rejected.stderr.contains("v.ctd:2:15: expected an integer from 0 to 9"), "{}", rejected.stderr);
    assert!(rejected.stderr.contains("2:1 of the input"), "{}", rejected.stderr);
}

#[test]
fn a_rule_with_a_text_that_is_added_later_is_judged() {
    let manifest = "\
problem_format_version: 2025-09
name: Same
uuid: 00000000-0000-4000-8000-000000000003
constants: {most: 9}
limits: {time_limit: 2, memory: 256}
";
    let folder = Folder::of(
        "same",
        [
            ("problem.yaml", manifest),
            ("statement/problem.en.md", "Print the number.\n"),
            ("generators/generators.yaml", "data:\n  secret:\n    data:\n      one: {in: \"5\\n\"}\n"),
            ("input_validators/v.ctd", "INT(0, {{most}}, n) NEWLINE\n"),
            ("submissions/accepted/right.py", "print(input())\n"),
            ("submissions/wrong_answer/five.py", "print(5)\n"),
        ],
    );
    let cache = temporary::folder();
    let check = || Touchstone::new().with_cache(cache.path()).check(folder.path()).0;
    assert_eq!(
        check().matrix(),
        "submissions/accepted/right.py: AC | true_positive met\nsubmissions/wrong_answer/five.py: AC | false_positive unmet\n"
    );
    folder.write(
        "generators/generators.yaml",
        "data:\n  secret:\n    data:\n      one: {in: \"5\\n\"}\n      two: {in: \"7\\n\"}\n",
    );
    assert_eq!(
        check().matrix(),
        "submissions/accepted/right.py: AC AC | true_positive met\nsubmissions/wrong_answer/five.py: AC WA | true_negative met\n"
    );
    // A constant that is not there leaves a program that cannot be read, although its text alone could be right.
    folder.write("input_validators/v.ctd", "INT(0, {{mots}}, n) NEWLINE\n");
    let failed = check().findings_of("build-failed");
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].contains("input_validators/v.ctd"), "{failed:?}");
}

/// Prints the number after so many milliseconds of CPU time, plus so many.
fn slow(ms: u32, more: u32) -> String {
    format!(
        "#include <stdio.h>\n#include <time.h>\nint main(void) {{ int n; scanf(\"%d\", &n); \
         while (clock() < CLOCKS_PER_SEC / 1000 * (n > 5 ? {ms} : 0)) {{}} printf(\"%d\\n\", n + {more}); }}\n"
    )
}

/// Names what is wrong with an output.
const SAYS_WHY: &str = "\
import sys
expected, found = open(sys.argv[2]).read(), sys.stdin.read()
if found == expected:
    sys.exit(42)
open(sys.argv[3] + 'judgemessage.txt', 'w').write('wrong answer\\n\\n1\\n2\\nexpected ' + expected + 'but found ' + found)
sys.exit(43)
";

#[test]
fn the_limit_follows_from_all_that_has_to_be_in_time() {
    let package = |submissions: &str| {
        let manifest = "\
problem_format_version: 2025-09
name: Slow
uuid: 00000000-0000-4000-8000-000000000002
limits: {time_resolution: 0.5, memory: 256}
";
        let folder = Folder::of(
            "slow",
            [
                ("problem.yaml", manifest),
                ("statement/problem.en.md", "Print the number.\n"),
                ("data/secret/1.in", "1\n"),
                ("data/secret/1.ans", "1\n"),
                ("data/secret/2.in", "7\n"),
                ("data/secret/2.ans", "7\n"),
                ("input_validators/v.ctd", "INT(1, 9) NEWLINE"),
                ("output_validator/v.py", SAYS_WHY),
                ("submissions/submissions.yaml", submissions),
                ("submissions/accepted/right.c", &slow(0, 0)),
                ("submissions/wrong_answer/slow.c", &slow(700, 1)),
                ("submissions/time_limit_exceeded/slow.c", &slow(20_000, 0)),
            ],
        );
        let (report, code) = Touchstone::new().check(folder.path());
        (report, code, folder)
    };
    // Twice 0.7 s and a little is 1.5 s, or 2 s where starting takes long.
    let (report, code, folder) = package("wrong_answer: {message: 'but found'}\n");
    let limit = report.0["problem"]["time_limit_ms"].as_u64();
    assert!(limit.is_some_and(|limit| (1500..=3000).contains(&limit)), "{limit:?}");
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/right.c: AC AC | true_positive met
submissions/time_limit_exceeded/slow.c: AC TLE | true_negative met
submissions/wrong_answer/slow.c: WA WA | true_negative met
"
    );
    assert_eq!(code, Some(0), "{:#?}", report.findings());
    let fast = Touchstone::new().args(["check", "--fail-fast", "--format", "json"]).arg(folder.path()).run().report();
    assert_eq!(fast.0["problem"]["time_limit_ms"].as_u64(), limit, "no row is cut that the limit follows from");
    // What is not to count is judged by the limit that follows from the others.
    let text = "\
wrong_answer:
  use_for_time_limit: false
  secret/2: {message: found 9}
";
    let (report, _, _) = package(text);
    assert_eq!(report.0["problem"]["time_limit_ms"], json!(500));
    assert_eq!(report.verdicts("submissions/wrong_answer/slow.c"), ["WA", "TLE"]);
    assert_eq!(
        report.findings_of("expectation-unmet"),
        [
            "warning expectation-unmet submissions/submissions.yaml:1: submissions/wrong_answer/slow.c is labelled wrong_answer, which permits AC or WA or PE, and gets TLE on test secret/2: CPU-time limit exceeded",
            "warning expectation-unmet submissions/submissions.yaml:3: submissions/wrong_answer/slow.c is to be told `found 9` on a test of secret/2, and no message says so",
        ]
    );
}

#[test]
fn a_driver_starts_submissions_in_python() {
    let driver = "import os\nname = [name for name in os.listdir('.') if name not in ('main.py', 'common.py')]\n\
                  import importlib\nprint(importlib.import_module(name[0][:-3]).solve(*map(int, input().split())))\n";
    let folder = Folder::of(
        "driven",
        [
            ("problem.yaml", "problem_format_version: 2025-09\nname: Sum\nlimits: {time_limit: 2, memory: 256}\n"),
            ("statement/problem.en.md", "Add.\n"),
            ("data/secret/1.in", "1 2\n"),
            ("data/secret/1.ans", "3\n"),
            ("include/python3/main.py", driver),
            ("include/python3/common.py", "def plus(a, b):\n    return a + b\n"),
            ("input_validators/v.ctd", "INT(1, 9) SPACE INT(1, 9) NEWLINE\n"),
            ("submissions/accepted/right.py", "import common\ndef solve(a, b):\n    return common.plus(a, b)\n"),
            ("submissions/wrong_answer/times.py", "def solve(a, b):\n    return a * b\n"),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "submissions/accepted/right.py: AC | true_positive met\nsubmissions/wrong_answer/times.py: WA | true_negative met\n"
    );
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}
