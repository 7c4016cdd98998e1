//! Whole packages.

use expect_test::expect;

use super::Package;
use crate::formats::rbx::made_header;

const MANIFEST: &str = r#"
name: "calm"
timeLimit: 1500
memoryLimit: 128
outputLimit: 4096
modifiers:
  java: {time: 3000, memory: 512}
  py: {timeMultiplier: 2}
scoring: POINTS
checker:
  - path: "ncmp.cpp"
validator: {path: "validator.cpp"}
extraValidators:
  - path: "ascii.py"
generators:
  - {name: "gen", path: "gens/random.cpp"}
  - {name: "steps", path: "gens/steps.py"}
solutions:
  - {path: "sols/main.cpp", outcome: ACCEPTED, score: 100}
  - {path: "sols/slow.cpp", outcome: tle, outcomePerGroup: {"*": ac, large: tle}, score: [40, 60]}
  - {path: "sols/wa-*.*", outcome: wa}
  - {path: "sols/idea.py"}
testcases:
  - name: samples
    testcaseGlob: "tests/*.in"
  - name: small
    score: 40
    vars: {N: {max: 50}}
    validator: {path: "own.cpp"}
    generators:
      - {name: gen, args: "5 'two words' --flag=1"}
    subgroups:
      - name: hand
        testcases:
          - {inputPath: "hand/1.in", outputPath: "hand/one.txt"}
          - inputPath: "hand/1.in"
        extraValidators: [{path: "hand.py"}]
  - name: large
    score: 60
    deps: [small]
    generatorScript: {path: "plan.txt"}
vars:
  N: {min: 1, max: py`10**5`}
  shown: true
  name: "a \"b\""
  ratio: 1.50
unitTests:
  validator:
    - {glob: "unit/bad_*", outcome: INVALID}
    - {glob: "unit/own*.in", outcome: VALID, validator: "own.cpp"}
    - testplan: "unit/plan.txt"
  checker:
    - {glob: "unit/wa*", outcome: WRONG_ANSWER}
    - testplan: "unit/checker.txt"
"#;

fn package() -> Package {
    Package::new(MANIFEST)
        .validator("validator.cpp")
        .validator("own.cpp")
        .files(&["ascii.py", "hand.py", "gens/random.cpp", "gens/steps.py"])
        .files(&["sols/main.cpp", "sols/slow.cpp", "sols/wa-1.cpp", "sols/wa-2.py", "sols/wa-3.txt", "sols/idea.py"])
        .files(&[
            "tests/10.in",
            "tests/9.in",
            "tests/9.ans",
            "tests/9.out",
            "tests/notes.txt",
            "hand/1.in",
            "hand/one.txt",
        ])
        .file("plan.txt", "gen 7\n@copy hand/1.in\n@input \"3\"\n")
        .files(&["unit/bad_1.in", "unit/bad_1.txt", "unit/own.in", "unit/wa.in", "unit/wa.out"])
        .file("unit/plan.txt", "@input one VALID \"1\\n\"\n@input INVALID { x }\n")
        .file("unit/checker.txt", "@test jury JUDGE_FAILED {\n @input { 1 }\n @answer { y }\n}\n")
}

#[test]
fn a_package_with_everything() {
    package().check(expect![[r#"
        calm | Fixed(1500), 128 MiB, 4096 KiB from problem.rbx.yml
        java: Some(3000) ms, Some(536870912) bytes
        python: Some(3000) ms, None bytes
        checker Standard(Ncmp) (listed in problem.rbx.yml as the checker)
        main sols/main.cpp
        validator ascii.py python
        generator gens/random.cpp cpp
        generator gens/steps.py python
        validator hand.py python
        validator own.cpp cpp
        solution sols/idea.py python ["ANY"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {}
        solution sols/main.cpp cpp ["ACCEPTED"] permits {Ac} requires {}; 100 to 100
        solution sols/slow.cpp cpp ["TIME_LIMIT_EXCEEDED"] permits {Ac, Tle} requires {Tle}; samples requires {}; small requires {}; large requires {Tle}; 40 to 60
        solution sols/wa-1.cpp cpp ["WRONG_ANSWER"] permits {Ac, Wa, Pe} requires {Wa, Pe}
        solution sols/wa-2.py python ["WRONG_ANSWER"] permits {Ac, Wa, Pe} requires {Wa, Pe}
        validator validator.cpp cpp
        test samples/0 of samples sample: tests/10.in [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group samples]
        test samples/1 of samples sample: tests/9.in tests/9.ans [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group samples]
        test small/0 of small: gens/random.cpp ["5", "two words", "--flag=1"] [ascii.py --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group small][own.cpp --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1]
        test small/1 of small: hand/1.in hand/one.txt [ascii.py --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group small][own.cpp --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][hand.py --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group small]
        test small/2 of small: hand/1.in [ascii.py --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group small][own.cpp --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][hand.py --N.max=50 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group small]
        test large/0 of large: gens/random.cpp ["7"] [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group large]
        test large/1 of large: hand/1.in [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group large]
        test large/2 of large: "3" [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1 --group large]
        valid? unit/bad_1.in false [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1]
        valid? unit/own.in true [own.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1]
        valid? unit/plan.txt#one "1\n" true [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1]
        valid? unit/plan.txt#2 "x\n" false [validator.cpp --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1][ascii.py --N.max=100000 --N.min=1 --name=a "b" --ratio=1.5 --shown=1]
        verdict? unit/wa.in {Wa, Pe} unit/wa.in unit/wa.out ""
        verdict? unit/checker.txt#jury.in {Fail} "1\n" "" "y\n"
        group all Sum of 100 []
        group samples PassFail []
        group small PassFail of 40 []
        group large PassFail of 60 ["small"]
    "#]]);
}

/// What programs in C++ include, with what is other in a group.
#[test]
fn the_header() {
    let (path, text) = made_header(&package().0).unwrap();
    let values: Vec<&str> = text.lines().skip_while(|line| !line.contains("values[]")).take(8).collect();
    expect![[r#"
        rbx.h
            static const Value values[] = {
                {"", "N.max", "100000"},
                {"", "N.min", "1"},
                {"", "name", "a \"b\""},
                {"", "ratio", "1.5"},
                {"", "shown", "1"},
                {"small", "N.max", "50"},
                {nullptr, nullptr, nullptr},
    "#]]
    .assert_eq(&format!("{path}\n{}\n", values.join("\n")));
}

/// An interactor judges alone, and only a problem of that type has one.
#[test]
fn a_talk() {
    let manifest = "name: talk\ntype: COMMUNICATION\ntimeLimit: 1000\nmemoryLimit: 64\ninteractor: {path: int.cpp, legacy: false}\n\
                    solutions: [{path: a.cpp, outcome: ac}]\n";
    Package::new(manifest).files(&["int.cpp", "a.cpp"]).check(expect![[r#"
        talk | Fixed(1000), 64 MiB, 65536 KiB from problem.rbx.yml
        checker Interactor (there is no checker, so the interactor's verdict is final)
        interactor int.cpp
        main a.cpp
        solution a.cpp cpp ["ACCEPTED"] permits {Ac} requires {}
        interactor int.cpp cpp
    "#]]);
    let manifest = manifest.replace("COMMUNICATION", "BATCH");
    Package::new(&manifest).files(&["int.cpp", "a.cpp", "b.cpp"]).check_findings(expect![[r#"
        ! manifest-stale problem.rbx.yml:4:12-4:42 the problem is no `type: COMMUNICATION`, so its interactor is not used
        ! file-left-out b.cpp:0:0-0:0 b.cpp and one more file like it are named nowhere in problem.rbx.yml, so they are left out
    "#]]);
}
