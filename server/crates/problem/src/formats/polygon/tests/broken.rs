//! Manifests that cannot be read, or hardly.

use expect_test::expect;

use super::{check, check_lines};

const GEN: &str = "registerGen(argc, argv, 1)";
const SOL: &str = "int main() {}";

/// Files that speak for themselves.
const TELLING: &[(&str, &str)] = &[
    ("check.cpp", "registerTestlibCmd(argc, argv)"),
    ("doall.sh", "scripts/gen-input-via-stdout.sh \"wine files/gen.exe 3\" \"tests/03\" 3\n"),
    ("files/chk.cpp", "registerTestlibCmd(argc, argv)"),
    ("files/gen.cpp", GEN),
    ("files/val.cpp", "registerValidation(argc, argv)"),
    ("solutions/best.cpp", SOL),
    ("solutions/best.cpp.desc", "Tag: MAIN\n"),
    ("solutions/slow.cpp", SOL),
    ("solutions/who.cpp", SOL),
    ("tests/01", "1\n"),
    ("tests/01.a", "1\n"),
    ("tests/1.in", "1\n"),
    ("tests/10", "10\n"),
    ("tests/2", "2\n"),
    ("tests/extra", "x\n"),
];

fn with_manifest(manifest: &str) -> Vec<(&str, &str)> {
    let mut files = vec![("problem.xml", manifest)];
    files.extend(TELLING);
    files
}

#[test]
fn no_xml_at_all() {
    check(
        &with_manifest("<problem short-name=\"p\">\n  <judging>\n</problem>\n"),
        expect![[r#"
        name the-folder
        limits 2000 ms, 268435456 bytes, assumed
        io None None
        program files/chk.cpp checker cpp  (calls registerTestlibCmd)
        program files/gen.cpp generator cpp  (calls registerGen)
        program files/val.cpp validator cpp  (calls registerValidation)
        program solutions/best.cpp solution cpp  (in the folder solutions) ["MAIN"] {Ac}/{} at solutions/best.cpp.desc:1:6-10
        program solutions/slow.cpp solution cpp  (in the folder solutions) ["slow"] {Ac, Tle}/{Tle}
        program solutions/who.cpp solution cpp  (in the folder solutions)
        main Some("solutions/best.cpp")
        checker files/chk.cpp (calls registerTestlibCmd)
        validator files/val.cpp options true
        command 0 `gen 3` gen=files/gen.cpp ["3"] at doall.sh:1:1-68
        test 1 file tests/01 answer tests/01.a
        test 1.in file tests/1.in
        test 2 file tests/2
        test 3 stdout of 0 at doall.sh:1:1-68
        test 10 file tests/10
        test extra file tests/extra
        finding  limits-assumed: no limits could be read from problem.xml, so 2 s and 256 MB are assumed
        finding problem.xml:3:1-11 manifest-broken: problem.xml cannot be read, so the folder's files decide: expected 'judging' tag, not 'problem' at 3:1
        finding solutions/who.cpp:1:1-1 solution-unlabelled: the solution has no tag, so nothing is expected of it
    "#]],
    );
}

#[test]
fn the_line_of_the_mistake() {
    let places =
        |manifest: &str, expected| check_lines(&[("problem.xml", manifest)], &["finding problem.xml"], expected);
    places(
        "",
        expect![[r#"
        finding problem.xml:1:1-1 manifest-broken: problem.xml cannot be read, so the folder's files decide: the document does not have a root node
    "#]],
    );
    places(
        "<a>\n<b>\n\n",
        expect![[r#"
        finding problem.xml:4:1-1 manifest-broken: problem.xml cannot be read, so the folder's files decide: the root node was opened but never closed
    "#]],
    );
    places(
        "<a>\n  <b c=d/>\n</a>",
        expect![[r#"
        finding problem.xml:2:3-11 manifest-broken: problem.xml cannot be read, so the folder's files decide: expected a quote not 'd' at 2:8
    "#]],
    );
    places(
        "<!DOCTYPE problem>\n<problem/>",
        expect![[r#"
        finding problem.xml:1:1-19 manifest-broken: problem.xml cannot be read, so the folder's files decide: XML with DTD detected
    "#]],
    );
    places(
        "<contest>\n</contest>",
        expect![[r#"
        finding problem.xml:1:1-10 manifest-broken: the outermost element is `contest`, not `problem`, so the folder's files decide
    "#]],
    );
}

#[test]
fn nothing_but_the_outermost_element() {
    check_lines(
        &with_manifest("<problem/>"),
        &["name", "limits", "main", "test", "finding"],
        expect![[r#"
        name the-folder
        limits 2000 ms, 268435456 bytes, assumed
        main Some("solutions/best.cpp")
        test 1 file tests/01 answer tests/01.a
        test 1.in file tests/1.in
        test 2 file tests/2
        test 3 stdout of 0 at doall.sh:1:1-68
        test 10 file tests/10
        test extra file tests/extra
        finding  limits-assumed: no limits could be read from problem.xml, so 2 s and 256 MB are assumed
        finding problem.xml:1:1-11 manifest-broken: the problem has no `short-name`; the folder's name is taken
        finding problem.xml:1:1-11 manifest-broken: `problem` has no `judging`, so the folder's files decide
        finding problem.xml:1:1-11 manifest-broken: `problem` has no `assets`, so the folder's files decide
        finding solutions/who.cpp:1:1-1 solution-unlabelled: the solution has no tag, so nothing is expected of it
    "#]],
    );
}

#[test]
fn attributes_written_twice() {
    let manifest = r#"<problem short-name="é" short-name="q"><judging><testset name="tests">
<time-limit>1000</time-limit><memory-limit>268435456</memory-limit><input-path-pattern>tests/%d</input-path-pattern>
<tests><test method="manual" points="1" points="2"/></tests></testset></judging>
<assets><checker name="std::wcmp.cpp"/><solutions><solution tag="main" tag='rejected'>
<source path="solutions/best.cpp"/></solution></solutions></assets></problem>"#;
    let files = [("problem.xml", manifest), ("solutions/best.cpp", SOL), ("tests/1", "1")];
    check_lines(
        &files,
        &["name", "program", "test", "finding"],
        expect![[r#"
            name é
            program solutions/best.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:4:66-70
            test 1 file tests/1 points 1 at problem.xml:3:8-53
            finding problem.xml:1:25-39 manifest-broken: this attribute is written twice; the first one counts
            finding problem.xml:3:41-51 manifest-broken: this attribute is written twice; the first one counts
            finding problem.xml:4:72-86 manifest-broken: this attribute is written twice; the first one counts
        "#]],
    );
}
