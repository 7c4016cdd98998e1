//! `gen/gen.toml` with `task.toml`.

use expect_test::expect;

use super::Task;
use crate::folder::MemoryFolder;

fn task(tables: &str) -> Task {
    Task(MemoryFolder::new("ponti"))
        .file(
            "task.toml",
            "title = \"I ponti\"\ntime_limit = 2.0\nmemory_limit = 512\nuser_io = \"fifo_io\"\nscore_precision = 2\n",
        )
        .file("task.yaml", "# tm-allow-delete\nname: made\n")
        .file("gen/gen.toml", tables)
        .files(&["gen/generator.py", "gen/gen_diag.cpp", "gen/validator.py", "gen/by_hand.txt", "sol/solution.cpp"])
        .files(&["statement/ponti.input0.txt", "statement/ponti.output0.txt"])
}

/// All that the format has.
#[test]
fn a_usual_file() {
    task(
        "MAXN = 5000\nratio = 0.5\ndiag = false\nsamples = 1\n\n[group.random]\nrepeat = 2\ntestcases = [\"$MAXN $#\"]\n\n\
         [subtask.esempi]\ninclude = [\"samples\"]\nscore = 0\n\n\
         [subtask.diag]\ngenerator = \"gen_diag\"\nMAXN = 300\nscore = 30\nvalidator_args = \"$FILENAME# $MAXN\"\n\
         testcases = [[\"$MAXN\", \"1 2\"], { args = \"$ratio $#\", repeat = 2, generator = \"generator\", group_name = \"random\" }]\n\
         copy = [\"gen/by_hand.txt\"]\n\n\
         [subtask.full]\ninclude = [\"*\"]\nscore = 70\ntestcases = [\"$diag\"]\n",
    )
    .check(expect![[r#"
        ponti | Fixed(2000), 524288 KiB from task.toml
        checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
        main sol/solution.cpp
        generator gen/gen_diag.cpp cpp beside ["gen/gen.toml"]
        generator gen/generator.py python beside ["gen/gen.toml"]
        validator gen/validator.py python beside ["gen/gen.toml"]
        solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {}
        validator gen/validator.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "full"] }
        validator gen/validator.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "full"] }
        test 000 of ["esempi", "full"] sample: statement/ponti.input0.txt | 0: tm_validation_file esempi | 1: tm_validation_file full
        test 001 of ["full"]: `generator 5000 1` is gen/generator.py ["5000", "1"] | 0: tm_validation_file full
        test 002 of ["full"]: `generator 5000 2` is gen/generator.py ["5000", "2"] | 0: tm_validation_file full
        test 003 of ["diag", "full"]: gen/by_hand.txt | 0: tm_validation_file 300 | 1: tm_validation_file full
        test 004 of ["diag", "full"]: `gen_diag 300 "1 2"` is gen/gen_diag.cpp ["300", "1 2"] | 0: tm_validation_file 300 | 1: tm_validation_file full
        test 005 of ["diag", "full"]: `generator 0.5 5` is gen/generator.py ["0.5", "5"] | 0: tm_validation_file 300 | 1: tm_validation_file full
        test 006 of ["diag", "full"]: `generator 0.5 6` is gen/generator.py ["0.5", "6"] | 0: tm_validation_file 300 | 1: tm_validation_file full
        test 007 of ["full"]: `generator false` is gen/generator.py ["false"] | 0: tm_validation_file full
        group all Min 0 of 100, 3 items
        group esempi Min 0 of 0, 1 items
        group diag Min 30 of 30, 4 items
        group full Min 70 of 70, 8 items
    "#]]);
}

/// A name with its ending is understood and told of; a list of samples says what is wanted.
#[test]
fn names_with_endings_and_a_list_of_samples() {
    task(
        "generator = \"generator.py\"\nsamples = [\"statement/ponti.input0.txt\"]\n[subtask.a]\nscore = 100\n\
         testcases = [\"1 $#\"]\n",
    )
    .check_findings(expect![[r#"
        ! manifest-stale gen/gen.toml:0:12-0:26 programs are named without their endings here: write `generator`
        ! manifest-broken gen/gen.toml:1:10-1:40 the number of samples is wanted here, as in `samples = 2`, which are statement/ponti.input0.txt and so on, or `samples = { num = 2, pattern = "att/input$#.txt" }`
    "#]]);
}

/// Samples by a pattern, in a group of another name.
#[test]
fn samples_by_a_pattern() {
    task(
        "[samples]\nnum = 1\ngroup_name = \"shown\"\npattern = \"statement/ponti.input$#.txt\"\n[subtask.a]\nscore = 100\n\
         include = [\"shown\"]\n",
    )
    .check_lines(&["test", "!"], expect![[r#"
        test 000 of ["a"] sample: statement/ponti.input0.txt | 0: tm_validation_file a
    "#]]);
}

/// Every mistake stands at its line.
#[test]
fn mistakes() {
    task(
        "samples = 3\ngenerator = \"nobody\"\n[group.lost]\ntestcases = [\"1\"]\n[group.empty]\ntestcases = 5\nrepeat = -1\n\
         [subtask.a]\nscore = 60\ninclude = [\"empti\"]\ntestcases = [\"$MAXN\", { generator = \"generator\" }, \"1\"]\ncopy = [\"nowhere\"]\n\
         [subtask.b]\nvalidator = \"valid\"\ntestcases = [{ args = [\"2\"], generator = \"generator\" }]\n\
         [subtask.c]\nscore = 40\nvalidator_args = [\"$NOTHING\"]\ntestcases = [{ args = [\"3\"], generator = \"gen_diag\" }]\n",
    )
    .check_lines(&["test", "group", "!"], expect![[r#"
        test 000 of ["a"]: `nobody 1` is nothing ["1"] | 0: tm_validation_file a
        test 001 of ["b"]: `generator 2` is gen/generator.py ["2"]
        test 002 of ["c"]: `gen_diag 3` is gen/gen_diag.cpp ["3"]
        group all Min 0 of 100, 3 items
        group a Min 60 of 60, 1 items
        group b Min 0 of 0, 1 items
        group c Min 40 of 40, 1 items
        ! manifest-stale gen/gen.toml:0:10-0:11 there is no file statement/ponti.input1.txt, so the test is left out; add it, or correct the path
        ! manifest-stale gen/gen.toml:0:10-0:11 no subtask includes `samples`, so its test is left out; include it
        ! generator-unknown gen/gen.toml:1:12-1:20 there is no generator gen/nobody; write it, or correct the name
        ! manifest-stale gen/gen.toml:2:7-2:11 no subtask includes `lost`, so its test is left out; include it
        ! manifest-broken gen/gen.toml:5:12-5:13 a list of tests is wanted here
        ! manifest-broken gen/gen.toml:6:9-6:11 a whole number up to 10000 is wanted here
        ! manifest-stale gen/gen.toml:9:11-9:18 there is no group `empti`; did you mean `empty`?
        ! manifest-broken gen/gen.toml:10:13-10:20 there is no constant `MAXN`, so there is no test
        ! manifest-broken gen/gen.toml:10:22-10:49 the arguments are missing, so there is no test; write `args`
        ! manifest-stale gen/gen.toml:11:8-11:17 there is no file nowhere, so the test is left out; add it, or correct the path
        ! manifest-broken gen/gen.toml:12:9-12:10 the subtask `b` has no `score`, so it gives no points
        ! manifest-stale gen/gen.toml:13:12-13:19 there is no validator gen/valid; write it, or correct the name
        ! manifest-broken gen/gen.toml:17:17-17:29 there is no constant `NOTHING`, so the validator is not asked
    "#]]);
    task("[subtask.a\n").check_findings(expect![[r#"
        ! no-tests gen/gen.toml:0:0-0:0 it declares no test; write `testcases` in a `[subtask.name]`
        ! manifest-broken gen/gen.toml:0:0-0:10 this is no valid TOML: unclosed table, expected `]`
    "#]]);
}
