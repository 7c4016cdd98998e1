//! Whole texts that are offered.

use expect_test::expect;

use super::scene::Scene;
use crate::{label::apply_edits, rewrites::rewrites};

/// What is offered for a file, with what becomes of it.
fn offered(folder: &str, file: &str) -> String {
    Scene::new(folder).open(file, |view, text| {
        let shown = |one: crate::rewrites::Rewrite| format!("{}\n{}", one.title, apply_edits(text.text, &one.edits));
        rewrites(view, text).into_iter().map(shown).collect()
    })
}

const GENERATOR: &str = "-- gen.cpp --\n#include \"testlib.h\"\nint main(int argc, char* argv[]) { registerGen(argc, argv, 1); }\n-- sol.cpp --\nint \
     main() {}\n";

#[test]
fn a_script_in_order() {
    let script = "# small\ngen -n 10 > $\ngen   -n 2\ngen -n 2\n\ngen -s \"a  b\"\ngen -s \"a b\"\ngen -n 10\n";
    expect![[r#"
        Sort the script and drop repeated lines
        # small
        gen   -n 2
        gen -n 10 > $

        gen -n 10
        gen -s "a  b"
        gen -s "a b"
    "#]]
    .assert_eq(&offered(&format!("-- script.txt --\n{script}{GENERATOR}"), "script.txt"));
    for script in [
        "gen -n 1\ngen -n 2\n",
        "gen -n 2 > 7\ngen -n 1 > $\n",
        "<#list 1..3 as i>\ngen 2 > $\ngen ${i} > $\n</#list>\n",
    ] {
        assert_eq!(offered(&format!("-- script.txt --\n{script}{GENERATOR}"), "script.txt"), "");
    }
}

/// A folder whose validator is the skeleton that its statement gives.
const FOLDER: &str = include_str!("../../../../../tests/fixtures/findings/validator-skeleton.txt");

#[test]
fn a_validator_from_the_statement() {
    let of = |name: &str| {
        let (_, text) = FOLDER.split_once(&format!("-- {name} --\n")).expect("it is there");
        format!("{}\n", text.split("\n-- ").next().unwrap_or_default())
    };
    let statement = format!("-- statement.md --\n{}", of("statement.md"));
    let folder = format!("-- val.cpp --\n#include \"testlib.h\"\n{statement}{GENERATOR}");
    let title = "Write a skeleton from the bounds of the statement\n";
    assert_eq!(offered(&folder, "val.cpp"), format!("{title}{}", of("val.cpp")));
    // What a file is for is said by its name or its place, also in another folder, and not by any three letters.
    for (name, is_offered) in
        [("validators/input.cpp", true), ("intervals.cpp", false), ("eval.cpp", false), ("sol2.cpp", false)]
    {
        let folder = folder.replace("-- val.cpp --", &format!("-- {name} --"));
        assert_eq!(!offered(&folder, name).is_empty(), is_offered, "{name}");
    }
    // Something is written there, nothing is stated, another file validates.
    assert_eq!(offered(&folder.replace("testlib.h\"\n--", "testlib.h\"\nint n;\n--"), "val.cpp"), "");
    assert_eq!(offered(&format!("-- val.cpp --\n\n{GENERATOR}"), "val.cpp"), "");
    let other = "-- validator.cpp --\n#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    \
                 registerValidation(argc, argv);\n    int n = inf.readInt(1, 7, \"n\");\n    inf.readEoln();\n    \
                 inf.readEof();\n}\n";
    assert_eq!(offered(&format!("{folder}{other}"), "val.cpp"), "");
}

/// Reads that are written alike, and the roles in which they are looked at.
#[test]
fn a_function_in_the_place_of_reads() {
    let source = "#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n    registerTestlibCmd(argc, argv);\n    int a = ans.readInt();\n    \
                  int b = ouf.readInt();\n    quitf(a == b ? _ok : _wa, \"told\");\n}\n";
    let of = |name: &str, source: &str| {
        let folder = format!("-- {name} --\n{source}-- sol.cpp --\nint main() {{}}\n");
        Scene::new(&folder).open(name, |view, text| {
            let at = super::scene::position(text.text, "ouf.");
            let range = problem::text::Range { start: at, end: at };
            crate::rewrites::extracted(view, text, range).map(|one| apply_edits(text.text, &one.edits))
        })
    };
    let found = of("check.cpp", source).unwrap();
    assert!(found.contains("int readAns(InStream& stream) {\n    return stream.readInt();\n}\n"), "{found}");
    assert!(found.contains("int a = readAns(ans);\n    int b = readAns(ouf);\n"), "{found}");
    assert_eq!(of("other.cpp", &source.replace("registerTestlibCmd(argc, argv);", "")), None, "a solution");
}
