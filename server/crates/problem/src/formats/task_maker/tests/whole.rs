//! Whole tasks.

use expect_test::expect;

use super::{TASK, Task};

/// One with all that is usual, by its English names.
#[test]
fn a_usual_task() {
    Task::new()
        .file(
            "gen/GEN",
            "# N seed\n#ST: 0\n#STNAME: examples\n#COPY: att/input0.txt\n\n#ST: 40\n#STNAME: small\n10 1\n10 2 # again\n\
             #ST:60\n#STDEP: small\n1000\t3\n",
        )
        .files(&["gen/generator.py", "gen/validator.py", "gen/constraints.yaml", "check/checker.cpp", "check/checker"])
        .files(&["att/input0.txt", "att/output0.txt", "att/ponti.output1.txt", "att/ponti.cpp"])
        .file("att/ponti.input1.txt", "another one\n")
        .files(&["input/input0.txt", "output/output0.txt", "sol/solution.cpp", "sol/wa_first.py", "sol/README.md"])
        .check(expect![[r#"
            ponti | Fixed(1500), 131072 KiB from task.yaml
            checker check/checker.cpp Cms (check/checker.cpp is the checker of this format)
            main sol/solution.cpp
            checker check/checker.cpp cpp
            generator gen/generator.py python beside ["gen/constraints.yaml"]
            validator gen/validator.py python beside ["gen/constraints.yaml"]
            solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {}
            solution sol/wa_first.py python ["wrong_answer"] permits {Ac, Wa, Pe} requires {Wa, Pe}
            validator gen/validator.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "3"] }
            validator gen/validator.py Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "3"] }
            test ponti.input1 of [] sample: att/ponti.input1.txt att/ponti.output1.txt | 0: tm_validation_file 0
            test 000 of ["examples"] sample: att/input0.txt att/output0.txt | 0: tm_validation_file 1
            test 001 of ["small", "subtask3"]: `generator 10 1` is gen/generator.py ["10", "1"] | 0: tm_validation_file 2 | 1: tm_validation_file 3
            test 002 of ["small", "subtask3"]: `generator 10 2` is gen/generator.py ["10", "2"] | 0: tm_validation_file 2 | 1: tm_validation_file 3
            test 003 of ["subtask3"]: `generator 1000 3` is gen/generator.py ["1000", "3"] | 0: tm_validation_file 3
            group all Min 0 of 100, 4 items
            group examples Min 0 of 0, 1 items
            group small Min 40 of 40, 2 items
            group subtask3 Min 60 of 60, 3 items
        "#]]);
}

/// The Italian names, and what `task.yaml` says by its older ones. Neither is a file stated, nor are subtasks.
#[test]
fn an_older_task() {
    Task(super::MemoryFolder::new("ponti2"))
        .file(
            "task.yaml",
            "nome_breve: ponti\nnome: I ponti\ntimeout: 10000\nmemlimit: 262144\nn_input: 2\nrisultati: 0,1\n",
        )
        .file("gen/GEN", "3 1\n4 2\n")
        .files(&["gen/generatore.cpp", "gen/valida.cpp", "cor/correttore.cpp", "sol/soluzione.cpp", "sol/lenta.cpp"])
        .file("testo/testo.tex", "")
        .check(expect![[r#"
            ponti | Fixed(10000), 262144 KiB from task.yaml
            files input.txt output.txt
            checker cor/correttore.cpp Cms (cor/correttore.cpp is the checker of this format)
            main sol/soluzione.cpp
            checker cor/correttore.cpp cpp
            generator gen/generatore.cpp cpp
            validator gen/valida.cpp cpp
            solution sol/lenta.cpp cpp
            solution sol/soluzione.cpp cpp ["official solution"] permits {Ac} requires {}
            validator gen/valida.cpp Testlib File { name: "tm_validation_file", usual_args: ["tm_validation_file", "1"] }
            test 000 of []: `generatore 3 1` is gen/generatore.cpp ["3", "1"] | 0: tm_validation_file 1
            test 001 of []: `generatore 4 2` is gen/generatore.cpp ["4", "2"] | 0: tm_validation_file 1
            group all Sum 100 of 100, 2 items
            ! solution-unlabelled sol/lenta.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
            ! limits-unit-suspect task.yaml:2:9-2:14 the time limit is in seconds, and 10000 is too much: milliseconds are assumed
            ! limits-unit-suspect task.yaml:3:10-3:16 the memory limit is in MiB, and 262144 is too much: KiB are assumed
        "#]]);
}

/// Nothing makes the tests: they lie there, and their answers too.
#[test]
fn files_alone() {
    Task::new()
        .files(&["input/input0.txt", "input/input1.txt", "input/input3.txt", "output/output0.txt", "sol/sub1.cpp"])
        .check(expect![[r#"
            ponti | Fixed(1500), 131072 KiB from task.yaml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main -
            solution sol/sub1.cpp cpp
            test 000 of []: input/input0.txt output/output0.txt
            test 001 of []: input/input1.txt
            group all Sum 100 of 100, 2 items
            ! no-main - there is no sol/solution and none is right, so only tests with a file in output/ have an answer; name one so
            ! file-left-out input/input3.txt:0:0-0:0 input/input3.txt is left out, since there is no input/input2.txt: tests are numbered from 0 without a gap
            ! solution-unlabelled sol/sub1.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
        "#]]);
}

/// What a generator has made is all that is left of it.
#[test]
fn a_generator_that_is_gone() {
    Task::new()
        .file("gen/GEN", "#ST: 100\n1 2\n3 4\n")
        .files(&["input/input0.txt", "output/output0.txt", "output/output1.txt", "sol/altra.cpp"])
        .check_lines(&["test", "!"], expect![[r#"
            test 000 of ["subtask1"]: input/input0.txt output/output0.txt
            test 001 of ["subtask1"]: `generator 3 4` is nothing ["3", "4"] output/output1.txt
            ! no-main - there is no sol/solution and none is right, so only tests with a file in output/ have an answer; name one so
            ! generator-unknown gen/GEN:2:0-2:3 there is no generator gen/generator, which is wanted for 1 test, and their inputs do not lie in input/; write it
            ! solution-unlabelled sol/altra.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
        "#]]);
}

/// Functions that a grader calls: one in each language that has a grader.
#[test]
fn graders() {
    Task::new()
        .file("gen/GEN", "#ST: 100\n1\n")
        .files(&[
            "gen/generator",
            "gen/generator.cpp",
            "sol/grader.cpp",
            "sol/grader.py",
            "sol/template.cpp",
            "sol/ponti.h",
        ])
        .files(&["sol/solution.cpp", "sol/ok.cc", "sol/ok.py", "sol/other.pas", "att/grader.cpp", "att/ponti.h"])
        .check_lines(&["solution", "generator", "main", "!"], expect![[r#"
            main sol/solution.cpp
            generator gen/generator.cpp cpp
            solution sol/ok.cc cpp of ["sol/ok.cc", "sol/grader.cpp"] ["accepted"] permits {Ac} requires {}
            solution sol/ok.py python of ["sol/ok.py", "sol/grader.py"] ["accepted"] permits {Ac} requires {}
            solution sol/other.pas pascal ["no grader"] permits {} requires {} not run
            solution sol/solution.cpp cpp of ["sol/solution.cpp", "sol/grader.cpp"] ["official solution"] permits {Ac} requires {}
            ! solution-unlabelled sol/other.pas:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
            ! tool-missing sol/other.pas:0:0-0:0 sol/other.pas is not run: solutions are called by a grader, and in pascal there is none that can be put together with them here; add one, or have this solution ignored by touchstone.toml
        "#]]);
}

/// A manager judges, and a stub stands between it and each solution.
#[test]
fn communication() {
    Task(super::MemoryFolder::new("a"))
        .file("task.yaml", &format!("{TASK}num_processes: 2\nuser_io: fifo_io\n"))
        .file("gen/GEN", "#ST: 100\n1\n")
        .files(&["gen/generator.cpp", "check/manager.cpp", "check/checker.cpp", "sol/stub.cpp", "sol/solution.cpp", "sol/x.cpp"])
        .check_lines(&["checker", "main", "solution", "interactor", "!"], expect![[r#"
            checker Interactor (check/manager.cpp judges while it talks)
            main sol/solution.cpp
            checker check/checker.cpp cpp
            interactor check/manager.cpp cpp
            solution sol/solution.cpp cpp of ["sol/solution.cpp", "sol/stub.cpp"] ["official solution"] permits {Ac} requires {}
            solution sol/x.cpp cpp of ["sol/x.cpp", "sol/stub.cpp"]
            ! manifest-stale check/checker.cpp:0:0-0:0 check/checker.cpp is not used, since check/manager.cpp judges
            ! solution-unlabelled sol/x.cpp:0:0-0:0 nothing tells what to expect of this solution, so it counts neither as correct nor as wrong; write a comment such as `@check-accepted: *` or `@check-wrong-answer: NAME`, where NAME is a subtask's
        "#]]);
}

/// A controller starts solutions in a way that nobody does here.
#[test]
fn controllers() {
    Task(super::MemoryFolder::new("a"))
        .file("task.yaml", &format!("{TASK}controller_time_limit: 2.0\ncontroller_process_limit: 1\n"))
        .files(&["input/input0.txt", "check/controller.cpp", "sol/solution.cpp"])
        .check_lines(&["interactor", "solution", "test", "!"], expect![[r#"
            solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {} not run
            test 000 of []: input/input0.txt
            ! tool-missing check/controller.cpp:0:0-0:0 solutions are started by check/controller.cpp, in a way that is not known here, so no solution is judged; tests are made and validated all the same
        "#]]);
}

/// Other names of the manifest; what lies among the solutions and is none, or is in no language that is known.
#[test]
fn what_else_folders_have() {
    for (name, is_read) in [("task.yml", true), ("task.yaml.orig", true), ("task.yaml.bak", false)] {
        let task = Task(super::MemoryFolder::new("a")).file(name, TASK).files(&["gen/GEN", "sol/solution.cpp"]);
        assert_eq!(super::super::read(&task.0).is_some(), is_read, "{name}");
    }
    Task::new().file("gen/GEN", "").files(&["gen/generator.sh", "sol/solution.cpp"]).check_lines(&["! tool"], expect![[r#"
        ! tool-missing gen/generator.sh:0:0-0:0 gen/generator.sh is a script of a shell, which is not run here; write it in Python or C++
    "#]]);
    let both = Task::new().file("task.yaml.orig", "name: other\n").files(&["gen/GEN"]);
    assert_eq!(both.read().name, "ponti");
    Task::new()
        .file("gen/GEN", "1\n")
        .file("sol/bash.sh", "#!/bin/bash\n")
        .file("sol/algo.hal", "// @check-accepted: *\n")
        .files(&["gen/generator.py", "gen/constraints.py", "sol/solution.cpp", "sol/notes.txt"])
        .check_lines(
            &["generator", "solution", "!"],
            expect![[r#"
            generator gen/generator.py python beside ["gen/constraints.py"]
            solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {}
            ! tool-missing sol/algo.hal:0:0-0:0 sol/algo.hal is in no language that is run here, so it is not judged
            ! tool-missing sol/bash.sh:0:0-0:0 sol/bash.sh is in no language that is run here, so it is not judged
        "#]],
        );
}

/// Solutions are outputs.
#[test]
fn outputs_only() {
    Task(super::MemoryFolder::new("a"))
        .file("task.yaml", &format!("{TASK}output_only: True\n"))
        .files(&["input/input0.txt", "output/output0.txt", "sol/solution.cpp"])
        .check_lines(&["solution", "test", "!"], expect![[r#"
            solution sol/solution.cpp cpp ["official solution"] permits {Ac} requires {} not run
            test 000 of []: input/input0.txt output/output0.txt
            ! tool-missing task.yaml:6:13-6:17 contestants hand in outputs, which have no place in a folder of this format, so no solution is judged here; tests are made and validated all the same
        "#]]);
}

/// Points by patterns or by numbers of tests, by which subtasks share tests that no other text lets them share.
#[test]
fn score_type_parameters() {
    let task = |parameters: &str| {
        Task(super::MemoryFolder::new("a"))
            .file("task.yaml", &format!("{TASK}score_type: GroupMin\nscore_type_parameters: {parameters}\n"))
            .files(&["input/input0.txt", "input/input1.txt", "input/input2.txt", "sol/solution.cpp"])
    };
    task("[[30, '000|001'], [70, '.*']]").check_lines(
        &["test", "group", "!"],
        expect![[r#"
        test 000 of ["subtask1", "subtask2"]: input/input0.txt
        test 001 of ["subtask1", "subtask2"]: input/input1.txt
        test 002 of ["subtask2"]: input/input2.txt
        group all Min 0 of 100, 2 items
        group subtask1 Min 30 of 30, 2 items
        group subtask2 Min 70 of 70, 3 items
    "#]],
    );
    task("[[30, 1], [70, 2]]").check_lines(
        &["test", "group", "!"],
        expect![[r#"
        test 000 of ["subtask1"]: input/input0.txt
        test 001 of ["subtask2"]: input/input1.txt
        test 002 of ["subtask2"]: input/input2.txt
        group all Min 0 of 100, 2 items
        group subtask1 Min 30 of 30, 1 items
        group subtask2 Min 70 of 70, 2 items
    "#]],
    );
    task("[[30, 1], [70, 1]]").check_lines(
        &["group", "!"],
        expect![[r#"
        group all Min 100 of 100, 3 items
        ! manifest-stale task.yaml:7:24-7:31 test 002 is in no subtask, by what stands here, so this changes nothing
    "#]],
    );
    task("[[30, '(']]").check_lines(
        &["group", "!"],
        expect![[r#"
        group all Min 100 of 100, 3 items
        ! manifest-broken task.yaml:7:29-7:32 the pattern `(` cannot be read
    "#]],
    );
    task("[[30]]").check_lines(
        &["group", "!"],
        expect![[r#"
        group all Min 100 of 100, 3 items
        ! manifest-broken task.yaml:7:24-7:28 points and tests are wanted here, such as `[20, 3]` or `[20, "000|001"]`
    "#]],
    );
    task("20").check_lines(
        &["group", "!"],
        expect![[r#"
        group all Min 60 of 60, 3 items
    "#]],
    );
}

#[test]
fn score_types() {
    for (kind, fold) in [("Sum", "Sum"), ("GroupMax", "Max"), ("min", "Min"), ("GroupMul", "Min"), ("Best", "Sum")] {
        let task = Task(super::MemoryFolder::new("a"))
            .file("task.yaml", &format!("{TASK}score_type: {kind}\n"))
            .files(&["input/input0.txt", "sol/solution.cpp"]);
        let problem = task.read();
        assert!(super::groups(&problem).contains(&format!("group all {fold} 100")), "{kind}");
        let n_findings = usize::from(["GroupMul", "Best"].contains(&kind));
        assert_eq!(problem.findings.len(), n_findings, "{kind}: {}", super::findings(&problem));
    }
}
