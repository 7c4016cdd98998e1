//! What programs are for.

use expect_test::expect;
use globset::Glob;

use super::{CHECK, GEN, INTERACT, MAIN, VAL, check, check_with, path};
use crate::{formats::plain::Hints, model::Role, settings::RoleHint};

const PROGRAMS: &[&str] = &["program"];

#[test]
fn content_comes_before_names() {
    let files = [
        ("bad.cpp", GEN),
        ("gen.cpp", VAL),
        ("sols/easy_validator.cpp", VAL),
        ("sols/ololo.cpp", CHECK),
        ("spike.cpp", INTERACT),
        ("score.cpp", "int main() { registerScorer(argc, argv); }"),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
        program bad.cpp generator cpp (calls registerGen)
        program gen.cpp validator cpp (calls registerValidation)
        program sols/ololo.cpp checker cpp (calls registerTestlibCmd)
        program spike.cpp interactor cpp (calls registerInteraction)
    "#]],
    );
}

#[test]
fn programs_whose_main_stands_in_a_header() {
    let files = [
        ("common.h", "int main() { registerGen(argc, argv, 1); }"),
        ("helpers.h", "void start() { registerGen(argc, argv, 1); registerValidation(); }"),
        ("random tree.cpp", "#include \"common.h\""),
        ("val.cpp", "#include \"lib/validator.h\""),
        ("lib/validator.h", "#include \"../helpers.h\"\nint main() { registerValidation(argc, argv); }"),
        ("val_small.cpp", "#include \"val.cpp\""),
        ("check.cpp", "#include \"helpers.h\""),
        ("sol.cpp", "#include \"helpers.h\"\nint main() {}"),
    ];
    check(
        &files,
        &["program", "validator"],
        expect![[r#"
            program random tree.cpp generator cpp (calls registerGen)
            program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program val.cpp validator cpp (calls registerValidation)
            program val_small.cpp validator cpp (calls registerValidation)
            validator val.cpp testlib options
            validator val_small.cpp testlib options
        "#]],
    );
}

#[test]
fn what_a_source_in_python_imports_is_no_solution() {
    let files = [
        ("checker.py", "import sys\nfrom numbers_of import read\nsys.exit(0 if read() else 1)\n"),
        ("numbers_of.py", "def read():\n    import deep\n    return deep.all()\n"),
        ("deep.py", "def all():\n    return True\n"),
        ("sol.py", "print(1)\n"),
        // A solution that another one makes use of runs by itself.
        ("slow.py", "import sol\n"),
        ("alone.py", "def main():\n    print(1)\n"),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
            program alone.py solution python (in the root folder)
            program checker.py checker python (named like a checker)
            program slow.py solution python (in the root folder) = time_limit_exceeded {Ac, Tle}/{Tle}
            program sol.py solution python (in the root folder) = accepted {Ac}/{}
        "#]],
    );
}

#[test]
fn tools_without_testlib_by_name() {
    let files = [
        ("GEN_tree2.py", "print(1)"),
        ("abcinwer.cpp", MAIN),
        ("abcsoc.cpp", MAIN),
        ("input_validator.py", "exit(42)"),
        ("mkdata.py", "print(1)"),
        ("s_gen.cpp", MAIN),
        ("small_rnd.py", "print(1)"),
        ("spj.cc", MAIN),
        ("verifier.java", "class V {}"),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
        program GEN_tree2.py generator python (named like a generator)
        program abcinwer.cpp validator cpp (named like a validator)
        program abcsoc.cpp interactor cpp (named like an interactor)
        program input_validator.py validator python (named like a validator)
        program mkdata.py generator python (named like a generator)
        program s_gen.cpp generator cpp (named like a generator)
        program small_rnd.py generator python (named like a generator)
        program spj.cc checker cpp (named like a checker)
        program verifier.java validator java (named like a validator)
    "#]],
    );
}

#[test]
fn tools_without_testlib_by_place() {
    let files = [
        ("checker/main.cpp", MAIN),
        ("generators/random.cpp", MAIN),
        ("generators/util.cpp", "int helper();"),
        ("generators/util.py", "def helper(): pass"),
        ("generators/star.py", "print(1)"),
        ("generators/__init__.py", "import star"),
        ("input_validators/simple.py", "exit(43)"),
        ("misc/other.cpp", MAIN),
        ("tests/helper.py", "print(1)"),
        ("sols/lib/extra/deep.cpp", MAIN),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
        program checker/main.cpp checker cpp (in the folder checker)
        program generators/random.cpp generator cpp (in the folder generators)
        program generators/star.py generator python (in the folder generators)
        program input_validators/simple.py validator python (in the folder input_validators)
        program sols/lib/extra/deep.cpp solution cpp (in the folder sols)
    "#]],
    );
}

#[test]
fn helpers_are_no_part() {
    let files = [
        (".idea/gen.cpp", GEN),
        ("a/b/c/d/e/gen.cpp", GEN),
        ("docs/sol.cpp", MAIN),
        ("gen_common.cpp", "int common();"),
        ("public/check.cpp", CHECK),
        ("scripts/gen.py", "print(1)"),
        ("sol.cpp", MAIN),
        ("statement/draw.py", "print(1)"),
        ("testlib/checkers/wcmp.cpp", CHECK),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
        program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
    "#]],
    );
}

#[test]
fn a_label_in_a_place_of_solutions_is_no_tool() {
    let files = [
        ("sols/brute_gen.cpp", MAIN),
        ("sols/other_gen.cpp", MAIN),
        ("submissions/check_manually/odd.py", "print(1)"),
        ("wa_gen.cpp", MAIN),
    ];
    check(
        &files,
        PROGRAMS,
        expect![[r#"
        program sols/brute_gen.cpp solution cpp (in the folder sols) = accepted_or_tle {Ac, Tle}/{}
        program sols/other_gen.cpp generator cpp (named like a generator)
        program submissions/check_manually/odd.py solution python (in the folder submissions)
        program wa_gen.cpp generator cpp (named like a generator)
    "#]],
    );
}

#[test]
fn a_problem_named_like_a_tool() {
    let files = [("check-mate.cpp", MAIN), ("check_mate_wa.cpp", MAIN), ("check.cpp", CHECK)];
    check_with(
        "Check Mate",
        &Hints::default(),
        &files,
        PROGRAMS,
        expect![[r#"
        program check-mate.cpp solution cpp (in the root folder) = accepted {Ac}/{}
        program check.cpp checker cpp (calls registerTestlibCmd)
        program check_mate_wa.cpp solution cpp (in the root folder) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
    "#]],
    );
}

#[test]
fn directories_that_are_one_program() {
    let files = [
        ("sols/many/a.cpp", MAIN),
        ("sols/many/b.cpp", MAIN),
        ("sols/named/helper.py", "x = 1"),
        ("sols/named/main.py", "import helper"),
        ("sols/pair/start.py", "import part"),
        ("sols/pair/part.py", "def part(): pass"),
        ("submissions/accepted/main.py", "print(1)"),
        ("submissions/accepted/other.py", "print(1)"),
        ("sols/slow/main.cpp", "#include \"part.cpp\"\nint main() {}"),
        ("sols/slow/more/other.cpp", "int other();"),
        ("sols/slow/part.cpp", "int part();"),
        ("sols/wa_two/9.c", "int nine();"),
        ("sols/wa_two/9.h", "int nine();"),
        ("sols/wa_two/start.c", MAIN),
        ("std/main.cpp", MAIN),
        ("wa/main.cpp", MAIN),
    ];
    check(
        &files,
        &["program", "main"],
        expect![[r#"
            program sols/many/a.cpp solution cpp (in the folder sols)
            program sols/many/b.cpp solution cpp (in the folder sols)
            program sols/named solution python [sols/named/main.py] (a folder with the sources of one program)
            program sols/pair solution python [sols/pair/start.py] (a folder with the sources of one program)
            program sols/slow solution cpp [sols/slow/main.cpp, sols/slow/more/other.cpp] (a folder with the sources of one program) = time_limit_exceeded {Ac, Tle}/{Tle}
            program sols/wa_two solution c [sols/wa_two/start.c, sols/wa_two/9.c] (a folder with the sources of one program) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            program std/main.cpp solution cpp (in the folder std) = accepted {Ac}/{}
            program submissions/accepted/main.py solution python (in the folder accepted) = accepted {Ac}/{}
            program submissions/accepted/other.py solution python (in the folder accepted) = accepted {Ac}/{}
            program wa solution cpp [wa/main.cpp] (a folder with the sources of one program) = wrong_answer {Ac, Wa, Pe}/{Wa, Pe}
            main std/main.cpp
        "#]],
    );
}

#[test]
fn languages_that_cannot_be_run_here() {
    let files = [("Other.java", "class Other {}"), ("sol.rs", "fn main() {}"), ("std.hs", "main = ()"), ("lib.h", "")];
    check(
        &files,
        &["program", "main"],
        expect![[r#"
        program Other.java solution java (in the root folder)
        program sol.rs solution rust (in the root folder) = accepted {Ac}/{}
        program std.hs solution haskell (in the root folder) = accepted {Ac}/{}
        main std.hs
    "#]],
    );
}

#[test]
fn settings_come_before_everything() {
    let glob = |pattern: &str| Glob::new(pattern).unwrap().compile_matcher();
    let hints = Hints {
        roles: vec![
            (glob("tools/old.cpp"), RoleHint::Ignore),
            (glob("tools/*"), RoleHint::Role(Role::Generator)),
            (glob("scripts/compare.py"), RoleHint::Role(Role::Checker)),
            (glob("gen.cpp"), RoleHint::Role(Role::Solution)),
        ],
        main: Some(path("docs/best.cpp")),
        ..Hints::default()
    };
    let files = [
        ("docs/best.cpp", MAIN),
        ("gen.cpp", GEN),
        ("scripts/compare.py", "print(1)"),
        ("sol.cpp", MAIN),
        ("tools/old.cpp", GEN),
        ("tools/val.cpp", VAL),
    ];
    check_with(
        "abc",
        &hints,
        &files,
        &["program", "main", "checker"],
        expect![[r#"
            program docs/best.cpp solution cpp (stated in touchstone.toml)
            program gen.cpp solution cpp (stated in touchstone.toml)
            program scripts/compare.py checker python (stated in touchstone.toml)
            program sol.cpp solution cpp (in the root folder) = accepted {Ac}/{}
            program tools/val.cpp generator cpp (stated in touchstone.toml)
            main docs/best.cpp
            checker scripts/compare.py testlib (stated in touchstone.toml)
        "#]],
    );
}
