//! Whole packages.

use expect_test::expect;

use super::Package;

/// One with everything that is usual: a library, tests by hand and by the ingen, limits of groups.
#[test]
fn a_usual_package() {
    Package::new(
        "title: Abacus\n\
         title_pl: Liczydło\n\
         sinol_task_id: abc\n\
         memory_limit: 131072\n\
         time_limit: 1500\n\
         time_limits:\n  1: 500\n  2: 2000\n  2b: 3000\n\
         memory_limits: {2: 65536}\n\
         override_limits:\n  py: {time_limit: 5000}\n  java: {memory_limit: 262144}\n\
         scores: {1: 30, 2: 70}\n\
         subtask_dependencies: {2: [1]}\n\
         sinol_undocumented_time_tool: time\n",
    )
    .files(&["prog/abc.cpp", "prog/abc2.py", "prog/abcs1_square.cpp", "prog/abcb12.c", "prog/abc3_other.java"])
    .files(&["prog/abcingen.cpp", "prog/abcinwer.cpp", "prog/abcchk.cpp", "prog/oi.h", "prog/abcstresstest.sh"])
    .files(&["in/abc0.in", "out/abc0.out", "in/abc1a.in", "out/abc1a.out", "in/.md5sums"])
    .seen("prog/abcingen.cpp", &["abc10a.in", "abc1a.in", "abc1ocen.in", "abc2a.in", "abc2b.in", "notes.txt"])
    .check(expect![[r#"
        abc | Fixed(1500), 131072 KiB from config.yml
        limits of java 262144 KiB
        limits of python 5000 ms
        checker prog/abcchk.cpp Sinol (named like the task's checker)
        main prog/abc.cpp
        solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {}
        solution prog/abc2.py python ["correct"] permits {Ac} requires {}
        solution prog/abc3_other.java java ["correct"] permits {Ac} requires {}
        solution prog/abcb12.c c ["bad"] permits {Ac, Wa, Pe, Tle, Rte, Mle, Ole, Ce} requires {Wa, Pe, Tle, Rte, Mle, Ole}
        checker prog/abcchk.cpp cpp
        generator prog/abcingen.cpp cpp
        validator prog/abcinwer.cpp cpp
        solution prog/abcs1_square.cpp cpp ["slow"] permits {Ac, Tle} requires {Tle}
        validator prog/abcinwer.cpp Testlib
        test abc0 of 0 sample: in/abc0.in out/abc0.out
        test abc1ocen of 0: abc1ocen.in of abcingen
        test abc1a of 1: abc1a.in of abcingen 500 ms
        test abc2a of 2: abc2a.in of abcingen 2000 ms 65536 KiB
        test abc2b of 2: abc2b.in of abcingen 3000 ms 65536 KiB
        test abc10a of 10: abc10a.in of abcingen
        group all Sum of 100
        group 0 PassFail
        group 1 Min of 30
        group 2 Min of 70 after 1
        group 10 Min of 0
        ! manifest-stale config.yml:13:8-13:22 group 10 has tests and no score, so it gives no points; add it
    "#]]);
}

/// Neither limits nor scores, and the id only in the names.
#[test]
fn a_bare_package() {
    Package::new("title: A\n")
        .files(&["prog/xyz.py", "prog/xyz.cpp", "prog/xyz1.cpp", "prog/xyzinwer.py"])
        .files(&["in/xyz0a.in", "in/xyz1a.in", "in/xyz2a.in", "in/xyz3a.in", "in/xyz3b.in"])
        .check(expect![[r#"
            xyz | Fixed(2000), 262144 KiB from assumed
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main prog/xyz.cpp
            solution prog/xyz.cpp cpp ["correct"] permits {Ac} requires {}
            solution prog/xyz.py python ["correct"] permits {Ac} requires {}
            solution prog/xyz1.cpp cpp ["correct"] permits {Ac} requires {}
            validator prog/xyzinwer.py python
            validator prog/xyzinwer.py Testlib
            test xyz0a of 0 sample: in/xyz0a.in
            test xyz1a of 1: in/xyz1a.in
            test xyz2a of 2: in/xyz2a.in
            test xyz3a of 3: in/xyz3a.in
            test xyz3b of 3: in/xyz3b.in
            group all Sum of 100
            group 0 PassFail
            group 1 Min of 33
            group 2 Min of 33
            group 3 Min of 34
            ! manifest-stale config.yml:0:0-0:0 the names of programs and tests begin with `xyz` and not with the folder's name, so `xyz` is taken for the task's id; write `sinol_task_id: xyz`
            ! limits-assumed config.yml:0:0-0:0 no limits are stated, so 2 s and 256 MB are assumed; write `time_limit` and `memory_limit`
        "#]]);
}

/// A library that talks to the solution: it is built with each of its language.
#[test]
fn a_library() {
    Package::new(
        "time_limit: 1000\nmemory_limit: 65536\n\
         extra_compilation_files: [abclib.cpp, abclib.h, prog/abclib.py]\n\
         extra_compilation_args:\n  cpp: ['abclib.cpp', '-std=c++17 -O3']\n  c: -DJUDGE\n\
         extra_execution_files: [abclib.py]\n",
    )
    .files(&["prog/abc.cpp", "prog/abc2.py", "prog/abc3.c", "prog/abclib.cpp", "prog/abclib.h", "prog/abclib.py"])
    .files(&["in/abc1a.in", "out/abc1a.out"])
    .check(expect![[r#"
        abc | Fixed(1000), 65536 KiB from config.yml
        checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
        main prog/abc.cpp
        solution prog/abc.cpp cpp of ["prog/abc.cpp", "prog/abclib.cpp"] c++17 ["correct"] permits {Ac} requires {}
        solution prog/abc2.py python ["correct"] permits {Ac} requires {}
        solution prog/abc3.c c ["correct"] permits {Ac} requires {}
        test abc1a of 1: in/abc1a.in out/abc1a.out with ["abclib.py"]
        group all Sum of 100
        group 1 Min of 100
        ! tool-missing config.yml:5:5-5:12 the flag `-DJUDGE` is not used here; what it changes in solutions is not seen
    "#]]);
}

/// Solutions that talk to a program over further file descriptors are not run.
#[test]
fn a_talk() {
    Package::new("time_limit: 1000\nmemory_limit: 65536\nnum_processes: 1\n")
        .files(&["prog/abc.cpp", "prog/abcsoc.cpp", "in/abc1a.in"])
        .check(expect![[r#"
            abc | Fixed(1000), 65536 KiB from config.yml
            checker Standard(Lcmp) (there is no checker, so outputs are compared line by line)
            main -
            solution prog/abc.cpp cpp ["correct"] permits {Ac} requires {} not run
            interactor prog/abcsoc.cpp cpp
            test abc1a of 1: in/abc1a.in
            group all Sum of 100
            group 1 Min of 100
            ! tool-missing prog/abcsoc.cpp:0:0-0:0 problems whose solutions talk to a program over further file descriptors are not judged here, so no solution is run
        "#]]);
}
