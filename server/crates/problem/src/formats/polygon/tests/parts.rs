//! Packages in which one thing is worth looking at.

use expect_test::expect;

use super::{check, check_lines};

const GEN: &str = "int main(int argc, char* argv[]) { registerGen(argc, argv, 1); }";
const VAL: &str = "int main(int argc, char* argv[]) { registerValidation(argc, argv); }";
const OLD_VAL: &str = "int main() { registerValidation(); }";
const CHECK: &str = "int main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); }";
const SOL: &str = "int main() {}";

/// The manifest of one testset and three parts.
fn manifest(tests: &str, files: &str, assets: &str) -> String {
    format!(
        r#"<problem short-name="p"><judging input-file="in.txt" output-file="out.txt">
<testset name="tests"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>
<input-path-pattern>tests\%02d</input-path-pattern>
<tests>{tests}</tests></testset></judging>
<files><executables>{files}</executables></files>
<assets>{assets}</assets></problem>"#
    )
}

const ASSETS: &str = r#"<checker name="std::wcmp.cpp"/><solutions><solution tag="main"><source path="solutions\a.cpp"/></solution></solutions>"#;

#[test]
fn files_instead_of_standard_streams_and_backslashes() {
    let manifest = manifest(r#"<test method="manual"/>"#, "", ASSETS);
    check(
        &[("problem.xml", &manifest), ("solutions/a.cpp", SOL), ("tests/01", "1")],
        expect![[r#"
            name p
            limits 1000 ms, 268435456 bytes, problem.xml
            io Some("in.txt") Some("out.txt")
            program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:6:66-70
            main Some("solutions/a.cpp")
            checker standard wcmp (listed in problem.xml as the checker)
            test 1 file tests/01 at problem.xml:4:8-31
        "#]],
    );
}

#[test]
fn ids_have_the_testset_when_there_are_several() {
    let manifest = r#"<problem short-name="p"><judging>
<testset name="pretests"><time-limit>1000</time-limit><memory-limit>1048576</memory-limit>
<input-path-pattern>pretests/%02d</input-path-pattern><tests><test method="manual"/></tests></testset>
<testset name="tests"><time-limit>2000</time-limit><memory-limit>2097152</memory-limit>
<input-path-pattern>tests/%d.in</input-path-pattern><answer-path-pattern>tests/%d.out</answer-path-pattern>
<tests><test method="manual"/><test method="manual"/></tests></testset></judging>
<assets><checker name="std::wcmp.cpp"/><solutions>
<solution tag="main"><source path="solutions/a.cpp"/><extra-tags><extra-tag testset="pretests" tag="OK"/></extra-tags></solution>
</solutions></assets></problem>"#;
    let files = [
        ("problem.xml", manifest),
        ("pretests/01", "1"),
        ("solutions/a.cpp", SOL),
        ("tests/1.in", "1"),
        ("tests/1.out", "1"),
        ("tests/2.in", "2"),
    ];
    check(
        &files,
        expect![[r#"
            name p
            limits 2000 ms, 2097152 bytes, problem.xml
            io None None
            program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} on "pretests/*" {Ac}/{} at problem.xml:8:16-20
            main Some("solutions/a.cpp")
            checker standard wcmp (listed in problem.xml as the checker)
            test pretests/1 file pretests/01 at problem.xml:3:62-85
            test tests/1 file tests/1.in answer tests/1.out at problem.xml:6:8-31
            test tests/2 file tests/2.in at problem.xml:6:31-54
        "#]],
    );
}

#[test]
fn commands_from_doall() {
    let tests = r#"<test method="manual" sample="true"/><test method="generated"/><test method="generated"/>"#;
    let gen_cpp = r#"<executable><source path="files/gen.cpp" type="cpp.g++11"/></executable>"#;
    let manifest = manifest(tests, gen_cpp, ASSETS);
    let doall = "#!/usr/bin/env bash\r\nmkdir -p tests\r\necho \"Generating test #2\"\r\n\
                 scripts/gen-input-via-stdout.sh \"wine files/gen.exe --type=tree 01\" \"tests/02\" 2\r\n";
    let files = [
        ("problem.xml", manifest.as_str()),
        ("doall.sh", doall),
        ("files/gen.cpp", GEN),
        ("solutions/a.cpp", SOL),
        ("tests/01", "1"),
        ("tests/03", "3"),
    ];
    check_lines(
        &files,
        &["command", "test", "finding"],
        expect![[r#"
            command 0 `gen --type=tree 01` gen=files/gen.cpp ["--type=tree", "01"] at doall.sh:4:1-81
            test 1 file tests/01 sample at problem.xml:4:8-45
            test 2 stdout of 0 at problem.xml:4:45-71
            test 3 file tests/03 at problem.xml:4:71-97
            finding problem.xml:4:71-97 manifest-broken: there is no command that makes tests/03; its file counts, if there is one
        "#]],
    );
}

#[test]
fn generators_that_are_missing() {
    let tests = r#"<test method="generated" cmd="gone 1"/>
<test method="generated" cmd="gone 2"/>
<test method="generated" cmd="hidden 2"/>
<test method="generated" cmd="gen.exe 'x"/>
<test method="generated" cmd="GEN.exe 3" from-file="../3"/>"#;
    let gen_cpp = r#"<executable><source path="files/gen.cpp" type="cpp.g++11"/></executable>"#;
    let manifest = manifest(tests, gen_cpp, ASSETS);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("files/gen.cpp", GEN),
        ("files/hidden.py", "print(1)"),
        ("solutions/a.cpp", SOL),
        ("tests/02", "2"),
        ("tests/02.a", "2"),
    ];
    check_lines(
        &files,
        &["program files", "command", "test", "finding"],
        expect![[r#"
            program files/gen.cpp generator cpp c++11 (calls registerGen)
            program files/hidden.py generator python  (called by a test command)
            command 0 `gone 1` gone=? ["1"] at problem.xml:4:38-44
            command 1 `hidden 2` hidden=files/hidden.py ["2"] at problem.xml:6:31-39
            command 2 `GEN.exe 3` GEN.exe=files/gen.cpp ["3"] at problem.xml:8:31-40
            test 1 stdout of 0 at problem.xml:4:8-47
            test 2 file tests/02 answer tests/02.a at problem.xml:5:1-40
            test 3 stdout of 1 at problem.xml:6:1-42
            test 5 stdout of 2 at problem.xml:8:1-60
            finding files/hidden.py:1:1-1 manifest-stale: files/hidden.py is not listed in problem.xml
            finding problem.xml:4:38-44 generator-unknown: there is no generator `gone`, which 2 tests call
            finding problem.xml:7:31-41 manifest-broken: the command is broken: a quote is not closed; close it
            finding problem.xml:8:53-57 manifest-broken: `../3` is no file that a command can write, so its output is taken
        "#]],
    );
}

#[test]
fn old_answers_serve_when_the_main_solution_cannot_run_here() {
    let tests = r#"<test method="generated" cmd="gen 1"/>"#;
    let gen_cpp = r#"<executable><source path="files/gen.cpp"/></executable>"#;
    let assets = r#"<checker name="std::wcmp.cpp"/><solutions><solution tag="main"><source path="solutions/A.java"/></solution></solutions>"#;
    let manifest = manifest(tests, gen_cpp, assets);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("files/gen.cpp", GEN),
        ("solutions/A.java", SOL),
        ("tests/01", "1"),
        ("tests/01.a", "1"),
    ];
    check_lines(
        &files,
        &["main", "test", "finding"],
        expect![[r#"
            main Some("solutions/A.java")
            test 1 stdout of 0 answer tests/01.a at problem.xml:4:8-46
        "#]],
    );
}

#[test]
fn samples_from_the_statement() {
    let manifest = manifest(r#"<test method="manual"/><test method="manual"/>"#, "", ASSETS);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("solutions/a.cpp", SOL),
        ("statement-sections/english/example.01", "2 \n"),
        ("statement-sections/english/example.01.a", "2\n"),
        ("statement-sections/english/example.02", "7\n"),
        ("statement-sections/english/example.02.a", "7\n"),
        ("statement-sections/russian/example.01", "2\n"),
        ("tests/01", "1\r\n"),
        ("tests/02", "2\r\n\r\n"),
    ];
    check_lines(
        &files,
        &["test"],
        expect![[r#"
        test example.02 file statement-sections/english/example.02 answer statement-sections/english/example.02.a sample
        test 1 file tests/01 at problem.xml:4:8-31
        test 2 file tests/02 sample at problem.xml:4:31-54
    "#]],
    );
}

#[test]
fn several_validators_and_an_interactor() {
    let files = r#"<executable><source path="files/val.cpp"/></executable>"#;
    let assets = r#"<checker><source path="files/chk.cpp" type="cpp.g++20"/><copy path="check.cpp"/></checker>
<interactor><source path="files/inter.cpp" type="cpp.g++17"/></interactor>
<validators><validator><source path="files/val.cpp"/></validator><validator><source path="files/old.cpp"/></validator></validators>
<solutions><solution tag="MA"><source path="solutions/a.cpp"/></solution></solutions>"#;
    let manifest = manifest(r#"<test method="manual" sample="true"/>"#, files, assets);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("check.cpp", CHECK),
        ("files/inter.cpp", "registerInteraction(argc, argv)"),
        ("files/old.cpp", OLD_VAL),
        ("files/val.cpp", VAL),
        ("solutions/a.cpp", SOL),
        ("tests/01", "1"),
    ];
    check(
        &files,
        expect![[r#"
        name p
        limits 1000 ms, 268435456 bytes, problem.xml
        io Some("in.txt") Some("out.txt")
        program check.cpp checker cpp  (listed in problem.xml as the checker)
        program files/inter.cpp interactor cpp c++17 (listed in problem.xml as the interactor)
        program files/old.cpp validator cpp  (listed in problem.xml as a validator)
        program files/val.cpp validator cpp  (listed in problem.xml as a validator)
        program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["MA"] {Ac}/{} at problem.xml:9:27-29
        main Some("solutions/a.cpp")
        checker check.cpp (listed in problem.xml as the checker)
        interactor files/inter.cpp
        validator files/val.cpp options true
        validator files/old.cpp options false
        test 1 file tests/01 sample at problem.xml:4:8-45
    "#]],
    );
}
