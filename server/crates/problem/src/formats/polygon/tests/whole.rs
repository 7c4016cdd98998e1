//! A package with some of everything.

use expect_test::expect;

use super::check;

const GEN: &str = "int main(int argc, char* argv[]) { registerGen(argc, argv, 1); }";
const VAL: &str = "int main(int argc, char* argv[]) { registerValidation(argc, argv); }";
const CHECK: &str = "int main(int argc, char* argv[]) { registerTestlibCmd(argc, argv); }";
const SOL: &str = "int main() {}";

const WHOLE: &str = r#"<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="11" short-name="two-sums" url="https://example.org/two-sums">
    <names><name language="english" value="Two sums"/></names>
    <judging cpu-name="x" cpu-speed="3600" input-file="" output-file="" run-count="1">
        <testset name="tests">
            <time-limit>3000</time-limit>
            <memory-limit>268435456</memory-limit>
            <test-count>5</test-count>
            <input-path-pattern>tests/%02d</input-path-pattern>
            <answer-path-pattern>tests/%02d.a</answer-path-pattern>
            <tests>
                <test group="0" method="manual" points="0.0" sample="true"/>
                <test cmd="gen --type=tree 01" group="1" method="generated" points="32.5"/>
                <test cmd="gen 'a b' | shuffle 2" description="mixed" group="1" method="generated"/>
                <test cmd="many 10" from-file="4" method="generated"/>
                <test cmd="many 10" from-file="5" method="generated"/>
            </tests>
            <groups>
                <group feedback-policy="complete" name="0" points-policy="each-test"/>
                <group name="1" points="32.5" points-policy="complete-group">
                    <dependencies><dependency group="0"/></dependencies>
                </group>
            </groups>
        </testset>
    </judging>
    <files>
        <resources>
            <file path="files/olymp.sty"/>
            <file path="files/testlib.h" type="h.g++"/>
        </resources>
        <executables>
            <executable>
                <source path="files/gen.cpp" type="cpp.g++17"/>
                <binary path="files/gen.exe" type="exe.win32"/>
            </executable>
            <executable><source path="files/many.py" type="python.3"/></executable>
            <executable><source path="files/shuffle.cpp" type="cpp.g++"/></executable>
            <executable><source path="files/val.cpp" type="cpp.g++17"/></executable>
        </executables>
    </files>
    <assets>
        <checker name="std::wcmp.cpp" type="testlib">
            <source path="files/check.cpp" type="cpp.g++17"/>
            <binary path="check.exe" type="exe.win32"/>
            <copy path="check.cpp"/>
            <testset>
                <test-count>2</test-count>
                <input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>
                <output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>
                <answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>
                <tests><test verdict="ok"/><test verdict="wrong-answer"/></tests>
            </testset>
        </checker>
        <validators>
            <validator>
                <source path="files/val.cpp" type="cpp.g++17"/>
                <testset>
                    <test-count>2</test-count>
                    <input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
                    <tests><test verdict="valid"/><test verdict="invalid" testset="big" group="1"/></tests>
                </testset>
            </validator>
        </validators>
        <solutions>
            <solution tag="main"><source path="solutions/main.cpp" type="cpp.g++17"/></solution>
            <solution tag="rejected">
                <source path="solutions/fail.py" type="python.3"/>
                <binary path="solutions/fail.pys3" type="pythonx.3"/>
                <extra-tags>
                    <extra-tag group="0" tag="accepted" testset="tests"/>
                    <extra-tag tag="time-limit-exceeded" testset="tests"/>
                </extra-tags>
            </solution>
            <solution tag="accepted"><source path="solutions/Main.java" type="java21"/></solution>
        </solutions>
    </assets>
</problem>
"#;

const FILES: &[(&str, &str)] = &[
    ("problem.xml", WHOLE),
    ("check.cpp", CHECK),
    ("check.exe", "MZ"),
    ("files/check.cpp", CHECK),
    ("files/gen.cpp", GEN),
    ("files/gen.exe", "MZ"),
    ("files/many.py", "print(1)"),
    ("files/olymp.sty", "%"),
    ("files/shuffle.cpp", GEN),
    ("files/testlib.h", "//"),
    ("files/tests/checker-tests/01", "1"),
    ("files/tests/checker-tests/01.o", "1"),
    ("files/tests/checker-tests/01.a", "1"),
    ("files/tests/checker-tests/02", "1"),
    ("files/tests/checker-tests/02.o", "2"),
    ("files/tests/checker-tests/02.a", "1"),
    ("files/tests/validator-tests/01", "1"),
    ("files/tests/validator-tests/02", "x"),
    ("files/val.cpp", VAL),
    ("script", "gen 1 > $"),
    ("solutions/Main.java", SOL),
    ("solutions/fail.py", "print()"),
    ("solutions/fail.pys3", "MZ"),
    ("solutions/main.cpp", SOL),
    ("solutions/main.cpp.desc", "File name: main.cpp\r\nTag: MAIN\r\nAuthor: a\r\nChange time: now\r\n"),
    ("tests/01", "1\r\n"),
    ("tests/01.a", "1\r\n"),
    ("tests/02", "a cache\r\n"),
    ("tests/02.a", "a cache\r\n"),
];

#[test]
fn everything_at_once() {
    check(
        FILES,
        expect![[r#"
        name two-sums
        limits 3000 ms, 268435456 bytes, problem.xml
        io None None
        program files/gen.cpp generator cpp c++17 (calls registerGen)
        program files/many.py generator python  (listed in problem.xml as an executable)
        program files/shuffle.cpp generator cpp  (calls registerGen)
        program files/val.cpp validator cpp c++17 (listed in problem.xml as a validator)
        program solutions/Main.java solution java  (listed in problem.xml as a solution) ["accepted"] {Ac}/{} at problem.xml:74:28-36
        program solutions/fail.py solution python  (listed in problem.xml as a solution) ["rejected"] {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} on "0" {Ac}/{} on "*" {Ac, Tle}/{Tle} at problem.xml:66:28-36
        program solutions/main.cpp solution cpp c++17 (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:65:28-32
        main Some("solutions/main.cpp")
        checker standard wcmp (listed in problem.xml as the checker)
        validator files/val.cpp options true
        command 0 `gen --type=tree 01` gen=files/gen.cpp ["--type=tree", "01"] at problem.xml:13:28-46
        command 1 `gen 'a b' | shuffle 2` gen=files/gen.cpp ["a b"] shuffle=files/shuffle.cpp ["2"] at problem.xml:14:28-49
        command 2 `many 10` many=files/many.py ["10"] at problem.xml:15:28-35
        test 1 file tests/01 answer tests/01.a group 0 points 0 sample at problem.xml:12:17-77
        test 2 stdout of 0 group 1 points 32.5 at problem.xml:13:17-92
        test 3 stdout of 1 group 1 at problem.xml:14:17-101
        test 4 4 of 2 at problem.xml:15:17-71
        test 5 5 of 2 at problem.xml:16:17-71
        validator-test files/tests/validator-tests/01 valid true tests - at problem.xml:60:43-48
        validator-test files/tests/validator-tests/02 valid false big 1 at problem.xml:60:66-73
        checker-test files/tests/checker-tests/01 files/tests/checker-tests/01.o files/tests/checker-tests/01.a {Ac} at problem.xml:51:39-41
        checker-test files/tests/checker-tests/02 files/tests/checker-tests/02.o files/tests/checker-tests/02.a {Wa} at problem.xml:51:59-71
    "#]],
    );
}
