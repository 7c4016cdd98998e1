//! What the papers have a question say is in the question.

use checkers::Standard;

use super::*;

/// Checks that a task's question has all of these words, whatever its lines.
fn says(task: &str, words: &[&str]) {
    says_of(&everything(), task, words);
}

/// The same, of other values.
fn says_of(values: &Values, task: &str, words: &[&str]) {
    let text = said(values, task);
    for word in words {
        assert!(text.contains(word), "{task}: {word}: {text}");
    }
}

/// What a task's question says, whatever its lines.
fn said(values: &Values, task: &str) -> String {
    let task = question(task, values).unwrap();
    let text = format!("{} {} {}", task.system, task.parts[0].text, task.parts[1].text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everything, but no generator; one may be written, or not.
fn without_generator(may_be_written: bool) -> Values {
    let new_generator = may_be_written.then(|| "gen.cpp".to_owned());
    Values { generator: None, new_generator, files: Vec::new(), api: String::new(), ..everything() }
}

#[test]
fn cco_8_the_first_question_for_a_generator() {
    let steps = [
        "1. Read the statement.",
        "2. Read the generator: which inputs",
        "3. Read the constraints and the likely mistakes that an earlier reading found",
        "4. Think of a corner case and of an adversarial input for each mistake",
        "propose the smallest edits that change this",
        "6. Design the commands for the generator *as it is after your edits*",
    ];
    says("test_generator", &steps);
    let alone = ["3. Summarise the constraints of the input, explicit", "4. Anticipate the mistakes of contestants"];
    says_of(&Values { analysis: String::new(), ..everything() }, "test_generator", &alone);
    let edits = [
        "`search` is an exact copy of text of the file",
        "Take the smallest context that is unique",
        "Several small edits are better than one large edit.",
        "no merge markers",
        "After all edits the file compiles.",
    ];
    says("test_generator", &edits);
    let testlib = ["no `rnd.shuffle`", "both arguments have the same type", "`ensure(condition)` takes one argument"];
    says("test_generator", &testlib);
    // CCO-6, CCO-7
    says("test_generator", &["Never write out test data yourself", "Never write a seed."]);
}

#[test]
fn cco_16_cco_19_cco_22_the_question_for_something_better() {
    let words = [
        "Find the cause of each point of the report before you change anything.",
        "- Replace or drop commands on which the generator fails",
        "- Replace or drop commands whose tests reject right programs",
        "- Find commands that tell nothing apart",
        "- Improve the generator",
        "- Add adversarial commands",
        "`checker_edits` is for a checker that wrongly rejects or accepts",
        // CCO-20
        "from sources and commands, and do not guess values",
        "TNR 50.0 %, wanted at least 90.0 %.",
        // CCO-19, CCO-30: what became of the last edits, and of the suite with them.
        "skipped edit 1",
        "the tests became worse",
        "It takes at most about 25 % of the time limit.",
        "main solution: about 10 % of the time limit, 0 % of the memory limit",
    ];
    says("refine_generator", &words);
}

#[test]
fn htg_3_to_htg_8_the_questions_for_inputs_of_four_kinds() {
    // HTG-3
    says("direct_inputs", &["Write up to 10 inputs, each of at most 300 characters,", "An empty list is an answer."]);
    // HTG-4
    says("range_inputs", &["no loop `while (!valid)`", "at its lowest bound, small, in the middle"]);
    // HTG-5, HTG-6
    says("stratified_inputs", &["If there are fewer than two categories"]);
    says_of(&without_generator(true), "stratified_inputs", &["all of them belong to the same category"]);
    // HTG-7, HTG-8
    let words =
        ["The largest size alone is no scenario", "chains and other deep trees", "neighbouring Fibonacci numbers"];
    says("hack_inputs", &words);
    // HTG-25
    let names = [
        ("range_inputs", "called `rp`"),
        ("stratified_inputs", "called `sp:LABEL`"),
        ("hack_inputs", "called `hack:PATTERN`"),
    ];
    for (task, name) in names {
        says(task, &[name]);
        says_of(&without_generator(true), task, &[name, "The one that you write becomes gen.cpp."]);
    }
}

#[test]
fn ccp_8_htg_9_the_question_for_a_validator() {
    let words = [
        "every \"it is guaranteed that\"",
        "quadratic time for 10^3",
        "names the constraint that is violated",
        // HTG-11: one right solution is shown.
        "# main",
    ];
    let with = |kind: &str| {
        let mut values = everything();
        let constraint = |kind: &str, text: &str, of: Option<&str>| serde_json::json!({"name": "n", "kind": kind, "text": text, "lower": of, "upper": of});
        // What counts, and what need not hold, is never too dear either.
        let free = constraint("structure", "The heights need be neither distinct nor sorted.", None);
        let count = constraint("relation", "There are n heights.", Some("n"));
        let constraints = [constraint(kind, "a sum and a relation", None), free, count];
        values.set_analysis(&serde_json::json!({ "constraints": constraints }));
        values
    };
    says_of(&with("relation"), "validator", &words);
    // Ranges and layout are never too dear to check.
    assert!(!said(&with("range"), "validator").contains("as skipped"));
    let keys = |kind: &str| question("validator", &with(kind)).unwrap().shape.schema["properties"].clone();
    assert!(keys("range").get("constraints_skipped").is_none());
    for dear in ["sum", "relation", "structure", "guarantee"] {
        assert!(keys(dear).get("constraints_skipped").is_some(), "{dear}");
    }
}

#[test]
fn ccp_10_ccp_13_htg_10_the_question_for_a_checker() {
    let words = [
        "also when the statement does not say that any answer is accepted",
        "worse than the jury is `quitf(_wa, …)`, equal is accepted, better than the jury",
        "it verifies the witness",
    ];
    says("checker", &words);
}

#[test]
fn ccp_11_the_built_in_checkers_that_can_be_chosen_are_there() {
    let table = part("parts/checkers.md").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let named: Vec<&str> = rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect();
    let unknown: Vec<&&str> = named.iter().filter(|name| Standard::from_name(name).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let wanted = ["ncmp", "rcmp4", "rcmp6", "rcmp9", "wcmp", "hcmp", "nyesno", "fcmp"];
    let missing: Vec<&&str> = wanted.iter().filter(|name| !named.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn ccp_2_ccp_17_generators_are_shown_how_they_are_written() {
    let words = [
        "`registerGen(argc, argv, 1);` as the first statement",
        "No option is a seed, and `rnd.setSeed` is never called.",
        "Never `rand`, `srand`",
        "a non-zero exit code",
    ];
    says("test_generator", &words);
    // One worked example in each question for a program.
    for task in ["test_generator", "validator", "checker"] {
        says(task, &["#include \"testlib.h\" "]);
    }
}

#[test]
fn a_generator_that_commands_call_already_is_called_as_they_do() {
    let called = |command: &str| {
        let mut values = Values { commands: vec![command.to_owned()], ..without_generator(true) };
        values.set_new_generator(Some("gen.cpp".to_owned()));
        said(&values, "test_generator")
    };
    let by_position = "give values without names";
    assert!(called("gen 10 -5").contains(by_position) && !called("gen 10 -5").contains("Write every option as"));
    assert!(called("gen -5").contains(by_position), "a number is no name");
    for other in ["gen -n 10 3", "gen", "other 10"] {
        assert!(!called(other).contains(by_position), "{other}");
    }
}

#[test]
fn evc_6_evc_9_evc_15_the_questions_for_new_tests() {
    let both = [
        "One row for each program, one column for each test",
        "1 wa.cpp",
        "Give a new test that breaks the program",
        "has to fail nearly for certain",
    ];
    says("adversarial_tests", &both);
    let silent = Values { tells_nothing: true, ..everything() };
    assert!(!said(&silent, "adversarial_tests").contains("One row for each program"));
    // The samples stand in the question already.
    let sample = TestText { id: "1".to_owned(), sample: Some(1), command: None, input: None };
    let samples = Values { tests: vec![sample], ..silent };
    let asked = said(&samples, "adversarial_tests");
    assert!(
        asked.contains("They pass all tests so far; samples of the statement are not among them, and may be given.")
            && !asked.contains("Some of the tests so far"),
        "{asked}"
    );
    let split = ["each test is passed by at least one of the programs shown and failed by at least one of them"];
    says("discriminative_tests", &split);
    for task in ["adversarial_tests", "discriminative_tests"] {
        says(task, &["Expected outputs are not asked for.", "What counts is the statement", "literal text"]);
    }
}

#[test]
fn only_what_was_tried_is_said_to_have_been() {
    let asked = |runs_backwards, has_generators| {
        let searched = SearchedText { n_valid: 1000, runs_backwards, has_generators, missed: Vec::new() };
        said(&Values { searched: Some(searched), ..everything() }, "adversarial_tests")
    };
    let parts = ["small inputs in order", "generators with other"];
    for (ways, is_said) in
        [((true, true), [true, true]), ((false, true), [false, true]), ((true, false), [true, false])]
    {
        let question = asked(ways.0, ways.1);
        assert_eq!(parts.map(|part| question.contains(part)), is_said, "{question}");
    }
}

#[test]
fn what_cannot_be_used_is_not_there() {
    const RULES: &str = "## Rules for generators with testlib";
    for task in ["adversarial_tests", "discriminative_tests"] {
        // Nothing makes commands, and nothing can.
        let bare = said(&without_generator(false), task);
        for part in ["## Commands", "## Edits", RULES, "`command`", "There is no generator"] {
            assert!(!bare.contains(part), "{task}: {part}: {bare}");
        }
        let keys = |values: &Values| {
            let schema = question(task, values).unwrap().shape.schema;
            let test = &schema["properties"]["tests"]["items"]["properties"];
            let has = |key: &str| schema["properties"].get(key).is_some();
            (has("source"), has("edits"), test.get("command").is_some())
        };
        assert_eq!(keys(&without_generator(false)), (false, false, false), "{task}");
        assert_eq!(keys(&without_generator(true)), (true, false, true), "{task}");
        assert_eq!(keys(&everything()), (false, true, true), "{task}");
        // A new one is written by a short rule, and there is nothing to edit.
        let new = said(&without_generator(true), task);
        assert!(new.contains(RULES) && new.contains("it becomes gen.cpp") && !new.contains("## Edits"), "{new}");
    }
    let rule = part("parts/testlib_generator.md").unwrap();
    assert!(rule.len() <= 3 << 10, "{} bytes", rule.len());
    // A generator in another language is not told of testlib.
    let generator = SourceText { path: "gen.py".to_owned(), source: "import sys\n".to_owned() };
    let python = Values { generator: Some(generator), ..everything() };
    assert!(!said(&python, "hack_inputs").contains(RULES));
    says("hack_inputs", &[RULES]);
    // A built-in checker is its name and its rule, and nobody is asked to edit it.
    let wcmp = CheckerText { builtin: Some("wcmp".to_owned()), rule: checker_rule("wcmp"), ..CheckerText::default() };
    let built_in = Values { checker: Some(wcmp), ..everything() };
    let refine = said(&built_in, "refine_generator");
    assert!(refine.contains("It compares tokens in order, exact spelling"), "{refine}");
    assert!(!refine.contains("checker_edits") && !refine.contains("edit the checker"), "{refine}");
    let sent = |values: &Values| question("refine_generator", values).unwrap().shape.schema["properties"].clone();
    assert!(sent(&built_in).get("checker_edits").is_none() && sent(&everything()).get("checker_edits").is_some());
    // Limits are proposed where the main solution fails.
    let mut feedback = built_in.feedback.clone().unwrap();
    feedback["oracle_errors"] = serde_json::json!([]);
    let fine = Values { feedback: Some(feedback), ..built_in };
    assert!(sent(&fine).get("limits").is_none() && !said(&fine, "refine_generator").contains("`limits`"));
}

#[test]
fn each_program_is_there_once_and_it_is_said_whom_to_trust() {
    let program = |name: &str, like: Option<&str>, is_trusted| PoolProgram {
        name: name.to_owned(),
        language: "C++".to_owned(),
        source: "// a\n".to_owned(),
        like: like.map(str::to_owned),
        is_trusted,
        is_random: false,
        time_percent: None,
    };
    let programs = vec![program("sol.cpp", None, true), program("wa.cpp", Some("sol.cpp"), false)];
    let values = Values { programs, matrix: vec![vec![1], vec![1]], ..everything() };
    let words = [
        "begin program wa.cpp]]",
        "What is shown is what differs from this program: [[5f0c begin like]] sol.cpp",
        "It is trusted to be right",
    ];
    says_of(&values, "adversarial_tests", &words);
    says_of(&values, "discriminative_tests", &["Give a new test that splits the programs shown"]);
    assert_eq!(said(&values, "adversarial_tests").matches("It is trusted to be right").count(), 1);
    says_of(&values, "adversarial_tests", &["has at most 500 bytes", "together at most 1000", "below 1000 tokens"]);
}

#[test]
fn the_rule_of_a_built_in_checker_is_that_of_the_table() {
    assert_eq!(checker_rule("rcmp9").as_deref(), Some("real numbers, absolute or relative error up to 1e-9"));
    assert_eq!(checker_rule("rcmp"), checker_rule("acmp"), "a row may be of several");
    assert_eq!(checker_rule("uncmp").as_deref(), Some("signed 64-bit integers in any order"));
    assert_eq!((checker_rule("pointscmp"), checker_rule("cmp")), (None, None));
}

#[test]
fn what_a_question_has_no_use_for_is_taken_out_of_the_analysis() {
    let mistake = |name, kind| serde_json::json!({"name": name, "kind": kind});
    let analysis = serde_json::json!({
        "constraints": [{"name": "n"}], "pitfalls": [mistake("all pairs", "complexity"), mistake("n = 1", "boundary")]
    });
    let values = Values { analysis: analysis.to_string(), ..everything() };
    // Short inputs show nothing that costs time, and the validator says what is allowed.
    let direct = said(&values, "direct_inputs");
    assert!(direct.contains("n = 1") && !direct.contains("all pairs") && !direct.contains("constraints\":"));
    assert!(said(&Values { validator: None, ..values.clone() }, "direct_inputs").contains("constraints\":"));
    // Most of the mistakes are those that the current commands show.
    assert!(!said(&values, "hack_inputs").contains("earlier reading"));
    let hack = said(&Values { commands: Vec::new(), ..values.clone() }, "hack_inputs");
    assert!(hack.contains("all pairs") && !hack.contains("constraints\":"));
    let large = serde_json::json!({"pitfalls": [
        {"name": "sum", "kind": "overflow", "only_large": true}, {"name": "n = 1", "kind": "boundary", "only_large": false}
    ]});
    let direct = said(&Values { analysis: large.to_string(), ..values.clone() }, "direct_inputs");
    assert!(direct.contains("n = 1") && !direct.contains("sum\""));
    let slow = serde_json::json!({"pitfalls": [mistake("all pairs", "complexity")]});
    let values = Values { analysis: slow.to_string(), ..values };
    assert!(!said(&values, "direct_inputs").contains("earlier reading"), "nothing is left of it");
}
