//! Folders made by hand, and what is read from them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::read;
use crate::{
    formats::{
        self,
        plain::tests::{dump, folder},
        shown::lines_with,
    },
    model::{Problem, ValidatorArgs},
    path::RelPath,
    scoring::Rules,
    settings::FolderSettings,
};

const MAIN: &str = "int main() {}";
const GEN: &str = "int main() { registerGen(argc, argv, 1); }";
const VAL: &str = "int main() { registerValidation(); }";
const CHECK: &str = "int main() { registerTestlibCmd(argc, argv); }";

const JSON: &str =
    "{\n\t\"name\": \"sums\",\n\t\"type\": \"Batch\",\n\t\"time_limit\": 1.5,\n\t\"memory_limit\": 256\n}\n";

fn problem(files: &[(&str, &str)]) -> Problem {
    read(&folder("sums", files)).unwrap()
}

/// What the print of the problem says in lines with one of the words, and who validates which test.
fn check(problem: &Problem, words: &[&str], expected: Expect) {
    expected.assert_eq(&lines_with(&dump(problem), words));
}

fn validations(problem: &Problem) -> String {
    let mut out = String::new();
    for test in &problem.tests {
        let ValidatorArgs::Only(asked) = &test.validator_args else { panic!("{:?}", test.validator_args) };
        let calls: Vec<String> = asked
            .iter()
            .map(|(validator, args)| {
                let name = problem.programs[problem.validators[*validator].program].name();
                std::iter::once(name).chain(args.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let groups: Vec<&str> = test.groups().collect();
        writeln!(out, "{} in {}: {}", test.id, groups.join(" "), calls.join(", ")).unwrap();
    }
    out
}

/// A validator is called as it is once it is compiled; of several sources none is meant. A tool among the solutions is none.
#[test]
fn names_without_an_ending() {
    let subtasks = r#"{"global_validators": ["val"], "subtasks": {"one": {"score": 1, "validators": ["both --group {subtask}"]}}}"#;
    let problem = problem(&[
        ("problem.json", JSON),
        ("gen/data", "@subtask one\nmanual 1.in\n"),
        ("gen/manual/1.in", "1\n"),
        ("subtasks.json", subtasks),
        ("solutions.json", r#"{"std.cpp": {"verdict": "model_solution", "except": {"two": "correct"}}}"#),
        ("validator/val.cpp", VAL),
        ("validator/both.cpp", VAL),
        ("validator/both.py", "print(1)\n"),
        ("solution/std.cpp", MAIN),
        ("solution/easy_validator.cpp", VAL),
    ]);
    check(
        &problem,
        &["program", "finding"],
        expect![[r#"
        program solution/std.cpp solution cpp (listed in solutions.json) = model_solution {Ac}/{} at solutions.json:0:24-0:40
        program validator/val.cpp validator cpp (a validator of subtasks.json)
        finding file-left-out information solution/easy_validator.cpp: solution/easy_validator.cpp is a validator by what it calls, and nothing names it, so it is left out; move it out of the solutions
        finding manifest-broken error solutions.json:0:53-0:58: gen/data has no subtask `two`, so this expects nothing
        finding tool-missing warning subtasks.json:0:79-0:103: `both --group one` is a command of a shell, which is not run here; write a validator in a file
        finding manifest-stale information validator/both.cpp: validator/both.cpp and one more file like it validates nothing; name it in subtasks.json, or remove it
    "#]],
    );
    expect![[r#"
        0-01 in one: val
    "#]]
    .assert_eq(&validations(&problem));
    assert!(!crate::classify::has_unread_tests(&problem), "what is wrong in a list of solutions is nothing of tests");
}

#[test]
fn subtasks_include_others() {
    let data = "# comment\n@subtask samples\nmanual 1.in\n\n@testset few\ngen 1  2\n@subtask one\n@include few\ngen 3\n@validator odd.cpp x\n@subtask full\n@include one samples\ncopy extra/far.txt\n";
    let subtasks = r#"{"global_validators": ["val.cpp"], "subtask_sensitive_validators": ["sub.py --group {subtask}"],
 "subtasks": {"samples": {"index": 0, "score": 0, "validators": []}, "one": {"score": 30, "validators": ["own.cpp"]}, "full": {"score": 70}}}"#;
    let problem = problem(&[
        ("problem.json", JSON),
        ("gen/data", data),
        ("gen/gen.cpp", GEN),
        ("gen/manual/1.in", "1\n"),
        ("extra/far.txt", "5\n"),
        ("gen/input.header", "secret\n"),
        ("subtasks.json", subtasks),
        ("validator/val.cpp", VAL),
        ("validator/own.cpp", VAL),
        ("validator/odd.cpp", VAL),
        ("validator/spare.cpp", VAL),
        ("validator/sub.py", "x"),
        ("solutions.json", r#"{"a.cpp": {"verdict": "model_solution"}}"#),
        ("solution/a.cpp", MAIN),
    ]);
    check(
        &problem,
        &["limits", "test", "finding"],
        expect![[r#"
            limits Fixed(1500) 256 MiB (problem.json)
            test 0-01 sample group samples: gen/manual/1.in at gen/data:2:0-2:11
            test 1-01 group one: `gen 1  2` by gen/gen.cpp at gen/data:5:0-5:8
            test 2-01 group one: `gen 3` by gen/gen.cpp at gen/data:8:0-8:5
            test 3-01 group full: extra/far.txt at gen/data:12:0-12:18
            finding manifest-stale information validator/spare.cpp: validator/spare.cpp validates nothing; name it in subtasks.json, or remove it
        "#]],
    );
    expect![[r#"
        0-01 in samples full: val, sub --group samples, sub --group full
        1-01 in one full: val, sub --group one, sub --group full, own, odd x
        2-01 in one full: val, sub --group one, sub --group full, own, odd x
        3-01 in full: val, sub --group full
    "#]]
    .assert_eq(&validations(&problem));
    let scoring = problem.scoring.as_ref().unwrap();
    let Rules::Subtasks(rules) = &scoring.rules else { panic!("{scoring:?}") };
    let groups = scoring.groups.iter().enumerate().zip(rules).skip(1).map(|((idx, group), rule)| {
        let tests: Vec<&str> = scoring.tests_of(idx).into_iter().map(|test| problem.tests[test].id.as_str()).collect();
        format!("{} {}: {}", group.name, rule.points, tests.join(" "))
    });
    assert_eq!(groups.collect::<Vec<_>>(), ["samples 0: 0-01", "one 30: 1-01 2-01", "full 70: 0-01 1-01 2-01 3-01"]);
    assert_eq!(scoring.tests_of(0).len(), 4, "each test once");
    let frame = problem.tests.iter().next().unwrap().frame.as_ref().unwrap();
    assert_eq!((frame.header.as_ref().map(RelPath::as_str), &frame.footer), (Some("gen/input.header"), &None));
}

#[test]
fn verdicts_and_exceptions() {
    let solutions = r#"{
  "model.cpp": {"verdict": "model_solution"},
  "greedy.cpp": {"verdict": "incorrect", "except": {"one": "correct", "two": "time_limit"}},
  "slow.cpp": {"verdict": "correct", "except": {"full": "time_limit"}},
  "both.cpp": {"verdict": "time_limit_and_runtime_error"},
  "half.cpp": {"verdict": "partially_correct"},
  "odd.cpp": {"verdict": "accept"},
  "typo.cpp": {"verdict": "corect"},
  "bare.cpp": "failed",
  "none.cpp": {"except": {}},
  "gone.cpp": {"verdict": "correct"},
  "../x.cpp": {"verdict": "correct"},
  "sol.cpp": {"verdict": "model_solution"}
}"#;
    let mut files = vec![
        ("problem.json", JSON),
        ("gen/data", "@subtask one\nmanual 1.in\n@subtask full\n@include one\nmanual 1.in\n"),
        ("gen/manual/1.in", "1\n"),
        ("solutions.json", solutions),
        ("solution/sol.c", MAIN),
        ("solution/brute.cpp", MAIN),
        ("solution/mine.cpp", MAIN),
        ("solution/empty.cpp", ""),
    ];
    let names = ["model", "greedy", "slow", "both", "half", "odd", "typo", "bare", "none"];
    let paths: Vec<String> = names.iter().map(|name| format!("solution/{name}.cpp")).collect();
    files.extend(paths.iter().map(|path| (path.as_str(), MAIN)));
    let problem = problem(&files);
    check(
        &problem,
        &["program solution", "main", "finding"],
        expect![[r#"
            program solution/bare.cpp solution cpp (listed in solutions.json) = failed {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} at solutions.json:8:14-8:22
            program solution/both.cpp solution cpp (listed in solutions.json) = time_limit_and_runtime_error {Ac, Tle, Rte, Mle}/{Tle, Rte, Mle} at solutions.json:4:26-4:56
            program solution/brute.cpp solution cpp (in the folder solution) = accepted_or_tle {Ac, Tle}/{}
            program solution/greedy.cpp solution cpp (listed in solutions.json) = incorrect {Ac, Wa, Pe}/{Wa, Pe} at solutions.json:2:28-2:39
            program solution/half.cpp solution cpp (listed in solutions.json) = partially_correct {Ac, Wa, Pe}/{Wa, Pe} at solutions.json:5:26-5:45
            program solution/mine.cpp solution cpp (in the folder solution)
            program solution/model.cpp solution cpp (listed in solutions.json) = model_solution {Ac}/{} at solutions.json:1:27-1:43
            program solution/none.cpp solution cpp (listed in solutions.json)
            program solution/odd.cpp solution cpp (listed in solutions.json) = accept {Ac}/{} at solutions.json:6:25-6:33
            program solution/slow.cpp solution cpp (listed in solutions.json) = correct {Ac, Tle}/{Tle} at solutions.json:3:26-3:35
            program solution/sol.c solution c (listed in solutions.json) = model_solution {Ac}/{} at solutions.json:12:25-12:41
            program solution/typo.cpp solution cpp (listed in solutions.json)
            main solution/model.cpp
            finding file-left-out information solution/empty.cpp: solution/empty.cpp is empty, so it is left out; write it, or remove it
            finding solution-unlabelled information solution/mine.cpp: nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; give it a name such as `wa_mine.cpp` or label it in touchstone.toml
            finding manifest-broken error solutions.json:2:70-2:75: gen/data has no subtask `two`, so this expects nothing
            finding manifest-broken error solutions.json:7:26-7:34: `corect` is no verdict of this format, so nothing is expected of it; did you mean `correct`?
            finding manifest-broken error solutions.json:9:2-9:12: `none.cpp` has no `verdict`, so nothing is expected of it; write one
            finding manifest-stale warning solutions.json:10:2-10:12: there is no solution/gone.cpp; correct the name, or remove it
            finding manifest-stale warning solutions.json:11:2-11:12: `../x.cpp` is no file below solution; name one
            finding manifest-broken error solutions.json:12:2-12:11: there is already a model solution, which makes the answers; call this one `correct`
            finding manifest-stale warning solutions.json:12:2-12:11: there is no solution/sol.cpp, so solution/sol.c is taken for it; correct the name
        "#]],
    );
    let label =
        |path: &str| problem.programs[problem.program_at(&RelPath::parse(path).unwrap()).unwrap()].label.clone();
    let scoped = |path: &str| -> Vec<String> {
        let label = label(path).unwrap();
        let one =
            |one: &crate::label::ScopedSets| format!("{} {:?}/{:?}", one.tests, one.sets.permitted, one.sets.required);
        label.scoped.iter().map(one).collect()
    };
    assert_eq!(scoped("solution/slow.cpp"), ["full {Ac, Tle}/{Tle}", "one {Ac}/{}"]);
    assert_eq!(scoped("solution/greedy.cpp"), ["one {Ac}/{}", "full {Ac, Wa, Pe}/{}"]);
}

#[test]
fn limits_in_other_units() {
    let limits = |time: &str, memory: &str| {
        let json = format!("{{\"time_limit\": {time}, \"memory_limit\": {memory}}}");
        let problem = problem(&[("problem.json", &json), ("gen/data", "")]);
        let findings = problem.findings.iter().filter(|finding| finding.code.to_string().starts_with("limits-"));
        let findings: Vec<String> = findings.map(|finding| format!("{} {}", finding.code, finding.message)).collect();
        format!("{:?} {} {findings:?}", problem.limits.time, problem.limits.memory_bytes >> 20)
    };
    let told = [("1.0", "256"), ("2", "2048"), ("1", "1048576"), ("1500", "64"), ("-1", "\"much\"")];
    let told: String = told.iter().map(|(time, memory)| limits(time, memory) + "\n").collect();
    expect![[r#"
        Fixed(1000) 256 []
        Fixed(2000) 2048 ["limits-unit-suspect `memory_limit` is in MB, and 2048 is much; write fewer if KB are meant"]
        Fixed(1000) 1024 ["limits-unit-suspect `memory_limit` is in MB, and 1048576 is too much: KB are assumed"]
        Fixed(1500) 64 ["limits-unit-suspect `time_limit` is in seconds, and 1500 is too much: milliseconds are assumed"]
        Fixed(2000) 256 ["limits-assumed no `time_limit` and `memory_limit` could be read, so the usual one is assumed: 2 s, 256 MB"]
    "#]]
    .assert_eq(&told);
}

/// A grader in Python is joined only where one of its files is started; a solution bears the task's own name beside it.
#[test]
fn graders_in_python() {
    let of = |name: &str, further: &[(&str, &str)]| {
        let json = format!("{{\"name\": \"{name}\", \"time_limit\": 1, \"memory_limit\": 9}}");
        let mut files = vec![
            ("problem.json", json.as_str()),
            ("gen/data", ""),
            ("solutions.json", r#"{"a.cpp": {"verdict": "model_solution"}}"#),
            ("solution/a.cpp", "int f() {}"),
            ("solution/b.py", "print(1)\n"),
            ("touchstone.toml", "name = \"Two sums\"\n"),
        ];
        files.extend(further);
        let problem = formats::open(&folder("folder", &files)).0;
        let b = problem.programs.iter().find(|program| program.path.as_str() == "solution/b.py").unwrap();
        let graders = b.python_graders().map(|path| path.file_name()).collect::<Vec<_>>().join(" ");
        let is_told = problem.findings.iter().any(|finding| finding.message.starts_with("solution/b.py is not run"));
        let (module, is_run) = (problem.io.module.as_deref().unwrap_or_default(), b.is_judged_solution());
        format!("[{graders}] of {module}, run {is_run}, told {is_told}")
    };
    let (helper, main) = (("grader/py/helper.py", ""), ("grader/py/main.py", ""));
    let (grader, stub) = (("grader/py/grader.py", ""), ("grader/py/stub.py", ""));
    assert_eq!(of("sums", &[helper, main]), "[] of sums, run false, told true");
    assert_eq!(of("sums", &[helper, stub]), "[stub.py] of sums, run true, told false");
    assert_eq!(of("sums", &[grader, main]), "[grader.py] of sums, run true, told false");
    assert_eq!(of("grader", &[grader]), "[grader.py] of grader, run false, told true");
    assert_eq!(of("stub", &[grader]), "[grader.py] of stub, run true, told false");
}

#[test]
fn checkers_and_graders() {
    let base =
        [("problem.json", JSON), ("gen/data", ""), ("solutions.json", r#"{"a.cpp": {"verdict": "model_solution"}}"#)];
    let with = |further: &[(&str, &str)]| {
        let mut files = base.to_vec();
        files.push(("solution/a.cpp", "int f() {}"));
        files.extend(further.iter().filter(|(path, _)| *path != "problem.json"));
        if let Some(json) = further.iter().find(|(path, _)| *path == "problem.json") {
            files[0] = *json;
        }
        problem(&files)
    };
    let checker = |further: &[(&str, &str)]| {
        dump(&with(further)).lines().find(|line| line.starts_with("checker")).unwrap().to_owned()
    };
    let own = ("checker/checker.cpp", CHECK);
    assert_eq!(
        checker(&[own]),
        "checker checker/checker.cpp testlib (checker/checker.cpp is the checker of this format)"
    );
    assert!(checker(&[own, ("checker/testlib.h", "")]).starts_with("checker checker/checker.cpp cms "));
    assert!(checker(&[("checker/checker.py", "x")]).starts_with("checker checker/checker.py cms "));
    let none = ("problem.json", "{\"has_checker\": false, \"time_limit\": 1, \"memory_limit\": 9}");
    assert!(checker(&[own, none]).starts_with("checker standard lcmp "));
    let graded = with(&[
        ("grader/cpp/grader.cpp", MAIN),
        ("grader/cpp/sums.h", ""),
        ("solution/b.py", "print(1)\n"),
        ("solution/wa_c.java", "class c {}"),
    ]);
    check(
        &graded,
        &["program solution", "finding tool"],
        expect![[r#"
            program solution/a.cpp solution cpp [solution/a.cpp, grader/cpp/grader.cpp] (listed in solutions.json) = model_solution {Ac}/{} at solutions.json:0:22-0:38
            program solution/b.py solution python (in the folder solution) = no grader {}/{} not run
            program solution/wa_c.java solution java (in the folder solution) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe} not run
            finding tool-missing warning solution/b.py: solution/b.py is not run: solutions are called by a grader, and in python there is none that can be put together with them here; add one to grader/py, or have this solution ignored by touchstone.toml
            finding tool-missing warning solution/wa_c.java: solution/wa_c.java is not run: solutions are called by a grader, and in java there is none that can be put together with them here; add one to grader/java, or have this solution ignored by touchstone.toml
        "#]],
    );
    assert_eq!(graded.include_dirs, [RelPath::parse("grader/cpp").unwrap()]);
    let talk = with(&[("problem.json", "{\"type\": \"Communication\", \"time_limit\": 1, \"memory_limit\": 9}")]);
    check(
        &talk,
        &["program solution", "finding"],
        expect![[r#"
            program solution/a.cpp solution cpp (listed in solutions.json) = model_solution {Ac}/{} not run at solutions.json:0:22-0:38
            finding tool-missing warning problem.json:0:9-0:24: there is no grader/manager.cpp for solutions to talk to, so none is run; write it
        "#]],
    );
}

/// Where solutions talk to a manager, a checker is wanted only by those who say so.
#[test]
fn a_manager_without_its_checker() {
    for (says, wanted) in [
        ("", ""),
        (", \"has_checker\": false", ""),
        (
            ", \"has_checker\": true",
            "finding manifest-stale warning problem.json:0:77-0:81: there is no checker/checker.cpp to read what the manager \
             prints, so the manager judges alone; write it, or set `has_checker` to false\n",
        ),
    ] {
        let json = format!("{{\"type\": \"Communication\", \"time_limit\": 1, \"memory_limit\": 9{says}}}");
        let talk = problem(&[
            ("problem.json", &json),
            ("gen/data", ""),
            ("solutions.json", r#"{"a.cpp": {"verdict": "model_solution"}}"#),
            ("solution/a.cpp", MAIN),
            ("grader/manager.cpp", MAIN),
            ("grader/cpp/stub.cpp", MAIN),
        ]);
        assert_eq!(lines_with(&dump(&talk), &["finding"]), wanted);
    }
}

/// Of what cannot be judged one finding says what is missing, and tests are there all the same.
#[test]
fn types_that_are_not_judged() {
    for (kind, words) in [("OutputOnly", "contestants hand in outputs"), ("TwoSteps", "each solution is two programs")]
    {
        let json = format!("{{\"type\": \"{kind}\", \"time_limit\": 1, \"memory_limit\": 9, \"has_grader\": false}}");
        let problem = problem(&[
            ("problem.json", &json),
            ("gen/data", "@subtask all\nmanual 1.in\n"),
            ("gen/manual/1.in", "1\n"),
            ("subtasks.json", r#"{"subtasks": {"all": {"index": 1, "score": 100}}}"#),
            ("solutions.json", r#"{"a.cpp": {"verdict": "model_solution"}}"#),
            ("solution/a.cpp", MAIN),
        ]);
        let said: Vec<&str> = problem.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(matches!(said[..], [only] if only.starts_with(words)), "{said:?}");
        assert_eq!(problem.tests.len(), 1);
        assert!(!problem.programs.iter().any(|program| program.is_judged_solution()));
    }
}

#[test]
fn what_is_wrong_in_data_and_subtasks() {
    let data = "gen 1\n@include one\n@subtsk x\n@subtask one\n@include two\n@include one\nmanual gone.in\nmanual ../../up\nunknown 5\ngen 'a\n@testset lost\ngen 2\n@subtask one\n";
    let subtasks = r#"{"global_validators": ["", "grep hello", "gone.cpp", "val.cpp | x"], "subtasks": {"oen": {"score": 1}, "one": {"score": -5, "validators": "val.cpp"}}}"#;
    let problem = problem(&[
        ("problem.json", "{\"type\": \"Bach\", \"time_limit\": 1, \"memory_limit\": 256, \"has_cheker\": true}"),
        ("gen/data", data),
        ("gen/gen.cpp", GEN),
        ("subtasks.json", subtasks),
        ("validator/val.cpp", VAL),
        ("solutions.json", "{\n  \"a.cpp\": {\"verdict\":"),
    ]);
    check(
        &problem,
        &["test", "validator", "finding"],
        expect![[r#"
            test 0-03 group one: `unknown 5` by ? at gen/data:8:0-8:9
            test 1-01: `gen 2` by gen/gen.cpp at gen/data:11:0-11:5
            finding manifest-broken error gen/data:0:0-0:5: this line stands before the first section, so its test is in no subtask and left out; put it below a `@subtask`
            finding manifest-broken error gen/data:1:0-1:12: `@include` stands before the first section, so it has no effect; put it below a `@subtask`
            finding manifest-broken error gen/data:2:0-2:9: `@subtsk` has no meaning here; did you mean `@subtask`?
            finding manifest-stale warning gen/data:3:0-3:12: subtasks.json states no score of the subtask `one`, so it gives none; add it there
            finding manifest-broken error gen/data:4:0-4:12: there is no section `two` to include
            finding manifest-stale warning gen/data:6:0-6:14: there is no file gen/manual/gone.in, so the test is left out; add it, or remove the line
            finding manifest-stale warning gen/data:7:0-7:15: there is no file up, so the test is left out; add it, or remove the line
            finding generator-unknown error gen/data:8:0-8:9: there is no generator `unknown` in gen, which is wanted for 1 test
            finding manifest-broken error gen/data:9:0-9:6: the command is broken, so the test is left out: a quote is not closed; close it
            finding manifest-stale warning gen/data:10:0-10:13: no subtask includes `lost`, so its tests give no points; include it, or remove it
            finding manifest-broken error gen/data:12:0-12:12: there is already a section `one`, which is meant where it is included; choose another name
            finding manifest-stale warning gen/data:12:0-12:12: subtasks.json states no score of the subtask `one`, so it gives none; add it there
            finding manifest-broken warning problem.json:0:9-0:15: `Bach` is no type of tasks, so `Batch` is assumed; take one of Batch, Communication, OutputOnly, TwoSteps
            finding manifest-stale warning problem.json:0:55-0:67: the key `has_cheker` is not known, so it changes nothing here; perhaps `has_checker` is meant
            finding no-main information solutions.json: no solution is the `model_solution` and none is right, so tests get no answers; label one so in solutions.json
            finding manifest-stale warning solutions.json:1:2-1:9: there is no solution/a.cpp; correct the name, or remove it
            finding manifest-broken error solutions.json:1:2-1:22: this is no valid JSON: while parsing a node, did not find expected node content
            finding manifest-broken error solutions.json:1:11-1:12: a text is wanted here, not a map
            finding manifest-stale warning subtasks.json:0:23-0:25: this validator has no name; remove it, or name one
            finding tool-missing warning subtasks.json:0:27-0:39: `grep hello` is a command of a shell, which is not run here; write a validator in a file
            finding manifest-stale warning subtasks.json:0:41-0:51: there is no validator/gone.cpp; correct the name, or remove it
            finding manifest-stale warning subtasks.json:0:53-0:66: `val.cpp | x` is no call of one program, so it validates nothing; write a file and its arguments
            finding manifest-stale warning subtasks.json:0:82-0:87: gen/data has no subtask `oen`; did you mean `one`?
            finding manifest-broken error subtasks.json:0:120-0:122: a score is no number below zero
            finding manifest-broken error subtasks.json:0:138-0:147: a list of validators is wanted here
            finding manifest-stale information validator/val.cpp: validator/val.cpp validates nothing; name it in subtasks.json, or remove it
        "#]],
    );
}

#[test]
fn without_subtasks_every_validator_is_asked() {
    let files = [
        ("problem.json", JSON),
        ("gen/data", "@subtask a\nmanual 1.in\n"),
        ("gen/manual/1.in", ""),
        ("validator/one.cpp", VAL),
        ("validator/two.cpp", VAL),
        ("validator/helper.cpp", "int f() {}"),
    ];
    assert_eq!(validations(&problem(&files)), "0-01 in a: one, two\n");
    let empty = problem(&[("problem.json", "")]);
    check(
        &empty,
        &["main", "test", "finding"],
        expect![[r#"
            main -
            finding no-main information -: no solution is the `model_solution` and none is right, so tests get no answers; label one so in solutions.json
            finding manifest-stale warning -: there is no gen/data, so there are no tests; write it
            finding limits-assumed information problem.json: no `time_limit` and `memory_limit` could be read, so the usual one is assumed: 2 s, 256 MB
        "#]],
    );
}

#[test]
fn what_counts_as_such_a_folder() {
    let format = |files: &[(&str, &str)]| {
        let path = RelPath::parse("touchstone.toml").unwrap();
        formats::read(&folder("sums", files), &FolderSettings::default(), &path).format.name()
    };
    assert_eq!(format(&[("problem.json", "{}"), ("gen/data", "")]), "tps");
    assert_eq!(format(&[("problem.json", "{}"), ("solutions.json", "{}")]), "tps");
    assert_eq!(format(&[("problem.json", "{}"), ("sol.cpp", MAIN)]), "plain");
    let contest = folder("contest", &[("a/problem.json", "{}"), ("a/gen/data", ""), ("b/problem.json", "{}")]);
    let found: Vec<String> = formats::discover(&contest).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["a"]);
}

#[test]
fn wherever_a_manifest_breaks_off() {
    let texts = [
        ("problem.json", JSON),
        (
            "gen/data",
            "@subtask one\nmanual 1.in\n@subtask full\n@include one\ngen 'a b' | gen 2\n@validator v.cpp {subtask}\n",
        ),
        (
            "subtasks.json",
            r#"{"global_validators": ["v.cpp"], "subtasks": {"one": {"score": 5, "validators": ["v.cpp x"]}}}"#,
        ),
        ("solutions.json", r#"{"a.cpp": {"verdict": "correct", "except": {"one": "failed"}}}"#),
    ];
    for (at, (name, text)) in texts.iter().enumerate() {
        for end in 0..text.len() {
            let mut files = texts.to_vec();
            files[at] = (name, &text[..end]);
            files.extend([
                ("gen/gen.cpp", GEN),
                ("gen/manual/1.in", ""),
                ("validator/v.cpp", VAL),
                ("solution/a.cpp", MAIN),
            ]);
            assert!(problem(&files).tests.len() <= 2);
        }
    }
}
