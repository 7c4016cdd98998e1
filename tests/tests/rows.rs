//! `touchstone rows`: datasets in, problem folders out, and back.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use e2e::{
    process,
    report::Report,
    touchstone::{Done, Touchstone},
};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use testkit::{
    examples::{self, here},
    folder::{self, Folder},
    temporary, wait,
};

const PATIENCE: Duration = Duration::from_secs(120);

fn rows(args: &[&str]) -> Touchstone {
    Touchstone::new().arg("rows").args(args)
}

fn import(file: &Path, into: &Path, more: &[&str]) -> Done {
    rows(&["import"]).arg(file).arg("--into").arg(into).args(more).run()
}

fn check(folder: &Path) -> Report {
    Touchstone::new().check(folder).0
}

fn lines_of(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// The verdicts of each solution by its source, in the order of the tests.
fn matrix(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let report = check(folder);
    let paths = report.0["matrix"]["solutions"].as_array().expect("a list").clone();
    let row = |path: &Value| {
        let path = path.as_str().expect("a path");
        let code = fs::read_to_string(folder.join(path)).expect("it is there");
        (code, report.verdicts(path).into_iter().map(str::to_owned).collect())
    };
    paths.iter().map(row).collect()
}

#[test]
fn what_is_exported_and_imported_gets_the_same_verdicts() {
    let original = examples::folder("two-parcels");
    let before = matrix(&original);
    for format in ["codecontests-plus", "codecontests-o", "hardtests", "codecontests", "livecodebench", "commonoj"] {
        let place = temporary::folder();
        let file = place.path().join("rows.jsonl");
        let export = rows(&["export", "--format", format, "--out"]).arg(&file).arg(&original).run().expect_code(0);
        assert_eq!(export.stdout, "", "{format}");
        let text = fs::read_to_string(&file).expect("it is there");
        assert_eq!(text.lines().count(), 1, "{format}");
        let row: Value = serde_json::from_str(text.trim()).expect("one JSON object");
        if format == "codecontests-plus" {
            assert_eq!((&row["true_positive_rate"], &row["true_negative_rate"]), (&json!(1.0), &json!(6.0 / 7.0)));
            assert_eq!(row["test_cases"].as_array().expect("a list").len(), 11);
        }
        import(&file, place.path(), &[]).expect_code(0);
        let after = matrix(&place.path().join("two-parcels"));
        assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "{format}");
        assert_eq!(after, before, "{format}");
    }
}

#[test]
fn a_row_of_each_dataset_is_a_folder_with_the_expected_verdicts() {
    let with = |file: &str| here("fixtures/rows").join(format!("{file}.jsonl"));
    for (format, folder, others) in [
        ("codecontests-plus", "9001_A", None),
        ("codecontests-o", "9001_A-Two-Shelves", Some("codecontests")),
        ("codecontests", "9001_A-Two-Shelves", None),
        ("hardtests", "atcoder_abc900_a", None),
        ("livecodebench", "abc900_a", Some("livecodebench-solutions")),
        ("commonoj", "9001", None),
    ] {
        let place = temporary::folder();
        let mut command = rows(&["import", "--into"]).arg(place.path()).arg(with(format));
        if let Some(others) = others {
            command = command.arg("--with").arg(with(others));
        }
        let done = command.run().expect_code(0);
        // Those of CodeContests, and CommonOJ's, have one in Java, which a machine may not have.
        let n_correct = if format.starts_with("codecontests") || format == "commonoj" { 3 } else { 2 };
        let told = format!("{folder}: {n_correct} correct and 3 wrong solutions, 4 tests");
        assert!(done.stdout.starts_with(&told), "{done:?}");
        let report = check(&place.path().join(folder));
        let matrix = report.matrix();
        let everywhere =
            matrix.lines().filter(|line| !line.split(": ").next().is_some_and(|path| path.ends_with(".java")));
        let mut verdicts: Vec<String> = everywhere.map(str::to_owned).collect();
        verdicts.iter_mut().for_each(|line| *line = line.split_once(": ").expect("a path").1.to_owned());
        verdicts.sort();
        let expected = [
            "AC AC AC AC | true_positive met",
            "AC AC AC AC | true_positive met",
            "AC AC AC WA | true_negative met",
            "AC AC RTE RTE | true_negative met",
            "WA WA WA WA | true_negative met",
        ];
        assert_eq!(verdicts, expected, "{format}");
        let serious: Vec<_> = report.findings().into_iter().filter(|finding| finding.starts_with("error")).collect();
        assert!(serious.is_empty(), "{format}: {serious:?}");
    }
}

#[test]
fn bad_lines_are_named_and_the_others_are_imported() {
    let good = fs::read_to_string(here("fixtures/rows/codecontests-plus.jsonl")).expect("it is there");
    let good: Value = serde_json::from_str(&good).expect("one JSON object");
    let with = |changes: Value| {
        let mut row = good.clone();
        row.as_object_mut().expect("an object").extend(changes.as_object().expect("an object").clone());
        row
    };
    let text = lines_of(&[good.clone(), with(json!({"id": "../../outside\u{1b}[2J"})), with(json!({"id": "9001_a"}))])
        + "{\"id\": \n\n{\"x\": 1}\n"
        + &lines_of(&[
            with(json!({"id": "quiet", "description": ""})),
            with(json!({"id": "alone", "correct_submissions": []})),
            json!({"pid": "bomb", "test_cases": "Y29zCnN5c3RlbQ=="}),
        ]);
    let place = temporary::folder();
    let file = place.path().join("rows.jsonl");
    fs::write(&file, text).expect("it can be written");
    let into = place.path().join("problems");
    let done = import(&file, &into, &[]).expect_code(1);
    let errors: Vec<&str> = done.stderr.lines().collect();
    let expected = [
        "error: line 4: it cannot be read as a row: EOF while parsing a value",
        "error: line 6: its fields (x) are those of no known dataset",
        "line 7: quiet is not eligible because it has no statement",
        "line 8: alone is not eligible because it has no correct solution",
        "error: line 9: its tests cannot be decoded: they are no zlib stream",
        "3 of 8 rows imported into ",
    ];
    for (line, start) in errors.iter().zip(expected) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    let names = |at: &Path| -> Vec<String> {
        let entries = fs::read_dir(at).expect("it can be listed").flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    // Nothing is left outside, and a name that differs in its case alone is another one.
    assert_eq!(names(&into), ["9001_A", "9001_a-2", "outside-2J"]);
    assert_eq!(names(place.path()), ["problems", "rows.jsonl"]);
    // What is there is not overwritten.
    let before = folder::contents(&into);
    let again = import(&file, &into, &["--only", "9001_A", "nobody"]).expect_code(1);
    assert!(again.stderr.contains("error: line 1: "), "{}", again.stderr);
    assert!(again.stderr.contains("9001_A is there already; remove it, or choose another place"), "{}", again.stderr);
    assert!(again.stderr.contains("error: no row is named nobody"), "{}", again.stderr);
    assert_eq!(folder::contents(&into), before);
    let all = place.path().join("all");
    let done = import(&file, &all, &["--all", "--only", "quiet", "--max-solutions", "1"]).expect_code(1);
    assert!(done.stdout.starts_with("quiet: 1 correct and 1 wrong solutions, 4 tests\n"), "{}", done.stdout);
}

#[test]
fn htg_23_near_duplicates_are_left_out() {
    let good = fs::read_to_string(here("fixtures/rows/commonoj.jsonl")).expect("it is there");
    let mut again: Value = serde_json::from_str(&good).expect("one JSON object");
    again["id"] = json!("copy");
    again["content"] = json!(format!("{} Good luck!", again["content"].as_str().expect("a text")));
    let place = temporary::folder();
    let file = place.path().join("rows.jsonl");
    fs::write(&file, good.clone() + &lines_of(&[again]) + &good).expect("it can be written");
    let done = import(&file, &place.path().join("out"), &["--dedup"]).expect_code(0);
    assert!(done.stderr.contains("line 2: copy is left out as a near-duplicate of 9001: their statements have "));
    assert!(
        done.stderr.contains("line 3: 9001 is left out, since an earlier row has the same name"),
        "{}",
        done.stderr
    );
    assert!(done.stderr.contains("1 of 3 rows imported into "), "{}", done.stderr);
}

#[test]
fn nothing_of_a_row_is_run_by_an_import() {
    let place = temporary::folder();
    let trap = place.path().join("trap");
    let touch = format!("open({:?}, 'w')", trap.display().to_string());
    let row = json!({
        "pid": "trap", "question_content": "Print 1.",
        "solutions": [{"code": format!("{touch}\nprint(1)\n"), "language": "python3"}],
        "test_cases_kit": {
            "LLMGen": ["1\n"], "RPGen": {"code": format!("{touch}\ndef gen_range_based_input():\n    return '1'\n"),
            "func_names": ["gen_range_based_input"]}, "input_validator": format!("{touch}\ndef f(x):\n    return True\n"),
        },
    });
    let file = place.path().join("rows.jsonl");
    fs::write(&file, lines_of(&[row])).expect("it can be written");
    // Without compilers and interpreters there is nothing that could run it.
    let into = place.path().join("out");
    let command = rows(&["import", "--into"]).arg(&into).arg(&file).env("PATH", "/nowhere");
    command.run().expect_code(0);
    assert!(!trap.exists() && into.join("trap/val.py").exists());
}

#[test]
fn htg_18_ccp_4_rows_tell_where_tests_come_from_and_commands_make_more_of_them() {
    let generator = "#include \"testlib.h\"\n#include <iostream>\nint main(int argc, char* argv[]) {\n    registerGen(argc, argv, 1);\n    \
                     opt<std::string>(\"type\");\n    if (opt(\"fixed\", false)) std::cout << \"1 1\\n\";\n    \
                     else std::cout << rnd.next(1, 1000000) << \" \" << rnd.next(1, 1000000) << \"\\n\";\n}\n";
    let solution = "a, b = map(int, input().split())\nprint(a + b)\n";
    let problem = Folder::of(
        "sum",
        [
            ("gen.cpp", generator),
            ("sol.py", solution),
            ("statement.md", "# Sum\n\nPrint a + b.\n"),
            ("tests/1.in", "7 7\n"),
            (
                "script.txt",
                "gen -type rp > $\ngen -type sp:even > $\ngen -type hack:big -fixed > $\ngen -type sp:odd > $\n",
            ),
        ],
    );
    let exported = |more: &[&str]| -> Value {
        let done = rows(&["export"]).args(more).arg(problem.path()).run().expect_code(0);
        serde_json::from_str(&done.stdout).expect("one JSON object")
    };
    let row = exported(&["--format", "hardtests"]);
    let expected = json!({"LLMGen": [0], "RPGen": [[1]], "SPGen": [[2], [4]], "HackGen": [[3]]});
    assert_eq!(row["mapping"], expected);
    let row = exported(&["--format", "codecontests-o"]);
    let commands =
        json!(["./gen -type rp", "./gen -type sp:even", "./gen -type hack:big -fixed", "./gen -type sp:odd"]);
    assert_eq!((&row["commands"], &row["results"]), (&commands, &json!([])));
    assert_eq!(row["corner_cases"][0], json!({"input": {"stdin": "7 7\n"}, "output": {"stdout": "14\n"}}));
    // Three of the four commands use their seed.
    let row = exported(&["--times", "3"]);
    assert_eq!(row["test_cases"].as_array().expect("a list").len(), 5 + 2 * 3);
    assert!(
        row["generator_cmd"].as_str().expect("a text").contains("./gen -type sp:odd s3"),
        "{}",
        row["generator_cmd"]
    );
}

#[test]
fn folders_that_rows_cannot_hold_are_said() {
    let place = temporary::folder();
    let file = place.path().join("rows.jsonl");
    let interactive = examples::folder("quiet-room");
    let done =
        rows(&["export", "--out"]).arg(&file).arg(&interactive).arg(place.path().join("none")).run().expect_code(1);
    assert!(done.stderr.contains("it is interactive, and rows have no place for an interactor"), "{}", done.stderr);
    assert!(done.stderr.contains("is no folder"), "{}", done.stderr);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "");
}

/// What Python packs is read, and what is packed here Python reads.
#[test]
fn python_reads_what_is_packed() {
    let done = rows(&["export", "--format", "hardtests"]).arg(examples::folder("badge-race")).run().expect_code(0);
    let script = "import base64, json, pickle, sys, zlib\n\
                  row = json.load(sys.stdin)\n\
                  tests = json.loads(pickle.loads(zlib.decompress(base64.b64decode(row['test_cases']))))\n\
                  print(len(tests), sorted(tests[0]), sum(len(numbers) for numbers in [row['mapping']['LLMGen']]))\n";
    let place = temporary::folder();
    let file = place.path().join("row.json");
    fs::write(&file, done.stdout).expect("it can be written");
    let input = fs::File::open(&file).expect("it is there");
    let output = std::process::Command::new("python3").args(["-c", script]).stdin(input).output();
    let output = output.expect("python3 can be started");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "8 ['input', 'output'] 8", "{output:?}");
}

#[test]
fn rows_are_judged_straight_through_and_go_on_where_they_were() {
    let original = examples::folder("two-parcels");
    let place = temporary::folder();
    let (file, out) = (place.path().join("rows.jsonl"), place.path().join("out.jsonl"));
    rows(&["export", "--out"]).arg(&file).arg(&original).run().expect_code(0);
    let row = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, format!("{row}{{\"no\": 1}}\n{row}")).expect("it can be written");
    let judge = || rows(&["judge"]).arg(&file).arg("--out").arg(&out).run();
    let done = judge().expect_code(1);
    assert_eq!(done.stdout, "3 rows, 2 with both shares: mean TPR 100.0 %, mean TNR 85.7 %; 1 could not be judged\n");
    let whole = fs::read_to_string(&out).expect("it is there");
    let lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&lines[0]["tpr"], &lines[0]["tnr"]), (&json!(1.0), &json!(6.0 / 7.0)));
    assert!(lines[1]["error"].as_str().is_some_and(|why| why.contains("no known dataset")), "{whole}");
    // As a run leaves it that was killed while it wrote.
    let half = whole.len() - 20;
    fs::write(&out, &whole[..half]).expect("it can be written");
    let again = judge().expect_code(1);
    assert!(again.stderr.contains("2 rows are done already"), "{again:?}");
    assert_eq!((again.stdout, fs::read_to_string(&out).expect("it is there")), (done.stdout, whole));
    fs::write(&file, format!("{row}{row}")).expect("it can be written");
    let other = judge().expect_code(2);
    assert!(other.stderr.contains("line 2 of"), "{other:?}");
}

#[test]
fn rows_that_are_not_judged_say_why() {
    let place = temporary::folder();
    let (file, out) = (place.path().join("rows.jsonl"), place.path().join("out.jsonl"));
    let row = |checker: Value, tests: Value| {
        json!({
            "source": "own", "id": "one", "title": "one", "description": "", "time_limit": 1000, "memory_limit": 64,
            "validator": null, "generator": null, "generator_cmd": "", "checker": checker,
            "correct_submissions": [
                { "code": "int puts(const char *);\nint main(void) { puts(\"5\"); }\n", "language": "c" },
                { "code": "int main(void) { return }\n", "language": "c" },
            ],
            "incorrect_submissions": [], "test_cases": tests,
        })
    };
    let tests = json!([{ "input": "1\n", "output": "5\n" }]);
    let whole = row(Value::Null, tests.clone());
    // What is no program is not left out in silence: nothing would be judged as the row wants it.
    let broken = row(json!("int mein( broken"), tests);
    fs::write(&file, format!("{whole}\n\n{broken}\n{}\n", row(Value::Null, json!([])))).expect("it is ours");
    let done = rows(&["judge"]).arg(&file).arg("--out").arg(&out).run().expect_code(1);
    assert_eq!(done.stdout, "3 rows, 0 with both shares: mean TPR -, mean TNR -; 2 could not be judged\n");
    let lines = fs::read_to_string(&out).expect("it is there");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let why = |line: &Value, at: usize| line["why_not_judged"][at].as_str().unwrap_or_default().to_owned();
    assert_eq!((&lines[0]["tpr"], &lines[0]["correct"]), (&json!(1.0), &json!(2)), "{lines:#?}");
    assert_eq!(lines[0]["judged"], json!({ "correct": 1, "wrong": 0 }));
    assert!(why(&lines[0], 0).starts_with("solutions/accepted/ac-002.c:1: "), "{lines:#?}");
    assert_eq!(lines[1]["tpr"], Value::Null, "{lines:#?}");
    assert!(why(&lines[1], 0).starts_with("checker.cpp:1: "), "{lines:#?}");
    assert_eq!((&lines[2]["tpr"], why(&lines[2], 0).as_str()), (&Value::Null, "there is no test"), "{lines:#?}");
    assert!(done.stderr.contains("row 2 (one): TPR -, TNR -, since checker.cpp:1: "), "{done:?}");
    assert!(done.stderr.contains("row 3 (one): TPR -, TNR -, since there is no test; "), "{done:?}");
}

/// A row whose wrong solution runs until its time is up, under the name of that word.
pub(crate) fn row_that_runs(word: &str, time_ms: u32) -> String {
    let right = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }\n";
    let wrong = format!(
        "#include <string.h>\nint main(int argc, char **argv) {{ memset(argv[0], 0, strlen(argv[0])); strcpy(argv[0], \"./{word}\"); volatile int x = argc; while (x) {{}} }}\n"
    );
    let row = json!({
        "source": "own", "id": word, "title": word, "description": "", "time_limit": time_ms, "memory_limit": 64,
        "validator": null, "generator": null, "generator_cmd": "", "checker": null,
        "correct_submissions": [{ "code": right, "language": "c" }],
        "incorrect_submissions": [{ "code": wrong, "language": "c" }],
        "test_cases": [{ "input": "1\n", "output": "1\n" }, { "input": "2\n", "output": "2\n" }],
    });
    format!("{row}\n")
}

#[test]
fn rows_under_way_leave_nothing_when_somebody_stops_them() {
    let place = temporary::folder();
    let temporaries = place.path().join("tmp");
    fs::create_dir(&temporaries).expect("it is ours");
    let (file, out) = (place.path().join("rows.jsonl"), place.path().join("out.jsonl"));
    let words = [1, 2, 3].map(|number| format!("s{}_{number}", std::process::id()));
    let text: String = words.iter().map(|word| row_that_runs(word, 30_000)).collect();
    fs::write(&file, text).expect("it is ours");
    let judge = rows(&["judge"]).arg(&file).arg("--out").arg(&out).env("TMPDIR", &temporaries);
    let running = judge.start(true);
    let program = format!("./{}", words[0]);
    let runs = || process::running_with(&program).into_iter().find(|seen| seen.command == program);
    assert!(wait::until(PATIENCE, runs).is_some(), "{program} does not run");
    process::signal(-running.pid(), Signal::SIGINT);
    let done = running.wait().expect_code(130);
    assert_eq!((done.stdout.as_str(), fs::read_to_string(&out).expect("it was made")), ("", String::new()), "{done:?}");
    let left: Vec<_> = fs::read_dir(&temporaries).expect("it is ours").flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}
