//! Which files make up which program, and how validators answer.

use expect_test::expect;

use super::{Package, exits, helper, includes, main, registers};
use crate::facts::Register;

#[test]
fn programs_of_several_files() {
    Package::new()
        .file("problem.yaml", "")
        .source("submissions/accepted/multi/main.c", main())
        .source("submissions/accepted/multi/9.c", helper())
        .files(&["submissions/accepted/multi/9.h"])
        .source("submissions/accepted/own/start.cpp", includes("part.cpp"))
        .source("submissions/accepted/own/part.cpp", helper())
        .source("submissions/accepted/own/linked.cpp", helper())
        .source("submissions/accepted/py/__main__.py", main())
        .source("submissions/accepted/py/lib.py", main())
        .source("submissions/accepted/alice/one.cpp", main())
        .source("submissions/accepted/alice/two.cpp", main())
        .files(&["submissions/accepted/prolog/solve.pro", "submissions/accepted/docs/README.md"])
        .file("submissions/wrong_answer/nothing.cpp", "\n")
        .check(expect![[r#"
            hello | x5, margin x2, 2048 MiB, 8 MiB from accepted submissions
            checker KattisDefault (default validation)
            main submissions/accepted/alice/one.cpp
            solution submissions/accepted/alice/one.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/alice/two.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/multi c ["submissions/accepted/multi/main.c", "submissions/accepted/multi/9.c"] (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/own cpp ["submissions/accepted/own/start.cpp", "submissions/accepted/own/linked.cpp"] (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/prolog prolog ["submissions/accepted/prolog/solve.pro"] (in submissions/accepted) ["accepted"] permits {Ac}
            solution submissions/accepted/py python ["submissions/accepted/py/__main__.py"] (in submissions/accepted) ["accepted"] permits {Ac}
            ! manifest-stale submissions/wrong_answer/nothing.cpp:0:0-0:0 submissions/wrong_answer/nothing.cpp is empty, so it is left out
            ! no-main submissions/accepted/alice/one.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/alice/one.cpp is taken for it
        "#]]);
}

#[test]
fn testlib_in_a_package() {
    let forked = "#   define OK_EXIT_CODE 42\n";
    let plain = "#   define OK_EXIT_CODE 0\n// 42 is not here: 1042\n";
    Package::new()
        .file("problem.yaml", "problem_format_version: 2023-07\n")
        .source("input_validators/plain.cpp", registers(Register::Validator, 0))
        .source("input_validators/args.cpp", registers(Register::Validator, 2))
        .file("input_validators/testlib.h", plain)
        .source("input_validators/forked/val.cpp", registers(Register::Validator, 0))
        .file("input_validators/forked/testlib.h", forked)
        .source("input_validators/common.cpp", helper())
        .source("input_format_validators/old.py", exits(1))
        .source("output_validator/chk.cpp", registers(Register::Checker, 2))
        .check(expect![[r#"
            hello | x2, margin x1.5, 2048 MiB, 8 MiB from submissions
            checker output_validator/chk.cpp Testlib (in output_validator, calls registerTestlibCmd)
            main -
            validator input_format_validators/old.py python (in input_format_validators)
            validator input_validators/args.cpp cpp (in input_validators, calls registerValidation)
            validator input_validators/forked cpp ["input_validators/forked/val.cpp"] (in input_validators, calls registerValidation)
            validator input_validators/plain.cpp cpp (in input_validators, calls registerValidation)
            checker output_validator/chk.cpp cpp (in output_validator, calls registerTestlibCmd)
            validator input_validators/args.cpp Testlib, takes options
            validator input_validators/forked Kattis
            validator input_validators/plain.cpp Testlib
            validator input_format_validators/old.py Kattis
        "#]]);
    Package::new()
        .file("problem.yaml", "validation: custom\n")
        .source("output_validators/chk/chk.cpp", registers(Register::Checker, 2))
        .file("output_validators/chk/domjudge.h", "// DOMJUDGE exit codes\n")
        .check(expect![[r#"
            hello | x5, margin x2, 2048 MiB, 8 MiB from accepted submissions
            checker output_validators/chk Kattis (in output_validators, calls registerTestlibCmd)
            main -
            checker output_validators/chk cpp ["output_validators/chk/chk.cpp"] (in output_validators, calls registerTestlibCmd)
        "#]]);
}

#[test]
fn validators_that_cannot_be_run() {
    Package::minimal()
        .file("problem.yaml", "problem_format_version: 2023-07\n")
        .files(&["input_validators/a.viva", "input_validators/B.nim", "input_validators/C.nim"])
        .files(&["input_validators/d/build", "input_validators/e.template", "input_validators/f.sh"])
        .files(&["output_validator/V.nim"])
        .check(expect![[r#"
            hello | x2, margin x1.5, 2048 MiB, 8 MiB from submissions
            checker output_validator/V.nim Kattis (in output_validator)
            main submissions/accepted/sol.cpp
            validator input_validators/d scripts ["input_validators/d/build"] (in input_validators)
            checker output_validator/V.nim nim (in output_validator)
            solution submissions/accepted/sol.cpp cpp (in submissions/accepted) ["accepted"] permits {Ac}
            validator input_validators/d Kattis
            test sample/1 of sample sample [] []
            ! tool-missing input_validators/B.nim:0:0-0:0 nim input validators are not run here; input_validators/B.nim is left out
            ! tool-missing input_validators/a.viva:0:0-0:0 viva input validators are not run here; input_validators/a.viva is left out
            ! tool-missing input_validators/f.sh:0:0-0:0 shell input validators are not run here; input_validators/f.sh is left out
            ! tool-missing output_validator/V.nim:0:0-0:0 output validators in nim are not run here; nothing can be judged
            ! no-main submissions/accepted/sol.cpp:0:0-0:0 no submission is marked as the model solution, so submissions/accepted/sol.cpp is taken for it
        "#]]);
}

#[test]
fn generators_of_a_package() {
    Package::new()
        .file("problem.yaml", "")
        .source("generators/gen/gen.cpp", main())
        .source("generators/lib.cpp", helper())
        .source("generators/random_tree.py", main())
        .file("generators/generators.yaml", "# nothing yet")
        .files(&["generators/Gen.java"])
        .check(expect![[r#"
            hello | x5, margin x2, 2048 MiB, 8 MiB from accepted submissions
            checker KattisDefault (default validation)
            main -
            generator generators/Gen.java java (in generators)
            generator generators/gen cpp ["generators/gen/gen.cpp"] (in generators)
            generator generators/random_tree.py python (in generators)
        "#]]);
}
