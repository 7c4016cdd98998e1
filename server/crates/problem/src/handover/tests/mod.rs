//! Plans for small folders, by what stands in their files.

mod told;

use super::*;
use crate::{folder::MemoryFolder, formats};

/// Sources without meaning, which only have to be programs.
const MAIN: &str = "int main() {}\n";

fn planned(files: &[(&str, &str)], target: Target) -> Result<Plan, String> {
    let mut folder = MemoryFolder::new("sums");
    for (path, text) in files {
        folder.add(RelPath::parse(path).unwrap(), text.as_bytes(), None);
    }
    plan(&given(&folder, &formats::open(&folder).0), target)
}

/// A problem in which nothing is missing.
pub(super) fn given<'a>(folder: &'a MemoryFolder, problem: &'a Problem) -> Given<'a> {
    Given {
        folder,
        problem,
        time_limit_ms: None,
        has_input: &|_| true,
        has_answer: &|_| true,
        testlib: "// testlib\n".into(),
        standard: &|_| Some("#include \"testlib.h\"\nint main() {}\n"),
    }
}

fn text(plan: &Plan, path: &str) -> String {
    match plan.files.get(&RelPath::parse(path).unwrap()) {
        Some(Content::Text(text)) => text.to_string(),
        other => panic!("{path} is {other:?} among {:?}", plan.files.keys()),
    }
}

fn has(plan: &Plan, path: &str) -> bool {
    plan.files.contains_key(&RelPath::parse(path).unwrap())
}

/// A plain folder with a solution of two files, and another one of the same name.
const PLAIN: [(&str, &str); 8] = [
    ("sol.cpp", MAIN),
    ("sols/slow/one.cpp", "#include \"part.h\"\nint main() {}\n"),
    ("sols/slow/part.h", "// part\n"),
    ("sols/fast/one.cpp", "#include \"part.h\"\nint main() {}\n"),
    ("sols/fast/part.h", "// other part\n"),
    ("tests/1.in", "1\n"),
    ("tests/1.ans", "1\n"),
    (
        "touchstone.toml",
        "main = \"sol.cpp\"\nchecker = \"wcmp\"\n[limits]\ntime_ms = 1500\nmemory_mb = 64\n[labels]\n\"sol.cpp\" = \
         \"accepted\"\n\"sols/*/one.cpp\" = \"rejected\"\n",
    ),
];

#[test]
fn solutions_of_several_files_are_named_by_their_directories() {
    let plan = planned(&PLAIN, Target::Icpc2025).unwrap();
    for path in ["one/one.cpp", "one/part.h", "slow-one/one.cpp", "slow-one/part.h"] {
        assert!(has(&plan, &format!("submissions/other/{path}")), "{path}: {:?}", plan.files.keys());
    }
    let rules = text(&plan, "submissions/submissions.yaml");
    let keys: Vec<&str> = rules.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(keys, ["\"accepted/sol.cpp\":", "\"other/one\":", "\"other/slow-one\":"]);
}

/// The same with one of the two.
fn flat() -> Vec<(&'static str, &'static str)> {
    // Headers of solutions lie beside each other in most targets.
    PLAIN.into_iter().filter(|(path, _)| !path.starts_with("sols/fast/")).collect()
}

#[test]
fn limits_stand_where_each_target_has_them() {
    let said = |target, path| text(&planned(&flat(), target).unwrap(), path);
    let has_lines = |text: String, lines: &[&str]| {
        for line in lines {
            assert!(text.lines().any(|one| one.trim() == *line), "{line}: {text}");
        }
    };
    let xml = ["<time-limit>1500</time-limit>", "<memory-limit>67108864</memory-limit>"];
    has_lines(said(Target::Polygon, "problem.xml"), &xml);
    has_lines(said(Target::IcpcLegacy, "problem.yaml"), &["memory: 64"]);
    has_lines(said(Target::IcpcLegacy, ".timelimit"), &["1.5"]);
    has_lines(said(Target::Icpc2025, "problem.yaml"), &["time_limit: 1.5", "memory: 64"]);
    has_lines(said(Target::Domjudge, "domjudge-problem.ini"), &["timelimit = '1.5'"]);
    has_lines(said(Target::Cms, "task.yaml"), &["time_limit: 1.5", "memory_limit: 64"]);
    has_lines(said(Target::Hydro, "testdata/config.yaml"), &["time: 1500ms", "memory: 65536k"]);
    has_lines(said(Target::Plain, "touchstone.toml"), &["time_ms = 1500", "memory_mb = 64"]);
}

#[test]
fn a_checker_is_named_or_comes_along() {
    let hydro = planned(&flat(), Target::Hydro).unwrap();
    assert!(text(&hydro, "testdata/config.yaml").contains("checker_type: testlib\nchecker: wcmp\n"));
    let cms = planned(&flat(), Target::Cms).unwrap();
    assert!(text(&cms, "check/checker.cpp").ends_with("#include \"wcmp_original.h\"\n"));
    assert!(has(&cms, "check/wcmp_original.h") && has(&cms, "check/testlib.h"));
    assert!(text(&planned(&PLAIN, Target::Icpc2025).unwrap(), "problem.yaml").contains("type: [pass-fail]"));
}

#[test]
fn a_statement_in_markdown_is_made_latex_for_legacy_packages_alone() {
    let mut files = flat();
    files.push(("statement.md", "# Sums\n\nAdd `a_1`.\n"));
    for target in [Target::IcpcLegacy, Target::Domjudge] {
        let plan = planned(&files, target).unwrap();
        let made = "\\problemname{sums}\n\\section*{Sums}\n\nAdd \\texttt{a\\_1}.\n";
        assert_eq!(text(&plan, "problem_statement/problem.en.tex"), made);
        assert!(plan.cannot.iter().any(|what| what.contains("statement.md as it is")), "{:?}", plan.cannot);
    }
    let newer = planned(&files, Target::Icpc2025).unwrap();
    assert!(has(&newer, "statement/problem.en.md"), "{:?}", newer.files.keys());
}

/// A task of sinol-make whose validator wants the name of the test.
const OF_SIO2: [(&str, &str); 7] = [
    ("config.yml", "title: Sums\nsinol_task_id: abc\ntime_limit: 1000\nmemory_limit: 65536\n"),
    ("doc/abczad.tex", "\\section{Sums}\n"),
    ("prog/abc.cpp", MAIN),
    ("prog/abcchk.cpp", MAIN),
    ("prog/abcinwer.cpp", MAIN),
    ("in/abc1a.in", "1\n"),
    ("in/abc1b.in", "2\n"),
];

#[test]
fn a_checker_of_sio2_is_wrapped_and_its_points_are_listed() {
    let legacy = planned(&OF_SIO2, Target::IcpcLegacy).unwrap();
    let checker = text(&legacy, "output_validators/abcchk/abcchk.cpp");
    assert!(checker.contains("#define IS_SIO2 1\n#define WANTS_KATTIS 1\n"), "{checker}");
    assert!(checker.ends_with("#include \"abcchk_original.h\"\n"), "{checker}");
    for listed in [
        "a part of the points, where prog/abcchk.cpp gives one: such an output counts as right, with all points",
        "prog/abcinwer.cpp is called with arguments that differ among the tests of a directory or from those of another validator, and stays out",
    ] {
        assert!(legacy.cannot.iter().any(|what| what == listed), "{listed}: {:?}", legacy.cannot);
    }
    assert!(has(&legacy, "problem_statement/problem.en.tex") && !has(&legacy, "input_validators/abcinwer.cpp"));
}

/// Two subtasks, of which the second one needs the first.
const SUBTASKS: [(&str, &str); 8] = [
    ("std.cpp", MAIN),
    ("testdata/1.in", "1\n"),
    ("testdata/1.out", "1\n"),
    ("testdata/2.in", "2\n"),
    ("testdata/2.out", "2\n"),
    ("testdata/3.in", "3\n"),
    ("testdata/3.out", "3\n"),
    (
        "testdata/config.yaml",
        "type: default\ntime: 1s\nmemory: 64m\nsubtasks:\n  - id: 1\n    score: 40\n    cases:\n      - input: 1.in\n        \
         output: 1.out\n  - id: 2\n    score: 60\n    if: [1]\n    cases:\n      - input: 2.in\n        output: 2.out\n      - \
         input: 3.in\n        output: 3.out\n",
    ),
];

#[test]
fn subtasks_that_need_others_include_them_in_cms() {
    let plan = planned(&SUBTASKS, Target::Cms).unwrap();
    let list = "#ST: 40\n#STNAME: 1\n#COPY: gen/files/000.txt\n\n#ST: 60\n#STNAME: 2\n#STDEP: 1\n#COPY: gen/files/001.txt\n\
                #COPY: gen/files/002.txt\n\n";
    assert_eq!(text(&plan, "gen/GEN"), list);
    let scores = "n_input: 3\nscore_type: GroupMin\nscore_type_parameters:\n  - [40, \"(000)$\"]\n  - [60, \"(000|001|002)$\"]\n";
    assert!(text(&plan, "task.yaml").ends_with(scores), "{}", text(&plan, "task.yaml"));
    // Lines without blanks at their ends are what it compares.
    assert!(!has(&plan, "check/checker.cpp"));
}

#[test]
fn subtasks_stay_as_they_are_in_hydro() {
    let plan = planned(&SUBTASKS, Target::Hydro).unwrap();
    let subtasks = "subtasks:\n  - id: 1\n    type: min\n    score: 40\n    cases:\n      - input: 1.in\n        output: 1.out\n  \
                    - id: 2\n    type: min\n    score: 60\n    if: [1]\n    cases:\n      - input: 2.in\n        output: \
                    2.out\n      - input: 3.in\n        output: 3.out\n";
    let config = text(&plan, "testdata/config.yaml");
    assert!(config.ends_with(subtasks), "{config}");
}

/// The same folder with another manifest.
fn of_hydro(config: &'static str) -> Vec<(&'static str, &'static str)> {
    let file = |(path, text)| (path, if path == "testdata/config.yaml" { config } else { text });
    SUBTASKS.into_iter().map(file).collect()
}

#[test]
fn what_a_needed_subtask_needs_is_needed() {
    // The second one has lost its test.
    let files = of_hydro(
        "type: default\ntime: 1s\nmemory: 64m\nsubtasks:\n  - id: 1\n    score: 40\n    cases:\n      - input: 1.in\n        \
         output: 1.out\n  - id: 2\n    score: 0\n    if: [1]\n    cases:\n      - input: gone.in\n        output: gone.out\n  \
         - id: 3\n    score: 60\n    if: [2]\n    cases:\n      - input: 2.in\n        output: 2.out\n",
    );
    let cms = planned(&files, Target::Cms).unwrap();
    assert!(text(&cms, "gen/GEN").contains("#STNAME: 3\n#STDEP: 1\n"), "{}", text(&cms, "gen/GEN"));
    let scores = "score_type_parameters:\n  - [40, \"(000)$\"]\n  - [60, \"(000|001)$\"]\n";
    assert!(text(&cms, "task.yaml").ends_with(scores), "{}", text(&cms, "task.yaml"));
    let config = text(&planned(&files, Target::Hydro).unwrap(), "testdata/config.yaml");
    assert!(config.contains("  - id: 2\n    type: min\n    score: 60\n    if: [1]\n"), "{config}");
}

#[test]
fn points_of_some_tests_alone_are_listed_for_cms() {
    let files = of_hydro(
        "type: default\ntime: 1s\nmemory: 64m\nsubtasks:\n  - id: 1\n    type: sum\n    score: 100\n    cases:\n      \
         - {input: 1.in, output: 1.out, score: 40}\n      - {input: 2.in, output: 2.out}\n      \
         - {input: 3.in, output: 3.out, score: 40}\n",
    );
    let plan = planned(&files, Target::Cms).unwrap();
    let listed = "points that differ by test, in the subtask 1".to_owned();
    assert!(plan.cannot.contains(&listed), "{:?}", plan.cannot);
}

#[test]
fn an_interactor_that_gives_points_is_no_manager() {
    let mut files = of_hydro("type: interactive\ninteractor: talk.cpp\ntime: 1s\nmemory: 64m\n");
    files.push(("testdata/talk.cpp", "int main() { quitp(0.5, \"half\"); }\n"));
    let refused = "testdata/talk.cpp gives points for outputs, which its wrapper cannot hand on".to_owned();
    assert_eq!(planned(&files, Target::Cms).map(drop), Err(refused));
}

/// A task with two subtasks, of which the second one has the tests of the first as well, or whatever `cases.gen` says.
fn task(cases: Option<&str>) -> Vec<(&'static str, &str)> {
    let mut files = vec![
        ("task.yaml", "name: ponti\ntitle: I ponti\ntime_limit: 1.5\nmemory_limit: 128\ninfile: ''\noutfile: ''\n"),
        ("gen/GEN", "#ST: 40\n#STNAME: a\n1\n#ST: 60\n#STNAME: b\n#STDEP: a\n2\n"),
        ("gen/generator.cpp", MAIN),
        ("gen/validator.cpp", MAIN),
        ("sol/solution.cpp", MAIN),
    ];
    files.extend(cases.map(|cases| ("gen/cases.gen", cases)));
    files
}

#[test]
fn tests_that_count_in_a_later_subtask_too_stay_so_in_cms() {
    let plan = planned(&task(None), Target::Cms).unwrap();
    assert!(text(&plan, "gen/GEN").contains("#ST: 60\n#STNAME: b\n#STDEP: a\n"), "{}", text(&plan, "gen/GEN"));
    let is_lost = |plan: &Plan| plan.cannot.iter().any(|line| line.contains("several groups"));
    assert!(!is_lost(&plan), "{:?}", plan.cannot);
    assert!(is_lost(&planned(&task(None), Target::Hydro).unwrap()));
}

#[test]
fn a_validator_is_asked_the_same_in_cms_or_stays_out() {
    // It is asked for each subtask, and is one program all the same.
    let plan = planned(&task(None), Target::Cms).unwrap();
    assert!(has(&plan, "gen/validator.cpp"), "{:?}", plan.files.keys());
    assert!(!plan.cannot.iter().any(|what| what.contains("validator.cpp")), "{:?}", plan.cannot);
    // Subtasks are numbered from 0 there, and arguments may be anything.
    for validator in ["", " $INPUT $ST_NUM $N"] {
        let cases = format!(
            ": GEN default gen/generator.cpp N\n: VAL default gen/validator.cpp{validator}\n: SUBTASK 100 all\n5\n"
        );
        let plan = planned(&task(Some(&cases)), Target::Cms).unwrap();
        assert!(!has(&plan, "gen/validator.cpp"), "{:?}", plan.files.keys());
        let why = "is asked about some tests alone or with arguments of its own, and stays out";
        let listed = format!("gen/validator.cpp {why}");
        assert!(plan.cannot.contains(&listed), "{:?}", plan.cannot);
    }
}

#[test]
fn tools_of_cms_are_found_by_name_and_so_each_is_one() {
    let files = [
        ("sol.cpp", MAIN),
        ("generator.cpp", "int main() { return 1; }\n"),
        ("other/generator.cpp", "int main() { return 2; }\n"),
        ("valida.cpp", "int main() { return 3; }\n"),
        ("tests/1.in", "1\n"),
        ("tests/1.ans", "1\n"),
        (
            "touchstone.toml",
            "main = \"sol.cpp\"\nchecker = \"wcmp\"\n[limits]\ntime_ms = 1000\n[roles]\n\"/generator.cpp\" = \
             \"generator\"\n\"/other/generator.cpp\" = \"generator\"\n\"/valida.cpp\" = \"generator\"\n",
        ),
    ];
    let plan = planned(&files, Target::Cms).unwrap();
    let laid = |path: &&str| has(&plan, path);
    let tools = ["gen/generator.cpp", "gen/other-generator.cpp", "gen/other-valida.cpp"];
    assert!(tools.iter().all(laid) && !has(&plan, "gen/valida.cpp"), "{:?}", plan.files.keys());
}

/// A package with two testsets.
const TESTSETS: [(&str, &str); 5] = [
    ("solutions/sol.cpp", MAIN),
    ("pretests/01", "1\n"),
    ("tests/01", "1\n"),
    ("tests/02", "2\n"),
    (
        "problem.xml",
        "<problem short-name=\"sums\"><judging>\
         <testset name=\"pretests\"><time-limit>1000</time-limit><memory-limit>67108864</memory-limit>\
         <test-count>1</test-count><input-path-pattern>pretests/%02d</input-path-pattern>\
         <answer-path-pattern>pretests/%02d.a</answer-path-pattern><tests><test method=\"manual\"/></tests></testset>\
         <testset name=\"tests\"><time-limit>1000</time-limit><memory-limit>67108864</memory-limit>\
         <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>\
         <answer-path-pattern>tests/%02d.a</answer-path-pattern><tests><test method=\"manual\"/><test method=\"manual\"/>\
         </tests></testset></judging><assets><checker name=\"std::wcmp.cpp\" type=\"testlib\"/>\
         <solutions><solution tag=\"main\"><source path=\"solutions/sol.cpp\" type=\"cpp.g++17\"/></solution></solutions>\
         </assets></problem>",
    ),
];

#[test]
fn testsets_stay_apart_or_are_listed() {
    let polygon = planned(&TESTSETS, Target::Polygon).unwrap();
    assert!(["pretests/01", "tests/01", "tests/02"].iter().all(|path| has(&polygon, path)), "{:?}", polygon.files);
    let xml = text(&polygon, "problem.xml");
    let at = |words: &str| xml.find(words).unwrap_or_else(|| panic!("{words}: {xml}"));
    assert!(at("<testset name=\"pretests\">") < at("<testset name=\"tests\">"));
    let plain = planned(&TESTSETS, Target::Plain).unwrap();
    let listed = "which testset a test is in: pretests, tests".to_owned();
    assert!(plain.cannot.contains(&listed) && !polygon.cannot.contains(&listed), "{:?}", plain.cannot);
}

#[test]
fn files_of_one_name_are_not_laid_over_each_other() {
    let refused = Err("two files of the folder would become sol/part.h; rename one".to_owned());
    assert_eq!(planned(&PLAIN, Target::Cms).map(drop), refused);
}

#[test]
fn what_would_be_judged_otherwise_is_refused() {
    let files: Vec<(&str, &str)> = PLAIN.into_iter().filter(|(path, _)| !path.starts_with("tests/")).collect();
    let refused = Err("the problem has no tests, so there is nothing to hand over".to_owned());
    for target in Target::ALL {
        assert_eq!(planned(&files, target).map(drop), refused, "{}", target.name());
    }
}

#[test]
fn packages_of_a_program_keep_their_directories() {
    let mut files = flat();
    files.extend([
        ("one.py", "from lib.read import line\nprint(line())\n"),
        ("lib/read.py", "from lib.deep.more import line\n"),
        ("lib/deep/more.py", "line = input\n"),
        ("other.py", "print(1)\n"),
    ]);
    let plan = planned(&files, Target::IcpcLegacy).unwrap();
    let names: Vec<&str> = plan.files.keys().map(RelPath::as_str).filter(|path| path.contains("/one/")).collect();
    let home = names[0].split("/lib/").next().unwrap();
    assert_eq!(names, ["lib/deep/more.py", "lib/read.py", "one.py"].map(|name| format!("{home}/{name}")));
    assert!(!plan.files.keys().any(|path| path.as_str().ends_with("other/lib/read.py")), "it imports nothing");
}

#[test]
fn a_solution_of_polygon_has_its_headers_written_into_it() {
    let files = [
        (
            "sol.cpp",
            "#include <cstdio>\n#include \"lib/io.h\"\n#ifdef LOCAL\n#include \"lib/io.h\"\n#endif\nint main() {}",
        ),
        ("lib/io.h", "#pragma once\n#include \"deep.h\"\nint read();"),
        ("lib/deep.h", "// deep\n"),
        ("wa.cpp", "#include \"one.h\"\nint main() {}\n"),
        ("one.h", "#include \"two.h\"\n"),
        ("two.h", "#include \"one.h\"\n"),
        ("tests/1.in", "1\n"),
        ("tests/1.ans", "1\n"),
        ("touchstone.toml", "main = \"sol.cpp\"\nchecker = \"wcmp\"\n[roles]\n\"wa.cpp\" = \"solution\"\n"),
    ];
    let plan = planned(&files, Target::Polygon).unwrap();
    let once = "#ifndef ONCE_io_h\n#define ONCE_io_h\n// deep\nint read();\n#endif\n";
    let whole = format!("#include <cstdio>\n{once}#ifdef LOCAL\n{once}#endif\nint main() {{}}\n");
    assert_eq!(text(&plan, "solutions/sol.cpp"), whole);
    let stays_out = "wa.cpp has several files, and Polygon's solutions have one, and stays out";
    assert!(plan.cannot.iter().any(|line| line == stays_out), "{:?}", plan.cannot);
    let round: Vec<(&str, &str)> = files.into_iter().filter(|(path, _)| *path != "lib/deep.h").collect();
    let deep = ("lib/deep.h", "#include \"io.h\"\n");
    let refused = planned(&[&round[..], &[deep]].concat(), Target::Polygon).unwrap_err();
    assert_eq!(
        refused,
        "sol.cpp has several files, and Polygon's solutions have one, so there would be no main solution"
    );
}

#[test]
fn headers_of_include_directories_are_included_beside() {
    let mut files = flat();
    files.extend([
        ("inc/lim.h", "#define LIM 7\n"),
        ("sols/angle.cpp", "#include <lim.h>\n#include <lim>\nint main() {}\n"),
    ]);
    let settings = files.iter_mut().find(|(path, _)| *path == "touchstone.toml").unwrap();
    settings.1 = "main = \"sol.cpp\"\nchecker = \"wcmp\"\ninclude = [\"inc\"]\n[limits]\ntime_ms = 1000\nmemory_mb = 64\n[labels]\n\"sols/angle.cpp\" = \"accepted\"\n";
    let plan = planned(&files, Target::Hydro).unwrap();
    assert_eq!(text(&plan, "solutions/angle.cpp"), "#include \"lim.h\"\n#include <lim>\nint main() {}\n");
}

#[test]
fn titles_and_languages_of_statements_stay() {
    let task = [
        (
            "task.yaml",
            "name: pairs\ntitle: Coppie \u{e8}lite\ntime_limit: 1\nmemory_limit: 64\ninfile: \"\"\noutfile: \"\"\n",
        ),
        ("gen/GEN", "1\n"),
        ("gen/generator.cpp", MAIN),
        ("sol/solution.cpp", MAIN),
        ("statement/english.tex", "Add.\n"),
    ];
    let plan = planned(&task, Target::Icpc2025).unwrap();
    assert!(text(&plan, "problem.yaml").contains("name:\n  en: \"Coppie \u{e8}lite\"\n"));
    let mut files = flat();
    files.extend([("statement/problem.de.tex", "Addiere.\n"), ("statement/problem.en.tex", "Add.\n")]);
    assert!(has(&planned(&files, Target::Icpc2025).unwrap(), "statement/problem.en.tex"));
    files.pop();
    let plan = planned(&files, Target::Icpc2025).unwrap();
    assert!(has(&plan, "statement/problem.de.tex") && text(&plan, "problem.yaml").contains("name:\n  de: "));
    let polygon = planned(&files, Target::Polygon).unwrap();
    assert!(
        text(&polygon, "problem.xml").contains("language=\"german\"") && has(&polygon, "statements/german/problem.tex")
    );
    assert!(has(&planned(&files, Target::Cms).unwrap(), "statement/german.tex"));
}

#[test]
fn a_group_without_points_has_a_score_of_nought() {
    let files = [
        ("config.yml", "title: Sums\ntime_limit: 1000\nmemory_limit: 65536\nscores:\n  1: 100\n"),
        ("prog/sum.cpp", MAIN),
        ("in/sum0a.in", "1\n"),
        ("in/sum0b.in", "2\n"),
        ("in/sum1a.in", "3\n"),
    ];
    let plan = planned(&files, Target::Icpc2025).unwrap();
    let of = |group: &str| text(&plan, &format!("data/secret/{group}/test_group.yaml"));
    assert_eq!(of("0"), "max_score: 0\nscore_aggregation: pass-fail\n", "{:?}", plan.files.keys());
    assert_eq!(of("1"), "max_score: 100\nscore_aggregation: min\n");
}

#[test]
fn what_is_expected_of_whole_groups_stays_in_the_newer_format() {
    let files = [
        (
            "problem.yaml",
            "problem_format_version: 2025-09\nname: Sums\nuuid: 7b5e\ntype: scoring\nlimits:\n  time_limit: 2\n",
        ),
        ("submissions/accepted/sum.cpp", MAIN),
        ("submissions/partially_accepted/half.cpp", MAIN),
        ("submissions/partially_accepted/odd.cpp", MAIN),
        (
            "submissions/submissions.yaml",
            "partially_accepted/half.cpp:\n  secret/one:\n    permitted: [AC]\n  secret/two:\n    permitted: [AC, TLE]\n    \
             required: [TLE]\npartially_accepted/odd.cpp:\n  secret/one/1:\n    permitted: [WA]\n",
        ),
        ("data/secret/one/1.in", "1\n"),
        ("data/secret/one/1.ans", "1\n"),
        ("data/secret/one/2.in", "2\n"),
        ("data/secret/one/2.ans", "2\n"),
        ("data/secret/two/1.in", "3\n"),
        ("data/secret/two/1.ans", "3\n"),
    ];
    let plan = planned(&files, Target::Icpc2025).unwrap();
    let rules = text(&plan, "submissions/submissions.yaml");
    let groups = "  \"secret/one\":\n    permitted: [\"AC\"]\n  \"secret/two\":\n    permitted: [\"AC\", \"TLE\"]\n    \
                  required: [\"TLE\"]\n\"";
    assert!(rules.contains(groups), "{rules}");
    // Tests get other names.
    let untold = |name: &str| plan.cannot.iter().any(|line| line.contains(name) && line.contains("some of the tests"));
    assert!(untold("odd.cpp") && !untold("half.cpp"), "{:?}", plan.cannot);
}

#[test]
fn groups_that_need_later_ones_have_no_scores_in_the_newer_format() {
    let said = |config| planned(&of_hydro(config), Target::Icpc2025).unwrap().cannot.join("\n");
    let in_order = said(
        "type: default\ntime: 1s\nmemory: 64m\nsubtasks:\n  - id: 1\n    score: 30\n    cases: [{input: 1.in, output: 1.out}]\n  \
         - id: 2\n    score: 70\n    if: [1]\n    cases: [{input: 2.in, output: 2.out}]\n",
    );
    assert!(!in_order.contains("come before it"), "{in_order}");
    let reversed = said(
        "type: default\ntime: 1s\nmemory: 64m\nsubtasks:\n  - id: 2\n    score: 30\n    cases: [{input: 1.in, output: 1.out}]\n  \
         - id: 1\n    score: 70\n    if: [2]\n    cases: [{input: 2.in, output: 2.out}]\n",
    );
    assert!(reversed.contains("scores: 1 needs 2, which has to come before it by its name"), "{reversed}");
}
