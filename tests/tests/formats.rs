//! A small folder of each format, written from the formats' own pages, with the verdicts worked out by hand. Each is as
//! untidy as real ones are.

use e2e::touchstone::Touchstone;
use testkit::folder::Folder;

/// Reads two numbers and prints their sum.
const SUM: &str =
    "#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b << \"\\n\"; }\n";
/// The same with too small a type.
const SUM_SMALL: &str =
    "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << short(a + b) << '\\n'; }\n";
/// Does not end when the first number is large.
const SLOW: &str = "\
#include <iostream>
int main() {
    long long a, b;
    std::cin >> a >> b;
    for (volatile int i = 1; i && a > 10000;) {}
    std::cout << a + b;
}
";
const CRASH_ON_ZERO: &str = "a, b = map(int, input().split())\nprint(a + b if a else a // a)\n";

const VALIDATOR: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerValidation(argc, argv);
    inf.readInt(0, 1000000, "a");
    inf.readSpace();
    inf.readInt(0, 1000000, "b");
    inf.readEoln();
    inf.readEof();
}
"#;

const GENERATOR: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int high = atoi(argv[1]);
    println(rnd.next(high - 5, high), high);
}
"#;

const CHECKER: &str = r#"#include "testlib.h"
int main(int argc, char* argv[]) {
    registerTestlibCmd(argc, argv);
    long long jury = ans.readLong(), found = ouf.readLong();
    if (jury != found) quitf(_wa, "%lld is not %lld", found, jury);
    quitf(_ok, "%lld", found);
}
"#;

#[test]
fn plain() {
    let folder = Folder::of(
        "two numbers",
        [
            ("statement.md", "# Sum\n\nTime limit: 0.5 seconds\nMemory limit: 64 MB\n"),
            ("check.cpp", CHECKER),
            ("files/validator.cpp", VALIDATOR),
            ("files/random numbers.cpp", GENERATOR),
            ("script.txt", "\"random numbers\" 30000 > 3\n\"random numbers\" 100\n"),
            ("samples/first sample.in", "1 2\n"),
            ("samples/first sample.out", "3\n"),
            ("tests/1.in", "0 20000\n"),
            ("tests/2.in", "20000 20000\n"),
            ("tests/2.out", "40000\n"),
            ("tests/.DS_Store", "junk"),
            ("solutions/sol.cpp", &SUM.replace('\n', "\r\n")),
            ("solutions/wa small type.cpp", SUM_SMALL),
            ("solutions/re_zero.py", CRASH_ON_ZERO),
            ("solutions/tle/forever.cpp", SLOW),
            ("solutions/notes.txt", "try 64 bits"),
            (
                "solutions/ac_parts/main.cpp",
                "#include \"sum.h\"\n#include <cstdio>\nint main() { long long a, b; scanf(\"%lld%lld\", &a, &b); printf(\"%lld\\n\", sum(a, b)); }\n",
            ),
            ("solutions/ac_parts/sum.h", "long long sum(long long a, long long b);\n"),
            (
                "solutions/ac_parts/sum.cpp",
                "#include \"sum.h\"\nlong long sum(long long a, long long b) { return a + b; }\n",
            ),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
solutions/ac_parts: AC AC AC AC AC | true_positive met
solutions/re_zero.py: AC RTE AC AC AC | true_negative met
solutions/sol.cpp: AC AC AC AC AC | true_positive met
solutions/tle/forever.cpp: AC AC TLE TLE AC | true_negative met
solutions/wa small type.cpp: AC AC WA WA AC | true_negative met
"
    );
    let ids: Vec<_> = report.0["matrix"]["tests"].as_array().expect("a list").iter().collect();
    assert_eq!(ids, ["first sample", "1", "2", "3", "4"]);
    assert_eq!((&report.0["problem"]["time_limit_ms"], code), (&500.into(), Some(0)), "{:#?}", report.findings());
}

/// Tests as people name them who have no format, and two that only `touchstone.toml` knows of.
#[test]
fn plain_with_tests_by_many_names() {
    let settings = "tests = [{ input = \"hand/q*\", answer = \"hand/w*\", group = \"hand\", points = 5 }]\n";
    let folder = Folder::of(
        "sum",
        [
            ("statement.md", "Time limit: 1 second\nMemory limit: 64 MB\n"),
            ("touchstone.toml", settings),
            ("val.cpp", VALIDATOR),
            ("sol.cpp", SUM),
            ("wa.cpp", SUM_SMALL),
            ("sample_input.txt", "1 2\n"),
            ("sample_output.txt", "3\n"),
            ("tests/10/in", "20000 20000\n"),
            ("tests/10/out", "40000\n"),
            ("tests/2/input.txt", "2 2\n"),
            ("tests/2/output.txt", "4\n"),
            ("tests/input3.txt", "3 3\n"),
            ("tests/output3.txt", "6\n"),
            ("tests/subtask4/4.in", "4 4\n"),
            ("cases/input/input05.txt", "5 5\n"),
            ("cases/output/output05.txt", "10\n"),
            ("hand/q6", "30000 6\n"),
            ("hand/w6", "30006\n"),
            ("hand/q7", "30000 7000\n"),
            ("hand/w7", "37000\n"),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    let ids: Vec<_> = report.0["matrix"]["tests"].as_array().expect("a list").iter().collect();
    assert_eq!(ids, ["sample", "2", "3", "4", "05", "10", "q6", "q7"], "{:#?}", report.findings());
    assert_eq!(
        report.matrix(),
        "\
sol.cpp: AC AC AC AC AC AC AC AC | true_positive met
wa.cpp: AC AC AC AC AC WA AC WA | true_negative met
"
    );
    assert_eq!((&report.test("4")["group"], &report.test("q7")["group"]), (&"subtask4".into(), &"hand".into()));
    assert_eq!((report.test("q6")["points"].as_f64(), report.test("10")["points"].as_f64()), (Some(5.0), None));
    assert_eq!((&report.test("10")["path"], &report.test("sample")["sample"]), (&"tests/10/in".into(), &true.into()));
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}

/// An archive as another program writes it, judged as if its files lay in the folder, into which nothing is written.
#[test]
fn plain_with_packed_tests() {
    const PACK: &str = "\
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('sample1.in', '1 2\\n')
    archive.writestr('sample1.out', '3\\n')
    archive.writestr('cases/2/input.txt', '20000 20000\\n')
    archive.writestr('cases/2/output.txt', '40000\\n')
    archive.writestr('cases/3/input.txt', '3  3\\n')
    archive.writestr('gen.py', 'no program of the problem')
";
    let folder = Folder::of(
        "sum",
        [
            ("statement.md", "Time limit: 1 second\nMemory limit: 64 MB\n"),
            ("val.cpp", VALIDATOR),
            ("sol.cpp", SUM),
            ("wa.cpp", SUM_SMALL),
        ],
    );
    let packed = std::process::Command::new("python3").args(["-c", PACK]).arg(folder.path().join("tests.zip")).status();
    assert!(packed.expect("Python is there").success());
    let before = testkit::folder::files(folder.path());
    // The second time from the cache.
    for _ in 0..2 {
        let (report, code) = Touchstone::new().check(folder.path());
        assert_eq!(
            report.matrix(),
            "\
sol.cpp: AC AC AC | - -
wa.cpp: AC WA AC | true_negative -
",
            "{:#?}",
            report.findings()
        );
        let ids: Vec<_> = report.0["matrix"]["tests"].as_array().expect("a list").iter().collect();
        assert_eq!(ids, ["sample1", "2", "3"]);
        let invalid = report.findings_of("test-invalid");
        assert!(invalid.len() == 1 && invalid[0].contains(" tests.zip:1: test 3 is invalid"), "{invalid:#?}");
        assert_eq!((&report.test("2")["path"], code), (&serde_json::Value::Null, Some(1)));
    }
    assert_eq!(testkit::folder::files(folder.path()), before);
}

const POLYGON: &str = include_str!("../fixtures/formats/problem.xml");

#[test]
fn polygon() {
    let folder = Folder::of(
        "sum-7$linux",
        [
            ("problem.xml", POLYGON.replace('\n', "\r\n").as_str()),
            ("check.cpp", CHECKER),
            ("files/check.cpp", CHECKER),
            ("files/gen.cpp", &GENERATOR.replace('\n', "\r\n")),
            ("files/val.cpp", VALIDATOR),
            ("files/gen.exe", "MZ"),
            ("files/tests/validator-tests/01", "1 2\r\n"),
            ("files/tests/validator-tests/02", "1  2\r\n"),
            // Exported for Windows.
            ("tests/01", "1 2\r\n"),
            ("tests/02", "0 40000\r\n"),
            ("solutions/sum.cpp", &SUM.replace('\n', "\r\n")),
            ("solutions/sum_again.cpp", SUM),
            ("solutions/small.cpp", SUM_SMALL),
            ("solutions/slow.cpp", SLOW),
            ("solutions/slow_or_not.cpp", SUM),
            ("solutions/crash.py", CRASH_ON_ZERO),
            ("solutions/never.cpp", "this is not meant to be compiled\n"),
            ("statements/english/problem.tex", "Print the sum."),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
solutions/crash.py: AC RTE AC | true_negative met
solutions/never.cpp: SK SK SK | - -
solutions/slow.cpp: AC AC TLE | true_negative met
solutions/slow_or_not.cpp: AC AC AC | - met
solutions/small.cpp: AC WA WA | true_negative met
solutions/sum.cpp: AC AC AC | true_positive met
solutions/sum_again.cpp: AC AC AC | true_positive met
"
    );
    assert_eq!(report.0["problem"]["main"], "solutions/sum.cpp");
    assert_eq!(report.test("3")["command"], "gen 30000");
    assert_eq!((report.test("2")["points"].as_f64(), &report.test("2")["group"]), (Some(40.0), &"1".into()));
    // Judged with the line ends of this system: `1 2` and one more byte.
    assert_eq!(report.test("1")["bytes"], 4);
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}

const KATTIS_VALIDATOR: &str =
    "import re, sys\nsys.exit(42 if re.fullmatch('(0|[1-9][0-9]*) (0|[1-9][0-9]*)\\n', sys.stdin.read()) else 43)\n";

#[test]
fn icpc_legacy() {
    let folder = Folder::of(
        "sum",
        [
            ("problem.yaml", "name: Sum\nlimits:\n  memory: 64\nvalidation: default\n"),
            ("problem_statement/problem.tex", "Print the sum."),
            ("data/sample/1.in", "1 2\n"),
            ("data/sample/1.ans", "3\n"),
            ("data/secret/01 small.in", "0 3\n"),
            ("data/secret/01 small.ans", "3\n"),
            ("data/secret/group/02.in", "20000 20000\n"),
            ("data/secret/group/02.ans", "40000\n"),
            ("input_validators/validate/validate.py", KATTIS_VALIDATOR),
            ("submissions/accepted/sum.cpp", SUM),
            ("submissions/accepted/crashes_not.py", "a, b = map(int, input().split())\nprint(a + b)\n"),
            ("submissions/wrong_answer/small.cpp", SUM_SMALL),
            ("submissions/run_time_error/zero.py", CRASH_ON_ZERO),
            ("submissions/time_limit_exceeded/slow.cpp", SLOW),
            ("submissions/accepted/README.md", "these are right"),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/crashes_not.py: AC AC AC | true_positive met
submissions/accepted/sum.cpp: AC AC AC | true_positive met
submissions/run_time_error/zero.py: AC RTE AC | true_negative met
submissions/time_limit_exceeded/slow.cpp: AC AC TLE | true_negative met
submissions/wrong_answer/small.cpp: AC AC WA | true_negative met
"
    );
    // Five times the slowest accepted one, in whole seconds.
    assert_eq!(report.0["problem"]["time_limit_ms"], 1000);
    assert_eq!(report.0["matrix"]["tests"], serde_json::json!(["sample/1", "secret/01 small", "secret/group/02"]));
    assert_eq!(report.findings_of("borderline-time"), Vec::<String>::new());
    assert_eq!(code, Some(0), "{:#?}", report.findings());
}

#[test]
fn icpc_2023() {
    let manifest = "problem_format_version: 2023-07-draft\nname:\n  en: Sum\n  de: Summe\nuuid: 3fd2fbe7-0000-4000-8000-000000000000\n\
                    type: pass-fail\nlimits:\n  time_limit: 0.5\n  memory: 64\n";
    let output_validator = "import sys\nanswer = open(sys.argv[2]).read().split()\nfound = sys.stdin.read().split()\n\
                            open(sys.argv[3] + '/judgemessage.txt', 'w').write('compared')\n\
                            sys.exit(42 if found == answer else 43)\n";
    let submissions = "accepted/*.cpp:\n  permitted: [AC]\nmixed/small.cpp:\n  permitted: [AC, WA]\n  required: [WA]\n  sample:\n    permitted: [AC]\n";
    let folder = Folder::of(
        "sum",
        [
            ("problem.yaml", manifest.replace('\n', "\r\n").as_str()),
            ("statement/problem.en.tex", "Print the sum."),
            ("data/sample/1.in", "1 2\n"),
            ("data/sample/1.ans", "3\n"),
            ("data/secret/1.in", "0 20000\n"),
            ("data/secret/1.ans", "20000\n"),
            ("data/secret/2.in", "20000 20000\n"),
            ("data/secret/2.ans", "40000\n"),
            ("data/invalid_input/blanks.in", "1  2\n"),
            ("data/invalid_input/fine.in", "1 2\n"),
            ("data/valid_output/one.in", "1 2\n"),
            ("data/valid_output/one.ans", "3\n"),
            ("data/valid_output/one.out", "  3\n"),
            ("data/invalid_output/two.in", "1 2\n"),
            ("data/invalid_output/two.ans", "3\n"),
            ("data/invalid_output/two.out", "4\n"),
            ("input_validators/validate.py", KATTIS_VALIDATOR),
            ("output_validator/validate.py", output_validator),
            ("submissions/submissions.yaml", submissions),
            ("submissions/accepted/sum.cpp", SUM),
            ("submissions/mixed/small.cpp", SUM_SMALL),
            ("submissions/brute_force/slow.cpp", SLOW),
            ("submissions/rejected/zero.py", CRASH_ON_ZERO),
            ("submissions/wrong_answer/right.cpp", SUM),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
submissions/accepted/sum.cpp: AC AC AC | true_positive met
submissions/brute_force/slow.cpp: AC AC TLE | true_negative met
submissions/mixed/small.cpp: AC AC WA | true_negative met
submissions/rejected/zero.py: AC RTE AC | true_negative met
submissions/wrong_answer/right.cpp: AC AC AC | false_positive unmet
"
    );
    assert_eq!(report.0["problem"]["checker"]["path"], "output_validator/validate.py");
    assert_eq!(report.findings_of("validator-accepts-invalid").len(), 1, "{:#?}", report.findings());
    assert_eq!(report.findings_of("wrong-solution-passes").len(), 1, "{:#?}", report.findings());
    assert_eq!(code, Some(1));
    assert_eq!(
        report.findings().iter().filter(|line| line.starts_with("error") || line.starts_with("warning")).count(),
        2
    );
}

/// Reads the file that it is told of, and knows the subtask.
const VALIDA: &str = r#"#include <cstdlib>
#include <fstream>
#include <iostream>
int main(int argc, char** argv) {
    std::ifstream file(argv[1]);
    long long a, b;
    if (argc != 3 || !(file >> a >> b) || a < 0 || b < 0) return 2;
    if (std::cin.get() != EOF) return 3;
    if (std::atoi(argv[2]) == 1 && a + b > 100) {
        std::cerr << "more than 100\\n";
        return 1;
    }
    return 0;
}
"#;

/// As one finds them: Italian names, files for input and output, a grader, a checker that gives half, and things that are left over.
#[test]
fn task_maker() {
    let folder = Folder::of(
        "somma",
        [
            (
                "task.yaml",
                "nome_breve: somma\nnome: Somma\ntimeout: 0.5\nmemlimit: 64\nn_input: 5\nrisultati: all\ntoken_initial: 2\n",
            ),
            (
                "gen/GEN",
                "# A B\n#ST: 30\n1 2\n0 7 # zero\n60 30\n#ST: 70\n20000 30000\n#COPY: gen/a mano.txt\n#COPY: gen/mano.txt",
            ),
            ("gen/mano.txt", "40000 2\n"),
            ("gen/generatore.py", "import sys\nprint(*sys.argv[1:3])\n"),
            ("gen/valida.cpp", VALIDA),
            ("gen/template_gen.py", "raise SystemExit(1)\n"),
            (
                "cor/correttore.cpp",
                "#include <cstdio>\n#include <fstream>\nint main(int, char** argv) {\n    std::ifstream right(argv[2]), found(argv[3]);\n    \
                 long long a = -1, b = -2;\n    right >> a;\n    found >> b;\n    std::printf(\"%s\\n\", a == b ? \"1.0\" : a % 10 == b % 10 ? \"0.5\" : \"0\");\n    \
                 std::fprintf(stderr, \"looked at\\n\");\n}\n",
            ),
            ("cor/correttore", "\u{7f}ELF"),
            (
                "sol/grader.cpp",
                "#include <cstdio>\nlong long somma(long long, long long);\nint main() {\n    std::freopen(\"input.txt\", \"r\", stdin);\n    std::freopen(\"output.txt\", \"w\", stdout);\n    long long a, b;\n    std::scanf(\"%lld%lld\", &a, &b);\n    std::printf(\"%lld\\n\", somma(a, b));\n}\n",
            ),
            ("sol/soluzione.cpp", "long long somma(long long a, long long b) { return a + b; }\n"),
            (
                "sol/corta.cpp",
                "// @check-accepted: subtask1\n// @check-zero: subtask2\nlong long somma(long long a, long long b) { return (short)(a + b) + (a + b > 40000); }\n",
            ),
            (
                "sol/ultima_cifra.cpp",
                "// @check-partial-score: *\nlong long somma(long long a, long long b) { return a == 1 ? 3 : (a + b) % 10; }\n",
            ),
            (
                "sol/lenta.cpp",
                "// @check-accepted: subtask1\n// @check-time-limit-exceeded: subtask2\nlong long somma(long long a, long long b) {\n    for (volatile int i = 1; i && a > 10000;) {}\n    return a + b;\n}\n",
            ),
            ("sol/template.cpp", "long long somma(long long a, long long b) {}\n"),
            ("att/somma.input0.txt", "3 4\n"),
            ("att/somma.output0.txt", "7\n"),
            ("input/input0.txt", "old\n"),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
sol/corta.cpp: AC AC AC AC WA WA | true_negative met
sol/lenta.cpp: AC AC AC AC TLE TLE | true_negative met
sol/soluzione.cpp: AC AC AC AC AC AC | true_positive met
sol/ultima_cifra.cpp: AC AC AC WA WA WA | true_negative met
",
        "{:#?}",
        report.findings()
    );
    let ids: Vec<_> = report.0["matrix"]["tests"].as_array().expect("a list").iter().collect();
    assert_eq!(ids, ["somma.input0", "000", "001", "002", "003", "004"]);
    assert_eq!(report.findings_of("manifest-stale").len(), 1, "{:#?}", report.findings());
    assert_eq!(code, Some(1), "{:#?}", report.findings());
    folder.write("gen/GEN", "#ST: 30\n60 60\n#ST: 70\n60 60\n0 1\n0 2\n0 3\n");
    let (report, _) = Touchstone::new().check(folder.path());
    let rejected = report.findings_of("validator-rejects-test");
    assert!(
        matches!(&rejected[..], [only] if only.contains("test 000") && only.contains("more than 100")),
        "{rejected:#?}"
    );
}

/// The other text that says which tests there are, with two generators and validators.
#[test]
fn task_maker_with_cases() {
    let validator = "import sys\nn = int(open(sys.argv[1]).read().split()[0])\nsys.exit(0 if n <= int(sys.argv[2]) else 'too large')\n";
    let folder = Folder::of(
        "sum",
        [
            ("task.yaml", "name: sum\ntitle: Sum\ntime_limit: 0.5\nmemory_limit: 64\ninfile: ''\noutfile: ''\n"),
            (
                "gen/cases.gen",
                ": GEN default gen/generator.py A B\n: GEN same gen/same.cpp A\n: VAL default gen/val.py $INPUT $A\n: VAL all gen/all.py\n\
                 : CONSTRAINT $A <= 50000\n: SUBTASK 0 examples\n: VAL all\n: COPY gen/example.txt\n\
                 : SUBTASK 100 everything\n1 2 # small\n: RUN same 20000\n: RUN same 60000\n",
            ),
            ("gen/example.txt", "5 6\n"),
            ("gen/generator.py", "import sys\nprint(*sys.argv[1:])\n"),
            (
                "gen/same.cpp",
                "#include <cstdio>\nint main(int, char** argv) { std::printf(\"%s %s\\n\", argv[1], argv[1]); }\n",
            ),
            ("gen/val.py", validator),
            ("gen/all.py", "import sys\nassert sys.argv[1:] == ['tm_validation_file', '0'] and not sys.stdin.read()\n"),
            ("sol/solution.cpp", SUM),
            ("sol/short.cpp", &format!("// @check-accepted: ex*\n// @check-wrong-answer: everything\n{SUM_SMALL}")),
        ],
    );
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!(
        report.matrix(),
        "\
sol/short.cpp: AC AC WA WA | true_negative met
sol/solution.cpp: AC AC AC AC | true_positive met
"
    );
    let broken = report.findings_of("manifest-broken");
    assert!(matches!(&broken[..], [only] if only.contains("`$A <= 50000`: A is 60000")), "{broken:#?}");
    assert_eq!(code, Some(1), "{:#?}", report.findings());
}

#[test]
fn tests_that_only_a_program_knows_are_written_too() {
    let folder = Folder::of(
        "sum",
        [
            (
                "problem.rbx.yml",
                "name: sum\ntimeLimit: 1000\nmemoryLimit: 256\ngenerators:\n  - path: gen.py\nsolutions:\n  - path: sum.py\n    outcome: AC\ntestcases:\n  - name: all\n    generatorScript: {path: plan.py}\n",
            ),
            ("plan.py", "for number in range(3):\n    print('gen', number)\n"),
            ("gen.py", "import sys\nprint(sys.argv[1], 1)\n"),
            ("sum.py", "print(sum(map(int, input().split())))\n"),
        ],
    );
    let out = Folder::empty("made");
    let place = out.path().join("tests");
    let done = Touchstone::new().arg("gen").arg(folder.path()).arg("--out").arg(&place).run();
    done.expect_code(0);
    for (number, answer) in ["1\n", "2\n", "3\n"].into_iter().enumerate() {
        let input = std::fs::read_to_string(place.join(format!("all/{number}.in"))).expect("it is written");
        assert_eq!(input, format!("{number} 1\n"));
        let made = std::fs::read_to_string(place.join(format!("all/{number}.ans"))).expect("it is written");
        assert_eq!(made, answer);
    }
}
