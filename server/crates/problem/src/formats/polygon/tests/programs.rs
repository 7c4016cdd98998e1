//! Roles and labels.

use expect_test::expect;

use super::check_lines;

const SOL: &str = "int main() {}";

/// A manifest with some solutions and one test.
fn with_solutions(solutions: &str) -> String {
    with_assets(&format!(
        r#"<checker name="std::wcmp.cpp"/><solutions>
{solutions}
</solutions>"#
    ))
}

fn with_assets(assets: &str) -> String {
    format!(
        r#"<problem short-name="p"><judging><testset name="tests">
<time-limit>1000</time-limit><memory-limit>268435456</memory-limit>
<input-path-pattern>tests/%02d</input-path-pattern><tests/></testset></judging>
<files><resources><file path="files/lib.cpp"/></resources><executables>
<executable><source path="files/val.cpp"/></executable>
<executable><source path="files/score.cpp"/></executable>
<executable><source path="files/tool.exe"/></executable>
</executables></files>
<assets>{assets}</assets></problem>"#
    )
}

#[test]
fn tags_in_three_spellings() {
    let tags = [
        "main",
        "ACCEPTED",
        "OK",
        "rejected",
        "incorrect",
        "TL",
        "time-limit-exceeded-or-accepted",
        "time-limit-exceeded-or-memory-limit-exceeded",
        "TIME_LIMIT_EXCEEDED_OR_ACCEPTED",
        "PE",
        "memory-limit-exceeded",
        "failed",
        "do-not-run",
        "of-no-table",
    ];
    let entry = |(idx, tag): (usize, &&str)| {
        format!(r#"<solution tag="{tag}"><source path="solutions/{idx:02}.cpp"/></solution>"#)
    };
    let entries: Vec<String> = tags.iter().enumerate().map(entry).collect();
    let manifest = with_solutions(&entries.join("\n"));
    let paths: Vec<String> = (0..tags.len()).map(|idx| format!("solutions/{idx:02}.cpp")).collect();
    let mut files = vec![("problem.xml", manifest.as_str())];
    files.extend(paths.iter().map(|path| (path.as_str(), SOL)));
    check_lines(
        &files,
        &["program solutions", "main", "finding problem.xml:2"],
        expect![[r#"
        program solutions/00.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:10:16-20
        program solutions/01.cpp solution cpp  (listed in problem.xml as a solution) ["ACCEPTED"] {Ac}/{} at problem.xml:11:16-24
        program solutions/02.cpp solution cpp  (listed in problem.xml as a solution) ["OK"] {Ac}/{} at problem.xml:12:16-18
        program solutions/03.cpp solution cpp  (listed in problem.xml as a solution) ["rejected"] {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} at problem.xml:13:16-24
        program solutions/04.cpp solution cpp  (listed in problem.xml as a solution) ["incorrect"] {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} at problem.xml:14:16-25
        program solutions/05.cpp solution cpp  (listed in problem.xml as a solution) ["TL"] {Ac, Tle}/{Tle} at problem.xml:15:16-18
        program solutions/06.cpp solution cpp  (listed in problem.xml as a solution) ["time-limit-exceeded-or-accepted"] {Ac, Tle}/{} at problem.xml:16:16-47
        program solutions/07.cpp solution cpp  (listed in problem.xml as a solution) ["time-limit-exceeded-or-memory-limit-exceeded"] {Ac, Tle, Mle}/{Tle, Mle} at problem.xml:17:16-60
        program solutions/08.cpp solution cpp  (listed in problem.xml as a solution) ["TIME_LIMIT_EXCEEDED_OR_ACCEPTED"] {Ac, Tle}/{} at problem.xml:18:16-47
        program solutions/09.cpp solution cpp  (listed in problem.xml as a solution) ["PE"] {Ac, Wa, Pe}/{Wa, Pe} at problem.xml:19:16-18
        program solutions/10.cpp solution cpp  (listed in problem.xml as a solution) ["memory-limit-exceeded"] {Ac, Mle}/{Mle} at problem.xml:20:16-37
        program solutions/11.cpp solution cpp  (listed in problem.xml as a solution) ["failed"] {Ac, Rte}/{Rte} at problem.xml:21:16-22
        program solutions/12.cpp solution cpp  (listed in problem.xml as a solution) ["do-not-run"] {}/{} not run at problem.xml:22:16-26
        program solutions/13.cpp solution cpp  (listed in problem.xml as a solution)
        main Some("solutions/00.cpp")
        finding problem.xml:23:16-27 solution-unlabelled: `of-no-table` is no tag of Polygon, so nothing is expected of the solution
    "#]],
    );
}

#[test]
fn solutions_and_list_disagree() {
    let manifest = with_solutions(
        r#"<solution tag="main"><source path="solutions/gone.cpp"/></solution>
<solution tag="accepted"><source path="solutions/z.cpp"/></solution>
<solution tag="wrong-answer"><source path="solutions/b.cpp"/></solution>
<solution tag="rejected"><source path="solutions/b.cpp"/></solution>
<solution><source path="solutions/c.cpp"/></solution>
<solution><source path="solutions/d.cpp"/></solution>
<solution tag="accepted"><source path="../outside.cpp"/></solution>
<solution tag="accepted"><source path="solutions/z.jar"/></solution>
<solution tag="accepted"/>"#,
    );
    let files = [
        ("problem.xml", manifest.as_str()),
        ("solutions/README.md", "text"),
        ("solutions/b.cpp", SOL),
        ("solutions/b.cpp.desc", "Tag: TIME_LIMIT_EXCEEDED\n"),
        ("solutions/c.cpp", SOL),
        ("solutions/c.cpp.desc", "File name: c.cpp\nTag:  WRONG_ANSWER \n"),
        ("solutions/d.cpp", SOL),
        ("solutions/empty.cpp", "\n"),
        ("solutions/new.cpp", SOL),
        ("solutions/other.py", "print()"),
        ("solutions/other.py.desc", "Tag: REJECTED\n"),
        ("solutions/z.cpp", SOL),
    ];
    check_lines(
        &files,
        &["program solutions", "main", "finding"],
        expect![[r#"
            program solutions/b.cpp solution cpp  (listed in problem.xml as a solution) ["wrong-answer"] {Ac, Wa, Pe}/{Wa, Pe} at problem.xml:12:16-28
            program solutions/c.cpp solution cpp  (listed in problem.xml as a solution) ["WRONG_ANSWER"] {Ac, Wa, Pe}/{Wa, Pe} at solutions/c.cpp.desc:2:7-19
            program solutions/d.cpp solution cpp  (listed in problem.xml as a solution)
            program solutions/new.cpp solution cpp  (in the folder solutions)
            program solutions/other.py solution python  (in the folder solutions) ["REJECTED"] {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce}/{Wa, Pe, Tle, Rte, Mle, Ole} at solutions/other.py.desc:1:6-14
            program solutions/z.cpp solution cpp  (listed in problem.xml as a solution) ["accepted"] {Ac}/{} at problem.xml:11:16-24
            main Some("solutions/z.cpp")
            finding problem.xml:5:27-40 manifest-stale: there is no file files/val.cpp
            finding problem.xml:6:27-42 manifest-stale: there is no file files/score.cpp
            finding problem.xml:9:40-51 no-main: no solution is tagged `main`, so solutions/z.cpp is taken
            finding problem.xml:10:36-54 manifest-stale: there is no file solutions/gone.cpp
            finding problem.xml:12:16-28 label-contradiction: solutions/b.cpp is tagged `wrong-answer` here and `TIME_LIMIT_EXCEEDED` in its .desc file (see solutions/b.cpp.desc:1:6-25)
            finding problem.xml:13:1-26 label-contradiction: solutions/b.cpp is listed before with another tag, which counts (see problem.xml:12:16-28)
            finding problem.xml:15:1-11 solution-unlabelled: the solution has no tag, so nothing is expected of it
            finding problem.xml:16:40-54 manifest-broken: `../outside.cpp` is no file of the folder
            finding problem.xml:18:1-27 manifest-broken: this `solution` has no `source` and is left out
            finding solutions/empty.cpp:1:1-1 manifest-stale: solutions/empty.cpp is empty, so it is left out
            finding solutions/new.cpp:1:1-1 solution-unlabelled: the solution has no tag, so nothing is expected of it
            finding solutions/new.cpp:1:1-1 manifest-stale: solutions/new.cpp is not listed in problem.xml
        "#]],
    );
}

#[test]
fn two_main_solutions() {
    let manifest = with_solutions(
        r#"<solution tag="main"><source path="solutions/b.cpp"/></solution>
<solution tag="main"><source path="solutions/a.cpp"/></solution>"#,
    );
    let files = [("problem.xml", manifest.as_str()), ("solutions/a.cpp", SOL), ("solutions/b.cpp", SOL)];
    check_lines(
        &files,
        &["program", "main", "finding problem.xml:1"],
        expect![[r#"
        program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:11:16-20
        program solutions/b.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:10:16-20
        main Some("solutions/b.cpp")
        finding problem.xml:11:16-20 manifest-broken: solutions/b.cpp is already the main solution; this one counts as accepted
    "#]],
    );
}

#[test]
fn roles_that_only_the_sources_tell() {
    let manifest = with_solutions(r#"<solution tag="main"><source path="solutions/a.cpp"/></solution>"#);
    let files = [
        ("problem.xml", manifest.as_str()),
        ("files/forgotten.cpp", "registerInteraction(argc, argv)"),
        ("files/gen2.cpp", "registerGen(argc, argv, 1)"),
        ("files/lib.cpp", "registerGen(argc, argv, 1)"),
        ("files/other.cpp", SOL),
        ("files/score.cpp", "registerScorer(argc, argv, f)"),
        ("files/tool.exe", "MZ"),
        ("files/val.cpp", "registerValidation()"),
        ("solutions/a.cpp", SOL),
    ];
    check_lines(
        &files,
        &["program", "validator", "interactor", "checker", "finding"],
        expect![[r#"
            program files/forgotten.cpp interactor cpp  (calls registerInteraction)
            program files/gen2.cpp generator cpp  (calls registerGen)
            program files/val.cpp validator cpp  (calls registerValidation)
            program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:10:16-20
            checker standard wcmp (listed in problem.xml as the checker)
            validator files/val.cpp options false
            finding files/forgotten.cpp:1:1-1 manifest-stale: files/forgotten.cpp is not listed in problem.xml
            finding files/gen2.cpp:1:1-1 manifest-stale: files/gen2.cpp is not listed in problem.xml
            finding problem.xml:5:27-40 manifest-stale: problem.xml names no validator, so files/val.cpp is taken, which registers as one
        "#]],
    );
}

#[test]
fn one_file_in_two_parts() {
    let manifest = with_assets(
        r#"<checker><source path="files/val.cpp"/></checker>
<validators><validator><source path="files/val.cpp"/></validator></validators>
<solutions><solution tag="main"><source path="solutions/a.cpp"/></solution></solutions>"#,
    );
    let files = [
        ("problem.xml", manifest.as_str()),
        ("files/score.cpp", "registerScorer(argc, argv, f)"),
        ("files/val.cpp", "registerValidation()"),
        ("solutions/a.cpp", SOL),
    ];
    check_lines(
        &files,
        &["program", "validator", "checker", "finding"],
        expect![[r#"
        program files/val.cpp checker cpp  (listed in problem.xml as the checker)
        program solutions/a.cpp solution cpp  (listed in problem.xml as a solution) ["main"] {Ac}/{} at problem.xml:11:27-31
        checker files/val.cpp (listed in problem.xml as the checker)
        finding problem.xml:10:38-51 manifest-broken: files/val.cpp is already the checker, so it is no validator
    "#]],
    );
}

#[test]
fn no_checker_is_named() {
    let manifest = with_assets("<solutions/>");
    let register = "registerTestlibCmd(argc, argv)";
    let check_cpp = [("problem.xml", manifest.as_str()), ("check.cpp", register), ("files/score.cpp", SOL)];
    check_lines(
        &check_cpp,
        &["checker", "main", "finding"],
        expect![[r#"
        main None
        checker check.cpp (named check)
        finding problem.xml:5:27-40 manifest-stale: there is no file files/val.cpp
        finding problem.xml:9:1-9 manifest-broken: problem.xml names no checker, so check.cpp is taken
        finding problem.xml:9:9-21 no-main: no solution is tagged `main` or `accepted`, so no answers can be made
    "#]],
    );
    let nameless = with_assets("<checker/><solutions/>");
    check_lines(
        &[("problem.xml", &nameless)],
        &["checker", "finding problem.xml:9"],
        expect![[r#"
            checker standard wcmp (there is no checker, and wcmp is the usual one)
            finding problem.xml:9:1-9 manifest-broken: problem.xml names no checker, so wcmp is taken
            finding problem.xml:9:19-31 no-main: no solution is tagged `main` or `accepted`, so no answers can be made
        "#]],
    );
}
