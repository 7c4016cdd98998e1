//! What folders of these formats come to.

use expect_test::expect;

use super::*;
use crate::{folder::MemoryFolder, formats};

fn said(files: &[(&str, &str)]) -> Vec<String> {
    let mut folder = MemoryFolder::new("p");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    let findings = formats::open(&folder).0.findings.into_iter();
    let findings = findings.filter(|finding| finding.message.starts_with("this is a folder of"));
    findings
        .map(|finding| {
            let name = finding.message.split(',').next().unwrap_or_default().to_owned();
            format!("{}: {name}", finding.place.unwrap().path)
        })
        .collect()
}

#[test]
fn folders_of_formats_that_are_not_read() {
    for (files, expected) in [
        (&[("task.yaml", "name: a"), ("managers/generator.py", "")], "task.yaml: this is a folder of Terry"),
        (&[("PROBLEM", "problem(id='A')"), ("tests/TESTSET", "")], "PROBLEM: this is a folder of Rime"),
        (&[("init.yml", "test_cases:\n- {in: 1.in}\n"), ("1.in", "1")], "init.yml: this is a folder of DMOJ"),
        (&[("config.yml", "1.in:\n  timeLimit: 1\n"), ("1.in", "1")], "config.yml: this is a folder of Luogu"),
        (&[("config.json", "{}"), ("genscript", "gen 1")], "config.json: this is a folder of PPS"),
        (&[("Rakefile", "task :a"), ("tests/001.hand", "1")], "Rakefile: this is a folder of Rake"),
    ] {
        assert_eq!(said(files), [expected]);
    }
}

#[test]
fn a_name_alone_is_no_proof() {
    for files in [
        &[("config.yml", "a: 1"), ("sol.cpp", "")][..],
        &[("init.yml", "a: 1"), ("config.json", "{}")],
        &[("Rakefile", "task :a"), ("sol.cpp", "")],
        &[("task.yaml", "a: 1"), ("gen/gen.cpp", "")],
        &[("PROBLEM", "a"), ("tests/TESTSET", ""), ("touchstone.toml", "format = \"plain\"\n")],
        &[("PROBLEM", "a"), ("tests/TESTSET", ""), ("problem.yaml", "name: a")],
    ] {
        assert_eq!(said(files), [""; 0], "{files:?}");
    }
}

/// Parts by what names them, the main solution by the reference, labels by the cases that a solution is to fail on.
#[test]
fn parts_of_rime() {
    let main = "int main() {}";
    let problem = opened(&[
        (
            "PROBLEM",
            "# -*- mode: python -*-\npid = 'A'\nproblem(\n  time_limit=1.5, id=pid,\n  reference_solution='right',\n)\n",
        ),
        (
            "tests/TESTSET",
            "cpp_generator(src_name='make_all.cc')\ncpp_validator('first.cc')\ncpp_judge(src='second.cc')\n",
        ),
        ("tests/make_all.cc", main),
        ("tests/first.cc", main),
        ("tests/second.cc", main),
        ("tests/00_small.in", "1"),
        ("right/SOLUTION", "cxx_solution(src='a.cc', flags=['-O2'])\n"),
        ("right/a.cc", main),
        ("also/SOLUTION", "other(src='c.py', challenge_cases=[])\nscript_solution('b.py', None)\n"),
        ("also/b.py", "print(1)\n"),
        ("bad/SOLUTION", "## Wrong.\ncxx_solution(src='c.cc', challenge_cases=['1*.in'])\n"),
        ("bad/c.cc", main),
        ("worse/SOLUTION", "cxx_solution('d.cc',\n  ['1*.in'], flags=['-O2'])\n"),
        ("worse/d.cc", main),
        ("gone/SOLUTION", "cxx_solution(src='../../up.cc')\ncxx_solution(src=name)\n"),
    ]);
    assert_eq!(problem.limits.time.fixed_ms(), Some(1500));
    let programs = problem.programs.iter().map(|program| {
        let label = program.label.as_ref().map(|label| {
            let place = label.place.as_ref().map(|place| format!("{}:{}", place.path, place.range.start.line));
            format!(" {:?} at {}", label.sets.pool(), place.unwrap_or_default())
        });
        format!("{} {:?}{}\n", program.path, program.role, label.unwrap_or_default())
    });
    let main = problem.main.map(|main| problem.programs[main].path.to_string());
    expect![[r#"
        also/b.py Solution Some(Correct) at also/SOLUTION:1
        bad/c.cc Solution Some(Wrong) at bad/SOLUTION:1
        right/a.cc Solution Some(Correct) at right/SOLUTION:0
        tests/first.cc Validator
        tests/make_all.cc Generator
        tests/second.cc Checker
        worse/d.cc Solution Some(Wrong) at worse/SOLUTION:1
    "#]]
    .assert_eq(&programs.collect::<String>());
    assert_eq!(main.as_deref(), Some("right/a.cc"));
}

/// How a wrong solution may fail, where that is written out; inputs that must be rejected; answers by their ending.
#[test]
fn expectations_of_rime() {
    let main = "int main() {}";
    let wrong = "cxx_solution(src='a.cc', challenge_cases=[])\n";
    let solution = |text: &str| [wrong, text].concat();
    let files = [
        ("either", solution("expected_verdicts([TLE, AC])\n")),
        ("several", solution("expected_verdicts([WA, RE])\n")),
        ("any", solution("expected_verdicts(verdicts)\n")),
        ("right", "cxx_solution(src='a.cc')\nexpected_verdicts([AC])\n".to_owned()),
    ];
    let files: Vec<(String, String)> = files
        .iter()
        .flat_map(|(name, text)| {
            [(format!("{name}/SOLUTION"), text.clone()), (format!("{name}/a.cc"), main.to_owned())]
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let tests = [
        ("PROBLEM", "problem(time_limit=1.0)\n"),
        ("tests/TESTSET", "cxx_generator(src='gen.cc')\n"),
        ("tests/gen.cc", main),
        ("tests/1.in", "1"),
        ("tests/1.diff", "1"),
        ("tests/bad.invalid", "0"),
        ("rime-out/tests/1.in", "1"),
        ("rime-out/tests/1.diff", "1"),
        ("rime-out/tests/2.in", "2"),
        ("rime-out/tests/2.diff", "2"),
        ("rime-out/tests/gen.cc", main),
        ("rime-out/right/a.cc", main),
    ];
    let problem = opened(&[&tests[..], &files].concat());
    let solutions = problem.solutions().map(|(_, program)| {
        let sets = program.label.as_ref().map(|label| (label.sets.permitted, label.sets.required));
        format!("{} {sets:?} {}\n", program.path, program.reason)
    });
    expect![[r#"
        any/a.cc Some(({Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}, {Wa, Pe, Tle, Rte, Mle, Ole})) named in the folder's own files
        either/a.cc Some(({Ac, Tle}, {Tle})) named in the folder's own files
        right/a.cc Some(({Ac}, {})) named in the folder's own files
        several/a.cc Some(({Ac, Wa, Pe, Rte}, {Wa, Pe, Rte})) named in the folder's own files
    "#]].assert_eq(&solutions.collect::<String>());
    let answers =
        problem.tests.iter().map(|test| format!("{} {:?}", test.id, test.answer.as_ref().map(RelPath::as_str)));
    assert_eq!(answers.collect::<Vec<_>>(), ["1 Some(\"tests/1.diff\")", "2 Some(\"rime-out/tests/2.diff\")"]);
    let invalid = problem.validator_tests.iter().map(|test| (test.input.as_str(), test.valid));
    assert_eq!(invalid.collect::<Vec<_>>(), [("tests/bad.invalid", false)]);
}

/// What `config.json` names, whichever way it is written.
#[test]
fn manifest_of_pps() {
    let manifest = r#"{"info": {"timeLimit": 1500, "memory_limit": 67108864}, "languages": {"py": {"timeLimit": 9000}},
        "checker": "ncmp.cpp", "validator": {"source": "validator/second.cc"}, "interactor": "none.cpp",
        "solutions": [{"file": "solutions/one.cpp", "type": "MCS"}, {"file": "two.cpp", "type": "WA"}],
        "more": {"TLE": ["solutions/three.cpp"]}, "marks": {"solutions/four.cpp": "AC"}}"#;
    let val = "#include \"testlib.h\"\nint main() { registerValidation(); }\n";
    let check = "#include \"testlib.h\"\nint main() { registerTestlibCmd(); }\n";
    let problem = opened(&[
        ("config.json", manifest),
        ("genscript", "gen 1\n"),
        ("checker/lcmp.cpp", check),
        ("checker/ncmp.cpp", check),
        ("validator/first.cc", val),
        ("validator/second.cc", val),
        ("solutions/one.cpp", "int main() {}"),
        ("solutions/two.cpp", "int main() {}"),
        ("solutions/three.cpp", "int main() {}"),
        ("solutions/four.cpp", "int main() {}"),
    ]);
    assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(1500), 64 << 20));
    assert!(problem.findings.iter().all(|finding| finding.code != Code::LimitsAssumed));
    let programs = problem.programs.iter().map(|program| {
        let words = program.label.as_ref().map(|label| label.words.join(" ")).unwrap_or_default();
        format!("{} {:?} {words}\n", program.path, program.role)
    });
    expect![[r#"
        checker/ncmp.cpp Checker 
        solutions/four.cpp Solution AC
        solutions/one.cpp Solution MCS
        solutions/three.cpp Solution TLE
        solutions/two.cpp Solution WA
        validator/second.cc Validator 
    "#]]
    .assert_eq(&programs.collect::<String>());
    assert_eq!(problem.main.map(|main| problem.programs[main].path.to_string()).as_deref(), Some("solutions/one.cpp"));
    let small = opened(&[("config.json", r#"{"memoryLimit": 512}"#), ("genscript", "gen 1\n")]);
    assert_eq!(small.limits.memory_bytes, 512 << 20, "megabytes");
}

/// The archive of `init.yml` holds the tests, whatever it is called, and its checker compares.
#[test]
fn archives_and_checkers_of_dmoj() {
    let list =
        "archive: data.zip\nchecker: {name: floats, args: {precision: 4}}\ntest_cases:\n- {in: a.1.in, points: 9}\n";
    let files = [("init.yml", list), ("data.zip", ""), ("other.zip", ""), ("std.cpp", "int main() {}")];
    let mut folder = MemoryFolder::new("p");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    let archives: Vec<String> = formats::packed_tests(&folder).iter().map(ToString::to_string).collect();
    assert_eq!(archives, ["data.zip"]);
    let problem = opened(&[&files[..], &[("data.zip/a.1.in", "1"), ("data.zip/a.1.out", "1")]].concat());
    assert_eq!(problem.tests.iter().map(|test| test.points).collect::<Vec<_>>(), [Some(9.0)]);
    let mut out = String::new();
    for checker in ["standard", "identical", "floats", "{name: floatsabs, args: {precision: 2}}", "sorted", "chk.py"] {
        let problem =
            opened(&[&PAIRS[..2], &[("init.yml", &format!("test_cases: []\nchecker: {checker}\n"))]].concat());
        let said = problem.findings.iter().find(|finding| finding.message.contains("is a checker"));
        out += &format!(
            "{checker}: {:?} {}\n",
            problem.checker.kind,
            said.map(|one| one.message.as_str()).unwrap_or_default()
        );
    }
    expect![[r#"
        standard: Standard(Wcmp) 
        identical: KattisDefault(KattisFlags { case_sensitive: true, space_change_sensitive: true, float_absolute_tolerance: None, float_relative_tolerance: None }) 
        floats: KattisDefault(KattisFlags { case_sensitive: true, space_change_sensitive: false, float_absolute_tolerance: Some(1e-6), float_relative_tolerance: Some(1e-6) }) 
        {name: floatsabs, args: {precision: 2}}: KattisDefault(KattisFlags { case_sensitive: true, space_change_sensitive: false, float_absolute_tolerance: Some(0.01), float_relative_tolerance: None }) 
        sorted: Standard(Wcmp) `sorted` is a checker that is not known here, so words are compared; put a program that checks beside the tests
        chk.py: Standard(Wcmp) 
    "#]].assert_eq(&out);
}

/// The script is known by its name alone, also where a line calls nothing.
#[test]
fn script_of_pps() {
    let problem = opened(&[
        ("config.json", "{}"),
        ("genscript", "make 1\nmake 2\nmaek 3\n"),
        ("generator/make.cpp", "#include \"testlib.h\"\nint main(int c, char** v) { registerGen(c, v, 1); }\n"),
    ]);
    let ids: Vec<&str> = problem.tests.iter().map(|test| test.id.as_str()).collect();
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(problem.commands.iter().filter(|command| command.pipeline[0].program.is_some()).count(), 2);
}

/// What lies in a folder of these formats is no problem of its own.
#[test]
fn a_folder_whose_parts_look_like_problems() {
    let mut tree = MemoryFolder::new("tree");
    for (path, text) in [
        ("sum/PROBLEM", "problem(id='A')\n"),
        ("sum/tests/TESTSET", ""),
        ("sum/tests/1.in", ""),
        ("sum/tests/1.out", ""),
        ("sum/tests/validator.cc", "#include \"testlib.h\"\nint main() { registerValidation(); }\n"),
        ("list/init.yml", "test_cases:\n- {in: 1.in}\n"),
        ("packed/init.yml", "archive: tests.zip\n"),
        ("limits/config.yml", "1.in:\n  timeLimit: 1000\n"),
        ("tool/init.yml", "archive: none\n"),
        ("other/PROBLEM", "none"),
        ("other/tests/notes.txt", ""),
    ] {
        tree.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    let found: Vec<String> = formats::discover(&tree).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["limits", "list", "packed", "sum"]);
}

fn opened(files: &[(&str, &str)]) -> Problem {
    let mut folder = MemoryFolder::new("p");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    formats::open(&folder).0
}

/// Each test with its group, points and limits, each group with what it gives and after which, and findings in the manifest.
fn print(problem: &Problem, manifest: &str) -> String {
    let tests = problem.tests.iter().map(|test| {
        let (group, limits) = (test.group.as_deref().unwrap_or("-"), test.limits);
        format!("{} in {group}: {:?} {:?} {:?}", test.id, test.points, limits.time_ms, limits.memory_bytes)
    });
    let groups = problem.scoring.iter().flat_map(|scoring| {
        scoring.groups.iter().enumerate().map(|(idx, group)| {
            let tests = scoring.tests_of(idx).into_iter().map(|test| problem.tests[test].id.as_str());
            let tests = tests.collect::<Vec<_>>().join(" ");
            format!("group `{}` {:?} after {:?}: {tests}", group.name, group.max_score, group.dependencies)
        })
    });
    let findings = problem.findings.iter().filter(|finding| !finding.message.starts_with("this is a folder of"));
    let findings = findings.filter(|finding| finding.place.as_ref().is_some_and(|at| at.path.as_str() == manifest));
    let findings = findings.map(|finding| format!("{}: {}", finding.code, finding.message));
    tests.chain(groups).chain(findings).collect::<Vec<_>>().join("\n") + "\n"
}

const PAIRS: [(&str, &str); 9] = [
    ("1.in", ""),
    ("1.out", ""),
    ("2.in", ""),
    ("2.out", ""),
    ("3.in", ""),
    ("3.out", ""),
    ("4.in", ""),
    ("4.out", ""),
    ("std.cpp", "int main() {}"),
];

/// Two batches, of which the second needs the first, and a test alone; one that is not there, and one that is not named.
#[test]
fn points_and_batches_of_dmoj() {
    let list = "points: 7\ntest_cases:\n- {in: 1.in, out: 1.out}\n- batched:\n  - {in: 2.in, out: 2.out}\n  points: 30\n- batched:\n  - {in: 3.in}\n  - {in: gone.in}\n  dependencies: [1, 2]\n  points: 50\n";
    let problem = opened(&[&PAIRS[..], &[("init.yml", list)]].concat());
    expect![[r#"
        1 in -: Some(7.0) None None
        2 in 1: None None None
        3 in 2: None None None
        4 in -: None None None
        group `` Some(87.0) after []: 1 2 3
        group `1` Some(30.0) after []: 2
        group `2` Some(50.0) after [1]: 3
        manifest-broken: there is no batch 2 before this one to depend on; correct the number
        manifest-stale: there is no test with the input `gone.in`, so what is said of it changes nothing; add the file, or correct the name
        manifest-stale: init.yml does not name 4.in, so it gives no points; name it there, or remove it
    "#]]
    .assert_eq(&print(&problem, "init.yml"));
    let pattern = "test_cases:\n  input_format: x\n";
    let problem = opened(&[&PAIRS[..], &[("init.yml", pattern)]].concat());
    assert!(problem.scoring.is_none() && print(&problem, "init.yml").contains("found by a pattern"));
}

/// The greatest limits are the problem's; several subtasks are groups without points.
#[test]
fn limits_and_points_of_luogu() {
    let entry = |name: &str, ms: u32, subtask: u32| {
        format!("{name}.in:\n  timeLimit: {ms}\n  memoryLimit: 65536\n  score: 25\n  subtaskId: {subtask}\n")
    };
    let one = [entry("1", 1000, 0), entry("2", 3000, 0), entry("3", 1000, 0), entry("4", 1000, 0)].concat();
    let problem = opened(&[&PAIRS[..], &[("config.yml", &one)]].concat());
    assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(3000), 64 << 20));
    assert!(problem.findings.iter().all(|finding| finding.code != Code::LimitsAssumed));
    expect![[r#"
        1 in -: Some(25.0) Some(1000) None
        2 in -: Some(25.0) None None
        3 in -: Some(25.0) Some(1000) None
        4 in -: Some(25.0) Some(1000) None
        group `` Some(100.0) after []: 1 2 3 4
    "#]]
    .assert_eq(&print(&problem, "config.yml"));
    let two = [entry("1", 1000, 0), entry("2", 1000, 0), entry("3", 1000, 1), entry("4", 1000, 1)].concat();
    let problem = opened(&[&PAIRS[..], &[("config.yml", &two)]].concat());
    expect![[r#"
        1 in 0: None None None
        2 in 0: None None None
        3 in 1: None None None
        4 in 1: None None None
        group `` None after []: 1 2 3 4
        group `0` None after []: 1 2
        group `1` None after []: 3 4
    "#]]
    .assert_eq(&print(&problem, "config.yml"));
}

/// Settings of the folder go before the manifest's limits.
#[test]
fn settings_go_first() {
    let list = "1.in:\n  timeLimit: 1000\n  memoryLimit: 1024\n2.in:\n  timeLimit: 2000\n  memoryLimit: 2048\n";
    let files = [("config.yml", list), ("touchstone.toml", "[limits]\ntime_ms = 5000\n")];
    let problem = opened(&[&PAIRS[..], &files].concat());
    assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(5000), 2 << 20));
    let own = problem.tests.iter().map(|test| (test.limits.time_ms, test.limits.memory_bytes));
    assert_eq!(own.take(2).collect::<Vec<_>>(), [(None, Some(1 << 20)), (None, None)]);
}

/// Twenty inputs of one name, all of which count; a sample does not stand for a test of the same name.
#[test]
fn names_that_many_inputs_have() {
    let inputs: Vec<String> = (1..=20).map(|test| format!("tests/{test}/in")).collect();
    let list: String = inputs.iter().map(|input| format!("- {{in: {input}, points: 5}}\n")).collect();
    let list = format!("test_cases:\n{list}");
    let answers: Vec<String> = (1..=20).map(|test| format!("tests/{test}/out")).collect();
    let mut files: Vec<(&str, &str)> = inputs.iter().chain(&answers).map(|path| (path.as_str(), "")).collect();
    files.push(("init.yml", &list));
    let problem = opened(&files);
    assert_eq!(problem.scoring.as_ref().and_then(|scoring| scoring.groups[0].max_score), Some(100.0));
    assert_eq!(problem.tests.iter().filter(|test| test.points == Some(5.0)).count(), 20);
    let both = [("samples/1.in", ""), ("samples/1.out", ""), ("1.in", ""), ("1.out", "")];
    let points = |files: &[(&str, &str)]| {
        let list = [("init.yml", "test_cases:\n- {in: 1.in, points: 40}\n")];
        let problem = opened(&[files, &list].concat());
        let input =
            |test: &Test| matches!(&test.input, crate::model::InputSource::File(path) if path.parent().is_root());
        problem.tests.iter().filter(|test| test.points.is_some()).map(input).collect::<Vec<_>>()
    };
    assert_eq!(points(&both), [true]);
    assert!(points(&both[..2]).is_empty());
    let several = [("tests/a/1.in", ""), ("tests/a/1.out", ""), ("tests/b/1.in", ""), ("tests/b/1.out", "")];
    assert!(points(&several).is_empty(), "either may be meant");
    assert_eq!(points(&several[..2]), [false]);
}

/// A test is there once in the whole and in each batch; a list without tests takes nothing away; limits alone are no points.
#[test]
fn what_is_not_said_changes_nothing() {
    let twice = "test_cases:\n- {in: 1.in, points: 10}\n- {in: 1.in, points: 20}\n";
    let problem = opened(&[&PAIRS[..4], &[("init.yml", twice)]].concat());
    expect![[r#"
        1 in -: Some(10.0) None None
        2 in -: None None None
        group `` Some(10.0) after []: 1
        manifest-stale: the list has the input `1.in` more than once, and only the first time counts; remove the others
        manifest-stale: init.yml does not name 2.in, so it gives no points; name it there, or remove it
    "#]]
    .assert_eq(&print(&problem, "init.yml"));
    let grouped = [
        ("tests/subtask1/1.in", ""),
        ("tests/subtask1/1.out", ""),
        ("tests/subtask2/1.in", ""),
        ("tests/subtask2/1.out", ""),
    ];
    let groups = |manifest: (&str, &str)| {
        let problem = opened(&[&grouped[..], &[manifest]].concat());
        let said = problem.findings.iter().filter(|finding| finding.message.contains("no points"));
        (problem.tests.iter().map(|test| test.group.clone()).collect::<Vec<_>>(), said.count())
    };
    let by_names = groups(("other.txt", "")).0;
    assert!(by_names.iter().all(Option::is_some));
    for manifest in [
        ("init.yml", "test_cases: []\n"),
        ("init.yml", "test_cases:\n  input_format: x\n"),
        ("config.yml", "tests/subtask1/1.in:\n  timeLimit: 1000\n"),
    ] {
        assert_eq!(groups(manifest), (by_names.clone(), 0), "{manifest:?}");
    }
}

/// Where others give points, a test without any gives none; what nobody can reckon with is bounded.
#[test]
fn points_of_some_tests_only() {
    let list = "1.in:\n  timeLimit: 1e300\n  memoryLimit: 0.0005\n  score: 50\n2.in:\n  score: 1e308\n3.in:\n  timeLimit: 1000\n";
    let problem = opened(&[&PAIRS[..6], &[("config.yml", list)]].concat());
    expect![[r#"
        1 in -: Some(50.0) None None
        2 in -: Some(1000000000000000.0) None None
        3 in -: Some(0.0) Some(1000) None
        group `` Some(1000000000000050.0) after []: 1 2 3
    "#]]
    .assert_eq(&print(&problem, "config.yml"));
    assert_eq!((problem.limits.time.fixed_ms(), problem.limits.memory_bytes), (Some(1_000_000_000_000_000), 1));
}
