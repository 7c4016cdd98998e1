//! Completion in the script and in programs.

use expect_test::{Expect, expect};
use problem::text::LineIndex;

use super::scene::{PLAIN, Scene, slice};
use crate::completion::{Completion, complete};

/// What may be typed at `^` in a text, and the word that is replaced.
fn completions(scene: &Scene, file: &str, marked: &str) -> (Vec<Completion>, String) {
    let offset = marked.find('^').unwrap();
    let text = marked.replace('^', "");
    let at = LineIndex::new(&text).position(offset);
    let found = scene.with_text(file, &text, |view, text| complete(view, text, at));
    let replaced = found.first().map(|one| slice(&text, one.edit.range).to_owned()).unwrap_or_default();
    (found, replaced)
}

fn labels(scene: &Scene, file: &str, marked: &str) -> String {
    let (mut found, _) = completions(scene, file, marked);
    found.sort_by(|one, other| one.sort.cmp(&other.sort));
    found.into_iter().map(|one| one.label).collect::<Vec<_>>().join(" ")
}

fn check(marked: &str, expected: Expect) {
    let scene = Scene::new(PLAIN);
    let (found, replaced) = completions(&scene, "script.txt", marked);
    let lines: Vec<String> = found
        .iter()
        .map(|one| format!("{} ({:?}; {}) {} -> {}\n", one.label, one.kind, one.detail, one.sort, one.edit.text))
        .collect();
    expected.assert_eq(&format!("[{replaced}]\n{}", lines.concat()));
}

#[test]
fn generators_and_options() {
    check(
        "g^",
        expect![[r#"
        [g]
        gen (Generator; generator gen.cpp, 3 options) gen -> gen
    "#]],
    );
    check(
        "gen ^",
        expect![[r#"
        []
        -n (Option; int, needed) 0000 -> -n
        -kind (Option; string, "random" when left out) 1001 -> -kind
        -weighted (Option; bool, may be left out) 1002 -> -weighted
    "#]],
    );
    check(
        "gen -n 5 -^ > $",
        expect![[r#"
        [-]
        -kind (Option; string, "random" when left out) 1001 -> -kind
        -weighted (Option; bool, may be left out) 1002 -> -weighted
    "#]],
    );
    check(
        "gen -n5 --ki^nd",
        expect![[r#"
        [--kind]
        --kind (Option; string, "random" when left out) 1001 -> --kind
        --weighted (Option; bool, may be left out) 1002 -> --weighted
    "#]],
    );
}

#[test]
fn where_nothing_of_the_script_fits() {
    let scene = Scene::new(PLAIN);
    for marked in ["# g^", "gen 5^", "gen -n ^", "gen > ^", "nobody ^", "<#list ^", "gen ${^", "<#-- \n^", "// ^"] {
        assert_eq!(labels(&scene, "script.txt", marked), "", "{marked}");
    }
    assert_eq!(labels(&scene, "script.txt", "gen 1 | ^"), "gen");
    assert_eq!(labels(&scene, "script.txt", "gen -weighted ^"), "-n -kind");
    assert_eq!(labels(&scene, "script.txt", "./gen -n=5 ^"), "-kind -weighted");
    assert_eq!(labels(&scene, "script.txt", "\r\n\r\ngen -n 3 ^\r\n"), "-kind -weighted");
}

#[test]
fn values_of_options() {
    let scene = Scene::new(
        "-- gen.cpp --\n#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n registerGen(argc, argv, 1);\n \
         int n = opt<int>(\"n\");\n string type = opt<string>(\"type\");\n int way = opt<int>(\"way\", 0);\n \
         if (type == \"tree\") f(); else if (type == \"path\") g(); else quitf(_fail, \"no %s\", type.c_str());\n \
         if (way == 0) f(); else if (way == 1) g();\n}\n-- sol.cpp --\nint main() {}\n\
         -- script.txt --\ngen -n 5 -type star > $\ngen -n 7 -type tree > $\n",
    );
    for (marked, found, word) in [
        ("gen -type ^", "tree path star", ""),
        ("gen -type t^r -n 5", "tree path star", "tr"),
        ("gen --type=t^", "tree path star", "t"),
        ("gen -way ^", "0 1", ""),
        ("gen -n ^", "", ""),
        ("gen -n=^", "", ""),
        ("gen -type path ^", "-n -way", ""),
    ] {
        assert_eq!(labels(&scene, "script.txt", marked), found, "{marked}");
        assert_eq!(completions(&scene, "script.txt", marked).1, word, "{marked}");
    }
}

#[test]
fn a_script_that_says_nothing_yet() {
    let scene = Scene::new(&PLAIN.replace("gen -n", "# gen -n").replace("<#list", "#").replace("</#list", "#"));
    assert!(scene.problem.commands.is_empty());
    assert_eq!(labels(&scene, "script.txt", "^"), "gen");
    assert_eq!(labels(&scene, "notes.txt", "^"), "");
}

#[test]
fn names_of_testlib() {
    let scene = Scene::new(PLAIN);
    let inside =
        |body: &str| format!("#include \"testlib.h\"\nint main() {{ registerValidation(argc, argv); {body} }}");
    let labels = |body: &str| labels(&scene, "val.cpp", &inside(body));
    assert_eq!(labels("inf.readE^"), "readEof readEoln reader");
    assert_eq!(labels("inf.reade^()"), "readEof readEoln reader");
    assert!(labels("inf.^").split(' ').count() > 20);
    assert_eq!(labels("ensuref^"), "ensuref");
    assert_eq!(labels("quitp^"), "", "validators give no points");
    for nothing in ["^", "5^", "a[0].^", "// inf.^", "f(\"inf.^\")", "std::en^", "nobody.re^", "#include \"en^"] {
        assert_eq!(labels(nothing), "", "{nothing}");
    }
    let (found, replaced) = completions(&scene, "val.cpp", &inside("inf.readIn^t(1)"));
    let int = found.iter().find(|one| one.label == "readInt").unwrap();
    assert_eq!(replaced, "readInt");
    expect!["int readInt() (and 1 more)"].assert_eq(&int.detail);
    assert!(int.documentation.as_ref().unwrap().contains("**Example.**"));
}

#[test]
fn the_role_may_come_from_the_folder() {
    let scene = Scene::new(PLAIN);
    assert_eq!(labels(&scene, "check.cpp", "#include \"testlib.h\"\nint f() { quitp^"), "quitp quitpi");
    assert_eq!(labels(&scene, "check.cpp", "int f() { quitf^"), "", "no testlib.h");
    assert!(labels(&scene, "other.h", "#include \"testlib.h\"\nint f() { quitf^").contains("quitf"));
    assert_eq!(labels(&scene, "check.cpp", "#include \"testlib.h\"\nvoid quitif(); int f() { quitif^"), "");
}

#[test]
fn labels_of_solutions() {
    let scene = Scene::new(PLAIN);
    let (found, replaced) = completions(&scene, "wa_lucky.py", "# é @expected_results@: wro^ng\r\nprint(1)");
    assert_eq!(replaced, "wrong");
    let lines: Vec<String> = found.iter().map(|one| format!("{}: {}\n", one.label, one.detail)).collect();
    expect![[r#"
        ACCEPTED: AC
        WRONG_ANSWER: AC WA PE, at least one of WA PE
        TIME_LIMIT_EXCEEDED: AC TLE, at least one of TLE
        RUN_TIME_ERROR: AC RTE, at least one of RTE
        MEMORY_LIMIT_EXCEEDED: AC MLE, at least one of MLE
        OUTPUT_LIMIT_EXCEEDED: AC OLE, at least one of OLE
        REJECTED: AC WA PE TLE RTE MLE OLE CE, at least one of WA PE TLE RTE MLE OLE
        ACCEPTED_OR_TLE: AC TLE
    "#]]
    .assert_eq(&lines.concat());
    assert!(labels(&scene, "sol.cpp", "// @EXPECTED_RESULTS@: ^").starts_with("ACCEPTED WRONG_ANSWER"));
    assert_eq!(labels(&scene, "sol.cpp", "// @EXPECTED_RESULTS@^: "), "");
    assert_eq!(labels(&scene, "gen.cpp", "// @EXPECTED_RESULTS@: ^"), "");
}
