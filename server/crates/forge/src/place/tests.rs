//! Folders of each format, and what new tests make of them.

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
