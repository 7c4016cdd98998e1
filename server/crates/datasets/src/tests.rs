//! Rows as the datasets have them, hostile ones among them, and what becomes of each.

use problem::{
    folder::MemoryFolder,
    formats,
    label::Pool,
    model::{CheckerKind, InputSource},
    path::RelPath,
};
use serde_json::{Value, json};

use super::{
    lay::{Laid, Options, lay},
    *,
};

const CPP: &str = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n";
const WRONG: &str = "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a - b << '\\n'; }\n";
const GENERATOR: &str = "#include \"testlib.h\"\nint main(int c, char* v[]) { registerGen(c, v, 1); }\n";

fn read(row: &Value) -> Row {
    let line = row.to_string();
    let format = Format::recognise(line.as_bytes()).unwrap();
    format.read(line.as_bytes()).unwrap()
}

/// The files of a folder as its reader understands them.
fn folder(laid: &Laid) -> problem::model::Problem {
    let mut folder = MemoryFolder::new("sum");
    for (path, bytes) in &laid.files {
        folder.add(path.clone(), bytes, None);
    }
    formats::open(&folder).0
}

fn text(laid: &Laid, path: &str) -> String {
    let bytes = laid.files.get(&RelPath::parse(path).unwrap());
    String::from_utf8(bytes.unwrap_or_else(|| panic!("no {path} in {:?}", laid.files.keys())).clone()).unwrap()
}

fn has(laid: &Laid, path: &str) -> bool {
    laid.files.contains_key(&RelPath::parse(path).unwrap())
}

fn plus() -> Value {
    json!({
        "source": "Codeforces", "id": "1_Z", "title": "Sum", "description": "Print a + b.",
        "time_limit": 1500, "memory_limit": 256.0,
        "correct_submissions": [
            {"code": "print(sum(map(int, input().split())))", "language": "py3"},
            {"code": "print sum(map(int, raw_input().split()))", "language": "py2"},
            {"code": CPP, "language": "cpp"}, {"code": CPP, "language": "cpp"},
        ],
        "incorrect_submissions": [{"code": WRONG, "language": "cpp"}, {"code": "class Main {}", "language": "java"}],
        "test_cases": [{"input": "1 2\n", "output": "3\n"}, {"input": "5 5\n", "output": "10\n"}],
        "generator": GENERATOR, "generator_cmd": "./gen -n 5 -type a\n./gen -n 6 > $\nrm -rf / && ./gen",
        "validator": null, "checker": "wcmp", "true_positive_rate": 0.5, "true_negative_rate": 1.0,
        "a_field_of_tomorrow": [1, 2],
    })
}

#[test]
fn ccp_a_row_of_codecontests_plus_is_a_folder_that_is_understood() {
    let row = read(&plus());
    assert_eq!((row.time_ms, row.memory_mb, row.tpr), (Some(1500), Some(256), Some(0.5)));
    let laid = lay(&row, Options::default());
    let problem = folder(&laid);
    let labels = |pool| problem.solutions().filter(|(_, program)| program.pool() == Some(pool)).count();
    assert_eq!((labels(Pool::Correct), labels(Pool::Wrong), laid.n_correct, laid.n_wrong), (2, 2, 2, 2));
    // The first correct one in C++ makes answers that are missing.
    let main = &problem.programs[problem.main.unwrap()].path;
    assert_eq!(main.as_str(), "solutions/accepted/ac-002.cpp");
    assert_eq!(problem.limits.time.fixed_ms(), Some(1500));
    assert!(matches!(problem.checker.kind, CheckerKind::Standard(Standard::Wcmp)));
    assert_eq!((problem.tests.len(), problem.commands.len()), (2, 0), "its own tests are the tests");
    assert!(problem.tests.iter().all(|test| test.answer.is_some()));
    assert_eq!(problem.name, "1_Z");
    assert!(text(&laid, "script.txt").ends_with("# gen -n 5 -type a > $\n# gen -n 6 > $\n"));
    assert_eq!(
        laid.left_out,
        [
            "1 solution in Python 2, which cannot be run here (correct)",
            "1 solution with the text of another one (correct)",
            "1 command with more than a plain call of the generator",
        ]
    );
    assert!(problem.findings.is_empty(), "{:?}", problem.findings);
    // By its commands instead.
    let laid = lay(&row, Options { by_commands: true, max_solutions: Some(1) });
    let problem = folder(&laid);
    assert_eq!((problem.tests.len(), problem.commands.len(), problem.solutions().count()), (2, 2, 2));
    assert!(problem.tests.iter().all(|test| matches!(test.input, InputSource::Stdout(_))));
}

#[test]
fn cco_27_a_row_of_codecontests_o_has_its_rounds() {
    let row = json!({
        "name": "1_Z. Sum", "description": "Print a + b.", "input_constraints_summary": "1 <= a, b <= 10",
        "corner_cases": [{"input": {"stdin": "1 2\n"}, "output": {"stdout": "3\n"}}, {"input": "2 2\n", "output": "4\n"}],
        "commands": ["./gen -n 5", "./gen -n 6"], "generator": GENERATOR, "checker": null,
        "results": [
            {"corner_cases": null, "generate_commands": ["./gen -n 5"], "commands_add": [], "commands_replace": null,
             "generate_case_inputs": ["1 2\n"], "improved_generator": null,
             "search_replace_generator_blocks": ["<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE"],
             "unmatched_blocks": []},
            {"commands_add": ["./gen -n 6"]},
        ],
        "solutions": {"language": ["cpp"], "solution": [CPP]},
        "incorrect_solutions": {"language": ["cpp", "python"], "solution": [WRONG, "print(0)"]},
    });
    let row = read(&row);
    assert_eq!(row.iterations.len(), 2);
    assert_eq!(row.iterations[0].search_replace_generator_blocks.len(), 1);
    assert_eq!(row.iterations[1].commands_add, ["./gen -n 6"]);
    assert_eq!(row.tests[1].output.as_deref(), Some("4\n"));
    let again = Format::CodeContestsO.read(Format::CodeContestsO.write(&row).unwrap().as_bytes()).unwrap();
    assert_eq!(again, row);
    assert!(text(&lay(&row, Options::default()), "statement.md").contains("## Constraints\n\n1 <= a, b <= 10\n"));
}

fn hardtests(nested: bool) -> Value {
    let tests = json!([
        {"input": "1 2\n", "output": "3\n"}, {"input": "3 4\n", "output": "7\n"}, {"input": "5 6\n", "output": "11\n"},
        {"input": "7 8\n", "output": "15\n"},
    ]);
    let inputs = json!({
        "LLMGen": ["1 2\n"], "RPGen": null,
        "SPGen": {"code": "def gen_stratified_input_even():\n    return '3 4\\n'\n", "func_names": ["gen_stratified_input_even"]},
        "HackGen": {"code": "import random\ndef gen_hacking_input_big():\n    return '7 8\\n'\n", "func_names": ["gen_hacking_input_big", "os.system"]},
    });
    let mut kit = json!({
        "pid": "atcoder_1", "input_validator": "def validate_input(text):\n    return len(text.split()) == 2\n",
        "output_judging_function": "import re\ndef judge(given, candidate, reference):\n    return candidate.split() == reference.split()\n",
    });
    if nested {
        kit["input_generation"] = inputs;
    } else {
        kit.as_object_mut().unwrap().extend(inputs.as_object().unwrap().clone());
    }
    json!({
        "pid": "atcoder_1", "question_content": "Print a + b.",
        "solutions": [{"source": "atcoder_submission", "code": CPP, "language": "cpp"}],
        "incorrect_solutions": [{"code": WRONG, "language": "cpp"}],
        "test_cases_kit": kit, "mapping": {"LLMGen": [0], "RPGen": [], "SPGen": [[1, 2]], "HackGen": [[3, 99]]},
        "test_cases": packed::pack(&tests.to_string()),
    })
}

#[test]
fn htg_18_tests_keep_where_they_come_from() {
    let flat = read(&hardtests(false));
    assert_eq!(read(&hardtests(true)), flat, "the kit stands flat or nested");
    let origins: Vec<_> = flat.tests.iter().map(|test| test.origin.clone().unwrap()).collect();
    let even = Origin::Special("even".to_owned());
    assert_eq!(origins, [Origin::Direct, even.clone(), even, Origin::Hack("big".to_owned())]);
    let laid = lay(&flat, Options::default());
    let names = ["tests/1-llm.in", "tests/2-sp-even.ans", "tests/3-sp-even.in", "tests/4-hack-big.in"];
    assert!(names.iter().all(|name| has(&laid, name)), "{:?}", laid.files.keys());
    assert_eq!(lay::origin_of("4-hack-big"), Some(Origin::Hack("big".to_owned())));
    assert_eq!((lay::origin_of("1"), lay::origin_of("x-llm"), lay::origin_of("1-small")), (None, None, None));
    let written: Value = serde_json::from_str(&Format::HardTests.write(&flat).unwrap()).unwrap();
    assert_eq!(written["mapping"], json!({"LLMGen": [0], "RPGen": [], "SPGen": [[1, 2]], "HackGen": [[3]]}));
    assert_eq!(written["test_cases_kit"]["LLMGen"], json!(["1 2\n"]));
}

#[test]
fn htg_25_functions_in_python_become_programs() {
    let laid = lay(&read(&hardtests(false)), Options::default());
    let problem = folder(&laid);
    assert_eq!(problem.validators.len(), 1);
    assert!(matches!(problem.checker.kind, CheckerKind::Program { .. }));
    assert!(text(&laid, "val.py").contains("_is_valid = validate_input(_sys.stdin.read())"));
    assert!(text(&laid, "checker.py").contains("_is_right = judge(*_texts)"));
    // Only names of functions that are there are called.
    let script = text(&laid, "script.txt");
    assert_eq!(script.matches("gen_hack gen_hacking_input_big s").count(), 10);
    assert!(!script.contains("os.system"), "{script}");
}

#[test]
fn rows_of_the_other_datasets() {
    let codecontests = json!({
        "name": "1_Z. Sum", "description": "Print a + b.", "public_tests": {"input": ["1 2\n"], "output": ["3\n"]},
        "private_tests": {"input": ["2 2\n"], "output": ["4\n"]}, "generated_tests": {"input": ["9 9\n"], "output": []},
        "source": 2, "difficulty": 7, "solutions": {"language": [2, 3, 1, 4], "solution": [CPP, "p3", "p2", "j"]},
        "incorrect_solutions": {"language": [2], "solution": [WRONG]}, "cf_contest_id": 1, "cf_index": "Z",
        "cf_points": 0.0, "cf_rating": 800, "cf_tags": ["math"], "time_limit": {"seconds": 1, "nanos": 500000000},
        "memory_limit_bytes": 256000000, "input_file": "", "output_file": "",
    });
    let row = read(&codecontests);
    assert_eq!((row.time_ms, row.memory_mb, row.tests.len()), (Some(1500), Some(245), 3));
    assert_eq!((row.tests[0].is_sample, row.tests[2].output.as_ref()), (true, None));
    let laid = lay(&row, Options::default());
    assert!(has(&laid, "samples/s1.in") && has(&laid, "tests/2.in") && !has(&laid, "tests/2.ans"));
    assert_eq!((laid.n_correct, laid.n_wrong, laid.left_out.len()), (3, 1, 1));

    let private = json!([{"input": "2 2\n", "output": "4\n", "testtype": "stdin"}]).to_string();
    let mut livecodebench = json!({
        "question_title": "Sum", "question_content": "Print a + b.", "platform": "atcoder", "question_id": "abc1_a",
        "contest_id": "abc1", "contest_date": "2024-01-01", "starter_code": "", "difficulty": "easy",
        "public_test_cases": "[{\"input\": \"1 2\\n\", \"output\": \"3\\n\", \"testtype\": \"stdin\"}]",
        "private_test_cases": packed::pack(&private), "metadata": "{}",
    });
    let row = read(&livecodebench);
    assert_eq!((row.tests.len(), row.tests[0].is_sample, row.is_function), (2, true, false));
    assert_eq!(eligible::why_not(&row).as_deref(), Some("it has no correct solution"));
    livecodebench["metadata"] = json!("{\"func_name\": \"sum\"}");
    assert!(read(&livecodebench).is_function);

    let commonoj = json!({
        "id": 11, "content": "Print a + b.", "labels": {"title": "Sum"},
        "test": [{"input": {"stdin": "1 2\n"}, "output": {"stdout": "3\n"}}],
        "canonical_solution": {"cpp": [CPP], "python": "print(3)"},
    });
    let row = read(&commonoj);
    assert_eq!((row.name.as_str(), row.pool(true).count(), row.tests.len()), ("11", 2, 1));
}

#[test]
fn every_format_reads_what_it_writes() {
    let mut row = read(&plus());
    row.tests[0].is_sample = true;
    row.solutions.retain(|solution| !matches!(solution.language, Language::Other(_)));
    row.commands.truncate(2);
    for format in Format::ALL {
        let line = format.write(&row).unwrap();
        assert_eq!(Format::recognise(line.as_bytes()).unwrap(), format);
        assert!(!line.contains('\n'));
        let again = format.read(line.as_bytes()).unwrap();
        let codes = |row: &Row, is_correct| {
            let mut codes: Vec<String> = row.pool(is_correct).map(|one| one.code.clone()).collect();
            codes.sort();
            codes
        };
        assert_eq!((codes(&again, true), codes(&again, false)), (codes(&row, true), codes(&row, false)), "{format:?}");
        let pairs =
            |row: &Row| row.tests.iter().map(|test| (test.input.clone(), test.output.clone())).collect::<Vec<_>>();
        assert_eq!(pairs(&again), pairs(&row), "{format:?}");
        assert_eq!((&again.name, &again.statement), (&row.name, &row.statement), "{format:?}");
        assert_eq!((again.time_ms, again.memory_mb), (row.time_ms, row.memory_mb), "{format:?}");
        assert_eq!((&again.checker, &again.generator, &again.commands), (&row.checker, &row.generator, &row.commands));
    }
}

#[test]
fn cco_3_ccp_14_what_is_not_eligible_says_why() {
    let good = read(&plus());
    assert_eq!(eligible::why_not(&good), None);
    let why = |change: fn(&mut Row)| {
        let mut row = good.clone();
        change(&mut row);
        eligible::why_not(&row).unwrap()
    };
    assert_eq!(why(|row| row.statement = " \n".to_owned()), "it has no statement");
    assert_eq!(why(|row| row.solutions.clear()), "it has no correct solution");
    assert_eq!(
        why(|row| row.solutions.retain(|one| one.language == Language::Other("python2"))),
        "none of its correct solutions is in a language that is run here"
    );
    assert_eq!(why(|row| row.statement += "\n<image>"), "its statement needs images");
    assert_eq!(why(|row| row.input_file = Some("sum.in".to_owned())), "its solutions read or write the file sum.in");
    assert_eq!(why(|row| row.statement += "\nInteraction\nAsk."), "it is interactive, and a row has no interactor");
    assert_eq!(why(|row| row.is_function = true), "its solutions are functions, not programs");
    assert_eq!(why(|row| row.tags.push("*special".to_owned())), "it is a joke or has other rules of its own");
}

#[test]
fn lines_that_are_no_rows() {
    let error = |line: &str| match Format::recognise(line.as_bytes()) {
        Ok(format) => format.read(line.as_bytes()).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(error("{\"id\": ").starts_with("it cannot be read as a row: EOF"));
    assert!(error("[1]").contains("expected an object"));
    assert_eq!(error("{\"a\": 1}"), "its fields (a) are those of no known dataset; name one with --format");
    assert!(error("{\"correct_submissions\": 5}").starts_with("it cannot be read as a row: "));
    assert!(
        error("{\"pid\": \"1\", \"test_cases\": \"%%\"}")
            .starts_with("its tests cannot be decoded: they are no base64")
    );
    let nested = format!("{{\"correct_submissions\": {}", "[".repeat(100_000));
    assert!(error(&nested).starts_with("it cannot be read as a row: "), "depth is bounded");
}

#[test]
fn hostile_rows_stay_in_their_folder() {
    let mut row = plus();
    row["id"] = json!("../../x\u{0}\u{1b}[2J");
    row["title"] = json!("a\n[roles]\n\"x\" = 1");
    row["generator_cmd"] =
        json!(["./gen $(id)", "./gen ${x}", "./gen 1 > ../../y", "./gen 1\ngen 2", "./gen `id`", "./gen '"]);
    row["checker"] = json!("not a program at all");
    let row = read(&row);
    let laid = lay(&row, Options { by_commands: true, ..Options::default() });
    assert!(laid.files.keys().all(|path| !path.as_str().contains("..")));
    // A back quote is a letter to everything that reads scripts here.
    assert_eq!(text(&laid, "script.txt"), "gen `id` > $\n");
    let problem = folder(&laid);
    assert_eq!(problem.name, "../../x[2J");
    assert!(problem.findings.is_empty(), "{:?}", problem.findings);
    assert_eq!(names::folder_name(&row.name), "x-2J");
}
