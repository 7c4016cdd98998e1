//! Problems of several passes. Verdicts are worked out by hand from the pages of the format.

use e2e::touchstone::Touchstone;
use testkit::folder::Folder;

/// Asks for a second pass on what the first one wrote, and remembers the number in a file of its own.
const TWICE: &str = "\
import os, sys
feedback = sys.argv[3]
first = os.path.join(feedback, 'kept', 'pass' + str(1))
number = int(open(sys.argv[1]).read())
words = sys.stdin.read().split()
if not os.path.exists(first):
    if len(words) != 1 or words[0] == str(number):
        sys.exit(43)
    os.makedirs(os.path.dirname(first))
    open(first, 'w').write(words[0])
    open(os.path.join(feedback, 'nextpass.in'), 'w').write('back ' + words[0] + '\\n')
    sys.exit(42)
if words == [str(number)]:
    sys.exit(42)
open(os.path.join(feedback, 'judgemessage.txt'), 'a').write('not ' + str(number) + ' but ' + ' '.join(words))
sys.exit(43)
";

#[test]
fn passes() {
    let manifest = "\
problem_format_version: 2025-09
type: multi-pass
name: There and back
uuid: 00000000-0000-4000-8000-000000000002
limits: {time_limit: 2, memory: 256}
";
    let folder = Folder::of(
        "back",
        [
            ("problem.yaml", manifest),
            ("statement/problem.en.md", "Hide a number, then tell it.\n"),
            ("data/sample/1.in", "3\n"),
            ("data/sample/1.ans", "nothing\n"),
            ("data/secret/1.in", "40\n"),
            ("data/secret/1.ans", "nothing\n"),
            ("input_validators/v.py", "import sys\nint(sys.stdin.read())\nsys.exit(42)\n"),
            ("output_validator/twice.py", TWICE),
            (
                "submissions/accepted/right.py",
                "words = input().split()\nprint(int(words[1]) - 1 if words[0] == 'back' else int(words[0]) + 1)\n",
            ),
            (
                "submissions/wrong_answer/forgets.py",
                "words = input().split()\nprint(4 - 1 if words[0] == 'back' else int(words[0]) + 1)\n",
            ),
            ("submissions/wrong_answer/hides_nothing.py", "print(input().split()[-1])\n"),
            ("submissions/run_time_error/one_pass.py", "words = input().split()\nprint(int(words[0]) + 1)\n"),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/right.py: AC AC | true_positive met
submissions/run_time_error/one_pass.py: RTE RTE | true_negative met
submissions/wrong_answer/forgets.py: AC WA | true_negative met
submissions/wrong_answer/hides_nothing.py: WA WA | true_negative met
"
    );
    assert_eq!(code, Some(0), "{:#?}", report.findings());
    // Nor is it the solution's fault what a validator remembers.
    folder.write(
        "output_validator/twice.py",
        TWICE.replace(
            "    open(first, 'w')",
            "    [open(first + str(n), 'w').close() for n in range(900)]\n    open(first, 'w')",
        ),
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts("submissions/accepted/right.py"), ["FAIL", "FAIL"]);
    let said = report.findings_of("checker-crashed");
    assert!(said[0].contains("it leaves more than 200 files"), "{said:?}");
    // A validator that always asks for more is at fault, not the solution.
    folder.write(
        "output_validator/twice.py",
        TWICE.replace(
            "if words == [str(number)]:",
            "if True:\n    open(os.path.join(feedback, 'nextpass.in'), 'w').write('1')\nif words == [str(number)]:",
        ),
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.verdicts("submissions/accepted/right.py"), ["FAIL", "FAIL"]);
    let said = report.findings_of("checker-crashed");
    assert!(said[0].contains("it asks for more than 2 passes"), "{said:?}");
}

/// Talks: asks for a number twice as large in the first pass, and for the one of the first pass in the second.
const TALKS: &str = "\
import os, sys
feedback = sys.argv[3]
memory = os.path.join(feedback, 'memory')
number = int(open(sys.argv[1]).read().split()[-1])
is_second = os.path.exists(memory)
print('again' if is_second else 'first', number, flush=True)
answer = input()
expected = open(memory).read() if is_second else str(2 * number)
if answer != expected:
    open(os.path.join(feedback, 'judgemessage.txt'), 'a').write(answer + ' is not ' + expected)
    sys.exit(43)
if not is_second:
    open(memory, 'w').write(answer)
    open(os.path.join(feedback, 'nextpass.in'), 'w').write('next ' + answer + '\\n')
print('well', flush=True)
sys.exit(42)
";

#[test]
fn passes_of_an_interactive_problem() {
    let manifest = "\
problem_format_version: 2025-09
type: [multi-pass, interactive]
name: Talk twice
uuid: 00000000-0000-4000-8000-000000000004
limits: {time_limit: 2, memory: 256}
";
    let talks = |again: &str| {
        format!(
            "word, number = input().split()\nprint({again} if word == 'again' else 2 * int(number), flush=True)\n\
             assert input() == 'well'\n"
        )
    };
    let folder = Folder::of(
        "talk",
        [
            ("problem.yaml", manifest),
            ("statement/problem.en.md", "Double it, then say it again.\n"),
            ("data/secret/1.in", "3\n"),
            ("data/secret/1.ans", ""),
            ("data/secret/2.in", "0\n"),
            ("data/secret/2.ans", ""),
            ("input_validators/v.py", "import sys\nint(sys.stdin.read())\nsys.exit(42)\n"),
            ("output_validator/talks.py", TALKS),
            ("submissions/accepted/right.py", &talks("number")),
            ("submissions/wrong_answer/doubles.py", &talks("2 * int(number)")),
            ("submissions/run_time_error/once.py", &talks("1 // 0")),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/right.py: AC AC | true_positive met
submissions/run_time_error/once.py: RTE RTE | true_negative met
submissions/wrong_answer/doubles.py: WA AC | true_negative met
"
    );
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}
