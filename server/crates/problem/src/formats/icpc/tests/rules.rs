//! Packages with `generators.yaml`: which tests they have, and what makes them.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::{Package, findings, helper, includes, main};
use crate::model::{InputSource, Problem};

fn source(problem: &Problem, source: &InputSource) -> String {
    match source {
        InputSource::File(path) => path.to_string(),
        InputSource::Inline(text) => format!("{text:?}"),
        InputSource::Stdout(command) => format!("`{}`", problem.commands[*command].text),
        InputSource::Written { command, file } => format!("{file} of `{}`", problem.commands[*command].text),
    }
}

fn check(package: &Package, expected: Expect) {
    let problem = package.read();
    let mut out = String::new();
    for program in problem.programs.iter().filter(|program| program.role == crate::model::Role::Generator) {
        let sources: Vec<&str> = program.sources.iter().map(|source| source.as_str()).collect();
        writeln!(out, "{} of {} ({})", program.path, sources.join(", "), program.reason).unwrap();
    }
    for test in &problem.tests {
        write!(out, "{}: {}", test.id, source(&problem, &test.input)).unwrap();
        let answer = test.answer.as_ref().map(ToString::to_string);
        let answer = answer.or_else(|| Some(source(&problem, test.rule_answer()?)));
        write!(out, ", answer {}", answer.as_deref().unwrap_or("of the main solution")).unwrap();
        let rule = test.rule.as_ref().filter(|rule| rule.input != test.input);
        rule.iter().for_each(|rule| write!(out, ", as {}", source(&problem, &rule.input)).unwrap());
        writeln!(out, " {:?} {:?}", test.validator_args.of(0), test.checker_args).unwrap();
    }
    for test in &problem.validator_tests {
        let made = test.made.as_ref().map(|made| format!(" of {}", source(&problem, made)));
        writeln!(out, "invalid: {}{}", test.input, made.unwrap_or_default()).unwrap();
    }
    expected.assert_eq(&(out + &findings(&problem)));
}

fn package(rules: &str) -> Package {
    Package::new()
        .file("problem.yaml", "problem_format_version: 2025-09\nlimits: {time_limit: 1}\n")
        .source("submissions/accepted/sol.cpp", main())
        .source("generators/gen.py", main())
        .file("generators/generators.yaml", &format!("solution: /submissions/accepted/sol.cpp\n{rules}"))
}

#[test]
fn files_win_and_rules_make_the_rest() {
    let rules = "
data:
  sample:
    data:
      '1': {in: '5', ans: '6'}
      '2': {in: '7', ans: '8'}
  secret:
    test_group.yaml: {output_validator_args: [case_sensitive], input_validator_args: [--big]}
    data:
      copied: {copy: manual/one}
      half: {copy: manual/two, yaml: {input_validator_args: [--small]}}
      made: gen.py 1
      there: gen.py 2
      more: {include: [made]}
  invalid_input:
    data:
      empty: {in: ''}
      printed: gen.py 3
";
    let package = package(rules)
        .files(&["data/sample/2.in", "data/secret/there.in", "data/secret/there.ans", "data/invalid_input/text.in"])
        .files(&["generators/manual/one.in", "generators/manual/one.ans", "generators/manual/two.in"]);
    check(
        &package,
        expect![[r#"
            generators/gen.py of generators/gen.py (in generators)
            sample/1: "5\n", answer "6\n" [] []
            sample/2: data/sample/2.in, answer "8\n", as "7\n" [] []
            secret/copied: generators/manual/one.in, answer generators/manual/one.ans ["--big"] ["case_sensitive"]
            secret/half: generators/manual/two.in, answer of the main solution ["--small"] ["case_sensitive"]
            secret/made: `gen.py 1`, answer testcase.ans of `gen.py 1` ["--big"] ["case_sensitive"]
            secret/more/made: `gen.py 1`, answer testcase.ans of `gen.py 1` ["--big"] ["case_sensitive"]
            secret/there: data/secret/there.in, answer data/secret/there.ans, as `gen.py 2` ["--big"] ["case_sensitive"]
            invalid: data/invalid_input/text.in
            invalid: data/invalid_input/empty.in of ""
            invalid: data/invalid_input/printed.in of `gen.py 3`
        "#]],
    );
}

#[test]
fn programs_of_several_files_and_of_none() {
    let rules = "
generators:
  wide: [wide.cpp, part.cpp, part.h]
  gone: [gone.cpp]
data:
  secret:
    data:
      - wide: wide 1
      - folder: tree 2
      - gone: gone 3
      - typo: gne.py 4
      - other: Gen.java 5
      - script: gen.sh 6
      - copied: {copy: nothing}
";
    let package = package(rules)
        .source("generators/wide.cpp", includes("part.h"))
        .source("generators/part.cpp", helper())
        .source("generators/tree/tree.cpp", main())
        .files(&["generators/part.h", "generators/Gen.java", "generators/gen.sh"]);
    check(
        &package,
        expect![[r#"
            generators/Gen.java of generators/Gen.java (in generators)
            generators/gen.py of generators/gen.py (in generators)
            generators/tree of generators/tree/tree.cpp (in generators)
            generators/wide of generators/wide.cpp, generators/part.cpp (listed in generators.yaml)
            secret/1-wide: `wide 1`, answer testcase.ans of `wide 1` [] []
            secret/2-folder: `tree 2`, answer testcase.ans of `tree 2` [] []
            secret/3-gone: `gone 3`, answer testcase.ans of `gone 3` [] []
            secret/4-typo: `gne.py 4`, answer testcase.ans of `gne.py 4` [] []
            secret/5-other: `Gen.java 5`, answer testcase.ans of `Gen.java 5` [] []
            secret/6-script: `gen.sh 6`, answer testcase.ans of `gen.sh 6` [] []
            ! manifest-stale generators/generators.yaml:4:2-4:6 there is no file generators/gone.cpp in the folder
            ! generator-unknown generators/generators.yaml:10:14-10:20 there is no generator `gone`
            ! generator-unknown generators/generators.yaml:11:14-11:22 there is no generator `gne.py`; did you mean `gen.py`?
            ! tool-missing generators/generators.yaml:13:16-13:24 generators/gen.sh is in no language that is known here, so its tests are not made
            ! manifest-stale generators/generators.yaml:14:8-14:14 there is no file generators/nothing.in to copy
        "#]],
    );
}

#[test]
fn a_test_without_a_rule_is_said_where_the_rules_are_whole() {
    let rules = "data: {secret: {data: {a: gen.py 1}}}\n";
    let found = |rules: &str| findings(&package(rules).files(&["data/secret/b.in", "data/secret/b.ans"]).read());
    let expected = "! manifest-stale data/secret/b.in:0:0-0:0 generators.yaml has no rule for this test, so BAPCtools removes \
                    it; add one, such as `copy`\n";
    assert_eq!(found(rules), expected);
    assert_eq!(found("data: {}\n"), "", "a file that makes nothing removes nothing");
    assert!(!found("data: {secret: {data: {a: gne.py 1}}}\n").contains("no rule"), "who knows what it was to be");
}

#[test]
fn interactive_packages_need_no_answers() {
    let package = package("data: {secret: {data: {a: gen.py 1}}}\n")
        .file("problem.yaml", "problem_format_version: 2025-09\ntype: interactive\nlimits: {time_limit: 1}\n")
        .source("output_validator/talk.cpp", main());
    check(
        &package,
        expect![[r#"
            generators/gen.py of generators/gen.py (in generators)
            secret/a: `gen.py 1`, answer "" [] []
        "#]],
    );
}
