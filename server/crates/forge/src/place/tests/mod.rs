//! Folders of each format, and what new tests make of them.

mod further;

use expect_test::{Expect, expect};
use problem::formats;
use testkit::fixture;

use super::*;

fn command(text: &str) -> NewTest {
    NewTest { source: TestSource::Command(text.to_owned()), input: Arc::from(*b"1\n"), answer: None }
}

fn input(text: &str) -> NewTest {
    NewTest {
        source: TestSource::Input(text.to_owned()),
        input: Arc::from(text.as_bytes()),
        answer: Some(Arc::from(*b"42\n")),
    }
}

/// What is written into a folder, file by file.
fn check(files: &str, tests: &[NewTest], expected: Expect) {
    let folder = fixture::folder("sums", files);
    let (problem, _) = formats::open(&folder);
    let said = match place(&folder, &problem, tests) {
        Err(why) => why,
        Ok(placed) => {
            let changed = placed.texts.iter().map(|(path, text)| format!("-- {path}\n{text}"));
            let new = placed.new_files.iter();
            let new = new.map(|(path, bytes)| format!("-- new {path}\n{}", String::from_utf8_lossy(bytes)));
            changed.chain(new).collect()
        }
    };
    expected.assert_eq(&said);
}

const SCRIPT: &str = r#"
-- sol.cpp --
int main() {}
-- gen.cpp --
#include "testlib.h"
int main(int argc, char *argv[]) { registerGen(argc, argv, 1); }
-- script.txt --
gen 1 > $
gen 2 > 7
"#;

#[test]
fn a_command_is_a_line_of_the_script() {
    check(
        SCRIPT,
        &[command("gen 5"), command("gen 6")],
        expect![[r#"
        -- script.txt
        gen 1 > $
        gen 2 > 7
        gen 5 > $
        gen 6 > $
    "#]],
    );
    // A template would take it for something else.
    check(
        SCRIPT,
        &[command("gen ${x}")],
        expect![[r#"
        -- new tests/8.in
        1
    "#]],
    );
}

#[test]
fn an_input_is_a_file_beside_the_others() {
    check(
        SCRIPT,
        &[input("5\n")],
        expect![[r#"
        -- new tests/8.in
        5
    "#]],
    );
    let with_files = format!("{SCRIPT}-- data/t08.in --\n1\n-- data/t08.out --\n1\n");
    check(
        &with_files,
        &[input("5\n"), input("6\n")],
        expect![[r#"
        -- new data/t09.in
        5
        -- new data/t09.out
        42
        -- new data/t10.in
        6
        -- new data/t10.out
        42
    "#]],
    );
}

#[test]
fn a_package_of_icpc_has_secret_data() {
    let package = r#"
-- problem.yaml --
name: sums
-- data/sample/1.in --
1
-- data/sample/1.ans --
1
-- submissions/accepted/sol.cpp --
int main() {}
"#;
    check(
        package,
        &[input("5\n")],
        expect![[r#"
        -- new data/secret/touchstone-f0b5c2c2.ans
        42
        -- new data/secret/touchstone-f0b5c2c2.in
        5
    "#]],
    );
    let in_groups = "-- data/secret/1-few/1.in --\n1\n-- data/secret/1-few/1.ans --\n1\n-- data/secret/2-all/1.in --\n9\n\
                     -- data/secret/2-all/1.ans --\n1\n";
    check(
        &format!("{package}{in_groups}"),
        &[input("5\n")],
        expect![[r#"
        -- new data/secret/2-all/touchstone-f0b5c2c2.ans
        42
        -- new data/secret/2-all/touchstone-f0b5c2c2.in
        5
    "#]],
    );
}

#[test]
fn a_package_of_polygon_lists_its_tests() {
    let package = r#"
-- problem.xml --
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="1" short-name="sums">
    <judging>
        <testset name="tests">
            <time-limit>1000</time-limit>
            <memory-limit>268435456</memory-limit>
            <test-count>2</test-count>
            <input-path-pattern>tests/%02d</input-path-pattern>
            <answer-path-pattern>tests/%02d.a</answer-path-pattern>
            <tests>
                <test method="manual" sample="true"/>
                <test cmd="gen 5" method="generated"/>
            </tests>
        </testset>
    </judging>
</problem>
-- tests/01 --
1
"#;
    check(
        package,
        &[command("gen \"a b\" 6"), input("5\n")],
        expect![[r#"
        -- problem.xml
        <?xml version="1.0" encoding="utf-8" standalone="no"?>
        <problem revision="1" short-name="sums">
            <judging>
                <testset name="tests">
                    <time-limit>1000</time-limit>
                    <memory-limit>268435456</memory-limit>
                    <test-count>4</test-count>
                    <input-path-pattern>tests/%02d</input-path-pattern>
                    <answer-path-pattern>tests/%02d.a</answer-path-pattern>
                    <tests>
                        <test method="manual" sample="true"/>
                        <test cmd="gen 5" method="generated"/>
                        <test cmd="gen &quot;a b&quot; 6" method="generated"/>
                        <test method="manual"/>
                    </tests>
                </testset>
            </judging>
        </problem>
        -- new tests/04
        5
    "#]],
    );
}

#[test]
fn a_line_of_the_script_is_written_as_its_last_one_is() {
    for (script, expected) in [
        ("gen 1\n", "gen 1\ngen 5\n"),
        ("gen 1 > $", "gen 1 > $\ngen 5 > $\n"),
        ("gen 1 > 1\r\n\r\n", "gen 1 > 1\r\n\r\ngen 5 > $\r\n"),
        ("gen 1\n# so many > that\n", "gen 1\n# so many > that\ngen 5\n"),
        ("", "gen 5 > $\n"),
        ("# none yet\n", "# none yet\ngen 5 > $\n"),
    ] {
        assert_eq!(with_line(script, "gen 5"), expected, "{script:?}");
    }
}

#[test]
fn the_first_command_of_a_folder_makes_its_script() {
    let without = SCRIPT.split("-- script.txt --").next().unwrap();
    check(
        without,
        &[command("gen 5"), input("7\n"), command("gen 6")],
        expect![[r#"
        -- script.txt
        gen 5 > $
        gen 6 > $
        -- new tests/1.in
        7
    "#]],
    );
}

#[test]
fn numbers_go_on_above_whatever_is_there() {
    // Test 3 is the last; a file that is none of the tests has a number, too.
    let folder = "-- tests/01.in --\n1\n-- tests/01.out --\n1\n-- tests/03.in --\n3\n-- tests/03.out --\n3\n-- tests/17.txt --\nx\n";
    check(
        folder,
        &[input("5\n")],
        expect![[r#"
        -- new tests/18.in
        5
        -- new tests/18.out
        42
    "#]],
    );
    // Where no answer is known there is no file for it.
    let unanswered = NewTest { answer: None, ..input("5\n") };
    check(
        folder,
        &[unanswered],
        expect![[r#"
        -- new tests/18.in
        5
    "#]],
    );
}

#[test]
fn a_number_takes_the_place_of_a_number() {
    let number = |like: &str| numbered(&RelPath::parse(like).unwrap(), "12");
    assert_eq!(number("tests/7.in"), "tests/12.in");
    assert_eq!(number("a1/test07b3.in"), "a1/test12b3.in");
    assert_eq!(number("tests/big.in"), "tests/12-big.in");
    assert_eq!(number("tests/7/in"), "tests/12/in");
    assert_eq!(number("tests/7/output.txt"), "tests/12/output.txt");
    assert_eq!(number("group1/big.in"), "group1/12-big.in");
}

#[test]
fn of_names_with_several_numbers_the_first_one_is_counted() {
    // Many more than a name of all their digits would hold.
    let tests: Vec<NewTest> = (0..30).map(|number| input(&format!("{number}\n"))).collect();
    let folder = "-- tests/1-1.in --\n100\n-- tests/1-1.ans --\n1\n-- tests/3-3.in --\n300\n-- tests/3-3.ans --\n3\n";
    let folder = fixture::folder("sums", folder);
    let (problem, _) = formats::open(&folder);
    let placed = place(&folder, &problem, &tests).unwrap();
    let expected: Vec<String> = (4..34).map(|number| format!("tests/{number}-3.in")).collect();
    let inputs = placed.new_files.keys().map(ToString::to_string).filter(|path| path.ends_with(".in"));
    let (mut found, mut expected) = (inputs.collect::<Vec<_>>(), expected);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_file_beside_packed_tests_would_replace_them() {
    check(
        "-- tests.zip --\nPK\n-- tests.zip/1.in --\n1\n",
        &[input("5\n")],
        expect!["the tests are packed in tests.zip, which a file beside it would replace; unpack it first"],
    );
}

#[test]
fn a_test_with_a_directory_of_its_own_gets_another_one() {
    check(
        "-- tests/01/in --\n1\n-- tests/01/out --\n1\n-- tests/02/in --\n3\n-- tests/02/out --\n3\n",
        &[input("5\n"), input("6\n")],
        expect![[r#"
        -- new tests/03/in
        5
        -- new tests/03/out
        42
        -- new tests/04/in
        6
        -- new tests/04/out
        42
    "#]],
    );
}

#[test]
fn the_same_input_has_no_second_place_in_a_package_of_icpc() {
    let name = format!("data/secret/touchstone-{}.in", &Digest::of(b"5\n").hex()[..8]);
    let package = format!("-- problem.yaml --\nname: sums\n-- {name} --\n5\n");
    check(&package, &[input("5\n")], expect!["no name that is free can be found for it"]);
}

/// A package of Polygon with this in its test set.
fn polygon_with(set: &str) -> String {
    format!("-- problem.xml --\n<problem short-name=\"sums\"><judging><testset>{set}</testset></judging></problem>\n")
}

#[test]
fn the_count_of_a_package_may_stand_behind_its_tests() {
    check(
        &polygon_with("<tests><test method=\"manual\"/></tests><test-count>1</test-count>"),
        &[command("gen -s \"<a&b>\"")],
        expect![[r#"
        -- problem.xml
        <problem short-name="sums"><judging><testset><tests><test method="manual"/>    <test cmd="gen -s &quot;&lt;a&amp;b&gt;&quot;" method="generated"/>
                    </tests><test-count>2</test-count></testset></judging></problem>
    "#]],
    );
}

#[test]
fn a_package_of_polygon_without_a_place_for_tests_says_which_one_is_missing() {
    check(
        "-- problem.xml --\n<problem short-name=\"sums\"/>\n",
        &[command("gen 5")],
        expect!["problem.xml has no `testset` to add tests to"],
    );
    check(&polygon_with(""), &[command("gen 5")], expect!["problem.xml has no `tests` to add tests to"]);
    check(
        &polygon_with("<tests/>"),
        &[command("gen 5")],
        expect!["problem.xml has no list of `tests` that is written out to add tests to"],
    );
    let taken = format!("{}-- tests/01 --\n1\n", polygon_with("<tests></tests>"));
    check(&taken, &[input("5\n")], expect!["the input of test 1 would not be a new file"]);
}

#[test]
fn a_pattern_of_paths_has_the_number_where_it_says() {
    assert_eq!(at("tests/%02d", 7), "tests/07");
    assert_eq!(at("tests/%d.in", 107), "tests/107.in");
    assert_eq!(at("%03dx", 1234), "1234x");
    assert_eq!(at("tests/", 5), "tests/5");
}

/// A package whose tests come from rules; `more` stands behind `solution:`.
fn ruled(more: &str) -> String {
    format!(
        "\
-- problem.yaml --
problem_format_version: 2025-09
name: sums
-- submissions/accepted/sol.cpp --
int main() {{}}
-- generators/gen.py --
print(1)
-- generators/manual/two.in --
2
-- generators/generators.yaml --
solution:{more}
data:
  secret:
    data:
      - one: gen.py 1 # the first
      - two: {{copy: manual/two, ans: '4'}}
"
    )
}

#[test]
fn a_package_with_rules_gets_rules() {
    let long = "1\n".repeat(21);
    let new = [command("gen -s \"a b\""), input("5\n"), input("1\n2 3\n"), input(&long), command("gen {seed}")];
    check(
        &ruled(" /submissions/accepted/sol.cpp"),
        &new[..4],
        expect![[r#"
        -- generators/generators.yaml
        solution: /submissions/accepted/sol.cpp
        data:
          secret:
            data:
              - one: gen.py 1 # the first
              - two: {copy: manual/two, ans: '4'}
              - touchstone-4355a46b: 'gen.py -s "a b"'
              - touchstone-f0b5c2c2: {in: '5'}
              - touchstone-bbd755ee:
                  in: |
                    1
                    2 3
              - touchstone-fa87ee5a: {copy: manual/touchstone-fa87ee5a}
        -- new generators/manual/touchstone-fa87ee5a.in
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
        1
    "#]],
    );
    check(
        &ruled(""),
        &[new[0].clone(), input("6\n"), NewTest { answer: Some(Arc::from(*b"4\n2\n")), ..input("7\n") }],
        expect![[r#"
            -- generators/generators.yaml
            solution:
            data:
              secret:
                data:
                  - one: gen.py 1 # the first
                  - two: {copy: manual/two, ans: '4'}
                  - touchstone-4355a46b: {in: '1'}
                  - touchstone-06e9d52c: {in: '6', ans: '42'}
                  - touchstone-10159baf:
                      in: '7'
                      ans: |
                        4
                        2
        "#]],
    );
    // A rule would put something into it.
    check(
        &ruled(" /submissions/accepted/sol.cpp"),
        &new[4..],
        expect![[r#"
        -- generators/generators.yaml
        solution: /submissions/accepted/sol.cpp
        data:
          secret:
            data:
              - one: gen.py 1 # the first
              - two: {copy: manual/two, ans: '4'}
              - touchstone-4355a46b: {in: '1'}
    "#]],
    );
}

#[test]
fn rules_that_cannot_be_added_are_told() {
    check(
        "\
-- problem.yaml --
name: sums
-- generators/generators.yaml --
data:
  sample: &same
    data: {one: {in: '1'}}
  secret: *same
",
        &[input("5\n")],
        expect![[
            "generators/generators.yaml is not written so that tests can be put in safely, and without other numbers for those that lie in data/; add to `data:` of secret: `touchstone-f0b5c2c2: {in: '5'}`"
        ]],
    );
    // Without a rule to go by, tests are files.
    check(
        "-- problem.yaml --\nname: sums\n-- generators/generators.yaml --\n# nothing yet\n",
        &[input("5\n")],
        expect![[r#"
        -- new data/secret/touchstone-f0b5c2c2.ans
        42
        -- new data/secret/touchstone-f0b5c2c2.in
        5
    "#]],
    );
}
