//! Manifests of formats: what may be typed in them, what is shown of it, and where it leads.

use problem::text::LineIndex;

use super::scene::{Scene, position, slice};
use crate::{
    completion::{Completion, complete, is_cut},
    hover::hover,
    navigate::{definition, links},
    script::layout,
};

const RBX: &str = r#"
-- problem.rbx.yml --
name: planks
timeLimit: 1000
memoryLimit: 256
generators:
  - path: gens/make.cpp
    name: planks-gen
solutions:
  - path: sols/main.cpp
    outcome: ACCEPTED
  - path: sols/slow.py
    outcome: tle
testcases:
  - name: samples
    testcaseGlob: samples/*.in
  - name: small
    generatorScript:
      path: plan.txt
-- plan.txt --
planks-gen 5
-- samples/1.in --
5
-- gens/make.cpp --
#include "testlib.h"
int main(int argc, char* argv[]) { registerGen(argc, argv, 1); }
-- sols/main.cpp --
// the model
int main() {}
-- sols/slow.py --
print(1)
"#;

const TPS: &str = r#"
-- problem.json --
{"name": "planks", "time_limit": 1, "memory_limit": 256}
-- subtasks.json --
{"subtasks": {"small": {"score": 30}, "large": {"score": 70}}}
-- solutions.json --
{"sol.cpp": {"verdict": "model_solution"}, "slow.cpp": {"verdict": "time_limit", "except": {"small": "correct"}}}
-- gen/data --
@subtask small
make 5
@subtask large
@include small
make 50
-- gen/make.cpp --
int main() {}
-- gen/manual/odd.txt --
1
-- validator/validator.cpp --
int main() {}
-- solution/sol.cpp --
int main() {}
-- solution/slow.cpp --
int main() {}
-- solution/new.cpp --
int main() {}
"#;

const LIBRARY_CHECKER: &str = r#"
-- info.toml --
title = 'Planks'
timelimit = 2.0
[[tests]]
    name = "random.cpp"
    number = 2
[[solutions]]
    name = "wa.cpp"
    expect = "WA"
-- gen/random.cpp --
int main() {}
-- sol/correct.cpp --
int main() {}
-- sol/wa.cpp --
int main() {}
"#;

const SINOL: &str = r#"
-- config.yml --
title: Planks
time_limit: 1000
memory_limit: 262144
scores:
  1: 40
  2: 60
sinol_expected_scores:
  abcb1.cpp:
    expected:
      1: {points: 40, status: OK}
      2: {points: 0, status: WA}
    points: 40
-- prog/abc.cpp --
int main() {}
-- prog/abcb1.cpp --
int main() {}
-- in/abc1a.in --
1
-- in/abc2a.in --
2
"#;

const HYDRO: &str = r#"
-- problem.yaml --
pid: P1
owner: 2
title: Planks
-- testdata/config.yaml --
checker_type: testlib
checker: chk.cpp
time: 1s
memory: 256m
subtasks:
  - id: 1
    type: min
    score: 100
    cases:
      - input: 1.in
        output: 1.out
-- testdata/1.in --
1
-- testdata/1.out --
1
-- testdata/chk.cpp --
int main() {}
-- std.cpp --
int main() {}
"#;

fn completions(scene: &Scene, file: &str, text: &str, needle: &str) -> Vec<Completion> {
    // `needle` is found with its `^`, which is no part of the text.
    let marked = text.find(needle).unwrap_or_else(|| panic!("{needle} is not in the text"));
    let offset = marked + needle.find('^').unwrap();
    let text = format!("{}{}", &text[..offset], &text[offset + 1..]);
    let at = LineIndex::new(&text).position(offset);
    let mut found = scene.with_text(file, &text, |view, text| complete(view, text, at));
    found.sort_by(|one, other| one.sort.cmp(&other.sort));
    found
}

/// What is inserted at `^` in a text.
fn inserted(scene: &Scene, file: &str, marked: &str) -> Vec<String> {
    completions(scene, file, marked, "^").into_iter().map(|one| one.edit.text).collect()
}

fn shown(scene: &Scene, file: &str, needle: &str) -> String {
    let at = |text: &str| position(text, needle);
    let found = scene.open(file, |view, text| hover(view, text, at(text.text)));
    found.map_or_else(|| "-".to_owned(), |hover| hover.markdown)
}

/// What a place leads to, and what is there.
fn target(scene: &Scene, file: &str, needle: &str) -> Vec<String> {
    let found = scene.open(file, |view, text| definition(view, text, position(text.text, needle)));
    found.iter().map(|one| format!("{}:{}", one.path, one.range.start.line + 1)).collect()
}

fn linked(scene: &Scene, file: &str) -> Vec<String> {
    scene.open(file, |view, text| {
        let links = links(view, text).into_iter();
        links.map(|link| format!("{} {}", slice(text.text, link.range), link.path)).collect()
    })
}

#[test]
fn rbx_keys_that_are_not_there_yet() {
    let scene = Scene::new(RBX);
    let manifest = "problem.rbx.yml";
    let root = inserted(&scene, manifest, "name: x\ntimeLimit: 1\n^\n");
    assert!(root.contains(&"memoryLimit: ".to_owned()) && root.contains(&"testcases:".to_owned()), "{root:?}");
    assert!(!root.iter().any(|key| key.starts_with("timeLimit") || key.starts_with("outcome")), "{root:?}");
    let of_solution = inserted(&scene, manifest, "solutions:\n  - path: sols/main.cpp\n    ^\ntestcases:\n");
    let keys = "compilationFiles: executionFiles: inference:  language:  outcome:  outcomePerGroup: score:  tags:";
    assert_eq!(of_solution.join(" "), keys);
    assert_eq!(inserted(&scene, manifest, "name: x\nty^pe: BATCH\n").iter().filter(|key| *key == "type").count(), 1);
}

#[test]
fn rbx_values() {
    let scene = Scene::new(RBX);
    let manifest = "problem.rbx.yml";
    assert_eq!(inserted(&scene, manifest, "type: ^"), ["BATCH", "COMMUNICATION"]);
    let outcomes = inserted(&scene, manifest, "solutions:\n  - path: a\n    outcome: ^\n");
    assert_eq!(outcomes[..3], ["ANY", "ACCEPTED", "ACCEPTED_OR_TLE"]);
    let paths = inserted(&scene, manifest, "solutions:\n  - path: ^\n");
    assert_eq!(paths, ["sols/main.cpp", "sols/slow.py", "gens/make.cpp"], "solutions first, then other sources");
    let names = inserted(&scene, manifest, "testcases:\n  - name: a\n    generators:\n      - name: ^");
    assert_eq!(names, ["planks-gen"]);
    assert_eq!(inserted(&scene, manifest, "testcases:\n  - deps: [samples, ^]\n"), ["samples", "small"]);
    let per_group = "solutions:\n  - path: a\n    outcomePerGroup:\n      samples: AC\n      ^\n";
    assert_eq!(inserted(&scene, manifest, per_group), ["small: "]);
}

#[test]
fn rbx_testplans() {
    let scene = Scene::new(RBX);
    assert_eq!(inserted(&scene, "plan.txt", "^"), ["@copy ", "@input ", "@test ", "@testgroup ", "planks-gen"]);
    assert_eq!(inserted(&scene, "plan.txt", "@testgroup ^"), ["samples", "small"]);
    assert!(inserted(&scene, "plan.txt", "@copy samples/^").contains(&"samples/1.in".to_owned()));
    assert_eq!(inserted(&scene, "plan.txt", "@input {\n5 ^\n}\n"), [""; 0], "a text of a test");
    assert!(shown(&scene, "plan.txt", "plan^ks-gen").contains("gens/make.cpp"));
    let laid = |text: &str| scene.with_text("plan.txt", text, |view, text| layout(view, text).unwrap().len());
    assert_eq!(laid("planks-gen   5\n"), 1);
    assert_eq!(laid("@input {\n1   2\n}\n@copy  a\nplanks-gen 5\n"), 0, "blanks count in an input");
}

#[test]
fn rbx_says_what_things_mean_and_leads_to_them() {
    let scene = Scene::new(RBX);
    let manifest = "problem.rbx.yml";
    assert_eq!(shown(&scene, manifest, "time^Limit"), "`timeLimit`: The time limit of a test, in milliseconds.\n");
    assert!(shown(&scene, manifest, "t^le").starts_with("`TIME_LIMIT_EXCEEDED`: "));
    assert!(shown(&scene, manifest, "sols/sl^ow.py").contains("not run yet"));
    assert_eq!(shown(&scene, manifest, "name: pl^anks"), "-");
    assert_eq!(target(&scene, manifest, "sols/ma^in.cpp"), ["sols/main.cpp:2"]);
    assert_eq!(target(&scene, "sols/main.cpp", "the mo^del"), ["problem.rbx.yml:9"]);
    let all = ["gens/make.cpp", "sols/main.cpp", "sols/slow.py", "plan.txt"].map(|path| format!("{path} {path}"));
    assert_eq!(linked(&scene, manifest), all);
}

#[test]
fn tps() {
    let scene = Scene::new(TPS);
    let keys = inserted(&scene, "problem.json", "{\"name\": \"x\", ^}");
    assert!(keys.contains(&"\"time_limit\": ".to_owned()) && !keys.contains(&"\"name\": ".to_owned()), "{keys:?}");
    assert!(inserted(&scene, "problem.json", "{\"ti^\"}").contains(&"time_limit".to_owned()));
    assert_eq!(inserted(&scene, "problem.json", "{\"type\": ^}")[0], "\"Batch\"");
    assert_eq!(inserted(&scene, "problem.json", "{\"has_checker\": ^}"), ["true", "false"]);
    let free = inserted(&scene, "solutions.json", "{\"sol.cpp\": {\"verdict\": \"correct\"}, \"^\": {}}");
    assert_eq!(free, ["new.cpp", "slow.cpp"]);
    assert_eq!(inserted(&scene, "solutions.json", "{\"sol.cpp\": {\"verdict\": \"^\"}}")[0], "model_solution");
    assert_eq!(inserted(&scene, "solutions.json", "{\"a\": {\"except\": {\"^\": \"\"}}}"), ["small", "large"]);
    let validators = inserted(&scene, "subtasks.json", "{\"global_validators\": [\"^val --group x\"]}");
    assert_eq!(validators, ["validator.cpp"]);
    assert!(shown(&scene, "problem.json", "memory^_limit").contains("megabytes"));
    assert!(shown(&scene, "solutions.json", "time^_limit").contains("takes too long"));
    assert_eq!(target(&scene, "solutions.json", "slow^.cpp"), ["solution/slow.cpp:1"]);
    assert_eq!(linked(&scene, "solutions.json"), ["sol.cpp solution/sol.cpp", "slow.cpp solution/slow.cpp"]);
}

#[test]
fn tps_tests() {
    let scene = Scene::new(TPS);
    let begins = inserted(&scene, "gen/data", "@subtask small\n^\n");
    assert_eq!(begins, ["@include ", "@subtask ", "@testset ", "@validator ", "copy ", "manual ", "make"]);
    assert_eq!(inserted(&scene, "gen/data", "@subtask a\n@testset b\n@subtask c\n@include b ^\n"), ["a", "c"]);
    assert_eq!(inserted(&scene, "gen/data", "@subtask a\nmanual ^\n"), ["odd.txt"]);
    assert_eq!(inserted(&scene, "gen/data", "@subtask a\n@validator ^\n"), ["validator.cpp"]);
    assert!(shown(&scene, "gen/data", "@inc^lude").contains("count here too"));
    let empty = Scene::new(&TPS.replace("make 5\n", "").replace("make 50\n", ""));
    assert!(empty.problem.commands.is_empty());
    assert!(inserted(&empty, "gen/data", "^").contains(&"@subtask ".to_owned()), "a list that makes nothing yet");
}

#[test]
fn library_checker() {
    let scene = Scene::new(LIBRARY_CHECKER);
    assert_eq!(inserted(&scene, "info.toml", "[[^]]"), ["solutions", "tests"]);
    assert_eq!(inserted(&scene, "info.toml", "[^]"), ["params"]);
    assert_eq!(inserted(&scene, "info.toml", "[[tests]]\nname = 'a'\n^\n"), ["number = "]);
    assert_eq!(inserted(&scene, "info.toml", "[[tests]]\nname = ^\n"), ["\"random.cpp\""]);
    assert_eq!(inserted(&scene, "info.toml", "[[solutions]]\nname = \"^\"\n"), ["correct.cpp", "wa.cpp"]);
    assert_eq!(inserted(&scene, "info.toml", "[[solutions]]\nexpect = \"^\"\n"), ["AC", "WA", "TLE", "RE"]);
    assert!(shown(&scene, "info.toml", "time^limit").contains("seconds"));
    assert_eq!(linked(&scene, "info.toml"), ["random.cpp gen/random.cpp", "wa.cpp sol/wa.cpp"]);
}

#[test]
fn sinol() {
    let scene = Scene::new(SINOL);
    assert!(!inserted(&scene, "config.yml", "title: x\n^").contains(&"title: ".to_owned()));
    assert_eq!(inserted(&scene, "config.yml", "scores:\n  1: 40\n  ^\n"), ["2: "]);
    assert_eq!(inserted(&scene, "config.yml", "sinol_expected_scores:\n  ^\n"), ["abc.cpp:", "abcb1.cpp:"]);
    let status = "sinol_expected_scores:\n  a.cpp:\n    expected:\n      1: {points: 1, status: ^}\n";
    assert_eq!(inserted(&scene, "config.yml", status), ["OK", "WA", "TL", "ML", "RE", "CE"]);
    assert!(shown(&scene, "config.yml", "memory^_limit").contains("kilobytes"));
    assert_eq!(target(&scene, "config.yml", "abcb1^.cpp"), ["prog/abcb1.cpp:1"]);
}

#[test]
fn hydro() {
    let scene = Scene::new(HYDRO);
    let config = "testdata/config.yaml";
    assert_eq!(inserted(&scene, config, "subtasks:\n  - type: ^"), ["min", "max", "sum"]);
    assert_eq!(inserted(&scene, config, "cases:\n  - input: ^"), ["1.in", "1.out", "chk.cpp"]);
    assert_eq!(inserted(&scene, config, "checker: ^"), ["chk.cpp"]);
    assert_eq!(
        inserted(&scene, config, "checker_type: st^"),
        "default strict testlib kattis lemon syzoj hustoj qduoj lduoj".split(' ').collect::<Vec<_>>()
    );
    assert!(shown(&scene, config, "ti^me").contains("500ms"));
    assert!(shown(&scene, "problem.yaml", "own^er").contains("person"));
    let links = ["chk.cpp testdata/chk.cpp", "1.in testdata/1.in", "1.out testdata/1.out"];
    assert_eq!(linked(&scene, config), links);
}

#[test]
fn task_maker() {
    let parts = "-- gen/generator.py --\nprint(1)\n-- gen/validator.py --\nprint(1)\n-- sol/solution.py --\nprint(1)\n\
                 -- att/input0.txt --\n1\n";
    let task = "name: planks\ntime_limit: 1\nmemory_limit: 64\n";
    let gen_file = "#ST: 100\n#STNAME: all\n5 1\n";
    let scene = Scene::new(&format!("-- task.yaml --\n{task}{parts}-- gen/GEN --\n{gen_file}"));
    let typed = |text: &str| inserted(&scene, "gen/GEN", text);
    assert_eq!(typed("#^\n5 1\n"), ["#COPY: ", "#ST: ", "#STDEP: ", "#STNAME: "]);
    assert!(typed("#S^: 100\n").contains(&"#STNAME".to_owned()), "the colon is there");
    assert_eq!(typed("#ST: 100\n#STDEP: ^\n"), ["all"]);
    assert!(typed("#ST: 100\n#COPY: att^\n").contains(&"att/input0.txt".to_owned()));
    assert_eq!(typed("#COPY: att/input0.txt # from ^\n"), [""; 0]);
    assert!(shown(&scene, "gen/GEN", "#STN^AME").contains("one word"));
    let tables = "samples = 0\n[group.few]\ntestcases = [\"5 $#\"]\n[subtask.all]\nscore = 100\ninclude = [\"few\"]\n";
    let scene = Scene::new(&format!("-- task.yaml --\n{task}{parts}-- gen/gen.toml --\n{tables}"));
    assert!(inserted(&scene, "gen/gen.toml", "[subtask.all]\n^\n").contains(&"score = ".to_owned()));
    assert!(inserted(&scene, "gen/gen.toml", "[subtask.\"1.5\"]\n^\n").contains(&"score = ".to_owned()));
    let tables = "[group.few]\n[group.\"1.5\"]\n[subtask.a]\ninclude = [\"^\"]\n";
    assert_eq!(inserted(&scene, "gen/gen.toml", tables), ["few", "1.5", "a"]);
    assert_eq!(inserted(&scene, "gen/gen.toml", "[subtask.a]\ncopy = [\"att^\"]\n")[0], "att/input0.txt");
    assert!(shown(&scene, "gen/gen.toml", "inc^lude").contains("count here"));
    assert_eq!(inserted(&scene, "gen/gen.toml", "generator = \"^\"\n"), ["generator"]);
    let cases = ": GEN default gen/generator.py N\n: CONSTRAINT $N < 9\n: SUBTASK 100\n5\n";
    let scene = Scene::new(&format!("-- task.yaml --\n{task}{parts}-- gen/cases.gen --\n{cases}"));
    let typed = |text: &str| inserted(&scene, "gen/cases.gen", text);
    assert_eq!(typed(": ^\n"), ["CONSTRAINT ", "COPY ", "GEN ", "RUN ", "SUBTASK ", "VAL "]);
    assert_eq!(typed(":SUB^ 5\n")[4], "SUBTASK", "a blank is there");
    assert!(typed(": COPY at^\n").contains(&"att/input0.txt".to_owned()));
    assert!(shown(&scene, "gen/cases.gen", ": CONS^TRAINT").contains("arguments of tests"));
    assert_eq!(typed("# : ^\n"), [""; 0]);
}

#[test]
fn formats_that_are_read_as_plain_folders() {
    let list = "archive: tests.zip\nchecker: floats\ntest_cases:\n- {in: 1.in, out: 1.out}\n";
    let scene =
        Scene::new(&format!("-- init.yml --\n{list}-- 1.in --\n1\n-- 1.out --\n1\n-- sol.cpp --\nint main() {{}}\n"));
    assert!(inserted(&scene, "init.yml", "^").contains(&"pretest_test_cases:".to_owned()));
    assert!(inserted(&scene, "init.yml", "checker: fl^").contains(&"floatsrel".to_owned()));
    assert!(shown(&scene, "init.yml", "check^er").contains("judged"));
    assert!(shown(&scene, "init.yml", "checker: flo^ats").contains("precision"));
    assert_eq!(linked(&scene, "init.yml"), ["1.in 1.in", "1.out 1.out"]);
    let limits = "1.in:\n  timeLimit: 1000\n";
    let scene = Scene::new(&format!(
        "-- config.yml --\n{limits}-- 1.in --\n1\n-- 1.out --\n1\n-- sol.cpp --\nint main() {{}}\n"
    ));
    assert_eq!(inserted(&scene, "config.yml", "1.in:\n  timeLimit: 1\n  mem^")[1], "memoryLimit: ");
    assert!(shown(&scene, "config.yml", "time^Limit").contains("milliseconds"));
    let scene = Scene::new(
        "-- PROBLEM --\nproblem(time_limit=1.0)\n-- tests/TESTSET --\ncxx_validator(src='val.cpp')\n\
         -- tests/val.cpp --\nint main() {}\n-- right/SOLUTION --\ncxx_solution(src='a.cpp')\n-- right/a.cpp --\nint main() {}\n",
    );
    let typed = |path: &str, text: &str| inserted(&scene, path, text);
    assert_eq!(typed("PROBLEM", "^"), ["problem("]);
    assert!(typed("tests/TESTSET", "cxx_v^(src='val.cpp')\n").contains(&"cxx_validator".to_owned()), "it is open");
    assert!(typed("right/SOLUTION", "exp^").contains(&"expected_verdicts(".to_owned()));
    assert_eq!(typed("right/SOLUTION", "# exp^"), [""; 0]);
    assert!(shown(&scene, "right/SOLUTION", "cxx_sol^ution").contains("challenge_cases"));
}

#[test]
fn other_manifests_have_no_keys_here() {
    let scene = Scene::new("-- problem.xml --\n<problem/>\n-- sol.cpp --\nint main() {}\n");
    assert_eq!(inserted(&scene, "problem.xml", "<^"), [""; 0]);
    assert_eq!(inserted(&scene, "problem.json", "{^}"), [""; 0]);
}

/// What stands there already is none of the names of which no more than so many are offered.
#[test]
fn names_that_are_taken_are_not_counted() {
    let files: String = (0..1002).map(|number| format!("-- solution/s{number:04}.cpp --\nint main() {{}}\n")).collect();
    let scene = Scene::new(&format!("{TPS}{files}"));
    let found = completions(&scene, "solutions.json", r#"{"s0000.cpp": {}, "s^": {}}"#, "s^");
    assert!(is_cut(&found) && found.iter().all(|one| one.label != "s0000.cpp"), "{}", found.len());
}
