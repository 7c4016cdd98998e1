//! `export`: a problem in another format is judged to the same verdicts.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
};

use e2e::{compilers::Compilers, corpus::write, touchstone::Touchstone};
use nix::sys::stat::Mode;
use serde_json::Value;
use testkit::{examples, temporary};

/// Verdicts by the name of the solution and the contents of the input. Some formats name the main solution themselves. Validators of packages do not tell WA from PE.
fn cells(folder: &Path) -> BTreeMap<(String, String), String> {
    let done = Touchstone::new().arg("check").arg(folder).args(["--format", "json"]).run();
    let report: Value = serde_json::from_str(&done.stdout).expect("a report");
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let digests: Vec<String> = list(&report["tests"]).iter().map(|test| text(&test["digest"])).collect();
    let mut cells = BTreeMap::new();
    for (digest, test) in digests.iter().zip(list(&report["tests"])) {
        cells.insert(("is valid".to_owned(), digest.clone()), test["valid"].to_string());
    }
    for (path, verdicts) in list(&report["matrix"]["solutions"]).iter().zip(list(&report["matrix"]["verdicts"])) {
        let own = || text(path).rsplit('/').next().expect("a name").to_owned();
        let name = if *path == report["problem"]["main"] { "the main solution".to_owned() } else { own() };
        for (digest, verdict) in digests.iter().zip(list(&verdicts)) {
            let verdict = text(&verdict).replace("PE", "WA");
            cells.insert((name.clone(), digest.clone()), verdict);
        }
    }
    assert!(!cells.is_empty(), "{}", done.stderr);
    cells
}

#[track_caller]
fn is_judged_alike(problem: &str, target: &str) {
    let place = temporary::folder();
    let out = place.path().join("out");
    let from = examples::folder(problem);
    Touchstone::new().args(["export", target]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
    assert_eq!(cells(&out), cells(&from), "{problem} as {target}");
}

#[test]
fn a_plain_folder_with_a_checker_of_its_own_as_a_legacy_package() {
    is_judged_alike("two-parcels", "icpc-legacy");
}

#[test]
fn a_plain_folder_as_a_polygon_package() {
    is_judged_alike("two-parcels", "polygon");
}

#[test]
fn a_plain_folder_as_a_task_of_cms() {
    is_judged_alike("two-parcels", "cms");
}

#[test]
fn validators_of_kattis_as_tools_of_testlib_and_of_cms() {
    // One in C++ for outputs, and one in Python for inputs.
    is_judged_alike("firmware-order", "plain");
    is_judged_alike("firmware-order", "cms");
}

/// Their exit codes stand in `main`, which becomes a header, and a header of theirs comes along.
#[test]
fn small_validators_of_kattis_are_read_as_they_were_wrapped() {
    let place = temporary::folder();
    let from = place.path().join("from");
    let parts = "#pragma once\nstatic int told(bool is_right) { return is_right ? 42 : 43; }\n";
    let checker = "#include <cstdio>\n#include \"told.h\"\nint main(int, char** v) { long long n, a, b; FILE* in = fopen(v[1], \"r\"); \
                   if (fscanf(in, \"%lld\", &n) != 1) return 1; return scanf(\"%lld %lld\", &a, &b) != 2 ? 43 : told(a + b == n); }\n";
    let validator = "#include <cstdio>\nint main() { int n; return scanf(\"%d\", &n) == 1 && n <= 9 ? 42 : 43; }\n";
    let files = [
        ("problem.yaml", "problem_format_version: 2025-09\nname: Parts\nlimits:\n  time_limit: 5\n"),
        ("output_validators/check/check.cpp", checker),
        ("output_validators/check/told.h", parts),
        ("input_validators/val.cpp", validator),
        ("data/secret/1.in", "5\n"),
        ("data/secret/1.ans", "2 3\n"),
        ("data/secret/2.in", "10\n"),
        ("data/secret/2.ans", "5 5\n"),
        ("submissions/accepted/sol.py", "print(0, input())\n"),
        ("submissions/wrong_answer/wa.py", "print(1, input())\n"),
    ];
    files.iter().for_each(|(path, text)| write(&from.join(path), text));
    let told = cells(&from);
    let count = |word: &str| told.values().filter(|one| *one == word).count();
    assert_eq!((count("true"), count("false"), count("AC"), count("WA")), (1, 1, 2, 2));
    for target in ["plain", "hydro"] {
        let out = place.path().join(target);
        Touchstone::new().args(["export", target]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
        assert_eq!(cells(&out), told, "{target}");
    }
}

#[test]
fn checkers_that_print_what_they_think() {
    // One of CMS, which gives half of the points, and one of SIO2.
    is_judged_alike("stair-lamps", "polygon");
    is_judged_alike("stair-lamps", "icpc-legacy");
    is_judged_alike("planks", "hydro");
    is_judged_alike("planks", "icpc-legacy");
}

#[test]
fn a_checker_in_python_that_prints_the_share() {
    let place = temporary::folder();
    let from = place.path().join("from");
    let checker = "import sys\n_, answer, output = (open(path).read().split() for path in sys.argv[1:4])\nprint(1.0 if output \
                   == answer else 0.5 if output else 0)\nprint(\"compared\", file=sys.stderr)\n";
    for (name, text) in [
        ("task.yaml", "name: sum\ntime_limit: 10\nmemory_limit: 256\ninfile: ''\noutfile: ''\n"),
        ("gen/GEN", "#ST: 100\n#COPY: gen/7.txt\n"),
        ("gen/7.txt", "7\n"),
        ("sol/solution.py", "print(input())\n"),
        ("sol/other.py", "# @check-wrong-answer: *\nprint(int(input()) + 1)\n"),
        ("check/checker.py", checker),
    ] {
        write(&from.join(name), text);
    }
    for target in ["plain", "icpc-legacy", "icpc-2025-09"] {
        let out = place.path().join(target);
        Touchstone::new().args(["export", target]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
        let judged = cells(&out);
        let verdicts: Vec<&str> = judged.values().map(String::as_str).filter(|one| one.len() == 2).collect();
        assert_eq!((verdicts.len(), judged.len()), (2, cells(&from).len()), "{target}");
        assert!(verdicts.contains(&"AC") && verdicts.contains(&"WA"), "{target}: {verdicts:?}");
    }
}

#[test]
fn graders_and_stubs_of_tps_as_those_of_cms() {
    is_judged_alike("signal-towers", "cms");
    is_judged_alike("blind-scales", "cms");
}

#[test]
fn files_beside_a_validator_come_along() {
    is_judged_alike("stair-lamps", "cms");
}

#[test]
fn an_interactor_as_a_manager_of_cms() {
    is_judged_alike("quiet-room", "cms");
}

/// A plain folder with a test, a right and a wrong solution, and another file.
fn small_folder(place: &Path, name: &str, text: &str, settings: &str) {
    write(&place.join("sol.py"), "print(input())\n");
    write(&place.join("wrong.py"), "print(int(input()) + 1)\n");
    write(&place.join("tests/1.in"), "7\n");
    write(&place.join("tests/1.ans"), "7\n");
    write(&place.join("touchstone.toml"), &format!("main = \"sol.py\"\n{settings}[limits]\ntime_ms = 10000\n"));
    write(&place.join(name), text);
}

#[test]
fn what_a_checker_prints_is_no_score_of_cms() {
    let place = temporary::folder();
    let (from, out) = (place.path().join("from"), place.path().join("out"));
    let checker = "import sys\nprint(\"I am\", __file__)\n_, output, answer = (open(path).read().split() for path in \
                   sys.argv[1:4])\nsys.exit(0 if output == answer else 1)\n";
    small_folder(&from, "check.py", checker, "checker = \"check.py\"\n");
    Touchstone::new().args(["export", "cms"]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
    let judged = cells(&out);
    assert_eq!(judged, cells(&from));
    let verdicts: Vec<&str> = judged.values().map(String::as_str).filter(|one| one.len() == 2).collect();
    assert_eq!(verdicts, ["AC", "WA"]);
}

#[test]
fn what_stays_out_is_listed() {
    let place = temporary::folder();
    let (from, out) = (place.path().join("from"), place.path().join("out"));
    small_folder(&from, "ideas.odt", "perhaps\n", "");
    for hidden in [".git/config", ".touchstone/prompts/fix.md", "__pycache__/sol.pyc", ".sol.py.swp"] {
        write(&from.join(hidden), "x\n");
    }
    let done = Touchstone::new().args(["export", "plain"]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
    let listed = "these files do not come along:\n  ideas.odt\n  .git\n  .sol.py.swp\n  .touchstone\n  __pycache__\n";
    assert!(done.stdout.contains(listed), "{}", done.stdout);
    assert!(!out.join(".git").exists() && !out.join("ideas.odt").exists());
}

/// Talks on when nobody listens any more.
const TALKS_ON: &str = "#include <fstream>\n#include <iostream>\n\nint main(int, char **argv) {\n    int wanted = 0, found = \
                        -1;\n    std::ifstream(argv[1]) >> wanted;\n    std::cerr << \"begun\" << std::endl;\n    std::cin >> \
                        found;\n    std::cout << \"thanks\" << std::endl;\n    std::ofstream(argv[2]) << found;\n    return \
                        found == wanted ? 0 : 1;\n}\n";

#[test]
fn a_manager_of_cms_writes_one_file_alone_and_outlives_solutions() {
    let place = temporary::folder();
    let (from, out, sandbox) = (place.path().join("from"), place.path().join("out"), place.path().join("sandbox"));
    small_folder(&from, "interactor.cpp", TALKS_ON, "[roles]\n\"interactor.cpp\" = \"interactor\"\n");
    Touchstone::new().args(["export", "cms"]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
    let manager = place.path().join("manager");
    let built = Command::new("g++").arg(out.join("check/manager.cpp")).arg("-o").arg(&manager).status();
    assert!(built.expect("g++ can be started").success());
    // CMS lays the input there, and the manager's own name for it cannot be written.
    write(&sandbox.join("input.txt"), "7\n");
    std::fs::create_dir(sandbox.join("manager_input.txt")).expect("a folder can be made");
    let pipe = |name: &str| {
        let path = place.path().join(name);
        nix::unistd::mkfifo(&path, Mode::S_IRWXU).expect("a pipe can be made");
        // With both ends, so that nobody waits to open it.
        (File::options().read(true).write(true).open(&path).expect("it is there"), path)
    };
    let ((mut said, from_solution), (heard, to_solution)) = (pipe("from_solution"), pipe("to_solution"));
    let mut command = Command::new(manager);
    command.arg(from_solution).arg(to_solution).current_dir(&sandbox);
    let streams = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().expect("it can be started");
    let mut line = String::new();
    BufReader::new(child.stderr.take().expect("it is piped")).read_line(&mut line).expect("it is a text");
    assert_eq!(line, "begun\n");
    drop(heard);
    said.write_all(b"7\n").expect("it fits into the pipe");
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success(), "{}", ended.status);
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "1.0\n");
    assert_eq!(std::fs::read_to_string(sandbox.join("output.txt")).expect("it is there"), "7");
}

#[test]
fn groups_with_points_as_subtasks_of_hydro() {
    is_judged_alike("warm-spell", "hydro");
}

#[test]
fn an_interactive_problem_for_hydro() {
    is_judged_alike("quiet-room", "hydro");
}

#[test]
fn domjudge_reads_flags_in_the_manifest_alone() {
    let place = temporary::folder();
    let out = place.path().join("sum");
    Touchstone::new().args(["new", "--format", "domjudge"]).arg(&out).run().expect_code(0);
    // The template has no checker, so words are compared as they are.
    let manifest = std::fs::read_to_string(out.join("problem.yaml")).expect("it is there");
    assert!(manifest.contains("validation: default\n"), "{manifest}");
    assert!(manifest.contains("validator_flags: \"case_sensitive\"\n"), "{manifest}");
    assert!(!out.join("data/testdata.yaml").exists());
}

#[test]
fn a_new_folder_in_each_format_passes() {
    for format in ["plain", "polygon", "icpc-legacy", "icpc-2025-09", "domjudge", "cms", "hydro"] {
        let place = temporary::folder();
        let out = place.path().join("sum");
        Touchstone::new().args(["new", "--format", format]).arg(&out).run().expect_code(0);
        let (report, code) = Touchstone::new().check(&out);
        assert_eq!(code, Some(0), "{format}: {:#?}", report.findings());
        let refused = Touchstone::new().args(["new", "--format", format]).arg(&out).run().expect_code(2);
        assert!(refused.stderr.contains("sum"), "{}", refused.stderr);
    }
}

#[test]
fn a_place_that_is_taken_is_refused_before_anything_runs() {
    let (place, compilers) = (temporary::folder(), Compilers::new());
    let refused = Touchstone::with_empty_home().env("PATH", compilers.path()).args(["export", "plain"]);
    let refused = refused.arg(examples::folder("two-parcels")).arg("--out").arg(place.path()).run().expect_code(2);
    assert!(refused.stderr.contains("is there already"), "{}", refused.stderr);
    assert_eq!(compilers.called(), [""; 0]);
}

#[test]
fn nothing_is_written_over() {
    let place = temporary::folder();
    let out = place.path().join("out");
    std::fs::create_dir(&out).expect("a folder");
    let from = examples::folder("two-parcels");
    let refused = Touchstone::new().args(["export", "plain"]).arg(from).arg("--out").arg(&out).run().expect_code(2);
    assert!(refused.stderr.contains("is there already"), "{}", refused.stderr);
    assert_eq!(std::fs::read_dir(&out).expect("it is there").count(), 0);
}

/// What a program that was exported writes to standard error, and its exit code.
fn said(program: &mut Command) -> (String, Option<i32>) {
    let done = program.output().expect("it starts");
    (String::from_utf8_lossy(&done.stderr).into_owned(), done.status.code())
}

#[test]
fn checkers_of_hydro_say_in_words_what_they_mean() {
    let python = "import sys\n_, output, answer = (open(path).read().split() for path in sys.argv[1:4])\n\
                  print(\"seen\", file=sys.stderr)\nsys.exit(0 if output == answer else 1)\n";
    let cpp = "#include <fstream>\n#include <iostream>\nint main(int, char **argv) {\n    std::ifstream output(argv[2]), \
               answer(argv[3]);\n    int one = -1, other = -2;\n    output >> one;\n    answer >> other;\n    std::cerr << \
               \"seen\\n\";\n    return one == other ? 0 : 1;\n}\n";
    for (name, text) in [("check.py", python), ("check.cpp", cpp)] {
        let place = temporary::folder();
        let (from, out) = (place.path().join("from"), place.path().join("out"));
        small_folder(&from, name, text, &format!("checker = \"{name}\"\n"));
        Touchstone::new().args(["export", "hydro"]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
        let data = out.join("testdata");
        let mut command = match name {
            "check.py" => vec!["python3".to_owned(), data.join(name).display().to_string()],
            _ => {
                let binary = place.path().join("check").display().to_string();
                let built = Command::new("g++").args(["-o", &binary]).arg(data.join(name)).status();
                assert!(built.expect("g++ starts").success());
                vec![binary]
            }
        };
        let program = command.remove(0);
        let ask = |output: &str| {
            let mut asked = Command::new(&program);
            asked.args(&command).current_dir(place.path()).args([
                data.join("1.in"),
                data.join(output),
                data.join("1.out"),
            ]);
            said(&mut asked)
        };
        write(&data.join("wrong.out"), "8\n");
        assert_eq!(ask("1.out"), ("ok seen\n".to_owned(), Some(0)), "{name}");
        assert_eq!(ask("wrong.out"), ("wrong answer seen\n".to_owned(), Some(1)), "{name}");
    }
}

#[test]
fn what_is_lost_is_said() {
    let place = temporary::folder();
    let from = place.path().join("from");
    small_folder(
        &from,
        "gen.cpp",
        "#include \"testlib.h\"\nint main(int argc, char **argv) {\n    registerGen(argc, argv, 1);\n    println(opt<int>(1));\n}\n",
        "",
    );
    write(&from.join("script.txt"), "gen 5\ngen \"6\n");
    write(&from.join("statement.pdf"), "%PDF-1.4\n");
    write(&from.join("other.py"), "# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\nprint(int(input()) + 1)\n");
    for target in ["hydro", "domjudge"] {
        let out = place.path().join(target);
        let done = Touchstone::new().args(["export", target]).arg(&from).arg("--out").arg(&out).run().expect_code(0);
        assert!(done.stdout.contains("what cannot be read in script.txt, line 2: "), "{target}: {}", done.stdout);
        assert!(!done.stdout.contains("there is no statement"), "{target}: {}", done.stdout);
    }
    let out = place.path().join("domjudge");
    assert!(out.join("problem_statement/problem.pdf").is_file());
    let other = std::fs::read_to_string(out.join("submissions/mixed/other.py")).expect("it is there");
    let tags: Vec<&str> = other.lines().filter(|line| line.contains("@EXPECTED_RESULTS@")).collect();
    assert_eq!(tags, ["# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT"], "{other}");
}
