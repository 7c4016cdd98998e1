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

/// A folder whose validator and generator are the skeletons of what others read.
const SKELETONS: &str = include_str!("../../../../../tests/fixtures/findings/skeletons.txt");

#[test]
fn programs_from_what_others_read() {
    let of = |name: &str| {
        let (_, text) = SKELETONS.split_once(&format!("-- {name} --\n")).expect("it is there");
        format!("{}\n", text.split("\n-- ").next().unwrap_or_default())
    };
    let (_, folder) = SKELETONS.split_once("\n-- ").expect("there are files");
    let (folder, _) = folder.split_once("-- wa.c < ").expect("the last file is a part");
    let folder = format!("-- {folder}");
    let without = |name: &str| folder.replace(&of(name), "#include \"testlib.h\"\n");
    let of_checker = offered(&without("val.cpp"), "val.cpp");
    let title = "Write a skeleton from what the checker reads of the input\n";
    assert!(of_checker.starts_with(&format!("{title}{}", of("val.cpp"))), "{of_checker}");
    assert!(of_checker.contains("Write a skeleton from the bounds of the statement\n"), "{of_checker}");
    // The title says who reads.
    let interactive = without("val.cpp")
        .replace("-- check.cpp --", "-- interactor.cpp --")
        .replace("registerTestlibCmd", "registerInteraction");
    let title = "Write a skeleton from what the interactor reads of the input\n";
    let of_interactor = offered(&interactive, "val.cpp");
    assert!(of_interactor.starts_with(title), "{of_interactor}");
    let title = "Write a skeleton from what the validator reads\n";
    assert_eq!(offered(&without("gen.cpp"), "gen.cpp"), format!("{title}{}", of("gen.cpp")));
    // Nobody reads the input, or the file is no such program.
    assert_eq!(offered(&without("gen.cpp").replace("-- val.cpp --", "-- notes.txt --"), "gen.cpp"), "");
    assert_eq!(offered(&format!("-- other.cpp --\n\n{folder}"), "other.cpp"), "");
}

#[test]
fn a_validator_from_a_program_in_checktestdata() {
    let package = "-- problem.yaml --\nname: x\n-- input_validators/a.ctd --\nINT(1, 10^5, n) SPACE INT(0, 10^12, k) NEWLINE\n\
        REP(n, NEWLINE) INT(1, n, u) SPACE INT(1, n, v) END NEWLINE\nREP(n, SPACE) REGEX(\"[a-z]\", s) END NEWLINE\n\
        IF(n > 5) STRING(\"many\") NEWLINE END EOF\n\
        -- submissions/accepted/sol.cpp --\nint main() {}\n-- data/secret/1.in --\n1\n-- data/secret/1.ans --\n1\n\
        -- input_validators/validator.cpp --\n\n-- generators/gen.cpp --\n\n";
    expect![[r#"
        Write a skeleton from the checktestdata program
        #include "testlib.h"

        int main(int argc, char* argv[]) {
            registerValidation(argc, argv);
            // This is what input_validators/a.ctd reads. To be decided: what has to hold beyond bounds.
            int n = inf.readInt(1, 100000, "n");
            inf.readSpace();
            inf.readLong(0LL, 1000000000000LL, "k");
            inf.readEoln();
            for (int i = 0; i < n; i++) {
                inf.readLong(1LL, 1LL * n, format("u[%d]", i + 1));
                inf.readSpace();
                inf.readLong(1LL, 1LL * n, format("v[%d]", i + 1));
                inf.readEoln();
            }
            for (int i = 0; i < n; i++) {
                if (i > 0) inf.readSpace();
                inf.readToken("[!-~]+", format("s[%d]", i + 1)); // To be decided: its pattern.
            }
            inf.readEoln();
            // To be decided: IF(n > 5)
            inf.readEof();
        }
    "#]]
    .assert_eq(&offered(package, "input_validators/validator.cpp"));
    expect![[r#"
        Write a skeleton from what the validator reads
        #include "testlib.h"

        int main(int argc, char* argv[]) {
            registerGen(argc, argv, 1);
            // This is what input_validators/a.ctd reads, drawn within bounds. To be decided: what makes tests hard.
            int n = opt<int>("n", rnd.next(1, 100000));
            std::cout << n;
            std::cout << ' ';
            long long k = opt<long long>("k", rnd.next(0LL, 1000000000000LL));
            std::cout << k;
            std::cout << '\n';
            for (int i = 0; i < n; i++) {
                std::cout << rnd.next(1LL, 1LL * n);
                std::cout << ' ';
                std::cout << rnd.next(1LL, 1LL * n);
                std::cout << '\n';
            }
            for (int i = 0; i < n; i++) {
                if (i > 0) std::cout << ' ';
                std::cout << rnd.next("[a-z]{1,10}"); // To be decided: what it is.
            }
            std::cout << '\n';
            // To be decided: IF(n > 5)
        }
    "#]]
    .assert_eq(&offered(package, "generators/gen.cpp"));
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
