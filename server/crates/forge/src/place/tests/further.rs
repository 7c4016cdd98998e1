//! Folders of library-checker, tps, Hydro and task-maker.

use expect_test::expect;

use super::{check, command, input};

#[test]
fn a_folder_of_library_checker_counts_its_tests() {
    let folder = r#"
-- info.toml --
timelimit = 2.0
[[tests]]
name = "random.cpp"
number = 2
[params]
N = 5
-- gen/random.cpp --
int main() {}
-- sol/correct.cpp --
int main() {}
"#;
    check(
        folder,
        &[input("5\n"), command("random 7")],
        expect![[r#"
        -- info.toml
        timelimit = 2.0
        [[tests]]
        name = "random.cpp"
        number = 2
        [params]
        N = 5

        [[tests]]
        name = "touchstone.in"
        number = 2
        -- new gen/touchstone_00.in
        5
        -- new gen/touchstone_01.in
        1
    "#]],
    );
    let again = folder.replace("[params]", "[[tests]]\nname = \"touchstone.in\"\nnumber = 1\n[params]")
        + "-- gen/touchstone_00.in --\n4\n";
    check(
        &again,
        &[input("5\n")],
        expect![[r#"
        -- info.toml
        timelimit = 2.0
        [[tests]]
        name = "random.cpp"
        number = 2
        [[tests]]
        name = "touchstone.in"
        number = 2
        [params]
        N = 5
        -- new gen/touchstone_01.in
        5
    "#]],
    );
}

#[test]
fn a_folder_of_tps_has_lines_and_files() {
    let folder = r#"
-- problem.json --
{"time_limit": 1, "memory_limit": 256}
-- gen/data --
@subtask full
gen 1
-- gen/gen.cpp --
int main() { registerGen(argc, argv, 1); }
-- gen/input.header --
5
"#;
    check(
        folder,
        &[command("gen 5"), input("5\n7\n")],
        expect![[r#"
        -- gen/data
        @subtask full
        gen 1
        gen 5
        manual touchstone-10159baf.in
        -- new gen/manual/touchstone-10159baf.in
        7
    "#]],
    );
    check(folder, &[input("7\n")], expect!["the input does not begin and end as every input here does"]);
}

#[test]
fn cases_of_hydro_stand_behind_the_last_one() {
    let data = "-- testdata/1.in --\n1\n-- testdata/1.out --\n1\n";
    check(
        &format!("-- testdata/config.yaml --\ntime: 1s\n{data}"),
        &[input("5\n")],
        expect![[r#"
        -- new testdata/2.in
        5
        -- new testdata/2.out
        42
    "#]],
    );
    let listed = |cases: &str| format!("-- testdata/config.yaml --\n{cases}{data}");
    check(
        &listed("subtasks:\n- cases:\n  - {input: 1.in, output: 1.out} # small\n# The end.\nmemory: 64m\n"),
        &[input("5\n"), command("gen 6")],
        expect![[r#"
            -- testdata/config.yaml
            subtasks:
            - cases:
              - {input: 1.in, output: 1.out} # small
              - {input: 2.in, output: 2.out}
              - {input: 3.in}
            # The end.
            memory: 64m
            -- new testdata/2.in
            5
            -- new testdata/2.out
            42
            -- new testdata/3.in
            1
        "#]],
    );
    check(
        &listed("cases:\n- input: 1.in\n  output: 1.out\n"),
        &[input("5\n")],
        expect![[r#"
            -- testdata/config.yaml
            cases:
            - input: 1.in
              output: 1.out
            - {input: 2.in, output: 2.out}
            -- new testdata/2.in
            5
            -- new testdata/2.out
            42
        "#]],
    );
    // A case over two lines has its end on the second one.
    check(
        &listed("cases:\n- {input: 1.in,\n   output: 1.out}\n"),
        &[input("5\n")],
        expect![[r#"
            -- testdata/config.yaml
            cases:
            - {input: 1.in,
               output: 1.out}
            - {input: 2.in, output: 2.out}
            -- new testdata/2.in
            5
            -- new testdata/2.out
            42
        "#]],
    );
    check(
        &listed("cases: [{input: 1.in, output: 1.out}]\n"),
        &[input("5\n")],
        expect!["the last case of testdata/config.yaml does not stand on lines of its own; add the test there by hand"],
    );
}

/// Lines stand behind what is there, comments and all; an input that no line can make is copied.
#[test]
fn a_task_of_task_maker_gets_lines() {
    let folder = r#"
-- task.yaml --
name: a
time_limit: 1
memory_limit: 256
-- gen/generatore.py --
print(1)
-- gen/GEN --
# N seed
#ST: 100 # all
1 1 # the least
# the end
-- sol/soluzione.cpp --
int main() {}
"#;
    let tests = [command("generatore 5 7"), input("5\n"), command("generatore '5 7'")];
    check(
        folder,
        &tests,
        expect![[r#"
        -- gen/GEN
        # N seed
        #ST: 100 # all
        1 1 # the least
        # the end
        5 7
        #COPY: gen/touchstone-f0b5c2c2.txt
        #COPY: gen/touchstone-4355a46b.txt
        -- new gen/touchstone-4355a46b.txt
        1
        -- new gen/touchstone-f0b5c2c2.txt
        5
    "#]],
    );
    let cases = ": GEN default gen/generatore.py N\n: GEN other gen/other.py\n: SUBTASK 100 all # of them\n1\n";
    let other =
        folder.replace("-- sol/", &format!("-- gen/other.py --\nprint(2)\n-- gen/cases.gen --\n{cases}-- sol/"));
    check(
        &other,
        &[command("other 5"), command("generatore 7"), input("5\n"), command("other")],
        expect![[r#"
        -- gen/cases.gen
        : GEN default gen/generatore.py N
        : GEN other gen/other.py
        : SUBTASK 100 all # of them
        1
        : RUN other 5
        : RUN default 7
        : COPY gen/touchstone-f0b5c2c2.txt
        : COPY gen/touchstone-4355a46b.txt
        -- new gen/touchstone-4355a46b.txt
        1
        -- new gen/touchstone-f0b5c2c2.txt
        5
    "#]],
    );
}

#[test]
fn a_task_of_task_maker_without_a_generator_gets_files() {
    let folder = r#"
-- task.yaml --
name: a
-- input/input0.txt --
1
-- output/output0.txt --
1
-- att/input0.txt --
1
-- sol/solution.cpp --
int main() {}
"#;
    check(
        folder,
        &[input("5\n"), input("6\n")],
        expect![[r#"
        -- new input/input1.txt
        5
        -- new input/input2.txt
        6
        -- new output/output1.txt
        42
        -- new output/output2.txt
        42
    "#]],
    );
}

const WITH_TABLES: &str = r#"
-- task.toml --
title = "a"
time_limit = 1
memory_limit = 256
-- gen/generator.py --
print(1)
-- gen/other.py --
print(2)
-- sol/solution.cpp --
int main() {}
"#;

/// Behind the tests that the last subtask makes, in one line or several; a file only where it makes none.
#[test]
fn tables_of_a_task_get_items() {
    let tables = |tables: &str| format!("{WITH_TABLES}-- gen/gen.toml --\n{tables}");
    let first = "[subtask.a]\nscore = 30\ngenerator = \"other\"\ntestcases = [\"1\"]\n\n";
    let made = [command("generator 5 7"), command("other 6")];
    check(
        &tables(&format!("{first}[subtask.b] # all\nscore = 70\ntestcases = [\n  \"2\",\n  \"$#\"\n]\n")),
        &made,
        expect![[r#"
            -- gen/gen.toml
            [subtask.a]
            score = 30
            generator = "other"
            testcases = ["1"]

            [subtask.b] # all
            score = 70
            testcases = [
              "2",
              "$#", "5 7", { args = "6", generator = "other" }
            ]
        "#]],
    );
    // Only this name needs not be written.
    check(
        &tables("[subtask.a]\nscore = 100\n").replace("gen/generator.py", "gen/generatore.py"),
        &[command("generatore 5")],
        expect![[r#"
            -- gen/gen.toml
            [subtask.a]
            testcases = [{ args = "5", generator = "generatore" }]
            score = 100
        "#]],
    );
    check(
        &tables(&format!("{first}[subtask.b] # all\nscore = 70\n")),
        &[input("5\n"), command("generator 8")],
        expect![[r#"
            -- gen/gen.toml
            [subtask.a]
            score = 30
            generator = "other"
            testcases = ["1"]

            [subtask.b] # all
            copy = ["gen/touchstone-f0b5c2c2.txt"]
            testcases = ["8"]
            score = 70
            -- new gen/touchstone-f0b5c2c2.txt
            5
        "#]],
    );
    check(
        &tables(first),
        &[input("5\n")],
        expect!["a file cannot stand behind the tests of the last subtask of gen/gen.toml; add the test there by hand"],
    );
    check(
        &tables("subtask = { a = { score = 100 } }\n"),
        &[input("5\n")],
        expect!["nothing can be added to the last subtask of gen/gen.toml; add the test there by hand"],
    );
    check(
        &tables("[subtask.a]\nscore = 100\ngenerator = \"other\"\ntestcases = [\n  \"1\" # \"2\"\n]\n"),
        &made[1..],
        expect!["nothing can be added to the last subtask of gen/gen.toml; add the test there by hand"],
    );
}
