//! Programs that packages build or run by scripts of their own.

use e2e::touchstone::Touchstone;
use serde_json::json;
use testkit::folder::Folder;

/// An input validator that `build` makes of two sources, one of which is started by the other.
const BUILD: &str =
    "#!/bin/sh\nset -e\ncc -O1 -o helper helper.c\nprintf '#!/bin/sh\\nexec ./helper \"$@\"\\n' > run\n";
const HELPER: &str =
    "#include <stdio.h>\nint main(void) { int n; return scanf(\"%d\", &n) == 1 && n <= 9 ? 42 : 43; }\n";
/// An output validator whose `run` is a script for another interpreter.
const RUN: &str = "#!/usr/bin/env python3\nimport sys\nimport same\nsys.exit(42 if same.same(sys.stdin.read(), \
                   open(sys.argv[2]).read()) else 43)\n";
const SAME: &str = "def same(a, b):\n    return a.split() == b.split()\n";

fn package() -> Folder {
    Folder::of(
        "scripts",
        [
            ("problem.yaml", "name: Scripts\nvalidation: custom\nlimits: {memory: 256}\n"),
            (".timelimit", "2\n"),
            ("problem_statement/problem.en.tex", "Print the number."),
            ("data/secret/1.in", "3\n"),
            ("data/secret/1.ans", "3\n"),
            ("data/secret/2.in", "4\n"),
            ("data/secret/2.ans", "4\n"),
            ("data/invalid_input/large.in", "10\n"),
            ("input_validators/made/build", BUILD),
            ("input_validators/made/helper.c", HELPER),
            ("output_validators/same/run", RUN),
            ("output_validators/same/same.py", SAME),
            ("submissions/accepted/right.py", "print(input())\n"),
            ("submissions/wrong_answer/three.py", "print(3)\n"),
        ],
    )
}

/// With settings of the person's own that allow scripts.
fn allowed() -> Touchstone {
    let touchstone = Touchstone::new();
    let config = touchstone.home().join(".config/touchstone");
    std::fs::create_dir_all(&config).expect("it can be made");
    std::fs::write(config.join("config.toml"), "allow_scripts = true\n").expect("it can be written");
    touchstone
}

#[test]
fn scripts_run_when_the_person_has_allowed_them() {
    let folder = package();
    let (report, code) = Touchstone::new().check(folder.path());
    assert_eq!((&report.0["metrics"]["tpr"], code), (&json!(null), Some(1)), "nothing is judged by other means");
    let said = report.findings_of("tool-missing");
    assert_eq!(said.len(), 2, "{said:?}");
    for (line, path) in said.iter().zip(["input_validators/made", "output_validators/same"]) {
        assert!(line.contains(&format!("{path} is built or run by scripts of its own")), "{line}");
        assert!(line.contains("`allow_scripts = true`"), "{line}");
    }
    // A folder cannot allow them.
    folder.write("touchstone.toml", "allow_scripts = true\n");
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.findings_of("tool-missing").len(), 2);
    assert_eq!(report.findings_of("setting-not-allowed-here").len(), 1);
    folder.remove("touchstone.toml");

    let (report, code) = allowed().check(folder.path());
    assert_eq!(
        report.matrix(),
        "submissions/accepted/right.py: AC AC | true_positive met\nsubmissions/wrong_answer/three.py: AC WA | true_negative met\n"
    );
    assert_eq!(report.findings_of("tool-missing"), Vec::<String>::new());
    assert_eq!((&report.test("secret/1")["valid"], code), (&json!(true), Some(0)));
    // What `build` objects to is an error there.
    folder.write("input_validators/made/helper.c", "int main(void) { return }\n");
    let (report, code) = allowed().check(folder.path());
    let said = report.findings_of("build-failed");
    assert!(said.len() == 1 && said[0].contains("input_validators/made/build:1: `build` failed"), "{said:?}");
    assert_eq!(code, Some(1));
}

/// A task whose inputs are made by a script that compiles another program beside it.
#[test]
fn an_ingen_in_shell() {
    const INGEN: &str = "#!/bin/bash\nset -e\ncc -o ../prog/writer ../prog/more/writer.c\nfor n in 1 2; do\n    \
                         ../prog/writer $n > abc${n}a.in\ndone\n";
    const WRITER: &str = "#include <stdio.h>\nint main(int n, char** words) { puts(n > 1 ? words[1] : \"0\"); }\n";
    let folder = Folder::of(
        "abc",
        [
            ("config.yml", "title: A\ntime_limit: 2000\nmemory_limit: 262144\nscores: {1: 40, 2: 60}\n"),
            ("prog/abcingen.sh", INGEN),
            ("prog/more/writer.c", WRITER),
            ("prog/abc.py", "print(input())\n"),
            ("prog/abcb1.py", "print(1)\n"),
            ("in/abc0.in", "7\n"),
        ],
    );
    let (report, _) = Touchstone::new().check(folder.path());
    assert_eq!(report.matrix(), "prog/abc.py: AC | true_positive met\nprog/abcb1.py: WA | true_negative met\n");
    assert_eq!(report.findings_of("no-tests").len(), 1, "which tests there are is not known");
    let (report, _) = allowed().check(folder.path());
    assert_eq!(
        report.matrix(),
        "prog/abc.py: AC AC AC | true_positive met\nprog/abcb1.py: WA AC WA | true_negative met\n"
    );
    assert_eq!(report.findings_of("no-tests"), Vec::<String>::new());
    assert_eq!(report.0["solutions"][1]["score"], json!(40.0));
}
