//! Testsets that say odd things.

use expect_test::expect;

use super::check_lines;

const SOL: &str = "int main() {}";

/// A manifest with the inside of one testset.
fn with_testset(inside: &str) -> String {
    format!(
        r#"<problem short-name="p"><judging><testset name="tests">
{inside}
</testset></judging><assets><checker name="std::wcmp.cpp"/><solutions>
<solution tag="main"><source path="solutions/best.cpp"/></solution></solutions></assets></problem>"#
    )
}

fn check_testset(inside: &str, expected: expect_test::Expect) {
    let manifest = with_testset(inside);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("solutions/best.cpp", SOL),
        ("tests/01", "1"),
        ("tests/02", "2"),
        ("tests/data.txt", "3"),
    ];
    check_lines(&files, &["limits", "command", "test", "finding"], expected);
}

#[test]
fn odd_limits() {
    check_testset(
        "<time-limit>2</time-limit>\n<memory-limit>256</memory-limit>\n<tests/>",
        expect![[r#"
            limits 2 ms, 256 bytes, problem.xml
            finding problem.xml:1:34-56 manifest-broken: the testset has no `input-path-pattern`, so `tests/%02d` is assumed
            finding problem.xml:1:34-56 manifest-stale: tests/01 and one more file like it are not among the tests of the testset `tests`, so nobody is judged on them
            finding problem.xml:2:13-14 limits-unit-suspect: a time limit of 2 ms is unusual; `time-limit` is in milliseconds
            finding problem.xml:3:15-18 limits-unit-suspect: a memory limit of 256 bytes is unusual; `memory-limit` is in bytes
        "#]],
    );
    check_testset(
        "<time-limit>0</time-limit>\n<memory-limit>0</memory-limit>\n<tests/>",
        expect![[r#"
            limits 2000 ms, 268435456 bytes, assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `input-path-pattern`, so `tests/%02d` is assumed
            finding problem.xml:1:34-56 manifest-stale: tests/01 and one more file like it are not among the tests of the testset `tests`, so nobody is judged on them
            finding problem.xml:2:13-14 limits-unit-suspect: a time limit of 0 ms is unusual; `time-limit` is in milliseconds
            finding problem.xml:3:15-16 limits-unit-suspect: a memory limit of 0 bytes is unusual; `memory-limit` is in bytes
        "#]],
    );
    check_testset(
        "<time-limit>121000</time-limit>\n<memory-limit>-1</memory-limit>\n<tests/>",
        expect![[r#"
            limits 121000 ms, 268435456 bytes, problem.xml
            finding problem.xml:1:34-56 manifest-broken: the testset has no `input-path-pattern`, so `tests/%02d` is assumed
            finding problem.xml:1:34-56 manifest-stale: tests/01 and one more file like it are not among the tests of the testset `tests`, so nobody is judged on them
            finding problem.xml:2:13-19 limits-unit-suspect: a time limit of 121000 ms is unusual; `time-limit` is in milliseconds
            finding problem.xml:3:15-17 manifest-broken: `memory-limit` must be a whole number, not `-1`
        "#]],
    );
    check_testset(
        "<time-limit>1.5</time-limit>\n<tests/>",
        expect![[r#"
            limits 2000 ms, 268435456 bytes, assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `input-path-pattern`, so `tests/%02d` is assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `memory-limit`, so 256 MB is assumed
            finding problem.xml:1:34-56 manifest-stale: tests/01 and one more file like it are not among the tests of the testset `tests`, so nobody is judged on them
            finding problem.xml:2:13-16 manifest-broken: `time-limit` must be a whole number, not `1.5`
        "#]],
    );
    check_testset(
        "<tests/>",
        expect![[r#"
            limits 2000 ms, 268435456 bytes, assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `input-path-pattern`, so `tests/%02d` is assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `time-limit`, so 2 s is assumed
            finding problem.xml:1:34-56 manifest-broken: the testset has no `memory-limit`, so 256 MB is assumed
            finding problem.xml:1:34-56 manifest-stale: tests/01 and one more file like it are not among the tests of the testset `tests`, so nobody is judged on them
        "#]],
    );
}

const LIMITS: &str = "<time-limit>1000</time-limit><memory-limit>268435456</memory-limit>";

#[test]
fn odd_tests() {
    let odd = r#"<test-count>3</test-count>
<input-path-pattern>tests/%s</input-path-pattern>
<tests><test method="magic" points="many"/>
<test method="magic" cmd="gen 1"/>
<test method="generated"/>
<test/></tests>"#;
    check_testset(
        &format!("{LIMITS}{odd}"),
        expect![[r#"
            limits 1000 ms, 268435456 bytes, problem.xml
            test 1 file tests/01 at problem.xml:4:8-44
            test 2 file tests/02 at problem.xml:5:1-35
            finding problem.xml:2:80-81 manifest-stale: `test-count` is 3, but 4 tests are listed; the list counts
            finding problem.xml:3:21-29 manifest-broken: `tests/%s` is no path pattern such as `tests/%02d`
            finding problem.xml:4:22-27 manifest-broken: `magic` is neither `manual` nor `generated`
            finding problem.xml:4:37-41 manifest-broken: `many` is no number of points
            finding problem.xml:5:15-20 manifest-broken: `magic` is neither `manual` nor `generated`
            finding problem.xml:5:27-32 generator-unknown: there is no generator `gen`
            finding problem.xml:6:1-27 manifest-broken: there is no command that makes tests/03; its file counts, if there is one
            finding problem.xml:7:1-8 manifest-stale: there is no file tests/04, so the test is left out
        "#]],
    );
}

#[test]
fn one_name_for_all_tests() {
    let one = "<input-path-pattern>tests/data.txt</input-path-pattern><tests><test method='manual'/></tests>";
    check_testset(
        &format!("{LIMITS}{one}"),
        expect![[r#"
            limits 1000 ms, 268435456 bytes, problem.xml
            test 1 file tests/data.txt at problem.xml:2:130-153
        "#]],
    );
    let two = one.replace("</tests>", "<test method='manual'/></tests>");
    check_testset(
        &format!("{LIMITS}{two}"),
        expect![[r#"
            limits 1000 ms, 268435456 bytes, problem.xml
            test 1 file tests/01 at problem.xml:2:130-153
            test 2 file tests/02 at problem.xml:2:153-176
            finding problem.xml:2:88-102 manifest-broken: `tests/data.txt` is no path pattern such as `tests/%02d`
        "#]],
    );
}

#[test]
fn a_count_without_a_list() {
    let counted = "<test-count>18446744073709551615</test-count><input-path-pattern>tests/%02d</input-path-pattern>";
    check_testset(
        &format!("{LIMITS}{counted}"),
        expect![[r#"
            limits 1000 ms, 268435456 bytes, problem.xml
            test 1 file tests/01 at problem.xml:1:34-56
            test 2 file tests/02 at problem.xml:1:34-56
            finding problem.xml:1:34-56 manifest-broken: the testset does not list its tests, so the files decide
        "#]],
    );
}

#[test]
fn two_testsets_of_one_name() {
    let manifest = format!(
        r#"<problem short-name="p"><judging>
<testset name="tests">{LIMITS}<input-path-pattern>tests/%02d</input-path-pattern><tests><test/></tests></testset>
<testset name="tests">{LIMITS}<input-path-pattern>tests/%02d</input-path-pattern><tests><test/></tests></testset>
</judging><assets><checker name="std::wcmp.cpp"/><solutions/></assets></problem>"#
    );
    check_lines(
        &[("problem.xml", manifest.as_str()), ("tests/01", "1")],
        &["test", "finding"],
        expect![[r#"
            test tests/1 file tests/01 at problem.xml:2:148-155
            test tests-2/1 file tests/01 at problem.xml:3:148-155
            finding problem.xml:3:1-23 manifest-broken: there is already a testset `tests`; this one is called `tests-2`
            finding problem.xml:4:50-62 no-main: no solution is tagged `main` or `accepted`, so no answers can be made
        "#]],
    );
}

#[test]
fn odd_own_tests() {
    let manifest = r#"<problem short-name="p"><judging><testset name="tests"><time-limit>1000</time-limit>
<memory-limit>268435456</memory-limit><input-path-pattern>tests/%02d</input-path-pattern><tests/></testset></judging>
<assets><checker name="std::wcmp.cpp"><testset><tests>
<test verdict="CRASHED"/>
<test verdict="presentation-error"/>
<test verdict="maybe"/></tests></testset></checker>
<validators><validator><source path="files/val.cpp"/><testset><tests>
<test/>
<test verdict="VALID"/></tests></testset></validator></validators><solutions/></assets></problem>"#;
    let files = [
        ("problem.xml", manifest),
        ("files/tests/checker-tests/01", ""),
        ("files/tests/checker-tests/01.a", ""),
        ("files/tests/checker-tests/01.o", ""),
        ("files/tests/checker-tests/03", ""),
        ("files/tests/checker-tests/03.a", ""),
        ("files/tests/checker-tests/03.o", ""),
        ("files/tests/validator-tests/01", ""),
        ("files/tests/validator-tests/02", ""),
        ("files/val.cpp", "registerValidation()"),
    ];
    check_lines(
        &files,
        &["validator", "checker", "finding"],
        expect![[r#"
            checker standard wcmp (listed in problem.xml as the checker)
            validator files/val.cpp options false
            validator-test files/tests/validator-tests/02 valid true tests - at problem.xml:9:16-21
            checker-test files/tests/checker-tests/01 files/tests/checker-tests/01.o files/tests/checker-tests/01.a {Fail} at problem.xml:4:16-23
            finding problem.xml:5:1-37 manifest-stale: there is no file files/tests/checker-tests/02, so the test is left out
            finding problem.xml:5:1-37 manifest-stale: there is no file files/tests/checker-tests/02.o, so the test is left out
            finding problem.xml:5:1-37 manifest-stale: there is no file files/tests/checker-tests/02.a, so the test is left out
            finding problem.xml:6:16-21 manifest-broken: `maybe` is no verdict that is known here
            finding problem.xml:8:1-8 manifest-broken: the test has no `verdict` and is left out
            finding problem.xml:9:67-79 no-main: no solution is tagged `main` or `accepted`, so no answers can be made
        "#]],
    );
}
